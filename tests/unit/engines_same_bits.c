/* tests/unit/engines_same_bits.c -- identical bits from all engines, and failures of engines.
 *
 * Random functions of all operators, and all blocks of all models, are computed by the interpreter,
 * libtcc and compilers of the system. All NaN count as equal; other results are compared bit by
 * bit, at ordinary points and at the limits of floating-point arithmetic.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "gen/job/job.h"
#include "support/support.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static bool same_bits(double a, double b)
{
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

static void same(const char *what, const char *engine, const double *got, const double *want,
                 size_t n)
{
    for (size_t i = 0; i < n; i++)
        REQUIRE(same_bits(got[i], want[i]), "%s, result %zu: %s computes %a, the interpreter %a",
                what, i, engine, got[i], want[i]);
}

/* Mostly ordinary numbers, now and then a special value. */
static double any_number(struct rng *r)
{
    static const double odd[] = {0,       -0.0,     1,      -1,       0x1p-1074, 0x1p-1022, 1e300,
                                 -1e-300, INFINITY, -1e308, INFINITY, NAN,       1e9,       0.5};
    const double usual = rng_double(r, -2, 2);
    return rng_below(r, 8) ? usual : odd[rng_below(r, COUNT(odd))];
}

/* ---- random functions ---- */

enum { FUNCTIONS = 400, STATES = 3, PARAMS = GEN_SYMBOLS - STATES, POINTS = 20 };

struct function {
    struct program *program;
    const char *text, *shown;
    struct machine tcc, interp;
};

/* Flags of a compiler, and the functions it made. */
struct build {
    const char *compiler, *flags[4];
    bool ours; /* with the flags of the engine */
    struct cc cc;
    struct jit_symbol at[2 * FUNCTIONS]; /* prepare and rhs of each */
};

/* Not inlined: compilers are slow when functions are inlined hundreds of times. */
#define APART "-ffp-contract=off", "-DRT_FN=static __attribute__((noinline))"
static struct build builds[] = {
    {.compiler = "gcc", .flags = {"-O0", APART}},
    {.compiler = "gcc", .flags = {"-O2", APART}},
    {.compiler = "clang", .flags = {"-O2", APART}},
    {.compiler = "gcc", .ours = true},
};

/* A system with only a right-hand side, in three states and three parameters. */
static struct function draw(struct lab *l, struct gen *g)
{
    struct diag d = {.mem = l->m};
    struct param param[PARAMS];
    ex e[2];
    memset(param, 0, sizeof param);
    for (size_t i = 0; i < PARAMS; i++)
        param[i].symbol = g->sym[STATES + i];
    const struct model model = {
        .store = l->s, .param = param, .params = PARAMS, .time = ex_sym(l->s, "t", 0)};
    struct function f = {0};
    while (!f.program) {
        for (size_t i = 0; i < COUNT(e); i++)
            do
                e[i] = gen_any(g, 4 + (int)rng_below(g->rng, 20));
            while (e[i] == EX_POISON);
        e[1] = ex_add2(l->s, e[1], ex_mul2(l->s, model.time, e[0]));
        const struct system sys = {.model = &model,
                                   .state = g->sym,
                                   .states = STATES,
                                   .block = {[RT_rhs] = {e, COUNT(e), 1}}};
        ex_clear(l->s);
        f.program = code_lower(&d, &sys, 1U << RT_rhs); /* NULL: a number is too large */
    }
    f.text = code_jit_text(f.program);
    f.shown = ex_show(l->s, e[1], EX_TEXT);
    d = (struct diag){.mem = l->m};
    ck_assert(code_machine_open(&d, f.program, f.text, ENGINE_tcc, false, &f.tcc));
    ck_assert(code_machine_open(&d, f.program, f.text, ENGINE_interp, false, &f.interp));
    return f;
}

/* All functions in one text, with different names. */
static const char *join(struct lab *l, const struct function *f, size_t n, struct build *s)
{
    static const char *const names[] = {"prepare", "rhs"};
    struct mem_text out = mem_text(l->m);
    bool every[RT_FN_COUNT];
    memset(every, 1, sizeof every);
    code_put_functions(&out, every);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < COUNT(names); k++) {
            s->at[2 * i + k].name = base_text(l->m, "%s_%zu", names[k], i);
            mem_put_f(&out, "#undef %s\n#define %s %s\n", names[k], names[k],
                      s->at[2 * i + k].name);
        }
        mem_put(&out, f[i].text);
    }
    return out.text;
}

static void compile_all(struct lab *l, const struct function *f, size_t n, struct build *s)
{
    const char *const *flags = s->ours ? code_cc_flags(false) : s->flags;
    const char *text = join(l, f, n, s);
    REQUIRE(cc_open(&s->cc, s->compiler, flags, text, s->at, 2 * n), "%s", s->cc.why);
}

static void compare_at(const struct function *f, size_t i, struct rng *r)
{
    double x[STATES], p[PARAMS], want[2], got[2];
    double *all[2]; /* parameters prepared by the interpreter and by another engine */
    const size_t room = PARAMS + f->program->prepared;
    for (size_t k = 0; k < 2; k++)
        all[k] = mem_take_array(f->program->mem, room, sizeof *all[k]);
    for (size_t k = 0; k < STATES; k++)
        x[k] = any_number(r);
    for (size_t k = 0; k < PARAMS; k++)
        p[k] = any_number(r);
    const double t = any_number(r);
    memcpy(all[0], p, sizeof p);
    rt_prepare_model(&f->interp.model, all[0]);
    rt_call(&f->interp.model, RT_rhs, t, NULL, x, all[0], want);
    for (size_t s = 0; s <= COUNT(builds); s++) {
        const bool tcc = s == COUNT(builds);
        const char *name = tcc ? "tcc" : builds[s].compiler;
        rt_prepare *prepare = tcc ? f->tcc.model.prepare : (rt_prepare *)builds[s].at[2 * i].at;
        rt_block *rhs = tcc ? f->tcc.model.block[RT_rhs] : (rt_block *)builds[s].at[2 * i + 1].at;
        memcpy(all[1], p, sizeof p);
        prepare(all[1]);
        same(f->shown, name, all[1], all[0], room);
        rhs(t, NULL, x, all[1], got);
        same(f->shown, name, got, want, COUNT(got));
    }
}

START_TEST(random_functions_have_the_same_bits)
{
    const size_t n = FUNCTIONS;
    if (!test_whole()) /* takes long, above all in the hostile variant */
        return;
    static struct function f[FUNCTIONS];
    struct lab l = lab_open();
    struct rng rng = rng_new(2);
    struct gen g = gen_new(l.s, &rng);
    for (size_t i = 0; i < n; i++)
        f[i] = draw(&l, &g);
    for (size_t s = 0; s < COUNT(builds); s++)
        compile_all(&l, f, n, &builds[s]);
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < POINTS; k++) {
            const struct mem_mark mark = mem_mark(l.m);
            compare_at(&f[i], i, &rng);
            mem_release(l.m, mark);
        }
    for (size_t s = 0; s < COUNT(builds); s++)
        cc_close(&builds[s].cc);
    for (size_t i = 0; i < n; i++)
        code_machine_close(&f[i].tcc);
    lab_close(&l);
}
END_TEST

/* ---- every block of every model ---- */

enum { EVERY = (1U << RT_BLOCKS) - 1 };

static void compare_blocks(struct job *job, const struct machine *m)
{
    const struct program *p = job->program;
    static const struct option_text nothing = {NULL, 0};
    const size_t room = p->params + p->prepared + 1;
    double *params[ENGINE_COUNT], u[64] = {0};
    struct rng rng = rng_new(11);
    ck_assert_uint_le(2 * p->inputs, COUNT(u)); /* with their rates */
    for (size_t e = 0; e < ENGINE_COUNT; e++) {
        params[e] = mem_take_array(job->mem, room, sizeof **params);
        lang_find_params(job->diag, job->model, &nothing, params[e]);
        rt_prepare_model(&m[e].model, params[e]);
        same(job->model->src->name, code_engines[e].word, params[e], params[0], room - 1);
    }
    lang_find_inputs(job->model, params[0], u);
    const size_t lifted = job->model->coords + job->model->sections; /* which `drop` reads */
    const size_t places = lifted > p->states ? lifted : p->states;
    double *x = mem_take_array(job->mem, places, sizeof *x);
    for (int k = 0; k < POINTS; k++) {
        const double t = rng_double(&rng, 0, 9);
        for (size_t i = 0; i < places; i++)
            x[i] = k % 4 ? rng_double(&rng, -2, 2) : any_number(&rng);
        for (int b = 0; b < RT_BLOCKS; b++) {
            const size_t n = p->block[b].results;
            const enum rt_block_name name = (enum rt_block_name)b;
            double *want = mem_take_array(job->mem, n + 1, sizeof *want);
            double *got = mem_take_array(job->mem, n + 1, sizeof *got);
            if (!n)
                continue;
            rt_call(&m[ENGINE_interp].model, name, t, u, x, params[ENGINE_interp], want);
            for (size_t e = 0; e < ENGINE_COUNT; e++) {
                rt_call(&m[e].model, name, t, u, x, params[e], got);
                same(base_text(job->mem, "%s, %s", job->model->src->name, form_block_name(name)),
                     code_engines[e].word, got, want, n);
            }
        }
    }
}

/* All blocks, or for large models those of a run. */
static bool reach_program(struct job *job)
{
    enum { LONG = 8000, SOME = 1U << RT_rhs | 1U << RT_energy | 1U << RT_vel };
    size_t n = 0;
    if (!test_whole())
        return job_program(job, SOME);
    if (!job_program(job, EVERY))
        return false;
    for (size_t b = 0; b < RT_BLOCKS; b++)
        n += job->program->block[b].n;
    return n < LONG || job_program(job, SOME);
}

static void compare_model(const char *path)
{
    struct lab l = lab_open();
    struct job job = {.mem = l.m, .store = l.s, .diag = base_diag(l.m)};
    struct machine m[ENGINE_COUNT];
    bool good = job_model(&job, path);
    if (good && job.model->coords > 5 && !test_whole()) { /* takes too long */
        lab_close(&l);
        return;
    }
    good = good && job_default_system(&job) && reach_program(&job);
    good = good && job_text(&job);
    for (enum code_engine e = 0; good && e < ENGINE_COUNT; e++)
        good =
            code_machine_open(job.diag, job.program, job.text, e, false, &m[e]) && m[e].engine == e;
    if (!good)
        base_diag_print(job.diag, stderr, false);
    ck_assert_msg(good, "%s", path);
    compare_blocks(&job, m);
    for (size_t e = 0; e < ENGINE_COUNT; e++)
        code_machine_close(&m[e]);
    lab_close(&l);
}

START_TEST(every_block_of_every_model_has_the_same_bits)
{
    ck_assert_uint_gt(each_model(compare_model, test_whole() ? 1 : 5), 20);
}
END_TEST

/* ---- failures of engines ---- */

static const char *folder_for(struct mem *m)
{
    struct mem_text path = mem_text(m);
    mem_put(&path, "/tmp/noslip-engines-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(path.text));
    return path.text;
}

/* Removes the folder, which must be empty. */
static void end_folder(const char *folder)
{
    ck_assert_msg(rmdir(folder) == 0, "%s is not empty: %s", folder, strerror(errno));
}

static const char *write_script(struct mem *m, const char *folder, const char *text)
{
    const char *path = base_text(m, "%s/compiler", folder);
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    fclose(f);
    ck_assert_int_eq(chmod(path, S_IRWXU), 0);
    return path;
}

START_TEST(compilers_that_fail)
{
    static const struct {
        const char *script, *words;
        enum cc_fault fault;
    } rows[] = {
        {NULL, "no compiler", CC_ABSENT},
        {"#!/bin/sh\nexit 3\n", "says nothing", CC_SYSTEM},
        {"#!/bin/sh\necho unrecognised flag >&2\nexit 1\n", "unrecognised flag", CC_SYSTEM},
        {"#!/bin/sh\nfor f; do :; done\necho note >&2\necho \"$f:1: error: no\" >&2\nexit 1\n",
         "model.c:1: error: no", CC_REJECTED},
        {"#!/bin/sh\nexit 0\n", "cannot be loaded", CC_SYSTEM},
        {"#!/bin/sh\ntouch $TMPDIR/left $TMPDIR/behind\nkill -9 $$\n", "says nothing", CC_SYSTEM},
        {"#!/bin/sh\nexec gcc -xc -shared -o $TMPDIR/model.so /dev/null\n", "is not in what",
         CC_REJECTED},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *folder = folder_for(l.m), *none[] = {NULL};
        const char *compiler = base_text(l.m, "%s/compiler", folder);
        struct jit_symbol wanted = {.name = "f"};
        struct cc c;
        if (rows[i].script)
            write_script(l.m, folder, rows[i].script);
        const char *within = folder_for(l.m);
        setenv("TMPDIR", within, 1);
        ck_assert(!cc_open(&c, compiler, none, "void f(void) {}\n", &wanted, 1));
        unsetenv("TMPDIR");
        ck_assert_msg(c.fault == rows[i].fault && strstr(c.why, rows[i].words), "%zu: %d, %s", i,
                      c.fault, c.why);
        ck_assert(!wanted.at && !c.library);
        unlink(compiler);
        end_folder(within);
        end_folder(folder);
    }
    lab_close(&l);
}
END_TEST

static const char *program(void)
{
    const char *given = getenv("NOSLIP_BIN");
    return given ? given : "build/noslip";
}

static void wait_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

/* A zombie process counts as ended. */
static bool runs(struct mem *m, int pid)
{
    char state = 'X';
    FILE *f = fopen(base_text(m, "/proc/%d/stat", pid), "r");
    if (f && fscanf(f, "%*d (%*[^)]) %c", &state) != 1)
        state = 'X';
    if (f)
        fclose(f);
    return state != 'X' && state != 'Z';
}

/* Ctrl-C while the compiler hangs ends it and its children, and removes the folder. */
START_TEST(an_interruption_leaves_nothing)
{
    struct lab l = lab_open();
    const char *folder = folder_for(l.m), *within = folder_for(l.m);
    const char *mark = base_text(l.m, "%s/mark", folder);
    const char *compiler =
        write_script(l.m, folder,
                     base_text(l.m, "#!/bin/sh\nsleep 1000 & echo $! >%s.new\nmv %s.new %s\nwait\n",
                               mark, mark, mark));
    const pid_t child = fork();
    if (child == 0) {
        setenv("CC", compiler, 1);
        setenv("TMPDIR", within, 1);
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        execl(program(), "noslip", "run", "models/skater_slope.nh", "--engine", "cc", "-o",
              "/dev/null", (char *)NULL);
        _exit(1);
    }
    int status = 0, sleeper = 0;
    while (access(mark, R_OK) != 0 && waitpid(child, &status, WNOHANG) == 0)
        wait_ms(5);
    FILE *f = fopen(mark, "r");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(fscanf(f, "%d", &sleeper), 1); /* NOLINT(cert-err34-c) */
    fclose(f);
    kill(child, SIGINT);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), EXIT_INTERRUPTED);
    while (runs(l.m, sleeper)) /* if it never ends, the guard of the test reports it */
        wait_ms(5);
    unlink(mark);
    unlink(compiler);
    end_folder(within);
    end_folder(folder);
    lab_close(&l);
}
END_TEST

/* Makes the system refuse executable memory, except for libraries. */
static bool refuse_code(void)
{
    const unsigned nr = offsetof(struct seccomp_data, nr);
    const unsigned protection = offsetof(struct seccomp_data, args[2]);
    const unsigned flags = offsetof(struct seccomp_data, args[3]);
    struct sock_filter rows[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, nr),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 10, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 3, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, protection), /* mprotect */
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 5, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, protection), /* mmap */
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 2),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, flags),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS | MAP_SHARED, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
    };
    const struct sock_fprog all = {.len = COUNT(rows), .filter = rows};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all, 0, 0) == 0;
}

START_TEST(without_memory_for_code_the_interpreter_computes)
{
    struct lab l = lab_open();
    const char *folder = folder_for(l.m);
    const char *words = base_text(l.m, "%s/words", folder);
    const char *rows[] = {base_text(l.m, "%s/a", folder), base_text(l.m, "%s/b", folder)};
    for (int refused = 0; refused < 2; refused++) {
        const pid_t child = fork();
        if (child == 0) {
            if (!freopen(words, "w", stderr) || (refused && !refuse_code()))
                _exit(99);
            execl(program(), "noslip", "run", "models/snakeboard.nh", "-t", "1", "-o",
                  rows[refused], (char *)NULL);
            _exit(98);
        }
        int status = 0;
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert(WIFEXITED(status));
        const char *said = tool_file(l.m, words);
        REQUIRE(WEXITSTATUS(status) == 0, "exit %d: %s", WEXITSTATUS(status), said);
        ck_assert_msg((strstr(said, "interpreter computes") != NULL) == (refused == 1), "%s", said);
        ck_assert_msg(strstr(said, refused ? ", interpreter\n" : ", libtcc\n") != NULL, "%s", said);
    }
    ck_assert_str_eq(tool_file(l.m, rows[0]), tool_file(l.m, rows[1]));
    unlink(words);
    unlink(rows[0]);
    unlink(rows[1]);
    end_folder(folder);
    lab_close(&l);
}
END_TEST

START_TEST(code_that_is_rejected_is_kept)
{
    static const enum code_engine engines[] = {ENGINE_tcc, ENGINE_cc};
    static const char wrong[] = "void prepare(double *p) { this is no C }\n";
    struct lab l = lab_open();
    const struct program p = {.mem = l.m};
    for (size_t i = 0; i < COUNT(engines); i++) {
        struct diag d = {.mem = l.m};
        struct machine m;
        const char *folder = folder_for(l.m);
        setenv("TMPDIR", folder, 1);
        ck_assert(!code_machine_open(&d, &p, wrong, engines[i], false, &m));
        unsetenv("TMPDIR");
        ck_assert_int_eq(base_diag_exit(&d), EXIT_BUG);
        const char *path = strstr(d.last->help, folder);
        ck_assert_ptr_nonnull(path);
        const char *file = base_text(l.m, "%.*s", (int)strcspn(path, ","), path);
        ck_assert_ptr_nonnull(strstr(tool_file(l.m, file), wrong));
        unlink(file);
        end_folder(folder);
    }
    lab_close(&l);
}
END_TEST

START_TEST(engines_on_the_command_line)
{
    static const struct {
        const char *arguments[8], *words;
        int code;
    } rows[] = {
        {{"run", "models/skater_slope.nh", "--fast", "--engine", "tcc"}, "--engine cc", EXIT_USAGE},
        {{"eval", "models/skater_slope.nh", "--engine", "gcc"}, "tcc", EXIT_USAGE},
        {{"eval", "models/skater_slope.nh", "--engine", "cc", "--fast"}, "\"engine\": \"cc\"", 0},
        {{"eval", "models/skater_slope.nh", "--fast"}, "\"engine\": \"cc\"", 0},
        {{"run", "models/skater_slope.nh", "--engine", "interp", "-t", "0"}, "interpreter", 0},
    };
    struct lab l = lab_open();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct told t = tool_run(l.m, NULL, rows[i].arguments);
        ck_assert_int_eq(t.code, rows[i].code);
        ck_assert_msg(strstr(t.code || i == 4 ? t.err : t.out, rows[i].words) != NULL, "%s", t.err);
    }
    lab_close(&l);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {random_functions_have_the_same_bits,
                                  every_block_of_every_model_has_the_same_bits,
                                  compilers_that_fail,
                                  an_interruption_leaves_nothing,
                                  without_memory_for_code_the_interpreter_computes,
                                  code_that_is_rejected_is_kept,
                                  engines_on_the_command_line};
    return test_run("engines", tests, COUNT(tests));
}
