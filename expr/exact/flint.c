/* expr/exact/flint.c -- FLINT, loaded when it is first needed.
 *
 * Loading it takes some milliseconds, so the program is not linked with it: each function that is
 * used has a row here and becomes a jump of the same name through a pointer, which loading sets.
 * FLINT's headers, with the inline functions in them, are used as they are. Who calls a function
 * that is new adds its row; the linker tells which.
 */
#include "deep.h"

#include <dlfcn.h>
#include <flint/exception.h>
#include <pthread.h>

#ifndef FLINT_SONAME
#define FLINT_SONAME "libflint.so.17"
#endif

/* clang-format off */
#define FLINT_NAMES(X) \
    X(flint_malloc) X(flint_realloc) X(flint_calloc) X(flint_free) X(flint_abort) \
    X(flint_set_abort) X(__flint_set_memory_functions) \
    \
    X(_fmpz_new_mpz) X(_fmpz_clear_mpz) X(_fmpz_promote) X(_fmpz_promote_val) X(_fmpz_demote_val) \
    X(fmpz_init2) X(fmpz_set) X(fmpz_equal) X(fmpz_cmp) X(fmpz_cmp_si) X(fmpz_cmp_ui) \
    X(fmpz_cmpabs) X(fmpz_equal_si) X(fmpz_equal_ui) X(fmpz_sgn) X(fmpz_abs) X(fmpz_add) \
    X(fmpz_add_ui) X(fmpz_sub) X(fmpz_sub_ui) X(fmpz_mul) X(fmpz_mul_ui) X(fmpz_mul_si) \
    X(fmpz_mul_2exp) X(fmpz_addmul) X(fmpz_submul) X(fmpz_bin_uiui) X(fmpz_one_2exp) \
    X(fmpz_pow_ui) X(fmpz_gcd) X(fmpz_lcm) X(fmpz_divexact) X(fmpz_divexact_ui) \
    X(fmpz_divexact_si) X(fmpz_divisible) X(fmpz_divisible_si) X(fmpz_fdiv_q) X(fmpz_fdiv_r) \
    X(fmpz_fdiv_qr) X(fmpz_fdiv_ui) X(fmpz_fdiv_q_2exp) X(fmpz_tdiv_q) X(fmpz_mod) X(fmpz_invmod) \
    X(fmpz_sqrt) X(fmpz_is_square) X(fmpz_root) X(fmpz_bits) X(fmpz_size) X(fmpz_sizeinbase) \
    X(fmpz_val2) X(fmpz_fits_si) X(fmpz_abs_fits_ui) X(fmpz_get_si) X(fmpz_get_ui) \
    X(fmpz_get_mpz) X(fmpz_set_mpz) X(fmpz_get_str) X(fmpz_set_str) X(fmpz_get_d) \
    X(fmpz_get_nmod) X(fmpz_is_prime) X(fmpz_is_probabprime) X(fmpz_CRT_ui) X(_fmpz_vec_init) \
    X(_fmpz_vec_clear) X(_fmpz_vec_content) X(_fmpz_vec_max_bits) X(_fmpz_vec_set) \
    \
    X(fmpz_mpoly_ctx_init) X(fmpz_mpoly_ctx_clear) X(fmpz_mpoly_init) X(fmpz_mpoly_init2) \
    X(fmpz_mpoly_init3) X(fmpz_mpoly_clear) X(fmpz_mpoly_realloc) X(fmpz_mpoly_fit_length) \
    X(_fmpz_mpoly_fit_length) X(fmpz_mpoly_fit_length_reset_bits) X(fmpz_mpoly_resize) \
    X(fmpz_mpoly_gen) X(fmpz_mpoly_is_gen) X(fmpz_mpoly_set) X(fmpz_mpoly_equal) \
    X(fmpz_mpoly_cmp) X(fmpz_mpoly_is_fmpz) X(fmpz_mpoly_get_fmpz) X(fmpz_mpoly_set_fmpz) \
    X(fmpz_mpoly_set_si) X(fmpz_mpoly_set_ui) X(fmpz_mpoly_equal_fmpz) X(fmpz_mpoly_equal_si) \
    X(fmpz_mpoly_equal_ui) X(fmpz_mpoly_is_canonical) X(fmpz_mpoly_get_str_pretty) \
    X(fmpz_mpoly_set_str_pretty) X(fmpz_mpoly_get_term_coeff_fmpz) \
    X(fmpz_mpoly_get_term_coeff_si) X(fmpz_mpoly_set_term_coeff_fmpz) \
    X(fmpz_mpoly_set_term_coeff_si) X(fmpz_mpoly_get_term_exp_ui) X(fmpz_mpoly_get_term_exp_si) \
    X(fmpz_mpoly_get_term_exp_fmpz) X(fmpz_mpoly_get_term_var_exp_ui) \
    X(fmpz_mpoly_get_term_var_exp_si) X(fmpz_mpoly_set_term_exp_ui) X(fmpz_mpoly_get_term) \
    X(fmpz_mpoly_get_term_monomial) X(fmpz_mpoly_push_term_fmpz_ui) X(fmpz_mpoly_push_term_si_ui) \
    X(fmpz_mpoly_push_term_ui_ui) X(fmpz_mpoly_push_term_fmpz_fmpz) X(fmpz_mpoly_sort_terms) \
    X(fmpz_mpoly_combine_like_terms) X(fmpz_mpoly_get_coeff_fmpz_ui) \
    X(fmpz_mpoly_set_coeff_fmpz_ui) X(fmpz_mpoly_set_coeff_si_ui) X(fmpz_mpoly_get_coeff_si_ui) \
    X(fmpz_mpoly_get_coeff_vars_ui) X(fmpz_mpoly_get_coeff_fmpz_monomial) X(mpoly_degrees_fit_si) \
    X(mpoly_degrees_si) X(mpoly_degree_si) X(mpoly_degrees_pfmpz) X(mpoly_degrees_ffmpz) \
    X(mpoly_degree_fmpz) X(mpoly_total_degree_si) X(mpoly_total_degree_fits_si) \
    X(mpoly_used_vars_or) X(mpoly_term_exp_fits_ui) X(mpoly_term_exp_fits_si) X(fmpz_mpoly_add) \
    X(fmpz_mpoly_add_fmpz) X(fmpz_mpoly_add_si) X(fmpz_mpoly_add_ui) X(fmpz_mpoly_sub) \
    X(fmpz_mpoly_sub_fmpz) X(fmpz_mpoly_sub_si) X(fmpz_mpoly_sub_ui) X(fmpz_mpoly_neg) \
    X(fmpz_mpoly_scalar_mul_fmpz) X(fmpz_mpoly_scalar_mul_si) X(fmpz_mpoly_scalar_mul_ui) \
    X(fmpz_mpoly_scalar_fmma) X(fmpz_mpoly_scalar_divexact_fmpz) X(fmpz_mpoly_scalar_divexact_si) \
    X(fmpz_mpoly_scalar_divides_fmpz) X(fmpz_mpoly_mul) X(fmpz_mpoly_pow_ui) \
    X(fmpz_mpoly_pow_fmpz) X(fmpz_mpoly_divides) X(fmpz_mpoly_divrem) X(fmpz_mpoly_div) \
    X(fmpz_mpoly_quasidivrem) X(fmpz_mpoly_quasidiv) X(fmpz_mpoly_divrem_ideal) \
    X(fmpz_mpoly_sqrt_heap) X(fmpz_mpoly_derivative) X(fmpz_mpoly_integral) X(fmpz_mpoly_gcd) \
    X(fmpz_mpoly_gcd_cofactors) X(fmpz_mpoly_content_vars) X(fmpz_mpoly_term_content) \
    X(fmpz_mpoly_resultant) X(fmpz_mpoly_discriminant) X(fmpz_mpoly_height) \
    X(fmpz_mpoly_evaluate_all_fmpz) X(fmpz_mpoly_evaluate_all_nmod) \
    X(fmpz_mpoly_evaluate_one_fmpz) X(fmpz_mpoly_compose_fmpz_mpoly) \
    X(fmpz_mpoly_compose_fmpz_mpoly_gen) X(fmpz_mpoly_deflation) X(fmpz_mpoly_deflate) \
    X(fmpz_mpoly_inflate) X(fmpz_mpoly_univar_init) X(fmpz_mpoly_univar_clear) \
    X(fmpz_mpoly_to_univar) X(fmpz_mpoly_from_univar) \
    \
    X(fmpz_mpoly_factor_init2) X(fmpz_mpoly_factor_clear) X(fmpz_mpoly_factor_realloc) \
    X(fmpz_mpoly_factor) X(fmpz_mpoly_factor_squarefree) X(fmpz_mpoly_factor_content) \
    X(fmpz_mpoly_factor_sort) X(fmpz_mpoly_factor_expand) X(fmpz_mpoly_factor_set) \
    \
    X(nmod_poly_init) X(nmod_poly_init2) X(nmod_poly_init_preinv) X(nmod_poly_clear) \
    X(nmod_poly_realloc) X(nmod_poly_fit_length) X(nmod_poly_set_coeff_ui) X(nmod_poly_add) \
    X(nmod_poly_sub) X(nmod_poly_mul) X(nmod_poly_scalar_mul_nmod) X(nmod_poly_divrem) \
    X(nmod_poly_gcd) X(nmod_poly_make_monic) X(nmod_poly_evaluate_nmod) X(nmod_poly_derivative) \
    \
    X(n_gcd) X(n_gcdinv) X(n_powmod2_preinv) X(n_powmod2_ui_preinv) X(n_mod2_preinv) \
    X(n_ll_mod_preinv) X(n_lll_mod_preinv) X(n_pow) X(n_sqrt) X(n_sqrtmod) X(n_root) \
    X(n_is_prime) X(n_nextprime) X(n_factor) X(n_factor_insert) X(n_is_square) X(n_CRT) \
    X(n_jacobi)
/* clang-format on */

#if defined __x86_64__
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
FLINT_NAMES(TRAMPOLINE)

static bool connect(void *library)
{
#define ROW(name) {#name, &slot_##name},
    static const struct row {
        const char *name;
        void **slot;
    } rows[] = {FLINT_NAMES(ROW)};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        *rows[i].slot = dlsym(library, rows[i].name);
        if (!*rows[i].slot)
            return false;
    }
    return true;
}
#else /* build.sh links with it */
static bool connect(void *library)
{
    (void)library;
    return true;
}
#endif

/* ---- what FLINT finds here instead of its own; build.sh exports these names ---- */

void flint_throw(flint_err_t why, const char *format, ...)
{
    (void)why, (void)format;
    deep_give_up();
}

/* By this it would tell the user why it gives up. */
int flint_printf(const char *format, ...)
{
    (void)format;
    return 0;
}

/* FLINT makes room for big integers by 16 pages at once: small ones do for a short call, and fixed
 * ones make the work the same on every machine. */
slong flint_get_page_size(void);
slong flint_get_page_size(void)
{
    return 512;
}

/* ---- loading ---- */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool loaded;

/* FLINT has a GMP of its own, not the one that is linked here. It gets the same functions: a number
 * that one of them made, the other may then change, as FLINT's inline functions do. */
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

static void load(void)
{
    void *library = dlopen(FLINT_SONAME, RTLD_NOW | RTLD_LOCAL);
    if (!library || !connect(library) || !share_gmp(library))
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
