/* gen/pipeline.c -- from the text of a model to running code, one call an arrow:
 *
 *   text -> ast -> model -> geometry -> mechanics -> system -> blocks -> program -> text -> machine
 *
 * A job holds these values. A step takes the one before it from the job and leaves its own there;
 * false after an error, which is in the diag. What a command line says about a job is in job.c.
 */
#include "gen/gen.h"

bool gen_job_model(struct job *j, const char *path)
{
    j->geom = NULL; /* that of another model */
    j->mech = NULL;
    return gen_job_inputs(j) && (!path || (j->source = gen_source_read(j->diag, path))) &&
           (j->ast = gen_parse(j->diag, j->source)) && gen_job_additions(j) &&
           (j->model = gen_check(j->diag, j->store, j->ast, &j->hints));
}

bool gen_job_geometry(struct job *j)
{
    return j->geom || (j->geom = gen_geometry(j->diag, j->model));
}

bool gen_job_mechanics(struct job *j)
{
    return j->mech || (gen_job_geometry(j) && (j->mech = gen_mechanics(j->diag, j->geom)));
}

bool gen_job_system(struct job *j, const struct form_row *form)
{
    return gen_job_mechanics(j) && (j->system = gen_system(j->diag, j->mech, form));
}

bool gen_job_program(struct job *j, unsigned blocks)
{
    j->text = NULL; /* that of another program */
    return gen_more_blocks(j->diag, j->system, blocks) &&
           (j->program = gen_lower(j->diag, j->system, blocks)) &&
           (!(blocks >> RT_jet & 1) || gen_job_jet(j));
}

bool gen_job_text(struct job *j)
{
    return j->text || (j->text = gen_jit_text(j->program));
}

bool gen_job_machine(struct job *j)
{
    return (j->engine == ENGINE_interp || gen_job_text(j)) &&
           gen_machine_open(j->diag, j->program, j->text, j->engine, j->fast, &j->machine);
}

/* ---- what leaves these steps ---- */

/* A Lagrangian that is regular on C only moves there. */
bool gen_job_usual(struct job *j)
{
    struct diag aside = {.mem = j->mem};
    const struct form_row *form = gen_usual_form(j->model);
    if (!gen_job_mechanics(j))
        return false;
    if (form->build == gen_form_lagrange_dirac && !gen_system(&aside, j->mech, form))
        form = &gen_forms[0];
    return gen_job_system(j, form);
}

bool gen_job_beside(const struct job *j, const struct form_row *form, struct job *out)
{
    *out = *j;
    out->program = NULL;
    out->machine = (struct machine){.engine = j->engine};
    return gen_job_system(out, form);
}

/* The coefficients follow from the program, not from the system. */
bool gen_job_jet(struct job *j)
{
    struct diag aside = {.mem = j->mem};
    struct diag *d = j->jet.optional ? &aside : j->diag;
    const size_t order = j->jet.order ? j->jet.order : GEN_JET_ORDER;
    return gen_add_jet(d, j->program, order, j->jet.straight) || j->jet.optional;
}
