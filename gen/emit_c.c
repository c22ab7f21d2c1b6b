/* gen/emit_c.c -- a program as C text.
 *
 * Spelling comes from the templates in CODES, structure from here. An instruction that is used
 * once stands inside the expression that uses it: simple compilers keep nested operands in
 * registers and every local in memory. The names of a model do not occur: states are x[i],
 * parameters p[i]. Prototypes stand for headers, and literals are hexadecimal, so that neither a
 * file nor a locale decides what the text means.
 */
#include "gen/gen.h"

#include <assert.h>
#include <string.h>

enum { DEEPEST = 32 }; /* nesting of an expression */

static const struct template
{
    const char *c;
    int operands, bind, left, right;
}
templates[] = {
#define CODE(name, ops, c_, bind_, left_, right_)                                                  \
    [CODE_##name] = {.c = c_, .operands = ops, .bind = bind_, .left = left_, .right = right_},
    CODES(CODE)
#undef CODE
};

static const struct {
    const char *c;
    int args;
} functions[EX_OPS] = {
#define OP(name, text, kind, args_, bind, sym, at0, undo, canon, value, mod, da, db, c_, ...)      \
    [EX_##name] = {.c = c_, .args = args_},
#include "expr/ops.h"
#undef OP
};

struct emitter {
    const struct routine *r;
    struct mem_text *out;
    uint32_t *local; /* number of the local that holds a value, 0: none does */
};

/* ---- expressions ---- */

static void put_number(struct emitter *e, double number)
{
    char text[EX_DOUBLE_ROOM];
    ex_double_hex(number, text);
    mem_put(e->out, text);
}

/* An instruction whose template is being interpreted. */
struct frame {
    const struct instr *in;
    const char *at;
    bool close;
};

static struct frame open_frame(struct emitter *e, const struct instr *in, int strength)
{
    const bool negative = in->code == CODE_number && in->number < 0;
    const int bind = negative ? templates[CODE_neg].bind : templates[in->code].bind;
    const struct frame f = {in, templates[in->code].c, bind < strength};
    if (f.close)
        mem_put_char(e->out, '(');
    return f;
}

/* Puts what stands at a frame's place in its template. An operand that has no local is not put but
 * returned, with the strength it must have. The language of templates is described at CODES. */
static const struct instr *put_piece(struct emitter *e, struct frame *f, int *strength)
{
    const struct template *t = &templates[f->in->code];
    if (*f->at != '%') {
        mem_put_char(e->out, *f->at++);
        return NULL;
    }
    const char what = f->at[1];
    f->at += 2;
    if (what == '1' || what == '2') {
        const uint32_t operand = what == '1' ? f->in->a : f->in->b;
        *strength = what == '1' ? t->left : t->right;
        if (!e->local[operand])
            return &e->r->instr[operand];
        mem_put_char(e->out, 't');
        mem_put_int(e->out, e->local[operand]);
    } else if (what == 'i') {
        mem_put_int(e->out, f->in->a);
    } else if (what == 'f') {
        mem_put(e->out, functions[f->in->function].c);
    } else {
        put_number(e, f->in->number);
    }
    return NULL;
}

/* The expression an instruction stands for, down to values that have locals. */
static void put_expression(struct emitter *e, const struct instr *in)
{
    struct frame stack[DEEPEST + 2];
    size_t n = 0;
    stack[n++] = open_frame(e, in, 0);
    while (n) {
        struct frame *top = &stack[n - 1];
        int strength = 0;
        const struct instr *operand = *top->at ? put_piece(e, top, &strength) : NULL;
        if (operand) {
            assert(n < sizeof stack / sizeof *stack);
            stack[n++] = open_frame(e, operand, strength);
        } else if (!*top->at) {
            if (top->close)
                mem_put_char(e->out, ')');
            n--;
        }
    }
}

static void put_operand(struct emitter *e, uint32_t i)
{
    if (e->local[i])
        mem_put_f(e->out, "t%lu", (unsigned long)e->local[i]);
    else
        put_expression(e, &e->r->instr[i]);
}

/* ---- which values get a local ---- */

static bool is_pair(enum code code)
{
    return code == CODE_sincos || code == CODE_cosine;
}

static void choose_locals(struct mem *m, struct emitter *e)
{
    const struct routine *r = e->r;
    uint32_t *uses = mem_take_array(m, r->n + 1, sizeof *uses);
    uint32_t *depth = mem_take_array(m, r->n + 1, sizeof *depth);
    uint32_t locals = 0;
    memset(uses, 0, (r->n + 1) * sizeof *uses);
    for (size_t i = 0; i < r->n; i++) {
        const struct instr *in = &r->instr[i];
        if (templates[in->code].operands > 0)
            uses[in->a]++;
        if (templates[in->code].operands > 1)
            uses[in->b]++;
    }
    for (size_t i = 0; i < r->results; i++)
        uses[r->result[i]]++;
    for (size_t i = 0; i < r->n; i++) {
        const struct instr *in = &r->instr[i];
        const int operands = templates[in->code].operands;
        depth[i] = 0;
        if (operands > 0)
            depth[i] = 1 + depth[in->a];
        if (operands > 1 && depth[in->b] >= depth[i])
            depth[i] = 1 + depth[in->b];
        if (operands && (uses[i] > 1 || depth[i] >= DEEPEST || is_pair(in->code))) {
            e->local[i] = ++locals;
            depth[i] = 0;
        }
    }
}

/* ---- routines ---- */

static bool reads(const struct routine *r, enum code code)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->instr[i].code == code)
            return true;
    return false;
}

static void put_local(struct emitter *e, size_t i)
{
    if (e->r->instr[i].code == CODE_cosine)
        return; /* its sincos has put it */
    if (e->r->instr[i].code == CODE_sincos) {
        const unsigned long sine = e->local[i], cosine = e->local[i + 1];
        mem_put_f(e->out, "    double t%lu, t%lu;\n    sincos(", sine, cosine);
        put_operand(e, e->r->instr[i].a);
        mem_put_f(e->out, ", &t%lu, &t%lu);\n", sine, cosine);
        return;
    }
    mem_put_f(e->out, "    const double t%lu = ", (unsigned long)e->local[i]);
    put_expression(e, &e->r->instr[i]);
    mem_put(e->out, ";\n");
}

/* Results as soon as they are known, so that locals live shortly. */
static void put_body(struct mem *m, struct mem_text *out, const struct routine *r, const char *to,
                     size_t first)
{
    struct emitter e = {r, out, mem_take_array(m, r->n + 1, sizeof *e.local)};
    memset(e.local, 0, (r->n + 1) * sizeof *e.local);
    choose_locals(m, &e);
    size_t done = 0;
    for (size_t i = 0; i < r->results; i++) {
        for (; done < r->ready[i]; done++)
            if (e.local[done])
                put_local(&e, done);
        mem_put_f(out, "    %s[%lu] = ", to, (unsigned long)(first + i));
        put_operand(&e, r->result[i]);
        mem_put(out, ";\n");
    }
}

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
        if (!reads(r, inputs[k].code))
            mem_put_f(out, "    (void)%s;\n", inputs[k].name);
    put_body(m, out, r, "out", 0);
    mem_put(out, "}\n");
}

static void put_prepare(struct mem *m, struct mem_text *out, const struct program *p)
{
    mem_put(out, "\nvoid prepare(double *p)\n{\n");
    if (p->prepared)
        put_body(m, out, &p->prepare, "p", p->params);
    else
        mem_put(out, "    (void)p;\n");
    mem_put(out, "}\n");
}

/* ---- prototypes of what is called, and of what is defined ---- */

static void gather(const struct routine *r, bool *called, bool *pairs)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct instr *in = &r->instr[i];
        if (in->code == CODE_call1 || in->code == CODE_call2)
            called[in->function] = true;
        *pairs |= in->code == CODE_sincos;
        if (in->code == CODE_sqrt)
            called[EX_sqrt] = true;
        if (in->code == CODE_pow)
            called[EX_pow] = true;
    }
}

static void put_prototypes(struct mem_text *out, const struct program *p)
{
    bool called[EX_OPS] = {false};
    bool pairs = false;
    gather(&p->prepare, called, &pairs);
    for (size_t b = 0; b < RT_BLOCKS; b++)
        gather(&p->block[b], called, &pairs);
    for (int op = 0; op < EX_OPS; op++)
        if (called[op])
            mem_put_f(out, "double %s(double%s);\n", functions[op].c,
                      functions[op].args > 1 ? ", double" : "");
    if (pairs)
        mem_put(out, "void sincos(double, double *, double *);\n");
    mem_put(out, "void prepare(double *p);\n");
    for (size_t b = 0; b < RT_BLOCKS; b++)
        if (p->block[b].results)
            mem_put_f(out,
                      "void %s(double t, const double *u, const double *x, const double *p, double "
                      "*out);\n",
                      p->block[b].name);
}

static void put_banner(struct mem_text *out, const struct program *p)
{
    mem_put_f(out,
              "/* Made by noslip. This code is yours.\n"
              " *\n"
              " * u: %lu inputs; x: %lu states; p: %lu parameters, then %lu constants that "
              "prepare(p) computes\n"
              " * from them, once for each set of parameters. out must not overlap x or p.\n"
              " */\n",
              (unsigned long)p->inputs, (unsigned long)p->states, (unsigned long)p->params,
              (unsigned long)p->prepared);
}

const char *gen_emit_c(const struct program *p)
{
    struct mem_text out = mem_text(p->mem);
    put_banner(&out, p);
    put_prototypes(&out, p);
    put_prepare(p->mem, &out, p);
    for (size_t b = 0; b < RT_BLOCKS; b++)
        if (p->block[b].results)
            put_block(p->mem, &out, &p->block[b]);
    return out.text;
}
