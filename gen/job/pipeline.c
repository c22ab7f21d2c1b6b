/* gen/job/pipeline.c -- pipeline from model text to running code, one call an arrow.
 *
 *   text -> ast -> model -> geometry -> mechanics -> system -> blocks -> program -> text -> machine
 *
 * A job holds these values. A step takes the one before it from the job and leaves its own there;
 * false after an error, which is in the diag. What a command line says about a job is in
 * command_job.c.
 */
#include "gen/job/job.h"

bool job_model(struct job *j, const char *path)
{
    j->geom = NULL; /* that of another model */
    j->mech = NULL;
    return job_inputs(j) && (!path || (j->source = base_source_read(j->diag, path))) &&
           (j->ast = lang_parse(j->diag, j->source)) && job_additions(j) &&
           (j->model = lang_resolve(j->diag, j->store, j->ast, &j->hints));
}

bool job_geometry(struct job *j)
{
    return j->geom || (j->geom = geom_make(j->diag, j->model));
}

static bool find_mechanics(struct job *j)
{
    return j->mech || (job_geometry(j) && (j->mech = form_mechanics(j->diag, j->geom)));
}

bool job_system(struct job *j, const struct form_row *form)
{
    return find_mechanics(j) && (j->system = form_system(j->diag, j->mech, form));
}

/* The coefficients follow from the program, not from the system. */
static bool add_jet(struct job *j)
{
    struct diag aside = {.mem = j->mem};
    struct diag *d = j->jet.optional ? &aside : j->diag;
    const size_t order = j->jet.order ? j->jet.order : CODE_JET_ORDER;
    return code_add_jet(d, j->program, order, j->jet.straight) || j->jet.optional;
}

bool job_program(struct job *j, unsigned blocks)
{
    j->text = NULL; /* that of another program */
    return form_more_blocks(j->diag, j->system, blocks) &&
           (j->program = code_lower(j->diag, j->system, blocks)) &&
           (!(blocks >> RT_jet & 1) || add_jet(j));
}

bool job_text(struct job *j)
{
    return j->text || (j->text = code_jit_text(j->program));
}

bool job_machine(struct job *j)
{
    return (j->engine == ENGINE_interp || job_text(j)) &&
           code_machine_open(j->diag, j->program, j->text, j->engine, j->fast, &j->machine);
}

/* ---- what leaves these steps ---- */

/* A Lagrangian that is regular on C only moves there. */
bool job_default_system(struct job *j)
{
    struct diag aside = {.mem = j->mem};
    const struct form_row *form = form_default(j->model);
    if (!find_mechanics(j))
        return false;
    if (form->build == form_build_lagrange_dirac && !form_system(&aside, j->mech, form))
        form = &form_rows[0];
    return job_system(j, form);
}

bool job_beside(const struct job *j, const struct form_row *form, struct job *out)
{
    *out = *j;
    out->program = NULL;
    out->machine = (struct machine){.engine = j->engine};
    return job_system(out, form);
}
