/* gen/analyze/lyapunov.c -- analysis `lyapunov`: mean rates at which neighbouring motions separate.
 *
 * Beside x' = f the deviations Y' = J Y are integrated, with the derived Jacobian. At short
 * intervals they are made orthonormal again, and the logarithms of their growth are summed
 * (Benettin and others 1980). The sum of all exponents is the average of div f, which is integrated
 * too, as an independent check. The difference to the exponents after half of the time shows their
 * accuracy.
 */
#include "gen/analyze/linear.h"
#include "gen/run/run.h"

#include <math.h>
#include <string.h>

enum { MOST = 24, PIECES = 200, MOST_PIECES = 100000 };

struct flow {
    struct analysis *a;
    size_t n, k; /* states, deviations */
    double *jac;
};

static void rates(void *self, enum rt_block_name b, double t, const double *u, const double *x,
                  const double *p, double *out)
{
    const struct flow *f = self;
    const size_t n = f->n, k = f->k;
    (void)b, (void)p;
    rt_call(f->a->model, RT_rhs, t, u, x, f->a->prepared, out);
    rt_call(f->a->model, RT_jac, t, u, x, f->a->prepared, f->jac);
    double trace = 0;
    for (size_t i = 0; i < n; i++) {
        trace += f->jac[i * n + i];
        for (size_t j = 0; j < k; j++) {
            double sum = 0;
            for (size_t l = 0; l < n; l++)
                sum += f->jac[i * n + l] * x[n + l * k + j];
            out[n + i * k + j] = sum;
        }
    }
    out[n + n * k] = trace;
}

static void prepared(void *self, double *p)
{
    (void)self, (void)p;
}

/* Makes columns orthonormal and adds the logarithms of their growth; false: one has vanished. */
static bool straighten(double *y, size_t n, size_t k, double *sum)
{
    for (size_t j = 0; j < k; j++) {
        double size = 0;
        for (int twice = 0; twice < 2; twice++)
            for (size_t i = 0; i < j; i++) {
                double along = 0;
                for (size_t r = 0; r < n; r++)
                    along += y[r * k + i] * y[r * k + j];
                for (size_t r = 0; r < n; r++)
                    y[r * k + j] -= along * y[r * k + i];
            }
        for (size_t r = 0; r < n; r++)
            size = hypot(size, y[r * k + j]);
        if (!(size > 0) || !isfinite(size))
            return false;
        for (size_t r = 0; r < n; r++)
            y[r * k + j] /= size;
        sum[j] += log(size);
    }
    return true;
}

/* Number of intervals, such that lengths stay far from overflow. */
static size_t count_pieces(const struct flow *f, double time)
{
    double size = 0;
    analyze_call(f->a, RT_jac, f->a->x, f->jac);
    for (size_t i = 0; i < f->n * f->n; i++)
        size = hypot(size, isfinite(f->jac[i]) ? f->jac[i] : 0);
    const double want = time * size / 2;
    return want < PIECES ? PIECES : want > MOST_PIECES ? MOST_PIECES : (size_t)want;
}

struct exponents {
    double *now, *half;              /* sums of logarithms: at the end, after half of the time */
    bool halved;                     /* `half` is set */
    double time, middle, divergence; /* middle: time of `half` */
    enum rt_status status;
    struct rt_count count;
};

static void follow(struct flow *f, const struct rt_model *augmented, struct exponents *e)
{
    struct analysis *a = f->a;
    const size_t n = f->n, k = f->k;
    struct rt_task task = {
        .method = a->task.method, .model = augmented, .u = a->u, .rel = a->task.rel};
    if (task.method->needs)
        task.method = rt_method_find("dop853");
    const double begin = a->task.span.start, time = a->task.span.end - begin;
    const size_t pieces = count_pieces(f, time);
    double *x = analyze_doubles(a, augmented->states);
    double *work = mem_take_array(a->diag->mem, rt_work(&task) + 1, sizeof *work);
    memcpy(x, a->x, n * sizeof *x);
    for (size_t j = 0; j < k; j++)
        x[n + j * k + j] = 1;
    for (size_t i = 0; i < pieces && e->status == RT_OK && !run_interrupted(); i++) {
        task.span.start = begin + time * (double)i / (double)pieces;
        task.span.end = begin + time * (double)(i + 1) / (double)pieces;
        task.span.step = task.method->adaptive ? time : a->task.span.step;
        e->status = rt_run(&task, x, work, &e->count);
        if (e->status == RT_OK && !straighten(x + n, n, k, e->now))
            e->status = RT_NAN;
        if (e->status == RT_OK)
            e->time = task.span.end - begin;
        if (i + 1 == pieces / 2) {
            memcpy(e->half, e->now, k * sizeof *e->half);
            e->halved = e->status == RT_OK;
            e->middle = e->time;
        }
    }
    e->divergence = x[n + n * k] / e->time;
}

/* Sorts exponents by decreasing size, with those of `half`. */
static void sort(struct exponents *e, size_t k)
{
    for (size_t i = 0; i < k; i++) {
        e->now[i] /= e->time;
        e->half[i] = e->halved ? e->half[i] / e->middle : NAN;
    }
    for (size_t i = 1; i < k; i++)
        for (size_t j = i; j > 0 && e->now[j] > e->now[j - 1]; j--) {
            const double now = e->now[j], half = e->half[j];
            e->now[j] = e->now[j - 1];
            e->half[j] = e->half[j - 1];
            e->now[j - 1] = now;
            e->half[j - 1] = half;
        }
}

static double sum_of(const double *at, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += at[i];
    return sum;
}

static void put_text(struct analysis *a, const struct flow *f, const struct exponents *e)
{
    enum { WIDE = 14 };
    fprintf(a->out, "%s   %s form, Lyapunov's exponents over time ", a->sys->model->title,
            a->sys->form->name);
    analyze_put_brief(a->out, e->time, 0, 6);
    fprintf(a->out, "\n%*s%*s\n", WIDE, "exponent", 2 * WIDE, "change in the second half");
    for (size_t i = 0; i < f->k; i++) {
        analyze_put_brief(a->out, e->now[i], WIDE, 6);
        if (e->halved)
            analyze_put_brief(a->out, fabs(e->now[i] - e->half[i]), 2 * WIDE, 2);
        fputs(e->halved ? "\n" : "   not known yet\n", a->out);
    }
    if (f->k < f->n) {
        fprintf(a->out, "  the largest %zu of %zu\n", f->k, f->n);
        return;
    }
    fputs("  their sum is ", a->out);
    analyze_put_brief(a->out, sum_of(e->now, f->k), 0, 9);
    fputs(", the average of div f ", a->out);
    analyze_put_brief(a->out, e->divergence, 0, 9);
    fputc('\n', a->out);
}

static void put_json(struct analysis *a, const struct flow *f, const struct exponents *e)
{
    struct json j = base_json(a->out, 1);
    base_json_object(&j, NULL);
    base_json_string(&j, "model", a->sys->model->title);
    base_json_string(&j, "form", a->sys->form->name);
    base_json_number(&j, "time", e->time);
    base_json_numbers(&j, "exponents", e->now, f->k);
    base_json_numbers(&j, "half_way", e->half, f->k);
    base_json_number(&j, "sum", f->k == f->n ? sum_of(e->now, f->k) : NAN);
    base_json_number(&j, "divergence", e->divergence);
    base_json_end(&j);
}

enum base_exit analyze_lyapunov(struct analysis *a)
{
    struct flow f = {.a = a, .n = a->sys->states};
    f.k = f.n < MOST ? f.n : MOST;
    f.jac = analyze_doubles(a, f.n * f.n);
    const struct rt_interpreter together = {.prepare = prepared, .block = rates, .self = &f};
    struct rt_model augmented = {.states = f.n + f.n * f.k + 1, .interpreter = &together};
    struct exponents e = {.now = analyze_doubles(a, f.k), .half = analyze_doubles(a, f.k)};
    augmented.length[RT_rhs] = augmented.states;
    for (size_t i = 0; i < a->sys->model->events; i++)
        if (a->sys->model->event[i].act == ACT_reset) {
            base_fail(a->diag, EXIT_NO,
                      "event '%s' changes the state at once, and exponents of such runs are not "
                      "known here",
                      a->sys->model->event[i].name);
            return EXIT_NO;
        }
    if (!(a->task.span.end > a->task.span.start)) {
        base_fail(a->diag, EXIT_USAGE, "exponents need some time: -t must be positive");
        return EXIT_USAGE;
    }
    follow(&f, &augmented, &e);
    if (e.time > 0) {
        sort(&e, f.k);
        if (a->json)
            put_json(a, &f, &e);
        else
            put_text(a, &f, &e);
    }
    return analyze_end(a, e.status, &e.count);
}
