/* tests/unit/closed_form_motions.c -- motions known in closed form, at every row of a run. */
#include "runtime/rt.h"
#include "support/support.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>

enum { COLUMNS = 3, VELOCITIES = 2 };

/* Exact values at time t: columns, then velocities. */
struct answer {
    double at[COLUMNS + VELOCITIES];
};

struct closed {
    const char *name, *path, *params, *initial, *end;
    const char *column[COLUMNS];
    const char *velocity[VELOCITIES]; /* only a run in velocities has these columns */
    struct answer (*motion)(double t);
};

/* ---- skaters: m = 1.3, k = 0.7, start at (0.2, -0.1, 0.4) with v = 1.1 ---- */

static const double skater_m = 1.3, skater_k = 0.7, pull = 0.9;
static const double start_x = 0.2, start_y = -0.1, start_phi = 0.4, start_v = 1.1;

static struct answer circling(double t)
{
    const double w = 0.8, r = start_v / w, phi = start_phi + w * t;
    return (struct answer){{start_x + r * (sin(phi) - sin(start_phi)),
                            start_y - r * (cos(phi) - cos(start_phi)), phi, start_v, w}};
}

static struct answer gliding(double t)
{
    const double way = start_v * t;
    return (struct answer){
        {start_x + way * cos(start_phi), start_y + way * sin(start_phi), start_phi, start_v, 0}};
}

/* Velocity v = v0 - (lambda / (m w)) sin(phi); the path is its integral. */
static struct answer sliding(double t)
{
    const double w = 0.8, phi = start_phi + w * t, c = pull / (skater_m * w);
    const double v0 = start_v + c * sin(start_phi);
    const double x =
        v0 * (sin(phi) - sin(start_phi)) / w + c * (cos(2 * phi) - cos(2 * start_phi)) / (4 * w);
    const double y = -v0 * (cos(phi) - cos(start_phi)) / w - c * t / 2 +
                     c * (sin(2 * phi) - sin(2 * start_phi)) / (4 * w);
    return (struct answer){{start_x + x, start_y + y, phi, v0 - c * sin(phi), w}};
}

static struct answer braking(double t)
{
    const double a = -pull / skater_m * cos(start_phi), way = start_v * t + a * t * t / 2;
    return (struct answer){{start_x + way * cos(start_phi), start_y + way * sin(start_phi),
                            start_phi, start_v + a * t, 0}};
}

/* q = 0.8, B = 1.2, d = 0.3: v and k w turn into each other. */
static struct answer charged_skating(double t)
{
    const double w = 0.5, k = skater_k, nu = 0.8 * 1.2 * 0.3 / (skater_m * k);
    const double c = cos(nu * t), s = sin(nu * t);
    return (struct answer){{start_phi + w / nu * s - start_v / (k * nu) * (1 - c),
                            start_v * c + k * w * s, w * c - start_v / k * s}};
}

/* ---- balls, in the complex plane; m = 1.3, R = 0.7, k = 0.4, e = 0.8, B = 1.2 ---- */

static const double ball_m = 1.3, ball_r = 0.7, ball_k = 0.4, ball_eb = 0.8 * 1.2;

static double complex plane(double x, double y)
{
    return x + I * y;
}

/* x' = R f1, y' = -R f2 */
static double complex ball_velocity(double f1, double f2)
{
    return plane(ball_r * f1, -ball_r * f2);
}

static struct answer point(double complex z)
{
    return (struct answer){{creal(z), cimag(z)}};
}

/* The velocity rotates with the rate w. */
static double complex arc(double complex z, double complex v, double w, double t)
{
    return z + v * (cexp(I * w * t) - 1) / (I * w);
}

static double ball_inertia(void)
{
    return ball_m * (1 + ball_k * ball_k / (ball_r * ball_r));
}

static struct answer rolling(double t)
{
    return point(plane(0.2, -0.1) + ball_velocity(1, 0.5) * t);
}

static struct answer magnetic_rolling(double t)
{
    return point(arc(plane(0.2, -0.1), ball_velocity(1, 0.5), -ball_eb / ball_inertia(), t));
}

/* mu w^2 + e B w = m Omega^2 has two roots; Omega = 1.5 */
static struct answer bowl_rolling(double t)
{
    const double mu = ball_inertia(), half = ball_eb / (2 * mu);
    const double root = sqrt(half * half + ball_m * 1.5 * 1.5 / mu);
    const double w1 = -half + root, w2 = -half - root;
    const double complex z = plane(0.2, -0.1), v = ball_velocity(1, 0.5) / I;
    const double complex c1 = (v - w2 * z) / (w1 - w2);
    return point(c1 * cexp(I * w1 * t) + (z - c1) * cexp(I * w2 * t));
}

/* Any homogeneous ball: 2/7 of Omega = 3. */
static struct answer turntable(double t)
{
    return point(arc(plane(1, 0.5), plane(0.3, 0.6), 2.0 / 7 * 3, t));
}

/* With e B = 0.4 and I = 2/5 m R^2: (2/5 m Omega - e B) / (7/5 m), m = 1.3. */
static struct answer charged_turntable(double t)
{
    const double m = 1.3, w = (0.4 * m * 3 - 0.4) / (1.4 * m);
    return point(arc(plane(1, 0.5), plane(0.3, 0.6), w, t));
}

/* The field that cancels the effect of the table: e B = 2/5 m Omega. */
static struct answer straight_turntable(double t)
{
    return point(plane(1, 0.5) + plane(0.3, 0.6) * t);
}

/* ---- the sleigh: m = 1.3, J = 0.6, a = 0.4, from v = -0.5, w = 1.5 ---- */

static double gudermann(double x)
{
    return 2 * atan(tanh(x / 2));
}

static struct answer sleigh(double t)
{
    const double m = 1.3, a = 0.4, k = 0.6 + m * a * a, v0 = -0.5, w0 = 1.5;
    const double v = sqrt(v0 * v0 + k * w0 * w0 / m), w = v * sqrt(m / k), rate = m * a * v / k;
    const double s0 = atanh(v0 / v), s = s0 + rate * t;
    return (struct answer){
        {0.4 + w / rate * (gudermann(s) - gudermann(s0)), v * tanh(s), w / cosh(s)}};
}

/* ---- all of them ---- */

#define SKATER "x=0.2,y=-0.1,phi=0.4,v=1.1"
#define BALL "x=0.2,y=-0.1,f1=1,f2=0.5,f3=2"
#define TABLE "x=1,y=0.5,x'=0.3,y'=0.6,wz=0.7"
static const struct closed motions[] = {
    {"free skater",
     "models/skater_free.nh",
     "m=1.3,k=0.7",
     SKATER ",w=0.8",
     "10",
     {"x", "y", "phi"},
     {"v", "w"},
     circling},
    {"free skater, straight on",
     "models/skater_free.nh",
     "m=1.3,k=0.7",
     SKATER ",w=0",
     "10",
     {"x", "y", "phi"},
     {"v", "w"},
     gliding},
    {"skater on a slope",
     "models/skater_slope.nh",
     "m=1.3,k=0.7,lambda=0.9",
     SKATER ",w=0.8",
     "10",
     {"x", "y", "phi"},
     {"v", "w"},
     sliding},
    {"skater on a slope, straight on",
     "models/skater_slope.nh",
     "m=1.3,k=0.7,lambda=0.9",
     SKATER ",w=0",
     "5",
     {"x", "y", "phi"},
     {"v", "w"},
     braking},
    {"charged skater",
     "models/skater_magnetic.nh",
     "m=1.3,k=0.7,q=0.8,B=1.2,d=0.3",
     SKATER ",w=0.5",
     "10",
     {"phi"},
     {"v", "w"},
     charged_skating},
    {"free ball",
     "models/ball_free.nh",
     "m=1.3,R=0.7,k=0.4",
     BALL,
     "10",
     {"x", "y"},
     {NULL},
     rolling},
    {"charged ball",
     "models/ball_magnetic.nh",
     "m=1.3,R=0.7,k=0.4,e=0.8,B=1.2",
     BALL,
     "10",
     {"x", "y"},
     {NULL},
     magnetic_rolling},
    {"charged ball in a bowl",
     "models/ball_harmonic.nh",
     "m=1.3,R=0.7,k=0.4,e=0.8,B=1.2,Omega=1.5",
     BALL,
     "10",
     {"x", "y"},
     {NULL},
     bowl_rolling},
    {"turntable",
     "models/turntable_ball.nh",
     "m=1.3,Omega=3",
     TABLE,
     "10",
     {"x", "y"},
     {NULL},
     turntable},
    {"charged turntable",
     "models/charged_turntable_ball.nh",
     "m=1.3,Omega=3,e=0.5,B=0.8",
     TABLE,
     "10",
     {"x", "y"},
     {NULL},
     charged_turntable},
    {"turntable undone",
     "models/charged_turntable_ball.nh",
     "m=1,Omega=3,e=1,B=1.2",
     TABLE,
     "10",
     {"x", "y"},
     {NULL},
     straight_turntable},
    {"sleigh",
     "models/sleigh.nh",
     "m=1.3,J=0.6,a=0.4",
     "x=0,y=0,theta=0.4,v=-0.5,w=1.5",
     "10",
     {"theta"},
     {"v", "w"},
     sleigh},
};

static size_t names(const char *const *name, size_t n)
{
    size_t used = 0;
    while (used < n && name[used])
        used++;
    return used;
}

/* Method and form of a run. */
struct way {
    const char *form, *method, *tol;
    bool velocities;
    double within;
};

static void check_row(const struct closed *c, const char *where, const struct rows *rows,
                      size_t row, const struct way *way)
{
    const struct answer want = c->motion(tool_cell(rows, row, "t"));
    const size_t columns = names(c->column, COLUMNS);
    for (size_t i = 0; i < columns; i++)
        tool_near(where, c->column[i], tool_cell(rows, row, c->column[i]), want.at[i],
                  way->within * fmax(1, fabs(want.at[i])));
    for (size_t i = 0; way->velocities && i < names(c->velocity, VELOCITIES); i++)
        tool_near(where, c->velocity[i], tool_cell(rows, row, c->velocity[i]), want.at[columns + i],
                  way->within);
}

static void check_motion(const struct closed *c, const struct way *way)
{
    struct lab lab = lab_open();
    const struct question q = {.model = tool_without(lab.m, tool_file(lab.m, c->path), "init"),
                               .form = way->form,
                               .params = c->params,
                               .at = c->initial,
                               .end = c->end,
                               .step = way->tol ? "0.05" : "0.001",
                               .method = way->method,
                               .tol = way->tol};
    const struct rows rows = tool_rows(lab.m, &q);
    char where[128], end[EX_DOUBLE_ROOM];
    ex_double_show(tool_cell(&rows, rows.n - 1, "t"), end);
    ck_assert_str_eq(end, c->end);
    for (size_t i = 0; i < rows.n; i++) {
        snprintf(where, sizeof where, "%s, %s, row %zu", c->name, way->form, i);
        check_row(c, where, &rows, i, way);
    }
    lab_close(&lab);
}

static void check_motions(struct way way)
{
    for (size_t i = 0; i < COUNT(motions); i++)
        if (test_turn(i))
            check_motion(&motions[i], &way);
}

START_TEST(momenta_follow_closed_forms)
{
    check_motions((struct way){"dirac", "rk4", NULL, false, 1e-10});
}
END_TEST

START_TEST(velocities_follow_closed_forms)
{
    check_motions((struct way){"lagrangian", "rk38", NULL, true, 1e-10});
}
END_TEST

START_TEST(adaptive_methods_follow_closed_forms)
{
    for (size_t k = 0; k < rt_method_count; k++)
        if (rt_methods[k].adaptive) {
            check_motions((struct way){"dirac", rt_methods[k].name, "1e-14", false, 1e-11});
            check_motions((struct way){"lagrangian", rt_methods[k].name, "1e-14", true, 1e-11});
        }
}
END_TEST

/* Only rounding errors remain. */
START_TEST(series_follow_closed_forms)
{
    check_motions((struct way){"dirac", "taylor", "1e-15", false, 1e-14});
    check_motions((struct way){"lagrangian", "taylor", "1e-15", true, 1e-14});
    check_motions((struct way){"lagrangian", "taylor", "1e-6", true, 1e-6});
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {momenta_follow_closed_forms, velocities_follow_closed_forms,
                                  adaptive_methods_follow_closed_forms, series_follow_closed_forms};
    return test_run("closed", tests, COUNT(tests));
}
