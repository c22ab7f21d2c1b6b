/* gen/language/check_model.c -- second pass over the statements: expressions and their kinds.
 *
 * Makes a model from the syntax tree.
 *
 * Statements may be in any order, so there are two passes over them: the first, in declare.c,
 * declares all names, the second, here, reads the expressions. Both are columns of the table of
 * statements.
 */
#include "gen/language/statements.h"

#include <string.h>

typedef void pass(struct check *c, const struct statement *st);

static const struct {
    pass *declare, *check;
} passes[STATEMENT_COUNT] = {
#define STATEMENT(keyword, takes, many, declare_, check_, ...)                                     \
    [STATEMENT_##keyword] = {.declare = lang_declare_##declare_, .check = lang_check_##check_},
    STATEMENTS(STATEMENT)
#undef STATEMENT
};

/* ---- second pass: expressions ---- */

void lang_check_nothing(struct check *c, const struct statement *st)
{
    (void)c;
    (void)st;
}

void lang_check_model(struct check *c, const struct statement *st)
{
    c->model->title = base_span_shown(c->diag->mem, st->item[0].doc);
}

void lang_note_reading(struct check *c, ex e, struct span where)
{
    if (e != EX_POISON)
        c->reading[c->readings++] = (struct reading){e, where, c->now};
}

ex lang_sound_expr(struct check *c, struct span where)
{
    const ex e = lang_read_expr(c, where);
    if (!c->tainted)
        lang_note_reading(c, e, where);
    return c->tainted ? EX_POISON : e;
}

/* An expression of parameters only; `timed`: and t. */
static ex read_fixed(struct check *c, struct span where, bool timed)
{
    const ex e = lang_sound_expr(c, where);
    if (e == EX_POISON)
        return EX_POISON;
    const struct ex_list used = ex_symbols(c->store, &e, 1);
    for (size_t i = 0; i < used.n; i++) {
        const char *name = ex_name(c->store, used.at[i]);
        const struct name *n = lang_find_name(&c->scope, name, strlen(name));
        if ((n && n->of == NAME_PARAM) || (timed && used.at[i] == c->model->time))
            continue;
        base_error(c->diag, where, "this value must not depend on '%s'",
                   base_text(c->diag->mem, "%s", name))
            ->help = timed ? "numbers, parameters and t may stand here"
                           : "numbers and parameters may stand here";
        return EX_POISON;
    }
    return e;
}

ex lang_fixed_expr(struct check *c, struct span where)
{
    return read_fixed(c, where, false);
}

static void read_range(struct check *c, const struct item *it, ex *low, ex *high)
{
    if (it->low.src)
        *low = lang_fixed_expr(c, it->low);
    if (it->high.src)
        *high = lang_fixed_expr(c, it->high);
    if (*low != EX_POISON && *high != EX_POISON && ex_is_number(c->store, *low) &&
        ex_is_number(c->store, *high) && ex_number(c->store, *low) >= ex_number(c->store, *high))
        base_error(c->diag, it->low, "this range is empty")->help = "its lower end stands first";
}

void lang_check_coords(struct check *c, const struct statement *st)
{
    for (size_t i = 0; i < st->n; i++) {
        const struct span where = st->item[i].name;
        const struct name *n = lang_find_name(&c->scope, where.src->text + where.at, where.len);
        struct coord *q = n && n->of == NAME_COORD ? &c->model->coord[n->index] : NULL;
        if (q)
            read_range(c, &st->item[i], &q->low, &q->high);
    }
}

/* The value of an input: of the command line, else of the model. */
static struct span in_force(const struct check *c, const struct item *it)
{
    struct span out = it->expr;
    for (size_t i = 0; i < c->hints->inputs; i++) {
        const struct item *other = &c->hints->input[i];
        if (base_is_same(other->name, it->name))
            out = other->expr;
    }
    return out;
}

void lang_check_params(struct check *c, const struct statement *st)
{
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        const struct name *n =
            lang_find_name(&c->scope, it->name.src->text + it->name.at, it->name.len);
        if (c->now == STATEMENT_input && lang_is_velocity(c, it->name))
            lang_keep_velocity(c, it->name, read_fixed(c, in_force(c, it), true));
        if (!n || n->of != NAME_PARAM)
            continue;
        struct param *p = &c->model->param[n->index];
        p->value = p->input ? read_fixed(c, in_force(c, it), true) : lang_fixed_expr(c, it->expr);
        read_range(c, it, &p->low, &p->high);
    }
}

/* Stores the field as one expression in component[0]: fields may be written in terms of each other,
 * so that components are computed after all are read. */
void lang_check_fields(struct check *c, const struct statement *st)
{
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        const struct name *n =
            lang_find_name(&c->scope, it->name.src->text + it->name.at, it->name.len);
        if (!n || n->of != NAME_FIELD)
            continue;
        const ex e = lang_sound_expr(c, it->expr);
        if (e == EX_POISON ||
            !lang_expect_kind(
                c, e, KIND_FIELD, it->expr, lang_statements[st->what].keyword,
                "fields are sums of function * d_coordinate: cos(phi) d_x + sin(phi) d_y"))
            continue;
        struct field *f = &c->model->field[n->index];
        f->component = mem_take_array(c->diag->mem, c->model->sections + 1, sizeof *f->component);
        f->component[0] = e;
    }
}

/* ---- between and after the passes ---- */

static ex read_let(struct check *c, struct let *let)
{
    c->energy_known = let->output;
    const ex e = lang_read_expr(c, let->where);
    c->energy_known = false;
    let->formed = c->formed;
    let->broken |= e == EX_POISON || c->tainted;
    return let->broken ? ex_int(c->store, 0) : e;
}

/* Whether the value mentions a let that is not ready. */
static bool waits(struct check *c, ex value)
{
    const struct ex_list used = ex_symbols(c->store, &value, 1);
    for (size_t i = 0; i < used.n; i++) {
        const char *name = ex_name(c->store, used.at[i]);
        const struct name *n = lang_find_name(&c->scope, name, strlen(name));
        if (n && n->of == NAME_LET && !c->scope.let[n->index].ready)
            return true;
    }
    return false;
}

/* A wedge or d(...) needs the values of the lets in it: lets whose operands are ready are read
 * again, until all are. There is no cycle, so every round makes some ready. */
static void form_lets(struct check *c, const ex *raw)
{
    struct scope *sc = &c->scope;
    bool more = true;
    c->forms_known = true;
    while (more) {
        more = false;
        for (size_t i = 0; i < sc->lets; i++) {
            struct let *let = &sc->let[i];
            if (let->ready || waits(c, raw[i]))
                continue;
            let->value = read_let(c, let);
            let->ready = more = true;
        }
    }
}

/* The index of the first let that a value mentions; the number of lets: none. */
static size_t mentioned(struct check *c, ex value)
{
    const struct ex_list used = ex_symbols(c->store, &value, 1);
    for (size_t k = 0; k < used.n; k++) {
        const char *name = ex_name(c->store, used.at[k]);
        const struct name *n = lang_find_name(&c->scope, name, strlen(name));
        if (n && n->of == NAME_LET)
            return n->index;
    }
    return c->scope.lets;
}

/* "a needs b, b needs a", following the first mention of each. */
static const char *circle_text(struct check *c, const ex *raw, size_t start)
{
    const struct scope *sc = &c->scope;
    struct mem_text out = mem_text(c->diag->mem);
    size_t at = start;
    for (size_t step = 0; step < 6; step++) {
        const size_t next = mentioned(c, raw[at]);
        if (next == sc->lets)
            break;
        mem_put(&out, base_text(c->diag->mem, "%s'%s' needs '%s'", step ? ", " : "",
                                sc->let[at].name, sc->let[next].name));
        at = next;
        if (at == start)
            return out.text;
    }
    return base_text(c->diag->mem, "%s, ...", out.text);
}

static void check_lets(struct check *c)
{
    struct scope *sc = &c->scope;
    struct mem *m = c->diag->mem;
    ex *symbol = mem_take_array(m, sc->lets + 1, sizeof *symbol);
    ex *raw = mem_take_array(m, sc->lets + 1, sizeof *raw);
    ex *value = mem_take_array(m, sc->lets + 1, sizeof *value);
    bool broken = false, formed = false;
    for (size_t i = 0; i < sc->lets; i++) {
        symbol[i] = sc->let[i].symbol;
        raw[i] = value[i] = sc->let[i].raw = read_let(c, &sc->let[i]);
        broken |= sc->let[i].broken;
        formed |= sc->let[i].formed;
    }
    const size_t circle = lang_unwind(c->store, symbol, value, sc->lets);
    if (circle < sc->lets) {
        base_error(c->diag, sc->let[circle].where, "'%s' is defined through itself",
                   sc->let[circle].name)
            ->help = circle_text(c, raw, circle);
        broken = true;
    }
    for (size_t i = 0; i < sc->lets; i++)
        sc->let[i].value = value[i];
    if (formed && !broken)
        form_lets(c, raw);
    for (size_t i = 0; i < sc->lets; i++)
        broken |= sc->let[i].broken;
    for (size_t i = 0; i < sc->lets; i++)
        sc->let[i].broken = broken; /* others may depend on the broken one: report no more errors */
    c->lets_known = true;
}

/* Fields written in terms of other fields, then components along the natural basis. */
static void finish_fields(struct check *c)
{
    struct model *m = c->model;
    struct mem *mem = c->diag->mem;
    ex *symbol = mem_take_array(mem, m->fields + 1, sizeof *symbol);
    ex *whole = mem_take_array(mem, m->fields + 1, sizeof *whole);
    ex *along = mem_take_array(mem, m->sections + 1, sizeof *along);
    for (size_t B = 0; B < m->sections; B++)
        along[B] = m->section[B].section;
    for (size_t A = 0; A < m->fields; A++) {
        if (!m->field[A].component && !m->field[A].chosen)
            return; /* had an error */
        symbol[A] = m->field[A].section;
        whole[A] = m->field[A].chosen ? ex_int(c->store, 0) : m->field[A].component[0];
    }
    const size_t circle = lang_unwind(c->store, symbol, whole, m->fields);
    if (circle < m->fields) {
        base_error(c->diag, m->field[circle].where, "the field '%s' is defined through itself",
                   m->field[circle].name)
            ->help = "fields may be written in terms of others, but not round in a circle";
        return;
    }
    for (size_t A = 0; A < m->fields; A++)
        if (!m->field[A].chosen)
            ex_gradient(c->store, whole[A], along, m->sections, m->field[A].component);
    ex *const others[] = {&m->drift, &m->gradient};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (*others[i] != EX_POISON)
            ex_subst(c->store, others[i], 1, symbol, whole, m->fields, others[i]);
    for (size_t i = 0; i < m->virtuals; i++)
        ex_subst(c->store, &m->virtual[i].value, 1, symbol, whole, m->fields, &m->virtual[i].value);
}

/* The frame and its complement must have as many fields as the bundle has sections. */
static void count_fields(struct check *c)
{
    const struct model *m = c->model;
    const bool tangent = m->sections == m->coords && !m->general;
    if (m->fields != m->sections) {
        const bool more = m->fields > m->sections;
        struct note *n = base_error(c->diag, more ? m->field[m->sections].where : m->frame_at,
                                    "%zu fields in frame and complement for %zu %s", m->fields,
                                    m->sections, tangent ? "coordinates" : "sections");
        n->label = more ? "one too many" : NULL;
        n->help =
            more ? base_text(c->diag->mem,
                             "together they are a basis: at most as many fields as there are %s",
                             tangent ? "coordinates" : "sections")
                 : base_text(c->diag->mem,
                             "together they are a basis: %zu more in 'complement', or none there "
                             "at all, then they are chosen",
                             m->sections - m->fields);
    } else if (m->law == LAW_unconstrained && m->rank < m->sections && m->frame_at.src) {
        base_error(c->diag, m->frame_at, "the frame constrains an unconstrained motion")->help =
            "with 'dynamics unconstrained' all fields belong to the frame";
    }
}

static void check_param_circles(struct check *c)
{
    struct model *m = c->model;
    ex *symbol = mem_take_array(c->diag->mem, m->params + 1, sizeof *symbol);
    ex *value = mem_take_array(c->diag->mem, m->params + 1, sizeof *value);
    for (size_t i = 0; i < m->params; i++) {
        symbol[i] = m->param[i].symbol;
        value[i] = m->param[i].value;
        if (value[i] == EX_POISON)
            return; /* had an error */
    }
    const size_t circle = lang_unwind(c->store, symbol, value, m->params);
    if (circle < m->params) {
        base_error(c->diag, m->param[circle].where, "'%s' is defined through itself",
                   m->param[circle].name);
        return;
    }
    for (size_t i = 0; i < m->params; i++)
        if (!m->param[i].input && ex_has(c->store, value[i], m->time))
            base_error(c->diag, m->param[i].where, "the parameter '%s' changes with an input",
                       m->param[i].name)
                ->help = "parameters are constant; 'let' may depend on inputs";
}

static void check_method(struct check *c)
{
    struct model *m = c->model;
    if (!m->method || rt_method_find(m->method))
        return;
    struct nearest near = base_nearest(m->method, strlen(m->method));
    for (size_t i = 0; i < rt_method_count; i++)
        base_offer(&near, rt_methods[i].name);
    base_error(c->diag, m->method_at, "unknown method '%s'", m->method)->help =
        base_did_you_mean(c->diag->mem, &near);
}

static void check_count(struct check *c, const struct ast *ast)
{
    const struct statement *seen[STATEMENT_COUNT] = {NULL};
    for (size_t i = 0; i < ast->n; i++) {
        const struct statement *st = &ast->at[i];
        const struct statement_row *row = &lang_statements[st->what];
        if (seen[st->what] && !row->many)
            base_error(c->diag, st->keyword, "a second '%s'", row->keyword)->help =
                "this statement occurs once in a model";
        seen[st->what] = st;
    }
}

static void *room(struct check *c, size_t count, size_t size)
{
    return mem_take_array(c->diag->mem, count + 1, size);
}

/* The number of parts of an item, and of their parts. */
static size_t parts_of(const struct item *it)
{
    size_t n = it->parts;
    for (size_t i = 0; i < it->parts; i++)
        n += it->part[i].parts;
    return n;
}

static void make_room(struct check *c, const struct ast *ast)
{
    struct model *m = c->model;
    size_t items[STATEMENT_COUNT] = {0}, all = 0, parts = 0;
    for (size_t i = 0; i < ast->n; i++) {
        items[ast->at[i].what] += ast->at[i].n;
        all += ast->at[i].n;
        for (size_t k = 0; k < ast->at[i].n; k++)
            parts += parts_of(&ast->at[i].item[k]);
    }
    const size_t params = items[STATEMENT_param] + items[STATEMENT_input];
    const size_t fields = items[STATEMENT_frame] + items[STATEMENT_complement];
    const size_t sections =
        items[STATEMENT_coords] + items[STATEMENT_algebra] + items[STATEMENT_sections];
    m->coord = room(c, items[STATEMENT_coords], sizeof *m->coord);
    m->param = room(c, params, sizeof *m->param);
    m->section = room(c, sections, sizeof *m->section);
    m->field = room(c, fields + sections, sizeof *m->field);
    m->constraint =
        room(c, items[STATEMENT_constraint] + items[STATEMENT_holonomic], sizeof *m->constraint);
    m->load = room(c, items[STATEMENT_force], sizeof *m->load);
    m->ival = room(c, items[STATEMENT_init], sizeof *m->ival);
    m->plot = room(c, items[STATEMENT_plot] + parts, sizeof *m->plot);
    m->claim = room(c, items[STATEMENT_check], sizeof *m->claim);
    m->output = room(c, items[STATEMENT_output], sizeof *m->output);
    m->event = room(c, items[STATEMENT_event], sizeof *m->event);
    m->preset = room(c, items[STATEMENT_set], sizeof *m->preset);
    m->drawing = room(c, items[STATEMENT_draw], sizeof *m->drawing);
    m->virtual = room(c, items[STATEMENT_virtual], sizeof *m->virtual);
    m->second = room(c, items[STATEMENT_second], sizeof *m->second);
    /* one more of each for `_`, the last result of a session */
    c->scope.let =
        room(c, items[STATEMENT_let] + items[STATEMENT_output] + 1, sizeof *c->scope.let);
    /* at most 5 expressions per item, 2 per part */
    c->reading = room(c, 5 * all + 2 * parts, sizeof *c->reading);
    lang_scope_make(c, all + sections + ast->losts + 1); /* `sections`: for a chosen frame */
}

/* ---- denominators ---- */

/* The base of a negative power in e that is identically 0, or EX_POISON. Only sums are tested:
 * the constructors of expr/ recognise other zeros. */
static ex zero_divisor(struct check *c, ex e)
{
    struct store *s = c->store;
    int64_t num = 0, den = 1;
    const struct ex_list nodes = ex_reach(s, &e, 1);
    for (size_t i = 0; i < nodes.n; i++) {
        if (ex_op(s, nodes.at[i]) != EX_pow || !ex_is_rat(s, ex_arg(s, nodes.at[i], 1), &num, &den))
            continue;
        const ex base = ex_arg(s, nodes.at[i], 0);
        if (num < 0 && ex_op(s, base) == EX_add && ex_zero(s, base, false).answer == EX_ZERO)
            return base;
    }
    return EX_POISON;
}

static bool divides_well(struct check *c, ex e, struct span where)
{
    const struct mem_mark mark = mem_mark(c->diag->mem);
    const ex base = e == EX_POISON ? EX_POISON : zero_divisor(c, e);
    mem_release(c->diag->mem, mark);
    if (base == EX_POISON)
        return true;
    const char *text = ex_show(c->store, base, EX_PLAIN);
    base_error(c->diag, where, "division by zero")->help =
        base_text(c->diag->mem, "%s is 0 for all values of the names in it",
                  text && strlen(text) < 80 ? text : "what stands below");
    return false;
}

/* An error in a let is not reported again where the let is used. */
static void check_divisions(struct check *c)
{
    bool good = true;
    for (size_t i = 0; i < c->scope.lets && good; i++)
        good =
            c->scope.let[i].broken || divides_well(c, c->scope.let[i].raw, c->scope.let[i].where);
    for (size_t i = 0; i < c->readings && good; i++)
        if (i == 0 || c->reading[i].where.src != c->reading[i - 1].where.src ||
            c->reading[i].where.at != c->reading[i - 1].where.at)
            divides_well(c, c->reading[i].value, c->reading[i].where);
}

/* ---- the passes ---- */

enum { ROUNDS = 5 }; /* rounds of a pass, independent of the order in the text */

/* The natural basis needs the coordinates; inputs may give velocities along fields of the frame;
 * fields of the complement follow. */
static int declare_round(enum lang_statement what)
{
    return what == STATEMENT_coords                                  ? 0
           : what == STATEMENT_algebra || what == STATEMENT_sections ? 1
           : what == STATEMENT_frame                                 ? 2
           : what == STATEMENT_complement                            ? 4
                                                                     : 3;
}

/* Forms need the anchors, brackets the number of anchors, multipliers the law. */
static int check_round(enum lang_statement what)
{
    return what == STATEMENT_anchor || what == STATEMENT_dynamics ? 0
           : what == STATEMENT_bracket                            ? 1
                                                                  : 2;
}

static void declare_all(struct check *c, const struct ast *ast)
{
    struct model *m = c->model;
    m->general = ast->broken[STATEMENT_sections];
    bool complement = false; /* a complement without a frame: the frame is chosen */
    for (size_t i = 0; i < ast->n; i++) {
        m->general |= ast->at[i].what == STATEMENT_sections;
        complement |= ast->at[i].what == STATEMENT_complement;
        if (ast->at[i].what == STATEMENT_frame && !m->frame_at.src)
            m->frame_at = ast->at[i].keyword;
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < ast->n; i++)
            if (declare_round(ast->at[i].what) == round)
                passes[ast->at[i].what].declare(c, &ast->at[i]);
        if (round == 0 && !m->general)
            lang_declare_basis(c);
        if (round == 3 && m->fields == 0 && complement && m->constraints <= m->sections)
            lang_declare_chosen(c, "u", m->sections - m->constraints);
        if (round == 3)
            m->rank = m->fields;
    }
    lang_make_brackets(c, ast);
    lang_refuse_ambiguous(c);
    for (size_t i = 0; i < ast->losts; i++)
        lang_lose_name(&c->scope, c->diag->mem, ast->lost[i]);
}

/* Declares the fields that the model does not give: those of C, then of the complement. */
static void declare_open_fields(struct check *c)
{
    struct model *m = c->model;
    if (m->fields == 0 && m->constraints <= m->sections) {
        lang_declare_chosen(c, "u", m->sections - m->constraints);
        m->rank = m->fields;
    }
    if (m->fields == m->rank && m->fields < m->sections)
        lang_declare_chosen(c, "n", m->sections - m->fields);
}

static void check_all(struct check *c, const struct ast *ast)
{
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < ast->n; i++)
            if (check_round(ast->at[i].what) == round) {
                c->now = ast->at[i].what;
                passes[c->now].check(c, &ast->at[i]);
            }
    lang_finish_brackets(c);
}

struct model *lang_resolve(struct diag *d, struct store *s, const struct ast *ast,
                           const struct hints *hints)
{
    struct model *m = mem_take(d->mem, sizeof *m);
    *m = (struct model){.store = s,
                        .src = ast->src,
                        .title = base_visible(d->mem, ast->src->name),
                        .time = ex_sym(s, "t", 0),
                        .dt = ex_sym(s, "dt", 0),
                        .energy = ex_sym(s, "energy", 0)};
    struct check *c = mem_take(d->mem, sizeof *c);
    *c = (struct check){.diag = d, .store = s, .model = m, .hints = hints};
    m->names = c;
    if (!lang_check_bundle(c, ast))
        return NULL;
    make_room(c, ast);
    check_count(c, ast);
    declare_all(c, ast);
    const bool whole = d->errors == 0; /* else names may be missing, and fields are not counted */
    if (whole)
        declare_open_fields(c);
    check_lets(c);
    check_all(c, ast);
    lang_check_together(c, ast);
    finish_fields(c);
    if (whole)
        count_fields(c);
    check_param_circles(c);
    lang_check_input_names(c);
    check_divisions(c);
    lang_check_units(c);
    if (d->errors == 0)
        lang_finish_plots(c);
    if (d->errors == 0)
        lang_drive_inputs(c);
    if (d->errors == 0)
        lang_choose_fields(c);
    if (d->errors == 0)
        lang_check_bases(c);
    check_method(c);
    base_poisoned(d, s, (struct span){.src = ast->src}, "the model cannot be read");
    return d->errors || !lang_model_sound(d, m) ? NULL : m;
}
