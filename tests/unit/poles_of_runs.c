/* tests/unit/poles_of_runs.c -- runs end before poles of their equations, and say what happens.
 *
 * Frames that degenerate at simple and double zeros, constraints that become dependent, metrics
 * that become singular: by every kind of method. Times are closed forms. */
#include "gen/base/base.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

#define FREE "metric dx^2 + dy^2 + dth^2\n"
#define LINE "constraint dy = 0 dx\ninit x = 1, y = 0, x' = -1\nrun t = 2, dt = 0.01\n"

static const char *const methods[] = {"dop853", "dopri5", "taylor",   "rk4",
                                      "gauss2", "gauss3", "discrete4"};

/* clang-format off */
static const struct {
    const char *model, *form;
    double near, within; /* the time of the pole; methods with fixed steps are that far from it */
    const char *says;
} rows[] = {
    /* frames: th = 0.3 + t */
    {"coords x, y, th\n" FREE "frame u = d_x + tan(th) d_y\n w = d_th\n"
     "init x = 0, y = 0, th = 0.3, u = 1, w = 1\nrun t = 2, dt = 0.01", NULL,
     1.2707963267948966, 0.05, "the chosen frame degenerates at cos(th) = 0"},
    {"coords x, y, th\n" FREE "frame u = (1 - sin(th)) (cos(th) d_x + sin(th) d_y)\n w = d_th\n"
     "init x = 0, y = 0, th = 0.3, u = 1, w = 1\nrun t = 2, dt = 0.01", NULL,
     1.2707963267948966, 0.12, "the chosen frame degenerates at "},
    {"coords x, y, th\n" FREE "frame u = cos(th)^2 d_x + cos(th)^3 d_y\n w = d_th\n"
     "init x = 0, y = 0, th = 0.3, u = 1, w = 1\nrun t = 2, dt = 0.01", "gyro",
     1.2707963267948966, 0.05, "the chosen frame degenerates at cos(th) = 0"},
    {"coords x, y, th\n" FREE "frame u = (x^2 - 1) d_x\n w = d_th\ncomplement s = d_y\n"
     "init x = 0, y = 0, th = 0, x' = 1, th' = 0\nrun t = 2, dt = 0.01", "lagrangian",
     1, 0.05, "the chosen frame degenerates at "},
    {"coords x, y, z, phi\nmetric dx^2 + dy^2 + dz^2 + dphi^2\n"
     "frame u = cos(phi) d_y - sin(phi) d_x\n v = cos(phi) d_z - 1/2 sin(2 phi) d_x\n w = d_phi\n"
     "init x = 0, y = 0, z = 0, phi = 0.3, phi' = 1, z' = 1, y' = 0.2\nrun t = 2, dt = 0.01", "dirac",
     1.2707963267948966, 0.05, "the chosen frame degenerates at cos(phi) = 0"},
    /* constraints: y = x^2 / 2 and z = x^3 / 3, with x' (1 + x^2 + x^4)^(1/2) constant: the time is
     * the integral of ((1 + x^2 + x^4) / 3)^(1/2) from 0 to 1 */
    {"coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint dz = x dy\n dz = x^2 dx\n"
     "init x = 1, y = 0, z = 0, x' = -1\nrun t = 2, dt = 0.01", "lagrange-dirac",
     0.704221, 0.04, "the constraints become dependent at x = 0"},
    /* one constraint that vanishes, at x = 0.3 + t */
    {"coords x, y\nmetric dx^2 + dy^2\nconstraint cos(x) dy = 1/2 dt\n"
     "init x = 0.3, y = 0, x' = 1\nrun t = 2, dt = 0.01", NULL,
     1.2707963267948966, 0.05, "the constraints become dependent at cos(x) = 0"},
    {"coords x, y\nmetric dx^2 + dy^2\nconstraint cos(x) dy = 1/2 dt\n"
     "init x = 0.3, y = 0, x' = 1\nrun t = 2, dt = 0.01", "lagrange-dirac",
     1.2707963267948966, 0.05, "the constraints become dependent at cos(x) = 0"},
    /* metrics: x^k x'^2 = 1, so that the time is 1 / (k/2 + 1) */
    {"coords x, y\nmetric x dx^2 + dy^2\n" LINE, NULL,
     2. / 3, 0.05, "the mass matrix on C becomes singular at x = 0"},
    {"coords x, y\nmetric x^2 dx^2 + dy^2\n" LINE, NULL,
     1. / 2, 0.05, "the mass matrix on C becomes singular at x = 0"},
    {"coords x, y\nmetric x^4 dx^2 + dy^2\n" LINE, NULL,
     1. / 3, 0.05, "the mass matrix on C becomes singular at x = 0"},
    {"coords x, y\nmetric x^3 dx^2 + dy^2\n" LINE, "lagrange-dirac",
     2. / 5, 0.05, "the mass matrix becomes singular at x = 0"},
    /* neither: rates are bounded where a denominator vanishes, or it does not vanish */
    {"coords x, y\nlagrangian 1/2 (1 + sin(x) / x) (x'^2 + y'^2)\n" LINE, NULL, 0, 0, NULL},
    {"coords x, y\nmetric (1 + x^2) dx^2 + dy^2 / (2 + cos(x))\n" LINE, NULL, 0, 0, NULL},
    {"coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint dz = x dy\n dz = x^2 dx\n"
     "init x = 1, y = 0, z = 0, x' = -1\nrun t = 2, dt = 0.01", "dirac", 0, 0, NULL},
};
/* clang-format on */

static void compare(struct mem *m, size_t i, const char *method, const char *engine)
{
    const char *form = rows[i].form ? rows[i].form : "dirac";
    const char *const arguments[] = {"run",      "-",    "--json",   "--form", form,
                                     "--method", method, "--engine", engine,   NULL};
    const struct told t = tool_run(m, rows[i].model, arguments);
    if (strstr(t.err, "cannot integrate this"))
        return;
    const struct jnode *o = json_read(m, t.out);
    ck_assert_msg(o != NULL, "row %zu, %s: %s", i, method, t.err);
    ck_assert_msg(t.code == (rows[i].says ? 1 : 0), "row %zu, %s: exit %d\n%s", i, method, t.code,
                  t.err);
    const bool adaptive = method[0] == 'd' ? method[1] == 'o' : method[0] == 't';
    const double end = json_number(json_need(o, "t"), "t");
    if (!rows[i].says)
        return;
    const char *why = json_need(o, "message")->text;
    ck_assert_msg(strstr(why, rows[i].says) != NULL, "row %zu, %s: %s", i, method, why);
    ck_assert_msg(end < rows[i].near + 1e-6, "row %zu, %s: t = %g", i, method, end);
    ck_assert_msg(adaptive || end > rows[i].near - rows[i].within, "row %zu, %s: t = %g", i, method,
                  end);
    ck_assert_msg(json_number(json_need(o, "steps"), "steps") < 1000, "row %zu, %s", i, method);
}

START_TEST(a_run_ends_before_a_pole)
{
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t k = 0; k < COUNT(methods); k++)
            if (test_whole() || (i + k) % 3 == 0)
                compare(l.m, i, methods[k], k % 2 ? "tcc" : "interp");
    lab_close(&l);
}
END_TEST

/* There the state has lost its meaning. */
START_TEST(an_event_at_a_pole_is_no_event)
{
    struct lab l = lab_open();
    const char *const arguments[] = {"run",   "-",       "-q",        "--form",
                                     "dirac", "--until", "th = pi/2", NULL};
    const struct told t = tool_run(l.m, rows[0].model, arguments);
    ck_assert_msg(t.code == 1 && strstr(t.err, rows[0].says), "%s", t.err);
    lab_close(&l);
}
END_TEST

/* Emitted steps fail there, too, and leave the state as it is. */
static const char main_text[] =
    "#include <stdio.h>\n#include \"m.h\"\nint main(void)\n{\n"
    "    m_real p[m_PARAMETERS + 1], x[m_STATES], work[m_WORK];\n    m_par par;\n    int i = 0, s "
    "= 0;\n"
    "    m_default_parameters(p);\n    m_prepare(p, &par);\n    m_initial_state(x);\n"
    "    for (; i < 200 && !s; i++)\n"
    "        s = (int)m_step(&par, 0.01 * i, 0.01, 0, x, work);\n"
    "    printf(\"%s %d\\n\", s == m_POLE ? \"pole\" : \"none\", i - 1);\n    return 0;\n}\n";

static const char build[] =
    "set -e; d=$(mktemp -d); trap 'rm -rf $d' EXIT; printf '%s' \"$1\" >$d/m.nh\n"
    "printf '%s' \"$2\" >$d/main.c; ${NOSLIP_BIN:-build/noslip} emit $d/m.nh --target $3 -o $d "
    "--form $4\n"
    "cc -std=c99 -Wall -Wextra -Wconversion -Werror -ffp-contract=off $d/main.c $d/m.c -lm "
    "-o $d/m && $d/m\n";

START_TEST(an_emitted_step_fails_at_a_pole)
{
    struct lab l = lab_open();
    static const char *const targets[] = {"c", "embedded"};
    for (size_t i = 0; i < COUNT(rows) && test_once(); i++) {
        const char *target = targets[i % 2], *form = rows[i].form ? rows[i].form : "dirac";
        const char *const words[] = {"-c",      build,  "sh", rows[i].model,
                                     main_text, target, form, NULL};
        if (!rows[i].says || (!test_whole() && i % 3))
            continue;
        const struct told t = tool_call(l.m, "/bin/bash", NULL, words);
        const bool met = t.code == 0 && strncmp(t.out, "pole ", strlen("pole ")) == 0;
        ck_assert_msg(met, "row %zu: %s%s", i, t.out, t.err);
        const int steps = (int)strtol(t.out + strlen("pole "), NULL, 10);
        ck_assert_msg(steps <= 100 * rows[i].near + 1 && steps > 100 * rows[i].near - 12,
                      "row %zu: %d steps", i, steps);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {a_run_ends_before_a_pole, an_event_at_a_pole_is_no_event,
                                  an_emitted_step_fails_at_a_pole};
    return test_run("poles_of_runs", tests, COUNT(tests));
}
