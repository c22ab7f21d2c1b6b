/* tests/unit/constraints_kept.c -- runs stay on holonomic and second-class constraints.
 *
 * A pendulum in Cartesian coordinates, and a particle on a sphere by Dirac's bracket: by default
 * the residuals are rounding errors, without a loss of order or energy.
 */
#include "gen/base/base.h"
#include "support/support.h"

#include <math.h>
#include <string.h>

static const char pendulum[] = "coords x, y\nmetric dx^2 + dy^2\npotential y\n"
                               "holonomic x^2 + y^2 = 1\ninit x = 1, y = 0, x' = 0, y' = 0\n"
                               "run t = 20, dt = 0.02\n";

static const struct jnode *summary(struct mem *m, const char *model, const char *const *options)
{
    const char *arguments[16] = {"run", "-", "--json"};
    for (size_t i = 0; i < 12 && options[i]; i++)
        arguments[3 + i] = options[i];
    const struct told t = tool_run(m, model, arguments);
    const struct jnode *o = json_read(m, t.out);
    ck_assert_msg(t.code == 0 && o, "%s", t.err);
    return o;
}

static double number(const struct jnode *o, const char *key)
{
    return json_number(json_need(o, key), key);
}

START_TEST(residuals_are_rounding_errors)
{
    struct lab l = lab_open();
    static const char *const methods[] = {"dop853", "rk4", "gauss2", "taylor"};
    const char *models[] = {pendulum, tool_file(l.m, "models/particle_sphere.nh")};
    for (size_t i = 0; i < COUNT(models); i++)
        for (size_t k = 0; k < COUNT(methods); k++) {
            const char *form = i ? "projector" : "lagrange-dirac", *end = i ? "5" : "20";
            const char *kept[] = {"--form", form, "-t", end, "--method", methods[k], NULL};
            const char *loose[] = {"--form",   form,        "-t",   end, "--method",
                                   methods[k], "--project", "none", NULL};
            const double small = number(summary(l.m, models[i], kept), "constraint");
            const double large = number(summary(l.m, models[i], loose), "constraint");
            ck_assert_msg(small < 1e-12 && large > small, "model %zu, %s: %g, %g", i, methods[k],
                          small, large);
        }
    lab_close(&l);
}
END_TEST

/* Errors at t = 20 with steps h and h/4. */
START_TEST(order_and_energy_are_kept)
{
    struct lab l = lab_open();
    static const char *const methods[] = {"rk4", "gauss2"};
    const char *exact[] = {"--form", "lagrange-dirac", "--tol", "1e-13", NULL};
    const struct jnode *right = summary(l.m, pendulum, exact);
    const double x = number(json_need(right, "state"), "x'");
    for (size_t k = 0; k < COUNT(methods); k++) {
        double error[2];
        for (int i = 0; i < 2; i++) {
            const char *steps[] = {"--form", "lagrange-dirac",    "--method", methods[k],
                                   "--dt",   i ? "0.01" : "0.04", NULL};
            const struct jnode *o = summary(l.m, pendulum, steps);
            error[i] = fabs(number(json_need(o, "state"), "x'") - x);
            ck_assert(number(json_need(o, "energy"), "drift") < 1e-5);
        }
        ck_assert_msg(error[0] > 100 * error[1], "%s: %g, %g", methods[k], error[0], error[1]);
    }
    lab_close(&l);
}
END_TEST

START_TEST(projections_can_be_chosen)
{
    struct lab l = lab_open();
    const char *const arguments[] = {"run", "-", "-q", "--project", "none,energy", NULL};
    const struct told t = tool_run(l.m, pendulum, arguments);
    ck_assert_msg(t.code == 2 && strstr(t.err, "excludes"), "%s", t.err);
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {residuals_are_rounding_errors, order_and_energy_are_kept,
                                  projections_can_be_chosen};
    return test_run("constraints_kept", tests, COUNT(tests));
}
