/* gen/run/eval_command.c -- the command `eval`: numeric values of a system at a point, as JSON.
 *
 * gen/README.md describes the shape. `q`, `qdot` and `qddot` do not depend on the form, so other
 * tools can compare them. A quantity that the form lacks is null.
 */
#include "gen/run/run.h"

enum { LINES = 1 };

struct numbers {
    struct json json;
    const struct system *sys;
    const struct start *at;
    const struct rt_model *machine; /* NULL: the expressions are evaluated */
    double *value[RT_BLOCKS];       /* NULL: the system has no such block */
};

static size_t length(const struct block *b)
{
    return b->at ? b->rows * b->cols : 0;
}

static void compute(struct diag *d, struct numbers *n)
{
    const struct system *sys = n->sys;
    const struct start *at = n->at;
    for (size_t b = 0; b < RT_BLOCKS; b++) {
        const size_t len = length(&sys->block[b]);
        n->value[b] = NULL;
        if (!len || !(BLOCKS_eval >> b & 1))
            continue;
        n->value[b] = mem_take_array(d->mem, len, sizeof(double));
        if (n->machine)
            rt_call(n->machine, (enum rt_block_name)b, at->t, at->u, at->x, at->p, n->value[b]);
        else
            start_eval_at(sys, at->t, at->x, at->p, sys->block[b].at, len, n->value[b]);
    }
}

/* {"x": .., ...} or null */
static void put_object(struct numbers *n, const char *key,
                       const char *(*name)(const struct system *, size_t), const double *value,
                       size_t count)
{
    struct json *j = &n->json;
    if (!value) {
        base_json_string(j, key, NULL);
        return;
    }
    base_json_object(j, key);
    for (size_t i = 0; i < count; i++)
        base_json_number(j, name(n->sys, i), value[i]);
    base_json_end(j);
}

static const char *state_name(const struct system *sys, size_t i)
{
    return sys->state_name[i];
}

static const char *coord_name(const struct system *sys, size_t i)
{
    return sys->model->coord[i].name;
}

static const char *param_name(const struct system *sys, size_t i)
{
    return sys->model->param[i].name;
}

static void put_one(struct numbers *n, const char *key, enum rt_block_name b)
{
    if (n->value[b])
        base_json_number(&n->json, key, n->value[b][0]);
    else
        base_json_string(&n->json, key, NULL);
}

static void put_list(struct numbers *n, const char *key, enum rt_block_name b)
{
    base_json_numbers(&n->json, key, n->value[b], length(&n->sys->block[b]));
}

static void put_structure(struct numbers *n)
{
    const struct geom *g = n->sys->geom;
    base_json_array(&n->json, "structure");
    for (size_t i = 0; i < g->structures && g->structure_known; i++) {
        const struct structure *c = &g->c[i];
        const double entry[] = {(double)c->i + 1, (double)c->j + 1, (double)c->k + 1,
                                n->value[RT_structure][i]};
        base_json_numbers(&n->json, NULL, entry, 4);
    }
    base_json_end(&n->json);
}

static void put_bivector(struct numbers *n)
{
    const struct block *b = &n->sys->block[RT_bivector];
    if (!n->value[RT_bivector]) {
        base_json_string(&n->json, "bivector", NULL);
        return;
    }
    base_json_array(&n->json, "bivector");
    for (size_t i = 0; i < b->rows; i++)
        base_json_numbers(&n->json, NULL, &n->value[RT_bivector][i * b->cols], b->cols);
    base_json_end(&n->json);
}

/* Matrices by rows, lists, and numbers. */
static void put_objects(struct diag *d, struct numbers *n)
{
    if (!n->sys->object)
        return;
    base_json_object(&n->json, "objects");
    for (const struct object *o = n->sys->object; o; o = o->next) {
        const size_t len = o->rows * o->cols;
        double *value = mem_take_array(d->mem, len + 1, sizeof *value);
        if (!len)
            continue;
        start_eval_at(n->sys, n->at->t, n->at->x, n->at->p, o->at, len, value);
        if (len == 1)
            base_json_number(&n->json, o->name, value[0]);
        else if (o->cols == 1)
            base_json_numbers(&n->json, o->name, value, len);
        else
            base_json_array(&n->json, o->name);
        for (size_t i = 0; i < o->rows && len > 1 && o->cols > 1; i++)
            base_json_numbers(&n->json, NULL, &value[i * o->cols], o->cols);
        if (len > 1 && o->cols > 1)
            base_json_end(&n->json);
    }
    base_json_end(&n->json);
}

static bool is_long(const struct system *sys)
{
    size_t all = 0;
    for (size_t b = 0; b < RT_BLOCKS; b++)
        if (sys->block[b].at && BLOCKS_eval >> b & 1)
            all += ex_operations(sys->model->store, sys->block[b].at, length(&sys->block[b]));
    return all > SYM_COMPILED_EVAL;
}

static void print_values(FILE *out, struct diag *d, const struct system *sys,
                         const struct start *at, const struct machine *machine)
{
    const struct model *m = sys->model;
    struct numbers n = {.json = base_json(out, LINES),
                        .sys = sys,
                        .at = at,
                        .machine = machine ? &machine->model : NULL};
    compute(d, &n);
    base_json_object(&n.json, NULL);
    base_json_string(&n.json, "model", m->title);
    base_json_string(&n.json, "form", sys->form->name);
    base_json_string(&n.json, "engine",
                     machine ? code_engines[machine->engine].word : "expressions");
    base_json_array(&n.json, "frame");
    for (size_t A = 0; A < m->fields; A++)
        base_json_string(&n.json, NULL, m->field[A].name);
    base_json_end(&n.json);
    base_json_number(&n.json, "t", at->t);
    put_object(&n, "params", param_name, at->p, m->params);
    put_object(&n, "state", state_name, at->x, sys->states);
    put_object(&n, "rhs", state_name, n.value[RT_rhs], sys->states);
    put_object(&n, "q", coord_name, at->x, m->coords);
    put_object(&n, "qdot", coord_name, n.value[RT_rhs], m->coords);
    put_object(&n, "qddot", coord_name, n.value[RT_accel], m->coords);
    put_object(&n, "vel", form_velocity_name, n.value[RT_vel], form_velocity_count(sys));
    put_object(&n, "veldot", form_velocity_name, n.value[RT_veldot], form_velocity_count(sys));
    put_one(&n, "energy", RT_energy);
    put_one(&n, "energy_rate", RT_power);
    put_one(&n, "moving_energy", RT_moving);
    put_list(&n, "constraint", RT_constraint);
    put_list(&n, "multiplier", RT_multiplier);
    put_structure(&n);
    put_bivector(&n);
    put_objects(d, &n);
    base_json_end(&n.json);
}

/* ---- the command ---- */

static struct choice relation_choice(size_t i)
{
    static const struct choice all[] = {{"D_M", NULL}, {"D_C", NULL}, {NULL, NULL}};
    return all[i];
}

/* Whether D_C has the law of the model; else an error. */
static bool has_D_C(struct diag *d, const struct model *m)
{
    const struct stated *bounds = NULL;
    if (form_default(m)->law == LAW_nonholonomic && !lang_phase_constraints(m, &bounds))
        return true;
    base_fail(d, EXIT_MODEL, "D_C is a relation of nonholonomic motion")->help =
        "this model has another law; D_M depends on its geometry only";
    return false;
}

/* An element of a Dirac structure from its free coordinates. */
static enum base_exit eval_relation(struct job *job, const struct options *o)
{
    struct diag *d = job->diag;
    struct relation r;
    struct assignment *given = NULL;
    size_t which = 0, n = 0;
    if (!base_option_choose(d, o, OPTION_relation, "--relation", relation_choice, &which) ||
        !job_model(job, o->argument) || !job_geometry(job) ||
        !geom_relation(d, job->geom, which == 1, &r) || (which == 1 && !has_D_C(d, job->model)) ||
        !lang_assignments(d, job->store, "--state", &o->value[OPTION_state], &given, &n))
        return base_diag_exit(d);
    double *p = mem_take_array(d->mem, job->model->params + 1, sizeof *p);
    const size_t before = d->errors;
    lang_find_params(d, job->model, &o->value[OPTION_param], p);
    if (d->errors == before && geom_relation_eval(stdout, d, &r, p, given, n))
        return EXIT_DONE;
    return base_diag_exit(d);
}

enum base_exit run_command_eval(struct job *job, const struct options *o)
{
    const struct point_texts texts = base_option_points(o);
    const struct start *at = NULL;
    if (job_has_tables(job, o))
        return EXIT_USAGE;
    if (o->value[OPTION_relation].n)
        return eval_relation(job, o);
    /* for one evaluation the interpreter is faster than a compilation */
    if (!job_engine(job, o, ENGINE_interp) || !job_derive(job, o) ||
        !form_more_blocks(job->diag, job->system, BLOCKS_eval) ||
        (o->value[OPTION_objects].n && !form_objects(job->diag, job->system)))
        return base_diag_exit(job->diag);
    if (!o->value[OPTION_engine].n && is_long(job->system)) {
        at = start_find(job->diag, job->system, 0, &texts, MISSING_IS_ZERO);
        if (base_stopped(job->diag, job->store, "values are missing"))
            return base_diag_exit(job->diag);
        if (at)
            print_values(stdout, job->diag, job->system, at, NULL);
        return at ? EXIT_DONE : base_diag_exit(job->diag);
    }
    if (!job_program(job, BLOCKS_eval) ||
        !(at = start_find(job->diag, job->system, job->program->prepared, &texts,
                          MISSING_IS_ZERO)) ||
        base_stopped(job->diag, job->store, "values are missing") || !job_machine(job))
        return base_diag_exit(job->diag);
    rt_prepare_model(&job->machine.model, at->p);
    print_values(stdout, job->diag, job->system, at, &job->machine);
    code_machine_close(&job->machine);
    return EXIT_DONE;
}
