/* tests/unit/certificates_by_sympy.c -- proofs: certificates verified by SymPy, and no proof of
 * false claims. */
#include "gen/prove/prove.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- certificates ---- */

/* A folder for a script and its output. */
struct desk {
    char folder[32];
    const char *script, *output;
};

static struct desk desk_open(const struct lab *l)
{
    struct desk d = {.folder = "/tmp/noslip-proof-XXXXXX"};
    ck_assert_ptr_nonnull(mkdtemp(d.folder));
    d.script = base_text(l->m, "%s/claims.py", d.folder);
    d.output = base_text(l->m, "%s/output", d.folder);
    return d;
}

static void desk_close(const struct desk *d)
{
    remove(d->script);
    remove(d->output);
    remove(d->folder);
}

/* Exit code of python3 with these arguments. */
static int run_python(const struct desk *d, const char *arguments)
{
    char command[256];
    snprintf(command, sizeof command, "/usr/bin/python3 %s >%s 2>&1", arguments, d->output);
    const int status =
        system(command); /* NOLINT(cert-env33-c): the independent check is a program */
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void certify(const struct lab *l, const struct desk *d, const char *model)
{
    const struct told t = tool_run(
        l->m, NULL, (const char *const[]){"check", model, "--certificate", d->script, NULL});
    ck_assert_msg(t.code == 0 || t.code == 1, "%s: exit %d\n%s", model, t.code, t.err);
}

START_TEST(sympy_verifies_what_is_proved)
{
    static const struct {
        const char *model;
        unsigned least; /* identities that are not trivially zero */
        bool heavy;
    } certified[] = {
        {"models/sleigh.nh", 3, false},          {"models/rolling_disk.nh", 6, true},
        {"models/ball_magnetic.nh", 1, false},   {"models/charged_turntable_ball.nh", 3, false},
        {"models/sleigh_magnetic.nh", 1, false}, {"models/snakeboard.nh", 12, false},
        {"models/trailer10.nh", 4000, true},     {"tests/models/suslov_servo.nh", 6, false},
        {"models/fourbar.nh", 100, false},       {"models/g4.nh", 30, true},
    };
    struct lab l = lab_open();
    const struct desk d = desk_open(&l);
    for (size_t i = 0; i < COUNT(certified); i++) {
        if (certified[i].heavy && !test_whole())
            continue;
        certify(&l, &d, certified[i].model);
        ck_assert_msg(!strstr(tool_file(l.m, d.script), "too long"), "%s", certified[i].model);
        if (!test_once())
            continue;
        const int code = run_python(&d, d.script);
        const char *said = tool_file(l.m, d.output);
        ck_assert_msg(code == 0, "%s: exit %d\n%s", certified[i].model, code, said);
        ck_assert_msg(strtoul(said, NULL, 10) >= certified[i].least, "%s: only %s",
                      certified[i].model, said);
    }
    desk_close(&d);
    lab_close(&l);
}
END_TEST

/* Long identities, with subexpressions replaced by symbols. */
START_TEST(nothing_is_left_to_chance)
{
    static const char *const models[] = {"tests/models/chaplygin_ball.nh",
                                         "tests/models/suslov_servo.nh", "models/fourbar.nh",
                                         "models/g4.nh", "models/trailer10.nh"};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(models) && test_whole(); i++) {
        const struct told t = tool_run(l.m, NULL, (const char *const[]){"check", models[i], NULL});
        const char *growth = strstr(t.out, "growth vector"); /* long ones are likely from above */
        const char *after = growth ? strchr(growth, '\n') : NULL;
        ck_assert_msg(t.code == 0 &&
                          !strstr(after ? after : t.out, alg_standing_text(STANDS_LIKELY)) &&
                          !strstr(t.out, "not proved"),
                      "%s:\n%s", models[i], t.out);
    }
    lab_close(&l);
}
END_TEST

/* One altered sign at a time, in claims, in their intermediates, and in equalities. */
START_TEST(what_was_altered_is_not_verified)
{
    static const char *const models[] = {"models/charged_turntable_ball.nh", "models/fourbar.nh"};
    struct lab l = lab_open();
    const struct desk d = desk_open(&l);
    for (size_t i = 0; i < (test_whole() ? COUNT(models) : 1) && test_once(); i++) {
        certify(&l, &d, models[i]);
        const int code = run_python(&d, base_text(l.m, "tests/unit/support/alter.py %s %d",
                                                  d.script, test_whole() ? 4 : 2));
        ck_assert_msg(code == 0, "%s: %s", models[i], tool_file(l.m, d.output));
    }
    desk_close(&d);
    lab_close(&l);
}
END_TEST

/* All operations that may occur in a claim, with names that the script might use itself. */
#define SHORT_ONES                                                                                 \
    X("sin(t1)^2 + cos(t1)^2 - 1")                                                                 \
    X("sin(t1 - t2) - sin(t1) cos(t2) + cos(t1) sin(t2)")                                          \
    X("2 sin(t1/2) cos(t1/2) - sin(t1)")                                                           \
    X("cos(3 t1/2 - steps) - cos(t1) cos(t1/2 - steps) + sin(t1) sin(t1/2 - steps)")               \
    X("tan(t1) cos(t1) - sin(t1)")                                                                 \
    X("(exp(t1 - t2) + 1) (exp(t1 + t2/2) + 1) - exp(2 t1 - t2/2) - exp(t1 - t2)"                  \
      "- exp(t1 + t2/2) - 1")                                                                      \
    X("cosh(t1)^2 - sinh(t1)^2 - 1")                                                               \
    X("tanh(t1) cosh(t1) - sinh(t1)")                                                              \
    X("1/(sys + 1) - 1/(sys + 2) - 1/((sys + 1) (sys + 2))")                                       \
    X("(sqrt(sys^2 + 1) + sys) (sqrt(sys^2 + 1) - sys) - 1")                                       \
    X("1/(sqrt(expand^2 + 2) - 1) - (sqrt(expand^2 + 2) + 1)/(expand^2 + 1)")                      \
    X("(sqrt(2 + sqrt(1 + main^2)) + 1) (sqrt(2 + sqrt(1 + main^2)) - 1)"                          \
      "- main^2/(sqrt(1 + main^2) - 1)")                                                           \
    X("((1 + 1/(sys^2 + 1))^(1/3) - 1) ((1 + 1/(sys^2 + 1))^(2/3) + (1 + 1/(sys^2 + 1))^(1/3) + "  \
      "1)"                                                                                         \
      "- 1/(sys^2 + 1)")                                                                           \
    X("(log(ZZ^2 + 1) + atan(ZZ))^2 - log(ZZ^2 + 1)^2 - 2 atan(ZZ) log(ZZ^2 + 1) - atan(ZZ)^2")

START_TEST(long_claims_are_verified_and_false_ones_are_not)
{
    static const char *const shorts[] = {
#define X(text) text,
        SHORT_ONES
#undef X
    };
    struct lab l = lab_open();
    const struct desk d = desk_open(&l);
    struct diag diag = {.mem = l.m};
    ex factor[150];
    for (size_t i = 0; i < COUNT(factor); i++) /* a long product */
        factor[i] = test_read(l.s, base_text(l.m, "zero + %zu", i + 1));
    for (int by = 0; by < 2; by++) {
        struct proof all[COUNT(shorts)];
        for (size_t i = 0; i < COUNT(shorts); i++) {
            const ex little = ex_mul2(l.s, ex_int(l.s, by), test_read(l.s, "1/10^30"));
            factor[0] = ex_add2(l.s, test_read(l.s, shorts[i]), little);
            ck_assert_msg(factor[0] != EX_POISON && factor[0] != l.s->zero, "%s", shorts[i]);
            all[i] = (struct proof){.what = "it",
                                    .zero = ex_mul(l.s, factor, COUNT(factor)),
                                    .standing = STANDS_PROVED};
        }
        const struct proofs p = {.store = l.s, .at = all, .n = COUNT(all)};
        ck_assert(prove_certificate(&diag, &p, "Claims", d.script));
        if (!test_once())
            continue;
        const int code = run_python(&d, d.script);
        const char *said = tool_file(l.m, d.output);
        ck_assert_msg(code == by, "exit %d\n%s", code, said);
        ck_assert_msg(strtoul(said, NULL, 10) == (by ? 0 : COUNT(shorts)), "%s", said);
    }
    desk_close(&d);
    lab_close(&l);
}
END_TEST

START_TEST(a_certificate_that_cannot_be_written_is_an_error)
{
    static const char *const paths[] = {"/nothing/c.py", "/dev/full"};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(paths); i++) {
        const struct told t = tool_run(l.m, NULL,
                                       (const char *const[]){"check", "models/rolling_disk.nh",
                                                             "--certificate", paths[i], NULL});
        ck_assert_msg(t.code == 4 && strstr(t.err, "cannot write"), "%s: exit %d\n%s", paths[i],
                      t.code, t.err);
    }
    lab_close(&l);
}
END_TEST

/* ---- identities ---- */

START_TEST(standings_are_earned)
{
    static const struct {
        const char *text;
        enum alg_standing standing;
    } known[] = {
        {"0", STANDS_PROVED},
        {"sin(x)^2 + cos(x)^2 - 1", STANDS_PROVED},
        {"(x + y)^3 - x^3 - 3 x^2 y - 3 x y^2 - y^3", STANDS_PROVED},
        {"sin(x + y) - sin(x) cos(y) - cos(x) sin(y)", STANDS_PROVED},
        {"1/(x + 1) - 1/(x + 2) - 1/((x + 1) (x + 2))", STANDS_PROVED},
        {"sin(x)^2 + cos(x)^2 - 1 + x/10^40", STANDS_NOT},
        {"x - y", STANDS_NOT},
        {"abs(x) - x", STANDS_NOT},
        {"sqrt(x^2) - x", STANDS_NOT},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(known); i++) {
        struct proofs p = {.store = l.s};
        const enum alg_standing got = alg_prove(&p, "it", test_read(l.s, known[i].text));
        ck_assert_msg(got == known[i].standing, "%s: %s", known[i].text, alg_standing_text(got));
        ck_assert_uint_eq(p.n, i > 0); /* the number 0 needs no proof */
    }
    lab_close(&l);
}
END_TEST

/* ---- solutions of linear systems ---- */

/* A matrix, not symmetric or positive definite, with short and long entries, and zeros. */
static void fill(const struct lab *l, bool positive, size_t n, ex *a, ex *b)
{
    for (size_t i = 0; i < n * n; i++) {
        const size_t r = i / n, c = i % n, low = r < c ? r : c, high = r < c ? c : r;
        const char *text = r == c             ? base_text(l->m, "%zu + (x + %zu y)^2", n + 1, r + 1)
                           : (r + c) % 4 == 3 ? "0"
                           : positive
                               ? base_text(l->m, "sin(x + %zu y) / %zu", low + 1, high + 2)
                               : base_text(l->m, "x^%zu / (1 + y^2) + cos(%zu y) exp(x)", r % 3, c);
        a[i] = test_read(l->s, text);
    }
    for (size_t i = 0; i < n; i++)
        b[i] = test_read(l->s, base_text(l->m, "x y^%zu + sin(%zu z) cos(x)", i % 4, i + 1));
}

/* For every solver: the solution is proved, and with one sign changed it is refuted. */
START_TEST(what_is_solved_solves_and_nothing_else_does)
{
    for (size_t n = 1; n <= (test_whole() ? 7 : 4); n++)
        for (unsigned way = SOLVED; way <= SOLVED_POSITIVE; way++) {
            struct lab l = lab_open();
            const struct model m = {.store = l.s};
            struct proofs p = {.store = l.s};
            ex *a = sym_row(l.m, n * n), *b = sym_row(l.m, n), *x = sym_row(l.m, n);
            fill(&l, way == SOLVED_POSITIVE, n, a, b);
            ck_assert(way == SOLVED         ? sym_solve(l.s, a, n, b, 1, x)
                      : way == SOLVED_LONG  ? sym_solve_long(l.s, a, n, b, x)
                      : way == SOLVED_NAMED ? sym_solve_named(l.s, a, n, b, x)
                                            : alg_solve_positive(&m, a, n, b, 1, x, NULL));
            const struct solution q = {a, b, x, n, 1, (enum solved)way};
            enum alg_standing got = alg_prove_solved(&p, &m, "it", &q);
            ck_assert_msg(got == STANDS_PROVED, "%u, %zu: %s", way, n, alg_standing_text(got));
            for (size_t i = 0; i < p.n; i++) /* identities in all symbols */
                ck_assert(ex_zero(l.s, p.at[i].zero, false).answer == EX_ZERO);
            x[n / 2] = ex_neg(l.s, x[n / 2]);
            got = alg_prove_solved(&p, &m, "it", &q);
            ck_assert_msg(got == STANDS_NOT, "%u, %zu: %s", way, n, alg_standing_text(got));
            lab_close(&l);
        }
}
END_TEST

/* ---- agreement ---- */

#define OBLIQUE                                                                                    \
    "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nframe u = d_x + y d_z\n      v = d_y\n"            \
    "complement n = d_z + 0.3 d_x\n"

START_TEST(forms_agree_or_say_why_they_are_not_there)
{
    static const struct {
        const char *model, *agree, *reason[3];
    } known[] = {
        {OBLIQUE, "dirac = gyro = skew = lagrangian ", {NULL}},
        {OBLIQUE "magnetic x dy\n",
         "dirac = gyro = lagrangian ",
         {"no skew form: the skew form has no place for a magnetic one-form"}},
        {OBLIQUE "dissipation 1/2 (u^2 + v^2)\nforce z = x y'\n",
         "dirac = gyro = skew = lagrangian ",
         {NULL}},
        {"coords x, y, z\nlagrangian -sqrt(1 - x'^2 - y'^2 - z'^2)\nconstraint dz = y dx\n",
         "dirac = lagrangian ",
         {"no gyro form: the gyro form needs kinetic energy of a metric",
          "no skew form: the skew form needs kinetic energy of a metric"}},
        {"coords x, y, z\nhamiltonian 1/2 (p_x^2 + p_y^2 + p_z^2) + cosh(p_x)\n"
         "constraint dz = y dy\n",
         NULL, /* no other form */
         {"no gyro form: ", "no skew form: ",
          "no lagrangian form: the lagrangian form needs a Lagrangian"}},
        /* quadratic Hamiltonians have a metric */
        {"coords x, y, z\nhamiltonian 1/2 (p_x^2 + p_y^2 + p_z^2 + p_x p_z) + x y\n"
         "constraint dz = y dx\n",
         "dirac = gyro = skew = lagrangian ",
         {NULL}},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(known); i++) {
        const struct told t =
            tool_run(l.m, known[i].model, (const char *const[]){"check", "-", NULL});
        const char *want = known[i].agree ? known[i].agree : "";
        const char *said = strstr(t.out, base_text(l.m, "formulations agree:  %s", want));
        ck_assert_msg(t.code == 0 && !said == !known[i].agree, "exit %d, not '%s'\n%s%s", t.code,
                      want, t.out, t.err);
        for (size_t k = 0; k < COUNT(known[i].reason) && known[i].reason[k]; k++)
            ck_assert_msg(strstr(t.out, known[i].reason[k]), "no '%s' in\n%s", known[i].reason[k],
                          t.out);
    }
    lab_close(&l);
}
END_TEST

/* Energy is conserved only where no force acts, or where forces have no power. */
START_TEST(energy_is_conserved_only_where_it_is)
{
    static const struct {
        const char *more;
        bool conserved;
    } known[] = {
        {"", true},
        {"potential x^2 + z\n", true},
        {"magnetic x dy\n", true},
        {"magnetic dx /\\ dy\n", true},
        {"potential t x\n", false},
        {"dissipation 1/2 u^2\n", false},
        {"dissipation 1/2 n^2\n", true}, /* the velocity along it is 0 */
        {"force x = y\n", false},
        {"force x = y', y = -x'\n", true}, /* no power */
        {"drift d_z\n", false},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(known); i++) {
        const char *model = base_text(l.m, OBLIQUE "%s", known[i].more);
        const struct told t = tool_run(l.m, model, (const char *const[]){"check", "-", NULL});
        const char *line = strstr(t.out, "\n  energy ");
        ck_assert_msg(t.code == 0 && line, "exit %d of '%s'\n%s%s", t.code, known[i].more, t.out,
                      t.err);
        const char *end = strchr(line + 1, '\n'), *word = strstr(line, "  conserved ");
        ck_assert_msg((word && word < end) == known[i].conserved, "'%s':\n%s", known[i].more,
                      t.out);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {sympy_verifies_what_is_proved,
                                  nothing_is_left_to_chance,
                                  what_was_altered_is_not_verified,
                                  long_claims_are_verified_and_false_ones_are_not,
                                  a_certificate_that_cannot_be_written_is_an_error,
                                  standings_are_earned,
                                  what_is_solved_solves_and_nothing_else_does,
                                  forms_agree_or_say_why_they_are_not_there,
                                  energy_is_conserved_only_where_it_is};
    return test_run("proof", tests, COUNT(tests));
}
