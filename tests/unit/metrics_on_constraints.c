/* tests/unit/metrics_on_constraints.c -- metrics that are positive only on C, against numbers.
 *
 * data/degenerate_metrics.json has models with a metric of lower rank than TQ: rates, multipliers
 * and a later state, from Lagrange's equations with multipliers and 40 digits. Normal geodesics of
 * the Heisenberg group are circles in the plane x, y.
 */
#include "gen/base/base.h"
#include "support/support.h"

#include <math.h>
#include <string.h>

#define DATA "tests/unit/data/degenerate_metrics.json"

static void check_all(const char *name, const struct jnode *want, const struct jnode *got)
{
    REQUIRE(want->n == got->n, "%s: %zu values, not %zu", name, got->n, want->n);
    for (const struct jnode *w = want->first, *g = got->first; w; w = w->next, g = g->next)
        tool_near(name, w->key ? w->key : "multiplier", json_number(g, name), w->number,
                  1e-12 * (1 + fabs(w->number)));
}

START_TEST(points_have_these_rates)
{
    struct oracle o = oracle_open(DATA);
    size_t seen = 0;
    for (const struct jnode *s = json_need(o.data, "systems")->first; s; s = s->next)
        for (const struct jnode *p = json_need(s, "points")->first; p; p = p->next)
            for (const struct jnode *f = json_need(s, "forms")->first; f; f = f->next, seen++) {
                const struct mem_mark mark = mem_mark(o.lab.m);
                const char *name = json_need(s, "name")->text;
                const struct question q = {.model = json_need(s, "model")->text,
                                           .form = f->text,
                                           .at = json_need(p, "given")->text};
                const struct jnode *got = tool_eval(o.lab.m, &q);
                const double E = json_need(p, "energy")->number;
                check_all(name, json_need(p, "qdot"), json_need(got, "qdot"));
                check_all(name, json_need(p, "qddot"), json_need(got, "qddot"));
                check_all(name, json_need(p, "multiplier"), json_need(got, "multiplier"));
                tool_near(name, "energy", json_need(got, "energy")->number, E,
                          1e-12 * (1 + fabs(E)));
                mem_release(o.lab.m, mark);
            }
    REQUIRE(seen >= 13, DATA " is not what it should be");
    lab_close(&o.lab);
}
END_TEST

START_TEST(runs_arrive_there)
{
    struct oracle o = oracle_open(DATA);
    for (const struct jnode *s = json_need(o.data, "systems")->first; s; s = s->next)
        for (const struct jnode *f = json_need(s, "forms")->first; f; f = f->next) {
            const struct mem_mark mark = mem_mark(o.lab.m);
            const struct jnode *run = json_need(s, "run");
            char end[EX_DOUBLE_ROOM];
            ex_double_show(json_need(run, "t")->number, end);
            const struct question q = {.model = json_need(s, "model")->text,
                                       .form = f->text,
                                       .at = json_need(run, "given")->text,
                                       .tol = "1e-13",
                                       .times = end};
            const struct rows rows = tool_rows(o.lab.m, &q);
            for (const struct jnode *w = json_need(run, "q")->first; w; w = w->next)
                tool_near(json_need(s, "name")->text, w->key, tool_cell(&rows, 0, w->key),
                          w->number, 1e-10 * (1 + fabs(w->number)));
            mem_release(o.lab.m, mark);
        }
    lab_close(&o.lab);
}
END_TEST

static const char HEISENBERG[] = "dynamics vakonomic\n"
                                 "coords x, y, z\n"
                                 "metric dx^2 + dy^2\n"
                                 "constraint dz - 1/2 (x dy - y dx)\n";

/* (x', y') turns with the speed lambda; z is the area. */
START_TEST(geodesics_of_heisenberg_are_circles)
{
    struct lab lab = lab_open();
    const double a = 0.7, v = 1, w = 0.5, t = 3;
    const struct question q = {.model = HEISENBERG,
                               .at = "x = 0, y = 0, z = 0, x' = 1, y' = 0.5, lambda1 = 0.7",
                               .tol = "1e-13",
                               .times = "3"};
    const struct rows rows = tool_rows(lab.m, &q);
    const double c = cos(a * t), s = sin(a * t);
    tool_near("Heisenberg", "x", tool_cell(&rows, 0, "x"), (v * s - w * (1 - c)) / a, 1e-10);
    tool_near("Heisenberg", "y", tool_cell(&rows, 0, "y"), (v * (1 - c) + w * s) / a, 1e-10);
    tool_near("Heisenberg", "z", tool_cell(&rows, 0, "z"),
              (v * v + w * w) * (a * t - s) / (2 * a * a), 1e-10);
    lab_close(&lab);
}
END_TEST

/* A metric must be negative nowhere. Where it is degenerate on C, it is a singular Lagrangian. */
static const struct {
    const char *metric, *says; /* says: NULL: accepted */
} METRICS[] = {
    {"dx^2 + dy^2", NULL},
    {"(dx + dy)^2 + dy^2", NULL},
    {"(dx - dz)^2 + dy^2", NULL},
    {"dx^2 + dy^2 - dz^2", "must be positive for every velocity"},
    {"dx^2", NULL},
    {"(dz - y dx)^2 + dx^2", NULL},
};

START_TEST(metrics_must_be_positive_on_constraints)
{
    struct lab lab = lab_open();
    for (size_t i = 0; i < COUNT(METRICS); i++) {
        const char *model = base_text(lab.m,
                                      "coords x, y, z\nmetric %s\nconstraint dz - y dx = 0\n"
                                      "init x = 0, y = 0.5, z = 0, x' = 1\n",
                                      METRICS[i].metric);
        const struct told got = tool_run(lab.m, model, (const char *[]){"check", "-", NULL});
        ck_assert_msg(METRICS[i].says ? got.code == 3 && strstr(got.err, METRICS[i].says)
                                      : got.code == 0,
                      "%s%s%s", model, got.out, got.err);
    }
    lab_close(&lab);
}
END_TEST

/* With a kernel k of the metric, lambda = k(p^) / k(mu): (0, 0, 1) and (0, x, 1) here. */
static const struct {
    const char *metric, *lines[6];
} BRACKETS[] = {
    {"dx^2 + dy^2",
     {"dirac_z,lambda1 = 1\n", "vakonomic_z,pi_x    = y\n", "vakonomic_pi_x,pi_y = p_z\n",
      "S_lambda1 = p_z\n", "it is symplectic", "in p^ = p + mu^T lambda it is dq"}},
    {"dx^2 + (dy - x dz)^2",
     {"dirac_y,lambda1   = x\n", "dirac_z,lambda1   = 1\n", "dirac_lambda1,p_x = p_y\n",
      "S_lambda1  = p_y x + p_z\n", "it is symplectic", "in p^ = p + mu^T lambda it is dq"}},
};

START_TEST(brackets_need_no_inverse_of_the_metric)
{
    struct lab lab = lab_open();
    for (size_t i = 0; i < COUNT(BRACKETS); i++) {
        const char *model = base_text(lab.m,
                                      "dynamics vakonomic\ncoords x, y, z\nmetric %s\n"
                                      "constraint dz - y dx = 0\n",
                                      BRACKETS[i].metric);
        const struct told got =
            tool_run(lab.m, model, (const char *[]){"derive", "-", "--only", "objects", NULL});
        ck_assert_int_eq(got.code, 0);
        for (size_t k = 0; k < COUNT(BRACKETS[i].lines); k++)
            ck_assert_msg(strstr(got.out, BRACKETS[i].lines[k]) != NULL, "%s: no %s in\n%s", model,
                          BRACKETS[i].lines[k], got.out);
    }
    lab_close(&lab);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        points_have_these_rates, runs_arrive_there, geodesics_of_heisenberg_are_circles,
        metrics_must_be_positive_on_constraints, brackets_need_no_inverse_of_the_metric};
    return test_run("metrics that are positive on the constraints", tests, COUNT(tests));
}
