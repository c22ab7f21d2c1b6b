/* gen/run/run_command.c -- the command `run`. */
#include "gen/run/run.h"

bool run_reach(struct job *job, const struct options *o, struct run *run)
{
    job->until = &o->value[OPTION_until];
    return job_engine(job, o, ENGINE_tcc) &&
           run_tables_read(job->diag, &o->value[OPTION_input], &run->tables, &job->hints) &&
           job_derive(job, o) && run_options(job, o, run);
}

enum base_exit run_command_run(struct job *job, const struct options *o)
{
    struct run run = {.begun = base_clock()};
    if (!run_reach(job, o, &run))
        return base_diag_exit(job->diag);
    const enum base_exit result = run_trajectory(job->diag, &run);
    code_machine_close(&job->machine);
    return result;
}
