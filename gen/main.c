/* gen/main.c -- main program: one function a command; errors are printed only here. */
#include "gen/analyze/analyze.h"
#include "gen/cli/cli.h"
#include "gen/emit/emit.h"
#include "gen/print/document.h"
#include "gen/prove/prove.h"
#include "gen/report/report.h"
#include "gen/run/run.h"
#include "gen/session/session.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* ---- commands: true when the answer is there ---- */

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

/* From the command line to a run, with its machine. */
static bool reach_run(struct job *job, const struct options *o, struct run *run)
{
    job->until = &o->value[OPTION_until];
    return job_engine(job, o, ENGINE_tcc) &&
           run_tables_read(job->diag, &o->value[OPTION_input], &run->tables, &job->hints) &&
           job_derive(job, o) && run_options(job, o, run);
}

static enum base_exit command_plot(struct job *job, const struct options *o)
{
    struct run run = {.begun = base_clock()};
    const struct option_text words = {.at = o->word, .n = o->more};
    job->plots = &words;
    job->shows = o->value[OPTION_scene].n || o->value[OPTION_animate].n;
    if (!reach_run(job, o, &run))
        return base_diag_exit(job->diag);
    const enum base_exit result = run_plot(job, o, &run);
    code_machine_close(&job->machine);
    return result;
}

static enum base_exit command_run(struct job *job, const struct options *o)
{
    struct run run = {.begun = base_clock()};
    if (!reach_run(job, o, &run))
        return base_diag_exit(job->diag);
    const enum base_exit result = run_trajectory(job->diag, &run);
    code_machine_close(&job->machine);
    return result;
}

/* Only runs can read inputs from a file. */
static bool has_tables(struct job *job, const struct options *o)
{
    const struct option_text *texts = &o->value[OPTION_input];
    for (size_t i = 0; i < texts->n; i++)
        if (!strchr(texts->at[i], '=')) {
            base_fail(job->diag, EXIT_USAGE, "--input takes NAME=EXPR here; files are for 'run'");
            return true;
        }
    return false;
}

static struct choice relation_choice(size_t i)
{
    static const struct choice all[] = {{"D_M", NULL}, {"D_C", NULL}, {NULL, NULL}};
    return all[i];
}

/* An element of a Dirac structure from its free coordinates. */
static enum base_exit eval_relation(struct job *job, const struct options *o)
{
    struct diag *d = job->diag;
    struct relation r;
    struct assignment *given = NULL;
    size_t which = 0, n = 0;
    if (!base_option_choose(d, o, OPTION_relation, "--relation", relation_choice, &which) ||
        !job_model(job, o->argument) || !job_geometry(job) ||
        !geom_relation(d, job->geom, which == 1, &r) ||
        !lang_assignments(d, job->store, "--state", &o->value[OPTION_state], &given, &n))
        return base_diag_exit(d);
    double *p = mem_take_array(d->mem, job->model->params + 1, sizeof *p);
    const size_t before = d->errors;
    lang_find_params(d, job->model, &o->value[OPTION_param], p);
    if (d->errors == before && geom_relation_eval(stdout, d, &r, p, given, n))
        return EXIT_DONE;
    return base_diag_exit(d);
}

static enum base_exit command_eval(struct job *job, const struct options *o)
{
    const struct point_texts texts = base_option_points(o);
    const struct start *at = NULL;
    if (has_tables(job, o))
        return EXIT_USAGE;
    if (o->value[OPTION_relation].n)
        return eval_relation(job, o);
    /* for one evaluation the interpreter is faster than a compilation */
    if (!job_engine(job, o, ENGINE_interp) || !job_derive(job, o) ||
        !form_more_blocks(job->diag, job->system, BLOCKS_eval) ||
        (o->value[OPTION_objects].n && !form_objects(job->diag, job->system)))
        return base_diag_exit(job->diag);
    if (!o->value[OPTION_engine].n && run_eval_is_long(job->system)) {
        at = start_find(job->diag, job->system, 0, &texts, MISSING_IS_ZERO);
        if (at)
            run_eval(stdout, job->diag, job->system, at, NULL);
        return at ? EXIT_DONE : base_diag_exit(job->diag);
    }
    if (!job_program(job, BLOCKS_eval) ||
        !(at = start_find(job->diag, job->system, job->program->prepared, &texts,
                          MISSING_IS_ZERO)) ||
        !job_machine(job))
        return base_diag_exit(job->diag);
    rt_prepare_model(&job->machine.model, at->p);
    run_eval(stdout, job->diag, job->system, at, &job->machine);
    code_machine_close(&job->machine);
    return EXIT_DONE;
}

static enum base_exit command_derive(struct job *job, const struct options *o)
{
    unsigned parts = print_default_parts();
    size_t page = PAGE_text;
    const char *only = base_option_last(o, OPTION_only);
    if ((only && !base_option_words(job->diag, "--only", only, print_part_choice, &parts)) ||
        !base_option_choose(job->diag, o, OPTION_as, "--as", print_page_choice, &page) ||
        !job_derive(job, o))
        return base_diag_exit(job->diag);
    if (!print_derive(stdout, job->diag, job->system, parts, (enum print_page)page))
        base_remark(job->diag, (struct span){.src = NULL},
                    "expressions over the limit of length are shown as ...");
    return EXIT_DONE;
}

static enum base_exit command_check(struct job *job, const struct options *o)
{
    const double begun = base_clock();
    const struct rt_method *method = NULL;
    struct start *start = NULL;
    const char *file = base_option_last(o, OPTION_certificate);
    if (has_tables(job, o))
        return EXIT_USAGE;
    if (!job_derive(job, o) || (file && run_is_file(job->diag, file, job->model->src)) ||
        !run_check_program(job, o, job->diag, &method, &start))
        return base_diag_exit(job->diag);
    struct proofs proofs = {.store = job->store};
    struct screen *screen = prove_verdict(stdout, o->value[OPTION_json].n > 0, job->diag, &proofs,
                                          job->system, job->program);
    const struct verdict v =
        prove_screen_end(screen, run_check_drifts(job, o, method, start, screen));
    fflush(stdout);
    if (file && !prove_certificate(job->diag, &proofs, job->model->title, file))
        return base_diag_exit(job->diag);
    base_put_time(stderr, "", base_clock() - begun);
    fputc('\n', stderr);
    return v.decided && v.good ? EXIT_DONE : EXIT_NO;
}

static enum base_exit command_compare(struct job *job, const struct options *o)
{
    return job_engine(job, o, ENGINE_tcc) && job_read(job, o) ? run_compare(job, o)
                                                              : base_diag_exit(job->diag);
}

/* The motion between two positions, for any law with as many free numbers as positions. */
static enum base_exit command_connect(struct job *job, const struct options *o)
{
    return job_engine(job, o, ENGINE_tcc) && job_derive(job, o) ? run_connect(job, o)
                                                                : base_diag_exit(job->diag);
}

/* Reads the question first: its expressions are read with the model. */
static enum base_exit command_analyze(struct job *job, const struct options *o)
{
    enum analyze_analysis which = ANALYSIS_COUNT;
    if (has_tables(job, o))
        return EXIT_USAGE;
    return analyze_asked(job, o, &which) && job_engine(job, o, ENGINE_tcc) && job_derive(job, o)
               ? analyze_command(job, o)
               : base_diag_exit(job->diag);
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

static enum base_exit command_emit(struct job *job, const struct options *o)
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

static enum base_exit command_report(struct job *job, const struct options *o)
{
    const char *path = base_option_last(o, OPTION_out);
    if (!job_derive(job, o))
        return base_diag_exit(job->diag);
    return report_write(job, o, path ? path : "-");
}

/* A session has its own memory. */
static enum base_exit command_repl(struct job *job, const struct options *o)
{
    (void)job;
    return session_run(o->argument);
}

static enum base_exit command_sweep(struct job *job, const struct options *o)
{
    if (has_tables(job, o))
        return EXIT_USAGE;
    job->until = &o->value[OPTION_until];
    return job_engine(job, o, ENGINE_tcc) ? run_sweep(job, o) : base_diag_exit(job->diag);
}

static enum base_exit command_new(struct job *job, const struct options *o)
{
    return cli_new(job, o->argument, o->more ? o->word[0] : NULL);
}

static enum base_exit command_examples(struct job *job, const struct options *o)
{
    return cli_examples(job, stdout, o->argument);
}

static enum base_exit command_doctor(struct job *job, const struct options *o)
{
    (void)o;
    return cli_doctor(job, stdout);
}

static enum base_exit command_completion(struct job *job, const struct options *o)
{
    return cli_completion(job, stdout, o->argument);
}

static enum base_exit command_syntax(struct job *job, const struct options *o)
{
    return cli_syntax(job, stdout, o->argument);
}

static enum base_exit command_help(struct job *job, const struct options *o)
{
    if (o->value[OPTION_version].n) {
        puts("noslip " NOSLIP_VERSION);
        return EXIT_DONE;
    }
    if (cli_help(stdout, o->argument))
        return EXIT_DONE;
    base_fail(job->diag, EXIT_USAGE, "nothing is known about '%s'", o->argument);
    return EXIT_USAGE;
}

static enum base_exit perform(struct job *job, int argc, char **argv)
{
    static enum base_exit (*const commands[COMMAND_COUNT])(struct job *, const struct options *) = {
#define COMMAND(name, ...) [COMMAND_##name] = command_##name,
        COMMANDS(COMMAND)
#undef COMMAND
    };
    struct options o;
    if (!base_options_read(job->diag, argc, argv, &o))
        return base_diag_exit(job->diag);
    if (o.value[OPTION_help].n && o.command != COMMAND_help) {
        cli_help_command(stdout, o.command);
        return EXIT_DONE;
    }
    return commands[o.command](job, &o);
}

/* ---- the frame around them ---- */

static void bug(int sig)
{
    static const char text[] =
        "error: " NOSLIP_BUG ": an assertion failed\n  = help: " NOSLIP_BUG_HELP "\n";
    (void)sig;
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(EXIT_SYSTEM);
    _exit(EXIT_BUG);
}

/* Flushes the results: a full disk is an error. */
static enum base_exit finish(struct job *job, enum base_exit result)
{
    const bool broken = fflush(stdout) != 0 || ferror(stdout);
    const int why = errno;
    if (broken && why != EPIPE && result == EXIT_DONE)
        base_fail(job->diag, EXIT_SYSTEM, "cannot write to standard output: %s", strerror(why));
    base_diag_print(job->diag, stderr, base_has_terminal());
    if (base_diag_exit(job->diag) == EXIT_BUG) /* also where an attempt failed and others did not */
        return EXIT_BUG;
    return broken && result == EXIT_DONE ? EXIT_SYSTEM : result;
}

int main(int argc, char **argv)
{
    signal(SIGABRT, bug);
    signal(SIGPIPE, SIG_IGN); /* a write then fails with an error, */
    signal(SIGXFSZ, SIG_IGN); /* also one beyond the limit of a file */
    struct mem *m = mem_new(0);
    volatile int result = EXIT_SYSTEM;
    if (m && MEM_TRY(m)) {
        struct job job = {.mem = m, .diag = base_diag(m)};
        struct ex_limits limits = ex_limits();
        limits.seconds = BASE_SECONDS;
        job.store = ex_store_new(m, limits);
        result = (int)finish(&job, perform(&job, argc, argv));
    } else {
        fputs("error: out of memory\n", stderr);
    }
    if (m)
        mem_calm(m);
    mem_free(m);
    return result;
}
