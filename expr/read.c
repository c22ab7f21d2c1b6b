/* expr/read.c -- parser of expressions.
 *
 *   expr   = term { (+ | -) term }
 *   term   = factor { (* | / | /\ | nothing) factor }
 *   factor = (+ | -) factor | atom [ ^ factor ]
 *   atom   = number | name | function ( expr {, expr} ) | d ( expr ) | ( expr )
 *          | [ expr , expr ] | { expr , expr }            where the caller has a meaning for them
 *
 * The parser keeps its own stacks, so nesting costs memory only, and gathers the terms of a sum
 * and the factors of a product before it builds either: a sum of a million terms is one call.
 */
#include "store.h"

#include <stdio.h>
#include <string.h>

/* A sign, or the base of a power, that waits for the operand that is being read. */
struct waiting {
    ex base; /* EX_POISON: a minus sign */
};

/* One open parenthesis, call, or the whole text. */
struct level {
    size_t terms;   /* on the stack of values: where its terms begin */
    size_t factors; /* and where the factors of the open term begin */
    size_t waiting; /* number of waiting entries outside */
    size_t at;      /* in the text */
    size_t wedge;   /* 1 + place of the wedge that waits for its right side, 0: none */
    enum ex_op call;
    bool differential; /* d(...) */
    char open;         /* [ or { of a pair; 0: a parenthesis */
    size_t name;       /* length of the name of a function that only the caller knows, or 0 */
    uint32_t args;     /* finished arguments of the call, before `terms` */
    bool minus;        /* the open term is subtracted */
    bool divide;       /* the next factor divides */
    bool divided;      /* the last one did, and was not a number: a/b c has two readings */
};

struct reading {
    struct store *s;
    const char *text;
    size_t len, at;
    const struct ex_reader *reader;
    struct ex_mistake *why;
    ex *value;
    struct waiting *wait;
    struct level *level;
    size_t values, value_cap, waits, wait_cap, levels, level_cap;
    bool ended;
    bool literal; /* the operand is a number as written */
    ex operand;   /* just read, or EX_POISON while one is wanted */
    size_t operand_at;
};

/* ---- mistakes ---- */

static bool mistake(struct reading *r, size_t at, size_t len, const char *help, const char *format,
                    ...) __attribute__((format(printf, 5, 6)));

static bool mistake(struct reading *r, size_t at, size_t len, const char *help, const char *format,
                    ...)
{
    enum { LONGEST = 300 };
    char *message = mem_take(r->s->mem, LONGEST);
    va_list ap;
    va_start(ap, format);
    vsnprintf(message, LONGEST, format, ap);
    va_end(ap);
    *r->why = (struct ex_mistake){.at = at, .len = len, .message = message, .help = help};
    return false;
}

static bool built(struct reading *r, ex e, size_t at, size_t len)
{
    if (e)
        return true;
    const char *reason = ex_error(r->s);
    mistake(r, at, len, NULL, "%s", reason ? reason : "this cannot be built");
    if (!r->s->stopped)
        r->s->error[0] = 0; /* reported here, with its position */
    return false;
}

/* ---- stacks ---- */

static void *room(struct reading *r, void *array, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return array;
    size_t more = *cap ? *cap * 2 : 16;
    void *p = mem_take_array(r->s->mem, more, size);
    if (n)
        memcpy(p, array, n * size);
    *cap = more;
    return p;
}

static void push_value(struct reading *r, ex e)
{
    r->value = room(r, r->value, r->values, &r->value_cap, sizeof *r->value);
    r->value[r->values++] = e;
}

static bool push_wait(struct reading *r, ex base)
{
    if (r->waits + r->levels > r->s->limits.depth)
        return mistake(r, r->at, 1, NULL, "nested deeper than the limit of %lu",
                       (unsigned long)r->s->limits.depth);
    r->wait = room(r, r->wait, r->waits, &r->wait_cap, sizeof *r->wait);
    r->wait[r->waits++] = (struct waiting){base};
    return true;
}

static bool push_level(struct reading *r, enum ex_op call, size_t at)
{
    if (r->waits + r->levels > r->s->limits.depth)
        return mistake(r, at, 1, NULL, "nested deeper than the limit of %lu",
                       (unsigned long)r->s->limits.depth);
    r->level = room(r, r->level, r->levels, &r->level_cap, sizeof *r->level);
    r->level[r->levels++] = (struct level){
        .terms = r->values, .factors = r->values, .waiting = r->waits, .at = at, .call = call};
    return true;
}

static struct level *top(struct reading *r)
{
    return &r->level[r->levels - 1];
}

/* ---- characters ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool starts_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static char peek(const struct reading *r)
{
    return r->at < r->len ? r->text[r->at] : '\0';
}

static void skip_blanks(struct reading *r)
{
    while (r->at < r->len && strchr(" \t\r\n", r->text[r->at]) && r->text[r->at])
        r->at++;
}

/* Bytes of the well-formed UTF-8 character at p, 0 when it is none. */
static size_t utf8_len(const char *p, size_t left)
{
    const unsigned char *u = (const unsigned char *)p;
    size_t n = u[0] < 0x80 ? 1 : u[0] >= 0xc2 && u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : 4;
    if ((u[0] >= 0x80 && u[0] < 0xc2) || u[0] > 0xf4 || n > left)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((u[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xf0 && u[1] < 0x90);
    bool beyond = (u[0] == 0xed && u[1] >= 0xa0) || (u[0] == 0xf4 && u[1] >= 0x90);
    return overlong || beyond ? 0 : n;
}

/* Signs that look like operators and would be taken for letters. */
static const struct lookalike {
    const char *sign, *instead;
} lookalikes[] = {
    {"\xe2\x88\x92", "write -"},     {"\xe2\x80\x93", "write -"},  {"\xc2\xb7", "write *"},
    {"\xe2\x8b\x85", "write *"},     {"\xc3\x97", "write *"},      {"\xc2\xb2", "write ^2"},
    {"\xc2\xb3", "write ^3"},        {"\xc3\xb7", "write /"},      {"\xe2\x88\xa7", "write /\\"},
    {"\xe2\x80\xb2", "write x'"},    {"\xe2\x80\x99", "write x'"}, {"\xc2\xa0", "write a blank"},
    {"\xe2\x88\x9a", "write sqrt()"}};

static const struct lookalike *lookalike_at(const char *p, size_t left)
{
    if (left == 0 || (unsigned char)*p < 0x80)
        return NULL;
    for (size_t i = 0; i < sizeof lookalikes / sizeof *lookalikes; i++) {
        size_t n = strlen(lookalikes[i].sign);
        if (left >= n && memcmp(p, lookalikes[i].sign, n) == 0)
            return &lookalikes[i];
    }
    return NULL;
}

static bool name_end(struct reading *r, size_t *end)
{
    size_t i = r->at;
    while (i < r->len && (starts_name(r->text[i]) || is_digit(r->text[i])) &&
           !lookalike_at(r->text + i, r->len - i)) {
        size_t n = utf8_len(r->text + i, r->len - i);
        if (n == 0)
            return mistake(r, i, 1, NULL, "this byte is not UTF-8");
        i += n;
    }
    while (i < r->len && r->text[i] == '\'')
        i++;
    *end = i;
    return true;
}

/* ---- names ---- */

static bool spelled(const char *word, const char *name, size_t len)
{
    return strlen(word) == len && memcmp(word, name, len) == 0;
}

static bool is_function(const struct ex_row *row)
{
    return (row->kind == CALL || row->kind == SUGAR) && starts_name(row->text[0]);
}

static enum ex_op find_function(const char *name, size_t len)
{
    for (int op = 1; op < EX_OPS; op++)
        if (is_function(&ex_row[op]) && spelled(ex_row[op].text, name, len))
            return (enum ex_op)op;
    return EX_none;
}

static enum ex_op find_constant(const char *name, size_t len)
{
    for (int op = 1; op < EX_OPS; op++)
        if (ex_row[op].kind == CONST &&
            (spelled(ex_row[op].text, name, len) || spelled(ex_row[op].mathml, name, len)))
            return (enum ex_op)op;
    return EX_none;
}

static ex named(struct reading *r, const char *name, size_t len)
{
    enum ex_op op = find_constant(name, len);
    if (op)
        return ex_make(r->s, op, NULL, 0);
    if (r->reader)
        return r->reader->name(r->reader->context, r->s, name, len);
    return ex_sym_n(r->s, name, len, 0);
}

/* Is it a valid name, which reads back as a symbol? */
bool ex_is_name(const char *name, size_t len)
{
    size_t i = 0;
    if (len == 0 || !starts_name(name[0]) || find_function(name, len) || find_constant(name, len))
        return false;
    while (i < len && (starts_name(name[i]) || is_digit(name[i]))) {
        size_t n = utf8_len(name + i, len - i);
        if (n == 0 || lookalike_at(name + i, len - i))
            return false;
        i += n;
    }
    while (i < len && name[i] == '\'')
        i++;
    return i == len;
}

/* ---- operands ---- */

static bool no_function(struct reading *r, size_t at, size_t len)
{
    enum { LONGEST = 80 };
    const char *name = r->text + at;
    char *help = mem_take(r->s->mem, LONGEST + 40);
    bool fits = len < LONGEST;
    snprintf(help, LONGEST + 40, "write %.*s (...) for a product", fits ? (int)len : 1,
             fits ? name : "f");
    mistake(r, at, len, help, "'%.*s' is not a function", (int)len, name);
    r->why->call = true;
    return false;
}

static bool have_operand(struct reading *r, ex e, size_t at)
{
    r->literal = is_digit(r->text[at]) || r->text[at] == '.';
    r->operand = e;
    r->operand_at = at;
    return built(r, e, at, r->at - at);
}

/* A name directly before a parenthesis. */
static bool read_call(struct reading *r, enum ex_op function, const char *name, size_t len)
{
    size_t at = r->at - len;
    bool differential =
        !function && len == 1 && *name == 'd' && r->reader && r->reader->differential;
    bool known = !function && !differential && r->reader && r->reader->is_function &&
                 r->reader->is_function(r->reader->context, name, len);
    if (!function && !differential && !known)
        return no_function(r, at, len);
    if (!push_level(r, function, at))
        return false;
    top(r)->differential = differential;
    top(r)->name = known ? len : 0;
    r->at++;
    return true;
}

static bool read_name(struct reading *r)
{
    size_t at = r->at, end = at;
    const struct lookalike *sign = lookalike_at(r->text + at, r->len - at);
    if (sign)
        return mistake(r, at, strlen(sign->sign), sign->instead,
                       "this sign is not an operator here");
    if (!name_end(r, &end))
        return false;
    const char *name = r->text + at;
    size_t len = end - at;
    enum ex_op function = find_function(name, len);
    r->at = end;
    if (peek(r) == '(')
        return read_call(r, function, name, len);
    if (function)
        return mistake(r, at, len, "its argument stands in parentheses directly behind the name",
                       "the function '%.*s' has no argument", (int)len, name);
    ex e = named(r, name, len);
    if (!e && !ex_error(r->s))
        return mistake(r, at, len, NULL, "unknown name '%.*s'", (int)len, name);
    return have_operand(r, e, at);
}

static bool read_number(struct reading *r)
{
    size_t at = r->at, used;
    ex e = ex_number_read(r->s, r->text + at, r->len - at, &used);
    r->at += used;
    if (e && peek(r) == '.')
        return mistake(r, at, used + 1, NULL, "this is not a number");
    return have_operand(r, e, at);
}

/* Reads at a place where an operand must follow. */
static bool want_operand(struct reading *r)
{
    char c = peek(r);
    if (c == '+') {
        r->at++;
        return true;
    }
    if (c == '-') {
        bool pushed = push_wait(r, EX_POISON);
        r->at++;
        return pushed;
    }
    if (c == '(') {
        bool pushed = push_level(r, EX_none, r->at);
        r->at++;
        return pushed;
    }
    if ((c == '[' || c == '{') && r->reader && r->reader->pair) {
        bool pushed = push_level(r, EX_none, r->at);
        if (pushed)
            top(r)->open = c;
        r->at++;
        return pushed;
    }
    if (is_digit(c) || (c == '.' && r->at + 1 < r->len && is_digit(r->text[r->at + 1])))
        return read_number(r);
    if (starts_name(c))
        return read_name(r);
    if (r->at >= r->len) {
        bool blank = r->levels == 1 && r->values == 0 && r->waits == 0;
        return mistake(r, r->len, 0, NULL,
                       blank ? "an expression is missing" : "the expression ends too early");
    }
    if (c == '*' && r->at && r->text[r->at - 1] == '*')
        return mistake(r, r->at - 1, 2, "powers are written x^2", "'**' is not an operator");
    if ((unsigned char)c < 0x20 || c == 0x7f)
        return mistake(r, r->at, 1, NULL, "unexpected byte 0x%02x", (unsigned)(unsigned char)c);
    return mistake(r, r->at, 1, NULL, "unexpected '%c', a number, a name or '(' should stand here",
                   c);
}

/* ---- building ---- */

static bool finish_term(struct reading *r, size_t at)
{
    struct level *l = top(r);
    ex t = ex_mul(r->s, r->value + l->factors, r->values - l->factors);
    if (l->minus)
        t = ex_neg(r->s, t);
    r->values = l->factors;
    push_value(r, t);
    l->factors = r->values;
    l->minus = l->divide = l->divided = false;
    return built(r, t, l->at, at - l->at);
}

static bool finish_sum(struct reading *r, size_t at, ex *out)
{
    if (!finish_term(r, at))
        return false;
    struct level *l = top(r);
    *out = ex_add(r->s, r->value + l->terms, r->values - l->terms);
    r->values = l->terms;
    return built(r, *out, l->at, at - l->at);
}

static bool finish_argument(struct reading *r)
{
    ex e;
    if (!finish_sum(r, r->at, &e))
        return false;
    push_value(r, e);
    struct level *l = top(r);
    l->terms = l->factors = r->values;
    l->args++;
    return true;
}

/* Checks the number of arguments; reports an error with the name of the function. */
static bool counted(struct reading *r, const struct level *l)
{
    const struct ex_row *row = &ex_row[l->call];
    const size_t len = r->at - l->at;
    if (l->call && l->args != row->args)
        return mistake(r, l->at, len, NULL, "'%s' takes %d argument%s, not %lu", row->text,
                       row->args, row->args == 1 ? "" : "s", (unsigned long)l->args);
    if ((l->differential || l->name) && l->args != 1)
        return mistake(r, l->at, len, NULL, "'%.*s' takes 1 argument, not %lu",
                       l->differential ? 1 : (int)l->name, r->text + l->at, (unsigned long)l->args);
    if (l->open && l->args != 2)
        return mistake(r, l->at, len, NULL, "a bracket takes 2 arguments, not %lu",
                       (unsigned long)l->args);
    if (!l->call && !l->open && l->args != 1)
        return mistake(r, l->at, len, NULL, "a comma stands outside a function call");
    return true;
}

static const char *closing(char open)
{
    return open == '[' ? "]" : open == '{' ? "}" : ")";
}

/* The expression of a finished level. */
static bool made(struct reading *r, const struct level *l, const ex *args, ex *out)
{
    const struct ex_reader *reader = r->reader;
    const char *name = r->text + l->at;
    *out = l->call ? ex_make(r->s, l->call, args, l->args) : args[0];
    if (l->differential)
        *out = reader->differential(reader->context, r->s, args[0]);
    if (l->name)
        *out = reader->apply(reader->context, r->s, name, l->name, args[0]);
    if (l->open)
        *out = reader->pair(reader->context, r->s, l->open, args[0], args[1]);
    if ((l->differential || l->name) && !*out && !ex_error(r->s))
        return no_function(r, l->at, l->name ? l->name : 1);
    return true;
}

static bool close_level(struct reading *r, char sign)
{
    ex e;
    if (!finish_argument(r))
        return false;
    struct level l = *top(r);
    const char *end = closing(l.open);
    if (r->levels == 1)
        return mistake(r, r->at, 1, NULL, "'%c' without '%c'", sign,
                       sign == ')'   ? '('
                       : sign == ']' ? '['
                                     : '{');
    if (*end != sign)
        return mistake(r, r->at, 1, NULL, "'%s' should stand here", end);
    r->at++;
    if (!counted(r, &l))
        return false;
    const ex *args = r->value + r->values - l.args;
    if (!made(r, &l, args, &e))
        return false;
    r->values -= l.args;
    r->levels--;
    return have_operand(r, e, l.at);
}

/* ---- after an operand ---- */

/* The operand with the signs and powers that waited for it becomes a factor of the open term. */
static bool add_factor(struct reading *r)
{
    struct level *l = top(r);
    ex e = r->operand;
    for (; r->waits > l->waiting && e; r->waits--) {
        ex base = r->wait[r->waits - 1].base;
        e = base ? ex_pow(r->s, base, e) : ex_neg(r->s, e);
    }
    bool number = e && ex_is_number(r->s, e);
    if (l->divide)
        e = ex_powi(r->s, e, -1);
    l->divided = l->divide && !number;
    l->divide = false;
    if (l->wedge && e) {
        e = r->reader->wedge(r->reader->context, r->s, r->value[--r->values], e);
        if (!e && !ex_error(r->s))
            return mistake(r, l->wedge - 1, 2, "it takes two one-forms, like dx /\\ dy",
                           "these have no wedge product");
        l->wedge = 0;
    }
    push_value(r, e);
    r->operand = EX_POISON;
    return built(r, e, r->operand_at, r->at - r->operand_at);
}

static bool unexpected(struct reading *r, char c)
{
    if (c == '\'')
        return mistake(r, r->at, 1, "x' is the velocity of x", "a prime belongs to a name");
    if ((unsigned char)c < 0x20 || c == 0x7f)
        return mistake(r, r->at, 1, NULL, "unexpected byte 0x%02x", (unsigned)(unsigned char)c);
    return mistake(r, r->at, 1, NULL, "unexpected '%c'", c);
}

/* Juxtaposed operands multiply; after a division this may be ambiguous. */
static bool juxtapose(struct reading *r)
{
    char c = peek(r);
    if (top(r)->divided)
        return mistake(r, r->at, 1, "use parentheses: a/(b c), or (a/b) c",
                       "a/b c can be read in two ways");
    if (r->literal && (is_digit(c) || c == '.'))
        return mistake(r, r->at, 1, "write a * between them", "two numbers side by side");
    return true;
}

static enum ex_op find_infix(char c)
{
    for (int op = 1; op < EX_OPS; op++)
        if (ex_row[op].bind && ex_row[op].text[0] == c)
            return (enum ex_op)op;
    return EX_none;
}

/* After an operator of lower precedence than a power, the operand is a finished factor. */
static bool after_operator(struct reading *r, enum ex_op op)
{
    if (ex_row[op].bind == 1) {
        if (!finish_term(r, r->at))
            return false;
        top(r)->minus = op == EX_sub;
    } else {
        top(r)->divide = op == EX_div;
        top(r)->divided = false;
    }
    r->at++;
    return true;
}

/* The factors so far are the left side: the wedge has the precedence of products. */
static bool after_wedge(struct reading *r)
{
    struct level *l = top(r);
    if (!r->reader || !r->reader->wedge)
        return mistake(r, r->at, 2, NULL, "there is no wedge product here");
    ex left = ex_mul(r->s, r->value + l->factors, r->values - l->factors);
    r->values = l->factors;
    push_value(r, left);
    l->divided = false;
    l->wedge = r->at + 1;
    r->at += 2;
    return built(r, left, l->at, r->at - l->at);
}

static bool is_wedge(const struct reading *r)
{
    return r->at + 1 < r->len && r->text[r->at] == '/' && r->text[r->at + 1] == '\\';
}

static bool after_operand(struct reading *r)
{
    skip_blanks(r);
    char c = peek(r);
    enum ex_op op = find_infix(c);
    if (ex_row[op].bind == 3) {
        ex base = r->operand;
        bool pushed = push_wait(r, base);
        r->operand = EX_POISON;
        r->at++;
        return pushed;
    }
    if (!add_factor(r))
        return false;
    if (r->at >= r->len) {
        r->ended = r->levels == 1;
        return r->ended || mistake(r, top(r)->at, 1, NULL, "this is not closed by a '%s'",
                                   closing(top(r)->open));
    }
    if (is_wedge(r))
        return after_wedge(r);
    if (op)
        return after_operator(r, op);
    const bool pairs = r->reader && r->reader->pair;
    if (c == ')' || (pairs && (c == ']' || c == '}')))
        return close_level(r, c);
    if (starts_name(c) || is_digit(c) || c == '(' || c == '.' || (pairs && (c == '[' || c == '{')))
        return juxtapose(r);
    if (c != ',')
        return unexpected(r, c);
    r->at++;
    return finish_argument(r);
}

ex ex_read(struct store *s, const char *text, size_t len, const struct ex_reader *reader,
           struct ex_mistake *why)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct ex_mistake unused;
    struct reading r = {.s = s, .text = text, .len = len, .reader = reader};
    r.why = why ? why : &unused;
    char before[sizeof s->error]; /* earlier errors are kept apart */
    memcpy(before, s->error, sizeof before);
    s->error[0] = 0;
    bool good = push_level(&r, EX_none, 0);
    while (good && !r.ended) {
        skip_blanks(&r);
        good = r.operand ? after_operand(&r) : want_operand(&r);
    }
    ex e = EX_POISON;
    if (good && finish_sum(&r, r.at, &e) && top(&r)->args) {
        mistake(&r, 0, len, NULL, "a comma stands outside a function call");
        e = EX_POISON;
    }
    if (before[0])
        memcpy(s->error, before, sizeof before);
    if (e && !(reader && reader->pair))
        mem_release(s->mem,
                    mark); /* else the message is there, or what a bracket found on its way */
    return e;
}
