/* gen/session/complete.c -- completion of words, names and paths in a session. */
#include "gen/language/scope.h"
#include "gen/session/words.h"

#include <dirent.h>
#include <string.h>

static bool begins(const char *word, const char *begin)
{
    return strncmp(word, begin, strlen(begin)) == 0;
}

/* Names with characters that are not seen, or that change a screen, are not offered. */
static bool is_hidden(struct session *r, const char *name)
{
    const struct mem_mark mark = mem_mark(r->mem);
    const bool hidden = strcmp(base_visible(r->mem, name), name) != 0;
    mem_release(r->mem, mark);
    return hidden;
}

/* The nth file whose path begins with `begin`. */
static const char *nth_file(struct session *r, const char *begin, size_t nth)
{
    static char found[512];
    const char *slash = strrchr(begin, '/');
    const size_t len = slash ? (size_t)(slash - begin) + 1 : 0;
    char folder[512];
    size_t n = 0;
    const struct dirent *entry = NULL;
    if (*begin == 0 || len >= sizeof folder)
        return NULL;
    snprintf(folder, sizeof folder, "%.*s", len ? (int)len : 1, len ? begin : ".");
    DIR *d = opendir(folder);
    found[0] = 0;
    while (d && !found[0] && (entry = readdir(d)))
        if (entry->d_name[0] != '.' && begins(entry->d_name, begin + len) &&
            !is_hidden(r, entry->d_name) && n++ == nth)
            snprintf(found, sizeof found, "%.*s%s", (int)len, begin, entry->d_name);
    if (d)
        closedir(d);
    return found[0] ? found : NULL;
}

/* The name, or the derived name (d_x, eta_v, p_x) that begins with `begin`; NULL: neither does. */
static const char *made_name(const struct name *name, const char *begin)
{
    enum { C = 1 << NAME_COORD, S = 1 << NAME_SECTION, F = 1 << NAME_FIELD };
    static const struct {
        const char *before;
        int of;
    } shapes[] = {{"d_", C | S | F}, {"eta_", F}, {"p_", C | S}};
    static char word[256];
    if (begins(name->text, begin))
        return name->text;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const size_t len = strlen(shapes[k].before);
        if (!(shapes[k].of >> name->of & 1) || strncmp(begin, shapes[k].before, len) != 0 ||
            !begins(name->text, begin + len))
            continue;
        snprintf(word, sizeof word, "%s%s", shapes[k].before, name->text);
        return word;
    }
    return NULL;
}

const char *session_completion(void *context, const char *begin, size_t nth)
{
    struct session *r = context;
    const struct scope *sc = r->gen ? &r->gen->job.model->names->scope : NULL;
    size_t n = 0;
    for (size_t i = 0; i < SAY_COUNT; i++)
        if (begins(session_words[i].word, begin) && n++ == nth)
            return session_words[i].word;
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        if (begins(lang_statements[i].keyword, begin) && n++ == nth)
            return lang_statements[i].keyword;
    for (size_t i = 0; sc && i < sc->names; i++) {
        const char *made = made_name(&sc->name[i], begin);
        if (made && n++ == nth)
            return made;
    }
    for (size_t i = 0; i < rt_method_count; i++)
        if (begins(rt_methods[i].name, begin) && n++ == nth)
            return rt_methods[i].name;
    for (size_t i = 0; i < form_row_count; i++)
        if (begins(form_rows[i].name, begin) && n++ == nth)
            return form_rows[i].name;
    return strpbrk(begin, "./") || n == 0 ? nth_file(r, begin, nth - n) : NULL;
}
