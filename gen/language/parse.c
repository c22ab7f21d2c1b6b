/* gen/language/parse.c -- parser: tokens to statements and their items.
 *
 * A statement begins in column 1 with its keyword and ends before the next token in column 1, even
 * with open brackets. Its row in gen/tables/statements.h gives the kind of its items; every kind
 * has one function here, named after it. Expressions remain text: only their spans are found. Text
 * that cannot be read is reported and left out. Names that it would have declared are kept in a
 * list, so that the next stage reports all its own errors and no consequences of these.
 */
#include "gen/language/ast.h"

#include <assert.h>
#include <string.h>

const struct statement_row lang_statements[STATEMENT_COUNT] = {
#define ONCE false
#define MANY true
#define STATEMENT(keyword_, takes_, many_, declare, check, syntax_, says_, example_)               \
    [STATEMENT_##keyword_] = {.keyword = #keyword_,                                                \
                              .takes = TAKES_##takes_,                                             \
                              .many = many_,                                                       \
                              .syntax = syntax_,                                                   \
                              .says = says_,                                                       \
                              .example = example_},
    STATEMENTS(STATEMENT)
#undef STATEMENT
#undef ONCE
#undef MANY
};

struct parser {
    struct diag *diag;
    const struct source *src;
    const struct token *token;
    const char *keyword;  /* of the current statement */
    struct mem_text lost; /* spans of names declared in text that could not be read */
};

/* Tokens from..to, without `to`. */
struct part {
    size_t from, to;
};

static struct span span_of(const struct parser *p, struct part t)
{
    const struct token *a = &p->token[t.from], *b = &p->token[t.to];
    if (t.from == t.to) /* empty: the last character before it */
        return (struct span){p->src, t.from ? a[-1].at + a[-1].len - 1 : 0, 1};
    return (struct span){p->src, a->at, b[-1].at + b[-1].len - a->at};
}

static struct span span_at(const struct parser *p, size_t i)
{
    return (struct span){p->src, p->token[i].at, p->token[i].len};
}

static bool is(const struct parser *p, size_t i, const char *text)
{
    const struct token *t = &p->token[i];
    assert(p->src);
    return t->kind != T_END && t->kind != T_STRING &&
           base_is_word(p->src->text + t->at, t->len, text);
}

static bool is_any(const struct parser *p, size_t i, const char *const *texts, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (is(p, i, texts[k]))
            return true;
    return false;
}

static int opens(const struct parser *p, size_t i)
{
    static const char *const open[] = {"(", "["}, *const close[] = {")", "]"};
    return is_any(p, i, open, 2) - is_any(p, i, close, 2);
}

/* The first token of the part, outside brackets, that is one of the texts; else its end. */
static size_t find(const struct parser *p, struct part t, const char *const *texts, size_t n)
{
    int depth = 0;
    for (size_t i = t.from; i < t.to; i++) {
        if (depth == 0 && is_any(p, i, texts, n))
            return i;
        depth += opens(p, i);
    }
    return t.to;
}

static size_t find_one(const struct parser *p, struct part t, const char *text)
{
    return find(p, t, &text, 1);
}

/* Whether all brackets are closed and none is closed twice; else an error. */
static bool balanced(const struct parser *p, struct part t)
{
    int depth = 0;
    size_t last_open = t.from;
    for (size_t i = t.from; i < t.to; i++) {
        const int o = opens(p, i);
        if (o > 0 && depth == 0)
            last_open = i;
        depth += o;
        if (depth < 0) {
            base_error(p->diag, span_at(p, i), "nothing opens this bracket");
            return false;
        }
    }
    if (depth > 0)
        base_error(p->diag, span_at(p, last_open), "this bracket is never closed");
    return depth == 0;
}

/* ---- kinds of items ---- */

static bool name_first(struct parser *p, struct part t, struct item *out)
{
    if (t.from < t.to && p->token[t.from].kind == T_NAME) {
        out->name = span_at(p, t.from);
        return true;
    }
    struct note *n = base_error(p->diag, span_of(p, t), "'%s' expects a name here", p->keyword);
    if (t.from < t.to && p->token[t.from].kind == T_SIGN && p->token[t.from].first)
        n->help = "to go on with the line before, end it with the operator";
    return false;
}

static bool expr_in(struct parser *p, struct part t, struct span *out)
{
    *out = span_of(p, t);
    if (t.from == t.to)
        base_error(p->diag, *out, "an expression is missing after this");
    return t.from < t.to;
}

/* in lo .. hi */
static bool range(struct parser *p, struct part t, struct item *out)
{
    if (t.from == t.to)
        return true;
    const size_t dots = find_one(p, t, "..");
    if (dots == t.to) {
        base_error(p->diag, span_of(p, t), "a range has two ends")->help = "write in 0 .. 1";
        return false;
    }
    return expr_in(p, (struct part){t.from + 1, dots}, &out->low) &&
           expr_in(p, (struct part){dots + 1, t.to}, &out->high);
}

/* > 0   or   != 0 */
static bool assumption(struct parser *p, struct part t, struct item *out)
{
    if (t.from == t.to)
        return true;
    out->assumed = span_of(p, t);
    out->positive = is(p, t.from, ">");
    if (t.to == t.from + 2 && is(p, t.from + 1, "0"))
        return true;
    base_error(p->diag, out->assumed, "only '> 0' and '!= 0' can be assumed");
    return false;
}

/* [unit]   STRING */
static bool unit_and_doc(struct parser *p, struct part t, struct item *out)
{
    size_t i = t.from;
    if (i < t.to && is(p, i, "[")) {
        size_t close = i;
        while (close < t.to && !is(p, close, "]"))
            close++;
        if (close > i + 1)
            out->unit = span_of(p, (struct part){i + 1, close});
        i = close + 1;
    }
    if (i < t.to && p->token[i].kind == T_STRING) {
        out->doc = span_at(p, i);
        out->doc.at++;
        out->doc.len -= out->doc.len > 1 ? 2 : 1;
        i++;
    }
    if (i < t.to)
        base_error(p->diag, span_of(p, (struct part){i, t.to}), "this is not expected here")->help =
            "the order is: name = value in lo .. hi > 0 [unit] \"what it is\"";
    return i >= t.to;
}

/* The token where the unit begins, or without a unit the string. */
static size_t tail_start(const struct parser *p, struct part t)
{
    const size_t unit = find_one(p, t, "[");
    size_t doc = t.from;
    while (doc < unit && p->token[doc].kind != T_STRING)
        doc++;
    return doc;
}

/* After the value of a definition: [in lo .. hi] [> 0 | != 0] [unit] [STRING] */
static bool after_value(struct parser *p, struct part t, struct item *out)
{
    static const char *const compare[] = {">", "!="};
    const size_t tail = tail_start(p, t);
    const size_t relation = find(p, (struct part){t.from, tail}, compare, 2);
    return range(p, (struct part){t.from, relation}, out) &&
           assumption(p, (struct part){relation, tail}, out) &&
           unit_and_doc(p, (struct part){tail, t.to}, out);
}

static size_t value_end(const struct parser *p, struct part t)
{
    static const char *const after[] = {"in", ">", "!=", "["};
    size_t end = find(p, t, after, 4);
    for (size_t i = t.from; i < end; i++)
        if (p->token[i].kind == T_STRING)
            return i;
    return end;
}

/* name = ... ; returns the token where the value starts, 0 after an error */
static size_t assigned(struct parser *p, struct part t, bool guess, struct item *out)
{
    if (!name_first(p, t, out))
        return 0;
    const size_t i = t.from + 1;
    out->guess = guess && i < t.to && is(p, i, "~");
    if (i < t.to && (out->guess || is(p, i, "=")))
        return i + 1;
    base_error(p->diag, out->name, "'=' is missing after this name")->help =
        base_text(p->diag->mem, "write %s %s", p->keyword, "name = value");
    return 0;
}

/* After a name in a list: [in lo .. hi] [unit] [STRING] */
static bool after_name(struct parser *p, struct part t, bool ranges, struct item *out)
{
    const size_t end = tail_start(p, t);
    if (t.from < end && !(ranges && is(p, t.from, "in"))) {
        base_error(p->diag, span_of(p, (struct part){t.from, end}), "this is not expected here")
            ->help = "names are separated by commas";
        return false;
    }
    return range(p, (struct part){t.from, end}, out) &&
           unit_and_doc(p, (struct part){end, t.to}, out);
}

static bool take_coords(struct parser *p, struct part t, struct item *out)
{
    return name_first(p, t, out) && after_name(p, (struct part){t.from + 1, t.to}, true, out);
}

static bool take_names(struct parser *p, struct part t, struct item *out)
{
    return name_first(p, t, out) && after_name(p, (struct part){t.from + 1, t.to}, false, out);
}

/* The value of `name = value`; a second sign in it means that a comma is missing. */
static bool value_in(struct parser *p, struct part t, struct span *out)
{
    static const char *const stray[] = {"=", "~"};
    const size_t i = find(p, t, stray, 2);
    if (i == t.to || i == t.from)
        return expr_in(p, t, out);
    if (p->token[i - 1].kind == T_NAME)
        base_error(p->diag, span_at(p, i - 1), "a comma is missing before this");
    else
        base_error(p->diag, span_at(p, i), "a second '%s' in one item",
                   base_span_copy(p->diag->mem, span_at(p, i)));
    return false;
}

static bool take_defs(struct parser *p, struct part t, struct item *out)
{
    const size_t value = assigned(p, t, false, out);
    if (!value)
        return false;
    const size_t end = value_end(p, (struct part){value, t.to});
    return value_in(p, (struct part){value, end}, &out->expr) &&
           after_value(p, (struct part){end, t.to}, out);
}

static bool take_assign(struct parser *p, struct part t, struct item *out)
{
    const size_t value = assigned(p, t, false, out);
    return value && value_in(p, (struct part){value, t.to}, &out->expr);
}

static bool take_ivals(struct parser *p, struct part t, struct item *out)
{
    const size_t value = assigned(p, t, true, out);
    return value && value_in(p, (struct part){value, t.to}, &out->expr);
}

static bool take_fields(struct parser *p, struct part t, struct item *out)
{
    static const char *const stray[] = {",", "="};
    const size_t value = assigned(p, t, false, out);
    if (!value)
        return false;
    const size_t i = find(p, (struct part){value, t.to}, stray, 2);
    if (i < t.to) {
        base_error(p->diag, span_at(p, i), "'%s' takes one field a line", p->keyword)->help =
            "start the next field on a line of its own";
        return false;
    }
    return expr_in(p, (struct part){value, t.to}, &out->expr);
}

static bool take_expr(struct parser *p, struct part t, struct item *out)
{
    return expr_in(p, t, &out->expr);
}

static bool take_string(struct parser *p, struct part t, struct item *out)
{
    if (t.to != t.from + 1 || p->token[t.from].kind != T_STRING) {
        base_error(p->diag, span_of(p, t), "'%s' expects one string", p->keyword)->help =
            "write model \"Skater on a slope\"";
        return false;
    }
    out->doc = span_at(p, t.from);
    out->doc.at++;
    out->doc.len -= out->doc.len > 1 ? 2 : 1;
    return true;
}

/* (x, y): one curve of a panel */
static bool plot_pair(struct parser *p, struct part t, struct item *out)
{
    const struct part in = {t.from + 1, t.to - 1};
    const bool brackets = t.from + 1 < t.to && is(p, t.from, "(") &&
                          find_one(p, (struct part){t.from + 1, t.to}, ")") == t.to - 1;
    const size_t middle = brackets ? find_one(p, in, ",") : t.to;
    if (!brackets || middle == in.to) {
        base_error(p->diag, span_of(p, t), "'plot' expects a pair")->help =
            "write (x, y) for a path, t : energy for a curve over time";
        return false;
    }
    return expr_in(p, (struct part){in.from, middle}, &out->expr) &&
           expr_in(p, (struct part){middle + 1, in.to}, &out->second);
}

/* (x, y), ...   or   t : y, ...: the curves of one panel */
static bool take_plots(struct parser *p, struct part t, struct item *out)
{
    const size_t colon = find_one(p, t, ":");
    const bool over = colon < t.to;
    size_t room = 1;
    if (over && !expr_in(p, (struct part){t.from, colon}, &out->expr))
        return false;
    for (size_t i = t.from; i < t.to; i++)
        room += is(p, i, ",");
    out->part = mem_take_array(p->diag->mem, room, sizeof *out->part);
    const size_t from = over ? colon + 1 : t.from;
    for (size_t i = from, end; i <= t.to; i = end + 1) {
        end = find_one(p, (struct part){i, t.to}, ",");
        const struct part one = {i, end};
        struct item *curve = i == from ? out : &out->part[out->parts++];
        if (curve != out)
            *curve = (struct item){.all = span_of(p, one), .expr = out->expr};
        if (over ? !expr_in(p, one, &curve->second) : !plot_pair(p, one, curve))
            return false;
    }
    return true;
}

/* expr [= expr] */
static bool take_equations(struct parser *p, struct part t, struct item *out)
{
    const size_t middle = find_one(p, t, "=");
    if (!expr_in(p, (struct part){t.from, middle}, &out->expr))
        return false;
    if (middle == t.to)
        return true;
    const struct part right = {middle + 1, t.to};
    const size_t second = find_one(p, right, "=");
    if (second < t.to) {
        base_error(p->diag, span_at(p, second), "a second '=' in one equation")->help =
            base_text(p->diag->mem, "'%s' takes one equation a line", p->keyword);
        return false;
    }
    return expr_in(p, right, &out->second);
}

/* [a, b] = expr */
static bool take_brackets(struct parser *p, struct part t, struct item *out)
{
    const size_t i = t.from;
    const bool pair = t.to >= i + 5 && is(p, i, "[") && p->token[i + 1].kind == T_NAME &&
                      is(p, i + 2, ",") && p->token[i + 3].kind == T_NAME && is(p, i + 4, "]");
    if (!pair || i + 5 == t.to || !is(p, i + 5, "=")) {
        base_error(p->diag, span_of(p, t), "'%s' expects the bracket of two names", p->keyword)
            ->help = "write [a, b] = c, one a line";
        return false;
    }
    out->name = span_at(p, i + 1);
    out->partner = span_at(p, i + 3);
    return value_in(p, (struct part){i + 6, t.to}, &out->expr);
}

/* a -> expr [| expr] */
static bool take_anchors(struct parser *p, struct part t, struct item *out)
{
    if (!name_first(p, t, out))
        return false;
    if (t.from + 1 == t.to || !is(p, t.from + 1, "->")) {
        base_error(p->diag, out->name, "'->' is missing after this name")->help =
            "write anchor a -> FIELD, or with a right anchor: a -> FIELD | FIELD";
        return false;
    }
    const struct part fields = {t.from + 2, t.to};
    const size_t bar = find_one(p, fields, "|");
    if (!expr_in(p, (struct part){fields.from, bar}, &out->expr))
        return false;
    return bar == t.to || expr_in(p, (struct part){bar + 1, t.to}, &out->second);
}

/* expr   or   name = expr */
static bool take_forces(struct parser *p, struct part t, struct item *out)
{
    return find_one(p, t, "=") < t.to ? take_assign(p, t, out) : take_expr(p, t, out);
}

static bool take_word(struct parser *p, struct part t, struct item *out)
{
    if (!name_first(p, t, out))
        return false;
    if (t.to > t.from + 1)
        base_error(p->diag, span_of(p, (struct part){t.from + 1, t.to}), "'%s' takes one word",
                   p->keyword);
    return t.to == t.from + 1;
}

/* ---- drawings ---- */

/* Whether this is the opening bracket of a point. Unlike a factor, a point has a comma; unlike the
 * arguments of a function, it has a blank before it, unless the name before it is that of the shape
 * (`first`). */
static bool opens_point(const struct parser *p, struct part t, bool first, size_t *close)
{
    const struct token *now = &p->token[t.from];
    if (!is(p, t.from, "("))
        return false;
    if (!first && now[-1].kind == T_NAME && now[-1].at + now[-1].len == now->at)
        return false;
    const struct part inside = {t.from + 1, t.to};
    *close = find_one(p, inside, ")");
    return find_one(p, inside, ",") < *close;
}

/* (expr, expr, ...), without the brackets */
static bool point(struct parser *p, struct part t, struct item *out)
{
    size_t room = 1;
    for (size_t i = t.from; i < t.to; i++)
        room += is(p, i, ",");
    out->part = mem_take_array(p->diag->mem, room, sizeof *out->part);
    for (size_t i = t.from, end; i <= t.to; i = end + 1) {
        end = find_one(p, (struct part){i, t.to}, ",");
        const struct part one = {i, end};
        struct item *part = &out->part[out->parts++];
        *part = (struct item){.all = span_of(p, one)};
        if (!expr_in(p, one, &part->expr))
            return false;
    }
    return true;
}

/* The end of an expression that is not a point: before a comma or a point. */
static size_t number_end(const struct parser *p, struct part t)
{
    size_t close = 0;
    int depth = 0;
    for (size_t i = t.from; i < t.to; i++) {
        if (depth == 0 && (is(p, i, ",") || opens_point(p, (struct part){i, t.to}, false, &close)))
            return i;
        depth += opens(p, i);
    }
    return t.to;
}

/* word (expr, expr) ... expr, ...; commas between points are optional */
static bool take_drawing(struct parser *p, struct part t, struct item *out)
{
    if (!name_first(p, t, out))
        return false;
    out->part = mem_take_array(p->diag->mem, t.to - t.from, sizeof *out->part);
    for (size_t i = t.from + 1, end; i < t.to; i = end) {
        struct item *part = &out->part[out->parts++];
        size_t close = 0;
        const bool is_point = opens_point(p, (struct part){i, t.to}, i == t.from + 1, &close);
        end = is_point ? close + 1 : number_end(p, (struct part){i, t.to});
        const struct part one = {i, end};
        *part = (struct item){.all = span_of(p, one)};
        if (is_point ? !point(p, (struct part){i + 1, close}, part) : !expr_in(p, one, &part->expr))
            return false;
        if (end < t.to && is(p, end, ","))
            end++;
    }
    return true;
}

/* conserved expr   or   expr == expr   or   expr drift < expr */
static bool take_claims(struct parser *p, struct part t, struct item *out)
{
    static const char *const signs[] = {"==", "drift"};
    const size_t i = find(p, t, signs, 2);
    if (is(p, t.from, "conserved") && i == t.to) {
        out->claim = CLAIM_CONSERVED;
        return expr_in(p, (struct part){t.from + 1, t.to}, &out->expr);
    }
    const bool drift = i < t.to && is(p, i, "drift");
    if (i == t.to || (drift && (i + 1 == t.to || !is(p, i + 1, "<")))) {
        base_error(p->diag, span_of(p, t), "'%s' expects a claim", p->keyword)->help =
            "write conserved EXPR, EXPR == EXPR, or EXPR drift < 1e-9";
        return false;
    }
    out->claim = drift ? CLAIM_DRIFT : CLAIM_EQUAL;
    return expr_in(p, (struct part){t.from, i}, &out->expr) &&
           expr_in(p, (struct part){i + 1 + drift, t.to}, &out->second);
}

/* ---- events ---- */

static size_t which(const struct parser *p, size_t i, const char *const *words, size_t n)
{
    size_t k = 0;
    while (k < n && !is(p, i, words[k]))
        k++;
    return k;
}

/* name = expr, ... */
static bool reset_parts(struct parser *p, struct part t, struct item *out)
{
    const char *const keyword = p->keyword;
    size_t room = 1;
    for (size_t i = t.from; i < t.to; i++)
        room += is(p, i, ",");
    out->part = mem_take_array(p->diag->mem, room, sizeof *out->part);
    if (t.from == t.to) {
        base_error(p->diag, span_of(p, t), "'reset' says nothing")->help =
            "write what becomes of it: reset v = -v, w = 0";
        return false;
    }
    bool good = true;
    p->keyword = lang_event_acts[ACT_reset];
    for (size_t i = t.from, end; i <= t.to && good; i = end + 1) {
        end = find_one(p, (struct part){i, t.to}, ",");
        const struct part one = {i, end};
        struct item *part = &out->part[out->parts++];
        *part = (struct item){.all = span_of(p, one)};
        good = take_assign(p, one, part);
    }
    p->keyword = keyword;
    return good;
}

/* [way] [act [name = expr, ...]]; the way may follow the act, unless that is a reset */
static bool event_words(struct parser *p, struct part t, struct item *out)
{
    bool way = false, act = false;
    for (size_t i = t.from; i < t.to; i++) {
        const size_t w = which(p, i, lang_event_ways, WAY_COUNT),
                     a = which(p, i, lang_event_acts, ACT_COUNT);
        if ((w == WAY_COUNT || way) && (a == ACT_COUNT || act)) {
            const bool twice = w < WAY_COUNT || a < ACT_COUNT;
            base_error(p->diag, span_at(p, i),
                       twice ? "another word of this sort stands before"
                             : "this is not expected here")
                ->help = "the order is: EXPR = EXPR rising reset v = -v";
            return false;
        }
        if (w < WAY_COUNT) {
            out->way = (enum event_way)w;
            way = true;
            continue;
        }
        out->act = (enum event_act)a;
        act = true;
        if (out->act == ACT_reset)
            return reset_parts(p, (struct part){i + 1, t.to}, out);
    }
    return true;
}

/* expr [= expr] [way] [act ...] */
static bool take_event(struct parser *p, struct part t, struct item *out)
{
    size_t words = t.to;
    for (size_t k = 0; k < (size_t)WAY_COUNT + ACT_COUNT; k++) {
        const char *word = k < WAY_COUNT ? lang_event_ways[k] : lang_event_acts[k - WAY_COUNT];
        const size_t i = find_one(p, t, word);
        words = i < words ? i : words;
    }
    return take_equations(p, (struct part){t.from, words}, out) &&
           event_words(p, (struct part){words, t.to}, out);
}

/* ---- heads: text before the items ---- */

static size_t no_head(struct parser *p, struct part t, const char *expected, const char *help)
{
    const size_t to = t.from < t.to ? t.to : t.to + 1; /* empty: point at the colon */
    base_error(p->diag, span_of(p, (struct part){t.from, to}), "'%s' expects %s here", p->keyword,
               expected)
        ->help = help;
    return 0;
}

static size_t head_with(struct parser *p, struct part t, struct statement *out, const char *help)
{
    const size_t end = find_one(p, t, ":");
    if (end == t.to)
        return no_head(p, t, "a name and a colon", help);
    if (end != t.from + 1 || p->token[t.from].kind != T_NAME)
        return no_head(p, (struct part){t.from, end}, "one name", help);
    out->head = span_at(p, t.from);
    return end + 1;
}

/* name : */
static size_t head_name(struct parser *p, struct part t, struct statement *out)
{
    return head_with(p, t, out, "write the name first, like this: steep : lambda = 3");
}

static size_t head_event(struct parser *p, struct part t, struct statement *out)
{
    return head_with(p, t, out, "write the name first, like this: hit : y = 0 falling stop");
}

/* so(3) [body | space] : */
static size_t head_algebra(struct parser *p, struct part t, struct statement *out)
{
    static const char help[] = "write algebra so(3) space : wx, wy, wz";
    static const char *const conventions[] = {"body", "space"};
    const size_t end = find_one(p, t, ":");
    if (end == t.to)
        return no_head(p, t, "a name and a colon", help);
    if (end == t.from || p->token[t.from].kind != T_NAME)
        return no_head(p, (struct part){t.from, end}, "the name of an algebra", help);
    size_t word = t.from + 1;
    if (word + 3 <= end && is(p, word, "(") && p->token[word + 1].kind == T_NUMBER &&
        is(p, word + 2, ")"))
        word += 3;
    if (word < end && (word + 1 < end || !is_any(p, word, conventions, 2)))
        return no_head(p, (struct part){word, end}, "'body', 'space' or a colon", help);
    out->space = word < end && is(p, word, "space");
    out->head = span_of(p, (struct part){t.from, word});
    return end + 1;
}

/* ---- statements ---- */

enum names { NONE, DEFINED, LISTED }; /* declared names: none, those before a sign, or all */
/* Separator of the items of a statement, and the function that reads one. */
static const struct shape {
    const char *separator; /* NULL: one item; "\n": one item per line */
    bool (*take)(struct parser *p, struct part t, struct item *out);
    enum names names;
    /* Reads the head; returns the token where the items begin, 0 after an error. NULL: no head. */
    size_t (*head)(struct parser *p, struct part t, struct statement *out);
} shapes[] = {
    [TAKES_STRING] = {NULL, take_string, NONE, NULL},
    [TAKES_COORDS] = {",", take_coords, LISTED, NULL},
    [TAKES_NAMES] = {",", take_names, LISTED, NULL},
    [TAKES_ALGEBRA] = {",", take_names, LISTED, head_algebra},
    [TAKES_DEFS] = {",", take_defs, DEFINED, NULL},
    [TAKES_SET] = {",", take_defs, NONE, head_name},
    [TAKES_ASSIGN] = {",", take_assign, DEFINED, NULL},
    [TAKES_FIELDS] = {"\n", take_fields, DEFINED, NULL},
    [TAKES_IVALS] = {",", take_ivals, NONE, NULL},
    [TAKES_EXPR] = {NULL, take_expr, NONE, NULL},
    [TAKES_EXPRS] = {",", take_expr, NONE, NULL},
    [TAKES_BASIS] = {",", take_expr, NONE, head_name},
    [TAKES_PLOTS] = {";", take_plots, NONE, NULL},
    [TAKES_EQUATIONS] = {"\n", take_equations, NONE, NULL},
    [TAKES_BRACKETS] = {"\n", take_brackets, NONE, NULL},
    [TAKES_ANCHORS] = {"\n", take_anchors, NONE, NULL},
    [TAKES_FORCES] = {",", take_forces, NONE, NULL},
    [TAKES_WORD] = {NULL, take_word, NONE, NULL},
    [TAKES_DRAWING] = {"\n", take_drawing, NONE, NULL},
    [TAKES_CLAIMS] = {"\n", take_claims, NONE, NULL},
    [TAKES_EVENT] = {NULL, take_event, NONE, head_event},
};

static bool goes_on(const struct parser *p, size_t i)
{
    static const char *const open[] = {"+", "-",   "*",  "/",  "^", "=",
                                       ",", "/\\", "->", "==", "|", "<"};
    return is_any(p, i, open, sizeof open / sizeof *open);
}

static bool ends_item(const struct parser *p, size_t i, const char *separator)
{
    if (strcmp(separator, "\n") == 0)
        return p->token[i].first && !goes_on(p, i - 1);
    return is(p, i, separator);
}

static size_t item_end(const struct parser *p, struct part t, const char *separator)
{
    int depth = opens(p, t.from);
    size_t i = t.from;
    if (*separator != '\n' && is(p, i, separator))
        return i; /* an empty item */
    for (i++; i < t.to; i++) {
        if (depth == 0 && ends_item(p, i, separator))
            return i;
        depth += opens(p, i);
    }
    return t.to;
}

static size_t count_items(const struct parser *p, struct part t, const char *separator)
{
    size_t n = 1;
    for (size_t i = t.from + 1; separator && i < t.to; i++)
        n += ends_item(p, i, separator);
    return n + (separator && t.from < t.to && is(p, t.from, separator));
}

static enum lang_statement statement_at(const struct parser *p, size_t i)
{
    for (size_t k = 0; k < STATEMENT_COUNT; k++)
        if (is(p, i, lang_statements[k].keyword))
            return (enum lang_statement)k;
    return STATEMENT_COUNT;
}

/* An indented line that looks like a statement: a keyword and an argument, after a line that does
 * not end in an operator or a comma. */
static bool is_indented_statement(const struct parser *p, size_t i)
{
    const struct token *now = &p->token[i];
    if (!now->first || now[1].first || statement_at(p, i) == STATEMENT_COUNT)
        return false;
    const bool goes_on = now[-1].kind == T_SIGN && !is(p, i - 1, ")") && !is(p, i - 1, "]");
    return !goes_on && (now[1].kind != T_SIGN || is(p, i + 1, "(") || is(p, i + 1, "["));
}

/* Whether a line can begin an item; an error if it should belong to the line above. */
static bool starts_well(struct parser *p, size_t i, const struct shape *shape,
                        const struct item *before)
{
    static const char *const infix[] = {"+", "*", "/", "^", "=", "/\\", "->", "==", "|", "<"};
    const bool half = shape->take == take_equations && !before->second.src && is(p, i, "-");
    if (half)
        base_error(p->diag, span_at(p, i), "this line can be read in two ways")->help =
            base_text(p->diag->mem,
                      "to go on with the line before, end that with the '-'; else write '%s' here",
                      p->keyword);
    else if (is_any(p, i, infix, sizeof infix / sizeof *infix))
        base_error(p->diag, span_at(p, i), "a line cannot begin with this")->help =
            "to go on with the line before, end it with the operator";
    else
        return true;
    return false;
}

/* Adds the names that a part would have declared to the lost ones. */
static void lose_names(struct parser *p, struct part t, enum names names)
{
    static const char *const signs[] = {"=", "~"};
    for (size_t i = t.from; i < t.to && names != NONE; i++) {
        const bool start = i == t.from || p->token[i].first || is(p, i - 1, ",");
        const bool defined = start || (i + 1 < t.to && is_any(p, i + 1, signs, 2));
        const struct span name = span_at(p, i);
        if (p->token[i].kind == T_NAME && (defined || names == LISTED))
            mem_put_n(&p->lost, (const char *)&name, sizeof name);
    }
}

/* False after an error; the items that could be read are kept. */
static bool take_items(struct parser *p, struct part t, enum lang_takes takes, struct statement *st)
{
    const struct shape *shape = &shapes[takes];
    const bool lines = shape->separator && *shape->separator == '\n';
    const struct item none = {.second = {.src = p->src}};
    const struct item *before = &none;
    bool whole = true;
    st->item = mem_take_array(p->diag->mem, count_items(p, t, shape->separator), sizeof *st->item);
    for (size_t i = t.from;; i++) {
        const size_t end = shape->separator && i < t.to
                               ? item_end(p, (struct part){i, t.to}, shape->separator)
                               : t.to;
        const struct part one = {i, end};
        struct item *out = &st->item[st->n];
        *out = (struct item){.all = span_of(p, one)};
        if ((!lines || starts_well(p, i, shape, before)) && shape->take(p, one, out)) {
            before = out;
            st->n++;
        } else {
            before = &none;
            whole = false;
            lose_names(p, one, shape->names);
        }
        if (end >= t.to)
            break;
        i = lines ? end - 1 : end;
    }
    return whole;
}

static bool take_statement(struct parser *p, struct part t, enum lang_takes takes,
                           struct statement *st)
{
    const struct shape *shape = &shapes[takes];
    if (t.from == t.to) {
        base_error(p->diag, span_of(p, t), "'%s' says nothing", p->keyword);
        return false;
    }
    const size_t needless = t.from; /* `coords: x` or `metric = dx^2` */
    if (p->keyword != p->src->name && !shape->head &&
        (is(p, needless, ":") || is(p, needless, "="))) {
        base_error(p->diag, span_at(p, needless), "'%s' is followed by a blank only", p->keyword)
            ->help =
            base_text(p->diag->mem, "leave out the '%s'", is(p, needless, ":") ? ":" : "=");
        lose_names(p, t, shape->names);
        return false;
    }
    bool good = balanced(p, t);
    size_t from = t.from;
    if (good && shape->head) {
        from = shape->head(p, t, st);
        good = from != 0;
    }
    if (good)
        return take_items(p, (struct part){from, t.to}, takes, st);
    lose_names(p, t, shape->names);
    return false;
}

/* Help for keywords of other languages. */
static const char *other_word(const char *word, size_t len)
{
    static const struct {
        const char *word, *help;
    } words[] = {
        {"kinetic", "the metric is twice the kinetic energy: metric m (dx^2 + dy^2)"},
        {"energy", "the energy follows from metric and potential, from lagrangian or hamiltonian"},
        {"mass", "masses are parameters: param m = 1"},
        {"const", "write param"},
        {"constant", "write param"},
        {"variables", "write coords"},
        {"vars", "write coords"},
        {"define", "write let"},
        {"initial", "write init"},
        {"simulate", "write run"},
        {"time", "write run t = 20"},
        {"velocity", "velocities need no declaration: that of x is x' or dx"},
        {"gravity", "write potential m g y"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (base_is_word(word, len, words[i].word))
            return words[i].help;
    return NULL;
}

static const char *common_statements(struct mem *m)
{
    static const enum lang_statement common[] = {
        STATEMENT_coords,    STATEMENT_param,      STATEMENT_metric,
        STATEMENT_potential, STATEMENT_lagrangian, STATEMENT_constraint,
        STATEMENT_frame,     STATEMENT_init,       STATEMENT_run};
    struct mem_text out = mem_text(m);
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        mem_put_f(&out, "%s, ", lang_statements[common[i]].keyword);
    mem_put(&out, "... (noslip help lists all)");
    return out.text;
}

/* Reports an unknown statement; returns the one that was probably meant, or STATEMENT_COUNT. */
static enum lang_statement unknown_statement(struct parser *p, size_t i)
{
    const struct span where = span_at(p, i);
    if (p->token[i].kind != T_NAME) {
        const char first = p->src->text[where.at];
        base_error(p->diag, where, "a statement begins with a word in column 1")->help =
            first == '/' || first == '%' || first == ';'
                ? "a comment begins with #"
                : "indent a line to go on with the statement before";
        return STATEMENT_COUNT;
    }
    const char *other = other_word(p->src->text + where.at, where.len);
    struct nearest near = base_nearest(p->src->text + where.at, where.len);
    enum lang_statement best = STATEMENT_COUNT;
    for (size_t k = 0; k < STATEMENT_COUNT; k++) {
        const char *before = near.best;
        base_offer(&near, lang_statements[k].keyword);
        if (near.best != before)
            best = (enum lang_statement)k;
    }
    struct note *note =
        base_error(p->diag, where, "unknown statement '%s'", base_span_copy(p->diag->mem, where));
    note->help = other ? other : base_did_you_mean(p->diag->mem, &near);
    if (!note->help)
        note->help = base_text(p->diag->mem,
                               "statements are %s; an indented line goes on with the "
                               "one before",
                               common_statements(p->diag->mem));
    return other ? STATEMENT_COUNT : best;
}

static void misplaced(struct parser *p, size_t i)
{
    if (i == 0)
        base_error(p->diag, span_at(p, i), "the first statement must begin in column 1");
    else
        base_error(p->diag, span_at(p, i), "this line is indented, so it goes on with '%s'",
                   p->keyword)
            ->help = "a statement must begin in column 1";
}

/* The token where the next statement begins: in column 1, or indented by mistake. */
static size_t next_statement(const struct parser *p, size_t i)
{
    const size_t first = i + 1;
    do
        i++;
    while (!p->token[i].margin && (i == first || !is_indented_statement(p, i)));
    return i;
}

/* Reads the statement in a part. If its keyword is misspelled, it is read as the statement that was
 * probably meant, and errors in it are not reported. */
static void add_statement(struct parser *p, struct part t, struct ast *ast, bool *present)
{
    struct diag *const diag = p->diag;
    struct diag unused = {.mem = diag->mem};
    struct statement *st = &ast->at[ast->n];
    const struct part rest = {t.from + 1, t.to};
    enum lang_statement what = statement_at(p, t.from);
    *st = (struct statement){.keyword = span_at(p, t.from)};
    if (!p->token[t.from].margin)
        misplaced(p, t.from);
    if (what == STATEMENT_COUNT) {
        p->diag = p->token[t.from].margin ? diag : &unused;
        what = unknown_statement(p, t.from);
        p->diag = &unused;
        const bool twice = what < STATEMENT_COUNT && present[what] && !lang_statements[what].many;
        if (what == STATEMENT_COUNT || twice) {
            p->keyword = base_span_copy(diag->mem, st->keyword);
            ast->unknown |= what == STATEMENT_COUNT;
            lose_names(p, rest, LISTED);
            p->diag = diag;
            return;
        }
        present[what] = true;
    }
    st->what = what;
    p->keyword = lang_statements[what].keyword;
    ast->broken[what] |= !take_statement(p, rest, lang_statements[what].takes, st);
    ast->n += st->n > 0;
    p->diag = diag;
}

struct ast *lang_parse(struct diag *d, struct source *src)
{
    bool present[STATEMENT_COUNT + 1] = {false};
    size_t n = 0, statements = 0;
    const struct token *token = lang_lex(d, src, &n);
    struct parser p = {.diag = d, .src = src, .token = token, .lost = mem_text(d->mem)};
    for (size_t i = 0; i < n; i++) {
        statements += token[i].first;
        if (token[i].margin)
            present[statement_at(&p, i)] = true;
    }
    struct ast *ast = mem_take(d->mem, sizeof *ast);
    *ast = (struct ast){.src = src, .at = mem_take_array(d->mem, statements, sizeof *ast->at)};
    if (n == 0) {
        base_error(d, (struct span){.src = src}, "there is no statement in this file")->help =
            "a model starts like this: coords x, y, phi";
        ast->unknown = true;
    }
    for (size_t i = 0, end; i < n; i = end) {
        end = next_statement(&p, i);
        add_statement(&p, (struct part){i, end}, ast, present);
    }
    ast->losts = p.lost.len / sizeof *ast->lost;
    ast->lost = mem_take_array(d->mem, ast->losts, sizeof *ast->lost);
    memcpy(ast->lost, p.lost.text, p.lost.len);
    return ast;
}

bool lang_parse_assignments(struct diag *d, struct source *src, bool guesses, struct item **items,
                            size_t *n)
{
    size_t tokens = 0;
    const size_t before = d->errors;
    struct statement st = {.n = 0};
    struct parser p = {.diag = d, .src = src, .keyword = src->name, .lost = mem_text(d->mem)};
    p.token = lang_lex(d, src, &tokens);
    take_statement(&p, (struct part){0, tokens}, guesses ? TAKES_IVALS : TAKES_ASSIGN, &st);
    *items = st.item;
    *n = st.n;
    return d->errors == before;
}

bool lang_parse_until(struct diag *d, struct source *src, struct ast *ast)
{
    size_t tokens = 0;
    struct parser p = {.diag = d, .src = src, .keyword = src->name, .lost = mem_text(d->mem)};
    struct statement *all = mem_take_array(d->mem, ast->n + 1, sizeof *all), *st = &all[ast->n];
    struct item *it = mem_take_array(d->mem, 1, sizeof *it);
    p.token = lang_lex(d, src, &tokens);
    const struct part whole = {0, tokens};
    *it = (struct item){.all = {src, 0, src->len}, .act = ACT_stop};
    *st = (struct statement){
        .what = STATEMENT_event, .keyword = it->all, .head = it->all, .item = it, .n = 1};
    memcpy(all, ast->at, ast->n * sizeof *all);
    if (!balanced(&p, whole) || !take_event(&p, whole, it))
        return false;
    if (it->act != ACT_stop) {
        base_error(d, it->all, "nothing else can happen at %s", src->name);
        return false;
    }
    ast->at = all;
    ast->n++;
    return true;
}

bool lang_parse_plots(struct diag *d, struct source *src, struct ast *ast)
{
    size_t tokens = 0;
    struct parser p = {.diag = d, .src = src, .keyword = "plot", .lost = mem_text(d->mem)};
    struct statement *all = mem_take_array(d->mem, ast->n + 1, sizeof *all);
    const size_t before = d->errors;
    p.token = lang_lex(d, src, &tokens);
    memcpy(all, ast->at, ast->n * sizeof *all);
    all[ast->n] = (struct statement){.what = STATEMENT_plot, .keyword = {src, 0, src->len}};
    if (d->errors > before ||
        !take_statement(&p, (struct part){0, tokens}, TAKES_PLOTS, &all[ast->n]))
        return false;
    ast->at = all;
    ast->n++;
    return true;
}
