/* gen/prove/singular_set.c -- singular set: degenerate frame, mass matrix on C, or constraints.
 *
 * Determinants are split into factors. A factor is left out if it cannot vanish, or if it keeps its
 * sign and its distance from 0 at many points, with the parameters of the model.
 */
#include "gen/language/values.h"
#include "gen/prove/prove.h"
#include "gen/start/start.h"

#include <math.h>

struct search {
    struct diag *diag;
    const struct system *sys;
    const double *p;
    struct singular *found;
};

static bool moves(const struct system *sys, ex e)
{
    for (size_t i = 0; i < sys->states; i++)
        if (ex_has(sys->model->store, e, sys->state[i]))
            return true;
    return ex_has(sys->model->store, e, sys->model->time);
}

/* -e, for a sum term by term: a sum of squares may appear with the opposite sign. */
static ex opposite(struct store *s, ex e)
{
    const size_t n = ex_op(s, e) == EX_add ? ex_count_args(s, e) : 0;
    ex *term = sym_row(ex_mem(s), n);
    for (size_t i = 0; i < n; i++)
        term[i] = ex_neg(s, ex_arg(s, e, i));
    return n ? ex_add(s, term, n) : ex_neg(s, e);
}

/* At all sample points e has one sign, its terms do not cancel, and one of them is constant or the
 * sum is not small. The points are the same in every run. */
static bool stays_away(const struct search *f, ex e)
{
    enum { POINTS = 400 };
    const double wide = 3.3, cancels = 1e-3, small = 1e-2;
    const struct system *sys = f->sys;
    struct store *s = sys->model->store;
    const size_t n = ex_op(s, e) == EX_add ? ex_count_args(s, e) : 1;
    double *x = mem_take_array(f->diag->mem, sys->states + 1, sizeof *x);
    double *value = mem_take_array(f->diag->mem, n + 1, sizeof *value);
    ex *term = sym_row(f->diag->mem, n);
    bool above = true, below = true, fixed = false;
    double near = INFINITY, far = 0, least = 1;
    for (size_t i = 0; i < n; i++) {
        term[i] = n > 1 ? ex_arg(s, e, i) : e;
        fixed |= !moves(sys, term[i]);
    }
    for (unsigned k = 1; k <= POINTS && (above || below); k++) {
        double sum = 0, size = 0;
        for (size_t i = 0; i < sys->states; i++)
            x[i] = wide * pow(10, (int)(k % 4) - 1) * base_arbitrary(k, i); /* near and far */
        start_eval_at(sys, 5 + 5 * base_arbitrary(k, sys->states), x, f->p, term, n, value);
        for (size_t i = 0; i < n; i++) {
            sum += value[i];
            size += fabs(value[i]);
        }
        if (!isfinite(sum))
            continue;
        above &= sum > 0;
        below &= sum < 0;
        least = fmin(least, fabs(sum) / size);
        near = fmin(near, fabs(sum));
        far = fmax(far, fabs(sum));
    }
    return (above || below) && least > cancels && (fixed || near > small * far);
}

static void add_factor(struct search *f, ex e, const char *what)
{
    struct store *s = f->sys->model->store;
    struct singular *out = f->found;
    if (!moves(f->sys, e) || ex_is_nonzero(s, e) || ex_is_nonzero(s, opposite(s, e)))
        return;
    if (stays_away(f, e)) {
        out->sampled = true;
        return;
    }
    for (size_t i = 0; i < out->n; i++)
        if ((out->factor[i] == e || out->factor[i] == opposite(s, e)) && out->what[i] == what)
            return;
    if (out->n == SINGULAR_MOST)
        return;
    out->factor[out->n] = e;
    out->what[out->n++] = what;
}

/* The factors of a product, also of nested products and powers. */
static void split(struct store *s, ex e, ex *out, size_t *n, size_t most)
{
    for (out[(*n)++] = e; *n < most;) {
        size_t at = 0;
        int64_t k = 0;
        while (at < *n && ex_op(s, out[at]) != EX_mul && ex_op(s, out[at]) != EX_pow)
            at++;
        while (at < *n && ex_op(s, out[at]) == EX_pow && !ex_is_int(s, ex_arg(s, out[at], 1), &k))
            at++;
        if (at == *n || (ex_op(s, out[at]) != EX_mul && ex_op(s, out[at]) != EX_pow))
            return;
        const ex product = out[at];
        const bool power = ex_op(s, product) == EX_pow;
        const size_t parts = power ? 1 : ex_count_args(s, product); /* poles, too */
        out[at] = out[--*n];
        for (size_t i = 0; i < parts && *n < most; i++)
            out[(*n)++] = ex_arg(s, product, i);
    }
}

static void add_factors(struct search *f, ex e, const char *what)
{
    enum { MOST = 64 };
    struct store *s = f->sys->model->store;
    ex part[MOST + 1], finer[MOST + 1];
    size_t n = 0;
    split(s, e, part, &n, MOST);
    for (size_t i = 0; i < n; i++) {
        size_t m = 0;
        ex again = part[i];
        if (ex_operations(s, &again, 1) <= SYM_DETERMINANT)
            ex_simplify(s, &again, 1, &again);
        split(s, again, finer, &m, MOST);
        for (size_t j = 0; j < m; j++)
            add_factor(f, finer[j], what);
    }
}

/* Many mass matrices are diagonal: then the elements are the factors of the determinant. */
static bool is_diagonal(struct store *s, const ex *a, size_t n)
{
    for (size_t i = 0; i < n * n; i++)
        if (i / n != i % n && !sym_is_null(s, a[i]))
            return false;
    return true;
}

static void look_at(struct search *f, const ex *a, size_t n, const char *what)
{
    struct store *s = f->sys->model->store;
    if (n == 0)
        return;
    if (is_diagonal(s, a, n)) {
        for (size_t i = 0; i < n; i++)
            add_factors(f, a[i * n + i], what);
        return;
    }
    if (n > SYM_SMALL_RANK ||
        ex_operations(s, a, n * n) > (n > 3 ? SYM_SIMPLIFY / 4 : SYM_SIMPLIFY)) {
        f->found->partly = true;
        return;
    }
    ex det = ex_det(s, a, n);
    if (ex_operations(s, &det, 1) > SYM_DETERMINANT) {
        f->found->partly = true;
        return;
    }
    ex_simplify(s, &det, 1, &det);
    add_factors(f, det, what);
}

static const ex *gram_of_fields(struct diag *d, const struct geom *g)
{
    struct store *s = g->model->store;
    const size_t r = g->rank;
    ex *gram = sym_row(d->mem, r * r);
    for (size_t a = 0; a < r; a++)
        for (size_t b = 0; b < r; b++)
            gram[a * r + b] =
                sym_dot(s, g->model->field[a].component, 1, g->model->field[b].component, g->n);
    return gram;
}

static void look_at_constraints(struct search *f)
{
    const struct model *m = f->sys->model;
    const size_t n = m->sections, c = m->constraints;
    ex *gram = sym_row(f->diag->mem, c * c);
    for (size_t i = 0; i < c; i++)
        for (size_t j = 0; j < c; j++)
            gram[i * c + j] = sym_dot(m->store, m->constraint[i].form, 1, m->constraint[j].form, n);
    look_at(f, gram, c, "the constraints are dependent");
    struct diag aside = base_aside(f->diag);
    struct regular matrix[REGULAR];
    const size_t k = form_regular(&aside, f->sys, matrix);
    for (size_t i = 0; i < k; i++)
        look_at(f, matrix[i].at, matrix[i].n, matrix[i].singular);
}

struct singular prove_singular_set(struct diag *d, const struct system *sys)
{
    const struct geom *g = sys->geom;
    const struct mech *k = sys->mech;
    const struct model *m = sys->model;
    const size_t n = g->n, r = g->rank;
    struct singular out = {.n = 0};
    double *p = mem_take_array(d->mem, m->params + 1, sizeof *p);
    struct diag aside = base_aside(d);
    lang_find_params(&aside, m, &(struct option_text){NULL, 0}, p);
    struct search f = {d, sys, p, &out};
    const bool chosen = r < n && m->field[r].chosen;
    if (sys->kind == STATES_p || sys->kind == STATES_y) { /* the frame has no part in the motion */
        if (k->g0)
            look_at(&f, k->g0, n, "the mass matrix is singular");
        else if (n <= SYM_SMALL_RANK) /* the metric is written in it */
            look_at(&f, g->frame, n, "the fields of the frame are dependent");
        look_at_constraints(&f);
        return out;
    }
    if (chosen && r <= SYM_SMALL_RANK) /* such a complement is as good as the fields of C */
        look_at(&f, gram_of_fields(d, g), r, "the fields of the frame are dependent");
    else if (n <= SYM_SMALL_RANK)
        look_at(&f, g->frame, n, "the fields of the frame are dependent");
    for (size_t i = 0; !chosen && n > SYM_SMALL_RANK && i < g->pivots.vanish.n; i++)
        add_factors(&f, g->pivots.vanish.at[i], "the fields of the frame may be dependent");
    ex *on_C = sym_row(d->mem, r * r);
    for (size_t i = 0; k->g && i < r * r; i++)
        on_C[i] = k->g[i / r * n + i % r];
    if (k->g)
        look_at(&f, on_C, r, "the mass matrix on C is singular");
    look_at_constraints(&f);
    return out;
}
