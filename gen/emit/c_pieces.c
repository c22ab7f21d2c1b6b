/* gen/emit/c_pieces.c -- pieces of code that both targets in C print. */
#include "gen/emit/target.h"

#include <string.h>

void emit_c_put(struct writer *w, const char *text)
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

void emit_c_table(struct writer *w, const char *name, double *const *row, size_t rows, size_t n)
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

void emit_c_signature(struct writer *w, const char *name)
{
    mem_put_f(w->out, "%s_status %s_%s(", w->m, w->m, name);
    emit_c_put(w,
               "const %_par *par, %_real t,\n    const %_real *u, const %_real *x, %_real *out)");
}

const char emit_c_step_signature[] = "%_status %_step(const %_par *par, %_real t, %_real h,\n"
                                     "    const %_real *u, %_real *x, %_real *work)";

void emit_c_defaults(struct writer *w, void (*put)(struct writer *w, const struct defaults *d))
{
    const struct package *k = w->k;
    const struct defaults parameters = {"default_parameters", "p", "PARAMETER", k->param,
                                        k->params},
                          inputs = {"default_inputs", "u", "INPUT", k->input, k->inputs},
                          initial = {"initial_state", "x", "STATE", k->state, k->states};
    put(w, &parameters);
    if (k->inputs)
        put(w, &inputs);
    if (k->starts)
        put(w, &initial);
}

void emit_c_default_prototype(struct writer *w, const struct defaults *d)
{
    mem_put_f(w->out, "void %s_%s(%s_real *%s);\n", w->m, d->name, w->m, d->to);
}

/* ---- functions ---- */

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

static const char inputs_signature[] = "%_status %_inputs(const %_par *par, %_real t, %_real *u)";

void emit_c_inputs_prototype(struct writer *w)
{
    if (w->k->program->block[RT_input].results)
        emit_c_put(w, "\n/* The inputs at t, as the model has them. A step holds u fixed: for a "
                      "motion that\n * follows them within steps, too, call this with %_rhs at "
                      "each stage. */\n"),
            emit_c_put(w, inputs_signature), mem_put(w->out, ";\n");
}

void emit_c_inputs(struct writer *w, const char *prefix)
{
    if (!w->k->program->block[RT_input].results)
        return;
    mem_put_char(w->out, '\n');
    emit_c_put(w, inputs_signature);
    mem_put(w->out, "\n{\n    return ");
    emit_c_put(w, prefix);
    mem_put(w->out, "input(par, t, u, u, u);\n}\n");
}

const char *emit_c_unless_null(const struct package *k)
{
    return k->inputs ? "(u == (const void *)0) ? %_NO_INPUTS : " : "";
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

/* A pair by two calls of math.h. */
void emit_c_pair(struct writer *w)
{
    const char *f = w->k->options->real == REAL_float ? "f" : "";
    mem_put_f(w->out,
              "\nstatic inline void sine_cosine(real a, real *sine, real *cosine)\n{\n"
              "    *sine = sin%s(a);\n    *cosine = cos%s(a);\n}\n",
              f, f);
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

/* ---- files ---- */

/* Head of the source. A killed process may leave one new file beside an old one: the two hold the
 * same number, so that a compiler refuses them. */
static void put_source_head(struct writer *w)
{
    mem_put_f(w->out,
              "/* %s.c -- functions of %s.h.\n *\n * Made by noslip " NOSLIP_VERSION
              ". This code is yours.\n */\n#include \"%s.h\"\n\n"
              "#if %s_SOURCE != 0x%08lxU\n#error \"%s.h belongs to another %s.c\"\n#endif\n",
              w->m, w->m, w->m, w->m, (unsigned long)w->pair, w->m, w->m);
}

void emit_c_pair_number(struct writer *w)
{
    mem_put_f(w->out, "#define %s_SOURCE 0x%08lxU /* %s.c is that of this header */\n\n", w->m,
              (unsigned long)w->pair, w->m);
}

void emit_c_files(struct writer *w, void (*put_header)(struct writer *w),
                  void (*put_source)(struct writer *w), struct emitted *out)
{
    struct mem *m = w->k->mem;
    struct mem_text header = mem_text(m), source = mem_text(m);
    struct mem_text body = mem_text(m);
    w->out = &body;
    put_source(w);
    const uint64_t hash = emit_hash(body.text, body.len);
    w->pair = (uint32_t)(hash ^ hash >> 32);
    w->out = &header;
    put_header(w);
    w->out = &source;
    put_source_head(w);
    mem_put_n(&source, body.text, body.len);
    out->file[0].name = base_text(m, "%s.h", w->m);
    out->file[0].text = header.text;
    out->file[1].name = base_text(m, "%s.c", w->m);
    out->file[1].text = source.text;
    out->n = 2;
}
