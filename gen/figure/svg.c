/* gen/figure/svg.c -- SVG figures for light and dark pages, in colours that colour-blind readers
 * can distinguish. */
#include "gen/figure/svg.h"

#include <math.h>
#include <string.h>

enum {
    WIDE = 640,      /* width of the figure, in pixels */
    RIGHT = 22,      /* right margin */
    HIGH = 190,      /* height of a panel over time */
    HIGHEST = 400,   /* largest height of a panel with equal scales, */
    LOWEST = 110,    /* smallest height, */
    NARROWEST = 150, /* and smallest width */
    TOP = 30,        /* above a panel, for its label and legend */
    BARE = 16,       /* margin of a panel without axes */
    BELOW = 46,      /* below a panel, for ticks and the label of x */
    LETTER = 7,      /* approximate width of a letter */
    SAMPLE = 24,     /* length of a line in the legend */
    LINE = 18,       /* height of a line of the legend */
};

/* ---- numbers and words ---- */

void figure_svg_tenths(struct mem_text *out, long tenths)
{
    const unsigned long size = tenths < 0 ? 0UL - (unsigned long)tenths : (unsigned long)tenths;
    if (tenths < 0)
        mem_put_char(out, '-');
    if (size >= 10 || size == 0)
        mem_put_f(out, "%lu", size / 10);
    if (size % 10)
        mem_put_f(out, ".%lu", size % 10);
}

long figure_tenths(double v)
{
    const double most = 1e6;
    return isnan(v) ? 0 : lround(10 * (v < -most ? -most : v > most ? most : v));
}

void figure_svg_number(struct mem_text *out, double v)
{
    figure_svg_tenths(out, figure_tenths(v));
}

/* Writes text with the characters of XML escaped. */
static void put_text(struct mem_text *out, const char *text)
{
    for (; *text; text++) {
        const unsigned char ch = (unsigned char)*text;
        if (ch == '<' || ch == '>' || ch == '&' || ch == '"')
            mem_put(out, ch == '<' ? "&lt;" : ch == '>' ? "&gt;" : ch == '&' ? "&amp;" : "&quot;");
        else if (ch >= ' ' || ch == '\n')
            mem_put_char(out, *text);
        else
            mem_put_char(out, ' ');
    }
}

static void put_words(struct mem_text *out, double x, double y, const char *attributes,
                      const char *text)
{
    mem_put(out, "<text x=\"");
    figure_svg_number(out, x);
    mem_put(out, "\" y=\"");
    figure_svg_number(out, y);
    mem_put_f(out, "\"%s>", attributes);
    put_text(out, text);
    mem_put(out, "</text>\n");
}

/* ---- colours ---- */

static const char *const light[SVG_COLOURS] = {"#0072b2", "#d55e00", "#008a64",
                                               "#a8437f", "#7d6400", "#555555"};
static const char *const dark[SVG_COLOURS] = {"#6cb8f0", "#f5a04a", "#3fce9a",
                                              "#e79ac8", "#e2cd4e", "#bbbbbb"};

static void put_style(struct mem_text *out)
{
    mem_put(out, "<style>\n"
                 ".ns{font:13px system-ui,-apple-system,sans-serif}.ns text{fill:#333}"
                 ".ns .h{font-size:15px;font-weight:600}.ns .n{font-size:11px;fill:#666}\n"
                 ".ns .p{fill:#fff}.ns .g{stroke:#e4e4e4}.ns .b{fill:none;stroke:#888}"
                 ".ns .m{stroke:#888;stroke-dasharray:3 3}.ns .r{fill:#888;fill-opacity:.12}\n"
                 ".ns .l{fill:none;stroke:currentColor;stroke-width:1.7;stroke-linejoin:round;"
                 "stroke-linecap:round}.ns .t{opacity:.45}\n"
                 ".ns .a{fill:currentColor;fill-opacity:.22;stroke:currentColor;"
                 "stroke-width:1.4;stroke-linejoin:round}.ns .s{fill:currentColor}"
                 ".ns .w{fill:#222;color:#222}\n");
    for (int i = 0; i < SVG_COLOURS; i++)
        mem_put_f(out, ".ns .k%d{color:%s}", i, light[i]);
    mem_put(out, "\n@media(prefers-color-scheme:dark){.ns text{fill:#ddd}.ns .n{fill:#aaa}"
                 ".ns .p{fill:#16191d}.ns .g{stroke:#30353b}.ns .w{fill:#eee;color:#eee}");
    for (int i = 0; i < SVG_COLOURS; i++)
        mem_put_f(out, ".ns .k%d{color:%s}", i, dark[i]);
    mem_put(out, "}\n</style>\n");
}

void figure_svg_begin(struct mem_text *out, const char *title, double wide, double high)
{
    mem_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ns\" role=\"img\" width=\"");
    figure_svg_number(out, wide);
    mem_put(out, "\" height=\"");
    figure_svg_number(out, high);
    mem_put(out, "\" viewBox=\"0 0 ");
    figure_svg_number(out, wide);
    mem_put_char(out, ' ');
    figure_svg_number(out, high);
    mem_put(out, "\">\n");
    if (title) {
        mem_put(out, "<title>");
        put_text(out, title);
        mem_put(out, "</title>\n");
    }
    put_style(out);
    mem_put(out, "<rect class=\"p\" width=\"100%\" height=\"100%\"/>\n");
}

/* ---- positions on the page ---- */

double figure_paper_x(const struct paper *b, double v)
{
    return b->x + (v - b->across.low) / (b->across.high - b->across.low) * b->w;
}

double figure_paper_y(const struct paper *b, double v)
{
    return b->y + b->h - (v - b->up.low) / (b->up.high - b->up.low) * b->h;
}

static struct axis padded(struct axis a, double part)
{
    const double more = (a.high - a.low) * part;
    return (struct axis){a.low - more, a.high + more};
}

static void stretch(struct axis *a, double span)
{
    const double middle = a->low / 2 + a->high / 2;
    *a = (struct axis){middle - span / 2, middle + span / 2};
}

/* Chooses width and height for equal scales of both axes; false: the panel would be too flat or too
 * tall. */
static bool fit_equal(struct paper *b, bool strict)
{
    const double dx = b->across.high - b->across.low, dy = b->up.high - b->up.low;
    const double far = 7, wide = b->w;
    if (!strict && (dy > far * dx || dx > far * dy))
        return false;
    b->h = wide * dy / dx;
    if (b->h > HIGHEST) {
        b->w = fmax(NARROWEST, wide * HIGHEST / b->h);
        b->h = HIGHEST;
    }
    b->h = fmax(LOWEST, b->h);
    const double scale = fmin(b->w / dx, b->h / dy);
    stretch(&b->across, b->w / scale);
    stretch(&b->up, b->h / scale);
    return true;
}

static size_t longest(const struct ticks *t, bool decades)
{
    size_t most = 0;
    char text[EX_DOUBLE_ROOM];
    for (size_t i = 0; i < t->n; i++) {
        const size_t n =
            decades ? (t->at[i] < -9 ? 5 : 4) : ex_double_brief(t->at[i], t->digits, text);
        most = n > most ? n : most;
    }
    return most;
}

static struct ticks ticks_up(const struct panel *p, const struct paper *b)
{
    const size_t most = (size_t)(b->h / 38) + 1;
    return p->decades ? figure_decades(b->up, most) : figure_ticks(b->up, most);
}

/* As many ticks as fit. */
static struct ticks ticks_across(const struct paper *b)
{
    size_t most = (size_t)(b->w / 62) + 1;
    struct ticks t = figure_ticks(b->across, most);
    while (most > 2 && (double)((longest(&t, false) + 2) * LETTER * t.n) > b->w + LETTER)
        t = figure_ticks(b->across, --most);
    return t;
}

bool figure_paper(const struct panel *p, struct paper *out)
{
    const double space = 0.045;
    const bool bodies = p->equal || p->bodies;
    bool same = false;
    out->across = figure_axis_x(p);
    out->up = figure_axis_y(p);
    if (bodies)
        out->across = padded(out->across, space);
    if (!p->decades)
        out->up = padded(out->up, space);
    out->w = WIDE - 64 - RIGHT;
    out->h = bodies ? HIGH * 3 / 2 : HIGH;
    if (p->equal)
        same = fit_equal(out, p->strict);
    const struct ticks t = ticks_up(p, out);
    const double left = p->bare ? BARE : fmax(48, (double)(longest(&t, p->decades) * LETTER + 18));
    out->x = left;
    if (out->x + out->w > WIDE - RIGHT) { /* long labels make the box smaller */
        const double scale = (WIDE - RIGHT - left) / out->w;
        out->w *= scale;
        out->h *= same ? scale : 1;
    }
    return same || !p->equal;
}

/* ---- curves ---- */

static void put_curve(struct mem_text *out, const struct panel *p, const struct paper *b,
                      const struct curve *c)
{
    static const char *const how[] = {[STROKE_SOLID] = "",
                                      [STROKE_DASHED] = " stroke-dasharray=\"6 4\"",
                                      [STROKE_DOTS] = " stroke-width=\"3\""};
    const bool again = c->colour >= SVG_COLOURS && c->stroke == STROKE_SOLID; /* then dashed */
    mem_put_f(out, "<path class=\"l k%d%s\"%s d=\"", (int)(c->colour % SVG_COLOURS),
              p->bodies ? " t" : "", how[again ? STROKE_DASHED : c->stroke]);
    figure_svg_path(out, p, b, c);
    mem_put(out, "\"/>\n");
}

/* ---- axes ---- */

static void put_line(struct mem_text *out, const char *class, double x0, double y0, double x1,
                     double y1)
{
    mem_put_f(out, "<path class=\"%s\" d=\"M", class);
    figure_svg_number(out, x0);
    mem_put_char(out, ' ');
    figure_svg_number(out, y0);
    mem_put_char(out, 'L');
    figure_svg_number(out, x1);
    mem_put_char(out, ' ');
    figure_svg_number(out, y1);
    mem_put(out, "\"/>\n");
}

static void put_ticks(struct mem_text *out, const struct panel *p, const struct paper *b)
{
    char text[EX_DOUBLE_ROOM];
    const struct ticks across = ticks_across(b), up = ticks_up(p, b);
    for (size_t i = 0; i < across.n; i++) {
        const double x = figure_paper_x(b, across.at[i]);
        ex_double_brief(across.at[i], across.digits, text);
        put_line(out, "g", x, b->y, x, b->y + b->h);
        put_words(out, x, b->y + b->h + 17, " text-anchor=\"middle\"", text);
    }
    for (size_t i = 0; i < up.n; i++) {
        const double y = figure_paper_y(b, up.at[i]);
        ex_double_brief(p->decades ? pow(10, up.at[i]) : up.at[i], up.digits, text);
        put_line(out, "g", b->x, y, b->x + b->w, y);
        put_words(out, b->x - 7, y + 4.5, " text-anchor=\"end\"",
                  !p->decades     ? text
                  : up.at[i] == 0 ? "1"
                                  : base_text(out->mem, "1e%d", (int)up.at[i]));
    }
}

static void put_rect(struct mem_text *out, const char *class, double x, double y, double w,
                     double h)
{
    mem_put_f(out, "<rect class=\"%s\" x=\"", class);
    figure_svg_number(out, x);
    mem_put(out, "\" y=\"");
    figure_svg_number(out, y);
    mem_put(out, "\" width=\"");
    figure_svg_number(out, w);
    mem_put(out, "\" height=\"");
    figure_svg_number(out, h);
    mem_put(out, "\"/>\n");
}

/* Marks the range of rounding errors. */
static void put_floor(struct mem_text *out, const struct paper *b)
{
    const double floor = log10(FIGURE_FLOOR);
    if (b->up.low >= floor)
        return;
    const double y = figure_paper_y(b, floor);
    put_rect(out, "r", b->x, y, b->w, b->y + b->h - y);
    put_words(out, b->x + b->w - 6, b->y + b->h - 5, " class=\"n\" text-anchor=\"end\"",
              "rounding");
}

/* Vertical lines, with labels where there is room. */
static void put_marks(struct mem_text *out, const struct panel *p, const struct paper *b)
{
    double free = b->x;
    for (size_t i = 0; i < p->marks; i++) {
        const char *label = p->mark[i].label;
        const double x = figure_paper_x(b, p->mark[i].x);
        if (!(x >= b->x && x <= b->x + b->w))
            continue;
        put_line(out, "m", x, b->y, x, b->y + b->h);
        const double wide = label ? (double)(base_columns(label, strlen(label)) * LETTER) : 0;
        if (!label || x < free || x + 4 + wide > b->x + b->w)
            continue;
        put_words(out, x + 4, b->y + 12, " class=\"n\"", label);
        free = x + 12 + wide;
    }
}

static double entry_width(const struct curve *c)
{
    return SAMPLE + 20 + (double)(base_columns(c->label, strlen(c->label)) * LETTER);
}

static double legend_width(const struct panel *p)
{
    double wide = 0;
    for (size_t i = 0; i < p->curves; i++)
        wide += p->curve[i].label ? entry_width(&p->curve[i]) : 0;
    return wide;
}

/* Number of lines of the legend above the label of y; 0: it fits beside the label. */
static size_t legend_lines(const struct panel *p, const struct paper *b)
{
    const double label = (double)(base_columns(p->y_label, strlen(p->y_label)) * LETTER);
    const double all = legend_width(p);
    size_t lines = 1;
    double x = 0;
    if (all <= 0 || label + all + 20 <= b->w)
        return 0;
    for (size_t i = 0; i < p->curves; i++) {
        const double wide = p->curve[i].label ? entry_width(&p->curve[i]) : 0;
        if (x > 0 && x + wide > b->w) {
            lines++;
            x = 0;
        }
        x += wide;
    }
    return lines;
}

static void put_entry(struct mem_text *out, const struct curve *c, double x, double y)
{
    const double xs[] = {x, c->stroke == STROKE_DOTS ? x : x + SAMPLE}, ys[] = {0, 0};
    const struct paper flat = {.w = 1, .y = y - 4.5, .h = 1, .across = {0, 1}, .up = {0, 1}};
    const struct curve sample = {
        .x = xs, .y = ys, .n = 2, .stroke = c->stroke, .colour = c->colour};
    const struct panel plain = {.x_label = ""};
    put_curve(out, &plain, &flat, &sample);
    put_words(out, x + SAMPLE + 6, y, "", c->label);
}

static void put_legend(struct mem_text *out, const struct panel *p, const struct paper *b)
{
    const size_t lines = legend_lines(p, b);
    double y = b->y - 8 - (double)(LINE * lines);
    double x = lines ? b->x : b->x + b->w - legend_width(p);
    for (size_t i = 0; i < p->curves; i++) {
        const struct curve *c = &p->curve[i];
        if (!c->label)
            continue;
        if (lines && x > b->x && x + entry_width(c) > b->x + b->w) {
            y += LINE;
            x = b->x;
        }
        put_entry(out, c, x, y);
        x += entry_width(c);
    }
}

/* ---- panels ---- */

void figure_svg_axes(struct mem_text *out, const struct panel *p, const struct paper *b, bool same)
{
    if (p->bare)
        return;
    if (p->decades)
        put_floor(out, b);
    put_ticks(out, p, b);
    put_rect(out, "b", b->x, b->y, b->w, b->h);
    put_words(out, b->x, b->y - 8, "", p->y_label);
    put_words(out, b->x + b->w / 2, b->y + b->h + 35, " text-anchor=\"middle\"", p->x_label);
    if (!same)
        put_words(out, b->x + b->w, b->y + b->h + 35, " class=\"n\" text-anchor=\"end\"",
                  "axes differ in scale");
    put_legend(out, p, b);
    put_marks(out, p, b);
}

double figure_svg_wide(const char *title, double content)
{
    const double letter = 8.6, least = 320;
    const double words = title ? 32 + letter * (double)base_columns(title, strlen(title)) : 0;
    return fmax(least, fmax(content + RIGHT, words));
}

double figure_svg_title(struct mem_text *out, const char *title)
{
    if (!title)
        return 0;
    put_words(out, 16, 24, " class=\"h\"", title);
    return 34;
}

double figure_panel_top(const struct panel *p, const struct paper *b)
{
    if (p->bare)
        return BARE;
    return TOP + (double)(LINE * legend_lines(p, b));
}

double figure_panel_below(const struct panel *p)
{
    return p->bare ? BARE : BELOW;
}

bool figure_as_svg(struct diag *d, struct mem_text *out, const struct figure *f, size_t columns)
{
    (void)d;
    (void)columns;
    double high = f->title ? 34 : 0, wide = 0;
    struct paper *b = mem_take_array(out->mem, f->panels + 1, sizeof *b);
    bool *same = mem_take_array(out->mem, f->panels + 1, sizeof *same);
    for (size_t i = 0; i < f->panels; i++) {
        same[i] = figure_paper(&f->panel[i], &b[i]);
        b[i].y = high + figure_panel_top(&f->panel[i], &b[i]);
        high = b[i].y + b[i].h + figure_panel_below(&f->panel[i]);
        wide = fmax(wide, b[i].x + b[i].w);
    }
    figure_svg_begin(out, f->title, figure_svg_wide(f->title, wide), high);
    figure_svg_title(out, f->title);
    for (size_t i = 0; i < f->panels; i++) {
        const struct panel *p = &f->panel[i];
        figure_svg_axes(out, p, &b[i], same[i]);
        for (size_t k = 0; k < p->curves; k++)
            put_curve(out, p, &b[i], &p->curve[k]);
        for (size_t k = 0; k < p->bodies; k++)
            figure_svg_body(out, &b[i], &p->body[k]);
    }
    mem_put(out, "</svg>\n");
    return true;
}
