/* gen/code/fn_text.c -- source text of the elementary functions, cut from files of the runtime.
 *
 * The build turns the lines of those files into strings. A line that begins a piece names it and
 * the pieces it needs, all of them above it: one pass from the end finds the pieces that are
 * needed, and the order of the files is right.
 */
#include "gen/code/engine.h"

#include <assert.h>
#include <string.h>

#define FILE_ENDS "" /* not a line: those end in \n */
static const char *const double_lines[] = {
#include "fn_double_h_text.h"
    FILE_ENDS,
#include "fn_double_circle_text.h"
    FILE_ENDS,
#include "fn_double_growth_text.h"
};
static const char *const float_lines[] = {
#include "fn_float_h_text.h"
    FILE_ENDS,
#include "fn_float_circle_text.h"
    FILE_ENDS,
#include "fn_float_growth_text.h"
};

enum { MOST_PIECES = 64 };
static const char begins[] = "/* fn ";

/* A piece of a file, from a line "fn NAME: OTHERS". */
struct piece {
    const char *name, *needs;
    size_t first, end; /* lines, without the one that begins it */
    bool wanted;
};

/* Length of the word at the start of a text. */
static size_t word(const char *text)
{
    return strcspn(text, ": *");
}

static bool same_word(const char *a, const char *b)
{
    return word(a) == word(b) && strncmp(a, b, word(a)) == 0;
}

static size_t cut(const char *const *line, size_t lines, struct piece *out)
{
    size_t n = 0;
    bool in_piece = false;
    for (size_t i = 0; i < lines; i++) {
        const size_t before = n;
        if (strncmp(line[i], begins, sizeof begins - 1) == 0) {
            assert(n < MOST_PIECES);
            const char *name = line[i] + sizeof begins - 1;
            out[n++] = (struct piece){.name = name, .needs = name + word(name) + 1, .first = i + 1};
        }
        in_piece = n > before || (in_piece && *line[i]);
        if (in_piece)
            out[n - 1].end = i + 1;
    }
    return n;
}

static void want(struct piece *at, size_t n, const char *name)
{
    size_t i = 0;
    while (i < n && !same_word(at[i].name, name))
        i++;
    assert(i < n);
    at[i].wanted = true;
}

/* Pieces that need headers: a target without headers has its own versions. */
static bool is_of_machine(const struct piece *p)
{
    return same_word(p->name, "head") || same_word(p->name, "bits") ||
           same_word(p->name, "from_bits");
}

static void put_pieces(struct mem_text *out, const bool wanted[RT_FN_COUNT], bool single, bool bare)
{
    const char *const *line = single ? float_lines : double_lines;
    const size_t lines = single ? sizeof float_lines / sizeof *float_lines
                                : sizeof double_lines / sizeof *double_lines;
    struct piece at[MOST_PIECES];
    const size_t n = cut(line, lines, at);
    for (size_t i = 0; i < RT_FN_COUNT; i++)
        if (wanted[i])
            want(at, n, code_function_names[i]);
    for (size_t i = n; i-- > 0;)
        for (const char *need = at[i].needs; at[i].wanted && *need == ' ' && need[1] != '*';) {
            want(at, i, need + 1);
            need += 1 + word(need + 1);
        }
    if (!bare)
        mem_put(out, "#ifndef RT_FN\n#define RT_FN static inline\n#endif\n");
    for (size_t i = 0; i < n; i++)
        for (size_t k = at[i].first; at[i].wanted && k < at[i].end; k++)
            if (!bare || !is_of_machine(&at[i]))
                mem_put(out, line[k]);
}

void code_fn_text(struct mem_text *out, const bool wanted[RT_FN_COUNT], bool single)
{
    put_pieces(out, wanted, single, false);
}

void code_fn_text_bare(struct mem_text *out, const bool wanted[RT_FN_COUNT], bool single)
{
    put_pieces(out, wanted, single, true);
}
