/* tests/unit/analyses_against_closed_forms.c -- analyses, against closed forms and other programs.
 *
 * Equilibria, eigenvalues, Poincare sections, Lyapunov exponents, drift and time reversal.
 */
#include "gen/analyze/linear.h"
#include "gen/run/run.h"
#include "support/motion.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* ---- matrices ---- */

enum { N = 12 };

/* a = S D S^-1 for a random integer S with an integer inverse: elementary row operations, with the
 * inverse operations on columns, applied to D. */
static void hide(struct rng *r, double *a, size_t n, int steps)
{
    for (int k = 0; k < steps; k++) {
        const size_t i = rng_below(r, n), j = (i + 1 + rng_below(r, n - 1)) % n;
        const double by = rng_below(r, 2) ? 1 : -1;
        for (size_t c = 0; c < n; c++)
            a[i * n + c] += by * a[j * n + c];
        for (size_t c = 0; c < n; c++)
            a[c * n + j] -= by * a[c * n + i];
    }
}

static bool falls(const struct eigenvalue *e, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (e[i].re > e[i - 1].re)
            return false;
    return true;
}

/* Real eigenvalues and pairs, all different, with integer parts. */
START_TEST(eigenvalues_of_hidden_diagonals_are_found)
{
    struct rng r = rng_new(7);
    double worst = 0;
    for (size_t k = 0; k < test_scaled(4000); k++) {
        double a[N * N] = {0};
        struct eigenvalue want[N], got[N];
        const size_t n = 1 + rng_below(&r, N);
        for (size_t i = 0; i < n; i++) {
            const double re = 3 * (double)(n - i), im = 1 + (double)rng_below(&r, 5);
            a[i * n + i] = re;
            want[i] = (struct eigenvalue){re, 0};
            if (i + 1 < n && rng_below(&r, 2)) {
                a[(i + 1) * n + i + 1] = re;
                a[i * n + i + 1] = -im;
                a[(i + 1) * n + i] = im;
                want[i].im = im;
                want[i + 1] = (struct eigenvalue){re, -im};
                i++;
            }
        }
        if (n > 1)
            hide(&r, a, n, (int)rng_below(&r, 2 * n));
        ck_assert(base_eigenvalues(a, n, got));
        ck_assert(falls(got, n));
        for (size_t i = 0; i < n; i++)
            worst = fmax(worst, hypot(got[i].re - want[i].re, got[i].im - want[i].im));
    }
    REQUIRE(worst < 1e-8, "off by %g", worst);
}
END_TEST

/* Roots of (x - 1)(x - 2)...(x - n), and of x^n - 1. */
START_TEST(companions_have_the_roots_of_their_polynomials)
{
    for (size_t n = 2; n <= 8; n++) {
        double c[N] = {1}, a[N * N] = {0}, b[N * N] = {0};
        struct eigenvalue e[N];
        for (size_t k = 1; k <= n; k++) /* coefficients, highest first */
            for (size_t i = k; i > 0; i--)
                c[i] -= (double)k * c[i - 1];
        for (size_t i = 0; i < n; i++) {
            a[i] = -c[i + 1];
            if (i + 1 < n)
                a[(i + 1) * n + i] = b[(i + 1) * n + i] = 1;
        }
        b[n - 1] = 1;
        ck_assert(base_eigenvalues(a, n, e));
        for (size_t i = 0; i < n; i++)
            REQUIRE(fabs(e[i].re - (double)(n - i)) < 1e-6 && e[i].im == 0, "%zu: %g", n, e[i].re);
        ck_assert(base_eigenvalues(b, n, e)); /* needs exceptional shifts */
        for (size_t i = 0; i < n; i++)
            REQUIRE(fabs(hypot(e[i].re, e[i].im) - 1) < 1e-13, "%zu: %g", n, e[i].re);
        ck_assert(fabs(e[0].re - 1) < 1e-13);
    }
}
END_TEST

/* Jordan blocks lose digits, in proportion to their size; extreme scales have no effect. */
START_TEST(hard_matrices_do_no_harm)
{
    for (size_t n = 2; n <= 6; n++) {
        double a[N * N] = {0};
        struct eigenvalue e[N];
        for (size_t i = 0; i < n; i++) {
            a[i * n + i] = 2;
            if (i + 1 < n)
                a[i * n + i + 1] = 1;
        }
        struct rng r = {n};
        hide(&r, a, n, 6);
        ck_assert(base_eigenvalues(a, n, e));
        for (size_t i = 0; i < n; i++)
            ck_assert(hypot(e[i].re - 2, e[i].im) < 20 * pow(1e-15, 1 / (double)n));
    }
    for (int power = -1000; power <= 1000; power += 500) {
        double a[] = {0, ldexp(1, power), ldexp(-4, power), 0};
        struct eigenvalue e[2];
        ck_assert(base_eigenvalues(a, 2, e));
        ck_assert(e[0].re == 0 && fabs(e[0].im / ldexp(2, power) - 1) < 1e-15);
    }
    double zero[9] = {0}, bad[4] = {1, NAN, 0, 1}, far[4] = {1, INFINITY, 0, 1};
    struct eigenvalue e[3];
    ck_assert(base_eigenvalues(zero, 3, e) && e[0].re == 0 && e[2].re == 0);
    ck_assert(!base_eigenvalues(bad, 2, e) && !base_eigenvalues(far, 2, e));
    ck_assert(base_eigenvalues(zero, 0, e));
}
END_TEST

/* The columns of a are orthogonal, with lengths `size` (NULL: 1). */
static void expect_orthogonal(const double *a, size_t rows, size_t cols, const double *size)
{
    for (size_t i = 0; i < cols; i++)
        for (size_t j = 0; j < cols; j++) {
            double sum = 0;
            for (size_t l = 0; l < rows; l++)
                sum += a[l * cols + i] * a[l * cols + j];
            const double want = i != j ? 0 : size ? size[i] * size[i] : 1;
            REQUIRE(fabs(sum - want) < 1e-13, "columns %zu and %zu: %g", i, j, sum);
        }
}

START_TEST(singular_values_make_the_matrix_again)
{
    struct rng r = rng_new(3);
    for (size_t k = 0; k < test_scaled(2000); k++) {
        const size_t rows = 1 + rng_below(&r, 8), cols = 1 + rng_below(&r, 8);
        double a[64] = {0}, u[64], s[8], v[64];
        for (size_t i = 0; i < rows * cols; i++)
            a[i] = rng_below(&r, 3) ? rng_double(&r, -2, 2) : 0;
        memcpy(u, a, sizeof u);
        base_singular_values(u, rows, cols, s, v);
        for (size_t i = 0; i < rows * cols; i++) {
            double sum = 0;
            for (size_t l = 0; l < cols; l++)
                sum += u[i / cols * cols + l] * v[i % cols * cols + l];
            REQUIRE(fabs(sum - a[i]) < 1e-13, "off by %g", sum - a[i]);
        }
        expect_orthogonal(v, cols, cols, NULL);
        expect_orthogonal(u, rows, cols, s);
        for (size_t i = 1; i < cols; i++)
            ck_assert(s[i] <= s[i - 1]);
    }
}
END_TEST

/* ---- questions ---- */

static const struct jnode *ask(struct mem *m, const char *model, const char *what, const char *more,
                               const char *option, const char *value)
{
    const char *words[12];
    size_t n = 0;
    words[n++] = "analyze";
    words[n++] = strchr(model, '\n') ? "-" : model;
    words[n++] = what;
    if (more)
        words[n++] = more;
    words[n++] = "--json";
    for (; option; option = NULL) {
        words[n++] = option;
        words[n++] = value;
    }
    words[n] = NULL;
    const struct told t = tool_run(m, strchr(model, '\n') ? model : NULL, words);
    const struct jnode *out = json_read(m, t.out);
    REQUIRE(t.code <= 1 && out, "%s %s: exit code %d\n%s", model, what, t.code, t.err);
    return out;
}

static double state_of(const struct jnode *point, const char *name)
{
    return json_number(json_need(json_need(point, "state"), name), name);
}

/* Real or imaginary part of the i-th eigenvalue. */
static double part(const struct jnode *linear, size_t i, size_t imaginary)
{
    const struct jnode *e = json_at(json_need(linear, "eigenvalues"), i);
    ck_assert_ptr_nonnull(e);
    return json_number(json_at(e, imaginary), "eigenvalue");
}

static bool says(const struct jnode *linear, const char *stability)
{
    return strcmp(json_need(linear, "stability")->text, stability) == 0;
}

#define PENDULUM                                                                                   \
    "coords th\nparam l = 2, g = 9.81, m = 3, c = 0\nmetric m l^2 dth^2\n"                         \
    "potential -m g l cos(th)\ninit th = 0.4, th' = 1\n"
#define DAMPED PENDULUM "dissipation 1/2 c dth^2\n"

START_TEST(a_pendulum_hangs_or_stands)
{
    struct lab l = lab_open();
    const struct jnode *all = json_need(ask(l.m, PENDULUM, "equilibria", NULL, NULL, NULL), "rest");
    const double w = sqrt(9.81 / 2);
    ck_assert_uint_eq(all->n, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct jnode *e = json_at(all, i);
        const bool hangs = fabs(state_of(e, "th")) < 1;
        tool_near("pendulum", "th", state_of(e, "th"), hangs ? 0 : acos(-1), 1e-12);
        tool_near("pendulum", "momentum", state_of(e, "eta_u1"), 0, 1e-12);
        tool_near("pendulum", "eigenvalue", part(e, 0, hangs), w, 1e-12);
        tool_near("pendulum", "eigenvalue", part(e, 1, hangs), -w, 1e-12);
        tool_near("pendulum", "eigenvalue", part(e, 0, !hangs), 0, 0);
        ck_assert(says(e, hangs ? "stable" : "unstable")); /* by its energy */
    }
    /* e^2 + c/(m l^2) e + g/l */
    const struct jnode *damped =
        ask(l.m, DAMPED "set damped : c = 6, th = 0, th' = 0\n", "lin", NULL, "--set", "damped");
    tool_near("pendulum", "damping", part(damped, 0, 0), -0.25, 1e-12);
    tool_near("pendulum", "frequency", part(damped, 0, 1), sqrt(w * w - 0.0625), 1e-12);
    ck_assert(says(damped, "stable"));
    lab_close(&l);
}
END_TEST

/* v > 0: the mass is ahead of the blade. */
START_TEST(a_sleigh_is_stable_one_way_only)
{
    static const double at[][4] = {/* m, J, a, v */
                                   {1, 0.5, 0.3, 1},
                                   {1, 0.5, 0.3, -1},
                                   {2, 0.25, 0.125, 3},
                                   {2, 0.25, 0.125, -0.5}};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(at); i++) {
        const double m = at[i][0], J = at[i][1], a = at[i][2], v = at[i][3];
        struct mem_text p = mem_text(l.m), s = mem_text(l.m);
        tool_assign(&p, "m", m);
        tool_assign(&p, "J", J);
        tool_assign(&p, "a", a);
        mem_put(&s, "x=1,y=2,theta=0.7,w=0");
        tool_assign(&s, "v", v);
        const char *words[] = {"analyze", "models/sleigh.nh", "lin",  "--json", "-p",
                               p.text,    "--state",          s.text, NULL};
        const struct jnode *e = json_read(l.m, tool_run(l.m, NULL, words).out);
        const double want = -m * a * v / (J + m * a * a);
        ck_assert_ptr_nonnull(e);
        ck_assert_uint_eq(json_need(e, "eigenvalues")->n, 2);
        tool_near("sleigh", "eigenvalue", part(e, v > 0, 0), want, 1e-12);
        tool_near("sleigh", "zero", part(e, v < 0, 0), 0, 0);
        ck_assert(says(e, v > 0 ? "stable" : "unstable"));
        ck_assert_uint_eq((size_t)json_number(json_need(e, "family"), "family"), 1);
        ck_assert_uint_eq(json_need(e, "free")->n, 3);
    }
    const struct jnode *all = ask(l.m, "models/sleigh.nh", "eq", NULL, NULL, NULL);
    ck_assert_uint_eq(json_need(all, "rest")->n, 1);
    /* two zeros and a family of dimension 1: only the energy decides */
    const struct jnode *rest = json_at(json_need(all, "rest"), 0);
    tool_near("sleigh", "family", json_number(json_need(rest, "family"), ""), 1, 0);
    ck_assert(says(rest, "stable") && strstr(json_need(rest, "verdict")->text, "energy"));
    /* the line w = 0, once on each side */
    const struct jnode *steady = json_need(all, "steady");
    ck_assert_uint_eq(steady->n, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct jnode *e = json_at(steady, i);
        ck_assert(says(e, state_of(e, "eta_v") > 0 ? "stable" : "unstable"));
        tool_near("sleigh", "eta_w", state_of(e, "eta_w"), 0, 0);
        ck_assert_str_eq(json_need(e, "exact")->text, "eta_v");
        tool_near("sleigh", "group", json_number(json_need(e, "group"), ""), 1, 0);
    }
    lab_close(&l);
}
END_TEST

/* Upright and straight on: (J + m R^2) e^2 = m g R - (I + m R^2) I w^2 / J, for the disk of the
 * model with axial inertia I: stable to first order from w^2 = m g R J / (I (I + m R^2)) on. */
START_TEST(a_disk_stands_when_it_is_fast)
{
    static const double speed[] = {0, 1, 2.5, 2.557, 2.558, 3, 8, -8};
    const double m = 1, R = 0.5, g = 9.81, I = 0.125, J = 0.0625;
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(speed); i++) {
        const double w = speed[i];
        const double square = (m * g * R - (I + m * R * R) * I * w * w / J) / (J + m * R * R);
        struct mem_text s = mem_text(l.m);
        mem_put(&s, "x=0,y=0,phi=0.3,theta=0,psi=0,phi'=0,theta'=0");
        tool_assign(&s, "psi'", w);
        const struct jnode *e = ask(l.m, "models/rolling_disk.nh", "lin", NULL, "--state", s.text);
        ck_assert_uint_eq(json_need(e, "eigenvalues")->n, 4);
        const bool falls_over = square > 0;
        const size_t first = falls_over ? 0 : 2; /* behind the zeros */
        tool_near("disk", "eigenvalue", part(e, first, !falls_over), sqrt(fabs(square)), 1e-6);
        tool_near("disk", "its real part", part(e, first, falls_over), 0, 1e-6);
        ck_assert(says(e, falls_over ? "unstable" : "open"));
    }
    lab_close(&l);
}
END_TEST

/* The upright disk at rest falls in every form, also where constraints restrict the states; the
 * dimensions of families are possible. */
START_TEST(forms_agree_on_how_it_falls)
{
    static const char *const form[] = {"dirac", "gyro", "lagrangian", "lagrange-dirac",
                                       "projector"};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(form); i++) {
        if (!test_turn(i))
            continue;
        const struct jnode *e =
            ask(l.m, "models/rolling_disk.nh", "equilibria", NULL, "--form", form[i]);
        const struct jnode *rest = json_need(e, "rest");
        ck_assert_uint_eq(rest->n, 2);
        for (size_t k = 0; k < rest->n; k++) {
            const bool up = fabs(state_of(json_at(rest, k), "theta")) < 1;
            const size_t last = json_need(json_at(rest, k), "eigenvalues")->n - 1;
            tool_near(form[i], "rate", -part(json_at(rest, k), last, !up),
                      sqrt(9.81 * 0.5 / 0.3125), 1e-9);
            REQUIRE(json_number(json_need(json_at(rest, k), "dimension"), "") <= 2, "%s", form[i]);
        }
    }
    lab_close(&l);
}
END_TEST

/* No equilibrium on a slope; every state of a free particle; results are within ranges. */
START_TEST(there_may_be_none_or_many)
{
    struct lab l = lab_open();
    const struct jnode *e =
        ask(l.m, "coords x\nmetric dx^2\npotential x\n", "eq", NULL, NULL, NULL);
    ck_assert_uint_eq(json_need(e, "rest")->n + json_need(e, "steady")->n, 0);
    e = ask(l.m, "coords x, y\nmetric dx^2 + dy^2\n", "eq", NULL, NULL, NULL);
    ck_assert_uint_eq(json_need(e, "rest")->n, 1);
    ck_assert_uint_eq(json_need(e, "steady")->n, 1);
    e = ask(l.m, "coords r in 0.1 .. 5\nmetric dr^2\npotential 1/r^2 - 1/r\n", "eq", NULL, "-i",
            "r=1");
    ck_assert_uint_eq(json_need(e, "rest")->n, 1);
    ck_assert_str_eq(json_need(json_at(json_need(e, "rest"), 0), "exact")->text, "");
    tool_near("well", "r", state_of(json_at(json_need(e, "rest"), 0), "r"), 2, 1e-9);
    e = ask(l.m, "coords x in -2 .. 2\nmetric dx^2\npotential x^4/4 - x^2/2\n", "eq", NULL, NULL,
            NULL);
    ck_assert_uint_eq(json_need(e, "rest")->n, 3);
    /* 1/2 is an equilibrium for this k only */
    e = ask(l.m, "coords x\nparam k = 2\nmetric dx^2\npotential 1/2 k x^2 - x\n", "eq", NULL, NULL,
            NULL);
    ck_assert_int_eq(json_need(json_at(json_need(e, "rest"), 0), "exact")->kind, JSON_NULL);
    e = ask(l.m, "coords x\nmetric dx^2\npotential 1/x\n", "eq", NULL, "-i", "x=1");
    ck_assert_uint_eq(json_need(e, "rest")->n, 0); /* only at infinity */
    /* a bead on a circle, by a holonomic constraint: stable below, unstable above */
    e = ask(l.m,
            "coords x, y\nparam g = 9.81\nmetric dx^2 + dy^2\npotential g y\n"
            "holonomic x^2 + y^2 = 4\ninit x = 2, y ~ 0\n",
            "eq", NULL, NULL, NULL);
    const struct jnode *rest = json_need(e, "rest");
    ck_assert_uint_eq(rest->n, 2);
    for (size_t i = 0; i < 2; i++) {
        const bool below = state_of(json_at(rest, i), "y") < 0;
        tool_near("bead", "y", state_of(json_at(rest, i), "y"), below ? -2 : 2, 1e-9);
        ck_assert_uint_eq(json_need(json_at(rest, i), "eigenvalues")->n, 2);
        tool_near("bead", "eigenvalue", part(json_at(rest, i), 0, below), sqrt(9.81 / 2), 1e-9);
    }
    /* values with six digits are moved to the steady motion; less accurate ones are not */
    e = ask(l.m, "models/rolling_disk.nh", "lin", NULL, "-i",
            "theta=-0.119171,eta_u1=0.0882995,eta_u2=0,eta_u3=1.03548");
    ck_assert(json_need(e, "steady")->kind == JSON_TRUE);
    tool_near("disk", "theta", state_of(e, "theta"), -0.119171, 1e-5);
    e = ask(l.m, "models/rolling_disk.nh", "lin", NULL, "-i", "theta=-0.2");
    ck_assert(json_need(e, "steady")->kind == JSON_FALSE);
    /* a skater on a slope is held by reactions: its energy has no minimum there */
    e = ask(l.m, "models/skater_slope.nh", "lin", NULL, "-i", "phi=pi/2,v=0,w=0");
    ck_assert(!says(e, "stable"));
    lab_close(&l);
}
END_TEST

/* A and B of a cart with an upright pendulum, in closed form, with an input. */
START_TEST(control_gets_its_matrices)
{
    static const char cart[] = "coords s, th\nparam M = 2, m = 0.5, l = 1.5, g = 9.81\n"
                               "input F = 0\nlagrangian 1/2 (M + m) s'^2 + m l s' th' cos(th) + "
                               "1/2 m l^2 th'^2 - m g l cos(th)\nforce s = F\n";
    const double M = 2, m = 0.5, len = 1.5, g = 9.81;
    struct lab l = lab_open();
    const char *words[] = {"analyze", "-",       "lin",      "--form", "lagrangian",
                           "--json",  "--state", "s=0,th=0", NULL};
    const struct told t = tool_run(l.m, cart, words);
    const struct jnode *e = json_read(l.m, t.out);
    REQUIRE(e, "%s", t.err);
    const struct jnode *A = json_need(e, "A"), *B = json_need(e, "B");
    ck_assert_str_eq(json_at(json_need(e, "inputs"), 0)->text, "F");
    tool_near("cart", "A", json_number(json_at(json_at(A, 2), 1), "A"), -m * g / M, 1e-12);
    tool_near("cart", "A", json_number(json_at(json_at(A, 3), 1), "A"), (M + m) * g / (M * len),
              1e-12);
    tool_near("cart", "B", json_number(json_at(json_at(B, 2), 0), "B"), 1 / M, 1e-12);
    tool_near("cart", "B", json_number(json_at(json_at(B, 3), 0), "B"), -1 / (M * len), 1e-12);
    lab_close(&l);
}
END_TEST

/* Differences and NumPy, see support/linear.py. */
START_TEST(linear_parts_agree_with_differences)
{
    static const char lines[] =
        "models/sleigh.nh x=0.1,y=0.2,theta=0.3,v=1,w=2\n"
        "models/skater_magnetic.nh x=0.1,y=0.2,phi=0.3,v=1,w=2\n"
        "models/rolling_disk.nh x=0,y=0,phi=0.2,theta=0.3,psi=0.4,phi'=1,theta'=0.5,psi'=3\n"
        "models/snakeboard.nh x=0,y=0,theta=0.2,psi=0.1,phi=0.4,u1=0.3,u2=0.2,u3=0.1\n"
        "models/ball_magnetic.nh x=0.1,y=0.2,wx=0.4,wy=1,wz=2\n"
        "models/g4.nh q1=0.1,q2=0.2,q3=0.3,q4=0.4\n"
        "models/vakonomic_particle.nh x=0.1,y=0.2,z=0.3,x'=1,y'=0.2,lambda1=0.5\n"
        "tests/models/rattleback.nh "
        "x=0,y=0,phi=0.1,theta=0.3,psi=0.4,phi'=0.2,theta'=-0.3,psi'=1.5\n";
    if (!test_whole())
        return;
    fflush(stdout);
    FILE *pipe = /* NOLINTNEXTLINE(cert-env33-c): the independent check is a program */
        popen("/usr/bin/python3 tests/unit/support/linear.py", "w");
    ck_assert_ptr_nonnull(pipe);
    fputs(lines, pipe);
    const int status = pclose(pipe);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "NumPy disagrees, see above");
}
END_TEST

/* ---- along runs ---- */

#define OSCILLATORS                                                                                \
    "coords x, y\nmetric dx^2 + dy^2\npotential 1/2 (9 x^2 + 2 y^2)\n"                             \
    "init x = 0, y = 1, x' = 1, y' = 0.5\nrun tol = 1e-12\n"

START_TEST(sections_are_where_they_must_be)
{
    struct lab l = lab_open();
    const double period = 2 * acos(-1) / 3;
    const struct jnode *e = ask(l.m, OSCILLATORS, "section", "x rising", "-t", "20");
    const struct jnode *rows = json_need(e, "rows");
    ck_assert_uint_eq(rows->n, 9);
    for (size_t i = 0; i < rows->n; i++) {
        const double t = period * (double)(i + 1), w = sqrt(2);
        tool_near("section", "t", json_number(json_at(json_at(rows, i), 0), "t"), t, 1e-10);
        tool_near("section", "x", json_number(json_at(json_at(rows, i), 1), "x"), 0, 1e-10);
        tool_near("section", "y", json_number(json_at(json_at(rows, i), 2), "y"),
                  cos(w * t) + 0.5 / w * sin(w * t), 1e-9);
    }
    tool_near("section", "return", json_number(json_need(e, "return_time"), ""), period, 1e-10);
    tool_near("section", "period", json_number(json_need(e, "period"), ""), 0, 0);
    /* both ways, another level, one that repeats, and none */
    e = ask(l.m, OSCILLATORS, "section", "x", "-t", "20");
    ck_assert_uint_eq(json_need(e, "rows")->n, 19);
    e = ask(l.m, "coords x\nmetric dx^2\npotential 1/2 x^2\ninit x = 1\n", "section",
            "x' = 0.5 falling", "-t", "50");
    tool_near("section", "period", json_number(json_need(e, "period"), ""), 1, 0);
    tool_near("section", "return", json_number(json_need(e, "return_time"), ""), 2 * acos(-1),
              1e-7);
    e = ask(l.m, OSCILLATORS, "section", "x = 2", "-t", "20");
    ck_assert_uint_eq(json_need(e, "rows")->n, 0);
    lab_close(&l);
}
END_TEST

/* x' = v, v' = -k x - c v: the real parts of both roots; a hyperbola; and a sum that is checked. */
START_TEST(exponents_of_linear_motions_are_their_real_parts)
{
    struct lab l = lab_open();
    const struct jnode *e =
        ask(l.m, "coords x\nmetric dx^2\npotential x^2\ndissipation 3/2 dx^2\ninit x = 1\n", "lyap",
            NULL, "-t", "60");
    const struct jnode *at = json_need(e, "exponents"); /* x^2 + 3 x + 2 */
    tool_near("exponent", "1", json_number(json_at(at, 0), ""), -1, 0.03);
    tool_near("exponent", "2", json_number(json_at(at, 1), ""), -2, 0.03);
    tool_near("exponent", "sum", json_number(json_need(e, "sum"), ""), -3, 1e-9);
    tool_near("exponent", "divergence", json_number(json_need(e, "divergence"), ""), -3, 1e-9);
    e = ask(l.m, "coords x\nmetric dx^2\npotential -2 x^2\ninit x = 1e-9\n", "lyap", NULL, "-t",
            "10");
    at = json_need(e, "exponents");
    tool_near("exponent", "1", json_number(json_at(at, 0), ""), 2, 0.1);
    tool_near("exponent", "2", json_number(json_at(at, 1), ""), -2, 0.1);
    tool_near("exponent", "sum", json_number(json_need(e, "sum"), ""), 0, 1e-7);
    /* Henon and Heiles near energy 1/6: 0.13 or so, and opposite exponents in pairs */
    static const char heiles[] = "coords x, y\nmetric dx^2 + dy^2\n"
                                 "potential 1/2 (x^2 + y^2) + x^2 y - y^3/3\n"
                                 "init x = 0, y = -0.15, x' = 0.55, y' = 0\n";
    e = ask(l.m, heiles, "lyap", NULL, "-t", "600");
    at = json_need(e, "exponents");
    tool_near("exponent", "chaos", json_number(json_at(at, 0), ""), 0.13, 0.02);
    tool_near("exponent", "pair", json_number(json_at(at, 3), ""), -0.13, 0.02);
    tool_near("exponent", "none", json_number(json_at(at, 1), ""), 0, 0.01);
    tool_near("exponent", "sum", json_number(json_need(e, "sum"), ""), 0, 1e-9);
    lab_close(&l);
}
END_TEST

static const struct jnode *row_of(const struct jnode *drift, const char *method)
{
    const struct jnode *all = json_need(drift, "methods");
    for (size_t i = 0; i < all->n; i++)
        if (strcmp(json_need(json_at(all, i), "method")->text, method) == 0)
            return json_at(all, i);
    ck_abort_msg("no %s", method);
}

START_TEST(methods_drift_as_they_do)
{
    struct lab l = lab_open();
    const struct jnode *e = ask(l.m, "models/sleigh.nh", "drift", NULL, "-t", "10");
    ck_assert_uint_eq(json_need(e, "methods")->n, rt_method_count);
    const struct jnode *kept = row_of(e, "discrete"), *euler = row_of(e, "euler");
    ck_assert(json_number(json_need(kept, "drift"), "") <=
              json_number(json_need(kept, "rounding"), ""));
    ck_assert(json_number(json_need(euler, "drift"), "") > 1e-4);
    ck_assert(fabs(json_number(json_need(euler, "trend"), "")) * 10 <
              2 * json_number(json_need(euler, "drift"), ""));
    /* x'' = -x by Euler: the energy grows by 1 + h^2 in each step */
    e = ask(l.m, "coords x\nmetric dx^2\npotential 1/2 x^2\ninit x = 1\nrun t = 1, dt = 0.01\n",
            "drift", NULL, "--method", "euler");
    ck_assert_uint_eq(json_need(e, "methods")->n, 1);
    tool_near("euler", "energy", json_number(json_need(row_of(e, "euler"), "drift"), ""),
              0.5 * (pow(1.0001, 100) - 1), 1e-12);
    e = ask(l.m, "models/turntable_ball.nh", "drift", NULL, "-t", "2");
    ck_assert_str_eq(json_need(e, "kept")->text, "moving");
    e = ask(l.m, DAMPED "set x : c = 1\n", "drift", NULL, "--set", "x");
    ck_assert_int_eq(json_need(e, "kept")->kind, JSON_NULL);
    lab_close(&l);
}
END_TEST

START_TEST(some_laws_can_be_turned_round)
{
    static const struct {
        const char *model;
        bool reversible;
    } rows[] = {{"models/sleigh.nh", true},           {"models/skater_slope.nh", true},
                {"models/skater_magnetic.nh", false}, {"models/friction_sleigh.nh", false},
                {"models/fourbar.nh", true},          {"models/turntable_ball.nh", false}};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct jnode *e = ask(l.m, rows[i].model, "reverse", NULL, "-t", "2");
        REQUIRE((json_need(e, "reversible")->kind == JSON_TRUE) == rows[i].reversible, "%s",
                rows[i].model);
        REQUIRE(json_number(json_need(e, "error"), "") < 1e-6, "%s", rows[i].model);
    }
    /* an unstable motion: errors grow by exp(2 t), forward and back */
    const struct jnode *e = ask(l.m, "coords x\nmetric dx^2\npotential -2 x^2\ninit x = 1\n",
                                "reverse", NULL, "-t", "10");
    ck_assert(json_number(json_need(e, "error"), "") > 1e-6);
    lab_close(&l);
}
END_TEST

/* A motion known in closed form, from 2 back to 0, by every applicable method. */
START_TEST(back_is_the_way_it_came)
{
    for (size_t i = 0; i < rt_method_count; i++) {
        const struct rt_method *m = &rt_methods[i];
        double x[3], want[3], work[20000];
        struct backward b;
        if (!run_can_go_back(&motion_driven, m) || m->needs >> RT_bivector & 1 || m->order < 4)
            continue;
        motion_driven_at(2, x);
        motion_driven_at(0, want);
        run_backward(&b, &motion_driven, 2);
        struct rt_task task = {.method = m, .model = &b.model, .span = {0, 2, 0.01}, .rel = 1e-10};
        REQUIRE(rt_work(&task) <= COUNT(work), "%zu", rt_work(&task));
        ck_assert_int_eq(rt_run(&task, x, work, NULL), RT_OK);
        for (size_t k = 0; k < 3; k++)
            tool_near(m->name, "back", x[k], want[k], 1e-7);
    }
}
END_TEST

/* ---- everything else ---- */

static void ask_all(const char *path)
{
    static const char *const what[] = {"eq", "lin", "lyap", "drift", "reverse"};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(what); i++) {
        const char *words[] = {"analyze", path, what[i], "-t", "0.1", "--json", NULL};
        const struct told t = tool_run(l.m, NULL, words);
        REQUIRE(t.code <= 1 || t.code == EXIT_MODEL, "%s %s: %d\n%s", path, what[i], t.code, t.err);
        REQUIRE(t.code == EXIT_MODEL || json_read(l.m, t.out) || *t.err, "%s %s", path, what[i]);
    }
    lab_close(&l);
}

START_TEST(every_model_can_be_asked)
{
    each_model(ask_all, test_whole() ? 4 : 13);
}
END_TEST

/* Every row of a sweep is the last row of a run with these values. */
START_TEST(sweeps_are_many_runs)
{
    static const char *const p[] = {"m=1,k=0.25", "m=1,k=0.5", "m=1,k=0.75"};
    static const char *const w[] = {"w=-1,v=0.5", "w=1,v=0.5"};
    struct lab l = lab_open();
    const char *words[] = {"sweep", "models/skater_slope.nh", "-p", "m=1,k=1/4:3/4:1/4",
                           "-i",    "w=-1:1:2,v=0.5",         "-t", "3",
                           NULL};
    const struct told t = tool_run(l.m, NULL, words);
    REQUIRE(t.code == 0, "%s", t.err);
    const char *at = strchr(t.out, '\n') + 1;
    ck_assert(strncmp(t.out, "k,w,t,x,y,phi,eta_v,eta_w,energy\n", 33) == 0);
    for (size_t i = 0; i < COUNT(p) * COUNT(w); i++, at += strcspn(at, "\n") + 1) {
        const char *one[] = {
            "run", "models/skater_slope.nh", "-q", "-t", "3", "-p", p[i / COUNT(w)],
            "-i",  w[i % COUNT(w)],          NULL};
        const char *out = tool_run(l.m, NULL, one).out;
        const char *last = out + strlen(out) - 1;
        while (last > out && last[-1] != '\n')
            last--;
        const char *row = strchr(strchr(at, ',') + 1, ',') + 1; /* after the values */
        REQUIRE(strncmp(row, last, strlen(last)) == 0, "%s%s", row, last);
    }
    ck_assert_int_eq(*at, 0);
    lab_close(&l);
}
END_TEST

START_TEST(the_examples_of_the_table_work)
{
    struct lab l = lab_open();
    for (int i = 0; i < ANALYSIS_COUNT; i++) {
        const char *example = base_text(l.m, "%s", analyze_rows[i].example);
        const char *words[] = {
            "-c", base_text(l.m, "${NOSLIP_BIN:-build/noslip}%s", example + strlen("noslip")),
            NULL};
        const struct told t = tool_call(l.m, "/bin/sh", NULL, words);
        REQUIRE(t.code == 0 && *t.out, "%s: %d %s", example, t.code, t.err);
        ck_assert_int_eq(analyze_find(analyze_rows[i].brief), i);
    }
    lab_close(&l);
}
END_TEST

START_TEST(wrong_questions_get_help)
{
    static const struct {
        const char *word[7];
        const char *says;
    } rows[] = {
        {{"analyze", "models/sleigh.nh"}, "needs to know what is asked"},
        {{"analyze", "models/sleigh.nh", "equilibrai"}, "did you mean 'equilibria'"},
        {{"analyze", "models/sleigh.nh", "section"}, "needs to know what vanishes"},
        {{"analyze", "models/sleigh.nh", "section", "1 +"}, "section:1:"},
        {{"analyze", "models/sleigh.nh", "section", "qq"}, "qq"},
        {{"analyze", "models/sleigh.nh", "section", "m"}, "never changes"},
        {{"analyze", "models/sleigh.nh", "drift", "x"}, "takes nothing more"},
        {{"analyze", "models/sleigh.nh", "lyap", "-t", "0"}, "need some time"},
        {{"analyze", "models/sleigh.nh", "drift", "--input", "f.csv"}, "files are for 'run'"},
        {{"analyze", "models/sleigh.nh", "eq", "-o", "f.csv"}, "-o is for rows of a section"},
        {{"analyze", "models/sleigh.nh", "section", "x", "-o-", "--json"}, "cannot both"},
        {{"sweep", "models/sleigh.nh"}, "there is no range"},
        {{"sweep", "models/sleigh.nh", "-p", "m=1:2"}, "has no step"},
        {{"sweep", "models/sleigh.nh", "-p", "m=1:2:0"}, "never lead"},
        {{"sweep", "models/sleigh.nh", "-p", "m=1:2:-1"}, "never lead"},
        {{"sweep", "models/sleigh.nh", "-p", "m=1:1e9:1"}, "more than"},
        {{"sweep", "models/sleigh.nh", "-p", "mm=1:2:1"}, "no parameter 'mm'"},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct told t = tool_run(l.m, NULL, rows[i].word);
        REQUIRE(t.code == EXIT_USAGE && strstr(t.err, rows[i].says), "%s: %d %s", rows[i].says,
                t.code, t.err);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {eigenvalues_of_hidden_diagonals_are_found,
                                  companions_have_the_roots_of_their_polynomials,
                                  hard_matrices_do_no_harm,
                                  singular_values_make_the_matrix_again,
                                  a_pendulum_hangs_or_stands,
                                  a_sleigh_is_stable_one_way_only,
                                  a_disk_stands_when_it_is_fast,
                                  forms_agree_on_how_it_falls,
                                  there_may_be_none_or_many,
                                  control_gets_its_matrices,
                                  linear_parts_agree_with_differences,
                                  sections_are_where_they_must_be,
                                  exponents_of_linear_motions_are_their_real_parts,
                                  methods_drift_as_they_do,
                                  some_laws_can_be_turned_round,
                                  back_is_the_way_it_came,
                                  every_model_can_be_asked,
                                  sweeps_are_many_runs,
                                  the_examples_of_the_table_work,
                                  wrong_questions_get_help};
    return test_run("analyze", tests, COUNT(tests));
}
