/* expr/store.h -- internals of the store, for the files of expr/ only.
 *
 * A node is 16 bytes and its operands are 32-bit words in one shared array: handles for operators,
 * the packed name of a symbol, the packed value of a number. Nodes are only appended, so operands
 * always have smaller handles than their users. The arrays move when they grow: never keep a
 * pointer to a node or its words across a constructor.
 *
 * A product with a numeric factor c is always the pair mul(c, rest) with rest free of numeric
 * factors: like terms then share `rest`, and splitting a term costs nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EX_STORE_H
#define EX_STORE_H

#include "ex.h"

/* Properties of a node. For symbols the first three are the assumptions of ex.h. */
enum {
    F_POSITIVE = EX_POSITIVE,
    F_NONZERO = EX_NONZERO,
    F_ANGLE = EX_ANGLE,
    F_NONNEGATIVE = 8,
    F_BIG = 16,   /* a number too big for two words of 64 bits */
    F_FRESH = 32, /* a symbol of ex_fresh */
};

struct node {
    uint8_t op, flags;
    uint16_t spare;
    uint32_t n;     /* words */
    uint32_t first; /* index of the first word */
    uint32_t hash;  /* of the structure: the same in every store; one for all fresh symbols */
};

/* A memo by handle that is emptied by incrementing its epoch. */
struct layer {
    uint32_t *stamp, *value;
    size_t cap;
    uint32_t epoch;
};
enum { LAYERS = 8 };

/* A power of a product that was built before; see power.c. */
struct raised {
    ex base, k, power;
};
enum { COUNT_RAISED = 64 };

struct store {
    struct mem *mem;
    struct ex_limits limits;
    struct node *node;
    size_t nodes, node_cap;
    size_t checked; /* nodes, by ex_check */
    uint32_t *word;
    size_t words, word_cap;
    ex *table; /* open addressing, a power of two long */
    size_t table_cap;
    struct layer layer[LAYERS];
    int layers_used;
    unsigned long fresh; /* symbols of ex_fresh so far */
    int nesting;         /* of roots of products, in power.c */
    uint64_t recoveries; /* of mem, when layers and nesting were last valid */
    struct raised raised[COUNT_RAISED];
    double deadline; /* in processor time */
    uint64_t
        deep_left; /* work that deep calls of the current operation may still take; 0: no limit */
    uint64_t work, next_look; /* see EX_LIMITS; value of `work` for the next look at the limits */
    uint64_t work_before;     /* ex_clear */
    char error[256];
    struct { /* see ex_mind */
        ex *x;
        double *v;
        size_t n;
    } point;
    bool stopped; /* a limit was exceeded: nothing more is built until ex_clear */
    ex one, zero, minus_one, half, pi;
};

/* ---- store.c ---- */
ex ex_intern(struct store *s, enum ex_op op, const uint32_t *words, size_t n, unsigned flags);
void ex_look(struct store *s);   /* at the limits of the command */
void ex_settle(struct store *s); /* after memory ran out: resets unfinished operations */

/* Counts work. */
static inline void ex_charge(struct store *s, uint64_t amount)
{
    s->work += amount;
    if (s->work >= s->next_look)
        ex_look(s);
}

static inline const struct node *node_at(const struct store *s, ex e)
{
    return &s->node[e];
}
static inline const uint32_t *words_at(const struct store *s, ex e)
{
    return s->word + s->node[e].first;
}
static inline enum ex_op op_of(const struct store *s, ex e)
{
    return (enum ex_op)s->node[e].op;
}
static inline bool is_leaf(enum ex_op op)
{
    return op <= EX_sym;
}
static inline ex first_arg(const struct store *s, ex e)
{
    return words_at(s, e)[0];
}
/* Terms of a sum; any other expression is one term. */
static inline size_t terms_of(const struct store *s, ex e)
{
    return op_of(s, e) == EX_add ? node_at(s, e)->n : 1;
}
static inline ex term_at(const struct store *s, ex e, size_t i)
{
    return op_of(s, e) == EX_add ? words_at(s, e)[i] : e;
}
static inline bool layer_has(const struct layer *l, ex e)
{
    return e < l->cap && l->stamp[e] == l->epoch;
}
static inline void layer_set(struct layer *l, ex e, uint32_t value)
{
    l->stamp[e] = l->epoch;
    l->value[e] = value;
}

/* Nodes that the roots reach, children first, with the place of each. The list is in scratch;
 * walk_end gives the memo back and must come in reverse order of walk_begin. */
struct walk {
    ex *at;
    size_t n;
    struct layer *place;
};
struct walk walk_begin(struct store *s, const ex *roots, size_t m);
void walk_end(struct store *s);
static inline uint32_t place_of(const struct walk *w, ex e)
{
    return w->place->value[e];
}

/* ---- rat.c: exact rationals ----
 * Small when d > 0 (lowest terms). When d == 0, n is the handle of a number node too big for that,
 * or 0 for poison. */
struct rat {
    int64_t n, d;
};
struct rat rat_of(const struct store *s, ex number);
ex rat_ex(struct store *s, struct rat r);
struct rat rat_make(struct store *s, int64_t num, int64_t den);
struct rat rat_add(struct store *s, struct rat a, struct rat b);
struct rat rat_mul(struct store *s, struct rat a, struct rat b);
struct rat rat_neg(struct store *s, struct rat a);
struct rat rat_inv(struct store *s, struct rat a);
struct rat rat_pow(struct store *s, struct rat a, int64_t k);
int rat_sign(const struct store *s, struct rat a);
int rat_cmp(const struct store *s, struct rat a, struct rat b);
bool rat_is_int(const struct store *s, struct rat a);
double rat_double(struct store *s, struct rat a);
/* base^power = out * rest^left for base > 0 and 0 < power < 1: the powers that trial division finds
 * are taken out, and rest is an integer, no perfect power (1: nothing is left). */
void rat_root(struct store *s, struct rat base, struct rat power, struct rat *out, struct rat *rest,
              struct rat *left);
struct rat rat_read(struct store *s, const char *digits, size_t n, int64_t exponent10);
void rat_put(struct store *s, struct rat a, bool denominator,
             struct mem_text *out); /* |num| or den */
uint64_t rat_mod(struct store *s, struct rat a, bool denominator,
                 uint64_t prime); /* num or den modulo a prime */
static inline bool rat_is(struct rat a, int64_t i)
{
    return a.d == 1 && a.n == i;
}

/* ---- make.c ---- */
ex ex_node(struct store *s, enum ex_op op, const ex *args, size_t n); /* canonical already */
ex ex_scale(struct store *s, struct rat c, ex rest);                  /* c * rest, rest anything */
/* e = c * rest with rest free of a numeric factor; a number is c * 1. */
ex ex_split(const struct store *s, ex e, struct rat *c);
/* e = base^exponent, exponent 1 when it is not a power. */
ex ex_split_power(const struct store *s, ex e, ex *exponent);
/* The one of e and -e that has a positive factor and, if it is a sum, a positive first term: even
 * and odd functions keep it as their argument. */
ex ex_upright(struct store *s, ex e, bool *turned_over);
bool any_poison(const ex *e, size_t n);

/* ---- power.c ---- */
bool canon_pow(struct store *s, ex a, ex b, ex *out);

/* ---- rewrite.c ---- */
struct ex_rewriting {
    struct store *s;
    struct walk w;
    ex *image; /* by place; EX_POISON: not known yet */
};
/* The parts of ex_rewrite: images may be set in between, and are not asked of the rule then. */
struct ex_rewriting rewrite_begin(struct store *s, const ex *e, size_t m);
void rewrite_by(struct ex_rewriting *r, struct ex_rule rule);
void rewrite_end(struct ex_rewriting *r, const ex *e, size_t m, ex *out);

/* ---- expand.c ---- */
ex ex_spread(struct store *s, ex e); /* expands one product, but not its factors */

/* ---- order.c ---- */
struct term { /* of a sum: c * key; of a product: key = base^exponent */
    ex key, base, exponent;
    struct rat c;
};
void sort_terms(struct store *s, struct term *t, size_t n); /* by key */
void ex_sort(struct store *s, ex *e, size_t n);             /* by ex_cmp */

/* ---- read.c ---- */
bool ex_is_name(const char *name, size_t len);

/* ---- ops.c: the table as data ---- */
enum ex_kind { LEAF, FOLD, PAIR, SUGAR, CONST, CALL };
enum ex_parity { AS_IS, ODD, EVEN };
struct ex_row {
    const char *text;
    enum ex_kind kind;
    uint8_t args, bind;
    enum ex_parity parity;
    int at0;
    enum ex_op undo;
    const char *c, *tex, *mathml, *sympy, *maxima, *mathematica;
    double lo, hi, point[2];
};
enum { NOT = -99 };
extern const struct ex_row ex_row[EX_OPS];

/* The columns that are formulas, for all rows, also those that are never stored. */
#define EX_NO_RESIDUE UINT64_MAX
uint64_t ex_mod_power(uint64_t a, uint64_t k); /* modulo EX_PRIME */
double ex_row_value(enum ex_op op, double a, double b);
uint64_t ex_row_mod(enum ex_op op, uint64_t a, uint64_t b);
ex ex_row_partial(struct store *s, enum ex_op op, size_t i, ex e, ex a, ex b);

#endif
