/* gen/small_test.c -- the test that code for microcontrollers has with it: numbers to the bit.
 *
 * Functions in all quadrants and far out, blocks at the points of emit_test.c, and steps from them;
 * what they must give is from emit_bits.c.
 */
#include "gen/emit_c.h"

#include <math.h>
#include <string.h>

static void put_word(struct writer *w, double value)
{
    const bool single = gen_small_single(w->k);
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
static void put_words(struct writer *w, const char *name, const double *const *row, size_t rows,
                      size_t n)
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

static void put_reals(struct writer *w, const char *name, double *const *row, size_t rows, size_t n)
{
    mem_put_f(w->out, "    static const real %s[%lu][%lu] = {\n", name, (unsigned long)rows,
              (unsigned long)n);
    for (size_t i = 0; i < rows; i++) {
        mem_put(w->out, "        {");
        gen_c_row(w, row[i], n, "         ");
        mem_put(w->out, "},\n");
    }
    mem_put(w->out, "    };\n");
}

static const char compare_text[] =
    "\n/* ---- the test of itself ---- */\n"
    "\ntypedef @w word;\ntypedef struct {\n    uint32_t seen, wrong, first;\n} tally;\n"
    "\n/* To the bit; of what is no number there are many kinds, which are one. */\n"
    "static void compare(tally *to, const real *got, const word *want, int n)\n{\n"
    "    const word none = (word)(4 * @b + 3) << (@d - 1);\n"
    "    for (int i = 0; i < n; i++) {\n"
    "        if ((rt_bits@f(got[i]) != want[i]) && ((got[i] == got[i]) || (want[i] != none))) {\n"
    "            if (to->wrong == 0U) {\n                to->first = to->seen;\n            }\n"
    "            to->wrong++;\n        }\n"
    "        to->seen++;\n    }\n}\n";

/* Where a compiler takes sums for those of mathematics, or contracts, these are not 0. */
static const char arithmetic_text[] =
    "\nstatic void test_arithmetic(tally *to)\n{\n"
    "    static const word nothing[2] = {0U, 0U};\n"
    "    volatile real one = 1, small = @x, factor = @y, square = @z;\n"
    "    const real a = one, b = small, c = factor, d = square;\n"
    "    real got[2];\n"
    "    got[0] = (a + b) - a;\n"
    "    got[1] = (c * c) - d;\n"
    "    compare(to, got, nothing, 2);\n}\n";

static const char *const fn_name[RT_FN_COUNT] = {
#define X(name, kind, ulps) [RT_FN_##name] = #name,
    RT_FNS(X)
#undef X
};

static void put_function_tests(struct writer *w, const struct bits *bits)
{
    bool wanted[RT_FN_COUNT];
    if (!gen_c_wanted(w->k, wanted))
        return;
    const char *f = gen_small_single(w->k) ? "f" : "";
    gen_c_put(w, "\nstatic void test_functions(tally *to)\n{\n");
    gen_c_count(w, "    static const real at[", BITS_AT, "] = {");
    gen_c_row(w, bits->at, BITS_AT, "        ");
    mem_put(w->out, "};\n");
    for (int i = 0; i < RT_FN_COUNT; i++) {
        const double *row[BITS_AT];
        for (size_t j = 0; j < BITS_AT; j++)
            row[j] = bits->function[i][j];
        if (wanted[i])
            put_words(w, fn_name[i], row, BITS_AT, gen_bits_results((enum rt_fn)i));
    }
    gen_c_count(w, "    for (int i = 0; i < ", BITS_AT, "; i++) {\n        real got[2];\n");
    for (int i = 0; i < RT_FN_COUNT; i++) {
        if (!wanted[i])
            continue;
        if (gen_bits_results((enum rt_fn)i) == 2)
            mem_put_f(w->out, "        rt_%s%s(at[i], &got[0], &got[1]);\n", fn_name[i], f);
        else
            mem_put_f(w->out, "        got[0] = rt_%s%s(at[i]%s);\n", fn_name[i], f,
                      gen_bits_two((enum rt_fn)i) ? ", at[15 - i]" : "");
        mem_put_f(w->out, "        compare(to, got, %s[i], %d);\n", fn_name[i],
                  (int)gen_bits_results((enum rt_fn)i));
    }
    mem_put(w->out, "    }\n}\n");
}

/* One function for each block: frames stay small, and so do tables. */
static void put_point_tests(struct writer *w, const struct bits *bits)
{
    const struct package *k = w->k;
    const struct vectors *v = k->test;
    gen_c_put(w, "\nstatic void test_points(tally *to, const %_par *par, real *work)\n{\n");
    gen_c_count(w, "    static const real t[", v->points, "] = {");
    gen_c_row(w, v->t, v->points, "        ");
    mem_put(w->out, "};\n");
    if (k->inputs)
        put_reals(w, "u", v->u, v->points, k->given);
    put_reals(w, "x", v->x, v->points, k->places);
    for (int b = 0; b < RT_BLOCKS; b++)
        if (k->program->block[b].results)
            put_words(w, gen_block_name((enum rt_block_name)b),
                      (const double *const *)bits->value[b], v->points,
                      k->program->block[b].results);
    put_words(w, "end", (const double *const *)bits->end, v->points, k->states);
    mem_put(w->out, "    const real h = ");
    gen_c_number(w, v->h);
    const char *u = k->inputs ? "u[k]" : "t";
    gen_c_put(w, ";\n    real *const now = &work[%_WORK];\n"
                 "    real *const out = &now[%_STATES];\n");
    gen_c_count(w, "    for (int k = 0; k < ", v->points, "; k++) {\n");
    for (int b = 0; b < RT_BLOCKS; b++)
        if (k->program->block[b].results) {
            const char *name = gen_block_name((enum rt_block_name)b);
            mem_put_f(w->out,
                      "        (void)%s_%s(par, t[k], %s, x[k], out);\n"
                      "        compare(to, out, %s[k], %s_LENGTH_%s);\n",
                      w->m, name, u, name, w->m, name);
        }
    gen_c_put(
        w,
        "        for (int i = 0; i < %_STATES; i++) {\n            now[i] = x[k][i];\n        }\n");
    gen_c_count(w, "        for (int i = 0; i < ", TEST_STEPS + TEST_WIDE, "; i++) {\n");
    gen_c_count(w, "            const real wide = (i < ", TEST_STEPS, ") ? h : (real)(i - ");
    gen_c_count(w, "", TEST_STEPS - 1, ");\n");
    mem_put_f(
        w->out,
        "            (void)%s_step(par, t[k] + ((real)i * h), wide, %s, now, work);\n        }\n"
        "        compare(to, now, end[k], %s_STATES);\n    }\n}\n",
        w->m, u, w->m);
}

void gen_small_test(struct writer *w)
{
    const struct package *k = w->k;
    const struct bits *bits = gen_bits(k);
    bool wanted[RT_FN_COUNT];
    gen_small_put(w, compare_text);
    gen_small_put(w, arithmetic_text);
    put_function_tests(w, bits);
    if (k->test->points)
        put_point_tests(w, bits);
    gen_c_put(
        w,
        "\nuint32_t %_selftest(%_real *work, uint32_t *first)\n{\n    tally all = {0U, 0U, 0U};\n");
    gen_c_count(w, "    real p[", k->params ? k->params : 1, "];\n    %_par par;\n");
    gen_c_put(w, "    %_default_parameters(p);\n"
                 "    if ((%_prepare(p, &par) & ~%_OUT_OF_RANGE) != %_OK) {\n"
                 "        all.wrong++;\n    }\n");
    mem_put(w->out, "    test_arithmetic(&all);\n");
    if (gen_c_wanted(k, wanted))
        mem_put(w->out, "    test_functions(&all);\n");
    mem_put(w->out, k->test->points ? "    test_points(&all, &par, work);\n" : "    (void)work;\n");
    mem_put(w->out, "    *first = all.first;\n    return all.wrong;\n}\n");
}
