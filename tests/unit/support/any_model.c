/* tests/unit/support/any_model.c -- random models as a user may write them.
 *
 * Constants have square, cube and nested roots, sines of parts of pi, equal numbers and equal
 * radicands in different words, and parameters. A kind of model is a row of `kinds`.
 */
#include "verdicts.h"

#include <string.h>

struct author {
    struct mem_text text;
    struct rng *r;
    size_t n, c; /* coordinates, constraints */
    bool plain;  /* short coefficients */
};

static const char *const coordinate[] = {"x", "y", "z", "u", "v", "w"};

static size_t below(const struct author *a, size_t n)
{
    return rng_below(a->r, n);
}

static bool one_in(const struct author *a, size_t n)
{
    return below(a, n) == 0;
}

#define PUT(...) mem_put_f(&a->text, __VA_ARGS__)

static const char *constant(const struct author *a)
{
    static const char *const at[] = {
        "2",
        "3",
        "1/2",
        "sqrt(2)",
        "sqrt(3)",
        "sqrt(8)",
        "sqrt(12)",
        "2^(1/3)",
        "3^(1/3)",
        "4^(1/3)",
        "sin(pi/5)",
        "cos(pi/7)",
        "cos(pi/5)",
        "sqrt(2 + sqrt(2))",
        "sqrt(3 + 2 sqrt(2))",
        "5^(2/3)",
        "k",
        "k^2",
        "sqrt(k)",
        "(1 + sqrt(5))/2",
        "(1 + k)",
        "sqrt(6)",
        "(1 + sqrt(2))",
        "sin(pi/10)",
        "7^(1/5)",
        "h",
        "h",
        "k",
        "sqrt(1 + k^2)",
        "tan(pi/8)",
        "sqrt(5 + 2 sqrt(6))",
        "(sqrt(2) + sqrt(3))",
        "tan(pi/5)",
        "sqrt(2 + sqrt(3))",
        "(2 + sqrt(5))^(1/3)",
        "atan(1/2)",
        "log(3)",
        "sin(1)",
        "exp(1/2)",
        "sqrt(1 - sin(pi/7)^2)",
    };
    return at[below(a, COUNT(at))];
}

/* A function of one or two coordinates; i and j may be equal. */
static const char *function(struct author *a, const char *i, const char *j)
{
    static const char *const at[] = {
        "%1$s",
        "%1$s",
        "%2$s",
        "%1$s %2$s",
        "%1$s^2",
        "sin(%1$s)",
        "cos(%1$s)",
        "cos(%1$s + %2$s)",
        "(1 + %1$s^2)",
        "sqrt(1 + %1$s^2)",
        "sqrt(%1$s^2 + 1)",
        "sqrt((%1$s + %2$s)^2 - 2 %1$s %2$s + 1)",
        "sqrt(1 + %1$s^2 + %2$s^2)",
        "exp(%1$s/2)",
        "(1 + %1$s^2)^(1/3)",
        "sqrt(4 + 4 %1$s^2)",
        "sin(%1$s + pi/5)",
        "(1/(1 + %1$s^2))",
        "sin(%1$s) cos(%2$s)",
        "sqrt(2 + sqrt(1 + %1$s^2))",
        "log(2 + %1$s^2)",
        "sin(2 atan(%1$s))",
        "(2 %1$s/(1 + %1$s^2))",
        "exp(2 asinh(%1$s))",
        "(%1$s + sqrt(1 + %1$s^2))^2",
        "sinh(%1$s)",
        "atan(%1$s)",
        "tanh(%1$s)",
        "sin(log(2 + 2 %1$s^2))",
        "exp(%1$s/(1 + %2$s^2))",
    };
    const size_t k = below(a, a->plain ? 9 : COUNT(at));
    struct mem_text t = mem_text(a->text.mem);
    for (const char *p = at[k]; *p; p++) {
        if (*p != '%') {
            mem_put_char(&t, *p);
            continue;
        }
        mem_put(&t, p[1] == '1' ? i : j);
        p += 3;
    }
    return t.text;
}

static const char *any_coordinate(const struct author *a)
{
    return coordinate[below(a, a->n)];
}

/* A coefficient: a constant, a function, a product, or a sum of two. */
static const char *coefficient(struct author *a)
{
    const char *f = function(a, any_coordinate(a), any_coordinate(a));
    const char *c = constant(a);
    switch (below(a, a->plain ? 5 : 6)) {
    case 0:
        return c;
    case 1:
        return f;
    case 2:
        return base_text(a->text.mem, "%s %s", c, f);
    case 3:
        return base_text(a->text.mem, "-%s", f);
    case 4:
        return base_text(a->text.mem, "(-%s) %s", c, f);
    default:
        return base_text(a->text.mem, "(%s %s - %s)", c, f,
                         function(a, any_coordinate(a), any_coordinate(a)));
    }
}

static void put_coords(struct author *a, size_t least, size_t most)
{
    a->n = least + below(a, most - least + 1);
    PUT("coords ");
    for (size_t i = 0; i < a->n; i++)
        PUT("%s%s", i ? ", " : "", coordinate[i]);
    PUT("\nparam k = 1.5 > 0, h = 0.75\n");
    a->plain |= a->n > 3;
}

static void put_metric(struct author *a)
{
    PUT("metric ");
    for (size_t i = 0; i < a->n; i++) {
        const char *q = coordinate[i], *other = any_coordinate(a);
        PUT("%s", i ? " + " : "");
        switch (below(a, 8)) {
        case 4:
            PUT("%s^2 d%s^2", other, q);
            break;
        case 0:
            PUT("%s d%s^2", one_in(a, 2) ? "k" : "sqrt(2)", q);
            break;
        case 1:
            PUT("(2 + sin(%s)) d%s^2", other, q);
            break;
        case 2:
            PUT("(1 + %s^2) d%s^2", other, q);
            break;
        case 3:
            PUT("(d%s + h d%s)^2 + d%s^2", q, other, q);
            break;
        default:
            PUT("d%s^2", q);
        }
    }
    PUT("\n");
}

static void put_potential(struct author *a)
{
    if (one_in(a, 2))
        PUT("potential %s %s\n", constant(a), function(a, any_coordinate(a), any_coordinate(a)));
}

static void put_forces(struct author *a)
{
    const char *x = coordinate[0], *y = coordinate[1];
    switch (below(a, 12)) {
    case 0:
        PUT("magnetic %s d%s\n", coefficient(a), any_coordinate(a));
        break;
    case 1:
        PUT("magnetic %s d%s /\\ d%s\n", one_in(a, 2) ? "k" : coefficient(a), x, y);
        break;
    case 2:
        PUT("dissipation 1/2 %s d%s^2\n", one_in(a, 2) ? "k" : "sqrt(3)", x);
        break;
    case 3:
        PUT("dissipation 1/2 k (d%s + %s d%s)^2\n", x, coefficient(a), y);
        break;
    case 4:
        PUT("force %s = -%s %s'\n", x, constant(a), x);
        break;
    case 5:
        PUT("force %s d%s\n", coefficient(a), y);
        break;
    default:
        break;
    }
}

/* Constraints that are solved for the last coordinates, exact ones, or any forms. */
static void put_constraints(struct author *a)
{
    a->c = 1 + below(a, a->n - 1 < 3 ? a->n - 1 : 3);
    const size_t free = a->n - a->c;
    for (size_t i = 0; i < a->c; i++) {
        const char *own = coordinate[free + i], *x = coordinate[below(a, free)];
        const char *y = coordinate[below(a, free)], *s = constant(a);
        PUT("constraint ");
        switch (below(a, 6)) {
        case 0: /* exact */
            PUT("d%s = %s (%s d%s + %s d%s)", own, s, y, x, x, y);
            break;
        case 1:
            PUT("d%s = %s %s d%s", own, s, function(a, x, x), x);
            break;
        case 2:
            PUT("%s d%s + %s d%s + %s d%s = 0", one_in(a, 2) ? "2" : "k", own, coefficient(a), x,
                coefficient(a), y);
            break;
        default:
            PUT("d%s = %s d%s", own, coefficient(a), x);
            if (free > 1 && one_in(a, 2))
                PUT(" + %s d%s", coefficient(a), coordinate[below(a, free)]);
        }
        PUT("\n");
    }
}

/* ---- kinds ---- */

static void by_constraints(struct author *a)
{
    put_coords(a, 2, one_in(a, 6) ? 5 : 4);
    put_metric(a);
    put_potential(a);
    put_forces(a);
    put_constraints(a);
}

static void put_frame(struct author *a)
{
    a->c = 1 + below(a, a->n - 1 < 3 ? a->n - 1 : 3);
    const size_t free = a->n - a->c;
    for (size_t i = 0; i < free; i++) {
        PUT("%sf%zu = d_%s", i ? "      " : "frame ", i + 1, coordinate[i]);
        for (size_t k = free; k < a->n; k++)
            if (one_in(a, 2))
                PUT(" + %s d_%s", coefficient(a), coordinate[k]);
        PUT("\n");
    }
    if (one_in(a, 2))
        return;
    for (size_t k = free; k < a->n; k++) {
        PUT("%sg%zu = d_%s", k == free ? "complement " : "           ", k + 1, coordinate[k]);
        if (one_in(a, 2))
            PUT(" + %s d_%s", coefficient(a), coordinate[below(a, free)]);
        PUT("\n");
    }
}

static void by_frame(struct author *a)
{
    a->plain = one_in(a, 2);
    put_coords(a, 2, one_in(a, 6) ? 5 : 4);
    put_metric(a);
    put_potential(a);
    put_forces(a);
    put_frame(a);
}

static void affine(struct author *a)
{
    a->plain = true;
    put_coords(a, 2, 4);
    put_metric(a);
    put_potential(a);
    const size_t free = a->n - 1;
    const char *speeds[] = {"k", "cos(t)", "sqrt(3) x", "h y", "2^(1/3)", "x y"};
    if (one_in(a, 3)) {
        for (size_t i = 0; i < free; i++)
            PUT("%sf%zu = d_%s + %s d_%s\n", i ? "      " : "frame ", i + 1, coordinate[i],
                coefficient(a), coordinate[free]);
        PUT("drift %s d_%s\n", speeds[below(a, COUNT(speeds))], any_coordinate(a));
        return;
    }
    PUT("constraint d%s = %s d%s + %s dt\n", coordinate[free], coefficient(a),
        coordinate[below(a, free)], speeds[below(a, COUNT(speeds))]);
}

static void vakonomic(struct author *a)
{
    a->plain = true;
    PUT("dynamics vakonomic\n");
    put_coords(a, 3, 4);
    PUT("metric ");
    for (size_t i = 0; i < a->n; i++)
        PUT("%s%sd%s^2", i ? " + " : "",
            one_in(a, 4)   ? "k "
            : one_in(a, 6) ? "sqrt(2) "
                           : "",
            coordinate[i]);
    PUT("\n");
    put_potential(a);
    const size_t free = a->n - 1 - (a->n > 3 && one_in(a, 3));
    for (size_t i = free; i < a->n; i++)
        PUT("constraint d%s = %s %s d%s\n", coordinate[i], one_in(a, 2) ? "" : constant(a),
            function(a, coordinate[below(a, free)], coordinate[below(a, free)]),
            coordinate[below(a, free)]);
}

static void servo(struct author *a)
{
    a->plain = true;
    put_coords(a, 2, 4);
    put_metric(a);
    put_potential(a);
    const size_t free = a->n - 1;
    const char *last = coordinate[free], *x = coordinate[below(a, free)];
    const char *c = coefficient(a);
    PUT("constraint d%s = %s d%s\n", last, c, x);
    if (one_in(a, 4))
        PUT("virtual k (d%s - %s d%s)\n", last, c, x);
    else
        PUT("virtual d%s - %s d%s\n", last, coefficient(a), coordinate[below(a, free)]);
}

static void algebra(struct author *a)
{
    static const char *const head[] = {"so(3)", "so(3) space", "se(2)", "heisenberg", "sl(2)"};
    a->plain = true;
    put_coords(a, 2, 2);
    PUT("algebra %s: p, q, r\n", head[below(a, COUNT(head))]);
    PUT("metric dx^2 + k dy^2 + p^2 + 2 q^2 + %s r^2\n", one_in(a, 2) ? "3" : "k");
    put_potential(a);
    PUT("constraint dx = %s %s\n", constant(a), one_in(a, 2) ? "p" : "q");
    if (one_in(a, 2))
        PUT("constraint dy = %s r + %s p\n", coefficient(a), constant(a));
}

static void bundle(struct author *a)
{
    static const char *const bracket[] = {"c", "k c", "sqrt(3) c", "x c", "a + c", "2^(1/3) b"};
    a->plain = true;
    PUT("coords x, y\nparam k = 1.5 > 0, h = 0.75\nsections a, b, c\n");
    a->n = 2;
    const bool anchors = one_in(a, 2);
    PUT("anchor a -> %s\n       b -> %s\n       c -> 0 d_x\n", anchors ? "d_x" : "0 d_x",
        anchors ? "x d_y" : "0 d_x");
    PUT("bracket [a, b] = %s\n", bracket[below(a, COUNT(bracket))]);
    if (one_in(a, 2))
        PUT("        [b, c] = %s\n", bracket[below(a, COUNT(bracket))]);
    if (one_in(a, 2))
        PUT("        [a, c] = %s b\n", constant(a));
    PUT("metric a^2 + 2 b^2 + k c^2\n");
    put_potential(a);
    if (!one_in(a, 3))
        PUT("constraint c = %s a\n", one_in(a, 2) ? "0" : coefficient(a));
}

static void two_anchors(struct author *a)
{
    static const char *const bracket[] = {"c", "b", "k c", "sqrt(3) c", "x c", "a - c", "0 a"};
    a->plain = true;
    PUT("coords x, y\nparam k = 1.5 > 0, h = 0.75\nsections a, b, c\n");
    a->n = 2;
    PUT("anchor a -> d_x | %s d_x\n       b -> %s d_y | d_y\n       c -> 0 d_x | 0 d_x\n",
        constant(a), constant(a));
    for (size_t k = 0; k < 9; k++)
        if (one_in(a, 3) || k == 1)
            PUT("%s[%c, %c] = %s\n", a->c++ ? "        " : "bracket ", "abc"[k / 3], "abc"[k % 3],
                bracket[below(a, COUNT(bracket))]);
    PUT("metric a^2 + 2 b^2 + k c^2\n");
    put_potential(a);
    if (!one_in(a, 3))
        PUT("constraint c = 0\n");
}

static void gradient(struct author *a)
{
    a->plain = true;
    PUT("dynamics gradient\n");
    put_coords(a, 2, 3);
    put_metric(a);
    PUT("field ");
    for (size_t i = 0; i < a->n; i++)
        PUT("%s%s d_%s", i ? " + " : "", one_in(a, 3) ? coordinate[i] : coefficient(a),
            coordinate[i]);
    PUT("\n");
}

static void hamiltonian(struct author *a)
{
    a->plain = true;
    put_coords(a, 2, 4);
    PUT("hamiltonian 1/2 (");
    for (size_t i = 0; i < a->n; i++)
        PUT("%s%sp_%s^2", i ? " + " : "", one_in(a, 3) ? "k " : "", coordinate[i]);
    PUT(") + %s %s\n", constant(a), function(a, "x", "y"));
    put_constraints(a);
}

static void lagrangian(struct author *a)
{
    a->plain = true;
    put_coords(a, 2, 3);
    PUT("lagrangian 1/2 (");
    for (size_t i = 0; i < a->n; i++)
        PUT("%s%s'^2", i ? " + " : "", coordinate[i]);
    PUT(")%s - %s %s\n", one_in(a, 2) ? " + h x' y" : " + 1/4 x'^4", constant(a),
        function(a, "x", "y"));
    put_constraints(a);
}

static void add_claims(struct author *a)
{
    if (one_in(a, 4))
        PUT("check conserved %s\n", one_in(a, 2) ? "energy" : "x'");
    if (one_in(a, 4))
        PUT("check %s == %s\n", function(a, "x", "y"), function(a, "x", "y"));
}

static const struct {
    void (*write)(struct author *a);
    size_t weight;
} kinds[] = {
    {by_constraints, 12}, {by_frame, 10},   {affine, 5},     {vakonomic, 4},
    {servo, 3},           {algebra, 3},     {bundle, 3},     {two_anchors, 2},
    {gradient, 2},        {hamiltonian, 2}, {lagrangian, 2},
};

const char *any_model(struct mem *m, struct rng *r)
{
    struct author a = {.text = mem_text(m), .r = r};
    size_t all = 0, k = 0;
    for (size_t i = 0; i < COUNT(kinds); i++)
        all += kinds[i].weight;
    size_t at = rng_below(r, all);
    while (at >= kinds[k].weight)
        at -= kinds[k++].weight;
    a.plain = one_in(&a, 3);
    kinds[k].write(&a);
    add_claims(&a);
    return a.text.text;
}
