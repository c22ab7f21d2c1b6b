/* gen/run/row_file.c -- files of rows, in the format of the file name's extension. */
#include "gen/run/trace.h"

#include <errno.h>
#include <string.h>

static const struct sheet_format *const formats[SHEET_COUNT] = {
#define SHEET(word) [SHEET_##word] = &run_sheet_##word,
    ROW_FILES(SHEET)
#undef SHEET
};

enum run_sheet run_sheet_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot && i < SHEET_COUNT; i++)
        if (strcmp(dot + 1, formats[i]->word) == 0)
            return (enum run_sheet)i;
    return SHEET_csv;
}

bool run_sheet_open(struct mem *m, struct sheet *s, const char *path, const char *label,
                    const char *const *name, size_t columns)
{
    *s = (struct sheet){.format = formats[run_sheet_of(path)],
                        .out = {.path = path},
                        .label = label,
                        .name = name,
                        .columns = columns};
    if (label && !s->format->labels)
        return base_outfile_refuse(&s->out, EINVAL,
                                   "this format has no room for names of events; .csv has");
    return base_outfile_open(m, &s->out, path, s->format->rewinds);
}

void run_sheet_begin(struct sheet *s)
{
    s->format->begin(s);
}

void run_sheet_row(struct sheet *s, const char *label, const double *value)
{
    s->format->row(s, label, value);
    s->rows++;
}

bool run_sheet_finish(struct sheet *s)
{
    if (s->out.file)
        s->format->end(s);
    return base_outfile_finish(&s->out);
}
