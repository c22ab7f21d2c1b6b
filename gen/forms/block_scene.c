/* gen/forms/block_scene.c -- block `scene`: the numbers of all drawings at a state.
 *
 * They are one block, so that every program that runs a model can draw it: the commands that write
 * pictures, and pages that integrate the motion themselves.
 */
#include "gen/forms/form.h"

#include <string.h>

bool form_derive_scene(struct diag *d, struct system *sys)
{
    const struct model *m = sys->model;
    (void)d;
    if (!m->scene)
        return true;
    ex *out = form_block_make(sys, RT_scene, m->scene, 1);
    for (size_t i = 0; i < m->drawings; i++)
        memcpy(out + m->drawing[i].at, m->drawing[i].value, m->drawing[i].n * sizeof *out);
    form_at_state_all(sys, out, m->scene, out);
    return true;
}
