/* tests/unit/interrupted_writes.c -- signals that come while a row is written to a pipe. */
#include "gen/base/base.h"
#include "support/support.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A run that takes very long, with rows to a pipe; the child, and the end to read from. */
static pid_t run_into_pipe(int *from)
{
    const char *bin = getenv("NOSLIP_BIN");
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl(bin ? bin : "build/noslip", "noslip", "run", "models/skater_slope.nh", "-t", "1e7",
              "--dt", "0.01", "--method", "rk4", "-q", "-o", "-", (char *)NULL);
        _exit(1);
    }
    close(ends[1]);
    *from = ends[0];
    return child;
}

/* Until as much is in the pipe as fits. */
static void wait_until_full(int from)
{
    const struct timespec nap = {.tv_nsec = 10 * 1000 * 1000};
    for (int before = -1, full = 0; full == 0 || full != before; nanosleep(&nap, NULL)) {
        before = full;
        ck_assert_int_eq(ioctl(from, FIONREAD, &full), 0);
    }
}

/* The write goes on; then the run ends as after any interruption. */
START_TEST(an_interrupted_write_is_no_error)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < COUNT(signals); i++) {
        char piece[4096], last = 0;
        int from = -1, status = -1;
        const pid_t child = run_into_pipe(&from);
        wait_until_full(from);
        ck_assert_int_eq(kill(child, signals[i]), 0);
        for (ssize_t n = 0; (n = read(from, piece, sizeof piece)) > 0;)
            last = piece[n - 1];
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_INTERRUPTED, "%d", status);
        ck_assert_msg(last == '\n', "the last row is not whole");
        close(from);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {an_interrupted_write_is_no_error};
    return test_run("interrupted", tests, COUNT(tests));
}
