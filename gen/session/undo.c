/* gen/session/undo.c -- facts, the undoable state of a session: model text and named values. */
#include "gen/session/words.h"

#include <string.h>

char *session_keep(struct session *r, const char *text, size_t len)
{
    char *copy = mem_grow(r->mem, NULL, len + 1);
    memcpy(copy, text, len);
    copy[len] = 0;
    return copy;
}

void session_forget(struct session *r, char *text)
{
    mem_grow(r->mem, text, 0);
}

static char *copied(struct session *r, const char *text)
{
    return text ? session_keep(r, text, strlen(text)) : NULL;
}

struct facts session_facts_copy(struct session *r, const struct facts *f)
{
    struct facts out = {.edited = f->edited};
    out.text = copied(r, f->text);
    out.path = copied(r, f->path);
    for (size_t i = 0; i < f->n; i++)
        session_facts_set(r, &out, f->at[i].of, f->at[i].name, f->at[i].value, f->at[i].guess);
    return out;
}

static void free_fact(struct session *r, struct fact *f)
{
    session_forget(r, f->name);
    session_forget(r, f->value);
}

void session_facts_free(struct session *r, struct facts *f)
{
    for (size_t i = 0; i < f->n; i++)
        free_fact(r, &f->at[i]);
    mem_grow(r->mem, f->at, 0);
    session_forget(r, f->text);
    session_forget(r, f->path);
    *f = (struct facts){.text = NULL};
}

void session_facts_set(struct session *r, struct facts *f, enum fact_of of, const char *name,
                       const char *value, bool guess)
{
    const struct fact one = {of, guess, copied(r, name), copied(r, value)};
    f->at = mem_grow(r->mem, f->at, (f->n + 1) * sizeof *f->at);
    session_facts_drop(r, f, of, name);
    f->at[f->n++] = one;
}

size_t session_facts_drop(struct session *r, struct facts *f, enum fact_of of, const char *name)
{
    size_t kept = 0;
    const size_t n = f->n;
    for (size_t i = 0; i < n; i++) {
        struct fact one = f->at[i];
        if (one.of == of && (!name || (one.name && strcmp(one.name, name) == 0)))
            free_fact(r, &one);
        else
            f->at[kept++] = one;
    }
    f->n = kept;
    return n - kept;
}

const char *session_fact(const struct facts *f, enum fact_of of, const char *name)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->at[i].of == of && strcmp(f->at[i].name, name) == 0)
            return f->at[i].value;
    return NULL;
}

/* ---- facts as options ---- */

static void give(struct options *o, enum base_option option, const char *text)
{
    struct option_text *t = &o->value[option];
    if (text)
        t->at[t->n++] = text;
}

struct options session_options(struct session *r, struct mem *m, const struct facts *f)
{
    static const enum base_option of[] = {
        [FACT_PARAM] = OPTION_param, [FACT_INIT] = OPTION_init, [FACT_STATE] = OPTION_state,
        [FACT_INPUT] = OPTION_input, [FACT_SET] = OPTION_set,   [FACT_UNTIL] = OPTION_until};
    struct options o = {.command = COMMAND_run};
    (void)r;
    for (int i = 0; i < OPTION_COUNT; i++)
        o.value[i].at = mem_take_array(m, f->n + 1, sizeof(char *));
    for (size_t i = 0; i < f->n; i++) {
        const struct fact *one = &f->at[i];
        if (one->of == FACT_SETTING)
            continue;
        give(&o, of[one->of],
             one->of == FACT_SET ? base_text(m, "%s", one->name)
             : one->of == FACT_UNTIL
                 ? base_text(m, "%s", one->value)
                 : base_text(m, "%s %s %s", one->name, one->guess ? "~" : "=", one->value));
    }
    const struct {
        enum base_option option;
        const char *name;
    } settings[] = {{OPTION_end, "t"},
                    {OPTION_step, "dt"},
                    {OPTION_tol, "tol"},
                    {OPTION_method, "method"},
                    {OPTION_form, "form"}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        const char *value = session_fact(f, FACT_SETTING, settings[i].name);
        give(&o, settings[i].option, value ? base_text(m, "%s", value) : NULL);
    }
    return o;
}
