/* expr/exact/matrix.c -- exact linear algebra: elimination, inverses, null spaces.
 *
 * Elimination chooses its pivots by structure: numbers, then entries known to be nonzero, then the
 * rest; among equals the one with the least fill-in, then the cheapest. Values of the entries at
 * random points of a finite field are eliminated in parallel: they show which entries vanish, and
 * which pivots do not. Large entries become named intermediates, so that expressions do not grow.
 *
 * Closed forms: the rest without a pivot that is known to be nonzero is solved by minors, if it is
 * small; that has one denominator and needs no case distinction.
 */
#include "deep.h"
#include "minors.h"
#include "modular.h"
#include "residue.h"
#include "settle.h"

#include <math.h>
#include <string.h>

enum { PROBES = 2, WITH_ROOTS = 40, LIGHT = 3 };

struct elimination {
    struct store *s;
    size_t rows, cols, width; /* cols of the matrix; width with the right-hand sides */
    ex *a;
    uint64_t *probe[WITH_ROOTS]; /* the same shape, each at another point */
    uint64_t prime[WITH_ROOTS];  /* modulo which a probe is */
    double *there;               /* values at the point of ex_mind; or NULL */
    size_t probes;               /* 0 when entries have no residue */
    bool roots;                  /* among the kernels: a probe may be 0 by the signs it gave them */
    size_t *row_of;              /* of a column: the row of its pivot, or NONE */
    bool *used;                  /* rows */
    size_t rank;
    bool symmetric; /* as long as pivots are on the diagonal */
    ex *vanish;     /* pivots that may */
    size_t vanishes, room;
    struct ex_trail *trail; /* NULL: not needed */
};
static const size_t NONE = SIZE_MAX;

static bool is_zero(const struct store *s, ex e)
{
    return e == s->zero;
}

/* ---- entries ---- */

static void probe_entries(struct elimination *e)
{
    struct store *s = e->s;
    const size_t n = e->rows * e->width;
    ex *settled = mem_take_array(s->mem, n + 1, sizeof *settled);
    settle(s, e->a, n, true, settled);
    const bool poison = any_poison(settled, n);
    for (size_t k = 0; k < (e->roots ? WITH_ROOTS : PROBES) && !poison; k++) {
        struct residue_field field;
        e->probe[k] = mem_take_array(s->mem, n + 1, sizeof *e->probe[k]);
        if (!residue_values(s, settled, n, k + 1, e->probe[k], &field))
            break;
        e->prime[k] = field.p;
        e->roots = field.roots;
        e->probes++;
    }
    if (e->probes < PROBES)
        e->probes = 0;
    if (s->point.n) {
        e->there = mem_take_array(s->mem, n + 1, sizeof *e->there);
        ex_eval(s, e->a, n, s->point.x, s->point.v, s->point.n, e->there);
    }
}

/* Replaces entries that are zero by 0. */
static void see_zero(struct elimination *e, size_t at)
{
    struct store *s = e->s;
    if (is_zero(s, e->a[at]) || ex_is_nonzero(s, e->a[at]))
        return;
    bool zero = true;
    for (size_t k = 0; k < e->probes; k++)
        zero &= e->probe[k][at] == 0;
    if (zero && (e->roots || !e->probes)) {
        struct mem_mark mark = mem_mark(s->mem);
        const enum ex_answer answer = ex_zero(s, e->a[at], true).answer;
        zero = answer == EX_ZERO || (answer == EX_UNDECIDED && e->probes > WITH_ROOTS / 2);
        mem_release(s->mem, mark);
    }
    if (zero)
        e->a[at] = s->zero;
}

/* Expanded while that is short, held otherwise. */
static ex tidy(struct store *s, ex e)
{
    enum { SHORT = 24 };
    if (!e || is_leaf(op_of(s, e)))
        return e;
    return ex_operations(s, &e, 1) <= SHORT ? ex_circle(s, e) : ex_hold(s, e);
}

/* ---- pivots ---- */

enum quality { USELESS, VANISHES, MAY_VANISH, NONZERO, A_NUMBER };
static enum quality quality_of(const struct elimination *e, size_t at)
{
    const double tiny = 1e-6; /* a division by it loses as many digits */
    const struct store *s = e->s;
    const ex x = e->a[at];
    if (is_zero(s, x))
        return USELESS;
    if (ex_is_number(s, x))
        return A_NUMBER;
    if (e->there && !(fabs(e->there[at]) > tiny))
        return VANISHES;
    return ex_is_nonzero(s, x) ? NONZERO : MAY_VANISH;
}

void ex_mind(struct store *s, const ex *x, const double *v, size_t n)
{
    s->point.n = 0; /* if memory runs out there is no point */
    s->point.x = memcpy(mem_grow(s->mem, s->point.x, (n + 1) * sizeof *x), x, n * sizeof *x);
    s->point.v = memcpy(mem_grow(s->mem, s->point.v, (n + 1) * sizeof *v), v, n * sizeof *v);
    s->point.n = n;
}

static size_t fill_of(const struct elimination *e, size_t r, size_t c)
{
    size_t in_row = 0, in_col = 0;
    for (size_t j = 0; j < e->cols; j++)
        in_row += e->row_of[j] == NONE && !is_zero(e->s, e->a[r * e->width + j]);
    for (size_t i = 0; i < e->rows; i++)
        in_col += !e->used[i] && !is_zero(e->s, e->a[i * e->width + c]);
    return (in_row - 1) * (in_col - 1);
}

struct pivot {
    enum quality quality;
    size_t row, col, fill, cost;
};

static bool is_better(const struct pivot *a, const struct pivot *b)
{
    if (a->quality != b->quality)
        return a->quality > b->quality;
    if (a->fill != b->fill)
        return a->fill < b->fill;
    return a->cost < b->cost;
}

/* Of a symmetric matrix only pivots on the diagonal: where it is positive definite none vanishes.
 */
static struct pivot best_among(struct elimination *e, bool diagonal)
{
    struct pivot best = {USELESS, 0, 0, 0, 0};
    for (size_t r = 0; r < e->rows; r++)
        for (size_t c = 0; c < e->cols && !e->used[r]; c++) {
            if (diagonal && r != c)
                continue;
            const ex x = e->a[r * e->width + c];
            struct pivot p = {quality_of(e, r * e->width + c), r, c, 0, 0};
            if (e->row_of[c] != NONE || p.quality == USELESS || p.quality < best.quality)
                continue;
            p.fill = fill_of(e, r, c);
            p.cost = p.quality == A_NUMBER ? 0 : ex_operations(e->s, &x, 1);
            if (best.quality == USELESS || is_better(&p, &best))
                best = p;
        }
    return best;
}

static struct pivot best_pivot(struct elimination *e)
{
    const struct pivot best = best_among(e, e->symmetric);
    if (best.quality > VANISHES || !e->symmetric)
        return best;
    const struct pivot other = best_among(e, false);
    if (other.quality <= best.quality)
        return best;
    e->symmetric = false;
    return other;
}

static bool is_symmetric(const ex *a, size_t rows, size_t cols)
{
    for (size_t i = 0; i < rows && rows == cols; i++)
        for (size_t j = 0; j < i; j++)
            if (a[i * cols + j] != a[j * cols + i])
                return false;
    return rows == cols;
}

/* ---- elimination ---- */

static void scale_row(struct elimination *e, size_t r, ex by)
{
    for (size_t j = 0; j < e->width; j++) {
        ex *x = &e->a[r * e->width + j];
        if (!is_zero(e->s, *x))
            *x = tidy(e->s, ex_mul2(e->s, *x, by));
    }
}

/* Drops points at which the pivot is 0. */
static void scale_probes(struct elimination *e, size_t r, size_t c)
{
    for (size_t k = 0; k < e->probes; k++) {
        uint64_t *row = &e->probe[k][r * e->width];
        const uint64_t p = e->prime[k];
        if (row[c] == 0) {
            e->probes--;
            e->prime[k] = e->prime[e->probes];
            e->probe[k--] = e->probe[e->probes];
            continue;
        }
        const uint64_t over = modular_div(p, 1, row[c]);
        for (size_t j = 0; j < e->width; j++)
            row[j] = modular_mul(p, row[j], over);
    }
    if (e->there) {
        const double pivot = e->there[r * e->width + c];
        for (size_t j = 0; j < e->width; j++)
            e->there[r * e->width + j] /= pivot;
    }
}

/* row i -= factor * row r */
static void subtract(struct elimination *e, size_t i, size_t r, size_t c)
{
    struct store *s = e->s;
    const ex factor = e->a[i * e->width + c];
    for (size_t k = 0; k < e->probes; k++) {
        uint64_t *to = &e->probe[k][i * e->width], *from = &e->probe[k][r * e->width], f = to[c];
        const uint64_t p = e->prime[k];
        for (size_t j = 0; j < e->width; j++)
            to[j] = modular_sub(p, to[j], modular_mul(p, f, from[j]));
    }
    if (e->there) {
        double *to = &e->there[i * e->width], *from = &e->there[r * e->width];
        const double f = to[c];
        for (size_t j = 0; j < e->width; j++)
            to[j] -= f * from[j];
    }
    for (size_t j = 0; j < e->width; j++) {
        const ex from = e->a[r * e->width + j];
        ex *to = &e->a[i * e->width + j];
        if (is_zero(s, from) || j == c)
            continue;
        *to = ex_sub(s, *to, ex_mul2(s, factor, from));
        see_zero(e, i * e->width + j);
        *to = tidy(s, *to);
    }
    e->a[i * e->width + c] = s->zero;
}

static void add_vanishing(struct elimination *e, ex pivot)
{
    for (size_t i = 0; i < e->vanishes; i++)
        if (e->vanish[i] == pivot)
            return;
    if (e->vanishes == e->room) {
        ex *more = mem_take_array(e->s->mem, 2 * e->room + 8, sizeof *more);
        if (e->vanishes)
            memcpy(more, e->vanish, e->vanishes * sizeof *more);
        e->vanish = more;
        e->room = 2 * e->room + 8;
    }
    e->vanish[e->vanishes++] = pivot;
}

/* Factors of a pivot or determinant that may vanish. */
static void add_vanishing_factors(struct elimination *e, ex product)
{
    struct store *s = e->s;
    struct rat c;
    const ex rest = ex_split(s, product, &c);
    const size_t n = op_of(s, rest) == EX_mul ? node_at(s, rest)->n : 1;
    for (size_t i = 0; i < n; i++) {
        ex exponent, f = op_of(s, rest) == EX_mul ? words_at(s, rest)[i] : rest;
        const ex base = ex_split_power(s, f, &exponent);
        const bool above = !ex_is_number(s, exponent) || rat_sign(s, rat_of(s, exponent)) > 0;
        if (!ex_is_nonzero(s, base) && above)
            add_vanishing(e, base);
    }
}

/* Records a step: columns col[j] are solved, in the rows row[j]. */
static void note_step(const struct elimination *e, const size_t *row, const size_t *col, size_t n)
{
    if (!e->trail)
        return;
    const ex *before = e->trail->at[e->trail->steps];
    ex *by = ex_trail_step(e->s, e->trail, e->a);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < e->rows; i++)
            by[i * e->rows + row[j]] = before[i * e->width + col[j]];
}

static void eliminate(struct elimination *e, const struct pivot *p)
{
    struct store *s = e->s;
    const ex pivot = e->a[p->row * e->width + p->col];
    if (p->quality <= MAY_VANISH)
        add_vanishing_factors(e, pivot);
    scale_row(e, p->row, ex_powi(s, pivot, -1));
    e->a[p->row * e->width + p->col] = s->one;
    scale_probes(e, p->row, p->col);
    for (size_t i = 0; i < e->rows; i++)
        if (i != p->row && !is_zero(s, e->a[i * e->width + p->col]))
            subtract(e, i, p->row, p->col);
    note_step(e, &p->row, &p->col, 1);
    e->used[p->row] = true;
    e->row_of[p->col] = p->row;
    e->rank++;
}

/* Rows of [a | b], with zeros recognised. */
static struct elimination begin(struct store *s, const ex *a, size_t rows, size_t cols, const ex *b,
                                size_t carried)
{
    struct elimination e = {.s = s, .rows = rows, .cols = cols, .width = cols + carried};
    struct mem *m = s->mem;
    e.a = mem_take_array(m, rows * e.width + 1, sizeof *e.a);
    e.row_of = mem_take_array(m, cols + 1, sizeof *e.row_of);
    e.used = mem_take_array(m, rows + 1, sizeof *e.used);
    for (size_t i = 0; i < rows; i++) {
        e.used[i] = false;
        memcpy(&e.a[i * e.width], &a[i * cols], cols * sizeof *a);
        if (carried)
            memcpy(&e.a[i * e.width + cols], &b[i * carried], carried * sizeof *b);
    }
    for (size_t j = 0; j < cols; j++)
        e.row_of[j] = NONE;
    e.symmetric = is_symmetric(a, rows, cols);
    probe_entries(&e);
    for (size_t i = 0; i < rows * e.width; i++)
        see_zero(&e, i);
    return e;
}

/* Eliminates with pivots of this quality, as far as there are any. */
static void reduce(struct elimination *e, enum quality least)
{
    for (;;) {
        const struct pivot p = best_pivot(e);
        if (p.quality < least || p.quality == USELESS || e->s->stopped)
            return;
        eliminate(e, &p);
    }
}

static void report(struct elimination *e, struct ex_pivots *pivots)
{
    if (pivots)
        *pivots = (struct ex_pivots){e->rank, {e->vanish, e->vanishes}};
}

/* ---- the rest, by minors ---- */

static void keep_vanishing(struct elimination *e, ex det, enum ex_way way)
{
    struct store *s = e->s;
    ex simple = det;
    if (way == EX_LOWEST) {
        settle(s, &det, 1, true, &simple);
        forms_of(s, &simple, 1, FORM_FACTORS, &simple);
        simple = simple ? simple : det;
    }
    add_vanishing_factors(e, simple);
}

static void lowest_terms(struct store *s, ex *e, size_t n)
{
    ex *settled = mem_take_array(s->mem, n + 1, sizeof *settled);
    ex *form = mem_take_array(s->mem, n + 1, sizeof *form);
    settle(s, e, n, false, settled);
    forms_of(s, settled, n, FORM_LOWEST, form);
    for (size_t i = 0; i < n; i++)
        e[i] = form[i] ? form[i] : e[i];
}

/* A connected component of rows and columns without a pivot. */
struct part {
    size_t row[MINORS], col[MINORS], rows, cols;
    bool large;
};

static bool put(size_t *list, size_t *n, bool *large, size_t value)
{
    for (size_t i = 0; i < *n; i++)
        if (list[i] == value)
            return false;
    if (*n == MINORS) {
        *large = true;
        return false;
    }
    list[(*n)++] = value;
    return true;
}

static bool is_in(const size_t *list, size_t n, size_t value)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == value)
            return true;
    return false;
}

static struct part part_with(const struct elimination *e, size_t row)
{
    struct part p = {.row = {row}, .rows = 1};
    bool more = true;
    while (more && !p.large) {
        more = false;
        for (size_t i = 0; i < e->rows; i++)
            for (size_t j = 0; j < e->cols && !e->used[i]; j++) {
                if (e->row_of[j] != NONE || is_zero(e->s, e->a[i * e->width + j]) ||
                    (!is_in(p.row, p.rows, i) && !is_in(p.col, p.cols, j)))
                    continue;
                more |= put(p.row, &p.rows, &p.large, i);
                more |= put(p.col, &p.cols, &p.large, j);
            }
    }
    return p;
}

/* Takes x_i, the solution for column c, out of the rows that are solved already. */
static void substitute(struct elimination *e, size_t c, const ex *x)
{
    struct store *s = e->s;
    const size_t carried = e->width - e->cols;
    for (size_t r = 0; r < e->rows; r++) {
        const ex f = e->a[r * e->width + c];
        ex *to = &e->a[r * e->width + e->cols];
        for (size_t k = 0; k < carried && e->used[r] && !is_zero(s, f); k++)
            to[k] = ex_sub(s, to[k], ex_mul2(s, f, x[k]));
    }
}

/* minor[set]: determinant of the first rows, `without` left out, with the columns of the set. */
static void light_minors(const struct elimination *e, const struct part *p, size_t without,
                         ex *minor)
{
    struct store *s = e->s;
    const size_t n = p->rows;
    minor[0] = s->one;
    for (size_t set = 1; set < (size_t)1 << n; set++) {
        size_t row = (size_t)__builtin_popcountll(set) - 1;
        ex term[MINORS];
        size_t terms = 0;
        row += row >= without;
        minor[set] = EX_POISON;
        if (row >= n)
            continue;
        for (size_t j = n; j-- > 0;) { /* the last column of a set has the sign + */
            if (!(set >> j & 1))
                continue;
            const ex t = ex_mul2(s, e->a[p->row[row] * e->width + p->col[j]],
                                 minor[set & ~((size_t)1 << j)]);
            term[terms] = terms % 2 ? ex_neg(s, t) : t;
            terms++;
        }
        minor[set] = ex_circle(s, ex_add(s, term, terms));
    }
}

/* Adjugate over determinant, only expanded: for very small parts. */
static bool solve_light(const struct elimination *e, const struct part *p, const ex *b, ex *det,
                        ex *x)
{
    struct store *s = e->s;
    const size_t n = p->rows, carried = e->width - e->cols, all = ((size_t)1 << n) - 1;
    ex minor[(size_t)1 << LIGHT], adjugate[LIGHT * LIGHT], term[LIGHT];
    light_minors(e, p, n, minor);
    *det = minor[all];
    if (!*det || ex_zero(s, *det, true).answer != EX_NOT_ZERO)
        return false;
    const ex over = ex_powi(s, *det, -1);
    for (size_t i = 0; i < n; i++) {
        light_minors(e, p, i, minor);
        for (size_t j = 0; j < n; j++) {
            const ex t = minor[all & ~((size_t)1 << j)];
            adjugate[j * n + i] = (i + j) % 2 ? ex_neg(s, t) : t;
        }
    }
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < carried; c++) {
            for (size_t k = 0; k < n; k++)
                term[k] = ex_mul2(s, adjugate[i * n + k], b[k * carried + c]);
            x[i * carried + c] = ex_mul2(s, ex_circle(s, ex_add(s, term, n)), over);
        }
    return true;
}

/* Solves a part in closed form. False: it is too large, or singular. */
static bool solve_part(struct elimination *e, const struct part *p, enum ex_way way)
{
    struct store *s = e->s;
    const size_t n = p->rows, carried = e->width - e->cols;
    ex *a = mem_take_array(s->mem, n * n, sizeof *a), det;
    ex *b = mem_take_array(s->mem, n * carried + 1, sizeof *b);
    ex *x = mem_take_array(s->mem, n * carried + 1, sizeof *x);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            a[i * n + j] = e->a[p->row[i] * e->width + p->col[j]];
        memcpy(&b[i * carried], &e->a[p->row[i] * e->width + e->cols], carried * sizeof *b);
    }
    if (way == EX_LOWEST ? !minors_solve(s, a, n, b, carried, &det, x)
                         : n > LIGHT || !solve_light(e, p, b, &det, x))
        return false;
    keep_vanishing(e, det, way);
    for (size_t i = 0; i < n; i++) {
        substitute(e, p->col[i], &x[i * carried]);
        for (size_t r = 0; r < e->rows; r++)
            if (e->used[r])
                e->a[r * e->width + p->col[i]] = s->zero;
    }
    for (size_t i = 0; i < n; i++) {
        memcpy(&e->a[p->row[i] * e->width + e->cols], &x[i * carried], carried * sizeof *x);
        for (size_t j = 0; j < e->cols; j++)
            e->a[p->row[i] * e->width + j] = j == p->col[i] ? s->one : s->zero;
        e->used[p->row[i]] = true;
        e->row_of[p->col[i]] = p->row[i];
        e->rank++;
    }
    note_step(e, p->row, p->col, n);
    return true;
}

/* Solves rows without a pivot, part by part; earlier rows that have changed are brought to lowest
 * terms again. A part that is too large is left to the elimination. */
static void solve_rest(struct elimination *e, enum ex_way way)
{
    const size_t carried = e->width - e->cols;
    bool *before = mem_take_array(e->s->mem, e->rows + 1, sizeof *before), any = false;
    memcpy(before, e->used, e->rows * sizeof *before);
    for (size_t r = 0; r < e->rows; r++) {
        const struct part p = e->used[r] ? (struct part){.large = true} : part_with(e, r);
        if (!p.large && p.rows == p.cols)
            any |= solve_part(e, &p, way);
    }
    for (size_t r = 0; r < e->rows && any && way == EX_LOWEST; r++)
        if (before[r])
            lowest_terms(e->s, &e->a[r * e->width + e->cols], carried);
}

/* ---- interface ---- */

static bool solve(struct store *s, enum ex_way way, const ex *a, size_t n, const ex *b, size_t cols,
                  ex *out, struct ex_pivots *pivots, struct ex_trail *trail)
{
    const uint64_t left = s->deep_left;
    if (!left)
        s->deep_left = 2 * (uint64_t)DEEP_SECOND;
    struct elimination e = begin(s, a, n, n, b, cols);
    if (trail) {
        *trail = ex_trail(s, a, n, b, cols);
        e.trail = trail;
        note_step(&e, NULL, NULL, 0); /* recognised zeros */
    }
    reduce(&e, NONZERO);
    if (way != EX_ELIMINATE && e.rank < n)
        solve_rest(&e, way);
    reduce(&e, VANISHES);
    report(&e, pivots);
    s->deep_left = left;
    if (e.rank < n)
        return false;
    for (size_t j = 0; j < n; j++)
        memcpy(&out[j * cols], &e.a[e.row_of[j] * e.width + n], cols * sizeof *out);
    return true;
}

bool ex_solve_by(struct store *s, enum ex_way way, const ex *a, size_t n, const ex *b, size_t cols,
                 ex *out, struct ex_pivots *pivots)
{
    return solve(s, way, a, n, b, cols, out, pivots, NULL);
}

bool ex_solve_seen(struct store *s, const ex *a, size_t n, const ex *b, size_t cols, ex *out,
                   struct ex_trail *trail)
{
    return solve(s, EX_QUICK, a, n, b, cols, out, NULL, trail);
}

bool ex_solve(struct store *s, const ex *a, size_t n, const ex *b, size_t cols, ex *out,
              struct ex_pivots *pivots)
{
    return ex_solve_by(s, EX_LOWEST, a, n, b, cols, out, pivots);
}

bool ex_inverse(struct store *s, const ex *a, size_t n, ex *out, struct ex_pivots *pivots)
{
    ex *one = mem_take_array(s->mem, n * n + 1, sizeof *one);
    for (size_t i = 0; i < n * n; i++)
        one[i] = i / n == i % n ? s->one : s->zero;
    return ex_solve_by(s, EX_LOWEST, a, n, one, n, out, pivots);
}

size_t ex_rank(struct store *s, const ex *a, size_t rows, size_t cols, struct ex_pivots *pivots)
{
    struct elimination e = begin(s, a, rows, cols, NULL, 0);
    reduce(&e, VANISHES);
    report(&e, pivots);
    return e.rank;
}

size_t ex_null_space(struct store *s, const ex *a, size_t rows, size_t cols, ex *out,
                     struct ex_pivots *pivots)
{
    return ex_null_space_by(s, EX_LOWEST, a, rows, cols, out, pivots);
}

/* The rows and columns of the pivots make a regular system for the other columns. */
size_t ex_null_space_by(struct store *s, enum ex_way way, const ex *a, size_t rows, size_t cols,
                        ex *out, struct ex_pivots *pivots)
{
    struct ex_pivots own;
    struct elimination e = begin(s, a, rows, cols, NULL, 0);
    reduce(&e, VANISHES);
    const size_t rank = e.rank, free = cols - rank;
    ex *square = mem_take_array(s->mem, rank * rank + 1, sizeof *square);
    ex *right = mem_take_array(s->mem, rank * free + 1, sizeof *right);
    ex *x = mem_take_array(s->mem, rank * free + 1, sizeof *x);
    for (size_t i = 0, r = 0; i < rows; i++) {
        if (!e.used[i])
            continue;
        for (size_t j = 0, p = 0, f = 0; j < cols; j++) {
            const ex entry = a[i * cols + j];
            *(e.row_of[j] == NONE ? &right[r * free + f++] : &square[r * rank + p++]) = entry;
        }
        r++;
    }
    if (!ex_solve_by(s, way, square, rank, right, free, x, &own))
        return 0; /* the same pivots again: they are there */
    for (size_t v = 0; v < free; v++)
        for (size_t j = 0, p = 0, f = 0; j < cols; j++) {
            const bool bound = e.row_of[j] != NONE;
            out[v * cols + j] = bound ? ex_neg(s, x[p * free + v]) : ex_int(s, f == v);
            p += bound;
            f += !bound;
        }
    if (pivots)
        *pivots = own;
    return free;
}

/* Product of the pivots, with the sign of their places. */
static ex product_of_pivots(struct elimination *e)
{
    struct store *s = e->s;
    ex product = s->one;
    for (size_t k = 0; k < e->rows; k++) {
        const struct pivot p = best_pivot(e);
        if (p.quality == USELESS)
            return s->zero;
        product = ex_mul2(s, product, e->a[p.row * e->width + p.col]);
        eliminate(e, &p);
    }
    bool minus = false;
    for (size_t i = 0; i < e->cols; i++)
        for (size_t j = i + 1; j < e->cols; j++)
            minus ^= e->row_of[i] > e->row_of[j];
    return minus ? ex_neg(s, product) : product;
}

ex ex_det(struct store *s, const ex *a, size_t n)
{
    struct mem_mark mark = mem_mark(s->mem);
    ex det = EX_POISON;
    if (n > MINORS || !minors_det(s, a, n, &det)) {
        struct elimination e = begin(s, a, n, n, NULL, 0);
        det = product_of_pivots(&e);
    }
    mem_release(s->mem, mark);
    return det;
}
