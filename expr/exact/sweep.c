/* expr/exact/sweep.c -- merging of nodes that have the same value.
 *
 * Structure shows the equality of two nodes only where they have the same form. Here all nodes are
 * evaluated at random points of a finite field: those with equal or opposite values are very likely
 * the same function (the probability of an error is that of the zero test), and the one with the
 * fewest operations represents all of them. Zeros and small numbers are recognised. Expressions are
 * then rebuilt from the bottom, so that equalities found far inside let the constructors simplify
 * the nodes above.
 *
 * A node with a division never represents one without: no new singularities.
 */
#include "general.h"
#include "residue.h"
#include "settle.h"

#include <string.h>

enum {
    DRAWN = SWEEP_DRAWN,
    LARGEST = 4096, /* numbers that are recognised */
    QUICK = 8000,   /* most nodes, for interactive use; */
    MOST = 60000,   /* for proofs */
    STEPS = 1 << 19 /* of walks that weigh; then the first node represents the others */
};

/* ---- the nodes as a graph ---- */

static bool is_division(const struct store *s, ex e)
{
    return op_of(s, e) == EX_pow && op_of(s, words_at(s, e)[0]) != EX_num &&
           !(op_of(s, words_at(s, e)[1]) == EX_num &&
             rat_sign(s, rat_of(s, words_at(s, e)[1])) > 0);
}

static void make_graph(struct sweep *w, const ex *e, size_t m)
{
    struct store *s = w->s;
    const struct walk walk = walk_begin(s, e, m);
    size_t args = 0;
    w->n = walk.n;
    ex *node = mem_take_array(s->mem, walk.n + 1, sizeof *node);
    for (size_t i = 0; i < walk.n; i++) {
        node[i] = walk.at[i];
        args += is_leaf(op_of(s, node[i])) ? 0 : node_at(s, node[i])->n;
    }
    w->node = (struct ex_list){node, walk.n};
    w->first = mem_take_array(s->mem, walk.n + 1, sizeof *w->first);
    w->arg = mem_take_array(s->mem, args + 1, sizeof *w->arg);
    w->divides = mem_take_array(s->mem, walk.n + 1, sizeof *w->divides);
    size_t at = 0;
    for (size_t i = 0; i < walk.n; i++) {
        const size_t n = is_leaf(op_of(s, node[i])) ? 0 : node_at(s, node[i])->n;
        w->first[i] = (uint32_t)at;
        w->divides[i] = is_division(s, node[i]);
        for (size_t k = 0; k < n; k++) {
            const size_t below = place_of(&walk, words_at(s, node[i])[k]);
            w->arg[at++] = (uint32_t)below;
            w->divides[i] |= w->divides[below];
        }
    }
    w->first[walk.n] = (uint32_t)at;
    walk_end(s);
}

static uint32_t operations_of(const struct sweep *w, size_t i)
{
    const uint32_t n = w->first[i + 1] - w->first[i];
    const enum ex_op op = op_of(w->s, w->node.at[i]);
    return op == EX_add || op == EX_mul ? n : op == EX_pow ? 3 : n ? 20 : 1;
}

/* Weight of the node and all nodes below it, each counted once: larger than the weights below it.
 */
static uint32_t weight_of(struct sweep *w, uint32_t i)
{
    size_t n = 0;
    uint32_t sum = 0;
    if (w->weight[i])
        return w->weight[i];
    w->stack[n++] = i;
    w->stamp[i] = i + 1;
    while (n) {
        const uint32_t at = w->stack[--n];
        w->steps++;
        sum += operations_of(w, at);
        for (uint32_t k = w->first[at]; k < w->first[at + 1]; k++)
            if (w->stamp[w->arg[k]] != i + 1) {
                w->stamp[w->arg[k]] = i + 1;
                w->stack[n++] = w->arg[k];
            }
    }
    return w->weight[i] = sum;
}

/* ---- values ---- */

/* Arguments of functions are expanded to find equal ones: is that fast? */
static bool is_quick(struct store *s, struct ex_list node)
{
    const double most = 100; /* terms */
    for (size_t i = 0; i < node.n; i++) {
        const enum ex_op op = op_of(s, node.at[i]);
        const size_t n =
            is_leaf(op) || ex_row[op].kind != CALL || op == EX_hold ? 0 : node_at(s, node.at[i])->n;
        for (size_t k = 0; k < n; k++)
            if (!(expanded_terms(s, words_at(s, node.at[i])[k]) <= most))
                return false;
    }
    return true;
}

static bool find_values(struct sweep *w)
{
    struct store *s = w->s;
    ex *settled = mem_take_array(s->mem, w->n + 1, sizeof *settled);
    uint64_t *value = mem_take_array(s->mem, w->n + 1, sizeof *value);
    w->value = mem_take_array(s->mem, DRAWN * w->n + 1, sizeof *w->value);
    w->minus = mem_take_array(s->mem, w->n + 1, sizeof *w->minus);
    settle(s, w->node.at, w->n, true, settled);
    for (size_t i = 0; i < w->n; i++)
        if (!settled[i])
            return false;
    for (size_t k = 0; k < DRAWN; k++) {
        if (!residue_values(s, settled, w->n, k + 1, value, NULL))
            return false;
        for (size_t i = 0; i < w->n; i++)
            w->value[DRAWN * i + k] = value[i];
    }
    for (size_t i = 0; i < w->n; i++) {
        uint64_t *v = &w->value[DRAWN * i];
        w->minus[i] = v[0] > EX_PRIME / 2;
        for (size_t k = 0; k < DRAWN && w->minus[i]; k++)
            v[k] = ex_row_mod(EX_sub, 0, v[k]);
    }
    return true;
}

/* The small number that equals a node at all points, or EX_POISON. */
static ex number_of(const struct sweep *w, size_t i)
{
    const uint64_t *v = &w->value[DRAWN * i];
    for (size_t k = 1; k < DRAWN; k++)
        if (v[k] != v[0])
            return EX_POISON;
    for (uint64_t below = 1; below <= 64; below++) {
        const uint64_t above = ex_row_mod(EX_mul, v[0], below);
        if (above <= LARGEST)
            return ex_rat(w->s, w->minus[i] ? -(int64_t)above : (int64_t)above, (int64_t)below);
    }
    return EX_POISON;
}

/* ---- representatives ---- */

static bool is_better(struct sweep *w, uint32_t a, uint32_t b)
{
    if (w->divides[a] != w->divides[b])
        return !w->divides[a];
    if (w->steps > STEPS) /* all or none: two orders at once might make a cycle */
        return a < b;
    const uint32_t wa = weight_of(w, a), wb = weight_of(w, b);
    return wa != wb ? wa < wb : a < b;
}

static void choose_all(struct sweep *w)
{
    struct store *s = w->s;
    size_t slots = 64;
    while (slots < 2 * w->n)
        slots *= 2;
    uint32_t *slot = mem_take_array(s->mem, slots, sizeof *slot);
    uint32_t *class = mem_take_array(s->mem, w->n + 1, sizeof *class);
    memset(slot, 0, slots * sizeof *slot);
    for (uint32_t i = 0; i < w->n; i++) {
        const uint64_t *v = &w->value[DRAWN * (size_t)i];
        size_t k = (size_t)(v[0] * 0x9E3779B97F4A7C15U >> 20) & (slots - 1);
        while (slot[k] &&
               memcmp(&w->value[DRAWN * (size_t)(slot[k] - 1)], v, DRAWN * sizeof *v) != 0)
            k = (k + 1) & (slots - 1);
        w->stand[i] = i;
        if (!slot[k])
            slot[k] = i + 1; /* the class is identified by its first node, */
        else if (is_better(w, i, w->stand[slot[k] - 1]))
            w->stand[slot[k] - 1] = i; /* which has the representative */
        class[i] = slot[k] - 1;
    }
    for (uint32_t i = 0; i < w->n; i++) {
        w->stand[i] = w->stand[class[i]];
        w->held[w->stand[i]] |= op_of(s, w->node.at[i]) == EX_hold;
    }
}

static void choose(struct sweep *w)
{
    choose_all(w);
    if (w->steps > STEPS) {
        memset(w->held, 0, w->n * sizeof *w->held);
        choose_all(w);
    }
}

/* ---- rebuilding ---- */

static ex rebuilt(const struct sweep *w, size_t i)
{
    struct store *s = w->s;
    const size_t n = w->first[i + 1] - w->first[i];
    const struct mem_mark mark = mem_mark(s->mem);
    ex *args = mem_take_array(s->mem, n + 1, sizeof *args);
    bool same = true;
    for (size_t k = 0; k < n; k++) {
        args[k] = w->image[w->arg[w->first[i] + k]];
        same &= args[k] == words_at(s, w->node.at[i])[k];
    }
    const ex e = same ? w->node.at[i] : ex_make(s, op_of(s, w->node.at[i]), args, n);
    mem_release(s->mem, mark);
    return e;
}

/* Pushes the nodes that must be built before node i; false: none. */
static bool waits(const struct sweep *w, uint32_t i, size_t *n)
{
    const size_t before = *n;
    if (w->stand[i] != i && !w->image[w->stand[i]])
        w->stack[(*n)++] = w->stand[i];
    if (w->stand[i] != i && !w->step)
        return *n > before;
    for (uint32_t k = w->first[i]; k < w->first[i + 1]; k++)
        if (!w->image[w->arg[k]])
            w->stack[(*n)++] = w->arg[k];
    return *n > before;
}

/* The image of a node whose operands and representative have images. */
static ex find_image(struct sweep *w, uint32_t i, ex number)
{
    const uint32_t stand = w->stand[i];
    if (number)
        return number;
    if (stand != i)
        return w->minus[i] != w->minus[stand] ? ex_neg(w->s, w->image[stand]) : w->image[stand];
    const ex e = rebuilt(w, i);
    return w->held[i] ? ex_hold(w->s, e) : e;
}

static void note_step(struct sweep *w, uint32_t i, ex number)
{
    const uint32_t stand = w->stand[i];
    struct ex_step step = {.node = w->node.at[i], .same = number};
    w->made_at[i] = (uint32_t)w->made;
    if (!number && stand != i) {
        step.same = w->node.at[stand];
        step.minus = w->minus[i] != w->minus[stand];
    }
    w->at[w->made] = i;
    w->step[w->made++] = step;
}

/* A representative is lighter than the node, and operands are lighter: the loop terminates. */
static void build(struct sweep *w, uint32_t root)
{
    size_t n = 0;
    w->stack[n++] = root;
    while (n) {
        const uint32_t i = w->stack[n - 1];
        if (w->image[i]) {
            n--;
            continue;
        }
        const ex number = is_leaf(op_of(w->s, w->node.at[i])) ? EX_POISON : number_of(w, i);
        if ((!number || w->step) && waits(w, i, &n))
            continue;
        w->image[i] = find_image(w, i, number);
        if (!w->image[i]) /* a limit: the store has the error */
            return;
        if (w->step)
            note_step(w, i, number);
        n--;
    }
}

/* Expressions that were taken for zero: each node over the images of its operands. */
static struct ex_list lemmas_of(struct sweep *w)
{
    ex *lemma = mem_take_array(w->s->mem, w->made + 1, sizeof *lemma);
    size_t n = 0;
    struct general g = general_begin(w);
    for (size_t k = 0; k < w->made; k++) {
        const ex same = w->step[k].same ? rebuilt(w, w->at[k]) : w->image[w->at[k]];
        if (same != w->image[w->at[k]])
            lemma[n++] = general_lemma(&g, k, ex_sub(w->s, same, w->image[w->at[k]]));
    }
    return (struct ex_list){lemma, n};
}

/* steps: records them. */
static bool run(struct sweep *w, const ex *e, size_t m, ex *out, bool steps)
{
    struct store *s = w->s;
    make_graph(w, e, m);
    if (w->n > (steps ? MOST : QUICK) || (!steps && !is_quick(s, w->node)) || !find_values(w))
        return false;
    /* Operands may be on the stack more than once. */
    w->stack = mem_take_array(s->mem, 2 * (w->n + w->first[w->n]) + 2, sizeof *w->stack);
    w->stand = mem_take_array(s->mem, w->n + 1, sizeof *w->stand);
    w->weight = mem_take_array(s->mem, w->n + 1, sizeof *w->weight);
    w->stamp = mem_take_array(s->mem, w->n + 1, sizeof *w->stamp);
    w->image = mem_take_array(s->mem, w->n + 1, sizeof *w->image);
    w->held = mem_take_array(s->mem, w->n + 1, sizeof *w->held);
    memset(w->held, 0, (w->n + 1) * sizeof *w->held);
    memset(w->weight, 0, (w->n + 1) * sizeof *w->weight);
    memset(w->stamp, 0, (w->n + 1) * sizeof *w->stamp);
    memset(w->image, 0, (w->n + 1) * sizeof *w->image);
    choose(w);
    if (steps) {
        w->step = mem_take_array(s->mem, w->n + 1, sizeof *w->step);
        w->at = mem_take_array(s->mem, w->n + 1, sizeof *w->at);
        w->made_at = mem_take_array(s->mem, w->n + 1, sizeof *w->made_at);
    }
    const struct walk walk = walk_begin(s, e, m);
    uint32_t *root = mem_take_array(s->mem, m + 1, sizeof *root);
    for (size_t j = 0; j < m; j++)
        root[j] = (uint32_t)place_of(&walk, e[j]);
    walk_end(s);
    for (size_t j = 0; j < m; j++) {
        build(w, root[j]);
        out[j] = w->image[root[j]];
        if (!out[j])
            return false;
    }
    return true;
}

bool sweep(struct store *s, const ex *e, size_t m, ex *out, struct ex_list *lemmas)
{
    struct sweep w = {.s = s};
    if (!run(&w, e, m, out, lemmas))
        return false;
    if (lemmas)
        *lemmas = lemmas_of(&w);
    return true;
}

struct ex_steps ex_steps(struct store *s, const ex *e, size_t m)
{
    const bool calm = s->error[0] == 0;
    struct sweep w = {.s = s};
    ex *out = mem_take_array(s->mem, m + 1, sizeof *out);
    const bool done = run(&w, e, m, out, true);
    ex_forgive(s, calm);
    if (done) {
        struct general g = general_begin(&w);
        for (size_t k = 0; k < w.made; k++)
            if (w.step[k].same)
                w.step[k].any = general_parts(&g, k);
        return (struct ex_steps){w.step, w.made};
    }
    const struct ex_list node = ex_reach(s, e, m);
    struct ex_step *step = mem_take_array(s->mem, node.n + 1, sizeof *step);
    for (size_t i = 0; i < node.n; i++)
        step[i] = (struct ex_step){.node = node.at[i]};
    return (struct ex_steps){step, node.n};
}

void ex_sweep(struct store *s, const ex *e, size_t m, ex *out)
{
    const bool calm = s->error[0] == 0;
    const struct mem_mark mark = mem_mark(s->mem);
    ex *swept = mem_take_array(s->mem, m + 1, sizeof *swept);
    const bool done = sweep(s, e, m, swept, NULL);
    for (size_t j = 0; j < m; j++)
        out[j] = done ? swept[j] : e[j];
    ex_forgive(s, calm);
    mem_release(s->mem, mark);
}
