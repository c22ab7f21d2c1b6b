/* expr/exact/range.c -- interval arithmetic between two MPFR numbers, rounded outward. */
#include "ball.h"
#include "deep.h"

#include <string.h>

enum found { FOUND, LOST, NOWHERE }; /* LOST: unknown; NOWHERE: there is no value */

struct work {
    struct ball_range r; /* result of a rule */
    struct ball_range zero;
    mpfr_t t;
    int missing; /* corners without a value */
};

struct row {
    enum found (*rule)(struct work *w, const struct row *f, const struct ball_range *a,
                       const struct ball_range *b);
    int (*one)(mpfr_ptr out, mpfr_srcptr a, mpfr_rnd_t round);
    int (*two)(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b, mpfr_rnd_t round);
};

static void set_range(struct ball_range *r, int lo, int hi)
{
    mpfr_set_inf(r->lo, lo);
    mpfr_set_inf(r->hi, hi);
}

static bool has_zero(const struct ball_range *r)
{
    return mpfr_sgn(r->lo) <= 0 && mpfr_sgn(r->hi) >= 0;
}

static bool is_point(const struct ball_range *r)
{
    return mpfr_equal_p(r->lo, r->hi);
}

/* Stretches w->r to f(a, b). MPFR rounds correctly: next above the lower bound is the upper one. */
static void include(struct work *w, const struct row *f, mpfr_srcptr a, mpfr_srcptr b)
{
    int inexact = f->one ? f->one(w->t, a, MPFR_RNDD) : f->two(w->t, a, b, MPFR_RNDD);
    w->missing += mpfr_nan_p(w->t) != 0;
    if (mpfr_less_p(w->t, w->r.lo))
        mpfr_set(w->r.lo, w->t, MPFR_RNDD);
    if (inexact)
        mpfr_nextabove(w->t);
    if (mpfr_greater_p(w->t, w->r.hi))
        mpfr_set(w->r.hi, w->t, MPFR_RNDU);
}

/* For f that is monotonic in each argument: the ends are at corners. */
static enum found over_rises(struct work *w, const struct row *f, const struct ball_range *a,
                             const struct ball_range *b)
{
    mpfr_srcptr as[2] = {a->lo, a->hi}, bs[2] = {b->lo, b->hi};
    int n = is_point(a) ? 1 : 2, m = f->one || is_point(b) ? 1 : 2;
    set_range(&w->r, 1, -1);
    w->missing = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            include(w, f, as[i], bs[j]);
    if (w->missing == n * m && !has_zero(a))
        return NOWHERE;
    return w->missing ? LOST : FOUND;
}

/* For f that also has an end at zero. */
static enum found over_bowl(struct work *w, const struct row *f, const struct ball_range *a,
                            const struct ball_range *b)
{
    enum found found = over_rises(w, f, a, b);
    if (has_zero(a))
        include(w, f, w->zero.lo, b->lo);
    return found;
}

/* sin and cos are in -1 to 1 and change no faster than their argument. */
static enum found over_wave(struct work *w, const struct row *f, const struct ball_range *a,
                            const struct ball_range *b)
{
    if (!mpfr_zero_p(a->lo) && mpfr_get_exp(a->lo) > mpfr_get_prec(a->lo)) {
        set_range(&w->r, -1, 1); /* the argument is too large for its digits */
    } else {
        set_range(&w->r, 1, -1);
        include(w, f, a->lo, b->lo);
        mpfr_sub(w->t, a->hi, a->lo, MPFR_RNDU);
        mpfr_sub(w->r.lo, w->r.lo, w->t, MPFR_RNDD);
        mpfr_add(w->r.hi, w->r.hi, w->t, MPFR_RNDU);
    }
    if (mpfr_cmp_si(w->r.lo, -1) < 0)
        mpfr_set_si(w->r.lo, -1, MPFR_RNDD);
    if (mpfr_cmp_si(w->r.hi, 1) > 0)
        mpfr_set_si(w->r.hi, 1, MPFR_RNDU);
    return FOUND;
}

/* Rises between its poles. */
static enum found over_tangent(struct work *w, const struct row *f, const struct ball_range *a,
                               const struct ball_range *b)
{
    static const struct row cosine = {.one = mpfr_cos};
    over_wave(w, &cosine, a, b);
    return has_zero(&w->r) ? LOST : over_rises(w, f, a, b);
}

/* Away from the cut. */
static enum found over_angle(struct work *w, const struct row *f, const struct ball_range *a,
                             const struct ball_range *b)
{
    return has_zero(a) && mpfr_sgn(b->lo) <= 0 ? LOST : over_rises(w, f, a, b);
}

static enum found over_power(struct work *w, const struct row *f, const struct ball_range *a,
                             const struct ball_range *b)
{
    if (has_zero(a) && mpfr_sgn(b->lo) <= 0)
        return LOST;
    if (is_point(b) && mpfr_integer_p(b->lo))
        return over_bowl(w, f, a, b); /* for odd ones zero is inside anyway */
    if (mpfr_sgn(a->lo) >= 0)
        return over_rises(w, f, a, b);
    mpfr_floor(w->t, b->hi); /* negative numbers have integer powers only */
    return mpfr_sgn(a->hi) < 0 && mpfr_less_p(w->t, b->lo) ? NOWHERE : LOST;
}

static enum found over_circle(struct work *w, const struct row *f, const struct ball_range *a,
                              const struct ball_range *b)
{
    (void)f, (void)a, (void)b;
    mpfr_const_pi(w->r.lo, MPFR_RNDD);
    mpfr_const_pi(w->r.hi, MPFR_RNDU);
    return FOUND;
}

/* Further words of the column `range`, and a name that MPFR lacks. */
#define over_none NULL
#define over_sum over_rises
#define over_product over_rises
#define over_same over_rises
#define mpfr_hold mpfr_set

/* One row becomes one element, with MPFR's function of its name. */
static const struct row rows[EX_OPS] = {
#define LEAF(name, args) .one = NULL
#define SUGAR(name, args) .one = NULL
#define CONST(name, args) .one = NULL
#define FOLD(name, args) .two = mpfr_##name
#define PAIR(name, args) .two = mpfr_##name
#define CALL(name, args) TAKES_##args(name)
#define TAKES_1(name) .one = mpfr_##name
#define TAKES_2(name) .two = mpfr_##name
#define OP(name, text, kind, args, bind, sym, at0, undo, canon, value, mod, da, db, series, range, \
           ...)                                                                                    \
    [EX_##name] = {.rule = over_##range, kind(name, args)},
#include "../ops.h"
#undef OP
};

/* By decimal digits, since the words of a number are private to rat.c. */
static void range_of_number(struct store *s, ex e, struct ball_range *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct mem_text digits = mem_text(s->mem);
    struct rat r = rat_of(s, e);
    mem_put(&digits, rat_sign(s, r) < 0 ? "-" : "");
    rat_put(s, r, false, &digits);
    mem_put_char(&digits, '/');
    rat_put(s, r, true, &digits);
    mpq_t q;
    mpq_init(q);
    mpq_set_str(q, digits.text, 10);
    mpfr_set_q(out->lo, q, MPFR_RNDD);
    mpfr_set_q(out->hi, q, MPFR_RNDU);
    mpq_clear(q);
    mem_release(s->mem, mark);
}

static void apply(struct work *w, enum ex_op op, struct ball_range *out, const struct ball_range *a,
                  const struct ball_range *b)
{
    enum found found = rows[op].rule ? FOUND : LOST;
    if (mpfr_nan_p(a->lo) || mpfr_nan_p(b->lo))
        found = NOWHERE;
    else if (mpfr_inf_p(a->lo) || mpfr_inf_p(b->lo))
        found = LOST;
    if (found == FOUND)
        found = rows[op].rule(w, &rows[op], a, b);
    if (found == FOUND && mpfr_number_p(w->r.lo) && mpfr_number_p(w->r.hi)) {
        mpfr_swap(out->lo, w->r.lo);
        mpfr_swap(out->hi, w->r.hi);
    } else if (found == NOWHERE) {
        mpfr_set_nan(out->lo);
        mpfr_set_nan(out->hi);
    } else {
        set_range(out, -1, 1);
    }
}

struct ball_sheet {
    struct store *s;
    struct walk nodes;
    struct work w;
    struct ball_range *at; /* of the nodes */
    bool *moves;           /* nodes that depend on the arguments; NULL: ranges, no points */
    size_t known;          /* nodes that have had a value */
};
struct errand {
    struct ball_sheet *c;
    const ex *x;
    const struct ball *v;
    size_t n;
};

static void range_of_node(struct ball_sheet *c, ex e, struct ball_range *out)
{
    enum ex_op op = op_of(c->s, e);
    if (op == EX_num) {
        range_of_number(c->s, e, out);
        return;
    }
    const ex *args = words_at(c->s, e);
    size_t n = node_at(c->s, e)->n;
    const struct ball_range *a = n ? &c->at[place_of(&c->nodes, args[0])] : &c->w.zero;
    if (n < 2)
        apply(&c->w, op, out, a, a);
    for (size_t i = 1; i < n; i++, a = out)
        apply(&c->w, op, out, a, &c->at[place_of(&c->nodes, args[i])]);
}

static void range_of_symbol(const struct ball *v, struct ball_range *out)
{
    mpfr_set_d(out->lo, v->mid, MPFR_RNDD);
    mpfr_set_d(out->hi, v->mid, MPFR_RNDU);
    mpfr_sub_d(out->lo, out->lo, v->rad, MPFR_RNDD);
    mpfr_add_d(out->hi, out->hi, v->rad, MPFR_RNDU);
    if (mpfr_inf_p(out->lo) || mpfr_inf_p(out->hi))
        set_range(out, -1, 1);
}

/* ---- sheets ---- */

struct ball_range *ball_on_sheet(const struct ball_sheet *c, ex e)
{
    return layer_has(c->nodes.place, e) ? &c->at[place_of(&c->nodes, e)] : NULL;
}

/* Operations stay fast. */
static void limit_exponents(void)
{
    enum { LARGEST = 1 << 30 }; /* exponent of two */
    mpfr_set_emin(-LARGEST);
    mpfr_set_emax(LARGEST);
}

void ball_fill_sheet(struct ball_sheet *c, size_t n)
{
    const uint64_t each = (uint64_t)mpfr_get_prec(c->w.t) / 16 + 1; /* an operation at both ends */
    limit_exponents();
    for (size_t i = 0; i < n; i++)
        if (op_of(c->s, c->nodes.at[i]) != EX_sym && op_of(c->s, c->nodes.at[i]) != EX_none) {
            deep_work(each);
            range_of_node(c, c->nodes.at[i], &c->at[i]);
        }
}

static void sweep(void *context)
{
    const struct errand *k = context;
    for (size_t i = 0; i < k->n; i++) {
        struct ball_range *at = ball_on_sheet(k->c, k->x[i]);
        if (at)
            range_of_symbol(&k->v[i], at);
    }
    ball_fill_sheet(k->c, k->c->nodes.n);
}

void ball_make_number(struct mem *m, mpfr_ptr x, int kind, mpfr_prec_t bits)
{
    void *digits = mem_take(m, mpfr_custom_get_size(bits));
    mpfr_custom_init(digits, bits);
    mpfr_custom_init_set(x, kind, 0, bits, digits);
}

static void make_range(struct mem *m, struct ball_range *r, int kind, mpfr_prec_t bits)
{
    ball_make_number(m, r->lo, kind, bits);
    ball_make_number(m, r->hi, kind, bits);
}

struct ball_sheet *ball_open_sheet(struct store *s, struct ex_list nodes, mpfr_prec_t bits)
{
    const size_t most = (size_t)1 << 28; /* bits in all: seconds, and hundreds of megabytes */
    if (nodes.n > most / (size_t)bits)
        return NULL;
    struct ball_sheet *c = mem_take(s->mem, sizeof *c);
    *c = (struct ball_sheet){.s = s};
    c->nodes = walk_begin(s, nodes.at, nodes.n); /* the same list again, with places */
    c->at = mem_take_array(s->mem, nodes.n, sizeof *c->at);
    for (size_t i = 0; i < nodes.n; i++)
        make_range(s->mem, &c->at[i], MPFR_NAN_KIND, bits);
    make_range(s->mem, &c->w.r, MPFR_NAN_KIND, bits);
    make_range(s->mem, &c->w.zero, MPFR_ZERO_KIND, bits);
    ball_make_number(s->mem, c->w.t, MPFR_NAN_KIND, bits);
    return c;
}

/* ---- points ---- */

mpfr_ptr ball_point_on_sheet(const struct ball_sheet *c, ex e)
{
    struct ball_range *at = ball_on_sheet(c, e);
    return at ? at->lo : NULL;
}

static void point_of_node(struct ball_sheet *c, ex e, mpfr_ptr out)
{
    const struct row *f = &rows[op_of(c->s, e)];
    const ex *args = words_at(c->s, e);
    const size_t n = node_at(c->s, e)->n;
    mpfr_srcptr a = c->at[place_of(&c->nodes, args[0])].lo;
    if (f->one)
        f->one(out, a, MPFR_RNDN);
    else if (!f->two || n < 2)
        mpfr_set_nan(out);
    for (size_t i = 1; i < n && f->two; i++, a = out)
        f->two(out, a, c->at[place_of(&c->nodes, args[i])].lo, MPFR_RNDN);
}

/* The middle of a range, without bounds. */
static void make_point(struct ball_range *r)
{
    const bool number = mpfr_number_p(r->lo) && mpfr_number_p(r->hi);
    mpfr_add(r->lo, r->lo, r->hi, MPFR_RNDN);
    mpfr_div_2ui(r->lo, r->lo, 1, MPFR_RNDN);
    if (!number)
        mpfr_set_nan(r->lo);
    mpfr_set(r->hi, r->lo, MPFR_RNDN);
}

void ball_fill_points(struct ball_sheet *c, size_t n)
{
    const uint64_t each = (uint64_t)mpfr_get_prec(c->w.t) / 128 + 1;
    limit_exponents();
    for (size_t i = 0; i < n; i++) {
        const ex e = c->nodes.at[i];
        if (op_of(c->s, e) == EX_sym || op_of(c->s, e) == EX_none || (!c->moves[i] && i < c->known))
            continue;
        deep_work(each);
        if (c->moves[i]) {
            point_of_node(c, e, c->at[i].lo);
        } else {
            range_of_node(c, e, &c->at[i]);
            make_point(&c->at[i]);
        }
    }
    c->known = n > c->known ? n : c->known;
}

struct ball_sheet *ball_open_points(struct store *s, struct ex_list nodes, const ex *x, size_t n,
                                    mpfr_prec_t bits)
{
    struct ball_sheet *c = ball_open_sheet(s, nodes, bits);
    if (!c)
        return NULL;
    c->moves = mem_take_array(s->mem, nodes.n, sizeof *c->moves);
    memset(c->moves, 0, nodes.n * sizeof *c->moves);
    for (size_t i = 0; i < n; i++)
        if (layer_has(c->nodes.place, x[i]))
            c->moves[place_of(&c->nodes, x[i])] = true;
    for (size_t i = 0; i < nodes.n; i++) {
        const ex e = c->nodes.at[i];
        const ex *args = words_at(s, e);
        for (size_t k = 0; !is_leaf(op_of(s, e)) && k < node_at(s, e)->n; k++)
            c->moves[i] |= c->moves[place_of(&c->nodes, args[k])];
    }
    return c;
}

/* ---- ranges ---- */

void ball_close_sheet(struct ball_sheet *c)
{
    walk_end(c->s);
}

struct ball_range *ball_eval_precise(struct store *s, struct ex_list nodes, const ex *x,
                                     const struct ball *v, size_t n, mpfr_prec_t bits)
{
    struct ball_sheet *c = ball_open_sheet(s, nodes, bits);
    if (!c)
        return NULL;
    struct errand k = {c, x, v, n};
    const enum deep_end end = deep_run(s, sweep, &k, UINT64_MAX);
    ball_close_sheet(c);
    return end == DEEP_DONE ? c->at : NULL;
}
