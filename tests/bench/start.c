/* tests/bench/start.c -- start-up time of noslip, compared with an empty program. */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { RUNS = 300 };

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds from the start of a program to its end; negative: it failed. */
static double run(char *const argv[])
{
    posix_spawn_file_actions_t to;
    pid_t pid;
    int status = 1;
    posix_spawn_file_actions_init(&to);
    posix_spawn_file_actions_addopen(&to, STDOUT_FILENO, "/dev/null", 1 /* O_WRONLY */, 0);
    const double start = seconds();
    if (posix_spawn(&pid, argv[0], &to, NULL, argv, environ) == 0)
        waitpid(pid, &status, 0);
    posix_spawn_file_actions_destroy(&to);
    return status == 0 ? seconds() - start : -1;
}

static int cmp(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    char *program = getenv("NOSLIP_BIN"), version[] = "--version", nothing[] = "/bin/true";
    char *const ours[] = {program, version, NULL}, *const empty[] = {nothing, NULL};
    double a[RUNS], b[RUNS];
    for (int i = 0; program && i < RUNS; i++) { /* in turn, since the load of the machine varies */
        a[i] = run(ours);
        b[i] = run(empty);
        if (a[i] < 0 || b[i] < 0)
            program = NULL;
    }
    if (!program) {
        puts("start: NOSLIP_BIN does not run");
        return 1;
    }
    qsort(a, RUNS, sizeof *a, cmp);
    qsort(b, RUNS, sizeof *b, cmp);
    printf(
        "noslip --version, median of %d: %.2f ms, %.2f ms more than a program that does nothing\n",
        RUNS, 1e3 * a[RUNS / 2], 1e3 * (a[RUNS / 2] - b[RUNS / 2]));
    return 0;
}
