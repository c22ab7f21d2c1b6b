/* tests/unit/large_systems_against_multipliers.c -- large systems, against Lagrange's equations
 * with multipliers.
 *
 * All kinds of terms at once, no diagonal matrices; text and numbers come from one table.
 */
#include "support/kkt.h"

#include <stdio.h>

/* ---- the table ---- */

enum { TERMS = 2 };
struct wave { /* c cos(q_i + sign q_j), or sin; index n is time */
    double c;
    bool cosine, minus;
    size_t i, j;
};
struct function {
    double c;
    struct wave wave[TERMS];
    size_t terms;
};
struct large {
    size_t n, m;
    bool affine, magnetic, friction, solved; /* solved: the last m velocities by the others */
    bool servo;                              /* reactions vanish on the kernel of nu */
    struct function g[MOST][MOST], mu[MOST][MOST], nu[MOST][MOST], b[MOST], a[MOST], potential;
    double rub[2][MOST];
    char names[MOST][4];
    const char *name[MOST];
};

/* Short fractions, so that their decimals are exact. */
static double draw_short(struct rng *r, double size)
{
    return rint(rng_double(r, -size, size) * 64) / 64;
}

static struct function draw_function(struct rng *r, double c, size_t terms, size_t arguments)
{
    struct function f = {.c = c, .terms = terms};
    for (size_t i = 0; i < terms; i++) {
        f.wave[i] = (struct wave){draw_short(r, 0.25), rng_below(r, 2), rng_below(r, 2),
                                  rng_below(r, arguments), rng_below(r, arguments)};
        f.wave[i].j += f.wave[i].j == f.wave[i].i && f.wave[i].j + 1 < arguments;
    }
    return f;
}

static void draw_constraint(struct rng *r, struct large *l, size_t a)
{
    const size_t free = l->n - l->m;
    for (size_t i = 0; i < l->n; i++) {
        const double c = i == free + a ? (l->solved ? 1 : 2) : 0;
        const bool dependent = i >= free;
        l->mu[a][i] = draw_function(r, c, l->solved && dependent ? 0 : 1, l->n);
        if (l->servo)
            l->nu[a][i] = draw_function(r, c, l->solved && dependent ? 0 : 1, l->n);
    }
    l->b[a] = draw_function(r, 0.5, l->affine ? TERMS : 0, l->n + 1);
}

static void draw_large(struct rng *r, struct large *l)
{
    for (size_t i = 0; i < l->n; i++) {
        snprintf(l->names[i], sizeof l->names[i], "q%u", (unsigned)(i + 1) % 100);
        l->name[i] = l->names[i];
        for (size_t j = i; j < l->n; j++) {
            l->g[i][j] =
                draw_function(r, i == j ? 2 + 0.25 * (double)l->n : draw_short(r, 0.2), 1, l->n);
            l->g[j][i] = l->g[i][j];
        }
        l->a[i] = draw_function(r, 0, TERMS, l->n + 1);
        l->rub[0][i] = draw_short(r, 0.5);
        l->rub[1][i] = draw_short(r, 0.5);
    }
    for (size_t a = 0; a < l->m; a++)
        draw_constraint(r, l, a);
    l->potential = draw_function(r, 0, TERMS, l->n + 1);
}

/* ---- as numbers ---- */

static struct dual value_of(const struct function *f, const struct dual *q)
{
    struct dual sum = con(f->c);
    for (size_t k = 0; k < f->terms; k++) {
        const struct wave *t = &f->wave[k];
        const struct dual angle = add(q[t->i], times(t->minus ? -1 : 1, q[t->j]));
        sum = add(sum, times(t->c, t->cosine ? cosine(angle) : sine(angle)));
    }
    return sum;
}

/* q has the time after the coordinates. */
static void fill_large(const struct large *l, const struct dual *q, struct mechanics *m)
{
    *m = (struct mechanics){.n = l->n, .potential = value_of(&l->potential, q)};
    for (size_t i = 0; i < l->n; i++) {
        for (size_t j = 0; j < l->n; j++)
            m->g[i].c[j] = value_of(&l->g[i][j], q);
        if (l->magnetic)
            m->magnetic.c[i] = value_of(&l->a[i], q);
        for (size_t r = 0; r < 2 && l->friction; r++)
            m->rub[r].c[i] = con(l->rub[r][i]);
    }
    m->servo = l->servo;
    m->rubs = l->friction ? 2 : 0;
    for (size_t a = 0; a < l->m; a++) {
        struct form mu = {0};
        for (size_t i = 0; i < l->n; i++)
            mu.c[i] = value_of(&l->mu[a][i], q);
        for (size_t i = 0; i < l->n; i++)
            m->nu[a].c[i] = value_of(&l->nu[a][i], q);
        kkt_add_constraint(m, mu, l->affine ? value_of(&l->b[a], q) : con(0));
    }
}

/* ---- as text ---- */

static void put_double(struct mem_text *t, double d)
{
    char digits[EX_DOUBLE_ROOM];
    ex_double_show(d, digits);
    mem_put_f(t, "(%s)", digits);
}

static const char *argument(const struct large *l, size_t i)
{
    return i < l->n ? l->name[i] : "t";
}

static void put_function(struct mem_text *t, const struct large *l, const struct function *f)
{
    mem_put(t, "(");
    put_double(t, f->c);
    for (size_t k = 0; k < f->terms; k++) {
        const struct wave *w = &f->wave[k];
        mem_put(t, " + ");
        put_double(t, w->c);
        mem_put_f(t, " %s(%s %c %s)", w->cosine ? "cos" : "sin", argument(l, w->i),
                  w->minus ? '-' : '+', argument(l, w->j));
    }
    mem_put(t, ")");
}

/* f_i dq^i; lines end in an operator. */
static void put_form(struct mem_text *t, const struct large *l, const struct function *f,
                     bool prime)
{
    for (size_t i = 0; i < l->n; i++) {
        mem_put(t, i ? " +\n    " : "");
        put_function(t, l, &f[i]);
        mem_put_f(t, prime ? " %s'" : " d%s", l->name[i]);
    }
}

static void put_quadratic(struct mem_text *t, const struct large *l, bool prime)
{
    for (size_t i = 0; i < l->n; i++)
        for (size_t j = i; j < l->n; j++) {
            mem_put(t, i || j ? " +\n    " : "");
            mem_put(t, i == j ? "" : "2 ");
            put_function(t, l, &l->g[i][j]);
            mem_put_f(t, prime ? " %s' %s'" : " d%s d%s", l->name[i], l->name[j]);
        }
}

static void put_friction(struct mem_text *t, const struct large *l)
{
    for (size_t r = 0; r < 2; r++) {
        mem_put(t, r ? " + 1/2 (" : "\ndissipation 1/2 (");
        for (size_t i = 0; i < l->n; i++) {
            mem_put(t, i ? " + " : "");
            put_double(t, l->rub[r][i]);
            mem_put_f(t, " d%s", l->name[i]);
        }
        mem_put(t, ")^2");
    }
}

static void put_energy(struct mem_text *t, const struct large *l, bool metric)
{
    mem_put(t, metric ? "\nmetric " : "\nlagrangian 1/2 (");
    put_quadratic(t, l, !metric);
    if (l->magnetic) {
        mem_put(t, metric ? "\nmagnetic " : ") +\n    ");
        put_form(t, l, l->a, !metric);
    }
    mem_put(t, metric ? "\npotential " : l->magnetic ? " - " : ") - ");
    put_function(t, l, &l->potential);
    if (l->friction)
        put_friction(t, l);
}

static void put_constraints(struct mem_text *t, const struct large *l)
{
    for (size_t a = 0; a < l->m; a++) {
        mem_put(t, "\nconstraint ");
        put_form(t, l, l->mu[a], false);
        mem_put(t, " = ");
        if (l->affine)
            put_function(t, l, &l->b[a]);
        mem_put(t, l->affine ? " dt" : "0");
    }
}

/* For solved constraints only: the free velocities, and the others as functions of them. */
static void put_frame(struct mem_text *t, const struct large *l)
{
    const size_t free = l->n - l->m;
    for (size_t i = 0; i < free; i++) {
        mem_put_f(t, "\nframe z%zu = d_%s", i + 1, l->name[i]);
        for (size_t a = 0; a < l->m; a++) {
            mem_put(t, " -\n    ");
            put_function(t, l, &l->mu[a][i]);
            mem_put_f(t, " d_%s", l->name[free + a]);
        }
    }
    for (size_t a = 0; a < l->m && l->affine; a++) {
        mem_put(t, a ? " +\n    " : "\ndrift ");
        put_function(t, l, &l->b[a]);
        mem_put_f(t, " d_%s", l->name[free + a]);
    }
}

static void put_virtual(struct mem_text *t, const struct large *l, bool forms)
{
    const size_t free = l->n - l->m;
    for (size_t a = 0; a < l->m && forms; a++) {
        mem_put(t, "\nvirtual ");
        put_form(t, l, l->nu[a], false);
    }
    for (size_t i = 0; i < free && !forms; i++) {
        mem_put_f(t, "\nvirtual %s (d_%s", i ? "1" : "2", l->name[i]);
        for (size_t a = 0; a < l->m; a++) {
            mem_put(t, " -\n    ");
            put_function(t, l, &l->nu[a][i]);
            mem_put_f(t, " d_%s", l->name[free + a]);
        }
        mem_put(t, ")");
    }
}

static const char *large_text(struct mem *m, const struct large *l, const struct way *w)
{
    struct mem_text t = mem_text(m);
    mem_put(&t, "coords ");
    for (size_t i = 0; i < l->n; i++)
        mem_put_f(&t, "%s%s", i ? ", " : "", l->name[i]);
    put_energy(&t, l, w->metric);
    if (w->forms)
        put_constraints(&t, l);
    else
        put_frame(&t, l);
    if (l->servo)
        put_virtual(&t, l, w->forms);
    mem_put(&t, "\n");
    return t.text;
}

/* ---- against the program ---- */

/* The vakonomic law, with multipliers of any size; their rates are an object of `eval`. */
static void check_vakonomic(struct rng *r, const struct trial *t, double time)
{
    const struct mechanics *m = &t->mechanics;
    struct motion want = t->motion;
    struct mem_text at = mem_text(t->m);
    double lambda[MOST], size = 1;
    mem_put(&at, kkt_state(t, time));
    for (size_t a = 0; a < m->constraints; a++) {
        char key[32];
        lambda[a] = rng_double(r, -1, 1);
        snprintf(key, sizeof key, "lambda%zu", a + 1);
        tool_assign(&at, key, lambda[a]);
    }
    kkt_vakonomic(m, lambda, &want);
    struct mem_text text = mem_text(t->m);
    mem_put_f(&text, "%sdynamics vakonomic\n", t->text);
    const struct question q = {.model = text.text, .at = at.text};
    const struct jnode *got = tool_show(t->m, &q), *qddot = json_need(got, "qddot");
    const struct jnode *B = json_need(json_need(got, "objects"), "B");
    for (size_t i = 0; i < m->n; i++)
        size = fmax(size, fabs(want.a[i]));
    for (size_t i = 0; i < m->n; i++)
        tool_near(t->name, t->coord[i], json_number(json_need(qddot, t->coord[i]), "qddot"),
                  want.a[i], 1e-9 * size);
    for (size_t a = 0; a < m->constraints; a++)
        tool_near(t->name, "a rate of a multiplier",
                  B->kind == JSON_LIST ? json_at(B, a)->number : B->number, want.lambda[a],
                  1e-9 * (size + fabs(want.lambda[a])));
}

static void check_large(struct rng *r, struct large l, const char *name)
{
    static const char *const none[SEEN] = {NULL};
    struct lab lab = lab_open();
    draw_large(r, &l);
    for (size_t i = 0; i < WAYS; i++) {
        if ((!kkt_ways[i].forms && !l.solved) || !test_turn(i + l.n))
            continue;
        struct trial t = {.m = lab.m, .name = name, .seen = none, .quasi = none};
        struct dual q[MOST + 1];
        const double time = rng_double(r, 0, 1);
        t.text = large_text(lab.m, &l, &kkt_ways[i]);
        t.coord = l.name;
        t.charged = l.magnetic;
        kkt_draw(r, l.n, &t.motion);
        for (size_t k = 0; k < l.n; k++)
            q[k] = var(t.motion.q[k], k);
        q[l.n] = var(time, TIME);
        fill_large(&l, q, &t.mechanics);
        kkt_obey(&t.mechanics, t.motion.v);
        kkt_accelerate(&t.mechanics, &t.motion);
        t.at = kkt_state(&t, time);
        kkt_compare(&t, &kkt_ways[i]);
        if (kkt_ways[i].forms && !l.servo)
            check_vakonomic(r, &t, time);
    }
    lab_close(&lab);
}

START_TEST(large_systems)
{
    struct rng rng = {55};
    check_large(&rng, (struct large){.n = 5, .m = 1, .solved = true}, "5 coordinates");
    check_large(&rng, (struct large){.n = 5, .m = 2, .magnetic = true, .friction = true},
                "5 charged coordinates");
    check_large(&rng, (struct large){.n = 7, .m = 4, .affine = true, .solved = true},
                "7 coordinates, moving constraints");
    if (test_whole())
        check_large(&rng, (struct large){.n = 8, .m = 3, true, true, true, true}, "8 coordinates");
}
END_TEST

START_TEST(servo_systems)
{
    struct rng rng = {57};
    const bool whole = test_whole();
    check_large(&rng, (struct large){.n = 2, .m = 1, .solved = true, .servo = true},
                "2 coordinates and a servo");
    check_large(&rng, (struct large){.n = 4, .m = 2, .magnetic = true, .servo = true},
                "4 charged coordinates and a servo");
    check_large(
        &rng,
        (struct large){
            .n = 5, .m = 2, .affine = true, .friction = true, .solved = true, .servo = true},
        "5 coordinates and a servo that moves");
    if (whole)
        check_large(&rng, (struct large){.n = 8, .m = 3, true, true, true, true, true},
                    "8 coordinates and a servo");
}
END_TEST

START_TEST(largest_system)
{
    struct rng rng = {56};
    if (!test_whole())
        return; /* under valgrind this takes minutes */
    check_large(&rng, (struct large){.n = 12, .m = 10, true, true, true, true},
                "12 coordinates, 10 constraints");
    check_large(&rng, (struct large){.n = 12, .m = 10, true, true, true, false},
                "12 coordinates, 10 full constraints");
    check_large(&rng, (struct large){.n = 12, .m = 1, true, true, true, false},
                "12 coordinates, 1 constraint");
}
END_TEST

/* ---- gradient extensions ---- */

/* G^-1 b by elimination without pivoting: G is nearly diagonal. */
static void solve_metric(const struct large *l, struct dual g[MOST][MOST], double *b)
{
    double a[MOST][MOST];
    for (size_t i = 0; i < l->n * l->n; i++)
        a[i / l->n][i % l->n] = g[i / l->n][i % l->n].v;
    for (size_t k = 0; k < l->n; k++)
        for (size_t i = 0; i < l->n; i++) {
            const double factor = i == k ? 0 : a[i][k] / a[k][k];
            b[i] -= factor * b[k];
            for (size_t j = k; j < l->n; j++)
                a[i][j] -= factor * a[k][j];
        }
    for (size_t i = 0; i < l->n; i++)
        b[i] /= a[i][i];
}

/* p_j' = p_k (d_j X^k + 2 Gamma^k_ij X^i) and H' = 2 <p, nabla_X X>, coordinate by coordinate. */
struct extended {
    double rate[MOST], power;
};

static struct extended extend(const struct large *l, const struct dual *q, const double *p)
{
    struct dual g[MOST][MOST], X[MOST];
    struct extended out = {.power = 0};
    double turn[MOST] = {0}; /* nabla_X X */
    for (size_t i = 0; i < l->n; i++) {
        X[i] = value_of(&l->a[i], q);
        for (size_t j = 0; j < l->n; j++)
            g[i][j] = value_of(&l->g[i][j], q);
    }
    for (size_t j = 0; j < l->n; j++) {
        double w[MOST] = {0}; /* Gamma^k_ij X^i */
        for (size_t k = 0; k < l->n; k++)
            for (size_t i = 0; i < l->n; i++)
                w[k] += X[i].v * (g[k][j].d[i] + g[k][i].d[j] - g[i][j].d[k]) / 2;
        solve_metric(l, g, w);
        for (size_t k = 0; k < l->n; k++) {
            out.rate[j] += p[k] * (X[k].d[j] + 2 * w[k]);
            turn[k] += X[j].v * (X[k].d[j] + w[k]);
        }
    }
    for (size_t k = 0; k < l->n; k++)
        out.power += 2 * p[k] * turn[k];
    return out;
}

static void check_gradient(struct rng *r, struct large l)
{
    struct lab lab = lab_open();
    struct mem_text t = mem_text(lab.m), at = mem_text(lab.m);
    struct dual q[MOST + 1] = {{0}};
    double p[MOST];
    draw_large(r, &l);
    mem_put(&t, "dynamics gradient\ncoords ");
    for (size_t i = 0; i < l.n; i++) {
        l.a[i] = draw_function(r, 0.5, TERMS, l.n);
        mem_put_f(&t, "%s%s", i ? ", " : "", l.name[i]);
        q[i] = var(rng_double(r, -1, 1), i);
        p[i] = rng_double(r, -1, 1);
        char key[16];
        snprintf(key, sizeof key, "p_%s", l.name[i]);
        tool_assign(&at, l.name[i], q[i].v);
        tool_assign(&at, key, p[i]);
    }
    mem_put(&t, "\nmetric ");
    put_quadratic(&t, &l, false);
    for (size_t i = 0; i < l.n; i++) {
        mem_put(&t, i ? " +\n    " : "\nfield ");
        put_function(&t, &l, &l.a[i]);
        mem_put_f(&t, " d_%s", l.name[i]);
    }
    mem_put(&t, "\n");
    const struct extended want = extend(&l, q, p);
    const struct question ask = {.model = t.text, .at = at.text, .form = "gradient"};
    const struct jnode *got = tool_eval(lab.m, &ask);
    for (size_t i = 0; i < l.n; i++) {
        char key[16];
        snprintf(key, sizeof key, "p_%s", l.name[i]);
        tool_near("gradient", key, json_number(json_need(json_need(got, "rhs"), key), key),
                  want.rate[i], 1e-11);
    }
    tool_near("gradient", "energy_rate", json_number(json_need(got, "energy_rate"), "energy_rate"),
              want.power, 1e-11);
    lab_close(&lab);
}

START_TEST(gradients)
{
    struct rng rng = {58};
    for (size_t n = 2; n <= (test_whole() ? 6 : 3); n++)
        check_gradient(&rng, (struct large){.n = n});
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {large_systems, servo_systems, gradients, largest_system};
    return test_run("large", tests, COUNT(tests));
}
