/* gen/run/check_command.c -- the command `check`: proofs, and claims that are measured by a run. */
#include "gen/prove/prove.h"
#include "gen/run/run.h"

enum base_exit run_command_check(struct job *job, const struct options *o)
{
    const double begun = base_clock();
    const struct rt_method *method = NULL;
    struct start *start = NULL;
    const char *file = base_option_last(o, OPTION_certificate);
    if (job_has_tables(job, o))
        return EXIT_USAGE;
    if (!job_derive(job, o) || (file && run_is_file(job->diag, file, job->model->src)) ||
        !run_check_program(job, o, job->diag, &method, &start))
        return base_diag_exit(job->diag);
    struct proofs proofs = {.store = job->store};
    struct screen *screen = prove_verdict(stdout, o->value[OPTION_json].n > 0, job->diag, &proofs,
                                          job->system, job->program);
    const struct verdict v =
        prove_screen_end(screen, run_check_drifts(job, o, method, start, screen));
    fflush(stdout);
    if (base_stopped(job->diag, job->store, "lines of the check are missing"))
        return base_diag_exit(job->diag);
    if (file && !prove_certificate(job->diag, &proofs, job->model->title, file))
        return base_diag_exit(job->diag);
    base_put_time(stderr, "", base_clock() - begun);
    fputc('\n', stderr);
    return v.decided && v.good ? EXIT_DONE : EXIT_NO;
}
