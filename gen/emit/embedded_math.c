/* gen/emit/embedded_math.c -- elementary functions of embedded code, without a library.
 *
 * Functions are those of the runtime; the few functions of math.h and string.h that they call are
 * written here in plain C. Only functions that are used are emitted.
 */
#include "gen/emit/embedded.h"
#include "gen/emit/target.h"

#include <string.h>

bool emit_embedded_single(const struct package *k)
{
    return k->options->real == REAL_float;
}

/* Replacements of @x for float and double. */
/* clang-format off */
static const struct {
    char letter;
    const char *of_float, *of_double;
} differs[] = {
    {'r', "float",           "double"},
    {'w', "uint32_t",        "uint64_t"},               /* type of its bits */
    {'n', "4",               "8"},                      /* its size in bytes */
    {'0', "0.0f",            "0.0"},
    {'1', "1.0f",            "1.0"},
    {'f', "f",               ""},                       /* suffix of names */
    {'d', "23",              "52"},                     /* bits of the fraction */
    {'t', "31",              "63"},                     /* position of the sign bit */
    {'b', "127",             "1023"},                   /* the bias of exponents */
    {'m', "0x1.fffffep127f", "0x1.fffffffffffffp1023"}, /* the largest finite number */
    {'s', "0x1p-126f",       "0x1p-1022"},              /* the smallest normal number */
    {'e', "0x1p-36f",        "0x1p-86"},                /* a square that is negligible beside 1 */
    {'q', "0x7fc00000U",     "0x7ff8000000000000U"},    /* NaN */
    {'i', "0x7f800000U",     "0x7ff0000000000000U"},    /* infinity */
    {'x', "0x1p-30f",        "0x1p-60"},                /* negligible beside 1 */
    {'y', "0x1.001p0f",      "0x1.0000002p0"},          /* its square has one bit too many */
    {'z', "0x1.002p0f",      "0x1.0000004p0"},          /* that square, rounded */
    {'a', "0x1p-10f",        "0x1p-26"},                /* a residual that is small beside 1 */
};
/* clang-format on */

void emit_embedded_put(struct writer *w, const char *text)
{
    for (; *text; text++) {
        const char one[2] = {*text, 0};
        if (*text != '@') {
            emit_c_put(w, one);
            continue;
        }
        size_t i = 0;
        for (text++; differs[i].letter != *text;)
            i++;
        mem_put(w->out, emit_embedded_single(w->k) ? differs[i].of_float : differs[i].of_double);
    }
}

/* Copies byte by byte, the only way without string.h and unions. Compilers optimise it. */
static const char bits_text[] =
    "\nstatic inline @w rt_bits@f(@r x)\n{\n"
    "    @w bits = 0U;\n"
    "    const uint8_t *const from = (const uint8_t *)&x;\n"
    "    uint8_t *const to = (uint8_t *)&bits;\n"
    "    for (int i = 0; i < @n; i++) {\n        to[i] = from[i];\n    }\n"
    "    return bits;\n}\n";
static const char from_bits_text[] =
    "\nstatic inline @r rt_from_bits@f(@w bits)\n{\n"
    "    @r x = @0;\n"
    "    const uint8_t *const from = (const uint8_t *)&bits;\n"
    "    uint8_t *const to = (uint8_t *)&x;\n"
    "    for (int i = 0; i < @n; i++) {\n        to[i] = from[i];\n    }\n"
    "    return x;\n}\n";

/* One row: a name of math.h, our name, and its text, which may use rows above it. The square root
 * is computed digit by digit, as in fdlibm, and rounded to nearest. */
static const struct {
    const char *library, *own, *text;
} replaced[] = {
    {"fabs", "rt_fabs",
     "\nstatic inline @r rt_fabs@f(@r x)\n{\n#if defined(__GNUC__)\n"
     "    return __builtin_fabs@f(x);\n#else\n"
     "    return (x > @0) ? x : (@0 - x);\n#endif\n}\n"},
    {"sqrt", "rt_sqrt",
     "\nstatic @r rt_sqrt@f(@r x)\n{\n"
     "    const @w one = (@w)1U << @d;\n"
     "    @r value = x; /* 0 and infinity */\n"
     "    if (!(x >= @0)) {\n        value = (x - x) / (x - x);\n"
     "    } else if ((x > @0) && (x <= @m)) {\n"
     "        const @r up = (x < @s) ? 0x1p60@f : 0x1p0@f;\n"
     "        const @w bits = rt_bits@f(x * up);\n"
     "        const @w power = bits >> @d;\n"
     "        @w odd = 0U; /* of power - @b */\n"
     "        if ((power & 1U) == 0U) {\n            odd = 1U;\n        }\n"
     "        const @w half = (((power - odd) + @bU) / 2U) - 1U;\n"
     "        @w rest = ((bits & (one - 1U)) | one) << (1U + odd);\n"
     "        @w root = 0U;\n        @w sum = 0U;\n        @w digit = one << 1;\n"
     "        for (int i = 0; i < (@d + 2); i++) {\n"
     "            const @w next = sum + digit;\n"
     "            if (next <= rest) {\n"
     "                sum = next + digit;\n                rest -= next;\n"
     "                root += digit;\n            }\n"
     "            rest <<= 1;\n            digit >>= 1;\n        }\n"
     "        if (rest != 0U) {\n            root += root & 1U;\n        }\n"
     "        root = (root >> 1) + (half << @d);\n"
     "        value = rt_from_bits@f(root) * ((x < @s) ? 0x1p-30@f : 0x1p0@f);\n"
     "    } else {\n        /* the root is x */\n    }\n"
     "    return value;\n}\n"},
};
enum { REPLACED = sizeof replaced / sizeof *replaced, OF_FABS = 0, OF_ROOT = REPLACED - 1 };

static bool is_word(char c)
{
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static size_t word_length(const char *text)
{
    size_t n = 0;
    while (is_word(text[n]))
        n++;
    return n;
}

/* The row whose name of math.h begins a text, with or without the f of floats; REPLACED: none. */
static size_t row_at(const char *text, size_t n)
{
    size_t row = 0;
    for (; row < REPLACED; row++) {
        const size_t len = strlen(replaced[row].library);
        if ((n == len || (n == len + 1 && text[len] == 'f')) &&
            strncmp(text, replaced[row].library, len) == 0)
            break;
    }
    return row;
}

/* Text of the runtime with our names of functions of math.h; marks the rows it uses. */
static void put_own(struct mem_text *out, const char *text, bool single, bool used[REPLACED])
{
    for (size_t n; *text; text += n) {
        n = word_length(text);
        const size_t row = n ? row_at(text, n) : REPLACED;
        if (n == 5 && strncmp(text, "RT_FN", n) == 0) {
            mem_put(out, "static inline");
            continue;
        }
        if (row == REPLACED) {
            n = n ? n : 1;
            mem_put_n(out, text, n);
            continue;
        }
        used[row] = true;
        mem_put_f(out, "%s%s", replaced[row].own, single ? "f" : "");
    }
}

/* Functions of math.h, where the code uses it. */
static void put_of_library(struct writer *w)
{
    if (code_calls(w->k->program).pair)
        emit_c_pair(w);
    if (w->k->options->fast)
        emit_embedded_put(w, bits_text);
}

static void put_bundled(struct writer *w)
{
    const struct package *k = w->k;
    bool wanted[RT_FN_COUNT], used[REPLACED] = {false};
    struct mem_text text = mem_text(k->mem), own = mem_text(k->mem);
    if (emit_c_wanted(k, wanted))
        code_fn_text_bare(&text, wanted, emit_embedded_single(k));
    else
        mem_put(&text, "");
    mem_put(&own, "");
    put_own(&own, text.text, emit_embedded_single(k), used);
    const struct calls calls = code_calls(k->program);
    used[OF_ROOT] |= calls.of[EX_sqrt];
    used[OF_FABS] |= calls.of[EX_abs];
    emit_embedded_put(w, bits_text);
    if (used[OF_ROOT] || strstr(own.text, "rt_from_bits"))
        emit_embedded_put(w, from_bits_text);
    for (size_t i = 0; i < REPLACED; i++)
        if (used[i])
            emit_embedded_put(w, replaced[i].text);
    mem_put_char(w->out, '\n');
    mem_put(w->out, own.text);
}

void emit_embedded_functions(struct writer *w)
{
    if (w->k->options->math == MATH_libm)
        put_of_library(w);
    else
        put_bundled(w);
}

void emit_embedded_names(struct writer *w)
{
    if (w->k->options->math == MATH_libm)
        return;
    for (size_t i = 0; i < REPLACED; i++)
        for (int op = 0; op < EX_OPS; op++)
            if (code_c_function((enum ex_op)op) &&
                strcmp(code_c_function((enum ex_op)op), replaced[i].library) == 0)
                w->spelling.function[op] = base_text(w->k->mem, "%s%s", replaced[i].own,
                                                     emit_embedded_single(w->k) ? "f" : "");
}
