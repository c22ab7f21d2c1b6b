/* gen/run/csv.c -- CSV writer: names in the first line, then rows of numbers.
 *
 * Numbers read back to the same bits and have a decimal point in every locale.
 */
#include "gen/run/trace.h"

static void put_header(struct sheet *s)
{
    if (s->label)
        base_outfile_text(&s->out, s->label);
    for (size_t i = 0; i < s->columns; i++) {
        if (i || s->label)
            base_outfile_text(&s->out, ",");
        base_outfile_text(&s->out, s->name[i]);
    }
    base_outfile_text(&s->out, "\n");
}

static void put_row(struct sheet *s, const char *label, const double *value)
{
    char text[EX_DOUBLE_ROOM];
    if (s->label)
        base_outfile_text(&s->out, label);
    for (size_t i = 0; i < s->columns; i++) {
        if (i || s->label)
            base_outfile_text(&s->out, ",");
        ex_double_show(value[i], text);
        base_outfile_text(&s->out, text);
    }
    base_outfile_text(&s->out, "\n");
}

static void put_nothing(struct sheet *s)
{
    (void)s;
}

const struct sheet_format run_sheet_csv = {.word = "csv",
                                           .about = "text, names in the first line",
                                           .labels = true,
                                           .begin = put_header,
                                           .row = put_row,
                                           .end = put_nothing};
