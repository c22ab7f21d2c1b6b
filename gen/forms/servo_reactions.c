/* gen/forms/servo_reactions.c -- reactions that vanish on virtual displacements only.
 *
 * Multipliers, objects and power of these reactions, for the form `generalised`.
 */
#include "gen/forms/form.h"
#include "gen/forms/servo.h"

/* ---- reactions ---- */

/* Reactions along the frame of the user, n: f_alpha = f~_alpha - f_a P^a_alpha. */
static void find_reaction(const struct system *sys, ex *out)
{
    const struct servo *v = sys->own;
    const struct geom *g = sys->geom;
    struct store *s = g->model->store;
    const ex *P = v->mech->to_given;
    for (size_t A = 0; A < g->n; A++) {
        out[A] = v->reaction[A];
        for (size_t a = 0; a < g->rank && A >= g->rank && P; a++)
            out[A] = ex_sub(s, out[A], ex_mul2(s, v->reaction[a], P[a * g->n + A]));
    }
}

const char *form_servo_multiplier_title(const struct system *sys)
{
    return form_is_tilted(sys) ? "multipliers of the virtual forms, in the order of the model"
                               : NULL;
}

/* Multipliers of given forms; none for given fields. */
bool form_servo_multipliers(struct diag *d, struct system *sys)
{
    if (!form_is_tilted(sys))
        return form_multipliers_plain(d, sys);
    const struct servo *v = sys->own;
    const struct geom *g = sys->geom;
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank, k = n - r;
    ex *a = sym_row(d->mem, k * k);
    if (!v->form)
        return true;
    for (size_t i = 0; i < k * k; i++) /* nu^k(f_alpha) lambda_k = N_alpha */
        a[i] = v->form[i % k * n + r + i / k];
    ex *lambda = form_block_make(sys, RT_multiplier, k, 1);
    return n > SYM_SMALL_RANK ? sym_solve_long(s, a, k, &v->reaction[r], lambda)
                              : sym_solve(s, a, k, &v->reaction[r], 1, lambda);
}

/* ---- objects ---- */

static const char **names_of_fields(const struct model *m, size_t n)
{
    const char **out = mem_take_array(ex_mem(m->store), n + 1, sizeof *out);
    for (size_t A = 0; A < n; A++)
        out[A] = m->field[A].name;
    return out;
}

static const char **names_of_coords(const struct model *m)
{
    const char **out = mem_take_array(ex_mem(m->store), m->coords + 1, sizeof *out);
    for (size_t i = 0; i < m->coords; i++)
        out[i] = m->coord[i].name;
    return out;
}

static void show_anchors(struct system *sys)
{
    const struct geom *g = sys->geom;
    const struct model *m = sys->model;
    struct store *s = m->store;
    const size_t nq = g->nq, r = g->rank, n = sys->states;
    ex *left = sym_row(ex_mem(s), nq * r), *right = sym_row(ex_mem(s), nq * r);
    for (size_t i = 0; i < nq * r; i++) {
        const size_t q = i / r, a = i % r;
        left[i] = sys->block[RT_bivector].at[q * n + nq + a];
        right[i] = ex_neg(s, sys->block[RT_bivector].at[(nq + a) * n + q]);
    }
    static const char *const title[] = {"left anchor, q' = rho_l z",
                                        "right anchor, of forces on momenta"};
    for (int side = 0; side < 2; side++) {
        struct object *o =
            form_object(sys, side ? "rho_r" : "rho_l", title[side], side ? right : left, nq, r);
        o->row = names_of_coords(m);
        o->col = names_of_fields(m, r);
    }
}

/* Adds [f_a, f_A] along C times c, the components of the displacements along f_A: 1 or T^A_c. */
static void add_brackets(const struct system *sys, size_t A, size_t a, const ex *c, ex *table)
{
    const struct servo *v = sys->own;
    struct store *s = sys->model->store;
    const size_t r = sys->geom->rank;
    for (size_t low = 0; low < r; low++) {
        const ex times = A < r ? ex_int(s, A == low) : v->T[(A - r) * r + low];
        for (size_t up = 0; up < r && !sym_is_null(s, times); up++) {
            ex *at = &table[(up * r + a) * r + low];
            *at = ex_add2(s, *at, ex_mul2(s, times, c[up]));
        }
    }
}

/* C^d_ac of [s_a, s_c] = C^d_ac s_d on C: c^d_ca + T^alpha_c c^d_alpha,a; one matrix for each d. */
static bool show_bracket(struct diag *d, struct system *sys)
{
    const struct servo *v = sys->own;
    struct geom *g = v ? v->mech->geom : sys->geom;
    struct store *s = sys->model->store;
    const size_t n = g->n, r = g->rank;
    ex *c = sym_row(d->mem, n), *table = sym_row(d->mem, r * r * r);
    for (size_t i = 0; i < r * r * r; i++)
        table[i] = ex_int(s, 0);
    for (size_t A = 0; A < (v ? n : r); A++)
        for (size_t a = 0; a < r; a++) {
            if (A == a && geom_has_one_anchor(g))
                continue;
            if (!geom_structure_of(d, g, A, a, c))
                return false;
            add_brackets(sys, A, a, c, table);
        }
    for (size_t up = 0; up < r; up++) {
        struct object *o =
            form_object(sys, base_text(d->mem, "C_%s", sys->model->field[up].name),
                        base_text(d->mem, "bracket on C, along %s: [s_a, s_b] = C^c_ab s_c",
                                  sys->model->field[up].name),
                        &table[up * r * r], r, r);
        o->row = o->col = names_of_fields(sys->model, r);
    }
    return true;
}

static void show_compatible(struct system *sys)
{
    const struct servo *v = sys->own;
    ex det = ex_det(sys->model->store, v->M, v->rows);
    form_object(sys, "M",
                sys->kind == STATES_z ? "compatibility, M_da: Hessian of L on w_d, f_a"
                : v->field            ? "compatibility, M_da = G(w_d, f_a)"
                           : "compatibility, M_k,alpha: virtual forms on what is orthogonal to C",
                v->M, v->rows, v->rows)
        ->note = "C and what is orthogonal to the virtual displacements span E where det M != 0";
    form_object(sys, "det_M", "its determinant", &det, 1, 1);
}

static void show_reaction(struct diag *d, struct system *sys)
{
    const size_t n = sys->geom->n;
    ex *N = sym_row(d->mem, n);
    find_reaction(sys, N);
    ex power = sym_dot(sys->model->store, N, 1, sys->zeta, n);
    struct object *o =
        form_object(sys, "N", "control reaction, along frame and complement", N, n, 1);
    o->row = names_of_fields(sys->model, n);
    o->note = "it vanishes on virtual displacements, not on the motion";
    form_object(sys, "power", "power of the control reaction", &power, 1, 1);
}

bool form_servo_objects(struct diag *d, struct system *sys)
{
    const struct servo *v = sys->own;
    const bool bracket = sys->block[RT_bivector].at != NULL;
    if (!form_not_skew(sys) || (!bracket && !form_is_tilted(sys)))
        return true;
    if (bracket) {
        show_anchors(sys);
        if (!show_bracket(d, sys))
            return false;
    }
    if (!v || !sys->model->virtuals)
        return true;
    struct object *o = form_object(sys, "T", "virtual displacements f_c + T^alpha_c f_alpha", v->T,
                                   sys->geom->n - sys->geom->rank, sys->geom->rank);
    const char **names = names_of_fields(sys->model, sys->geom->n);
    o->row = names + sys->geom->rank;
    o->col = names;
    if (v->mech != sys->mech)
        o->note = "with the complement made orthogonal to C";
    show_compatible(sys);
    show_reaction(d, sys);
    return true;
}

/* ---- statements of `check` ---- */

/* Do reactions vanish along C, so that the motion is the nonholonomic one? STANDS_NOT: one does
 * not. */
static enum alg_standing prove_ideal(struct proofs *p, const struct system *sys)
{
    const struct servo *v = sys->own;
    const size_t r = sys->geom->rank;
    enum alg_standing standing = STANDS_PROVED;
    for (size_t a = 0; a < r; a++)
        if (ex_zero(sys->model->store, v->reaction[a], false).answer == EX_NOT_ZERO)
            return STANDS_NOT;
    for (size_t a = 0; a < r; a++)
        standing =
            alg_worse(standing, alg_prove(p, "a reaction along the constraints", v->reaction[a]));
    return standing;
}

/* Are the virtual displacements the allowed velocities, and where are the two compatible? */
size_t form_servo_geometry(struct diag *d, struct proofs *p, struct system *sys,
                           struct finding *out)
{
    enum { DETERMINANT = 6 };
    const struct servo *v = sys->own;
    struct store *s = sys->model->store;
    (void)d;
    if (!v || !sys->model->virtuals)
        return 0;
    out[0] = (struct finding){.name = "virtual",
                              .text = "virtual displacements are the allowed velocities"};
    if (!v->tilted) {
        out[0].standing = alg_prove_claims(p, "virtual displacements", &sys->claims);
        return 1;
    }
    out[0].text = prove_ideal(p, sys) == STANDS_NOT
                      ? "virtual displacements are not the allowed velocities: reactions do work"
                      : "virtual displacements are not the allowed velocities";
    const ex det = v->rows <= DETERMINANT ? ex_det(s, v->M, v->rows) : EX_POISON;
    out[1] = (struct finding){.name = "compatible", .text = "compatible where det M != 0"};
    if (det != EX_POISON && ex_is_nonzero(s, det))
        out[1].text = "compatible everywhere";
    else if (det != EX_POISON)
        out[1] = (struct finding){
            .name = "compatible", .text = "compatible where ", .value = det, .rest = " != 0"};
    out[0].plain = out[1].plain = true;
    return 2;
}

size_t form_servo_dynamics(struct diag *d, struct proofs *p, struct system *sys,
                           struct finding *out)
{
    (void)d;
    if (!form_is_tilted(sys))
        return 0;
    const enum alg_standing ideal = prove_ideal(p, sys);
    if (ideal == STANDS_NOT)
        *out = (struct finding){
            .name = "agreement",
            .text = "no other form moves like this: they take the allowed velocities for virtual",
            .plain = true};
    else
        *out = (struct finding){.name = "ideal reactions",
                                .text = "reactions do no work: the motion is the nonholonomic one",
                                .standing = ideal};
    return 1;
}

size_t form_servo_regular(struct diag *d, const struct system *sys, struct regular *out)
{
    const struct servo *v = sys->own;
    (void)d;
    if (!form_is_tilted(sys))
        return 0;
    *out = (struct regular){
        .at = v->M,
        .n = v->rows,
        .singular = "virtual displacements do not go with the allowed velocities",
        .where = sys->model->virtual[0].where,
        .message =
            "virtual displacements do not go with the allowed velocities at the initial point",
        .help = "no reaction that vanishes on them can keep the constraints there: what is "
                "orthogonal to them and the allowed velocities do not span all velocities"};
    return 1;
}

/* ---- the energy ---- */

bool form_servo_powers(struct diag *d, struct system *sys, struct balance *out)
{
    struct store *s = sys->model->store;
    const size_t n = sys->geom->n;
    ex *row = sym_row(d->mem, n);
    if (!geom_has_one_anchor(sys->geom))
        return form_bracket_power(d, sys, out);
    if (!form_is_tilted(sys))
        return form_power_of_drift(d, sys, out);
    find_reaction(sys, row);
    form_add_power(out, s, "N(v)", sym_dot(s, row, 1, sys->zeta, n));
    return true;
}

/* E' - N(v) - Q(v) + dL/dt for free velocities and accelerations, where N_A = eta_A' - R_A: no
 * equation is solved. EX_POISON: not known. */
static ex identity(struct diag *d, const struct system *sys)
{
    struct system v = {.model = sys->model,
                       .geom = sys->geom,
                       .mech = sys->mech,
                       .form = sys->form,
                       .ops = sys->ops};
    const struct geom *g = sys->geom;
    struct store *s = sys->model->store;
    const size_t n = g->n, nq = g->nq, r = g->rank;
    ex *p = sym_row(d->mem, n), *slope = sym_row(d->mem, n), *rate = sym_row(d->mem, n + 1);
    ex *x = sym_row(d->mem, nq + r + 1), *dx = sym_row(d->mem, nq + r + 1);
    form_velocity_states(d, v.mech, &v);
    form_velocity_energy(v.mech, &v);
    form_along_frame(d, v.mech, &v, 0, n, slope);
    const ex power = form_explicit_power(d, &v);
    if (!form_natural_momenta(d, &v, p) || power == EX_POISON)
        return EX_POISON;
    for (size_t i = 0; i < nq + r; i++) {
        x[i] = v.state[i];
        dx[i] = i < nq ? sym_dot(s, &g->rho[i * n], 1, v.zeta, n) : ex_fresh(s, "a");
    }
    x[nq + r] = sys->model->time;
    dx[nq + r] = ex_int(s, 1);
    v.eta[n] = v.block[RT_energy].at[0]; /* rows have space for one more entry */
    ex_directional(s, v.eta, n + 1, x, dx, nq + r + 1, rate);
    ex sum = ex_sub(s, rate[n], power);
    for (size_t A = 0; A < n; A++) { /* R_A without Q_A */
        const ex term[] = {form_on_brackets(d, &v, p, A), form_on_motion_of_frame(d, &v, p, A),
                           slope[A], ex_neg(s, rate[A])};
        sum = ex_add2(s, sum, ex_mul2(s, ex_add(s, term, 4), v.zeta[A]));
    }
    return sum;
}

/* Proves that the motion is B grad H, where that is short, and the power of the reactions. */
bool form_servo_balance(struct diag *d, struct proofs *p, struct system *sys, struct balance *out)
{
    if (!form_not_skew(sys))
        return form_balance_plain(d, p, sys, out);
    out->standing = form_is_short_gradient(p, sys);
    out->by_powers = !geom_has_one_anchor(sys->geom);
    if (!form_is_tilted(sys) || out->by_powers)
        return true;
    const ex rest = identity(d, sys);
    if (rest == EX_POISON) {
        out->standing = STANDS_OPEN;
        return true;
    }
    out->standing = alg_worse(out->standing, alg_prove(p, "the energy balance", rest));
    out->standing =
        alg_worse(out->standing, alg_prove_claims(p, "the Lagrangian on C", &sys->mech->claims));
    return true;
}
