/* gen/base/limits.c -- limits of a command: defaults, environment variables, and messages. */
#include "gen/base/base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MEGABYTE = 1 << 20 };

/* Reads an environment variable, if it is set; false after a message: its value is wrong. */
static bool read_whole(const char *name, uint64_t most, uint64_t *value)
{
    const char *text = getenv(name);
    char *end = NULL;
    if (!text || !*text)
        return true;
    errno = 0;
    const unsigned long long n = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || errno || n < 1 || n > most) {
        fprintf(stderr, "error: %s is '%s', not a whole number from 1 to %llu\n", name, text,
                (unsigned long long)most);
        return false;
    }
    *value = n;
    return true;
}

bool base_limits(struct ex_limits *limits)
{
    *limits = ex_limits();
    uint64_t megabytes = limits->memory / MEGABYTE;
    const bool good = read_whole(BASE_WORK, UINT64_MAX / 4, &limits->work) &&
                      read_whole(BASE_MEMORY, SIZE_MAX / 4 / MEGABYTE, &megabytes);
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

void base_no_memory(const struct mem *m, FILE *out)
{
    const size_t limit = m ? mem_limit_reached(m) : 0;
    if (limit)
        fprintf(out,
                "error: the memory limit of %zu MB was reached\n  = help: the expressions of this "
                "model are too long; " BASE_MEMORY "=N allows N MB\n",
                limit / MEGABYTE);
    else
        fputs("error: out of memory\n", out);
}
