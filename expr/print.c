/* expr/print.c -- printer of expressions, in every style of styles.h.
 *
 * Layout is the same in all styles: signs of terms, numerators and denominators, parentheses. A
 * style is only the pieces. The printer keeps its own stack of pieces and expressions that are
 * still to be written, so that depth costs no stack.
 */
#include "print.h"

#include <string.h>

/* ---- stack of pieces to be written ---- */

/* Precedence of the place of an expression; expressions of lower precedence get parentheses. */
enum place {
    ANYWHERE, /* alone, or between brackets */
    TERM,     /* of a sum, its sign written already */
    FACTOR,   /* of a product */
    BASE,     /* of a power */
};

struct piece {
    const char *text; /* a text, or NULL: the expression */
    ex e;
    enum place place;
    enum { WHOLE, UNSIGNED, NUMERATOR, DENOMINATOR } part; /* of the expression */
};

struct printing {
    struct store *s;
    const struct style *style;
    struct mem_text *out;
    struct piece *todo; /* a stack: the next one on top */
    size_t n, cap;
    struct piece *list; /* pieces of the node being laid out, in reading order */
    size_t list_n, list_cap;
};

static struct piece *grown(struct printing *p, struct piece *array, size_t need, size_t *cap)
{
    if (need <= *cap)
        return array;
    size_t more = *cap * 2 > need ? *cap * 2 : need + 16;
    struct piece *bigger = mem_take_array(p->s->mem, more, sizeof *bigger);
    if (*cap)
        memcpy(bigger, array, *cap * sizeof *bigger);
    *cap = more;
    return bigger;
}

static void put_piece(struct printing *p, struct piece piece)
{
    p->list = grown(p, p->list, p->list_n + 1, &p->list_cap);
    p->list[p->list_n++] = piece;
}

static void put_text(struct printing *p, const char *text)
{
    if (text && text[0])
        put_piece(p, (struct piece){.text = text});
}

static void put_ex(struct printing *p, ex e, enum place place)
{
    put_piece(p, (struct piece){.e = e, .place = place});
}

static void flush(struct printing *p)
{
    p->todo = grown(p, p->todo, p->n + p->list_n, &p->cap);
    while (p->list_n)
        p->todo[p->n++] = p->list[--p->list_n];
}

/* ---- numbers ---- */

static const char *as_text(struct printing *p, struct rat r, bool denominator)
{
    struct mem_text t = mem_text(p->s->mem);
    p->style->number(p->s, r, denominator, &t);
    return t.text;
}

static void put_fraction(struct printing *p, struct rat r)
{
    const struct style *y = p->style;
    put_text(p, y->ratio ? y->ratio : y->frac[0]);
    put_text(p, as_text(p, r, false));
    put_text(p, y->ratio ? y->comma : y->frac[1] ? y->frac[1] : "/");
    put_text(p, as_text(p, r, true));
    put_text(p, y->ratio ? ")" : y->frac[2]);
}

/* |r| */
static void put_number(struct printing *p, struct rat r)
{
    if (p->style->literal || rat_is_int(p->s, r))
        put_text(p, as_text(p, r, false));
    else
        put_fraction(p, r);
}

static void lay_number(struct printing *p, ex e, enum place place)
{
    struct rat r = rat_of(p->s, e);
    bool negative = rat_sign(p->s, r) < 0;
    bool inline_ratio = !rat_is_int(p->s, r) && !p->style->literal && !p->style->ratio;
    bool brackets = (negative && place > TERM) || (inline_ratio && place > FACTOR) ||
                    (inline_ratio && place == FACTOR && !p->style->frac[0]);
    if (brackets)
        put_text(p, p->style->open);
    if (negative)
        put_text(p, p->style->neg);
    put_number(p, r);
    if (brackets)
        put_text(p, p->style->close);
}

/* ---- sums ---- */

static bool shows_minus(const struct store *s, ex e)
{
    struct rat c;
    ex_split(s, e, &c);
    return rat_sign(s, c) < 0;
}

/* 1 - x rather than -x + 1: the first term without a minus leads. */
static size_t leading_term(const struct store *s, ex e)
{
    size_t n = node_at(s, e)->n;
    for (size_t i = 0; i < n; i++)
        if (!shows_minus(s, words_at(s, e)[i]))
            return i;
    return 0;
}

static void lay_sum(struct printing *p, ex e, enum place place)
{
    size_t n = node_at(p->s, e)->n, lead = leading_term(p->s, e);
    if (place > ANYWHERE)
        put_text(p, p->style->open);
    for (size_t i = 0; i < n; i++) {
        ex t = words_at(p->s, e)[i == 0 ? lead : i <= lead ? i - 1 : i];
        bool minus = shows_minus(p->s, t);
        put_text(p, minus ? (i ? p->style->minus : p->style->neg) : i ? p->style->plus : NULL);
        put_piece(p, (struct piece){.e = t, .place = TERM, .part = UNSIGNED});
    }
    if (place > ANYWHERE)
        put_text(p, p->style->close);
}

/* ---- products and fractions ---- */

/* A factor with a negative power stands below the bar. */
static bool is_below(const struct store *s, ex e)
{
    ex exponent;
    ex_split_power(s, e, &exponent);
    return op_of(s, exponent) == EX_num && rat_sign(s, rat_of(s, exponent)) < 0;
}

struct fraction {
    struct rat c;
    const ex *factor; /* in the store: read before anything is built */
    size_t n, above, below;
};

static struct fraction fraction_of(struct printing *p, ex e, ex *alone)
{
    struct fraction f = {0};
    *alone = ex_split(p->s, e, &f.c);
    bool product = op_of(p->s, *alone) == EX_mul;
    f.factor = product ? words_at(p->s, *alone) : alone;
    f.n = product ? node_at(p->s, *alone)->n : *alone != p->s->one;
    for (size_t i = 0; i < f.n; i++)
        f.below += is_below(p->s, f.factor[i]);
    f.above = f.n - f.below;
    return f;
}

static bool starts_with_digit(const struct store *s, ex e)
{
    ex exponent;
    return op_of(s, ex_split_power(s, e, &exponent)) == EX_num && exponent != s->half;
}

static bool is_function(const struct store *s, ex e)
{
    ex exponent;
    return ex_row[op_of(s, ex_split_power(s, e, &exponent))].kind == CALL;
}

static void put_factors(struct printing *p, const struct fraction *f, bool below, bool first)
{
    /* Between the bars of a fraction a sum needs no parentheses of its own. */
    bool alone = p->style->frac[0] && f->below && first && (below ? f->below : f->above) == 1;
    for (size_t i = 0; i < f->n; i++) {
        if (is_below(p->s, f->factor[i]) != below)
            continue;
        if (!first) {
            bool digit = starts_with_digit(p->s, f->factor[i]);
            put_text(p, digit ? p->style->dot : p->style->times);
            put_text(p, is_function(p->s, f->factor[i]) ? p->style->gap : NULL);
        }
        first = false;
        put_piece(p, (struct piece){.e = f->factor[i],
                                    .place = alone ? ANYWHERE : FACTOR,
                                    .part = below ? DENOMINATOR : WHOLE});
    }
}

static bool is_one(struct printing *p, struct rat c, bool denominator)
{
    if (p->style->literal)
        return denominator || rat_is(c, 1) || rat_is(c, -1);
    if (denominator)
        return rat_is_int(p->s, c);
    return c.d && (c.n == 1 || c.n == -1);
}

static void put_above(struct printing *p, const struct fraction *f)
{
    bool one = is_one(p, f->c, false);
    if (!one || f->above == 0)
        put_text(p, as_text(p, f->c, false));
    put_factors(p, f, false, one && f->above);
}

static void put_below(struct printing *p, const struct fraction *f)
{
    bool one = is_one(p, f->c, true);
    bool several = f->below + !one > 1 && !p->style->frac[0];
    if (several)
        put_text(p, p->style->open);
    if (!one)
        put_text(p, as_text(p, f->c, true));
    put_factors(p, f, true, one);
    if (several)
        put_text(p, p->style->close);
}

/* c * rest, without its sign when that is written already. */
static void lay_product(struct printing *p, ex e, enum place place, bool signed_off)
{
    ex alone;
    struct fraction f = fraction_of(p, e, &alone);
    bool minus = rat_sign(p->s, f.c) < 0 && !signed_off;
    bool brackets = place == BASE || (place == FACTOR && (minus || f.n > 1 || !rat_is(f.c, 1)));
    if (f.below && p->style->frac[0] && place == FACTOR && !minus)
        brackets = false; /* a fraction bar needs no brackets */
    if (brackets)
        put_text(p, p->style->open);
    if (minus)
        put_text(p, p->style->neg);
    if (f.below) {
        put_text(p, p->style->frac[0]);
        put_above(p, &f);
        put_text(p, p->style->frac[0] ? p->style->frac[1] : p->style->over);
        put_below(p, &f);
        put_text(p, p->style->frac[2]);
    } else {
        bool one = rat_is(f.c, 1) || rat_is(f.c, -1);
        if (!one)
            put_number(p, f.c);
        put_factors(p, &f, false, one);
    }
    if (brackets)
        put_text(p, p->style->close);
}

/* ---- powers ---- */

static const char *spelling(const struct printing *p, enum ex_op op)
{
    return *(const char *const *)((const char *)&ex_row[op] + p->style->spell);
}

static void put_function(struct printing *p, enum ex_op op)
{
    put_text(p, p->style->called[0]);
    put_text(p, spelling(p, op));
    put_text(p, p->style->called[1]);
}

static void put_bracket(struct printing *p, bool close)
{
    const struct style *y = p->style;
    put_text(p, y->call[0] ? y->call[close] : close ? y->close : y->open);
}

static void put_arguments(struct printing *p, ex e)
{
    const struct style *y = p->style;
    size_t n = node_at(p->s, e)->n;
    bool snug = y->snug[0] && n == 1 && ex_count_args(p->s, words_at(p->s, e)[0]) == 0;
    bool turned = y->turned && op_of(p->s, e) == y->turned;
    put_text(p, y->called[2]);
    if (snug)
        put_text(p, y->snug[0]);
    else
        put_bracket(p, false);
    for (size_t i = 0; i < n; i++) {
        put_text(p, i ? y->comma : NULL);
        put_ex(p, words_at(p->s, e)[turned ? n - 1 - i : i], ANYWHERE);
    }
    if (snug)
        put_text(p, y->snug[1]);
    else
        put_bracket(p, true);
}

static void put_root(struct printing *p, ex base)
{
    if (p->style->root[0]) {
        put_text(p, p->style->root[0]);
        put_ex(p, base, ANYWHERE);
        put_text(p, p->style->root[1]);
        return;
    }
    put_function(p, EX_sqrt);
    put_bracket(p, false);
    put_ex(p, base, ANYWHERE);
    put_bracket(p, true);
}

/* A power as it is written: below a bar the exponent loses its minus. */
struct power {
    ex base, exponent;
    struct rat k; /* the exponent if it is a number, with its sign */
    bool number, inverted;
};

/* sin^2(x): only for integer powers above one of functions with a name. */
static bool power_on_name(const struct printing *p, const struct power *w)
{
    enum ex_op op = op_of(p->s, w->base);
    return p->style->sup[1] && ex_row[op].kind == CALL && spelling(p, op)[0] && w->number &&
           w->k.d == 1 && (w->inverted ? w->k.n < -1 : w->k.n > 1);
}

static void put_exponent(struct printing *p, const struct power *w)
{
    put_piece(p, (struct piece){.e = w->exponent, .part = w->inverted ? UNSIGNED : WHOLE});
}

static void put_raised(struct printing *p, const struct power *w)
{
    const struct style *y = p->style;
    bool bare = ex_count_args(p->s, w->exponent) == 0;
    if (w->number)
        bare = (w->inverted || rat_sign(p->s, w->k) > 0) && (y->ratio || rat_is_int(p->s, w->k));
    put_ex(p, w->base, BASE);
    put_text(p, y->power);
    put_text(p, bare ? NULL : y->open);
    put_exponent(p, w);
    put_text(p, bare ? NULL : y->close);
}

static void put_power(struct printing *p, const struct power *w)
{
    const struct style *y = p->style;
    bool on_name = power_on_name(p, w);
    if (y->sup[1]) {
        put_text(p, y->sup[0]);
        if (on_name)
            put_function(p, op_of(p->s, w->base));
        else
            put_ex(p, w->base, BASE);
        put_text(p, y->sup[1]);
        put_exponent(p, w);
        put_text(p, y->sup[2]);
        if (on_name)
            put_arguments(p, w->base);
    } else if (y->power) {
        put_raised(p, w);
    } else {
        put_function(p, EX_pow);
        put_text(p, y->open);
        put_ex(p, w->base, ANYWHERE);
        put_text(p, y->comma);
        put_exponent(p, w);
        put_text(p, y->close);
    }
}

/* base^|exponent| below a fraction bar, else the power. No node is built: a full store can still be
 * printed. */
static void lay_power(struct printing *p, ex e, enum place place, bool inverted)
{
    struct power w = {.inverted = inverted};
    w.base = ex_split_power(p->s, e, &w.exponent);
    w.number = op_of(p->s, w.exponent) == EX_num;
    w.k = w.number ? rat_of(p->s, w.exponent) : (struct rat){0, 1};
    int64_t one = inverted ? -1 : 1;
    if (rat_is(w.k, one)) {
        put_ex(p, w.base, place);
        return;
    }
    if (w.k.d == 2 && w.k.n == one) {
        put_root(p, w.base);
        return;
    }
    bool brackets = place == BASE && (p->style->sup[1] || p->style->power);
    if (brackets)
        put_text(p, p->style->open);
    put_power(p, &w);
    if (brackets)
        put_text(p, p->style->close);
}

/* ---- functions ---- */

static void lay_call(struct printing *p, ex e, enum place place)
{
    const struct style *y = p->style;
    enum ex_op op = op_of(p->s, e);
    ex a = words_at(p->s, e)[0];
    if (op == EX_exp && y->e && a == p->s->one) {
        put_text(p, y->e);
    } else if (op == EX_exp && y->e) {
        bool brackets = place == BASE;
        put_text(p, brackets ? y->open : NULL);
        put_text(p, y->sup[0]);
        put_text(p, y->e);
        put_text(p, y->sup[1]);
        put_ex(p, a, ANYWHERE);
        put_text(p, y->sup[2]);
        put_text(p, brackets ? y->close : NULL);
    } else if (op == EX_abs && y->bars[0]) {
        put_text(p, y->bars[0]);
        put_ex(p, a, ANYWHERE);
        put_text(p, y->bars[1]);
    } else if (op == EX_hold && !y->holds) {
        put_ex(p, a, place);
    } else {
        put_function(p, op);
        put_arguments(p, e);
    }
}

static void lay_constant(struct printing *p, enum ex_op op)
{
    if (spelling(p, op)[0])
        put_function(p, op);
    else
        put_text(p, "0x1.921fb54442d18p1"); /* C has no standard name for pi */
}

/* ---- everything ---- */

static void lay_out(struct printing *p, struct piece piece)
{
    ex e = piece.e;
    enum ex_op op = op_of(p->s, e);
    switch (op) {
    case EX_none:
        put_text(p, "?");
        break;
    case EX_num:
        if (piece.part == UNSIGNED)
            put_number(p, rat_of(p->s, e));
        else
            lay_number(p, e, piece.place);
        break;
    case EX_sym:
        p->style->name(ex_name(p->s, e), p->out);
        break;
    case EX_add:
        lay_sum(p, e, piece.place);
        break;
    case EX_mul:
        lay_product(p, e, piece.place, piece.part == UNSIGNED);
        break;
    case EX_pow:
        if (is_below(p->s, e) && piece.part != DENOMINATOR)
            lay_product(p, e, piece.place, false);
        else
            lay_power(p, e, piece.place, piece.part == DENOMINATOR);
        break;
    default:
        if (ex_row[op].kind == CONST)
            lay_constant(p, op);
        else
            lay_call(p, e, piece.place);
    }
}

/* False: it would be longer than `limit`. */
static bool put_within(struct store *s, ex e, enum ex_style style, size_t limit,
                       struct mem_text *out)
{
    struct printing p = {.s = s, .style = &ex_styles[style], .out = out};
    size_t start = out->len;
    put_ex(&p, e, ANYWHERE);
    flush(&p);
    while (p.n) {
        struct piece next = p.todo[--p.n];
        if (next.text)
            mem_put(out, next.text);
        else
            lay_out(&p, next);
        flush(&p);
        if (out->len - start > limit)
            return false;
    }
    return true;
}

bool ex_put(struct store *s, ex e, enum ex_style style, struct mem_text *out)
{
    if (put_within(s, e, style, s->limits.text, out))
        return true;
    ex_fail(s, "the printed expression is longer than the limit of %lu bytes",
            (unsigned long)s->limits.text);
    return false;
}

const char *ex_show_within(struct store *s, ex e, enum ex_style style, size_t limit)
{
    struct mem_text t = mem_text(s->mem);
    return put_within(s, e, style, limit, &t) ? t.text : NULL;
}

const char *ex_show(struct store *s, ex e, enum ex_style style)
{
    struct mem_text t = mem_text(s->mem);
    return ex_put(s, e, style, &t) ? t.text : NULL;
}
