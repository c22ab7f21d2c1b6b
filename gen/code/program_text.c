/* gen/code/program_text.c -- instructions as text, in the spelling of a target.
 *
 * Templates are in INSTRUCTIONS, structure is here. In nested text an instruction that is used once
 * is written inside the expression that uses it: simple compilers keep nested operands in registers
 * and every local in memory. In plain text every operation is a statement. Both give the same bits.
 */
#include "gen/code/spelling.h"

#include <assert.h>
#include <string.h>

enum { DEEPEST = 32 }; /* most levels of nesting of an expression */

static const struct template
{
    const char *text;
    int operands, bind, left, right;
}
templates[] = {
#define CODE(name, ops, text_, bind_, left_, right_)                                               \
    [CODE_##name] = {.text = text_, .operands = ops, .bind = bind_, .left = left_, .right = right_},
    INSTRUCTIONS(CODE)
#undef CODE
};

static const char *const c_functions[EX_OPS] = {
#define OP(name, text, kind, args, bind, sym, at0, undo, canon, value, mod, da, db, series, range, \
           c, ...)                                                                                 \
    [EX_##name] = c,
#include "expr/ops.h"
#undef OP
};

struct printer {
    const struct routine *r;
    const struct spelling *spelling;
    struct mem_text *out;
    uint32_t *local; /* number of the local that holds a value, 0: none */
};

/* ---- numbers and functions ---- */

/* A literal has a point or an exponent: 1/2 is 0 in C. */
static void put_decimal(struct mem_text *out, double number, int digits)
{
    char text[EX_DOUBLE_ROOM];
    ex_double_brief(number, digits, text);
    mem_put(out, text);
    if (!strpbrk(text, ".en"))
        mem_put(out, ".0");
}

void code_put_double(struct mem_text *out, double number)
{
    put_decimal(out, number, 17);
}

void code_put_float(struct mem_text *out, double number)
{
    put_decimal(out, (double)(float)number, 9);
    mem_put_char(out, 'f');
}

const char *code_c_function(enum ex_op op)
{
    return c_functions[op];
}

int code_operands(enum code code)
{
    return templates[code].operands;
}

enum ex_op code_called(const struct instr *in)
{
    return in->code == CODE_sqrt                              ? EX_sqrt
           : in->code == CODE_pow                             ? EX_pow
           : in->code == CODE_call1 || in->code == CODE_call2 ? in->function
                                                              : EX_none;
}

static void gather(const struct routine *r, struct calls *to)
{
    for (size_t i = 0; i < r->n; i++) {
        to->of[code_called(&r->instr[i])] = true;
        to->pair |= r->instr[i].code == CODE_sincos;
    }
}

struct calls code_calls(const struct program *p)
{
    struct calls all = {.pair = false};
    gather(&p->prepare, &all);
    for (size_t b = 0; b < RT_BLOCKS; b++)
        gather(&p->block[b], &all);
    all.of[EX_none] = false;
    return all;
}

/* ---- expressions ---- */

/* An instruction whose template is being interpreted. */
struct frame {
    const struct instr *in;
    const char *at;
    bool close;
};

static struct frame open_frame(struct printer *e, const struct instr *in, int strength)
{
    const bool negative = in->code == CODE_number && in->number < 0;
    const int bind = negative ? templates[CODE_neg].bind : templates[in->code].bind;
    const bool full = e->spelling->full && strength > 0 && templates[in->code].operands == 2;
    const struct frame f = {in, templates[in->code].text, bind < strength || (full && bind < 9)};
    if (f.close)
        mem_put_char(e->out, '(');
    return f;
}

static void put_name(struct printer *e, uint32_t local)
{
    mem_put_f(e->out, "t%lu", (unsigned long)local);
}

/* Writes the next piece of a frame's template. An operand that has no local is not written but
 * returned, with the precedence it must have. INSTRUCTIONS describes the language of templates. */
static const struct instr *put_piece(struct printer *e, struct frame *f, int *strength)
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
        put_name(e, e->local[operand]);
    } else if (what == 'i') {
        mem_put_int(e->out, f->in->a);
    } else if (what == 'f') {
        const enum ex_op op = code_called(f->in);
        const char *own = e->spelling->function[op];
        mem_put(e->out, own ? own : c_functions[op]);
    } else {
        e->spelling->number(e->out, f->in->number);
    }
    return NULL;
}

/* Writes the expression of an instruction, down to values that have locals. */
static void put_expression(struct printer *e, const struct instr *in)
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

static void put_operand(struct printer *e, uint32_t i)
{
    if (e->local[i])
        put_name(e, e->local[i]);
    else
        put_expression(e, &e->r->instr[i]);
}

/* ---- which values get a local ---- */

static bool is_pair(enum code code)
{
    return code == CODE_sincos || code == CODE_cosine;
}

static void choose_locals(struct mem *m, struct printer *e)
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
        if (operands &&
            (e->spelling->plain || uses[i] > 1 || depth[i] >= DEEPEST || is_pair(in->code))) {
            e->local[i] = ++locals;
            depth[i] = 0;
        }
    }
}

/* ---- routines ---- */

bool code_reads(const struct routine *r, enum code code)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->instr[i].code == code)
            return true;
    return false;
}

static void put_pair(struct printer *e, size_t i)
{
    mem_put(e->out, "    ");
    for (const char *at = e->spelling->pair; *at; at++) {
        if (*at != '%') {
            mem_put_char(e->out, *at);
            continue;
        }
        at++;
        if (*at == '1')
            put_operand(e, e->r->instr[i].a);
        else
            put_name(e, e->local[*at == 's' ? i : i + 1]);
    }
    mem_put_char(e->out, '\n');
}

static void put_local(struct printer *e, size_t i)
{
    if (e->r->instr[i].code == CODE_cosine)
        return; /* written with its sincos */
    if (e->r->instr[i].code == CODE_sincos) {
        put_pair(e, i);
        return;
    }
    mem_put_f(e->out, "    %st%lu = ", e->spelling->local, (unsigned long)e->local[i]);
    put_expression(e, &e->r->instr[i]);
    mem_put(e->out, ";\n");
}

/* Writes results as soon as they are known, so that locals have short lives. */
void code_put_body(struct mem *m, struct mem_text *out, const struct routine *r,
                   const struct spelling *spelling, const char *to, size_t first)
{
    struct printer e = {r, spelling, out, mem_take_array(m, r->n + 1, sizeof *e.local)};
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
