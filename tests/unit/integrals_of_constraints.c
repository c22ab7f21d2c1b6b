/* tests/unit/integrals_of_constraints.c -- functions that `check` finds constant along curves in C.
 *
 * They are compared with integrals known in closed form, and followed along runs: each must keep
 * its initial value. */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPACE                                                                                      \
    "coords x, y, z\nmetric dx^2 + dy^2 + dz^2 + x dx dy\n"                                        \
    "init x = 0.7, y = 0.4, z = 0.9\n"
#define MOVING SPACE "init x' = 0.3, y' = -0.2\n"
static const char LABEL[] = "constant along all curves in C: ";

struct member {
    const char *model, *integral; /* as printed; NULL: only followed */
};

static const struct member members[] = {
    {MOVING "constraint x dx + y dy + z dz = 0\n", "x^2 + y^2 + z^2"},
    {MOVING "constraint dz = y dx + x dy\n", "x y - z"},
    {MOVING "constraint dz = z (y dx + x dy)\n", NULL},
    {SPACE "init x' = 0.3, z' = 0.1\nconstraint x dy = y dx\n", "x / y"},
    {MOVING "param a = 2\nconstraint a cos(x) dx + sin(y) dy = dz\n", "z - a sin(x) + cos(y)"},
    {MOVING "constraint y z dx + x z dy + x y dz = 0\n", "x y z"},
    {MOVING "constraint exp(z) dz = x dx + dy\n", NULL},
    {MOVING "constraint dz = sqrt(3) y dx + sqrt(3) x dy\n", NULL},
    {"coords x, y, z, w\nparam a = 2\nmetric dx^2 + dy^2 + dz^2 + dw^2\n"
     "constraint dz = y dx\n dw = 2 y dx + a w dw\n"
     "init x = 0.1, y = 0.2, z = 0.3, w = 0.1, x' = 0.1, y' = 0.1\n",
     NULL},
    {"coords x, y, th, a, b, c\nparam r = 0.1, L = 0.3\n"
     "metric dx^2 + dy^2 + dth^2 + (da^2 + db^2 + dc^2)/10\n"
     "constraint r da = -sin(th) dx + cos(th) dy + L dth\n"
     "           r db = -sin(th + 2 pi/3) dx + cos(th + 2 pi/3) dy + L dth\n"
     "           r dc = -sin(th - 2 pi/3) dx + cos(th - 2 pi/3) dy + L dth\n"
     "init x = 0, y = 0, th = 0.2, a = 0, b = 0.1, c = 0.3, x' = 0.2, y' = 0.1, th' = 0.5\n",
     NULL},
};

/* The last column of the last row and of the first one after the header. */
static void ends_of(const char *csv, double *first, double *last)
{
    const char *row = strchr(csv, '\n');
    bool begun = false;
    while (row && row[1]) {
        const char *end = strchr(row + 1, '\n');
        const char *comma = row + 1;
        for (const char *c = row + 1; *c && c != end; c++)
            comma = *c == ',' ? c + 1 : comma;
        *last = strtod(comma, NULL);
        if (!begun)
            *first = *last;
        begun = true;
        row = end;
    }
    REQUIRE(begun, "no rows in\n%s", csv);
}

static void follow(struct mem *m, const char *model, const char *integral)
{
    char text[2000];
    double first = NAN, last = NAN;
    snprintf(text, sizeof text, "%soutput F = %s\n", model, integral);
    const struct told t =
        tool_run(m, text, (const char *const[]){"run", "-", "-o", "-", "-t", "1", NULL});
    REQUIRE(t.code == 0, "exit %d\n%s\n%s", t.code, t.err, text);
    ends_of(t.out, &first, &last);
    ck_assert_msg(fabs(first - last) < 1e-7 * (1 + fabs(first)), "%s: %g, then %g", integral, first,
                  last);
}

START_TEST(integrals_are_constant_along_runs)
{
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(members); i++) {
        const struct told t =
            tool_run(l.m, members[i].model, (const char *const[]){"check", "-", NULL});
        const char *at = strstr(t.out, LABEL);
        ck_assert_msg(t.code == 0 && at, "exit %d\n%s%s", t.code, t.out, t.err);
        char text[300];
        snprintf(text, sizeof text, "%.*s", (int)strcspn(at + sizeof LABEL - 1, "\n"),
                 at + sizeof LABEL - 1);
        char *end = strstr(text, "  ");
        ck_assert_msg(end && strstr(end, "proved"), "%s", text);
        *end = 0;
        ck_assert_msg(!members[i].integral || strcmp(text, members[i].integral) == 0, "%s, not %s",
                      text, members[i].integral);
        follow(l.m, members[i].model, text);
    }
    lab_close(&l);
}
END_TEST

START_TEST(none_where_there_is_none)
{
    static const char *const without[] = {
        SPACE "constraint dz = y dx\n",
        SPACE "constraint dz = sqrt(3) y dx\n",
        SPACE "constraint dz = y^2 dx\n",
        SPACE "constraint z dz = x y dx\n",
        "coords x, y, phi\nmetric dx^2 + dy^2 + dphi^2\nconstraint sin(phi) dx = cos(phi) dy\n",
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(without); i++) {
        const struct told t = tool_run(l.m, without[i], (const char *const[]){"check", "-", NULL});
        ck_assert_msg(!strstr(t.out, "constant along") && strstr(t.out, ": not integrable"), "%s",
                      t.out);
    }
    lab_close(&l);
}
END_TEST

/* Two are there, one is elementary in the ansatz. */
START_TEST(what_is_not_found_is_said)
{
    struct lab l = lab_open();
    const struct told t = tool_run(l.m, SPACE "constraint dx = z dz\n dy = sin(x) dz\n",
                                   (const char *const[]){"check", "-", NULL});
    ck_assert_msg(strstr(t.out, "1 of 2 functions that are constant along curves in C were found; "
                                "the search is not exhaustive"),
                  "%s", t.out);
    lab_close(&l);
}
END_TEST

/* Exact coefficients would be sums over the signs of many roots: the work is bounded. */
START_TEST(no_long_search)
{
    struct lab l = lab_open();
    setenv("NOSLIP_WORK", "100000000", 1);
    const struct told t = tool_run(l.m,
                                   "coords x, y\nmetric dx^2 + dy^2\n"
                                   "constraint dy = (sqrt(1 + x^2 + y^2) - sqrt(2) sqrt(1 + x^2) + "
                                   "sqrt(1 + y^2)) dx\n",
                                   (const char *const[]){"check", "-", NULL});
    unsetenv("NOSLIP_WORK");
    ck_assert_msg(t.code == 0 && strstr(t.out, "0 of 1 functions"), "%s", t.out);
    lab_close(&l);
}
END_TEST

/* Brackets that are not skew: the order of the label is that of the bracket of the model. */
START_TEST(brackets_in_their_order)
{
    static const char *const model[][2] = {
        {"bracket [b, a] = c\n", "[u2, u1] leaves C"},
        {"bracket [a, b] = c\n", "[u1, u2] leaves C"},
        {"bracket [a, a] = c\n", "[u1, u1] leaves C"},
        {"bracket [b, b] = c\n", "[u2, u2] leaves C"},
        {"bracket [a, b] = c\n        [b, a] = -c\n", "[u2, u1] leaves C"},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(model); i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "coords x\nsections a, b, c\nanchor a -> d_x | d_x\n       b -> 0 d_x | 0 d_x\n"
                 "       c -> 0 d_x | 0 d_x\n%smetric a^2 + 2 b^2 + 3 c^2\nconstraint c\n",
                 model[i][0]);
        const struct told t = tool_run(l.m, text, (const char *const[]){"check", "-", NULL});
        ck_assert_msg(strstr(t.out, model[i][1]) && strstr(t.out, "(2, 3)") &&
                          strstr(t.out, ": not integrable"),
                      "%s%s", model[i][0], t.out);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {integrals_are_constant_along_runs, none_where_there_is_none,
                                  what_is_not_found_is_said, no_long_search,
                                  brackets_in_their_order};
    return test_run("integrals", tests, COUNT(tests));
}
