/* tests/unit/vakonomic_set_in_frames.c -- the set of vakonomic motions, in several frames.
 *
 * `check` prints a set of states. The same system is written in several frames and with multiples
 * of its constraint, and each printed expression is evaluated at the same states, on the set and
 * off it, which are written in natural velocities. There the condition itself is solved by
 * numbers: lambda = 0 is the only solution of the first rows, as accelerations of the vakonomic
 * motion depend on lambda, so that lambda' = 0 decides.
 */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FORMS = 4, POINTS = 6 };
static const struct family {
    const char *name, *text;
    const char *form[FORMS];
    struct {
        const char *state;
        bool on;
    } point[POINTS];
} families[] = {
    {"sleigh",
     "coords x, y, phi\nmetric dx^2 + dy^2 + 0.25 dphi^2\n",
     {"constraint sin(phi) dx - cos(phi) dy + 0.4 dphi\n",
      "constraint sin(phi) dx - cos(phi) dy + 0.4 dphi\n"
      "frame f1 = cos(phi) d_x + sin(phi) d_y\n"
      "      f2 = d_phi - 0.4 sin(phi) d_x + 0.4 cos(phi) d_y\n",
      "constraint (2 + sin(x)) (sin(phi) dx - cos(phi) dy + 0.4 dphi)\n"
      "frame f1 = cos(phi) d_x + sin(phi) d_y\n"
      "      f2 = d_phi + (2 cos(phi) - 0.4 sin(phi)) d_x + (2 sin(phi) + 0.4 cos(phi)) d_y\n",
      "constraint sin(phi) dx - cos(phi) dy + 0.4 dphi\n"
      "frame f1 = (1 + x^2) (cos(phi) d_x + sin(phi) d_y)\n"
      "      f2 = d_phi - 0.4 sin(phi) d_x + 0.4 cos(phi) d_y\n"},
     {{"x=0.2,y=-0.1,phi=0.3,x'=1.1,phi'=0", true},
      {"x=0.2,y=-0.1,phi=0,x'=0,phi'=0.7", true},
      {"x=0.2,y=-0.1,phi=0.3,x'=1.1,phi'=0.7", false},
      {"x=0.2,y=-0.1,phi=0,x'=-0.4,phi'=0.7", false},
      {"x=0.2,y=-0.1,phi=0.3,x'=0.9553364891256061,phi'=0.2", false},
      {"x=1,y=2,phi=-1.1,x'=0.3,phi'=-2", false}}},
    {"constraint that vanishes",
     "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\n",
     {"constraint x dz - y dx\n",
      "constraint x dz - y dx\nframe f1 = d_x + (y/x) d_z\n      f2 = d_y\n",
      "constraint x dz - y dx\nframe f1 = x d_x + y d_z + d_y\n      f2 = d_y\n",
      "constraint dz - (y/x) dx\n"},
     {{"x=0.8,y=0.4,z=0.1,x'=0,y'=0.7", true},
      {"x=0.8,y=0.4,z=0.1,x'=0.6,y'=0.3", true},
      {"x=0.8,y=0.4,z=0.1,x'=0.6,y'=0", false},
      {"x=0.8,y=0.4,z=0.1,x'=0.6,y'=0.7", false},
      {"x=0.8,y=0,z=0.1,x'=0.6,y'=0.7", false},
      {"x=-1,y=0.4,z=0.1,x'=0.6,y'=0.3", false}}},
    {"forces",
     "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nforce y = -1\ndissipation 1/2 dx^2\n",
     {"constraint dz - y dx = 0\n",
      "constraint dz - y dx = 0\nframe f1 = d_x + y d_z + x d_y\n      f2 = d_y\n",
      "constraint (1 + z^2) (dz - y dx) = 0\n",
      "constraint dz - y dx = 0\nframe f1 = d_y\n      f2 = d_x + y d_z - d_y\n"},
     {{"x=0.8,y=0.4,z=0.1,x'=0,y'=0.7", true},
      {"x=0.8,y=0.4,z=0.1,x'=0.6,y'=0.4", true},
      {"x=0.8,y=0.4,z=0.1,x'=0.6,y'=0", false},
      {"x=0.8,y=0.4,z=0.1,x'=0.6,y'=0.7", false},
      {"x=0.8,y=-0.4,z=0.1,x'=0.6,y'=0.4", false},
      {"x=0.8,y=0,z=0.1,x'=0.6,y'=0.4", false}}},
    {"potential",
     "coords x, y, z\nmetric dx^2 + 2 dy^2 + dz^2\npotential x^2\n",
     {"constraint dz - y dx = 0\n",
      "constraint dz - y dx = 0\nframe f1 = d_x + y d_z + x d_y\n      f2 = d_y\n",
      "constraint (3 + z) (dz - y dx) = 0\n",
      "constraint dz - y dx = 0\nframe f1 = d_y\n      f2 = d_x + y d_z - 2 d_y\n"},
     {{"x=0.5,y=0.5,z=0.1,x'=1,y'=0.5", true},
      {"x=0.25,y=2,z=0.1,x'=0.5,y'=2", true},
      {"x=0.5,y=0.5,z=0.1,x'=0,y'=0.5", false},
      {"x=0.5,y=0.5,z=0.1,x'=1,y'=0", false},
      {"x=0.5,y=0.5,z=0.1,x'=-1,y'=0.5", false},
      {"x=0.5,y=0.4,z=0.1,x'=1,y'=0.5", false}}},
    {"affine",
     "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\n",
     {"constraint dz - y dx = dt\n",
      "constraint dz - y dx = dt\nframe f1 = d_x + y d_z + x d_y\n      f2 = d_y\n",
      "constraint (2 + y^2) (dz - y dx) = (2 + y^2) dt\n",
      "constraint dz - y dx = dt\nframe f1 = d_y\n      f2 = d_x + y d_z - d_y\n"},
     {{"x=0.8,y=0.4,z=0.1,x'=0,y'=0.7", true},
      {"x=0.8,y=0.4,z=0.1,x'=0.6,y'=0", true},
      {"x=0.8,y=0.4,z=0.1,x'=0.6,y'=0.4", false},
      {"x=0.8,y=0.4,z=0.1,x'=0.6,y'=-0.7", false},
      {"x=0.8,y=-0.4,z=0.1,x'=-0.6,y'=0.4", false},
      {"x=0.8,y=0,z=0.1,x'=0.6,y'=0.4", false}}},
};

static const char *text_of(struct lab *l, const struct family *f, size_t form, const char *state,
                           const char *more)
{
    struct mem_text t = mem_text(l->m);
    mem_put(&t, "dynamics vakonomic\n");
    mem_put(&t, f->text);
    mem_put(&t, f->form[form]);
    mem_put_f(&t, "init %s, lambda1 = 0\n", state); /* the chosen frame depends on it */
    mem_put(&t, more);
    return t.text;
}

/* The first set of the printed union, as an output. */
static const char *printed_set(struct lab *l, const struct family *f, size_t form,
                               const char *state)
{
    static const char before[] = "nonholonomic motions are vakonomic only where ";
    const char *const arguments[] = {"check", "-", "--json", NULL};
    const struct told told = tool_run(l->m, text_of(l, f, form, state, ""), arguments);
    REQUIRE(told.code == 0, "%s: exit %d\n%s", f->name, told.code, told.err);
    const struct jnode *lines = json_need(json_read(l->m, told.out), "lines");
    for (size_t i = 0; i < lines->n; i++) {
        const char *text = json_need(json_at(lines, i), "text")->text;
        if (strncmp(text, before, sizeof before - 1) != 0)
            continue;
        const char *from = text + sizeof before - 1, *to = strstr(from, " = 0");
        struct mem_text t = mem_text(l->m);
        REQUIRE(strcmp(json_need(json_at(lines, i), "standing")->text, "proved") == 0, "%s", text);
        REQUIRE(to && strncmp(to, " = 0 and ", 9) != 0, "%s: %s", f->name, text);
        REQUIRE(!strstr(to, ", or "), "%s", text);
        mem_put_f(&t, "output SET = %.*s\n", (int)(to - from), from);
        return t.text;
    }
    REQUIRE(false, "%s: no line", f->name);
    return "";
}

static const struct jnode *at_lambda(struct lab *l, const char *model, const char *state,
                                     const char *lambda)
{
    struct mem_text t = mem_text(l->m);
    mem_put_f(&t, "%s,lambda1=%s", state, lambda);
    return tool_show(l->m, &(struct question){.model = model, .at = t.text});
}

/* Accelerations depend on lambda, and lambda' at lambda = 0. */
static double rate_at_zero(struct lab *l, const char *model, const char *state)
{
    const struct jnode *zero = at_lambda(l, model, state, "0");
    const struct jnode *a = json_need(zero, "qddot");
    const struct jnode *b = json_need(at_lambda(l, model, state, "1"), "qddot");
    double moved = 0;
    for (size_t i = 0; i < a->n; i++)
        moved = fmax(moved, fabs(json_at(a, i)->number - json_at(b, i)->number));
    REQUIRE(moved > 1e-3, "lambda does not matter at %s", state);
    const struct jnode *B = json_need(json_need(zero, "objects"), "B");
    return json_number(B->kind == JSON_LIST ? json_at(B, 0) : B, "B");
}

static void check_family(const struct family *f)
{
    for (size_t k = 0; k < FORMS; k++) {
        struct lab l = lab_open();
        for (size_t i = 0; i < POINTS; i++) {
            const char *state = f->point[i].state;
            const char *model = text_of(&l, f, k, state, printed_set(&l, f, k, state));
            const struct rows rows =
                tool_rows(l.m, &(struct question){.model = model, .end = "0.01", .step = "0.01"});
            const double set = tool_cell(&rows, 0, "SET");
            const double rate = rate_at_zero(&l, model, state);
            REQUIRE((fabs(set) < 1e-12) == f->point[i].on, "%s, form %zu: %g at %s", f->name, k,
                    set, state);
            REQUIRE((fabs(rate) < 1e-12) == f->point[i].on, "%s, form %zu: lambda' %g at %s",
                    f->name, k, rate, state);
        }
        lab_close(&l);
    }
}

START_TEST(sets_in_frames)
{
    for (size_t i = 0; i < COUNT(families); i++)
        check_family(&families[i]);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {sets_in_frames};
    return test_run("vakonomic_set_in_frames", tests, COUNT(tests));
}
