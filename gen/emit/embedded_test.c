/* gen/emit/embedded_test.c -- self-test of embedded code.
 *
 * It tests functions in all quadrants and at large arguments, blocks at the points of
 * test_vectors.c, and a projection and steps from these points. Where every rounding is known,
 * results must have the bits that bit_exact.c computes. With math.h, or where the compiler may
 * reorder arithmetic, they must be within a bound.
 */
#include "gen/emit/embedded.h"
#include "gen/emit/target.h"

#include <math.h>
#include <string.h>

static bool is_exact(const struct package *k)
{
    return k->options->math == MATH_bundled && !k->options->fast;
}

static void put_word(struct writer *w, double value)
{
    const bool single = emit_embedded_single(w->k);
    const float shorter = (float)value;
    uint64_t bits = 0;
    uint32_t short_bits = 0;
    if (isnan(value))
        bits = single ? 0x7fc00000 : 0x7ff8000000000000;
    else if (single)
        memcpy(&short_bits, &shorter, sizeof short_bits), bits = short_bits;
    else
        memcpy(&bits, &value, sizeof bits);
    mem_put_f(w->out, single ? "0x%08llxU" : "0x%016llxULL", (unsigned long long)bits);
}

/* static const word NAME[ROWS][N] */
static void put_words(struct writer *w, const char *name, double *const *row, size_t rows, size_t n)
{
    mem_put_f(w->out, "    static const word %s[%lu][%lu] = {\n", name, (unsigned long)rows,
              (unsigned long)n);
    for (size_t i = 0; i < rows; i++) {
        mem_put(w->out, "        {");
        for (size_t j = 0; j < n; j++) {
            if (j)
                mem_put(w->out, j % 4 ? ", " : ",\n         ");
            put_word(w, row[i][j]);
        }
        mem_put(w->out, "},\n");
    }
    mem_put(w->out, "    };\n");
}

static const char tally_text[] =
    "\n/* ---- self-test ---- */\n"
    "\ntypedef struct {\n    uint32_t seen;\n    uint32_t wrong;\n    uint32_t first;\n} tally;\n"
    "\nstatic void count(tally *to, uint32_t good)\n{\n"
    "    if (good == 0U) {\n"
    "        if (to->wrong == 0U) {\n            to->first = to->seen;\n        }\n"
    "        to->wrong++;\n    }\n"
    "    to->seen++;\n}\n";

static const char bits_text[] =
    "\ntypedef @w word;\n"
    "\n/* Compares bits; all NaN count as equal. */\n"
    "static void compare(tally *to, const real *got, const word *want, int n)\n{\n"
    "    for (int i = 0; i < n; i++) {\n"
    "        const word bits = (got[i] != got[i]) ? @q : rt_bits@f(got[i]);\n"
    "        count(to, (bits == want[i]) ? 1U : 0U);\n    }\n}\n";

static const char near_text[] =
    "\nstatic void compare(tally *to, const real *got, const real *want, const real *within, int "
    "n)\n"
    "{\n    for (int i = 0; i < n; i++) {\n"
    "        const real off = got[i] - want[i];\n"
    "        count(to, ((off <= within[i]) && (-within[i] <= off)) ? 1U : 0U);\n    }\n}\n";

/* Differences that are 0 only if the compiler neither reorders nor contracts arithmetic. */
static const char arithmetic_text[] =
    "\nstatic void test_arithmetic(tally *to)\n{\n"
    "    static const word nothing[2] = {0U, 0U};\n"
    "    const volatile real one = @1;\n    const volatile real small = @x;\n"
    "    const volatile real factor = @y;\n    const volatile real square = @z;\n"
    "    const real a = one;\n    const real b = small;\n"
    "    const real c = factor;\n    const real d = square;\n"
    "    real got[2];\n"
    "    got[0] = (a + b) - a;\n"
    "    got[1] = (c * c) - d;\n"
    "    compare(to, got, nothing, 2);\n}\n";

static bool tests_functions(const struct package *k, bool wanted[RT_FN_COUNT])
{
    return emit_c_wanted(k, wanted) && is_exact(k);
}

static void put_function_test(struct writer *w, const struct bits *bits, enum rt_fn f)
{
    const char *end = emit_embedded_single(w->k) ? "f" : "";
    const enum bits_kind kind = emit_bits_kind(f);
    const size_t results = kind == BITS_BOTH ? 2 : 1;
    double pair[BITS_AT][2], *row[BITS_AT];
    memcpy(pair, bits->function[f], sizeof pair);
    for (size_t j = 0; j < BITS_AT; j++)
        row[j] = pair[j];
    mem_put_f(w->out, "\nstatic void test_%s(tally *to, const real *at)\n{\n",
              code_function_names[f]);
    put_words(w, "want", row, BITS_AT, results);
    emit_c_count(w, "    for (int i = 0; i < ", BITS_AT, "; i++) {\n");
    emit_c_count(w, "        real got[", results, "];\n");
    if (kind == BITS_BOTH)
        mem_put_f(w->out, "        rt_%s%s(at[i], &got[0], &got[1]);\n", code_function_names[f],
                  end);
    else
        mem_put_f(w->out, "        got[0] = rt_%s%s(at[i]%s);\n", code_function_names[f], end,
                  kind == BITS_TWO ? ", at[23 - i]" : "");
    mem_put_f(w->out, "        compare(to, got, want[i], %d);\n    }\n}\n", (int)results);
}

static void put_function_tests(struct writer *w, const struct bits *bits)
{
    bool wanted[RT_FN_COUNT];
    if (!tests_functions(w->k, wanted))
        return;
    for (int i = 0; i < RT_FN_COUNT; i++)
        if (wanted[i])
            put_function_test(w, bits, (enum rt_fn)i);
    emit_c_put(w, "\nstatic void test_functions(tally *to)\n{\n");
    emit_c_count(w, "    static const real at[", BITS_AT, "] = {");
    emit_c_row(w, bits->at, BITS_AT, "        ");
    mem_put(w->out, "};\n");
    for (int i = 0; i < RT_FN_COUNT; i++)
        if (wanted[i])
            mem_put_f(w->out, "    test_%s(to, at);\n", code_function_names[i]);
    mem_put(w->out, "}\n");
}

/* ---- points ---- */

/* Expected numbers of a point: bits, or values with a bound. */
static void put_wanted(struct writer *w, double *const *exact, double *const *value,
                       double *const *within, size_t n)
{
    const size_t points = w->k->test->points;
    if (is_exact(w->k)) {
        put_words(w, "want", exact, points, n);
        return;
    }
    emit_c_table(w, "want", value, points, n);
    emit_c_table(w, "within", within, points, n);
}

static const char *comparison(const struct package *k)
{
    return is_exact(k) ? "want[k], " : "want[k], within[k], ";
}

static void put_block_test(struct writer *w, const struct bits *bits, enum rt_block_name b)
{
    const struct package *k = w->k;
    const char *name = form_block_name(b);
    mem_put_f(
        w->out,
        "\nstatic void test_%s(tally *to, const %s_par *par, const point *at, real *out)\n{\n",
        name, w->m);
    put_wanted(w, bits->value[b], k->test->value[b], k->test->within[b],
               k->program->block[b].results);
    emit_c_count(w, "    for (int k = 0; k < ", k->test->points, "; k++) {\n");
    mem_put_f(w->out,
              "        (void)%s(par, at[k].t, at[k].u, at[k].x, out);\n"
              "        compare(to, out, %s%s_LENGTH_%s);\n    }\n}\n",
              name, comparison(k), w->m, name);
}

static const char copy_text[] = "        set_state(now, at[k].x);\n";

static void put_copy(struct writer *w)
{
    const struct package *k = w->k;
    mem_put(w->out, "\nstatic void set_state(real *to, const real *from)\n{\n");
    for (size_t i = 0; i < k->states; i++)
        mem_put_f(w->out, "    to[%s_STATE_%s] = from[%s_STATE_%s];\n", w->m, k->state[i].id, w->m,
                  k->state[i].id);
    mem_put(w->out, "}\n");
}

/* Wide steps test every digit of the weights: only where numbers are exact, and only from every
 * second point, for they make large numbers that hide the effect of small ones. */
static void put_step_test(struct writer *w, const struct bits *bits)
{
    const struct package *k = w->k;
    const struct vectors *v = k->test;
    const bool exact = is_exact(k);
    emit_c_put(w,
               "\nstatic void test_step(tally *to, const %_par *par, const point *at, real *now,\n"
               "    real *work)\n{\n");
    put_wanted(w, bits->end, v->end, v->end_within, k->states);
    emit_c_count(w, "    for (uint32_t k = 0U; k < ", v->points, "U; k++) {\n");
    emit_c_put(w, copy_text);
    emit_c_count(w, exact ? "        int steps = " : "        const int steps = ", TEST_STEPS,
                 ";\n");
    if (exact)
        emit_c_count(w,
                     "        if ((k & 1U) == 0U) {\n            steps = ", TEST_STEPS + TEST_WIDE,
                     ";\n        }\n");
    mem_put(w->out, "        for (int i = 0; i < steps; i++) {\n            const real h = ");
    emit_c_number(w, v->h);
    mem_put(w->out, ";\n            const real past = (real)i;\n");
    if (exact) {
        emit_c_count(w, "            const real wide = past - ", TEST_STEPS - 1, "");
        mem_put(w->out, emit_embedded_single(k) ? ".0f;\n" : ".0;\n");
        emit_c_count(w, "            const real by = (i < ", TEST_STEPS, ") ? h : wide;\n");
    } else {
        mem_put(w->out, "            const real by = h;\n");
    }
    mem_put(w->out, "            (void)step(par, at[k].t + (past * h), by, at[k].u, now, work);\n"
                    "        }\n");
    mem_put_f(w->out, "        compare(to, now, %s%s_STATES);\n    }\n}\n", comparison(k), w->m);
}

static bool tests_start(const struct package *k)
{
    return is_exact(k) && k->starts;
}

/* Test of the initial state. */
static void put_start_test(struct writer *w)
{
    const struct package *k = w->k;
    double *start = mem_take_array(k->mem, k->states + 1, sizeof *start);
    if (!tests_start(k))
        return;
    for (size_t i = 0; i < k->states; i++)
        start[i] = emit_embedded_single(k) ? (double)(float)k->state[i].value : k->state[i].value;
    mem_put(w->out, "\nstatic void test_start(tally *to, real *now)\n{\n");
    put_words(w, "want", &start, 1, k->states);
    emit_c_put(w, "    initial_state(now);\n    compare(to, now, want[0], %_STATES);\n}\n");
}

static bool tests_projection(const struct package *k)
{
    return is_exact(k) && emit_embedded_projects(k);
}

static void put_project_test(struct writer *w, const struct bits *bits)
{
    if (!tests_projection(w->k))
        return;
    emit_c_put(w,
               "\nstatic void test_project(tally *to, const %_par *par, const point *at, real *now,"
               "\n    real *work)\n{\n");
    put_wanted(w, bits->near, NULL, NULL, w->k->states);
    emit_c_count(w, "    for (int k = 0; k < ", w->k->test->points, "; k++) {\n");
    emit_c_put(w, copy_text);
    emit_c_put(w, "        (void)project(par, at[k].t, at[k].u, now, work);\n"
                  "        compare(to, now, want[k], %_STATES);\n    }\n}\n");
}

static void put_point(struct writer *w, const struct vectors *v, size_t i)
{
    mem_put(w->out, "        {");
    emit_c_number(w, v->t[i]);
    mem_put(w->out, ", {");
    if (w->k->inputs)
        emit_c_row(w, v->u[i], w->k->given, "         ");
    else
        emit_c_number(w, 0);
    mem_put(w->out, "}, {");
    emit_c_row(w, v->x[i], w->k->places, "         ");
    mem_put(w->out, "}},\n");
}

/* One function for each block keeps stack frames and tables small. */
static void put_point_tests(struct writer *w, const struct bits *bits)
{
    const struct package *k = w->k;
    const struct vectors *v = k->test;
    emit_c_count(w, "\ntypedef struct {\n    real t;\n    real u[", k->inputs ? k->given : 1,
                 "];\n");
    emit_c_count(w, "    real x[", k->places, "];\n} point;\n");
    for (int b = 0; b < RT_BLOCKS; b++)
        if (k->program->block[b].results)
            put_block_test(w, bits, (enum rt_block_name)b);
    put_copy(w);
    put_step_test(w, bits);
    put_project_test(w, bits);
    put_start_test(w);
    emit_c_put(w, "\nstatic void test_points(tally *to, const %_par *par, real *work)\n{\n");
    emit_c_count(w, "    static const point at[", v->points, "] = {\n");
    for (size_t i = 0; i < v->points; i++)
        put_point(w, v, i);
    emit_c_put(w, "    };\n    real *const now = &work[%_WORK];\n"
                  "    real *const out = &now[%_STATES];\n");
    for (int b = 0; b < RT_BLOCKS; b++)
        if (k->program->block[b].results)
            mem_put_f(w->out, "    test_%s(to, par, at, out);\n",
                      form_block_name((enum rt_block_name)b));
    mem_put(w->out, "    test_step(to, par, at, now, work);\n");
    if (tests_start(k))
        mem_put(w->out, "    test_start(to, now);\n");
    if (tests_projection(k))
        mem_put(w->out, "    test_project(to, par, at, now, work);\n");
    mem_put(w->out, "}\n");
}

/* Makes equal parameters different, so that confusing two of them is detected. */
static void put_apart(struct writer *w)
{
    if (is_exact(w->k) && w->k->params)
        emit_embedded_put(w, "    real by = @1;\n"
                             "    for (int i = 0; i < %_PARAMETERS; i++) {\n"
                             "        by += 0x1p-6@f;\n        p[i] *= by;\n    }\n");
}

void emit_embedded_test(struct writer *w)
{
    const struct package *k = w->k;
    const struct bits *bits = emit_bits(k);
    bool wanted[RT_FN_COUNT];
    mem_put(w->out, tally_text);
    if (is_exact(k)) {
        emit_embedded_put(w, bits_text);
        emit_embedded_put(w, arithmetic_text);
    } else if (k->test->points) {
        mem_put(w->out, near_text);
    }
    put_function_tests(w, bits);
    if (k->test->points)
        put_point_tests(w, bits);
    emit_c_put(
        w,
        "\nuint32_t %_selftest(%_real *work, uint32_t *first)\n{\n    tally all = {0U, 0U, 0U};\n");
    emit_c_count(w, "    real p[", k->params ? k->params : 1, "];\n    %_par par;\n");
    emit_embedded_put(w,
                      "    for (int i = 0; i < %_TEST_WORK; i++) {\n        work[i] = @0;\n    }\n"
                      "    default_parameters(p);\n");
    put_apart(w);
    emit_embedded_put(w, "    const %_status s = prepare(p, &par) | %_OUT_OF_RANGE;\n"
                         "    count(&all, (s == %_OUT_OF_RANGE) ? 1U : 0U);\n");
    if (is_exact(k))
        mem_put(w->out, "    test_arithmetic(&all);\n");
    if (tests_functions(k, wanted))
        mem_put(w->out, "    test_functions(&all);\n");
    if (k->test->points)
        mem_put(w->out, "    test_points(&all, &par, work);\n");
    mem_put(w->out, "    *first = all.first;\n    return all.wrong;\n}\n");
}
