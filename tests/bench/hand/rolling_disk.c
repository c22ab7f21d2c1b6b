/* tests/bench/hand/rolling_disk.c -- hand-written code for the disk that may fall.
 *
 * u3 = eta_u3 / (I + m R^2) + sin(theta) u1, and in the rate of eta_u2 the terms with I cancel:
 * eta_u2' = m g R sin(theta) - u1 cos(theta) (J u1 sin(theta) + eta_u3).
 */
void prepare(double *p);
void rhs(double t, const double *u, const double *x, const double *p, double *out);
void sincos(double, double *, double *);

enum { M, R, G, I, J, PER_I, PER_J, MRR, MGR };

void prepare(double *p)
{
    p[MRR] = p[M] * p[R] * p[R];
    p[PER_I] = 1 / (p[I] + p[MRR]);
    p[PER_J] = 1 / (p[J] + p[MRR]);
    p[MGR] = p[M] * p[G] * p[R];
}

void rhs(double t, const double *u, const double *x, const double *p, double *out)
{
    double s, c, sp, cp;
    (void)t;
    (void)u;
    sincos(x[3], &s, &c);
    sincos(x[2], &sp, &cp);
    const double u1 = (x[5] + x[7] * s) / (p[J] * (c * c));
    const double u2 = x[6] * p[PER_J];
    const double su1 = s * u1;
    const double u3 = x[7] * p[PER_I] + su1;
    const double ahead = p[R] * u3;
    const double h = p[MRR] * u2 * c;
    out[0] = ahead * cp;
    out[1] = ahead * sp;
    out[2] = u1;
    out[3] = u2;
    out[4] = u3;
    out[5] = -(h * u3);
    out[6] = p[MGR] * s - u1 * c * (p[J] * su1 + x[7]);
    out[7] = h * u1;
}
