/* tests/fuzz/read.c -- fuzz target: parsing of arbitrary bytes, and printing and reading back.
 *
 * Bytes are read or refused; an expression that was read is printed in every style, and its text
 * must read back to the same expression.
 */
#include "support/fuzz.h"

#include <string.h>

/* Reads the text in a new store, with larger limits. */
static void check_read_back(const char *text)
{
    struct ex_limits wide = ex_limits();
    struct lab other = fuzz_open(wide);
    ex back = fuzz_read(other.s, text, strlen(text));
    FUZZ_REQUIRE(back, "printed, but not read back: %s", text);
    const char *again = ex_show(other.s, back, EX_TEXT);
    FUZZ_REQUIRE(again && strcmp(again, text) == 0, "printed, read back, printed:\n%s\n%s", text,
                 again ? again : ex_error(other.s));
    lab_close(&other);
}

static void check_styles(struct store *s, ex e)
{
    for (enum ex_style style = 0; style < EX_STYLES; style++) {
        const char *text = ex_show(s, e, style);
        FUZZ_REQUIRE(!text == !!ex_error(s), "%s: no text and no error, or both",
                     ex_style_name(style));
        if (!text)
            ex_clear(s);
        else
            FUZZ_REQUIRE(!test_unbalanced(text, style), "not balanced: %s", text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lab l = fuzz_open(fuzz_limits());
    ex e = fuzz_read(l.s, (const char *)data, size);
    ex_clear(l.s);
    if (e) {
        check_styles(l.s, e);
        const char *text = ex_show(l.s, e, EX_TEXT);
        if (text) {
            ex same = fuzz_read(l.s, text, strlen(text));
            FUZZ_REQUIRE(same == e || ex_error(l.s), "read back in the same store: %s", text);
            check_read_back(text);
        }
    }
    lab_close(&l);
    return 0;
}
