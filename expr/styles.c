/* expr/styles.c -- the table of styles as data, and the spelling of numbers in them. */
#include "print.h"

/* |numerator| or denominator as an integer. */
static void number_plain(struct store *s, struct rat r, bool denominator, struct mem_text *out)
{
    rat_put(s, r, denominator, out);
}

static void number_mathml(struct store *s, struct rat r, bool denominator, struct mem_text *out)
{
    mem_put(out, "<mn>");
    rat_put(s, r, denominator, out);
    mem_put(out, "</mn>");
}

/* |r| as a literal for the nearest double. */
static void number_c(struct store *s, struct rat r, bool denominator, struct mem_text *out)
{
    (void)denominator;
    char text[EX_DOUBLE_ROOM];
    double d = rat_double(s, r);
    ex_double_hex(d < 0 ? -d : d, text);
    mem_put(out, text);
}

#define OFFSET(column) offsetof(struct ex_row, column)
/* One row becomes one element at its own constant. */
const struct style ex_styles[EX_STYLES] = {
#define STYLE(name, ...) [EX_##name] = {__VA_ARGS__},
#include "styles.h"
#undef STYLE
};

const char *ex_style_name(enum ex_style style)
{
    return ex_styles[style].word;
}
