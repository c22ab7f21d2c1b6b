/* gen/repl.c -- the loop of a session: a line in, what it means, what comes of it.
 *
 * A line is a statement of the language, a value (`g = 2`), a word of the table, or an expression.
 * Whatever goes wrong is told and the session goes on; memory that runs out goes back to a point
 * here.
 */
#include "gen/repl.h"

#include <dirent.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

const struct word_row repl_words[SAY_COUNT] = {
#define SAY(word_, group_, takes_, about_, example_)                                               \
    [SAY_##word_] = {#word_, #group_, takes_, about_, example_, repl_##word_},
    SESSION_WORDS(SAY)
#undef SAY
};

/* ---- pieces of a line ---- */

struct span repl_trim(struct span s)
{
    while (s.len && strchr(" \t\r\n", s.src->clean[s.at])) {
        s.at++;
        s.len--;
    }
    while (s.len && strchr(" \t\r\n", s.src->clean[s.at + s.len - 1]))
        s.len--;
    return s;
}

const char *repl_copy(struct repl *r, struct span s)
{
    return gen_copy(r->mem, s);
}

struct source *repl_source(struct repl *r, const char *text, size_t len)
{
    return gen_source_text(r->mem, "input", text, len, EXIT_USAGE);
}

bool repl_empty(struct repl *r, struct span rest)
{
    if (rest.len)
        gen_error(&r->diag, rest, "nothing is expected here");
    return rest.len == 0;
}

static size_t word_length(struct span s)
{
    size_t n = 0;
    const char *text = s.src->clean + s.at;
    while (n < s.len && ((text[n] >= 'a' && text[n] <= 'z') || (text[n] >= 'A' && text[n] <= 'Z') ||
                         (n && text[n] >= '0' && text[n] <= '9') || text[n] == '_'))
        n++;
    return n;
}

/* ---- memory, time ---- */

bool repl_guard(struct repl *r, struct mem *m, bool (*work)(struct repl *r, const void *how),
                const void *how, bool *done)
{
    if (!MEM_TRY(m)) {
        mem_rest(m);
        fputs("error: out of memory\n", r->out);
        r->failed = true;
        return false;
    }
    *done = work(r, how);
    mem_rest(m);
    return true;
}

void repl_stage(struct repl *r, enum stage stage)
{
    const double now = gen_clock();
    r->stage[stage] += now - r->stage_from;
    r->stage_from = now;
}

bool repl_time(struct repl *r, struct span rest)
{
    static const char *const name[STAGES] = {"reading",   "deriving", "lowering",
                                             "compiling", "running",  "showing"};
    if (rest.len) {
        r->next = repl_keep(r, rest.src->text + rest.at, rest.len);
        r->times = true;
        return true;
    }
    gen_put_time(r->out, "  ", r->total);
    fputs(" in all", r->out);
    for (size_t i = 0; i < STAGES; i++)
        if (r->shown[i] > 0) {
            fprintf(r->out, ", %s", name[i]);
            gen_put_time(r->out, " ", r->shown[i]);
        }
    fputc('\n', r->out);
    return true;
}

/* ---- what a line means ---- */

static bool is_among(struct span word, const char *text)
{
    return strlen(text) == word.len && memcmp(word.src->text + word.at, text, word.len) == 0;
}

static bool is_statement(struct span line, size_t len)
{
    for (size_t k = 0; k < STATEMENT_COUNT; k++)
        if (is_among((struct span){line.src, line.at, len}, gen_statements[k].keyword))
            return true;
    return false;
}

/* Words that are a command and a statement: `check` and `check conserved v`. */
static bool is_both(struct repl *r, const struct word_row *row, struct span rest)
{
    if (rest.len == 0)
        return true;
    if (strcmp(row->word, "plot") == 0) /* of a model that is not whole nothing can be drawn */
        return r->gen != NULL;
    if (strcmp(row->word, "field") == 0 || strcmp(row->word, "compare") == 0) {
        const char *text = rest.src->text + rest.at;
        const bool pair = memchr(text, ',', rest.len) || memchr(text, ' ', rest.len);
        return pair && !strstr(repl_copy(r, rest), "d_");
    }
    return false;
}

/* Does what follows a word make it the beginning of an expression? */
static bool is_operand(struct span rest)
{
    const char c = rest.len ? rest.src->clean[rest.at] : 0;
    return c && strchr("+*/^=~)", c);
}

static bool has_name(const struct repl *r, struct span word)
{
    return r->gen && gen_find(&r->gen->s.model->names->scope, word.src->text + word.at, word.len);
}

static const struct word_row *find_word(struct repl *r, struct span line, size_t len,
                                        struct span rest)
{
    const struct span word = {line.src, line.at, len};
    for (size_t i = 0; i < SAY_COUNT; i++) {
        const struct word_row *row = &repl_words[i];
        if (!is_among(word, row->word) || (is_operand(rest) && !strstr(row->takes, "FILE")))
            continue;
        if (rest.len == 0 && has_name(r, word)) /* a name of the model goes first: `:c` helps */
            return NULL;
        return !is_statement(line, len) || is_both(r, row, rest) ? row : NULL;
    }
    return NULL;
}

static bool unknown(struct repl *r, struct span line, size_t len)
{
    const struct span word = {line.src, line.at, len};
    const char *text = repl_copy(r, word);
    struct nearest near = gen_nearest(text, len);
    for (size_t i = 0; i < SAY_COUNT; i++)
        gen_offer(&near, repl_words[i].word);
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        gen_offer(&near, gen_statements[i].keyword);
    const char *mean = gen_did_you_mean(r->mem, &near);
    gen_error(&r->diag, word, "no command is called '%s'", text)->help =
        mean ? mean : "'help' lists them";
    return false;
}

/* An expression, or a word that was misspelled: those that stand before other words. */
static bool is_misspelled(struct repl *r, struct span line, size_t len, struct span rest)
{
    const struct span word = {line.src, line.at, len};
    if (len < 2 || has_name(r, word) || is_operand(rest) ||
        (rest.len && line.src->clean[line.at + len] == '('))
        return false;
    struct nearest near = gen_nearest(word.src->text + word.at, len);
    for (size_t i = 0; i < SAY_COUNT; i++)
        gen_offer(&near, repl_words[i].word);
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        gen_offer(&near, gen_statements[i].keyword);
    return near.best &&
           !(r->gen && gen_has_meaning(r->gen->s.model->names, word.src->text + word.at, len));
}

static bool obey(struct repl *r, struct span line)
{
    const bool forced = line.src->clean[line.at] == ':';
    line.at += forced;
    line = repl_trim((struct span){line.src, line.at, line.len - forced});
    const size_t len = word_length(line);
    const struct span rest = repl_trim((struct span){line.src, line.at + len, line.len - len});
    if (line.len && line.src->clean[line.at] == '?')
        return repl_help(r, repl_trim((struct span){line.src, line.at + 1, line.len - 1}));
    for (size_t i = 0; forced && i < SAY_COUNT; i++)
        if (is_among((struct span){line.src, line.at, len}, repl_words[i].word))
            return repl_words[i].perform(r, rest);
    if (forced)
        return unknown(r, line, len);
    const struct word_row *row = len ? find_word(r, line, len, rest) : NULL;
    const bool assigns = !row && repl_is_assignment(line);
    if (!row && !assigns && is_statement(line, len) && !is_operand(rest))
        return repl_statement(r, line);
    r->drafts &= !r->gen; /* it is used now */
    if (row)
        return row->perform(r, rest);
    if (assigns)
        return repl_assign(r, line);
    if (is_misspelled(r, line, len, rest))
        return unknown(r, line, len);
    return repl_expression(r, line);
}

/* ---- one line ---- */

static void remember(struct repl *r, const char *line)
{
    if (r->saids == REPL_HISTORY) {
        repl_forget(r, r->said[0]);
        memmove(r->said, r->said + 1, (REPL_HISTORY - 1) * sizeof *r->said);
        r->saids--;
    }
    if (r->saids == r->said_cap) {
        r->said_cap = r->said_cap ? 2 * r->said_cap : 64;
        r->said = mem_grow(r->mem, r->said, r->said_cap * sizeof *r->said);
    }
    r->said[r->saids] = repl_keep(r, line, strlen(line));
    r->saids++;
}

/* What typed text must be, as a file must. */
static bool is_text(struct repl *r, const struct source *src)
{
    for (size_t i = 0; i < src->len;) {
        const unsigned char c = (unsigned char)src->text[i];
        const size_t n = gen_utf8(src->text + i, src->len - i);
        if (n == 0 || (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F) {
            gen_error(&r->diag, (struct span){src, i, 1}, "the byte 0x%02x cannot stand here", c);
            return false;
        }
        i += n;
    }
    return true;
}

/* With an indented line the statement before it, which is taken back. */
static const char *with_pending(struct repl *r, const char *line)
{
    const bool indented = *line == ' ' || *line == '\t';
    if (!indented || !r->pending || strspn(line, " \t") == strlen(line))
        return line;
    const char *whole = gen_text(r->mem, "%s\n%s", r->pending, line);
    if (r->takes_back && r->undos) {
        struct source *none = repl_source(r, "", 0);
        repl_undo(r, (struct span){none, 0, 0});
    }
    return whole;
}

static bool obey_order(struct repl *r, const void *how)
{
    const struct span *line = how;
    return obey(r, *line);
}

static void note_pending(struct repl *r, const struct span line, bool good)
{
    const bool statement = is_statement(line, word_length(line));
    repl_forget(r, r->pending);
    r->pending = NULL;
    r->pending = statement ? repl_keep(r, line.src->text + line.at, line.len) : NULL;
    r->takes_back = good;
}

static bool perform(struct repl *r, const char *typed)
{
    const char *const text = with_pending(r, typed);
    struct source *src = repl_source(r, text, strlen(text));
    struct diag deaf = {.mem = r->mem};
    size_t tokens = 0;
    bool good = is_text(r, src), kept = true;
    if (!good)
        return false;
    gen_lex(&deaf, src, &tokens); /* comments become blanks */
    if (tokens == 0)
        return true;
    const struct span line = repl_trim((struct span){src, 0, src->len});
    if (r->gen) {
        struct generation *g = r->gen;
        ex_clear(g->s.store);
        g->s.diag = gen_diag(g->mem);
        g->s.model->names->diag = g->s.diag;
        kept = repl_guard(r, g->mem, obey_order, &line, &good);
        if (kept)
            gen_diag_print(g->s.diag, r->out, r->colours);
        else if (r->gen == g)
            r->gen = NULL; /* all of it is gone */
        if (!kept)
            g->retired = true;
        else
            good &= g->s.diag->errors == 0;
        if (kept && ex_error(g->s.store)) { /* a limit: what it has found since may be no good */
            g->retired = true;
            r->gen = r->gen == g ? NULL : r->gen;
        }
    } else {
        good = obey(r, line);
    }
    note_pending(r, line, good && kept);
    return good && kept;
}

/* What has grown too large, or is gone, is made again from its text. */
static void renew(struct repl *r)
{
    enum { MEGABYTES = 512 };
    repl_retire(r, false);
    const bool large = r->gen && (mem_used(r->gen->mem) >> 20 > MEGABYTES);
    if ((r->gen && !large) || !r->now.text)
        return;
    if (large)
        r->gen->retired = true;
    const unsigned before = gen_hear();
    r->mutes = true;
    repl_make(r, &r->now);
    r->mutes = false;
    gen_hear_no_more(before);
    repl_retire(r, false);
}

bool repl_perform(struct repl *r, const char *line)
{
    const double begun = gen_clock();
    const bool timing = r->times;
    bool good = false;
    r->diag = (struct diag){.mem = r->mem};
    memset(r->stage, 0, sizeof r->stage);
    r->stage_from = begun;
    const unsigned before = gen_hear();
    good = perform(r, line);
    gen_hear_no_more(before);
    r->quits |= gen_ended();
    gen_diag_print(&r->diag, r->out, r->colours);
    good &= r->diag.errors == 0;
    repl_stage(r, STAGE_SHOW);
    if (strncmp(line, "time", 4) != 0) {
        memcpy(r->shown, r->stage, sizeof r->stage);
        r->total = gen_clock() - begun;
    }
    r->failed |= !good;
    repl_retire(r, false);
    if (timing) {
        struct source *none = repl_source(r, "", 0);
        r->times = false;
        repl_time(r, (struct span){none, 0, 0});
    }
    return good;
}

/* ---- words to be completed ---- */

static bool begins(const char *word, const char *begin)
{
    return strncmp(word, begin, strlen(begin)) == 0;
}

/* Files whose path begins so; folders end in a slash. */
static const char *nth_file(struct repl *r, const char *begin, size_t nth)
{
    static char found[512];
    const char *slash = strrchr(begin, '/');
    const size_t len = slash ? (size_t)(slash - begin) + 1 : 0;
    char folder[512];
    size_t n = 0;
    const struct dirent *entry = NULL;
    (void)r;
    if (*begin == 0 || len >= sizeof folder)
        return NULL;
    snprintf(folder, sizeof folder, "%.*s", len ? (int)len : 1, len ? begin : ".");
    DIR *d = opendir(folder);
    found[0] = 0;
    while (d && !found[0] && (entry = readdir(d)))
        if (entry->d_name[0] != '.' && begins(entry->d_name, begin + len) && n++ == nth)
            snprintf(found, sizeof found, "%.*s%s", (int)len, begin, entry->d_name);
    if (d)
        closedir(d);
    return found[0] ? found : NULL;
}

/* A name, or the word made from it that begins so. */
static const char *made_name(const struct name *name, const char *begin)
{
    enum { C = 1 << NAME_COORD, S = 1 << NAME_SECTION, F = 1 << NAME_FIELD };
    static const struct {
        const char *before;
        int of;
    } shapes[] = {{"d_", C | S | F}, {"eta_", F}, {"p_", C | S}};
    static char word[256];
    if (begins(name->text, begin))
        return name->text;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const size_t len = strlen(shapes[k].before);
        if (!(shapes[k].of >> name->of & 1) || strncmp(begin, shapes[k].before, len) != 0 ||
            !begins(name->text, begin + len))
            continue;
        snprintf(word, sizeof word, "%s%s", shapes[k].before, name->text);
        return word;
    }
    return NULL;
}

static const char *complete(void *context, const char *begin, size_t nth)
{
    struct repl *r = context;
    const struct scope *sc = r->gen ? &r->gen->s.model->names->scope : NULL;
    size_t n = 0;
    for (size_t i = 0; i < SAY_COUNT; i++)
        if (begins(repl_words[i].word, begin) && n++ == nth)
            return repl_words[i].word;
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        if (begins(gen_statements[i].keyword, begin) && n++ == nth)
            return gen_statements[i].keyword;
    for (size_t i = 0; sc && i < sc->names; i++) {
        const char *made = made_name(&sc->name[i], begin);
        if (made && n++ == nth)
            return made;
    }
    for (size_t i = 0; i < rt_method_count; i++)
        if (begins(rt_methods[i].name, begin) && n++ == nth)
            return rt_methods[i].name;
    for (size_t i = 0; i < gen_form_count; i++)
        if (begins(gen_forms[i].name, begin) && n++ == nth)
            return gen_forms[i].name;
    return strpbrk(begin, "./") || n == 0 ? nth_file(r, begin, nth - n) : NULL;
}

/* ---- the loop ---- */

static void ignore_signal(int sig)
{
    (void)sig;
}

static void say_hello(const struct repl *r)
{
    if (r->interactive)
        fputs("noslip " GEN_VERSION ": 'help' lists the words of a session, 'quit' ends it\n",
              r->out);
}

static const char *fetch(struct repl *r, char **mine)
{
    bool too_long = false;
    *mine = r->next;
    r->next = NULL;
    if (*mine)
        return *mine;
    const char *line = gen_line(r->line, "> ", &too_long);
    r->quits |= !line;
    if (!line && r->interactive)
        fputc('\n', r->out);
    if (line && !r->interactive)
        fprintf(r->out, "> %s\n", too_long ? "..." : line);
    if (!too_long)
        return line;
    fprintf(r->out, "error: a line of more than %d bytes\n", REPL_LINE);
    r->failed = true;
    return NULL;
}

static bool next_line(struct repl *r, const void *how)
{
    char *mine = NULL;
    const char *line = fetch(r, &mine);
    (void)how;
    if (!line || strspn(line, " \t\r\n") == strlen(line))
        return true;
    repl_check_file(r);
    const bool good = repl_perform(r, line);
    if (good && !mine && strncmp(line, "history", strlen("history")) != 0)
        remember(r, line);
    repl_forget(r, mine);
    renew(r);
    return true;
}

/* One line, whatever happens. */
void repl_turn(struct repl *r)
{
    bool done = false;
    if (!repl_guard(r, r->mem, next_line, NULL, &done)) {
        r->mutes = false;
        gen_hear_no_more(0);
        for (size_t i = 0; i < REPL_SLOTS; i++)
            if (r->slot[i].mem) {
                mem_rest(r->slot[i].mem);
                r->slot[i].retired = true;
            }
        r->gen = NULL;
        repl_retire(r, false);
    }
    mem_calm(r->mem);
    fflush(r->out);
}

bool repl_open(struct repl *r, FILE *out)
{
    *r = (struct repl){.out = out, .mem = mem_new(0)};
    if (!r->mem)
        return false;
    r->diag = (struct diag){.mem = r->mem};
    r->orbit.every = 1;
    return true;
}

void repl_close(struct repl *r)
{
    if (r->line)
        gen_line_close(r->line);
    repl_retire(r, true);
    mem_free(r->mem);
}

enum gen_exit gen_repl(const char *path)
{
    struct repl r;
    struct sigaction quiet = {.sa_handler = ignore_signal}, old;
    if (!repl_open(&r, stdout)) {
        fputs("error: out of memory\n", stderr);
        return EXIT_SYSTEM;
    }
    sigemptyset(&quiet.sa_mask);
    sigaction(SIGINT, &quiet, &old);
    r.line = gen_line_open(r.mem, complete, &r);
    r.interactive = gen_line_is_terminal(r.line);
    r.colours = r.interactive && gen_has_terminal();
    say_hello(&r);
    if (path) {
        const size_t len = strlen(path), word = strlen("load ");
        r.next = mem_grow(r.mem, NULL, word + len + 1);
        memcpy(r.next, "load ", word);
        memcpy(r.next + word, path, len + 1);
    }
    while (!r.quits)
        repl_turn(&r);
    const bool failed = r.failed && !r.interactive;
    sigaction(SIGINT, &old, NULL);
    repl_close(&r);
    return failed ? EXIT_NO : EXIT_DONE;
}

bool repl_quit(struct repl *r, struct span rest)
{
    r->quits = repl_empty(r, rest);
    return r->quits;
}
