/* gen/language/statement_basis.c -- other bases omega-bar_i = Lambda_i^j omega_j of the
 * constraints.
 *
 * Forms are another basis if they vanish on C, are independent, and are as many as the constraints.
 * As many of their components determine Lambda. The motion is the same; multipliers are
 * lambda^j = Lambda_i^j lambda-bar^i, and their rates have the rates of Lambda in addition.
 *
 * Martinez, Cortes, de Leon, section VIII, with its corrections.
 */
#include "gen/language/statement_basis.h"
#include "gen/language/statements.h"
#include "gen/symbolic/symbolic.h"

#include <string.h>

static bool vanish_on_C(struct check *c, const struct other_basis *b)
{
    const struct model *m = c->model;
    ex *value = sym_row(c->diag->mem, b->n * m->rank);
    struct claims unused = {.n = 0};
    for (size_t i = 0; i < b->n * m->rank; i++)
        value[i] = sym_dot(c->store, &b->form[i / m->rank * m->sections], 1,
                           m->field[i % m->rank].component, m->sections);
    for (size_t i = 0; i < b->n * m->rank; i++)
        if (!sym_vanishes(c->store, value[i], &unused)) {
            ex_simplify(c->store, &value[i], 1, &value[i]);
            const char *text = ex_show_within(c->store, value[i], EX_PLAIN, 80);
            base_error(c->diag, b->where, "form %zu of this basis does not vanish on C",
                       i / m->rank + 1)
                ->help = base_text(c->diag->mem, "on the field %s of C it is %s",
                                   m->field[i % m->rank].name, text ? text : "not 0");
            return false;
        }
    return true;
}

/* The columns `col` of n forms, transposed: n x n. */
static void take_columns(const struct model *m, const ex *form, const size_t *col, size_t n,
                         ex *out)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            out[j * n + i] = form[i * m->sections + col[j]];
}

/* Solves Lambda old = new in as many columns as there are forms, in which these are independent;
 * then it holds in all columns. */
static bool solve_change(struct check *c, struct other_basis *b, const ex *old)
{
    enum { TRIES = 200 };
    const struct model *m = c->model;
    struct store *s = c->store;
    const size_t k = m->constraints;
    ex *a = sym_row(c->diag->mem, k * k), *new = sym_row(c->diag->mem, k * k);
    size_t *col = mem_take_array(c->diag->mem, k + 1, sizeof *col), tries = 0;
    for (size_t j = 0; j < k; j++)
        col[j] = j;
    do
        take_columns(m, old, col, k, a);
    while (ex_ranks(s, a, k, k).least < k && sym_next_choice(col, k, m->sections) &&
           ++tries < TRIES);
    take_columns(m, b->form, col, k, new);
    if (ex_ranks(s, new, k, k).most < k || !sym_solve(s, a, k, new, k, a))
        return false;
    ex_simplify(s, a, k * k, a);
    b->change = sym_row(c->diag->mem, k * k);
    ex_matrix_transpose(a, k, k, b->change);
    return true;
}

static void find_change(struct check *c, struct other_basis *b)
{
    const struct model *m = c->model;
    const size_t k = m->constraints, n = m->sections;
    ex *old = sym_row(c->diag->mem, k * n);
    if (b->n != k) {
        base_error(c->diag, b->where, "this basis has %zu forms, and the model %zu constraint%s",
                   b->n, k, k == 1 ? "" : "s")
            ->help = "it is another basis of the same constraints: as many one-forms";
        return;
    }
    if (!vanish_on_C(c, b))
        return;
    for (size_t i = 0; i < k; i++)
        memcpy(&old[i * n], m->constraint[i].form, n * sizeof *old);
    if (!solve_change(c, b, old))
        base_error(c->diag, b->where, "the forms of this basis are dependent");
}

size_t lang_bases(const struct model *m, struct other_basis **out)
{
    *out = m->kept[STATEMENT_basis].at;
    return m->kept[STATEMENT_basis].n;
}

void lang_check_bases(struct check *c)
{
    struct other_basis *basis = NULL;
    const size_t n = lang_bases(c->model, &basis);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++)
            if (strcmp(basis[i].name, basis[j].name) == 0)
                base_error(c->diag, basis[i].where, "there is a basis '%s' already", basis[i].name);
        find_change(c, &basis[i]);
    }
}

bool lang_use_basis(struct diag *d, struct model *m, const char *name)
{
    struct store *s = m->store;
    struct nearest near = base_nearest(name, strlen(name));
    const size_t k = m->constraints, n = m->sections;
    struct other_basis *basis = NULL;
    const struct other_basis *b = NULL;
    const size_t bases = lang_bases(m, &basis);
    for (size_t i = 0; i < bases; i++) {
        base_offer(&near, basis[i].name);
        if (strcmp(basis[i].name, name) == 0)
            b = &basis[i];
    }
    if (!b) {
        const char *mean = base_did_you_mean(d->mem, &near);
        base_fail(d, EXIT_USAGE, "there is no basis '%s' in the model", name)->help =
            mean ? mean : "write one: basis NAME : ONE-FORM, ...";
        return false;
    }
    ex *speed = sym_row(d->mem, k);
    for (size_t i = 0; i < k; i++)
        speed[i] = m->constraint[i].speed;
    m->in_basis = b;
    for (size_t i = 0; i < k; i++) {
        m->constraint[i].form = &b->form[i * n];
        m->constraint[i].speed = sym_dot(s, &b->change[i * k], 1, speed, k);
    }
    return true;
}

ex lang_given_multiplier(const struct model *m, const ex *lambda, size_t i)
{
    const size_t k = m->constraints;
    return m->in_basis ? sym_dot(m->store, &m->in_basis->change[i], k, lambda, k) : lambda[i];
}
