/* tests/bench/methods.c -- cost and accuracy of every method; dop853 compared with GSL.
 *
 * One row for each method: its measured order, the drift of the energy, and the time to an error of
 * 1e-4, 1e-8 and 1e-12 on three models with known solutions: that of the fastest run with at most
 * this error, for steps (or tolerances) a factor of sqrt(2) (or sqrt(10)) apart. Then dop853 beside
 * gsl_odeiv2_step_rk8pd, with the same right-hand side, at equal errors on three more models. GSL
 * does not choose a first step: of several given ones the best for each method counts. Right-hand
 * sides are compiled by the C compiler, so that methods are compared; series, of the order for each
 * tolerance, by libtcc.
 */
#include "gen/job/job.h"
#include "gen/start/start.h"
#include "runtime/taylor.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#if defined __has_include
#if __has_include(<gsl/gsl_odeiv2.h>)
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#define HAVE_GSL 1
#endif
#endif

enum { ROOM = 64, WORK = 40000, KNOWN = 5 };

/* CPU time of this process. */
static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- models ---- */

struct bench {
    struct mem *mem;
    struct job job;
    const struct start *start;
    double end;
    double want[ROOM]; /* exact state at the end */
    size_t known;      /* number of its components that are known */
    /* machines with series of each order, by the compiler of `run`, opened on demand */
    struct machine series[RT_TAYLOR_MOST + 1];
};

enum {
    BLOCKS = 1U << RT_rhs | 1U << RT_energy | 1U << RT_jac,
    MORE = 1U << RT_grad | 1U << RT_bivector,
};

static bool open_model(struct bench *b, const char *name, double end)
{
    static const struct option_text nothing = {NULL, 0};
    const struct point_texts texts = {.params = &nothing, .inits = &nothing, .states = &nothing};
    char path[128];
    *b = (struct bench){.mem = mem_new(0), .end = end};
    snprintf(path, sizeof path, "models/%s.nh", name);
    b->job = (struct job){.mem = b->mem, .diag = base_diag(b->mem), .engine = ENGINE_cc};
    b->job.store = ex_store_new(b->mem, ex_limits());
    struct job *job = &b->job;
    if (job_model(job, path) && job_system(job, &form_rows[0]) &&
        form_more_blocks(job->diag, job->system, BLOCKS) && job_program(job, BLOCKS | MORE) &&
        job_machine(job) &&
        (b->start =
             start_find(job->diag, job->system, job->program->prepared, &texts, MISSING_IS_ZERO)))
        rt_prepare_model(&job->machine.model, b->start->p);
    else
        base_diag_print(job->diag, stdout, false);
    return b->start && job->program->states <= ROOM;
}

static const struct rt_model *series_of(struct bench *b, int order)
{
    struct machine *m = &b->series[order];
    if (m->model.states)
        return &m->model;
    struct job job = b->job;
    job.jet.order = (size_t)order;
    job.engine = ENGINE_tcc;
    if (job_program(&job, BLOCKS | MORE | 1U << RT_jet) && job_machine(&job))
        *m = job.machine;
    return &m->model;
}

static void close_model(struct bench *b)
{
    for (int i = 0; i <= RT_TAYLOR_MOST; i++)
        code_machine_close(&b->series[i]);
    code_machine_close(&b->job.machine);
    ex_store_free(b->job.store);
    mem_free(b->mem);
}

static struct rt_task task_of(struct bench *b, const struct rt_method *m)
{
    return (struct rt_task){.method = m,
                            .model = &b->job.machine.model,
                            .p = b->start->p,
                            .u = b->start->u,
                            .span = {0, b->end, b->end}};
}

/* ---- known solutions, at the parameters and starts of the models ---- */

static size_t slope_at(double t, double *x)
{
    const double phi = t;
    x[0] = (cos(2 * phi) - 1) / 4;
    x[1] = -t / 2 + sin(2 * phi) / 4;
    x[2] = phi;
    x[3] = -sin(phi);
    x[4] = 0.25;
    return 5;
}

static double gudermann(double x)
{
    return 2 * atan(tanh(x / 2));
}

/* The angle only: the position is an integral. */
static size_t sleigh_at(double t, double *x)
{
    const double m = 1, a = 0.3, k = 0.5 + m * a * a, v0 = 0.2, w0 = 2;
    const double v = sqrt(v0 * v0 + k * w0 * w0 / m), w = v * sqrt(m / k), rate = m * a * v / k;
    const double s0 = atanh(v0 / v);
    x[0] = x[1] = NAN;
    x[2] = w / rate * (gudermann(s0 + rate * t) - gudermann(s0));
    return 3;
}

static size_t bowl_at(double t, double *x)
{
    const double mu = 1 + 0.36, half = 1 / (2 * mu), root = sqrt(half * half + 4 / mu);
    const double w1 = -half + root, w2 = -half - root, c1 = -w2 / (w1 - w2);
    const double complex z = c1 * cexp(I * w1 * t) + (1 - c1) * cexp(I * w2 * t);
    x[0] = creal(z);
    x[1] = cimag(z);
    return 2;
}

static const struct known {
    const char *name;
    double end;
    size_t (*at)(double t, double *x);
} models[] = {
    {"skater_slope", 20, slope_at}, {"sleigh", 10, sleigh_at}, {"ball_harmonic", 20, bowl_at}};
enum { MODELS = sizeof models / sizeof *models };

static double error_of(const struct bench *b, const double *x)
{
    double worst = 0;
    for (size_t i = 0; i < b->known; i++)
        if (!isnan(b->want[i]) && !(fabs(x[i] - b->want[i]) / (1 + fabs(b->want[i])) <= worst))
            worst = fabs(x[i] - b->want[i]) / (1 + fabs(b->want[i]));
    return worst;
}

/* ---- one run ---- */

struct result {
    double error, us;
    struct rt_count count;
    bool good;
};

static double work[WORK];

/* The best time of several runs: other processes only add time. */
static struct result run(struct bench *b, struct rt_task *task)
{
    if (task->method->needs >> RT_jet & 1)
        task->model = series_of(b, rt_taylor_order(task->rel));
    struct result r = {.us = INFINITY};
    double x[ROOM], spent = 0;
    for (int k = 0; k < 40 && spent < 0.02; k++) {
        memcpy(x, b->start->x, b->job.program->states * sizeof *x);
        const double begin = seconds();
        r.good = rt_run(task, x, work, &r.count) == RT_OK;
        const double took = seconds() - begin;
        r.us = fmin(r.us, 1e6 * took);
        spent += took;
    }
    r.error = r.good ? error_of(b, x) : INFINITY;
    return r;
}

/* ---- every method ---- */

static const double targets[] = {1e-4, 1e-8, 1e-12};
enum { TARGETS = sizeof targets / sizeof *targets };

/* The k-th choice of step or tolerance; false when it costs too much. */
static bool choose(struct rt_task *task, int k)
{
    task->rel = pow(10, -2 - 0.5 * k);
    if (!task->method->adaptive)
        task->span.step = 0.5 * pow(2, -0.5 * k);
    return task->method->adaptive ? k < 27 : task->span.end / task->span.step < 4e5;
}

static void put_costs(struct bench *b, const struct rt_method *m)
{
    double best[TARGETS] = {INFINITY, INFINITY, INFINITY};
    struct rt_task task = task_of(b, m);
    for (int k = 0; choose(&task, k) && best[TARGETS - 1] == INFINITY; k++) {
        const struct result r = run(b, &task);
        for (int i = 0; i < TARGETS; i++)
            if (r.error <= targets[i])
                best[i] = fmin(best[i], r.us);
    }
    for (int i = 0; i < TARGETS; i++)
        if (isfinite(best[i]))
            printf(" %8.0f", best[i]);
        else
            printf(" %8s", "-");
    printf(" ");
}

static double walk(struct bench *b, const struct rt_method *m, double h)
{
    struct rt_task task = task_of(b, m);
    if (m->needs >> RT_jet & 1)
        task.model = series_of(b, m->order);
    double x[ROOM], want[ROOM], worst = 0;
    memcpy(x, b->start->x, b->job.program->states * sizeof *x);
    for (int i = 0; i < 4 / h; i++) {
        if (rt_step(&task, i * h, h, x, work) != RT_OK)
            return NAN;
        slope_at((i + 1) * h, want);
        for (int k = 0; k < 4; k++)
            worst = fmax(worst, fabs(x[k] - want[k]));
    }
    return worst;
}

static double order_of(struct bench *b, const struct rt_method *m)
{
    const double h = m->order > 7 ? 0.5 : m->order > 4 ? 0.125 : 1.0 / 64;
    return log2(walk(b, m, h) / walk(b, m, h / 2));
}

struct drift {
    const struct bench *b;
    double first, worst;
};

static int watch(void *context, double t, const double *u, const double *x)
{
    struct drift *d = context;
    double e = 0;
    rt_call(&d->b->job.machine.model, RT_energy, t, u, x, d->b->start->p, &e);
    if (t == 0)
        d->first = e;
    d->worst = fmax(d->worst, fabs(e - d->first) / fabs(d->first));
    return 0;
}

/* 10^5 steps of 0.1; adaptive methods with a tolerance of 1e-9. */
static double drift_of(struct bench *b, const struct rt_method *m)
{
    struct drift d = {.b = b};
    double x[ROOM];
    struct rt_task task = task_of(b, m);
    task.span = (struct rt_span){0, 1e4, 0.1};
    if (m->needs >> RT_jet & 1)
        task.model = series_of(b, rt_taylor_order(task.rel));
    task.sink = (struct rt_sink){.row = watch, .context = &d};
    memcpy(x, b->start->x, b->job.program->states * sizeof *x);
    return rt_run(&task, x, work, NULL) == RT_OK ? d.worst : NAN;
}

static bool put_methods(void)
{
    struct bench b[MODELS];
    bool good = true;
    for (int i = 0; i < MODELS && good; i++) {
        good = open_model(&b[i], models[i].name, models[i].end);
        b[i].known = models[i].at(b[i].end, b[i].want);
    }
    if (!good)
        return false;
    puts("order claimed and measured; energy after 10^5 steps in a bowl; us to errors of 1e-4, "
         "1e-8, "
         "1e-12");
    printf("%-10s %5s %6s %9s", "", "order", "", "energy");
    for (int i = 0; i < MODELS; i++)
        printf(" %27s", models[i].name);
    putchar('\n');
    for (size_t k = 0; k < rt_method_count; k++) {
        const struct rt_method *m = &rt_methods[k];
        printf("%-10s %5d %6.2f %9.1e", m->name, m->order, order_of(&b[0], m), drift_of(&b[2], m));
        for (int i = 0; i < MODELS; i++)
            put_costs(&b[i], m);
        putchar('\n');
        fflush(stdout);
    }
    for (int i = 0; i < MODELS; i++)
        close_model(&b[i]);
    return true;
}

/* ---- beside GSL ---- */

#ifdef HAVE_GSL

struct gsl {
    const struct bench *b;
    uint64_t calls;
};

static int rates(double t, const double *x, double *out, void *context)
{
    struct gsl *g = context;
    g->calls++;
    rt_call(&g->b->job.machine.model, RT_rhs, t, g->b->start->u, x, g->b->start->p, out);
    return GSL_SUCCESS;
}

static struct result run_gsl(const struct bench *b, double tolerance, double first)
{
    const size_t n = b->job.program->states;
    struct result r = {.us = INFINITY, .good = true};
    double x[ROOM], spent = 0;
    for (int k = 0; k < 40 && spent < 0.02; k++) {
        struct gsl g = {b, 0};
        gsl_odeiv2_system sys = {rates, NULL, n, &g};
        gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, n);
        gsl_odeiv2_control *control = gsl_odeiv2_control_y_new(tolerance, tolerance);
        gsl_odeiv2_evolve *evolve = gsl_odeiv2_evolve_alloc(n);
        double t = 0, h = first;
        memcpy(x, b->start->x, n * sizeof *x);
        const double begin = seconds();
        while (r.good && t < b->end)
            r.good = gsl_odeiv2_evolve_apply(evolve, control, step, &sys, &t, b->end, &h, x) ==
                     GSL_SUCCESS;
        const double took = seconds() - begin;
        r.us = fmin(r.us, 1e6 * took);
        spent += took;
        r.count.steps = evolve->count;
        r.count.rejected = evolve->failed_steps;
        r.count.calls = g.calls;
        gsl_odeiv2_evolve_free(evolve);
        gsl_odeiv2_control_free(control);
        gsl_odeiv2_step_free(step);
    }
    r.error = r.good ? error_of(b, x) : INFINITY;
    return r;
}

/* Reference solution with six more digits: very short steps of another method. */
static bool refer(struct bench *b)
{
    double x[ROOM];
    struct rt_task task = task_of(b, rt_method_find("gauss3"));
    task.span.step = b->end / 8000;
    b->known = b->job.program->states;
    memcpy(x, b->start->x, b->known * sizeof *x);
    if (rt_work(&task) > WORK || rt_run(&task, x, work, NULL) != RT_OK)
        return false;
    memcpy(b->want, x, b->known * sizeof *x);
    return true;
}

static void put_result(const char *name, const struct result *r)
{
    printf("  %-7s %8.1e %6llu %5llu %7llu %9.1f", name, r->error,
           (unsigned long long)r->count.steps, (unsigned long long)r->count.rejected,
           (unsigned long long)r->count.calls, r->us);
}

/* The fastest run that reaches the target, for tolerances a tenth of a decade apart. */
static struct result cheapest(struct bench *b, double target, bool ours)
{
    static const double first[] = {1e-3, 1e-2, 5e-2};
    struct result best = {.us = INFINITY, .error = NAN};
    for (int k = 0; k < 125; k++) {
        const double tolerance = pow(10, -2.5 - 0.1 * k);
        struct rt_task task = task_of(b, rt_method_find("dop853"));
        if (tolerance > 1e4 * target || tolerance < 1e-4 * target)
            continue;
        task.rel = tolerance;
        for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
            task.first = first[i];
            const struct result r = ours ? run(b, &task) : run_gsl(b, tolerance, first[i]);
            if (r.error <= target && r.us < best.us)
                best = r;
        }
    }
    return best;
}

static bool put_against(void)
{
    static const struct {
        const char *name;
        double end;
    } rows[] = {{"skater_magnetic", 40}, {"sleigh", 10}, {"trailer10", 10}};
    static const double errors[] = {1e-6, 1e-9, 1e-12};
    bool ahead = true;
    printf("\n%-17s %6s", "at equal errors", "error");
    for (int k = 0; k < 2; k++)
        printf("  %-7s %8s %6s %5s %7s %9s", "", "reached", "steps", "ref.", "rhs", "us");
    puts("  ratio");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bench b;
        if (!open_model(&b, rows[i].name, rows[i].end) || !refer(&b))
            return false;
        for (size_t k = 0; k < sizeof errors / sizeof *errors; k++) {
            const struct result our = cheapest(&b, errors[k], true);
            const struct result gsl = cheapest(&b, errors[k], false);
            printf("%-17s %6.0e", rows[i].name, errors[k]);
            put_result("dop853", &our);
            put_result("rk8pd", &gsl);
            printf(" %6.2f\n", gsl.us / our.us);
            ahead &= our.us < gsl.us;
            fflush(stdout);
        }
        close_model(&b);
    }
    puts(ahead ? "dop853 is ahead everywhere" : "rk8pd is ahead somewhere");
    return true;
}

#else

static bool put_against(void)
{
    puts("\nwithout GSL nothing to compare with");
    return true;
}

#endif

int main(void)
{
    const bool good = put_methods();
    return put_against() && good ? 0 : 1;
}
