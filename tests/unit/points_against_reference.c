/* tests/unit/points_against_reference.c -- systems of Grabowska et al., against 40-digit values.
 *
 * data/reference.json has, for nine systems at six points each, the right-hand sides in momenta and
 * in velocities, accelerations, energy, reactions, structure functions and bivector; trajectories;
 * the Dirac relations of skater and ball; and the results of three misprinted formulas. */
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FIELDS = 5, STATES = 5, WORD = 32 };

#define DATA "tests/unit/data/reference.json"

struct known {
    const char *name, *path;
    const char *coord[FIELDS], *field[FIELDS]; /* fields of C, then of the complement */
    size_t coords, rank, fields;
    bool charged; /* the model has a one-form: `skew` does not apply */
};

#define SKATER .coord = {"x", "y", "phi"}, .field = {"v", "w", "s"}, 3, 2, 3
#define SLEIGH .coord = {"x", "y", "theta"}, .field = {"v", "w", "s"}, 3, 2, 3
#define BALL .coord = {"x", "y"}, .field = {"f1", "f2", "f3", "f4", "f5"}, 2, 3, 5
static const struct known known[] = {
    {"skater_free", "models/skater_free.nh", SKATER, false},
    {"skater_slope", "models/skater_slope.nh", SKATER, false},
    {"skater_magnetic_paper", "models/skater_magnetic_paper.nh", SKATER, true},
    {"skater_magnetic_true", "models/skater_magnetic.nh", SKATER, true},
    {"sleigh_extra", "tests/models/sleigh_pulled.nh", SLEIGH, false},
    {"sleigh_magnetic_extra", "tests/models/sleigh_pulled_magnetic.nh", SLEIGH, true},
    {"ball_free", "models/ball_free.nh", BALL, false},
    {"ball_magnetic", "models/ball_magnetic.nh", BALL, true},
    {"ball_magnetic_harmonic", "models/ball_harmonic.nh", BALL, true},
};

static const struct known *known_by(const char *name)
{
    size_t i = 0;
    while (i < COUNT(known) && strcmp(known[i].name, name) != 0)
        i++;
    REQUIRE(i < COUNT(known), "no system is called %s", name);
    return &known[i];
}

/* ---- one comparison ---- */

struct place {
    const char *system, *form;
    size_t point;
};

static double largest(const struct jnode *v)
{
    double most = v && v->kind == JSON_NUMBER ? fabs(v->number) : 0;
    for (const struct jnode *e = v && v->kind >= JSON_LIST ? v->first : NULL; e; e = e->next)
        most = fmax(most, fabs(e->number));
    return most;
}

static double bound(double scale)
{
    return 1e-12 * (1 + fabs(scale));
}

static void near(struct place at, const char *what, double got, double want, double scale)
{
    char where[128];
    snprintf(where, sizeof where, "%s, %s, point %zu", at.system, at.form, at.point);
    tool_near(where, what, got, want, bound(scale));
}

/* Members `prefix`NAME of an object against a list. */
static void near_names(struct place at, const struct jnode *got, const char *prefix,
                       const char *const *name, size_t n, const struct jnode *want, size_t skip)
{
    for (size_t i = 0; i < n; i++) {
        char key[WORD];
        snprintf(key, sizeof key, "%s%s", prefix, name[i]);
        near(at, key, json_number(json_need(got, key), key),
             json_number(json_at(want, skip + i), key), largest(want));
    }
}

/* ---- structure functions: zeros are left out, c^i_jk = -c^i_kj ---- */

struct cube {
    double c[FIELDS][FIELDS][FIELDS];
};

static size_t index_of(const struct jnode *entry, size_t i, size_t fields)
{
    const double d = json_number(json_at(entry, i), "an index");
    REQUIRE(d >= 1 && d <= (double)fields, "an index of a structure function is out of range");
    return (size_t)d - 1;
}

static struct cube cube_of(const struct jnode *list, size_t fields)
{
    struct cube out = {0};
    REQUIRE(list->kind == JSON_LIST, "the structure functions are no list");
    for (const struct jnode *e = list->first; e; e = e->next) {
        const size_t i = index_of(e, 0, fields), j = index_of(e, 1, fields);
        const size_t k = index_of(e, 2, fields);
        out.c[i][j][k] = json_number(json_at(e, 3), "a structure function");
        out.c[i][k][j] = -out.c[i][j][k];
    }
    return out;
}

static void near_structure(struct place at, const struct jnode *got, const struct jnode *want,
                           size_t fields)
{
    const struct cube a = cube_of(got, fields), b = cube_of(want, fields);
    double most = 0;
    for (size_t n = 0; n < FIELDS * FIELDS * FIELDS; n++)
        most = fmax(most, fabs((&b.c[0][0][0])[n]));
    for (size_t i = 0; i < fields; i++)
        for (size_t j = 0; j < fields; j++)
            for (size_t k = 0; k < fields; k++) {
                char what[WORD];
                snprintf(what, sizeof what, "c^%zu_%zu%zu", i + 1, j + 1, k + 1);
                near(at, what, a.c[i][j][k], b.c[i][j][k], most);
            }
}

static void near_bivector(struct place at, const struct jnode *got, const struct jnode *want)
{
    double most = 0;
    for (size_t i = 0; i < STATES; i++)
        most = fmax(most, largest(json_at(want, i)));
    for (size_t i = 0; i < STATES; i++)
        for (size_t j = 0; j < STATES; j++) {
            char what[WORD];
            snprintf(what, sizeof what, "B[%zu][%zu]", i + 1, j + 1);
            near(at, what, json_number(json_at(json_at(got, i), j), what),
                 json_at(json_at(want, i), j)->number, most);
        }
}

/* ---- asking ---- */

/* The data of the balls have both signs of so(3): s = -1 is that of the models. */
static const char *model_text(struct mem *m, const struct known *k, bool body)
{
    const char *text = tool_file(m, k->path), *space = strstr(text, "so(3) space");
    if (!body)
        return text;
    REQUIRE(space, "%s has no so(3) space", k->path);
    struct mem_text t = mem_text(m);
    mem_put_n(&t, text, (size_t)(space - text));
    mem_put(&t, "so(3) body ");
    mem_put(&t, space + strlen("so(3) space"));
    return t.text;
}

static const struct jnode *system_of(const struct oracle *d, const char *name)
{
    return json_need(json_need(d->data, "systems"), name);
}

/* Model and parameters; `s` is not a parameter but a convention. */
static struct question question(struct oracle *d, const struct known *k, const struct jnode *params)
{
    const struct jnode *names = json_need(system_of(d, k->name), "params");
    struct mem_text p = mem_text(d->lab.m);
    bool body = false;
    for (size_t i = 0; i < names->n; i++) {
        const char *name = json_at(names, i)->text;
        const double value = json_number(json_at(params, i), name);
        if (strcmp(name, "s") == 0)
            body = value > 0;
        else
            tool_assign(&p, name, value);
    }
    return (struct question){.model = model_text(d->lab.m, k, body), .params = p.text};
}

static void assign_all(struct mem_text *t, const char *prefix, const char *const *name, size_t n,
                       const struct jnode *values, size_t skip)
{
    for (size_t i = 0; i < n; i++) {
        char key[WORD];
        snprintf(key, sizeof key, "%s%s", prefix, name[i]);
        tool_assign(t, key, json_number(json_at(values, skip + i), key));
    }
}

static bool is_lagrangian(const char *form)
{
    return strcmp(form, "lagrangian") == 0;
}

/* A point of the data in the phase space of a form. */
static const char *state_of(struct oracle *d, const struct known *k, const char *form,
                            const struct jnode *point)
{
    struct mem_text t = mem_text(d->lab.m);
    assign_all(&t, "", k->coord, k->coords, json_need(point, "state"), 0);
    if (is_lagrangian(form))
        assign_all(&t, "", k->field, k->rank, json_need(point, "vel"), 0);
    else
        assign_all(&t, "eta_", k->field, k->rank, json_need(point, "state"), k->coords);
    return t.text;
}

/* ---- points ---- */

/* In velocities, which are the same in every form. */
static void near_motion(struct place at, const struct known *k, const struct jnode *got,
                        const struct jnode *want)
{
    near_names(at, json_need(got, "qdot"), "", k->coord, k->coords, json_need(want, "rhs"), 0);
    near_names(at, json_need(got, "qddot"), "", k->coord, k->coords, json_need(want, "qddot"), 0);
    near_names(at, json_need(got, "vel"), "", k->field, k->rank, json_need(want, "vel"), 0);
    near_names(at, json_need(got, "veldot"), "", k->field, k->rank, json_need(want, "veldot"), 0);
    near(at, "energy", json_number(json_need(got, "energy"), "energy"),
         json_need(want, "energy")->number, json_need(want, "energy")->number);
}

static void near_phase(struct place at, const struct known *k, const struct jnode *got,
                       const struct jnode *want)
{
    const struct jnode *rhs = json_need(got, "rhs"), *bivector = json_get(got, "bivector");
    near_names(at, rhs, "", k->coord, k->coords, json_need(want, "rhs"), 0);
    if (is_lagrangian(at.form)) {
        near_names(at, rhs, "", k->field, k->rank, json_need(want, "veldot"), 0);
        return;
    }
    near_names(at, rhs, "eta_", k->field, k->rank, json_need(want, "rhs"), k->coords);
    if (strcmp(at.form, "dirac") == 0 && (!bivector || bivector->kind == JSON_NULL))
        return;
    near_bivector(at, bivector, json_need(want, "bivector"));
}

static void near_reactions(struct place at, const struct jnode *got, const struct jnode *want)
{
    for (size_t i = 0; i < want->n; i++)
        near(at, "multiplier", json_number(json_at(got, i), "multiplier"),
             json_number(json_at(want, i), "multiplier"), largest(want));
}

/* Structure functions depend on the order of the frame, which must be that of the file. */
static void near_frame(struct place at, const struct known *k, const struct jnode *got,
                       const struct jnode *want)
{
    const struct jnode *frame = json_need(got, "frame");
    for (size_t i = 0; i < k->fields; i++) {
        const struct jnode *name = json_at(frame, i);
        REQUIRE(name && name->text && strcmp(name->text, k->field[i]) == 0,
                "field %zu of the frame is not %s", i + 1, k->field[i]);
    }
    near_structure(at, json_need(got, "structure"), json_need(want, "structure"), k->fields);
}

static const char *const engines[] = {"tcc", "interp"};

static const struct jnode *ask_point(struct oracle *d, const struct known *k, struct place at,
                                     const struct jnode *point)
{
    struct question q = question(d, k, json_need(point, "params"));
    q.form = at.form;
    q.engine = engines[at.point % COUNT(engines)];
    q.at = state_of(d, k, at.form, point);
    return tool_eval(d->lab.m, &q);
}

static void check_points(const char *form, bool charged_too)
{
    struct oracle d = oracle_open(DATA);
    for (size_t s = 0; s < COUNT(known); s++) {
        const struct known *k = &known[s];
        const struct jnode *points = json_need(system_of(&d, k->name), "points");
        const size_t n = test_whole() ? points->n : COUNT(engines);
        struct mem_mark mark = mem_mark(d.lab.m);
        for (size_t i = 0; i < n && (charged_too || !k->charged); i++) {
            const struct jnode *want = json_at(points, i);
            const struct place at = {k->name, form, i};
            const struct jnode *got = ask_point(&d, k, at, want);
            near_motion(at, k, got, want);
            near_phase(at, k, got, want);
            near_reactions(at, json_need(got, "multiplier"),
                           json_need(json_need(want, "complement"), "multiplier"));
            near_frame(at, k, got, want);
            mem_release(d.lab.m, mark);
        }
    }
    lab_close(&d.lab);
}

START_TEST(skew_at_points)
{
    check_points("skew", false);
}
END_TEST

START_TEST(gyro_at_points)
{
    check_points("gyro", true);
}
END_TEST

START_TEST(dirac_at_points)
{
    check_points("dirac", true);
}
END_TEST

START_TEST(lagrangian_at_points)
{
    check_points("lagrangian", true);
}
END_TEST

/* `skew` does not support a one-form, and must report it. */
START_TEST(skew_refuses_charges)
{
    struct oracle d = oracle_open(DATA);
    for (size_t s = 0; s < COUNT(known); s++) {
        const char *arguments[] = {"eval", known[s].path, "--form", "skew", NULL};
        if (known[s].charged) {
            const struct told t = tool_run(d.lab.m, NULL, arguments);
            REQUIRE(t.code >= 1 && t.code <= 3 && *t.err, "%s: exit %d\n%s%s", known[s].path,
                    t.code, t.out, t.err);
        }
    }
    lab_close(&d.lab);
}
END_TEST

/* ---- misprints ---- */

static void far(struct place at, const char *what, double got, double wrong)
{
    REQUIRE(fabs(got - wrong) > 1e-4, "%s at point %zu is as misprinted", what, at.point);
}

START_TEST(misprints_differ)
{
    struct oracle d = oracle_open(DATA);
    const struct known *k = known_by("skater_magnetic_paper");
    const struct jnode *points = json_need(system_of(&d, k->name), "points");
    const struct jnode *misprints = json_need(d.data, "misprints");
    REQUIRE(misprints->n == points->n, "each point has its misprints");
    for (size_t i = 0; i < points->n; i++) {
        const struct place at = {k->name, "dirac", i};
        const struct jnode *rhs = json_need(ask_point(&d, k, at, json_at(points, i)), "rhs");
        const struct jnode *wrong = json_at(misprints, i), *sign = json_need(wrong, "sign");
        const double eta_v = json_number(json_need(rhs, "eta_v"), "eta_v");
        const double eta_w = json_number(json_need(rhs, "eta_w"), "eta_w");
        far(at, "eta_w'", eta_w, json_need(wrong, "eta_w")->number);
        far(at, "phi'", json_number(json_need(rhs, "phi"), "phi"), json_need(wrong, "phi")->number);
        far(at, "eta_v' with a minus", eta_v, json_at(sign, 0)->number);
        far(at, "eta_w' with a minus", eta_w, json_at(sign, 1)->number);
    }
    lab_close(&d.lab);
}
END_TEST

/* ---- Dirac relations ---- */

/* eta' by name; null where the relation leaves it free. */
static const struct jnode *rate(const struct jnode *etadot, const char *field)
{
    char key[WORD];
    snprintf(key, sizeof key, "eta_%s", field);
    const struct jnode *v = json_get(etadot, key);
    return v ? v : json_need(etadot, field);
}

static void check_relation(struct oracle *d, const struct jnode *sample, size_t point, bool whole)
{
    const struct known *k = known_by(json_need(sample, "system")->text);
    const char *name = whole ? "D_M" : "D_C";
    const struct place at = {k->name, name, point};
    const struct jnode *want = json_need(sample, name), *etadot = json_need(want, "etadot");
    struct question q = question(d, k, json_need(sample, "params"));
    struct mem_text t = mem_text(d->lab.m);
    assign_all(&t, "", k->coord, k->coords, json_need(sample, "q"), 0);
    assign_all(&t, "eta_", k->field, k->fields, json_need(sample, "eta"), 0);
    assign_all(&t, "a_", k->coord, k->coords, json_need(sample, "a"), 0);
    assign_all(&t, "", k->field, whole ? k->fields : k->rank, json_need(sample, "z"), 0);
    q.relation = name;
    q.at = t.text;
    const struct jnode *got = tool_eval(d->lab.m, &q), *rates = json_need(got, "etadot");
    REQUIRE(strcmp(json_need(got, "relation")->text, name) == 0, "not the relation asked for");
    near_names(at, json_need(got, "qdot"), "", k->coord, k->coords, json_need(want, "qdot"), 0);
    for (size_t i = 0; i < k->fields; i++) {
        const struct jnode *v = rate(rates, k->field[i]);
        if (i < etadot->n)
            near(at, k->field[i], json_number(v, k->field[i]), json_at(etadot, i)->number,
                 largest(etadot));
        else
            REQUIRE(v->kind == JSON_NULL, "eta_%s' is not free", k->field[i]);
    }
}

START_TEST(relations_at_samples)
{
    struct oracle d = oracle_open(DATA);
    const struct jnode *samples = json_need(d.data, "relations");
    REQUIRE(samples->n == 12, "six samples of skater and of ball");
    for (size_t i = 0; i < samples->n; i++) {
        check_relation(&d, json_at(samples, i), i, true);
        check_relation(&d, json_at(samples, i), i, false);
    }
    lab_close(&d.lab);
}
END_TEST

/* ---- trajectories: from 40 digits too, so the integrator decides ---- */

static void check_run(struct oracle *d, const struct known *k)
{
    const struct jnode *run = json_need(system_of(d, k->name), "run");
    const struct jnode *initial = json_need(run, "initial"), *last = json_need(run, "final");
    struct question q = question(d, k, json_need(run, "params"));
    struct mem_text t = mem_text(d->lab.m), end = mem_text(d->lab.m);
    char digits[EX_DOUBLE_ROOM];
    assign_all(&t, "", k->coord, k->coords, initial, 0);
    assign_all(&t, "eta_", k->field, k->rank, initial, k->coords);
    ex_double_show(json_need(run, "end")->number, digits);
    mem_put(&end, digits);
    q.model =
        tool_without(d->lab.m, q.model, "init"); /* its velocities would contradict the momenta */
    q.form = "dirac";
    q.at = t.text;
    q.end = end.text;
    q.method = "rk4";
    q.step = "0.001";
    const struct rows rows = tool_rows(d->lab.m, &q);
    for (size_t i = 0; i < k->coords + k->rank; i++) {
        const bool coord = i < k->coords;
        char column[WORD];
        snprintf(column, sizeof column, "%s%s", coord ? "" : "eta_",
                 coord ? k->coord[i] : k->field[i - k->coords]);
        tool_near(k->name, column, tool_cell(&rows, rows.n - 1, column), json_at(last, i)->number,
                  1e-9 * (1 + largest(last)));
    }
}

START_TEST(trajectories_end_there)
{
    struct oracle d = oracle_open(DATA);
    for (size_t s = 0; s < COUNT(known); s++)
        check_run(&d, &known[s]);
    lab_close(&d.lab);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {skew_at_points,       gyro_at_points,        dirac_at_points,
                                  lagrangian_at_points, skew_refuses_charges,  misprints_differ,
                                  relations_at_samples, trajectories_end_there};
    return test_run("reference", tests, COUNT(tests));
}
