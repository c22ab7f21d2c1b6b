/* gen/session/expressions.c -- expressions in a session, with brackets and Lie derivatives.
 *
 *   [v, w]    Lie bracket of fields       {f, g}    bracket of the form, of functions of the state
 *   d(f)      differential                L_v(f)    Lie derivative of a function, one-form or field
 *   _         the last result
 */
#include "gen/forms/properties.h"
#include "gen/language/scope.h"
#include "gen/print/document.h"
#include "gen/session/words.h"

#include <string.h>

/* ---- fields ---- */

/* The generation of the session that the names belong to. */
static struct generation *of(struct check *c)
{
    return (struct generation *)((char *)c->also_for);
}

/* Velocities replaced by their fields: in a bracket `v` means d_v. */
static ex as_field(struct check *c, ex e)
{
    const struct model *m = c->model;
    struct mem *mem = ex_mem(c->store);
    ex *from = sym_row(mem, m->fields + m->sections), *to = sym_row(mem, m->fields + m->sections);
    size_t n = 0;
    if (lang_sorts(c, e) & (SORT_SECTION | SORT_BASE))
        return e;
    for (size_t A = 0; A < m->fields; A++, n++) {
        from[n] = m->field[A].z;
        to[n] = m->field[A].section;
    }
    for (size_t B = lang_first_section(m); B < m->sections; B++, n++) {
        from[n] = m->section[B].velocity;
        to[n] = m->section[B].section;
    }
    ex_subst(c->store, &e, 1, from, to, n, &e);
    return e;
}

/* The field expanded along the natural basis. */
static ex in_natural(const struct model *m, ex e)
{
    struct store *s = m->store;
    ex *from = sym_row(ex_mem(s), m->fields), *to = sym_row(ex_mem(s), m->fields);
    for (size_t A = 0; A < m->fields; A++) {
        from[A] = m->field[A].section;
        to[A] = print_field(m, A);
    }
    ex_subst(s, &e, 1, from, to, m->fields, &e);
    return e;
}

/* Components along the natural basis; false: `e` is not a field. */
static bool components(struct check *c, ex e, ex *out)
{
    const struct model *m = c->model;
    const char *words = "";
    e = as_field(c, e);
    if (sym_is_null(c->store, e)) {
        for (size_t B = 0; B < m->sections; B++)
            out[B] = e;
        return true;
    }
    if (lang_kind_of(c, e, &words) != KIND_FIELD)
        return false;
    ex *along = sym_row(ex_mem(c->store), m->sections);
    for (size_t B = 0; B < m->sections; B++)
        along[B] = m->section[B].section;
    ex_gradient(c->store, in_natural(m, e), along, m->sections, out);
    return true;
}

static ex sum_of(const struct model *m, const ex *component)
{
    struct store *s = m->store;
    ex *term = sym_row(ex_mem(s), m->sections);
    print_simplify(s, component, m->sections, term);
    for (size_t B = 0; B < m->sections; B++)
        term[B] = ex_mul2(s, term[B], m->section[B].section);
    return ex_add(s, term, m->sections);
}

static ex lie_bracket(struct check *c, ex a, ex b)
{
    const struct model *m = c->model;
    struct mem *mem = ex_mem(c->store);
    ex *X = sym_row(mem, m->sections), *Y = sym_row(mem, m->sections);
    ex *out = sym_row(mem, m->sections);
    const char *words = "";
    if (!components(c, a, X) || !components(c, b, Y)) {
        lang_kind_of(c, components(c, a, X) ? b : a, &words);
        return ex_fail(c->store, "[..] takes two fields, and this is %s", words);
    }
    geom_lie(m, X, Y, out);
    return sum_of(m, out);
}

/* ---- functions of the state ---- */

static ex form_bracket(struct check *c, ex f, ex g)
{
    struct generation *gen = of(c);
    struct system *sys = gen ? gen->job.system : NULL;
    struct store *s = c->store;
    const unsigned state = SORT_VELOCITY | SORT_QUASI | SORT_MOMENTUM | SORT_ENERGY;
    if (!sys || !form_more_blocks(c->diag, sys, 1U << RT_bivector) || !sys->block[RT_bivector].at)
        return ex_fail(s, "this form has no bracket");
    if ((lang_sorts(c, f) | lang_sorts(c, g)) & ~state)
        return ex_fail(s, "{..} takes two functions of the state");
    const size_t n = sys->states;
    const ex *B = sys->block[RT_bivector].at;
    ex *df = sym_row(ex_mem(s), n), *dg = sym_row(ex_mem(s), n), both[2] = {f, g};
    ex sum = ex_int(s, 0);
    form_at_state_all(sys, both, 2, both);
    ex_gradient(s, both[0], sys->state, n, df);
    ex_gradient(s, both[1], sys->state, n, dg);
    for (size_t i = 0; i < n; i++)
        if (!sym_is_null(s, df[i]))
            sum = ex_add2(s, sum, ex_mul2(s, df[i], sym_dot(s, &B[i * n], 1, dg, n)));
    print_simplify(s, &sum, 1, &sum);
    return sum;
}

static ex pair(void *context, struct store *s, char open, ex a, ex b)
{
    (void)s;
    return open == '[' ? lie_bracket(context, a, b) : form_bracket(context, a, b);
}

/* ---- Lie derivatives ---- */

static const struct name *field_in(struct check *c, const char *name, size_t len)
{
    if (len < 3 || memcmp(name, "L_", 2) != 0)
        return NULL;
    const struct name *n = lang_find_name(&c->scope, name + 2, len - 2);
    return n && (n->of == NAME_FIELD || n->of == NAME_SECTION || n->of == NAME_COORD ||
                 n->of == NAME_LET)
               ? n
               : NULL;
}

static bool is_function(void *context, const char *name, size_t len)
{
    return field_in(context, name, len) != NULL;
}

static ex section_of(struct check *c, const struct name *n)
{
    const struct model *m = c->model;
    return n->of == NAME_FIELD     ? m->field[n->index].section
           : n->of == NAME_SECTION ? m->section[n->index].section
           : n->of == NAME_COORD   ? m->coord[n->index].section
                                   : c->scope.let[n->index].value;
}

/* Components of the anchored field rho(X) along the coordinates. */
static void anchored(const struct model *m, const ex *X, ex *out)
{
    struct store *s = m->store;
    for (size_t i = 0; i < m->coords; i++) {
        out[i] = ex_int(s, 0);
        for (size_t B = 0; B < m->sections; B++)
            out[i] = ex_add2(s, out[i], ex_mul2(s, m->section[B].anchor[i], X[B]));
    }
}

/* L_X (a_i dq^i) = (X(a_j) + a_i dX^i/dq^j) dq^j. */
static ex lie_form(struct check *c, const ex *X, ex form)
{
    const struct model *m = c->model;
    struct store *s = c->store;
    const size_t n = m->coords;
    ex *q = sym_row(ex_mem(s), n), *v = sym_row(ex_mem(s), n), *a = sym_row(ex_mem(s), n);
    ex *along = sym_row(ex_mem(s), n), *slope = sym_row(ex_mem(s), n * n);
    if (!lang_is_tangent(m) || (lang_sorts(c, form) & SORT_QUASI))
        return ex_fail(s, "a Lie derivative takes a one-form in the velocities of coordinates");
    for (size_t i = 0; i < n; i++) {
        q[i] = m->coord[i].q;
        v[i] = m->coord[i].velocity;
    }
    ex_gradient(s, form, v, n, a);
    ex_directional(s, a, n, q, X, n, along);
    ex_jacobian(s, X, n, q, n, slope);
    ex sum = ex_int(s, 0);
    for (size_t j = 0; j < n; j++) {
        ex part = along[j];
        for (size_t i = 0; i < n; i++)
            part = ex_add2(s, part, ex_mul2(s, a[i], slope[i * n + j]));
        print_simplify(s, &part, 1, &part);
        sum = ex_add2(s, sum, ex_mul2(s, part, v[j]));
    }
    return sum;
}

static ex apply(void *context, struct store *s, const char *name, size_t len, ex e)
{
    struct check *c = context;
    const struct model *m = c->model;
    const struct name *n = field_in(c, name, len);
    const char *words = "";
    ex *X = sym_row(ex_mem(s), m->sections), *rho = sym_row(ex_mem(s), m->coords);
    ex *q = sym_row(ex_mem(s), m->coords);
    if (!n || !components(c, section_of(c, n), X))
        return ex_fail(s, "'%.*s' is along no field", (int)len, name);
    const enum lang_kind kind = lang_kind_of(c, e, &words);
    if (kind == KIND_FIELD)
        return lie_bracket(c, section_of(c, n), e);
    anchored(m, X, rho);
    if (kind == KIND_FORM)
        return lie_form(c, rho, e);
    if (kind != KIND_FUNCTION)
        return ex_fail(s, "a Lie derivative takes a function, one-form or field, and this is %s",
                       words);
    for (size_t i = 0; i < m->coords; i++)
        q[i] = m->coord[i].q;
    ex_directional(s, &e, 1, q, rho, m->coords, &e);
    print_simplify(s, &e, 1, &e);
    return e;
}

const struct ex_reader session_reader = {.pair = pair, .is_function = is_function, .apply = apply};

/* ---- reading and showing ---- */

/* Makes `_` the last result, if the model still has all its names. */
static void know_last(struct session *r)
{
    struct check *c = r->gen->job.model->names;
    struct scope *sc = &c->scope;
    struct generation *g = r->gen;
    c->also_for = g;
    if (g->last == EX_POISON && r->last) {
        struct diag unused = {.mem = g->mem};
        struct diag *const before = c->diag;
        struct source *src = base_source_text(g->mem, "_", r->last, strlen(r->last), EXIT_USAGE);
        c->diag = &unused;
        c->energy_known = c->dt_known = true;
        g->last = lang_read_expr(c, (struct span){src, 0, src->len});
        c->energy_known = c->dt_known = false;
        c->diag = before;
        ex_clear(c->store);
    }
    if (g->last == EX_POISON)
        return;
    const struct name *n = lang_find_name(sc, "_", 1);
    if (!n) {
        sc->let[sc->lets] = (struct let){.name = "_", .ready = true};
        lang_enter_name(sc, "_", (struct span){.src = NULL}, NAME_LET, sc->lets);
        sc->lets++;
        n = lang_find_name(sc, "_", 1);
    }
    sc->let[n->index].symbol = sc->let[n->index].value = g->last;
}

ex session_read(struct session *r, struct span where)
{
    struct check *c = r->gen->job.model->names;
    know_last(r);
    c->energy_known = c->dt_known = true;
    const ex e = lang_read_expr(c, where);
    c->energy_known = c->dt_known = false;
    return e;
}

static void keep_last(struct session *r, ex e)
{
    const char *text = ex_show(r->gen->job.store, e, EX_TEXT);
    r->gen->last = e;
    r->parts = 0;
    session_forget(r, r->last);
    r->last = NULL;
    r->last = text ? session_keep(r, text, strlen(text)) : NULL;
}

/* Prints a field along the frame too, if that is shorter than along the natural basis. */
static void put_in_frame(struct session *r, ex e)
{
    struct job *job = &r->gen->job;
    struct check *c = job->model->names;
    const struct model *m = job->model;
    const size_t n = m->sections;
    ex *X = sym_row(job->mem, n), *along = sym_row(job->mem, n), sum = ex_int(job->store, 0);
    struct diag unused = {.mem = job->mem};
    const ex *coframe = components(c, e, X) ? geom_coframe(&unused, job->geom) : NULL;
    if (!coframe)
        return;
    sym_times(job->store, coframe, X, n, n, 1, along);
    print_simplify(job->store, along, n, along);
    for (size_t A = 0; A < n; A++)
        sum = ex_add2(job->store, sum, ex_mul2(job->store, along[A], m->field[A].section));
    const char *text = ex_show_within(job->store, sum, EX_PLAIN, 500);
    if (text && print_length(job->store, &sum, 1) < print_length(job->store, &e, 1))
        fprintf(r->out, "  = %s\n", text);
}

/* The symbol `energy` replaced by its expression. */
static ex with_energy(struct session *r, ex e)
{
    const struct system *sys = r->gen->job.system;
    const ex energy = sys->model->energy;
    if (sys->block[RT_energy].at)
        ex_subst(sys->model->store, &e, 1, &energy, sys->block[RT_energy].at, 1, &e);
    return e;
}

bool session_expression(struct session *r, struct span line)
{
    if (!session_need(r))
        return false;
    struct store *s = r->gen->job.store;
    ex e = session_read(r, line);
    if (e == EX_POISON)
        return false;
    e = with_energy(r, e);
    print_simplify(s, &e, 1, &e);
    if (base_poisoned(r->gen->job.diag, s, line, "this cannot be simplified"))
        return false;
    const char *text = ex_show(s, e, EX_PLAIN);
    fprintf(r->out, "  %s\n", text ? text : "... (too long to print)");
    if (lang_sorts(r->gen->job.model->names, e) & SORT_SECTION)
        put_in_frame(r, e);
    keep_last(r, e);
    return true;
}

/* ---- equality ---- */

static ex side(struct session *r, struct span where)
{
    struct generation *g = r->gen;
    ex e = session_read(r, session_trim(where));
    if (e == EX_POISON)
        return e;
    e = in_natural(g->job.model, with_energy(r, e));
    form_at_state_all(g->job.system, &e, 1, &e);
    form_where_constraints_hold(g->job.system, &e);
    return e;
}

static void put_point(struct session *r, const struct ex_verdict *v)
{
    for (size_t i = 0; i < v->at.n; i++) {
        char text[EX_DOUBLE_ROOM];
        ex_double_brief(v->value[i], 6, text);
        fprintf(r->out, "%s%s = %s", i ? ", " : ": at ", ex_name(r->gen->job.store, v->at.at[i]),
                text);
    }
}

bool session_is(struct session *r, struct span rest)
{
    const char *text = rest.src->clean + rest.at;
    size_t at = 0;
    if (!session_need(r))
        return false;
    while (at + 1 < rest.len && (text[at] != '=' || text[at + 1] != '='))
        at++;
    if (at + 1 >= rest.len) {
        base_error(&r->diag, rest.len ? rest : (struct span){rest.src, 0, 1}, "'==' is missing")
            ->help = "for example: is sin(phi)^2 + cos(phi)^2 == 1";
        return false;
    }
    const ex a = side(r, (struct span){rest.src, rest.at, at});
    const ex b = a ? side(r, (struct span){rest.src, rest.at + at + 2, rest.len - at - 2}) : a;
    if (b == EX_POISON)
        return false;
    struct store *s = r->gen->job.store;
    const ex difference = ex_sub(s, a, b);
    const struct ex_verdict v = ex_zero(s, difference, true);
    if (v.answer == EX_ZERO) {
        fputs(v.proved ? "  yes, proved\n" : "  yes, error < 2^-100\n", r->out);
    } else if (v.answer == EX_NOT_ZERO) {
        const char *by = v.at.n ? NULL : ex_show(s, difference, EX_PLAIN);
        fprintf(r->out, "  no%s%s", by ? ": the difference is " : "", by ? by : "");
        put_point(r, &v);
        fputc('\n', r->out);
    } else {
        fputs("  undecided\n", r->out);
    }
    return true;
}

/* ---- parts of the equations ---- */

static bool derive(struct session *r, unsigned parts, enum print_page page)
{
    struct job *job = &r->gen->job;
    const size_t before = job->diag->errors;
    r->parts = parts;
    print_derive(r->out, job->diag, job->system, parts, page);
    return job->diag->errors == before;
}

static bool show_part(struct session *r, struct span rest, enum print_part part)
{
    return session_empty(r, rest) && session_need(r) && derive(r, 1U << part, PAGE_text);
}

bool session_structure(struct session *r, struct span rest)
{
    return show_part(r, rest, PART_structure);
}

bool session_bivector(struct session *r, struct span rest)
{
    return show_part(r, rest, PART_bivector);
}

bool session_dirac(struct session *r, struct span rest)
{
    return show_part(r, rest, PART_dirac);
}

bool session_motion(struct session *r, struct span rest)
{
    return show_part(r, rest, PART_motion);
}

bool session_multipliers(struct session *r, struct span rest)
{
    return show_part(r, rest, PART_reactions);
}

bool session_jacobiator(struct session *r, struct span rest)
{
    enum { MOST = 12 }; /* states: more have too many triples to read */
    if (!session_empty(r, rest) || !session_need(r))
        return false;
    struct job *job = &r->gen->job;
    struct system *sys = job->system;
    if (!form_more_blocks(job->diag, sys, 1U << RT_bivector) || !sys->block[RT_bivector].at) {
        base_fail(&r->diag, EXIT_NO, "the %s form has no bracket", sys->form->name);
        return false;
    }
    const struct jacobiators t = form_jacobiators(sys);
    struct doc *doc = print_doc(job->store, job->model->title, sys->form->name);
    struct doc_part *out = print_doc_part(doc, "jacobiator", "{f, {g, h}} + cyc");
    const size_t n = sys->states < MOST ? sys->states : MOST;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            for (size_t k = j + 1; k < n; k++) {
                ex e = form_jacobiator(&t, i, j, k);
                form_on_chart(sys, &e, 1, &e);
                if (!sym_is_null(job->store, e) && ex_zero(job->store, e, false).answer != EX_ZERO)
                    print_doc_value(out,
                                    print_label(LABEL_jacobi, sys->state_name[i],
                                                sys->state_name[j], sys->state_name[k]),
                                    e);
            }
    print_doc_simplify(out);
    if (out->lines == 0)
        print_doc_text(out, "0: this is a Poisson bracket");
    if (sys->states > MOST)
        print_doc_text(out, "of the first %d states only", MOST);
    return print_whole(job->diag, doc) && print_doc_write(r->out, doc, PAGE_text);
}

/* ---- other notations ---- */

static bool show_last(struct session *r, struct span rest, enum ex_style style,
                      enum print_page page)
{
    if (!session_empty(r, rest) || !session_need(r))
        return false;
    if (r->parts)
        return derive(r, r->parts, page);
    know_last(r);
    const ex e = r->gen->last;
    const char *text = e == EX_POISON ? NULL : ex_show(r->gen->job.store, e, style);
    if (text) {
        fprintf(r->out, "%s\n", text);
        return true;
    }
    base_fail(&r->diag, EXIT_NO, e ? "the last result is too long to print" : "no last result")
        ->help = e ? NULL : "an expression makes one, or motion, structure, bivector";
    return false;
}

bool session_tex(struct session *r, struct span rest)
{
    return show_last(r, rest, EX_LATEX, PAGE_latex);
}

bool session_mathml(struct session *r, struct span rest)
{
    return show_last(r, rest, EX_MATHML, PAGE_mathml);
}

/* The last result; without one, the code of the run. */
bool session_c(struct session *r, struct span rest)
{
    if (!session_empty(r, rest) || !session_need(r))
        return false;
    if (r->parts || r->last)
        return show_last(r, rest, EX_C, PAGE_c);
    if (!session_run_now(r, true))
        return false;
    fputs(r->gen->job.text ? r->gen->job.text : "", r->out);
    return true;
}
