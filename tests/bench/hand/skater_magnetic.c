/* tests/bench/hand/skater_magnetic.c -- hand-written code for the charged skater.
 *
 * With X = x + d cos(phi) and b = q B the momenta give m v = eta_v - b X sin(phi) and
 * m k^2 w = eta_w - b X d cos(phi); both rates have the factor
 * b (v sin(phi) + w (X + d cos(phi))).
 * phi depends on w and w on phi: products with constants are placed where the processor can compute
 * them while it waits.
 */
void prepare(double *p);
void rhs(double t, const double *u, const double *x, const double *p, double *out);
void sincos(double, double *, double *);

enum { M, K, Q, B, D, BQ, PER_M, PER_I, MINUS_D, BQ_PER_M, BQD_PER_I };

void prepare(double *p)
{
    p[BQ] = p[B] * p[Q];
    p[PER_M] = 1 / p[M];
    p[PER_I] = 1 / (p[K] * p[K] * p[M]);
    p[MINUS_D] = -p[D];
    p[BQ_PER_M] = p[BQ] * p[PER_M];
    p[BQD_PER_I] = p[BQ] * p[D] * p[PER_I];
}

void rhs(double t, const double *u, const double *x, const double *p, double *out)
{
    double s, c;
    (void)t;
    (void)u;
    sincos(x[2], &s, &c);
    const double dc = p[D] * c, X = x[0] + dc;
    const double v = x[3] * p[PER_M] - p[BQ_PER_M] * s * X;
    const double w = x[4] * p[PER_I] - p[BQD_PER_I] * c * X;
    const double vs = v * s;
    const double f = p[BQ] * (vs + w * (X + dc));
    out[0] = v * c;
    out[1] = vs;
    out[2] = w;
    out[3] = f * c;
    out[4] = f * s * p[MINUS_D];
}
