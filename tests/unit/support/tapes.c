/* tests/unit/support/tapes.c -- expressions as lists of operations on numbers. */
#include "world.h"

#include <stdlib.h>

static bool set_leaf(const struct world *w, ex e, struct step *step, mpfr_ptr out)
{
    if (ex_is_number(w->s, e)) {
        mp_number(w->s, e, out, MPFR_RNDN);
        return true;
    }
    if (ex_op(w->s, e) != EX_sym)
        return false;
    for (size_t k = 0; k < w->m->params; k++)
        if (w->m->param[k].symbol == e) {
            mpfr_set_d(out, w->p[k], MPFR_RNDN);
            return true;
        }
    step->symbol = world_symbol_at(w, e);
    step->fixed = false;
    mpfr_set_nan(out);
    return true;
}

static void apply(struct tape *t, size_t k)
{
    const struct step *step = &t->step[k];
    for (size_t i = 0; i < step->args; i++)
        t->taken[i] = t->value[t->arg[step->first + i]];
    mp_apply(step->op, t->value[k], t->taken, step->args, MPFR_RNDN);
}

struct tape tape_new(struct world *w, const ex *e, size_t n)
{
    struct mem *mem = ex_mem(w->s);
    const struct ex_list nodes = ex_reach(w->s, e, n);
    size_t args = 0, top = 0, most = 1;
    for (size_t k = 0; k < nodes.n; k++) {
        const size_t count = ex_count_args(w->s, nodes.at[k]);
        args += count;
        most = count > most ? count : most;
        top = nodes.at[k] > top ? nodes.at[k] : top;
    }
    struct tape t = {.steps = nodes.n, .outs = n};
    size_t *where = mem_take_array(mem, top + 1, sizeof *where);
    t.step = mem_take_array(mem, nodes.n + 1, sizeof *t.step);
    t.arg = mem_take_array(mem, args + 1, sizeof *t.arg);
    t.out = mem_take_array(mem, n + 1, sizeof *t.out);
    t.taken = mem_take_array(mem, most, sizeof *t.taken);
    t.value = malloc((nodes.n + 1) * sizeof *t.value);
    REQUIRE(t.value, "no memory");
    args = 0;
    for (size_t k = 0; k < nodes.n; k++) {
        const ex node = nodes.at[k];
        const size_t count = ex_count_args(w->s, node);
        t.step[k] = (struct step){ex_op(w->s, node), args, count, true, NOT_A_SYMBOL};
        where[node] = k;
        mpfr_init2(t.value[k], REAL_BITS);
        if (count == 0 && set_leaf(w, node, &t.step[k], t.value[k]))
            continue;
        for (size_t i = 0; i < count; i++) {
            t.arg[args] = where[ex_arg(w->s, node, i)];
            t.step[k].fixed &= t.step[t.arg[args++]].fixed;
        }
        if (t.step[k].fixed)
            apply(&t, k);
    }
    for (size_t i = 0; i < n; i++)
        t.out[i] = where[e[i]];
    return t;
}

void tape_free(struct tape *t)
{
    for (size_t k = 0; k < t->steps; k++)
        mpfr_clear(t->value[k]);
    free(t->value);
    *t = (struct tape){.steps = 0};
}

void tape_eval(struct tape *t, const real *x, real *out)
{
    for (size_t k = 0; k < t->steps; k++) {
        const struct step *step = &t->step[k];
        if (step->fixed)
            continue;
        if (step->op != EX_sym)
            apply(t, k);
        else if (step->symbol != NOT_A_SYMBOL && x[step->symbol])
            mpfr_set(t->value[k], x[step->symbol], MPFR_RNDN);
        else
            mpfr_set_nan(t->value[k]);
    }
    for (size_t i = 0; i < t->outs; i++)
        out[i] = real_copy(t->value[t->out[i]]);
}
