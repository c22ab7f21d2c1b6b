/* tests/unit/support/vakonomic.c -- the vakonomic systems of data/vakonomic.json. */
#include "vakonomic.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

const struct vak_system vak_systems[VAK_SYSTEMS] = {
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

struct oracle vak_open(void)
{
    struct oracle d = oracle_open(DATA);
    d.data = json_need(d.data, "systems"); /* by their names */
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

double vak_largest(const struct jnode *v)
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

/* Compares numbers, lists or matrices. */
void vak_near(const char *where, const char *what, const struct jnode *got,
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

void vak_near_field(const char *where, const char *what, const struct jnode *got,
                    const struct jnode *want)
{
    vak_near(where, what, got, want, vak_largest(want));
}

/* Members `prefix`NAME of an object against a part of a list. */
void vak_near_names(const char *where, const struct jnode *got, const char *prefix,
                    const struct vak_system *k, const struct jnode *want, size_t skip)
{
    for (size_t i = 0; i < k->coords; i++) {
        char key[WORD_ROOM];
        snprintf(key, sizeof key, "%s%s", prefix, k->coord[i]);
        tool_near(where, key, json_number(json_need(got, key), key),
                  json_number(json_at(want, skip + i), key), 1e-12 * (1 + vak_largest(want)));
    }
}

/* ---- asking ---- */

/* Coordinates, free velocities and multipliers; multipliers are divided by `by`. */
const char *vak_state(struct oracle *d, const struct vak_system *k, const struct jnode *state,
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

const char *vak_params(struct oracle *d, const struct vak_system *k, const struct jnode *values)
{
    const struct jnode *names = json_need(json_need(d->data, k->name), "params");
    struct mem_text t = mem_text(d->lab.m);
    for (size_t i = 0; i < names->n; i++)
        tool_assign(&t, json_at(names, i)->text, json_at(values, i)->number);
    return names->n ? t.text : NULL;
}

const struct jnode *vak_ask(struct oracle *d, const struct vak_system *k, const char *model,
                            const struct jnode *point, double by, const char *basis)
{
    const char *params = vak_params(d, k, json_need(point, "params"));
    const char *arguments[12] = {"eval", strchr(model, '\n') ? "-" : model, "--objects", "--state",
                                 vak_state(d, k, json_need(point, "state"), by)};
    size_t n = 5;
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

double vak_number(const struct jnode *list, size_t i)
{
    return json_number(json_at(list, i), "a number");
}
