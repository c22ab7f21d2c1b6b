/* gen/base/terminal.c -- clock, terminal, numbers and durations with few digits. */
#include "gen/base/base.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

double base_clock(void)
{
    struct timespec t;
    if (clock_gettime(CLOCK_MONOTONIC, &t) != 0)
        return 0;
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

bool base_has_terminal(void)
{
    const char *term = getenv("TERM"), *plain = getenv("NO_COLOR");
    return isatty(STDERR_FILENO) && term && *term && strcmp(term, "dumb") != 0 &&
           !(plain && *plain);
}

void base_put_number(FILE *out, const char *before, double value, int digits)
{
    char text[EX_DOUBLE_ROOM];
    ex_double_brief(value, digits, text);
    fprintf(out, "%s%s", before, text);
}

void base_put_time(FILE *out, const char *before, double ms)
{
    base_put_number(out, before, ms < 1000 ? ms : ms / 1000, 3);
    fputs(ms < 1000 ? " ms" : " s", out);
}
