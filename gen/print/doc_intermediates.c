/* gen/print/doc_intermediates.c -- named intermediates for expressions too long to print in full.
 *
 * An expression is a directed acyclic graph: a subexpression that occurs twice is stored once.
 * Printed in full it can be larger than any disk. So, in a part with a long line, every nontrivial
 * subexpression that occurs twice gets a name, and so do long ones and held ones (ex_hold). Since a
 * subexpression without a name is short or occurs once, the output grows no faster than the graph.
 *
 * Names are given from the inside out, in the order of the lines: this order, and so every byte,
 * depends on the structure only.
 */
#include "gen/print/notation.h"

#include <string.h>

enum { TOO_MANY = 1 << 30 }; /* counts stop here */

/* Arrays are indexed by the position of a node in the graph. */
struct sharing {
    struct doc_part *of;
    struct doc *doc;
    struct store *s;
    struct mem *mem;
    struct graph graph;
    uint32_t *uses;
    uint32_t *size; /* nodes that are printed for it */
    ex *name;       /* or poison */
    bool *root;     /* a whole line */
};

static size_t args_of(const struct sharing *w, size_t i)
{
    return ex_count_args(w->s, w->graph.at[i]);
}

/* 1 plus the sizes of its operands, where a name counts 1. */
static uint32_t size_of(const struct sharing *w, size_t i)
{
    uint32_t sum = 1;
    for (size_t k = 0; k < args_of(w, i); k++) {
        const uint32_t a = sym_graph_operand(&w->graph, i, k);
        sum += w->name[a] ? 1 : w->size[a];
        sum = sum < TOO_MANY ? sum : TOO_MANY;
    }
    return sum;
}

/* ---- analysis of the graph ---- */

static void look(struct sharing *w, const ex *root, size_t n)
{
    const struct ex_list list = ex_reach(w->s, root, n);
    w->graph = sym_graph(w->s, list.at, list.n);
    w->uses = sym_graph_array(&w->graph, sizeof *w->uses);
    w->size = sym_graph_array(&w->graph, sizeof *w->size);
    w->name = sym_graph_array(&w->graph, sizeof *w->name);
    for (size_t i = 0; i < w->graph.n; i++) {
        w->size[i] = sym_graph_is_hold(&w->graph, i) ? w->size[w->graph.inner[i]] : size_of(w, i);
        for (size_t k = 0; k < args_of(w, i) && !sym_graph_is_hold(&w->graph, i); k++)
            w->uses[sym_graph_operand(&w->graph, i, k)]++;
    }
    for (size_t i = 0; i < n; i++)
        w->uses[sym_graph_find(&w->graph, root[i])]++;
}

static bool is_large(const struct sharing *w, const ex *root, size_t n)
{
    size_t all = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t size = w->size[w->graph.place[root[i]]];
        if (size > SYM_LINE_WITH_NAMES)
            return true;
        all += size;
    }
    return all > SYM_PART_WITH_NAMES;
}

/* ---- names ---- */

/* Whether no name with an index begins with the letter: s1 would look like s_1. */
static bool is_prefix_free(const struct doc *doc, char letter)
{
    for (size_t k = 0; k < doc->taken_cap; k++) {
        const char *name = doc->taken[k] ? ex_name(doc->store, doc->taken[k]) : NULL;
        if (name && name[0] == letter && strspn(name + 1, "_0123456789"))
            return false;
    }
    return true;
}

static char choose_prefix(const struct doc *doc)
{
    static const char letters[] = "srhbfS";
    for (const char *c = letters; *c; c++)
        if (is_prefix_free(doc, *c))
            return *c;
    return letters[0];
}

static ex new_name(struct sharing *w)
{
    struct doc *doc = w->doc;
    if (!doc->prefix)
        doc->prefix = choose_prefix(doc);
    for (;;) {
        const unsigned long number = (unsigned long)++doc->next_name;
        const ex e = ex_sym(w->s, base_text(w->mem, "%c%lu", doc->prefix, number), 0);
        if (!e || print_doc_free(doc, e)) {
            print_doc_mark(doc, e);
            return e;
        }
    }
}

static bool deserves_name(const struct sharing *w, size_t i)
{
    return args_of(w, i) > 0 && !sym_graph_is_hold(&w->graph, i) &&
           ((w->uses[i] > 1 && w->size[i] >= SYM_NAME_TWICE) ||
            (w->graph.held[i] && w->size[i] >= SYM_NAME_HELD));
}

/* A long subexpression of a line; a name for the whole line would not help. */
static bool is_long_inside(const struct sharing *w, size_t i)
{
    return args_of(w, i) > 0 && !sym_graph_is_hold(&w->graph, i) && w->size[i] >= SYM_NAME_ONCE &&
           !w->root[i];
}

/* The name of a node, or the node over the names of its operands. */
static ex named(void *context, const struct ex_rewriting *r, ex node)
{
    struct sharing *w = context;
    const size_t i = w->graph.place[node];
    w->size[i] = sym_graph_is_hold(&w->graph, i) ? 0 : size_of(w, i);
    if (w->name[i] || sym_graph_is_hold(&w->graph, i))
        return w->name[i] ? w->name[i] : ex_image(r, ex_arg(w->s, node, 0));
    ex now = ex_over_images(r, node);
    if (!now) {
        ex_forgive(w->s, true); /* a limit was reached: keep the original */
        now = node;
    }
    if (!deserves_name(w, i) && !is_long_inside(w, i))
        return now;
    w->name[i] = new_name(w);
    print_doc_where(w->of, w->name[i], now, node);
    return w->name[i] ? w->name[i] : now;
}

/* ---- a part ---- */

static ex *roots_of(const struct doc_part *of, size_t *n)
{
    struct mem *m = ex_mem(of->doc->store);
    ex *root = NULL;
    *n = 0;
    for (size_t i = 0; i < of->lines; i++)
        for (size_t k = 0; k < of->line[i].rows * of->line[i].cols; k++) {
            root = print_one_more(m, root, *n, sizeof *root);
            root[(*n)++] = of->line[i].at[k];
        }
    return root;
}

void print_share(struct doc_part *of)
{
    struct store *s = of->doc->store;
    struct sharing w = {.of = of, .doc = of->doc, .s = s, .mem = ex_mem(s)};
    size_t n = 0;
    ex *root = roots_of(of, &n);
    if (!root)
        return;
    look(&w, root, n);
    if (!is_large(&w, root, n))
        return;
    w.root = sym_graph_array(&w.graph, sizeof *w.root);
    for (size_t i = 0; i < n; i++)
        w.root[sym_graph_find(&w.graph, root[i])] = true;
    for (size_t i = 0; i < w.doc->shared_n; i++) /* from earlier parts */
        if (w.graph.place[w.doc->shared[i]] < w.graph.n)
            w.name[w.graph.place[w.doc->shared[i]]] = w.doc->shared_name[i];
    ex_rewrite(s, root, n, (struct ex_rule){named, &w}, root);
    for (size_t i = 0; i < of->lines; i++)
        for (size_t k = 0; k < of->line[i].rows * of->line[i].cols; k++)
            of->line[i].at[k] = *root++;
}
