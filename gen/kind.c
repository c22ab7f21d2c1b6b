/* gen/kind.c -- what an expression is: function, one-form, quadratic form, vector field.
 *
 * A one-form is a linear function of the velocities, a field one of the d_x; so the degree in the
 * two sets of symbols, and whether lower degrees are absent, decide.
 */
#include "gen/gen.h"

/* Symbols of one sort, in scratch. */
struct symbols {
    ex *at;
    size_t n;
};

static struct symbols velocities(struct check *c)
{
    const struct model *m = c->model;
    struct symbols v = {mem_take_array(c->diag->mem, m->coords + m->fields, sizeof(ex)), 0};
    for (size_t i = 0; i < m->coords; i++)
        v.at[v.n++] = m->coord[i].velocity;
    for (size_t i = 0; i < m->fields; i++)
        v.at[v.n++] = m->field[i].z;
    return v;
}

static struct symbols sections(struct check *c)
{
    const struct model *m = c->model;
    struct symbols d = {mem_take_array(c->diag->mem, m->coords + m->fields, sizeof(ex)), 0};
    for (size_t i = 0; i < m->coords; i++)
        d.at[d.n++] = m->coord[i].section;
    for (size_t i = 0; i < m->fields; i++)
        d.at[d.n++] = m->field[i].section;
    return d;
}

static struct symbols momenta(struct check *c)
{
    const struct model *m = c->model;
    struct symbols p = {mem_take_array(c->diag->mem, m->coords + m->fields, sizeof(ex)), 0};
    for (size_t i = 0; i < m->coords; i++)
        p.at[p.n++] = ex_sym(c->store, gen_text(c->diag->mem, "p_%s", m->coord[i].name), 0);
    for (size_t i = 0; i < m->fields; i++)
        p.at[p.n++] = m->field[i].eta;
    return p;
}

static bool vanishes_at_zero(struct check *c, ex e, struct symbols x)
{
    ex *zero = mem_take_array(c->diag->mem, x.n, sizeof *zero);
    for (size_t i = 0; i < x.n; i++)
        zero[i] = ex_int(c->store, 0);
    ex at = EX_POISON;
    ex_subst(c->store, &e, 1, x.at, zero, x.n, &at);
    return ex_zero(c->store, at, false).answer == EX_ZERO;
}

/* Terms of degree below `degree`, which e has, are absent. */
static bool is_homogeneous(struct check *c, ex e, struct symbols x, int64_t degree)
{
    if (!vanishes_at_zero(c, e, x))
        return false;
    if (degree < 2)
        return true;
    ex *slope = mem_take_array(c->diag->mem, x.n, sizeof *slope);
    ex_gradient(c->store, e, x.at, x.n, slope);
    for (size_t i = 0; i < x.n; i++)
        if (!vanishes_at_zero(c, slope[i], x))
            return false;
    return true;
}

struct degrees {
    int64_t velocity, section, momentum; /* -1: not a polynomial */
};

static enum gen_kind kind_of_field(struct check *c, ex e, struct degrees d, const char **words)
{
    if (d.velocity != 0) {
        *words = "a vector field mixed with velocities";
        return KIND_OTHER;
    }
    if (d.section > 1) {
        *words = "a product of vector fields";
        return KIND_OTHER;
    }
    const bool pure = is_homogeneous(c, e, sections(c), 1);
    *words = pure ? "a vector field" : "a vector field plus a function";
    return pure ? KIND_FIELD : KIND_OTHER;
}

static enum gen_kind kind_of_form(struct check *c, ex e, struct degrees d, const char **words)
{
    static const char *const pure[] = {"a function", "a one-form", "a quadratic form"};
    static const char *const mixed[] = {"", "a one-form plus a function",
                                        "a quadratic form plus lower terms"};
    if (d.velocity > 2) {
        *words = "of a degree above 2 in the velocities";
        return KIND_OTHER;
    }
    if (d.velocity > 0 && !is_homogeneous(c, e, velocities(c), d.velocity)) {
        *words = mixed[d.velocity];
        return KIND_OTHER;
    }
    *words = pure[d.velocity];
    return d.velocity == 0 ? KIND_FUNCTION : d.velocity == 1 ? KIND_FORM : KIND_QUADRATIC;
}

enum gen_kind gen_kind(struct check *c, ex e, const char **words)
{
    const struct symbols v = velocities(c), s = sections(c), p = momenta(c);
    const struct degrees d = {ex_degree(c->store, e, v.at, v.n), ex_degree(c->store, e, s.at, s.n),
                              ex_degree(c->store, e, p.at, p.n)};
    if (gen_is_null(c->store, e)) {
        *words = "zero";
        return KIND_FUNCTION;
    }
    if (d.momentum != 0) {
        *words = "a function of momenta";
        return KIND_OTHER;
    }
    if (d.section < 0) {
        *words = "not linear in the fields";
        return KIND_OTHER;
    }
    if (d.velocity < 0 && d.section == 0) {
        *words = "not a polynomial in the velocities";
        return KIND_OTHER;
    }
    return d.section ? kind_of_field(c, e, d, words) : kind_of_form(c, e, d, words);
}

bool gen_expect(struct check *c, ex e, enum gen_kind kind, struct span where, const char *statement,
                const char *help)
{
    static const char *const wanted[] = {[KIND_FUNCTION] = "a function of the coordinates",
                                         [KIND_FORM] = "a one-form",
                                         [KIND_QUADRATIC] = "a quadratic form",
                                         [KIND_FIELD] = "a vector field",
                                         [KIND_OTHER] = ""};
    const char *words = "";
    const struct mem_mark mark = mem_mark(c->diag->mem);
    const enum gen_kind found = gen_kind(c, e, &words);
    mem_release(c->diag->mem, mark);
    if (found == kind)
        return true;
    struct note *n = gen_error(c->diag, where, "'%s' must be %s", statement, wanted[kind]);
    n->label = words;
    n->help = help;
    return false;
}
