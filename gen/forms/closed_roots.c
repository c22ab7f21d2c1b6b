/* gen/forms/closed_roots.c -- solution of one equation for one unknown in closed form.
 *
 * e = 0 becomes a polynomial equation: the numerator of e as one fraction, in which a square root r
 * of R counts as a variable with r^2 = R. Of a + b r = 0 the square a^2 - b^2 R = 0 is solved. A
 * root of a factor of degree 1 or 2 is a solution if it satisfies e = 0 itself; it is used only if
 * no other factor, and no other root, has solutions.
 */
#include "gen/forms/effective_space.h"

enum { FACTORS = 64 };

/* The factors of e, also of nested products, unless there are too many; their number. */
static size_t factors_of(struct store *s, ex e, ex *out)
{
    size_t n = 1;
    out[0] = e;
    for (size_t i = 0; i < n;) {
        const ex f = out[i];
        const size_t k = ex_op(s, f) == EX_mul ? ex_count_args(s, f) : 0;
        if (k == 0 || n + k > FACTORS) {
            i++;
            continue;
        }
        out[i] = ex_arg(s, f, 0);
        for (size_t a = 1; a < k; a++)
            out[n++] = ex_arg(s, f, a);
    }
    return n;
}

/* The product of the factors of e that are no negative powers. */
static ex above(struct store *s, ex e)
{
    ex factor[FACTORS], product = ex_int(s, 1);
    const size_t n = factors_of(s, e, factor);
    for (size_t i = 0; i < n; i++) {
        int64_t num = 0, den = 1;
        const ex f = factor[i];
        const bool below =
            ex_op(s, f) == EX_pow && ex_is_rat(s, ex_arg(s, f, 1), &num, &den) && num < 0;
        product = below ? product : ex_mul2(s, product, f);
    }
    return product;
}

ex form_numerator(struct store *s, ex e)
{
    ex_normal(s, &e, 1, &e);
    return above(s, e);
}

/* ---- square roots ---- */

enum { ROOTS = 6 };
struct roots {
    struct store *store;
    ex u;
    size_t n;
    ex name[ROOTS], of[ROOTS]; /* name^2 = of */
    bool many;
};

static ex name_of_root(struct roots *r, ex base)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->of[i] == base)
            return r->name[i];
    if (r->n == ROOTS) {
        r->many = true;
        return r->name[0];
    }
    r->of[r->n] = base;
    return r->name[r->n++] = ex_fresh(r->store, "root");
}

/* R^(k/2) = r^k for an R that contains an unknown. */
static ex with_name(void *context, const struct ex_rewriting *w, ex node)
{
    struct roots *r = context;
    struct store *s = r->store;
    int64_t num = 0, den = 1;
    if (ex_op(s, node) != EX_pow || !ex_is_rat(s, ex_arg(s, node, 1), &num, &den) || den != 2 ||
        !ex_has(s, ex_arg(s, node, 0), r->u))
        return ex_over_images(w, node);
    return ex_powi(s, name_of_root(r, ex_arg(s, node, 0)), num);
}

/* e = a + b r, without higher powers of r. */
static void split_root(struct store *s, ex e, ex r, ex of, ex *a, ex *b)
{
    e = ex_expand(s, e); /* coefficients are those of sums */
    const int64_t degree = ex_degree(s, e, &r, 1);
    *a = *b = ex_int(s, 0);
    for (int64_t i = 0; i <= degree; i++) {
        const uint32_t power = (uint32_t)i;
        ex *part = i % 2 ? b : a;
        const ex c = ex_coefficient(s, e, &r, &power, 1);
        *part = ex_add2(s, *part, ex_mul2(s, c, ex_powi(s, of, i / 2)));
    }
    ex_normal(s, a, 1, a);
    ex_normal(s, b, 1, b);
}

/* A polynomial, as far as there is one, that vanishes where e does. */
static ex polynomial(struct store *s, ex e, ex u)
{
    struct roots r = {.store = s, .u = u};
    const ex written = e;
    ex_rewrite(s, &e, 1, (struct ex_rule){with_name, &r}, &e);
    if (r.many)
        return written;
    e = form_numerator(s, e);
    for (size_t i = r.n; i-- > 0;) {
        ex a = EX_POISON, b = EX_POISON;
        split_root(s, e, r.name[i], r.of[i], &a, &b);
        if (sym_is_null(s, a))
            e = b;
        else if (sym_is_null(s, b))
            e = a;
        else
            e = ex_sub(s, ex_powi(s, a, 2), ex_mul2(s, ex_powi(s, b, 2), r.of[i]));
        e = form_numerator(s, e);
    }
    return e;
}

/* ---- factors ---- */

/* The product of the factors of e that contain u, each once; e itself, simplified, where there are
 * none. */
static ex essential_factors(struct store *s, ex e, ex u)
{
    int64_t k = 0;
    ex_simplify(s, &e, 1, &e);
    if (!ex_has(s, e, u))
        return e;
    ex product = ex_int(s, 1);
    const bool single = ex_op(s, e) != EX_mul;
    for (size_t i = 0; i < (single ? 1 : ex_count_args(s, e)); i++) {
        ex f = single ? e : ex_arg(s, e, i);
        if (ex_op(s, f) == EX_pow && ex_is_int(s, ex_arg(s, f, 1), &k) && k > 0)
            f = ex_arg(s, f, 0);
        if (ex_has(s, f, u) && !sym_never_zero(s, f, NULL, NULL, 0))
            product = ex_mul2(s, product, f);
    }
    return product;
}

/* ---- one unknown ---- */

static bool vanishes(struct store *s, ex e)
{
    return sym_is_null(s, e) || ex_zero(s, e, false).answer == EX_ZERO;
}

/* Is e = 0 at u = value? */
static bool solves(struct store *s, ex e, ex u, ex value)
{
    ex_subst(s, &e, 1, &u, &value, 1, &e);
    return e != EX_POISON && vanishes(s, e);
}

/* Bases of negative powers in an expression that contain u. */
struct poles {
    struct store *store;
    ex u;
    size_t n;
    ex base[ROOTS];
};

static ex note_pole(void *context, const struct ex_rewriting *w, ex node)
{
    struct poles *p = context;
    struct store *s = p->store;
    int64_t num = 0, den = 1;
    if (ex_op(s, node) == EX_pow && ex_is_rat(s, ex_arg(s, node, 1), &num, &den) && num < 0 &&
        ex_has(s, ex_arg(s, node, 0), p->u) && p->n < ROOTS)
        p->base[p->n++] = ex_arg(s, node, 0);
    return ex_over_images(w, node);
}

static bool is_pole(const struct poles *p, ex value)
{
    bool any = false;
    for (size_t i = 0; i < p->n && !any; i++)
        any = solves(p->store, p->base[i], p->u, value);
    return any;
}

/* Does u = value, which does not solve e = 0 everywhere, solve it anywhere? Points are sampled. */
static bool may_solve(struct diag *d, struct store *s, ex e, ex u, ex value)
{
    enum { POINTS = 64 };
    const double bar = 1e-9;
    ex pair[2] = {e, value};
    ex_subst(s, &e, 1, &u, &value, 1, pair);
    const struct ex_list x = ex_symbols(s, pair, 2);
    double *v = mem_take_array(d->mem, x.n + 1, sizeof *v), at[2];
    size_t defined = 0;
    for (unsigned k = 1; k <= POINTS; k++) {
        for (size_t i = 0; i < x.n; i++) {
            v[i] = (k % 3 + 0.5) * base_arbitrary(k, i);
            v[i] = ex_assumed(s, x.at[i]) & EX_POSITIVE && v[i] < 0 ? -v[i] : v[i];
        }
        ex_eval(s, pair, 2, x.at, v, x.n, at);
        if (at[0] != at[0] || at[1] != at[1])
            continue;
        defined++;
        if (at[0] <= bar && at[0] >= -bar)
            return true;
    }
    return defined == 0;
}

static bool is_negative(struct store *s, ex e)
{
    return ex_is_number(s, e)
               ? ex_number(s, e) < 0
               : ex_is_positive(s, ex_neg(s, e)) || ex_sign_on(s, e, NULL, NULL, 0) < 0;
}

/* e = root^2 rest, as far as squares are factors. */
static void split_squares(struct store *s, ex e, ex *root, ex *rest)
{
    ex factor[FACTORS];
    const size_t n = factors_of(s, e, factor);
    for (size_t i = 0; i < n; i++) {
        int64_t k = 0;
        const ex f = factor[i];
        if (ex_op(s, f) == EX_pow && ex_is_int(s, ex_arg(s, f, 1), &k) && k % 2 == 0)
            *root = ex_mul2(s, *root, ex_powi(s, ex_arg(s, f, 0), k / 2));
        else
            *rest = ex_mul2(s, *rest, f);
    }
}

/* A square root of e or its negative, which is used where both are roots; EX_POISON: e is a
 * negative number times a square. */
static ex root_of(struct store *s, ex e)
{
    ex root = ex_int(s, 1), rest = ex_int(s, 1);
    split_squares(s, e, &root, &rest);
    return ex_is_number(s, rest) && ex_number(s, rest) < 0 ? EX_POISON
                                                           : ex_mul2(s, root, ex_sqrt(s, rest));
}

/* The real roots of a factor of degree 1 or 2; returns their number, OTHER for another degree. */
enum { OTHER = 3 };
static size_t roots_of(struct store *s, ex e, ex u, ex *root)
{
    static const uint32_t power[] = {0, 1, 2};
    const int64_t degree = ex_degree(s, e, &u, 1);
    ex c[3];
    if (degree < 1 || degree > 2)
        return OTHER;
    for (int64_t i = 0; i <= degree; i++)
        c[i] = ex_coefficient(s, e, &u, &power[i], 1);
    if (vanishes(s, c[degree]))
        return OTHER;
    if (degree == 1) {
        root[0] = ex_neg(s, ex_div(s, c[0], c[1]));
        return 1;
    }
    ex D = ex_sub(s, ex_powi(s, c[1], 2), ex_mul3(s, ex_int(s, 4), c[2], c[0]));
    ex_simplify(s, &D, 1, &D);
    if (is_negative(s, D))
        return 0;
    const ex square_root = root_of(s, D);
    if (square_root == EX_POISON)
        return OTHER;
    const ex half = ex_mul2(s, ex_rat(s, 1, 2), ex_powi(s, c[2], -1));
    const ex middle = ex_neg(s, ex_mul2(s, half, c[1]));
    const ex wide = ex_mul2(s, half, square_root);
    root[0] = ex_add2(s, middle, wide);
    root[1] = ex_sub(s, middle, wide);
    return sym_is_null(s, D) ? 1 : 2;
}

/* Do the factors without u never vanish? */
static bool others_never_vanish(struct store *s, ex e, ex u)
{
    ex_simplify(s, &e, 1, &e);
    const bool single = ex_op(s, e) != EX_mul;
    for (size_t i = 0; i < (single ? 1 : ex_count_args(s, e)); i++) {
        const ex f = single ? e : ex_arg(s, e, i);
        if (!ex_has(s, f, u) && !sym_never_zero(s, f, NULL, NULL, 0))
            return false;
    }
    return true;
}

ex form_closed_root(struct diag *d, struct store *s, ex e, ex u, bool *never)
{
    enum { MOST = 8 };
    ex root[MOST + 2], found = EX_POISON;
    size_t n = 0, good = 0;
    *never = false;
    if (ex_operations(s, &e, 1) > SYM_SHORTEN)
        return EX_POISON;
    const ex multiple = polynomial(s, e, u), all = essential_factors(s, multiple, u);
    const bool single = ex_op(s, all) != EX_mul;
    for (size_t i = 0; i < (single ? 1 : ex_count_args(s, all)); i++) {
        const ex f = single ? all : ex_arg(s, all, i);
        if (!ex_has(s, f, u))
            continue;
        const size_t k = n < MOST ? roots_of(s, f, u, &root[n]) : OTHER;
        if (k == OTHER)
            return EX_POISON;
        n += k;
    }
    *never = n == 0 && multiple != EX_POISON && others_never_vanish(s, multiple, u);
    ex_simplify(s, root, n, root);
    struct poles poles = {.store = s, .u = u};
    ex same = EX_POISON;
    ex_rewrite(s, &e, 1, (struct ex_rule){note_pole, &poles}, &same);
    for (size_t i = 0; i < n; i++) {
        if (is_pole(&poles, root[i]))
            continue;
        if (solves(s, e, u, root[i])) {
            found = root[i];
            good++;
        } else if (may_solve(d, s, e, u, root[i])) {
            return EX_POISON;
        }
    }
    return good == 1 ? found : EX_POISON;
}

/* ---- functions with an inverse ---- */

static const struct {
    enum ex_op op, inverse;
} pairs[] = {{EX_exp, EX_log},    {EX_log, EX_exp},    {EX_sinh, EX_asinh},
             {EX_asinh, EX_sinh}, {EX_tanh, EX_atanh}, {EX_atanh, EX_tanh}};

/* f^-1(right) for the function f of the node e, or EX_POISON. */
static ex inverse_at(struct store *s, ex e, ex right)
{
    int64_t k = 0;
    if (ex_op(s, e) == EX_pow && ex_is_int(s, ex_arg(s, e, 1), &k) && k > 1 && k % 2)
        return ex_pow(s, right, ex_rat(s, 1, k));
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (ex_op(s, e) == pairs[i].op)
            return ex_make(s, pairs[i].inverse, &right, 1);
    return EX_POISON;
}

/* The only argument of the sum or product e that contains u, or EX_POISON. */
static ex only_with(struct store *s, ex e, ex u)
{
    ex found = EX_POISON;
    for (size_t i = 0; i < ex_count_args(s, e); i++) {
        if (!ex_has(s, ex_arg(s, e, i), u))
            continue;
        if (found != EX_POISON)
            return EX_POISON;
        found = ex_arg(s, e, i);
    }
    return found;
}

ex form_peeled(struct store *s, ex e, ex u)
{
    for (;;) {
        const ex term = ex_op(s, e) == EX_add ? only_with(s, e, u) : e;
        const ex f = term && ex_op(s, term) == EX_mul ? only_with(s, term, u) : term;
        if (f == EX_POISON || ex_op(s, f) == EX_add)
            return e;
        const ex right = ex_div(s, ex_sub(s, term, e), ex_div(s, term, f));
        const ex back = inverse_at(s, f, right);
        if (back == EX_POISON)
            return e;
        e = ex_sub(s, ex_arg(s, f, 0), back);
    }
}

ex form_essential(struct store *s, ex e)
{
    ex_simplify(s, &e, 1, &e);
    if (ex_op(s, e) != EX_mul)
        return e;
    ex product = ex_int(s, 1);
    for (size_t i = 0; i < ex_count_args(s, e); i++) {
        const ex f = ex_arg(s, e, i);
        if (!sym_never_zero(s, f, NULL, NULL, 0))
            product = ex_mul2(s, product, f);
    }
    return product;
}
