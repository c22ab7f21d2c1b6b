/* gen/start/branches.c -- choice between several solutions of the conditions on the last states.
 *
 * Conditions that determine momenta implicitly may do so in several ways at the initial point. They
 * are found by Newton's method from many values of these momenta. A run has the solution nearest to
 * the first guesses of `init`, which are 0 where none is given; the others are listed.
 */
#include "gen/start/initial_state.h"

#include <math.h>
#include <string.h>

enum { MOST = 12, STARTS = 48 };
struct search {
    struct diag *diag;
    const struct place *at;
    const struct given *given;
    size_t first, n; /* states that the conditions determine */
    const struct stated *condition;
    double *found; /* solutions, n each */
    size_t all;
};

static bool is_new(const struct search *f, const double *u)
{
    const double apart = 1e-6;
    for (size_t k = 0; k < f->all; k++) {
        bool same = true;
        for (size_t i = 0; i < f->n; i++)
            same &= fabs(f->found[k * f->n + i] - u[i]) <= apart * (1 + fabs(u[i]));
        if (same)
            return false;
    }
    return true;
}

static bool holds(const struct search *f, const struct place *at)
{
    const double bar = 1e-9;
    for (size_t i = 0; i < f->n; i++) {
        double value = INFINITY;
        start_eval_place(at, &f->condition[i].value, 1, &value);
        if (!(fabs(value) <= bar))
            return false;
    }
    return true;
}

/* Adds the solution that Newton's method finds from u. */
static void try_from(struct search *f, const double *u)
{
    struct diag aside = base_aside(f->diag);
    struct mem_text missing = mem_text(f->diag->mem);
    const size_t n = f->at->sys->states;
    struct place at = *f->at;
    at.x = mem_take_array(f->diag->mem, n + 1, sizeof *at.x);
    memcpy(at.x, f->at->x, n * sizeof *at.x);
    memcpy(&at.x[f->first], u, f->n * sizeof *u);
    start_find_velocities(&aside, &at, f->given, false, &missing);
    if (aside.errors == 0 && holds(f, &at) && is_new(f, &at.x[f->first]) && f->all < MOST)
        memcpy(&f->found[f->n * f->all++], &at.x[f->first], f->n * sizeof *u);
}

/* The first guesses; returns the number of momenta with a value, `guesses` that with a guess. */
static size_t find_guess(const struct search *f, double *guess, size_t *guesses)
{
    const struct system *sys = f->at->sys;
    size_t fixed = 0;
    *guesses = 0;
    for (size_t i = 0; i < f->n; i++) {
        guess[i] = 0;
        for (size_t k = 0; k < f->given->n; k++) {
            const struct ival *v = &f->given->at[k];
            if (v->of != IVAL_MOMENTUM || sys->eta[v->index] != sys->state[f->first + i])
                continue;
            guess[i] = lang_value(sys->model, v->value, f->at->p);
            fixed += !v->guess;
            *guesses += v->guess;
        }
    }
    return fixed;
}

/* -8 to 8 and beyond for one momentum, closer together near 0; else points around the guess. */
static double start_at(unsigned k, size_t i, size_t n)
{
    const double least = 1.0 / 16, wide = 2, ratio = 1.5;
    const unsigned step = k / 2;
    if (n == 1)
        return (k % 2 ? 1 : -1) * least * pow(ratio, step);
    return wide * pow(4, (int)(k % 3) - 1) * base_arbitrary(k, i);
}

static double distance(const struct search *f, const double *u, const double *guess)
{
    double sum = 0;
    for (size_t i = 0; i < f->n; i++)
        sum += (u[i] - guess[i]) * (u[i] - guess[i]);
    return sum;
}

static const char *solution_text(const struct search *f, size_t k)
{
    struct mem_text text = mem_text(f->diag->mem);
    for (size_t i = 0; i < f->n; i++) {
        char number[EX_DOUBLE_ROOM];
        ex_double_brief(f->found[k * f->n + i], 6, number);
        mem_put_f(&text, "%s%s = %s", i ? ", " : "", f->at->sys->state_name[f->first + i], number);
    }
    return text.text;
}

static const char *choice_text(const struct search *f, size_t k)
{
    struct mem_text text = mem_text(f->diag->mem);
    mem_put(&text, "init ");
    for (const char *c = solution_text(f, k); *c; c++)
        mem_put_char(&text, *c == '=' ? '~' : *c);
    return text.text;
}

static void tell(const struct search *f, size_t chosen)
{
    struct mem_text text = mem_text(f->diag->mem);
    const size_t other = chosen == 0 ? 1 : 0;
    for (size_t k = 0; k < f->all; k++)
        if (k != chosen)
            mem_put_f(&text, "%s%s", text.len ? "; " : "", solution_text(f, k));
    base_remark(f->diag, f->condition[0].where,
                "the momenta of the complement have %zu values at the start: %s is taken", f->all,
                solution_text(f, chosen))
        ->help = base_text(f->diag->mem, "the others are %s; a first guess chooses one: %s",
                           text.text, choice_text(f, other));
}

void start_choose_branch(struct diag *d, const struct place *at, const struct given *given)
{
    const struct system *sys = at->sys;
    struct search f = {.diag = d, .at = at, .given = given};
    f.n = form_conditions(sys, &f.condition);
    f.first = sys->states - f.n;
    size_t guesses = 0;
    double *guess = mem_take_array(d->mem, 2 * f.n + 1, sizeof *guess), *u = guess + f.n;
    if (f.n == 0)
        return;
    f.found = mem_take_array(d->mem, MOST * f.n + 1, sizeof *f.found);
    const bool fixed = find_guess(&f, guess, &guesses) == f.n;
    memcpy(&at->x[f.first], guess, f.n * sizeof *guess);
    if (fixed)
        return;
    try_from(&f, guess);
    for (unsigned k = 0; k < STARTS; k++) {
        for (size_t i = 0; i < f.n; i++)
            u[i] = start_at(k, i, f.n) + (f.n == 1 ? 0 : guess[i]);
        try_from(&f, u);
    }
    size_t best = 0;
    for (size_t k = 1; k < f.all; k++)
        if (distance(&f, &f.found[k * f.n], guess) < distance(&f, &f.found[best * f.n], guess))
            best = k;
    if (f.all)
        memcpy(&at->x[f.first], &f.found[best * f.n], f.n * sizeof *guess);
    if (f.all > 1 && guesses < f.n)
        tell(&f, best);
}
