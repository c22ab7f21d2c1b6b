/* gen/base/suggest.c -- suggestion of the nearest known word, by edit distance. */
#include "gen/base/base.h"

#include <string.h>

enum { LONGEST = 32 }; /* longer words are not compared */

/* The characters of a word, each as the bytes of its UTF-8 sequence; returns their number, or
 * LONGEST + 1 if the word is too long. */
static size_t characters(const char *word, size_t len, uint32_t *out)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        const uint32_t byte = (unsigned char)word[i];
        const bool goes_on = (byte & 0xC0) == 0x80;
        if (!goes_on && n++ == LONGEST)
            return LONGEST + 1;
        if (n)
            out[n - 1] = goes_on ? out[n - 1] << 8 | byte : byte;
    }
    return n;
}

/* Number of edits (insert, delete, replace, exchange neighbours) from word to candidate; if it is
 * above `limit`, some number above it. */
static size_t edits(const char *word, size_t len, const char *candidate, size_t limit)
{
    size_t row[3][LONGEST + 1];
    uint32_t a[LONGEST], b[LONGEST];
    const size_t n = characters(word, len, a), m = characters(candidate, strlen(candidate), b);
    if (n > LONGEST || m > LONGEST || (n > m ? n - m : m - n) > limit)
        return limit + 1;
    for (size_t j = 0; j <= m; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *now = row[i % 3];
        const size_t *up = row[(i + 2) % 3], *upup = row[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = up[j - 1] + (a[i - 1] != b[j - 1]);
            if (up[j] + 1 < best)
                best = up[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                upup[j - 2] + 1 < best)
                best = upup[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[n % 3][m];
}

struct nearest base_nearest(const char *word, size_t len)
{
    /* Every short word is a few edits from many others, so it is allowed fewer. */
    return (struct nearest){.word = word, .len = len, .distance = len < 5 ? 2 : len < 9 ? 3 : 4};
}

void base_offer(struct nearest *n, const char *candidate)
{
    const size_t distance = edits(n->word, n->len, candidate, n->distance - 1);
    if (distance < n->distance && distance < n->len) {
        n->best = candidate;
        n->distance = distance ? distance : 1;
    }
}

const char *base_did_you_mean(struct mem *m, const struct nearest *n)
{
    return n->best ? base_text(m, "did you mean '%s'?", n->best) : NULL;
}
