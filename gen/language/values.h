/* gen/language/values.h -- from statements to a model, and values for its names.
 *
 * Values come from the model, from sets, and from the command line, which goes before both.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_LANGUAGE_VALUES_H
#define GEN_LANGUAGE_VALUES_H

#include "gen/base/options.h"
#include "gen/language/model.h"

/* Values from the command line: they decide where it is safe to divide. */
struct hints {
    const struct assignment *at;
    size_t n;
    const struct item *input; /* name = expr of --input */
    size_t inputs;
    const struct span *table; /* names of columns of tables */
    size_t tables;
    const struct option_text *sets; /* names of `set` statements, or NULL */
    bool drives;                    /* all inputs that depend on t are put in */
};

/* ---- inputs.c ---- */

/* Is a parameter given by one of them, as a number? */
bool lang_is_set(const struct model *m, const struct hints *h, size_t param);
/* Where the rate of an input is a part of the equations, or could be; NULL: nowhere. */
const char *lang_where_rate_matters(const struct model *m, ex symbol);
/* Splits `a,b` of a repeated option; false: there are no more. Starts with at = {0}. */
struct word_walk {
    size_t text, at;
};
bool lang_next_word(const struct option_text *texts, struct word_walk *w, const char **word,
                    size_t *len);

/* ---- check_model.c ---- */

struct model *lang_resolve(struct diag *d, struct store *s, const struct ast *ast,
                           const struct hints *hints);

/* ---- statement_basis.c ---- */

/* The forms of a basis of the model for those of its constraints. */
bool lang_use_basis(struct diag *d, struct model *m, const char *name);
/* The multiplier of the i-th constraint as the model has it, from those of the basis in use. */
ex lang_given_multiplier(const struct model *m, const ex *lambda, size_t i);

/* ---- holonomic.c ---- */

struct given { /* initial values, each at most once */
    const struct ival *at;
    size_t n;
};
/* Which constraints are holonomic, and what vanishes; how many. */
size_t lang_find_holonomic(const struct model *m, ex *phi, size_t *index);
/* Starts q at the given values, else 0, and solves for a position; false with an error. */
bool lang_find_position(struct diag *d, const struct model *m, const struct given *given,
                        const double *p, double t, bool projects, double *q);

/* ---- statement_mechanics.c ---- */

/* A value with ~ is a coordinate's, and there are constraints that decide; else an error. */
bool lang_may_guess(struct diag *d, const struct ival *v, bool holonomic);

/* ---- parameters.c ---- */

/* Parameters alone; and `name = value, ...` of a repeated option as numbers. */
void lang_find_params(struct diag *d, const struct model *m, const struct option_text *texts,
                      double *p);
/* The same at a time, with named sets. */
void lang_find_params_at(struct diag *d, const struct model *m, const struct point_texts *texts,
                         double t, double *p);
/* The set of a name; NULL with an error when there is none. */
const struct preset *lang_find_set(struct diag *d, const struct model *m, struct span name);
/* Those of the parameters that are inputs, into u unless it is NULL; how many. */
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

/* What an initial value is about: fills in v->of and v->index. `could`: what it could do,
 * if there were one. */
bool lang_ival_find(struct diag *d, const struct model *m, struct span name, const char *could,
                    struct ival *v);

#endif
