/* expr/print.c -- expression to text, in every style of styles.h.
 *
 * Layout is decided once for all styles: which sign a term shows, what stands above and below a
 * fraction bar, where parentheses are needed. A style is only the pieces. The printer keeps its
 * own stack of pieces and expressions still to be written, so depth costs no stack.
 */
#include "print.h"

#include <string.h>

struct style {
    const char *word, *plus, *minus, *neg, *times, *dot, *over, *power;
    const char *open, *close, *comma;
    const char *snug[2];   /* parentheses around a single letter, or the usual ones */
    const char *frac[3];   /* before, between, after */
    const char *sup[3];    /* around base and exponent */
    const char *root[2];   /* around the argument of a square root */
    const char *bars[2];   /* around the argument of an absolute value */
    const char *called[3]; /* around the name of a function, and behind that */
    const char *gap;       /* more room in a product before the name of a function */
    const char *e;         /* base of the exponential where it is written as a power */
    const char *ratio;     /* call that makes a fraction of two whole numbers */
    bool literal;          /* fractions are written as one number */
    size_t spell;          /* offset of the spelling in the operator's row */
    void (*name)(const char *name, struct mem_text *out);
    void (*number)(struct store *s, struct rat r, bool denominator, struct mem_text *out);
};

/* |numerator| or denominator as a whole number. */
static void number_plain(struct store *s, struct rat r, bool denominator, struct mem_text *out)
{
    rat_put(s, r, denominator, out);
}

static void number_mathml(struct store *s, struct rat r, bool denominator, struct mem_text *out)
{
    mem_put(out, "<mn>");
    rat_put(s, r, denominator, out);
    mem_put(out, "</mn>");
}

/* |r| itself, as a literal that means exactly the nearest double. */
static void number_c(struct store *s, struct rat r, bool denominator, struct mem_text *out)
{
    (void)denominator;
    char text[EX_DOUBLE_ROOM];
    double d = rat_double(s, r);
    ex_double_hex(d < 0 ? -d : d, text);
    mem_put(out, text);
}

#define OFFSET(column) offsetof(struct ex_row, column)
/* One row becomes one element at its own constant. */
static const struct style STYLES[EX_STYLES] = {
#define STYLE(name, ...) [EX_##name] = {__VA_ARGS__},
#include "styles.h"
#undef STYLE
};

const char *ex_style_name(enum ex_style style)
{
    return STYLES[style].word;
}

/* ---- what is still to be written ---- */

/* How tightly the place of an expression binds; what binds less gets parentheses. */
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
    enum { WHOLE, UNSIGNED, NUMERATOR, DENOMINATOR } part; /* what of the expression */
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
        brackets = false; /* a fraction bar brackets by itself */
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

static void put_arguments(struct printing *p, ex e)
{
    size_t n = node_at(p->s, e)->n;
    bool snug = p->style->snug[0] && n == 1 && ex_count_args(p->s, words_at(p->s, e)[0]) == 0;
    put_text(p, p->style->called[2]);
    put_text(p, snug ? p->style->snug[0] : p->style->open);
    for (size_t i = 0; i < n; i++) {
        put_text(p, i ? p->style->comma : NULL);
        put_ex(p, words_at(p->s, e)[i], ANYWHERE);
    }
    put_text(p, snug ? p->style->snug[1] : p->style->close);
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
    put_text(p, p->style->open);
    put_ex(p, base, ANYWHERE);
    put_text(p, p->style->close);
}

/* sin^2(x) is how it is written; only for whole powers over one of functions with a name. */
static bool power_on_name(const struct printing *p, ex base, ex exponent)
{
    int64_t k;
    enum ex_op op = op_of(p->s, base);
    return p->style->sup[1] && ex_row[op].kind == CALL && spelling(p, op)[0] &&
           ex_is_int(p->s, exponent, &k) && k > 1;
}

static void put_power(struct printing *p, ex base, ex exponent)
{
    const struct style *y = p->style;
    bool bare = ex_count_args(p->s, exponent) == 0;
    if (bare && ex_is_number(p->s, exponent))
        bare = ex_is_positive(p->s, exponent) &&
               (y->ratio || rat_is_int(p->s, rat_of(p->s, exponent)));
    if (power_on_name(p, base, exponent)) {
        put_text(p, y->sup[0]);
        put_function(p, op_of(p->s, base));
        put_text(p, y->sup[1]);
        put_ex(p, exponent, ANYWHERE);
        put_text(p, y->sup[2]);
        put_arguments(p, base);
    } else if (y->sup[1]) {
        put_text(p, y->sup[0]);
        put_ex(p, base, BASE);
        put_text(p, y->sup[1]);
        put_ex(p, exponent, ANYWHERE);
        put_text(p, y->sup[2]);
    } else if (y->power) {
        put_ex(p, base, BASE);
        put_text(p, y->power);
        put_text(p, bare ? NULL : y->open);
        put_ex(p, exponent, ANYWHERE);
        put_text(p, bare ? NULL : y->close);
    } else {
        put_function(p, EX_pow);
        put_text(p, y->open);
        put_ex(p, base, ANYWHERE);
        put_text(p, y->comma);
        put_ex(p, exponent, ANYWHERE);
        put_text(p, y->close);
    }
}

/* base^|exponent| when the bar says the rest, else a power that is not below a bar. */
static void lay_power(struct printing *p, ex e, enum place place, bool inverted)
{
    ex exponent, base = ex_split_power(p->s, e, &exponent);
    if (inverted)
        exponent = ex_neg(p->s, exponent);
    if (exponent == p->s->one) {
        put_ex(p, base, place);
        return;
    }
    if (exponent == p->s->half) {
        put_root(p, base);
        return;
    }
    bool brackets = place == BASE && (p->style->sup[1] || p->style->power);
    if (brackets)
        put_text(p, p->style->open);
    put_power(p, base, exponent);
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
    } else if (!spelling(p, op)[0]) {
        put_ex(p, a, place); /* a held sum: its name is its value */
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

bool ex_put(struct store *s, ex e, enum ex_style style, struct mem_text *out)
{
    struct printing p = {.s = s, .style = &STYLES[style], .out = out};
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
        if (out->len - start > s->limits.text) {
            ex_fail(s, "the printed expression is longer than the limit of %lu bytes",
                    (unsigned long)s->limits.text);
            return false;
        }
    }
    return true;
}

const char *ex_show(struct store *s, ex e, enum ex_style style)
{
    struct mem_text t = mem_text(s->mem);
    return ex_put(s, e, style, &t) ? t.text : NULL;
}
