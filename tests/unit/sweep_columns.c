/* tests/unit/sweep_columns.c -- columns of `sweep`: names for NumPy, one value for each name. */
#include "support/support.h"

#include <string.h>

/* Names of columns are those that NumPy finds: they differ, and nothing has to be changed. */
START_TEST(numpy_reads_the_columns_of_sweeps)
{
    static const char script[] =
        "N=${NOSLIP_BIN:-build/noslip}; D=$(mktemp -d); M=models/skater_slope.nh\n"
        "sweep() { $N sweep $M -t 1 -i x=0:1:1 -i \" x' = 1:2:1\" -p 'm =1:2:1' -p k=1:2:1 \"$@\"; "
        "}\n"
        "sweep -o $D/a.csv 2>/dev/null && sweep -o $D/a.npy 2>/dev/null && cd $D && "
        "/usr/bin/python3 -c '\n"
        "import numpy as np\n"
        "names = open(\"a.csv\").readline().strip().split(\",\")\n"
        "named = np.genfromtxt(\"a.csv\", delimiter=\",\", names=True)\n"
        "plain = np.loadtxt(\"a.csv\", delimiter=\",\", skiprows=1)\n"
        "whole = np.load(\"a.npy\")\n"
        "assert names == list(named.dtype.names) == list(whole.dtype.names)\n"
        "assert all((named[n] == plain[:, i]).all() and (whole[n] == named[n]).all()"
        " for i, n in enumerate(names))\n"
        "print(*names, named.shape)'\n"
        "rm -r $D";
    struct lab l = lab_open();
    const struct told t =
        tool_call(l.m, "/bin/sh", NULL, (const char *const[]){"-c", script, NULL});
    REQUIRE(!test_once() ||
                strcmp(t.out, "m k x_0 x_dot t x y phi eta_v eta_w energy (16,)\n") == 0,
            "%s%s", t.out, t.err);
    lab_close(&l);
}
END_TEST

START_TEST(a_name_has_one_value)
{
    static const char *const both[] = {"m=1:2:1,m=3", "m=3,m=1:2:1", "m=1:2:1, m =3:4:1"};
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(both); i++) {
        const char *words[] = {"sweep", "models/sleigh.nh", "-p", both[i], NULL};
        const struct told t = tool_run(l.m, NULL, words);
        REQUIRE(t.code == 2 && strstr(t.err, "a range and another value"), "%s: %s", both[i],
                t.err);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {numpy_reads_the_columns_of_sweeps, a_name_has_one_value};
    return test_run("sweep_columns", tests, COUNT(tests));
}
