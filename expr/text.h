/* expr/text.h -- expressions and numbers as text: reading and printing. Part of ex.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_TEXT_H
#define EX_TEXT_H

#include "ex.h"

struct ex_mistake {
    size_t at, len;      /* bytes of the text it is about */
    const char *message; /* in scratch */
    const char *help;    /* or NULL */
    bool call;           /* it is about a call of a name that is not a function */
};
/* Meaning of names and notations, from the caller. A callback that returns EX_POISON may give the
 * reason with ex_fail; else the message is the default one. */
struct ex_reader {
    /* Meaning of a name that is neither a constant nor a function; EX_POISON: unknown. */
    ex (*name)(void *context, struct store *s, const char *name, size_t len);
    /* a /\ b, with the precedence of a product; NULL: not supported. EX_POISON: not of these. */
    ex (*wedge)(void *context, struct store *s, ex a, ex b);
    /* d(a); NULL: not supported. EX_POISON: `d` is not a function here. */
    ex (*differential)(void *context, struct store *s, ex a);
    /* [a, b] and {a, b}; `open` is the opening bracket. NULL: not supported. */
    ex (*pair)(void *context, struct store *s, char open, ex a, ex b);
    /* Further functions of one argument, by name; NULL: none. */
    bool (*is_function)(void *context, const char *name, size_t len);
    ex (*apply)(void *context, struct store *s, const char *name, size_t len, ex a);
    void *context;
};
/* NULL reader: every name is a symbol. After an error EX_POISON, with `why` set. */
ex ex_read(struct store *s, const char *text, size_t len, const struct ex_reader *reader,
           struct ex_mistake *why);

/* One row of styles.h becomes one constant: EX_TEXT, ... */
enum ex_style {
#define STYLE(name, ...) EX_##name,
#include "styles.h"
#undef STYLE
    EX_STYLES
};
const char *ex_style_name(enum ex_style style);                  /* "text", "c", "latex", ... */
const char *ex_show(struct store *s, ex e, enum ex_style style); /* NULL: over the limit */
const char *ex_show_within(struct store *s, ex e, enum ex_style style, size_t limit); /* bytes */
const char *ex_greek(const char *letter, size_t len); /* name of the letter; NULL: not Greek */
bool ex_put(struct store *s, ex e, enum ex_style style, struct mem_text *out);

/* Numbers as text, the same in every locale. */
enum { EX_DOUBLE_ROOM = 32 };
/* 17 significant digits, shorter when zeros end it; "nan", "inf", "-inf". Returns the length. */
size_t ex_double_show(double d, char out[EX_DOUBLE_ROOM]);
/* `digits` significant digits, for display. */
size_t ex_double_brief(double d, int digits, char out[EX_DOUBLE_ROOM]);
/* Hexadecimal C literal, exactly d. */
size_t ex_double_hex(double d, char out[EX_DOUBLE_ROOM]);
/* Reads a number at the start of text (digits, point, exponent) exactly; `used` 0: none. */
ex ex_number_read(struct store *s, const char *text, size_t len, size_t *used);

#endif
