/* gen/language/results.c -- results of statements that have no member of struct model. */
#include "gen/language/statements.h"

#include <string.h>

/* The room doubles: it is full when the number is a power of 2. */
void *lang_keep(struct check *c, size_t size)
{
    struct results *k = &c->model->kept[c->now];
    if ((k->n & (k->n - 1)) == 0) {
        char *now = mem_take_array(c->diag->mem, k->n ? 2 * k->n : 1, size);
        if (k->n)
            memcpy(now, k->at, k->n * size);
        k->at = now;
    }
    char *out = (char *)k->at + k->n++ * size;
    memset(out, 0, size);
    return out;
}
