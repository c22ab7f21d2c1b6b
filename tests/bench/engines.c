/* tests/bench/engines.c -- speed and start-up time of right-hand sides, by engine.
 *
 * Every engine is compared with hand-written code (tests/bench/hand).
 *
 * All versions of a model are called in turn, in rounds, each input depending on the last output
 * as in an integrator; the best round counts, since other processes only add time. Before that, the
 * results must agree. Hand-written code is compiled like that of the engine cc, with the same sine
 * and cosine; the version gcc -O2 uses those of the C library.
 */
#include "gen/job/job.h"

#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { ROOM = 64, ROUNDS = 40, REPETITIONS = 60, PROCESSES = 40, POINTS = 8, TEXT = 1 << 16 };

/* Models, and the operations of their hand-written versions, counted by hand. */
static const struct work {
    const char *name;
    struct tally hand;
} works[] = {
    {"skater_magnetic", {.adds = 5, .muls = 14, .pairs = 1}},
    {"sleigh", {.muls = 7, .pairs = 1}},
    {"rolling_disk", {.adds = 4, .muls = 17, .divs = 1, .pairs = 2}},
    {"ball_magnetic", {.adds = 1, .muls = 4}},
    {"snakeboard", {.adds = 10, .muls = 21, .divs = 2, .pairs = 2, .calls = 1}},
    {"trailer10", {.adds = 40, .muls = 84, .divs = 1, .pairs = 11}},
};
enum { WORKS = sizeof works / sizeof *works };

enum version { INTERP, TCC, CC, PLAIN, HAND, VERSIONS };
static const char *const titles[VERSIONS] = {"interp", "tcc", "cc", "gcc -O2", "by hand"};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int cmp(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *at, size_t n)
{
    qsort(at, n, sizeof *at, cmp);
    return at[n / 2];
}

static const char *path_of(const char *name, const char *format, char *out)
{
    snprintf(out, 256, format, name);
    return out;
}

static bool read_text(const char *path, char *out)
{
    FILE *f = fopen(path, "r");
    const size_t n = f ? fread(out, 1, TEXT - 1, f) : 0;
    out[n] = 0;
    if (f)
        fclose(f);
    return n > 0;
}

/* ---- versions of a model ---- */

struct bench {
    struct mem *mem;
    struct job job;
    struct machine machine[3]; /* interp, tcc, cc */
    struct cc plain, hand;
    struct rt_model version[VERSIONS];
    double p[VERSIONS][ROOM * 4], x[ROOM];
    size_t states;
};

static bool open_text(struct bench *b, struct cc *cc, const char *const *flags, const char *text,
                      struct rt_model *out)
{
    struct jit_symbol wanted[] = {{.name = "prepare"}, {.name = "rhs"}};
    if (!cc_open(cc, "gcc", flags, text, wanted, 2)) {
        printf("%s\n", cc->why);
        return false;
    }
    *out = (struct rt_model){.states = b->states,
                             .prepare = (rt_prepare *)wanted[0].at,
                             .block = {[RT_rhs] = (rt_block *)wanted[1].at}};
    return true;
}

static struct job new_job(struct mem *m)
{
    struct job job = {.mem = m, .diag = base_diag(m)};
    job.store = ex_store_new(m, ex_limits());
    return job;
}

static bool open_versions(struct bench *b, const struct work *w)
{
    static const enum code_engine engines[] = {ENGINE_interp, ENGINE_tcc, ENGINE_cc};
    static const char *const plain[] = {"-O2", "-ffp-contract=off", NULL};
    static char text[TEXT];
    const bool used[RT_FN_COUNT] = {[RT_FN_sincos] = true, [RT_FN_sin] = true};
    struct mem_text hand = mem_text(b->mem);
    char path[256];
    b->job = new_job(b->mem);
    if (!job_model(&b->job, path_of(w->name, "models/%s.nh", path)) ||
        !job_system(&b->job, &form_rows[0]) || !job_program(&b->job, 1U << RT_rhs) ||
        !job_text(&b->job))
        return false;
    b->states = b->job.program->states;
    if (b->states > ROOM || b->job.program->params + b->job.program->prepared > 4 * ROOM)
        return false;
    for (size_t e = 0; e < 3; e++) {
        if (!code_machine_open(b->job.diag, b->job.program, b->job.text, engines[e], false,
                               &b->machine[e]))
            return false;
        b->version[e] = b->machine[e].model;
    }
    if (!read_text(path_of(w->name, "tests/bench/hand/%s.c", path), text))
        return false;
    code_put_functions(&hand, used);
    mem_put(&hand, text);
    return open_text(b, &b->plain, plain, b->job.text, &b->version[PLAIN]) &&
           open_text(b, &b->hand, code_cc_flags(false), hand.text, &b->version[HAND]);
}

static void close_versions(struct bench *b)
{
    for (size_t e = 0; e < 3; e++)
        code_machine_close(&b->machine[e]);
    cc_close(&b->plain);
    cc_close(&b->hand);
}

/* Generic points. */
static void begin(struct bench *b, int point)
{
    for (size_t i = 0; i < b->states; i++) {
        const double k = (double)i;
        b->x[i] = 0.3 + 0.11 * k - 0.007 * k * k + 0.1 * point * cos(k + point);
    }
}

/* The largest difference from the interpreter, in units of the largest rate. */
static double disagreement(struct bench *b, int point)
{
    static const struct option_text nothing = {NULL, 0};
    double want[ROOM], got[ROOM], worst = 0, size = 0;
    begin(b, point);
    for (size_t v = 0; v < VERSIONS; v++) {
        lang_find_params(b->job.diag, b->job.model, &nothing, b->p[v]);
        rt_prepare_model(&b->version[v], b->p[v]);
        rt_call(&b->version[v], RT_rhs, 0.4, NULL, b->x, b->p[v], v ? got : want);
        for (size_t i = 0; i < b->states; i++) {
            size = fmax(size, fabs(want[i]));
            const double off = v ? fabs(got[i] - want[i]) : 0;
            worst = isnan(off) || off > worst ? off : worst; /* NaN stays */
        }
    }
    return size > 0 && isfinite(size) && !isnan(worst) ? worst / size : INFINITY;
}

/* ---- time of a call ---- */

static double time_calls(struct bench *b, enum version v, long calls)
{
    const double h = 1e-7;
    const struct rt_model m = b->version[v];
    double *x = b->x, *p = b->p[v], out[ROOM], t = 0.4;
    begin(b, 0);
    const double start = seconds();
    for (long k = 0; k < calls; k++) {
        rt_call(&m, RT_rhs, t, NULL, x, p, out);
        for (size_t i = 0; i < b->states; i++)
            x[i] += h * out[i];
        t += h;
    }
    return 1e9 * (seconds() - start) / (double)calls;
}

static void measure(struct bench *b, double *best)
{
    long calls[VERSIONS];
    for (size_t v = 0; v < VERSIONS; v++) {
        best[v] = INFINITY;
        calls[v] = (long)(1e6 / time_calls(b, (enum version)v, 1000)) + 100; /* for a millisecond */
    }
    for (int k = 0; k < ROUNDS; k++)
        for (size_t v = 0; v < VERSIONS; v++)
            best[v] = fmin(best[v], time_calls(b, (enum version)v, calls[v]));
}

static void put_tally(const struct tally *t)
{
    printf("  %5zu %5zu %4zu %4zu %5zu", t->adds, t->muls, t->divs, t->pairs, t->calls);
}

/* ---- from text to the first call ---- */

enum stage { PARSE, DERIVE, LOWER, EMIT, COMPILE, CALL, STAGES };
static const char *const stages[STAGES] = {"parse", "derive", "lower", "emit", "compile", "call"};

static bool pass(const char *text, const char *name, double *ms)
{
    static const struct option_text nothing = {NULL, 0};
    struct mem *m = mem_new(0);
    double at[STAGES + 1], p[4 * ROOM], x[ROOM] = {0}, out[ROOM];
    struct job job = new_job(m);
    bool good = true;
    for (size_t i = 0; i < ROOM; i++)
        x[i] = 0.1 * (double)i;
    at[PARSE] = seconds();
    job.source = base_source_text(m, name, text, strlen(text), EXIT_MODEL);
    good = job_model(&job, NULL);
    at[DERIVE] = seconds();
    good = good && job_system(&job, &form_rows[0]);
    at[LOWER] = seconds();
    good = good && job_program(&job, 1U << RT_rhs);
    at[EMIT] = seconds();
    good = good && job_text(&job);
    at[COMPILE] = seconds();
    good = good && job_machine(&job);
    at[CALL] = seconds();
    if (good) {
        lang_find_params(job.diag, job.model, &nothing, p);
        rt_prepare_model(&job.machine.model, p);
        rt_call(&job.machine.model, RT_rhs, 0, NULL, x, p, out);
        code_machine_close(&job.machine);
    }
    at[STAGES] = seconds();
    for (size_t k = 0; k < STAGES; k++)
        ms[k] = 1e3 * (at[k + 1] - at[k]);
    ex_store_free(job.store);
    mem_free(m);
    return good;
}

/* Time of the whole program: start, initial state and first row. */
static double run_process(const char *model)
{
    const char *program = getenv("NOSLIP_BIN");
    char *argv[] = {(char *)program, (char *)"run", (char *)model, (char *)"-t", (char *)"0", NULL};
    posix_spawn_file_actions_t to;
    pid_t pid;
    int status = 1;
    if (!program)
        return NAN;
    posix_spawn_file_actions_init(&to);
    posix_spawn_file_actions_addopen(&to, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&to, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const double start = seconds();
    if (posix_spawn(&pid, program, &to, NULL, argv, environ) == 0)
        waitpid(pid, &status, 0);
    posix_spawn_file_actions_destroy(&to);
    return status == 0 ? 1e3 * (seconds() - start) : NAN;
}

static bool put_latency(const struct work *w)
{
    static char text[TEXT];
    static double ms[STAGES + 1][REPETITIONS];
    double whole[PROCESSES];
    char path[256];
    path_of(w->name, "models/%s.nh", path);
    if (!read_text(path, text))
        return false;
    for (int k = 0; k < REPETITIONS; k++) {
        double now[STAGES];
        if (!pass(text, path, now))
            return false;
        ms[STAGES][k] = 0;
        for (size_t i = 0; i < STAGES; i++) {
            ms[i][k] = now[i];
            ms[STAGES][k] += now[i];
        }
    }
    for (int k = 0; k < PROCESSES; k++)
        whole[k] = run_process(path);
    printf("%-16s", w->name);
    for (size_t i = 0; i <= STAGES; i++)
        printf(" %8.3f", median(ms[i], REPETITIONS));
    printf(" %8.2f\n", median(whole, PROCESSES));
    return true;
}

int main(void)
{
    bool good = true;
    struct tally program[WORKS];
    puts("ns for a right-hand side; aims: cc / by hand <= 1.05, tcc / gcc -O2 <= 1.10");
    printf("%-16s", "");
    for (size_t v = 0; v < VERSIONS; v++)
        printf(" %8s", titles[v]);
    puts("   cc/hand  tcc/gcc  disagree");
    for (size_t i = 0; i < WORKS; i++) {
        struct mem *m = mem_new(0);
        static struct bench b;
        double best[VERSIONS];
        b = (struct bench){.mem = m};
        if (!open_versions(&b, &works[i])) {
            base_diag_print(b.job.diag, stdout, false);
            printf("%s cannot be measured\n", works[i].name);
            return 1;
        }
        double wrong = 0;
        for (int k = 0; k < POINTS; k++)
            wrong = fmax(wrong, disagreement(&b, k));
        measure(&b, best);
        printf("%-16s", works[i].name);
        for (size_t v = 0; v < VERSIONS; v++)
            printf(" %8.1f", best[v]);
        printf("  %8.2f %8.2f  %8.1e%s\n", best[CC] / best[HAND], best[TCC] / best[PLAIN], wrong,
               wrong < 1e-10 ? "" : " WRONG");
        fflush(stdout);
        good &= wrong < 1e-10;
        program[i] = code_tally(&b.job.program->block[RT_rhs]);
        close_versions(&b);
        ex_store_free(b.job.store);
        mem_free(m);
    }
    puts("\noperations    by hand:  adds  muls divs pairs calls, of the program:");
    for (size_t i = 0; i < WORKS; i++) {
        printf("%-20s", works[i].name);
        put_tally(&works[i].hand);
        printf("   ");
        put_tally(&program[i]);
        putchar('\n');
    }
    printf("\nms from text to the first right-hand side, median of %d; the program of %d\n",
           (int)REPETITIONS, (int)PROCESSES);
    printf("%-16s", "");
    for (size_t i = 0; i < STAGES; i++)
        printf(" %8s", stages[i]);
    printf(" %8s %8s\n", "all", "run -t 0");
    for (size_t i = 0; i < WORKS; i++)
        good &= put_latency(&works[i]);
    if (!good)
        puts("WRONG: versions do not agree, or something failed");
    return good ? 0 : 1;
}
