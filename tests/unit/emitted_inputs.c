/* tests/unit/emitted_inputs.c -- inputs of emitted code: they follow the time, and null is refused.
 *
 * A program takes the steps of rk4, with the inputs of each stage, and prints the state at the end.
 * It is that of `run`, but for rounding.
 */
#include "support/support.h"

#include <string.h>

#define SINE                                                                                       \
    "coords x, y\ninput F = sin(t)\nmetric dx^2 + dy^2\nforce x = F\n"                             \
    "init x = 0, y = 0, x' = 0, y' = 0\n"
#define ROBOT                                                                                      \
    "coords x, y, a\nparam w0 = 2, c = 0.5\ninput T = c sin(w0 t), G = 1, F = T + G\n"             \
    "metric dx^2 + dy^2 + da^2\nconstraint sin(a) dx = cos(a) dy\nforce a = T, x = F\n"            \
    "init x = 0, y = 0, a = 0.1, x' = 1, a' = 1\n"

static const char program[] =
    "#include <stdio.h>\n"
    "#include \"m.h\"\n"
    "#define EACH for (int i = 0; i < m_STATES; i++)\n"
    "int main(void)\n"
    "{\n"
    "    m_real p[m_PARAMETERS + 1], u[m_INPUTS], x[m_STATES], y[m_STATES], k[4][m_STATES];\n"
    "    m_real work[m_WORK];\n"
    "    const double h = 0.25;\n"
    "    m_par par;\n"
    "    m_default_parameters(p);\n"
    "    m_prepare(p, &par);\n"
    "    m_initial_state(x);\n"
    "    if (m_rhs(&par, 0, 0, x, k[0]) != m_NO_INPUTS ||\n"
    "        m_step(&par, 0, h, 0, x, work) != m_NO_INPUTS)\n"
    "        return 1;\n"
    "    for (int n = 0; n < 8; n++) {\n"
    "        const double t = h * n;\n"
    "        for (int s = 0; s < 4; s++) {\n"
    "            const double c = s == 0 ? 0 : s == 3 ? 1 : 0.5;\n"
    "            EACH y[i] = s ? x[i] + h * c * k[s - 1][i] : x[i];\n"
    "            if (m_inputs(&par, t + c * h, u) || m_rhs(&par, t + c * h, u, y, k[s]))\n"
    "                return 1;\n"
    "        }\n"
    "        EACH x[i] += h / 6 * k[0][i] + h * (1. / 3) * k[1][i] + h * (1. / 3) * k[2][i] + "
    "h / 6 * k[3][i];\n"
    "    }\n"
    "    EACH printf(\"%.11g%c\", x[i], i + 1 < m_STATES ? ',' : '\\n');\n"
    "    return 0;\n"
    "}\n";

START_TEST(emitted_code_follows_the_inputs)
{
    static const char *const model[] = {SINE, ROBOT}, *const target[] = {"c", "embedded"};
    static const char script[] =
        "N=${NOSLIP_BIN:-$PWD/build/noslip}; case $N in /*) ;; *) N=$PWD/$N;; esac\n"
        "D=$(mktemp -d); cd $D; printf %s \"$1\" >m.nh; printf %s \"$3\" >main.c\n"
        "$N emit m.nh --target $2 -o . 2>/dev/null && "
        "gcc -std=c99 -Wall -Wextra -Werror -ffp-contract=off main.c m.c -lm -o main && ./main\n"
        "$N run m.nh --method rk4 --dt 0.25 -t 2 -q 2>/dev/null | tail -n 1 | "
        "awk -F, '{for (i = 2; i < NF; i++) printf \"%.11g%s\", $i, i < NF - 1 ? \",\" : "
        "\"\\n\"}'\n"
        "rm -r $D";
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(model) * COUNT(target) && test_once(); i++) {
        const char *words[] = {"-c", script, "sh", model[i / 2], target[i % 2], program, NULL};
        const struct told t = tool_call(l.m, "/bin/sh", NULL, words);
        const size_t n = strcspn(t.out, "\n");
        REQUIRE(n > 4 && t.out[n] && strlen(t.out) == 2 * n + 2 &&
                    strncmp(t.out, t.out + n + 1, n) == 0,
                "%s\n%s\n%s%s", target[i % 2], model[i / 2], t.out, t.err);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {emitted_code_follows_the_inputs};
    return test_run("emitted_inputs", tests, COUNT(tests));
}
