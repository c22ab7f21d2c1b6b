/* gen/forms/vakonomic_relation.c -- relation of vakonomic and nonholonomic motions of one model.
 *
 * Where lambda = 0 the accelerations are the same. A nonholonomic motion is a vakonomic one, too,
 * when there is some lambda(t) along it with
 *
 *   lambda^i (d mu_i(y, X_a) + d_t mu_i(X_a) + X_a(b_i)) = 0  for all X_a of C,   lambda' = B,
 *
 * which is the difference of the two equations on C, and off C. B is affine in lambda: with B =
 * B_0 + B_1 lambda the rate of K lambda + k is (K' + K B_1) lambda + k' + K B_0, the dots along
 * the nonholonomic motion. Such rows are collected until their rank stops. If they can be solved
 * for lambda, all motions are vakonomic; if not, then only those in the set that vakonomic_where.c
 * finds.
 *
 * Martinez, Cortes, de Leon, section III, with its correction: Cortes, de Leon, Martin de Diego,
 * Martinez 2002, Geometric description of vakonomic and nonholonomic dynamics.
 */
#include "gen/forms/form.h"
#include "gen/forms/natural.h"
#include "gen/forms/vakonomic_inquiry.h"

#include <string.h>

static bool open_inquiry(struct inquiry *q, struct mech *k)
{
    struct diag aside = base_aside(q->diag);
    q->nh = form_velocity_system(&aside, k);
    if (!q->nh || !form_vakonomic(&aside, k, &q->v))
        return false;
    q->y = sym_row(q->diag->mem, q->v.n);
    form_natural_velocities(q->nh, q->y);
    return true;
}

/* ---- at lambda = 0 ---- */

static void at_rest(const struct inquiry *q, const ex *e, size_t n, ex *out)
{
    const struct vakonomic *v = &q->v;
    struct mem *mem = q->diag->mem;
    ex *zero = sym_row(mem, v->m);
    for (size_t i = 0; i < v->m; i++)
        zero[i] = ex_int(v->model->store, 0);
    ex_subst(v->model->store, e, n, v->lambda, zero, v->m, out);
    ex_subst(v->model->store, out, n, v->v, q->y, v->n, out);
}

static enum alg_standing same_at_zero(const struct inquiry *q, const ex *C)
{
    const size_t n = q->v.n;
    struct store *s = q->v.model->store;
    ex *here = sym_row(q->diag->mem, n), *there = sym_row(q->diag->mem, n);
    enum alg_standing all = STANDS_PROVED;
    at_rest(q, C, n, here);
    form_rates(q->nh, q->y, n, there);
    for (size_t B = 0; B < n; B++)
        all = alg_worse(
            all, alg_prove(q->proofs, "accelerations at lambda = 0", ex_sub(s, here[B], there[B])));
    return all;
}

/* ---- rows ---- */

/* d mu_i(y, X_a) + d_t mu_i(X_a) + X_a(b_i): the part of pi' that lambda^i adds along X_a. */
static ex coefficient(const struct inquiry *q, size_t i, size_t a)
{
    const struct vakonomic *v = &q->v;
    const struct model *m = v->model;
    struct store *s = m->store;
    const size_t n = v->n;
    const ex *X = m->field[a].component, *mu = &v->mu[i * n];
    ex *slope = sym_row(q->diag->mem, n), sum = ex_int(s, 0);
    for (size_t C = 0; C < n; C++) {
        if (sym_is_null(s, X[C]))
            continue;
        form_vakonomic_slope(v, mu[C], slope); /* y(mu_C) - X_C(mu y - b) */
        ex term = ex_add2(s, sym_dot(s, slope, 1, v->v, n), ex_diff(s, mu[C], m->time));
        form_vakonomic_slope(v, v->phi[i], slope);
        term = ex_sub(s, term, slope[C]);
        for (size_t B = 0; B < n && m->bracket; B++)
            term = ex_sub(s, term,
                          ex_mul2(s, v->v[B], sym_dot(s, &m->bracket[(B * n + C) * n], 1, mu, n)));
        sum = ex_add2(s, sum, ex_mul2(s, X[C], term));
    }
    ex_subst(s, &sum, 1, v->v, q->y, n, &sum);
    return sum;
}

void form_vakonomic_rate(const struct inquiry *q, const ex *row, ex *out)
{
    const size_t m = q->v.m;
    struct store *s = q->v.model->store;
    form_rates(q->nh, row, m + 1, out);
    for (size_t i = 0; i < m; i++)
        out[i] = ex_add2(s, out[i], sym_dot(s, &q->B1[i], m, row, m));
    out[m] = ex_add2(s, out[m], sym_dot(s, q->B0, 1, row, m));
}

ex *form_vakonomic_rows(const struct inquiry *q)
{
    const size_t m = q->v.m, r = q->nh->geom->rank, wide = m + 1;
    ex *row = sym_row(q->diag->mem, (r + wide) * wide);
    for (size_t a = 0; a < r; a++) {
        for (size_t i = 0; i < m; i++)
            row[a * wide + i] = coefficient(q, i, a);
        row[a * wide + m] = ex_int(q->v.model->store, 0);
    }
    return row;
}

static struct ex_ranks rank_of_columns(const struct inquiry *q, const ex *row, size_t rows,
                                       size_t cols)
{
    const size_t wide = q->v.m + 1;
    ex *a = sym_row(q->diag->mem, rows * cols);
    for (size_t i = 0; i < rows * cols; i++)
        a[i] = row[i / cols * wide + i % cols];
    return ex_ranks(q->v.model->store, a, rows, cols);
}

/* Columns of lambda in which the rows have full rank; returns their number. */
static size_t find_pivots(const struct inquiry *q, size_t *col)
{
    const size_t wide = q->v.m + 1;
    ex *a = sym_row(q->diag->mem, q->rows * wide);
    size_t n = 0;
    for (size_t j = 0; j < q->v.m; j++) {
        col[n] = j;
        for (size_t i = 0; i < q->rows; i++)
            for (size_t k = 0; k <= n; k++)
                a[i * (n + 1) + k] = q->row[i * wide + col[k]];
        if (q->rows && ex_ranks(q->v.model->store, a, q->rows, n + 1).least == n + 1)
            n++;
    }
    return n;
}

/* The rows in the columns `col`, transposed: the matrix of a combination of rows. */
static ex *transposed(const struct inquiry *q, const size_t *col)
{
    const size_t n = q->rows;
    ex *a = sym_row(q->diag->mem, n * n);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            a[k * n + i] = q->row[i * (q->v.m + 1) + col[k]];
    return a;
}

/* Is the row a combination of the others? */
static enum alg_standing depends(const struct inquiry *q, const ex *row)
{
    struct store *s = q->v.model->store;
    const size_t n = q->rows, wide = q->v.m + 1;
    size_t *col = mem_take_array(q->diag->mem, wide, sizeof *col);
    enum alg_standing all = STANDS_PROVED;
    ex *c = sym_row(q->diag->mem, n), *right = sym_row(q->diag->mem, n);
    if (find_pivots(q, col) < n)
        return STANDS_OPEN;
    for (size_t k = 0; k < n; k++)
        right[k] = row[col[k]];
    if (n && !sym_solve(s, transposed(q, col), n, right, 1, c))
        return STANDS_OPEN;
    for (size_t j = 0; j < wide; j++)
        all = alg_worse(all, alg_prove(q->proofs, "no more conditions for multipliers",
                                       ex_sub(s, row[j], sym_dot(s, &q->row[j], wide, c, n))));
    return all;
}

/* ---- the answer ---- */

enum answer { ALL_MOTIONS, SOME_MOTIONS, TOO_LONG, NO_RANK };

/* Rows for the case q->zero = 0. */
static void restrict_rows(const struct inquiry *q, ex *row, size_t n)
{
    struct store *s = q->v.model->store;
    if (q->zero != EX_POISON)
        ex_subst(s, row, n, &q->zero, &q->put, 1, row);
}

/* Collects rows until their rank stops growing, or until they contradict each other. */
static enum answer collect(struct inquiry *q, enum alg_standing *standing)
{
    struct store *s = q->v.model->store;
    const size_t m = q->v.m, r = q->nh->geom->rank, wide = m + 1;
    ex *next = form_vakonomic_rows(q);
    size_t from = 0, fresh = r;
    q->row = sym_row(q->diag->mem, (wide + 1) * wide);
    q->rows = 0;
    while (fresh) {
        restrict_rows(q, next, fresh * wide);
        for (size_t i = 0; i < fresh; i++) {
            memcpy(&q->row[q->rows * wide], &next[i * wide], wide * sizeof *next);
            if (ex_operations(s, &next[i * wide], wide) > SYM_VAKONOMIC_ROWS)
                return TOO_LONG;
            const struct ex_ranks all = rank_of_columns(q, q->row, q->rows + 1, wide);
            if (all.most <= q->rows) {
                *standing = alg_worse(*standing, depends(q, &next[i * wide]));
                continue;
            }
            q->rows++;
            const struct ex_ranks part = rank_of_columns(q, q->row, q->rows, m);
            if (all.least < q->rows || (part.least < q->rows && part.most == q->rows))
                return NO_RANK;
            if (part.most < q->rows)
                return SOME_MOTIONS;
        }
        fresh = q->rows - from;
        for (size_t i = 0; i < fresh; i++)
            form_vakonomic_rate(q, &q->row[(from + i) * wide], &next[i * wide]);
        from = q->rows;
    }
    return ALL_MOTIONS;
}

static const char *shown(struct store *s, ex e)
{
    enum { BYTES = 200 };
    if (ex_operations(s, &e, 1) <= SYM_SIMPLIFY) {
        ex_release(s, &e, 1, &e);
        ex_simplify(s, &e, 1, &e);
    }
    const char *text = ex_show_within(s, e, EX_PLAIN, BYTES);
    if (!text)
        ex_forgive(s, true);
    return text ? text : "...";
}

/* lambda1 = .., lambda2 = .. where the rows determine them. */
static const char *solution(const struct inquiry *q)
{
    struct store *s = q->v.model->store;
    const size_t m = q->v.m, wide = m + 1;
    ex *a = sym_row(q->diag->mem, m * m), *right = sym_row(q->diag->mem, m);
    struct mem_text out = mem_text(q->diag->mem);
    if (q->rows < m)
        return q->rows ? "" : ", whatever lambda they begin with";
    for (size_t i = 0; i < m; i++) {
        right[i] = ex_neg(s, q->row[i * wide + m]);
        for (size_t j = 0; j < m; j++)
            a[i * m + j] = q->row[i * wide + j];
    }
    if (!sym_solve(s, a, m, right, 1, right))
        return "";
    for (size_t i = 0; i < m; i++)
        mem_put_f(&out, "%s%s = %s", i ? ", " : ": ", q->v.lambda_name[i], shown(s, right[i]));
    return out.text;
}

/* Do motions that begin where f = 0 stay there, and is there a lambda for them? */
static bool holds_where_zero(const struct inquiry *q, ex f, enum alg_standing *standing)
{
    struct store *s = q->v.model->store;
    struct inquiry there = *q;
    enum alg_standing all = STANDS_PROVED;
    ex rate = EX_POISON;
    if (!form_vakonomic_solved(q, f, &there.zero, &there.put))
        return false;
    form_rates(q->nh, &f, 1, &rate);
    ex_subst(s, &rate, 1, &there.zero, &there.put, 1, &rate);
    if (ex_zero(s, rate, false).answer != EX_ZERO)
        return false;
    all = alg_prove(q->proofs, "a state stays 0", rate);
    if (collect(&there, &all) != ALL_MOTIONS || all == STANDS_OPEN || all == STANDS_NOT)
        return false;
    *standing = alg_worse(*standing, all);
    return true;
}

/* All factors stay 0, and where they do there is a lambda. */
static bool is_enough(const struct inquiry *q, const struct where *w, enum alg_standing *standing)
{
    struct store *s = q->v.model->store;
    if (w->rank || w->pieces != 1 || w->piece[0].n != 1)
        return false;
    const ex product = w->piece[0].at[0];
    const size_t n = ex_op(s, product) == EX_mul ? ex_count_args(s, product) : 1;
    for (size_t i = 0; i < n; i++)
        if (!holds_where_zero(q, n > 1 ? ex_arg(s, product, i) : product, standing))
            return false;
    return true;
}

static void put_set(const struct inquiry *q, const struct where_set *set, struct mem_text *out)
{
    for (size_t i = 0; i < set->n; i++)
        mem_put_f(out, "%s%s = 0",
                  i == 0           ? ""
                  : i + 1 < set->n ? ", "
                                   : " and ",
                  shown(q->v.model->store, set->at[i]));
}

/* The set of states outside of which the rows contradict each other. */
static const char *where_only(const struct inquiry *q, struct finding *out)
{
    struct mem_text text = mem_text(q->diag->mem);
    struct where w;
    if (!form_vakonomic_where(q, &w)) {
        out->plain = true;
        return base_text(q->diag->mem, "a determinant of order %zu vanishes, as one point tells",
                         q->rows);
    }
    out->standing = alg_worse(out->standing, w.standing);
    for (size_t i = 0; i < w.pieces; i++) {
        mem_put(&text, i ? ", or " : "");
        put_set(q, &w.piece[i], &text);
    }
    if (w.rank)
        mem_put_f(&text, "%sthe conditions on lambda lose rank", w.pieces ? ", or where " : "");
    else if (w.pieces == 0)
        return NULL;
    if (is_enough(q, &w, &out->standing))
        mem_put(&text, ", and there they are");
    return text.text;
}

static struct finding ask(struct inquiry *q, const ex *B)
{
    struct store *s = q->v.model->store;
    const size_t m = q->v.m;
    struct finding out = {.standing = STANDS_PROVED};
    q->B0 = sym_row(q->diag->mem, m);
    q->B1 = sym_row(q->diag->mem, m * m);
    ex_jacobian(s, B, m, q->v.lambda, m, q->B1);
    at_rest(q, q->B1, m * m, q->B1);
    at_rest(q, B, m, q->B0);
    const enum answer answer = collect(q, &out.standing);
    if (answer == ALL_MOTIONS) {
        out.text = base_text(q->diag->mem, "all nonholonomic motions are vakonomic%s", solution(q));
    } else if (answer == SOME_MOTIONS) {
        const char *where = where_only(q, &out);
        out.text = where ? base_text(q->diag->mem,
                                     "nonholonomic motions are vakonomic only where %s", where)
                         : "no nonholonomic motion is vakonomic";
    } else {
        out.text =
            answer == TOO_LONG
                ? "whether nonholonomic motions are vakonomic: undecided, the conditions are "
                  "long"
                : "whether nonholonomic motions are vakonomic: undecided, the rank of the "
                  "conditions is not known";
        out.open = true;
    }
    return out;
}

/* ---- motion on T*Q ---- */

/* Forces that h_2 does not contain, at the state of `sys`; the two-form is in the bracket. NULL:
 * none, or all are 0. */
static const ex *forces_beside(const struct inquiry *q, const struct system *sys)
{
    struct mech plain = *q->v.mech;
    struct vakonomic without = q->v;
    plain.two = NULL;
    without.mech = &plain;
    ex *Q = form_vakonomic_pushed(&q->v) ? form_vakonomic_forces(q->diag, &without) : NULL;
    if (Q)
        form_vakonomic_at(&q->v, sys, Q, q->v.n, Q);
    return Q;
}

/* u' = B grad h_2, and the forces beside it. */
static enum alg_standing is_hamiltonian(const struct inquiry *q, const struct system *sys,
                                        const ex *Q)
{
    const struct vakonomic *v = &q->v;
    struct store *s = v->model->store;
    const size_t n = sys->states;
    ex *grad = sym_row(q->diag->mem, n), *flow = sym_row(q->diag->mem, n);
    enum alg_standing standing = STANDS_PROVED;
    ex_gradient(s, form_vakonomic_h2(v, sys), sys->state, n, grad);
    sym_times(s, sys->block[RT_bivector].at, grad, n, n, 1, flow);
    for (size_t i = 0; i < n; i++) {
        const ex force = Q && i >= v->nq ? Q[i - v->nq] : ex_int(s, 0);
        const ex e = ex_sub(s, sys->block[RT_rhs].at[i], ex_add2(s, flow[i], force));
        standing = alg_worse(standing, alg_prove(q->proofs, "the motion is that of h_2", e));
    }
    return standing;
}

/* The motion of the system and the field on S, two independent derivations from L. */
static enum alg_standing same_field(const struct inquiry *q, const struct system *sys, const ex *C,
                                    const ex *B)
{
    const struct vakonomic *v = &q->v;
    struct store *s = v->model->store;
    const size_t n = v->n, all = n + v->m;
    ex *here = sym_row(q->diag->mem, all), *there = sym_row(q->diag->mem, all);
    enum alg_standing standing = STANDS_PROVED;
    form_rates(sys, sys->natural->velocity, n, here);
    form_rates(sys, sys->natural->multiplier, v->m, here + n);
    form_vakonomic_at(v, sys, C, n, there);
    form_vakonomic_at(v, sys, B, v->m, there + n);
    for (size_t i = 0; i < all; i++)
        standing = alg_worse(standing,
                             alg_prove(q->proofs, "the field on S", ex_sub(s, here[i], there[i])));
    return standing;
}

static struct finding compare_with_h2(const struct inquiry *q, const struct system *sys,
                                      const ex *C, const ex *B)
{
    const ex *Q = forces_beside(q, sys);
    const bool two = q->v.mech->two;
    return (struct finding){
        .text = Q ? two ? "the field on S is that of h_2 on T*Q, with the two-form in the bracket, "
                          "and of the forces beside it"
                        : "the field on S is that of h_2 on T*Q and of the forces, which h_2 does "
                          "not contain"
                : two ? "the field on S moves like the Hamiltonian h_2 on T*Q, with the two-form "
                        "in the bracket"
                      : "the field on S moves like the Hamiltonian h_2 on T*Q",
        .standing = alg_worse(same_field(q, sys, C, B), is_hamiltonian(q, sys, Q)),
    };
}

size_t form_vakonomic_findings(struct diag *d, struct proofs *p, struct mech *k,
                               const struct system *sys, struct finding *out)
{
    struct inquiry q = {.diag = d, .proofs = p, .zero = EX_POISON};
    size_t n = 0;
    if (!open_inquiry(&q, k))
        return 0;
    ex *C = sym_row(d->mem, q.v.n), *B = sym_row(d->mem, q.v.m);
    if (q.v.m == 0 || !form_vakonomic_field(d, &q.v, C, B))
        return 0;
    if (sys && q.v.n <= SYM_SMALL_RANK) /* else it is long */
        out[n++] = compare_with_h2(&q, sys, C, B);
    out[n++] = (struct finding){
        .text = "where lambda = 0, accelerations are the nonholonomic ones",
        .standing = same_at_zero(&q, C),
    };
    out[n++] = ask(&q, B);
    for (size_t i = 0; i < n; i++)
        out[i].name = "relation";
    return n;
}
