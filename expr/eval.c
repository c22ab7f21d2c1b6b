/* expr/eval.c -- values of expressions: in doubles, and modulo a prime. */
#include "store.h"

#include <math.h>
#include <string.h>

#define PI_VALUE 3.14159265358979323846

/* Integer powers by multiplication, as in generated code; others by the C library. */
static double value_pow(double a, double b)
{
    if (b == 0.5)
        return sqrt(a);
    if (b == -0.5)
        return 1 / sqrt(a);
    if (b != rint(b) || fabs(b) > 64)
        return pow(a, b);
    double r = 1, square = a;
    for (int k = (int)fabs(b); k; k >>= 1) {
        if (k & 1)
            r *= square;
        if (k > 1)
            square *= square;
    }
    return b < 0 ? 1 / r : r;
}

/* One row becomes its value as a function. */
#define OP(name, text, kind, args, bind, sym, at0, undo, canon, value, ...)                        \
    static double value_of_##name(double a, double b)                                              \
    {                                                                                              \
        return ((void)a, (void)b, value);                                                          \
    }
#include "ops.h"
#undef OP

static double (*const values[EX_OPS])(double a, double b) = {
#define OP(name, ...) [EX_##name] = value_of_##name,
#include "ops.h"
#undef OP
};

double ex_row_value(enum ex_op op, double a, double b)
{
    return values[op](a, b);
}

static double value_at(struct store *s, const struct walk *w, ex e, const double *v)
{
    enum ex_op op = op_of(s, e);
    if (op == EX_num)
        return ex_number(s, e);
    const ex *args = words_at(s, e);
    size_t n = node_at(s, e)->n;
    double r = n ? v[place_of(w, args[0])] : 0;
    if (ex_row[op].kind != FOLD)
        return values[op](r, n > 1 ? v[place_of(w, args[1])] : 0);
    for (size_t i = 1; i < n; i++)
        r = values[op](r, v[place_of(w, args[i])]);
    return r;
}

static void sweep(struct store *s, const struct walk *w, const ex *x, const double *v, size_t n,
                  double *out)
{
    for (size_t i = 0; i < w->n; i++)
        out[i] = NAN;
    for (size_t i = 0; i < n; i++)
        if (layer_has(w->place, x[i]))
            out[place_of(w, x[i])] = v[i];
    for (size_t i = 0; i < w->n; i++)
        if (op_of(s, w->at[i]) != EX_sym && op_of(s, w->at[i]) != EX_none)
            out[i] = value_at(s, w, w->at[i], out);
}

void ex_eval(struct store *s, const ex *e, size_t m, const ex *x, const double *v, size_t n,
             double *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct walk w = walk_begin(s, e, m);
    double *all = mem_take_array(s->mem, w.n, sizeof *all);
    sweep(s, &w, x, v, n, all);
    for (size_t j = 0; j < m; j++)
        out[j] = all[place_of(&w, e[j])];
    walk_end(s);
    mem_release(s->mem, mark);
}

void ex_eval_all(struct store *s, struct ex_list nodes, const ex *x, const double *v, size_t n,
                 double *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct walk w = walk_begin(s, nodes.at, nodes.n); /* the same list again, with places */
    sweep(s, &w, x, v, n, out);
    walk_end(s);
    mem_release(s->mem, mark);
}

/* ---- modulo EX_PRIME = 2^61 - 1 ---- */

static uint64_t mod_add(uint64_t a, uint64_t b)
{
    uint64_t r = a + b;
    return r >= EX_PRIME ? r - EX_PRIME : r;
}

static uint64_t mod_sub(uint64_t a, uint64_t b)
{
    return a >= b ? a - b : a + EX_PRIME - b;
}

static uint64_t mod_mul(uint64_t a, uint64_t b)
{
    __extension__ unsigned __int128 p = (unsigned __int128)a * b;
    return mod_add((uint64_t)(p & EX_PRIME), (uint64_t)(p >> 61));
}

uint64_t ex_mod_power(uint64_t a, uint64_t k)
{
    uint64_t r = 1;
    for (; k; k >>= 1) {
        if (k & 1)
            r = mod_mul(r, a);
        a = mod_mul(a, a);
    }
    return r;
}

static uint64_t mod_div(uint64_t a, uint64_t b)
{
    return b ? mod_mul(a, ex_mod_power(b, EX_PRIME - 2)) : EX_NO_RESIDUE;
}

#define NO_MOD EX_NO_RESIDUE
/* One row becomes its residue as a function. */
#define OP(name, text, kind, args, bind, sym, at0, undo, canon, value, mod, ...)                   \
    static uint64_t mod_of_##name(uint64_t a, uint64_t b)                                          \
    {                                                                                              \
        return ((void)a, (void)b, mod);                                                            \
    }
#include "ops.h"
#undef OP

static uint64_t (*const residues[EX_OPS])(uint64_t a, uint64_t b) = {
#define OP(name, ...) [EX_##name] = mod_of_##name,
#include "ops.h"
#undef OP
};

uint64_t ex_row_mod(enum ex_op op, uint64_t a, uint64_t b)
{
    return residues[op](a, b);
}

static uint64_t residue_of_number(struct store *s, struct rat r)
{
    if (r.d == 1 && r.n >= 0 && r.n < (int64_t)EX_PRIME)
        return (uint64_t)r.n;
    return mod_div(rat_mod(s, r, false, EX_PRIME), rat_mod(s, r, true, EX_PRIME));
}

/* The exponent is an integer, not a residue: it is read from the node. */
static uint64_t residue_of_power(struct store *s, uint64_t base, ex exponent)
{
    int64_t k;
    if (!ex_is_int(s, exponent, &k) || (k < 0 && base == 0))
        return EX_NO_RESIDUE;
    uint64_t r = ex_mod_power(base, k < 0 ? 0 - (uint64_t)k : (uint64_t)k);
    return k < 0 ? mod_div(1, r) : r;
}

static uint64_t residue_at(struct store *s, const struct walk *w, ex e, const uint64_t *v)
{
    enum ex_op op = op_of(s, e);
    if (op == EX_num)
        return residue_of_number(s, rat_of(s, e));
    const ex *args = words_at(s, e);
    size_t n = node_at(s, e)->n;
    for (size_t i = 0; i < n; i++)
        if (v[place_of(w, args[i])] == EX_NO_RESIDUE && !(op == EX_pow && i == 1))
            return EX_NO_RESIDUE;
    uint64_t r = n ? v[place_of(w, args[0])] : 0;
    if (op == EX_pow)
        return residue_of_power(s, r, args[1]);
    if (ex_row[op].kind != FOLD)
        return residues[op](r, n > 1 ? v[place_of(w, args[1])] : 0);
    for (size_t i = 1; i < n; i++)
        r = residues[op](r, v[place_of(w, args[i])]);
    return r;
}

bool ex_eval_mod(struct store *s, const ex *e, size_t m, const ex *x, const uint64_t *v, size_t n,
                 uint64_t *out)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct walk w = walk_begin(s, e, m);
    uint64_t *all = mem_take_array(s->mem, w.n, sizeof *all);
    bool good = true;
    for (size_t i = 0; i < w.n; i++)
        all[i] = EX_NO_RESIDUE;
    for (size_t i = 0; i < n; i++)
        if (layer_has(w.place, x[i]))
            all[place_of(&w, x[i])] = v[i] % EX_PRIME;
    for (size_t i = 0; i < w.n; i++)
        if (op_of(s, w.at[i]) != EX_sym && op_of(s, w.at[i]) != EX_none)
            all[i] = residue_at(s, &w, w.at[i], all);
    for (size_t j = 0; j < m; j++) {
        out[j] = all[place_of(&w, e[j])];
        good &= out[j] != EX_NO_RESIDUE;
    }
    walk_end(s);
    mem_release(s->mem, mark);
    return good;
}
