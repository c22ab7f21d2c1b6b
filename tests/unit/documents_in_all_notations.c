/* tests/unit/documents_in_all_notations.c -- documents: the same meaning in every notation.
 *
 * The expressions of a document are evaluated before printing; the printed text is read by the
 * programs it is for (support/pages.py), and as text by ex_read.
 */
#include "gen/print/notation.h"
#include "support/support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct written {
    char *text;
    size_t len;
    bool good;
};

typedef struct doc *builder(struct store *s);

static struct written write_page(builder *build, struct store *s, enum print_page page)
{
    struct written w = {0};
    FILE *f = open_memstream(&w.text, &w.len);
    ck_assert_ptr_nonnull(f);
    w.good = print_doc_write(f, build(s), page);
    fclose(f);
    return w;
}

static ex sym(struct store *s, const char *name)
{
    return ex_sym(s, name, 0);
}

/* ---- documents ---- */

/* Every kind of line, with names and a title that have a meaning in some notation. */
static struct doc *every_kind(struct store *s)
{
    struct doc *doc = print_doc(s, "A <b> & \"c\" */ *) (* /* 100% $x_1$ ~^\\ {} #|", "skew");
    struct doc_part *a = print_doc_part(doc, "first", "first things  C* & <d>");
    const ex x = sym(s, "x"), dot = sym(s, "x_dot"), prime = sym(s, "x'"), H = sym(s, "H");
    const ex lambda = sym(s, "lambda"), theta = sym(s, "\xce\xb8");
    const ex m = ex_sym(s, "m", EX_POSITIVE), eq = sym(s, "eq1");
    print_doc_formula(a, "[a, b] = c", "[a, b] = c", "<mi>a</mi>");
    print_doc_value(a, print_label(LABEL_symbol, "H", NULL, NULL), ex_mul3(s, H, lambda, prime));
    print_doc_value(a, print_label(LABEL_rate, "x", NULL, NULL), ex_add2(s, dot, ex_sin(s, theta)));
    print_doc_value(a, print_label(LABEL_structure, "s", "v", "w"), ex_int(s, 3));
    print_doc_value(a, print_label(LABEL_structure, "u1", "u2", "u3'"), ex_rat(s, -1, 3));
    print_doc_value(a, print_label(LABEL_pair, "x", "eta_v", NULL), ex_div(s, ex_sqrt(s, m), x));
    print_doc_value(a, print_label(LABEL_words, "what_is <this>", NULL, NULL), ex_int(s, 7));
    print_doc_text(a, "a sentence about %d%% of *) & */ things", 100);
    print_doc_relation(a, ex_mul2(s, x, prime), SIGN_equal, ex_mul2(s, eq, m));
    print_doc_relation(a, ex_cos(s, theta), SIGN_unequal, ex_int(s, 0));
    struct doc_part *b = print_doc_part(doc, "second", "matrices");
    const ex entry[6] = {x,     ex_int(s, 0), ex_neg(s, ex_div(s, lambda, m)),
                         theta, ex_int(s, 1), ex_powi(s, ex_add2(s, x, m), 2)};
    print_doc_matrix(b, print_label(LABEL_symbol, "M", NULL, NULL), entry, 2, 3);
    print_doc_matrix(b, print_label(LABEL_symbol, "M", NULL, NULL), entry, 6, 1);
    return doc;
}

/* A graph of some hundred nodes with 10^14 nodes as a tree, with held subexpressions, and symbols
 * with names like those of subexpressions. */
static struct doc *deep(struct store *s)
{
    enum { LEVELS = 30 };
    struct doc *doc = print_doc(s, "deep", "skew");
    struct doc_part *first = print_doc_part(doc, "first", "first");
    struct doc_part *second = print_doc_part(doc, "second", "second");
    ex e = sym(s, "s1"), f = sym(s, "s_2");
    for (int i = 0; i < LEVELS; i++) {
        const ex sum = ex_add2(s, ex_mul2(s, ex_rat(s, 1, 3 + i), e), ex_cos(s, f));
        const ex g = ex_hold(s, ex_add2(s, sum, ex_mul2(s, f, ex_rat(s, 1, 2))));
        f = ex_mul3(s, ex_rat(s, 1, 2), ex_sin(s, e), ex_cos(s, ex_add2(s, e, f)));
        e = g;
    }
    print_doc_value(first, print_label(LABEL_symbol, "E", NULL, NULL), e);
    print_doc_value(first, print_label(LABEL_symbol, "F", NULL, NULL), f);
    const ex both[2] = {ex_mul2(s, e, f), ex_add2(s, e, sym(s, "x"))};
    print_doc_matrix(second, print_label(LABEL_symbol, "G", NULL, NULL), both, 1, 2);
    return doc;
}

/* A small document: no subexpression gets a name, and `hold` is invisible. */
static struct doc *held(struct store *s)
{
    struct doc *doc = print_doc(s, "held", "skew");
    const ex sum = ex_hold(s, ex_add2(s, sym(s, "x"), sym(s, "y")));
    print_doc_value(print_doc_part(doc, "only", "only"), print_label(LABEL_symbol, "A", NULL, NULL),
                    ex_mul2(s, ex_int(s, 2), sum));
    return doc;
}

static struct doc *empty(struct store *s)
{
    struct doc *doc = print_doc(s, "", "");
    print_doc_part(doc, "none", "");
    return doc;
}

static builder *const builders[] = {every_kind, deep, held, empty};

/* ---- values ---- */

static void put_double(FILE *out, double d)
{
    char text[EX_DOUBLE_ROOM];
    ex_double_show(d, text);
    fprintf(out, "%s\n", text);
}

static FILE *open_in(const char *folder, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    return f;
}

/* Writes values of symbols, by their order, and the resulting values of all entries. */
static void put_values(struct store *s, const struct doc *doc, const char *folder)
{
    FILE *f = open_in(folder, "values");
    for (size_t i = 0; i < doc->parts; i++)
        for (size_t k = 0; k < doc->part[i]->lines; k++) {
            const struct doc_line *line = &doc->part[i]->line[k];
            const size_t n = line->rows * line->cols;
            const struct ex_list x = ex_symbols(s, line->at, n);
            double v[32], out[16];
            ck_assert(x.n <= COUNT(v) && n <= COUNT(out));
            for (size_t j = 0; j < x.n; j++) {
                v[j] = 0.25 + 0.0625 * (double)strlen(ex_name(s, x.at[j])) +
                       0.001 * (unsigned char)ex_name(s, x.at[j])[0];
                fprintf(f, "point\t%s\t", ex_name(s, x.at[j]));
                put_double(f, v[j]);
            }
            ex_eval(s, line->at, n, x.at, v, x.n, out);
            for (size_t j = 0; j < n; j++) {
                fprintf(f, "value\t%zu\t%zu\t%zu\t", i, k, j);
                put_double(f, out[j]);
            }
        }
    fclose(f);
}

static void read_elsewhere(builder *build)
{
    char folder[] = "/tmp/noslip-page-XXXXXX", command[256], name[32];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    struct lab l = lab_open();
    put_values(l.s, build(l.s), folder);
    for (int i = 0; i < PAGE_COUNT; i++) {
        const struct written w = write_page(build, l.s, (enum print_page)i);
        snprintf(name, sizeof name, "page.%s", print_page_choice((size_t)i).word);
        FILE *f = open_in(folder, name);
        fwrite(w.text, 1, w.len, f);
        fclose(f);
        ck_assert_msg(w.good, "%s is too long", name);
        free(w.text);
    }
    lab_close(&l);
    snprintf(command, sizeof command, "%s %s && rm -r %s",
             test_once() ? "/usr/bin/python3 tests/unit/support/pages.py" : "true", folder, folder);
    fflush(stdout);
    const int status =
        system(command); /* NOLINT(cert-env33-c): the independent check is a program */
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "see above and %s", folder);
}

START_TEST(every_kind_of_line_is_understood)
{
    read_elsewhere(every_kind);
}
END_TEST

START_TEST(what_is_large_is_understood)
{
    read_elsewhere(deep);
}
END_TEST

/* The text reads back, with the named subexpressions substituted. */
START_TEST(text_has_the_values)
{
    struct lab l = lab_open();
    const struct doc *doc = deep(l.s);
    const ex want = doc->part[0]->line[0].at[0];
    const struct written w = write_page(deep, l.s, PAGE_text);
    ex name[512], value[512], got = EX_POISON;
    size_t n = 0;
    for (char *line = strtok(w.text, "\n"); line; line = strtok(NULL, "\n")) {
        char *sign = strstr(line, " = ");
        if (!sign || sign[3] == '[')
            continue;
        *sign = 0;
        const ex left = test_read(l.s, line), right = test_read(l.s, sign + 3);
        if (strncmp(line, "  E", 3) == 0)
            got = right;
        ck_assert_uint_lt(n, COUNT(name));
        name[n] = left;
        value[n++] = right;
    }
    while (n--) /* each refers to earlier ones */
        ex_subst(l.s, &got, 1, &name[n], &value[n], 1, &got);
    const ex x[2] = {sym(l.s, "s1"), sym(l.s, "s_2")};
    const double v[2] = {0.75, 0.375};
    double a = 0, b = 1;
    ex_eval(l.s, &want, 1, x, v, 2, &a);
    ex_eval(l.s, &got, 1, x, v, 2, &b);
    ck_assert_double_eq_tol(a, b, 1e-14);
    free(w.text);
    lab_close(&l);
}
END_TEST

/* ---- bytes ---- */

START_TEST(text_is_aligned)
{
    struct lab l = lab_open();
    const struct written w = write_page(every_kind, l.s, PAGE_text);
    ck_assert_str_eq(w.text, "first things  C* & <d>  [a, b] = c\n"
                             "  H_             = H lambda x'\n"
                             "  x'             = x_dot + sin(\xce\xb8)\n"
                             "  c^s_vw         = 3\n"
                             "  c^u1_u2,u3'    = -1/3\n"
                             "  {x, eta_v}     = sqrt(m) / x\n"
                             "  what_is <this> = 7\n"
                             "  a sentence about 100% of *) & */ things\n"
                             "  x x'           = eq1 m\n"
                             "  cos(\xce\xb8)         != 0\n"
                             "matrices\n"
                             "  M  = [ x  0  -lambda / m ]\n"
                             "       [ \xce\xb8  1  (m + x)^2   ]\n"
                             "  M_ = [ x           ]\n"
                             "       [ 0           ]\n"
                             "       [ -lambda / m ]\n"
                             "       [ \xce\xb8           ]\n"
                             "       [ 1           ]\n"
                             "       [ (m + x)^2   ]\n");
    free(w.text);
    lab_close(&l);
}
END_TEST

START_TEST(what_is_held_never_shows)
{
    struct lab l = lab_open();
    const struct written w = write_page(held, l.s, PAGE_text);
    ck_assert_str_eq(w.text, "only\n  A = 2 (x + y)\n");
    free(w.text);
    for (int i = 0; i < PAGE_COUNT; i++) {
        const struct written d = write_page(deep, l.s, (enum print_page)i);
        ck_assert_msg(d.good && d.len < 100000 && !strstr(d.text, "hold"), "%s: %zu bytes",
                      print_page_choice((size_t)i).word, d.len);
        free(d.text);
    }
    lab_close(&l);
}
END_TEST

/* Independent of the history of the store. */
START_TEST(same_document_same_bytes)
{
    for (size_t b = 0; b < COUNT(builders); b++)
        for (int i = 0; i < PAGE_COUNT; i++) {
            struct lab one = lab_open(), two = lab_open();
            for (int k = 40; k > 0; k--)
                ex_sin(two.s, ex_mul2(two.s, ex_rat(two.s, 1, k), sym(two.s, k % 2 ? "x" : "m1")));
            struct written u = write_page(builders[b], one.s, (enum print_page)i);
            struct written v = write_page(builders[b], two.s, (enum print_page)i);
            ck_assert_str_eq(u.text, v.text);
            free(u.text);
            free(v.text);
            lab_close(&one);
            lab_close(&two);
        }
}
END_TEST

/* Expressions that are too long are left out, with a note. */
START_TEST(too_long_is_said)
{
    for (int i = 0; i < PAGE_COUNT; i++) {
        struct ex_limits limits = ex_limits();
        limits.text = 16;
        struct lab l = lab_open_with(limits);
        const struct written w = write_page(deep, l.s, (enum print_page)i);
        ck_assert_msg(!w.good && w.len > 0, "%s", print_page_choice((size_t)i).word);
        ck_assert_ptr_null(ex_error(l.s));
        free(w.text);
        lab_close(&l);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {every_kind_of_line_is_understood,
                                  what_is_large_is_understood,
                                  text_has_the_values,
                                  text_is_aligned,
                                  what_is_held_never_shows,
                                  same_document_same_bytes,
                                  too_long_is_said};
    return test_run("page", tests, COUNT(tests));
}
