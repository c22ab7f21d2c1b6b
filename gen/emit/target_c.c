/* gen/emit/target_c.c -- target `c`: a header and a source in C99 that need nothing but math.h.
 *
 * The code has no allocation, no state and no recursion: all data are arguments. It is also valid
 * C++. A step computes in the order of runtime/rk.c and so gives the same bits as a run.
 */
#include "gen/emit/target.h"

#include <math.h>
#include <string.h>

void emit_c_put(struct writer *w, const char *text) /* % is the prefix */
{
    for (; *text; text++)
        if (*text == '%')
            mem_put(w->out, w->m);
        else
            mem_put_char(w->out, *text);
}

void emit_c_count(struct writer *w, const char *before, size_t n, const char *after)
{
    emit_c_put(w, before);
    mem_put_int(w->out, (int64_t)n);
    emit_c_put(w, after);
}

void emit_c_number(struct writer *w, double number)
{
    w->spelling.number(w->out, number);
}

/* ---- the header ---- */

void emit_c_note(struct writer *w, const struct quantity *q)
{
    struct mem *m = w->k->mem;
    const bool renamed = strcmp(q->id, q->name) != 0;
    if (!renamed && !q->doc && !q->unit)
        return;
    mem_put_f(w->out, " /* %s%s%s%s%s%s%s */", renamed ? base_harmless(m, q->name) : "",
              renamed && q->doc ? ": " : "", q->doc ? base_harmless(m, q->doc) : "",
              (renamed || q->doc) && q->unit ? " " : "", q->unit ? "[" : "",
              q->unit ? base_harmless(m, q->unit) : "", q->unit ? "]" : "");
}

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
    emit_c_count(w, "    %_WORK = ", emit_step_work(k), "\n};\n");
}

void emit_c_signature(struct writer *w, const char *name)
{
    mem_put_f(w->out, "%s_status %s_%s(", w->m, w->m, name);
    emit_c_put(w,
               "const %_par *par, %_real t,\n    const %_real *u, const %_real *x, %_real *out)");
}

const char emit_c_step_signature[] = "%_status %_step(const %_par *par, %_real t, %_real h,\n"
                                     "    const %_real *u, %_real *x, %_real *work)";

static void put_prototypes(struct writer *w)
{
    const struct package *k = w->k;
    const size_t room = k->program->params + k->program->prepared;
    emit_c_count(
        w,
        "\n/* Parameters, then constants that depend on them only: set by %_prepare, once for"
        " each set of\n * parameters. */\ntypedef struct {\n    %_real p[",
        room ? room : 1, "];\n} %_par;\n\n");
    emit_c_put(w, "void %_default_parameters(%_real *p);\n");
    if (k->inputs)
        emit_c_put(w, "void %_default_inputs(%_real *u);\n");
    if (k->starts)
        emit_c_put(w, "void %_initial_state(%_real *x);\n");
    emit_c_put(
        w, "void %_prepare(const %_real *p, %_par *par);\n\n"
           "/* Results must not overlap arguments; %_NOT_FINITE: a result is infinite or NaN. */"
           "\n");
    for (int b = 0; b < RT_BLOCKS; b++)
        if (k->program->block[b].results) {
            mem_put_f(w->out, "/* %s */\n", form_block_choice((size_t)b).says);
            emit_c_signature(w, k->program->block[b].name);
            mem_put(w->out, ";\n");
        }
    mem_put_f(
        w->out,
        "\n/* One step of %s, from t to t + h. If it fails, x is unchanged. `work` is scratch "
        "space\n * for %s_WORK numbers, and need not be initialised. */\n",
        k->options->method->name, w->m);
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
    mem_put_f(w->out, "typedef %s %s_real;\n", k->options->real == REAL_float ? "float" : "double",
              w->m);
    emit_c_put(w, "typedef enum { %_OK, %_NOT_FINITE } %_status;\n");
    put_enum(w, "places in x", "STATE", k->state, k->states);
    put_enum(w, "places in p", "PARAMETER", k->param, k->params);
    put_enum(w, "places in u", "INPUT", k->input, k->inputs);
    put_lengths(w);
    put_prototypes(w);
    emit_c_put(w, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}

/* ---- functions ---- */

static void put_values(struct writer *w, const char *name, const char *to, const struct quantity *q,
                       size_t n)
{
    mem_put_f(w->out, "\nvoid %s_%s(%s_real *%s)\n{\n", w->m, name, w->m, to);
    for (size_t i = 0; i < n; i++) {
        mem_put_f(w->out, "    %s[%lu] = ", to, (unsigned long)i);
        emit_c_number(w, q[i].value);
        mem_put_f(w->out, "; /* %s */\n", base_harmless(w->k->mem, q[i].name));
    }
    if (!n)
        mem_put_f(w->out, "    (void)%s;\n", to);
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

void emit_c_body(struct writer *w, const struct routine *r)
{
    static const struct {
        enum code code;
        const char *name;
    } inputs[] = {{CODE_time, "t"}, {CODE_input, "u"}, {CODE_state, "x"}, {CODE_param, "par"}};
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        if (!code_reads(r, inputs[i].code))
            mem_put_f(w->out, "    (void)%s;\n", inputs[i].name);
    if (code_reads(r, CODE_param))
        emit_c_put(w, "    const real *const p = par->p;\n");
    code_put_body(w->k->mem, w->out, r, &w->spelling, "out", 0);
}

/* Rates without a check: a step checks only its result. */
void emit_c_rates(struct writer *w)
{
    emit_c_put(w,
               "\nstatic void rates(const %_par *par, real t, const real *u, const real *x, real "
               "*out)\n{\n");
    emit_c_body(w, &w->k->program->block[RT_rhs]);
    mem_put(w->out, "}\n");
}

static void put_block(struct writer *w, enum rt_block_name b)
{
    const struct routine *r = &w->k->program->block[b];
    mem_put_char(w->out, '\n');
    emit_c_signature(w, r->name);
    mem_put(w->out, "\n{\n");
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

/* y = x + sum_j (h weight[j]) k_j, in the order of runtime/rk.c */
static void put_combination(struct writer *w, const double *weight, int stages)
{
    int terms = 0;
    for (int j = 0; j < stages; j++)
        terms += weight[j] != 0;
    emit_c_put(w, "    for (int i = 0; i < %_STATES; i++) {\n        y[i] = x[i] + ");
    mem_put(w->out, terms > 1 ? "(" : "");
    for (int j = 0, put = 0; j < stages; j++) {
        if (weight[j] == 0)
            continue;
        mem_put(w->out, put++ ? " + " : "");
        mem_put(w->out, weight[j] == 1 ? "(h" : "((h * ");
        if (weight[j] != 1)
            emit_c_number(w, weight[j]), mem_put_char(w->out, ')');
        mem_put_f(w->out, " * k%d[i])", j + 1);
    }
    mem_put(w->out, terms > 1 ? ");\n    }\n" : ";\n    }\n");
}

void emit_c_stages(struct writer *w)
{
    const struct rt_method *m = w->k->options->method;
    const double *a = m->a;
    for (int i = 0; i < m->stages; i++)
        mem_put_f(w->out, "    real *const k%d = &work[%lu];\n", i + 1,
                  (unsigned long)((size_t)i * w->k->states));
    emit_c_count(w, "    real *const y = &work[", (size_t)m->stages * w->k->states, "];\n");
    emit_c_put(w, "    rates(par, t, u, x, k1);\n");
    for (int i = 1; i < m->stages; i++) {
        put_combination(w, a, i);
        emit_c_put(w, "    rates(par, t + (");
        emit_c_number(w, m->c[i]);
        mem_put_f(w->out, " * h), u, y, k%d);\n", i + 1);
        a += i;
    }
    put_combination(w, m->b, m->stages);
}

static void put_step(struct writer *w)
{
    mem_put_char(w->out, '\n');
    emit_c_put(w, emit_c_step_signature);
    mem_put(w->out, "\n{\n");
    emit_c_stages(w);
    emit_c_put(w, "    if (check(y, %_STATES) != %_OK)\n        return %_NOT_FINITE;\n"
                  "    for (int i = 0; i < %_STATES; i++)\n        x[i] = y[i];\n    return %_OK;\n"
                  "}\n");
}

/* ---- the test ---- */

void emit_c_row(struct writer *w, const double *value, size_t n, const char *indent)
{
    for (size_t j = 0; j < n; j++) {
        if (j)
            mem_put(w->out, j % 4 ? ", " : ",\n");
        if (j && j % 4 == 0)
            mem_put(w->out, indent);
        emit_c_number(w, value[j]);
    }
}

static void put_table(struct writer *w, const char *name, double *const *row, size_t rows, size_t n)
{
    mem_put_f(w->out, "    static const real %s[%lu][%lu] = {\n", name, (unsigned long)rows,
              (unsigned long)n);
    for (size_t i = 0; i < rows; i++) {
        mem_put(w->out, "        {");
        emit_c_row(w, row[i], n, "         ");
        mem_put(w->out, "},\n");
    }
    mem_put(w->out, "    };\n");
}

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
        put_table(w, "u", v->u, v->points, k->given);
    put_table(w, "x", v->x, v->points, k->places);
    for (int b = 0; b < RT_BLOCKS; b++) {
        const struct routine *r = &k->program->block[b];
        if (!r->results)
            continue;
        put_table(w, r->name, v->value[b], v->points, r->results);
        if (!v->exact)
            put_table(w, base_text(k->mem, "%s_within", r->name), v->within[b], v->points,
                      r->results);
    }
    put_table(w, "end", v->end, v->points, k->states);
    if (!v->exact)
        put_table(w, "end_within", v->end_within, v->points, k->states);
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
              "            wrong += %s_step(&par, t[k] + (real)i * h, h, %s, now, work) != "
              "%s_OK;\n",
              w->m, u, w->m);
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

/* A pair by two calls of math.h. */
void emit_c_pair(struct writer *w)
{
    const char *f = w->k->options->real == REAL_float ? "f" : "";
    mem_put_f(w->out,
              "\nstatic inline void sine_cosine(real a, real *sine, real *cosine)\n{\n"
              "    *sine = sin%s(a);\n    *cosine = cos%s(a);\n}\n",
              f, f);
}

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

bool emit_c_wanted(const struct package *k, bool wanted[RT_FN_COUNT])
{
    const struct calls calls = code_calls(k->program);
    bool any = calls.pair;
    memset(wanted, 0, RT_FN_COUNT * sizeof *wanted);
    wanted[RT_FN_sincos] = calls.pair;
    for (int op = 0; op < EX_OPS; op++)
        if (calls.of[op] && code_own_functions[op])
            any = wanted[code_own_functions[op] - 1] = true;
    return any;
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

void emit_c_name_functions(struct writer *w)
{
    const bool single = w->k->options->real == REAL_float;
    const bool libm = w->k->options->math == MATH_libm;
    for (int op = 0; op < EX_OPS; op++)
        w->spelling.function[op] =
            base_text(w->k->mem, "%s%s%s", code_own_functions[op] && !libm ? "rt_" : "",
                      code_c_function((enum ex_op)op), single ? "f" : "");
    w->spelling.pair = libm     ? "real %s;\n    real %c;\n    sine_cosine(%1, &%s, &%c);"
                       : single ? "real %s;\n    real %c;\n    rt_sincosf(%1, &%s, &%c);"
                                : "real %s;\n    real %c;\n    rt_sincos(%1, &%s, &%c);";
}

static void put_source(struct writer *w)
{
    const struct package *k = w->k;
    mem_put_f(w->out,
              "/* %s.c -- functions of %s.h.\n *\n * Made by noslip " NOSLIP_VERSION
              ". This code is yours.\n */\n#include \"%s.h\"\n\n#include <math.h>\n",
              w->m, w->m, w->m);
    if (!k->options->fast)
        emit_c_put(w, contraction);
    emit_c_put(w, "\ntypedef %_real real;\n");
    put_functions(w);
    put_values(w, "default_parameters", "p", k->param, k->params);
    if (k->inputs)
        put_values(w, "default_inputs", "u", k->input, k->inputs);
    if (k->starts)
        put_values(w, "initial_state", "x", k->state, k->states);
    put_prepare(w);
    emit_c_put(w, check_text);
    emit_c_rates(w);
    for (int b = 0; b < RT_BLOCKS; b++)
        if (k->program->block[b].results)
            put_block(w, (enum rt_block_name)b);
    put_step(w);
    if (k->test->points)
        put_self_test(w);
    else
        put_no_test(w);
}

void emit_target_c(const struct package *k, struct emitted *out)
{
    struct mem_text header = mem_text(k->mem), source = mem_text(k->mem);
    struct writer w = {.k = k, .m = k->name};
    w.spelling = (struct spelling){
        .local = "const real ",
        .number = k->options->real == REAL_float ? code_put_float : code_put_double,
        .plain = k->options->style == STYLE_plain,
    };
    emit_c_name_functions(&w);
    w.out = &header;
    put_header(&w);
    w.out = &source;
    put_source(&w);
    out->file[0].name = base_text(k->mem, "%s.h", k->name);
    out->file[0].text = header.text;
    out->file[1].name = base_text(k->mem, "%s.c", k->name);
    out->file[1].text = source.text;
    out->n = 2;
}
