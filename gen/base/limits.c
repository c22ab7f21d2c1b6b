/* gen/base/limits.c -- limits of a command: defaults, environment variables, and messages. */
#include "gen/base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MEGABYTE = 1 << 20, LEAST_WORK = 1000 }; /* for an empty store */

/* Reads an environment variable, if it is set; false after a message: its value is wrong. */
static bool read_whole(const char *name, uint64_t least, uint64_t most, uint64_t *value)
{
    const char *text = getenv(name);
    char *end = NULL;
    if (!text || !*text)
        return true;
    errno = 0;
    const unsigned long long n = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || errno || n < least || n > most) {
        fprintf(stderr, "error: %s is not a whole number from %llu to %llu\n", name,
                (unsigned long long)least, (unsigned long long)most);
        return false;
    }
    *value = n;
    return true;
}

bool base_limits(struct ex_limits *limits)
{
    *limits = ex_limits();
    uint64_t megabytes = limits->memory / MEGABYTE;
    const bool good = read_whole(BASE_WORK, LEAST_WORK, UINT64_MAX / 4, &limits->work) &&
                      read_whole(BASE_MEMORY, 1, SIZE_MAX / 4 / MEGABYTE, &megabytes);
    limits->memory = (size_t)megabytes * MEGABYTE;
    return good;
}

bool base_stopped(struct diag *d, const struct store *s, const char *what)
{
    const char *why = ex_stopped(s);
    if (!why)
        return false;
    base_keep_only(d, why);
    if (!d->errors)
        base_fail(d, EXIT_MODEL, "%s: %s", what, why)->help = BASE_LIMIT_HELP;
    return true;
}

enum base_exit base_ran_out(const struct mem *m, const struct store *s, FILE *out)
{
    const size_t limit = m ? mem_limit_reached(m) : 0;
    fflush(stdout);
    if (s && ex_stopped(s))
        fprintf(out, "error: results are missing: %s\n  = help: " BASE_LIMIT_HELP "\n",
                ex_stopped(s));
    else if (limit)
        fprintf(out,
                "error: results are missing: the memory limit of %zu MB was reached\n  = help: "
                "shorter expressions may help; " BASE_MEMORY "=N allows N MB\n",
                limit / MEGABYTE);
    else
        fputs("error: out of memory\n", out);
    return limit || (s && ex_stopped(s)) ? EXIT_MODEL : EXIT_SYSTEM;
}
