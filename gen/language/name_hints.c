/* gen/language/name_hints.c -- suggestions for unknown names and functions in a model. */
#include "gen/language/statements.h"

#include <string.h>

enum { LONGEST = 32 }; /* longer words are not split into factors */

/* ---- functions ---- */

/* Spellings of other languages. */
static const struct {
    const char *word, *instead;
} spellings[] = {
    {"ln", "log(...)"},
    {"arcsin", "asin(...)"},
    {"arccos", "acos(...)"},
    {"arctan", "atan(...)"},
    {"arctan2", "atan2(...)"},
    {"tg", "tan(...)"},
    {"fabs", "abs(...)"},
    {"cot", "1/tan(...)"},
    {"sec", "1/cos(...)"},
    {"csc", "1/sin(...)"},
    {"pow", "x^2"},
    {"sqr", "x^2"},
    {"square", "x^2"},
    {"dot", "x' or dx for the velocity of x"},
};

const char *lang_hint_call(struct check *c, const char *name, size_t len)
{
    struct mem *m = c->diag->mem;
    if (base_is_word(name, len, "d") && lang_find_name(&c->scope, "d", 1))
        return "'d' is declared, so d(...) is no differential: give that another name, or write "
               "d (...) for a product";
    if (lang_find_name(&c->scope, name, len))
        return NULL;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (base_is_word(name, len, spellings[i].word))
            return base_text(m, "write %s", spellings[i].instead);
    struct nearest near = base_nearest(name, len);
    struct mem_text all = mem_text(m);
/* Every function of the table of operators is a candidate. */
#define FUNCTION_LEAF(text)
#define FUNCTION_FOLD(text)
#define FUNCTION_PAIR(text)
#define FUNCTION_CONST(text)
#define FUNCTION_SUGAR(text)
#define FUNCTION_CALL(text)                                                                        \
    if (strcmp(text, "hold") != 0) {                                                               \
        base_offer(&near, text);                                                                   \
        mem_put_f(&all, "%s%s", all.len ? ", " : "functions are sqrt, ", text);                    \
    }
#define OP(name_, text, kind, ...) FUNCTION_##kind(text)
#include "expr/ops.h"
#undef OP
    const char *meant = base_did_you_mean(m, &near);
    return meant ? meant : all.text;
}

/* ---- names ---- */

/* x_dot or xdot for x' */
static const char *dotted(struct check *c, const char *word, size_t len)
{
    static const char *const ends[] = {"_dot", "dot"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const size_t k = strlen(ends[i]);
        if (len <= k || memcmp(word + len - k, ends[i], k) != 0)
            continue;
        const struct name *n = lang_find_name(&c->scope, word, len - k);
        if (n && n->of == NAME_COORD)
            return base_text(c->diag->mem, "the velocity of %s is %s' or d%s", n->text, n->text,
                             n->text);
    }
    return NULL;
}

/* dx2 for dx^2 */
static const char *power(struct check *c, const char *word, size_t len)
{
    const char last = word[len - 1];
    if (len < 2 || last < '2' || last > '9' || !lang_has_meaning(c, word, len - 1))
        return NULL;
    return base_text(c->diag->mem, "a power is written %.*s^%c", (int)(len - 1), word, last);
}

/* mg for m g: splits the word into as few known words as possible. */
static const char *product(struct check *c, const char *word, size_t len)
{
    size_t pieces[LONGEST + 1] = {0}, from[LONGEST + 1] = {0};
    if (len > LONGEST)
        return NULL;
    for (size_t end = 1; end <= len; end++) {
        pieces[end] = LONGEST + 1;
        for (size_t at = 0; at < end; at++)
            if (pieces[at] + 1 < pieces[end] && lang_has_meaning(c, word + at, end - at)) {
                pieces[end] = pieces[at] + 1;
                from[end] = at;
            }
    }
    if (pieces[len] < 2 || pieces[len] > 4)
        return NULL;
    const char *text = base_text(c->diag->mem, "%.*s", (int)(len - from[len]), word + from[len]);
    for (size_t end = from[len]; end > 0; end = from[end])
        text = base_text(c->diag->mem, "%.*s %s", (int)(end - from[end]), word + from[end], text);
    return base_text(c->diag->mem, "a product needs blanks: %s", text);
}

const char *lang_hint_name(struct check *c, const char *word, size_t len,
                           const struct nearest *near)
{
    const char *hint = dotted(c, word, len);
    if (!hint)
        hint = power(c, word, len);
    if (!hint && !(near->best && near->distance == 1 && len > 3))
        hint = product(c, word, len);
    if (!hint)
        hint = base_did_you_mean(c->diag->mem, near);
    return hint ? hint
                : base_text(c->diag->mem, "declare it, like this: param %.*s = 1", (int)len, word);
}
