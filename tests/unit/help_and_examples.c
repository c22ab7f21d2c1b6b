/* tests/unit/help_and_examples.c -- help, templates, completion, editor syntax and `doctor`.
 *
 * Every example in the tables must work as printed.
 */
#include "gen/cli/words.h"
#include "gen/forms/system.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct told shell(struct mem *m, const char *input, const char *command)
{
    return tool_call(m, "/bin/bash", input, (const char *const[]){"-c", command, NULL});
}

/* A new folder with models/ in it, and the program as $noslip. */
static const char *somewhere(struct mem *m, const char *command)
{
    const char *bin = getenv("NOSLIP_BIN");
    char here[4096];
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    return base_text(
        m,
        "set -e; bin=%s; [[ $bin == /* ]] || bin=%s/$bin; noslip() { \"$bin\" \"$@\"; };"
        "d=$(mktemp -d); trap 'rm -r \"$d\"' EXIT; ln -s %s/models \"$d\"; cd \"$d\"; %s",
        bin ? bin : "build/noslip", here, here, command);
}

static bool has_line(const char *text, const char *word)
{
    const size_t n = strlen(word);
    for (const char *at = text; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, word, n) == 0 && (at[n] == ' ' || at[n] == '\n'))
            return true;
    }
    return false;
}

START_TEST(statements_are_shown_in_models_that_work)
{
    struct lab l = lab_open();
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        const struct statement_row *st = &lang_statements[i];
        REQUIRE(has_line(st->example, st->keyword), "%s is not in its example", st->keyword);
        const struct told t =
            tool_run(l.m, st->example, (const char *const[]){"derive", "-", NULL});
        REQUIRE(t.code == 0, "%s\n%s%s", st->keyword, st->example, t.err);
        const struct told h = tool_run(l.m, NULL, (const char *const[]){"help", st->keyword, NULL});
        REQUIRE(h.code == 0 && strstr(h.out, st->says), "%s", st->keyword);
    }
    lab_close(&l);
}
END_TEST

/* The first line of a help text is a command that works. */
static void run_first_line(struct mem *m, const char *word)
{
    const struct told h = tool_run(m, NULL, (const char *const[]){"help", word, NULL});
    const char *example = strstr(h.out, "  noslip ");
    REQUIRE(h.code == 0 && example, "%s", word);
    const char *command = base_text(m, "%.*s", (int)strcspn(example, "\n"), example);
    const struct told t = shell(m, NULL, somewhere(m, command));
    REQUIRE(t.code == 0, "%s: %d\n%s", command, t.code, t.err);
}

START_TEST(forms_and_methods_are_shown_at_work)
{
    struct lab l = lab_open();
    const size_t every = test_whole() ? 1 : 4;
    for (size_t i = 0; i < form_row_count; i += every)
        run_first_line(l.m, form_rows[i].name);
    for (size_t i = 0; i < rt_method_count; i += every)
        run_first_line(l.m, rt_methods[i].name);
    lab_close(&l);
}
END_TEST

START_TEST(commands_have_examples_that_work)
{
    struct lab l = lab_open();
    for (int i = 0; i < COMMAND_COUNT; i += test_whole() ? 1 : 3) {
        const struct told t = shell(l.m, NULL, somewhere(l.m, base_commands[i].example));
        REQUIRE(t.code == 0, "%s: %d\n%s", base_commands[i].example, t.code, t.err);
        const struct told h =
            tool_run(l.m, NULL, (const char *const[]){base_commands[i].name, "-h", NULL});
        REQUIRE((h.code == 0 && strstr(h.out, base_commands[i].about)) || i == COMMAND_help, "%s",
                base_commands[i].name);
    }
    lab_close(&l);
}
END_TEST

START_TEST(every_word_of_the_tables_is_explained)
{
    static const char *const words[] = {"nonholonomic", "tcc", "structure", "latex", "lyap", "jac",
                                        "blade",        "zsh", "vscode",    "float", NULL};
    struct lab l = lab_open();
    for (size_t i = 0; words[i]; i++) {
        const struct told h = tool_run(l.m, NULL, (const char *const[]){"help", words[i], NULL});
        REQUIRE(h.code == 0 && *h.out, "%s", words[i]);
    }
    const struct told h = tool_run(l.m, NULL, (const char *const[]){"help", "nothing", NULL});
    ck_assert(h.code == EXIT_USAGE && strstr(h.err, "nothing is known"));
    lab_close(&l);
}
END_TEST

START_TEST(new_models_are_whole_and_overwrite_nothing)
{
    struct lab l = lab_open();
    for (size_t i = 0; cli_kind_word(i).word; i++) {
        if (i % 3 && !test_whole())
            continue;
        const char *kind = cli_kind_word(i).word;
        const struct told t =
            shell(l.m, NULL,
                  somewhere(l.m, base_text(l.m,
                                           "noslip new 'my model' %s; noslip check 'my model.nh'; "
                                           "noslip run 'my model.nh' -t 0.5 -q -o rows.csv; "
                                           "noslip compare 'my model.nh' -t 0.1 >/dev/null || :;"
                                           "echo mine >'my model.nh'; "
                                           "if noslip new 'my model' %s; then exit 9; fi; "
                                           "grep -qx mine 'my model.nh'",
                                           kind, kind)));
        REQUIRE(t.code == 0, "%s: %d\n%s%s", kind, t.code, t.out, t.err);
        ck_assert_ptr_null(strstr(t.out, "undecided"));
    }
    static const char *const bad[] = {"noslip new 'a\"b'", "noslip new ''", "noslip new a b",
                                      "noslip new nowhere/a", NULL};
    for (size_t i = 0; bad[i]; i++) {
        const struct told t = shell(l.m, NULL, somewhere(l.m, bad[i]));
        REQUIRE((t.code == EXIT_USAGE || t.code == EXIT_SYSTEM) && *t.err, "%s: %d", bad[i],
                t.code);
    }
    lab_close(&l);
}
END_TEST

/* A file of rows never overwrites the model. */
START_TEST(models_are_not_written_over)
{
    static const char *const rows[] = {"noslip analyze m.nh section x -o m.nh",
                                       "noslip sweep m.nh -p m=1:2:1 -o m.nh",
                                       "noslip sweep m.nh -p m=1:2:1 -o ./link.nh",
                                       "noslip check m.nh --certificate m.nh",
                                       "noslip run m.nh -o m.nh",
                                       NULL};
    struct lab l = lab_open();
    for (size_t i = 0; rows[i]; i++) {
        const struct told t =
            shell(l.m, NULL,
                  somewhere(l.m, base_text(l.m,
                                           "cp models/sleigh.nh m.nh; ln -s m.nh link.nh; code=0; "
                                           "%s || code=$?; cmp m.nh models/sleigh.nh; exit $code",
                                           rows[i])));
        REQUIRE(t.code == EXIT_USAGE && strstr(t.err, "is the model itself"), "%s: %d %s", rows[i],
                t.code, t.err);
    }
    lab_close(&l);
}
END_TEST

START_TEST(examples_are_the_models_themselves)
{
    struct lab l = lab_open();
    const struct told all = tool_run(l.m, NULL, (const char *const[]){"examples", NULL});
    ck_assert(all.code == 0 && strstr(all.out, "  snakeboard  ") &&
              strstr(all.out, "Chaplygin sleigh"));
    const struct told one = tool_run(l.m, NULL, (const char *const[]){"examples", "g4", NULL});
    ck_assert_str_eq(one.out, tool_file(l.m, "models/g4.nh"));
    const struct told some =
        tool_run(l.m, NULL, (const char *const[]){"examples", "CHAPLYGIN", NULL});
    ck_assert(some.code == 0 && strstr(some.out, "sleigh") && !strstr(some.out, "snakeboard"));
    const struct told none =
        tool_run(l.m, NULL, (const char *const[]){"examples", "snakebord", NULL});
    ck_assert(none.code == EXIT_USAGE && strstr(none.err, "snakeboard"));
    lab_close(&l);
}
END_TEST

START_TEST(the_doctor_looks_at_everything)
{
    struct lab l = lab_open();
    const struct told t = tool_run(l.m, NULL, (const char *const[]){"doctor", NULL});
    ck_assert_int_eq(t.code, 0);
    ck_assert(strstr(t.out, "  ok       C compiler") && strstr(t.out, "  ok       FLINT"));
    ck_assert(strstr(t.out, "  missing  terminal"));
    const struct told poor =
        shell(l.m, NULL, "PATH=/nowhere CC=/nowhere/cc ${NOSLIP_BIN:-build/noslip} doctor");
    ck_assert_int_eq(poor.code, 0);
    ck_assert(strstr(poor.out, "  missing  C compiler") && strstr(poor.out, "apt-get install gcc"));
    lab_close(&l);
}
END_TEST

/* ---- shells ---- */

/* Completions of bash for a line with the cursor at its end. */
static const char *offered(struct mem *m, const char *line)
{
    const struct told t =
        shell(m, NULL,
              somewhere(m, base_text(m,
                                     "set +e; source <(noslip completion bash); compopt() { :; };"
                                     "COMP_WORDS=(%s); [[ '%s' != *' ' ]] || COMP_WORDS+=('');"
                                     "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _noslip;"
                                     "printf '%%s ' \"${COMPREPLY[@]}\"",
                                     line, line)));
    REQUIRE(t.code == 0 && !*t.err, "%s: %s", line, t.err);
    return t.out;
}

START_TEST(bash_completes_what_there_is)
{
    static const char *const rows[][2] = {
        {"noslip an", "analyze "},
        {"noslip run --met", "--method "},
        {"noslip run --method disc", "discrete discrete4 "},
        {"noslip run models/snake", "models/snakeboard.nh "},
        {"noslip derive models/sleigh.nh --as ma", "mathml maxima mathematica "},
        {"noslip analyze models/sleigh.nh ly", "lyapunov "},
        {"noslip help hol", "holonomic "},
        {"noslip completion f", "fish "},
        {"noslip run mod", "models/ "},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *got = offered(l.m, rows[i][0]);
        REQUIRE(strcmp(got, rows[i][1]) == 0, "%s: %s", rows[i][0], got);
    }
    lab_close(&l);
}
END_TEST

START_TEST(other_shells_know_all_words)
{
    struct lab l = lab_open();
    for (size_t i = 0; cli_shell_word(i).word; i++) {
        const struct told t =
            tool_run(l.m, NULL, (const char *const[]){"completion", cli_shell_word(i).word, NULL});
        ck_assert_int_eq(t.code, 0);
        for (int c = 0; c < COMMAND_COUNT; c++)
            REQUIRE(strstr(t.out, base_commands[c].name), "%s", base_commands[c].name);
        for (int o = 0; o < OPTION_COUNT; o++)
            REQUIRE(strstr(t.out, base_option_rows[o].name + 2), "%s", base_option_rows[o].name);
    }
    lab_close(&l);
}
END_TEST

/* ---- editors ---- */

START_TEST(editors_colour_the_language)
{
    struct lab l = lab_open();
    struct mem_text statements = mem_text(l.m);
    const struct told vim = tool_run(l.m, NULL, (const char *const[]){"syntax", "vim", NULL});
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        mem_put_f(&statements, " %s", lang_statements[i].keyword);
        REQUIRE(strstr(vim.out, lang_statements[i].keyword), "%s", lang_statements[i].keyword);
    }
    const struct told t =
        shell(l.m, NULL,
              base_text(l.m,
                        "/usr/bin/python3 tests/unit/support/syntax.py "
                        "<(${NOSLIP_BIN:-build/noslip} syntax vscode) '%s' models/*.nh && "
                        "${NOSLIP_BIN:-build/noslip} syntax vscode-package | "
                        "/usr/bin/python3 -c 'import json, sys; json.load(sys.stdin)'",
                        statements.text));
    REQUIRE(t.code == 0, "%s", t.err);
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {statements_are_shown_in_models_that_work,
                                  forms_and_methods_are_shown_at_work,
                                  commands_have_examples_that_work,
                                  every_word_of_the_tables_is_explained,
                                  new_models_are_whole_and_overwrite_nothing,
                                  models_are_not_written_over,
                                  examples_are_the_models_themselves,
                                  the_doctor_looks_at_everything,
                                  bash_completes_what_there_is,
                                  other_shells_know_all_words,
                                  editors_colour_the_language};
    return test_run("help", tests, COUNT(tests));
}
