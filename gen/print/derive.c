/* gen/print/derive.c -- parts of the output of `derive`: selected blocks of a system, with titles.
 *
 * The notation is chosen later: see document.h.
 */
#include "gen/print/notation.h"

#include <string.h>

/* ---- names and fields ---- */

/* c^s_vw; with longer names c^s_v1,v2 */
const char *print_structure_text(const struct geom *g, const struct structure *c)
{
    const struct field *f = g->model->field;
    const char *j = f[c->j].name, *k = f[c->k].name;
    const bool letters = base_columns(j, strlen(j)) == 1 && base_columns(k, strlen(k)) == 1;
    return base_text(ex_mem(g->model->store), "c^%s_%s%s%s", f[c->i].name, j, letters ? "" : ",",
                     k);
}

ex print_vector(const struct model *m, const ex *component)
{
    struct store *s = m->store;
    ex *term = sym_row(ex_mem(s), m->sections);
    for (size_t B = 0; B < m->sections; B++)
        term[B] = ex_mul2(s, component[B], m->section[B].section);
    return ex_add(s, term, m->sections);
}

ex print_field(const struct model *m, size_t A)
{
    return print_vector(m, m->field[A].component);
}

/* ---- parts ---- */

static struct doc_part *begin(const struct derivation *d, const char *title)
{
    return print_doc_part(d->doc, d->name, title);
}

static void say_if_empty(struct doc_part *s)
{
    if (s->lines == 0)
        print_doc_text(s, "none but 0");
}

/* `mass: m = 1 [kg]`; not `m: ...`, because some notations capitalise the first letter. */
static void put_name(struct doc_part **s, const struct derivation *d, const char *name, ex value,
                     const char *unit, const char *doc)
{
    struct store *store = d->sys->model->store;
    struct mem *mem = ex_mem(store);
    if (!unit && !doc)
        return;
    if (!*s)
        *s = begin(d, "names");
    const char *is = value == EX_POISON ? NULL : ex_show(store, value, EX_PLAIN);
    print_doc_text(*s, "%s: %s%s%s", doc ? doc : base_text(mem, "in %s", unit), name,
                   is ? base_text(mem, " = %s", is) : "",
                   doc && unit ? base_text(mem, " [%s]", unit) : "");
}

void print_derive_names(const struct derivation *d)
{
    const struct model *m = d->sys->model;
    struct doc_part *s = NULL;
    for (size_t i = 0; i < m->coords; i++)
        put_name(&s, d, m->coord[i].name, EX_POISON, m->coord[i].unit, m->coord[i].doc);
    for (size_t B = lang_first_section(m); B < m->sections; B++)
        put_name(&s, d, m->section[B].name, EX_POISON, m->section[B].unit, m->section[B].doc);
    for (size_t i = 0; i < m->params; i++)
        put_name(&s, d, m->param[i].name, m->param[i].value, m->param[i].unit, m->param[i].doc);
}

/* Only the fields that were chosen: the others are in the model. */
void print_derive_frame(const struct derivation *d)
{
    const struct model *m = d->sys->model;
    struct doc_part *s = NULL;
    for (size_t A = 0; A < m->fields; A++) {
        if (!m->field[A].chosen)
            continue;
        if (!s)
            s = begin(d, "fields that were chosen, those of C first");
        print_doc_value(s, print_label(LABEL_field, m->field[A].name, NULL, NULL),
                        print_field(m, A));
    }
}

void print_derive_structure(const struct derivation *d)
{
    struct geom *g = d->sys->geom;
    const struct field *f = d->sys->model->field;
    if (!geom_structure(d->diag, g))
        return;
    struct doc_part *s = begin(d, "structure functions");
    print_doc_formula(s, "[f_k, f_j] = c^i_jk f_i", "[f_k, f_j] = c^i_{jk} f_i",
                      "<mo>[</mo><msub><mi>f</mi><mi>k</mi></msub><mo>,</mo>"
                      "<msub><mi>f</mi><mi>j</mi></msub><mo>]</mo><mo>=</mo>"
                      "<msubsup><mi>c</mi><mrow><mi>j</mi><mi>k</mi></mrow><mi>i</mi></msubsup>"
                      "<msub><mi>f</mi><mi>i</mi></msub>");
    for (size_t i = 0; i < g->structures; i++) {
        const struct structure *c = &g->c[i];
        print_doc_value(s, print_label(LABEL_structure, f[c->i].name, f[c->j].name, f[c->k].name),
                        c->value);
    }
    print_doc_simplify(s);
    s->flowing = true;
    say_if_empty(s);
}

void print_derive_bivector(const struct derivation *d)
{
    struct system *sys = d->sys;
    const struct block *B = &sys->block[RT_bivector];
    if (!form_more_blocks(d->diag, sys, 1U << RT_bivector) || !B->at)
        return;
    struct doc_part *s = begin(d, "bivector");
    print_doc_formula(s, "{u_i, u_j} = B_ij, u' = B grad H",
                      "\\{u_i, u_j\\} = B_{ij},\\quad \\dot{u} = B \\nabla H",
                      "<mo>{</mo><msub><mi>u</mi><mi>i</mi></msub><mo>,</mo>"
                      "<msub><mi>u</mi><mi>j</mi></msub><mo>}</mo><mo>=</mo>"
                      "<msub><mi>B</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>,</mo>"
                      "<mspace width=\"1em\"/><mover><mi>u</mi><mo>&#x2D9;</mo></mover><mo>=</mo>"
                      "<mi>B</mi><mo>&#x2207;</mo><mi>H</mi>");
    if (sys->bivector_note)
        print_doc_text(s, "%s", sys->bivector_note);
    for (size_t i = 0; i < B->rows; i++)
        for (size_t j = form_not_skew(sys) ? 0 : i + 1; j < B->cols; j++)
            if (!sym_is_null(sys->model->store, B->at[i * B->cols + j]))
                print_doc_value(
                    s, print_label(LABEL_pair, sys->state_name[i], sys->state_name[j], NULL),
                    B->at[i * B->cols + j]);
    print_doc_simplify(s);
    say_if_empty(s);
}

/* Simplifies each term of a sum, so that kinetic and potential energy remain separate. */
static ex term_by_term(struct store *s, ex e)
{
    const size_t n = ex_op(s, e) == EX_add ? ex_count_args(s, e) : 0;
    ex *term = sym_row(ex_mem(s), n);
    for (size_t i = 0; i < n; i++)
        term[i] = ex_arg(s, e, i);
    print_simplify(s, n ? term : &e, n ? n : 1, n ? term : &e);
    return n ? ex_add(s, term, n) : e;
}

void print_derive_energy(const struct derivation *d)
{
    const struct block *H = &d->sys->block[RT_energy];
    if (H->at && lang_has_energy(d->sys->model))
        print_doc_value(begin(d, "energy"), print_label(LABEL_symbol, "H", NULL, NULL),
                        term_by_term(d->sys->model->store, H->at[0]));
}

/* ---- functions of momenta, in velocities where that is shorter ---- */

/* Whether momenta of C are g z + A. */
static bool can_use_velocities(const struct system *sys)
{
    return sys->mech->quadratic && !sys->geom->affine && sys->kind == STATES_eta;
}

static void in_velocities(const struct system *sys, const ex *e, size_t n, ex *out)
{
    const struct model *m = sys->model;
    const struct mech *k = sys->mech;
    struct store *s = m->store;
    ex *eta = sym_row(ex_mem(s), m->rank), *value = sym_row(ex_mem(s), m->rank);
    for (size_t a = 0; a < m->rank; a++) {
        eta[a] = m->field[a].eta;
        value[a] = k->A[a];
        for (size_t b = 0; b < m->rank; b++)
            value[a] = ex_add2(s, value[a], ex_mul2(s, k->g[a * k->geom->n + b], m->field[b].z));
    }
    ex_subst(s, e, n, eta, value, m->rank, out);
    print_simplify(s, out, n, out);
}

static bool any_has(struct store *s, const ex *e, size_t n, ex symbol)
{
    for (size_t i = 0; i < n; i++)
        if (ex_has(s, e[i], symbol))
            return true;
    return false;
}

/* Simplifies e, in terms of velocities if that is shorter; these are then defined in `where`. */
static void neaten(const struct derivation *d, struct doc_part *to, ex *e, size_t n)
{
    enum { GAIN = 5, OF = 3 }; /* definitions are worth it if the length falls below 3/5 */
    const struct system *sys = d->sys;
    const struct model *m = sys->model;
    struct store *s = m->store;
    ex *other = sym_row(ex_mem(s), n), *z = sym_row(ex_mem(s), m->rank);
    print_simplify(s, e, n, e);
    const size_t before = print_length(s, e, n);
    if (d->free_velocities || !can_use_velocities(sys) || before == SIZE_MAX)
        return;
    in_velocities(sys, e, n, other);
    size_t length = print_length(s, other, n);
    print_simplify(s, sys->zeta, m->rank, z);
    for (size_t a = 0; a < m->rank && length < before; a++)
        if (any_has(s, other, n, m->field[a].z) && !print_doc_defines(to->doc, m->field[a].z))
            length += print_length(s, &z[a], 1);
    if (length >= before || GAIN * length >= OF * before)
        return;
    memcpy(e, other, n * sizeof *e);
    for (size_t a = 0; a < m->rank; a++)
        if (any_has(s, e, n, m->field[a].z))
            print_doc_where(to, m->field[a].z, z[a], z[a]);
}

void print_conditions(struct doc_part *to, const struct system *sys)
{
    const struct stated *condition = NULL;
    const size_t n = form_conditions(sys, &condition);
    for (size_t i = 0; i < n; i++)
        print_doc_value(to,
                        print_label(LABEL_zero, sys->state_name[sys->states - n + i], NULL, NULL),
                        condition[i].value);
}

void print_derive_motion(const struct derivation *d)
{
    const struct system *sys = d->sys;
    struct mem *m = ex_mem(sys->model->store);
    struct doc_part *s = begin(d, base_text(m, "motion on %s", sys->form->phase));
    ex *rate = sym_row(m, sys->states);
    if (form_no_motion(sys)) {
        print_doc_text(s, lang_has_energy(sys->model) ? "none is possible: %s" : "none: %s",
                       form_no_motion(sys));
        return;
    }
    memcpy(rate, sys->block[RT_rhs].at, sys->states * sizeof *rate);
    neaten(d, s, rate, sys->states);
    for (size_t i = 0; i < sys->states; i++) /* x' = x' is left out */
        if (i >= sys->model->coords || rate[i] != sys->model->coord[i].velocity)
            print_doc_value(s, print_label(LABEL_rate, sys->state_name[i], NULL, NULL), rate[i]);
    print_conditions(s, sys);
}

/* Multipliers of the constraints, or reactions along the complement. */
void print_derive_reactions(const struct derivation *d)
{
    struct system *sys = d->sys;
    struct mem *mem = ex_mem(sys->model->store);
    if (form_no_motion(sys) || !form_more_blocks(d->diag, sys, 1U << RT_multiplier) ||
        !sys->block[RT_multiplier].at)
        return;
    struct doc_part *s = begin(d, form_multiplier_title(sys));
    if (form_missing_inputs(sys)) {
        print_doc_text(s, "not known: they depend on the rates of %s", form_missing_inputs(sys));
        return;
    }
    const size_t n = sys->block[RT_multiplier].rows;
    ex *value = sym_row(mem, n);
    memcpy(value, sys->block[RT_multiplier].at, n * sizeof *value);
    neaten(d, s, value, n);
    for (size_t i = 0; i < n; i++)
        print_doc_value(s,
                        print_label(form_state_multipliers(sys) ? LABEL_known : LABEL_symbol,
                                    form_multiplier_name(sys, i), NULL, NULL),
                        value[i]);
}

/* The term D of u' = B grad H + D. */
void print_derive_drift(const struct derivation *d)
{
    const struct system *sys = d->sys;
    const struct block *D = &sys->block[RT_drift];
    if (!D->at)
        return;
    struct doc_part *s = begin(d, "drift");
    print_doc_formula(s, "u' = B grad H + D", "\\dot{u} = B \\nabla H + D",
                      "<mover><mi>u</mi><mo>&#x2D9;</mo></mover><mo>=</mo>"
                      "<mi>B</mi><mo>&#x2207;</mo><mi>H</mi><mo>+</mo><mi>D</mi>");
    for (size_t i = 0; i < D->rows; i++)
        print_doc_value(s, print_label(LABEL_part, "D", sys->state_name[i], NULL), D->at[i]);
    print_doc_simplify(s);
}

static const struct {
    struct choice choice;
    bool usual;
    void (*derive)(const struct derivation *d);
} part_rows[PART_COUNT] = {
#define ALWAYS true
#define ASKED false
#define PART(name_, usual_, says) [PART_##name_] = {{#name_, says}, usual_, print_derive_##name_},
    DERIVE_PARTS(PART)
#undef PART
};

struct choice print_part_choice(size_t i)
{
    return i < PART_COUNT ? part_rows[i].choice : (struct choice){NULL, NULL};
}

unsigned print_default_parts(void)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < PART_COUNT; i++)
        bits |= (unsigned)part_rows[i].usual << i;
    return bits;
}

struct doc *print_derive_doc(struct diag *diag, struct system *sys, unsigned wanted)
{
    struct doc *doc = print_doc(sys->model->store, sys->model->title, sys->form->name);
    for (size_t i = 0; i < sys->states; i++) /* in use even if they do not occur */
        print_doc_take(doc, sys->state_name[i]);
    const bool free = wanted & (1U << PART_dirac | 1U << PART_triple);
    for (int i = 0; i < PART_COUNT; i++)
        if (wanted >> i & 1)
            part_rows[i].derive(
                &(struct derivation){diag, doc, sys, part_rows[i].choice.word, free});
    return doc;
}

/* A line whose expression could not be built. */
static bool is_missing(const struct doc_line *line)
{
    for (size_t i = 0; i < line->rows * line->cols; i++)
        if (line->at[i] == EX_POISON)
            return true;
    return false;
}

bool print_whole(struct diag *d, const struct doc *doc)
{
    const char *why = ex_error(doc->store);
    bool whole = !base_stopped(d, doc->store, "equations are missing");
    for (size_t i = 0; i < doc->parts && whole; i++)
        for (size_t k = 0; k < doc->part[i]->lines && whole; k++)
            if (is_missing(&doc->part[i]->line[k])) {
                base_fail(d, EXIT_MODEL, "equations of '%s' are missing: %s", doc->part[i]->name,
                          why ? why : "expressions are too long");
                whole = false;
            }
    return whole;
}

bool print_derive(FILE *out, struct diag *diag, struct system *sys, unsigned wanted,
                  enum print_page page)
{
    struct doc *doc = print_derive_doc(diag, sys, wanted);
    if (!print_whole(diag, doc))
        return false;
    const bool shown = print_doc_write(out, doc, page);
    if (!shown && !base_stopped(diag, sys->model->store, "equations are missing"))
        base_fail(diag, EXIT_MODEL, "expressions over the limit of length are shown as ...");
    return shown;
}
