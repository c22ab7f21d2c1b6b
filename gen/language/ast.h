/* gen/language/ast.h -- syntax tree: statements and their items, as written.
 *
 * The parser knows the syntax of a statement, not its meaning.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_LANGUAGE_AST_H
#define GEN_LANGUAGE_AST_H

#include "gen/base/base.h"
#include "gen/tables/events.h"
#include "gen/tables/statements.h"

/* ---- lex.c ---- */

enum token_kind { T_END, T_NAME, T_NUMBER, T_STRING, T_SIGN };
struct token {
    enum token_kind kind;
    bool first;  /* first of its line */
    bool margin; /* in column 1 */
    size_t at, len;
};
/* n tokens, then T_END. Fills in src->clean. */
struct token *lang_lex(struct diag *d, struct source *src, size_t *n);

/* ---- parse.c ---- */

/* Syntax of a statement, by the members of its items that are filled in. An optional part that is
 * absent has an empty span (src NULL). */
enum lang_takes {
    TAKES_STRING,    /* doc */
    TAKES_COORDS,    /* name [in low .. high] [[unit]] [doc], ... */
    TAKES_NAMES,     /* name [[unit]] [doc], ... */
    TAKES_ALGEBRA,   /* head [body | space] : name [[unit]] [doc], ... */
    TAKES_DEFS,      /* name = expr [in low .. high] [assumed] [[unit]] [doc], ... */
    TAKES_SET,       /* head : as TAKES_DEFS */
    TAKES_ASSIGN,    /* name = expr, ... */
    TAKES_FIELDS,    /* name = expr, one per line */
    TAKES_IVALS,     /* name = expr or name ~ expr, ... */
    TAKES_EXPR,      /* expr */
    TAKES_EXPRS,     /* expr, ... */
    TAKES_BASIS,     /* head : expr, ... */
    TAKES_PLOTS,     /* (expr, second), part, ... or expr : second, part.second, ...; ... */
    TAKES_EQUATIONS, /* expr [= second], one per line */
    TAKES_BRACKETS,  /* [name, partner] = expr, one per line */
    TAKES_ANCHORS,   /* name -> expr [| second], one per line */
    TAKES_FORCES,    /* expr or name = expr, ... */
    TAKES_WORD,      /* name */
    TAKES_DRAWING,   /* name part ..., one per line: points, whose parts are exprs, and exprs */
    TAKES_CLAIMS,    /* conserved expr or expr == second or expr drift < second, one per line */
    TAKES_EVENT      /* head : expr [= second] [way] [act [part.name = part.expr, ...]] */
};
struct statement_row {
    const char *keyword;
    enum lang_takes takes;
    bool many; /* may occur more than once */
    const char *syntax, *says;
    const char *example; /* a model with this statement */
};
enum lang_statement {
#define STATEMENT(keyword, ...) STATEMENT_##keyword,
    STATEMENTS(STATEMENT)
#undef STATEMENT
        STATEMENT_COUNT
};
extern const struct statement_row lang_statements[STATEMENT_COUNT];
enum claim { CLAIM_CONSERVED, CLAIM_EQUAL, CLAIM_DRIFT };
enum event_way {
#define WAY(word) WAY_##word,
    EVENT_WAYS(WAY)
#undef WAY
        WAY_COUNT
};
enum event_act {
#define ACT(word) ACT_##word,
    EVENT_ACTS(ACT)
#undef ACT
        ACT_COUNT
};
extern const char *const lang_event_ways[WAY_COUNT], *const lang_event_acts[ACT_COUNT];
struct item {
    struct span all, name;
    struct span partner;            /* the second name in a bracket */
    struct span expr, second;       /* the second: y of a plot, right side, right anchor, bound */
    struct span low, high;          /* of a range */
    struct span unit, doc, assumed; /* `> 0` or `!= 0` */
    bool guess;                     /* `~` instead of `=` */
    bool positive;                  /* `assumed` is `> 0` */
    enum claim claim;
    enum event_way way;
    enum event_act act;
    struct item *part; /* of a reset: name = expr; of a drawing and of its points: expr; of a
                        * plot: expr and second of further curves */
    size_t parts;
};
/* Has at least one item; items with errors are left out. */
struct statement {
    enum lang_statement what;
    struct span keyword; /* as written, perhaps misspelled */
    struct span head;    /* before the colon: so(3), or a name */
    bool space;          /* of an algebra: space convention, not body convention */
    struct item *item;
    size_t n;
};
/* The statements that could be read. Errors in the others are reported already; their consequences
 * must not be reported: that a name in `lost` (or a word made from it) is unknown, that a `broken`
 * statement is missing or has too few items; with `unknown`, that any statement is missing. */
struct ast {
    const struct source *src;
    struct statement *at;
    size_t n;
    struct span *lost; /* names possibly declared in text that could not be read */
    size_t losts;
    bool broken[STATEMENT_COUNT]; /* a part of such a statement is left out */
    bool unknown;                 /* an unknown statement is left out */
};
struct ast *lang_parse(struct diag *d, struct source *src); /* never NULL */
/* Adds the `plot` items of the command line; false after an error. */
bool lang_parse_plots(struct diag *d, struct source *src, struct ast *ast);
/* Adds `event : EXPR = EXPR ... stop` from the command line; false after an error. */
bool lang_parse_until(struct diag *d, struct source *src, struct ast *ast);
/* `name = value, ...` of the command line, also `name ~ value` with `guesses`; false after an
 * error. */
bool lang_parse_assignments(struct diag *d, struct source *src, bool guesses, struct item **items,
                            size_t *n);

#endif
