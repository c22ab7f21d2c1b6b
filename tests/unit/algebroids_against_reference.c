/* tests/unit/algebroids_against_reference.c -- systems of Balseiro's mechanics on algebroids,
 * against 40-digit values.
 *
 * Two anchors, servo constraints, gradient extensions, friction as a bracket.
 *
 * data/algebroid.json has, of ten systems at six points each, right-hand sides, energy and its
 * rate, bivectors in the convention of the program, bracket tables C^c_ab of [s_a, s_b] = C^c_ab
 * s_c, anchors, and trajectories (that of the first system computed again: names clashed in the
 * program that made it). Misprints of the slides that numbers can detect are tested, too. */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STATES = 6, FIELDS = 3, WORD = 32, FLAT = 64, DEPTH = 4 };

#define DATA "tests/unit/data/algebroid.json"

#define DISK                                                                                       \
    "coords x, y, theta, phi\n"                                                                    \
    "param m = 1.2 > 0, r = 0.8, I = 0.5 > 0, J = 0.3 > 0, g1 = 0.4, g2 = -0.3, kappa = 0.6\n"     \
    "param q0 = 0.2\n"                                                                             \
    "metric m (dx^2 + dy^2) + J dtheta^2 + I dphi^2\n"                                             \
    "potential g1 x + g2 y + 1/2 kappa theta^2 + q0 phi\n"
#define ROLLS "dx - r cos(theta) dphi\n dy - r sin(theta) dphi\n"
#define SERVO "constraint " ROLLS " dtheta + dphi\nvirtual " ROLLS " dphi - dtheta\n"
#define E "r cos(theta) d_x + r sin(theta) d_y - d_theta + d_phi"
#define W "r cos(theta) d_x + r sin(theta) d_y + d_theta + d_phi"

/* The model as a path or a text; names of states; source of C^c_ab. */
enum table { OBJECTS, STRUCTURE };
static const struct known {
    const char *name, *model, *form, *state[STATES], *field[FIELDS];
    size_t states, coords, fields;
    enum table table;
} known[] = {
    {"algebroid_synthetic",
     "models/algebroid_synthetic.nh",
     "generalised",
     {"x1", "x2", "eta_u1", "eta_u2"},
     {"u1", "u2"},
     4,
     2,
     2,
     OBJECTS},
    {"gradext_hyperbolic",
     "models/gradient_hyperbolic.nh",
     "gradient",
     {"x", "y", "p_x", "p_y"},
     {"x", "y"},
     4,
     2,
     2,
     OBJECTS},
    {"gradext_sphere",
     "models/gradient_sphere.nh",
     "gradient",
     {"theta", "phi", "p_theta", "p_phi"},
     {"theta", "phi"},
     4,
     2,
     2,
     OBJECTS},
    {"gradext_paraboloid",
     "models/gradient_paraboloid.nh",
     "gradient",
     {"x", "y", "p_x", "p_y"},
     {"x", "y"},
     4,
     2,
     2,
     OBJECTS},
    {"skater_orthonormal_skew",
     "tests/models/skater_orthonormal_skew.nh",
     "skew",
     {"x", "y", "phi", "eta_v", "eta_w"},
     {"v", "w", "s"},
     5,
     3,
     3,
     STRUCTURE},
    {"skater_orthonormal_skew",
     "tests/models/skater_orthonormal_skew.nh",
     "generalised",
     {"x", "y", "phi", "eta_v", "eta_w"},
     {"v", "w", "s"},
     5,
     3,
     3,
     STRUCTURE},
    {"disk_plain",
     "tests/models/disk_plain.nh",
     "generalised",
     {"x", "y", "theta", "phi", "eta_u", "eta_w"},
     {"u", "w"},
     6,
     4,
     2,
     STRUCTURE},
    {"disk_plain",
     "tests/models/disk_plain.nh",
     "dirac",
     {"x", "y", "theta", "phi", "eta_u", "eta_w"},
     {"u", "w"},
     6,
     4,
     2,
     STRUCTURE},
    {"disk_control",
     DISK SERVO "frame u = (" E ") / sqrt(m r^2 + I + J)\n",
     "generalised",
     {"x", "y", "theta", "phi", "eta_u"},
     {"u"},
     5,
     4,
     1,
     OBJECTS},
    {"disk_control", /* a complement far from orthogonal, and a field in place of forms */
     DISK "frame u = (" E ") / sqrt(m r^2 + I + J)\n"
          "complement a = d_x + x d_u\n b = d_y + d_phi\n c = d_theta\n"
          "virtual (1 + x^2) (" W ")\n",
     "generalised",
     {"x", "y", "theta", "phi", "eta_u"},
     {"u"},
     5,
     4,
     1,
     OBJECTS},
    {"tilted_skater_extra",
     "models/tilted_skater.nh",
     "generalised",
     {"x", "y", "phi", "eta_v", "eta_w"},
     {"v", "w"},
     5,
     3,
     2,
     OBJECTS},
    {"friction_skater",
     "models/friction_skater.nh",
     "skew",
     {"x", "y", "phi", "eta_v", "eta_w"},
     {"v", "w"},
     5,
     3,
     2,
     STRUCTURE},
    {"friction_sleigh_extra",
     "models/friction_sleigh.nh",
     "dirac",
     {"x", "y", "phi", "eta_v", "eta_w"},
     {"v", "w"},
     5,
     3,
     2,
     STRUCTURE},
};

static const struct jnode *system_of(const struct oracle *d, const char *name)
{
    return json_need(json_need(d->data, "systems"), name);
}

/* ---- comparing ---- */

struct place {
    const struct known *of;
    size_t point;
};

/* Nested lists of numbers, flattened. */
struct flat {
    double at[FLAT];
    size_t n;
};

static struct flat flatten(const struct jnode *v)
{
    struct flat out = {.n = 0};
    const struct jnode *open[DEPTH + 1] = {v};
    size_t depth = 0;
    if (v->kind == JSON_NUMBER)
        return (struct flat){{v->number}, 1};
    for (const struct jnode *e = v->first;;) {
        if (!e && depth == 0)
            return out;
        if (!e) {
            e = open[depth--]->next;
        } else if (e->kind == JSON_LIST && depth < DEPTH) {
            open[++depth] = e;
            e = e->first;
        } else {
            REQUIRE(out.n < FLAT, "more numbers than ever needed");
            out.at[out.n++] = json_number(e, "an entry");
            e = e->next;
        }
    }
}

static double largest(const struct jnode *v)
{
    const struct flat all = flatten(v);
    double most = 0;
    for (size_t i = 0; i < all.n; i++)
        most = fmax(most, fabs(all.at[i]));
    return most;
}

static void near(struct place at, const char *what, double got, double want, double scale)
{
    char where[128];
    snprintf(where, sizeof where, "%s, %s, point %zu", at.of->name, at.of->form, at.point);
    tool_near(where, what, got, want, 1e-12 * (1 + scale));
}

/* Numbers, lists and matrices; the program writes lists of one as a number. */
static void near_all(struct place at, const char *what, const struct jnode *got,
                     const struct jnode *want, double scale)
{
    REQUIRE(got, "%s has no %s", at.of->name, what);
    const struct flat a = flatten(got), b = flatten(want);
    REQUIRE(a.n == b.n, "%s: %s has %zu entries, not %zu", at.of->name, what, a.n, b.n);
    for (size_t i = 0; i < b.n; i++)
        near(at, what, a.at[i], b.at[i], scale);
}

/* ---- bracket tables ---- */

/* c^i_jk = C^i_kj; entries that are not listed follow from skewness, or are 0. */
static double from_structure(const struct jnode *list, size_t c, size_t a, size_t b)
{
    for (const struct jnode *e = list->first; e; e = e->next) {
        const size_t i = (size_t)json_at(e, 0)->number - 1, j = (size_t)json_at(e, 1)->number - 1;
        const size_t k = (size_t)json_at(e, 2)->number - 1;
        if (i == c && j == b && k == a)
            return json_at(e, 3)->number;
        if (i == c && j == a && k == b)
            return -json_at(e, 3)->number;
    }
    return 0;
}

static void near_bracket(struct place at, const struct jnode *got, const struct jnode *want)
{
    const size_t n = at.of->fields;
    for (size_t c = 0; c < n; c++) {
        char name[WORD];
        snprintf(name, sizeof name, "C_%s", at.of->field[c]);
        if (at.of->table == OBJECTS) {
            near_all(at, name, json_get(json_need(got, "objects"), name), json_at(want, c),
                     largest(want));
            continue;
        }
        for (size_t i = 0; i < n * n; i++)
            near(at, name, from_structure(json_need(got, "structure"), c, i / n, i % n),
                 json_at(json_at(json_at(want, c), i / n), i % n)->number, largest(want));
    }
}

/* ---- points ---- */

static struct question question(struct oracle *d, const struct known *k, const struct jnode *params,
                                const struct jnode *state)
{
    const struct jnode *names = json_need(system_of(d, k->name), "params");
    struct mem_text p = mem_text(d->lab.m), at = mem_text(d->lab.m);
    for (size_t i = 0; i < names->n; i++)
        tool_assign(&p, json_at(names, i)->text, json_number(json_at(params, i), "a parameter"));
    for (size_t i = 0; i < k->states; i++)
        tool_assign(&at, k->state[i], json_number(json_at(state, i), k->state[i]));
    const char *text = strchr(k->model, '\n') ? k->model : tool_file(d->lab.m, k->model);
    return (struct question){.model = tool_without(d->lab.m, text, "init"),
                             .form = k->form,
                             .params = names->n ? p.text : NULL,
                             .at = at.text};
}

/* Compares all data of a point. */
static void near_point(struct place at, const struct jnode *got, const struct jnode *want)
{
    const struct known *k = at.of;
    const struct jnode *rhs = json_need(want, "rhs"), *B = json_need(want, "bivector");
    const struct jnode *objects = json_get(got, "objects");
    for (size_t i = 0; i < k->states; i++)
        near(at, k->state[i], json_number(json_need(json_need(got, "rhs"), k->state[i]), "a rate"),
             json_at(rhs, i)->number, largest(rhs));
    near_all(at, "energy", json_need(got, "energy"), json_need(want, "energy"),
             largest(json_need(want, "energy")));
    near_all(at, "bivector",
             B->n == k->states ? json_need(got, "bivector") : json_get(objects, "B_0"), B,
             largest(B));
    near_bracket(at, got, json_need(want, "C"));
    const struct jnode *rate = json_get(want, "rate");
    if (rate)
        near(at, "energy_rate", json_number(json_need(got, "energy_rate"), "energy_rate"),
             rate->number, largest(rhs) + largest(rate));
    static const char *const shown[] = {"rho_l", "rho_r", "G", "X", "C_0"};
    for (size_t i = 0; i < COUNT(shown); i++) {
        const struct jnode *entry = json_get(want, shown[i]);
        if (entry && (k->table == OBJECTS || strcmp(shown[i], "C_0") == 0))
            near_all(at, shown[i], json_get(objects, shown[i]), entry, largest(entry));
    }
}

START_TEST(points)
{
    struct oracle d = oracle_open(DATA);
    for (size_t s = 0; s < COUNT(known); s++) {
        const struct jnode *list = json_need(system_of(&d, known[s].name), "points");
        const size_t n = test_whole() ? list->n : test_turn(s) ? 2 : 0;
        struct mem_mark mark = mem_mark(d.lab.m);
        for (size_t i = 0; i < n; i++, mem_release(d.lab.m, mark)) {
            const struct jnode *want = json_at(list, i);
            const struct question q =
                question(&d, &known[s], json_need(want, "params"), json_need(want, "state"));
            near_point((struct place){&known[s], i}, tool_show(d.lab.m, &q), want);
        }
    }
    lab_close(&d.lab);
}
END_TEST

static const struct known *known_by(const char *name, size_t skip)
{
    size_t i = 0;
    while (strcmp(known[i].name, name) != 0 || skip--)
        i++;
    return &known[i];
}

/* The multiplier of the third virtual form is the couple of the servo; and G(D~, D) = K of the
 * bases that are not normalised. */
START_TEST(couple_of_the_servo)
{
    struct oracle d = oracle_open(DATA);
    struct known k = *known_by("disk_control", 0);
    const struct jnode *list = json_need(system_of(&d, k.name), "points");
    for (size_t i = 0; i < list->n; i++) {
        const struct jnode *want = json_at(list, i);
        const struct place at = {&k, i};
        struct question q = question(&d, &k, json_need(want, "params"), json_need(want, "state"));
        const struct jnode *got = tool_show(d.lab.m, &q);
        const double l = json_need(want, "control")->number;
        near(at, "l", json_number(json_at(json_need(got, "multiplier"), 2), "l"), l, fabs(l));
        q.model = DISK "frame u = " E "\nvirtual " W "\n";
        q.at = "x=0,y=0,theta=0,phi=0,u=1";
        got = json_need(tool_show(d.lab.m, &q), "objects");
        const double K = json_need(want, "compatible")->number;
        near(at, "M", json_number(json_need(got, "M"), "M"), K, fabs(K));
    }
    lab_close(&d.lab);
}
END_TEST

/* ---- trajectories ---- */

START_TEST(trajectories)
{
    struct oracle d = oracle_open(DATA);
    for (size_t s = 0; s < COUNT(known); s++) {
        const struct known *k = &known[s];
        const struct jnode *run = json_need(system_of(&d, k->name), "run");
        const struct jnode *last = json_need(run, "final");
        struct question q = question(&d, k, json_need(run, "params"), json_need(run, "initial"));
        char end[EX_DOUBLE_ROOM], step[EX_DOUBLE_ROOM];
        ex_double_show(json_need(run, "end")->number, end);
        ex_double_show(json_need(run, "end")->number / 4, step);
        q.end = end;
        q.method = "taylor";
        q.step = step;
        q.tol = "1e-15";
        const struct rows rows = tool_rows(d.lab.m, &q);
        REQUIRE(rows.n == 5, "%s: %zu rows instead of 5", k->name, rows.n);
        for (size_t i = 0; i < 4 * k->states; i++) {
            const size_t row = i / k->states, which = i % k->states;
            const struct jnode *sample = json_at(json_need(run, "samples"), row);
            const double want =
                json_at(row < 3 ? sample : last, row < 3 ? which + 1 : which)->number;
            tool_near(k->name, k->state[which], tool_cell(&rows, row + 1, k->state[which]), want,
                      1e-11 * (1 + largest(last)));
        }
    }
    lab_close(&d.lab);
}
END_TEST

/* ---- misprints ---- */

struct pair {
    const struct jnode *got, *want;
};

static struct pair first_point(struct oracle *d, const struct known *k)
{
    const struct jnode *want = json_at(json_need(system_of(d, k->name), "points"), 0);
    const struct question q = question(d, k, json_need(want, "params"), json_need(want, "state"));
    return (struct pair){tool_show(d->lab.m, &q), want};
}

static double entry(const struct jnode *matrix, size_t i, size_t j)
{
    return json_number(json_at(json_at(matrix, i), j), "an entry");
}

static void far(const char *what, double got, double wrong)
{
    REQUIRE(fabs(got - wrong) > 1e-4, "%s is as misprinted", what);
}

/* {x, p_a} = -rho^l_a and {p_a, x} = rho^r_a are printed; in the sign of the program that would be
 * B_xp = rho^r and B_px = -rho^l. The same for the table of servo systems. */
START_TEST(anchors_are_not_exchanged)
{
    struct oracle d = oracle_open(DATA);
    static const char *const names[] = {"algebroid_synthetic", "disk_control",
                                        "tilted_skater_extra"};
    for (size_t n = 0; n < COUNT(names); n++) {
        const struct known *k = known_by(names[n], 0);
        const struct pair p = first_point(&d, k);
        const struct jnode *B = json_need(p.got, "bivector"), *r = json_need(p.want, "rho_r");
        const struct jnode *l = json_need(p.want, "rho_l");
        far("{x, p}", entry(B, 0, k->coords), entry(r, 0, 0));
        far("{p, x}", entry(B, k->coords, 0), -entry(l, 0, 0));
    }
    lab_close(&d.lab);
}
END_TEST

/* p_b' = .. + C^c_ba p_c H_a instead of C^c_ab */
START_TEST(order_of_indices)
{
    struct oracle d = oracle_open(DATA);
    const struct pair p = first_point(&d, known_by("algebroid_synthetic", 0));
    const struct jnode *B = json_need(p.got, "bivector");
    far("{p_a, p_b}", entry(B, 2, 3), entry(B, 3, 2));
    lab_close(&d.lab);
}
END_TEST

/* q' = -rho H_p, p' with + rho(V): the friction slides; and friction without the inverse metric. */
START_TEST(signs_of_friction)
{
    struct oracle d = oracle_open(DATA);
    const struct known *k = known_by("friction_sleigh_extra", 0);
    const struct pair p = first_point(&d, k);
    const struct jnode *rhs = json_need(p.got, "rhs"), *params = json_need(p.want, "params");
    const struct jnode *state = json_need(p.want, "state");
    const double x = json_number(json_need(rhs, "x"), "x"), lambda = json_at(params, 3)->number;
    const double v = json_number(json_need(rhs, "eta_v"), "eta_v");
    far("x'", x, -x);
    far("eta_v'", v, v + 2 * lambda * cos(json_at(state, 2)->number));
    const double c1 = json_at(params, 4)->number, b12 = json_at(params, 6)->number;
    const struct jnode *C = json_need(json_need(p.got, "objects"), "C_0");
    far("C^w_0v", entry(C, 1, 0), -c1 * b12);
    far("C_0 as printed, with its indices exchanged", entry(C, 0, 1), entry(C, 1, 0));
    lab_close(&d.lab);
}
END_TEST

/* nabla v - grad V in D^perp is printed for the skater and the disk: the force with the other sign.
 * And p_b' with -rho^r_a(H): the index of another component. */
START_TEST(signs_of_the_potential)
{
    struct oracle d = oracle_open(DATA);
    const struct pair p = first_point(&d, known_by("disk_plain", 0));
    const double u = json_number(json_need(json_need(p.got, "rhs"), "eta_u"), "eta_u");
    far("eta_u'", u, -u); /* only the force contributes */
    const struct pair t = first_point(&d, known_by("algebroid_synthetic", 0));
    const struct jnode *state = json_need(t.want, "state"), *r = json_need(t.want, "rho_r");
    const double x1 = json_at(state, 0)->number, x2 = json_at(state, 1)->number;
    const double p1 = json_at(state, 2)->number;
    const double slope[] = {p1 * p1 * x1 + 2 * x1 * x2, x1 * x1 + 1};
    const double right = entry(r, 0, 0) * slope[0] + entry(r, 1, 0) * slope[1];
    const double wrong = entry(r, 0, 1) * slope[0] + entry(r, 1, 1) * slope[1];
    const double rate = json_number(json_need(json_need(t.got, "rhs"), "eta_u1"), "eta_u1");
    far("p_1'", rate, rate + right - wrong);
    lab_close(&d.lab);
}
END_TEST

/* Inertias at the wrong angles: I - J and J - I exchanged. */
START_TEST(inertias_of_the_disk)
{
    struct oracle d = oracle_open(DATA);
    const struct pair p = first_point(&d, known_by("disk_control", 0));
    const struct jnode *q = json_need(p.want, "params");
    const double m = json_at(q, 0)->number, r = json_at(q, 1)->number, I = json_at(q, 2)->number;
    const double J = json_at(q, 3)->number, right = json_need(p.want, "compatible")->number;
    far("G(D~, D)", right, J - I + m * r * r);
    const struct jnode *rho = json_need(json_need(p.got, "objects"), "rho_r");
    const double N = sqrt(m * r * r + I + J);
    far("rho^r along phi", json_at(rho, 3)->number, N / (J - I + m * r * r));
    lab_close(&d.lab);
}
END_TEST

/* ---- proofs of `check`: the motion is B grad H, and the energy balance ---- */

#define SKATER                                                                                     \
    "coords x, y, phi\nparam m = 1.3, k = 0.7, e = 0.4\n"                                          \
    "metric m (dx^2 + dy^2 + k^2 dphi^2) + 0.2 dx dphi\npotential x\n"                             \
    "frame v = cos(phi) d_x + sin(phi) d_y\n w = d_phi\n"
#define TILTED "virtual sin(phi) dx - cos(phi) dy + 0.3 x dphi\n"
#define TWO                                                                                        \
    "coords x, y\nsections a, b, c\n"                                                              \
    "anchor a -> (1 + y^2) d_x + x y d_y | y d_x + (3 + x^2) d_y\n b -> x d_x | (1 - x) d_x\n"     \
    "bracket [a, a] = x a + y^2 b\n [a, b] = (1 + y) a - x b + c\n [b, a] = 3 b\n [c, b] = 2 a\n"  \
    "metric a^2 + 2 b^2 + 3 c^2 + x a b\npotential x^2\n"

static const struct {
    const char *model, *says;
} proved[] = {
    {SKATER TILTED, "E' = N(v) ="},
    {SKATER TILTED "magnetic e x^2 dy + e y dphi\n", "E' = N(v) ="},
    {SKATER TILTED "magnetic e x dx /\\ dphi\n", "E' = N(v) ="},
    {SKATER TILTED "dissipation 1/2 dx^2\nforce phi = x\n", "E' = -2R + Q(v) + N(v) ="},
    {SKATER TILTED "drift 0.3 d_y\n", "E' = N(v) ="},
    {SKATER "virtual (1 + x^2) (sin(phi) dx - cos(phi) dy)\n", "= generalised"},
    {TWO, "Leibniz' rule holds for its bracket   proved"},
    {TWO "constraint c - x a\n", "Leibniz' rule holds for its bracket   proved"},
    {TWO "constraint c - x a\nvirtual c - y a + 0.3 b\n", "E' = {H, H} ="},
    {SKATER "dissipation 1/2 (v^2 + x^2 w^2 + v w)\n", "friction is a bracket"},
    {SKATER "dissipation 1/2 dx^2\nmagnetic x dy\n", "no bracket of friction: with a one-form"},
    {"dynamics gradient\ncoords x\nalgebra so(3): a, b, c\n"
     "metric dx^2 + (1 + x^2) a^2 + 2 b^2 + 3 c^2 + x a b\nfield d_a + x d_b + 0.3 d_x\n",
     "E' = 2 <p, nabla_X X> ="},
    {"dynamics gradient\ncoords x, y\nmetric dx^2 + dy^2\nfield (x + t) d_x\n",
     "E' = 2 <p, nabla_X X> + <p, dX/dt> ="},
};

START_TEST(checks_are_proved)
{
    struct lab lab = lab_open();
    for (size_t i = 0; i < COUNT(proved); i++) {
        const char *arguments[] = {"check", "-", NULL};
        const struct told t = tool_run(lab.m, proved[i].model, arguments);
        REQUIRE(t.code == 0, "exit %d of\n%s%s%s", t.code, proved[i].model, t.out, t.err);
        REQUIRE(strstr(t.out, proved[i].says), "no '%s' in\n%s", proved[i].says, t.out);
    }
    lab_close(&lab);
}
END_TEST

/* On so(3) with the inertias I the symmetric bracket of X and Y is I^-1 (X x I Y + Y x I X), by
 * Euler's equations; p_b' = <p, bracket of X and e_b>. */
START_TEST(gradient_on_a_group)
{
    struct lab lab = lab_open();
    const double I[3] = {1, 2, 3}, X[3] = {0.3, -0.7, 0.5}, p[3] = {0.9, 0.4, -0.6};
    const struct question q = {.model = "dynamics gradient\nalgebra so(3) body: a, b, c\n"
                                        "metric a^2 + 2 b^2 + 3 c^2\n"
                                        "field 0.3 d_a - 0.7 d_b + 0.5 d_c\n",
                               .at = "p_a=0.9,p_b=0.4,p_c=-0.6"};
    const struct jnode *rhs = json_need(tool_show(lab.m, &q), "rhs");
    static const char *const name[] = {"p_a", "p_b", "p_c"};
    for (size_t b = 0; b < 3; b++) {
        double want = 0;
        for (size_t i = 0; i < 3; i++) {
            const size_t j = (i + 1) % 3, k = (i + 2) % 3;
            const double along = X[j] * I[k] * (k == b) - X[k] * I[j] * (j == b);
            const double back = (j == b) * I[k] * X[k] - (k == b) * I[j] * X[j];
            want += p[i] * (along + back) / I[i];
        }
        tool_near("so(3)", name[b], json_number(json_need(rhs, name[b]), name[b]), want, 1e-14);
    }
    lab_close(&lab);
}
END_TEST

/* Multipliers with two anchors: virtual displacements near the allowed velocities use another path
 * through the program, and must give nearly the same multipliers. */
START_TEST(multipliers_of_two_anchors)
{
    struct lab lab = lab_open();
    struct question q = {.model = TWO "constraint c - x a\n", .at = "x=0.3,y=0.4,a=0.8,b=-0.5"};
    const double want =
        json_number(json_at(json_need(tool_show(lab.m, &q), "multiplier"), 0), "lambda");
    q.model = TWO "param e = 1e-9\nconstraint c - x a\nvirtual c - x a + e b\n";
    const double got =
        json_number(json_at(json_need(tool_show(lab.m, &q), "multiplier"), 0), "lambda");
    REQUIRE(fabs(want) > 0.1, "the multiplier is too small to tell anything: %g", want);
    tool_near("two anchors", "lambda", got, want, 1e-7);
    lab_close(&lab);
}
END_TEST

/* Affine constraints with two anchors: the drift has brackets with all sections, and with itself.
 * Numbers: p_b' = rho^r_b(L) + C^c_ab y^a p_c + lambda nu_b, mu(y)' = b', solved by SymPy, with nu
 * the constraint mu, or other virtual displacements. */
#define DRIFTS                                                                                     \
    "coords x, y\nsections a, b, c\n"                                                              \
    "anchor a -> d_x + y d_y | d_x - 0.5 y d_y\n b -> x d_y | d_y + 0.3 d_x\n"                     \
    " c -> 0.4 d_x | y d_x\n"                                                                      \
    "bracket [a, a] = 0.7 b + x c\n [a, b] = c - 0.2 a\n [b, a] = 0.5 c + y b\n"                   \
    " [c, a] = 0.9 a - 0.4 c\n [a, c] = 0.6 b + 0.2 c\n [c, b] = 0.35 a + x b\n"                   \
    " [b, c] = 0.8 c\n [c, c] = 0.25 a - 0.15 b + 0.45 c\n [b, b] = 0.1 a\n"                       \
    "metric a^2 + 2 b^2 + 3 c^2 + 0.4 a b\npotential 0.5 x^2 + x y\n"                              \
    "constraint c - x a = (0.3 + y) dt\n"

START_TEST(drift_with_two_anchors)
{
    static const struct {
        const char *model;
        double rate[3], lambda;
    } want[] = {{DRIFTS, {-2.0503536, 1.00124536, 0.49569392}, 1.37128176},
                {DRIFTS "virtual c - x a + 0.3 b\n",
                 {-2.0825685199686766, 1.2058101018010963, 0.48602944400939702},
                 1.3422883320281911}};
    static const char *const name[] = {"a", "b", "c"};
    struct lab lab = lab_open();
    for (size_t k = 0; k < COUNT(want); k++) {
        const struct question q = {.model = want[k].model, .at = "x=0.3,y=0.4,a=0.8,b=-0.5"};
        const struct jnode *got = tool_show(lab.m, &q), *rate = json_need(got, "veldot");
        for (size_t i = 0; i < COUNT(name); i++)
            tool_near("drift", name[i], json_number(json_need(rate, name[i]), "a rate"),
                      want[k].rate[i], 1e-13);
        tool_near("drift", "lambda",
                  json_number(json_at(json_need(got, "multiplier"), 0), "lambda"), want[k].lambda,
                  1e-13);
    }
    lab_close(&lab);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {points,
                                  couple_of_the_servo,
                                  trajectories,
                                  anchors_are_not_exchanged,
                                  order_of_indices,
                                  signs_of_friction,
                                  inertias_of_the_disk,
                                  signs_of_the_potential,
                                  checks_are_proved,
                                  gradient_on_a_group,
                                  multipliers_of_two_anchors,
                                  drift_with_two_anchors};
    return test_run("algebroid", tests, COUNT(tests));
}
