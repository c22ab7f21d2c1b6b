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

/* ---- choices made on the command line ---- */

static const char *section_word(size_t i)
{
    return print_section_name((enum print_section)i);
}

static const char *page_word(size_t i)
{
    return print_page_word((enum print_page)i);
}

static const char *method_word(size_t i)
{
    return rt_methods[i].name;
}

/* ---- commands: true when the answer is there ---- */

/* What a model says is about runs: a step that cannot be emitted is refused only when asked for. */
static bool choose_step(struct job *s, const struct options *o, const struct rt_method **method)
{
    const struct rt_method *said = s->model->method ? rt_method_find(s->model->method) : NULL;
    size_t i = (size_t)((said && rt_is_explicit(said) ? said : rt_method_find("rk4")) - rt_methods);
    if (!base_option_choose(s->diag, o, OPTION_method, "--method", method_word, rt_method_count,
                            &i))
        return false;
    *method = &rt_methods[i];
    return true;
}

/* With the engine and the machine; the run may have values that change. */
static bool reach_run(struct job *s, const struct options *o, struct run *run)
{
    s->until = &o->value[OPTION_until];
    return job_engine(s, o, ENGINE_tcc) &&
           run_tables_read(s->diag, &o->value[OPTION_input], &run->tables, &s->hints) &&
           job_derive(s, o) && run_options(s, o, run);
}

static enum base_exit command_plot(struct job *s, const struct options *o)
{
    struct run run = {.begun = base_clock()};
    const struct option_text words = {.at = o->word, .n = o->more};
    s->plots = &words;
    s->shows = o->value[OPTION_scene].n || o->value[OPTION_animate].n;
    if (!reach_run(s, o, &run))
        return base_diag_exit(s->diag);
    const enum base_exit result = run_plot(s, o, &run);
    code_machine_close(&s->machine);
    return result;
}

static enum base_exit command_run(struct job *s, const struct options *o)
{
    struct run run = {.begun = base_clock()};
    if (!reach_run(s, o, &run))
        return base_diag_exit(s->diag);
    const enum base_exit result = run_trajectory(s->diag, &run);
    code_machine_close(&s->machine);
    return result;
}

/* Files change inputs along a run only. */
static bool has_tables(struct job *s, const struct options *o)
{
    const struct option_text *texts = &o->value[OPTION_input];
    for (size_t i = 0; i < texts->n; i++)
        if (!strchr(texts->at[i], '=')) {
            base_fail(s->diag, EXIT_USAGE, "--input takes NAME=EXPR here; files are for 'run'");
            return true;
        }
    return false;
}

static const char *relation_word(size_t i)
{
    static const char *const word[] = {"D_M", "D_C"};
    return word[i];
}

/* An element of a Dirac structure from its free coordinates. */
static enum base_exit eval_relation(struct job *s, const struct options *o)
{
    struct diag *d = s->diag;
    struct relation r;
    struct assignment *given = NULL;
    size_t which = 0, n = 0;
    if (!base_option_choose(d, o, OPTION_relation, "--relation", relation_word, 2, &which) ||
        !job_model(s, o->argument) || !job_geometry(s) ||
        !geom_relation(d, s->geom, which == 1, &r) ||
        !lang_assignments(d, s->store, "--state", &o->value[OPTION_state], &given, &n))
        return base_diag_exit(d);
    double *p = mem_take_array(d->mem, s->model->params + 1, sizeof *p);
    const size_t before = d->errors;
    lang_find_params(d, s->model, &o->value[OPTION_param], p);
    if (d->errors == before && geom_relation_eval(stdout, d, &r, p, given, n))
        return EXIT_DONE;
    return base_diag_exit(d);
}

static enum base_exit command_eval(struct job *s, const struct options *o)
{
    const struct point_texts texts = base_option_points(o);
    const struct start *at = NULL;
    if (has_tables(s, o))
        return EXIT_USAGE;
    if (o->value[OPTION_relation].n)
        return eval_relation(s, o);
    /* one evaluation is not worth compiling */
    if (!job_engine(s, o, ENGINE_interp) || !job_derive(s, o) ||
        !form_more_blocks(s->diag, s->system, RUN_EVAL_BLOCKS) ||
        (o->value[OPTION_objects].n && !form_objects(s->diag, s->system)))
        return base_diag_exit(s->diag);
    if (!o->value[OPTION_engine].n && run_eval_is_long(s->system)) {
        at = start_find(s->diag, s->system, 0, &texts, MISSING_IS_ZERO);
        if (at)
            run_eval(stdout, s->diag, s->system, at, NULL);
        return at ? EXIT_DONE : base_diag_exit(s->diag);
    }
    if (!job_program(s, RUN_EVAL_BLOCKS) ||
        !(at = start_find(s->diag, s->system, s->program->prepared, &texts, MISSING_IS_ZERO)) ||
        !job_machine(s))
        return base_diag_exit(s->diag);
    rt_prepare_model(&s->machine.model, at->p);
    run_eval(stdout, s->diag, s->system, at, &s->machine);
    code_machine_close(&s->machine);
    return EXIT_DONE;
}

static enum base_exit command_derive(struct job *s, const struct options *o)
{
    unsigned sections = print_usual_sections();
    size_t page = PAGE_text;
    const char *only = base_option_last(o, OPTION_only);
    if ((only &&
         !base_option_words(s->diag, "--only", only, section_word, SECTION_COUNT, &sections)) ||
        !base_option_choose(s->diag, o, OPTION_as, "--as", page_word, PAGE_COUNT, &page) ||
        !job_derive(s, o))
        return base_diag_exit(s->diag);
    if (!print_derive(stdout, s->diag, s->system, sections, (enum print_page)page))
        base_remark(s->diag, (struct span){.src = NULL},
                    "expressions over the limit of length are shown as ...");
    return EXIT_DONE;
}

static enum base_exit command_check(struct job *s, const struct options *o)
{
    const double begun = base_clock();
    const struct rt_method *method = NULL;
    struct start *start = NULL;
    const char *file = base_option_last(o, OPTION_certificate);
    if (has_tables(s, o))
        return EXIT_USAGE;
    if (!job_derive(s, o) || (file && run_is_file(s->diag, file, s->model->src)) ||
        !run_check_program(s, o, s->diag, &method, &start))
        return base_diag_exit(s->diag);
    struct proofs proofs = {.store = s->store};
    struct screen *screen =
        prove_verdict(stdout, o->value[OPTION_json].n > 0, s->diag, &proofs, s->system, s->program);
    const struct verdict v =
        prove_screen_end(screen, run_check_drifts(s, o, method, start, screen));
    fflush(stdout);
    if (file && !prove_certificate(s->diag, &proofs, s->model->title, file))
        return base_diag_exit(s->diag);
    base_put_time(stderr, "", base_clock() - begun);
    fputc('\n', stderr);
    return v.decided && v.good ? EXIT_DONE : EXIT_NO;
}

static enum base_exit command_compare(struct job *s, const struct options *o)
{
    return job_engine(s, o, ENGINE_tcc) && job_read(s, o) ? run_compare(s, o)
                                                          : base_diag_exit(s->diag);
}

/* Of a model of any law that has as many numbers to choose as there are positions. */
static enum base_exit command_connect(struct job *s, const struct options *o)
{
    return job_engine(s, o, ENGINE_tcc) && job_derive(s, o) ? run_connect(s, o)
                                                            : base_diag_exit(s->diag);
}

/* What is asked is looked at first: an expression in it is read with the model. */
static enum base_exit command_analyze(struct job *s, const struct options *o)
{
    enum analyze_analysis which = ANALYSIS_COUNT;
    if (has_tables(s, o))
        return EXIT_USAGE;
    return analyze_asked(s, o, &which) && job_engine(s, o, ENGINE_tcc) && job_derive(s, o)
               ? analyze_command(s, o)
               : base_diag_exit(s->diag);
}

static bool choose_blocks(struct job *s, const struct options *o, unsigned *blocks)
{
    const char *text = base_option_last(o, OPTION_blocks);
    return !text ||
           base_option_words(s->diag, "--blocks", text, emit_block_word, RT_BLOCKS + 1, blocks);
}

static bool choose_order(struct job *s, const struct options *o, size_t *order)
{
    double n = CODE_JET_ORDER;
    const char *text = base_option_last(o, OPTION_order);
    if (text && !lang_number(s->diag, s->store, "--order", text, &n))
        return false;
    if (!(n >= 1 && n <= CODE_JET_MOST && (double)(size_t)n == n)) {
        base_fail(s->diag, EXIT_USAGE, "--order must be a whole number from 1 to %d",
                  CODE_JET_MOST);
        return false;
    }
    *order = (size_t)n;
    return true;
}

static enum base_exit command_emit(struct job *s, const struct options *o)
{
    struct emit_options e = {.fast = o->value[OPTION_fast].n > 0,
                             .stats = o->value[OPTION_stats].n > 0,
                             .folder = base_option_last(o, OPTION_out),
                             .package = o->argument};
    size_t target = TARGET_c, style = STYLE_nested, real = REAL_double;
    size_t math = e.fast ? MATH_libm : MATH_bundled;
    struct diag *d = s->diag;
    if (!base_option_choose(d, o, OPTION_target, "--target", emit_target_word, TARGET_COUNT,
                            &target) ||
        !base_option_choose(d, o, OPTION_style, "--style", emit_style_word, STYLE_COUNT, &style) ||
        !base_option_choose(d, o, OPTION_real, "--real", emit_real_word, REAL_COUNT, &real) ||
        !base_option_choose(d, o, OPTION_math, "--math", emit_math_word, MATH_COUNT, &math) ||
        !choose_blocks(s, o, &e.blocks) || !choose_order(s, o, &e.order) || !job_derive(s, o) ||
        !choose_step(s, o, &e.method))
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
    return emit_package(s, &e);
}

static enum base_exit command_report(struct job *s, const struct options *o)
{
    const char *path = base_option_last(o, OPTION_out);
    if (!job_derive(s, o))
        return base_diag_exit(s->diag);
    return report_write(s, o, path ? path : "-");
}

/* It has memory of its own, which lives as long as it. */
static enum base_exit command_repl(struct job *s, const struct options *o)
{
    (void)s;
    return session_run(o->argument);
}

static enum base_exit command_sweep(struct job *s, const struct options *o)
{
    if (has_tables(s, o))
        return EXIT_USAGE;
    s->until = &o->value[OPTION_until];
    return job_engine(s, o, ENGINE_tcc) ? run_sweep(s, o) : base_diag_exit(s->diag);
}

static enum base_exit command_new(struct job *s, const struct options *o)
{
    return cli_new(s, o->argument, o->more ? o->word[0] : NULL);
}

static enum base_exit command_examples(struct job *s, const struct options *o)
{
    return cli_examples(s, stdout, o->argument);
}

static enum base_exit command_doctor(struct job *s, const struct options *o)
{
    (void)o;
    return cli_doctor(s, stdout);
}

static enum base_exit command_completion(struct job *s, const struct options *o)
{
    return cli_completion(s, stdout, o->argument);
}

static enum base_exit command_syntax(struct job *s, const struct options *o)
{
    return cli_syntax(s, stdout, o->argument);
}

static enum base_exit command_help(struct job *s, const struct options *o)
{
    if (o->value[OPTION_version].n) {
        puts("noslip " NOSLIP_VERSION);
        return EXIT_DONE;
    }
    if (cli_help(stdout, o->argument))
        return EXIT_DONE;
    base_fail(s->diag, EXIT_USAGE, "nothing is known about '%s'", o->argument);
    return EXIT_USAGE;
}

static enum base_exit perform(struct job *s, int argc, char **argv)
{
    static enum base_exit (*const commands[COMMAND_COUNT])(struct job *, const struct options *) = {
#define COMMAND(name, ...) [COMMAND_##name] = command_##name,
        COMMANDS(COMMAND)
#undef COMMAND
    };
    struct options o;
    if (!base_options_read(s->diag, argc, argv, &o))
        return base_diag_exit(s->diag);
    if (o.value[OPTION_help].n && o.command != COMMAND_help) {
        cli_help_command(stdout, o.command);
        return EXIT_DONE;
    }
    return commands[o.command](s, &o);
}

/* ---- the frame around them ---- */

static void bug(int sig)
{
    static const char text[] = "noslip: this is a bug in noslip, please report it\n";
    (void)sig;
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(EXIT_SYSTEM);
    _exit(EXIT_BUG);
}

/* Results may still be in the buffer: a full disk must not look like success. */
static enum base_exit finish(struct job *s, enum base_exit result)
{
    const bool broken = fflush(stdout) != 0 || ferror(stdout);
    const int why = errno;
    if (broken && why != EPIPE && result == EXIT_DONE)
        base_fail(s->diag, EXIT_SYSTEM, "cannot write to standard output: %s", strerror(why));
    base_diag_print(s->diag, stderr, base_has_terminal());
    return broken && result == EXIT_DONE ? EXIT_SYSTEM : result;
}

int main(int argc, char **argv)
{
    signal(SIGABRT, bug);
    signal(SIGPIPE, SIG_IGN); /* a write that fails says so, */
    signal(SIGXFSZ, SIG_IGN); /* also one that goes beyond what a file may be */
    struct mem *m = mem_new(0);
    volatile int result = EXIT_SYSTEM;
    if (m && MEM_TRY(m)) {
        struct job s = {.mem = m, .diag = base_diag(m)};
        struct ex_limits limits = ex_limits();
        limits.seconds = BASE_SECONDS;
        s.store = ex_store_new(m, limits);
        result = (int)finish(&s, perform(&s, argc, argv));
    } else {
        fputs("error: out of memory\n", stderr);
    }
    if (m)
        mem_calm(m);
    mem_free(m);
    return result;
}
