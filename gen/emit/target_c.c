/* gen/emit/target_c.c -- target `c`: a header and a source in C99 that need nothing but math.h.
 *
 * The code has no allocation, no state and no recursion: all data are arguments. It is also valid
 * C++. A step computes in the order of runtime/rk.c and so gives the same bits as a run.
 */
#include "gen/emit/target.h"

#include <math.h>
#include <string.h>

/* ---- the header ---- */

/* enum { M_STATE_x, ..., M_STATES }; */
static void put_enum(struct writer *w, const char *what, const char *kind, const struct quantity *q,
                     size_t n)
{
    mem_put_f(w->out, "\n/* %s */\nenum {\n", what);
    for (size_t i = 0; i < n; i++) {
        mem_put_f(w->out, "    %s_%s_%s,", w->m, kind, q[i].id);
        emit_c_note(w, &q[i]);
        mem_put_char(w->out, '\n');
    }
    mem_put_f(w->out, "    %s_%sS%s\n};\n", w->m, kind, n ? "" : " /* none */");
}

static void put_lengths(struct writer *w)
{
    const struct package *k = w->k;
    mem_put(w->out,
            "\n/* Numbers of results of functions, and size of the scratch space of a step. */\n"
            "enum {\n");
    for (int b = 0; b < RT_BLOCKS; b++)
        if (k->program->block[b].results)
            mem_put_f(w->out, "    %s_LENGTH_%s = %lu,\n", w->m, k->program->block[b].name,
                      (unsigned long)k->program->block[b].results);
    emit_c_count(w, "    %_WORK = ", emit_step_work(k) + emit_pole_work(k), "\n};\n");
}

static void put_prototypes(struct writer *w)
{
    const struct package *k = w->k;
    const size_t room = k->program->params + k->program->prepared;
    emit_c_count(
        w,
        "\n/* Parameters, then constants that depend on them only: set by %_prepare, once for"
        " each set of\n * parameters. */\ntypedef struct {\n    %_real p[",
        room ? room : 1, "];\n} %_par;\n\n");
    emit_c_defaults(w, emit_c_default_prototype);
    emit_c_put(
        w, "void %_prepare(const %_real *p, %_par *par);\n\n"
           "/* Results must not overlap arguments; %_NOT_FINITE: a result is infinite or NaN. */"
           "\n");
    if (k->inputs)
        emit_c_put(w, "/* %_NO_INPUTS: u is null, and the function reads it. %_default_inputs has "
                      "the inputs of\n * t = 0. */\n");
    for (int b = 0; b < RT_BLOCKS; b++)
        if (k->program->block[b].results) {
            mem_put_f(w->out, "/* %s */\n", form_block_choice((size_t)b).says);
            emit_c_signature(w, k->program->block[b].name);
            mem_put(w->out, ";\n");
        }
    emit_c_inputs_prototype(w);
    mem_put_f(
        w->out,
        "\n/* One step of %s, from t to t + h. If it fails, x is unchanged. `work` is scratch "
        "space\n * for %s_WORK numbers, and need not be initialised. */\n",
        k->options->method->name, w->m);
    if (emit_pole_work(k)) {
        emit_c_put(w, "/* %_POLE: the step would lead across a pole of the equations, where\n");
        emit_pole_note(w);
        mem_put(w->out, " */\n");
    }
    emit_c_put(w, emit_c_step_signature);
    emit_c_put(w,
               ";\n\n#ifndef %_WITHOUT_SELF_TEST\n"
               "/* Number of wrong results, 0 if all are right. Code of compilers that reorder or\n"
               " * contract (-ffast-math, -ffp-contract=fast) may fail. */\n"
               "int %_self_test(void);\n#endif\n");
}

static void put_header(struct writer *w)
{
    const struct package *k = w->k;
    emit_put_banner(w->out, k, base_text(k->mem, "%s.h", w->m));
    emit_c_put(w, "#ifndef %_MODEL_H\n#define %_MODEL_H\n\n"
                  "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    emit_c_pair_number(w);
    mem_put_f(w->out, "typedef %s %s_real;\n", k->options->real == REAL_float ? "float" : "double",
              w->m);
    mem_put(w->out, "typedef enum {");
    emit_c_put(w, " %_OK, %_NOT_FINITE");
    emit_c_put(w, emit_pole_work(k) ? ", %_POLE" : "");
    emit_c_put(w, k->inputs ? ", %_NO_INPUTS" : "");
    emit_c_put(w, " } %_status;\n");
    put_enum(w, "places in x", "STATE", k->state, k->states);
    put_enum(w, "places in p", "PARAMETER", k->param, k->params);
    put_enum(w, "places in u", "INPUT", k->input, k->inputs);
    put_lengths(w);
    put_prototypes(w);
    emit_c_put(w, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}

/* ---- functions ---- */

static void put_default(struct writer *w, const struct defaults *d)
{
    mem_put_f(w->out, "\nvoid %s_%s(%s_real *%s)\n{\n", w->m, d->name, w->m, d->to);
    for (size_t i = 0; i < d->n; i++) {
        mem_put_f(w->out, "    %s[%lu] = ", d->to, (unsigned long)i);
        emit_c_number(w, d->at[i].value);
        mem_put_f(w->out, "; /* %s */\n", base_harmless(w->k->mem, d->at[i].name));
    }
    if (!d->n)
        mem_put_f(w->out, "    (void)%s;\n", d->to);
    mem_put(w->out, "}\n");
}

static void put_prepare(struct writer *w)
{
    const struct program *p = w->k->program;
    emit_c_put(w, "\nvoid %_prepare(const %_real *p, %_par *par)\n{\n");
    if (p->params)
        emit_c_put(w, "    for (int i = 0; i < %_PARAMETERS; i++)\n        par->p[i] = p[i];\n");
    else
        mem_put(w->out, "    (void)p;\n");
    if (p->prepared)
        code_put_body(w->k->mem, w->out, &p->prepare, &w->spelling, "par->p", p->params);
    else if (!p->params)
        mem_put(w->out, "    par->p[0] = 0;\n");
    mem_put(w->out, "}\n");
}

/* Without inputs there is no result. */
static void put_refusal(struct writer *w, const struct routine *r)
{
    if (code_reads(r, CODE_input))
        emit_c_put(w, "    if (!u)\n        return %_NO_INPUTS;\n");
}

static void put_block(struct writer *w, enum rt_block_name b)
{
    const struct routine *r = &w->k->program->block[b];
    mem_put_char(w->out, '\n');
    emit_c_signature(w, r->name);
    mem_put(w->out, "\n{\n");
    put_refusal(w, r);
    if (b == RT_rhs)
        emit_c_put(w, "    rates(par, t, u, x, out);\n");
    else
        emit_c_body(w, r);
    mem_put_f(w->out, "    return check(out, %s_LENGTH_%s);\n}\n", w->m, r->name);
}

static const char check_text[] = "\nstatic %_status check(const real *value, int n)\n{\n"
                                 "    for (int i = 0; i < n; i++)\n"
                                 "        if (!isfinite(value[i]))\n"
                                 "            return %_NOT_FINITE;\n"
                                 "    return %_OK;\n}\n";

/* ---- a step, unrolled ---- */

static void put_step(struct writer *w)
{
    mem_put_char(w->out, '\n');
    if (emit_pole_work(w->k))
        emit_c_put(w, "static %_status step(const %_par *par, real t, real h,\n"
                      "    const real *u, real *x, real *work)");
    else
        emit_c_put(w, emit_c_step_signature);
    mem_put(w->out, "\n{\n");
    put_refusal(w, &w->k->program->block[RT_rhs]);
    emit_c_stages(w);
    emit_c_put(w, "    if (check(y, %_STATES) != %_OK)\n        return %_NOT_FINITE;\n"
                  "    for (int i = 0; i < %_STATES; i++)\n        x[i] = y[i];\n    return %_OK;\n"
                  "}\n");
}

/* The step that users call, where the rates have poles. */
static void put_watched_step(struct writer *w)
{
    if (!emit_pole_work(w->k))
        return;
    emit_pole_check(w);
    mem_put_char(w->out, '\n');
    emit_c_put(w, emit_c_step_signature);
    mem_put(w->out, "\n{\n");
    emit_pole_body(w, emit_step_work(w->k), false);
    mem_put(w->out, "}\n");
}

/* ---- the test ---- */

static const char counting[] =
    "\n#ifndef %_WITHOUT_SELF_TEST\n"
    "static int count_wrong(const real *got, const real *want, const real *within, int n)\n"
    "{\n"
    "    int wrong = 0;\n"
    "    for (int i = 0; i < n; i++) {\n"
    "        const real off = got[i] - want[i];\n"
    "        const real limit = within ? within[i] : 0;\n"
    "        if (!(off <= limit && -limit <= off))\n"
    "            wrong++;\n"
    "    }\n"
    "    return wrong;\n"
    "}\n";

static void put_tables(struct writer *w)
{
    const struct package *k = w->k;
    const struct vectors *v = k->test;
    emit_c_count(w, "    static const real t[", v->points, "] = {");
    emit_c_row(w, v->t, v->points, "        ");
    mem_put(w->out, "};\n");
    if (k->inputs)
        emit_c_table(w, "u", v->u, v->points, k->given);
    emit_c_table(w, "x", v->x, v->points, k->places);
    for (int b = 0; b < RT_BLOCKS; b++) {
        const struct routine *r = &k->program->block[b];
        if (!r->results)
            continue;
        emit_c_table(w, r->name, v->value[b], v->points, r->results);
        if (!v->exact)
            emit_c_table(w, base_text(k->mem, "%s_within", r->name), v->within[b], v->points,
                         r->results);
    }
    emit_c_table(w, "end", v->end, v->points, k->states);
    if (!v->exact)
        emit_c_table(w, "end_within", v->end_within, v->points, k->states);
}

static void put_comparison(struct writer *w, const char *got, const char *want, const char *length)
{
    mem_put_f(w->out, "        wrong += count_wrong(%s, %s[k], ", got, want);
    if (w->k->test->exact)
        mem_put(w->out, "0, ");
    else
        mem_put_f(w->out, "%s_within[k], ", want);
    mem_put_f(w->out, "%s_%s);\n", w->m, length);
}

static void put_self_test(struct writer *w)
{
    const struct package *k = w->k;
    const char *u = k->inputs ? "u[k]" : "0";
    emit_c_put(w, counting);
    emit_c_put(w, "\nint %_self_test(void)\n{\n");
    put_tables(w);
    emit_c_count(w, "    real p[", k->params ? k->params : 1, "], ");
    emit_c_count(w, "out[", emit_most_results(k->program), "], ");
    emit_c_count(w, "now[", k->states, "], work[%_WORK];\n    const real h = ");
    emit_c_number(w, k->test->h);
    emit_c_put(w, ";\n    %_par par;\n    int wrong = 0;\n"
                  "    %_default_parameters(p);\n    %_prepare(p, &par);\n");
    emit_c_count(w, "    for (int k = 0; k < ", k->test->points, "; k++) {\n");
    for (int b = 0; b < RT_BLOCKS; b++) {
        const struct routine *r = &k->program->block[b];
        if (!r->results)
            continue;
        mem_put_f(w->out, "        wrong += %s_%s(&par, t[k], %s, x[k], out) != %s_OK;\n", w->m,
                  r->name, u, w->m);
        put_comparison(w, "out", r->name, base_text(k->mem, "LENGTH_%s", r->name));
    }
    emit_c_put(w, "        for (int i = 0; i < %_STATES; i++)\n            now[i] = x[k][i];\n");
    emit_c_count(w, "        for (int i = 0; i < ", TEST_STEPS, "; i++)\n");
    mem_put_f(w->out,
              "            wrong += %sstep(&par, t[k] + (real)i * h, h, %s, now, work) != "
              "%s_OK;\n",
              emit_pole_work(k) ? "" : base_text(k->mem, "%s_", w->m), u, w->m);
    put_comparison(w, "now", "end", "STATES");
    mem_put(w->out, "    }\n    return wrong;\n}\n#endif\n");
}

static void put_no_test(struct writer *w)
{
    emit_c_put(w, "\n#ifndef %_WITHOUT_SELF_TEST\n/* No test point has finite results. */\n"
                  "int %_self_test(void)\n{\n    return 0;\n}\n#endif\n");
}

/* ---- the source ---- */

static const char contraction[] =
    "\n/* Every sum and product is rounded; gcc does so with -std=c99 or "
    "-ffp-contract=off. */"
    "\n#if defined(__clang__)\n#pragma STDC FP_CONTRACT OFF\n#endif\n";

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Length of a hexadecimal literal with an exponent at the start of a text, or 0. */
static size_t read_hex(const char *text, double *value)
{
    const char *at = text + 2;
    int exponent = 0, power = 0;
    bool point = false;
    *value = 0;
    if (text[0] != '0' || text[1] != 'x')
        return 0;
    for (; hex_digit(*at) >= 0 || (*at == '.' && !point); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        *value = 16 * *value + hex_digit(*at);
        exponent -= point ? 4 : 0;
    }
    if (*at != 'p')
        return 0;
    const bool minus = *++at == '-';
    for (at += minus || *at == '+'; *at >= '0' && *at <= '9'; at++)
        power = 10 * power + (*at - '0');
    *value = ldexp(*value, exponent + (minus ? -power : power));
    return (size_t)(at - text) + (*at == 'f');
}

/* C++ before 2017 has no hexadecimal floating literals: they become decimal ones. */
static void put_in_decimal(struct writer *w, const char *text)
{
    char before = ' ';
    for (size_t n; *text; text += n) {
        double value = 0;
        n = hex_digit(before) >= 0 ? 0 : read_hex(text, &value);
        if (n)
            emit_c_number(w, value);
        else
            mem_put_char(w->out, *text);
        n = n ? n : 1;
        before = text[n - 1];
    }
}

static void put_functions(struct writer *w)
{
    const struct package *k = w->k;
    bool wanted[RT_FN_COUNT];
    const bool any = emit_c_wanted(k, wanted);
    if (k->options->math == MATH_libm && wanted[RT_FN_sincos])
        emit_c_pair(w);
    if (k->options->math == MATH_libm || !any)
        return;
    mem_put(w->out, "\n/* ---- elementary functions, the same on every machine ---- */\n\n");
    struct mem_text text = mem_text(k->mem);
    code_fn_text(&text, wanted, k->options->real == REAL_float);
    put_in_decimal(w, text.text);
    mem_put(w->out, "\n/* ---- the model ---- */\n");
}

static void put_source(struct writer *w)
{
    const struct package *k = w->k;
    mem_put(w->out, "\n#include <math.h>\n");
    if (!k->options->fast)
        emit_c_put(w, contraction);
    emit_c_put(w, "\ntypedef %_real real;\n");
    put_functions(w);
    emit_c_defaults(w, put_default);
    put_prepare(w);
    emit_c_put(w, check_text);
    emit_c_rates(w);
    for (int b = 0; b < RT_BLOCKS; b++)
        if (k->program->block[b].results)
            put_block(w, (enum rt_block_name)b);
    emit_c_inputs(w, "%_");
    put_step(w);
    put_watched_step(w);
    if (k->test->points)
        put_self_test(w);
    else
        put_no_test(w);
}

void emit_target_c(const struct package *k, struct emitted *out)
{
    struct writer w = {.k = k, .m = k->name};
    w.spelling = (struct spelling){
        .local = "const real ",
        .number = k->options->real == REAL_float ? code_put_float : code_put_double,
        .plain = k->options->style == STYLE_plain,
    };
    emit_c_name_functions(&w);
    emit_c_files(&w, put_header, put_source, out);
}
