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

static double largest(const struct jnode *v)
{
    double most = v && v->kind == JSON_NUMBER ? fabs(v->number) : 0;
    for (const struct jnode *e = v && v->kind >= JSON_LIST ? v->first : NULL; e; e = e->next)
        most = fmax(most, largest(e));
    return most;
}

/* A number, a list or a matrix; a list of one may be a number. */
static void near_all(const char *where, const char *what, const struct jnode *got,
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
        near_all(where, what, json_at(got, i), json_at(want, i), scale);
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

int main(void)
{
    const TTest *const tests[] = {points_of_the_reference, bases_of_the_particle,
                                  usual_basis_of_the_disk};
    return test_run("vakonomic", tests, COUNT(tests));
}
