/* tests/unit/support/kkt.c -- linear system for accelerations and multipliers. */
#include "kkt.h"

#include <stdio.h>
#include <string.h>

enum { WORD = 32 };

/* ---- filling in ---- */

void kkt_add_product(struct mechanics *m, double weight, struct form a, struct form b)
{
    for (size_t i = 0; i < m->n; i++)
        for (size_t j = 0; j < m->n; j++)
            m->g[i].c[j] =
                add(m->g[i].c[j], times(weight / 2, add(mul(a.c[i], b.c[j]), mul(a.c[j], b.c[i]))));
}

void kkt_add_square(struct mechanics *m, double weight, struct form a)
{
    kkt_add_product(m, weight, a, a);
}

void kkt_add_constraint(struct mechanics *m, struct form mu, struct dual b)
{
    m->mu[m->constraints] = mu;
    m->b[m->constraints++] = b;
}

void kkt_add_friction(struct mechanics *m, double c, struct form a)
{
    m->rub[m->rubs++] = form_times(con(sqrt(c)), a);
}

/* ---- linear algebra ---- */

enum { UNKNOWNS = 2 * MOST };
struct equations {
    double a[UNKNOWNS][UNKNOWNS + 1]; /* right side last */
    size_t n;
};

static void swap_rows(struct equations *e, size_t i, size_t j)
{
    for (size_t k = 0; k <= e->n; k++) {
        const double kept = e->a[i][k];
        e->a[i][k] = e->a[j][k];
        e->a[j][k] = kept;
    }
}

static void eliminate(struct equations *e, size_t column)
{
    size_t best = column;
    for (size_t i = column + 1; i < e->n; i++)
        if (fabs(e->a[i][column]) > fabs(e->a[best][column]))
            best = i;
    REQUIRE(fabs(e->a[best][column]) > 1e-9, "the point of the test is singular");
    swap_rows(e, column, best);
    for (size_t i = 0; i < e->n; i++) {
        const double factor = i == column ? 0 : e->a[i][column] / e->a[column][column];
        for (size_t k = column; k <= e->n; k++)
            e->a[i][k] -= factor * e->a[column][k];
    }
}

static void solve(struct equations *e, double *x)
{
    for (size_t i = 0; i < e->n; i++)
        eliminate(e, i);
    for (size_t i = 0; i < e->n; i++)
        x[i] = e->a[i][e->n] / e->a[i][i];
}

/* ---- the motion ---- */

/* The derivative along the motion. */
static double rate(const struct mechanics *m, struct dual f, const double *v)
{
    double sum = f.d[TIME];
    for (size_t i = 0; i < m->n; i++)
        sum += f.d[i] * v[i];
    return sum;
}

static double pair(const struct mechanics *m, const struct form *f, const double *v)
{
    double sum = 0;
    for (size_t i = 0; i < m->n; i++)
        sum += f->c[i].v * v[i];
    return sum;
}

/* The derivative of f(v), without the acceleration. */
static double pair_rate(const struct mechanics *m, const struct form *f, const double *v)
{
    double sum = 0;
    for (size_t i = 0; i < m->n; i++)
        sum += rate(m, f->c[i], v) * v[i];
    return sum;
}

/* dL by direction i at fixed velocities. */
static double slope(const struct mechanics *m, const double *v, size_t i)
{
    double sum = -m->potential.d[i];
    for (size_t j = 0; j < m->n; j++) {
        sum += m->magnetic.c[j].d[i] * v[j];
        for (size_t k = 0; k < m->n; k++)
            sum += m->g[j].c[k].d[i] * v[j] * v[k] / 2;
    }
    return sum;
}

/* Projects velocities onto the constraints, in the Euclidean metric of the coordinates. */
void kkt_obey(const struct mechanics *m, double *v)
{
    struct equations e = {.n = m->constraints};
    double x[UNKNOWNS];
    for (size_t a = 0; a < e.n; a++) {
        for (size_t b = 0; b < e.n; b++)
            for (size_t i = 0; i < m->n; i++)
                e.a[a][b] += m->mu[a].c[i].v * m->mu[b].c[i].v;
        e.a[a][e.n] = m->b[a].v - pair(m, &m->mu[a], v);
    }
    solve(&e, x);
    for (size_t a = 0; a < e.n; a++)
        for (size_t i = 0; i < m->n; i++)
            v[i] += x[a] * m->mu[a].c[i].v;
}

static double friction(const struct mechanics *m, const double *v, size_t i)
{
    double sum = 0;
    for (size_t r = 0; r < m->rubs; r++)
        sum += m->rub[r].c[i].v * pair(m, &m->rub[r], v);
    return sum;
}

/* d/dt of L_v + mu^T lambda is dL/dq + lambda dphi/dq, so that
 * g a + mu^T lambda' = forces + lambda (dphi/dq - (mu)'), with phi = mu(v) - b. */
void kkt_vakonomic(const struct mechanics *m, const double *lambda, struct motion *out)
{
    const double *v = out->v;
    const size_t n = m->n;
    struct equations e = {.n = n + m->constraints};
    double x[UNKNOWNS];
    for (size_t i = 0; i < n; i++) {
        e.a[i][e.n] = slope(m, v, i) - friction(m, v, i) - pair_rate(m, &m->g[i], v) -
                      rate(m, m->magnetic.c[i], v);
        for (size_t j = 0; j < n; j++)
            e.a[i][j] = m->g[i].c[j].v;
        for (size_t a = 0; a < m->constraints; a++) {
            double twist = -m->b[a].d[i] - rate(m, m->mu[a].c[i], v);
            for (size_t j = 0; j < n; j++)
                twist += m->mu[a].c[j].d[i] * v[j];
            e.a[i][e.n] += lambda[a] * twist;
        }
    }
    for (size_t a = 0; a < m->constraints; a++) {
        for (size_t i = 0; i < n; i++)
            e.a[n + a][i] = e.a[i][n + a] = m->mu[a].c[i].v;
        e.a[n + a][e.n] = rate(m, m->b[a], v) - pair_rate(m, &m->mu[a], v);
    }
    solve(&e, x);
    memcpy(out->a, x, n * sizeof *x);
    memcpy(out->lambda, x + n, m->constraints * sizeof *x);
}

void kkt_accelerate(const struct mechanics *m, struct motion *out)
{
    const double *v = out->v;
    const size_t n = m->n;
    struct equations e = {.n = n + m->constraints};
    double x[UNKNOWNS];
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            e.a[i][j] = m->g[i].c[j].v;
        e.a[i][e.n] = slope(m, v, i) - friction(m, v, i) - pair_rate(m, &m->g[i], v) -
                      rate(m, m->magnetic.c[i], v);
    }
    for (size_t a = 0; a < m->constraints; a++) {
        for (size_t i = 0; i < n; i++) {
            e.a[n + a][i] = m->mu[a].c[i].v;
            e.a[i][n + a] = m->servo ? -m->nu[a].c[i].v : -m->mu[a].c[i].v;
        }
        e.a[n + a][e.n] = rate(m, m->b[a], v) - pair_rate(m, &m->mu[a], v);
    }
    solve(&e, x);
    memcpy(out->a, x, n * sizeof *x);
    memcpy(out->lambda, x + n, m->constraints * sizeof *x);
    out->energy = m->potential.v;
    out->energy_rate = -slope(m, v, TIME);
    for (size_t i = 0; i < n; i++) {
        out->energy += pair(m, &m->g[i], v) * v[i] / 2;
        out->energy_rate -= friction(m, v, i) * v[i];
    }
    for (size_t a = 0; a < m->constraints; a++)
        out->energy_rate += out->lambda[a] * (m->servo ? pair(m, &m->nu[a], v) : m->b[a].v);
}

const struct way kkt_ways[WAYS] = {{"forms", {NULL}, true, true},
                                   {"frame", {"constraint"}, false, true},
                                   {"lagrangian", {"metric", "potential"}, true, false}};

/* ---- comparing ---- */

static const struct {
    const char *name;
    bool metric, plain; /* needs a metric; cannot have a one-form */
    bool servo;         /* can have virtual displacements other than C */
} forms[] = {{"skew", true, true, false},
             {"gyro", true, false, false},
             {"dirac", false, false, false},
             {"lagrangian", false, false, false},
             {"lagrange-dirac", false, false, false},
             {"projector", false, false, false},
             {"generalised", false, false, true}};

static double most_of(const double *x, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

static double acceleration(const struct trial *t, const struct form *f)
{
    const struct mechanics *m = &t->mechanics;
    return pair(m, f, t->motion.a) + pair_rate(m, f, t->motion.v);
}

static void compare_motion(const struct trial *t, const char *where, const struct jnode *got)
{
    const struct mechanics *m = &t->mechanics;
    const struct motion *want = &t->motion;
    const double bound = 1e-10 * (1 + most_of(want->a, m->n));
    for (size_t i = 0; i < m->n && t->coord[i]; i++)
        tool_near(where, t->coord[i],
                  json_number(json_need(json_need(got, "qddot"), t->coord[i]), t->coord[i]),
                  want->a[i], bound);
    for (size_t i = 0; i < SEEN && t->quasi[i]; i++)
        tool_near(where, t->quasi[i],
                  json_number(json_need(json_need(got, "veldot"), t->quasi[i]), t->quasi[i]),
                  acceleration(t, &m->quasi[i]), bound);
    for (size_t i = 0; i < SEEN && t->seen[i]; i++)
        tool_near(where, t->seen[i],
                  json_number(json_need(json_need(got, "qdot"), t->seen[i]), t->seen[i]),
                  rate(m, m->place[i], want->v), bound);
}

static void compare_rest(const struct trial *t, const char *where, const struct jnode *got,
                         bool given_forms)
{
    const struct motion *want = &t->motion;
    const size_t n = t->mechanics.constraints;
    const double size = most_of(want->lambda, n) + fabs(want->energy);
    const double bound = 1e-10 * (1 + size + most_of(want->a, t->mechanics.n));
    tool_near(where, "energy", json_number(json_need(got, "energy"), "energy"), want->energy,
              bound);
    tool_near(where, "energy_rate", json_number(json_need(got, "energy_rate"), "energy_rate"),
              want->energy_rate, bound);
    for (size_t i = 0; i < n && given_forms; i++)
        tool_near(where, "multiplier",
                  json_number(json_at(json_need(got, "multiplier"), i), "multiplier"),
                  want->lambda[i], bound);
}

void kkt_compare(const struct trial *t, const struct way *w)
{
    for (size_t i = 0; i < COUNT(forms); i++) {
        if ((forms[i].metric && !w->metric) || (forms[i].plain && t->charged) ||
            (t->mechanics.servo && !forms[i].servo))
            continue;
        char where[128];
        snprintf(where, sizeof where, "%s by %s, %s", t->name, w->name, forms[i].name);
        const struct question q = {
            .model = t->text, .params = t->params, .at = t->at, .form = forms[i].name};
        const struct jnode *got = tool_eval(t->m, &q);
        compare_motion(t, where, got);
        compare_rest(t, where, got, w->forms);
    }
}

/* ---- points ---- */

void kkt_draw(struct rng *r, size_t n, struct motion *out)
{
    for (size_t i = 0; i < n; i++) {
        out->q[i] = rng_double(r, 0.3, 1.2); /* where Euler angles and wheels are regular */
        out->v[i] = rng_double(r, -1.5, 1.5);
    }
}

static void assign_rate(struct mem_text *t, const char *name, double value)
{
    char key[WORD];
    snprintf(key, sizeof key, "%s'", name);
    tool_assign(t, key, value);
}

const char *kkt_state(const struct trial *t, double time)
{
    const struct mechanics *m = &t->mechanics;
    struct mem_text out = mem_text(t->m);
    tool_assign(&out, "t", time);
    for (size_t i = 0; i < m->n && t->coord[i]; i++) {
        tool_assign(&out, t->coord[i], t->motion.q[i]);
        assign_rate(&out, t->coord[i], t->motion.v[i]);
    }
    for (size_t i = 0; i < SEEN && t->seen[i]; i++)
        tool_assign(&out, t->seen[i], m->place[i].v);
    for (size_t i = 0; i < SEEN && t->quasi[i]; i++)
        tool_assign(&out, t->quasi[i], pair(m, &m->quasi[i], t->motion.v));
    return out.text;
}
