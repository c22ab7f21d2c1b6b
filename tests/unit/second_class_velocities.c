/* tests/unit/second_class_velocities.c -- velocities beside second-class constraints.
 *
 * They are the velocities of the motion, also where a constraint has momenta and dH/dp is another
 * one; forces depend on them. Compared with rates of coordinates, with differences along the
 * motion, with closed forms, and with the Lagrange equations that the constraints stand for. */
#include "gen/base/base.h"
#include "support/support.h"

#include <string.h>

/* Primary constraints by hand: L = y x' - (x^2 + y^2)/2, and L = x'^2/2 - (x - y)^2/2. */
#define FIRST_ORDER "coords x, y\nhamiltonian 1/2 (x^2 + y^2)\nsecond p_x - y, p_y\n"
#define START_FIRST "init x = 1, y = 0.5, p_x = 0.5, p_y = 0\n"

static const char *const models[] = {
    FIRST_ORDER START_FIRST,
    "coords x, y\nhamiltonian 1/2 p_x^2 + 1/2 x^2 + 1/2 y^2 - x y\nsecond p_y, x - y\n"
    "init x = 1, y = 1, p_x = 0.5, p_y = 0\n",
    FIRST_ORDER "force x = -0.3 x', y = -0.2 y'\n" START_FIRST,
    FIRST_ORDER "dissipation 1/2 (0.3 x'^2 + 0.2 y'^2)\n" START_FIRST,
    FIRST_ORDER "frame a = d_x + x d_y\n      b = (1 + y^2) d_y\n" START_FIRST,
    "coords x, y\nhamiltonian 1/2 (x^2 + y^2) + x y^3\nsecond p_x - y (1 + x^2), p_y\n"
    "init x = 0.5, y = 0.25, p_x = 0.3125, p_y = 0\n",
    "coords x, y, z\nmetric dx^2 + 2 dy^2 + dz^2\npotential z\n"
    "second x^2 + y^2 + z^2 - 1, x p_x + y p_y/2 + z p_z\n"
    "init x = 0, y = 0, z = -1, p_x = 0.5, p_y = 0.25, p_z = 0\n",
    "coords x, y\nhamiltonian 1/2 p_x^2 + 1/2 (x^2 + y^2)\nsecond p_y - sin(t), x - y - t\n"
    "init x = 1, y = 1, p_x = 0.5, p_y = 0\n",
};

static double of(const struct jnode *v, const char *object, const char *name)
{
    return json_number(json_need(json_need(v, object), name), name);
}

/* q' of the frame: the natural one, or the a, b above. */
static double along(const struct jnode *v, const char *rate, const char *name)
{
    const struct jnode *vel = json_need(v, rate);
    if (!json_get(vel, "a"))
        return of(v, rate, strcmp(name, "x") == 0 ? "u1" : strcmp(name, "y") == 0 ? "u2" : "u3");
    const double x = of(v, "q", "x"), y = of(v, "q", "y"), a = of(v, "vel", "a");
    return strcmp(name, "x") == 0 ? a : x * a + (1 + y * y) * of(v, "vel", "b");
}

START_TEST(velocities_are_those_of_the_motion)
{
    struct lab l = lab_open();
    for (size_t w = 0; w < COUNT(models); w++) {
        const struct question q = {.model = models[w]};
        const struct jnode *v = tool_eval(l.m, &q);
        for (const struct jnode *rate = json_need(v, "qdot")->first; rate; rate = rate->next) {
            tool_near(models[w], rate->key, along(v, "vel", rate->key), rate->number, 1e-13);
            if (!json_get(json_need(v, "vel"), "a"))
                tool_near(models[w], rate->key, along(v, "veldot", rate->key),
                          of(v, "qddot", rate->key), 1e-12);
        }
    }
    lab_close(&l);
}
END_TEST

/* Rates of velocities against differences of a run. */
START_TEST(velocities_in_runs)
{
    struct lab l = lab_open();
    for (size_t w = 0; w < COUNT(models); w++) {
        if (strstr(models[w], "frame"))
            continue;
        const char *text = base_text(l.m, "%soutput vx = x', vu = u1, vy = y'\n", models[w]);
        const struct question q = {
            .model = text, .tol = "1e-12", .times = "0,0.0999,0.1,0.1001,0.3999,0.4,0.4001"};
        const struct rows r = tool_rows(l.m, &q);
        ck_assert_uint_eq(r.n, 7);
        for (size_t i = 2; i < r.n; i += 3) {
            const double h = tool_cell(&r, i + 1, "t") - tool_cell(&r, i - 1, "t");
            tool_near(models[w], "x'", tool_cell(&r, i, "vx"),
                      (tool_cell(&r, i + 1, "x") - tool_cell(&r, i - 1, "x")) / h, 1e-7);
            tool_near(models[w], "u1", tool_cell(&r, i, "vu"), tool_cell(&r, i, "vx"), 1e-12);
            tool_near(models[w], "y'", tool_cell(&r, i, "vy"),
                      (tool_cell(&r, i + 1, "y") - tool_cell(&r, i - 1, "y")) / h, 1e-7);
        }
    }
    lab_close(&l);
}
END_TEST

/* y' = -x - c x' and x' = y + d y', the Lagrange equations of the first model with friction. */
START_TEST(friction_is_that_of_the_velocity)
{
    const double c = 0.3, d = 0.2, x = 1, y = 0.5;
    const double vx = (y - d * x) / (1 + c * d), vy = -x - c * vx;
    struct lab l = lab_open();
    for (size_t w = 2; w < 4; w++) {
        const struct question q = {.model = models[w]};
        const struct jnode *v = tool_eval(l.m, &q);
        tool_near(models[w], "x'", of(v, "qdot", "x"), vx, 1e-13);
        tool_near(models[w], "y'", of(v, "qdot", "y"), vy, 1e-13);
        tool_near(models[w], "E'", json_number(json_need(v, "energy_rate"), "E'"),
                  -c * vx * vx - d * vy * vy, 1e-13);
    }
    lab_close(&l);
}
END_TEST

/* A force that is not linear in them leaves equations that are not solved. */
START_TEST(other_forces_are_refused)
{
    struct lab l = lab_open();
    const struct told t = tool_run(l.m, FIRST_ORDER "force x = -x'^3\n" START_FIRST,
                                   (const char *const[]){"check", "-", NULL});
    ck_assert_msg(t.code == 3 && strstr(t.err, "a force is not linear in the velocities"),
                  "exit %d\n%s", t.code, t.err);
    const struct told free = tool_run(l.m, models[6], (const char *const[]){"check", "-", NULL});
    ck_assert_msg(free.code == 0, "exit %d\n%s", free.code, free.err);
    lab_close(&l);
}
END_TEST

/* The advice beside a constraint on velocities does not change the law. */
START_TEST(advice_keeps_the_law)
{
    struct lab l = lab_open();
    const struct told t =
        tool_run(l.m,
                 "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nsecond p_x - y, p_y\n"
                 "constraint dz = y dx\n",
                 (const char *const[]){"check", "-", NULL});
    ck_assert_msg(t.code == 3 && strstr(t.err, "different laws of motion") &&
                      !strstr(t.err, "write those"),
                  "exit %d\n%s", t.code, t.err);
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {velocities_are_those_of_the_motion, velocities_in_runs,
                                  friction_is_that_of_the_velocity, other_forces_are_refused,
                                  advice_keeps_the_law};
    return test_run("velocities beside second-class constraints", tests, COUNT(tests));
}
