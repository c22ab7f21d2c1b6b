/* gen/pipeline.c -- from the text of a model to running code, one call an arrow. */
#include "gen/gen.h"

bool gen_session_model(struct session *s, const char *path)
{
    struct diag *d = &s->diag;
    return (!path || (s->source = gen_source_read(d, path))) &&
           (s->ast = gen_parse(d, s->source)) && (s->model = gen_check(d, s->store, s->ast));
}

bool gen_session_system(struct session *s, const struct form_row *form)
{
    struct diag *d = &s->diag;
    return (s->geom = gen_geometry(d, s->model)) && (s->system = gen_system(d, s->geom, form));
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
