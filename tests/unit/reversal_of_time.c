/* tests/unit/reversal_of_time.c -- reversibility of laws that depend on t, against printed rates.
 *
 * `analyze reverse` answers by algebra. Here the rates at a state at time t are compared with those
 * at -t, velocities or momenta reversed: q' must change its sign, the other rates must not. In
 * states that contain velocities which the constraints forbid, the reversed state must satisfy
 * the constraints.
 */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SPACE "coords x, y, z\nmetric dx^2 + 2 dy^2 + dz^2\n"
#define LINE "init x = 0.4, y = 0.3, z = -0.2, x' = 0.7, y' = -0.5\n"

static const struct {
    const char *model;
    bool reversible;
} laws[] = {
    {SPACE "force x = sin(t)\n" LINE, false},
    {SPACE "force x = cos(t)\n" LINE, true},
    {SPACE "force x = cos(t - 1)\n" LINE, false},
    {SPACE "force x = t sin(t), y = 1/(1 + t^2)\n" LINE, true},
    {SPACE "force x = t x'\n" LINE, true},
    {SPACE "force x = -x'\n" LINE, false},
    {SPACE "potential x sin(t)\n" LINE, false},
    {SPACE "potential x cos(t)\n" LINE, true},
    {"coords x, y, z\nmetric (2 + sin(t)) dx^2 + dy^2 + dz^2\n" LINE, false},
    {"coords x, y, z\nmetric (2 + t^2) dx^2 + dy^2 + dz^2\n" LINE, true},
    {SPACE "constraint dz - y (1 + t) dx = 0\n" LINE, false},
    {SPACE "constraint dz - y (1 + t^2) dx = 0\n" LINE, true},
    {SPACE "constraint dz - y dx = 0\n" LINE, true},
    {SPACE "constraint dz - y dx = dt\n" LINE, false},
    {SPACE "constraint dz - y dx = t dt\n" LINE, true},
    {SPACE "constraint dz - y dx = cos(t) dt\n" LINE, false},
    {SPACE "magnetic x dy\n" LINE, false},
    {SPACE "magnetic t x dy\n" LINE, true},
    {SPACE "magnetic (1 + x^2) dx /\\ dy\n" LINE, false},
    {"dynamics vakonomic\n" SPACE "constraint dz - y (1 + t) dx = 0\n" LINE, false},
    {"dynamics vakonomic\n" SPACE "constraint dz - y dx = 0\n" LINE, true},
};

static const char *const forms[] = {NULL, "lagrangian", "lagrange-dirac", "projector"};

static const struct jnode *eval(struct lab *l, const char *model, const char *form,
                                const struct jnode *state, double sign, double *violation)
{
    struct mem_text t = mem_text(l->m);
    for (size_t i = 0; i < state->n; i++)
        tool_assign(&t, json_at(state, i)->key, (i < 3 ? 1 : sign) * json_at(state, i)->number);
    tool_assign(&t, "t", sign * 0.6);
    const char *arguments[] = {"eval", "-", "--state", t.text, form ? "--form" : NULL, form, NULL};
    const struct told told = tool_run(l->m, model, arguments);
    *violation = told.code != 0;
    return told.code == 0 ? json_read(l->m, told.out) : NULL;
}

/* By numbers: states are those of the form, at t = 0.6. */
static bool looks_reversible(struct lab *l, const char *model, const char *form)
{
    struct mem_text at = mem_text(l->m);
    double refused = 0, most = 0;
    mem_put(&at, "x=0.4,y=0.3,z=-0.2,x'=0.7,y'=-0.5,t=0.6");
    if (!strstr(model, "constraint"))
        mem_put(&at, ",z'=0.8");
    const struct jnode *first =
        tool_eval(l->m, &(struct question){.model = model, .form = form, .at = at.text});
    const struct jnode *there = eval(l, model, form, json_need(first, "state"), -1, &refused);
    if (refused > 0)
        return false;
    const struct jnode *f = json_need(first, "rhs"), *g = json_need(there, "rhs");
    for (size_t i = 0; i < f->n; i++) {
        const double here = json_at(f, i)->number, other = json_at(g, i)->number;
        most = fmax(most, fabs(i < 3 ? here + other : here - other));
    }
    return most < 1e-12;
}

static void check_law(size_t i, const char *form)
{
    struct lab l = lab_open();
    const char *arguments[] = {
        "analyze", "-", "reverse", "--json", "-t", "0.5", form ? "--form" : NULL, form, NULL};
    const struct told told = tool_run(l.m, laws[i].model, arguments);
    REQUIRE(told.code == 0, "exit %d\n%s%s", told.code, laws[i].model, told.err);
    const struct jnode *got = json_need(json_read(l.m, told.out), "reversible");
    const char *name = form ? form : "default";
    REQUIRE(got->kind == (laws[i].reversible ? JSON_TRUE : JSON_FALSE), "%s, %s", name,
            laws[i].model);
    REQUIRE(looks_reversible(&l, laws[i].model, form) == laws[i].reversible, "by numbers: %s, %s",
            name, laws[i].model);
    lab_close(&l);
}

START_TEST(laws_with_time)
{
    for (size_t i = 0; i < COUNT(laws); i++) {
        const bool other = strstr(laws[i].model, "vakonomic") || strstr(laws[i].model, "magnetic");
        for (size_t k = 0; k < (other ? 1 : COUNT(forms)); k++)
            check_law(i, forms[k]);
    }
}
END_TEST

/* Inputs with expressions follow t in a run. */
START_TEST(inputs_with_time)
{
    static const char *const inputs[] = {"sin(t)", "cos(t)", "2"};
    for (size_t i = 0; i < COUNT(inputs); i++) {
        struct lab l = lab_open();
        struct mem_text t = mem_text(l.m);
        mem_put_f(&t, SPACE "input F = %s\nforce x = F\n" LINE, inputs[i]);
        const char *const arguments[] = {"analyze", "-", "reverse", "--json", "-t", "0.5", NULL};
        const struct told told = tool_run(l.m, t.text, arguments);
        REQUIRE(told.code == 0, "exit %d\n%s", told.code, told.err);
        const struct jnode *got = json_need(json_read(l.m, told.out), "reversible");
        REQUIRE((got->kind == JSON_TRUE) == (i > 0), "%s", inputs[i]);
        lab_close(&l);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {laws_with_time, inputs_with_time};
    return test_run("reversal_of_time", tests, COUNT(tests));
}
