/* gen/session/session_files.c -- files of a session: load, reload, save, history, an editor. */
#define _DEFAULT_SOURCE
#include "gen/run/run.h"
#include "gen/session/words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- files ---- */

static void stamp(const char *path, long long out[2])
{
    struct stat st;
    out[0] = out[1] = 0;
    if (!path || stat(path, &st) != 0)
        return;
    out[0] = (long long)st.st_mtim.tv_sec * 1000000000LL + st.st_mtim.tv_nsec;
    out[1] = (long long)st.st_size;
}

static bool read_file(struct session *r, const char *path, bool keeps)
{
    long long when[2];
    stamp(path, when);
    if (strcmp(path, "-") == 0) {
        base_fail(&r->diag, EXIT_USAGE, "a session reads commands from there, not a model");
        return false;
    }
    const struct source *src = base_source_read(&r->diag, path);
    if (!src)
        return false;
    struct facts f = keeps ? session_facts_copy(r, &r->now) : (struct facts){.text = NULL};
    session_forget(r, f.text);
    session_forget(r, f.path);
    f.text = session_keep(r, src->text, src->len);
    f.path = session_keep(r, path, strlen(path));
    f.edited = false;
    memcpy(r->stamp, when, sizeof when);
    r->told_of_file = r->drafts = false;
    return session_try(r, &f);
}

bool session_load(struct session *r, struct span rest)
{
    if (rest.len == 0) {
        base_fail(&r->diag, EXIT_USAGE, "load which file?")->help =
            "for example: load models/skater_slope.nh";
        return false;
    }
    if (!read_file(r, session_copy(r, rest), false))
        return false;
    session_title(r);
    return true;
}

bool session_reload(struct session *r, struct span rest)
{
    if (!session_empty(r, rest))
        return false;
    if (!r->now.path) {
        base_fail(&r->diag, EXIT_USAGE, "this model comes from no file")->help = "load FILE";
        return false;
    }
    if (!read_file(r, base_text(r->mem, "%s", r->now.path), true))
        return false;
    session_title(r);
    return true;
}

void session_check_file(struct session *r)
{
    long long when[2];
    if (!r->now.path || r->told_of_file)
        return;
    stamp(r->now.path, when);
    if (when[0] == 0 || (when[0] == r->stamp[0] && when[1] == r->stamp[1]))
        return;
    if (r->now.edited) {
        fprintf(r->out, "  %s has changed; 'reload' reads it, and what was typed goes\n",
                r->now.path);
        r->told_of_file = true;
        return;
    }
    memcpy(r->stamp, when, sizeof when);
    if (read_file(r, base_text(r->mem, "%s", r->now.path), true))
        fprintf(r->out, "  %s has changed and is read again\n", r->now.path);
    else
        fputs("  its file has changed: the model stays as it was\n", r->out);
}

bool session_show(struct session *r, struct span rest)
{
    if (rest.len)
        return session_help(r, rest);
    if (!r->now.text) {
        session_need(r);
        return false;
    }
    fputs(base_visible(r->mem, r->now.text), r->out);
    if (*r->now.text && r->now.text[strlen(r->now.text) - 1] != '\n')
        fputc('\n', r->out);
    session_show_values(r);
    return true;
}

static bool is_written(const struct session *r, const char *path)
{
    for (size_t i = 0; i < r->writtens; i++)
        if (strcmp(path, r->written[i]) == 0)
            return true;
    return false;
}

/* Whether there is a file of other content that this session did not write; then an error. */
static bool is_taken(struct session *r, const char *path, const char *text)
{
    const size_t len = strlen(text);
    struct stat st;
    if (is_written(r, path) || stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0)
        return false;
    FILE *f = (size_t)st.st_size == len ? fopen(path, "r") : NULL;
    char *old = f ? mem_take(r->mem, len + 1) : NULL;
    const bool same = f && fread(old, 1, len, f) == len && memcmp(old, text, len) == 0;
    if (f)
        fclose(f);
    if (!same)
        base_fail(&r->diag, EXIT_USAGE, "'%s' is there already", path)->help =
            "take another name, or remove it first";
    return !same;
}

static bool write_text(struct session *r, const char *path, const char *text)
{
    const struct textfile file = {path, text};
    if (!base_write_files(&r->diag, &file, 1))
        return false;
    r->written = mem_grow(r->mem, r->written, (r->writtens + 1) * sizeof *r->written);
    r->written[r->writtens++] = session_keep(r, path, strlen(path));
    return true;
}

bool session_save(struct session *r, struct span rest)
{
    if (!session_need(r))
        return false;
    if (rest.len == 0) {
        base_fail(&r->diag, EXIT_USAGE, "save to which file?")->help = "for example: save steep.nh";
        return false;
    }
    const char *path = session_copy(r, rest), *text = session_settled(r);
    const bool own = r->now.path && strcmp(path, r->now.path) == 0; /* its own file may change */
    if ((!own && is_taken(r, path, text)) || !write_text(r, path, text))
        return false;
    if (own)
        stamp(path, r->stamp);
    if (session_fact(&r->now, FACT_SETTING, "start"))
        fputs("  a run of it starts at t = 0\n", r->out);
    return true;
}

bool session_history(struct session *r, struct span rest)
{
    struct mem_text all = mem_text(r->mem);
    for (size_t i = 0; i < r->saids; i++)
        mem_put_f(&all, "%s\n", r->said[i]);
    const char *path = rest.len ? session_copy(r, rest) : NULL;
    const struct source model = {.name = r->now.path ? r->now.path : ""};
    if (path)
        return !run_is_file(&r->diag, path, &model) && !is_taken(r, path, all.text) &&
               write_text(r, path, all.text);
    fputs(base_visible(r->mem, all.text), r->out);
    return true;
}

/* ---- an editor ---- */

/* Starts the user's editor on a copy of the text; NULL: the editor failed. */
static const char *edited_copy(struct session *r, const char *text)
{
    const char *named = getenv("EDITOR"), *home = getenv("TMPDIR");
    const char *editor = named && *named ? named : "vi";
    char *path = mem_take(r->mem, 4096);
    snprintf(path, 4096, "%s/noslip-XXXXXX.nh", home && *home ? home : "/tmp");
    const int fd = mkstemps(path, 3);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!f) {
        base_fail(&r->diag, EXIT_SYSTEM, "cannot write '%s': %s", path, strerror(errno));
        return NULL;
    }
    fputs(text, f);
    fclose(f);
    const char *command = base_text(r->mem, "%s '%s'", editor, path);
    const int status = system(command); /* NOLINT(cert-env33-c): EDITOR may have arguments */
    const struct source *src = NULL;
    if (status != 0)
        base_fail(&r->diag, EXIT_SYSTEM, "'%s' did not end well", editor)->help =
            "the environment variable EDITOR names another";
    else
        src = base_source_read(&r->diag, path);
    unlink(path);
    return src ? src->text : NULL;
}

bool session_edit(struct session *r, struct span rest)
{
    if (!session_empty(r, rest))
        return false;
    if (!r->interactive) {
        base_fail(&r->diag, EXIT_NO, "an editor needs a terminal")->help =
            "write the statements that change as lines of the session";
        return false;
    }
    if (!r->now.text) {
        session_need(r);
        return false;
    }
    const char *text = edited_copy(r, r->now.text);
    if (!text)
        return false;
    if (strcmp(text, r->now.text) == 0) {
        fputs("  nothing was changed\n", r->out);
        return true;
    }
    struct facts f = session_facts_copy(r, &r->now);
    session_forget(r, f.text);
    f.text = session_keep(r, text, strlen(text));
    f.edited = true;
    return session_try(r, &f);
}
