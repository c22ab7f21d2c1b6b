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

static const char *standing_word(const struct family *f)
{
    return f->exact.proved ? "proved" : f->sure ? "numerical" : "numerical, in doubles";
}

/* Says what is proved: for which symbols the equilibrium is an identity. */
static void put_standing(struct analysis *a, const struct family *f)
{
    fputs("         ", a->out);
    const bool some = f->exact.over && *f->exact.over, more = a->sys->model->params > 0;
    if (f->exact.over)
        fprintf(a->out, "exact%s%s%s%s\n", some || more ? " for all values of " : "", f->exact.over,
                some && more ? " and " : "", more ? "the parameters" : "");
    else if (f->exact.proved)
        fputs("exact, for these values of the parameters\n", a->out);
    else if (f->sure)
        fputs("numerical: nothing is proved; the rates vanish to 30 digits\n", a->out);
    else
        fputs("numerical: nothing is proved; the rates vanish in double precision\n", a->out);
}

/* A family is proved where as many states may have any value. */
static void put_dimension(struct analysis *a, const struct family *f)
{
    const bool proved = f->exact.over && f->exact.states >= f->wide;
    if (f->wide)
        fprintf(a->out, "   (one of a family of dimension %zu%s)", f->wide,
                proved ? "" : ", numerically");
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
            if (k == i)
                put_dimension(a, &all[k]);
            fputs("\n         ", a->out);
            analyze_put_eigenvalues(a->out, &all[k].linear);
            fprintf(a->out, "\n         %s\n", analyze_stability_text(a, &all[k].linear));
            put_standing(a, &all[k]);
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
        base_json_string(j, "standing", standing_word(&all[i]));
        base_json_string(j, "exact", all[i].exact.over);
        base_json_bool(j, "dimension_proved",
                       all[i].exact.over && all[i].exact.states >= all[i].wide);
        base_json_end(j);
    }
    base_json_end(j);
}

struct answer {
    struct family *rest, *steady;
    size_t rests, steadies, starts;
    const bool *free;
    bool *show;
    struct region *region;
    enum analyze_complete rest_set, steady_set;
};

/* Is the list of a set proved to be complete? Only a set that is not empty is known to be a plane.
 */
static bool is_complete(enum analyze_complete set, size_t found)
{
    return set == COMPLETE_NONE || (set == COMPLETE_AFFINE && found);
}

static bool has_free(const struct analysis *a, const struct answer *w)
{
    for (size_t i = 0; i < a->sys->states; i++)
        if (w->free[i])
            return true;
    return false;
}

/* Solutions there are no equilibria: rates have no value, or depend on the direction. */
static void put_poles(struct analysis *a)
{
    enum { BYTES = 80 };
    const struct block *pole = &a->sys->block[RT_pole];
    for (size_t i = 0; i < pole->rows && pole->at; i++) {
        const char *e = ex_show_within(a->sys->model->store, pole->at[i], EX_PLAIN, BYTES);
        fprintf(a->out, "  not searched: poles of the equations, if any, where %s = 0\n",
                e ? e : "a long expression");
    }
}

static void json_poles(struct json *j, struct analysis *a)
{
    const struct block *pole = &a->sys->block[RT_pole];
    base_json_array(j, "poles");
    for (size_t i = 0; i < pole->rows && pole->at; i++)
        base_json_string(j, NULL, ex_show(a->sys->model->store, pole->at[i], EX_PLAIN));
    base_json_end(j);
}

static void put_region(struct analysis *a, const struct answer *w)
{
    const char *between = " in ";
    fprintf(a->out, "  searched: %zu starts", w->starts);
    for (size_t i = 0; i < a->sys->states; i++) {
        if (w->free[i])
            continue;
        fprintf(a->out, "%s%s", between, a->sys->state_name[i]);
        between = ", ";
        if (w->region[i].angle) {
            fputs(" (all angles)", a->out);
            continue;
        }
        fputs(" from ", a->out);
        analyze_put_brief(a->out, w->region[i].low, 0, 6);
        fputs(" to ", a->out);
        analyze_put_brief(a->out, w->region[i].high, 0, 6);
    }
    fputc('\n', a->out);
    put_poles(a);
    const bool rests = is_complete(w->rest_set, w->rests);
    const bool steadies = !has_free(a, w) || is_complete(w->steady_set, w->steadies);
    if (rests && steadies && !w->rests && !w->steadies)
        return;
    fputs(
        rests && steadies ? "  these are all, proved\n"
        : rests           ? "  all at rest are listed, proved; there may be other steady motions\n"
        : steadies && has_free(a, w)
            ? "  all steady motions are listed, proved; there may be others at rest\n"
            : "  the search is not exhaustive: there may be others, in these ranges and outside\n",
        a->out);
}

static void json_region(struct json *j, struct analysis *a, const struct answer *w)
{
    base_json_object(j, "searched");
    base_json_count(j, "starts", w->starts);
    base_json_object(j, "region");
    for (size_t i = 0; i < a->sys->states; i++)
        if (!w->free[i])
            base_json_numbers(j, a->sys->state_name[i],
                              (const double[]){w->region[i].low, w->region[i].high}, 2);
    base_json_end(j);
    json_poles(j, a);
    base_json_bool(j, "rest_complete", is_complete(w->rest_set, w->rests));
    base_json_bool(j, "steady_complete",
                   !has_free(a, w) || is_complete(w->steady_set, w->steadies));
    base_json_end(j);
}

static void put_answer(struct analysis *a, const struct answer *w)
{
    fprintf(a->out, "%s   %s form\n", a->sys->model->title, a->sys->form->name);
    put_free(a, w->free);
    const bool algebra = a->sys->model->sections > a->sys->model->coords;
    fputs(w->rests && algebra
              ? "  states that do not change: coordinates rest, velocities are constant\n"
          : w->rests ? "  at rest\n"
          : w->rest_set == COMPLETE_NONE
              ? "  nothing is ever at rest, proved: a rate never vanishes\n"
              : "  nothing at rest was found\n",
          a->out);
    put_families(a, w->rest, w->rests, w->show);
    if (has_free(a, w)) {
        fputs(w->steadies ? "  steady motions: only free coordinates change\n"
              : w->steady_set == COMPLETE_NONE
                  ? "  there is no steady motion, proved: a rate never vanishes\n"
              : w->rests ? "  no other steady motion was found\n"
                         : "  no steady motion was found\n",
              a->out);
        put_families(a, w->steady, w->steadies, w->show);
    }
    put_region(a, w);
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
    json_region(&j, a, w);
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
                       .show = mem_take_array(m, n + 1, sizeof *w.show),
                       .region = mem_take_array(m, n + 1, sizeof *w.region)};
    bool *none = mem_take_array(m, n + 1, sizeof *none);
    const size_t frees = analyze_free_coordinates(a, free);
    for (size_t i = 0; i < n; i++) {
        w.show[i] = !free[i];
        none[i] = false;
    }
    if (!form_more_blocks(a->diag, a->sys, 1U << RT_pole))
        return EXIT_MODEL;
    analyze_region(a, free, w.region);
    w.rest_set = analyze_is_complete(a, none);
    w.steady_set = analyze_is_complete(a, free);
    w.rests = analyze_steady(a, free, false, w.starts, w.rest);
    if (frees)
        w.steadies = analyze_steady(a, free, true, w.starts, w.steady);
    if (a->json)
        json_answer(a, &w);
    else
        put_answer(a, &w);
    return w.rests || w.steadies ? EXIT_DONE : EXIT_NO;
}
