/* gen/language/statement_draw.c -- statement `draw`: shapes, their points and numbers.
 *
 * A shape has points and numbers, which are expressions with a value along a run.
 */
#include "gen/language/statements.h"
#include "gen/symbolic/symbolic.h"

#include <string.h>

enum { SCENE_MOST = 10000 }; /* numbers */

const struct shape_row lang_shapes[SHAPE_COUNT] = {
#define MANY SCENE_MOST
#define IN_ANY true, true
#define IN_PLANE true, false
#define IN_SPACE false, true
#define SHAPE(word_, least_, most_, in_, numbers_, like_, says_)                                   \
    [SHAPE_##word_] = {#word_, like_, says_, least_, most_, numbers_, IN_##in_},
    SHAPES(SHAPE)
#undef SHAPE
#undef MANY
#undef IN_ANY
#undef IN_PLANE
#undef IN_SPACE
};

static const char *all_shapes(struct mem *m)
{
    struct mem_text out = mem_text(m);
    for (int i = 0; i < SHAPE_COUNT; i++)
        mem_put_f(&out, "%s%s", i ? ", " : "shapes are ", lang_shapes[i].word);
    return out.text;
}

static bool find_shape(struct diag *d, struct span name, enum lang_shape *out)
{
    const char *word = base_span_copy(d->mem, name);
    struct nearest near = base_nearest(word, strlen(word));
    for (int i = 0; i < SHAPE_COUNT; i++) {
        if (strcmp(lang_shapes[i].word, word) == 0) {
            *out = (enum lang_shape)i;
            return true;
        }
        base_offer(&near, lang_shapes[i].word);
    }
    const char *mean = base_did_you_mean(d->mem, &near);
    base_error(d, name, "there is no shape '%s'", word)->help = mean ? mean : all_shapes(d->mem);
    return false;
}

static bool refuse(struct diag *d, const struct shape_row *row, struct span where,
                   const char *message)
{
    base_error(d, where, "%s", message)->help = base_text(d->mem, "write draw %s", row->like);
    return false;
}

static const char *amount(struct mem *m, size_t n, const char *what)
{
    return n == 0 ? base_text(m, "no %ss", what)
                  : base_text(m, "%lu %s%s", (unsigned long)n, what, n == 1 ? "" : "s");
}

/* Whether a point has two or three coordinates, as many as the points before it; else an error. */
static bool fits_point(struct diag *d, const struct item *point, struct drawing *out)
{
    const struct shape_row *row = &lang_shapes[out->shape];
    const size_t n = point->parts;
    if (n > 3)
        return refuse(d, row, point->all, "a point has two numbers, or three in space");
    if (n == 2 && !row->plane)
        return refuse(d, row, point->all,
                      base_text(d->mem, "a point of a %s has three numbers", row->word));
    if (n == 3 && !row->space)
        return refuse(
            d, row, point->all,
            base_text(d->mem, "a %s lies in the plane: its point has two numbers", row->word));
    if (out->dims && out->dims != n)
        return refuse(d, row, point->all, "one shape has points of two numbers, or of three");
    out->dims = n;
    return true;
}

/* Whether the shape can have these points and numbers; counts them. */
static bool fits(struct diag *d, const struct item *it, struct drawing *out)
{
    const struct shape_row *row = &lang_shapes[out->shape];
    for (size_t i = 0; i < it->parts; i++) {
        const struct item *part = &it->part[i];
        if (!part->parts) {
            out->numbers++;
            continue;
        }
        if (out->numbers)
            return refuse(d, row, part->all, "points stand before numbers");
        if (!fits_point(d, part, out))
            return false;
        out->points++;
    }
    const char *numbers = amount(d->mem, row->numbers, "number");
    if (out->points < row->least || out->points > row->most)
        return refuse(d, row, it->all,
                      base_text(d->mem, "'%s' takes %s%s, not %lu", row->word,
                                row->most > row->least ? "at least " : "",
                                amount(d->mem, row->least, "point"), (unsigned long)out->points));
    if (out->numbers != row->numbers)
        return refuse(d, row, it->all,
                      base_text(d->mem, "'%s' takes %s behind its point%s, not %lu", row->word,
                                numbers, row->most > 1 ? "s" : "", (unsigned long)out->numbers));
    out->n = out->points * out->dims + out->numbers;
    return true;
}

static bool is_moving(struct check *c, ex e)
{
    const struct model *m = c->model;
    bool moves = lang_sorts(c, e) != 0 || ex_has(c->store, e, m->time);
    for (size_t i = 0; i < m->coords && !moves; i++)
        moves = ex_has(c->store, e, m->coord[i].q);
    for (size_t i = 0; i < m->params && !moves; i++)
        moves = m->param[i].input && ex_has(c->store, e, m->param[i].symbol);
    return moves;
}

/* Reads all numbers, also after an error, so that every error is reported. */
static bool read_numbers(struct check *c, const struct item *it, struct drawing *out)
{
    size_t n = 0;
    bool good = true;
    out->value = sym_row(c->diag->mem, out->n);
    out->fixed = true;
    for (size_t i = 0; i < it->parts; i++) {
        const struct item *part = &it->part[i];
        for (size_t k = 0; k < (part->parts ? part->parts : 1); k++) {
            const ex e =
                lang_number_along(c, part->parts ? part->part[k].expr : part->expr, "draw");
            out->value[n++] = e;
            good &= e != EX_POISON;
            out->fixed &= e != EX_POISON && !is_moving(c, e);
        }
    }
    return good;
}

void lang_check_draw(struct check *c, const struct statement *st)
{
    struct model *m = c->model;
    for (size_t i = 0; i < st->n; i++) {
        const struct item *it = &st->item[i];
        struct drawing out = {.at = m->scene, .where = it->all};
        if (!find_shape(c->diag, it->name, &out.shape) || !fits(c->diag, it, &out))
            continue;
        if (m->scene + out.n > SCENE_MOST) {
            base_error(c->diag, it->name, "more than %d numbers are drawn", (int)SCENE_MOST);
            return;
        }
        if (!read_numbers(c, it, &out))
            continue;
        m->scene += out.n;
        m->in_space |= out.dims == 3;
        m->drawing[m->drawings++] = out;
    }
}
