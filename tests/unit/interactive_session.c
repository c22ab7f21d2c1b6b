/* tests/unit/interactive_session.c -- sessions: every word by its example, undo, and robustness.
 *
 * No input ends a session.
 */
#include "gen/session/words.h"
#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SKATER "models/skater_slope.nh"

/* ---- a session and its answers ---- */

struct talk {
    struct lab l;
    char folder[64];
    int code;
    const char *out;
};

static struct talk begin(void)
{
    struct talk t = {.l = lab_open(), .folder = "/tmp/noslip-repl-XXXXXX"};
    ck_assert_ptr_nonnull(mkdtemp(t.folder));
    setenv("EDITOR", "true", 1);
    return t;
}

static void end(struct talk *t)
{
    ck_assert_int_eq(system(base_text(t->l.m, "rm -r %s", t->folder)), 0); /* NOLINT */
    lab_close(&t->l);
}

/* Puts the folder before names of files such as saved.nh. */
static const char *moved(struct talk *t, const char *text)
{
    struct mem_text out = mem_text(t->l.m);
    const char *at = NULL;
    while ((at = strstr(text, " saved."))) {
        mem_put_n(&out, text, (size_t)(at - text));
        mem_put_f(&out, " %s/saved.", t->folder);
        text = at + strlen(" saved.");
    }
    mem_put(&out, text);
    return out.text;
}

static const char *say(struct talk *t, const char *model, const char *lines)
{
    const char *const with[] = {"repl", model, NULL};
    const struct told told = tool_run(t->l.m, moved(t, lines), with);
    ck_assert_msg(*told.err == 0, "%s", told.err);
    t->code = told.code;
    t->out = told.out;
    return told.out;
}

/* Output after the nth input line, up to the next. */
static const char *answer(struct talk *t, size_t nth)
{
    const char *at = t->out;
    for (size_t i = 0; at && i <= nth; i++)
        at = strncmp(at, "> ", 2) == 0 && i == 0 ? at : strstr(at + 1, "\n> ");
    REQUIRE(at, "no answer to line %zu in\n%s", nth + 1, t->out);
    at += *at == '\n';
    at += strcspn(at, "\n");
    const char *next = strstr(at, "\n> ");
    return base_text(t->l.m, "%.*s", next ? (int)(next - at) : (int)strlen(at), at);
}

static void expect(struct talk *t, size_t nth, const char *part)
{
    const char *got = answer(t, nth);
    ck_assert_msg(strstr(got, part), "line %zu is answered by\n%s\nnot by %s", nth + 1, got, part);
}

static void expect_not(struct talk *t, size_t nth, const char *part)
{
    const char *got = answer(t, nth);
    ck_assert_msg(!strstr(got, part), "line %zu is answered by\n%s", nth + 1, got);
}

/* ---- the table ---- */

/* The examples in the order of the table, in one session. */
START_TEST(every_word_does_its_example)
{
    struct talk t = begin();
    struct mem_text lines = mem_text(t.l.m);
    for (size_t i = 0; i < SAY_COUNT; i++) {
        if (i == SAY_use)
            mem_put(&lines, "set steep : lambda = 3, v = 1\n");
        mem_put_f(&lines, "%s\n", session_words[i].example);
    }
    say(&t, SKATER, lines.text);
    for (size_t i = 0; i < SAY_COUNT; i++) {
        const char *got = i == SAY_quit ? "" : answer(&t, i + (i >= SAY_use));
        ck_assert_msg(!strstr(got, "error:") != (i == SAY_edit), "%s", got);
    }
    ck_assert_int_eq(t.code, EXIT_NO); /* of `edit` */
    end(&t);
}
END_TEST

START_TEST(every_word_has_help)
{
    struct talk t = begin();
    struct mem_text lines = mem_text(t.l.m);
    for (size_t i = 0; i < SAY_COUNT; i++)
        mem_put_f(&lines, "?%s\n", session_words[i].word);
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        mem_put_f(&lines, "help %s\n", lang_statements[i].keyword);
    mem_put(&lines, "?phi\n?lambda\n?v\n?rk4\n?gyro\n?nothing_like_this\n");
    say(&t, SKATER, lines.text);
    for (size_t i = 0; i < SAY_COUNT; i++)
        expect(&t, i, session_words[i].about);
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        expect(&t, SAY_COUNT + i, lang_statements[i].says);
    const size_t n = (size_t)SAY_COUNT + STATEMENT_COUNT;
    expect(&t, n, "coordinate");
    expect(&t, n + 1, "parameter, 1 in the model [N], pull along -x");
    expect(&t, n + 2, "quasi-velocity along d_v");
    expect(&t, n + 3, "method of order 4");
    expect(&t, n + 4, "form");
    expect(&t, n + 5, "nothing is known");
    end(&t);
}
END_TEST

/* ---- values ---- */

/* The number after `name = ` in an output. */
static double number_in(const char *text, const char *name)
{
    struct lab l = lab_open();
    const char *at = strstr(text, base_text(l.m, " %s = ", name));
    REQUIRE(at, "no %s in %s", name, text);
    const char *digits = at + strlen(name) + 4;
    const bool minus = *digits == '-';
    size_t used = 0; /* not strtod, which depends on the locale */
    const ex e = ex_number_read(l.s, digits + minus, strlen(digits + minus), &used);
    REQUIRE(used, "no number in %s", at);
    const double v = minus ? -ex_number(l.s, e) : ex_number(l.s, e);
    lab_close(&l);
    return v;
}

START_TEST(a_run_is_what_the_command_run_computes)
{
    struct talk t = begin();
    const struct question q = {
        .model = SKATER, .params = "lambda=2.1", .at = "v=0.5", .end = "3", .times = "0,3"};
    const struct rows rows = tool_rows(t.l.m, &q);
    say(&t, SKATER, "lambda = 2\nlambda += 1/10\nv(0) = 1/4\nv(0) *= 2\nt 3\ngo\n");
    const char *got = answer(&t, 5);
    ck_assert_double_eq_tol(number_in(got, "x"), tool_cell(&rows, 1, "x"), 1e-5);
    ck_assert_double_eq_tol(number_in(got, "y"), tool_cell(&rows, 1, "y"), 1e-5);
    expect(&t, 1, "lambda = 2.1");
    end(&t);
}
END_TEST

START_TEST(values_derive_and_compile_nothing)
{
    struct talk t = begin();
    say(&t, SKATER,
        "go\ntime\nlambda = 2\nv(0) = 1\nt 5\ndt 0.1\ngo\ntime\npotential 2 lambda x\n"
        "time\ngo\ntime\nmethod gauss2\ngo\ntime\n");
    expect(&t, 1, "compiling");
    expect_not(&t, 7, "deriving");
    expect_not(&t, 7, "compiling");
    expect(&t, 9, "deriving");
    expect(&t, 11, "compiling");
    expect(&t, 14, "compiling");
    end(&t);
}
END_TEST

START_TEST(on_and_back_and_shifted_meet)
{
    struct talk t = begin();
    say(&t, SKATER, "t 2\ngo\nlast\nt 4\ngo\nt 2\nback\nshift\ngo\nrange 1 3\ngo\n");
    ck_assert_double_eq_tol(number_in(answer(&t, 2), "x"), number_in(answer(&t, 4), "x"), 1e-5);
    ck_assert_double_eq_tol(number_in(answer(&t, 6), "t"), -2, 1e-12);
    ck_assert_double_eq_tol(number_in(answer(&t, 8), "x"), 0, 1e-5);
    ck_assert_double_eq_tol(number_in(answer(&t, 8), "t"), 0, 1e-9);
    ck_assert_double_eq_tol(number_in(answer(&t, 10), "t"), 3, 1e-12);
    end(&t);
}
END_TEST

START_TEST(back_at_the_start_the_time_is_0)
{
    struct talk t = begin();
    say(&t, SKATER, "t 2\ngo\nshift\nback\n");
    expect(&t, 3, "t = 0  x = ");
    end(&t);
}
END_TEST

START_TEST(sets_settings_and_stops)
{
    struct talk t = begin();
    say(&t, SKATER,
        "set steep : lambda = 3, v = 1\nuse steep\ngo\ndefault\ngo\n"
        "until phi = 2 pi\ngo\nevent turn : phi = 1\nuntil turn\ngo\nuntil\ngo\n"
        "use stepp\nmethod rk5\ntol -1\ndt 0\nt = 7\ngo\n");
    ck_assert_double_eq_tol(number_in(answer(&t, 2), "v"), 1 - 3 * sin(20), 1e-5);
    ck_assert_double_eq_tol(number_in(answer(&t, 4), "v"), -sin(20), 1e-5);
    ck_assert_double_eq_tol(number_in(answer(&t, 6), "t"), 6.28319, 1e-5);
    ck_assert_double_eq_tol(number_in(answer(&t, 9), "t"), 1, 1e-6);
    ck_assert_double_eq_tol(number_in(answer(&t, 11), "t"), 20, 1e-12);
    expect(&t, 12, "did you mean 'steep'");
    expect(&t, 13, "did you mean");
    expect(&t, 14, "positive");
    expect(&t, 15, "positive");
    ck_assert_double_eq_tol(number_in(answer(&t, 17), "t"), 7, 1e-12);
    end(&t);
}
END_TEST

/* ---- the model ---- */

START_TEST(statements_take_the_place_of_what_they_replace)
{
    struct talk t = begin();
    say(&t, SKATER,
        "param lambda = 5\nparam g = 2 [m]\npotential g lambda x\nlet q = x + y\nlet q = x - y\n"
        "output e = q\nframe v = 2 cos(phi) d_x + 2 sin(phi) d_y\nrun t = 3\nshow\n"
        "drop e\ndrop q\nundo\nundo\nshow\n");
    const char *got = answer(&t, 8);
    ck_assert_ptr_nonnull(strstr(got, "radius of gyration\", lambda = 5\n"));
    ck_assert_ptr_nonnull(strstr(got, "\nparam g = 2 [m]\n"));
    ck_assert_ptr_nonnull(strstr(got, "\nlet q = x - y\n"));
    ck_assert_ptr_null(strstr(got, "x + y"));
    ck_assert_ptr_nonnull(strstr(got, "frame   v = 2 cos(phi) d_x + 2 sin(phi) d_y\n"));
    ck_assert_ptr_nonnull(strstr(got, "run     t = 3, dt = 0.01\n"));
    ck_assert_ptr_nonnull(strstr(answer(&t, 13), got));
    end(&t);
}
END_TEST

START_TEST(a_model_is_typed_from_nothing)
{
    struct talk t = begin();
    say(&t, NULL,
        "go\ncoords x, y, phi\nmetric dx^2 + dy^2 + dphi^2\nframe v = cos(phi) d_x + sin(phi) d_y\n"
        "  w = d_phi\ninit v = 1, w = 1\ngo\n[v, w]\ncoords x\n1 + 1\n");
    expect(&t, 0, "there is no model yet");
    expect(&t, 1, "not whole yet");
    ck_assert_double_eq_tol(number_in(answer(&t, 5), "phi"), 10, 1e-9);
    expect(&t, 7, "error:"); /* the model before it stays */
    expect(&t, 8, "  2");
    end(&t);
}
END_TEST

START_TEST(what_is_saved_does_the_same)
{
    struct talk t = begin();
    const char *const lines =
        "set steep : lambda = 3, v = 1\nuse steep\nk = 0.7\npotential 2 lambda x\neta_w(0) = 0.2\n"
        "phi(0) = 0.3\nt 4\ndt 0.5\ntol 1e-11\nuntil phi = 2\nplot (x, phi)\n";
    say(&t, SKATER, base_text(t.l.m, "%sgo\nsave saved.nh\nhistory saved.txt\n", lines));
    const char *want = answer(&t, 11);
    ck_assert_ptr_null(strstr(t.out, "error:"));
    const char *saved = base_text(t.l.m, "%s/saved.nh", t.folder);
    say(&t, saved, "go\nshow\n");
    ck_assert_double_eq(number_in(answer(&t, 0), "x"), number_in(want, "x"));
    ck_assert_double_eq(number_in(answer(&t, 0), "v"), number_in(want, "v"));
    expect(&t, 1, "plot (x, phi)");
    /* and the script */
    say(&t, SKATER, tool_file(t.l.m, base_text(t.l.m, "%s/saved.txt", t.folder)));
    ck_assert_ptr_nonnull(strstr(t.out, want));
    end(&t);
}
END_TEST

START_TEST(a_start_that_was_shifted_is_saved)
{
    struct talk t = begin();
    say(&t, SKATER, "t 2\ngo\nshift\nsave saved.nh\ngo\n");
    const char *want = answer(&t, 4);
    say(&t, base_text(t.l.m, "%s/saved.nh", t.folder), "go\n");
    ck_assert_double_eq_tol(number_in(answer(&t, 0), "x"), number_in(want, "x"), 1e-9);
    ck_assert_double_eq_tol(number_in(answer(&t, 0), "v"), number_in(want, "v"), 1e-9);
    end(&t);
}
END_TEST

/* A file that this session did not write is kept, unless nothing changes or it is the model's. */
START_TEST(what_is_there_is_not_written_over)
{
    struct talk t = begin();
    say(&t, SKATER, "save saved.nh\nlambda = 3\nsave saved.nh\n");
    ck_assert_ptr_null(strstr(t.out, "error:")); /* the session wrote both files */
    const char *saved = base_text(t.l.m, "%s/saved.nh", t.folder);
    const char *text = tool_file(t.l.m, saved);
    ck_assert_ptr_nonnull(strstr(text, "3"));
    say(&t, SKATER, "save saved.nh\nhistory saved.nh\nlambda = 3\nsave saved.nh\n");
    expect(&t, 0, "is there already");
    expect(&t, 1, "is there already");
    ck_assert_ptr_null(strstr(answer(&t, 3), "error:"));
    ck_assert_str_eq(tool_file(t.l.m, saved), text);
    say(&t, saved, "lambda = 4\nsave saved.nh\n");
    ck_assert_ptr_null(strstr(t.out, "error:"));
    ck_assert_str_ne(tool_file(t.l.m, saved), text);
    end(&t);
}
END_TEST

/* ---- algebra ---- */

START_TEST(brackets_are_what_they_should_be)
{
    struct talk t = begin();
    say(&t, SKATER,
        "is [v, w] == sin(phi) d_x - cos(phi) d_y\nis [v, w] == -d_s\nis [w, [w, v]] == -d_v\n"
        "is {x, eta_v} == cos(phi)\nis {x, energy} == x'\nis {energy, energy} == 0\n"
        "is {eta_v, {phi, eta_w}} == 0\nis L_v(x^2 + y^2) == 2 x cos(phi) + 2 y sin(phi)\n"
        "is L_w(cos(phi) dx) == -sin(phi) dx\nis L_v(d_w) == [v, w]\nis d(d(x y)) == 0\n"
        "is d(x^2 y) == 2 x y dx + x^2 dy\nx^2 - y^2\nis _ == (x - y) (x + y)\nis x == x + 10^-30\n"
        "is abs(x) == sqrt(x^2)\nis x == y\n[v, x]\n{x, d_v}\n[v w\n[v, w, v]\nL_q(x)\n{x)\n2 "
        "(3\n");
    for (size_t i = 0; i < 16; i++)
        if (i != 12 && i != 14 && i != 15)
            expect(&t, i, "  yes, ");
    expect(&t, 14, "  no: the difference is ");
    expect(&t, 15, "  yes, ");
    expect(&t, 16, "  no: at x = ");
    for (size_t i = 17; i < 24; i++)
        expect(&t, i, "error:");
    end(&t);
}
END_TEST

START_TEST(results_in_other_notations)
{
    struct talk t = begin();
    say(&t, SKATER, "c\nx^2 / 2\ntex\nmathml\nc\nmotion\ntex\nenergy\nc\nundo\ntex junk\n");
    expect(&t, 0, "void rhs");
    expect(&t, 2, "\\frac{");
    expect(&t, 3, "<mfrac>");
    expect(&t, 6, "\\cos");
    expect(&t, 10, "nothing is expected here");
    end(&t);
}
END_TEST

/* ---- all models, statement by statement ---- */

static void type_model(const char *path)
{
    struct talk t = begin();
    const char *const end_of_it = "t 0.05\ngo\n";
    const char *text = tool_file(t.l.m, path);
    say(&t, path, end_of_it);
    const char *want = strstr(t.out, "> go\n");
    REQUIRE(want, "%s: %s", path, t.out);
    say(&t, NULL, base_text(t.l.m, "%s\n%s", text, end_of_it));
    const char *got = strstr(t.out, "> go\n");
    ck_assert_msg(got && strcmp(got, want) == 0, "%s, typed, ends in\n%s\nloaded, in\n%s", path,
                  got ? got : t.out, want);
    end(&t);
}

START_TEST(a_model_that_is_typed_is_the_one_that_is_loaded)
{
    ck_assert_uint_gt(each_model(type_model, test_whole() ? 1 : 8), 30);
}
END_TEST

/* ---- files ---- */

START_TEST(a_file_that_changes_is_read_again)
{
    struct talk t = begin();
    const char *path = base_text(t.l.m, "%s/m.nh", t.folder);
    /* the file changes after the answers to the lines before */
    const char *script = base_text(
        t.l.m,
        "f=%s; seen() { until grep -q \"^  $1\\$\" $f.out; do sleep 0.05; done; }; cp " SKATER
        " $f\n"
        "{ printf 'go\\n40 + 1\\n'; seen 41; sed -i s/lambda=1/lambda=1/\\;s/'t = 20'/'t = 2'/ $f\n"
        "printf 'go\\n40 + 2\\n'; seen 42; echo metric >>$f; echo go; } | %s repl $f >$f.out",
        path, getenv("NOSLIP_BIN") ? getenv("NOSLIP_BIN") : "build/noslip");
    ck_assert_int_ge(system(script), 0); /* NOLINT */
    t.out = tool_file(t.l.m, base_text(t.l.m, "%s.out", path));
    ck_assert_ptr_nonnull(strstr(t.out, "has changed and is read again"));
    ck_assert_ptr_nonnull(strstr(t.out, "  t = 2  "));
    ck_assert_ptr_nonnull(strstr(t.out, "the model stays as it was"));
    end(&t);
}
END_TEST

/* ---- arbitrary input ---- */

START_TEST(garbage_is_answered_and_forgotten)
{
    static const char *const piece[] = {
        "[",    "]",     "{",      "}",         "(",       ")",          ",",     ";",
        ":",    "=",     "==",     "+=",        "~",       "'",          "\"",    "#",
        "?",    "_",     " ",      "\t",        "x",       "y'",         "phi",   "v",
        "d_v",  "dx",    "eta_v",  "p_x",       "lambda",  "energy",     "t",     "1",
        "0",    "1e9",   "/",      "*",         "^",       "-",          "+",     "/\\",
        "go",   "plot",  "is",     "load",      "frame",   "init",       "param", "let",
        "undo", "use",   "until",  "drop",      "form",    "law",        "time",  "t",
        "dt",   "tol",   "range",  "freeze",    "shift",   "back",       "last",  "show",
        "c",    "tex",   "metric", "potential", "default", "\xff",       "\x01",  "\xce\xbb",
        "set",  "event", "L_v(",   "d(",        "help",    "jacobiator", ":"};
    struct talk t = begin();
    struct rng rng = rng_new(20260817);
    struct mem_text lines = mem_text(t.l.m);
    const size_t n = test_scaled(2000) / 4;
    mem_put(&lines, "t 0.1\n");
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 1 + rng_below(&rng, 8); k-- > 0;) {
            mem_put(&lines, piece[rng_below(&rng, COUNT(piece))]);
            if (rng_below(&rng, 2))
                mem_put_char(&lines, ' ');
        }
        mem_put_char(&lines, '\n');
    }
    mem_put(&lines, "40 + 2\n");
    say(&t, SKATER, lines.text);
    ck_assert_int_eq(t.code, 1);
    ck_assert_ptr_nonnull(strstr(t.out, "> 40 + 2\n  42\n"));
    end(&t);
}
END_TEST

START_TEST(what_is_too_much_is_refused)
{
    struct talk t = begin();
    struct mem_text lines = mem_text(t.l.m);
    for (size_t i = 0; i < SESSION_LINE + 10; i++)
        mem_put_char(&lines, 'x');
    mem_put(&lines,
            "\n9^9^9^9^9\ndt 1e-300\ngo\n1/0\nload /nowhere\nload /dev/null\nsave /nowhere/x\n"
            "load -\n2 + 2\n");
    say(&t, SKATER, lines.text);
    expect(&t, 0, "a line of more than");
    for (size_t i = 1; i < 9; i++)
        if (i != 2)
            expect(&t, i, "error:");
    expect(&t, 9, "  4");
    end(&t);
}
END_TEST

/* ---- at a terminal ---- */

START_TEST(somebody_types_at_a_terminal)
{
    struct talk t = begin();
    const char *program = getenv("NOSLIP_BIN") ? getenv("NOSLIP_BIN") : "build/noslip";
    const char *const with[] = {"tests/unit/support/terminal.py", program, SKATER, NULL};
    const struct told told = tool_call(t.l.m, "python3", NULL, with);
    ck_assert_msg(told.code == 0, "%s%s", told.out, told.err);
    end(&t);
}
END_TEST

/* ---- memory that runs out ---- */

static void do_line(struct session *r, const char *line)
{
    r->next = session_keep(r, line, strlen(line));
    session_turn(r);
}

/* The session still answers, and still has its model. */
static void must_live(struct session *r, FILE *out, const char *after, uint64_t nth)
{
    do_line(r, "t 0.5");
    do_line(r, "go"); /* replaces a generation that was made with little memory */
    r->failed = false;
    do_line(r, "go");
    ck_assert_msg(!r->failed && r->gen && r->orbit.there, "after %s, allocation %llu", after,
                  (unsigned long long)nth);
    rewind(out);
}

static const char *const words[] = {"go",
                                    "plot (x, y)",
                                    "freeze",
                                    "[v, w]",
                                    "{x, eta_v}",
                                    "bivector",
                                    "jacobiator",
                                    "v(0) = 1/3",
                                    "drop plot",
                                    "is x == y",
                                    "lambda += 1",
                                    "form gyro",
                                    "potential 2 lambda x",
                                    "lin",
                                    "save /dev/null"};

START_TEST(memory_that_runs_out_costs_one_command)
{
    for (size_t i = 0; i < COUNT(words); i++)
        for (uint64_t nth = 1, failed = 1; failed && nth < 4000; nth += 1 + nth / 4) {
            for (int side = 0; side < 2; side++) {
                struct session r;
                FILE *out = fopen("/dev/null", "w");
                REQUIRE(out && session_open(&r, out), "no session");
                do_line(&r, "load " SKATER);
                do_line(&r, "go");
                REQUIRE(!r.failed && r.gen, "no model");
                struct mem *m = side ? r.gen->mem : r.mem;
                char *next = session_keep(&r, words[i], strlen(words[i]));
                const uint64_t before = mem_recoveries(m);
                mem_fail_at(m, nth);
                r.next = next;
                session_turn(&r);
                const bool alive = m == r.mem || (r.gen && r.gen->mem == m);
                if (alive) {
                    failed = mem_recoveries(m) > before || side == 0;
                    mem_fail_at(m, 0);
                }
                must_live(&r, out, words[i], nth);
                session_close(&r);
                fclose(out);
            }
        }
}
END_TEST

START_TEST(a_generation_that_has_no_room_leaves_the_one_before)
{
    for (size_t room = 1 << 12; room < (size_t)1 << 22; room *= 2) {
        struct session r;
        FILE *out = fopen("/dev/null", "w");
        REQUIRE(out && session_open(&r, out), "no session");
        do_line(&r, "load " SKATER);
        r.limits.memory = room;
        do_line(&r, "potential lambda x^2");
        do_line(&r, "compare");
        r.limits.memory = 0;
        must_live(&r, out, "little room", room);
        session_close(&r);
        fclose(out);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {every_word_does_its_example,
                                  every_word_has_help,
                                  a_run_is_what_the_command_run_computes,
                                  values_derive_and_compile_nothing,
                                  on_and_back_and_shifted_meet,
                                  back_at_the_start_the_time_is_0,
                                  sets_settings_and_stops,
                                  statements_take_the_place_of_what_they_replace,
                                  a_model_is_typed_from_nothing,
                                  what_is_saved_does_the_same,
                                  a_start_that_was_shifted_is_saved,
                                  what_is_there_is_not_written_over,
                                  brackets_are_what_they_should_be,
                                  results_in_other_notations,
                                  a_model_that_is_typed_is_the_one_that_is_loaded,
                                  a_file_that_changes_is_read_again,
                                  garbage_is_answered_and_forgotten,
                                  what_is_too_much_is_refused,
                                  somebody_types_at_a_terminal,
                                  memory_that_runs_out_costs_one_command,
                                  a_generation_that_has_no_room_leaves_the_one_before};
    return test_run("repl", tests, COUNT(tests));
}
