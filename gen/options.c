/* gen/options.c -- the command line, and the help that is made from its tables. */
#include "gen/gen.h"

#include <string.h>

static const struct command {
    const char *name, *takes, *about, *example;
} commands[COMMAND_COUNT] = {
#define COMMAND(name_, takes_, about_, example_)                                                   \
    [COMMAND_##name_] = {#name_, takes_, about_, example_},
    COMMANDS(COMMAND)
#undef COMMAND
};

static const struct option {
    const char *name;
    char letter;
    const char *takes; /* NULL: no argument */
    const char *of, *about;
} options[OPTION_COUNT] = {
#define OPTION(id, name_, letter_, takes_, of_, about_)                                            \
    [OPTION_##id] = {name_, letter_, takes_, of_, about_},
    OPTIONS(OPTION)
#undef OPTION
};

/* ---- reading ---- */

/* Is `word` one of the words in `list`? */
static bool among(const char *word, const char *list)
{
    const size_t n = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += n)
        if ((at == list || at[-1] == ' ') && (at[n] == ' ' || at[n] == 0))
            return true;
    return false;
}

static bool find_command(struct diag *d, const char *word, enum gen_command *out)
{
    struct nearest near = gen_nearest(word, strlen(word));
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(word, commands[i].name) == 0) {
            *out = (enum gen_command)i;
            return true;
        }
        gen_offer(&near, commands[i].name);
    }
    const char *mean = gen_did_you_mean(d->mem, &near);
    gen_fail(d, EXIT_USAGE, "unknown command '%s'", word)->help =
        mean ? mean : "noslip help lists the commands";
    return false;
}

/* The option that an argument names, of the command if it has one of the name, and where its value
 * starts if that is in the same word. */
static enum gen_option find_option(const char *word, const char *command, const char **value)
{
    const size_t name = strcspn(word, "=");
    enum gen_option found = OPTION_COUNT;
    *value = NULL;
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option *o = &options[i];
        const bool by_name =
            word[1] == '-' && strlen(o->name) == name && memcmp(o->name, word, name) == 0;
        const bool by_letter = word[1] != '-' && o->letter && word[1] == o->letter;
        if ((!by_name && !by_letter) || (found < OPTION_COUNT && !among(command, o->of)))
            continue;
        found = (enum gen_option)i;
        if (by_name && word[name] == '=')
            *value = word + name + 1;
        if (by_letter && word[2])
            *value = word + 2;
    }
    return found;
}

static void unknown_option(struct diag *d, const char *word, const struct command *c)
{
    struct nearest near = gen_nearest(word, strcspn(word, "="));
    for (int i = 0; i < OPTION_COUNT; i++)
        if (among(c->name, options[i].of))
            gen_offer(&near, options[i].name);
    const char *mean = gen_did_you_mean(d->mem, &near);
    gen_fail(d, EXIT_USAGE, "unknown option '%s'", word)->help =
        mean ? mean : gen_text(d->mem, "noslip %s -h lists the options", c->name);
}

/* One option with its value; returns how many words it took, 0 after a mistake. */
static int take_option(struct diag *d, char **word, struct options *out)
{
    const struct command *c = &commands[out->command];
    const char *value = NULL;
    const enum gen_option i = find_option(word[0], c->name, &value);
    if (i == OPTION_COUNT) {
        unknown_option(d, word[0], c);
        return 0;
    }
    const struct option *o = &options[i];
    if (!among(c->name, o->of)) {
        gen_fail(d, EXIT_USAGE, "'%s' is not an option of '%s'", o->name, c->name)->help =
            gen_text(d->mem, "it belongs to: %s", o->of);
        return 0;
    }
    if (!o->takes && value) {
        gen_fail(d, EXIT_USAGE, "'%s' takes no value", o->name);
        return 0;
    }
    const bool next = o->takes && !value;
    if (next && !word[1]) {
        gen_fail(d, EXIT_USAGE, "'%s' needs a value: %s", word[0], o->takes);
        return 0;
    }
    struct option_text *texts = &out->value[i];
    texts->at[texts->n++] = next ? word[1] : value;
    return next ? 2 : 1;
}

static size_t words_of(const char *list)
{
    size_t n = 1;
    for (; *list; list++)
        n += *list == ' ';
    return n;
}

static bool takes_more(const struct options *o)
{
    const char *takes = commands[o->command].takes;
    return strstr(takes, "...") || o->more + 1 < words_of(takes);
}

static bool take_rest(struct diag *d, int argc, char **argv, struct options *out)
{
    bool only_names = false;
    for (int i = 0; i < argc;) {
        if (!only_names && strcmp(argv[i], "--") == 0) {
            only_names = true;
            i++;
        } else if (!only_names && argv[i][0] == '-' && argv[i][1]) {
            const int taken = take_option(d, argv + i, out);
            if (!taken)
                return false;
            i += taken;
        } else if (!out->argument) {
            out->argument = argv[i++];
        } else if (takes_more(out)) {
            out->word[out->more++] = argv[i++];
        } else {
            gen_fail(d, EXIT_USAGE, "one %s at a time, not also '%s'", commands[out->command].takes,
                     argv[i]);
            return false;
        }
    }
    return true;
}

bool gen_options(struct diag *d, int argc, char **argv, struct options *out)
{
    *out = (struct options){.command = COMMAND_help,
                            .word = mem_take_array(d->mem, (size_t)argc + 1, sizeof(char *))};
    for (int i = 0; i < OPTION_COUNT; i++)
        out->value[i].at = mem_take_array(d->mem, (size_t)argc + 1, sizeof(char *));
    const bool bare = argc > 1 && argv[1][0] == '-';
    if (argc > 1 && !bare && !find_command(d, argv[1], &out->command))
        return false;
    const int skip = argc < 1 ? 0 : bare || argc < 2 ? 1 : 2;
    if (!take_rest(d, argc - skip, argv + skip, out))
        return false;
    if (argc < 2) {
        gen_fail(d, EXIT_USAGE, "a command is missing")->help = "noslip help lists the commands";
        return false;
    }
    const bool asks = out->value[OPTION_help].n || out->command == COMMAND_help;
    if (!out->argument && !asks && commands[out->command].takes[0] != '[') {
        gen_fail(d, EXIT_USAGE, "'%s' needs a model", commands[out->command].name)->help =
            gen_text(d->mem, "for example %s", commands[out->command].example);
        return false;
    }
    return true;
}

const char *gen_last(const struct options *o, enum gen_option option)
{
    const struct option_text *t = &o->value[option];
    return t->n ? t->at[t->n - 1] : NULL;
}

struct point_texts gen_where(const struct options *o)
{
    return (struct point_texts){.params = &o->value[OPTION_param],
                                .inits = &o->value[OPTION_init],
                                .states = &o->value[OPTION_state],
                                .projects = o->value[OPTION_project].n > 0,
                                .sets = &o->value[OPTION_set]};
}

bool gen_choose(struct diag *d, const struct options *o, enum gen_option option, const char *name,
                const char *(*word)(size_t), size_t words, size_t *out)
{
    const char *text = gen_last(o, option);
    unsigned bits = 0;
    if (!text)
        return true;
    if (!gen_words(d, name, text, word, words, &bits))
        return false;
    if (bits & (bits - 1)) {
        gen_fail(d, EXIT_USAGE, "%s takes one word", name);
        return false;
    }
    for (*out = 0; !(bits >> *out & 1);)
        ++*out;
    return true;
}

bool gen_words(struct diag *d, const char *option, const char *text,
               const char *(*word)(size_t index), size_t words, unsigned *out)
{
    *out = 0;
    for (const char *at = text;;) {
        const size_t n = strcspn(at, ",");
        struct nearest near = gen_nearest(at, n);
        size_t i = 0;
        while (i < words && (strlen(word(i)) != n || memcmp(word(i), at, n) != 0))
            gen_offer(&near, word(i++));
        if (i == words) {
            struct mem_text all = mem_text(d->mem);
            for (i = 0; i < words; i++)
                mem_put_f(&all, "%s%s", i ? ", " : "it is one of: ", word(i));
            const char *mean = gen_did_you_mean(d->mem, &near);
            gen_fail(d, EXIT_USAGE, "%s does not know '%.*s'", option, (int)n, at)->help =
                mean ? mean : all.text;
            return false;
        }
        *out |= 1U << i;
        if (!at[n])
            return true;
        at += n + 1;
    }
}

/* ---- help ---- */

static void help_option(FILE *out, const struct option *o)
{
    enum { WIDE = 28 };
    char text[64];
    snprintf(text, sizeof text, "  %c%c%s %s%s%s", o->letter ? '-' : ' ',
             o->letter ? o->letter : ' ', o->letter ? "," : " ", o->name, o->takes ? " " : "",
             o->takes ? o->takes : "");
    gen_put_padded(out, text, WIDE);
    fprintf(out, "%s\n", o->about);
}

/* Words that an option takes, and what they mean where that is not plain. */
struct word {
    const char *word, *says;
};

static struct word form_words(size_t i)
{
    return i < gen_form_count ? (struct word){gen_forms[i].name, gen_forms[i].needs}
                              : (struct word){NULL, NULL};
}

static struct word section_words(size_t i)
{
    static const struct word all[] = {
#define SECTION(name, usual, says) {#name, says},
        SECTIONS(SECTION)
#undef SECTION
            {NULL, NULL}};
    return all[i];
}

static struct word page_words(size_t i)
{
    return (struct word){i < PAGE_COUNT ? gen_page_word((enum gen_page)i) : NULL, NULL};
}

static struct word method_words(size_t i)
{
    return (struct word){i < rt_method_count ? rt_methods[i].name : NULL, NULL};
}

static struct word engine_words(size_t i)
{
    return i < ENGINE_COUNT ? (struct word){gen_engines[i].word, gen_engines[i].about}
                            : (struct word){NULL, NULL};
}

static struct word target_words(size_t i)
{
    static const struct word all[] = {
#define EMITTER(word, says) {#word, says},
        EMITTERS(EMITTER)
#undef EMITTER
            {NULL, NULL}};
    return all[i];
}

static struct word style_words(size_t i)
{
    static const struct word all[] = {
#define STYLE(word, says) {#word, says},
        EMIT_STYLES(STYLE)
#undef STYLE
            {NULL, NULL}};
    return all[i];
}

static struct word real_words(size_t i)
{
    static const struct word all[] = {
#define REAL(word, says) {#word, says},
        EMIT_REALS(REAL)
#undef REAL
            {NULL, NULL}};
    return all[i];
}

static struct word block_words(size_t i)
{
    static const struct word all[] = {
#define BLOCK(name, says) {#name, says},
#include "runtime/blocks.h"
#undef BLOCK
        {"all", "whatever there is"}, {NULL, NULL}};
    return all[i];
}

static struct word onto_words(size_t i)
{
    static const struct word all[] = {
#define ONTO(word, says) {#word, says},
        ONTOS(ONTO)
#undef ONTO
            {NULL, NULL}};
    return all[i];
}

static const struct {
    enum gen_option option;
    struct word (*word)(size_t i); /* word NULL: there are no more */
} choices[] = {{OPTION_onto, onto_words},     {OPTION_form, form_words},
               {OPTION_only, section_words},  {OPTION_as, page_words},
               {OPTION_engine, engine_words}, {OPTION_method, method_words},
               {OPTION_target, target_words}, {OPTION_style, style_words},
               {OPTION_real, real_words},     {OPTION_blocks, block_words}};

static void help_words(FILE *out, const char *option, struct word (*word)(size_t i))
{
    enum { WIDE = 15 };
    const bool plain = !word(0).says;
    fprintf(out, "\n%s:%s", option, plain ? "" : "\n");
    for (size_t i = 0; word(i).word; i++) {
        fprintf(out, plain ? " %s" : "  %s", word(i).word);
        if (!plain)
            fprintf(out, "%*s%s\n", WIDE - (int)strlen(word(i).word) - 2, "", word(i).says);
    }
    if (plain)
        fputc('\n', out);
}

void gen_help_command(FILE *out, enum gen_command command)
{
    const struct command *c = &commands[command];
    fprintf(out, "  %s\n\nnoslip %s %s [options]: %s\n\n", c->example, c->name, c->takes, c->about);
    for (int i = 0; i < OPTION_COUNT; i++)
        if (among(c->name, options[i].of))
            help_option(out, &options[i]);
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (among(c->name, options[choices[i].option].of))
            help_words(out, options[choices[i].option].name, choices[i].word);
}

static void help_all(FILE *out)
{
    enum { WIDE = 20 };
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %s\n", commands[i].example);
    fputs("\nnoslip COMMAND MODEL [options]: nonholonomic mechanics, from a model to exact\n"
          "equations, to C, to a trajectory. MODEL is a file, or - for standard input.\n\n",
          out);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        fprintf(out, "  %s %s", commands[i].name, commands[i].takes);
        const size_t n = strlen(commands[i].name) + strlen(commands[i].takes) + 3;
        fprintf(out, "%*s%s\n", n < WIDE ? (int)(WIDE - n) : 1, "", commands[i].about);
    }
    fputs("\nnoslip COMMAND -h lists the options of a command.\nstatements:", out);
    for (int i = 0; i < STATEMENT_COUNT; i++)
        fprintf(out, " %s", gen_statements[i].keyword);
    fputs("\nforms:", out);
    for (size_t i = 0; i < gen_form_count; i++)
        fprintf(out, " %s", gen_forms[i].name);
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
        gen_put_padded(out, gen_shapes[i].like, WIDE);
        fprintf(out, "%s\n", gen_shapes[i].says);
    }
    fputs("Numbers may depend on coordinates, velocities, parameters and t. Where a point of any "
          "shape has\nthree, all is seen from above and aside, and points of two lie on the "
          "ground.\n",
          out);
}

bool gen_help(FILE *out, const char *word)
{
    if (!word) {
        help_all(out);
        return true;
    }
    bool found = false;
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(word, commands[i].name) == 0) {
            gen_help_command(out, (enum gen_command)i);
            found = true;
        }
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        const struct statement_row *st = &gen_statements[i];
        if (strcmp(word, st->keyword) == 0) {
            fprintf(out, "%s  %s %s\n\nstatement, %s: %s\n", found ? "\n" : "", st->keyword,
                    st->syntax, st->many ? "any number of times" : "once", st->says);
            if (i == STATEMENT_draw)
                help_shapes(out);
            found = true;
        }
    }
    return gen_help_form(out, word) || found;
}

bool gen_help_form(FILE *out, const char *word)
{
    bool found = false;
    for (size_t i = 0; i < gen_form_count; i++)
        if (strcmp(word, gen_forms[i].name) == 0) {
            fprintf(out, "form, motion on %s: needs %s\n", gen_forms[i].phase, gen_forms[i].needs);
            found = true;
        }
    const struct rt_method *m = rt_method_find(word);
    if (m && !m->stages)
        fprintf(out, "method: %s\n", m->about);
    else if (m)
        fprintf(out, "method of order %d with %d stages: %s\n", m->order, m->stages, m->about);
    return found || m;
}
