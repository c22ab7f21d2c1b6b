/* tests/unit/vakonomic.c -- vakonomic motion against numbers from 40 digits, and against equations
 * with multipliers in numbers.
 *
 * data/vakonomic.json has, of the disk, the particle and a generic system with two constraints, at
 * six points each, rates of positions, velocities and multipliers, momenta, Hamilton's equations,
 * brackets, and matrices of constraints; and trajectories. Where the paper prints something wrong,
 * what it prints is computed here and must not come out. */
#include "support/support.h"

#include "support/kkt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_COORDS = 4, WORD_ROOM = 32 };

#define DATA "tests/unit/data/vakonomic.json"

static const char generic[] =
    "model \"generic\"\n"
    "dynamics vakonomic\n"
    "coords q1, q2, q3, q4\n"
    "param k1 = 0.5, k2 = -0.5, k3 = 0.75, k4 = 0.25, kappa = 1, gamma = 0.5, delta = -0.25\n"
    "let beta = k1 sin(q2) dq1 + k2 q3 dq2 + k3 cos(q4) dq3 + k4 q1 dq4\n"
    "metric dq1^2 + 2 dq2^2 + 3/2 dq3^2 + dq4^2 + beta^2\n"
    "potential kappa (q1^2 + q2^2 + q3^2 + q4^2)/2 + gamma cos(q1 - q3) + delta q2 q4\n"
    "constraint (1 + q2^2/4) dq1 - q3 dq2 + sin(q4) dq3 + q1 q2/2 dq4 = 0\n"
    "           q4 dq1 + dq2 - q1 dq3 + cos(q2) dq4 = 0\n"
    "basis mixed : (1 + q2^2/4 + q1 q4) dq1 + (q1 - q3) dq2 + (sin(q4) - q1^2) dq3 +\n"
    "              (q1 q2/2 + q1 cos(q2)) dq4,\n"
    "              cos(q1) q4 dq1 + cos(q1) dq2 - cos(q1) q1 dq3 + cos(q1) cos(q2) dq4\n";

struct known {
    const char *name, *model;
    const char *coord[MOST_COORDS];
    size_t coords, constraints;
    bool free[MOST_COORDS]; /* velocities that are given; the others follow */
};
static const struct known known[] = {
    {"s004_disk_vakonomic",
     "models/disk_vakonomic.nh",
     {"x", "y", "theta", "phi"},
     4,
     2,
     {false, false, true, true}},
    {"s004_particle_vakonomic",
     "models/vakonomic_particle.nh",
     {"x", "y", "z"},
     3,
     1,
     {true, true, false}},
    {"g4_vakonomic", generic, {"q1", "q2", "q3", "q4"}, 4, 2, {false, false, true, true}},
};
enum { DISK, PARTICLE, GENERIC };

struct desk {
    struct lab lab;
    const struct jnode *data;
};

static struct desk desk_open(void)
{
    struct desk d = {.lab = lab_open()};
    d.data = json_need(json_read(d.lab.m, tool_file(d.lab.m, DATA)), "systems");
    return d;
}

/* ---- comparing ---- */

static double largest_of_list(const struct jnode *v)
{
    double most = v->kind == JSON_NUMBER ? fabs(v->number) : 0;
    for (const struct jnode *e = v->kind == JSON_LIST ? v->first : NULL; e; e = e->next)
        most = fmax(most, e->kind == JSON_NUMBER ? fabs(e->number) : 0);
    return most;
}

static double largest(const struct jnode *v)
{
    double most = largest_of_list(v);
    for (const struct jnode *e = v->kind == JSON_LIST ? v->first : NULL; e; e = e->next)
        most = fmax(most, largest_of_list(e));
    return most;
}

/* A number or a list; a list of one may be a number. */
static void near_list(const char *where, const char *what, const struct jnode *got,
                      const struct jnode *want, double scale)
{
    if (want->kind == JSON_LIST && want->n == 1 && got->kind == JSON_NUMBER)
        want = want->first;
    if (want->kind == JSON_NUMBER) {
        tool_near(where, what, json_number(got, what), want->number, 1e-12 * (1 + scale));
        return;
    }
    REQUIRE(got->kind == JSON_LIST && got->n == want->n, "%s: %s has %zu, not %zu", where, what,
            got->n, want->n);
    for (size_t i = 0; i < want->n; i++)
        tool_near(where, what, json_number(json_at(got, i), what), json_at(want, i)->number,
                  1e-12 * (1 + scale));
}

/* The same, or a matrix. */
static void near_all(const char *where, const char *what, const struct jnode *got,
                     const struct jnode *want, double scale)
{
    if (want->kind != JSON_LIST || want->first->kind != JSON_LIST || got->kind == JSON_NUMBER) {
        near_list(where, what, got,
                  want->kind == JSON_LIST && want->first->kind == JSON_LIST ? want->first : want,
                  scale);
        return;
    }
    REQUIRE(got->n == want->n, "%s: %s has %zu rows, not %zu", where, what, got->n, want->n);
    for (size_t i = 0; i < want->n; i++)
        near_list(where, what, json_at(got, i), json_at(want, i), scale);
}

static void near_field(const char *where, const char *what, const struct jnode *got,
                       const struct jnode *want)
{
    near_all(where, what, got, want, largest(want));
}

/* Members `prefix`NAME of an object against a part of a list. */
static void near_names(const char *where, const struct jnode *got, const char *prefix,
                       const struct known *k, const struct jnode *want, size_t skip)
{
    for (size_t i = 0; i < k->coords; i++) {
        char key[WORD_ROOM];
        snprintf(key, sizeof key, "%s%s", prefix, k->coord[i]);
        tool_near(where, key, json_number(json_need(got, key), key),
                  json_number(json_at(want, skip + i), key), 1e-12 * (1 + largest(want)));
    }
}

/* ---- asking ---- */

/* Coordinates, free velocities and multipliers; these are divided by `by`. */
static const char *state_of(struct desk *d, const struct known *k, const struct jnode *state,
                            double by)
{
    struct mem_text t = mem_text(d->lab.m);
    for (size_t i = 0; i < k->coords; i++)
        tool_assign(&t, k->coord[i], json_at(state, i)->number);
    for (size_t i = 0; i < k->coords; i++) {
        char key[WORD_ROOM];
        snprintf(key, sizeof key, "%s'", k->coord[i]);
        if (k->free[i])
            tool_assign(&t, key, json_at(state, k->coords + i)->number);
    }
    for (size_t i = 0; i < k->constraints; i++) {
        char key[WORD_ROOM];
        snprintf(key, sizeof key, "lambda%zu", i + 1);
        tool_assign(&t, key, json_at(state, 2 * k->coords + i)->number / by);
    }
    return t.text;
}

static const char *params_of(struct desk *d, const struct known *k, const struct jnode *values)
{
    const struct jnode *names = json_need(json_need(d->data, k->name), "params");
    struct mem_text t = mem_text(d->lab.m);
    for (size_t i = 0; i < names->n; i++)
        tool_assign(&t, json_at(names, i)->text, json_at(values, i)->number);
    return names->n ? t.text : NULL;
}

static const struct jnode *ask(struct desk *d, const struct known *k, const char *model,
                               const struct jnode *point, double by, const char *basis)
{
    const char *params = params_of(d, k, json_need(point, "params"));
    const char *arguments[12] = {"eval", strchr(model, '\n') ? "-" : model, "--state",
                                 state_of(d, k, json_need(point, "state"), by)};
    size_t n = 4;
    if (params) {
        arguments[n++] = "-p";
        arguments[n++] = params;
    }
    if (basis) {
        arguments[n++] = "--basis";
        arguments[n++] = basis;
    }
    const struct told t = tool_run(d->lab.m, strchr(model, '\n') ? model : NULL, arguments);
    REQUIRE(t.code == 0, "%s: exit %d\n%s", k->name, t.code, t.err);
    return json_read(d->lab.m, t.out);
}

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

static void check_point(struct desk *d, const struct known *k, size_t i)
{
    const struct jnode *want = json_at(json_need(json_need(d->data, k->name), "points"), i);
    const struct jnode *got = ask(d, k, k->model, want, 1, NULL);
    const struct jnode *objects = json_need(got, "objects"), *rhs = json_need(want, "rhs");
    char where[64];
    snprintf(where, sizeof where, "%s, point %zu", k->name, i);
    near_names(where, json_need(got, "qdot"), "", k, rhs, 0);
    near_names(where, json_need(got, "qddot"), "", k, rhs, k->coords);
    near_names(where, json_need(got, "state"), "p_", k, json_need(want, "phat"), 0);
    near_names(where, json_need(got, "rhs"), "", k, json_need(want, "ham_rhs"), 0);
    near_names(where, json_need(got, "rhs"), "p_", k, json_need(want, "ham_rhs"), k->coords);
    near_field(where, "energy", json_need(got, "energy"), json_need(want, "energy"));
    for (size_t j = 0; j < k->constraints; j++) {
        const struct jnode *B = json_need(objects, "B");
        tool_near(where, "multiplier", json_at(json_need(got, "multiplier"), j)->number,
                  json_at(json_need(want, "multipliers"), j)->number, 1e-11);
        tool_near(where, "B", B->kind == JSON_LIST ? json_at(B, j)->number : B->number,
                  json_at(rhs, 2 * k->coords + j)->number, 1e-12 * (1 + largest(rhs)));
    }
    for (size_t j = 0; j < COUNT(same); j++)
        if (json_get(want, same[j].field) && strcmp(k->name, known[PARTICLE].name) != 0)
            near_field(where, same[j].field, json_need(objects, same[j].object),
                       json_need(want, same[j].field));
}

START_TEST(points_of_the_reference)
{
    struct desk d = desk_open();
    const size_t n = test_whole() ? 6 : 2;
    for (size_t s = 0; s < COUNT(known); s++)
        for (size_t i = 0; i < n; i++) {
            const struct mem_mark mark = mem_mark(d.lab.m);
            check_point(&d, &known[s], i);
            mem_release(d.lab.m, mark);
        }
    lab_close(&d.lab);
}
END_TEST

/* ---- bases ---- */

/* The particle in three bases: by --basis, and as models of their own. */
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

static void check_basis(struct desk *d, size_t b, const struct jnode *want)
{
    const struct known *k = &known[PARTICLE];
    const struct jnode *state = json_need(want, "state");
    const double by = bases[b].factor < 3 ? json_at(state, bases[b].factor)->number : 1;
    const struct jnode *got = ask(d, k, bases[b].model, want, by, bases[b].basis);
    const struct jnode *objects = json_need(got, "objects");
    char where[64];
    snprintf(where, sizeof where, "%s, basis %s", bases[b].model,
             bases[b].basis ? bases[b].basis : "-");
    near_names(where, json_need(got, "state"), "p_", k, json_need(want, "phat"), 0);
    near_names(where, json_need(got, "qddot"), "", k, json_need(want, "rhs"), 3);
    near_field(where, "multiplier", json_at(json_need(got, "multiplier"), 0),
               json_at(json_need(want, "multipliers"), bases[b].index));
    near_field(where, "B", json_need(objects, "B"), json_at(json_need(want, "B"), bases[b].index));
    near_field(where, "D", json_need(objects, "D"), json_at(json_need(want, "D"), bases[b].index));
    near_field(where, "pi", json_need(objects, "pi"), json_need(want, "pi"));
    near_field(where, "bracket", json_need(objects, "vakonomic"), json_need(want, "vak_bracket"));
    if (!bases[b].matrix)
        return;
    near_field(where, "C_ab", json_need(objects, "C_ab"), json_need(want, bases[b].matrix));
    near_field(where, "C_inv", json_need(objects, "C_inv"), json_need(want, bases[b].inverse));
}

START_TEST(bases_of_the_particle)
{
    struct desk d = desk_open();
    const struct jnode *points = json_need(json_need(d.data, known[PARTICLE].name), "points");
    for (size_t i = 0; i < (test_whole() ? points->n : 1); i++)
        for (size_t b = 0; b < COUNT(bases); b++) {
            const struct mem_mark mark = mem_mark(d.lab.m);
            check_basis(&d, b, json_at(points, i));
            mem_release(d.lab.m, mark);
        }
    lab_close(&d.lab);
}
END_TEST

/* Momenta follow from multipliers of the model, whatever basis is shown: lambda of the data in
 * `init`, not in --state. */
START_TEST(usual_basis_of_the_disk)
{
    struct desk d = desk_open();
    const struct known *k = &known[DISK];
    const struct jnode *points = json_need(json_need(d.data, k->name), "points");
    for (size_t i = 0; i < points->n; i++) {
        const struct mem_mark mark = mem_mark(d.lab.m);
        const struct jnode *want = json_at(points, i);
        struct mem_text t = mem_text(d.lab.m);
        mem_put(&t, tool_without(d.lab.m, tool_file(d.lab.m, k->model), "init"));
        mem_put(&t, "\ninit ");
        mem_put(&t, state_of(&d, k, json_need(want, "state"), 1));
        mem_put(&t, "\n");
        const char *arguments[] = {
            "eval",    "-",     "-p", params_of(&d, k, json_need(want, "params")),
            "--basis", "usual", NULL};
        const struct told told = tool_run(d.lab.m, t.text, arguments);
        REQUIRE(told.code == 0, "exit %d\n%s", told.code, told.err);
        const struct jnode *got = json_read(d.lab.m, told.out);
        near_field("disk", "multipliers", json_need(got, "multiplier"),
                   json_need(want, "multipliers_usual"));
        near_field("disk", "multipliers of the model",
                   json_need(json_need(got, "objects"), "lambda_model"),
                   json_need(want, "multipliers"));
        near_names("disk", json_need(got, "state"), "p_", k, json_need(want, "phat"), 0);
        near_field("disk", "AB", json_at(json_need(want, "phat"), 0),
                   json_at(json_need(want, "AB"), 0));
        near_field("disk", "AB", json_at(json_need(want, "phat"), 1),
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

/* Two constraints, and Lambda = [[1, q1], [0, cos(q1)]]: lambda = Lambda^T lambda-bar, its rates and
 * D_ij, which is a tensor; N, which is none. All else is the same. */
static void check_mixed(struct desk *d, const struct jnode *want)
{
    const struct known *k = &known[GENERIC];
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
    const char *arguments[] = {"eval",    "-",     "--state",
                               at.text,   "-p",    params_of(d, k, json_need(want, "params")),
                               "--basis", "mixed", NULL};
    const struct told told = tool_run(d->lab.m, generic, arguments);
    REQUIRE(told.code == 0, "exit %d\n%s", told.code, told.err);
    const struct jnode *got = json_read(d->lab.m, told.out), *objects = json_need(got, "objects");
    const struct jnode *B = json_need(objects, "B"), *D = json_need(objects, "D");
    const double B1 = json_at(B, 0)->number, B2 = json_at(B, 1)->number;
    const double D1 = json_at(D, 0)->number, D2 = json_at(D, 1)->number;
    const double size = 1e-11 * (1 + fabs(D1) + fabs(D2)) / fabs(c);
    near_names("mixed", json_need(got, "state"), "p_", k, json_need(want, "phat"), 0);
    near_names("mixed", json_need(got, "qddot"), "", k, rhs, k->coords);
    near_field("mixed", "lambda", json_need(objects, "lambda_model"),
               json_need(want, "multipliers"));
    near_field("mixed", "bracket", json_need(objects, "vakonomic"), json_need(want, "vak_bracket"));
    tool_near("mixed", "B1", B1, json_at(rhs, 8)->number, size);
    tool_near("mixed", "B2", q * B1 + c * B2 + v * bar1 - s * v * bar2, json_at(rhs, 9)->number,
              size);
    tool_near("mixed", "D1", D1, json_at(json_need(want, "D"), 0)->number, size);
    tool_near("mixed", "D2",
              q * D1 + c * D2 + 2 * v * (B1 - s * B2) + a * bar1 - (c * v * v + s * a) * bar2,
              json_at(json_need(want, "D"), 1)->number, size);
    const struct jnode *g = json_need(want, "Dmat"), *h = json_need(objects, "D_ij");
    tool_near("mixed", "D_11", entry(h, 0, 0),
              entry(g, 0, 0) + 2 * q * entry(g, 0, 1) + q * q * entry(g, 1, 1), 1e-11);
    tool_near("mixed", "D_12", entry(h, 0, 1), c * (entry(g, 0, 1) + q * entry(g, 1, 1)), 1e-11);
    /* chi-bar = Lambda chi at fixed lambda-bar: lambda moves with q1, and chi with lambda */
    const struct jnode *dirac = json_need(want, "dirac");
    const double w = bar1 - s * bar2, l1 = entry(dirac, 0, 4), l2 = entry(dirac, 0, 5);
    const double X1 = entry(g, 0, 0) * l1 + entry(g, 0, 1) * l2;
    const double X2 = entry(g, 1, 0) * l1 + entry(g, 1, 1) * l2;
    tool_near(
        "mixed", "N", entry(json_need(objects, "N"), 0, 1),
        c * (entry(json_need(want, "N"), 0, 1) - entry(g, 0, 1) * w * X2 + X1 * entry(g, 1, 1) * w),
        1e-11);
}

START_TEST(mixed_basis)
{
    struct desk d = desk_open();
    const struct jnode *points = json_need(json_need(d.data, known[GENERIC].name), "points");
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

static double number_at(const struct jnode *list, size_t i)
{
    return json_number(json_at(list, i), "a number");
}

/* VII.4: I_1 for I_2 in L, mu' for mu in lambda', a 2 too many and a sign in {f, H}. */
START_TEST(misprints_of_the_disk)
{
    struct desk d = desk_open();
    const struct jnode *points = json_need(json_need(d.data, known[DISK].name), "points");
    for (size_t i = 0; i < points->n; i++) {
        const struct mem_mark mark = mem_mark(d.lab.m);
        const struct jnode *point = json_at(points, i), *p = json_need(point, "params");
        const struct jnode *x = json_need(point, "state"), *phat = json_need(point, "phat");
        const struct jnode *got = ask(&d, &known[DISK], known[DISK].model, point, 1, NULL);
        const struct jnode *B = json_need(json_need(got, "objects"), "B");
        const struct jnode *qdot = json_need(got, "qdot");
        const double R = number_at(p, 0), I1 = number_at(p, 1), I2 = number_at(p, 2);
        const double s = sin(number_at(x, 2)), c = cos(number_at(x, 2));
        const double vtheta = number_at(x, 6), vphi = number_at(x, 7);
        const double alpha = -I2 / (I2 + R * R), px = number_at(phat, 0), py = number_at(phat, 1);
        const double pphi = number_at(phat, 3), along = px * c + py * s;
        const double twice = number_at(x, 4) * number_at(x, 4) + number_at(x, 5) * number_at(x, 5);
        far("L", json_number(json_need(got, "energy"), "energy"),
            (twice + I1 * vtheta * vtheta + I1 * vphi * vphi) / 2);
        far("lambda'", number_at(B, 0), vtheta * (R * vphi + number_at(B, 1)));
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
        const struct jnode *got = tool_eval(lab.m, &q);
        const struct jnode *B = json_need(json_need(got, "objects"), "B");
        tool_near("disk", "lambda1'", number_at(B, 0), i ? 0 : 1.2 * 0.7 * 1.1, 1e-14);
        tool_near("disk", "lambda2'", number_at(B, 1), 0, 1e-14);
    }
    lab_close(&lab);
}
END_TEST

/* VIII: rates of multipliers in another basis take rates of the change along; D_psi and C_x^psi. */
START_TEST(misprints_of_bases)
{
    struct desk d = desk_open();
    const struct jnode *points = json_need(json_need(d.data, known[PARTICLE].name), "points");
    for (size_t i = 0; i < points->n; i++) {
        const struct jnode *point = json_at(points, i), *q = json_need(point, "state");
        const struct jnode *B = json_need(point, "B"), *D = json_need(point, "D");
        const double x = number_at(q, 0), y = number_at(q, 1), z = number_at(q, 2);
        const double vx = number_at(q, 3), vy = number_at(q, 4), vz = number_at(q, 5);
        const double lambda0 = number_at(q, 6), psi = lambda0 / z, e = 1 + y * y;
        const double Cx = number_at(json_need(point, "rhs"), 3);
        const double Cy = number_at(json_need(point, "rhs"), 4);
        const double Cz = number_at(json_need(point, "rhs"), 5);
        const double back = -vx / (x * x), again = -Cx / (x * x) + 2 * vx * vx / (x * x * x);
        const double k = vy * (vx + lambda0 * y) / e, Bpsi = number_at(B, 2);
        const double head =
            -Bpsi * (vz / z + y * vy / e) + vz / z * (vz / z) * (psi + vy / (y * e));
        const double tail = -psi / z * Cz - Cx * vy / (z * e) - Cy * (vx / (z * e) + psi * y / e);
        const double third = 2 * y * vy * vy * (vx + psi * z * y) / (e * e);
        far("B of psi", Bpsi, x / z * number_at(B, 1));
        tool_near("phi", "D", number_at(D, 1),
                  number_at(D, 0) / x + 2 * back * number_at(B, 0) + again * lambda0,
                  1e-10 * (1 + fabs(number_at(D, 1))));
        far("D of phi", number_at(D, 1), number_at(D, 0) / x + back * number_at(B, 0));
        tool_near("psi", "D", number_at(D, 2), head + third / z - psi * vy * vy / e + tail,
                  1e-10 * (1 + fabs(number_at(D, 2))));
        far("D of psi", number_at(D, 2), head + third - psi * vy * vy / (e * e) + tail);
        tool_near("psi", "C_x", Cx, psi * z * vy - y * k, 1e-11 * (1 + fabs(Cx)));
        far("C_x of psi", Cx, psi * y * vz - y * k);
    }
    lab_close(&d.lab);
}
END_TEST

/* (18): its third term, which is there only when N is not 0, does not belong to the bracket. */
START_TEST(misprint_of_the_bracket)
{
    struct desk d = desk_open();
    const struct known *k = &known[GENERIC];
    const struct jnode *point = json_at(json_need(json_need(d.data, k->name), "points"), 0);
    const struct jnode *objects = json_need(ask(&d, k, k->model, point, 1, NULL), "objects");
    const struct jnode *q = json_need(point, "state"), *inverse = json_need(objects, "C_inv");
    const double q2 = number_at(q, 1), q3 = number_at(q, 2), q4 = number_at(q, 3);
    const double mu[2][2] = {{1 + q2 * q2 / 4, -q3}, {q4, 1}}; /* along q1 and q2 */
    double third = 0;
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 2; j++)
            third += mu[i][0] * number_at(json_at(inverse, i), j) * mu[j][1];
    const double bracket = number_at(json_at(json_need(objects, "vakonomic"), 4), 5);
    tool_near("generic", "{pi_q1, pi_q2}", bracket,
              number_at(json_at(json_need(point, "vak_bracket"), 4), 5), 1e-12);
    far("{pi_q1, pi_q2}", bracket, bracket + third);
    lab_close(&d.lab);
}
END_TEST

/* The kernel of omega_L, dE on it, dimensions, and what is said about the particle. */
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
    struct desk d = desk_open();
    for (size_t s = 0; s < COUNT(known); s++) {
        const struct known *k = &known[s];
        const struct jnode *t = json_need(json_need(d.data, k->name), "trajectory");
        const struct jnode *final = json_need(t, "final");
        char end[EX_DOUBLE_ROOM];
        ex_double_show(json_number(json_need(t, "end"), "end"), end);
        struct question q = {.model = k->model,
                             .params = params_of(&d, k, json_need(t, "params")),
                             .at = state_of(&d, k, json_need(t, "initial"), 1),
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
            tool_near(k->name, key, value, number_at(final, i), 1e-11 * (1 + largest(final)));
        }
        q = (struct question){.model = k->model, .params = q.params, .at = at.text};
        const struct jnode *got = tool_eval(d.lab.m, &q);
        for (size_t i = 0; i < k->coords; i++)
            tool_near(k->name, "a velocity",
                      json_number(json_need(json_need(got, "qdot"), k->coord[i]), "qdot"),
                      number_at(final, k->coords + i), 1e-11 * (1 + largest(final)));
        for (size_t i = 0; i < k->constraints; i++)
            tool_near(k->name, "a multiplier", number_at(json_need(got, "multiplier"), i),
                      number_at(final, 2 * k->coords + i), 1e-10 * (1 + largest(final)));
    }
    lab_close(&d.lab);
}
END_TEST

/* ---- other ways to write the same ---- */

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
    near_all(where, object, json_need(json_need(a, "objects"), object), want, 10 * largest(want));
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
    const struct jnode *a = tool_eval(lab.m, &q), *b = tool_eval(lab.m, &r);
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
    near_field("ball", "moving energy", json_need(a, "moving_energy"),
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
        got[i] = tool_eval(lab.m, &q);
    }
    for (size_t i = 0; i < 3; i++)
        near_field("charged", "qddot",
                   json_need(json_need(got[0], "qddot"), known[PARTICLE].coord[i]),
                   json_need(json_need(got[1], "qddot"), known[PARTICLE].coord[i]));
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
        const char *name = known[PARTICLE].coord[i];
        tool_near("polar", name, tool_cell(&a, a.n - 1, name), tool_cell(&b, b.n - 1, name), 1e-9);
    }
    lab_close(&lab);
}
END_TEST

/* Names of the user are theirs; multipliers get others. */
START_TEST(names_that_collide)
{
    struct lab lab = lab_open();
    static const char text[] = "dynamics vakonomic\ncoords lambda1, y, z\nparam lambda2 = 2\n"
                               "metric dlambda1^2 + dy^2 + dz^2\n"
                               "constraint dz - y dlambda1 = 0\n"
                               "init lambda1 = 0, y = 0.5, z = 0, lambda1' = 1, y' = 0.2,\n"
                               "     lambda1_ = 0.5\n";
    const struct question q = {.model = text}, r = {.model = "models/vakonomic_particle.nh"};
    const struct jnode *a = tool_eval(lab.m, &q), *b = tool_eval(lab.m, &r);
    near_objects("lambda1", a, b, "D");
    near_objects("lambda1", a, b, "vakonomic");
    tool_near("lambda1", "y''", json_number(json_need(json_need(a, "qddot"), "y"), "y"),
              json_number(json_need(json_need(b, "qddot"), "y"), "y"), 1e-15);
    const char *check[] = {"check", "-", NULL};
    REQUIRE(tool_run(lab.m, text, check).code == 0, "check fails");
    lab_close(&lab);
}
END_TEST

/* ---- what does not go ---- */

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
                                  bases_of_the_particle,
                                  usual_basis_of_the_disk,
                                  mixed_basis,
                                  misprints_of_the_disk,
                                  nonholonomic_disk,
                                  misprints_of_bases,
                                  misprint_of_the_bracket,
                                  words_of_the_algorithm,
                                  trajectories_of_the_reference,
                                  algebra_and_angles,
                                  one_form_and_two_form,
                                  change_of_chart,
                                  names_that_collide,
                                  refusals};
    return test_run("vakonomic", tests, COUNT(tests));
}
