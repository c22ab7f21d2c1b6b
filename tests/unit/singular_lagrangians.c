/* tests/unit/singular_lagrangians.c -- Lagrangians that are singular on C, against numbers.
 *
 * data/singular_lagrangians.json has such systems, and Hamiltonians whose conditions on momenta
 * restrict positions. Their motion was found by hand in coordinates of the final manifold: the text
 * of the model, the dimension and the number of steps, velocities, accelerations and energy for
 * some initial values, and a later position, with 25 digits. `answers` are lines of systems with
 * gauge functions, or without a motion.
 */
#include "gen/base/base.h"
#include "support/support.h"

#include <math.h>
#include <string.h>

#define DATA "tests/unit/data/singular_lagrangians.json"

static struct oracle oracle(void)
{
    struct oracle o = oracle_open(DATA);
    REQUIRE(json_need(o.data, "systems")->n >= 20, DATA " is not what it should be");
    return o;
}

static void check_same(const char *name, const struct jnode *want, const struct jnode *got)
{
    for (const struct jnode *w = want->first; w; w = w->next)
        tool_near(name, w->key, json_number(json_need(got, w->key), w->key), w->number,
                  1e-12 * (1 + fabs(w->number)));
}

START_TEST(points_have_these_rates)
{
    static const char *const part[] = {"q", "qdot", "qddot"};
    struct oracle o = oracle();
    for (const struct jnode *s = json_need(o.data, "systems")->first; s; s = s->next)
        for (const struct jnode *p = json_need(s, "points")->first; p; p = p->next) {
            const struct mem_mark mark = mem_mark(o.lab.m);
            const char *name = json_need(s, "name")->text;
            const struct question q = {.model = json_need(s, "model")->text,
                                       .at = json_need(p, "given")->text};
            const struct jnode *got = tool_eval(o.lab.m, &q);
            const double E = json_need(p, "energy")->number;
            for (size_t i = 0; i < COUNT(part); i++)
                check_same(name, json_need(p, part[i]), json_need(got, part[i]));
            tool_near(name, "energy", json_need(got, "energy")->number, E, 1e-12 * (1 + fabs(E)));
            mem_release(o.lab.m, mark);
        }
    lab_close(&o.lab);
}
END_TEST

START_TEST(runs_arrive_there)
{
    struct oracle o = oracle();
    for (const struct jnode *s = json_need(o.data, "systems")->first; s; s = s->next) {
        const struct mem_mark mark = mem_mark(o.lab.m);
        const struct jnode *run = json_need(s, "run"), *want = json_need(run, "q");
        const char *name = json_need(s, "name")->text;
        char end[EX_DOUBLE_ROOM];
        ex_double_show(json_need(run, "t")->number, end);
        const struct question q = {.model = json_need(s, "model")->text,
                                   .at = json_need(run, "given")->text,
                                   .tol = "1e-13",
                                   .times = end};
        const struct rows rows = tool_rows(o.lab.m, &q);
        size_t found = 0;
        for (size_t c = 1; c < rows.columns; c++) {
            const struct jnode *w = json_get(want, rows.name[c]);
            if (!w)
                continue;
            found++;
            tool_near(name, w->key, rows.at[c], w->number, 1e-10 * (1 + fabs(w->number)));
        }
        REQUIRE(found == want->n, "%s: %zu of %zu columns", name, found, want->n);
        mem_release(o.lab.m, mark);
    }
    lab_close(&o.lab);
}
END_TEST

START_TEST(the_algorithm_ends_there)
{
    struct oracle o = oracle();
    for (const struct jnode *s = json_need(o.data, "systems")->first; s; s = s->next) {
        const struct jnode *k = json_need(s, "dimension"), *steps = json_need(s, "steps");
        const struct mem_mark mark = mem_mark(o.lab.m);
        const char *const words[] = {"check", "-", NULL};
        const struct told t = tool_run(o.lab.m, json_need(s, "model")->text, words);
        const char *const text =
            base_text(o.lab.m, "in %d step%s, final manifold of dimension %d", (int)steps->number,
                      steps->number == 1 ? "" : "s", (int)k->number);
        ck_assert_msg(t.code == 0, "%s\n%s", json_need(s, "name")->text, t.err);
        ck_assert_msg(k->kind != JSON_NUMBER || strstr(t.out, text), "%s: not '%s' but\n%s",
                      json_need(s, "name")->text, text, t.out);
        mem_release(o.lab.m, mark);
    }
    lab_close(&o.lab);
}
END_TEST

START_TEST(answers_without_a_motion)
{
    struct oracle o = oracle();
    for (const struct jnode *a = json_need(o.data, "answers")->first; a; a = a->next) {
        const struct mem_mark mark = mem_mark(o.lab.m);
        const char *const words[] = {json_need(a, "command")->text, "-", NULL};
        const struct told t = tool_run(o.lab.m, json_need(a, "model")->text, words);
        const char *says = json_need(a, "says")->text;
        ck_assert_msg(t.code == (int)json_need(a, "code")->number, "exit %d from %s", t.code,
                      json_need(a, "model")->text);
        ck_assert_msg(strstr(t.out, says) || strstr(t.err, says), "not '%s' but\n%s%s", says, t.out,
                      t.err);
        mem_release(o.lab.m, mark);
    }
    lab_close(&o.lab);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {points_have_these_rates, runs_arrive_there,
                                  the_algorithm_ends_there, answers_without_a_motion};
    return test_run("singular lagrangians", tests, COUNT(tests));
}
