/* gen/language/laws.c -- laws of motion by their words. */
#include "gen/language/model.h"

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
