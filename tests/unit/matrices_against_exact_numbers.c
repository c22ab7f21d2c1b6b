/* tests/unit/matrices_against_exact_numbers.c -- inverses, null spaces, ranks and determinants,
 * against exact numbers.
 *
 * At a point where every angle has a rational sine and cosine and all other symbols are rational, a
 * matrix has rational entries, and its inverse, rank and determinant are computed exactly. Points
 * are random, or from a few numbers where pivots often vanish.
 */
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 12, ANGLES = 4, PARAMETERS = 5, SYMBOLS = ANGLES + PARAMETERS };

/* ---- exact values ---- */

/* Values of symbols: for an angle x, cos(x/2) and sin(x/2), for others the value. */
struct point {
    ex symbol[SYMBOLS];
    uint64_t seed; /* of the symbols that are not among these */
    mpq_t value[SYMBOLS], sine[ANGLES];
};

static void point_open(struct point *p)
{
    for (int i = 0; i < SYMBOLS; i++)
        mpq_init(p->value[i]);
    for (int i = 0; i < ANGLES; i++)
        mpq_init(p->sine[i]);
}

static void point_close(struct point *p)
{
    for (int i = 0; i < SYMBOLS; i++)
        mpq_clear(p->value[i]);
    for (int i = 0; i < ANGLES; i++)
        mpq_clear(p->sine[i]);
}

static void point_symbols(struct point *p, struct store *s)
{
    static const char *const names[SYMBOLS] = {"u", "v", "w", "th", "a", "b", "c", "m", "l"};
    for (int i = 0; i < SYMBOLS; i++)
        p->symbol[i] = ex_sym(s, names[i],
                              i < ANGLES                  ? EX_ANGLE
                              : strchr("ml", names[i][0]) ? EX_POSITIVE
                                                          : 0);
}

/* `special`: from numbers where pivots often vanish; otherwise so large that none does. */
static void point_draw(struct point *p, struct store *s, struct rng *rng, bool special)
{
    static const int few[] = {0, 1, 1, -1, 2};
    p->seed = rng_next(rng);
    for (int i = 0; i < SYMBOLS; i++) {
        long value = special ? few[rng_below(rng, COUNT(few))] : 99 + (long)rng_below(rng, 1 << 24);
        if (ex_assumed(s, p->symbol[i]) & EX_POSITIVE)
            value = labs(value) + 1;
        mpq_set_si(p->value[i], value, 1);
    }
    mpq_t square, one;
    mpq_inits(square, one, NULL);
    mpq_set_ui(one, 1, 1);
    for (int i = 0; i < ANGLES; i++) { /* t becomes (1 - t^2)/(1 + t^2) and 2 t/(1 + t^2) */
        mpq_mul(square, p->value[i], p->value[i]);
        mpq_add(p->sine[i], p->value[i], p->value[i]);
        mpq_sub(p->value[i], one, square);
        mpq_add(square, one, square);
        mpq_div(p->sine[i], p->sine[i], square);
        mpq_div(p->value[i], p->value[i], square);
    }
    mpq_clears(square, one, NULL);
}

/* Values by handle, of the nodes computed so far. */
struct exact {
    mpq_t *at;
    size_t cap;
};

static void exact_close(struct exact *x)
{
    for (size_t i = 0; i < x->cap; i++)
        mpq_clear(x->at[i]);
    free(x->at);
}

static void exact_room(struct exact *x, size_t need)
{
    if (need <= x->cap)
        return;
    x->at = realloc(x->at, 2 * need * sizeof *x->at);
    REQUIRE(x->at, "no memory");
    for (size_t i = x->cap; i < 2 * need; i++)
        mpq_init(x->at[i]);
    x->cap = 2 * need;
}

/* (c, s) becomes (c, s) (a, b)^n, all on the circle. */
static void turn(mpq_t c, mpq_t s, mpq_srcptr a, mpq_srcptr b, int64_t n)
{
    mpq_t next, part;
    mpq_inits(next, part, NULL);
    for (int64_t i = 0; i < labs(n); i++) {
        mpq_mul(next, c, a);
        mpq_mul(part, s, b);
        (n > 0 ? mpq_sub : mpq_add)(next, next, part);
        mpq_mul(s, s, a);
        mpq_mul(part, c, b);
        (n > 0 ? mpq_add : mpq_sub)(s, s, part);
        mpq_set(c, next);
    }
    mpq_clears(next, part, NULL);
}

/* Cosine and sine of a sum of halves of angles. */
static void circle(const struct point *p, struct store *s, ex argument, mpq_t c, mpq_t sine)
{
    ex rest = argument;
    mpq_set_ui(c, 1, 1);
    mpq_set_ui(sine, 0, 1);
    for (int i = 0; i < ANGLES; i++) {
        ex factor = ex_diff(s, argument, p->symbol[i]), twice = ex_mul2(s, ex_int(s, 2), factor);
        int64_t n = 0;
        REQUIRE(ex_is_int(s, twice, &n), "no half of an angle: %s", ex_show(s, argument, EX_TEXT));
        turn(c, sine, p->value[i], p->sine[i], n);
        rest = ex_sub(s, rest, ex_mul2(s, factor, p->symbol[i]));
    }
    REQUIRE(ex_expand(s, rest) == ex_int(s, 0), "no angle: %s", ex_show(s, argument, EX_TEXT));
}

static bool exact_circle(struct exact *x, const struct point *p, struct store *s, ex e)
{
    mpq_t c, sine;
    mpq_inits(c, sine, NULL);
    enum ex_op op = ex_op(s, e);
    circle(p, s, ex_arg(s, e, 0), c, sine);
    bool fine = op != EX_tan || mpq_sgn(c) != 0;
    if (op == EX_tan && fine)
        mpq_div(sine, sine, c);
    mpq_set(x->at[e], op == EX_cos ? c : sine);
    mpq_clears(c, sine, NULL);
    return fine;
}

static bool exact_power(struct exact *x, struct store *s, ex e)
{
    int64_t k;
    REQUIRE(ex_is_int(s, ex_arg(s, e, 1), &k), "a root: %s", ex_show(s, e, EX_TEXT));
    mpq_srcptr base = x->at[ex_arg(s, e, 0)];
    if (mpq_sgn(base) == 0 && k < 0)
        return false;
    mpz_pow_ui(mpq_numref(x->at[e]), mpq_numref(base), (unsigned long)labs(k));
    mpz_pow_ui(mpq_denref(x->at[e]), mpq_denref(base), (unsigned long)labs(k));
    if (k < 0)
        mpq_inv(x->at[e], x->at[e]);
    return true;
}

static void exact_symbol(struct exact *x, const struct point *p, struct store *s, ex e)
{
    int i = ANGLES;
    while (i < SYMBOLS && p->symbol[i] != e)
        i++;
    if (i < SYMBOLS) {
        mpq_set(x->at[e], p->value[i]);
        return;
    }
    struct rng rng = {p->seed};
    for (const char *c = ex_name(s, e); *c; c++)
        rng.state = rng_next(&rng) + (unsigned char)*c;
    mpq_set_si(x->at[e], 1 + (long)rng_below(&rng, 997), 1);
}

/* False: it has no value at the point. */
static bool exact_node(struct exact *x, const struct point *p, struct store *s, ex e)
{
    size_t n = ex_count_args(s, e);
    switch (ex_op(s, e)) {
    case EX_num:
        mp_number_q(s, e, x->at[e]);
        return true;
    case EX_sym:
        exact_symbol(x, p, s, e);
        return true;
    case EX_add:
    case EX_mul:
        mpq_set(x->at[e], x->at[ex_arg(s, e, 0)]);
        for (size_t i = 1; i < n; i++)
            (ex_op(s, e) == EX_add ? mpq_add : mpq_mul)(x->at[e], x->at[e], x->at[ex_arg(s, e, i)]);
        return true;
    case EX_pow:
        return exact_power(x, s, e);
    case EX_hold:
        mpq_set(x->at[e], x->at[ex_arg(s, e, 0)]);
        return true;
    case EX_sin:
    case EX_cos:
    case EX_tan:
        return exact_circle(x, p, s, e);
    default:
        REQUIRE(false, "what is this doing here: %s", ex_show(s, e, EX_TEXT));
        return false;
    }
}

static bool exact_eval(struct exact *x, const struct point *p, struct store *s, const ex *e,
                       size_t m)
{
    struct ex_list all = ex_reach(s, e, m);
    ex top = 0;
    for (size_t i = 0; i < all.n; i++)
        top = all.at[i] > top ? all.at[i] : top;
    exact_room(x, (size_t)top + 1);
    bool fine = true;
    for (size_t i = 0; fine && i < all.n; i++)
        fine = exact_node(x, p, s, all.at[i]);
    return fine;
}

/* Rank of a matrix of numbers, and its determinant when it is square. */
static size_t exact_rank(const struct exact *x, const ex *a, size_t rows, size_t cols, mpq_t det)
{
    mpq_t at[MOST][MOST], f;
    mpq_init(f);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++) {
            mpq_init(at[i][j]);
            mpq_set(at[i][j], x->at[a[i * cols + j]]);
        }
    size_t rank = 0;
    mpq_set_ui(det, 1, 1);
    for (size_t j = 0; j < cols && rank < rows; j++) {
        size_t i = rank;
        while (i < rows && mpq_sgn(at[i][j]) == 0)
            i++;
        if (i == rows)
            continue;
        for (size_t k = 0; i != rank && k < cols; k++)
            mpq_swap(at[i][k], at[rank][k]);
        if (i != rank)
            mpq_neg(det, det);
        mpq_mul(det, det, at[rank][j]);
        for (i = rank + 1; i < rows; i++) {
            mpq_t by;
            mpq_init(by);
            mpq_div(by, at[i][j], at[rank][j]);
            for (size_t k = j; k < cols; k++) {
                mpq_mul(f, by, at[rank][k]);
                mpq_sub(at[i][k], at[i][k], f);
            }
            mpq_clear(by);
        }
        rank++;
    }
    if (rank < rows)
        mpq_set_ui(det, 0, 1);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            mpq_clear(at[i][j]);
    mpq_clear(f);
    return rank;
}

/* sum_k a[i][k] b[k][j] */
static void exact_product(const struct exact *x, const ex *a, const ex *b, size_t inner,
                          size_t stride, mpq_t out)
{
    mpq_t f;
    mpq_init(f);
    mpq_set_ui(out, 0, 1);
    for (size_t k = 0; k < inner; k++) {
        mpq_mul(f, x->at[a[k]], x->at[b[k * stride]]);
        mpq_add(out, out, f);
    }
    mpq_clear(f);
}

/* ---- random matrices ---- */

struct bench {
    struct exam t;
    struct point p;
    struct exact x;
    size_t points, special; /* numbers of compared points */
};

static void bench_open(struct bench *b, uint64_t seed)
{
    b->t = exam_open(seed);
    point_open(&b->p);
    b->x = (struct exact){0};
    b->points = b->special = 0;
}

static void bench_close(struct bench *b)
{
    exact_close(&b->x);
    point_close(&b->p);
    exam_close(&b->t);
}

static void bench_next(struct bench *b)
{
    exam_next(&b->t);
    point_symbols(&b->p, b->t.lab.s);
}

static ex entry_number(struct bench *b)
{
    int64_t n = (int64_t)rng_below(&b->t.rng, 7) - 3;
    return ex_rat(b->t.lab.s, n, 1 + (int64_t)rng_below(&b->t.rng, 2));
}

static ex entry_parameter(struct bench *b)
{
    return b->p.symbol[ANGLES + rng_below(&b->t.rng, PARAMETERS)];
}

static ex entry_wave(struct bench *b)
{
    struct store *s = b->t.lab.s;
    struct rng *rng = &b->t.rng;
    ex angle = b->p.symbol[rng_below(rng, ANGLES)];
    if (rng_below(rng, 3) == 0)
        angle = ex_sub(s, angle, b->p.symbol[rng_below(rng, ANGLES)]);
    return rng_below(rng, 2) ? ex_sin(s, angle) : ex_cos(s, angle);
}

static ex entry_any(struct bench *b)
{
    static ex (*const kinds[])(struct bench *) = {entry_number, entry_parameter, entry_wave};
    ex e = kinds[rng_below(&b->t.rng, COUNT(kinds))](b);
    ex f = kinds[rng_below(&b->t.rng, COUNT(kinds))](b);
    switch (rng_below(&b->t.rng, 4)) {
    case 0:
        return ex_mul2(b->t.lab.s, e, f);
    case 1:
        return ex_add2(b->t.lab.s, e, f);
    default:
        return e;
    }
}

static void zeros(struct bench *b, size_t n, ex *a)
{
    for (size_t i = 0; i < n * n; i++)
        a[i] = ex_int(b->t.lab.s, 0);
}

/* Entries on the diagonal, so that it can be regular. */
static void diagonal(struct bench *b, size_t n, ex *a)
{
    zeros(b, n, a);
    for (size_t i = 0; i < n; i++)
        do
            a[i * n + i] = entry_any(b);
        while (a[i * n + i] == ex_int(b->t.lab.s, 0));
}

static void sparse(struct bench *b, size_t n, ex *a)
{
    diagonal(b, n, a);
    for (size_t i = 0; i < n; i++) {
        size_t k = rng_below(&b->t.rng, n * n);
        a[k] = entry_any(b);
    }
}

static void dense(struct bench *b, size_t n, ex *a)
{
    for (size_t i = 0; i < n * n; i++)
        a[i] = entry_any(b);
}

/* Like a chain of trailers: each depends on the one before. */
static void chain(struct bench *b, size_t n, ex *a)
{
    zeros(b, n, a);
    for (size_t i = 0; i < n; i++) {
        a[i * n + i] = rng_below(&b->t.rng, 2) ? ex_int(b->t.lab.s, 1) : entry_parameter(b);
        ex p = entry_parameter(b), v = entry_wave(b), w = entry_wave(b);
        if (i > 0)
            a[i * n + i - 1] = ex_mul2(b->t.lab.s, p, v);
        if (i > 1)
            a[i * n + i - 2] = ex_mul2(b->t.lab.s, v, w);
    }
}

/* Rotates pairs of rows, a few times: only sin^2 + cos^2 = 1 simplifies the result. */
static void turned(struct bench *b, size_t n, ex *a)
{
    struct store *s = b->t.lab.s;
    diagonal(b, n, a);
    for (size_t times = 0; times < 3; times++) {
        size_t i = rng_below(&b->t.rng, n), k = i ? i - 1 : n - 1;
        ex angle = b->p.symbol[rng_below(&b->t.rng, ANGLES)], c = ex_cos(s, angle),
           d = ex_sin(s, angle);
        for (size_t j = 0; j < n; j++) {
            ex p = a[i * n + j], q = a[k * n + j];
            a[i * n + j] = ex_sub(s, ex_mul2(s, c, p), ex_mul2(s, d, q));
            a[k * n + j] = ex_add2(s, ex_mul2(s, d, p), ex_mul2(s, c, q));
        }
    }
}

static const struct {
    const char *name;
    void (*make)(struct bench *b, size_t n, ex *a);
    size_t most;
} kinds[] = {{"diagonal", diagonal, MOST}, {"sparse", sparse, MOST}, {"chain", chain, MOST},
             {"turned", turned, MOST},     {"dense", dense, 4},      {"sparse", sparse, 5}};

static void swap_rows(struct bench *b, size_t n, ex *a)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = rng_below(&b->t.rng, i);
        for (size_t j = 0; j < n; j++) {
            ex e = a[(i - 1) * n + j];
            a[(i - 1) * n + j] = a[k * n + j];
            a[k * n + j] = e;
        }
    }
}

/* Replaces one row by a combination of two others. */
static void make_singular(struct bench *b, size_t n, ex *a)
{
    struct store *s = b->t.lab.s;
    size_t i = rng_below(&b->t.rng, n), k = (i + 1) % n, l = (i + n - 1) % n;
    ex f = entry_any(b), g = entry_any(b), angle = b->p.symbol[rng_below(&b->t.rng, ANGLES)];
    ex c = ex_powi(s, ex_cos(s, angle), 2), d = ex_powi(s, ex_sin(s, angle), 2);
    for (size_t j = 0; j < n; j++) {
        ex e = ex_add2(s, ex_mul2(s, f, a[k * n + j]), ex_mul2(s, g, a[l * n + j]));
        a[i * n + j] = ex_add2(s, ex_mul2(s, e, c), ex_mul2(s, e, d));
    }
}

struct matrix {
    size_t n;
    const char *kind;
    ex at[MOST * MOST];
};

static void draw(struct bench *b, struct matrix *a, bool singular)
{
    bench_next(b);
    size_t k = rng_below(&b->t.rng, COUNT(kinds));
    a->kind = kinds[k].name;
    a->n = 2 + rng_below(&b->t.rng, kinds[k].most - 1);
    kinds[k].make(b, a->n, a->at);
    if (singular)
        make_singular(b, a->n, a->at);
    swap_rows(b, a->n, a->at);
}

static const char *show(struct bench *b, const struct matrix *a)
{
    struct mem_text t = mem_text(b->t.lab.m);
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < a->n; j++) {
            mem_put(&t, j ? ", " : "\n");
            ex_put(b->t.lab.s, a->at[i * a->n + j], EX_TEXT, &t);
        }
    return t.text;
}

/* ---- at points ---- */

enum { GENERIC = 2, POINTS = 6 };

/* Message about the first result without a value, and its claimed conditions. */
static const char *culprit(struct bench *b, struct ex_list vanish, const ex *out, size_t count)
{
    struct mem_text t = mem_text(b->t.lab.m);
    size_t i = 0;
    while (i + 1 < count && exact_eval(&b->x, &b->p, b->t.lab.s, &out[i], 1))
        i++;
    mem_put(&t, exam_show(&b->t, out[i]));
    for (size_t k = 0; k < vanish.n; k++) {
        mem_put(&t, k ? ", " : " where only these may vanish: ");
        mem_put(&t, exam_show(&b->t, vanish.at[k]));
    }
    return t.text;
}

/* Moves to the next point of comparison. At random points no condition vanishes, so that the result
 * must have a value. */
static bool stand(struct bench *b, const struct matrix *a, int i, struct ex_list vanish,
                  const ex *out, size_t count)
{
    struct store *s = b->t.lab.s;
    bool special = i >= GENERIC;
    point_draw(&b->p, s, &b->t.rng, special);
    REQUIRE(exact_eval(&b->x, &b->p, s, a->at, a->n * a->n), "a matrix without a value");
    bool nothing_vanishes = true;
    for (size_t k = 0; nothing_vanishes && k < vanish.n; k++) {
        nothing_vanishes =
            exact_eval(&b->x, &b->p, s, &vanish.at[k], 1) && mpq_sgn(b->x.at[vanish.at[k]]) != 0;
        REQUIRE(nothing_vanishes || special, "this may vanish, and it always does: %s, %s:%s",
                exam_show(&b->t, vanish.at[k]), a->kind, show(b, a));
    }
    bool value = nothing_vanishes && exact_eval(&b->x, &b->p, s, out, count);
    REQUIRE(value || !nothing_vanishes, "nothing vanishes, but this has no value: %s, %s:%s",
            culprit(b, vanish, out, count), a->kind, show(b, a));
    b->points += value;
    b->special += value && special;
    return value;
}

/* The rank at most points. */
static size_t true_rank(struct bench *b, const ex *a, size_t rows, size_t cols)
{
    size_t best = 0;
    mpq_t det;
    mpq_init(det);
    for (int i = 0; i < 2; i++) {
        point_draw(&b->p, b->t.lab.s, &b->t.rng, false);
        REQUIRE(exact_eval(&b->x, &b->p, b->t.lab.s, a, rows * cols), "no value");
        size_t rank = exact_rank(&b->x, a, rows, cols, det);
        best = rank > best ? rank : best;
    }
    mpq_clear(det);
    return best;
}

static void check_poison(struct bench *b, const struct matrix *a, const ex *out, size_t count)
{
    REQUIRE(!ex_error(b->t.lab.s), "%s, %s:%s", ex_error(b->t.lab.s), a->kind, show(b, a));
    for (size_t i = 0; i < count; i++)
        REQUIRE(out[i], "poison, %s:%s", a->kind, show(b, a));
}

/* a x = r at the current point; r NULL: the unit matrix. */
static void check_product(struct bench *b, const struct matrix *a, const ex *x, const ex *r,
                          size_t cols)
{
    mpq_t sum;
    mpq_init(sum);
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < cols; j++) {
            exact_product(&b->x, a->at + i * a->n, x + j, a->n, cols, sum);
            REQUIRE(r ? mpq_equal(sum, b->x.at[r[i * cols + j]]) : mpq_cmp_si(sum, i == j, 1) == 0,
                    "not the solution, %s:%s", a->kind, show(b, a));
        }
    mpq_clear(sum);
}

static void check_inverse(struct bench *b, const struct matrix *a)
{
    struct store *s = b->t.lab.s;
    ex out[MOST * MOST] = {EX_POISON};
    struct ex_pivots pivots = {0};
    size_t rank = true_rank(b, a->at, a->n, a->n);
    bool regular = ex_inverse(s, a->at, a->n, out, &pivots);
    REQUIRE(regular == (rank == a->n) && pivots.rank == rank, "rank %zu, not %zu, %s:%s",
            pivots.rank, rank, a->kind, show(b, a));
    REQUIRE(regular || out[0] == EX_POISON, "singular, but the result was touched");
    check_poison(b, a, out, regular ? a->n * a->n : 0);
    for (int i = 0; regular && i < POINTS; i++)
        if (stand(b, a, i, pivots.vanish, out, a->n * a->n))
            check_product(b, a, out, NULL, a->n);
}

typedef bool solver(struct store *s, const ex *a, size_t n, const ex *b, size_t cols, ex *out,
                    struct ex_pivots *pivots);

static bool eliminated(struct store *s, const ex *a, size_t n, const ex *b, size_t cols, ex *out,
                       struct ex_pivots *pivots)
{
    return ex_solve_by(s, EX_ELIMINATE, a, n, b, cols, out, pivots);
}

static bool quickly(struct store *s, const ex *a, size_t n, const ex *b, size_t cols, ex *out,
                    struct ex_pivots *pivots)
{
    return ex_solve_by(s, EX_QUICK, a, n, b, cols, out, pivots);
}

static void check_solve(struct bench *b, const struct matrix *a, solver *solve)
{
    enum { COLS = 2 };
    struct store *s = b->t.lab.s;
    ex out[COLS * MOST] = {EX_POISON}, r[COLS * MOST], both[2 * COLS * MOST];
    struct ex_pivots pivots = {0};
    size_t count = COLS * a->n;
    for (size_t i = 0; i < count; i++)
        r[i] = entry_any(b);
    bool regular = solve(s, a->at, a->n, r, COLS, out, &pivots);
    check_poison(b, a, out, regular ? count : 0);
    memcpy(both, out, count * sizeof *both);
    memcpy(both + count, r, count * sizeof *both);
    for (int i = 0; regular && i < POINTS; i++)
        if (stand(b, a, i, pivots.vanish, both, 2 * count))
            check_product(b, a, out, r, COLS);
}

static void check_det(struct bench *b, const struct matrix *a)
{
    struct store *s = b->t.lab.s;
    mpq_t det;
    mpq_init(det);
    ex d = ex_det(s, a->at, a->n);
    check_poison(b, a, &d, 1);
    for (int i = 0; i < POINTS; i++) {
        point_draw(&b->p, s, &b->t.rng, i >= GENERIC);
        bool value = exact_eval(&b->x, &b->p, s, &d, 1);
        REQUIRE(value || i >= GENERIC, "a determinant without a value");
        REQUIRE(exact_eval(&b->x, &b->p, s, a->at, a->n * a->n), "no value");
        exact_rank(&b->x, a->at, a->n, a->n, det);
        REQUIRE(!value || mpq_equal(det, b->x.at[d]), "not the determinant: %s, %s:%s",
                exam_show(&b->t, d), a->kind, show(b, a));
    }
    mpq_clear(det);
}

/* Checks the null space of the first rows. */
static void check_null_space(struct bench *b, const struct matrix *a, size_t rows)
{
    struct store *s = b->t.lab.s;
    ex out[MOST * MOST];
    struct ex_pivots pivots = {0}, other = {0};
    size_t rank = true_rank(b, a->at, rows, a->n);
    size_t found = ex_null_space(s, a->at, rows, a->n, out, &pivots);
    REQUIRE(found == a->n - rank && pivots.rank == rank, "%zu vectors, rank %zu, not %zu, %s:%s",
            found, pivots.rank, rank, a->kind, show(b, a));
    REQUIRE(ex_rank(s, a->at, rows, a->n, &other) == rank && other.rank == rank,
            "rank %zu, not %zu, %s:%s", other.rank, rank, a->kind, show(b, a));
    check_poison(b, a, out, found * a->n);
    mpq_t sum;
    mpq_init(sum);
    for (int i = 0; i < POINTS; i++) {
        if (stand(b, a, i, other.vanish, NULL, 0))
            REQUIRE(exact_rank(&b->x, a->at, rows, a->n, sum) == rank,
                    "nothing vanishes, but the rank is less, %s:%s", a->kind, show(b, a));
        if (!stand(b, a, i, pivots.vanish, out, found * a->n))
            continue;
        REQUIRE(exact_rank(&b->x, out, found, a->n, sum) == found, "vectors depend, %s:%s", a->kind,
                show(b, a));
        for (size_t k = 0; k < found * rows; k++) {
            const ex *row = a->at + k % rows * a->n, *vector = out + k / rows * a->n;
            exact_product(&b->x, row, vector, a->n, 1, sum);
            REQUIRE(mpq_sgn(sum) == 0, "not in the null space, %s:%s", a->kind, show(b, a));
        }
    }
    mpq_clear(sum);
}

static void random_matrices(uint64_t seed, bool singular)
{
    struct bench b;
    bench_open(&b, seed);
    size_t cases = 10 + test_cases() / 250;
    for (size_t i = 0; i < cases; i++) {
        struct matrix a;
        draw(&b, &a, singular);
        check_inverse(&b, &a);
        check_solve(&b, &a, ex_solve);
        check_solve(&b, &a, eliminated);
        check_solve(&b, &a, quickly);
        check_det(&b, &a);
        check_null_space(&b, &a, singular ? a.n : 1 + rng_below(&b.t.rng, a.n));
    }
    printf("%zu matrices, at %zu points, %zu of them special\n", cases, b.points, b.special);
    bench_close(&b);
}

START_TEST(regular_matrices)
{
    random_matrices(1, false);
}
END_TEST

START_TEST(singular_matrices)
{
    random_matrices(2, true);
}
END_TEST

/* ---- large ---- */

/* Every entry is another symbol: the closed form has 12! terms, that with names some thousand. */
START_TEST(dense_symbols_do_not_swell)
{
    enum { N = MOST, CUBE = N * N * N };
    struct bench b;
    bench_open(&b, 3);
    bench_next(&b);
    struct store *s = b.t.lab.s;
    struct matrix a = {.n = N, .kind = "symbols"};
    for (int i = 0; i < N * N; i++)
        a.at[i] = ex_sym(s, (char[]){(char)('A' + i / N), (char)('a' + i % N), 0}, 0);
    const size_t before = ex_size(s).nodes;
    const uint64_t begun = s->work;
    check_inverse(&b, &a);
    check_solve(&b, &a, ex_solve);
    check_det(&b, &a);
    check_null_space(&b, &a, N - 1);
    size_t nodes = ex_size(s).nodes - before;
    printf("a dense matrix of %d symbols: %zu nodes, %llu words of work\n", N * N, nodes,
           (unsigned long long)(s->work - begun));
    ck_assert_uint_lt(nodes, 60 * CUBE);
    ck_assert_uint_lt(s->work - begun, 4000 * CUBE);
    bench_close(&b);
}
END_TEST

/* ---- small ---- */

START_TEST(inverses_one_knows)
{
    static const struct {
        size_t n;
        const char *a[9], *inverse[9];
    } rows[] = {
        {1, {"x"}, {"1/x"}},
        {2, {"a", "0", "0", "b"}, {"1/a", "0", "0", "1/b"}},
        {2, {"0", "a", "1", "0"}, {"0", "1", "1/a", "0"}},
        {2, {"1", "x", "0", "1"}, {"1", "-x", "0", "1"}},
        {2,
         {"cos(th)", "-sin(th)", "sin(th)", "cos(th)"},
         {"cos(th)", "sin(th)", "-sin(th)", "cos(th)"}},
        {3,
         {"cos(th)", "-sin(th)", "0", "sin(th)", "cos(th)", "0", "0", "0", "1"},
         {"cos(th)", "sin(th)", "0", "-sin(th)", "cos(th)", "0", "0", "0", "1"}},
        {3,
         {"1", "0", "0", "0", "r", "0", "0", "0", "r sin(th)"},
         {"1", "0", "0", "0", "1/r", "0", "0", "0", "1/(r sin(th))"}},
        {3,
         {"1", "0", "-sin(v)", "0", "cos(u)", "cos(v) sin(u)", "0", "-sin(u)", "cos(v) cos(u)"},
         {"1", "sin(u) sin(v)/cos(v)", "cos(u) sin(v)/cos(v)", "0", "cos(u)", "-sin(u)", "0",
          "sin(u)/cos(v)", "cos(u)/cos(v)"}},
    };
    struct lab l = lab_open();
    struct store *s = l.s;
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t count = rows[i].n * rows[i].n;
        ex a[9], inverse[9], out[9], normal[9];
        struct ex_pivots pivots;
        for (size_t k = 0; k < count; k++) {
            a[k] = test_read(s, rows[i].a[k]);
            inverse[k] = test_read(s, rows[i].inverse[k]);
        }
        ck_assert(ex_inverse(s, a, rows[i].n, out, &pivots));
        ck_assert(ex_normal(s, inverse, count, inverse) && ex_normal(s, out, count, normal));
        for (size_t k = 0; k < count; k++) {
            ck_assert_msg(normal[k] == inverse[k], "matrix %zu, entry %zu: %s", i, k,
                          ex_show(s, out[k], EX_TEXT));
            struct ex_cost got = ex_cost(s, &out[k], 1), form = ex_cost(s, &normal[k], 1);
            ck_assert_uint_le(got.adds + got.muls + got.divs + got.calls,
                              form.adds + form.muls + form.divs + form.calls);
        }
    }
    lab_close(&l);
}
END_TEST

START_TEST(products_and_edges)
{
    struct lab l = lab_open();
    struct store *s = l.s;
    ex a[6], t[6], out[9], x = ex_sym(s, "x", 0), zero = ex_int(s, 0), one = ex_int(s, 1);
    static const char *const text[] = {"1", "x", "0", "y", "2", "x y"};
    for (int i = 0; i < 6; i++)
        a[i] = test_read(s, text[i]);
    ex_matrix_transpose(a, 2, 3, t);
    ck_assert(t[0] == a[0] && t[1] == a[3] && t[2] == a[1] && t[3] == a[4] && t[4] == a[2] &&
              t[5] == a[5]);
    ex_matrix_mul(s, a, t, 2, 3, 2, out);
    static const char *const product[] = {"1 + x^2", "y + 2 x", "y + 2 x", "y^2 + 4 + x^2 y^2"};
    for (int i = 0; i < 4; i++)
        ck_assert_msg(out[i] == test_read(s, product[i]), "entry %d: %s", i,
                      ex_show(s, out[i], EX_TEXT));
    struct ex_pivots pivots;
    ck_assert_uint_eq(ex_det(s, &x, 1), x);
    ck_assert_uint_eq(ex_det(s, NULL, 0), one);
    ck_assert_uint_eq(ex_det(s, (ex[]){x, x, x, x}, 2), zero);
    ck_assert_uint_eq(ex_rank(s, &zero, 1, 1, &pivots), 0);
    ck_assert_uint_eq(ex_rank(s, (ex[]){x, one, x, one}, 2, 2, &pivots), 1);
    ck_assert(!ex_inverse(s, (ex[]){zero, zero, zero, zero}, 2, out, &pivots));
    ck_assert_uint_eq(pivots.rank, 0);
    ck_assert_uint_eq(ex_null_space(s, (ex[]){zero, zero}, 1, 2, out, &pivots), 2);
    ck_assert_uint_eq(ex_null_space(s, (ex[]){one, zero, zero, one}, 2, 2, out, &pivots), 0);
    ck_assert_uint_eq(pivots.vanish.n, 0); /* numbers do not vanish */
    ck_assert(ex_inverse(s, &x, 1, out, &pivots));
    ck_assert(pivots.vanish.n == 1 && pivots.vanish.at[0] == x);
    ex p = ex_sym(s, "p", EX_POSITIVE);
    ck_assert(ex_inverse(s, &p, 1, out, &pivots));
    ck_assert_uint_eq(pivots.vanish.n, 0);
    ck_assert_ptr_null(ex_error(s));
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {products_and_edges, inverses_one_knows,
                                  dense_symbols_do_not_swell, regular_matrices, singular_matrices};
    return test_run("matrix", tests, COUNT(tests));
}
