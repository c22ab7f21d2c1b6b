/* gen/verdict.c -- the screen of `check`: what is true of a model. */
#include "gen/gen.h"

#include <string.h>

static void put_names(FILE *out, const struct model *m)
{
    for (size_t i = 0; i < m->params; i++)
        fprintf(out, "%s%s", i ? ", " : "   parameters ", m->param[i].name);
    fputc('\n', out);
}

static bool is_proved(struct store *s, const struct claims *c)
{
    bool all = true;
    for (size_t i = 0; i < c->n; i++) {
        const struct ex_verdict zero = ex_zero(s, c->at[i], true);
        all &= zero.answer == EX_ZERO && zero.proved;
    }
    return all;
}

static void put_chosen(FILE *out, const struct model *m)
{
    for (size_t A = 0; A < m->fields; A++) {
        if (!m->field[A].chosen)
            continue;
        const char *text = ex_show(m->store, gen_field(m, A), EX_TEXT);
        fprintf(out, "  %s %s = %s, chosen\n", A < m->rank ? "frame" : "complement",
                m->field[A].name, text ? text : "...");
    }
}

/* Where the fields may be linearly dependent. */
static void put_singular(FILE *out, const struct geom *g)
{
    struct store *s = g->model->store;
    for (size_t i = 0; i < g->pivots.vanish.n; i++) {
        ex e = g->pivots.vanish.at[i];
        ex_simplify(s, &e, 1, &e);
        const char *text = ex_show(s, e, EX_TEXT);
        fprintf(out, "  not where %s = 0: the fields may be dependent there\n",
                text ? text : "...");
    }
}

/* Brackets of fields of C that have a part along the complement. */
static bool put_leaving(FILE *out, const struct geom *g)
{
    const struct field *f = g->model->field;
    bool some = false, decided = true;
    for (size_t i = 0; i < g->structures; i++) {
        const struct structure *c = &g->c[i];
        if (c->i < g->rank || c->j >= g->rank || c->k >= g->rank)
            continue;
        ex simple = c->value;
        ex_simplify(g->model->store, &simple, 1, &simple);
        const char *value = ex_show(g->model->store, simple, EX_TEXT);
        const bool zero = ex_zero(g->model->store, c->value, true).answer != EX_NOT_ZERO;
        some = true;
        decided &= !zero;
        fprintf(out, "  [%s, %s] %s:  %s = %s%s\n", f[c->j].name, f[c->k].name,
                zero ? "may stay in C" : "leaves C", gen_structure_text(g, c),
                value ? value : "...", zero ? "   undecided" : "");
    }
    if (!some && g->rank < g->n) {
        decided = is_proved(g->model->store, &g->claims);
        fprintf(out, "  brackets of the frame stay in C: integrable                 %s\n",
                decided ? "proved" : "undecided");
    }
    return decided;
}

/* 1/2 g_ab z^a z^b + V: the energy in velocities, as people write it. */
static ex energy_in_velocities(const struct geom *g)
{
    const struct model *m = g->model;
    struct store *s = m->store;
    const size_t k = g->rank;
    ex *term = mem_take_array(ex_mem(s), k * k + 1, sizeof *term);
    const ex half = ex_rat(s, 1, 2);
    for (size_t a = 0; a < k; a++)
        for (size_t b = 0; b < k; b++) {
            const ex factor[] = {half, g->metric[a * g->n + b], m->field[a].z, m->field[b].z};
            term[a * k + b] = ex_mul(s, factor, 4);
        }
    term[k * k] = m->potential;
    return ex_add(s, term, k * k + 1);
}

/* H' = grad H . B grad H + dH/dt: nothing when B is skew and t does not occur. */
static const char *energy_balance(const struct system *sys, bool *decided)
{
    struct store *s = sys->model->store;
    const struct block *B = &sys->block[RT_bivector];
    bool all_proved = is_proved(s, &sys->claims) && is_proved(s, &sys->geom->claims);
    if (ex_has(s, sys->block[RT_energy].at[0], sys->model->time))
        return "not conserved: it depends on t";
    for (size_t i = 0; i < B->rows; i++)
        for (size_t j = 0; j <= i; j++) {
            const ex sum = ex_add2(s, B->at[i * B->cols + j], B->at[j * B->cols + i]);
            const struct ex_verdict zero = ex_zero(s, sum, true);
            if (zero.answer == EX_NOT_ZERO)
                return "not conserved: B is not skew";
            all_proved &= zero.proved;
        }
    *decided &= all_proved;
    return all_proved ? "conserved   proved" : "conserved   undecided";
}

static void put_count(FILE *out, size_t n, const char *one, const char *many, bool *first)
{
    if (n)
        fprintf(out, "%s%zu %s", *first ? " " : ", ", n, n == 1 ? one : many);
    *first &= n == 0;
}

static void put_cost(FILE *out, const struct routine *rhs)
{
    const struct tally t = gen_tally(rhs);
    bool first = true;
    fputs("  rhs:", out);
    put_count(out, t.muls, "multiplication", "multiplications", &first);
    put_count(out, t.adds, "addition", "additions", &first);
    put_count(out, t.divs, "division", "divisions", &first);
    put_count(out, t.calls, "function call", "function calls", &first);
    fputs(first ? " nothing to compute\n" : "\n", out);
}

bool gen_verdict(FILE *out, const struct system *sys, const struct program *p)
{
    enum { NAME = 60 };
    const struct model *m = sys->model;
    const struct geom *g = sys->geom;
    gen_put_padded(out, m->title, NAME);
    fprintf(out, "  %s\n", m->src->name);
    fprintf(out, "  coordinates %zu   constraints %zu   rank of C %zu", m->coords, g->n - g->rank,
            g->rank);
    put_names(out, m);
    put_chosen(out, m);
    put_singular(out, g);
    bool decided = put_leaving(out, g);
    const char *energy = ex_show(m->store, energy_in_velocities(g), EX_TEXT);
    fprintf(out, "  energy %s  %s\n", energy ? energy : "...", energy_balance(sys, &decided));
    put_cost(out, &p->block[RT_rhs]);
    return decided;
}
