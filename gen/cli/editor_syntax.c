/* gen/cli/editor_syntax.c -- syntax files for editors, made from the tables of the language.
 *
 * Derived names (d_x, p_x, eta_v) are recognised by their spelling: an editor does not know which
 * names a model declares. */
#include "gen/cli/cli.h"
#include "gen/cli/words.h"
#include "gen/tables/editors.h"

#include <string.h>

enum editor {
#define EDITOR(id, ...) EDITOR_##id,
    EDITORS(EDITOR)
#undef EDITOR
        EDITOR_COUNT
};

struct choice cli_editor_word(size_t i)
{
    static const struct choice all[] = {
#define EDITOR(id, word, says) {word, says},
        EDITORS(EDITOR)
#undef EDITOR
            {NULL, NULL}};
    return all[i];
}

/* Words with a meaning inside statements. */
static const char *const *inside(struct mem *m)
{
    static const char *const own[] = {"in", "body", "space", "conserved", "drift"};
    enum {
        OWN = sizeof own / sizeof *own,
        ALL = OWN + WAY_COUNT + ACT_COUNT + LAW_COUNT + SHAPE_COUNT
    };
    const char **out = mem_take_array(m, ALL + 1, sizeof *out);
    size_t n = 0;
    for (size_t i = 0; i < OWN; i++)
        out[n++] = own[i];
    for (size_t i = 0; i < WAY_COUNT; i++)
        out[n++] = lang_event_ways[i];
    for (size_t i = 0; i < ACT_COUNT; i++)
        out[n++] = lang_event_acts[i];
    for (size_t i = 0; i < LAW_COUNT; i++)
        out[n++] = lang_laws[i].word;
    for (size_t i = 0; i < SHAPE_COUNT; i++)
        out[n++] = lang_shapes[i].word;
    out[n] = NULL;
    return out;
}

/* Functions and constants, from the table of operators. */
static const char *const functions[] = {
#define LEAF(text)
#define FOLD(text)
#define PAIR(text)
#define CONST(text)
#define CALL(text) text,
#define SUGAR(text) text,
#define OP(name, text, kind, ...) kind(text)
#include "expr/ops.h"
#undef OP
#undef CONST
#undef CALL
#undef SUGAR
    NULL};
static const char *const constants[] = {
#define CONST(text) text,
#define CALL(text)
#define SUGAR(text)
#define OP(name, text, kind, ...) kind(text)
#include "expr/ops.h"
#undef OP
#undef LEAF
#undef FOLD
#undef PAIR
#undef CONST
#undef CALL
#undef SUGAR
    "energy", NULL};

static bool is_word(const char *text)
{
    return (*text >= 'a' && *text <= 'z') && strcmp(text, "hold") != 0;
}

static void put_words(FILE *out, const char *const *word, const char *between)
{
    const char *before = "";
    for (size_t i = 0; word[i]; i++)
        if (is_word(word[i])) {
            fprintf(out, "%s%s", before, word[i]);
            before = between;
        }
}

static void put_statements(FILE *out, const char *between)
{
    for (int i = 0; i < STATEMENT_COUNT; i++)
        fprintf(out, "%s%s", i ? between : "", lang_statements[i].keyword);
}

static void put_vim(FILE *out, struct mem *m)
{
    fputs("\" Vim syntax of noslip models: noslip syntax vim\n"
          "if exists(\"b:current_syntax\")\n  finish\nendif\n"
          "syn match noslipStatement \"^\\%(",
          out);
    put_statements(out, "\\|");
    fputs("\\)\\>\"\nsyn keyword noslipWord ", out);
    put_words(out, inside(m), " ");
    fputs("\nsyn keyword noslipFunction ", out);
    put_words(out, functions, " ");
    fputs("\nsyn keyword noslipConstant ", out);
    put_words(out, constants, " ");
    fputs("\n"
          "syn match noslipField \"\\<d_\\h\\w*\\>\"\n"
          "syn match noslipMomentum \"\\<\\%(p\\|eta\\)_\\h\\w*\\>\"\n"
          "syn match noslipNumber \"\\<\\d\\+\\%(\\.\\d\\+\\)\\=\\%([eE][-+]\\=\\d\\+\\)\\=\\>\"\n"
          "syn region noslipString start=+\"+ end=+\"+ oneline\n"
          "syn match noslipUnit \"\\[[^],]*\\]\"\n"
          "syn match noslipComment \"#.*$\"\n"
          "hi def link noslipStatement Statement\n"
          "hi def link noslipWord Keyword\n"
          "hi def link noslipFunction Function\n"
          "hi def link noslipConstant Constant\n"
          "hi def link noslipField Type\n"
          "hi def link noslipMomentum Identifier\n"
          "hi def link noslipNumber Number\n"
          "hi def link noslipString String\n"
          "hi def link noslipUnit Special\n"
          "hi def link noslipComment Comment\n"
          "setlocal commentstring=#\\ %s\n"
          "let b:current_syntax = \"noslip\"\n",
          out);
}

static void put_vim_detect(FILE *out)
{
    fputs("\" noslip syntax vim-detect\nau BufRead,BufNewFile *.nh setfiletype noslip\n", out);
}

/* One pattern of a grammar: its name, and a regular expression around the words. */
static void put_rule(struct json *j, struct mem *m, const char *name, const char *before,
                     const char *words, const char *after)
{
    base_json_object(j, NULL);
    base_json_string(j, "name", name);
    base_json_string(j, "match", base_text(m, "%s%s%s", before, words, after));
    base_json_end(j);
}

static const char *joined(struct mem *m, const char *const *word)
{
    struct mem_text out = mem_text(m);
    for (size_t i = 0; word[i]; i++)
        if (is_word(word[i]))
            mem_put_f(&out, "%s%s", out.len ? "|" : "", word[i]);
    return out.text;
}

static void put_vscode_rules(struct json *j, struct mem *m)
{
    struct mem_text statements = mem_text(m);
    for (int i = 0; i < STATEMENT_COUNT; i++)
        mem_put_f(&statements, "%s%s", i ? "|" : "", lang_statements[i].keyword);
    put_rule(j, m, "comment.line.number-sign.noslip", "#.*$", "", "");
    put_rule(j, m, "string.quoted.double.noslip", "\"[^\"]*\"", "", "");
    put_rule(j, m, "keyword.control.noslip", "^(", statements.text, ")\\b");
    put_rule(j, m, "keyword.other.noslip", "\\b(", joined(m, inside(m)), ")\\b");
    put_rule(j, m, "support.function.noslip", "\\b(", joined(m, functions), ")\\b");
    put_rule(j, m, "constant.language.noslip", "\\b(", joined(m, constants), ")\\b");
    put_rule(j, m, "entity.name.type.noslip", "\\bd_[A-Za-z]\\w*", "", "");
    put_rule(j, m, "variable.other.noslip", "\\b(p|eta)_[A-Za-z]\\w*", "", "");
    put_rule(j, m, "constant.numeric.noslip", "\\b\\d+(\\.\\d+)?([eE][-+]?\\d+)?\\b", "", "");
}

static void put_grammar(FILE *out, struct mem *m)
{
    struct json j = base_json(out, 2);
    base_json_object(&j, NULL);
    base_json_string(&j, "name", "noslip");
    base_json_string(&j, "scopeName", "source.noslip");
    base_json_array(&j, "fileTypes");
    base_json_string(&j, NULL, "nh");
    base_json_end(&j);
    base_json_array(&j, "patterns");
    put_vscode_rules(&j, m);
    base_json_end(&j);
    base_json_end(&j);
}

static void put_package(FILE *out)
{
    struct json j = base_json(out, 1);
    base_json_object(&j, NULL);
    base_json_string(&j, "name", "noslip");
    base_json_string(&j, "displayName", "noslip models");
    base_json_string(&j, "publisher", "noslip");
    base_json_string(&j, "version", NOSLIP_VERSION);
    base_json_object(&j, "engines");
    base_json_string(&j, "vscode", "^1.50.0");
    base_json_end(&j);
    base_json_array(&j, "categories");
    base_json_string(&j, NULL, "Programming Languages");
    base_json_end(&j);
    base_json_object(&j, "contributes");
    base_json_array(&j, "languages");
    base_json_object(&j, NULL);
    base_json_string(&j, "id", "noslip");
    base_json_array(&j, "extensions");
    base_json_string(&j, NULL, ".nh");
    base_json_end(&j);
    base_json_end(&j);
    base_json_end(&j);
    base_json_array(&j, "grammars");
    base_json_object(&j, NULL);
    base_json_string(&j, "language", "noslip");
    base_json_string(&j, "scopeName", "source.noslip");
    base_json_string(&j, "path", "./noslip.tmLanguage.json");
    base_json_end(&j);
    base_json_end(&j);
    base_json_end(&j);
    base_json_end(&j);
}

static enum base_exit put_syntax(struct job *job, FILE *out, const char *editor)
{
    unsigned bits = 0;
    if (!base_option_words(job->diag, "syntax", editor, cli_editor_word, &bits))
        return EXIT_USAGE;
    if (bits >> EDITOR_vim & 1)
        put_vim(out, job->mem);
    if (bits >> EDITOR_vim_detect & 1)
        put_vim_detect(out);
    if (bits >> EDITOR_vscode & 1)
        put_grammar(out, job->mem);
    if (bits >> EDITOR_vscode_package & 1)
        put_package(out);
    return EXIT_DONE;
}

enum base_exit cli_command_syntax(struct job *job, const struct options *o)
{
    return put_syntax(job, stdout, o->argument);
}
