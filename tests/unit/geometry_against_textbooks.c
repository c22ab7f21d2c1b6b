/* tests/unit/geometry_against_textbooks.c -- geometric verdicts, against known results.
 *
 * Growth vectors are those of textbook distributions. Jacobi's identity is compared with
 * differences of the bivector, the Courant tensor with its formula in structure functions, and
 * elements of the Dirac relations with the motion. */
#include "gen/job/job.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SPACE "coords x, y, z\nmetric dx^2 + dy^2 + dz^2\n"
#define FIVE "coords x, y, z, w, u\nmetric dx^2 + dy^2 + dz^2 + dw^2 + du^2\n"
#define THREE_SECTIONS "coords x, y\nsections a, b, c\nmetric a^2 + b^2 + c^2\n"

static const char *check(struct mem *m, const char *text)
{
    const struct told t = tool_run(m, text, (const char *const[]){"check", "-", NULL});
    REQUIRE(t.code == 0, "exit %d\n%s%s\n%s", t.code, t.out, t.err, text);
    return t.out;
}

struct saying {
    const char *model, *says;
};

static void check_all(const struct saying *at, size_t n)
{
    struct lab l = lab_open();
    for (size_t i = 0; i < n; i++) {
        const char *out = check(l.m, at[i].model);
        ck_assert_msg(strstr(out, at[i].says), "not '%s' of\n%s\n%s", at[i].says, at[i].model, out);
    }
    lab_close(&l);
}

START_TEST(growth_vectors_are_those_of_the_textbooks)
{
    static const struct saying known[] = {
        {SPACE "constraint dz = 0\n", "growth vector (2): integrable"},
        {SPACE "constraint dz = y dx + x dy\n", "growth vector (2): integrable"},
        {SPACE "constraint x dx + y dy + z dz = 0\n", "growth vector (2) generically: integrable"},
        {SPACE "constraint dx = z dz\n dy = sin(x) dz\n", "growth vector (1): integrable"},
        {SPACE "constraint dz = y dx\n", "growth vector (2, 3): not integrable"},
        {SPACE "constraint dz = y^2 dx\n", "growth vector (2, 3) generically: not integrable"},
        {FIVE "constraint dy = z dx\n dz = w dx\n dw = u dx\n",
         "growth vector (2, 3, 4, 5): not integrable"}, /* Goursat */
        {FIVE "frame f = d_x + z d_y + w d_z + w^2 d_u\n g = d_w\n",
         "growth vector (2, 3, 5): not integrable"}, /* Cartan */
        {FIVE "constraint du = y dx + w dz\n", "growth vector (4, 5): not integrable"},
        /* it stops growing below the full rank */
        {FIVE "constraint dz = y dx\n dw = 0\n du = 0\n", "growth vector (2, 3): not integrable"},
        {FIVE "constraint dy = z dx\n dz = w dx\n du = x dx\n",
         "growth vector (2, 3, 4): not integrable"},
        /* nonconstant fields that span an integrable plane */
        {SPACE "frame f = exp(y) d_x + sin(z) exp(y) d_y\n g = cos(x) d_x + (2 + x^2) d_y\n",
         "growth vector (2): integrable"},
    };
    check_all(known, COUNT(known));
}
END_TEST

/* Closed forms: [d_x, d_y + a d_z] = a' d_z, and so on. */
START_TEST(growth_drops_where_brackets_vanish)
{
    static const char unknown[] = "where the growth vector drops was not determined";
    static const struct saying known[] = {
        {SPACE "constraint dz = x^2 dy\n", "growth vector (2, 2, 3) where x = 0  "}, /* Martinet */
        {SPACE "constraint dz = x^3 dy\ninit x = 0, y = 1, z = 2\n",
         "growth vector (2, 2, 2, 3) where x = 0, as at the initial state"},
        {SPACE "constraint dz = x^3 dy\ninit x = 1, y = 1, z = 2\n",
         "growth vector (2, 2, 2, 3) where x = 0  "},
        {SPACE "constraint dz = sqrt(3) sin(x) dy\n", "growth vector (2, 2, 3) where cos(x) = 0"},
        {SPACE "constraint dz = (x - 2^(1/3))^2 dy\n",
         "growth vector (2, 2, 3) where 2^(1/3) - x = 0"},
        {SPACE "constraint dz = (x - y)^2 (1 + x^2) dy\n", "where"},
        {SPACE "constraint dz = x y dx\n", "growth vector (2, 2, 3) where x = 0"},
        {SPACE "param b = 0\nconstraint dz = b y dx\n", "growth vector (2) where b = 0, as"},
        {"coords x, y, z, w\nmetric dx^2 + dy^2 + dz^2 + dw^2\n"
         "frame f = d_x\n g = d_y + x d_z + x^3 d_w\n",
         "growth vector (2, 3, 3, 4) where x = 0"},
        {"coords x, y, z, w\nmetric dx^2 + dy^2 + dz^2 + dw^2\n"
         "frame f = d_x\n g = d_y + x d_z + x^2 y d_w\n",
         "growth vector (2, 3, 3, 4) where x = 0 and y = 0"},
        /* sin(3 x)/3: the brackets there depend on which zero of cos(3 x) it is */
        {SPACE "constraint dz = sin(3 x) dy\n", "growth vector can only drop where cos(3 x) = 0"},
        {SPACE "constraint dz = (x^2 + x^4) dy\n", "growth vector (2, 2, 3) where x = 0"},
        {SPACE "constraint dz = x exp(x^2) dy\n", "growth vector (2, 3): not"}, /* nowhere */
        {SPACE "constraint dz = (x + x^3) dy\n", "growth vector (2, 3): not"},
        {SPACE "constraint dz = (2 x + sin(x)) dy\n", "growth vector (2, 3): not"},
        {SPACE "constraint dz = x sqrt(1 + x^2) dy\n", "growth vector (2, 3): not"},
        {SPACE "frame f = x d_x\n g = d_y\n", "the growth vector drops where x = 0  "},
        {SPACE "constraint dz = y dx + x dy\n", "growth vector (2): integrable"},
        {SPACE "constraint x dx + y dy + z dz = 0\n", unknown}, /* the form vanishes at 0 */
        {SPACE "constraint dz = abs(x)^3 dy\n", unknown},
        {SPACE "constraint x dz = y dx\n", unknown}, /* the chosen fields vanish, C need not */
    };
    check_all(known, COUNT(known));
}
END_TEST

#define NO_POINT ", no such point was found: "
START_TEST(singular_only_where_it_is)
{
    static const struct saying known[] = {
        {SPACE "constraint dz = y dx\n", "no singular points"},
        {FIVE "constraint dy = z dx\n dz = w dx\n dw = u dx\n", "no singular points"},
        {"coords x, y\nmetric dx^2 + dy^2\nconstraint dx = y dy\n", "no singular points"},
        {SPACE "frame f = x d_x\n g = d_y\ncomplement n = d_z\n", "singular where x = 0"},
        {"coords x, y\nparam a = 2\nmetric dx^2 + (a + cos(y)) dy^2\n", "no singular points"},
        {"coords x, y\nparam a = 1/2\nmetric dx^2 + (a + cos(y)) dy^2\n",
         "singular where a + cos(y) = 0: the mass matrix on C is singular"},
        {"coords x, y\nmetric dx^2 + cos(y)^2 dy^2\n",
         "singular where cos(y) = 0: the mass matrix on C is singular"},
        {SPACE "constraint x dz = y dx\n", "singular where x^2 + y^2 = 0: the constraints"},
        {"coords x, y\nmetric (exp(x) - x - 1) dx^2 + dy^2\n", "singular where exp(x) - x"},
        {"coords x, y\nmetric (x^4 - 2 x^2 + 1) dx^2 + dy^2\n", "singular where x^2 (x^2 - 2)"},
        {"coords x, y\nmetric (1 + x^2 - 2 x cos(y)) dx^2 + dy^2\n", "singular where x"},
        {"coords x, y\nmetric (1 + t^2 - 2 t cos(y)) dx^2 + dy^2\n", "singular where t"},
        /* a minimum of 1/1000, a limit at infinity, y < 0 under a root */
        {"coords x, y\nmetric (exp(x) - x - 999/1000) dx^2 + dy^2\n", NO_POINT},
        {"coords x, y\nmetric (1 - tanh(y)^2) dx^2 + dy^2\n", NO_POINT},
        {"coords x, y\nmetric (pi/2 - atan(x)) dx^2 + dy^2\n", NO_POINT},
        {SPACE "constraint dz = sqrt(y) dx\n", "at most where y + 1 = 0" NO_POINT},
    };
    check_all(known, COUNT(known));
}
END_TEST

/* A line that is not proved asserts nothing. The constant is 0, which no method here shows. */
START_TEST(what_is_undecided_is_not_asserted)
{
    static const char *const hidden[] = {
        SPACE "param a = 1/3\nlet K = asin(a) + acos(a) - pi/2\nconstraint dz = K y dx\n"
              "check conserved x' + K z'\n",
        SPACE "param a = 1/3\nlet K = asin(a) + acos(a) - pi/2\nconstraint dz = K y dx\n"
              "force K x dx\n",
        "coords x, y\nsections a, b, c\nmetric a^2 + b^2 + c^2\nparam k = 1/3\n"
        "let K = asin(k) + acos(k) - pi/2\nbracket [a, b] = c\n [b, c] = K a\n [c, a] = K x b\n"
        "anchor a -> d_x\n",
    };
    static const char *const open[] = {"undecided", "not decided whether: ", "may leave",
                                       "claimed: "};
    struct lab l = lab_open();
    size_t lines = 0;
    for (size_t i = 0; i < COUNT(hidden); i++) {
        const struct told t = tool_run(l.m, hidden[i], (const char *const[]){"check", "-", NULL});
        REQUIRE(t.code == 1, "exit %d of\n%s\n%s", t.code, hidden[i], t.out);
        for (const char *at = t.out; (at = strstr(at, "   undecided\n")); at++) {
            char line[400] = "";
            const char *begin = at;
            bool said = false;
            while (begin > t.out && begin[-1] != '\n')
                begin--;
            snprintf(line, sizeof line, "%.*s", (int)(at - begin), begin);
            for (size_t k = 0; k < COUNT(open); k++)
                said |= strstr(line, open[k]) != NULL;
            REQUIRE(said, "asserted: %s", line);
            lines++;
        }
    }
    REQUIRE(lines >= 6, "%zu lines", lines);
    lab_close(&l);
}
END_TEST

START_TEST(a_bundle_is_what_it_is)
{
    static const struct saying known[] = {
        {THREE_SECTIONS "bracket [a, b] = c\n [b, c] = a\n [c, a] = b\n", "E is a Lie algebroid"},
        /* the same with a, a + b, a + b + c for basis: no term of the sum is 0 */
        {THREE_SECTIONS "bracket [a, b] = c - b\n [b, c] = 2 a - b\n [c, a] = 2 b - a - c\n",
         "E is a Lie algebroid"},
        {THREE_SECTIONS "bracket [a, b] = c\n [b, c] = a\n [c, a] = b + a\n",
         "E is a skew algebroid: [a, [b, c]] + cyc is not 0"},
        {THREE_SECTIONS "bracket [a, b] = c\n [b, c] = a\n [c, a] = b + x a\n",
         "E is a skew algebroid: [a, [b, c]] + cyc is not 0"},
        {"coords x, y\nsections a, b\nmetric a^2 + b^2\nanchor a -> d_x\n b -> x d_y\n",
         "E is a skew algebroid: the anchor does not map [a, b] to the bracket"},
        {"coords x, y\nsections a, b\nmetric a^2 + b^2\nanchor a -> d_x\n b -> exp(x) d_y\n"
         "bracket [a, b] = b\n",
         "E is a Lie algebroid"},
        {"coords x, y\nsections a, b\nmetric a^2 + b^2\nanchor a -> d_x\n b -> exp(x) d_y\n"
         "bracket [a, b] = -b\n",
         "E is a skew algebroid"},
        /* brackets that depend on the point: [a, [b, c]] = [a, f a] = rho_a(f) a is not 0 */
        {THREE_SECTIONS "bracket [b, c] = x a\nanchor a -> d_x\n", "E is a skew algebroid"},
        {THREE_SECTIONS "bracket [b, c] = x a\nanchor a -> 0 d_x\n", "E is a Lie algebroid"},
    };
    check_all(known, COUNT(known));
}
END_TEST

/* ---- Jacobi's identity, by differences ---- */

enum { STATES = 8 };

struct tensor {
    size_t n;
    double at[STATES][STATES];
};

static struct tensor bivector(struct mem *m, const struct question *ask, const char *const *name,
                              const double *x, size_t n)
{
    struct mem_text at = mem_text(m);
    struct question q = *ask;
    struct tensor out = {.n = n};
    for (size_t i = 0; i < n; i++)
        tool_assign(&at, name[i], x[i]);
    q.at = at.text;
    const struct jnode *rows = json_need(tool_eval(m, &q), "bivector");
    REQUIRE(rows->n == n, "the bivector has %zu rows", rows->n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            out.at[i][j] = json_number(json_at(json_at(rows, i), j), "B");
    return out;
}

/* {i, {j, k}} + cyc; B is at most quadratic in all variables but angles */
static void find_jacobiator(struct mem *m, const struct question *ask, const char *const *name,
                            const double *x, size_t n, double out[STATES][STATES][STATES])
{
    const double h = 1e-3, weight[] = {1, -8, 8, -1}, step[] = {-2, -1, 1, 2};
    double slope[STATES][STATES][STATES] = {{{0}}}; /* of B_jk along l */
    const struct tensor B = bivector(m, ask, name, x, n);
    for (size_t l = 0; l < n; l++)
        for (int s = 0; s < 4; s++) {
            double y[STATES];
            memcpy(y, x, n * sizeof *y);
            y[l] += step[s] * h;
            const struct tensor there = bivector(m, ask, name, y, n);
            for (size_t i = 0; i < n * n; i++)
                slope[i / n][i % n][l] += weight[s] * there.at[i / n][i % n] / (12 * h);
        }
    for (size_t i = 0; i < n * n * n; i++) {
        const size_t t[] = {i / n / n, i / n % n, i % n, i / n / n, i / n % n};
        double sum = 0;
        for (size_t c = 0; c < 3; c++)
            for (size_t l = 0; l < n; l++)
                sum += B.at[t[c]][l] * slope[t[c + 1]][t[c + 2]][l];
        out[t[0]][t[1]][t[2]] = sum;
    }
}

/* In Grabowska et al. {{eta_a, eta_b}, q} + cyc = c^alpha_ab rho_alpha, all others 0; with the
 * inner bracket on the right, as here, it has the other sign. */
START_TEST(jacobi_fails_where_it_must)
{
    static const char *const name[] = {"x", "y", "eta_f1", "eta_f2", "eta_f3"};
    static const char *const skater[] = {"x", "y", "phi", "eta_v", "eta_w"};
    const double x[] = {0.3, -0.7, 0.9, 0.4, 1.7}, k = 0.6, R = 1, phi = x[2];
    const double both = k * k * R / (k * k + R * R);
    double J[STATES][STATES][STATES];
    struct lab l = lab_open();
    const struct question ball = {.model = "models/ball_magnetic.nh"};
    find_jacobiator(l.m, &ball, name, x, 5, J);
    for (size_t i = 0; i < 5; i++)
        for (size_t j = i + 1; j < 5; j++)
            for (size_t n = j + 1; n < 5; n++) {
                const bool one = (i == 0 && j == 3 && n == 4) || (i == 1 && j == 2 && n == 4);
                tool_near("ball", "J", J[i][j][n], one ? -both : 0, 1e-9);
            }
    const struct question charged = {.model = "models/skater_magnetic.nh"};
    find_jacobiator(l.m, &charged, skater, x, 5, J);
    tool_near("skater", "J(x, ..)", J[0][3][4], sin(phi), 1e-9);
    tool_near("skater", "J(y, ..)", J[1][3][4], -cos(phi), 1e-9);
    tool_near("skater", "J(phi, ..)", J[2][3][4], 0, 1e-9);
    ck_assert_ptr_nonnull(strstr(check(l.m, tool_file(l.m, "models/skater_magnetic.nh")),
                                 "Jacobi fails:  {x, {eta_v, eta_w}} + cyc = sin(phi)"));
    lab_close(&l);
}
END_TEST

/* ---- Dirac relations ---- */

struct trial {
    struct lab lab;
    struct job job;
};

static struct trial open_geometry(const char *text)
{
    struct trial t = {.lab = lab_open()};
    t.job = (struct job){.mem = t.lab.m, .store = t.lab.s, .diag = base_diag(t.lab.m)};
    t.job.source = base_source_text(t.lab.m, "m.nh", text, strlen(text), EXIT_MODEL);
    if (job_model(&t.job, NULL))
        t.job.geom = geom_make(t.job.diag, t.job.model);
    if (!t.job.geom || !geom_structure(t.job.diag, t.job.geom))
        base_diag_print(t.job.diag, stderr, false);
    ck_assert(t.job.geom && t.job.geom->structure_known);
    return t;
}

static const char *const with_relations[] = {
    "models/skater_magnetic_paper.nh",
    "models/ball_magnetic.nh",
    "models/sleigh.nh",
    "models/rolling_disk.nh",
};

static ex c_of(const struct geom *g, size_t i, size_t j, size_t k)
{
    struct store *s = g->model->store;
    for (size_t n = 0; n < g->structures; n++) {
        const struct structure *c = &g->c[n];
        if (c->i == i && c->j == j && c->k == k)
            return c->value;
        if (c->i == i && c->j == k && c->k == j)
            return ex_neg(s, c->value);
    }
    return ex_int(s, 0);
}

/* -(c^alpha_db c^D_alpha,a + c^alpha_ad c^D_alpha,b + c^alpha_ba c^D_alpha,d) eta_D */
static ex courant_of_three(const struct geom *g, size_t a, size_t b, size_t d)
{
    struct store *s = g->model->store;
    const size_t turn[3][3] = {{d, b, a}, {a, d, b}, {b, a, d}};
    ex sum = ex_int(s, 0);
    for (size_t i = 0; i < 3; i++)
        for (size_t A = g->rank; A < g->n; A++)
            for (size_t D = 0; D < g->n; D++)
                sum = ex_sub(s, sum,
                             ex_mul3(s, c_of(g, A, turn[i][0], turn[i][1]),
                                     c_of(g, D, A, turn[i][2]), g->model->field[D].eta));
    return sum;
}

/* T(a_i, z^a, z^b) = -c^alpha_ab rho^i_alpha, T(z^a, z^b, eta_alpha') = -c^alpha_ab, and T of three
 * z, the component of Jacobi's identity of E along the complement; all others are 0. */
static ex courant_of(const struct geom *g, size_t k, size_t l, size_t m)
{
    struct store *s = g->model->store;
    const size_t nq = g->nq, r = g->rank, fields = nq + r;
    ex sum = ex_int(s, 0);
    if (k < nq && l >= nq && m < fields && l < fields)
        for (size_t A = r; A < g->n; A++)
            sum = ex_sub(s, sum, ex_mul2(s, c_of(g, A, l - nq, m - nq), g->rho[k * g->n + A]));
    if (k >= nq && l < fields && m >= fields)
        sum = ex_neg(s, c_of(g, m - nq, k - nq, l - nq));
    if (k >= nq && m < fields)
        sum = courant_of_three(g, k - nq, l - nq, m - nq);
    return sum;
}

static ex entry_of(const struct courant *t, size_t n, size_t k, size_t l, size_t m, ex zero)
{
    for (size_t i = 0; i < n; i++)
        if (t[i].k == k && t[i].l == l && t[i].m == m)
            return t[i].value;
    return zero;
}

START_TEST(courant_tensors_have_their_formula)
{
    struct lab texts = lab_open();
    for (size_t w = 0; w < COUNT(with_relations); w++) {
        struct trial t = open_geometry(tool_file(texts.m, with_relations[w]));
        struct store *s = t.lab.s;
        struct geom *g = t.job.geom;
        struct relation D_M, D_C;
        struct courant *at = NULL;
        const size_t N = g->nq + g->n;
        ck_assert(geom_relation(t.job.diag, g, false, &D_M) &&
                  geom_relation(t.job.diag, g, true, &D_C));
        ck_assert_uint_eq(geom_courant(t.job.diag, &D_M, &at), 0);
        const size_t n = geom_courant(t.job.diag, &D_C, &at);
        ck_assert_uint_gt(n, 0);
        for (size_t i = 0; i < N * N * N; i++) {
            const size_t k = i / N / N, l = i / N % N, m = i % N;
            if (k >= l || l >= m)
                continue;
            const ex difference =
                ex_sub(s, entry_of(at, n, k, l, m, ex_int(s, 0)), courant_of(g, k, l, m));
            ck_assert_msg(ex_zero(s, difference, true).answer == EX_ZERO, "%s: T(%s, %s, %s)",
                          with_relations[w], geom_slot_name(&D_C, k), geom_slot_name(&D_C, l),
                          geom_slot_name(&D_C, m));
        }
        ck_assert_int_eq(ex_zero(s, geom_relation_pairing(&D_M), true).answer, EX_ZERO);
        ck_assert_int_eq(ex_zero(s, geom_relation_pairing(&D_C), true).answer, EX_ZERO);
        lab_close(&t.lab);
    }
    lab_close(&texts);
}
END_TEST

/* A subalgebroid has a Dirac structure. */
START_TEST(integrable_constraints_leave_a_dirac_structure)
{
    struct trial t = open_geometry(SPACE "constraint dz = y dx + x dy\n");
    struct relation D_C;
    struct courant *at = NULL;
    ck_assert(geom_relation(t.job.diag, t.job.geom, true, &D_C));
    ck_assert_uint_eq(geom_courant(t.job.diag, &D_C, &at), 0);
    lab_close(&t.lab);
}
END_TEST

/* The relation at dH is the motion, a free rate is null, and a q' + z eta' = 0 for all a, z. */
START_TEST(relations_hold_the_motion)
{
    enum { COORDS = 2, FIELDS = 5 };
    static const char *const q[] = {"x", "y"}, *const f[] = {"f1", "f2", "f3", "f4", "f5"};
    struct lab l = lab_open();
    struct rng rng = {7};
    double a[COORDS], z[FIELDS];
    struct mem_text at = mem_text(l.m);
    for (size_t i = 0; i < COORDS; i++) {
        a[i] = rng_double(&rng, -2, 2);
        tool_assign(&at, q[i], rng_double(&rng, -2, 2));
        tool_assign(&at, base_text(l.m, "a_%s", q[i]), a[i]);
    }
    for (size_t A = 0; A < FIELDS; A++) {
        z[A] = rng_double(&rng, -2, 2);
        tool_assign(&at, f[A], z[A]);
        tool_assign(&at, base_text(l.m, "eta_%s", f[A]), rng_double(&rng, -2, 2));
    }
    const struct question all = {
        .model = "models/ball_magnetic.nh", .at = at.text, .relation = "D_M"};
    const struct jnode *v = tool_eval(l.m, &all);
    double sum = 0;
    for (size_t i = 0; i < COORDS; i++)
        sum += a[i] * json_number(json_need(json_need(v, "qdot"), q[i]), q[i]);
    for (size_t A = 0; A < FIELDS; A++)
        sum += z[A] *
               json_number(json_need(json_need(v, "etadot"), base_text(l.m, "eta_%s", f[A])), f[A]);
    tool_near("D_M", "a q' + z eta'", sum, 0, 1e-13);

    /* H = (eta1^2 + (eta2 + e B R x)^2) / (2 m D) + ..: dH/dx = e B R z2 on C, z as in the run */
    const struct question moves = {.model = "models/ball_magnetic.nh",
                                   .at = "x=0.4,y=-0.3,f1=0.7,f2=-1.1,f3=0.5"};
    const struct jnode *want = tool_eval(l.m, &moves);
    const struct question of_it = {
        .model = "models/ball_magnetic.nh",
        .relation = "D_C",
        .at = "x=0.4,y=-0.3,f1=0.7,f2=-1.1,f3=0.5,a_x=-1.1,a_y=0,eta_f1=0.952,"
              "eta_f2=-1.896,eta_f3=0.18,eta_f4=0,eta_f5=0.144"};
    const struct jnode *got = tool_eval(l.m, &of_it);
    for (size_t i = 0; i < COORDS; i++)
        tool_near("D_C", q[i], json_number(json_need(json_need(got, "qdot"), q[i]), q[i]),
                  json_number(json_need(json_need(want, "qdot"), q[i]), q[i]), 1e-13);
    for (size_t A = 0; A < 3; A++) {
        const char *name = base_text(l.m, "eta_%s", f[A]);
        tool_near("D_C", name, json_number(json_need(json_need(got, "etadot"), name), name),
                  json_number(json_need(json_need(want, "rhs"), name), name), 1e-13);
    }
    ck_assert_int_eq(json_need(json_need(got, "etadot"), "eta_f4")->kind, JSON_NULL);
    lab_close(&l);
}
END_TEST

START_TEST(relations_refuse_what_is_not_theirs)
{
    static const struct {
        const char *at, *says;
    } wrong[] = {{"f4=1", "'f4' is tied to the constraint in D_C"},
                 {"a_z=1", "the relation has no 'a_z'"},
                 {"x'=1", "the relation has no"}};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(wrong); i++) {
        const struct told t =
            tool_run(l.m, NULL,
                     (const char *const[]){"eval", "models/ball_magnetic.nh", "--relation", "D_C",
                                           "--state", wrong[i].at, NULL});
        ck_assert_msg(t.code == 2 && strstr(t.err, wrong[i].says), "%s: exit %d\n%s", wrong[i].at,
                      t.code, t.err);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {growth_vectors_are_those_of_the_textbooks,
                                  growth_drops_where_brackets_vanish,
                                  singular_only_where_it_is,
                                  what_is_undecided_is_not_asserted,
                                  a_bundle_is_what_it_is,
                                  jacobi_fails_where_it_must,
                                  courant_tensors_have_their_formula,
                                  integrable_constraints_leave_a_dirac_structure,
                                  relations_hold_the_motion,
                                  relations_refuse_what_is_not_theirs};
    return test_run("geometry", tests, COUNT(tests));
}
