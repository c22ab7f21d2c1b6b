/* tests/unit/dirac_relations_and_motion.c -- D_M, D_C and the triple against the motion.
 *
 * Models have magnetic two-forms, frames, metrics and constraints that depend on t, and drifts. The
 * element of the relation at dH is compared with the motion in velocities; dH/dq and the rates of
 * momenta are differences. A closed two-form is compared with its one-form. */
#include "gen/job/job.h"
#include "support/support.h"

#include <string.h>

#define OBLIQUE                                                                                    \
    "coords x, y, z\nmetric 2 dx^2 + dy^2 + 3 dz^2 + 0.8 dx dy\npotential x z\n"                   \
    "frame f1 = d_x + y d_z\n      f2 = d_y\ncomplement n = d_z + 0.5 d_x\n"
#define SKATER                                                                                     \
    "coords x, y, phi\nmetric dx^2 + dy^2 + dphi^2\nframe v = cos(phi) d_x + sin(phi) d_y\n"       \
    "      w = d_phi\n      s = -sin(phi) d_x + cos(phi) d_y\n"

static const char *const models[] = {
    OBLIQUE "magnetic (1 + z^2) dx /\\ dy + x y dy /\\ dz\n",
    OBLIQUE "magnetic x dx /\\ dz + (y + sin(t)) dx /\\ dy\n",
    SKATER "magnetic 3 dx /\\ dy\n",
    SKATER "magnetic x dx /\\ dphi + (1 + y) dx /\\ dy\n",
    "coords x, y, th\nmetric 2 dx^2 + 2 dy^2 + dth^2\nmagnetic (2 + x) dx /\\ dy + dth /\\ dx\n"
    "constraint cos(th) dy - sin(th) dx = 0\n",
    "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nmagnetic x dx /\\ dy + z dy /\\ dz\n"
    "constraint dz - y dx = (1 + x) dt\n",
    "coords x, y, th\nmetric 1.2 (dx^2 + dy^2) + (0.7 + 0.2 sin(t)) dth^2 + 0.84 dth (cos(th) dy - "
    "sin(th) dx)\npotential 0.5 x^2 + t x y\nmagnetic (t x + y^2) dth + sin(t) x dy\n"
    "constraint cos(th) dy - sin(th) dx = (0.3 t + x y) dt\n",
    "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nframe a = d_x + t y d_z\n      b = d_y\n"
    "complement n = d_z + t d_x\n",
    "coords x, y, z\nmetric dx^2 + 2 dy^2 + dz^2\npotential x y z\nmagnetic t dx /\\ dy\n"
    "frame a = d_x + sin(t) d_y\n      b = cos(t) d_y - x d_z\n      c = d_z\n",
    "coords x, y, th\nmetric dx^2 + dy^2 + dth^2 + dth dx\n"
    "constraint sin(th + t) dx - cos(th + t) dy = 0\n",
    "coords x, y, z\nmetric (1 + x^2) dx^2 + dy^2 + dz^2 + dx dz\n"
    "frame a = d_x\n      b = d_y + x d_z\ncomplement n = d_z + y d_x\ndrift t d_z + y d_x\n",
    "coords x, y\nmetric exp(t/5) (dx^2 + (1 + y^2) dy^2)\npotential x^2 y\n"
    "frame a = d_x + t d_y\n      b = d_y\ndrift y d_x\n",
    "coords x, y, z\nlagrangian 1/2 (x'^2 + y'^2 + z'^2) + t y x' - x z' - x y\n"
    "magnetic z dx /\\ dy\nconstraint dz - x dy = cos(t) dt\n",
};

struct trial {
    struct lab lab;
    struct job job;
    struct relation r;
};

static struct trial open_trial(const char *text)
{
    struct trial t = {.lab = lab_open()};
    t.job = (struct job){.mem = t.lab.m, .store = t.lab.s, .diag = base_diag(t.lab.m)};
    t.job.source = base_source_text(t.lab.m, "m.nh", text, strlen(text), EXIT_MODEL);
    const bool done = job_model(&t.job, NULL) && job_geometry(&t.job) &&
                      job_system(&t.job, form_named("lagrangian")) &&
                      geom_relation(t.job.diag, t.job.geom, t.job.geom->rank < t.job.geom->n, &t.r);
    if (!done)
        base_diag_print(t.job.diag, stderr, false);
    ck_assert_msg(done, "%s", text);
    return t;
}

enum { MOST = 12 };

struct at { /* t, then the state */
    double v[MOST];
};

static struct at draw(struct rng *rng)
{
    struct at p;
    for (size_t i = 0; i < MOST; i++)
        p.v[i] = rng_double(rng, 0.2, 1.2);
    return p;
}

static void values(const struct trial *t, const struct at *p, const ex *e, size_t n, double *out)
{
    const struct system *sys = t->job.system;
    ex symbol[MOST] = {sys->model->time};
    for (size_t i = 0; i < sys->states; i++)
        symbol[1 + i] = sys->state[i];
    ex_eval(t->lab.s, e, n, symbol, p->v, 1 + sys->states, out);
}

/* The point where the motion from p is after h, to first order. */
static struct at after(const struct trial *t, const struct at *p, double h)
{
    const struct system *sys = t->job.system;
    struct at q = *p;
    double rhs[MOST];
    values(t, p, sys->block[RT_rhs].at, sys->states, rhs);
    q.v[0] += h;
    for (size_t i = 0; i < sys->states; i++)
        q.v[1 + i] += h * rhs[i];
    return q;
}

static const double H = 1e-5;

/* Rates of all momenta, by differences. */
static void momentum_rates(const struct trial *t, const struct at *p, double *out)
{
    const struct system *sys = t->job.system;
    const struct at ahead = after(t, p, H), behind = after(t, p, -H);
    double more[MOST], less[MOST];
    values(t, &ahead, sys->eta, sys->geom->n, more);
    values(t, &behind, sys->eta, sys->geom->n, less);
    for (size_t A = 0; A < sys->geom->n; A++)
        out[A] = (more[A] - less[A]) / (2 * H);
}

/* -dL/dx^i at fixed velocities, by differences. */
static double slope(const struct trial *t, const struct at *p, const double *zeta, size_t i)
{
    const struct mech *k = t->job.mech;
    const struct model *m = t->job.model;
    double v[2 * MOST] = {0}, L[2];
    ex symbol[2 * MOST] = {m->time};
    for (size_t j = 0; j < m->coords; j++)
        symbol[1 + j] = m->coord[j].q;
    for (size_t A = 0; A < m->fields; A++)
        symbol[1 + m->coords + A] = m->field[A].z;
    for (int side = 0; side < 2; side++) {
        for (size_t j = 0; j <= m->coords; j++)
            v[j] = p->v[j];
        v[1 + i] += side ? -H : H;
        memcpy(&v[1 + m->coords], zeta, m->fields * sizeof *v);
        ex_eval(t->lab.s, &k->L, 1, symbol, v, 1 + m->coords + m->fields, &L[side]);
    }
    return (L[1] - L[0]) / (2 * H);
}

/* Rates of q, then of the momenta that are tied, of the element at dH. */
static void element(const struct trial *t, const struct at *p, double *out)
{
    const struct geom *g = t->job.geom;
    const struct model *m = t->job.model;
    const size_t nq = g->nq, n = g->n;
    double zeta[MOST], eta[MOST], drift[MOST], v[4 * MOST] = {p->v[0]};
    ex symbol[4 * MOST] = {m->time};
    values(t, p, t->job.system->zeta, n, zeta);
    values(t, p, t->job.system->eta, n, eta);
    values(t, p, g->drift, n, drift);
    for (size_t i = 0; i < nq; i++) {
        symbol[1 + i] = m->coord[i].q;
        v[1 + i] = p->v[1 + i];
        symbol[1 + nq + i] = geom_slope_symbol(m, i);
        v[1 + nq + i] = slope(t, p, zeta, i);
    }
    for (size_t A = 0; A < n; A++) {
        symbol[1 + 2 * nq + A] = m->field[A].eta;
        v[1 + 2 * nq + A] = eta[A];
        symbol[1 + 2 * nq + n + A] = m->field[A].z;
        v[1 + 2 * nq + n + A] = t->r.relative ? zeta[A] - drift[A] : zeta[A];
    }
    ex_eval(t->lab.s, t->r.q_rate, nq, symbol, v, 1 + 2 * nq + 2 * n, out);
    ex_eval(t->lab.s, t->r.eta_rate, t->r.tied, symbol, v, 1 + 2 * nq + 2 * n, &out[nq]);
}

START_TEST(the_motion_is_in_the_relation)
{
    struct rng rng = rng_new(41);
    for (size_t w = 0; w < COUNT(models); w++) {
        struct trial t = open_trial(models[w]);
        const struct geom *g = t.job.geom;
        for (int turn = 0; turn < 3; turn++) {
            const struct at p = draw(&rng);
            double got[2 * MOST], want[MOST], rhs[MOST];
            element(&t, &p, got);
            momentum_rates(&t, &p, want);
            values(&t, &p, t.job.system->block[RT_rhs].at, g->nq, rhs);
            for (size_t i = 0; i < g->nq; i++)
                tool_near(models[w], t.job.model->coord[i].name, got[i], rhs[i], 1e-12);
            for (size_t B = 0; B < t.r.tied; B++)
                tool_near(models[w], t.job.model->field[B].name, got[g->nq + B], want[B], 1e-7);
        }
        lab_close(&t.lab);
    }
}
END_TEST

/* F = dA: momenta differ by A, their rates by dA(f_b)/dt, and the motion is the same. */
START_TEST(a_closed_two_form_is_its_one_form)
{
    static const char *const pairs[][3] = {
        {OBLIQUE, "magnetic (1 + z^2) dx /\\ dy + 2 y z dx /\\ dz\n", "magnetic -y (1 + z^2) dx\n"},
        {SKATER, "magnetic 3 dx /\\ dy\n", "magnetic 3 x dy\n"},
        {SKATER, "magnetic cos(phi) dphi /\\ dx\n", "magnetic sin(phi) dx\n"},
        {OBLIQUE, "magnetic 2 x dx /\\ dz\n", "magnetic x^2 dz\n"},
        {"coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint dz - y dx = (1 + x) t dt\n",
         "magnetic y dx /\\ dy + x dx /\\ dz + z dz /\\ dy\n",
         "magnetic -y^2/2 dx + x^2/2 dz + z^2/2 dy\n"},
        {"coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nframe a = d_x + t y d_z\n      b = d_y\n"
         "complement n = d_z + t d_x\n",
         "magnetic z dx /\\ dz + 2 dx /\\ dy\n", "magnetic 2 x dy - z^2/2 dx\n"},
    };
    struct rng rng = rng_new(42);
    struct lab texts = lab_open();
    for (size_t w = 0; w < COUNT(pairs); w++) {
        struct trial two = open_trial(base_text(texts.m, "%s%s", pairs[w][0], pairs[w][1]));
        struct trial one = open_trial(base_text(texts.m, "%s%s", pairs[w][0], pairs[w][2]));
        const struct geom *g = two.job.geom;
        const struct at p = draw(&rng);
        double a[2 * MOST], b[2 * MOST], shift[MOST] = {0}, kinetic[MOST] = {0};
        element(&two, &p, a);
        element(&one, &p, b);
        momentum_rates(&two, &p, kinetic);
        momentum_rates(&one, &p, shift);
        for (size_t B = 0; B < two.r.tied; B++)
            tool_near(pairs[w][1], g->model->field[B].name, b[g->nq + B] - a[g->nq + B],
                      shift[B] - kinetic[B], 1e-7);
        values(&two, &p, two.job.system->block[RT_rhs].at, two.job.system->states, a);
        values(&one, &p, one.job.system->block[RT_rhs].at, one.job.system->states, b);
        for (size_t i = 0; i < two.job.system->states; i++)
            tool_near(pairs[w][1], two.job.system->state_name[i], a[i], b[i], 1e-12);
        struct courant *at = NULL;
        struct relation D_M;
        ck_assert(geom_relation(two.job.diag, two.job.geom, false, &D_M));
        if (!g->moving)
            ck_assert_msg(geom_courant(two.job.diag, &D_M, &at) == 0, "%s", pairs[w][1]);
        lab_close(&two.lab);
        lab_close(&one.lab);
    }
    lab_close(&texts);
}
END_TEST

static size_t count(const char *text, const char *word)
{
    size_t n = 0;
    for (; (text = strstr(text, word)); text++)
        n++;
    return n;
}

/* Each claim of the two parts is proved, in every form: the motion is in both. */
START_TEST(claims_are_proved)
{
    static const char *const forms[] = {"dirac", "gyro", "lagrangian", "lagrange-dirac",
                                        "projector"};
    struct lab l = lab_open();
    for (size_t w = 0; w < COUNT(models); w++)
        for (size_t f = 0; f < COUNT(forms); f++) {
            if (f && !test_turn(w + f))
                continue;
            const struct told t =
                tool_run(l.m, models[w],
                         (const char *const[]){"derive", "-", "--only", "dirac,triple", "--form",
                                               forms[f], NULL});
            ck_assert_msg(t.code == 0, "%s%s: exit %d\n%s", models[w], forms[f], t.code, t.err);
            ck_assert_msg(count(t.out, "the motion is the element of D_") == 1 &&
                              count(t.out, "z = dH/d eta (proved)") == 1 &&
                              count(t.out, "(dL) is the motion: proved") +
                                      count(t.out, "(dL_C) is the motion: proved") ==
                                  1 &&
                              !strstr(t.out, "false") && !strstr(t.out, "undecided"),
                          "%s%s:\n%.1500s", models[w], forms[f], t.out);
        }
    lab_close(&l);
}
END_TEST

/* A two-form that is not closed is marked where it is written. */
START_TEST(the_remark_points_at_the_two_form)
{
    struct lab l = lab_open();
    const struct told t = tool_run(l.m, models[0], (const char *const[]){"check", "-", NULL});
    const char *remark = strstr(t.err, "is not closed");
    ck_assert_msg(remark && strstr(remark, "| magnetic (1 + z^2)"), "%s", t.err);
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {the_motion_is_in_the_relation, a_closed_two_form_is_its_one_form,
                                  claims_are_proved, the_remark_points_at_the_two_form};
    return test_run("dirac relations", tests, COUNT(tests));
}
