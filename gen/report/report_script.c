/* gen/report/report_script.c -- scripts of a report: emitted code, model data, integrator, player.
 *
 * Emitted code is a separate module for each law, which appends its functions to the list `noslip`.
 * The integrator is that of `run`: its sums are those of runtime/dop853.h, rewritten as JavaScript.
 * player.js shows the motion.
 */
#include "gen/code/spelling.h"
#include "gen/emit/emit.h"
#include "gen/forms/properties.h"
#include "gen/report/page.h"
#include "gen/run/run.h"

#include <string.h>

static const char *const player[] = {
#include "motion_js_text.h"

#include "chart_js_text.h"

#include "scene_js_text.h"

#include "player_js_text.h"
};

static const char *const sums[] = {
#include "dop853_h_text.h"
};

/* ---- emitted code ---- */

/* The wanted blocks that the form has. */
static bool blocks_of(struct job *job, unsigned wanted, unsigned *out)
{
    if (!form_more_blocks(job->diag, job->system, wanted))
        return false;
    for (unsigned b = 0; b < RT_BLOCKS; b++)
        if (wanted >> b & 1 && !job->system->block[b].at)
            wanted &= ~(1U << b);
    *out = wanted;
    return true;
}

/* Comments of emitted code quote the model, and `<` could begin markup even there: a blank is put
 * after it. In code a blank or = follows already. */
static void put_code(struct mem_text *out, const char *text)
{
    for (; *text; text++) {
        mem_put_char(out, *text);
        if (*text == '<' && text[1] != ' ' && text[1] != '=')
            mem_put_char(out, ' ');
    }
}

static bool put_package(struct report *r, struct job *one, enum lang_law law, const char **out)
{
    struct emitted code = {.n = 0};
    struct emit_options o = {.target = TARGET_js,
                             .style = STYLE_nested,
                             .real = REAL_double,
                             .method = rt_method_find("rk4"),
                             .package = r->job->source->name};
    struct mem_text text = mem_text(r->job->mem);
    const bool good = blocks_of(one, r->other ? BLOCKS_page_of_two : BLOCKS_page, &o.blocks) &&
                      emit_text(one, &o, &code);
    if (!good)
        return false;
    mem_put(&text, "\n");
    put_code(&text, code.file[0].text);
    mem_put_f(&text, "\n(globalThis.noslip ||= []).push({law: \"%s\", model, prepare",
              lang_laws[law].word);
    for (int b = 0; b < RT_BLOCKS; b++)
        if (one->program->block[b].results)
            mem_put_f(&text, ", %s", one->program->block[b].name);
    mem_put(&text, "});\n");
    *out = text.text;
    return true;
}

/* ---- the integrator ---- */

/* `#define SUM_5 \` and its continuation lines become an arrow function of i and the arguments of
 * the macro. */
static void put_sums(struct mem_text *out)
{
    static const char define[] = "#define ";
    bool open = false;
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        const char *line = sums[i];
        const bool begins = strncmp(line, define, sizeof define - 1) == 0;
        if (!begins && !open)
            continue;
        if (begins) {
            line += sizeof define - 1;
            const size_t name = strcspn(line, " (\n");
            const char *takes = line[name] == '(' ? line + name + 1 : "";
            const size_t taken = strcspn(takes, ")");
            mem_put(out, "const ");
            mem_put_n(out, line, name);
            mem_put_f(out, " = (i%s", taken ? ", " : "");
            mem_put_n(out, takes, taken);
            mem_put(out, ") =>");
            line += name + (taken ? taken + 2 : 0);
        }
        const size_t len = strcspn(line, "\\\n");
        mem_put_n(out, line, len);
        open = line[len] == '\\';
        mem_put(out, open ? "\n" : ";\n");
    }
}

/* ---- data of the model ---- */

static void put_flag(struct mem_text *out, const char *key, bool value)
{
    mem_put_f(out, ", %s: %s", key, value ? "true" : "false");
}

static void put_text(struct mem_text *out, const char *key, const char *text)
{
    mem_put_f(out, ", %s: ", key);
    base_put_string(out, text);
}

static void put_number(struct mem_text *out, const char *key, double value)
{
    mem_put_f(out, ", %s: ", key);
    code_put_double(out, value);
}

static void put_range(struct mem_text *out, const struct model *m, const double *p, ex low, ex high)
{
    if (low != EX_POISON)
        put_number(out, "low", lang_value(m, low, p));
    if (high != EX_POISON)
        put_number(out, "high", lang_value(m, high, p));
}

/* In the order of the block `given`. */
static void put_given(struct mem_text *out, struct report *r, const struct system *sys,
                      const double *p)
{
    struct given_row *row = NULL;
    const size_t n = form_given_rows(r->job->diag, sys, &row);
    mem_put(out, ",\n  given: [");
    for (size_t i = 0; i < n; i++) {
        const struct coord *c = row[i].coord;
        mem_put(out, "\n    {name: ");
        base_put_string(out, row[i].name);
        if (c && c->unit)
            put_text(out, "unit", c->unit);
        if (c && c->doc)
            put_text(out, "doc", c->doc);
        if (c)
            put_range(out, sys->model, p, c->low, c->high);
        put_flag(out, "guess", row[i].guess);
        put_flag(out, "rest", row[i].rest);
        mem_put(out, "},");
    }
    mem_put(out, "\n  ]");
}

/* In the order of the parameters of emitted code, then of its inputs. */
static void put_params(struct mem_text *out, const struct model *m, const double *p, bool inputs)
{
    mem_put_f(out, ",\n  %s: [", inputs ? "inputs" : "parameters");
    for (size_t i = 0; i < m->params; i++) {
        const struct param *q = &m->param[i];
        if (q->input != inputs)
            continue;
        mem_put(out, "\n    {name: ");
        base_put_string(out, q->name);
        put_flag(out, "follows", !inputs && ex_symbols(m->store, &q->value, 1).n > 0);
        put_flag(out, "driven", q->driven);
        put_flag(out, "positive", q->assume & EX_POSITIVE);
        put_range(out, m, p, q->low, q->high);
        mem_put(out, "},");
    }
    mem_put(out, "\n  ]");
}

static void put_events(struct mem_text *out, const struct model *m)
{
    mem_put(out, ",\n  events: [");
    for (size_t i = 0; i < m->events; i++) {
        mem_put(out, "\n    {name: ");
        base_put_string(out, m->event[i].name);
        put_text(out, "way", lang_event_ways[m->event[i].way]);
        put_text(out, "act", lang_event_acts[m->event[i].act]);
        mem_put(out, "},");
    }
    mem_put(out, "\n  ]");
}

static void put_plots(struct mem_text *out, const struct model *m)
{
    mem_put(out, ",\n  plots: [");
    for (size_t i = 0; i < m->plots; i++) {
        mem_put(out, "\n    {x: ");
        base_put_string(out, m->plot[i].x_name);
        put_text(out, "y", m->plot[i].y_name);
        put_flag(out, "time", m->plot[i].x == m->time);
        mem_put(out, "},");
    }
    mem_put(out, "\n  ]");
}

static bool put_data(struct report *r, const struct system *lead, struct mem_text *out)
{
    struct job *job = r->job;
    const struct model *m = job->model;
    static const struct option_text nothing = {NULL, 0};
    double *p = mem_take_array(job->mem, m->params + 1, sizeof *p);
    struct rt_span span = {0};
    lang_find_params(job->diag, m, &nothing, p);
    if (job->diag->errors || !run_choose_span(job, r->options, p, &span))
        return false;
    mem_put_f(out, "const report = {\n  coordinates: %zu", m->coords);
    put_number(out, "end", span.end);
    put_number(out, "dt", span.step);
    put_flag(out, "conserved", form_keeps_energy(job->system));
    put_given(out, r, lead, p);
    put_params(out, m, p, false);
    put_params(out, m, p, true);
    put_events(out, m);
    put_plots(out, m);
    mem_put(out, "\n};\n");
    return true;
}

/* ---- all scripts ---- */

/* The law with more initial values (the vakonomic one has multipliers) comes first. */
bool report_scripts(struct report *r, struct scripts *out)
{
    struct job *job = r->job;
    struct mem_text text = mem_text(job->mem);
    const bool swap = r->other && r->law == LAW_vakonomic;
    struct job *const lead = swap ? r->other : job;
    job->model->comparing = r->other != NULL;
    out->n = 0;
    if (!put_package(r, lead, swap ? r->law : job->model->law, &out->at[out->n++]) ||
        (r->other && !put_package(r, swap ? job : r->other, swap ? job->model->law : r->law,
                                  &out->at[out->n++])))
        return false;
    mem_put(&text, "\n");
    if (!put_data(r, lead->system, &text))
        return false;
    for (size_t i = 0; i < sizeof player / sizeof *player; i++) {
        if (strcmp(player[i], "    // SUMS\n") == 0)
            put_sums(&text);
        else
            mem_put(&text, player[i]);
    }
    out->at[out->n++] = text.text;
    return true;
}
