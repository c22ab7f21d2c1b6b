/* expr/exact/bracket_ranks.c -- ranks of iterated Lie brackets from Taylor series.
 *
 * Along a curve x' = sum_i u_i(t) f_i(x) fields are pulled back to its initial point by Z,
 *
 *   Z' = -Z A,  A = sum_i u_i df_i/dx (x(t)),  Z(0) = 1,
 *
 * and the Taylor coefficients of Z f_j up to t^k are combinations of brackets of f of length k + 1
 * at most; for all polynomials u together they span all of these (words in the controls have
 * independent iterated integrals, and nested brackets span all brackets). So random u and a random
 * point of a finite field give the ranks: never too large if values there are faithful, and too
 * small with a small probability. Once two consecutive generic ranks are equal, all later ones are.
 */
#include "../random.h"
#include "modular.h"
#include "residue.h"
#include "settle.h"

#include <string.h>

enum {
    ORDER = 24,         /* of series: length of the longest brackets */
    LARGEST = 64,       /* dimension */
    PATIENCE = 3,       /* consecutive curves that do not raise the rank before the search stops */
    CURVES = 64,        /* most curves in all */
    MOST_NODES = 20000, /* of fields and their derivatives */
};

struct series {
    struct store *s;
    uint64_t p;
    struct walk w;            /* fields, their derivatives, and sin with cos */
    uint64_t *at;             /* of a node: ORDER coefficients */
    size_t *pair;             /* of sin and cos: the node of the other one */
    uint64_t over[ORDER + 1]; /* 1/k */
    const ex *q;
    size_t n, r;
    ex *field, *slope; /* r x n; r x n x n: [(i n + a) n + b] = d f_i^a / d q^b */
    uint64_t *u;       /* r x ORDER: controls */
    uint64_t *Z;       /* n x n x ORDER */
    uint64_t drawn;    /* random numbers used so far */
};

static uint64_t *series_of(const struct series *c, ex e)
{
    return &c->at[(size_t)place_of(&c->w, e) * ORDER];
}

static uint64_t draw(struct series *c)
{
    return ex_random(++c->drawn) % c->p;
}

/* sum over j = 0..k of a_j b_(k-j) */
static uint64_t folded(const struct series *c, const uint64_t *a, const uint64_t *b, size_t k)
{
    uint64_t sum = 0;
    for (size_t j = 0; j <= k; j++)
        if (a[j] && b[k - j])
            sum = modular_add(c->p, sum, modular_mul(c->p, a[j], b[k - j]));
    return sum;
}

/* sum over j = 1..k of j a_j b_(k-j), over k */
static uint64_t integrated(const struct series *c, const uint64_t *a, const uint64_t *b, size_t k)
{
    uint64_t sum = 0;
    for (size_t j = 1; j <= k; j++)
        if (a[j] && b[k - j])
            sum = modular_add(c->p, sum,
                              modular_mul(c->p, modular_mul(c->p, j % c->p, a[j]), b[k - j]));
    return modular_mul(c->p, sum, c->over[k]);
}

/* y = a^e: a y' = e a' y, so k a_0 y_k = sum over j = 1..k of (e j - (k - j)) a_j y_(k-j). */
static uint64_t power_term(const struct series *c, const uint64_t *a, const uint64_t *y, uint64_t e,
                           size_t k)
{
    uint64_t sum = 0;
    for (size_t j = 1; j <= k; j++) {
        const uint64_t f = modular_sub(c->p, modular_mul(c->p, e, j), k - j);
        if (a[j] && y[k - j])
            sum = modular_add(c->p, sum, modular_mul(c->p, f, modular_mul(c->p, a[j], y[k - j])));
    }
    return modular_div(c->p, modular_mul(c->p, sum, c->over[k]), a[0]);
}

/* Coefficient k of a product: the factors are multiplied one after the other. */
static uint64_t product_term(const struct series *c, ex x, size_t k)
{
    const ex *arg = words_at(c->s, x);
    uint64_t now[ORDER], next[ORDER];
    memcpy(now, series_of(c, arg[0]), (k + 1) * sizeof *now);
    for (size_t i = 1; i < node_at(c->s, x)->n; i++) {
        const uint64_t *b = series_of(c, arg[i]);
        for (size_t j = 0; j <= k; j++)
            next[j] = folded(c, now, b, j);
        memcpy(now, next, (k + 1) * sizeof *now);
    }
    return now[k];
}

static uint64_t sum_term(const struct series *c, ex x, size_t k)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < node_at(c->s, x)->n; i++)
        sum = modular_add(c->p, sum, series_of(c, words_at(c->s, x)[i])[k]);
    return sum;
}

/* Coefficient k >= 1 of node i; EX_NO_RESIDUE: it has none. Symbols that are no coordinates are
 * constant; coordinates have theirs already. */
static uint64_t term_of(const struct series *c, size_t i, size_t k)
{
    const ex x = c->w.at[i];
    const enum ex_op op = op_of(c->s, x);
    uint64_t *own = &c->at[i * ORDER];
    if (is_leaf(op) || op == EX_pi)
        return op == EX_sym ? own[k] : 0;
    const uint64_t *a = series_of(c, first_arg(c->s, x));
    switch (op) {
    case EX_add:
        return sum_term(c, x, k);
    case EX_mul:
        return product_term(c, x, k);
    case EX_hold:
        return a[k];
    case EX_exp:
        return integrated(c, a, own, k);
    case EX_sin:
        return integrated(c, a, &c->at[c->pair[i] * ORDER], k);
    case EX_cos:
        return modular_sub(c->p, 0, integrated(c, a, &c->at[c->pair[i] * ORDER], k));
    case EX_pow: {
        const struct rat e = rat_of(c->s, words_at(c->s, x)[1]);
        const uint64_t exponent =
            modular_div(c->p, rat_mod(c->s, e, false, c->p), rat_mod(c->s, e, true, c->p));
        return a[0] && exponent != EX_NO_RESIDUE ? power_term(c, a, own, exponent, k)
                                                 : EX_NO_RESIDUE;
    }
    default:
        return EX_NO_RESIDUE;
    }
}

static bool is_known(const struct store *s, ex x)
{
    switch (op_of(s, x)) {
    case EX_pow:
        return ex_is_number(s, words_at(s, x)[1]);
    case EX_num:
    case EX_sym:
    case EX_pi:
    case EX_add:
    case EX_mul:
    case EX_hold:
    case EX_exp:
    case EX_sin:
    case EX_cos:
        return true;
    default:
        return false;
    }
}

/* ---- the point ---- */

/* All nodes at one random point; false: some have no value, or no series. */
static bool draw_point(struct series *c, bool *faithful)
{
    struct store *s = c->s;
    ex *settled = mem_take_array(s->mem, c->w.n + 1, sizeof *settled);
    uint64_t *value = mem_take_array(s->mem, c->w.n + 1, sizeof *value);
    const struct ex_list nodes = {c->w.at, c->w.n};
    struct residue_field field;
    for (size_t i = 0; i < nodes.n; i++)
        if (!is_known(s, nodes.at[i]))
            return false;
    walk_end(s); /* evaluation starts walks itself */
    settle(s, nodes.at, nodes.n, true, settled);
    bool good = true;
    for (size_t i = 0; i < nodes.n; i++)
        good &= settled[i] != EX_POISON;
    good = good && residue_values(s, settled, nodes.n, 1, value, &field);
    c->w = walk_begin(s, nodes.at, nodes.n);
    if (!good)
        return false;
    c->p = field.p;
    *faithful = field.faithful;
    memset(c->at, 0, c->w.n * ORDER * sizeof *c->at);
    for (size_t i = 0; i < nodes.n; i++)
        series_of(c, nodes.at[i])[0] = value[i];
    for (size_t k = 1; k <= ORDER; k++)
        c->over[k] = modular_div(c->p, 1, k);
    return true;
}

/* The walk, with the other one of every sin and cos. */
static void find_nodes(struct series *c)
{
    struct store *s = c->s;
    const size_t m = c->r * c->n * (c->n + 1) + c->n;
    ex *all = mem_take_array(s->mem, m + 1, sizeof *all);
    memcpy(all, c->field, c->r * c->n * sizeof *all);
    memcpy(&all[c->r * c->n], c->slope, c->r * c->n * c->n * sizeof *all);
    memcpy(&all[c->r * c->n * (c->n + 1)], c->q, c->n * sizeof *all);
    const struct ex_list reach = ex_reach(s, all, m);
    ex *more = mem_take_array(s->mem, 2 * reach.n + 1, sizeof *more);
    size_t n = reach.n;
    memcpy(more, reach.at, n * sizeof *more);
    for (size_t i = 0; i < reach.n; i++) {
        const enum ex_op op = op_of(s, reach.at[i]);
        if (op == EX_sin)
            more[n++] = ex_cos(s, first_arg(s, reach.at[i]));
        else if (op == EX_cos)
            more[n++] = ex_sin(s, first_arg(s, reach.at[i]));
    }
    c->w = walk_begin(s, more, n);
    c->at = mem_take_array(s->mem, c->w.n * ORDER + 1, sizeof *c->at);
    c->pair = mem_take_array(s->mem, c->w.n + 1, sizeof *c->pair);
}

static void find_pairs(struct series *c)
{
    struct store *s = c->s;
    for (size_t i = 0; i < c->w.n; i++) {
        const ex x = c->w.at[i];
        const enum ex_op op = op_of(s, x);
        if (op == EX_sin)
            c->pair[i] = place_of(&c->w, ex_cos(s, first_arg(s, x)));
        else if (op == EX_cos)
            c->pair[i] = place_of(&c->w, ex_sin(s, first_arg(s, x)));
    }
}

/* ---- curves ---- */

/* Coefficient k of sum_i u_i e_i, for the entries `at` of all fields. */
static uint64_t steered(const struct series *c, const ex *e, size_t stride, size_t k)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < c->r; i++)
        if (e[i * stride] != c->s->zero)
            sum =
                modular_add(c->p, sum, folded(c, &c->u[i * ORDER], series_of(c, e[i * stride]), k));
    return sum;
}

/* x, all nodes, and Z up to t^order, along a curve with new controls. */
static bool follow(struct series *c, size_t order, uint64_t *A)
{
    const size_t n = c->n;
    for (size_t i = 0; i < c->r * ORDER; i++)
        c->u[i] = draw(c);
    memset(c->Z, 0, n * n * ORDER * sizeof *c->Z);
    for (size_t a = 0; a < n; a++)
        c->Z[(a * n + a) * ORDER] = 1;
    for (size_t k = 0; k < order; k++) {
        for (size_t i = 0; i < c->w.n && k > 0; i++) {
            const uint64_t term = term_of(c, i, k);
            if (term == EX_NO_RESIDUE)
                return false;
            c->at[i * ORDER + k] = term;
        }
        if (k + 1 == order)
            break;
        for (size_t a = 0; a < n; a++)
            series_of(c, c->q[a])[k + 1] =
                modular_mul(c->p, steered(c, &c->field[a], n, k), c->over[k + 1]);
        for (size_t ab = 0; ab < n * n; ab++)
            A[ab * ORDER + k] = steered(c, &c->slope[ab], n * n, k);
        for (size_t a = 0; a < n; a++)
            for (size_t b = 0; b < n; b++) {
                uint64_t sum = 0;
                for (size_t d = 0; d < n; d++)
                    sum = modular_add(
                        c->p, sum,
                        folded(c, &c->Z[(a * n + d) * ORDER], &A[(d * n + b) * ORDER], k));
                c->Z[(a * n + b) * ORDER + k + 1] =
                    modular_sub(c->p, 0, modular_mul(c->p, sum, c->over[k + 1]));
            }
    }
    return true;
}

/* ---- ranks ---- */

/* Rows in echelon form, by the order at which each was found. */
struct echelon {
    uint64_t p, *row;
    size_t n, rank, *pivot, *order;
};

/* Appends a vector, unless it is a combination of the rows; destroys v. */
static void add_vector(struct echelon *e, uint64_t *v, size_t order)
{
    const uint64_t p = e->p;
    for (size_t i = 0; i < e->rank; i++) {
        const uint64_t f = v[e->pivot[i]];
        for (size_t j = 0; j < e->n && f; j++)
            v[j] = modular_sub(p, v[j], modular_mul(p, f, e->row[i * e->n + j]));
    }
    size_t at = 0;
    while (at < e->n && v[at] == 0)
        at++;
    if (at == e->n)
        return;
    const uint64_t over = modular_div(p, 1, v[at]);
    for (size_t j = 0; j < e->n; j++)
        e->row[e->rank * e->n + j] = modular_mul(p, v[j], over);
    e->pivot[e->rank] = at;
    e->order[e->rank++] = order;
}

/* Coefficient k of Z f_j */
static void pulled_back(const struct series *c, size_t j, size_t k, uint64_t *v)
{
    for (size_t a = 0; a < c->n; a++) {
        v[a] = 0;
        for (size_t b = 0; b < c->n; b++)
            if (c->field[j * c->n + b] != c->s->zero)
                v[a] = modular_add(c->p, v[a],
                                   folded(c, &c->Z[(a * c->n + b) * ORDER],
                                          series_of(c, c->field[j * c->n + b]), k));
    }
}

/* Low orders first: those from other curves, then those from this one. */
static void add_curve(const struct series *c, struct echelon *e, size_t order, uint64_t *old)
{
    uint64_t v[LARGEST] = {0};
    size_t orders[LARGEST];
    const size_t n = e->n, known = e->rank;
    memcpy(old, e->row, known * n * sizeof *old);
    memcpy(orders, e->order, known * sizeof *orders);
    e->rank = 0;
    for (size_t k = 0, i = 0; k < order; k++) {
        for (; i < known && orders[i] == k; i++)
            add_vector(e, &old[i * n], k);
        for (size_t j = 0; j < c->r; j++) {
            pulled_back(c, j, k, v);
            add_vector(e, v, k);
        }
    }
}

static size_t ranks_by_order(const struct echelon *e, size_t order, size_t *rank)
{
    size_t steps = 0;
    for (size_t k = 0; k < order; k++) {
        size_t found = 0;
        while (found < e->rank && e->order[found] <= k)
            found++;
        if (steps && rank[steps - 1] == found)
            return steps;
        rank[steps++] = found;
        if (found == e->n)
            return steps;
    }
    return 0; /* it may go on */
}

size_t ex_bracket_ranks(struct store *s, const ex *field, size_t r, const ex *q, size_t n,
                        size_t most, size_t *rank, bool *proved)
{
    const size_t order = most < ORDER ? most : ORDER;
    if (n == 0 || n > LARGEST || r == 0 || r > n)
        return 0;
    const bool calm = s->error[0] == 0;
    const struct mem_mark mark = mem_mark(s->mem);
    struct series c = {.s = s, .q = q, .n = n, .r = r};
    struct echelon e = {.n = n};
    size_t steps = 0, quiet = 0;
    c.field = mem_take_array(s->mem, r * n + 1, sizeof *c.field);
    c.slope = mem_take_array(s->mem, r * n * n + 1, sizeof *c.slope);
    c.u = mem_take_array(s->mem, r * ORDER, sizeof *c.u);
    c.Z = mem_take_array(s->mem, n * n * ORDER, sizeof *c.Z);
    e.row = mem_take_array(s->mem, (n + 1) * n, sizeof *e.row);
    e.pivot = mem_take_array(s->mem, n + 1, sizeof *e.pivot);
    e.order = mem_take_array(s->mem, n + 1, sizeof *e.order);
    uint64_t *A = mem_take_array(s->mem, n * n * ORDER, sizeof *A);
    uint64_t *old_rows = mem_take_array(s->mem, n * n + 1, sizeof *old_rows);
    memcpy(c.field, field, r * n * sizeof *field);
    for (size_t i = 0; i < r; i++)
        ex_jacobian(s, &field[i * n], n, q, n, &c.slope[i * n * n]);
    find_nodes(&c);
    bool good = s->error[0] == 0 && c.w.n <= MOST_NODES && draw_point(&c, proved);
    if (good)
        find_pairs(&c);
    e.p = c.p;
    for (size_t i = 0; i < CURVES && good && quiet < PATIENCE; i++) {
        size_t before[ORDER], now[ORDER];
        const size_t old = ranks_by_order(&e, order, before);
        good = follow(&c, order, A);
        if (good)
            add_curve(&c, &e, order, old_rows);
        steps = ranks_by_order(&e, order, now);
        quiet = steps == old && memcmp(before, now, steps * sizeof *now) == 0 ? quiet + 1 : 0;
        memcpy(rank, now, steps * sizeof *now);
    }
    walk_end(s);
    ex_forgive(s, calm);
    mem_release(s->mem, mark);
    return good && quiet == PATIENCE ? steps : 0;
}
