/* gen/report/report.c -- HTML report: head, parts, scripts, and the file. */
#include "gen/report/report.h"
#include "gen/emit/emit.h"
#include "gen/figure/figure.h"
#include "gen/report/page.h"

#include <string.h>

static const char *const style[] = {
#include "style_css_text.h"
};

void report_html(struct mem_text *out, const char *text)
{
    const size_t len = strlen(text);
    for (size_t i = 0, used; i < len; i += used) {
        const uint32_t c = base_decode(text + i, len - i, &used);
        if (c == '&')
            mem_put(out, "&amp;");
        else if (c == '<')
            mem_put(out, "&lt;");
        else if (c == '>')
            mem_put(out, "&gt;");
        else if (c == '"')
            mem_put(out, "&quot;");
        else if (base_is_hidden(c) && c != '\r')
            mem_put_f(out, "&lt;U+%04lX&gt;", (unsigned long)c);
        else if (c != '\r')
            mem_put_n(out, text + i, used);
    }
}

/* ---- content security policy ---- */

static unsigned digit(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a') + 10;
}

/* SHA-256 in base 64, which identifies a script or style in the policy. */
static void put_hash(struct mem_text *out, const char *text)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    enum { BYTES = 32 };
    char hex[2 * BYTES + 1];
    unsigned char byte[BYTES + 1] = {0};
    base_sha256(text, strlen(text), hex);
    for (size_t i = 0; i < BYTES; i++)
        byte[i] = (unsigned char)(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
    mem_put(out, "'sha256-");
    for (size_t i = 0; i < BYTES; i += 3) {
        const unsigned long three = (unsigned long)byte[i] << 16 | (unsigned long)byte[i + 1] << 8 |
                                    (i + 2 < BYTES ? byte[i + 2] : 0U);
        for (int k = 3; k >= 0; k--)
            mem_put_char(out, i + 2 >= BYTES && k == 0 ? '=' : letters[three >> 6 * k & 63]);
    }
    mem_put_char(out, '\'');
}

static void put_policy(const struct report *r, struct mem_text *out, const char *css,
                       const struct scripts *scripts)
{
    mem_put(out, "<meta http-equiv=\"Content-Security-Policy\" content=\""
                 "default-src 'none'; base-uri 'none'; form-action 'none'; style-src ");
    put_hash(out, css);
    if (r->style) {
        mem_put_char(out, ' ');
        put_hash(out, r->style);
    }
    mem_put(out, "; script-src");
    for (size_t i = 0; i < scripts->n; i++) {
        mem_put_char(out, ' ');
        put_hash(out, scripts->at[i]);
    }
    mem_put(out, "\">\n");
}

/* ---- head ---- */

static void put_head(const struct report *r, const struct scripts *scripts, struct mem_text *out)
{
    struct mem_text css = mem_text(r->job->mem);
    mem_put(&css, "\n");
    for (size_t i = 0; i < sizeof style / sizeof *style; i++)
        mem_put(&css, style[i]);
    mem_put(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                 "<meta name=\"generator\" content=\"" NOSLIP_MARK " " NOSLIP_VERSION "\">\n");
    put_policy(r, out, css.text, scripts);
    mem_put(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                 "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    report_html(out, r->job->model->title);
    mem_put(out, "</title>\n<style>");
    mem_put(out, css.text);
    mem_put(out, "</style>\n</head>\n");
}

/* Whether the next line continues a paragraph: the line is full, and the next one does not begin a
 * reference. */
static bool goes_on(const char *line, size_t n, const char *next)
{
    enum { FULL = 75 };
    const bool capital = *next >= 'A' && *next <= 'Z';
    return n && base_columns(line, n) >= FULL && (!capital || strchr(".,;:", line[n - 1]));
}

static const char *unfolded(struct mem *m, const char *text)
{
    struct mem_text out = mem_text(m);
    mem_put(&out, "");
    while (*text) {
        const char *line = text;
        const size_t n = strcspn(text, "\n");
        mem_put_n(&out, line, n);
        text += n + (text[n] == '\n');
        if (*text)
            mem_put_char(&out, goes_on(line, n, text) ? ' ' : '\n');
    }
    return out.text;
}

/* The title, and the comments at the top of the model. */
static void put_title(struct report *r)
{
    struct mem_text *out = &r->page;
    const char *head = unfolded(r->job->mem, emit_head_of(r->job->mem, r->job->source));
    mem_put(out, "<header>\n<h1>");
    report_html(out, r->job->model->title);
    mem_put(out, "</h1>\n");
    if (*head) {
        mem_put(out, "<p class=\"lead\">");
        report_html(out, head);
        mem_put(out, "</p>\n");
    }
    mem_put(out, "</header>\n");
}

/* ---- parts ---- */

/* The player: player.js makes its contents. */
static void put_motion(struct report *r)
{
    mem_put(&r->page, "<div id=\"player\"></div>\n"
                      "<noscript><p>This part is computed in the page, which needs a browser that "
                      "runs JavaScript.</p></noscript>\n");
}

static void put_folded(struct mem_text *out, const char *title, const char *text)
{
    enum { ROOM = 250000 };
    size_t n = strlen(text);
    mem_put(out, "<details>\n<summary>");
    report_html(out, title);
    mem_put(out, "</summary>\n<pre><code>");
    if (n > ROOM) {
        struct mem_text some = mem_text(out->mem);
        for (n = ROOM; n && text[n - 1] != '\n'; n--)
            continue;
        mem_put_n(&some, text, n);
        report_html(out, some.text);
    } else {
        report_html(out, text);
    }
    mem_put(out, "</code></pre>\n");
    if (n < strlen(text))
        mem_put(out, "<p class=\"cut\">Not all of this is shown here, for it is long: "
                     "<code>noslip emit MODEL</code> writes it.</p>\n");
    mem_put(out, "</details>\n");
}

static void put_source(struct report *r)
{
    struct job aside = *r->job;
    struct emitted code = {.n = 0};
    const struct emit_options o = {.target = TARGET_c,
                                   .style = STYLE_nested,
                                   .real = REAL_double,
                                   .method = rt_method_find("rk4"),
                                   .package = r->job->source->name};
    aside.diag = base_diag(r->job->mem);
    put_folded(&r->page, "The model", r->job->source->text);
    if (!emit_text(&aside, &o, &code))
        return;
    for (size_t i = 0; i < code.n; i++)
        put_folded(&r->page, base_text(r->job->mem, "Emitted C: %s", code.file[i].name),
                   code.file[i].text);
}

static const struct {
    const char *id, *title;
    void (*put)(struct report *r);
} parts[] = {
    {"motion", "Motion", put_motion},
    {"system", "The system", report_put_system},
    {"equations", "Equations", report_put_equations},
    {"verdicts", "What is true of it", report_put_verdicts},
    {"source", "Source", put_source},
};
enum { PARTS = sizeof parts / sizeof *parts };

static void put_body(struct report *r)
{
    struct mem_text *out = &r->page;
    mem_put(out, "<body>\n");
    put_title(r);
    mem_put(out, "<nav aria-label=\"Parts of this page\">\n<ul>\n");
    for (size_t i = 0; i < PARTS; i++)
        mem_put_f(out, "<li><a href=\"#%s\">%s</a></li>\n", parts[i].id, parts[i].title);
    mem_put(out, "</ul>\n</nav>\n<main>\n");
    for (size_t i = 0; i < PARTS; i++) {
        mem_put_f(out, "<section id=\"%s\" aria-labelledby=\"%s-title\">\n<h2 id=\"%s-title\">",
                  parts[i].id, parts[i].id, parts[i].id);
        mem_put_f(out, "%s</h2>\n", parts[i].title);
        ex_forgive(r->job->store, true); /* a limit reached in one part does not affect the next */
        parts[i].put(r);
        mem_put(out, "</section>\n");
    }
    mem_put(out, "</main>\n<footer><p>" NOSLIP_MARK " " NOSLIP_VERSION
                 ". This page needs nothing from outside.</p></footer>\n");
}

/* ---- the page ---- */

/* The law of the statement `compare`, if it can be applied. */
static void find_other(struct report *r)
{
    struct job *job = r->job;
    struct job quiet = *job, *other = mem_take(job->mem, sizeof *other);
    if (!job->model->has_compare || job->model->compare == job->model->law)
        return;
    quiet.diag = base_diag(job->mem);
    r->law = job->model->compare;
    if (job_beside(&quiet, form_to_run(quiet.diag, job->mech, r->law), other))
        r->other = other;
    other->diag = job->diag;
}

enum base_exit report_write(struct job *job, const struct options *o, const char *path)
{
    struct report r = {.job = job, .options = o, .page = mem_text(job->mem)};
    struct scripts scripts = {.n = 0};
    struct mem_text whole = mem_text(job->mem);
    const bool prints = strcmp(path, "-") == 0;
    if (!prints && !emit_may_replace(job->diag, path))
        return base_diag_exit(job->diag);
    find_other(&r);
    if (!report_scripts(&r, &scripts))
        return base_diag_exit(job->diag);
    put_body(&r);
    put_head(&r, &scripts, &whole);
    mem_put(&whole, r.page.text);
    for (size_t i = 0; i < scripts.n; i++) {
        mem_put(&whole, "<script type=\"module\">");
        mem_put(&whole, scripts.at[i]);
        mem_put(&whole, "</script>\n");
    }
    mem_put(&whole, "</body>\n</html>\n");
    base_stopped(job->diag, job->store, "the page is not written");
    return job->diag->errors == 0 && figure_put_file(job->diag, path, &whole)
               ? EXIT_DONE
               : base_diag_exit(job->diag);
}

enum base_exit report_command_report(struct job *job, const struct options *o)
{
    const char *path = base_option_last(o, OPTION_out);
    if (!job_derive(job, o))
        return base_diag_exit(job->diag);
    return report_write(job, o, path ? path : "-");
}
