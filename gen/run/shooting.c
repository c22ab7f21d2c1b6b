/* gen/run/shooting.c -- the command `connect`: boundary value problems in time, by shooting.
 *
 * The initial positions are given; the rest of the initial state, as many numbers, is found by
 * Newton's method such that the positions at the end are the given ones. Derivatives of the end by
 * the initial values are those of the flow: X' = J X is integrated beside x' = f, with the derived
 * Jacobian. There may be none, one or many such motions, so that the search has several initial
 * guesses, and all motions found are listed by their action, the integral of L.
 *
 * For a vakonomic motion these are the normal extremals of a sub-Riemannian problem: abnormal ones,
 * on which the multiplier of L vanishes, do not solve its equations.
 */
#include "gen/base/linear.h"
#include "gen/run/run.h"

#include <math.h>
#include <string.h>

enum { STARTS = 24, ITERATIONS = 40, HALVES = 12 };

struct shot {
    const struct system *sys;
    const struct rt_model *machine;
    const double *p, *u;
    struct rt_task task; /* for the state, its derivatives by the unknowns, and the action */
    size_t n, free;      /* states, unknown initial values among them */
    double *jac, *x, *work;
};

/* ---- the motion, its derivatives and its action, as one system ---- */

static void rates(void *self, enum rt_block_name b, double t, const double *u, const double *x,
                  const double *p, double *out)
{
    const struct shot *s = self;
    const size_t n = s->n, m = s->free;
    (void)b;
    (void)p; /* its prepared constants are those of another program */
    rt_call(s->machine, RT_rhs, t, u, x, s->p, out);
    rt_call(s->machine, RT_jac, t, u, x, s->p, s->jac);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += s->jac[i * n + k] * x[n + k * m + j];
            out[n + i * m + j] = sum;
        }
    rt_call(s->machine, RT_column, t, u, x, s->p, &out[n + n * m]);
}

static void prepared(void *self, double *p)
{
    (void)self;
    (void)p;
}

/* Integrates from positions q and the rest z to s->x at the end; false: it does not get there. */
static bool shoot(struct shot *s, const double *q, const double *z)
{
    const size_t n = s->n, m = s->free, nq = n - m;
    memset(s->x, 0, (n + n * m + 1) * sizeof *s->x);
    memcpy(s->x, q, nq * sizeof *q);
    memcpy(s->x + nq, z, m * sizeof *z);
    for (size_t j = 0; j < m; j++)
        s->x[n + (nq + j) * m + j] = 1;
    if (rt_run(&s->task, s->x, s->work, NULL) != RT_OK)
        return false;
    for (size_t i = 0; i <= n + n * m; i++)
        if (!isfinite(s->x[i]))
            return false;
    return true;
}

/* ---- Newton ---- */

struct ends {
    double *from, *to;
    double scale; /* of positions */
};

static double miss(const struct shot *s, const struct ends *e)
{
    double sum = 0;
    for (size_t i = 0; i < s->n - s->free; i++)
        sum = hypot(sum, s->x[i] - e->to[i]);
    return sum;
}

/* A damped Newton step of z that brings the end nearer, with s->x; false: none does. */
static bool improve(struct diag *d, struct shot *s, const struct ends *e, double *z, double *left)
{
    const size_t m = s->free, nq = s->n - m;
    double *a = mem_take_array(d->mem, m * m + 1, sizeof *a);
    double *dz = mem_take_array(d->mem, m + 1, sizeof *dz);
    double *next = mem_take_array(d->mem, m + 1, sizeof *next);
    for (size_t i = 0; i < nq; i++) {
        dz[i] = e->to[i] - s->x[i];
        for (size_t j = 0; j < m; j++)
            a[i * m + j] = s->x[s->n + i * m + j];
    }
    if (!base_solve(a, m, dz, 1))
        return false;
    for (int half = 0; half < HALVES; half++) {
        for (size_t j = 0; j < m; j++)
            next[j] = z[j] + ldexp(dz[j], -half);
        if (!shoot(s, e->from, next) || !(miss(s, e) < *left))
            continue;
        memcpy(z, next, m * sizeof *z);
        *left = miss(s, e);
        return true;
    }
    return false;
}

/* Newton steps until the distance of the end is below `bar`, with the current tolerance. */
static bool approach(struct diag *d, struct shot *s, const struct ends *e, double bar, double *z)
{
    if (!shoot(s, e->from, z))
        return false;
    double left = miss(s, e);
    for (int i = 0; i < ITERATIONS && left > bar; i++) {
        const struct mem_mark mark = mem_mark(d->mem);
        const bool better = improve(d, s, e, z, &left);
        mem_release(d->mem, mark);
        if (!better)
            break;
    }
    return left <= 1000 * bar && shoot(s, e->from, z);
}

/* First with a rough tolerance, for most guesses fail. */
static bool find(struct diag *d, struct shot *s, const struct ends *e, double *z)
{
    const double size = 1 + e->scale;
    s->task.rel = 1e-6;
    const bool near = approach(d, s, e, 1e-5 * size, z);
    s->task.rel = 1e-12;
    return near && approach(d, s, e, 1e-12 * size, z);
}

/* ---- initial guesses ---- */

/* Guess k: momenta or velocities of the straight line, then others around them. */
static void guess(struct diag *d, struct shot *s, const struct ends *e, size_t k, double *z)
{
    const struct model *m = s->sys->model;
    const size_t nq = m->coords, n = m->sections;
    struct store *st = m->store;
    ex *y = sym_row(d->mem, n), *p = sym_row(d->mem, n);
    double *value = mem_take_array(d->mem, n + 1, sizeof *value), size = 0;
    const double T = s->task.span.end;
    const bool momenta = s->sys->kind == STATES_p;
    for (size_t B = 0; B < n; B++)
        y[B] = m->section[B].velocity;
    if (momenta)
        form_momenta_of(s->sys->mech, y, p);
    ex *symbol = sym_row(d->mem, 2 * n + m->params + 1);
    double *at = mem_take_array(d->mem, 2 * n + m->params + 1, sizeof *at);
    for (size_t i = 0; i < nq; i++) {
        symbol[i] = m->coord[i].q;
        at[i] = e->from[i];
        symbol[nq + i] = y[i];
        at[nq + i] = value[i] = (e->to[i] - e->from[i]) / T;
    }
    for (size_t i = 0; i < m->params; i++) {
        symbol[2 * nq + i] = m->param[i].symbol;
        at[2 * nq + i] = s->p[i];
    }
    symbol[2 * nq + m->params] = m->time;
    at[2 * nq + m->params] = 0;
    if (momenta)
        ex_eval(st, p, n, symbol, at, 2 * nq + m->params + 1, value);
    for (size_t j = 0; j < n; j++)
        size = fmax(size, fabs(value[j]));
    const double spread = k ? (size + 1 / T) * ldexp(1, (int)(k % 4) - 1) : 0;
    for (size_t j = 0; j < n; j++)
        z[j] = (k ? 0.5 : 1) * value[j] + spread * base_arbitrary(k, j);
}

/* ---- motions found ---- */

struct found {
    double *z;
    double action, energy;
};

static bool is_known(const struct found *all, size_t n, const double *z, size_t m)
{
    for (size_t k = 0; k < n; k++) {
        double far = 0, size = 0;
        for (size_t j = 0; j < m; j++) {
            far = fmax(far, fabs(all[k].z[j] - z[j]));
            size = fmax(size, fabs(z[j]));
        }
        if (far <= 1e-5 * (1 + size))
            return true;
    }
    return false;
}

static size_t search(struct diag *d, struct shot *s, const struct ends *e, struct found *out)
{
    size_t n = 0;
    for (size_t k = 0; k < STARTS && !run_interrupted(); k++) {
        double *z = mem_take_array(d->mem, s->free + 1, sizeof *z);
        guess(d, s, e, k, z);
        if (!find(d, s, e, z) || is_known(out, n, z, s->free))
            continue;
        struct found one = {.z = z, .action = s->x[s->n + s->n * s->free]};
        rt_call(s->machine, RT_energy, s->task.span.end, s->u, s->x, s->p, &one.energy);
        size_t at = n++;
        for (; at > 0 && out[at - 1].action > one.action; at--)
            out[at] = out[at - 1];
        out[at] = one;
    }
    return n;
}

/* ---- screen and figure ---- */

static void put_number(double value, int wide, int digits)
{
    char text[EX_DOUBLE_ROOM];
    ex_double_brief(value, digits, text);
    printf("%*s", wide, text);
}

static int draw_row(void *context, double t, const double *u, const double *x)
{
    const struct shot *s = ((void **)context)[0];
    struct points *points = ((void **)context)[1];
    double *room = ((void **)context)[2];
    rt_call(s->machine, RT_output, t, u, x, s->p, room);
    figure_points_add(points, room[0], room[1]);
    return 0;
}

static void put_picture(struct diag *d, struct shot *s, const struct ends *e,
                        const struct found *best)
{
    const struct model *m = s->sys->model;
    struct points points = figure_points(d->mem, 1 << 12);
    double *room = mem_take_array(d->mem, 2 * m->plots + 1, sizeof *room);
    void *context[] = {s, &points, room};
    if (!m->plots)
        return;
    s->task.sink = (struct rt_sink){.row = draw_row, .context = context};
    shoot(s, e->from, best->z);
    s->task.sink = (struct rt_sink){.row = NULL};
    figure_plot(stdout, d->mem, &points, m->plot[0].x_name, m->plot[0].y_name, 80);
}

static void put_ends(const struct model *m, const double *q, const char *before)
{
    fputs(before, stdout);
    for (size_t i = 0; i < m->coords; i++) {
        printf("%s%s = ", i ? ", " : "", m->coord[i].name);
        put_number(q[i], 0, 6);
    }
}

static void put_found(const struct shot *s, const struct found *all, size_t n)
{
    enum { WIDE = 12 };
    const size_t nq = s->n - s->free;
    printf("%*s%*s", WIDE, "action", WIDE, "energy");
    for (size_t j = 0; j < s->free; j++)
        printf("%*s", WIDE, s->sys->state_name[nq + j]);
    putchar('\n');
    for (size_t k = 0; k < n; k++) {
        put_number(all[k].action, WIDE, 6);
        put_number(all[k].energy, WIDE, 6);
        for (size_t j = 0; j < s->free; j++)
            put_number(all[k].z[j], WIDE, 6);
        putchar('\n');
    }
}

static void put_all(struct diag *d, struct shot *s, const struct ends *e, const struct found *all,
                    size_t n)
{
    const struct model *m = s->sys->model;
    char T[EX_DOUBLE_ROOM];
    ex_double_brief(s->task.span.end, 6, T);
    printf("%s   %s form, in time %s\n", m->title, s->sys->form->name, T);
    put_ends(m, e->from, "  from ");
    put_ends(m, e->to, "\n  to   ");
    putchar('\n');
    if (n == 0) {
        printf("  no motion was found from %d starts, which does not prove that there is none\n",
               STARTS);
    } else {
        put_picture(d, s, e, &all[0]);
        printf("  %zu motion%s found from %d starts%s\n", n, n == 1 ? " was" : "s were", STARTS,
               m->plots ? "; the one of least action is drawn" : "");
        put_found(s, all, n);
    }
    if (form_uncovered(s->sys))
        printf("  %s\n", form_uncovered(s->sys));
}

/* ---- options ---- */

static bool read_place(struct job *job, const struct options *o, enum base_option option,
                       const char *name, double *q, bool *known)
{
    const struct model *m = job->model;
    struct diag *d = job->diag;
    struct assignment *given = NULL;
    size_t n = 0;
    const size_t before = d->errors;
    if (!lang_assignments(d, job->store, name, &o->value[option], &given, &n))
        return false;
    for (size_t k = 0; k < n; k++) {
        struct nearest near = base_nearest(given[k].name, strlen(given[k].name));
        size_t i = 0;
        while (i < m->coords && strcmp(m->coord[i].name, given[k].name) != 0)
            base_offer(&near, m->coord[i++].name);
        if (i == m->coords) {
            base_error(d, given[k].where, "there is no coordinate '%s'", given[k].name)->help =
                base_did_you_mean(d->mem, &near);
            continue;
        }
        q[i] = given[k].value;
        known[i] = true;
    }
    for (size_t i = 0; i < m->coords; i++)
        if (!known[i] && d->errors == before) {
            base_fail(d, EXIT_USAGE, "%s does not say where '%s' is", name, m->coord[i].name);
            return false;
        }
    return d->errors == before;
}

/* The positions of `init`, where given, then those of --from and --to. */
static bool read_ends(struct job *job, const struct options *o, const struct start *init,
                      struct ends *e)
{
    const struct model *m = job->model;
    const size_t nq = m->coords;
    bool *known = mem_take_array(job->mem, nq + 1, sizeof *known);
    e->from = mem_take_array(job->mem, nq + 1, sizeof *e->from);
    e->to = mem_take_array(job->mem, nq + 1, sizeof *e->to);
    for (size_t i = 0; i < nq; i++)
        known[i] = false;
    for (size_t i = 0; i < m->ivals && init; i++)
        if (m->ival[i].of == IVAL_COORD) {
            known[m->ival[i].index] = true;
            e->from[m->ival[i].index] = init->x[m->ival[i].index];
        }
    if (!read_place(job, o, OPTION_from, "--from", e->from, known))
        return false;
    for (size_t i = 0; i < nq; i++)
        known[i] = false;
    if (!read_place(job, o, OPTION_to, "--to", e->to, known))
        return false;
    for (size_t i = 0; i < nq; i++)
        e->scale = fmax(e->scale, fmax(fabs(e->from[i]), fabs(e->to[i])));
    return true;
}

/* Puts L into a block, for the action. */
static bool put_lagrangian(struct job *job)
{
    struct system *sys = job->system;
    const struct model *m = job->model;
    const size_t n = m->sections;
    ex *v = sym_row(job->mem, n), *y = sym_row(job->mem, n);
    const ex L =
        sys->mech->has_lagrangian ? form_natural_lagrangian(job->diag, sys->mech) : EX_POISON;
    if (L == EX_POISON) {
        base_fail(job->diag, EXIT_NO, "there is no Lagrangian, hence no action");
        return false;
    }
    for (size_t B = 0; B < n; B++)
        v[B] = m->section[B].velocity;
    form_natural_velocities(sys, y);
    ex_subst(m->store, &L, 1, v, y, n, form_block_make(sys, RT_column, 1, 1));
    return true;
}

static bool fits(struct job *job)
{
    const struct system *sys = job->system;
    const size_t nq = job->model->coords, free = sys->states - nq;
    if (free == nq && lang_is_along_coordinate(job->model, 0))
        return true;
    base_fail(job->diag, EXIT_NO, "%zu numbers to choose at the start do not decide %zu positions",
              free, nq)
        ->help =
        "that takes as many momenta as positions, as without constraints or in vakonomic motion";
    return false;
}

static bool make_machine(struct job *job)
{
    return fits(job) && put_lagrangian(job) && job_program(job, BLOCKS_connect) && job_machine(job);
}

static enum base_exit connect_ends(struct job *job, const struct options *o)
{
    struct diag *d = job->diag, aside = {.mem = job->mem};
    const struct point_texts texts = {.params = &o->value[OPTION_param],
                                      .inits = &o->value[OPTION_init]};
    struct ends e = {.scale = 0};
    if (!make_machine(job))
        return base_diag_exit(d);
    struct rt_interpreter together = {.prepare = prepared, .block = rates};
    struct rt_model augmented = {.interpreter = &together};
    struct shot shot = {.sys = job->system, .machine = &job->machine.model};
    struct start *init =
        start_find(&aside, job->system, job->program->prepared, &texts, MISSING_IS_ZERO);
    double *p =
        mem_take_array(job->mem, job->model->params + job->program->prepared + 1, sizeof *p);
    double *u = mem_take_array(job->mem, job->model->params + 1, sizeof *u);
    lang_find_params(d, job->model, &o->value[OPTION_param], p);
    lang_find_inputs(job->model, p, u);
    rt_prepare_model(&job->machine.model, p);
    shot.n = job->system->states;
    shot.free = shot.n - job->model->coords;
    shot.p = p;
    shot.u = u;
    together.self = &shot;
    augmented.states = shot.n + shot.n * shot.free + 1;
    augmented.length[RT_rhs] = augmented.states;
    shot.task = (struct rt_task){
        .method = rt_method_find("dop853"), .model = &augmented, .p = p, .u = u, .most = 100000};
    const bool asked = read_ends(job, o, init, &e) && run_choose_span(job, o, p, &shot.task.span);
    if (asked && !(shot.task.span.end > 0))
        base_fail(d, EXIT_USAGE, "-t must be a positive number");
    if (!asked || d->errors) {
        code_machine_close(&job->machine);
        return base_diag_exit(d);
    }
    shot.jac = mem_take_array(job->mem, shot.n * shot.n + 1, sizeof *shot.jac);
    shot.x = mem_take_array(job->mem, augmented.states + 1, sizeof *shot.x);
    shot.work = mem_take_array(job->mem, rt_work(&shot.task) + 1, sizeof *shot.work);
    struct found *found = mem_take_array(job->mem, STARTS, sizeof *found);
    const size_t n = search(d, &shot, &e, found);
    put_all(d, &shot, &e, found, n);
    code_machine_close(&job->machine);
    return n ? EXIT_DONE : EXIT_NO;
}

/* The motion between two positions, for any law with as many free numbers as positions. */
enum base_exit run_command_connect(struct job *job, const struct options *o)
{
    return job_engine(job, o, ENGINE_tcc) && job_derive(job, o) ? connect_ends(job, o)
                                                                : base_diag_exit(job->diag);
}
