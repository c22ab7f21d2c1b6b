/* gen/base/outfile.c -- output files that appear whole or not at all.
 *
 * A file is written under a temporary name in the same folder, flushed to the disk and renamed, so
 * that after a crash there is the old file or the new one. A path that is not a regular file, such
 * as a device or a pipe, is written directly.
 *
 * The process holds a lock on a temporary file until it is renamed or deleted. One without a lock
 * is left from a process that was killed: the next one that writes into the folder deletes it.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "gen/base/base.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEMPORARY ".noslip-" /* then six letters of mkstemp */

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

/* ---- temporary files ---- */

/* The folder of a path, with its last slash; empty: the current one. */
static const char *folder_of(struct mem *m, const char *path)
{
    const char *last = strrchr(path, '/');
    return base_text(m, "%.*s", last ? (int)(last - path) + 1 : 0, path);
}

static bool is_temporary(const char *name)
{
    const size_t n = sizeof TEMPORARY - 1;
    return strncmp(name, TEMPORARY, n) == 0 && strlen(name) == n + sizeof "XXXXXX" - 1 &&
           strspn(name + n, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") ==
               sizeof "XXXXXX" - 1;
}

/* Deletes a file that no process holds. */
static void remove_abandoned(int folder, const char *name)
{
    struct stat st;
    const int file = openat(folder, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return;
    if (fstat(file, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
        flock(file, LOCK_EX | LOCK_NB) == 0)
        unlinkat(folder, name, 0);
    close(file);
}

static void remove_all_abandoned(const char *folder)
{
    DIR *dir = opendir(*folder ? folder : ".");
    if (!dir)
        return;
    for (const struct dirent *e = readdir(dir); e; e = readdir(dir))
        if (is_temporary(e->d_name))
            remove_abandoned(dirfd(dir), e->d_name);
    closedir(dir);
}

/* A new file with a lock; another process may delete it before it has the lock. */
static int open_locked(struct outfile *f, const char *folder)
{
    enum { TRIES = 100 };
    for (int i = 0; i < TRIES; i++) {
        struct stat st;
        struct mem_text name = mem_text(f->mem);
        mem_put_f(&name, "%s" TEMPORARY "XXXXXX", folder);
        f->temporary = name.text;
        const int file = mkstemp(f->temporary);
        if (file < 0)
            return file;
        fcntl(file, F_SETFD, FD_CLOEXEC);
        const bool lost = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
        if (!lost && fstat(file, &st) == 0 && st.st_nlink > 0)
            return file;
        close(file);
    }
    errno = EBUSY;
    return -1;
}

static FILE *open_beside(struct outfile *f, mode_t mode)
{
    const char *folder = folder_of(f->mem, f->place);
    remove_all_abandoned(folder);
    const int file = open_locked(f, folder);
    if (file < 0)
        return NULL;
    if (fchmod(file, mode) != 0)
        errno = 0;                             /* the content matters, not the mode */
    f->lock = fcntl(file, F_DUPFD_CLOEXEC, 0); /* it outlives the stream */
    FILE *out = f->lock < 0 ? NULL : fdopen(file, "w");
    if (!out) {
        close(file);
        unlink(f->temporary);
    }
    return out;
}

static void unlock(struct outfile *f)
{
    if (f->temporary && f->lock >= 0)
        close(f->lock);
    f->lock = -1;
    f->temporary = NULL;
}

/* A rename is on the disk when its folder is. Some file systems cannot be asked. */
static void flush_folder(struct outfile *f)
{
    const char *folder = folder_of(f->mem, f->place);
    const int dir = open(*folder ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir < 0)
        return;
    errno = 0;
    check(f, fsync(dir) == 0 || (errno != EIO && errno != ENOSPC));
    close(dir);
}

/* ---- files ---- */

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
    f->file = open_beside(f, exists ? st.st_mode & 07777 : default_mode());
    return f->file || base_outfile_refuse(f, errno, NULL);
}

bool base_outfile_open(struct mem *m, struct outfile *f, const char *path, bool rewinds)
{
    *f = (struct outfile){.mem = m, .path = path, .rewinds = rewinds, .lock = -1};
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
    check(f, !ferror(f->file)); /* of a write before */
    if (f->file == stdout)
        return f->error == 0;
    if (f->temporary)
        check(f, f->error || fsync(fileno(f->file)) == 0);
    check(f, fclose(f->file) == 0);
    f->file = NULL;
    return f->error == 0;
}

bool base_outfile_keep_all(struct outfile *const *file, size_t n)
{
    bool good = true;
    for (size_t i = 0; i < n; i++)
        good = good && !file[i]->error;
    for (size_t i = 0; i < n && good; i++) {
        errno = 0;
        if (file[i]->temporary)
            check(file[i], rename(file[i]->temporary, file[i]->place) == 0);
        good = !file[i]->error;
        if (good && file[i]->temporary) {
            unlock(file[i]);
            file[i]->moved = true;
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (file[i]->moved)
            flush_folder(file[i]);
        good = good && !file[i]->error;
        base_outfile_drop(file[i]);
    }
    return good;
}

bool base_outfile_keep(struct outfile *f)
{
    return base_outfile_keep_all(&f, 1);
}

void base_outfile_drop(struct outfile *f)
{
    if (f->file && f->file != stdout)
        fclose(f->file); /* its result does not matter: the file is deleted */
    f->file = NULL;
    if (f->temporary)
        unlink(f->temporary);
    unlock(f);
}

const char *base_outfile_fault(const struct outfile *f)
{
    return f->why ? f->why : strerror(f->error);
}

bool base_write_files(struct diag *d, const struct textfile *text, size_t n)
{
    struct outfile *all = mem_take_array(d->mem, n + 1, sizeof *all);
    struct outfile **file = mem_take_array(d->mem, n + 1, sizeof *file);
    size_t opened = 0;
    bool good = true;
    for (; opened < n && good; opened++) {
        struct outfile *f = file[opened] = &all[opened];
        good = base_outfile_open(d->mem, f, text[opened].path, false);
        if (good)
            base_outfile_text(f, text[opened].text);
        good = good && base_outfile_finish(f);
    }
    good = base_outfile_keep_all(file, opened) && good;
    for (size_t i = 0; i < opened && !good; i++)
        if (all[i].error) {
            base_fail(d, EXIT_SYSTEM, "cannot write '%s': %s", all[i].path,
                      base_outfile_fault(&all[i]));
            break;
        }
    return good;
}
