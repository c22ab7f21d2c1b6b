/* gen/prove/verdict.c -- the command `check`: verdicts on a model, as text or JSON. */
#include "gen/forms/properties.h"
#include "gen/print/document.h"
#include "gen/prove/screen.h"

#include <string.h>

enum { NAME = 60, ASIDE = 70 };

/* After a limit of the command was reached, lines may be wrong, and are not printed. */
static bool is_lost(struct screen *sc)
{
    if (!ex_stopped(sc->sys->model->store))
        return false;
    sc->verdict.decided = sc->verdict.good = false;
    return true;
}

void prove_screen_say(struct screen *sc, const char *name, const char *text, const char *standing)
{
    if (is_lost(sc))
        return;
    if (sc->listener) {
        sc->listener->say(sc->listener->context, name, text, standing);
        return;
    }
    if (sc->as_json) {
        base_json_object(&sc->json, NULL);
        base_json_string(&sc->json, "name", name);
        base_json_string(&sc->json, "text", text);
        base_json_string(&sc->json, "standing", standing);
        base_json_end(&sc->json);
        return;
    }
    fputs("  ", sc->out);
    if (!standing)
        fprintf(sc->out, "%s\n", text);
    else if (base_columns(text, strlen(text)) > ASIDE) /* too long to have anything beside it */
        fprintf(sc->out, "%s   %s\n", text, standing);
    else {
        base_put_padded(sc->out, text, ASIDE);
        fprintf(sc->out, " %s\n", standing);
    }
}

/* A line, and how sure it is at its right end. */
void prove_put(struct screen *sc, const char *name, const char *text, enum alg_standing standing)
{
    sc->verdict.decided &= standing != STANDS_OPEN;
    sc->verdict.good &= standing != STANDS_NOT;
    prove_screen_say(sc, name, text, alg_standing_text(standing));
}

/* A sentence that holds if it is proved; else it begins with how sure it is. */
void prove_say(struct screen *sc, const char *name, const char *text, enum alg_standing standing)
{
    static const char *const before[] = {[STANDS_PROVED] = "",
                                         [STANDS_LIKELY] = "very likely: ",
                                         [STANDS_OPEN] = "not decided whether: ",
                                         [STANDS_NOT] = "it is not true: "};
    prove_put(sc, name, base_text(sc->diag->mem, "%s%s", before[standing], text), standing);
}

/* A line that is no claim. */
void prove_tell(struct screen *sc, const char *name, const char *text)
{
    prove_screen_say(sc, name, text, NULL);
}

static const char CUT[] = "..."; /* for a long expression */

/* Simplified as far as the effort allows, which is counted, not timed; dots for what is long. */
const char *prove_show_as(struct screen *sc, ex *e, size_t most)
{
    enum { BYTES = 400 };
    struct store *s = sc->sys->model->store;
    const size_t effort = ex_operations(s, e, 1);
    if (effort <= most && sc->effort + effort <= SYM_CHECK_LINES) {
        sc->effort += effort;
        ex_release(s, e, 1, e);
        ex_simplify(s, e, 1, e);
    }
    const char *text = ex_show_within(s, *e, EX_PLAIN, BYTES);
    return text ? text : CUT;
}

const char *prove_show(struct screen *sc, ex e)
{
    return prove_show_as(sc, &e, SYM_CHECK_LINE);
}

/* ---- model ---- */

static void put_head(struct screen *sc)
{
    const struct model *m = sc->sys->model;
    const struct geom *g = sc->sys->geom;
    struct mem_text text = mem_text(sc->diag->mem);
    if (!sc->listener) {
        base_put_padded(sc->out, m->title, NAME);
        fprintf(sc->out, "  %s\n", base_visible(sc->diag->mem, m->src->name));
    }
    mem_put_f(&text, "coordinates %zu   constraints %zu", m->coords, g->n - g->rank);
    if (m->holonomics)
        mem_put_f(&text, ", %zu holonomic", m->holonomics);
    mem_put_f(&text, "   rank of C %zu", g->rank);
    for (size_t i = 0; i < m->params; i++)
        mem_put_f(&text, "%s%s", i ? ", " : "   parameters ", m->param[i].name);
    prove_tell(sc, "model", text.text);
}

static void put_json_head(struct screen *sc)
{
    const struct model *m = sc->sys->model;
    const struct geom *g = sc->sys->geom;
    struct json *j = &sc->json;
    base_json_object(j, NULL);
    base_json_string(j, "model", m->title);
    base_json_string(j, "form", sc->sys->form->name);
    base_json_count(j, "coordinates", m->coords);
    base_json_count(j, "constraints", g->n - g->rank);
    base_json_count(j, "rank", g->rank);
    j->lines = 1;
    base_json_array(j, "parameters");
    for (size_t i = 0; i < m->params; i++)
        base_json_string(j, NULL, m->param[i].name);
    base_json_end(j);
    j->lines = 2;
    base_json_array(j, "lines");
}

static void put_chosen(struct screen *sc)
{
    const struct model *m = sc->sys->model;
    for (size_t A = 0; A < m->fields; A++) {
        ex field = print_field(m, A);
        const char *what = A < m->rank ? "frame" : "complement";
        if (m->field[A].chosen) /* long ones are cut at 60 characters */
            prove_tell(sc, what,
                       base_text(sc->diag->mem, "%s %s = %s, chosen", what, m->field[A].name,
                                 prove_show_as(sc, &field, SYM_CHECK_FIELD)));
    }
}

/* Statements of the formulation. */
static void put_findings(struct screen *sc, const struct finding *found, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct finding *f = &found[i];
        const char *text = f->value == EX_POISON
                               ? f->text
                               : base_text(sc->diag->mem, "%s%s%s", f->text,
                                           prove_show(sc, f->value), f->rest ? f->rest : "");
        if (f->plain)
            prove_tell(sc, f->name, text);
        else if (f->open)
            prove_put(sc, f->name, text, STANDS_OPEN);
        else
            prove_say(sc, f->name, text, f->standing);
    }
}

static void put_bundle(struct screen *sc)
{
    struct finding found[FINDINGS];
    put_findings(sc, found, form_bundle(sc->proofs, sc->sys, found));
}

/* ---- geometry ---- */

static void put_geometry(struct screen *sc)
{
    struct finding found[FINDINGS];
    put_findings(sc, found, form_geometry(sc->diag, sc->proofs, sc->sys, found));
}

static void put_jacobi(struct screen *sc)
{
    struct system *sys = sc->sys;
    if (!form_more_blocks(sc->diag, sys, 1U << RT_bivector) || !sys->block[RT_bivector].at) {
        prove_tell(sc, "jacobi", "no bivector in this form");
        return;
    }
    if (form_not_skew(sys)) {
        prove_tell(sc, "jacobi",
                   base_text(sc->diag->mem, "no verdict on Jacobi's identity: B is %s",
                             form_not_skew(sys)));
        return;
    }
    const struct jacobi j = form_jacobi(sc->proofs, sys);
    if (j.holds && j.standing == STANDS_OPEN) {
        prove_put(sc, "jacobi", "Jacobi's identity: undecided", j.standing);
        return;
    }
    if (j.holds) {
        prove_say(sc, "jacobi",
                  sys->block[RT_drift].at ? "Jacobi holds for B, beside which the drift stands"
                                          : "Jacobi holds: the bracket is a Poisson bracket",
                  j.standing);
        return;
    }
    const char *const *name = sys->state_name;
    prove_say(sc, "jacobi",
              base_text(sc->diag->mem, "Jacobi fails:  {%s, {%s, %s}} + cyc = %s", name[j.i],
                        name[j.j], name[j.k], prove_show(sc, j.value)),
              STANDS_PROVED);
}

/* ---- dynamics ---- */

/* The energy as a function of velocities, if there is a Lagrangian. */
static ex energy_in_velocities(const struct system *sys)
{
    const struct mech *k = sys->mech;
    struct store *s = sys->model->store;
    const size_t n = sys->geom->n;
    ex *z = sym_row(ex_mem(s), n), *eta = sym_row(ex_mem(s), n), E = EX_POISON;
    form_natural_velocities(sys, z);
    const bool natural = sys->kind == STATES_p || sys->kind == STATES_y;
    if (!k->has_lagrangian || form_has_free_momenta(sys) || form_rests_in_states(sys) ||
        (natural && z[0] == sys->state[sys->geom->nq])) /* it is in velocities already */
        return sys->block[RT_energy].at[0];
    for (size_t A = 0; A < n; A++)
        z[A] = sys->model->field[A].z;
    ex_gradient(s, k->L, z, n, eta);
    E = ex_sub(s, sym_dot(s, eta, 1, z, n), k->L);
    for (size_t A = 0; A < n; A++)
        eta[A] = A < sys->geom->rank ? ex_add2(s, z[A], sys->geom->drift[A]) : sys->geom->drift[A];
    ex_subst(s, &E, 1, z, eta, n, &E);
    return E;
}

/* E' as a sum of powers; each is printed if there are several. */
static void put_powers(struct screen *sc, const struct balance *b)
{
    struct mem *m = sc->diag->mem;
    struct mem_text text = mem_text(m);
    mem_put(&text, "E' = ");
    for (size_t i = 0; i < b->powers; i++) {
        const bool minus = b->power[i].name[0] == '-';
        mem_put(&text, i == 0 ? "" : minus ? " - " : " + ");
        mem_put(&text, b->power[i].name + (i && minus));
    }
    mem_put(&text, base_text(m, "%s%s", b->powers ? " = " : "", prove_show(sc, b->rate)));
    prove_say(sc, "power", text.text, b->standing);
    for (size_t i = 0; i < b->powers && b->powers > 1; i++)
        prove_tell(sc, "power",
                   base_text(m, "  %s = %s", b->power[i].name, prove_show(sc, b->power[i].value)));
}

/* A long one by its drift Y. */
static const char *moving_text(struct screen *sc, ex moving)
{
    struct mem *m = sc->diag->mem;
    const char *text = prove_show(sc, moving);
    if (strcmp(text, CUT) != 0 || !sc->sys->moves_along)
        return base_text(m, "moving energy %s  conserved", text);
    return base_text(m, "moving energy E - <p, Y>, Y = %s  conserved",
                     prove_show(sc, print_vector(sc->sys->model, sc->sys->moves_along)));
}

static void put_energy(struct screen *sc)
{
    struct system *sys = sc->sys;
    struct mem *m = sc->diag->mem;
    const struct balance b = form_balance(sc->diag, sc->proofs, sys);
    const char *energy = prove_show(sc, energy_in_velocities(sys));
    if (b.conserved) {
        prove_say(sc, "energy", base_text(m, "energy %s  conserved", energy), b.standing);
        return;
    }
    prove_tell(sc, "energy", base_text(m, "energy E = %s", energy));
    put_powers(sc, &b);
    if (!sys->geom->affine)
        return;
    if (b.moving == EX_POISON)
        prove_tell(sc, "moving energy", "no moving energy was found");
    else
        prove_say(sc, "moving energy", moving_text(sc, b.moving),
                  alg_prove_claims(sc->proofs, "the moving energy", &sys->claims));
}

static void put_dynamics(struct screen *sc)
{
    struct finding found[FINDINGS];
    put_findings(sc, found, form_dynamics(sc->diag, sc->proofs, sc->sys, found));
}

static void put_agreement(struct screen *sc)
{
    if (form_is_alone(sc->sys))
        return;
    const struct agreement a = prove_agreement(sc->diag, sc->proofs, sc->sys);
    struct mem_text text = mem_text(sc->diag->mem);
    size_t some = 0;
    mem_put(&text, "formulations agree:  ");
    for (size_t i = 0; i < a.n; i++)
        if (!a.reason[i])
            mem_put(&text, base_text(sc->diag->mem, "%s%s", some++ ? " = " : "", a.name[i]));
    if (a.differs) {
        prove_screen_say(sc, "formulations",
                         base_text(sc->diag->mem, "formulations differ: not %s", a.differs), NULL);
        sc->verdict.good = false;
    } else if (some > 1) {
        prove_say(sc, "formulations", text.text, a.standing);
    }
    for (size_t i = 0; i < a.n; i++)
        if (a.reason[i])
            prove_tell(sc, "formulations",
                       base_text(sc->diag->mem, "no %s form: %s", a.name[i], a.reason[i]));
}

static void put_claims(struct screen *sc)
{
    const struct model *m = sc->sys->model;
    for (size_t i = 0; i < m->claims; i++) {
        if (m->claim[i].claim == CLAIM_DRIFT) /* measured by a run */
            continue;
        const struct assertion a = prove_claim(sc->diag, sc->proofs, sc->sys, &m->claim[i]);
        prove_put(sc, "claim", base_text(sc->diag->mem, "claimed: %s", a.text), a.standing);
        sc->verdict.good &= a.holds;
    }
}

/* ---- singular set, cost ---- */

static void put_singular(struct screen *sc)
{
    const struct singular v = prove_singular_set(sc->diag, sc->sys);
    for (size_t i = 0; i < v.n; i++) {
        const char *factor = prove_show(sc, v.factor[i]);
        prove_tell(
            sc, "singular",
            strcmp(factor, CUT) == 0
                ? base_text(sc->diag->mem, "singular where an expression of %zu operations = 0: %s",
                            ex_operations(sc->sys->model->store, &v.factor[i], 1), v.what[i])
            : sym_is_null(sc->sys->model->store, v.factor[i])
                ? base_text(sc->diag->mem, "singular everywhere: %s", v.what[i])
            : v.seen[i] ? base_text(sc->diag->mem, "singular where %s = 0: %s", factor, v.what[i])
                        : base_text(sc->diag->mem,
                                    "singular at most where %s = 0, no such point was found: %s",
                                    factor, v.what[i]));
    }
    if (v.partly)
        prove_tell(sc, "singular",
                   "singular points were not looked for in all matrices, which are long");
    else if (v.n == 0 && v.sampled)
        prove_tell(sc, "singular", "no singular points were found; the search is not exhaustive");
    else if (v.n == 0)
        prove_say(sc, "singular", "no singular points", STANDS_PROVED);
}

static void put_count(struct mem_text *out, size_t n, const char *one, const char *many,
                      bool *first)
{
    if (n)
        mem_put_f(out, "%s%zu %s", *first ? " " : ", ", n, n == 1 ? one : many);
    *first &= n == 0;
}

static void put_cost(struct screen *sc)
{
    if (!sc->program) /* inputs are missing */
        return;
    const struct tally t = code_tally(&sc->program->block[RT_rhs]);
    struct mem_text out = mem_text(sc->diag->mem);
    bool first = true;
    mem_put(&out, "rhs:");
    put_count(&out, t.muls, "multiplication", "multiplications", &first);
    put_count(&out, t.adds, "addition", "additions", &first);
    put_count(&out, t.divs, "division", "divisions", &first);
    put_count(&out, t.pairs, "sincos", "sincos", &first);
    put_count(&out, t.calls, "function call", "function calls", &first);
    mem_put(&out, first ? " nothing to compute" : "");
    prove_tell(sc, "rhs", out.text);
}

/* Lines about a motion, which not all systems have. */
static bool is_of_motion(void (*line)(struct screen *))
{
    return line == put_jacobi || line == put_energy || line == put_agreement ||
           line == put_singular || line == put_cost;
}

static struct screen *say_all(struct screen first)
{
    static void (*const lines[])(struct screen *) = {
        put_chosen, put_bundle,   prove_put_growth, prove_put_leaving, put_geometry, put_jacobi,
        put_energy, put_dynamics, put_agreement,    put_claims,        put_singular, put_cost,
    };
    struct screen *sc = mem_take(first.diag->mem, sizeof *sc);
    *sc = first;
    sc->verdict = (struct verdict){.decided = true, .good = true};
    (sc->as_json ? put_json_head : put_head)(sc);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!form_no_motion(sc->sys) || !is_of_motion(lines[i]))
            lines[i](sc);
    return sc;
}

struct screen *prove_verdict(FILE *out, bool as_json, struct diag *d, struct proofs *p,
                             struct system *sys, const struct program *program)
{
    return say_all((struct screen){.out = out,
                                   .json = base_json(out, 2),
                                   .as_json = as_json,
                                   .diag = d,
                                   .proofs = p,
                                   .sys = sys,
                                   .program = program});
}

struct screen *prove_verdict_to(const struct listener *listener, struct diag *d, struct proofs *p,
                                struct system *sys, const struct program *program)
{
    return say_all((struct screen){
        .listener = listener, .diag = d, .proofs = p, .sys = sys, .program = program});
}

struct verdict prove_screen_end(struct screen *sc, struct verdict measured)
{
    sc->verdict.good &= measured.good;
    sc->verdict.decided &= measured.decided;
    is_lost(sc);
    if (!sc->as_json)
        return sc->verdict;
    base_json_end(&sc->json);
    base_json_bool(&sc->json, "decided", sc->verdict.decided);
    base_json_bool(&sc->json, "good", sc->verdict.good);
    base_json_end(&sc->json);
    return sc->verdict;
}
