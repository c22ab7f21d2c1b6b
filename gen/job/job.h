/* gen/job/job.h -- struct job: the state of one command, from model text to machine.
 *
 * The functions of the pipeline, one for each arrow of the map in gen/README.md. Every command, the
 * report and the session use them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_JOB_JOB_H
#define GEN_JOB_JOB_H

#include "gen/code/engine.h"
#include "gen/language/values.h"
#include "gen/tables/block_sets.h"

struct job { /* the state of one command */
    struct mem *mem;
    struct store *store;
    struct diag *diag;
    struct source *source;
    struct hints hints;
    const struct option_text *until, *input; /* of the command line, or NULL */
    const char *watch; /* EXPR of a Poincare section, read as an event of the model; or NULL */
    const struct option_text *plots; /* replace those of the model; or NULL */
    bool shows;                      /* the block scene is needed, too */
    struct ast *ast;
    struct model *model;
    struct geom *geom;
    struct mech *mech;
    struct system *system;
    struct program *program;
    struct jet_options {
        size_t order;  /* 0: CODE_JET_ORDER */
        bool straight; /* as straight-line code only */
        bool optional; /* leave it out where it is too long */
    } jet;             /* options of the block jet */
    const char *text;  /* the program in C */
    enum code_engine engine;
    bool fast;
    struct machine machine;
};
/* One row becomes BLOCKS_x. */
enum job_blocks {
#define B(name) 1U << RT_##name
#define SET(name, blocks) BLOCKS_##name = blocks,
    BLOCK_SETS(SET)
#undef SET
#undef B
};

/* ---- pipeline.c ---- */

bool job_model(struct job *job, const char *path); /* path NULL: source is set */
bool job_geometry(struct job *job);
bool job_system(struct job *job, const struct form_row *form);
bool job_program(struct job *job, unsigned blocks); /* bits; missing blocks are derived */
bool job_text(struct job *job);
bool job_machine(struct job *job);        /* the caller calls code_machine_close */
bool job_default_system(struct job *job); /* the system in the default form */
/* The system for motions: in the form of the statement run, or in the default form of a law. */
bool job_system_to_run(struct job *job);
bool job_system_of_law(struct job *job, enum lang_law law);
/* A job with another system of the same mechanics, and with the same diag. */
bool job_beside(const struct job *job, const struct form_row *form, struct job *out);

/* ---- command_job.c ---- */

bool job_inputs(struct job *job);    /* inputs of --input, for lang_resolve */
bool job_additions(struct job *job); /* adds --until, a Poincare section and plots to the ast */
bool job_read(struct job *job, const struct options *o);   /* text to model */
bool job_derive(struct job *job, const struct options *o); /* text to system */
/* Model to system; `name` is the name of the option in messages. */
bool job_form(struct job *job, const struct options *o, const char *name);
/* False with an error: the system has no motion, or functions of time are not given. */
bool job_moves(struct job *job);
bool job_engine(struct job *job, const struct options *o, enum code_engine usual);
/* Only runs can read inputs from a file: true, with an error, where --input names one. */
bool job_has_tables(struct job *job, const struct options *o);

/* ---- commands: one row becomes the prototype of its function, which is in its room ---- */

#define COMMAND(name, room, ...)                                                                   \
    enum base_exit room##_command_##name(struct job *job, const struct options *o);
COMMANDS(COMMAND)
#undef COMMAND

#endif
