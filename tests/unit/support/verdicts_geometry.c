/* tests/unit/support/verdicts_geometry.c -- lines of `check` about fields and forms, in numbers. */
#include "verdicts.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS = 6, WORDS = 64 };

/* ---- dimensions, chosen fields ---- */

enum verdict_seen verdict_model(struct trial *t, const struct line *line)
{
    struct world *w = &t->w;
    const size_t n = w->n;
    size_t constraints = 0, rank = 0;
    const char *at = strstr(line->text, "constraints "), *of = strstr(line->text, "rank of C ");
    if (!at || !of || sscanf(at, "constraints %zu", &constraints) != 1 || /* NOLINT: of check */
        sscanf(of, "rank of C %zu", &rank) != 1) {                        /* NOLINT: of check */
        verdict_wrong(t, line, "no numbers in it");
        return VERDICT_HELD;
    }
    for (size_t k = 0; k < t->points; k++) {
        struct fields f;
        struct forms g;
        real fields[MOST * MOST];
        world_fields(w, &t->at[k], &f);
        world_forms(w, &t->at[k], &g);
        for (size_t i = 0; i < n * w->r; i++)
            fields[i] = f.F[i % n * n + i / n];
        const size_t have = real_rank(fields, w->r, n), forms = real_rank(g.mu, w->c, n);
        if (have != rank || forms != constraints || rank + constraints != n)
            verdict_wrong(t, line, "fields have rank %zu, forms %zu, E %zu", have, forms, n);
        for (size_t a = 0; a < w->r; a++)
            for (size_t i = 0; i < w->c; i++)
                if (!real_is_small(real_dot(&g.mu[i * n], 1, &f.F[a], n, n)))
                    verdict_wrong(t, line, "field %zu does not obey constraint %zu", a, i);
    }
    return t->points ? VERDICT_HELD : VERDICT_UNSEEN;
}

/* Fields of the complement that was chosen are orthogonal to C in the metric. */
static void look_at_complement(struct trial *t, const struct line *line, size_t A)
{
    struct world *w = &t->w;
    const size_t n = w->n;
    real W[MOST * MOST], row[MOST];
    for (size_t k = 0; k < t->points && w->m->metric != EX_POISON && !w->m->holonomics; k++) {
        struct fields f;
        world_fields(w, &t->at[k], &f);
        world_hessian(w, &t->at[k], W);
        for (size_t B = 0; B < n; B++)
            row[B] = real_dot(&W[B * n], 1, &f.F[A], n, n);
        for (size_t a = 0; a < w->r; a++)
            if (!real_is_small(real_dot(row, 1, &f.F[a], n, n)))
                verdict_wrong(t, line, "it is not orthogonal to field %zu of C", a);
    }
}

enum verdict_seen verdict_chosen(struct trial *t, const struct line *line)
{
    struct world *w = &t->w;
    size_t A = 0;
    const char *name = strchr(line->text, ' ');
    while (name && A < w->n) {
        const char *of = w->m->field[A].name;
        if (strncmp(name + 1, of, strlen(of)) == 0 && name[1 + strlen(of)] == ' ')
            break;
        A++;
    }
    if (!name || A == w->n || (A < w->r) != (strcmp(line->name, "frame") == 0)) {
        verdict_wrong(t, line, "there is no such field");
        return VERDICT_HELD;
    }
    if (A >= w->r)
        look_at_complement(t, line, A);
    const ex e = verdict_part(t, line, " = ", ", chosen");
    if (e == EX_POISON)
        return VERDICT_UNSEEN;
    struct tape tape = tape_new(w, &e, 1);
    for (size_t k = 0; k < t->points; k++) {
        struct fields f;
        world_fields(w, &t->at[k], &f);
        for (size_t B = 0; B < w->n; B++) {
            struct place one = t->at[k];
            for (size_t C = 0; C < w->n; C++)
                one.y[C] = real_of(C == B);
            verdict_compare(t, line, "a component", world_at_velocities(w, &tape, &one),
                            f.F[B * w->n + A], real_of(1));
        }
    }
    tape_free(&tape);
    return VERDICT_HELD;
}

/* ---- the bundle ---- */

/* Fields here are e_B, not f_A. */
static real natural_bracket(const struct fields *f, size_t n, size_t B, size_t C, size_t D)
{
    return f->bracket[(B * n + C) * n + D];
}

/* rho([e_B, e_C]) - [rho e_B, rho e_C] at the largest component, by differences of the anchors. */
static bool anchor_fails(struct world *w, const struct place *at, size_t B, size_t C)
{
    const size_t n = w->n, nq = w->nq;
    struct fields f, there[2];
    real defect[MOST];
    world_fields(w, at, &f);
    for (size_t i = 0; i < nq; i++)
        defect[i] = w->has_bracket ? real_dot(&f.rho[i * n], 1, &f.bracket[(B * n + C) * n], 1, n)
                                   : real_of(0);
    for (int side = 0; side < 2; side++) {
        struct place by, to;
        const size_t along = side ? C : B, of = side ? B : C;
        world_still(w, &by);
        for (size_t i = 0; i < nq; i++)
            by.q[i] = f.rho[i * n + along];
        for (int k = 0; k < 2; k++) {
            world_shift(w, at, &by, k == 1, &to);
            world_fields(w, &to, &there[k]);
        }
        for (size_t i = 0; i < nq; i++) {
            const real slope = real_shift(
                real_sub(there[0].rho[i * n + of], there[1].rho[i * n + of]), REAL_STEP - 1);
            defect[i] = side ? real_add(defect[i], slope) : real_sub(defect[i], slope);
        }
    }
    for (size_t i = 0; i < nq; i++)
        if (!real_is_small(defect[i]))
            return true;
    return false;
}

/* [e_A, [e_B, e_C]] + cyc does not vanish. */
static bool sections_fail(struct world *w, const struct place *at, const size_t index[3])
{
    const size_t n = w->n, nq = w->nq;
    struct fields f, there[2];
    real defect[MOST];
    world_fields(w, at, &f);
    for (size_t D = 0; D < n; D++)
        defect[D] = real_of(0);
    for (size_t turn = 0; turn < 3 && w->has_bracket; turn++) {
        const size_t A = index[turn], B = index[(turn + 1) % 3], C = index[(turn + 2) % 3];
        struct place by, to;
        world_still(w, &by);
        for (size_t i = 0; i < nq; i++)
            by.q[i] = f.rho[i * n + A];
        for (int k = 0; k < 2; k++) {
            world_shift(w, at, &by, k == 1, &to);
            world_fields(w, &to, &there[k]);
        }
        for (size_t D = 0; D < n; D++) {
            const real slope = real_sub(natural_bracket(&there[0], n, B, C, D),
                                        natural_bracket(&there[1], n, B, C, D));
            defect[D] = real_add(defect[D], real_shift(slope, REAL_STEP - 1));
            for (size_t E = 0; E < n; E++)
                defect[D] = real_plus(defect[D], natural_bracket(&f, n, B, C, E),
                                      natural_bracket(&f, n, A, E, D));
        }
    }
    for (size_t D = 0; D < n; D++)
        if (!real_is_small(defect[D]))
            return true;
    return false;
}

/* The section whose name is at the start of the text. */
static size_t section_at(const struct world *w, const char *text)
{
    for (size_t B = 0; B < w->n; B++) {
        const size_t len = strlen(w->m->section[B].name);
        if (strncmp(text, w->m->section[B].name, len) == 0 && strchr(",]", text[len]))
            return B;
    }
    return w->n;
}

static bool any_fails(struct world *w, const struct place *at)
{
    for (size_t A = 0; A < w->n; A++)
        for (size_t B = A + 1; B < w->n; B++) {
            if (anchor_fails(w, at, A, B))
                return true;
            for (size_t C = B + 1; C < w->n; C++)
                if (sections_fail(w, at, (size_t[3]){A, B, C}))
                    return true;
        }
    return false;
}

enum verdict_seen verdict_bundle(struct trial *t, const struct line *line)
{
    struct world *w = &t->w;
    const char *map = strstr(line->text, "does not map ["), *cyc = strstr(line->text, ": [");
    const bool lie = strstr(line->text, "is a Lie algebroid") != NULL;
    bool fails = false;
    if (w->m->two_anchors) /* Leibniz' rule: B is compared by its entries */
        return verdict_jacobi(t, verdict_other(t, "jacobi", ""));
    for (size_t k = 0; k < t->points; k++) {
        size_t index[3] = {0};
        const char *at = map ? map + strlen("does not map [") : cyc ? cyc + 3 : NULL;
        for (size_t i = 0; at && i < (map ? 2 : 3); i++) {
            at += strspn(at, "[, ");
            index[i] = section_at(w, at);
            REQUIRE(index[i] < w->n, "no section in '%s'", line->text);
            at += strlen(w->m->section[index[i]].name);
        }
        fails |= lie   ? any_fails(w, &t->at[k])
                 : map ? anchor_fails(w, &t->at[k], index[0], index[1])
                       : sections_fail(w, &t->at[k], index);
    }
    if (t->points && fails == lie)
        verdict_wrong(t, line, lie ? "an identity fails" : "it vanishes");
    return t->points ? VERDICT_HELD : VERDICT_UNSEEN;
}

/* ---- growth ---- */

struct growing {
    struct word word[WORDS * WORDS / 4];
    size_t words;
    real span[WORDS * MOST]; /* of independent ones */
    size_t rank, newest, fresh[2][WORDS], count[2];
};

static void add_word(struct world *w, const struct place *at, struct growing *g, struct word word)
{
    const size_t n = w->n;
    g->word[g->words] = word;
    world_word(w, &g->word[g->words], at, &g->span[g->rank * n]);
    if (g->rank == n || real_rank(g->span, g->rank + 1, n) == g->rank)
        return;
    g->rank++;
    g->fresh[g->newest][g->count[g->newest]++] = g->words++;
}

/* Ranks of C, C + [C, C], ... at a point, at most LEVELS of them; whole: the last one is final. */
static size_t growth_at(struct world *w, const struct place *at, size_t *rank, bool *whole)
{
    static struct growing g;
    size_t steps = 0;
    g = (struct growing){.words = 0};
    for (size_t a = 0; a < w->r; a++)
        add_word(w, at, &g, (struct word){.field = a});
    rank[steps++] = g.rank;
    *whole = g.rank == w->n;
    while (steps < LEVELS && !*whole) {
        const size_t old = g.newest;
        g.newest = 1 - old;
        g.count[g.newest] = 0;
        for (size_t a = 0; a < w->r; a++)
            for (size_t k = 0; k < g.count[old]; k++) {
                const struct word *field = &g.word[a], *word = &g.word[g.fresh[old][k]];
                add_word(w, at, &g, (struct word){.left = field, .right = word});
                if (!w->skew)
                    add_word(w, at, &g, (struct word){.left = word, .right = field});
            }
        *whole = g.rank == rank[steps - 1] || g.rank == w->n;
        if (g.rank > rank[steps - 1])
            rank[steps++] = g.rank;
    }
    return steps;
}

static bool says_growth(struct trial *t, const struct line *line, const size_t *rank, size_t steps,
                        bool whole)
{
    const char *at = strchr(line->text, '(') + 1, *least = strstr(line->text, "at least ");
    size_t k = 0;
    for (; *at >= '0' && *at <= '9'; k++) {
        const size_t value = (size_t)strtoul(at, (char **)&at, 10);
        at += strspn(at, ", ");
        if (k < steps && value != rank[k])
            return false;
    }
    const bool cut = least != NULL,
               never = !strstr(line->text, "not ") && strstr(line->text, "integrable");
    if (least && strtoul(least + strlen("at least "), NULL, 10) > rank[steps - 1] && whole)
        return false;
    if (never && rank[steps - 1] > t->w.r)
        return false;
    if (strstr(line->text, "not integrable") && whole && rank[steps - 1] == t->w.r)
        return false;
    return cut ? k <= steps || !whole : whole ? k == steps : k >= steps;
}

enum verdict_seen verdict_growth(struct trial *t, const struct line *line)
{
    size_t rank[LEVELS];
    bool whole = false;
    if (!strchr(line->text, '(')) {
        if (t->w.c)
            verdict_wrong(t, line, "there are constraints");
        return VERDICT_HELD;
    }
    for (size_t k = 0; k < t->points; k++) {
        const size_t steps = growth_at(&t->w, &t->at[k], rank, &whole);
        if (!says_growth(t, line, rank, steps, whole)) {
            char text[120] = "";
            for (size_t i = 0; i < steps; i++)
                snprintf(text + strlen(text), sizeof text - strlen(text), " %zu", rank[i]);
            verdict_wrong(t, line, "ranks are%s%s", text, whole ? "" : " ...");
        }
    }
    return t->points && (!line->standing || strcmp(line->standing, "undecided") != 0)
               ? VERDICT_HELD
               : VERDICT_UNSEEN;
}

/* ---- integrals ---- */

static enum verdict_seen look_at_integral(struct trial *t, const struct line *line, ex e)
{
    struct world *w = &t->w;
    for (size_t k = 0; k < t->points; k++) {
        struct fields f;
        struct place by;
        real size = real_of(0);
        world_fields(w, &t->at[k], &f);
        for (size_t i = 0; i < w->nq; i++) {
            world_still(w, &by);
            by.q[i] = real_of(1);
            const real slope = world_rate(w, e, &t->at[k], &by);
            size = real_plus(size, slope, slope);
        }
        if (real_is_small(size))
            verdict_wrong(t, line, "it is a constant");
        for (size_t a = 0; a < w->r; a++) {
            world_still(w, &by);
            for (size_t i = 0; i < w->nq; i++)
                by.q[i] = real_dot(&f.rho[i * w->n], 1, &f.F[a], w->n, w->n);
            verdict_compare(t, line, "its slope along a field", world_rate(w, e, &t->at[k], &by),
                            real_of(0), size);
        }
    }
    return t->points ? VERDICT_HELD : VERDICT_UNSEEN;
}

enum verdict_seen verdict_integral(struct trial *t, const struct line *line)
{
    size_t found = 0, all = 0, rank[LEVELS];
    bool whole = false;
    const ex e = verdict_part(t, line, "in C: ", NULL);
    if (e != EX_POISON)
        return look_at_integral(t, line, e);
    /* NOLINTNEXTLINE(cert-err34-c): written by check */
    if (sscanf(line->text, "%zu of %zu functions", &found, &all) != 2 || !t->points)
        return VERDICT_UNSEEN;
    const size_t steps = growth_at(&t->w, &t->at[0], rank, &whole);
    if (whole && all != t->w.n - rank[steps - 1])
        verdict_wrong(t, line, "there are %zu", t->w.n - rank[steps - 1]);
    return VERDICT_HELD;
}

/* ---- brackets that leave C ---- */

static size_t field_of(const struct world *w, const char *text, const char *ends)
{
    for (size_t A = 0; A < w->n; A++) {
        const size_t len = strlen(w->m->field[A].name);
        if (strncmp(text, w->m->field[A].name, len) == 0 && text[len] && strchr(ends, text[len]))
            return A;
    }
    return w->n;
}

/* Components that leave C, of all brackets of fields of C. */
static size_t count_leaving(struct trial *t)
{
    struct world *w = &t->w;
    size_t count = 0;
    for (size_t j = 0; j < w->r; j++)
        for (size_t k = w->skew ? j + 1 : 0; k < w->r; k++) {
            bool leaves[MOST] = {false};
            for (size_t p = 0; p < t->points; p++) {
                const struct word left = {.field = j}, right = {.field = k};
                const struct word both = {.left = &left, .right = &right};
                real v[MOST], on[MOST];
                world_word(w, &both, &t->at[p], v);
                if (!world_in_frame(w, &t->at[p], v, on))
                    continue;
                for (size_t i = w->r; i < w->n; i++)
                    leaves[i] |= !real_is_small(on[i]);
            }
            for (size_t i = w->r; i < w->n; i++)
                count += leaves[i];
        }
    return count;
}

static void look_at_number(struct trial *t, const struct line *line)
{
    size_t listed = 0, more = 0;
    for (size_t i = 0; i < t->lines; i++) {
        const struct line *l = &t->line[i];
        if (strcmp(l->name, "leaves") != 0)
            continue;
        if (l == line && listed)
            return;
        listed += l->text[0] == '[';
        /* NOLINTNEXTLINE(cert-err34-c): written by check */
        if (l->text[0] != '[' && sscanf(l->text, "and %zu more", &more) != 1)
            verdict_wrong(t, line, "no number in '%s'", l->text);
    }
    const size_t count = count_leaving(t);
    if (t->points && listed + more != count)
        verdict_wrong(t, line, "%zu components leave C, not %zu", count, listed + more);
}

enum verdict_seen verdict_leaves(struct trial *t, const struct line *line)
{
    struct world *w = &t->w;
    const char *comma = strstr(line->text, ", "), *label = strstr(line->text, "c^");
    look_at_number(t, line);
    if (line->text[0] != '[')
        return VERDICT_HELD;
    const size_t A = field_of(w, line->text + 1, ","), B = field_of(w, comma + 2, "]");
    const size_t i = field_of(w, label + 2, "_");
    const ex e = verdict_part(t, line, " = ", NULL);
    REQUIRE(A < w->n && B < w->n && i < w->n, "fields of '%s'", line->text);
    for (size_t k = 0; k < t->points && e != EX_POISON; k++) {
        const struct word a = {.field = A}, b = {.field = B};
        const struct word both = {.left = w->skew ? &b : &a, .right = w->skew ? &a : &b};
        real v[MOST], on[MOST];
        world_word(w, &both, &t->at[k], v);
        if (world_in_frame(w, &t->at[k], v, on))
            verdict_compare(t, line, "the component", world_value(w, e, &t->at[k]), on[i],
                            real_of(1));
    }
    return e == EX_POISON ? VERDICT_UNSEEN : VERDICT_HELD;
}

/* ---- virtual displacements ---- */

enum verdict_seen verdict_virtual(struct trial *t, const struct line *line)
{
    struct world *w = &t->w;
    const bool differ = strstr(line->text, "are not the") != NULL;
    bool seen = false, found = false;
    for (size_t k = 0; k < t->points; k++) {
        real nu[MOST * MOST];
        struct fields f;
        if (!world_virtual(w, &t->at[k], nu))
            continue;
        seen = true;
        world_fields(w, &t->at[k], &f);
        for (size_t a = 0; a < w->r; a++)
            for (size_t i = 0; i < w->c; i++)
                found |= !real_is_small(real_dot(&nu[i * w->n], 1, &f.F[a], w->n, w->n));
    }
    if (seen && found != differ)
        verdict_wrong(t, line, differ ? "they are" : "they are not");
    return seen ? VERDICT_HELD : VERDICT_UNSEEN;
}
