/* gen/session/line_editor.c -- line input of a session: libedit at a terminal, else plain lines.
 *
 * libedit provides history and completion. It is loaded only at a terminal, so that other commands
 * start without it; if it is missing, plain lines are read.
 */
#define _DEFAULT_SOURCE
#include "gen/session/words.h"

#include <dlfcn.h>
#include <errno.h>
#include <histedit.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

/* The functions of libedit in use, looked up with dlsym. */
#define EDIT_FUNCTIONS(X)                                                                          \
    X(el_init)                                                                                     \
    X(el_end)                                                                                      \
    X(el_set)                                                                                      \
    X(el_wset)                                                                                     \
    X(el_gets)                                                                                     \
    X(el_line)                                                                                     \
    X(el_insertstr)                                                                                \
    X(el_reset)                                                                                    \
    X(history)                                                                                     \
    X(history_init)                                                                                \
    X(history_end)

struct edit {
    void *library;
    EditLine *el;
    History *past;
#define X(name) __typeof__(name) *name;
    EDIT_FUNCTIONS(X)
#undef X
};

struct line {
    struct mem *mem;
    char *text;
    size_t cap;
    bool terminal;
    bool cancelled; /* Ctrl-C discarded the line */
    cc_t interrupt; /* the interrupt key of the terminal */
    const char *prompt;
    struct edit edit;
    session_complete *complete;
    void *context;
};

/* libedit calls back before a context can be attached to it; there is one terminal. */
static struct line *at_terminal;

/* ---- completion ---- */

static bool is_part(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '/' || c == '-' || (unsigned char)c >= 0x80;
}

static size_t common(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

static void list(struct line *l, const char *word, size_t wide)
{
    const size_t fit = 80 / (wide + 2) ? 80 / (wide + 2) : 1;
    const char *next = NULL;
    fputc('\n', stdout);
    for (size_t i = 0; (next = l->complete(l->context, word, i)); i++) {
        base_put_padded(stdout, next, wide + 2);
        if (i % fit == fit - 1)
            fputc('\n', stdout);
    }
    fputc('\n', stdout);
    fflush(stdout);
}

/* Inserts the common beginning of all completions; if it adds nothing, lists them. */
static unsigned char complete(EditLine *el, int key)
{
    enum { LONGEST = 256 };
    struct line *l = at_terminal;
    const LineInfo *at = l->edit.el_line(el);
    const char *from = at->cursor, *next = NULL;
    char word[LONGEST], all[LONGEST] = "";
    size_t count = 0, wide = 0;
    (void)key;
    while (from > at->buffer && is_part(from[-1]))
        from--;
    const size_t len = (size_t)(at->cursor - from);
    if (len >= LONGEST)
        return CC_ERROR;
    memcpy(word, from, len);
    word[len] = 0;
    for (; (next = l->complete(l->context, word, count)); count++) {
        const size_t n = strlen(next) < LONGEST ? strlen(next) : LONGEST - 1;
        wide = base_columns(next, n) > wide ? base_columns(next, n) : wide;
        if (count)
            all[common(all, next)] = 0;
        else
            snprintf(all, sizeof all, "%.*s", (int)n, next);
    }
    if (count == 1 && strlen(all) < LONGEST - 1 && all[strlen(all) - 1] != '/')
        memcpy(all + strlen(all), " ", 2);
    if (strlen(all) > len) {
        l->edit.el_insertstr(el, all + len);
        return CC_REFRESH;
    }
    if (count < 2)
        return CC_ERROR;
    list(l, word, wide);
    return CC_REDISPLAY;
}

/* ---- the editor ---- */

static char *prompt_of(EditLine *el)
{
    (void)el;
    static char text[32];
    snprintf(text, sizeof text, "%s", at_terminal->prompt ? at_terminal->prompt : "");
    return text;
}

/* Ctrl-C is bound as a key: a signal could be lost between two keys. */
static unsigned char cancel(EditLine *el, int key)
{
    (void)el;
    (void)key;
    at_terminal->cancelled = true;
    return CC_NEWLINE;
}

static bool find_functions(struct edit *e)
{
    /* POSIX: dlsym returns function pointers as object pointers, and this assignment is valid */
#define X(name)                                                                                    \
    *(void **)&e->name = dlsym(e->library, #name);                                                 \
    if (!e->name)                                                                                  \
        return false;
    EDIT_FUNCTIONS(X)
#undef X
    return true;
}

static void open_editor(struct line *l)
{
    struct edit *e = &l->edit;
    HistEvent event;
    e->library = dlopen("libedit.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!e->library || !find_functions(e))
        return;
    setlocale(LC_CTYPE, ""); /* letters beyond ASCII; the format of numbers does not change */
    at_terminal = l;
    e->el = e->el_init("noslip", stdin, stdout, stderr);
    e->past = e->history_init();
    if (!e->el || !e->past)
        return;
    e->history(e->past, &event, H_SETSIZE, SESSION_HISTORY);
    e->history(e->past, &event, H_SETUNIQUE, 1);
    e->el_set(e->el, EL_HIST, e->history, e->past);
    e->el_set(e->el, EL_PROMPT, prompt_of);
    e->el_set(e->el, EL_EDITOR, "emacs");
    e->el_set(e->el, EL_SIGNAL, 1);
    /* wide strings: of narrow ones libedit makes copies that it never frees */
    e->el_wset(e->el, EL_ADDFN, L"noslip-complete", L"completes words", complete);
    e->el_set(e->el, EL_BIND, "^I", "noslip-complete", NULL);
    e->el_set(e->el, EL_BIND, "^R", "em-inc-search-prev", NULL);
    e->el_wset(e->el, EL_ADDFN, L"noslip-cancel", L"forgets the line", cancel);
    e->el_set(e->el, EL_BIND, "^C", "noslip-cancel", NULL);
}

/* While a line is edited, the interrupt key of the terminal is off and Ctrl-C is a key of the
 * editor. */
static void set_interrupt(struct line *l, bool on)
{
    struct termios t;
    if (tcgetattr(STDIN_FILENO, &t) != 0)
        return;
    if (!on)
        l->interrupt = t.c_cc[VINTR];
    t.c_cc[VINTR] = on ? l->interrupt : _POSIX_VDISABLE;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &t);
}

static const char *edited_line(struct line *l)
{
    struct edit *e = &l->edit;
    HistEvent event;
    int n = 0;
    l->cancelled = false;
    set_interrupt(l, false);
    const char *text = e->el_gets(e->el, &n);
    set_interrupt(l, true);
    if (l->cancelled)
        return "";
    if (!text && n < 0 && isatty(STDIN_FILENO)) { /* interrupted by another signal */
        fputc('\n', stdout);
        e->el_reset(e->el);
        return "";
    }
    if (text && strspn(text, " \t\n") < strlen(text))
        e->history(e->past, &event, H_ENTER, text);
    return text;
}

/* ---- plain lines ---- */

static void put(struct line *l, size_t at, char c)
{
    if (at + 1 >= l->cap) {
        const size_t cap = l->cap ? 2 * l->cap : 256;
        l->text = mem_grow(l->mem, l->text, cap);
        l->cap = cap;
    }
    l->text[at] = c;
    l->text[at + 1] = 0;
}

/* Whether the next line is indented and continues the statement in this one. */
static bool goes_on(const struct line *l, size_t n)
{
    const size_t word = strcspn(l->text, " \t");
    bool statement = false;
    for (size_t k = 0; k < STATEMENT_COUNT && !statement; k++)
        statement = word && base_is_word(l->text, word, lang_statements[k].keyword);
    if (!statement || n == 0 || l->terminal)
        return false;
    const int next = getc(stdin);
    if (next != EOF)
        ungetc(next, stdin);
    return next == ' ' || next == '\t';
}

static const char *plain_line(struct line *l, bool *too_long)
{
    size_t n = 0;
    int c = EOF;
    put(l, 0, 0);
    if (l->terminal && l->prompt) {
        fputs(l->prompt, stdout);
        fflush(stdout);
    }
    while ((c = getc(stdin)) != EOF && (c != '\n' || goes_on(l, n))) {
        *too_long |= n >= SESSION_LINE;
        if (!*too_long)
            put(l, n++, c == 0 ? '\x01' : (char)c); /* as invalid as 0, but does not end a string */
    }
    if (l->terminal && c == EOF && n == 0 && errno == EINTR && isatty(STDIN_FILENO)) {
        clearerr(stdin);
        fputc('\n', stdout);
        return "";
    }
    return c == EOF && n == 0 ? NULL : l->text;
}

/* ---- open, read, close ---- */

struct line *session_line_open(struct mem *m, session_complete *words, void *context)
{
    struct line *l = mem_grow(m, NULL, sizeof *l);
    *l = (struct line){.mem = m, .complete = words, .context = context};
    l->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (l->terminal)
        open_editor(l);
    return l;
}

bool session_line_is_terminal(const struct line *l)
{
    return l->terminal;
}

const char *session_line(struct line *l, const char *prompt, bool *too_long)
{
    l->prompt = prompt;
    *too_long = false;
    errno = 0;
    if (!l->edit.el || !l->edit.past)
        return plain_line(l, too_long);
    const char *text = edited_line(l);
    size_t n = 0;
    if (!text)
        return NULL;
    put(l, 0, 0);
    for (; text[n] && text[n] != '\n'; n++)
        put(l, n, text[n]);
    *too_long = n > SESSION_LINE;
    return l->text;
}

void session_line_close(struct line *l)
{
    if (l->edit.past)
        l->edit.history_end(l->edit.past);
    if (l->edit.el)
        l->edit.el_end(l->edit.el);
    /* No dlclose: libedit keeps the state of the terminal for the process. */
    mem_grow(l->mem, l->text, 0);
    mem_grow(l->mem, l, 0);
}
