/* tests/unit/readme_examples.c -- examples, paths and links of all README.md files, tried out.
 *
 * In a block of code a line "$ noslip .." (also "$ .. | noslip ..") is run, and the lines below it,
 * up to the next such line or the end of the block, must be its output. A line "..." stands for
 * any number of lines, and three dots at the end of a line for its rest. Files that are named
 * `like/this.c` in the text must exist, from the root of the tree or from the folder of the README;
 * names with *, capitals (NAME) or x (target_x.c) are patterns. models/README.md has a row for each
 * statement and each formulation.
 */
#include "gen/forms/system.h"
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

/* Compares `got` with n lines; NULL, or the first line that differs. */
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

/* Runs a command in a shell, in a folder with links to the tree, with `noslip` on the path. */
static const char *run_in(struct mem *m, const char *folder, struct line command)
{
    const char *output = base_text(m, "%s/output", folder);
    const char *whole = base_text(m, "cd %s && PATH=%s:$PATH && { %.*s; } >output 2>&1 </dev/null",
                                  folder, folder, (int)command.len, command.at);
    const int status = system(whole); /* NOLINT(cert-env33-c): as a reader would */
    REQUIRE(WIFEXITED(status), "%s", whole);
    return tool_file(m, output);
}

/* Replaces times on standard error, which vary. */
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

/* Folders with a README.md: the tree, then its rooms. */
static const char *const rooms[] = {"", "expr/", "gen/", "runtime/", "models/", "tests/"};

static const char *readme_of(struct mem *m, const char *room)
{
    return tool_file(m, base_text(m, "%sREADME.md", room));
}

static bool is_fence(struct line l)
{
    return l.len >= 3 && memcmp(l.at, "```", 3) == 0;
}

/* ---- commands ---- */

/* "$ noslip ..", "$ .. | noslip ..": a line for a shell. */
static bool calls_program(struct line l)
{
    static const char name[] = "noslip ";
    if (l.len < 2 || memcmp(l.at, "$ ", 2) != 0)
        return false;
    for (size_t i = 1; i + sizeof name <= l.len; i++)
        if (l.at[i] == ' ' && memcmp(l.at + i + 1, name, sizeof name - 1) == 0)
            return true;
    return false;
}

/* Runs the commands of one text; returns their number. */
static size_t run_commands(struct mem *m, const char *folder, const char *text)
{
    enum { SHOWN = 64 };
    struct line next, want[SHOWN];
    bool code = false;
    size_t commands = 0;
    while (*text) {
        next = take_line(&text);
        code ^= is_fence(next);
        if (!code || !calls_program(next))
            continue;
        const struct line command = {next.at + 2, next.len - 2};
        size_t n = 0;
        while (*text && strncmp(text, "```", 3) != 0 && strncmp(text, "$ ", 2) != 0) {
            REQUIRE(n < SHOWN, "more than %d lines", SHOWN);
            want[n++] = take_line(&text);
        }
        const char *got = without_times(m, run_in(m, folder, command));
        const struct line *misfit = n ? find_misfit(want, n, got) : NULL;
        ck_assert_msg(!misfit, "%.*s\nprints\n%s\nnot\n%.*s", (int)command.len, command.at, got,
                      (int)misfit->len, misfit->at);
        commands++;
    }
    return commands;
}

START_TEST(commands_print_what_is_shown)
{
    struct lab l = lab_open();
    char folder[] = "/tmp/noslip-readme-XXXXXX";
    const char *program = getenv("NOSLIP_BIN");
    size_t commands = 0;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    link_into(l.m, folder, program ? program : "build/noslip", "noslip");
    link_into(l.m, folder, "models", "models");
    link_into(l.m, folder, "tests", "tests");
    for (size_t i = 0; i < COUNT(rooms); i++)
        commands += run_commands(l.m, folder, readme_of(l.m, rooms[i]));
    ck_assert_uint_gt(commands, 20);
    REQUIRE(system(base_text(l.m, "rm -r %s", folder)) == 0, "%s stays", folder); /* NOLINT */
    lab_close(&l);
}
END_TEST

/* ---- paths ---- */

static bool ends_with(const char *word, const char *end)
{
    const size_t n = strlen(word), k = strlen(end);
    return n >= k && strcmp(word + n - k, end) == 0;
}

/* Does a word name a file of the tree: a path in one of the rooms, or the name of a source? */
static bool is_path(const char *word)
{
    static const char *const ends[] = {".c",  ".h",  ".sh",  ".md", ".mk",
                                       ".py", ".js", ".css", ".nh"};
    if (!word[strspn(word, "./")] || strncmp(word, "build/", 6) == 0)
        return false;
    for (size_t i = 1; i < COUNT(rooms); i++)
        if (strncmp(word, rooms[i], strlen(rooms[i])) == 0)
            return true;
    for (size_t i = 0; i < COUNT(ends); i++)
        if (ends_with(word, ends[i]) && strlen(word) > strlen(ends[i]))
            return true;
    return false;
}

/* Does it have a star, capitals other than README, or x for a name? */
static bool is_pattern(struct mem *m, const char *word)
{
    const char *readme = strstr(word, "README.md");
    const char *before =
        readme ? base_text(m, "%.*s", (int)(readme - word), word) : base_text(m, "%s", word);
    const char *slash = strrchr(before, '/'), *name = slash ? slash + 1 : before;
    const char *dot = strchr(name, '.');
    const bool x = dot && dot > name && dot[-1] == 'x' && (dot == name + 1 || dot[-2] == '_');
    return x || strpbrk(before, "*<>|") || before[strcspn(before, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")];
}

static void expect_path(struct mem *m, const char *room, const char *word)
{
    if (!is_path(word) || is_pattern(m, word))
        return;
    ck_assert_msg(access(word, F_OK) == 0 || access(base_text(m, "%s%s", room, word), F_OK) == 0,
                  "%sREADME.md names %s, which does not exist", room, word);
}

/* Words between back quotes, and targets of links, of one line. */
static size_t look_at_paths(struct mem *m, const char *room, struct line l)
{
    const char *text = base_text(m, "%.*s", (int)l.len, l.at);
    size_t seen = 0;
    for (const char *at = text, *end; (at = strchr(at, '`')); at = end + 1) {
        if (!(end = strchr(at + 1, '`')))
            break;
        for (const char *word = at + 1; word < end;) {
            const size_t n = strcspn(word, " `,;=");
            expect_path(m, room, base_text(m, "%.*s", (int)n, word));
            seen++;
            word += n + 1;
        }
    }
    for (const char *at = text; (at = strstr(at, "](")); at++) {
        const char *target = base_text(m, "%.*s", (int)strcspn(at + 2, "#)"), at + 2);
        if (!*target || strstr(target, "://"))
            continue;
        ck_assert_msg(access(base_text(m, "%s%s", room, target), F_OK) == 0,
                      "%sREADME.md has a link to %s, which does not exist", room, target);
        seen++;
    }
    return seen;
}

START_TEST(files_that_are_named_exist)
{
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rooms); i++) {
        const char *text = readme_of(l.m, rooms[i]);
        size_t seen = 0;
        bool code = false;
        while (*text) {
            const struct line next = take_line(&text);
            code ^= is_fence(next);
            if (!code)
                seen += look_at_paths(l.m, rooms[i], next);
        }
        ck_assert_uint_gt(seen, 10);
    }
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

/* ---- tables ---- */

/* Is the word, with a back quote before it, in a row of a table? */
static bool has_row(struct mem *m, const char *text, const char *word)
{
    const size_t n = strlen(word);
    while (*text) {
        const struct line l = take_line(&text);
        const char *row = base_text(m, "%.*s", (int)l.len, l.at);
        for (const char *at = row; row[0] == '|' && (at = strchr(at, '`')); at++)
            if (strncmp(at + 1, word, n) == 0 && (at[1 + n] == ' ' || at[1 + n] == '`'))
                return true;
    }
    return false;
}

START_TEST(statements_and_formulations_have_rows)
{
    struct lab l = lab_open();
    const char *text = tool_file(l.m, "models/README.md");
    for (int i = 0; i < STATEMENT_COUNT; i++)
        ck_assert_msg(has_row(l.m, text, lang_statements[i].keyword),
                      "models/README.md has no row `%s ...` for this statement",
                      lang_statements[i].keyword);
    for (size_t i = 0; i < form_row_count; i++)
        ck_assert_msg(has_row(l.m, text, form_rows[i].name),
                      "models/README.md has no row `%s` for this formulation", form_rows[i].name);
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {commands_print_what_is_shown, files_that_are_named_exist,
                                  the_model_is_the_one_that_is_shipped,
                                  statements_and_formulations_have_rows};
    return test_run("readme", tests, COUNT(tests));
}
