/* tests/unit/step_limit.c -- runs that take too many steps end, and say why.
 *
 * Stiff motions, whose fastest rate is known in closed form; events that repeat without end; runs
 * that are only long. The limit counts steps, so that a run ends at the same place every time.
 */
#include "gen/base/base.h"
#include "support/support.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#define FREE "coords x, y\nmetric dx^2 + dy^2\nconstraint dy = 0 dx\n"

/* clang-format off */
static const struct {
    const char *model, *options[4];
    int code;
    const char *says; /* part of the messages, NULL: no message */
} rows[] = {
    /* rates: 1e9 (k = 1e12, c = 1e9), 1e8, 1e4 */
    {FREE "potential 0.5e12 x^2\ndissipation 0.5e9 dx^2\ninit x = 1, y = 0, x' = 0\nrun t = 1",
     {"--steps", "30000"}, 1, "the motion is stiff: its fastest rate is about 1e9, and dop853 needs"},
    {FREE "dissipation 0.5e8 dx^2\nforce x = sin(t)\ninit x = 0, y = 0, x' = 0\nrun t = 10",
     {"--steps", "30000", "--method", "dopri5"}, 1, "its fastest rate is about 1e8, and dopri5 needs"},
    {"coords x, y, z\nmetric dx^2 + dy^2 + dz^2\ndissipation 5e3 (dx - dy)^2\nforce z = cos(t)\n"
     "constraint dz = dx\ninit x = 0, y = 0, z = 0, x' = 0, y' = 0\nrun t = 1000",
     {"--steps", "20000"}, 1, "the motion is stiff"},
    /* an event that its reset repeats, with steps of any method */
    {FREE "init x = 0, y = 0, x' = 1\nrun t = 1\nevent a : x = 0.5 rising reset x = 0.4999999",
     {"--steps", "20000"}, 1, "events: does a reset lead to a place where its event happens again"},
    {FREE "init x = 0, y = 0, x' = 1\nrun t = 1, dt = 0.01\nevent a : x = 0.5 rising reset x = 0.4999999",
     {"--steps", "20000", "--method", "rk4"}, 1, "more than 20100 steps"},
    {FREE "init x = 0, y = 0, x' = 1\nrun t = 1, dt = 0.01\nevent a : x = 0.5 rising reset x = 0.4999999",
     {"--steps", "20000", "--method", "gauss2"}, 1, "events: does a reset lead"},
    {FREE "init x = 0, y = 0, x' = 1\nrun t = 1\nevent a : x = 0.5 rising reset x = 0.4999999999",
     {NULL}, 1, "events repeat without end"},
    /* long ones, which are not stiff */
    {FREE "potential 1/2 x^2\ninit x = 1, y = 0, x' = 0\nrun t = 1e5, dt = 1e5",
     {"--steps", "2000"}, 1, "; --steps allows more"},
    {FREE "potential 1/2 x^2\ninit x = 1, y = 0, x' = 0\nrun t = 100, dt = 100", {"--steps", "2000"}, 0, NULL},
    {FREE "init x = 1, y = 0, x' = 0\nrun t = 100, dt = 0.01", {"--steps", "1", "--method", "rk4"}, 0, NULL},
    {FREE "init x = 1, y = 0, x' = 0\nrun t = 1", {"--steps", "0"}, 2, "from 1 to 2^53"},
    {FREE "init x = 1, y = 0, x' = 0\nrun t = 1", {"--steps", "many"}, 2, "unknown name 'many'"},
};
/* clang-format on */

START_TEST(a_run_ends_and_says_why)
{
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *const *o = rows[i].options;
        const char *const arguments[] = {"run", "-", "-q", o[0], o[1], o[2], o[3], NULL};
        const struct told t = tool_run(l.m, rows[i].model, arguments);
        ck_assert_msg(t.code == rows[i].code, "row %zu: exit %d\n%s", i, t.code, t.err);
        ck_assert_msg(rows[i].says ? strstr(t.err, rows[i].says) != NULL : !*t.err, "row %zu\n%s",
                      i, t.err);
        const struct told again = tool_run(l.m, rows[i].model, arguments);
        ck_assert_msg(!strcmp(t.out, again.out) && !strcmp(t.err, again.err), "row %zu", i);
    }
    lab_close(&l);
}
END_TEST

/* An implicit method passes the stiff motion: x' = -(k / c) x after the first 1e-9. */
START_TEST(the_advice_helps)
{
    ck_assert_ptr_nonnull(setlocale(LC_ALL, "C")); /* for strtod */
    struct lab l = lab_open();
    const char *const arguments[] = {"run",  "-",      "-q",   "--method", "gauss3",
                                     "--dt", "0.0005", "--at", "0.01",     NULL};
    const char *model = FREE "potential 0.5e12 x^2\ndissipation 0.5e9 dx^2\n"
                             "init x = 1, y = 0, x' = 0\nrun t = 1\n";
    const struct told t = tool_run(l.m, model, arguments);
    ck_assert_msg(t.code == 0, "%s", t.err);
    const char *row = strchr(t.out, '\n'), *x = row ? strchr(row, ',') : NULL;
    ck_assert_ptr_nonnull(x);
    tool_near(model, "x", strtod(x + 1, NULL), 4.539992976248485e-05, 1e-6);
    lab_close(&l);
}
END_TEST

/* A claim about a run that ends early is neither true nor false, unless it is broken before. */
START_TEST(a_claim_about_a_run_that_fails_is_undecided)
{
    struct lab l = lab_open();
    const char *fall = "coords x, y\nmetric dx^2 + dy^2\nconstraint dy = 0 dx\npotential -1/x\n"
                       "init x = 1, y = 0, x' = 0\nrun t = 10\n";
    const char *const arguments[] = {"check", "-", "--json", NULL};
    struct told t = tool_run(l.m, base_text(l.m, "%scheck y drift < 1\n", fall), arguments);
    ck_assert_msg(t.code == 1 && strstr(t.out, "the run fails at t = 1.11") &&
                      strstr(t.out, "\"decided\": false") && strstr(t.out, "\"good\": true"),
                  "%s%s", t.out, t.err);
    t = tool_run(l.m, base_text(l.m, "%scheck x drift < 0.1\n", fall), arguments);
    ck_assert_msg(t.code == 1 && strstr(t.out, "\"decided\": true") &&
                      strstr(t.out, "\"good\": false"),
                  "%s%s", t.out, t.err);
    lab_close(&l);
}
END_TEST

/* Numbers of which no run could make sense. */
START_TEST(settings_without_sense_are_refused)
{
    static const char *const settings[][2] = {
        {"--tol", "1e-300"}, {"--tol", "9e-17"}, {"--tol", "0"}, {"--tol", "-1"}, {"--tol", "1"},
        {"--dt", "1e-300"},  {"--dt", "0"},      {"--dt", "-1"}, {"-t", "1e308"}, {"-t", "-1"},
        {"-t", "nan"},       {"--tol", "nan"},   {"--dt", "inf"}};
    static const char *const methods[] = {"dop853", "dopri5", "taylor"};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(settings) * COUNT(methods); i++) {
        const char *const *set = settings[i / COUNT(methods)];
        const char *const arguments[] = {"run",
                                         "models/skater_slope.nh",
                                         "-q",
                                         "--method",
                                         methods[i % COUNT(methods)],
                                         set[0],
                                         set[1],
                                         NULL};
        const struct told t = tool_run(l.m, "", arguments);
        ck_assert_msg(t.code == EXIT_USAGE && !*t.out && strstr(t.err, "error: "), "%s %s: %d\n%s",
                      set[0], set[1], t.code, t.err);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {a_run_ends_and_says_why, the_advice_helps,
                                  settings_without_sense_are_refused,
                                  a_claim_about_a_run_that_fails_is_undecided};
    return test_run("step_limit", tests, COUNT(tests));
}
