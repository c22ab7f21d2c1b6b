/* gen/geometry/dirac_relation.c -- the Dirac structure of E* and the one induced by the constraint.
 *
 * Elements are (q, eta; a, z; q', eta') with a covector a_i dq^i + z^A deta_A and a vector:
 *
 *   D_M   q' = rho_A z^A,  eta_B' = c^D_BE eta_D z^E - rho_B(a),       all a and z free
 *   D_C   the same with z^alpha = b^alpha (0 unless affine), and eta_alpha' free
 *
 * In a frame that depends on t, eta_B' has the additional term c^i_B0 eta_i; with a magnetic
 * two-form F, F(f_B, f_E) z^E. No metric is needed.
 *
 * A basis of the fibre over (q, eta) is: for each a_i, each z^a, each free eta_alpha' the element
 * where it is 1 and the others 0. With X_k the vector and w_k the covector of the k-th, the Courant
 * tensor is T(k, l, m) = w_m([X_k, X_l]) + X_m(w_l(X_k)): all w are closed.
 *
 * Grabowska, Grabowski, Kus, Marmo: Dirac structures in nonholonomic mechanics, Section 3.
 */
#include "gen/geometry/geometry.h"
#include "gen/language/scope.h"

#include <math.h>
#include <string.h>

static const char *slope_name(const struct model *m, size_t i)
{
    return lang_unused_name(m, base_text(ex_mem(m->store), "a_%s", m->coord[i].name));
}

ex geom_slope_symbol(const struct model *m, size_t i)
{
    return ex_sym(m->store, slope_name(m, i), 0);
}

/* c^D_BE eta_D + F_BE, n x n */
static bool pair_structure(struct diag *d, struct geom *g, ex *out)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n;
    if (!geom_structure(d, g))
        return false;
    const ex *F = geom_two_form(g);
    for (size_t i = 0; i < n * n; i++)
        out[i] = F ? F[i] : ex_int(s, 0);
    for (size_t i = 0; i < g->structures; i++) {
        const struct structure *c = &g->c[i];
        const ex e = ex_mul2(s, c->value, m->field[c->i].eta);
        out[c->j * n + c->k] = ex_add2(s, out[c->j * n + c->k], e);
        out[c->k * n + c->j] = ex_sub(s, out[c->k * n + c->j], e);
    }
    return true;
}

/* Adds c^i_B0 eta_i to eta_B', in a frame that depends on t. */
static bool add_motion_of_frame(struct diag *d, struct geom *g, struct relation *r)
{
    const struct model *m = g->model;
    ex *along = sym_row(d->mem, g->n), *eta = sym_row(d->mem, g->n);
    for (size_t A = 0; A < g->n; A++)
        eta[A] = m->field[A].eta;
    for (size_t B = 0; B < r->tied; B++) {
        if (!geom_structure_of(d, g, B, g->n, along))
            return false;
        r->eta_rate[B] = ex_add2(m->store, r->eta_rate[B], sym_dot(m->store, along, 1, eta, g->n));
    }
    return true;
}

bool geom_relation(struct diag *d, struct geom *g, bool constrained, struct relation *out)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, nq = g->nq;
    ex *c = sym_row(d->mem, n * n), *z = sym_row(d->mem, n), *a = sym_row(d->mem, nq);
    *out = (struct relation){constrained ? "D_C" : "D_M", g,
                             sym_row(d->mem, nq),         sym_row(d->mem, n),
                             constrained ? g->rank : n,   constrained};
    if (m->two_anchors) {
        base_error(d, m->anchors_at, "with two anchors there is no Dirac relation")->help =
            "it is that of a skew bracket, and this one need not be skew";
        return false;
    }
    if (!pair_structure(d, g, c))
        return false;
    for (size_t A = 0; A < n; A++)
        z[A] = A < out->tied ? m->field[A].z : g->drift[A];
    for (size_t A = 0; A < out->tied && constrained; A++)
        z[A] = ex_add2(s, z[A], g->drift[A]);
    for (size_t i = 0; i < nq; i++) {
        a[i] = geom_slope_symbol(m, i);
        out->q_rate[i] = sym_dot(s, &g->rho[i * n], 1, z, n);
    }
    for (size_t B = 0; B < n; B++) {
        const ex pull = sym_dot(s, &c[B * n], 1, z, n);
        out->eta_rate[B] =
            B < out->tied ? ex_sub(s, pull, sym_dot(s, &g->rho[B], n, a, nq)) : EX_POISON;
    }
    return !g->moving || add_motion_of_frame(d, g, out);
}

/* ---- isotropy ---- */

/* The pairing of covector and vector, a q' + z eta': 0 on every element if r is isotropic. */
ex geom_relation_pairing(const struct relation *r)
{
    const struct model *m = r->geom->model;
    struct store *s = m->store;
    ex sum = ex_int(s, 0);
    for (size_t i = 0; i < r->geom->nq; i++)
        sum = ex_add2(s, sum, ex_mul2(s, geom_slope_symbol(m, i), r->q_rate[i]));
    for (size_t B = 0; B < r->tied; B++)
        sum = ex_add2(s, sum, ex_mul2(s, m->field[B].z, r->eta_rate[B]));
    return sum;
}

/* ---- the Courant tensor ---- */

struct basis {
    const struct relation *r;
    ex *u;      /* q, then eta */
    ex *vector; /* N x N: row k is X_k */
    size_t N;
};

/* Component l of the k-th covector: 1 for the a_i and z^a, 0 for free eta_alpha'. */
static bool is_slot(const struct basis *b, size_t k, size_t l)
{
    return k == l && k < b->r->geom->nq + b->r->tied;
}

static struct basis find_basis(struct diag *d, const struct relation *r)
{
    const struct geom *g = r->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t nq = g->nq, n = g->n, N = nq + n, slots = nq + r->tied;
    struct basis b = {r, sym_row(d->mem, N), sym_row(d->mem, N * N), N};
    ex *slot = sym_row(d->mem, slots), *rate = sym_row(d->mem, N);
    ex *slope = sym_row(d->mem, N * slots);
    for (size_t i = 0; i < N; i++)
        b.u[i] = i < nq ? m->coord[i].q : m->field[i - nq].eta;
    for (size_t k = 0; k < slots; k++)
        slot[k] = k < nq ? geom_slope_symbol(m, k) : m->field[k - nq].z;
    for (size_t l = 0; l < N; l++)
        rate[l] = l < nq ? r->q_rate[l] : l < slots ? r->eta_rate[l - nq] : ex_int(s, 0);
    ex_jacobian(s, rate, N, slot, slots, slope);
    for (size_t k = 0; k < N; k++)
        for (size_t l = 0; l < N; l++)
            b.vector[k * N + l] = k < slots ? slope[l * slots + k] : ex_int(s, k == l);
    return b;
}

static ex courant(struct store *s, const struct basis *b, size_t k, size_t l, size_t m)
{
    const size_t N = b->N;
    ex slope[3] = {ex_int(s, 0), ex_int(s, 0), ex_int(s, 0)};
    if (is_slot(b, m, m)) { /* w_m([X_k, X_l]) */
        ex_directional(s, &b->vector[l * N + m], 1, b->u, &b->vector[k * N], N, &slope[0]);
        ex_directional(s, &b->vector[k * N + m], 1, b->u, &b->vector[l * N], N, &slope[1]);
    }
    if (is_slot(b, l, l)) /* X_m(w_l(X_k)) */
        ex_directional(s, &b->vector[k * N + l], 1, b->u, &b->vector[m * N], N, &slope[2]);
    return ex_add2(s, ex_sub(s, slope[0], slope[1]), slope[2]);
}

const char *geom_slot_name(const struct relation *r, size_t k)
{
    const struct model *m = r->geom->model;
    struct mem *mem = ex_mem(m->store);
    const size_t nq = r->geom->nq;
    if (k < nq)
        return slope_name(m, k);
    return k < nq + r->tied ? m->field[k - nq].name
                            : base_text(mem, "eta_%s'", m->field[k - nq].name);
}

size_t geom_courant(struct diag *d, const struct relation *r, struct courant **out)
{
    struct store *s = r->geom->model->store;
    const struct basis b = find_basis(d, r);
    struct mem_text found = mem_text(d->mem);
    for (size_t k = 0; k < b.N; k++)
        for (size_t l = k + 1; l < b.N; l++)
            for (size_t m = l + 1; m < b.N; m++) {
                const struct courant t = {k, l, m, courant(s, &b, k, l, m)};
                const bool zero =
                    sym_is_null(s, t.value) || ex_zero(s, t.value, false).answer == EX_ZERO;
                if (!zero)
                    mem_put_n(&found, (const char *)&t, sizeof t);
            }
    const size_t n = found.len / sizeof **out;
    *out = mem_take_array(d->mem, n + 1, sizeof **out);
    memcpy(*out, found.text, found.len);
    return n;
}

/* ---- numbers ---- */

struct entry {
    ex symbol;
    const char *name;
    double value;
};

static size_t list_entries(struct diag *d, const struct relation *r, struct entry **out)
{
    const struct model *m = r->geom->model;
    const size_t nq = r->geom->nq, n = r->geom->n;
    struct entry *e = *out = mem_take_array(d->mem, 2 * nq + 2 * n + 1, sizeof *e);
    for (size_t i = 0; i < nq; i++) {
        *e++ = (struct entry){m->coord[i].q, m->coord[i].name, 0};
        *e++ = (struct entry){geom_slope_symbol(m, i), geom_slot_name(r, i), 0};
    }
    for (size_t A = 0; A < n; A++) {
        *e++ = (struct entry){m->field[A].z, m->field[A].name, 0};
        *e++ = (struct entry){m->field[A].eta, base_text(d->mem, "eta_%s", m->field[A].name), 0};
    }
    *e++ = (struct entry){m->time, "t", 0};
    return 2 * nq + 2 * n + 1;
}

static void put_rates(struct json *j, const char *key, struct store *s, const ex *rate, size_t n,
                      const char *(*name)(const struct model *, size_t), const struct model *m,
                      const ex *symbol, const double *value, size_t symbols)
{
    base_json_object(j, key);
    for (size_t i = 0; i < n; i++) {
        double is = NAN; /* printed as null: free */
        if (rate[i] != EX_POISON)
            ex_eval(s, &rate[i], 1, symbol, value, symbols, &is);
        base_json_number(j, name(m, i), is);
    }
    base_json_end(j);
}

static const char *coord_name(const struct model *m, size_t i)
{
    return m->coord[i].name;
}

static const char *momentum_name(const struct model *m, size_t i)
{
    return base_text(ex_mem(m->store), "eta_%s", m->field[i].name);
}

bool geom_relation_eval(FILE *out, struct diag *d, const struct relation *r, const double *p,
                        const struct assignment *given, size_t n)
{
    const struct model *m = r->geom->model;
    struct store *s = m->store;
    struct entry *entry = NULL;
    const size_t entries = list_entries(d, r, &entry), all = entries + m->params;
    ex *symbol = sym_row(d->mem, all);
    double *value = mem_take_array(d->mem, all + 1, sizeof *value);
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        struct nearest near = base_nearest(given[i].name, strlen(given[i].name));
        for (; k < entries && strcmp(entry[k].name, given[i].name) != 0; k++)
            base_offer(&near, entry[k].name);
        if (k == entries) {
            base_error(d, given[i].where, "the relation has no '%s'", given[i].name)->help =
                base_did_you_mean(d->mem, &near);
            return false;
        }
        entry[k].value = given[i].value;
        for (size_t A = r->tied; A < r->geom->n; A++)
            if (entry[k].symbol == m->field[A].z && given[i].value != 0) {
                base_error(d, given[i].where, "'%s' is tied to the constraint in D_C",
                           m->field[A].name);
                return false;
            }
    }
    for (size_t i = 0; i < all; i++) {
        symbol[i] = i < entries ? entry[i].symbol : m->param[i - entries].symbol;
        value[i] = i < entries ? entry[i].value : p[i - entries];
    }
    struct json j = base_json(out, 1);
    base_json_object(&j, NULL);
    base_json_string(&j, "relation", r->name);
    put_rates(&j, "qdot", s, r->q_rate, m->coords, coord_name, m, symbol, value, all);
    put_rates(&j, "etadot", s, r->eta_rate, m->fields, momentum_name, m, symbol, value, all);
    base_json_end(&j);
    return true;
}
