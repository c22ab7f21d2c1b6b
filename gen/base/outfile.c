/* gen/base/outfile.c -- output files that appear whole or not at all.
 *
 * A file is written under a temporary name in the same folder, flushed to the disk and renamed, so
 * that after a crash there is the old file or the new one. A path that is not a regular file, such
 * as a device or a pipe, is written directly.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "gen/base/base.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void check(struct outfile *f, bool good)
{
    if (!good && !f->error)
        f->error = errno ? errno : EIO;
}

void base_outfile_put(struct outfile *f, const char *bytes, size_t n)
{
    errno = 0;
    check(f, f->error || fwrite(bytes, 1, n, f->file) == n);
}

void base_outfile_text(struct outfile *f, const char *text)
{
    base_outfile_put(f, text, strlen(text));
}

void base_outfile_seek(struct outfile *f, long at)
{
    errno = 0;
    check(f, f->error || fseek(f->file, at, SEEK_SET) == 0);
}

/* The mode that open() gives to a new file; mkstemp lets only the owner read. */
static mode_t default_mode(void)
{
    const mode_t mask = umask(0);
    umask(mask);
    return (S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH) & ~mask;
}

static FILE *open_beside(struct outfile *f, mode_t mode)
{
    const int file = mkstemp(f->temporary);
    if (file < 0)
        return NULL;
    if (fchmod(file, mode) != 0)
        errno = 0; /* the content matters, not the mode */
    FILE *out = fdopen(file, "w");
    if (!out) {
        close(file);
        unlink(f->temporary);
    }
    return out;
}

bool base_outfile_refuse(struct outfile *f, int error, const char *why)
{
    f->error = error;
    f->why = why;
    return false;
}

/* The path with symbolic links resolved. */
static const char *follow(struct mem *m, const char *path)
{
    char real[PATH_MAX];
    struct mem_text out = mem_text(m);
    mem_put(&out, realpath(path, real) ? real : path);
    return out.text;
}

static bool open_file(struct outfile *f)
{
    struct stat st;
    const bool exists = stat(f->path, &st) == 0;
    if (exists && S_ISDIR(st.st_mode))
        return base_outfile_refuse(f, EISDIR, NULL);
    const bool regular = !exists || S_ISREG(st.st_mode);
    if (!regular && f->rewinds)
        return base_outfile_refuse(f, ESPIPE,
                                   "this format goes back to its beginning, so it needs a file");
    if (!regular) {
        f->file = fopen(f->path, "w");
        return f->file || base_outfile_refuse(f, errno, NULL);
    }
    if (exists && access(f->path, W_OK) != 0)
        return base_outfile_refuse(f, errno, NULL);
    f->place = exists ? follow(f->mem, f->path) : f->path;
    struct mem_text name = mem_text(f->mem);
    mem_put_f(&name, "%s.XXXXXX", f->place);
    f->temporary = name.text;
    f->file = open_beside(f, exists ? st.st_mode & 07777 : default_mode());
    return f->file || base_outfile_refuse(f, errno, NULL);
}

bool base_outfile_open(struct mem *m, struct outfile *f, const char *path, bool rewinds)
{
    *f = (struct outfile){.mem = m, .path = path, .rewinds = rewinds};
    if (strcmp(path, "-") != 0)
        return open_file(f);
    f->file = stdout;
    return true;
}

bool base_outfile_finish(struct outfile *f)
{
    if (!f->file)
        return false;
    errno = 0;
    check(f, fflush(f->file) == 0);
    if (f->file == stdout)
        return f->error == 0;
    if (f->temporary)
        check(f, f->error || fsync(fileno(f->file)) == 0);
    check(f, fclose(f->file) == 0);
    f->file = NULL;
    return f->error == 0;
}

bool base_outfile_keep(struct outfile *f)
{
    errno = 0;
    if (f->temporary && !f->error)
        check(f, rename(f->temporary, f->place) == 0);
    if (f->error)
        base_outfile_drop(f);
    else
        f->temporary = NULL;
    return f->error == 0;
}

void base_outfile_drop(struct outfile *f)
{
    if (f->file && f->file != stdout)
        fclose(f->file); /* its result does not matter: the file is deleted */
    f->file = NULL;
    if (f->temporary)
        unlink(f->temporary);
    f->temporary = NULL;
}

const char *base_outfile_fault(const struct outfile *f)
{
    return f->why ? f->why : strerror(f->error);
}
