/* tests/unit/lagrange_dirac_against_reference.c -- Lagrangian Dirac systems, against 40-digit
 * values.
 *
 * Some have holonomic constraints.
 *
 * data/lagrange_dirac.json has, for each system at six points, the motion, energy, multipliers, and
 * objects of the paper: the two-form Omega_L, dE_L, the structure D_L as an orthogonal projector,
 * the Jacobian of a linkage, its rates, and its motion with one degree of freedom; and
 * trajectories.
 */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 36, WORD = 32 };

#define DATA "tests/unit/data/lagrange_dirac.json"

struct known {
    const char *name, *path, *without; /* a statement that is left out, or NULL */
    const char *coord[10];             /* ended by NULL */
    const char *other[2];              /* a parameter of the data, and its name here */
};

#define XYZ                                                                                        \
    {                                                                                              \
        "x", "y", "z"                                                                              \
    }
#define XYA                                                                                        \
    {                                                                                              \
        "x", "y", "theta"                                                                          \
    }
#define BARS                                                                                       \
    {                                                                                              \
        "x1", "y1", "th1", "x2", "y2", "th2", "x3", "y3", "th3"                                    \
    }
#define FOUR                                                                                       \
    {                                                                                              \
        "q1", "q2", "q3", "q4"                                                                     \
    }
static const struct known known[] = {
    {"s001_regular_free", "tests/models/regular.nh", "constraint", XYZ, {NULL}},
    {"s001_regular_constrained", "tests/models/regular.nh", NULL, XYZ, {NULL}},
    {"s001_sleigh_contact_point", "models/sleigh.nh", NULL, XYA, {"r", "a"}},
    {"s001_fourbar", "models/fourbar.nh", NULL, BARS, {NULL}},
    {"s003_sleigh", "models/sleigh_cm.nh", NULL, XYA, {NULL}},
    {"g4_nonholonomic", "models/g4.nh", NULL, FOUR, {NULL}},
};
enum { FREE, CONSTRAINED, CONTACT, FOURBAR };

static const struct jnode *system_of(const struct oracle *d, const struct known *k)
{
    return json_need(json_need(d->data, "systems"), k->name);
}

static size_t count(const struct known *k)
{
    size_t n = 0;
    while (k->coord[n])
        n++;
    return n;
}

/* ---- numbers by rows ---- */

struct matrix {
    double at[MOST][MOST];
    size_t rows, cols;
};

/* Matrix from a list of lists, a list (one column) or a number. */
static struct matrix matrix_of(const struct jnode *v)
{
    struct matrix out = {.rows = v->kind == JSON_LIST ? v->n : 1, .cols = 1};
    for (size_t i = 0; i < out.rows; i++) {
        const struct jnode *row = v->kind == JSON_LIST ? json_at(v, i) : v;
        out.cols = row->kind == JSON_LIST ? row->n : 1;
        REQUIRE(out.rows <= MOST && out.cols <= MOST, "a matrix is too large");
        for (size_t j = 0; j < out.cols; j++)
            out.at[i][j] = json_number(row->kind == JSON_LIST ? json_at(row, j) : row, "an entry");
    }
    return out;
}

static double largest(const struct matrix *m)
{
    double most = 0;
    for (size_t i = 0; i < m->rows; i++)
        for (size_t j = 0; j < m->cols; j++)
            most = fmax(most, fabs(m->at[i][j]));
    return most;
}

static void near_matrix(const char *where, const char *what, const struct matrix *got,
                        const struct matrix *want)
{
    const double bound = 1e-12 * (1 + largest(want));
    REQUIRE(got->rows == want->rows && got->cols == want->cols, "%s: %s has another shape", where,
            what);
    for (size_t i = 0; i < got->rows; i++)
        for (size_t j = 0; j < got->cols; j++) {
            char entry[3 * WORD];
            snprintf(entry, sizeof entry, "%s[%zu][%zu]", what, i + 1, j + 1);
            tool_near(where, entry, got->at[i][j], want->at[i][j], bound);
        }
}

/* Column of the members of an object that have these names and endings. */
static struct matrix column(const struct jnode *object, const struct known *k, const char *ending)
{
    struct matrix out = {.rows = count(k), .cols = 1};
    for (size_t i = 0; i < out.rows; i++) {
        char key[WORD];
        snprintf(key, sizeof key, "%s%s", k->coord[i], ending);
        out.at[i][0] = json_number(json_need(object, key), key);
    }
    return out;
}

/* Some rows, from a first one on. */
static struct matrix part(struct matrix m, size_t first, size_t rows)
{
    struct matrix out = {.rows = rows, .cols = m.cols};
    for (size_t i = 0; i < rows; i++)
        memcpy(out.at[i], m.at[first + i], sizeof out.at[i]);
    return out;
}

/* Q Q^T of an orthonormal basis of the columns, by Gram-Schmidt, twice. */
static struct matrix projector(struct matrix b)
{
    struct matrix out = {.rows = b.rows, .cols = b.rows};
    for (size_t j = 0; j < b.cols; j++) {
        double size = 0;
        for (size_t k = 0; k < 2 * j; k++) {
            double along = 0;
            for (size_t i = 0; i < b.rows; i++)
                along += b.at[i][j] * b.at[i][k % j];
            for (size_t i = 0; i < b.rows; i++)
                b.at[i][j] -= along * b.at[i][k % j];
        }
        for (size_t i = 0; i < b.rows; i++)
            size += b.at[i][j] * b.at[i][j];
        for (size_t i = 0; i < b.rows; i++)
            b.at[i][j] /= sqrt(size);
        for (size_t i = 0; i < b.rows; i++)
            for (size_t k = 0; k < b.rows; k++)
                out.at[i][k] += b.at[i][j] * b.at[k][j];
    }
    return out;
}

/* ---- asking ---- */

static const char *params_of(struct oracle *d, const struct known *k, const struct jnode *values)
{
    const struct jnode *names = json_need(system_of(d, k), "params");
    struct mem_text p = mem_text(d->lab.m);
    for (size_t i = 0; i < names->n; i++) {
        const char *name = json_at(names, i)->text;
        const bool renamed = k->other[0] && strcmp(name, k->other[0]) == 0;
        tool_assign(&p, renamed ? k->other[1] : name, json_number(json_at(values, i), name));
    }
    return p.text;
}

static const char *state_of(struct oracle *d, const struct known *k, const struct jnode *values)
{
    const size_t n = count(k);
    struct mem_text t = mem_text(d->lab.m);
    for (size_t i = 0; i < 2 * n; i++) {
        char key[WORD];
        snprintf(key, sizeof key, "%s%s", k->coord[i < n ? i : i - n], i < n ? "" : "'");
        tool_assign(&t, key, json_number(json_at(values, i), key));
    }
    return t.text;
}

static const char *model_of(struct oracle *d, const struct known *k)
{
    const char *text = tool_file(d->lab.m, k->path);
    return k->without ? tool_without(d->lab.m, text, k->without) : text;
}

static const struct jnode *ask(struct oracle *d, const struct known *k, const char *form,
                               const struct jnode *point)
{
    const struct question q = {.model = model_of(d, k),
                               .form = form,
                               .params = params_of(d, k, json_need(point, "params")),
                               .at = state_of(d, k, json_need(point, "state"))};
    return tool_show(d->lab.m, &q);
}

/* ---- every field at every point ---- */

static void near_field(const char *where, const struct jnode *point, const char *field,
                       const struct matrix *got)
{
    const struct matrix want = matrix_of(json_need(point, field));
    near_matrix(where, field, got, &want);
}

/* In every form: accelerations, energy, multipliers. */
static void near_motion(const char *where, const struct known *k, const struct jnode *got,
                        const struct jnode *point)
{
    const size_t n = count(k);
    const struct matrix rhs = matrix_of(json_need(point, "rhs"));
    const struct matrix v = column(json_need(got, "qdot"), k, "");
    const struct matrix a = column(json_need(got, "qddot"), k, "");
    const struct matrix energy = matrix_of(json_need(got, "energy"));
    const struct matrix top = part(rhs, 0, n), bottom = part(rhs, n, n);
    near_matrix(where, "qdot", &v, &top);
    near_matrix(where, "qddot", &a, &bottom);
    near_field(where, point, "energy", &energy);
    if (json_get(point, "multipliers")) {
        const struct matrix lambda = matrix_of(json_need(got, "multiplier"));
        near_field(where, point, "multipliers", &lambda);
    }
}

/* Fields of the data and objects of the program. */
static void near_objects(const char *where, const struct jnode *got, const struct jnode *point)
{
    static const char *const pair[][2] = {{"momenta", "p"},          {"dE", "dE"},
                                          {"omega_flat", "Omega_L"}, {"mass_matrix", "W"},
                                          {"jacobian", "mu"},        {"gamma", "gamma"}};
    const struct jnode *objects = json_need(got, "objects");
    for (size_t i = 0; i < COUNT(pair); i++)
        if (json_get(point, pair[i][0])) {
            const struct matrix m = matrix_of(json_need(objects, pair[i][1]));
            near_field(where, point, pair[i][0], &m);
        }
    if (json_get(point, "DL_projector")) {
        const struct matrix m = projector(matrix_of(json_need(objects, "D_L")));
        near_field(where, point, "DL_projector", &m);
    }
}

/* i_X Omega_L - dE_L + lambda mu = 0 on the motion, and 0 for X_L without lambda; X_L has v' below,
 * not v, and the sign of lambda is this one. */
static void check_two_form(const char *where, const struct known *k, const struct jnode *got)
{
    const size_t n = count(k);
    const struct jnode *objects = json_need(got, "objects");
    const struct matrix omega = matrix_of(json_need(objects, "Omega_L"));
    const struct matrix X = matrix_of(json_need(objects, "X_L"));
    const struct matrix dE = matrix_of(json_need(objects, "dE"));
    const struct matrix lambda = json_get(objects, "mu") ? matrix_of(json_need(got, "multiplier"))
                                                         : (struct matrix){.rows = 0};
    struct matrix mu = {.rows = 0}, v = column(json_need(got, "qdot"), k, "");
    const struct matrix a = column(json_need(got, "qddot"), k, "");
    if (lambda.rows)
        mu = matrix_of(json_need(objects, "mu"));
    const double bound = 1e-11 * (1 + largest(&dE) + largest(&omega) * largest(&a));
    double misprint = 0;
    for (size_t i = 0; i < 2 * n; i++) {
        double field = -dE.at[i][0], motion = field, wrong = field;
        for (size_t j = 0; j < 2 * n; j++) {
            field += omega.at[i][j] * X.at[j][0];
            motion += omega.at[i][j] * (j < n ? v.at[j][0] : a.at[j - n][0]);
            wrong += omega.at[i][j] * v.at[j < n ? j : j - n][0];
        }
        for (size_t r = 0; r < lambda.rows && i < n; r++)
            motion += lambda.at[r][0] * mu.at[r][i];
        tool_near(where, "i_X Omega_L - dE_L", field, 0, bound);
        tool_near(where, "the motion in D_L", motion, 0, bound);
        misprint = fmax(misprint, fabs(wrong));
    }
    REQUIRE(misprint > 1e-4, "%s: the field as misprinted is one, too", where);
}

static const char *const forms[] = {"lagrange-dirac", "dirac", "lagrangian"};

static void check_points(const struct known *k)
{
    struct oracle d = oracle_open(DATA);
    const struct jnode *points = json_need(system_of(&d, k), "points");
    for (size_t i = 0; i < points->n && (i < 2 || test_whole()); i++) {
        const struct jnode *point = json_at(points, i);
        for (size_t f = 0; f < COUNT(forms); f++) {
            if (!test_turn(f + i))
                continue;
            struct mem_mark mark = mem_mark(d.lab.m);
            char where[128];
            snprintf(where, sizeof where, "%s, %s, point %zu", k->name, forms[f], i);
            const struct jnode *got = ask(&d, k, forms[f], point);
            near_motion(where, k, got, point);
            if (f == 0) {
                near_objects(where, got, point);
                check_two_form(where, k, got);
            }
            mem_release(d.lab.m, mark);
        }
    }
    lab_close(&d.lab);
}

START_TEST(regular_lagrangians)
{
    check_points(&known[FREE]);
    check_points(&known[CONSTRAINED]);
}
END_TEST

START_TEST(mechanical_systems)
{
    for (size_t i = CONTACT; i < COUNT(known); i++)
        if (i != FOURBAR)
            check_points(&known[i]);
}
END_TEST

START_TEST(linkage_at_points)
{
    check_points(&known[FOURBAR]);
}
END_TEST

/* ---- D_L of shipped models, on bundles too ---- */

static const char *const shipped[] = {"models/sleigh.nh",        "models/skater_magnetic.nh",
                                      "models/ball_magnetic.nh", "models/rolling_disk.nh",
                                      "models/fourbar.nh",       "tests/models/regular.nh"};

/* <alpha_i, w_j> + <alpha_j, w_i> = 0 for all elements of the basis. */
static void check_isotropy(const char *where, const struct matrix *b)
{
    const size_t n = b->cols;
    const double bound = 1e-12 * (1 + largest(b)) * (1 + largest(b));
    REQUIRE(b->rows == 2 * n, "%s: D_L has not half of the dimension", where);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += b->at[n + k][i] * b->at[k][j] + b->at[n + k][j] * b->at[k][i];
            tool_near(where, "isotropy", sum, 0, bound);
        }
}

/* (u', dE_L) equals its projection onto D_L: D_L has full rank and contains the motion. */
static void check_motion_in(const char *where, const struct jnode *got)
{
    const struct jnode *objects = json_need(got, "objects"), *rate = json_need(got, "rhs")->first;
    const struct matrix D = matrix_of(json_need(objects, "D_L"));
    const struct matrix dE = matrix_of(json_need(objects, "dE")), P = projector(D);
    const size_t n = D.cols / 2, coords = json_need(got, "q")->n;
    const struct jnode *state = json_need(got, "state")->first;
    double u[MOST], size = 0;
    for (size_t i = 0; i < coords; i++, rate = rate->next)
        state = state->next;
    for (size_t i = 0; i < n; i++, rate = rate->next, state = state->next) {
        u[i] = state->number; /* velocities along sections, then their rates */
        u[n + i] = rate->number;
    }
    for (size_t i = 0; i < 2 * n; i++)
        u[2 * n + i] = dE.at[i][0];
    for (size_t i = 0; i < 4 * n; i++)
        size = fmax(size, fabs(u[i]));
    check_isotropy(where, &D);
    for (size_t i = 0; i < 4 * n; i++) {
        double image = 0;
        for (size_t j = 0; j < 4 * n; j++)
            image += P.at[i][j] * u[j];
        tool_near(where, "the motion in D_L", image, u[i], 1e-10 * (1 + size));
    }
}

START_TEST(structures_of_shipped_models)
{
    struct lab lab = lab_open();
    for (size_t i = 0; i < COUNT(shipped); i++) {
        const struct question q = {.model = shipped[i], .form = forms[0]};
        struct mem_mark mark = mem_mark(lab.m);
        check_motion_in(shipped[i], tool_show(lab.m, &q));
        mem_release(lab.m, mark);
    }
    lab_close(&lab);
}
END_TEST

#define ROLLS "coords x, y, z\nmetric (1 + y^2) dx^2 + dy^2 + 2 dz^2\nconstraint dz = %s\n"

/* D_L is closed where D_C is, whose Courant tensor is computed; checked by brackets. */
static void check_closed(struct mem *m, const char *model, bool closed)
{
    const char *relation[] = {"derive", "-", "--only", "dirac", NULL};
    const char *structure[] = {"derive", "-", "--form", forms[0], "--only", "objects", NULL};
    const struct told a = tool_run(m, model, relation), b = tool_run(m, model, structure);
    REQUIRE(a.code == 0 && b.code == 0, "exit %d, %d: %s%s", a.code, b.code, a.err, b.err);
    REQUIRE((strstr(a.out, "D_C is a Dirac structure") != NULL) == closed, "D_C: %s", a.out);
    REQUIRE((strstr(b.out, "\n  closed under Courant's bracket") != NULL) == closed, "D_L: %s",
            b.out);
    REQUIRE(strstr(b.out, "isotropic: proved") && strstr(b.out, "Legendre map: proved"), "D_L: %s",
            b.out);
}

START_TEST(closed_structures)
{
    static const struct {
        const char *right; /* of the constraint */
        bool closed;
    } rows[] = {{"y dx", false},
                {"y dx + x dy", true},
                {"sin(x) dx + z dy", false},
                {"z sin(y) dy + z dx", true},
                {"y dx - x dy", false}};
    struct lab lab = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct mem_text model = mem_text(lab.m);
        mem_put_f(&model, ROLLS, rows[i].right);
        check_closed(lab.m, model.text, rows[i].closed);
    }
    check_closed(lab.m, "coords x, y\nmetric dx^2 + dy^2\nholonomic x^2 + y^4 = 1\n", true);
    check_closed(lab.m,
                 "coords x, y\nalgebra so(3) space: a, b, c\nmetric dx^2 + dy^2 + a^2 + b^2 + c^2\n"
                 "constraint dx = b\n  dy = -a\n",
                 false);
    lab_close(&lab);
}
END_TEST

/* ---- the linkage with one degree of freedom ---- */

enum { X1, Y1, TH1, X2, Y2, TH2, X3, Y3, TH3 };
enum { INERTIA, INERTIA_RATE, PULL, HEIGHT, TH2_RATE, TH3_RATE, TH2_BEND, TH3_BEND, TH1_BEND };

/* I(th1), V, and the dependence of th2 and th3 on th1, from one point of the motion:
 * 2 (E - V) = I th1'^2 and I th1'' + I'/2 th1'^2 + V' = 0. */
static void check_reduced(const char *where, const struct known *k, const struct jnode *got,
                          const struct jnode *point)
{
    const struct matrix want = matrix_of(json_need(point, "reduced"));
    const struct matrix p = matrix_of(json_need(point, "params"));
    const struct matrix q = column(json_need(got, "q"), k, "");
    const struct matrix v = column(json_need(got, "qdot"), k, "");
    const struct matrix a = column(json_need(got, "qddot"), k, "");
    const double w = v.at[TH1][0], bend = a.at[TH1][0], g = p.at[7][0];
    const double V =
        g * (p.at[0][0] * q.at[Y1][0] + p.at[1][0] * q.at[Y2][0] + p.at[2][0] * q.at[Y3][0]);
    const double pull =
        g * (p.at[0][0] * v.at[Y1][0] + p.at[1][0] * v.at[Y2][0] + p.at[2][0] * v.at[Y3][0]) / w;
    const double I = 2 * (json_number(json_need(got, "energy"), "energy") - V) / (w * w);
    struct matrix have = {.rows = want.rows, .cols = 1};
    have.at[INERTIA][0] = I;
    have.at[INERTIA_RATE][0] = -2 * (I * bend + pull) / (w * w);
    have.at[PULL][0] = pull;
    have.at[HEIGHT][0] = V;
    have.at[TH2_RATE][0] = v.at[TH2][0] / w;
    have.at[TH3_RATE][0] = v.at[TH3][0] / w;
    have.at[TH2_BEND][0] = (a.at[TH2][0] - v.at[TH2][0] / w * bend) / (w * w);
    have.at[TH3_BEND][0] = (a.at[TH3][0] - v.at[TH3][0] / w * bend) / (w * w);
    have.at[TH1_BEND][0] = bend;
    const double bound = 1e-11 * (1 + largest(&want)) * fmax(1, 1 / (w * w));
    for (size_t i = 0; i < want.rows; i++)
        tool_near(where, "reduced", have.at[i][0], want.at[i][0], bound);
}

START_TEST(linkage_reduced)
{
    const struct known *k = &known[FOURBAR];
    struct oracle d = oracle_open(DATA);
    const struct jnode *points = json_need(system_of(&d, k), "points");
    for (size_t i = 0; i < points->n; i++)
        check_reduced("reduced linkage", k, ask(&d, k, NULL, json_at(points, i)),
                      json_at(points, i));
    lab_close(&d.lab);
}
END_TEST

/* Positions and velocities follow from th1, th1' and initial guesses of th2 and th3. */
START_TEST(linkage_from_partial_data)
{
    const struct known *k = &known[FOURBAR];
    struct oracle d = oracle_open(DATA);
    const struct jnode *points = json_need(system_of(&d, k), "points");
    const char *bare = tool_without(d.lab.m, model_of(&d, k), "init");
    for (size_t i = 0; i < points->n; i++) {
        const struct jnode *point = json_at(points, i);
        const struct matrix state = matrix_of(json_need(point, "state"));
        struct mem_text model = mem_text(d.lab.m), at = mem_text(d.lab.m);
        char th2[EX_DOUBLE_ROOM], th3[EX_DOUBLE_ROOM];
        ex_double_brief(state.at[TH2][0] + 0.1, 3, th2);
        ex_double_brief(state.at[TH3][0] - 0.1, 3, th3);
        mem_put_f(&model, "%sinit th2 ~ %s, th3 ~ %s\n", bare, th2, th3);
        tool_assign(&at, "th1", json_number(json_need(point, "theta1"), "theta1"));
        tool_assign(&at, "th1'", json_number(json_need(point, "omega1"), "omega1"));
        const struct question q = {.model = model.text,
                                   .form = "lagrange-dirac",
                                   .params = params_of(&d, k, json_need(point, "params")),
                                   .at = at.text};
        const struct jnode *got = json_need(tool_show(d.lab.m, &q), "state");
        const struct matrix position = column(got, k, ""), velocity = column(got, k, "'");
        const struct matrix first = part(state, 0, count(k)),
                            last = part(state, count(k), count(k));
        near_matrix("linkage", "position", &position, &first);
        near_matrix("linkage", "velocity", &velocity, &last);
    }
    lab_close(&d.lab);
}
END_TEST

/* ---- trajectories ---- */

static void check_trajectory(struct oracle *d, const struct known *k, const char *form,
                             const char *method)
{
    const struct jnode *t = json_need(system_of(d, k), "trajectory");
    const size_t n = count(k);
    char end[EX_DOUBLE_ROOM];
    ex_double_show(json_number(json_need(t, "end"), "end"), end);
    const struct question q = {.model = model_of(d, k),
                               .form = form,
                               .params = params_of(d, k, json_need(t, "params")),
                               .at = state_of(d, k, json_need(t, "initial")),
                               .end = end,
                               .step = "0.5",
                               .method = method,
                               .tol = "1e-14"};
    const struct rows r = tool_rows(d->lab.m, &q);
    const struct matrix want = matrix_of(json_need(t, "final"));
    const double bound = 1e-11 * (1 + largest(&want));
    for (size_t i = 0; i < n; i++)
        tool_near(k->name, k->coord[i], tool_cell(&r, r.n - 1, k->coord[i]), want.at[i][0], bound);
}

START_TEST(trajectories)
{
    struct oracle d = oracle_open(DATA);
    for (size_t i = 0; i < COUNT(known); i++) {
        struct mem_mark mark = mem_mark(d.lab.m);
        check_trajectory(&d, &known[i], "lagrange-dirac", "dop853");
        mem_release(d.lab.m, mark);
    }
    lab_close(&d.lab);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {regular_lagrangians,       mechanical_systems,
                                  linkage_at_points,         structures_of_shipped_models,
                                  closed_structures,         linkage_reduced,
                                  linkage_from_partial_data, trajectories};
    return test_run("lagrange_dirac", tests, COUNT(tests));
}
