/* gen/cli/doctor.c -- the command `doctor`: self-test of compilers, libraries and terminal.
 *
 * Each is called, not only searched for.
 */
#include "gen/cli/cli.h"
#include "gen/cli/words.h"
#include "gen/figure/figure.h"

#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static char *copy(struct mem *m, const char *text)
{
    char *out = mem_take(m, strlen(text) + 1);
    return memcpy(out, text, strlen(text) + 1);
}

/* Whether a command ends with exit code 0; its output is discarded. */
static bool succeeds(struct mem *m, const char *program, const char *first, const char *second)
{
    posix_spawn_file_actions_t files;
    char *argv[] = {copy(m, program), copy(m, first), second ? copy(m, second) : NULL, NULL};
    pid_t pid = 0;
    int status = 1;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", 0, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", 1, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", 1, 0);
    if (posix_spawnp(&pid, program, &files, NULL, argv, environ) != 0 ||
        waitpid(pid, &status, 0) != pid)
        status = 1;
    posix_spawn_file_actions_destroy(&files);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static const char twice[] = "double f(double x) { return x + x; }";
typedef double function(double x);

static bool try_jit(struct job *job)
{
    struct jit j;
    struct jit_symbol f = {.name = "f"};
    (void)job;
    if (!jit_open(&j, twice, NULL, 0, &f, 1))
        return false;
    const bool good = ((function *)f.at)(2) == 4;
    jit_close(&j);
    return good;
}

static bool try_cc(struct job *job)
{
    const char *named = getenv("CC");
    struct cc c;
    struct jit_symbol f = {.name = "f"};
    (void)job;
    if (!cc_open(&c, named && *named ? named : "cc", code_cc_flags(false), twice, &f, 1))
        return false;
    const bool good = ((function *)f.at)(2) == 4;
    cc_close(&c);
    return good;
}

/* Proves (x + y)^2 - x^2 - 2 x y - y^2 = 0 by its normal form. */
static bool try_flint(struct job *job)
{
    struct store *st = job->store;
    const ex x = ex_sym(st, "x", 0), y = ex_sym(st, "y", 0);
    const ex terms[] = {ex_powi(st, ex_add2(st, x, y), 2), ex_neg(st, ex_powi(st, x, 2)),
                        ex_mul3(st, ex_int(st, -2), x, y), ex_neg(st, ex_powi(st, y, 2))};
    return ex_zero(st, ex_add(st, terms, 4), true).proved;
}

static bool try_python(struct job *job)
{
    return succeeds(job->mem, "python3", "-c", "import sympy");
}

static bool try_png(struct job *job)
{
    for (size_t i = 0; figure_png_converter(i); i++)
        if (succeeds(job->mem, figure_png_converter(i), "--version", NULL))
            return true;
    return false;
}

static bool try_node(struct job *job)
{
    return succeeds(job->mem, "node", "--version", NULL);
}

static bool try_models(struct job *job)
{
    return cli_models_folder(job->mem) != NULL;
}

static bool try_terminal(struct job *job)
{
    (void)job;
    return isatty(STDOUT_FILENO);
}

static bool try_utf8(struct job *job)
{
    static const char *const name[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    (void)job;
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        const char *value = getenv(name[i]);
        if (value && *value)
            return strstr(value, "UTF-8") || strstr(value, "utf8");
    }
    return false;
}

/* One line of the output each: `use` is what it is needed for, `get` how to install it. */
static const struct {
    const char *name, *use, *get;
    bool (*works)(struct job *job);
} rows[] = {
    {"libtcc", "runs start within a millisecond; else the interpreter steps in",
     "memory may not be executed here, or this is no x86-64", try_jit},
    {"C compiler", "--engine cc, and compiling what 'emit' writes", "apt-get install gcc", try_cc},
    {"FLINT", "proofs and short formulas", "apt-get install libflint-dev", try_flint},
    {"models", "noslip examples", "./build.sh install", try_models},
    {"terminal", "pictures and colours where results are seen", "this goes to a file or a pipe",
     try_terminal},
    {"UTF-8", "pictures in braille, Greek names", "export LC_ALL=C.UTF-8", try_utf8},
    {"python3 with SymPy", "running certificates of 'check --certificate'",
     "apt-get install python3-sympy", try_python},
    {"converter for PNG", "pictures as .png; .svg needs none", "apt-get install librsvg2-bin",
     try_png},
    {"node", "running what 'emit --target js' writes", "apt-get install nodejs", try_node},
};

static enum base_exit put_findings(struct job *job, FILE *out)
{
    enum { WIDE = 20 };
    fputs("noslip " NOSLIP_VERSION "\n", out);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bool works = rows[i].works(job);
        fprintf(out, "  %-8s ", works ? "ok" : "missing");
        base_put_padded(out, rows[i].name, WIDE);
        fprintf(out, "%s\n", rows[i].use);
        if (!works)
            fprintf(out, "           %*s= %s\n", WIDE, "", rows[i].get);
    }
    return EXIT_DONE;
}

enum base_exit cli_command_doctor(struct job *job, const struct options *o)
{
    (void)o;
    return put_findings(job, stdout);
}
