/* tests/unit/support/verdicts_sets.c -- lines of `check` about sets of states, in numbers.
 *
 * A set f = 0 is met on a line through a random point by bisection. There the matrix that the line
 * is about must have a singular value 0; and where a determinant changes its sign, one of the sets
 * that are listed must be met.
 */
#include "verdicts.h"

#include <string.h>

enum { LINES = 6, PARTS = 12, HALVES = 220, SETS = 16 };

/* ---- matrices ---- */

enum singular_kind { FRAME, MASS_ON_C, MASS, CONSTRAINTS, SERVO, MOMENTA, NO_KIND };

static const struct {
    const char *words;
    enum singular_kind kind;
} matrices[] = {
    {"the fields of the frame are dependent", FRAME},
    {"the mass matrix on C is singular", MASS_ON_C},
    {"the Hessian of L on C is singular", MASS_ON_C},
    {"the mass matrix is singular", MASS},
    {"the Hessian of L is singular", MASS},
    {"the constraints are dependent", CONSTRAINTS},
    {"virtual displacements do not go with the allowed velocities", SERVO},
    {"the constraints do not determine the momenta of the complement", MOMENTA},
};

/* That a line is about; NO_KIND: a pole or an edge of a function of the model. */
static enum singular_kind kind_of(const struct line *line)
{
    const char *what = strstr(line->text, ": ");
    for (size_t i = 0; what && i < COUNT(matrices); i++)
        if (strcmp(what + 2, matrices[i].words) == 0)
            return matrices[i].kind;
    return NO_KIND;
}

struct square {
    real at[MOST * MOST];
    size_t rows, cols;
};

typedef bool find_square(struct world *w, const struct place *at, struct square *out);

/* Fields in rows: all of them if the user wrote the complement too, else those of C. */
static bool frame(struct world *w, const struct place *at, struct square *out)
{
    const bool whole = w->r < w->n && !w->m->field[w->r].chosen;
    struct fields f;
    world_fields(w, at, &f);
    out->rows = whole ? w->n : w->r;
    out->cols = w->n;
    real_transpose(f.F, w->n, w->n, out->at);
    return true;
}

static bool mass(struct world *w, const struct place *at, struct square *out)
{
    if (w->hamilton || w->energy.steps == 0)
        return false;
    out->rows = out->cols = w->n;
    world_hessian(w, at, out->at);
    return true;
}

static bool mass_on_C(struct world *w, const struct place *at, struct square *out)
{
    const size_t n = w->n, r = w->r;
    struct square whole;
    struct fields f;
    real half[MOST];
    if (!mass(w, at, &whole))
        return false;
    world_fields(w, at, &f);
    out->rows = out->cols = r;
    for (size_t a = 0; a < r; a++) {
        for (size_t B = 0; B < n; B++)
            half[B] = real_dot(&f.F[a], n, &whole.at[B], n, n);
        for (size_t b = 0; b < r; b++)
            out->at[a * r + b] = real_dot(half, 1, &f.F[b], n, n);
    }
    return true;
}

static bool constraints(struct world *w, const struct place *at, struct square *out)
{
    struct forms g;
    world_forms(w, at, &g);
    out->rows = w->c;
    out->cols = w->n;
    memcpy(out->at, g.mu, w->c * w->n * sizeof *g.mu);
    return true;
}

/* mu H_pp mu^T */
static bool momenta(struct world *w, const struct place *at, struct square *out)
{
    const size_t n = w->n, c = w->c;
    struct forms g;
    real W[MOST * MOST], half[MOST];
    if (!w->hamilton)
        return false;
    world_hessian(w, at, W);
    world_forms(w, at, &g);
    out->rows = out->cols = c;
    for (size_t i = 0; i < c; i++) {
        for (size_t B = 0; B < n; B++)
            half[B] = real_dot(&g.mu[i * n], 1, &W[B], n, n);
        for (size_t k = 0; k < c; k++)
            out->at[i * c + k] = real_dot(half, 1, &g.mu[k * n], 1, n);
    }
    return true;
}

/* nu on what is orthogonal to C */
static bool servo(struct world *w, const struct place *at, struct square *out)
{
    const size_t n = w->n, c = w->c;
    struct forms g;
    real W[MOST * MOST], nu[MOST * MOST], up[MOST];
    if (w->hamilton || w->energy.steps == 0 || !world_virtual(w, at, nu))
        return false;
    world_hessian(w, at, W);
    world_forms(w, at, &g);
    out->rows = out->cols = c;
    for (size_t i = 0; i < c; i++) {
        if (!real_solve(W, &g.mu[i * n], n, up))
            return false;
        for (size_t k = 0; k < c; k++)
            out->at[k * c + i] = real_dot(&nu[k * n], 1, up, 1, n);
    }
    return true;
}

static find_square *const find[NO_KIND] = {
    [FRAME] = frame, [MASS_ON_C] = mass_on_C, [MASS] = mass, [CONSTRAINTS] = constraints,
    [SERVO] = servo, [MOMENTA] = momenta,
};

/* False: the model has no such matrix, or it has no value at the point. */
static bool find_matrix(struct world *w, enum singular_kind kind, const struct place *at,
                        struct square *out)
{
    *out = (struct square){.rows = 0};
    if (kind == NO_KIND || !find[kind](w, at, out))
        return false;
    for (size_t i = 0; i < out->rows * out->cols; i++)
        if (!real_has_value(out->at[i]))
            return false;
    return out->rows && out->cols;
}

/* ---- zeros on lines ---- */

/* A function of points: an expression, or the determinant of a square matrix. */
struct probe {
    struct trial *t;
    ex e;
    enum singular_kind kind;
};

static real determinant(struct square *a)
{
    const size_t n = a->rows;
    real out = real_of(1);
    for (size_t k = 0; k < n; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < n; i++)
            if (mpfr_cmpabs(a->at[i * n + k], a->at[best * n + k]) > 0)
                best = i;
        if (mpfr_zero_p(a->at[best * n + k]))
            return real_of(0);
        for (size_t j = 0; j < n && best != k; j++) {
            const real x = a->at[k * n + j];
            a->at[k * n + j] = a->at[best * n + j];
            a->at[best * n + j] = real_neg(x);
        }
        out = real_mul(out, a->at[k * n + k]);
        for (size_t i = k + 1; i < n; i++) {
            const real by = real_neg(real_div(a->at[i * n + k], a->at[k * n + k]));
            for (size_t j = k; j < n; j++)
                a->at[i * n + j] = real_plus(a->at[i * n + j], by, a->at[k * n + j]);
        }
    }
    return out;
}

static real probe_at(const struct probe *f, const struct place *at)
{
    const size_t mark = real_mark();
    struct square a;
    real out = NULL;
    if (f->e != EX_POISON)
        return world_value(&f->t->w, f->e, at);
    if (find_matrix(&f->t->w, f->kind, at, &a) && a.rows == a.cols)
        out = determinant(&a);
    else
        out = real_div(real_of(0), real_of(0));
    real_keep(mark, &out, 1);
    return out;
}

static void between(const struct place *a, const struct place *b, real s, struct place *out)
{
    out->t = a->t;
    for (size_t i = 0; i < MOST; i++) {
        out->q[i] = real_plus(a->q[i], s, real_sub(b->q[i], a->q[i]));
        out->y[i] = real_plus(a->y[i], s, real_sub(b->y[i], a->y[i]));
        out->p[i] = real_plus(a->p[i], s, real_sub(b->p[i], a->p[i]));
        out->lambda[i] = real_plus(a->lambda[i], s, real_sub(b->lambda[i], a->lambda[i]));
    }
}

/* Positions, and velocities of C, away from the range of ordinary points. */
static bool draw_far(struct world *w, struct place *out)
{
    struct fields f;
    struct forms g;
    if (!world_draw(w, out))
        return false;
    for (size_t i = 0; i < w->nq; i++)
        if (w->m->coord[i].low == EX_POISON)
            out->q[i] = real_of(rng_double(w->rng, -3, 3));
    world_fields(w, out, &f);
    world_forms(w, out, &g);
    for (size_t B = 0; B < w->n; B++)
        out->y[B] = g.drift[B];
    for (size_t a = 0; a < w->r; a++) {
        const real z = real_of(rng_double(w->rng, -2, 2));
        for (size_t B = 0; B < w->n; B++)
            out->y[B] = real_plus(out->y[B], z, f.F[B * w->n + a]);
    }
    return true;
}

/* Velocities on the line are made velocities of C again. */
static void obey(struct world *w, struct place *at)
{
    struct forms g;
    real gram[MOST * MOST], miss[MOST], by[MOST];
    world_forms(w, at, &g);
    for (size_t i = 0; i < w->c * w->c; i++)
        gram[i] = real_dot(&g.mu[i / w->c * w->n], 1, &g.mu[i % w->c * w->n], 1, w->n);
    for (size_t i = 0; i < w->c; i++)
        miss[i] = real_sub(real_dot(&g.mu[i * w->n], 1, at->y, 1, w->n), g.b[i]);
    if (w->c && real_solve(gram, miss, w->c, by))
        for (size_t B = 0; B < w->n; B++)
            at->y[B] = real_sub(at->y[B], real_dot(by, 1, &g.mu[B], w->n, w->c));
}

static bool halve(const struct probe *f, const struct place *a, const struct place *b, double from,
                  double to, struct place *out)
{
    real low = real_of(from), high = real_of(to);
    between(a, b, low, out);
    obey(&f->t->w, out);
    const int sign = mpfr_sgn(probe_at(f, out));
    real size = real_of(0);
    for (size_t k = 0; k < HALVES; k++) {
        const real middle = real_shift(real_add(low, high), -1);
        between(a, b, middle, out);
        obey(&f->t->w, out);
        const real value = probe_at(f, out);
        if (!real_has_value(value))
            return false;
        size = value;
        *(mpfr_sgn(value) == sign ? &low : &high) = middle;
    }
    return real_is_small(size); /* else it is a pole */
}

/* A point where the function vanishes. */
static bool find_zero(const struct probe *f, struct place *out)
{
    struct world *w = &f->t->w;
    for (size_t k = 0; k < LINES; k++) {
        struct place a, b;
        int before = 0;
        if (!draw_far(w, &a) || !draw_far(w, &b))
            continue;
        for (size_t i = 0; i <= PARTS; i++) {
            struct place at;
            between(&a, &b, real_of((double)i / PARTS), &at);
            obey(w, &at);
            const real value = probe_at(f, &at);
            const int sign = real_has_value(value) ? mpfr_sgn(value) : 0;
            if (sign * before < 0 &&
                halve(f, &a, &b, (double)(i - 1) / PARTS, (double)i / PARTS, out))
                return true;
            before = sign;
        }
    }
    return false;
}

/* ---- singular sets ---- */

/* At a zero of the determinant one of the listed functions vanishes, whatever it is about. */
static bool is_listed(struct trial *t, const struct place *at)
{
    for (size_t i = 0; i < t->lines; i++) {
        const struct line *l = &t->line[i];
        if (strcmp(l->name, "singular") != 0)
            continue;
        const ex e = verdict_part(t, l, "singular where ", " = 0: ");
        const real value = e == EX_POISON ? NULL : world_value(&t->w, e, at);
        if (!strstr(l->text,
                    " = 0: ")) /* no statement about other points, or that there are none */
            return strcmp(l->text, "no singular points") != 0;
        if (!value || !real_has_value(value) || mpfr_zero_p(value) || mpfr_get_exp(value) < -60)
            return true;
    }
    return false;
}

/* Once for a model: the determinants vanish nowhere else. */
static bool look_elsewhere(struct trial *t, const struct line *line)
{
    static const enum singular_kind kinds[] = {FRAME, MASS_ON_C, SERVO, MOMENTA};
    bool seen = false;
    if (verdict_other(t, "singular", "") != line || t->w.law == MOVES_VAKONOMIC ||
        t->w.job.system->kind == STATES_p || t->w.job.system->kind == STATES_y)
        return false;
    for (size_t k = 0; k < COUNT(kinds); k++) {
        const struct probe f = {t, EX_POISON, kinds[k]};
        struct square a;
        struct place zero;
        if ((kinds[k] == SERVO && t->w.law != MOVES_SERVO) || !t->points ||
            !find_matrix(&t->w, kinds[k], &t->at[0], &a) || a.rows != a.cols)
            continue;
        seen = true;
        if (find_zero(&f, &zero) && !is_listed(t, &zero))
            verdict_wrong(t, line, "a determinant of kind %zu vanishes where x = %g, ...", k,
                          real_show(zero.q[0]));
    }
    return seen;
}

static enum verdict_seen is_singular_everywhere(struct trial *t, const struct line *line)
{
    struct square a;
    if (kind_of(line) == NO_KIND || !t->points || !find_matrix(&t->w, kind_of(line), &t->at[0], &a))
        return VERDICT_UNSEEN;
    if (real_rank(a.at, a.rows, a.cols) == (a.rows < a.cols ? a.rows : a.cols))
        verdict_wrong(t, line, "it is regular at a random point");
    return VERDICT_HELD;
}

enum verdict_seen verdict_singular(struct trial *t, const struct line *line)
{
    const bool elsewhere = look_elsewhere(t, line);
    const char *colon = strstr(line->text, " = 0: ");
    const ex e = verdict_part(t, line, "singular where ", " = 0: ");
    const enum singular_kind kind = kind_of(line);
    struct square a;
    struct place zero;
    const struct probe f = {t, e, NO_KIND};
    if (strncmp(line->text, "singular everywhere: ", 21) == 0)
        return is_singular_everywhere(t, line);
    if (!colon || kind == NO_KIND || e == EX_POISON || !t->points || !find_zero(&f, &zero) ||
        !find_matrix(&t->w, kind, &zero, &a))
        return elsewhere ? VERDICT_HELD : VERDICT_UNSEEN;
    const real least = real_least(a.at, a.rows, a.cols);
    if (real_has_value(least) && !mpfr_zero_p(least) && mpfr_get_exp(least) > -60)
        verdict_wrong(t, line, "the smallest singular value is %g there", real_show(least));
    return VERDICT_HELD;
}

enum verdict_seen verdict_compatible(struct trial *t, const struct line *line)
{
    const ex e = verdict_part(t, line, "compatible where ", " != 0");
    const struct probe f = {t, e, SERVO};
    struct place zero;
    struct square a;
    if (strstr(line->text, "det M"))
        return VERDICT_UNSEEN;
    if (strstr(line->text, "everywhere")) {
        if (t->points && find_zero(&f, &zero))
            verdict_wrong(t, line, "not at x = %g, ...", real_show(zero.q[0]));
        return t->points ? VERDICT_HELD : VERDICT_UNSEEN;
    }
    if (e == EX_POISON || !t->points || !find_zero(&f, &zero) ||
        !find_matrix(&t->w, SERVO, &zero, &a))
        return VERDICT_UNSEEN;
    const real least = real_least(a.at, a.rows, a.cols);
    if (real_has_value(least) && !mpfr_zero_p(least) && mpfr_get_exp(least) > -60)
        verdict_wrong(t, line, "the smallest singular value is %g there", real_show(least));
    return VERDICT_HELD;
}

bool verdict_zero(struct trial *t, ex e, struct place *out)
{
    const struct probe f = {t, e, NO_KIND};
    return find_zero(&f, out);
}
