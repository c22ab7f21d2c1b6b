/* tests/unit/every_target.c -- targets of `emit`, each with every choice of options.
 *
 * Everything is made from the rows of gen/tables/targets.h, gen/tables/emit_choices.h,
 * runtime/blocks.h and runtime/methods.h: a new target is tested without a new line here.
 */
#include "gen/emit/target.h"
#include "support/support.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An input, a constraint and functions. */
static const char driven[] = "# A blade.\n"
                             "coords x, y, phi\n"
                             "param m = 2 \"mass\", J = 0.5\n"
                             "input F = 0.1 \"push\"\n"
                             "metric m (dx^2 + dy^2) + J dphi^2\n"
                             "potential m x\n"
                             "constraint sin(phi) dx - cos(phi) dy\n"
                             "force phi = F\n"
                             "init phi = 0.3\n";
static const char *const models[] = {"models/turntable_ball.nh", "-"};

enum { MOST = 32 };
/* `emit MODEL --target TARGET` and further arguments, up to NULL. */
static struct told emit(struct mem *m, size_t model, size_t target, const char *const *more)
{
    const char *words[MOST] = {"emit", models[model], "--target", emit_target_choice(target).word};
    size_t n = 4;
    while (*more) {
        REQUIRE(n + 1 < MOST, "too many words");
        words[n++] = *more++;
    }
    return tool_run(m, strcmp(models[model], "-") == 0 ? driven : NULL, words);
}

/* Written, and the same a second time; or refused with a message and no output. */
static void expect(struct mem *m, size_t model, size_t target, const char *const *more, bool good)
{
    struct mem_text name = mem_text(m);
    mem_put_f(&name, "%s --target %s", models[model], emit_target_choice(target).word);
    for (size_t i = 0; more[i]; i++)
        mem_put_f(&name, " %s", more[i]);
    const struct told t = emit(m, model, target, more);
    if (!good) {
        REQUIRE(t.code == EXIT_USAGE, "%s: %d, and not refused", name.text, t.code);
        REQUIRE(!*t.out, "%s: refused, and printed", name.text);
        REQUIRE(strstr(t.err, "error: ") && strstr(t.err, "--"), "%s: %s", name.text, t.err);
        return;
    }
    REQUIRE(t.code == EXIT_DONE, "%s: %d\n%s", name.text, t.code, t.err);
    REQUIRE(strstr(t.out, NOSLIP_MARK), "%s: no mark of the generator", name.text);
    const struct told again = emit(m, model, target, more);
    REQUIRE(strcmp(t.out, again.out) == 0, "%s: two different texts", name.text);
}

/* ---- styles, numbers, functions ---- */

static void try_choices(struct mem *m, size_t model, size_t target)
{
    enum { FAST = 2 };
    for (size_t i = 0; i < STYLE_COUNT * REAL_COUNT * MATH_COUNT * FAST; i++) {
        const size_t style = i % STYLE_COUNT, real = i / STYLE_COUNT % REAL_COUNT;
        const size_t math = i / STYLE_COUNT / REAL_COUNT % MATH_COUNT;
        const bool fast = i / STYLE_COUNT / REAL_COUNT / MATH_COUNT;
        const bool plain = real == REAL_double && math == MATH_bundled && !fast;
        const bool good =
            emit_rows[target].is_c ? !(fast && math == MATH_bundled) : plain; /* see the table */
        const struct mem_mark mark = mem_mark(m);
        expect(m, model, target,
               (const char *const[]){"--style", emit_style_choice(style).word, "--real",
                                     emit_real_choice(real).word, "--math",
                                     emit_math_choice(math).word, fast ? "--fast" : NULL, NULL},
               good);
        mem_release(m, mark);
    }
}

START_TEST(choices_are_written_or_refused)
{
    struct lab l = lab_open();
    for (size_t target = 0; target < TARGET_COUNT; target++)
        for (size_t k = 0; k < COUNT(models); k++)
            if (test_whole() || k == target % COUNT(models))
                try_choices(l.m, k, target);
    lab_close(&l);
}
END_TEST

/* Other words than those of the tables are refused. */
START_TEST(other_words_are_refused)
{
    static const char *const options[] = {"--style", "--real", "--math", "--blocks", "--method"};
    struct lab l = lab_open();
    for (size_t target = 0; target < TARGET_COUNT; target++)
        for (size_t i = 0; i < COUNT(options); i++)
            expect(l.m, 1, target, (const char *const[]){options[i], "nothing", NULL}, false);
    lab_close(&l);
}
END_TEST

/* ---- methods and blocks ---- */

START_TEST(explicit_methods_are_emitted)
{
    struct lab l = lab_open();
    for (size_t target = 0; target < TARGET_COUNT; target++)
        for (size_t i = 0; i < rt_method_count; i++) {
            const struct rt_method *method = &rt_methods[i];
            const struct mem_mark mark = mem_mark(l.m);
            const struct told t =
                emit(l.m, 1, target, (const char *const[]){"--method", method->name, NULL});
            const bool good = rt_is_explicit(method);
            REQUIRE((t.code == EXIT_DONE) == good, "%s, %s: %d\n%s",
                    emit_target_choice(target).word, method->name, t.code, t.err);
            REQUIRE(good ? *t.out != 0 : strstr(t.err, method->name) && !*t.out, "%s, %s: %s",
                    emit_target_choice(target).word, method->name, t.err);
            mem_release(l.m, mark);
        }
    lab_close(&l);
}
END_TEST

/* Each block alone, and all together: written, or the message says that the model has none. */
START_TEST(blocks_are_emitted)
{
    struct lab l = lab_open();
    for (size_t target = 0; target < TARGET_COUNT; target++)
        for (size_t i = 0; emit_block_choice(i).word; i++) {
            const char *word = emit_block_choice(i).word;
            const struct mem_mark mark = mem_mark(l.m);
            const struct told t =
                emit(l.m, 1, target, (const char *const[]){"--blocks", word, NULL});
            REQUIRE(t.code == EXIT_DONE ? strstr(t.out, NOSLIP_MARK) != NULL
                                        : t.code == EXIT_NO && strstr(t.err, word) && !*t.out,
                    "%s, %s: %d\n%s", emit_target_choice(target).word, word, t.code, t.err);
            REQUIRE(t.code == EXIT_DONE || !((emit_rows[target].always >> i & 1) || i == EMIT_ALL),
                    "%s: no %s", emit_target_choice(target).word, word);
            mem_release(l.m, mark);
        }
    lab_close(&l);
}
END_TEST

/* ---- files ---- */

/* Each file is a part of the printed text; returns their number, and removes them. */
static size_t compare_files(struct mem *m, const char *folder, const char *printed)
{
    size_t files = 0;
    DIR *d = opendir(folder);
    REQUIRE(d, "%s is not there", folder);
    for (const struct dirent *e; (e = readdir(d));) {
        if (e->d_name[0] == '.')
            continue;
        const char *path = base_text(m, "%s/%s", folder, e->d_name);
        const char *text = tool_file(m, path);
        REQUIRE(strlen(text) > 100 && strstr(printed, text), "%s is not the printed text", path);
        REQUIRE(unlink(path) == 0, "%s stays", path);
        files++;
    }
    closedir(d);
    return files;
}

START_TEST(files_are_the_printed_text)
{
    struct lab l = lab_open();
    for (size_t target = 0; target < TARGET_COUNT; target++)
        for (size_t k = 0; k < COUNT(models); k++) {
            char folder[] = "/tmp/noslip-target-XXXXXX";
            ck_assert_ptr_nonnull(mkdtemp(folder));
            const struct told printed = emit(l.m, k, target, (const char *const[]){NULL});
            const struct told t = emit(l.m, k, target, (const char *const[]){"-o", folder, NULL});
            REQUIRE(t.code == EXIT_DONE, "%s", t.err);
            const size_t files = compare_files(l.m, folder, printed.out);
            REQUIRE(files > 0, "%s writes no file", emit_target_choice(target).word);
            ck_assert_int_eq(rmdir(folder), 0);
        }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {choices_are_written_or_refused, other_words_are_refused,
                                  explicit_methods_are_emitted, blocks_are_emitted,
                                  files_are_the_printed_text};
    return test_run("targets", tests, COUNT(tests));
}
