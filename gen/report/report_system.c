/* gen/report/report_system.c -- text and formulas of a report: the system, equations, verdicts. */
#include "gen/language/scope.h"
#include "gen/print/document.h"
#include "gen/prove/prove.h"
#include "gen/report/page.h"
#include "gen/run/run.h"

#include <math.h>
#include <string.h>

/* ---- documents as parts of the page ---- */

/* Writes fields along coordinates as partial derivatives. */
static void name_fields(const struct model *m, struct doc *doc)
{
    struct store *s = m->store;
    const size_t n = m->sections;
    ex *from = sym_row(ex_mem(s), n), *to = sym_row(ex_mem(s), n);
    for (size_t B = 0; B < n; B++) {
        const bool along = lang_is_along_coordinate(m, B);
        from[B] = m->section[B].section;
        const char *name =
            base_text(ex_mem(s), "%s_%s", along ? "\xE2\x88\x82" : "e", m->section[B].name);
        to[B] = ex_sym(s, lang_unused_name(m, name), 0);
    }
    for (size_t i = 0; i < doc->parts; i++)
        for (size_t k = 0; k < doc->part[i]->lines; k++) {
            const struct doc_line *line = &doc->part[i]->line[k];
            ex_subst(s, line->at, line->rows * line->cols, from, to, n, line->at);
        }
}

/* Through a temporary file, because writers of documents write to files. */
static void put_document(struct report *r, struct doc *doc)
{
    name_fields(r->job->model, doc);
    enum { PIECE = 4096 };
    char piece[PIECE];
    size_t n = 0;
    FILE *f = tmpfile();
    if (!f) {
        base_fail(r->job->diag, EXIT_SYSTEM, "there is no place for temporary files");
        return;
    }
    print_doc_write_fragment(f, doc);
    const bool whole = fflush(f) == 0 && !ferror(f);
    rewind(f);
    while ((n = fread(piece, 1, sizeof piece, f)) > 0)
        mem_put_n(&r->page, piece, n);
    if (!whole || ferror(f))
        base_fail(r->job->diag, EXIT_SYSTEM, "a temporary file cannot be written");
    fclose(f);
}

/* A short expression in a line of text. */
static void put_math(struct report *r, ex e)
{
    const char *text = ex_show(r->job->store, e, EX_MATHML);
    mem_put(&r->page, "<math>");
    mem_put(&r->page, text ? text : "<mo>&#x22EF;</mo>");
    mem_put(&r->page, "</math>");
}

/* ---- names ---- */

struct row {          /* of the table of names */
    ex symbol, value; /* value: EX_POISON for none */
    const char *unit, *doc;
};

/* Numbers as short decimals if possible, else as formulas. */
static void put_value(struct report *r, ex value)
{
    enum { DIGITS = 12, SHORT = 10 };
    struct store *s = r->job->store;
    char text[EX_DOUBLE_ROOM];
    double number = 0;
    if (ex_symbols(s, &value, 1).n == 0) {
        ex_eval(s, &value, 1, NULL, NULL, 0, &number);
        if (isfinite(number) && ex_double_brief(number, DIGITS, text) <= SHORT) {
            mem_put(&r->page, text);
            return;
        }
    }
    put_math(r, value);
}

static void put_row(struct report *r, const struct row *row)
{
    struct mem_text *out = &r->page;
    mem_put(out, "<tr><th scope=\"row\">");
    put_math(r, row->symbol);
    mem_put(out, "</th><td>");
    if (row->value != EX_POISON)
        put_value(r, row->value);
    mem_put(out, "</td><td>");
    report_html(out, row->unit ? row->unit : "");
    mem_put(out, "</td><td>");
    report_html(out, row->doc ? row->doc : "");
    mem_put(out, "</td></tr>\n");
}

/* Names without value, unit and description, in one row. */
static void put_list(struct report *r, const char *title, const struct row *row, size_t n)
{
    struct mem_text *out = &r->page;
    mem_put_f(out, "<tbody>\n<tr><th colspan=\"4\" class=\"group\">%s ", title);
    for (size_t i = 0; i < n; i++) {
        mem_put(out, i ? ", " : "");
        put_math(r, row[i].symbol);
    }
    mem_put(out, "</th></tr>\n</tbody>\n");
}

static void put_group(struct report *r, const char *title, const struct row *row, size_t n)
{
    bool plain = true;
    for (size_t i = 0; i < n; i++)
        plain &= row[i].value == EX_POISON && !row[i].unit && !row[i].doc;
    if (!n || plain) {
        if (n)
            put_list(r, title, row, n);
        return;
    }
    mem_put_f(&r->page,
              "<tbody>\n<tr><th colspan=\"4\" scope=\"rowgroup\" class=\"group\">%s</th></tr>\n",
              title);
    for (size_t i = 0; i < n; i++)
        put_row(r, &row[i]);
    mem_put(&r->page, "</tbody>\n");
}

static size_t param_rows(const struct model *m, bool inputs, struct row *row)
{
    size_t n = 0;
    for (size_t i = 0; i < m->params; i++)
        if (m->param[i].input == inputs)
            row[n++] = (struct row){m->param[i].symbol, m->param[i].value, m->param[i].unit,
                                    m->param[i].doc};
    return n;
}

static void put_names(struct report *r)
{
    const struct model *m = r->job->model;
    const size_t first = lang_first_section(m);
    struct row *row =
        mem_take_array(r->job->mem, m->coords + m->sections + m->params + 1, sizeof *row);
    size_t n = 0;
    mem_put(&r->page, "<div class=\"wide\"><table class=\"names\">\n"
                      "<caption>Names</caption>\n<thead><tr><th scope=\"col\">name</th>"
                      "<th scope=\"col\">value</th><th scope=\"col\">unit</th>"
                      "<th scope=\"col\">meaning</th></tr></thead>\n");
    for (; n < m->coords; n++)
        row[n] = (struct row){m->coord[n].q, EX_POISON, m->coord[n].unit, m->coord[n].doc};
    put_group(r, "Coordinates", row, n);
    for (n = 0; first + n < m->sections; n++) {
        const struct section *s = &m->section[first + n];
        row[n] = (struct row){s->velocity, EX_POISON, s->unit, s->doc};
    }
    put_group(
        r, lang_has_own_sections(m) ? "Velocities along the sections" : "Velocities in the algebra",
        row, n);
    put_group(r, "Parameters", row, param_rows(m, false, row));
    put_group(r, "Inputs", row, param_rows(m, true, row));
    mem_put(&r->page, "</table></div>\n");
}

/* ---- the system as in the model ---- */

static struct label symbol(const char *name)
{
    return print_label(LABEL_symbol, name, NULL, NULL);
}

static void put_sources(struct doc *doc, const struct model *m)
{
    struct store *s = m->store;
    struct doc_part *to = print_doc_part(doc, "energy", "what moves it");
    const struct {
        const char *name;
        ex value;
    } rows[] = {
        {"T", m->metric == EX_POISON ? EX_POISON : ex_mul2(s, ex_rat(s, 1, 2), m->metric)},
        {"V", m->potential},
        {"A", m->magnetic},
        {"F", m->two_form},
        {"L", m->lagrangian},
        {"H", m->hamiltonian},
        {"R", m->dissipation},
        {"X", m->gradient},
    };
    static const char *const says[] = {
        "kinetic energy T", "potential energy V", "magnetic one-form A", "magnetic two-form F",
        "Lagrangian L",     "Hamiltonian H",      "Rayleigh function R", "field X of the extension",
    };
    struct mem_text words = mem_text(ex_mem(s));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].value != EX_POISON)
            mem_put_f(&words, "%s%s", words.len ? ", " : "", says[i]);
    if (words.len)
        print_doc_text(to, "%s", words.text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].value != EX_POISON)
            print_doc_value(to, symbol(rows[i].name), rows[i].value);
    for (size_t i = 0; i < m->loads; i++) {
        const struct load *f = &m->load[i];
        print_doc_value(to,
                        print_label(LABEL_part, "Q",
                                    f->frame ? m->field[f->index].name : m->section[f->index].name,
                                    NULL),
                        f->value);
    }
    if (m->force != EX_POISON)
        print_doc_value(to, symbol("Q"), m->force);
}

static void put_constraints(struct doc *doc, const struct model *m)
{
    struct store *s = m->store;
    struct doc_part *to = NULL;
    ex *y = sym_row(ex_mem(s), m->sections);
    for (size_t B = 0; B < m->sections; B++)
        y[B] = m->section[B].velocity;
    const struct stated *phase = NULL;
    const size_t phases = lang_phase_constraints(m, &phase);
    if (m->constraints + phases == 0)
        return;
    to = print_doc_part(doc, "constraints", "constraints");
    if (m->holonomics)
        print_doc_text(to, "positions obey");
    for (size_t i = 0; i < m->constraints; i++)
        if (m->constraint[i].position != EX_POISON)
            print_doc_relation(to, m->constraint[i].position, SIGN_equal, ex_int(s, 0));
    if (m->holonomics < m->constraints)
        print_doc_text(to, "velocities obey");
    for (size_t i = 0; i < m->constraints; i++)
        if (m->constraint[i].position == EX_POISON && m->constraint[i].form)
            print_doc_relation(to, sym_dot(s, m->constraint[i].form, 1, y, m->sections), SIGN_equal,
                               m->constraint[i].speed);
    if (phases)
        print_doc_text(to, "second-class constraints on phase space");
    for (size_t i = 0; i < phases; i++)
        print_doc_relation(to, phase[i].value, SIGN_equal, ex_int(s, 0));
}

static void put_fields(struct doc_part *to, const struct model *m, size_t from, size_t end)
{
    for (size_t A = from; A < end; A++)
        print_doc_value(to, print_label(LABEL_field, m->field[A].name, NULL, NULL),
                        print_field(m, A));
}

/* Only declared fields: chosen ones are shown with the equations. */
static void put_frame(struct doc *doc, const struct model *m)
{
    const bool frame = m->rank && !m->field[0].chosen;
    const bool rest = m->rank < m->fields && !m->field[m->rank].chosen;
    struct doc_part *to = NULL;
    if (!frame && !rest && m->drift == EX_POISON)
        return;
    to = print_doc_part(doc, "fields", "allowed velocities");
    if (frame)
        print_doc_text(to, "frame of C: an allowed velocity is a sum of these fields");
    put_fields(to, m, 0, frame ? m->rank : 0);
    if (m->drift != EX_POISON) {
        print_doc_text(to, "drift, beside which they stand");
        print_doc_value(to, symbol("Y"), m->drift);
    }
    if (rest)
        print_doc_text(to, "complement");
    put_fields(to, m, m->rank, rest ? m->fields : m->rank);
}

/* ---- a sketch of the bodies ---- */

/* An invisible curve that makes the panel `wide` times as large as the bodies. */
static struct curve room_about(struct mem *m, const struct panel *p, double wide)
{
    const struct axis x = figure_axis_x(p), y = figure_axis_y(p);
    const double half = wide * fmax(x.high - x.low, y.high - y.low) / 2;
    const double middle[2] = {(x.low + x.high) / 2, (y.low + y.high) / 2};
    double *at = mem_take_array(m, 6, sizeof *at);
    for (size_t k = 0; k < 2; k++) {
        at[3 * k] = middle[k] - half;
        at[3 * k + 1] = NAN;
        at[3 * k + 2] = middle[k] + half;
    }
    return (struct curve){.x = at, .y = at + 3, .n = 3};
}

/* A figure of the bodies at the initial state. */
static void put_sketch(struct report *r)
{
    struct job *job = r->job;
    const struct model *m = job->model;
    static const struct option_text nothing = {NULL, 0};
    const struct point_texts texts = {.params = &nothing, .inits = &nothing};
    struct diag aside = base_aside(job->diag);
    struct body *body = mem_take_array(job->mem, m->drawings + 1, sizeof *body);
    double *scene = mem_take_array(job->mem, m->scene + 1, sizeof *scene);
    const bool space = m->in_space;
    struct panel panel = {
        .x_label = "", .y_label = "", .equal = true, .strict = true, .body = body, .bare = space};
    struct curve room;
    const struct figure figure = {.panel = &panel, .panels = 1};
    struct mem_text svg = mem_text(job->mem), style = mem_text(job->mem);
    const struct start *at = NULL;
    if (!m->drawings || !m->ivals || !form_more_blocks(&aside, job->system, 1U << RT_scene) ||
        !(at = start_find(&aside, job->system, 0, &texts, MISSING_IS_ZERO)))
        return;
    start_eval_at(job->system, 0, at->x, at->p, job->system->block[RT_scene].at, m->scene, scene);
    for (size_t i = 0; i < m->drawings; i++)
        panel.bodies += figure_view_body(job->mem, m, i, scene, &body[panel.bodies]);
    bool more = false; /* a sketch of spots only is not useful */
    for (size_t i = 0; i < panel.bodies; i++)
        more |= body[i].kind != BODY_SPOT;
    room = room_about(job->mem, &panel, space ? 1.2 : 2);
    panel.curve = &room;
    panel.curves = 1;
    if (!more || !figure_as_svg(&aside, &svg, &figure, 0))
        return;
    const char *from = strstr(svg.text, "<style>"), *to = strstr(svg.text, "</style>");
    if (from && to) {
        from += strlen("<style>");
        mem_put_n(&style, from, (size_t)(to - from));
        r->style = style.text;
    }
    mem_put(&r->page, "<figure class=\"sketch\">\n");
    mem_put(&r->page, svg.text);
    mem_put(&r->page, "<figcaption>At the start: ");
    for (size_t i = 0; i < m->coords; i++) {
        char text[EX_DOUBLE_ROOM];
        ex_double_brief(at->x[i], 4, text);
        mem_put(&r->page, i ? ", " : "");
        put_math(r, m->coord[i].q);
        mem_put_f(&r->page, " = %s", text);
    }
    mem_put(&r->page, "</figcaption>\n</figure>\n");
}

void report_put_system(struct report *r)
{
    const struct model *m = r->job->model;
    const struct geom *g = r->job->geom;
    struct mem_text *out = &r->page;
    struct doc *doc = print_doc(m->store, m->title, r->job->system->form->name);
    const size_t k = g->n - g->rank;
    mem_put_f(out, "<p>%zu coordinate%s", m->coords, m->coords == 1 ? "" : "s");
    if (k)
        mem_put_f(out, ", %zu constraint%s", k, k == 1 ? "" : "s");
    if (m->holonomics)
        mem_put_f(out, " (%zu holonomic)", m->holonomics);
    if (k)
        mem_put_f(out, ", C of rank %zu", g->rank);
    mem_put_f(out, ". Law: %s",
              k || m->law != LAW_nonholonomic ? lang_laws[m->law].word : "unconstrained");
    if (r->other)
        mem_put_f(out, ", compared with %s", lang_laws[r->law].word);
    mem_put_f(out, ". Equations in the form <em>%s</em>, on %s.</p>\n", r->job->system->form->name,
              r->job->system->form->phase);
    put_sketch(r);
    put_names(r);
    put_sources(doc, m);
    put_constraints(doc, m);
    put_frame(doc, m);
    put_document(r, doc);
}

/* ---- equations ---- */

/* Equations that cannot be derived within the limits are left out, with a note. */
void report_put_equations(struct report *r)
{
    const unsigned all = print_default_parts() | 1U << PART_dirac;
    struct diag aside = base_aside(r->job->diag);
    put_document(r, print_derive_doc(&aside, r->job->system, all & ~(1U << PART_names)));
    base_poisoned(&aside, r->job->store, (struct span){.src = NULL}, "not all was found");
    for (const struct note *n = aside.first; n; n = n->next)
        if (!n->remark) {
            mem_put(&r->page, "<p class=\"cut\">Something is missing here: ");
            report_html(&r->page, n->message);
            mem_put(&r->page, ".</p>\n");
        }
}

/* ---- verdicts ---- */

/* Titles of the lines of `check`; NULL: left out, because the page has it elsewhere. Other lines
 * keep their names. */
static const struct {
    const char *name, *title;
} titles[] = {
    {"model", NULL},
    {"frame", NULL},
    {"complement", NULL},
    {"bundle", "Bundle"},
    {"growth", "Integrability"},
    {"second", "Phase space"},
    {"leaves", "Brackets"},
    {"virtual", "Virtual displacements"},
    {"compatible", "Virtual displacements"},
    {"jacobi", "Jacobi identity"},
    {"energy", "Energy"},
    {"power", "Power"},
    {"moving energy", "Moving energy"},
    {"friction", "Friction"},
    {"graph", "Graph"},
    {"relation", "Laws"},
    {"agreement", "Formulations"},
    {"formulations", "Formulations"},
    {"claim", "Claims"},
    {"singular", "Singular set"},
    {"rhs", "Cost"},
};

static const struct {
    const char *standing, *mark;
} marks[] = {{"proved", "yes"}, {"measured", "yes"}, {"false", "no"}, {"undecided", "open"}};

struct heard {
    struct report *r;
    const char *last; /* title of the line before */
};

static void hear(void *context, const char *name, const char *text, const char *standing)
{
    struct heard *h = context;
    struct mem_text *out = &h->r->page;
    const char *title = name, *mark = "likely";
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        if (strcmp(titles[i].name, name) == 0)
            title = titles[i].title;
    if (!title)
        return;
    for (size_t i = 0; standing && i < sizeof marks / sizeof *marks; i++)
        if (strcmp(marks[i].standing, standing) == 0)
            mark = marks[i].mark;
    mem_put(out, "<tr><th scope=\"row\">");
    report_html(out, h->last && strcmp(h->last, title) == 0 ? "" : title);
    mem_put(out, "</th><td>");
    report_html(out, text);
    mem_put(out, "</td><td>");
    if (standing) {
        mem_put_f(out, "<span class=\"mark %s\">", mark);
        report_html(out, standing);
        mem_put(out, "</span>");
    }
    mem_put(out, "</td></tr>\n");
    h->last = title;
}

void report_put_verdicts(struct report *r)
{
    struct job *job = r->job;
    const struct rt_method *method = NULL;
    struct proofs proofs = {.store = job->store};
    struct heard heard = {r, NULL};
    const struct listener listener = {hear, &heard};
    struct diag aside = base_aside(job->diag); /* notes on the initial state are reported already */
    struct start *start = NULL;
    if (!run_check_program(job, r->options, &aside, &method, &start))
        return;
    mem_put(&r->page, "<p>As <code>noslip check</code> says it. <em>Proved</em>: zero in an exact "
                      "normal form. <em>Error &lt; 2^-100</em>: zero by exact arithmetic at random "
                      "points. <em>Undecided</em>: neither.</p>\n"
                      "<div class=\"wide\"><table class=\"verdicts\">\n<tbody>\n");
    struct screen *screen =
        prove_verdict_to(&listener, job->diag, &proofs, job->system, job->program);
    prove_screen_end(screen, run_check_drifts(job, r->options, method, start, screen));
    mem_put(&r->page, "</tbody>\n</table></div>\n");
}
