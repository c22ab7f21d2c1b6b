/* gen/language/lie_algebras.c -- table of Lie algebras known by name. */
#include "gen/language/statements.h"

#include <string.h>

/* In the body convention; in the space convention all signs are opposite. */
/* clang-format off */
static const struct algebra_row algebras[] = {
    {"so(3)", 3, "a, b, c with [a,b] = c",
        {{0, 1, 2, 1}, {1, 2, 0, 1}, {0, 2, 1, -1}}},
    {"se(2)", 3, "v, u, w with [w,v] = u: two of translations, then the rotation",
        {{0, 2, 1, -1}, {1, 2, 0, 1}}},
    {"se(3)", 6, "three of rotations, then three of translations",
        {{0, 1, 2, 1}, {1, 2, 0, 1}, {0, 2, 1, -1},
         {0, 4, 5, 1}, {1, 5, 3, 1}, {2, 3, 4, 1},
         {0, 5, 4, -1}, {1, 3, 5, -1}, {2, 4, 3, -1}}},
    {"sl(2)", 3, "h, e, f with [h,e] = 2 e, [h,f] = -2 f, [e,f] = h",
        {{0, 1, 1, 2}, {0, 2, 2, -2}, {1, 2, 0, 1}}},
    {"heisenberg", 3, "a, b, c with [a,b] = c",
        {{0, 1, 2, 1}}},
};
/* clang-format on */

/* Blanks are ignored: so (3). */
static bool is_called(struct span s, const char *name)
{
    size_t k = 0;
    for (size_t i = 0; i < s.len; i++) {
        const char ch = s.src->clean[s.at + i];
        if (ch == ' ' || ch == '\t')
            continue;
        if (!name[k] || name[k++] != ch)
            return false;
    }
    return name[k] == 0;
}

const struct algebra_row *lang_algebra(struct diag *d, struct span name)
{
    struct mem_text all = mem_text(d->mem);
    for (size_t i = 0; i < sizeof algebras / sizeof *algebras; i++) {
        if (is_called(name, algebras[i].name))
            return &algebras[i];
        mem_put_f(&all, "%s%s", i ? ", " : "", algebras[i].name);
    }
    struct note *n = base_error(d, name, "unknown algebra '%s'", base_span_copy(d->mem, name));
    n->help =
        base_text(d->mem, "known are %s; others are written with sections and bracket", all.text);
    return NULL;
}
