/* gen/parse.c -- statements and their items: tokens -> ast.
 *
 * A statement begins in column 1 with its keyword and ends before the next token in column 1. Its
 * row in tables.h says what items it takes; every kind of item has one function here, named after
 * it. Expressions stay text: their span is all that is found out about them.
 */
#include "gen/gen.h"

#include <string.h>

const struct statement_row gen_statements[STATEMENT_COUNT] = {
#define ONCE false
#define MANY true
#define STATEMENT(keyword_, takes_, many_, declare, check, syntax_, says_)                         \
    [STATEMENT_##keyword_] = {.keyword = #keyword_,                                                \
                              .takes = TAKES_##takes_,                                             \
                              .many = many_,                                                       \
                              .syntax = syntax_,                                                   \
                              .says = says_},
    STATEMENTS(STATEMENT)
#undef STATEMENT
#undef ONCE
#undef MANY
};

struct parser {
    struct diag *diag;
    const struct source *src;
    const struct token *token;
    const char *keyword; /* of the statement at hand */
};

/* Tokens from up to (not with) to. */
struct part {
    size_t from, to;
};

static struct span span_of(const struct parser *p, struct part t)
{
    const struct token *a = &p->token[t.from], *b = &p->token[t.to];
    if (t.from == t.to) /* nothing: just after what stands before */
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
    return t->kind != T_END && t->kind != T_STRING && t->len == strlen(text) &&
           memcmp(p->src->text + t->at, text, t->len) == 0;
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

/* First token of the part, outside brackets, that is one of the texts; else the end. */
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

/* A closing bracket that nothing opened, or an opening one that nothing closes. */
static bool balanced(struct parser *p, struct part t)
{
    int depth = 0;
    size_t last_open = t.from;
    for (size_t i = t.from; i < t.to; i++) {
        const int o = opens(p, i);
        if (o > 0 && depth == 0)
            last_open = i;
        depth += o;
        if (depth < 0) {
            gen_error(p->diag, span_at(p, i), "nothing opens this bracket");
            return false;
        }
    }
    if (depth > 0)
        gen_error(p->diag, span_at(p, last_open), "this bracket is never closed");
    return depth == 0;
}

/* ---- kinds of items ---- */

static bool name_first(struct parser *p, struct part t, struct item *out)
{
    if (t.from < t.to && p->token[t.from].kind == T_NAME) {
        out->name = span_at(p, t.from);
        return true;
    }
    struct note *n = gen_error(p->diag, span_of(p, t), "'%s' expects a name here", p->keyword);
    if (t.from < t.to && p->token[t.from].kind == T_SIGN && p->token[t.from].first)
        n->help = "to go on with the line before, end it with the operator";
    return false;
}

static bool expr_in(struct parser *p, struct part t, struct span *out)
{
    *out = span_of(p, t);
    if (t.from == t.to)
        gen_error(p->diag, *out, "an expression is missing after this");
    return t.from < t.to;
}

/* in lo .. hi */
static bool range(struct parser *p, struct part t, struct item *out)
{
    if (t.from == t.to)
        return true;
    const size_t dots = find_one(p, t, "..");
    if (dots == t.to) {
        gen_error(p->diag, span_of(p, t), "a range has two ends")->help = "write in 0 .. 1";
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
    gen_error(p->diag, out->assumed, "only '> 0' and '!= 0' can be assumed");
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
        gen_error(p->diag, span_of(p, (struct part){i, t.to}), "this is not expected here")->help =
            "the order is: name = value in lo .. hi > 0 [unit] \"what it is\"";
    return i >= t.to;
}

/* What may follow the value of a definition, each part up to the next. */
static bool after_value(struct parser *p, struct part t, struct item *out)
{
    static const char *const compare[] = {">", "!="};
    const size_t unit = find_one(p, t, "[");
    size_t doc = t.from;
    while (doc < t.to && p->token[doc].kind != T_STRING)
        doc++;
    const size_t tail = unit < doc ? unit : doc;
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

/* name = ... ; returns where the value starts, 0 after a mistake */
static size_t assigned(struct parser *p, struct part t, bool guess, struct item *out)
{
    if (!name_first(p, t, out))
        return 0;
    const size_t i = t.from + 1;
    out->guess = guess && i < t.to && is(p, i, "~");
    if (i < t.to && (out->guess || is(p, i, "=")))
        return i + 1;
    gen_error(p->diag, out->name, "'=' is missing after this name")->help =
        gen_text(p->diag->mem, "write %s %s", p->keyword, "name = value");
    return 0;
}

static bool take_names(struct parser *p, struct part t, struct item *out)
{
    if (!name_first(p, t, out))
        return false;
    const struct part rest = {t.from + 1, t.to};
    if (rest.from < rest.to && !is(p, rest.from, "in")) {
        gen_error(p->diag, span_of(p, rest), "this is not expected here")->help =
            "names are separated by commas";
        return false;
    }
    return range(p, rest, out);
}

static bool take_defs(struct parser *p, struct part t, struct item *out)
{
    const size_t value = assigned(p, t, false, out);
    if (!value)
        return false;
    const size_t end = value_end(p, (struct part){value, t.to});
    return expr_in(p, (struct part){value, end}, &out->expr) &&
           after_value(p, (struct part){end, t.to}, out);
}

static bool take_assign(struct parser *p, struct part t, struct item *out)
{
    const size_t value = assigned(p, t, false, out);
    return value && expr_in(p, (struct part){value, t.to}, &out->expr);
}

static bool take_ivals(struct parser *p, struct part t, struct item *out)
{
    const size_t value = assigned(p, t, true, out);
    return value && expr_in(p, (struct part){value, t.to}, &out->expr);
}

static bool take_fields(struct parser *p, struct part t, struct item *out)
{
    static const char *const stray[] = {",", "="};
    const size_t value = assigned(p, t, false, out);
    if (!value)
        return false;
    const size_t i = find(p, (struct part){value, t.to}, stray, 2);
    if (i < t.to) {
        gen_error(p->diag, span_at(p, i), "'%s' takes one field a line", p->keyword)->help =
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
        gen_error(p->diag, span_of(p, t), "'%s' expects one string", p->keyword)->help =
            "write model \"Skater on a slope\"";
        return false;
    }
    out->doc = span_at(p, t.from);
    out->doc.at++;
    out->doc.len -= out->doc.len > 1 ? 2 : 1;
    return true;
}

/* (x, y)   or   t : y */
static bool take_plots(struct parser *p, struct part t, struct item *out)
{
    struct part in = t;
    const char *between = ":";
    if (is(p, t.from, "(") && find_one(p, (struct part){t.from + 1, t.to}, ")") == t.to - 1) {
        in = (struct part){t.from + 1, t.to - 1};
        between = ",";
    }
    const size_t middle = find_one(p, in, between);
    if (middle == in.to) {
        gen_error(p->diag, span_of(p, t), "'plot' expects a pair")->help =
            "write (x, y) for a path, t : energy for a curve over time";
        return false;
    }
    return expr_in(p, (struct part){in.from, middle}, &out->expr) &&
           expr_in(p, (struct part){middle + 1, in.to}, &out->second);
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
        gen_error(p->diag, span_at(p, second), "a second '=' in one equation")->help =
            gen_text(p->diag->mem, "'%s' takes one equation a line", p->keyword);
        return false;
    }
    return expr_in(p, right, &out->second);
}

static bool take_rest(struct parser *p, struct part t, struct item *out)
{
    (void)p;
    (void)t;
    (void)out;
    return true;
}

/* ---- statements ---- */

/* How the items of a statement stand apart, and who reads one. */
static const struct shape {
    const char *separator; /* NULL: there is one item; "\n": lines */
    bool (*take)(struct parser *p, struct part t, struct item *out);
} shapes[] = {
    [TAKES_STRING] = {NULL, take_string}, [TAKES_NAMES] = {",", take_names},
    [TAKES_DEFS] = {",", take_defs},      [TAKES_ASSIGN] = {",", take_assign},
    [TAKES_FIELDS] = {"\n", take_fields}, [TAKES_IVALS] = {",", take_ivals},
    [TAKES_EXPR] = {NULL, take_expr},     [TAKES_PLOTS] = {";", take_plots},
    [TAKES_REST] = {NULL, take_rest},     [TAKES_EQUATIONS] = {"\n", take_equations},
};

static bool goes_on(const struct parser *p, size_t i)
{
    static const char *const open[] = {"+", "-", "*", "/", "^", "=", ",", "/\\"};
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

static enum gen_statement statement_at(const struct parser *p, size_t i)
{
    for (size_t k = 0; k < STATEMENT_COUNT; k++)
        if (is(p, i, gen_statements[k].keyword))
            return (enum gen_statement)k;
    return STATEMENT_COUNT;
}

/* An indented line that reads like a statement of its own: a keyword and what it takes, behind a
 * line that does not end in an operator or a comma. */
static bool is_indented_statement(const struct parser *p, struct part t, size_t i)
{
    const struct token *now = &p->token[i];
    if (!now->first || i == t.from || i + 1 >= t.to || statement_at(p, i) == STATEMENT_COUNT)
        return false;
    const bool goes_on = now[-1].kind == T_SIGN && !is(p, i - 1, ")") && !is(p, i - 1, "]");
    return !goes_on && !now[1].first && (now[1].kind != T_SIGN || is(p, i + 1, "("));
}

static bool refuse_indented(struct parser *p, struct part t)
{
    for (size_t i = t.from; i < t.to; i++) {
        if (!is_indented_statement(p, t, i))
            continue;
        gen_error(p->diag, span_at(p, i), "this line is indented, so it goes on with '%s'",
                  p->keyword)
            ->help = "a statement must begin in column 1";
        return true;
    }
    return false;
}

static void take_items(struct parser *p, struct part t, enum gen_takes takes, struct item **items,
                       size_t *n)
{
    const struct shape *shape = &shapes[takes];
    *n = 0;
    if (takes != TAKES_REST && t.from == t.to) {
        gen_error(p->diag, span_of(p, t), "'%s' says nothing", p->keyword);
        return;
    }
    if (refuse_indented(p, t) || !balanced(p, t))
        return;
    *items = mem_take_array(p->diag->mem, count_items(p, t, shape->separator), sizeof **items);
    const bool lines = shape->separator && *shape->separator == '\n';
    for (size_t i = t.from;; i++) {
        const size_t end = shape->separator && i < t.to
                               ? item_end(p, (struct part){i, t.to}, shape->separator)
                               : t.to;
        struct item *out = &(*items)[*n];
        *out = (struct item){.all = span_of(p, (struct part){i, end})};
        *n += shape->take(p, (struct part){i, end}, out);
        if (end >= t.to)
            break;
        i = lines ? end - 1 : end;
    }
}

static void unknown_statement(struct parser *p, size_t i)
{
    const struct span where = span_at(p, i);
    if (p->token[i].kind != T_NAME) {
        gen_error(p->diag, where, "a statement begins with a word in column 1")->help =
            "indent a line to go on with the statement before";
        return;
    }
    struct nearest near = gen_nearest(p->src->text + where.at, where.len);
    for (size_t k = 0; k < STATEMENT_COUNT; k++)
        gen_offer(&near, gen_statements[k].keyword);
    struct note *note =
        gen_error(p->diag, where, "unknown statement '%s'", gen_copy(p->diag->mem, where));
    note->help = gen_did_you_mean(p->diag->mem, &near);
    if (!note->help)
        note->help = "indent a line to go on with the statement before";
}

static size_t next_statement(const struct parser *p, size_t i)
{
    do
        i++;
    while (!p->token[i].margin);
    return i;
}

struct ast *gen_parse(struct diag *d, struct source *src)
{
    size_t n = 0, statements = 0;
    const struct token *token = gen_lex(d, src, &n);
    struct parser p = {.diag = d, .src = src, .token = token};
    for (size_t i = 0; i < n; i++)
        statements += token[i].margin;
    struct ast *ast = mem_take(d->mem, sizeof *ast);
    *ast = (struct ast){.src = src, .at = mem_take_array(d->mem, statements, sizeof *ast->at)};
    size_t i = 0;
    if (n && !token[0].margin) {
        gen_error(d, span_at(&p, 0), "the first statement must begin in column 1");
        i = next_statement(&p, 0);
    }
    while (i < n) {
        const size_t end = next_statement(&p, i);
        struct statement *st = &ast->at[ast->n];
        *st = (struct statement){.what = statement_at(&p, i), .keyword = span_at(&p, i)};
        if (st->what == STATEMENT_COUNT) {
            unknown_statement(&p, i);
        } else {
            p.keyword = gen_statements[st->what].keyword;
            take_items(&p, (struct part){i + 1, end}, gen_statements[st->what].takes, &st->item,
                       &st->n);
            ast->n++;
        }
        i = end;
    }
    return d->errors ? NULL : ast;
}

bool gen_parse_assignments(struct diag *d, struct source *src, struct item **items, size_t *n)
{
    const size_t before = d->errors;
    size_t tokens = 0;
    struct parser p = {.diag = d, .src = src, .keyword = src->name};
    p.token = gen_lex(d, src, &tokens);
    take_items(&p, (struct part){0, tokens}, TAKES_ASSIGN, items, n);
    return d->errors == before;
}
