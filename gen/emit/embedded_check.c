/* gen/emit/embedded_check.c -- range and finiteness checks of embedded code, as status bits.
 *
 * Ranges are those that the model declares. Only values that a function reads are checked.
 */
#include "gen/emit/embedded.h"
#include "gen/emit/target.h"

#include <math.h>
#include <string.h>

static double end_of(const struct package *k, ex e, double otherwise)
{
    return e == EX_POISON ? otherwise : lang_value(k->sys->model, e, k->model_p);
}

static struct range range_of_state(const struct package *k, size_t i)
{
    const struct model *m = k->sys->model;
    struct range r = {-INFINITY, INFINITY, false, false};
    if (i < m->coords) {
        r.low = end_of(k, m->coord[i].low, -INFINITY);
        r.high = end_of(k, m->coord[i].high, INFINITY);
    }
    return r;
}

/* Range of a parameter or an input, by name. */
static struct range range_of_param(const struct package *k, const struct quantity *q)
{
    const struct model *m = k->sys->model;
    struct range r = {-INFINITY, INFINITY, false, false};
    for (size_t i = 0; i < m->params; i++)
        if (strcmp(m->param[i].name, q->name) == 0) {
            r.low = end_of(k, m->param[i].low, -INFINITY);
            r.high = end_of(k, m->param[i].high, INFINITY);
            r.positive = m->param[i].assume & EX_POSITIVE;
            r.nonzero = m->param[i].assume & EX_NONZERO && !r.positive;
        }
    return r;
}

struct range emit_embedded_range(const struct package *k, const char *of, size_t i)
{
    return *of == 'x'   ? range_of_state(k, i)
           : *of == 'p' ? range_of_param(k, &k->param[i])
                        : range_of_param(k, &k->input[i]);
}

static bool has_range(const struct range *r)
{
    return isfinite(r->low) || isfinite(r->high) || r->positive || r->nonzero;
}

bool emit_embedded_any_range(const struct package *k, const char *of)
{
    const size_t n = *of == 'x' ? k->states : *of == 'p' ? k->params : k->inputs;
    for (size_t i = 0; i < n; i++) {
        const struct range r = emit_embedded_range(k, of, i);
        if (has_range(&r))
            return true;
    }
    return false;
}

static void put_outside(struct writer *w, const char *of, size_t i, const char *sign, double end)
{
    mem_put_f(w->out, "    if (!(%s[%lu] %s ", of, (unsigned long)i, sign);
    emit_c_number(w, end);
    emit_c_put(w, ")) {\n        s = %_OUT_OF_RANGE;\n    }\n");
}

/* static M_status range_x(const real *x), where a range is declared */
static void put_range(struct writer *w, const char *of, size_t n)
{
    if (!emit_embedded_any_range(w->k, of))
        return;
    mem_put_f(w->out, "\nstatic %s_status range_%s(const real *%s)\n{\n    %s_status s = %s_OK;\n",
              w->m, of, of, w->m, w->m);
    for (size_t i = 0; i < n; i++) {
        const struct range r = emit_embedded_range(w->k, of, i);
        if (isfinite(r.low))
            put_outside(w, of, i, ">=", r.low);
        if (isfinite(r.high))
            put_outside(w, of, i, "<=", r.high);
        if (r.positive)
            put_outside(w, of, i, ">", 0);
        if (r.nonzero)
            put_outside(w, of, i, "!=", 0);
    }
    mem_put(w->out, "    return s;\n}\n");
}

/* Tests bits: a compiler that assumes finite numbers would remove a test of x - x. */
static const char finite_text[] =
    "\n/* 1, or 0 where a number is infinite or NaN. */\n"
    "static inline uint32_t is_finite(real x)\n{\n    return ((x - x) <= @0) ? 1U : 0U;\n}\n";
static const char fast_finite_text[] = "\n/* 1, or 0 where a number is infinite or NaN. */\n"
                                       "static inline uint32_t is_finite(real x)\n{\n"
                                       "    return ((rt_bits@f(x) & @i) != @i) ? 1U : 0U;\n}\n";

static const char check_text[] =
    "\n/* The bit, if one of the numbers is not finite; else 0. */\n"
    "static %_status check(const real *value, int n, %_status bit)\n{\n"
    "    %_status s = %_OK;\n"
    "    for (int i = 0; i < n; i++) {\n"
    "        if (is_finite(value[i]) == 0U) {\n            s = bit;\n        }\n    }\n"
    "    return s;\n}\n";

void emit_embedded_checks(struct writer *w)
{
    const struct package *k = w->k;
    emit_embedded_put(w, k->options->fast ? fast_finite_text : finite_text);
    emit_c_put(w, check_text);
    put_range(w, "x", k->states);
    put_range(w, "p", k->params);
    put_range(w, "u", k->inputs);
    emit_c_put(w, "\n/* Status of the arguments. */\n"
                  "static %_status incoming(const real *u, const real *x)\n{\n"
                  "    %_status s = check(x, %_STATES, %_NOT_FINITE);\n");
    emit_c_put(w, k->given > k->inputs ? "    s |= check(u, 2 * %_INPUTS, %_NOT_FINITE);\n"
                                       : "    s |= check(u, %_INPUTS, %_NOT_FINITE);\n");
    if (emit_embedded_any_range(k, "x"))
        mem_put(w->out, "    s |= range_x(x);\n");
    if (emit_embedded_any_range(k, "u"))
        mem_put(w->out, "    s |= range_u(u);\n");
    emit_c_put(
        w, "    return s;\n}\n"
           "\n/* Status of the results, added to that of the arguments, unless these are bad. */\n"
           "static %_status outgoing(%_status s, const real *out, int n)\n{\n"
           "    return ((s & %_NOT_FINITE) != 0U) ? s : (s | check(out, n, %_SINGULAR));\n}\n");
}
