/* expr/exact/translate.c -- a ring for expressions, and the expressions as its fractions. */
#include "ring.h"

#include "kernels.h"

enum { GENERATORS = 200 };

struct reading {
    struct ring *r;
    struct kernels of;
    slong *circle_gen, *hyper_gen; /* of a basis element: sin or sinh, then cos or cosh; or exp */
    slong *root_gen;
    struct frac *at;             /* of each node */
    struct frac *circle, *hyper; /* for each argument: cos and sin, cosh and sinh */
};

/* ---- generators ---- */

static void add_gen(struct ring *r, enum gen_kind kind, ex e, slong partner)
{
    if (r->n == GENERATORS || !e)
        deep_give_up();
    r->gen[r->n++] = (struct gen){.kind = kind, .e = e, .partner = partner};
}

/* sin and cos of an angle, or sinh and cosh. */
static void add_pair(struct ring *r, ex angle, bool circle)
{
    struct store *s = r->s;
    const slong odd = r->n;
    add_gen(r, circle ? GEN_SIN : GEN_SINH, ex_make(s, circle ? EX_sin : EX_sinh, &angle, 1),
            odd + 1);
    add_gen(r, circle ? GEN_COS : GEN_COSH, ex_make(s, circle ? EX_cos : EX_cosh, &angle, 1), odd);
    r->gen[odd].angle = r->gen[odd + 1].angle = angle;
}

static void make_generators(struct reading *k)
{
    struct ring *r = k->r;
    struct store *s = r->s;
    const struct kernels *of = &k->of;
    r->gen = mem_take_array(s->mem, GENERATORS, sizeof *r->gen);
    k->circle_gen = mem_take_array(s->mem, of->circle.rank + 1, sizeof *k->circle_gen);
    k->hyper_gen = mem_take_array(s->mem, of->hyper.rank + 1, sizeof *k->hyper_gen);
    k->root_gen = mem_take_array(s->mem, of->roots + 1, sizeof *k->root_gen);
    for (size_t i = 0; i < of->frees; i++)
        add_gen(r, GEN_FREE, of->free[i], 0);
    for (size_t j = 0; j < of->circle.rank; j++) {
        k->circle_gen[j] = r->n;
        add_pair(r, of->circle.basis[j], true);
    }
    for (size_t j = 0; j < of->hyper.rank; j++) {
        const ex b = of->hyper.basis[j];
        k->hyper_gen[j] = r->n;
        if (of->is_exp[j]) {
            add_gen(r, GEN_FREE, exponential(s, b), 0);
            r->gen[r->n - 1].exponent = b;
            continue;
        }
        add_pair(r, b, false);
    }
    for (size_t i = 0; i < of->roots; i++) {
        const struct root *root = &of->root[i];
        k->root_gen[i] = r->n;
        add_gen(r, GEN_ROOT,
                root->size ? ex_make(s, EX_abs, &root->base, 1)
                           : ex_pow(s, root->base, ex_rat(s, 1, root->q)),
                0);
        r->gen[r->n - 1].q = (ulong)root->q;
    }
    if (r->n == 0) /* the library needs one generator */
        add_gen(r, GEN_FREE, s->one, 0);
    fmpz_mpoly_ctx_init(r->ctx, r->n, ORD_LEX);
}

/* ---- sums of arguments ---- */

/* (c, s) *= (c1, s1) as cos and sin of a sum, or cosh and sinh. */
static void turn_by(struct ring *r, struct frac cs[2], const struct frac by[2], bool circle)
{
    struct frac cc, ss, sc, cs_, out[2];
    frac_mul(r, &cc, &cs[0], &by[0]);
    frac_mul(r, &ss, &cs[1], &by[1]);
    frac_mul(r, &sc, &cs[1], &by[0]);
    frac_mul(r, &cs_, &cs[0], &by[1]);
    if (circle)
        fmpz_mpoly_neg(&ss.num, &ss.num, r->ctx);
    const struct frac *even[] = {&cc, &ss}, *odd[] = {&sc, &cs_};
    frac_sum(r, &out[0], even, 2);
    frac_sum(r, &out[1], odd, 2);
    cs[0] = out[0];
    cs[1] = out[1];
}

/* cosh and sinh from exp: (E + 1/E) / 2, (E - 1/E) / 2. */
static void halves_of(struct ring *r, struct frac cs[2], slong gen)
{
    struct frac e, over, minus, half;
    frac_gen(r, &e, gen);
    frac_power(r, &over, &e, -1);
    frac_copy(r, &minus, &over);
    fmpz_mpoly_neg(&minus.num, &minus.num, r->ctx);
    const struct frac *sum[] = {&e, &over}, *difference[] = {&e, &minus};
    struct frac t;
    frac_number(r, &half, (struct rat){1, 2});
    frac_sum(r, &t, sum, 2);
    frac_mul(r, &cs[0], &t, &half);
    frac_sum(r, &t, difference, 2);
    frac_mul(r, &cs[1], &t, &half);
}

/* cos and sin (circle), or cosh and sinh, of every argument, from those of the basis. */
static struct frac *of_arguments(struct reading *k, const struct lattice *l, const slong *gen,
                                 bool circle)
{
    struct ring *r = k->r;
    struct frac *out = mem_take_array(r->s->mem, 2 * l->args + 1, sizeof *out);
    for (size_t i = 0; i < l->args; i++) {
        struct frac *cs = &out[2 * i];
        frac_int(r, &cs[0], 1);
        frac_int(r, &cs[1], 0);
        for (size_t j = 0; j < l->rank; j++) {
            int64_t times = l->via[i * l->rank + j];
            if (times == 0)
                continue;
            struct frac by[2];
            if (!circle && k->of.is_exp[j]) {
                halves_of(r, by, gen[j]);
            } else {
                frac_gen(r, &by[0], gen[j] + 1);
                frac_gen(r, &by[1], gen[j]);
            }
            if (times < 0)
                fmpz_mpoly_neg(&by[1].num, &by[1].num, r->ctx);
            for (times = times < 0 ? -times : times; times > 0; times--)
                turn_by(r, cs, by, circle);
        }
    }
    return out;
}

/* exp of an argument: all its basis elements are exponentials. */
static void exponential_of(struct reading *k, struct frac *out, size_t row)
{
    struct ring *r = k->r;
    const struct lattice *l = &k->of.hyper;
    frac_int(r, out, 1);
    for (size_t j = 0; j < l->rank; j++) {
        struct frac e, p, t;
        if (l->via[row * l->rank + j] == 0)
            continue;
        frac_gen(r, &e, k->hyper_gen[j]);
        frac_power(r, &p, &e, l->via[row * l->rank + j]);
        frac_mul(r, &t, out, &p);
        *out = t;
    }
}

/* ---- nodes ---- */

static void product(struct reading *k, struct frac *out, ex x)
{
    struct ring *r = k->r;
    frac_int(r, out, 1);
    for (size_t i = 0; i < node_at(r->s, x)->n; i++) {
        struct frac t;
        frac_mul(r, &t, out, &k->at[place_of(&k->of.w, words_at(r->s, x)[i])]);
        *out = t;
    }
}

static void sum(struct reading *k, struct frac *out, ex x)
{
    struct ring *r = k->r;
    const size_t n = node_at(r->s, x)->n;
    const struct frac **term = mem_take_array(r->s->mem, n + 1, sizeof *term);
    for (size_t i = 0; i < n; i++)
        term[i] = &k->at[place_of(&k->of.w, words_at(r->s, x)[i])];
    frac_sum(r, out, term, n);
}

static void root_power(struct reading *k, struct frac *out, size_t root, int64_t num, int64_t den)
{
    const struct root *of = &k->of.root[root];
    const bool turned = of->inverse != NO_ROOT;
    const size_t kernel = turned ? of->inverse : root;
    struct frac g;
    frac_gen(k->r, &g, k->root_gen[kernel]);
    frac_power(k->r, out, &g, (turned ? -num : num) * (k->of.root[kernel].q / den));
}

static void know_radicand(struct reading *k, size_t root, const struct frac *radicand)
{
    struct gen *g = &k->r->gen[k->root_gen[root]];
    if (g->known)
        return;
    frac_copy(k->r, &g->radicand, radicand);
    g->known = true;
}

static void root_of_number(struct reading *k, struct frac *out, ex x)
{
    struct ring *r = k->r;
    struct store *s = r->s;
    const ex base = first_arg(s, x);
    struct frac p, t, n;
    int64_t a = 0, b = 1, num = 0, den = 1;
    ex_is_rat(s, words_at(s, x)[1], &num, &den);
    if (!ex_is_rat(s, base, &a, &b) || a <= 0) {
        const size_t root = kernels_root(&k->of, base, false);
        frac_number(r, &n, rat_of(s, base));
        know_radicand(k, root, &n);
        root_power(k, out, root, num, den);
        return;
    }
    frac_int(r, out, 1);
    for (int below = 0; below < 2; below++)
        for (uint64_t rest = (uint64_t)(below ? b : a), q; rest > 1; rest /= q) {
            q = kernels_prime(rest);
            const size_t root = kernels_root(&k->of, ex_int(s, (int64_t)q), false);
            frac_number(r, &n, (struct rat){(int64_t)q, 1});
            know_radicand(k, root, &n);
            root_power(k, &p, root, below ? -num : num, den);
            frac_mul(r, &t, out, &p);
            *out = t;
        }
}

static void turn(struct reading *k, struct frac *out, ex x, size_t row)
{
    frac_copy(k->r, out, &k->circle[2 * row + (op_of(k->r->s, x) == EX_sin)]);
}

static void growth(struct reading *k, struct frac *out, ex x, size_t row)
{
    struct store *s = k->r->s;
    if (op_of(s, x) == EX_exp) {
        exponential_of(k, out, row);
    } else if (op_of(s, x) == EX_pow) {
        struct frac rest, whole;
        exponential_of(k, &rest, row);
        frac_power(k->r, &whole, &k->at[place_of(&k->of.w, first_arg(s, x))], kernels_whole(s, x));
        frac_mul(k->r, out, &rest, &whole);
    } else {
        frac_copy(k->r, out, &k->hyper[2 * row + (op_of(s, x) == EX_sinh)]);
    }
}

static void translate(struct reading *k, size_t i)
{
    struct ring *r = k->r;
    struct store *s = r->s;
    const ex x = k->of.w.at[i];
    struct frac *out = &k->at[i], square;
    int64_t num = 0, den = 1;
    const struct frac *inner = is_leaf(op_of(s, x)) || node_at(s, x)->n == 0
                                   ? NULL
                                   : &k->at[place_of(&k->of.w, first_arg(s, x))];
    switch (k->of.role[i]) {
    case SKIP:
        break;
    case NUMBER:
        frac_number(r, out, rat_of(s, x));
        break;
    case SUM:
        sum(k, out, x);
        break;
    case PRODUCT:
        product(k, out, x);
        break;
    case POWER:
        ex_is_int(s, words_at(s, x)[1], &num);
        frac_power(r, out, inner, num);
        break;
    case ROOT:
        ex_is_rat(s, words_at(s, x)[1], &num, &den);
        know_radicand(k, k->of.index[i], inner);
        root_power(k, out, k->of.index[i], num, den);
        break;
    case NUMBER_ROOT:
        root_of_number(k, out, x);
        break;
    case SIZE:
        frac_power(r, &square, inner, 2);
        know_radicand(k, k->of.index[i], &square);
        root_power(k, out, k->of.index[i], 1, 2);
        break;
    case TURN:
        turn(k, out, x, k->of.index[i]);
        break;
    case GROWTH:
        growth(k, out, x, k->of.index[i]);
        break;
    case FREE:
        frac_gen(r, out, (slong)k->of.index[i]);
        break;
    }
}

bool ring_has_roots(const struct ring *r)
{
    for (slong g = 0; g < r->n; g++)
        if (r->gen[g].kind == GEN_ROOT)
            return true;
    return false;
}

struct ring *ring_for(struct store *s, const ex *e, size_t m, bool keep_roots, struct frac *out)
{
    struct ring *r = mem_take(s->mem, sizeof *r);
    *r = (struct ring){.s = s, .keep_roots = keep_roots};
    struct reading k = {.r = r, .of = kernels_of(s, e, m)};
    if (k.of.too_many)
        deep_give_up();
    make_generators(&k);
    k.circle = of_arguments(&k, &k.of.circle, k.circle_gen, true);
    k.hyper = of_arguments(&k, &k.of.hyper, k.hyper_gen, false);
    k.at = mem_take_array(s->mem, k.of.w.n + 1, sizeof *k.at);
    for (size_t i = 0; i < k.of.w.n; i++)
        translate(&k, i);
    for (size_t j = 0; j < m; j++)
        out[j] = k.at[place_of(&k.of.w, e[j])];
    walk_end(s);
    return r;
}
