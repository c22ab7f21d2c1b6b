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

static const struct {
    enum base_option option;
    struct choice (*word)(size_t i); /* word NULL: the end of the list */
} choices[] = {{OPTION_onto, run_onto_choice},      {OPTION_form, form_choice},
               {OPTION_only, print_part_choice},    {OPTION_as, print_page_choice},
               {OPTION_engine, code_engine_choice}, {OPTION_method, code_method_choice},
               {OPTION_target, emit_target_choice}, {OPTION_style, emit_style_choice},
               {OPTION_real, emit_real_choice},     {OPTION_blocks, emit_block_choice},
               {OPTION_math, emit_math_choice}};
static const struct {
    enum base_command command;
    const char *what;
    struct choice (*word)(size_t i);
} arguments[] = {{COMMAND_analyze, "ANALYSIS", analyze_choice},
                 {COMMAND_new, "KIND", cli_kind_word},
                 {COMMAND_completion, "SHELL", cli_shell_word},
                 {COMMAND_syntax, "EDITOR", cli_editor_word}};
enum {
    CHOICES = sizeof choices / sizeof *choices,
    ARGUMENTS = sizeof arguments / sizeof *arguments
};

struct choice cli_choice(enum base_option option, size_t i)
{
    for (size_t k = 0; k < CHOICES; k++)
        if (choices[k].option == option)
            return choices[k].word(i);
    return (struct choice){NULL, NULL};
}

struct choice cli_argument_word(enum base_command command, size_t i)
{
    for (size_t k = 0; k < ARGUMENTS; k++)
        if (arguments[k].command == command)
            return arguments[k].word(i);
    return (struct choice){NULL, NULL};
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
    for (size_t i = 0; i < ARGUMENTS; i++)
        if (arguments[i].command == command)
            help_words(out, arguments[i].what, arguments[i].word);
    for (size_t i = 0; i < CHOICES; i++)
        if (base_is_option_of(choices[i].option, command))
            help_words(out, base_option_rows[choices[i].option].name, choices[i].word);
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
    for (size_t k = 0; k < CHOICES; k++)
        for (size_t i = 0; choices[k].word(i).word; i++)
            if (choices[k].option != OPTION_form && choices[k].option != OPTION_method &&
                strcmp(word, choices[k].word(i).word) == 0) {
                const char *says = choices[k].word(i).says;
                fprintf(out, "%s %s%s%s\n", base_option_rows[choices[k].option].name, word,
                        says ? ": " : "", says ? says : "");
                found = true;
            }
    for (size_t k = 0; k < ARGUMENTS; k++)
        for (size_t i = 0; arguments[k].word(i).word; i++)
            if (arguments[k].command != COMMAND_analyze &&
                strcmp(word, arguments[k].word(i).word) == 0) {
                fprintf(out, "noslip %s ... %s: %s\n", base_commands[arguments[k].command].name,
                        word, arguments[k].word(i).says);
                found = true;
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
        fprintf(out, "  commands: %s\n", o->of);
        found = true;
    }
    return found;
}

bool cli_help(FILE *out, const char *word)
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
