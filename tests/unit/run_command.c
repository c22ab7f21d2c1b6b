/* tests/unit/run_command.c -- the command `run`: files, formats, options, signals, progress.
 *
 * Commands run in a shell, with the program as $N and an empty folder as $D. Files are read back by
 * NumPy (arrays) and by the parser of tests (JSON).
 */
#define _XOPEN_SOURCE 700 /* pseudo-terminals */
#include "gen/run/trace.h"
#include "support/support.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MODEL "models/skater_slope.nh"

struct desk {
    struct lab lab;
    char folder[32];
};

static const char *program(void)
{
    const char *path = getenv("NOSLIP_BIN");
    return path ? path : "build/noslip";
}

static struct desk desk_open(void)
{
    struct desk k = {.lab = lab_open(), .folder = "/tmp/noslip-run-XXXXXX"};
    ck_assert_ptr_nonnull(mkdtemp(k.folder));
    setenv("N", program(), 1);
    setenv("D", k.folder, 1);
    return k;
}

static struct told shell(struct desk *k, const char *script)
{
    return tool_call(k->lab.m, "/bin/sh", NULL, (const char *const[]){"-c", script, NULL});
}

static void desk_close(struct desk *k)
{
    ck_assert_int_eq(shell(k, "rm -r $D").code, 0);
    lab_close(&k->lab);
}

static const char *file_in(struct desk *k, const char *name)
{
    return tool_file(k->lab.m, base_text(k->lab.m, "%s/%s", k->folder, name));
}

/* ---- messages ---- */

/* clang-format off */
static const struct {
    const char *script;
    int code;
    const char *out, *err; /* parts of the outputs; NULL: empty */
} calls[] = {
    {"$N run " MODEL " -q -t 1 --dt 0.5",                    0, "\n0.5,",  NULL},
    {"$N run " MODEL " -q -t 1 --at 0,1/4,1",                0, "\n0.25,", NULL},
    {"$N run " MODEL " -q --at 0.25 | wc -l",                0, "2\n",     NULL},
    {"$N run " MODEL " --at 1,0.5",                          2, NULL, "increasing order, and '0.5' comes late"},
    {"$N run " MODEL " --at=-1",                             2, NULL, "--at takes no time before 0"},
    {"$N run " MODEL " --at 1,x",                            2, NULL, "unknown name 'x'"},
    {"$N run " MODEL " -t 1 --at 0,2",                       2, NULL, "rows after the end of the run"},
    {"$N run " MODEL " --tol 0",                             2, NULL, "--tol must be a positive number"},
    {"$N run " MODEL " --tol 2",                             2, NULL, "--tol must be less than 1"},
    {"$N run " MODEL " --tol 1e-6 --method rk4",             2, NULL, "rk4 has fixed steps"},
    {"$N run " MODEL " --tol 1e-6 -t 1 -o $D/a.csv",         0, NULL, "dop853, tolerance 1e-6"},
    {"$N run " MODEL " --method rk4 -t 1 -o $D/a.csv",       0, NULL, "rk4, dt 0.01"},
    {"$N run " MODEL " -t 1 -o $D/a.csv",                    0, NULL, "constraint 0"},
    {"$N run " MODEL " --set steep",                         2, NULL, "the model has no set 'steep'"},
    {"$N run " MODEL " --until 'x = -0.3' -q",               0, "\n0.88",  NULL},
    {"$N run " MODEL " --until 'x = 5' -q -t 1",             0, "\n1,", "this did not happen before t = 1"},
    {"$N run " MODEL " --until 'x = 5' --until 'y = -1 rising' --until 'y=-1 falling' -q", 0, "\n1.788820", NULL},
    {"$N run " MODEL " --until 'x = '",                      2, NULL, "--until:1:3"},
    {"$N run " MODEL " --until 'xx = 1'",                    2, NULL, "unknown name 'xx'"},
    {"$N run " MODEL " --until 'm = 1'",                     2, NULL, "never changes"},
    {"$N run " MODEL " --until 'x = 1 record'",              2, NULL, "nothing else can happen at --until"},
    {"$N run " MODEL " --project",                           2, NULL, "needs a value"},
    {"$N run " MODEL " --project enrgy",                     2, NULL, "did you mean 'energy'?"},
    {"$N run " MODEL " --project energy -t 1 -o $D/a.csv",   0, NULL, "energy drift"},
    {"$N run " MODEL " --project constraints,energy -q -t 0", 0, "t,x",    NULL},
    {"$N run models/snakeboard.nh --project energy",         1, NULL, "is not constant"},
    {"$N run " MODEL " --project start -i \"x'=1,y'=1\" -q -t 0", 0, "\n0,", NULL},
    {"$N run " MODEL " -i \"x'=1,y'=1\" -q -t 0",            2, NULL, "does not fit"},
    {"$N run " MODEL " --json -o -",                         2, NULL, "cannot both go to standard output"},
    {"$N run " MODEL " --json -t 1",                         0, "\"status\": \"done\"", NULL},
    {"$N check " MODEL " --json",                            0, "\"standing\": \"proved\"", " ms"},
    {"$N run " MODEL " --input m=1",                         2, NULL, "'m' is a parameter, not an input"},
    {"$N run " MODEL " --input 'F=sin(t)'",                   2, NULL, "the model has no input 'F'"},
    {"$N run " MODEL " --input 'F='",                        2, NULL, "--input:1:"},
    {"$N run " MODEL " --input $D/no.csv",                   4, NULL, "cannot open"},
    /* files */
    {"$N run " MODEL " -o /proc/no/x.csv",                   4, NULL, "cannot write '/proc/no/x.csv': No such file"},
    {"$N run " MODEL " -o /proc/x.npy",                      4, NULL, "cannot write '/proc/x.npy'"},
    {"$N run " MODEL " -o $D",                               4, NULL, "Is a directory"},
    {"$N run " MODEL " -o ''",                               2, NULL, "-o names no file"},
    {"$N run " MODEL " -o /dev/full",                        4, NULL, "cannot write '/dev/full': No space left"},
    {"$N run " MODEL " --events $D/e.npy -t 1",              4, NULL, "no room for names"},
    {"ln -s /dev/full $D/f.npy && $N run " MODEL " -o $D/f.npy; e=$?; rm $D/f.npy; exit $e",
                                                             4, NULL, "so it needs a file"},
    {"cp " MODEL " $D/m.nh && $N run $D/m.nh -o $D/m.nh",    2, NULL, "is the model itself"},
    {"$N run " MODEL " -o $D/a.csv,$D/a.csv",                2, NULL, "cannot be written twice"},
    {"$N run " MODEL " -t 1 -o $D/b.csv --events $D/b.csv",  2, NULL, "cannot be written twice"},
};
/* clang-format on */

START_TEST(the_program_answers)
{
    struct desk k = desk_open();
    for (size_t i = 0; i < COUNT(calls); i++) {
        const struct told t = shell(&k, calls[i].script);
        ck_assert_msg(t.code == calls[i].code, "%s: exit %d, not %d\n%s", calls[i].script, t.code,
                      calls[i].code, t.err);
        ck_assert_msg(calls[i].out ? strstr(t.out, calls[i].out) != NULL : !t.out[0],
                      "%s says\n%.500s", calls[i].script, t.out);
        ck_assert_msg(calls[i].err ? strstr(t.err, calls[i].err) != NULL : !t.err[0],
                      "%s complains\n%s", calls[i].script, t.err);
    }
    ck_assert_str_eq(shell(&k, "ls $D").out, "a.csv\nm.nh\n"); /* no incomplete file */
    desk_close(&k);
}
END_TEST

/* ---- formats ---- */

/* Every row of the table is selected by its suffix. */
START_TEST(paths_choose_formats)
{
    static const char *const words[] = {
#define SHEET(word) #word,
        ROW_FILES(SHEET)
#undef SHEET
    };
    for (int i = 0; i < SHEET_COUNT; i++) {
        char path[64];
        snprintf(path, sizeof path, "a.b/c.%s", words[i]);
        ck_assert_int_eq((int)run_sheet_of(path), i);
    }
    ck_assert_int_eq((int)run_sheet_of("a.npy/rows"), SHEET_csv);
    ck_assert_int_eq((int)run_sheet_of("-"), SHEET_csv);
}
END_TEST

START_TEST(numpy_reads_what_is_written)
{
    static const char model[] = "coords x, \xCE\xB8\n" /* a name that is not ASCII */
                                "metric dx^2 + d\xCE\xB8^2\n"
                                "potential x^2 - cos(\xCE\xB8)\n"
                                "init x = 1, \xCE\xB8 = 2\n"
                                "output s = x + 1\n";
    static const char look[] =
        "/usr/bin/python3 -c 'import numpy, os\n"
        "d = os.environ[\"D\"]\n"
        "a = numpy.load(d + \"/a.npy\")\n"
        "b = numpy.genfromtxt(d + \"/a.csv\", delimiter=\",\", skip_header=1)\n"
        "names = open(d + \"/a.csv\", encoding=\"utf-8\").readline().strip().split(\",\")\n"
        "assert list(a.dtype.names) == names, a.dtype\n"
        "assert a.shape == (len(b),) == (1001,), a.shape\n"
        "assert (numpy.array(a.tolist()) == b).all()\n"
        "h = open(d + \"/a.npy\", \"rb\").read(10)\n"
        "assert h[:8] == b\"\\x93NUMPY\\x01\\x00\" and (10 + h[8] + 256 * h[9]) % 64 == 0\n"
        "print(len(names))'";
    struct desk k = desk_open();
    const char *path = base_text(k.lab.m, "%s/m.nh", k.folder);
    FILE *f = fopen(path, "w");
    ck_assert(f && fputs(model, f) >= 0 && fclose(f) == 0);
    struct told t = shell(&k, "$N run $D/m.nh -q -o $D/a.csv -o $D/a.npy");
    ck_assert_msg(t.code == 0, "%s", t.err);
    t = shell(&k, look);
    ck_assert_msg(t.code == 0, "%s", t.err);
    ck_assert_str_eq(t.out, "7\n");
    desk_close(&k);
}
END_TEST

/* More columns than fit into the header of version 1.0. */
START_TEST(numpy_reads_wide_arrays)
{
    struct desk k = desk_open();
    struct mem_text model = mem_text(k.lab.m);
    mem_put(&model, "coords x\nmetric dx^2\ninit x = 1\nrun t = 0.01\n");
    for (int i = 0; i < 700; i++)
        mem_put_f(&model,
                  "output a_name_that_is_as_long_as_anybody_would_ever_want_to_have_it_and_then_"
                  "somewhat_longer_%d = x\n",
                  i);
    FILE *f = fopen(base_text(k.lab.m, "%s/m.nh", k.folder), "w");
    ck_assert(f && fputs(model.text, f) >= 0 && fclose(f) == 0);
    struct told t = shell(&k, "$N run $D/m.nh -q -o $D/a.npy");
    ck_assert_msg(t.code == 0, "%s", t.err);
    t = shell(&k, "/usr/bin/python3 -c 'import numpy, os\n"
                  "a = numpy.load(os.environ[\"D\"] + \"/a.npy\", max_header_size=1000000)\n"
                  "print(len(a.dtype.names), a.shape[0])'");
    ck_assert_msg(strcmp(t.out, "704 2\n") == 0, "%s%s", t.out, t.err);
    desk_close(&k);
}
END_TEST

START_TEST(the_same_bytes_come_twice)
{
    struct desk k = desk_open();
    struct told t =
        shell(&k, "for i in 1 2; do for e in tcc interp; do"
                  " $N run models/skater_magnetic.nh -q -t 3 --engine $e"
                  " -o $D/$i$e.csv,$D/$i$e.npy --until 't = 2' --events $D/e$i$e.csv || exit;"
                  " done; done; cat $D/*.csv | wc -l;"
                  " md5sum $D/?tcc.csv $D/?interp.csv | cut -c1-32 | uniq | wc -l;"
                  " md5sum $D/*.npy | cut -c1-32 | uniq | wc -l;"
                  " md5sum $D/e*.csv | cut -c1-32 | uniq | wc -l");
    ck_assert_msg(t.code == 0, "%s", t.err);
    const char *lines = strchr(t.out, '\n');
    ck_assert_msg(lines && strcmp(lines, "\n1\n1\n1\n") == 0, "%s", t.out);
    desk_close(&k);
}
END_TEST

/* ---- complete files ---- */

/* When the disk is full, the old file stays, and no temporary file remains. */
START_TEST(a_full_disk_leaves_the_old_file)
{
    static const char *const suffixes[] = {"csv", "npy"};
    for (size_t i = 0; i < COUNT(suffixes); i++) {
        struct desk k = desk_open();
        setenv("S", suffixes[i], 1);
        struct told t = shell(&k, "echo old >$D/a.$S; ulimit -f 4; "
                                  "$N run " MODEL " -t 100 -q -o $D/a.$S,$D/b.csv");
        ck_assert_int_eq(t.code, 4);
        ck_assert_msg(strstr(t.err, "cannot write") && strstr(t.err, "File too large"), "%s",
                      t.err);
        ck_assert_str_eq(shell(&k, "ls $D; cat $D/a.$S").out, i ? "a.npy\nold\n" : "a.csv\nold\n");
        desk_close(&k);
    }
}
END_TEST

/* Of several files all are replaced, or none. */
START_TEST(one_file_that_fails_holds_back_the_others)
{
    struct desk k = desk_open();
    const struct told t =
        shell(&k, "echo old >$D/a.csv; $N run " MODEL
                  " -t 0.01 -q -o $D/a.csv,/dev/full; echo $?; ls $D; cat $D/a.csv");
    ck_assert_str_eq(t.out, "4\na.csv\nold\n");
    desk_close(&k);
}
END_TEST

/* Links are followed, and permissions stay. */
START_TEST(a_file_stays_where_it_is)
{
    struct desk k = desk_open();
    const struct told t = shell(&k, "cd $D; mkdir far; echo old >far/a.csv; chmod 640 far/a.csv;"
                                    " ln -s far/a.csv a.csv; cd - >/dev/null;"
                                    " $N run " MODEL " -q -t 0.01 -o $D/a.csv; cd $D;"
                                    " ls . far; stat -c %a far/a.csv; wc -l <far/a.csv; readlink "
                                    "a.csv");
    ck_assert_msg(t.code == 0, "%s", t.err);
    ck_assert_str_eq(t.out, ".:\na.csv\nfar\n\nfar:\na.csv\n640\n3\nfar/a.csv\n");
    desk_close(&k);
}
END_TEST

/* ---- signals ---- */

static void nap(void)
{
    const struct timespec t = {.tv_nsec = 10000000};
    nanosleep(&t, NULL);
}

/* A run that takes very long, with messages in $D/said, gets a signal when it has written some
 * rows; returns its exit status. */
static int ended_by(struct desk *k, int signal_number)
{
    const char *said = base_text(k->lab.m, "%s/said", k->folder);
    const char *files = base_text(k->lab.m, "%s/a.csv,%s/a.npy", k->folder, k->folder);
    int status = 0;
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        if (!freopen(said, "w", stderr))
            _exit(1);
        execl(program(), "noslip", "run", MODEL, "-t", "1e7", "--dt", "0.01", "--method", "rk4",
              "-o", files, (char *)NULL);
        _exit(1);
    }
    while (!*shell(k, "find $D -name '.noslip-*' -size +16k").out && kill(child, 0) == 0)
        nap();
    ck_assert_int_eq(kill(child, signal_number), 0);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return status;
}

START_TEST(killing_leaves_the_old_file)
{
    struct desk k = desk_open();
    shell(&k, "echo old >$D/a.csv");
    const int status = ended_by(&k, SIGKILL);
    ck_assert(WIFSIGNALED(status));
    ck_assert_str_eq(file_in(&k, "a.csv"), "old\n");
    desk_close(&k);
}
END_TEST

START_TEST(an_interruption_keeps_the_rows)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < COUNT(signals); i++) {
        struct desk k = desk_open();
        shell(&k, "echo old >$D/a.csv");
        const int status = ended_by(&k, signals[i]);
        ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_INTERRUPTED, "%d", status);
        ck_assert_msg(strstr(file_in(&k, "said"), "; the rows so far are kept"), "%s",
                      file_in(&k, "said"));
        ck_assert_str_eq(shell(&k, "ls $D").out, "a.csv\na.npy\nsaid\n");
        const char *rows = file_in(&k, "a.csv");
        ck_assert(strncmp(rows, "t,x,y,phi", 9) == 0 && rows[strlen(rows) - 1] == '\n');
        const struct told t = shell(&k, "/usr/bin/python3 -c 'import numpy, os\n"
                                        "d = os.environ[\"D\"]\n"
                                        "n = len(open(d + \"/a.csv\").readlines()) - 1\n"
                                        "assert numpy.load(d + \"/a.npy\").shape == (n,)\n'");
        ck_assert_msg(t.code == 0, "%s", t.err);
        desk_close(&k);
    }
}
END_TEST

/* For any distance of rows. */
START_TEST(an_interruption_needs_no_rows)
{
    struct desk k = desk_open();
    int status = -1;
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        execl(program(), "noslip", "run", MODEL, "--at", "0,1e9", "--method", "rk4", "-q", "-o",
              base_text(k.lab.m, "%s/a.csv", k.folder), (char *)NULL);
        _exit(1);
    }
    while (!*shell(&k, "find $D -name '.noslip-*'").out)
        nap();
    for (const double used = test_cpu(child); test_cpu(child) < used + 0.1;) /* it makes steps */
        nap();
    kill(child, SIGINT);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_INTERRUPTED, "%d", status);
    ck_assert_str_eq(shell(&k, "wc -l <$D/a.csv").out, "2\n");
    desk_close(&k);
}
END_TEST

/* ---- progress ---- */

/* Output of a run on a terminal, until it shows its progress, or for a second of CPU time where it
 * shows none; then it is interrupted. */
static const char *seen_on_terminal(struct desk *k, const char *term)
{
    struct mem_text out = mem_text(k->lab.m);
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        const int side = open(ptsname(terminal), O_RDWR | O_NOCTTY);
        setenv("TERM", term, 1);
        unsetenv("NO_COLOR");
        dup2(side, STDERR_FILENO);
        execl(program(), "noslip", "run", MODEL, "-t", "1e7", "--dt", "0.01", "--method", "rk4",
              "-o", "/dev/null", (char *)NULL);
        _exit(1);
    }
    bool asked = false;
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    for (;;) {
        char part[512];
        const ssize_t n = read(terminal, part, sizeof part);
        if (n > 0)
            mem_put_n(&out, part, (size_t)n);
        else if (n == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && asked))
            break;
        const bool told = out.text && strstr(out.text, " %");
        if (!asked && (told || (strcmp(term, "dumb") == 0 && test_cpu(child) > 0.8))) {
            kill(child, SIGINT);
            asked = true;
        }
        nap();
    }
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    close(terminal);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_INTERRUPTED);
    return out.text ? out.text : "";
}

/* One line, erased at the end; none on a terminal that cannot erase. */
START_TEST(progress_shows_on_a_terminal)
{
    struct desk k = desk_open();
    const char *said = seen_on_terminal(&k, "xterm");
    const char *line = strstr(said, "t = ");
    ck_assert_msg(line && strstr(line, " of 1e7, ") && strstr(line, " %"), "%s", said);
    const char *end = strstr(said, "\r\033[K");
    while (end && strstr(end + 1, "\r\033[K"))
        end = strstr(end + 1, "\r\033[K");
    ck_assert_msg(end && !strstr(end, " %"), "%s", said);
    said = seen_on_terminal(&k, "dumb");
    ck_assert_msg(!strchr(said, '\033') && !strchr(said, '%'), "%s", said);
    desk_close(&k);
}
END_TEST

/* ---- JSON ---- */

static const struct jnode *json_of(struct desk *k, const char *script)
{
    const struct told t = shell(k, script);
    const struct jnode *v = json_read(k->lab.m, t.out);
    REQUIRE(t.code == 0 && v && v->kind == JSON_OBJECT, "%s\n%s%s", script, t.out, t.err);
    return v;
}

START_TEST(the_summary_is_json)
{
    static const char *const keys[] = {
        "model",       "form",   "method",    "engine", "status",     "message", "t",
        "end",         "dt",     "tolerance", "steps",  "rejected",   "rhs",     "jac",
        "jet",         "newton", "rows",      "energy", "constraint", "state",   "vel",
        "event_count", "events", "files",     "ms",     "ready_ms"};
    struct desk k = desk_open();
    const struct jnode *v =
        json_of(&k, "$N run " MODEL " --json -o $D/a.csv --until 'x = -0.25' --events $D/e.csv");
    size_t n = 0;
    for (const struct jnode *i = v->first; i; i = i->next, n++)
        ck_assert_str_eq(i->key, keys[n]);
    ck_assert_uint_eq(n, COUNT(keys));
    ck_assert_str_eq(json_need(v, "status")->text, "event");
    ck_assert_str_eq(json_need(v, "message")->text, "--until");
    const struct jnode *event = json_at(json_need(v, "events"), 0);
    const double t = json_number(json_need(v, "t"), "t");
    ck_assert(json_number(json_need(event, "t"), "t") == t);
    tool_near("the summary", "x", json_number(json_need(json_need(v, "state"), "x"), "x"), -0.25,
              1e-14);
    ck_assert_uint_eq(json_need(v, "files")->n, 2);
    ck_assert_str_eq(shell(&k, "tail -n 1 $D/a.csv").out, shell(&k, "tail -n 1 $D/e.csv | cut -d, "
                                                                    "-f2-")
                                                              .out);
    const struct told told = shell(&k, "head -n 1 $D/e.csv; tail -n 1 $D/e.csv | cut -d, -f1");
    ck_assert_str_eq(told.out, "event,t,x,y,phi,eta_v,eta_w,energy\n--until\n");
    v = json_of(&k, "$N check models/turntable_ball.nh --json");
    const struct jnode *lines = json_need(v, "lines");
    for (size_t i = 0; i < lines->n; i++) {
        const struct jnode *standing = json_need(json_at(lines, i), "standing");
        ck_assert_int_eq(json_need(json_at(lines, i), "name")->kind, JSON_TEXT);
        ck_assert_int_eq(json_need(json_at(lines, i), "text")->kind, JSON_TEXT);
        ck_assert(standing->kind == JSON_NULL || strcmp(standing->text, "proved") == 0);
    }
    ck_assert_int_eq(json_need(v, "good")->kind, JSON_TRUE);
    desk_close(&k);
}
END_TEST

/* ---- projection ---- */

/* Rows satisfy the constraints and keep the energy, also those inside of long steps. */
START_TEST(projections_hold_in_every_row)
{
    static const char *const forms[] = {"lagrange-dirac", "projector"};
    static const char *const methods[] = {"rk4", "gauss2", "dopri5", "dop853"};
    struct desk k = desk_open();
    for (size_t f = 0; f < COUNT(forms); f++)
        for (size_t i = 0; i < COUNT(methods); i++) {
            const char *tol = rt_method_find(methods[i])->adaptive ? "--tol 1e-4" : "--dt 0.1";
            const char *script =
                base_text(k.lab.m, "$N run models/sleigh.nh -t 10 --json --form %s --method %s %s",
                          forms[f], methods[i], tol);
            const struct jnode *free = json_of(&k, script);
            const struct jnode *held =
                json_of(&k, base_text(k.lab.m, "%s --project constraints,energy", script));
            const double far = json_number(json_need(free, "constraint"), "constraint");
            ck_assert_msg(far > 1e-9 && far < 1e-2, "%s", script);
            tool_near(script, "constraint", json_number(json_need(held, "constraint"), "c"), 0,
                      1e-14);
            tool_near(script, "energy",
                      json_number(json_need(json_need(held, "energy"), "drift"), "e"), 0, 1e-14);
        }
    desk_close(&k);
}
END_TEST

/* ---- sets ---- */

START_TEST(sets_go_before_the_model_and_behind_options)
{
    static const char model[] = "coords x, y\n"
                                "param m = 1, k = 2 m\n"
                                "metric m (dx^2 + dy^2)\n"
                                "init x = 1, y = 2, x' = 3\n"
                                "set a : m = 3, x = 5, y = m\n"
                                "set b : x = 7, x' = k\n";
    static const struct {
        const char *options;
        double m, x, y, u1;
    } rows[] = {{"", 1, 1, 2, 3},
                {"--set a", 3, 5, 3, 3},
                {"--set a,b", 3, 7, 3, 6},
                {"--set b --set a", 3, 5, 3, 6},
                {"--set a -p m=4", 4, 5, 4, 3},
                {"--set a,b -i x=9 -p k=1", 3, 9, 3, 1}};
    struct desk k = desk_open();
    FILE *f = fopen(base_text(k.lab.m, "%s/m.nh", k.folder), "w");
    ck_assert(f && fputs(model, f) >= 0 && fclose(f) == 0);
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *script = base_text(k.lab.m, "$N run $D/m.nh --json -t 0 %s", rows[i].options);
        const struct jnode *v = json_of(&k, script), *state = json_need(v, "state");
        tool_near(script, "x", json_number(json_need(state, "x"), "x"), rows[i].x, 0);
        tool_near(script, "y", json_number(json_need(state, "y"), "y"), rows[i].y, 0);
        tool_near(script, "u1", json_number(json_need(json_need(v, "vel"), "u1"), "u1"), rows[i].u1,
                  1e-15);
        v = json_of(&k, base_text(k.lab.m, "$N eval $D/m.nh %s", rows[i].options));
        tool_near(script, "m", json_number(json_need(json_need(v, "params"), "m"), "m"), rows[i].m,
                  0);
    }
    const struct told t = shell(&k, "$N run $D/m.nh --set c");
    ck_assert_msg(t.code == 2 && strstr(t.err, "the model has no set 'c'"), "%s", t.err);
    desk_close(&k);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {the_program_answers,
                                  paths_choose_formats,
                                  numpy_reads_what_is_written,
                                  numpy_reads_wide_arrays,
                                  the_same_bytes_come_twice,
                                  a_full_disk_leaves_the_old_file,
                                  one_file_that_fails_holds_back_the_others,
                                  a_file_stays_where_it_is,
                                  killing_leaves_the_old_file,
                                  an_interruption_keeps_the_rows,
                                  an_interruption_needs_no_rows,
                                  projections_hold_in_every_row,
                                  progress_shows_on_a_terminal,
                                  the_summary_is_json,
                                  sets_go_before_the_model_and_behind_options};
    return test_run("run", tests, COUNT(tests));
}
