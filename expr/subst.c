/* expr/subst.c -- substitution: any subexpressions at once. */
#include "store.h"

#include <string.h>

struct exchange {
    const ex *from;
    size_t n;
    bool poison; /* one of the values is: it is no image that is known */
};

static ex exchanged(void *context, const struct ex_rewriting *r, ex node)
{
    const struct exchange *x = context;
    for (size_t i = 0; i < x->n && x->poison; i++)
        if (x->from[i] == node)
            return EX_POISON;
    return ex_over_images(r, node);
}

void ex_subst(struct store *s, const ex *e, size_t m, const ex *from, const ex *to, size_t n,
              ex *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct ex_rewriting r = rewrite_begin(s, e, m);
    for (size_t i = 0; i < n; i++)
        if (layer_has(r.w.place, from[i]))
            r.image[place_of(&r.w, from[i])] = to[i];
    struct exchange x = {from, n, any_poison(to, n)};
    rewrite_by(&r, (struct ex_rule){exchanged, &x});
    rewrite_end(&r, e, m, out);
    mem_release(s->mem, mark);
}

static ex released(void *context, const struct ex_rewriting *r, ex node)
{
    (void)context;
    return op_of(r->s, node) == EX_hold ? ex_image(r, first_arg(r->s, node))
                                        : ex_over_images(r, node);
}

void ex_release(struct store *s, const ex *e, size_t m, ex *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    ex_rewrite(s, e, m, (struct ex_rule){released, NULL}, out);
    mem_release(s->mem, mark);
}

/* Is e in the list, up to a numeric factor? */
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
    for (size_t i = w.n; i-- > 0;) { /* parts of a node come before it */
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
