/* tests/bench/hand/ball_magnetic.c -- hand-written code for the charged ball. */
void prepare(double *p);
void rhs(double t, const double *u, const double *x, const double *p, double *out);

enum { M, R, K, E, B, MOBILITY, MINUS_MOBILITY, EBR };

void prepare(double *p)
{
    p[MOBILITY] = p[R] / (p[M] * (p[K] * p[K] + p[R] * p[R]));
    p[MINUS_MOBILITY] = -p[MOBILITY];
    p[EBR] = p[E] * p[B] * p[R];
}

void rhs(double t, const double *u, const double *x, const double *p, double *out)
{
    (void)t;
    (void)u;
    const double y = p[MINUS_MOBILITY] * (p[EBR] * x[0] + x[3]);
    out[0] = p[MOBILITY] * x[2];
    out[1] = y;
    out[2] = p[EBR] * y;
    out[3] = 0;
    out[4] = 0;
}
