/* expr/order.c -- the order of expressions, by structure alone.
 *
 * Terms and factors are in the usual order of mathematics: higher powers first, names in
 * alphabetical order, then functions, then sums; a plain number ends a sum. Handle numbers are not
 * used. Equal handles are equal expressions, so two lists differ first where their handles differ:
 * one path down decides, and no recursion is needed.
 */
#include "store.h"

#include <string.h>

/* Comparing two long chains that differ only at the bottom takes as long as the chains. From this
 * depth on the structural hash decides, which is also the same in every store. */
enum { DEEP = 16 };

static int lower(unsigned char c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static bool digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

/* x2 before x10, X beside x. */
static int cmp_names(const char *a, const char *b)
{
    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
    while (*p && *q) {
        if (digit(*p) && digit(*q)) {
            size_t np = strspn((const char *)p, "0123456789");
            size_t nq = strspn((const char *)q, "0123456789");
            int c = np != nq ? (np < nq ? -1 : 1) : memcmp(p, q, np);
            if (c)
                return c;
            p += np;
            q += nq;
        } else {
            int c = lower(*p) - lower(*q);
            if (c)
                return c;
            p++;
            q++;
        }
    }
    return *p || *q ? (*p ? 1 : -1) : strcmp(a, b);
}

static int rank(enum ex_op op)
{
    if (op == EX_num || op == EX_none)
        return 0;
    if (op == EX_sym)
        return 2;
    if (op == EX_add)
        return 5;
    return ex_row[op].kind == CONST ? 1 : ex_row[op].kind == CALL ? 3 : 4;
}

struct list {
    const ex *at;
    size_t n;
};

/* The factors of a product without numeric factor; 1 has none. */
static struct list factors(const struct store *s, const ex *e)
{
    if (*e == s->one)
        return (struct list){e, 0};
    if (op_of(s, *e) == EX_mul)
        return (struct list){words_at(s, *e), node_at(s, *e)->n};
    return (struct list){e, 1};
}

/* Where two lists first differ; the longer one comes first if there is no such place. */
static int descend(struct list x, struct list y, ex *a, ex *b)
{
    size_t n = x.n < y.n ? x.n : y.n, i = 0;
    while (i < n && x.at[i] == y.at[i])
        i++;
    if (i == n)
        return x.n > y.n ? -1 : 1;
    *a = x.at[i];
    *b = y.at[i];
    return 0;
}

/* Compares two different expressions that are not powers. 0: compare the new a and b. */
static int cmp_bases(const struct store *s, ex *a, ex *b)
{
    enum ex_op p = op_of(s, *a), q = op_of(s, *b);
    if (rank(p) != rank(q))
        return rank(p) - rank(q);
    if (p == EX_sym)
        return cmp_names(ex_name(s, *a), ex_name(s, *b));
    if (p == EX_num)
        return 0; /* two numbers: the coefficients decide */
    if (p != q)
        return strcmp(ex_row[p].text, ex_row[q].text);
    return descend((struct list){words_at(s, *a), node_at(s, *a)->n},
                   (struct list){words_at(s, *b), node_at(s, *b)->n}, a, b);
}

int ex_cmp(const struct store *s, ex a, ex b)
{
    for (int level = 0; a != b; level++) {
        uint32_t ha = node_at(s, a)->hash, hb = node_at(s, b)->hash;
        if (level >= DEEP && ha != hb)
            return ha < hb ? -1 : 1;
        struct rat ca, cb;
        ex x = ex_split(s, a, &ca), y = ex_split(s, b, &cb), xp, yp;
        if (x == y)
            return rat_cmp(s, ca, cb);
        int c = descend(factors(s, &x), factors(s, &y), &a, &b);
        if (c)
            return c;
        a = ex_split_power(s, a, &xp);
        b = ex_split_power(s, b, &yp);
        if (a == b) {
            a = yp;
            b = xp;
            continue;
        }
        c = cmp_bases(s, &a, &b);
        if (c)
            return c;
    }
    return 0;
}

/* ---- sorting ---- */

enum { RUN = 8 };

static void insertion(const struct store *s, struct term *t, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct term x = t[i];
        size_t j = i;
        for (; j > 0 && ex_cmp(s, t[j - 1].key, x.key) > 0; j--)
            t[j] = t[j - 1];
        t[j] = x;
    }
}

static void merge(const struct store *s, const struct term *a, size_t na, const struct term *b,
                  size_t nb, struct term *out)
{
    while (na && nb) {
        if (ex_cmp(s, a->key, b->key) <= 0) {
            *out++ = *a++;
            na--;
        } else {
            *out++ = *b++;
            nb--;
        }
    }
    memcpy(out, na ? a : b, (na + nb) * sizeof *out);
}

static bool is_sorted(const struct store *s, const struct term *t, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (ex_cmp(s, t[i - 1].key, t[i].key) > 0)
            return false;
    return true;
}

/* Stable, bottom up, no recursion and no libc: qsort may allocate. */
void sort_terms(struct store *s, struct term *t, size_t n)
{
    if (n <= RUN) {
        insertion(s, t, n);
        return;
    }
    if (is_sorted(s, t, n))
        return;
    for (size_t i = 0; i < n; i += RUN)
        insertion(s, t + i, n - i < RUN ? n - i : RUN);
    struct mem_mark mark = mem_mark(s->mem);
    struct term *from = t, *to = mem_take_array(s->mem, n, sizeof *to);
    for (size_t width = RUN; width < n; width *= 2) {
        for (size_t i = 0; i < n; i += 2 * width) {
            size_t na = n - i < width ? n - i : width, left = n - i - na;
            merge(s, from + i, na, from + i + na, left < width ? left : width, to + i);
        }
        struct term *swap = from;
        from = to;
        to = swap;
    }
    if (from != t)
        memcpy(t, from, n * sizeof *t);
    mem_release(s->mem, mark);
}

void ex_sort(struct store *s, ex *e, size_t n)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct term *t = mem_take_array(s->mem, n, sizeof *t);
    for (size_t i = 0; i < n; i++)
        t[i] = (struct term){.key = e[i]};
    sort_terms(s, t, n);
    for (size_t i = 0; i < n; i++)
        e[i] = t[i].key;
    mem_release(s->mem, mark);
}
