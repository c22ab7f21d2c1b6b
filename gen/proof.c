/* gen/proof.c -- identities that are claimed, how well they are known, and a script that verifies
 * them with another program. */
#include "gen/gen.h"

#include <errno.h>
#include <string.h>

const char *gen_standing_text(enum gen_standing standing)
{
    static const char *const text[] = {[STANDS_PROVED] = "proved",
                                       [STANDS_LIKELY] = "zero, error < 2^-100",
                                       [STANDS_OPEN] = "undecided",
                                       [STANDS_NOT] = "false"};
    return text[standing];
}

enum gen_standing gen_worse(enum gen_standing a, enum gen_standing b)
{
    return a > b ? a : b;
}

static void keep(struct proofs *p, struct proof proof)
{
    if (p->n == p->cap) {
        struct proof *more = mem_take_array(ex_mem(p->store), 2 * p->cap + 16, sizeof *more);
        if (p->n)
            memcpy(more, p->at, p->n * sizeof *more);
        p->at = more;
        p->cap = 2 * p->cap + 16;
    }
    p->at[p->n++] = proof;
}

enum gen_standing gen_prove(struct proofs *p, const char *what, ex e)
{
    /* Operations. More would not fit anywhere; and where one attempt was in vain, others of its
     * size are not made. */
    enum { HOPELESS = 7000, SMALL = 150 };
    const double sure = -100;
    if (gen_is_null(p->store, e))
        return STANDS_PROVED;
    for (size_t i = 0; i < p->n; i++) /* two formulations may ask the same */
        if (p->at[i].zero == e)
            return p->at[i].standing;
    const struct mem_mark mark = mem_mark(ex_mem(p->store));
    const struct ex_cost cost = ex_cost(p->store, &e, 1);
    const bool hope = cost.adds + cost.muls + cost.divs <= (p->tired ? SMALL : HOPELESS);
    const struct ex_verdict v = ex_zero(p->store, e, hope);
    const enum gen_standing standing = v.answer == EX_NOT_ZERO ? STANDS_NOT
                                       : v.answer != EX_ZERO   ? STANDS_OPEN
                                       : v.proved              ? STANDS_PROVED
                                       : v.doubt <= sure       ? STANDS_LIKELY
                                                               : STANDS_OPEN;
    p->tired |= standing == STANDS_LIKELY || standing == STANDS_OPEN;
    mem_release(ex_mem(p->store), mark);
    keep(p, (struct proof){what, e, standing});
    return standing;
}

enum gen_standing gen_prove_claims(struct proofs *p, const char *what, const struct claims *c)
{
    enum gen_standing all = STANDS_PROVED;
    for (size_t i = 0; i < c->n; i++)
        all = gen_worse(all, gen_prove(p, what, c->at[i]));
    return all;
}

/* ---- certificates ---- */

static const char head[] =
    "import sys\n"
    "from sympy import *\n"
    "\n"
    "def is_zero(e):\n"
    "    \"\"\"The numerator of e, with sin(a)^2 = 1 - cos(a)^2 for every angle a, "
    "vanishes.\"\"\"\n"
    "    e = expand_trig(sympify(e))\n"
    "    angles = sorted({f.args[0] for f in e.atoms(sin, cos)}, key=str)\n"
    "    pairs = [(a, Dummy('c'), Dummy('s')) for a in angles]\n"
    "    for a, c, s in pairs:\n"
    "        e = e.subs({cos(a): c, sin(a): s})\n"
    "    top = expand(numer(together(e)))\n"
    "    for a, c, s in pairs:\n"
    "        top = expand(rem(top, s**2 + c**2 - 1, s)) if top.has(s) else top\n"
    "    return top == 0 or simplify(top) == 0\n"
    "\n";

static void put_symbols(FILE *out, struct store *s, const struct proofs *p)
{
    ex *all = gen_row(ex_mem(s), p->n);
    for (size_t i = 0; i < p->n; i++)
        all[i] = p->at[i].zero;
    const struct ex_list used = ex_symbols(s, all, p->n);
    for (size_t i = 0; i < used.n; i++) {
        const char *name = ex_show(s, used.at[i], EX_SYMPY);
        fprintf(out, "%s = Symbol('%s', real=True)\n", name, name);
    }
}

bool gen_certificate(struct diag *d, const struct proofs *p, const char *title, const char *path)
{
    struct store *s = p->store;
    FILE *out = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!out) {
        gen_fail(d, EXIT_SYSTEM, "cannot write '%s': %s", path, strerror(errno));
        return false;
    }
    fprintf(out, "# %s: what noslip claims to be zero, to be run by python3 with sympy.\n", title);
    fputs(head, out);
    put_symbols(out, s, p);
    fputs("\nclaims = [\n", out);
    for (size_t i = 0; i < p->n; i++) {
        if (p->at[i].standing != STANDS_PROVED)
            continue;
        const char *text = ex_show_within(s, p->at[i].zero, EX_SYMPY, 1 << 20);
        if (text)
            fprintf(out, "    (\"%s\", %s),\n", p->at[i].what, text);
        else
            fprintf(out, "    # too long to be printed: %s\n", p->at[i].what);
    }
    fputs("]\nbad = [what for what, e in claims if not is_zero(e)]\n"
          "print(len(claims) - len(bad), 'identities hold')\n"
          "for what in bad:\n    print('not zero:', what)\n"
          "sys.exit(1 if bad else 0)\n",
          out);
    const bool good = !ferror(out) && (out == stdout || fclose(out) == 0);
    if (!good)
        gen_fail(d, EXIT_SYSTEM, "cannot write '%s': %s", path, strerror(errno));
    return good;
}
