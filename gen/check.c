/* gen/check.c -- names resolved, kinds checked: ast -> model.
 *
 * Order of statements is free, so there are two passes over them: the first, in declare.c, makes
 * all names known, the second, here, reads the expressions. Both are columns of the table of
 * statements.
 */
#include "gen/gen.h"

#include <string.h>

typedef void pass(struct check *c, const struct statement *st);

/* One row becomes one element. */
static const struct {
    pass *declare, *check;
} passes[STATEMENT_COUNT] = {
#define STATEMENT(keyword, takes, many, declare_, check_, ...)                                     \
    [STATEMENT_##keyword] = {.declare = gen_declare_##declare_, .check = gen_check_##check_},
    STATEMENTS(STATEMENT)
#undef STATEMENT
};

/* ---- second pass: expressions ---- */

void gen_check_nothing(struct check *c, const struct statement *st)
{
    (void)c;
    (void)st;
}

void gen_check_later(struct check *c, const struct statement *st)
{
    const struct statement_row *row = &gen_statements[st->what];
    gen_error(c->diag, st->keyword, "'%s' is not supported yet", row->keyword)->help =
        gen_text(c->diag->mem, "it will take %s: %s", row->syntax, row->says);
}

void gen_check_model(struct check *c, const struct statement *st)
{
    c->model->title = gen_copy(c->diag->mem, st->item[0].doc);
}

/* An expression that depends on parameters only. */
static ex fixed(struct check *c, struct span where)
{
    const ex e = gen_expr(c, where);
    if (e == EX_POISON || c->tainted)
        return EX_POISON;
    const struct ex_list used = ex_symbols(c->store, &e, 1);
    for (size_t i = 0; i < used.n; i++) {
        const char *name = ex_name(c->store, used.at[i]);
        const struct name *n = gen_find(&c->scope, name, strlen(name));
        if (n && n->of == NAME_PARAM)
            continue;
        gen_error(c->diag, where, "this value must not depend on '%s'",
                  gen_text(c->diag->mem, "%s", name))
            ->help = "numbers and parameters may stand here";
        return EX_POISON;
    }
    return e;
}

static void read_range(struct check *c, const struct item *it, ex *low, ex *high)
{
    if (it->low.src)
        *low = fixed(c, it->low);
    if (it->high.src)
        *high = fixed(c, it->high);
}

void gen_check_coords(struct check *c, const struct statement *st)
{
    for (size_t i = 0; i < st->n; i++) {
        const struct span where = st->item[i].name;
        const struct name *n = gen_find(&c->scope, where.src->text + where.at, where.len);
        struct coord *q = n && n->of == NAME_COORD ? &c->model->coord[n->index] : NULL;
        if (q)
            read_range(c, &st->item[i], &q->low, &q->high);
    }
}

void gen_check_params(struct check *c, const struct statement *st)
{
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        const struct name *n = gen_find(&c->scope, it->name.src->text + it->name.at, it->name.len);
        if (!n || n->of != NAME_PARAM)
            continue;
        struct param *p = &c->model->param[n->index];
        p->value = fixed(c, it->expr);
        read_range(c, it, &p->low, &p->high);
    }
}

void gen_check_metric(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    const struct span where = st->item[0].expr;
    m->metric_at = where;
    const ex e = gen_expr(c, where);
    if (e == EX_POISON || c->tainted)
        return;
    if (!gen_expect(c, e, KIND_QUADRATIC, where, "metric",
                    "the metric is twice the kinetic energy, like m (dx^2 + dy^2)"))
        return;
    ex *both = mem_take_array(c->diag->mem, m->coords + m->fields, sizeof *both);
    const size_t n = m->coords + m->fields;
    for (size_t i = 0; i < m->coords; i++)
        both[i] = m->coord[i].velocity;
    for (size_t i = 0; i < m->fields; i++)
        both[m->coords + i] = m->field[i].z;
    m->metric = mem_take_array(c->diag->mem, n * n, sizeof *m->metric);
    ex_hessian(c->store, e, both, n, m->metric);
    const ex half = ex_rat(c->store, 1, 2);
    for (size_t i = 0; i < n * n; i++)
        m->metric[i] = ex_mul2(c->store, half, m->metric[i]);
}

void gen_check_potential(struct check *c, const struct statement *st)
{
    const struct span where = st->item[0].expr;
    const ex e = gen_expr(c, where);
    if (e == EX_POISON || c->tainted)
        return;
    if (gen_expect(c, e, KIND_FUNCTION, where, "potential",
                   "the potential energy is a function of the coordinates, like m g y"))
        c->model->potential = e;
}

/* Fields are kept whole until all are read: they may be written in terms of each other. */
void gen_check_fields(struct check *c, const struct statement *st)
{
    const char *keyword = gen_statements[st->what].keyword;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        const struct name *n = gen_find(&c->scope, it->name.src->text + it->name.at, it->name.len);
        if (!n || n->of != NAME_FIELD)
            continue;
        const ex e = gen_expr(c, it->expr);
        if (e == EX_POISON || c->tainted)
            continue;
        if (!gen_expect(c, e, KIND_FIELD, it->expr, keyword,
                        "fields are sums of function * d_coordinate: cos(phi) d_x + sin(phi) d_y"))
            continue;
        if (ex_has(c->store, e, c->model->time)) {
            gen_error(c->diag, it->expr, "a %s that depends on t is not supported yet", keyword);
            continue;
        }
        struct field *f = &c->model->field[n->index];
        f->component = mem_take_array(c->diag->mem, c->model->coords, sizeof *f->component);
        f->component[0] = e;
    }
}

/* One-forms in the velocities of the coordinates. */
void gen_check_constraints(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    ex *velocity = mem_take_array(c->diag->mem, m->coords, sizeof *velocity);
    for (size_t i = 0; i < m->coords; i++)
        velocity[i] = m->coord[i].velocity;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        ex e = gen_expr(c, it->expr);
        bool bad = e == EX_POISON || c->tainted;
        if (it->second.src) {
            const ex right = gen_expr(c, it->second);
            bad |= right == EX_POISON || c->tainted;
            e = ex_sub(c->store, e, right);
        }
        if (bad || !gen_expect(c, e, KIND_FORM, it->all, "constraint",
                               "it is linear in the velocities, like sin(phi) dx - cos(phi) dy"))
            continue;
        if (ex_has(c->store, e, m->time)) {
            gen_error(c->diag, it->all, "a constraint that depends on t is not supported yet");
            continue;
        }
        size_t k = 0;
        while (m->constraint[k].where.at != it->all.at)
            k++;
        ex *form = mem_take_array(c->diag->mem, m->coords, sizeof *form);
        ex_gradient(c->store, e, velocity, m->coords, form);
        bool quasi = false;
        for (size_t A = 0; A < m->fields; A++)
            quasi |= ex_has(c->store, e, m->field[A].z);
        if (quasi)
            gen_error(c->diag, it->all, "a constraint in quasi-velocities is not supported yet")
                ->help = "write it in the velocities of the coordinates";
        else
            m->constraint[k].form = form;
    }
}

void gen_check_init(struct check *c, const struct statement *st)
{
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        struct ival v = {.where = it->name};
        if (it->guess) {
            gen_error(c->diag, it->name, "'~' in init is not supported yet");
            continue;
        }
        if (!gen_ival_find(c->diag, c->model, it->name, &v))
            continue;
        v.value = fixed(c, it->expr);
        size_t same = 0;
        while (same < c->model->ivals &&
               (c->model->ival[same].of != v.of || c->model->ival[same].index != v.index))
            same++;
        if (same < c->model->ivals)
            gen_error(c->diag, it->name, "this already has an initial value");
        else
            c->model->ival[c->model->ivals++] = v;
    }
}

void gen_check_run(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        const char *name = gen_copy(c->diag->mem, it->name);
        if (strcmp(name, "t") == 0) {
            m->end = fixed(c, it->expr);
            m->end_at = it->expr;
        } else if (strcmp(name, "dt") == 0) {
            m->step = fixed(c, it->expr);
            m->step_at = it->expr;
        } else if (strcmp(name, "method") == 0) {
            m->method = gen_copy(c->diag->mem, it->expr);
            m->method_at = it->expr;
        } else {
            gen_error(c->diag, it->name, "'run' does not know '%s'", name)->help =
                "write t = 20, dt = 0.01, method = rk4";
        }
    }
}

void gen_check_plot(struct check *c, const struct statement *st)
{
    c->energy_known = true;
    for (size_t i = 0; i < st->n; i++) {
        const struct span where[2] = {st->item[i].expr, st->item[i].second};
        ex e[2] = {EX_POISON, EX_POISON};
        bool good = true;
        for (int k = 0; k < 2; k++) {
            const char *words = "";
            e[k] = gen_expr(c, where[k]);
            if (e[k] == EX_POISON || c->tainted) {
                good = false;
                continue;
            }
            const enum gen_kind kind = gen_kind(c, e[k], &words);
            if (kind == KIND_FIELD) {
                gen_error(c->diag, where[k], "'plot' needs a number")->label = words;
                good = false;
            }
        }
        if (good)
            c->model->plot[c->model->plots++] =
                (struct plot){.x = e[0],
                              .y = e[1],
                              .x_name = gen_copy(c->diag->mem, where[0]),
                              .y_name = gen_copy(c->diag->mem, where[1])};
    }
    c->energy_known = false;
}

/* ---- between and after the passes ---- */

static void check_lets(struct check *c)
{
    struct scope *sc = &c->scope;
    struct mem *m = c->diag->mem;
    ex *symbol = mem_take_array(m, sc->lets + 1, sizeof *symbol);
    ex *value = mem_take_array(m, sc->lets + 1, sizeof *value);
    for (size_t i = 0; i < sc->lets; i++) {
        struct let *let = &sc->let[i];
        symbol[i] = let->symbol;
        value[i] = gen_expr(c, let->where);
        let->broken = value[i] == EX_POISON;
        if (let->broken)
            value[i] = ex_int(c->store, 0);
    }
    bool broken = false;
    for (size_t i = 0; i < sc->lets; i++)
        broken |= sc->let[i].broken;
    const size_t circle = gen_unwind(c->store, symbol, value, sc->lets);
    if (circle < sc->lets) {
        gen_error(c->diag, sc->let[circle].where, "'%s' is defined through itself",
                  sc->let[circle].name);
        broken = true;
    }
    for (size_t i = 0; i < sc->lets; i++) {
        sc->let[i].value = value[i];
        sc->let[i].broken = broken; /* others may hang on the broken one: say nothing of them */
    }
    c->lets_known = true;
}

/* Fields written in terms of other fields, then components along the coordinates. */
static void finish_fields(struct check *c)
{
    struct model *m = c->model;
    struct mem *mem = c->diag->mem;
    ex *symbol = mem_take_array(mem, m->fields + 1, sizeof *symbol);
    ex *whole = mem_take_array(mem, m->fields + 1, sizeof *whole);
    ex *along = mem_take_array(mem, m->coords + 1, sizeof *along);
    for (size_t i = 0; i < m->coords; i++)
        along[i] = m->coord[i].section;
    for (size_t A = 0; A < m->fields; A++) {
        if (!m->field[A].component && !m->field[A].chosen)
            return; /* had a mistake */
        symbol[A] = m->field[A].section;
        whole[A] = m->field[A].chosen ? ex_int(c->store, 0) : m->field[A].component[0];
    }
    const size_t circle = gen_unwind(c->store, symbol, whole, m->fields);
    if (circle < m->fields) {
        gen_error(c->diag, m->field[circle].where, "the field '%s' is defined through itself",
                  m->field[circle].name);
        return;
    }
    for (size_t A = 0; A < m->fields; A++)
        if (!m->field[A].chosen)
            ex_gradient(c->store, whole[A], along, m->coords, m->field[A].component);
}

/* The frame and its complement must have as many fields as there are coordinates. */
static void count_fields(struct check *c)
{
    const struct model *m = c->model;
    if (m->fields == m->coords)
        return;
    struct note *n =
        gen_error(c->diag, m->frame_at, "%zu fields in frame and complement for %zu coordinates",
                  m->fields, m->coords);
    n->help = m->fields > m->coords ? "a frame has at most as many fields as there are coordinates"
                                    : "the complement has to fill up the frame";
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
            return; /* had a mistake */
    }
    const size_t circle = gen_unwind(c->store, symbol, value, m->params);
    if (circle < m->params)
        gen_error(c->diag, m->param[circle].where, "'%s' is defined through itself",
                  m->param[circle].name);
}

static void check_method(struct check *c)
{
    struct model *m = c->model;
    if (!m->method || rt_method_find(m->method))
        return;
    struct nearest near = gen_nearest(m->method, strlen(m->method));
    for (size_t i = 0; i < rt_method_count; i++)
        gen_offer(&near, rt_methods[i].name);
    gen_error(c->diag, m->method_at, "unknown method '%s'", m->method)->help =
        gen_did_you_mean(c->diag->mem, &near);
}

static void check_count(struct check *c, const struct ast *ast)
{
    const struct statement *seen[STATEMENT_COUNT] = {NULL};
    for (size_t i = 0; i < ast->n; i++) {
        const struct statement *st = &ast->at[i];
        const struct statement_row *row = &gen_statements[st->what];
        if (seen[st->what] && !row->many)
            gen_error(c->diag, st->keyword, "a second '%s'", row->keyword)->help =
                "this statement occurs once in a model";
        seen[st->what] = st;
    }
    static const enum gen_statement needed[] = {STATEMENT_coords, STATEMENT_metric};
    for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
        if (!seen[needed[k]]) {
            const struct statement_row *row = &gen_statements[needed[k]];
            gen_error(c->diag, (struct span){.src = ast->src}, "there is no '%s'", row->keyword)
                ->help = gen_text(c->diag->mem, "a model needs %s %s: %s", row->keyword,
                                  row->syntax, row->says);
        }
    if (seen[STATEMENT_complement] && !seen[STATEMENT_frame])
        gen_error(c->diag, seen[STATEMENT_complement]->keyword, "a complement without a frame");
}

static void make_room(struct check *c, const struct ast *ast)
{
    struct model *m = c->model;
    struct mem *mem = c->diag->mem;
    size_t items[STATEMENT_COUNT] = {0}, all = 0;
    for (size_t i = 0; i < ast->n; i++) {
        items[ast->at[i].what] += ast->at[i].n;
        all += ast->at[i].n;
    }
    const size_t fields = items[STATEMENT_frame] + items[STATEMENT_complement];
    m->coord = mem_take_array(mem, items[STATEMENT_coords] + 1, sizeof *m->coord);
    m->param = mem_take_array(mem, items[STATEMENT_param] + 1, sizeof *m->param);
    m->field = mem_take_array(mem, fields + items[STATEMENT_coords] + 1, sizeof *m->field);
    m->constraint = mem_take_array(mem, items[STATEMENT_constraint] + 1, sizeof *m->constraint);
    m->ival = mem_take_array(mem, items[STATEMENT_init] + 1, sizeof *m->ival);
    m->plot = mem_take_array(mem, items[STATEMENT_plot] + 1, sizeof *m->plot);
    c->scope.let = mem_take_array(mem, items[STATEMENT_let] + 1, sizeof *c->scope.let);
    gen_scope_make(c, all + items[STATEMENT_coords]); /* of a frame that is chosen, too */
}

/* Frames are declared before complements, whatever their order in the text. */
static void declare_all(struct check *c, const struct ast *ast)
{
    struct model *m = c->model;
    for (size_t i = 0; i < ast->n; i++)
        if (ast->at[i].what != STATEMENT_complement)
            passes[ast->at[i].what].declare(c, &ast->at[i]);
    m->rank = m->fields;
    for (size_t i = 0; i < ast->n; i++) {
        if (ast->at[i].what == STATEMENT_complement)
            passes[ast->at[i].what].declare(c, &ast->at[i]);
        if (ast->at[i].what == STATEMENT_frame && !m->frame_at.src)
            m->frame_at = ast->at[i].keyword;
    }
    gen_refuse_ambiguous(c);
}

/* Names for the fields that are left open: of C first, then of the complement. */
static void declare_open_fields(struct check *c)
{
    struct model *m = c->model;
    if (m->fields == 0 && m->constraints <= m->coords) {
        gen_declare_chosen(c, "u", m->coords - m->constraints);
        m->rank = m->fields;
    }
    if (m->fields == m->rank && m->fields < m->coords)
        gen_declare_chosen(c, "n", m->coords - m->fields);
}

struct model *gen_check(struct diag *d, struct store *s, const struct ast *ast)
{
    struct model *m = mem_take(d->mem, sizeof *m);
    *m = (struct model){.store = s,
                        .src = ast->src,
                        .title = ast->src->name,
                        .time = ex_sym(s, "t", 0),
                        .energy = ex_sym(s, "energy", 0),
                        .potential = ex_int(s, 0)};
    struct check c = {.diag = d, .store = s, .model = m};
    make_room(&c, ast);
    check_count(&c, ast);
    declare_all(&c, ast);
    if (d->errors)
        return NULL; /* what follows would be about names that did not come to be */
    declare_open_fields(&c);
    check_lets(&c);
    for (size_t i = 0; i < ast->n; i++)
        passes[ast->at[i].what].check(&c, &ast->at[i]);
    finish_fields(&c);
    count_fields(&c);
    if (d->errors == 0)
        gen_choose_fields(&c);
    check_param_circles(&c);
    check_method(&c);
    gen_poisoned(d, s, (struct span){.src = ast->src}, "the model cannot be read");
    return d->errors ? NULL : m;
}
