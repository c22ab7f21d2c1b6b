/* gen/forms/blocks.c -- blocks of a system: their names, shapes and makers, from their table. */
#include "gen/forms/form.h"

struct choice form_block_choice(size_t i)
{
    static const struct choice all[] = {
#define BLOCK(name, by, rows, cols, says) [RT_##name] = {#name, says},
#include "runtime/blocks.h"
#undef BLOCK
        [RT_BLOCKS] = {NULL, NULL}};
    return all[i];
}

const char *form_block_name(enum rt_block_name b)
{
    return form_block_choice(b).word;
}

ex *form_block_make(struct system *sys, enum rt_block_name b, size_t rows, size_t cols)
{
    struct mem *m = ex_mem(sys->model->store);
    sys->block[b] = (struct block){sym_row(m, rows * cols), rows, cols};
    return sys->block[b].at;
}

/* Local variables have the names that the table uses in its columns `rows` and `columns`. */
bool form_block_shape(const struct system *sys, enum rt_block_name b, size_t *rows, size_t *cols)
{
    const struct model *m = sys->model;
    size_t inputs = 0;
    for (size_t i = 0; i < m->params; i++)
        inputs += m->param[i].input;
    const size_t states = sys->states, coords = m->coords, sections = m->sections;
    const size_t velocities = form_velocity_count(sys), params = m->params - inputs;
    const size_t constraints = sys->block[RT_constraint].rows;
    const size_t plots = m->plots, scene = m->scene, events = m->events, open = FORM_OPEN;
    const struct {
        size_t rows, cols;
    } shape[] = {
#define BLOCK(name, by, rows, cols, what) [RT_##name] = {rows, cols},
#include "runtime/blocks.h"
#undef BLOCK
    };
    *rows = shape[b].rows;
    *cols = shape[b].cols;
    return *rows != FORM_OPEN && *cols != FORM_OPEN;
}

bool form_more_blocks(struct diag *d, struct system *sys, unsigned wanted)
{
    static bool (*const derive[])(struct diag * d, struct system * sys) = {
#define BY_form(name) NULL
#define BY_code(name) NULL
#define BY_derived(name) form_derive_##name
#define BLOCK(name, by, ...) [RT_##name] = BY_##by(name),
#include "runtime/blocks.h"
#undef BLOCK
#undef BY_derived
#undef BY_code
#undef BY_form
    };
    for (size_t b = 0; b < RT_BLOCKS; b++)
        if (wanted >> b & 1 && derive[b] && !sys->block[b].at && !derive[b](d, sys))
            return false;
    return !base_poisoned(d, sys->model->store, (struct span){.src = sys->model->src},
                          "what follows from the motion cannot be computed") &&
           form_system_sound(d, sys, "form_more_blocks");
}
