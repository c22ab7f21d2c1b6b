/* runtime/host/cc.c -- compilation by the system's C compiler, in its own process group and folder.
 */
#include "runtime/host/cc.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { PATH_ROOM = 4096, FLAGS_MOST = 64, NOBODY = -1 };

static const char SOURCE[] = "model.c", LIBRARY[] = "model.so", WORDS[] = "words";

struct place {
    char folder[PATH_ROOM];
    char source[PATH_ROOM + sizeof SOURCE], library[PATH_ROOM + sizeof LIBRARY];
    char words[PATH_ROOM + sizeof WORDS]; /* messages of the compiler */
    char setting[PATH_ROOM + sizeof "TMPDIR="];
};

__attribute__((format(printf, 3, 4))) static bool fail(struct cc *c, enum cc_fault fault,
                                                       const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    c->fault = fault;
    vsnprintf(c->why, sizeof c->why, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- the folder ---- */

static bool make_place(struct cc *c, struct place *at)
{
    const char *home = getenv("TMPDIR");
    home = home && *home ? home : "/tmp";
    const int n = snprintf(at->folder, sizeof at->folder, "%s/noslip-XXXXXX", home);
    if (n < 0 || (size_t)n >= sizeof at->folder || !mkdtemp(at->folder)) {
        at->folder[0] = 0;
        return fail(c, CC_SYSTEM, "no folder can be made in %.200s: %s", home, strerror(errno));
    }
    snprintf(at->source, sizeof at->source, "%s/%s", at->folder, SOURCE);
    snprintf(at->library, sizeof at->library, "%s/%s", at->folder, LIBRARY);
    snprintf(at->words, sizeof at->words, "%s/%s", at->folder, WORDS);
    snprintf(at->setting, sizeof at->setting, "TMPDIR=%s", at->folder);
    return true;
}

/* A compiler that was killed may have left its temporary files here: TMPDIR was this folder. */
static void remove_place(const struct place *at)
{
    DIR *dir = at->folder[0] ? opendir(at->folder) : NULL;
    if (!dir)
        return;
    for (const struct dirent *e = readdir(dir); e; e = readdir(dir))
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            unlinkat(dirfd(dir), e->d_name, 0);
    closedir(dir);
    rmdir(at->folder);
}

static bool write_source(struct cc *c, const struct place *at, const char *text)
{
    size_t left = strlen(text);
    const int fd = open(at->source, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    bool good = fd >= 0;
    while (good && left) {
        const ssize_t n = write(fd, text, left);
        good = n >= 0 || errno == EINTR;
        text += n > 0 ? n : 0;
        left -= n > 0 ? (size_t)n : 0;
    }
    const int why = errno;
    if (fd >= 0 && close(fd) != 0)
        good = false;
    return good || fail(c, CC_SYSTEM, "cannot write %.200s: %s", at->source, strerror(why));
}

/* The first line of the compiler's messages that reports an error, else the first line. */
static void read_words(const struct place *at, char *out, size_t room)
{
    char line[400];
    bool told = false;
    FILE *f = fopen(at->words, "re");
    snprintf(out, room, "it says nothing");
    while (f && !told && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        told = strstr(line, "error") != NULL;
        if (told || strcmp(out, "it says nothing") == 0)
            snprintf(out, room, "%s", line);
    }
    if (f)
        fclose(f);
}

/* ---- the process ---- */

/* Signals that end the wait. They are blocked and then waited for, so that an interruption is
 * handled here and the folder can be removed. */
struct vigil {
    sigset_t set, before;
    struct sigaction child;
};

static void begin_vigil(struct vigil *v)
{
    const struct sigaction usual = {.sa_handler = SIG_DFL};
    sigemptyset(&v->set);
    sigaddset(&v->set, SIGCHLD);
    sigaddset(&v->set, SIGINT);
    sigaddset(&v->set, SIGTERM);
    sigaddset(&v->set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &v->set, &v->before);
    sigaction(SIGCHLD, &usual, &v->child); /* if it were ignored, the exit status would be lost */
}

static void end_vigil(const struct vigil *v)
{
    const struct timespec now = {0};
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    while (sigtimedwait(&child, NULL, &now) > 0)
        continue;
    sigaction(SIGCHLD, &v->child, NULL);
    pthread_sigmask(SIG_SETMASK, &v->before, NULL);
}

static bool is_setting_of(const char *setting, const char *like)
{
    const size_t n = strcspn(like, "=") + 1;
    return strncmp(setting, like, n) == 0;
}

/* The environment with another TMPDIR and untranslated messages; the caller frees the result. */
static char **changed_environment(char *folder)
{
    static char plain[] = "LC_ALL=C";
    size_t n = 0, kept = 0;
    while (environ[n])
        n++;
    char **out = malloc((n + 3) * sizeof *out);
    if (!out)
        return NULL;
    for (size_t i = 0; i < n; i++)
        if (!is_setting_of(environ[i], folder) && !is_setting_of(environ[i], plain))
            out[kept++] = environ[i];
    out[kept++] = folder;
    out[kept++] = plain;
    out[kept] = NULL;
    return out;
}

/* Starts the compiler without a shell: in its own process group, so that its children can be killed
 * with it; with empty input, and output to a file. */
static int start(struct place *at, char *const *argv, pid_t *pid)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    char **environment = changed_environment(at->setting);
    if (!environment)
        return ENOMEM;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, at->words, O_WRONLY | O_CREAT | O_EXCL,
                                     S_IRUSR | S_IWUSR);
    posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    const int error = posix_spawnp(pid, argv[0], &files, &attributes, argv, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    free(environment);
    return error;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Waits until the child ends, the user interrupts, or the time is over. */
static bool watch(struct cc *c, const struct vigil *v, pid_t pid, int *status)
{
    const double end = seconds() + CC_SECONDS;
    for (;;) {
        const pid_t gone = waitpid(pid, status, WNOHANG);
        if (gone == pid)
            return true;
        const double left = end - seconds();
        if (gone < 0 || left <= 0)
            return fail(c, CC_SYSTEM, "the compiler does not end within %d s", (int)CC_SECONDS);
        const struct timespec wait = {.tv_sec = (time_t)left,
                                      .tv_nsec = (long)(1e9 * (left - (double)(time_t)left))};
        const int signal = sigtimedwait(&v->set, NULL, &wait);
        if (signal > 0 && signal != SIGCHLD)
            return fail(c, CC_INTERRUPTED, "interrupted");
    }
}

static bool run(struct cc *c, struct place *at, char *const *argv)
{
    struct vigil v;
    pid_t pid = NOBODY;
    int status = 0;
    begin_vigil(&v);
    const int error = start(at, argv, &pid);
    bool ended = !error && watch(c, &v, pid, &status);
    if (!error && !ended) {
        kill(-pid, SIGKILL);
        waitpid(pid, &status, 0);
    }
    end_vigil(&v);
    if (error == ENOENT || error == EACCES || error == ENOTDIR)
        return fail(c, CC_ABSENT, "there is no compiler '%.200s'", argv[0]);
    if (error)
        return fail(c, CC_SYSTEM, "'%.200s' cannot be started: %s", argv[0], strerror(error));
    if (!ended || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
        return ended;
    char words[400];
    read_words(at, words, sizeof words);
    const char *place = strstr(words, SOURCE); /* without the folder, which will be gone */
    return fail(c, place ? CC_REJECTED : CC_SYSTEM, "'%.60s' fails: %s", argv[0],
                place ? place : words);
}

/* ---- the library ---- */

static jit_function *as_function(const void *p)
{
    jit_function *f;
    memcpy(&f, &p, sizeof f);
    return f;
}

static bool load(struct cc *c, const struct place *at, struct jit_symbol *wanted, size_t n)
{
    c->library = dlopen(at->library, RTLD_NOW | RTLD_LOCAL);
    if (!c->library) {
        const char *why = dlerror();
        return fail(c, CC_SYSTEM, "what was compiled cannot be loaded: %s", why ? why : "");
    }
    for (size_t i = 0; i < n; i++) {
        wanted[i].at = as_function(dlsym(c->library, wanted[i].name));
        if (!wanted[i].at)
            return fail(c, CC_REJECTED, "%s is not in what was compiled", wanted[i].name);
    }
    return true;
}

static bool compile(struct cc *c, struct place *at, const char *compiler, const char *const *flags,
                    const char *text)
{
    const char *argv[FLAGS_MOST + 8] = {compiler};
    size_t n = 1;
    for (; *flags && n < FLAGS_MOST; flags++)
        argv[n++] = *flags;
    if (*flags)
        return fail(c, CC_SYSTEM, "more than %d flags", (int)FLAGS_MOST - 1);
    const char *const rest[] = {"-shared", "-fPIC", "-w", "-o", at->library, at->source};
    memcpy(argv + n, rest, sizeof rest);
    return write_source(c, at, text) && run(c, at, (char *const *)argv);
}

bool cc_open(struct cc *c, const char *compiler, const char *const *flags, const char *text,
             struct jit_symbol *wanted, size_t n_wanted)
{
    struct place at = {.folder = ""};
    *c = (struct cc){.library = NULL};
    const bool done = make_place(c, &at) && compile(c, &at, compiler, flags, text) &&
                      load(c, &at, wanted, n_wanted);
    remove_place(&at);
    if (!done) {
        for (size_t i = 0; i < n_wanted; i++)
            wanted[i].at = NULL;
        cc_close(c);
    }
    return done;
}

void cc_close(struct cc *c)
{
    if (c->library)
        dlclose(c->library);
    c->library = NULL;
}
