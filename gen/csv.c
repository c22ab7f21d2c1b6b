/* gen/csv.c -- rows as text: names in the first line, then numbers that read back to the bit, with
 * a decimal point in every locale. */
#include "gen/run.h"

static void put_header(struct sheet *s)
{
    if (s->label)
        gen_outfile_text(&s->out, s->label);
    for (size_t i = 0; i < s->columns; i++) {
        if (i || s->label)
            gen_outfile_text(&s->out, ",");
        gen_outfile_text(&s->out, s->name[i]);
    }
    gen_outfile_text(&s->out, "\n");
}

static void put_row(struct sheet *s, const char *label, const double *value)
{
    char text[EX_DOUBLE_ROOM];
    if (s->label)
        gen_outfile_text(&s->out, label);
    for (size_t i = 0; i < s->columns; i++) {
        if (i || s->label)
            gen_outfile_text(&s->out, ",");
        ex_double_show(value[i], text);
        gen_outfile_text(&s->out, text);
    }
    gen_outfile_text(&s->out, "\n");
}

static void put_nothing(struct sheet *s)
{
    (void)s;
}

const struct sheet_format gen_sheet_csv = {.word = "csv",
                                           .about = "text, names in the first line",
                                           .labels = true,
                                           .begin = put_header,
                                           .row = put_row,
                                           .end = put_nothing};
