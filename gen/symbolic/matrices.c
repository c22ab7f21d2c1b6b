/* gen/symbolic/matrices.c -- matrices of expressions: products, and fast solution of linear
 * systems.
 */
#include "gen/symbolic/symbolic.h"

#include <string.h>

ex *sym_row(struct mem *m, size_t n)
{
    return mem_take_array(m, n + 1, sizeof(ex));
}

ex sym_dot(struct store *s, const ex *a, size_t stride, const ex *b, size_t n)
{
    const struct mem_mark mark = mem_mark(ex_mem(s));
    ex *term = sym_row(ex_mem(s), n);
    size_t terms = 0;
    for (size_t i = 0; i < n; i++)
        if (!sym_is_null(s, b[i]) && !sym_is_null(s, a[i * stride]))
            term[terms++] = ex_mul2(s, a[i * stride], b[i]);
    const ex sum = ex_add(s, term, terms);
    mem_release(ex_mem(s), mark);
    return sum;
}

void sym_times(struct store *s, const ex *a, const ex *b, size_t rows, size_t inner, size_t cols,
               ex *out)
{
    ex *column = sym_row(ex_mem(s), inner), *result = sym_row(ex_mem(s), rows * cols);
    for (size_t j = 0; j < cols; j++) {
        for (size_t k = 0; k < inner; k++)
            column[k] = b[k * cols + j];
        for (size_t i = 0; i < rows; i++)
            result[i * cols + j] = sym_dot(s, &a[i * inner], 1, column, inner);
    }
    memcpy(out, result, rows * cols * sizeof *out);
}

ex sym_tidy(struct store *s, ex e)
{
    return ex_operations(s, &e, 1) <= SYM_TIDY ? ex_circle(s, e) : e;
}

bool sym_is_shorter(struct store *s, const ex *a, const ex *b, size_t n)
{
    return ex_operations(s, a, n) < ex_operations(s, b, n);
}

bool sym_solve(struct store *s, const ex *a, size_t n, const ex *b, size_t cols, ex *out)
{
    return n == 0 || ex_solve_by(s, EX_QUICK, a, n, b, cols, out, NULL);
}

/* The symbol that replaces e; a short e is not replaced, unless `always`. */
static ex symbol_for(struct store *s, struct stands *t, ex e, bool always)
{
    if (!always && ex_operations(s, &e, 1) <= SYM_OWN_SYMBOL)
        return e;
    for (size_t i = 0; i < t->n && !always; i++)
        if (t->name[i] == ex_hold(s, e))
            return t->symbol[i];
    t->name[t->n] = ex_hold(s, e);
    t->symbol[t->n] = ex_fresh(s, "b");
    return t->symbol[t->n++];
}

struct stands sym_stand_ins(struct store *s, const ex *a, size_t n, const ex *b, size_t cols,
                            bool all)
{
    struct mem *mem = ex_mem(s);
    const size_t most = n * cols + n * n;
    struct stands t = {sym_row(mem, n * n), sym_row(mem, n * cols), sym_row(mem, most),
                       sym_row(mem, most), 0};
    for (size_t i = 0; i < n * cols; i++)
        t.b[i] = symbol_for(s, &t, b[i], true);
    for (size_t i = 0; i < n * n; i++)
        t.a[i] = all ? symbol_for(s, &t, a[i], false) : a[i];
    return t;
}

static bool solve_standing(struct store *s, const ex *a, size_t n, const ex *b, ex *out, bool all)
{
    const struct stands t = sym_stand_ins(s, a, n, b, 1, all);
    if (!sym_solve(s, t.a, n, t.b, 1, out))
        return false;
    ex_subst(s, out, n, t.symbol, t.name, t.n, out);
    return true;
}

bool sym_solve_long(struct store *s, const ex *a, size_t n, const ex *b, ex *out)
{
    return solve_standing(s, a, n, b, out, false);
}

bool sym_solve_named(struct store *s, const ex *a, size_t n, const ex *b, ex *out)
{
    return ex_ranks(s, a, n, n).most == n && solve_standing(s, a, n, b, out, true);
}

bool sym_next_choice(size_t *at, size_t k, size_t n)
{
    size_t i = k;
    while (i > 0 && at[i - 1] == n - k + i - 1)
        i--;
    if (i == 0)
        return false;
    at[i - 1]++;
    for (size_t j = i; j < k; j++)
        at[j] = at[j - 1] + 1;
    return true;
}
