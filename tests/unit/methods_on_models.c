/* tests/unit/methods_on_models.c -- methods on models: applicability and agreement. */
#include "gen/job/job.h"
#include "gen/start/start.h"
#include "support/support.h"

#include <dirent.h>
#include <math.h>
#include <string.h>

/* ---- methods that do not apply ---- */

/* clang-format off */
static const char timely[] =
    "model \"Timely\"\ncoords x\nmetric dx^2\npotential (1 + t) x^2\ninit x = 1\nrun t = 1\n";
static const char chosen[] =
    "model \"Chosen\"\ncoords x\nmetric dx^2\npotential x^2\ninit x = 1\nrun t = 1, method = gauss3\n";

static const struct {
    const char *input, *arguments[6];
    int code;
    const char *says;
} rows[] = {
    {NULL, {"run", "models/turntable_ball.nh", "--method", "discrete"}, 1, "constraints are affine"},
    {NULL, {"run", "models/turntable_ball.nh", "--method", "discrete4"}, 1, "constraints are affine"},
    {NULL, {"run", "models/snakeboard.nh", "--method", "discrete"}, 1, "forces or dissipation"},
    {NULL, {"run", "models/skater_slope.nh", "--method=discrete", "--form=lagrangian"}, 1, "no bivector"},
    {timely, {"run", "-", "--method", "discrete"}, 1, "depends on the time"},
    {timely, {"run", "-", "--method", "gauss2"}, 0, "gauss2"},
    {chosen, {"run", "-"}, 0, "gauss3"},
    {chosen, {"emit", "-", "--stats"}, 0, ""}, /* with the default method */
    {NULL, {"emit", "models/skater_slope.nh", "--method", "dop853"}, 2, "step of dop853 cannot be emitted"},
    {NULL, {"emit", "models/skater_slope.nh", "--target=js", "--method=gauss2"}, 2, "cannot be emitted"},
};
/* clang-format on */

START_TEST(what_cannot_be_done_is_refused)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct lab l = lab_open();
        const struct told t = tool_run(l.m, rows[i].input, rows[i].arguments);
        ck_assert_msg(t.code == rows[i].code && strstr(t.err, rows[i].says), "%zu: exit %d\n%s", i,
                      t.code, t.err);
        ck_assert_msg(!t.out[0] == (t.code != 0), "%zu says\n%.300s", i, t.out);
        lab_close(&l);
    }
}
END_TEST

/* The help says which can be emitted instead. */
START_TEST(methods_of_a_table_are_emitted)
{
    struct lab l = lab_open();
    const char *const discrete[] = {"emit", "models/skater_slope.nh", "--method=discrete", NULL};
    const struct told t = tool_run(l.m, NULL, discrete);
    struct mem_text names = mem_text(l.m);
    mem_put(&names, "emitted:");
    for (size_t i = 0; i < rt_method_count; i++)
        if (rt_is_explicit(&rt_methods[i]))
            mem_put_f(&names, " %s", rt_methods[i].name);
    ck_assert_msg(t.code == 2 && strstr(t.err, names.text), "not '%s' but\n%s", names.text, t.err);
    for (size_t i = 0; i < rt_method_count; i++) {
        const char *const emit[] = {"emit", "models/skater_slope.nh", "--method",
                                    rt_methods[i].name, NULL};
        ck_assert_msg((tool_run(l.m, NULL, emit).code == 0) == rt_is_explicit(&rt_methods[i]),
                      "emit --method %s", rt_methods[i].name);
    }
    lab_close(&l);
}
END_TEST

/* ---- all methods on all models ---- */

enum { ROOM = 40, WORK = 40000 };

struct trial {
    struct lab lab;
    struct job job;
    struct start *start;
    unsigned refused; /* methods, as bits */
};

static const struct option_text nothing = {NULL, 0};

/* A program with the blocks of all methods that apply. */
static void open_trial(struct trial *t, const char *path)
{
    const struct point_texts texts = {.params = &nothing, .inits = &nothing, .states = &nothing};
    unsigned needs = 1U << RT_rhs | 1U << RT_constraint | 1U << RT_jacc | 1U << RT_energy;
    *t = (struct trial){.lab = lab_open()};
    t->job = (struct job){.mem = t->lab.m, .diag = base_diag(t->lab.m), .store = t->lab.s};
    t->job.engine = ENGINE_tcc;
    t->job.jet.order = 20; /* of the Taylor method */
    ck_assert_msg(job_model(&t->job, path) && job_default_system(&t->job), "%s", path);
    for (size_t i = 0; i < rt_method_count; i++)
        if (code_refuse_method(t->job.diag, t->job.system, &rt_methods[i]))
            t->refused |= 1U << i;
        else
            needs |= rt_methods[i].needs;
    ck_assert(form_more_blocks(t->job.diag, t->job.system, needs & ~(1U << RT_jet)) &&
              job_program(&t->job, needs) && job_machine(&t->job));
    t->start =
        start_find(t->job.diag, t->job.system, t->job.program->prepared, &texts, MISSING_IS_ZERO);
    ck_assert_ptr_nonnull(t->start);
    rt_prepare_model(&t->job.machine.model, t->start->p);
}

static void close_trial(struct trial *t)
{
    code_machine_close(&t->job.machine);
    lab_close(&t->lab);
}

static void move(struct trial *t, const struct rt_method *m, double step, double *x)
{
    static double work[WORK];
    const struct rt_task task = {.method = m,
                                 .model = &t->job.machine.model,
                                 .p = t->start->p,
                                 .u = t->start->u,
                                 .rel = 1e-12,
                                 .span = {0, 0.5, step}};
    ck_assert_uint_le(rt_work(&task), WORK);
    memcpy(x, t->start->x, t->job.program->states * sizeof *x);
    const enum rt_status got = rt_run(&task, x, work, NULL);
    ck_assert_msg(got == RT_OK, "%s, %s: %s", t->job.model->title, m->name, rt_message(got));
}

/* Every block that there is, as the table declares it. */
static void check_shapes(struct trial *t)
{
    const struct system *sys = t->job.system;
    for (int b = 0; b < RT_BLOCKS; b++) {
        const struct block *got = &sys->block[b];
        const enum rt_block_name name = (enum rt_block_name)b;
        size_t high = 0, wide = 0;
        form_block_shape(sys, name, &high, &wide);
        if (got->at && (high != FORM_OPEN || wide != FORM_OPEN))
            ck_assert_msg((high == FORM_OPEN || high == got->rows) &&
                              (wide == FORM_OPEN || wide == got->cols),
                          "%s: block %s is %zu x %zu, and runtime/blocks.h says %zu x %zu",
                          t->job.model->title, form_block_name(name), got->rows, got->cols, high,
                          wide);
    }
}

/* The derivatives of the constraints against differences, near the initial state. */
static void check_jacc(struct trial *t)
{
    const struct rt_model *m = &t->job.machine.model;
    const size_t n = m->states, k = m->length[RT_constraint];
    double x[ROOM], jac[ROOM * ROOM], up[ROOM], down[ROOM];
    const double h = 1e-5, *u = t->start->u, *p = t->start->p;
    ck_assert_uint_eq(m->length[RT_jacc], k * n);
    if (k == 0)
        return;
    for (size_t i = 0; i < n; i++)
        x[i] = t->start->x[i] + 0.1 * cos((double)i);
    rt_call(m, RT_jacc, 0, u, x, p, jac);
    for (size_t j = 0; j < n; j++) {
        const double at = x[j];
        x[j] = at + h;
        rt_call(m, RT_constraint, 0, u, x, p, up);
        x[j] = at - h;
        rt_call(m, RT_constraint, 0, u, x, p, down);
        x[j] = at;
        for (size_t i = 0; i < k; i++)
            ck_assert_msg(fabs(jac[i * n + j] - (up[i] - down[i]) / (2 * h)) < 1e-7, "%s: %zu, %zu",
                          t->job.model->title, i, j);
    }
}

/* All methods against one; differences are bounded by the orders of the methods. */
static void compare(const char *path)
{
    double want[ROOM] = {0}, got[ROOM];
    struct trial t;
    open_trial(&t, path);
    const size_t n = t.job.program->states;
    ck_assert_uint_le(n, ROOM);
    move(&t, rt_method_find("dop853"), 0.5, want);
    const unsigned more =
        1U << RT_jacp | 1U << RT_jacu | 1U << RT_lift | 1U << RT_accel | 1U << RT_veldot;
    ck_assert(form_more_blocks(t.job.diag, t.job.system, more | 1U << RT_power | 1U << RT_usual));
    check_shapes(&t);
    check_jacc(&t);
    for (size_t i = 0; i < rt_method_count; i++) {
        const struct rt_method *m = &rt_methods[i];
        const double h = 1.0 / 256, power = m->adaptive ? 8 : m->order;
        const double bound = 1e-10 + 30 * pow(3 * h, power);
        if (t.refused >> i & 1)
            continue;
        move(&t, m, h, got);
        for (size_t k = 0; k < n; k++)
            ck_assert_msg(fabs(got[k] - want[k]) < bound * (1 + fabs(want[k])),
                          "%s, %s: state %zu is %g off", path, m->name, k, got[k] - want[k]);
    }
    close_trial(&t);
}

START_TEST(methods_agree_on_every_model)
{
    DIR *dir = opendir("models");
    struct dirent *e = NULL;
    size_t seen = 0;
    ck_assert_ptr_nonnull(dir);
    while ((e = readdir(dir))) { /* NOLINT(concurrency-mt-unsafe) */
        char path[300];
        const size_t len = strlen(e->d_name);
        if (len < 3 || strcmp(e->d_name + len - 3, ".nh") != 0)
            continue;
        snprintf(path, sizeof path, "models/%s", e->d_name);
        if (seen++ % (test_whole() ? 1 : 4) == 0)
            compare(path);
    }
    closedir(dir);
    ck_assert_uint_gt(seen, 10);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {what_cannot_be_done_is_refused, methods_of_a_table_are_emitted,
                                  methods_agree_on_every_model};
    return test_run("method", tests, COUNT(tests));
}
