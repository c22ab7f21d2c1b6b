/* gen/pipeline.c -- from the text of a model to running code, one call an arrow. */
#include "gen/gen.h"

bool gen_session_model(struct session *s, const char *path)
{
    struct diag *d = &s->diag;
    return (!path || (s->source = gen_source_read(d, path))) &&
           (s->ast = gen_parse(d, s->source)) && (s->model = gen_check(d, s->store, s->ast));
}

/* What can be written and is not computed. */
static bool is_computed(struct diag *d, const struct model *m)
{
    if (m->later.keyword)
        gen_error(d, m->later.where, "'%s' can be read, but not computed yet", m->later.keyword)
            ->help = "without it the model runs as a nonholonomic one, which is another motion";
    else if (m->two_anchors)
        gen_error(d, m->anchors_at, "two anchors can be read, but not computed yet")->help =
            "leave out what stands behind | in 'anchor' for a motion with one anchor";
    return !m->later.keyword && !m->two_anchors;
}

bool gen_session_system(struct session *s, const struct form_row *form)
{
    struct diag *d = &s->diag;
    return is_computed(d, s->model) && (s->geom = gen_geometry(d, s->model)) &&
           (s->mech = gen_mechanics(d, s->geom)) && (s->system = gen_system(d, s->mech, form));
}

bool gen_session_program(struct session *s, unsigned blocks)
{
    struct diag *d = &s->diag;
    return (s->program = gen_lower(d, s->system, blocks)) && (s->text = gen_emit_c(s->program));
}

bool gen_session_machine(struct session *s)
{
    return gen_machine_open(&s->diag, s->program, s->text, &s->machine);
}
