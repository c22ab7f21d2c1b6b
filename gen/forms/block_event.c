/* gen/forms/block_event.c -- block `event`, and the list of events for the integrators. */
#include "gen/forms/form.h"

bool form_derive_event(struct diag *d, struct system *sys)
{
    const struct model *m = sys->model;
    (void)d;
    if (m->events == 0)
        return true;
    ex *out = form_block_make(sys, RT_event, m->events, 1);
    for (size_t i = 0; i < m->events; i++)
        out[i] = m->event[i].value;
    form_at_state_all(sys, out, m->events, out);
    return true;
}

const struct rt_event *form_events_of(struct mem *mem, const struct model *m)
{
    static const enum rt_direction way[WAY_COUNT] = {
        [WAY_any] = RT_ANY, [WAY_rising] = RT_RISING, [WAY_falling] = RT_FALLING};
    static const enum rt_action act[ACT_COUNT] = {
        [ACT_record] = RT_RECORD, [ACT_stop] = RT_HALT, [ACT_reset] = RT_RESET};
    if (!m->events)
        return NULL;
    struct rt_event *out = mem_take_array(mem, m->events, sizeof *out);
    for (size_t i = 0; i < m->events; i++)
        out[i] = (struct rt_event){way[m->event[i].way], act[m->event[i].act]};
    return out;
}
