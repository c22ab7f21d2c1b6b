/* tests/unit/laws_compared_and_connected.c -- comparison of two laws, and boundary value problems.
 *
 * The time at which motions separate is checked by runs of each law; ends and actions of motions
 * found by shooting, by runs and closed forms. */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double number_behind(const char *text, const char *what)
{
    const char *at = strstr(text, what);
    double out = NAN;
    REQUIRE(at, "there is no '%s' in\n%s", what, text);
    at += strlen(what);
    at += strspn(at, " ");
    REQUIRE(json_double(at, strspn(at, "+-.0123456789e"), &out), "no number behind '%s'", what);
    return out;
}

/* ---- compare ---- */

static struct told compare(struct mem *m, const char *model, const char *a, const char *b)
{
    const char *arguments[] = {"compare", model, a, b, NULL};
    return tool_run(m, NULL, arguments);
}

/* Time of the first row in which two runs are far enough apart. */
static double parting(struct mem *m, const char *model, double apart)
{
    const char *plain = "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint dz - y dx = 0\n"
                        "init x = 0, y = 0.5, z = 0, x' = 1, y' = 0.2\nrun t = 10, dt = 0.01\n";
    const struct question q = {.model = plain, .end = "5", .tol = "1e-10"};
    const struct question r = {.model = model, .end = "5", .tol = "1e-10"};
    const struct rows a = tool_rows(m, &q), b = tool_rows(m, &r);
    static const char *const name[] = {"x", "y", "z"};
    for (size_t i = 0; i < a.n && i < b.n; i++) {
        double far = 0;
        for (size_t k = 0; k < COUNT(name); k++)
            far = hypot(far, tool_cell(&a, i, name[k]) - tool_cell(&b, i, name[k]));
        if (far > apart)
            return tool_cell(&a, i, "t");
    }
    return INFINITY;
}

START_TEST(particles_part)
{
    struct lab lab = lab_open();
    const char *model = "models/vakonomic_particle.nh";
    const struct told t = compare(lab.m, model, "nonholonomic", "vakonomic");
    REQUIRE(t.code == 0, "exit %d\n%s", t.code, t.err);
    tool_near(model, "where they part", number_behind(t.out, "they part at t ="),
              parting(lab.m, model, 1e-3), 1e-4);
    REQUIRE(strstr(t.out, "vakonomic only where u1 u2 = 0"), "%s", t.out);
    REQUIRE(strstr(t.out, "nonholonomic drawn out, vakonomic dotted"), "%s", t.out);
    lab_close(&lab);
}
END_TEST

/* The nonholonomic motion of the disk is vakonomic when lambda2 = -R phi'. */
START_TEST(disks_stay_together)
{
    struct lab lab = lab_open();
    const char *together[] = {
        "compare", "models/disk_vakonomic.nh", "-i", "lambda1=0,lambda2=-1.5", "--tol", "1e-11",
        NULL};
    const char *apart[] = {"compare", "models/disk_vakonomic.nh", "-i", "lambda1=0,lambda2=0",
                           NULL};
    const struct told t = tool_run(lab.m, NULL, together), u = tool_run(lab.m, NULL, apart);
    REQUIRE(number_behind(t.out, "they stay together: never more than") < 1e-7, "%s", t.out);
    REQUIRE(strstr(t.out, "all nonholonomic motions are vakonomic"), "%s", t.out);
    REQUIRE(strstr(u.out, "they part at t ="), "%s", u.out);
    lab_close(&lab);
}
END_TEST

/* Where `check` says that nonholonomic motions are vakonomic: x' = 0, or y' = 0. */
START_TEST(particles_that_stay_together)
{
    struct lab lab = lab_open();
    static const char *const at[] = {"x'=0,lambda1=0", "y'=0,lambda1=0"};
    for (size_t i = 0; i < COUNT(at); i++) {
        const char *arguments[] = {"compare", "models/vakonomic_particle.nh", "-i", at[i], NULL};
        const struct told t = tool_run(lab.m, NULL, arguments);
        REQUIRE(number_behind(t.out, "they stay together: never more than") < 1e-7, "%s", t.out);
    }
    lab_close(&lab);
}
END_TEST

START_TEST(laws_that_cannot_be_compared)
{
    struct lab lab = lab_open();
    static const char *const bad[][2] = {{"nonholonomic", "gradient"},
                                         {"vakonomic", "vakonomic"},
                                         {"nonholonomic", "vakonomi"},
                                         {"nonholonomic", NULL}};
    for (size_t i = 0; i < COUNT(bad); i++) {
        const struct told t = compare(lab.m, "models/disk_vakonomic.nh", bad[i][0], bad[i][1]);
        REQUIRE(t.code == 2 && *t.err && !*t.out, "%zu: exit %d\n%s%s", i, t.code, t.out, t.err);
    }
    /* statements of another law are not left out */
    static const struct {
        const char *model, *says;
    } own[] = {{"models/gradient_hyperbolic.nh", "the law of the model is the gradient one"},
               {"models/particle_sphere.nh", "second-class constraints have a law of their own"},
               {"models/disk_control.nh", "virtual displacements have no place"}};
    for (size_t i = 0; i < COUNT(own); i++) {
        const struct told t = compare(lab.m, own[i].model, "nonholonomic", "vakonomic");
        REQUIRE((t.code == 2 || t.code == 3) && strstr(t.err, own[i].says) && !*t.out,
                "%s: exit %d\n%s%s", own[i].model, t.code, t.out, t.err);
    }
    lab_close(&lab);
}
END_TEST

/* ---- connect ---- */

/* The action of the first motion in the table; returns the rest of its line, with the momenta. */
static const char *best(const char *out, double *action)
{
    const char *line = strstr(out, "      action ");
    REQUIRE(line, "no motion:\n%s", out);
    line = strchr(line, '\n') + 1;
    line += strspn(line, " ");
    const size_t len = strcspn(line, " ");
    REQUIRE(json_double(line, len, action), "no action: %.40s", line);
    return line + len;
}

static double next_number(const char **at)
{
    double out = NAN;
    *at += strspn(*at, " ");
    const size_t len = strcspn(*at, " \n");
    REQUIRE(json_double(*at, len, &out), "no number: %.20s", *at);
    *at += len;
    return out;
}

/* A run with the momenta found reaches the end. */
START_TEST(ends_are_reached)
{
    struct lab lab = lab_open();
    static const char *const name[] = {"x", "y", "z"}, *const p[] = {"p_x", "p_y", "p_z"};
    static const double to[] = {1, 0.5, 0.6};
    const char *arguments[] = {"connect", "models/vakonomic_particle.nh",
                               "--from",  "x=0,y=0,z=0",
                               "--to",    "x=1,y=0.5,z=0.6",
                               "-t",      "1",
                               NULL};
    const struct told t = tool_run(lab.m, NULL, arguments);
    REQUIRE(t.code == 0 && strstr(t.out, "abnormal extremals are not covered"), "exit %d\n%s%s",
            t.code, t.out, t.err);
    double action = 0;
    const char *rest = best(t.out, &action);
    const double energy = next_number(&rest);
    struct mem_text at = mem_text(lab.m);
    mem_put(&at, "x=0,y=0,z=0");
    for (size_t i = 0; i < COUNT(p); i++)
        tool_assign(&at, p[i], next_number(&rest));
    const struct question q = {.model = "models/vakonomic_particle.nh",
                               .at = at.text,
                               .end = "1",
                               .step = "1",
                               .tol = "1e-10"};
    const struct rows rows = tool_rows(lab.m, &q);
    for (size_t i = 0; i < COUNT(name); i++)
        tool_near("particle", name[i], tool_cell(&rows, rows.n - 1, name[i]), to[i], 1e-4);
    tool_near("particle", "action", action, energy, 1e-5); /* kinetic energy, in time 1 */
    lab_close(&lab);
}
END_TEST

/* Curves of a given area under them: arcs of circles, here of radius 1 and angle 2. The Lagrangian
 * is singular off the constraint. */
START_TEST(arcs_of_circles)
{
    struct lab lab = lab_open();
    static const char text[] = "dynamics vakonomic\ncoords x, y, z\n"
                               "lagrangian 1/2 (x'^2 + y'^2)\n"
                               "constraint dz - (x dy - y dx)/2 = 0\n";
    struct mem_text to = mem_text(lab.m);
    tool_assign(&to, "x", 2 * sin(1.0));
    tool_assign(&to, "y", 0);
    tool_assign(&to, "z", (2 - sin(2.0)) / 2);
    const char *arguments[] = {"connect", "-",  "--from", "x=0,y=0,z=0", "--to",
                               to.text,   "-t", "1",      NULL};
    const struct told t = tool_run(lab.m, text, arguments);
    REQUIRE(t.code == 0, "exit %d\n%s%s", t.code, t.out, t.err);
    double action = 0;
    best(t.out, &action);
    tool_near("arc", "action", action, 2, 1e-5);
    lab_close(&lab);
}
END_TEST

/* Without constraints: a straight line. */
START_TEST(straight_lines)
{
    struct lab lab = lab_open();
    const char *arguments[] = {"connect", "-",  "--from", "x=0,y=1", "--to",
                               "x=3,y=5", "-t", "2",      NULL};
    const struct told t =
        tool_run(lab.m, "coords x, y\nmetric dx^2 + dy^2\ndynamics unconstrained\n", arguments);
    REQUIRE(t.code == 0, "exit %d\n%s%s", t.code, t.out, t.err);
    double action = 0;
    best(t.out, &action);
    tool_near("line", "action", action, 25.0 / 4, 1e-5);
    REQUIRE(strstr(t.out, "1 motion was found"), "%s", t.out);
    lab_close(&lab);
}
END_TEST

START_TEST(ends_that_are_wrong)
{
    struct lab lab = lab_open();
    static const struct {
        const char *model, *to;
        int code;
    } bad[] = {{"models/vakonomic_particle.nh", "x=1,y=2", 2},
               {"models/vakonomic_particle.nh", "x=1,y=2,z=3,w=4", 2},
               {"models/vakonomic_particle.nh", "x=1,y=2,z=", 2},
               {"models/skater_free.nh", "x=1,y=2,phi=0", 1},
               {"models/ball_free.nh", "x=1,y=2", 1}};
    for (size_t i = 0; i < COUNT(bad); i++) {
        const char *arguments[] = {"connect", bad[i].model, "--to", bad[i].to, "-t", "1", NULL};
        const struct told t = tool_run(lab.m, NULL, arguments);
        REQUIRE(t.code == bad[i].code && *t.err, "%zu: exit %d\n%s%s", i, t.code, t.out, t.err);
    }
    lab_close(&lab);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {particles_that_stay_together,
                                  particles_part,
                                  disks_stay_together,
                                  laws_that_cannot_be_compared,
                                  ends_are_reached,
                                  arcs_of_circles,
                                  straight_lines,
                                  ends_that_are_wrong};
    return test_run("laws", tests, COUNT(tests));
}
