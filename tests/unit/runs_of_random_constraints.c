/* tests/unit/runs_of_random_constraints.c -- runs from random constraints, without a frame.
 *
 * Constraints with directions that turn, components that vanish, and spheres of directions: most
 * frames that elimination gives have poles on the way. Runs of several methods and emitted steps
 * must end within the error of the method of a motion by multipliers in 113 bits, or stop where the
 * constraints become dependent. The error of a method is measured without the program: what the
 * motion does with a small change at the start, and what a method of order 4 does in velocities.
 */
#include "gen/base/base.h"
#include "support/quad.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STEPS = 100 };            /* of methods with fixed steps, in a unit of time */
static const double near = 0.25; /* a time in which motions meet what is ahead of them */

/* ---- systems ---- */

static struct quad_function constant(double c)
{
    return (struct quad_function){.terms = c != 0, .term = {{c, {{QUAD_ONE, 0}, {QUAD_ONE, 0}}}}};
}

static void add_term(struct quad_function *f, double c, struct quad_factor a, struct quad_factor b)
{
    f->term[f->terms++] = (struct quad_term){c, {a, b}};
}

static double eighths(struct rng *r, size_t least, size_t most)
{
    const double c = (double)(least + rng_below(r, most - least + 1)) / 8;
    return rng_below(r, 2) ? c : -c;
}

static struct quad_factor draw_factor(struct rng *r, size_t n, bool bounded)
{
    return (struct quad_factor){(enum quad_kind)(bounded ? QUAD_SIN + (int)rng_below(r, 4)
                                                         : QUAD_SIN + (int)rng_below(r, 6)),
                                rng_below(r, n)};
}

static const struct quad_factor one = {QUAD_ONE, 0};

static void draw_energy(struct rng *r, struct quad_system *s)
{
    const size_t n = s->n;
    for (size_t i = 0; i < n; i++) {
        s->g[i][i] = constant(1 + (double)rng_below(r, 9) / 8);
        if (rng_below(r, 3) == 0)
            add_term(&s->g[i][i], eighths(r, 1, 2), draw_factor(r, n, true), one);
        for (size_t j = i + 1; j < n; j++)
            if (rng_below(r, 5) == 0) {
                const struct quad_factor by = rng_below(r, 2) ? draw_factor(r, n, true) : one;
                add_term(&s->g[i][j], eighths(r, 1, 1), by, one);
                s->g[j][i] = s->g[i][j];
            }
        if (rng_below(r, 8) == 0)
            add_term(&s->a[i], eighths(r, 1, 4), draw_factor(r, n, true), one);
    }
    for (size_t k = rng_below(r, QUAD_TERMS + 1); k; k--)
        if (rng_below(r, 2))
            add_term(&s->V, fabs(eighths(r, 1, 4)), (struct quad_factor){QUAD_SQUARE, k - 1}, one);
        else
            add_term(&s->V, eighths(r, 1, 4), draw_factor(r, n, true), draw_factor(r, n, true));
}

/* cos(q_a) along one coordinate, sin(q_a) along another, and something along a third. */
static void draw_turning(struct rng *r, struct quad_system *s, struct quad_function *mu,
                         const size_t *of)
{
    const enum quad_kind twice = rng_below(r, 4) ? 0 : QUAD_SIN2 - QUAD_SIN;
    add_term(&mu[of[0]], 1, (struct quad_factor){QUAD_COS + twice, of[2]}, one);
    add_term(&mu[of[1]], 1, (struct quad_factor){QUAD_SIN + twice, of[2]},
             rng_below(r, 4) ? one : draw_factor(r, s->n, true));
    if (rng_below(r, 2))
        add_term(&mu[of[s->n > 3 ? 3 : 2]], eighths(r, 1, 8),
                 rng_below(r, 2) ? draw_factor(r, s->n, true) : one, one);
}

/* Components that all vanish somewhere. */
static void draw_cycle(struct rng *r, struct quad_function *mu, const size_t *of)
{
    for (size_t i = 0; i < 3; i++)
        add_term(&mu[of[i]], 1, (struct quad_factor){QUAD_ID, of[(i + rng_below(r, 2)) % 3]}, one);
    if (rng_below(r, 2))
        add_term(&mu[of[rng_below(r, 3)]], eighths(r, 2, 8), one, one);
}

static void draw_any(struct rng *r, struct quad_system *s, struct quad_function *mu,
                     const size_t *of)
{
    const size_t parts = 2 + rng_below(r, s->n - 1);
    for (size_t i = 0; i < parts; i++) {
        add_term(&mu[of[i]], eighths(r, 2, 8), draw_factor(r, s->n, false),
                 rng_below(r, 3) ? one : draw_factor(r, s->n, true));
        if (rng_below(r, 3) == 0)
            add_term(&mu[of[i]], eighths(r, 2, 8), one, one);
    }
}

static void draw_constraint(struct rng *r, struct quad_system *s, size_t k)
{
    size_t of[QUAD_MOST] = {0};
    for (size_t i = 0; i < s->n; i++)
        of[i] = i;
    for (size_t i = s->n; i > 1; i--) {
        const size_t j = rng_below(r, i), other = of[j];
        of[j] = of[i - 1];
        of[i - 1] = other;
    }
    switch (rng_below(r, 4)) {
    case 0:
        draw_any(r, s, s->mu[k], of);
        break;
    case 1:
        draw_cycle(r, s->mu[k], of);
        break;
    default:
        draw_turning(r, s, s->mu[k], of);
        break;
    }
    if (rng_below(r, 5) == 0)
        add_term(&s->b[k], eighths(r, 1, 4),
                 (struct quad_factor){rng_below(r, 2) ? QUAD_SIN : QUAD_ONE, s->n}, one);
}

/* A system with a state where its constraints are well independent. */
struct drawn {
    struct quad_system s;
    quad y[QUAD_STATE]; /* multiples of 1/16 where they are free */
    bool is_free[QUAD_MOST];
};

static void draw(struct rng *r, struct drawn *out)
{
    for (;;) {
        *out = (struct drawn){.s = {.n = 3 + rng_below(r, 4)}};
        struct quad_system *s = &out->s;
        s->m = 1 + rng_below(r, s->n - 2);
        draw_energy(r, s);
        for (size_t k = 0; k < s->m; k++)
            draw_constraint(r, s, k);
        for (size_t i = 0; i < s->n; i++) {
            out->y[i] = (quad)rint(rng_double(r, -16, 16)) / 16;
            out->y[s->n + i] = (quad)rint(rng_double(r, -16, 16)) / 16;
        }
        if ((double)quad_independence(s, 0, out->y) > 0.05 &&
            quad_complete(s, 0, out->y, out->is_free))
            return;
    }
}

/* ---- as text ---- */

static void put_eighths(struct mem_text *t, double d, int of)
{
    mem_put_f(t, "%d/%d", (int)rint(of * d), of);
}

static void put_function(struct mem_text *t, const struct quad_system *s,
                         const struct quad_function *f)
{
    static const char *const before[] = {"1", "sin(", "cos(", "sin(2 ", "cos(2 ", "(", "("};
    static const char *const after[] = {"", ")", ")", ")", ")", ")", ")^2"};
    mem_put(t, f->terms ? "(" : "(0");
    for (size_t i = 0; i < f->terms; i++) {
        mem_put(t, i ? " + " : "");
        put_eighths(t, f->term[i].c, 8);
        for (size_t k = 0; k < 2; k++) {
            const struct quad_factor a = f->term[i].factor[k];
            mem_put(t, " * ");
            mem_put(t, before[a.kind]);
            if (a.kind != QUAD_ONE && a.variable < s->n)
                mem_put_f(t, "q%zu", a.variable + 1);
            else if (a.kind != QUAD_ONE)
                mem_put(t, "t");
            mem_put(t, after[a.kind]);
        }
    }
    mem_put(t, ")");
}

static void put_form(struct mem_text *t, const struct quad_system *s, const struct quad_function *f)
{
    const char *plus = "";
    for (size_t i = 0; i < s->n; i++)
        if (f[i].terms) {
            mem_put(t, plus);
            put_function(t, s, &f[i]);
            mem_put_f(t, " dq%zu", i + 1);
            plus = " + ";
        }
}

static void put_energy(struct mem_text *t, const struct quad_system *s)
{
    bool magnetic = false;
    mem_put(t, "\nmetric ");
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = i; j < s->n; j++)
            if (s->g[i][j].terms) {
                mem_put(t, i || j ? " +\n    " : "");
                put_function(t, s, &s->g[i][j]);
                mem_put_f(t, " %sdq%zu dq%zu", i == j ? "" : "2 ", i + 1, j + 1);
            }
    for (size_t i = 0; i < s->n; i++)
        magnetic |= s->a[i].terms > 0;
    if (magnetic) {
        mem_put(t, "\nmagnetic ");
        put_form(t, s, s->a);
    }
    mem_put(t, "\npotential ");
    put_function(t, s, &s->V);
}

static const char *text_of(struct mem *m, const struct drawn *d, double end)
{
    struct mem_text t = mem_text(m);
    const struct quad_system *s = &d->s;
    mem_put(&t, "coords ");
    for (size_t i = 0; i < s->n; i++)
        mem_put_f(&t, "%sq%zu", i ? ", " : "", i + 1);
    put_energy(&t, s);
    for (size_t k = 0; k < s->m; k++) {
        mem_put(&t, "\nconstraint ");
        put_form(&t, s, s->mu[k]);
        mem_put(&t, " = ");
        put_function(&t, s, &s->b[k]);
        mem_put(&t, " dt");
    }
    mem_put(&t, "\ninit ");
    for (size_t i = 0; i < s->n; i++) {
        mem_put_f(&t, "%sq%zu = ", i ? ", " : "", i + 1);
        put_eighths(&t, (double)d->y[i], 16);
        if (!d->is_free[i])
            continue;
        mem_put_f(&t, ", q%zu' = ", i + 1);
        put_eighths(&t, (double)d->y[s->n + i], 16);
    }
    mem_put_f(&t, "\nrun t = %d, dt = 1/%d\n", (int)rint(end), STEPS);
    return t.text;
}

/* ---- the reference ---- */

/* The motion, and what errors of methods become until the end. */
struct reference {
    double end, growth, order4, reached;
    double dependent; /* when its constraints nearly are, or infinite */
    quad y[QUAD_STATE];
    bool whole; /* its steps do not become too short */
    bool known; /* it is whole, or ends where the constraints become dependent */
};

static double distance(const struct quad_system *s, const quad *a, const quad *b)
{
    double most = 0;
    for (size_t i = 0; i < s->n; i++)
        most = fmax(most, fabs((double)(a[i] - b[i])));
    return most;
}

/* The error of a method of order 4 with steps of 1/100, from that with longer ones. */
static double measure_order4(const struct drawn *d, const struct reference *r)
{
    enum { LONGER = 5 };
    quad y[QUAD_STATE];
    memcpy(y, d->y, sizeof y);
    if (!quad_run_rk4(&d->s, (quad)r->end, (size_t)rint(STEPS * r->end / LONGER), y))
        return INFINITY;
    return distance(&d->s, y, r->y) / pow(LONGER, 4);
}

/* By how much the motion enlarges a small change of velocities at the start. */
static double measure_growth(const struct drawn *d, const struct reference *r)
{
    const double change = 1e-6;
    struct quad_watch watch = {0, 0};
    bool is_free[QUAD_MOST];
    quad y[QUAD_STATE], t = 0;
    memcpy(y, d->y, sizeof y);
    for (size_t i = 0; i < d->s.n; i++)
        if (d->is_free[i])
            y[d->s.n + i] += (quad)(i % 2 ? change : -change);
    if (!quad_complete(&d->s, 0, y, is_free) ||
        !quad_run(&d->s, &t, (quad)r->end, y, (quad)1e-11, &watch))
        return INFINITY;
    return distance(&d->s, y, r->y) / change;
}

/* Motions that lose all digits, also on the way past dependent constraints, are followed for a
 * shorter time. */
static struct reference refer(const struct drawn *d)
{
    static const double end[] = {20, 10, 5, 2, 1};
    const double most_error = 1e-4, most_growth = 1e6, small = 0.01;
    struct reference r = {0};
    for (size_t i = 0; i < COUNT(end); i++) {
        struct quad_watch watch = {small, 0};
        quad t = 0;
        r.end = end[i];
        memcpy(r.y, d->y, sizeof r.y);
        r.whole = quad_run(&d->s, &t, (quad)r.end, r.y, (quad)1e-15, &watch);
        r.reached = (double)t;
        r.dependent = watch.when;
        r.growth = r.whole ? measure_growth(d, &r) : 0;
        r.order4 = r.growth < most_growth ? measure_order4(d, &r) : INFINITY;
        r.known = r.whole ? r.order4 < most_error : r.reached - r.dependent < near;
        if (r.known)
            break;
    }
    return r;
}

/* ---- against the program ---- */

/* Runs, and emitted code; `error` is that of a method which is not of order 4. */
static const struct way {
    const char *method, *target, *tol;
    double error;
} ways[] = {
    {"dop853", NULL, "1e-11", 1e-10},
    {"taylor", NULL, "1e-11", 1e-10},
    {"rk4", NULL, NULL, 0},
    {"gauss2", NULL, NULL, 0},
    {"rk4", "c", NULL, 0},
    {"rk4", "embedded", NULL, 0},
};

struct outcome {
    double t, q[QUAD_MOST];
    const char *why;  /* it stopped before the end, or NULL */
    const char *told; /* messages */
};

static const char main_text[] =
    "#include <stdio.h>\n#include <stdlib.h>\n#include \"m.h\"\n"
    "int main(int argc, char **argv)\n{\n"
    "    m_real p[m_PARAMETERS + 1], x[m_STATES], work[m_WORK];\n    m_par par;\n"
    "    int i = 0, s = 0, n = argc > 1 ? atoi(argv[1]) : 0;\n"
    "    m_default_parameters(p);\n    m_prepare(p, &par);\n    m_initial_state(x);\n"
    "    for (; i < n && !s; i++)\n"
    "        s = (int)m_step(&par, 0.01 * i, 0.01 * (i + 1) - 0.01 * i, 0, x, work);\n"
    "    printf(\"{\\\"t\\\": %.17g, \\\"message\\\": \\\"%s\\\"\", 0.01 * i,\n"
    "           s ? s == POLE ? \"the constraints become dependent\" : \"failed\" : \"\");\n"
    "    for (i = 0; i < m_STATES && i < 9; i++)\n"
    "        printf(\", \\\"q%d\\\": %.17g\", i + 1, (double)x[i]);\n"
    "    printf(\"}\\n\");\n    return 0;\n}\n";

static const char build[] =
    "set -e; d=$(mktemp -d); trap 'rm -rf $d' EXIT; printf '%s' \"$1\" >$d/m.nh\n"
    "printf '%s' \"$2\" >$d/main.c; ${NOSLIP_BIN:-build/noslip} emit $d/m.nh --target $3 -o $d\n"
    "if grep -q m_POLE $d/m.h; then pole=m_POLE; else pole=-1; fi\n"
    "cc -std=c99 -O1 -ffp-contract=off -DPOLE=$pole $d/main.c $d/m.c -lm -o $d/m && $d/m $4\n";

static struct outcome follow(struct mem *m, const struct way *w, const char *model,
                             const struct quad_system *s, double end)
{
    const char *const run[] = {
        "run", "-", "--json", "--method", w->method, w->tol ? "--tol" : NULL, w->tol, NULL};
    const char *steps = base_text(m, "%d", (int)rint(STEPS * end));
    const char *const words[] = {"-c", build, "sh", model, main_text, w->target, steps, NULL};
    const struct told t =
        w->target ? tool_call(m, "/bin/bash", NULL, words) : tool_run(m, model, run);
    const struct jnode *all = json_read(m, t.out);
    struct outcome out = {.why = "failed", .told = t.err};
    if (!all || all->kind != JSON_OBJECT)
        return out;
    const struct jnode *x = w->target ? all : json_need(all, "state");
    const struct jnode *why = json_get(all, "message");
    out.t = json_number(json_need(all, "t"), "t");
    out.why = why && why->kind == JSON_TEXT && why->text[0] ? why->text : NULL;
    for (size_t i = 0; i < s->n; i++) {
        char name[8];
        snprintf(name, sizeof name, "q%u", (unsigned)(i + 1) % 10);
        out.q[i] = json_number(json_need(x, name), name);
    }
    return out;
}

/* Do the constraints become dependent at that time, or nearly so? */
static bool is_true(const struct outcome *o, const struct reference *r)
{
    const bool said = strstr(o->why, "the constraints become dependent") ||
                      strstr(o->why, "the equations of motion have a pole");
    return said && o->t > r->dependent - near && o->t < r->reached + near;
}

static void compare(struct mem *m, size_t i, const struct drawn *d, const struct reference *r,
                    const struct way *w)
{
    const double factor = 50;
    const char *model = text_of(m, d, r->end);
    const struct outcome o = follow(m, w, model, &d->s, r->end);
    const double bound =
        factor * ((w->error > 0 ? 0 : r->order4) + (w->error + 1e-12) * (1 + r->growth));
    double error = 0;
    for (size_t k = 0; k < d->s.n; k++)
        error = fmax(error, fabs(o.q[k] - (double)r->y[k]));
    const bool right = o.why ? is_true(&o, r) : r->whole && error <= bound;
    REQUIRE(right,
            "system %zu, %s %s: t = %g, error %g of %g, %s\n%s\nthe reference reaches t = %g, with "
            "constraints that become dependent at %g\n%s",
            i, w->method, w->target ? w->target : "", o.t, error, bound, o.why ? o.why : "done",
            o.told, r->reached, r->dependent, model);
}

START_TEST(runs_are_right_or_say_why_not)
{
    struct rng rng = rng_new(2101);
    const size_t n = test_once() ? test_cases() / (test_whole() ? 90 : 600) : 0;
    size_t stopped = 0, unknown = 0;
    for (size_t i = 0; i < n; i++) {
        struct lab l = lab_open();
        struct drawn d;
        draw(&rng, &d);
        const struct reference r = refer(&d);
        stopped += r.known && !r.whole;
        unknown += !r.known;
        for (size_t k = 0; k < COUNT(ways) && r.known; k++)
            if (!ways[k].target || k % 2 == i % 2)
                compare(l.m, i, &d, &r, &ways[k]);
        lab_close(&l);
    }
    printf("%zu systems; constraints of %zu become dependent, %zu have no reference\n", n, stopped,
           unknown);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {runs_are_right_or_say_why_not};
    return test_run("runs_of_random_constraints", tests, COUNT(tests));
}
