/* gen/session/edit_model.c -- insertion and removal of statements in the text of a model.
 *
 * A statement that may occur once replaces the existing one. Of the others, an item with a name (a
 * parameter, a field, an event) replaces the item of that name; the rest is appended. The text
 * around it is unchanged, including comments.
 */
#include "gen/session/words.h"

#include <stdlib.h>
#include <string.h>

struct change { /* bytes from..to become `text` */
    size_t from, to;
    const char *text;
};
struct changes {
    struct session *r;
    const char *text;
    struct change *at;
    size_t n;
};

static void change(struct changes *c, size_t from, size_t to, const char *text)
{
    c->at[c->n++] = (struct change){from, to, text};
}

static int by_place(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

static const char *changed(struct changes *c)
{
    struct mem_text out = mem_text(c->r->mem);
    size_t at = 0;
    qsort(c->at, c->n, sizeof *c->at, by_place);
    for (size_t i = 0; i < c->n; i++) {
        if (c->at[i].from < at)
            continue;
        mem_put_n(&out, c->text + at, c->at[i].from - at);
        mem_put(&out, c->at[i].text);
        at = c->at[i].to;
    }
    mem_put(&out, c->text + at);
    return out.text;
}

static struct changes changes_of(struct session *r, const char *text, size_t room)
{
    return (struct changes){r, text, mem_take_array(r->mem, room + 4, sizeof(struct change)), 0};
}

/* ---- parsed text ---- */

static struct ast *parsed(struct session *r, const char *text)
{
    struct diag unused = {.mem = r->mem};
    return lang_parse(&unused, base_source_text(r->mem, "model", text, strlen(text), EXIT_MODEL));
}

static size_t end_of(const struct statement *st)
{
    const struct span all = st->item[st->n - 1].all;
    return all.at + all.len;
}

/* Statements whose items have names; `run` is one of them, although it occurs once. */
static bool is_named(enum lang_statement what)
{
    const enum lang_takes takes = lang_statements[what].takes;
    return takes == TAKES_DEFS || takes == TAKES_ASSIGN || takes == TAKES_FIELDS ||
           takes == TAKES_IVALS || takes == TAKES_BRACKETS || takes == TAKES_ANCHORS;
}

static bool is_headed(enum lang_statement what)
{
    const enum lang_takes takes = lang_statements[what].takes;
    return takes == TAKES_SET || takes == TAKES_BASIS || takes == TAKES_EVENT;
}

static bool same_item(const struct item *a, const struct item *b)
{
    return base_is_same(a->name, b->name) &&
           (!a->partner.src || base_is_same(a->partner, b->partner));
}

/* ---- insertion ---- */

/* Appends the items that replaced none as a new statement; or, if the statement may occur once and
 * exists, at its end. */
static void put_rest(struct changes *c, const struct ast *ast, const struct statement *st,
                     const bool *placed)
{
    struct mem_text out = mem_text(c->r->mem);
    const struct statement_row *row = &lang_statements[st->what];
    const bool lines =
        row->takes == TAKES_FIELDS || row->takes == TAKES_BRACKETS || row->takes == TAKES_ANCHORS;
    const struct statement *old = NULL;
    size_t n = 0;
    for (size_t k = 0; k < ast->n; k++)
        if (ast->at[k].what == st->what && !row->many)
            old = &ast->at[k];
    if (!old)
        mem_put_f(&out, "%s ", row->keyword);
    for (size_t i = 0; i < st->n; i++) {
        if (placed[i])
            continue;
        mem_put(&out, lines && n ? "\n    " : n || old ? ", " : "");
        mem_put(&out, session_copy(c->r, st->item[i].all));
        n++;
    }
    if (!old)
        mem_put_char(&out, '\n');
    const size_t end = old ? end_of(old) : strlen(c->text);
    if (n)
        change(c, end, end, out.text);
}

static void put_items(struct changes *c, const struct ast *ast, const struct statement *st)
{
    bool *placed = mem_take_array(c->r->mem, st->n + 1, sizeof *placed);
    for (size_t i = 0; i < st->n; i++) {
        placed[i] = false;
        for (size_t k = 0; k < ast->n; k++)
            for (size_t j = 0; j < ast->at[k].n && ast->at[k].what == st->what; j++) {
                const struct item *old = &ast->at[k].item[j];
                if (placed[i] || !same_item(&st->item[i], old))
                    continue;
                change(c, old->all.at, old->all.at + old->all.len,
                       session_copy(c->r, st->item[i].all));
                placed[i] = true;
            }
    }
    put_rest(c, ast, st, placed);
}

static void put_whole(struct changes *c, const struct ast *ast, const struct statement *st,
                      struct span text)
{
    const struct statement *old = NULL;
    for (size_t k = 0; k < ast->n && !old; k++)
        if (ast->at[k].what == st->what &&
            (!lang_statements[st->what].many ||
             (is_headed(st->what) && base_is_same(ast->at[k].head, st->head))))
            old = &ast->at[k];
    const char *as_it_is = session_copy(c->r, text);
    if (old)
        change(c, old->keyword.at, end_of(old), as_it_is);
    else
        change(c, strlen(c->text), strlen(c->text), base_text(c->r->mem, "%s\n", as_it_is));
}

const char *session_merged(struct session *r, const char *text, struct span statement)
{
    const size_t before = r->diag.errors;
    struct source *src = session_source(r, statement.src->text + statement.at, statement.len);
    const struct ast *new = lang_parse(&r->diag, src);
    if (r->diag.errors > before || new->n == 0)
        return NULL;
    const size_t len = strlen(text);
    if (len && text[len - 1] != '\n')
        text = base_text(r->mem, "%s\n", text);
    for (size_t i = 0; i < new->n; i++) {
        const struct statement *st = &new->at[i];
        const struct ast *ast = *text ? parsed(r, text) : new;
        const struct ast none = {.n = 0};
        struct changes c = changes_of(r, text, st->n);
        const struct span whole = {src, st->keyword.at, end_of(st) - st->keyword.at};
        if (is_named(st->what))
            put_items(&c, *text ? ast : &none, st);
        else
            put_whole(&c, *text ? ast : &none, st, whole);
        text = changed(&c);
    }
    return text;
}

/* ---- removal ---- */

/* Removes the statement with its last line end. */
static void drop_statement(struct changes *c, const struct statement *st)
{
    size_t from = st->keyword.at, to = end_of(st);
    to += strcspn(c->text + to, "\n");
    to += c->text[to] == '\n';
    change(c, from, to, "");
}

static void drop_item(struct changes *c, const struct statement *st, size_t i)
{
    const struct item *it = st->item;
    if (st->n == 1)
        drop_statement(c, st);
    else if (i + 1 < st->n)
        change(c, it[i].all.at, it[i + 1].all.at, "");
    else
        change(c, it[i - 1].all.at + it[i - 1].all.len, it[i].all.at + it[i].all.len, "");
}

const char *session_without(struct session *r, const char *text, struct span name)
{
    const struct ast *ast = parsed(r, text);
    size_t room = 1;
    for (size_t k = 0; k < ast->n; k++)
        room += ast->at[k].n + 1;
    struct changes c = changes_of(r, text, room);
    struct nearest near = base_nearest(name.src->text + name.at, name.len);
    for (size_t k = 0; k < ast->n; k++) {
        const struct statement *st = &ast->at[k];
        base_offer(&near, lang_statements[st->what].keyword);
        if (st->head.src)
            base_offer(&near, session_copy(r, st->head));
        if (base_is_same(st->keyword, name) ||
            (is_headed(st->what) && base_is_same(st->head, name))) {
            drop_statement(&c, st);
            continue;
        }
        for (size_t i = 0; i < st->n && !is_headed(st->what) && st->what != STATEMENT_run; i++) {
            if (st->item[i].name.src)
                base_offer(&near, session_copy(r, st->item[i].name));
            if (base_is_same(st->item[i].name, name)) {
                drop_item(&c, st, i);
                break;
            }
        }
    }
    if (c.n)
        return changed(&c);
    base_error(&r->diag, name, "the model has no '%s'", session_copy(r, name))->help =
        base_did_you_mean(r->mem, &near);
    return NULL;
}

/* ---- current values ---- */

static const char *merged_text(struct session *r, const char *text, const char *statement)
{
    struct source *src = base_source_text(r->mem, "values", statement, strlen(statement), EXIT_BUG);
    const char *out = session_merged(r, text, (struct span){src, 0, src->len});
    return out ? out : text;
}

/* The text with a new value of a parameter; its range, unit and description are unchanged. */
static const char *with_param(struct session *r, const char *text, const char *name,
                              const char *value)
{
    const struct ast *ast = parsed(r, text);
    for (size_t k = 0; k < ast->n; k++)
        for (size_t i = 0; i < ast->at[k].n; i++) {
            const struct item *it = &ast->at[k].item[i];
            const bool is =
                ast->at[k].what == STATEMENT_param || ast->at[k].what == STATEMENT_input;
            if (!is || !base_span_is(it->name, name))
                continue;
            struct changes c = changes_of(r, text, 1);
            change(&c, it->expr.at, it->expr.at + it->expr.len, value);
            return changed(&c);
        }
    return text;
}

static const char *without_init(struct session *r, const char *text)
{
    static const char word[] = "init";
    struct diag before = r->diag;
    const struct source *src = base_source_text(r->mem, word, word, strlen(word), EXIT_BUG);
    const char *out = session_without(r, text, (struct span){src, 0, strlen(word)});
    r->diag = before;
    return out ? out : text;
}

/* Removes the initial value of the quasi-velocity if a momentum is given, and vice versa: they
 * determine each other. */
static const char *without_other(struct session *r, const char *text, const char *name)
{
    const bool momentum = strncmp(name, "eta_", 4) == 0;
    const char *other = momentum ? name + 4 : base_text(r->mem, "eta_%s", name);
    const struct ast *ast = parsed(r, text);
    for (size_t k = 0; k < ast->n; k++)
        for (size_t i = 0; i < ast->at[k].n && ast->at[k].what == STATEMENT_init; i++) {
            const struct span it = ast->at[k].item[i].name;
            if (!base_span_is(it, other))
                continue;
            struct changes c = changes_of(r, text, 1);
            drop_item(&c, &ast->at[k], i);
            return changed(&c);
        }
    return text;
}

static bool is_first_state(const struct facts *f, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (f->at[k].of == FACT_STATE)
            return false;
    return f->at[i].of == FACT_STATE;
}

static const char *with_fact(struct session *r, const char *text, size_t i)
{
    const struct fact *f = &r->now.at[i];
    struct mem *m = r->mem;
    switch (f->of) {
    case FACT_PARAM:
    case FACT_INPUT:
        return with_param(r, text, f->name, f->value);
    case FACT_STATE:
        if (is_first_state(&r->now, i))
            text = without_init(r, text);
        return merged_text(r, text, base_text(m, "init %s = %s", f->name, f->value));
    case FACT_INIT:
        text = without_other(r, text, f->name);
        return merged_text(r, text,
                           base_text(m, "init %s %s %s", f->name, f->guess ? "~" : "=", f->value));
    case FACT_UNTIL:
        return merged_text(r, text, base_text(m, "event until_here : %s stop", f->value));
    case FACT_SETTING:
        if (strcmp(f->name, "t") == 0 || strcmp(f->name, "dt") == 0 ||
            strcmp(f->name, "tol") == 0 || strcmp(f->name, "method") == 0 ||
            strcmp(f->name, "form") == 0)
            return merged_text(r, text, base_text(m, "run %s = %s", f->name, f->value));
        break;
    case FACT_SET:
        break;
    }
    return text;
}

/* The text with the values of the sets in use; single values override them later. */
static const char *with_sets(struct session *r, const char *text)
{
    const struct ast *ast = parsed(r, text);
    for (size_t i = 0; i < r->now.n; i++)
        for (size_t k = 0; k < ast->n && r->now.at[i].of == FACT_SET; k++) {
            const struct statement *st = &ast->at[k];
            if (st->what != STATEMENT_set || !base_span_is(st->head, r->now.at[i].name))
                continue;
            for (size_t j = 0; j < st->n; j++) {
                const char *name = session_copy(r, st->item[j].name);
                const char *value = session_copy(r, st->item[j].expr);
                const char *other = with_param(r, text, name, value);
                text = other != text
                           ? other
                           : merged_text(r, text, base_text(r->mem, "init %s = %s", name, value));
            }
        }
    return text;
}

const char *session_settled(struct session *r)
{
    const char *text = with_sets(r, r->now.text);
    for (size_t i = 0; i < r->now.n; i++)
        text = with_fact(r, text, i);
    if (!r->view)
        return text;
    static const char word[] = "plot";
    struct diag before = r->diag;
    const struct source *src = base_source_text(r->mem, word, word, strlen(word), EXIT_BUG);
    const char *out = session_without(r, text, (struct span){src, 0, strlen(word)});
    r->diag = before;
    return merged_text(r, out ? out : text, base_text(r->mem, "plot %s", r->view));
}
