/* gen/scene.c -- the block `scene`: the numbers of all drawings at a state.
 *
 * They make one block, so that whatever can run a model can show it: files of pictures, and pages
 * that integrate on their own.
 */
#include "gen/gen.h"

#include <string.h>

bool gen_put_scene(struct diag *d, struct system *sys)
{
    const struct model *m = sys->model;
    (void)d;
    if (!m->scene)
        return true;
    ex *out = gen_block_make(sys, RT_scene, m->scene, 1);
    for (size_t i = 0; i < m->drawings; i++)
        memcpy(out + m->drawing[i].at, m->drawing[i].value, m->drawing[i].n * sizeof *out);
    gen_seen(sys, out, m->scene, out);
    return true;
}
