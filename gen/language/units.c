/* gen/language/units.c -- units: all terms of a sum must have the same one.
 *
 * A unit is a product of powers of symbols. Derived units of the SI are expanded; every other
 * symbol is a base unit, so that cm and m do not agree. An unknown unit agrees with every other:
 * that of names without one, and of numbers that are not simple factors like 1/2. A velocity x' has
 * the unit of x divided by time, a field d_x that of 1/x': then the sum v d_x + w d_y and the
 * product of a momentum and a velocity have consistent units.
 */
#include "gen/language/statements.h"

#include <stdlib.h>
#include <string.h>

enum {
    BASES = 16,      /* base units of a model */
    WHOLE = 12,      /* exponents are stored in twelfths, for roots */
    STEEP = 1000000, /* limit of exponents */
};

struct unit {
    bool known;
    int power[BASES];
};

/* A symbol with its unit. */
struct unit_key {
    ex symbol;
    struct unit unit;
};

struct units {
    struct check *c;
    const char *base[BASES];
    size_t bases;
    struct unit_key *key; /* sorted by symbol */
    size_t keys;
    struct unit time, energy;
    struct span told; /* the place of the last error */
};

static const struct unit plain = {.known = true}; /* dimensionless */
static const struct unit unknown = {.known = false};

/* ---- arithmetic ---- */

static struct unit times(struct unit a, struct unit b, int power)
{
    if (!a.known || !b.known)
        return unknown;
    for (size_t i = 0; i < BASES; i++) {
        a.power[i] += power * b.power[i];
        if (abs(a.power[i]) > STEEP)
            return unknown;
    }
    return a;
}

static struct unit over(struct unit a, struct unit b)
{
    return times(a, b, -1);
}

/* a^(num/den) */
static struct unit raised(struct unit a, int64_t num, int64_t den)
{
    for (size_t i = 0; i < BASES && a.known; i++) {
        const int64_t all = a.power[i] * num;
        if (llabs(num) > STEEP || all % den || llabs(all / den) > STEEP)
            return unknown;
        a.power[i] = (int)(all / den);
    }
    return a;
}

static bool is_same(struct unit a, struct unit b)
{
    return memcmp(a.power, b.power, sizeof a.power) == 0;
}

/* ---- units as text ---- */

/* Derived units, as powers of kg, m, s, A. */
static const char *const si[] = {"kg", "m", "s", "A"};
static const struct derived_unit {
    const char *name;
    signed char power[4];
} derived[] = {
    {"N", {1, 1, -2, 0}},   {"J", {1, 2, -2, 0}},  {"W", {1, 2, -3, 0}},  {"Pa", {1, -1, -2, 0}},
    {"Hz", {0, 0, -1, 0}},  {"C", {0, 0, 1, 1}},   {"V", {1, 2, -3, -1}}, {"T", {1, 0, -2, -1}},
    {"Wb", {1, 2, -2, -1}}, {"H", {1, 2, -2, -2}}, {"F", {-1, -2, 4, 2}}, {"Ohm", {1, 2, -3, -2}},
    {"rad", {0, 0, 0, 0}},  {"sr", {0, 0, 0, 0}},
};
enum { DERIVED = sizeof derived / sizeof *derived, SI = sizeof si / sizeof *si };

/* A base unit. */
static struct unit base_unit(struct units *all, const char *name, size_t len)
{
    size_t k = 0;
    while (k < all->bases && !base_is_word(name, len, all->base[k]))
        k++;
    if (k == BASES)
        return unknown;
    if (k == all->bases)
        all->base[all->bases++] = base_text(all->c->diag->mem, "%.*s", (int)len, name);
    struct unit u = plain;
    u.power[k] = WHOLE;
    return u;
}

static struct unit made_unit(struct units *all, const struct derived_unit *row)
{
    struct unit u = plain;
    for (size_t i = 0; i < SI; i++)
        if (row->power[i])
            u = times(u, base_unit(all, si[i], strlen(si[i])), row->power[i]);
    return u;
}

static struct unit unit_of_name(struct units *all, const char *name, size_t len)
{
    for (size_t i = 0; i < DERIVED; i++)
        if (base_is_word(name, len, derived[i].name))
            return made_unit(all, &derived[i]);
    return base_unit(all, name, len);
}

struct reader {
    struct units *all;
    const char *at;
    bool bad;
};

static void skip_blanks(struct reader *r)
{
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r')
        r->at++;
}

static bool is_digit(char ch)
{
    return ch >= '0' && ch <= '9';
}

/* A letter, also beyond ASCII, except for superscript 2 and 3 and the dot of a product. */
static bool is_letter(const char *at)
{
    const unsigned char ch = (unsigned char)*at, next = ch ? (unsigned char)at[1] : 0;
    if (ch == 0xC2 && (next == 0xB2 || next == 0xB3 || next == 0xB7))
        return false;
    return ch >= 0x80 || (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_' ||
           ch == '%';
}

static bool take(struct reader *r, const char *sign)
{
    skip_blanks(r);
    const size_t len = strlen(sign);
    if (strncmp(r->at, sign, len) != 0)
        return false;
    r->at += len;
    return true;
}

static int64_t read_digits(struct reader *r)
{
    int64_t n = 0;
    r->bad |= !is_digit(*r->at);
    for (; is_digit(*r->at); r->at++)
        n = n < STEEP ? 10 * n + (*r->at - '0') : n;
    return n;
}

/* m^2, m^-2, m^(1/2); also m2 for m^2 */
static void read_power(struct reader *r, int64_t *num, int64_t *den)
{
    *num = *den = 1;
    if (is_digit(*r->at)) {
        *num = read_digits(r);
        return;
    }
    if (take(r, "\xC2\xB2") || take(r, "\xC2\xB3")) {
        *num = r->at[-1] == '\xB2' ? 2 : 3;
        return;
    }
    if (!take(r, "^"))
        return;
    const bool paren = take(r, "(");
    const int64_t sign = take(r, "-") ? -1 : 1;
    skip_blanks(r);
    *num = sign * read_digits(r);
    if (paren && take(r, "/")) {
        skip_blanks(r);
        *den = read_digits(r);
    }
    r->bad |= *den == 0 || (paren && !take(r, ")"));
}

/* A symbol and its power. */
static struct unit read_factor(struct reader *r)
{
    int64_t num = 1, den = 1;
    struct unit u = plain;
    skip_blanks(r);
    const char *name = r->at;
    while (is_letter(r->at))
        r->at++;
    if (r->at > name) {
        u = unit_of_name(r->all, name, (size_t)(r->at - name));
    } else if (*r->at == '1' && !is_digit(r->at[1])) {
        r->at++;
    } else {
        r->bad = true;
        return u;
    }
    read_power(r, &num, &den);
    return r->bad ? u : raised(u, num, den);
}

static bool ends(struct reader *r)
{
    skip_blanks(r);
    return *r->at == 0 || *r->at == ')' || *r->at == '/';
}

static struct unit read_product(struct reader *r)
{
    struct unit u = read_factor(r);
    while (!r->bad && !ends(r)) {
        if (!take(r, "*"))
            take(r, "\xC2\xB7");
        u = times(u, read_factor(r), 1);
    }
    return u;
}

/* product [/ factor | / (product)]; a/b c is ambiguous and an error */
static struct unit read_unit(struct units *all, const char *text, bool *bad)
{
    struct reader r = {.all = all, .at = text};
    skip_blanks(&r);
    if (*r.at == 0 || strcmp(r.at, "-") == 0)
        return plain;
    struct unit u = read_product(&r);
    if (!r.bad && take(&r, "/")) {
        const bool paren = take(&r, "(");
        u = over(u, paren ? read_product(&r) : read_factor(&r));
        r.bad |= paren && !take(&r, ")");
    }
    skip_blanks(&r);
    *bad |= r.bad || *r.at;
    return r.bad || *r.at ? unknown : u;
}

static void put_power(struct mem_text *out, const char *name, int twelfths)
{
    int num = abs(twelfths), den = WHOLE;
    for (int k = WHOLE; k > 1; k--)
        if (num % k == 0 && den % k == 0) {
            num /= k;
            den /= k;
        }
    mem_put(out, name);
    if (den > 1)
        mem_put_f(out, "^(%d/%d)", num, den);
    else if (num > 1)
        mem_put_f(out, "^%d", num);
}

/* Rank of a base unit in output: those of the SI first, in the order kg, m, s, A. */
static size_t rank_of(const char *base)
{
    size_t k = 0;
    while (k < SI && strcmp(base, si[k]) != 0)
        k++;
    return k;
}

/* Writes the powers of one sign, separated by blanks; returns their number. */
static size_t put_side(struct mem_text *out, const struct units *all, struct unit u, int sign)
{
    size_t n = 0;
    for (size_t rank = 0; rank <= SI; rank++)
        for (size_t i = 0; i < all->bases; i++)
            if (sign * u.power[i] > 0 && rank_of(all->base[i]) == rank) {
                mem_put(out, n++ ? " " : "");
                put_power(out, all->base[i], u.power[i]);
            }
    return n;
}

static const char *unit_text(struct units *all, struct unit u)
{
    struct mem *mem = all->c->diag->mem;
    struct mem_text above = mem_text(mem);
    const size_t up = put_side(&above, all, u, 1);
    struct mem_text below = mem_text(mem);
    const size_t down = put_side(&below, all, u, -1);
    const char *text = down == 0   ? above.text
                       : down == 1 ? base_text(mem, "%s/%s", up ? above.text : "1", below.text)
                                   : base_text(mem, "%s/(%s)", up ? above.text : "1", below.text);
    if (!up && !down)
        return "a plain number";
    for (size_t i = 0; i < DERIVED; i++) {
        const struct unit other = made_unit(all, &derived[i]);
        if (other.known && is_same(u, other) && derived[i].power[0]) /* 1/s is not always Hz */
            return base_text(mem, "%s = %s", derived[i].name, text);
    }
    return text;
}

/* ---- names ---- */

static int by_symbol(const void *a, const void *b)
{
    const ex x = ((const struct unit_key *)a)->symbol, y = ((const struct unit_key *)b)->symbol;
    return (x > y) - (x < y);
}

static struct unit declared_unit(struct units *all, const char *text, const char *name,
                                 struct span where)
{
    bool bad = false;
    if (!text)
        return unknown;
    const struct unit u = read_unit(all, text, &bad);
    if (bad)
        base_error(all->c->diag, where, "the unit [%s] of '%s' cannot be read", text, name)->help =
            "units are products of powers, like [kg m^2/s^2], [1/s] or [kg/(m s)]";
    return u;
}

static void add_key(struct units *all, ex symbol, struct unit u)
{
    if (u.known && symbol != EX_POISON)
        all->key[all->keys++] = (struct unit_key){symbol, u};
}

static struct unit unit_of(const struct units *all, ex symbol)
{
    const struct unit_key want = {.symbol = symbol};
    const struct unit_key *found = bsearch(&want, all->key, all->keys, sizeof *all->key, by_symbol);
    return found ? found->unit : unknown;
}

/* The unit of time is the one that the model uses; default: s. */
static void find_time(struct units *all)
{
    static const char *const names[] = {"s", "ms", "min", "h", "day", "yr", "s"};
    size_t found = 0;
    for (size_t i = sizeof names / sizeof *names; i-- > 0;)
        for (size_t k = 0; k < all->bases; k++)
            if (strcmp(all->base[k], names[i]) == 0)
                found = i;
    all->time = base_unit(all, names[found], strlen(names[found]));
}

/* Coordinates, parameters, velocities and natural fields. */
static void find_names(struct units *all)
{
    const struct model *m = all->c->model;
    const size_t n = m->coords, k = m->sections;
    struct unit *of_coord = mem_take_array(all->c->diag->mem, n + 1, sizeof *of_coord);
    struct unit *of_section = mem_take_array(all->c->diag->mem, k + 1, sizeof *of_section);
    for (size_t i = 0; i < n; i++)
        of_coord[i] = declared_unit(all, m->coord[i].unit, m->coord[i].name, m->coord[i].where);
    for (size_t B = m->general ? 0 : n; B < k; B++)
        of_section[B] =
            declared_unit(all, m->section[B].unit, m->section[B].name, m->section[B].where);
    for (size_t i = 0; i < m->params; i++)
        add_key(all, m->param[i].symbol,
                declared_unit(all, m->param[i].unit, m->param[i].name, m->param[i].where));
    find_time(all);
    add_key(all, m->time, all->time);
    add_key(all, m->dt, plain); /* forms are divided by dt: dx is x', and dt is dt/dt = 1 */
    for (size_t i = 0; i < n; i++) {
        const struct unit velocity = over(of_coord[i], all->time);
        add_key(all, m->coord[i].q, of_coord[i]);
        if (!m->general) {
            of_section[i] = velocity;
            continue;
        }
        add_key(all, m->coord[i].velocity, velocity);
        add_key(all, m->coord[i].second, velocity);
        add_key(all, m->coord[i].section, over(plain, velocity));
    }
    for (size_t B = 0; B < k; B++) {
        add_key(all, m->section[B].velocity, of_section[B]);
        add_key(all, m->section[B].second, of_section[B]);
        add_key(all, m->section[B].section, over(plain, of_section[B]));
    }
    qsort(all->key, all->keys, sizeof *all->key, by_symbol);
}

/* ---- expressions ---- */

struct place {
    ex e;
    size_t index;
};

static int by_handle(const void *a, const void *b)
{
    const ex x = ((const struct place *)a)->e, y = ((const struct place *)b)->e;
    return (x > y) - (x < y);
}

/* The units of all subexpressions of an expression, and its first inconsistency. */
struct walk {
    struct ex_list nodes;
    struct place *place;
    struct unit *unit;
    ex first, second;   /* terms of a sum that differ; or the arguments of a call */
    struct unit differ; /* the unit of the second */
    const char *call;   /* the function, or NULL: a sum */
};

static struct unit at(const struct walk *w, ex e)
{
    const struct place want = {.e = e};
    const struct place *found = bsearch(&want, w->place, w->nodes.n, sizeof *w->place, by_handle);
    return found ? w->unit[found->index] : unknown;
}

/* Simple factors like 1/2 are dimensionless; 9.81 may have a unit that is not written. */
static struct unit unit_of_number(const struct units *all, ex e)
{
    int64_t num = 0, den = 1;
    const bool simple = ex_is_rat(all->c->store, e, &num, &den) && llabs(num) <= 12 && den <= 12;
    return simple ? plain : unknown;
}

static struct unit unit_of_sum(const struct units *all, struct walk *w, ex e)
{
    struct store *s = all->c->store;
    struct unit sum = unknown;
    ex one = EX_POISON;
    for (size_t i = 0; i < ex_count_args(s, e); i++) {
        const ex term = ex_arg(s, e, i);
        const struct unit u = ex_is_number(s, term) ? unknown : at(w, term);
        if (u.known && sum.known && !is_same(u, sum) && w->first == EX_POISON) {
            w->first = one;
            w->second = term;
            w->differ = u;
        }
        if (u.known && !sum.known) {
            sum = u;
            one = term;
        }
    }
    return sum;
}

static struct unit unit_of_product(const struct units *all, const struct walk *w, ex e)
{
    struct unit u = plain;
    for (size_t i = 0; i < ex_count_args(all->c->store, e); i++)
        u = times(u, at(w, ex_arg(all->c->store, e, i)), 1);
    return u;
}

static struct unit unit_of_power(const struct units *all, const struct walk *w, ex e)
{
    struct store *s = all->c->store;
    int64_t num = 0, den = 1;
    const struct unit base = at(w, ex_arg(s, e, 0));
    if (base.known && is_same(base, plain))
        return plain;
    return ex_is_rat(s, ex_arg(s, e, 1), &num, &den) ? raised(base, num, den) : unknown;
}

static const char *call_name(enum ex_op op)
{
    static const char *const names[EX_OPS] = {
#define OP(name, text, ...) text,
#include "expr/ops.h"
#undef OP
    };
    return names[op];
}

/* Arguments are dimensionless; but atan2 takes two of the same unit, and abs keeps the unit. */
static struct unit unit_of_call(const struct units *all, struct walk *w, ex e)
{
    struct store *s = all->c->store;
    const enum ex_op op = ex_op(s, e);
    const struct unit a = at(w, ex_arg(s, e, 0));
    if (op == EX_abs || op == EX_hold)
        return a;
    const struct unit want = op == EX_atan2 ? at(w, ex_arg(s, e, 1)) : plain;
    if (a.known && want.known && !is_same(a, want) && w->first == EX_POISON) {
        w->first = ex_arg(s, e, 0);
        w->second = op == EX_atan2 ? ex_arg(s, e, 1) : EX_POISON;
        w->differ = op == EX_atan2 ? want : a;
        w->call = call_name(op);
    }
    return plain;
}

static struct unit unit_of_node(const struct units *all, struct walk *w, ex e)
{
    switch (ex_op(all->c->store, e)) {
    case EX_num:
        return unit_of_number(all, e);
    case EX_sym:
        return unit_of(all, e);
    case EX_pi:
        return plain;
    case EX_add:
        return unit_of_sum(all, w, e);
    case EX_mul:
        return unit_of_product(all, w, e);
    case EX_pow:
        return unit_of_power(all, w, e);
    default:
        return ex_count_args(all->c->store, e) ? unit_of_call(all, w, e) : unknown;
    }
}

static struct unit find_unit(const struct units *all, ex e, struct walk *w)
{
    struct mem *mem = all->c->diag->mem;
    *w = (struct walk){.nodes = ex_reach(all->c->store, &e, 1)};
    w->place = mem_take_array(mem, w->nodes.n + 1, sizeof *w->place);
    w->unit = mem_take_array(mem, w->nodes.n + 1, sizeof *w->unit);
    for (size_t i = 0; i < w->nodes.n; i++) {
        w->place[i] = (struct place){w->nodes.at[i], i};
        w->unit[i] = unknown;
    }
    qsort(w->place, w->nodes.n, sizeof *w->place, by_handle);
    for (size_t i = 0; i < w->nodes.n; i++)
        w->unit[i] = unit_of_node(all, w, w->nodes.at[i]);
    return at(w, e);
}

static struct unit unit_of_ex(const struct units *all, ex e)
{
    struct walk w;
    if (e == EX_POISON)
        return unknown;
    const struct mem_mark mark = mem_mark(all->c->diag->mem);
    const struct unit u = find_unit(all, e, &w);
    mem_release(all->c->diag->mem, mark);
    return w.first == EX_POISON ? u : unknown;
}

/* ---- errors ---- */

/* At one place only one error is reported. */
static bool is_told(const struct units *all, struct span s)
{
    const struct span t = all->told;
    return t.src == s.src && s.at < t.at + t.len && t.at < s.at + s.len;
}

static const char *short_text(struct units *all, ex e)
{
    const char *text = ex_show(all->c->store, e, EX_PLAIN);
    if (text && *text == '-') /* a term is shown without its sign */
        text = ex_show(all->c->store, ex_neg(all->c->store, e), EX_PLAIN);
    return text && strlen(text) <= 60 ? text : "a part";
}

static bool check_parts(struct units *all, ex e, struct span where)
{
    struct walk w;
    struct mem *mem = all->c->diag->mem;
    const struct mem_mark mark = mem_mark(mem);
    find_unit(all, e, &w);
    if (w.first == EX_POISON) {
        mem_release(mem, mark);
        return true;
    }
    const char *first = short_text(all, w.first);
    const char *unit = unit_text(all, at(&w, w.first));
    all->told = where;
    if (w.second == EX_POISON) {
        base_error(all->c->diag, where, "'%s' takes a number without a unit", w.call)->help =
            base_text(mem, "the unit of %s is %s; angles are numbers, in rad", first, unit);
        return false;
    }
    base_error(all->c->diag, where, "%s",
               w.call ? base_text(mem, "'%s' takes two of the same unit", w.call)
                      : "the units do not fit")
        ->help = base_text(mem, "the unit of %s is %s; that of %s is %s", first, unit,
                           short_text(all, w.second), unit_text(all, w.differ));
    return false;
}

/* Reports two known units that should be equal and are not. */
static void check_same(struct units *all, struct unit got, struct unit want, struct span where,
                       const char *what, const char *like)
{
    if (!got.known || !want.known || is_same(got, want) || is_told(all, where))
        return;
    all->told = where;
    base_error(all->c->diag, where, "the unit of this %s does not fit", what)->help = base_text(
        all->c->diag->mem, "it is %s; %s %s", unit_text(all, got), like, unit_text(all, want));
}

/* Checks each let as written, then with the values of other lets. True: no error. */
static bool check_lets(struct units *all)
{
    const struct scope *sc = &all->c->scope;
    bool good = true;
    for (size_t i = 0; i < sc->lets; i++)
        if (!sc->let[i].broken)
            good &= check_parts(all, sc->let[i].raw, sc->let[i].where);
    for (size_t i = 0; i < sc->lets && good; i++)
        if (!sc->let[i].broken)
            good &= check_parts(all, sc->let[i].value, sc->let[i].where);
    return good;
}

static void check_params(struct units *all)
{
    const struct model *m = all->c->model;
    for (size_t i = 0; i < m->params; i++) {
        const struct param *p = &m->param[i];
        if (p->value != EX_POISON && !ex_is_number(m->store, p->value))
            check_same(all, unit_of_ex(all, p->value), unit_of(all, p->symbol), p->where,
                       "parameter's value", "that of the parameter is");
    }
}

/* ---- frames and energies ---- */

/* A quasi-velocity times its field is a velocity. */
static void find_fields(struct units *all)
{
    const struct model *m = all->c->model;
    struct store *s = m->store;
    struct mem *mem = all->c->diag->mem;
    struct unit *u = mem_take_array(mem, m->fields + 1, sizeof *u);
    ex *term = mem_take_array(mem, m->sections + 1, sizeof *term);
    for (size_t A = 0; A < m->fields; A++) {
        u[A] = unknown;
        if (!m->field[A].component)
            continue; /* a field that is chosen later */
        for (size_t B = 0; B < m->sections; B++)
            term[B] = ex_mul2(s, m->field[A].component[B], m->section[B].section);
        u[A] = unit_of_ex(all, ex_add(s, term, m->sections));
    }
    for (size_t A = 0; A < m->fields; A++) {
        add_key(all, m->field[A].section, u[A]);
        add_key(all, m->field[A].z, over(plain, u[A]));
    }
    qsort(all->key, all->keys, sizeof *all->key, by_symbol);
}

/* The unit of energy is that of the metric or Lagrangian; with a Hamiltonian, the joule if all
 * units of the model are of the SI. */
static void find_energy(struct units *all)
{
    const struct model *m = all->c->model;
    bool is_si = true;
    all->energy = unit_of_ex(all, m->metric != EX_POISON ? m->metric : m->lagrangian);
    for (size_t i = 0; i < all->bases; i++)
        is_si &= rank_of(all->base[i]) < SI;
    if (m->hamiltonian != EX_POISON && is_si)
        all->energy = unit_of_name(all, "J", 1);
    add_key(all, m->energy, all->energy);
    for (size_t B = 0; B < m->sections; B++)
        add_key(all, m->section[B].momentum,
                over(all->energy, unit_of(all, m->section[B].velocity)));
    for (size_t A = 0; A < m->fields; A++)
        add_key(all, m->field[A].eta, over(all->energy, unit_of(all, m->field[A].z)));
    qsort(all->key, all->keys, sizeof *all->key, by_symbol);
}

/* Checks the unit of a whole statement: an energy, or an energy divided by time. */
static void check_whole(struct units *all, const struct reading *r)
{
    const struct unit power = over(all->energy, all->time), u = unit_of_ex(all, r->value);
    switch (r->what) {
    case STATEMENT_potential:
        check_same(all, u, all->energy, r->where, "potential", "that of the kinetic energy is");
        break;
    case STATEMENT_hamiltonian:
        check_same(all, u, all->energy, r->where, "Hamiltonian", "an energy is");
        break;
    case STATEMENT_magnetic:
        if (all->c->model->magnetic == r->value)
            check_same(all, u, all->energy, r->where, "one-form",
                       "as a part of the Lagrangian, with dx for x', it would be");
        break;
    case STATEMENT_dissipation:
        check_same(all, u, power, r->where, "Rayleigh function", "an energy by time is");
        break;
    case STATEMENT_force:
        if (all->c->model->force == r->value)
            check_same(all, u, power, r->where, "force", "a force times dx, for x', is a power:");
        break;
    default:
        break;
    }
}

static void check_loads(struct units *all)
{
    const struct model *m = all->c->model;
    for (size_t i = 0; i < m->loads; i++) {
        const struct load *l = &m->load[i];
        const ex velocity = l->frame ? m->field[l->index].z : m->section[l->index].velocity;
        const struct unit power = over(all->energy, all->time);
        check_same(all, unit_of_ex(all, l->value), over(power, unit_of(all, velocity)), l->where,
                   "force", "a force times its velocity is a power, so it would be");
    }
}

static bool are_given(const struct model *m)
{
    bool given = false;
    for (size_t i = 0; i < m->coords; i++)
        given |= m->coord[i].unit != NULL;
    for (size_t i = 0; i < m->params; i++)
        given |= m->param[i].unit != NULL;
    for (size_t B = 0; B < m->sections; B++)
        given |= m->section[B].unit != NULL;
    return given;
}

/* The unit as a label of an axis: N, m/s; NULL: unknown or dimensionless. */
static const char *short_unit(struct units *all, ex e)
{
    const struct unit u = unit_of_ex(all, e);
    if (!u.known || is_same(u, plain))
        return NULL;
    const char *text = unit_text(all, u), *sign = strstr(text, " = ");
    return sign ? base_text(all->c->diag->mem, "%.*s", (int)(sign - text), text) : text;
}

static void label_plots(struct units *all)
{
    struct model *m = all->c->model;
    for (size_t i = 0; i < m->plots; i++) {
        m->plot[i].x_unit = short_unit(all, m->plot[i].x);
        if (m->plot[i].of == PLOT_NUMBER)
            m->plot[i].y_unit = short_unit(all, m->plot[i].y);
    }
}

void lang_check_units(struct check *c)
{
    const struct model *m = c->model;
    struct units all = {.c = c};
    const size_t before = c->diag->errors;
    if (!are_given(m) || ex_error(c->store))
        return;
    all.key = mem_take_array(
        c->diag->mem, 4 * (m->coords + m->sections + m->fields) + m->params + 4, sizeof *all.key);
    find_names(&all);
    if (c->diag->errors > before || !check_lets(&all))
        return;
    check_params(&all);
    if (c->diag->errors == 0) /* else components may be missing */
        find_fields(&all);
    const struct reading *r = c->reading;
    const size_t n = c->readings;
    find_energy(&all);
    for (size_t i = 0; i < n; i++)
        if (!is_told(&all, r[i].where))
            check_parts(&all, r[i].value, r[i].where);
    for (size_t i = 0; i < n; i++)
        check_whole(&all, &r[i]);
    check_loads(&all);
    if (c->diag->errors == 0)
        label_plots(&all);
}
