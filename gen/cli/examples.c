/* gen/cli/examples.c -- the command `examples`: models of the source tree or installation. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "gen/cli/cli.h"
#include "gen/cli/words.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 1000 };

/* Folders, relative to that of the program. */
static const char *const places[] = {"../share/noslip/models", "../models", "../../models"};

const char *cli_models_folder(struct mem *m)
{
    char self[PATH_MAX];
    const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return NULL;
    self[n] = 0;
    char *slash = strrchr(self, '/');
    if (!slash)
        return NULL;
    *slash = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const char *folder = base_text(m, "%s/%s", self, places[i]);
        char whole[PATH_MAX];
        if (access(base_text(m, "%s/sleigh.nh", folder), R_OK) == 0)
            return realpath(folder, whole) ? base_text(m, "%s", whole) : folder;
    }
    return NULL;
}

static bool is_model(const char *name)
{
    const size_t n = strlen(name);
    return n > 3 && strcmp(name + n - 3, ".nh") == 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names without .nh, sorted; returns their number. */
static size_t list(struct mem *m, const char *folder, const char **out)
{
    size_t n = 0;
    DIR *dir = opendir(folder);
    if (!dir)
        return 0;
    for (const struct dirent *e = readdir(dir); e && n < MOST; e = readdir(dir))
        if (is_model(e->d_name))
            out[n++] = base_text(m, "%.*s", (int)strlen(e->d_name) - 3, e->d_name);
    closedir(dir);
    qsort(out, n, sizeof *out, by_name);
    return n;
}

static const struct source *read_model(struct mem *m, const char *folder, const char *name)
{
    struct diag unused = {.mem = m};
    return base_source_read(&unused, base_text(m, "%s/%s.nh", folder, name));
}

/* The quoted title after `model`; without one, the name of the file. */
static const char *title_of(struct mem *m, const struct source *src, const char *name)
{
    const char *at = src ? src->text : "";
    for (; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        if (strncmp(at, "model", 5) != 0)
            continue;
        const char *open = strchr(at, '"'), *close = open ? strchr(open + 1, '"') : NULL;
        if (close)
            return base_text(m, "%.*s", (int)(close - open - 1), open + 1);
    }
    return name;
}

/* Whether the name or the text contains the word; case is ignored in the text. */
static bool mentions(const struct source *src, const char *name, const char *word)
{
    const size_t n = strlen(word);
    if (strstr(name, word))
        return true;
    for (const char *at = src ? src->text : ""; *at; at++) {
        size_t i = 0;
        while (i < n && at[i] && (at[i] | 0x20) == (word[i] | 0x20))
            i++;
        if (i == n)
            return true;
    }
    return false;
}

static enum base_exit show(FILE *out, const struct source *src)
{
    fwrite(src->text, 1, src->len, out);
    return EXIT_DONE;
}

static enum base_exit put_examples(struct job *job, FILE *out, const char *word)
{
    enum { WIDE = 24 };
    struct diag *d = job->diag;
    const char *folder = cli_models_folder(d->mem);
    const char **name = mem_take_array(d->mem, MOST, sizeof *name);
    const size_t n = folder ? list(d->mem, folder, name) : 0;
    struct nearest near = base_nearest(word ? word : "", word ? strlen(word) : 0);
    size_t shown = 0;
    if (n == 0) {
        base_fail(d, EXIT_SYSTEM, "the models that come with noslip are not where they should be")
            ->help = "./build.sh install puts them into share/noslip/models";
        return EXIT_SYSTEM;
    }
    for (size_t i = 0; i < n; i++) {
        const struct source *src = read_model(d->mem, folder, name[i]);
        if (word && src && strcmp(word, name[i]) == 0)
            return show(out, src);
        base_offer(&near, name[i]);
    }
    for (size_t i = 0; i < n; i++) {
        const struct source *src = read_model(d->mem, folder, name[i]);
        if (word && !mentions(src, name[i], word))
            continue;
        fputs("  ", out);
        base_put_padded(out, name[i], WIDE);
        fprintf(out, "%s\n", title_of(d->mem, src, name[i]));
        shown++;
    }
    if (shown) {
        fprintf(out, "\n  noslip examples NAME prints one; noslip run %s/NAME.nh runs it\n",
                folder);
        return EXIT_DONE;
    }
    base_fail(d, EXIT_USAGE, "no model is called '%s' or mentions it", word)->help =
        base_did_you_mean(d->mem, &near);
    return EXIT_USAGE;
}

enum base_exit cli_command_examples(struct job *job, const struct options *o)
{
    return put_examples(job, stdout, o->argument);
}
