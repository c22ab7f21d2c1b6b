/* tests/unit/digits_kept_by_shortening.c -- accuracy of shortened expressions, and no new divisions
 * by zero.
 *
 * Each row is a case where an algebraically correct rewriting would lose digits; reference numbers
 * were computed with 50 digits. */
#include "support/support.h"

#include <math.h>

/* clang-format off */
static const struct {
    const char *text, *at, *object, *key;
    double want, error; /* relative */
} rows[] = {
    /* I1 + (I2 - I1) cos^2 would be 0 where cos is 1 */
    {"coords x, y\nparam I1 = 1e8, I2 = 1e-4\nmetric dx^2 + (I1 sin(x)^2 + I2 cos(x)^2) dy^2\n",
     "x=1e-7,y=1,x'=1,y'=1", "qddot", "y", -198019.80198000066, 1e-14},
    {"coords x, y\nparam I1 = 1e18, I2 = 1\nmetric dx^2 + (I1 sin(x)^2 + I2 cos(x)^2) dy^2\n",
     "x=0,y=1,x'=1,y'=1", "qdot", "y", 1, 1e-15},
    /* a distance far from the origin: x1^2 - 2 x1 x2 + x2^2 has no digits left */
    {"coords x1, x2\nparam k = 3\nmetric dx1^2 + dx2^2\npotential 1/4 k (x1 - x2)^4\n",
     "x1=100000000,x2=100000000.5,x1'=0,x2'=0", "qddot", "x1", 0.375, 1e-15},
    /* exponents beyond the range of a byte */
    {"coords x, y\nmetric dx^2 + dy^2\nforce x = (x^16 + y)^16 - (x^16 + y)^15 y\n",
     "x=1.1,y=0.5,x'=0,y'=0", "rhs", "eta_u1", 185956450643.04565, 1e-12},
    /* a pivot that is 0 at this point, though the matrix is regular */
    {"coords q0, q1, q2, q3, q4, q5\nparam m0 = 2.36, m1 = 1, m2 = 0.5\n"
     "metric m0 dq0^2 + m0 dq1^2 + m1 dq2^2 + dq3^2 + m0 dq4^2 + dq5^2\n"
     "constraint dq0 - q1 dq2 = 0\n           dq5 - sin(q3) dq2 - m0 dq3 = 0\n"
     "           dq1 - (sin(2 q2) + m0 + 3) dq3 - (m0 + q0) dq2 = 0\n"
     "           dq4 - m1 dq2 - m2 dq3 = 0\n",
     "q0=0.3,q1=0,q2=-0.4,q3=-1.7,q4=-0.1,q5=1,q2'=1,q3'=0", "qddot", "q0", 2.66, 1e-14},
};
/* clang-format on */

START_TEST(digits_stay)
{
    static const char *const forms[] = {"dirac", "gyro", "lagrangian"};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t k = 0; k < COUNT(forms); k++) {
            const char *const arguments[] = {"eval",    "-",        "--form", forms[k],
                                             "--state", rows[i].at, NULL};
            const struct told t = tool_run(l.m, rows[i].text, arguments);
            ck_assert_msg(t.code == 0, "row %zu: %s", i, t.err);
            const struct jnode *got = json_read(l.m, t.out);
            if (k == 2 && rows[i].key[0] == 'e')
                continue; /* no momenta there */
            const double have =
                json_number(json_need(json_need(got, rows[i].object), rows[i].key), rows[i].key);
            ck_assert_msg(fabs(have - rows[i].want) <= rows[i].error * fabs(rows[i].want),
                          "row %zu, %s: %s is %.17g, not %.17g", i, forms[k], rows[i].key, have,
                          rows[i].want);
        }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {digits_stay};
    return test_run("digits", tests, COUNT(tests));
}
