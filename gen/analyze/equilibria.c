/* gen/analyze/equilibria.c -- analysis `equilibria`: rest states and steady motions, by family.
 *
 * steady_states.c finds them.
 */
#include "gen/analyze/linear.h"

enum { SHOWN = 12 };

static void put_free(struct analysis *a, const bool *free)
{
    const char *between = "  nothing depends on ";
    for (size_t i = 0; i < a->sys->states; i++)
        if (free[i]) {
            fprintf(a->out, "%s%s", between, a->sys->state_name[i]);
            between = ", ";
        }
    if (between[0] == ',')
        fputs(": these are free\n", a->out);
}

/* Says for which symbols the equilibrium is an identity: parameters, and states left symbolic. */
static void put_exactly(struct analysis *a, const struct family *f)
{
    if (f->exactly)
        fprintf(a->out, "         exact, whatever %s%sparameters are\n", f->exactly,
                *f->exactly ? " and " : "");
}

/* Prints families, the members of each after its first. */
static void put_families(struct analysis *a, const struct family *all, size_t n, const bool *show)
{
    size_t number = 0, shown = 0;
    for (size_t i = 0; i < n; i++) {
        if (all[i].group != i)
            continue;
        number++;
        for (size_t k = i; k < n && shown < SHOWN; k++) {
            if (all[k].group != i)
                continue;
            fprintf(a->out, k == i ? "    %zu  " : "       ", number);
            analyze_put_states(a, all[k].x, show);
            if (k == i && all[k].wide)
                fprintf(a->out, "   (one of a family of dimension %zu)", all[k].wide);
            fputs("\n         ", a->out);
            analyze_put_eigenvalues(a->out, &all[k].linear);
            fprintf(a->out, "\n         %s\n", analyze_stability_text(a, &all[k].linear));
            put_exactly(a, &all[k]);
            shown++;
        }
    }
    if (n > shown)
        fprintf(a->out, "    and %zu more: --json has them\n", n - shown);
}

static void json_families(struct json *j, const char *key, struct analysis *a,
                          const struct family *all, size_t n)
{
    base_json_array(j, key);
    for (size_t i = 0; i < n; i++) {
        base_json_object(j, NULL);
        base_json_count(j, "group", all[i].group + 1);
        base_json_count(j, "dimension", all[i].wide);
        analyze_json_states(j, "state", a, all[i].x);
        analyze_json_states(j, "rate", a, all[i].linear.rate);
        analyze_json_eigenvalues(j, &all[i].linear);
        base_json_string(j, "verdict", analyze_stability_text(a, &all[i].linear));
        base_json_string(j, "exact", all[i].exactly);
        base_json_end(j);
    }
    base_json_end(j);
}

struct answer {
    struct family *rest, *steady;
    size_t rests, steadies, starts;
    const bool *free;
    bool *show;
};

static void put_answer(struct analysis *a, const struct answer *w)
{
    const size_t n = a->sys->states;
    fprintf(a->out, "%s   %s form, from %zu starts\n", a->sys->model->title, a->sys->form->name,
            w->starts);
    put_free(a, w->free);
    fputs(w->rests ? "  at rest\n" : "  nothing at rest was found\n", a->out);
    put_families(a, w->rest, w->rests, w->show);
    for (size_t i = 0; i < n; i++)
        if (w->free[i]) {
            fputs(w->steadies ? "  steady motions: only free coordinates change\n"
                              : "  no steady motion was found beside\n",
                  a->out);
            put_families(a, w->steady, w->steadies, w->show);
            break;
        }
    if (!w->rests && !w->steadies)
        fputs("  which does not prove that there is none\n", a->out);
}

static void json_answer(struct analysis *a, const struct answer *w)
{
    struct json j = base_json(a->out, 2);
    base_json_object(&j, NULL);
    base_json_string(&j, "model", a->sys->model->title);
    base_json_string(&j, "form", a->sys->form->name);
    base_json_number(&j, "t", a->t);
    base_json_count(&j, "starts", w->starts);
    base_json_array(&j, "free");
    for (size_t i = 0; i < a->sys->states; i++)
        if (w->free[i])
            base_json_string(&j, NULL, a->sys->state_name[i]);
    base_json_end(&j);
    json_families(&j, "rest", a, w->rest, w->rests);
    json_families(&j, "steady", a, w->steady, w->steadies);
    base_json_end(&j);
}

enum base_exit analyze_equilibria(struct analysis *a)
{
    struct mem *m = a->diag->mem;
    const size_t n = a->sys->states;
    bool *free = mem_take_array(m, n + 1, sizeof *free);
    struct answer w = {.rest = mem_take_array(m, ANALYZE_FAMILIES, sizeof *w.rest),
                       .steady = mem_take_array(m, ANALYZE_FAMILIES, sizeof *w.steady),
                       .starts = analyze_count_starts(n),
                       .free = free,
                       .show = mem_take_array(m, n + 1, sizeof *w.show)};
    const size_t frees = analyze_free_coordinates(a, free);
    for (size_t i = 0; i < n; i++)
        w.show[i] = !free[i];
    w.rests = analyze_steady(a, free, false, w.starts, w.rest);
    if (frees)
        w.steadies = analyze_steady(a, free, true, w.starts, w.steady);
    if (a->json)
        json_answer(a, &w);
    else
        put_answer(a, &w);
    return w.rests || w.steadies ? EXIT_DONE : EXIT_NO;
}
