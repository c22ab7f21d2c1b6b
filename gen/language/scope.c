/* gen/language/scope.c -- scope of a model: meaning of names, and expressions in them.
 *
 * A name defines several words: a coordinate x also x' and dx (the velocity), d_x (the field), p_x
 * (the momentum); an element w of an algebra or a section its velocity w, d_w and p_w; a frame
 * field v its quasi-velocity v, d_v and eta_v. Each word is a separate symbol in the store; kinds.c
 * distinguishes velocities from functions by degree. A form of two arguments is written in the
 * velocities of the first and, with two primes, of the second.
 */
#include "gen/language/statements.h"

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

void lang_scope_make(struct check *c, size_t names)
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

const struct name *lang_find_name(const struct scope *sc, const char *text, size_t len)
{
    const uint32_t i = sc->slot[slot_of(sc, text, len)];
    return i ? &sc->name[i - 1] : NULL;
}

/* Words with a meaning in all statements; functions come from the table of operators. */
static const char *reserved_as(const char *text, size_t len)
{
    static const struct {
        const char *word, *means;
    } reserved[] = {
        {"t", "is time"},
        {"dt", "is the differential of time"},
        {"in", "introduces a range"},
        {"energy", "is the energy of the model"},
#define OP(name, word, ...) {word, "is built in"},
#include "expr/ops.h"
#undef OP
    };
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (base_is_word(text, len, reserved[i].word))
            return reserved[i].means;
    return NULL;
}

void lang_enter_name(struct scope *sc, const char *text, struct span where, enum name_of of,
                     size_t index)
{
    const size_t len = strlen(text);
    assert(sc->name && "lang_scope_make comes first");
    sc->name[sc->names] =
        (struct name){.text = text, .len = len, .of = of, .index = index, .where = where};
    sc->slot[slot_of(sc, text, len)] = (uint32_t)++sc->names;
}

void lang_lose_name(struct scope *sc, struct mem *m, struct span where)
{
    const char *text = base_span_copy(m, where);
    if (sc->names < BASE_NAMES && !lang_find_name(sc, text, where.len))
        lang_enter_name(sc, text, where, NAME_LOST, 0);
}

enum { LONGEST = 200 }; /* bytes of a name: words made from it have a limit in expr/ */

bool lang_declare_name(struct check *c, struct span where, enum name_of of, size_t index)
{
    struct scope *sc = &c->scope;
    const char *text = base_span_copy(c->diag->mem, where);
    const char *means = reserved_as(text, where.len);
    if (means) {
        base_error(c->diag, where, "'%s' %s and cannot be a name here", text, means);
        return false;
    }
    if (where.len > LONGEST) {
        base_error(c->diag, where, "this name is too long")->help =
            base_text(c->diag->mem, "names have at most %d bytes", LONGEST);
        lang_lose_name(sc, c->diag->mem, where);
        return false;
    }
    if (text[where.len - 1] == '\'') {
        lang_lose_name(sc, c->diag->mem, where);
        base_error(c->diag, where, "a name cannot end in a prime")->help =
            "x' is the velocity of the coordinate x; declare x";
        return false;
    }
    if (sc->names == BASE_NAMES) {
        base_error(c->diag, where, "more than %d names", BASE_NAMES);
        return false;
    }
    if (lang_find_name(sc, text, where.len)) {
        base_error(c->diag, where, "'%s' is already declared", text);
        return false;
    }
    lang_enter_name(sc, text, where, of, index);
    return true;
}

/* ---- words made from a name ---- */

enum word { WORD_ITSELF, WORD_VELOCITY, WORD_SECTION, WORD_MOMENTUM };
enum { OF_COORD = 1 << NAME_COORD, OF_SECTION = 1 << NAME_SECTION, OF_FIELD = 1 << NAME_FIELD };

/* clang-format off */
static const struct shape {
    const char *before, *after;
    enum word word;
    unsigned of;
} shapes[] = {
    {"d_",           "",  WORD_SECTION,  OF_COORD | OF_SECTION | OF_FIELD},
    {"\xE2\x88\x82", "",  WORD_SECTION,  OF_COORD | OF_SECTION | OF_FIELD}, /* the curly d */
    {"eta_",         "",  WORD_MOMENTUM, OF_FIELD},
    {"p_",           "",  WORD_MOMENTUM, OF_COORD | OF_SECTION},
    {"d",            "",  WORD_VELOCITY, OF_COORD},
    {"",             "'", WORD_VELOCITY, OF_COORD},
};
/* clang-format on */
enum { SHAPES = sizeof shapes / sizeof *shapes };

static bool fits(const struct shape *sh, const struct name *n)
{
    return sh->of >> n->of & 1;
}

/* The name inside a word of that shape, or NULL. */
static const struct name *inside(const struct scope *sc, const struct shape *sh, const char *text,
                                 size_t len)
{
    const size_t b = strlen(sh->before), a = strlen(sh->after);
    if (len <= a + b || memcmp(text, sh->before, b) != 0 ||
        memcmp(text + len - a, sh->after, a) != 0)
        return NULL;
    return lang_find_name(sc, text + b, len - a - b);
}

bool lang_is_lost(const struct scope *sc, struct span word)
{
    const char *text = word.src->text + word.at;
    const struct name *n = lang_find_name(sc, text, word.len);
    for (size_t i = 0; i < SHAPES && !n; i++)
        n = inside(sc, &shapes[i], text, word.len);
    return n && n->of == NAME_LOST;
}

void lang_refuse_ambiguous(struct check *c)
{
    for (size_t i = 0; i < c->scope.names; i++) {
        const struct name *n = &c->scope.name[i], *other = NULL;
        for (size_t k = 0; k < SHAPES && !other; k++) {
            other = inside(&c->scope, &shapes[k], n->text, n->len);
            if (other && !fits(&shapes[k], other))
                other = NULL;
        }
        if (other && !lang_is_momentum_input(c->model, n, other))
            base_error(c->diag, n->where, "'%s' has a meaning already, from the name '%s'", n->text,
                       other->text);
    }
}

static ex symbol_of(struct check *c, const struct name *n, enum word word)
{
    const struct model *m = c->model;
    if (n->of == NAME_COORD) {
        const struct coord *q = &m->coord[n->index];
        const ex of[] = {q->q, q->velocity, q->section, q->momentum};
        return of[word];
    }
    if (n->of == NAME_SECTION) {
        const struct section *e = &m->section[n->index];
        const ex of[] = {c->bare ? e->section : e->velocity, e->velocity, e->section, e->momentum};
        return of[word];
    }
    const struct field *f = &m->field[n->index];
    const ex of[] = {f->z, f->z, f->section, f->eta};
    return of[word];
}

static ex value_of(struct check *c, struct let *let)
{
    if (let->output && !c->energy_known) {
        c->hint = base_text(c->diag->mem, "'%s' is an output; what is used elsewhere is a let",
                            let->name);
        return EX_POISON;
    }
    c->tainted |= let->broken;
    return (c->lets_known || let->ready) && !let->broken ? let->value : let->symbol;
}

static ex declared(struct check *c, const struct name *n)
{
    if (n->of == NAME_PARAM)
        return c->model->param[n->index].symbol;
    return n->of == NAME_LET ? value_of(c, &c->scope.let[n->index]) : symbol_of(c, n, WORD_ITSELF);
}

/* Why a word of that shape has no meaning. */
static const char *explain(struct check *c, const struct shape *sh, const struct name *n)
{
    struct mem *m = c->diag->mem;
    const bool moves = n->of == NAME_SECTION || n->of == NAME_FIELD;
    if (sh->word == WORD_VELOCITY && n->of == NAME_PARAM)
        return base_text(m, "'%s' is a parameter, so it has no velocity", n->text);
    if (sh->word == WORD_VELOCITY && n->of == NAME_LET)
        return base_text(m, "'%s' is an abbreviation; its differential is d(%s)", n->text, n->text);
    if (sh->word == WORD_VELOCITY && moves)
        return base_text(m, "'%s' is a velocity already", n->text);
    if (sh->word == WORD_MOMENTUM && n->of == NAME_FIELD)
        return base_text(m, "the momentum of the frame field '%s' is eta_%s", n->text, n->text);
    if (sh->word == WORD_MOMENTUM && (n->of == NAME_COORD || n->of == NAME_SECTION))
        return base_text(m, "the momentum of '%s' is p_%s", n->text, n->text);
    return base_text(m, "'%s' is not a %s", n->text,
                     sh->of == OF_FIELD   ? "frame field"
                     : sh->of == OF_COORD ? "coordinate"
                     : sh->of & OF_FIELD  ? "coordinate, section or frame field"
                                          : "coordinate or section");
}

/* Any symbol: an expression that contains it is not used. */
static ex lost(struct check *c)
{
    c->tainted = true;
    return c->model->time;
}

/* Time, and words with a meaning in some statements only. */
static ex special(struct check *c, const char *text, size_t len)
{
    if (base_is_word(text, len, "t"))
        return c->model->time;
    if (base_is_word(text, len, "energy")) {
        c->hint = "'energy' has a meaning in plot, output and check";
        return c->energy_known ? c->model->energy : EX_POISON;
    }
    if (base_is_word(text, len, "dt")) {
        c->hint = "'dt' has a meaning in constraints, like dx = c dt; a velocity dx/dt is x' or dx";
        return c->dt_known ? c->model->dt : EX_POISON;
    }
    return EX_POISON;
}

/* A word made from a name. */
static ex made_from(struct check *c, const char *text, size_t len)
{
    for (size_t i = 0; i < SHAPES; i++) {
        const struct name *n = inside(&c->scope, &shapes[i], text, len);
        if (!n)
            continue;
        if (n->of == NAME_LOST)
            return lost(c);
        const ex e = fits(&shapes[i], n) ? symbol_of(c, n, shapes[i].word) : EX_POISON;
        if (e != EX_POISON)
            return e;
        if (!c->hint && fits(&shapes[i], n))
            c->hint = base_text(c->diag->mem,
                                "the bundle has sections of its own, and momenta along these, "
                                "like p_%s",
                                c->model->section[0].name);
        if (!c->hint)
            c->hint = explain(c, &shapes[i], n);
    }
    return EX_POISON;
}

/* The callback of ex_read for every name that is not a constant. */
static ex meaning(void *context, struct store *s, const char *text, size_t len)
{
    struct check *c = context;
    (void)s;
    c->hint = NULL;
    const struct name *n = lang_find_name(&c->scope, text, len);
    ex e = EX_POISON;
    if (n)
        e = n->of == NAME_LOST ? lost(c) : declared(c, n);
    else
        e = special(c, text, len);
    if (e == EX_POISON && !n)
        e = made_from(c, text, len);
    if (e == EX_POISON)
        c->unknown = base_text(c->diag->mem, "%.*s", (int)len, text);
    return e;
}

/* ---- products and differentials of forms ---- */

/* The one-form applied to the second argument. */
static ex of_second(const struct check *c, ex e)
{
    const struct model *m = c->model;
    struct mem *mem = c->diag->mem;
    const size_t n = m->coords + m->sections;
    ex *from = mem_take_array(mem, n + 1, sizeof *from);
    ex *to = mem_take_array(mem, n + 1, sizeof *to);
    for (size_t i = 0; i < m->coords; i++) {
        from[i] = m->coord[i].velocity;
        to[i] = m->coord[i].second;
    }
    for (size_t B = 0; B < m->sections; B++) {
        from[m->coords + B] = m->section[B].velocity;
        to[m->coords + B] = m->section[B].second;
    }
    ex_subst(c->store, &e, 1, from, to, n, &e);
    return e;
}

/* a(v) b(w) - b(v) a(w) */
static ex wedge(void *context, struct store *s, ex a, ex b)
{
    struct check *c = context;
    const char *words = "";
    c->formed = true;
    if (!c->lets_known && !c->forms_known)
        return ex_mul2(s, a, b); /* read again when the names in it are known */
    if (c->tainted)
        return a;
    if (lang_kind_of(c, a, &words) != KIND_FORM || lang_kind_of(c, b, &words) != KIND_FORM)
        return EX_POISON;
    if ((lang_sorts(c, a) | lang_sorts(c, b)) & SORT_QUASI)
        return ex_fail(s, "a wedge product takes natural velocities, not those of the frame");
    return ex_sub(s, ex_mul2(s, a, of_second(c, b)), ex_mul2(s, b, of_second(c, a)));
}

/* The derivative along the velocities: sum of de/dq x'. */
static ex along_velocity(const struct check *c, ex e)
{
    const struct model *m = c->model;
    ex *q = mem_take_array(c->diag->mem, m->coords + 2, sizeof *q);
    ex *v = mem_take_array(c->diag->mem, m->coords + 2, sizeof *v);
    for (size_t i = 0; i < m->coords; i++) {
        q[i] = m->coord[i].q;
        v[i] = m->coord[i].velocity;
    }
    q[m->coords] = m->time;
    v[m->coords] = m->dt;
    ex_directional(c->store, &e, 1, q, v, m->coords + c->dt_known, &e);
    return e;
}

/* d of a function, or of a one-form a: v(a(w)) - w(a(v)). */
static ex differential(void *context, struct store *s, ex e)
{
    struct check *c = context;
    const struct model *m = c->model;
    const char *words = "";
    if (lang_find_name(&c->scope, "d", 1))
        return EX_POISON;
    c->formed = true;
    if ((!c->lets_known && !c->forms_known) || c->tainted)
        return e;
    const enum lang_kind kind = lang_kind_of(c, e, &words);
    if (kind == KIND_FUNCTION)
        return along_velocity(c, e);
    if (kind != KIND_FORM)
        return ex_fail(s, "d(...) takes a function or a one-form, and this is %s", words);
    ex *gone = mem_take_array(c->diag->mem, m->coords + 1, sizeof *gone);
    ex *velocity = mem_take_array(c->diag->mem, m->coords + 1, sizeof *velocity);
    for (size_t i = 0; i < m->coords; i++) {
        gone[i] = ex_int(s, 0);
        velocity[i] = m->coord[i].velocity;
    }
    ex rest = e;
    ex_subst(s, &e, 1, velocity, gone, m->coords, &rest);
    if (lang_sorts(c, rest) & (SORT_VELOCITY | SORT_QUASI | SORT_DT))
        return ex_fail(s, "d(...) takes a one-form in the velocities of coordinates");
    const bool dt = c->dt_known;
    c->dt_known = false;
    const ex first = along_velocity(c, of_second(c, e)); /* v(a(w)) */
    c->dt_known = dt;
    /* the other term is the same with v and w exchanged */
    ex *both = mem_take_array(c->diag->mem, 2 * m->coords + 1, sizeof *both);
    ex *swapped = mem_take_array(c->diag->mem, 2 * m->coords + 1, sizeof *swapped);
    for (size_t i = 0; i < m->coords; i++) {
        both[2 * i] = swapped[2 * i + 1] = m->coord[i].velocity;
        both[2 * i + 1] = swapped[2 * i] = m->coord[i].second;
    }
    ex second = EX_POISON;
    ex_subst(s, &first, 1, both, swapped, 2 * m->coords, &second);
    return ex_sub(s, first, second);
}

bool lang_has_meaning(struct check *c, const char *text, size_t len)
{
    const char *const unknown = c->unknown, *const hint = c->hint;
    const bool tainted = c->tainted;
    const struct mem_mark mark = mem_mark(c->diag->mem);
    const bool has = meaning(c, c->store, text, len) != EX_POISON;
    mem_release(c->diag->mem, mark);
    c->unknown = unknown;
    c->hint = hint;
    c->tainted = tainted;
    return has;
}

/* A suggestion from the nearest declared name, or word made from one. */
static const char *suggestion(struct check *c)
{
    struct nearest near = base_nearest(c->unknown, strlen(c->unknown));
    const struct scope *sc = &c->scope;
    for (size_t i = 0; i < sc->names; i++) {
        const struct name *n = &sc->name[i];
        base_offer(&near, n->text);
        for (size_t k = 0; k < SHAPES; k++)
            if (fits(&shapes[k], n)) {
                const struct mem_mark mark = mem_mark(c->diag->mem);
                const char *best = near.best;
                base_offer(&near, base_text(c->diag->mem, "%s%s%s", shapes[k].before, n->text,
                                            shapes[k].after));
                if (near.best == best) /* not nearer: free its text */
                    mem_release(c->diag->mem, mark);
            }
    }
    return lang_hint_name(c, c->unknown, strlen(c->unknown), &near);
}

/* Help for an error of the reader, or NULL. */
static const char *remedy(struct check *c, const char *text, const struct ex_mistake *why)
{
    const char *hint = why->call ? lang_hint_call(c, text, why->len) : NULL;
    if (hint || why->help)
        return hint ? hint : why->help;
    if (why->len > 1 && why->message && strcmp(why->message, "division by zero") == 0)
        return "this is 0 whatever the values of the names in it are";
    return why->len == 1 && *text == ';' ? "a statement ends with its line" : NULL;
}

/* ---- expressions ---- */

enum { ENOUGH = 50 }; /* errors with suggestions: later ones are not printed */

static void report(struct check *c, struct span where, const struct ex_mistake *why)
{
    struct span at = {where.src, where.at + why->at, why->len ? why->len : 1};
    if (why->at >= where.len) /* missing text at the end: point at the last character */
        at = (struct span){where.src, where.at + where.len - 1, 1};
    const bool unknown = c->unknown && base_is_word(where.src->text + at.at, why->len, c->unknown);
    if (unknown) {
        struct note *n = base_error(c->diag, at, "unknown name '%s'", c->unknown);
        if (c->hint || c->diag->errors <= ENOUGH)
            n->help = c->hint ? c->hint : suggestion(c);
    } else {
        base_error(c->diag, at, "%s", why->message ? why->message : "cannot be read")->help =
            remedy(c, where.src->text + at.at, why);
    }
}

ex lang_read_expr(struct check *c, struct span where)
{
    const struct ex_reader also = c->also ? *c->also : (struct ex_reader){.pair = NULL};
    const struct ex_reader reader = {.name = meaning,
                                     .wedge = wedge,
                                     .differential = differential,
                                     .pair = also.pair,
                                     .is_function = also.is_function,
                                     .apply = also.apply,
                                     .context = c};
    struct ex_mistake why = {.message = NULL};
    c->unknown = c->hint = NULL;
    c->tainted = c->formed = false;
    lang_sort_symbols(c);   /* before reading: ex_read releases the scratch memory that it takes */
    if (ex_error(c->store)) /* such as a limit: reported once, at the end of the stage */
        return EX_POISON;
    const ex e = ex_read(c->store, where.src->clean + where.at, where.len, &reader, &why);
    if (e == EX_POISON)
        report(c, where, &why);
    return e;
}

/* ---- values in terms of each other ---- */

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

/* An edge for each value that mentions the symbol of another, in the order of `from`. */
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

/* Follows unresolved edges from `start`: after n steps the walk is on a cycle. */
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

size_t lang_unwind(struct store *s, const ex *symbol, ex *value, size_t n)
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
