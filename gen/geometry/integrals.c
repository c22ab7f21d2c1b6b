/* gen/geometry/integrals.c -- integrals of C: functions on Q that all fields of C leave constant.
 *
 * A linear ansatz F = sum_i c_i m_i over monomials m_i in the coordinates and in the functions that
 * the fields contain; where that is not enough, also in reciprocals of coordinates, then in their
 * logarithms, as integrating factors make them. f(F) = 0 is linear in the c_i: numbers at sample
 * points show which monomials take part, exact values of the coordinates give the c_i as functions
 * of the parameters, and f(F) = 0 is proved for every field f of C. What is not found may exist.
 */
#include "gen/base/linear.h"
#include "gen/geometry/geometry.h"

#include <math.h>
#include <string.h>

enum {
    PARTS = 24,      /* coordinates and functions, of which monomials are made */
    MONOMIALS = 130, /* of one ansatz */
    DEGREE = 4,
    SUPPORT = 9,       /* most terms of an integral */
    ROOTS = 6,         /* most roots and values of functions in one entry of an elimination */
    FIELD_LENGTH = 600 /* most operations of the fields */
};

struct ansatz {
    struct diag *diag;
    struct proofs *proofs;
    struct store *s;
    const struct model *model;
    size_t r, nq;
    const ex *along; /* r x nq: components of the fields */
    ex *q;
    ex part[PARTS], monomial[MONOMIALS];
    size_t parts, n;
    ex *rate; /* r x n: f_a(m_i) */
    struct integrals *found;
    ex *slope; /* gradients of those found */
    bool calm; /* there was no error before the search */
};

static bool moves(const struct ansatz *a, ex e)
{
    for (size_t i = 0; i < a->nq; i++)
        if (ex_has(a->s, e, a->q[i]))
            return true;
    return false;
}

static void add_part(struct ansatz *a, ex e)
{
    for (size_t i = 0; i < a->parts; i++)
        if (a->part[i] == e)
            return;
    if (a->parts < PARTS && e != EX_POISON && moves(a, e))
        a->part[a->parts++] = e;
}

/* Coordinates, and functions of them that the fields contain. */
static void find_parts(struct ansatz *a)
{
    struct store *s = a->s;
    const struct ex_list nodes = ex_reach(s, a->along, a->r * a->nq);
    int64_t k = 0;
    for (size_t i = 0; i < a->nq; i++)
        add_part(a, a->q[i]);
    for (size_t i = 0; i < nodes.n; i++) {
        const ex e = nodes.at[i];
        const enum ex_op op = ex_op(s, e);
        if (op == EX_sin || op == EX_cos) {
            add_part(a, ex_sin(s, ex_arg(s, e, 0)));
            add_part(a, ex_cos(s, ex_arg(s, e, 0)));
        } else if (op == EX_pow && ex_is_int(s, ex_arg(s, e, 1), &k)) {
            if (k < 0)
                add_part(a, ex_powi(s, ex_arg(s, e, 0), -1));
        } else if (op != EX_num && op != EX_sym && op != EX_add && op != EX_mul && op != EX_hold) {
            add_part(a, e);
        }
    }
}

/* Reciprocals of coordinates that the fields contain, or their logarithms. */
static void add_factors(struct ansatz *a, bool logarithms)
{
    struct store *s = a->s;
    for (size_t i = 0; i < a->nq; i++) {
        bool used = false;
        for (size_t j = 0; j < a->r * a->nq; j++)
            used |= ex_has(s, a->along[j], a->q[i]);
        if (used)
            add_part(a, logarithms ? ex_make(s, EX_log, &a->q[i], 1) : ex_powi(s, a->q[i], -1));
    }
}

/* All monomials by degree, as long as those of a degree have room. */
static void find_monomials(struct ansatz *a)
{
    size_t last[MONOMIALS], first = 0; /* the last part of a monomial; the first of its degree */
    a->n = 0;
    for (size_t i = 0; i < a->parts; i++) {
        last[a->n] = i;
        a->monomial[a->n++] = a->part[i];
    }
    for (size_t degree = 2; degree <= DEGREE; degree++) {
        const size_t end = a->n;
        size_t more = 0;
        for (size_t i = first; i < end; i++)
            more += a->parts - last[i];
        if (end + more > MONOMIALS)
            return;
        for (size_t i = first; i < end; i++)
            for (size_t j = last[i]; j < a->parts; j++) {
                last[a->n] = j;
                a->monomial[a->n++] = ex_mul2(a->s, a->monomial[i], a->part[j]);
            }
        first = end;
    }
}

static void find_rates(struct ansatz *a)
{
    a->rate = sym_row(a->diag->mem, a->r * a->n);
    for (size_t k = 0; k < a->r; k++)
        ex_directional(a->s, a->monomial, a->n, a->q, &a->along[k * a->nq], a->nq,
                       &a->rate[k * a->n]);
}

/* ---- numbers ---- */

/* Rates at sample points, by rows; returns the number of rows. */
static size_t sample(const struct ansatz *a, double *rows, size_t most)
{
    const struct ex_list x = ex_symbols(a->s, a->rate, a->r * a->n);
    double *v = mem_take_array(a->diag->mem, x.n + 1, sizeof *v);
    size_t n = 0;
    for (unsigned k = 1; k <= 8 * most && n + a->r <= most; k++) {
        for (size_t i = 0; i < x.n; i++) {
            bool coordinate = false;
            for (size_t j = 0; j < a->nq; j++)
                coordinate |= x.at[i] == a->q[j];
            v[i] = coordinate ? (k % 2 ? 1.7 : 0) + 1.6 * base_arbitrary(k, i)
                              : 1.3 + 0.6 * base_arbitrary(1, i); /* parameters stay */
        }
        ex_eval(a->s, a->rate, a->r * a->n, x.at, v, x.n, &rows[n * a->n]);
        if (base_all_finite(&rows[n * a->n], a->r * a->n))
            n += a->r;
    }
    return n;
}

/* Row echelon form, column by column; place[j] is the row of column j, or `rows`: it is a
 * combination of the columns before it. */
static void reduce(double *m, size_t rows, size_t cols, size_t *place)
{
    const double tiny = 1e-9;
    size_t rank = 0;
    for (size_t c = 0; c < cols; c++) {
        size_t at = rank;
        place[c] = rows;
        for (size_t i = rank; i < rows; i++)
            at = fabs(m[i * cols + c]) > fabs(m[at * cols + c]) ? i : at;
        if (rank == rows || fabs(m[at * cols + c]) < tiny)
            continue;
        for (size_t j = 0; j < cols; j++) {
            const double swap = m[rank * cols + j];
            m[rank * cols + j] = m[at * cols + j];
            m[at * cols + j] = swap;
        }
        const double over = 1 / m[rank * cols + c];
        for (size_t j = 0; j < cols; j++)
            m[rank * cols + j] *= over;
        for (size_t i = 0; i < rows; i++) {
            const double f = i == rank ? 0 : m[i * cols + c];
            for (size_t j = 0; j < cols && f != 0; j++)
                m[i * cols + j] -= f * m[rank * cols + j];
        }
        place[c] = rank++;
    }
}

/* Monomials in the relation by which column c is a combination of columns before it; 0: many. */
static size_t find_support(const double *m, size_t rows, size_t cols, const size_t *place, size_t c,
                           size_t *support)
{
    const double small = 1e-6;
    size_t n = 0;
    for (size_t j = 0; j < c; j++) {
        if (place[j] == rows || fabs(m[place[j] * cols + c]) < small)
            continue;
        if (n + 1 == SUPPORT)
            return 0;
        support[n++] = j;
    }
    support[n++] = c;
    return n;
}

/* ---- exact coefficients ---- */

/* Whether a coordinate is in the argument of a sine or cosine. */
static bool is_angle(const struct ansatz *a, ex q)
{
    for (size_t i = 0; i < a->parts; i++) {
        const enum ex_op op = ex_op(a->s, a->part[i]);
        if ((op == EX_sin || op == EX_cos) && ex_has(a->s, a->part[i], q))
            return true;
    }
    return false;
}

/* A point with exact values: rational numbers, and rational multiples of pi for angles. */
static void exact_point(const struct ansatz *a, unsigned k, ex *value)
{
    static const int64_t turn[][2] = {{0, 1}, {1, 2}, {1, 3}, {-1, 6}, {1, 1}, {-1, 3}, {1, 4}};
    struct store *s = a->s;
    for (size_t i = 0; i < a->nq; i++) {
        const size_t place = (k * (i + 1) + i * i) % (sizeof turn / sizeof *turn);
        value[i] = is_angle(a, a->q[i])
                       ? ex_mul2(s, ex_rat(s, turn[place][0], turn[place][1]), ex_pi(s))
                       : ex_rat(s, (int64_t)(1 + (k * (2 * i + 3) + 5 * i) % 11), 2);
    }
}

/* Numbers in rows of n columns that are no rational functions of others. */
static size_t kernels_in(const struct ansatz *a, const ex *m, size_t rows, size_t n)
{
    const struct ex_list all = ex_reach(a->s, m, rows * n);
    size_t count = 0;
    for (size_t i = 0; i < all.n; i++) {
        const enum ex_op op = ex_op(a->s, all.at[i]);
        int64_t k = 0;
        count += op != EX_num && op != EX_sym && op != EX_pi && op != EX_add && op != EX_mul &&
                 op != EX_hold &&
                 (op != EX_pow || !ex_is_int(a->s, ex_arg(a->s, all.at[i], 1), &k));
    }
    return count;
}

/* Is exact elimination short? Each of n steps brings the roots of one row more into an entry, and
 * the number of its terms grows by a factor for each root. */
static bool is_short(const struct ansatz *a, const ex *m, size_t rows, size_t n)
{
    size_t most = 0;
    for (size_t i = 0; i < rows; i++) {
        const size_t own = kernels_in(a, &m[i * n], 1, n);
        most = own > most ? own : most;
    }
    return n * most <= ROOTS || kernels_in(a, m, rows, n) <= ROOTS;
}

/* sum c_i m_i with coefficients such that its rates vanish at exact points; EX_POISON: none. */
static ex combine(const struct ansatz *a, const size_t *support, size_t n)
{
    struct store *s = a->s;
    const size_t points = 2 * n + 2, rows = points * a->r;
    ex *m = sym_row(a->diag->mem, rows * n), *value = sym_row(a->diag->mem, a->nq);
    ex *c = sym_row(a->diag->mem, n * n), *term = sym_row(a->diag->mem, n);
    struct ex_pivots pivots;
    for (unsigned k = 0; k < points; k++) {
        exact_point(a, k, value);
        for (size_t f = 0; f < a->r; f++)
            for (size_t i = 0; i < n; i++) {
                ex *to = &m[(k * a->r + f) * n + i];
                ex_subst(s, &a->rate[f * a->n + support[i]], 1, a->q, value, a->nq, to);
                if (*to == EX_POISON)
                    return EX_POISON;
            }
    }
    if (!is_short(a, m, rows, n) || ex_null_space(s, m, rows, n, c, &pivots) != 1)
        return EX_POISON;
    for (size_t i = 0; i < n; i++)
        term[i] = ex_mul2(s, c[i], a->monomial[support[i]]);
    return ex_add(s, term, n);
}

/* F without factors and denominators that are constant. */
static ex without_constants(const struct ansatz *a, ex F)
{
    ex_normal(a->s, &F, 1, &F);
    const size_t n = ex_op(a->s, F) == EX_mul ? ex_count_args(a->s, F) : 0;
    ex *part = sym_row(a->diag->mem, n + 1);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (moves(a, ex_arg(a->s, F, i)))
            part[kept++] = ex_arg(a->s, F, i);
    F = n ? ex_mul(a->s, part, kept) : F;
    ex_simplify(a->s, &F, 1, &F);
    return F;
}

/* Adds F if it is independent of those found, and an integral, proved. */
static void add_integral(struct ansatz *a, ex F)
{
    struct store *s = a->s;
    struct integrals *found = a->found;
    ex *rate = sym_row(a->diag->mem, a->r);
    ex_gradient(s, F, a->q, a->nq, &a->slope[found->n * a->nq]);
    if (ex_ranks(s, a->slope, found->n + 1, a->nq).least <= found->n)
        return;
    struct proofs aside = {.store = s}; /* a candidate may be no integral */
    for (size_t k = 0; k < a->r; k++) {
        ex_directional(s, &F, 1, a->q, &a->along[k * a->nq], a->nq, &rate[k]);
        if (alg_prove(&aside, "an integral of C", rate[k]) != STANDS_PROVED)
            return;
    }
    for (size_t k = 0; k < a->r; k++)
        alg_prove(a->proofs, "an integral of C", rate[k]);
    found->at[found->n++] = F;
}

static void search(struct ansatz *a)
{
    size_t support[SUPPORT];
    find_monomials(a);
    find_rates(a);
    const size_t most = a->n + 12 + a->r;
    double *m = mem_take_array(a->diag->mem, (most + 1) * a->n, sizeof *m);
    size_t *place = mem_take_array(a->diag->mem, a->n + 1, sizeof *place);
    const size_t rows = sample(a, m, most);
    if (rows < a->n)
        return;
    reduce(m, rows, a->n, place);
    for (size_t c = 0; c < a->n && a->found->n < a->found->wanted; c++) {
        const size_t n = place[c] < rows ? 0 : find_support(m, rows, a->n, place, c, support);
        const ex F = n ? combine(a, support, n) : EX_POISON;
        if (F != EX_POISON)
            add_integral(a, without_constants(a, F));
        ex_forgive(a->s, a->calm); /* a candidate may have a pole at a sample point */
    }
}

void geom_integrals(struct diag *d, struct proofs *p, const struct geom *g, size_t wanted,
                    struct integrals *out)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    ex *along = sym_row(d->mem, g->rank * g->nq);
    *out = (struct integrals){.wanted = wanted < INTEGRALS ? wanted : INTEGRALS};
    if (!lang_is_tangent(m) || g->affine || g->moving || g->nq > PARTS || g->rank == 0)
        return;
    for (size_t a = 0; a < g->rank; a++)
        for (size_t i = 0; i < g->nq; i++)
            along[a * g->nq + i] = g->rho[i * g->n + a];
    struct ansatz a = {.diag = d,
                       .proofs = p,
                       .s = s,
                       .model = m,
                       .r = g->rank,
                       .nq = g->nq,
                       .along = along,
                       .q = sym_row(d->mem, g->nq),
                       .found = out,
                       .calm = !ex_error(s),
                       .slope = sym_row(d->mem, (INTEGRALS + 1) * g->nq)};
    for (size_t i = 0; i < g->nq; i++)
        a.q[i] = m->coord[i].q;
    for (size_t i = 0; i < m->constraints && out->n < out->wanted; i++)
        if (m->constraint[i].position != EX_POISON) {
            ex_gradient(s, m->constraint[i].position, a.q, a.nq, &a.slope[out->n * a.nq]);
            out->at[out->n++] = m->constraint[i].position;
        }
    out->given = out->n;
    ex_release(s, along, a.r * a.nq, along);
    if (out->n == out->wanted || ex_operations(s, along, a.r * a.nq) > FIELD_LENGTH)
        return;
    out->searched = true;
    find_parts(&a);
    search(&a);
    for (int logarithms = 0; logarithms < 2 && out->n < out->wanted; logarithms++) {
        add_factors(&a, logarithms);
        search(&a);
    }
    ex_forgive(s, a.calm);
}
