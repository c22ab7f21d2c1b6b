/* gen/emit_embedded.c -- a package for microcontrollers: C99 that includes stdint.h and no more.
 *
 * The statements are those of emit_c.c. Around them it is stricter: nothing of a library is called,
 * literals are hexadecimal, a status says what is wrong with what comes in or goes out, compilers
 * are kept from contracting, and the test compares every number to the bit.
 */
#include "gen/emit_c.h"

#include <math.h>
#include <string.h>

static void put_hex(struct mem_text *out, double number)
{
    char text[EX_DOUBLE_ROOM];
    ex_double_hex(number, text);
    mem_put(out, text);
}

static void put_hex_float(struct mem_text *out, double number)
{
    put_hex(out, (double)(float)number);
    mem_put_char(out, 'f');
}

/* ---- ranges ---- */

struct range {
    double low, high; /* or infinite */
    bool positive, nonzero;
};

static double end_of(const struct package *k, ex e, double otherwise)
{
    return e == EX_POISON ? otherwise : gen_value(k->sys->model, e, k->model_p);
}

static struct range range_of_state(const struct package *k, size_t i)
{
    const struct model *m = k->sys->model;
    struct range r = {-INFINITY, INFINITY, false, false};
    if (i < m->coords) {
        r.low = end_of(k, m->coord[i].low, -INFINITY);
        r.high = end_of(k, m->coord[i].high, INFINITY);
    }
    return r;
}

/* Of a parameter or an input, found by its name. */
static struct range range_of_param(const struct package *k, const struct quantity *q)
{
    const struct model *m = k->sys->model;
    struct range r = {-INFINITY, INFINITY, false, false};
    for (size_t i = 0; i < m->params; i++)
        if (strcmp(m->param[i].name, q->name) == 0) {
            r.low = end_of(k, m->param[i].low, -INFINITY);
            r.high = end_of(k, m->param[i].high, INFINITY);
            r.positive = m->param[i].assume & EX_POSITIVE;
            r.nonzero = m->param[i].assume & EX_NONZERO && !r.positive;
        }
    return r;
}

static struct range range_of(const struct package *k, const char *of, size_t i)
{
    return *of == 'x'   ? range_of_state(k, i)
           : *of == 'p' ? range_of_param(k, &k->param[i])
                        : range_of_param(k, &k->input[i]);
}

static bool has_range(const struct range *r)
{
    return isfinite(r->low) || isfinite(r->high) || r->positive || r->nonzero;
}

static bool any_range(const struct package *k, const char *of, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct range r = range_of(k, of, i);
        if (has_range(&r))
            return true;
    }
    return false;
}

static void put_outside(struct writer *w, const char *of, size_t i, const char *sign, double end)
{
    mem_put_f(w->out, "    if (!(%s[%lu] %s ", of, (unsigned long)i, sign);
    gen_c_number(w, end);
    gen_c_put(w, ")) {\n        s = %_OUT_OF_RANGE;\n    }\n");
}

/* static M_status range_x(const real *x), where there is something to look at */
static void put_range(struct writer *w, const char *of, size_t n)
{
    if (!any_range(w->k, of, n))
        return;
    mem_put_f(w->out, "\nstatic %s_status range_%s(const real *%s)\n{\n    %s_status s = %s_OK;\n",
              w->m, of, of, w->m, w->m);
    for (size_t i = 0; i < n; i++) {
        const struct range r = range_of(w->k, of, i);
        if (isfinite(r.low))
            put_outside(w, of, i, ">=", r.low);
        if (isfinite(r.high))
            put_outside(w, of, i, "<=", r.high);
        if (r.positive)
            put_outside(w, of, i, ">", 0);
        if (r.nonzero)
            put_outside(w, of, i, "!=", 0);
    }
    mem_put(w->out, "    return s;\n}\n");
}

/* ---- the header ---- */

static void put_quantities(struct writer *w, const char *title, const char *of,
                           const struct quantity *q, size_t n)
{
    struct mem *m = w->k->mem;
    if (n)
        mem_put_f(w->out, " *\n * %s\n", title);
    for (size_t i = 0; i < n; i++) {
        const struct range r = range_of(w->k, of, i);
        char low[EX_DOUBLE_ROOM], high[EX_DOUBLE_ROOM];
        ex_double_brief(r.low, 6, low);
        ex_double_brief(r.high, 6, high);
        const char *range = r.positive  ? "> 0"
                            : r.nonzero ? "not 0"
                            : isfinite(r.low) && isfinite(r.high)
                                ? gen_text(m, "%s to %s", low, high)
                            : isfinite(r.low)  ? gen_text(m, "at least %s", low)
                            : isfinite(r.high) ? gen_text(m, "at most %s", high)
                                               : "any finite number";
        const char *line =
            gen_text(m, "  %s[%lu] %s%s%s%s: %s%s%s", of, (unsigned long)i, q[i].name,
                     q[i].unit ? " [" : "", q[i].unit ? q[i].unit : "", q[i].unit ? "]" : "", range,
                     q[i].doc ? "; " : "", q[i].doc ? q[i].doc : "");
        gen_put_comment(w->out, m, " * ", line);
    }
}

static void put_facts(struct writer *w)
{
    const struct package *k = w->k;
    char sum[65];
    gen_sha256(k->source->text, k->source->len, sum);
    mem_put_f(w->out, "\n/* SHA-256 of the model: %s\n", sum);
    mem_put_f(w->out, " * Options: --target embedded --real %s --method %s --form %s\n",
              gen_real_word(k->options->real), k->options->method->name, k->sys->form->name);
    put_quantities(w, "States, and what they may be:", "x", k->state, k->states);
    put_quantities(w, "Parameters:", "p", k->param, k->params);
    put_quantities(w, "Inputs:", "u", k->input, k->inputs);
    mem_put(
        w->out,
        " *\n * No memory of its own, no state, no recursion, nothing from a library: functions "
        "may "
        "be\n * interrupted and called again. What they write must not overlap what they read.\n"
        " */\n");
}

static const char status_text[] =
    "\n/* What is wrong, as bits. A step or a projection that is not finite or singular leaves x "
    "as\n"
    " * it was; out of range is a warning, and the numbers are there. */\n"
    "typedef uint32_t %_status;\n"
    "#define %_OK 0U\n"
    "#define %_NOT_FINITE 1U   /* something that came in is infinite or no number */\n"
    "#define %_OUT_OF_RANGE 2U /* a state, input or parameter is outside of what is declared */\n"
    "#define %_SINGULAR 4U     /* all that came in is finite, but not what goes out */\n";

static const char project_signature[] = "%_status %_project(const %_par *par, %_real t,\n"
                                        "    const %_real *u, %_real *x, %_real *work)";

static bool has_projection(const struct package *k)
{
    return k->program->block[RT_constraint].results && k->program->block[RT_jacc].results;
}

static void put_lengths(struct writer *w)
{
    const struct program *p = w->k->program;
    const size_t c = p->block[RT_constraint].results, n = w->k->states;
    const size_t step = gen_step_work(w->k), project = has_projection(w->k) ? c * (n + 2) + n : 0;
    mem_put(w->out,
            "\n/* How many numbers functions write, and how many they need to work. */\nenum {\n");
    for (int b = 0; b < RT_BLOCKS; b++)
        if (p->block[b].results || b == RT_constraint)
            mem_put_f(w->out, "    %s_LENGTH_%s = %lu,\n", w->m,
                      gen_block_name((enum rt_block_name)b), (unsigned long)p->block[b].results);
    gen_c_count(w, "    %_WORK = ", step > project ? step : project, ",\n");
    gen_c_count(w, "    %_TEST_WORK = %_WORK + ", n + gen_most_results(p), "\n};\n");
}

static void put_prototypes(struct writer *w)
{
    const struct package *k = w->k;
    const size_t room = k->program->params + k->program->prepared;
    gen_c_count(w,
                "\n/* Parameters, then constants that follow from them: made by %_prepare. */\n"
                "typedef struct {\n    %_real p[",
                room ? room : 1, "];\n} %_par;\n\n");
    gen_c_put(w, "void %_default_parameters(%_real *p);\n");
    if (k->inputs)
        gen_c_put(w, "void %_default_inputs(%_real *u);\n");
    if (k->starts)
        gen_c_put(w, "void %_initial_state(%_real *x);\n");
    gen_c_put(w, "%_status %_prepare(const %_real *p, %_par *par);\n\n");
    for (int b = 0; b < RT_BLOCKS; b++)
        if (k->program->block[b].results || b == RT_constraint) {
            mem_put_f(w->out, "/* %s */\n", gen_c_block_says[b]);
            gen_c_signature(w, gen_block_name((enum rt_block_name)b));
            mem_put(w->out, ";\n");
        }
    mem_put_f(w->out,
              "\n/* One step of %s from t to t + h; work: %s_WORK numbers, of any value. */\n",
              k->options->method->name, w->m);
    gen_c_put(w, gen_c_step_signature);
    gen_c_put(w, ";\n\n/* The nearest state where the constraints hold: as many steps of Newton as "
                 "are always done. */\n");
    gen_c_put(w, project_signature);
    gen_c_put(
        w,
        ";\n\n/* How many of its numbers are not what they must be, to the bit, and which is the "
        "first; work:\n * %_TEST_WORK numbers, of any value. */\nuint32_t %_selftest(%_real *work, "
        "uint32_t *first);\n");
}

static void put_header(struct writer *w)
{
    const struct package *k = w->k;
    gen_put_banner(w->out, k, gen_text(k->mem, "%s.h", w->m));
    put_facts(w);
    gen_c_put(w, "#ifndef %_MODEL_H\n#define %_MODEL_H\n\n#include <stdint.h>\n\n"
                 "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    mem_put_f(w->out, "typedef %s %s_real;\n", gen_real_word(k->options->real), w->m);
    gen_c_put(w, status_text);
    gen_c_enum(w, "places in x", "STATE", k->state, k->states);
    gen_c_enum(w, "places in p", "PARAMETER", k->param, k->params);
    gen_c_enum(w, "places in u", "INPUT", k->input, k->inputs);
    put_lengths(w);
    put_prototypes(w);
    gen_c_put(w, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}

/* ---- functions ---- */

static const char contraction[] =
    "\n#if defined(__FAST_MATH__)\n"
    "#error \"numbers must be rounded as IEEE 754 says: compile without -ffast-math and -Ofast\"\n"
    "#endif\n"
    "#if defined(__DBL_MANT_DIG__) && (__DBL_MANT_DIG__ != 53)\n#define %_SHORT_DOUBLE\n#endif\n"
    "\n/* Sums and products are rounded one by one. */\n"
    "#if defined(__clang__)\n#pragma STDC FP_CONTRACT OFF\n"
    "#elif defined(__GNUC__)\n#pragma GCC optimize(\"fp-contract=off\")\n#endif\n";

static const char check_text[] =
    "\n/* The bit, where one of the numbers is not finite. */\n"
    "static %_status check(const real *value, int n, %_status bit)\n{\n"
    "    %_status s = %_OK;\n"
    "    for (int i = 0; i < n; i++) {\n"
    "        if (!(rt_fabs@f(value[i]) <= @m)) {\n            s = bit;\n        }\n    }\n"
    "    return s;\n}\n";

/* static M_status incoming(t, u, x): of all that comes in */
static void put_incoming(struct writer *w)
{
    const struct package *k = w->k;
    gen_c_put(w,
              "\n/* What is wrong with what comes in. */\n"
              "static %_status incoming(real t, const real *u, const real *x)\n{\n"
              "    %_status s = check(&t, 1, %_NOT_FINITE) | check(x, %_STATES, %_NOT_FINITE);\n");
    if (k->inputs)
        gen_c_count(w, "    s |= check(u, ", k->given, ", %_NOT_FINITE);\n");
    else
        mem_put(w->out, "    (void)u;\n");
    if (any_range(k, "x", k->states))
        mem_put(w->out, "    s |= range_x(x);\n");
    if (any_range(k, "u", k->inputs))
        mem_put(w->out, "    s |= range_u(u);\n");
    gen_c_put(w,
              "    return s;\n}\n"
              "\n/* The same, with what is wrong with what goes out, unless that is no wonder. */\n"
              "static %_status outgoing(%_status s, const real *out, int n)\n{\n"
              "    return ((s & %_NOT_FINITE) != 0U) ? s : (s | check(out, n, %_SINGULAR));\n}\n");
}

static void put_prepare(struct writer *w)
{
    const struct program *p = w->k->program;
    gen_c_put(w, "\n%_status %_prepare(const %_real *p, %_par *par)\n{\n    %_status s = %_OK;\n");
    if (p->params) {
        gen_c_put(w, "    s |= check(p, %_PARAMETERS, %_NOT_FINITE);\n");
        if (any_range(w->k, "p", p->params))
            mem_put(w->out, "    s |= range_p(p);\n");
        gen_c_put(
            w, "    for (int i = 0; i < %_PARAMETERS; i++) {\n        par->p[i] = p[i];\n    }\n");
    } else {
        mem_put(w->out, "    (void)p;\n");
    }
    if (p->prepared) {
        gen_put_body(w->k->mem, w->out, &p->prepare, &w->spelling, "par->p", p->params);
        gen_c_count(w, "    s = outgoing(s, &par->p[", p->params, "], ");
        gen_c_count(w, "", p->prepared, ");\n");
    } else if (!p->params) {
        mem_put(w->out, "    par->p[0] = 0;\n");
    }
    mem_put(w->out, "    return s;\n}\n");
}

static void put_block(struct writer *w, enum rt_block_name b)
{
    const struct routine *r = &w->k->program->block[b];
    const char *name = gen_block_name(b);
    mem_put_char(w->out, '\n');
    gen_c_signature(w, name);
    mem_put(w->out, "\n{\n");
    if (b == RT_rhs)
        gen_c_put(w, "    rates(par, t, u, x, out);\n");
    else if (r->results)
        gen_c_body(w, r);
    else
        gen_c_put(w, "    (void)par; /* these states obey the constraints whatever they are */\n"
                     "    (void)out;\n");
    if (b == RT_drop) /* which reads velocities, for which there are no ranges */
        mem_put_f(w->out, "    return check(out, %s_LENGTH_%s, %s_NOT_FINITE);\n}\n", w->m, name,
                  w->m);
    else
        mem_put_f(w->out, "    return outgoing(incoming(t, u, x), out, %s_LENGTH_%s);\n}\n", w->m,
                  name);
}

static const char *after_range(const struct package *k)
{
    return any_range(k, "x", k->states) ? "        s |= range_x(y);\n" : "";
}

static void put_landing(struct writer *w)
{
    gen_c_put(
        w, "    if ((s & (%_NOT_FINITE | %_SINGULAR)) == 0U) {\n"
           "        for (int i = 0; i < %_STATES; i++) {\n            x[i] = y[i];\n        }\n");
    gen_c_put(w, after_range(w->k));
    mem_put(w->out, "    }\n    return s;\n}\n");
}

static void put_step(struct writer *w)
{
    mem_put_char(w->out, '\n');
    gen_c_put(w, gen_c_step_signature);
    gen_c_put(w, "\n{\n    %_status s = incoming(t, u, x) | check(&h, 1, %_NOT_FINITE);\n");
    gen_c_stages(w);
    gen_c_put(w, "    s = outgoing(s, y, %_STATES);\n");
    put_landing(w);
}

/* As runtime/project.c, onto the constraints, with a fixed number of passes. */
static const char project_text[] =
    "\n{\n"
    "    enum { PASSES = 6, N = %_STATES, M = %_LENGTH_constraint };\n"
    "    real *const c = work;\n    real *const square = &c[M];\n"
    "    real *const y = &square[M];\n    real *const rows = &y[N];\n"
    "    %_status s = incoming(t, u, x);\n"
    "    for (int i = 0; i < N; i++) {\n        y[i] = x[i];\n    }\n"
    "    for (int pass = 0; pass < PASSES; pass++) {\n"
    "        s |= outgoing(s, y, N) | (%_constraint(par, t, u, y, c) & %_SINGULAR);\n"
    "        s |= %_jacc(par, t, u, y, rows) & %_SINGULAR;\n"
    "        for (int i = 0; i < M; i++) {\n"
    "            real *const row = &rows[i * N];\n"
    "            const real whole = dot(row, row);\n"
    "            for (int j = 0; j < i; j++) {\n"
    "                const real *const other = &rows[j * N];\n"
    "                const real part = (square[j] > 0) ? (dot(row, other) / square[j]) : 0;\n"
    "                for (int a = 0; a < N; a++) {\n"
    "                    row[a] -= part * other[a];\n                }\n"
    "                c[i] -= part * c[j];\n            }\n"
    "            square[i] = dot(row, row);\n"
    "            if (!(square[i] > (@e * whole))) {\n"
    "                square[i] = 0; /* it depends on those before */\n            }\n"
    "        }\n"
    "        for (int i = 0; i < M; i++) {\n"
    "            const real by = (square[i] > 0) ? (c[i] / square[i]) : 0;\n"
    "            for (int a = 0; a < N; a++) {\n"
    "                y[a] -= by * rows[(i * N) + a];\n            }\n"
    "        }\n"
    "    }\n"
    "    s = outgoing(s | (%_constraint(par, t, u, y, c) & %_SINGULAR), y, N);\n"
    "    for (int i = 0; i < M; i++) {\n"
    "        if (((s & %_NOT_FINITE) == 0U) && !(rt_fabs@f(c[i]) <= (@a * (1 + dot(y, y))))) {\n"
    "            s |= %_SINGULAR; /* the constraints cannot be reached from here */\n        }\n"
    "    }\n";

static void put_project(struct writer *w)
{
    if (has_projection(w->k))
        gen_c_put(w,
                  "\nstatic real dot(const real *a, const real *b)\n{\n    real sum = 0;\n"
                  "    for (int i = 0; i < %_STATES; i++) {\n        sum += a[i] * b[i];\n    }\n"
                  "    return sum;\n}\n");
    mem_put_char(w->out, '\n');
    gen_c_put(w, project_signature);
    if (has_projection(w->k)) {
        gen_small_put(w, project_text);
        put_landing(w);
    } else {
        gen_c_put(w,
                  "\n{\n    (void)par; /* these states obey the constraints whatever they are */\n"
                  "    (void)work;\n    return incoming(t, u, x);\n}\n");
    }
}

/* ---- the source ---- */

static void put_source(struct writer *w)
{
    const struct package *k = w->k;
    mem_put_f(w->out,
              "/* %s.c -- what %s.h declares.\n *\n * Made by noslip " GEN_VERSION
              ". This code is yours.\n */\n#include \"%s.h\"\n",
              w->m, w->m, w->m);
    gen_c_put(w, contraction);
    if (!gen_small_single(k))
        gen_c_put(
            w, "#if defined(%_SHORT_DOUBLE)\n#error \"double is too short here: emit with --real "
               "float\"\n#endif\n");
    gen_c_put(w, "\ntypedef %_real real;\n");
    gen_small_functions(w);
    gen_small_put(w, check_text);
    put_range(w, "x", k->states);
    put_range(w, "p", k->params);
    put_range(w, "u", k->inputs);
    put_incoming(w);
    gen_c_values(w, "default_parameters", "p", k->param, k->params);
    if (k->inputs)
        gen_c_values(w, "default_inputs", "u", k->input, k->inputs);
    if (k->starts)
        gen_c_values(w, "initial_state", "x", k->state, k->states);
    put_prepare(w);
    gen_c_rates(w);
    for (int b = 0; b < RT_BLOCKS; b++)
        if (k->program->block[b].results || b == RT_constraint)
            put_block(w, (enum rt_block_name)b);
    put_step(w);
    put_project(w);
    gen_small_test(w);
}

void gen_emit_embedded(const struct package *k, struct emitted *out)
{
    struct mem_text header = mem_text(k->mem), source = mem_text(k->mem);
    struct writer w = {.k = k, .m = k->name};
    w.spelling = (struct spelling){
        .local = "const real ",
        .number = gen_small_single(k) ? put_hex_float : put_hex,
        .plain = k->options->style == STYLE_plain,
    };
    gen_c_name_functions(&w);
    gen_small_names(&w);
    w.out = &header;
    put_header(&w);
    w.out = &source;
    put_source(&w);
    out->file[0].name = gen_text(k->mem, "%s.h", k->name);
    out->file[0].text = header.text;
    out->file[1].name = gen_text(k->mem, "%s.c", k->name);
    out->file[1].text = source.text;
    out->n = 2;
}
