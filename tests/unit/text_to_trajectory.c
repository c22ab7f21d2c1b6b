/* tests/unit/text_to_trajectory.c -- the pipeline from text to trajectory: known motions, command
 * line. */
#include "gen/job/job.h"
#include "gen/print/document.h"
#include "gen/start/start.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BLOCKS = ((1U << RT_BLOCKS) - 1) & ~(1U << RT_jet) }; /* abs has no series */

struct trial {
    struct lab lab;
    struct job job;
    struct start *start;
};

static const struct option_text nothing = {NULL, 0};

static void must(struct trial *t, bool good)
{
    if (!good)
        base_diag_print(t->job.diag, stderr, false);
    ck_assert(good);
}

static struct trial derive(const char *text)
{
    struct trial t = {.lab = lab_open()};
    t.job = (struct job){.mem = t.lab.m, .store = t.lab.s, .diag = base_diag(t.lab.m)};
    t.job.source = base_source_text(t.lab.m, "m.nh", text, strlen(text), EXIT_MODEL);
    must(&t, job_model(&t.job, NULL) && job_system(&t.job, &form_rows[0]));
    return t;
}

static struct trial compile_at(const char *text, const char *params, const char *inits)
{
    struct trial t = derive(text);
    const struct option_text p = {&params, params != NULL}, i = {&inits, inits != NULL};
    must(&t, form_more_blocks(t.job.diag, t.job.system, BLOCKS) && job_program(&t.job, BLOCKS) &&
                 job_machine(&t.job));
    t.start = start_find(t.job.diag, t.job.system, t.job.program->prepared,
                         &(struct point_texts){.params = &p, .inits = &i}, MISSING_IS_ZERO);
    must(&t, t.start != NULL);
    rt_prepare_model(&t.job.machine.model, t.start->p);
    return t;
}

static struct trial compile(const char *text)
{
    return compile_at(text, NULL, NULL);
}

static void end_trial(struct trial *t)
{
    code_machine_close(&t->job.machine);
    lab_close(&t->lab);
}

/* Integrates to `end`; returns the largest relative change of the energy. */
struct watch {
    const struct trial *t;
    double first, drift;
};

static int watch_energy(void *context, double time, const double *u, const double *x)
{
    struct watch *w = context;
    double e = 0;
    w->t->job.machine.model.block[RT_energy](time, u, x, w->t->start->p, &e);
    if (isnan(w->first))
        w->first = e;
    w->drift = fmax(w->drift, fabs(e - w->first) / fmax(fabs(w->first), 1e-300));
    return 0;
}

static double move(struct trial *t, const char *method, double end, double step)
{
    struct watch w = {t, NAN, 0};
    const struct rt_task task = {.method = rt_method_find(method),
                                 .model = &t->job.machine.model,
                                 .p = t->start->p,
                                 .u = t->start->u,
                                 .span = {0, end, step},
                                 .sink = {.row = watch_energy, .context = &w}};
    double *work = mem_take_array(t->lab.m, rt_work(&task), sizeof *work);
    ck_assert_int_eq(rt_run(&task, t->start->x, work, NULL), RT_OK);
    return w.drift;
}

static void near(const char *what, double got, double want, double tolerance)
{
    ck_assert_msg(fabs(got - want) <= tolerance * (1 + fabs(want)), "%s is %.17g, not %.17g", what,
                  got, want);
}

/* ---- the skater on a slope: closed form ---- */

static const char *read_model(const char *path, char *text, size_t room)
{
    FILE *f = fopen(path, "r");
    ck_assert_msg(f != NULL, "no %s; run from the root of the tree", path);
    text[fread(text, 1, room - 1, f)] = 0;
    fclose(f);
    return text;
}

struct skater {
    double m, k, lambda, X0, Y0, phi0, V0, w;
};

/* Grabowska et al. 2025, Example 2.3, for w != 0 */
static void skater_at(const struct skater *s, double t, double *u)
{
    const double ph = s->phi0 + s->w * t, a = s->lambda / (s->m * s->w);
    const double v0 = s->V0 + a * sin(s->phi0);
    const double x0 = s->X0 - s->V0 / s->w * sin(s->phi0) -
                      a / (2 * s->w) * sin(s->phi0) * sin(s->phi0) - a / (4 * s->w);
    const double y0 = s->Y0 + s->V0 / s->w * cos(s->phi0) + a / (4 * s->w) * sin(2 * s->phi0);
    u[0] = a / (4 * s->w) * cos(2 * ph) + v0 / s->w * sin(ph) + x0;
    u[1] = -a * t / 2 + a / (4 * s->w) * sin(2 * ph) - v0 / s->w * cos(ph) + y0;
    u[2] = ph;
    u[3] = -s->lambda / s->w * sin(ph) + s->m * v0;
    u[4] = s->m * s->k * s->k * s->w;
}

START_TEST(the_skater_on_a_slope_moves_as_it_must)
{
    char text[4096];
    static const struct {
        const char *p, *i;
        struct skater s;
    } rows[] = {
        {NULL, NULL, {1, 0.5, 1, 0, 0, 0, 0, 1}},
        {"m=2, k=1/4, lambda=-3",
         "x=1,y=-2,phi=pi/5,v=0.7,w=-2",
         {2, 0.25, -3, 1, -2, 3.14159265358979323846 / 5, 0.7, -2}},
        {"m=2", "eta_v=3,phi=1", {2, 0.5, 1, 0, 0, 1, 1.5, 1}},
    };
    read_model("models/skater_slope.nh", text, sizeof text);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct trial t = compile_at(text, rows[i].p, rows[i].i);
        double want[5];
        const double drift = move(&t, "rk4", 20, 0.01);
        skater_at(&rows[i].s, 20, want);
        for (size_t k = 0; k < 5; k++)
            near(t.job.system->state_name[k], t.start->x[k], want[k], 1e-8);
        ck_assert_double_lt(drift, 1e-9);
        end_trial(&t);
    }
}
END_TEST

START_TEST(equations_read_as_in_the_paper)
{
    char text[4096];
    struct trial t = derive(read_model("models/skater_slope.nh", text, sizeof text));
    char *words = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&words, &size);
    ck_assert_ptr_nonnull(f);
    ck_assert(print_derive(f, t.job.diag, t.job.system, 1U << PART_structure | 1U << PART_motion,
                           PAGE_text));
    fclose(f);
    ck_assert_str_eq(words, "structure functions  [f_k, f_j] = c^i_jk f_i\n"
                            "  c^s_vw = 1      c^v_ws = 1\n"
                            "motion on C*\n"
                            "  x'     = eta_v cos(phi) / m\n"
                            "  y'     = eta_v sin(phi) / m\n"
                            "  phi'   = eta_w / (k^2 m)\n"
                            "  eta_v' = -lambda cos(phi)\n"
                            "  eta_w' = 0\n");
    free(words);
    end_trial(&t);
}
END_TEST

/* ---- the sleigh: here signs and index order of c decide ---- */

#define SLEIGH                                                                                     \
    "coords x, y, th\nparam m = 1.3, J = 0.7, a = 0.4\n"                                           \
    "metric m ((dx - a sin(th) dth)^2 + (dy + a cos(th) dth)^2) + J dth^2\n"                       \
    "frame v = cos(th) d_x + sin(th) d_y\n      w = d_th\n"                                        \
    "complement s = -sin(th) d_x + cos(th) d_y - (m a/(J + m a^2)) d_w\n"                          \
    "init x = 0.3, y = -1, th = 0.5, v = 1, w = 2\n"

/* v' = a w^2, (J + m a^2) w' = -m a v w; eta_v = m v, eta_w = (J + m a^2) w */
static void sleigh(double t, const double *u, const double *p, double *out)
{
    const double m = p[0], I = p[1] + p[0] * p[2] * p[2], a = p[2];
    const double v = u[3] / m, w = u[4] / I;
    (void)t;
    out[0] = v * cos(u[2]);
    out[1] = v * sin(u[2]);
    out[2] = w;
    out[3] = m * a * w * w;
    out[4] = -m * a * v * w;
}

START_TEST(the_sleigh_has_its_known_equations)
{
    struct trial t = compile(SLEIGH);
    struct rng rng = {7};
    for (int i = 0; i < 100; i++) {
        double u[5], got[5], want[5];
        for (int k = 0; k < 5; k++)
            u[k] = rng_double(&rng, -2, 2);
        t.job.machine.model.block[RT_rhs](0, t.start->u, u, t.start->p, got);
        sleigh(0, u, t.start->p, want);
        for (int k = 0; k < 5; k++)
            near(t.job.system->state_name[k], got[k], want[k], 1e-14);
    }
    near("eta_w", t.start->x[4], (0.7 + 1.3 * 0.16) * 2, 1e-15);
    ck_assert_double_lt(move(&t, "rk4", 10, 0.005), 1e-9);
    end_trial(&t);
}
END_TEST

/* ---- no constraint: any frame gives the same straight lines ---- */

START_TEST(a_free_particle_goes_straight_in_any_frame)
{
    struct trial t = compile("coords x, y, z\nmetric dx^2 + dy^2 + 2 dz^2 + dx dz\n"
                             "frame a = cos(z) d_x + sin(z) d_y\n"
                             "      b = -sin(z) d_x + cos(z) d_y\n"
                             "      c = d_z + x d_y\n"
                             "init x = 1, y = 0, z = 0, a = 1, b = 0.3, c = 0.7\n");
    move(&t, "rk4", 3, 0.01);
    near("x", t.start->x[0], 4, 1e-8);
    near("y", t.start->x[1], 3, 1e-8);
    near("z", t.start->x[2], 2.1, 1e-8);
    end_trial(&t);
}
END_TEST

START_TEST(kepler_in_two_charts)
{
    struct trial polar = compile("coords r, f\nmetric dr^2 + r^2 df^2\npotential -1/r\n"
                                 "init r = 1, f = 0, f' = 1.2, r' = 0.1\n");
    struct trial flat = compile("coords x, y\nmetric x'^2 + y'^2\npotential -1/sqrt(x^2 + y^2)\n"
                                "init x = 1, y = 0, x' = 0.1, y' = 1.2\n");
    move(&polar, "rk4", 5, 0.002);
    move(&flat, "rk38", 5, 0.002);
    const double *u = polar.start->x, *v = flat.start->x;
    near("x", v[0], u[0] * cos(u[1]), 1e-9);
    near("y", v[1], u[0] * sin(u[1]), 1e-9);
    end_trial(&polar);
    end_trial(&flat);
}
END_TEST

/* ---- generated code against expressions ---- */

#define WIDE                                                                                       \
    "coords x, y, z\nparam a = 1.5 > 0, b = 0.7\n"                                                 \
    "let r = sqrt(x^2 + y^2 + 1)\n"                                                                \
    "metric (2 + sin(x)^2) dx^2 + (1 + y^2) dy^2 + a dz^2 + (b/2) dx dy + x^2 dz^2\n"              \
    "potential exp(-x/a) / r + 1/r^3 + 3/r^2 + x^7 y^-2 + tanh(x y) log(2 + z^2) "                 \
    "+ atan2(y, 2 + x) + abs(x - 3) + (a + b)^(1/3) z^(7/3) + pi z - (x + y)^-1 - t x\n"           \
    "frame u = d_x + y d_z\n      v = d_y - x d_z\n      w = d_z\n"                                \
    "plot (x', u + v w); (energy, t)\n"

/* A block by instructions instead of machine code. */
static void interpret(struct trial *t, int block, const double *x, double time, double *out)
{
    const struct program *p = t->job.program;
    const struct routine *r = &p->block[block];
    const struct mem_mark mark = mem_mark(t->lab.m);
    double *value = mem_take_array(t->lab.m, r->n + p->prepare.n, sizeof *value);
    double *params = mem_take_array(t->lab.m, p->params + p->prepared, sizeof *params);
    memcpy(params, t->start->p, p->params * sizeof *params);
    code_interp(&p->prepare, 0, NULL, NULL, params, value, params + p->params);
    code_interp(r, time, t->start->u, x, params, value, out);
    mem_release(t->lab.m, mark);
}

START_TEST(code_and_expressions_agree)
{
    struct trial t = compile(WIDE);
    const struct system *sys = t.job.system;
    const struct model *m = sys->model;
    const size_t n = sys->states + m->params + 1;
    struct rng rng = {3};
    ex x[16];
    double v[16];
    for (size_t i = 0; i < sys->states; i++)
        x[i] = sys->state[i];
    for (size_t i = 0; i < m->params; i++) {
        x[sys->states + i] = m->param[i].symbol;
        v[sys->states + i] = t.start->p[i];
    }
    x[n - 1] = m->time;
    for (int k = 0; k < 200; k++) {
        for (size_t i = 0; i < sys->states; i++)
            v[i] = rng_double(&rng, 0.2, 2);
        v[n - 1] = rng_double(&rng, 0, 9);
        for (int b = 0; b < RT_BLOCKS; b++) {
            double got[64], want[64];
            const size_t size = sys->block[b].rows * sys->block[b].cols;
            if (!size)
                continue;
            ck_assert_uint_le(size, 64);
            for (size_t i = m->coords; i < sys->states; i++)
                x[i] = b == RT_drop ? m->section[i - m->coords].velocity : sys->state[i];
            ex_eval(t.lab.s, sys->block[b].at, size, x, v, n, want);
            t.job.machine.model.block[b](v[n - 1], t.start->u, v, t.start->p, got);
            for (size_t i = 0; i < size; i++)
                near(form_block_name((enum rt_block_name)b), got[i], want[i], 1e-12);
            interpret(&t, b, v, v[n - 1], want);
            ck_assert_mem_eq(got, want, size * sizeof *got);
        }
    }
    end_trial(&t);
}
END_TEST

static size_t deepest(const char *text)
{
    size_t depth = 0, most = 0;
    for (; *text; text++) {
        depth += *text == '(';
        depth -= *text == ')';
        most = depth > most ? depth : most;
    }
    return most;
}

/* ---- blocks that belong together ---- */

static const char *const together[] = {"models/sleigh.nh", "models/snakeboard.nh",
                                       "models/rolling_disk.nh", "models/turntable_ball.nh",
                                       "models/charged_turntable_ball.nh"};

START_TEST(drop_undoes_lift)
{
    struct rng rng = {8};
    for (size_t k = 0; k < COUNT(together); k++) {
        struct lab lab = lab_open();
        struct trial t = compile(tool_file(lab.m, together[k]));
        const size_t n = t.job.system->states;
        double x[16], y[32], back[16];
        for (size_t i = 0; i < n; i++)
            x[i] = rng_double(&rng, 0.2, 1);
        const struct rt_model *m = &t.job.machine.model;
        m->block[RT_lift](0.3, t.start->u, x, t.start->p, y);
        m->block[RT_drop](0.3, t.start->u, y, t.start->p, back);
        for (size_t i = 0; i < n; i++)
            near(together[k], back[i], x[i], 1e-12);
        end_trial(&t);
        lab_close(&lab);
    }
}
END_TEST

/* The initial state satisfies the initial conditions, and parameters have their given values, also
 * where other values are changed. */
START_TEST(start_is_what_is_given)
{
    static const char *const params[] = {NULL, "m=2,R=0.75"};
    for (size_t k = 0; k < 2 * COUNT(together); k++) {
        const char *path = together[k / 2];
        if (k % 2 && strncmp(path, "models/s", 8) == 0) /* has no R */
            continue;
        struct lab lab = lab_open();
        struct trial t = compile_at(tool_file(lab.m, path), params[k % 2], NULL);
        const struct rt_model *m = &t.job.machine.model;
        const size_t half = m->length[RT_given] / 2;
        struct given_row *row = NULL;
        double given[64], usual[32];
        ck_assert_uint_eq(form_given_rows(t.job.diag, t.job.system, &row), half);
        ck_assert_uint_gt(half, 3);
        m->block[RT_given](0, t.start->u, t.start->x, t.start->p, given);
        m->block[RT_usual](0, t.start->u, t.start->x, t.start->p, usual);
        for (size_t i = 0; i < half && !row[i].rest; i++)
            near(row[i].name, given[i], given[half + i], 1e-12);
        for (size_t i = 0; i < m->length[RT_usual]; i++)
            if (ex_symbols(t.lab.s, &t.job.model->param[i].value, 1).n)
                near(t.job.model->param[i].name, usual[i], t.start->p[i], 1e-12);
        end_trial(&t);
        lab_close(&lab);
    }
}
END_TEST

/* Central differences of the rates, by a state or by a parameter. */
static void difference(const struct trial *t, double *x, double *p, double *at, double *out)
{
    const struct rt_model *m = &t->job.machine.model;
    const double h = 0x1p-17, was = *at;
    double low[16];
    for (int side = 0; side < 2; side++) {
        *at = side ? was + h : was - h;
        m->prepare(p);
        m->block[RT_rhs](0.3, t->start->u, x, p, side ? out : low);
    }
    *at = was;
    m->prepare(p);
    for (size_t i = 0; i < m->states; i++)
        out[i] = (out[i] - low[i]) / (2 * h);
}

START_TEST(jacobians_are_those_of_differences)
{
    struct rng rng = {9};
    for (size_t k = 0; k < COUNT(together); k++) {
        struct lab lab = lab_open();
        struct trial t = compile(tool_file(lab.m, together[k]));
        const struct rt_model *m = &t.job.machine.model;
        double x[16], slope[16], jac[256], jacp[256];
        for (size_t i = 0; i < m->states; i++)
            x[i] = rng_double(&rng, 0.2, 1);
        m->block[RT_jac](0.3, t.start->u, x, t.start->p, jac);
        m->block[RT_jacp](0.3, t.start->u, x, t.start->p, jacp);
        for (size_t j = 0; j < m->states + m->params; j++) {
            const bool state = j < m->states;
            const size_t at = state ? j : j - m->states, wide = state ? m->states : m->params;
            difference(&t, x, t.start->p, state ? &x[at] : &t.start->p[at], slope);
            for (size_t i = 0; i < m->states; i++) {
                const double have = (state ? jac : jacp)[i * wide + at];
                near(together[k], have / (1 + fabs(slope[i])), slope[i] / (1 + fabs(slope[i])),
                     1e-6);
            }
        }
        end_trial(&t);
        lab_close(&lab);
    }
}
END_TEST

START_TEST(code_is_neither_deep_nor_named)
{
    struct mem_text text = {0};
    struct lab lab = lab_open();
    text = mem_text(lab.m);
    mem_put(&text, "model \"*/ int evil; /*\"\ncoords evil, y\nparam worse = 1\n"
                   "metric devil^2 + dy^2\npotential worse ");
    for (int i = 0; i < 150; i++)
        mem_put(&text, "sin(evil + ");
    mem_put(&text, "y");
    for (int i = 0; i < 150; i++)
        mem_put(&text, ")");
    mem_put(&text, "\n");
    struct trial t = compile(text.text);
    ck_assert_uint_le(deepest(t.job.text), 40);
    ck_assert_ptr_null(strstr(t.job.text, "evil"));
    ck_assert_ptr_null(strstr(t.job.text, "worse"));
    end_trial(&t);
    lab_close(&lab);
}
END_TEST

START_TEST(constants_are_prepared_once)
{
    struct trial t = compile("coords x\nparam a = 2, b = 3\nmetric a^2 dx^2\n"
                             "potential sin(a) b x^2 / (a + b)\n");
    const struct tally rhs = code_tally(&t.job.program->block[RT_rhs]);
    ck_assert_uint_eq(rhs.muls, 2);
    ck_assert_uint_eq(rhs.adds + rhs.divs + rhs.calls, 0);
    end_trial(&t);
}
END_TEST

START_TEST(a_shared_denominator_is_divided_by_once)
{
    struct trial t = compile("coords x, y\nmetric dx^2 + dy^2\npotential 1/(1 + x^2 + y^2)\n");
    const struct tally rhs = code_tally(&t.job.program->block[RT_rhs]);
    ck_assert_uint_eq(rhs.divs, 1);
    end_trial(&t);
}
END_TEST

/* ---- the start ---- */

static void expect_start(const char *text, const char *params, const char *inits, const char *words,
                         enum base_exit code)
{
    struct trial t = derive(text);
    const struct option_text p = {&params, params != NULL}, i = {&inits, inits != NULL};
    t.start = start_find(t.job.diag, t.job.system, 0,
                         &(struct point_texts){.params = &p, .inits = &i}, MISSING_IS_ZERO);
    const struct note *last = t.job.diag->last;
    ck_assert_msg(!t.start && last && strstr(last->message, words), "wanted '%s', got '%s'", words,
                  last ? last->message : "nothing");
    ck_assert_int_eq(base_diag_exit(t.job.diag), code);
    end_trial(&t);
}

START_TEST(starts_that_cannot_be)
{
    char text[4096];
    read_model("models/skater_slope.nh", text, sizeof text);
    expect_start(text, "mm=1", NULL, "no parameter 'mm'", EXIT_USAGE);
    expect_start(text, "m", NULL, "'=' is missing", EXIT_USAGE);
    expect_start(text, "m=", NULL, "missing", EXIT_USAGE);
    expect_start(text, "m=k", NULL, "unknown name 'k'", EXIT_USAGE);
    expect_start(text, "m=1,,k=2", NULL, "expects a name", EXIT_USAGE);
    expect_start(text, "m=0", NULL, "not positive", EXIT_MODEL);
    expect_start(text, "m=exp(1000)", NULL, "not a finite number", EXIT_USAGE);
    expect_start(text, NULL, "q=1", "no 'q'", EXIT_USAGE);
    expect_start(text, NULL, "s=1", "does not fit", EXIT_USAGE);
    expect_start(text, NULL, "phi'=2,w=3", "does not fit", EXIT_USAGE);
    expect_start(text, NULL, "y'=1", "does not fit", EXIT_USAGE);
    expect_start("coords x\nparam m = 1 > 0\nmetric m dx^2\n", "m=-1", NULL, "> 0", EXIT_USAGE);
    expect_start("coords x\nparam m = 1 in 0 .. 2\nmetric m dx^2\n", "m=3", NULL, "range",
                 EXIT_USAGE);
    expect_start("coords x\nparam m = 1 != 0\nmetric dx^2\npotential m x\n", "m=0", NULL, "!= 0",
                 EXIT_USAGE);
    expect_start("coords x\nmetric dx^2\ninit x = exp(1000)\n", NULL, NULL, "not a finite number",
                 EXIT_MODEL);
}
END_TEST

START_TEST(an_option_overrules_the_model)
{
    char text[4096];
    read_model("models/skater_slope.nh", text, sizeof text);
    struct trial t = compile_at(text, "m=2", "x'=1.5");
    near("eta_v", t.start->x[3], 3, 1e-15);
    near("eta_w", t.start->x[4], 0.5, 1e-15);
    end_trial(&t);
}
END_TEST

/* eta_u2 is a coordinate here, so that the momentum of a field u2 needs another name. */
START_TEST(chosen_names_keep_clear_of_given_ones)
{
    struct trial t = derive("coords eta_u2, d_u1\nmetric deta_u2^2 + 4 dd_u1^2\n");
    ck_assert_str_eq(t.job.system->state_name[2], "eta_u3");
    ck_assert_str_eq(t.job.system->state_name[3], "eta_u4");
    end_trial(&t);
}
END_TEST

START_TEST(parameters_may_depend_on_each_other)
{
    struct trial t = compile_at("coords x\nparam k = sqrt(J/m), J = 2 m, m = 3\nmetric k dx^2\n",
                                "m=8,J=2", "x'=1");
    near("k", t.start->p[0], 0.5, 1e-16);
    near("eta", t.start->x[1], 0.5, 1e-16);
    end_trial(&t);
}
END_TEST

/* ---- out of memory at every allocation ---- */

static bool whole_way(struct mem *m, const char *text)
{
    struct job job = {.mem = m, .diag = base_diag(m)};
    job.store = ex_store_new(m, ex_limits());
    job.source = base_source_text(m, "m.nh", text, strlen(text), EXIT_MODEL);
    return job_model(&job, NULL) && job_system(&job, &form_rows[0]) && job_program(&job, BLOCKS) &&
           start_find(job.diag, job.system, job.program->prepared,
                      &(struct point_texts){.params = &nothing, .inits = &nothing},
                      MISSING_IS_ZERO);
}

START_TEST(running_out_of_memory_is_survived)
{
#ifdef EX_HOSTILE
    const uint64_t stride = 997; /* every insertion allocates: a sample is enough */
#else
    const uint64_t stride = 1;
#endif
    volatile bool done = false;
    volatile uint64_t nth = 0;
    while (!done) {
        struct mem *m = mem_new(0);
        nth += stride;
        if (MEM_TRY(m)) {
            mem_fail_at(m, nth);
            ck_assert(whole_way(m, WIDE));
            done = true;
        }
        mem_calm(m);
        mem_free(m);
        ck_assert_uint_lt(nth, 10000000);
    }
    ck_assert_uint_gt(nth, 10);
}
END_TEST

/* ---- the program: exit codes, streams, files ---- */

struct outcome {
    int code;
    char out[1 << 16], err[1 << 13];
};

static void slurp(const char *path, char *text, size_t room)
{
    FILE *f = fopen(path, "r");
    text[f ? fread(text, 1, room - 1, f) : 0] = 0;
    if (f)
        fclose(f);
}

static const char *program(void)
{
    const char *path = getenv("NOSLIP_BIN");
    return path ? path : "build/noslip";
}

static struct outcome *call(const char *arguments)
{
    static struct outcome o;
    char command[1024], out[] = "/tmp/noslip-out-XXXXXX", err[] = "/tmp/noslip-err-XXXXXX";
    const int a = mkstemp(out), b = mkstemp(err);
    ck_assert(a >= 0 && b >= 0);
    close(a);
    close(b);
    snprintf(command, sizeof command, "{ %s %s; } </dev/null >%s 2>%s", program(), arguments, out,
             err);
    const int status = system(command); /* NOLINT(cert-env33-c): a test of a program runs it */
    ck_assert(WIFEXITED(status));
    o.code = WEXITSTATUS(status);
    slurp(out, o.out, sizeof o.out);
    slurp(err, o.err, sizeof o.err);
    remove(out);
    remove(err);
    return &o;
}

#define MODEL "models/skater_slope.nh"

/* clang-format off */
static const struct {
    const char *arguments;
    int code;
    const char *out, *err; /* parts of the outputs; NULL: empty */
} calls[] = {
    {"",                                   2,  NULL,               "a command is missing"},
    {"help",                               0,  "noslip COMMAND",   NULL},
    {"-h",                                 0,  "noslip COMMAND",   NULL},
    {"run -h",                             0,  "--dt STEP",        NULL},
    {"help frame",                         0,  "name = FIELD",     NULL},
    {"help derive",                        0,  "\n  triple ",       NULL},
    {"help derive",                        0,  "\n--as: text ",     NULL},
    {"help rk4",                           0,  "order 4",          NULL},
    {"help skew",                          0,  "C*",               NULL},
    {"help nonsense",                      2,  NULL,               "nothing is known"},
    {"--version",                          0,  "noslip " NOSLIP_VERSION, NULL},
    {"rnu " MODEL,                         2,  NULL,               "did you mean 'run'?"},
    {"run",                                2,  NULL,               "needs a model"},
    {"run a b",                            2,  NULL,               "one MODEL at a time"},
    {"run " MODEL " --tt 3",               2,  NULL,               "unknown option '--tt'"},
    {"run " MODEL " --metod rk4",          2,  NULL,               "did you mean '--method'?"},
    {"run " MODEL " --method rk5",         2,  NULL,               "did you mean 'rk4'?"},
    {"run " MODEL " --method rk4,heun",    2,  NULL,               "takes one word"},
    {"run " MODEL " --form vakonomik",     2,  NULL,               "does not know 'vakonomik'"},
    {"run " MODEL " --dt",                 2,  NULL,               "needs a value"},
    {"run " MODEL " --dt x",               2,  NULL,               "unknown name 'x'"},
    {"run " MODEL " -t 1/0",               2,  NULL,               "-t:1:"},
    {"run " MODEL " --dt 0",               2,  NULL,               "must be a positive number"},
    {"run " MODEL " -t -1",                2,  NULL,               "must not be negative"},
    {"run " MODEL " -t 0",                 0,  "\n0,",             "0 steps"},
    {"run " MODEL " --dt 1e-300",          2,  NULL,               "more than 2^53 steps"},
    {"run " MODEL " --only motion",        2,  NULL,               "not an option of 'run'"},
    {"run " MODEL " -p lambd=2",           2,  NULL,               "did you mean 'lambda'?"},
    {"run nothing.nh",                     4,  NULL,               "cannot open"},
    {"run .",                              4,  NULL,               "directory"},
    {"run " MODEL " -o /nothing/x.csv",    4,  NULL,               "cannot write"},
    {"run " MODEL " -o /dev/full",         4,  NULL,               "cannot write"},
    {"run " MODEL " >/dev/full",           4,  NULL,               "cannot write"},
    {"derive " MODEL " >/dev/full",        4,  NULL,               "cannot write"},
    {"help >/dev/full",                    4,  NULL,               "cannot write"},
    {"run " MODEL " | head -n 1",          0,  "t,x,y,phi,eta_v,eta_w,energy\n", ""},
    {"run " MODEL " -t 0.1 --dt=0.05 --method rk4", 0, "\n0.1000",   "2 steps, 8 rhs"},
    {"run " MODEL " -t.1 --method euler",  0,  "\n0.1000",        "10 steps, 10 rhs"},
    {"run - < " MODEL,                     0,  "t,x",              "Skater on a slope"},
    {"check " MODEL,                       0,  "c^s_vw = 1",       " ms"},
    {"derive " MODEL " --only motion",     0,  "motion on C*",     NULL},
    {"derive " MODEL " --only moton",      2,  NULL,               "did you mean 'motion'?"},
    {"derive " MODEL " --as latex",        0,  "\\cos",            NULL},
    {"derive " MODEL " --as html",         2,  NULL,               "--as does not know"},
    {"emit " MODEL,                        0,  "int skater_slope_self_test(void)", NULL},
    {"emit " MODEL " --target js",         0,  "export function rhs(", NULL},
    {"emit " MODEL " --target jss",        2,  NULL,               "did you mean 'js'?"},
    {"emit " MODEL " --target js --real float", 2, NULL,           "are for C"         },
    {"emit " MODEL " --target js --fast",  2,  NULL,               "are for C"},
    {"emit " MODEL " --math bundled --fast", 2, NULL,              "--math libm goes with"},
    {"emit " MODEL " --target embedded",   0,  "uint32_t skater_slope_selftest(", NULL},
    {"emit " MODEL " --real float",        0,  "typedef float skater_slope_real;", NULL},
    {"emit " MODEL " --real half",         2,  NULL,               "--real does not know"},
    {"emit " MODEL " --blocks enrgy",      2,  NULL,               "did you mean 'energy'?"},
    {"emit " MODEL " --blocks moving",     1,  NULL,               "this model has no moving"},
    {"emit " MODEL " --blocks all",        0,  "skater_slope_LENGTH_bivector = 25", NULL},
    {"emit " MODEL " --method heun",       0,  "One step of heun", NULL},
    {"emit " MODEL " --stats",             0,  "multiplies",       NULL},
    {"emit - < " MODEL,                    0,  "model_self_test",  NULL},
    {"emit " MODEL " -o /nothing/x",       4,  NULL,               "cannot make '/nothing/x'"},
    {"emit " MODEL " -o " MODEL,           4,  NULL,               "cannot read"},
    {"emit " MODEL " >/dev/full",          4,  NULL,               "cannot write"},
};
/* clang-format on */

START_TEST(the_program_answers)
{
    for (size_t i = 0; i < COUNT(calls); i++) {
        const struct outcome *o = call(calls[i].arguments);
        ck_assert_msg(o->code == calls[i].code, "noslip %s: exit %d, not %d\n%s",
                      calls[i].arguments, o->code, calls[i].code, o->err);
        ck_assert_msg(calls[i].out ? strstr(o->out, calls[i].out) != NULL : !o->out[0],
                      "noslip %s says\n%.500s", calls[i].arguments, o->out);
        ck_assert_msg(calls[i].err ? strstr(o->err, calls[i].err) != NULL : !o->err[0],
                      "noslip %s complains\n%s", calls[i].arguments, o->err);
    }
}
END_TEST

START_TEST(every_page_has_every_section)
{
    for (int i = 0; i < PAGE_COUNT; i++) {
        char arguments[128];
        snprintf(arguments, sizeof arguments, "derive " MODEL " --as %s",
                 print_page_choice((size_t)i).word);
        const struct outcome *o = call(arguments);
        ck_assert_msg(o->code == 0 && o->out[0] && !o->err[0], "%s\n%s", arguments, o->err);
        ck_assert_msg(!strstr(o->out, "..."), "%s\n%s", arguments, o->out);
    }
}
END_TEST

/* A file appears complete or not at all; the file that it replaces stays until then. */
START_TEST(files_are_written_whole)
{
    char path[] = "/tmp/noslip-dir-XXXXXX", arguments[256], file[64];
    struct outcome *o = NULL;
    ck_assert_ptr_nonnull(mkdtemp(path));
    snprintf(file, sizeof file, "%s/a.csv", path);
    snprintf(arguments, sizeof arguments, "run " MODEL " -t 1 -o %s && ls %s", file, path);
    o = call(arguments);
    ck_assert_int_eq(o->code, 0);
    ck_assert_str_eq(o->out, "a.csv\n");
    slurp(file, o->out, sizeof o->out);
    ck_assert_ptr_nonnull(strstr(o->out, "\n1,"));
    const size_t n = strlen(o->out);
    ck_assert(o->out[n - 1] == '\n');
    remove(file);
    remove(path);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {the_skater_on_a_slope_moves_as_it_must,
                                  equations_read_as_in_the_paper,
                                  the_sleigh_has_its_known_equations,
                                  a_free_particle_goes_straight_in_any_frame,
                                  kepler_in_two_charts,
                                  code_and_expressions_agree,
                                  drop_undoes_lift,
                                  start_is_what_is_given,
                                  jacobians_are_those_of_differences,
                                  code_is_neither_deep_nor_named,
                                  constants_are_prepared_once,
                                  a_shared_denominator_is_divided_by_once,
                                  starts_that_cannot_be,
                                  parameters_may_depend_on_each_other,
                                  an_option_overrules_the_model,
                                  chosen_names_keep_clear_of_given_ones,
                                  running_out_of_memory_is_survived,
                                  the_program_answers,
                                  every_page_has_every_section,
                                  files_are_written_whole};
    return test_run("pipeline", tests, COUNT(tests));
}
