/* tests/bench/hand/trailer10.c -- hand-written code for the car with ten trailers.
 *
 * Trailer i goes ahead with u_i = u_{i-1} cos(d_i) times the speed v of the car and turns with
 * z_i / L, z_i = u_{i-1} sin(d_i), where d_i = th_{i-1} - th_i. Because z_i^2 = u_{i-1}^2 - u_i^2,
 * inertias add up to one term at each end, and G = dT/d(v^2/2) is
 *
 *     G = M + J/L^2 + m (u_1^2 + .. + u_9^2) + (m - J/L^2) u_10^2 = M + J/L^2 + cos(d_1)^2 R_1,
 *     R_10 = m - J/L^2,  R_i = m + cos(d_{i+1})^2 R_{i+1}.
 *
 * Bracket terms and derivatives of the metric make half of its rate: eta_v' = v G'/2, eta_w' = 0,
 * and G'/2 = -sum of z_i u_i R_i d_i'. One sweep backward for R, one forward for the rest; terms
 * without v are computed during the division by G.
 */
void prepare(double *p);
void rhs(double t, const double *u, const double *x, const double *p, double *out);
void sincos(double, double *, double *);

enum { N = 10 };
enum { M, K, MASS, J, L, FIRST, LAST, PER_L, PER_K };

void prepare(double *p)
{
    const double j = p[J] / (p[L] * p[L]);
    p[FIRST] = p[M] + j;
    p[LAST] = p[MASS] - j;
    p[PER_L] = 1 / p[L];
    p[PER_K] = 1 / p[K];
}

void rhs(double t, const double *unused, const double *x, const double *p, double *out)
{
    double s[N + 1], c[N + 1], r[N + 1], u[N + 1], z[N + 1];
    const double *th = x + 2;
    (void)t;
    (void)unused;
    sincos(th[0], &s[0], &c[0]);
#pragma GCC unroll 10
    for (int i = 1; i <= N; i++)
        sincos(th[i - 1] - th[i], &s[i], &c[i]);
    r[N] = p[LAST];
#pragma GCC unroll 10
    for (int i = N - 1; i > 0; i--)
        r[i] = p[MASS] + c[i + 1] * c[i + 1] * r[i + 1];
    const double v = x[13] / (p[FIRST] + c[1] * c[1] * r[1]);
    const double w = x[14] * p[PER_K], turn = v * p[PER_L];
    double sum = 0;
    u[1] = c[1];
    z[1] = s[1];
#pragma GCC unroll 10
    for (int i = 2; i <= N; i++) {
        u[i] = u[i - 1] * c[i];
        z[i] = u[i - 1] * s[i];
        sum += z[i] * u[i] * r[i] * (z[i - 1] - z[i]);
    }
    out[0] = v * c[0];
    out[1] = v * s[0];
    out[2] = w;
#pragma GCC unroll 10
    for (int i = 1; i <= N; i++)
        out[2 + i] = turn * z[i];
    out[13] = -(v * (turn * sum + z[1] * u[1] * r[1] * (w - out[3])));
    out[14] = 0;
}
