/* expr/exact/trail.c -- trail of an elimination: its steps, for independent verification.
 *
 * Rows [a | b] before and after every step are kept, with the matrix that gives the earlier rows
 * from the later ones. So a solution of the last rows solves the first, which can be verified entry
 * by entry, independent of the solver.
 */
#include "../store.h"

#include <string.h>

static ex *copy_of(struct store *s, const ex *e, size_t n)
{
    ex *copy = mem_take_array(s->mem, n + 1, sizeof *copy);
    if (n)
        memcpy(copy, e, n * sizeof *copy);
    return copy;
}

struct ex_trail ex_trail(struct store *s, const ex *a, size_t n, const ex *b, size_t cols)
{
    const size_t room = 2 * n + 2; /* a step for recognised zeros, and one for each pivot */
    struct ex_trail t = {.n = n, .width = n + cols};
    t.at = mem_take_array(s->mem, room, sizeof *t.at);
    t.by = mem_take_array(s->mem, room, sizeof *t.by);
    t.at[0] = mem_take_array(s->mem, n * t.width + 1, sizeof **t.at);
    for (size_t i = 0; i < n; i++) {
        memcpy(&t.at[0][i * t.width], &a[i * n], n * sizeof *a);
        if (cols)
            memcpy(&t.at[0][i * t.width + n], &b[i * cols], cols * sizeof *b);
    }
    return t;
}

ex *ex_trail_step(struct store *s, struct ex_trail *t, const ex *now)
{
    ex *by = mem_take_array(s->mem, t->n * t->n + 1, sizeof *by);
    for (size_t i = 0; i < t->n * t->n; i++)
        by[i] = i / t->n == i % t->n ? s->one : s->zero;
    t->by[t->steps++] = by;
    t->at[t->steps] = copy_of(s, now, t->n * t->width);
    return by;
}
