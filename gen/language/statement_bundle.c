/* gen/language/statement_bundle.c -- statements about the bundle: brackets and anchors of its
 * basis.
 *
 * On TM the d_x commute, and the brackets of an algebra are known. With the statement `sections`
 * the model lists brackets and anchors: an unlisted [b, a] is -[a, b]. With right anchors the
 * bracket need not be skew, and every unlisted pair is 0.
 */
#include "gen/language/statements.h"
#include "gen/symbolic/symbolic.h"

#include <string.h>

static const struct statement *find_statement(const struct ast *ast, enum lang_statement what)
{
    for (size_t i = 0; i < ast->n; i++)
        if (ast->at[i].what == what)
            return &ast->at[i];
    return NULL;
}

static void fill_algebra(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    struct diag unused = {.mem = c->diag->mem}; /* an unknown one is reported already */
    const struct algebra_row *row = lang_algebra(&unused, st->head);
    const size_t n = m->sections, first = row && row->n <= n ? n - row->n : 0;
    for (size_t k = 0; row && row->n <= n && k < sizeof row->entry / sizeof *row->entry; k++) {
        const struct algebra_entry *e = &row->entry[k];
        const int factor = st->space ? -e->factor : e->factor;
        const size_t a = first + e->a, b = first + e->b, to = first + e->c;
        if (!factor)
            break;
        m->bracket[(a * n + b) * n + to] = ex_int(c->store, factor);
        m->bracket[(b * n + a) * n + to] = ex_int(c->store, -factor);
    }
}

void lang_make_brackets(struct check *c, const struct ast *ast)
{
    struct model *m = c->model;
    const size_t n = m->sections;
    const struct statement *algebra = find_statement(ast, STATEMENT_algebra);
    if (!algebra && !m->general)
        return;
    m->bracket = mem_take_array(c->diag->mem, n * n * n + 1, sizeof *m->bracket);
    c->listed = mem_take_array(c->diag->mem, n * n + 1, sizeof *c->listed);
    c->anchored = mem_take_array(c->diag->mem, n + 1, sizeof *c->anchored);
    memset(c->listed, 0, n * n * sizeof *c->listed);
    memset(c->anchored, 0, n * sizeof *c->anchored);
    for (size_t i = 0; i < n * n * n; i++)
        m->bracket[i] = ex_int(c->store, 0);
    if (algebra && m->general)
        base_error(c->diag, algebra->keyword, "'algebra' does not go with 'sections'")->help =
            "write all elements as sections, with their brackets";
    else if (algebra)
        fill_algebra(c, algebra);
}

static const char *section_names(const struct check *c)
{
    struct mem_text out = mem_text(c->diag->mem);
    for (size_t B = 0; B < c->model->sections && B < 12; B++)
        mem_put_f(&out, "%s%s", B ? ", " : "", c->model->section[B].name);
    return c->model->sections ? out.text : "missing";
}

/* The section of that name; false with an error. */
static bool find_section(struct check *c, struct span word, const char *statement, size_t *out)
{
    const struct name *n = lang_find_name(&c->scope, word.src->text + word.at, word.len);
    if (c->model->general && n && n->of == NAME_SECTION) {
        *out = n->index;
        return true;
    }
    if (n && n->of == NAME_LOST)
        return false;
    base_error(c->diag, word, "'%s' is not a section", base_span_copy(c->diag->mem, word))->help =
        c->model->general
            ? base_text(c->diag->mem, "the sections are %s", section_names(c))
            : base_text(c->diag->mem, "'%s' needs a bundle, like this: sections a, b, c",
                        statement);
    return false;
}

/* Components along the natural basis of E. */
static bool components(struct check *c, ex e, struct span where, ex *out)
{
    const struct model *m = c->model;
    ex *along = mem_take_array(c->diag->mem, m->sections + 1, sizeof *along);
    for (size_t A = 0; A < m->fields; A++)
        if (ex_has(c->store, e, m->field[A].section)) {
            base_error(c->diag, where, "the bracket must not mention the frame")->help =
                "it is a sum of function * section";
            return false;
        }
    for (size_t B = 0; B < m->sections; B++)
        along[B] = m->section[B].section;
    ex_gradient(c->store, e, along, m->sections, out);
    return true;
}

void lang_check_bracket(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    const size_t n = m->sections;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        size_t a = 0, b = 0;
        if (!find_section(c, it->name, "bracket", &a) ||
            !find_section(c, it->partner, "bracket", &b))
            continue;
        if (c->listed[a * n + b]) {
            base_error(c->diag, it->all, "this bracket is given already");
            continue;
        }
        c->listed[a * n + b] = true;
        c->bare = true;
        const ex e = lang_sound_expr(c, it->expr);
        c->bare = false;
        if (e == EX_POISON || sym_is_null(c->store, e))
            continue;
        if (lang_expect_kind(
                c, e, KIND_FIELD, it->expr, "bracket",
                "the bracket of two sections is a sum of function * section, like 2 x c"))
            components(c, e, it->expr, &m->bracket[(a * n + b) * n]);
        if (!m->two_anchors && a == b)
            base_error(c->diag, it->all, "the bracket of a section with itself is 0")->help =
                "brackets that are not skew need right anchors: anchor a -> FIELD | FIELD";
        else if (!m->two_anchors && c->listed[b * n + a])
            base_error(c->diag, it->all, "the bracket of these two is given already")->help =
                "[b, a] is -[a, b], unless there are right anchors";
    }
}

void lang_finish_brackets(struct check *c)
{
    struct model *m = c->model;
    const size_t n = m->sections;
    for (size_t i = 0; i < n * n && m->general && m->bracket && !m->two_anchors; i++)
        for (size_t D = 0; c->listed[i] && D < n; D++) {
            const size_t other = i % n * n + i / n;
            if (!c->listed[other])
                m->bracket[other * n + D] = ex_neg(c->store, m->bracket[i * n + D]);
        }
}

/* ---- anchors ---- */

static ex *read_anchor(struct check *c, struct span where)
{
    struct model *m = c->model;
    const ex e = lang_sound_expr(c, where);
    ex *along = mem_take_array(c->diag->mem, m->coords + 1, sizeof *along);
    ex *out = mem_take_array(c->diag->mem, m->coords + 1, sizeof *out);
    for (size_t i = 0; i < m->coords; i++) {
        along[i] = m->coord[i].section;
        out[i] = ex_int(c->store, 0);
    }
    if (e != EX_POISON && !sym_is_null(c->store, e) &&
        lang_expect_kind(
            c, e, KIND_BASE, where, "anchor",
            "it is a sum of function * d_coordinate, like cos(phi) d_x + sin(phi) d_y"))
        ex_gradient(c->store, e, along, m->coords, out);
    return out;
}

void lang_check_anchor(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        size_t a = 0;
        if (!find_section(c, it->name, "anchor", &a))
            continue;
        if (c->anchored[a])
            base_error(c->diag, it->name, "this section has an anchor already");
        c->anchored[a] = true;
        m->section[a].anchor = read_anchor(c, it->expr);
        if (it->second.src)
            m->section[a].right = read_anchor(c, it->second);
        if (it->second.src && !m->two_anchors)
            m->anchors_at = it->second;
        m->two_anchors |= it->second.src != NULL;
    }
    for (size_t B = 0; B < m->sections && m->two_anchors; B++)
        if (!m->section[B].right) {
            m->section[B].right = mem_take_array(c->diag->mem, m->coords + 1, sizeof(ex));
            for (size_t i = 0; i < m->coords; i++)
                m->section[B].right[i] = ex_int(c->store, 0);
        }
}

ex lang_anchored(const struct model *m, ex e)
{
    struct store *s = m->store;
    struct mem *mem = ex_mem(s);
    const size_t n = m->sections;
    if (!m->general)
        return e;
    ex *from = mem_take_array(mem, 2 * m->coords + 1, sizeof *from);
    ex *to = mem_take_array(mem, 2 * m->coords + 1, sizeof *to);
    ex *first = mem_take_array(mem, n + 1, sizeof *first);
    ex *second = mem_take_array(mem, n + 1, sizeof *second);
    for (size_t i = 0; i < m->coords; i++) {
        for (size_t B = 0; B < n; B++) {
            const ex rho = m->section[B].anchor[i];
            first[B] = ex_mul2(s, rho, m->section[B].velocity);
            second[B] = ex_mul2(s, rho, m->section[B].second);
        }
        from[2 * i] = m->coord[i].velocity;
        from[2 * i + 1] = m->coord[i].second;
        to[2 * i] = ex_add(s, first, n);
        to[2 * i + 1] = ex_add(s, second, n);
    }
    ex_subst(s, &e, 1, from, to, 2 * m->coords, &e);
    return e;
}
