/* gen/language/values.h -- from statements to a model, and values for its names.
 *
 * Values come from the model, from sets, and from the command line, which overrides both.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_LANGUAGE_VALUES_H
#define GEN_LANGUAGE_VALUES_H

#include "gen/base/options.h"
#include "gen/language/model.h"
#include "gen/symbolic/symbolic.h"

/* Values from the command line. The choice of frame and pivots depends on them. */
struct hints {
    const struct assignment *at;
    size_t n;
    const struct item *input; /* name = expr of --input */
    size_t inputs;
    const struct span *table; /* inputs that are columns of tables, by name */
    size_t tables;
    const struct option_text *sets; /* names of `set` statements, or NULL */
    bool drives;                    /* substitute all inputs that depend on t */
};

/* ---- inputs.c ---- */

/* Whether the hints give a parameter as a number. */
bool lang_is_set(const struct model *m, const struct hints *h, size_t param);
/* The part of the model where the rate of an input enters, or could enter, the equations; NULL:
 * none. */
/* The value of an input that is substituted; any other symbol is returned as it is. */
ex lang_driven_value(const struct model *m, ex symbol);
const char *lang_where_rate_matters(const struct model *m, ex symbol);
/* The next word of `a,b` of a repeated option; false: there are no more. `w` starts as {0}. */
struct word_walk {
    size_t text, at;
};
bool lang_next_word(const struct option_text *texts, struct word_walk *w, const char **word,
                    size_t *len);

/* ---- check_model.c ---- */

struct model *lang_resolve(struct diag *d, struct store *s, const struct ast *ast,
                           const struct hints *hints);

/* ---- model_invariants.c ---- */

/* Counts fit, positions are inside of their texts, expressions mention names of the model only;
 * else a bug. */
bool lang_model_sound(struct diag *d, const struct model *m);
/* Functions on the base: coordinates, parameters, inputs and t. */
struct allowed lang_allow_places(struct diag *d, const struct model *m, const char *stage);

/* ---- statement_basis.c ---- */

/* Replaces the one-forms of the constraints by those of a `basis` of the model. */
bool lang_use_basis(struct diag *d, struct model *m, const char *name);
/* The multiplier of the i-th constraint of the model, from those of the basis in use. */
ex lang_given_multiplier(const struct model *m, const ex *lambda, size_t i);

/* ---- holonomic.c ---- */

struct given { /* initial values, each at most once */
    const struct ival *at;
    size_t n;
};
/* The functions phi = 0 of the holonomic constraints, and their indices; returns their number. */
size_t lang_find_holonomic(const struct model *m, ex *phi, size_t *index);
/* Solves the holonomic constraints for q, from the given values, else 0; false with an error. */
bool lang_find_position(struct diag *d, const struct model *m, const struct given *given,
                        const double *p, double t, bool projects, double *q);

/* Is `~` allowed: for a coordinate of a model with holonomic constraints, and for a momentum of the
 * complement of one with a Hamiltonian? Else an error. */
bool lang_may_guess(struct diag *d, const struct model *m, const struct ival *v, bool holonomic);

/* ---- parameters.c ---- */

/* Values of the parameters, with `name = value, ...` of a repeated option. */
void lang_find_params(struct diag *d, const struct model *m, const struct option_text *texts,
                      double *p);
/* The same at a time, with named sets. */
void lang_find_params_at(struct diag *d, const struct model *m, const struct point_texts *texts,
                         double t, double *p);
/* Intervals with the values that the model gives to its parameters, for ex_sign_on; inputs may have
 * any value. */
void lang_parameter_spans(const struct diag *d, const struct model *m, ex *symbol,
                          struct ex_span *span);
/* The set of a name; NULL with an error: unknown name. */
const struct preset *lang_find_set(struct diag *d, const struct model *m, struct span name);
/* Copies the inputs among the parameters to u, unless it is NULL; returns their number. */
size_t lang_find_inputs(const struct model *m, const double *p, double *u);
/* Calls `take` for each `name = value` of a repeated option. */
void lang_each_assignment(struct diag *d, struct store *s, const char *option,
                          const struct option_text *texts, void *context,
                          void (*take)(void *context, const struct item *it, ex value));
/* Calls `take` for each value of each set that is chosen. */
void lang_each_setting(struct diag *d, const struct model *m, const struct option_text *texts,
                       void *context, void (*take)(void *context, const struct setting *one));
bool lang_assignments(struct diag *d, struct store *s, const char *option,
                      const struct option_text *texts, struct assignment **out, size_t *n);
bool lang_number(struct diag *d, struct store *s, const char *option, const char *text,
                 double *out);
double lang_value(const struct model *m, ex e, const double *p); /* e depends on parameters only */

/* ---- statement_run.c ---- */

/* The quantity of an initial value: fills in v->of and v->index. `could` completes the error
 * "there is no 'x' that could ...". */
bool lang_ival_find(struct diag *d, const struct model *m, struct span name, const char *could,
                    struct ival *v);

#endif
