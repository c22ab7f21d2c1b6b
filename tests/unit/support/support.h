/* tests/unit/support/support.h -- helpers shared by the unit tests.
 *
 * Independent values come from MPFR, node by node through the operator table, so that a new row is
 * checked without a new line here. Random numbers come from our own generator with fixed seeds: a
 * failure is reproducible on every machine. NOSLIP_SEED gives other seeds, different ones for each
 * test.
 *
 * Ownership: a lab owns its memory and store; lab_close frees both.
 * Errors:    test helpers stop the test (ck_assert), so they must not run in another thread;
 *            functions that do return the reason as a text.
 * Needs:     Check, MPFR, GMP.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SUPPORT_H
#define SUPPORT_H

#include "expr/ex.h"
#include "expr/store.h"

#include <check.h>
#include <gmp.h>
#include <mpfr.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
/* Like ck_assert_msg, but fast when it passes: ck_assert_msg writes to a pipe each time. */
#define REQUIRE(condition, ...)                                                                    \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ck_abort_msg(__VA_ARGS__);                                                             \
    } while (0)

/* ---- fixture.c ---- */

/* Runs the tests of one file and returns the exit code for main. */
int test_run(const char *name, const TTest *const *tests, size_t n);

struct lab {
    struct mem *m;
    struct store *s;
};
struct lab lab_open(void);
struct lab lab_open_with(struct ex_limits limits);
void lab_close(struct lab *l);

size_t test_cases(void);         /* number of random cases: NOSLIP_RANDOM, or 3000 */
size_t test_scaled(size_t full); /* `full`, scaled by test_cases() / 100000 */
bool test_whole(void);           /* NOSLIP_WHOLE: all models and points, not only some */
bool test_once(void); /* run tests that do not depend on the build? NOSLIP_ONCE=no: not here */
/* Is the i-th of several long comparisons part of this run? With NOSLIP_TURN, 0 to 2, one in three.
 */
bool test_turn(size_t i);
double test_clock(void);  /* seconds, for printing only: no result may depend on them */
double test_cpu(int pid); /* seconds of CPU that a process has used */
ex test_read(struct store *s, const char *text); /* fails on errors */
/* Sets a locale; false: it is missing, and the build does not require it. */
bool test_locale(const char *name);
/* Runs body in a thread with 128 KiB of stack; returns NULL, or the reason of a failure. */
const char *test_small_stack(const char *(*body)(void *context), void *context);
/* NULL, or the first bracket or tag of a printed expression that is not closed. */
const char *test_unbalanced(const char *text, enum ex_style style);

/* ---- random.c ---- */

struct rng {
    uint64_t state;
};
struct rng rng_new(uint64_t seed); /* combined with NOSLIP_SEED, if set */
uint64_t rng_next(struct rng *r);
size_t rng_below(struct rng *r, size_t n);
double rng_double(struct rng *r, double lo, double hi); /* a multiple of 2^-20 */
/* A rational with `bits` bits above and below, biased to the edges of machine words. */
void rng_mpq(struct rng *r, unsigned bits, mpq_t q);
void rng_shuffle(struct rng *r, ex *e, size_t n);

enum { GEN_SYMBOLS = 6 };
struct gen {
    struct store *s;
    struct rng *rng;
    ex sym[GEN_SYMBOLS]; /* x, y, z; p, q positive; th an angle */
};
struct gen gen_new(struct store *s, struct rng *rng);
void gen_point(struct gen *g, double v[GEN_SYMBOLS]);
/* A random expression of about `operators` operators: of the whole table, or only + - * and powers.
 */
ex gen_any(struct gen *g, int operators);
ex gen_polynomial(struct gen *g, int operators);

/* ---- mp.c ---- */

/* Values of the nodes of a list, in a given precision and rounding. */
struct mp {
    mpfr_prec_t bits;
    mpfr_rnd_t round;
    mpfr_t *at; /* of node i of the list */
    size_t n, cap;
    struct ex_list nodes;
    uint32_t *place; /* of a handle in the list; only those in it are set */
    size_t place_cap;
};
void mp_open(struct mp *p, mpfr_prec_t bits, mpfr_rnd_t round);
void mp_close(struct mp *p);
/* x[i] has the value v[i] + (i == moved ? by : 0); `by` may be NULL. */
void mp_eval(struct mp *p, struct store *s, struct ex_list nodes, const ex *x, const double *v,
             size_t n, size_t moved, mpfr_srcptr by);
mpfr_srcptr mp_of(const struct mp *p, ex e);
/* One operator of the table, by MPFR's function of the same name. */
void mp_apply(enum ex_op op, mpfr_ptr out, const mpfr_srcptr *args, size_t n, mpfr_rnd_t round);
void mp_number(struct store *s, ex number, mpfr_ptr out, mpfr_rnd_t round);
void mp_number_q(struct store *s, ex number, mpq_t out);
/* Is the expression of the list defined, smooth and of moderate size at the point? */
bool mp_moderate(const struct mp *p, const struct store *s);
/* |a - b| <= 2^-bits max(1, |a|, |b|) */
bool mp_near(mpfr_srcptr a, mpfr_srcptr b, long bits);
/* Compares a and b at up to `points` random points where a is defined and moderate. A point where b
 * then has no value makes them differ; agreement is to half of the bits. */
enum mp_answer { MP_NO_POINT, MP_SAME, MP_DIFFER };
enum mp_answer mp_compare(struct mp *p, struct store *s, struct rng *rng, ex a, ex b, int points);
/* The distance of d from the value, in units of the last place of the value's double. */
double mp_ulps(double d, mpfr_srcptr value);

/* ---- json.c ---- */

enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT };
struct jnode {
    enum json_kind kind;
    const char *key;  /* of a member of an object */
    const char *text; /* of a text */
    double number;
    size_t n;                  /* members of a list or an object */
    const struct jnode *first; /* of them */
    const struct jnode *next;  /* in the list or object this belongs to */
};
/* The result is in scratch memory of m; NULL: not JSON, or nested too deeply. */
const struct jnode *json_read(struct mem *m, const char *text);
const struct jnode *json_get(const struct jnode *object, const char *key); /* or NULL */
const struct jnode *json_at(const struct jnode *list, size_t i);           /* or NULL */
const struct jnode *json_need(const struct jnode *object, const char *key);
double json_number(const struct jnode *v, const char *what);
/* Reads the first `len` characters as a number, in every locale. */
bool json_double(const char *text, size_t len, double *out);

/* ---- tool.c: the program, NOSLIP_BIN or build/noslip, run as a user does ---- */

struct told {
    int code; /* exit code */
    const char *out, *err;
};
struct told tool_run(struct mem *m, const char *input, const char *const *arguments);
/* Runs another program, found on the path. */
struct told tool_call(struct mem *m, const char *program, const char *input,
                      const char *const *arguments);
const char *tool_file(struct mem *m, const char *path);
/* A model without its statements of one keyword. */
const char *tool_without(struct mem *m, const char *model, const char *keyword);

/* A query about a model, which is a text of several lines or a path; NULL: the default. */
struct question {
    const char *model, *form, *params;
    const char *at; /* values of the state, or initial ones */
    const char *relation, *engine;
    const char *end, *step, *method, *tol; /* of a run */
    const char *times;                     /* of its rows */
};
/* Both must succeed. */
/* Calls `see` with one in `every` of all models, including those of tests; returns their number. */
size_t each_model(void (*see)(const char *path), size_t every);
/* Reference numbers, computed elsewhere, from a file of JSON. */
struct oracle {
    struct lab lab;
    const struct jnode *data;
};
struct oracle oracle_open(const char *path);
const struct jnode *tool_eval(struct mem *m, const struct question *q);
const struct jnode *tool_show(struct mem *m, const struct question *q); /* with its objects */
struct rows tool_rows(struct mem *m, const struct question *q);         /* of a run */

/* CSV: names in the header, numbers below. */
struct rows {
    const char **name;
    double *at; /* row by row */
    size_t columns, n;
};
/* Number in a column, which must exist. */
double tool_cell(const struct rows *r, size_t row, const char *name);

/* Appends name=value to a list for -p, -i or --state. */
void tool_assign(struct mem_text *t, const char *name, double value);
/* |got - want| <= bound, or the test fails with `where` and `what`. */
void tool_near(const char *where, const char *what, double got, double want, double bound);

/* ---- identity.c ---- */

/* A sequence of random cases; scratch memory and, now and then, the store are renewed. */
struct exam {
    struct lab lab;
    struct rng rng;
    struct gen gen;
    struct mp mp;
    struct mem_mark mark;
    size_t drawn;
};
struct exam exam_open(uint64_t seed);
void exam_next(struct exam *t); /* invalidates handles and texts of the last one */
const char *exam_show(struct exam *t, ex e);
void exam_close(struct exam *t);

/* A random expression for the normal form: fractions of sines and cosines of sums of angles,
 * exponentials, logarithms, roots; now and then an opaque function. */
ex gen_exact(struct gen *g, int operators);
/* Two equal expressions, `rewritings` rewritings apart. False: the draw has no value. */
struct identity {
    ex left, right;
    const char *by; /* row of the last rewriting */
};
bool gen_identity(struct gen *g, int rewritings, struct identity *out);
/* e with one small change: a number, a sign, an exponent, a sine for a cosine, a tiny term. */
ex gen_spoiled(struct gen *g, ex e);

#endif
