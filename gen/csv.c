/* gen/csv.c -- rows of numbers to a file or standard output.
 *
 * A file appears under its name only when it is complete: it is written beside it and renamed.
 * What is no regular file, like a device or a pipe, is written directly.
 */
#include "gen/gen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* mkstemp makes files that only the owner may read; this one is to be like any new one. */
static mode_t usual_mode(void)
{
    const mode_t mask = umask(0);
    umask(mask);
    return (S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH) & ~mask;
}

static FILE *open_beside(struct csv *c, mode_t mode)
{
    const int file = mkstemp(c->temporary);
    if (file < 0)
        return NULL;
    if (fchmod(file, mode) != 0)
        errno = 0; /* no harm done: the rows are what matters */
    FILE *f = fdopen(file, "w");
    if (!f) {
        close(file);
        unlink(c->temporary);
    }
    return f;
}

bool gen_csv_open(struct mem *m, struct csv *c, const char *path)
{
    struct stat st;
    *c = (struct csv){.file = stdout};
    if (strcmp(path, "-") == 0)
        return true;
    c->path = path;
    const bool exists = lstat(path, &st) == 0;
    if (exists && S_ISREG(st.st_mode) && access(path, W_OK) != 0) {
        c->error = errno;
        return false;
    }
    if (exists && !S_ISREG(st.st_mode)) {
        c->file = fopen(path, "w");
    } else {
        const size_t n = strlen(path);
        c->temporary = mem_take(m, n + sizeof ".XXXXXX");
        memcpy(c->temporary, path, n);
        memcpy(c->temporary + n, ".XXXXXX", sizeof ".XXXXXX");
        c->file = open_beside(c, exists ? st.st_mode & 07777 : usual_mode());
    }
    if (!c->file)
        c->error = errno;
    return c->file != NULL;
}

static void check(struct csv *c, bool good)
{
    if (!good && !c->error)
        c->error = errno ? errno : EIO;
}

static void put(struct csv *c, const char *text, bool first)
{
    if (!first)
        check(c, fputc(',', c->file) != EOF);
    check(c, fputs(text, c->file) != EOF);
}

void gen_csv_word(struct csv *c, const char *word, bool first)
{
    put(c, word, first);
}

void gen_csv_number(struct csv *c, double value, bool first)
{
    char text[EX_DOUBLE_ROOM];
    ex_double_show(value, text);
    put(c, text, first);
}

void gen_csv_row(struct csv *c)
{
    check(c, fputc('\n', c->file) != EOF);
}

bool gen_csv_close(struct csv *c)
{
    if (!c->path) {
        check(c, fflush(c->file) == 0);
        return c->error == 0;
    }
    check(c, fclose(c->file) == 0);
    if (c->temporary && !c->error)
        check(c, rename(c->temporary, c->path) == 0);
    if (c->temporary && c->error)
        unlink(c->temporary);
    return c->error == 0;
}
