/* gen/emit/bit_exact.c -- bit-exact results of emitted code, in float or double.
 *
 * Sums, products, quotients and roots of floats, computed in double and rounded, equal those
 * computed in float: 53 digits are more than twice 24, so that the second rounding is harmless
 * (Figueroa 1995). One interpreter serves both types; functions are those of the runtime for the
 * type.
 */
#include "gen/emit/embedded.h"
#include "gen/emit/target.h"

#include <math.h>
#include <string.h>

struct arithmetic {
    const struct package *k;
    bool single;
    double *p, *value;
};

static double rounded(const struct arithmetic *s, double x)
{
    return s->single ? (double)(float)x : x;
}

enum bits_kind emit_bits_kind(enum rt_fn f)
{
    static const enum bits_kind kind[RT_FN_COUNT] = {
#define X(name, kind, ...) [RT_FN_##name] = BITS_##kind,
        RT_FNS(X)
#undef X
    };
    return kind[f];
}

static void call(const struct arithmetic *s, enum rt_fn f, double a, double b, double out[2])
{
    float pair[2];
    switch (f) {
#define ONE(name)                                                                                  \
    case RT_FN_##name:                                                                             \
        out[0] = s->single ? (double)rt_##name##f((float)a) : rt_##name(a);                        \
        break;
#define TWO(name)                                                                                  \
    case RT_FN_##name:                                                                             \
        out[0] = s->single ? (double)rt_##name##f((float)a, (float)b) : rt_##name(a, b);           \
        break;
#define BOTH(name)                                                                                 \
    case RT_FN_##name:                                                                             \
        rt_##name##f((float)a, &pair[0], &pair[1]);                                                \
        rt_##name(a, &out[0], &out[1]);                                                            \
        if (s->single)                                                                             \
            out[0] = (double)pair[0], out[1] = (double)pair[1];                                    \
        break;
#define X(name, kind, ...) kind(name)
        RT_FNS(X)
#undef X
#undef ONE
#undef TWO
#undef BOTH
    case RT_FN_COUNT:
        break;
    }
}

/* A call by its operator; sqrt and abs are not functions of the runtime. */
static double operate(const struct arithmetic *s, enum ex_op op, double a, double b)
{
    double out[2] = {0, 0};
    if (op == EX_sqrt)
        return rounded(s, sqrt(a));
    if (op == EX_abs)
        return fabs(a);
    call(s, (enum rt_fn)(code_own_functions[op] - 1), a, b, out);
    return out[0];
}

static double compute(const struct arithmetic *s, const struct instr *in)
{
    const double a = s->value[in->a], b = s->value[in->b];
    switch (in->code) {
    case CODE_add:
        return rounded(s, a + b);
    case CODE_sub:
        return rounded(s, a - b);
    case CODE_mul:
        return rounded(s, a * b);
    case CODE_div:
        return rounded(s, a / b);
    case CODE_neg:
        return -a;
    default:
        return operate(s, code_called(in), a, b);
    }
}

static void evaluate(const struct arithmetic *s, const struct routine *r, double t, const double *u,
                     const double *x, double *out)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct instr *in = &r->instr[i];
        double *to = &s->value[i];
        switch (in->code) {
        case CODE_number:
            *to = rounded(s, in->number);
            break;
        case CODE_time:
            *to = t;
            break;
        case CODE_input:
            *to = u[in->a];
            break;
        case CODE_state:
            *to = x[in->a];
            break;
        case CODE_param:
            *to = s->p[in->a];
            break;
        case CODE_sincos:
            call(s, RT_FN_sincos, s->value[in->a], 0, to); /* the next instruction is the cosine */
            break;
        case CODE_cosine:
            break;
        default:
            *to = compute(s, in);
        }
    }
    for (size_t i = 0; i < r->results; i++)
        out[i] = s->value[r->result[i]];
}

/* ---- a step, as it is emitted ---- */

static void combine(const struct arithmetic *s, const double *weight, int stages, double h,
                    const double *x, const double *slope, double *y)
{
    const size_t n = s->k->states;
    for (size_t i = 0; i < n; i++) {
        double sum = -0.0;
        for (int j = 0; j < stages; j++)
            if (weight[j] != 0)
                sum = rounded(s, sum + rounded(s, rounded(s, h * rounded(s, weight[j])) *
                                                      slope[(size_t)j * n + i]));
        y[i] = rounded(s, x[i] + sum);
    }
}

/* A step in place; x is unchanged where the result is not finite. */
static void step(const struct arithmetic *s, double t, double h, const double *u, double *x,
                 double *work)
{
    const struct rt_method *m = s->k->options->method;
    const struct routine *rhs = &s->k->program->block[RT_rhs];
    const size_t n = s->k->states;
    const double *a = m->a;
    double *y = work + (size_t)m->stages * n;
    evaluate(s, rhs, t, u, x, work);
    for (int i = 1; i < m->stages; i++) {
        combine(s, a, i, h, x, work, y);
        const double at = rounded(s, t + rounded(s, rounded(s, m->c[i]) * h));
        evaluate(s, rhs, at, u, y, work + (size_t)i * n);
        a += i;
    }
    combine(s, m->b, m->stages, h, x, work, y);
    double all = 0;
    for (size_t i = 0; i < n; i++)
        all = rounded(s, all + y[i]);
    if (isfinite(all)) /* the check of the code; times and inputs of the test are small */
        memcpy(x, y, n * sizeof *x);
}

/* ---- a projection, as it is emitted ---- */

static double dot(const struct arithmetic *s, const double *a, const double *b)
{
    double sum = 0;
    for (size_t i = 0; i < s->k->states; i++)
        sum = rounded(s, sum + rounded(s, a[i] * b[i]));
    return sum;
}

/* row -= part * other */
static void subtract_multiple(const struct arithmetic *s, double part, const double *other,
                              double *row)
{
    for (size_t a = 0; a < s->k->states; a++)
        row[a] = rounded(s, row[a] - rounded(s, part * other[a]));
}

static void approach(const struct arithmetic *s, size_t m, double *y, double *c, double *square,
                     double *rows)
{
    const size_t n = s->k->states;
    const double nothing = s->single ? 0x1p-36 : 0x1p-86;
    for (size_t i = 0; i < m; i++) {
        double *row = rows + i * n;
        const double whole = dot(s, row, row);
        for (size_t j = 0; j < i; j++) {
            const double *other = rows + j * n;
            const double part = square[j] > 0 ? rounded(s, dot(s, row, other) / square[j]) : 0;
            subtract_multiple(s, part, other, row);
            c[i] = rounded(s, c[i] - rounded(s, part * c[j]));
        }
        square[i] = dot(s, row, row);
        if (!(square[i] > rounded(s, nothing * whole)))
            square[i] = 0;
    }
    for (size_t i = 0; i < m; i++)
        subtract_multiple(s, square[i] > 0 ? rounded(s, c[i] / square[i]) : 0, rows + i * n, y);
}

static bool all_finite(const double *value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(value[i]))
            return false;
    return true;
}

/* A projection in place; x is unchanged where the constraints cannot be reached. */
static void project(const struct arithmetic *s, double t, const double *u, double *x, double *work)
{
    const struct routine *constraint = &s->k->program->block[RT_constraint];
    const struct routine *jacc = &s->k->program->block[RT_jacc];
    const size_t m = constraint->results, n = s->k->states;
    double *c = work, *square = c + m, *y = square + m, *rows = y + n;
    bool good = true;
    memcpy(y, x, n * sizeof *y);
    for (int pass = 0; pass < 6; pass++) {
        evaluate(s, constraint, t, u, y, c);
        evaluate(s, jacc, t, u, y, rows);
        good = good && all_finite(c, m) && all_finite(rows, m * n) && all_finite(y, n);
        approach(s, m, y, c, square, rows);
    }
    evaluate(s, constraint, t, u, y, c);
    good = good && all_finite(c, m) && all_finite(y, n);
    const double most = rounded(s, (s->single ? 0x1p-10 : 0x1p-26) * rounded(s, 1 + dot(s, y, y)));
    for (size_t i = 0; i < m; i++)
        good = good && fabs(c[i]) <= most;
    if (good)
        memcpy(x, y, n * sizeof *x);
}

/* ---- all together ---- */

static double *numbers(const struct arithmetic *s, size_t n)
{
    return mem_take_array(s->k->mem, n + 1, sizeof(double));
}

/* Arguments: tiny, in all quadrants with both signs, at the ends of domains, and large; with the
 * last eight, every mutation of a sine that changes more than the last digit is detected. */
static void test_functions(const struct arithmetic *s, struct bits *out)
{
    static const double at[BITS_AT] = {0x1p-30, 0.3,    0.9,    1,      2.2,    3.6,
                                       5.2,     7.1,    -0.4,   -0.9,   -2.3,   -3.7,
                                       -5.3,    -1e6,   12.5,   1.5e30, 42370,  -5.592e8,
                                       19880,   0.9467, 432400, 28500,  -20910, 1.539e22};
    for (size_t i = 0; i < BITS_AT; i++)
        out->at[i] = rounded(s, at[i]);
    for (int f = 0; f < RT_FN_COUNT; f++)
        for (size_t i = 0; i < BITS_AT; i++)
            call(s, (enum rt_fn)f, out->at[i], out->at[BITS_AT - 1 - i], out->function[f][i]);
}

const struct bits *emit_bits(const struct package *k)
{
    const struct program *p = k->program;
    const struct vectors *v = k->test;
    struct arithmetic s = {.k = k, .single = k->options->real == REAL_float};
    struct bits *out = mem_take(k->mem, sizeof *out);
    size_t longest = p->prepare.n;
    for (int b = 0; b < RT_BLOCKS; b++)
        longest = p->block[b].n > longest ? p->block[b].n : longest;
    s.value = numbers(&s, longest + 1);
    memset(s.value, 0, (longest + 2) * sizeof *s.value);
    s.p = numbers(&s, p->params + p->prepared);
    const size_t room = emit_step_work(k), other = emit_embedded_work(k);
    double *work = numbers(&s, room > other ? room : other);
    for (size_t i = 0; i < p->params; i++) /* as in emit_embedded_test */
        s.p[i] = rounded(&s, rounded(&s, k->param[i].value) * (1 + 0x1p-6 * (double)(i + 1)));
    evaluate(&s, &p->prepare, 0, NULL, NULL, s.p + p->params);
    test_functions(&s, out);
    for (size_t i = 0; i < v->points; i++) {
        for (int b = 0; b < RT_BLOCKS; b++)
            if (p->block[b].results) {
                out->value[b][i] = numbers(&s, p->block[b].results);
                evaluate(&s, &p->block[b], v->t[i], v->u[i], v->x[i], out->value[b][i]);
            }
        out->near[i] = numbers(&s, k->states);
        memcpy(out->near[i], v->x[i], k->states * sizeof(double));
        if (emit_embedded_projects(k))
            project(&s, v->t[i], v->u[i], out->near[i], work);
        out->end[i] = numbers(&s, k->states);
        memcpy(out->end[i], v->x[i], k->states * sizeof(double));
        for (int j = 0; j < TEST_STEPS + (i % 2 ? 0 : TEST_WIDE); j++)
            step(&s, rounded(&s, v->t[i] + rounded(&s, j * v->h)),
                 j < TEST_STEPS ? v->h : j - TEST_STEPS + 1, v->u[i], out->end[i], work);
    }
    return out;
}
