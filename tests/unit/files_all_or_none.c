/* tests/unit/files_all_or_none.c -- files that a command writes: all or none, and nothing is left.
 *
 * Commands run in a shell, with the program as $N and an empty folder as $D. A library that is
 * preloaded kills a command when it renames its first or second file.
 */
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MODEL "models/sleigh.nh"

static void shell(struct mem *m, const char *script, int code, const char *out)
{
    const struct told t =
        tool_call(m, "/bin/bash", NULL, (const char *const[]){"-c", script, NULL});
    ck_assert_msg(t.code == code && strstr(t.out, out), "%s\nexit %d\n%s%s", script, t.code, t.out,
                  t.err);
}

/* clang-format off */
static const struct {
    const char *script;
    int code;
    const char *out;
} steps[] = {
    /* killed in the middle: the old files stay, and the next command deletes what is left */
    {"printf '#include <signal.h>\n#include <stdlib.h>\nint rename(const char *a, const char *b)"
     "{static int n; if (++n == atoi(getenv(\"LAST\"))) raise(SIGKILL);"
     "int renameat(int, const char *, int, const char *); return renameat(-100, a, -100, b);}' | "
     "gcc -shared -fPIC -xc -o $D.so -", 0, ""},
    {"$N emit " MODEL " -o $D && cp $D/sleigh.h $D/h && cp $D/sleigh.c $D/c", 0, ""},
    {"(LAST=1 LD_PRELOAD=$D.so $N emit " MODEL " --real float -o $D) 2>/dev/null; echo $?; "
     "ls -A $D | grep -c noslip; cmp $D/h $D/sleigh.h && cmp $D/c $D/sleigh.c", 0, "137\n2\n"},
    {"$N emit " MODEL " --real float -o $D && ls -A $D", 0, "c\nh\nsleigh.c\nsleigh.h\n"},
    {"! cmp -s $D/h $D/sleigh.h && ! cmp -s $D/c $D/sleigh.c", 0, ""},
    {"$N check " MODEL " --certificate $D/p.py >/dev/null && cp $D/p.py $D/old", 0, ""},
    {"(LAST=1 LD_PRELOAD=$D.so $N check models/skater_slope.nh --certificate $D/p.py >/dev/null) "
     "2>/dev/null; echo $?; ls -A $D | grep -c noslip; cmp $D/p.py $D/old", 0, "137\n1\n"},
    {"(ulimit -f 1; exec $N emit " MODEL " --target embedded -o $D 2>&1); echo $?", 0,
     "File too large\n4\n"},
    {"$N run " MODEL " -t 1 -q -o $D/a.csv && rm $D/old && ls -A $D", 0,
     "a.csv\nc\nh\np.py\nsleigh.c\nsleigh.h\n"},
    /* killed between the two: a compiler refuses them, until they are written again */
    {"(LAST=2 LD_PRELOAD=$D.so $N emit " MODEL " -o $D) 2>/dev/null; echo $?; "
     "gcc -c -o /dev/null $D/sleigh.c 2>&1", 1, "sleigh.h belongs to another sleigh.c"},
    {"$N emit " MODEL " -o $D && gcc -c -o /dev/null $D/sleigh.c", 0, ""},
    {"$N emit " MODEL " --target embedded -o $D && gcc -c -o /dev/null $D/sleigh.c && "
     "cp $D/h $D/sleigh.h && gcc -c -o /dev/null $D/sleigh.c 2>&1", 1, "belongs to another"},
    /* one of the two cannot be written: the other one stays as it is */
    {"rm -f $D/*; $N emit " MODEL " -o $D && cp $D/sleigh.h $D/h && rm $D/sleigh.c && "
     "mkdir $D/sleigh.c && $N emit " MODEL " --real float -o $D 2>&1", 4, "not made by noslip"},
    {"cmp $D/h $D/sleigh.h && ls -A $D", 0, "h\nsleigh.c\nsleigh.h\n"},
    {"rmdir $D/sleigh.c; $N check " MODEL " --certificate $D 2>&1 >/dev/null", 4, "Is a directory"},
    {"$N check " MODEL " --certificate /dev/full 2>&1 >/dev/null", 4, "No space left on device"},
    {"$N check " MODEL " --certificate /dev/stdout | tail -n 1", 0, "sys.exit(main())"},
    /* only files of this name without a lock are deleted */
    {"cd $D && touch .noslip-aBcDe1 .noslip-aBcDe .noslip-aBcDe12 .noslip-aB.De1 x.noslip-aBcDe1 && "
     "mkdir .noslip-folder && ln -s h .noslip-links1", 0, ""},
    {"touch $D/.noslip-others && exec 8<>$D/.noslip-others && flock -n 8 && "
     "$N run " MODEL " -t 1 -q -o $D/a.csv && ls -A $D", 0,
     ".noslip-aB.De1\n.noslip-aBcDe\n.noslip-aBcDe12\n.noslip-folder\n.noslip-links1\n"
     ".noslip-others\na.csv\nh\nsleigh.h\nx.noslip-aBcDe1\n"},
};
/* clang-format on */

START_TEST(commands_write_all_or_nothing)
{
    struct lab l = lab_open();
    char folder[] = "/tmp/noslip-files-XXXXXX";
    const char *bin = getenv("NOSLIP_BIN");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("N", bin ? bin : "build/noslip", 1);
    setenv("D", folder, 1);
    setenv("LC_ALL", "C", 1);
    for (size_t i = 0; i < COUNT(steps) && test_once(); i++)
        shell(l.m, steps[i].script, steps[i].code, steps[i].out);
    shell(l.m, "rm -rf $D $D.so", 0, "");
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {commands_write_all_or_nothing};
    return test_run("files_all_or_none", tests, COUNT(tests));
}
