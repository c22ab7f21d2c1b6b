/* gen/print/derive_command.c -- the command `derive`. */
#include "gen/job/job.h"
#include "gen/print/document.h"

enum base_exit print_command_derive(struct job *job, const struct options *o)
{
    unsigned parts = print_default_parts();
    size_t page = PAGE_text;
    const char *only = base_option_last(o, OPTION_only);
    if ((only && !base_option_words(job->diag, "--only", only, print_part_choice, &parts)) ||
        !base_option_choose(job->diag, o, OPTION_as, "--as", print_page_choice, &page) ||
        !job_derive(job, o))
        return base_diag_exit(job->diag);
    if (!only && !lang_has_energy(job->model)) /* all that there is to show */
        parts |= 1U << PART_dirac | 1U << PART_triple;
    print_derive(stdout, job->diag, job->system, parts, (enum print_page)page);
    return base_diag_exit(job->diag);
}
