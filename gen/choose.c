/* gen/choose.c -- fields that the user left open: a frame for constraints, a complement to a frame.
 *
 * C is where all constraint forms vanish: the null space of their matrix mu. The complement is
 * chosen orthogonal to C: the fields g^-1 mu, or where there are no forms the null space of F^T g,
 * with the fields of C as columns of F. Such vectors come with denominators; these are cleared, so
 * (-tan(phi), 1) becomes (-sin(phi), cos(phi)), which has no hole.
 */
#include "gen/gen.h"

#include <string.h>

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
    for (size_t i = 0; i < n; i++)
        note_divisors(s, &d, v[i]);
    for (size_t k = 0; k < d.n; k++)
        for (size_t i = 0; i < n; i++)
            v[i] = ex_circle(s, ex_mul2(s, v[i], ex_powi(s, d.base[k], d.k[k])));
}

/* ---- null spaces as fields ---- */

/* The fields from `first` on become a basis of the null space of a; how many it has. */
static size_t fill(struct check *c, const ex *a, size_t rows, size_t first)
{
    struct model *m = c->model;
    struct mem *mem = c->diag->mem;
    const size_t n = m->coords;
    ex *null = mem_take_array(mem, n * n + 1, sizeof *null);
    const size_t found = ex_null_space_by(c->store, EX_QUICK, a, rows, n, null, NULL);
    for (size_t k = 0; k < found && first + k < m->fields; k++) {
        clear_denominators(c->store, &null[k * n], n);
        m->field[first + k].component = &null[k * n];
    }
    return found;
}

static void choose_frame(struct check *c)
{
    struct model *m = c->model;
    const size_t n = m->coords, k = m->constraints;
    ex *mu = mem_take_array(c->diag->mem, k * n + 1, sizeof *mu);
    for (size_t i = 0; i < k; i++)
        memcpy(&mu[i * n], m->constraint[i].form, n * sizeof *mu);
    if (fill(c, mu, k, 0) != n - k)
        gen_error(c->diag, m->constraint[0].where, "the constraints are not independent")->help =
            "one of them follows from the others everywhere; leave it out";
}

/* g^-1 mu: independent wherever the forms are. False when g is degenerate. */
static bool raise_forms(struct check *c, const ex *g)
{
    struct model *m = c->model;
    const size_t n = m->coords, k = m->constraints;
    ex *mu = mem_take_array(c->diag->mem, n * k + 1, sizeof *mu);
    ex *raised = mem_take_array(c->diag->mem, n * k + 1, sizeof *raised);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            mu[i * k + j] = m->constraint[j].form[i];
    if (!ex_solve_by(c->store, EX_QUICK, g, n, mu, k, raised, NULL))
        return false;
    for (size_t j = 0; j < k; j++) {
        ex *v = mem_take_array(c->diag->mem, n, sizeof *v);
        for (size_t i = 0; i < n; i++)
            v[i] = raised[i * k + j];
        clear_denominators(c->store, v, n);
        m->field[m->rank + j].component = v;
    }
    return true;
}

/* F^T g: its null space is orthogonal to C. */
static void choose_complement(struct check *c)
{
    struct model *m = c->model;
    struct store *s = c->store;
    const size_t n = m->coords, both = n + m->fields;
    ex *F = mem_take_array(c->diag->mem, m->rank * n + 1, sizeof *F);
    ex *g = mem_take_array(c->diag->mem, n * n + 1, sizeof *g);
    ex *lowered = mem_take_array(c->diag->mem, m->rank * n + 1, sizeof *lowered);
    for (size_t i = 0; i < both * both; i++)
        if ((i / both >= n || i % both >= n) && !gen_is_null(s, m->metric[i])) {
            gen_error(c->diag, m->metric_at, "the complement has to be given for this metric")
                ->help = "it is written in quasi-velocities, which need the whole frame";
            return;
        }
    for (size_t a = 0; a < m->rank; a++)
        memcpy(&F[a * n], m->field[a].component, n * sizeof *F);
    for (size_t i = 0; i < n; i++)
        memcpy(&g[i * n], &m->metric[i * both], n * sizeof *g);
    if (m->constraints && raise_forms(c, g))
        return;
    ex_matrix_mul(s, F, g, m->rank, n, n, lowered);
    if (fill(c, lowered, m->rank, m->rank) != n - m->rank)
        gen_error(c->diag, m->frame_at.src ? m->frame_at : m->metric_at,
                  "no complement is orthogonal to the frame")
            ->help = "the fields of the frame are dependent, or the metric is degenerate on them";
}

/* ---- fields of the user against the constraints ---- */

static void check_residuals(struct check *c)
{
    struct model *m = c->model;
    struct store *s = c->store;
    for (size_t a = 0; a < m->rank; a++)
        for (size_t k = 0; k < m->constraints; k++) {
            ex residual = EX_POISON;
            ex_matrix_mul(s, m->constraint[k].form, m->field[a].component, 1, m->coords, 1,
                          &residual);
            if (ex_zero(s, residual, false).answer != EX_NOT_ZERO)
                continue;
            const char *text = ex_show(s, residual, EX_TEXT);
            gen_error(c->diag, m->field[a].where, "'%s' violates a constraint", m->field[a].name)
                ->help =
                gen_text(c->diag->mem, "%s gives %s on it, not 0",
                         gen_copy(c->diag->mem, m->constraint[k].where), text ? text : "...");
        }
    if (m->constraints && m->rank + m->constraints != m->coords)
        gen_error(c->diag, m->frame_at, "%zu fields in the frame, but %zu constraints leave %zu",
                  m->rank, m->constraints, m->coords - m->constraints);
}

void gen_choose_fields(struct check *c)
{
    struct model *m = c->model;
    const size_t before = c->diag->errors;
    if (m->constraints > m->coords) {
        gen_error(c->diag, m->constraint[m->coords].where, "more constraints than coordinates");
        return;
    }
    for (size_t k = 0; k < m->constraints; k++)
        if (!m->constraint[k].form)
            return; /* had a mistake */
    if (m->rank && m->field[0].chosen)
        choose_frame(c);
    else
        check_residuals(c);
    if (c->diag->errors == before && m->fields > m->rank && m->field[m->rank].chosen)
        choose_complement(c);
}
