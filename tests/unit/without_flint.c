/* tests/unit/without_flint.c -- commands that prove say that FLINT is missing, where it is. */
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

/* A library that is preloaded hides FLINT; the program is $N. */
#define HIDE                                                                                       \
    "printf '#include <string.h>\nvoid *dlvsym(void *, const char *, const char *);\n"             \
    "void *dlopen(const char *name, int how) { void *(*next)(const char *, int) = dlvsym((void *)" \
    "-1, \"dlopen\", \"GLIBC_2.34\"); return name && strstr(name, \"flint\") ? 0 : "               \
    "next(name, how); }' | gcc -shared -fPIC -xc -o \"$D/hide.so\" - && "
#define MISSING "FLINT cannot be loaded, so that some proofs are missing"

static const struct {
    const char *script, *says, *never;
} rows[] = {
    {HIDE "LD_PRELOAD=$D/hide.so $N check models/sleigh.nh 2>&1", MISSING, "projector   proved"},
    {HIDE "LD_PRELOAD=$D/hide.so $N derive models/sleigh.nh 2>&1", MISSING, "(proved)"},
    {HIDE "LD_PRELOAD=$D/hide.so $N report models/sleigh.nh -o $D/r.html 2>&1", MISSING, "bug"},
    {HIDE "LD_PRELOAD=$D/hide.so $N eval models/sleigh.nh 2>&1", "qddot", MISSING},
    {"$N check models/sleigh.nh 2>&1", "projector   proved", MISSING},
};

START_TEST(proofs_that_are_missing_are_said)
{
    struct lab l = lab_open();
    char folder[] = "/tmp/noslip-flint-XXXXXX";
    const char *bin = getenv("NOSLIP_BIN");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("N", bin ? bin : "build/noslip", 1);
    setenv("D", folder, 1);
    for (size_t i = 0; i < COUNT(rows) && test_once(); i++) {
        const struct told t =
            tool_call(l.m, "/bin/bash", NULL, (const char *const[]){"-c", rows[i].script, NULL});
        ck_assert_msg(t.code == 0 && strstr(t.out, rows[i].says) && !strstr(t.out, rows[i].never),
                      "%s\nexit %d\n%s%s", rows[i].script, t.code, t.out, t.err);
    }
    tool_call(l.m, "/bin/bash", NULL, (const char *const[]){"-c", "rm -rf $D", NULL});
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {proofs_that_are_missing_are_said};
    return test_run("without FLINT", tests, COUNT(tests));
}
