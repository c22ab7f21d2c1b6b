/* gen/forms/vakonomic_where.c -- set of states outside of which no motion is vakonomic.
 *
 * The conditions on lambda and their rates are brought to echelon form, level by level: a row is
 * replaced by the one multiple of it without common factors or denominators, and then
 * differentiated. At generic states the rows of a level have one space, whatever the frame: so do
 * the rows 0 = c that are left, and the set {c = 0}. Besides it there is the set where all minors
 * vanish that give a level its rank. It counts only where a motion stays in it: a motion that
 * leaves it at once satisfies c = 0 by continuity.
 */
#include "gen/forms/form.h"
#include "gen/forms/vakonomic_inquiry.h"

#include <string.h>

/* ---- factors ---- */

static bool moves(const struct inquiry *q, ex e)
{
    struct store *s = q->v.model->store;
    for (size_t i = 0; i < q->nh->states; i++)
        if (ex_has(s, e, q->nh->state[i]))
            return true;
    return ex_has(s, e, q->v.model->time);
}

/* Factors of a numerator that can vanish at a state, once each. */
struct factors {
    const struct inquiry *q;
    ex at[WHERE_CONDITIONS];
    size_t n;
    bool all; /* there was room */
};

/* Splits off the denominator of a fraction. The argument of a call is a factor of the product. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static ex split(struct store *s, ex e, ex *below)
{
    int64_t k = 1;
    ex above = ex_int(s, 1);
    if (ex_op(s, e) == EX_pow && ex_is_int(s, ex_arg(s, e, 1), &k) && k < 0) {
        *below = ex_mul2(s, *below, ex_div(s, ex_int(s, 1), e));
        return above;
    }
    if (ex_op(s, e) != EX_mul)
        return e;
    for (size_t i = 0; i < ex_count_args(s, e); i++)
        above = ex_mul2(s, above, split(s, ex_arg(s, e, i), below));
    return above;
}

static ex normal(struct store *s, ex e)
{
    ex_normal(s, &e, 1, &e);
    return e;
}

/* e without its denominator */
static ex numerator(const struct inquiry *q, ex e)
{
    struct store *s = q->v.model->store;
    ex below = ex_int(s, 1);
    return split(s, normal(s, e), &below);
}

static ex denominator(const struct inquiry *q, ex e)
{
    struct store *s = q->v.model->store;
    ex below = ex_int(s, 1);
    split(s, normal(s, e), &below);
    return below;
}

/* Does f divide e, which has no denominator? */
static bool divides(const struct inquiry *q, ex f, ex e)
{
    return !moves(q, denominator(q, ex_div(q->v.model->store, e, f)));
}

static bool is_zero(struct store *s, ex e)
{
    return sym_is_null(s, e) || ex_zero(s, e, false).answer == EX_ZERO;
}

/* The sum, or a shorter one of which it is a power: e divided by the common factors of e and its
 * derivative. */
static ex without_power(const struct inquiry *q, ex e)
{
    enum { POWER = 4 };
    struct store *s = q->v.model->store;
    if (ex_op(s, e) != EX_add || ex_operations(s, &e, 1) > SYM_SIMPLIFY)
        return e;
    for (size_t i = 0; i < q->nh->states; i++) {
        const ex slope = ex_diff(s, e, q->nh->state[i]);
        if (is_zero(s, slope))
            continue;
        ex once = numerator(q, ex_div(s, e, slope));
        ex_simplify(s, &once, 1, &once);
        if (ex_operations(s, &once, 1) < ex_operations(s, &e, 1) &&
            divides(q, e, ex_pow(s, once, ex_int(s, POWER))) && divides(q, once, e))
            return once;
    }
    return e;
}

/* The sum without a common integer factor of its terms. */
static ex without_content(struct store *s, ex e)
{
    int64_t content = 0;
    if (ex_op(s, e) != EX_add)
        return e;
    for (size_t i = 0; i < ex_count_args(s, e); i++) {
        const ex term = ex_arg(s, e, i);
        int64_t k = 1, rest = 0;
        if (!ex_is_int(s, ex_op(s, term) == EX_mul ? ex_arg(s, term, 0) : term, &k))
            k = 1;
        for (k = k < 0 ? -k : k; k; k = rest) { /* Euclid */
            rest = content % k;
            content = k;
        }
    }
    if (content > 1) {
        e = ex_div(s, e, ex_int(s, content));
        ex_normal(s, &e, 1, &e);
    }
    return e;
}

/* Adds a factor that is no product. */
static void add_factor(struct factors *f, ex e)
{
    struct store *s = f->q->v.model->store;
    int64_t k = 1;
    if (ex_op(s, e) == EX_pow && ex_is_int(s, ex_arg(s, e, 1), &k) && k > 1)
        e = ex_arg(s, e, 0);
    e = without_content(s, without_power(f->q, e));
    if (ex_is_nonzero(s, e) || !moves(f->q, e))
        return;
    for (size_t i = 0; i < f->n; i++)
        if (f->at[i] == e)
            return;
    if (f->n == WHERE_CONDITIONS)
        f->all = false;
    else
        f->at[f->n++] = e;
}

/* Adds the factors of a product, which may be nested. */
static void add_factors(struct factors *f, ex e)
{
    struct store *s = f->q->v.model->store;
    ex waiting[64] = {e};
    for (size_t n = 1; n;) {
        e = waiting[--n];
        if (ex_op(s, e) != EX_mul) {
            add_factor(f, e);
            continue;
        }
        for (size_t i = ex_count_args(s, e); i-- > 0;) {
            if (n < sizeof waiting / sizeof *waiting)
                waiting[n++] = ex_arg(s, e, i);
            else
                f->all = false;
        }
    }
}

static struct factors factors_of(const struct inquiry *q, ex e)
{
    struct store *s = q->v.model->store;
    struct factors f = {.q = q, .all = true};
    ex_release(s, &e, 1, &e);
    e = numerator(q, e);
    ex_simplify(s, &e, 1, &e);
    add_factors(&f, e);
    return f;
}

static ex product(struct store *s, const struct factors *f)
{
    return f->n ? ex_mul(s, f->at, f->n) : ex_int(s, 1);
}

/* ---- echelon form ---- */

enum { LEVELS = 6 };
struct echelon {
    const struct inquiry *q;
    ex *row; /* m + 1 each, at most m of them */
    size_t *pivot;
    size_t rows;
    struct where *out;
    struct where_set *conditions;
};

/* The multiple of a row whose coefficients of lambda have no denominator and no common factor. */
static void make_primitive(const struct echelon *e, ex *row)
{
    struct store *s = e->q->v.model->store;
    const size_t m = e->q->v.m;
    size_t first = m;
    for (size_t j = 0; j < m; j++) {
        if (is_zero(s, row[j])) {
            row[j] = ex_int(s, 0);
            continue;
        }
        const ex below = denominator(e->q, row[j]);
        first = first == m ? j : first;
        for (size_t k = 0; k <= m; k++)
            row[k] = normal(s, ex_mul2(s, row[k], below));
    }
    if (first == m)
        return;
    const struct factors f = factors_of(e->q, row[first]);
    for (size_t i = 0; i < f.n; i++)
        for (;;) {
            bool common = true;
            for (size_t j = 0; j < m && common; j++)
                common = sym_is_null(s, row[j]) || divides(e->q, f.at[i], row[j]);
            for (size_t k = 0; k <= m && common; k++)
                row[k] = normal(s, ex_div(s, row[k], f.at[i]));
            if (!common)
                break;
        }
}

/* Subtracts the multiple of `by` that clears the column. */
static void clear_column(const struct echelon *e, const ex *by, size_t col, ex *row)
{
    struct store *s = e->q->v.model->store;
    const size_t m = e->q->v.m;
    if (sym_is_null(s, row[col]))
        return;
    const ex factor = ex_div(s, row[col], by[col]);
    for (size_t k = 0; k <= m; k++)
        row[k] = k == col ? ex_int(s, 0) : normal(s, ex_sub(s, row[k], ex_mul2(s, factor, by[k])));
}

/* Adds a row to the echelon, or to the conditions when no coefficient of lambda is left. */
static bool add_row(struct echelon *e, ex *row)
{
    const struct inquiry *q = e->q;
    struct store *s = q->v.model->store;
    const size_t m = q->v.m;
    size_t col = 0;
    for (size_t i = 0; i < e->rows; i++)
        clear_column(e, &e->row[i * (m + 1)], e->pivot[i], row);
    while (col < m && is_zero(s, row[col]))
        col++;
    if (col == m) {
        for (size_t j = 0; j < m; j++)
            e->out->standing = alg_worse(
                e->out->standing, alg_prove(q->proofs, "a condition without multipliers", row[j]));
        if (is_zero(s, row[m]))
            return true;
        e->conditions->at[e->conditions->n++] = numerator(q, row[m]);
        return e->conditions->n < WHERE_CONDITIONS;
    }
    make_primitive(e, row);
    for (size_t i = 0; i < e->rows; i++) {
        clear_column(e, row, col, &e->row[i * (m + 1)]);
        make_primitive(e, &e->row[i * (m + 1)]);
    }
    memcpy(&e->row[e->rows * (m + 1)], row, (m + 1) * sizeof *row);
    e->pivot[e->rows++] = col;
    return true;
}

/* ---- sets ---- */

bool form_vakonomic_solved(const struct inquiry *q, ex f, ex *state, ex *value)
{
    struct store *s = q->v.model->store;
    for (size_t i = q->nh->states; i-- > 0;) {
        const ex x = q->nh->state[i], slope = ex_diff(s, f, x), nothing = ex_int(s, 0);
        if (f != x && (i < q->v.nq || is_zero(s, slope) || !is_zero(s, ex_diff(s, slope, x))))
            continue;
        ex rest = f;
        ex_subst(s, &rest, 1, &x, &nothing, 1, &rest);
        *state = x;
        *value = f == x ? nothing : ex_neg(s, ex_div(s, rest, slope));
        return true;
    }
    return false;
}

/* Was there an error, such as a division by 0? It is cleared, unless it is a limit. */
static bool went_wrong(struct store *s)
{
    if (!ex_error(s))
        return false;
    if (ex_add2(s, ex_int(s, 1), ex_int(s, 1)) != EX_POISON)
        ex_clear(s);
    return true;
}

static bool divides_all(const struct inquiry *q, ex f, const struct where_set *set)
{
    for (size_t i = 0; i < set->n; i++)
        if (!is_zero(q->v.model->store, set->at[i]) && !divides(q, f, set->at[i]))
            return false;
    return true;
}

/* Does {set = 0}, as far as motions stay in it, lie in {conditions = 0}? Members
 * of `set` are solved for states one by one.
 * NOLINTNEXTLINE(misc-no-recursion): as deep as DEPTH */
static bool lies_in(const struct inquiry *q, struct where_set set, struct where_set conditions,
                    size_t depth)
{
    enum { DEPTH = 6 };
    struct store *s = q->v.model->store;
    bool all = true;
    for (size_t i = 0; i < conditions.n; i++)
        all &= is_zero(s, conditions.at[i]);
    size_t next = 0;
    while (next < set.n && is_zero(s, set.at[next]))
        next++;
    if (all || depth == DEPTH || next == set.n)
        return all;
    const struct factors f = factors_of(q, set.at[next]);
    for (size_t i = 0; i < f.n; i++) { /* none: the set is empty */
        struct where_set there = set, goals = conditions;
        ex x = EX_POISON, value = EX_POISON, rate = EX_POISON;
        if (divides_all(q, f.at[i], &conditions))
            continue;
        if (!form_vakonomic_solved(q, f.at[i], &x, &value) || there.n == WHERE_CONDITIONS)
            return false;
        form_rates(q->nh, &f.at[i], 1, &rate);
        there.at[there.n++] = rate;
        ex_subst(s, there.at, there.n, &x, &value, 1, there.at);
        ex_subst(s, goals.at, goals.n, &x, &value, 1, goals.at);
        if (went_wrong(s))
            return false;
        if (!lies_in(q, there, goals, depth + 1))
            return false;
    }
    return f.all;
}

static bool add_piece(struct where *out, const struct where_set *piece)
{
    if (out->pieces == WHERE_PIECES)
        return false;
    out->piece[out->pieces++] = *piece;
    return true;
}

/* Adds the set where all conditions vanish: first where their common factors do. */
static bool add_common(const struct inquiry *q, const struct where_set *c, struct where *out)
{
    struct store *s = q->v.model->store;
    struct where_set rest = {.n = 0}, common = {.n = 1};
    struct factors shared = factors_of(q, c->at[0]);
    bool empty = false;
    for (size_t i = 1; i < c->n; i++) {
        size_t kept = 0;
        for (size_t k = 0; k < shared.n; k++) {
            if (divides(q, shared.at[k], c->at[i]))
                shared.at[kept++] = shared.at[k];
        }
        shared.n = kept;
    }
    for (size_t i = 0; i < c->n; i++) {
        ex part = c->at[i];
        for (size_t k = 0; k < shared.n; k++) /* each as often as it occurs */
            while (divides(q, shared.at[k], part))
                part = normal(s, ex_div(s, part, shared.at[k]));
        const struct factors f = factors_of(q, part);
        const ex left = product(s, &f);
        bool known = false;
        for (size_t k = 0; k < rest.n; k++)
            known |= rest.at[k] == left || is_zero(s, ex_sub(s, rest.at[k], left)) ||
                     is_zero(s, ex_add2(s, rest.at[k], left));
        empty |= f.n == 0;
        if (!f.all)
            return false;
        if (!known)
            rest.at[rest.n++] = left;
    }
    common.at[0] = product(s, &shared);
    if (shared.n && !add_piece(out, &common))
        return false;
    return empty || (shared.n && lies_in(q, rest, common, 0)) || add_piece(out, &rest);
}

struct level {
    ex *row; /* coefficients that gave the level its rank */
    size_t rows, rank;
};

/* The minors of order `rank` of a matrix that are not 0 everywhere; false: too many or too long. */
static bool find_minors(const struct inquiry *q, const ex *a, size_t rows, size_t wide, size_t cols,
                        size_t rank, struct where_set *out)
{
    struct store *s = q->v.model->store;
    size_t *at = mem_take_array(q->diag->mem, rank + 1, sizeof *at);
    size_t *col = mem_take_array(q->diag->mem, rank + 1, sizeof *col);
    ex *part = sym_row(q->diag->mem, rank * rank);
    out->n = 0;
    for (size_t i = 0; i < rank; i++)
        at[i] = i;
    do {
        for (size_t i = 0; i < rank; i++)
            col[i] = i;
        do {
            for (size_t i = 0; i < rank * rank; i++)
                part[i] = a[at[i / rank] * wide + col[i % rank]];
            const ex minor = ex_det(s, part, rank);
            if (is_zero(s, minor))
                continue;
            if (out->n == WHERE_CONDITIONS || ex_operations(s, &minor, 1) > SYM_MINOR)
                return false;
            out->at[out->n++] = numerator(q, minor);
        } while (sym_next_choice(col, rank, cols));
    } while (sym_next_choice(at, rank, rows));
    return true;
}

/* Products of conditions and minors of the constraint forms: all vanish where the conditions hold
 * or the constraints are dependent. */
static struct where_set regular_part(const struct inquiry *q, const struct where_set *c)
{
    struct store *s = q->v.model->store;
    struct where_set forms, out = {.n = 0};
    if (!find_minors(q, q->v.mu, q->v.m, q->v.n, q->v.n, q->v.m, &forms) ||
        forms.n * c->n > WHERE_CONDITIONS)
        return *c;
    for (size_t i = 0; i < forms.n; i++)
        for (size_t j = 0; j < c->n; j++)
            out.at[out.n++] = ex_mul2(s, forms.at[i], c->at[j]);
    return out;
}

/* Adds the set where all minors of order `rank` vanish, unless a motion that stays there is in the
 * set `c`. */
static void add_minors(const struct inquiry *q, const struct level *level,
                       const struct where_set *c, struct where *out)
{
    struct where_set minors;
    struct where found = {.pieces = 0};
    if (!find_minors(q, level->row, level->rows, q->v.m + 1, q->v.m, level->rank, &minors) ||
        !add_common(q, &minors, &found))
        out->rank = true;
    for (size_t i = 0; i < found.pieces && !out->rank; i++)
        if (!lies_in(q, found.piece[i], *c, 0) && !add_piece(out, &found.piece[i]))
            out->rank = true;
}

/* ---- levels ---- */

/* One level: adds its rows. Returns false when that cannot be done. */
static bool add_level(struct echelon *e, const ex *row, size_t rows, struct level *level)
{
    struct store *s = e->q->v.model->store;
    const size_t wide = e->q->v.m + 1;
    ex *one = sym_row(e->q->diag->mem, wide);
    level->row = sym_row(e->q->diag->mem, (e->rows + rows) * wide);
    level->rows = e->rows + rows;
    memcpy(level->row, e->row, e->rows * wide * sizeof *row);
    memcpy(&level->row[e->rows * wide], row, rows * wide * sizeof *row);
    for (size_t i = 0; i < rows; i++) {
        memcpy(one, &row[i * wide], wide * sizeof *one);
        if (ex_operations(s, one, wide) > SYM_AT_STATE || !add_row(e, one))
            return false;
    }
    level->rank = e->rows;
    return true;
}

bool form_vakonomic_where(const struct inquiry *q, struct where *out)
{
    const size_t m = q->v.m, wide = m + 1;
    struct where_set conditions = {.n = 0};
    struct echelon e = {.q = q, .out = out, .conditions = &conditions};
    struct level level[LEVELS];
    size_t levels = 0, rows = q->nh->geom->rank, before = 0;
    const ex *row = form_vakonomic_rows(q);
    *out = (struct where){.standing = STANDS_PROVED};
    e.row = sym_row(q->diag->mem, (wide + 1) * wide);
    e.pivot = mem_take_array(q->diag->mem, wide, sizeof *e.pivot);
    while (conditions.n == 0) {
        before = e.rows;
        if (levels == LEVELS || !add_level(&e, row, rows, &level[levels++]))
            return false;
        if (e.rows == before && conditions.n == 0 && levels > 1)
            return false;
        ex *next = sym_row(q->diag->mem, e.rows * wide);
        rows = e.rows;
        for (size_t i = 0; i < rows; i++)
            form_vakonomic_rate(q, &e.row[i * wide], &next[i * wide]);
        row = next;
    }
    if (!add_common(q, &conditions, out))
        return false;
    const struct where_set regular = regular_part(q, &conditions);
    for (size_t i = 0; i < levels; i++)
        if (level[i].rank > (i ? level[i - 1].rank : 0))
            add_minors(q, &level[i], &regular, out);
    return out->standing == STANDS_PROVED || out->standing == STANDS_LIKELY;
}
