/* tests/unit/vakonomic_motion_and_forces.c -- the claim of `check` about h_2 against differences.
 *
 * h_2 is differenced at printed states, and B grad h_2 is compared with the printed motion: the
 * remainder must be the forces of the model, which are written here. The rate of the energy is
 * compared with differences of the energy along the motion.
 */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STATES = 6, COORDS = 3 };
static const char *const name[STATES] = {"x", "y", "z", "p_x", "p_y", "p_z"};
static const double at[STATES] = {0.3, 0.7, -0.4, 0.9, -0.6, 1.1};

/* Forces are push[i] - damp[i] v_i. */
static const struct member {
    const char *model;
    double push[COORDS], damp[COORDS];
    const char *said;
} members[] = {
    {"metric dx^2 + dy^2 + dz^2\nconstraint dz - y dx = 0\nforce y = -1\ndissipation 1/2 dx^2\n",
     {0, -1, 0},
     {1, 0, 0},
     "and of the forces"},
    {"metric dx^2 + dy^2 + dz^2\nconstraint dz - y dx = 0\nforce z = 2\n",
     {0, 0, 2},
     {0},
     "and of the forces"},
    {"metric 2 dx^2 + dy^2 + (1 + y^2) dz^2\nconstraint x dz - y dx = 0\ndissipation dy^2\n",
     {0},
     {0, 2, 0},
     "and of the forces"},
    {"metric dx^2 + dy^2 + dz^2\nconstraint dz - y dx = dt\ndissipation 1/2 dz^2\n",
     {0},
     {0, 0, 1},
     "and of the forces"},
    {"metric dx^2 + dy^2 + dz^2\nmagnetic x dy /\\ dz\nconstraint dz - y dx = 0\nforce x = 3\n",
     {3, 0, 0},
     {0},
     "of the forces beside it"},
    {"metric dx^2 + dy^2 + dz^2\nmagnetic x dy /\\ dz\nconstraint dz - y dx = 0\n",
     {0},
     {0},
     "moves like the Hamiltonian h_2 on T*Q, with the two-form in the bracket"},
    {"metric dx^2 + dy^2 + dz^2\nconstraint dz - y dx = 0\nforce y = 0\n",
     {0},
     {0},
     "moves like the Hamiltonian h_2 on T*Q"},
    {"metric dx^2 + 2 dx dy + 3 dy^2 + dz^2\npotential x^2 z\nconstraint dz - y^2 dx = y dt\n",
     {0},
     {0},
     "moves like the Hamiltonian h_2 on T*Q"},
    {"metric dx^2 + dy^2 + dz^2\nconstraint dz - y (1 + t) dx = 0\n",
     {0},
     {0},
     "moves like the Hamiltonian h_2 on T*Q"},
    {"lagrangian 1/2 (x'^2 + y'^2)\nconstraint dz - y dx = 0\n",
     {0},
     {0},
     "moves like the Hamiltonian h_2 on T*Q"},
};

static const char *text_of(struct lab *l, const struct member *k)
{
    struct mem_text t = mem_text(l->m);
    mem_put(&t, "dynamics vakonomic\ncoords x, y, z\n");
    mem_put(&t, k->model);
    return t.text;
}

static const struct jnode *ask(struct lab *l, const struct member *k, const double *x, double t)
{
    struct mem_text state = mem_text(l->m);
    for (size_t i = 0; i < STATES; i++)
        tool_assign(&state, name[i], x[i]);
    tool_assign(&state, "t", t);
    return tool_show(l->m, &(struct question){.model = text_of(l, k), .at = state.text});
}

static double h2_of(const struct jnode *answer)
{
    return json_number(json_need(json_need(answer, "objects"), "h_2"), "h_2");
}

static double rate(const struct jnode *answer, size_t i)
{
    return json_number(json_need(json_need(answer, "rhs"), name[i]), name[i]);
}

static void check_motion(struct lab *l, const struct member *k)
{
    const double step = 1e-4, t = 0.2, bound = 1e-6;
    const struct jnode *here = ask(l, k, at, t), *B = json_need(here, "bivector");
    double grad[STATES], x[STATES];
    for (size_t i = 0; i < STATES; i++) {
        memcpy(x, at, sizeof x);
        x[i] = at[i] + step;
        const double up = h2_of(ask(l, k, x, t));
        x[i] = at[i] - step;
        grad[i] = (up - h2_of(ask(l, k, x, t))) / (2 * step);
    }
    for (size_t i = 0; i < STATES; i++) {
        double sum = 0;
        for (size_t j = 0; j < STATES; j++)
            sum += json_number(json_at(json_at(B, i), j), "B") * grad[j];
        if (i >= COORDS)
            sum += k->push[i - COORDS] - k->damp[i - COORDS] * rate(here, i - COORDS);
        tool_near(k->model, name[i], rate(here, i), sum, bound);
    }
    double energy[2];
    for (size_t side = 0; side < 2; side++) {
        const double h = side ? step : -step;
        for (size_t i = 0; i < STATES; i++)
            x[i] = at[i] + h * rate(here, i);
        energy[side] = json_number(json_need(ask(l, k, x, t + h), "energy"), "energy");
    }
    tool_near(k->model, "E'", json_number(json_need(here, "energy_rate"), "E'"),
              (energy[1] - energy[0]) / (2 * step), 10 * bound);
}

/* The claim, its standing, and the title of h_2 in `derive`. */
static void check_words(struct lab *l, const struct member *k)
{
    const char *const check[] = {"check", "-", "--json", NULL};
    const char *const derive[] = {"derive", "-", NULL};
    const struct told told = tool_run(l->m, text_of(l, k), check);
    REQUIRE(told.code == 0, "exit %d\n%s", told.code, told.err);
    const struct jnode *lines = json_need(json_read(l->m, told.out), "lines");
    const char *found = NULL, *standing = NULL;
    for (size_t i = 0; i < lines->n; i++)
        if (strstr(json_need(json_at(lines, i), "text")->text, "the field on S")) {
            found = json_need(json_at(lines, i), "text")->text;
            standing = json_need(json_at(lines, i), "standing")->text;
        }
    REQUIRE(found && strstr(found, k->said), "%s: %s", k->model, found ? found : "no line");
    REQUIRE(strcmp(standing, "proved") == 0, "%s: %s", k->model, standing);
    const bool forces = strstr(k->said, "forces");
    REQUIRE(forces || !strstr(found, "forces"), "%s: %s", k->model, found);
    const struct told shown = tool_run(l->m, text_of(l, k), derive);
    REQUIRE(shown.code == 0, "exit %d\n%s", shown.code, shown.err);
    REQUIRE(!strstr(shown.out, "the Hamiltonian of the motion on T*Q") == forces, "%s", k->model);
}

START_TEST(motions_of_h2_and_forces)
{
    for (size_t i = 0; i < COUNT(members); i++) {
        struct lab l = lab_open();
        check_motion(&l, &members[i]);
        check_words(&l, &members[i]);
        lab_close(&l);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {motions_of_h2_and_forces};
    return test_run("vakonomic_motion_and_forces", tests, COUNT(tests));
}
