/* gen/base/progress.c -- progress line of a run.
 *
 * Shown only on a terminal that can erase a line, and only when the run takes longer than half a
 * second. It is erased at the end.
 */
#include "gen/base/base.h"

enum { PATIENCE = 500, PERIOD = 100 }; /* milliseconds */

struct progress base_progress(const struct rt_span *span)
{
    const double now = base_clock();
    return (struct progress){.shown = base_has_terminal() && span->end > span->start,
                             .begun = now,
                             .next = now + PATIENCE,
                             .start = span->start,
                             .end = span->end};
}

static void erase(struct progress *p)
{
    if (p->drawn)
        fputs("\r\033[K", stderr);
    p->drawn = false;
}

void base_progress_at(struct progress *p, double t)
{
    enum { EVERY = 64 }; /* steps between clock reads: a read takes longer than a cheap step */
    if (!p->shown || p->steps++ % EVERY)
        return;
    const double now = base_clock();
    if (now < p->next)
        return;
    p->next = now + PERIOD;
    erase(p);
    base_put_number(stderr, "t = ", t, 4);
    base_put_number(stderr, " of ", p->end, 4);
    fprintf(stderr, ", %d %%", (int)(100 * (t - p->start) / (p->end - p->start)));
    fflush(stderr);
    p->drawn = true;
}

void base_progress_end(struct progress *p)
{
    erase(p);
    if (p->shown)
        fflush(stderr);
}
