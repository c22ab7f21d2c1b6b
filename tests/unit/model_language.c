/* tests/unit/model_language.c -- the model language: accepted models, and error messages. */
#include "gen/job/job.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct trial {
    struct lab lab;
    struct job job;
    char *words; /* the messages */
};

/* Reads a model, and derives it when `far`. */
static struct trial try_model(const char *text, size_t len, bool far)
{
    struct trial t = {.lab = lab_open()};
    size_t size = 0;
    t.job = (struct job){.mem = t.lab.m, .store = t.lab.s, .diag = base_diag(t.lab.m)};
    t.job.source = base_source_text(t.lab.m, "m.nh", text, len, EXIT_MODEL);
    if (job_model(&t.job, NULL) && far)
        job_system(&t.job, &form_rows[0]);
    FILE *f = open_memstream(&t.words, &size);
    ck_assert_ptr_nonnull(f);
    base_diag_print(t.job.diag, f, false);
    fclose(f);
    return t;
}

static void end_trial(struct trial *t)
{
    free(t->words);
    lab_close(&t->lab);
}

#define FLAT_3 "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\n"

/* ---- accepted models ---- */

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
    /* the same model without the line that starts with an operator */
    char fixed[sizeof text];
    const char *bad = strstr(text, "             - 0 d_y\n");
    const size_t before = (size_t)(bad - text), after = before + strlen("             - 0 d_y\n");
    memcpy(fixed, text, before);
    memcpy(fixed + before, text + after, sizeof text - after);
    t = try_model(fixed, strlen(fixed), false);
    const struct model *m = t.job.model;
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

/* ---- bundles ---- */

static const char *shown(const struct trial *t, ex e)
{
    return ex_show(t->lab.s, e, EX_TEXT);
}

static ex bracket_of(const struct model *m, size_t a, size_t b, size_t c)
{
    return m->bracket[(a * m->sections + b) * m->sections + c];
}

/* [e_a, e_b] as text. */
static const char *bracket_text(const struct trial *t, size_t a, size_t b)
{
    const struct model *m = t->job.model;
    ex sum = ex_int(t->lab.s, 0);
    for (size_t c = 0; c < m->sections; c++)
        sum = ex_add2(t->lab.s, sum,
                      ex_mul2(t->lab.s, bracket_of(m, a, b, c), m->section[c].section));
    return shown(t, sum);
}

static struct trial understood(const char *text)
{
    struct trial t = try_model(text, strlen(text), false);
    ck_assert_msg(t.job.model != NULL, "%s%s", text, t.words);
    return t;
}

/* Signs and order of the literature; and Jacobi's identity, which fails for a wrong entry. */
START_TEST(algebras_have_the_brackets_of_the_literature)
{
    static const struct {
        const char *text;
        size_t a, b;
        const char *bracket;
    } rows[] = {
        {"algebra so(3): a, b, c\nmetric a^2 + b^2 + c^2\n", 0, 1, "d_c"},
        {"algebra so(3) space: a, b, c\nmetric a^2 + b^2 + c^2\n", 0, 1, "-d_c"},
        {"algebra so(3) body: a, b, c\nmetric a^2 + b^2 + c^2\n", 2, 0, "d_b"},
        {"coords x\nalgebra so(3): a, b, c\nmetric a^2 + b^2 + c^2 + dx^2\n", 2, 3, "d_a"},
        {"algebra se(2): v, u, w\nmetric v^2 + u^2 + w^2\n", 2, 0, "d_u"},
        {"algebra se(2): v, u, w\nmetric v^2 + u^2 + w^2\n", 2, 1, "-d_v"},
        {"algebra se(2): v, u, w\nmetric v^2 + u^2 + w^2\n", 0, 1, "0"},
        {"algebra se(3): a, b, c, u, v, w\nmetric a^2+b^2+c^2+u^2+v^2+w^2\n", 0, 4, "d_w"},
        {"algebra se(3): a, b, c, u, v, w\nmetric a^2+b^2+c^2+u^2+v^2+w^2\n", 3, 2, "-d_v"},
        {"algebra sl(2): h, e, f\nmetric h^2 + e^2 + f^2\n", 0, 1, "2 d_e"},
        {"algebra sl(2): h, e, f\nmetric h^2 + e^2 + f^2\n", 0, 2, "-2 d_f"},
        {"algebra sl(2): h, e, f\nmetric h^2 + e^2 + f^2\n", 1, 2, "d_h"},
        {"algebra heisenberg: a, b, c\nmetric a^2 + b^2 + c^2\n", 1, 0, "-d_c"},
    };
    for (size_t k = 0; k < COUNT(rows); k++) {
        struct trial t = understood(rows[k].text);
        const struct model *m = t.job.model;
        const size_t n = m->sections;
        ck_assert_str_eq(bracket_text(&t, rows[k].a, rows[k].b), rows[k].bracket);
        ck_assert_uint_gt(n, 0);
        for (size_t i = 0; n && i < n * n * n * n; i++) {
            const size_t a = i / n / n / n, b = i / n / n % n, c = i / n % n, d = i % n;
            int64_t sum = 0;
            for (size_t e = 0; e < n; e++) {
                const ex one[] = {bracket_of(m, a, b, e), bracket_of(m, e, c, d),
                                  bracket_of(m, b, c, e), bracket_of(m, e, a, d),
                                  bracket_of(m, c, a, e), bracket_of(m, e, b, d)};
                for (size_t j = 0; j < 6; j += 2) {
                    int64_t x = 0, y = 0;
                    ck_assert(ex_is_int(t.lab.s, one[j], &x) && ex_is_int(t.lab.s, one[j + 1], &y));
                    sum += x * y;
                }
            }
            ck_assert_int_eq(sum, 0);
        }
        end_trial(&t);
    }
}
END_TEST

START_TEST(sections_have_brackets_and_anchors)
{
    struct trial t = understood("coords x, y\nsections a, b, c\n"
                                "anchor a -> d_x\n       b -> x d_y + d_x\n"
                                "bracket [a, b] = 2 x c - b\n"
                                "metric x'^2 + a^2 + b^2 + c^2\nconstraint dy = c\n");
    const struct model *m = t.job.model;
    ck_assert_str_eq(bracket_text(&t, 0, 1), "2 d_c x - d_b");
    ck_assert_str_eq(bracket_text(&t, 1, 0), "d_b - 2 d_c x");
    ck_assert_str_eq(bracket_text(&t, 0, 2), "0");
    ck_assert_str_eq(shown(&t, m->section[1].anchor[0]), "1");
    ck_assert_str_eq(shown(&t, m->section[1].anchor[1]), "x");
    ck_assert_str_eq(shown(&t, m->section[2].anchor[1]), "0");
    ck_assert_str_eq(shown(&t, m->constraint[0].form[1]), "x"); /* dy is x b */
    ck_assert_str_eq(shown(&t, m->constraint[0].form[2]), "-1");
    end_trial(&t);
    /* two anchors: the bracket is not skew */
    t = understood("coords x\nsections a, b\nanchor a -> d_x | 2 d_x\n"
                   "bracket [a, b] = a\n [a, a] = x b\nmetric a^2 + b^2\n");
    ck_assert(t.job.model->two_anchors);
    ck_assert_str_eq(bracket_text(&t, 0, 0), "d_b x");
    ck_assert_str_eq(bracket_text(&t, 1, 0), "0");
    ck_assert_str_eq(shown(&t, t.job.model->section[0].right[0]), "2");
    ck_assert_str_eq(shown(&t, t.job.model->section[1].right[0]), "0");
    end_trial(&t);
}
END_TEST

START_TEST(forms_forces_and_claims_are_kept)
{
    struct trial t = understood(
        "coords x, y, z\nparam B = 2, F = 3\nlet r = x^2 + y\nlet a = y dx\n"
        "metric dx^2 + dy^2 + dz^2\nmagnetic B dx /\\ dy + d(a)\n"
        "force F dx - d(r)\ndissipation dz^2/2\n"
        "constraint dz - y dx = t dt + d(x)\n"
        "output w = energy + x', twice = 2 w\ncheck conserved x'\n x == y\n twice drift < 1e-3\n"
        "set fast : F = 5, x = 1\ndraw spot (x, y)\n segment (0, 1) (B, t)\ncompare vakonomic\n");
    const struct model *m = t.job.model;
    struct store *s = t.lab.s;
    /* d(y dx) = dy /\ dx */
    ck_assert(ex_expand(s, m->two_form) == ex_expand(s, test_read(s, "(B - 1) (x' y'' - y' x'')")));
    ck_assert(ex_expand(s, m->force) == ex_expand(s, test_read(s, "F x' - 2 x x' - y'")));
    ck_assert_str_eq(shown(&t, m->constraint[0].speed), "t");
    ck_assert_str_eq(shown(&t, m->constraint[0].form[0]), "-y - 1");
    ck_assert_str_eq(shown(&t, m->constraint[0].form[2]), "1");
    ck_assert_uint_eq(m->outputs, 2);
    ck_assert_str_eq(shown(&t, m->output[1].value), "2 (energy + x')");
    ck_assert_uint_eq(m->claims, 3);
    ck_assert_uint_eq(m->presets, 1);
    ck_assert_uint_eq(m->preset[0].n, 2);
    ck_assert(m->has_compare && m->compare == LAW_vakonomic);
    ck_assert_uint_eq(m->drawings, 2);
    ck_assert_uint_eq(m->scene, 6);
    ck_assert_uint_eq(m->drawing[1].at, 2);
    ck_assert_uint_eq(m->drawing[1].points, 2);
    ck_assert_str_eq(shown(&t, m->drawing[1].value[2]), "B");
    end_trial(&t);
}
END_TEST

/* Nearly dependent fields are recognised as independent: the test is exact. */
START_TEST(independence_is_exact)
{
    struct trial t = understood(FLAT_3 "constraint dx + 1e-13 dy\n dx\n");
    ck_assert_uint_eq(t.job.model->rank, 1);
    ck_assert_str_eq(shown(&t, t.job.model->field[0].component[2]), "1");
    end_trial(&t);
    t = understood(FLAT_3 "constraint sin(x) dx - cos(x) dy\n dx - dy\n"
                          "init x = pi/4 + 1e-12, y = 0, z = 0\n");
    end_trial(&t);
    t = understood(FLAT_3 "frame v = d_x\n w = d_x + 1e-14 d_y\n");
    end_trial(&t);
}
END_TEST

/* ---- errors: position and message ---- */

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
    {FLAT "algebra : a\n",                "m.nh:3:9",  "the name of an algebra"},
    {FLAT "algebra so(3) outer : a\n",    "m.nh:3:15", "'body', 'space' or a colon"},
    {FLAT "algebra so(3) a, b, c\n",      "m.nh:3:9",  "a name and a colon"},
    {FLAT "algebra so(3) :\n",            "m.nh:3:15", "expects a name"},
    {FLAT "set : m = 1\n",                "m.nh:3:5",  "expects one name"},
    {FLAT "set a b : m = 1\n",            "m.nh:3:5",  "expects one name"},
    {FLAT "basis dx, dy\n",               "m.nh:3:7",  "a name and a colon"},
    {FLAT "bracket [a, b]\n",             "m.nh:3:9",  "write [a, b] = c"},
    {FLAT "bracket [a b] = c\n",          "m.nh:3:9",  "write [a, b] = c"},
    {FLAT "bracket [a, b] = c [b, d] = 0\n","m.nh:3:27","second '='"},
    {FLAT "anchor a = d_x\n",             "m.nh:3:8",  "'->' is missing"},
    {FLAT "anchor a -> d_x |\n",          "m.nh:3:17", "expression is missing"},
    {FLAT "check x\n",                    "m.nh:3:7",  "expects a claim"},
    {FLAT "check x = 1\n",                "m.nh:3:7",  "EXPR == EXPR"},
    {FLAT "check x drift > 1\n",          "m.nh:3:7",  "expects a claim"},
    {FLAT "dynamics one two\n",           "m.nh:3:14", "one word"},
    {FLAT "dynamics 3\n",                 "m.nh:3:10", "expects a name"},
    {FLAT "sections a in 0 .. 1\n",       "m.nh:3:12", "not expected"},
    {FLAT "param m = 1 k = 2\n",          "m.nh:3:13", "comma is missing"},
    {FLAT "init x = 1 y' = 2\n",          "m.nh:3:12", "comma is missing"},
    {FLAT "constraint dx\n  - dy\n",      "m.nh:4:3",  "two ways"},
    {FLAT "constraint dx\n  = dy\n",      "m.nh:4:3",  "cannot begin with this"},
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
    {FLAT "param m = 1\npotential m(x)\n", "m.nh:4:11", "write m (...) for a product"},
    {FLAT "potential sn(x)\n",             "m.nh:3:11", "not a function"},
    {FLAT "frame v = d_x\n  w = d_q\n",    "m.nh:4:7",  "unknown name 'd_q'"},
    {FLAT "let a = b\nlet b = a\n",        "m.nh:4:9",  "defined through itself"},
    {FLAT "param a = b, b = 2 a\n",        "m.nh:3",    "defined through itself"},
    {FLAT "param a = x\n",                 "m.nh:3:11", "must not depend on 'x'"},
    {FLAT "init z = 1\n",                  "m.nh:3:6",  "there is no 'z'"},
    {FLAT "init x = 1, x = 2\n",           "m.nh:3:13", "already has an initial value"},
    {FLAT "init x ~ 1\n",                  "m.nh:3:6",  "it starts a search"},
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
    {FLAT "frame v = dx\n  w = d_y\n",     "m.nh:3:11", "this wants: d_x"},
    {FLAT "frame v = d_x + 1\n  w = d_y\n","m.nh:3:11", "plus a function"},
    {FLAT "frame v = d_x d_y\n  w = d_y\n","m.nh:3:11", "product of vector fields"},
    {FLAT "frame v = dx d_y\n  w = d_y\n", "m.nh:3:11", "mixed with velocities"},
    {FLAT "plot (d_x, y)\n",               "m.nh:3:7",  "must not contain vector fields"},
    {FLAT "frame v = d_x, w = d_y\n",      "m.nh:3:14", "one field a line"},
    {FLAT "frame v = d_x w = d_y\n",       "m.nh:3:17", "one field a line"},
    {FLAT "frame v = d_x\n  + d_y\n",      "m.nh:4:3",  "end it with the operator"},
    /* geometry */
    {FLAT "frame v = d_x\n  w = d_y\n  u = d_y\n", "m.nh:5:3", "at most as many"},
    {FLAT "frame v = d_x\n  w = 2 d_x\n",  "m.nh:4:3",  "linearly dependent"},
    {FLAT "frame v = sin(x) d_x + cos(x) d_y\n  w = d_x + (1/tan(x)) d_y\n",
                                           "m.nh:4:3",  "linearly dependent"},
    {FLAT "frame v = d_x\ncomplement s = x d_x\n", "m.nh:4:12", "a combination of those before"},
    {FLAT "frame v = 0 d_x\n",             "m.nh:3:11", "must be a vector field"},
    {FLAT "frame v = d_w\n  w = d_v\n",    "m.nh:",     "defined through itself"},
    {FLAT "constraint dx - dy\n  2 dy = dx + dx\n",    "m.nh:4:3",  "follows from those before"},
    {FLAT "constraint 0 dx\n",             "m.nh:3:12", "must be a one-form"},
    {FLAT "constraint sin(x) dx = tan(x) cos(x) dx\n", "m.nh:3:12", "vanishes"},
    {FLAT "constraint x dx + y dy\ninit x = 0, y = 0\n", "m.nh:3:12", "at x = 0, y = 0"},
    {"coords x, y\nmetric dx^2\n",         "m.nh:2:8",  "no square of y'"},
    {"coords x, y\nlagrangian x'^2 + y'\n","m.nh:2:12", "no square of y'"},
    {"coords x, y\nlagrangian (x' + y')^2\n", "m.nh:2:12", "the Hessian is singular"},
    /* syntax of other languages */
    {FLAT "let a = 2 xy\n",                "m.nh:3:11", "blanks: x y"},
    {FLAT "let a = 2 x_dot\n",             "m.nh:3:11", "x' or dx"},
    {FLAT "let a = arctan(x)\n",           "m.nh:3:9",  "atan(...)"},
    {FLAT "let a = sni(x)\n",              "m.nh:3:9",  "did you mean 'sin'?"},
    {FLAT "let a = f(x)\n",                "m.nh:3:9",  "functions are sqrt, sin, cos"},
    {FLAT "let a = x^2;\n",                "m.nh:3:12", "ends with its line"},
    {FLAT "param d = 1\nlet a = d(x)\n",  "m.nh:4:9",  "no differential"},
    {"coords = x\nmetric dx^2\n",         "m.nh:1:8",  "leave out the '='"},
    {"% comment\n" FLAT,                  "m.nh:1:1",  "begins with #"},
    {"variables x\nmetric dx^2\n",        "m.nh:1:1",  "write coords"},
    /* divisions */
    {FLAT "let a = 1/(x - x)\n",           "m.nh:3:11", "0 whatever the values"},
    {FLAT "let a = 1/((x + y)^2 - x^2 - 2 x y - y^2)\npotential a\n", "m.nh:3:9", "is 0 for all"},
    {FLAT "potential sqrt(1/(1 - sin(x)^2 - cos(x)^2))\n", "m.nh:3:11", "is 0 for all"},
    /* bundles */
    {"algebra so(5): a\nmetric a^2\n",    "m.nh:1:9",  "known are so(3)"},
    {"algebra sl(2): a, b\nmetric a^2\n", "m.nh:1:16", "2 names for the 3 elements"},
    {FLAT "bracket [x, y] = x\n",          "m.nh:3:10", "sections a, b, c"},
    {"coords x\nsections a\nanchor a -> dx\nmetric a^2\n", "m.nh:3:13", "this wants: d_x"},
    {"coords x\nsections a, b\nbracket [a, b] = a\n  [b, a] = a\nmetric a^2 + b^2\n",
                                           "m.nh:4:3",  "given already"},
    {"coords x\nsections a\nmetric a^2\nframe v = d_x\n", "m.nh:4:11", "2 d_a"},
    /* energies and forces */
    {FLAT "lagrangian x'^2\n",             "m.nh:3:1",  "both say what moves"},
    {"coords x\nlagrangian p_x^2\n",      "m.nh:2:12", "has p_x"},
    {"coords x\nlagrangian x\n",          "m.nh:2:12", "no velocity"},
    {"coords x\nhamiltonian x'^2 + p_x\n","m.nh:2:13", "has x'"},
    {"coords x\nhamiltonian p_x^2\npotential x\n", "m.nh:3:1", "hamiltonian ... + (x)"},
    {FLAT "magnetic x\n",                  "m.nh:3:10", "one-form or a two-form"},
    {FLAT "force z = 1\n",                 "m.nh:3:7",  "no velocity of 'z'"},
    {FLAT "dynamics vakonomical\n",        "m.nh:3:10", "did you mean 'vakonomic'?"},
    {FLAT "dynamics unconstrained\nconstraint dx\n", "m.nh:4:1", "no room"},
    {FLAT "drift d_x\n",                   "m.nh:3:1",  "without a frame"},
    {FLAT "constraint dx = y\n",           "m.nh:3:12", "like dx = 2 dt"},
    {FLAT "frame v = d_x\nconstraint v = 0\n", "m.nh:4:12", "to 'complement'"},
    {FLAT "frame v = d_x\nconstraint dx + dy\n", "m.nh:3:7", "gives 1 on it"},
    {FLAT_3 "frame v = d_x\nconstraint dz\n", "m.nh:3:1", "leaves room for 2"},
    {FLAT "init eta_x = 1\n",              "m.nh:3:6",  "p_x"},
};
/* clang-format on */

START_TEST(mistakes_are_told_with_their_place)
{
    for (size_t i = 0; i < COUNT(mistakes); i++) {
        struct trial t = try_model(mistakes[i].text, strlen(mistakes[i].text), true);
        ck_assert_msg(t.job.diag->errors > 0, "no mistake seen in\n%s", mistakes[i].text);
        ck_assert_msg(strstr(t.words, mistakes[i].at) && strstr(t.words, mistakes[i].words),
                      "in\n%swanted '%s' at %s, got\n%s", mistakes[i].text, mistakes[i].words,
                      mistakes[i].at, t.words);
        ck_assert_int_eq(base_diag_exit(t.job.diag), EXIT_MODEL);
        end_trial(&t);
    }
}
END_TEST

/* ---- units ---- */

#define UNITS                                                                                      \
    "coords x [m], y [m], phi [rad]\nparam m = 1 [kg], k = 0.5 [m], g = 9.81 [m/s^2]\n"            \
    "param c = 2 [N/m], b = 1 [N s/m]\n"
#define UNITS_T UNITS "metric m (dx^2 + dy^2 + k^2 dphi^2)\n"

/* `help` is empty where the units are consistent. */
static const struct {
    const char *text, *help;
} units[] = {
    {UNITS_T "potential m g y + c x^2/2 + 3 c (x - 1)^2\nconstraint sin(phi) dx - cos(phi) dy\n",
     ""},
    {UNITS_T "potential 9.81 m y\nforce m g dx\ndissipation b dx^2/2\n", ""},
    {UNITS_T "force x = -b x', phi = -b k^2 phi'\nconstraint dx = k dphi + (k/t) dt\n", ""},
    {UNITS_T "frame v = cos(phi) d_x + sin(phi) d_y\n  w = d_phi/k\nforce v = -b v, w = b w\n"
             "plot (v + w, x)\n",
     ""},
    {UNITS "hamiltonian p_x^2/(2 m) + p_phi^2/(2 m k^2) + p_y^2/m + m g y\n", ""},
    {UNITS "lagrangian m (x'^2 + y'^2)/2 + m k^2 phi'^2/2 - m g y\n", ""},
    {UNITS_T "let r = sqrt(x^2 + y^2)\npotential c r^2/2 + m g k exp(-r/k)\n"
             "output q = atan2(y, x), e = energy + m g y\ncheck conserved m x' + p_x\n",
     ""},
    {"algebra so(3): a [1/s], b [rad/s], c [Hz]\nparam I = 1 [kg m\xC2\xB2], J = 1 [J s\xC2\xB7s]\n"
     "metric I (a^2 + b^2) + J c^2\n",
     ""},
    {"coords x [m]\nparam k = 1 [m^(1/2)], l = 2 [-], n = 1 []\nmetric dx^2\n"
     "constraint k dx = l n k dx + sqrt(x) dx\n",
     ""},
    {UNITS_T "potential m g y + c x\n", "of c x is N = kg m/s^2; that of g m y is J = kg m^2/s^2"},
    {UNITS_T "potential m g\n", "it is N = kg m/s^2; that of the kinetic energy is J ="},
    {UNITS "metric m (dx^2 + k dphi^2 + dy^2)\n", "of k phi'^2 is m/s^2; that of x'^2 is m^2/s^2"},
    {UNITS_T "constraint dx = k^2 dphi\n", "of k^2 phi' is m^2/s; that of x' is m/s"},
    {UNITS_T "let r = sin(x)\nlet q = 2 r\npotential c k^2 q\n", "of x is m; angles"},
    {UNITS_T "let r = x\nlet q = r + m\npotential c k^2 q/q\n", "of m is kg; that of x is m"},
    {UNITS_T "param I = 2/5 m k [kg m^2]\n", "it is kg m; that of the parameter is kg m^2"},
    {UNITS_T "force c x dx + m g k dx\n", "of c x x' is W = kg m^2/s^3; that of g k m x'"},
    {UNITS_T "force c dx\n", "is a power: W"},
    {UNITS_T "force x = -b x\n", "it is kg m/s; a force times its velocity is a power"},
    {UNITS_T "dissipation m dx^2/2\n", "an energy by time is W"},
    {UNITS_T "frame v = d_y\n  w = d_phi + d_x\n", "of d_phi is s; that of d_x is s/m"},
    {UNITS_T "check x == x'\n", "of x is m; that of x' is m/s"},
    {UNITS_T "output z = x + energy\n", "of energy is J = kg m^2/s^2; that of x is m"},
    {UNITS "hamiltonian p_x^2/m + p_phi^2/(m k^2) + p_y/m\n", "that of p_y / m is m/s"},
    {UNITS_T "magnetic m x dy\n", "as a part of the Lagrangian"},
    {UNITS_T "param l = 1 [cm]\npotential c (x - l)^2\n", "of l is cm; that of x is m"},
    {UNITS_T "param a = 30 [deg]\npotential m g y cos(a)\n", "of a is deg; angles are numbers"},
    {UNITS_T "potential c k^2 atan2(x, phi)\n", "of x is m; that of phi is a plain number"},
    {UNITS_T "param l = 1 [J/kg m]\n", "products of powers"},
    {UNITS_T "param l = 1 [2 m]\n", "products of powers"},
    {UNITS_T "param l = 1 [m^]\n", "products of powers"},
    {UNITS_T "param l = 1 [kg/(m s) A]\n", "products of powers"},
};

START_TEST(units_fit_or_that_is_told)
{
    for (size_t i = 0; i < COUNT(units); i++) {
        struct trial t = try_model(units[i].text, strlen(units[i].text), false);
        ck_assert_msg(!t.job.model == (*units[i].help != 0), "%s%s", units[i].text, t.words);
        ck_assert_msg(strstr(t.words, units[i].help) != NULL, "%s%s", units[i].text, t.words);
        ck_assert_msg(t.job.diag->errors <= 1, "%s%s", units[i].text, t.words);
        end_trial(&t);
    }
}
END_TEST

/* Remarks do not stop the program. */
START_TEST(remarks_stop_nothing)
{
    static const struct {
        const char *text, *at, *words;
    } rows[] = {
        /* the constraint was substituted into the Lagrangian: the remark shows the lost term */
        {"coords x, y, z\nlagrangian (x'^2 + y'^2 + (y x')^2)/2\nconstraint dz = y dx\n",
         "m.nh:2:12", "the square of dz = y dx"},
        {FLAT "constraint dx\n  dy\n", "m.nh:4:3", "nothing moves"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct trial t = try_model(rows[i].text, strlen(rows[i].text), true);
        ck_assert_msg(t.job.system && strstr(t.words, rows[i].at) && strstr(t.words, rows[i].words),
                      "%s%s", rows[i].text, t.words);
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

/* One error each, in the declaration of names that are used in the rest. */
static const char *const single[] = {
    "cords x, y\nmetric dx^2 + y'^2\nframe v = d_x\n  w = d_y\ninit x = 1, y' = 2\nplot (x, y)\n",
    "coords x y\nmetric dx^2 + dy^2\nframe v = d_x\n  w = d_y\ninit x = 1\n",
    "coords x, y [m\nmetric dx^2 + dy^2\nconstraint dx = 0\npotential x y\n",
    "  coords x, y\nmetric dx^2 + dy^2\n",
    "xyzzy x, y\nmetric m (dx^2 + dy^2)\nparam m = 1\n",
    FLAT "param m\npotential m x\nlet a = m\nlet b = a\ninit x = b\nrun t = m\n",
    FLAT "param m = 1 k = 2, n = 3\npotential m x + k y + n\n",
    FLAT "param m = 1 [kg, k = 2\npotential m x + k y\n",
    FLAT "param 2m = 1\npotential m x\n",
    FLAT "parm m = 1, k = m\npotential m x + k\n",
    FLAT "frame v = cos(x d_x\n  w = d_y\ninit v = 1, eta_w = 2\nplot (v, w)\n",
    FLAT "frame v d_x\n  w = d_y\ncomplement s = d_v\n",
    FLAT "fram v = d_x\ncomplement s = d_y\ninit v = 1\n",
    FLAT "frame v = d_x w = d_y\ninit w = 1\n",
    FLAT "frame v = d_x\n  complement w = d_y\ninit w = 1\n",
    FLAT "let a = \nlet b = a\npotential b\n",
    FLAT "algebra so(3) wx, wy, wz\npotential x\nplot (wx, wy)\n",
    FLAT "param m' = 1\npotential m' x\n",
    "coords x, y\nmetrc dx^2 + dy^2\n",
    "coords x, y\nmetric (dx^2 + dy^2\npotential x\n",
    "coords x, y\nmetric\npotential x\n",
    "model \"no end\ncoords x\nmetric dx^2\n",
    "# nothing but a remark\n",
    FLAT "constraint dx\n  - dy = 0\n",
    FLAT "constraint dx\n  + dy = 0\n",
    "coords: x, y\nmetric dx^2 + dy^2\nframe v = d_x\ninit x = 1\n",
    "coords x, y\nkinetic x'^2 + y'^2\npotential x\n",
    "coords x, y\nmetric = dx^2 + dy^2\npotential x\n",
    FLAT "const m = 1\npotential m x\n",
    FLAT "let a = 1/(1 - sin(x)^2 - cos(x)^2)\nlet b = a\npotential a + b\nforce b dx\n",
    FLAT "constraint dx/(1 - sin(x)^2 - cos(x)^2) = dy\n",
    FLAT "let a = b\nlet b = c\nlet c = a\npotential a\nforce b dx\n",
    FLAT "let a = dz\npotential a\nplot (a, x)\noutput b = a\ncheck conserved a\n",
    "algebra so(3): a, b\nmetric a^2 + b^2\nconstraint a = b\n",
    "algebra so(4): a, b\nmetric a^2 + b^2\nframe v = d_a\n",
    "coords x\nsections a, b\nanchor a -> d_x + d_z\nbracket [a, b] = a\nmetric a^2 + b^2 + x'^2\n",
    FLAT "constraint dx = dy\n  dx - dy\nframe v = d_x + d_y\n",
    FLAT "frame v = d_x\n  w = 2 d_x\nconstraint dy\n",
    FLAT_3 "frame v = d_x\n  w = d_q\ncomplement s = d_v + d_w\ninit w = 1\n",
    FLAT "dynamics gradent\ninit x = 1\n",
    ("coords x [m], y [m]\nparam m = 1 [kg]\nmetric m (dx^2 + x dy^2)\npotential m x\n"
     "let e = m dx^2\noutput h = energy + e\ncheck conserved h\n"),
    "coords x [m]\nparam a = 1 [m], b = 1 [s]\nmetric dx^2\nlet s = a + b\npotential s\n",
    "hamiltonian p_x^2\n",
};

static size_t count_words(const char *text, const char *word)
{
    size_t n = 0;
    for (; (text = strstr(text, word)); text++)
        n++;
    return n;
}

START_TEST(one_mistake_is_told_once)
{
    for (size_t i = 0; i < COUNT(single); i++) {
        struct trial t = try_model(single[i], strlen(single[i]), true);
        ck_assert_msg(count_words(t.words, "error: ") == 1, "in\n%sgot\n%s", single[i], t.words);
        end_trial(&t);
    }
}
END_TEST

/* Errors of syntax, names and kinds are all reported, independent of errors before them. */
START_TEST(all_mistakes_are_told_at_once)
{
    static const char text[] = "coords x, y\n"
                               "parm m = 1\n"
                               "metric m (dx^2 + dy^2\n"
                               "potential q + m\n"
                               "frame v = dx\n"
                               "      w = d_y\n"
                               "      + d_x\n"
                               "param a = 1 > 2, b = a\n"
                               "let c = b(x)\n"
                               "init z = 1, v = 2\n"
                               "  run t = 1\n"
                               "plot (x y); t : u\n";
    static const int lines[] = {2, 3, 4, 5, 7, 8, 9, 10, 11, 12};
    struct trial t = try_model(text, sizeof text - 1, true);
    const char *at = t.words;
    for (size_t i = 0; i < COUNT(lines); i++) {
        char place[32];
        snprintf(place, sizeof place, "m.nh:%d:", lines[i]);
        ck_assert_msg((at = strstr(at, place)) != NULL, "nothing at %s in order:\n%s", place,
                      t.words);
    }
    ck_assert_msg(count_words(t.words, "error: ") == COUNT(lines), "%s", t.words);
    end_trial(&t);
}
END_TEST

/* ---- the table of statements ---- */

START_TEST(every_statement_is_known_by_its_row)
{
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        const struct statement_row *row = &lang_statements[i];
        char text[256];
        /* a misspelling is recognised */
        snprintf(text, sizeof text, FLAT "%sq x\n", row->keyword);
        struct trial t = try_model(text, strlen(text), false);
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
    ck_assert_ptr_null(base_source_read(&d, path));
    ck_assert_msg(strstr(d.first->message, words) != NULL, "%s", d.first->message);
    ck_assert_int_eq(base_diag_exit(&d), EXIT_MODEL);
    lab_close(&l);
    remove(path);
}

START_TEST(files_that_are_no_models)
{
    static char big[BASE_FILE_LIMIT + 1];
    memset(big, ' ', sizeof big);
    expect_file("", 0, "empty");
    expect_file(" \n\t\r\n", 5, "empty");
    expect_file("coords x\0y", 10, "0x00");
    expect_file("coords \033[1m", 11, "0x1b");
    expect_file("coords x\rmetric dx^2\r", 21, "carriage return");
    expect_file("\xFF\xFE"
                "c\0o\0",
                6, "UTF-16");
    expect_file("coords \xC0\x80", 9, "not UTF-8");
    expect_file("coords \xED\xA0\x80", 10, "not UTF-8");
    expect_file("coords \xF4\x90\x80\x80", 11, "not UTF-8");
    expect_file("coords \xCE", 8, "not UTF-8");
    expect_file(big, sizeof big, "larger than");
    struct lab l = lab_open();
    struct diag d = {.mem = l.m};
    ck_assert_ptr_null(base_source_read(&d, "/"));
    ck_assert_ptr_null(base_source_read(&d, "/nothing/here"));
    ck_assert_int_eq(base_diag_exit(&d), EXIT_SYSTEM);
    ck_assert_uint_eq(d.errors, 2);
    lab_close(&l);
}
END_TEST

/* Random texts of pieces of the language: every one is read or refused with a message. */
START_TEST(no_text_does_harm)
{
    static const char *const piece[] = {"coords ",
                                        "x",
                                        ", ",
                                        "y",
                                        "\n",
                                        "metric ",
                                        "dx^2",
                                        " + ",
                                        "dy^2",
                                        "frame ",
                                        "v = ",
                                        "d_x",
                                        "(",
                                        ")",
                                        "[",
                                        "]",
                                        "\"",
                                        "#",
                                        " ",
                                        "\n  ",
                                        "param ",
                                        "m = ",
                                        "1",
                                        "0",
                                        " > ",
                                        "..",
                                        " in ",
                                        "plot ",
                                        "draw ",
                                        "wheel ",
                                        "segment",
                                        ", ",
                                        ":",
                                        ";",
                                        "init ",
                                        "run ",
                                        "let ",
                                        "=",
                                        "~",
                                        "'",
                                        "eta_",
                                        "d_",
                                        "^",
                                        "-",
                                        "/",
                                        "*",
                                        "complement ",
                                        "sin(",
                                        "phi",
                                        "\t",
                                        "\xCF\x86",
                                        "potential ",
                                        "t",
                                        "energy",
                                        "algebra so(3) : ",
                                        "bracket [",
                                        "anchor ",
                                        "->",
                                        "|",
                                        "check ",
                                        "==",
                                        "drift <",
                                        "set ",
                                        "basis ",
                                        "force ",
                                        "constraint ",
                                        "cords ",
                                        "/\\",
                                        "1e9",
                                        "model ",
                                        "dt",
                                        ".",
                                        "!=",
                                        "holonomic ",
                                        "w = d_y",
                                        "method",
                                        "\r\n",
                                        "lagrangian ",
                                        "hamiltonian ",
                                        "p_x",
                                        "x'",
                                        "sections a, b\n",
                                        "anchor a -> d_x\n",
                                        "magnetic ",
                                        "d(x y)",
                                        " [m]",
                                        " [kg/s^2]",
                                        "dissipation ",
                                        "drift d_x\n",
                                        "output q = ",
                                        "lambda1",
                                        "dynamics vakonomic\n",
                                        "virtual ",
                                        "second ",
                                        "d_a",
                                        "a^2",
                                        "\xC2\xA0",
                                        "\xE2\x80\x8B"};
    struct rng rng = rng_new(1);
    for (size_t k = 0; k < test_scaled(3000); k++) {
        char text[2048];
        size_t n = 0, pieces = rng_below(&rng, 60);
        if (rng_below(&rng, 2))
            n = (size_t)snprintf(text, sizeof text, "%s", rng_below(&rng, 2) ? FLAT : SKATER);
        for (size_t i = 0; i < pieces; i++)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s",
                                  piece[rng_below(&rng, COUNT(piece))]);
        struct trial t = try_model(text, n, true);
        ck_assert_msg(t.job.system || t.job.diag->errors, "silent about\n%s", text);
        end_trial(&t);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {a_model_is_understood,
                                  algebras_have_the_brackets_of_the_literature,
                                  sections_have_brackets_and_anchors,
                                  forms_forces_and_claims_are_kept,
                                  independence_is_exact,
                                  mistakes_are_told_with_their_place,
                                  units_fit_or_that_is_told,
                                  remarks_stop_nothing,
                                  an_excerpt_points_at_the_right_columns,
                                  many_mistakes_come_in_file_order_one_a_line,
                                  one_mistake_is_told_once,
                                  all_mistakes_are_told_at_once,
                                  every_statement_is_known_by_its_row,
                                  files_that_are_no_models,
                                  no_text_does_harm};
    return test_run("model", tests, COUNT(tests));
}
