/* tests/unit/stage_checks.c -- checks between stages: mistakes put into each value are found.
 *
 * A value of the pipeline is made from a model, spoiled, and checked again: the note must say that
 * it is a bug of noslip, and name the stage and the mistake.
 */
#include "gen/job/job.h"
#include "support/support.h"

#include <string.h>

/* With a coordinate that is an angle, a parameter, an input, a constraint, an output, a plot. */
static const char text[] = "model \"sleigh with everything\"\n"
                           "coords x, y, phi\n"
                           "param m = 1 > 0, I = 2 > 0\n"
                           "input u = 0\n"
                           "constraint sin(phi) x' - cos(phi) y'\n"
                           "frame v = cos(phi) d_x + sin(phi) d_y\n"
                           "frame w = d_phi\n"
                           "metric m (x'^2 + y'^2) + I phi'^2\n"
                           "potential m x + sin(m)^2 y\n"
                           "force phi = u - w\n"
                           "output far = x^2 + y^2\n"
                           "init x = 1, v = 1, w = 2\n"
                           "plot (x, y)\n"
                           "run t = 1\n";

struct trial {
    struct lab lab;
    struct job s;
};

static struct trial open_trial(void)
{
    struct trial t = {.lab = lab_open()};
    t.s = (struct job){.mem = t.lab.m, .store = t.lab.s, .diag = base_diag(t.lab.m)};
    t.s.source = base_source_text(t.lab.m, "m.nh", text, strlen(text), EXIT_MODEL);
    const bool good = job_model(&t.s, NULL) && job_system(&t.s, form_named("gyro"));
    if (!good)
        base_diag_print(t.s.diag, stderr, false);
    ck_assert(good);
    return t;
}

/* The only note is a bug of the stage; the diag is empty then. */
static void expect(struct trial *t, bool good, const char *stage, const char *says)
{
    const struct note *n = t->s.diag->first;
    ck_assert_msg(!good && n, "not found after %s: %s", stage, says);
    ck_assert_ptr_null(n->next);
    ck_assert_int_eq(base_diag_exit(t->s.diag), EXIT_BUG);
    const char *begins = base_text(t->s.mem, NOSLIP_BUG ", found after %s: ", stage);
    ck_assert_msg(strncmp(n->message, begins, strlen(begins)) == 0, "the message is '%s'",
                  n->message);
    ck_assert_msg(strstr(n->message, says), "the message is '%s'", n->message);
    ck_assert_str_eq(n->help, NOSLIP_BUG_HELP);
    t->s.diag = base_diag(t->s.mem);
}

static void passes(struct trial *t, bool good)
{
    if (!good)
        base_diag_print(t->s.diag, stderr, false);
    ck_assert(good && !t->s.diag->first);
}

static ex foreign(struct trial *t, ex beside)
{
    return ex_mul2(t->s.store, beside, ex_sym(t->s.store, "foo", 0));
}

/* ---- nodes ---- */

static void refused(enum ex_op op, const ex *word, size_t n, struct trial *t, const char *says)
{
    ex_intern(t->s.store, op, word, n, 0);
    expect(t, base_canonical(t->s.diag, t->s.store, "form_system"), "form_system", says);
    lab_close(&t->lab);
}

START_TEST(nodes_that_are_not_canonical)
{
    enum { CASES = 16 };
    for (int i = 0; i < CASES; i++) {
        struct trial t = open_trial();
        struct store *s = t.s.store;
        const ex x = ex_sym(s, "x", 0), y = ex_sym(s, "y", 0), two = ex_int(s, 2);
        const ex zero = ex_int(s, 0), sum = ex_add2(s, x, y), xy = ex_mul2(s, x, y);
        const ex minus = ex_neg(s, x), twice = ex_mul2(s, two, x), square = ex_powi(s, x, 2);
        const ex later = (ex)ex_size(s).nodes + 1;
        passes(&t, base_canonical(t.s.diag, s, "form_system"));
        const struct {
            enum ex_op op;
            ex word[4];
            size_t n;
            const char *says;
        } cases[CASES] = {
            {EX_add, {y, x}, 2, "the terms of a sum are not in order: "},
            {EX_add, {x, twice}, 2, "like terms of a sum are not collected: "},
            {EX_add, {sum, two}, 2, "a sum stands in a sum: "},
            {EX_add, {x, zero}, 2, "a term of a sum is 0: "},
            {EX_add, {x}, 1, "it has the wrong number of operands"},
            {EX_add, {x, later}, 2, "an operand does not come before it"},
            {EX_mul, {y, x}, 2, "the factors of a product are not in order: "},
            {EX_mul, {x, square}, 2, "powers of one base are not joined in a product: "},
            {EX_mul, {x, two}, 2, "the number of a product is not its first factor: "},
            {EX_mul, {two, x, y}, 3, "a number and more than one other factor: "},
            {EX_mul, {two, twice}, 2, "two numbers of a product are not multiplied: "},
            {EX_pow, {xy, two}, 2, "a power of a product is not taken apart: "},
            {EX_sin, {minus}, 1, "keeps a minus in its argument: "},
            {EX_cos, {zero}, 1, "a function at 0 has a value that is not put in: "},
            {EX_div, {x, y}, 2, "its operator is only for reading"},
            {EX_num, {2, 0, 4, 0}, 4, "a fraction is not in lowest terms"},
        };
        refused(cases[i].op, cases[i].word, cases[i].n, &t, cases[i].says);
    }
}
END_TEST

START_TEST(random_expressions_are_canonical)
{
    struct exam t = exam_open(19);
    for (size_t i = 0; i < test_cases(); i++) {
        exam_next(&t);
        const ex e = i % 2 ? gen_any(&t.gen, 30) : gen_exact(&t.gen, 20);
        const char *why = ex_check(t.lab.s);
        REQUIRE(!why, "%s\n%s", why, exam_show(&t, e));
    }
    exam_close(&t);
}
END_TEST

/* ---- model, geometry, mechanics ---- */

START_TEST(models)
{
    struct trial t = open_trial();
    struct model *m = t.s.model;
    static const char stage[] = "lang_resolve";
    passes(&t, lang_model_sound(t.s.diag, m));
    m->rank = m->fields + 1;
    expect(&t, lang_model_sound(t.s.diag, m), stage, "the frame has more fields than there are");
    m->rank = 2;
    m->fields--;
    expect(&t, lang_model_sound(t.s.diag, m), stage, "no basis of the sections");
    m->fields++;
    m->param[0].where.at = strlen(text) + 1;
    expect(&t, lang_model_sound(t.s.diag, m), stage, "the position of a parameter is outside");
    m->param[0].where.at = 0;
    m->ival[1].index = 7;
    expect(&t, lang_model_sound(t.s.diag, m), stage,
           "value 2 of init is of number 8, and there are 3");
    m->ival[1].index = 0;
    const ex metric = m->metric, component = m->field[0].component[1], mass = m->param[0].value;
    m->metric = foreign(&t, metric);
    expect(&t, lang_model_sound(t.s.diag, m), stage,
           "the metric mentions 'foo', which is no symbol of the model");
    m->metric = metric;
    m->field[0].component[1] = m->section[0].velocity;
    expect(&t, lang_model_sound(t.s.diag, m), stage,
           "element 2 of the field v mentions 'x'', which is no coordinate, parameter, input or t");
    m->field[0].component[1] = component;
    m->param[0].value = m->coord[0].q;
    expect(&t, lang_model_sound(t.s.diag, m), stage, "the value of a parameter mentions 'x'");
    m->param[0].value = mass;
    passes(&t, lang_model_sound(t.s.diag, m));
    lab_close(&t.lab);
}
END_TEST

START_TEST(geometries)
{
    struct trial t = open_trial();
    struct geom *g = t.s.geom;
    passes(&t, geom_sound(t.s.diag, g));
    const ex rho = g->rho[1], frame = g->frame[2];
    g->rho[1] = EX_POISON;
    expect(&t, geom_sound(t.s.diag, g), "geom_make", "element 2 of the anchor has no value");
    g->rho[1] = rho;
    g->frame[2] = t.s.model->field[0].z;
    expect(&t, geom_sound(t.s.diag, g), "geom_make",
           "element 3 of the frame mentions 'v', which is no coordinate, parameter, input or t");
    g->frame[2] = frame;
    g->rank = 1;
    expect(&t, geom_sound(t.s.diag, g), "geom_make", "rank 1, the model 3, 3 and 2");
    lab_close(&t.lab);
}
END_TEST

START_TEST(mechanics)
{
    struct trial t = open_trial();
    struct mech *k = t.s.mech;
    passes(&t, form_mechanics_sound(t.s.diag, k));
    const ex L = k->L, g = k->g[4];
    k->L = ex_add2(t.s.store, L, t.s.model->field[0].eta);
    expect(&t, form_mechanics_sound(t.s.diag, k), "form_mechanics",
           "the Lagrangian mentions 'eta_v', which is no coordinate, velocity along the frame");
    k->L = L;
    k->g[4] = t.s.model->field[0].z;
    expect(&t, form_mechanics_sound(t.s.diag, k), "form_mechanics",
           "element 5 of the metric mentions 'v'");
    k->g[4] = g;
    passes(&t, form_mechanics_sound(t.s.diag, k));
    lab_close(&t.lab);
}
END_TEST

/* ---- systems ---- */

START_TEST(systems)
{
    struct trial t = open_trial();
    struct system *sys = t.s.system;
    struct block *rhs = &sys->block[RT_rhs];
    static const char stage[] = "form_system";
    const ex rate = rhs->at[3];
    passes(&t, form_system_sound(t.s.diag, sys, stage));
    sys->checked = 0;
    rhs->at[3] = foreign(&t, rate);
    expect(&t, form_system_sound(t.s.diag, sys, stage), stage,
           "element 4 of block rhs of the gyro form mentions 'foo', which is no state, parameter, "
           "input or t");
    rhs->at[3] = t.s.model->section[0].velocity;
    expect(&t, form_system_sound(t.s.diag, sys, stage), stage, "mentions 'x''");
    rhs->at[3] = EX_POISON;
    expect(&t, form_system_sound(t.s.diag, sys, stage), stage,
           "element 4 of block rhs of the gyro form has no value");
    rhs->at[3] = rate;
    rhs->rows--;
    expect(&t, form_system_sound(t.s.diag, sys, stage), stage,
           "block rhs of the gyro form has 4 rows, and 5 are declared");
    rhs->rows++;
    rhs->cols = 2;
    expect(&t, form_system_sound(t.s.diag, sys, stage), stage,
           "block rhs of the gyro form has 2 columns, and 1 are declared");
    rhs->cols = 1;
    const struct block energy = sys->block[RT_energy];
    sys->block[RT_energy].at = NULL;
    expect(&t, form_system_sound(t.s.diag, sys, stage), stage, "the gyro form has no block energy");
    sys->block[RT_energy] = energy;
    passes(&t, form_system_sound(t.s.diag, sys, stage));
    lab_close(&t.lab);
}
END_TEST

/* A system that is asked for again is told again, and what follows from it has its own stage. */
START_TEST(stages_stop_at_a_bug)
{
    struct trial t = open_trial();
    struct system *sys = t.s.system;
    sys->checked = 0;
    sys->block[RT_energy].at[0] = foreign(&t, sys->block[RT_energy].at[0]);
    for (int i = 0; i < 2; i++)
        expect(&t, form_system(t.s.diag, t.s.mech, sys->form), "form_system",
               "block energy of the gyro form mentions 'foo'");
    lab_close(&t.lab);
    t = open_trial();
    sys = t.s.system;
    sys->block[RT_energy].at[0] = foreign(&t, sys->block[RT_energy].at[0]);
    expect(&t, form_more_blocks(t.s.diag, sys, 1U << RT_power), "form_more_blocks",
           "block power of the gyro form mentions 'foo'");
    lab_close(&t.lab);
}
END_TEST

/* ---- programs and machines ---- */

enum { BLOCKS = 1U << RT_rhs | 1U << RT_energy | 1U << RT_jac };

/* The first instruction of a code. */
static struct instr *first_of(struct routine *r, enum code code)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->instr[i].code == code)
            return &r->instr[i];
    ck_abort_msg("%s has no such instruction", r->name);
    return NULL;
}

static void broken(struct trial *t, const char *says)
{
    expect(t, code_program_sound(t->s.diag, t->s.program, t->s.system, BLOCKS), "code_lower", says);
}

static void swap(struct instr *a, struct instr *b)
{
    const struct instr old = *a;
    *a = *b;
    *b = old;
}

START_TEST(programs)
{
    struct trial t = open_trial();
    passes(&t, job_program(&t.s, BLOCKS));
    struct program *p = t.s.program;
    struct routine *r = &p->block[RT_rhs];
    struct instr *in = first_of(r, CODE_mul), *pair = first_of(r, CODE_sincos);
    const uint32_t a = in->a;
    in->a = (uint32_t)(r->n - 1);
    broken(&t, "(mul) uses instruction ");
    in->a = a;
    swap(in, &r->instr[a]); /* out of order */
    broken(&t, ", which comes later");
    swap(in, &r->instr[a]);
    swap(pair, pair + 1);
    broken(&t, "which comes later");
    swap(pair, pair + 1);
    pair->code = CODE_neg;
    broken(&t, "is a cosine that does not follow its sincos");
    pair->code = CODE_sincos;
    in = first_of(r, CODE_state);
    in->a += 100;
    broken(&t, "(state) reads a state that does not exist");
    in->a -= 100;
    in = first_of(r, CODE_input);
    in->a = 1;
    broken(&t, "(input) reads an input that does not exist");
    in->a = 0;
    in = first_of(&p->prepare, CODE_param);
    *in = (struct instr){.code = CODE_time};
    broken(&t, "of prepare (time) reads t, which is not known there");
    *in = (struct instr){.code = CODE_param};
    in = &p->prepare.instr[p->prepare.n - 1];
    const struct instr last = *in;
    *in = (struct instr){.code = CODE_call1, .function = EX_hold};
    broken(&t, "(call1) calls a function that generated code does not have");
    *in = last;
    r->results--;
    broken(&t, "rhs has 4 results, and its block is 5 x 1");
    r->results++;
    r->result[0] = (uint32_t)r->n;
    broken(&t, "result 0 of rhs is instruction ");
    lab_close(&t.lab);
}
END_TEST

START_TEST(taylor_coefficients)
{
    struct trial t = open_trial();
    passes(&t, job_program(&t.s, BLOCKS | 1U << RT_jet));
    struct routine *r = &t.s.program->block[RT_jet];
    ck_assert_uint_gt(r->n, 0);
    passes(&t, code_jet_sound(t.s.diag, t.s.program, CODE_JET_ORDER));
    expect(&t, code_jet_sound(t.s.diag, t.s.program, CODE_JET_ORDER + 1), "code_add_jet",
           "jet has 40 results: 9 orders of 5 states are declared");
    struct instr *in = first_of(r, CODE_add);
    in->a = (uint32_t)r->n;
    expect(&t, code_jet_sound(t.s.diag, t.s.program, CODE_JET_ORDER), "code_add_jet",
           "which comes later");
    lab_close(&t.lab);
}
END_TEST

START_TEST(machines)
{
    struct trial t = open_trial();
    t.s.engine = ENGINE_tcc;
    passes(&t, job_program(&t.s, BLOCKS) && job_machine(&t.s));
    struct machine m = t.s.machine;
    m.model.length[RT_rhs] = 4;
    expect(&t, code_machine_sound(t.s.diag, t.s.program, &m), "code_machine_open",
           "block rhs has 4 results in the machine, 5 in the program");
    m = t.s.machine;
    m.model.block[RT_jac] = NULL;
    expect(&t, code_machine_sound(t.s.diag, t.s.program, &m), "code_machine_open",
           "block jac has no function");
    m = t.s.machine;
    m.model.states = 6;
    expect(&t, code_machine_sound(t.s.diag, t.s.program, &m), "code_machine_open",
           "the machine has 6 states");
    code_machine_close(&t.s.machine);
    lab_close(&t.lab);
}
END_TEST

/* ---- notes ---- */

/* Where an attempt fails and its notes are thrown away, its bugs are told; each once; and no other
 * error hides them. */
START_TEST(bugs_are_never_lost)
{
    struct trial t = open_trial();
    struct diag *d = t.s.diag;
    base_fail(d, EXIT_MODEL, "a mistake of the user");
    ck_assert_int_eq(base_diag_exit(d), EXIT_MODEL);
    for (int i = 0; i < 2; i++) {
        struct diag aside = base_aside(d), inner = base_aside(&aside);
        base_fail(&inner, EXIT_NO, "this is not told");
        base_bug(&inner, "geom_make", "%s is wrong", "all");
        ck_assert_uint_eq(inner.errors, 2);
        ck_assert_uint_eq(aside.errors, 1);
        base_tell_again(d, aside.first);
    }
    ck_assert_uint_eq(d->errors, 2);
    ck_assert_str_eq(d->last->message, NOSLIP_BUG ", found after geom_make: all is wrong");
    ck_assert_int_eq(base_diag_exit(d), EXIT_BUG);
    lab_close(&t.lab);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        nodes_that_are_not_canonical,
        random_expressions_are_canonical,
        models,
        geometries,
        mechanics,
        systems,
        stages_stop_at_a_bug,
        programs,
        taylor_coefficients,
        machines,
        bugs_are_never_lost,
    };
    return test_run("stage_checks", tests, COUNT(tests));
}
