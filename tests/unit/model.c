/* tests/unit/model.c -- the model language: what is understood, and how mistakes are told. */
#include "gen/gen.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct trial {
    struct lab lab;
    struct session s;
    char *words; /* what the user would read */
};

/* Reads a model, and derives it when `far`. */
static struct trial try_model(const char *text, size_t len, bool far)
{
    struct trial t = {.lab = lab_open()};
    size_t size = 0;
    t.s = (struct session){.mem = t.lab.m, .store = t.lab.s, .diag = {.mem = t.lab.m}};
    t.s.source = gen_source_text(t.lab.m, "m.nh", text, len, EXIT_MODEL);
    if (gen_session_model(&t.s, NULL) && far)
        gen_session_system(&t.s, &gen_forms[0]);
    FILE *f = open_memstream(&t.words, &size);
    ck_assert_ptr_nonnull(f);
    gen_diag_print(&t.s.diag, f, false);
    fclose(f);
    return t;
}

static void end_trial(struct trial *t)
{
    free(t->words);
    lab_close(&t->lab);
}

/* ---- what is understood ---- */

START_TEST(a_model_is_understood)
{
    static const char text[] = "\xEF\xBB\xBFmodel \"A # title\"\r\n"
                               "coords  x in -1 .. 1, y,   # comment, with = signs\n"
                               "        \xCF\x86\n"
                               "param   m = 2 k in 0 .. 9 > 0 [kg m^-1] \"mass = 1\",\n"
                               "        k = .5e1 != 0, g = 9.81\n"
                               "let     r2 = x^2 + y^2\n"
                               "let     both = r2 + twice\n"
                               "let     twice = 2 r2\n"
                               "potential both\n"
                               "frame   v = cos(\xCF\x86) d_x +\n"
                               "            sin(\xCF\x86) d_y\n"
                               "        w = (d_\xCF\x86\n"
                               "            + 0)\n"
                               "complement s = d_v - (1 + cos(\xCF\x86)) d_x + 0 d_y\n"
                               "             - 0 d_y\n"
                               "metric  m (dx^2 + y'^2) + w^2\n"
                               "init    x = 1/3, v = k, \xCF\x86' = 2, eta_w = 1\n"
                               "run     t = 2 pi, dt = 1/k, method = rk38\n"
                               "plot    (x, y + energy); t : v^2; (x', eta_w)\n";
    struct trial t = try_model(text, sizeof text - 1, false);
    ck_assert_msg(strstr(t.words, "'complement' expects a name here") != NULL, "%s", t.words);
    end_trial(&t);
    /* the same without the line that starts with an operator */
    char fixed[sizeof text];
    const char *bad = strstr(text, "             - 0 d_y\n");
    const size_t before = (size_t)(bad - text), after = before + strlen("             - 0 d_y\n");
    memcpy(fixed, text, before);
    memcpy(fixed + before, text + after, sizeof text - after);
    t = try_model(fixed, strlen(fixed), false);
    const struct model *m = t.s.model;
    ck_assert_msg(m != NULL, "%s", t.words);
    struct store *s = t.lab.s;
    ck_assert_str_eq(m->title, "A # title");
    ck_assert_uint_eq(m->coords, 3);
    ck_assert_uint_eq(m->params, 3);
    ck_assert_str_eq(m->param[0].unit, "kg m^-1");
    ck_assert_str_eq(m->param[0].doc, "mass = 1");
    ck_assert_uint_eq(m->param[0].assume, EX_POSITIVE);
    ck_assert_uint_eq(m->param[1].assume, EX_NONZERO);
    ck_assert(m->param[1].value == ex_int(s, 5));
    ck_assert(m->param[2].value == ex_rat(s, 981, 100));
    ck_assert_uint_eq(m->fields, 3);
    ck_assert_uint_eq(m->rank, 2);
    ck_assert(m->potential == ex_expand(s, test_read(s, "3 x^2 + 3 y^2")) ||
              ex_expand(s, m->potential) == test_read(s, "3 x^2 + 3 y^2"));
    ck_assert(m->field[0].component[0] == test_read(s, "cos(\xCF\x86)"));
    ck_assert(m->field[1].component[2] == ex_int(s, 1));
    ck_assert(ex_expand(s, m->field[2].component[0]) == ex_int(s, -1));
    ck_assert_uint_eq(m->ivals, 4);
    ck_assert_int_eq(m->ival[2].of, IVAL_VELOCITY);
    ck_assert_int_eq(m->ival[3].of, IVAL_MOMENTUM);
    ck_assert_uint_eq(m->plots, 3);
    ck_assert_str_eq(m->method, "rk38");
    end_trial(&t);
}
END_TEST

/* ---- mistakes: where, and in which words ---- */

#define SKATER                                                                                     \
    "coords x, y, phi\nmetric dx^2 + dy^2 + dphi^2\nframe v = cos(phi) d_x + sin(phi) d_y\n"       \
    "      w = d_phi\ncomplement s = -sin(phi) d_x + cos(phi) d_y\n"
#define FLAT "coords x, y\nmetric dx^2 + dy^2\n"

/* clang-format off */
static const struct {
    const char *text, *at, *words;
} mistakes[] = {
    /* statements */
    {"coord x\n",                          "m.nh:1:1",  "did you mean 'coords'?"},
    {"xyzzy 1\n" FLAT,                     "m.nh:1:1",  "unknown statement 'xyzzy'"},
    {" coords x\n",                        "m.nh:1:2",  "must begin in column 1"},
    {"(coords) x\n",                       "m.nh:1:1",  "begins with a word"},
    {"coords x\n   param m = 1\n",         "m.nh:2:4",  "must begin in column 1"},
    {FLAT "coords z\n",                    "m.nh:3:1",  "a second 'coords'"},
    {"coords x\n",                         "m.nh:1",    "there is no 'metric'"},
    {"metric 1\n",                         "m.nh:1",    "there is no 'coords'"},
    {FLAT "complement s = d_x\n",          "m.nh:3:1",  "without a frame"},
    {FLAT "potential\n",                   "m.nh:3:9",  "says nothing"},
    {FLAT "let (a\n",                      "m.nh:3:5",  "never closed"},
    {FLAT "let a = 1)\n",                  "m.nh:3:10", "nothing opens this"},
    {"model x\n" FLAT,                     "m.nh:1:7",  "expects one string"},
    {"model \"x\n" FLAT,                   "m.nh:1:7",  "must end on its own line"},
    {"coords x,, y\nmetric dx^2\n",        "m.nh:1:9",  "expects a name"},
    {"coords x, y,\nmetric dx^2\n",        "m.nh:1:12", "expects a name"},
    {"coords x y\nmetric dx^2\n",          "m.nh:1:10", "separated by commas"},
    {"coords x in 0\nmetric dx^2\n",       "m.nh:1:10", "two ends"},
    {FLAT "param m\n",                     "m.nh:3:7",  "'=' is missing"},
    {FLAT "param m =\n",                   "m.nh:3:9",  "expression is missing"},
    {FLAT "param m = 1 > 2\n",             "m.nh:3:13", "only '> 0' and '!= 0'"},
    {FLAT "param m = 1 \"a\" [kg]\n",      "m.nh:3:17", "the order is"},
    {FLAT "plot x\n",                      "m.nh:3:6",  "expects a pair"},
    {FLAT "run steps = 3\n",               "m.nh:3:5",  "does not know 'steps'"},
    {FLAT "run t = 1, method = rk5\n",     "m.nh:3:21", "did you mean 'rk4'?"},
    /* names */
    {FLAT "param x = 1\n",                 "m.nh:3:7",  "already declared"},
    {FLAT "param t = 1\n",                 "m.nh:3:7",  "is time"},
    {FLAT "param sin = 1\n",               "m.nh:3:7",  "is built in"},
    {FLAT "param dx = 1\n",                "m.nh:3:7",  "has a meaning already"},
    {FLAT "param p_x = 1\n",               "m.nh:3:7",  "has a meaning already"},
    {FLAT "param m' = 1\n",                "m.nh:3:7",  "cannot end in a prime"},
    {FLAT "potential z\n",                 "m.nh:3:11", "declare it"},
    {FLAT "param lambda = 1\npotential lamda x\n", "m.nh:4:11", "did you mean 'lambda'?"},
    {FLAT "param m = 1\npotential dm\n",   "m.nh:4:11", "is a parameter, so it has no velocity"},
    {FLAT "param m = 1\npotential m(x)\n", "m.nh:4:11", "leave a blank"},
    {FLAT "potential sn(x)\n",             "m.nh:3:11", "not a function"},
    {FLAT "frame v = d_x\n  w = d_q\n",    "m.nh:4:7",  "unknown name 'd_q'"},
    {FLAT "let a = b\nlet b = a\n",        "m.nh:4:9",  "defined through itself"},
    {FLAT "param a = b, b = 2 a\n",        "m.nh:3",    "defined through itself"},
    {FLAT "param a = x\n",                 "m.nh:3:11", "must not depend on 'x'"},
    {FLAT "init z = 1\n",                  "m.nh:3:6",  "there is no 'z'"},
    {FLAT "init x = 1, x = 2\n",           "m.nh:3:13", "already has an initial value"},
    {FLAT "init x ~ 1\n",                  "m.nh:3:6",  "not supported yet"},
    {FLAT "init x = y\n",                  "m.nh:3:10", "must not depend on 'y'"},
    /* expressions */
    {FLAT "potential x +\n",               "m.nh:3:13", "too early"},
    {FLAT "potential 1/0\n",               "m.nh:3:1",  "zero"},
    {FLAT "potential 1/x y\n",             "m.nh:3:15", "two ways"},
    {FLAT "potential x ** 2\n",            "m.nh:3:13", "powers are written"},
    /* kinds */
    {"coords x\nmetric dx\n",              "m.nh:2:8",  "a one-form"},
    {"coords x\nmetric dx^2 + dx\n",       "m.nh:2:8",  "plus lower terms"},
    {"coords x\nmetric dx^3\n",            "m.nh:2:8",  "above 2"},
    {"coords x\nmetric 1/dx\n",            "m.nh:2:8",  "not a polynomial"},
    {"coords x\nmetric x\n",               "m.nh:2:8",  "a function"},
    {"coords x\nmetric d_x\n",             "m.nh:2:8",  "a vector field"},
    {FLAT "potential x dx\n",              "m.nh:3:11", "a one-form"},
    {FLAT "potential x + p_x\n",           "m.nh:3:11", "momenta"},
    {FLAT "frame v = dx\n  w = d_y\n",     "m.nh:3:11", "sums of function * d_coordinate"},
    {FLAT "frame v = d_x + 1\n  w = d_y\n","m.nh:3:11", "plus a function"},
    {FLAT "frame v = d_x d_y\n  w = d_y\n","m.nh:3:11", "product of vector fields"},
    {FLAT "frame v = dx d_y\n  w = d_y\n", "m.nh:3:11", "mixed with velocities"},
    {FLAT "frame v = t d_x\n  w = d_y\n",  "m.nh:3:11", "depends on t"},
    {FLAT "plot (d_x, y)\n",               "m.nh:3:7",  "needs a number"},
    {FLAT "frame v = d_x, w = d_y\n",      "m.nh:3:14", "one field a line"},
    {FLAT "frame v = d_x w = d_y\n",       "m.nh:3:17", "one field a line"},
    {FLAT "frame v = d_x\n  + d_y\n",      "m.nh:4:3",  "end it with the operator"},
    /* geometry */
    {FLAT "frame v = d_x\n  w = d_y\n  u = d_y\n", "m.nh:3:1", "at most as many"},
    {FLAT "frame v = d_x\n  w = 2 d_x\n",  "m.nh:3:1",  "linearly dependent"},
    {FLAT "frame v = sin(x) d_x + cos(x) d_y\n  w = d_x + (1/tan(x)) d_y\n",
                                           "m.nh:3:1",  "linearly dependent"},
    {FLAT "frame v = d_w\n  w = d_v\n",    "m.nh:",     "defined through itself"},
    {FLAT "frame v = d_x\ncomplement s = d_x + d_y\n", "m.nh:4:12", "their product is 1"},
    {"coords x, y\nmetric dx^2\n",         "m.nh:2:8",  "degenerate"},
};
/* clang-format on */

START_TEST(mistakes_are_told_with_their_place)
{
    for (size_t i = 0; i < COUNT(mistakes); i++) {
        struct trial t = try_model(mistakes[i].text, strlen(mistakes[i].text), true);
        ck_assert_msg(t.s.diag.errors > 0, "no mistake seen in\n%s", mistakes[i].text);
        ck_assert_msg(strstr(t.words, mistakes[i].at) && strstr(t.words, mistakes[i].words),
                      "in\n%swanted '%s' at %s, got\n%s", mistakes[i].text, mistakes[i].words,
                      mistakes[i].at, t.words);
        ck_assert_int_eq(gen_diag_exit(&t.s.diag), EXIT_MODEL);
        end_trial(&t);
    }
}
END_TEST

/* A Greek letter takes one column, a Chinese one two, a tab goes to the next multiple of 8. */
START_TEST(an_excerpt_points_at_the_right_columns)
{
    static const char text[] = "coords \xCE\xB1, \xE6\xBC\xA2\n"
                               "metric d\xCE\xB1^2 +\td\xE6\xBC\xA2^2 + d\xE6\xBC\xA2q  # end\n";
    static const char want[] =
        "error: unknown name 'd\xE6\xBC\xA2q'\n"
        "  --> m.nh:2:22\n"
        "   |\n"
        " 2 | metric d\xCE\xB1^2 +   d\xE6\xBC\xA2^2 + d\xE6\xBC\xA2q  # end\n"
        "   |                         ^^^^\n"
        "   = help: did you mean 'd\xE6\xBC\xA2'?\n";
    struct trial t = try_model(text, sizeof text - 1, false);
    ck_assert_str_eq(t.words, want);
    end_trial(&t);
}
END_TEST

START_TEST(many_mistakes_come_in_file_order_one_a_line)
{
    struct mem_text text = {0};
    struct lab lab = lab_open();
    text = mem_text(lab.m);
    mem_put(&text, FLAT);
    for (int i = 0; i < 400; i++)
        mem_put_f(&text, "let a%d = q + r + s\n", i);
    struct trial t = try_model(text.text, text.len, false);
    const char *at = t.words;
    for (int i = 0; i < 20; i++) {
        char place[32];
        snprintf(place, sizeof place, "m.nh:%d:", 3 + i);
        at = strstr(at, place);
        ck_assert_msg(at != NULL, "%s", t.words);
    }
    ck_assert(strstr(t.words, "m.nh:23:") == NULL);
    ck_assert(strstr(t.words, "400 errors in all") != NULL);
    end_trial(&t);
    lab_close(&lab);
}
END_TEST

/* ---- the table of statements ---- */

START_TEST(every_statement_is_known_by_its_row)
{
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        const struct statement_row *row = &gen_statements[i];
        char text[256], typo[64];
        /* what is not supported yet says so, at its place */
        snprintf(text, sizeof text, FLAT "%s x\n", row->keyword);
        struct trial t = try_model(text, strlen(text), false);
        if (row->takes == TAKES_REST)
            ck_assert_msg(strstr(t.words, "not supported yet") && strstr(t.words, "m.nh:3:1"), "%s",
                          t.words);
        else
            ck_assert_msg(!strstr(t.words, "not supported yet"), "%s", t.words);
        end_trial(&t);
        /* a near miss is recognised */
        snprintf(typo, sizeof typo, "%sq", row->keyword);
        snprintf(text, sizeof text, FLAT "%s x\n", typo);
        t = try_model(text, strlen(text), false);
        snprintf(text, sizeof text, "did you mean '%s'?", row->keyword);
        ck_assert_msg(strstr(t.words, text) != NULL, "%s", t.words);
        end_trial(&t);
    }
}
END_TEST

/* ---- files ---- */

static void expect_file(const char *bytes, size_t n, const char *words)
{
    char path[] = "/tmp/noslip-test-XXXXXX";
    const int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    FILE *f = fdopen(fd, "wb");
    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(bytes, 1, n, f), n);
    fclose(f);
    struct lab l = lab_open();
    struct diag d = {.mem = l.m};
    ck_assert_ptr_null(gen_source_read(&d, path));
    ck_assert_msg(strstr(d.first->message, words) != NULL, "%s", d.first->message);
    ck_assert_int_eq(gen_diag_exit(&d), EXIT_MODEL);
    lab_close(&l);
    remove(path);
}

START_TEST(files_that_are_no_models)
{
    static char big[GEN_FILE_LIMIT + 1];
    memset(big, ' ', sizeof big);
    expect_file("", 0, "empty");
    expect_file(" \n\t\r\n", 5, "empty");
    expect_file("coords x\0y", 10, "0x00");
    expect_file("coords \033[1m", 11, "0x1b");
    expect_file("coords \xC0\x80", 9, "not UTF-8");
    expect_file("coords \xED\xA0\x80", 10, "not UTF-8");
    expect_file("coords \xF4\x90\x80\x80", 11, "not UTF-8");
    expect_file("coords \xCE", 8, "not UTF-8");
    expect_file(big, sizeof big, "larger than");
    struct lab l = lab_open();
    struct diag d = {.mem = l.m};
    ck_assert_ptr_null(gen_source_read(&d, "/"));
    ck_assert_ptr_null(gen_source_read(&d, "/nothing/here"));
    ck_assert_int_eq(gen_diag_exit(&d), EXIT_SYSTEM);
    ck_assert_uint_eq(d.errors, 2);
    lab_close(&l);
}
END_TEST

/* Texts made of pieces of the language, in any order: whatever comes, it is told, not suffered. */
START_TEST(no_text_does_harm)
{
    static const char *const piece[] = {
        "coords ", "x",      ", ",          "y",      "\n",     "metric ", "dx^2",     " + ",
        "dy^2",    "frame ", "v = ",        "d_x",    "(",      ")",       "[",        "]",
        "\"",      "#",      " ",           "\n  ",   "param ", "m = ",    "1",        "0",
        " > ",     "..",     " in ",        "plot ",  ":",      ";",       "init ",    "run ",
        "let ",    "=",      "~",           "'",      "eta_",   "d_",      "^",        "-",
        "/",       "*",      "complement ", "sin(",   "phi",    "\t",      "\xCF\x86", "potential ",
        "t",       "energy", "1e9",         "model ", "dt",     ".",       "!=",       "holonomic ",
        "w = d_y", "method", "\r\n"};
    struct rng rng = {1};
    for (size_t k = 0; k < test_scaled(3000); k++) {
        char text[2048];
        size_t n = 0, pieces = rng_below(&rng, 60);
        if (rng_below(&rng, 2))
            n = (size_t)snprintf(text, sizeof text, "%s", rng_below(&rng, 2) ? FLAT : SKATER);
        for (size_t i = 0; i < pieces; i++)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s",
                                  piece[rng_below(&rng, COUNT(piece))]);
        struct trial t = try_model(text, n, true);
        ck_assert_msg(t.s.system || t.s.diag.errors, "silent about\n%s", text);
        end_trial(&t);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {a_model_is_understood,
                                  mistakes_are_told_with_their_place,
                                  an_excerpt_points_at_the_right_columns,
                                  many_mistakes_come_in_file_order_one_a_line,
                                  every_statement_is_known_by_its_row,
                                  files_that_are_no_models,
                                  no_text_does_harm};
    return test_run("model", tests, COUNT(tests));
}
