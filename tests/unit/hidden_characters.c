/* tests/unit/hidden_characters.c -- characters that change what a screen shows, in all output.
 *
 * Every command shows a model whose title, descriptions, comments and path have control characters
 * of terminals and changes of direction. None of them may reach the output; a list of codes that is
 * written here, not that of the program, decides. JSON, C and JavaScript have escapes of their own.
 */
#include "gen/base/base.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ESC as U+009B, overrides and isolates of direction, marks, separators, an invisible tag */
#define HIDDEN                                                                                     \
    "\xC2\x9B"                                                                                     \
    "31m\xE2\x80\xAE\xE2\x80\x8F\xE2\x81\xA6\xE2\x81\xA9\xD8\x9C\xE2\x80\xA8\xF3\xA0\x81\x81"
#define WORDS                                                                                      \
    "coords x \"a" HIDDEN "b\", y, phi [rad]\n"                                                    \
    "param m = 1 \"c" HIDDEN "d\"\n"                                                               \
    "metric m (dx^2 + dy^2 + dphi^2)\n"                                                            \
    "constraint sin(phi) dx - cos(phi) dy = 0\n"                                                   \
    "init x = 0, y = 0, phi = 0, x' = 1, phi' = 1\n"                                               \
    "run t = 0.1, dt = 0.05\nplot (x, y)\n"

static bool is_hidden(uint32_t c)
{
    return (c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7F && c < 0xA0) || c == 0x61C ||
           c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069) || (c >= 0xE0000 && c < 0xE0080);
}

static uint32_t next(const unsigned char **p)
{
    uint32_t c = **p;
    const int more = c < 0xC0 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
    if (more)
        c &= 0x3FU >> more;
    ++*p;
    for (int i = 0; i < more; i++)
        c = c << 6 | (*(*p)++ & 0x3FU);
    return c;
}

static void must_be_seen(const char *command, const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        const uint32_t c = next(&p);
        ck_assert_msg(!is_hidden(c), "%s: U+%04lX in\n%s", command, (unsigned long)c, text);
    }
}

static const char *const commands[] = {
    "check",
    "check --json",
    "derive",
    "derive --as latex",
    "derive --as mathml",
    "derive --as json",
    "derive --as sympy",
    "derive --as maxima",
    "derive --as mathematica",
    "eval",
    "run",
    "run --json",
    "run -o -",
    "plot -o - --scene",
    "plot -o -",
    "report -o -",
    "emit -o $D && cat $D/*.[ch]",
    "emit --target js -o $D && cat $D/*.js",
    "emit --target embedded --method rk4 -o $D && cat $D/*.[ch]",
    "analyze equilibria",
    "compare",
    "run --form wrong",
    "run -i q=1",
};

/* Puts the model into a file of this name in the folder $D. */
static void put(const char *folder, const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    ck_assert(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

START_TEST(no_command_prints_them)
{
    struct lab l = lab_open();
    char folder[] = "/tmp/noslip-hidden-XXXXXX";
    const char *bin = getenv("NOSLIP_BIN");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("N", bin ? bin : "build/noslip", 1);
    setenv("D", folder, 1);
    put(folder, "m\033[31m\xE2\x80\xAE\xE2\x80\xAC.nh",
        "# head" HIDDEN "\nmodel \"t" HIDDEN "u\"\n" WORDS);
    put(folder, "n\033[31m\xE2\x80\xAE\xE2\x80\xAC.nh", "# head" HIDDEN "\n" WORDS);
    put(folder, "o\033[31m.nh", "# head" HIDDEN "\n" WORDS "check conserved z # " HIDDEN "\n");
    put(folder, "p.nh", "model \"t" HIDDEN "u\"\n" WORDS);
    for (size_t i = 0; i < COUNT(commands); i++) {
        const char *rest = strchr(commands[i], ' ');
        const int word = (int)(rest ? (size_t)(rest - commands[i]) : strlen(commands[i]));
        const char *script =
            base_text(l.m, "for m in $D/*.nh; do $N %.*s \"$m\" %s 2>&1; done; true", word,
                      commands[i], rest ? rest : "");
        const struct told t =
            tool_call(l.m, "/bin/sh", NULL, (const char *const[]){"-c", script, NULL});
        must_be_seen(script, t.out);
        ck_assert_msg(*t.out, "%s prints nothing", script);
    }
    const char *script = /* NOLINTNEXTLINE(misc-misleading-bidirectional): they are tested */
        "printf 'show\\nhelp x\\nhelp m\\ncheck\\nfoo" HIDDEN "\\nsave $D/q" HIDDEN
        ".nh\\n' | $N repl $D/p.nh 2>&1; "
        "cd $D && $N new 'z" HIDDEN "' 2>&1; NOSLIP_WORK='" HIDDEN "' $N check p.nh 2>&1";
    const struct told t =
        tool_call(l.m, "/bin/sh", NULL, (const char *const[]){"-c", script, NULL});
    must_be_seen(script, t.out);
    ck_assert_msg(strstr(t.out, "c<U+009B>31m<U+202E>"), "%s", t.out);
    ck_assert_int_eq(
        tool_call(l.m, "/bin/sh", NULL, (const char *const[]){"-c", "rm -r \"$D\"", NULL}).code, 0);
    lab_close(&l);
}
END_TEST

START_TEST(names_cannot_have_them)
{
    struct lab l = lab_open();
    const char *const bad[] = {"\xC2\x9B", "\xE2\x80\xAE\xE2\x80\xAC", "\xD8\x9C",
                               "\xF3\xA0\x81\x81"};
    for (size_t i = 0; i < COUNT(bad); i++) {
        const char *model = base_text(l.m, "coords x%s\nmetric dx%s^2\n", bad[i], bad[i]);
        const struct told t = tool_run(l.m, model, (const char *const[]){"check", "-", NULL});
        ck_assert_msg(t.code == 3 && strstr(t.err, "an invisible character"), "%s", t.err);
        must_be_seen("check", t.err);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {no_command_prints_them, names_cannot_have_them};
    return test_run("hidden_characters", tests, COUNT(tests));
}
