/* gen/language/kinds.c -- kinds of expressions: functions, one-forms, two-forms, metrics, fields.
 *
 * A one-form is a linear function of the velocities, a field one of the d_x, a two-form is linear
 * in the velocities and in those of a second argument. So the kind follows from the degrees in
 * these sorts of symbols, and from the absence of lower degrees.
 */
#include "gen/language/scope.h"
#include "gen/symbolic/symbolic.h"

#include <stdlib.h>
#include <string.h>

/* ---- sorts of symbols ---- */

struct sort_key {
    ex symbol;
    unsigned sort;
};

static int by_symbol(const void *a, const void *b)
{
    const ex x = ((const struct sort_key *)a)->symbol, y = ((const struct sort_key *)b)->symbol;
    return (x > y) - (x < y);
}

static void note_sort(struct check *c, ex symbol, unsigned sort)
{
    c->sort[c->sorts++] = (struct sort_key){symbol, sort};
}

/* Lists all symbols that have a sort; again after fields have been added. */
void lang_sort_symbols(struct check *c)
{
    const struct model *m = c->model;
    if (c->sort && c->sorted_fields == m->fields)
        return;
    const size_t room = 4 * (m->coords + m->sections + m->fields) + 2;
    c->sort = mem_take_array(c->diag->mem, room, sizeof *c->sort);
    c->sorts = 0;
    c->sorted_fields = m->fields;
    for (size_t i = 0; i < m->coords && m->general; i++) {
        note_sort(c, m->coord[i].velocity, SORT_VELOCITY);
        note_sort(c, m->coord[i].second, SORT_SECOND);
        note_sort(c, m->coord[i].section, SORT_BASE);
    }
    for (size_t B = 0; B < m->sections; B++) {
        note_sort(c, m->section[B].velocity, SORT_VELOCITY);
        note_sort(c, m->section[B].second, SORT_SECOND);
        note_sort(c, m->section[B].section, SORT_SECTION);
        note_sort(c, m->section[B].momentum, SORT_MOMENTUM);
    }
    for (size_t A = 0; A < m->fields; A++) {
        note_sort(c, m->field[A].z, SORT_QUASI);
        note_sort(c, m->field[A].section, SORT_SECTION);
        note_sort(c, m->field[A].eta, SORT_MOMENTUM);
    }
    note_sort(c, m->dt, SORT_DT);
    note_sort(c, m->energy, SORT_ENERGY);
    qsort(c->sort, c->sorts, sizeof *c->sort, by_symbol);
}

unsigned lang_sorts(struct check *c, ex e)
{
    unsigned all = 0;
    lang_sort_symbols(c);
    const struct mem_mark mark = mem_mark(c->diag->mem);
    const struct ex_list used = ex_symbols(c->store, &e, 1);
    for (size_t i = 0; i < used.n; i++) {
        const struct sort_key want = {used.at[i], 0};
        const struct sort_key *found =
            bsearch(&want, c->sort, c->sorts, sizeof *c->sort, by_symbol);
        all |= found ? found->sort : 0;
    }
    mem_release(c->diag->mem, mark);
    return all;
}

/* Symbols of some sorts, in scratch memory. */
struct symbols {
    ex *at;
    size_t n;
};

static struct symbols symbols_of(struct check *c, unsigned sorts)
{
    lang_sort_symbols(c);
    struct symbols x = {mem_take_array(c->diag->mem, c->sorts + 1, sizeof(ex)), 0};
    for (size_t i = 0; i < c->sorts; i++)
        if (c->sort[i].sort & sorts)
            x.at[x.n++] = c->sort[i].symbol;
    return x;
}

/* ---- degrees ---- */

static bool vanishes_at_zero(struct check *c, ex e, struct symbols x)
{
    ex *zero = mem_take_array(c->diag->mem, x.n + 1, sizeof *zero);
    for (size_t i = 0; i < x.n; i++)
        zero[i] = ex_int(c->store, 0);
    ex at = EX_POISON;
    ex_subst(c->store, &e, 1, x.at, zero, x.n, &at);
    return ex_zero(c->store, at, false).answer == EX_ZERO;
}

/* Whether e, of this degree, has no terms of lower degree. */
static bool is_homogeneous(struct check *c, ex e, struct symbols x, int64_t degree)
{
    if (!vanishes_at_zero(c, e, x))
        return false;
    if (degree < 2)
        return true;
    ex *slope = mem_take_array(c->diag->mem, x.n + 1, sizeof *slope);
    ex_gradient(c->store, e, x.at, x.n, slope);
    for (size_t i = 0; i < x.n; i++)
        if (!vanishes_at_zero(c, slope[i], x))
            return false;
    return true;
}

static int64_t degree_in(struct check *c, ex e, struct symbols x)
{
    return ex_degree(c->store, e, x.at, x.n);
}

/* ---- kinds ---- */

enum { FORMS_OF = SORT_VELOCITY | SORT_QUASI | SORT_DT };

static enum lang_kind other(const char **words, const char *what)
{
    *words = what;
    return KIND_OTHER;
}

static enum lang_kind kind_of_field(struct check *c, ex e, unsigned sorts, const char **words)
{
    const bool base = sorts & SORT_BASE;
    if (sorts & (FORMS_OF | SORT_SECOND))
        return other(words, "a vector field mixed with velocities");
    if (base && (sorts & SORT_SECTION))
        return other(words, "sections mixed with fields of the coordinates");
    const struct symbols d = symbols_of(c, base ? SORT_BASE : SORT_SECTION);
    const int64_t degree = degree_in(c, e, d);
    if (degree < 0)
        return other(words, "not linear in the fields");
    if (degree > 1)
        return other(words, "a product of vector fields");
    if (degree == 1 && !is_homogeneous(c, e, d, 1))
        return other(words, "a vector field plus a function");
    *words = base ? "a vector field along the coordinates" : "a vector field";
    return base ? KIND_BASE : KIND_FIELD;
}

static enum lang_kind kind_of_two_form(struct check *c, ex e, const char **words)
{
    const struct symbols v = symbols_of(c, FORMS_OF), w = symbols_of(c, SORT_SECOND);
    if (degree_in(c, e, v) != 1 || degree_in(c, e, w) != 1 || !is_homogeneous(c, e, v, 1) ||
        !is_homogeneous(c, e, w, 1))
        return other(words, "a two-form mixed with something else");
    *words = "a two-form";
    return KIND_TWO_FORM;
}

static enum lang_kind kind_of_form(struct check *c, ex e, const char **words)
{
    static const char *const pure[] = {"a function", "a one-form", "a quadratic form"};
    static const char *const mixed[] = {"", "a one-form plus a function",
                                        "a quadratic form plus lower terms"};
    const struct symbols v = symbols_of(c, FORMS_OF);
    const int64_t degree = degree_in(c, e, v);
    if (degree < 0)
        return other(words, "not a polynomial in the velocities");
    if (degree > 2)
        return other(words, "of a degree above 2 in the velocities");
    if (degree > 0 && !is_homogeneous(c, e, v, degree))
        return other(words, mixed[degree]);
    *words = pure[degree];
    return degree == 0 ? KIND_FUNCTION : degree == 1 ? KIND_FORM : KIND_QUADRATIC;
}

enum lang_kind lang_kind_of(struct check *c, ex e, const char **words)
{
    const unsigned sorts = lang_sorts(c, e);
    if (sym_is_null(c->store, e)) {
        *words = "zero";
        return KIND_FUNCTION;
    }
    if (sorts & SORT_ENERGY)
        return other(words, "a function of the energy");
    if (sorts & SORT_MOMENTUM)
        return other(words, sorts == SORT_MOMENTUM ? "a function of momenta"
                                                   : "momenta mixed with velocities or fields");
    if (sorts & (SORT_SECTION | SORT_BASE))
        return kind_of_field(c, e, sorts, words);
    if (sorts & SORT_SECOND)
        return kind_of_two_form(c, e, words);
    if (sorts)
        return kind_of_form(c, e, words);
    *words = "a function";
    return KIND_FUNCTION;
}

/* ---- expectations ---- */

static const char *told_apart(struct check *c, ex meant, bool field)
{
    const char *text = ex_show(c->store, meant, EX_PLAIN);
    if (!text || base_columns(text, strlen(text)) > 60)
        return NULL;
    return base_text(c->diag->mem,
                     field ? "dx is the velocity of x, d_x the field along x; this wants: %s"
                           : "d_x is the field along x, dx the velocity of x; this wants: %s",
                     text);
}

/* as_meant for fields along the coordinates, where E has declared sections. */
static const char *as_meant_on_base(struct check *c, ex e)
{
    const struct model *m = c->model;
    ex *from = mem_take_array(c->diag->mem, m->coords + 1, sizeof *from);
    ex *to = mem_take_array(c->diag->mem, m->coords + 1, sizeof *to);
    for (size_t i = 0; i < m->coords; i++) {
        from[i] = m->coord[i].velocity;
        to[i] = m->coord[i].section;
    }
    ex meant = EX_POISON;
    ex_subst(c->store, &e, 1, from, to, m->coords, &meant);
    return lang_sorts(c, meant) == SORT_BASE ? told_apart(c, meant, true) : NULL;
}

/* Help with d_x in place of dx, or dx in place of d_x: a common confusion. */
static const char *as_meant(struct check *c, ex e, bool field)
{
    const struct model *m = c->model;
    struct mem *mem = c->diag->mem;
    ex *from = mem_take_array(mem, m->sections + 1, sizeof *from);
    ex *to = mem_take_array(mem, m->sections + 1, sizeof *to);
    for (size_t B = 0; B < m->sections; B++) {
        const bool natural = B < m->coords && !m->general;
        const ex velocity = m->section[B].velocity;
        const ex shown =
            natural ? ex_sym(c->store, base_text(mem, "d%s", m->section[B].name), 0) : velocity;
        from[B] = field ? velocity : m->section[B].section;
        to[B] = field ? m->section[B].section : shown;
    }
    ex meant = EX_POISON;
    ex_subst(c->store, &e, 1, from, to, m->sections, &meant);
    return told_apart(c, meant, field);
}

/* Help where fields and forms are confused, or NULL. */
static const char *mixed_up(struct check *c, ex e, enum lang_kind kind, enum lang_kind found)
{
    const bool form = kind == KIND_FORM || kind == KIND_QUADRATIC || kind == KIND_TWO_FORM;
    if (kind == KIND_FIELD && found == KIND_FORM)
        return as_meant(c, e, true);
    if (kind == KIND_BASE && found == KIND_FORM)
        return as_meant_on_base(c, e);
    return form && lang_sorts(c, e) == SORT_SECTION ? as_meant(c, e, false) : NULL;
}

bool lang_expect_kind(struct check *c, ex e, enum lang_kind kind, struct span where,
                      const char *statement, const char *help)
{
    static const char *const wanted[] = {[KIND_FUNCTION] = "a function of the coordinates",
                                         [KIND_FORM] = "a one-form",
                                         [KIND_QUADRATIC] = "a quadratic form",
                                         [KIND_TWO_FORM] = "a two-form",
                                         [KIND_FIELD] = "a vector field",
                                         [KIND_BASE] = "a vector field along the coordinates",
                                         [KIND_OTHER] = ""};
    const char *words = "";
    const enum lang_kind found = lang_kind_of(c, e, &words);
    if (found == kind)
        return true;
    struct note *n = base_error(c->diag, where, "'%s' must be %s", statement, wanted[kind]);
    n->label = words;
    n->help = help;
    const char *meant = mixed_up(c, e, kind, found);
    if (meant)
        n->help = meant;
    if (kind == KIND_FIELD && c->model->general)
        n->help = base_text(c->diag->mem, "the bundle has sections of its own: write 2 d_%s",
                            c->model->sections ? c->model->section[0].name : "a");
    return false;
}

/* "has p_x": the first symbol of these sorts. */
static const char *symbol_of_sort(struct check *c, ex e, unsigned sorts)
{
    const struct ex_list used = ex_symbols(c->store, &e, 1);
    for (size_t i = 0; i < used.n; i++)
        if (lang_sorts(c, used.at[i]) & sorts)
            return base_text(c->diag->mem, "has %s", ex_name(c->store, used.at[i]));
    return NULL;
}

bool lang_expect_sorts(struct check *c, ex e, unsigned sorts, struct span where,
                       const char *statement, const char *help)
{
    static const struct {
        unsigned sort;
        const char *words;
    } names[] = {
        {SORT_SECTION | SORT_BASE, "vector fields"},
        {SORT_SECOND, "two-forms"},
        {SORT_MOMENTUM, "momenta"},
        {SORT_DT, "dt"},
        {SORT_ENERGY, "the energy"},
        {SORT_VELOCITY | SORT_QUASI, "velocities"},
    };
    const unsigned excess = lang_sorts(c, e) & ~sorts;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].sort & excess) {
            struct note *n =
                base_error(c->diag, where, "'%s' must not contain %s", statement, names[i].words);
            n->label = symbol_of_sort(c, e, names[i].sort);
            n->help = help;
            return false;
        }
    return true;
}
