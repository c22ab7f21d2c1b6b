/* tests/unit/inputs_follow_time.c -- inputs that are expressions of t, in `compare`, in sessions,
 * and in linear parts, against closed forms and `run`.
 */
#include "gen/base/base.h"
#include "support/motion.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SINE                                                                                       \
    "coords x, y\ninput F = sin(t)\nmetric dx^2 + dy^2\nforce x = F\n"                             \
    "init x = 0, y = 0, x' = 0, y' = 0\nrun t = 3, dt = 0.1\n"
#define RAMP                                                                                       \
    "coords x\nparam m = 2, k = 0.5\ninput F = 6 k t, G = 1\nmetric m dx^2\nforce x = F - G\n"     \
    "init x = 0, x' = 0\nrun t = 2, dt = 0.5\n"
#define ROLLING                                                                                    \
    "coords x, y, phi\ninput T = cos(t)\nmetric dx^2 + dy^2 + dphi^2\n"                            \
    "constraint sin(phi) dx = cos(phi) dy\nforce x = T cos(phi), y = T sin(phi)\n"                 \
    "init x = 0, y = 0, phi = 0, x' = 0, phi' = 0\nrun t = 2, dt = 0.5\n"
/* The rate of the input enters: a support that moves. */
#define SUPPORT                                                                                    \
    "coords x, y\ninput h = t^2\nmetric dx^2 + dy^2\nconstraint dy = h dx + dt\n"                  \
    "init x = 0, y = 0, x' = 1\n"

/* The last row of the table has the values of the closed form, with five digits. */
static void expect_row(struct mem *m, const char *model, const char *row)
{
    const char *words[] = {"compare", "-", "nonholonomic", "vakonomic", NULL};
    const struct told t = tool_run(m, model, words);
    REQUIRE(t.code == 0 && strstr(t.out, row), "%s\nno row %s in\n%s%s", model, row, t.out, t.err);
}

START_TEST(comparisons_follow_the_time)
{
    struct lab l = lab_open();
    /* x'' = sin t: x = t - sin t */
    expect_row(l.m, SINE, "          3     2.8589          0     2.8589          0");
    /* 2 x'' = 3 t - 1: x = t^3/4 - t^2/4 */
    expect_row(l.m, RAMP, "          2          1          1          0");
    /* straight on: 2 x'' = ... with x' = v: v' = cos t, x = 1 - cos t */
    expect_row(l.m, ROLLING, "          2     1.4161          0          0     1.4161");
    lab_close(&l);
}
END_TEST

static const char *after(const char *text, const char *what)
{
    const char *at = strstr(text, what);
    REQUIRE(at, "no %s in\n%s", what, text);
    return at + strlen(what);
}

/* A session says the same as the command. */
START_TEST(sessions_have_the_columns_of_inputs)
{
    static const char *const model[] = {SINE, RAMP, ROLLING};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(model); i++) {
        char path[] = "/tmp/noslip-inputs-XXXXXX";
        const int fd = mkstemp(path);
        FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
        ck_assert_ptr_nonnull(f);
        fputs(model[i], f);
        fclose(f);
        const char *repl[] = {"repl", path, NULL}, *lin[] = {"analyze", path, "lin", NULL};
        const struct told session = tool_run(l.m, "lin\n", repl),
                          command = tool_run(l.m, NULL, lin);
        remove(path);
        const char *want = after(command.out, "B, by the inputs\n");
        const char *end = strstr(want, "  eigenvalues");
        ck_assert_ptr_nonnull(end);
        const char *got = after(session.out, "B, by the inputs\n");
        REQUIRE(strncmp(got, want, (size_t)(end - want)) == 0, "%s", session.out);
    }
    lab_close(&l);
}
END_TEST

START_TEST(linear_parts_have_a_column_for_each_signal)
{
    struct lab l = lab_open();
    const char *words[] = {"analyze", "-", "lin", "--json", NULL};
    const struct jnode *e = json_read(l.m, tool_run(l.m, RAMP, words).out);
    const struct jnode *B = json_need(e, "B");
    tool_near("ramp", "B", json_number(json_at(json_at(B, 1), 0), "B"), 1, 1e-15);
    tool_near("ramp", "B", json_number(json_at(json_at(B, 1), 1), "B"), -1, 1e-15);
    /* where the rate of an input matters there is no column, rather than zeros */
    const struct told t = tool_run(l.m, SUPPORT, words);
    const struct jnode *support = json_read(l.m, t.out);
    ck_assert_ptr_nonnull(support);
    ck_assert_uint_eq(json_need(support, "inputs")->n, 0);
    ck_assert_int_eq(json_need(support, "B")->kind, JSON_NULL);
    ck_assert(strstr(t.err, "B has no column for h"));
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {comparisons_follow_the_time, sessions_have_the_columns_of_inputs,
                                  linear_parts_have_a_column_for_each_signal};
    return test_run("inputs_follow_time", tests, COUNT(tests));
}
