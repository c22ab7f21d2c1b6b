/* gen/figure/terminal_curve.c -- thinned points of a run, and their curve on a terminal. */
#include "gen/figure/svg.h"

struct points figure_points(struct mem *m, size_t cap)
{
    return (struct points){.x = mem_take_array(m, cap, sizeof(double)),
                           .y = mem_take_array(m, cap, sizeof(double)),
                           .cap = cap,
                           .every = 1};
}

/* When full, drops every second point; from then on only every second one is stored. */
void figure_points_add(struct points *p, double x, double y)
{
    if (p->seen++ % p->every != 0)
        return;
    if (p->n == p->cap) {
        for (size_t i = 0; i < p->cap / 2; i++) {
            p->x[i] = p->x[2 * i];
            p->y[i] = p->y[2 * i];
        }
        p->n = p->cap / 2;
        p->every *= 2;
        if ((p->seen - 1) % p->every != 0)
            return;
    }
    p->x[p->n] = x;
    p->y[p->n] = y;
    p->n++;
}

/* Several curves; all but the first are dotted. */
static void plot_all(FILE *out, struct mem *m, const struct points *p, size_t n, const char *x_name,
                     const char *y_name, size_t columns)
{
    struct diag unused = {.mem = m};
    struct mem_text text = mem_text(m);
    struct curve *curve = mem_take_array(m, n + 1, sizeof *curve);
    struct panel panel = {
        .x_label = x_name, .y_label = y_name, .curve = curve, .curves = n, .equal = true};
    const struct figure figure = {.panel = &panel, .panels = 1};
    for (size_t i = 0; i < n; i++)
        curve[i] = (struct curve){.x = p[i].x, .y = p[i].y, .n = p[i].n, .colour = i};
    figure_as_txt(&unused, &text, &figure, columns);
    fputs(text.text, out);
}

void figure_plot(FILE *out, struct mem *m, const struct points *p, const char *x_name,
                 const char *y_name, size_t columns)
{
    plot_all(out, m, p, 1, x_name, y_name, columns);
}
