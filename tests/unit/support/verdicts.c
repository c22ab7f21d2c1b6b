/* tests/unit/support/verdicts.c -- words of a line of `check` as numbers, and contradictions.
 */
#include "verdicts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void verdict_wrong(struct trial *t, const struct line *line, const char *format, ...)
{
    va_list args;
    char why[400];
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    if (t->wrongs++ == 0)
        printf("---- a model\n%s\n", t->w.text);
    if (t->wrongs < 8)
        printf("  %s: %s [%s]\n      %s\n", line->name, line->text,
               line->standing ? line->standing : "-", why);
    fflush(stdout);
}

ex verdict_expression(struct trial *t, const char *text, size_t len)
{
    char piece[2000];
    if (len >= sizeof piece)
        return EX_POISON;
    memcpy(piece, text, len);
    piece[len] = 0;
    return strstr(piece, "...") || strstr(piece, " operations") ? EX_POISON
                                                                : world_read(&t->w, text, len);
}

ex verdict_part(struct trial *t, const struct line *line, const char *from, const char *to)
{
    const char *begin = strstr(line->text, from), *end = NULL;
    if (!begin)
        return EX_POISON;
    begin += strlen(from);
    end = to ? NULL : begin + strlen(begin);
    for (const char *at = begin; to && (at = strstr(at, to)) != NULL; at++)
        end = at;
    return end ? verdict_expression(t, begin, (size_t)(end - begin)) : EX_POISON;
}

enum verdict_seen verdict_compare(struct trial *t, const struct line *line, const char *what,
                                  real got, real want, real size)
{
    if (!real_has_value(want))
        return VERDICT_UNSEEN;
    if (!real_same(got, want, size))
        verdict_wrong(t, line, "%s is %.17g, not %.17g", what, real_show(got), real_show(want));
    return VERDICT_HELD;
}

const struct line *verdict_other(const struct trial *t, const char *name, const char *begin)
{
    for (size_t i = 0; i < t->lines; i++)
        if (strcmp(t->line[i].name, name) == 0 &&
            strncmp(t->line[i].text, begin, strlen(begin)) == 0)
            return &t->line[i];
    return NULL;
}
