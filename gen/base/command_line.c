/* gen/base/command_line.c -- parser of the command line. */
#include "gen/base/options.h"

#include <string.h>

const struct command_row base_commands[COMMAND_COUNT] = {
#define COMMAND(name_, room, takes_, about_, example_, options_, ...)                              \
    [COMMAND_##name_] = {#name_, takes_, about_, example_, options_},
    COMMANDS(COMMAND)
#undef COMMAND
};

const struct option_row base_option_rows[OPTION_COUNT] = {
#define OPTION(id_, name_, letter_, takes_, words, of_, about_)                                    \
    [OPTION_##id_] = {#id_, name_, letter_, takes_, of_, about_},
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

bool base_is_option_of(enum base_option option, enum base_command command)
{
    return strcmp(base_option_rows[option].of, "*") == 0 ||
           among(base_commands[command].name, base_option_rows[option].of) ||
           among(base_option_rows[option].id, base_commands[command].options);
}

static bool find_command(struct diag *d, const char *word, enum base_command *out)
{
    struct nearest near = base_nearest(word, strlen(word));
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(word, base_commands[i].name) == 0) {
            *out = (enum base_command)i;
            return true;
        }
        base_offer(&near, base_commands[i].name);
    }
    const char *mean = base_did_you_mean(d->mem, &near);
    base_fail(d, EXIT_USAGE, "unknown command '%s'", word)->help =
        mean ? mean : "noslip help lists the commands";
    return false;
}

/* The option that an argument names: one of the command, where several have the name. `value` is
 * set if it is in the same word (--name=value, -nvalue). */
static enum base_option find_option(const char *word, enum base_command command, const char **value)
{
    const size_t name = strcspn(word, "=");
    enum base_option found = OPTION_COUNT;
    *value = NULL;
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *o = &base_option_rows[i];
        const bool by_name = word[1] == '-' && base_is_word(word, name, o->name);
        const bool by_letter = word[1] != '-' && o->letter && word[1] == o->letter;
        if ((!by_name && !by_letter) ||
            (found < OPTION_COUNT && !base_is_option_of((enum base_option)i, command)))
            continue;
        found = (enum base_option)i;
        if (by_name && word[name] == '=')
            *value = word + name + 1;
        if (by_letter && word[2])
            *value = word + 2;
    }
    return found;
}

static void unknown_option(struct diag *d, const char *word, enum base_command command)
{
    const struct command_row *c = &base_commands[command];
    struct nearest near = base_nearest(word, strcspn(word, "="));
    for (int i = 0; i < OPTION_COUNT; i++)
        if (base_is_option_of((enum base_option)i, command))
            base_offer(&near, base_option_rows[i].name);
    const char *mean = base_did_you_mean(d->mem, &near);
    base_fail(d, EXIT_USAGE, "unknown option '%s'", word)->help =
        mean ? mean : base_text(d->mem, "noslip %s -h lists the options", c->name);
}

/* The commands that take an option, each with a blank before it. */
static const char *commands_of(struct mem *m, enum base_option option)
{
    struct mem_text out = mem_text(m);
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (base_is_option_of(option, (enum base_command)i))
            mem_put_f(&out, " %s", base_commands[i].name);
    return out.text;
}

/* Reads one option with its value; returns the number of words read, 0 after an error. */
static int take_option(struct diag *d, char **word, struct options *out)
{
    const struct command_row *c = &base_commands[out->command];
    const char *value = NULL;
    const enum base_option i = find_option(word[0], out->command, &value);
    if (i == OPTION_COUNT) {
        unknown_option(d, word[0], out->command);
        return 0;
    }
    const struct option_row *o = &base_option_rows[i];
    if (!base_is_option_of(i, out->command)) {
        base_fail(d, EXIT_USAGE, "'%s' is not an option of '%s'", o->name, c->name)->help =
            base_text(d->mem, "it belongs to:%s", commands_of(d->mem, i));
        return 0;
    }
    if (!o->takes && value) {
        base_fail(d, EXIT_USAGE, "'%s' takes no value", o->name);
        return 0;
    }
    const bool next = o->takes && !value;
    if (next && !word[1]) {
        base_fail(d, EXIT_USAGE, "'%s' needs a value: %s", word[0], o->takes);
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
    const char *takes = base_commands[o->command].takes;
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
        } else if (!out->argument && *base_commands[out->command].takes) {
            out->argument = argv[i++];
        } else if (takes_more(out)) {
            out->word[out->more++] = argv[i++];
        } else if (!*base_commands[out->command].takes) {
            base_fail(d, EXIT_USAGE, "'%s' takes nothing, not '%s'",
                      base_commands[out->command].name, argv[i]);
            return false;
        } else {
            base_fail(d, EXIT_USAGE, "one %s at a time, not also '%s'",
                      base_commands[out->command].takes, argv[i]);
            return false;
        }
    }
    return true;
}

bool base_options_read(struct diag *d, int argc, char **argv, struct options *out)
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
        base_fail(d, EXIT_USAGE, "a command is missing")->help = "noslip help lists the commands";
        return false;
    }
    const bool asks = out->value[OPTION_help].n || out->command == COMMAND_help;
    const struct command_row *c = &base_commands[out->command];
    if (out->argument || asks || !*c->takes || *c->takes == '[')
        return true;
    const bool model = strncmp(c->takes, "MODEL", 5) == 0;
    base_fail(d, EXIT_USAGE, "'%s' needs %s", c->name, model ? "a model" : c->takes)->help =
        base_text(d->mem, "for example %s", c->example);
    return false;
}

const char *base_option_last(const struct options *o, enum base_option option)
{
    const struct option_text *t = &o->value[option];
    return t->n ? t->at[t->n - 1] : NULL;
}

struct point_texts base_option_points(const struct options *o)
{
    return (struct point_texts){.params = &o->value[OPTION_param],
                                .inits = &o->value[OPTION_init],
                                .states = &o->value[OPTION_state],
                                .projects = o->value[OPTION_project].n > 0,
                                .sets = &o->value[OPTION_set]};
}

bool base_option_choose(struct diag *d, const struct options *o, enum base_option option,
                        const char *name, struct choice (*word)(size_t), size_t *out)
{
    const char *text = base_option_last(o, option);
    unsigned bits = 0;
    if (!text)
        return true;
    if (!base_option_words(d, name, text, word, &bits))
        return false;
    if (bits & (bits - 1)) {
        base_fail(d, EXIT_USAGE, "%s takes one word", name);
        return false;
    }
    for (*out = 0; !(bits >> *out & 1);)
        ++*out;
    return true;
}

bool base_option_words(struct diag *d, const char *option, const char *text,
                       struct choice (*word)(size_t), unsigned *out)
{
    *out = 0;
    for (const char *at = text;;) {
        const size_t n = strcspn(at, ",");
        struct nearest near = base_nearest(at, n);
        size_t i = 0;
        while (word(i).word && !base_is_word(at, n, word(i).word))
            base_offer(&near, word(i++).word);
        if (!word(i).word) {
            struct mem_text all = mem_text(d->mem);
            for (i = 0; word(i).word; i++)
                mem_put_f(&all, "%s%s", i ? ", " : "it is one of: ", word(i).word);
            const char *mean = base_did_you_mean(d->mem, &near);
            base_fail(d, EXIT_USAGE, "%s does not know '%.*s'", option, (int)n, at)->help =
                mean ? mean : all.text;
            return false;
        }
        *out |= 1U << i;
        if (!at[n])
            return true;
        at += n + 1;
    }
}
