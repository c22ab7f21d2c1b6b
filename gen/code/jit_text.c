/* gen/code/jit_text.c -- C text of a program for the JIT compiler.
 *
 * Expressions are nested, which libtcc compiles to faster code. Names of a model do not occur:
 * states are x[i], parameters p[i]. Prototypes replace headers, and literals are hexadecimal, so
 * that the meaning of the text depends on no file and no locale.
 */
#include "gen/code/engine.h"
#include "gen/code/spelling.h"

static void put_hex(struct mem_text *out, double number)
{
    char text[EX_DOUBLE_ROOM];
    ex_double_hex(number, text);
    mem_put(out, text);
}

static const struct spelling jit = {
    .local = "const double ",
    .pair = "double %s, %c;\n    sincos(%1, &%s, &%c);",
    .number = put_hex,
};

static const int arguments[EX_OPS] = {
#define OP(name, text, kind, args, ...) [EX_##name] = args,
#include "expr/ops.h"
#undef OP
};

static void put_block(struct mem *m, struct mem_text *out, const struct routine *r)
{
    static const struct {
        enum code code;
        const char *name;
    } inputs[] = {{CODE_time, "t"}, {CODE_input, "u"}, {CODE_state, "x"}, {CODE_param, "p"}};
    mem_put_f(
        out,
        "\nvoid %s(double t, const double *u, const double *x, const double *p, double *out)\n{\n",
        r->name);
    for (size_t k = 0; k < sizeof inputs / sizeof *inputs; k++)
        if (!code_reads(r, inputs[k].code))
            mem_put_f(out, "    (void)%s;\n", inputs[k].name);
    code_put_body(m, out, r, &jit, "out", 0);
    mem_put(out, "}\n");
}

static void put_prepare(struct mem *m, struct mem_text *out, const struct program *p)
{
    mem_put(out, "\nvoid prepare(double *p)\n{\n");
    if (p->prepared)
        code_put_body(m, out, &p->prepare, &jit, "p", p->params);
    else
        mem_put(out, "    (void)p;\n");
    mem_put(out, "}\n");
}

static void put_prototypes(struct mem_text *out, const struct program *p)
{
    const struct calls calls = code_calls(p);
    for (int op = 0; op < EX_OPS; op++)
        if (calls.of[op])
            mem_put_f(out, "double %s(double%s);\n", code_c_function((enum ex_op)op),
                      arguments[op] > 1 ? ", double" : "");
    if (calls.pair)
        mem_put(out, "void sincos(double, double *, double *);\n");
    mem_put(out, "void prepare(double *p);\n");
    for (size_t b = 0; b < RT_BLOCKS; b++)
        if (p->block[b].results)
            mem_put_f(out,
                      "void %s(double t, const double *u, const double *x, const double *p, double "
                      "*out);\n",
                      p->block[b].name);
}

const char *code_jit_text(const struct program *p)
{
    struct mem_text out = mem_text(p->mem);
    put_prototypes(&out, p);
    put_prepare(p->mem, &out, p);
    for (size_t b = 0; b < RT_BLOCKS; b++)
        if (p->block[b].results)
            put_block(p->mem, &out, &p->block[b]);
    return out.text;
}
