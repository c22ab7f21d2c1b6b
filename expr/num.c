/* expr/num.c -- numbers as text, exact and the same in every locale. */
#include "store.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- a double as decimal digits ---- */

enum { BASE = 1000000000, WORDS = 90, DIGITS = WORDS * 9 };

struct decimal {
    char digit[DIGITS + 1];
    int n;     /* digits, no zero in front */
    int point; /* value = 0.digits * 10^point */
};

static void multiply(uint32_t *w, int *n, uint32_t by)
{
    uint64_t carry = 0;
    for (int i = 0; i < *n; i++) {
        carry += (uint64_t)w[i] * by;
        w[i] = (uint32_t)(carry % BASE);
        carry /= BASE;
    }
    if (carry) {
        assert(*n < WORDS);
        w[(*n)++] = (uint32_t)carry;
    }
}

/* d = m 2^e exactly. For e < 0 that is m 5^-e / 10^-e: an integer with its point moved. */
static void exact_decimal(double d, struct decimal *out)
{
    int e;
    uint64_t m = (uint64_t)ldexp(frexp(d, &e), 53);
    e -= 53;
    uint32_t w[WORDS] = {(uint32_t)(m % BASE), (uint32_t)(m / BASE % BASE),
                         (uint32_t)(m / BASE / BASE)};
    int n = w[2] ? 3 : w[1] ? 2 : 1;
    int left = e < 0 ? -e : e;
    for (; left >= 12; left -= 12)
        multiply(w, &n, e < 0 ? 244140625u : 4096u);
    for (; left > 0; left--)
        multiply(w, &n, e < 0 ? 5u : 2u);
    int at = 0;
    for (int i = n - 1; i >= 0; i--)
        for (uint32_t scale = BASE / 10; scale; scale /= 10) {
            char c = (char)('0' + w[i] / scale % 10);
            if (at || c != '0')
                out->digit[at++] = c;
        }
    out->n = at;
    out->point = at + (e < 0 ? e : 0);
}

/* Half to even on the exact digits; zeros at the end are dropped. */
static void round_to(struct decimal *d, int digits)
{
    if (d->n > digits) {
        int cmp = d->digit[digits] - '5';
        for (int i = digits + 1; cmp == 0 && i < d->n; i++)
            cmp = d->digit[i] != '0';
        bool up = cmp > 0 || (cmp == 0 && (d->digit[digits - 1] - '0') % 2);
        d->n = digits;
        int i = digits - 1;
        for (; up && i >= 0; i--) {
            up = d->digit[i] == '9';
            d->digit[i] = up ? '0' : (char)(d->digit[i] + 1);
        }
        if (up) {
            d->digit[0] = '1';
            d->n = 1;
            d->point++;
        }
    }
    while (d->n > 1 && d->digit[d->n - 1] == '0')
        d->n--;
}

static size_t put(char *out, size_t at, const char *s, size_t n)
{
    memcpy(out + at, s, n);
    return at + n;
}

static size_t put_small_int(char *out, size_t at, int i)
{
    char digits[8];
    int n = 0;
    for (int left = i < 0 ? -i : i; left || !n; left /= 10)
        digits[n++] = (char)('0' + left % 10);
    if (i < 0)
        out[at++] = '-';
    while (n)
        out[at++] = digits[--n];
    return at;
}

/* Without an exponent from 1e-5 up to the number of digits, with an exponent otherwise. */
static size_t layout(const struct decimal *d, int digits, char *out, size_t at)
{
    size_t n = (size_t)d->n;
    if (d->point > digits || d->point < -4) {
        out[at++] = d->digit[0];
        if (n > 1) {
            out[at++] = '.';
            at = put(out, at, d->digit + 1, n - 1);
        }
        out[at++] = 'e';
        return put_small_int(out, at, d->point - 1);
    }
    if (d->point <= 0) {
        at = put(out, at, "0.0000", 2 + (size_t)-d->point);
        return put(out, at, d->digit, n);
    }
    size_t whole = (size_t)d->point;
    at = put(out, at, d->digit, n < whole ? n : whole);
    for (size_t i = n; i < whole; i++)
        out[at++] = '0';
    if (n > whole) {
        out[at++] = '.';
        at = put(out, at, d->digit + whole, n - whole);
    }
    return at;
}

size_t ex_double_brief(double d, int digits, char out[EX_DOUBLE_ROOM])
{
    assert(digits >= 1 && digits <= 17);
    size_t at = 0;
    if (isnan(d)) {
        at = put(out, 0, "nan", 3);
    } else {
        if (signbit(d))
            out[at++] = '-';
        if (isinf(d)) {
            at = put(out, at, "inf", 3);
        } else if (d == 0) {
            out[at++] = '0';
        } else {
            struct decimal exact;
            exact_decimal(fabs(d), &exact);
            round_to(&exact, digits);
            at = layout(&exact, digits, out, at);
        }
    }
    out[at] = 0;
    return at;
}

size_t ex_double_show(double d, char out[EX_DOUBLE_ROOM])
{
    return ex_double_brief(d, 17, out);
}

size_t ex_double_hex(double d, char out[EX_DOUBLE_ROOM])
{
    size_t at = 0;
    if (isnan(d)) {
        at = put(out, 0, "NAN", 3);
    } else {
        if (signbit(d))
            out[at++] = '-';
        int e = 0;
        uint64_t m = isinf(d) ? 0 : (uint64_t)ldexp(frexp(fabs(d), &e), 53);
        if (isinf(d)) {
            at = put(out, at, "INFINITY", 8);
        } else {
            at = put(out, at, m ? "0x1" : "0x0", 3);
            m = m << 12; /* the leading bit falls out, 52 bits follow */
            if (m)
                out[at++] = '.';
            for (; m; m <<= 4)
                out[at++] = "0123456789abcdef"[m >> 60];
            out[at++] = 'p';
            at = put_small_int(out, at, d == 0 ? 0 : e - 1);
        }
    }
    out[at] = 0;
    return at;
}

/* ---- reading ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* An exponent that does not fit becomes a value above every limit. */
static size_t read_exponent(const char *text, size_t len, size_t at, int64_t *exponent)
{
    size_t i = at + 1;
    bool negative = i < len && text[i] == '-';
    if (i < len && (text[i] == '-' || text[i] == '+'))
        i++;
    if (i >= len || !is_digit(text[i]))
        return at;
    int64_t value = 0;
    for (; i < len && is_digit(text[i]); i++)
        value = value > 1000000000 ? value : value * 10 + (text[i] - '0');
    *exponent = negative ? -value : value;
    return i;
}

ex ex_number_read(struct store *s, const char *text, size_t len, size_t *used)
{
    struct mem_mark mark = mem_mark(s->mem);
    struct mem_text digits = mem_text(s->mem);
    int64_t exponent = 0;
    size_t i = 0;
    for (; i < len && is_digit(text[i]); i++)
        mem_put_char(&digits, text[i]);
    /* "0..1" is a range: its first point is no decimal point. */
    if (i < len && text[i] == '.' && !(i + 1 < len && text[i + 1] == '.')) {
        size_t from = i + 1, end = from;
        for (; end < len && is_digit(text[end]); end++)
            mem_put_char(&digits, text[end]);
        if (digits.len) {
            exponent = -(int64_t)(end - from);
            i = end;
        }
    }
    *used = i;
    if (!digits.len) {
        *used = 0;
        mem_release(s->mem, mark);
        return EX_POISON;
    }
    int64_t written = 0;
    if (i < len && (text[i] == 'e' || text[i] == 'E'))
        *used = read_exponent(text, len, i, &written);
    ex e = rat_ex(s, rat_read(s, digits.text, digits.len, exponent + written));
    mem_release(s->mem, mark);
    return e;
}
