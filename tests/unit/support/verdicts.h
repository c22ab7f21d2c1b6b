/* tests/unit/support/verdicts.h -- lines of `check` of one model, held against numbers.
 *
 * Every line has a row by its name, with a function that compares it with the model in numbers
 * (world.h). A function that finds a contradiction says so by verdict_wrong; one that cannot
 * compare the line (it is cut, or undecided, or a point is singular) returns VERDICT_UNSEEN.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VERDICTS_H
#define VERDICTS_H

#include "world.h"

enum { VERDICT_LINES = 400, VERDICT_POINTS = 2 };

struct line {
    const char *name, *text, *standing;
};
struct trial {
    struct world w;
    struct line line[VERDICT_LINES];
    size_t lines, points, claims;
    struct place at[VERDICT_POINTS], rate[VERDICT_POINTS];
    real lambda[VERDICT_POINTS][MOST];
    bool moves[VERDICT_POINTS];
    struct proofs proofs;
    size_t wrongs;
};
enum verdict_seen { VERDICT_UNSEEN, VERDICT_HELD };

void verdict_wrong(struct trial *t, const struct line *line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The expression in text[0..len); EX_POISON: it is cut. */
ex verdict_expression(struct trial *t, const char *text, size_t len);
/* From `from` to the end, or to the last `to` of the text. */
ex verdict_part(struct trial *t, const struct line *line, const char *from, const char *to);
/* Values at all points are equal; `got` of the line, `want` by numbers. */
enum verdict_seen verdict_compare(struct trial *t, const struct line *line, const char *what,
                                  real got, real want, real size);
const struct line *verdict_other(const struct trial *t, const char *name, const char *begin);

/* ---- verdicts_geometry.c ---- */

enum verdict_seen verdict_model(struct trial *t, const struct line *line);
enum verdict_seen verdict_chosen(struct trial *t, const struct line *line);
enum verdict_seen verdict_bundle(struct trial *t, const struct line *line);
enum verdict_seen verdict_growth(struct trial *t, const struct line *line);
enum verdict_seen verdict_integral(struct trial *t, const struct line *line);
enum verdict_seen verdict_leaves(struct trial *t, const struct line *line);
enum verdict_seen verdict_virtual(struct trial *t, const struct line *line);

/* ---- verdicts_motion.c ---- */

enum verdict_seen verdict_jacobi(struct trial *t, const struct line *line);
enum verdict_seen verdict_energy(struct trial *t, const struct line *line);
enum verdict_seen verdict_power(struct trial *t, const struct line *line);
enum verdict_seen verdict_moving(struct trial *t, const struct line *line);
enum verdict_seen verdict_friction(struct trial *t, const struct line *line);
enum verdict_seen verdict_formulations(struct trial *t, const struct line *line);
enum verdict_seen verdict_agreement(struct trial *t, const struct line *line);
enum verdict_seen verdict_ideal_reactions(struct trial *t, const struct line *line);
enum verdict_seen verdict_claim(struct trial *t, const struct line *line);
/* The motion of a system is that of the model in numbers. */
enum verdict_seen verdict_same_motion(struct trial *t, const struct line *line,
                                      const struct system *sys);

/* ---- verdicts_sets.c ---- */

enum verdict_seen verdict_singular(struct trial *t, const struct line *line);
enum verdict_seen verdict_compatible(struct trial *t, const struct line *line);
/* A point where the function vanishes, on one of some random lines. */
bool verdict_zero(struct trial *t, ex e, struct place *out);

/* ---- verdicts_laws.c ---- */

enum verdict_seen verdict_relation(struct trial *t, const struct line *line);
enum verdict_seen verdict_graph(struct trial *t, const struct line *line);
enum verdict_seen verdict_second(struct trial *t, const struct line *line);

/* ---- any_model.c ---- */

/* A random model as a user may write it; in memory of m. */
const char *any_model(struct mem *m, struct rng *r);

#endif
