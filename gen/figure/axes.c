/* gen/figure/axes.c -- axes of figures: ranges and tick marks; choice of the file format. */
#define _DEFAULT_SOURCE /* TIOCGWINSZ */
#include "gen/figure/svg.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- ranges of axes ---- */

static const struct axis nothing = {INFINITY, -INFINITY};

/* Bounds a value so that differences do not overflow. */
static double bounded(double v)
{
    const double most = 1e300;
    return v < -most ? -most : v > most ? most : v;
}

static struct axis with(struct axis a, double v)
{
    if (!isfinite(v))
        return a;
    v = bounded(v);
    return (struct axis){v < a.low ? v : a.low, v > a.high ? v : a.high};
}

/* Widens a range that is empty up to rounding, so that a constant is a line in the middle. */
static struct axis widened(struct axis a)
{
    const double same = 1e-6, least = 1e-290; /* least: smaller divisors overflow */
    double size = fmax(fabs(a.low), fabs(a.high));
    if (!(a.low <= a.high) || size < least) {
        a = (struct axis){0, 0};
        size = 0;
    }
    if (a.high - a.low > same * size)
        return a;
    const double middle = a.low / 2 + a.high / 2, half = size > 0 ? size / 2 : 1;
    return (struct axis){middle - half, middle + half};
}

double figure_y(const struct panel *p, double y)
{
    const double least = FIGURE_FLOOR / 10;
    if (!p->decades || !isfinite(y))
        return y;
    return log10(fabs(y) > least ? fabs(y) : least);
}

/* Half the extent of an ellipse along x, or along y. */
static double reach(const struct body *b, bool along_y)
{
    const double c = cos(b->turn), s = sin(b->turn);
    if (b->kind != BODY_ROUND)
        return 0;
    return along_y ? hypot(b->major * s, b->minor * c) : hypot(b->major * c, b->minor * s);
}

struct axis figure_axis_x(const struct panel *p)
{
    struct axis a = p->least ? p->least[0] : nothing;
    for (size_t i = 0; i < p->curves; i++)
        for (size_t k = 0; k < p->curve[i].n; k++)
            if (isfinite(p->curve[i].y[k]))
                a = with(a, p->curve[i].x[k]);
    for (size_t i = 0; i < p->bodies; i++)
        for (size_t k = 0; k < p->body[i].n; k++) {
            a = with(a, p->body[i].x[k] - reach(&p->body[i], false));
            a = with(a, p->body[i].x[k] + reach(&p->body[i], false));
        }
    return widened(a);
}

/* Whole decades, at least two, and up to two above the level of rounding errors. */
static struct axis whole_decades(struct axis a)
{
    if (!(a.low <= a.high))
        a = (struct axis){log10(FIGURE_FLOOR), log10(FIGURE_FLOOR)};
    a = (struct axis){floor(a.low), ceil(a.high)};
    if (a.high < log10(FIGURE_FLOOR) + 2)
        a.high = log10(FIGURE_FLOOR) + 2;
    if (a.high - a.low < 2)
        a.low = a.high - 2;
    return a;
}

struct axis figure_axis_y(const struct panel *p)
{
    struct axis a = p->least ? p->least[1] : nothing;
    for (size_t i = 0; i < p->curves; i++)
        for (size_t k = 0; k < p->curve[i].n; k++)
            if (isfinite(p->curve[i].x[k]))
                a = with(a, figure_y(p, p->curve[i].y[k]));
    for (size_t i = 0; i < p->bodies; i++)
        for (size_t k = 0; k < p->body[i].n; k++) {
            a = with(a, p->body[i].y[k] - reach(&p->body[i], true));
            a = with(a, p->body[i].y[k] + reach(&p->body[i], true));
        }
    return p->decades ? whole_decades(a) : widened(a);
}

/* ---- round numbers ---- */

static double power_of_ten(int e)
{
    return pow(10, e); /* exact if 10^e is a double */
}

/* k times mantissa times 10^e, rounded once. */
static double multiple(double k, double mantissa, int e)
{
    return e < 0 ? k * mantissa / power_of_ten(-e) : k * mantissa * power_of_ten(e);
}

struct ticks figure_ticks(struct axis a, size_t most)
{
    static const double mantissa[] = {1, 2, 5};
    struct ticks out = {.n = 0, .digits = 1};
    const double span = a.high - a.low, size = fmax(fabs(a.low), fabs(a.high));
    most = most < 2 ? 2 : most > FIGURE_TICKS ? FIGURE_TICKS : most;
    int e = (int)floor(log10(span)) - 1;
    size_t m = 0;
    double low = 0, high = 0;
    for (;; m++) {
        if (m == 3) {
            m = 0;
            e++;
        }
        const double step = multiple(1, mantissa[m], e);
        low = ceil(a.low / step - 1e-9);
        high = floor(a.high / step + 1e-9);
        if (high - low < (double)most)
            break;
    }
    while (out.n < FIGURE_TICKS && low + (double)out.n <= high) {
        out.at[out.n] = multiple(low + (double)out.n, mantissa[m], e) + 0.0; /* never -0 */
        out.n++;
    }
    const int top = size > 0 ? (int)floor(log10(size) + 1e-9) : 0;
    out.digits = top - e + 1 > 1 ? top - e + 1 : 1;
    if (top >= 0 && top < 6 && out.digits < top + 1)
        out.digits = top + 1; /* 200, not 2e2 */
    out.digits = out.digits > 15 ? 15 : out.digits;
    return out;
}

struct ticks figure_decades(struct axis a, size_t most)
{
    static const int steps[] = {1, 2, 4, 5, 10, 20, 50, 100, 200};
    struct ticks out = {.n = 0, .digits = 1};
    const int low = (int)ceil(a.low), high = (int)floor(a.high);
    size_t s = 0;
    most = most < 2 ? 2 : most > FIGURE_TICKS ? FIGURE_TICKS : most;
    while (s + 1 < sizeof steps / sizeof *steps && (high - low) / steps[s] >= (int)most)
        s++;
    for (int k = low; k <= high && out.n < FIGURE_TICKS; k++)
        if (k % steps[s] == 0)
            out.at[out.n++] = k;
    return out;
}

const char *figure_axis_label(struct mem *m, const char *name, const char *unit)
{
    return unit ? base_text(m, "%s%s[%s]", name, *name ? " " : "", unit) : name;
}

/* ---- files ---- */

static const struct {
    const char *word, *about;
    bool (*write)(struct diag *d, struct mem_text *out, const struct figure *f, size_t columns);
} formats[FIGURE_COUNT] = {
#define FIGURE(word, about) [FIGURE_##word] = {"." #word, about, figure_as_##word},
    FIGURE_FILES(FIGURE)
#undef FIGURE
};

struct choice figure_choice(size_t i)
{
    return i < FIGURE_COUNT ? (struct choice){formats[i].word, formats[i].about}
                            : (struct choice){NULL, NULL};
}

size_t figure_screen_columns(void)
{
    struct winsize w;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 0)
        return w.ws_col;
    return 80;
}

bool figure_format_of(struct diag *d, const char *path, enum figure_format *out)
{
    const char *end = strrchr(path, '.');
    if (strcmp(path, "-") == 0)
        return true;
    for (int i = 0; i < FIGURE_COUNT; i++)
        if (end && strcmp(end, formats[i].word) == 0) {
            *out = (enum figure_format)i;
            return true;
        }
    struct mem_text all = mem_text(d->mem);
    for (int i = 0; i < FIGURE_COUNT; i++)
        mem_put_f(&all, "%s%s", i ? ", " : "pictures end in ", formats[i].word);
    base_fail(d, EXIT_USAGE, "'%s' does not tell which picture it should be", path)->help =
        all.text;
    return false;
}

bool figure_put_file(struct diag *d, const char *path, const struct mem_text *text)
{
    struct outfile out;
    if (strcmp(path, "-") == 0) {
        fwrite(text->text, 1, text->len, stdout); /* main.c checks stdout at the end */
        return true;
    }
    if (base_outfile_open(d->mem, &out, path, false)) {
        base_outfile_put(&out, text->text, text->len); /* a PNG has zeros in it */
        base_outfile_finish(&out);
        if (base_outfile_keep(&out))
            return true;
    }
    base_fail(d, EXIT_SYSTEM, "cannot write '%s': %s", path, base_outfile_fault(&out));
    return false;
}

bool figure_write(struct diag *d, const struct figure *f, const char *path,
                  enum figure_format format)
{
    struct mem_text text = mem_text(d->mem);
    return formats[format].write(d, &text, f, figure_screen_columns()) &&
           figure_put_file(d, path, &text);
}
