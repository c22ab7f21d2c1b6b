/* gen/find_equilibria.c -- where nothing moves, and steady motions: what steady.c found, family by
 * family. */
#include "gen/analyze.h"

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

/* What is exact: an identity in parameters, and in states that were left as they are. */
static void put_exactly(struct analysis *a, const struct family *f)
{
    if (f->exactly)
        fprintf(a->out, "         exact, whatever %s%sparameters are\n", f->exactly,
                *f->exactly ? " and " : "");
}

/* Members of a family behind its first. */
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
            gen_put_states(a, all[k].x, show);
            if (k == i && all[k].wide)
                fprintf(a->out, "   (one of a family of dimension %zu)", all[k].wide);
            fputs("\n         ", a->out);
            gen_put_eigenvalues(a->out, &all[k].linear);
            fprintf(a->out, "\n         %s\n", gen_stability_text(a, &all[k].linear));
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
    gen_json_array(j, key);
    for (size_t i = 0; i < n; i++) {
        gen_json_object(j, NULL);
        gen_json_count(j, "group", all[i].group + 1);
        gen_json_count(j, "dimension", all[i].wide);
        gen_json_states(j, "state", a, all[i].x);
        gen_json_states(j, "rate", a, all[i].linear.rate);
        gen_json_eigenvalues(j, &all[i].linear);
        gen_json_string(j, "verdict", gen_stability_text(a, &all[i].linear));
        gen_json_string(j, "exact", all[i].exactly);
        gen_json_end(j);
    }
    gen_json_end(j);
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
    struct json j = gen_json(a->out, 2);
    gen_json_object(&j, NULL);
    gen_json_string(&j, "model", a->sys->model->title);
    gen_json_string(&j, "form", a->sys->form->name);
    gen_json_number(&j, "t", a->t);
    gen_json_count(&j, "starts", w->starts);
    gen_json_array(&j, "free");
    for (size_t i = 0; i < a->sys->states; i++)
        if (w->free[i])
            gen_json_string(&j, NULL, a->sys->state_name[i]);
    gen_json_end(&j);
    json_families(&j, "rest", a, w->rest, w->rests);
    json_families(&j, "steady", a, w->steady, w->steadies);
    gen_json_end(&j);
}

enum gen_exit gen_find_equilibria(struct analysis *a)
{
    struct mem *m = a->diag->mem;
    const size_t n = a->sys->states;
    bool *free = mem_take_array(m, n + 1, sizeof *free);
    struct answer w = {.rest = mem_take_array(m, GEN_FAMILIES, sizeof *w.rest),
                       .steady = mem_take_array(m, GEN_FAMILIES, sizeof *w.steady),
                       .starts = gen_count_starts(n),
                       .free = free,
                       .show = mem_take_array(m, n + 1, sizeof *w.show)};
    const size_t frees = gen_free_coordinates(a, free);
    for (size_t i = 0; i < n; i++)
        w.show[i] = !free[i];
    w.rests = gen_find_steady(a, free, false, w.starts, w.rest);
    if (frees)
        w.steadies = gen_find_steady(a, free, true, w.starts, w.steady);
    if (a->json)
        json_answer(a, &w);
    else
        put_answer(a, &w);
    return w.rests || w.steadies ? EXIT_DONE : EXIT_NO;
}
