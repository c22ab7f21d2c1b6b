/* gen/forms/effective_space.c -- effective phase space: momenta that conditions on them determine.
 *
 * n conditions on n momenta eta_alpha of the complement, (27) of dirac.c. Where they are affine and
 * regular, all momenta follow at once. Else conditions are solved one after the other, each for a
 * momentum of which it has only one value, and the value is put into the others. Of the rest, as
 * many momenta stay open as independent conditions are left: these then determine them, but only
 * implicitly. Momenta that no condition contains are free, and a condition without momenta is
 * contradictory, trivial, or one between the other states.
 */
#include "gen/forms/effective_space.h"
#include "gen/forms/form.h"
#include "gen/forms/properties.h"

#include <string.h>

struct search {
    struct diag *diag;
    struct store *store;
    struct system *sys;
    size_t n;
    const ex *eta; /* symbols */
    ex *value;     /* of each, or EX_POISON */
    ex *row;       /* conditions at the values found */
    bool *used;    /* conditions that hold */
    bool peels;    /* exponential functions and odd powers may be inverted */
    ex never;      /* a condition that has no solution, or EX_POISON */
};

/* ---- affine conditions ---- */

static bool are_affine(struct store *s, const ex *e, const ex *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const int64_t degree = ex_degree(s, e[i], x, n);
        if (degree < 0 || degree > 1)
            return false;
    }
    return true;
}

static bool solve_affine(const struct search *f, ex *out)
{
    struct store *s = f->store;
    const size_t n = f->n;
    ex *bend = sym_row(f->diag->mem, n * n), *right = sym_row(f->diag->mem, n);
    ex *zero = sym_row(f->diag->mem, n);
    if (!are_affine(s, f->row, f->eta, n))
        return false;
    for (size_t i = 0; i < n; i++)
        zero[i] = ex_int(s, 0);
    ex_jacobian(s, f->row, n, f->eta, n, bend);
    ex_subst(s, f->row, n, f->eta, zero, n, right);
    for (size_t i = 0; i < n; i++)
        right[i] = ex_neg(s, right[i]);
    return sym_solve(s, bend, n, right, 1, out);
}

/* ---- one after the other ---- */

static bool has_unknown(const struct search *f, ex e)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->value[i] == EX_POISON && ex_has(f->store, e, f->eta[i]))
            return true;
    return false;
}

static void put_value(struct search *f, size_t j, ex value)
{
    struct store *s = f->store;
    f->value[j] = value;
    for (size_t i = 0; i < f->n; i++) {
        if (i != j && f->value[i] != EX_POISON)
            ex_subst(s, &f->value[i], 1, &f->eta[j], &value, 1, &f->value[i]);
        ex_subst(s, &f->row[i], 1, &f->eta[j], &value, 1, &f->row[i]);
    }
}

/* Solves a condition for one momentum; false: for none. */
static bool solve_one(struct search *f, size_t i)
{
    for (size_t j = 0; j < f->n; j++) {
        if (f->value[j] != EX_POISON || !ex_has(f->store, f->row[i], f->eta[j]))
            continue;
        bool never = false;
        ex rest = f->row[i];
        const ex e = f->peels ? form_peeled(f->store, rest, f->eta[j]) : rest;
        const ex value = form_closed_root(f->diag, f->store, e, f->eta[j], &never);
        f->never = never ? rest : f->never;
        if (value == EX_POISON)
            continue;
        ex_subst(f->store, &rest, 1, &f->eta[j], &value, 1, &rest);
        if (!sym_vanishes(f->store, rest, &f->sys->claims))
            continue;
        put_value(f, j, value);
        f->used[i] = true;
        return true;
    }
    return false;
}

static void solve_each(struct search *f)
{
    bool goes_on = true;
    while (goes_on) {
        goes_on = false;
        for (size_t i = 0; i < f->n; i++) {
            if (f->used[i])
                continue;
            if (sym_vanishes(f->store, f->row[i], &f->sys->claims))
                f->used[i] = true;
            else
                goes_on |= solve_one(f, i);
        }
    }
}

/* ---- the rest ---- */

/* Conditions that never hold, and bounds, which have no unknowns. */
static void take_constants(struct search *f, struct effective *out)
{
    struct store *s = f->store;
    for (size_t i = 0; i < f->n; i++) {
        if (f->used[i])
            continue;
        ex e = f->row[i];
        const bool never = e == f->never;
        e = form_essential(s, e);
        if (never || sym_never_zero(s, e, NULL, NULL, 0) || ex_sign_on(s, e, NULL, NULL, 0) != 0)
            out->never = e;
        else if (!has_unknown(f, e))
            out->bound = e;
    }
}

/* Are these columns of a, rows x cols, independent almost everywhere? */
static bool independent(struct diag *d, struct store *s, const ex *a, size_t rows, size_t cols,
                        const size_t *col, size_t n)
{
    ex *part = sym_row(d->mem, rows * n);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < n; j++)
            part[i * n + j] = a[i * cols + col[j]];
    return ex_ranks(s, part, rows, n).most == n;
}

/* Momenta that stay open, with the conditions left; the others are free. */
static void take_open(struct search *f, struct effective *out)
{
    struct store *s = f->store;
    const size_t n = f->n;
    ex *unknown = sym_row(f->diag->mem, n), *slope = NULL;
    size_t *of = mem_take_array(f->diag->mem, n + 1, sizeof *of), unknowns = 0, rows = 0;
    size_t *chosen = mem_take_array(f->diag->mem, n + 1, sizeof *chosen);
    for (size_t j = 0; j < n; j++)
        if (f->value[j] == EX_POISON) {
            of[unknowns] = j;
            unknown[unknowns++] = f->eta[j];
        }
    for (size_t i = 0; i < n; i++)
        if (!f->used[i] && has_unknown(f, f->row[i]))
            out->condition[rows++] = f->row[i];
    slope = sym_row(f->diag->mem, rows * unknowns);
    ex_jacobian(s, out->condition, rows, unknown, unknowns, slope);
    for (size_t j = 0; j < unknowns; j++) {
        chosen[out->opens] = j;
        if (out->never == EX_POISON && out->opens < rows &&
            independent(f->diag, s, slope, rows, unknowns, chosen, out->opens + 1))
            out->open[out->opens++] = of[j];
        else
            out->free[out->frees++] = of[j];
    }
    const bool more = out->opens < rows; /* dependent where they hold, or contradictory */
    if (more && out->never == EX_POISON)
        out->bound = out->condition[out->opens];
}

static struct effective solve(struct diag *d, struct system *sys, const ex *condition,
                              const ex *eta, size_t n, bool peels)
{
    struct store *s = sys->model->store;
    struct search f = {.diag = d,
                       .store = s,
                       .sys = sys,
                       .n = n,
                       .eta = eta,
                       .value = sym_row(d->mem, n),
                       .row = sym_row(d->mem, n),
                       .used = mem_take_array(d->mem, n + 1, sizeof *f.used),
                       .peels = peels,
                       .never = EX_POISON};
    struct effective out = {.n = n,
                            .eta = sym_row(d->mem, n),
                            .holds = f.used,
                            .open = mem_take_array(d->mem, n + 1, sizeof *out.open),
                            .condition = sym_row(d->mem, n),
                            .free = mem_take_array(d->mem, n + 1, sizeof *out.free),
                            .never = EX_POISON,
                            .bound = EX_POISON};
    for (size_t i = 0; i < n; i++) {
        f.row[i] = condition[i];
        f.value[i] = EX_POISON;
        f.used[i] = true;
    }
    if (solve_affine(&f, out.eta))
        return out;
    memset(f.used, 0, n * sizeof *f.used);
    solve_each(&f);
    take_constants(&f, &out);
    take_open(&f, &out);
    for (size_t i = 0; i < n; i++)
        out.eta[i] = f.value[i] != EX_POISON ? f.value[i] : eta[i];
    return out;
}

struct effective form_effective_space(struct diag *d, struct system *sys, const ex *condition,
                                      const ex *eta, size_t n)
{
    return solve(d, sys, condition, eta, n, false);
}

bool form_solved(struct diag *d, struct system *sys, const ex *condition, const ex *x, size_t n,
                 ex *out)
{
    const struct effective e = solve(d, sys, condition, x, n, true);
    for (size_t i = 0; i < n; i++)
        out[i] = e.eta[i];
    return e.opens == 0 && e.frees == 0 && e.never == EX_POISON && e.bound == EX_POISON;
}
