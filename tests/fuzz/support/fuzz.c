/* tests/fuzz/support/fuzz.c -- stores with small limits, and parsing of text in them. */
#include "fuzz.h"

struct ex_limits fuzz_limits(void)
{
    struct ex_limits limits = ex_limits();
    limits.nodes = 20000;
    limits.depth = 200;
    limits.digits = 1000;
    limits.terms = 500;
    limits.text = (size_t)1 << 16;
    limits.work = 20000000;
    return limits;
}

struct lab fuzz_open(struct ex_limits limits)
{
    mem_for_gmp(NULL); /* GMP's memory functions must be ours before anything uses GMP */
    mpfr_set_emin(-8192);
    mpfr_set_emax(8192);
    struct lab l = lab_open_with(limits);
    FUZZ_REQUIRE(l.m && l.s, "no memory for a store");
    return l;
}

ex fuzz_read(struct store *s, const char *text, size_t len)
{
    struct ex_mistake why = {0};
    ex e = ex_read(s, text, len, NULL, &why);
    if (!e) {
        FUZZ_REQUIRE(why.message && why.message[0], "poison without a mistake");
        FUZZ_REQUIRE(why.at <= len && why.len <= len - why.at,
                     "a mistake at %zu, %zu long, in %zu bytes: %s", why.at, why.len, len,
                     why.message);
    } else {
        FUZZ_REQUIRE(!ex_error(s), "it was read, yet: %s", ex_error(s));
    }
    return e;
}
