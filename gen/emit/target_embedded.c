/* gen/emit/target_embedded.c -- target `embedded`: C99 for microcontrollers, with stdint.h only.
 *
 * The statements are those of target_c.c. The rest is stricter: no library is called, literals are
 * hexadecimal, a status reports bad arguments and results, compilers are kept from contracting, and
 * the self-test compares the bits of every number.
 */
#include "gen/emit/embedded.h"
#include "gen/emit/target.h"

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

/* ---- the header ---- */

static void put_quantities(struct writer *w, const char *title, const char *of,
                           const struct quantity *q, size_t n)
{
    struct mem *m = w->k->mem;
    if (n)
        mem_put_f(w->out, " *\n * %s\n", title);
    for (size_t i = 0; i < n; i++) {
        const struct range r = emit_embedded_range(w->k, of, i);
        char low[EX_DOUBLE_ROOM], high[EX_DOUBLE_ROOM];
        ex_double_brief(r.low, 6, low);
        ex_double_brief(r.high, 6, high);
        const char *range = r.positive  ? "> 0"
                            : r.nonzero ? "not 0"
                            : isfinite(r.low) && isfinite(r.high)
                                ? base_text(m, "%s to %s", low, high)
                            : isfinite(r.low)  ? base_text(m, "at least %s", low)
                            : isfinite(r.high) ? base_text(m, "at most %s", high)
                                               : "any finite number";
        const char *line =
            base_text(m, "  %s[%lu] %s%s%s%s: %s%s%s", of, (unsigned long)i, q[i].name,
                      q[i].unit ? " [" : "", q[i].unit ? q[i].unit : "", q[i].unit ? "]" : "",
                      range, q[i].doc ? "; " : "", q[i].doc ? q[i].doc : "");
        base_put_comment(w->out, m, " * ", line);
    }
}

/* Largest number of values that are live at once, in the order of the instructions. */
static size_t most_alive(struct mem *m, const struct routine *r)
{
    uint32_t *last = mem_take_array(m, r->n + 1, sizeof *last);
    uint32_t *ends = mem_take_array(m, r->n + 2, sizeof *ends);
    size_t alive = 0, most = 0;
    memset(last, 0, (r->n + 1) * sizeof *last);
    memset(ends, 0, (r->n + 2) * sizeof *ends);
    for (size_t i = 0; i < r->n; i++) {
        const int operands = code_operands(r->instr[i].code);
        if (operands > 0)
            last[r->instr[i].a] = (uint32_t)i;
        if (operands > 1)
            last[r->instr[i].b] = (uint32_t)i;
    }
    for (size_t i = 0; i < r->results; i++)
        if (r->ready[i] > last[r->result[i]])
            last[r->result[i]] = (uint32_t)r->ready[i];
    for (size_t i = 0; i < r->n; i++) {
        if (code_operands(r->instr[i].code) > 0) {
            alive++;
            ends[last[i] + 1]++;
        }
        most = alive > most ? alive : most;
        alive -= ends[i + 1];
    }
    return most;
}

static void put_cost(struct writer *w, const char *name, const struct tally *t, size_t alive)
{
    mem_put_f(w->out, " *   %-12s%8lu%12lu%8lu%8lu%8lu%10lu\n", name, (unsigned long)t->adds,
              (unsigned long)t->muls, (unsigned long)t->divs, (unsigned long)t->pairs,
              (unsigned long)t->calls, (unsigned long)alive);
}

/* Estimates of the cost of a step, fitted to code of gcc 12 -O2 for 35 models, counted by QEMU
 * (tests/embedded.sh compares the two). Of code and of instructions: constant, per operation, per
 * sincos, per other call, per state, and once if there is a sincos; of stack: without and with a
 * sincos, and per live value. Instructions are those of one stage, except for the constant. Of
 * poles, beside their operations at four points: code, and per function; instructions, and per
 * function; stack. */
static const struct measure {
    const char *on;
    double code[6], count[5], stack[3], pole[5];
} measures[REAL_COUNT] = {
    [REAL_float] = {"Cortex-M4F",
                    {290, 7.2, 204, 183, 8, 146},
                    {86, 2, 71, 0, 1.6},
                    {103, 123, 4},
                    {750, 60, 260, 160, 72}},
    [REAL_double] = {"Cortex-M7",
                     {290, 7.7, 0, 0, 14, 1380},
                     {64, 2, 134, 30, 2.1},
                     {191, 445, 10},
                     {690, 40, 220, 180, 80}},
};

static double operations(const struct tally *t)
{
    return (double)(t->adds + t->muls + t->divs);
}

/* Adds what the search for poles takes. */
static void add_poles(const struct package *k, const struct measure *m, double *code, double *count,
                      double *stack)
{
    const struct routine *r = &k->program->block[RT_pole];
    const struct tally t = code_tally(r);
    const double ops = operations(&t), pairs = (double)t.pairs, calls = (double)t.calls;
    const double n = (double)r->results;
    if (!emit_pole_work(k))
        return;
    *code +=
        m->pole[0] + m->pole[1] * n + m->code[1] * ops + m->code[2] * pairs + m->code[3] * calls;
    *count += m->pole[2] + m->pole[3] * n +
              3 * (m->count[1] * ops + m->count[2] * pairs + m->count[3] * calls);
    *stack += m->pole[4];
}

static void put_measures(struct writer *w)
{
    const struct package *k = w->k;
    const struct measure *m = &measures[emit_embedded_single(k) ? REAL_float : REAL_double];
    const struct routine *rhs = &k->program->block[RT_rhs];
    const struct tally t = code_tally(rhs);
    const double ops = operations(&t), pairs = (double)t.pairs, calls = (double)t.calls;
    const double n = (double)k->states;
    double code = m->code[0] + m->code[1] * ops + m->code[2] * pairs + m->code[3] * calls +
                  m->code[4] * n + (t.pairs ? m->code[5] : 0);
    double count = m->count[0] +
                   (double)k->options->method->stages * (m->count[1] * ops + m->count[2] * pairs +
                                                         m->count[3] * calls + m->count[4] * n);
    double stack = m->stack[t.pairs ? 1 : 0] + m->stack[2] * (double)most_alive(k->mem, rhs);
    add_poles(k, m, &code, &count, &stack);
    mem_put_f(
        w->out,
        " * On a %s by gcc -O2 a step has about %lu bytes of code and constants, takes about\n"
        " * %lu instructions and needs some %lu bytes of stack at most; use -fstack-usage and size "
        "for\n"
        " * other compilers.\n",
        m->on, (unsigned long)code, (unsigned long)count, (unsigned long)stack);
}

static void put_costs(struct writer *w)
{
    const struct package *k = w->k;
    const struct program *p = k->program;
    mem_put(w->out, " *\n * Cost of functions, the same for all arguments: operations, and values "
                    "live at once\n"
                    " *   function        adds  multiplies divides  sincos   calls      live\n");
    for (int b = -1; b < RT_BLOCKS; b++) {
        const struct routine *r = b < 0 ? &p->prepare : &p->block[b];
        const struct tally t = code_tally(r);
        if (r->results)
            put_cost(w, b < 0 ? "prepare" : r->name, &t, most_alive(k->mem, r));
        if (b == RT_rhs) {
            const struct tally s = emit_embedded_step_tally(k);
            put_cost(w, "step", &s, most_alive(k->mem, r) + 3 * k->states);
        }
    }
    mem_put_f(w->out,
              " * A step has %lu bytes of constants in a table; the caller provides scratch space "
              "for %s_WORK\n * numbers.\n",
              (unsigned long)emit_embedded_table(k), w->m);
    put_measures(w);
}

static void put_facts(struct writer *w)
{
    const struct package *k = w->k;
    const struct emit_options *o = k->options;
    char sum[65];
    base_sha256(k->source->text, k->source->len, sum);
    mem_put_f(w->out, "\n/* SHA-256 of the model: %s\n", sum);
    mem_put_f(w->out,
              " * Options: --target embedded --real %s --method %s --form %s --math %s%s%s\n",
              emit_real_choice(o->real).word, o->method->name, k->sys->form->name,
              emit_math_choice(o->math).word, o->fast ? " --fast" : "",
              o->style == STYLE_plain ? " --style plain" : "");
    mem_put(w->out, " * MISRA C:2012 as cppcheck's addon checks it: no deviations\n");
    put_quantities(w, "States, and what they may be:", "x", k->state, k->states);
    put_quantities(w, "Parameters:", "p", k->param, k->params);
    put_quantities(w, "Inputs:", "u", k->input, k->inputs);
    put_costs(w);
    if (emit_embedded_single(k) && o->math == MATH_bundled && code_calls(k->program).pair)
        mem_put(w->out, " *\n * Sines need angles below 51471: above, neighbouring floats are too "
                        "far apart.\n");
    mem_put_f(w->out,
              " *\n * No allocation, no state, no recursion%s: functions are\n"
              " * reentrant. Results must not overlap arguments.\n"
              " */\n",
              o->math == MATH_bundled ? ", nothing from a library" : "");
}

static const char status_text[] =
    "\n/* Status bits. A step or a projection that is not finite or singular leaves x unchanged;\n"
    " * out of range is only a warning: the results are valid. */\n"
    "typedef uint32_t %_status;\n"
    "#define %_OK 0U\n"
    "#define %_NOT_FINITE 1U   /* an argument is infinite or NaN */\n"
    "#define %_OUT_OF_RANGE 2U /* a state, input or parameter is outside of its declared range */\n"
    "#define %_SINGULAR 4U     /* arguments are finite, but a result is not, or is too large */\n";

const char emit_embedded_project_signature[] = "%_status %_project(const %_par *par, %_real t,\n"
                                               "    const %_real *u, %_real *x, %_real *work)";

/* #define M_STATE_x 0 ... #define M_STATES n */
static void put_places(struct writer *w, const char *what, const char *kind,
                       const struct quantity *q, size_t n)
{
    mem_put_f(w->out, "\n/* %s */\n", what);
    for (size_t i = 0; i < n; i++) {
        mem_put_f(w->out, "#define %s_%s_%s %lu", w->m, kind, q[i].id, (unsigned long)i);
        emit_c_note(w, &q[i]);
        mem_put_char(w->out, '\n');
    }
    mem_put_f(w->out, "#define %s_%sS %lu\n", w->m, kind, (unsigned long)n);
}

static void put_lengths(struct writer *w)
{
    const struct program *p = w->k->program;
    mem_put(w->out, "\n/* Numbers of results of functions, and sizes of scratch spaces. */\n");
    for (int b = 0; b < RT_BLOCKS; b++)
        if (p->block[b].results || b == RT_constraint)
            mem_put_f(w->out, "#define %s_LENGTH_%s %lu\n", w->m,
                      form_block_name((enum rt_block_name)b), (unsigned long)p->block[b].results);
    const size_t work = emit_embedded_work(w->k) + emit_pole_work(w->k);
    emit_c_count(w, "#define %_WORK ", work, "\n");
    emit_c_count(w, "#define %_TEST_WORK ", work + w->k->states + emit_most_results(p), "\n");
}

static void put_prototypes(struct writer *w)
{
    const struct package *k = w->k;
    const size_t room = k->program->params + k->program->prepared;
    emit_c_count(w,
                 "\n/* Parameters, then constants that depend on them only: set by %_prepare. */\n"
                 "typedef struct {\n    %_real p[",
                 room ? room : 1, "];\n} %_par;\n\n");
    emit_c_defaults(w, emit_c_default_prototype);
    emit_c_put(w, "%_status %_prepare(const %_real *p, %_par *par);\n\n");
    for (int b = 0; b < RT_BLOCKS; b++)
        if (k->program->block[b].results || b == RT_constraint) {
            mem_put_f(w->out, "/* %s */\n", form_block_choice((size_t)b).says);
            emit_c_signature(w, form_block_name((enum rt_block_name)b));
            mem_put(w->out, ";\n");
        }
    emit_c_inputs_prototype(w);
    mem_put_f(w->out,
              "\n/* One step of %s from t to t + h; work: scratch space for %s_WORK numbers, need\n"
              " * not be initialised. */\n",
              k->options->method->name, w->m);
    emit_c_put(w, emit_c_step_signature);
    emit_c_put(w,
               ";\n\n/* Projection onto the constraints, by a fixed number of Newton steps. */\n");
    emit_c_put(w, emit_embedded_project_signature);
    emit_c_put(w, ";\n\n/* Number of results with wrong bits, and the index of the first; work: "
                  "scratch space "
                  "for\n * %_TEST_WORK numbers, need not be initialised. */\nuint32_t "
                  "%_selftest(%_real *work, "
                  "uint32_t *first);\n");
}

static void put_header(struct writer *w)
{
    const struct package *k = w->k;
    emit_put_banner(w->out, k, base_text(k->mem, "%s.h", w->m));
    put_facts(w);
    emit_c_put(w, "#ifndef %_MODEL_H\n#define %_MODEL_H\n\n#include <stdint.h>\n\n"
                  "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    emit_c_pair_number(w);
    mem_put_f(w->out, "typedef %s %s_real;\n", emit_real_choice(k->options->real).word, w->m);
    emit_c_put(w, status_text);
    if (emit_pole_work(k)) {
        emit_c_put(w,
                   "/* A step that would lead across a pole of the equations leaves x unchanged.\n"
                   " * There\n");
        emit_pole_note(w);
        emit_c_put(w, " */\n#define %_POLE 8U\n");
    }
    if (k->inputs)
        emit_c_put(w, "#define %_NO_INPUTS 16U   /* u is null: nothing is computed */\n");
    put_places(w, "places in x", "STATE", k->state, k->states);
    put_places(w, "places in p", "PARAMETER", k->param, k->params);
    put_places(w, "places in u", "INPUT", k->input, k->inputs);
    put_lengths(w);
    put_prototypes(w);
    emit_c_put(w, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}

static const char exact_text[] =
    "\n#if defined(__FAST_MATH__)\n"
    "#error \"numbers must be rounded as IEEE 754 says: compile without -ffast-math and -Ofast\"\n"
    "#endif\n"
    "\n/* Every sum and product is rounded. */\n"
    "#if defined(__clang__)\n#pragma STDC FP_CONTRACT OFF\n"
    "#elif defined(__GNUC__)\n#pragma GCC optimize(\"fp-contract=off\")\n#endif\n";
static const char double_text[] =
    "\n#if defined(__DBL_MANT_DIG__)\n#if __DBL_MANT_DIG__ != 53\n"
    "#error \"double is too short here: emit with --real float\"\n#endif\n#endif\n";

/* ---- the source ---- */

/* A static function that the self-test calls, and its public function. */
static void put_default(struct writer *w, const struct defaults *d)
{
    mem_put_f(w->out, "\nstatic void %s(real *%s)\n{\n", d->name, d->to);
    for (size_t i = 0; i < d->n; i++) {
        mem_put_f(w->out, "    %s[%s_%s_%s] = ", d->to, w->m, d->kind, d->at[i].id);
        emit_c_number(w, d->at[i].value);
        mem_put(w->out, ";\n");
    }
    if (!d->n)
        mem_put_f(w->out, "    (void)%s;\n", d->to);
    mem_put_f(w->out, "}\n\nvoid %s_%s(%s_real *%s)\n{\n    %s(%s);\n}\n", w->m, d->name, w->m,
              d->to, d->name, d->to);
}

static void put_source(struct writer *w)
{
    const struct package *k = w->k;
    if (k->options->math == MATH_libm)
        mem_put(w->out, "\n#include <math.h>\n");
    if (!k->options->fast)
        mem_put(w->out, exact_text);
    if (!emit_embedded_single(k))
        mem_put(w->out, double_text);
    emit_c_put(w, "\ntypedef %_real real;\n");
    emit_embedded_functions(w);
    emit_embedded_checks(w);
    emit_c_defaults(w, put_default);
    emit_embedded_model(w);
    emit_embedded_test(w);
}

void emit_target_embedded(const struct package *k, struct emitted *out)
{
    struct writer w = {.k = k, .m = k->name};
    w.spelling = (struct spelling){
        .local = "const real ",
        .number = emit_embedded_single(k) ? put_hex_float : put_hex,
        .plain = k->options->style == STYLE_plain,
        .full = true,
    };
    emit_c_name_functions(&w);
    emit_embedded_names(&w);
    emit_c_files(&w, put_header, put_source, out);
}
