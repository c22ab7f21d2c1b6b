/* tests/unit/names_in_documents.c -- each name of a document of `derive` has one meaning.
 *
 * All parts of `derive` are written for SymPy and as JSON, in every form. A name is given once, by
 * a symbol, an abbreviation or a line, and before it is used. */
#include "gen/forms/system.h"
#include "support/support.h"

#include <ctype.h>
#include <string.h>

#define ALL_PARTS                                                                                  \
    "names,frame,structure,bivector,drift,energy,motion,reactions,objects,dirac,triple"

static const char *const models[] = {
    /* velocities are abbreviations where no part has them as coordinates */
    "coords x, y, z, w\nlagrangian 1/2 (1 + x^2) x'^2 + 1/2 y'^2 + 0.2 x' y' + z' x y + w' sin(z) "
    "+ x' w^2 - 1/2 z^2 - x w\nconstraint dz - y dx = 0\n           dw - x dy - z dx = 0\n",
    "coords x, y, th\nmetric (2 + x^2) dx^2 + dy^2 + dth^2 + dx dy\nmagnetic x y dth\n"
    "constraint cos(th) dy - sin(th) dx = 0\n",
    "coords x, y, z\nmetric (1 + y^2) dx^2 + dy^2 + (1 + x^2) dz^2 + 0.3 dx dz\npotential x y z\n"
    "frame s1 = d_x + y d_z\n      s2 = d_y\ncomplement s3 = d_z\n",
    "coords a_x, x, z\nmetric (1 + x^2) da_x^2 + dx^2 + dz^2 + 0.5 da_x dx\n"
    "constraint dz = x da_x\n",
    "coords x, x_dot, z\nmetric (1 + z^2) dx^2 + dx_dot^2 + dz^2\nconstraint dz = x dx_dot\n",
    "coords x, y, z\nparam parts = 2, b_u1 = 1, eta_n1 = 3\nmetric parts (dx^2 + dy^2) + b_u1 dz^2 "
    "+ "
    "0.1 dx dy\npotential eta_n1 x z\nconstraint dz = y dx\n",
    "coords x, y, z\nparam T_x, D_x = 2, H = 1\nmetric H (dx^2 + dy^2) + (1 + D_x y^2) dz^2\n"
    "constraint dz - x dy = T_x t dt\n",
    "coords s, r, h\nmetric (1 + r^2) ds^2 + dr^2 + dh^2 + 0.2 ds dr\nmagnetic h ds /\\ dr\n"
    "constraint dh = r ds\n",
};

/* ---- SymPy ---- */

struct names {
    const char *at[4096];
    size_t n;
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool has(const struct names *all, const char *name, size_t len)
{
    for (size_t i = 0; i < all->n; i++)
        if (strlen(all->at[i]) == len && memcmp(all->at[i], name, len) == 0)
            return true;
    return false;
}

/* Words of the right side that the program must have given a value. */
static const char *unknown(struct mem *m, const struct names *all, const char *c)
{
    static const char *const own[] = {
        "Symbol", "real", "True", "positive", "nonzero", "Rational", "Integer", "Matrix", "sin",
        "cos",    "tan",  "sqrt", "exp",      "append",  "Eq",       "log",     "pi"};
    while (*c) {
        size_t len = 0;
        if (*c == '\'') { /* the name inside Symbol('...') */
            for (c++; *c && *c != '\''; c++)
                ;
            c += *c == '\'';
            continue;
        }
        while (is_word(c[len]))
            len++;
        bool known = !len || isdigit((unsigned char)*c) || has(all, c, len);
        for (size_t i = 0; i < COUNT(own) && !known; i++)
            known = strlen(own[i]) == len && memcmp(own[i], c, len) == 0;
        if (!known)
            return base_text(m, "%.*s", (int)len, c);
        c += len ? len : 1;
    }
    return NULL;
}

static void see_program(struct mem *m, const char *where, const char *text)
{
    struct names given = {.n = 0};
    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        const size_t len = strcspn(line, "\n");
        const char *copy = base_text(m, "%.*s", (int)len, line), *equal = strstr(copy, " = ");
        if (*copy == '#' || len == 0 || strncmp(copy, "from ", 5) == 0)
            continue;
        size_t name = 0;
        while (is_word(copy[name]))
            name++;
        const bool gives = equal == copy + name;
        const char *missing = unknown(m, &given, gives ? equal : copy);
        ck_assert_msg(!missing, "%s: %s is used before it has a value:\n%s", where, missing, copy);
        if (!gives)
            continue;
        ck_assert_msg(!has(&given, copy, name), "%s: two meanings of a name:\n%s", where, copy);
        ck_assert_uint_lt(given.n, COUNT(given.at));
        given.at[given.n++] = base_text(m, "%.*s", (int)name, copy);
    }
    ck_assert_uint_gt(given.n, 0);
}

/* ---- JSON ---- */

static void add_name(struct names *all, const char *where, const char *name)
{
    if (!name)
        return;
    ck_assert_msg(!has(all, name, strlen(name)), "%s: two meanings of %s", where, name);
    ck_assert_uint_lt(all->n, COUNT(all->at));
    all->at[all->n++] = name;
}

static void see_json(struct mem *m, const char *where, const char *text)
{
    const struct jnode *doc = json_read(m, text);
    struct names given = {.n = 0};
    ck_assert_msg(doc != NULL, "%s", where);
    for (const struct jnode *s = json_need(doc, "symbols")->first; s; s = s->next)
        add_name(&given, where, json_need(s, "sympy")->text);
    for (const struct jnode *p = json_need(doc, "sections")->first; p; p = p->next)
        for (int list = 0; list < 2; list++)
            for (const struct jnode *v = json_need(p, list ? "lines" : "where")->first; v;
                 v = v->next) {
                const struct jnode *left = json_get(v, "left_sympy");
                if (left && strcmp(json_need(v, "kind")->text, "relation") != 0)
                    add_name(&given, where, left->text);
            }
}

static void see(struct mem *m, const char *model, const char *form)
{
    const bool path = !strchr(model, '\n');
    const char *file = path ? model : "-", *input = path ? NULL : model;
    const char *where = base_text(m, "%s, form %s", model, form);
    for (int json = 0; json < 2; json++) {
        const struct told t =
            tool_run(m, input,
                     (const char *const[]){"derive", file, "--only", ALL_PARTS, "--as",
                                           json ? "json" : "sympy", "--form", form, NULL});
        if (t.code != 0) /* the form is not one of this model */
            return;
        if (json)
            see_json(m, where, t.out);
        else
            see_program(m, where, t.out);
    }
}

START_TEST(a_name_has_one_meaning)
{
    struct lab l = lab_open();
    for (size_t w = 0; w < COUNT(models); w++)
        for (size_t f = 0; f < form_row_count; f++)
            see(l.m, models[w], form_rows[f].name);
    lab_close(&l);
}
END_TEST

static void see_model(const char *path)
{
    struct lab l = lab_open();
    for (size_t f = 0; f < form_row_count; f++)
        if (!strstr(path, "trailer10"))
            see(l.m, path, form_rows[f].name);
    lab_close(&l);
}

START_TEST(a_name_has_one_meaning_in_all_models)
{
    if (test_once()) /* the goldens compare the documents of all variants */
        ck_assert_uint_gt(each_model(see_model, test_whole() ? 9 : 43), 0);
}
END_TEST

/* The inverse of the Legendre map, where the motion alone would be written in velocities. */
START_TEST(an_inverse_is_no_identity)
{
    struct lab l = lab_open();
    const struct told t = tool_run(
        l.m, models[0], (const char *const[]){"derive", "-", "--only", "motion,triple", NULL});
    ck_assert_msg(t.code == 0 && !strstr(t.out, "= u1\n  u2") && strstr(t.out, "\n  u1      = "),
                  "%s", t.out);
    const struct told alone =
        tool_run(l.m, models[0], (const char *const[]){"derive", "-", "--only", "motion", NULL});
    ck_assert_msg(strstr(alone.out, "x'      = u1\n"), "%s", alone.out);
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {a_name_has_one_meaning, a_name_has_one_meaning_in_all_models,
                                  an_inverse_is_no_identity};
    return test_run("names in documents", tests, COUNT(tests));
}
