/* gen/cli/help.c -- the command `help`, made from the tables. */
#include "gen/analyze/analyze.h"
#include "gen/cli/cli.h"
#include "gen/cli/words.h"
#include "gen/emit/emit.h"
#include "gen/print/document.h"
#include "gen/run/run.h"

#include <string.h>

static void help_option(FILE *out, const struct option_row *o)
{
    enum { WIDE = 28 };
    char text[64];
    snprintf(text, sizeof text, "  %c%c%s %s%s%s", o->letter ? '-' : ' ',
             o->letter ? o->letter : ' ', o->letter ? "," : " ", o->name, o->takes ? " " : "",
             o->takes ? o->takes : "");
    base_put_padded(out, text, WIDE);
    fprintf(out, "%s\n", o->about);
}

/* ---- words that options and commands take ---- */

/* By the column `words` of options and commands. NULL: none. */
typedef struct choice words(size_t i); /* word NULL: the end of the list */

static words *const choices[OPTION_COUNT] = {
#define OPTION(id, name, letter, takes, words_, ...) [OPTION_##id] = words_,
    OPTIONS(OPTION)
#undef OPTION
};
static const struct {
    words *word;
    const char *what;
} arguments[COMMAND_COUNT] = {
#define COMMAND(name, room, takes, about, example, options, words_, what_)                         \
    [COMMAND_##name] = {words_, what_},
    COMMANDS(COMMAND)
#undef COMMAND
};

void cli_put_commands(FILE *out, enum base_option option)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (base_is_option_of(option, (enum base_command)i))
            fprintf(out, " %s", base_commands[i].name);
}

struct choice cli_choice(enum base_option option, size_t i)
{
    return choices[option] ? choices[option](i) : (struct choice){NULL, NULL};
}

struct choice cli_argument_word(enum base_command command, size_t i)
{
    return arguments[command].word ? arguments[command].word(i) : (struct choice){NULL, NULL};
}

/* ---- help of a command ---- */

static void help_words(FILE *out, const char *option, struct choice (*word)(size_t i))
{
    enum { WIDE = 15 };
    const bool plain = !word(0).says;
    fprintf(out, "\n%s:%s", option, plain ? "" : "\n");
    for (size_t i = 0; word(i).word; i++) {
        const int used = (int)strlen(word(i).word) + 2;
        fprintf(out, plain ? " %s" : "  %s", word(i).word);
        if (!plain)
            fprintf(out, "%*s%s\n", used < WIDE ? WIDE - used : 1, "", word(i).says);
    }
    if (plain)
        fputc('\n', out);
}

void cli_help_command(FILE *out, enum base_command command)
{
    const struct command_row *c = &base_commands[command];
    fprintf(out, "  %s\n\nnoslip %s%s%s [options]: %s\n\n", c->example, c->name,
            *c->takes ? " " : "", c->takes, c->about);
    for (int i = 0; i < OPTION_COUNT; i++)
        if (base_is_option_of((enum base_option)i, command))
            help_option(out, &base_option_rows[i]);
    if (arguments[command].word)
        help_words(out, arguments[command].what, arguments[command].word);
    for (int i = 0; i < OPTION_COUNT; i++)
        if (choices[i] && base_is_option_of((enum base_option)i, command))
            help_words(out, base_option_rows[i].name, choices[i]);
    if (command == COMMAND_plot || command == COMMAND_compare)
        help_words(out, "figures, by file extension", figure_choice);
}

static void help_all(FILE *out)
{
    enum { WIDE = 34 };
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %s\n", base_commands[i].example);
    fputs("\nnoslip COMMAND MODEL [options]: derive the exact equations of a nonholonomic system,\n"
          "verify them, run them, write code. MODEL is a file, or - for standard input.\n\n",
          out);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        fprintf(out, "  %s %s", base_commands[i].name, base_commands[i].takes);
        const size_t n = strlen(base_commands[i].name) + strlen(base_commands[i].takes) + 3;
        fprintf(out, "%*s%s\n", n < WIDE ? (int)(WIDE - n) : 1, "", base_commands[i].about);
    }
    fputs("\nnoslip COMMAND -h lists the options of a command.\nstatements:", out);
    for (int i = 0; i < STATEMENT_COUNT; i++)
        fprintf(out, " %s", lang_statements[i].keyword);
    fputs("\nforms:", out);
    for (size_t i = 0; i < form_row_count; i++)
        fprintf(out, " %s", form_rows[i].name);
    fputs("\nmethods:", out);
    for (size_t i = 0; i < rt_method_count; i++)
        fprintf(out, " %s", rt_methods[i].name);
    fputc('\n', out);
}

static void help_shapes(FILE *out)
{
    enum { WIDE = 32 };
    fputs("\nshapes:\n", out);
    for (int i = 0; i < SHAPE_COUNT; i++) {
        fputs("  ", out);
        base_put_padded(out, lang_shapes[i].like, WIDE);
        fprintf(out, "%s\n", lang_shapes[i].says);
    }
    fputs("Coordinates of points and numbers may depend on coordinates, velocities, parameters "
          "and t. If a\npoint of any shape has three coordinates, the scene is drawn in space, and "
          "points with two\nlie on the ground.\n",
          out);
}

/* ---- help of a word ---- */

/* The model, indented. */
static void put_example(FILE *out, const char *example)
{
    fputs("\nExample, a complete model:\n\n", out);
    for (const char *at = example; *at;) {
        const size_t n = strcspn(at, "\n");
        fprintf(out, "  %.*s\n", (int)n, at);
        at += n + (at[n] != 0);
    }
}

bool cli_help_statement(FILE *out, const char *word, bool more)
{
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        const struct statement_row *st = &lang_statements[i];
        if (strcmp(word, st->keyword) != 0)
            continue;
        fprintf(out, "%s  %s %s\n\nstatement, %s: %s\n", more ? "\n" : "", st->keyword, st->syntax,
                st->many ? "may be repeated" : "at most once", st->says);
        if (i == STATEMENT_draw)
            help_shapes(out);
        put_example(out, st->example);
        return true;
    }
    return false;
}

static bool help_one_form(FILE *out, const char *word)
{
    for (size_t i = 0; i < form_row_count; i++)
        if (strcmp(word, form_rows[i].name) == 0) {
            fprintf(out, "  noslip derive models/%s.nh --form %s\n\nform, motion on %s: needs %s\n",
                    form_rows[i].model, word, form_rows[i].phase, form_rows[i].needs);
            return true;
        }
    return false;
}

static bool help_method(FILE *out, const char *word)
{
    const struct rt_method *m = rt_method_find(word);
    if (!m)
        return false;
    fprintf(out, "  noslip run models/sleigh.nh --method %s\n\n", word);
    if (m->stages)
        fprintf(out, "method of order %d with %d stage%s: %s\n", m->order, m->stages,
                m->stages == 1 ? "" : "s", m->about);
    else
        fprintf(out, "method: %s\n", m->about);
    return true;
}

bool cli_help_form(FILE *out, const char *word)
{
    return (int)help_one_form(out, word) + (int)help_method(out, word) > 0;
}

static bool help_analysis(FILE *out, const char *word)
{
    const enum analyze_analysis i = analyze_find(word);
    if (i == ANALYSIS_COUNT)
        return false;
    const struct analysis_row *a = &analyze_rows[i];
    fprintf(out, "  %s\n\nanalysis %s%s%s, in a session %s: %s\n", a->example, a->word,
            *a->takes ? " " : "", a->takes, a->brief, a->about);
    return true;
}

static bool help_law(FILE *out, const char *word)
{
    struct nearest near = base_nearest(word, strlen(word));
    const enum lang_law law = lang_law_named(word, &near);
    if (law == LAW_COUNT)
        return false;
    fprintf(out, "law of motion, for 'dynamics' and 'compare': its default form is %s\n",
            lang_laws[law].form);
    return true;
}

/* A word that an option or an argument takes. */
static bool help_choice(FILE *out, const char *word)
{
    bool found = false;
    for (int k = 0; k < OPTION_COUNT; k++)
        for (size_t i = 0; choices[k] && choices[k](i).word; i++)
            if (k != OPTION_form && k != OPTION_method && strcmp(word, choices[k](i).word) == 0) {
                const char *says = choices[k](i).says;
                fprintf(out, "%s %s%s%s\n", base_option_rows[k].name, word, says ? ": " : "",
                        says ? says : "");
                found = true;
            }
    for (int k = 0; k < COMMAND_COUNT; k++)
        for (size_t i = 0; cli_argument_word((enum base_command)k, i).word; i++) {
            const struct choice c = cli_argument_word((enum base_command)k, i);
            if (k != COMMAND_analyze && strcmp(word, c.word) == 0) {
                fprintf(out, "noslip %s ... %s: %s\n", base_commands[k].name, word, c.says);
                found = true;
            }
        }
    return found;
}

/* The word is an option with its dashes. */
static bool help_of_option(FILE *out, const char *word)
{
    bool found = false;
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *o = &base_option_rows[i];
        const bool letter = o->letter && word[0] == '-' && word[1] == o->letter && !word[2];
        if (strcmp(word, o->name) != 0 && !letter)
            continue;
        help_option(out, o);
        fputs("  commands:", out);
        cli_put_commands(out, (enum base_option)i);
        fputc('\n', out);
        found = true;
    }
    return found;
}

/* NULL: an overview; false: unknown word. */
static bool explain(FILE *out, const char *word)
{
    bool found = false;
    if (!word) {
        help_all(out);
        return true;
    }
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(word, base_commands[i].name) == 0) {
            cli_help_command(out, (enum base_command)i);
            found = true;
        }
    found |= cli_help_statement(out, word, found);
    found |= help_law(out, word);
    found |= cli_help_form(out, word);
    found |= help_analysis(out, word);
    found |= help_choice(out, word);
    return found || help_of_option(out, word);
}

enum base_exit cli_command_help(struct job *job, const struct options *o)
{
    if (o->value[OPTION_version].n) {
        puts("noslip " NOSLIP_VERSION);
        return EXIT_DONE;
    }
    if (explain(stdout, o->argument))
        return EXIT_DONE;
    base_fail(job->diag, EXIT_USAGE, "nothing is known about '%s'", o->argument);
    return EXIT_USAGE;
}
