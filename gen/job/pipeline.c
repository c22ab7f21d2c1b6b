/* gen/job/pipeline.c -- pipeline from model text to running code, one call an arrow.
 *
 *   text -> ast -> model -> geometry -> mechanics -> system -> blocks -> program -> text -> machine
 *
 * A job holds these values. A step takes the value before it from the job and leaves its own there;
 * it returns false after an error, which is in the diag. command_job.c reads the command line.
 */
#include "gen/job/job.h"

bool job_model(struct job *job, const char *path)
{
    job->geom = NULL; /* may be that of another model */
    job->mech = NULL;
    return job_inputs(job) && (!path || (job->source = base_source_read(job->diag, path))) &&
           (job->ast = lang_parse(job->diag, job->source)) && job_additions(job) &&
           (job->model = lang_resolve(job->diag, job->store, job->ast, &job->hints));
}

bool job_geometry(struct job *job)
{
    return job->geom || (job->geom = geom_make(job->diag, job->model));
}

static bool find_mechanics(struct job *job)
{
    return job->mech || (job_geometry(job) && (job->mech = form_mechanics(job->diag, job->geom)));
}

bool job_system(struct job *job, const struct form_row *form)
{
    return find_mechanics(job) && (job->system = form_system(job->diag, job->mech, form));
}

/* Taylor coefficients are made from the program, not from the system. */
static bool add_jet(struct job *job)
{
    struct diag aside = base_aside(job->diag);
    struct diag *d = job->jet.optional ? &aside : job->diag;
    const size_t order = job->jet.order ? job->jet.order : CODE_JET_ORDER;
    return code_add_jet(d, job->program, order, job->jet.straight) || job->jet.optional;
}

bool job_program(struct job *job, unsigned blocks)
{
    job->text = NULL; /* may be that of another program */
    return form_more_blocks(job->diag, job->system, blocks) &&
           (job->program = code_lower(job->diag, job->system, blocks)) &&
           (!(blocks >> RT_jet & 1) || add_jet(job));
}

bool job_text(struct job *job)
{
    return job->text || (job->text = code_jit_text(job->program));
}

bool job_machine(struct job *job)
{
    return (job->engine == ENGINE_interp || job_text(job)) &&
           code_machine_open(job->diag, job->program, job->text, job->engine, job->fast,
                             &job->machine);
}

/* ---- other systems ---- */

bool job_default_system(struct job *job)
{
    return find_mechanics(job) && job_system(job, form_default_built(job->diag, job->mech));
}

bool job_system_to_run(struct job *job)
{
    const char *form = job->model->form;
    if (form)
        return job_system(job, form_named(form)) && form_keeps_law(job->diag, job->system);
    return job_system_of_law(job, job->model->law);
}

bool job_system_of_law(struct job *job, enum lang_law law)
{
    return find_mechanics(job) && job_system(job, form_to_run(job->diag, job->mech, law));
}

bool job_beside(const struct job *job, const struct form_row *form, struct job *out)
{
    *out = *job;
    out->program = NULL;
    out->machine = (struct machine){.engine = job->engine};
    return job_system(out, form);
}
