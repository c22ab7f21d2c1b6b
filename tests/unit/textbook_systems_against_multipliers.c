/* tests/unit/textbook_systems_against_multipliers.c -- textbook systems against Lagrange's
 * equations with multipliers.
 *
 * They are in tests/models, each described by one-forms, by a frame and by a Lagrangian. */
#include "support/kkt.h"

#include <string.h>

enum { PARAMS = 10 };

/* ---- textbook systems ---- */

struct point {
    const double *p; /* parameters */
    const struct dual *q;
    struct dual t;
};

enum { X, Y };

/* x = the coordinate after y, and so on, for bodies with an attitude: z, x, z. */
struct attitude {
    struct form w[SEEN];      /* angular velocity in the body */
    struct dual up[SEEN];     /* the vertical in the body */
    struct dual row[2][SEEN]; /* x and y of the axes of the body */
    struct form level[2];     /* angular velocity about x and y of space */
};

static struct attitude attitude(const struct dual *q, size_t first)
{
    const struct dual s1 = sine(q[0]), c1 = cosine(q[0]), s2 = sine(q[1]), c2 = cosine(q[1]);
    const struct dual s3 = sine(q[2]), c3 = cosine(q[2]);
    const struct form d1 = along(first), d2 = along(first + 1), d3 = along(first + 2);
    struct attitude out = {.up = {mul(s2, s3), mul(s2, c3), c2}};
    out.w[0] = form_plus(form_times(out.up[0], d1), c3, d2);
    out.w[1] = form_plus(form_times(out.up[1], d1), times(-1, s3), d2);
    out.w[2] = form_plus(d3, c2, d1);
    const struct dual row[2][SEEN] = {
        {sub(mul(c1, c3), mul(mul(s1, c2), s3)), times(-1, add(mul(c1, s3), mul(mul(s1, c2), c3))),
         mul(s1, s2)},
        {add(mul(s1, c3), mul(mul(c1, c2), s3)), sub(mul(mul(c1, c2), c3), mul(s1, s3)),
         times(-1, mul(c1, s2))}};
    memcpy(out.row, row, sizeof row);
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < SEEN; k++)
            out.level[i] = form_plus(out.level[i], row[i][k], out.w[k]);
    return out;
}

static void falling_disk(struct mechanics *m, struct point at)
{
    enum { PHI = 2, THETA, PSI };
    const double mass = at.p[0], r = at.p[1], g = at.p[2], i = at.p[3], j = at.p[4];
    const struct dual c = cosine(at.q[PHI]), s = sine(at.q[PHI]);
    const struct dual up = cosine(at.q[THETA]), lean = sine(at.q[THETA]);
    const struct form dx = along(X), dy = along(Y), dphi = along(PHI), dtheta = along(THETA);
    const struct form ahead = form_plus(form_times(c, dx), s, dy);
    const struct form aside = form_plus(form_times(c, dy), times(-1, s), dx);
    kkt_add_square(m, mass, form_plus(ahead, times(-r, lean), dphi));
    kkt_add_square(m, mass, form_plus(aside, times(r, up), dtheta));
    kkt_add_square(m, mass, form_times(times(r, lean), dtheta));
    kkt_add_square(m, i, form_plus(along(PSI), times(-1, lean), dphi));
    kkt_add_square(m, j, dtheta);
    kkt_add_square(m, j, form_times(up, dphi));
    m->potential = times(mass * g * r, up);
    kkt_add_constraint(m, form_plus(dx, times(-r, c), along(PSI)), con(0));
    kkt_add_constraint(m, form_plus(dy, times(-r, s), along(PSI)), con(0));
}

/* A wheel at distance r before (x, y), on a body at the angle `body`, heading along `angle`. */
static void wheel(struct mechanics *m, struct dual angle, struct dual arm, struct form turn)
{
    const struct form dy = form_times(cosine(angle), along(Y));
    const struct form mu = form_plus(dy, times(-1, sine(angle)), along(X));
    kkt_add_constraint(m, form_plus(mu, arm, turn), con(0));
}

static struct dual squared(struct dual a)
{
    return mul(a, a);
}

static void snakeboard(struct mechanics *m, struct point at)
{
    enum { THETA = 2, PSI, F, B };
    const double r = at.p[1], k = at.p[5], c = at.p[6];
    const struct form turn = along(THETA);
    const struct dual swing = sine(times(3, at.t));
    kkt_add_square(m, at.p[0], along(X));
    kkt_add_square(m, at.p[0], along(Y));
    kkt_add_square(m, at.p[2], turn);
    kkt_add_square(m, at.p[3], form_add(turn, along(PSI)));
    kkt_add_square(m, at.p[4], form_add(turn, along(F)));
    kkt_add_square(m, at.p[4], form_add(turn, along(B)));
    m->potential = times(k / 2, add(add(squared(sub(at.q[F], times(0.5, swing))),
                                        squared(add(at.q[B], times(0.5, swing)))),
                                    squared(sub(at.q[PSI], swing))));
    kkt_add_friction(m, c, along(F));
    kkt_add_friction(m, c, along(B));
    kkt_add_friction(m, c, along(PSI));
    wheel(m, add(at.q[THETA], at.q[F]), times(r, cosine(at.q[F])), turn);
    wheel(m, add(at.q[THETA], at.q[B]), times(-r, cosine(at.q[B])), turn);
}

/* models/snakeboard.nh: the axles turn against each other. */
static void coupled_snakeboard(struct mechanics *m, struct point at)
{
    enum { THETA = 2, PSI, PHI };
    const double r = at.p[1], jw = at.p[4], a = at.p[5], b = at.p[6], w = at.p[7];
    const double k = at.p[8], c = at.p[9];
    const struct form turn = along(THETA);
    const struct dual swing = sine(times(w, at.t)), arm = times(r, cosine(at.q[PHI]));
    kkt_add_square(m, at.p[0], along(X));
    kkt_add_square(m, at.p[0], along(Y));
    kkt_add_square(m, at.p[2] + 2 * jw, turn);
    kkt_add_square(m, at.p[3], form_add(turn, along(PSI)));
    kkt_add_square(m, 2 * jw, along(PHI));
    m->potential = times(k / 2, add(squared(sub(at.q[PHI], times(a, swing))),
                                    squared(sub(at.q[PSI], times(b, swing)))));
    kkt_add_friction(m, c, along(PHI));
    kkt_add_friction(m, c, along(PSI));
    wheel(m, add(at.q[THETA], at.q[PHI]), arm, turn);
    wheel(m, sub(at.q[THETA], at.q[PHI]), times(-1, arm), turn);
}

static void roller_racer(struct mechanics *m, struct point at)
{
    enum { THETA = 2, PHI };
    const double mass = at.p[0], a = at.p[1], d = at.p[2], l = at.p[3];
    const struct dual c = cosine(at.q[THETA]), s = sine(at.q[THETA]);
    const struct form turn = along(THETA), bar = form_add(turn, along(PHI));
    kkt_add_square(m, mass, form_plus(along(X), times(a, s), turn));
    kkt_add_square(m, mass, form_plus(along(Y), times(-a, c), turn));
    kkt_add_square(m, at.p[4], turn);
    kkt_add_square(m, at.p[5], bar);
    m->potential = times(at.p[6] / 2, squared(at.q[PHI]));
    kkt_add_friction(m, 0.2, along(PHI));
    wheel(m, at.q[THETA], con(-d), turn);
    wheel(m, add(at.q[THETA], at.q[PHI]), con(l), bar);
}

/* In Euler angles, which do not depend on the sign convention of so(3). */
static void suslov(struct mechanics *m, struct point at)
{
    const struct attitude o = attitude(at.q, 0);
    struct form mu = {0};
    for (size_t i = 0; i < SEEN; i++) {
        kkt_add_square(m, at.p[i], o.w[i]);
        mu = form_plus(mu, con(at.p[6 + i]), o.w[i]);
        m->quasi[i] = o.w[i];
        m->place[i] = o.up[i];
    }
    kkt_add_product(m, 2 * at.p[3], o.w[0], o.w[1]);
    kkt_add_product(m, 2 * at.p[4], o.w[0], o.w[2]);
    kkt_add_product(m, 2 * at.p[5], o.w[1], o.w[2]);
    kkt_add_constraint(m, mu, con(0));
}

static void suslov_heavy(struct mechanics *m, struct point at)
{
    suslov(m, at);
    const struct dual *g = m->place;
    m->potential =
        add(times(1.5, g[0]), sub(times(0.4, squared(g[2])), times(0.7, mul(g[1], g[2]))));
}

/* The couple of the servo is along another form than the constraint. */
static void suslov_servo(struct mechanics *m, struct point at)
{
    const struct attitude o = attitude(at.q, 0);
    suslov_heavy(m, at);
    const struct dual first = add(con(at.p[6]), times(0.4, m->place[1]));
    m->servo = true;
    m->nu[0] = form_plus(form_times(con(at.p[7]), o.w[1]), first, o.w[0]);
    m->nu[0] = form_plus(m->nu[0], con(at.p[8] + 0.5), o.w[2]);
}

static void chaplygin_ball(struct mechanics *m, struct point at)
{
    const double mass = at.p[0], r = at.p[1];
    const struct attitude o = attitude(at.q + 2, 2);
    kkt_add_square(m, mass, along(X));
    kkt_add_square(m, mass, along(Y));
    for (size_t i = 0; i < SEEN; i++)
        kkt_add_square(m, at.p[2 + i], o.w[i]);
    kkt_add_constraint(m, form_plus(along(X), con(-r), o.level[1]), con(0));
    kkt_add_constraint(m, form_plus(along(Y), con(r), o.level[0]), con(0));
}

/* The height enters by its velocity, that of the centre over the contact: the derivative of the
 * height is not used. */
static void rattleback(struct mechanics *m, struct point at)
{
    const double mass = at.p[0], g = at.p[4];
    const struct attitude o = attitude(at.q + 2, 2);
    struct dual h = con(0), r[SEEN];
    struct form v[SEEN], lift = {0}, roll[2] = {0};
    for (size_t i = 0; i < SEEN; i++)
        h = add(h, times(at.p[1 + i] * at.p[1 + i], squared(o.up[i])));
    h = root(h);
    for (size_t i = 0; i < SEEN; i++)
        r[i] = over(times(-at.p[1 + i] * at.p[1 + i], o.up[i]), h);
    for (size_t i = 0; i < SEEN; i++) {
        const size_t j = (i + 1) % SEEN, k = (i + 2) % SEEN;
        v[i] = form_plus(form_times(r[j], o.w[k]), times(-1, r[k]), o.w[j]);
    }
    for (size_t i = 0; i < SEEN; i++) {
        lift = form_plus(lift, o.up[i], v[i]);
        for (size_t k = 0; k < 2; k++)
            roll[k] = form_plus(roll[k], o.row[k][i], v[i]);
        kkt_add_square(m, at.p[5 + i], o.w[i]);
    }
    kkt_add_product(m, 2 * at.p[8], o.w[0], o.w[1]);
    kkt_add_square(m, mass, lift);
    m->potential = times(mass * g, h);
    for (size_t k = 0; k < 2; k++) {
        kkt_add_square(m, mass, along(k));
        kkt_add_constraint(m, form_plus(along(k), con(-1), roll[k]), con(0));
    }
}

static void charged_sleigh(struct mechanics *m, struct point at)
{
    enum { THETA = 2 };
    const double mass = at.p[0], a = at.p[2], field = at.p[3] * at.p[4], d = at.p[5];
    const struct dual c = cosine(at.q[THETA]), s = sine(at.q[THETA]);
    const struct form turn = along(THETA);
    kkt_add_square(m, mass, form_plus(along(X), times(-a, s), turn));
    kkt_add_square(m, mass, form_plus(along(Y), times(a, c), turn));
    kkt_add_square(m, at.p[1], turn);
    m->magnetic =
        form_times(times(field, add(at.q[X], times(d, c))), form_plus(along(Y), times(d, c), turn));
    wheel(m, at.q[THETA], con(0), turn);
}

static void trailers(struct mechanics *m, struct point at)
{
    enum { TH0 = 2 };
    const double l = at.p[4];
    struct form dx = along(X), dy = along(Y);
    for (size_t i = TH0; i < MOST; i++) {
        const struct dual c = cosine(at.q[i]), s = sine(at.q[i]);
        if (i > TH0) {
            dx = form_plus(dx, times(l, s), along(i));
            dy = form_plus(dy, times(-l, c), along(i));
        }
        kkt_add_square(m, at.p[i > TH0 ? 2 : 0], dx);
        kkt_add_square(m, at.p[i > TH0 ? 2 : 0], dy);
        kkt_add_square(m, at.p[i > TH0 ? 3 : 1], along(i));
        kkt_add_constraint(m, form_plus(form_times(c, dy), times(-1, s), dx), con(0));
    }
}

struct body {
    const char *path;
    void (*fill)(struct mechanics *m, struct point at);
    size_t coords;
    const char *coord[MOST], *param[PARAMS];
    double value[PARAMS];
    bool charged;
    const char *seen[SEEN], *quasi[SEEN]; /* in place of the coordinates */
};

#define ANGLES "x", "y", "phi", "theta", "psi"
#define INERTIA                                                                                    \
    {                                                                                              \
        "I1", "I2", "I3", "I12", "I13", "I23", "a1", "a2", "a3"                                    \
    }
#define INERTIA_VALUES                                                                             \
    {                                                                                              \
        1.1, 1.9, 2.6, 0.2, -0.3, 0.4, 0.3, -0.5, 1.2                                              \
    }
static const struct body bodies[] = {
    {"tests/models/falling_disk.nh", falling_disk, 5, .coord = {ANGLES},
     .param = {"m", "R", "g", "I", "J"}, .value = {1.3, 0.6, 9.81, 0.4, 0.15}},
    {"tests/models/snakeboard.nh", snakeboard, 6, .coord = {"x", "y", "theta", "psi", "f", "b"},
     .param = {"m", "r", "J", "Jr", "Jw", "k", "c"}, .value = {6, 0.3, 0.3, 0.2, 0.02, 5, 0.4}},
    {"tests/models/roller_racer.nh", roller_racer, 4, .coord = {"x", "y", "theta", "phi"},
     .param = {"m", "a", "d1", "l", "I", "J", "k"}, .value = {1.7, 0.2, 0.5, 0.15, 0.3, 0.06, 0.8}},
    {"tests/models/suslov.nh", suslov, 3, .param = INERTIA, .value = INERTIA_VALUES,
     .quasi = {"w1", "w2", "w3"}},
    {"tests/models/suslov_heavy.nh", suslov_heavy, 3, .param = INERTIA, .value = INERTIA_VALUES,
     .seen = {"g1", "g2", "g3"}, .quasi = {"w1", "w2", "w3"}},
    {"tests/models/suslov_servo.nh", suslov_servo, 3, .param = INERTIA, .value = INERTIA_VALUES,
     .seen = {"g1", "g2", "g3"}, .quasi = {"w1", "w2", "w3"}},
    {"tests/models/chaplygin_ball.nh", chaplygin_ball, 5, .coord = {ANGLES},
     .param = {"m", "R", "I1", "I2", "I3"}, .value = {1.2, 0.7, 0.3, 0.45, 0.6}},
    {"tests/models/rattleback.nh", rattleback, 5, .coord = {ANGLES},
     .param = {"m", "a", "b", "c", "g", "I1", "I2", "I3", "I12"},
     .value = {1, 2, 1.1, 0.8, 9.81, 0.35, 0.8, 1, 0.12}},
};
/* Shipped models. */
static const struct body shipped[] = {
    {"models/rolling_disk.nh", falling_disk, 5, .coord = {ANGLES},
     .param = {"m", "R", "g", "I", "J"}, .value = {1, 0.5, 9.81, 0.1, 0.05}},
    {"models/snakeboard.nh", coupled_snakeboard, 5, .coord = {"x", "y", "theta", "psi", "phi"},
     .param = {"m", "r", "J", "Jr", "Jw", "a", "b", "w", "k", "c"},
     .value = {6, 0.3, 0.3, 0.2, 0.02, 0.5, 1, 3, 50, 1}},
    {"models/sleigh_magnetic.nh", charged_sleigh, 3, .coord = {"x", "y", "theta"},
     .param = {"m", "J", "a", "q", "B", "d"}, .value = {1, 0.5, 0.3, 1, 1, 0.5}, .charged = true},
    {"models/trailer10.nh", trailers, 13,
     .coord = {"x", "y", "th0", "th1", "th2", "th3", "th4", "th5", "th6", "th7", "th8", "th9",
               "th10"},
     .param = {"M", "K", "m", "J", "L"}, .value = {4, 1, 1, 0.1, 0.5}},
};

/* ---- descriptions of a model ----
 * The file describes the model by one-forms; lines that begin with #WAY are those of another
 * description, and replace statements that are then left out. */

static const char *enter(struct mem *m, const char *path, const struct way *w)
{
    const char *text = tool_file(m, path);
    struct mem_text t = mem_text(m);
    const size_t len = strlen(w->name);
    for (size_t i = 0; i < COUNT(w->without) && w->without[i]; i++)
        text = tool_without(m, text, w->without[i]);
    for (size_t n; *text; text += n) {
        n = strcspn(text, "\n");
        n += text[n] == '\n';
        const bool hidden = text[0] == '#' && strncmp(text + 1, w->name, len) == 0;
        const size_t skip = hidden ? len + 2 : 0;
        mem_put_n(&t, text + skip, n - skip);
    }
    return t.text;
}

/* ---- points ---- */

static void place(const struct motion *at, size_t n, struct dual *q)
{
    for (size_t i = 0; i < n; i++)
        q[i] = var(at->q[i], i);
}

static void draw_body(struct rng *r, const struct body *b, struct trial *t)
{
    double p[PARAMS];
    struct dual q[MOST];
    struct mem_text params = mem_text(t->m);
    const double time = rng_double(r, 0, 1);
    for (size_t i = 0; i < PARAMS && b->param[i]; i++) {
        p[i] = b->value[i] * rng_double(r, 0.95, 1.05);
        tool_assign(&params, b->param[i], p[i]);
    }
    t->name = b->path;
    t->params = params.text;
    t->coord = b->coord;
    t->seen = b->seen;
    t->quasi = b->quasi;
    t->charged = b->charged;
    t->mechanics = (struct mechanics){.n = b->coords};
    kkt_draw(r, b->coords, &t->motion);
    place(&t->motion, b->coords, q);
    b->fill(&t->mechanics, (struct point){p, q, var(time, TIME)});
    kkt_obey(&t->mechanics, t->motion.v);
    kkt_accelerate(&t->mechanics, &t->motion);
    t->at = kkt_state(t, time);
}

static void check_bodies(const struct body *b, size_t n, uint64_t seed, const struct way *w)
{
    const size_t points = test_whole() ? 3 : 1;
    struct rng rng = rng_new(seed);
    struct lab lab = lab_open();
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < points && test_turn(i + seed); k++) {
            struct mem_mark mark = mem_mark(lab.m);
            struct trial t = {.m = lab.m, .text = enter(lab.m, b[i].path, w)};
            draw_body(&rng, &b[i], &t);
            kkt_compare(&t, w);
            mem_release(lab.m, mark);
        }
    lab_close(&lab);
}

START_TEST(textbook_by_forms)
{
    check_bodies(bodies, COUNT(bodies), 51, &kkt_ways[BY_FORMS]);
}
END_TEST

START_TEST(textbook_by_frame)
{
    check_bodies(bodies, COUNT(bodies), 52, &kkt_ways[BY_FRAME]);
}
END_TEST

START_TEST(textbook_by_lagrangian)
{
    check_bodies(bodies, COUNT(bodies), 53, &kkt_ways[BY_LAGRANGIAN]);
}
END_TEST

START_TEST(shipped_models)
{
    check_bodies(shipped, COUNT(shipped), 54, &kkt_ways[BY_FORMS]);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {textbook_by_forms, textbook_by_frame, textbook_by_lagrangian,
                                  shipped_models};
    return test_run("kkt", tests, COUNT(tests));
}
