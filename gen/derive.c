/* gen/derive.c -- the equations as text, in any printing style. */
#include "gen/gen.h"

#include <string.h>

/* How a style writes what is not an expression. A style without a row gets the first. */
static const struct dress {
    const char *heading, *end, *equals, *pair[3], *c[4];
    bool indent;
} dresses[EX_STYLES] = {
    [EX_TEXT] =
        {.heading = "", .end = "", .equals = " = ", .pair = {"{", ", ", "}"}, .indent = true},
    [EX_LATEX] = {.heading = "% ",
                  .end = "",
                  .equals = " = ",
                  .pair = {"\\{", ", ", "\\}"},
                  .c = {"c^{", "}_{", " ", "}"}},
    [EX_C] = {.heading = "/* ", .end = " */", .equals = " = "},
    [EX_MATHML] = {.heading = "<!-- ", .end = " -->", .equals = "<mo>=</mo>"},
    [EX_SYMPY] = {.heading = "# ", .end = "", .equals = " = "},
};

struct page {
    FILE *out;
    const struct system *sys;
    struct store *s;
    enum ex_style style;
    const struct dress *dress;
    bool good; /* nothing was too long to print */
};

struct line {
    const char *left;
    ex right;
};

static const char *show(struct page *p, ex e)
{
    const char *text = ex_show(p->s, e, p->style);
    if (!text)
        p->good = false;
    return text ? text : "...";
}

static const char *symbol(struct page *p, const char *name)
{
    return show(p, ex_sym(p->s, name, 0));
}

static void heading(struct page *p, const char *text)
{
    fprintf(p->out, "%s%s%s\n", p->dress->heading, text, p->dress->end);
}

/* Right-hand sides in their cheapest form. */
static void simplify(struct page *p, struct line *line, size_t n)
{
    ex *right = mem_take_array(ex_mem(p->s), n + 1, sizeof *right);
    for (size_t i = 0; i < n; i++)
        right[i] = line[i].right;
    ex_simplify(p->s, right, n, right);
    for (size_t i = 0; i < n; i++)
        line[i].right = right[i];
}

static void put_lines(struct page *p, const struct line *line, size_t n)
{
    size_t wide = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t w = gen_columns(line[i].left, strlen(line[i].left));
        wide = w > wide ? w : wide;
    }
    for (size_t i = 0; i < n; i++) {
        if (p->dress->indent)
            fputs("  ", p->out);
        gen_put_padded(p->out, line[i].left, p->dress->indent ? wide : 0);
        fprintf(p->out, "%s%s\n", p->dress->equals, show(p, line[i].right));
    }
    if (n == 0)
        heading(p, p->dress->indent ? "  none but 0" : "none but 0");
}

/* ---- sections ---- */

/* c^s_vw; with longer names c^s_v1,v2 */
const char *gen_structure_text(const struct geom *g, const struct structure *c)
{
    const struct field *f = g->model->field;
    const char *j = f[c->j].name, *k = f[c->k].name;
    const bool letters = gen_columns(j, strlen(j)) == 1 && gen_columns(k, strlen(k)) == 1;
    return gen_text(ex_mem(g->model->store), "c^%s_%s%s%s", f[c->i].name, j, letters ? "" : ",", k);
}

static const char *structure_name(struct page *p, const struct structure *c)
{
    const struct field *f = p->sys->model->field;
    struct mem *m = ex_mem(p->s);
    const char *const *part = p->dress->c;
    const char *i = f[c->i].name, *j = f[c->j].name, *k = f[c->k].name;
    if (p->style == EX_TEXT)
        return gen_structure_text(p->sys->geom, c);
    if (!part[0])
        return symbol(p, gen_text(m, "c_%s_%s_%s", i, j, k));
    return gen_text(m, "%s%s%s%s%s%s%s", part[0], symbol(p, i), part[1], symbol(p, j), part[2],
                    symbol(p, k), part[3]);
}

/* Several of them fit on a line when they are short. */
static void put_flowing(struct page *p, const struct line *line, size_t n)
{
    enum { GAP = 6, WIDTH = 80 };
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        const char *right = show(p, line[i].right);
        const size_t w =
            gen_columns(line[i].left, strlen(line[i].left)) + 3 + gen_columns(right, strlen(right));
        const bool same = at && at + GAP + w <= WIDTH;
        if (at && !same)
            fputc('\n', p->out);
        fprintf(p->out, "%s%s = %s", same ? "      " : "  ", line[i].left, right);
        at = same ? at + GAP + w : 2 + w;
    }
    fputc('\n', p->out);
}

/* What the user wrote need not be said again. */
static void show_frame(struct page *p)
{
    const struct model *m = p->sys->model;
    struct line *line = mem_take_array(ex_mem(p->s), m->fields + 1, sizeof *line);
    size_t n = 0;
    for (size_t A = 0; A < m->fields; A++)
        if (m->field[A].chosen)
            line[n++] = (struct line){symbol(p, m->field[A].name), gen_field(m, A)};
    if (n == 0)
        return;
    heading(p, "fields that were chosen, those of C first");
    put_lines(p, line, n);
}

static void show_structure(struct page *p)
{
    const struct geom *g = p->sys->geom;
    struct line *line = mem_take_array(ex_mem(p->s), g->structures + 1, sizeof *line);
    heading(p, "structure functions  [f_k, f_j] = c^i_jk f_i");
    for (size_t i = 0; i < g->structures; i++)
        line[i] = (struct line){structure_name(p, &g->c[i]), g->c[i].value};
    simplify(p, line, g->structures);
    if (p->style == EX_TEXT && g->structures)
        put_flowing(p, line, g->structures);
    else
        put_lines(p, line, g->structures);
}

static const char *pair_name(struct page *p, const char *a, const char *b)
{
    struct mem *m = ex_mem(p->s);
    if (!p->dress->pair[0])
        return symbol(p, gen_text(m, "B_%s_%s", a, b));
    const bool plain = p->style == EX_TEXT;
    return gen_text(m, "%s%s%s%s%s", p->dress->pair[0], plain ? a : symbol(p, a), p->dress->pair[1],
                    plain ? b : symbol(p, b), p->dress->pair[2]);
}

static void show_bivector(struct page *p)
{
    const struct system *sys = p->sys;
    const size_t n = sys->states;
    const ex *B = sys->block[RT_bivector].at;
    struct line *line = mem_take_array(ex_mem(p->s), n * n, sizeof *line);
    size_t lines = 0;
    heading(p, "bivector  {u_i, u_j} = B_ij, u' = B grad H");
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            if (!gen_is_null(p->s, B[i * n + j]))
                line[lines++] = (struct line){pair_name(p, sys->state_name[i], sys->state_name[j]),
                                              B[i * n + j]};
    simplify(p, line, lines);
    put_lines(p, line, lines);
}

static void show_energy(struct page *p)
{
    const struct line line = {symbol(p, "H"), p->sys->block[RT_energy].at[0]};
    heading(p, "energy");
    put_lines(p, &line, 1);
}

static void show_motion(struct page *p)
{
    const struct system *sys = p->sys;
    struct mem *m = ex_mem(p->s);
    struct line *line = mem_take_array(m, sys->states, sizeof *line);
    heading(p, gen_text(m, "motion on %s", sys->form->phase));
    for (size_t i = 0; i < sys->states; i++)
        line[i] = (struct line){symbol(p, gen_text(m, "%s'", sys->state_name[i])),
                                sys->block[RT_rhs].at[i]};
    simplify(p, line, sys->states);
    put_lines(p, line, sys->states);
}

static const struct {
    const char *name;
    void (*show)(struct page *p);
} sections[SECTION_COUNT] = {
#define SECTION(name_, what) [SECTION_##name_] = {#name_, show_##name_},
    SECTIONS(SECTION)
#undef SECTION
};

ex gen_field(const struct model *m, size_t A)
{
    struct store *s = m->store;
    ex *term = mem_take_array(ex_mem(s), m->coords, sizeof *term);
    for (size_t i = 0; i < m->coords; i++)
        term[i] = ex_mul2(s, m->field[A].component[i], m->coord[i].section);
    return ex_add(s, term, m->coords);
}

const char *gen_section_name(enum gen_section section)
{
    return sections[section].name;
}

bool gen_derive(FILE *out, const struct system *sys, unsigned wanted, enum ex_style style)
{
    struct page p = {.out = out,
                     .sys = sys,
                     .s = sys->model->store,
                     .style = style,
                     .dress = &dresses[style],
                     .good = true};
    if (!p.dress->equals)
        p.dress = &dresses[EX_TEXT];
    for (int i = 0; i < SECTION_COUNT; i++)
        if (wanted >> i & 1)
            sections[i].show(&p);
    return p.good;
}
