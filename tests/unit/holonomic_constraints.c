/* tests/unit/holonomic_constraints.c -- holonomic constraints, against closed forms and velocity
 * constraints.
 *
 * Also every kind of error in the data, Lagrangian fields on bundles, and Lagrangians that do not
 * determine multipliers.
 */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const forms[] = {"lagrange-dirac", "dirac", "gyro", "lagrangian"};

static double number(const struct jnode *v, const char *object, const char *key)
{
    return json_number(json_need(json_need(v, object), key), key);
}

static double entry(const struct jnode *v, const char *list, size_t i)
{
    return json_number(json_at(json_need(v, list), i), list);
}

/* ---- closed forms ---- */

#define SPHERE                                                                                     \
    "coords x, y, z\nparam m = 2, l = 1.5, g = 9\nmetric m (dx^2 + dy^2 + dz^2)\n"                 \
    "potential m g z\nholonomic x^2 + y^2 + z^2 = l^2\n"

/* m q'' = -m g e_z + 2 lambda q with q q'' = -v^2 */
START_TEST(spherical_pendulum)
{
    struct lab lab = lab_open();
    struct rng r = {71};
    for (size_t i = 0; i < 4 * COUNT(forms); i++) {
        struct mem_mark mark = mem_mark(lab.m);
        const double m = 2, l = 1.5, g = 9, x = rng_double(&r, -0.8, 0.8);
        const double y = rng_double(&r, 0.2, 0.8), vx = rng_double(&r, -2, 2);
        const double vy = rng_double(&r, -2, 2), z = -sqrt(l * l - x * x - y * y);
        const double vz = -(x * vx + y * vy) / z, v2 = vx * vx + vy * vy + vz * vz;
        struct mem_text at = mem_text(lab.m);
        tool_assign(&at, "x", x);
        tool_assign(&at, "y", y);
        tool_assign(&at, "x'", vx);
        tool_assign(&at, "y'", vy);
        const struct question q = {
            .model = SPHERE "init z ~ -1\n", .form = forms[i % COUNT(forms)], .at = at.text};
        const struct jnode *got = tool_eval(lab.m, &q);
        const double lambda = m * (g * z - v2) / (2 * l * l);
        tool_near(q.form, "z", number(got, "q", "z"), z, 1e-13);
        tool_near(q.form, "z'", number(got, "qdot", "z"), vz, 1e-12);
        tool_near(q.form, "multiplier", entry(got, "multiplier", 0), lambda, 1e-11);
        tool_near(q.form, "x''", number(got, "qddot", "x"), 2 * lambda * x / m, 1e-11);
        tool_near(q.form, "z''", number(got, "qddot", "z"), 2 * lambda * z / m - g, 1e-11);
        REQUIRE(json_need(got, "constraint")->n == 2, "position and velocity are constrained");
        mem_release(lab.m, mark);
    }
    lab_close(&lab);
}
END_TEST

/* A bead on a rod that turns: r'' = w^2 r, and the rod pushes with lambda = 2 m w r'. */
START_TEST(turning_rod)
{
    struct lab lab = lab_open();
    const double w = 1.5, end = 1;
    for (size_t i = 0; i < 2; i++) {
        struct question q = {.model = "coords x, y\nparam w = 1.5\nmetric dx^2 + dy^2\n"
                                      "holonomic y cos(w t) = x sin(w t)\n"
                                      "init x = 0.5, y ~ 0.3, x' = 0\n",
                             .form = forms[i],
                             .end = "1",
                             .step = "0.5",
                             .method = "dop853",
                             .tol = "1e-13"};
        const struct rows rows = tool_rows(lab.m, &q);
        tool_near(q.form, "x", tool_cell(&rows, rows.n - 1, "x"),
                  0.5 * cosh(w * end) * cos(w * end), 1e-10);
        tool_near(q.form, "y", tool_cell(&rows, rows.n - 1, "y"),
                  0.5 * cosh(w * end) * sin(w * end), 1e-10);
        q.end = q.step = q.method = q.tol = NULL;
        q.at = "t=1,x=0.2,x'=0.4";
        const struct jnode *got = tool_eval(lab.m, &q);
        const double c = cos(w), s = sin(w), x = 0.2, radius = x / c;
        const double rate = (0.4 + radius * w * s) / c; /* x' = r' c - r w s */
        tool_near(q.form, "multiplier", entry(got, "multiplier", 0), 2 * w * rate, 1e-11);
        tool_near(q.form, "energy rate", json_number(json_need(got, "energy_rate"), "rate"),
                  2 * w * rate * radius * w, 1e-10);
    }
    lab_close(&lab);
}
END_TEST

/* ---- equivalent descriptions ---- */

#define BEAD                                                                                       \
    "coords x, y, z, a\nmetric (2 + x^2) dx^2 + dy^2 + dz^2 + dx dz + da^2\n"                      \
    "potential x y + z^2 + cos(a)\nmagnetic y dx\ndissipation 1/10 dz^2\n"
#define POSITION "holonomic x^2 + y z = 1 + sin(t)/4\n"
#define VELOCITY "constraint 2 x dx + z dy + y dz = 1/4 cos(t) dt\n"
#define ROLLING "constraint da = x dy + 1/2 dt\n"

/* Multipliers are in the order of the file, and those of positions and velocities are equal. */
START_TEST(order_of_the_file)
{
    static const char *const models[] = {BEAD POSITION ROLLING, BEAD VELOCITY ROLLING,
                                         BEAD ROLLING POSITION};
    struct lab lab = lab_open();
    for (size_t f = 0; f < COUNT(forms); f++) {
        const struct jnode *got[COUNT(models)];
        for (size_t i = 0; i < COUNT(models); i++) {
            /* z = (1 + sin(t)/4 - x^2)/y at t = 0 */
            const struct question q = {.model = models[i],
                                       .form = forms[f],
                                       .at = "x=0.5,y=0.75,z=1,a=0.3,x'=0.4,y'=-0.6"};
            got[i] = tool_eval(lab.m, &q);
            tool_near(q.form, "x''", number(got[i], "qddot", "x"), number(got[0], "qddot", "x"),
                      1e-11);
            tool_near(q.form, "a''", number(got[i], "qddot", "a"), number(got[0], "qddot", "a"),
                      1e-11);
            for (size_t k = 0; k < 2; k++)
                tool_near(q.form, "multiplier", entry(got[i], "multiplier", i == 2 ? 1 - k : k),
                          entry(got[0], "multiplier", k), 1e-11);
        }
        REQUIRE(json_need(got[0], "constraint")->n == 3 && json_need(got[1], "constraint")->n == 2,
                "a position is one condition more");
    }
    lab_close(&lab);
}
END_TEST

/* phi = sum a_i q_i^2 + b_i sin(q_i) q_(i+1) + c t, which is 0 where it is drawn, at t = 0. */
struct surface {
    double a[8], b[8], c, level;
};

static void put_number(struct mem_text *t, double value)
{
    char digits[EX_DOUBLE_ROOM];
    ex_double_show(value, digits);
    mem_put_f(t, "(%s)", digits);
}

static void put_position(struct mem_text *t, const struct surface *f, size_t n)
{
    mem_put(t, "holonomic ");
    for (size_t i = 0; i < n; i++) {
        put_number(t, f->a[i]);
        mem_put_f(t, " q%zu^2 + ", i);
        put_number(t, f->b[i]);
        mem_put_f(t, " sin(q%zu) q%zu + ", i, (i + 1) % n);
    }
    put_number(t, f->c);
    mem_put(t, " t = ");
    put_number(t, f->level);
    mem_put(t, "\n");
}

/* Its differential, computed by hand. */
static void put_velocity(struct mem_text *t, const struct surface *f, size_t n)
{
    mem_put(t, "constraint ");
    for (size_t i = 0; i < n; i++) {
        mem_put(t, "(2 ");
        put_number(t, f->a[i]);
        mem_put_f(t, " q%zu + ", i);
        put_number(t, f->b[i]);
        mem_put_f(t, " cos(q%zu) q%zu) dq%zu + ", i, (i + 1) % n, i);
        put_number(t, f->b[i]);
        mem_put_f(t, " sin(q%zu) dq%zu + ", i, (i + 1) % n);
    }
    put_number(t, f->c);
    mem_put(t, " dt = 0\n");
}

static void draw_surface(struct rng *r, size_t n, const double *q, struct surface *f)
{
    f->level = 0;
    f->c = rng_double(r, -1, 1);
    for (size_t i = 0; i < n; i++) {
        f->a[i] = rng_double(r, -1, 1);
        f->b[i] = rng_double(r, -1, 1);
        f->level += f->a[i] * q[i] * q[i] + f->b[i] * sin(q[i]) * q[(i + 1) % n];
    }
}

/* A metric that is neither diagonal nor constant, a potential, friction. */
static void put_mechanics(struct mem_text *t, struct rng *r, size_t n)
{
    mem_put(t, "coords q0");
    for (size_t i = 1; i < n; i++)
        mem_put_f(t, ", q%zu", i);
    mem_put(t, "\nmetric (q1 dq0 + sin(q0) dq1 + dq2)^2");
    for (size_t i = 0; i < n; i++) {
        mem_put(t, " + ");
        put_number(t, rng_double(r, 1, 2));
        mem_put_f(t, " dq%zu^2", i);
    }
    mem_put(t, "\npotential q0 q1 + cos(q2) + q0^2\ndissipation 1/4 (dq0 + dq1)^2\n");
}

static const char *draw_state(struct mem *m, struct rng *r, size_t n, size_t free, double *q)
{
    struct mem_text at = mem_text(m);
    for (size_t i = 0; i < n + free; i++) {
        char key[32];
        snprintf(key, sizeof key, i < n ? "q%zu" : "q%zu'", i < n ? i : i - n);
        const double value = rng_double(r, 0.2, 1.2);
        if (i < n)
            q[i] = value;
        tool_assign(&at, key, value);
    }
    return at.text;
}

START_TEST(random_positions)
{
    struct lab lab = lab_open();
    struct rng r = {72};
    for (size_t k = 0; k < (test_whole() ? 5 : 2); k++) {
        struct mem_mark mark = mem_mark(lab.m);
        const size_t n = 3 + k, h = 1 + k % 3;
        double q[8];
        struct surface f;
        struct mem_text positions = mem_text(lab.m);
        const char *at = draw_state(lab.m, &r, n, n - h, q);
        put_mechanics(&positions, &r, n);
        struct mem_text velocities = mem_text(lab.m);
        mem_put(&velocities, positions.text);
        for (size_t i = 0; i < h; i++) {
            draw_surface(&r, n, q, &f);
            put_position(&positions, &f, n);
            put_velocity(&velocities, &f, n);
        }
        struct question a = {.model = positions.text, .at = at};
        const struct question b = {.model = velocities.text, .at = at, .form = "lagrangian"};
        const struct jnode *want = tool_eval(lab.m, &b);
        for (size_t form = 0; form < COUNT(forms); form++) {
            a.form = forms[form];
            const struct jnode *got = tool_eval(lab.m, &a);
            const double scale = fabs(entry(want, "multiplier", 0));
            for (const struct jnode *v = json_need(want, "qddot")->first; v; v = v->next)
                tool_near(a.form, v->key, number(got, "qddot", v->key), v->number,
                          1e-9 * (1 + fabs(v->number) + scale));
            for (size_t i = 0; i < h; i++)
                tool_near(a.form, "multiplier", entry(got, "multiplier", i),
                          entry(want, "multiplier", i), 1e-9 * (1 + scale));
        }
        mem_release(lab.m, mark);
    }
    lab_close(&lab);
}
END_TEST

/* A position on a bundle: the differential goes through the anchor. */
START_TEST(position_on_a_bundle)
{
    struct lab lab = lab_open();
    const struct question by_sections = {
        .model = "coords x, y\nsections a, b\nanchor a -> x d_x + y d_y\n"
                 "       b -> x d_y - y d_x\nbracket [a, b] = 0\n"
                 "metric (x^2 + y^2) (a^2 + b^2)\npotential y\nholonomic x^2 + 2 y^2 = 1\n"
                 "init x = 0.6, y ~ -0.5, b = 0.7\n"};
    const struct question plain = {.model = "coords x, y\nmetric dx^2 + dy^2\npotential y\n"
                                            "holonomic x^2 + 2 y^2 = 1\ninit x = 0.6, y ~ -0.5\n",
                                   .at = "x=0.6,y'=0.4"};
    struct question q = by_sections;
    for (size_t f = 0; f < 2; f++) {
        q.form = forms[f];
        q.at = NULL;
        const struct jnode *a = tool_eval(lab.m, &q);
        struct mem_text at = mem_text(lab.m);
        tool_assign(&at, "x'", number(a, "qdot", "x"));
        struct question same = plain;
        same.at = at.text;
        const struct jnode *b = tool_eval(lab.m, &same);
        tool_near(q.form, "y'", number(a, "qdot", "y"), number(b, "qdot", "y"), 1e-12);
        tool_near(q.form, "x''", number(a, "qddot", "x"), number(b, "qddot", "x"), 1e-11);
        tool_near(q.form, "multiplier", entry(a, "multiplier", 0), entry(b, "multiplier", 0),
                  1e-11);
    }
    lab_close(&lab);
}
END_TEST

/* ---- drift ---- */

/* Distance of the ends of the bars of models/fourbar.nh after a coarse run. */
static double gap(struct mem *m, const char *form, const char *project)
{
    const char *arguments[] = {
        "run",  "models/fourbar.nh", "--form", form, "-o", "-", "--method", "rk4", "--dt",
        "0.02", "--project",         project,  NULL};
    const struct told t = tool_run(m, NULL, arguments);
    REQUIRE(t.code == 0, "a run of the linkage: exit %d\n%s", t.code, t.err);
    const char *last = t.out + strlen(t.out) - 1;
    while (last > t.out && last[-1] != '\n')
        last--;
    double q[10] = {0};
    for (size_t i = 0; i < COUNT(q); i++) {
        const size_t len = strcspn(last, ",\n");
        REQUIRE(json_double(last, len, &q[i]), "no number:\n%.200s", last);
        last += len + 1;
    }
    const double x = 2 * 0.5 * cos(q[3]) + 2 * 1.5 * cos(q[6]) - 2 * 1.25 * cos(q[9]) - 3;
    const double y = 2 * 0.5 * sin(q[3]) + 2 * 1.5 * sin(q[6]) - 2 * 1.25 * sin(q[9]);
    return hypot(x, y);
}

START_TEST(positions_are_brought_back)
{
    struct lab lab = lab_open();
    for (size_t f = 0; f < 2; f++) {
        const double free = gap(lab.m, forms[f], "none");
        const double held = gap(lab.m, forms[f], "constraints");
        REQUIRE(free > 1e-8 && held < 1e-12, "%s: the loop opens by %.3g, by %.3g when projected",
                forms[f], free, held);
    }
    lab_close(&lab);
}
END_TEST

/* ---- errors in the data ---- */

static const struct {
    const char *init, *state; /* of the sphere of radius 1.5 */
    const char *says;         /* expected message; NULL: none */
} data[] = {
    {"init x = 1, y = 1, z ~ 1\n", NULL, NULL},
    {"init x = 1, y = 1, z = 0.5\n", NULL, NULL},
    {"init x = 1, y = 1, z = 0.5000001\n", NULL, "violates this constraint"},
    {"init x = 1, y = 2, z ~ 0.5\n", NULL, "no position was found"},
    {"init x = 1, y = 1, z ~ 0.5\n", "z=-0.5", NULL},
    {"init x = 1, y = 1, z ~ 0.5\n", "x=0,y=0", NULL},
    {"init x = 1, y = 1, z = 0.5\n", "z=1", "can hold beside z"},
    {"init x = 1, y = 1, z = 0.5\n", "x=3", "no position was found"},
    {"init x = 1, y = 1, z = 0.5\n", "z~-1", NULL},
    {"init x = 1, y = 1, z = 0.5\n", "z~-1,x'~1", "'~' has no meaning here"},
    {"init x = 1, y ~ 0.1\n", NULL, "leave a choice, which was made"},
    {"", NULL, "leave a choice, which was made"},
    {"init x = 1, y = 1, z ~ 1, x' = 1, y' = 1, z' = 1\n", NULL, "does not fit"},
    {"init x = 1, y = 1, z ~ 1, x' ~ 1\n", NULL, "'~' has no meaning here"},
};

START_TEST(data_that_fit_or_do_not)
{
    struct lab lab = lab_open();
    for (size_t i = 0; i < COUNT(data); i++) {
        struct mem_mark mark = mem_mark(lab.m);
        const char *arguments[] = {"eval", "-", data[i].state ? "--state" : NULL, data[i].state,
                                   NULL};
        struct mem_text model = mem_text(lab.m);
        mem_put_f(&model, "%s%s", SPHERE, data[i].init);
        const struct told t = tool_run(lab.m, model.text, arguments);
        REQUIRE(data[i].says ? strstr(t.err, data[i].says) != NULL : t.code == 0, "%s %s: %s",
                data[i].init, data[i].state ? data[i].state : "", t.err);
        if (t.code == 0) {
            const struct jnode *got = json_read(lab.m, t.out);
            tool_near(data[i].init, "phi", entry(got, "constraint", 0), 0, 1e-9);
        }
        mem_release(lab.m, mark);
    }
    lab_close(&lab);
}
END_TEST

/* The motion of a linkage that is folded flat is not unique; at a dead centre of the crank alone it
 * is, and the linkage moves though th1' = 0: at th2 = th3 only the coordinate th1 is singular. */
START_TEST(dead_centres)
{
    struct lab lab = lab_open();
    const char *model = tool_file(lab.m, "models/fourbar.nh");
    const char *bare = tool_without(lab.m, model, "init");
    const char *flat[] = {
        "eval", "-", "-p", "l1=1,l2=1.5,l3=1,d=3", "--state", "th1=0,th2~0.1,th3~0.1,th1'=1", NULL};
    const struct told t = tool_run(lab.m, bare, flat);
    REQUIRE(t.code == 3 && strstr(t.err, "not independent where the run starts"), "exit %d: %s",
            t.code, t.err);
    /* |B - O4| = 2 l2 - 2 l3 = 0.5 with B = (cos(th1), sin(th1)), O4 = (d, 0) */
    const double d = 1.4, th1 = acos((1 + d * d - 0.25) / (2 * d));
    const double along = atan2(-sin(th1), d - cos(th1));
    struct mem_text at = mem_text(lab.m);
    tool_assign(&at, "th1", th1);
    tool_assign(&at, "th2", along);
    tool_assign(&at, "th3", along);
    tool_assign(&at, "th2'", 1);
    const struct question q = {.model = bare, .params = "d=1.4", .at = at.text};
    const struct jnode *got = tool_eval(lab.m, &q);
    tool_near("dead centre", "th1'", number(got, "qdot", "th1"), 0, 1e-9);
    tool_near("dead centre", "th3'", number(got, "qdot", "th3"), 1.2, 1e-9); /* l2/l3 */
    lab_close(&lab);
}
END_TEST

/* The solution is the branch nearest to the initial guess. */
START_TEST(branches)
{
    struct lab lab = lab_open();
    for (int side = -1; side <= 1; side += 2) {
        struct mem_text model = mem_text(lab.m);
        mem_put_f(&model, "%sinit x = 0.5, y = 0.5, z ~ %d\n", SPHERE, side);
        const struct question q = {.model = model.text};
        tool_near("sphere", "z", number(tool_eval(lab.m, &q), "q", "z"), side * sqrt(1.75), 1e-13);
    }
    lab_close(&lab);
}
END_TEST

/* ---- Lagrangians ---- */

/* X_L is the motion without constraints, also for velocities in an algebra. */
START_TEST(field_of_the_lagrangian)
{
    static const char *const models[][2] = {
        {"algebra so(3): a, b, c\nlagrangian 1/2 (a^2 + 2 b^2 + 3 c^2) + 1/5 a b + 1/3 a^4 + c\n",
         "constraint a + b = 0\ninit a = 0.4, b = -0.4, c = 0.7\n"},
        {"coords x, y\nalgebra se(2): v, u, w\nmetric dx^2 + (1 + x^2) dy^2 + v^2 + 2 u^2 + 3 w^2 "
         "+ "
         "x v w\npotential x y\n",
         "constraint u = x dy\ninit x = 0.3, y = 0.2, x' = 1, y' = 0.5, v = 0.7, u = 0.15, w = "
         "-1\n"},
        {"coords x, y, z\nmetric dx^2 + 2 dy^2 + 3 dz^2\nmagnetic x dy /\\ dz\n",
         "constraint dz = y dx\ninit x = 0.3, y = 0.2, z = 1, x' = 1, y' = 0.5, z' = 0.2\n"},
    };
    struct lab lab = lab_open();
    for (size_t i = 0; i < COUNT(models); i++) {
        struct mem_text held = mem_text(lab.m), free = mem_text(lab.m);
        mem_put_f(&held, "%s%s", models[i][0], models[i][1]);
        mem_put_f(&free, "%s%s", models[i][0], strchr(models[i][1], '\n') + 1);
        const struct question a = {.model = held.text, .form = forms[0]};
        const struct question b = {.model = free.text, .form = forms[0]};
        const struct jnode *got = tool_show(lab.m, &a), *want = tool_eval(lab.m, &b);
        const struct jnode *X = json_need(json_need(got, "objects"), "X_L");
        const struct jnode *rate = json_need(want, "rhs")->first;
        for (size_t k = json_need(want, "q")->n; k > 0; k--)
            rate = rate->next;
        for (size_t k = X->n / 2; k < X->n; k++, rate = rate->next)
            tool_near("X_L", rate->key, json_number(json_at(X, k), "X_L"),
                      json_number(rate, rate->key), 1e-11);
        const struct jnode *held_rate = json_need(got, "rhs")->first;
        REQUIRE(held_rate && json_need(got, "multiplier")->n == 1, "one constraint holds it");
    }
    lab_close(&lab);
}
END_TEST

/* A rigid body by a quaternion: L does not depend on its length, which the constraint fixes. Like
 * Euler's equations, this form uses no chart: a = 0 is a regular point. */
START_TEST(body_by_a_quaternion)
{
    static const char model[] = "coords a, b, c, d\nparam A = 1, B = 2, C = 3.5\n"
                                "let w1 = 2 (a b' - b a' + d c' - c d')\n"
                                "let w2 = 2 (a c' - c a' - d b' + b d')\n"
                                "let w3 = 2 (a d' - d a' + c b' - b c')\n"
                                "lagrangian 1/2 (A w1^2 + B w2^2 + C w3^2)\n"
                                "holonomic a^2 + b^2 + c^2 + d^2 = 1\n";
    static const char *const at[] = {"a=0.5,b=-0.5,c=0.5,d~0.5,b'=0.7,c'=-0.4,d'=0.2",
                                     "a=0,b=0.6,c=0,d~0.7,a'=0.5,b'=0.1,c'=-0.3"};
    struct lab lab = lab_open();
    for (size_t i = 0; i < COUNT(at); i++) {
        const struct question q = {.model = model, .at = at[i]};
        const struct jnode *got = tool_eval(lab.m, &q);
        double x[4], v[4], u[4];
        for (size_t k = 0; k < 4; k++) {
            const char name[] = {(char)('a' + (char)k), 0};
            x[k] = number(got, "q", name);
            v[k] = number(got, "qdot", name);
            u[k] = number(got, "qddot", name);
        }
        const double w1 = 2 * (x[0] * v[1] - x[1] * v[0] + x[3] * v[2] - x[2] * v[3]);
        const double w2 = 2 * (x[0] * v[2] - x[2] * v[0] - x[3] * v[1] + x[1] * v[3]);
        const double w3 = 2 * (x[0] * v[3] - x[3] * v[0] + x[2] * v[1] - x[1] * v[2]);
        const double d1 = 2 * (x[0] * u[1] - x[1] * u[0] + x[3] * u[2] - x[2] * u[3]);
        const double d3 = 2 * (x[0] * u[3] - x[3] * u[0] + x[2] * u[1] - x[1] * u[2]);
        REQUIRE(strcmp(json_need(got, "form")->text, forms[0]) == 0, "another form was chosen");
        tool_near(at[i], "w1'", 1 * d1, (2 - 3.5) * w2 * w3, 1e-11);
        tool_near(at[i], "w3'", 3.5 * d3, (1 - 2.) * w1 * w2, 1e-11);
    }
    lab_close(&lab);
}
END_TEST

/* A regular L is not enough: mu W^-1 mu^T = 0 here. And one that is regular on C only is
 * refused. */
START_TEST(lagrangians_that_do_not_serve)
{
    static const struct {
        const char *model, *says;
    } bad[] = {
        {"coords x, y\nlagrangian 1/2 (x'^2 - y'^2)\nframe v = d_x - d_y\n"
         "complement s = d_x + d_y\n",
         "the multipliers are not determined"},
        {"coords x, y, z\nlagrangian 1/2 (x'^2 + y'^2)\nconstraint dz = y dx\n",
         "the Lagrangian is not regular"},
        {"coords x, y, z\nhamiltonian p_x^4 + p_y^2 + p_z^2\nconstraint dz = y dx\n",
         "needs a Lagrangian"},
    };
    struct lab lab = lab_open();
    for (size_t i = 0; i < COUNT(bad); i++) {
        const char *arguments[] = {"eval", "-", "--form", forms[0], NULL};
        const struct told t = tool_run(lab.m, bad[i].model, arguments);
        REQUIRE(t.code == 3 && strstr(t.err, bad[i].says), "exit %d: %s", t.code, t.err);
    }
    lab_close(&lab);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        spherical_pendulum,      turning_rod,          order_of_the_file,
        random_positions,        position_on_a_bundle, positions_are_brought_back,
        data_that_fit_or_do_not, dead_centres,         branches,
        field_of_the_lagrangian, body_by_a_quaternion, lagrangians_that_do_not_serve};
    return test_run("holonomic", tests, COUNT(tests));
}
