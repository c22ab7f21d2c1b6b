/* gen/session/values.c -- values in a session: `g = 2`, `g += 0.1`, `v(0) = 1`, sets, run settings.
 *
 * Values are exact until a run starts. They do not change the equations.
 */
#include "gen/language/scope.h"
#include "gen/session/words.h"

#include <math.h>
#include <string.h>

/* ---- reading ---- */

struct assigned {
    struct span name, value;
    char sign;  /* of +=, -=, *=, /=, else 0 */
    bool start; /* name(0) */
    bool guess; /* ~ */
};

static bool is_letter(char c, bool first)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (unsigned char)c >= 0x80 || (!first && c >= '0' && c <= '9');
}

static size_t blanks(const char *text)
{
    return strspn(text, " \t");
}

static bool split(struct span line, struct assigned *out)
{
    const char *text = line.src->clean + line.at;
    size_t n = 0;
    *out = (struct assigned){.sign = 0};
    while (n < line.len && is_letter(text[n], n == 0))
        n++;
    if (n == 0)
        return false;
    n += strspn(text + n, "'");
    out->name = (struct span){line.src, line.at, n};
    n += blanks(text + n);
    if (strncmp(text + n, "(0)", 3) == 0) {
        out->start = true;
        n += 3;
        n += blanks(text + n);
    }
    if (text[n] && strchr("+-*/", text[n]) && text[n + 1] == '=')
        out->sign = text[n++];
    out->guess = !out->sign && text[n] == '~';
    if (n >= line.len || (text[n] != '=' && !out->guess) || text[n + 1] == '=')
        return false;
    n++;
    out->value = session_trim((struct span){line.src, line.at + n, line.len - n});
    return true;
}

bool session_is_assignment(struct span line)
{
    struct assigned a;
    return split(line, &a);
}

/* ---- current values, exact ---- */

static const struct param *find_param(const struct session *r, const char *name)
{
    const struct model *m = r->gen ? r->gen->job.model : NULL;
    for (size_t i = 0; m && i < m->params; i++)
        if (strcmp(m->param[i].name, name) == 0)
            return &m->param[i];
    return NULL;
}

static ex read_back(struct store *s, const char *text)
{
    return ex_read(s, text, strlen(text), NULL, NULL);
}

/* Current values of all parameters: single values override those of sets. */
static void params_in_force(struct session *r, ex *symbol, ex *value)
{
    const struct model *m = r->gen->job.model;
    struct store *s = m->store;
    for (size_t i = 0; i < m->params; i++) {
        symbol[i] = m->param[i].symbol;
        value[i] = m->param[i].value;
    }
    for (size_t k = 0; k < r->now.n; k++)
        for (size_t i = 0; i < m->presets && r->now.at[k].of == FACT_SET; i++)
            for (size_t j = 0; j < m->preset[i].n; j++)
                if (strcmp(m->preset[i].name, r->now.at[k].name) == 0 && m->preset[i].at[j].param)
                    value[m->preset[i].at[j].index] = m->preset[i].at[j].value;
    for (size_t i = 0; i < m->params; i++) {
        const char *said = session_fact(&r->now, FACT_PARAM, m->param[i].name);
        if (said)
            value[i] = read_back(s, said);
    }
    lang_unwind(s, symbol, value, m->params);
}

/* The exact value of an expression of numbers and parameters; poison with an error. */
static ex read_number(struct session *r, struct span where)
{
    const struct model *m = r->gen->job.model;
    struct store *s = m->store;
    ex *symbol = sym_row(ex_mem(s), m->params), *value = sym_row(ex_mem(s), m->params);
    ex e = session_read(r, where);
    double number = NAN;
    if (e == EX_POISON)
        return EX_POISON;
    params_in_force(r, symbol, value);
    ex_subst(s, &e, 1, symbol, value, m->params, &e);
    const struct ex_list left = ex_symbols(s, &e, 1);
    if (left.n) {
        base_error(r->gen->job.diag, where, "this value must not depend on '%s'",
                   base_text(r->mem, "%s", ex_name(s, left.at[0])))
            ->help = "numbers and parameters may stand here";
        return EX_POISON;
    }
    ex_eval(s, &e, 1, NULL, NULL, 0, &number);
    if (isfinite(number))
        return e;
    base_error(r->gen->job.diag, where, "this is not a finite number");
    return EX_POISON;
}

static void put_value(struct session *r, const char *name, const char *after, ex e)
{
    char text[EX_DOUBLE_ROOM];
    double number = NAN;
    ex_eval(r->gen->job.store, &e, 1, NULL, NULL, 0, &number);
    ex_double_brief(number, 10, text);
    fprintf(r->out, "  %s%s = %s\n", name, after, text);
}

/* ---- assignment ---- */

static ex combined(struct store *s, char sign, ex old, ex e)
{
    switch (sign) {
    case '+':
        return ex_add2(s, old, e);
    case '-':
        return ex_sub(s, old, e);
    case '*':
        return ex_mul2(s, old, e);
    case '/':
        return ex_div(s, old, e);
    default:
        return e;
    }
}

static const char *as_text(struct session *r, ex e)
{
    const char *text = ex_show(r->gen->job.store, e, EX_TEXT);
    if (!text)
        base_fail(&r->diag, EXIT_NO, "this number is too long");
    return text;
}

static bool refuse(struct session *r, const struct param *p, double v)
{
    struct diag *d = &r->diag;
    if ((p->assume & EX_POSITIVE) && !(v > 0))
        base_fail(d, EXIT_USAGE, "'%s' is declared '> 0'", p->name);
    else if ((p->assume & EX_NONZERO) && v == 0)
        base_fail(d, EXIT_USAGE, "'%s' is declared '!= 0'", p->name);
    return d->errors > 0;
}

/* An input may be an expression of t, which is put into the equations. */
static bool assign_input(struct session *r, const struct assigned *a, const char *name)
{
    struct facts f = session_facts_copy(r, &r->now);
    session_facts_set(r, &f, FACT_INPUT, name, session_copy(r, a->value), false);
    return session_try(r, &f);
}

static bool assign_param(struct session *r, const struct assigned *a, const struct param *p)
{
    const struct model *m = r->gen->job.model;
    struct store *s = m->store;
    ex *symbol = sym_row(ex_mem(s), m->params), *value = sym_row(ex_mem(s), m->params);
    double v = NAN;
    if (p->input && !a->sign)
        return assign_input(r, a, p->name);
    ex e = read_number(r, a->value);
    if (e == EX_POISON)
        return false;
    params_in_force(r, symbol, value);
    e = combined(s, a->sign, value[p - m->param], e);
    ex_eval(s, &e, 1, NULL, NULL, 0, &v);
    if (!isfinite(v)) {
        base_error(r->gen->job.diag, a->value, "that is no finite number");
        return false;
    }
    const char *text = refuse(r, p, v) ? NULL : as_text(r, e);
    if (!text)
        return false;
    session_note_change(r);
    session_facts_set(r, &r->now, FACT_PARAM, p->name, text, false);
    put_value(r, p->name, "", e);
    return true;
}

/* Drops facts about the same initial value; a quasi-velocity and its momentum are the same. */
static void drop_start(struct session *r, enum fact_of of, const struct ival *v)
{
    const struct model *m = r->gen->job.model;
    for (size_t i = r->now.n; i-- > 0;) {
        struct ival other = {.of = IVAL_COORD};
        struct diag unused = {.mem = r->mem};
        if (r->now.at[i].of != of)
            continue;
        const char *name = base_text(r->mem, "%s", r->now.at[i].name);
        struct source *src = session_source(r, name, strlen(name));
        if (!lang_ival_find(&unused, m, (struct span){src, 0, src->len}, "start", &other))
            continue;
        const bool both = (other.of == IVAL_QUASI || other.of == IVAL_MOMENTUM) &&
                          (v->of == IVAL_QUASI || v->of == IVAL_MOMENTUM);
        if (other.index == v->index && (other.of == v->of || both))
            session_facts_drop(r, &r->now, of, name);
    }
}

static bool has_state(const struct session *r)
{
    for (size_t i = 0; i < r->now.n; i++)
        if (r->now.at[i].of == FACT_STATE)
            return true;
    return false;
}

/* The current initial value; 0 if it is not given. */
static ex start_in_force(struct session *r, const struct ival *v, const char *name)
{
    const struct model *m = r->gen->job.model;
    struct store *s = m->store;
    const char *said = session_fact(&r->now, has_state(r) ? FACT_STATE : FACT_INIT, name);
    if (said)
        return read_back(s, said);
    for (size_t i = 0; i < m->ivals; i++)
        if (m->ival[i].of == v->of && m->ival[i].index == v->index) {
            ex *symbol = sym_row(ex_mem(s), m->params), *value = sym_row(ex_mem(s), m->params);
            ex e = m->ival[i].value;
            params_in_force(r, symbol, value);
            ex_subst(s, &e, 1, symbol, value, m->params, &e);
            return e;
        }
    return ex_int(s, 0);
}

void session_start_at(struct session *r, struct span name, const char *value)
{
    struct ival v = {.of = IVAL_COORD};
    struct diag unused = {.mem = r->mem};
    const enum fact_of of = has_state(r) ? FACT_STATE : FACT_INIT;
    if (!lang_ival_find(&unused, r->gen->job.model, name, "start", &v))
        return;
    drop_start(r, of, &v);
    session_facts_set(r, &r->now, of, session_copy(r, name), value, false);
}

static bool assign_start(struct session *r, const struct assigned *a, const char *name)
{
    struct ival v = {.guess = a->guess};
    struct generation *g = r->gen;
    if (!lang_ival_find(g->job.diag, g->job.model, a->name, "start somewhere", &v) ||
        !lang_may_guess(g->job.diag, g->job.model, &v, g->job.model->holonomics > 0))
        return false;
    ex e = read_number(r, a->value);
    if (e == EX_POISON)
        return false;
    e = combined(g->job.store, a->sign, a->sign ? start_in_force(r, &v, name) : e, e);
    const char *text = as_text(r, e);
    if (!text || e == EX_POISON)
        return false;
    session_note_change(r);
    const enum fact_of of = has_state(r) ? FACT_STATE : FACT_INIT;
    drop_start(r, of, &v);
    session_facts_set(r, &r->now, of, name, text, a->guess);
    put_value(r, name, "(0)", e);
    return true;
}

/* ---- settings ---- */

static bool set(struct session *r, const char *name, struct span value, double low, bool open)
{
    double v = NAN;
    if (!session_need(r))
        return false;
    if (value.len == 0) {
        const char *said = session_fact(&r->now, FACT_SETTING, name);
        fprintf(r->out, "  %s%s%s\n", name, said ? " = " : " is as the model says",
                said ? said : "");
        return true;
    }
    const ex e = read_number(r, value);
    const char *text = e == EX_POISON ? NULL : as_text(r, e);
    if (!text)
        return false;
    ex_eval(r->gen->job.store, &e, 1, NULL, NULL, 0, &v);
    if (v < low || (open && v == low)) {
        base_error(r->gen->job.diag, value, "this must %s",
                   open ? "be a positive number" : "not be negative");
        return false;
    }
    session_note_change(r);
    session_facts_set(r, &r->now, FACT_SETTING, name, text, false);
    return true;
}

bool session_t(struct session *r, struct span rest)
{
    return set(r, "t", rest, 0, false);
}

bool session_dt(struct session *r, struct span rest)
{
    return set(r, "dt", rest, 0, true);
}

bool session_tol(struct session *r, struct span rest)
{
    return set(r, "tol", rest, 0, true);
}

/* END, or START END. */
bool session_range(struct session *r, struct span rest)
{
    const char *text = rest.src->text + rest.at;
    size_t first = strcspn(text, " \t,");
    if (first > rest.len)
        first = rest.len;
    struct span second = {rest.src, rest.at + first, rest.len - first};
    if (!session_need(r))
        return false;
    while (second.len && strchr(" \t,", second.src->text[second.at])) {
        second.at++;
        second.len--;
    }
    if (rest.len == 0 || second.len == 0)
        return set(r, "t", rest, 0, false);
    struct store *s = r->gen->job.store;
    const ex from = read_number(r, (struct span){rest.src, rest.at, first});
    const ex to = from == EX_POISON ? EX_POISON : read_number(r, second);
    if (to == EX_POISON)
        return false;
    const ex length = ex_sub(s, to, from);
    double v = NAN;
    ex_eval(s, &length, 1, NULL, NULL, 0, &v);
    if (!(v >= 0)) {
        base_error(r->gen->job.diag, rest, "the end must not be before the start");
        return false;
    }
    session_note_change(r);
    session_facts_set(r, &r->now, FACT_SETTING, "start", ex_show(s, from, EX_TEXT), false);
    session_facts_set(r, &r->now, FACT_SETTING, "t", ex_show(s, length, EX_TEXT), false);
    if (sym_is_null(s, from))
        session_facts_drop(r, &r->now, FACT_SETTING, "start");
    return true;
}

bool session_method(struct session *r, struct span rest)
{
    const char *word = session_copy(r, rest);
    struct nearest near = base_nearest(word, strlen(word));
    for (size_t i = 0; i < rt_method_count; i++)
        base_offer(&near, rt_methods[i].name);
    if (!session_need(r))
        return false;
    if (!rt_method_find(word)) {
        struct mem_text all = mem_text(r->mem);
        for (size_t i = 0; i < rt_method_count; i++)
            mem_put_f(&all, "%s%s", i ? ", " : "it is one of: ", rt_methods[i].name);
        const char *mean = base_did_you_mean(r->mem, &near);
        base_fail(&r->diag, EXIT_USAGE, rest.len ? "unknown method '%s'" : "which method?%s", word)
            ->help = mean ? mean : all.text;
        return false;
    }
    const struct job *job = &r->gen->job;
    const char *why = code_refuse_method(job->diag, job->system, rt_method_find(word));
    if (why) {
        base_error(&r->diag, rest, "%s cannot integrate this: %s", word, why);
        return false;
    }
    session_note_change(r);
    session_facts_set(r, &r->now, FACT_SETTING, "method", word, false);
    if (!rt_method_find(word)->adaptive)
        session_facts_drop(r, &r->now, FACT_SETTING, "tol");
    return true;
}

/* An event of the model by name, or an equation. */
bool session_until(struct session *r, struct span rest)
{
    if (!session_need(r))
        return false;
    const struct model *m = r->gen->job.model;
    const char *text = session_copy(r, rest);
    struct facts f = session_facts_copy(r, &r->now);
    const size_t gone = session_facts_drop(r, &f, FACT_UNTIL, NULL) +
                        session_facts_drop(r, &f, FACT_SETTING, "event");
    for (size_t i = 0; i < m->events; i++)
        if (strcmp(m->event[i].name, text) == 0) {
            session_facts_set(r, &f, FACT_SETTING, "event", text, false);
            return session_try(r, &f);
        }
    if (rest.len)
        session_facts_set(r, &f, FACT_UNTIL, "until", text, false);
    if (rest.len || gone)
        return session_try(r, &f);
    session_facts_free(r, &f);
    return true;
}

static bool set_by_name(struct session *r, const struct assigned *a, const char *name, bool *done)
{
    static const struct {
        const char *name;
        bool (*set)(struct session *r, struct span rest);
    } settings[] = {
        {"t", session_t}, {"dt", session_dt}, {"tol", session_tol}, {"method", session_method}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (strcmp(settings[i].name, name) == 0 && !a->sign && !a->guess && !a->start) {
            *done = settings[i].set(r, a->value);
            return true;
        }
    return false;
}

bool session_assign(struct session *r, struct span line)
{
    struct assigned a;
    bool done = false;
    if (!session_need(r) || !split(line, &a))
        return false;
    const char *name = session_copy(r, a.name);
    if (a.value.len == 0) {
        base_error(&r->diag, line, "a value is missing after this");
        return false;
    }
    const struct param *p = find_param(r, name);
    if (a.start)
        return assign_start(r, &a, name);
    if (p && !a.guess)
        return assign_param(r, &a, p);
    if (set_by_name(r, &a, name, &done))
        return done;
    struct nearest near = base_nearest(name, strlen(name));
    struct ival v = {.of = IVAL_COORD};
    struct diag unused = {.mem = r->mem};
    for (size_t i = 0; i < r->gen->job.model->params; i++)
        base_offer(&near, r->gen->job.model->param[i].name);
    const char *mean = base_did_you_mean(r->mem, &near);
    base_error(&r->diag, a.name, "the model has no parameter '%s'", name)->help =
        lang_ival_find(&unused, r->gen->job.model, a.name, "start", &v)
            ? base_text(r->mem, "its value at the start is %s(0)", name)
        : mean
            ? mean
            : base_text(r->mem, "param %s = 1 adds one, let %s = ... an abbreviation", name, name);
    return false;
}

bool session_use(struct session *r, struct span rest)
{
    if (!session_need(r) || !lang_find_set(r->gen->job.diag, r->gen->job.model, rest))
        return false;
    session_note_change(r);
    session_facts_set(r, &r->now, FACT_SET, session_copy(r, rest), "", false);
    session_facts_drop(r, &r->now, FACT_PARAM, NULL); /* the set overrides earlier values */
    session_facts_drop(r, &r->now, FACT_INIT, NULL);
    session_facts_drop(r, &r->now, FACT_STATE, NULL);
    return true;
}

bool session_default(struct session *r, struct span rest)
{
    const char *name = rest.len ? session_copy(r, rest) : NULL;
    struct facts f = session_facts_copy(r, &r->now);
    size_t gone = 0;
    for (enum fact_of of = FACT_PARAM; of <= FACT_SETTING; of++)
        gone += (of == FACT_SETTING || of == FACT_UNTIL) && !name
                    ? 0
                    : session_facts_drop(r, &f, of, name);
    if (name && gone == 0) {
        session_facts_free(r, &f);
        base_error(&r->diag, rest, "'%s' has the value of the model", name);
        return false;
    }
    if (!name)
        session_facts_drop(r, &f, FACT_SETTING, "start");
    bool inputs = false;
    for (size_t i = 0; i < r->now.n; i++)
        inputs |= r->now.at[i].of == FACT_INPUT || (name && r->now.at[i].of == FACT_UNTIL);
    if (inputs && r->gen)
        return session_try(r, &f);
    session_note_change(r);
    session_facts_free(r, &r->now);
    r->now = f;
    return true;
}

void session_show_values(struct session *r)
{
    for (size_t i = 0; i < r->now.n; i++) {
        const struct fact *f = &r->now.at[i];
        if (f->of == FACT_SET)
            fprintf(r->out, "# use %s\n", f->name);
        else
            fprintf(r->out, "# %s%s %s %s\n", f->name,
                    f->of == FACT_INIT || f->of == FACT_STATE ? "(0)" : "", f->guess ? "~" : "=",
                    f->value);
    }
}
