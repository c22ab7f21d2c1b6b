/* gen/cli/completion.c -- completion scripts for shells, made from the tables. */
#include "gen/cli/cli.h"
#include "gen/cli/words.h"
#include "gen/tables/shells.h"

#include <string.h>

enum shell {
#define SHELL(word, ...) SHELL_##word,
    SHELLS(SHELL)
#undef SHELL
        SHELL_COUNT
};

struct choice cli_shell_word(size_t i)
{
    static const struct choice all[] = {
#define SHELL(word, says) {#word, says},
        SHELLS(SHELL)
#undef SHELL
            {NULL, NULL}};
    return all[i];
}

static bool takes_model(enum base_command c)
{
    return strncmp(base_commands[c].takes, "MODEL", 5) == 0 ||
           strncmp(base_commands[c].takes, "[MODEL", 6) == 0;
}

/* Commands, statements, forms and methods: words that `help` explains. */
static void put_help_words(FILE *out)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, " %s", base_commands[i].name);
    for (int i = 0; i < STATEMENT_COUNT; i++)
        fprintf(out, " %s", lang_statements[i].keyword);
    for (size_t i = 0; i < form_row_count; i++)
        fprintf(out, " %s", form_rows[i].name);
    for (size_t i = 0; i < rt_method_count; i++)
        fprintf(out, " %s", rt_methods[i].name);
}

static void put_argument_words(FILE *out, enum base_command c)
{
    for (size_t i = 0; cli_argument_word(c, i).word; i++)
        fprintf(out, " %s", cli_argument_word(c, i).word);
    if (c == COMMAND_help)
        put_help_words(out);
}

static void put_options(FILE *out, enum base_command c)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (base_is_option_of((enum base_option)i, c))
            fprintf(out, " %s", base_option_rows[i].name);
}

static bool has_choices(int i)
{
    return cli_choice((enum base_option)i, 0).word != NULL;
}

static void put_choices(FILE *out, int i)
{
    for (size_t k = 0; cli_choice((enum base_option)i, k).word; k++)
        fprintf(out, " %s", cli_choice((enum base_option)i, k).word);
}

/* A `case` of the shell that sets the words: by the option before the cursor, else by the command.
 */
static void put_cases(FILE *out)
{
    fputs("    case $before in\n", out);
    for (int i = 0; i < OPTION_COUNT; i++)
        if (has_choices(i)) {
            fprintf(out, "    %s) words=\"", base_option_rows[i].name);
            put_choices(out, i);
            fputs("\" ;;\n", out);
        }
    fputs("    -o | --output | --input | --events | --certificate) words= files=yes ;;\n"
          "    *)\n        case $command in\n",
          out);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        fprintf(out, "        %s) words=\"", base_commands[i].name);
        put_options(out, (enum base_command)i);
        put_argument_words(out, (enum base_command)i);
        fprintf(out, "\"%s ;;\n", takes_model((enum base_command)i) ? " files=yes" : "");
    }
    fputs("        *) words=\"", out);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, " %s", base_commands[i].name);
    fputs(" --version --help\" ;;\n        esac ;;\n    esac\n", out);
}

static void put_bash(FILE *out)
{
    fputs("# noslip completion bash\n"
          "_noslip() {\n"
          "    local now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local command=${COMP_WORDS[1]} words= files=\n"
          "    ((COMP_CWORD > 1)) || command=\n",
          out);
    put_cases(out);
    fputs("    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$now\"\n"
          "        if [[ $files && $now != -* ]]; then compgen -f -X '!*.nh' -- \"$now\"\n"
          "            compgen -d -S / -- \"$now\"; fi)\n"
          "    [[ ${COMPREPLY[0]:-} != */ ]] || compopt -o nospace\n"
          "}\n"
          "complete -F _noslip noslip\n",
          out);
}

static void put_zsh(FILE *out)
{
    fputs("#compdef noslip\n"
          "# noslip completion zsh\n"
          "_noslip() {\n"
          "    local now=${words[CURRENT]} before=${words[CURRENT-1]} command=${words[2]} files=\n"
          "    local -a all\n"
          "    ((CURRENT > 2)) || command=\n"
          "    all=(${(z)$(_noslip_words \"$before\" \"$command\")})\n"
          "    if [[ ${all[1]:-} == files ]]; then\n"
          "        shift all\n"
          "        [[ $now == -* ]] || _files -g '*.nh(-.)'\n"
          "    fi\n"
          "    compadd -a all\n"
          "}\n"
          "_noslip_words() {\n"
          "    local before=$1 command=$2 words= files=\n",
          out);
    put_cases(out);
    fputs("    print -r -- ${files:+files} $words\n"
          "}\n"
          "compdef _noslip noslip\n",
          out);
}

/* A string in single quotes, as fish reads it. */
static void put_quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++)
        fputs(*text == '\'' ? "\\'" : *text == '\\' ? "\\\\" : (char[]){*text, 0}, out);
    fputc('\'', out);
}

static void put_fish(FILE *out)
{
    fputs("# noslip completion fish\ncomplete -c noslip -f\n", out);
    for (int c = 0; c < COMMAND_COUNT; c++) {
        const char *name = base_commands[c].name;
        fprintf(out, "complete -c noslip -n __fish_use_subcommand -a %s -d ", name);
        put_quoted(out, base_commands[c].about);
        fputc('\n', out);
        if (takes_model((enum base_command)c))
            fprintf(out,
                    "complete -c noslip -n '__fish_seen_subcommand_from %s' -a "
                    "'(__fish_complete_suffix .nh)'\n",
                    name);
        if (cli_argument_word((enum base_command)c, 0).word || c == COMMAND_help) {
            fprintf(out, "complete -c noslip -n '__fish_seen_subcommand_from %s' -a '", name);
            put_argument_words(out, (enum base_command)c);
            fputs("'\n", out);
        }
    }
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option_row *o = &base_option_rows[i];
        fputs("complete -c noslip -n '__fish_seen_subcommand_from", out);
        cli_put_commands(out, (enum base_option)i);
        fprintf(out, "' -l %s", o->name + 2);
        if (o->letter)
            fprintf(out, " -s %c", o->letter);
        if (o->takes)
            fputs(has_choices(i) ? " -x -a '" : " -r", out);
        if (o->takes && has_choices(i)) {
            put_choices(out, i);
            fputc('\'', out);
        }
        fputs(" -d ", out);
        put_quoted(out, o->about);
        fputc('\n', out);
    }
}

static enum base_exit put_script(struct job *job, FILE *out, const char *shell)
{
    static void (*const put[SHELL_COUNT])(FILE *) = {
#define SHELL(word, ...) [SHELL_##word] = put_##word,
        SHELLS(SHELL)
#undef SHELL
    };
    unsigned bits = 0;
    size_t i = 0;
    if (!base_option_words(job->diag, "completion", shell, cli_shell_word, &bits))
        return EXIT_USAGE;
    while (i + 1 < SHELL_COUNT && !(bits >> i & 1))
        i++;
    put[i](out);
    return EXIT_DONE;
}

enum base_exit cli_command_completion(struct job *job, const struct options *o)
{
    return put_script(job, stdout, o->argument);
}
