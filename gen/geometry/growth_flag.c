/* gen/geometry/growth_flag.c -- ranks of the flag of C: where they are the generic ones.
 *
 * C_k is spanned by all brackets of up to k fields of C. Its rank is the generic one r where a
 * minor of size r does not vanish. Elimination by entries that never vanish, which is proved with
 * the parameters of the model, leaves a small matrix, whose minors are written out: the rank drops
 * where all of them vanish. The work is bounded: what is longer is unknown.
 */
#include "gen/geometry/growth_flag.h"

enum {
    ENTRY = 120, /* most operations of an entry */
    MINOR = 3,   /* largest minors */
    FACTORS = 24 /* most of one minor */
};

/* ---- fields ---- */

static bool is_null(const struct flag *f, const ex *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!sym_is_null(f->s, a[i]))
            return false;
    return true;
}

/* Simplified; false: it is too long. */
bool geom_flag_shorten(const struct flag *f, ex *a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] == EX_POISON || ex_operations(f->s, &a[i], 1) > ENTRY)
            return false;
        ex_release(f->s, &a[i], 1, &a[i]);
        ex_simplify(f->s, &a[i], 1, &a[i]);
    }
    return true;
}

/* Is the field one of those before it, or the opposite of one? */
static bool is_known(const struct flag *f, const ex *field)
{
    for (size_t i = 0; i < f->n; i++) {
        bool same = true, turned = true;
        for (size_t B = 0; B < f->wide; B++) {
            same &= f->at[i * f->wide + B] == field[B];
            turned &= f->at[i * f->wide + B] == ex_neg(f->s, field[B]);
        }
        if (same || turned)
            return true;
    }
    return false;
}

static bool add_bracket(struct flag *f, size_t x, size_t y)
{
    ex *field = &f->at[f->n * f->wide];
    if (f->n == FIELDS)
        return false;
    geom_lie(f->geom->model, &f->at[x * f->wide], &f->at[y * f->wide], field);
    if (!geom_flag_shorten(f, field, f->wide))
        return false;
    f->n += !is_null(f, field, f->wide) && !is_known(f, field);
    return true;
}

/* The brackets of one field more. */
bool geom_flag_add_level(struct flag *f)
{
    const size_t last = f->end[f->levels - 1];
    for (size_t i = f->levels > 1 ? f->end[f->levels - 2] : 0; i < last; i++)
        for (size_t a = 0; a < f->rank; a++)
            if (a != i &&
                (!add_bracket(f, a, i) || (f->geom->model->two_anchors && !add_bracket(f, i, a))))
                return false;
    f->end[f->levels++] = f->n;
    return true;
}

/* ---- functions without zeros ---- */

static int sign_of(const struct flag *f, ex e)
{
    return ex_sign_on(f->s, e, f->param, f->span, f->geom->model->params);
}

static bool never_zero(const struct flag *f, ex e)
{
    if (ex_is_number(f->s, e) || ex_is_nonzero(f->s, e))
        return !sym_is_null(f->s, e);
    return ex_operations(f->s, &e, 1) <= ENTRY && sign_of(f, e) != 0;
}

/* Has a node a value and derivatives wherever its operands have? */
static bool is_smooth(const struct flag *f, ex e)
{
    int64_t k = 0;
    switch (ex_op(f->s, e)) {
    case EX_num:
    case EX_sym:
    case EX_pi:
    case EX_add:
    case EX_mul:
    case EX_hold:
    case EX_sin:
    case EX_cos:
    case EX_exp:
    case EX_sinh:
    case EX_cosh:
    case EX_tanh:
    case EX_atan:
    case EX_asinh:
        return true;
    case EX_pow:
        if (!ex_is_int(f->s, ex_arg(f->s, e, 1), &k))
            return sign_of(f, ex_arg(f->s, e, 0)) == 1;
        return k > 0 || never_zero(f, ex_arg(f->s, e, 0));
    default:
        return false;
    }
}

bool geom_flag_is_smooth(const struct flag *f, const ex *e, size_t n)
{
    const struct ex_list all = ex_reach(f->s, e, n);
    bool smooth = true;
    for (size_t i = 0; i < all.n && smooth; i++)
        smooth = is_smooth(f, all.at[i]);
    return smooth;
}

/* ---- elimination ---- */

static void drop_row(struct table *t, size_t row)
{
    t->rows--;
    for (size_t j = 0; j < t->cols; j++)
        t->at[row * t->cols + j] = t->at[t->rows * t->cols + j];
}

static void drop_column(struct table *t, size_t col)
{
    size_t to = 0;
    for (size_t i = 0; i < t->rows * t->cols; i++)
        if (i % t->cols != col)
            t->at[to++] = t->at[i];
    t->cols--;
}

static bool find_pivot(const struct flag *f, const struct table *t, size_t *at)
{
    for (int pass = 0; pass < 2; pass++)
        for (*at = 0; *at < t->rows * t->cols; (*at)++) {
            const ex e = t->at[*at];
            if (pass ? never_zero(f, e) : ex_is_number(f->s, e) && !sym_is_null(f->s, e))
                return true;
        }
    return false;
}

/* False: an entry became too long. */
bool geom_flag_eliminate(const struct flag *f, struct table *t)
{
    struct store *s = f->s;
    for (size_t at = 0; t->rows && t->cols && find_pivot(f, t, &at); t->pivots++) {
        const size_t r = at / t->cols, c = at % t->cols;
        const ex over = ex_powi(s, t->at[at], -1);
        for (size_t i = 0; i < t->rows; i++) {
            const ex factor = ex_mul2(s, t->at[i * t->cols + c], over);
            for (size_t j = 0; j < t->cols && i != r && !sym_is_null(s, factor); j++) {
                ex *e = &t->at[i * t->cols + j];
                *e = j == c ? ex_int(s, 0)
                            : ex_sub(s, *e, ex_mul2(s, factor, t->at[r * t->cols + j]));
                if (!geom_flag_shorten(f, e, 1))
                    return false;
            }
        }
        drop_row(t, r);
        drop_column(t, c);
    }
    for (size_t i = t->rows; i-- > 0;)
        if (is_null(f, &t->at[i * t->cols], t->cols))
            drop_row(t, i);
    return true;
}

struct table geom_flag_table(const struct flag *f, size_t rows)
{
    struct table t = {sym_row(f->diag->mem, rows * f->wide), rows, f->wide, 0};
    for (size_t i = 0; i < rows * f->wide; i++)
        t.at[i] = f->at[i];
    return t;
}

/* ---- minors ---- */

/* A sum over the coefficient of its first term. */
static ex monic(const struct flag *f, ex e)
{
    struct store *s = f->s;
    const size_t n = ex_op(s, e) == EX_add ? ex_count_args(s, e) : 0;
    ex *term = sym_row(f->diag->mem, n + 1), first = n ? ex_arg(s, e, 0) : EX_POISON;
    if (n && ex_op(s, first) == EX_mul)
        first = ex_arg(s, first, 0);
    if (!n || !ex_is_number(s, first))
        return e;
    for (size_t i = 0; i < n; i++)
        term[i] = ex_div(s, ex_arg(s, e, i), first);
    return ex_add(s, term, n);
}

/* The product of the factors of e, also of nested products and powers, that may vanish; EX_POISON:
 * e may have a pole. */
static ex core(const struct flag *f, ex e)
{
    struct store *s = f->s;
    ex part[FACTORS] = {e}, kept[FACTORS];
    size_t waiting = 1, n = 0;
    while (waiting > 0) {
        const ex at = part[--waiting];
        const bool product = ex_op(s, at) == EX_mul;
        const size_t inner = product ? ex_count_args(s, at) : 1;
        int64_t k = 1;
        if (n + waiting + inner > FACTORS)
            return EX_POISON;
        if (product || (ex_op(s, at) == EX_pow && ex_is_int(s, ex_arg(s, at, 1), &k) && k > 0))
            for (size_t i = 0; i < inner; i++)
                part[waiting++] = ex_arg(s, at, i);
        else if (!never_zero(f, at)) {
            if (ex_op(s, at) == EX_pow)
                return EX_POISON;
            kept[n++] = monic(f, at);
        }
    }
    return ex_mul(s, kept, n);
}

/* Is e a multiple of one of its factors, which is `of`? */
static bool is_multiple(const struct store *s, ex e, ex of)
{
    for (size_t i = 0; ex_op(s, e) == EX_mul && i < ex_count_args(s, e); i++)
        if (ex_arg(s, e, i) == of)
            return true;
    return e == of;
}

/* Adds a function to those that vanish together; multiples of others say nothing new. */
static void add_zero(const struct flag *f, struct zeros *z, ex e)
{
    for (size_t i = 0; i < z->n; i++)
        if (is_multiple(f->s, e, z->at[i]))
            return;
    size_t kept = 0;
    for (size_t i = 0; i < z->n; i++)
        if (!is_multiple(f->s, z->at[i], e))
            z->at[kept++] = z->at[i];
    z->n = kept;
    z->at[z->n++] = e;
}

/* One minor; false: unknown. */
static bool add_minor(const struct flag *f, const struct table *t, const size_t *row,
                      const size_t *col, size_t size, struct zeros *z)
{
    ex a[MINOR * MINOR];
    for (size_t i = 0; i < size * size; i++)
        a[i] = t->at[row[i / size] * t->cols + col[i % size]];
    ex det = ex_det(f->s, a, size);
    if (!geom_flag_shorten(f, &det, 1))
        return false;
    if (sym_is_null(f->s, det))
        return true;
    z->never = never_zero(f, det);
    if (z->never)
        return true;
    const ex left = core(f, det);
    if (left == EX_POISON || ex_zero(f->s, left, false).answer != EX_NOT_ZERO)
        return false;
    add_zero(f, z, left);
    return true;
}

static bool all_minors(const struct flag *f, const struct table *t, size_t size, struct zeros *z)
{
    size_t row[MINOR], tried = 0;
    for (size_t i = 0; i < size; i++)
        row[i] = i;
    do {
        size_t col[MINOR];
        for (size_t i = 0; i < size; i++)
            col[i] = i;
        do {
            if (++tried > MINORS || !add_minor(f, t, row, col, size, z))
                return false;
        } while (!z->never && sym_next_choice(col, size, t->cols));
    } while (!z->never && sym_next_choice(row, size, t->rows));
    return true;
}

/* Where the rank of C_k is not the generic one; false: unknown. */
bool geom_flag_zeros(const struct flag *f, size_t fields, size_t rank, struct zeros *z)
{
    struct table t = geom_flag_table(f, fields);
    *z = (struct zeros){.n = 0};
    if (!geom_flag_eliminate(f, &t))
        return false;
    const size_t size = rank - t.pivots;
    z->never = size == 0;
    if (z->never)
        return true;
    if (size > MINOR || size > t.rows || size > t.cols || !all_minors(f, &t, size, z))
        return false;
    ex sum = ex_int(f->s, 0);
    for (size_t i = 0; i < z->n; i++)
        sum = ex_add2(f->s, sum, ex_powi(f->s, z->at[i], 2));
    if (z->n > 1 && geom_flag_shorten(f, &sum, 1)) { /* it may be shorter than all of them */
        const ex left = core(f, sum);
        z->never = never_zero(f, sum);
        if (left != EX_POISON && ex_op(f->s, left) != EX_add)
            *z = (struct zeros){.at = {left}, .n = 1, .never = z->never};
    }
    return z->never || (z->n > 0 && z->n <= DROP_ZEROS);
}
