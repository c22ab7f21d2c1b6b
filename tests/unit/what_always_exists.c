/* tests/unit/what_always_exists.c -- geometry without energy, and the triple for any L and H.
 *
 * A model without metric, Lagrangian and Hamiltonian has brackets, Dirac relations and the maps of
 * the triple, but no motion. Any Lagrangian has momenta and an implicit phase dynamics, any
 * Hamiltonian velocities, and each the other where the Legendre map has an inverse: the closed
 * forms below are those of textbooks. All motions must satisfy the phase dynamics.
 */
#include "gen/base/base.h"
#include "support/support.h"

#include <string.h>

#define SKATER                                                                                     \
    "frame v = cos(phi) d_x + sin(phi) d_y\n"                                                      \
    "  w = d_phi\n"                                                                                \
    "complement s = -sin(phi) d_x + cos(phi) d_y\n"

static struct told ask(struct lab *lab, const char *command, const char *model, const char *more)
{
    return tool_run(lab->m, model,
                    (const char *[]){command, "-", more ? "--only" : NULL, more, NULL});
}

static void must_say(const char *model, const char *text, const char *line)
{
    ck_assert_msg(strstr(text, line) != NULL, "%s: no '%s' in\n%s", model, line, text);
}

/* ---- geometry alone ---- */

static const struct {
    const char *model, *check;
    const char *derive[7];
} GEOMETRY[] = {
    {"coords x, y, phi\n" SKATER,
     "growth vector (2, 3): not integrable",
     {"c^s_vw = 1", "D_C is almost Dirac only", "epsilon: T*E -> TE*", "Lambda^#: T*E* -> TE*",
      "epsilon_C: T*C -> TC*", "beta_A: T*C* -> TC*", "eta_w' = -a_phi - eta_s v"}},
    {"coords x, y, z\nconstraint dz - y dx = t dt\n",
     "growth vector",
     {"D_C is an affine relation", "beta_A: T*C* -> TC*", "c^n1_u1,u2 = 1"}},
    {"algebra so(3): a, b, c\n",
     "rank of C 3",
     {"eta_u3' = b_u1 u2 - b_u2 u1", "D_M is a Dirac structure"}},
    {"coords x\nsections e, f\nanchor e -> d_x\n  f -> x d_x\nbracket [e, f] = e\n",
     "E is a Lie algebroid",
     {"epsilon: T*E -> TE*", "x'      = u1 + u2 x"}},
};

START_TEST(geometry_needs_no_energy)
{
    struct lab lab = lab_open();
    for (size_t i = 0; i < COUNT(GEOMETRY); i++) {
        const char *model = GEOMETRY[i].model;
        const struct told check = ask(&lab, "check", model, NULL);
        const struct told derive = ask(&lab, "derive", model, NULL);
        const struct told run = ask(&lab, "run", model, NULL);
        ck_assert_msg(check.code == 0 && derive.code == 0 && run.code == 1, "%s%d %d %d%s%s", model,
                      check.code, derive.code, run.code, check.err, derive.err);
        must_say(model, check.out, GEOMETRY[i].check);
        must_say(model, check.out, "no motion: there is no 'metric', 'lagrangian' or 'hamil");
        must_say(model, run.err, "no motion is possible: there is no 'metric'");
        for (size_t k = 0; k < COUNT(GEOMETRY[i].derive) && GEOMETRY[i].derive[k]; k++)
            must_say(model, derive.out, GEOMETRY[i].derive[k]);
    }
    lab_close(&lab);
}
END_TEST

/* Forces and laws of motion need an energy. */
START_TEST(forces_need_an_energy)
{
    static const char *const more[] = {"potential x\n", "force x = 1\n", "dissipation dx^2\n",
                                       "dynamics vakonomic\n", "magnetic x dy\n"};
    struct lab lab = lab_open();
    for (size_t i = 0; i < COUNT(more); i++) {
        const char *model = base_text(lab.m, "coords x, y\nconstraint dy - x dx\n%s", more[i]);
        const struct told got = ask(&lab, "check", model, NULL);
        ck_assert_int_eq(got.code, 3);
        must_say(model, got.err, "there is no 'metric', 'lagrangian' or 'hamiltonian'");
    }
    lab_close(&lab);
}
END_TEST

/* ---- both sides ---- */

static const struct {
    const char *model, *lines[4];
} SIDES[] = {
    {"coords x, y\nparam m = 2 > 0\nlagrangian -m sqrt(1 - x'^2 - y'^2) - x\n",
     {"u1      = eta_u1 / sqrt(eta_u1^2 + eta_u2^2 + m^2)",
      "H       = x + sqrt(eta_u1^2 + eta_u2^2 + m^2)", "Lambda^#(dH) = epsilon(dL): "}},
    {"coords x\nlagrangian exp(x') - x\n",
     {"u1      = log(eta_u1)", "H       = eta_u1 log(eta_u1) - eta_u1 + x",
      "Lambda^#(dH) = epsilon(dL): proved"}},
    {"coords x\nhamiltonian 1/4 p_x^4 + x\n",
     {"eta_u1  = u1^(1/3)", "L       = 3/4 u1^(4/3) - x", "Lambda^#(dH) = epsilon(dL): proved"}},
    {"coords x\nlagrangian cosh(x') + x\n",
     {"u1      = asinh(eta_u1)", "Lambda^#(dH) = epsilon(dL): "}},
    {"coords x, y\nhamiltonian 1/2 p_x^2 + y p_y\n",
     {"it is not invertible: its rank is 1 of 2", "u2      = y", "eta_u2' = -eta_u2"}},
    {"coords x, y\nhamiltonian sqrt(p_x^2 + p_y^2)\n",
     {"it is not invertible: its rank is 1 of 2"}},
    {"coords x\nlagrangian 1/2 x'^2 + 1/6 x'^6\n",
     {"no inverse was found in closed form; there is one near each point", "u1^5 + u1"}},
    {"coords x, y\nlagrangian 1/2 x'^2 y'^2 - y\n", {"no inverse was found in closed form"}},
    {"coords x, y, z\nmetric dx^2 + dy^2\nconstraint dz - y dx\n",
     {"it is not invertible there", "epsilon_C(dL_C) is the motion: proved"}},
};

START_TEST(legendre_maps_are_shown_where_they_exist)
{
    struct lab lab = lab_open();
    for (size_t i = 0; i < COUNT(SIDES); i++) {
        const struct told got = ask(&lab, "derive", SIDES[i].model, "triple");
        ck_assert_msg(got.code == 0, "%s%s", SIDES[i].model, got.err);
        for (size_t k = 0; k < COUNT(SIDES[i].lines) && SIDES[i].lines[k]; k++)
            must_say(SIDES[i].model, got.out, SIDES[i].lines[k]);
        must_say(SIDES[i].model, got.out, "the motion satisfies it: proved");
    }
    lab_close(&lab);
}
END_TEST

/* ---- phase dynamics ---- */

static const char *const MOVING[] = {
    "coords x, y, phi\nlagrangian -sqrt(1 - x'^2 - y'^2) + x y' + 1/4 phi'^2\n" SKATER,
    "coords x, y, phi\nlagrangian 1/2 (x'^2 + y'^2 + phi'^2) + 1/4 (x'^2 + y'^2)^2 - x\n"
    "force phi = -phi' + x'\ndissipation x'^2\n" SKATER,
    "coords x, y, z\nmetric dx^2 + dy^2 + (1 + x^2) dz^2\nmagnetic 2 y dx /\\ dz\n"
    "constraint dz - y dx = sin(t) x dt\n",
    "coords x, y, z\nlagrangian 1/2 (x'^2 + y'^2 + z'^2) + 1/4 x'^4\n"
    "constraint dz - t y dx = x dt\n",
    "coords x\nalgebra so(3): a, b, c\nlagrangian 1/2 (a^2 + 2 b^2 + 3 c^2) + 1/4 c^4 + x' a"
    " + x'^2 - x^2\nconstraint c - x a = 0\n",
    "coords x, y, phi\nhamiltonian 1/2 eta_v^2 + 1/2 eta_w^2 + 1/4 eta_s^4 - 1/2 eta_s^2"
    " + x eta_s\n" SKATER,
    "coords x, y, phi\nhamiltonian 1/2 eta_v^2 + 1/2 eta_w^2 + x\n" SKATER,
    "coords x, y\nlagrangian y x' - 1/2 (x^2 + y^2)\n",
    "coords x, y\nlagrangian 1/2 (x' - y)^2\n",
    "coords x, y, z\nlagrangian 1/2 x'^2 - 1/2 x^2 - 1/2 y^2 + x y\nconstraint dz - y dx\n",
    "coords x, y, phi\nhamiltonian sqrt(1 + p_x^2 + p_y^2) + 1/2 p_phi^2 + sin(t) x\n" SKATER
    "constraint -sin(phi) dx + cos(phi) dy = 0.3 sin(t) dt\n",
};

START_TEST(motions_satisfy_the_phase_dynamics)
{
    struct lab lab = lab_open();
    for (size_t i = 0; i < COUNT(MOVING); i++) {
        const struct told got = ask(&lab, "derive", MOVING[i], "triple");
        ck_assert_msg(got.code == 0, "%s%s", MOVING[i], got.err);
        must_say(MOVING[i], got.out, "phase dynamics, of (q, eta; q', eta')");
        must_say(MOVING[i], got.out, "the motion satisfies it: proved");
    }
    lab_close(&lab);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {geometry_needs_no_energy, forces_need_an_energy,
                                  legendre_maps_are_shown_where_they_exist,
                                  motions_satisfy_the_phase_dynamics};
    return test_run("what always exists", tests, COUNT(tests));
}
