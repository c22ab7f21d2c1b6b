/* gen/forms/mechanics.c -- energies and forces in the frame, from Lagrangian or Hamiltonian.
 *
 * The user writes a metric with potential and one-form, a Lagrangian, or a Hamiltonian, in
 * velocities of any sort. A Lagrangian that is quadratic in the velocities is a metric, a one-form
 * and a potential, however it was written:
 *
 *   L = 1/2 g_AB z^A z^B + A_A z^A - V,   H = 1/2 g^AB (eta_A - A_A) (eta_B - A_B) + V.
 *
 * Forces along f_A: those given, and -dR/dz^A of the Rayleigh function. A magnetic field that is
 * given as a two-form exerts the force F(f_A, v); then momenta are kinetic momenta.
 */
#include "gen/forms/form.h"

/* ---- Lagrangians ---- */

static ex or_zero(struct store *s, ex e)
{
    return e == EX_POISON ? ex_int(s, 0) : e;
}

/* The Lagrangian as the user wrote it. */
static ex lagrangian_of(const struct model *m)
{
    struct store *s = m->store;
    if (m->lagrangian != EX_POISON)
        return m->lagrangian;
    const ex T = ex_mul2(s, ex_rat(s, 1, 2), m->metric);
    return ex_sub(s, ex_add2(s, T, or_zero(s, m->magnetic)), or_zero(s, m->potential));
}

/* Variables of a quadratic form: natural velocities, then those of the frame. */
struct variables {
    ex *at;
    size_t n, natural;
    ex *to; /* n x geom->n: in terms of the frame */
};

static struct variables variables_of(const struct geom *g, bool frame)
{
    const struct model *m = g->model;
    struct mem *mem = ex_mem(m->store);
    const size_t n = g->n;
    struct variables v = {sym_row(mem, 2 * n), frame ? 2 * n : n, n, sym_row(mem, 2 * n * n)};
    for (size_t B = 0; B < n; B++) {
        v.at[B] = m->section[B].velocity;
        v.at[n + B] = m->field[B].z;
        for (size_t A = 0; A < n; A++) {
            v.to[B * n + A] = g->frame[B * n + A];
            v.to[(n + B) * n + A] = ex_int(m->store, A == B);
        }
    }
    return v;
}

/* a -> to^T a to, with identical expressions in both halves */
static void congruence(struct store *s, const ex *a, const struct variables *v, size_t n, ex *out)
{
    struct mem *mem = ex_mem(s);
    ex *half = sym_row(mem, v->n * n), *across = sym_row(mem, v->n * n);
    ex_matrix_transpose(v->to, v->n, n, across);
    sym_times(s, a, v->to, v->n, v->n, n, half);
    sym_times(s, across, half, n, v->n, n, out);
    for (size_t A = 0; A < n; A++)
        for (size_t B = A + 1; B < n; B++)
            out[B * n + A] = out[A * n + B];
}

static void at_rest(struct store *s, const struct variables *v, const ex *e, size_t m, ex *out)
{
    ex *zero = sym_row(ex_mem(s), v->n);
    for (size_t i = 0; i < v->n; i++)
        zero[i] = ex_int(s, 0);
    ex_subst(s, e, m, v->at, zero, v->n, out);
}

/* g, A, V of a Lagrangian that is quadratic in these variables. */
static void take_apart(struct mech *k, ex L, const struct variables *v)
{
    struct store *s = k->geom->model->store;
    struct mem *mem = ex_mem(s);
    const size_t n = k->geom->n;
    ex *hessian = sym_row(mem, v->n * v->n), *slope = sym_row(mem, v->n);
    ex *across = sym_row(mem, v->n * n);
    ex_hessian(s, L, v->at, v->n, hessian);
    ex_gradient(s, L, v->at, v->n, slope);
    at_rest(s, v, slope, v->n, slope);
    at_rest(s, v, &L, 1, &k->V);
    k->V = ex_neg(s, k->V);
    k->g = sym_row(mem, n * n);
    k->A = sym_row(mem, n);
    congruence(s, hessian, v, n, k->g);
    ex_matrix_transpose(v->to, v->n, n, across);
    sym_times(s, across, slope, n, v->n, 1, k->A);
    for (size_t i = 0; i < n * n && form_prefers_frame(k); i++)
        k->g[i] = sym_tidy(s, k->g[i]);
    for (size_t A = 0; A < n && form_prefers_frame(k); A++)
        k->A[A] = sym_tidy(s, k->A[A]);
    if (v->n == v->natural) {
        k->g0 = hessian;
        k->A0 = slope;
    }
    for (size_t A = 0; A < n; A++)
        k->magnetic |= !sym_is_null(s, k->A[A]);
}

/* 1/2 g z z + A z - V from its parts */
static ex put_together(struct mech *k)
{
    const struct model *m = k->geom->model;
    struct store *s = m->store;
    const size_t n = k->geom->n;
    ex *z = sym_row(ex_mem(s), n), *gz = sym_row(ex_mem(s), n);
    for (size_t A = 0; A < n; A++)
        z[A] = m->field[A].z;
    sym_times(s, k->g, z, n, n, 1, gz);
    const ex T = ex_mul2(s, ex_rat(s, 1, 2), sym_dot(s, z, 1, gz, n));
    return ex_sub(s, ex_add2(s, T, sym_dot(s, k->A, 1, z, n)), k->V);
}

/* z^A for velocities that motions on C can have, 0 for the others. */
static void allowed_velocities(const struct geom *g, ex *z)
{
    struct store *s = g->model->store;
    for (size_t A = 0; A < g->n; A++)
        z[A] = A < g->rank || !sym_is_null(s, g->drift[A]) ? g->model->field[A].z : ex_int(s, 0);
}

/* K by the shorter of two methods: natural velocities in terms of the frame, or L in the frame. */
static void restrict_lagrangian(struct mech *k)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    struct mem *mem = ex_mem(s);
    const size_t n = g->n;
    ex *z = sym_row(mem, n), *from = sym_row(mem, n), *to = sym_row(mem, n), K = EX_POISON;
    allowed_velocities(g, z);
    for (size_t A = 0; A < n; A++)
        from[A] = m->field[A].z;
    ex_subst(s, &k->L, 1, from, z, n, &k->K);
    if (k->L0 == EX_POISON)
        return;
    for (size_t B = 0; B < n; B++)
        from[B] = m->section[B].velocity;
    sym_times(s, g->frame, z, n, n, 1, to);
    ex_subst(s, &k->L0, 1, from, to, n, &K);
    const ex written = K;
    ex_sweep(s, &K, 1, &K);
    K = alg_shortened(m, K); /* keeps its derivatives short, too */
    if (!sym_is_shorter(s, &K, &k->K, 1))
        return;
    if (K != written)
        sym_note_claim(s, ex_sub(s, K, written), &k->claims);
    k->K = K;
}

/* g and A on C from K, where that is shorter. */
static void take_from_restricted(struct mech *k)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    struct mem *mem = ex_mem(s);
    const size_t n = g->n, r = g->rank;
    ex *z = sym_row(mem, r), *W = sym_row(mem, r * r), *on_C = sym_row(mem, r * r);
    for (size_t a = 0; a < r; a++)
        z[a] = m->field[a].z;
    ex_hessian(s, k->K, z, r, W);
    for (size_t i = 0; i < r * r; i++)
        on_C[i] = k->g[i / r * n + i % r];
    if (!sym_is_shorter(s, W, on_C, r * r))
        return;
    for (size_t a = 0; a < r; a++)
        for (size_t b = 0; b < r; b++)
            k->g[a * n + b] = W[a <= b ? a * r + b : b * r + a];
    k->L = put_together(k);
}

static bool from_lagrangian(struct diag *d, struct mech *k)
{
    const struct model *m = k->geom->model;
    struct store *s = m->store;
    ex L = lagrangian_of(m);
    const bool frame = geom_uses_frame(m, L);
    if (lang_has_own_sections(m) && !frame && !geom_in_natural(d, k->geom, &L, 1, &L))
        return false;
    if (lang_has_own_sections(m) && frame)
        geom_in_frame(k->geom, &L, 1, &L);
    const struct variables v = variables_of(k->geom, frame);
    const int64_t degree = ex_degree(s, L, v.at, v.n);
    k->has_lagrangian = true;
    k->quadratic = m->metric != EX_POISON || (degree >= 0 && degree <= 2);
    k->L0 = frame ? EX_POISON : L;
    if (k->quadratic) {
        take_apart(k, L, &v);
        k->L = put_together(k);
    } else {
        geom_in_frame(k->geom, &L, 1, &k->L);
    }
    restrict_lagrangian(k);
    if (k->quadratic)
        take_from_restricted(k);
    return true;
}

ex form_natural_lagrangian(struct diag *d, struct mech *k)
{
    if (k->L0 == EX_POISON && !geom_in_natural(d, k->geom, &k->L, 1, &k->L0))
        return EX_POISON;
    return k->L0;
}

/* ---- Hamiltonians ---- */

/* H in momenta of the frame: p_B = eta_A (F^-1)^A_B. */
static bool momenta_in_frame(struct diag *d, struct geom *g, ex H, ex *out)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n;
    ex *from = sym_row(d->mem, n), *to = sym_row(d->mem, n), *eta = sym_row(d->mem, n);
    const ex *coframe = geom_coframe(d, g);
    if (!coframe)
        return false;
    for (size_t A = 0; A < n; A++)
        eta[A] = m->field[A].eta;
    for (size_t B = 0; B < n; B++) {
        from[B] = m->section[B].momentum;
        to[B] = sym_dot(s, &coframe[B], n, eta, n);
    }
    ex_subst(s, &H, 1, from, to, n, out);
    return true;
}

/* H = 1/2 G (eta - A)(eta - A) + V with a regular G: then there is a Lagrangian, too. */
static void legendre_of_quadratic(struct mech *k)
{
    const struct model *m = k->geom->model;
    struct store *s = m->store;
    struct mem *mem = ex_mem(s);
    const size_t n = k->geom->n;
    ex *eta = sym_row(mem, n), *G = sym_row(mem, n * n), *b = sym_row(mem, n * (n + 1));
    ex *x = sym_row(mem, n * (n + 1)), *slope = sym_row(mem, n);
    for (size_t A = 0; A < n; A++)
        eta[A] = m->field[A].eta;
    if (ex_degree(s, k->H, eta, n) != 2)
        return;
    const struct variables v = {.at = eta, .n = n};
    ex_hessian(s, k->H, eta, n, G);
    ex_gradient(s, k->H, eta, n, slope);
    at_rest(s, &v, slope, n, slope);
    for (size_t A = 0; A < n; A++) {
        for (size_t B = 0; B < n; B++)
            b[A * (n + 1) + B] = ex_int(s, A == B);
        b[A * (n + 1) + n] = ex_neg(s, slope[A]);
    }
    if (!sym_solve(s, G, n, b, n + 1, x))
        return;
    k->g = sym_row(mem, n * n);
    k->A = sym_row(mem, n);
    for (size_t A = 0; A < n; A++) {
        for (size_t B = 0; B < n; B++)
            k->g[A * n + B] = x[A * (n + 1) + B];
        k->A[A] = x[A * (n + 1) + n];
        k->magnetic |= !sym_is_null(s, k->A[A]);
    }
    for (size_t A = 0; A < n; A++) /* identical expressions in both halves */
        for (size_t B = A + 1; B < n; B++)
            k->g[B * n + A] = k->g[A * n + B];
    at_rest(s, &v, &k->H, 1, &k->V); /* H(0) = 1/2 G A A + V, and G A = -slope */
    k->V = ex_add2(s, k->V, ex_mul2(s, ex_rat(s, 1, 2), sym_dot(s, slope, 1, k->A, n)));
    k->quadratic = k->has_lagrangian = true;
    k->L = put_together(k);
    restrict_lagrangian(k);
}

/* ---- forces ---- */

static ex *loads(struct diag *d, struct mech *k)
{
    struct store *s = k->geom->model->store;
    if (!k->load) {
        k->load = sym_row(d->mem, k->geom->n);
        for (size_t A = 0; A < k->geom->n; A++)
            k->load[A] = ex_int(s, 0);
    }
    return k->load;
}

/* Adds a covector along the natural basis to the load along the frame. */
static void add_load(struct diag *d, struct mech *k, const ex *natural)
{
    struct store *s = k->geom->model->store;
    const size_t n = k->geom->n;
    ex *load = loads(d, k);
    for (size_t A = 0; A < n; A++)
        load[A] = ex_add2(s, load[A], sym_dot(s, &k->geom->frame[A], n, natural, n));
}

static void find_forces(struct diag *d, struct mech *k)
{
    const struct model *m = k->geom->model;
    struct store *s = m->store;
    const size_t n = k->geom->n;
    ex *slope = sym_row(d->mem, n), *z = sym_row(d->mem, n);
    for (size_t A = 0; A < n; A++)
        z[A] = m->field[A].z;
    if (m->force != EX_POISON) { /* a one-form: its value on f_A */
        ex e = m->force;
        geom_in_frame(k->geom, &e, 1, &e);
        ex_gradient(s, e, z, n, slope);
        for (size_t A = 0; A < n; A++)
            loads(d, k)[A] = ex_add2(s, loads(d, k)[A], slope[A]);
    }
    for (size_t i = 0; i < m->loads; i++) {
        ex e = m->load[i].value;
        geom_in_frame(k->geom, &e, 1, &e);
        for (size_t B = 0; B < n; B++)
            slope[B] = ex_int(s, 0);
        if (m->load[i].frame) {
            loads(d, k)[m->load[i].index] = ex_add2(s, loads(d, k)[m->load[i].index], e);
        } else {
            slope[m->load[i].index] = e;
            add_load(d, k, slope);
        }
    }
    for (size_t A = 0; A < n && k->load; A++) {
        k->pushed = k->pushed ? k->pushed : sym_row(d->mem, n);
        k->pushed[A] = k->load[A];
    }
    if (m->dissipation != EX_POISON) {
        geom_in_frame(k->geom, &m->dissipation, 1, &k->rayleigh);
        ex_gradient(s, k->rayleigh, z, n, slope);
        for (size_t A = 0; A < n; A++)
            loads(d, k)[A] = ex_sub(s, loads(d, k)[A], slope[A]);
    }
}

/* Warns unless d F = 0, for E = TQ. */
static void check_closed(struct diag *d, const struct model *m, const ex *F)
{
    struct store *s = m->store;
    const size_t n = m->coords;
    for (size_t i = 0; i < n && lang_is_tangent(m); i++)
        for (size_t j = i + 1; j < n; j++)
            for (size_t k = j + 1; k < n; k++) {
                const ex term[] = {ex_diff(s, F[j * n + k], m->coord[i].q),
                                   ex_diff(s, F[k * n + i], m->coord[j].q),
                                   ex_diff(s, F[i * n + j], m->coord[k].q)};
                struct claims aside = {.n = 0};
                if (sym_vanishes(s, ex_add(s, term, 3), &aside))
                    continue;
                base_remark(d, m->magnetic_at, "the magnetic two-form is not closed")->help =
                    base_text(d->mem,
                              "its differential along %s, %s, %s is not 0: no one-form has it as "
                              "its differential, and no magnetic field is like that",
                              m->coord[i].name, m->coord[j].name, m->coord[k].name);
                return;
            }
}

/* The two-form on the frame. */
static void find_field(struct diag *d, struct mech *k)
{
    const struct model *m = k->geom->model;
    k->two = geom_two_form(k->geom);
    if (k->two)
        check_closed(d, m, geom_natural_two_form(m));
}

/* Warns if the constraint seems to be substituted into the Lagrangian (Lindelof's mistake). */
static void guard_substituted(struct diag *d, const struct mech *k)
{
    const struct geom *g = k->geom;
    const struct model *m = g->model;
    const size_t n = g->n, r = g->rank;
    const bool positions = m->constraints && m->holonomics == m->constraints; /* correct then */
    if (m->lagrangian == EX_POISON || !k->quadratic || r == n || positions ||
        m->law == LAW_vakonomic)
        return;
    ex *on_C = sym_row(d->mem, r * r);
    for (size_t i = 0; i < r * r; i++)
        on_C[i] = k->g[i / r * n + i % r];
    if (ex_ranks(m->store, k->g, n, n).most == n || ex_ranks(m->store, on_C, r, r).least < r)
        return;
    const char *across = m->constraints ? base_span_shown(d->mem, m->constraint[0].where)
                                        : base_text(d->mem, "the velocity %s", m->field[r].name);
    base_remark(d, m->source_at,
                "the Lagrangian has no inertia in a direction that the constraint excludes")
        ->help =
        base_text(d->mem,
                  "was the constraint put into it? What is missing is a term in the square "
                  "of %s: write L for all velocities, the constraint is applied afterwards",
                  across);
}

struct mech *form_mechanics(struct diag *d, struct geom *g)
{
    const struct model *m = g->model;
    struct mech *k = mem_take(d->mem, sizeof *k);
    *k = (struct mech){.geom = g, .V = ex_int(m->store, 0)};
    if (m->hamiltonian != EX_POISON) {
        k->has_hamiltonian = true;
        if (!momenta_in_frame(d, g, m->hamiltonian, &k->H))
            return NULL;
        legendre_of_quadratic(k);
    } else if (lang_has_energy(m) && !from_lagrangian(d, k)) {
        return NULL;
    }
    find_forces(d, k);
    find_field(d, k);
    guard_substituted(d, k);
    const bool lost = base_poisoned(d, m->store, m->source_at, "the mechanics cannot be computed");
    return lost || !form_mechanics_sound(d, k) ? NULL : k;
}

/* ---- orthogonal complements ---- */

static bool is_orthogonal(struct store *s, const struct mech *k, struct claims *claims)
{
    const struct geom *g = k->geom;
    for (size_t a = 0; a < g->rank; a++)
        for (size_t alpha = g->rank; alpha < g->n; alpha++)
            if (!sym_vanishes(s, k->g[a * g->n + alpha], claims))
                return false;
    return true;
}

/* g_ab T^b_alpha = g_a,alpha, as the matrix P of the change of frame: f~_A = f_B P^B_A. */
static ex *straighten(struct diag *d, const struct mech *k)
{
    const struct geom *g = k->geom;
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank, out = n - r;
    ex *on_C = sym_row(d->mem, r * r), *across = sym_row(d->mem, r * out);
    ex *T = sym_row(d->mem, r * out), *P = sym_row(d->mem, n * n);
    for (size_t a = 0; a < r; a++) {
        for (size_t b = 0; b < r; b++)
            on_C[a * r + b] = k->g[a * n + b];
        for (size_t alpha = 0; alpha < out; alpha++)
            across[a * out + alpha] = k->g[a * n + r + alpha];
    }
    if (!sym_solve(s, on_C, r, across, out, T)) {
        base_error(d, g->model->source_at, "the metric is degenerate on the span of the frame");
        return NULL;
    }
    for (size_t A = 0; A < n; A++)
        for (size_t B = 0; B < n; B++)
            P[A * n + B] = A < r && B >= r ? ex_neg(s, T[A * out + B - r]) : ex_int(s, A == B);
    return P;
}

/* The same geometry in the frame F P; the drift stays the same field. */
static struct geom *change_frame(struct diag *d, struct geom *g, const ex *P)
{
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank;
    struct model *other = mem_take(d->mem, sizeof *other);
    ex *frame = sym_row(d->mem, n * n);
    *other = *g->model;
    other->field = mem_take_array(d->mem, n + 1, sizeof *other->field);
    sym_times(s, g->frame, P, n, n, n, frame);
    for (size_t A = 0; A < n; A++) {
        other->field[A] = g->model->field[A];
        other->field[A].component = sym_row(d->mem, n);
        for (size_t B = 0; B < n; B++)
            other->field[A].component[B] = sym_tidy(s, frame[B * n + A]);
    }
    struct geom *h = geom_make(d, other);
    if (!h)
        return NULL;
    for (size_t A = 0; A < n; A++)
        h->drift[A] = g->drift[A];
    const ex *coframe = n > SYM_SMALL_RANK ? geom_coframe(d, g) : NULL;
    if (coframe) { /* P^-1 = 2 - P: no matrix has to be inverted again */
        ex *back = sym_row(d->mem, n * n);
        h->coframe = sym_row(d->mem, n * n);
        for (size_t i = 0; i < n * n; i++)
            back[i] = i / n == i % n ? P[i] : ex_neg(s, P[i]);
        sym_times(s, back, coframe, n, n, n, h->coframe);
    }
    for (size_t a = 0; a < r; a++) /* f_alpha = f~_alpha - f_a P^a_alpha */
        h->drift[a] = ex_sub(s, g->drift[a], sym_dot(s, &P[a * n + r], 1, &g->drift[r], n - r));
    h->affine = g->affine;
    return h;
}

/* P^T a P, or P^T a for a column */
static ex *transform(struct store *s, const ex *P, const ex *a, size_t n, bool matrix)
{
    ex *half = sym_row(ex_mem(s), n * n), *across = sym_row(ex_mem(s), n * n);
    ex *out = sym_row(ex_mem(s), n * n);
    ex_matrix_transpose(P, n, n, across);
    if (!matrix) {
        sym_times(s, across, a, n, n, 1, out);
        return out;
    }
    sym_times(s, a, P, n, n, n, half);
    sym_times(s, across, half, n, n, n, out);
    return out;
}

struct mech *form_orthogonal(struct diag *d, struct mech *k, struct claims *claims)
{
    struct geom *g = k->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t n = g->n, r = g->rank;
    if (is_orthogonal(s, k, claims))
        return k;
    ex *P = straighten(d, k);
    struct geom *h = P ? change_frame(d, g, P) : NULL;
    if (!h)
        return NULL;
    struct mech *o = mem_take(d->mem, sizeof *o);
    *o = *k;
    o->geom = h;
    o->kept = NULL;
    o->to_given = P;
    o->has_hamiltonian = false;
    o->g = transform(s, P, k->g, n, true);
    o->A = transform(s, P, k->A, n, false);
    o->two = k->two ? transform(s, P, k->two, n, true) : NULL;
    o->load = k->load ? transform(s, P, k->load, n, false) : NULL;
    for (size_t A = 0; A < n; A++)
        for (size_t B = 0; B < n; B++) {
            if ((A < r) != (B < r)) /* 0 by construction */
                o->g[A * n + B] = ex_int(s, 0);
            o->g[A * n + B] = sym_tidy(s, o->g[A <= B ? A * n + B : B * n + A]);
        }
    ex *z = sym_row(d->mem, n), *to = sym_row(d->mem, n);
    for (size_t A = 0; A < n; A++)
        z[A] = m->field[A].z;
    sym_times(s, P, z, n, n, 1, to);
    if (o->load)
        ex_subst(s, o->load, n, z, to, n, o->load);
    if (o->rayleigh != EX_POISON)
        ex_subst(s, &o->rayleigh, 1, z, to, n, &o->rayleigh);
    o->L = put_together(o);
    return o;
}
