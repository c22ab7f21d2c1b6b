/* tests/unit/energy_balance.c -- motion and energy of systems with all kinds of forces.
 *
 * The rate of the energy is compared with differences along a run; systems with the same system in
 * another description. */
#include "support/support.h"

#include <math.h>
#include <string.h>

#define AFFINE                                                                                     \
    "coords x, y, z\nparam m = 1.3\nmetric m (dx^2 + 2 dy^2 + dz^2) + x^2 dy^2\n"                  \
    "potential x y + 1/2 sin(t) z^2\nmagnetic x dy\n"                                              \
    "constraint dz = y dx + (x + sin(2 t)) dt\n"                                                   \
    "init x = 0.3, y = 0.4, z = 0.1, x' = 0.5, y' = -0.3\n"
#define SKATER                                                                                     \
    "coords x, y, phi\nparam m = 1.2, k = 0.5\nmetric m (dx^2 + dy^2 + k^2 dphi^2)\n"              \
    "frame v = cos(phi) d_x + sin(phi) d_y\n      w = d_phi\n"                                     \
    "complement s = -sin(phi) d_x + cos(phi) d_y + 0.3 d_phi\n"                                    \
    "init x = 0.2, y = 0, phi = 0.4, v = 1, w = 0.8\n"

static const struct {
    const char *name, *text, *forms[4];
} driven[] = {
    {"nothing acts", SKATER, {"dirac", "gyro", "skew", "lagrangian"}},
    {"dissipation",
     SKATER "dissipation 1/2 (0.7 v^2 + 0.2 v w + 0.4 w^2)\n",
     {"dirac", "gyro", "skew", "lagrangian"}},
    {"forces on coordinates",
     SKATER "force x = 0.5 - y', phi = sin(t) x\n",
     {"dirac", "gyro", "skew", "lagrangian"}},
    {"forces on quasi-velocities",
     SKATER "force v = cos(2 t) v^2, w = -x w\n",
     {"dirac", "gyro", "skew", "lagrangian"}},
    {"a one-form as force",
     SKATER "force y dx - x dy + 0.3 dphi\n",
     {"dirac", "gyro", "skew", "lagrangian"}},
    {"time in the potential",
     SKATER "potential (1 + cos(3 t)) x + y^2 t\n",
     {"dirac", "gyro", "skew", "lagrangian"}},
    {"affine", AFFINE, {"dirac", "gyro", "lagrangian"}},
    {"all of it",
     AFFINE "dissipation 1/2 (dx^2 + 0.3 dy^2)\nforce x = 0.4 cos(t) y', y = -x\n",
     {"dirac", "gyro", "lagrangian"}},
    {"time in a Lagrangian that is not quadratic",
     "coords x, y, z\nlagrangian -2 sqrt(4 - x'^2 - y'^2 - (1 + t^2/4) z'^2) - t x\n"
     "constraint dz = y dx\ndissipation 1/2 dy^2\n"
     "init x = 0.3, y = 0.4, z = 0.1, x' = 0.5, y' = -0.3\n",
     {"dirac", "lagrangian"}},
    {"a moving frame",
     "coords x, y, z\nmetric dx^2 + 2 dy^2 + dz^2 + 0.2 dx dy\npotential x y\n"
     "frame u = d_x + (y + sin(t)) d_z\n      v = (1 + t^2) d_y + t d_x + t (y + sin(t)) d_z\n"
     "drift cos(t) d_z + x d_y\ninit x = 0.3, y = 0.4, z = 0.1, u = 0.5, v = -0.3\n",
     {"dirac", "gyro", "skew", "lagrangian"}},
};

static const struct jnode *eval_row(struct mem *m, const struct question *of, const struct rows *r,
                                    size_t row)
{
    struct question q = *of;
    struct mem_text at = mem_text(m);
    for (size_t i = 0; i < r->columns; i++)
        if (strcmp(r->name[i], "energy") != 0)
            tool_assign(&at, r->name[i], r->at[row * r->columns + i]);
    q.at = at.text;
    q.end = q.step = NULL;
    return tool_eval(m, &q);
}

START_TEST(energy_changes_as_it_is_said)
{
    const double h = 0.005;
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(driven); i++)
        for (size_t f = 0; f < COUNT(driven[i].forms) && driven[i].forms[f]; f++) {
            const struct question q = {
                .model = driven[i].text, .form = driven[i].forms[f], .end = "0.5", .step = "0.005"};
            const struct rows r = tool_rows(l.m, &q);
            for (size_t row = 10; row + 2 < r.n; row += 40) {
                const double slope =
                    (tool_cell(&r, row - 2, "energy") - 8 * tool_cell(&r, row - 1, "energy") +
                     8 * tool_cell(&r, row + 1, "energy") - tool_cell(&r, row + 2, "energy")) /
                    (12 * h);
                const struct jnode *v = eval_row(l.m, &q, &r, row);
                tool_near(driven[i].name, "E'",
                          json_number(json_need(v, "energy_rate"), "energy_rate"), slope,
                          2e-7 * (1 + fabs(slope)));
                tool_near(driven[i].name, "E", json_number(json_need(v, "energy"), "energy"),
                          tool_cell(&r, row, "energy"), 1e-12);
            }
        }
    lab_close(&l);
}
END_TEST

/* The dissipated power is -2R, independent of other forces. */
START_TEST(friction_takes_twice_its_function)
{
    struct lab l = lab_open();
    const double v = 0.9, w = -0.4;
    const struct question q = {.model = driven[1].text, .at = "x=0,y=0,phi=0.3,v=0.9,w=-0.4"};
    tool_near("skater", "E'", json_number(json_need(tool_eval(l.m, &q), "energy_rate"), "E'"),
              -(0.7 * v * v + 0.2 * v * w + 0.4 * w * w), 1e-13);
    lab_close(&l);
}
END_TEST

/* ---- the same system twice ---- */

struct twice {
    const char *name, *model[2], *form[2], *at[2];
    const char *key[4]; /* objects that must be equal where both have them */
};

static void compare(const char *name, const struct jnode *a, const struct jnode *b)
{
    for (const struct jnode *x = a->first; x; x = x->next) {
        const struct jnode *y = json_get(b, x->key);
        if (y)
            tool_near(name, x->key, x->number, y->number, 1e-11 * (1 + fabs(y->number)));
    }
}

#define MOVING "metric dx^2 + 2 dy^2 + dz^2 + 0.2 dx dy\npotential x y\n"
#define SPEED "sqrt(1 + p_x^2 + p_y^2 + p_z^2)"
static const struct twice twins[] = {
    {"a moving frame with drift, and its one-form",
     {"coords x, y, z\n" MOVING "frame u = d_x + (y + sin(t)) d_z\n"
      "      v = (1 + t^2) d_y + t d_x + t (y + sin(t)) d_z\n"
      "drift cos(t) d_z + x d_y\n",
      "coords x, y, z\n" MOVING "constraint dz = (y + sin(t)) dx + cos(t) dt\n"},
     {"dirac", "gyro"},
     {"t=0.5,x=0.3,y=0.4,z=0.1,u=0.5,v=-0.4", "t=0.5,x=0.3,y=0.4,z=0.1,x'=0.3,y'=-0.2"},
     {"qdot", "qddot"}},
    {"the same, in velocities",
     {"coords x, y, z\n" MOVING "frame u = d_x + (y + sin(t)) d_z\n"
      "      v = (1 + t^2) d_y + t d_x + t (y + sin(t)) d_z\n"
      "drift cos(t) d_z + x d_y\n",
      "coords x, y, z\n" MOVING "constraint dz = (y + sin(t)) dx + cos(t) dt\n"},
     {"lagrangian", "lagrangian"},
     {"t=0.5,x=0.3,y=0.4,z=0.1,u=0.5,v=-0.4", "t=0.5,x=0.3,y=0.4,z=0.1,x'=0.3,y'=-0.2"},
     {"qdot", "qddot"}},
    {"a relativistic particle, by two forms",
     {"coords x, y, z\nlagrangian -sqrt(1 - x'^2 - y'^2 - z'^2) - x y\nconstraint dz = y dx\n",
      "coords x, y, z\nlagrangian -sqrt(1 - x'^2 - y'^2 - z'^2) - x y\nconstraint dz = y dx\n"},
     {"dirac", "lagrangian"},
     {"x=0.3,y=0.4,z=0.1,x'=0.5,y'=-0.3", "x=0.3,y=0.4,z=0.1,x'=0.5,y'=-0.3"},
     {"qdot", "qddot"}},
    {"a relativistic particle, by its Hamiltonian",
     {"coords x, y, z\nhamiltonian " SPEED " + x y\nconstraint dz = y dx\n",
      "coords x, y, z\nlagrangian -sqrt(1 - x'^2 - y'^2 - z'^2) - x y\nconstraint dz = y dx\n"},
     {"dirac", "lagrangian"},
     {"x=0.3,y=0.4,z=0.1,x'=0.5,y'=-0.3", "x=0.3,y=0.4,z=0.1,x'=0.5,y'=-0.3"},
     {"qdot", "qddot"}},
    /* affine in the momentum of the complement, but not quadratic: one step is enough */
    {"one step of Newton's method",
     {"coords x, y, z\nhamiltonian sqrt(1 + p_x^2) + 1/2 (p_y^2 + p_z^2) + x y z\n"
      "frame u = d_x\n      v = d_y + x d_z\ncomplement n = d_z\n",
      "coords x, y, z\nlagrangian -sqrt(1 - x'^2) + 1/2 (y'^2 + z'^2) - x y z\n"
      "frame u = d_x\n      v = d_y + x d_z\ncomplement n = d_z\n"},
     {"dirac", "lagrangian"},
     {"x=0.3,y=0.4,z=0.1,u=0.5,v=-0.3", "x=0.3,y=0.4,z=0.1,u=0.5,v=-0.3"},
     {"qdot", "qddot", "vel"}},
    {"a metric by quasi-velocities",
     {"coords x, y, phi\nmetric 2 v^2 + 0.5 w^2 + 3 s^2 + 0.4 v s\npotential x\n"
      "frame v = cos(phi) d_x + sin(phi) d_y\n      w = d_phi\n"
      "complement s = -sin(phi) d_x + cos(phi) d_y\n",
      "coords x, y, phi\nlet a = cos(phi) dx + sin(phi) dy\nlet b = cos(phi) dy - sin(phi) dx\n"
      "metric 2 a^2 + 0.5 dphi^2 + 3 b^2 + 0.4 a b\npotential x\nconstraint b = 0\n"},
     {"dirac", "skew"},
     {"x=0.3,y=0.4,phi=0.6,v=0.5,w=-0.3",
      "x=0.3,y=0.4,phi=0.6,"
      "x'=0.41266780745483913,y'=0.28232123669751769,phi'=-0.3"},
     {"qdot", "qddot"}},
};

START_TEST(twins_move_alike)
{
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(twins); i++) {
        const struct jnode *v[2];
        for (size_t k = 0; k < 2; k++) {
            const struct question q = {
                .model = twins[i].model[k], .form = twins[i].form[k], .at = twins[i].at[k]};
            v[k] = tool_eval(l.m, &q);
        }
        for (size_t k = 0; k < COUNT(twins[i].key) && twins[i].key[k]; k++)
            compare(twins[i].name, json_need(v[0], twins[i].key[k]),
                    json_need(v[1], twins[i].key[k]));
    }
    lab_close(&l);
}
END_TEST

/* H is not affine in the momenta of the complement: dH/deta_alpha = 0 is the constraint. A straight
 * groove that turns: the reaction m u across it is known, and the energy is conserved. */
#define GROOVE(metric)                                                                             \
    "coords x, y, z\nmetric " metric "\nframe u = cos(t) d_x + sin(t) d_y\n      v = d_z\n"        \
    "complement n = -sin(t) d_x + cos(t) d_y\ninit x = 0, y = 0, z = 0, u = 1.5, v = 2\n"

START_TEST(a_frame_that_moves_pulls_along)
{
    static const char *const forms[] = {"dirac", "gyro", "skew", "lagrangian"};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(forms); i++) {
        const struct told t = tool_run(
            l.m, GROOVE("3 (dx^2 + dy^2) + dz^2"),
            (const char *const[]){"eval", "-", "--form", forms[i], "--state", "t=0.7", NULL});
        ck_assert_msg(t.code == 0, "%s", t.err);
        const struct jnode *got = json_need(json_read(l.m, t.out), "multiplier");
        tool_near(forms[i], "reaction", json_number(got->first, "multiplier"), 3 * 1.5, 1e-13);
    }
    const struct told t =
        tool_run(l.m, GROOVE("dx^2 + 2 dy^2 + dz^2"), (const char *const[]){"check", "-", NULL});
    const char *energy = strstr(t.out, "conserved");
    ck_assert_msg(t.code == 0 && energy, "exit %d\n%s%s", t.code, t.out, t.err);
    ck_assert_msg(strncmp(strchr(energy, '\n') - strlen("proved"), "proved", strlen("proved")) == 0,
                  "%s", t.out);
    lab_close(&l);
}
END_TEST

START_TEST(momenta_of_the_complement_are_found)
{
    static const char *const hamiltonians[] = {
        SPEED " + x y",
        "1/2 (p_x^2 + p_y^2 + p_z^2) + 1/4 p_z^4",
        SPEED " + 1/10 (p_x^2 + p_y^2 + p_z^2)^2 + cos(z)",
        "cosh(p_x) + cosh(p_y) + cosh(p_z + p_x/2)",
    };
    struct lab l = lab_open();
    struct rng rng = {11};
    const int points = test_whole() ? 2 : 1;
    const size_t some = test_whole() ? COUNT(hamiltonians) : 1;
    for (size_t i = 0; i < some; i++)
        for (int k = 0; k < points; k++) {
            struct mem_text model = mem_text(l.m), at = mem_text(l.m);
            mem_put_f(&model, "coords x, y, z\nhamiltonian %s\nconstraint dz = y dx\n",
                      hamiltonians[i]);
            static const char *const name[] = {"x", "y", "z", "eta_u1", "eta_u2"};
            for (size_t n = 0; n < COUNT(name); n++)
                tool_assign(&at, name[n], rng_double(&rng, -0.8, 0.8));
            const struct question q = {.model = model.text, .at = at.text};
            const struct jnode *v = tool_eval(l.m, &q);
            tool_near(hamiltonians[i], "the constraint",
                      json_number(json_at(json_need(v, "constraint"), 0), "constraint"), 0, 1e-12);
            tool_near(hamiltonians[i], "E'",
                      json_number(json_need(v, "energy_rate"), "energy_rate"), 0, 1e-11);
        }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {energy_changes_as_it_is_said, friction_takes_twice_its_function,
                                  twins_move_alike, a_frame_that_moves_pulls_along,
                                  momenta_of_the_complement_are_found};
    return test_run("balance", tests, COUNT(tests));
}
