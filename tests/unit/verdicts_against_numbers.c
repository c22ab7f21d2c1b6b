/* tests/unit/verdicts_against_numbers.c -- every line of `check` against numbers found otherwise.
 *
 * The rows below say how each line is held against the model in numbers: ranks by singular values,
 * brackets and rates by differences, motions by Lagrange's equations with multipliers. All models
 * and many random ones are checked; a line that no row names fails. */
#include "support/verdicts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

static const struct {
    const char *name;
    enum verdict_seen (*holds)(struct trial *t, const struct line *line);
} rows[] = {
    {"model", verdict_model},
    {"frame", verdict_chosen},
    {"complement", verdict_chosen},
    {"bundle", verdict_bundle},
    {"growth", verdict_growth},
    {"integral", verdict_integral},
    {"leaves", verdict_leaves},
    {"virtual", verdict_virtual},
    {"compatible", verdict_compatible},
    {"jacobi", verdict_jacobi},
    {"energy", verdict_energy},
    {"power", verdict_power},
    {"moving energy", verdict_moving},
    {"friction", verdict_friction},
    {"graph", verdict_graph},
    {"second", verdict_second},
    {"relation", verdict_relation},
    {"agreement", verdict_agreement},
    {"ideal reactions", verdict_ideal_reactions},
    {"formulations", verdict_formulations},
    {"claim", verdict_claim},
    {"singular", verdict_singular},
};

/* Lines that no numbers can be held against, and why. */
static const struct {
    const char *name, *reason;
} no_numbers[] = {
    {"growth drop", "a set of points, see tests/unit/geometry_against_textbooks.c"},
    {"constraint algorithm", "see tests/unit/singular_lagrangians.c, hamiltonians_of_any_kind.c"},
    {"phase space", "see tests/unit/singular_lagrangians.c"},
    {"branch", "one of several sets, see tests/unit/singular_lagrangians.c"},
    {"motion", "that there is none, or is free, see tests/unit/hamiltonians_of_any_kind.c"},
    {"rhs", "it counts operations of the program, see tests/unit/every_target.c"},
};

static size_t seen[COUNT(rows)], unseen[COUNT(rows)];

/* ---- one model ---- */

static void hear(void *context, const char *name, const char *text, const char *standing)
{
    struct trial *t = context;
    struct mem *m = t->w.lab.m;
    REQUIRE(t->lines < VERDICT_LINES, "too many lines");
    t->line[t->lines++] = (struct line){base_text(m, "%s", name), base_text(m, "%s", text),
                                        standing ? base_text(m, "%s", standing) : NULL};
}

static void draw_points(struct trial *t)
{
    struct world *w = &t->w;
    for (size_t k = 0; k < VERDICT_POINTS; k++)
        if (world_draw(w, &t->at[t->points])) {
            t->moves[t->points] = world_motion(w, w->law, &t->at[t->points], &t->rate[t->points],
                                               t->lambda[t->points]);
            t->points++;
        }
}

static void hold(struct trial *t, const struct line *line)
{
    for (size_t i = 0; i < COUNT(no_numbers); i++)
        if (strcmp(line->name, no_numbers[i].name) == 0)
            return;
    for (size_t i = 0; i < COUNT(rows); i++)
        if (strcmp(line->name, rows[i].name) == 0) {
            ++*(rows[i].holds(t, line) == VERDICT_HELD ? &seen[i] : &unseen[i]);
            return;
        }
    verdict_wrong(t, line, "no row of this test names the line");
}

enum outcome { REFUSED, HOLDS, WRONG };

static enum outcome examine(const char *name, const char *text, struct rng *rng)
{
    static struct trial t;
    const double begun = test_clock();
    double checked = 0;
    t = (struct trial){.lines = 0};
    const bool made = world_open(&t.w, name, text, rng);
    if (made) {
        t.proofs = (struct proofs){.store = t.w.s};
        const struct listener listener = {hear, &t};
        struct screen *screen =
            prove_verdict_to(&listener, t.w.job.diag, &t.proofs, t.w.job.system, t.w.job.program);
        prove_screen_end(screen, (struct verdict){.decided = true, .good = true});
        checked = test_clock();
        draw_points(&t);
        for (size_t i = 0; i < t.lines; i++)
            hold(&t, &t.line[i]);
        static const struct line motion = {"motion", "(the right-hand side)", NULL};
        verdict_same_motion(&t, &motion, t.w.job.system);
    }
    if (!made && getenv("NOSLIP_LOUD")) {
        printf("---- refused\n%s\n", text);
        base_diag_print(t.w.job.diag, stdout, false);
    }
    if (made && getenv("NOSLIP_LOUD") && test_clock() - begun > 1)
        printf("---- %.2f s to check, %.2f s in numbers\n%s\n", checked - begun,
               test_clock() - checked, text);
    const enum outcome out = !made ? REFUSED : t.wrongs ? WRONG : HOLDS;
    world_close(&t.w);
    return out;
}

/* ---- models ---- */

static size_t wrongs;

static void see_model(const char *path)
{
    struct rng rng = rng_new(1);
    struct lab l = lab_open();
    const char *text = tool_file(l.m, path);
    const enum outcome is = examine(path, text, &rng);
    REQUIRE(is != REFUSED, "%s is refused", path);
    wrongs += is == WRONG;
    lab_close(&l);
}

static void report(void)
{
    for (size_t i = 0; i < COUNT(rows); i++)
        if (getenv("NOSLIP_LOUD"))
            printf("%-16s %zu held, %zu not seen\n", rows[i].name, seen[i], unseen[i]);
}

START_TEST(all_models)
{
    wrongs = 0;
    each_model(see_model, test_whole() ? 1 : 5);
    report();
    real_close();
    ck_assert_msg(wrongs == 0, "%zu models contradict numbers", wrongs);
}
END_TEST

/* Small members of classes on which verdicts can easily be false: ranks with roots, brackets that
 * are not skew, matrices that are singular somewhere, sets that depend on forces or forms. */
static const char *const members[] = {
    "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint dz = x^2 dy\n",
    "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint dz = sqrt(3) y dx + sqrt(3) x dy\n",
    "coords x, y, w, z\nmetric dx^2 + dy^2 + dw^2 + dz^2\n"
    "frame a = d_x + (2 + x^2)^(1/3) d_z\n      b = d_y\n      c = d_w + x d_z\n",
    "coords x, y, z\nmetric y^2 dx^2 + dy^2 + dz^2\nconstraint dz = y dx\n",
    "coords x, y, th\nmetric cos(th)^2 dx^2 + dy^2 + dth^2\nconstraint dy = sin(th) dx\n",
    "coords x, y, z\nmetric dx^2 + dy^2 + (1 - x^2) dz^2\nconstraint dy = z dx\n",
    "coords x, y\nlagrangian 1/4 x'^4 + 1/2 y'^2 - x y\n",
    "coords x, y, z\nlagrangian 1/2 (x'^2 + y'^2 + z'^2) - 1/12 x'^4 - y z\n"
    "constraint dz = y dx\n",
    "coords x\nsections a, b, c\nanchor a -> d_x | d_x\n       b -> 0 d_x | 0 d_x\n"
    "       c -> 0 d_x | 0 d_x\nbracket [b, a] = c\nmetric a^2 + 2 b^2 + 3 c^2\nconstraint c\n",
    "coords x, y\nsections a, b, c\nanchor a -> x d_x\n       b -> d_y\n       c -> 0 d_x\n"
    "bracket [a, b] = y c\nmetric a^2 + 2 b^2 + 3 c^2\n",
    "dynamics vakonomic\ncoords x, y, z\nmetric dx^2 + dy^2 + dz^2\n"
    "constraint x dz - y dx\n",
    "coords x, y\nmetric dx^2 + dy^2\nconstraint dy = 2 dx\nvirtual dy - -y dx\n",
    "coords x, y, z\nmetric dx^2 + dy^2 + 3 dz^2\nconstraint dz = sqrt(2) dx\n"
    "           dy = dx\nvirtual dy - x dx\n        dz + cos(y) dx\n",
    "dynamics vakonomic\ncoords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint dz - y dx\n"
    "force y = -1\ndissipation 1/2 dx^2\n",
    "dynamics vakonomic\ncoords x, y, z\nmetric dx^2 + dy^2 + dz^2\npotential x y\n"
    "constraint dz - y dx\n",
    "dynamics vakonomic\ncoords x, y, th\nmetric dx^2 + dy^2 + 2 dth^2\n"
    "constraint sin(th) dx - cos(th) dy\n",
    "coords x, y, phi\nmetric dx^2 + dy^2 + dphi^2\nmagnetic 3 dx /\\ dy\n"
    "frame v = cos(phi) d_x + sin(phi) d_y\n      w = d_phi\n"
    "complement s = cos(phi) d_y - sin(phi) d_x\n",
    "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nmagnetic x dy /\\ dz\nconstraint dz = y dx\n",
    "coords x, y, th\nmetric dx^2 + dy^2 + dth^2\npotential x\n"
    "constraint sin(th) dx - cos(th) dy = sin(t) dt\ncheck conserved energy\n",
    "coords x, y, z\nparam m = 2\nhamiltonian p_x^2/(2 m) + p_y^2/2 + p_z^2/2 + x y\n"
    "constraint dz = y dx\ncheck conserved p_z\n",
};

START_TEST(known_members)
{
    wrongs = 0;
    for (size_t i = 0; i < COUNT(members); i++) {
        struct rng rng = rng_new(50 + i);
        const enum outcome is = examine("m.nh", members[i], &rng);
        REQUIRE(is != REFUSED, "refused:\n%s", members[i]);
        wrongs += is == WRONG;
    }
    report();
    real_close();
    ck_assert_msg(wrongs == 0, "%zu models contradict numbers", wrongs);
}
END_TEST

/* 30, 300 or 10,000. */
static size_t random_models(void)
{
    const size_t cases = test_cases();
    return cases >= 100000 ? cases / 10 : test_whole() ? cases / 30 : cases / 100;
}

START_TEST(random_ones)
{
    const size_t n = random_models();
    size_t refused = 0;
    wrongs = 0;
    for (size_t k = 0; k < n; k++) {
        struct rng rng = rng_new(1000 + k);
        struct lab l = lab_open();
        const char *text = any_model(l.m, &rng);
        const enum outcome is = examine("m.nh", text, &rng);
        if (is == WRONG)
            printf("  (case %zu)\n", k);
        if (k % 100 == 99)
            printf("%zu models, %zu refused, %zu contradict numbers\n", k + 1, refused, wrongs);
        refused += is == REFUSED;
        wrongs += is == WRONG;
        lab_close(&l);
    }
    report();
    real_close();
    printf("%zu random models, %zu refused, %zu contradict numbers\n", n, refused, wrongs);
    ck_assert_msg(wrongs == 0, "%zu of %zu models contradict numbers", wrongs, n);
    ck_assert_msg(refused * 5 <= n, "%zu of %zu models are refused", refused, n);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {all_models, known_members, random_ones};
    return test_run("verdicts", tests, COUNT(tests));
}
