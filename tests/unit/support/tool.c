/* tests/unit/support/tool.c -- runs of the program as a child process. */
#include "support.h"

#include <dirent.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { ARGUMENTS = 24 };

static FILE *temporary(const char *text)
{
    FILE *f = tmpfile();
    REQUIRE(f, "no temporary file");
    if (text) {
        fputs(text, f);
        REQUIRE(fflush(f) == 0 && fseek(f, 0, SEEK_SET) == 0, "cannot write a temporary file");
    }
    return f;
}

static const char *all_of(struct mem *m, FILE *f)
{
    struct mem_text t = mem_text(m);
    char part[4096];
    rewind(f);
    for (size_t n; (n = fread(part, 1, sizeof part, f)) > 0;)
        mem_put_n(&t, part, n);
    fclose(f);
    return t.text ? t.text : "";
}

const char *tool_file(struct mem *m, const char *path)
{
    FILE *f = fopen(path, "r");
    REQUIRE(f, "no %s; run from the root of the tree", path);
    return all_of(m, f);
}

const char *tool_without(struct mem *m, const char *model, const char *keyword)
{
    const size_t len = strlen(keyword);
    struct mem_text t = mem_text(m);
    bool drop = false;
    for (size_t n; *model; model += n) {
        n = strcspn(model, "\n");
        n += model[n] == '\n';
        if (!strchr(" \t\n", *model)) /* an indented line continues the statement above */
            drop = strncmp(model, keyword, len) == 0 && strchr(" \t", model[len]);
        if (!drop)
            mem_put_n(&t, model, n);
    }
    return t.text;
}

struct told tool_run(struct mem *m, const char *input, const char *const *arguments)
{
    const char *program = getenv("NOSLIP_BIN");
    return tool_call(m, program ? program : "build/noslip", input, arguments);
}

struct told tool_call(struct mem *m, const char *program, const char *input,
                      const char *const *arguments)
{
    char *argv[ARGUMENTS] = {NULL};
    size_t n = 0;
    argv[n++] = (char *)program;
    for (; *arguments && n + 1 < COUNT(argv); arguments++)
        argv[n++] = (char *)*arguments;
    REQUIRE(!*arguments, "too many arguments");

    FILE *in = temporary(input ? input : ""), *out = temporary(NULL), *err = temporary(NULL);
    posix_spawn_file_actions_t files;
    pid_t child = 0;
    int status = 0;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, fileno(in), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(out), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(err), STDERR_FILENO);
    REQUIRE(posix_spawnp(&child, program, &files, NULL, argv, environ) == 0, "cannot run %s",
            program);
    posix_spawn_file_actions_destroy(&files);
    REQUIRE(waitpid(child, &status, 0) == child, "lost %s", program);
    fclose(in);
    REQUIRE(WIFEXITED(status), "%s ended by signal %d", program, WTERMSIG(status));
    return (struct told){WEXITSTATUS(status), all_of(m, out), all_of(m, err)};
}

/* A model is its text, or the path of a file. */
static bool is_text(const char *model)
{
    return strchr(model, '\n') != NULL;
}

static struct told ask(struct mem *m, const char *command, const char *at_option,
                       const struct question *q, const char *flag)
{
    const char *arguments[ARGUMENTS] = {command, is_text(q->model) ? "-" : q->model};
    const struct {
        const char *option, *value;
    } all[] = {{"--form", q->form},     {"-p", q->params},
               {at_option, q->at},      {"--relation", q->relation},
               {"--engine", q->engine}, {"-t", q->end},
               {"--dt", q->step},       {"--method", q->method},
               {"--tol", q->tol},       {"-o", q->end || q->times ? "-" : NULL},
               {"--at", q->times}};
    size_t n = 2;
    for (size_t i = 0; i < COUNT(all); i++)
        if (all[i].value && *all[i].value) {
            arguments[n++] = all[i].option;
            arguments[n++] = all[i].value;
        }
    arguments[n] = flag;
    const struct told t = tool_run(m, is_text(q->model) ? q->model : NULL, arguments);
    REQUIRE(t.code == 0, "%s --form %s -p %s %s %s: exit %d\n%s\n%s", command,
            q->form ? q->form : "-", q->params ? q->params : "-", at_option, q->at ? q->at : "-",
            t.code, t.err, q->model);
    return t;
}

static const struct jnode *eval(struct mem *m, const struct question *q, const char *flag)
{
    const struct told t = ask(m, "eval", "--state", q, flag);
    const struct jnode *v = json_read(m, t.out);
    REQUIRE(v && v->kind == JSON_OBJECT, "eval did not print a JSON object:\n%.2000s", t.out);
    return v;
}

const struct jnode *tool_eval(struct mem *m, const struct question *q)
{
    return eval(m, q, NULL);
}

const struct jnode *tool_show(struct mem *m, const struct question *q)
{
    return eval(m, q, "--objects");
}

/* ---- CSV ---- */

static size_t count(const char *text, size_t len, char c)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += text[i] == c;
    return n;
}

static const char *piece(struct mem *m, const char *text, size_t len)
{
    struct mem_text t = mem_text(m);
    mem_put_n(&t, text, len);
    return t.text;
}

/* The next cell of a row; `at` moves to the one after it. */
static const char *next_cell(const char **at, size_t *len, bool last)
{
    const char *cell = *at;
    *len = strcspn(cell, ",\n");
    REQUIRE(cell[*len] == (last ? '\n' : ','), "a row is too short or too long:\n%.200s", cell);
    *at += *len + 1;
    return cell;
}

struct rows tool_rows(struct mem *m, const struct question *q)
{
    const char *at = ask(m, "run", "-i", q, NULL).out;
    const size_t all = strlen(at), lines = count(at, all, '\n');
    REQUIRE(lines > 1 && at[all - 1] == '\n', "run wrote less than a row:\n%.2000s", at);
    struct rows r = {.columns = count(at, strcspn(at, "\n"), ',') + 1, .n = lines - 1};
    r.name = mem_take_array(m, r.columns, sizeof *r.name);
    r.at = mem_take_array(m, r.n * r.columns, sizeof *r.at);
    size_t len = 0;
    for (size_t i = 0; i < r.columns; i++) {
        const char *cell = next_cell(&at, &len, i + 1 == r.columns);
        r.name[i] = piece(m, cell, len);
    }
    for (size_t row = 0; row < r.n; row++)
        for (size_t i = 0; i < r.columns; i++) {
            const char *cell = next_cell(&at, &len, i + 1 == r.columns);
            REQUIRE(json_double(cell, len, &r.at[row * r.columns + i]), "no number:\n%.200s", cell);
        }
    return r;
}

double tool_cell(const struct rows *r, size_t row, const char *name)
{
    size_t i = 0;
    while (i < r->columns && strcmp(r->name[i], name) != 0)
        i++;
    REQUIRE(i < r->columns, "there is no column %s", name);
    return r->at[row * r->columns + i];
}

/* ---- numbers ---- */

void tool_assign(struct mem_text *t, const char *name, double value)
{
    char digits[EX_DOUBLE_ROOM];
    ex_double_show(value, digits);
    mem_put_f(t, "%s%s=%s", t->len ? "," : "", name, digits);
}

void tool_near(const char *where, const char *what, double got, double want, double bound)
{
    char a[EX_DOUBLE_ROOM], b[EX_DOUBLE_ROOM], c[EX_DOUBLE_ROOM];
    if (fabs(got - want) <= bound)
        return;
    ex_double_show(got, a);
    ex_double_show(want, b);
    ex_double_brief(bound, 2, c);
    ck_abort_msg("%s: %s is %s, not %s (within %s)", where, what, a, b, c);
}

/* ---- reference numbers ---- */

struct oracle oracle_open(const char *path)
{
    struct oracle d = {.lab = lab_open()};
    d.data = json_read(d.lab.m, tool_file(d.lab.m, path));
    REQUIRE(d.data, "%s is not JSON", path);
    return d;
}

/* ---- all models ---- */

static int is_model(const struct dirent *e)
{
    const char *end = strrchr(e->d_name, '.');
    return end && strcmp(end, ".nh") == 0;
}

size_t each_model(void (*see)(const char *path), size_t every)
{
    static const char *const folders[] = {"models", "tests/models"};
    size_t seen = 0;
    for (size_t i = 0; i < COUNT(folders); i++) {
        struct dirent **list = NULL;
        const int n = scandir(folders[i], &list, is_model, alphasort);
        REQUIRE(n >= 0, "cannot read %s", folders[i]);
        for (int k = 0; k < n; k++) {
            char path[512];
            snprintf(path, sizeof path, "%s/%s", folders[i], list[k]->d_name);
            if (seen % every == 0 && test_turn(seen / every))
                see(path);
            seen++;
            free(list[k]);
        }
        free(list);
    }
    return seen;
}
