/* gen/main.c -- main program: calls the function of the command, and prints its errors. */
#include "gen/cli/cli.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static enum base_exit perform(struct job *job, int argc, char **argv)
{
    static enum base_exit (*const commands[COMMAND_COUNT])(struct job *, const struct options *) = {
#define COMMAND(name, room, ...) [COMMAND_##name] = room##_command_##name,
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
    if (base_stopped(job->diag, job->store, "results are missing"))
        result = base_diag_exit(job->diag);
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
    struct ex_limits limits;
    if (!base_limits(&limits))
        return EXIT_USAGE;
    struct mem *m = mem_new(limits.memory);
    struct store *volatile store = NULL;
    volatile int result = EXIT_SYSTEM;
    limits.jumps = true;
    if (m && MEM_TRY(m)) {
        struct job job = {.mem = m, .diag = base_diag(m)};
        job.store = store = ex_store_new(m, limits);
        result = (int)finish(&job, perform(&job, argc, argv));
    } else {
        result = (int)base_ran_out(m, store, stderr);
    }
    if (m)
        mem_calm(m);
    mem_free(m);
    return result;
}
