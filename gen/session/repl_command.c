/* gen/session/repl_command.c -- the command `repl`. */
#include "gen/job/job.h"
#include "gen/session/session.h"

/* A session has its own memory. */
enum base_exit session_command_repl(struct job *job, const struct options *o)
{
    (void)job;
    return session_run(o->argument);
}
