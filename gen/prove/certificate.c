/* gen/prove/certificate.c -- certificate: the proofs as a script that SymPy verifies.
 *
 * A short claim is printed in full. A long one is a graph in which subexpressions occur many times:
 * printed in full it can be larger than any disk, and expanded larger than any memory. So its
 * subexpressions get names, each in terms of those before it, and where one equals a shorter one
 * (see ex_steps) the script states this as a lemma: gen/prove/verify.py, the head of every script,
 * proves the lemma first and then uses the shorter one. The script verifies everything it states.
 *
 * Names are given from the inside out, in the order of the steps, which depends on structure only.
 */
#include "gen/prove/prove.h"

#include <ctype.h>
#include <string.h>

enum {
    LONGEST = 1 << 20,  /* bytes of an expression */
    TOO_MANY = 1 << 30, /* counts stop here */
};

static const char *const head[] = {
#include "verify_text.h"
};

/* Arrays are indexed by the number of a step. */
struct certificate {
    struct store *s;
    struct mem *mem;
    struct ex_list symbols; /* of all claims */
    struct ex_steps steps;
    struct graph graph; /* of their nodes */
    uint32_t *uses;     /* number of uses, except in arguments of functions */
    uint32_t *size;     /* nodes that are printed for it, if it has no name */
    bool *wanted;       /* it needs a name: a claim or lemma mentions it */
    ex *now;            /* its name, or the node in terms of names */
    const char **line;  /* the line that defines its name, or NULL */
    unsigned long names;
};

/* ---- steps as a graph ---- */

/* Whether it is a sum, product or integer power. Arguments of functions are printed in full. */
static bool has_parts(const struct certificate *c, size_t i)
{
    int64_t k;
    const enum ex_op op = ex_op(c->s, c->graph.at[i]);
    return op == EX_add || op == EX_mul ||
           (op == EX_pow && ex_is_int(c->s, ex_arg(c->s, c->graph.at[i], 1), &k));
}

static size_t count_parts(const struct certificate *c, size_t i)
{
    return has_parts(c, i) ? ex_count_args(c->s, c->graph.at[i]) : 0;
}

/* Whether it equals another step or a number. */
static bool has_lemma(const struct certificate *c, size_t i)
{
    const ex same = c->steps.at[i].same;
    return same && has_parts(c, i) &&
           (ex_is_number(c->s, same) || sym_graph_find(&c->graph, same) != (uint32_t)i);
}

/* The right side of its lemma, in terms of names. */
static ex same_over_names(const struct certificate *c, size_t i)
{
    const struct ex_step *step = &c->steps.at[i];
    const ex e =
        ex_is_number(c->s, step->same) ? step->same : c->now[sym_graph_find(&c->graph, step->same)];
    return step->minus ? ex_neg(c->s, e) : e;
}

/* A lemma is needed unless both sides are the same expression. */
static bool needs_lemma(const struct certificate *c, size_t i)
{
    return has_lemma(c, i) && same_over_names(c, i) != c->now[i];
}

/* Steps without lemmas. */
static struct ex_steps plain_steps(struct certificate *c, const ex *root, size_t n)
{
    const struct ex_list node = ex_reach(c->s, root, n);
    struct ex_step *step = mem_take_array(c->mem, node.n + 1, sizeof *step);
    for (size_t i = 0; i < node.n; i++)
        step[i] = (struct ex_step){.node = node.at[i]};
    return (struct ex_steps){step, node.n};
}

static void make_graph(struct certificate *c, struct ex_steps steps)
{
    c->steps = steps;
    ex *node = sym_row(c->mem, steps.n);
    for (size_t i = 0; i < steps.n; i++)
        node[i] = steps.at[i].node;
    c->graph = sym_graph(c->s, node, steps.n);
    c->uses = sym_graph_array(&c->graph, sizeof *c->uses);
    c->size = sym_graph_array(&c->graph, sizeof *c->size);
    c->wanted = sym_graph_array(&c->graph, sizeof *c->wanted);
    c->now = sym_graph_array(&c->graph, sizeof *c->now);
    c->line = sym_graph_array(&c->graph, sizeof *c->line);
}

/* Marks a node that a claim or lemma mentions. */
static void want(struct certificate *c, ex node)
{
    const uint32_t at = sym_graph_find(&c->graph, node);
    c->uses[at]++;
    c->wanted[at] = true;
}

/* From the claims down: operands of a step, and the right side of its lemma, come before it. */
static void count_uses(struct certificate *c)
{
    for (size_t i = c->steps.n; i-- > 0;) {
        if (!c->uses[i])
            continue;
        for (size_t k = 0; k < count_parts(c, i); k++)
            c->uses[sym_graph_operand(&c->graph, i, k)]++;
        if (!has_lemma(c, i))
            continue;
        const struct ex_step *step = &c->steps.at[i];
        if (!ex_is_number(c->s, step->same))
            want(c, step->same);
        for (size_t k = 0; k < step->any.n; k++)
            want(c, step->any.at[k]);
    }
}

/* ---- names ---- */

static bool is_free(const struct certificate *c, ex symbol)
{
    for (size_t i = 0; i < c->symbols.n; i++)
        if (c->symbols.at[i] == symbol)
            return false;
    return true;
}

static ex new_name(struct certificate *c)
{
    ex name = EX_POISON;
    do
        name = ex_sym(c->s, base_text(c->mem, "t%lu", ++c->names), 0);
    while (name && !is_free(c, name));
    return name;
}

static uint32_t size_of(const struct certificate *c, size_t i)
{
    uint32_t sum = 1;
    for (size_t k = 0; k < ex_count_args(c->s, c->graph.at[i]); k++) {
        const uint32_t at = sym_graph_operand(&c->graph, i, k);
        sum += c->line[at] && has_parts(c, i) ? 1 : c->size[at];
        sum = sum < TOO_MANY ? sum : TOO_MANY;
    }
    return sum;
}

static ex over_names(const struct certificate *c, size_t i)
{
    const size_t n = count_parts(c, i);
    ex *part = sym_row(c->mem, n);
    for (size_t k = 0; k < n; k++)
        part[k] = c->now[sym_graph_operand(&c->graph, i, k)];
    return n ? ex_make(c->s, ex_op(c->s, c->graph.at[i]), part, n) : c->graph.at[i];
}

static bool deserves_name(const struct certificate *c, size_t i)
{
    return has_parts(c, i) &&
           (c->wanted[i] || needs_lemma(c, i) || (c->uses[i] > 1 && c->size[i] >= SYM_STEP_TWICE) ||
            (c->graph.held[i] && c->size[i] >= SYM_NAME_HELD) || c->size[i] >= SYM_STEP_ONCE);
}

static const char *show(const struct certificate *c, ex e)
{
    return e ? ex_show_within(c->s, e, EX_SYMPY, LONGEST) : NULL;
}

/* The line that defines the name of step i, or NULL. */
static const char *line_of(struct certificate *c, size_t i, ex name)
{
    const char *called = show(c, name), *value = show(c, c->now[i]);
    if (!called || !value)
        return NULL;
    const char *start =
        base_text(c->mem, "    %s = Symbol('%s')\n    yield %s, %s", called, called, called, value);
    if (!needs_lemma(c, i))
        return base_text(c->mem, "%s\n", start);
    const char *same = show(c, same_over_names(c, i));
    if (!same)
        return NULL;
    struct mem_text line = mem_text(c->mem);
    mem_put_f(&line, "%s, %s", start, same);
    const struct ex_list any = c->steps.at[i].any;
    for (size_t k = 0; k < any.n; k++)
        mem_put_f(&line, ", %s", show(c, c->now[sym_graph_find(&c->graph, any.at[k])]));
    mem_put(&line, "\n");
    return line.text;
}

/* False: an expression is too long to print. */
static bool give_names(struct certificate *c)
{
    for (size_t i = 0; i < c->steps.n; i++) {
        c->size[i] = sym_graph_is_hold(&c->graph, i) ? c->size[c->graph.inner[i]] : size_of(c, i);
        if (!c->uses[i])
            continue;
        c->now[i] = over_names(c, i);
        if (!c->now[i])
            return false;
        if (!deserves_name(c, i))
            continue;
        const ex name = new_name(c);
        c->line[i] = line_of(c, i, name);
        c->now[i] = name;
        if (!c->line[i])
            return false;
    }
    return true;
}

/* ---- the script ---- */

/* Functions and constants that a claim may contain, as SymPy calls them. */
static void put_functions(FILE *out)
{
    static const char *const called[] = {
#define OP(name, text, kind, args, bind, sym, at0, undo, canon, value, mod, da, db, series, range, \
           c, tex, mathml, sympy, ...)                                                             \
    sympy,
#include "expr/ops.h"
#undef OP
    };
    size_t n = 0;
    fputs("    from sympy import (\n        ", out);
    for (size_t i = 0; i < sizeof called / sizeof *called; i++)
        if (isalpha((unsigned char)*called[i])) {
            fprintf(out, "%s%s", n == 0 ? "" : n % 12 ? ", " : ",\n        ", called[i]);
            n++;
        }
    fputs(")\n", out);
}

static void put_symbols(FILE *out, const struct certificate *c)
{
    for (size_t i = 0; i < c->symbols.n; i++) {
        const char *name = ex_show(c->s, c->symbols.at[i], EX_SYMPY);
        fprintf(out, "    %s = Symbol('%s', real=True)\n", name, name);
    }
}

/* A proved claim without named intermediates: printed in full, unless it is long. */
static bool is_plain(const struct proof *p)
{
    return p->standing == STANDS_PROVED && p->any.n == 0;
}

static void put_short(FILE *out, const struct certificate *c, const struct proofs *p, bool *is_long)
{
    for (size_t i = 0; i < p->n; i++) {
        if (!is_plain(&p->at[i]))
            continue;
        const char *text = ex_show_within(c->s, p->at[i].zero, EX_SYMPY, SYM_CLAIM);
        is_long[i] = !text;
        if (text)
            fprintf(out, "    yield \"%s\", %s\n", p->at[i].what, text);
    }
}

static void put_names(FILE *out, const struct certificate *c)
{
    for (size_t i = 0; i < c->steps.n; i++)
        if (c->line[i])
            fputs(c->line[i], out);
}

static ex name_of(const struct certificate *c, ex node)
{
    return c->now[sym_graph_find(&c->graph, node)];
}

static void put_long(FILE *out, struct certificate *c, const struct proofs *p, const bool *is_long)
{
    ex *root = sym_row(c->mem, p->n);
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++)
        if (is_long[i])
            root[n++] = p->at[i].zero;
    make_graph(c, ex_steps(c->s, root, n));
    for (size_t i = 0; i < n; i++)
        want(c, root[i]);
    count_uses(c);
    const bool good = give_names(c);
    if (good)
        put_names(out, c);
    for (size_t i = 0; i < p->n; i++)
        if (is_long[i] && good)
            fprintf(out, "    yield \"%s\", %s\n", p->at[i].what,
                    show(c, name_of(c, p->at[i].zero)));
        else if (is_long[i])
            fprintf(out, "    # too long to be printed: %s\n", p->at[i].what);
}

/* Claims that hold for arbitrary values of their names. A replacement by a shorter equal expression
 * could make them false, so there are no lemmas here. */
static void put_over_names(FILE *out, struct certificate *c, const struct proofs *p)
{
    ex *root = sym_row(c->mem, p->n);
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].any.n)
            root[n++] = p->at[i].zero;
    make_graph(c, plain_steps(c, root, n));
    for (size_t i = 0; i < c->steps.n; i++)
        if (sym_graph_is_hold(&c->graph, i))
            want(c, c->graph.at[i]);
    for (size_t i = 0; i < n; i++)
        c->uses[sym_graph_find(&c->graph, root[i])]++;
    count_uses(c);
    const bool good = give_names(c);
    if (good)
        put_names(out, c);
    for (size_t i = 0; i < p->n; i++) {
        const struct ex_list any = p->at[i].any;
        if (!any.n)
            continue;
        fprintf(out, good ? "    yield \"%s\", %s" : "    # too long to be printed: %s",
                p->at[i].what, good ? show(c, name_of(c, p->at[i].zero)) : "");
        for (size_t k = 0; k < any.n && good; k++)
            fprintf(out, ", %s", show(c, name_of(c, any.at[k])));
        fputs("\n", out);
    }
}

static void put_script(FILE *out, const struct proofs *p, const char *title)
{
    struct certificate c = {.s = p->store, .mem = ex_mem(p->store)};
    ex *all = sym_row(c.mem, p->n);
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].standing == STANDS_PROVED)
            all[n++] = p->at[i].zero;
    c.symbols = ex_symbols(c.s, all, n);
    bool *is_long = mem_take_array(c.mem, p->n + 1, sizeof *is_long);
    memset(is_long, 0, (p->n + 1) * sizeof *is_long);
    fprintf(out, "# %s: what noslip claims to be zero, to be run by python3 with sympy.\n", title);
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        fputs(head[i], out);
    put_functions(out);
    put_symbols(out, &c);
    put_short(out, &c, p, is_long);
    put_over_names(out, &c, p);
    put_long(out, &c, p, is_long);
    fputs("    yield from ()\n\n\nsys.exit(main())\n", out);
}

bool prove_certificate(struct diag *d, const struct proofs *p, const char *title, const char *path)
{
    struct outfile file;
    if (base_outfile_open(d->mem, &file, path, false)) {
        put_script(file.file, p, title);
        base_outfile_finish(&file);
        if (base_outfile_keep(&file))
            return true;
    }
    base_fail(d, EXIT_SYSTEM, "cannot write '%s': %s", path, base_outfile_fault(&file));
    return false;
}
