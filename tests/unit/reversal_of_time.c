/* tests/unit/reversal_of_time.c -- reversibility of laws that depend on t, against printed rates.
 *
 * `analyze reverse` answers by algebra. Here a state at time t is compared with that at -t, natural
 * velocities and multipliers reversed: it must satisfy the constraints, and accelerations must be
 * the same. Neither frames nor momenta are in the comparison.
 */
#include "gen/base/base.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SPACE "coords x, y, z\nmetric dx^2 + 2 dy^2 + dz^2\n"
#define TURNING                                                                                    \
    "frame v = cos(t) d_x + sin(t) d_y\n      w = -sin(t) d_x + cos(t) d_y\n      n = d_z\n"
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
    {"dynamics vakonomic\n" SPACE "constraint dz - y dx = t dt\n" LINE, true},
    {"dynamics vakonomic\n" SPACE "constraint dz - y dx = x dt\n" LINE, false},
    {"dynamics vakonomic\n" SPACE "constraint dz - y dx = 0\nmagnetic y dx + x dy\n" LINE, true},
    {SPACE "magnetic y dx + x dy\n" LINE, true}, /* a differential: no force */
    {SPACE "magnetic sin(t) (y dx + x dy)\n" LINE, true},
    {SPACE "magnetic cos(t) (y dx + x dy)\npotential t x y\n" LINE, false},
    {SPACE "magnetic cos(t) (y dx + x dy)\nconstraint dz - y dx = t dt\n" LINE, false},
    {SPACE "magnetic sin(t) x dy\nconstraint dz - y dx = t dt\n" LINE, true},
    {SPACE TURNING "init x = 0.4, y = 0.3, z = -0.2, v = 0.7, w = -0.5, n = 0.8\n", true},
    {SPACE TURNING "force x = x\ninit x = 0.4, y = 0.3, z = -0.2, v = 0.7, w = -0.5, n = 0.8\n",
     true},
    {SPACE TURNING "force v = x\ninit x = 0.4, y = 0.3, z = -0.2, v = 0.7, w = -0.5, n = 0.8\n",
     false},
    {SPACE "frame u = d_x + y d_z\n      w = d_y\ndrift t d_z\n" LINE, true},
    {SPACE "frame u = d_x + y d_z\n      w = d_y\ndrift x d_z\n" LINE, false},
    {SPACE "frame u = d_x + sin(t) d_z\n      w = d_y\n" LINE, false},
    {SPACE "force x = x'^2 y\n" LINE, true},
    {"coords x, y, z\nlagrangian 1/2 (x'^2 + y'^2 + z'^2) + x x' - cos(t) x^2\n" LINE, true},
    {"coords x, y, z\nlagrangian 1/2 (x'^2 + y'^2 + z'^2) + z x' y' - x^2\n" LINE, true},
    {"coords x, y, z\nlagrangian 1/2 (x'^2 + y'^2 + z'^2) + x x'^3 - x^2\n" LINE, false},
    {"coords x, y, z\nhamiltonian 1/2 (p_x^2 + p_y^2 + p_z^2) + x p_x\n" LINE, true},
};

static const char *const forms[] = {NULL, "lagrangian", "lagrange-dirac", "projector"};

/* The answer of eval at t and a state, with natural velocities; NULL: it violates constraints. */
static const struct jnode *eval(struct lab *l, const char *model, const char *form,
                                const struct jnode *v, const struct jnode *lambda, double sign)
{
    struct mem_text at = mem_text(l->m);
    const char *arguments[] = {"eval", "-", "--state", NULL, form ? "--form" : NULL, form, NULL};
    mem_put(&at, "x=0.4,y=0.3,z=-0.2");
    tool_assign(&at, "t", sign * 0.6);
    for (size_t i = 0; i < v->n; i++)
        tool_assign(&at, base_text(l->m, "%s'", json_at(v, i)->key), sign * json_at(v, i)->number);
    for (size_t i = 0; strstr(model, "vakonomic") && i < lambda->n; i++)
        tool_assign(&at, base_text(l->m, "lambda%zu", i + 1), sign * json_at(lambda, i)->number);
    arguments[3] = at.text;
    const struct told told = tool_run(l->m, model, arguments);
    return told.code == 0 ? json_read(l->m, told.out) : NULL;
}

static bool looks_reversible(struct lab *l, const char *model, const char *form)
{
    struct mem_text at = mem_text(l->m);
    double most = 0;
    mem_put(&at, "x=0.4,y=0.3,z=-0.2,x'=0.7,y'=-0.5,t=0.6");
    if (!strstr(model, "constraint") && !strstr(model, "frame u"))
        mem_put(&at, ",z'=0.8");
    if (strstr(model, "vakonomic"))
        mem_put(&at, ",lambda1=0.35");
    const struct jnode *first =
        tool_eval(l->m, &(struct question){.model = model, .form = form, .at = at.text});
    const struct jnode *v = json_need(first, "qdot"), *lambda = json_need(first, "multiplier");
    const struct jnode *there = eval(l, model, form, v, lambda, -1);
    if (!there)
        return false;
    const struct jnode *f = json_need(first, "qddot"), *g = json_need(there, "qddot");
    for (size_t i = 0; i < f->n; i++)
        most = fmax(most, fabs(json_at(f, i)->number - json_at(g, i)->number));
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
        const bool other = strstr(laws[i].model, "vakonomic") ||
                           strstr(laws[i].model, "magnetic") || strstr(laws[i].model, "tonian") ||
                           strstr(laws[i].model, "lagrangian");
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
