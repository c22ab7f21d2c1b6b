/* gen/language/statements.h -- passes over the statements that make a model.
 *
 * Private to language/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_LANGUAGE_STATEMENTS_H
#define GEN_LANGUAGE_STATEMENTS_H

#include "gen/language/scope.h"

/* Prototypes of the two passes of each statement. */
#define STATEMENT(keyword, takes, many, first, second, ...)                                        \
    void lang_declare_##first(struct check *c, const struct statement *st);                        \
    void lang_check_##second(struct check *c, const struct statement *st);
STATEMENTS(STATEMENT)
#undef STATEMENT

/* ---- results.c ---- */

/* One more result, all 0, of the statement that is being checked. It may move when the next one is
 * kept. */
void *lang_keep(struct check *c, size_t size);

/* ---- name_hints.c ---- */

/* A suggestion for a word without a meaning; `near` is the nearest known name. */
const char *lang_hint_name(struct check *c, const char *word, size_t len,
                           const struct nearest *near);
/* A suggestion for a call of a name that is not a function; NULL: it is a declared name. */
const char *lang_hint_call(struct check *c, const char *name, size_t len);

/* ---- lie_algebras.c ---- */

struct algebra_row {
    const char *name;
    size_t n;          /* elements */
    const char *order; /* description of the order of the basis */
    struct algebra_entry {
        unsigned char a, b, c;
        signed char factor; /* [a, b] = factor c, a < b, counted from 0; factor 0: the end */
    } entry[12];
};
/* NULL with an error: unknown name. */
const struct algebra_row *lang_algebra(struct diag *d, struct span name);

/* ---- declare.c ---- */

/* Declares n chosen fields PREFIX1, PREFIX2, ...; numbers in use are skipped. */
void lang_declare_chosen(struct check *c, const char *prefix, size_t n);
/* Declares the natural basis of TM, after the coordinates. */
void lang_declare_basis(struct check *c);

/* ---- statement_bundle.c ---- */

/* Brackets of an algebra, and room for those of the model; after all sections are declared. */
void lang_make_brackets(struct check *c, const struct ast *ast);
/* Fills in the brackets that follow from others; after all are read. */
void lang_finish_brackets(struct check *c);
/* Replaces velocities of coordinates by those of sections, where E has declared sections. */
ex lang_anchored(const struct model *m, ex e);

/* ---- check_model.c ---- */

/* Reads an expression; EX_POISON if it has an error or is tainted. */
ex lang_sound_expr(struct check *c, struct span where);
/* Registers an expression for the check of units; lang_sound_expr does so. */
void lang_note_reading(struct check *c, ex e, struct span where);
/* Reads an expression that depends on parameters only; else an error. */
ex lang_fixed_expr(struct check *c, struct span where);

/* ---- statement_mechanics.c ---- */

/* False, with an error: the model has no coordinates and no algebra, so nothing can be checked. */
bool lang_check_bundle(struct check *c, const struct ast *ast);
/* Checks the compatibility of the statements, and finds missing ones. */
void lang_check_together(struct check *c, const struct ast *ast);

/* ---- inputs.c ---- */

/* Is n an input with the name of a momentum of the field `of`? It gives that momentum where nothing
 * determines it: both are one symbol. */
bool lang_is_momentum_input(const struct model *m, const struct name *n, const struct name *of);
/* Substitutes expressions of t for inputs. */
void lang_drive_inputs(struct check *c);

/* ---- statement_input.c ---- */

/* Is it a velocity? Then as an input it is no parameter, but a condition, which is kept. */
bool lang_is_velocity(const struct check *c, struct span name);
void lang_keep_velocity(struct check *c, struct span name, ex value);
/* Reports names of --input that are not inputs of the model. */
void lang_check_input_names(struct check *c);

/* ---- statement_basis.c ---- */

void lang_check_bases(struct check *c); /* after all fields are known */

/* ---- statement_plot.c ---- */

/* Finds the plots that are paths; after all statements are read. */
void lang_finish_plots(struct check *c);

/* ---- units.c ---- */

/* Checks the consistency of units, where the model gives them. */
void lang_check_units(struct check *c);

/* ---- frame_choice.c ---- */

/* Fills in the components of chosen fields, and checks declared ones against the constraints. */
void lang_choose_fields(struct check *c);

/* ---- holonomic.c ---- */

/* Solves the holonomic constraints for the coordinates q[i] with moves[i]; returns the residual. */
double lang_settle_position(const struct model *m, const double *p, double t, const bool *moves,
                            double *q);

/* ---- statement_run.c ---- */

/* Reads an expression with a value along a run: no fields and no two-forms; EX_POISON after an
 * error. */
ex lang_number_along(struct check *c, struct span where, const char *statement);

#endif
