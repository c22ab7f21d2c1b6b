/* tests/unit/trajectories_against_reference.c -- trajectories of systems of Grabowska et al.,
 * against 40-digit values.
 *
 * data/trajectories.json has nine of them: the model, its parameters, names of the states, and rows
 * of t and the state, the first of which is the initial state. Every accurate method must reach
 * them.
 */
#include "gen/forms/system.h"
#include "support/support.h"

#include <math.h>
#include <string.h>

#define DATA "tests/unit/data/trajectories.json"

/* The balls of the data have the brackets of the body, the models those of space. */
static const char *model_of(struct mem *m, const struct jnode *run)
{
    const char *text = tool_without(m, tool_file(m, json_need(run, "path")->text), "init");
    const char *space = strstr(text, "so(3) space");
    if (json_need(run, "body")->kind == JSON_FALSE)
        return text;
    REQUIRE(space, "%s has no so(3) space", json_need(run, "path")->text);
    return base_text(m, "%.*sso(3) body %s", (int)(space - text), text,
                     space + strlen("so(3) space"));
}

static struct question question(struct mem *m, const struct jnode *run)
{
    const struct jnode *rows = json_need(run, "rows"), *names = json_need(run, "names");
    struct mem_text params = mem_text(m), start = mem_text(m), times = mem_text(m);
    for (const struct jnode *p = json_need(run, "params")->first; p; p = p->next)
        tool_assign(&params, p->key, p->number);
    for (size_t i = 0; i < names->n; i++)
        tool_assign(&start, json_at(names, i)->text, json_at(json_at(rows, 0), i + 1)->number);
    for (size_t i = 0; i < rows->n; i++) {
        char digits[EX_DOUBLE_ROOM];
        ex_double_show(json_at(json_at(rows, i), 0)->number, digits);
        mem_put_f(&times, "%s%s", i ? "," : "", digits);
    }
    return (struct question){
        .model = model_of(m, run), .params = params.text, .at = start.text, .times = times.text};
}

static void check_rows(const struct jnode *run, const struct question *q, const struct rows *got)
{
    const struct jnode *rows = json_need(run, "rows"), *names = json_need(run, "names");
    ck_assert_uint_eq(got->n, rows->n);
    for (size_t k = 0; k < rows->n; k++) {
        const struct jnode *want = json_at(rows, k);
        double size = 0;
        for (size_t i = 0; i < want->n; i++)
            size = fmax(size, fabs(json_at(want, i)->number));
        ck_assert(tool_cell(got, k, "t") == json_at(want, 0)->number);
        for (size_t i = 0; i < names->n; i++) {
            const char *name = json_at(names, i)->text;
            tool_near(q->method, name, tool_cell(got, k, name), json_at(want, i + 1)->number,
                      1e-11 * (1 + size));
        }
    }
}

/* Methods of low order, such as discrete gradients, have other tests. */
static bool is_good(const struct rt_method *m)
{
    return m->adaptive || m->order >= 6;
}

START_TEST(motions_go_where_40_digits_go)
{
    struct lab l = lab_open();
    const struct jnode *all = json_read(l.m, tool_file(l.m, DATA));
    REQUIRE(all && all->kind == JSON_LIST && all->n == 9, DATA " is not what it should be");
    for (size_t i = 0; i < rt_method_count; i++)
        for (size_t k = 0; k < all->n && is_good(&rt_methods[i]); k++) {
            const struct mem_mark mark = mem_mark(l.m);
            struct question q = question(l.m, json_at(all, k));
            const struct rt_method *m = &rt_methods[i];
            q.method = m->name;
            q.tol = m->adaptive ? "1e-14" : NULL;
            q.step = m->adaptive ? NULL : "0.005";
            const struct rows rows = tool_rows(l.m, &q);
            check_rows(json_at(all, k), &q, &rows);
            mem_release(l.m, mark);
        }
    lab_close(&l);
}
END_TEST

/* The same states in every form that has them. */
START_TEST(all_forms_go_there)
{
    struct lab l = lab_open();
    const struct jnode *all = json_read(l.m, tool_file(l.m, DATA));
    for (size_t f = 0; f < form_row_count; f++)
        for (size_t k = 0; k < all->n; k++) {
            const struct mem_mark mark = mem_mark(l.m);
            struct question q = question(l.m, json_at(all, k));
            const bool charged = strstr(q.model, "\nmagnetic") != NULL;
            q.form = form_rows[f].name;
            q.method = "dop853";
            q.tol = "1e-14";
            if (strcmp(form_rows[f].phase, "C*") == 0 &&
                !(charged && strcmp(q.form, "skew") == 0)) {
                const struct rows rows = tool_rows(l.m, &q);
                check_rows(json_at(all, k), &q, &rows);
            }
            mem_release(l.m, mark);
        }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {motions_go_where_40_digits_go, all_forms_go_there};
    return test_run("trajectory", tests, COUNT(tests));
}
