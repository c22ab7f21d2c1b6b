/* gen/code/lower_angles.c -- lowering pass: sin and cos of sums of angles from those of the angles.
 *
 * A call takes as long as ten products. Where a program has angles a and b and also a + b or 2 a,
 * or a + b and a - b and a, it calls sin and cos of a and b, and gets the others by products.
 * Angles with common terms form a group; a group is split into its terms where this saves calls.
 */
#include "gen/code/lowering.h"

enum {
    ANGLES = 64,
    TERMS = 4,
    HIGHEST = 4
}; /* most angles; terms of a sum; multiple of an angle */

struct angle {
    ex whole;
    ex part[TERMS];
    int64_t times[TERMS];
    size_t n;     /* 0: it cannot be split */
    size_t group; /* first angle of its group */
};

struct turn {
    ex sine, cosine;
};

static struct turn turned(struct store *s, struct turn a, struct turn b, bool back)
{
    const ex sine = back ? ex_neg(s, b.sine) : b.sine;
    return (struct turn){
        ex_add2(s, ex_mul2(s, a.sine, b.cosine), ex_mul2(s, a.cosine, sine)),
        ex_sub(s, ex_mul2(s, a.cosine, b.cosine), ex_mul2(s, a.sine, sine)),
    };
}

static struct turn compose(struct store *s, const struct angle *a)
{
    struct turn all = {ex_int(s, 0), ex_int(s, 1)};
    for (size_t i = 0; i < a->n; i++) {
        const struct turn once = {ex_sin(s, a->part[i]), ex_cos(s, a->part[i])};
        for (int64_t k = 0; k < (a->times[i] < 0 ? -a->times[i] : a->times[i]); k++)
            all = turned(s, all, once, a->times[i] < 0);
    }
    return all;
}

/* whole = sum of times * part, with small integers */
static struct angle split_angle(struct store *s, ex whole)
{
    struct angle a = {.whole = whole};
    const bool sum = ex_op(s, whole) == EX_add;
    const size_t n = sum ? ex_count_args(s, whole) : 1;
    for (size_t i = 0; i < n && n <= TERMS; i++) {
        const ex term = sum ? ex_arg(s, whole, i) : whole;
        int64_t k = 1;
        const bool multiple = ex_op(s, term) == EX_mul && ex_is_int(s, ex_arg(s, term, 0), &k);
        if (ex_is_number(s, term) || k > HIGHEST || k < -HIGHEST)
            return (struct angle){.whole = whole};
        a.part[i] = multiple ? ex_arg(s, term, 1) : term;
        a.times[i] = k;
    }
    a.n = n <= TERMS ? n : 0;
    return a;
}

static bool have_part_in_common(const struct angle *a, const struct angle *b)
{
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < b->n; j++)
            if (a->part[i] == b->part[j])
                return true;
    return false;
}

static void find_groups(struct angle *a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        a[i].group = i;
        for (size_t j = 0; j < i; j++) {
            if (!have_part_in_common(&a[i], &a[j]) || a[i].group == a[j].group)
                continue;
            const size_t from = a[i].group > a[j].group ? a[i].group : a[j].group;
            const size_t to = a[i].group > a[j].group ? a[j].group : a[i].group;
            for (size_t k = 0; k <= i; k++)
                if (a[k].group == from)
                    a[k].group = to;
        }
    }
}

/* Does a group have fewer parts than angles? */
static bool is_worth_it(const struct angle *a, size_t n, size_t group)
{
    ex part[ANGLES * TERMS];
    size_t parts = 0, angles = 0;
    for (size_t i = 0; i < n; i++) {
        if (a[i].group != group)
            continue;
        angles++;
        for (size_t k = 0; k < a[i].n; k++) {
            size_t j = 0;
            while (j < parts && part[j] != a[i].part[k])
                j++;
            if (j == parts)
                part[parts++] = a[i].part[k];
        }
    }
    return parts && parts < angles;
}

void code_reuse_angles(struct lowering *lo, const ex *e, size_t n, ex *out)
{
    struct store *s = lo->s;
    struct angle *angle = mem_take_array(lo->mem, ANGLES, sizeof *angle);
    ex from[2 * ANGLES], to[2 * ANGLES];
    size_t angles = 0, changes = 0;
    struct memo seen = {.mem = lo->mem};
    const struct ex_list node = ex_reach(s, e, n);
    for (size_t i = 0; i < node.n && angles < ANGLES; i++) {
        const enum ex_op op = ex_op(s, node.at[i]);
        if ((op != EX_sin && op != EX_cos) || sym_memo_get(&seen, ex_arg(s, node.at[i], 0)) ||
            alg_is_fixed(&lo->fixed, node.at[i]))
            continue;
        const ex whole = ex_arg(s, node.at[i], 0);
        sym_memo_set(&seen, whole, 1);
        angle[angles++] = split_angle(s, whole);
    }
    find_groups(angle, angles);
    for (size_t i = 0; i < angles; i++) {
        const struct angle *a = &angle[i];
        if (a->n == 0 || (a->n == 1 && a->times[0] == 1) || !is_worth_it(angle, angles, a->group))
            continue;
        const struct turn t = compose(s, a);
        from[changes] = ex_sin(s, a->whole);
        to[changes++] = t.sine;
        from[changes] = ex_cos(s, a->whole);
        to[changes++] = t.cosine;
    }
    ex_subst(s, e, n, from, to, changes, out);
}
