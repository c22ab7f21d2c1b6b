/* tests/unit/vakonomic_against_reference.c -- vakonomic motion, against 40-digit values and
 * equivalent models.
 *
 * data/vakonomic.json has, for the disk, the particle and a generic system with two constraints, at
 * six points each, rates of positions, velocities and multipliers, momenta, Hamilton's equations,
 * brackets, and matrices of constraints; and trajectories. Its states show that M_2 projects onto
 * all of T*Q, not onto the constraint: all momenta are free. */
#include "support/vakonomic.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- points ---- */

/* Fields of the data that are objects here. */
static const struct {
    const char *field, *object;
} same[] = {{"D", "D"},
            {"Dmat", "D_ij"},
            {"h2", "h_2"},
            {"pi", "pi"},
            {"C", "C_ab"},
            {"N", "N"},
            {"vak_bracket", "vakonomic"},
            {"Cinv", "C_inv"},
            {"dirac", "dirac"}};

static void check_point(struct oracle *d, const struct vak_system *k, size_t i)
{
    const struct jnode *want = json_at(json_need(json_need(d->data, k->name), "points"), i);
    const struct jnode *got = vak_ask(d, k, k->model, want, 1, NULL);
    const struct jnode *objects = json_need(got, "objects"), *rhs = json_need(want, "rhs");
    char where[64];
    snprintf(where, sizeof where, "%s, point %zu", k->name, i);
    vak_near_names(where, json_need(got, "qdot"), "", k, rhs, 0);
    vak_near_names(where, json_need(got, "qddot"), "", k, rhs, k->coords);
    vak_near_names(where, json_need(got, "state"), "p_", k, json_need(want, "phat"), 0);
    vak_near_names(where, json_need(got, "rhs"), "", k, json_need(want, "ham_rhs"), 0);
    vak_near_names(where, json_need(got, "rhs"), "p_", k, json_need(want, "ham_rhs"), k->coords);
    vak_near_field(where, "energy", json_need(got, "energy"), json_need(want, "energy"));
    for (size_t j = 0; j < k->constraints; j++) {
        const struct jnode *B = json_need(objects, "B");
        tool_near(where, "multiplier", json_at(json_need(got, "multiplier"), j)->number,
                  json_at(json_need(want, "multipliers"), j)->number,
                  1e-12 * (1 + vak_largest(json_need(want, "multipliers"))));
        tool_near(where, "B", B->kind == JSON_LIST ? json_at(B, j)->number : B->number,
                  json_at(rhs, 2 * k->coords + j)->number, 1e-12 * (1 + vak_largest(rhs)));
    }
    for (size_t j = 0; j < COUNT(same); j++)
        if (json_get(want, same[j].field) && strcmp(k->name, vak_systems[PARTICLE].name) != 0)
            vak_near_field(where, same[j].field, json_need(objects, same[j].object),
                           json_need(want, same[j].field));
}

START_TEST(points_of_the_reference)
{
    struct oracle d = vak_open();
    const size_t n = test_whole() ? 6 : 2;
    for (size_t s = 0; s < COUNT(vak_systems); s++)
        for (size_t i = 0; i < n; i++) {
            const struct mem_mark mark = mem_mark(d.lab.m);
            check_point(&d, &vak_systems[s], i);
            mem_release(d.lab.m, mark);
        }
    lab_close(&d.lab);
}
END_TEST

/* The kernel of omega_L, dE on it, dimensions, and the statements about the particle. */
START_TEST(words_of_the_algorithm)
{
    struct lab lab = lab_open();
    static const char *const said[] = {"rank 6 of 8",
                                       "dE_P1 = x' y - z'",
                                       "P_2 has dimension 7",
                                       "M_2 = {p_lambda = 0, chi = 0} has dimension 6",
                                       "2 of the constraints p_lambda, chi are of second class",
                                       "it is symplectic",
                                       "vakonomic_pi_x,pi_y = (p_z + y (-2 p_x - p_z y))"};
    const char *derive[] = {"derive", "models/vakonomic_particle.nh", NULL};
    const char *check[] = {"check", "models/vakonomic_particle.nh", NULL};
    const struct told t = tool_run(lab.m, NULL, derive), u = tool_run(lab.m, NULL, check);
    for (size_t i = 0; i < COUNT(said); i++)
        REQUIRE(strstr(t.out, said[i]), "not said: %s\n%s", said[i], t.out);
    REQUIRE(strstr(u.out, "nonholonomic motions are vakonomic only where u1 u2 = 0"), "%s", u.out);
    lab_close(&lab);
}
END_TEST

/* ---- trajectories ---- */

START_TEST(trajectories_of_the_reference)
{
    struct oracle d = vak_open();
    for (size_t s = 0; s < COUNT(vak_systems); s++) {
        const struct vak_system *k = &vak_systems[s];
        const struct jnode *t = json_need(json_need(d.data, k->name), "trajectory");
        const struct jnode *final = json_need(t, "final");
        char end[EX_DOUBLE_ROOM];
        ex_double_show(json_number(json_need(t, "end"), "end"), end);
        struct question q = {.model = k->model,
                             .params = vak_params(&d, k, json_need(t, "params")),
                             .at = vak_state(&d, k, json_need(t, "initial"), 1),
                             .end = end,
                             .step = end,
                             .method = "dop853",
                             .tol = "1e-13"};
        const struct rows rows = tool_rows(d.lab.m, &q);
        struct mem_text at = mem_text(d.lab.m);
        for (size_t i = 0; i < k->coords; i++) {
            char key[WORD_ROOM];
            const double value = tool_cell(&rows, rows.n - 1, k->coord[i]);
            snprintf(key, sizeof key, "p_%s", k->coord[i]);
            tool_assign(&at, k->coord[i], value);
            tool_assign(&at, key, tool_cell(&rows, rows.n - 1, key));
            tool_near(k->name, key, value, vak_number(final, i), 1e-11 * (1 + vak_largest(final)));
        }
        q = (struct question){.model = k->model, .params = q.params, .at = at.text};
        const struct jnode *got = tool_show(d.lab.m, &q);
        for (size_t i = 0; i < k->coords; i++)
            tool_near(k->name, "a velocity",
                      json_number(json_need(json_need(got, "qdot"), k->coord[i]), "qdot"),
                      vak_number(final, k->coords + i), 1e-11 * (1 + vak_largest(final)));
        for (size_t i = 0; i < k->constraints; i++)
            tool_near(k->name, "a multiplier", vak_number(json_need(got, "multiplier"), i),
                      vak_number(final, 2 * k->coords + i), 1e-11 * (1 + vak_largest(final)));
    }
    lab_close(&d.lab);
}
END_TEST

/* ---- other forms of the same expression ---- */

static const char in_algebra[] = "dynamics vakonomic\n"
                                 "coords x, y\n"
                                 "algebra so(3) space: wx, wy, wz\n"
                                 "metric 1.5 (dx^2 + dy^2) + 0.4 (wx^2 + wy^2 + wz^2)\n"
                                 "potential 0.3 x y\n"
                                 "constraint dx - 0.7 wy = -0.9 y dt\n"
                                 "           dy + 0.7 wx = 0.9 x dt\n";
static const char by_angles[] = "dynamics vakonomic\n"
                                "coords x, y, phi, theta, psi\n"
                                "let wx = cos(phi) dtheta + sin(theta) sin(phi) dpsi\n"
                                "let wy = sin(phi) dtheta - sin(theta) cos(phi) dpsi\n"
                                "let wz = dphi + cos(theta) dpsi\n"
                                "metric 1.5 (dx^2 + dy^2) + 0.4 (wx^2 + wy^2 + wz^2)\n"
                                "potential 0.3 x y\n"
                                "constraint dx - 0.7 wy = -0.9 y dt\n"
                                "           dy + 0.7 wx = 0.9 x dt\n";

static void near_objects(const char *where, const struct jnode *a, const struct jnode *b,
                         const char *object)
{
    const struct jnode *want = json_need(json_need(b, "objects"), object);
    vak_near(where, object, json_need(json_need(a, "objects"), object), want,
             10 * vak_largest(want));
}

/* A ball on a turntable in so(3), and in Euler's angles. */
START_TEST(algebra_and_angles)
{
    struct lab lab = lab_open();
    const double phi = 0.4, theta = 0.8, fphi = 0.3, ftheta = -0.6, fpsi = 0.9;
    struct mem_text at = mem_text(lab.m);
    tool_assign(&at, "x", 0.6);
    tool_assign(&at, "y", -0.2);
    tool_assign(&at, "wx", cos(phi) * ftheta + sin(theta) * sin(phi) * fpsi);
    tool_assign(&at, "wy", sin(phi) * ftheta - sin(theta) * cos(phi) * fpsi);
    tool_assign(&at, "wz", fphi + cos(theta) * fpsi);
    mem_put(&at, ",lambda1=0.5,lambda2=-1.1");
    const struct question q = {.model = in_algebra, .at = at.text};
    const struct question r = {.model = by_angles,
                               .at = "x=0.6,y=-0.2,phi=0.4,theta=0.8,psi=0.1,phi'=0.3,theta'=-0.6,"
                                     "psi'=0.9,lambda1=0.5,lambda2=-1.1"};
    const struct jnode *a = tool_show(lab.m, &q), *b = tool_show(lab.m, &r);
    near_objects("ball", a, b, "B");
    near_objects("ball", a, b, "D");
    near_objects("ball", a, b, "D_ij");
    near_objects("ball", a, b, "N");
    near_objects("ball", a, b, "h_2");
    for (size_t i = 0; i < 2; i++) {
        const char *name = i ? "y" : "x";
        tool_near("ball", name, json_number(json_need(json_need(a, "qddot"), name), name),
                  json_number(json_need(json_need(b, "qddot"), name), name), 1e-12);
    }
    vak_near_field("ball", "moving energy", json_need(a, "moving_energy"),
                   json_need(b, "moving_energy"));
    lab_close(&lab);
}
END_TEST

#define CHARGED(magnetic)                                                                          \
    "dynamics vakonomic\ncoords x, y, z\nmetric dx^2 + 2 dy^2 + (1 + x^2) dz^2\n" magnetic         \
    "\nconstraint dz - y dx = 0\n"

START_TEST(one_form_and_two_form)
{
    struct lab lab = lab_open();
    static const char *const text[] = {CHARGED("magnetic 0.8 x dy - 0.3 y^2 dz"),
                                       CHARGED("magnetic 0.8 dx /\\ dy - 0.6 y dy /\\ dz")};
    const struct jnode *got[2];
    for (size_t i = 0; i < 2; i++) {
        const struct question q = {.model = text[i],
                                   .at = "x=0.4,y=0.7,z=-0.3,x'=1.2,y'=-0.5,lambda1=0.8"};
        got[i] = tool_show(lab.m, &q);
    }
    for (size_t i = 0; i < 3; i++)
        vak_near_field("charged", "qddot",
                       json_need(json_need(got[0], "qddot"), vak_systems[PARTICLE].coord[i]),
                       json_need(json_need(got[1], "qddot"), vak_systems[PARTICLE].coord[i]));
    near_objects("charged", got[0], got[1], "B");
    near_objects("charged", got[0], got[1], "D");
    near_objects("charged", got[0], got[1], "omega_L");
    near_objects("charged", got[0], got[1], "C_ab");
    lab_close(&lab);
}
END_TEST

/* The particle in another chart: x = r cos(a), z = r sin(a). */
START_TEST(change_of_chart)
{
    struct lab lab = lab_open();
    static const char polar[] =
        "dynamics vakonomic\ncoords r, a, y\n"
        "let fx = cos(a) dr - r sin(a) da\nlet fz = sin(a) dr + r cos(a) da\n"
        "metric fx^2 + dy^2 + fz^2\nconstraint fz - y fx = 0\n"
        "init r = 2, a = 0.5, y = 0.3, y' = 0.4, r' = 0.9, lambda1 = 0.7\n"
        "output x = r cos(a), z = r sin(a)\n";
    const struct question q = {.model = polar, .end = "2", .step = "2", .tol = "1e-12"};
    const struct rows a = tool_rows(lab.m, &q);
    /* fz = y fx decides a' there */
    const double c = cos(0.5), s = sin(0.5);
    const double da = 0.9 * (0.3 * c - s) / (2 * (c + 0.3 * s));
    struct mem_text at = mem_text(lab.m);
    tool_assign(&at, "x", 2 * c);
    tool_assign(&at, "z", 2 * s);
    tool_assign(&at, "x'", 0.9 * c - 2 * s * da);
    mem_put(&at, ",y=0.3,y'=0.4,lambda1=0.7");
    const struct question r = {.model = "models/vakonomic_particle.nh",
                               .at = at.text,
                               .end = "2",
                               .step = "2",
                               .tol = "1e-12"};
    const struct rows b = tool_rows(lab.m, &r);
    for (size_t i = 0; i < 3; i++) {
        const char *name = vak_systems[PARTICLE].coord[i];
        tool_near("polar", name, tool_cell(&a, a.n - 1, name), tool_cell(&b, b.n - 1, name), 1e-9);
    }
    lab_close(&lab);
}
END_TEST

/* Multipliers get names that the model does not use. */
START_TEST(names_that_collide)
{
    struct lab lab = lab_open();
    static const char text[] = "dynamics vakonomic\ncoords lambda1, y, z\nparam lambda2 = 2\n"
                               "metric dlambda1^2 + dy^2 + dz^2\n"
                               "constraint dz - y dlambda1 = 0\n"
                               "init lambda1 = 0, y = 0.5, z = 0, lambda1' = 1, y' = 0.2,\n"
                               "     lambda1_ = 0.5\n";
    const struct question q = {.model = text}, r = {.model = "models/vakonomic_particle.nh"};
    const struct jnode *a = tool_show(lab.m, &q), *b = tool_show(lab.m, &r);
    near_objects("lambda1", a, b, "D");
    near_objects("lambda1", a, b, "vakonomic");
    tool_near("lambda1", "y''", json_number(json_need(json_need(a, "qddot"), "y"), "y"),
              json_number(json_need(json_need(b, "qddot"), "y"), "y"), 1e-15);
    const char *check[] = {"check", "-", NULL};
    REQUIRE(tool_run(lab.m, text, check).code == 0, "check fails");
    lab_close(&lab);
}
END_TEST

/* ---- refusals ---- */

START_TEST(refusals)
{
    struct lab lab = lab_open();
    static const struct {
        const char *text, *option, *value, *says;
        int code;
    } bad[] = {
        {"dynamics vakonomic\ncoords x, y\nlagrangian x'^4 + y'^2\nconstraint dx - y dy = 0\n",
         NULL, NULL, "quadratic in the velocities", 3},
        {"coords x, y\nmetric dx^2 + dy^2\nconstraint dx - y dy = 0\ninit x = 0, y = 1\n", "-i",
         "lambda1=1", "multipliers start somewhere in the vakonomic form only", 2},
        {"coords x, y\nmetric dx^2 + dy^2\nconstraint dx - y dy = 0\nbasis b : dx, dy\n", NULL,
         NULL, "this basis has 2 forms", 3},
        {"coords x, y\nmetric dx^2 + dy^2\nconstraint dx - y dy = 0\nbasis b : dx\n", NULL, NULL,
         "does not vanish on C", 3},
        {"coords x, y\nmetric dx^2 + dy^2\nconstraint dx = 0\n dy = 0\nbasis b : dx, 2 dx\n", NULL,
         NULL, "are dependent", 3},
        {"coords x, y\nmetric dx^2 + dy^2\nconstraint dx - y dy = 0\nbasis b : x dx - x y dy\n",
         "--basis", "c", "there is no basis 'c'", 2},
        {"coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint dx = y dz\n"
         "virtual dx\n",
         "--form", "vakonomic", "have no place in the vakonomic form", 3},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        const char *arguments[] = {"check", "-", bad[i].option, bad[i].value, NULL};
        const struct told t = tool_run(lab.m, bad[i].text, arguments);
        REQUIRE(t.code == bad[i].code && strstr(t.err, bad[i].says), "%zu: exit %d\n%s%s", i,
                t.code, t.out, t.err);
    }
    lab_close(&lab);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {points_of_the_reference,
                                  words_of_the_algorithm,
                                  trajectories_of_the_reference,
                                  algebra_and_angles,
                                  one_form_and_two_form,
                                  change_of_chart,
                                  names_that_collide,
                                  refusals};
    return test_run("vakonomic", tests, COUNT(tests));
}
