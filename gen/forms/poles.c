/* gen/forms/poles.c -- block pole: functions whose zeros are poles of the equations of motion.
 *
 * Rates are finite and smooth unless a denominator vanishes, so that the factors of denominators
 * are all that a run must watch: they come from a frame whose fields become dependent, from
 * constraints that do, from a mass matrix, or from the model itself. Left out are factors that are
 * proved never to vanish, and those with a zero near which the rates stay bounded.
 */
#include "gen/forms/poles.h"
#include "gen/forms/form.h"
#include "gen/language/values.h"

#include <math.h>

struct search {
    struct diag *diag;
    struct system *sys;
    const double *p;
    ex *symbol; /* parameters, with intervals around their values */
    struct ex_span *span;
    size_t spans;
    struct stack found;
};

/* Emitted code and sessions may have other values: intervals reach up to a factor of 1000. */
static void find_spans(struct search *f)
{
    const double factor = 1000;
    const struct model *m = f->sys->model;
    f->symbol = sym_row(f->diag->mem, m->params);
    f->span = mem_take_array(f->diag->mem, m->params + 1, sizeof *f->span);
    for (size_t i = 0; i < m->params; i++) {
        const double a = f->p[i] / factor, b = f->p[i] * factor;
        if (m->param[i].input || f->p[i] == 0 || !isfinite(a) || !isfinite(b))
            continue;
        f->symbol[f->spans] = m->param[i].symbol;
        f->span[f->spans++] = (struct ex_span){fmin(a, b), fmax(a, b)};
    }
}

static bool moves(const struct system *sys, ex e)
{
    struct store *s = sys->model->store;
    for (size_t i = 0; i < sys->states; i++)
        if (ex_has(s, e, sys->state[i]))
            return true;
    return ex_has(s, e, sys->model->time);
}

static bool is_known(const struct search *f, ex e)
{
    struct store *s = f->sys->model->store;
    for (size_t i = 0; i < f->found.n; i++)
        if (f->found.at[i] == e || f->found.at[i] == ex_neg(s, e))
            return true;
    return false;
}

/* The factors of e, without powers and names. */
static void add_factors(struct search *f, ex e)
{
    struct store *s = f->sys->model->store;
    struct stack todo = {.mem = f->diag->mem};
    sym_stack_push(&todo, e);
    while (todo.n) {
        int64_t k = 0;
        e = todo.at[--todo.n];
        const enum ex_op op = ex_op(s, e);
        if (op == EX_hold || (op == EX_pow && ex_is_int(s, ex_arg(s, e, 1), &k)))
            sym_stack_push(&todo, ex_arg(s, e, 0));
        else if (op == EX_mul)
            for (size_t i = 0; i < ex_count_args(s, e); i++)
                sym_stack_push(&todo, ex_arg(s, e, i));
        else if (moves(f->sys, e) && !ex_is_nonzero(s, e) && !is_known(f, e) &&
                 !sym_never_zero(s, e, f->symbol, f->span, f->spans))
            sym_stack_push(&f->found, e);
    }
}

/* Denominators, and cosines below tangents. */
static void add_denominators(struct search *f)
{
    struct store *s = f->sys->model->store;
    const struct ex_list all = ex_reach(s, f->sys->block[RT_rhs].at, f->sys->states);
    for (size_t i = 0; i < all.n; i++) {
        int64_t k = 0, den = 1;
        if (ex_op(s, all.at[i]) == EX_tan)
            add_factors(f, ex_cos(s, ex_arg(s, all.at[i], 0)));
        if (ex_op(s, all.at[i]) != EX_pow || !ex_is_rat(s, ex_arg(s, all.at[i], 1), &k, &den) ||
            k >= 0)
            continue;
        ex base = ex_arg(s, all.at[i], 0);
        if (sym_never_zero(s, base, f->symbol, f->span, f->spans))
            continue;
        if (ex_op(s, base) == EX_add && ex_operations(s, &base, 1) <= SYM_POLE_FACTOR)
            ex_simplify(s, &base, 1, &base);
        add_factors(f, base);
    }
}

static const ex *gram_of_fields(struct diag *d, const struct geom *g)
{
    struct store *s = g->model->store;
    const size_t n = g->n, r = g->rank;
    ex *gram = sym_row(d->mem, r * r);
    for (size_t a = 0; a < r; a++)
        for (size_t b = 0; b < r; b++)
            gram[a * r + b] =
                sym_dot(s, g->model->field[a].component, 1, g->model->field[b].component, n);
    return gram;
}

/* Where fields of the frame are dependent, states along them grow without bound or lose their
 * meaning, with or without a denominator. */
static void add_frame(struct search *f)
{
    const struct geom *g = f->sys->geom;
    const struct model *m = g->model;
    struct store *s = m->store;
    const bool chosen = g->rank < g->n && m->field[g->rank].chosen;
    const size_t n = chosen ? g->rank : g->n;
    const ex *a = chosen ? gram_of_fields(f->diag, g) : g->frame;
    if (f->sys->kind == STATES_p || f->sys->kind == STATES_y || n == 0)
        return;
    for (size_t i = 0; n > SYM_SMALL_RANK && i < g->pivots.vanish.n; i++)
        add_factors(f, g->pivots.vanish.at[i]);
    if (n > SYM_SMALL_RANK || ex_operations(s, a, n * n) > SYM_SIMPLIFY)
        return;
    ex det = ex_det(s, a, n);
    if (ex_operations(s, &det, 1) > SYM_POLE_FACTOR)
        return;
    ex_simplify(s, &det, 1, &det);
    add_factors(f, det);
}

bool form_derive_pole(struct diag *d, struct system *sys)
{
    struct diag aside = base_aside(d);
    double *p = mem_take_array(d->mem, sys->model->params + 1, sizeof *p);
    struct search f = {.diag = d, .sys = sys, .p = p, .found = {.mem = d->mem}};
    size_t n = 0, frame = 0;
    lang_find_params(&aside, sys->model, &(struct option_text){NULL, 0}, p);
    find_spans(&f);
    add_frame(&f);
    frame = f.found.n;
    add_denominators(&f);
    for (size_t i = 0; i < f.found.n; i++) {
        const ex e = f.found.at[i];
        const struct pole_place at = form_pole_place(d, sys, p, e);
        if (i < frame || !at.found || form_is_pole(d, sys, p, &at))
            f.found.at[n++] = e;
    }
    for (size_t i = 0; i < n; i++)
        (i ? sys->block[RT_pole].at : form_block_make(sys, RT_pole, n, 1))[i] = f.found.at[i];
    return true;
}

const char *form_pole_name(const struct system *sys, size_t i)
{
    struct store *s = sys->model->store;
    const char *text = ex_show_within(s, sys->block[RT_pole].at[i], EX_TEXT, SYM_POLE);
    return text ? base_text(ex_mem(s), " at %s = 0", text) : "";
}

struct pole_report form_pole_report(struct diag *d, const struct system *sys, size_t i,
                                    const double *p, const double *x, double t, double ahead)
{
    const ex e = sys->block[RT_pole].at[i];
    const struct pole_place at = form_pole_near(d, sys, p, e, x, t, ahead);
    struct pole_report out = form_pole_meaning(d, sys, p, &at);
    out.words = base_text(d->mem, "%s%s", out.words, form_pole_name(sys, i));
    return out;
}
