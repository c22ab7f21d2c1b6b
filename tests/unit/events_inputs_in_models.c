/* tests/unit/events_inputs_in_models.c -- events, resets and inputs along a run, against closed
 * forms.
 *
 * Every formulation and every method gives the same motion; the effect of a reset is checked in
 * velocities, which do not depend on the formulation.
 */
#include "gen/forms/system.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ARGUMENTS = 20 };

/* Forms of this law have the same motion; some do not apply to every model. */
static bool is_nonholonomic(const struct form_row *form)
{
    return form->law == LAW_nonholonomic;
}

/* noslip run MODEL --json OPTION...; the model is a text. */
static const struct jnode *ran(struct lab *l, const char *model, const char *const *options)
{
    const char *arguments[ARGUMENTS] = {"run", "-", "--json"};
    for (size_t n = 3; *options; options++)
        arguments[n++] = *options;
    const struct told t = tool_run(l->m, model, arguments);
    const struct jnode *v = json_read(l->m, t.out);
    REQUIRE(t.code == 0 && v, "exit %d\n%s%s\n%s", t.code, t.out, t.err, model);
    return v;
}
#define RAN(lab, model, ...) ran(lab, model, (const char *const[]){__VA_ARGS__, NULL})

static double part(const struct jnode *v, const char *object, const char *key)
{
    return json_number(json_need(json_need(v, object), key), key);
}

static const struct jnode *event_at(const struct jnode *v, size_t i)
{
    const struct jnode *e = json_at(json_need(v, "events"), i);
    REQUIRE(e, "there is no event %zu", i);
    return e;
}

/* Runs that must fail, with the expected message. */
static void fails(struct lab *l, const char *model, const char *const *options, int code,
                  const char *words)
{
    const char *arguments[ARGUMENTS] = {"run", "-", "--json"};
    for (size_t n = 3; *options; options++)
        arguments[n++] = *options;
    const struct told t = tool_run(l->m, model, arguments);
    ck_assert_msg(t.code == code && strstr(t.err, words), "exit %d\n%s", t.code, t.err);
}
#define FAILS(lab, model, code, words, ...)                                                        \
    fails(lab, model, (const char *const[]){__VA_ARGS__, NULL}, code, words)

/* ---- events ---- */

#define BALL                                                                                       \
    "coords x, y\n"                                                                                \
    "param  g = 10, e = 0.75\n"                                                                    \
    "metric dx^2 + dy^2\n"                                                                         \
    "potential g y\n"                                                                              \
    "init   x = 0, y = 5, x' = 1\n"                                                                \
    "run    t = 4, dt = 0.05\n"

/* It falls for a second, then rises and falls for 3/2, 9/8, ... seconds. */
START_TEST(a_ball_bounces_on_time)
{
    static const char model[] =
        BALL "event hit : y = 0 falling reset y' = -e y'\nevent top : y' = 0 falling record\n";
    struct lab l = lab_open();
    for (size_t i = 0; i < rt_method_count; i++) {
        const struct rt_method *m = &rt_methods[i];
        if (m->order < 2) /* not exact for parabolas */
            continue;
        for (size_t f = 0; f < form_row_count; f++) {
            const bool on_dual = strcmp(form_rows[f].phase, "C*") == 0;
            if (!is_nonholonomic(&form_rows[f]) || (m->needs >> RT_bivector & 1 && !on_dual))
                continue; /* it has no bivector */
            const struct jnode *v =
                RAN(&l, model, "--method", m->name, "--form", form_rows[f].name);
            double t = 1, wide = 0.75;
            ck_assert_msg(json_need(v, "events")->n == 5, "%s: %zu events", m->name,
                          json_need(v, "events")->n);
            for (size_t k = 0; k < 5; k++) {
                const struct jnode *ev = event_at(v, k);
                const double at = json_number(json_need(ev, "t"), "t");
                ck_assert_str_eq(json_need(ev, "name")->text, k % 2 ? "top" : "hit");
                tool_near(m->name, "t", at, t, 1e-12);
                tool_near(m->name, "x", part(ev, "state", "x"), t, 1e-12);
                t += k < 4 ? wide : 0;
                wide *= k % 2 ? 0.75 : 1;
            }
            const double since = 4 - t, up = 10 * 0.75 * 0.75 * 0.75; /* after the third hit */
            tool_near(m->name, "y", part(v, "state", "y"), up * since - 5 * since * since, 1e-11);
        }
    }
    lab_close(&l);
}
END_TEST

START_TEST(events_see_what_a_run_has)
{
    struct lab l = lab_open();
    static const char model[] = BALL "output fast = x'^2 + y'^2\n"
                                     "let half = y/2\n"
                                     "event a : fast = 26\n"               /* y' = -5 at t = 0.5 */
                                     "event b : half = energy/51 rising\n" /* never: it falls */
                                     "event c : half = energy/51 falling\n"
                                     "event d : p_y + 8 falling\n"
                                     "event e1 : t - x + y = 0 stop\n";
    const struct jnode *v = RAN(&l, model, "-q");
    const struct {
        const char *name;
        double t;
    } rows[] = {{"a", 0.5}, {"c", sqrt(1 - 2 * 50.5 / 51 / 5)}, {"d", 0.8}, {"e1", 1}};
    ck_assert_uint_eq(json_need(v, "events")->n, COUNT(rows));
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct jnode *ev = event_at(v, i);
        ck_assert_str_eq(json_need(ev, "name")->text, rows[i].name);
        tool_near(rows[i].name, "t", json_number(json_need(ev, "t"), "t"), rows[i].t, 1e-12);
    }
    ck_assert_str_eq(json_need(v, "status")->text, "event");
    ck_assert_str_eq(json_need(v, "message")->text, "e1");
    lab_close(&l);
}
END_TEST

/* ---- resets ---- */

#define SKATER                                                                                     \
    "coords x, y, phi\n"                                                                           \
    "param m = 2, k = 0.5\n"                                                                       \
    "metric m (dx^2 + dy^2 + k^2 dphi^2)\n"                                                        \
    "frame v = cos(phi) d_x + sin(phi) d_y\n"                                                      \
    "      w = d_phi\n"                                                                            \
    "complement s = -sin(phi) d_x + cos(phi) d_y\n"                                                \
    "init x = 0, y = 0, phi = 0.25, v = 1, w = 0.5\n"                                              \
    "run t = 1, dt = 0.1\n"

/* In any variables: v becomes -v, and w stays. */
START_TEST(velocities_are_reset_in_any_terms)
{
    static const char *const resets[] = {"v = -v",
                                         "x' = -x'",
                                         "y' = -y'",
                                         "x' = -x', y' = -y'",
                                         "eta_v = -eta_v",
                                         "v = -v, s = 0",
                                         "p_x = -p_x",
                                         "v = -v, phi' = w",
                                         "eta_v = -eta_v, eta_w = eta_w",
                                         "v = -1, w = 1/2"};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(resets); i++)
        for (size_t f = 0; f < form_row_count && is_nonholonomic(&form_rows[f]); f++) {
            const char *model = base_text(l.m, SKATER "event e : t = 1/2 reset %s\n", resets[i]);
            const struct jnode *v = RAN(&l, model, "--form", form_rows[f].name, "--tol", "1e-13");
            /* back on the same circle of radius 2, with the same rotation */
            const double a = 0.25, b = 0.5, c = 0.75;
            const double x = 2 * (sin(b) - sin(a)) - 2 * (sin(c) - sin(b));
            tool_near(resets[i], "x", part(v, "state", "x"), x, 1e-11);
            tool_near(resets[i], "v", part(v, "vel", "v"), -1, 1e-12);
            tool_near(resets[i], "w", part(v, "vel", "w"), 0.5, 1e-12);
        }
    lab_close(&l);
}
END_TEST

/* Where coordinates jump, velocities stay and momenta change. */
START_TEST(momenta_follow_coordinates)
{
    static const char model[] = "coords r, th\n"
                                "metric dr^2 + r^2 dth^2\n"
                                "init r = 1, th = 0, th' = 2\n"
                                "event e : t = 1/2 reset r = 3, th = th + t\n"
                                "run t = 1/2\n";
    struct lab l = lab_open();
    for (size_t f = 0; f < form_row_count && is_nonholonomic(&form_rows[f]); f++) {
        const struct jnode *v = RAN(&l, model, "--form", form_rows[f].name);
        const struct jnode *before = json_need(event_at(v, 0), "state");
        const double r = json_number(json_need(before, "r"), "r");
        tool_near("before", "r", r, sqrt(2), 1e-8);
        tool_near("after", "r", part(v, "state", "r"), 3, 0);
        tool_near("after", "th", part(v, "state", "th"), atan(1) + 0.5, 1e-8);
        tool_near("after", "r'", part(v, "vel", "u1"), 2 * sqrt(0.5), 1e-8);
        tool_near("after", "th'", part(v, "vel", "u2"), 1, 1e-8);
    }
    lab_close(&l);
}
END_TEST

/* Affine constraints, a Hamiltonian alone, an algebra, constraints on momenta. */
START_TEST(resets_where_things_are_less_simple)
{
    struct lab l = lab_open();
    const struct jnode *v =
        RAN(&l,
            "coords x, y\nmetric dx^2 + dy^2\nconstraint dy = x dt\ninit x = 1, x' = 1\n"
            "event e : t = 1 reset x = 0, x' = 3\nrun t = 2\n",
            "--tol", "1e-12");
    tool_near("affine", "x", part(v, "state", "x"), 3, 1e-10);
    tool_near("affine", "y", part(v, "state", "y"), 1.5 + 1.5, 1e-10);
    v = RAN(&l,
            "coords x\nhamiltonian p_x^2/2 + p_x^4/4 + x\ninit x = 0, p_x = 1\n"
            "event e : x = 39/64 rising reset eta_u1 = 1\nrun t = 5\n",
            "-q");
    tool_near("hamiltonian", "p", json_number(json_need(event_at(v, 0), "t"), "t"), 0.5, 1e-8);
    v = RAN(&l,
            "algebra so(3) : wx, wy, wz\nmetric wx^2 + 2 wy^2 + 3 wz^2\ninit wx = 1, wy = 0.1\n"
            "event e : t = 1 reset wx = 0, wy = 0, wz = 2\nrun t = 3\n",
            "-q");
    tool_near("algebra", "wz", part(v, "vel", "wz"), 2, 1e-12);
    tool_near("algebra", "wx", part(v, "vel", "wx"), 0, 1e-12);
    v = RAN(&l,
            "dynamics vakonomic\ncoords x, y, z\nlagrangian 1/2 (x'^2 + y'^2 + z'^2)\n"
            "constraint dz - y dx = 0\ninit x = 0, y = 1, z = 0, x' = 1, y' = 0.2, lambda1 = 0.5\n"
            "event e : t = 1 reset lambda1 = 2, u1 = 3\nrun t = 1\n",
            "-q");
    tool_near("vakonomic", "u1", part(v, "vel", "u1"), 3, 1e-12);
    const double y = part(v, "state", "y");
    tool_near("vakonomic", "p_z", part(v, "state", "p_z"), 3 * y + 2, 1e-12);
    tool_near("vakonomic", "p_x", part(v, "state", "p_x"), 3 - 2 * y, 1e-12);
    static const char *const faster[] = {"p_x = 2 p_x, p_y = 2 p_y", "u1 = 2 u1, u2 = 2 u2",
                                         "x = x"};
    for (size_t i = 0; i < COUNT(faster); i++) {
        const char *circle = base_text(l.m,
                                       "coords x, y\nmetric 2 dx^2 + 2 dy^2\n"
                                       "second 1/2 (x^2 + y^2 - 1), x p_x + y p_y\n"
                                       "init x = 1, y = 0, p_y = 3\n"
                                       "event e : t = 1/2 reset %s\nrun t = 1\n",
                                       faster[i]);
        v = RAN(&l, circle, "--tol", "1e-12");
        const double angle = i < 2 ? 2.25 : 1.5; /* 3/2 a second, then twice that */
        tool_near(faster[i], "x", part(v, "state", "x"), cos(angle), 1e-10);
        tool_near(faster[i], "p_y", part(v, "state", "p_y"), (i < 2 ? 6 : 3) * cos(angle), 1e-10);
    }
    lab_close(&l);
}
END_TEST

START_TEST(resets_that_cannot_be)
{
    struct lab l = lab_open();
    FAILS(&l, SKATER "event e : t = 1/2 reset x' = -x', y' = y'\n", 1,
          "the reset of 'e' violates a constraint by", "-q");
    FAILS(&l, SKATER "event e : t = 1/2 reset s = x\n", 1, "violates a constraint by", "-q");
    FAILS(&l, SKATER "event e : t = 1/2 reset s = 1\n", 3, "it is off by 1", "-q");
    FAILS(&l, BALL "event hit : y = 0 falling reset y' = -y'/2\n", 1,
          "events follow each other without end", "-t", "10");
    /* a reset that satisfies the constraints only at its event */
    const struct jnode *v =
        RAN(&l, SKATER "event e : phi = 0.5 reset x' = cos(0.5), y' = sin(0.5)\n", "-q");
    tool_near("there", "v", part(v, "vel", "v"), 1, 1e-12);
    lab_close(&l);
}
END_TEST

/* ---- inputs ---- */

#define PUSHED                                                                                     \
    "coords x\n"                                                                                   \
    "param m = 2, A = 3\n"                                                                         \
    "input F = A sin(t), G = 0\n"                                                                  \
    "metric m dx^2\n"                                                                              \
    "force x = F + G\n"                                                                            \
    "init x = 0\n"                                                                                 \
    "run t = 2, dt = 0.1\n"

/* x'' = A/m sin(t) */
START_TEST(inputs_change_with_time)
{
    struct lab l = lab_open();
    for (size_t i = 0; i < rt_method_count; i++) {
        const struct rt_method *m = &rt_methods[i];
        if (m->needs >> RT_bivector & 1)
            continue;
        const double bound = m->adaptive ? 1e-9 : 3 * pow(0.1, m->order);
        const struct jnode *v = RAN(&l, PUSHED, "--method", m->name);
        tool_near(m->name, "x", part(v, "state", "x"), 1.5 * (2 - sin(2)), bound);
        v = RAN(&l, PUSHED, "--method", m->name, "-p", "A=1");
        tool_near(m->name, "x", part(v, "state", "x"), 0.5 * (2 - sin(2)), bound);
        v = RAN(&l, PUSHED, "--method", m->name, "--input", "F = m t, G = 1");
        tool_near(m->name, "x", part(v, "state", "x"), 8.0 / 6 + 1, bound);
        v = RAN(&l, PUSHED, "--method", m->name, "-p", "F=4");
        tool_near(m->name, "x", part(v, "state", "x"), 4, m->order == 1 ? 0.21 : 1e-12);
    }
    const char *const at[] = {"eval", "-", "--state", "t=1", "--input", "F=t^2", NULL};
    const struct jnode *v = json_read(l.m, tool_run(l.m, PUSHED, at).out);
    REQUIRE(v, "no JSON");
    tool_near("eval", "F", part(v, "params", "F"), 1, 0);
    tool_near("eval", "x''", part(v, "qddot", "x"), 0.5, 1e-15);
    lab_close(&l);
}
END_TEST

/* y' = F: the reaction is m F', in every form. */
START_TEST(the_rate_of_an_input_is_a_part_of_the_motion)
{
    static const char model[] = "coords x, y\n"
                                "param m = 2\n"
                                "input F = sin(3 t)\n"
                                "metric m (dx^2 + dy^2)\n"
                                "constraint dy = F dt\n"
                                "init x = 0, y = 0\n";
    struct lab l = lab_open();
    for (size_t f = 0; f < form_row_count && is_nonholonomic(&form_rows[f]); f++) {
        const struct question q = {
            .model = model, .form = form_rows[f].name, .at = "x=0,y=0,t=0.5"};
        const struct jnode *v = tool_eval(l.m, &q);
        tool_near(q.form, "y''", part(v, "qddot", "y"), 3 * cos(1.5), 1e-14);
        const struct jnode *lambda = json_at(json_need(v, "multiplier"), 0);
        tool_near(q.form, "lambda", json_number(lambda, "lambda"), 6 * cos(1.5), 1e-14);
        v = RAN(&l, model, "--form", form_rows[f].name, "-t", "1");
        tool_near(q.form, "y", part(v, "state", "y"), (1 - cos(3)) / 3, 1e-8);
    }
    const char *const derive[] = {"derive", "-", "--only", "reactions", NULL};
    const struct told t = tool_run(l.m, model, derive);
    ck_assert_msg(strstr(t.out, "cos(3 t)") != NULL, "%s%s", t.out, t.err);
    FAILS(&l, model, 3, "stands in a constraint, where its rate matters", "--input",
          "tests/unit/data/ramp.csv", "-t", "1");
    lab_close(&l);
}
END_TEST

/* ---- tables ---- */

static const char *table(struct lab *l, const char *text)
{
    static char path[] = "/tmp/noslip-table-XXXXXX";
    static bool made;
    if (!made) {
        const int fd = mkstemp(path);
        made = true;
        ck_assert_int_ge(fd, 0);
        close(fd);
    }
    FILE *f = fopen(path, "w");
    ck_assert(f && fputs(text, f) >= 0 && fclose(f) == 0);
    return base_text(l->m, "%s", path);
}

/* Up to 2 at t = 1/3, down to 0 at t = 1, then 0: x'' = F/2. With steps that end at the corners,
 * methods of order 3 or more are exact, since the motion is piecewise cubic. */
START_TEST(tables_have_corners)
{
    struct lab l = lab_open();
    /* v(1) is half the area 1 of the triangle, x(1) half its moment about t = 1 */
    const double x1 = 0.5 * (1 - (0 + 1.0 / 3 + 1) / 3);
    for (size_t i = 0; i < rt_method_count; i++) {
        const struct rt_method *m = &rt_methods[i];
        if (m->needs >> RT_bivector & 1 || m->order < 3)
            continue;
        const struct jnode *v = RAN(&l, PUSHED, "--method", m->name, "--input", "F=0", "--input",
                                    table(&l, "\xEF\xBB\xBF\"G\",\"t\" \r\n0,-1\n0,0\n"
                                              "2,0.33333333333333331\n 0 , \"1\" \r\n0,2\n\n"));
        tool_near(m->name, "x", part(v, "state", "x"), x1 + 0.5, 1e-12);
        tool_near(m->name, "v", part(v, "vel", "u1"), 0.5, 1e-13);
    }
    lab_close(&l);
}
END_TEST

START_TEST(tables_that_are_wrong)
{
    static const struct {
        const char *text, *words;
    } rows[] = {{"t,F\n0,0\n", "two lines of numbers or more"},
                {"t\n0\n1\n", "there is no column beside t"},
                {"F\n0\n1\n", "there is no column t in this line"},
                {"t,F\n0,0\n2\n", ":3:1\n"},
                {"t,F\n0,0\n2\n", "1 numbers for 2 columns"},
                {"t,F\n0,0\n2,x\n", "this is not a finite number"},
                {"t,F\n0,0\n2,0x1\n", ":3:3\n"},
                {"t,F\n0,0\n2,inf\n", "this is not a finite number"},
                {"t,F\n0,0\n2,1e999\n", "this is not a finite number"},
                {"t,F\n0,0\n2,\n", "a number is missing here"},
                {"t,F\n0,0\n1,0\n1,0\n2,0\n", "times must increase"},
                {"t,F\n0,0\n1,0\n1,0\n2,0\n", ":4:1\n"},
                {"t,F,F\n0,0,0\n2,0,0\n", "a second column of this name"},
                {"t,FF\n0,0\n2,0\n", "did you mean 'F'?"},
                {"t,m\n0,1\n2,1\n", "'m' is a parameter, not an input"},
                {"t,F\n0,0\n1,0\n", "does not last for the whole run"},
                {"t,F\n1,0\n2,0\n", "it goes from t = 1 to 2"},
                {"\n", "a table starts with names"},
                {"t,F\n0,\x01\n", "0x01"}};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++)
        FAILS(&l, PUSHED, 3, rows[i].words, "--input", table(&l, rows[i].text));
    FAILS(&l, PUSHED, 3, "has a value from the command line, too", "--input",
          table(&l, "t,F\n0,0\n2,0\n"), "-p", "F=1");
    FAILS(&l, PUSHED, 2, "is read as input", "--input", table(&l, "t,F\n0,0\n2,0\n"), "-o",
          table(&l, "t,F\n0,0\n2,0\n"));
    remove(table(&l, ""));
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {a_ball_bounces_on_time,
                                  events_see_what_a_run_has,
                                  velocities_are_reset_in_any_terms,
                                  momenta_follow_coordinates,
                                  resets_where_things_are_less_simple,
                                  resets_that_cannot_be,
                                  inputs_change_with_time,
                                  the_rate_of_an_input_is_a_part_of_the_motion,
                                  tables_have_corners,
                                  tables_that_are_wrong};
    return test_run("drive", tests, COUNT(tests));
}
