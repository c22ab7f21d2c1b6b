/* tests/unit/one_forms_against_multipliers.c -- constraints given by one-forms, against Lagrange
 * multipliers.
 *
 * The independent method has no frame, no brackets and no momenta: with the metric g, the potential
 * V and the forms mu of the model, accelerations and multipliers solve
 *
 *   g q'' + g' q' - 1/2 d(q'^T g q')/dq + dV/dq = mu^T lambda,   mu q'' + mu' q' = 0
 *
 * in doubles. They are compared with the right-hand side of the system, in every formulation, whose
 * q' is differentiated along the motion by differences.
 */
#include "gen/job/job.h"
#include "gen/start/start.h"
#include "support/support.h"

#include <math.h>
#include <string.h>

enum { MOST = 12, ROWS = 2 * MOST };

static const struct {
    const char *name, *text;
} models[] = {
    {"skater", "coords x, y, phi\nparam m = 1.2, k = 0.5, lambda = 0.7\n"
               "metric m (dx^2 + dy^2 + k^2 dphi^2)\npotential lambda x\n"
               "constraint sin(phi) dx - cos(phi) dy = 0\n"
               "init x = 0, y = 0, phi = 0.3, x' = 0.4, phi' = 1\n"},
    {"sleigh, not orthogonal",
     "coords x, y, th\nparam m = 1.5, J = 0.4, a = 0.3\n"
     "metric m ((dx - a sin(th) dth)^2 + (dy + a cos(th) dth)^2) + J dth^2\n"
     "constraint sin(th) dx = cos(th) dy\ninit x = 0, y = 0, th = 1.9, x' = -0.4, th' = 2\n"},
    {"two trailers", "coords x, y, a, b, c\nparam m = 1, J = 0.1, M = 0.5, L = 1.3\n"
                     "metric m (dx^2 + dy^2) + J da^2 + M (db^2 + dc^2)\n"
                     "constraint sin(a) dx - cos(a) dy\n"
                     "           L db = sin(a - b) (cos(a) dx + sin(a) dy)\n"
                     "           L dc = sin(b - c) cos(a - b) (cos(a) dx + sin(a) dy)\n"
                     "init x = 0, y = 0, a = 0.3, b = 0.1, c = -0.4, x' = 1, a' = 0.5\n"},
    {"falling disk",
     "coords x, y, ph, ps, th\nparam m = 1, R = 0.5, I = 0.07, J = 0.13, g = 9.8\n"
     "metric m ((dx - R dth sin(th) sin(ph) + R dph cos(th) cos(ph))^2\n"
     "        + (dy + R dth sin(th) cos(ph) + R dph cos(th) sin(ph))^2 + R^2 cos(th)^2 dth^2)\n"
     "       + I (dth^2 + dph^2 cos(th)^2) + J (dps + dph sin(th))^2\n"
     "potential m g R cos(th)\n"
     "constraint dx + R cos(ph) dps\n           dy + R sin(ph) dps = 0\n"
     "init x = 0, y = 0, ph = 0.3, ps = 0, th = 0.2, ps' = 2, ph' = 0.4, th' = 0.1\n"},
    {"snakeboard",
     "coords x, y, th, ps, p1, p2\nparam m = 2, l = 0.6, J = 0.3, Jr = 0.1, Jw = 0.02\n"
     "metric m (dx^2 + dy^2) + J dth^2 + Jr (dth + dps)^2\n"
     "       + Jw ((dth + dp1)^2 + (dth + dp2)^2)\n"
     "constraint -sin(th + p1) dx + cos(th + p1) dy + l cos(p1) dth\n"
     "constraint -sin(th + p2) dx + cos(th + p2) dy - l cos(p2) dth\n"
     "init x = 0, y = 0, th = 0.2, ps = 0.1, p1 = 0.5, p2 = -0.7, th' = 0.8,\n"
     "     ps' = 1, p1' = 0.3, p2' = -0.2\n"},
    {"ball by Euler angles",
     "coords x, y, f, t1, s\nparam m = 1, R = 0.4, I = 0.1\n"
     "metric m (dx^2 + dy^2) + I (df^2 + dt1^2 + ds^2 + 2 cos(t1) df ds)\npotential x^2 + x y\n"
     "constraint dx = R (sin(f) dt1 - sin(t1) cos(f) ds)\n"
     "           dy = -R (cos(f) dt1 + sin(t1) sin(f) ds)\n"
     "init x = 0.1, y = 0.2, f = 0.3, t1 = 1.1, s = 0.5, f' = 0.6, t1' = -0.8, s' = 1.4\n"},
    /* with samples of one sign the complement would seem orthogonal */
    {"orthogonal for x > 0 only",
     "coords x, y, q\n"
     "metric dx^2 + dy^2 + dq^2/4\n"
     "     + 0.4 (abs(x) - x) (cos(q) dx + sin(q) dy) (-sin(q) dx + cos(q) dy)\n"
     "constraint sin(q) dx = cos(q) dy\n"
     "frame v = cos(q) d_x + sin(q) d_y\n      w = d_q\n"
     "complement s = -sin(q) d_x + cos(q) d_y\n"
     "init x = -0.3, y = 0, q = 0.2, v = -0.1, w = 1\n"},
};

enum { BLOCKS = ((1U << RT_BLOCKS) - 1) & ~(1U << RT_jet) }; /* abs has no series */

struct trial {
    struct lab lab;
    struct job job;
    struct start *start;
};

static struct trial open_model(const char *text, const struct form_row *form)
{
    static const struct option_text nothing = {NULL, 0};
    const struct point_texts texts = {.params = &nothing, .inits = &nothing};
    struct trial t = {.lab = lab_open()};
    t.job = (struct job){.mem = t.lab.m, .store = t.lab.s, .diag = base_diag(t.lab.m)};
    t.job.source = base_source_text(t.lab.m, "m.nh", text, strlen(text), EXIT_MODEL);
    bool good = job_model(&t.job, NULL) && job_system(&t.job, form) &&
                job_program(&t.job, BLOCKS) && job_machine(&t.job);
    if (good)
        t.start =
            start_find(t.job.diag, t.job.system, t.job.program->prepared, &texts, MISSING_IS_ZERO);
    if (!t.start)
        base_diag_print(t.job.diag, stderr, false);
    ck_assert(t.start);
    rt_prepare_model(&t.job.machine.model, t.start->p);
    return t;
}

/* ---- the model's own accelerations ---- */

static void slope(const struct trial *t, const double *u, double *out)
{
    t->job.machine.model.block[RT_rhs](0, t->start->u, u, t->start->p, out);
}

/* d/dt of the first entries of the right-hand side, by differences of fourth order. */
static void accelerations(const struct trial *t, double *out)
{
    const size_t n = t->job.system->states;
    const double h = 1e-3, weight[] = {1, -8, 8, -1}, at[] = {-2, -1, 1, 2};
    double here[ROWS], v[ROWS], u[ROWS];
    slope(t, t->start->x, here);
    memset(out, 0, n * sizeof *out);
    for (int k = 0; k < 4; k++) {
        for (size_t i = 0; i < n; i++)
            u[i] = t->start->x[i] + at[k] * h * here[i];
        slope(t, u, v);
        for (size_t i = 0; i < n; i++)
            out[i] += weight[k] * v[i] / (12 * h);
    }
}

/* ---- multipliers ---- */

/* Values of expressions in coordinates and parameters. */
static double value(const struct trial *t, ex e)
{
    const struct model *m = t->job.model;
    ex x[2 * MOST + 8];
    double v[2 * MOST + 8], out;
    size_t n = 0;
    for (size_t i = 0; i < m->coords; i++, n++) {
        x[n] = m->coord[i].q;
        v[n] = t->start->x[i];
    }
    for (size_t i = 0; i < m->params; i++, n++) {
        x[n] = m->param[i].symbol;
        v[n] = t->start->p[i];
    }
    ex_eval(t->lab.s, &e, 1, x, v, n, &out);
    return out;
}

static double along(const struct trial *t, ex e, const double *velocity)
{
    double sum = 0;
    for (size_t i = 0; i < t->job.model->coords; i++)
        sum += value(t, ex_diff(t->lab.s, e, t->job.model->coord[i].q)) * velocity[i];
    return sum;
}

static void gauss(double a[ROWS][ROWS + 1], size_t n)
{
    for (size_t c = 0; c < n; c++) {
        size_t best = c;
        for (size_t r = c; r < n; r++)
            best = fabs(a[r][c]) > fabs(a[best][c]) ? r : best;
        for (size_t j = 0; j <= n; j++) {
            const double swap = a[c][j];
            a[c][j] = a[best][j];
            a[best][j] = swap;
        }
        for (size_t r = 0; r < n; r++) {
            const double f = r == c ? 0 : a[r][c] / a[c][c];
            for (size_t j = 0; j <= n; j++)
                a[r][j] -= f * a[c][j];
        }
    }
    for (size_t r = 0; r < n; r++)
        a[r][n] /= a[r][r];
}

/* The component of the metric, as written in the model. */
static ex metric_of(const struct trial *t, size_t i, size_t j)
{
    const struct model *m = t->job.model;
    struct store *s = t->lab.s;
    const ex slope = ex_diff(s, m->metric, m->coord[i].velocity);
    return ex_mul2(s, ex_rat(s, 1, 2), ex_diff(s, slope, m->coord[j].velocity));
}

static void by_multipliers(const struct trial *t, const double *v, double *out)
{
    const struct model *m = t->job.model;
    const size_t n = m->coords, k = m->constraints;
    double a[ROWS][ROWS + 1] = {{0}};
    for (size_t i = 0; i < n; i++) {
        if (m->potential != EX_POISON)
            a[i][n + k] -= value(t, ex_diff(t->lab.s, m->potential, m->coord[i].q));
        for (size_t j = 0; j < n; j++) {
            const ex g = metric_of(t, i, j);
            a[i][j] = value(t, g);
            a[i][n + k] -= along(t, g, v) * v[j];
            for (size_t l = 0; l < n; l++)
                a[l][n + k] += 0.5 * value(t, ex_diff(t->lab.s, g, m->coord[l].q)) * v[i] * v[j];
        }
        for (size_t c = 0; c < k; c++) {
            const ex mu = m->constraint[c].form[i];
            a[i][n + c] = -value(t, mu);
            a[n + c][i] = value(t, mu);
            a[n + c][n + k] -= along(t, mu, v) * v[i];
        }
    }
    gauss(a, n + k);
    for (size_t i = 0; i < n; i++)
        out[i] = a[i][n + k];
}

static void compare(const char *name, const char *text, const struct form_row *form)
{
    struct trial t = open_model(text, form);
    const struct model *m = t.job.model;
    double v[ROWS], got[ROWS], want[ROWS];
    slope(&t, t.start->x, v);
    accelerations(&t, got);
    by_multipliers(&t, v, want);
    for (size_t c = 0; c < m->constraints; c++) {
        double sum = 0;
        for (size_t i = 0; i < m->coords; i++)
            sum += value(&t, m->constraint[c].form[i]) * v[i];
        ck_assert_msg(fabs(sum) < 1e-13, "%s, %s: constraint %zu is %g", name, form->name, c, sum);
    }
    for (size_t i = 0; i < m->coords; i++)
        ck_assert_msg(fabs(got[i] - want[i]) < 1e-8 * (1 + fabs(want[i])),
                      "%s, %s: %s'' is %.12g, not %.12g", name, form->name, m->coord[i].name,
                      got[i], want[i]);
    code_machine_close(&t.job.machine);
    lab_close(&t.lab);
}

START_TEST(accelerations_are_those_of_multipliers)
{
    for (size_t i = 0; i < form_row_count; i++)
        if (form_rows[i].law == LAW_nonholonomic)
            compare(models[_i].name, models[_i].text, &form_rows[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("constraint");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, accelerations_are_those_of_multipliers, 0, (int)COUNT(models));
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
