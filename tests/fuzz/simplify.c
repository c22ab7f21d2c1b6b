/* tests/fuzz/simplify.c -- fuzz target: normal form, simplification and zero test, against MPFR.
 *
 * Exceeding a limit is allowed: it is then an error with a reason, and nothing is compared.
 */
#include "support/fuzz.h"

#include <string.h>

enum { BITS = 512, MANY_BITS = 8192, POINTS = 3 };

struct run {
    struct lab lab;
    struct rng rng;
    struct mp mp;
    ex e;
};

static const char *show(struct run *r, ex e)
{
    const char *text = e ? ex_show(r->lab.s, e, EX_TEXT) : "poison";
    return text ? text : "(too long)";
}

/* False: a limit was exceeded. */
static bool built(struct run *r, ex f, const char *what)
{
    bool error = ex_error(r->lab.s) != NULL;
    FUZZ_REQUIRE(f || error, "%s of %s is poison without a reason", what, show(r, r->e));
    ex_clear(r->lab.s);
    return f && !error;
}

static void check_value(struct run *r, ex f, const char *what)
{
    FUZZ_REQUIRE(mp_compare(&r->mp, r->lab.s, &r->rng, r->e, f, POINTS) != MP_DIFFER,
                 "%s has another value:\n%s\n%s", what, show(r, r->e), show(r, f));
}

static size_t cost(struct store *s, ex e)
{
    return ex_operations(s, &e, 1);
}

static void check_normal(struct run *r)
{
    ex f = EX_POISON, again = EX_POISON;
    ex_normal(r->lab.s, &r->e, 1, &f);
    if (!built(r, f, "normal form"))
        return;
    check_value(r, f, "normal form");
    ex_normal(r->lab.s, &f, 1, &again);
    if (built(r, again, "normal form of the normal form"))
        FUZZ_REQUIRE(again == f, "not final:\n%s\n%s\n%s", show(r, r->e), show(r, f),
                     show(r, again));
}

static void check_simplify(struct run *r)
{
    struct store *s = r->lab.s;
    ex f = EX_POISON, again = EX_POISON;
    ex_simplify(s, &r->e, 1, &f);
    if (!built(r, f, "simpler form"))
        return;
    check_value(r, f, "simpler form");
    FUZZ_REQUIRE(cost(s, f) <= cost(s, r->e), "dearer:\n%s\n%s", show(r, r->e), show(r, f));
    ex_simplify(s, &f, 1, &again);
    if (built(r, again, "simpler form of the simpler form"))
        FUZZ_REQUIRE(again == f, "not final:\n%s\n%s\n%s", show(r, r->e), show(r, f),
                     show(r, again));
    const char *text = ex_show(s, f, EX_TEXT);
    ex back = text ? fuzz_read(s, text, strlen(text)) : f;
    FUZZ_REQUIRE(back == f || ex_error(s), "read back it is another: %s", text);
    ex_clear(s);
}

/* Values that leave the range of MPFR are not checked. */
static bool is_witness(struct run *r, const struct ex_verdict *v, mpfr_prec_t bits)
{
    struct mp p;
    mp_open(&p, bits, MPFR_RNDN);
    mpfr_clear_flags();
    mp_eval(&p, r->lab.s, ex_reach(r->lab.s, &r->e, 1), v->at.at, v->value, v->at.n, 0, NULL);
    mpfr_srcptr value = mp_of(&p, r->e);
    bool is = mpfr_underflow_p() || mpfr_overflow_p() || mpfr_regular_p(value);
    mp_close(&p);
    return is;
}

static void check_zero(struct run *r, bool prove)
{
    struct ex_verdict v = ex_zero(r->lab.s, r->e, prove);
    ex_clear(r->lab.s);
    if (v.answer == EX_ZERO)
        check_value(r, ex_int(r->lab.s, 0), "zero");
    if (v.answer == EX_NOT_ZERO)
        FUZZ_REQUIRE(is_witness(r, &v, BITS) || is_witness(r, &v, MANY_BITS),
                     "no witness that this is not zero: %s", show(r, r->e));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct run r = {.lab = fuzz_open(fuzz_limits()), .rng = {size}};
    mp_open(&r.mp, BITS, MPFR_RNDN);
    r.e = fuzz_read(r.lab.s, (const char *)data, size);
    ex_clear(r.lab.s);
    if (r.e) {
        check_normal(&r);
        check_simplify(&r);
        check_zero(&r, true);
        check_zero(&r, false);
    }
    mp_close(&r.mp);
    lab_close(&r.lab);
    return 0;
}
