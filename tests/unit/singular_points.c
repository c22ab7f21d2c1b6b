/* tests/unit/singular_points.c -- singular sets against the numbers of their matrices.
 *
 * Where `check` names a function, the determinant of the matrix, which is given here by hand,
 * vanishes at its zeros and not elsewhere. Where it says that there are no singular points, a
 * search by minimisation finds none. */
#include "expr/zeros.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SYMBOLS = 6 };

struct range { /* symbols, and a function of them */
    struct lab l;
    struct ex_list x;
    ex e;
};

static double value_at(const struct range *r, const double *v)
{
    double out = NAN;
    ex_eval(r->l.s, &r->e, 1, r->x.at, v, r->x.n, &out);
    return out;
}

/* Moves each coordinate by the step where |e| gets smaller; false: it gets smaller nowhere. */
static bool descend(const struct range *r, double step, double *at, double *here)
{
    bool moved = false;
    for (size_t i = 0; i < 2 * r->x.n; i++) {
        const double old = at[i / 2];
        at[i / 2] += i % 2 ? step : -step;
        const double next = fabs(value_at(r, at));
        const bool better = next < *here;
        *here = better ? next : *here;
        at[i / 2] = better ? at[i / 2] : old;
        moved |= better;
    }
    return moved;
}

/* The least |e| that random points and steps along the axes find. */
static double least_value(const struct range *r, struct rng *rng, double *v)
{
    enum { STARTS = 40, STEPS = 60, HALVINGS = 44 };
    double best = INFINITY, at[SYMBOLS] = {0};
    for (int k = 0; k < STARTS; k++) {
        for (size_t i = 0; i < r->x.n; i++)
            at[i] = rng_double(rng, -4, 4);
        double here = fabs(value_at(r, at));
        for (int halving = 0; halving < HALVINGS; halving++)
            for (int n = 0; n < STEPS && descend(r, ldexp(2, -halving), at, &here); n++)
                ;
        if (here < best) {
            best = here;
            memcpy(v, at, sizeof at);
        }
    }
    return best;
}

START_TEST(known_signs)
{
    static const struct {
        const char *text;
        int sign;
    } row[] = {
        {"1 + x^2", 1},
        {"-2 - cos(y)", -1},
        {"x^2 - x y + y^2 + 1", 1},
        {"x^2 + 2 x + 2", 1},
        {"3 + cos(x) + sin(2 x) + x^2/100", 1},
        {"exp(x) + exp(-x) - 19/10", 1},
        {"sqrt(1 + x^2) - 9/10", 1},
        {"2 - sqrt(3) - x^2 (sqrt(3) - 2)", 1},
        {"1/(2 + sin(x)) + 1/10", 1},
        {"cosh(x) - 1/2", 1},
        {"1 + x", 0},
        {"x^2", 0},
        {"1 + cos(x)", 0},
        {"1 + 1/x^2", 0}, /* no value at 0 */
        {"x^2/y^2 + 1", 0},
        {"1 + sqrt(x)^2", 0},
        {"2 + log(x)^2", 0},
        {"exp(x) - 1/10^6", 0},
        {"x^2 - 2 x y + y^2", 0},
        {"x^4 - 2 x^2 + 1", 0},
        {"cos(x)^2 + cos(x + 1)^2 - 2 cos(x) cos(x + 1) cos(1) - sin(1)^2", 0},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(row); i++) {
        const int sign = ex_sign_on(l.s, test_read(l.s, row[i].text), NULL, NULL, 0);
        REQUIRE(sign == row[i].sign, "%s: %d", row[i].text, sign);
    }
    const ex x = test_read(l.s, "x"), e = test_read(l.s, "x^2 - 2 x + 1/2");
    ck_assert_int_eq(ex_sign_on(l.s, e, &x, &(struct ex_span){0.5, 1.5}, 1), -1);
    ck_assert_int_eq(ex_sign_on(l.s, ex_add2(l.s, e, ex_mul2(l.s, ex_int(l.s, 4), x)), &x,
                                &(struct ex_span){2, INFINITY}, 1),
                     1);
    ck_assert_int_eq(ex_sign_on(l.s, e, &x, &(struct ex_span){0, 1}, 1), 0);
    lab_close(&l);
}
END_TEST

/* A function with a proved sign has it at all points that are tried. */
START_TEST(random_signs)
{
    static const char *const part[] = {
        "x^2",       "y^2",      "x y",          "x",        "1",         "cos(x)",   "sin(y)",
        "sqrt(3)",   "exp(x)",   "sqrt(1+y^2)",  "sin(x+y)", "x^2 y^2",   "x^4",      "cos(2 x)",
        "1/(1+x^2)", "cos(y)^2", "2^(1/3) y^2",  "abs(x)",   "sin(pi/5)", "cosh(y)",  "exp(-x^2)",
        "x^3",       "y",        "cos(x)sin(y)", "5",        "tanh(x)",   "log(2+x)",
    };
    struct rng rng = rng_new(11);
    const size_t cases = test_scaled(20000);
    size_t proved = 0;
    for (size_t k = 0; k < cases; k++) {
        struct range r = {.l = lab_open()};
        double v[SYMBOLS] = {0};
        r.e = ex_int(r.l.s, 0);
        for (size_t i = 0, n = 2 + rng_below(&rng, 4); i < n; i++)
            r.e = ex_add2(r.l.s, r.e,
                          ex_mul2(r.l.s, ex_rat(r.l.s, (int64_t)rng_below(&rng, 9) - 2, 2),
                                  test_read(r.l.s, part[rng_below(&rng, COUNT(part))])));
        const int sign = ex_sign_on(r.l.s, r.e, NULL, NULL, 0);
        r.x = ex_symbols(r.l.s, &r.e, 1);
        for (int i = 0; i < 200 && sign; i++) {
            for (size_t j = 0; j < r.x.n; j++)
                v[j] = rng_double(&rng, -1, 1) * pow(10, (double)rng_below(&rng, 4) - 1);
            const double value = value_at(&r, v);
            REQUIRE(value * sign >= 0 || isinf(value), "case %zu: %g at %g of\n%s", k, value, v[0],
                    ex_show(r.l.s, r.e, EX_TEXT));
        }
        proved += sign != 0;
        lab_close(&r.l);
    }
    REQUIRE(proved > cases / 10, "%zu of %zu have a proved sign", proved, cases);
}
END_TEST

/* ---- models ---- */

#define SKATER                                                                                     \
    "frame v = cos(phi) d_x + sin(phi) d_y\n w = d_phi\n"                                          \
    "complement s = -sin(phi) d_x + cos(phi) d_y\n"

/* The determinant of the matrix that must be regular, found by hand; NULL for `singular`: none. */
struct place {
    const char *model, *det, *singular;
};
static const struct place places[] = {
    /* Hessians of Lagrangians that are not quadratic, along C */
    {"coords x, y\nlagrangian 1/4 x'^4 + 1/2 y'^2 - x y\n", "3 u1^2", "u1"},
    {"coords x, y\nlagrangian 1/2 x'^2 + 1/4 x'^4 + 1/2 (1 - x^2) y'^2 - y\n",
     "(1 + 3 u1^2) (1 - x^2)", "1 - x^2"},
    {"coords x, y, z\nlagrangian 1/12 x'^4 + 1/2 x'^2 (1 - x^2) + 1/2 y'^2 + 1/2 z'^2\n"
     "constraint dz = y dx\n",
     "u1^2 + 1 - x^2 + y^2", "u1^2 - x^2 + y^2 + 1"},
    {"coords x, y\nlagrangian 1/2 x'^2 + 1/2 y'^2 + 1/2 x'^2 y'^2\n",
     "(1 + u1^2) (1 + u2^2) - 4 u1^2 u2^2", "u1^2 - 3 u1^2 u2^2 + u2^2 + 1"},
    {"coords x, y\nlagrangian cos(x') + 1/2 y'^2\n", "-cos(u1)", "cos(u1)"},
    {"coords x, y, phi\nlagrangian -sqrt(1 - x'^2 - y'^2) + x y' + 1/4 phi'^2\n" SKATER,
     "1/2 (1 - v^2)^(-3/2)", NULL},
    {"coords x, y\nlagrangian exp(x') + exp(-x') + 1/2 y'^2 (2 + cos(x))\n",
     "(exp(u1) + exp(-u1)) (2 + cos(x))", NULL},
    {"coords x, y\nlagrangian sqrt(1 + x'^2 + y'^2)\n", "(1 + u1^2 + u2^2)^(-2)", NULL},
    {"coords x, y\nlagrangian x'^4 + x'^2 + x' y' + y'^2\n", "2 (12 u1^2 + 2) - 1", NULL},
    {"coords x\nlagrangian exp(x') - x\n", "exp(u1)", NULL},
    /* momenta of the complement, from a Hamiltonian */
    {"coords x, y, phi\n"
     "hamiltonian 1/2 eta_v^2 + 1/2 eta_w^2 + 1/4 eta_s^4 - 1/2 eta_s^2 + x eta_s\n" SKATER
     "init x = 0.1, y = 0, phi = 0.3, eta_v = 1, eta_w = 0\n",
     "3 eta_s^2 - 1", "3 eta_s^2 - 1"},
    /* mass matrices, frames, constraints */
    {"coords x, y\nmetric (x^2 - x y + y^2 + 1) dx^2 + dy^2\n", "x^2 - x y + y^2 + 1", NULL},
    {"coords x, y\nmetric (x^2 + x y + y^2) dx^2 + dy^2\n", "x^2 + x y + y^2", "x (x + y) + y^2"},
    {"coords x, y\nmetric (exp(x) + exp(-x) - 2 + 1/1000000) dx^2 + dy^2\n",
     "exp(x) + exp(-x) - 2 + 1/1000000", NULL},
    {"coords x, y\nparam a = 2\nmetric dx^2 + 2 cos(x - y) dx dy + (a + sin(x)^2) dy^2\n",
     "2 + sin(x)^2 - cos(x - y)^2", NULL},
    {"coords x, y\nparam a = 1/2\nmetric dx^2 + 2 cos(x - y) dx dy + (a + y^2) dy^2\n",
     "1/2 + y^2 - cos(x - y)^2", "a + y^2 - cos(x - y)^2"},
    {"coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nframe f = (x - y^2) d_x\n g = d_y\n"
     "complement n = d_z\n",
     "x - y^2", "x - y^2"},
    {"coords x, y, z\nmetric dx^2 + dy^2 + dz^2\nconstraint x y^2 dz = x dy\n", "x^2 (1 + y^4)",
     "x"},
};

static void need_zeros(struct range *r, const struct place *p, const char *factor)
{
    struct rng rng = rng_new(5);
    const ex det = test_read(r->l.s, p->det);
    double v[SYMBOLS], value = 0;
    r->e = test_read(r->l.s, factor);
    ex_subst(r->l.s, &r->e, 1, (ex[]){test_read(r->l.s, "a")}, (ex[]){test_read(r->l.s, "1/2")}, 1,
             &r->e);
    r->x = ex_symbols(r->l.s, (ex[]){r->e, det}, 2);
    for (int k = 0; k < 5; k++) {
        const double least = least_value(r, &rng, v);
        REQUIRE(least < 1e-10, "%s is at least %g", factor, least);
        ex_eval(r->l.s, &det, 1, r->x.at, v, r->x.n, &value);
        REQUIRE(fabs(value) < 1e-8, "%s has no zero where %s = 0: %g", p->det, factor, value);
        for (size_t i = 0; i < r->x.n; i++)
            v[i] = rng_double(&rng, -3, 3);
        ex_eval(r->l.s, &det, 1, r->x.at, v, r->x.n, &value);
        REQUIRE(fabs(value) > 1e-12, "%s vanishes everywhere", p->det);
    }
}

START_TEST(places_against_determinants)
{
    static const char none[] = "no singular points", where[] = "\n  singular where ";
    for (size_t i = 0; i < COUNT(places); i++) {
        const struct place *p = &places[i];
        struct range r = {.l = lab_open()};
        struct rng rng = rng_new(3);
        double v[SYMBOLS];
        const struct told t = tool_run(r.l.m, p->model, (const char *const[]){"check", "-", NULL});
        const char *at = strstr(t.out, where);
        if (p->singular) {
            char say[200];
            snprintf(say, sizeof say, "%s%s = 0: ", where, p->singular);
            REQUIRE(strstr(t.out, say) && !strstr(t.out, none), "not%s\n%s", say, t.out);
            need_zeros(&r, p, p->singular);
        } else if (strstr(t.out, none) && strstr(t.out, "proved")) {
            r.e = test_read(r.l.s, p->det);
            r.x = ex_symbols(r.l.s, &r.e, 1);
            const double least = least_value(&r, &rng, v);
            REQUIRE(least > 0, "%s vanishes at %g, %g", p->det, v[0], v[1]);
            REQUIRE(!at, "%s", t.out);
        } else { /* the edge of what has a value */
            REQUIRE(at && strstr(at, "1 - v^2 = 0"), "%s", t.out);
        }
        lab_close(&r.l);
    }
}
END_TEST

/* Without a proof it is not said. */
START_TEST(no_proof_without_reason)
{
    static const char *const doubtful[] = {
        "coords x, y\nmetric (1 + sin(x) + sin(y)/100 + 1/100) dx^2 + dy^2\n", /* 0 at -pi/2 */
        "coords x, y\nmetric (1 + sqrt(3) - sqrt(4 + 2 sqrt(3)) + x^2) dx^2 + dy^2\n",
        "coords x, y\ninput F = 2\nmetric (F + x^2) dx^2 + dy^2\n",
        "coords x, y\nmetric dx^2 + dy^2\npotential asin(x)\n",
        "coords x, y\nmetric dx^2 + dy^2\npotential sqrt(x)\n",
        "coords x, y\nmetric dx^2 + dy^2\nforce abs(y) dx\n",
        "coords x, y\nmetric dx^2 + dy^2\npotential 1/x + tan(y)\n",
        "coords x, y\nparam a = 1\nmetric dx^2 + (1 + a^2 - 2 a + x^2) dy^2\n",
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(doubtful); i++) {
        const struct told t = tool_run(l.m, doubtful[i], (const char *const[]){"check", "-", NULL});
        REQUIRE(t.code == 0 || t.code == 1, "%zu: exit %d\n%s", i, t.code, t.err);
        REQUIRE(!strstr(t.out, "no singular points  "), "%s\n%s", doubtful[i], t.out);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        known_signs,
        random_signs,
        places_against_determinants,
        no_proof_without_reason,
    };
    return test_run("singular_points", tests, COUNT(tests));
}
