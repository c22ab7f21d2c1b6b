/* tests/unit/support/verdicts_motion.c -- lines of `check` about motions, in numbers. */
#include "verdicts.h"

#include "gen/forms/properties.h"

#include <string.h>

enum { STATES = 3 * MOST };

/* ---- motions ---- */

static struct tape block_tape(struct trial *t, const struct system *sys, enum rt_block_name b)
{
    const struct block *block = &sys->block[b];
    return tape_new(&t->w, block->at, block->rows * block->cols);
}

/* Places of the states among the symbols; false: a state is none of them. */
static bool find_states(const struct world *w, const struct system *sys, size_t *place)
{
    for (size_t i = 0; i < sys->states; i++) {
        place[i] = 0;
        while (place[i] < w->symbols && w->symbol[place[i]] != sys->state[i])
            place[i]++;
        if (place[i] == w->symbols)
            return false;
    }
    return sys->states <= STATES;
}

static void rates_of_states(struct trial *t, size_t k, const size_t *place, size_t n, real *out)
{
    real x[2][WORLD_SYMBOLS];
    struct place there;
    for (int side = 0; side < 2; side++) {
        world_shift(&t->w, &t->at[k], &t->rate[k], side == 1, &there);
        world_symbols(&t->w, &there, x[side]);
    }
    for (size_t i = 0; i < n; i++)
        out[i] = real_shift(real_sub(x[0][place[i]], x[1][place[i]]), REAL_STEP - 1);
}

enum verdict_seen verdict_same_motion(struct trial *t, const struct line *line,
                                      const struct system *sys)
{
    struct world *w = &t->w;
    size_t place[STATES];
    bool seen = false;
    if (!find_states(w, sys, place))
        return VERDICT_UNSEEN;
    struct tape tape = block_tape(t, sys, RT_rhs);
    for (size_t k = 0; k < t->points; k++) {
        real x[WORLD_SYMBOLS], rate[STATES], rhs[STATES], size = real_of(1);
        if (!t->moves[k])
            continue;
        world_symbols(w, &t->at[k], x);
        tape_eval(&tape, x, rhs);
        rates_of_states(t, k, place, sys->states, rate);
        for (size_t i = 0; i < sys->states; i++)
            size = real_plus(size, rate[i], rate[i]);
        for (size_t i = 0; i < sys->states; i++)
            verdict_compare(t, line,
                            base_text(w->lab.m, "%s: %s'", sys->form->name, sys->state_name[i]),
                            rhs[i], rate[i], size);
        seen = true;
    }
    tape_free(&tape);
    return seen ? VERDICT_HELD : VERDICT_UNSEEN;
}

enum verdict_seen verdict_formulations(struct trial *t, const struct line *line)
{
    static const char label[] = "formulations agree:  ";
    enum verdict_seen seen = VERDICT_UNSEEN;
    if (strncmp(line->text, label, strlen(label)) != 0)
        return VERDICT_UNSEEN; /* a form that does not apply, with the reason */
    for (const char *at = line->text + strlen(label); *at;) {
        const size_t len = strcspn(at, " ");
        struct diag aside = base_aside(t->w.job.diag);
        const char *name = base_text(t->w.lab.m, "%.*s", (int)len, at);
        const struct system *sys = form_system(&aside, t->w.job.mech, form_named(name));
        if (!sys)
            verdict_wrong(t, line, "there is no form %s", name);
        else if (verdict_same_motion(t, line, sys) == VERDICT_HELD)
            seen = VERDICT_HELD;
        at += len + strspn(at + len, " =");
    }
    return seen;
}

/* Has the nonholonomic motion other accelerations at a point? */
static enum verdict_seen differs_from_nonholonomic(struct trial *t, bool *differ)
{
    enum verdict_seen seen = VERDICT_UNSEEN;
    *differ = false;
    for (size_t k = 0; k < t->points; k++) {
        struct place other;
        real lambda[MOST];
        if (!t->moves[k] || !world_motion(&t->w, MOVES_NONHOLONOMIC, &t->at[k], &other, lambda))
            continue;
        seen = VERDICT_HELD;
        for (size_t B = 0; B < t->w.n; B++)
            *differ |= !real_same(other.y[B], t->rate[k].y[B], real_of(1));
    }
    return seen;
}

/* Reactions do work. */
enum verdict_seen verdict_agreement(struct trial *t, const struct line *line)
{
    bool differ = false;
    const enum verdict_seen seen = differs_from_nonholonomic(t, &differ);
    if (seen == VERDICT_HELD && !differ)
        verdict_wrong(t, line, "the nonholonomic motion is the same");
    return seen;
}

/* They do no work. */
enum verdict_seen verdict_ideal_reactions(struct trial *t, const struct line *line)
{
    bool differ = false;
    const enum verdict_seen seen = differs_from_nonholonomic(t, &differ);
    if (seen == VERDICT_HELD && differ)
        verdict_wrong(t, line, "the nonholonomic motion is another one");
    return seen;
}

/* ---- brackets ---- */

/* Instead of the frame: the natural basis. */
static void take_natural(struct fields *f, size_t n)
{
    for (size_t B = 0; B < n; B++)
        for (size_t A = 0; A < n; A++)
            f->F[B * n + A] = real_of(A == B);
}

/* [f_d, f_b], along e_B. */
static void bracket_of_fields(struct world *w, const struct place *at, size_t d, size_t b,
                              real *out)
{
    const struct word left = {.field = d}, right = {.field = b};
    const struct word both = {.left = &left, .right = &right};
    world_word(w, &both, at, out);
}

static void bracket_of_sections(const struct world *w, const struct fields *f, size_t d, size_t b,
                                real *out)
{
    for (size_t D = 0; D < w->n; D++)
        out[D] = w->has_bracket ? f->bracket[(d * w->n + b) * w->n + D] : real_of(0);
}

static real two_form_on(struct world *w, const struct place *at, const struct fields *f, size_t b,
                        size_t d)
{
    struct place pair = *at;
    if (w->two.steps == 0)
        return real_of(0);
    for (size_t B = 0; B < w->n; B++) {
        pair.y[B] = f->F[B * w->n + b];
        pair.p[B] = f->F[B * w->n + d];
    }
    return world_at_velocities(w, &w->two, &pair);
}

/* {q, p(f)} = rho(f), and {p(f), q} = -rho(f) by the second anchor. */
static void want_anchors(const struct world *w, const struct fields *f, size_t all, real *out)
{
    const size_t nq = w->nq, n = w->n;
    for (size_t i = 0; i < nq; i++)
        for (size_t a = 0; a < all - nq; a++) {
            out[i * all + nq + a] = real_dot(&f->rho[i * n], 1, &f->F[a], n, n);
            out[(nq + a) * all + i] = real_neg(real_dot(&f->right[i * n], 1, &f->F[a], n, n));
        }
}

/* {u_i, u_j} from the model: {q, p(f)} = rho(f), {p(f_b), p(f_d)} = p([f_d, f_b]) + F(f_b, f_d). */
static bool want_bracket(struct world *w, const struct system *sys, const struct place *at,
                         real *out)
{
    const size_t nq = w->nq, n = w->n, all = sys->states, r = all - nq;
    const bool natural = sys->kind == STATES_p;
    struct fields f;
    real p[MOST], v[MOST];
    if ((sys->kind != STATES_eta && !natural) || r != (natural ? n : w->r))
        return false;
    world_fields(w, at, &f);
    world_momenta(w, at, p);
    if (natural)
        take_natural(&f, n);
    for (size_t i = 0; i < all * all; i++)
        out[i] = real_of(0);
    want_anchors(w, &f, all, out);
    for (size_t b = 0; b < r; b++)
        for (size_t d = 0; d < r; d++) {
            if (natural)
                bracket_of_sections(w, &f, d, b, v);
            else
                bracket_of_fields(w, at, d, b, v);
            out[(nq + b) * all + nq + d] =
                real_add(real_dot(p, 1, v, 1, n), two_form_on(w, at, &f, b, d));
        }
    return true;
}

static void look_at_bracket(struct trial *t, const struct line *line, const struct system *sys,
                            struct tape *B)
{
    struct world *w = &t->w;
    const size_t n = sys->states;
    for (size_t k = 0; k < t->points; k++) {
        real x[WORLD_SYMBOLS], *have = mem_take_array(w->lab.m, 2 * n * n, sizeof(*have));
        if (w->law == MOVES_SECOND || w->law == MOVES_GRADIENT || w->law == MOVES_SERVO ||
            (sys->kind == STATES_p && w->law != MOVES_VAKONOMIC) ||
            !want_bracket(w, sys, &t->at[k], have + n * n))
            return;
        world_symbols(w, &t->at[k], x);
        tape_eval(B, x, have);
        for (size_t i = 0; i < n * n; i++)
            verdict_compare(
                t, line,
                base_text(w->lab.m, "{%s, %s}", sys->state_name[i / n], sys->state_name[i % n]),
                have[i], have[n * n + i], real_of(1));
    }
}

/* B and its slopes by all states, by differences of the states. */
struct slopes {
    real *B, *slope; /* slope[l n n + i n + j] */
    size_t n;
};

static struct slopes find_slopes(struct trial *t, size_t k, struct tape *B, const size_t *place,
                                 size_t n)
{
    struct world *w = &t->w;
    struct slopes out = {.n = n};
    real x[WORLD_SYMBOLS], *side = mem_take_array(w->lab.m, 2 * n * n, sizeof(*side));
    out.B = mem_take_array(w->lab.m, n * n, sizeof *out.B);
    out.slope = mem_take_array(w->lab.m, n * n * n, sizeof *out.slope);
    world_symbols(w, &t->at[k], x);
    tape_eval(B, x, out.B);
    for (size_t l = 0; l < n; l++) {
        const real here = x[place[l]], h = real_shift(real_of(1), -REAL_STEP);
        x[place[l]] = real_add(here, h);
        tape_eval(B, x, side);
        x[place[l]] = real_sub(here, h);
        tape_eval(B, x, side + n * n);
        x[place[l]] = here;
        for (size_t i = 0; i < n * n; i++)
            out.slope[l * n * n + i] =
                real_shift(real_sub(side[i], side[n * n + i]), REAL_STEP - 1);
    }
    return out;
}

static real jacobiator(const struct slopes *s, size_t i, size_t j, size_t k)
{
    const size_t index[3] = {i, j, k}, n = s->n;
    real out = real_of(0);
    for (size_t turn = 0; turn < 3; turn++) {
        const size_t a = index[turn], b = index[(turn + 1) % 3], c = index[(turn + 2) % 3];
        out = real_add(out, real_dot(&s->B[a * n], 1, &s->slope[b * n + c], n * n, n));
    }
    return out;
}

static size_t state_at(const struct system *sys, const char *text, const char *ends)
{
    for (size_t i = 0; i < sys->states; i++) {
        const size_t len = strlen(sys->state_name[i]);
        if (strncmp(text, sys->state_name[i], len) == 0 && text[len] && strchr(ends, text[len]))
            return i;
    }
    return sys->states;
}

static bool find_triple(const struct system *sys, const char *text, size_t out[3])
{
    const char *at = strchr(text, '{');
    for (size_t i = 0; at && i < 3; i++) {
        at += strspn(at, "{, ");
        out[i] = state_at(sys, at, ",}");
        if (out[i] == sys->states)
            return false;
        at += strlen(sys->state_name[out[i]]);
    }
    return at != NULL;
}

static void look_at_jacobi(struct trial *t, const struct line *line, const struct system *sys,
                           struct tape *B, const size_t *place)
{
    size_t triple[3];
    const size_t n = sys->states;
    const bool holds = strstr(line->text, "Jacobi holds") != NULL;
    const bool fails = strstr(line->text, "Jacobi fails") != NULL;
    const ex e = fails ? verdict_part(t, line, " + cyc = ", NULL) : EX_POISON;
    bool found = false;
    if ((!holds && !fails) || (fails && !find_triple(sys, line->text, triple)))
        return;
    for (size_t k = 0; k < t->points; k++) {
        const struct slopes s = find_slopes(t, k, B, place, n);
        for (size_t i = 0; i < n && holds; i++)
            for (size_t j = i + 1; j < n; j++)
                for (size_t l = j + 1; l < n; l++)
                    verdict_compare(t, line, "a cyclic sum", jacobiator(&s, i, j, l), real_of(0),
                                    real_of(1));
        if (fails) {
            const real sum = jacobiator(&s, triple[0], triple[1], triple[2]);
            found |= !real_is_small(sum);
            if (e != EX_POISON)
                verdict_compare(t, line, "the cyclic sum", world_value(&t->w, e, &t->at[k]), sum,
                                real_of(1));
        }
    }
    if (fails && t->points && !found)
        verdict_wrong(t, line, "the cyclic sum vanishes");
}

enum verdict_seen verdict_jacobi(struct trial *t, const struct line *line)
{
    struct world *w = &t->w;
    struct system *sys = w->job.system;
    struct diag aside = base_aside(w->job.diag);
    size_t place[STATES];
    if (!line || !form_more_blocks(&aside, sys, 1U << RT_bivector) || !sys->block[RT_bivector].at ||
        !find_states(w, sys, place))
        return VERDICT_UNSEEN;
    struct tape B = block_tape(t, sys, RT_bivector);
    look_at_bracket(t, line, sys, &B);
    look_at_jacobi(t, line, sys, &B, place);
    tape_free(&B);
    return t->points ? VERDICT_HELD : VERDICT_UNSEEN;
}

/* ---- energy ---- */

enum verdict_seen verdict_energy(struct trial *t, const struct line *line)
{
    struct world *w = &t->w;
    const bool conserved = strstr(line->text, "  conserved") != NULL;
    const ex e = conserved ? verdict_part(t, line, "energy ", "  conserved")
                           : verdict_part(t, line, "energy E = ", NULL);
    bool seen = false;
    for (size_t k = 0; k < t->points && w->law != MOVES_SECOND; k++) {
        const real want = world_energy(w, &t->at[k]);
        if (e != EX_POISON)
            verdict_compare(t, line, "the energy", world_value(w, e, &t->at[k]), want, real_of(1));
        seen |= e != EX_POISON;
        if (!t->moves[k] || !conserved)
            continue;
        verdict_compare(t, line, "its rate", world_slope(w, world_energy, &t->at[k], &t->rate[k]),
                        real_of(0), want);
        seen = true;
    }
    return seen ? VERDICT_HELD : VERDICT_UNSEEN;
}

/* The rate by all powers; lambda . b is also seen alone. */
enum verdict_seen verdict_power(struct trial *t, const struct line *line)
{
    struct world *w = &t->w;
    const bool whole = strncmp(line->text, "E' = ", 5) == 0;
    const bool reaction = strncmp(line->text, "  lambda . b = ", 15) == 0;
    const char *last = line->text;
    bool seen = false;
    for (const char *at = line->text; (at = strstr(at, " = ")) != NULL; at += 3)
        last = at + 3;
    const ex e = whole || reaction ? verdict_expression(t, last, strlen(last)) : EX_POISON;
    for (size_t k = 0; k < t->points && e != EX_POISON; k++) {
        struct forms g;
        if (!t->moves[k])
            continue;
        world_forms(w, &t->at[k], &g);
        const real rate = world_slope(w, world_energy, &t->at[k], &t->rate[k]);
        const real want = reaction ? real_dot(t->lambda[k], 1, g.b, 1, w->c) : rate;
        verdict_compare(t, line, "the power", world_value(w, e, &t->at[k]), want, rate);
        seen = true;
    }
    return seen ? VERDICT_HELD : VERDICT_UNSEEN;
}

static enum verdict_seen is_conserved(struct trial *t, const struct line *line, ex e)
{
    bool seen = false;
    for (size_t k = 0; k < t->points && e != EX_POISON; k++)
        if (t->moves[k]) {
            verdict_compare(t, line, "its rate", world_rate(&t->w, e, &t->at[k], &t->rate[k]),
                            real_of(0), world_value(&t->w, e, &t->at[k]));
            seen = true;
        }
    return seen ? VERDICT_HELD : VERDICT_UNSEEN;
}

enum verdict_seen verdict_moving(struct trial *t, const struct line *line)
{
    if (!strstr(line->text, "  conserved"))
        return VERDICT_UNSEEN; /* that none was found is no statement about the model */
    return is_conserved(t, line, verdict_part(t, line, "moving energy ", "  conserved"));
}

/* B_0 grad(H + p_0) is the motion, and E' = -2R where H + p_0 is conserved. */
enum verdict_seen verdict_friction(struct trial *t, const struct line *line)
{
    struct world *w = &t->w;
    bool seen = false;
    for (size_t k = 0; k < t->points; k++) {
        struct place here = t->at[k];
        if (!t->moves[k] || !strstr(line->text, "H + p_0 conserved"))
            continue;
        world_velocities(w, &here, here.y);
        const real lost = world_at_velocities(w, &w->rayleigh, &here);
        const real rate = world_slope(w, world_energy, &t->at[k], &t->rate[k]);
        verdict_compare(t, line, "the rate of H + p_0", real_add(rate, real_shift(lost, 1)),
                        real_of(0), rate);
        seen = true;
    }
    return seen ? VERDICT_HELD : VERDICT_UNSEEN;
}

/* ---- claims ---- */

enum verdict_seen verdict_claim(struct trial *t, const struct line *line)
{
    struct world *w = &t->w;
    const struct claim_item *claim = NULL;
    while (t->claims < w->m->claims && !claim) {
        claim = &w->m->claim[t->claims++];
        claim = claim->claim == CLAIM_DRIFT ? NULL : claim;
    }
    const bool holds = !strstr(line->text, ": no, ");
    bool seen = false, differs = false;
    for (size_t k = 0; claim && k < t->points; k++) {
        const ex e = claim->b == EX_POISON ? claim->a : ex_sub(w->s, claim->a, claim->b);
        if (claim->claim == CLAIM_CONSERVED && !t->moves[k])
            continue;
        const real value = claim->claim == CLAIM_CONSERVED
                               ? world_rate(w, e, &t->at[k], &t->rate[k])
                               : world_value(w, e, &t->at[k]);
        if (!real_has_value(value))
            continue;
        seen = true;
        differs |= !real_is_small(value);
    }
    if (seen && holds == differs && (!line->standing || strcmp(line->standing, "undecided") != 0))
        verdict_wrong(t, line, holds ? "it does not hold" : "it holds");
    return seen ? VERDICT_HELD : VERDICT_UNSEEN;
}
