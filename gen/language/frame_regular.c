/* gen/language/frame_regular.c -- frames without poles: proof for a frame, and search for one.
 *
 * Proof: the fields of a null space have one component each that the others lack, the scale at its
 * free column. Fields whose scale is not known to be nonzero must be independent among themselves:
 * by components of their own with a sum of squares that never vanishes.
 *
 * Search: elimination by columns. In each step a constraint gets a pivot that is proved to vanish
 * nowhere: a component, or a^2 + b^2 for two components (a, b). In the latter case a e_1 + b e_2
 * takes the place of one column, and a e_2 - b e_1, on which the constraint vanishes, that of the
 * other. All steps are invertible everywhere, so that the columns left are a basis of C everywhere,
 * and the others complete it. A sphere of directions has no frame (hairy ball): then none is found.
 *
 * Parameters have the values of the model and the command line; inputs, coordinates and t any
 * value.
 */
#include "gen/language/frame_choice.h"
#include "gen/symbolic/symbolic.h"

#include <math.h>
#include <string.h>

/* ---- proofs ---- */

/* Vanishes nowhere, with these values of the parameters. */
static bool never_zero(struct check *c, const struct point *p, ex e)
{
    const struct model *m = c->model;
    ex *symbol = sym_row(c->diag->mem, m->params), *value = sym_row(c->diag->mem, m->params);
    size_t n = 0;
    if (sym_is_null(c->store, e))
        return false;
    if (ex_is_nonzero(c->store, e))
        return true;
    for (size_t i = 0; i < m->params; i++)
        if (!m->param[i].input && !m->param[i].driven) {
            symbol[n] = m->param[i].symbol;
            value[n++] = p->value[m->coords + i];
        }
    ex_subst(c->store, &e, 1, symbol, value, n, &e);
    return sym_never_zero(c->store, e, NULL, NULL, 0);
}

/* The base of a denominator, or EX_POISON. */
static ex divisor(struct store *s, ex e)
{
    int64_t num = 0, den = 1;
    const bool divides = ex_op(s, e) == EX_pow && ex_is_rat(s, ex_arg(s, e, 1), &num, &den);
    return divides && num < 0 ? ex_arg(s, e, 0) : EX_POISON;
}

/* Whether functions of e[0..n) that may have poles vanish nowhere or are those of `given`. */
static bool is_finite_where(struct check *c, const struct point *p, const ex *e, size_t n,
                            const ex *given, size_t givens)
{
    struct store *s = c->store;
    struct memo known = {.mem = c->diag->mem};
    const struct ex_list before = ex_reach(s, given, givens);
    for (size_t i = 0; i < before.n; i++) {
        sym_memo_set(&known, before.at[i], 1);
        if (divisor(s, before.at[i]) != EX_POISON)
            sym_memo_set(&known, divisor(s, before.at[i]), 2);
    }
    const struct ex_list after = ex_reach(s, e, n);
    for (size_t i = 0; i < after.n; i++) {
        const ex under = divisor(s, after.at[i]);
        const bool pole = under != EX_POISON || ex_op(s, after.at[i]) == EX_tan;
        const bool same = sym_memo_get(&known, after.at[i]) > 0 ||
                          (under != EX_POISON && sym_memo_get(&known, under) == 2);
        if (pole && !same && (under == EX_POISON || !never_zero(c, p, under)))
            return false;
    }
    return true;
}

/* A sum of squares of components that the fields of `others` do not have, and that never vanishes:
 * the shortest components first. */
static bool stands_alone(struct check *c, const struct rows *r, size_t j, const bool *others)
{
    const struct model *m = c->model;
    struct store *s = c->store;
    const ex *v = m->field[j].component;
    bool *used = mem_take_array(c->diag->mem, r->n + 1, sizeof *used);
    ex total = ex_int(s, 0);
    for (size_t B = 0; B < r->n; B++) {
        used[B] = sym_is_null(s, v[B]);
        for (size_t k = 0; k + r->rows < r->n; k++)
            used[B] |= others[k] && k != j && !sym_is_null(s, m->field[k].component[B]);
    }
    for (;;) {
        size_t best = r->n, least = SYM_NEVER_ZERO;
        for (size_t B = 0; B < r->n; B++) {
            const size_t long_is = used[B] ? least : ex_operations(s, &v[B], 1);
            if (long_is < least) {
                best = B;
                least = long_is;
            }
        }
        if (best == r->n)
            return false;
        used[best] = true;
        total = ex_add2(s, total, ex_powi(s, v[best], 2));
        if (never_zero(c, &r->point, total))
            return true;
    }
}

static bool is_regular(struct check *c, const struct rows *r)
{
    const struct model *m = c->model;
    struct mem *mem = c->diag->mem;
    const size_t f = r->n - r->rows;
    const size_t *free_column = lang_free_columns(c, r);
    bool *open = mem_take_array(mem, f + 1, sizeof *open), good = true;
    ex *all = sym_row(mem, f * r->n);
    for (size_t j = 0; j < f; j++) {
        const ex *v = m->field[j].component;
        memcpy(&all[j * r->n], v, r->n * sizeof *v);
        open[j] = !never_zero(c, &r->point, v[free_column[j]]);
    }
    for (size_t j = 0; j < f && good; j++)
        good = !open[j] || stands_alone(c, r, j, open);
    return good && is_finite_where(c, &r->point, all, f * r->n, r->at, r->rows * r->n);
}

/* ---- search ---- */

struct search {
    struct check *check;
    struct store *store;
    const struct point *point;
    size_t rows, n;
    ex *a;        /* rows x n: the constraints on the columns */
    double *at;   /* the same at the initial point */
    ex *column;   /* n x n by columns: combinations of the natural basis */
    bool *solved; /* rows */
    bool *pivot;  /* n: columns that complete the frame */
    struct memo known;
    size_t proofs; /* that may still be tried */
    bool by_pairs; /* two components are better than one */
};

/* A pivot for a row: column i, or for columns i and j the sum of squares. */
struct pivot {
    size_t row, i, j;
    ex value;
    int worth;
    size_t spread; /* products that its elimination takes */
    double size;   /* beside the largest component of the row */
};

static bool is_proved(struct search *f, ex e)
{
    enum { UNKNOWN, NEVER, PERHAPS };
    const uint32_t before = sym_memo_get(&f->known, e);
    if (before != UNKNOWN)
        return before == NEVER;
    const bool yes = f->proofs > 0 && ex_operations(f->store, &e, 1) <= SYM_NEVER_ZERO &&
                     never_zero(f->check, f->point, e);
    f->proofs -= f->proofs > 0;
    sym_memo_set(&f->known, e, yes ? NEVER : PERHAPS);
    return yes;
}

static bool is_entry(const struct search *f, size_t row, size_t column)
{
    return !f->solved[row] && !f->pivot[column] &&
           !sym_is_null(f->store, f->a[row * f->n + column]);
}

static size_t spread_of(const struct search *f, const struct pivot *p)
{
    size_t wide = 0, high = 0;
    for (size_t k = 0; k < f->n; k++)
        wide += is_entry(f, p->row, k);
    for (size_t k = 0; k < f->rows; k++)
        high += is_entry(f, k, p->i) || is_entry(f, k, p->j);
    return (wide - 1) * high;
}

/* Numbers before other functions, small ones last. */
static void offer(struct search *f, struct pivot *best, struct pivot p)
{
    const double near = 0.05;
    p.worth = (ex_is_number(f->store, p.value) ? 6 : 4) - ((p.i != p.j) != f->by_pairs) -
              (p.size < near ? 4 : 0);
    if (best->value != EX_POISON && p.worth < best->worth)
        return;
    p.spread = spread_of(f, &p);
    const bool better = best->value == EX_POISON || p.worth > best->worth ||
                        p.spread < best->spread ||
                        (p.spread == best->spread && p.size > best->size * (1 + 1e-9));
    if (better)
        *best = p;
}

static double largest_in(const struct search *f, size_t row)
{
    double out = 0;
    for (size_t k = 0; k < f->n; k++)
        if (!f->pivot[k])
            out = fmax(out, fabs(f->at[row * f->n + k]));
    return out > 0 ? out : 1;
}

static void offer_single(struct search *f, struct pivot *best, size_t row, double largest)
{
    for (size_t i = 0; i < f->n; i++) {
        const size_t k = row * f->n + i;
        if (is_entry(f, row, i) && is_proved(f, f->a[k]))
            offer(f, best, (struct pivot){row, i, i, f->a[k], 0, 0, fabs(f->at[k]) / largest});
    }
}

static void offer_pairs(struct search *f, struct pivot *best, size_t row, double largest)
{
    struct store *s = f->store;
    const ex *a = &f->a[row * f->n];
    const double *at = &f->at[row * f->n];
    for (size_t i = 0; i < f->n; i++)
        for (size_t j = i + 1; j < f->n; j++) {
            if (!is_entry(f, row, i) || !is_entry(f, row, j))
                continue;
            const ex square = ex_add2(s, ex_powi(s, a[i], 2), ex_powi(s, a[j], 2));
            if (ex_operations(s, &square, 1) > SYM_TIDY)
                continue;
            const ex value = sym_tidy(s, square);
            if (is_proved(f, value))
                offer(f, best,
                      (struct pivot){row, i, j, value, 0, 0, hypot(at[i], at[j]) / largest});
        }
}

static struct pivot next_pivot(struct search *f)
{
    enum { NUMBER = 6 };
    struct pivot best = {.value = EX_POISON};
    for (size_t row = 0; row < f->rows; row++)
        if (!f->solved[row])
            offer_single(f, &best, row, largest_in(f, row));
    for (size_t row = 0; row < f->rows && (f->by_pairs || best.worth < NUMBER); row++)
        if (!f->solved[row])
            offer_pairs(f, &best, row, largest_in(f, row));
    return best;
}

static ex short_or_held(struct store *s, ex e)
{
    return ex_operations(s, &e, 1) <= SYM_TIDY ? sym_tidy(s, e) : ex_hold(s, e);
}

/* x e + y other */
static ex mixed(struct store *s, ex x, ex e, ex y, ex other)
{
    if (sym_is_null(s, e) && sym_is_null(s, other))
        return ex_int(s, 0);
    return short_or_held(s, ex_add2(s, ex_mul2(s, x, e), ex_mul2(s, y, other)));
}

/* Columns i and j become a_i e_i + a_j e_j and a_i e_j - a_j e_i, or the opposite of the latter:
 * its largest component is positive at the initial point. */
static void rotate(struct search *f, const struct pivot *p)
{
    struct store *s = f->store;
    const size_t n = f->n, i = p->i, j = p->j;
    const ex x = f->a[p->row * n + i], y = f->a[p->row * n + j];
    const double u = f->at[p->row * n + i], v = f->at[p->row * n + j];
    const bool turns = fabs(v) > fabs(u) ? v > 0 : u < 0;
    const ex to = turns ? ex_neg(s, x) : x, from = turns ? y : ex_neg(s, y);
    for (size_t r = 0; r < f->rows; r++) {
        ex *a = &f->a[r * n];
        double *at = &f->at[r * n];
        const ex along = mixed(s, x, a[i], y, a[j]), across = mixed(s, to, a[j], from, a[i]);
        const double first = u * at[i] + v * at[j];
        at[j] = (u * at[j] - v * at[i]) * (turns ? -1 : 1);
        at[i] = first;
        a[i] = r == p->row ? p->value : along;
        a[j] = r == p->row ? ex_int(s, 0) : across;
    }
    for (size_t B = 0; B < n; B++) {
        ex *e = &f->column[i * n + B], *other = &f->column[j * n + B];
        const ex along = mixed(s, x, *e, y, *other), across = mixed(s, to, *other, from, *e);
        *e = along;
        *other = across;
    }
}

/* Subtracts multiples of column i from the others, so that the constraint vanishes on them. */
static void eliminate(struct search *f, const struct pivot *p)
{
    struct store *s = f->store;
    const size_t n = f->n, i = p->i;
    const ex one = ex_int(s, 1);
    for (size_t k = 0; k < n; k++) {
        if (k == i || !is_entry(f, p->row, k))
            continue;
        const ex by = short_or_held(s, ex_neg(s, ex_div(s, f->a[p->row * n + k], p->value)));
        const double times = f->at[p->row * n + k] / f->at[p->row * n + i];
        for (size_t r = 0; r < f->rows; r++) {
            if (f->solved[r])
                continue;
            if (!sym_is_null(s, f->a[r * n + i]))
                f->a[r * n + k] = r == p->row ? ex_int(s, 0)
                                              : mixed(s, one, f->a[r * n + k], by, f->a[r * n + i]);
            f->at[r * n + k] -= times * f->at[r * n + i];
        }
        for (size_t B = 0; B < n; B++)
            if (!sym_is_null(s, f->column[i * n + B]))
                f->column[k * n + B] =
                    mixed(s, one, f->column[k * n + B], by, f->column[i * n + B]);
    }
    f->solved[p->row] = f->pivot[i] = true;
}

static struct search begin(struct check *c, const struct rows *r)
{
    enum { PROOFS = 4000 };
    struct mem *mem = c->diag->mem;
    const size_t n = r->n, rows = r->rows;
    struct search f = {c, c->store, &r->point, rows, n, .proofs = PROOFS, .known = {.mem = mem}};
    f.a = sym_row(mem, rows * n);
    memcpy(f.a, r->at, rows * n * sizeof *f.a);
    f.at = mem_take_array(mem, rows * n + 1, sizeof *f.at);
    f.column = sym_row(mem, n * n);
    f.solved = mem_take_array(mem, rows + 1, sizeof *f.solved);
    f.pivot = mem_take_array(mem, n + 1, sizeof *f.pivot);
    memset(f.solved, 0, rows * sizeof *f.solved);
    memset(f.pivot, 0, n * sizeof *f.pivot);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            f.column[i * n + j] = ex_int(c->store, i == j);
    return f;
}

/* Replaces the fields by a basis of C without poles; false: none was found. */
static bool find_regular(struct check *c, const struct rows *r, bool by_pairs)
{
    struct model *m = c->model;
    struct search f = begin(c, r);
    f.by_pairs = by_pairs;
    if (!lang_numbers_at(c, &r->point, f.a, f.rows * f.n, f.at))
        return false;
    for (size_t step = 0; step < f.rows; step++) {
        const struct pivot p = next_pivot(&f);
        if (p.value == EX_POISON)
            return false;
        if (p.i != p.j)
            rotate(&f, &p);
        eliminate(&f, &p);
    }
    for (size_t k = 0, in = 0, beside = m->rank; k < f.n; k++)
        m->field[f.pivot[k] ? beside++ : in++].component = &f.column[k * f.n];
    return true;
}

/* Cancels factors that all components of a field share: where these vanish, the constraints may be
 * dependent, and no step of the search is possible. */
static bool cancel(struct check *c, const struct rows *r)
{
    struct model *m = c->model;
    for (size_t j = 0; j < m->rank; j++) {
        ex *v = sym_row(c->diag->mem, r->n);
        memcpy(v, m->field[j].component, r->n * sizeof *v);
        lang_cancel_factors(c->store, v, r->n);
        m->field[j].component = v;
    }
    return is_regular(c, r);
}

bool lang_make_regular(struct check *c, const struct rows *r, bool completes)
{
    struct model *m = c->model;
    if (!completes && is_regular(c, r))
        return true;
    if (m->holonomics) /* no form in use by default depends on the frame then */
        return false;
    if (find_regular(c, r, false) || find_regular(c, r, true))
        return true;
    if (completes)
        return false;
    ex **before = mem_take_array(c->diag->mem, m->rank + 1, sizeof *before);
    for (size_t j = 0; j < m->rank; j++)
        before[j] = m->field[j].component;
    if (cancel(c, r))
        return true;
    for (size_t j = 0; j < m->rank; j++)
        m->field[j].component = before[j];
    return false;
}
