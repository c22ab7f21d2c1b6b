/* gen/analyze/linearize.c -- analysis `linearize`: linear part at a point, eigenvalues, stability.
 *
 * Free coordinates, on which no rate depends, are left out: an equilibrium of the rest may be a
 * steady motion, such as rolling straight on. Constraints that restrict the states are a surface
 * that the motion does not leave, and only directions along it count. The reduced matrix is M.
 * Equilibria of nonholonomic systems come in families, and each dimension of a family is an
 * eigenvalue 0. Zeros are split off first, kernel by kernel, so that they are found as zeros even
 * where M is not diagonalisable. When there are as many as the family has dimensions and all others
 * have negative real parts, the family attracts, and each of its members is stable; with more
 * zeros, or with others on the imaginary axis, the linear part does not decide. Then the energy
 * may, see energy_minimum.c.
 */
#include "gen/analyze/linear.h"

#include <math.h>
#include <string.h>

/* ---- free coordinates ---- */

/* Do the rates of states that are not free, or a constraint, depend on state j? */
static bool is_needed(const struct analysis *a, const bool *free, size_t j)
{
    const struct system *sys = a->sys;
    struct store *s = sys->model->store;
    const struct block *rhs = &sys->block[RT_rhs], *c = &sys->block[RT_constraint];
    for (size_t i = 0; i < sys->states; i++)
        if (!free[i] && ex_has(s, rhs->at[i], sys->state[j]) &&
            ex_zero(s, sys->block[RT_jac].at[i * sys->states + j], false).answer != EX_ZERO)
            return true;
    for (size_t i = 0; c->at && i < c->rows; i++)
        if (ex_has(s, c->at[i], sys->state[j]))
            return true;
    return false;
}

size_t analyze_free_coordinates(struct analysis *a, bool *free)
{
    const size_t nq = a->sys->model->coords;
    size_t n = 0;
    memset(free, 0, a->sys->states * sizeof *free);
    for (bool more = true; more;) {
        more = false;
        for (size_t j = 0; j < nq && j < a->sys->states; j++)
            if (!free[j] && !is_needed(a, free, j)) {
                free[j] = more = true;
                n++;
            }
    }
    return n;
}

/* ---- the reduced matrix ---- */

struct square {
    double *at;
    size_t n;
};

/* Orthonormal basis of the kernel of m, rows x cols, then of its complement, as columns of `out`.
 * Returns the dimension of the kernel. */
static size_t kernel(struct analysis *a, const double *m, size_t rows, size_t cols, double *out)
{
    const double tiny = 1e-10;
    double *u = analyze_doubles(a, rows * cols), *s = analyze_doubles(a, cols);
    double *v = analyze_doubles(a, cols * cols);
    size_t n = 0;
    memcpy(u, m, rows * cols * sizeof *u);
    base_singular_values(u, rows, cols, s, v);
    while (n < cols && s[cols - 1 - n] <= tiny * s[0])
        n++;
    for (size_t i = 0; i < cols; i++)
        for (size_t k = 0; k < cols; k++)
            out[i * cols + k] = v[i * cols + cols - 1 - k];
    return n;
}

/* Q^T M Q for columns from..to of q, which has rows of length m.n. */
static struct square seen_along(struct analysis *a, struct square m, const double *q, size_t from,
                                size_t to)
{
    const size_t n = m.n, k = to - from;
    struct square out = {analyze_doubles(a, k * k), k};
    double *mq = analyze_doubles(a, n * k);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            for (size_t l = 0; l < n; l++)
                mq[i * k + j] += m.at[i * n + l] * q[l * n + from + j];
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            for (size_t l = 0; l < n; l++)
                out.at[i * k + j] += q[l * n + from + i] * mq[l * k + j];
    return out;
}

/* Rows and columns of the states that are not free. */
static struct square left_over(struct analysis *a, const double *A, const bool *free)
{
    const size_t states = a->sys->states;
    struct square m = {analyze_doubles(a, states * states), 0};
    size_t at = 0;
    for (size_t i = 0; i < states; i++)
        m.n += !free[i];
    for (size_t i = 0; i < states; i++)
        for (size_t j = 0; j < states; j++)
            if (!free[i] && !free[j])
                m.at[at++] = A[i * states + j];
    return m;
}

/* Restriction to directions in which the constraints do not change. */
static struct square along_constraints(struct analysis *a, struct square m, const double *x,
                                       const bool *free)
{
    const size_t states = a->sys->states, rows = a->sys->block[RT_constraint].rows;
    double *c = analyze_doubles(a, rows * states), *left = analyze_doubles(a, rows * m.n);
    double *q = analyze_doubles(a, m.n * m.n);
    size_t at = 0;
    analyze_call(a, RT_jacc, x, c);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < states; j++)
            if (!free[j])
                left[at++] = c[i * states + j];
    return seen_along(a, m, q, 0, kernel(a, left, rows, m.n, q));
}

/* ---- eigenvalues ---- */

static bool is_finite(const double *at, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(at[i]))
            return false;
    return true;
}

static void find_values(struct analysis *a, struct square m, struct linear *out)
{
    out->values = m.n;
    out->value = mem_take_array(a->diag->mem, m.n + 1, sizeof *out->value);
    out->found = is_finite(m.at, m.n * m.n);
    while (out->found && m.n > 0) {
        double *q = analyze_doubles(a, m.n * m.n);
        const size_t none = kernel(a, m.at, m.n, m.n, q);
        if (none == 0)
            break;
        for (size_t i = 0; i < none; i++)
            out->value[out->zeros++] = (struct eigenvalue){0, 0};
        m = seen_along(a, m, q, none, m.n);
    }
    if (!out->found || !base_eigenvalues(m.at, m.n, out->value + out->zeros)) {
        out->found = false;
        return;
    }
    base_sort_eigenvalues(out->value, out->values);
}

static void judge(struct linear *l)
{
    const double tiny = 1e-7;
    double size = 0;
    for (size_t i = 0; i < l->values && l->found; i++)
        size = fmax(size, hypot(l->value[i].re, l->value[i].im));
    for (size_t i = 0; i < l->values && l->found; i++) {
        l->growing += l->value[i].re > tiny * size;
        l->critical += fabs(l->value[i].re) <= tiny * size;
    }
    if (!l->steady || !l->found)
        l->stability = STABILITY_NONE;
    else if (l->growing)
        l->stability = STABILITY_UNSTABLE;
    else if (l->critical == l->family)
        l->stability = STABILITY_STABLE;
    else
        l->stability = STABILITY_OPEN;
}

void analyze_linear_at(struct analysis *a, const double *x, const bool *free, struct linear *out)
{
    const double tiny = 1e-8;
    const size_t n = a->sys->states;
    double size = 1, slope = 0, fast = 0;
    *out = (struct linear){
        .free = free, .rate = analyze_doubles(a, n), .A = analyze_doubles(a, n * n), .B = NULL};
    analyze_call(a, RT_rhs, x, out->rate);
    analyze_call(a, RT_jac, x, out->A);
    if (a->model->length[RT_jacu]) {
        out->B = analyze_doubles(a, a->model->length[RT_jacu]);
        analyze_call(a, RT_jacu, x, out->B);
    }
    for (size_t i = 0; i < n; i++) {
        size = fmax(size, fabs(x[i]));
        fast = fmax(fast, isnan(out->rate[i]) ? INFINITY : fabs(out->rate[i]));
        if (!free[i])
            out->speed = fmax(out->speed, isnan(out->rate[i]) ? INFINITY : fabs(out->rate[i]));
        for (size_t j = 0; j < n && !free[i]; j++)
            slope = fmax(slope, fabs(out->A[i * n + j]));
    }
    out->steady = out->speed <= tiny * (slope > 0 ? slope : 1) * size;
    out->at_rest = out->steady && fast <= tiny * (slope > 0 ? slope : 1) * size;
    out->steady = out->steady && analyze_is_solution(a, x, free, true);
    out->at_rest = out->at_rest && out->steady && analyze_is_solution(a, x, free, false);
    struct square m = left_over(a, out->A, free);
    if (analyze_is_bound(a))
        m = along_constraints(a, m, x, free);
    find_values(a, m, out);
    if (out->steady && out->zeros)
        out->family = analyze_count_family(a, x, free);
    judge(out);
    if (out->stability != STABILITY_OPEN || !out->at_rest)
        return;
    out->least = analyze_is_energy_least(a, x, free);
    if (out->least)
        out->stability = STABILITY_STABLE;
}

/* ---- words ---- */

static const char *stability_word(enum analyze_stability s)
{
    static const char *const word[] = {[STABILITY_NONE] = "not steady",
                                       [STABILITY_UNSTABLE] = "unstable",
                                       [STABILITY_STABLE] = "stable",
                                       [STABILITY_OPEN] = "open"};
    return word[s];
}

/* Of the eigenvalues that are not critical, the real part nearest to 0. */
static double slowest(const struct linear *l)
{
    double best = -INFINITY;
    for (size_t i = l->growing + l->critical; i < l->values; i++)
        best = fmax(best, l->value[i].re);
    return best;
}

const char *analyze_stability_text(struct analysis *a, const struct linear *l)
{
    struct mem *m = a->diag->mem;
    char rate[EX_DOUBLE_ROOM] = "";
    const size_t turning = l->critical - l->zeros;
    switch (l->stability) {
    case STABILITY_NONE:
        return l->steady ? "the eigenvalues could not be found"
                         : "no steady motion: these are eigenvalues of an instant, and say nothing "
                           "about stability";
    case STABILITY_UNSTABLE:
        ex_double_brief(l->value[0].re, 6, rate);
        return base_text(m, "unstable: deviations grow like exp(%s t)", rate);
    case STABILITY_STABLE:
        if (l->least)
            return "stable: the energy is conserved, and least here";
        if (l->values == l->family)
            return "stable: all that is near it is steady, too";
        ex_double_brief(slowest(l), 6, rate);
        if (l->family == 0)
            return base_text(m, "asymptotically stable: deviations die out like exp(%s t)", rate);
        return base_text(m,
                         "stable: deviations from the family of dimension %zu die out like "
                         "exp(%s t)",
                         l->family, rate);
    case STABILITY_OPEN:
        break;
    }
    if (l->zeros == l->family)
        return base_text(
            m, "the linear part does not decide: %zu eigenvalue%s on the imaginary axis%s", turning,
            turning == 1 ? "" : "s", l->family ? ", beside the zeros of the family" : "");
    return base_text(
        m, "the linear part does not decide: %zu zero%s where the family has dimension %zu",
        l->zeros, l->zeros == 1 ? "" : "s", l->family);
}

/* A conjugate pair is printed as re +- im i. */
void analyze_put_eigenvalues(FILE *out, const struct linear *l)
{
    const char *between = "";
    if (!l->found) {
        fputs("not found", out);
        return;
    }
    for (size_t i = 0; i < l->values; i++) {
        struct eigenvalue e = l->value[i];
        if (fabs(e.re) < 1e-8 * fabs(e.im)) /* rounding errors of multiple eigenvalues */
            e.re = 0;
        fputs(between, out);
        between = ", ";
        const bool pair = i + 1 < l->values && e.im > 0 && l->value[i + 1].im == -e.im;
        if (e.re != 0 || e.im == 0)
            analyze_put_brief(out, e.re, 0, 6);
        if (e.im == 0)
            continue;
        fputs(pair ? e.re != 0 ? " +- " : "+-" : e.im < 0 ? " - " : " + ", out);
        analyze_put_brief(out, fabs(e.im), 0, 6);
        fputs(" i", out);
        i += pair;
    }
    if (l->values == 0)
        fputs("none", out);
}

void analyze_json_eigenvalues(struct json *j, const struct linear *l)
{
    base_json_array(j, "eigenvalues");
    for (size_t i = 0; i < l->values && l->found; i++)
        base_json_numbers(j, NULL, (const double[]){l->value[i].re, l->value[i].im}, 2);
    base_json_end(j);
    base_json_bool(j, "steady", l->steady);
    base_json_bool(j, "at_rest", l->at_rest);
    base_json_count(j, "family", l->family);
    base_json_string(j, "stability", stability_word(l->stability));
}

/* ---- the answer ---- */

static void put_matrix(struct analysis *a, const char *title, const double *m, size_t cols,
                       const char *const *name)
{
    enum { WIDE = 12, MOST = 10, ROWS = 20 };
    const struct system *sys = a->sys;
    fprintf(a->out, "  %s\n", title);
    if (cols > MOST || sys->states > ROWS) {
        fprintf(a->out, "    %zu x %zu: --json has it\n", sys->states, cols);
        return;
    }
    fprintf(a->out, "%*s", WIDE, "");
    for (size_t j = 0; j < cols; j++)
        fprintf(a->out, "%*s", WIDE, name[j]);
    fputc('\n', a->out);
    for (size_t i = 0; i < sys->states; i++) {
        fprintf(a->out, "%*s'", WIDE - 1, sys->state_name[i]);
        for (size_t j = 0; j < cols; j++)
            analyze_put_brief(a->out, m[i * cols + j], WIDE, 5);
        fputc('\n', a->out);
    }
}

/* Names of the inputs that have a column in B. Where the rate of an input enters the equations,
 * they are no function of its value, and it has none. */
static size_t input_names(struct analysis *a, const char **name)
{
    const struct model *m = a->sys->model;
    size_t n = 0;
    for (size_t i = 0; i < m->params; i++)
        if (m->param[i].input && !m->param[i].driven)
            name[n++] = m->param[i].name;
    return n;
}

/* B without the columns of the others. */
static void keep_columns(struct analysis *a, struct linear *l)
{
    const struct model *m = a->sys->model;
    size_t inputs = 0, to = 0, at = 0;
    for (size_t i = 0; i < m->params; i++) {
        inputs += m->param[i].input;
        if (m->param[i].driven && l->B)
            base_remark(a->diag, m->param[i].where,
                        "B has no column for %s: its rate enters the equations, too",
                        m->param[i].name);
    }
    for (size_t row = 0; row < a->sys->states && l->B && inputs; row++)
        for (size_t i = 0; i < m->params; i++) {
            if (!m->param[i].input)
                continue;
            if (!m->param[i].driven)
                l->B[to++] = l->B[at];
            at++;
        }
    if (to == 0)
        l->B = NULL;
}

static void json_matrix(struct json *j, const char *key, const double *m, size_t rows, size_t cols)
{
    base_json_array(j, key);
    for (size_t i = 0; i < rows; i++)
        base_json_numbers(j, NULL, m + i * cols, cols);
    base_json_end(j);
}

static void put_names(FILE *out, const char *const *name, const bool *which, size_t n)
{
    const char *between = "";
    for (size_t i = 0; i < n; i++)
        if (which[i]) {
            fprintf(out, "%s%s", between, name[i]);
            between = ", ";
        }
}

static void put_linear(struct analysis *a, const struct linear *l, size_t free)
{
    const struct system *sys = a->sys;
    const char **input = mem_take_array(a->diag->mem, sys->model->params + 1, sizeof *input);
    const size_t inputs = input_names(a, input);
    fprintf(a->out, "%s   %s form\n  at ", sys->model->title, sys->form->name);
    analyze_put_states(a, a->x, NULL);
    fprintf(a->out, "\n  %s\n",
            l->at_rest  ? "which is at rest"
            : l->steady ? "which is a steady motion"
                        : "which is neither at rest nor a steady motion");
    put_matrix(a, "A, by the states", l->A, sys->states, sys->state_name);
    if (l->B)
        put_matrix(a, "B, by the inputs", l->B, inputs, input);
    fputs("  eigenvalues", a->out);
    if (free) {
        fputs(" without ", a->out);
        put_names(a->out, sys->state_name, l->free, sys->states);
        fputs(", which nothing depends on", a->out);
    }
    fputs(analyze_is_bound(a) ? ", along the constraints\n    " : "\n    ", a->out);
    analyze_put_eigenvalues(a->out, l);
    fprintf(a->out, "\n  %s\n", analyze_stability_text(a, l));
}

static void json_linear(struct analysis *a, const struct linear *l)
{
    const struct system *sys = a->sys;
    const char **input = mem_take_array(a->diag->mem, sys->model->params + 1, sizeof *input);
    const size_t inputs = input_names(a, input);
    struct json j = base_json(a->out, 1);
    base_json_object(&j, NULL);
    base_json_string(&j, "model", sys->model->title);
    base_json_string(&j, "form", sys->form->name);
    base_json_number(&j, "t", a->t);
    analyze_json_states(&j, "state", a, a->x);
    analyze_json_states(&j, "rate", a, l->rate);
    json_matrix(&j, "A", l->A, sys->states, sys->states);
    base_json_array(&j, "inputs");
    for (size_t i = 0; i < inputs; i++)
        base_json_string(&j, NULL, input[i]);
    base_json_end(&j);
    if (l->B)
        json_matrix(&j, "B", l->B, sys->states, inputs);
    else
        base_json_string(&j, "B", NULL);
    base_json_array(&j, "free");
    for (size_t i = 0; i < sys->states; i++)
        if (l->free[i])
            base_json_string(&j, NULL, sys->state_name[i]);
    base_json_end(&j);
    analyze_json_eigenvalues(&j, l);
    base_json_string(&j, "verdict", analyze_stability_text(a, l));
    base_json_end(&j);
}

/* Values typed by a user have few digits: a point near a steady motion is moved to it. */
enum base_exit analyze_linearize(struct analysis *a)
{
    const size_t states = a->sys->states;
    bool *free = mem_take_array(a->diag->mem, states + 1, sizeof *free);
    const size_t n = analyze_free_coordinates(a, free);
    double *x = analyze_doubles(a, states), far = 0;
    const double *given = a->x;
    struct linear l;
    memcpy(x, a->x, states * sizeof *x);
    analyze_linear_at(a, a->x, free, &l);
    if (!l.steady && analyze_settle_near(a, free, x)) {
        char text[EX_DOUBLE_ROOM];
        for (size_t i = 0; i < states; i++)
            far = fmax(far, fabs(x[i] - given[i]));
        ex_double_brief(far, 2, text);
        base_remark(a->diag, (struct span){.src = NULL},
                    "the state was moved by %s, to the steady motion that is near", text);
        a->x = x;
        analyze_linear_at(a, x, free, &l);
    }
    keep_columns(a, &l);
    if (a->json)
        json_linear(a, &l);
    else
        put_linear(a, &l, n);
    a->x = given;
    return EXIT_DONE;
}
