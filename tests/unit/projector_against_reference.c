/* tests/unit/projector_against_reference.c -- the projector form and Dirac's bracket, against
 * 40-digit values.
 *
 * data/projector.json has, for ten systems at six points each, accelerations, energy, multipliers,
 * projectors, brackets, Jacobiators and blocks of the metric, and a trajectory. Every field is
 * compared. Where the paper has a misprint that numbers can detect, the printed value is computed,
 * too, and must differ. Fields of the data detect some of them: the metric of Section 4.1 against
 * (33), and coordinates of the centre of mass against the blade's, by the sleigh with J not 1; the
 * sign of [X_1, X_2] and the Hamiltonian that (40) needs, by brackets and rates of the contact
 * particle; the claim that sleighs are Poisson, by Jacobiators that are not 0; the choice of the
 * orthogonal splitting, by Q beside q. Numbers cannot detect that Q and D exchange their roles
 * between the introduction and Section 2, nor the signs of sharp and X_f there: these are names,
 * and the bracket is compared. (11) is no projector for any numbers; (12) is one, and is p_TS. */
#include "support/dense.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 5, WORD = 64 };

#define DATA "tests/unit/data/projector.json"

static const char sleigh[] = "coords x, y, theta\n"
                             "param J = 0.75, r = 0.5\n"
                             "metric dx^2 + dy^2 + J dtheta^2\n"
                             "constraint cos(theta) dy - sin(theta) dx - r dtheta\n"
                             "frame u = cos(theta) d_x + sin(theta) d_y\n"
                             "      w = d_theta + r (cos(theta) d_y - sin(theta) d_x)\n"
                             "complement s = d_theta\n";
static const char affine_particle[] = "coords x, y, z\n"
                                      "param beta = 0.75, nu = 2\n"
                                      "metric dx^2 + dy^2 + dz^2\n"
                                      "constraint dz - y dx = -beta cos(nu t) dt\n";
static const char four[] =
    "coords q1, q2, q3, q4\n"
    "param k1 = 0.5, k2 = -0.5, k3 = 0.75, k4 = 0.25, kappa = 1, gamma = 0.5, delta = -0.25\n"
    "let b = k1 sin(q2) dq1 + k2 q3 dq2 + k3 cos(q4) dq3 + k4 q1 dq4\n"
    "metric dq1^2 + 2 dq2^2 + 3/2 dq3^2 + dq4^2 + b^2\n"
    "potential 1/2 kappa (q1^2 + q2^2 + q3^2 + q4^2) + gamma cos(q1 - q3) + delta q2 q4\n"
    "constraint (1 + q2^2/4) dq1 - q3 dq2 + sin(q4) dq3 + 1/2 q1 q2 dq4\n"
    "           q4 dq1 + dq2 - q1 dq3 + cos(q2) dq4\n"
    "complement c1 = d_q1\n"
    "           c2 = d_q2\n";

struct known {
    const char *name, *model; /* a path, or a text */
    const char *coord[MOST];
    size_t n;
    bool momenta; /* the data have momenta after the coordinates, else velocities */
};

#define PLANE {"x", "y", "theta"}, 3
#define SPACE {"x", "y", "z"}, 3
static const struct known known[] = {
    {"s003_sleigh", sleigh, PLANE, false},
    {"s003_contact_particle", "models/contact_particle.nh", SPACE, false},
    {"s003_dirac_sphere", "models/particle_sphere.nh", SPACE, true},
    {"s003_dirac_ellipsoid", "models/particle_ellipsoid.nh", SPACE, true},
    {"s003_affine_particle", affine_particle, SPACE, false},
    {"s003_affine_turntable_sleigh", "models/sleigh_turntable.nh", PLANE, false},
    {"s003_affine_ball_table",
     "models/ball_table_varying.nh",
     {"x", "y", "phi", "theta", "psi"},
     5,
     false},
    {"g4_nonholonomic", four, {"q1", "q2", "q3", "q4"}, 4, false},
    {"s004_disk_nonholonomic", "models/disk.nh", {"x", "y", "theta", "phi"}, 4, false},
};

static const struct jnode *system_of(const struct oracle *d, const char *name)
{
    return json_need(json_need(d->data, "systems"), name);
}

/* ---- asking ---- */

struct place {
    const struct known *known;
    size_t point;
};

static const char *rate_name(const struct known *k, size_t i)
{
    static char key[WORD];
    snprintf(key, sizeof key, k->momenta ? "p_%s" : "%s'", k->coord[i]);
    return key;
}

static struct question question(struct oracle *d, const struct known *k, const struct jnode *params,
                                const struct jnode *state, const struct jnode *t)
{
    const struct jnode *names = json_need(system_of(d, k->name), "params");
    struct mem_text p = mem_text(d->lab.m), at = mem_text(d->lab.m);
    for (size_t i = 0; i < names->n; i++)
        tool_assign(&p, json_at(names, i)->text, json_number(json_at(params, i), "a parameter"));
    for (size_t i = 0; i < k->n; i++) {
        tool_assign(&at, k->coord[i], json_number(json_at(state, i), "a coordinate"));
        tool_assign(&at, rate_name(k, i), json_number(json_at(state, k->n + i), "a rate"));
    }
    if (t)
        tool_assign(&at, "t", t->number);
    return (struct question){
        .model = k->model, .form = "projector", .params = names->n ? p.text : NULL, .at = at.text};
}

static const struct jnode *ask(struct oracle *d, struct place at, const struct jnode *point)
{
    static const char *const engines[] = {"tcc", "interp"};
    struct question q = question(d, at.known, json_need(point, "params"), json_need(point, "state"),
                                 json_get(point, "t"));
    q.engine = engines[at.point % COUNT(engines)];
    return tool_show(d->lab.m, &q);
}

/* ---- comparing ---- */

enum { NUMBERS = 128, DEPTH = 8 };
struct numbers {
    double at[NUMBERS], largest;
    size_t n;
};

/* Numbers of nested lists, in their order. */
static struct numbers numbers(const struct jnode *v)
{
    struct numbers out = {.n = 0};
    const struct jnode *next[DEPTH] = {v};
    for (size_t depth = 1; depth > 0;) {
        const struct jnode *e = next[depth - 1];
        if (!e) {
            depth--;
            continue;
        }
        next[depth - 1] = depth == 1 ? NULL : e->next;
        if (e->kind == JSON_LIST) {
            REQUIRE(depth < DEPTH, "lists are nested too deeply");
            next[depth++] = e->first;
        } else {
            REQUIRE(out.n < NUMBERS, "too many numbers");
            out.at[out.n] = json_number(e, "a number");
            out.largest = fmax(out.largest, fabs(out.at[out.n++]));
        }
    }
    return out;
}

static double largest(const struct jnode *v)
{
    return numbers(v).largest;
}

static void near(struct place at, const char *what, double got, double want, double scale)
{
    char where[WORD];
    snprintf(where, sizeof where, "%s, point %zu", at.known->name, at.point);
    tool_near(where, what, got, want, 1e-12 * (1 + fabs(scale)));
}

/* Compares all expected numbers; there may be more multipliers. */
static void near_all(struct place at, const char *what, const struct jnode *got,
                     const struct jnode *want)
{
    const struct numbers a = numbers(got), b = numbers(want);
    REQUIRE(a.n >= b.n, "%s: %s is too short", at.known->name, what);
    for (size_t i = 0; i < b.n; i++)
        near(at, what, a.at[i], b.at[i], b.largest);
}

static double entry(const struct jnode *a, size_t i, size_t j)
{
    return json_number(json_at(json_at(a, i), j), "an entry");
}

static double named(const struct jnode *object, const char *prefix, const char *name)
{
    char key[WORD];
    snprintf(key, sizeof key, "%s%s", prefix, name);
    return json_number(json_need(object, key), key);
}

/* ---- fields that are printed as in the data ---- */

static const struct {
    const char *field, *object; /* object NULL: `key` of the whole */
    const char *key;
} plain[] = {
    {"Q", "objects", "Q"},
    {"P", "objects", "P"},
    {"q_oblique", "objects", "Q_obl"},
    {"Q_oblique", "objects", "Q_obl"},
    {"P_oblique", "objects", "P_obl"},
    {"U", "objects", "U"},
    {"Gamma_oblique", "objects", "Gamma"},
    {"F_ab", "objects", "F"},
    {"f_aalpha", "objects", "f"},
    {"G_up_alphabeta", "objects", "G_up"},
    {"G_low_alphabeta", "objects", "G_low"},
    {"nh_bracket_5", "objects", "bracket"},
    {"lambda_up", "objects", "chi_matrix"},
    {"lambda_down", "objects", "Lambda"},
    {"pi_bar", NULL, "bivector"},
    {"pi_bar_6", NULL, "bivector"},
    {"dirac", NULL, "bivector"},
    {"multipliers", NULL, "multiplier"},
    {"energy", NULL, "energy"},
    {"power", NULL, "energy_rate"},
    {"moving_energy", NULL, "moving_energy"},
};

static bool is_plain(const char *field)
{
    for (size_t i = 0; i < COUNT(plain); i++)
        if (strcmp(plain[i].field, field) == 0)
            return true;
    return false;
}

static void near_plain(struct place at, const struct jnode *got, const struct jnode *want)
{
    for (size_t i = 0; i < COUNT(plain); i++) {
        const struct jnode *w = json_get(want, plain[i].field);
        if (w)
            near_all(
                at, plain[i].field,
                json_need(plain[i].object ? json_need(got, plain[i].object) : got, plain[i].key),
                w);
    }
}

/* ---- fields that must be computed ---- */

/* q' and q'', or q' and p'. */
static void near_rhs(struct place at, const struct jnode *got, const struct jnode *want)
{
    const struct known *k = at.known;
    const double scale = largest(want);
    for (size_t i = 0; i < k->n; i++) {
        near(at, k->coord[i], named(json_need(got, "qdot"), "", k->coord[i]),
             json_at(want, i)->number, scale);
        near(at, k->coord[i],
             k->momenta ? named(json_need(got, "rhs"), "p_", k->coord[i])
                        : named(json_need(got, "qddot"), "", k->coord[i]),
             json_at(want, k->n + i)->number, scale);
    }
}

static size_t pair_of(size_t n, size_t B, size_t C)
{
    size_t at = 0;
    for (size_t b = 0; b < B; b++)
        at += n - 1 - b;
    return at + C - B - 1;
}

/* J(q^A, p_B, p_C) from pairs B < C. */
static double jacobiator_qpp(const struct jnode *objects, size_t n, size_t A, size_t B, size_t C)
{
    if (B == C)
        return 0;
    const size_t low = B < C ? B : C, high = B < C ? C : B;
    const double value = entry(json_need(objects, "J_qpp"), A, pair_of(n, low, high));
    return B < C ? value : -value;
}

static int sign_of(size_t A, size_t B, size_t C)
{
    if (A == B || B == C || A == C)
        return 0;
    return (A < B) + (B < C) + (A < C) == 3 || (A < B) + (B < C) + (A < C) == 1 ? 1 : -1;
}

/* J(p_A, p_B, p_C) from triples A < B < C. */
static double jacobiator_ppp(const struct jnode *objects, size_t n, size_t A, size_t B, size_t C)
{
    const size_t low = A < B ? (A < C ? A : C) : (B < C ? B : C);
    const size_t high = A > B ? (A > C ? A : C) : (B > C ? B : C), mid = A + B + C - low - high;
    size_t at = 0;
    if (sign_of(A, B, C) == 0)
        return 0;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++)
            for (size_t c = b + 1; c < n; c++, at++)
                if (a == low && b == mid && c == high)
                    return sign_of(A, B, C) *
                           json_number(json_at(json_need(objects, "J_ppp"), at), "J_ppp");
    return NAN;
}

static void near_cubes(struct place at, const struct jnode *objects, const struct jnode *qpp,
                       const struct jnode *ppp)
{
    const size_t n = at.known->n;
    for (size_t A = 0; A < n; A++)
        for (size_t i = 0; i < n * n; i++) {
            const size_t B = i / n, C = i % n;
            near(at, "J(q, p, p)", jacobiator_qpp(objects, n, A, B, C),
                 entry(json_at(qpp, A), B, C), largest(qpp));
            near(at, "J(p, p, p)", jacobiator_ppp(objects, n, A, B, C),
                 entry(json_at(ppp, A), B, C), largest(ppp));
        }
}

/* J(q, u, w) of u = p_x cos + p_y sin and w = p_theta / J. */
static void near_sleigh(struct place at, const struct jnode *got, const struct jnode *want)
{
    const struct jnode *objects = json_need(got, "objects"), *J = json_need(want, "jacobiator");
    const double inertia = json_at(json_need(want, "params"), 0)->number;
    const double theta = json_at(json_need(want, "state"), 2)->number;
    const double du[3] = {cos(theta), sin(theta), 0}, dw[3] = {0, 0, 1 / inertia};
    const struct jnode *rates = json_need(want, "u_omega_rhs"), *veldot = json_need(got, "veldot");
    for (size_t A = 0; A < 3; A++) {
        double sum = 0;
        for (size_t B = 0; B < 3; B++)
            for (size_t C = 0; C < 3; C++)
                sum += jacobiator_qpp(objects, 3, A, B, C) * du[B] * dw[C];
        near(at, "J(q, u, w)", sum, json_at(J, A)->number, largest(J));
    }
    near(at, "u'", named(veldot, "", "u"), json_at(rates, 0)->number, largest(rates));
    near(at, "w'", named(veldot, "", "w"), json_at(rates, 1)->number, largest(rates));
}

/* The bracket in (x, y, z, p_x, p_y) is a part of the one with p_z. */
static void near_contact(struct place at, const struct jnode *got, const struct jnode *want)
{
    const struct jnode *B = json_need(want, "pi_bar_5"), *J = json_need(want, "jacobiator_5");
    const struct jnode *objects = json_need(got, "objects");
    size_t next = 0;
    for (size_t i = 0; i < 25; i++)
        near(at, "B of five", entry(json_need(got, "bivector"), i / 5, i % 5),
             entry(B, i / 5, i % 5), largest(B));
    for (size_t i = 0; i < 5; i++)
        for (size_t j = i + 1; j < 5; j++)
            for (size_t k = j + 1; k < 5; k++, next++)
                near(at, "J of five", j == 3 ? jacobiator_qpp(objects, 3, i, 0, 1) : 0,
                     json_at(J, next)->number, largest(J));
}

/* Angular velocity in space, its rate, and conserved quantities. */
static void near_ball(struct place at, const struct jnode *got, const struct jnode *want)
{
    const struct jnode *q = json_need(got, "q"), *v = json_need(got, "qdot");
    const struct jnode *a = json_need(got, "qddot"), *integral = json_need(want, "integrals");
    const struct jnode *par = json_need(got, "params");
    const double sp = sin(named(q, "", "phi")), cp = cos(named(q, "", "phi"));
    const double st = sin(named(q, "", "theta")), ct = cos(named(q, "", "theta"));
    const double phi = named(v, "", "phi"), theta = named(v, "", "theta");
    const double psi = named(v, "", "psi");
    const double theta2 = named(a, "", "theta"), psi2 = named(a, "", "psi");
    const double w[3] = {theta * cp + psi * st * sp, theta * sp - psi * st * cp, phi + psi * ct};
    const double rate[3] = {
        theta2 * cp - theta * phi * sp + psi2 * st * sp + psi * (theta * ct * sp + phi * st * cp),
        theta2 * sp + theta * phi * cp - psi2 * st * cp - psi * (theta * ct * cp - phi * st * sp),
        named(a, "", "phi") + psi2 * ct - psi * theta * st};
    const double m = named(par, "", "m"), radius = named(par, "", "a"), I = named(par, "", "I");
    const double Omega =
        named(par, "", "Omega0") +
        named(par, "", "Omega1") * sin(named(par, "", "nu") * json_need(got, "t")->number);
    const double part = I / (I + m * radius * radius) * Omega;
    const double kept[3] = {named(v, "", "x") + part * named(q, "", "y"),
                            named(v, "", "y") - part * named(q, "", "x"), w[2]};
    for (size_t i = 0; i < 3; i++) {
        near(at, "omega", w[i], json_at(json_need(want, "omega"), i)->number,
             largest(json_need(want, "omega")));
        near(at, "omega'", rate[i], json_at(json_need(want, "omega_dot"), i)->number,
             largest(json_need(want, "omega_dot")));
        near(at, "integral", kept[i], json_at(integral, i)->number, largest(integral));
    }
}

static void near_four(struct place at, const struct jnode *got, const struct jnode *want)
{
    const struct jnode *p = json_need(want, "p"), *rate = json_need(want, "pdot");
    near_cubes(at, json_need(got, "objects"), json_need(want, "jacobiator_qpp"),
               json_need(want, "jacobiator_ppp"));
    for (size_t i = 0; i < 4; i++) {
        near(at, "p", named(json_need(got, "state"), "p_", at.known->coord[i]),
             json_at(p, i)->number, largest(p));
        near(at, "p'", named(json_need(got, "rhs"), "p_", at.known->coord[i]),
             json_at(rate, i)->number, largest(rate));
    }
}

static void near_ellipsoid(struct place at, const struct jnode *got, const struct jnode *want)
{
    const struct jnode *x = json_need(got, "state"), *par = json_need(want, "params");
    const double want_joachimsthal = json_need(want, "joachimsthal")->number;
    double slope = 0, speed = 0;
    for (size_t i = 0; i < 3; i++) {
        const double axis = json_at(par, i)->number;
        slope += pow(named(x, "", at.known->coord[i]) / axis, 2);
        speed += pow(named(x, "p_", at.known->coord[i]), 2) / axis;
    }
    near(at, "joachimsthal", slope * speed, want_joachimsthal, want_joachimsthal);
}

static const struct {
    const char *system, *fields; /* separated by blanks: the fields that are compared */
    void (*near)(struct place at, const struct jnode *got, const struct jnode *want);
} made[] = {
    {"s003_sleigh", " jacobiator u_omega_rhs ", near_sleigh},
    {"s003_contact_particle", " pi_bar_5 jacobiator_5 ", near_contact},
    {"s003_affine_ball_table", " omega omega_dot integrals ", near_ball},
    {"g4_nonholonomic", " jacobiator_qpp jacobiator_ppp p pdot ", near_four},
    {"s003_dirac_ellipsoid", " joachimsthal ", near_ellipsoid},
};

/* Every field of the data is compared. */
static void need_known(const struct known *k, const struct jnode *point)
{
    for (const struct jnode *f = point->first; f; f = f->next) {
        char word[WORD];
        bool seen = is_plain(f->key) || strcmp(f->key, "params") == 0 ||
                    strcmp(f->key, "state") == 0 || strcmp(f->key, "t") == 0 ||
                    strcmp(f->key, "rhs") == 0;
        snprintf(word, sizeof word, " %s ", f->key);
        for (size_t i = 0; i < COUNT(made); i++)
            seen |= strcmp(made[i].system, k->name) == 0 && strstr(made[i].fields, word);
        REQUIRE(seen, "%s: nobody looks at %s", k->name, f->key);
    }
}

START_TEST(points)
{
    struct oracle d = oracle_open(DATA);
    for (size_t s = 0; s < COUNT(known); s++) {
        const struct jnode *all = json_need(system_of(&d, known[s].name), "points");
        const struct mem_mark mark = mem_mark(d.lab.m);
        REQUIRE(all->n == 6, "%s has six points", known[s].name);
        for (size_t i = 0; i < (test_whole() ? all->n : 1) && test_turn(s); i++) {
            const struct place at = {&known[s], i};
            const struct jnode *want = json_at(all, i), *got = ask(&d, at, want);
            need_known(&known[s], want);
            near_rhs(at, got, json_need(want, "rhs"));
            near_plain(at, got, want);
            for (size_t k = 0; k < COUNT(made); k++)
                if (strcmp(made[k].system, known[s].name) == 0)
                    made[k].near(at, got, want);
            mem_release(d.lab.m, mark);
        }
    }
    lab_close(&d.lab);
}
END_TEST

/* ---- trajectories ---- */

static void check_motion(struct oracle *d, const struct known *k)
{
    const struct jnode *run = json_need(system_of(d, k->name), "trajectory");
    const struct jnode *final = json_need(run, "final"), *end = json_need(run, "t_end");
    struct question q = question(d, k, json_need(run, "params"), json_need(run, "initial"), NULL);
    char time[EX_DOUBLE_ROOM];
    ex_double_show(end->number, time);
    q.method = "dop853";
    q.tol = "1e-14";
    q.end = time;
    const struct rows rows = tool_rows(d->lab.m, &q);
    const struct question there = question(d, k, json_need(run, "params"), final, end);
    const struct jnode *want = json_need(tool_show(d->lab.m, &there), "state");
    const double bound = 1e-11 * (1 + largest(final));
    for (size_t i = 0; i < k->n; i++) {
        char name[WORD];
        snprintf(name, sizeof name, "p_%s", k->coord[i]);
        tool_near(k->name, k->coord[i], tool_cell(&rows, rows.n - 1, k->coord[i]),
                  json_at(final, i)->number, bound);
        tool_near(k->name, name, tool_cell(&rows, rows.n - 1, name),
                  json_number(json_need(want, name), name), bound);
    }
}

START_TEST(motions)
{
    struct oracle d = oracle_open(DATA);
    for (size_t s = 0; s < COUNT(known); s++) {
        const struct mem_mark mark = mem_mark(d.lab.m);
        check_motion(&d, &known[s]);
        mem_release(d.lab.m, mark);
    }
    lab_close(&d.lab);
}
END_TEST

/* ---- properties of the objects ---- */

static const struct jnode *at_point(struct oracle *d, const char *name, size_t point,
                                    const struct jnode **want)
{
    size_t s = 0;
    while (strcmp(known[s].name, name) != 0)
        s++;
    *want = json_at(json_need(system_of(d, name), "points"), point);
    return ask(d, (struct place){&known[s], point}, *want);
}

/* Misprints of the paper: transposed projectors, signs, factors of 2. Signs of X_f and of the sharp
 * map are conventions, which numbers cannot decide. */
START_TEST(sleigh_has_transposes)
{
    struct oracle d = oracle_open(DATA);
    const struct jnode *want = NULL, *got = at_point(&d, "s003_sleigh", 1, &want);
    const struct matrix P = object(got, "P"), Q = object(got, "Q");
    const struct matrix B = matrix(json_need(got, "bivector"));
    const double lambda = json_at(json_need(got, "multiplier"), 0)->number;
    const double theta = json_at(json_need(want, "state"), 2)->number;
    const double r = json_at(json_need(want, "params"), 1)->number;
    const struct matrix E = {
        .rows = 3, .cols = 1, .at = {{-sin(theta) * lambda}, {cos(theta) * lambda}, {-r * lambda}}};
    struct matrix low = {.rows = 3, .cols = 3};
    for (size_t i = 0; i < 9; i++)
        low.at[i / 3][i % 3] = B.at[3 + i / 3][i % 3];
    same("Q^T E = E", times(across(Q), E), E);
    differ("Q E = E", times(Q, E), E);
    same("the lower left block is -P^T", low, plus((struct matrix){3, 3, {{0}}}, -1, across(P)));
    differ("the lower left block is -P", low, plus((struct matrix){3, 3, {{0}}}, -1, P));
    same("B is skew", B, plus((struct matrix){6, 6, {{0}}}, -1, across(B)));
    lab_close(&d.lab);
}
END_TEST

START_TEST(splittings_are_orthogonal_or_not)
{
    struct oracle d = oracle_open(DATA);
    const struct jnode *want = NULL, *got = at_point(&d, "s003_contact_particle", 2, &want);
    const double y = json_at(json_need(want, "state"), 1)->number, e = 1 + y * y;
    const double ones[3] = {1, 1, 1};
    const struct matrix one = diagonal(ones, 3), P = object(got, "P"), Q = object(got, "Q");
    const struct matrix P_obl = object(got, "P_obl"), Q_obl = object(got, "Q_obl");
    const struct matrix U = object(got, "U"), product = object(got, "product");
    const struct jnode *objects = json_need(got, "objects");
    same("P P = P", times(P, P), P);
    same("(P - Q)^2 = 1", times(product, product), one);
    same("P_obl P_obl = P_obl", times(P_obl, P_obl), P_obl);
    same("both have one image", times(P, P_obl), P_obl);
    same("U carries one to the other", times(U, Q_obl), times(Q, U));
    same("parts of the inverse metric add up", plus(times(P, across(P)), 1, times(Q, across(Q))),
         one);
    differ("those of the oblique splitting add up",
           plus(times(P_obl, across(P_obl)), 1, times(Q_obl, across(Q_obl))), one);
    const double low = json_number(json_need(objects, "G_low"), "G_low");
    tool_near("contact", "G_low", low, 1 / e, 1e-14);
    REQUIRE(fabs(low - 1) > 1e-4, "G_low is g_zz, as misprinted");
    tool_near("contact", "H_restricted",
              json_number(json_need(objects, "H_restricted"), "H_restricted"),
              json_need(want, "energy")->number, 1e-12);
    lab_close(&d.lab);
}
END_TEST

START_TEST(metric_blocks_are_symmetric)
{
    struct oracle d = oracle_open(DATA);
    const struct jnode *want = NULL, *got = at_point(&d, "g4_nonholonomic", 3, &want);
    const struct matrix F = object(got, "F"), f = object(got, "f"), Gamma = object(got, "Gamma");
    const struct matrix G_up = object(got, "G_up"), G_low = object(got, "G_low");
    const struct matrix B = matrix(json_need(got, "bivector")), kernel = object(got, "kernel");
    const double ones[2] = {1, 1};
    same("F is symmetric", F, across(F));
    same("G_low is the inverse of G_up", times(G_up, G_low), diagonal(ones, 2));
    same("the kernel is one", times(B, across(kernel)), (struct matrix){8, 4, {{0}}});
    /* F with 2 g_ai Gamma^i_b in place of its symmetric part, as printed, changes by this */
    const struct matrix part = times(f, Gamma);
    differ("F is not made symmetric", part, across(part));
    lab_close(&d.lab);
}
END_TEST

/* (18) without the rate of b. */
START_TEST(rates_of_affine_constraints_matter)
{
    struct oracle d = oracle_open(DATA);
    for (size_t i = 0; i < 3; i++) {
        const struct jnode *want = NULL, *got = at_point(&d, "s003_affine_particle", i, &want);
        const struct jnode *x = json_need(want, "state"), *p = json_need(want, "params");
        const double y = json_at(x, 1)->number;
        const double printed = json_at(x, 3)->number * json_at(x, 4)->number / (1 + y * y);
        const double rate = -json_at(p, 0)->number * json_at(p, 1)->number *
                            sin(json_at(p, 1)->number * json_need(want, "t")->number);
        const double lambda = json_at(json_need(got, "multiplier"), 0)->number;
        tool_near("affine particle", "lambda", lambda, printed - rate / (1 + y * y), 1e-12);
        REQUIRE(fabs(rate) < 1e-3 || fabs(lambda - printed) > 1e-4, "lambda is as misprinted");
    }
    lab_close(&d.lab);
}
END_TEST

/* A one-form that depends on positions and on t, on constraints that do so, too: by reactions, and
 * along C where that is smaller. Numbers: the equations with multipliers solved by SymPy. */
#define DRIVEN                                                                                     \
    "coords x, y, z\nmetric (2 + x^2) dx^2 + dy^2 + 3 dz^2 + 1/2 x dx dy\npotential x y\n"         \
    "magnetic (y^2 + t x) dx + (z t + x z) dy + (x y + sin(t)) dz\n"                               \
    "constraint dz - y dx = (0.3 x + t) dt\n"

START_TEST(one_forms_that_move)
{
    static const struct {
        const char *model, *at;
        double rate[3], lambda[2];
        size_t lambdas;
    } driven[] = {
        {DRIVEN,
         "x=0.3,y=0.4,z=-0.5,t=0.7,x'=0.8,y'=-0.6",
         {-0.46976821834318123, 0.33823261637573859, 0.57209271266272751},
         {3.2211203252726709},
         1},
        {DRIVEN " dy - z dx = (x + t) dt\n",
         "x=0.3,y=0.4,z=-0.5,t=0.7,x'=0.8",
         {-0.93516826044218411, 3.1555841302210921, 1.3459326958231264},
         {4.7026402747538675, 2.7824465106879282},
         2},
    };
    static const char *const name[] = {"x", "y", "z"};
    struct lab lab = lab_open();
    for (size_t k = 0; k < COUNT(driven); k++) {
        const struct question q = {
            .model = driven[k].model, .at = driven[k].at, .form = "projector"};
        const struct jnode *got = tool_show(lab.m, &q), *rate = json_need(got, "qddot");
        for (size_t i = 0; i < COUNT(name); i++)
            tool_near("driven", name[i], json_number(json_need(rate, name[i]), name[i]),
                      driven[k].rate[i], 1e-13);
        for (size_t i = 0; i < driven[k].lambdas; i++)
            tool_near("driven", "lambda",
                      json_number(json_at(json_need(got, "multiplier"), i), "lambda"),
                      driven[k].lambda[i], 1e-13);
    }
    lab_close(&lab);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {points,
                                  motions,
                                  sleigh_has_transposes,
                                  splittings_are_orthogonal_or_not,
                                  metric_blocks_are_symmetric,
                                  rates_of_affine_constraints_matter,
                                  one_forms_that_move};
    return test_run("projector", tests, COUNT(tests));
}
