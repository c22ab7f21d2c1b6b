/* gen/basis.c -- other one-forms of the same constraints: omega-bar_i = Lambda_i^j omega_j.
 *
 * They are that when they vanish on C and are as many, and independent; Lambda follows from their
 * values on the complement. The motion is the same; multipliers are lambda^j = Lambda_i^j lambda-bar^i,
 * and so are their rates up to the rates of Lambda.
 *
 * Martinez, Cortes, de Leon, section VIII, with its corrections.
 */
#include "gen/gen.h"

#include <string.h>

/* a_i(f_A) for the n forms and the fields from `first` on, n x count */
static void on_fields(const struct model *m, const ex *form, size_t n, size_t first, size_t count,
                      ex *out)
{
    for (size_t i = 0; i < n; i++)
        for (size_t A = 0; A < count; A++)
            out[i * count + A] = gen_dot(m->store, &form[i * m->sections], 1,
                                         m->field[first + A].component, m->sections);
}

static bool vanish_on_C(struct check *c, const struct other_basis *b)
{
    const struct model *m = c->model;
    ex *value = gen_row(c->diag->mem, b->n * m->rank);
    struct claims aside = {.n = 0};
    on_fields(m, b->form, b->n, 0, m->rank, value);
    for (size_t i = 0; i < b->n * m->rank; i++)
        if (!gen_vanishes(c->store, value[i], &aside)) {
            ex_simplify(c->store, &value[i], 1, &value[i]);
            const char *text = ex_show_within(c->store, value[i], EX_PLAIN, 80);
            gen_error(c->diag, b->where, "form %zu of this basis does not vanish on C",
                      i / m->rank + 1)
                ->help = gen_text(c->diag->mem, "on the field %s of C it is %s",
                                  m->field[i % m->rank].name, text ? text : "not 0");
            return false;
        }
    return true;
}

static void find_change(struct check *c, struct other_basis *b)
{
    const struct model *m = c->model;
    struct store *s = c->store;
    const size_t k = m->constraints, n = m->sections;
    ex *old = gen_row(c->diag->mem, k * n), *a = gen_row(c->diag->mem, k * k);
    ex *new = gen_row(c->diag->mem, k * k), *across = gen_row(c->diag->mem, k * k);
    ex *x = gen_row(c->diag->mem, k * k);
    if (b->n != k) {
        gen_error(c->diag, b->where, "this basis has %zu forms, but there are %zu constraints",
                  b->n, k)
            ->help = "it is another basis of the same constraints: as many one-forms";
        return;
    }
    if (!vanish_on_C(c, b))
        return;
    for (size_t i = 0; i < k; i++)
        memcpy(&old[i * n], m->constraint[i].form, n * sizeof *old);
    on_fields(m, old, k, m->rank, k, a);
    on_fields(m, b->form, k, m->rank, k, new);
    if (ex_rank_below(s, new, k, k) < k) {
        gen_error(c->diag, b->where, "the forms of this basis are dependent");
        return;
    }
    b->change = gen_row(c->diag->mem, k * k); /* Lambda a = new: transposed, a system for rows */
    ex_matrix_transpose(a, k, k, across);
    ex_matrix_transpose(new, k, k, a);
    if (!gen_solve(s, across, k, a, k, x))
        gen_error(c->diag, b->where, "this basis cannot be compared with the constraints");
    else
        ex_simplify(s, x, k * k, x);
    ex_matrix_transpose(x, k, k, b->change);
}

void gen_check_bases(struct check *c)
{
    struct model *m = c->model;
    for (size_t i = 0; i < m->bases; i++) {
        for (size_t j = 0; j < i; j++)
            if (strcmp(m->basis[i].name, m->basis[j].name) == 0)
                gen_error(c->diag, m->basis[i].where, "there is a basis '%s' already",
                          m->basis[i].name);
        find_change(c, &m->basis[i]);
    }
}

bool gen_use_basis(struct diag *d, struct model *m, const char *name)
{
    struct store *s = m->store;
    struct nearest near = gen_nearest(name, strlen(name));
    const size_t k = m->constraints, n = m->sections;
    const struct other_basis *b = NULL;
    for (size_t i = 0; i < m->bases; i++) {
        gen_offer(&near, m->basis[i].name);
        if (strcmp(m->basis[i].name, name) == 0)
            b = &m->basis[i];
    }
    if (!b) {
        const char *mean = gen_did_you_mean(d->mem, &near);
        gen_fail(d, EXIT_USAGE, "there is no basis '%s' in the model", name)->help =
            mean ? mean : "write one: basis NAME : ONE-FORM, ...";
        return false;
    }
    ex *speed = gen_row(d->mem, k);
    for (size_t i = 0; i < k; i++)
        speed[i] = m->constraint[i].speed;
    m->in_basis = b;
    for (size_t i = 0; i < k; i++) {
        m->constraint[i].form = &b->form[i * n];
        m->constraint[i].speed = gen_dot(s, &b->change[i * k], 1, speed, k);
    }
    return true;
}

ex gen_given_multiplier(const struct model *m, const ex *lambda, size_t i)
{
    const size_t k = m->constraints;
    return m->in_basis ? gen_dot(m->store, &m->in_basis->change[i], k, lambda, k) : lambda[i];
}

/* ---- what is shown ---- */

void gen_put_bases(struct system *sys)
{
    const struct model *m = sys->model;
    struct mem *mem = ex_mem(m->store);
    const size_t k = m->constraints;
    for (size_t i = 0; i < m->bases; i++) {
        const struct other_basis *b = &m->basis[i];
        struct object *o = gen_object(
            sys, gen_text(mem, "Lambda_%s", b->name),
            gen_text(mem, "basis %s: its forms are Lambda times the constraints", b->name),
            b->change, k, k);
        if (b != m->in_basis) {
            o->note = gen_text(mem, "--basis %s shows what follows in that basis", b->name);
            continue;
        }
        ex *given = gen_row(mem, k);
        for (size_t j = 0; j < k; j++)
            given[j] = gen_given_multiplier(m, sys->lambda, j);
        o->note = "what follows is in this basis, and so are lambda, B, D, chi and C_ab; momenta, "
                  "h_2, accelerations and the bracket are the same in all";
        gen_object(sys, "lambda_model", "multipliers of the constraints of the model", given, k, 1);
    }
}
