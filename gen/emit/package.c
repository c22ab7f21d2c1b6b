/* gen/emit/package.c -- the command `emit`: a package of files from the text of the emitters. */
#include "gen/emit/target.h"
#include "gen/print/document.h"
#include "gen/start/start.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

/* Only files with this in them are written over. */
#define MARK NOSLIP_MARK

const struct emit_row emit_rows[TARGET_COUNT] = {
#define B(name) (1U << RT_##name)
#define EMITTER(word_, language_, float_, always_, usual_, ...)                                    \
    [TARGET_##word_] = {.emit = emit_target_##word_,                                               \
                        .is_c = LANGUAGE_##language_,                                              \
                        .float_bits = FLOAT_##float_,                                              \
                        .always = always_,                                                         \
                        .usual = usual_},
#define LANGUAGE_C true
#define LANGUAGE_OTHER false
#define FLOAT_BITS true
#define FLOAT_NEAR false
    TARGETS(EMITTER)
#undef EMITTER
#undef B
};

/* ---- words of options ---- */

struct choice emit_target_choice(size_t i)
{
    static const struct choice all[] = {
#define EMITTER(word, language, floats, always, usual, says) [TARGET_##word] = {#word, says},
        TARGETS(EMITTER)
#undef EMITTER
            [TARGET_COUNT] = {NULL, NULL}};
    return all[i];
}

struct choice emit_style_choice(size_t i)
{
    static const struct choice all[] = {
#define STYLE(word, says) [STYLE_##word] = {#word, says},
        EMIT_STYLES(STYLE)
#undef STYLE
            [STYLE_COUNT] = {NULL, NULL}};
    return all[i];
}

struct choice emit_real_choice(size_t i)
{
    static const struct choice all[] = {
#define REAL(word, says) [REAL_##word] = {#word, says},
        EMIT_REALS(REAL)
#undef REAL
            [REAL_COUNT] = {NULL, NULL}};
    return all[i];
}

struct choice emit_math_choice(size_t i)
{
    static const struct choice all[] = {
#define MATH(word, says) [MATH_##word] = {#word, says},
        EMIT_MATHS(MATH)
#undef MATH
            [MATH_COUNT] = {NULL, NULL}};
    return all[i];
}

struct choice emit_block_choice(size_t i)
{
    return i == EMIT_ALL   ? (struct choice){"all", "all blocks of the system"}
           : i < RT_BLOCKS ? form_block_choice(i)
                           : (struct choice){NULL, NULL};
}

/* ---- the program ---- */

static bool make_program(struct job *job, const struct emit_options *o)
{
    const struct emit_row *row = &emit_rows[o->target];
    const bool all = o->blocks >> EMIT_ALL & 1;
    const unsigned every = (1U << RT_BLOCKS) - 1;
    const unsigned there = 1U << RT_input | 1U << RT_pole; /* where the system has them */
    const unsigned chosen = all ? every : o->blocks ? o->blocks : row->usual;
    const unsigned wanted = row->always | there | chosen;
    /* `--blocks all` means all blocks of the system: a jet that is too long is left out */
    job->jet = (struct jet_options){.order = o->order, .straight = true, .optional = all};
    if (!job_program(job, wanted))
        return false;
    for (unsigned b = 0; b < RT_BLOCKS; b++)
        if (!all && o->blocks >> b & 1 && !job->program->block[b].results) {
            base_fail(job->diag, EXIT_NO, "in the %s form this model has no %s",
                      job->system->form->name, form_block_name((enum rt_block_name)b));
            return false;
        }
    return true;
}

/* Inputs are among the parameters of a model, but not among those of a package. */
static const struct program *without_inputs(const struct package *k, const struct model *m,
                                            const struct program *from)
{
    struct program *p = mem_take(k->mem, sizeof *p);
    uint32_t *place = mem_take_array(k->mem, m->params + 1, sizeof *place);
    *p = *from;
    p->params = 0;
    for (size_t i = 0; i < m->params; i++)
        place[i] = (uint32_t)(m->param[i].input ? p->params : p->params++);
    for (int b = -1; b < RT_BLOCKS; b++) {
        struct routine *r = b < 0 ? &p->prepare : &p->block[b];
        if (!r->n)
            continue;
        struct instr *now = mem_take_array(k->mem, r->n + 1, sizeof *now);
        memcpy(now, r->instr, r->n * sizeof *now);
        for (size_t i = 0; i < r->n; i++)
            if (now[i].code == CODE_param)
                now[i].a = now[i].a < from->params
                               ? place[now[i].a]
                               : now[i].a - (uint32_t)from->params + (uint32_t)p->params;
        r->instr = now;
    }
    return p;
}

size_t emit_most_results(const struct program *p)
{
    size_t most = 1;
    for (int b = 0; b < RT_BLOCKS; b++)
        most = p->block[b].results > most ? p->block[b].results : most;
    return most;
}

/* One slope for each stage, and the point of the next stage. */
size_t emit_step_work(const struct package *k)
{
    return ((size_t)k->options->method->stages + 1) * k->states;
}

/* ---- description of the model ---- */

static void describe_states(struct package *k, const struct start *start)
{
    const struct model *m = k->sys->model;
    const size_t lifted = k->sys->geom->nq + k->sys->geom->n;
    k->states = k->sys->states;
    k->places = k->sys->block[RT_drop].at && lifted > k->states ? lifted : k->states;
    k->state = mem_take_array(k->mem, k->states + 1, sizeof *k->state);
    const char **id = base_identifiers(k->mem, k->sys->state_name, k->states);
    for (size_t i = 0; i < k->states; i++) {
        k->state[i] = (struct quantity){.id = id[i], .name = k->sys->state_name[i]};
        if (i < m->coords) {
            k->state[i].unit = m->coord[i].unit;
            k->state[i].doc = m->coord[i].doc;
        }
        if (start)
            k->state[i].value = start->x[i];
    }
    k->starts = start != NULL;
}

/* Parameters, or inputs. */
static struct quantity *describe_params(const struct package *k, bool inputs, size_t *n)
{
    const struct model *m = k->sys->model;
    struct quantity *out = mem_take_array(k->mem, m->params + 1, sizeof *out);
    const char **name = mem_take_array(k->mem, m->params + 1, sizeof *name);
    *n = 0;
    for (size_t i = 0; i < m->params; i++) {
        const struct param *p = &m->param[i];
        if (p->input != inputs)
            continue;
        name[*n] = p->name;
        out[(*n)++] = (struct quantity){
            .name = p->name, .unit = p->unit, .doc = p->doc, .value = k->model_p[i]};
    }
    const char **id = base_identifiers(k->mem, name, *n);
    for (size_t i = 0; i < *n; i++)
        out[i].id = id[i];
    return out;
}

/* FNV-1a, 64 bits */
uint64_t emit_hash(const char *text, size_t n)
{
    uint64_t h = 0xCBF29CE484222325U;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)text[i]) * 0x100000001B3U;
    return h;
}

/* The comments above the first statement. */
const char *emit_head_of(struct mem *m, const struct source *src)
{
    struct mem_text out = mem_text(m);
    mem_put(&out, "");
    const char *at = src->text;
    while (*at == '#' || *at == '\n' || *at == '\r') {
        const size_t n = strcspn(at, "\n");
        if (*at == '#') {
            const size_t blank = 1 + strspn(at + 1, "# ");
            mem_put_n(&out, at + (blank < n ? blank : n), n - (blank < n ? blank : n));
            mem_put_char(&out, '\n');
        }
        at += n + (at[n] == '\n');
    }
    return out.text;
}

/* The equations as `derive` prints them; NULL where they are too long for a comment. */
static const char *equations_of(const struct package *k)
{
    enum { ROOM = 16000 };
    char *text = mem_take(k->mem, ROOM);
    memset(text, 0, ROOM);
    FILE *f = fmemopen(text, ROOM - 1, "w");
    if (!f)
        mem_run_out(k->mem);
    print_derive(f, k->diag, k->sys, 1U << PART_motion, PAGE_text);
    const bool whole = fflush(f) == 0 && !ferror(f);
    fclose(f);
    if (strlen(text) < ROOM - 2 && !whole)
        mem_run_out(k->mem);
    if (whole && strlen(text) < ROOM - 2)
        return text;
    char *last = strrchr(text, '\n');
    if (last)
        *last = 0;
    return base_text(k->mem, "%s\n  ...\n", text);
}

void emit_put_banner(struct mem_text *out, const struct package *k, const char *file)
{
    struct mem *m = k->mem;
    const char *title = k->sys->model->title;
    mem_put_f(out, "/* %s -- %s, %s form\n *\n", file, base_harmless(m, title ? title : k->name),
              k->sys->form->name);
    mem_put_f(out,
              " * " MARK " " NOSLIP_VERSION
              " from a text whose FNV-1a hash is %016llx. This code is yours.\n *\n",
              (unsigned long long)k->hash);
    if (*k->head) {
        base_put_comment(out, m, " * ", k->head);
        mem_put(out, " *\n");
    }
    base_put_comment(out, m, " * ", k->equations);
    mem_put(out, " */\n");
}

/* ---- numbers of single precision ---- */

static bool fits(struct diag *d, double value, const char *what)
{
    char text[EX_DOUBLE_ROOM];
    ex_double_brief(value, 6, text);
    if (fabs(value) < FLT_TRUE_MIN && value != 0)
        base_remark(d, (struct span){.src = NULL}, "%s %s is 0 in single precision", what, text);
    if (fabs(value) <= FLT_MAX)
        return true;
    base_fail(d, EXIT_NO, "%s %s is not a finite number in single precision", what, text);
    return false;
}

static bool routine_fits(struct diag *d, const struct routine *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->instr[i].code == CODE_number && !fits(d, r->instr[i].number, "the number"))
            return false;
    return true;
}

static bool all_fit(const struct package *k)
{
    bool good = routine_fits(k->diag, &k->program->prepare);
    for (int b = 0; b < RT_BLOCKS && good; b++)
        good = routine_fits(k->diag, &k->program->block[b]);
    for (size_t i = 0; i < k->params && good; i++)
        good = fits(k->diag, k->param[i].value, k->param[i].name);
    for (size_t i = 0; i < k->inputs && good; i++)
        good = fits(k->diag, k->input[i].value, k->input[i].name);
    for (size_t i = 0; i < k->states && good; i++)
        good = fits(k->diag, k->state[i].value, k->state[i].name);
    return good;
}

/* ---- files ---- */

/* A file that we wrote, or an empty one: it may be overwritten. */
static bool is_ours(const char *path, bool *exists)
{
    char text[1 << 16];
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISDIR(st.st_mode) && (st.st_size == 0 || !S_ISREG(st.st_mode)))
        return true;
    FILE *f = fopen(path, "r");
    *exists = f != NULL;
    if (!f)
        return errno == ENOENT;
    const size_t n = fread(text, 1, sizeof text - 1, f);
    text[n] = 0;
    fclose(f);
    return strstr(text, MARK) != NULL;
}

bool emit_may_replace(struct diag *d, const char *path)
{
    bool exists = false;
    if (is_ours(path, &exists))
        return true;
    if (exists)
        base_fail(d, EXIT_SYSTEM, "'%s' was not made by noslip and is left as it is", path)->help =
            "choose another place, or remove the file";
    else
        base_fail(d, EXIT_SYSTEM, "cannot read '%s': %s", path, strerror(errno));
    return false;
}

static bool write_files(struct diag *d, const char *folder, const struct emitted *all)
{
    if (!folder || strcmp(folder, "-") == 0) {
        for (size_t i = 0; i < all->n; i++) {
            if (all->n > 1)
                printf("%s/* ---- %s ---- */\n", i ? "\n" : "", all->file[i].name);
            fputs(all->file[i].text, stdout);
        }
        return true;
    }
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        base_fail(d, EXIT_SYSTEM, "cannot make '%s': %s", folder, strerror(errno));
        return false;
    }
    struct textfile *file = mem_take_array(d->mem, all->n + 1, sizeof *file);
    for (size_t i = 0; i < all->n; i++) {
        file[i] = (struct textfile){base_text(d->mem, "%s/%s", folder, all->file[i].name),
                                    all->file[i].text};
        if (!emit_may_replace(d, file[i].path))
            return false;
    }
    return base_write_files(d, file, all->n);
}

/* ---- all together ---- */

/* Initial state of a run. Without `init` it may be inconsistent, which is not an error here. */
static const struct start *find_start(struct job *job)
{
    static const struct option_text nothing = {NULL, 0};
    const struct point_texts texts = {.params = &nothing, .inits = &nothing};
    struct diag aside = base_aside(job->diag);
    return start_find(job->model->ivals ? job->diag : &aside, job->system, 0, &texts,
                      MISSING_IS_ZERO);
}

static bool describe(struct job *job, const struct emit_options *o, struct package *k)
{
    static const struct option_text nothing = {NULL, 0};
    double *p = mem_take_array(job->mem, job->model->params + 1, sizeof *p);
    const size_t before = job->diag->errors;
    *k = (struct package){.diag = job->diag,
                          .mem = job->mem,
                          .sys = job->system,
                          .options = o,
                          .name = base_package_name(job->mem, o->package),
                          .model_p = p,
                          .hash = emit_hash(job->source->text, job->source->len),
                          .source = job->source,
                          .head = emit_head_of(job->mem, job->source)};
    lang_find_params(job->diag, job->model, &nothing, p);
    const struct start *start = job->diag->errors == before ? find_start(job) : NULL;
    if (job->diag->errors != before)
        return false;
    describe_states(k, start);
    k->param = describe_params(k, false, &k->params);
    k->input = describe_params(k, true, &k->inputs);
    k->program = without_inputs(k, job->model, job->program);
    k->given = k->inputs * (k->program->block[RT_jet].results ? 2 : 1);
    return o->real != REAL_float || all_fit(k);
}

/* Refuses options that a target cannot honour; false after an error. */
static bool may_emit(struct diag *d, const struct emit_options *o)
{
    if (!emit_rows[o->target].is_c &&
        (o->real != REAL_double || o->math != MATH_bundled || o->fast)) {
        base_fail(d, EXIT_USAGE, "--real, --math and --fast are for C");
        return false;
    }
    if (!rt_is_explicit(o->method)) {
        base_fail(d, EXIT_USAGE, "a step of %s cannot be emitted", o->method->name)->help =
            code_emitted_methods(d->mem);
        return false;
    }
    return true;
}

/* False, with an error: an equation of the header is missing. */
static bool make_text(struct package *k, struct emitted *out)
{
    const size_t before = k->diag->errors;
    k->test = emit_test_vectors(k);
    if (!k->test->points)
        base_remark(
            k->diag, (struct span){.src = NULL},
            "no point was found where everything is finite: the code has no test of itself");
    k->equations = equations_of(k);
    emit_rows[k->options->target].emit(k, out);
    return !base_stopped(k->diag, k->sys->model->store, "the code is not written") &&
           k->diag->errors == before;
}

bool emit_text(struct job *job, const struct emit_options *o, struct emitted *out)
{
    struct package k;
    *out = (struct emitted){.n = 0};
    if (!may_emit(job->diag, o) || !make_program(job, o) || !describe(job, o, &k))
        return false;
    return make_text(&k, out);
}

enum base_exit emit_package(struct job *job, const struct emit_options *o)
{
    struct package k;
    struct emitted out = {.n = 0};
    if (!may_emit(job->diag, o) || !make_program(job, o) || !describe(job, o, &k))
        return base_diag_exit(job->diag);
    if (o->stats) {
        emit_put_stats(stdout, &k);
        return EXIT_DONE;
    }
    return make_text(&k, &out) && write_files(job->diag, o->folder, &out)
               ? EXIT_DONE
               : base_diag_exit(job->diag);
}
