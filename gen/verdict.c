/* gen/verdict.c -- the screen of `check`: what is true of a model. */
#include "gen/gen.h"

#include <string.h>

enum { NAME = 60, ASIDE = 70 };

struct screen {
    FILE *out;
    struct diag *diag;
    struct proofs *proofs;
    struct system *sys;
    const struct program *program;
    struct verdict verdict;
    size_t effort; /* operations in what was simplified so far */
};

/* A line, and how sure it is at its right end. */
static void say(struct screen *sc, const char *text, enum gen_standing standing)
{
    const size_t wide = gen_columns(text, strlen(text));
    sc->verdict.decided &= standing != STANDS_OPEN;
    sc->verdict.good &= standing != STANDS_NOT;
    if (wide > ASIDE) /* too long to have anything beside it */
        fprintf(sc->out, "  %s   %s\n", text, gen_standing_text(standing));
    else {
        fputs("  ", sc->out);
        gen_put_padded(sc->out, text, ASIDE);
        fprintf(sc->out, " %s\n", gen_standing_text(standing));
    }
}

/* Simplified as far as the effort allows, which is counted, not timed; dots for what is long. */
static const char *show_as(struct screen *sc, ex *e, size_t most)
{
    enum { ALL = 800, BYTES = 400 };
    struct store *s = sc->sys->model->store;
    const struct ex_cost cost = ex_cost(s, e, 1);
    const size_t effort = cost.adds + cost.muls + cost.divs + cost.calls;
    if (effort <= most && sc->effort + effort <= ALL && !sc->sys->by_newton) {
        sc->effort += effort;
        ex_release(s, e, 1, e);
        ex_simplify(s, e, 1, e);
    }
    const char *text = ex_show_within(s, *e, EX_PLAIN, BYTES);
    return text ? text : "...";
}

static const char *show(struct screen *sc, ex e)
{
    return show_as(sc, &e, 200);
}

/* ---- what it is ---- */

static void put_head(struct screen *sc)
{
    const struct model *m = sc->sys->model;
    const struct geom *g = sc->sys->geom;
    gen_put_padded(sc->out, m->title, NAME);
    fprintf(sc->out, "  %s\n", m->src->name);
    fprintf(sc->out, "  coordinates %zu   constraints %zu   rank of C %zu", m->coords,
            g->n - g->rank, g->rank);
    for (size_t i = 0; i < m->params; i++)
        fprintf(sc->out, "%s%s", i ? ", " : "   parameters ", m->param[i].name);
    fputc('\n', sc->out);
}

static void put_chosen(struct screen *sc)
{
    const struct model *m = sc->sys->model;
    for (size_t A = 0; A < m->fields; A++) {
        ex field = gen_field(m, A);
        if (m->field[A].chosen) /* what is not seen at a glance is not looked at */
            fprintf(sc->out, "  %s %s = %s, chosen\n", A < m->rank ? "frame" : "complement",
                    m->field[A].name, show_as(sc, &field, 60));
    }
}

static void put_bundle(struct screen *sc)
{
    const struct model *m = sc->sys->model;
    enum gen_standing standing = STANDS_PROVED;
    if (!m->general)
        return;
    const char *fails = gen_jacobi_of_bundle(sc->proofs, m, &standing);
    say(sc,
        fails ? gen_text(sc->diag->mem, "E is a skew algebroid: %s", fails)
              : "E is a Lie algebroid: Jacobi's identity holds for its sections",
        fails ? STANDS_PROVED : standing);
}

/* ---- geometry ---- */

static void put_growth(struct screen *sc)
{
    struct geom *g = sc->sys->geom;
    struct mem_text text = mem_text(sc->diag->mem);
    if (g->rank == g->n) {
        fputs(g->model->seconds ? "" : "  no constraints\n", sc->out);
        return;
    }
    const struct growth v = gen_growth(sc->diag, sc->proofs, g);
    mem_put(&text, "growth vector (");
    for (size_t i = 0; i < v.steps; i++)
        mem_put(&text, gen_text(sc->diag->mem, "%s%zu", i ? ", " : "", v.rank[i]));
    mem_put(&text, v.whole ? "): " : ", ...): ");
    mem_put(&text, g->affine ? "C without the drift is " : g->moving ? "C at each t is " : "");
    mem_put(&text, v.steps == 1 ? "integrable" : "not integrable");
    say(sc, text.text, v.standing);
}

/* Constraints on phase space: the bracket of each with everything is 0. */
static void put_second(struct screen *sc)
{
    struct system *sys = sc->sys;
    struct store *s = sys->model->store;
    const size_t c = sys->model->seconds, n = sys->states;
    enum gen_standing standing = STANDS_PROVED;
    ex *slope = gen_row(sc->diag->mem, n), *out = gen_row(sc->diag->mem, n);
    if (!c || !gen_more_blocks(sc->diag, sys, 1U << RT_bivector))
        return;
    for (size_t a = 0; a < c; a++) {
        ex_gradient(s, sys->block[RT_constraint].at[a], sys->state, n, slope);
        gen_times(s, sys->block[RT_bivector].at, slope, n, n, 1, out);
        for (size_t i = 0; i < n; i++)
            standing = gen_worse(standing, gen_prove(sc->proofs, "Casimir functions", out[i]));
    }
    const ex *matrix = gen_second_matrix(sc->diag, sys);
    say(sc,
        gen_text(sc->diag->mem,
                 "%zu second-class constraints: Casimir functions of Dirac's bracket", c),
        gen_worse(standing, gen_prove_claims(sc->proofs, "what vanishes in B", &sys->claims)));
    if (matrix && c <= 4)
        fprintf(sc->out, "  det {chi_a, chi_b} = %s\n", show(sc, ex_det(s, matrix, c)));
}

/* Brackets of fields of C that have a part along the complement. */
static void put_leaving(struct screen *sc)
{
    enum { SHOWN = 12 };
    struct geom *g = sc->sys->geom;
    const struct field *f = g->model->field;
    size_t leave = 0;
    if (!gen_structure(sc->diag, g))
        return;
    for (size_t i = 0; i < g->structures; i++) {
        const struct structure *c = &g->c[i];
        if (c->i < g->rank || c->j >= g->rank || c->k >= g->rank)
            continue;
        if (leave++ < SHOWN)
            fprintf(sc->out, "  [%s, %s] leaves C:  %s = %s\n", f[c->j].name, f[c->k].name,
                    gen_structure_text(g, c), show(sc, c->value));
    }
    if (leave > SHOWN)
        fprintf(sc->out, "  and %zu more\n", leave - SHOWN);
}

static void put_jacobi(struct screen *sc)
{
    struct system *sys = sc->sys;
    if (!gen_more_blocks(sc->diag, sys, 1U << RT_bivector) || !sys->block[RT_bivector].at) {
        fputs("  no bivector in this form\n", sc->out);
        return;
    }
    if (sys->by_newton) {
        fputs("  Jacobi is not looked at: momenta of the complement are found by Newton's method\n",
              sc->out);
        return;
    }
    const struct jacobi j = gen_jacobi(sc->proofs, sys);
    if (j.holds) {
        say(sc,
            sys->block[RT_drift].at ? "Jacobi holds for B, beside which the drift stands"
                                    : "Jacobi holds: the bracket is a Poisson bracket",
            j.standing);
        return;
    }
    const char *const *name = sys->state_name;
    say(sc,
        gen_text(sc->diag->mem, "Jacobi fails:  {%s, {%s, %s}} + cyc = %s", name[j.i], name[j.j],
                 name[j.k], show(sc, j.value)),
        STANDS_PROVED);
}

/* ---- dynamics ---- */

/* The energy in velocities, as people write it. */
static ex energy_in_velocities(const struct system *sys)
{
    const struct mech *k = sys->mech;
    struct store *s = sys->model->store;
    const size_t n = sys->geom->n;
    ex *z = gen_row(ex_mem(s), n), *eta = gen_row(ex_mem(s), n), E = EX_POISON;
    if (!k->has_lagrangian)
        return sys->block[RT_energy].at[0];
    for (size_t A = 0; A < n; A++)
        z[A] = sys->model->field[A].z;
    ex_gradient(s, k->L, z, n, eta);
    E = ex_sub(s, gen_dot(s, eta, 1, z, n), k->L);
    for (size_t A = 0; A < n; A++)
        eta[A] = A < sys->geom->rank ? ex_add2(s, z[A], sys->geom->drift[A]) : sys->geom->drift[A];
    ex_subst(s, &E, 1, z, eta, n, &E);
    return E;
}

static void put_energy(struct screen *sc)
{
    struct system *sys = sc->sys;
    struct mem *m = sc->diag->mem;
    const struct balance b = gen_balance(sc->diag, sc->proofs, sys);
    const char *energy = show(sc, energy_in_velocities(sys));
    if (b.conserved) {
        say(sc, gen_text(m, "energy %s  conserved", energy), b.standing);
        return;
    }
    fprintf(sc->out, "  energy E = %s\n", energy);
    say(sc, gen_text(m, "E' = %s", show(sc, b.rate)), b.standing);
    if (!sys->geom->affine)
        return;
    if (b.moving == EX_POISON)
        fputs("  no moving energy was found\n", sc->out);
    else
        say(sc, gen_text(m, "moving energy %s  conserved", show(sc, b.moving)),
            gen_prove_claims(sc->proofs, "the moving energy", &sys->claims));
}

static void put_agreement(struct screen *sc)
{
    if (sc->sys->model->seconds) /* no other form has them */
        return;
    const struct agreement a = gen_agree(sc->diag, sc->proofs, sc->sys->mech, sc->sys->form->law);
    struct mem_text text = mem_text(sc->diag->mem);
    size_t some = 0;
    mem_put(&text, "formulations agree:  ");
    for (size_t i = 0; i < a.n; i++)
        if (!a.reason[i])
            mem_put(&text, gen_text(sc->diag->mem, "%s%s", some++ ? " = " : "", a.name[i]));
    if (a.differs) {
        fprintf(sc->out, "  formulations differ: not %s\n", a.differs);
        sc->verdict.good = false;
    } else if (some > 1) {
        say(sc, text.text, a.standing);
    }
    for (size_t i = 0; i < a.n; i++)
        if (a.reason[i])
            fprintf(sc->out, "  no %s form: %s\n", a.name[i], a.reason[i]);
}

static void put_claims(struct screen *sc)
{
    const struct model *m = sc->sys->model;
    for (size_t i = 0; i < m->claims; i++) {
        if (m->claim[i].claim == CLAIM_DRIFT) /* only a run can tell */
            continue;
        const struct assertion a = gen_claim(sc->diag, sc->proofs, sc->sys, &m->claim[i]);
        say(sc, gen_text(sc->diag->mem, "claimed: %s", a.text), a.standing);
        sc->verdict.good &= a.holds;
    }
}

/* ---- where it breaks down ---- */

static void put_singular(struct screen *sc)
{
    const struct singular v = gen_singular(sc->diag, sc->sys);
    for (size_t i = 0; i < v.n; i++)
        fprintf(sc->out, "  singular where %s = 0: %s\n", show(sc, v.factor[i]), v.what[i]);
    if (v.partly)
        fputs("  singular where: not looked for in all matrices, which are long\n", sc->out);
    else if (v.n == 0)
        fprintf(sc->out, "  singular where:  nowhere%s\n", v.sampled ? " that was found" : "");
}

static void put_count(FILE *out, size_t n, const char *one, const char *many, bool *first)
{
    if (n)
        fprintf(out, "%s%zu %s", *first ? " " : ", ", n, n == 1 ? one : many);
    *first &= n == 0;
}

static void put_cost(struct screen *sc)
{
    const struct tally t = gen_tally(&sc->program->block[RT_rhs]);
    bool first = true;
    fputs("  rhs:", sc->out);
    put_count(sc->out, t.muls, "multiplication", "multiplications", &first);
    put_count(sc->out, t.adds, "addition", "additions", &first);
    put_count(sc->out, t.divs, "division", "divisions", &first);
    put_count(sc->out, t.pairs, "sincos", "sincos", &first);
    put_count(sc->out, t.calls, "function call", "function calls", &first);
    fputs(first ? " nothing to compute\n" : "\n", sc->out);
}

struct verdict gen_verdict(FILE *out, struct diag *d, struct proofs *p, struct system *sys,
                           const struct program *program)
{
    static void (*const lines[])(struct screen *) = {
        put_head,   put_chosen, put_bundle,    put_growth, put_second,   put_leaving,
        put_jacobi, put_energy, put_agreement, put_claims, put_singular, put_cost,
    };
    struct screen sc = {out, d, p, sys, program, {.decided = true, .good = true}, 0};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        lines[i](&sc);
    return sc.verdict;
}
