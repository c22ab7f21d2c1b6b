/* gen/algebra/solve_proof.c -- proof that the solver's output solves the system, step by step.
 *
 * The expanded solution for a dozen unknowns is longer than any disk. So the elimination is
 * verified step by step (ex_trail): rows before a step are combinations of the rows after it, entry
 * by entry, which is a short identity in the names of entries and holds for arbitrary values of
 * these; and the unknowns solve the last rows. Then they solve the first ones. The proof does not
 * trust the solver: the solution is repeated to record its steps, and each step is proved like
 * every other claim.
 */
#include "gen/algebra/polynomial.h"

/* The expression that e names (ex_hold); a number before the name is multiplied into a sum. */
static ex opened(struct store *s, ex e)
{
    const bool scaled =
        ex_op(s, e) == EX_mul && ex_count_args(s, e) == 2 && ex_is_number(s, ex_arg(s, e, 0));
    const ex name = scaled ? ex_arg(s, e, 1) : e;
    if (ex_op(s, name) != EX_hold)
        return e;
    const ex in = ex_arg(s, name, 0);
    if (!scaled || ex_op(s, in) != EX_add)
        return scaled ? ex_mul2(s, ex_arg(s, e, 0), in) : in;
    const size_t n = ex_count_args(s, in);
    ex *term = sym_row(ex_mem(s), n);
    for (size_t i = 0; i < n; i++)
        term[i] = ex_mul2(s, ex_arg(s, e, 0), ex_arg(s, in, i));
    return ex_add(s, term, n);
}

static void open_all(struct store *s, const ex *e, size_t n, ex *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = opened(s, e[i]);
}

/* Proves a . x = b, where most entries are names: by opening the name x[at], or all of a, or all of
 * x; or for arbitrary values of the names, except those of factors; or in full. */
static enum alg_standing prove_entry(struct proofs *p, const char *what, const ex *a, const ex *x,
                                     size_t n, ex b, size_t at, struct ex_list factors)
{
    struct store *s = p->store;
    ex *other = sym_row(ex_mem(s), n), *more = sym_row(ex_mem(s), factors.n + 1);
    const ex e = ex_sub(s, sym_dot(s, a, 1, x, n), b);
    const ex *const open[] = {&x[at], a, x, more};
    const size_t opens[] = {1, n, n, factors.n + 1};
    if (sym_is_null(s, e))
        return STANDS_PROVED;
    for (size_t k = 0; k < 3; k++) {
        open_all(s, k == 1 ? a : x, n, other);
        for (size_t i = 0; i < n && k == 0; i++)
            other[i] = i == at ? other[i] : x[i];
        const ex sum = sym_dot(s, k == 1 ? x : a, 1, other, n);
        if (sym_is_null(s, ex_sub(s, sum, b)))
            return alg_proved_over_names(p, what, e, open[k], opens[k]);
    }
    more[factors.n] = x[at];
    for (size_t i = 0; i < factors.n; i++)
        more[i] = factors.at[i];
    for (size_t k = 4; k-- > 0;)
        if (alg_prove_over_names(p, what, e, open[k], opens[k]) == STANDS_PROVED)
            return STANDS_PROVED;
    return alg_prove(p, what, e);
}

/* Proves at[k] = by[k] at[k + 1] in row i. */
static enum alg_standing prove_row(struct proofs *p, const char *what, const struct ex_trail *t,
                                   size_t k, size_t i)
{
    const size_t n = t->n, width = t->width;
    const ex *before = t->at[k], *after = t->at[k + 1], *by = &t->by[k][i * n];
    ex *column = sym_row(ex_mem(p->store), n), *factor = sym_row(ex_mem(p->store), n * n);
    struct ex_list factors = {factor, 0};
    enum alg_standing all = STANDS_PROVED;
    for (size_t l = 0; l < n * n; l++)
        if (!ex_is_number(p->store, t->by[k][l]))
            factor[factors.n++] = t->by[k][l];
    for (size_t j = 0; j < width; j++) {
        for (size_t l = 0; l < n; l++)
            column[l] = after[l * width + j];
        all =
            alg_worse(all, prove_entry(p, what, by, column, n, before[i * width + j], i, factors));
    }
    return all;
}

/* Proves that x solves the last rows. */
static enum alg_standing prove_last(struct proofs *p, const char *what, const struct ex_trail *t,
                                    const struct solution *q)
{
    const size_t n = t->n;
    const struct ex_list none = {NULL, 0};
    ex *column = sym_row(ex_mem(p->store), n);
    enum alg_standing all = STANDS_PROVED;
    for (size_t k = 0; k < q->cols; k++) {
        for (size_t i = 0; i < n; i++)
            column[i] = q->x[i * q->cols + k];
        for (size_t i = 0; i < n; i++) {
            const ex *row = &t->at[t->steps][i * t->width];
            all = alg_worse(all, prove_entry(p, what, row, column, n, row[n + k], i, none));
        }
    }
    return all;
}

/* Repeats the solution and records its steps; for long systems with symbols in place of the right
 * side or the matrix. Proves that the result is the same. */
static enum alg_standing solve_again(struct proofs *p, const struct model *m, const char *what,
                                     const struct solution *q, struct solution *out,
                                     struct ex_trail *t)
{
    struct store *s = p->store;
    const size_t n = q->n * q->cols;
    ex *x = sym_row(ex_mem(s), n), *meant = sym_row(ex_mem(s), n);
    struct stands by = {.n = 0};
    enum alg_standing all = STANDS_PROVED;
    *out = (struct solution){q->a, q->b, x, q->n, q->cols, q->way};
    if (q->way == SOLVED_LONG || q->way == SOLVED_NAMED) {
        by = sym_stand_ins(s, q->a, q->n, q->b, q->cols, q->way == SOLVED_NAMED);
        out->a = by.a;
        out->b = by.b;
    }
    if (q->way == SOLVED_POSITIVE ? !alg_solve_positive(m, q->a, q->n, q->b, q->cols, x, t)
                                  : !ex_solve_seen(s, out->a, q->n, out->b, q->cols, x, t))
        return STANDS_OPEN;
    ex_subst(s, x, n, by.symbol, by.name, by.n, meant);
    for (size_t i = 0; i < n; i++)
        if (meant[i] != q->x[i] && ex_hold(s, meant[i]) != q->x[i]) /* a hold changes nothing */
            all = alg_worse(all, alg_prove(p, what, ex_sub(s, meant[i], q->x[i])));
    return all;
}

enum alg_standing alg_prove_solved(struct proofs *p, const struct model *m, const char *what,
                                   const struct solution *q)
{
    struct ex_trail t = {.n = 0};
    struct solution again;
    if (q->n == 0)
        return STANDS_PROVED;
    enum alg_standing all = solve_again(p, m, what, q, &again, &t);
    for (size_t k = 0; k < t.steps; k++)
        for (size_t i = 0; i < q->n; i++)
            all = alg_worse(all, prove_row(p, what, &t, k, i));
    return t.steps ? alg_worse(all, prove_last(p, what, &t, &again)) : all;
}
