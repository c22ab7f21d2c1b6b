/* gen/code/lower_pairs.c -- lowering pass: common pairs of operands of sums and products.
 *
 * Operands of a product or sum may be combined in any order. The pair that occurs in most lists of
 * operands becomes a node and replaces the two operands; then the next pair, until none occurs
 * twice. All factors of parameters only are one operand: they become one constant.
 */
#include "gen/code/lowering.h"

#include <string.h>

enum {
    LONGEST = 64,  /* most operands of a list; longer lists stay as they are */
    POWER = 4,     /* highest power that is a product of equal factors */
    MOST = 200000, /* most pairs, to bound the time */
};

/* Operands of a node, by number; in sums 2 number, or 2 number + 1 where it is subtracted. */
struct list {
    ex node;
    uint32_t *at;
    size_t n;
    ex *fixed;
    size_t fixeds;
};
/* Two operands, the first with the smaller number; in sums the first is added. */
struct pair {
    uint32_t a, b;
    uint32_t count; /* number of lists that contain it */
};
struct pairing {
    struct lowering *lo;
    struct store *s;
    struct mem *mem;
    bool sums;
    struct list *list;
    size_t lists;
    struct memo number; /* 1 + number of an operand, by handle */
    struct memo known;  /* image of an operand, by 1 + its number */
    struct memo place;  /* 1 + place in `list` of a node, by handle */
    ex *operand;        /* its handle, or that of its negative; EX_POISON: it is a pair, */
    struct pair *made;  /* which is this one; count: it is the negative */
    size_t operands, cap;
    struct pair *pair; /* hash table */
    uint32_t *used;    /* slots, in the order in which they were filled */
    size_t slots, pairs;
};

/* ---- operands ---- */

static uint32_t add_operand(struct pairing *g, ex e, struct pair made)
{
    if (g->operands == g->cap) {
        const size_t cap = 2 * g->cap + 64;
        ex *operand = mem_take_array(g->mem, cap, sizeof *operand);
        struct pair *more = mem_take_array(g->mem, cap, sizeof *more);
        if (g->operands) {
            memcpy(operand, g->operand, g->operands * sizeof *operand);
            memcpy(more, g->made, g->operands * sizeof *more);
        }
        g->operand = operand;
        g->made = more;
        g->cap = cap;
    }
    g->operand[g->operands] = e;
    g->made[g->operands] = made;
    return (uint32_t)g->operands++;
}

/* Number of the operand e; `there` is its form in the expression, e or -e. */
static uint32_t operand_of(struct pairing *g, ex e, ex there)
{
    uint32_t known = sym_memo_get(&g->number, e);
    if (!known) {
        known = add_operand(g, there, (struct pair){.count = e != there}) + 1;
        sym_memo_set(&g->number, e, known);
    }
    return known - 1;
}

/* Replaces -e' by e'; the sign of a numeric factor counts as that of the product. */
static bool strip_minus(struct store *s, ex *e)
{
    if (ex_op(s, *e) != EX_mul || !ex_is_number(s, ex_arg(s, *e, 0)) ||
        ex_number(s, ex_arg(s, *e, 0)) > 0)
        return false;
    *e = ex_neg(s, *e);
    return true;
}

static void put_factor(struct pairing *g, struct list *l, ex e)
{
    int64_t k = 1;
    ex base = e;
    if (alg_is_fixed(&g->lo->fixed, e)) {
        l->fixed[l->fixeds++] = e;
        return;
    }
    if (ex_op(g->s, e) == EX_pow && ex_is_int(g->s, ex_arg(g->s, e, 1), &k) && k > 1 && k <= POWER)
        base = ex_arg(g->s, e, 0);
    else
        k = 1;
    for (int64_t i = 0; i < k; i++)
        l->at[l->n++] = 2 * operand_of(g, base, base);
}

static void put_term(struct pairing *g, struct list *l, ex e)
{
    if (alg_is_fixed(&g->lo->fixed, e)) {
        l->fixed[l->fixeds++] = e;
        return;
    }
    const ex there = e;
    const bool minus = strip_minus(g->s, &e);
    l->at[l->n++] = 2 * operand_of(g, e, there) + minus;
}

/* Joins the fixed factors of a product into one, which may be shared like any other; its sign and
 * plain numbers stay outside. */
static void gather_fixed(struct pairing *g, struct list *l)
{
    struct store *s = g->s;
    if (g->sums || !l->fixeds)
        return;
    ex all = ex_mul(s, l->fixed, l->fixeds);
    l->fixeds = 0;
    if (strip_minus(s, &all))
        l->fixed[l->fixeds++] = ex_int(s, -1);
    if (ex_is_number(s, all))
        l->fixed[l->fixeds++] = all;
    else
        l->at[l->n++] = 2 * operand_of(g, all, all);
}

/* The operands of a node; false: it is neither a sum nor a product. */
static bool open_list(struct pairing *g, ex e, struct list *l)
{
    struct store *s = g->s;
    const size_t n = ex_count_args(s, e);
    size_t room = POWER;
    for (size_t i = 0; i < n; i++)
        room += POWER * (1 + ex_count_args(s, ex_arg(s, e, i)));
    *l = (struct list){e, mem_take_array(g->mem, room + 1, sizeof *l->at), 0,
                       mem_take_array(g->mem, room + 1, sizeof *l->fixed), 0};
    if (g->sums) {
        for (size_t i = 0; i < n; i++)
            put_term(g, l, ex_arg(s, e, i));
    } else if (ex_op(s, e) == EX_pow) {
        put_factor(g, l, e);
    } else {
        for (size_t i = 0; i < n; i++) {
            const ex arg = ex_arg(s, e, i); /* number * rest is one product */
            const bool nested = ex_op(s, arg) == EX_mul;
            for (size_t k = 0; k < (nested ? ex_count_args(s, arg) : 1); k++)
                put_factor(g, l, nested ? ex_arg(s, arg, k) : arg);
        }
    }
    gather_fixed(g, l);
    return l->n >= 2 && l->n <= LONGEST;
}

/* ---- pairs ---- */

static struct pair *find(struct pairing *g, uint32_t x, uint32_t y)
{
    struct pair p = {x <= y ? x : y, x <= y ? y : x, 0};
    if (g->sums && (p.a & 1)) { /* -(a - b) = b - a */
        p.a ^= 1;
        p.b ^= 1;
    }
    const uint64_t h = (((uint64_t)p.a << 32) | p.b) * 0x9E3779B97F4A7C15U;
    size_t k = (size_t)(h >> 24) & (g->slots - 1);
    while ((g->pair[k].a || g->pair[k].b) && (g->pair[k].a != p.a || g->pair[k].b != p.b))
        k = (k + 1) & (g->slots - 1);
    if (!g->pair[k].a && !g->pair[k].b) {
        g->pair[k] = p;
        g->used[g->pairs++] = (uint32_t)k;
    }
    return &g->pair[k];
}

/* Adds `by` to the counts of the pairs of a list; a pair counts once in a list. */
static void count_pairs(struct pairing *g, const struct list *l, int by)
{
    uint32_t value[LONGEST], times[LONGEST];
    size_t n = 0;
    for (size_t i = 0, k; i < l->n; i++) {
        for (k = 0; k < n && value[k] != l->at[i]; k++)
            ;
        times[k] = k < n ? times[k] + 1 : 1;
        value[k] = l->at[i];
        n += k == n;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = times[i] > 1 && !g->sums ? i : i + 1; j < n; j++)
            find(g, value[i], value[j])->count += (uint32_t)by;
}

static bool is_before(const struct pair *p, const struct pair *q)
{
    return p->count != q->count ? p->count > q->count : p->a != q->a ? p->a < q->a : p->b < q->b;
}

static const struct pair *most_shared(const struct pairing *g)
{
    const struct pair *best = NULL;
    for (size_t i = 0; i < g->pairs; i++) {
        const struct pair *p = &g->pair[g->used[i]];
        if (p->count > 1 && (!best || is_before(p, best)))
            best = p;
    }
    return best;
}

/* Removes x and y from the list if it contains both. */
static bool take(struct list *l, uint32_t x, uint32_t y)
{
    size_t i = 0, j = 0;
    while (i < l->n && l->at[i] != x)
        i++;
    for (j = x == y ? i + 1 : 0; j < l->n && l->at[j] != y;)
        j++;
    if (i >= l->n || j >= l->n)
        return false;
    const size_t low = i < j ? i : j, high = i < j ? j : i;
    memmove(&l->at[high], &l->at[high + 1], (l->n - high - 1) * sizeof *l->at);
    memmove(&l->at[low], &l->at[low + 1], (l->n - low - 2) * sizeof *l->at);
    l->n -= 2;
    return true;
}

/* Replaces every occurrence of a pair; in sums also with the opposite sign. */
static bool replace(struct list *l, const struct pair *p, uint32_t by, bool sums)
{
    bool some = false;
    while (take(l, p->a, p->b)) {
        l->at[l->n++] = 2 * by;
        some = true;
    }
    while (sums && take(l, p->a ^ 1, p->b ^ 1)) {
        l->at[l->n++] = 2 * by + 1;
        some = true;
    }
    return some;
}

static bool has_both(const struct list *l, const struct pair *p, bool sums)
{
    struct list copy = *l;
    uint32_t at[LONGEST];
    memcpy(at, l->at, l->n * sizeof *at);
    copy.at = at;
    return take(&copy, p->a, p->b) || (sums && take(&copy, p->a ^ 1, p->b ^ 1));
}

static void pair_up(struct pairing *g)
{
    size_t all = 0;
    for (size_t i = 0; i < g->lists; i++)
        all += g->list[i].n * g->list[i].n;
    if (all > MOST)
        return;
    g->slots = 256;
    while (g->slots < 4 * all)
        g->slots *= 2;
    g->pair = mem_take_array(g->mem, g->slots, sizeof *g->pair);
    g->used = mem_take_array(g->mem, g->slots, sizeof *g->used);
    memset(g->pair, 0, g->slots * sizeof *g->pair);
    for (size_t i = 0; i < g->lists; i++)
        count_pairs(g, &g->list[i], 1);
    for (const struct pair *best; (best = most_shared(g)) && 2 * g->pairs < g->slots;) {
        const struct pair p = *best;
        const uint32_t made = add_operand(g, EX_POISON, p);
        for (size_t i = 0; i < g->lists; i++) {
            struct list *l = &g->list[i];
            if (!has_both(l, &p, g->sums))
                continue;
            count_pairs(g, l, -1);
            replace(l, &p, made, g->sums);
            count_pairs(g, l, 1);
        }
        find(g, p.a, p.b)->count = 0;
    }
}

/* ---- rebuilding ---- */

/* The expression of an operand. The operands of a pair have smaller numbers and are built first. */
static ex built(struct pairing *g, uint32_t literal, const struct ex_rewriting *r)
{
    struct store *s = g->s;
    uint32_t stack[2 * LONGEST];
    size_t n = 0;
    stack[n++] = literal >> 1;
    while (n) {
        const uint32_t i = stack[n - 1], a = g->made[i].a >> 1, b = g->made[i].b >> 1;
        ex e = sym_memo_get(&g->known, i + 1);
        if (!e && g->operand[i]) {
            e = ex_image(r, g->operand[i]);
            e = e ? e : g->operand[i]; /* joined fixed factors */
            e = g->made[i].count ? ex_neg(s, e) : e;
        } else if (!e && !sym_memo_get(&g->known, a + 1)) {
            stack[n++] = a;
            continue;
        } else if (!e && !sym_memo_get(&g->known, b + 1)) {
            stack[n++] = b;
            continue;
        } else if (!e) {
            const ex x = sym_memo_get(&g->known, a + 1), y = sym_memo_get(&g->known, b + 1);
            const ex right = g->made[i].b & 1 ? ex_neg(s, y) : y;
            e = ex_hold(s, g->sums ? ex_add2(s, x, right) : ex_mul2(s, x, right));
        }
        sym_memo_set(&g->known, i + 1, e);
        n--;
    }
    const ex e = sym_memo_get(&g->known, (literal >> 1) + 1);
    return literal & 1 ? ex_neg(s, e) : e;
}

static bool is_wanted(struct pairing *g, ex e)
{
    int64_t k = 0;
    const enum ex_op op = ex_op(g->s, e);
    if (alg_is_fixed(&g->lo->fixed, e))
        return false;
    if (g->sums)
        return op == EX_add;
    return op == EX_mul ||
           (op == EX_pow && ex_is_int(g->s, ex_arg(g->s, e, 1), &k) && k > 1 && k <= POWER);
}

/* Is it used only in products that split it into factors? */
static bool is_inner(struct pairing *g, const struct memo *uses, ex e)
{
    return !g->sums && sym_memo_get(uses, e) == 1;
}

/* 1: used only in products, which split it into factors. */
static struct memo find_uses(struct pairing *g, struct ex_list node, const ex *e, size_t n)
{
    struct memo uses = {.mem = g->mem};
    for (size_t i = 0; i < node.n; i++) {
        const bool product = ex_op(g->s, node.at[i]) == EX_mul;
        for (size_t k = 0; k < ex_count_args(g->s, node.at[i]); k++) {
            const ex arg = ex_arg(g->s, node.at[i], k);
            const bool inner = product && is_wanted(g, arg);
            sym_memo_set(&uses, arg, inner && sym_memo_get(&uses, arg) < 2 ? 1 : 2);
        }
    }
    for (size_t j = 0; j < n; j++)
        sym_memo_set(&uses, e[j], 2);
    return uses;
}

static ex built_list(struct pairing *g, const struct list *l, const struct ex_rewriting *r)
{
    const size_t n = l->n + l->fixeds;
    ex *args = mem_take_array(g->mem, n + 1, sizeof *args);
    for (size_t k = 0; k < l->n; k++)
        args[k] = built(g, l->at[k], r);
    for (size_t k = 0; k < l->fixeds; k++)
        args[l->n + k] = l->fixed[k];
    return g->sums ? ex_add(g->s, args, n) : ex_mul(g->s, args, n);
}

/* Where its operands were paired, it is made of pairs. */
static ex paired(void *context, const struct ex_rewriting *r, ex node)
{
    struct pairing *g = context;
    const uint32_t at = sym_memo_get(&g->place, node);
    if (at)
        return built_list(g, &g->list[at - 1], r);
    return alg_is_fixed(&g->lo->fixed, node) ? node : ex_over_images(r, node);
}

void code_pair_operands(struct lowering *lo, bool sums, const ex *e, size_t n, ex *out)
{
    struct pairing g = {.lo = lo, .s = lo->s, .mem = lo->mem, .sums = sums};
    g.number = g.known = g.place = (struct memo){.mem = lo->mem};
    const struct ex_list node = ex_reach(lo->s, e, n);
    const struct memo uses = find_uses(&g, node, e, n);
    add_operand(&g, EX_POISON,
                (struct pair){0}); /* operand 0 is unused: the pair (0, 0) means empty */
    g.list = mem_take_array(lo->mem, node.n + 1, sizeof *g.list);
    for (size_t i = 0; i < node.n; i++)
        if (is_wanted(&g, node.at[i]) && !is_inner(&g, &uses, node.at[i]) &&
            open_list(&g, node.at[i], &g.list[g.lists]))
            sym_memo_set(&g.place, node.at[i], (uint32_t)++g.lists);
    pair_up(&g);
    ex_rewrite(lo->s, e, n, (struct ex_rule){paired, &g}, out);
}
