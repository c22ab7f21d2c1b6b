/* tests/unit/vakonomic_other_bases.c -- vakonomic motion in other bases of the same constraints.
 *
 * Also misprints of the paper about them and about the disk: the printed values are computed here,
 * and must differ.
 */
#include "support/vakonomic.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- bases ---- */

/* The particle in three bases: by --basis, and as separate models. */
static const struct {
    const char *model, *basis, *matrix, *inverse;
    size_t index;  /* of multipliers, B and D in the data */
    size_t factor; /* coordinate that the constraint is multiplied by */
} bases[] = {
    {"models/vakonomic_particle.nh", NULL, NULL, NULL, 0, 3},
    {"models/vakonomic_particle.nh", "phi", "C_phi", "Cinv_phi", 1, 0},
    {"models/vakonomic_particle.nh", "psi", "C_psi", "Cinv_psi", 2, 2},
    {"models/vakonomic_particle_x.nh", NULL, "C_phi", "Cinv_phi", 1, 0},
    {"models/vakonomic_particle_z.nh", NULL, "C_psi", "Cinv_psi", 2, 2},
    {"models/vakonomic_particle_x.nh", "phi", NULL, NULL, 0, 3},
};

static void check_basis(struct oracle *d, size_t b, const struct jnode *want)
{
    const struct vak_system *k = &vak_systems[PARTICLE];
    const struct jnode *state = json_need(want, "state");
    const double by = bases[b].factor < 3 ? json_at(state, bases[b].factor)->number : 1;
    const struct jnode *got = vak_ask(d, k, bases[b].model, want, by, bases[b].basis);
    const struct jnode *objects = json_need(got, "objects");
    char where[64];
    snprintf(where, sizeof where, "%s, basis %s", bases[b].model,
             bases[b].basis ? bases[b].basis : "-");
    vak_near_names(where, json_need(got, "state"), "p_", k, json_need(want, "phat"), 0);
    vak_near_names(where, json_need(got, "qddot"), "", k, json_need(want, "rhs"), 3);
    vak_near_field(where, "multiplier", json_at(json_need(got, "multiplier"), 0),
                   json_at(json_need(want, "multipliers"), bases[b].index));
    vak_near_field(where, "B", json_need(objects, "B"),
                   json_at(json_need(want, "B"), bases[b].index));
    vak_near_field(where, "D", json_need(objects, "D"),
                   json_at(json_need(want, "D"), bases[b].index));
    vak_near_field(where, "pi", json_need(objects, "pi"), json_need(want, "pi"));
    vak_near_field(where, "bracket", json_need(objects, "vakonomic"),
                   json_need(want, "vak_bracket"));
    if (!bases[b].matrix)
        return;
    vak_near_field(where, "C_ab", json_need(objects, "C_ab"), json_need(want, bases[b].matrix));
    vak_near_field(where, "C_inv", json_need(objects, "C_inv"), json_need(want, bases[b].inverse));
}

START_TEST(bases_of_the_particle)
{
    struct oracle d = vak_open();
    const struct jnode *points = json_need(json_need(d.data, vak_systems[PARTICLE].name), "points");
    for (size_t i = 0; i < (test_whole() ? points->n : 1); i++)
        for (size_t b = 0; b < COUNT(bases); b++) {
            const struct mem_mark mark = mem_mark(d.lab.m);
            check_basis(&d, b, json_at(points, i));
            mem_release(d.lab.m, mark);
        }
    lab_close(&d.lab);
}
END_TEST

/* Momenta follow from the multipliers of the model, independent of the basis that is shown: lambda
 * of the data is in `init`, not in --state. */
START_TEST(usual_basis_of_the_disk)
{
    struct oracle d = vak_open();
    const struct vak_system *k = &vak_systems[DISK];
    const struct jnode *points = json_need(json_need(d.data, k->name), "points");
    for (size_t i = 0; i < points->n; i++) {
        const struct mem_mark mark = mem_mark(d.lab.m);
        const struct jnode *want = json_at(points, i);
        struct mem_text t = mem_text(d.lab.m);
        mem_put(&t, tool_without(d.lab.m, tool_file(d.lab.m, k->model), "init"));
        mem_put(&t, "\ninit ");
        mem_put(&t, vak_state(&d, k, json_need(want, "state"), 1));
        mem_put(&t, "\n");
        const char *arguments[] = {
            "eval",    "-",     "--objects", "-p", vak_params(&d, k, json_need(want, "params")),
            "--basis", "usual", NULL};
        const struct told told = tool_run(d.lab.m, t.text, arguments);
        REQUIRE(told.code == 0, "exit %d\n%s", told.code, told.err);
        const struct jnode *got = json_read(d.lab.m, told.out);
        vak_near_field("disk", "multipliers", json_need(got, "multiplier"),
                       json_need(want, "multipliers_usual"));
        vak_near_field("disk", "multipliers of the model",
                       json_need(json_need(got, "objects"), "lambda_model"),
                       json_need(want, "multipliers"));
        vak_near_names("disk", json_need(got, "state"), "p_", k, json_need(want, "phat"), 0);
        vak_near_field("disk", "AB", json_at(json_need(want, "phat"), 0),
                       json_at(json_need(want, "AB"), 0));
        vak_near_field("disk", "AB", json_at(json_need(want, "phat"), 1),
                       json_at(json_need(want, "AB"), 1));
        mem_release(d.lab.m, mark);
    }
    lab_close(&d.lab);
}
END_TEST

static double entry(const struct jnode *matrix, size_t i, size_t j)
{
    return json_number(json_at(json_at(matrix, i), j), "an entry");
}

/* Two constraints, and Lambda = [[1, q1], [0, cos(q1)]]: lambda = Lambda^T lambda-bar, its rates,
 * and D_ij, which is a tensor; N, which is not. The rest is the same. */
static void check_mixed(struct oracle *d, const struct jnode *want)
{
    const struct vak_system *k = &vak_systems[GENERIC];
    const struct jnode *x = json_need(want, "state"), *rhs = json_need(want, "rhs");
    const double q = json_at(x, 0)->number, v = json_at(x, 4)->number, a = json_at(rhs, 4)->number;
    const double c = cos(q), s = sin(q), bar1 = json_at(x, 8)->number;
    const double bar2 = (json_at(x, 9)->number - q * bar1) / c;
    struct mem_text at = mem_text(d->lab.m);
    for (size_t i = 0; i < 4; i++)
        tool_assign(&at, k->coord[i], json_at(x, i)->number);
    tool_assign(&at, "q3'", json_at(x, 6)->number);
    tool_assign(&at, "q4'", json_at(x, 7)->number);
    tool_assign(&at, "lambda1", bar1);
    tool_assign(&at, "lambda2", bar2);
    const char *arguments[] = {"eval",
                               "-",
                               "--objects",
                               "--state",
                               at.text,
                               "-p",
                               vak_params(d, k, json_need(want, "params")),
                               "--basis",
                               "mixed",
                               NULL};
    const struct told told = tool_run(d->lab.m, k->model, arguments);
    REQUIRE(told.code == 0, "exit %d\n%s", told.code, told.err);
    const struct jnode *got = json_read(d->lab.m, told.out), *objects = json_need(got, "objects");
    const struct jnode *B = json_need(objects, "B"), *D = json_need(objects, "D");
    const double B1 = json_at(B, 0)->number, B2 = json_at(B, 1)->number;
    const double D1 = json_at(D, 0)->number, D2 = json_at(D, 1)->number;
    const double size = 1e-12 * (1 + fabs(D1) + fabs(D2)) / fabs(c);
    vak_near_names("mixed", json_need(got, "state"), "p_", k, json_need(want, "phat"), 0);
    vak_near_names("mixed", json_need(got, "qddot"), "", k, rhs, k->coords);
    vak_near_field("mixed", "lambda", json_need(objects, "lambda_model"),
                   json_need(want, "multipliers"));
    vak_near_field("mixed", "bracket", json_need(objects, "vakonomic"),
                   json_need(want, "vak_bracket"));
    tool_near("mixed", "B1", B1, json_at(rhs, 8)->number, size);
    tool_near("mixed", "B2", q * B1 + c * B2 + v * bar1 - s * v * bar2, json_at(rhs, 9)->number,
              size);
    tool_near("mixed", "D1", D1, json_at(json_need(want, "D"), 0)->number, size);
    tool_near("mixed", "D2",
              q * D1 + c * D2 + 2 * v * (B1 - s * B2) + a * bar1 - (c * v * v + s * a) * bar2,
              json_at(json_need(want, "D"), 1)->number, size);
    const struct jnode *g = json_need(want, "Dmat"), *h = json_need(objects, "D_ij");
    tool_near("mixed", "D_11", entry(h, 0, 0),
              entry(g, 0, 0) + 2 * q * entry(g, 0, 1) + q * q * entry(g, 1, 1), 1e-12);
    tool_near("mixed", "D_12", entry(h, 0, 1), c * (entry(g, 0, 1) + q * entry(g, 1, 1)), 1e-12);
    /* chi-bar = Lambda chi at fixed lambda-bar: lambda depends on q1, and chi on lambda */
    const struct jnode *dirac = json_need(want, "dirac");
    const double w = bar1 - s * bar2, l1 = entry(dirac, 0, 4), l2 = entry(dirac, 0, 5);
    const double X1 = entry(g, 0, 0) * l1 + entry(g, 0, 1) * l2;
    const double X2 = entry(g, 1, 0) * l1 + entry(g, 1, 1) * l2;
    tool_near(
        "mixed", "N", entry(json_need(objects, "N"), 0, 1),
        c * (entry(json_need(want, "N"), 0, 1) - entry(g, 0, 1) * w * X2 + X1 * entry(g, 1, 1) * w),
        1e-12);
}

START_TEST(mixed_basis)
{
    struct oracle d = vak_open();
    const struct jnode *points = json_need(json_need(d.data, vak_systems[GENERIC].name), "points");
    for (size_t i = 0; i < (test_whole() ? points->n : 1); i++) {
        const struct mem_mark mark = mem_mark(d.lab.m);
        check_mixed(&d, json_at(points, i));
        mem_release(d.lab.m, mark);
    }
    lab_close(&d.lab);
}
END_TEST

/* ---- misprints ---- */

static void far(const char *what, double got, double wrong)
{
    REQUIRE(fabs(got - wrong) > 1e-6 * (1 + fabs(got)), "%s is as misprinted", what);
}

/* VII.4: I_1 for I_2 in L, mu' for mu in lambda', a 2 too many and a sign in {f, H}. */
START_TEST(misprints_of_the_disk)
{
    struct oracle d = vak_open();
    const struct jnode *points = json_need(json_need(d.data, vak_systems[DISK].name), "points");
    for (size_t i = 0; i < points->n; i++) {
        const struct mem_mark mark = mem_mark(d.lab.m);
        const struct jnode *point = json_at(points, i), *p = json_need(point, "params");
        const struct jnode *x = json_need(point, "state"), *phat = json_need(point, "phat");
        const struct jnode *got =
            vak_ask(&d, &vak_systems[DISK], vak_systems[DISK].model, point, 1, NULL);
        const struct jnode *B = json_need(json_need(got, "objects"), "B");
        const struct jnode *qdot = json_need(got, "qdot");
        const double R = vak_number(p, 0), I1 = vak_number(p, 1), I2 = vak_number(p, 2);
        const double s = sin(vak_number(x, 2)), c = cos(vak_number(x, 2));
        const double vtheta = vak_number(x, 6), vphi = vak_number(x, 7);
        const double alpha = -I2 / (I2 + R * R), px = vak_number(phat, 0), py = vak_number(phat, 1);
        const double pphi = vak_number(phat, 3), along = px * c + py * s;
        const double twice =
            vak_number(x, 4) * vak_number(x, 4) + vak_number(x, 5) * vak_number(x, 5);
        far("L", json_number(json_need(got, "energy"), "energy"),
            (twice + I1 * vtheta * vtheta + I1 * vphi * vphi) / 2);
        far("lambda'", vak_number(B, 0), vtheta * (R * vphi + vak_number(B, 1)));
        far("x'", json_number(json_need(qdot, "x"), "x"),
            (1 + alpha) * c * along - 2 * R * alpha / I2 * c * pphi);
        far("y'", json_number(json_need(qdot, "y"), "y"),
            (1 + alpha) * s * along - 2 * R * alpha / I2 * s * pphi);
        far("phi'", json_number(json_need(qdot, "phi"), "phi"),
            -alpha / I2 * (pphi + R * px * c - R * py * s));
        mem_release(d.lab.m, mark);
    }
    lab_close(&d.lab);
}
END_TEST

/* lambda = mu = 0 is not kept; lambda = 0, mu = -R phi' is. */
START_TEST(nonholonomic_disk)
{
    struct lab lab = lab_open();
    for (size_t i = 0; i < 2; i++) {
        const struct question q = {.model = "models/disk_vakonomic.nh",
                                   .params = "R=1.2",
                                   .at = i ? "x=0,y=0,theta=0.3,phi=0.1,theta'=0.7,phi'=1.1,"
                                             "lambda1=0,lambda2=-1.32"
                                           : "x=0,y=0,theta=0.3,phi=0.1,theta'=0.7,phi'=1.1,"
                                             "lambda1=0,lambda2=0"};
        const struct jnode *got = tool_show(lab.m, &q);
        const struct jnode *B = json_need(json_need(got, "objects"), "B");
        tool_near("disk", "lambda1'", vak_number(B, 0), i ? 0 : 1.2 * 0.7 * 1.1, 1e-14);
        tool_near("disk", "lambda2'", vak_number(B, 1), 0, 1e-14);
    }
    lab_close(&lab);
}
END_TEST

/* VIII: rates of multipliers in another basis need rates of the change of basis; D_psi, C_x^psi. */
START_TEST(misprints_of_bases)
{
    struct oracle d = vak_open();
    const struct jnode *points = json_need(json_need(d.data, vak_systems[PARTICLE].name), "points");
    for (size_t i = 0; i < points->n; i++) {
        const struct jnode *point = json_at(points, i), *q = json_need(point, "state");
        const struct jnode *B = json_need(point, "B"), *D = json_need(point, "D");
        const double x = vak_number(q, 0), y = vak_number(q, 1), z = vak_number(q, 2);
        const double vx = vak_number(q, 3), vy = vak_number(q, 4), vz = vak_number(q, 5);
        const double lambda0 = vak_number(q, 6), psi = lambda0 / z, e = 1 + y * y;
        const double Cx = vak_number(json_need(point, "rhs"), 3);
        const double Cy = vak_number(json_need(point, "rhs"), 4);
        const double Cz = vak_number(json_need(point, "rhs"), 5);
        const double back = -vx / (x * x), again = -Cx / (x * x) + 2 * vx * vx / (x * x * x);
        const double k = vy * (vx + lambda0 * y) / e, Bpsi = vak_number(B, 2);
        const double head =
            -Bpsi * (vz / z + y * vy / e) + vz / z * (vz / z) * (psi + vy / (y * e));
        const double tail = -psi / z * Cz - Cx * vy / (z * e) - Cy * (vx / (z * e) + psi * y / e);
        const double third = 2 * y * vy * vy * (vx + psi * z * y) / (e * e);
        far("B of psi", Bpsi, x / z * vak_number(B, 1));
        tool_near("phi", "D", vak_number(D, 1),
                  vak_number(D, 0) / x + 2 * back * vak_number(B, 0) + again * lambda0,
                  1e-12 * (1 + fabs(vak_number(D, 1))));
        far("D of phi", vak_number(D, 1), vak_number(D, 0) / x + back * vak_number(B, 0));
        tool_near("psi", "D", vak_number(D, 2), head + third / z - psi * vy * vy / e + tail,
                  1e-12 * (1 + fabs(vak_number(D, 2))));
        far("D of psi", vak_number(D, 2), head + third - psi * vy * vy / (e * e) + tail);
        tool_near("psi", "C_x", Cx, psi * z * vy - y * k, 1e-12 * (1 + fabs(Cx)));
        far("C_x of psi", Cx, psi * y * vz - y * k);
    }
    lab_close(&d.lab);
}
END_TEST

/* (18): its third term, which exists only when N is not 0, is not part of the bracket. */
START_TEST(misprint_of_the_bracket)
{
    struct oracle d = vak_open();
    const struct vak_system *k = &vak_systems[GENERIC];
    const struct jnode *point = json_at(json_need(json_need(d.data, k->name), "points"), 0);
    const struct jnode *objects = json_need(vak_ask(&d, k, k->model, point, 1, NULL), "objects");
    const struct jnode *q = json_need(point, "state"), *inverse = json_need(objects, "C_inv");
    const double q2 = vak_number(q, 1), q3 = vak_number(q, 2), q4 = vak_number(q, 3);
    const double mu[2][2] = {{1 + q2 * q2 / 4, -q3}, {q4, 1}}; /* along q1 and q2 */
    double third = 0;
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 2; j++)
            third += mu[i][0] * vak_number(json_at(inverse, i), j) * mu[j][1];
    const double bracket = vak_number(json_at(json_need(objects, "vakonomic"), 4), 5);
    tool_near("generic", "{pi_q1, pi_q2}", bracket,
              vak_number(json_at(json_need(point, "vak_bracket"), 4), 5), 1e-12);
    far("{pi_q1, pi_q2}", bracket, bracket + third);
    lab_close(&d.lab);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        bases_of_the_particle,  usual_basis_of_the_disk, mixed_basis,
        misprints_of_the_disk,  nonholonomic_disk,       misprints_of_bases,
        misprint_of_the_bracket};
    return test_run("vakonomic_basis", tests, COUNT(tests));
}
