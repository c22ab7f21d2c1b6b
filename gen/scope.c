/* gen/scope.c -- what the names of a model mean, and expressions read with them.
 *
 * One name gives several words: of a coordinate x also x' and dx (the velocity), d_x (the field),
 * p_x (the momentum); of a frame field v its quasi-velocity v, d_v and eta_v. Each word becomes a
 * symbol of its own in the store; kind.c tells velocities from functions by degree.
 */
#include "gen/gen.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- declared names ---- */

static size_t slot_of(const struct scope *sc, const char *text, size_t len)
{
    uint32_t h = 2166136261U;
    for (size_t i = 0; i < len; i++)
        h = (h ^ (unsigned char)text[i]) * 16777619U;
    size_t k = h & (sc->slots - 1);
    while (sc->slot[k]) {
        const struct name *n = &sc->name[sc->slot[k] - 1];
        if (n->len == len && memcmp(n->text, text, len) == 0)
            break;
        k = (k + 1) & (sc->slots - 1);
    }
    return k;
}

void gen_scope_make(struct check *c, size_t names)
{
    struct scope *sc = &c->scope;
    struct mem *m = c->diag->mem;
    sc->slots = 16;
    while (sc->slots < 2 * names + 2)
        sc->slots *= 2;
    sc->name = mem_take_array(m, names + 1, sizeof *sc->name);
    sc->slot = mem_take_array(m, sc->slots, sizeof *sc->slot);
    memset(sc->slot, 0, sc->slots * sizeof *sc->slot);
}

const struct name *gen_find(const struct scope *sc, const char *text, size_t len)
{
    const uint32_t i = sc->slot[slot_of(sc, text, len)];
    return i ? &sc->name[i - 1] : NULL;
}

/* Words that mean something wherever they stand; functions come from the operator table. */
static const char *reserved_as(const char *text, size_t len)
{
    static const struct {
        const char *word, *means;
    } reserved[] = {
        {"t", "is time"},
        {"dt", "is the differential of time"},
        {"in", "introduces a range"},
        {"energy", "is the energy of the model"},
/* One row becomes one reserved word. */
#define OP(name, word, ...) {word, "is built in"},
#include "expr/ops.h"
#undef OP
    };
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strlen(reserved[i].word) == len && memcmp(reserved[i].word, text, len) == 0)
            return reserved[i].means;
    return NULL;
}

void gen_enter(struct scope *sc, const char *text, struct span where, enum name_of of, size_t index)
{
    const size_t len = strlen(text);
    assert(sc->name && "gen_scope_make comes first");
    sc->name[sc->names] =
        (struct name){.text = text, .len = len, .of = of, .index = index, .where = where};
    sc->slot[slot_of(sc, text, len)] = (uint32_t)++sc->names;
}

bool gen_declare(struct check *c, struct span where, enum name_of of, size_t index)
{
    struct scope *sc = &c->scope;
    const char *text = gen_copy(c->diag->mem, where);
    const char *means = reserved_as(text, where.len);
    if (means) {
        gen_error(c->diag, where, "'%s' %s and cannot be a name here", text, means);
        return false;
    }
    if (text[where.len - 1] == '\'') {
        gen_error(c->diag, where, "a name cannot end in a prime")->help =
            "x' is the velocity of the coordinate x; declare x";
        return false;
    }
    if (sc->names == GEN_NAMES) {
        gen_error(c->diag, where, "more than %d names", GEN_NAMES);
        return false;
    }
    if (gen_find(sc, text, where.len)) {
        gen_error(c->diag, where, "'%s' is already declared", text);
        return false;
    }
    gen_enter(sc, text, where, of, index);
    return true;
}

/* ---- words made from a name ---- */

enum word { WORD_ITSELF, WORD_VELOCITY, WORD_SECTION, WORD_MOMENTUM };

/* clang-format off */
static const struct shape {
    const char *before, *after;
    enum word word;
    bool of_coord, of_field;
} shapes[] = {
    {"d_",           "",  WORD_SECTION,  true,  true },
    {"\xE2\x88\x82", "",  WORD_SECTION,  true,  true }, /* the curly d */
    {"eta_",         "",  WORD_MOMENTUM, false, true },
    {"p_",           "",  WORD_MOMENTUM, true,  false},
    {"d",            "",  WORD_VELOCITY, true,  false},
    {"",             "'", WORD_VELOCITY, true,  false},
};
/* clang-format on */
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* The name inside a word of that shape, or NULL. */
static const struct name *inside(const struct scope *sc, const struct shape *sh, const char *text,
                                 size_t len)
{
    const size_t b = strlen(sh->before), a = strlen(sh->after);
    if (len <= a + b || memcmp(text, sh->before, b) != 0 ||
        memcmp(text + len - a, sh->after, a) != 0)
        return NULL;
    return gen_find(sc, text + b, len - a - b);
}

static ex symbol_of(struct check *c, const struct name *n, enum word word)
{
    const struct model *m = c->model;
    const struct coord *q = &m->coord[n->index];
    const struct field *f = &m->field[n->index];
    if (n->of == NAME_COORD) {
        if (word == WORD_MOMENTUM)
            return ex_sym(c->store, gen_text(c->diag->mem, "p_%s", n->text), 0);
        return word == WORD_ITSELF ? q->q : word == WORD_VELOCITY ? q->velocity : q->section;
    }
    return word == WORD_ITSELF ? f->z : word == WORD_MOMENTUM ? f->eta : f->section;
}

static ex declared(struct check *c, const struct name *n)
{
    if (n->of == NAME_PARAM)
        return c->model->param[n->index].symbol;
    if (n->of != NAME_LET)
        return symbol_of(c, n, WORD_ITSELF);
    const struct let *let = &c->scope.let[n->index];
    c->tainted |= let->broken;
    return c->lets_known && !let->broken ? let->value : let->symbol;
}

static const char *explain(struct check *c, const struct shape *sh, const struct name *n)
{
    struct mem *m = c->diag->mem;
    if (sh->word == WORD_VELOCITY && n->of == NAME_PARAM)
        return gen_text(m, "'%s' is a parameter, so it has no velocity", n->text);
    if (sh->word == WORD_VELOCITY && n->of == NAME_FIELD)
        return gen_text(m, "'%s' is a velocity already", n->text);
    return gen_text(m, "'%s' is not a %s", n->text, sh->of_field ? "frame field" : "coordinate");
}

/* What ex_read asks for every name that is no constant. */
static ex meaning(void *context, struct store *s, const char *text, size_t len)
{
    struct check *c = context;
    (void)s;
    const struct name *n = gen_find(&c->scope, text, len);
    if (n)
        return declared(c, n);
    if (len == 1 && *text == 't')
        return c->model->time;
    if (c->energy_known && len == 6 && memcmp(text, "energy", 6) == 0)
        return c->model->energy;
    c->hint = NULL;
    for (size_t i = 0; i < SHAPES; i++) {
        n = inside(&c->scope, &shapes[i], text, len);
        if (!n)
            continue;
        if ((n->of == NAME_COORD && shapes[i].of_coord) ||
            (n->of == NAME_FIELD && shapes[i].of_field))
            return symbol_of(c, n, shapes[i].word);
        if (!c->hint)
            c->hint = explain(c, &shapes[i], n);
    }
    c->unknown = gen_text(c->diag->mem, "%.*s", (int)len, text);
    return EX_POISON;
}

/* The nearest declared name, or word made from one. */
static const char *suggestion(struct check *c)
{
    struct nearest near = gen_nearest(c->unknown, strlen(c->unknown));
    const struct scope *sc = &c->scope;
    for (size_t i = 0; i < sc->names; i++) {
        const struct name *n = &sc->name[i];
        gen_offer(&near, n->text);
        for (size_t k = 0; k < SHAPES; k++)
            if ((n->of == NAME_COORD && shapes[k].of_coord) ||
                (n->of == NAME_FIELD && shapes[k].of_field)) {
                const struct mem_mark mark = mem_mark(c->diag->mem);
                const char *best = near.best;
                gen_offer(&near, gen_text(c->diag->mem, "%s%s%s", shapes[k].before, n->text,
                                          shapes[k].after));
                if (near.best == best) /* not nearer: give its text back */
                    mem_release(c->diag->mem, mark);
            }
    }
    return gen_did_you_mean(c->diag->mem, &near);
}

/* ---- expressions ---- */

static void report(struct check *c, struct span where, const struct ex_mistake *why)
{
    struct span at = {where.src, where.at + why->at, why->len ? why->len : 1};
    if (why->at >= where.len) /* "something is missing": the last character stands for it */
        at = (struct span){where.src, where.at + where.len - 1, 1};
    const bool unknown = c->unknown && why->len == strlen(c->unknown) &&
                         memcmp(where.src->text + at.at, c->unknown, why->len) == 0;
    if (unknown) {
        struct note *n = gen_error(c->diag, at, "unknown name '%s'", c->unknown);
        n->help = c->hint ? c->hint : suggestion(c);
        if (!n->help)
            n->help = gen_text(c->diag->mem, "declare it, like this: param %s = 1", c->unknown);
    } else {
        gen_error(c->diag, at, "%s", why->message ? why->message : "cannot be read")->help =
            why->help;
    }
}

ex gen_expr(struct check *c, struct span where)
{
    const struct ex_reader reader = {.name = meaning, .context = c};
    struct ex_mistake why = {.message = NULL};
    c->unknown = c->hint = NULL;
    c->tainted = false;
    if (ex_error(c->store)) /* a limit, say: the end of the stage tells it, once */
        return EX_POISON;
    const ex e = ex_read(c->store, where.src->clean + where.at, where.len, &reader, &why);
    if (e == EX_POISON)
        report(c, where, &why);
    return e;
}

/* ---- values that mention each other ---- */

struct edge {
    size_t from, to; /* `from` mentions `to` */
};
struct key {
    ex symbol;
    size_t index;
};

static int by_symbol(const void *a, const void *b)
{
    const ex x = ((const struct key *)a)->symbol, y = ((const struct key *)b)->symbol;
    return (x > y) - (x < y);
}

/* Which of the values mention which; edges stand in the order of `from`. */
static struct edge *mentions(struct store *s, const ex *symbol, const ex *value, size_t n,
                             size_t *count)
{
    struct mem *m = ex_mem(s);
    struct key *key = mem_take_array(m, n, sizeof *key);
    struct mem_text edges = mem_text(m);
    for (size_t i = 0; i < n; i++)
        key[i] = (struct key){symbol[i], i};
    qsort(key, n, sizeof *key, by_symbol);
    for (size_t i = 0; i < n; i++) {
        const struct ex_list used = ex_symbols(s, &value[i], 1);
        for (size_t k = 0; k < used.n; k++) {
            const struct key want = {used.at[k], 0};
            const struct key *found = bsearch(&want, key, n, sizeof *key, by_symbol);
            if (found) {
                const struct edge e = {i, found->index};
                mem_put_n(&edges, (const char *)&e, sizeof e);
            }
        }
    }
    *count = edges.len / sizeof(struct edge);
    struct edge *out = mem_take_array(m, *count + 1, sizeof *out);
    memcpy(out, edges.text, edges.len);
    return out;
}

/* From one that waits follow what it waits for: after n steps the walk goes round the circle. */
static size_t on_circle(const struct edge *edge, size_t edges, const bool *done, size_t n,
                        size_t start)
{
    size_t at = start;
    for (size_t step = 0; step < n; step++)
        for (size_t k = 0; k < edges; k++)
            if (edge[k].from == at && !done[edge[k].to]) {
                at = edge[k].to;
                break;
            }
    return at;
}

static bool is_ready(const struct edge *edge, size_t n, const bool *done)
{
    for (size_t k = 0; k < n; k++)
        if (!done[edge[k].to])
            return false;
    return true;
}

size_t gen_unwind(struct store *s, const ex *symbol, ex *value, size_t n)
{
    struct mem *m = ex_mem(s);
    size_t edges = 0, left = n;
    const struct edge *edge = mentions(s, symbol, value, n, &edges);
    size_t *first = mem_take_array(m, n + 1, sizeof *first);
    bool *done = mem_take_array(m, n + 1, sizeof *done);
    ex *from = mem_take_array(m, edges + 1, sizeof *from);
    ex *to = mem_take_array(m, edges + 1, sizeof *to);
    for (size_t i = 0, k = 0; i <= n; i++) {
        while (k < edges && edge[k].from < i)
            k++;
        first[i] = k;
        done[i] = false;
    }
    while (left) {
        const size_t before = left;
        size_t waiting = n;
        for (size_t i = 0; i < n; i++) {
            const size_t uses = first[i + 1] - first[i];
            if (done[i])
                continue;
            if (!is_ready(edge + first[i], uses, done)) {
                waiting = i;
                continue;
            }
            for (size_t k = 0; k < uses; k++) {
                from[k] = symbol[edge[first[i] + k].to];
                to[k] = value[edge[first[i] + k].to];
            }
            if (uses)
                ex_subst(s, &value[i], 1, from, to, uses, &value[i]);
            done[i] = true;
            left--;
        }
        if (left == before)
            return on_circle(edge, edges, done, n, waiting);
    }
    return n;
}
