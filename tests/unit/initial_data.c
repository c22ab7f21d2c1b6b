/* tests/unit/initial_data.c -- initial data in every form: velocities, quasi-velocities, momenta,
 * mixed.
 *
 * Expected values are derived by hand for the charged sleigh: p = g v + A, in coordinates. */
#include "support/support.h"

#include <math.h>
#include <string.h>

#define SLEIGH "models/sleigh_magnetic.nh"
#define TABLE "models/turntable_ball.nh"

enum { X, Y, THETA, COORDS };

static const char *const coord[] = {"x", "y", "theta"};

/* The sleigh at a position, with its metric and one-form there, and the fields v and w of C. */
struct sleigh {
    double q[COORDS], g[COORDS][COORDS], A[COORDS], field[2][COORDS];
};

static struct sleigh sleigh(void)
{
    const double m = 1, J = 0.5, a = 0.3, d = 0.5, x = 0.3, theta = 0.7;
    const double c = cos(theta), s = sin(theta), field = x + d * c;
    const struct sleigh out = {
        .q = {x, -0.2, theta},
        .g = {{m, 0, -m * a * s}, {0, m, m * a * c}, {-m * a * s, m * a * c, J + m * a * a}},
        .A = {0, field, field * d * c},
        .field = {{c, s, 0}, {0, 0, 1}}};
    return out;
}

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void put_place(const struct sleigh *at, struct mem_text *t)
{
    for (size_t i = 0; i < COORDS; i++)
        tool_assign(t, coord[i], at->q[i]);
}

static const struct jnode *eval_at(struct mem *m, const char *model, const char *form,
                                   const char *at)
{
    const struct question q = {.model = model, .form = form, .at = at};
    return tool_eval(m, &q);
}

static double number_at(const struct jnode *v, const char *object, const char *key)
{
    return json_number(json_need(json_need(v, object), key), key);
}

START_TEST(every_way_to_give_a_state_gives_it)
{
    static const char *const forms[] = {"dirac", "gyro", "lagrangian"};
    struct lab l = lab_open();
    const struct sleigh at = sleigh();
    const double z[2] = {0.8, -1.3};
    double v[COORDS], p[COORDS];
    for (size_t i = 0; i < COORDS; i++)
        v[i] = z[0] * at.field[0][i] + z[1] * at.field[1][i];
    for (size_t i = 0; i < COORDS; i++)
        p[i] = dot(at.g[i], v) + at.A[i];
    const double eta[2] = {dot(p, at.field[0]), dot(p, at.field[1])};
    const struct {
        const char *name[COORDS];
        double value[COORDS];
    } ways[] = {
        {{"v", "w"}, {z[0], z[1]}},
        {{"x'", "y'", "theta'"}, {v[0], v[1], v[2]}},
        {{"x'", "theta'"}, {v[0], v[2]}},
        {{"y'", "w"}, {v[1], z[1]}},
        {{"eta_v", "eta_w"}, {eta[0], eta[1]}},
        {{"eta_v", "w"}, {eta[0], z[1]}},
        {{"v", "eta_w"}, {z[0], eta[1]}},
        {{"p_x", "p_y", "p_theta"}, {p[0], p[1], p[2]}},
        {{"p_x", "p_theta"}, {p[0], p[2]}},
        {{"p_y", "theta'"}, {p[1], v[2]}},
        {{"eta_w", "p_x"}, {eta[1], p[0]}},
        {{"v", "x'", "eta_w"}, {z[0], v[0], eta[1]}}, /* more values than needed, and consistent */
    };
    for (size_t f = 0; f < COUNT(forms); f++)
        for (size_t w = 0; w < COUNT(ways); w++) {
            struct mem_text text = mem_text(l.m);
            put_place(&at, &text);
            for (size_t i = 0; i < COORDS && ways[w].name[i]; i++)
                tool_assign(&text, ways[w].name[i], ways[w].value[i]);
            const struct jnode *got = eval_at(l.m, SLEIGH, forms[f], text.text);
            for (size_t i = 0; i < COORDS; i++)
                tool_near(text.text, coord[i], number_at(got, "qdot", coord[i]), v[i], 1e-13);
            tool_near(text.text, "v", number_at(got, "vel", "v"), z[0], 1e-13);
        }
    lab_close(&l);
}
END_TEST

/* mu v' = b, and the difference is orthogonal to C: no other vector of C + drift is nearer. */
START_TEST(projection_is_that_of_the_metric)
{
    struct lab l = lab_open();
    const struct sleigh at = sleigh();
    const double v[COORDS] = {1.2, -0.6, 0.9};
    struct mem_text text = mem_text(l.m);
    double off[COORDS], moved[COORDS];
    put_place(&at, &text);
    for (size_t i = 0; i < COORDS; i++)
        tool_assign(&text, (const char *const[]){"x'", "y'", "theta'"}[i], v[i]);
    const struct told t = tool_run(
        l.m, NULL, (const char *const[]){"eval", SLEIGH, "--state", text.text, "--project", NULL});
    ck_assert_msg(t.code == 0, "%s", t.err);
    const struct jnode *got = json_read(l.m, t.out);
    for (size_t i = 0; i < COORDS; i++)
        off[i] = number_at(got, "qdot", coord[i]) - v[i];
    for (size_t i = 0; i < COORDS; i++)
        moved[i] = dot(at.g[i], off);
    tool_near("sleigh", "along v", dot(moved, at.field[0]), 0, 1e-13);
    tool_near("sleigh", "along w", dot(moved, at.field[1]), 0, 1e-13);
    tool_near("sleigh", "the constraint",
              sin(at.q[THETA]) * number_at(got, "qdot", "x") -
                  cos(at.q[THETA]) * number_at(got, "qdot", "y"),
              0, 1e-14);
    lab_close(&l);
}
END_TEST

START_TEST(projection_keeps_the_drift)
{
    const double x = 1.1, y = 0.4, R = 0.5, Omega = 3, m = 1, I = 0.1;
    const double given[] = {0.3, -0.5, 1.5, 0.2, 0.7}; /* x', y', wx, wy, wz */
    struct lab l = lab_open();
    const struct told t =
        tool_run(l.m, NULL,
                 (const char *const[]){"eval", TABLE, "--project", "--state",
                                       "x=1.1,y=0.4,x'=0.3,y'=-0.5,wx=1.5,wy=0.2,wz=0.7", NULL});
    ck_assert_msg(t.code == 0, "%s", t.err);
    const struct jnode *got = json_read(l.m, t.out);
    const double v[] = {number_at(got, "qdot", "x"), number_at(got, "qdot", "y"),
                        number_at(got, "vel", "wx"), number_at(got, "vel", "wy"),
                        number_at(got, "vel", "wz")};
    tool_near("table", "x' - R wy", v[0] - R * v[3], -Omega * y, 1e-13);
    tool_near("table", "y' + R wx", v[1] + R * v[2], Omega * x, 1e-13);
    /* C is spanned by (R, 0, 0, 1, 0), (0, -R, 1, 0, 0), (0, 0, 0, 0, 1) */
    tool_near("table", "wy", R * m * (v[0] - given[0]) + I * (v[3] - given[3]), 0, 1e-13);
    tool_near("table", "wx", -R * m * (v[1] - given[1]) + I * (v[2] - given[2]), 0, 1e-13);
    tool_near("table", "wz", v[4], given[4], 1e-13);
    lab_close(&l);
}
END_TEST

/* ---- inconsistent data ---- */

START_TEST(violations_have_their_size)
{
    static const struct {
        const char *model, *at, *says[2];
    } wrong[] = {
        /* y' = x' tan(theta) */
        {SLEIGH,
         "x=0,y=0,theta=0.5,x'=1,y'=1,theta'=2",
         {"it is off by 0.454;", "x' = 1, y' = 0.546302, theta' = 2"}},
        /* x' = v cos(theta) */
        {SLEIGH, "x=0,y=0,theta=0.5,v=1,x'=2", {"it is off by 1.12;", "x' = 0.877583"}},
        /* p_theta = (J + m a^2) w + q B d x cos(theta) + ..: 0.59 w where x = -d cos(theta) */
        {SLEIGH,
         "x=-0.5,y=0,theta=0,v=0,w=1,p_theta=1",
         {"it is off by 0.41;", "w = 1, p_theta = 0.59"}},
        /* R wx = Omega x - y' */
        {TABLE, "x=1,y=0.2,x'=1,y'=1,wx=3,wz=1", {"it is off by 0.5;", "x' = 1, y' = 1.5"}},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(wrong); i++) {
        const struct told t = tool_run(
            l.m, NULL, (const char *const[]){"eval", wrong[i].model, "--state", wrong[i].at, NULL});
        ck_assert_msg(t.code == 2 && !t.out[0], "%s: exit %d", wrong[i].at, t.code);
        for (size_t k = 0; k < 2; k++)
            ck_assert_msg(strstr(t.err, wrong[i].says[k]), "%s: no '%s' in\n%s", wrong[i].at,
                          wrong[i].says[k], t.err);
    }
    lab_close(&l);
}
END_TEST

/* 1e-9 of the velocities counts as rounding; a thousand times as much does not. */
#define MOMENTA                                                                                    \
    "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nsecond 1/2 (x^2 + y^2 + z^2 - 1), x p_x + y p_y "  \
    "+ "                                                                                           \
    "z p_z\ninit x = 0.6, y = 0.64, z = 0.48, p_x = 0.8, p_y = 1\nrun t = 0.1, dt = 0.1\n"
#define SLIDE                                                                                      \
    "coords x, y, phi\nmetric dx^2 + dy^2 + dphi^2\nconstraint sin(phi) dx = cos(phi) dy\n"        \
    "init x = 0, y = 0, phi = 0, x' = 1, phi' = 1\nrun t = 0.1, dt = 0.1\n"
#define OFFSET                                                                                     \
    "coords x, y\nmetric dx^2 + 2 dy^2\nframe v = d_x + d_y\n  w = d_x - d_y\n"                    \
    "init x = 0, y = 0, v = 1, w = 2\nrun t = 0.1, dt = 0.1\n"
#define CIRCLE                                                                                     \
    "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nholonomic x^2 + y^2 - 1\ninit x = 0.6, y = 0.8, "  \
    "z = 0, x' = 0.8, z' = 0\nrun t = 0.1, dt = 0.1\n"
#define REDUNDANT                                                                                  \
    "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint dz = 2 dx\n"                            \
    "init x = 0, y = 0, z = 0, x' = 1, y' = 1, z' = 2\nrun t = 0.1, dt = 0.1\n"

/* A value of the command line takes the place of one of the same name. One of another name gives
 * way where it follows; where several could, the command says so and does not choose. */
START_TEST(no_value_takes_the_place_of_another_name)
{
    static const struct {
        const char *model, *init;
        int code;
        const char *says;
    } rows[] = {
        {MOMENTA, "p_x=0.8", 0, ""},
        {MOMENTA, "p_y=-3", 0, ""},
        {MOMENTA, "p_z=1", 3, "not all initial values of the model can hold beside p_z"},
        {MOMENTA, "p_z=1", 3, "which of these hold, too: p_x, p_y"},
        {MOMENTA, "y=0,x=0.8,z=0.6,p_z=1", 0, "gives way"},
        {MOMENTA, "p_z=1,p_y=1", 0, "gives way"},
        {SLIDE, "x'=2", 0, ""},
        {SLIDE, "eta_u1=2", 0, "gives way"},
        {OFFSET, "x'=1", 3, "hold beside x'"},
        {OFFSET, "x'=1", 3, "which of these hold, too: v, w"},
        {OFFSET, "x'=1,w=2", 0, "gives way"},
        {OFFSET, "x'=3", 0, ""},
        {OFFSET, "p_x=1", 3, "hold beside p_x"},
        {OFFSET, "v=1,eta_v=2", 0, "gives way"},
        {OFFSET, "v=1,w=2,eta_v=7", 2, "does not fit"},
        {OFFSET, "v=3,v=1", 0, ""},
        {REDUNDANT, "z'=4", 0, "gives way"},
        {CIRCLE, "x=0.8", 0, "gives way"},
        {CIRCLE, "z=1", 0, ""},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *words[] = {"run", "-", "-i", rows[i].init, "-q", NULL};
        const struct told t = tool_run(l.m, rows[i].model, words);
        REQUIRE(t.code == rows[i].code && strstr(t.err, rows[i].says) && (*rows[i].says || !*t.err),
                "%s\n-i %s: exit %d\n%s", rows[i].model, rows[i].init, t.code, t.err);
    }
    lab_close(&l);
}
END_TEST

START_TEST(rounding_is_no_violation)
{
    struct lab l = lab_open();
    const char *const near = "x=0,y=0,theta=0,x'=1,y'=1e-10,theta'=2";
    const char *const far = "x=0,y=0,theta=0,x'=1,y'=1e-6,theta'=2";
    eval_at(l.m, SLEIGH, NULL, near);
    const struct told t =
        tool_run(l.m, NULL, (const char *const[]){"eval", SLEIGH, "--state", far, NULL});
    ck_assert_msg(t.code == 2 && strstr(t.err, "off by 1e-6"), "exit %d\n%s", t.code, t.err);
    lab_close(&l);
}
END_TEST

/* A velocity that hardly depends on those along the frame does not determine them. */
START_TEST(directions_that_vanish_decide_nothing)
{
    static const struct {
        const char *text, *at;
        double want; /* y' */
    } rows[] = {
        {"coords x, y, phi\nmetric dx^2 + dy^2 + dphi^2\n"
         "frame v = cos(phi) d_x + sin(phi) d_y\n      w = d_phi\n"
         "complement s = -sin(phi) d_x + cos(phi) d_y\ndrift 0.15 d_x\n",
         "x=0,y=0,phi=pi/2,x'=0.15,y'=0.5,phi'=0.5", 0.5},
        {"coords x, y, phi\nmetric dx^2 + dy^2 + dphi^2\n"
         "constraint sin(phi) dx = cos(phi) dy\n",
         "x=0,y=0,phi=pi/2,p_x=0,p_y=1,phi'=0.5", 1},
        {"coords x, y\nmetric dx^2 + dy^2\nconstraint dy = 0.001 x dx\n", "x=1e-7,y=0,x'=1,y'=0",
         0},
        {"coords x, y\nhamiltonian sqrt(1 + p_x^2 + p_y^2)\nconstraint dy = 0.1 dt\n",
         "x=0,y=0,x'=0.9,y'=0.1", 0.1},
        /* Newton's method would leave |v| < 1 */
        {"coords x, y\nlagrangian -sqrt(1 - x'^2 - y'^2)\nconstraint dy = 0.1 dt\n",
         "x=0,y=0,p_x=20", 0.1},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct told t = tool_run(
            l.m, rows[i].text, (const char *const[]){"eval", "-", "--state", rows[i].at, NULL});
        ck_assert_msg(t.code == 0, "%s: %s", rows[i].at, t.err);
        tool_near(rows[i].at, "y'", number_at(json_read(l.m, t.out), "qdot", "y"), rows[i].want,
                  1e-9);
    }
    lab_close(&l);
}
END_TEST

/* ---- engines ---- */

static void compare_numbers(const char *where, const struct jnode *a, const struct jnode *b)
{
    ck_assert_msg(a->kind == b->kind && a->n == b->n, "%s: %s differs", where,
                  a->key ? a->key : "an entry");
    if (a->kind == JSON_NUMBER)
        tool_near(where, a->key ? a->key : "an entry", a->number, b->number,
                  1e-12 * (1 + fabs(b->number)));
}

static void compare_lists(const char *where, const struct jnode *a, const struct jnode *b)
{
    compare_numbers(where, a, b);
    const struct jnode *y = b->first;
    for (const struct jnode *x = a->first; x; x = x->next, y = y->next)
        compare_numbers(where, x, y);
}

/* A number, a list or object of them, or a matrix. */
static void compare_values(const char *where, const struct jnode *a, const struct jnode *b)
{
    compare_numbers(where, a, b);
    const struct jnode *y = b->first;
    for (const struct jnode *x = a->first; x; x = x->next, y = y->next)
        compare_lists(where, x, y);
}

START_TEST(engines_agree)
{
    static const struct {
        const char *model, *at;
    } asked[] = {
        {SLEIGH, "x=0.3,y=-0.2,theta=0.7,v=0.8,w=-1.3"},
        {TABLE, "x=1,y=0.2,x'=0.4,y'=-0.3,wz=1"},
        {"models/charged_turntable_ball.nh", "x=1,y=0.2,x'=0.4,y'=-0.3,wz=1"},
        {"models/ball_magnetic.nh", "x=0.3,y=-0.2,f1=0.8,f2=-1.3,f3=0.4"},
        {"models/rolling_disk.nh", "x=0,y=0,phi=0.3,theta=0.4,psi=0,u1=0.8,u2=-0.3,u3=1"},
        {"models/snakeboard.nh", "t=0.3,x=0,y=0,theta=0.2,psi=0.1,phi=0.4,u1=0.8,u2=-0.3,u3=1"},
    };
    static const char *const forms[] = {"dirac", "lagrangian"};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(asked); i++)
        for (size_t f = 0; f < COUNT(forms); f++) {
            struct question q = {.model = asked[i].model, .form = forms[f], .at = asked[i].at};
            q.engine = "interp";
            const struct jnode *a = tool_eval(l.m, &q);
            q.engine = "tcc";
            const struct jnode *b = tool_eval(l.m, &q);
            for (const struct jnode *x = a->first, *y = b->first; x; x = x->next, y = y->next)
                if (x->kind != JSON_TEXT)
                    compare_values(asked[i].model, x, y);
        }
    lab_close(&l);
}
END_TEST

/* The reason that is given is the true one, and what fits is said in the quantities given. */
START_TEST(reasons_are_true)
{
#define PLANE "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\n"
    static const struct {
        const char *model, *basis, *says[3];
    } wrong[] = {
        {PLANE "frame f = x d_x + y d_z\n      g = d_y\ninit x = 0, y = 0, z = 0, f = 1, g = 1\n",
         NULL,
         {"fields of the frame are dependent", "f vanishes", "at x = 0, y = 0;"}},
        {PLANE "frame f = d_x + y d_z\n      g = d_y\ncomplement n = x d_z + d_y\n"
               "init x = 0, y = 1, z = 0, f = 1, g = 1\n",
         NULL,
         {"fields of frame and complement are dependent", "n is a combination of those before",
          "at x = 0, y = 1;"}},
        {"dynamics vakonomic\n" PLANE "constraint dz - y dx\nbasis phi : x dz - x y dx\n"
         "init x = 0, y = 0.5, z = 0, x' = 1, y' = 0.2, lambda1 = 0.5\n",
         "phi",
         {"basis phi are dependent at the initial point", "at x = 0, where it vanishes"}},
        {"coords x, y\nhamiltonian 1/2 (p_x^2 + p_y^2)\nsecond x^2 + y^2 - 1, x p_x + y p_y\n"
         "init x = 1, y = 0.5, p_x = 0.2, p_y = 1\n",
         NULL,
         {"initial position violates this constraint", "off by 0.25", "change x, y in init"}},
        {"coords x, y\nhamiltonian 1/2 (p_x^2 + p_y^2)\nsecond x^2 + y^2 - 1, x p_x + y p_y\n"
         "init x = 0.6, y = 0.8, p_x = 0.2, p_y = 1\n",
         NULL,
         {"what fits: p_x = 0.2, p_y = -0.15"}},
        {PLANE "constraint dz - y dx\ninit x = 0, y = 0.5, z = 0, x' = 1, y' = 0, z' = 3\n",
         NULL,
         {"off by 2.5", "what fits: x' = 1, y' = 0, z' = 0.5"}},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(wrong); i++) {
        const char *const arguments[] = {
            "run", "-", "-q", wrong[i].basis ? "--basis" : NULL, wrong[i].basis, NULL};
        const struct told t = tool_run(l.m, wrong[i].model, arguments);
        ck_assert_msg(t.code == 3, "exit %d\n%s%s", t.code, wrong[i].model, t.err);
        for (size_t k = 0; k < COUNT(wrong[i].says) && wrong[i].says[k]; k++)
            ck_assert_msg(strstr(t.err, wrong[i].says[k]), "no '%s' in\n%s", wrong[i].says[k],
                          t.err);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {every_way_to_give_a_state_gives_it,
                                  projection_is_that_of_the_metric,
                                  projection_keeps_the_drift,
                                  violations_have_their_size,
                                  rounding_is_no_violation,
                                  no_value_takes_the_place_of_another_name,
                                  directions_that_vanish_decide_nothing,
                                  reasons_are_true,
                                  engines_agree};
    return test_run("given", tests, COUNT(tests));
}
