/* gen/emit/test_vectors.c -- test vectors for emitted code, with bounds on rounding errors.
 *
 * At the points every state takes values in all quadrants, for most states may be angles, and one
 * point is far from 0. Points with a result that is not finite are left out. Where the arithmetic
 * of the code is that of the interpreter, numbers must be equal; where it has shorter numbers or
 * other functions, they may differ by a bound on rounding errors, which is computed for every
 * instruction from the errors of its operands.
 */
#include "gen/emit/target.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef double function1(double);
typedef double function2(double, double);

struct tester {
    const struct package *k;
    struct vectors *v;
    double unit;                    /* relative rounding error of an operation; 0: as here */
    double *p, *p_error;            /* parameters and constants */
    double *value, *error;          /* of instructions */
    double *x, *x_error, *y;        /* of a step: the state, a point between, */
    double *y_error, *k_, *k_error; /* and slopes */
    uint64_t drawn;                 /* numbers of points */
};

/* ---- bounds on rounding ---- */

static double worse_of(function1 *f, double at, double value, double error)
{
    return 2 * fmax(fabs(f(at + error) - value), fabs(f(at - error) - value));
}

/* The error of one value, from those of its operands. */
static double bound(const struct tester *s, const struct routine *r, size_t i, const double *errors)
{
    enum { OF_CALLS = 4 }; /* error of a function, in roundings */
    const struct instr *in = &r->instr[i];
    const double v = s->value[i], own = s->unit * fabs(v);
    const double a = s->value[in->a], ea = errors[in->a];
    const double b = s->value[in->b], eb = errors[in->b];
    switch (in->code) {
    case CODE_number:
        return own; /* a literal is rounded once */
    case CODE_add:
    case CODE_sub:
        return ea + eb + own;
    case CODE_mul:
        return fabs(a) * eb + fabs(b) * ea + ea * eb + own;
    case CODE_div:
        return eb < fabs(b) ? (ea + fabs(v) * eb) / (fabs(b) - eb) + own : INFINITY;
    case CODE_neg:
        return ea;
    case CODE_sincos:
    case CODE_cosine: { /* of its operand's operand */
        const double e = in->code == CODE_sincos ? ea : errors[r->instr[in->a].a];
        return e + OF_CALLS * s->unit;
    }
    case CODE_sqrt:
    case CODE_call1:
        return worse_of((function1 *)code_functions[code_called(in)], a, v, ea) + OF_CALLS * own;
    case CODE_pow:
    case CODE_call2: {
        function2 *f = (function2 *)code_functions[code_called(in)];
        return 2 * (fmax(fabs(f(a + ea, b) - v), fabs(f(a - ea, b) - v)) +
                    fmax(fabs(f(a, b + eb) - v), fabs(f(a, b - eb) - v))) +
               OF_CALLS * own;
    }
    default:
        return 0;
    }
}

/* Values and errors of a routine at a point whose numbers have errors. */
static void evaluate(struct tester *s, const struct routine *r, double t, const double *u,
                     const double *x, const double *x_error, double *out, double *out_error)
{
    code_interp(r, t, u, x, s->p, s->value, out);
    for (size_t i = 0; i < r->n; i++) {
        const struct instr *in = &r->instr[i];
        s->error[i] = in->code == CODE_state   ? x_error ? x_error[in->a] : 0
                      : in->code == CODE_param ? s->p_error[in->a]
                      : in->code == CODE_time  ? s->unit * fabs(t)
                      : in->code == CODE_input ? 0
                                               : bound(s, r, i, s->error);
    }
    for (size_t i = 0; i < r->results; i++)
        out_error[i] = s->error[r->result[i]];
}

/* ---- a step, as runtime/rk.c does it ---- */

static void combine(struct tester *s, const double *weight, int stages)
{
    const size_t n = s->k->states;
    const double h = s->v->h;
    for (size_t i = 0; i < n; i++) {
        double sum = -0.0, size = 0, error = 0;
        for (int j = 0; j < stages; j++) {
            const double w = h * weight[j], slope = s->k_[(size_t)j * n + i];
            if (weight[j] == 0)
                continue;
            sum += w * slope;
            size += fabs(w * slope);
            error += fabs(w) * s->k_error[(size_t)j * n + i];
        }
        const double rounding = s->unit * (double)(stages + 4);
        s->y[i] = s->x[i] + sum;
        s->y_error[i] =
            s->x_error[i] + error + rounding * size + rounding * (fabs(s->x[i]) + fabs(sum));
    }
}

static void step(struct tester *s, double t, const double *u)
{
    const struct rt_method *m = s->k->options->method;
    const struct routine *rhs = &s->k->program->block[RT_rhs];
    const size_t n = s->k->states;
    const double *a = m->a;
    evaluate(s, rhs, t, u, s->x, s->x_error, s->k_, s->k_error);
    for (int i = 1; i < m->stages; i++) {
        combine(s, a, i);
        evaluate(s, rhs, t + m->c[i] * s->v->h, u, s->y, s->y_error, s->k_ + (size_t)i * n,
                 s->k_error + (size_t)i * n);
        a += i;
    }
    combine(s, m->b, m->stages);
    memcpy(s->x, s->y, n * sizeof *s->x);
    memcpy(s->x_error, s->y_error, n * sizeof *s->x_error);
}

/* ---- points ---- */

static double representable(const struct tester *s, double x)
{
    return s->k->options->real == REAL_float ? (double)(float)x : x;
}

/* A multiple of 2^-10 between low and high. */
static double random_between(struct tester *s, double low, double high)
{
    const double unit = (1 + base_arbitrary(0, s->drawn++)) / 2;
    return floor((low + unit * (high - low)) * 0x1p10) / 0x1p10;
}

static double range_end(const struct package *k, ex e, double otherwise)
{
    return e == EX_POISON ? otherwise : lang_value(k->sys->model, e, k->model_p);
}

/* Coordinates with a range stay inside it; others go from quadrant to quadrant. */
static double random_state(struct tester *s, size_t i, size_t point, double far)
{
    const struct model *m = s->k->sys->model;
    const double quarter = 1.5625; /* nearly pi/2, a multiple of 2^-10 */
    const double low = ((double)((point + i) % 4) - 2) * quarter;
    if (i < m->coords && (m->coord[i].low != EX_POISON || m->coord[i].high != EX_POISON)) {
        const double from = range_end(s->k, m->coord[i].low, -4);
        const double to = range_end(s->k, m->coord[i].high, from + 8);
        return random_between(s, fmin(from, to), to);
    }
    return far * random_between(s, low, low + quarter);
}

/* Near the initial state: quantities that are small at points with many large angles count here. */
static double near_start(struct tester *s, size_t i)
{
    return s->k->state[i].value + random_between(s, -0.25, 0.25);
}

static void choose(struct tester *s, size_t point, int attempt, double *t, double *u, double *x)
{
    const struct package *k = s->k;
    const bool first = point == 0 && attempt == 0 && k->starts;
    const double far = point + 1 == TEST_POINTS && attempt < 8 ? 64 : 1;
    const bool near = point == 1 && attempt < 8 && k->starts;
    *t = first ? 0 : random_between(s, 0, 4);
    for (size_t i = 0; i < k->given; i++)
        u[i] =
            representable(s, first && i < k->inputs ? k->input[i].value : random_between(s, -2, 2));
    for (size_t i = 0; i < k->places; i++)
        x[i] = representable(s, first && i < k->states  ? k->state[i].value
                                : near && i < k->states ? near_start(s, i)
                                                        : random_state(s, i, point, far));
}

/* Turns bounds into tolerances; false: they are too large for a meaningful test. */
static bool settle(const struct tester *s, const double *value, double *within, size_t n)
{
    enum { SAFETY = 4 };
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(value[i]));
    const double tiny = s->unit > 0 ? FLT_MIN : 0;
    const double most = s->k->options->real == REAL_float ? FLT_MAX / 16 : DBL_MAX / 16;
    for (size_t i = 0; i < n; i++) {
        if (!(fabs(value[i]) <= most))
            return false;
        within[i] = s->unit > 0 ? SAFETY * within[i] + tiny : 0;
        if (!(within[i] <= 1e-2 * (1 + largest)))
            return false;
    }
    return true;
}

static bool all_finite(const struct tester *s, const struct routine *r)
{
    const double most = s->k->options->real == REAL_float ? FLT_MAX / 16 : DBL_MAX / 16;
    for (size_t i = 0; i < r->n; i++)
        if (!(fabs(s->value[i]) <= most))
            return false;
    return true;
}

/* Test vectors at point `at`; false: the point is not usable. */
static bool test_point(struct tester *s, size_t at)
{
    const struct package *k = s->k;
    struct vectors *v = s->v;
    const size_t n = k->states;
    memset(s->x_error, 0, k->places * sizeof *s->x_error);
    for (int b = 0; b < RT_BLOCKS; b++) {
        const struct routine *r = &k->program->block[b];
        if (!r->results)
            continue;
        evaluate(s, r, v->t[at], v->u[at], v->x[at], s->x_error, v->value[b][at], v->within[b][at]);
        if (!all_finite(s, r) || !settle(s, v->value[b][at], v->within[b][at], r->results))
            return false;
    }
    memcpy(s->x, v->x[at], n * sizeof *s->x);
    for (int i = 0; i < TEST_STEPS; i++)
        step(s, v->t[at] + i * v->h, v->u[at]);
    memcpy(v->end[at], s->x, n * sizeof *s->x);
    memcpy(v->end_within[at], s->x_error, n * sizeof *s->x);
    return settle(s, v->end[at], v->end_within[at], n);
}

/* ---- all together ---- */

static double *numbers(const struct package *k, size_t n)
{
    double *out = mem_take_array(k->mem, n + 1, sizeof *out);
    memset(out, 0, (n + 1) * sizeof *out);
    return out;
}

static void prepare(struct tester *s)
{
    const struct package *k = s->k;
    const struct program *p = k->program;
    for (size_t i = 0; i < p->params; i++)
        s->p[i] = representable(s, k->param[i].value);
    evaluate(s, &p->prepare, 0, NULL, NULL, NULL, s->p + p->params, s->p_error + p->params);
}

static void make_room(struct tester *s)
{
    const struct package *k = s->k;
    const size_t slopes = (size_t)k->options->method->stages * k->states;
    size_t longest = k->program->prepare.n;
    for (int b = 0; b < RT_BLOCKS; b++) {
        const struct routine *r = &k->program->block[b];
        longest = r->n > longest ? r->n : longest;
        for (size_t i = 0; i < TEST_POINTS && r->results; i++) {
            s->v->value[b][i] = numbers(k, r->results);
            s->v->within[b][i] = numbers(k, r->results);
        }
    }
    for (size_t i = 0; i < TEST_POINTS; i++) {
        s->v->u[i] = numbers(k, k->given);
        s->v->x[i] = numbers(k, k->places);
        s->v->end[i] = numbers(k, k->states);
        s->v->end_within[i] = numbers(k, k->states);
    }
    s->value = numbers(k, longest);
    s->error = numbers(k, longest);
    s->p = numbers(k, k->program->params + k->program->prepared);
    s->p_error = numbers(k, k->program->params + k->program->prepared);
    s->x = numbers(k, k->states);
    s->x_error = numbers(k, k->places);
    s->y = numbers(k, k->states);
    s->y_error = numbers(k, k->states);
    s->k_ = numbers(k, slopes);
    s->k_error = numbers(k, slopes);
}

const struct vectors *emit_test_vectors(const struct package *k)
{
    enum { ATTEMPTS = 64 };
    const struct model *m = k->sys->model;
    struct vectors *v = mem_take(k->mem, sizeof *v);
    const bool single = k->options->real == REAL_float;
    *v = (struct vectors){.exact = k->options->math == MATH_bundled &&
                                   (!single || emit_rows[k->options->target].float_bits)};
    struct tester s = {.k = k, .v = v};
    s.unit = v->exact ? 0 : single ? FLT_EPSILON : DBL_EPSILON;
    make_room(&s);
    prepare(&s);
    const double h = m->step == EX_POISON ? 0.01 : lang_value(m, m->step, k->model_p);
    v->h = representable(&s, isfinite(h) && h > 0 ? h : 0.01);
    for (size_t point = 0; point < TEST_POINTS; point++)
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            const size_t at = v->points;
            choose(&s, point, attempt, &v->t[at], v->u[at], v->x[at]);
            if (test_point(&s, at)) {
                v->points++;
                break;
            }
        }
    return v;
}
