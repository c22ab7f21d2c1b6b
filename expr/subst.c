/* expr/subst.c -- substitution: any subexpressions at once. */
#include "store.h"

#include <string.h>

ex ex_rebuilt(struct store *s, const struct walk *w, ex e, const ex *image)
{
    enum ex_op op = op_of(s, e);
    size_t n = is_leaf(op) ? 0 : node_at(s, e)->n;
    bool same = true;
    struct mem_mark mark = mem_mark(s->mem);
    ex *args = mem_take_array(s->mem, n, sizeof *args);
    for (size_t i = 0; i < n; i++) {
        ex old = words_at(s, e)[i];
        args[i] = image[place_of(w, old)];
        same &= args[i] == old;
    }
    ex r = same ? e : ex_make(s, op, args, n);
    mem_release(s->mem, mark);
    return r;
}

void ex_subst(struct store *s, const ex *e, size_t m, const ex *from, const ex *to, size_t n,
              ex *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct walk w = walk_begin(s, e, m);
    ex *image = mem_take_array(s->mem, w.n, sizeof *image);
    memset(image, 0, w.n * sizeof *image);
    for (size_t i = 0; i < n; i++)
        if (layer_has(w.place, from[i]))
            image[place_of(&w, from[i])] = to[i] ? to[i] : UINT32_MAX;
    for (size_t i = 0; i < w.n; i++) {
        if (image[i] == UINT32_MAX)
            image[i] = EX_POISON;
        else if (!image[i])
            image[i] = ex_rebuilt(s, &w, w.at[i], image);
    }
    for (size_t j = 0; j < m; j++)
        out[j] = image[place_of(&w, e[j])];
    walk_end(s);
    mem_release(s->mem, mark);
}

void ex_release(struct store *s, const ex *e, size_t m, ex *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct walk w = walk_begin(s, e, m);
    ex *image = mem_take_array(s->mem, w.n, sizeof *image);
    for (size_t i = 0; i < w.n; i++)
        image[i] = op_of(s, w.at[i]) == EX_hold ? image[place_of(&w, words_at(s, w.at[i])[0])]
                                                : ex_rebuilt(s, &w, w.at[i], image);
    for (size_t j = 0; j < m; j++)
        out[j] = image[place_of(&w, e[j])];
    walk_end(s);
    mem_release(s->mem, mark);
}

/* Numbers stand beside names. */
static bool is_among(struct store *s, const ex *list, size_t n, ex e)
{
    struct rat c;
    for (size_t i = 0; i < n; i++)
        if (list[i] == e || ex_split(s, list[i], &c) == e)
            return true;
    return false;
}

struct ex_list ex_held(struct store *s, ex e, const ex *open, size_t n)
{
    const struct walk w = walk_begin(s, &e, 1);
    bool *needed = mem_take_array(s->mem, w.n + 1, sizeof *needed);
    ex *found = mem_take_array(s->mem, w.n + 1, sizeof *found);
    size_t m = 0;
    memset(needed, 0, w.n * sizeof *needed);
    needed[place_of(&w, e)] = true;
    for (size_t i = w.n; i-- > 0;) { /* whatever stands in a node comes before it */
        const enum ex_op op = op_of(s, w.at[i]);
        if (!needed[i] || is_leaf(op))
            continue;
        if (op == EX_hold && !is_among(s, open, n, w.at[i])) {
            found[m++] = w.at[i];
            continue;
        }
        for (size_t k = 0; k < node_at(s, w.at[i])->n; k++)
            needed[place_of(&w, words_at(s, w.at[i])[k])] = true;
    }
    walk_end(s);
    return (struct ex_list){found, m};
}
