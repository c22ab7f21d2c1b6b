/* gen/code/engine.c -- engines: functions for the integrators, interpreted or compiled. */
#include "gen/code/engine.h"
#include "gen/code/spelling.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One row becomes one prototype, */
#define ENGINE(word, ...)                                                                          \
    static bool open_##word(struct diag *d, const struct program *p, const char *text, bool fast,  \
                            struct machine *out);
ENGINES(ENGINE)
#undef ENGINE

/* and one element. */
const struct engine_row code_engines[ENGINE_COUNT] = {
#define ENGINE(word_, title_, about_)                                                              \
    [ENGINE_##word_] = {.word = #word_, .title = title_, .about = about_, .open = open_##word_},
    ENGINES(ENGINE)
#undef ENGINE
};

struct choice code_engine_choice(size_t i)
{
    return i < ENGINE_COUNT ? (struct choice){code_engines[i].word, code_engines[i].about}
                            : (struct choice){NULL, NULL};
}

/* ---- text that a compiler rejects ---- */

/* Writes the text to a temporary file that a user can send in; its path, or NULL. */
static const char *keep_text(struct mem *m, const char *text)
{
    const char *home = getenv("TMPDIR");
    struct mem_text path = mem_text(m);
    mem_put_f(&path, "%s/noslip-code-XXXXXX", home && *home ? home : "/tmp");
    const int fd = mkstemp(path.text);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!f) {
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    const bool good = fputs(text, f) >= 0;
    return fclose(f) == 0 && good ? path.text : NULL;
}

static bool reject(struct diag *d, const char *who, const char *why, const char *text)
{
    const char *path = keep_text(d->mem, text);
    struct note *n = base_bug(d, "code_jit_text", "%s rejects the generated code: %s", who, why);
    if (path)
        n->help = base_text(
            d->mem, "please report this with the model and the file %s, which holds the code",
            path);
    return false;
}

/* ---- functions of a program, and their places in a machine ---- */

struct wanted {
    struct jit_symbol at[RT_BLOCKS + 1]; /* prepare, then the blocks of the program */
    size_t n;
};

static struct wanted list_wanted(const struct program *p)
{
    struct wanted w = {.at = {{.name = "prepare"}}, .n = 1};
    for (size_t b = 0; b < RT_BLOCKS; b++)
        if (p->block[b].results)
            w.at[w.n++].name = p->block[b].name;
    return w;
}

static void enter(const struct program *p, const struct wanted *w, struct rt_model *out)
{
    size_t n = 1;
    out->prepare = (rt_prepare *)w->at[0].at;
    for (size_t b = 0; b < RT_BLOCKS; b++)
        if (p->block[b].results)
            out->block[b] = (rt_block *)w->at[n++].at;
}

/* ---- no compiler ---- */

struct interpreted {
    const struct program *program;
    double *value; /* scratch buffer for the longest routine */
};

static void interpret_prepare(void *self, double *p)
{
    const struct interpreted *in = self;
    code_interp(&in->program->prepare, 0, NULL, NULL, p, in->value, p + in->program->params);
}

static void interpret_block(void *self, enum rt_block_name b, double t, const double *u,
                            const double *x, const double *p, double *out)
{
    const struct interpreted *in = self;
    code_interp(&in->program->block[b], t, u, x, p, in->value, out);
}

static bool open_interp(struct diag *d, const struct program *p, const char *text, bool fast,
                        struct machine *out)
{
    size_t room = p->prepare.n;
    (void)text;
    (void)fast;
    for (size_t b = 0; b < RT_BLOCKS; b++)
        room = p->block[b].n > room ? p->block[b].n : room;
    struct interpreted *in = mem_take(d->mem, sizeof *in);
    struct rt_interpreter *how = mem_take(d->mem, sizeof *how);
    *in = (struct interpreted){p, mem_take_array(d->mem, room + 1, sizeof *in->value)};
    *how = (struct rt_interpreter){interpret_prepare, interpret_block, in};
    out->model.interpreter = how;
    return true;
}

/* ---- libtcc ---- */

static bool open_tcc(struct diag *d, const struct program *p, const char *text, bool fast,
                     struct machine *out)
{
    struct wanted w = list_wanted(p);
    if (jit_open(&out->jit, text, code_allowed, code_allowed_count, w.at, w.n)) {
        enter(p, &w, &out->model);
        return true;
    }
    if (out->jit.fault == JIT_TEXT) /* else the text is not the cause */
        return reject(d, "libtcc", out->jit.why, text);
    base_remark(d, (struct span){.src = NULL}, "no compiled code: %s", out->jit.why)->help =
        "the interpreter computes the same numbers, more slowly";
    out->engine = ENGINE_interp;
    return open_interp(d, p, text, fast, out);
}

/* ---- the compiler of the system ---- */

/* Same bits as other engines: no contraction. Vectorisation makes single trajectories slower. */
static const char *const exact_flags[] = {
    "-O2", "-march=native", "-fno-tree-vectorize", "-ffp-contract=off", "-fno-math-errno", NULL};
/* The parts of -ffast-math that keep infinities and the floating-point mode of the processor. */
static const char *const fast_flags[] = {
    "-O3",
    "-march=native",
    "-fno-tree-vectorize",
    "-ffp-contract=fast",
    "-fno-math-errno",
    "-fno-signed-zeros",
    "-fno-trapping-math",
    "-fassociative-math",
    "-freciprocal-math",
    NULL,
};

const char *const *code_cc_flags(bool fast)
{
    return fast ? fast_flags : exact_flags;
}

void code_put_functions(struct mem_text *out, const bool wanted[RT_FN_COUNT])
{
    code_fn_text(out, wanted, false);
    for (int i = 0; i < RT_FN_COUNT; i++)
        if (wanted[i])
            mem_put_f(out, "#define %s rt_%s\n", code_function_names[i], code_function_names[i]);
}

/* The text with the functions it calls, so that they can be inlined. With --fast the functions are
 * those of the C library: contraction would spoil ours. */
static const char *whole_text(const struct program *p, const char *text, bool fast)
{
    const struct calls calls = code_calls(p);
    bool wanted[RT_FN_COUNT] = {[RT_FN_sincos] = calls.pair};
    struct mem_text out = mem_text(p->mem);
    if (fast)
        return text;
    for (int op = 0; op < EX_OPS; op++)
        if (calls.of[op] && code_own_functions[op])
            wanted[code_own_functions[op] - 1] = true;
    code_put_functions(&out, wanted);
    mem_put(&out, text);
    return out.text;
}

static const char *const cc_help[] = {
    [CC_ABSENT] = "install one, name it by the environment variable CC, or use --engine tcc",
    [CC_SYSTEM] = "the environment variables CC and TMPDIR say which compiler, and in which folder",
};

static bool open_cc(struct diag *d, const struct program *p, const char *text, bool fast,
                    struct machine *out)
{
    const char *named = getenv("CC");
    const char *compiler = named && *named ? named : "cc";
    struct wanted w = list_wanted(p);
    text = whole_text(p, text, fast);
    if (cc_open(&out->cc, compiler, code_cc_flags(fast), text, w.at, w.n)) {
        enter(p, &w, &out->model);
        return true;
    }
    if (out->cc.fault == CC_REJECTED)
        return reject(d, "the compiler", out->cc.why, text);
    if (out->cc.fault == CC_INTERRUPTED)
        base_fail(d, EXIT_INTERRUPTED, "interrupted while the compiler was at work");
    else
        base_fail(d, EXIT_SYSTEM, "%s", out->cc.why)->help = cc_help[out->cc.fault];
    return false;
}

/* ---- all of them ---- */

bool code_machine_open(struct diag *d, const struct program *p, const char *text,
                       enum code_engine engine, bool fast, struct machine *out)
{
    *out = (struct machine){.model = {.states = p->states,
                                      .inputs = p->inputs,
                                      .params = p->params,
                                      .prepared = p->prepared,
                                      .tape = p->tape},
                            .engine = engine};
    for (size_t b = 0; b < RT_BLOCKS; b++)
        out->model.length[b] = p->block[b].results;
    if (p->tape)
        out->model.length[RT_jet] = p->tape->order * p->tape->states;
    return code_engines[engine].open(d, p, text, fast, out) && code_machine_sound(d, p, out);
}

void code_machine_close(struct machine *m)
{
    jit_close(&m->jit);
    cc_close(&m->cc);
}
