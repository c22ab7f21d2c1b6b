/* gen/language/parameters.c -- values of parameters, and `name = value` on the command line.
 *
 * Values of parameters may mention other parameters, so they are substituted into each other
 * before they are evaluated.
 */
#include "gen/language/scope.h"

#include <math.h>
#include <string.h>

/* ---- numbers of the command line ---- */

/* ex_read knows constants; no other name has a meaning in an option. */
static ex no_name(void *context, struct store *s, const char *name, size_t len)
{
    (void)context, (void)s, (void)name, (void)len;
    return EX_POISON;
}

static ex read_constant(struct diag *d, struct store *s, struct span where)
{
    const struct ex_reader reader = {.name = no_name};
    struct ex_mistake why = {.message = NULL};
    const ex e = ex_read(s, where.src->clean + where.at, where.len, &reader, &why);
    if (e == EX_POISON) {
        const struct span at = {where.src, where.at + (why.at < where.len ? why.at : 0),
                                why.len ? why.len : 1};
        base_error(d, at, "%s", why.message ? why.message : "this is not a number")->help =
            "a number or an expression of numbers stands here";
    }
    return e;
}

static struct source *option_source(struct diag *d, const char *option, const char *text)
{
    return base_source_text(d->mem, option, text, strlen(text), EXIT_USAGE);
}

bool lang_number(struct diag *d, struct store *s, const char *option, const char *text, double *out)
{
    const struct source *src = option_source(d, option, text);
    const ex e = read_constant(d, s, (struct span){src, 0, src->len});
    *out = NAN;
    if (e == EX_POISON)
        return false;
    ex_eval(s, &e, 1, NULL, NULL, 0, out);
    if (isfinite(*out))
        return true;
    base_error(d, (struct span){src, 0, src->len}, "this is not a finite number");
    return false;
}

void lang_each_assignment(struct diag *d, struct store *s, const char *option,
                          const struct option_text *texts, void *context,
                          void (*take)(void *context, const struct item *it, ex value))
{
    for (size_t k = 0; k < texts->n; k++) {
        struct source *src = option_source(d, option, texts->at[k]);
        struct item *item = NULL;
        size_t n = 0;
        lang_parse_assignments(d, src, strcmp(option, "-p") != 0, &item, &n);
        for (size_t i = 0; i < n; i++) {
            const ex value = read_constant(d, s, item[i].expr);
            if (value != EX_POISON)
                take(context, &item[i], value);
        }
    }
}

struct list {
    struct diag *diag;
    struct store *store;
    struct assignment *at;
    size_t n;
};

static void take_assignment(void *context, const struct item *it, ex value)
{
    struct list *all = context;
    struct assignment *a = &all->at[all->n++];
    *a = (struct assignment){base_span_copy(all->diag->mem, it->name), it->guess, value, NAN,
                             it->name};
    ex_eval(all->store, &value, 1, NULL, NULL, 0, &a->value);
}

bool lang_assignments(struct diag *d, struct store *s, const char *option,
                      const struct option_text *texts, struct assignment **out, size_t *n)
{
    const size_t before = d->errors;
    size_t room = 1;
    for (size_t k = 0; k < texts->n; k++)
        room += strlen(texts->at[k]);
    struct list all = {d, s, mem_take_array(d->mem, room, sizeof *all.at), 0};
    lang_each_assignment(d, s, option, texts, &all, take_assignment);
    *out = all.at;
    *n = all.n;
    return d->errors == before;
}

/* ---- parameters ---- */

struct params {
    struct diag *diag;
    const struct model *m;
    ex *value;
    struct span *where; /* place of the value: in the model, or in an option */
};

static void take_param(void *context, const struct item *it, ex value)
{
    struct params *p = context;
    const struct span name = it->name;
    struct nearest near = base_nearest(name.src->text + name.at, name.len);
    for (size_t i = 0; i < p->m->params; i++) {
        if (base_span_is(name, p->m->param[i].name)) {
            p->value[i] = value;
            p->where[i] = name;
            return;
        }
        base_offer(&near, p->m->param[i].name);
    }
    base_error(p->diag, name, "the model has no parameter '%s'", base_span_copy(p->diag->mem, name))
        ->help = base_did_you_mean(p->diag->mem, &near);
}

double lang_value(const struct model *m, ex e, const double *p)
{
    struct store *s = m->store;
    const struct mem_mark mark = mem_mark(ex_mem(s));
    ex *symbol = mem_take_array(ex_mem(s), m->params + 1, sizeof *symbol);
    double value = NAN;
    for (size_t i = 0; i < m->params; i++)
        symbol[i] = m->param[i].symbol;
    ex_eval(s, &e, 1, symbol, p, m->params, &value);
    mem_release(ex_mem(s), mark);
    return value;
}

static void check_param(const struct params *all, size_t i, const double *p)
{
    struct diag *d = all->diag;
    const struct model *m = all->m;
    const struct param *q = &m->param[i];
    const struct span where = all->where[i];
    if (!isfinite(p[i]))
        base_error(d, where, "the value of '%s' is not a finite number", q->name);
    else if ((q->assume & EX_POSITIVE) && !(p[i] > 0))
        base_error(d, where, "'%s' is declared '> 0' but its value is not", q->name);
    else if ((q->assume & EX_NONZERO) && p[i] == 0)
        base_error(d, where, "'%s' is declared '!= 0' but its value is 0", q->name);
    else if ((q->low != EX_POISON && p[i] < lang_value(m, q->low, p)) ||
             (q->high != EX_POISON && p[i] > lang_value(m, q->high, p)))
        base_error(d, where, "the value of '%s' lies outside its range", q->name);
}

const struct preset *lang_find_set(struct diag *d, const struct model *m, struct span name)
{
    struct nearest near = base_nearest(name.src->text + name.at, name.len);
    for (size_t i = 0; i < m->presets; i++) {
        if (base_span_is(name, m->preset[i].name))
            return &m->preset[i];
        base_offer(&near, m->preset[i].name);
    }
    const char *mean = base_did_you_mean(d->mem, &near);
    base_error(d, name, "the model has no set '%s'", base_span_copy(d->mem, name))->help =
        mean || m->presets ? mean : "sets are declared like this: set steep : lambda = 3, v = 1";
    return NULL;
}

void lang_each_setting(struct diag *d, const struct model *m, const struct option_text *texts,
                       void *context, void (*take)(void *context, const struct setting *one))
{
    struct word_walk w = {0, 0};
    const char *word = NULL;
    size_t len = 0;
    while (lang_next_word(texts, &w, &word, &len)) {
        const struct source *src = base_source_text(d->mem, "--set", word, len, EXIT_USAGE);
        const struct preset *set = lang_find_set(d, m, (struct span){src, 0, len});
        for (size_t i = 0; set && i < set->n; i++)
            take(context, &set->at[i]);
    }
}

static void take_param_setting(void *context, const struct setting *one)
{
    struct params *p = context;
    if (!one->param)
        return;
    p->value[one->index] = one->value;
    p->where[one->index] = one->ival.where;
}

void lang_find_params_at(struct diag *d, const struct model *m, const struct point_texts *texts,
                         double t, double *p)
{
    struct params all = {d, m, mem_take_array(d->mem, m->params + 1, sizeof(ex)),
                         mem_take_array(d->mem, m->params + 1, sizeof(struct span))};
    ex *symbol = mem_take_array(d->mem, m->params + 1, sizeof *symbol);
    for (size_t i = 0; i < m->params; i++) {
        symbol[i] = m->param[i].symbol;
        all.value[i] = m->param[i].value;
        all.where[i] = m->param[i].where;
    }
    lang_each_setting(d, m, texts->sets, &all, take_param_setting);
    lang_each_assignment(d, m->store, "-p", texts->params, &all, take_param);
    lang_unwind(m->store, symbol, all.value, m->params);
    ex_eval(m->store, all.value, m->params, &m->time, &t, 1, p);
    for (size_t i = 0; i < m->params; i++)
        check_param(&all, i, p);
}

void lang_find_params(struct diag *d, const struct model *m, const struct option_text *texts,
                      double *p)
{
    const struct point_texts only = {.params = texts};
    lang_find_params_at(d, m, &only, 0, p);
}

void lang_parameter_spans(const struct diag *d, const struct model *m, ex *symbol,
                          struct ex_span *span)
{
    double *p = mem_take_array(d->mem, m->params + 1, sizeof *p);
    struct diag aside = {.mem = d->mem};
    lang_find_params(&aside, m, &(struct option_text){NULL, 0}, p);
    for (size_t i = 0; i < m->params; i++) {
        const bool any = m->param[i].input || !isfinite(p[i]);
        symbol[i] = m->param[i].symbol;
        span[i].low = any ? -INFINITY : nextafter(p[i], -INFINITY);
        span[i].high = any ? INFINITY : nextafter(p[i], INFINITY);
    }
}

size_t lang_find_inputs(const struct model *m, const double *p, double *u)
{
    size_t n = 0;
    for (size_t i = 0; i < m->params; i++)
        if (m->param[i].input) {
            if (u)
                u[n] = p[i];
            n++;
        }
    return n;
}
