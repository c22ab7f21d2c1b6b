/* tests/bench/hand/sleigh.c -- hand-written code for the Chaplygin sleigh. */
void prepare(double *p);
void rhs(double t, const double *u, const double *x, const double *p, double *out);
void sincos(double, double *, double *);

enum { M, J, A, PER_M, PER_I, MA };

void prepare(double *p)
{
    p[PER_M] = 1 / p[M];
    p[PER_I] = 1 / (p[J] + p[M] * p[A] * p[A]);
    p[MA] = p[M] * p[A];
}

void rhs(double t, const double *u, const double *x, const double *p, double *out)
{
    double s, c;
    (void)t;
    (void)u;
    sincos(x[2], &s, &c);
    const double v = x[3] * p[PER_M], w = x[4] * p[PER_I], maw = p[MA] * w;
    out[0] = v * c;
    out[1] = v * s;
    out[2] = w;
    out[3] = maw * w;
    out[4] = -(maw * v);
}
