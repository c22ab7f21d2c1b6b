/* gen/figure/png.c -- PNG figures: SVG converted by a program of the system. */
#define _XOPEN_SOURCE 700 /* mkdtemp, nftw */
#include "gen/figure/figure.h"

#include <errno.h>
#include <ftw.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { WORDS = 12, PATH_ROOM = 4096, PNG_MOST = 1 << 26 };

/* Commands; IN and OUT stand for paths, HOME for a folder, SIZE for width,height. */
static const char *const converters[][WORDS] = {
    {"rsvg-convert", "-z", "2", "-o", "OUT", "IN"},
    {"inkscape", "--export-type=png", "--export-filename=OUT", "IN"},
    {"magick", "-density", "192", "IN", "OUT"},
    {"chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
     "--no-first-run", "--user-data-dir=HOME", "--hide-scrollbars", "--force-device-scale-factor=2",
     "--window-size=SIZE", "--screenshot=OUT", "file://IN"},
};

const char *figure_png_converter(size_t i)
{
    return i < sizeof converters / sizeof *converters ? converters[i][0] : NULL;
}

struct place {
    char folder[PATH_ROOM];
    const char *in, *out, *size;
};

static bool refuse(struct diag *d, const char *what)
{
    base_fail(d, EXIT_SYSTEM, "cannot make a PNG: %s: %s", what, strerror(errno));
    return false;
}

static bool make_place(struct diag *d, const struct mem_text *svg, struct place *at)
{
    const char *home = getenv("TMPDIR");
    home = home && *home ? home : "/tmp";
    const int n = snprintf(at->folder, sizeof at->folder, "%s/noslip-XXXXXX", home);
    if (n < 0 || (size_t)n >= sizeof at->folder || !mkdtemp(at->folder))
        return refuse(d, home);
    at->in = base_text(d->mem, "%s/figure.svg", at->folder);
    at->out = base_text(d->mem, "%s/figure.png", at->folder);
    FILE *f = fopen(at->in, "wbe");
    const bool written = f && fwrite(svg->text, 1, svg->len, f) == svg->len;
    if (f && fclose(f) == 0 && written)
        return true;
    return refuse(d, at->in);
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about;
    (void)kind;
    (void)where;
    remove(path);
    return 0; /* continue even if it cannot be removed */
}

/* Removes the folder with all files that a converter left in it. */
static void remove_place(const struct place *at)
{
    enum { OPEN = 16 };
    nftw(at->folder, remove_one, OPEN, FTW_DEPTH | FTW_PHYS);
}

static char *filled_in(struct mem *m, const struct place *at, const char *word)
{
    struct mem_text out = mem_text(m);
    const struct {
        const char *name, *value;
    } rows[] = {{"HOME", at->folder}, {"OUT", at->out}, {"IN", at->in}, {"SIZE", at->size}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *found = strstr(word, rows[i].name);
        if (found && strcmp(found, rows[i].name) == 0) {
            mem_put_n(&out, word, (size_t)(found - word));
            mem_put(&out, rows[i].value);
            return out.text;
        }
    }
    mem_put(&out, word);
    return out.text;
}

/* False: the program does not exist, or it failed. */
static bool convert(struct mem *m, const struct place *at, const char *const words[WORDS])
{
    char *argv[WORDS + 1] = {NULL};
    posix_spawn_file_actions_t files;
    pid_t pid = 0;
    int status = 0;
    for (size_t i = 0; i < WORDS && words[i]; i++)
        argv[i] = filled_in(m, at, words[i]);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", 0, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", 1, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", 1, 0);
    const int error = posix_spawnp(&pid, argv[0], &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    if (error)
        return false;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool read_png(struct mem_text *out, const char *path)
{
    char part[PATH_ROOM];
    FILE *f = fopen(path, "rbe");
    size_t n = 0;
    while (f && out->len < PNG_MOST && (n = fread(part, 1, sizeof part, f)) > 0)
        mem_put_n(out, part, n);
    const bool good = f && !ferror(f) && out->len > 0;
    if (f)
        fclose(f);
    return good;
}

/* width="640" height="480" of the SVG as 640,481: one more row, so that chromium cuts nothing */
static const char *size_of(struct mem *m, const char *svg)
{
    const char *w = strstr(svg, "width=\""), *h = strstr(svg, "height=\"");
    const long wide = w ? strtol(w + strlen("width=\""), NULL, 10) : 640;
    const long high = h ? strtol(h + strlen("height=\""), NULL, 10) : 480;
    return base_text(m, "%ld,%ld", wide, high + 1);
}

bool figure_as_png(struct diag *d, struct mem_text *out, const struct figure *f, size_t columns)
{
    struct mem_text svg = mem_text(d->mem);
    struct place at;
    bool good = false;
    figure_as_svg(d, &svg, f, columns);
    at.size = size_of(d->mem, svg.text);
    if (!make_place(d, &svg, &at))
        return false;
    for (size_t i = 0; i < sizeof converters / sizeof *converters && !good; i++)
        good = convert(d->mem, &at, converters[i]) && read_png(out, at.out);
    remove_place(&at);
    if (!good)
        base_fail(d, EXIT_SYSTEM, "no program that makes a PNG was found, or none could")->help =
            "install the package librsvg2-bin (rsvg-convert); a path that ends in .svg needs none";
    return good;
}
