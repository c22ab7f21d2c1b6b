/* tests/unit/moving_energies.c -- moving energies of bodies on surfaces that turn or move.
 *
 * The quantity that `check` calls conserved is evaluated along a run, which does not use it. */
#include "gen/base/base.h"
#include "support/support.h"

#include <math.h>
#include <string.h>

#define BALL "algebra so(3) space: wx, wy, wz\nparam m = 1, R = 0.1, k = 2/5, g = 9.81, Omega = 2\n"
#define SPIN " + k m R^2 (wx^2 + wy^2 + wz^2)\n"

static const struct {
    const char *name, *text;
} systems[] = {
    {"ball in a cone",
     "coords r, phi\n" BALL "param beta = pi/6\n"
     "metric m (dr^2/cos(beta)^2 + r^2 dphi^2)" SPIN "potential m g r tan(beta)\n"
     "constraint dr/cos(beta) - R (wy cos(phi) - wx sin(phi)) = 0\n"
     "           r dphi + R (cos(beta) (wx cos(phi) + wy sin(phi)) + sin(beta) wz)"
     " = Omega (r + R sin(beta)) dt\n"
     "init r = 1, phi = 0, r' = 0.1, phi' = 3, wz = 0\n"},
    {"ball on a table, in polar coordinates",
     "coords r, phi\n" BALL "metric m (dr^2 + r^2 dphi^2)" SPIN "potential 1/2 m g r^2\n"
     "constraint dr - R (wy cos(phi) - wx sin(phi)) = 0\n"
     "           r dphi + R (wx cos(phi) + wy sin(phi)) = Omega r dt\n"
     "init r = 1, phi = 0, r' = 0.1, phi' = 3, wz = 0.4\n"},
    {"ball on a table, about a point that is not the origin",
     "coords x, y\n" BALL "param a = 0.4, b = -0.3\nmetric m (dx^2 + dy^2)" SPIN
     "potential 1/2 m ((x - a)^2 + (y - b)^2)\n"
     "constraint dx - R wy = -Omega (y - b) dt\n           dy + R wx = Omega (x - a) dt\n"
     "init x = 1, y = 0, x' = 0.3, y' = 0.5, wz = 0.7\n"},
    {"ball on a belt",
     "coords x, y\n" BALL "metric m (dx^2 + dy^2)" SPIN "potential m g (x + y)/3\n"
     "constraint dx - R wy = Omega dt\n           dy + R wx = 0\n"
     "init x = 1, y = 0, x' = 0.3, y' = 0.5, wz = 0.7\n"},
    {"sleigh on a table that turns and is lifted by a screw",
     "coords x, y, z, phi\nparam m = 1.1, J = 0.6, d = 0.3, h = 0.2, Omega = 1.5\n"
     "metric m (dx^2 + dy^2 + dz^2) + J dphi^2 + 2 m d dphi (cos(phi) dy - sin(phi) dx)\n"
     "constraint -sin(phi) dx + cos(phi) dy = Omega (x cos(phi) + y sin(phi)) dt\n"
     "           dz = h Omega dt\ninit x = 1, y = 0.2, z = 0, phi = 0.3, x' = 0.4, phi' = 0.5\n"},
    {"disk in a potential that turns with its floor",
     "coords x, y, phi\nparam m = 1, J = 0.5, Omega = 0.7\n"
     "metric m (dx^2 + dy^2) + J dphi^2\n"
     "potential (x cos(Omega t) + y sin(Omega t))^2\n"
     "constraint -sin(phi) dx + cos(phi) dy = Omega (x cos(phi) + y sin(phi)) dt\n"
     "init x = 1, y = 0.2, phi = 0.3, x' = 0.4, phi' = 0.5\n"},
};

static double quantity(struct mem *m, const struct question *of, const struct rows *r, size_t row)
{
    struct question q = *of;
    struct mem_text at = mem_text(m);
    for (size_t i = 0; i < r->columns; i++)
        if (strcmp(r->name[i], "energy") != 0)
            tool_assign(&at, r->name[i], r->at[row * r->columns + i]);
    q.at = at.text;
    q.end = q.step = NULL;
    return json_number(json_need(tool_eval(m, &q), "moving_energy"), "moving_energy");
}

START_TEST(moving_energy_is_kept_and_energy_is_not)
{
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(systems); i++) {
        const char *name = systems[i].name;
        const struct told t =
            tool_run(l.m, systems[i].text, (const char *const[]){"check", "-", NULL});
        const char *line = strstr(t.out, " moving energy ");
        REQUIRE(t.code == 0 && line, "%s: exit %d\n%s%s", name, t.code, t.out, t.err);
        const char *text = base_text(l.m, "%.*s", (int)strcspn(line, "\n"), line);
        REQUIRE(strstr(text, "  proved") || strstr(text, "error < 2^-100"), "%s:%s", name, text);
        REQUIRE(!strstr(text, " moving energy ..."),
                "%s: neither the quantity nor its drift is shown", name);
        const struct question q = {
            .model = systems[i].text, .form = "dirac", .end = "1", .step = "0.25"};
        const struct rows r = tool_rows(l.m, &q);
        const double first = quantity(l.m, &q, &r, 0);
        double change = 0;
        for (size_t row = 1; row < r.n; row++) {
            tool_near(name, "moving energy", quantity(l.m, &q, &r, row), first,
                      1e-8 * (1 + fabs(first)));
            change = fmax(change, fabs(tool_cell(&r, row, "energy") - tool_cell(&r, 0, "energy")));
        }
        REQUIRE(change > 1e-3, "%s: the energy changes by %g only", name, change);
    }
    lab_close(&l);
}
END_TEST

/* A potential that does not turn with the table: no quantity of this kind is conserved. */
START_TEST(no_moving_energy_without_symmetry)
{
    struct lab l = lab_open();
    const struct told t =
        tool_run(l.m,
                 "coords x, y\n" BALL "metric m (dx^2 + dy^2)" SPIN "potential x^4\n"
                 "constraint dx - R wy = -Omega y dt\n           dy + R wx = Omega x dt\n"
                 "init x = 1, y = 0, x' = 0.3, y' = 0.5, wz = 0.7\n",
                 (const char *const[]){"check", "-", NULL});
    ck_assert_msg(strstr(t.out, "no moving energy was found"), "%s%s", t.out, t.err);
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {moving_energy_is_kept_and_energy_is_not,
                                  no_moving_energy_without_symmetry};
    return test_run("moving_energies", tests, COUNT(tests));
}
