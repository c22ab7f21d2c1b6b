/* gen/forms/friction_bracket.c -- friction as a bracket: one more momentum makes H + p_0 conserved.
 *
 * A Rayleigh function R = 1/2 R_ab z^a z^b on C makes momenta lose -R_ab z^a = C^c_0b eta_c, with
 * C^c_0b = -G^ca R_ab: linear in eta, like the bracket of C itself. One momentum p_0 more, of a
 * section s_0 without anchor with [s_0, s_b] = C^c_0b s_c, turns it into a skew bracket on
 * (q, eta, p_0),
 *
 *   u' = B grad(H + p_0),   {p_0, eta_b} = -C^c_0b eta_c,   p_0' = 2R,
 *
 * so that H + p_0 is conserved, unless H depends on t, and H loses 2R. It needs eta = G z: no
 * one-form, no drift.
 *
 * Balseiro: mechanics on algebroids, systems with friction; signs and indices are corrected.
 */
#include "gen/forms/form.h"
#include "gen/forms/operations.h"

/* The reason why there is no such bracket, or NULL. */
static const char *reason(const struct system *sys)
{
    const struct mech *k = sys->mech;
    if (!k->quadratic || sys->kind != STATES_eta)
        return "no bracket of friction: momenta are not linear in the velocities";
    if (k->magnetic)
        return "no bracket of friction: with a one-form A it is linear in eta - A, not in eta";
    if (sys->geom->affine)
        return "no bracket of friction: with affine constraints it is not linear in momenta";
    return NULL;
}

/* H changes by friction only. */
static bool keeps(const struct system *sys)
{
    return !ex_has(sys->model->store, sys->block[RT_energy].at[0], sys->model->time);
}

/* C^c_0b, by rows c */
static bool find_coefficients(struct diag *d, const struct system *sys, ex *out)
{
    const struct mech *k = sys->mech;
    const struct model *m = sys->model;
    struct store *s = m->store;
    const size_t n = sys->geom->n, r = sys->geom->rank;
    ex *z = sym_row(d->mem, r), *R = sym_row(d->mem, r * r), *on_C = sym_row(d->mem, r * r);
    for (size_t a = 0; a < r; a++)
        z[a] = m->field[a].z;
    ex_hessian(s, k->rayleigh, z, r, R);
    for (size_t i = 0; i < r * r; i++)
        on_C[i] = k->g[i / r * n + i % r];
    if (!sym_solve(s, on_C, r, R, r, out))
        return false;
    for (size_t i = 0; i < r * r; i++)
        out[i] = sym_tidy(s, ex_neg(s, out[i]));
    return true;
}

/* B on (q, eta, p_0) */
static bool find_bracket(struct diag *d, const struct system *sys, ex *C, ex *B)
{
    struct store *s = sys->model->store;
    const size_t nq = sys->geom->nq, r = sys->geom->rank, n = sys->states, wide = n + 1;
    if (!sys->block[RT_bivector].at || !find_coefficients(d, sys, C))
        return false;
    for (size_t i = 0; i < wide * wide; i++)
        B[i] = i / wide < n && i % wide < n ? sys->block[RT_bivector].at[i / wide * n + i % wide]
                                            : ex_int(s, 0);
    for (size_t b = 0; b < r; b++) {
        const ex e = sym_dot(s, &C[b], r, &sys->state[nq], r);
        B[(nq + b) * wide + n] = e;
        B[n * wide + nq + b] = ex_neg(s, e);
    }
    return true;
}

bool form_friction_objects(struct diag *d, struct system *sys)
{
    const size_t r = sys->geom->rank, n = sys->states;
    ex *C = sym_row(d->mem, r * r), *B = sym_row(d->mem, (n + 1) * (n + 1));
    const char *why = reason(sys);
    if (sys->mech->rayleigh == EX_POISON)
        return true;
    if (why) {
        form_object(sys, "C_0", "friction as a bracket", C, 0, 0)->note = why;
        return true;
    }
    if (!find_bracket(d, sys, C, B))
        return false;
    const char **fields = mem_take_array(d->mem, r + 1, sizeof *fields);
    const char **states = mem_take_array(d->mem, n + 2, sizeof *states);
    for (size_t a = 0; a < r; a++)
        fields[a] = sys->model->field[a].name;
    for (size_t i = 0; i <= n; i++)
        states[i] = i < n ? sys->state_name[i] : "p_0";
    struct object *o =
        form_object(sys, "C_0", "friction as a bracket: [s_0, s_b] = C^c_0b s_c", C, r, r);
    o->row = o->col = fields;
    o = form_object(sys, "B_0", "bracket with p_0: u' = B grad(H + p_0)", B, n + 1, n + 1);
    o->row = o->col = states;
    o->note = sys->mech->pushed || sys->geom->moving
                  ? "p_0' = 2R; other forces and a frame that moves stand beside it"
              : keeps(sys) ? "p_0' = 2R, and H + p_0 is conserved"
                           : "p_0' = 2R";
    return true;
}

/* Proves that the difference of the motion and B grad(H + p_0) is 0. */
size_t form_friction(struct diag *d, struct proofs *p, struct system *sys, struct finding *out)
{
    struct store *s = sys->model->store;
    const size_t r = sys->geom->rank, nq = sys->geom->nq, n = sys->states, wide = n + 1;
    ex *C = sym_row(d->mem, r * r), *B = sym_row(d->mem, wide * wide), R = EX_POISON;
    ex *slope = sym_row(d->mem, wide), *flow = sym_row(d->mem, wide);
    if (sys->mech->rayleigh == EX_POISON)
        return 0;
    *out = (struct finding){.name = "friction", .text = reason(sys)};
    if (out->text)
        return 1;
    if (sys->mech->pushed || sys->geom->moving || !find_bracket(d, sys, C, B))
        return 0;
    for (size_t i = 0; i < n; i++)
        slope[i] = sys->block[RT_grad].at[i];
    slope[n] = ex_int(s, 1);
    sym_times(s, B, slope, wide, wide, 1, flow);
    for (size_t b = 0; b < r; b++)
        out->standing = alg_worse(
            out->standing, alg_prove(p, "friction is a bracket",
                                     ex_sub(s, flow[nq + b], sys->block[RT_rhs].at[nq + b])));
    form_at_state(sys, &sys->mech->rayleigh, 1, &R);
    const ex lost = ex_sub(s, flow[n], ex_mul2(s, ex_int(s, 2), R));
    out->standing = alg_worse(out->standing, alg_prove(p, "p_0' = 2R", lost));
    out->text = keeps(sys) ? "friction is a bracket: u' = B_0 grad(H + p_0), H + p_0 conserved"
                           : "friction is a bracket: u' = B_0 grad(H + p_0), p_0' = 2R";
    return 1;
}
