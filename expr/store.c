/* expr/store.c -- the store: nodes, hash table, memo layers, errors, limits. */
#include "store.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    FEWEST = 16,
    WORDS_PER_NODE = 16,
    FIRST_NODES = 256,
    FIRST_TABLE = 512,
    WORK_PER_LOOK = 1 << 16
};

struct ex_limits ex_limits(void)
{
    return (struct ex_limits){
#define ROW(type, name, value, what) .name = (value),
        EX_LIMITS(ROW)
#undef ROW
    };
}

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- life ---- */

struct store *ex_store_new(struct mem *m, struct ex_limits limits)
{
    struct store *s = mem_grow(m, NULL, sizeof *s);
    *s = (struct store){.mem = m, .limits = limits, .recoveries = mem_recoveries(m)};
    if (s->limits.nodes < FEWEST)
        s->limits.nodes = FEWEST;
    ex_clear(s);
    ex none = ex_intern(s, EX_none, NULL, 0, 0); /* takes handle 0: poison */
    assert(none == EX_POISON);
    (void)none;
    s->zero = ex_int(s, 0);
    s->one = ex_int(s, 1);
    s->minus_one = ex_int(s, -1);
    s->half = ex_rat(s, 1, 2);
    s->pi = ex_intern(s, EX_pi, NULL, 0, F_POSITIVE | F_NONZERO | F_NONNEGATIVE);
    return s;
}

void ex_store_free(struct store *s)
{
    if (!s)
        return;
    struct mem *m = s->mem;
    mem_grow(m, s->node, 0);
    mem_grow(m, s->word, 0);
    mem_grow(m, s->table, 0);
    mem_grow(m, s->point.x, 0);
    mem_grow(m, s->point.v, 0);
    for (int i = 0; i < LAYERS; i++)
        mem_grow(m, s->layer[i].stamp, 0);
    mem_grow(m, s, 0);
}

struct mem *ex_mem(const struct store *s)
{
    return s->mem;
}

struct ex_size ex_size(const struct store *s)
{
    return (struct ex_size){.nodes = s->nodes,
                            .operands = s->words,
                            .bytes = s->node_cap * sizeof *s->node + s->word_cap * sizeof *s->word +
                                     s->table_cap * sizeof *s->table};
}

/* ---- errors ---- */

const char *ex_error(const struct store *s)
{
    return s->error[0] ? s->error : NULL;
}

void ex_clear(struct store *s)
{
    s->error[0] = 0;
    s->stopped = false;
    s->work_before = s->work;
    s->next_look = s->work;
    s->deadline = s->limits.cpu > 0 ? processor_time() + s->limits.cpu : 0;
}

const char *ex_stopped(const struct store *s)
{
    return s->stopped ? s->error : NULL;
}

uint64_t ex_work_done(const struct store *s)
{
    return s->work - s->work_before;
}

ex ex_fail(struct store *s, const char *format, ...)
{
    if (!s->error[0]) {
        va_list ap;
        va_start(ap, format);
        vsnprintf(s->error, sizeof s->error, format, ap);
        va_end(ap);
    }
    return EX_POISON;
}

/* A limit of the whole command; its message replaces that of an error in one expression. */
static void stop(struct store *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void stop(struct store *s, const char *format, ...)
{
    if (s->stopped)
        return;
    va_list ap;
    va_start(ap, format);
    vsnprintf(s->error, sizeof s->error, format, ap);
    va_end(ap);
    s->stopped = true;
    if (s->limits.jumps)
        mem_run_out(s->mem);
}

/* Looks are at the same amounts of work in every run, and at the limit itself. */
void ex_look(struct store *s)
{
    const uint64_t limit = s->limits.work, done = ex_work_done(s);
    if (limit > 0 && done >= limit)
        stop(s, "the limit of %llu units of work was reached", (unsigned long long)limit);
    if (s->limits.stops && s->limits.stops())
        stop(s, "stopped on request");
    if (s->deadline > 0 && processor_time() > s->deadline)
        stop(s,
             "the last guard, a limit of %lu seconds of processor time, was reached (another "
             "machine may get further)",
             (unsigned long)s->limits.cpu);
    const uint64_t left = limit > done ? limit - done : WORK_PER_LOOK;
    s->next_look = s->work + (left < WORK_PER_LOOK ? left : WORK_PER_LOOK);
}

static bool over_limit(struct store *s, size_t more_words)
{
    /* Few nodes of many words fill the memory too. */
    uint64_t most = (uint64_t)s->limits.nodes * WORDS_PER_NODE;
    if (most > UINT32_MAX / 2)
        most = UINT32_MAX / 2;
    if (s->nodes >= s->limits.nodes || s->words + more_words > most)
        stop(s, "the expression has grown over the limit of %lu nodes",
             (unsigned long)s->limits.nodes);
    return s->stopped;
}

/* ---- hash consing ---- */

static uint32_t mix(uint32_t h, uint32_t w)
{
    h ^= w * 0xcc9e2d51u;
    h = (h << 13 | h >> 19) * 5 + 0xe6546b64u;
    return h ^ h >> 15;
}

static uint32_t hash_of(const struct store *s, enum ex_op op, const uint32_t *words, size_t n)
{
    uint32_t h = mix(0x9e3779b9u, (uint32_t)n);
    for (const char *c = ex_row[op].text; *c; c++) /* by name: rows may be added anywhere */
        h = mix(h, (unsigned char)*c);
    h = mix(h, is_leaf(op) ? (uint32_t)op : 99u);
    for (size_t i = 0; i < n; i++)
        h = mix(h, is_leaf(op) ? words[i] : s->node[words[i]].hash);
    return h;
}

/* By words, not by the structural hash: no result depends on the place in the table. Collisions
 * count as work, so that a text that is constructed to make them reaches the limit. */
static size_t slot_of(const struct store *s, enum ex_op op, const uint32_t *words, size_t n)
{
    uint64_t h = UINT64_C(0xd1b54a32d192ed03) + op;
    for (size_t i = 0; i < n; i++) {
        h = (h ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return (size_t)(h ^ h >> 32) & (s->table_cap - 1);
}

static void grow_table(struct store *s)
{
    size_t cap = s->table_cap ? s->table_cap * 2 : FIRST_TABLE;
    ex *table = mem_grow(s->mem, NULL, cap * sizeof *table);
    memset(table, 0, cap * sizeof *table);
    ex *old = s->table;
    size_t old_cap = s->table_cap;
    s->table = table;
    s->table_cap = cap;
    for (size_t i = 0; i < old_cap; i++) {
        if (!old[i])
            continue;
        const struct node *x = node_at(s, old[i]);
        size_t at = slot_of(s, (enum ex_op)x->op, s->word + x->first, x->n);
        while (table[at])
            at = (at + 1) & (cap - 1);
        table[at] = old[i];
    }
    mem_grow(s->mem, old, 0);
}

/* Grows by half: with the table at least 3/8 full a node of two or three operands stays within
 * 64 bytes at the worst moment. */
static size_t grown(size_t cap, size_t need, size_t first)
{
    size_t next = cap + cap / 2;
    next = next < first ? first : next;
    return next < need ? need : next;
}

#ifdef EX_HOSTILE
static void move_arrays(struct store *s, size_t words)
{
    const size_t nodes = grown(0, s->nodes + 1, FIRST_NODES);
    s->node = mem_grow(s->mem, s->node, nodes * sizeof *s->node);
    s->node_cap = nodes;
    words = grown(0, s->words + words, (size_t)FIRST_NODES * 2);
    s->word = mem_grow(s->mem, s->word, words * sizeof *s->word);
    s->word_cap = words;
}
#endif

static void reserve(struct store *s, size_t words)
{
#ifdef EX_HOSTILE /* the arrays move at every insertion, when they are long at some of them */
    if (s->nodes % (s->nodes / 512 + 1) == 0)
        move_arrays(s, words);
#endif
    if (s->nodes + 1 > s->node_cap) {
        size_t cap = grown(s->node_cap, s->nodes + 1, FIRST_NODES);
        s->node = mem_grow(s->mem, s->node, cap * sizeof *s->node);
        s->node_cap = cap;
    }
    if (s->words + words > s->word_cap) {
        size_t cap = grown(s->word_cap, s->words + words, (size_t)FIRST_NODES * 2);
        s->word = mem_grow(s->mem, s->word, cap * sizeof *s->word);
        s->word_cap = cap;
    }
    if ((s->nodes + 1) * 4 > s->table_cap * 3)
        grow_table(s);
}

/* The same words mean another number when one is big and the other is not. */
static bool same(const struct store *s, ex e, const struct node *want, const uint32_t *words)
{
    const struct node *x = node_at(s, e);
    size_t n = want->n;
    return x->hash == want->hash && x->op == want->op && x->n == n &&
           ((x->flags ^ want->flags) & F_BIG) == 0 &&
           (n == 0 || memcmp(words_at(s, e), words, n * sizeof *words) == 0);
}

/* `words` must not point into the store. Everything is reserved before anything changes, so that
 * running out of memory leaves the store as it was. */
ex ex_intern(struct store *s, enum ex_op op, const uint32_t *words, size_t n, unsigned flags)
{
    struct node x = {.op = (uint8_t)op, .flags = (uint8_t)flags, .n = (uint32_t)n};
    x.hash =
        hash_of(s, op, words, flags & F_FRESH ? 0 : n); /* numbers of symbols are no structure */
    ex_charge(s, n + 1);
    if (s->stopped)
        return EX_POISON;
    if (s->table_cap) {
        for (size_t at = slot_of(s, op, words, n); s->table[at];
             at = (at + 1) & (s->table_cap - 1)) {
            if (same(s, s->table[at], &x, words))
                return s->table[at];
            s->work++;
        }
    }
    if (over_limit(s, n))
        return EX_POISON;
    reserve(s, n);
    ex e = (ex)s->nodes;
    x.first = (uint32_t)s->words;
    s->node[e] = x;
    if (n)
        memcpy(s->word + s->words, words, n * sizeof *words);
    s->nodes++;
    s->words += n;
    if (op == EX_none)
        return e;
    size_t at = slot_of(s, op, words, n);
    while (s->table[at])
        at = (at + 1) & (s->table_cap - 1);
    s->table[at] = e;
    return e;
}

/* ---- memo layers ---- */

static void grow_layer(struct store *s, struct layer *l, size_t need)
{
    size_t cap = grown(l->cap, need, FIRST_NODES);
    /* Stamps and values share one block, so that one allocation cannot fail alone. */
    uint32_t *stamp = mem_grow(s->mem, NULL, 2 * cap * sizeof *stamp);
    memset(stamp, 0, 2 * cap * sizeof *stamp);
    mem_grow(s->mem, l->stamp, 0);
    l->stamp = stamp;
    l->value = stamp + cap;
    l->cap = cap;
    l->epoch = 0;
}

void ex_forgive(struct store *s, bool calm)
{
    if (calm && !s->stopped)
        s->error[0] = 0;
}

void ex_settle(struct store *s)
{
    if (s->recoveries == mem_recoveries(s->mem))
        return;
    s->recoveries = mem_recoveries(s->mem);
    s->layers_used = 0;
    s->nesting = 0;
    s->deep_left = 0;
}

/* An empty memo for handles below cap. */
static struct layer *begin_layer(struct store *s, size_t cap)
{
    ex_settle(s);
    assert(s->layers_used < LAYERS && "memo layers are nested too deep");
    struct layer *l = &s->layer[s->layers_used];
    if (cap > l->cap)
        grow_layer(s, l, cap);
    if (++l->epoch == 0) {
        memset(l->stamp, 0, l->cap * sizeof *l->stamp);
        l->epoch = 1;
    }
    s->layers_used++;
    return l;
}

/* Ends the newest layer. */
static void end_layer(struct store *s)
{
    s->layers_used--;
}

/* ---- walking ---- */

/* Depth first with the stack in scratch. A handle is on the stack once as "to enter" and, after
 * its operands, once as "to leave"; stamps keep shared nodes from being entered twice. */
struct walk walk_begin(struct store *s, const ex *roots, size_t m)
{
    ex top = 0;
    for (size_t i = 0; i < m; i++)
        top = roots[i] > top ? roots[i] : top;
    struct walk w = {.place = begin_layer(s, (size_t)top + 1)};
    struct frame {
        ex e;
        uint32_t next;
    };
    size_t cap = 64, depth = 0, list_cap = 64;
    struct frame *stack = mem_take_array(s->mem, cap, sizeof *stack);
    w.at = mem_take_array(s->mem, list_cap, sizeof *w.at);
    for (size_t r = 0; r < m; r++) {
        if (layer_has(w.place, roots[r]))
            continue;
        stack[depth++] = (struct frame){roots[r], 0};
        layer_set(w.place, roots[r], UINT32_MAX);
        while (depth) {
            struct frame *f = &stack[depth - 1];
            const struct node *x = node_at(s, f->e);
            const uint32_t *args = s->word + x->first;
            uint32_t n = is_leaf((enum ex_op)x->op) ? 0 : x->n;
            while (f->next < n && layer_has(w.place, args[f->next]))
                f->next++;
            if (f->next < n) {
                ex child = args[f->next++];
                layer_set(w.place, child, UINT32_MAX);
                if (depth == cap) {
                    struct frame *more = mem_take_array(s->mem, cap * 2, sizeof *more);
                    memcpy(more, stack, cap * sizeof *more);
                    stack = more;
                    cap *= 2;
                }
                stack[depth++] = (struct frame){child, 0};
                continue;
            }
            if (w.n == list_cap) {
                ex *more = mem_take_array(s->mem, list_cap * 2, sizeof *more);
                memcpy(more, w.at, list_cap * sizeof *more);
                w.at = more;
                list_cap *= 2;
            }
            layer_set(w.place, f->e, (uint32_t)w.n);
            w.at[w.n++] = f->e;
            depth--;
        }
    }
    ex_charge(s, w.n);
    return w;
}

void walk_end(struct store *s)
{
    end_layer(s);
}

struct ex_list ex_reach(struct store *s, const ex *e, size_t m)
{
    struct walk w = walk_begin(s, e, m);
    walk_end(s);
    return (struct ex_list){w.at, w.n};
}

bool ex_has(struct store *s, ex e, ex symbol)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct walk w = walk_begin(s, &e, 1);
    bool has = layer_has(w.place, symbol);
    walk_end(s);
    mem_release(s->mem, mark);
    return has;
}

/* ---- looking ---- */

enum ex_op ex_op(const struct store *s, ex e)
{
    return op_of(s, e);
}

size_t ex_count_args(const struct store *s, ex e)
{
    return is_leaf(op_of(s, e)) ? 0 : node_at(s, e)->n;
}

const ex *ex_args(const struct store *s, ex e)
{
    return words_at(s, e);
}

ex ex_arg(const struct store *s, ex e, size_t i)
{
    assert(i < ex_count_args(s, e));
    return words_at(s, e)[i];
}

bool ex_is_number(const struct store *s, ex e)
{
    return op_of(s, e) == EX_num;
}

bool ex_is_positive(const struct store *s, ex e)
{
    return node_at(s, e)->flags & F_POSITIVE;
}

bool ex_is_nonzero(const struct store *s, ex e)
{
    return node_at(s, e)->flags & F_NONZERO;
}
