/* gen/geometry/growth_drop.c -- places where the growth vector of C is not the generic one.
 *
 * Where the equations of such a place can be solved for coordinates one after the other, the ranks
 * there come from brackets of more fields, and are proved to be the same at all of its points.
 */
#include "gen/geometry/growth_flag.h"
#include "gen/language/values.h"

/* ---- the set ---- */

/* A symbol for which e = 0 can be solved: a value of it, or all values that differ by pi. */
struct answer {
    ex symbol, value; /* EX_POISON: none */
    bool turns, param;
};

static struct answer solve(const struct flag *f, ex e)
{
    struct store *s = f->s;
    const struct model *m = f->geom->model;
    const enum ex_op op = ex_op(s, e);
    struct answer out = {.turns = op == EX_sin || op == EX_cos};
    const ex zero = ex_int(s, 0), of = out.turns ? ex_arg(s, e, 0) : e;
    const ex at = op == EX_cos ? ex_mul2(s, ex_rat(s, 1, 2), ex_pi(s)) : zero;
    for (size_t i = 0; i < m->coords + m->params; i++) {
        out.param = i >= m->coords;
        const ex x = out.param ? m->param[i - m->coords].symbol : m->coord[i].q;
        const ex slope = ex_diff(s, of, x);
        int64_t k = 0;
        if (sym_is_null(s, slope) ||
            (out.turns ? !ex_is_int(s, slope, &k) || k * k != 1 : !ex_is_number(s, slope)))
            continue;
        ex_subst(s, &of, 1, &x, &zero, 1, &out.value);
        out.value = ex_div(s, ex_sub(s, at, out.value), slope);
        out.symbol = x;
        return out;
    }
    return out;
}

static bool have_period(const struct flag *f, const ex *e, size_t n, ex x)
{
    for (size_t i = 0; i < n; i++)
        if (!ex_has_period(f->s, e[i], x))
            return false;
    return true;
}

/* Fields on a part of the set, of which there are two for each sine or cosine; false: its equations
 * are not solved. *fixed: they are solved for parameters. */
static bool restrict_to(const struct flag *f, const struct growth_drop *drop, unsigned part,
                        struct flag *out, bool *fixed)
{
    struct store *s = f->s;
    ex zero[DROP_ZEROS];
    *fixed = true;
    *out = *f;
    out->at = sym_row(f->diag->mem, (FIELDS + 1) * f->wide);
    ex_release(s, f->at, f->n * f->wide, out->at);
    ex_release(s, drop->zero, drop->n, zero);
    for (size_t i = 0; i < drop->n; i++) {
        if (sym_is_null(s, zero[i]))
            continue;
        struct answer q = solve(f, zero[i]);
        if (!q.symbol || (q.turns && !have_period(f, out->at, f->n * f->wide, q.symbol)))
            return false;
        if (q.turns && part >> i & 1)
            q.value = ex_add2(s, q.value, ex_pi(s));
        *fixed &= q.param;
        ex_subst(s, out->at, f->n * f->wide, &q.symbol, &q.value, 1, out->at);
        ex_subst(s, zero, drop->n, &q.symbol, &q.value, 1, zero);
    }
    return geom_flag_shorten(out, out->at, out->n * out->wide);
}

/* The rank of C_k on the set, if it is proved to be the same at all of its points; else 0. */
static size_t rank_there(struct flag *f, const struct growth_drop *drop, size_t k, bool *fixed)
{
    size_t rank = 0;
    for (unsigned part = 0; part < 1U << drop->n; part++) {
        struct flag there;
        if (!restrict_to(f, drop, part, &there, fixed))
            return 0;
        struct table t = geom_flag_table(&there, there.end[k]);
        if (!geom_flag_eliminate(&there, &t) || t.rows > 0 || (part > 0 && t.pivots != rank))
            return 0;
        rank = t.pivots;
    }
    return rank;
}

/* The ranks on the set until they are the generic ones in the end. */
static void find_ranks(struct flag *f, size_t goal, struct growth_drop *drop)
{
    struct flag there;
    bool fixed = false;
    drop->sure = restrict_to(f, drop, 0, &there, &fixed);
    for (size_t k = 0; drop->sure && k < GROWTH_STEPS; k++) {
        if (k == f->levels && (f->levels == GROWTH_STEPS + FURTHER || !geom_flag_add_level(f)))
            break;
        const size_t rank = rank_there(f, drop, k, &fixed);
        if (rank == 0)
            break;
        if (fixed && k > 0 && rank == drop->rank[k - 1]) /* brackets commute with such values */
            return;
        drop->rank[drop->steps++] = rank;
        if (rank == goal)
            return;
    }
    drop->steps = 0;
}

/* Does the initial state given by the model lie on the set? */
static bool starts_there(const struct flag *f, const struct growth_drop *drop)
{
    const struct model *m = f->geom->model;
    bool all = true;
    for (size_t i = 0; i < drop->n; i++) {
        ex e = drop->zero[i];
        for (size_t k = 0; k < m->ivals; k++)
            if (m->ival[k].of == IVAL_COORD && !m->ival[k].guess)
                ex_subst(f->s, &e, 1, &m->coord[m->ival[k].index].q, &m->ival[k].value, 1, &e);
        for (size_t k = m->params; k-- > 0;)
            ex_subst(f->s, &e, 1, &m->param[k].symbol, &m->param[k].value, 1, &e);
        all &= sym_is_null(f->s, e);
    }
    return all;
}

/* Is a set part of another one: do all functions of `b` vanish on it? */
static bool is_within(const struct growth_drop *a, const struct growth_drop *b)
{
    size_t found = 0;
    for (size_t i = 0; i < b->n; i++)
        for (size_t k = 0; k < a->n; k++)
            found += a->zero[k] == b->zero[i];
    return found == b->n;
}

/* Adds a set, without those that are parts of others; false: there are too many. */
static bool add_set(struct growth_drops *out, const struct growth_drop *drop)
{
    size_t kept = 0;
    for (size_t i = 0; i < out->n; i++)
        if (is_within(drop, &out->at[i]))
            return true;
    for (size_t i = 0; i < out->n; i++)
        if (!is_within(&out->at[i], drop))
            out->at[kept++] = out->at[i];
    out->n = kept;
    if (out->n == GROWTH_DROPS)
        return false;
    out->at[out->n++] = *drop;
    return true;
}

/* Where a single function vanishes, its factors vanish separately. */
static bool add_sets(const struct flag *f, const struct zeros *z, struct growth_drops *out)
{
    const ex one = z->at[0];
    if (z->never)
        return true;
    struct growth_drop drop = {.n = z->n};
    for (size_t i = 0; i < z->n; i++)
        drop.zero[i] = z->at[i];
    if (z->n > 1 || ex_op(f->s, one) != EX_mul)
        return add_set(out, &drop);
    for (size_t i = 0; i < ex_count_args(f->s, one); i++) {
        drop.zero[0] = ex_arg(f->s, one, i);
        if (!add_set(out, &drop))
            return false;
    }
    return true;
}

/* False: unknown. Where fields that the program chose are dependent, C need not be smaller. */
static bool look(struct flag *f, const struct growth *v, struct growth_drops *out)
{
    struct zeros z;
    for (size_t k = 0; k < v->steps; k++) {
        if (k > 0 && !geom_flag_add_level(f))
            return false;
        if (!geom_flag_is_smooth(f, f->at, f->n * f->wide) ||
            !geom_flag_zeros(f, f->n, v->rank[k], &z) ||
            (k == 0 && !z.never && f->geom->model->field[0].chosen) || !add_sets(f, &z, out))
            return false;
    }
    for (size_t i = 0; i < out->n; i++) {
        find_ranks(f, v->rank[v->steps - 1], &out->at[i]);
        out->at[i].starts = starts_there(f, &out->at[i]);
    }
    return true;
}

struct growth_drops geom_growth_drops(struct diag *d, const struct geom *g, const struct growth *v)
{
    const struct model *m = g->model;
    struct growth_drops out = {.n = 0};
    const bool calm = !ex_error(m->store);
    struct flag f = {.diag = d,
                     .s = m->store,
                     .geom = g,
                     .at = sym_row(d->mem, (FIELDS + 1) * g->n),
                     .n = g->rank,
                     .wide = g->n,
                     .rank = g->rank,
                     .end = {g->rank},
                     .levels = 1,
                     .param = sym_row(d->mem, m->params),
                     .span = mem_take_array(d->mem, m->params + 1, sizeof *f.span)};
    if (!v->whole || g->rank > FIELDS)
        return out;
    lang_parameter_spans(d, m, f.param, f.span);
    for (size_t A = 0; A < g->rank; A++)
        for (size_t B = 0; B < g->n; B++)
            f.at[A * g->n + B] = g->frame[B * g->n + A];
    ex_release(m->store, f.at, f.n * f.wide, f.at);
    out.known = geom_flag_shorten(&f, f.at, f.n * f.wide) && look(&f, v, &out);
    ex_forgive(m->store, calm);
    return out;
}
