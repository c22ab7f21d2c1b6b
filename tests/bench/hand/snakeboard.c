/* tests/bench/hand/snakeboard.c -- hand-written code for the snakeboard.
 *
 * With I = J + 2 Jw, D = m r^2 cos(phi)^2 + I sin(phi)^2, T = tan(phi) and
 * N = (eta_u1 + eta_u2 sin(2 phi)) / (2 D) the motion is
 *
 *     x' = -r N cos(theta),  y' = -r N sin(theta),  theta' = -T N,  psi' = eta_u2 / Jr - theta',
 *     eta_u1' = -2 phi' (T eta_u1 + eta_u2 + I theta'),
 *
 * because the terms (2 D - I) T + ... in the rate of eta_u1 cancel; the rest are spring forces.
 */
void prepare(double *p);
void rhs(double t, const double *u, const double *x, const double *p, double *out);
void sincos(double, double *, double *);
double sin(double);

enum {
    M,
    R,
    J,
    JR,
    JW,
    A,
    B,
    W,
    K,
    C,
    INERTIA,
    TWICE,
    MINUS_R,
    PER_JR,
    PER_JW,
    MINUS_PER_JW,
    SLOPE
};

void prepare(double *p)
{
    p[INERTIA] = p[J] + 2 * p[JW];
    p[TWICE] = 2 * p[INERTIA];
    p[SLOPE] = 2 * p[M] * p[R] * p[R] - p[TWICE]; /* 2 D = TWICE + SLOPE cos(phi)^2 */
    p[MINUS_R] = -p[R];
    p[PER_JR] = 1 / p[JR];
    p[PER_JW] = 0.5 / p[JW];
    p[MINUS_PER_JW] = -1 / p[JW];
}

void rhs(double t, const double *u, const double *x, const double *p, double *out)
{
    double s, c, st, ct;
    (void)u;
    sincos(x[4], &s, &c);
    sincos(x[2], &st, &ct);
    const double wave = sin(p[W] * t);
    const double n = (x[5] + (x[6] + x[6]) * (s * c)) / (p[TWICE] + p[SLOPE] * (c * c));
    const double tangent = s / c, turn = tangent * n;
    const double back = p[MINUS_R] * n;
    const double psi = x[6] * p[PER_JR] + turn, phi = x[7] * p[PER_JW];
    out[0] = back * ct;
    out[1] = back * st;
    out[2] = -turn;
    out[3] = psi;
    out[4] = phi;
    out[5] = x[7] * p[MINUS_PER_JW] * (tangent * x[5] + x[6] - p[INERTIA] * turn);
    out[6] = p[K] * (p[B] * wave - x[3]) - p[C] * psi;
    out[7] = p[K] * (p[A] * wave - x[4]) - p[C] * phi;
}
