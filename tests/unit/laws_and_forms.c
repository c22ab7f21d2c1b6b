/* tests/unit/laws_and_forms.c -- no form, part or command changes the law of a model.
 *
 * For models of every law, every form and every command: it is refused with a reason, or `eval` has
 * the acceleration of the default form. */
#include "gen/forms/system.h"
#include "gen/print/document.h"
#include "support/support.h"

#include <string.h>

#define PARTICLE "coords x, y, z\nmetric dx^2 + 2 dy^2 + dz^2\npotential x y + z\n"
#define ROLLS "constraint dz = y dx\n"
#define START "init x = 1, y = 0.5, z = 0, x' = 1, y' = 0.3\n"

static const struct {
    enum lang_law law;
    const char *text;
} models[] = {
    {LAW_nonholonomic, PARTICLE ROLLS START},
    {LAW_nonholonomic, PARTICLE "magnetic x dy\n" ROLLS START},
    {LAW_nonholonomic, PARTICLE ROLLS "virtual dz = y dx\n" START},
    {LAW_servo, PARTICLE ROLLS "virtual dz = x dy\n" START},
    {LAW_servo, PARTICLE ROLLS "virtual dz = x dy + y dx\nforce x = -0.1 x'\n" START},
    {LAW_vakonomic,
     PARTICLE ROLLS "dynamics vakonomic\ninit x = 1, y = 0.5, z = 0, x' = 1, y' = 0.3, "
                    "lambda1 = 0.7\n"},
    {LAW_vakonomic,
     PARTICLE "constraint dz = y dx + x dt\ndynamics vakonomic\ninit x = 1, y = 0.5, "
              "z = 0, x' = 1, y' = 0.3, lambda1 = -0.4\n"},
    {LAW_gradient, "coords x, y\nmetric dx^2 + (1 + x^2) dy^2\nfield -x d_x + x y d_y\n"
                   "dynamics gradient\ninit x = 1, y = 0.5\n"},
    {LAW_unconstrained, PARTICLE "dynamics unconstrained\n" START},
    {LAW_unconstrained, PARTICLE START},
    {LAW_nonholonomic, "coords x, y\nhamiltonian 1/2 (x^2 + y^2)\nsecond p_x - y, p_y\n"
                       "init x = 1, y = 0.5, p_x = 0.5, p_y = 0\n"},
};

/* An error with its reason; a bug has another code. */
static void is_refused(const char *where, struct told t)
{
    ck_assert_msg((t.code == 1 || t.code == 2 || t.code == 3) && strncmp(t.err, "error: ", 7) == 0,
                  "%s: exit %d\n%.1500s", where, t.code, t.err);
}

static struct told ask(struct mem *m, const char *model, const char *const *words, const char *form)
{
    const char *all[12] = {NULL};
    size_t n = 0;
    for (; words[n]; n++)
        all[n] = words[n];
    if (form) {
        all[n++] = "--form";
        all[n++] = form;
    }
    return tool_run(m, model, all);
}

/* Whether the form takes the model; then the acceleration is the same. */
static bool keeps(struct mem *m, const char *model, const char *form, const struct jnode *want)
{
    const struct told t = ask(m, model, (const char *const[]){"eval", "-", NULL}, form);
    const char *where = base_text(m, "%sform %s", model, form);
    if (t.code != 0) {
        is_refused(where, t);
        return false;
    }
    const struct jnode *got = json_need(json_read(m, t.out), "qddot");
    for (const struct jnode *v = want->first; v; v = v->next)
        tool_near(where, v->key, json_number(json_need(got, v->key), v->key), v->number, 1e-11);
    return true;
}

START_TEST(forms_keep_the_law)
{
    static const char *const commands[][4] = {
        {"check", "-"}, {"derive", "-"}, {"emit", "-", "--stats"}, {"run", "-", "-t", "0"}};
    bool seen[LAW_COUNT + 1] = {false};
    struct lab l = lab_open();
    for (size_t w = 0; w < COUNT(models); w++) {
        const struct told t =
            ask(l.m, models[w].text, (const char *const[]){"eval", "-", NULL}, NULL);
        ck_assert_msg(t.code == 0, "%s%s", models[w].text, t.err);
        const struct jnode *want = json_need(json_read(l.m, t.out), "qddot");
        size_t taken = 0;
        seen[models[w].law] = true;
        for (size_t f = 0; f < form_row_count; f++) {
            const bool kept = keeps(l.m, models[w].text, form_rows[f].name, want);
            taken += kept;
            for (size_t c = 0; c < COUNT(commands); c++) {
                const char *words[5] = {commands[c][0], commands[c][1], commands[c][2],
                                        commands[c][3], NULL};
                if (!test_turn(w + f + c))
                    continue;
                const struct told did = ask(l.m, models[w].text, words, form_rows[f].name);
                const char *where =
                    base_text(l.m, "%s%s, form %s", models[w].text, words[0], form_rows[f].name);
                if (!kept)
                    is_refused(where, did);
                else
                    ck_assert_msg(did.code == 0, "%s: exit %d\n%s", where, did.code, did.err);
            }
        }
        ck_assert_uint_gt(taken, 0);
    }
    for (size_t i = 0; i <= LAW_COUNT; i++) /* the last one is servo */
        ck_assert_msg(seen[i], "no model of law %zu", i);
    lab_close(&l);
}
END_TEST

/* No part of derive calls something the motion that is not. */
START_TEST(parts_keep_the_law)
{
    struct lab l = lab_open();
    for (size_t w = 0; w < COUNT(models); w++) {
        const bool plain =
            (models[w].law == LAW_nonholonomic || models[w].law == LAW_unconstrained) &&
            !strstr(models[w].text, "second");
        for (size_t i = 0; i < PART_COUNT; i++) {
            const struct told t =
                ask(l.m, models[w].text,
                    (const char *const[]){"derive", "-", "--only", print_part_choice(i).word, NULL},
                    NULL);
            ck_assert_msg(t.code == 0 && !strstr(t.out, "false") && !strstr(t.out, "undecided"),
                          "%s%s:\n%.1500s%s", models[w].text, print_part_choice(i).word, t.out,
                          t.err);
            if (i == PART_dirac)
                ck_assert_msg(!strstr(t.out, "the motion is the element") != plain &&
                                  !strstr(t.out, "has another law") == plain,
                              "%s%.1500s", models[w].text, t.out);
        }
        const struct told t =
            ask(l.m, models[w].text, (const char *const[]){"eval", "-", "--relation", "D_C", NULL},
                NULL);
        if (t.code == 0)
            ck_assert_msg(plain, "%s%s", models[w].text, t.out);
        else
            is_refused(models[w].text, t);
    }
    lab_close(&l);
}
END_TEST

/* In a session, `form` is refused likewise, and the model stays as it was. */
START_TEST(a_session_keeps_the_law)
{
    struct lab l = lab_open();
    const struct told t =
        tool_run(l.m, "form dirac\nform\nform vakonomic\nlaw\n",
                 (const char *const[]){"repl", "models/vakonomic_particle.nh", NULL});
    ck_assert_msg(strstr(base_text(l.m, "%s%s", t.out, t.err),
                         "the dirac form has the nonholonomic law of motion"),
                  "%s\n%s", t.out, t.err);
    const struct told second =
        tool_run(l.m, "law vakonomic\nlaw\n",
                 (const char *const[]){"repl", "models/particle_sphere.nh", NULL});
    ck_assert_msg(strstr(base_text(l.m, "%s%s", second.out, second.err),
                         "'second' has no place in 'dynamics vakonomic'"),
                  "%s\n%s", second.out, second.err);
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {forms_keep_the_law, parts_keep_the_law, a_session_keeps_the_law};
    return test_run("laws and forms", tests, COUNT(tests));
}
