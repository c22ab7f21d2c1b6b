/* gen/emit/emit_command.c -- the command `emit`: its options. */
#include "gen/emit/emit.h"

/* The method of a model is for runs: one that cannot be emitted is an error only on the command
 * line. */
static bool choose_step(struct job *job, const struct options *o, const struct rt_method **method)
{
    const struct rt_method *said = job->model->method ? rt_method_find(job->model->method) : NULL;
    size_t i = (size_t)((said && rt_is_explicit(said) ? said : rt_method_find("rk4")) - rt_methods);
    if (!base_option_choose(job->diag, o, OPTION_method, "--method", code_method_choice, &i))
        return false;
    *method = &rt_methods[i];
    return true;
}

static bool choose_blocks(struct job *job, const struct options *o, unsigned *blocks)
{
    const char *text = base_option_last(o, OPTION_blocks);
    return !text || base_option_words(job->diag, "--blocks", text, emit_block_choice, blocks);
}

static bool choose_order(struct job *job, const struct options *o, size_t *order)
{
    double n = CODE_JET_ORDER;
    const char *text = base_option_last(o, OPTION_order);
    if (text && !lang_number(job->diag, job->store, "--order", text, &n))
        return false;
    if (!(n >= 1 && n <= CODE_JET_MOST && (double)(size_t)n == n)) {
        base_fail(job->diag, EXIT_USAGE, "--order must be a whole number from 1 to %d",
                  CODE_JET_MOST);
        return false;
    }
    *order = (size_t)n;
    return true;
}

enum base_exit emit_command_emit(struct job *job, const struct options *o)
{
    struct emit_options e = {.fast = o->value[OPTION_fast].n > 0,
                             .stats = o->value[OPTION_stats].n > 0,
                             .folder = base_option_last(o, OPTION_out),
                             .package = o->argument};
    size_t target = TARGET_c, style = STYLE_nested, real = REAL_double;
    size_t math = e.fast ? MATH_libm : MATH_bundled;
    struct diag *d = job->diag;
    if (!base_option_choose(d, o, OPTION_target, "--target", emit_target_choice, &target) ||
        !base_option_choose(d, o, OPTION_style, "--style", emit_style_choice, &style) ||
        !base_option_choose(d, o, OPTION_real, "--real", emit_real_choice, &real) ||
        !base_option_choose(d, o, OPTION_math, "--math", emit_math_choice, &math) ||
        !choose_blocks(job, o, &e.blocks) || !choose_order(job, o, &e.order) ||
        !job_derive(job, o) || !choose_step(job, o, &e.method))
        return base_diag_exit(d);
    e.target = (enum emit_target)target;
    e.style = (enum emit_style)style;
    e.real = (enum emit_real)real;
    e.math = (enum emit_math)math;
    if (e.fast && e.math == MATH_bundled) {
        base_fail(d, EXIT_USAGE, "--fast is not for functions that are brought along")->help =
            "they need every rounding; --math libm goes with --fast";
        return EXIT_USAGE;
    }
    return emit_package(job, &e);
}
