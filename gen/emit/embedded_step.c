/* gen/emit/embedded_step.c -- functions of embedded code: blocks, a step, a projection.
 *
 * Public functions only call static ones, which the self-test calls, too. A step is a loop over
 * stages: rates are computed at one place, where compilers inline them. Up to FEW states are
 * written out, so that compilers can keep them in registers; more are loops over arrays in `work`.
 */
#include "gen/emit/embedded.h"
#include "gen/emit/target.h"

enum { FEW = 8 }; /* most states that are written out */

bool emit_embedded_projects(const struct package *k)
{
    return k->program->block[RT_constraint].results && k->program->block[RT_jacc].results;
}

/* ---- needs of a step ---- */

/* Does every stage depend on the slope before it only, so that no other need be kept? */
static bool is_chain(const struct rt_method *m)
{
    const double *a = m->a;
    for (int i = 1; i < m->stages; a += i++)
        for (int j = 0; j < i - 1; j++)
            if (a[j] != 0)
                return false;
    return true;
}

static bool is_few(const struct package *k)
{
    return is_chain(k->options->method) && k->states <= FEW;
}

static size_t step_work(const struct package *k)
{
    return is_few(k) ? 0 : is_chain(k->options->method) ? 3 * k->states : emit_step_work(k);
}

size_t emit_embedded_work(const struct package *k)
{
    const size_t c = k->program->block[RT_constraint].results, n = k->states;
    const size_t step = step_work(k), project = emit_embedded_projects(k) ? c * (n + 2) + n : 0;
    const size_t most = step > project ? step : project;
    return most ? most : 1;
}

/* Operations of a step: rates, weights and sums. */
struct tally emit_embedded_step_tally(const struct package *k)
{
    const struct rt_method *m = k->options->method;
    const struct tally rhs = code_tally(&k->program->block[RT_rhs]);
    const struct tally pole = code_tally(&k->program->block[RT_pole]); /* at four points */
    const size_t stages = (size_t)m->stages, n = k->states;
    size_t terms = 0; /* in all sums */
    for (size_t i = 0; i < stages * (stages - 1) / 2; i++)
        terms += m->a[i] != 0;
    for (size_t i = 0; i < stages; i++)
        terms += m->b[i] != 0;
    return (struct tally){.adds = stages * rhs.adds + (terms + stages + 1) * n + 4 * pole.adds,
                          .muls = stages * rhs.muls + terms * (n + 1) + 4 * pole.muls,
                          .divs = stages * rhs.divs + 4 * pole.divs,
                          .pairs = stages * rhs.pairs + 4 * pole.pairs,
                          .calls = stages * rhs.calls + 4 * pole.calls};
}

size_t emit_embedded_table(const struct package *k)
{
    const size_t columns = code_reads(&k->program->block[RT_rhs], CODE_time) ? 3 : 2;
    const size_t size = k->options->real == REAL_float ? sizeof(float) : sizeof(double);
    return is_chain(k->options->method) ? (size_t)k->options->method->stages * columns * size : 0;
}

static bool reads(const struct routine *r, enum code code, size_t place)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->instr[i].code == code && r->instr[i].a == place)
            return true;
    return false;
}

/* ---- prepare, and blocks ---- */

static void put_prepare(struct writer *w)
{
    const struct program *p = w->k->program;
    emit_c_put(w, "\nstatic %_status prepare(const real *p, %_par *par)\n{\n"
                  "    %_status s = %_OK;\n");
    emit_c_put(w, "    s |= check(p, %_PARAMETERS, %_NOT_FINITE);\n");
    if (p->params) {
        if (emit_embedded_any_range(w->k, "p"))
            mem_put(w->out, "    s |= range_p(p);\n");
        emit_c_put(
            w, "    for (int i = 0; i < %_PARAMETERS; i++) {\n        par->p[i] = p[i];\n    }\n");
    }
    if (p->prepared) {
        code_put_body(w->k->mem, w->out, &p->prepare, &w->spelling, "par->p", p->params);
        emit_c_count(w, "    s = outgoing(s, &par->p[", p->params, "], ");
        emit_c_count(w, "", p->prepared, ");\n");
    } else if (!p->params) {
        emit_embedded_put(w, "    par->p[0] = @0;\n");
    }
    mem_put(w->out, "    return s;\n}\n");
}

static const char block_arguments[] =
    "(const %_par *par, real t,\n    const real *u, const real *x, real *out)\n{\n";

static void put_block(struct writer *w, enum rt_block_name b)
{
    const struct routine *r = &w->k->program->block[b];
    const char *name = form_block_name(b);
    mem_put_f(w->out, "\nstatic %s_status %s", w->m, name);
    emit_c_put(w, block_arguments);
    if (b == RT_drop || b == RT_input) { /* velocities have no ranges; inputs depend on t only */
        emit_c_body(w, r);
        mem_put_f(w->out, "    return check(out, %s_LENGTH_%s, %s_NOT_FINITE);\n}\n", w->m, name,
                  w->m);
        return;
    }
    emit_c_put(w, "    %_status s = incoming(u, x);\n");
    if (code_reads(r, CODE_time))
        emit_c_put(w, "    if (is_finite(t) == 0U) {\n        s |= %_NOT_FINITE;\n    }\n");
    if (b == RT_rhs)
        emit_c_put(w, "    rates(par, t, u, x, out);\n");
    else if (r->results)
        emit_c_body(w, r);
    else
        emit_c_put(w, "    (void)par; /* these states always satisfy the constraints */\n"
                      "    (void)t;\n");
    mem_put_f(w->out, "    return outgoing(s, out, %s_LENGTH_%s);\n}\n", w->m, name);
}

/* ---- a step ---- */

/* For each stage: weight of its slope in the next stage, weight in the result, and node. */
static void put_weights(struct writer *w, bool timed)
{
    const struct rt_method *m = w->k->options->method;
    const double *a = m->a;
    emit_c_count(w, "    static const real weight[", (size_t)m->stages,
                 timed ? "][3] = {" : "][2] = {");
    for (int i = 0; i < m->stages; i++) {
        mem_put(w->out, i ? ", {" : "{");
        emit_c_number(w, i + 1 < m->stages ? a[i] : 0);
        mem_put(w->out, ", ");
        emit_c_number(w, m->b[i]);
        if (timed)
            mem_put(w->out, ", "), emit_c_number(w, m->c[i]);
        mem_put(w->out, "}");
        a += i + 1;
    }
    mem_put(w->out, "};\n");
}

/* A line, with the place for every #. */
static void put_line(struct writer *w, const char *line, size_t place)
{
    for (; *line; line++)
        if (*line == '#')
            mem_put_int(w->out, (int64_t)place);
        else
            mem_put_char(w->out, *line);
}

/* The line for each state, or for each that rates read. */
static void put_each(struct writer *w, const char *line, bool only_read)
{
    const struct routine *rhs = &w->k->program->block[RT_rhs];
    for (size_t i = 0; i < w->k->states; i++)
        if (!only_read || reads(rhs, CODE_state, i))
            put_line(w, line, i);
}

static void put_stage(struct writer *w, bool timed)
{
    emit_c_count(w, "    for (int i = 0; i < ", (size_t)w->k->options->method->stages,
                 "; i++) {\n        const real next = h * weight[i][0];\n"
                 "        const real part = h * weight[i][1];\n");
    mem_put(w->out, timed ? "        rates(par, t + (h * weight[i][2]), u, y, k);\n"
                          : "        rates(par, t, u, y, k);\n");
}

/* One check of a sum: it is finite where all arguments and results are, unless they are huge. */
static void put_all(struct writer *w)
{
    const struct routine *rhs = &w->k->program->block[RT_rhs];
    if (code_reads(rhs, CODE_time))
        mem_put(w->out, "    all += t;\n");
    for (size_t i = 0; i < w->k->inputs; i++)
        if (reads(rhs, CODE_input, i))
            emit_c_count(w, "    all += u[", i, "];\n");
}

static bool reads_states(const struct package *k)
{
    return code_reads(&k->program->block[RT_rhs], CODE_state);
}

static void put_few(struct writer *w, bool timed)
{
    const bool single = w->k->options->real == REAL_float;
    put_weights(w, timed);
    emit_c_put(w, "    real y[%_STATES];\n    real k[%_STATES];\n    real sum[%_STATES];\n"
                  "    (void)work;\n");
    put_each(w, "    y[#] = x[#];\n", reads_states(w->k));
    put_each(w, single ? "    sum[#] = -0.0f;\n" : "    sum[#] = -0.0;\n", false);
    put_stage(w, timed);
    put_each(w, "        sum[#] += part * k[#];\n", false);
    put_each(w, "        y[#] = x[#] + (next * k[#]);\n", true);
    mem_put(w->out, "    }\n");
    put_each(w, "    y[#] = x[#] + sum[#];\n", false);
    mem_put(w->out, "    real all = y[0];\n");
    for (size_t i = 1; i < w->k->states; i++)
        emit_c_count(w, "    all += y[", i, "];\n");
}

static void put_many(struct writer *w, bool timed)
{
    put_weights(w, timed);
    emit_c_put(w, "    real *const y = work;\n    real *const k = &work[%_STATES];\n"
                  "    real *const sum = &k[%_STATES];\n"
                  "    for (int j = 0; j < %_STATES; j++) {\n"
                  "        y[j] = x[j];\n");
    emit_embedded_put(w, "        sum[j] = -@0;\n    }\n");
    put_stage(w, timed);
    emit_embedded_put(w, "        for (int j = 0; j < %_STATES; j++) {\n"
                         "            sum[j] += part * k[j];\n"
                         "            y[j] = x[j] + (next * k[j]);\n        }\n    }\n"
                         "    real all = @0;\n"
                         "    for (int j = 0; j < %_STATES; j++) {\n"
                         "        y[j] = x[j] + sum[j];\n        all += y[j];\n    }\n");
}

/* A method that keeps slopes of several stages. */
static void put_kept(struct writer *w)
{
    emit_c_stages(w);
    emit_embedded_put(w, "    real all = @0;\n    for (int j = 0; j < %_STATES; j++) {\n"
                         "        all += y[j];\n    }\n");
}

static void put_copy(struct writer *w)
{
    if (is_few(w->k))
        put_each(w, "        x[#] = y[#];\n", false);
    else
        emit_c_put(w, "        for (int j = 0; j < %_STATES; j++) {\n"
                      "            x[j] = y[j];\n        }\n");
}

/* Status of a failed step, by x - x, which is 0 or NaN. */
static void put_reason(struct writer *w, bool timed)
{
    const struct routine *rhs = &w->k->program->block[RT_rhs];
    mem_put(w->out, "        real in = h - h;\n");
    if (timed)
        mem_put(w->out, "        in += t - t;\n");
    for (size_t i = 0; i < w->k->inputs; i++)
        if (reads(rhs, CODE_input, i))
            put_line(w, "        in += u[#] - u[#];\n", i);
    emit_c_put(w, "        for (int j = 0; j < %_STATES; j++) {\n            in += x[j] - x[j];\n"
                  "        }\n"
                  "        s |= (is_finite(in) != 0U) ? %_SINGULAR : %_NOT_FINITE;\n");
}

/* The same for compilers that replace x - x by 0. */
static void put_slow_reason(struct writer *w, bool timed)
{
    emit_c_put(w, "        s |= incoming(u, x);\n");
    emit_c_put(w, timed ? "        if ((is_finite(t) & is_finite(h)) == 0U) {\n"
                        : "        if (is_finite(h) == 0U) {\n");
    emit_c_put(w, "            s |= %_NOT_FINITE;\n        }\n"
                  "        if ((s & %_NOT_FINITE) == 0U) {\n            s |= %_SINGULAR;\n"
                  "        }\n");
}

static void put_step(struct writer *w)
{
    const struct package *k = w->k;
    const bool timed = code_reads(&k->program->block[RT_rhs], CODE_time);
    emit_c_put(w, "\nstatic %_status step(const %_par *par, real t, real h,\n"
                  "    const real *u, real *x, real *work)\n{\n    %_status s = %_OK;\n");
    if (is_few(k))
        put_few(w, timed);
    else if (is_chain(k->options->method))
        put_many(w, timed);
    else
        put_kept(w);
    put_all(w);
    if (emit_embedded_any_range(k, "x"))
        mem_put(w->out, "    s |= range_x(x);\n");
    if (emit_embedded_any_range(k, "u"))
        mem_put(w->out, "    s |= range_u(u);\n");
    mem_put(w->out, "    if (is_finite(all) != 0U) {\n");
    if (emit_embedded_any_range(k, "x"))
        mem_put(w->out, "        s |= range_x(y);\n");
    put_copy(w);
    mem_put(w->out, "    } else {\n");
    if (k->options->fast)
        put_slow_reason(w, timed);
    else
        put_reason(w, timed);
    mem_put(w->out, "    }\n    return s;\n}\n");
}

/* ---- a projection ---- */

/* Projection onto the constraints as in runtime/project.c, with a fixed number of Newton steps.
 * Rows of derivatives are made orthogonal one after the other; dependent ones are left out. */
static const char project_text[] =
    "\nstatic real dot(const real *a, const real *b)\n{\n    real sum = @0;\n"
    "    for (int i = 0; i < %_STATES; i++) {\n        sum += a[i] * b[i];\n    }\n"
    "    return sum;\n}\n"
    "\n/* One Newton step from y. */\n"
    "static void approach(real *y, real *c, real *square, real *rows)\n{\n"
    "    int start = 0; /* of a row */\n"
    "    for (int i = 0; i < %_LENGTH_constraint; i++) {\n"
    "        real *const row = &rows[start];\n        int before = 0;\n"
    "        const real whole = dot(row, row);\n"
    "        for (int j = 0; j < i; j++) {\n"
    "            const real *const other = &rows[before];\n"
    "            const real part = (square[j] > @0) ? (dot(row, other) / square[j]) : @0;\n"
    "            for (int a = 0; a < %_STATES; a++) {\n"
    "                row[a] -= part * other[a];\n            }\n"
    "            c[i] -= part * c[j];\n            before += %_STATES;\n        }\n"
    "        square[i] = dot(row, row);\n"
    "        if (!(square[i] > (@e * whole))) {\n            square[i] = @0;\n        }\n"
    "        start += %_STATES;\n    }\n    start = 0;\n"
    "    for (int i = 0; i < %_LENGTH_constraint; i++) {\n"
    "        const real by = (square[i] > @0) ? (c[i] / square[i]) : @0;\n"
    "        for (int a = 0; a < %_STATES; a++) {\n"
    "            y[a] -= by * rows[start + a];\n        }\n"
    "        start += %_STATES;\n    }\n}\n"
    "\nstatic %_status project(const %_par *par, real t,\n    const real *u, real *x, real *work)\n"
    "{\n"
    "    real *const c = work;\n    real *const square = &c[%_LENGTH_constraint];\n"
    "    real *const y = &square[%_LENGTH_constraint];\n    real *const rows = &y[%_STATES];\n"
    "    const %_status first = incoming(u, x) | (jacc(par, t, u, x, rows) & %_NOT_FINITE);\n"
    "    %_status s = first;\n"
    "    for (int i = 0; i < %_STATES; i++) {\n        y[i] = x[i];\n    }\n"
    "    for (int pass = 0; pass < 6; pass++) {\n"
    "        s |= constraint(par, t, u, y, c);\n"
    "        s |= jacc(par, t, u, y, rows);\n"
    "        approach(y, c, square, rows);\n"
    "    }\n"
    "    s |= constraint(par, t, u, y, c);\n"
    "    const real most = @a * (@1 + dot(y, y));\n"
    "    for (int i = 0; i < %_LENGTH_constraint; i++) {\n"
    "        if ((c[i] > most) || (c[i] < -most)) {\n"
    "            s |= %_SINGULAR; /* the constraints cannot be reached from here */\n        }\n"
    "    }\n"
    "    if ((s & (%_NOT_FINITE | %_SINGULAR)) == 0U) {\n"
    "        for (int i = 0; i < %_STATES; i++) {\n            x[i] = y[i];\n        }\n"
    "    } else if ((first & %_NOT_FINITE) != 0U) {\n        s = first;\n"
    "    } else {\n        s = first | %_SINGULAR;\n    }\n    return s;\n}\n";

static void put_project(struct writer *w)
{
    if (emit_embedded_projects(w->k))
        emit_embedded_put(w, project_text);
    else
        emit_c_put(w, "\nstatic %_status project(const %_par *par, real t,\n"
                      "    const real *u, real *x, real *work)\n"
                      "{\n    (void)par; /* these states always satisfy the constraints */\n"
                      "    (void)t;\n    (void)work;\n    return incoming(u, x);\n}\n");
}

/* ---- all, with their public names ---- */

static const char public_prepare[] =
    "\n%_status %_prepare(const %_real *p, %_par *par)\n{\n    return prepare(p, par);\n}\n";
static void put_public(struct writer *w, const char *signature, const char *call)
{
    mem_put_char(w->out, '\n');
    emit_c_put(w, signature);
    mem_put(w->out, "\n{\n    return ");
    emit_c_put(w, emit_c_unless_null(w->k));
    mem_put_f(w->out, "%s;\n}\n", call);
}

static void put_watched_step(struct writer *w)
{
    emit_pole_check(w);
    mem_put_char(w->out, '\n');
    emit_c_put(w, emit_c_step_signature);
    mem_put(w->out, "\n{\n");
    emit_pole_body(w, emit_embedded_work(w->k), true);
    mem_put(w->out, "}\n");
}

static bool has_block(const struct package *k, int b)
{
    return k->program->block[b].results || b == RT_constraint;
}

void emit_embedded_model(struct writer *w)
{
    const struct package *k = w->k;
    put_prepare(w);
    emit_c_rates(w);
    for (int b = 0; b < RT_BLOCKS; b++)
        if (has_block(k, b))
            put_block(w, (enum rt_block_name)b);
    put_step(w);
    put_project(w);
    mem_put(w->out, "\n/* ---- functions of the header ---- */\n");
    for (int b = 0; b < RT_BLOCKS; b++)
        if (has_block(k, b)) {
            const char *name = form_block_name((enum rt_block_name)b);
            mem_put_char(w->out, '\n');
            emit_c_signature(w, name);
            mem_put(w->out, "\n{\n    return ");
            emit_c_put(w, b == RT_input ? "" : emit_c_unless_null(k));
            mem_put_f(w->out, "%s(par, t, u, x, out);\n}\n", name);
        }
    emit_c_inputs(w, "");
    emit_c_put(w, public_prepare);
    if (emit_pole_work(k))
        put_watched_step(w);
    else
        put_public(w, emit_c_step_signature, "step(par, t, h, u, x, work)");
    put_public(w, emit_embedded_project_signature, "project(par, t, u, x, work)");
}
