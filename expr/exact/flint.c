/* expr/exact/flint.c -- FLINT, loaded when it is first needed.
 *
 * Loading it takes some milliseconds, so the program is not linked with it: each function that is
 * used has a row here and becomes a jump of the same name through a pointer, which loading sets.
 * FLINT's headers, with the inline functions in them, are used as they are; some functions are
 * inline in one release and not in another, from 2.9 to 3.6. A call of a new function needs a row
 * here; the linker reports missing ones.
 *
 * A plain build (NOSLIP_PLAIN, and every machine without a jump below) is linked with FLINT and has
 * one GMP; it starts some milliseconds later and does not start where FLINT is missing.
 */
#include "../reserve.h"
#include "deep.h"

#include <dlfcn.h>
#if __FLINT_RELEASE < 30000
#include <flint/exception.h>
#endif
#include <pthread.h>
#include <stdlib.h>

#ifndef FLINT_SONAME
#define FLINT_SONAME libflint.so
#endif
#define TEXT(x) #x
#define TEXT_OF(x) TEXT(x)

/* clang-format off */
#define FLINT_NAMES(X) \
    X(__flint_set_memory_functions) X(flint_calloc) X(flint_set_abort) \
    \
    X(_fmpz_clear_mpz) X(_fmpz_new_mpz) X(_fmpz_promote) X(fmpz_add) X(fmpz_bin_uiui) \
    X(fmpz_bits) X(fmpz_divexact) X(fmpz_divisible) X(fmpz_equal) X(fmpz_fdiv_ui) \
    X(fmpz_fits_si) X(fmpz_gcd) X(fmpz_get_si) X(fmpz_get_str) X(fmpz_is_prime) X(fmpz_lcm) \
    X(fmpz_mul) X(fmpz_mul_si) X(fmpz_mul_ui) X(fmpz_one_2exp) X(fmpz_pow_ui) X(fmpz_set_str) \
    X(fmpz_sgn) X(fmpz_sizeinbase) X(fmpz_sqrt) \
    \
    X(fmpz_mpoly_add) X(fmpz_mpoly_add_ui) X(fmpz_mpoly_clear) X(fmpz_mpoly_combine_like_terms) \
    X(fmpz_mpoly_ctx_init) X(fmpz_mpoly_divides) X(fmpz_mpoly_equal) X(fmpz_mpoly_equal_ui) \
    X(fmpz_mpoly_evaluate_one_fmpz) X(fmpz_mpoly_factor) X(fmpz_mpoly_factor_clear) \
    X(fmpz_mpoly_factor_sort) X(fmpz_mpoly_gcd) X(fmpz_mpoly_gcd_cofactors) X(fmpz_mpoly_gen) \
    X(fmpz_mpoly_get_coeff_fmpz_ui) X(fmpz_mpoly_get_coeff_vars_ui) X(fmpz_mpoly_get_str_pretty) \
    X(fmpz_mpoly_get_term) X(fmpz_mpoly_get_term_coeff_fmpz) X(fmpz_mpoly_get_term_exp_ui) \
    X(fmpz_mpoly_get_term_var_exp_ui) X(fmpz_mpoly_init) X(fmpz_mpoly_is_fmpz) X(fmpz_mpoly_mul) \
    X(fmpz_mpoly_neg) X(fmpz_mpoly_pow_ui) X(fmpz_mpoly_push_term_fmpz_ui) \
    X(fmpz_mpoly_resultant) X(fmpz_mpoly_scalar_divexact_fmpz) X(fmpz_mpoly_scalar_mul_fmpz) \
    X(fmpz_mpoly_scalar_mul_si) X(fmpz_mpoly_scalar_mul_ui) X(fmpz_mpoly_set) \
    X(fmpz_mpoly_set_coeff_fmpz_ui) X(fmpz_mpoly_set_fmpz) X(fmpz_mpoly_set_si) \
    X(fmpz_mpoly_set_str_pretty) X(fmpz_mpoly_set_ui) X(fmpz_mpoly_sort_terms) X(fmpz_mpoly_sub) \
    X(fmpz_mpoly_sub_ui) X(fmpz_mpoly_term_content) X(mpoly_degree_si) X(mpoly_degrees_si) \
    \
    X(n_factor) X(n_gcdinv) X(n_nextprime) X(nmod_poly_add) X(nmod_poly_clear) X(nmod_poly_gcd) \
    X(nmod_poly_init) X(nmod_poly_mul) X(nmod_poly_set_coeff_ui)

#if __FLINT_RELEASE >= 30000 /* inline before */
#define FLINT_NAMES_OF_3(X) \
    X(_fmpz_promote_set_si) X(_fmpz_promote_set_ui) X(fmpz_mpoly_degree_si) \
    X(fmpz_mpoly_degrees_si) X(fmpz_neg)
#else
#define FLINT_NAMES_OF_3(X)
#endif
#if __FLINT_RELEASE >= 30200
#define FLINT_NAMES_OF_3_2(X) X(_fmpz_promote_set_uiui) X(fmpz_set)
#else
#define FLINT_NAMES_OF_3_2(X)
#endif
#define FLINT_ALL_NAMES(X) FLINT_NAMES(X) FLINT_NAMES_OF_3(X) FLINT_NAMES_OF_3_2(X)
/* clang-format on */

#if defined NOSLIP_PLAIN
#elif defined __x86_64__
#define JUMP(name) "jmp *slot_" name "(%rip)"
#elif defined __aarch64__
#define JUMP(name) "adrp x16, slot_" name "\n ldr x16, [x16, :lo12:slot_" name "]\n br x16"
#endif

#ifdef JUMP
/* Hidden: FLINT itself must not find these. */
#define TRAMPOLINE(name)                                                                           \
    void *slot_##name __attribute__((visibility("hidden")));                                       \
    __asm__(".pushsection .text\n .globl " #name "\n .hidden " #name "\n .type " #name             \
            ", @function\n" #name ":\n " JUMP(#name) "\n .size " #name ", . - " #name              \
                                                     "\n .popsection");
FLINT_ALL_NAMES(TRAMPOLINE)

static bool connect(void *library)
{
#define ROW(name) {#name, &slot_##name},
    static const struct row {
        const char *name;
        void **slot;
    } rows[] = {FLINT_ALL_NAMES(ROW)};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        *rows[i].slot = dlsym(library, rows[i].name);
        if (!*rows[i].slot)
            return false;
    }
    return true;
}

/* FLINT has another copy of GMP than the one that is linked here. It gets the same memory
 * functions, so that numbers of one copy may be changed by the other, as FLINT's inline functions
 * do. */
static bool share_gmp(void *library)
{
    typedef void set_functions(void *(*)(size_t), void *(*)(void *, size_t, size_t),
                               void (*)(void *, size_t));
    void *(*take)(size_t);
    void *(*move)(void *, size_t, size_t);
    void (*give_back)(void *, size_t);
    set_functions *set;
    *(void **)&set = dlsym(library, "__gmp_set_memory_functions");
    if (!set)
        return false;
    mem_for_gmp(mem_for_gmp(NULL));
    mp_get_memory_functions(&take, &move, &give_back);
    set(take, move, give_back);
    return true;
}

static bool open_library(void)
{
    void *library = dlopen(TEXT_OF(FLINT_SONAME), RTLD_NOW | RTLD_LOCAL);
    return library && connect(library) && share_gmp(library);
}
#else
static bool open_library(void)
{
    mem_for_gmp(mem_for_gmp(NULL));
    return true;
}
#endif

/* ---- replacements of functions of FLINT; build.sh exports these names ---- */

void flint_throw(flint_err_t why, const char *format, ...)
{
    (void)why, (void)format;
    deep_give_up();
}

/* FLINT prints the reason of an abort by this. */
int flint_printf(const char *format, ...)
{
    (void)format;
    return 0;
}

/* FLINT allocates big integers in blocks of 16 pages: small pages are enough for a short call, and
 * a fixed size makes the work the same on every machine. */
slong flint_get_page_size(void);
slong flint_get_page_size(void)
{
    return 512;
}

/* ---- loading ---- */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool loaded;

static void load(void)
{
    reserve_open();
    const bool is_open = open_library();
    reserve_close();
    if (!is_open || atexit(reserve_open) != 0) /* exit uses variables per thread, too */
        return;
    __flint_set_memory_functions(deep_memory.take, deep_memory.take_zeroed, deep_memory.move,
                                 deep_memory.give);
    flint_set_abort(deep_give_up);
    loaded = true;
}

bool flint_load(void)
{
    pthread_once(&once, load);
    return loaded;
}

bool ex_has_flint(void)
{
    return flint_load();
}
