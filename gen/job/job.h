/* gen/job/job.h -- struct job: the state of one command, from model text to machine.
 *
 * The pipeline, one call an arrow. Every command, the report and the session take their way through
 * it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_JOB_JOB_H
#define GEN_JOB_JOB_H

#include "gen/code/engine.h"
#include "gen/language/values.h"

struct job { /* the state of one command */
    struct mem *mem;
    struct store *store;
    struct diag *diag;
    struct source *source;
    struct hints hints;
    const struct option_text *until, *input; /* of the command line, or NULL */
    const char *watch; /* EXPR of a section: read as one more event of the model; or NULL */
    const struct option_text *plots; /* the same: instead of those of the model */
    bool shows;                      /* the model's drawings are wanted, too */
    struct ast *ast;
    struct model *model;
    struct geom *geom;
    struct mech *mech;
    struct system *system;
    struct program *program;
    struct jet_options {
        size_t order;  /* 0: CODE_JET_ORDER */
        bool straight; /* as straight-line code only */
        bool optional; /* without it where it is too long */
    } jet;             /* the block */
    const char *text;  /* C */
    enum code_engine engine;
    bool fast;
    struct machine machine;
};

/* ---- pipeline.c ---- */

bool job_model(struct job *job, const char *path); /* path NULL: source is set */
bool job_geometry(struct job *job);
bool job_system(struct job *job, const struct form_row *form);
bool job_program(struct job *job, unsigned blocks); /* bits; blocks that are missing are made */
bool job_text(struct job *job);
bool job_machine(struct job *job);        /* code_machine_close when it is done */
bool job_default_system(struct job *job); /* the system in the default form */
/* A job with another system of the same mechanics, which reports to the same diag. */
bool job_beside(const struct job *job, const struct form_row *form, struct job *out);

/* ---- command_job.c ---- */

bool job_inputs(struct job *job);    /* those of --input, for lang_resolve */
bool job_additions(struct job *job); /* --until, a section and plots, to the ast */
bool job_read(struct job *job, const struct options *o);   /* text to model */
bool job_derive(struct job *job, const struct options *o); /* text to system */
/* Model to system; `name` is that of the option in messages. */
bool job_form(struct job *job, const struct options *o, const char *name);
bool job_engine(struct job *job, const struct options *o, enum code_engine usual);

#endif
