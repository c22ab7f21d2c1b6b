/* gen/forms/gradient.c -- form `gradient`: gradient extension of a field on a bundle.
 *
 * The symmetric bracket nabla_s t + nabla_t s of the Levi-Civita connection and the anchors rho,
 * -rho make E a symmetric algebroid. On u = (q, p) and with H = <p, X>
 *
 *   q' = rho X,   p_b' = rho_b(H) + C^c_ab p_c X^a,   u' = B grad H,   B = [ 0       rho        ]
 *                                                                         [ rho^T   C^c_ab p_c ]
 *
 * where B is symmetric; on TM C = 2 Gamma. With the brackets of the basis, by Koszul's formula,
 *
 *   G_cd C^d_ab = rho_a(G_bc) + rho_b(G_ac) - rho_c(G_ab) - G([a, c], b) - G([b, c], a),
 *
 * so that motion needs no inverse but w of G w = p. H' = 2 <p, nabla_X X>. The graph of the
 * one-form G X is invariant where its differential vanishes on X, in particular for gradients.
 *
 * Balseiro: mechanics on algebroids, gradient extensions; Cortes, van der Schaft, Crouch 2005.
 */
#include "gen/forms/form.h"
#include "gen/forms/natural.h"
#include "gen/forms/operations.h"

struct extension {
    struct diag *diag;
    const struct model *model;
    const struct geom *geom;
    const ex *G; /* n x n, along the natural basis */
    ex *X;       /* n */
    size_t n, nq;
};

/* rho_a(e) */
static ex along(const struct extension *x, size_t a, ex e)
{
    struct store *s = x->model->store;
    ex *q = sym_row(x->diag->mem, x->nq), slope = EX_POISON;
    for (size_t i = 0; i < x->nq; i++)
        q[i] = x->model->coord[i].q;
    ex_directional(s, &e, 1, q, x->model->section[a].anchor, x->nq, &slope);
    return slope;
}

/* rho_X(e) */
static ex along_field(const struct extension *x, ex e)
{
    struct store *s = x->model->store;
    ex sum = ex_int(s, 0);
    for (size_t a = 0; a < x->n; a++)
        if (!sym_is_null(s, x->X[a]))
            sum = ex_add2(s, sum, ex_mul2(s, x->X[a], along(x, a, e)));
    return sum;
}

/* G([e_a, e_c], e_b) */
static ex on_bracket(const struct extension *x, size_t a, size_t c, size_t b)
{
    struct store *s = x->model->store;
    if (!x->model->bracket)
        return ex_int(s, 0);
    return sym_dot(s, &x->model->bracket[(a * x->n + c) * x->n], 1, &x->G[b * x->n], x->n);
}

/* K_abc = G_cd C^d_ab, for all a <= b; the others are equal */
static ex *koszul(const struct extension *x)
{
    struct store *s = x->model->store;
    const size_t n = x->n;
    ex *K = sym_row(x->diag->mem, n * n * n);
    for (size_t a = 0; a < n; a++)
        for (size_t b = a; b < n; b++)
            for (size_t c = 0; c < n; c++) {
                const ex term[] = {along(x, a, x->G[b * n + c]), along(x, b, x->G[a * n + c]),
                                   ex_neg(s, along(x, c, x->G[a * n + b])),
                                   ex_neg(s, on_bracket(x, a, c, b)),
                                   ex_neg(s, on_bracket(x, b, c, a))};
                K[(a * n + b) * n + c] = K[(b * n + a) * n + c] = sym_tidy(s, ex_add(s, term, 5));
            }
    return K;
}

static bool begin(struct diag *d, const struct system *sys, struct extension *x)
{
    const struct model *m = sys->model;
    const struct mech *k = sys->mech;
    struct store *s = m->store;
    const size_t n = sys->geom->n;
    ex *section = sym_row(d->mem, n);
    *x = (struct extension){d, m, sys->geom, k->g0, sym_row(d->mem, n), n, m->coords};
    for (size_t B = 0; B < n; B++)
        section[B] = m->section[B].section;
    ex_gradient(s, m->gradient, section, n, x->X);
    if (x->G)
        return true;
    const ex *coframe = geom_coframe(d, sys->geom); /* the metric is given in quasi-velocities */
    if (!coframe)
        return false;
    ex *half = sym_row(d->mem, n * n), *across = sym_row(d->mem, n * n),
       *G = sym_row(d->mem, n * n);
    sym_times(s, k->g, coframe, n, n, n, half);
    ex_matrix_transpose(coframe, n, n, across);
    sym_times(s, across, half, n, n, n, G);
    for (size_t i = 0; i < n * n; i++) /* identical expressions in both halves */
        G[i] = sym_tidy(s, G[i / n <= i % n ? i : i % n * n + i / n]);
    x->G = G;
    return true;
}

/* ---- states and blocks ---- */

static bool put_states(struct diag *d, const struct extension *x, struct system *out)
{
    const struct model *m = x->model;
    struct store *s = m->store;
    const size_t n = x->n, nq = x->nq;
    const ex *coframe = geom_coframe(d, out->geom);
    if (!coframe)
        return false;
    out->kind = STATES_p;
    out->states = nq + n;
    out->state = sym_row(d->mem, nq + n);
    out->state_name = mem_take_array(d->mem, nq + n + 1, sizeof *out->state_name);
    for (size_t i = 0; i < nq; i++) {
        out->state[i] = m->coord[i].q;
        out->state_name[i] = m->coord[i].name;
    }
    out->natural = form_natural(d, n);
    out->natural->velocity = x->X;
    out->natural->momentum = &out->state[nq];
    for (size_t B = 0; B < n; B++) {
        out->state[nq + B] = m->section[B].momentum;
        out->state_name[nq + B] = base_text(d->mem, "p_%s", m->section[B].name);
    }
    out->zeta = sym_row(d->mem, n);
    out->eta = sym_row(d->mem, n);
    sym_times(s, coframe, x->X, n, n, 1, out->zeta);
    for (size_t A = 0; A < n; A++)
        out->eta[A] = sym_dot(s, &out->geom->frame[A], n, out->natural->momentum, n);
    return true;
}

/* M_ba = w^c K_abc with G w = p */
static bool pair_connection(const struct extension *x, const struct system *out, ex *M)
{
    struct store *s = x->model->store;
    const size_t n = x->n;
    const ex *K = koszul(x);
    ex *w = sym_row(x->diag->mem, n);
    if (!sym_solve(s, x->G, n, out->natural->momentum, 1, w)) {
        base_error(x->diag, x->model->source_at, "the metric is degenerate")->help =
            "a gradient extension needs its inverse";
        return false;
    }
    for (size_t a = 0; a < n; a++)
        w[a] = n > SYM_SMALL_RANK ? ex_hold(s, w[a]) : w[a];
    for (size_t i = 0; i < n * n; i++)
        M[i] = sym_tidy(s, sym_dot(s, w, 1, &K[i * n], n));
    return true;
}

static void put_blocks(const struct extension *x, struct system *out, const ex *M)
{
    const struct model *m = x->model;
    struct store *s = m->store;
    const size_t n = x->n, nq = x->nq, all = nq + n;
    ex *B = form_block_make(out, RT_bivector, all, all),
       *rhs = form_block_make(out, RT_rhs, all, 1);
    ex *grad = form_block_make(out, RT_grad, all, 1), *H = form_block_make(out, RT_energy, 1, 1);
    H[0] = sym_dot(s, out->natural->momentum, 1, x->X, n);
    form_block_make(out, RT_liouville, 1, 1)[0] = H[0];
    ex_gradient(s, H[0], out->state, nq, grad);
    for (size_t i = 0; i < all * all; i++)
        B[i] = ex_int(s, 0);
    for (size_t b = 0; b < n; b++) {
        grad[nq + b] = x->X[b];
        for (size_t i = 0; i < nq; i++)
            B[i * all + nq + b] = B[(nq + b) * all + i] = m->section[b].anchor[i];
        for (size_t a = 0; a < n; a++)
            B[(nq + b) * all + nq + a] = M[b * n + a];
    }
    sym_times(s, B, grad, all, all, 1, rhs);
    for (size_t i = 0; i < all; i++)
        rhs[i] = sym_tidy(s, rhs[i]);
}

/* ---- the field and its metric ---- */

/* nabla_X X = rho_X(X^c) e_c + 1/2 C^c_ab X^a X^b e_c */
static bool acceleration(const struct extension *x, ex *out)
{
    struct store *s = x->model->store;
    const size_t n = x->n;
    const ex *K = koszul(x);
    ex *right = sym_row(x->diag->mem, n);
    for (size_t c = 0; c < n; c++) {
        right[c] = ex_int(s, 0);
        for (size_t i = 0; i < n * n; i++)
            right[c] = ex_add2(
                s, right[c],
                ex_mul(s, (ex[]){ex_rat(s, 1, 2), K[i * n + c], x->X[i / n], x->X[i % n]}, 4));
    }
    if (!sym_solve(s, x->G, n, right, 1, out))
        return false;
    for (size_t c = 0; c < n; c++)
        out[c] = sym_tidy(s, ex_add2(s, out[c], along_field(x, x->X[c])));
    return true;
}

/* d(G X)(X, e_b) = rho_X(alpha_b) - X^a rho_b(alpha_a) - X^a alpha([e_a, e_b]) with alpha = G X */
static void differential_on_field(const struct extension *x, ex *alpha, ex *out)
{
    struct store *s = x->model->store;
    const size_t n = x->n;
    sym_times(s, x->G, x->X, n, n, 1, alpha);
    for (size_t b = 0; b < n; b++) {
        ex e = along_field(x, alpha[b]);
        for (size_t a = 0; a < n; a++) {
            const ex *C = x->model->bracket ? &x->model->bracket[(a * n + b) * n] : NULL;
            const ex twist = C ? sym_dot(s, C, 1, alpha, n) : ex_int(s, 0);
            e = ex_sub(s, e, ex_mul2(s, x->X[a], ex_add2(s, along(x, b, alpha[a]), twist)));
        }
        out[b] = sym_tidy(s, e);
    }
}

/* ---- statements of `check` ---- */

static bool find_powers(struct diag *d, struct system *sys, struct balance *out)
{
    struct extension x;
    struct store *s = sys->model->store;
    ex *a = sym_row(d->mem, sys->geom->n);
    ex part = EX_POISON;
    if (begin(d, sys, &x) && acceleration(&x, a))
        part = ex_mul2(s, ex_int(s, 2), sym_dot(s, sys->natural->momentum, 1, a, x.n));
    form_add_power(out, s, "2 <p, nabla_X X>", part);
    form_add_power(out, s, "<p, dX/dt>", ex_diff(s, sys->block[RT_energy].at[0], sys->model->time));
    return part != EX_POISON;
}

/* The balance follows from the powers only. */
static bool prove_balance(struct diag *d, struct proofs *p, struct system *sys, struct balance *out)
{
    (void)d;
    out->standing = form_is_short_gradient(p, sys);
    out->by_powers = true;
    return true;
}

/* Is the graph p = G X invariant? */
static size_t look_at_graph(struct diag *d, struct proofs *p, struct system *sys,
                            struct finding *out)
{
    struct extension x;
    const struct model *m = sys->model;
    struct store *s = m->store;
    const size_t n = sys->geom->n, nq = sys->geom->nq;
    ex *alpha = sym_row(d->mem, n), *defect = sym_row(d->mem, n), *rate = sym_row(d->mem, n);
    *out = (struct finding){.name = "graph", .text = "the graph p = G X is invariant"};
    if (!begin(d, sys, &x))
        return 0;
    differential_on_field(&x, alpha, defect);
    ex_subst(s, &sys->block[RT_rhs].at[nq], n, sys->natural->momentum, alpha, n, rate);
    for (size_t b = 0; b < n; b++) { /* alpha' - p' where p = alpha, along the motion */
        const ex moves = ex_add2(s, along_field(&x, alpha[b]), ex_diff(s, alpha[b], m->time));
        const ex still = ex_sub(s, moves, rate[b]);
        const ex both = ex_sub(s, still, ex_add2(s, defect[b], ex_diff(s, alpha[b], m->time)));
        out->standing = alg_worse(out->standing, alg_prove(p, "the graph of G X", both));
        if (out->rest)
            continue;
        const enum alg_standing is = alg_prove(p, "the graph is invariant", still);
        if (is == STANDS_NOT) {
            out->text = "the graph p = G X is not invariant: it leaves by ";
            out->value = still;
            out->rest = base_text(d->mem, " along p_%s", m->section[b].name);
        } else {
            out->standing = alg_worse(out->standing, is);
        }
    }
    return 1;
}

/* ---- objects ---- */

static const char **names(const struct model *m)
{
    const char **out = mem_take_array(ex_mem(m->store), m->sections + 1, sizeof *out);
    for (size_t B = 0; B < m->sections; B++)
        out[B] = m->section[B].name;
    return out;
}

/* C^c_ab and Gamma^c_ab = 1/2 (C^c_ab + [e_a, e_b]^c), a matrix for each c. */
static bool show_connection(const struct extension *x, struct system *sys)
{
    const struct model *m = x->model;
    struct store *s = m->store;
    const size_t n = x->n;
    const ex *K = koszul(x);
    ex *right = sym_row(x->diag->mem, n * n * n), *C = sym_row(x->diag->mem, n * n * n);
    ex *Gamma = sym_row(x->diag->mem, n * n);
    const char **index = names(m);
    for (size_t i = 0; i < n * n; i++)
        for (size_t c = 0; c < n; c++)
            right[c * n * n + i] = K[i * n + c];
    if (!sym_solve(s, x->G, n, right, n * n, C))
        return false;
    for (size_t k = 0; k < 2 * n; k++) {
        const size_t c = k < n ? k : k - n;
        const bool table = k >= n;
        for (size_t i = 0; i < n * n; i++) {
            const ex twist = m->bracket ? m->bracket[i * n + c] : ex_int(s, 0);
            Gamma[i] = table ? C[c * n * n + i]
                             : ex_mul2(s, ex_rat(s, 1, 2), ex_add2(s, C[c * n * n + i], twist));
        }
        const char *name = base_text(x->diag->mem, "%s_%s", table ? "C" : "Gamma", index[c]);
        const char *title =
            base_text(x->diag->mem,
                      table ? "symmetric bracket, along %s: nabla_a b + nabla_b a = C^c_ab e_c"
                            : "Christoffel symbols, along %s: nabla_a b = Gamma^c_ab e_c",
                      index[c]);
        struct object *o = form_object(sys, name, title, Gamma, n, n);
        o->row = o->col = index;
    }
    return true;
}

static bool put_objects(struct diag *d, struct system *sys)
{
    struct extension x;
    const size_t n = sys->geom->n;
    ex *alpha = sym_row(d->mem, n), *defect = sym_row(d->mem, n), *a = sym_row(d->mem, n);
    if (!begin(d, sys, &x) || !acceleration(&x, a))
        return false;
    differential_on_field(&x, alpha, defect);
    const char **index = names(sys->model);
    struct object *G = form_object(sys, "G", "metric", x.G, n, n);
    G->row = G->col = index;
    if (!show_connection(&x, sys))
        return false;
    const struct {
        const char *name, *title, *note;
        const ex *at;
    } list[] = {
        {"X", "field", NULL, x.X},
        {"X_flat", "its one-form G X", NULL, alpha},
        {"nabla_X_X", "nabla_X X", "H' = 2 <p, nabla_X X>", a},
        {"i_X_dX", "differential of G X on X", "the graph of G X is invariant where this vanishes",
         defect},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct object *o = form_object(sys, list[i].name, list[i].title, list[i].at, n, 1);
        o->row = index;
        o->note = list[i].note;
    }
    return true;
}

/* The model has a metric and a field, and no statement that this form cannot use. */
static bool accepts(struct diag *d, const struct mech *k)
{
    const struct model *m = k->geom->model;
    const char *wrong = m->gradient == EX_POISON     ? "needs a field"
                        : m->metric == EX_POISON     ? "needs a metric"
                        : k->geom->rank < k->geom->n ? "has no place for constraints"
                        : k->magnetic || k->two      ? "has no place for a magnetic field"
                        : k->load                    ? "has no place for forces"
                        : m->potential != EX_POISON  ? "has no place for a potential"
                                                     : NULL;
    if (wrong)
        base_error(d, m->source_at, "the gradient form %s", wrong)->help =
            "it extends a field to momenta: dynamics gradient, metric, field";
    return !wrong;
}

static bool build(struct diag *d, struct mech *k, struct system *out)
{
    struct extension x;
    if (!accepts(d, k) || !begin(d, out, &x) || !put_states(d, &x, out))
        return false;
    ex *M = sym_row(d->mem, x.n * x.n);
    if (!pair_connection(&x, out, M))
        return false;
    put_blocks(&x, out, M);
    return true;
}

static const char *not_skew(const struct system *sys)
{
    (void)sys;
    return "symmetric";
}

const struct form_ops form_ops_gradient = {
    .build = build,
    .not_skew = not_skew,
    .free_momenta = true,
    .rests_in_states = true,
    .objects = put_objects,
    .dynamics = look_at_graph,
    .powers = find_powers,
    .balance = prove_balance,
};
