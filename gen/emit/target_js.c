/* gen/emit/target_js.c -- target `js`: a package as one JavaScript module.
 *
 * JavaScript has doubles and the same arithmetic; the functions are those of Math, which may differ
 * from ours in the last place, and are called as in a text. Names of the model occur in strings
 * only.
 */
#include "gen/emit/target.h"

#include <string.h>

/* Members of Math: Math.abs for fabs of C. Without a word in a text as in C: a^b is Math.pow. */
static const char *const functions[] = {
#define LEAF(text, c) NULL
#define FOLD(text, c) NULL
#define CONST(text, c) NULL
#define SUGAR(text, c) text
#define CALL(text, c) text
#define PAIR(text, c) c
#define OP(name, text, kind, args, bind, sym, at0, undo, canon, value, mod, da, db, series, range, \
           c, ...)                                                                                 \
    [EX_##name] = kind("Math." text, "Math." c),
#include "expr/ops.h"
#undef OP
};

static void put_quantities(struct mem_text *out, const char *key, const struct quantity *q,
                           size_t n, bool values)
{
    mem_put_f(out, "    %s: [", key);
    for (size_t i = 0; i < n; i++) {
        mem_put(out, "\n        {name: ");
        base_put_string(out, q[i].name);
        if (values) {
            mem_put(out, ", value: ");
            code_put_double(out, q[i].value);
        }
        if (q[i].unit) {
            mem_put(out, ", unit: ");
            base_put_string(out, q[i].unit);
        }
        if (q[i].doc) {
            mem_put(out, ", doc: ");
            base_put_string(out, q[i].doc);
        }
        mem_put(out, "},");
    }
    mem_put(out, n ? "\n    ],\n" : "],\n");
}

/* Layout of the numbers of the block `scene`. */
static void put_scene(struct mem_text *out, const struct model *m)
{
    mem_put(out, "    scene: [");
    for (size_t i = 0; i < m->drawings; i++) {
        const struct drawing *d = &m->drawing[i];
        mem_put_f(out,
                  "\n        {shape: \"%s\", at: %lu, points: %lu, dims: %lu, numbers: %lu, "
                  "fixed: %s},",
                  lang_shapes[d->shape].word, (unsigned long)d->at, (unsigned long)d->points,
                  (unsigned long)d->dims, (unsigned long)d->numbers, d->fixed ? "true" : "false");
    }
    mem_put(out, "\n    ],\n");
}

static void put_model(struct mem_text *out, const struct package *k)
{
    mem_put(out, "export const model = {\n    title: ");
    base_put_string(out, k->sys->model->title ? k->sys->model->title : "");
    mem_put_f(out, ",\n    form: \"%s\",\n    method: \"%s\",\n    hash: \"%016llx\",\n",
              k->sys->form->name, k->options->method->name, (unsigned long long)k->hash);
    put_quantities(out, "states", k->state, k->states, k->starts);
    put_quantities(out, "parameters", k->param, k->params, true);
    put_quantities(out, "inputs", k->input, k->inputs, true);
    if (k->program->block[RT_scene].results)
        put_scene(out, k->sys->model);
    mem_put(out, "    lengths: {");
    for (int b = 0, any = 0; b < RT_BLOCKS; b++)
        if (k->program->block[b].results)
            mem_put_f(out, "%s%s: %lu", any++ ? ", " : "", k->program->block[b].name,
                      (unsigned long)k->program->block[b].results);
    mem_put_f(out, "},\n    work: %lu,\n};\n", (unsigned long)emit_step_work(k));
}

static void put_prepare(struct mem_text *out, const struct package *k, const struct spelling *js)
{
    const struct program *p = k->program;
    mem_put_f(
        out,
        "\n/* Parameters with the constants that depend on them only, for all functions below;"
        "\n * values: those of the parameters; default: those of the model. */\n"
        "export function prepare(values = model.parameters.map((q) => q.value)) {\n"
        "    const p = new Float64Array(%lu);\n    p.set(values.slice(0, %lu));\n",
        (unsigned long)(p->params + p->prepared), (unsigned long)p->params);
    if (p->prepared)
        code_put_body(k->mem, out, &p->prepare, js, "p", p->params);
    mem_put(out, "    return p;\n}\n");
}

static void put_combination(struct mem_text *out, const double *weight, int stages, size_t n)
{
    mem_put_f(out, "    for (let i = 0; i < %lu; i++) y[i] = x[i] + (", (unsigned long)n);
    for (int j = 0, terms = 0; j < stages; j++)
        if (weight[j] != 0) {
            mem_put(out, terms++ ? " + h * " : "h * ");
            code_put_double(out, weight[j]);
            mem_put_f(out, " * k%d[i]", j + 1);
        }
    mem_put(out, ");\n");
}

static void put_step(struct mem_text *out, const struct package *k)
{
    const struct rt_method *m = k->options->method;
    const unsigned long n = (unsigned long)k->states;
    const double *a = m->a;
    mem_put_f(out,
              "\n/* One step of %s from t to t + h: true, or false with x unchanged. work: scratch"
              "\n * array of model.work numbers, need not be initialised. */\n"
              "export function step(t, h, u, x, p, work) {\n",
              m->name);
    for (int i = 0; i < m->stages; i++)
        mem_put_f(out, "    const k%d = work.subarray(%lu, %lu);\n", i + 1, (unsigned long)i * n,
                  ((unsigned long)i + 1) * n);
    mem_put_f(out, "    const y = work.subarray(%lu);\n    rhs(t, u, x, p, k1);\n",
              (unsigned long)m->stages * n);
    for (int i = 1; i < m->stages; i++) {
        put_combination(out, a, i, k->states);
        mem_put(out, "    rhs(t + ");
        code_put_double(out, m->c[i]);
        mem_put_f(out, " * h, u, y, p, k%d);\n", i + 1);
        a += i;
    }
    put_combination(out, m->b, m->stages, k->states);
    mem_put_f(out, "    for (let i = 0; i < %lu; i++) if (!Number.isFinite(y[i])) return false;\n",
              n);
    if (emit_pole_work(k))
        mem_put(out, "    if (meetsPole(t, h, u, x, y, k1, p)) return false;\n");
    mem_put_f(out, "    for (let i = 0; i < %lu; i++) x[i] = y[i];\n    return true;\n}\n", n);
}

void emit_target_js(const struct package *k, struct emitted *out)
{
    struct mem_text text = mem_text(k->mem);
    struct spelling js = {
        .local = "const ",
        .pair = "const a%s = %1, %s = Math.sin(a%s), %c = Math.cos(a%s);",
        .number = code_put_double,
        .plain = k->options->style == STYLE_plain,
    };
    memcpy(js.function, functions, sizeof functions);
    out->file[0].name = base_text(k->mem, "%s.js", k->name);
    emit_put_banner(&text, k, out->file[0].name);
    put_model(&text, k);
    put_prepare(&text, k, &js);
    for (int b = 0; b < RT_BLOCKS; b++) {
        const struct routine *r = &k->program->block[b];
        if (!r->results)
            continue;
        mem_put_f(&text, "\nexport function %s(t, u, x, p, out) {\n", r->name);
        code_put_body(k->mem, &text, r, &js, "out", 0);
        mem_put(&text, "    return out;\n}\n");
    }
    if (emit_pole_work(k))
        emit_pole_js(&text, k);
    if (k->program->block[RT_input].results)
        mem_put(&text, "\n/* The inputs at t, as the model has them. */\n"
                       "export function inputs(t, p, u) {\n    return input(t, u, u, p, u);\n}\n");
    put_step(&text, k);
    out->file[0].text = text.text;
    out->n = 1;
}
