/* tests/unit/second_class_constraints.c -- second-class constraints and Dirac's bracket.
 *
 * Parts of the bracket, level sets by two kinds of constraints, brackets of algebras.
 */
#include "support/dense.h"

#include <string.h>

#define DATA "tests/unit/data/projector.json"

static double named(const struct jnode *object, const char *name)
{
    return json_number(json_need(object, name), name);
}

/* The points of a system in the data. */
static const struct jnode *points_of(struct lab *l, const char *name)
{
    const struct jnode *data = json_read(l->m, tool_file(l->m, DATA));
    REQUIRE(data, DATA " is not JSON");
    return json_need(json_need(json_need(data, "systems"), name), "points");
}

static void assign_all(struct mem_text *t, const char *const *name, const struct jnode *values,
                       size_t skip, double factor)
{
    for (size_t i = 0; i < 3; i++)
        tool_assign(t, name[i], json_number(json_at(values, skip + i), name[i]) * factor);
}

static const char *const coord[] = {"x", "y", "z"}, *const rate[] = {"x'", "y'", "z'"},
                         *const momentum[] = {"p_x", "p_y", "p_z"};

START_TEST(dirac_splits_phase_space)
{
    static const char *const axis[] = {"a", "b", "c"};
    struct lab l = lab_open();
    const struct jnode *want = json_at(points_of(&l, "s003_dirac_ellipsoid"), 4);
    struct mem_text p = mem_text(l.m), at = mem_text(l.m);
    assign_all(&p, axis, json_need(want, "params"), 0, 1);
    assign_all(&at, coord, json_need(want, "state"), 0, 1);
    assign_all(&at, momentum, json_need(want, "state"), 3, 1);
    const struct question q = {
        .model = "models/particle_ellipsoid.nh", .params = p.text, .at = at.text};
    const struct jnode *got = tool_show(l.m, &q);
    const struct matrix S = object(got, "Pi_S"), onto = object(got, "p_TS"), X = object(got, "X");
    const struct matrix chi = object(got, "chi_matrix"), Lambda = object(got, "Lambda");
    const struct matrix B = matrix(json_need(got, "bivector"));
    const double ones[2] = {1, 1};
    struct matrix J = {.rows = 6, .cols = 6};
    for (size_t i = 0; i < 3; i++) {
        J.at[i][3 + i] = 1;
        J.at[3 + i][i] = -1;
    }
    const struct matrix slope = times(across(X), J); /* X = J dchi, J^T J = 1 */
    same("p_TS is a projector", times(onto, onto), onto);
    same("it keeps X", times(onto, X), X);
    same("Lambda is the inverse", times(chi, Lambda), diagonal(ones, 2));
    same("the bracket is the sum of its parts", plus(B, 1, S), J);
    same("Pi_S on dchi", times(times(slope, S), across(slope)), chi);
    differ("Pi_S with the printed sign", times(times(slope, S), across(slope)),
           plus((struct matrix){2, 2, {{0}}}, -1, chi));
    same("chi are Casimir functions", times(B, across(slope)), (struct matrix){6, 2, {{0}}});
    lab_close(&l);
}
END_TEST

/* A level set as a holonomic constraint has the bracket of its two second-class constraints. */
START_TEST(level_sets_have_the_bracket_of_dirac)
{
    static const char *const name[] = {"m", "g", "R"};
    struct lab l = lab_open();
    const struct jnode *all = points_of(&l, "s003_dirac_sphere");
    for (size_t i = 0; i < (test_whole() ? all->n : 1); i++) {
        const struct jnode *want = json_at(all, i), *params = json_need(want, "params");
        const double m = json_at(params, 0)->number;
        struct mem_text p = mem_text(l.m), at = mem_text(l.m);
        assign_all(&p, name, params, 0, 1);
        assign_all(&at, coord, json_need(want, "state"), 0, 1);
        assign_all(&at, rate, json_need(want, "state"), 3, 1 / m);
        const struct question q = {.model = "coords x, y, z\n"
                                            "param m = 1, g = 9, R = 1\n"
                                            "metric m (dx^2 + dy^2 + dz^2)\n"
                                            "potential m g z\n"
                                            "holonomic 1/2 (x^2 + y^2 + z^2) = 1/2 R^2\n",
                                   .form = "projector",
                                   .params = p.text,
                                   .at = at.text};
        const struct jnode *got = tool_show(l.m, &q);
        const struct matrix chi = object(got, "chi_matrix"), Lambda = object(got, "Lambda");
        const double ones[2] = {1, 1};
        same("the bracket", matrix(json_need(got, "bivector")), matrix(json_need(want, "dirac")));
        same("Lambda is the inverse", times(chi, Lambda), diagonal(ones, 2));
        tool_near("level set", "{F, F'}", chi.at[0][1],
                  matrix(json_need(want, "lambda_up")).at[0][1] / m, 1e-12);
        tool_near("level set", "lambda", json_at(json_need(got, "multiplier"), 0)->number,
                  json_at(json_need(want, "multipliers"), 0)->number, 1e-10);
    }
    lab_close(&l);
}
END_TEST

/* A moving level set with friction, by multipliers and by Dirac's bracket. */
START_TEST(moving_level_sets)
{
#define MOVING                                                                                     \
    "coords x, y, z\n"                                                                             \
    "metric dx^2 + 2 dy^2 + dz^2 + dx dy\n"                                                        \
    "potential x^2 z + cos(y)\n"                                                                   \
    "force x = -0.3 x' - y', z = 0.2 x' z'\n"
    struct lab l = lab_open();
    struct question q = {.model = MOVING "holonomic z - x y - sin(x + t)\n",
                         .form = "lagrange-dirac"};
    struct mem_text at = mem_text(l.m);
    tool_assign(&at, "x", 0.3);
    tool_assign(&at, "y", -0.7);
    tool_assign(&at, "z", 0.3 * -0.7 + sin(0.3 + 0.9));
    tool_assign(&at, "x'", 0.4);
    tool_assign(&at, "y'", 1.1);
    tool_assign(&at, "t", 0.9);
    q.at = at.text;
    const struct jnode *want = tool_show(l.m, &q);
    q.model = MOVING "second z - x y - sin(x + t),\n"
                     "  p_z - (y + cos(x + t)) (2 p_x - 1/2 p_y)/1.75\n"
                     "  - x (p_y - 1/2 p_x)/1.75 - cos(x + t)\n";
    q.form = NULL;
    const struct jnode *got = tool_show(l.m, &q);
    for (size_t i = 0; i < 3; i++) {
        tool_near("moving level set", coord[i], named(json_need(got, "qdot"), coord[i]),
                  named(json_need(want, "qdot"), coord[i]), 1e-12);
        tool_near("moving level set", coord[i], named(json_need(got, "qddot"), coord[i]),
                  named(json_need(want, "qddot"), coord[i]), 1e-11);
    }
    tool_near("moving level set", "energy", json_need(got, "energy")->number,
              json_need(want, "energy")->number, 1e-12);
    tool_near("moving level set", "power", json_need(got, "energy_rate")->number,
              json_need(want, "energy_rate")->number, 1e-11);
    lab_close(&l);
}
END_TEST

/* ---- brackets of algebras ---- */

/* On so(3)* with {m_1, m_2} = m_3 the constraints m_1, m_2 leave no bracket; with the body's sign
 * B0 is the opposite. An odd number of constraints is an error. */
START_TEST(second_class_on_algebras)
{
    struct lab l = lab_open();
    const struct question q = {.model = "algebra so(3) space: m1, m2, m3\n"
                                        "hamiltonian 1/2 (p_m1^2 + 2 p_m2^2 + 3 p_m3^2)\n"
                                        "second p_m1, p_m2\n",
                               .at = "p_m3=1.5"};
    const struct jnode *got = tool_show(l.m, &q);
    const struct matrix chi = object(got, "chi_matrix");
    same("nothing is left", matrix(json_need(got, "bivector")), (struct matrix){3, 3, {{0}}});
    tool_near("so(3)*", "{m_1, m_2}", chi.at[0][1], 1.5, 1e-14);
    const char *arguments[] = {"check", "tests/golden/bad/second_class.nh", NULL};
    REQUIRE(tool_run(l.m, NULL, arguments).code == 3, "three constraints are of second class");
    lab_close(&l);
}
END_TEST

/* Without momenta in H the magnetic field alone moves: x' = {x, y} dH/dy, {x, y} = 1/B. */
START_TEST(guiding_centre)
{
    struct lab l = lab_open();
    const struct question q = {.model = "coords x, y\n"
                                        "param k = 2, B = 3\n"
                                        "hamiltonian 1/2 k (x^2 + 3 y^2)\n"
                                        "second p_x + 1/2 B y, p_y - 1/2 B x\n",
                               .at = "x=1,y=0.5"};
    const struct jnode *got = tool_show(l.m, &q), *rhs = json_need(got, "rhs");
    tool_near("guiding centre", "x'", named(rhs, "x"), -1.0, 1e-14);
    tool_near("guiding centre", "y'", named(rhs, "y"), 2.0 / 3, 1e-14);
    tool_near("guiding centre", "p_x", named(json_need(got, "state"), "p_x"), -0.75, 1e-14);
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {dirac_splits_phase_space, level_sets_have_the_bracket_of_dirac,
                                  moving_level_sets, second_class_on_algebras, guiding_centre};
    return test_run("second", tests, COUNT(tests));
}
