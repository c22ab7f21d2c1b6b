/* tests/unit/hamiltonians_of_any_kind.c -- Hamiltonians without kinetic energy, against numbers.
 *
 * data/hamiltonians.json has systems whose velocities do not determine the momenta, and others of
 * which momenta of the complement follow from equations that are not linear: the text of the model,
 * and for some initial values the rates, the energy and the reactions, found by canonical
 * coordinates and multipliers with 40 digits, and a later state. Momenta with ~ choose a branch.
 * Others have no motion, or momenta that are arbitrary.
 */
#include "gen/base/base.h"
#include "support/support.h"

#include <math.h>
#include <string.h>

#define DATA "tests/unit/data/hamiltonians.json"

static struct oracle oracle(void)
{
    struct oracle o = oracle_open(DATA);
    REQUIRE(json_need(o.data, "systems")->n >= 11, DATA " is not what it should be");
    return o;
}

/* Members of `want` that `got` has, too; the program leaves out momenta with a closed form. */
static void check_same(const char *name, const struct jnode *want, const struct jnode *got)
{
    size_t same = 0;
    for (const struct jnode *w = want->first; w; w = w->next) {
        const struct jnode *g = json_get(got, w->key);
        if (!g)
            continue;
        same++;
        tool_near(name, w->key, json_number(g, w->key), w->number, 1e-12 * (1 + fabs(w->number)));
    }
    REQUIRE(same == got->n, "%s: %zu of %zu values are known", name, same, got->n);
}

START_TEST(points_have_these_rates)
{
    struct oracle o = oracle();
    for (const struct jnode *s = json_need(o.data, "systems")->first; s; s = s->next)
        for (const struct jnode *p = json_need(s, "points")->first; p; p = p->next) {
            const struct mem_mark mark = mem_mark(o.lab.m);
            const char *name = json_need(s, "name")->text;
            const struct question q = {.model = json_need(s, "model")->text,
                                       .at = json_need(p, "given")->text};
            const struct jnode *got = tool_eval(o.lab.m, &q), *N = json_need(p, "reaction");
            const double E = json_need(p, "energy")->number;
            check_same(name, json_need(p, "state"), json_need(got, "state"));
            check_same(name, json_need(p, "rhs"), json_need(got, "rhs"));
            tool_near(name, "energy", json_need(got, "energy")->number, E, 1e-12 * (1 + fabs(E)));
            for (size_t i = 0; i < N->n; i++)
                tool_near(name, "reaction", json_at(json_need(got, "multiplier"), i)->number,
                          json_at(N, i)->number, 1e-11 * (1 + fabs(json_at(N, i)->number)));
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
        const struct jnode *run = json_need(s, "run"), *want = json_need(run, "state");
        const char *name = json_need(s, "name")->text;
        char end[EX_DOUBLE_ROOM];
        ex_double_show(json_need(run, "t")->number, end);
        const struct question q = {.model = json_need(s, "model")->text,
                                   .at = json_need(run, "given")->text,
                                   .tol = "1e-13",
                                   .times = end};
        const struct rows rows = tool_rows(o.lab.m, &q);
        for (size_t c = 1; c < rows.columns; c++) {
            const struct jnode *w = json_get(want, rows.name[c]);
            if (w)
                tool_near(name, w->key, rows.at[c], w->number, 1e-10 * (1 + fabs(w->number)));
            else
                ck_assert_str_eq(rows.name[c], "energy");
        }
        mem_release(o.lab.m, mark);
    }
    lab_close(&o.lab);
}
END_TEST

/* (27) without solutions, or with many: what `check` says, with exit code 0, and `run`, with 1. */
START_TEST(empty_and_free_are_answers)
{
    struct oracle o = oracle();
    for (const struct jnode *a = json_need(o.data, "answers")->first; a; a = a->next) {
        const struct mem_mark mark = mem_mark(o.lab.m);
        const char *model = json_need(a, "model")->text;
        const struct told check = tool_run(o.lab.m, model, (const char *[]){"check", "-", NULL});
        ck_assert_msg(check.code == 0 && strstr(check.out, json_need(a, "check")->text), "%s%s%s",
                      model, check.out, check.err);
        const struct told run =
            tool_run(o.lab.m, model, (const char *[]){"run", "-", "-t", "1", NULL});
        ck_assert_msg(run.code == 1 && strstr(run.err, json_need(a, "run")->text), "%s%s", model,
                      run.err);
        mem_release(o.lab.m, mark);
    }
    lab_close(&o.lab);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {points_have_these_rates, runs_arrive_there,
                                  empty_and_free_are_answers};
    return test_run("hamiltonians of any kind", tests, COUNT(tests));
}
