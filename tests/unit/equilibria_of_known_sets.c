/* tests/unit/equilibria_of_known_sets.c -- analysis `equilibria` on models whose equilibria are
 * known in closed form: multiple zeros, families, crossing families, none.
 */
#include "gen/base/base.h"
#include "support/motion.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LINE(potential) "coords x\nmetric dx^2\npotential " potential "\ninit x = 0.7\n"
#define PLANE(potential)                                                                           \
    "coords x, y\nmetric dx^2 + dy^2\npotential " potential "\ninit x = 0.3, y = -0.2\n"
#define HEISENBERG(potential)                                                                      \
    "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint dz = x dy\npotential " potential        \
    "\ninit x = 0, y = 0, z = 0\n"

/* Values of the first coordinates of the equilibria, in any order; a family is listed by its
 * dimension only. */
struct known {
    const char *model;
    size_t n; /* members that are shown */
    struct {
        double x, y;
        size_t dimension;
        const char *stability; /* NULL: any */
        const char *standing;
    } at[3];
    bool complete;
};

static const struct known sets[] = {
    {LINE("x^4"), 1, {{0, 0, 0, "open", "proved"}}, false},
    {LINE("(x - 1)^8"), 1, {{1, 0, 0, "open", "proved"}}, false},
    {LINE("x^4 - 4/3 x^3 + 2/3 x^2 - 4/27 x"), 1, {{1.0 / 3, 0, 0, "open", "proved"}}, false},
    {PLANE("x^4 + y^4"), 1, {{0, 0, 0, "open", "proved"}}, false},
    {PLANE("x^4 + (y - 1)^6"), 1, {{0, 1, 0, "open", "proved"}}, false},
    {HEISENBERG("-x^4 - y^4"), 1, {{0, 0, 0, "open", "proved"}}, false},
    {HEISENBERG("x^6 - x^4 y + y^2"),
     3,
     {{0, 0, 0, "open", "proved"},
      {1.7320508075688772, 4.5, 0, "unstable", "proved"},
      {-1.7320508075688772, 4.5, 0, "unstable", "proved"}},
     false},
    /* two lines that cross */
    {PLANE("x^2 y^2"),
     2,
     {{NAN, NAN, 1, "open", "proved"}, {NAN, NAN, 1, "open", "proved"}},
     false},
    {PLANE("(x^2 - y^2)^2"),
     2,
     {{NAN, NAN, 1, "open", "numerical"}, {NAN, NAN, 1, "open", "numerical"}},
     false},
    /* a circle, and its centre */
    {PLANE("(x^2 + y^2 - 1)^2"),
     2,
     {{0, 0, 0, "unstable", "proved"}, {NAN, NAN, 1, "open", "numerical"}},
     false},
    /* the saddle between two wells is flat */
    {LINE("x^4 (x^2 - 3/2)"),
     3,
     {{0, 0, 0, "open", "proved"}, {1, 0, 0, "stable", "proved"}, {-1, 0, 0, "stable", "proved"}},
     false},
    /* angles: the lower one is flat */
    {"coords th\nmetric dth^2\npotential -cos(th) + cos(2 th)/4\ninit th = 0.4\n",
     2,
     {{0, 0, 0, "open", "proved"}, {3.141592653589793, 0, 0, "unstable", "proved"}},
     false},
    /* an irrational zero of a cubic that no quadratic has */
    {LINE("x^4/4 - x^2 + x/3 + x^3/3"),
     3,
     {{0.1875535590766132, 0, 0, "unstable", "numerical"},
      {0.86562068767888878, 0, 0, "stable", "numerical"},
      {-2.0531742467555021, 0, 0, "stable", "numerical"}},
     false},
    /* forces: a constant input, and a value of a parameter */
    {"coords x\ninput F = 0.5\nmetric dx^2\npotential x^2\nforce x = F\ninit x = 0.7\n",
     1,
     {{0.25, 0, 0, "open", "proved"}},
     true},
    {"coords x\nparam k = 0.1\nmetric dx^2\npotential (x - k)^4\ninit x = 0.3\n",
     1,
     {{0.1, 0, 0, "open", "proved"}},
     false},
    /* with damping, a flat minimum still has a zero that belongs to no family */
    {PLANE("x^4 + y^2") "dissipation 1/2 dx^2 + 1/2 dy^2\n",
     1,
     {{0, 0, 0, "open", "proved"}},
     false},
    {"coords x, y, phi\nmetric dx^2 + dy^2 + dphi^2\nconstraint sin(phi) dx = cos(phi) dy\n"
     "potential x^4 + phi^2\ninit x = 1, y = 0, phi = 0.1\n",
     1,
     {{0, NAN, 0, "open", "proved"}},
     false},
    /* none: the force does not vanish, or is small only */
    {LINE("exp(x)"), 0, {{0, 0, 0, NULL, NULL}}, true},
    {LINE("x"), 0, {{0, 0, 0, NULL, NULL}}, true},
    {LINE("x^3/3 + x/1000000000000"), 0, {{0, 0, 0, NULL, NULL}}, false},
};

static const struct jnode *ask(struct mem *m, const char *model, const char *what,
                               const char *option, const char *value)
{
    const char *words[] = {"analyze", "-", what, "--json", option, value, NULL};
    const struct told t = tool_run(m, model, words);
    const struct jnode *out = json_read(m, t.out);
    REQUIRE(t.code <= 1 && out, "%s\nexit code %d\n%s", model, t.code, t.err);
    return out;
}

static double coordinate(const struct jnode *point, size_t i, size_t states)
{
    const struct jnode *state = json_need(point, "state");
    return i < states ? json_number(json_at(state, i), "state") : NAN;
}

static bool is_near(double got, double want)
{
    return isnan(want) || fabs(got - want) <= 1e-9;
}

/* Which of the known ones that were not seen yet is it? */
static size_t find_known(const struct known *k, const struct jnode *e, unsigned seen)
{
    const size_t wide = (size_t)json_number(json_need(e, "dimension"), "dimension");
    size_t i = 0;
    while (i < k->n && !(!(seen >> i & 1) && wide == k->at[i].dimension &&
                         is_near(coordinate(e, 0, 2), k->at[i].x) &&
                         (!strstr(k->model, "y") || is_near(coordinate(e, 1, 2), k->at[i].y))))
        i++;
    return i;
}

static bool has_text(const struct jnode *e, const char *key, const char *want)
{
    return !want || strcmp(json_need(e, key)->text, want) == 0;
}

START_TEST(known_sets_are_found_and_no_others)
{
    struct lab l = lab_open();
    for (size_t k = 0; k < COUNT(sets); k++) {
        const struct known *want = &sets[k];
        const struct jnode *all = ask(l.m, want->model, "equilibria", NULL, NULL);
        const struct jnode *rest = json_need(all, "rest"), *how = json_need(all, "searched");
        unsigned seen = 0;
        REQUIRE(rest->n == want->n, "%s%zu instead of %zu", want->model, rest->n, want->n);
        for (size_t i = 0; i < rest->n; i++) {
            const struct jnode *e = json_at(rest, i);
            const size_t at = find_known(want, e, seen);
            REQUIRE(at < want->n, "%snumber %zu is none", want->model, i);
            seen |= 1U << at;
            REQUIRE(has_text(e, "stability", want->at[at].stability) &&
                        has_text(e, "standing", want->at[at].standing),
                    "%snumber %zu: %s, %s", want->model, i, json_need(e, "stability")->text,
                    json_need(e, "standing")->text);
        }
        REQUIRE(seen + 1 == 1U << want->n, "%sone is missing", want->model);
        REQUIRE((json_need(how, "rest_complete")->kind == JSON_TRUE) == want->complete,
                "%swrong claim that the list is complete", want->model);
        ck_assert(json_number(json_need(how, "starts"), "starts") == 96);
    }
    lab_close(&l);
}
END_TEST

/* A point near a flat equilibrium has small rates, and is none. */
START_TEST(near_a_flat_equilibrium_nothing_rests)
{
    static const char *const where[] = {"x=0.001", "x=0.01", "x=-0.0004"};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(where); i++) {
        const struct jnode *e = ask(l.m, LINE("x^4"), "lin", "--state", where[i]);
        ck_assert(json_need(e, "steady")->kind == JSON_FALSE);
    }
    const struct jnode *e = ask(l.m, LINE("x^4"), "lin", "--state", "x=0");
    ck_assert(json_need(e, "at_rest")->kind == JSON_TRUE && has_text(e, "stability", "open"));
    lab_close(&l);
}
END_TEST

/* Sleigh and disk: families that are proved; text says what was searched. */
START_TEST(words_say_what_was_searched)
{
    struct lab l = lab_open();
    const char *sleigh[] = {"analyze", "models/sleigh.nh", "equilibria", NULL};
    const struct told t = tool_run(l.m, NULL, sleigh);
    ck_assert(strstr(t.out, "(one of a family of dimension 1)"));
    ck_assert(strstr(t.out, "searched: 96 starts in eta_v from"));
    ck_assert(strstr(t.out, "the search is not exhaustive"));
    const char *disk[] = {"analyze", "models/disk.nh", "equilibria", NULL};
    ck_assert(strstr(tool_run(l.m, NULL, disk).out, "all steady motions are listed, proved"));
    const char *none[] = {"analyze", "-", "equilibria", NULL};
    const struct told slope = tool_run(l.m, LINE("x"), none);
    ck_assert(slope.code == 1 && strstr(slope.out, "nothing is ever at rest, proved"));
    /* spherical pendulum: th = 0 is an equilibrium, and a pole of these equations */
    const struct told pole =
        tool_run(l.m,
                 "coords th, phi\nmetric dth^2 + sin(th)^2 dphi^2\npotential -9.81 cos(th)\n"
                 "init th = 0.5, phi = 0, phi' = 1\n",
                 none);
    ck_assert_msg(
        strstr(pole.out, "not searched: poles of the equations, if any, where sin(th) = 0") &&
            strstr(pole.out, "nothing at rest was found") &&
            strstr(pole.out, "one of a family of dimension 1"),
        "%s%s", pole.out, pole.err);
    /* a body that turns is not at rest */
    const struct told body =
        tool_run(l.m,
                 "algebra so(3) body: wx, wy, wz\nmetric wx^2 + 2 wy^2 + 3 wz^2\n"
                 "init wx = 1, wy = 0.1, wz = 0.1\n",
                 none);
    ck_assert_msg(strstr(body.out, "velocities are constant") && !strstr(body.out, "  at rest"),
                  "%s%s", body.out, body.err);
    /* an example of lines that cross is not the point where they do */
    const struct told cross = tool_run(l.m, PLANE("x^2 y^2"), none);
    ck_assert_msg(strstr(cross.out, "exact for all values of") && !strstr(cross.out, "exact\n"),
                  "%s%s", cross.out, cross.err);
    lab_close(&l);
}
END_TEST

/* The engine behind: zeros of any order, and functions that are small without one. */
START_TEST(zeros_of_any_order_are_told_from_small_values)
{
    static const struct {
        const char *e;
        double from, zero; /* NAN: none */
    } at[] = {{"x^3", 0.1, 0},
              {"(x - 1)^7", 1.2, 1},
              {"x^15", 0.05, 0},
              {"x^2 - 2", 1.4, 1.4142135623730951},
              {"(x^2 - 2)^4", 1.45, 1.4142135623730951},
              {"sin(x) - x", 0.2, 0},
              {"1 - cos(x - 1)", 1.1, 1},
              {"x^2 + 1/10^20", 0.1, NAN},
              {"(x - 1)^4 + 1/10^25", 1.1, NAN},
              {"exp(-x^2)", 2, NAN}};
    struct lab l = lab_open();
    const ex x = ex_sym(l.s, "x", 0);
    for (size_t i = 0; i < COUNT(at); i++) {
        const ex e = test_read(l.s, at[i].e);
        ex slope = EX_POISON;
        ex_gradient(l.s, e, &x, 1, &slope);
        const struct ex_zeros_near of = {
            .e = &e, .slope = &slope, .x = &x, .m = 1, .n = 1, .far = 1};
        double v = at[i].from;
        const enum ex_root answer = ex_root(l.s, &of, &v);
        REQUIRE(answer == (isnan(at[i].zero) ? EX_ROOT_NONE : EX_ROOT_FOUND), "%s: %d", at[i].e,
                (int)answer);
        REQUIRE(isnan(at[i].zero) || fabs(v - at[i].zero) < 1e-10, "%s: %.17g", at[i].e, v);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        known_sets_are_found_and_no_others, near_a_flat_equilibrium_nothing_rests,
        words_say_what_was_searched, zeros_of_any_order_are_told_from_small_values};
    return test_run("equilibria_of_known_sets", tests, COUNT(tests));
}
