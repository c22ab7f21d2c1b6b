/* tests/unit/frames_without_poles.c -- runs that pass the poles of frames chosen from constraints.
 *
 * Numbers: Lagrange's equations with multipliers on TQ, integrated by extrapolation to 13 digits by
 * a program that shares no code with this one; z at phi = pi/2 in closed form by quadrature.
 */
#include "gen/symbolic/symbolic.h"
#include "support/support.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#define WHEEL                                                                                      \
    "coords x, y, z, th, ph\nparam m = 1, R = 0.5, b = 0.1, rho = 0.01, M = 0.2, J = 0.02\n"       \
    "param I = 0.01\nmetric M (dx^2 + dy^2) + m (dx^2 + dy^2 + dz^2) + J dth^2 + I dph^2\n"        \
    "constraint cos(th) dx + sin(th) dy = R dph\n"                                                 \
    "           cos(th) dy - sin(th) dx = rho dth\n           dz = -b dph\n"                       \
    "init x = 0, y = 0, z = 0, th = 0, ph = 0, ph' = 1, th' = 1\nrun t = 12, dt = 0.01\n"
#define PLANE                                                                                      \
    "coords x, y, z, phi\nmetric dx^2 + dy^2 + dz^2 + dphi^2\n"                                    \
    "constraint cos(phi) dx + sin(phi) dy + 1/2 sin(2 phi) dz = 0\n"                               \
    "init x = 0, y = 0, z = 0, phi = 0.3, phi' = 1, z' = 1, y' = 0.2\nrun t = 20, dt = 0.01\n"
/* The directions that a sphere allows have no frame. */
#define VESELOVA                                                                                   \
    "coords g1, g2, g3\nsections w1, w2, w3\nanchor w1 -> g3 d_g2 - g2 d_g3\n"                     \
    "       w2 -> g1 d_g3 - g3 d_g1\n       w3 -> g2 d_g1 - g1 d_g2\n"                             \
    "bracket [w1, w2] = w3\n        [w2, w3] = w1\n        [w3, w1] = w2\n"                        \
    "metric w1^2 + 2 w2^2 + 3 w3^2\npotential g1 - g2/2\n"                                         \
    "constraint g1 w1 + g2 w2 + g3 w3 = 0\n"                                                       \
    "init g1 = 0.6, g2 = 0, g3 = 0.8, w1 = 1, w2 = 0.7\nrun t = 20, dt = 0.01\n"
#define SADDLE                                                                                     \
    "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\n"                                                  \
    "constraint x dz + (1 - x^2) dy + y dx = 0\n"                                                  \
    "init x = 0.5, y = 0.3, z = 0, x' = 1, z' = 0.5\nrun t = 3, dt = 0.01\n"
#define AFFINE                                                                                     \
    "coords x, y, z, w\nmetric dx^2 + 2 dy^2 + 3 dz^2 + dw^2\n"                                    \
    "constraint cos(w) dx + sin(w) cos(y) dy + sin(w) sin(y) dz = 1/2 sin(t) dt\n"                 \
    "init x = 0, y = 0.2, z = 0.1, w = 0.3, w' = 1, y' = 0.5, z' = 0.2\nrun t = 8, dt = 0.01\n"
/* Two components of the first constraint, before one of the second; in more dimensions than a
 * metric is inverted for, with a drift along the complement. */
#define SEVEN                                                                                      \
    "coords x, y, u, v, w, s, a\nmetric dx^2 + 2 dy^2 + du^2 + 3 dv^2 + dw^2 + ds^2 + da^2\n"      \
    "potential x u + w^2/2 + s v/5\nconstraint cos(a) dx + sin(a) dy = sin(t) dt\n"                \
    "           cos(2 a) du + sin(2 a) dv + 1/2 dx + 1/3 sin(a) dw = 1/10 x dt\n"                  \
    "init x = 0.1, y = 0.2, u = 0.1, v = 0.3, w = 0, s = 0.2, a = 0.3,\n"                          \
    "     y' = 0.5, v' = 0.2, w' = 0.3, s' = 0.1, a' = 1\nrun t = 6, dt = 0.01\n"
/* Momenta along the complement are solved for. */
#define HAMILTON                                                                                   \
    "coords x, y, z, th, ph\n"                                                                     \
    "hamiltonian sqrt(1 + (p_x^2 + p_y^2)/2 + p_z^2 + p_th^2 + p_ph^2)\n"                          \
    "constraint cos(th) dx + sin(th) dy = 1/2 dph\n"                                               \
    "           cos(th) dy - sin(th) dx = 3/10 dth\n           dz = -1/10 dph\n"                   \
    "init x = 0, y = 0, z = 0, th = 0, ph = 0, ph' = 0.2, th' = 0.3\nrun t = 12, dt = 0.01\n"

static const struct {
    const char *model, *form, *column;
    double value;
} rows[] = {
    {WHEEL, "dirac", "y", 2.450669821688026},
    {PLANE, "dirac", "z", 17.95771763336},
    {VESELOVA, "lagrange-dirac", "g3", -0.35129401249766},
    {SADDLE, "lagrange-dirac", "y", -1.499460700320932},
    {AFFINE, "lagrange-dirac", "z", 4.40115751205},
    {SEVEN, "dirac", "y", 6.3742871194536},
    {HAMILTON, "dirac", "y", 1.42275821929},
};
static const struct {
    const char *method, *tol;
    double error;
} methods[] = {
    {"dop853", "1e-12", 1e-9}, {"dopri5", "1e-10", 1e-7}, {"taylor", "1e-12", 1e-9},
    {"rk4", NULL, 1e-7},       {"gauss2", NULL, 1e-7},    {"gauss3", NULL, 1e-8},
};

static double cell(const char *out, const char *name)
{
    const char *last = out + strlen(out) - 1;
    size_t column = 0;
    for (const char *p = out; strncmp(p, name, strlen(name)) != 0 || p[strlen(name)] != ',';
         column++) {
        p = strchr(p, ',');
        ck_assert_ptr_nonnull(p);
        p++;
    }
    while (last > out && last[-1] != '\n')
        last--;
    for (; column; column--)
        last = strchr(last, ',') + 1;
    return strtod(last, NULL);
}

START_TEST(every_method_passes_the_poles)
{
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "C")); /* for strtod */
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t k = 0; k < COUNT(methods); k++) {
            const char *const a[] = {"run",
                                     "-",
                                     "-q",
                                     "--method",
                                     methods[k].method,
                                     methods[k].tol ? "--tol" : NULL,
                                     methods[k].tol,
                                     NULL};
            const struct told t = tool_run(l.m, rows[i].model, a);
            ck_assert_msg(t.code == 0, "%s %s\n%s", rows[i].model, methods[k].method, t.err);
            tool_near(rows[i].model, methods[k].method, cell(t.out, rows[i].column), rows[i].value,
                      methods[k].error);
        }
    lab_close(&l);
}
END_TEST

START_TEST(a_run_names_its_states)
{
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *const a[] = {"run", "-", "-t", "0.1", NULL};
        const struct told t = tool_run(l.m, rows[i].model, a);
        const bool framed = strcmp(rows[i].form, "dirac") == 0;
        ck_assert_msg(strstr(t.err, base_text(l.m, "%s form", rows[i].form)) != NULL, "%s", t.err);
        ck_assert_msg(!framed ==
                          (strstr(t.err, "no frame was found that is regular every") != NULL),
                      "%s", t.err);
    }
    const char *const d[] = {"derive", "-", "--only", "motion", NULL};
    ck_assert_ptr_nonnull(strstr(tool_run(l.m, SADDLE, d).out, "eta_u1'"));
    lab_close(&l);
}
END_TEST

/* Quasi-velocities and momenta of the frame remain known in outputs, events and initial values. */
START_TEST(names_of_the_frame_stay)
{
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "C"));
    struct lab l = lab_open();
    const char *const a[] = {"run", "-", "-q", "-i", "u2=0.25", "--until", "eta_u1 = 0", NULL};
    const struct told t = tool_run(l.m, SADDLE "output v = u2, p = eta_u1\n", a);
    ck_assert_msg(t.code == 0 && strstr(t.out, ",v,p"), "%s%s", t.out, t.err);
    ck_assert_msg(fabs(cell(t.out, "p")) < 1e-8, "%s", t.out);
    lab_close(&l);
}
END_TEST

START_TEST(the_form_of_a_run_is_chosen)
{
    struct lab l = lab_open();
    const struct {
        const char *more, *option, *says;
        int code;
    } of[] = {
        {"run form = lagrange-dirac\n", NULL, "lagrange-dirac form", 0},
        {"run form = lagrange-dirac\n", "dirac", "dirac form", 0},
        {"run form = lagrang-dirac\n", NULL, "did you mean 'lagrange-dirac'?", 3},
        {"run form = vakonomic\n", NULL, "forms with the law of the model", 3},
        {"", "projector", "projector form", 0},
    };
    const char *blade = "coords x, y, phi\nmetric dx^2 + dy^2 + dphi^2\n"
                        "constraint sin(phi) dx = cos(phi) dy\ninit x = 0, y = 0, phi = 0\n";
    for (size_t i = 0; i < COUNT(of); i++) {
        const char *const a[] = {"run",        "-", "-t", "0.1", of[i].option ? "--form" : NULL,
                                 of[i].option, NULL};
        const struct told t = tool_run(l.m, base_text(l.m, "%s%s", blade, of[i].more), a);
        ck_assert_msg(t.code == of[i].code && strstr(t.err, of[i].says), "row %zu: %d\n%s", i,
                      t.code, t.err);
    }
    lab_close(&l);
}
END_TEST

START_TEST(methods_with_a_bivector_say_what_to_do)
{
    struct lab l = lab_open();
    const char *const a[] = {"run", "-", "-q", "--method", "discrete4", NULL};
    const struct told t = tool_run(l.m, SADDLE, a);
    ck_assert_msg(t.code == 1 && strstr(t.err, "no bivector") && strstr(t.err, "--form dirac"),
                  "%s", t.err);
    ck_assert_int_eq(tool_run(l.m, WHEEL, a).code, 0);
    lab_close(&l);
}
END_TEST

START_TEST(only_what_never_vanishes_is_proved)
{
    static const struct {
        const char *text;
        bool never;
    } of[] = {
        {"cos(a)^2 + sin(a)^2", true},
        {"cos(a)^2*cos(b)^2 + sin(b)^2*cos(a)^2 + sin(a)^2", true},
        {"1 + x^2", true},
        {"2 + cos(a)*sin(b)", true},
        {"1 + cos(a)*sin(b)", false},
        {"1/4*cos(a)^2 + sin(a)^2", true},
        {"cos(a)^2 + sin(b)^2", false},
        {"x^2 + y^2", false},
        {"x", false},
        {"exp(x) + y^4", true},
        {"exp(x) - y^4", false},
        {"-2 - x^2", true},
        {"1/(1 + x^2)", true},
        {"sqrt(x)", false},
        {"3 + 2*cos(a) + cos(b)", false},
        {"cos(a)", false},
        {"x^3 + 1", false},
        {"cosh(x) + tanh(y)/2", true},
        {"abs(x) + 1", true},
        {"abs(x)", false},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(of); i++)
        ck_assert_msg(sym_never_zero(l.s, test_read(l.s, of[i].text), NULL, NULL, 0) == of[i].never,
                      "%s", of[i].text);
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {every_method_passes_the_poles,
                                  a_run_names_its_states,
                                  names_of_the_frame_stay,
                                  the_form_of_a_run_is_chosen,
                                  methods_with_a_bivector_say_what_to_do,
                                  only_what_never_vanishes_is_proved};
    return test_run("frames_without_poles", tests, COUNT(tests));
}
