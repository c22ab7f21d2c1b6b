/* gen/language/statement_run.c -- statements about a run: init, set, run, output, check. */
#include "gen/language/statements.h"
#include "gen/tables/forms.h"

#include <string.h>

/* ---- initial values ---- */

/* The text after the prefix; of length 0 if it does not begin with the prefix. */
static struct span after(struct span s, const char *prefix)
{
    const size_t len = strlen(prefix);
    if (s.len <= len || memcmp(s.src->text + s.at, prefix, len) != 0)
        return (struct span){s.src, s.at, 0};
    return (struct span){s.src, s.at + len, s.len - len};
}

/* lambda1, lambda2, ...: multipliers of constraints; lambda1_ where the model has that name. */
static bool is_multiplier(const struct model *m, struct span name, struct ival *v)
{
    const struct span digits = after(name, "lambda");
    size_t k = 0, len = digits.len;
    while (len > 0 && digits.src->text[digits.at + len - 1] == '_')
        len--;
    if (len == 0 || len > 3)
        return false;
    for (size_t i = 0; i < len; i++) {
        const char ch = digits.src->text[digits.at + i];
        if (ch < '0' || ch > '9')
            return false;
        k = 10 * k + (size_t)(ch - '0');
    }
    v->of = IVAL_MULTIPLIER;
    v->index = k - 1;
    return k >= 1 && k <= m->sections - m->rank;
}

static bool is_of_coord(const struct model *m, struct span name, struct ival *v)
{
    const bool primed = name.src->text[name.at + name.len - 1] == '\'';
    const struct span stem = {name.src, name.at, name.len - primed};
    v->of = primed ? IVAL_VELOCITY : IVAL_COORD;
    for (v->index = 0; v->index < m->coords; v->index++)
        if (base_span_is(stem, m->coord[v->index].name))
            return true;
    return false;
}

static bool is_of_section(const struct model *m, struct span name, struct ival *v)
{
    const size_t natural = m->general ? 0 : m->coords; /* these are named by coordinates */
    const struct span momentum = after(name, "p_");
    v->of = IVAL_SECTION;
    for (v->index = natural; v->index < m->sections; v->index++)
        if (base_span_is(name, m->section[v->index].name))
            return true;
    v->of = IVAL_NATURAL;
    for (v->index = 0; v->index < m->sections; v->index++)
        if (momentum.len && base_span_is(momentum, m->section[v->index].name))
            return true;
    return false;
}

static bool is_of_field(const struct model *m, struct span name, struct ival *v)
{
    const struct span momentum = after(name, "eta_");
    for (v->index = 0; v->index < m->fields; v->index++) {
        v->of = IVAL_QUASI;
        if (base_span_is(name, m->field[v->index].name))
            return true;
        v->of = IVAL_MOMENTUM;
        if (momentum.len && base_span_is(momentum, m->field[v->index].name))
            return true;
    }
    return false;
}

/* Help for a word made from a name of another sort, or NULL. */
static const char *other_ival(struct diag *d, const struct model *m, struct span name)
{
    const struct span eta = after(name, "eta_"), p = after(name, "p_");
    const struct span stem = {name.src, name.at, name.len - 1};
    const bool primed = name.len > 1 && name.src->text[name.at + name.len - 1] == '\'';
    for (size_t B = 0; B < m->sections; B++) {
        const char *text = m->section[B].name;
        if (eta.len && base_span_is(eta, text))
            return base_text(d->mem, "the momentum of '%s' is p_%s", text, text);
        if (primed && base_span_is(stem, text))
            return base_text(d->mem, "'%s' is a velocity already", text);
    }
    for (size_t A = 0; A < m->fields; A++) {
        const char *text = m->field[A].name;
        if (p.len && base_span_is(p, text))
            return base_text(d->mem, "the momentum of the frame field '%s' is eta_%s", text, text);
        if (primed && base_span_is(stem, text))
            return base_text(d->mem, "'%s' is a velocity already", text);
    }
    for (size_t i = 0; i < m->params; i++) {
        if (primed && base_span_is(stem, m->param[i].name))
            return base_text(d->mem, "'%s' is a parameter, so it has no velocity",
                             m->param[i].name);
        if (base_span_is(name, m->param[i].name))
            return base_text(d->mem, "'%s' is a parameter: its value stands in 'param'",
                             m->param[i].name);
    }
    return NULL;
}

static const char *nearest_ival(struct diag *d, const struct model *m, struct span name)
{
    struct nearest near = base_nearest(name.src->text + name.at, name.len);
    for (size_t i = 0; i < m->coords; i++) {
        base_offer(&near, m->coord[i].name);
        base_offer(&near, base_text(d->mem, "%s'", m->coord[i].name));
    }
    for (size_t B = 0; B < m->sections; B++) {
        if (m->general || B >= m->coords)
            base_offer(&near, m->section[B].name);
        base_offer(&near, base_text(d->mem, "p_%s", m->section[B].name));
    }
    for (size_t A = 0; A < m->fields; A++) {
        base_offer(&near, m->field[A].name);
        base_offer(&near, base_text(d->mem, "eta_%s", m->field[A].name));
    }
    return base_did_you_mean(d->mem, &near);
}

bool lang_ival_find(struct diag *d, const struct model *m, struct span name, const char *could,
                    struct ival *v)
{
    if (is_of_coord(m, name, v) || is_of_section(m, name, v) || is_of_field(m, name, v) ||
        is_multiplier(m, name, v))
        return true;
    struct note *n =
        base_error(d, name, "there is no '%s' that could %s", base_span_copy(d->mem, name), could);
    n->help = other_ival(d, m, name);
    if (!n->help)
        n->help = nearest_ival(d, m, name);
    if (!n->help)
        n->help = "coordinates x, velocities x', quasi-velocities v and momenta eta_v can be given";
    return false;
}

void lang_check_init(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        struct ival v = {.where = it->name, .guess = it->guess};
        if (lang_is_lost(&c->scope, it->name) ||
            !lang_ival_find(c->diag, m, it->name, "start somewhere", &v))
            continue;
        v.value = lang_fixed_expr(c, it->expr);
        size_t same = 0;
        while (same < m->ivals && (m->ival[same].of != v.of || m->ival[same].index != v.index))
            same++;
        if (same < m->ivals)
            base_error(c->diag, it->name, "this already has an initial value");
        else
            m->ival[m->ivals++] = v;
    }
}

/* A named set of parameters and initial values. */
void lang_check_set(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    struct preset out = {.name = base_span_copy(c->diag->mem, st->head),
                         .at = mem_take_array(c->diag->mem, st->n, sizeof *out.at),
                         .where = st->head};
    for (size_t i = 0; i < m->presets; i++)
        if (strcmp(m->preset[i].name, out.name) == 0)
            base_error(c->diag, st->head, "there is a set '%s' already", out.name);
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        const struct name *n =
            lang_find_name(&c->scope, it->name.src->text + it->name.at, it->name.len);
        struct setting one = {.ival = {.where = it->name}};
        if (n && n->of == NAME_PARAM) {
            one.param = true;
            one.index = n->index;
        } else if (lang_is_lost(&c->scope, it->name) ||
                   !lang_ival_find(c->diag, m, it->name, "start somewhere", &one.ival)) {
            continue;
        } else {
            one.index = one.ival.index;
        }
        one.value = one.ival.value = lang_fixed_expr(c, it->expr);
        if (one.value != EX_POISON)
            out.at[out.n++] = one;
    }
    m->preset[m->presets++] = out;
}

/* ---- settings of a run ---- */

static void check_form(struct check *c)
{
    static const char *const words[] = {
#define FORM(name, word, ...) word,
        FORMS(FORM)
#undef FORM
    };
    const size_t n = sizeof words / sizeof *words;
    const struct model *m = c->model;
    struct nearest near = base_nearest(m->form, strlen(m->form));
    for (size_t i = 0; i < n; i++) {
        if (strcmp(m->form, words[i]) == 0)
            return;
        base_offer(&near, words[i]);
    }
    base_error(c->diag, m->form_at, "unknown form '%s'", m->form)->help =
        base_did_you_mean(c->diag->mem, &near);
}

void lang_check_run(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        const char *name = base_span_copy(c->diag->mem, it->name);
        if (strcmp(name, "t") == 0) {
            m->end = lang_fixed_expr(c, it->expr);
            m->end_at = it->expr;
        } else if (strcmp(name, "dt") == 0) {
            m->step = lang_fixed_expr(c, it->expr);
            m->step_at = it->expr;
        } else if (strcmp(name, "tol") == 0) {
            m->tolerance = lang_fixed_expr(c, it->expr);
            m->tolerance_at = it->expr;
        } else if (strcmp(name, "method") == 0) {
            m->method = base_span_copy(c->diag->mem, it->expr);
            m->method_at = it->expr;
        } else if (strcmp(name, "form") == 0) {
            m->form = base_span_copy(c->diag->mem, it->expr);
            m->form_at = it->expr;
            check_form(c);
        } else {
            base_error(c->diag, it->name, "'run' does not know '%s'", name)->help =
                "write t = 20, dt = 0.01, tol = 1e-12, method = rk4, form = lagrange-dirac";
        }
    }
}

/* ---- numbers along a run ---- */

ex lang_number_along(struct check *c, struct span where, const char *statement)
{
    c->energy_known = true;
    const ex e = lang_sound_expr(c, where);
    c->energy_known = false;
    const bool good =
        e != EX_POISON &&
        lang_expect_sorts(c, e, SORT_VELOCITY | SORT_QUASI | SORT_MOMENTUM | SORT_ENERGY, where,
                          statement,
                          "a number stands here: of coordinates, velocities, momenta, "
                          "energy and t");
    return good ? e : EX_POISON;
}

void lang_check_outputs(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        const struct name *n =
            lang_find_name(&c->scope, it->name.src->text + it->name.at, it->name.len);
        if (!n || n->of != NAME_LET || !c->scope.let[n->index].output)
            continue;
        const ex e =
            lang_number_along(c, it->name, "output"); /* its value is known as that of a let */
        if (e != EX_POISON)
            m->output[m->outputs++] =
                (struct output){base_span_copy(c->diag->mem, it->name), e, it->name};
    }
}

/* ---- claims ---- */

void lang_check_check(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        const ex a = lang_number_along(c, it->expr, "check");
        const ex b = it->claim == CLAIM_CONSERVED ? ex_int(c->store, 0)
                     : it->claim == CLAIM_EQUAL   ? lang_number_along(c, it->second, "check")
                                                  : lang_fixed_expr(c, it->second);
        if (a != EX_POISON && b != EX_POISON && it->claim == CLAIM_EQUAL)
            lang_note_reading(c, ex_sub(c->store, a, b), it->all);
        if (a != EX_POISON && b != EX_POISON)
            m->claim[m->claims++] = (struct claim_item){it->claim, a, b, it->all};
    }
}
