/* gen/language/statement_mechanics.c -- statements about mechanics: energies, forces, constraints.
 *
 * Expressions are stored as written, in all kinds of velocities; only constraints become components
 * along the natural basis, because frames are chosen from them.
 */
#include "gen/language/statement_basis.h"
#include "gen/language/statements.h"
#include "gen/symbolic/symbolic.h"

#include <string.h>

/* ---- energies ---- */

void lang_check_metric(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    m->metric_at = m->source_at = st->item[0].expr;
    const ex e = lang_sound_expr(c, st->item[0].expr);
    if (e != EX_POISON &&
        lang_expect_kind(
            c, e, KIND_QUADRATIC, st->item[0].expr, "metric",
            "it is twice the kinetic energy, like m (dx^2 + dy^2): two velocities in every term"))
        m->metric = e;
}

void lang_check_potential(struct check *c, const struct statement *st)
{
    const ex e = lang_sound_expr(c, st->item[0].expr);
    if (e != EX_POISON &&
        lang_expect_kind(c, e, KIND_FUNCTION, st->item[0].expr, "potential",
                         "the potential energy is a function of the coordinates, like m g y"))
        c->model->potential = e;
}

void lang_check_magnetic(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    const struct span where = m->magnetic_at = st->item[0].expr;
    const char *words = "";
    const ex e = lang_sound_expr(c, where);
    const enum lang_kind kind = e == EX_POISON ? KIND_OTHER : lang_kind_of(c, e, &words);
    if (kind == KIND_FORM) {
        m->magnetic = e;
    } else if (kind == KIND_TWO_FORM) {
        m->two_form = lang_anchored(m, e);
    } else if (e != EX_POISON && !sym_is_null(c->store, e)) {
        struct note *n = base_error(c->diag, where, "'magnetic' must be a one-form or a two-form");
        n->label = words;
        n->help = "a vector potential like e B x dy, or its field like e B dx /\\ dy";
    }
}

void lang_check_lagrangian(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    const struct span where = st->item[0].expr;
    m->source_at = where;
    const ex e = lang_sound_expr(c, where);
    const unsigned velocities = SORT_VELOCITY | SORT_QUASI;
    if (e == EX_POISON ||
        !lang_expect_sorts(c, e, velocities, where, "lagrangian",
                           "velocities are x' or dx; a function of momenta is a hamiltonian"))
        return;
    m->lagrangian = e;
    if (!(lang_sorts(c, e) & velocities))
        base_remark(c->diag, where, "'lagrangian' depends on no velocity")->help =
            "it is kinetic minus potential energy, like m x'^2/2 - m g x";
}

void lang_check_hamiltonian(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    const struct span where = st->item[0].expr;
    m->source_at = where;
    const ex e = lang_sound_expr(c, where);
    if (e == EX_POISON ||
        !lang_expect_sorts(
            c, e, SORT_MOMENTUM, where, "hamiltonian",
            "momenta are p_x, or eta_v along the frame; a function of velocities is a lagrangian"))
        return;
    m->hamiltonian = e;
}

void lang_check_dissipation(struct check *c, const struct statement *st)
{
    const ex e = lang_sound_expr(c, st->item[0].expr);
    if (e != EX_POISON && lang_expect_kind(c, e, KIND_QUADRATIC, st->item[0].expr, "dissipation",
                                           "it is half the power that is lost, like c dx^2/2"))
        c->model->dissipation = e;
}

/* ---- forces ---- */

/* A force along one velocity. */
static void check_load(struct check *c, const struct item *it)
{
    struct model *m = c->model;
    const struct name *n =
        lang_find_name(&c->scope, it->name.src->text + it->name.at, it->name.len);
    const bool natural = n && ((n->of == NAME_COORD && !m->general) || n->of == NAME_SECTION);
    if (n && n->of == NAME_LOST)
        return;
    if (!natural && !(n && n->of == NAME_FIELD)) {
        base_error(c->diag, it->name, "there is no velocity of '%s'",
                   base_span_copy(c->diag->mem, it->name))
            ->help = "a force acts along a coordinate, a section or a frame field: x = -c x'";
        return;
    }
    const ex e = lang_sound_expr(c, it->expr);
    if (e != EX_POISON && lang_expect_sorts(c, e, SORT_VELOCITY | SORT_QUASI, it->expr, "force",
                                            "it is a function of coordinates, velocities and t"))
        m->load[m->loads++] = (struct load){!natural, n->index, e, it->expr};
}

void lang_check_force(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        if (it->name.src) {
            check_load(c, it);
            continue;
        }
        const ex e = lang_sound_expr(c, it->expr);
        if (e == EX_POISON || sym_is_null(c->store, e) ||
            !lang_expect_kind(c, e, KIND_FORM, it->expr, "force",
                              "a one-form like F dx; what depends on velocities: force x = -c x'"))
            continue;
        m->force = m->force == EX_POISON ? e : ex_add2(c->store, m->force, e);
    }
}

/* ---- constraints ---- */

static bool uses_quasi(struct check *c, ex e, struct span where)
{
    if (!(lang_sorts(c, e) & SORT_QUASI))
        return false;
    base_error(c->diag, where, "a constraint must not mention velocities of the frame")->help =
        "to forbid one, move its field from 'frame' to 'complement'; constraints are written in "
        "dx, or x'";
    return true;
}

/* Left minus right, or EX_POISON. */
static ex read_equation(struct check *c, const struct item *it)
{
    const ex left = lang_sound_expr(c, it->expr);
    const ex right = it->second.src ? lang_sound_expr(c, it->second) : ex_int(c->store, 0);
    if (left == EX_POISON || right == EX_POISON)
        return EX_POISON;
    const ex e = ex_sub(c->store, left, right);
    lang_note_reading(c, e, it->all);
    return e;
}

/* Components along the natural basis of a one-form. */
static ex *form_of(struct check *c, ex e)
{
    const struct model *m = c->model;
    ex *velocity = mem_take_array(c->diag->mem, m->sections + 1, sizeof *velocity);
    ex *form = mem_take_array(c->diag->mem, m->sections + 1, sizeof *form);
    for (size_t B = 0; B < m->sections; B++)
        velocity[B] = m->section[B].velocity;
    ex_gradient(c->store, e, velocity, m->sections, form);
    return form;
}

static void check_constraint(struct check *c, const struct item *it, struct constraint *out)
{
    ex e = read_equation(c, it);
    const char *words = "";
    if (e == EX_POISON)
        return;
    const unsigned sorts = lang_sorts(c, e);
    const bool plus = sorts && !(sorts & ~(unsigned)(SORT_VELOCITY | SORT_DT)) &&
                      lang_kind_of(c, e, &words) == KIND_OTHER;
    if (!lang_expect_kind(c, e, KIND_FORM, it->all, "constraint",
                          plus
                              ? "a velocity that is given is written with dt, like dx = 2 dt"
                              : "it is linear in the velocities, like sin(phi) dx - cos(phi) dy") ||
        uses_quasi(c, e, it->all))
        return;
    if (!(sorts & SORT_VELOCITY)) {
        base_error(c->diag, it->all, "this constrains no velocity");
        return;
    }
    e = lang_anchored(c->model, e);
    out->speed = ex_neg(c->store, ex_diff(c->store, e, c->model->dt));
    out->form = form_of(c, e);
}

void lang_check_constraints(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    c->dt_known = true;
    for (size_t i = 0; i < st->n; i++) {
        size_t k = 0;
        while (m->constraint[k].where.at != st->item[i].all.at)
            k++;
        check_constraint(c, &st->item[i], &m->constraint[k]);
    }
    c->dt_known = false;
}

/* A constraint phi = 0 implies dphi(y) = -dphi/dt for velocities y. */
static void check_position(struct check *c, const struct item *it, struct constraint *out)
{
    const struct model *m = c->model;
    struct store *s = c->store;
    const ex phi = read_equation(c, it);
    if (phi == EX_POISON ||
        !lang_expect_kind(c, phi, KIND_FUNCTION, it->all, "holonomic",
                          "it is an equation of coordinates, like x^2 + y^2 = l^2"))
        return;
    ex rate = ex_int(s, 0);
    for (size_t i = 0; i < m->coords; i++)
        rate = ex_add2(s, rate, ex_mul2(s, ex_diff(s, phi, m->coord[i].q), m->coord[i].velocity));
    if (sym_is_null(s, rate)) {
        base_error(c->diag, it->all, "this constrains no position")->help =
            "it is an equation of coordinates, like x^2 + y^2 = l^2";
        return;
    }
    out->position = phi;
    out->speed = ex_neg(s, ex_diff(s, phi, m->time));
    out->form = form_of(c, lang_anchored(m, rate));
}

void lang_check_holonomic(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    for (size_t i = 0; i < st->n; i++) {
        size_t k = 0;
        while (m->constraint[k].where.at != st->item[i].all.at)
            k++;
        check_position(c, &st->item[i], &m->constraint[k]);
        m->holonomics += m->constraint[k].position != EX_POISON;
    }
}

void lang_check_virtual(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    const char *words = "";
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        const ex e = read_equation(c, it);
        if (e == EX_POISON)
            continue;
        const enum lang_kind kind = lang_kind_of(c, e, &words);
        const enum lang_kind before = m->virtuals == 0    ? kind
                                      : m->virtual_fields ? KIND_FIELD
                                                          : KIND_FORM;
        if (kind != KIND_FORM && kind != KIND_FIELD) {
            lang_kind_of(c, e, &words);
            struct note *n =
                base_error(c->diag, it->all, "'virtual' must be a one-form or a vector field");
            n->label = words;
            n->help = "forms that vanish on virtual displacements, or fields that span them";
        } else if (kind != before) {
            base_error(c->diag, it->all, "'virtual' is all forms or all fields, not both");
        } else {
            m->virtual[m->virtuals++] = (struct stated){lang_anchored(m, e), it->all};
            m->virtual_fields = kind == KIND_FIELD;
        }
    }
}

void lang_check_second(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    for (size_t i = 0; i < st->n; i++) {
        const struct span where = st->item[i].expr;
        const ex e = lang_sound_expr(c, where);
        if (e != EX_POISON && lang_expect_sorts(c, e, SORT_MOMENTUM, where, "second",
                                                "it is a function of coordinates and momenta p_x"))
            m->second[m->seconds++] = (struct stated){e, where};
    }
}

void lang_check_basis(struct check *c, const struct statement *st)
{
    const size_t n = c->model->sections;
    struct other_basis out = {.name = base_span_copy(c->diag->mem, st->head),
                              .form = mem_take_array(c->diag->mem, st->n * n + 1, sizeof(ex)),
                              .where = st->head};
    for (size_t i = 0; i < st->n; i++) {
        const struct span where = st->item[i].expr;
        const ex e = lang_sound_expr(c, where);
        if (e == EX_POISON ||
            !lang_expect_kind(c, e, KIND_FORM, where, "basis",
                              "it lists one-forms, like dx - y dz") ||
            uses_quasi(c, e, where))
            continue;
        memcpy(&out.form[out.n++ * n], form_of(c, lang_anchored(c->model, e)), n * sizeof(ex));
    }
    *(struct other_basis *)lang_keep(c, sizeof out) = out;
}

/* ---- fields outside the frame ---- */

/* In d_x and fields of the frame; check_model.c substitutes the latter. */
static ex read_field(struct check *c, const struct statement *st)
{
    const struct span where = st->item[0].expr;
    const ex e = lang_sound_expr(c, where);
    const bool good =
        e != EX_POISON && !sym_is_null(c->store, e) &&
        lang_expect_kind(c, e, KIND_FIELD, where, lang_statements[st->what].keyword,
                         "fields are sums of function * d_coordinate: cos(phi) d_x + sin(phi) d_y");
    return good ? e : EX_POISON;
}

void lang_check_drift(struct check *c, const struct statement *st)
{
    c->model->drift = read_field(c, st);
}

void lang_check_field(struct check *c, const struct statement *st)
{
    c->model->gradient = read_field(c, st);
}

/* ---- compatibility of statements ---- */

struct present {
    const struct ast *ast;
    const struct statement *at[STATEMENT_COUNT]; /* the first of each, or NULL */
};

static bool is_absent(const struct present *p, enum lang_statement what)
{
    return !p->at[what] && !p->ast->broken[what] && !p->ast->unknown;
}

/* Without anything that moves it, a model may still have a geometry to show. */
static bool is_geometry(const struct present *p)
{
    static const enum lang_statement shown[] = {STATEMENT_algebra, STATEMENT_sections,
                                                STATEMENT_constraint, STATEMENT_frame};
    static const enum lang_statement moved[] = {
        STATEMENT_potential, STATEMENT_magnetic, STATEMENT_dissipation, STATEMENT_force,
        STATEMENT_field,     STATEMENT_second,   STATEMENT_virtual,     STATEMENT_dynamics};
    bool some = false, none = true;
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        some |= p->at[shown[i]] != NULL;
    for (size_t i = 0; i < sizeof moved / sizeof *moved; i++)
        none &= p->at[moved[i]] == NULL;
    return some && none;
}

static void check_source(struct check *c, const struct present *p)
{
    static const enum lang_statement sources[] = {STATEMENT_metric, STATEMENT_lagrangian,
                                                  STATEMENT_hamiltonian};
    const struct statement *first = NULL;
    bool absent = true;
    for (size_t i = 0; i < 3; i++) {
        const struct statement *st = p->at[sources[i]];
        absent &= is_absent(p, sources[i]);
        if (st && first)
            base_error(c->diag, st->keyword, "'%s' and '%s' both say what moves the system",
                       lang_statements[first->what].keyword, lang_statements[st->what].keyword)
                ->help = "one of metric, lagrangian and hamiltonian is enough";
        if (st && !first)
            first = st;
    }
    if (absent && !is_geometry(p))
        base_error(c->diag, (struct span){.src = p->ast->src},
                   "there is no 'metric', 'lagrangian' or 'hamiltonian'")
            ->help = "one of them says what moves the system, like this: metric m (dx^2 + dy^2)";
    const struct statement *V = p->at[STATEMENT_potential], *A = p->at[STATEMENT_magnetic];
    if (!first || first->what == STATEMENT_metric)
        return;
    const char *keyword = lang_statements[first->what].keyword;
    if (V)
        base_error(c->diag, V->keyword, "'potential' goes with a metric")->help =
            base_text(c->diag->mem, "put it into the %s: %s ... %s (%s)", keyword, keyword,
                      first->what == STATEMENT_lagrangian ? "-" : "+",
                      base_span_copy(c->diag->mem, V->item[0].expr));
    if (A && c->model->magnetic != EX_POISON)
        base_error(c->diag, A->keyword, "a vector potential goes with a metric")->help =
            base_text(c->diag->mem, "put the one-form into the %s; a two-form may stay", keyword);
}

static void check_affine(struct check *c, const struct present *p)
{
    const struct model *m = c->model;
    const struct statement *drift = p->at[STATEMENT_drift];
    if (drift && is_absent(p, STATEMENT_frame))
        base_error(c->diag, drift->keyword, "a drift without a frame")->help =
            "velocities are drift + a combination of the frame; with constraints write dx = c dt";
    for (size_t k = 0; k < m->constraints && drift; k++)
        if (m->constraint[k].form && !sym_is_null(c->store, m->constraint[k].speed)) {
            base_error(c->diag, drift->keyword, "a drift and a constraint with dt")->help =
                "both say the same; leave one out";
            return;
        }
}

static void check_law(struct check *c, const struct present *p)
{
    const struct model *m = c->model;
    const struct statement *mu = p->at[STATEMENT_constraint], *X = p->at[STATEMENT_field];
    const struct statement *law = p->at[STATEMENT_dynamics];
    mu = mu ? mu : p->at[STATEMENT_holonomic];
    if (m->law == LAW_unconstrained && mu)
        base_error(c->diag, mu->keyword, "'dynamics unconstrained' leaves no room for constraints");
    if (law && m->law == LAW_gradient && is_absent(p, STATEMENT_field))
        base_error(c->diag, law->keyword, "'dynamics gradient' needs a field")->help =
            "write it like this: field y d_x - x d_y";
    if (m->law != LAW_gradient && X)
        base_error(c->diag, X->keyword, "'field' goes with 'dynamics gradient'");
}

/* Virtual displacements must have the rank of C: else reactions are not determined. */
static void check_virtual(struct check *c, const struct present *p)
{
    const struct model *m = c->model;
    const struct statement *st = p->at[STATEMENT_virtual];
    if (!st)
        return;
    if (m->law != LAW_nonholonomic) {
        base_error(c->diag, st->keyword, "'virtual' goes with 'dynamics nonholonomic'")->help =
            "reactions vanish on virtual displacements; other laws have no reactions like that";
        return;
    }
    const size_t want = m->virtual_fields ? m->rank : m->sections - m->rank;
    const bool whole = m->fields == m->sections && !p->ast->broken[STATEMENT_virtual];
    if (m->virtuals && whole && c->diag->errors == 0 && m->virtuals != want)
        base_error(c->diag, st->keyword, "'virtual' has %zu %s%s, and needs %zu", m->virtuals,
                   m->virtual_fields ? "field" : "form", m->virtuals == 1 ? "" : "s", want)
            ->help = m->virtual_fields
                         ? "they span the virtual displacements, which have the rank of the "
                           "allowed velocities"
                         : "exactly these vanish on virtual displacements: repeat those of "
                           "'constraint' that stay as they are";
}

static struct present find_present(const struct ast *ast)
{
    struct present p = {.ast = ast};
    for (size_t i = ast->n; i-- > 0;)
        p.at[ast->at[i].what] = &ast->at[i];
    return p;
}

bool lang_check_bundle(struct check *c, const struct ast *ast)
{
    const struct present p = find_present(ast);
    if (!is_absent(&p, STATEMENT_coords) || !is_absent(&p, STATEMENT_algebra) ||
        !is_absent(&p, STATEMENT_sections))
        return true;
    base_error(c->diag, (struct span){.src = ast->src}, "there is no 'coords'")->help =
        "say which coordinates there are, like this: coords x, y, phi";
    return false;
}

/* Without any anchor the coordinates are constant, which is rarely intended. */
static void check_anchors(struct check *c)
{
    const struct model *m = c->model;
    bool any = !m->general || m->coords == 0 || m->sections == 0;
    for (size_t B = 0; B < m->sections && !any; B++)
        any = c->anchored[B];
    if (!any)
        base_remark(c->diag, m->section[0].where, "no section moves the coordinates")->help =
            base_text(c->diag->mem, "if one does, say so: anchor %s -> d_%s", m->section[0].name,
                      m->coord[0].name);
}

void lang_check_together(struct check *c, const struct ast *ast)
{
    const struct present p = find_present(ast);
    if (p.at[STATEMENT_complement] && is_absent(&p, STATEMENT_frame) &&
        is_absent(&p, STATEMENT_constraint))
        base_error(c->diag, p.at[STATEMENT_complement]->keyword, "a complement without a frame");
    const ex H = c->model->hamiltonian; /* without momenta only with constraints on phase space */
    if (H != EX_POISON && !(lang_sorts(c, H) & SORT_MOMENTUM) && is_absent(&p, STATEMENT_second))
        base_error(c->diag, c->model->source_at, "'hamiltonian' depends on no momentum")->help =
            "write p_x for the momentum of x, eta_v for that of the frame field v";
    for (size_t i = 0; i < c->model->ivals; i++)
        lang_may_guess(c->diag, c->model, &c->model->ival[i], !is_absent(&p, STATEMENT_holonomic));
    check_anchors(c);
    check_source(c, &p);
    check_affine(c, &p);
    check_law(c, &p);
    check_virtual(c, &p);
}
