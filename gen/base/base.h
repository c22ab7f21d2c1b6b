/* gen/base/base.h -- source text, diagnostics, files, JSON, terminal.
 *
 * Source text, errors that point into it, and the small utilities that every room needs.
 *
 * Ownership: everything lives in the scratch memory of one command; nothing is freed separately.
 * Errors:    a mistake of the user is a note in a `diag`; a stage continues and collects more, and
 *            returns NULL at its end if there were any. Only main.c prints notes and exits.
 * Needs:     expr/.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GEN_BASE_BASE_H
#define GEN_BASE_BASE_H

#include "expr/ex.h"
#include "runtime/rt.h"

#include <stdio.h>

/* Mark of generated files; `emit` overwrites no file without it. */
#define NOSLIP_MARK "Made by noslip"
#define NOSLIP_VERSION "0.1.0"
/* First words of every message about a bug in noslip, and its help. */
#define NOSLIP_BUG "this is a bug in noslip"
#define NOSLIP_BUG_HELP                                                                            \
    "the model is not to blame; please report this with the model and the command"
enum base_exit {
    EXIT_DONE = 0,
    EXIT_NO = 1,     /* the answer is no: a check failed, no solution was found */
    EXIT_USAGE = 2,  /* wrong command line */
    EXIT_MODEL = 3,  /* wrong model */
    EXIT_SYSTEM = 4, /* cannot read, write or find something */
    EXIT_BUG = 70,
    EXIT_INTERRUPTED = 130,
};
enum {
    BASE_FILE_LIMIT = 1 << 20, /* bytes of a model */
    BASE_DATA_LIMIT = 1 << 26, /* bytes of a table */
    BASE_COORDS = 256,         /* coordinates of a model */
    BASE_NAMES = 10000,        /* names of a model, of all kinds */
};
struct source {
    const char *name; /* of the file, or of the option it comes from */
    const char *text; /* as given, zero-terminated */
    char *clean;      /* same length, comments and line breaks replaced by blanks: for ex_read */
    size_t len;
    enum base_exit fault; /* exit code of errors in it */
};
struct span {
    const struct source *src; /* NULL: no position */
    size_t at, len;           /* bytes */
};
struct note {
    struct span where;
    const char *message;
    const char *label; /* beside the caret, or NULL */
    const char *help;  /* or NULL */
    bool remark;       /* not an error */
    enum base_exit fault;
    struct note *next;
};
struct diag {
    struct mem *mem;
    struct note *first, *last;
    size_t errors;
    struct note spare;  /* returned when the list is full */
    struct diag *outer; /* see base_aside; or NULL */
};

/* ---- identifiers.c ---- */

/* Letters, digits and single _, a function of the name; not empty, does not begin with a digit. */
const char *base_identifier(struct mem *m, const char *name);
/* Identifiers of n names, all different. */
const char **base_identifiers(struct mem *m, const char *const *name, size_t n);
/* The prefix of all files and names of a package, from the path of the model. */
const char *base_package_name(struct mem *m, const char *path);
/* The text as ASCII, safe in a comment: it cannot end the comment or join lines. */
const char *base_harmless(struct mem *m, const char *text);
/* Writes the lines of `text`, each after `before`; wraps long ones. */
void base_put_comment(struct mem_text *out, struct mem *m, const char *before, const char *text);
void base_put_string(struct mem_text *out, const char *text); /* a JavaScript string literal */

/* ---- samples.c ---- */

/* Numbers that look random, the same ones in every run; points of a seed have an index for each
 * coordinate. Between -1 and 1; and between 0.2 and 1.4, where few functions are singular. */
double base_arbitrary(uint64_t seed, uint64_t index);
double base_sample(uint64_t seed, uint64_t index);

/* ---- sha256.c ---- */

void base_sha256(const char *text, size_t n, char out[65]);

/* ---- source.c ---- */

struct source *base_source_read(struct diag *d, const char *path); /* "-": standard input */
struct source *base_source_data(struct diag *d, const char *path); /* a table of numbers */
struct source *base_source_text(struct mem *m, const char *name, const char *text, size_t len,
                                enum base_exit fault);
const char *base_span_copy(struct mem *m, struct span s); /* its text as a string */
bool base_span_is(struct span s, const char *text);       /* is it this text? */
bool base_is_same(struct span a, struct span b);          /* both are there, with the same text */
bool base_is_word(const char *text, size_t len, const char *word); /* are these bytes the word? */
/* Length of the UTF-8 sequence at the start of `text`, at most `room`; 0: not valid UTF-8. */
size_t base_utf8(const char *text, size_t room);

/* ---- visible.c ---- */

size_t base_columns(const char *text, size_t len); /* width of UTF-8 text on a screen */
size_t base_put_padded(FILE *out, const char *text, size_t columns); /* returns the width */
/* One character; a byte that does not begin a sequence is decoded as itself. */
uint32_t base_decode(const char *text, size_t len, size_t *used);
bool base_is_hidden(uint32_t c); /* does it change what a screen shows, and is not seen itself? */
/* A copy in which hidden characters are shown by their codes, for screens and pages. */
const char *base_visible(struct mem *m, const char *text);
const char *base_span_shown(struct mem *m, struct span s);

/* ---- diag.c ---- */

struct diag *base_diag(struct mem *m); /* an empty one */
/* For attempts that may fail: its notes are discarded, except that bugs are also reported to d. */
struct diag base_aside(struct diag *d);
/* These return the note so that its label and help can be set. No %g: it depends on the locale. */
struct note *base_error(struct diag *d, struct span where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct note *base_fail(struct diag *d, enum base_exit fault, const char *format, ...)
    __attribute__((format(printf, 3, 4))); /* an error without a position in a text */
struct note *base_remark(struct diag *d, struct span where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A mistake of noslip, never of the user: the result of a stage violates a check. `stage` is the
 * function that made it, as in gen/README.md. Told once, also where d is not printed. */
struct note *base_bug(struct diag *d, const char *stage, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Are the nodes that are new in the store canonical? Otherwise that is a bug of the stage. */
bool base_canonical(struct diag *d, struct store *s, const char *stage);
const char *base_text(struct mem *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
void base_tell_again(struct diag *d, const struct note *first); /* appends the list of notes */
/* Removes all notes but mistakes of noslip and the first error with this reason. */
void base_keep_only(struct diag *d, const char *reason);
/* True when the store is poisoned; reports its reason as an error at `where`. */
bool base_poisoned(struct diag *d, struct store *s, struct span where, const char *doing);
void base_diag_print(struct diag *d, FILE *out, bool colour); /* in file order */
enum base_exit base_diag_exit(const struct diag *d); /* of the first error; EXIT_BUG before all */

/* A word of a list that can be chosen from, and its meaning or NULL. A list is a function of the
 * index; behind its last word there is NULL. */
struct choice {
    const char *word, *says;
};

/* ---- suggest.c ---- */

struct nearest {
    const char *word; /* the unknown word */
    size_t len;
    const char *best; /* NULL: no candidate is near */
    size_t distance;
};
struct nearest base_nearest(const char *word, size_t len);
void base_offer(struct nearest *n, const char *candidate);
const char *base_did_you_mean(struct mem *m, const struct nearest *n); /* or NULL */

/* ---- terminal.c ---- */

double base_clock(void);      /* milliseconds */
bool base_has_terminal(void); /* standard error is a terminal that supports colour and erasing */
void base_put_number(FILE *out, const char *before, double value, int digits);
void base_put_time(FILE *out, const char *before, double ms);

/* ---- outfile.c ---- */

struct outfile {
    struct mem *mem;
    FILE *file;
    const char *path;  /* as the user gave it; "-": standard output */
    const char *place; /* the path with symbolic links resolved */
    char *temporary;   /* renamed to `place` at the end; NULL: `path` is written directly */
    int lock;          /* holds a lock on the temporary file */
    bool moved;        /* it has been renamed */
    bool rewinds;      /* the writer seeks: it must be a regular file */
    int error;         /* errno of the first failure, 0: none */
    const char *why;   /* the reason where errno has none, or NULL */
};
bool base_outfile_open(struct mem *m, struct outfile *f, const char *path, bool rewinds);
void base_outfile_put(struct outfile *f, const char *bytes, size_t n);
void base_outfile_text(struct outfile *f, const char *text);
void base_outfile_seek(struct outfile *f, long at);
/* Flushes everything to the disk, still under the temporary name. */
bool base_outfile_finish(struct outfile *f);
/* Renames the file into place. Before this call the old file is untouched. */
bool base_outfile_keep(struct outfile *f);
bool base_outfile_keep_all(struct outfile *const *file, size_t n); /* all, or none after an error */
void base_outfile_drop(struct outfile *f);                         /* deletes the temporary file */
bool base_outfile_refuse(struct outfile *f, int error, const char *why); /* sets both: false */
const char *base_outfile_fault(const struct outfile *f);                 /* reason of a failure */
struct textfile {
    const char *path, *text;
};
bool base_write_files(struct diag *d, const struct textfile *text, size_t n); /* all or none */

/* ---- json.c ---- */

enum { JSON_DEPTH = 32 };
struct json {
    FILE *out;
    unsigned depth, lines;
    char close[JSON_DEPTH]; /* closing brackets of the open objects and arrays */
    bool any[JSON_DEPTH];   /* whether the open object or array has a value already */
};
/* Objects and arrays at the outer `lines` levels have one value per line. */
struct json base_json(FILE *out, unsigned lines);
void base_json_object(struct json *j, const char *key);
void base_json_array(struct json *j, const char *key);
void base_json_end(struct json *j); /* closes the object or array; the outermost ends the line */
void base_json_string(struct json *j, const char *key, const char *text); /* NULL: null */
void base_json_number(struct json *j, const char *key, double value);     /* not finite: null */
void base_json_count(struct json *j, const char *key, size_t value);
void base_json_bool(struct json *j, const char *key, bool value);
void base_json_numbers(struct json *j, const char *key, const double *at, size_t n); /* one line */

/* ---- limits.c ---- */

#define BASE_WORK "NOSLIP_WORK"             /* environment variables: units of work, */
#define BASE_MEMORY "NOSLIP_MEMORY"         /* megabytes */
bool base_limits(struct ex_limits *limits); /* false, with a message: a wrong variable */
#define BASE_LIMIT_HELP                                                                            \
    "shorter expressions or a simpler frame may help; the environment variable " BASE_WORK         \
    "=N allows N units of work"
/* True, with an error that says `what` and this reason (once): a limit of the command was reached,
 * and results are missing. Other errors are removed: they may be wrong. */
bool base_stopped(struct diag *d, const struct store *s, const char *what);
/* The message after MEM_TRY, and the exit code; the store or NULL. */
enum base_exit base_ran_out(const struct mem *m, const struct store *s, FILE *out);

/* ---- progress.c ---- */

struct progress {
    bool shown;         /* standard error is a terminal, and the run has a length */
    bool drawn;         /* a line must be erased */
    double begun, next; /* milliseconds of base_clock */
    double start, end;  /* of the run */
    unsigned steps;
};
struct progress base_progress(const struct rt_span *span);
void base_progress_at(struct progress *p, double t);
void base_progress_end(struct progress *p);

#endif
