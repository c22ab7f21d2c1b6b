/* gen/session/session.c -- read-eval-print loop of a session.
 *
 * A line is a statement of the language, an assignment (`g = 2`), a word of the table, or an
 * expression. After an error the session continues, also when memory ran out: session_guard is the
 * recovery point.
 */
#include "gen/language/scope.h"
#include "gen/run/run.h"
#include "gen/session/words.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

const struct word_row session_words[SAY_COUNT] = {
#define SAY(word_, group_, takes_, about_, example_)                                               \
    [SAY_##word_] = {#word_, #group_, takes_, about_, example_, session_##word_},
    SESSION_WORDS(SAY)
#undef SAY
};

/* ---- pieces of a line ---- */

struct span session_trim(struct span s)
{
    while (s.len && strchr(" \t\r\n", s.src->clean[s.at])) {
        s.at++;
        s.len--;
    }
    while (s.len && strchr(" \t\r\n", s.src->clean[s.at + s.len - 1]))
        s.len--;
    return s;
}

const char *session_copy(struct session *r, struct span s)
{
    return base_span_copy(r->mem, s);
}

struct source *session_source(struct session *r, const char *text, size_t len)
{
    return base_source_text(r->mem, "input", text, len, EXIT_USAGE);
}

bool session_empty(struct session *r, struct span rest)
{
    if (rest.len)
        base_error(&r->diag, rest, "nothing is expected here");
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

bool session_guard(struct session *r, struct mem *m,
                   bool (*work)(struct session *r, const void *how), const void *how, bool *done)
{
    if (!MEM_TRY(m)) {
        mem_rest(m);
        base_ran_out(m, NULL, r->out);
        r->failed = true;
        return false;
    }
    *done = work(r, how);
    mem_rest(m);
    return true;
}

void session_stage(struct session *r, enum stage stage)
{
    const double now = base_clock();
    r->stage[stage] += now - r->stage_from;
    r->stage_from = now;
}

bool session_time(struct session *r, struct span rest)
{
    static const char *const name[STAGES] = {"reading",   "deriving", "lowering",
                                             "compiling", "running",  "showing"};
    if (rest.len) {
        r->next = session_keep(r, rest.src->text + rest.at, rest.len);
        r->times = true;
        return true;
    }
    base_put_time(r->out, "  ", r->total);
    fputs(" in all", r->out);
    for (size_t i = 0; i < STAGES; i++)
        if (r->shown[i] > 0) {
            fprintf(r->out, ", %s", name[i]);
            base_put_time(r->out, " ", r->shown[i]);
        }
    fputc('\n', r->out);
    return true;
}

/* ---- meaning of a line ---- */

static bool is_statement(struct span line, size_t len)
{
    for (size_t k = 0; k < STATEMENT_COUNT; k++)
        if (base_span_is((struct span){line.src, line.at, len}, lang_statements[k].keyword))
            return true;
    return false;
}

/* Of a word that is a statement too (`check`, `check conserved v`): whether the word is meant. */
static bool is_both(struct session *r, const struct word_row *row, struct span rest)
{
    if (rest.len == 0)
        return true;
    if (strcmp(row->word, "plot") == 0) /* an incomplete model cannot be plotted */
        return r->gen != NULL;
    if (strcmp(row->word, "field") == 0 || strcmp(row->word, "compare") == 0) {
        const char *text = rest.src->text + rest.at;
        const bool pair = memchr(text, ',', rest.len) || memchr(text, ' ', rest.len);
        return pair && !strstr(session_copy(r, rest), "d_");
    }
    return false;
}

/* Whether the text after a word makes the word an operand of an expression. */
static bool is_operand(struct span rest)
{
    const char c = rest.len ? rest.src->clean[rest.at] : 0;
    return c && strchr("+*/^=~)", c);
}

static bool has_name(const struct session *r, struct span word)
{
    return r->gen &&
           lang_find_name(&r->gen->job.model->names->scope, word.src->text + word.at, word.len);
}

static const struct word_row *find_word(struct session *r, struct span line, size_t len,
                                        struct span rest)
{
    const struct span word = {line.src, line.at, len};
    for (size_t i = 0; i < SAY_COUNT; i++) {
        const struct word_row *row = &session_words[i];
        if (!base_span_is(word, row->word) || (is_operand(rest) && !strstr(row->takes, "FILE")))
            continue;
        if (rest.len == 0 && has_name(r, word)) /* names of the model win; `:c` means the word */
            return NULL;
        return !is_statement(line, len) || is_both(r, row, rest) ? row : NULL;
    }
    return NULL;
}

static bool unknown(struct session *r, struct span line, size_t len)
{
    const struct span word = {line.src, line.at, len};
    const char *text = session_copy(r, word);
    struct nearest near = base_nearest(text, len);
    for (size_t i = 0; i < SAY_COUNT; i++)
        base_offer(&near, session_words[i].word);
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        base_offer(&near, lang_statements[i].keyword);
    const char *mean = base_did_you_mean(r->mem, &near);
    base_error(&r->diag, word, "no command is called '%s'", text)->help =
        mean ? mean : "'help' lists them";
    return false;
}

/* Whether the first word of a line is a misspelled word or keyword, and not an expression. */
static bool is_misspelled(struct session *r, struct span line, size_t len, struct span rest)
{
    const struct span word = {line.src, line.at, len};
    if (len < 2 || has_name(r, word) || is_operand(rest) ||
        (rest.len && line.src->clean[line.at + len] == '('))
        return false;
    struct nearest near = base_nearest(word.src->text + word.at, len);
    for (size_t i = 0; i < SAY_COUNT; i++)
        base_offer(&near, session_words[i].word);
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        base_offer(&near, lang_statements[i].keyword);
    return near.best &&
           !(r->gen && lang_has_meaning(r->gen->job.model->names, word.src->text + word.at, len));
}

static bool obey(struct session *r, struct span line)
{
    const bool forced = line.src->clean[line.at] == ':';
    line.at += forced;
    line = session_trim((struct span){line.src, line.at, line.len - forced});
    const size_t len = word_length(line);
    const struct span rest = session_trim((struct span){line.src, line.at + len, line.len - len});
    if (line.len && line.src->clean[line.at] == '?')
        return session_help(r, session_trim((struct span){line.src, line.at + 1, line.len - 1}));
    for (size_t i = 0; forced && i < SAY_COUNT; i++)
        if (base_span_is((struct span){line.src, line.at, len}, session_words[i].word))
            return session_words[i].perform(r, rest);
    if (forced)
        return unknown(r, line, len);
    const struct word_row *row = len ? find_word(r, line, len, rest) : NULL;
    const bool assigns = !row && session_is_assignment(line);
    if (!row && !assigns && is_statement(line, len) && !is_operand(rest))
        return session_statement(r, line);
    r->drafts &= !r->gen; /* a complete model is in use now */
    if (row)
        return row->perform(r, rest);
    if (assigns)
        return session_assign(r, line);
    if (is_misspelled(r, line, len, rest))
        return unknown(r, line, len);
    return session_expression(r, line);
}

/* ---- one line ---- */

static void remember(struct session *r, const char *line)
{
    if (r->saids == SESSION_HISTORY) {
        session_forget(r, r->said[0]);
        memmove(r->said, r->said + 1, (SESSION_HISTORY - 1) * sizeof *r->said);
        r->saids--;
    }
    if (r->saids == r->said_cap) {
        const size_t cap = r->said_cap ? 2 * r->said_cap : 64;
        r->said = mem_grow(r->mem, r->said, cap * sizeof *r->said);
        r->said_cap = cap;
    }
    r->said[r->saids] = session_keep(r, line, strlen(line));
    r->saids++;
}

/* Input must be UTF-8 without control characters, like a file. */
static bool is_text(struct session *r, const struct source *src)
{
    for (size_t i = 0; i < src->len;) {
        const unsigned char c = (unsigned char)src->text[i];
        const size_t n = base_utf8(src->text + i, src->len - i);
        if (n == 0 || (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F) {
            base_error(&r->diag, (struct span){src, i, 1}, "the byte 0x%02x cannot stand here", c);
            return false;
        }
        i += n;
    }
    return true;
}

/* An indented line with the statement that it continues; the statement without it is undone. */
static const char *with_pending(struct session *r, const char *line)
{
    const bool indented = *line == ' ' || *line == '\t';
    if (!indented || !r->pending || strspn(line, " \t") == strlen(line))
        return line;
    const char *whole = base_text(r->mem, "%s\n%s", r->pending, line);
    if (r->takes_back && r->undos) {
        struct source *none = session_source(r, "", 0);
        session_undo(r, (struct span){none, 0, 0});
    }
    return whole;
}

static bool obey_order(struct session *r, const void *how)
{
    const struct span *line = how;
    return obey(r, *line);
}

static void note_pending(struct session *r, const struct span line, bool good)
{
    const bool statement = is_statement(line, word_length(line));
    session_forget(r, r->pending);
    r->pending = NULL;
    r->pending = statement ? session_keep(r, line.src->text + line.at, line.len) : NULL;
    r->takes_back = good;
}

static bool perform(struct session *r, const char *typed)
{
    const char *const text = with_pending(r, typed);
    struct source *src = session_source(r, text, strlen(text));
    struct diag unused = {.mem = r->mem};
    size_t tokens = 0;
    bool good = is_text(r, src), kept = true;
    if (!good)
        return false;
    lang_lex(&unused, src, &tokens); /* comments become blanks */
    if (tokens == 0)
        return true;
    const struct span line = session_trim((struct span){src, 0, src->len});
    if (r->gen) {
        struct generation *g = r->gen;
        ex_clear(g->job.store);
        g->job.diag = base_diag(g->mem);
        g->job.model->names->diag = g->job.diag;
        kept = session_guard(r, g->mem, obey_order, &line, &good);
        if (kept)
            base_diag_print(g->job.diag, r->out, r->colours);
        else if (r->gen == g)
            r->gen = NULL; /* its memory is invalid */
        if (!kept)
            r->lost = g->retired = true;
        else
            good &= g->job.diag->errors == 0;
        if (kept && ex_error(g->job.store)) { /* a limit was reached: later results may be wrong */
            g->retired = true;
            r->gen = r->gen == g ? NULL : r->gen;
        }
    } else {
        good = obey(r, line);
    }
    note_pending(r, line, good && kept);
    return good && kept;
}

/* Makes the generation again from its text if it is too large or was lost. */
static void renew(struct session *r)
{
    enum { MEGABYTES = 512 };
    session_retire(r, false);
    const bool large = r->gen && (mem_used(r->gen->mem) >> 20 > MEGABYTES);
    if ((r->gen && !large) || !r->now.text)
        return;
    if (large)
        r->gen->retired = true;
    const unsigned before = run_hear();
    r->mutes = true;
    session_make(r, &r->now);
    r->mutes = false;
    run_hear_no_more(before);
    session_retire(r, false);
}

/* Performs one command, prints its notes and measures its time; false after an error. */
static bool turn(struct session *r, const char *line)
{
    const double begun = base_clock();
    const bool timing = r->times;
    bool good = false;
    r->diag = (struct diag){.mem = r->mem};
    memset(r->stage, 0, sizeof r->stage);
    r->stage_from = begun;
    const unsigned before = run_hear();
    good = perform(r, line);
    run_hear_no_more(before);
    r->quits |= run_ended();
    base_diag_print(&r->diag, r->out, r->colours);
    good &= r->diag.errors == 0;
    session_stage(r, STAGE_SHOW);
    if (strncmp(line, "time", 4) != 0) {
        memcpy(r->shown, r->stage, sizeof r->stage);
        r->total = base_clock() - begun;
    }
    r->failed |= !good;
    session_retire(r, false);
    if (timing) {
        struct source *none = session_source(r, "", 0);
        r->times = false;
        session_time(r, (struct span){none, 0, 0});
    }
    return good;
}

/* ---- the loop ---- */

static void ignore_signal(int sig)
{
    (void)sig;
}

static void say_hello(const struct session *r)
{
    if (r->interactive)
        fputs("noslip " NOSLIP_VERSION ": 'help' lists the words of a session, 'quit' ends it\n",
              r->out);
}

static const char *fetch(struct session *r, char **mine)
{
    bool too_long = false;
    *mine = r->next;
    r->next = NULL;
    if (*mine)
        return *mine;
    const char *line = session_line(r->line, "> ", &too_long);
    r->quits |= !line;
    if (!line && r->interactive)
        fputc('\n', r->out);
    if (line && !r->interactive)
        fprintf(r->out, "> %s\n", too_long ? "..." : base_visible(r->mem, line));
    if (!too_long)
        return line;
    fprintf(r->out, "error: a line of more than %d bytes\n", SESSION_LINE);
    r->failed = true;
    return NULL;
}

static bool next_line(struct session *r, const void *how)
{
    char *mine = NULL;
    const char *line = fetch(r, &mine);
    (void)how;
    if (!line || strspn(line, " \t\r\n") == strlen(line))
        return true;
    if (r->lost)
        renew(r);
    r->lost &= !r->gen;
    session_check_file(r);
    const bool good = turn(r, line);
    if (good && !mine && strncmp(line, "history", strlen("history")) != 0)
        remember(r, line);
    session_forget(r, mine);
    renew(r);
    return true;
}

/* After out of memory, all generations are discarded; the facts remain. */
void session_turn(struct session *r)
{
    bool done = false;
    if (!session_guard(r, r->mem, next_line, NULL, &done)) {
        r->mutes = false;
        run_hear_no_more(0);
        for (size_t i = 0; i < SESSION_SLOTS; i++)
            if (r->slot[i].mem) {
                mem_rest(r->slot[i].mem);
                r->slot[i].retired = true;
            }
        r->lost |= r->gen != NULL;
        r->gen = NULL;
        session_retire(r, false);
    }
    mem_calm(r->mem);
    fflush(r->out);
}

/* Opens the input; the model of the command line, or NULL, is the first line. */
static bool begin(struct session *r, const void *how)
{
    const char *path = how;
    r->line = session_line_open(r->mem, session_completion, r);
    r->interactive = session_line_is_terminal(r->line);
    r->colours = r->interactive && base_has_terminal();
    say_hello(r);
    if (path) {
        const char *line = base_text(r->mem, "load %s", path);
        r->next = session_keep(r, line, strlen(line));
    }
    return true;
}

bool session_open(struct session *r, FILE *out)
{
    *r = (struct session){.out = out};
    if (!base_limits(&r->limits) || !(r->mem = mem_new(0)))
        return false;
    r->diag = (struct diag){.mem = r->mem};
    r->orbit.every = 1;
    return true;
}

void session_close(struct session *r)
{
    if (r->line)
        session_line_close(r->line);
    session_retire(r, true);
    mem_free(r->mem);
}

enum base_exit session_run(const char *path)
{
    struct session r;
    struct sigaction quiet = {.sa_handler = ignore_signal}, old;
    if (!session_open(&r, stdout)) {
        base_ran_out(NULL, NULL, stderr);
        return EXIT_SYSTEM;
    }
    sigemptyset(&quiet.sa_mask);
    sigaction(SIGINT, &quiet, &old);
    bool opened = false;
    session_guard(&r, r.mem, begin, path, &opened);
    mem_calm(r.mem);
    while (opened && !r.quits)
        session_turn(&r);
    const bool failed = r.failed && !r.interactive;
    sigaction(SIGINT, &old, NULL);
    session_close(&r);
    return !opened ? EXIT_SYSTEM : failed ? EXIT_NO : EXIT_DONE;
}

bool session_quit(struct session *r, struct span rest)
{
    r->quits = session_empty(r, rest);
    return r->quits;
}
