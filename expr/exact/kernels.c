/* expr/exact/kernels.c -- kernels of given expressions. */
#include "kernels.h"

#include <string.h>

struct finding {
    struct kernels k;
    uint32_t *depth;   /* nesting of roots, for each node */
    ex *turn, *growth; /* arguments of sin and cos; of exp, sinh and cosh */
    size_t turns, growths;
};

/* ---- roles ---- */

/* The number among the terms of an exponent, or 0. */
static ex number_in(const struct store *s, ex exponent)
{
    const size_t n = op_of(s, exponent) == EX_add ? node_at(s, exponent)->n : 0;
    for (size_t i = 0; i < n; i++)
        if (op_of(s, words_at(s, exponent)[i]) == EX_num)
            return words_at(s, exponent)[i];
    return s->zero;
}

int64_t kernels_whole(const struct store *s, ex power)
{
    int64_t k = 0;
    ex_is_int(s, number_in(s, words_at(s, power)[1]), &k);
    return k;
}

static bool is_growth(const struct store *s, ex power)
{
    int64_t k;
    return op_of(s, first_arg(s, power)) != EX_num &&
           ex_is_int(s, number_in(s, words_at(s, power)[1]), &k);
}

static ex argument_of(struct store *s, ex x)
{
    if (op_of(s, x) != EX_pow)
        return first_arg(s, x);
    const ex base = first_arg(s, x), exponent = words_at(s, x)[1];
    const ex rest = ex_sub(s, exponent, number_in(s, exponent));
    return ex_spread(s, ex_mul2(s, rest, ex_make(s, EX_log, &base, 1)));
}

static enum role role_of_power(const struct store *s, ex e)
{
    const ex exponent = words_at(s, e)[1];
    int64_t k, num, den;
    if (ex_is_int(s, exponent, &k))
        return POWER;
    if (!ex_is_number(s, exponent))
        return is_growth(s, e) ? GROWTH : FREE;
    if (!ex_is_rat(s, exponent, &num, &den))
        return FREE;
    return op_of(s, first_arg(s, e)) == EX_num ? NUMBER_ROOT : ROOT;
}

static enum role role_of(const struct store *s, ex e)
{
    switch (op_of(s, e)) {
    case EX_num:
        return NUMBER;
    case EX_add:
        return SUM;
    case EX_mul:
        return PRODUCT;
    case EX_pow:
        return role_of_power(s, e);
    case EX_abs:
        return SIZE;
    case EX_sin:
    case EX_cos:
        return TURN;
    case EX_exp:
    case EX_sinh:
    case EX_cosh:
        return GROWTH;
    default:
        return FREE;
    }
}

/* Parents before children: operands of a needed node are needed too, but not arguments. */
static void find_roles(struct kernels *k, const ex *e, size_t m)
{
    struct store *s = k->s;
    k->role = mem_take_array(s->mem, k->w.n + 1, sizeof *k->role);
    for (size_t i = 0; i < k->w.n; i++)
        k->role[i] = SKIP;
    for (size_t j = 0; j < m; j++)
        k->role[place_of(&k->w, e[j])] = role_of(s, e[j]);
    for (size_t i = k->w.n; i-- > 0;) {
        const ex x = k->w.at[i];
        const enum role role = k->role[i];
        const bool first = role == POWER || role == ROOT || role == SIZE ||
                           (role == GROWTH && op_of(s, x) == EX_pow);
        const size_t n = role == SUM || role == PRODUCT ? node_at(s, x)->n : first;
        for (size_t a = 0; a < n; a++) {
            const ex arg = words_at(s, x)[a];
            k->role[place_of(&k->w, arg)] = role_of(s, arg);
        }
    }
}

static void find_depths(struct finding *f)
{
    struct kernels *k = &f->k;
    struct store *s = k->s;
    f->depth = mem_take_array(s->mem, k->w.n + 1, sizeof *f->depth);
    for (size_t i = 0; i < k->w.n; i++) {
        const ex x = k->w.at[i];
        const size_t n = is_leaf(op_of(s, x)) ? 0 : node_at(s, x)->n;
        uint32_t deepest = 0;
        for (size_t a = 0; a < n; a++) {
            const uint32_t d = f->depth[place_of(&k->w, words_at(s, x)[a])];
            deepest = d > deepest ? d : deepest;
        }
        f->depth[i] = deepest + (k->role[i] == ROOT || k->role[i] == SIZE);
    }
}

/* ---- generators ---- */

static int64_t common_divisor(int64_t a, int64_t b) /* of positive numbers */
{
    while (b) {
        const int64_t t = a % b;
        a = b;
        b = t;
    }
    return a > 0 ? a : 1;
}

/* Root i must give q-th roots too. */
static void raise_order(struct kernels *k, size_t i, int64_t q)
{
    struct root *root = &k->root[i];
    root->q *= q / common_divisor(root->q, q);
    k->too_many |= root->q > HIGHEST;
    root->q = root->q > HIGHEST ? 1 : root->q;
}

static void want_root(struct kernels *k, ex base, bool size, int64_t q, uint32_t depth)
{
    for (size_t i = 0; i < k->roots; i++)
        if (k->root[i].base == base && k->root[i].size == size) {
            raise_order(k, i, q);
            return;
        }
    if (k->roots == ROOTS || q > HIGHEST) {
        k->too_many = true;
        return;
    }
    k->root[k->roots++] = (struct root){base, size, NO_ROOT, q, depth};
}

uint64_t kernels_prime(uint64_t n)
{
    enum { TRIALS = 100000 };
    for (uint64_t p = 2; p < TRIALS && p * p <= n; p++)
        if (n % p == 0)
            return p;
    return n;
}

static void want_number_root(struct kernels *k, ex e, int64_t q)
{
    struct store *s = k->s;
    int64_t num, den;
    if (!ex_is_rat(s, first_arg(s, e), &num, &den) || num <= 0) {
        want_root(k, first_arg(s, e), false, q, 0);
        return;
    }
    for (int below = 0; below < 2; below++)
        for (uint64_t n = (uint64_t)(below ? den : num), p; n > 1; n /= p) {
            p = kernels_prime(n);
            want_root(k, ex_int(s, (int64_t)p), false, q, 0);
        }
}

static void collect(struct finding *f)
{
    struct kernels *k = &f->k;
    struct store *s = k->s;
    k->free = mem_take_array(s->mem, k->w.n + 1, sizeof *k->free);
    k->argument = mem_take_array(s->mem, k->w.n + 1, sizeof *k->argument);
    f->turn = mem_take_array(s->mem, k->w.n + 1, sizeof *f->turn);
    f->growth = mem_take_array(s->mem, k->w.n + 1, sizeof *f->growth);
    k->root = mem_take_array(s->mem, ROOTS, sizeof *k->root);
    for (size_t i = 0; i < k->w.n; i++) {
        const ex x = k->w.at[i];
        int64_t num = 0, den = 1;
        switch (k->role[i]) {
        case FREE:
            k->free[k->frees++] = x;
            break;
        case TURN:
            f->turn[f->turns++] = k->argument[i] = argument_of(s, x);
            break;
        case GROWTH:
            f->growth[f->growths++] = k->argument[i] = argument_of(s, x);
            k->too_many |= !k->argument[i];
            break;
        case SIZE:
            want_root(k, first_arg(s, x), true, 2, f->depth[i]);
            break;
        case ROOT:
        case NUMBER_ROOT:
            ex_is_rat(s, words_at(s, x)[1], &num, &den);
            if (k->role[i] == ROOT)
                want_root(k, first_arg(s, x), false, den, f->depth[i]);
            else
                want_number_root(k, x, den);
            break;
        default:
            break;
        }
    }
}

/* Inner roots first, then by structure: an order that does not depend on the form. */
static void sort_roots(struct kernels *k)
{
    for (size_t i = 1; i < k->roots; i++)
        for (size_t j = i; j > 0; j--) {
            struct root *a = &k->root[j - 1], *b = &k->root[j], t = *a;
            const int order = a->depth != b->depth ? (a->depth > b->depth ? 1 : -1)
                                                   : ex_cmp(k->s, a->base, b->base);
            if (order < 0 || (order == 0 && a->size <= b->size))
                break;
            *a = *b;
            *b = t;
        }
}

/* sqrt(x/y) and sqrt(y/x), where both occur. */
static void pair_reciprocals(struct kernels *k)
{
    for (size_t i = 1; i < k->roots; i++) {
        struct root *a = &k->root[i];
        const ex over =
            a->size || op_of(k->s, a->base) == EX_num ? EX_POISON : ex_powi(k->s, a->base, -1);
        for (size_t j = 0; j < i && over && a->inverse == NO_ROOT; j++) {
            struct root *b = &k->root[j];
            if (b->base != over || b->size)
                continue;
            a->inverse = j;
            raise_order(k, j, a->q);
        }
    }
}

/* Have two sums a term in common, but for its factor? */
static bool share_term(const struct store *s, ex a, ex b)
{
    for (size_t i = 0; i < terms_of(s, a); i++)
        for (size_t j = 0; j < terms_of(s, b); j++) {
            struct rat c;
            if (ex_split(s, term_at(s, a, i), &c) == ex_split(s, term_at(s, b, j), &c))
                return true;
        }
    return false;
}

/* The choice of exponentials must not depend on the basis: all related elements get exp, too. */
static void spread_exponentials(struct kernels *k)
{
    const struct lattice *l = &k->hyper;
    bool more = true;
    while (more) {
        more = false;
        for (size_t i = 0; i < l->rank; i++)
            for (size_t j = 0; j < l->rank; j++)
                if (k->is_exp[i] && !k->is_exp[j] && share_term(k->s, l->basis[i], l->basis[j]))
                    k->is_exp[j] = more = true;
    }
}

/* exp(x) replaces sinh and cosh where any exponential with x occurs. */
static void find_exponentials(struct kernels *k)
{
    struct store *s = k->s;
    const struct lattice *l = &k->hyper;
    k->is_exp = mem_take_array(s->mem, l->rank + 1, sizeof *k->is_exp);
    memset(k->is_exp, 0, l->rank * sizeof *k->is_exp);
    for (size_t i = 0; i < k->w.n; i++) {
        const enum ex_op op = op_of(s, k->w.at[i]);
        if (k->role[i] != GROWTH || (op != EX_exp && op != EX_pow))
            continue;
        const size_t row = lattice_find(s, l, k->argument[i]);
        for (size_t j = 0; j < l->rank; j++)
            k->is_exp[j] |= l->via[row * l->rank + j] != 0;
    }
    spread_exponentials(k);
}

size_t kernels_root(const struct kernels *k, ex base, bool size)
{
    size_t i = 0;
    while (k->root[i].base != base || k->root[i].size != size)
        i++;
    return i;
}

static void find_indices(struct kernels *k)
{
    struct store *s = k->s;
    k->index = mem_take_array(s->mem, k->w.n + 1, sizeof *k->index);
    for (size_t i = 0; i < k->frees; i++)
        k->index[place_of(&k->w, k->free[i])] = (uint32_t)i;
    for (size_t i = 0; i < k->w.n; i++) {
        const ex x = k->w.at[i];
        const enum role role = k->role[i];
        if (role == TURN || role == GROWTH)
            k->index[i] =
                (uint32_t)lattice_find(s, role == TURN ? &k->circle : &k->hyper, k->argument[i]);
        else if (role == ROOT || role == SIZE)
            k->index[i] = (uint32_t)kernels_root(k, first_arg(s, x), role == SIZE);
    }
}

struct kernels kernels_of(struct store *s, const ex *e, size_t m)
{
    struct finding f = {.k = {.s = s, .w = walk_begin(s, e, m)}};
    struct kernels *k = &f.k;
    find_roles(k, e, m);
    find_depths(&f);
    collect(&f);
    sort_roots(k);
    pair_reciprocals(k);
    ex_sort(s, k->free, k->frees);
    if (k->too_many)
        return *k;
    k->circle = lattice_of(s, f.turn, f.turns);
    k->hyper = lattice_of(s, f.growth, f.growths);
    k->too_many |= k->circle.too_many || k->hyper.too_many;
    if (!k->too_many) {
        find_exponentials(k);
        find_indices(k);
    }
    return *k;
}
