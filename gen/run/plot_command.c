/* gen/run/plot_command.c -- the command `plot`: a run and its figure. */
#include "gen/run/trace.h"

#include <string.h>
#include <unistd.h>

/* Is there anything to plot? If not, the error shows an example command. */
static bool can_plot(struct diag *d, const struct model *m, bool scene, bool drift)
{
    if (scene && !m->drawings) {
        base_fail(d, EXIT_USAGE, "the model draws nothing")->help =
            "add what is to be seen, like this: draw wheel (x, y) phi, 0.3";
        return false;
    }
    if (scene || drift || m->plots)
        return true;
    const bool pair = m->coords > 1;
    base_fail(d, EXIT_USAGE, "the model does not say what to plot")->help =
        m->coords ? base_text(d->mem,
                              pair ? "ask for it: noslip plot MODEL \"(%s, %s)\""
                                   : "ask for it: noslip plot MODEL \"t : %s\"",
                              m->coord[0].name, pair ? m->coord[1].name : "")
                  : "ask for it: noslip plot MODEL \"t : energy\"";
    return false;
}

static bool write_animation(struct diag *d, const struct recording *recording, const char *path)
{
    struct mem_text text = mem_text(d->mem);
    figure_view_animate(&text, recording->sys->model->title, recording);
    return figure_put_file(d, path, &text);
}

/* Without a file name: braille dots for a terminal, SVG for a pipe. */
static bool choose_format(struct diag *d, const char *path, bool moves, enum figure_format *format)
{
    *format = strcmp(path, "-") == 0 && isatty(STDOUT_FILENO) && !moves ? FIGURE_txt : FIGURE_svg;
    if (!figure_format_of(d, path, format))
        return false;
    if (!moves || *format == FIGURE_svg)
        return true;
    base_fail(d, EXIT_USAGE, "what moves is written as SVG")->help =
        "name a file that ends in .svg";
    return false;
}

static enum base_exit plot(struct job *job, const struct options *o, struct run *r)
{
    struct diag *d = job->diag;
    const bool moves = o->value[OPTION_animate].n > 0, scene = o->value[OPTION_scene].n || moves;
    const bool drift = o->value[OPTION_drift].n > 0;
    const char *path = base_option_last(o, OPTION_out), *title = job->model->title;
    enum figure_format format = FIGURE_svg;
    path = path ? path : "-";
    if (!can_plot(d, job->model, scene, drift) || !choose_format(d, path, moves, &format) ||
        !run_may_write(d, r, path))
        return base_diag_exit(d);
    struct recording *recording = figure_recording(d->mem, r->sys, r->machine, r->start->p, scene);
    const enum base_exit result = run_recording(d, r, recording);
    const struct recording *const one = recording;
    if (!figure_recording_rows(recording))
        return result;
    const bool good =
        moves   ? write_animation(d, recording, path)
        : scene ? figure_write(d, figure_view_figure(d->mem, title, recording), path, format)
                : figure_write(d,
                               figure_of_recordings(d->mem, title, &one, NULL, 1,
                                                    drift ? RECORDING_DRIFT : 0),
                               path, format);
    return good ? result : base_diag_exit(d);
}

enum base_exit run_command_plot(struct job *job, const struct options *o)
{
    struct run run = {.begun = base_clock()};
    const struct option_text words = {.at = o->word, .n = o->more};
    job->plots = &words;
    job->shows = o->value[OPTION_scene].n || o->value[OPTION_animate].n;
    if (!run_reach(job, o, &run))
        return base_diag_exit(job->diag);
    const enum base_exit result = plot(job, o, &run);
    code_machine_close(&job->machine);
    return result;
}
