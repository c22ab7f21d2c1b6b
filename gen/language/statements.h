/* gen/language/statements.h -- the passes over statements that make a model.
 *
 * Private to language/. Each row of gen/tables/statements.h becomes two functions here.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_LANGUAGE_STATEMENTS_H
#define GEN_LANGUAGE_STATEMENTS_H

#include "gen/language/scope.h"

/* One row becomes the prototypes of its two passes. */
#define STATEMENT(keyword, takes, many, first, second, ...)                                        \
    void lang_declare_##first(struct check *c, const struct statement *st);                        \
    void lang_check_##second(struct check *c, const struct statement *st);
STATEMENTS(STATEMENT)
#undef STATEMENT

/* ---- name_hints.c ---- */

/* By a word that has no meaning, when names like `near` are about. */
const char *lang_hint_name(struct check *c, const char *word, size_t len,
                           const struct nearest *near);
/* By a call of what is no function; NULL: a product. */
const char *lang_hint_call(struct check *c, const char *name, size_t len);

/* ---- lie_algebras.c ---- */

struct algebra_row {
    const char *name;
    size_t n;          /* elements */
    const char *order; /* in which their names stand */
    struct algebra_entry {
        unsigned char a, b, c;
        signed char factor; /* [a, b] = factor c, a < b, from 0; all factors 0: the end */
    } entry[12];
};
/* NULL with an error when there is none of the name. */
const struct algebra_row *lang_algebra(struct diag *d, struct span name);

/* ---- declare.c ---- */

/* Names PREFIX1, PREFIX2, ... as far as free, for fields that are chosen. */
void lang_declare_chosen(struct check *c, const char *prefix, size_t n);
/* The natural basis of TM, when the coordinates are known. */
void lang_declare_basis(struct check *c);

/* ---- statement_bundle.c ---- */

/* Brackets of an algebra, when all sections are known; room for those of the user. */
void lang_make_brackets(struct check *c, const struct ast *ast);
/* When all are read: those that follow from others. */
void lang_finish_brackets(struct check *c);
/* Velocities of coordinates become those of sections, where E has sections of its own. */
ex lang_anchored(const struct model *m, ex e);

/* ---- check_model.c ---- */

/* An expression without mistakes, or EX_POISON. */
ex lang_sound_expr(struct check *c, struct span where);
/* Its units will be checked; lang_sound_expr does that for what it reads. */
void lang_note_reading(struct check *c, ex e, struct span where);
/* The same, when it depends on parameters only; else an error. */
ex lang_fixed_expr(struct check *c, struct span where);

/* ---- statement_mechanics.c ---- */

/* False, with an error, when there is nothing that could move: nothing else has a meaning then. */
bool lang_check_bundle(struct check *c, const struct ast *ast);
/* Compatibility of the statements, and missing ones. */
void lang_check_together(struct check *c, const struct ast *ast);

/* ---- inputs.c ---- */

/* Expressions of t take the place of inputs. */
void lang_drive_inputs(struct check *c);

/* ---- statement_basis.c ---- */

void lang_check_bases(struct check *c); /* when all fields are known */

/* ---- statement_plot.c ---- */

/* Which of them are paths, when all statements are read. */
void lang_finish_plots(struct check *c);

/* ---- units.c ---- */

/* Where units are given: do they fit? */
void lang_check_units(struct check *c);

/* ---- frame_choice.c ---- */

/* Fills in the components of chosen fields, and holds those of the user against the constraints. */
void lang_choose_fields(struct check *c);

/* ---- holonomic.c ---- */

/* Moves those of q[0..coords) that may until all phi vanish; how far they are from it then. */
double lang_settle_position(const struct model *m, const double *p, double t, const bool *moves,
                            double *q);

/* ---- statement_run.c ---- */

/* A number along a run: anything but fields and forms of two arguments; EX_POISON after a
 * mistake. */
ex lang_number_along(struct check *c, struct span where, const char *statement);

#endif
