/* tests/unit/readme_examples.c -- examples of README.md, against the output of the program.
 *
 * In a block of code a line "$ noslip .." is run, and the lines below it, up to the next such line
 * or the end of the block, must be what comes out. A line "..." stands for any number of lines, and
 * three dots at the end of a line for its rest. */
#include "gen/base/base.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct line {
    const char *at;
    size_t len;
};

static struct line take_line(const char **text)
{
    const struct line out = {*text, strcspn(*text, "\n")};
    *text += out.len + ((*text)[out.len] == '\n');
    return out;
}

static bool is_text(struct line l, const char *text)
{
    return l.len == strlen(text) && memcmp(l.at, text, l.len) == 0;
}

static bool line_fits(struct line want, struct line got)
{
    const bool open = want.len > 3 && memcmp(want.at + want.len - 3, "...", 3) == 0;
    const size_t len = want.len - (open ? 3 : 0);
    return (open ? got.len >= len : got.len == len) && memcmp(want.at, got.at, len) == 0;
}

/* Whether `got` is what the n lines say; NULL, or the first line that does not fit. */
static const struct line *find_misfit(const struct line *want, size_t n, const char *got)
{
    for (size_t i = 0; i < n; i++) {
        if (is_text(want[i], "...")) {
            if (i + 1 == n)
                return NULL;
            for (const char *next = got; *got && !line_fits(want[i + 1], take_line(&next));)
                got = next;
            continue;
        }
        if (!*got || !line_fits(want[i], take_line(&got)))
            return &want[i];
    }
    return *got ? &want[n - 1] : NULL;
}

/* As in a shell, in a folder that has what the tree has, with `noslip` on the path. */
static const char *run_in(struct mem *m, const char *folder, struct line command)
{
    const char *output = base_text(m, "%s/output", folder);
    const char *whole = base_text(m, "cd %s && PATH=%s:$PATH && { %.*s; } >output 2>&1 </dev/null",
                                  folder, folder, (int)command.len, command.at);
    const int status = system(whole); /* NOLINT(cert-env33-c): as a reader would */
    REQUIRE(WIFEXITED(status), "%s", whole);
    return tool_file(m, output);
}

/* Times on standard error are not the same twice. */
static const char *without_times(struct mem *m, const char *text)
{
    struct mem_text out = mem_text(m);
    while (*text) {
        const struct line l = take_line(&text);
        const bool time = (l.len > 3 && memcmp(l.at + l.len - 3, " ms", 3) == 0) ||
                          (l.len > 2 && memcmp(l.at + l.len - 2, " s", 2) == 0);
        if (!time || l.at[0] == ' ')
            mem_put_f(&out, "%.*s\n", (int)l.len, l.at);
    }
    return out.text ? out.text : "";
}

static void link_into(struct mem *m, const char *folder, const char *target, const char *name)
{
    char here[1024];
    REQUIRE(getcwd(here, sizeof here), "where?");
    const char *whole = target[0] == '/' ? target : base_text(m, "%s/%s", here, target);
    REQUIRE(symlink(whole, base_text(m, "%s/%s", folder, name)) == 0, "no link to %s", whole);
}

START_TEST(commands_print_what_is_shown)
{
    enum { SHOWN = 64 };
    static const char prompt[] = "$ noslip ";
    struct lab l = lab_open();
    char folder[] = "/tmp/noslip-readme-XXXXXX";
    const char *program = getenv("NOSLIP_BIN"), *text = tool_file(l.m, "README.md");
    struct line next, want[SHOWN];
    bool code = false;
    size_t commands = 0;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    link_into(l.m, folder, program ? program : "build/noslip", "noslip");
    link_into(l.m, folder, "models", "models");
    link_into(l.m, folder, "tests", "tests");
    while (*text) {
        next = take_line(&text);
        code ^= next.len >= 3 && memcmp(next.at, "```", 3) == 0;
        if (!code || next.len < sizeof prompt || memcmp(next.at, prompt, sizeof prompt - 1) != 0)
            continue;
        const struct line command = {next.at + 2, next.len - 2};
        size_t n = 0;
        while (*text && strncmp(text, "```", 3) != 0 && strncmp(text, "$ ", 2) != 0) {
            REQUIRE(n < SHOWN, "more than %d lines", SHOWN);
            want[n++] = take_line(&text);
        }
        const char *got = without_times(l.m, run_in(l.m, folder, command));
        const struct line *misfit = n ? find_misfit(want, n, got) : NULL;
        ck_assert_msg(!misfit, "%.*s\nprints\n%s\nnot\n%.*s", (int)command.len, command.at, got,
                      (int)misfit->len, misfit->at);
        commands++;
    }
    ck_assert_uint_gt(commands, 5);
    REQUIRE(system(base_text(l.m, "rm -r %s", folder)) == 0, "%s stays", folder); /* NOLINT */
    lab_close(&l);
}
END_TEST

/* A model that is shown is the one in models/. */
START_TEST(the_model_is_the_one_that_is_shipped)
{
    struct lab l = lab_open();
    ck_assert_ptr_nonnull(
        strstr(tool_file(l.m, "README.md"),
               base_text(l.m, "```\n%s```\n", tool_file(l.m, "models/skater_slope.nh"))));
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {commands_print_what_is_shown,
                                  the_model_is_the_one_that_is_shipped};
    return test_run("readme", tests, COUNT(tests));
}
