/* gen/choose.c -- fields that the user left open: a frame for constraints, a complement to a frame.
 *
 * C is where all constraint forms vanish: the null space of their matrix mu. The velocities that
 * are solved for are chosen with numbers, at the point where a run starts, so that no pivot
 * vanishes there; the solution is exact, and so is what is said about independence. The complement
 * is chosen orthogonal to C: the fields g^-1 mu, or where there are no forms the null space of
 * F^T g, with the fields of C as columns of F. Such vectors come with denominators; these are
 * cleared, so (-tan(phi), 1) becomes (-sin(phi), cos(phi)), which has no hole. In many dimensions,
 * or without a metric, fields of the natural basis fill up the frame instead.
 */
#include "gen/gen.h"

#include <math.h>
#include <string.h>

enum {
    LARGE = 6, /* dimensions beyond which no metric is inverted */
    TRIES = 5, /* points that decide what holds everywhere */
};

/* ---- denominators ---- */

struct divisors {
    ex base[16];
    int64_t k[16];
    size_t n;
};

static void note_divisor(struct store *s, struct divisors *d, ex factor)
{
    int64_t k = 0;
    if (ex_op(s, factor) != EX_pow || !ex_is_int(s, ex_arg(s, factor, 1), &k) || k >= 0)
        return;
    const ex base = ex_arg(s, factor, 0);
    size_t i = 0;
    while (i < d->n && d->base[i] != base)
        i++;
    if (i == sizeof d->base / sizeof *d->base)
        return;
    if (i == d->n) {
        d->base[d->n] = base;
        d->k[d->n++] = 0;
    }
    d->k[i] = -k > d->k[i] ? -k : d->k[i];
}

/* Factors of a product; a number in front stands apart from the others. */
static void note_divisors(struct store *s, struct divisors *d, ex e)
{
    if (ex_op(s, e) != EX_mul) {
        note_divisor(s, d, e);
        return;
    }
    for (size_t i = 0; i < ex_count_args(s, e); i++) {
        const ex f = ex_arg(s, e, i);
        note_divisor(s, d, f);
        for (size_t j = 0; ex_op(s, f) == EX_mul && j < ex_count_args(s, f); j++)
            note_divisor(s, d, ex_arg(s, f, j));
    }
}

static void clear_denominators(struct store *s, ex *v, size_t n)
{
    struct divisors d = {.n = 0};
    ex *clear = gen_row(ex_mem(s), n);
    for (size_t i = 0; i < n; i++) {
        clear[i] = v[i];
        note_divisors(s, &d, v[i]);
    }
    for (size_t k = 0; k < d.n; k++)
        for (size_t i = 0; i < n; i++)
            clear[i] = gen_tidy(s, ex_mul2(s, clear[i], ex_powi(s, d.base[k], d.k[k])));
    if (gen_is_shorter(s, clear, v, n)) /* else they are there still, and the field is just large */
        memcpy(v, clear, n * sizeof *v);
}

/* ---- points ---- */

/* Values of coordinates, parameters and t. */
struct point {
    const ex *x;
    ex *value; /* the same as v without rounding, or x itself where v is arbitrary */
    double *v;
    size_t n;
    bool given; /* all coordinates have an initial value */
};

/* The same numbers in every run, between 0.2 and 1.4. */
static double arbitrary(uint64_t seed, uint64_t index)
{
    uint64_t z = (seed * 1000003 + index + 1) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return 0.2 + 1.2 * ((double)(z >> 11) / 9007199254740992.0);
}

static void set_params(struct check *c, struct point *p)
{
    const struct model *m = c->model;
    ex *symbol = mem_take_array(c->diag->mem, m->params + 1, sizeof *symbol);
    ex *value = mem_take_array(c->diag->mem, m->params + 1, sizeof *value);
    for (size_t i = 0; i < m->params; i++) {
        symbol[i] = m->param[i].symbol;
        value[i] = m->param[i].value;
    }
    gen_unwind(c->store, symbol, value, m->params);
    ex_eval(c->store, value, m->params, &p->x[p->n - 1], &p->v[p->n - 1], 1, &p->v[m->coords]);
    ex_subst(c->store, value, m->params, &p->x[p->n - 1], &p->value[p->n - 1], 1, value);
    memcpy(&p->value[m->coords], value, m->params * sizeof *value);
}

/* An arbitrary value inside the range of a coordinate. */
static double within(const struct point *p, struct check *c, size_t i, double u)
{
    const struct coord *q = &c->model->coord[i];
    double end[2] = {NAN, NAN};
    if (q->low != EX_POISON && q->high != EX_POISON) {
        const ex ends[2] = {q->low, q->high};
        ex_eval(c->store, ends, 2, p->x, p->v, p->n, end);
    }
    return isfinite(end[0]) && isfinite(end[1]) ? end[0] + (end[1] - end[0]) * u / 1.6 : u;
}

static bool is_named(const struct assignment *a, const char *name)
{
    return strcmp(a->name, name) == 0;
}

static void put_value(struct check *c, struct point *p, size_t at, ex exact)
{
    p->value[at] = exact;
    ex_eval(c->store, &exact, 1, NULL, NULL, 0, &p->v[at]);
}

/* What the command line says about a name; false: nothing. */
static bool put_hint(struct check *c, struct point *p, size_t at, const char *name, bool *kept)
{
    bool known = false;
    for (size_t k = 0; k < c->hints->n; k++)
        if (is_named(&c->hints->at[k], name)) {
            put_value(c, p, at, c->hints->at[k].exact);
            known = true;
            *kept = !c->hints->at[k].guess;
        }
    return known;
}

/* What the sets that were chosen say about a parameter or coordinate; false: nothing. */
static bool put_set(struct check *c, struct point *p, bool param, size_t index)
{
    const struct model *m = c->model;
    struct word_walk w = {0, 0};
    const char *word = NULL;
    size_t len = 0;
    bool known = false;
    while (gen_next_word(c->hints->sets, &w, &word, &len))
        for (size_t i = 0; i < m->presets; i++) {
            const struct preset *set = &m->preset[i];
            const bool chosen = strlen(set->name) == len && memcmp(set->name, word, len) == 0;
            for (size_t k = 0; chosen && k < set->n; k++) {
                const struct setting *one = &set->at[k];
                if (one->param != param || one->index != index ||
                    (!param && one->ival.of != IVAL_COORD))
                    continue;
                ex exact = one->value;
                ex_subst(c->store, &exact, 1, &p->x[m->coords], &p->value[m->coords], m->params,
                         &exact);
                put_value(c, p, param ? m->coords + index : index, exact);
                known = true;
            }
        }
    return known;
}

/* Where a run starts: init, then the command line; 0 what is not given, as it is in a run. True
 * when all coordinates are given. Kept are those that no search may move. */
static bool put_in_force(struct check *c, struct point *p, bool *kept)
{
    const struct model *m = c->model;
    const size_t n = m->coords;
    size_t given = 0;
    bool aside = false;
    for (size_t i = 0; i < m->params; i++) {
        put_set(c, p, true, i);
        put_hint(c, p, n + i, m->param[i].name, &aside);
    }
    for (size_t i = 0; i < n; i++) {
        bool known = kept[i] = false;
        if (m->coord[i].low == EX_POISON && m->coord[i].high == EX_POISON)
            p->v[i] = 0;
        for (size_t k = 0; k < m->ivals; k++) {
            const struct ival *v = &m->ival[k];
            if (v->of != IVAL_COORD || v->index != i || v->value == EX_POISON)
                continue;
            ex exact = v->value;
            ex_subst(c->store, &exact, 1, &p->x[n], &p->value[n], m->params, &exact);
            put_value(c, p, i, exact);
            known = true;
            kept[i] = !v->guess;
        }
        const bool set = put_set(c, p, false, i);
        kept[i] |= set;
        const bool hint = put_hint(c, p, i, m->coord[i].name, &kept[i]);
        given += known || set || hint;
    }
    return given == n;
}

/* Where holonomic constraints hold: coordinates that are not given with = are moved there. */
static void settle(struct check *c, struct point *p, const bool *kept)
{
    const struct model *m = c->model;
    bool *moves = mem_take_array(c->diag->mem, m->coords + 1, sizeof *moves);
    double *q = mem_take_array(c->diag->mem, m->coords + 1, sizeof *q);
    for (size_t k = 0; k < m->constraints; k++)
        if (!m->constraint[k].form)
            return; /* had a mistake */
    for (size_t i = 0; i < m->coords; i++) {
        moves[i] = !kept[i];
        q[i] = p->v[i];
    }
    p->given = gen_settle(m, &p->v[m->coords], p->v[p->n - 1], moves, q) < 1e-9;
    for (size_t i = 0; i < m->coords && p->given; i++) {
        if (moves[i])
            p->value[i] = m->coord[i].q;
        p->v[i] = q[i];
    }
}

/* Seed 0: the point in force. */
static struct point point_of(struct check *c, uint64_t seed)
{
    const struct model *m = c->model;
    struct mem *mem = c->diag->mem;
    const size_t n = m->coords + m->params + 1;
    ex *x = mem_take_array(mem, n, sizeof *x);
    struct point p = {x, mem_take_array(mem, n, sizeof *p.value),
                      mem_take_array(mem, n, sizeof *p.v), n, false};
    for (size_t i = 0; i < m->coords; i++) {
        x[i] = p.value[i] = m->coord[i].q;
        p.v[i] = NAN;
    }
    for (size_t i = 0; i < m->params; i++)
        x[m->coords + i] = m->param[i].symbol;
    x[n - 1] = p.value[n - 1] = m->time;
    p.v[n - 1] = seed ? arbitrary(seed, n) : 0;
    if (seed == 0)
        p.value[n - 1] = ex_int(c->store, 0);
    set_params(c, &p);
    for (size_t i = 0; i < m->coords; i++)
        p.v[i] = within(&p, c, i, arbitrary(seed, i));
    if (seed == 0) {
        bool *kept = mem_take_array(mem, m->coords + 1, sizeof *kept);
        p.given = put_in_force(c, &p, kept);
        if (m->holonomics)
            settle(c, &p, kept);
    }
    return p;
}

static bool numbers_at(struct check *c, const struct point *p, const ex *a, size_t count,
                       double *out)
{
    ex_eval(c->store, a, count, p->x, p->v, p->n, out);
    for (size_t i = 0; i < count; i++)
        if (!isfinite(out[i]))
            return false;
    return true;
}

/* The coordinates that some expressions depend on, as `x = 0, y = 1`. */
static const char *point_text(struct check *c, const struct point *p, const ex *e, size_t count)
{
    struct mem_text out = mem_text(c->diag->mem);
    for (size_t i = 0; i < c->model->coords; i++) {
        bool used = false;
        for (size_t k = 0; k < count && !used; k++)
            used = ex_has(c->store, e[k], p->x[i]);
        if (!used)
            continue;
        char number[EX_DOUBLE_ROOM];
        ex_double_brief(p->v[i], 6, number);
        mem_put_f(&out, "%s%s = %s", out.len ? ", " : "", c->model->coord[i].name, number);
    }
    return out.text;
}

/* What a fraction is divided by. */
static ex denominator(struct store *s, ex e)
{
    struct divisors d = {.n = 0};
    ex out = ex_int(s, 1);
    note_divisors(s, &d, e);
    for (size_t i = 0; i < d.n; i++)
        out = ex_mul2(s, out, ex_powi(s, d.base[i], d.k[i]));
    return out;
}

/* The least common multiple of the denominators, by fractions in lowest terms; false when that is
 * too large. */
static bool common_denominator(struct store *s, const ex *q, size_t n, ex *out)
{
    *out = ex_int(s, 1);
    for (size_t i = 0; i < n; i++) {
        ex rest = ex_div(s, *out, denominator(s, q[i]));
        if (!ex_normal(s, &rest, 1, &rest))
            return false;
        *out = ex_mul2(s, *out, denominator(s, rest));
    }
    return true;
}

/* Absolute values and roots make fractions in lowest terms slow to find. */
static bool has_roots(struct store *s, const ex *v, size_t n)
{
    const struct ex_list node = ex_reach(s, v, n);
    for (size_t i = 0; i < node.n; i++) {
        int64_t k = 0;
        const enum ex_op op = ex_op(s, node.at[i]);
        if (op == EX_abs || (op == EX_pow && !ex_is_int(s, ex_arg(s, node.at[i], 1), &k)))
            return true;
    }
    return false;
}

/* Common factors go: they would make the field vanish where its direction is well defined. The
 * quotients by one component in lowest terms, times their common denominator, have none. */
static void cancel_factors(struct store *s, ex *v, size_t n)
{
    enum { LONG = 60 }; /* operations: more is not worth the time */
    const struct ex_cost cost = ex_cost(s, v, n);
    size_t by = 0;
    while (by < n && gen_is_null(s, v[by]))
        by++;
    if (by == n || cost.adds + cost.muls > LONG || has_roots(s, v, n))
        return;
    ex *q = gen_row(ex_mem(s), n), common = EX_POISON;
    for (size_t i = 0; i < n; i++)
        q[i] = ex_div(s, v[i], v[by]);
    if (!ex_normal(s, q, n, q) || !common_denominator(s, q, n, &common))
        return;
    for (size_t i = 0; i < n; i++)
        q[i] = ex_mul2(s, q[i], common);
    if (ex_normal(s, q, n, q))
        memcpy(v, q, n * sizeof *v);
}

/* ---- pivots ---- */

struct pivots {
    size_t *column; /* of each row */
    size_t bad;     /* the first row that depends on those before, or the number of rows */
};

/* Numbers are the best pivots, then what is known not to vanish or has parameters only, then the
 * rest. */
static int worth(struct check *c, ex e)
{
    if (ex_is_number(c->store, e))
        return 2;
    bool fixed = true;
    const struct ex_list used = ex_symbols(c->store, &e, 1);
    for (size_t i = 0; i < used.n && fixed; i++) {
        const char *name = ex_name(c->store, used.at[i]);
        const struct name *n = gen_find(&c->scope, name, strlen(name));
        fixed = n && n->of == NAME_PARAM;
    }
    return fixed || ex_is_nonzero(c->store, e);
}

static size_t best_column(struct check *c, const ex *row, const double *a, size_t n)
{
    const double near = 0.3; /* of the largest: as good */
    double largest = 0;
    size_t best = n;
    for (size_t j = 0; j < n; j++)
        largest = fmax(largest, fabs(a[j]));
    for (size_t j = 0; j < n; j++) {
        if (!(fabs(a[j]) >= near * largest))
            continue;
        const int more = best == n ? 1 : worth(c, row[j]) - worth(c, row[best]);
        if (more > 0 || (more == 0 && fabs(a[j]) > fabs(a[best])))
            best = j;
    }
    return best;
}

/* Where rounding hides whether row i is independent of those before: a column that it can be solved
 * for, without rounding, or n. */
static size_t exact_column(struct check *c, const struct point *p, const ex *e, size_t i, size_t n,
                           const size_t *taken)
{
    enum { SMALL = 12 }; /* rows whose determinant does not take long */
    struct store *s = c->store;
    const size_t k = i + 1;
    ex *fixed = mem_take_array(c->diag->mem, k * n + 1, sizeof *fixed);
    ex *square = mem_take_array(c->diag->mem, k * k + 1, sizeof *square);
    ex_subst(s, e, k * n, p->x, p->value, p->n, fixed);
    if (ex_rank_below(s, fixed, k, n) < k && ex_rank(s, fixed, k, n, NULL) < k)
        return n;
    for (size_t j = 0; j < n; j++) {
        for (size_t r = 0; r < k; r++)
            for (size_t col = 0; col < k; col++)
                square[r * k + col] = fixed[r * n + (col < i ? taken[col] : j)];
        if (k > SMALL ? ex_rank_below(s, square, k, k) == k
                      : ex_zero(s, ex_det(s, square, k), false).answer == EX_NOT_ZERO)
            return j;
    }
    return n;
}

/* Row by row, the column that is solved for. */
static struct pivots pivots_at(struct check *c, const struct point *p, const ex *e,
                               const double *at, size_t rows, size_t n)
{
    const double tiny = 1e-9;
    struct mem *mem = c->diag->mem;
    struct pivots out = {mem_take_array(mem, rows + 1, sizeof(size_t)), rows};
    double *a = mem_take_array(mem, rows * n + 1, sizeof *a);
    memcpy(a, at, rows * n * sizeof *a);
    bool blurred = false; /* numbers tell no more */
    for (size_t i = 0; i < rows; i++) {
        double size = 0;
        for (size_t j = 0; j < n; j++)
            size = fmax(size, fabs(at[i * n + j]));
        size_t k = best_column(c, &e[i * n], &a[i * n], n);
        blurred |= k == n || !(fabs(a[i * n + k]) > tiny * fmax(size, 1e-3));
        if (blurred)
            k = exact_column(c, p, e, i, n, out.column);
        if (k == n) {
            out.bad = i;
            return out;
        }
        out.column[i] = k;
        for (size_t r = i + 1; r < rows && !blurred; r++) {
            const double f = a[r * n + k] / a[i * n + k];
            for (size_t j = 0; j < n; j++)
                a[r * n + j] -= f * a[i * n + j];
            a[r * n + k] = 0;
        }
    }
    return out;
}

/* What the rows are, for messages. */
struct rows {
    const ex *at;
    size_t rows, n;
    struct point point;
    struct pivots pivots;
    bool everywhere; /* are they dependent, whatever the parameters */
};

/* The first row that depends on those before wherever it is, or the number of rows. */
static size_t first_dependent(struct store *s, const ex *a, size_t rows, size_t n)
{
    if (ex_rank_below(s, a, rows, n) == rows || ex_rank(s, a, rows, n, NULL) == rows)
        return rows;
    for (size_t i = 1; i < rows; i++)
        if (ex_rank_below(s, a, i, n) < i && ex_rank(s, a, i, n, NULL) < i)
            return i - 1;
    return rows - 1;
}

/* Pivots at the point in force, or where that is not possible at an arbitrary one; `first` is what
 * was tried first. False: nowhere are all rows independent, and first->pivots.bad is the first that
 * is not. */
static bool find_pivots(struct check *c, const ex *a, size_t rows, size_t n, struct rows *out,
                        struct rows *first)
{
    double *at = mem_take_array(c->diag->mem, rows * n + 1, sizeof *at);
    *first = (struct rows){.at = NULL};
    const size_t bad = first_dependent(c->store, a, rows, n);
    if (bad < rows) {
        *first = (struct rows){a, rows, n, point_of(c, 1), {NULL, bad}, true};
        return false;
    }
    for (uint64_t seed = 0; seed <= TRIES; seed++) {
        *out = (struct rows){a, rows, n, point_of(c, seed), {NULL, 0}, false};
        if (!numbers_at(c, &out->point, a, rows * n, at))
            continue;
        out->pivots = pivots_at(c, &out->point, a, at, rows, n);
        if (!first->at)
            *first = *out;
        if (out->pivots.bad == rows)
            return true;
    }
    return false;
}

/* ---- null spaces as fields ---- */

/* The same elimination as with numbers: no pivot vanishes where none did. */
static void eliminate(struct store *s, ex *a, size_t rows, size_t n, const size_t *column)
{
    for (size_t i = 0; i < rows; i++) {
        const ex over = ex_powi(s, a[i * n + column[i]], -1);
        for (size_t j = 0; j < n; j++)
            a[i * n + j] = j == column[i] ? ex_int(s, 1) : ex_mul2(s, a[i * n + j], over);
        for (size_t r = 0; r < rows; r++) {
            const ex f = a[r * n + column[i]];
            for (size_t j = 0; j < n && r != i && !gen_is_null(s, f); j++)
                if (!gen_is_null(s, a[i * n + j]))
                    a[r * n + j] =
                        j == column[i]
                            ? ex_int(s, 0)
                            : ex_hold(s, ex_sub(s, a[r * n + j], ex_mul2(s, f, a[i * n + j])));
        }
    }
}

/* x of a_pivots x = -a_free, one column for each free one; `free` lists these. */
static ex *solve_rows(struct check *c, const struct rows *r, const size_t *free_column)
{
    struct store *s = c->store;
    struct mem *mem = c->diag->mem;
    const size_t k = r->rows, n = r->n, f = n - k;
    ex *A = mem_take_array(mem, k * k + 1, sizeof *A),
       *B = mem_take_array(mem, k * f + 1, sizeof *B);
    ex *x = mem_take_array(mem, k * f + 1, sizeof *x);
    double *at = mem_take_array(mem, k * f + 1, sizeof *at);
    for (size_t i = 0; i < k; i++) {
        for (size_t j = 0; j < k; j++)
            A[i * k + j] = r->at[i * n + r->pivots.column[j]];
        for (size_t j = 0; j < f; j++)
            B[i * f + j] = ex_neg(s, r->at[i * n + free_column[j]]);
    }
    if (ex_solve_by(s, EX_QUICK, A, k, B, f, x, NULL) && numbers_at(c, &r->point, x, k * f, at))
        return x;
    ex *whole = mem_take_array(mem, k * n + 1, sizeof *whole);
    memcpy(whole, r->at, k * n * sizeof *whole);
    eliminate(s, whole, k, n, r->pivots.column);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < f; j++)
            x[i * f + j] = ex_neg(s, whole[i * n + free_column[j]]);
    return x;
}

/* The columns that are no pivots, in order. */
static size_t *free_columns(struct check *c, const struct rows *r)
{
    size_t *out = mem_take_array(c->diag->mem, r->n + 1, sizeof *out), found = 0;
    for (size_t j = 0; j < r->n; j++) {
        bool pivot = false;
        for (size_t i = 0; i < r->rows; i++)
            pivot |= r->pivots.column[i] == j;
        if (!pivot)
            out[found++] = j;
    }
    return out;
}

static ex *unit(struct check *c, size_t B)
{
    ex *v = mem_take_array(c->diag->mem, c->model->sections + 1, sizeof *v);
    for (size_t i = 0; i < c->model->sections; i++)
        v[i] = ex_int(c->store, i == B);
    return v;
}

/* The fields from `first` on become a basis of the null space of the rows. */
static void fill(struct check *c, const struct rows *r, size_t first)
{
    struct model *m = c->model;
    const size_t k = r->rows, f = r->n - k;
    const size_t *free_column = free_columns(c, r);
    const ex *x = k && f ? solve_rows(c, r, free_column) : NULL;
    for (size_t j = 0; j < f && first + j < m->fields; j++) {
        ex *v = m->field[first + j].component = unit(c, free_column[j]);
        for (size_t i = 0; i < k; i++)
            v[r->pivots.column[i]] = x[i * f + j];
        clear_denominators(c->store, v, r->n);
    }
}

/* ---- the frame ---- */

static const ex *forms_of(struct check *c)
{
    const struct model *m = c->model;
    const size_t n = m->sections;
    ex *mu = mem_take_array(c->diag->mem, m->constraints * n + 1, sizeof *mu);
    for (size_t k = 0; k < m->constraints; k++)
        memcpy(&mu[k * n], m->constraint[k].form, n * sizeof *mu);
    return mu;
}

/* With its right side the form is independent of those before, without it is not. */
static bool contradicts(struct check *c, size_t bad)
{
    const struct model *m = c->model;
    const size_t n = m->sections, wide = n + 1;
    ex *with = gen_row(c->diag->mem, (bad + 1) * wide);
    for (size_t k = 0; k <= bad; k++) {
        memcpy(&with[k * wide], m->constraint[k].form, n * sizeof *with);
        with[k * wide + n] = m->constraint[k].speed;
    }
    return ex_rank_below(c->store, with, bad + 1, wide) > bad;
}

/* Are the constraints independent, everywhere and where a run starts? */
static bool check_forms(struct check *c, struct rows *out)
{
    const struct model *m = c->model;
    const size_t n = m->sections;
    struct rows first = {.at = NULL};
    const ex *mu = forms_of(c);
    const bool independent = find_pivots(c, mu, m->constraints, n, out, &first);
    if (independent && (!first.point.given || first.pivots.bad == m->constraints))
        return true;
    if (!first.at) {
        gen_error(c->diag, m->constraint[0].where, "the constraints have no values")->help =
            "something in them is not a number wherever it was tried; look at the values of "
            "parameters, or give init a point where they are";
        return false;
    }
    const struct constraint *bad = &m->constraint[first.pivots.bad];
    if (!independent && contradicts(c, first.pivots.bad)) {
        struct note *note = gen_error(c->diag, bad->where, "the constraints contradict each other");
        note->label = "its left side follows from those before, its right side does not";
        note->help = "no velocity satisfies all of them; one of the right sides is wrong";
    } else if (!independent) {
        struct note *note = gen_error(c->diag, bad->where, "the constraints are not independent");
        note->label = first.pivots.bad ? "follows from those before" : "vanishes";
        note->help = !first.everywhere  ? "so it is with the values that the parameters have"
                     : first.pivots.bad ? "it follows from the others everywhere; leave it out"
                                        : "it is 0 = 0 everywhere; leave it out";
    } else {
        struct note *note = gen_error(c->diag, bad->where,
                                      "the constraints are not independent where the run starts");
        note->label = first.pivots.bad ? "follows from those before" : "vanishes";
        note->help = gen_text(c->diag->mem, "at %s; start at another point",
                              point_text(c, &first.point, mu, m->constraints * n));
    }
    return false;
}

static void choose_frame(struct check *c)
{
    struct model *m = c->model;
    struct rows r = {.n = m->sections};
    if (m->constraints && !check_forms(c, &r))
        return;
    fill(c, &r, 0);
}

/* ---- the complement ---- */

/* In natural components; false when it is not given so. */
static bool natural_metric(struct check *c, ex *g)
{
    const struct model *m = c->model;
    struct store *s = c->store;
    const size_t n = m->sections;
    ex *velocity = mem_take_array(c->diag->mem, n + 1, sizeof *velocity);
    const bool lagrangian = m->lagrangian != EX_POISON;
    if (!lagrangian && m->metric == EX_POISON)
        return false;
    const ex e = gen_anchored(m, lagrangian ? m->lagrangian : m->metric);
    for (size_t B = 0; B < n; B++)
        velocity[B] = m->section[B].velocity;
    if ((gen_sorts(c, e) & SORT_QUASI) || ex_degree(s, e, velocity, n) != 2)
        return false;
    ex_hessian(s, e, velocity, n, g);
    const ex half = ex_rat(s, 1, 2);
    for (size_t i = 0; i < n * n && !lagrangian; i++)
        g[i] = ex_mul2(s, half, g[i]);
    return true;
}

/* g^-1 mu: independent wherever the forms are. False when g is degenerate. */
static bool raise_forms(struct check *c, const ex *g)
{
    struct model *m = c->model;
    const size_t n = m->sections, k = m->constraints;
    ex *mu = mem_take_array(c->diag->mem, n * k + 1, sizeof *mu);
    ex *raised = mem_take_array(c->diag->mem, n * k + 1, sizeof *raised);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            mu[i * k + j] = m->constraint[j].form[i];
    if (!ex_solve_by(c->store, EX_QUICK, g, n, mu, k, raised, NULL))
        return false;
    for (size_t j = 0; j < k; j++) {
        ex *v = mem_take_array(c->diag->mem, n + 1, sizeof *v);
        for (size_t i = 0; i < n; i++)
            v[i] = raised[i * k + j];
        clear_denominators(c->store, v, n);
        m->field[m->rank + j].component = v;
    }
    return true;
}

static ex *frame_rows(struct check *c)
{
    const struct model *m = c->model;
    const size_t n = m->sections;
    ex *F = mem_take_array(c->diag->mem, m->rank * n + 1, sizeof *F);
    for (size_t a = 0; a < m->rank; a++)
        memcpy(&F[a * n], m->field[a].component, n * sizeof *F);
    return F;
}

/* Fields of the natural basis that fill up the frame. */
static void choose_natural(struct check *c)
{
    struct model *m = c->model;
    struct rows r, first;
    if (!find_pivots(c, frame_rows(c), m->rank, m->sections, &r, &first)) {
        const size_t bad = first.at ? first.pivots.bad : 0;
        struct note *n = gen_error(c->diag, m->field[bad].where, "the fields of the frame %s",
                                   first.at ? "are linearly dependent" : "have no values");
        n->label = first.at && bad ? "a combination of those before" : NULL;
        n->help = first.at ? "they must span the allowed velocities, and none may be a combination "
                             "of the others"
                           : "something in them is not a number wherever it was tried";
        return;
    }
    const size_t *free_column = free_columns(c, &r);
    for (size_t j = 0; m->rank + j < m->fields; j++)
        m->field[m->rank + j].component = unit(c, free_column[j]);
}

static bool is_diagonal(struct store *s, const ex *g, size_t n)
{
    for (size_t i = 0; i < n * n; i++)
        if (i / n != i % n && !gen_is_null(s, g[i]))
            return false;
    return true;
}

/* What is left of fields of the complement when their parts along C are taken off, f_alpha -
 * f_a g^ab g(f_b, f_alpha). Only g on C is inverted, which is regular where g is positive. */
static bool straighten(struct check *c, const ex *g)
{
    struct model *m = c->model;
    struct store *s = c->store;
    struct mem *mem = c->diag->mem;
    const size_t n = m->sections, r = m->rank, k = n - r;
    const ex *F = frame_rows(c);
    ex *lowered = gen_row(mem, r * n), *on_C = gen_row(mem, r * r), *b = gen_row(mem, r * k);
    ex *T = gen_row(mem, r * k);
    gen_times(s, F, g, r, n, n, lowered);
    for (size_t i = 0; i < r; i++) {
        for (size_t j = 0; j < r; j++)
            on_C[i * r + j] = i > j ? on_C[j * r + i]
                                    : ex_circle(s, gen_dot(s, &lowered[i * n], 1, &F[j * n], n));
        for (size_t j = 0; j < k; j++)
            b[i * k + j] =
                ex_circle(s, gen_dot(s, &lowered[i * n], 1, m->field[r + j].component, n));
    }
    if (!gen_solve(s, on_C, r, b, k, T))
        return false;
    for (size_t j = 0; j < k; j++) {
        ex *v = m->field[r + j].component;
        for (size_t B = 0; B < n; B++)
            for (size_t a = 0; a < r; a++)
                v[B] = ex_sub(s, v[B], ex_mul2(s, F[a * n + B], T[a * k + j]));
        clear_denominators(s, v, n);
        cancel_factors(s, v, n);
    }
    return true;
}

/* The components of the forms as those of fields: whatever C is, none of these is in it. */
static void take_forms(struct check *c)
{
    struct model *m = c->model;
    const size_t n = m->sections;
    for (size_t k = 0; k < m->constraints; k++) {
        ex *v = m->field[m->rank + k].component = gen_row(c->diag->mem, n);
        memcpy(v, m->constraint[k].form, n * sizeof *v);
    }
}

/* Orthogonal to C where there is a metric that serves. */
static void choose_complement(struct check *c)
{
    const struct model *m = c->model;
    const size_t n = m->sections, before = c->diag->errors;
    ex *g = gen_row(c->diag->mem, n * n);
    const bool metric = n <= LARGE && natural_metric(c, g);
    if (metric && m->constraints && is_diagonal(c->store, g, n) && raise_forms(c, g))
        return;
    if (metric && m->constraints)
        take_forms(c);
    else
        choose_natural(c);
    if (metric && c->diag->errors == before && !straighten(c, g))
        choose_natural(c);
}

/* ---- fields of the user ---- */

/* Those of the frame, and of the complement if that is the user's, are independent. */
static bool check_fields(struct check *c)
{
    const struct model *m = c->model;
    const size_t n = m->sections,
                 given = m->fields && m->field[m->fields - 1].chosen ? m->rank : m->fields;
    ex *F = mem_take_array(c->diag->mem, given * n + 1, sizeof *F);
    for (size_t A = 0; A < given; A++)
        memcpy(&F[A * n], m->field[A].component, n * sizeof *F);
    const size_t bad = first_dependent(c->store, F, given, n);
    if (bad == given)
        return true;
    struct note *note =
        gen_error(c->diag, m->field[bad].where, "the fields of %s are linearly dependent",
                  bad < m->rank ? "the frame" : "frame and complement");
    note->label = bad ? "a combination of those before" : "vanishes";
    note->help = given == n ? "together they must span all velocities, everywhere but at single "
                              "points"
                            : "they must span the velocities that are allowed, without a surplus";
    return false;
}

/* The first constraint that a field does not keep to is told; false when there is one. */
static bool check_residual(struct check *c, const struct field *f)
{
    const struct model *m = c->model;
    struct store *s = c->store;
    for (size_t k = 0; k < m->constraints; k++) {
        ex residual = EX_POISON;
        gen_times(s, m->constraint[k].form, f->component, 1, m->sections, 1, &residual);
        if (ex_zero(s, residual, false).answer != EX_NOT_ZERO)
            continue;
        const char *text = ex_show(s, residual, EX_PLAIN);
        gen_error(c->diag, f->where, "'%s' violates a constraint", f->name)->help =
            gen_text(c->diag->mem, "%s gives %s on it, not 0",
                     gen_copy(c->diag->mem, m->constraint[k].where), text ? text : "...");
        return false;
    }
    return true;
}

static void check_frame(struct check *c)
{
    const struct model *m = c->model;
    struct rows r;
    bool good = true;
    if (m->constraints && !check_forms(c, &r))
        return;
    for (size_t a = 0; a < m->rank; a++)
        good &= check_residual(c, &m->field[a]);
    if (!good)
        return;
    if (m->constraints && m->rank + m->constraints != m->sections)
        gen_error(c->diag, m->frame_at,
                  "%zu field%s in the frame, but %zu constraint%s leave%s room for %zu", m->rank,
                  m->rank == 1 ? "" : "s", m->constraints, m->constraints == 1 ? "" : "s",
                  m->constraints == 1 ? "s" : "", m->sections - m->constraints)
            ->help =
            "the frame spans all that the constraints allow; without a frame one is chosen";
    else
        check_fields(c);
}

/* What is written in quasi-velocities means something for all velocities only when the whole frame
 * is there. */
static bool needs_complement(struct check *c)
{
    const struct model *m = c->model;
    const ex written[] = {m->metric, m->lagrangian, m->magnetic};
    static const char *const name[] = {"metric", "lagrangian", "magnetic"};
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        if (written[i] == EX_POISON || !(gen_sorts(c, written[i]) & SORT_QUASI))
            continue;
        gen_error(c->diag, m->source_at, "the complement has to be given for this %s", name[i])
            ->help = "it is written in quasi-velocities, and these are components along frame and "
                     "complement together; or write it in dx, dy, ...";
        return true;
    }
    return false;
}

void gen_choose_fields(struct check *c)
{
    struct model *m = c->model;
    const size_t before = c->diag->errors;
    if (m->constraints > m->sections) {
        gen_error(c->diag, m->constraint[m->sections].where, "more constraints than %s",
                  m->sections == m->coords ? "coordinates" : "sections")
            ->help = "each takes one velocity away, and none is left; leave out what follows from "
                     "others";
        return;
    }
    for (size_t k = 0; k < m->constraints; k++)
        if (!m->constraint[k].form)
            return; /* had a mistake */
    const struct point here = point_of(c, 0);
    ex_mind(c->store, here.x, here.v, here.n);
    if (m->fields && m->field[0].chosen)
        choose_frame(c);
    else
        check_frame(c);
    if (c->diag->errors > before)
        return;
    if (m->constraints && m->constraints == m->sections)
        gen_remark(c->diag, m->constraint[m->constraints - 1].where,
                   "the constraints leave no velocity free, so nothing moves");
    if (m->fields > m->rank && m->field[m->rank].chosen && !needs_complement(c))
        choose_complement(c);
}
