/* expr/rewrite.c -- rewriting of expressions: one pass over their nodes by a rule, operands first.
 *
 * Images are stored by the position of a node in the list of nodes: a shared node is rewritten
 * once, and there is no recursion.
 */
#include "store.h"

#include <string.h>

struct ex_rewriting rewrite_begin(struct store *s, const ex *e, size_t m)
{
    struct ex_rewriting r = {.s = s, .w = walk_begin(s, e, m)};
    r.image = mem_take_array(s->mem, r.w.n + 1, sizeof *r.image);
    memset(r.image, 0, r.w.n * sizeof *r.image);
    return r;
}

void rewrite_by(struct ex_rewriting *r, struct ex_rule rule)
{
    for (size_t i = 0; i < r->w.n; i++)
        if (!r->image[i])
            r->image[i] = rule.image(rule.context, r, r->w.at[i]);
}

void rewrite_end(struct ex_rewriting *r, const ex *e, size_t m, ex *out)
{
    for (size_t j = 0; j < m; j++)
        out[j] = r->image[place_of(&r->w, e[j])];
    walk_end(r->s);
}

void ex_rewrite(struct store *s, const ex *e, size_t m, struct ex_rule rule, ex *out)
{
    struct ex_rewriting r = rewrite_begin(s, e, m);
    rewrite_by(&r, rule);
    rewrite_end(&r, e, m, out);
}

ex ex_image(const struct ex_rewriting *r, ex node)
{
    return layer_has(r->w.place, node) ? r->image[place_of(&r->w, node)] : EX_POISON;
}

ex ex_over_images(const struct ex_rewriting *r, ex node)
{
    struct store *s = r->s;
    const enum ex_op op = op_of(s, node);
    const size_t n = is_leaf(op) ? 0 : node_at(s, node)->n;
    const ex *old = words_at(s, node);
    size_t i = 0;
    while (i < n && r->image[place_of(&r->w, old[i])] == old[i])
        i++;
    if (i == n)
        return node;
    const struct mem_mark mark = mem_mark(s->mem);
    ex *args = mem_take_array(s->mem, n, sizeof *args);
    for (i = 0; i < n; i++)
        args[i] = r->image[place_of(&r->w, old[i])];
    const ex e = ex_make(s, op, args, n);
    mem_release(s->mem, mark);
    return e;
}
