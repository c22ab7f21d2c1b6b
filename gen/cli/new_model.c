/* gen/cli/new_model.c -- the command `new`: templates of models. */
#include "gen/cli/cli.h"
#include "gen/cli/words.h"
#include "gen/tables/new_models.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum kind {
#define KIND(word, ...) KIND_##word,
    NEW_MODELS(KIND)
#undef KIND
        KIND_COUNT
};

struct choice cli_kind_word(size_t i)
{
    static const struct choice all[] = {
#define KIND(word, says) {#word, says},
        NEW_MODELS(KIND)
#undef KIND
            {NULL, NULL}};
    return all[i];
}

/* Templates; %s is the title. */
static const char *const text[KIND_COUNT] = {
    [KIND_blade] =
        "# What is it, and who wrote about it?\n"
        "model \"%s\"\n"
        "coords  x [m], y [m], phi        # angles need no unit\n"
        "param   m = 1 [kg] \"mass\", k = 0.5 [m] \"radius of gyration\"\n"
        "param   g = 1 [N] \"pull along -x\"\n"
        "\n"
        "# ds^2, twice the kinetic energy; dx is the velocity of x\n"
        "metric     m (dx^2 + dy^2 + k^2 dphi^2)\n"
        "potential  g x\n"
        "\n"
        "# The allowed velocities: along the blade, and turning. d_x is the field along x,\n"
        "# and v, w are the velocities along these fields.\n"
        "frame   v = cos(phi) d_x + sin(phi) d_y\n"
        "        w = d_phi\n"
        "\n"
        "init    x = 0, y = 0, phi = 0, v = 0, w = 1\n"
        "run     t = 20, dt = 0.01\n"
        "plot    (x, y); t : energy\n"
        "check   conserved w\n",
    [KIND_wheel] =
        "# What is it, and who wrote about it?\n"
        "model \"%s\"\n"
        "coords  x, y, theta, psi         # where it touches, heading, how far it turned\n"
        "param   m = 1 \"mass\", R = 0.5 \"radius\"\n"
        "param   I = 1/2 m R^2 \"about the axle\", J = 1/4 m R^2 \"about the vertical\"\n"
        "\n"
        "metric     m (dx^2 + dy^2) + J dtheta^2 + I dpsi^2   # twice the kinetic energy\n"
        "\n"
        "# It rolls: one equation a line between velocities\n"
        "constraint dx = R cos(theta) dpsi\n"
        "           dy = R sin(theta) dpsi\n"
        "\n"
        "# Velocities x' that are not given follow from the constraints, or are 0\n"
        "init    x = 0, y = 0, theta = 0, psi = 0, theta' = 1, psi' = 3\n"
        "run     t = 10, dt = 0.01\n"
        "plot    (x, y); t : energy\n",
    [KIND_linkage] = "# What is it, and who wrote about it?\n"
                     "model \"%s\"\n"
                     "coords  x1, y1, x2, y2\n"
                     "param   m1 = 1, m2 = 1, l1 = 1, l2 = 0.8, g = 9.81\n"
                     "\n"
                     "metric     m1 (dx1^2 + dy1^2) + m2 (dx2^2 + dy2^2)\n"
                     "potential  g (m1 y1 + m2 y2)\n"
                     "\n"
                     "# Constraints on positions, one a line\n"
                     "holonomic  x1^2 + y1^2 = l1^2\n"
                     "           (x2 - x1)^2 + (y2 - y1)^2 = l2^2\n"
                     "\n"
                     "# What stands with ~ starts a search that the constraints end, = is kept\n"
                     "init    x1 = 0.6, y1 ~ -0.8, x2 = 1, y2 ~ -1.5\n"
                     "run     t = 10, dt = 0.01\n"
                     "plot    (x2, y2); t : energy\n"
                     "draw    segment (0, 0) (x1, y1)\n"
                     "        segment (x1, y1) (x2, y2)\n",
    [KIND_ball] =
        "# What is it, and who wrote about it?\n"
        "model \"%s\"\n"
        "coords  x, y\n"
        "# Velocities that no coordinate has: those of rotations, seen from space\n"
        "algebra so(3) space: wx, wy, wz\n"
        "param   m = 1 \"mass\", R = 0.5 \"radius\", I = 2/5 m R^2, Omega = 0.5 \"of the table\"\n"
        "\n"
        "metric     m (dx^2 + dy^2) + I (wx^2 + wy^2 + wz^2)\n"
        "\n"
        "# It rolls on a table that turns: dt makes a constraint affine\n"
        "constraint dx - R wy = -Omega y dt\n"
        "           dy + R wx =  Omega x dt\n"
        "\n"
        "init    x = 1, y = 0, x' = 0, y' = 0.3, wz = 2\n"
        "run     t = 20, dt = 0.01\n"
        "plot    (x, y); t : energy\n",
    [KIND_law] =
        "# What is it, and who wrote about it?\n"
        "model \"%s\"\n"
        "dynamics vakonomic               # the constraint in the variational principle;\n"
        "compare  nonholonomic            # noslip compare puts this law beside it\n"
        "coords   x, y, z\n"
        "\n"
        "lagrangian 1/2 (x'^2 + y'^2 + z'^2)\n"
        "constraint dz - y dx = 0\n"
        "\n"
        "# lambda1 is the multiplier of the first constraint: a vakonomic motion needs one\n"
        "init    x = 0, y = 0, z = 0, x' = 1, y' = 0.2, lambda1 = 0.5\n"
        "run     t = 5, dt = 0.01\n"
        "plot    (x, y); t : energy\n",
    [KIND_control] =
        "# What is it, and who wrote about it?\n"
        "model \"%s\"\n"
        "coords  s, th                    # place of the cart, angle of the pole from upright\n"
        "param   M = 2 \"cart\", m = 0.5 \"pole\", l = 1 \"its length\", g = 9.81, c = 0.1\n"
        "input   F = 0 \"push\"             # noslip run --input 'F=sin(t)'\n"
        "\n"
        "lagrangian 1/2 (M + m) s'^2 + m l s' th' cos(th) + 1/2 m l^2 th'^2 - m g l cos(th)\n"
        "force   s = F - c s'\n"
        "\n"
        "init    s = 0, th = 0.1, s' = 0, th' = 0\n"
        "run     t = 5, dt = 0.01\n"
        "plot    t : th; t : s\n"
        "# noslip analyze FILE linearize --state s=0,th=0 has the matrices A and B\n",
};

/* The last part of a path, without .nh. */
static const char *title_of(struct mem *m, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const size_t n = strlen(name);
    const bool ends = n > 3 && strcmp(name + n - 3, ".nh") == 0;
    return base_text(m, "%.*s", (int)(ends ? n - 3 : n), name);
}

static bool is_title(const char *title)
{
    for (const char *c = title; *c; c++)
        if (*c == '"' || *c == '\\' || (unsigned char)*c < ' ')
            return false;
    return *title != 0;
}

/* An existing file is not overwritten. */
static enum base_exit write_new(struct job *job, const char *name, const char *kind)
{
    struct diag *d = job->diag;
    unsigned bits = 1;
    size_t i = 0;
    if (kind && !base_option_words(d, "new", kind, cli_kind_word, &bits))
        return EXIT_USAGE;
    while (!(bits >> i & 1))
        i++;
    const char *title = title_of(d->mem, name);
    if (!is_title(title)) {
        base_fail(d, EXIT_USAGE, "'%s' is no name for a model", name);
        return EXIT_USAGE;
    }
    const char *path = strlen(name) > 3 && strcmp(name + strlen(name) - 3, ".nh") == 0
                           ? name
                           : base_text(d->mem, "%s.nh", name);
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) {
        base_fail(d, EXIT_SYSTEM, "cannot write '%s': %s", path, strerror(errno))->help =
            errno == EEXIST ? "what is there is not overwritten: choose another name" : NULL;
        return EXIT_SYSTEM;
    }
    const char *whole = base_text(d->mem, text[i], title);
    const size_t n = strlen(whole);
    const bool written = write(file, whole, n) == (ssize_t)n;
    const int why = errno;
    if (close(file) != 0 || !written) {
        unlink(path);
        base_fail(d, EXIT_SYSTEM, "cannot write '%s': %s", path, strerror(why));
        return EXIT_SYSTEM;
    }
    const char *shown = base_visible(job->mem, path);
    printf("%s: %s\n  noslip check %s\n  noslip run %s\n", shown, cli_kind_word(i).says, shown,
           shown);
    return EXIT_DONE;
}

enum base_exit cli_command_new(struct job *job, const struct options *o)
{
    return write_new(job, o->argument, o->more ? o->word[0] : NULL);
}
