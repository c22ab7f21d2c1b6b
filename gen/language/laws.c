/* gen/language/laws.c -- laws of motion by their words, and the statements that choose one. */
#include "gen/language/statements.h"

#include <string.h>

const struct law_row lang_laws[LAW_COUNT] = {
#define LAW(name, form) {#name, form},
    LAWS(LAW)
#undef LAW
};

enum lang_law lang_law_named(const char *word, struct nearest *near)
{
    size_t i = 0;
    for (; i < LAW_COUNT && strcmp(word, lang_laws[i].word) != 0; i++)
        base_offer(near, lang_laws[i].word);
    return (enum lang_law)i;
}

const char *lang_law_list(struct mem *m)
{
    struct mem_text all = mem_text(m);
    for (size_t i = 0; i < LAW_COUNT; i++)
        mem_put_f(&all, "%s%s", i ? ", " : "", lang_laws[i].word);
    return all.text;
}

/* ---- statements ---- */

static bool find_law(struct check *c, struct span word, enum lang_law *out)
{
    struct mem *mem = c->diag->mem;
    const char *text = base_span_copy(mem, word);
    struct nearest near = base_nearest(text, word.len);
    const enum lang_law law = lang_law_named(text, &near);
    if (law == LAW_COUNT) {
        const char *help = base_did_you_mean(mem, &near);
        base_error(c->diag, word, "unknown law '%s'", text)->help =
            help ? help : base_text(mem, "it is one of %s", lang_law_list(mem));
        return false;
    }
    *out = law;
    return true;
}

void lang_check_dynamics(struct check *c, const struct statement *st)
{
    const struct span word = st->item[0].name;
    find_law(c, word, &c->model->law);
}

void lang_check_compare(struct check *c, const struct statement *st)
{
    c->model->has_compare = find_law(c, st->item[0].name, &c->model->compare);
}
