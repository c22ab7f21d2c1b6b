/* tests/unit/projector.c -- the projector form and Dirac's bracket against numbers from 40 digits.
 *
 * data/projector.json has, of ten systems at six points each, accelerations, energy, multipliers,
 * projectors, brackets, Jacobiators and blocks of the metric, and a trajectory. Every field is
 * compared. Where the paper has a misprint that numbers can tell, the printed value is computed,
 * too, and must differ. */
#include "support/support.h"

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
    bool momenta; /* the data has momenta behind the coordinates, else velocities */
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

struct desk {
    struct lab lab;
    const struct jnode *data;
};

static struct desk desk_open(void)
{
    struct desk d = {.lab = lab_open()};
    d.data = json_read(d.lab.m, tool_file(d.lab.m, DATA));
    REQUIRE(d.data, DATA " is not JSON");
    return d;
}

static const struct jnode *system_of(const struct desk *d, const char *name)
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

static struct question question(struct desk *d, const struct known *k, const struct jnode *params,
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

static const struct jnode *ask(struct desk *d, struct place at, const struct jnode *point)
{
    static const char *const engines[] = {"tcc", "interp"};
    struct question q = question(d, at.known, json_need(point, "params"), json_need(point, "state"),
                                 json_get(point, "t"));
    q.engine = engines[at.point % COUNT(engines)];
    return tool_eval(d->lab.m, &q);
}

/* ---- comparing ---- */

enum { NUMBERS = 128, DEPTH = 8 };
struct numbers {
    double at[NUMBERS], largest;
    size_t n;
};

/* Those of lists of lists, in their order. */
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

/* All that is wanted; there may be more multipliers. */
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

/* ---- fields that stand in what is printed as they are ---- */

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

/* ---- fields that have to be made ---- */

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

/* Angular velocity in space, its rate, and what is conserved. */
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
    const char *system, *fields; /* between blanks: those that are looked at there */
    void (*near)(struct place at, const struct jnode *got, const struct jnode *want);
} made[] = {
    {"s003_sleigh", " jacobiator u_omega_rhs ", near_sleigh},
    {"s003_contact_particle", " pi_bar_5 jacobiator_5 ", near_contact},
    {"s003_affine_ball_table", " omega omega_dot integrals ", near_ball},
    {"g4_nonholonomic", " jacobiator_qpp jacobiator_ppp p pdot ", near_four},
    {"s003_dirac_ellipsoid", " joachimsthal ", near_ellipsoid},
};

/* No field of the data is passed over. */
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
    struct desk d = desk_open();
    for (size_t s = 0; s < COUNT(known); s++) {
        const struct jnode *all = json_need(system_of(&d, known[s].name), "points");
        const struct mem_mark mark = mem_mark(d.lab.m);
        REQUIRE(all->n == 6, "%s has six points", known[s].name);
        for (size_t i = 0; i < (test_whole() ? all->n : 1); i++) {
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

static void check_motion(struct desk *d, const struct known *k)
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
    const struct jnode *want = json_need(tool_eval(d->lab.m, &there), "state");
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
    struct desk d = desk_open();
    for (size_t s = 0; s < COUNT(known); s++) {
        const struct mem_mark mark = mem_mark(d.lab.m);
        check_motion(&d, &known[s]);
        mem_release(d.lab.m, mark);
    }
    lab_close(&d.lab);
}
END_TEST

/* ---- what the objects are ---- */

struct matrix {
    size_t rows, cols;
    double at[2 * MOST][2 * MOST];
};

static struct matrix matrix(const struct jnode *list)
{
    struct matrix a = {.rows = list->n};
    for (size_t i = 0; i < a.rows; i++) {
        const struct jnode *row = json_at(list, i);
        a.cols = row->kind == JSON_LIST ? row->n : 1;
        for (size_t j = 0; j < a.cols; j++)
            a.at[i][j] = json_number(row->kind == JSON_LIST ? json_at(row, j) : row, "an entry");
    }
    return a;
}

static struct matrix times(struct matrix a, struct matrix b)
{
    struct matrix c = {.rows = a.rows, .cols = b.cols};
    for (size_t i = 0; i < a.rows; i++)
        for (size_t j = 0; j < b.cols; j++)
            for (size_t k = 0; k < a.cols; k++)
                c.at[i][j] += a.at[i][k] * b.at[k][j];
    return c;
}

static struct matrix across(struct matrix a)
{
    struct matrix c = {.rows = a.cols, .cols = a.rows};
    for (size_t i = 0; i < a.rows; i++)
        for (size_t j = 0; j < a.cols; j++)
            c.at[j][i] = a.at[i][j];
    return c;
}

static struct matrix plus(struct matrix a, double factor, struct matrix b)
{
    for (size_t i = 0; i < a.rows; i++)
        for (size_t j = 0; j < a.cols; j++)
            a.at[i][j] += factor * b.at[i][j];
    return a;
}

static struct matrix diagonal(const double *at, size_t n)
{
    struct matrix c = {.rows = n, .cols = n};
    for (size_t i = 0; i < n; i++)
        c.at[i][i] = at[i];
    return c;
}

static double size_of(struct matrix a)
{
    double most = 0;
    for (size_t i = 0; i < a.rows; i++)
        for (size_t j = 0; j < a.cols; j++)
            most = fmax(most, fabs(a.at[i][j]));
    return most;
}

static void same(const char *what, struct matrix a, struct matrix b)
{
    REQUIRE(size_of(plus(a, -1, b)) < 1e-12 * (1 + size_of(a)), "not so: %s", what);
}

static void differ(const char *what, struct matrix a, struct matrix b)
{
    REQUIRE(size_of(plus(a, -1, b)) > 1e-4, "as misprinted: %s", what);
}

static const struct jnode *at_point(struct desk *d, const char *name, size_t point,
                                    const struct jnode **want)
{
    size_t s = 0;
    while (strcmp(known[s].name, name) != 0)
        s++;
    *want = json_at(json_need(system_of(d, name), "points"), point);
    return ask(d, (struct place){&known[s], point}, *want);
}

static struct matrix object(const struct jnode *got, const char *name)
{
    return matrix(json_need(json_need(got, "objects"), name));
}

/* Misprints of the paper, by what holds and what does not: transposed projectors, signs, factors
 * of 2. Signs of X_f and of the sharp map are conventions, which no number tells. */
START_TEST(sleigh_has_transposes)
{
    struct desk d = desk_open();
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
    struct desk d = desk_open();
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
    struct desk d = desk_open();
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

START_TEST(dirac_splits_phase_space)
{
    struct desk d = desk_open();
    const struct jnode *want = NULL, *got = at_point(&d, "s003_dirac_ellipsoid", 4, &want);
    const struct matrix S = object(got, "Pi_S"), onto = object(got, "p_TS"), X = object(got, "X");
    const struct matrix chi = object(got, "chi_matrix"), Lambda = object(got, "Lambda");
    const struct matrix B = matrix(json_need(got, "bivector"));
    const double ones[2] = {1, 1};
    struct matrix J = {.rows = 6, .cols = 6};
    for (size_t i = 0; i < 3; i++) {
        J.at[i][3 + i] = 1;
        J.at[3 + i][i] = -1;
    }
    const struct matrix slope = times(across(X), J); /* X = J dchi, J^T J = 1 */
    same("p_TS is a projector", times(onto, onto), onto);
    same("it keeps X", times(onto, X), X);
    same("Lambda is the inverse", times(chi, Lambda), diagonal(ones, 2));
    same("the bracket is the sum of its parts", plus(B, 1, S), J);
    same("Pi_S on dchi", times(times(slope, S), across(slope)), chi);
    differ("Pi_S with the printed sign", times(times(slope, S), across(slope)),
           plus((struct matrix){2, 2, {{0}}}, -1, chi));
    same("chi are Casimir functions", times(B, across(slope)), (struct matrix){6, 2, {{0}}});
    lab_close(&d.lab);
}
END_TEST

/* A level set as a holonomic constraint has the bracket that its two second-class ones have. */
START_TEST(level_sets_have_the_bracket_of_dirac)
{
    struct desk d = desk_open();
    const struct jnode *all = json_need(system_of(&d, "s003_dirac_sphere"), "points");
    for (size_t i = 0; i < (test_whole() ? all->n : 1); i++) {
        const struct jnode *want = json_at(all, i), *state = json_need(want, "state");
        const struct jnode *params = json_need(want, "params");
        const double m = json_at(params, 0)->number;
        struct mem_text p = mem_text(d.lab.m), at = mem_text(d.lab.m);
        for (size_t k = 0; k < 3; k++) {
            static const char *const name[] = {"m", "g", "R"}, *const rate[] = {"x'", "y'", "z'"};
            static const char *const coord[] = {"x", "y", "z"};
            tool_assign(&p, name[k], json_at(params, k)->number);
            tool_assign(&at, coord[k], json_at(state, k)->number);
            tool_assign(&at, rate[k], json_at(state, 3 + k)->number / m);
        }
        const struct question q = {.model = "coords x, y, z\n"
                                            "param m = 1, g = 9, R = 1\n"
                                            "metric m (dx^2 + dy^2 + dz^2)\n"
                                            "potential m g z\n"
                                            "holonomic 1/2 (x^2 + y^2 + z^2) = 1/2 R^2\n",
                                   .form = "projector",
                                   .params = p.text,
                                   .at = at.text};
        const struct jnode *got = tool_eval(d.lab.m, &q);
        const struct matrix chi = object(got, "chi_matrix"), Lambda = object(got, "Lambda");
        const double ones[2] = {1, 1};
        same("the bracket", matrix(json_need(got, "bivector")), matrix(json_need(want, "dirac")));
        same("Lambda is the inverse", times(chi, Lambda), diagonal(ones, 2));
        tool_near("level set", "{F, F'}", chi.at[0][1],
                  entry(json_need(want, "lambda_up"), 0, 1) / m, 1e-12);
        tool_near("level set", "lambda", json_at(json_need(got, "multiplier"), 0)->number,
                  json_at(json_need(want, "multipliers"), 0)->number, 1e-10);
    }
    lab_close(&d.lab);
}
END_TEST

/* A moving level set with friction, by multipliers and by Dirac's bracket. */
START_TEST(moving_level_sets)
{
#define MOVING                                                                                     \
    "coords x, y, z\n"                                                                             \
    "metric dx^2 + 2 dy^2 + dz^2 + dx dy\n"                                                        \
    "potential x^2 z + cos(y)\n"                                                                   \
    "force x = -0.3 x' - y', z = 0.2 x' z'\n"
    struct lab l = lab_open();
    static const char *const coord[] = {"x", "y", "z"};
    struct question q = {.model = MOVING "holonomic z - x y - sin(x + t)\n",
                         .form = "lagrange-dirac"};
    struct mem_text at = mem_text(l.m);
    tool_assign(&at, "x", 0.3);
    tool_assign(&at, "y", -0.7);
    tool_assign(&at, "z", 0.3 * -0.7 + sin(0.3 + 0.9));
    tool_assign(&at, "x'", 0.4);
    tool_assign(&at, "y'", 1.1);
    tool_assign(&at, "t", 0.9);
    q.at = at.text;
    const struct jnode *want = tool_eval(l.m, &q);
    q.model = MOVING "second z - x y - sin(x + t),\n"
                     "  p_z - (y + cos(x + t)) (2 p_x - 1/2 p_y)/1.75\n"
                     "  - x (p_y - 1/2 p_x)/1.75 - cos(x + t)\n";
    q.form = NULL;
    const struct jnode *got = tool_eval(l.m, &q);
    for (size_t i = 0; i < 3; i++) {
        tool_near("moving level set", coord[i], named(json_need(got, "qdot"), "", coord[i]),
                  named(json_need(want, "qdot"), "", coord[i]), 1e-12);
        tool_near("moving level set", coord[i], named(json_need(got, "qddot"), "", coord[i]),
                  named(json_need(want, "qddot"), "", coord[i]), 1e-11);
    }
    tool_near("moving level set", "energy", json_need(got, "energy")->number,
              json_need(want, "energy")->number, 1e-12);
    tool_near("moving level set", "power", json_need(got, "energy_rate")->number,
              json_need(want, "energy_rate")->number, 1e-11);
    lab_close(&l);
}
END_TEST

/* (18) without the rate of b. */
START_TEST(rates_of_affine_constraints_matter)
{
    struct desk d = desk_open();
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

/* ---- brackets of algebras ---- */

/* On so(3)* with {m_1, m_2} = m_3 the constraints m_1, m_2 leave no bracket; with the body's sign
 * B0 is the opposite. An odd number of constraints is an error. */
START_TEST(second_class_on_algebras)
{
    struct lab l = lab_open();
    const struct question q = {.model = "algebra so(3) space: m1, m2, m3\n"
                                        "hamiltonian 1/2 (p_m1^2 + 2 p_m2^2 + 3 p_m3^2)\n"
                                        "second p_m1, p_m2\n",
                               .at = "p_m3=1.5"};
    const struct jnode *got = tool_eval(l.m, &q);
    const struct matrix chi = object(got, "chi_matrix");
    same("nothing is left", matrix(json_need(got, "bivector")), (struct matrix){3, 3, {{0}}});
    tool_near("so(3)*", "{m_1, m_2}", chi.at[0][1], 1.5, 1e-14);
    const char *arguments[] = {"check", "tests/golden/bad/second_class.nh", NULL};
    REQUIRE(tool_run(l.m, NULL, arguments).code == 3, "three constraints are of second class");
    lab_close(&l);
}
END_TEST

/* Without momenta in H the magnetic field alone moves: x' = {x, y} dH/dy, {x, y} = 1/B. */
START_TEST(guiding_centre)
{
    struct lab l = lab_open();
    const struct question q = {.model = "coords x, y\n"
                                        "param k = 2, B = 3\n"
                                        "hamiltonian 1/2 k (x^2 + 3 y^2)\n"
                                        "second p_x + 1/2 B y, p_y - 1/2 B x\n",
                               .at = "x=1,y=0.5"};
    const struct jnode *got = tool_eval(l.m, &q), *rhs = json_need(got, "rhs");
    tool_near("guiding centre", "x'", named(rhs, "", "x"), -1.0, 1e-14);
    tool_near("guiding centre", "y'", named(rhs, "", "y"), 2.0 / 3, 1e-14);
    tool_near("guiding centre", "p_x", named(json_need(got, "state"), "", "p_x"), -0.75, 1e-14);
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {points,
                                  motions,
                                  sleigh_has_transposes,
                                  splittings_are_orthogonal_or_not,
                                  metric_blocks_are_symmetric,
                                  dirac_splits_phase_space,
                                  level_sets_have_the_bracket_of_dirac,
                                  moving_level_sets,
                                  rates_of_affine_constraints_matter,
                                  second_class_on_algebras,
                                  guiding_centre};
    return test_run("projector", tests, COUNT(tests));
}
