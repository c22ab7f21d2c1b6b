/* gen/language/holonomic.c -- positions that satisfy the holonomic constraints phi(q, t) = 0.
 *
 * Coordinates given with = are kept, the others are found by Newton's method from their first
 * guesses: values with ~ select the branch. Steps are those of Levenberg and Marquardt,
 *
 *   dq = -J^T (J J^T + c)^-1 phi,   J = dphi/dq along the coordinates that may move,
 *
 * with c that decreases with phi: convergence is quadratic, no step makes phi larger, and if there
 * are many solutions a near one is found. So there may be more or fewer equations than coordinates.
 */
#include "gen/base/linear.h"
#include "gen/language/statements.h"
#include "gen/symbolic/symbolic.h"

#include <math.h>
#include <string.h>

size_t lang_find_holonomic(const struct model *m, ex *phi, size_t *index)
{
    size_t h = 0;
    for (size_t k = 0; k < m->constraints; k++)
        if (m->constraint[k].position != EX_POISON) {
            phi[h] = m->constraint[k].position;
            index[h++] = k;
        }
    return h;
}

/* phi and J, to be evaluated at numbers. */
struct search {
    const struct model *m;
    const double *p;
    double t;
    const bool *moves; /* coordinates that may move */
    ex *phi, *slope;   /* h, h x coords */
    size_t h, n;
    ex *symbol; /* coordinates, parameters, t */
    double *value;
};

static struct search begin(const struct model *m, const double *p, double t, const bool *moves)
{
    struct mem *mem = ex_mem(m->store);
    const size_t n = m->coords, all = n + m->params + 1;
    size_t *index = mem_take_array(mem, m->constraints + 1, sizeof *index);
    struct search f = {.m = m, .p = p, .t = t, .moves = moves, .n = n};
    ex *q = sym_row(mem, n);
    f.phi = sym_row(mem, m->constraints);
    f.h = lang_find_holonomic(m, f.phi, index);
    f.slope = sym_row(mem, f.h * n);
    f.symbol = sym_row(mem, all);
    f.value = mem_take_array(mem, all + 1, sizeof *f.value);
    for (size_t i = 0; i < n; i++)
        f.symbol[i] = q[i] = m->coord[i].q;
    for (size_t i = 0; i < m->params; i++) {
        f.symbol[n + i] = m->param[i].symbol;
        f.value[n + i] = p[i];
    }
    f.symbol[all - 1] = m->time;
    f.value[all - 1] = t;
    ex_jacobian(m->store, f.phi, f.h, q, n, f.slope);
    return f;
}

static void eval(const struct search *f, const double *q, const ex *e, size_t count, double *out)
{
    memcpy(f->value, q, f->n * sizeof *q);
    ex_eval(f->m->store, e, count, f->symbol, f->value, f->n + f->m->params + 1, out);
}

static double square(const double *r, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += r[i] * r[i];
    return sum;
}

/* The scale of phi: largest sum of |J q| in a row; its rounding error is about epsilon times it. */
static double scale_of(const struct search *f, const double *q, const double *J)
{
    double most = 0;
    for (size_t i = 0; i < f->h; i++) {
        double sum = 1;
        for (size_t j = 0; j < f->n; j++)
            sum += fabs(J[i * f->n + j] * q[j]);
        most = fmax(most, sum);
    }
    return most;
}

/* dq = -J^T (J J^T + c)^-1 r, for the coordinates that move; c is bounded below, so that the matrix
 * is regular in rounded arithmetic. */
static void step_of(const struct search *f, const double *J, const double *r, double c, double *A,
                    double *y, double *dq)
{
    const double least = 1e-13;
    const size_t n = f->n, h = f->h;
    double most = 0;
    for (size_t i = 0; i < h * h; i++) {
        A[i] = 0;
        for (size_t a = 0; a < n; a++)
            A[i] += f->moves[a] ? J[i / h * n + a] * J[i % h * n + a] : 0;
        most = fmax(most, fabs(A[i]));
    }
    for (size_t i = 0; i < h; i++) {
        A[i * h + i] += fmax(c, least * (most > 0 ? most : 1));
        y[i] = -r[i];
    }
    const bool solved = base_solve(A, h, y, 1);
    for (size_t a = 0; a < n; a++) {
        dq[a] = 0;
        for (size_t i = 0; i < h && f->moves[a] && solved; i++)
            dq[a] += J[i * n + a] * y[i];
    }
}

double lang_settle_position(const struct model *m, const double *p, double t, const bool *moves,
                            double *q)
{
    enum { STEPS = 200 };
    const double smallest = 1e-300;
    struct mem *mem = ex_mem(m->store);
    const struct mem_mark mark = mem_mark(mem);
    const struct search f = begin(m, p, t, moves);
    const size_t n = f.n;
    double *r = mem_take_array(mem, 2 * f.h + 1, sizeof *r), *next = r + f.h;
    double *J = mem_take_array(mem, f.h * n + 1, sizeof *J);
    double *A = mem_take_array(mem, f.h * (f.h + 1) + 1, sizeof *A), *y = A + f.h * f.h;
    double *dq = mem_take_array(mem, 2 * n + 1, sizeof *dq), *to = dq + n;
    double damp = 1e-3;
    eval(&f, q, f.phi, f.h, r);
    for (int step = 0; step < STEPS; step++) {
        const double size = square(r, f.h);
        if (!(size > smallest))
            break;
        eval(&f, q, f.slope, f.h * n, J);
        step_of(&f, J, r, damp * fmin(1, size), A, y, dq);
        for (size_t i = 0; i < n; i++)
            to[i] = q[i] + dq[i];
        eval(&f, to, f.phi, f.h, next);
        if (square(next, f.h) < size) {
            memcpy(q, to, n * sizeof *q);
            memcpy(r, next, f.h * sizeof *r);
            damp /= 10;
        } else if ((damp *= 10) > 1e12) {
            break; /* no step makes phi smaller */
        }
    }
    eval(&f, q, f.slope, f.h * n, J);
    const double off = sqrt(square(r, f.h)) / scale_of(&f, q, J);
    mem_release(mem, mark);
    return isfinite(off) ? off : INFINITY;
}

/* ---- initial positions, with messages ---- */

struct settling {
    struct diag *diag;
    const struct model *m;
    const struct given *given;
    const double *p;
    double t;
    const struct ival **of; /* the initial value of each coordinate; NULL: not given */
    double *start;
    bool *moves;
};

enum { OFF_GIVEN = 0, OFF_FOUND = 1 };
static const double allowed[] = {[OFF_GIVEN] = 1e-9, [OFF_FOUND] = 1e-12};

/* First guesses of coordinates that are not given: 0, then pseudorandom ones. */
static double first_guess(size_t i, unsigned try)
{
    return try == 0 ? 0 : base_sample(try, i);
}

/* Solves for the coordinates that may move; true: phi = 0 is reached. */
static bool attempt(const struct settling *s, double *q)
{
    enum { TRIES = 6 };
    const struct model *m = s->m;
    bool open = false; /* a coordinate is not given: try other first guesses */
    for (size_t i = 0; i < m->coords; i++)
        open |= !s->of[i];
    for (unsigned try = 0; try < (open ? TRIES : 1); try++) {
        for (size_t i = 0; i < m->coords; i++)
            q[i] = s->of[i] ? s->start[i] : first_guess(i, try);
        if (lang_settle_position(m, s->p, s->t, s->moves, q) <= allowed[OFF_FOUND])
            return true;
    }
    return false;
}

static bool is_option(const struct settling *s, size_t i)
{
    return s->of[i] && s->of[i]->where.src != s->m->src;
}

/* Lets coordinates move: those with ~, those that are not given, with `of_model` also those that
 * the model gives, with `of_options` those that the command line gives. */
static void let_move(struct settling *s, bool of_model, bool of_options)
{
    for (size_t i = 0; i < s->m->coords; i++)
        s->moves[i] = !s->of[i] || s->of[i]->guess || (is_option(s, i) ? of_options : of_model);
}

/* The equation with the largest residual, and the residual. */
static size_t worst(const struct settling *s, const double *q, double *off)
{
    const struct search f = begin(s->m, s->p, s->t, s->moves);
    double *r = mem_take_array(s->diag->mem, f.h + 1, sizeof *r);
    size_t *index = mem_take_array(s->diag->mem, s->m->constraints + 1, sizeof *index), at = 0;
    ex *phi = sym_row(s->diag->mem, s->m->constraints);
    lang_find_holonomic(s->m, phi, index);
    eval(&f, q, f.phi, f.h, r);
    for (size_t i = 0; i < f.h; i++)
        if (!(fabs(r[i]) <= fabs(r[at])))
            at = i;
    *off = fabs(r[at]);
    return index[at];
}

static void report(const struct settling *s, const double *q)
{
    struct diag *d = s->diag;
    struct mem_text open = mem_text(d->mem);
    double off = 0;
    const struct constraint *c = &s->m->constraint[worst(s, q, &off)];
    char size[EX_DOUBLE_ROOM];
    ex_double_brief(off, 3, size);
    for (size_t i = 0; i < s->m->coords; i++)
        if (s->moves[i] && ex_has(s->m->store, c->position, s->m->coord[i].q))
            mem_put_f(&open, "%s%s", open.len ? ", " : "", s->m->coord[i].name);
    struct note *n =
        base_error(d, c->where,
                   open.len ? "no position was found that satisfies the holonomic constraints"
                            : "the initial position violates this constraint");
    n->label = base_text(d->mem, "off by %s", size);
    n->help = open.len
                  ? base_text(d->mem,
                              "Newton's method moved %s and did not arrive; start it elsewhere "
                              "with ~, or there is no such position",
                              open.text)
                  : "write ~ instead of = for a coordinate that may give way; --project moves all";
}

static bool any_option(const struct settling *s)
{
    for (size_t i = 0; i < s->m->coords; i++)
        if (is_option(s, i))
            return true;
    return false;
}

/* The first row that depends on those before, with the tolerance `tiny`, or their number: by the
 * Gram-Schmidt process, done twice against rounding. a is destroyed. */
static size_t first_dependent(double *a, size_t rows, size_t cols, double tiny)
{
    for (size_t i = 0; i < rows; i++) {
        double *row = &a[i * cols];
        const double before = sqrt(square(row, cols));
        for (size_t k = 0; k < 2 * i; k++) {
            const double *unit = &a[k % i * cols];
            double along = 0;
            for (size_t j = 0; j < cols; j++)
                along += row[j] * unit[j];
            for (size_t j = 0; j < cols; j++)
                row[j] -= along * unit[j];
        }
        const double left = sqrt(square(row, cols));
        if (!(left > tiny * before))
            return i;
        for (size_t j = 0; j < cols; j++)
            row[j] /= left;
    }
    return rows;
}

static void forms_at(const struct settling *s, const double *q, double *out)
{
    const struct model *m = s->m;
    const struct search f = begin(m, s->p, s->t, s->moves);
    for (size_t i = 0; i < m->constraints; i++)
        eval(&f, q, m->constraint[i].form, m->sections, &out[i * m->sections]);
}

/* The first differential that is negligible compared with its value a small step away, or the
 * number of rows. */
static size_t first_vanishing(const struct settling *s, const double *q, const double *a)
{
    const double step = 1e-3, small = 1e-3; /* resolves positions 1e-6 apart */
    const size_t k = s->m->constraints, n = s->m->sections;
    double *there = mem_take_array(s->diag->mem, s->m->coords + 1, sizeof *there);
    double *other = mem_take_array(s->diag->mem, k * n + 1, sizeof *other);
    for (size_t i = 0; i < s->m->coords; i++)
        there[i] = q[i] + step * (first_guess(i, 1) + fabs(q[i]));
    forms_at(s, there, other);
    for (size_t i = 0; i < k; i++)
        if (square(&a[i * n], n) <= small * small * square(&other[i * n], n))
            return i;
    return k;
}

/* The constraints at a position must be independent, else motion and multipliers are not defined.
 * The tolerance is large if a search found the position (not `still`): a double root is known to
 * half of the digits. */
static bool is_regular(const struct settling *s, const double *q, bool still)
{
    const double tiny = still ? 1e-12 : 1e-5;
    const struct model *m = s->m;
    const size_t k = m->constraints, n = m->sections;
    double *a = mem_take_array(s->diag->mem, k * n + 1, sizeof *a);
    forms_at(s, q, a);
    const size_t gone = still ? k : first_vanishing(s, q, a);
    const size_t bad = gone < k ? gone : first_dependent(a, k, n, tiny);
    if (bad == k)
        return true;
    struct note *note = base_error(s->diag, m->constraint[bad].where,
                                   "the constraints are not independent where the run starts");
    note->label = gone < k || bad == 0 ? "its differential vanishes"
                                       : "follows from others to first order there";
    note->help = "in such a configuration velocities may branch, and multipliers are not "
                 "determined; start at another point";
    return false;
}

/* Whether a value of the model was changed to fit those of the command line. */
static bool has_moved(const struct settling *s, const double *q, size_t i)
{
    return s->of[i] && !s->of[i]->guess && !is_option(s, i) &&
           fabs(q[i] - s->start[i]) > allowed[OFF_GIVEN] * (1 + fabs(q[i]));
}

/* Remarks that values of the model were changed; an error where the constraints do not determine
 * these, so that it is not ours to choose which of them change. */
static void tell_moved(const struct settling *s, const double *q)
{
    const struct search f = begin(s->m, s->p, s->t, s->moves);
    const size_t n = f.n;
    struct mem_text names = mem_text(s->diag->mem), options = mem_text(s->diag->mem);
    double *J = mem_take_array(s->diag->mem, f.h * n + 1, sizeof *J);
    double *a = mem_take_array(s->diag->mem, f.h * (n + 1) + 1, sizeof *a);
    size_t moved = 0, first = n;
    eval(&f, q, f.slope, f.h * n, J);
    for (size_t i = 0; i < n; i++) {
        if (is_option(s, i))
            mem_put_f(&options, "%s%s", options.len ? ", " : "", s->m->coord[i].name);
        if (!has_moved(s, q, i))
            continue;
        for (size_t j = 0; j < f.h; j++)
            a[moved * f.h + j] = J[j * n + i];
        mem_put_f(&names, "%s%s", moved++ ? ", " : "", s->m->coord[i].name);
        first = first < n ? first : i;
    }
    if (moved && (moved > f.h || first_dependent(a, moved, f.h, 1e-9) < moved)) {
        base_error(s->diag, s->of[first]->where,
                   "not all initial values of the model can hold beside %s", options.text)
            ->help = base_text(s->diag->mem,
                               "say on the command line which of these hold, too: %s; or write ~ "
                               "for those that may give way",
                               names.text);
        return;
    }
    for (size_t i = 0; i < n; i++)
        if (has_moved(s, q, i))
            base_remark(s->diag, s->of[i]->where,
                        "this initial value gives way to those of the command line");
}

/* Remarks on coordinates that are neither given nor determined by the constraints. */
static void tell_open(const struct settling *s, const double *q)
{
    const struct search f = begin(s->m, s->p, s->t, s->moves);
    const size_t n = f.n;
    double *J = mem_take_array(s->diag->mem, f.h * n + 1, sizeof *J);
    double *a = mem_take_array(s->diag->mem, f.h * (n + 1) + 1, sizeof *a);
    struct mem_text open = mem_text(s->diag->mem);
    size_t free = 0;
    eval(&f, q, f.slope, f.h * n, J);
    for (size_t i = 0; i < n; i++) {
        bool used = false;
        for (size_t j = 0; j < f.h; j++) {
            a[free * f.h + j] = J[j * n + i];
            used |= ex_has(s->m->store, f.phi[j], s->m->coord[i].q);
        }
        if (!s->moves[i] || !used)
            continue;
        free++;
        if (s->of[i])
            continue;
        char number[EX_DOUBLE_ROOM];
        ex_double_brief(q[i], 6, number);
        mem_put_f(&open, "%s%s = %s", open.len ? ", " : "", s->m->coord[i].name, number);
    }
    if (open.len && first_dependent(a, free, f.h, 1e-9) < free)
        base_remark(s->diag, (struct span){.src = NULL},
                    "the holonomic constraints leave a choice, which was made: %s", open.text);
}

bool lang_find_position(struct diag *d, const struct model *m, const struct given *given,
                        const double *p, double t, bool projects, double *q)
{
    struct settling s = {d, m, given, p, t, NULL, NULL, NULL};
    s.of = mem_take_array(d->mem, m->coords + 1, sizeof(struct ival *));
    s.start = mem_take_array(d->mem, m->coords + 1, sizeof *s.start);
    s.moves = mem_take_array(d->mem, m->coords + 1, sizeof *s.moves);
    bool *none = mem_take_array(d->mem, m->coords + 1, sizeof *none), still = true,
         gives_way = false;
    memcpy(s.start, q, m->coords * sizeof *q);
    for (size_t i = 0; i < m->coords; i++)
        s.of[i] = NULL;
    for (size_t i = 0; i < given->n; i++)
        if (given->at[i].of == IVAL_COORD)
            s.of[given->at[i].index] = &given->at[i];
    let_move(&s, false, false);
    for (size_t i = 0; i < m->coords; i++) {
        still &= !s.moves[i];
        none[i] = false;
    }
    bool found = still && lang_settle_position(m, p, t, none, q) <= allowed[OFF_GIVEN];
    if (!found)
        found = attempt(&s, q);
    if (!found && (projects || any_option(&s))) {
        let_move(&s, true, projects);
        found = attempt(&s, q);
        gives_way = !projects;
    }
    if (!found) {
        report(&s, q);
        return false;
    }
    const size_t before = d->errors;
    if (!is_regular(&s, q, still))
        return false;
    if (gives_way)
        tell_moved(&s, q);
    tell_open(&s, q);
    return d->errors == before;
}

/* ---- first guesses ---- */

/* Equations of velocities are linear in most models, and have no other solutions. */
bool lang_may_guess(struct diag *d, const struct model *m, const struct ival *v, bool holonomic)
{
    const bool momentum = v->of == IVAL_MOMENTUM && v->index >= m->rank;
    const bool good = !v->guess || (v->of == IVAL_COORD && holonomic) ||
                      (momentum && m->hamiltonian != EX_POISON);
    if (!good)
        base_error(d, v->where, "'~' has no meaning here")->help =
            "it starts a search for a position that holonomic constraints decide, or for a "
            "momentum eta_NAME of the complement that a Hamiltonian decides; write =";
    return good;
}
