/* gen/emit/pole_step.c -- emitted steps that fail where they would lead across a pole of the rates.
 *
 * The functions of the block `pole` are evaluated at both ends of a step and at the middle of the
 * line between them. The step fails where one changes its sign, and where the parabola through its
 * three values has its least value within the step, at most 1/16 of its bend: a square touches 0
 * without a change of sign, and a step that misses the zero by less than a quarter of its length
 * cannot resolve the motion there. It fails, too, where one would be 0 by its slope at the start,
 * and by the parabola with this slope, or turns back within a small part of the step; and where one
 * grows more than any step can resolve: a step from beside a pole may lead anywhere.
 */
#include "gen/emit/target.h"
#include "gen/forms/properties.h"

size_t emit_pole_work(const struct package *k)
{
    const size_t poles = k->program->block[RT_pole].results;
    return poles ? 2 * k->states + 3 * poles : 0;
}

/* Text with % for the prefix, and @ before the index of a number. */
static void put(struct writer *w, const char *text)
{
    static const double number[] = {0, 1, 2, 3, 4, 0.5, 0.25, 256, 0x1p-6, 64};
    for (; *text; text++)
        if (*text == '%')
            mem_put(w->out, w->m);
        else if (*text == '@')
            emit_c_number(w, number[*++text - '0']);
        else
            mem_put_char(w->out, *text);
}

static const char check_text[] =
    "\n/* Does the step from x to y meet a pole? Some function changes its sign or touches 0. */\n"
    "static int meets_pole(const %_par *par, real t, real h, const real *u,\n"
    "    const real *x, const real *y, const real *rate, real *work)\n{\n"
    "    real *const from = work;\n    real *const mid = &from[%_LENGTH_pole];\n"
    "    real *const to = &mid[%_LENGTH_pole];\n    real *const half = &to[%_LENGTH_pole];\n"
    "    int met = 0;\n"
    "    for (int j = 0; j < %_STATES; j++) {\n"
    "        half[j] = x[j] + ((@8 * h) * rate[j]);\n    }\n"
    "    (void)%_pole(par, t, u, x, from);\n"
    "    (void)%_pole(par, t + (@8 * h), u, half, mid);\n"
    "    (void)%_pole(par, t + h, u, y, to);\n"
    "    for (int i = 0; i < %_LENGTH_pole; i++) {\n"
    "        const real side = (from[i] > @0) ? @1 : -@1;\n"
    "        const real a = side * from[i];\n"
    "        const real slope = @9 * ((side * mid[i]) - a);\n"
    "        const real bend = ((side * to[i]) - a) - slope;\n"
    "        if (((a + slope) <= @0) &&\n"
    "            ((bend > (@4 * a)) ||\n"
    "             (((slope + (@2 * bend)) > @0) &&\n"
    "              ((slope * slope) > (@4 * (a * bend)))))) {\n            met = 1;\n        }\n"
    "    }\n"
    "    for (int j = 0; j < %_STATES; j++) {\n"
    "        half[j] = x[j] + (@5 * (y[j] - x[j]));\n    }\n"
    "    (void)%_pole(par, t + (@5 * h), u, half, mid);\n"
    "    for (int i = 0; i < %_LENGTH_pole; i++) {\n"
    "        const real side = (from[i] > @0) ? @1 : -@1;\n"
    "        const real a = side * from[i];\n        const real m = side * mid[i];\n"
    "        const real b = side * to[i];\n"
    "        const real slope = ((@4 * m) - (@3 * a)) - b;\n"
    "        const real bend = @2 * ((a + b) - (@2 * m));\n"
    "        const real depth = bend * ((@4 * a) - (@6 * bend));\n"
    "        if ((!((a > @0) && (m > @0) && (b > @0) && (b < (@7 * a)))) ||\n"
    "            ((slope < @0) && ((slope + (@2 * bend)) > @0) &&\n"
    "             (depth < (slope * slope)))) {\n            met = 1;\n        }\n    }\n"
    "    return met;\n}\n";

void emit_pole_check(struct writer *w)
{
    if (emit_pole_work(w->k))
        put(w, check_text);
}

void emit_pole_body(struct writer *w, size_t used, bool bits)
{
    emit_c_count(w, "    real *const before = &work[", used, "];\n");
    put(w, "    for (int j = 0; j < %_STATES; j++) {\n        before[j] = x[j];\n    }\n"
           "    %_status s = ");
    put(w, bits ? emit_c_unless_null(w->k) : "");
    put(w, "step(par, t, h, u, x, work);\n");
    put(w, bits && w->k->inputs
               ? "    if (((s & (%_NOT_FINITE | %_SINGULAR | %_NO_INPUTS)) == 0U) &&\n"
           : bits ? "    if (((s & (%_NOT_FINITE | %_SINGULAR)) == 0U) &&\n"
                  : "    if ((s == %_OK) &&\n");
    put(w,
        "        (meets_pole(par, t, h, u, before, x, work, &before[%_STATES]) != 0)) {\n"
        "        for (int j = 0; j < %_STATES; j++) {\n            x[j] = before[j];\n        }\n");
    put(w, bits ? "        s |= %_POLE;\n" : "        s = %_POLE;\n");
    put(w, "    }\n    return s;\n");
}

void emit_pole_note(struct writer *w)
{
    const struct package *k = w->k;
    const struct system *sys = k->sys;
    double *x = mem_take_array(k->mem, k->states + 1, sizeof *x);
    for (size_t i = 0; i < k->states; i++)
        x[i] = k->state[i].value;
    for (size_t i = 0; i < k->program->block[RT_pole].results; i++)
        base_put_comment(
            w->out, k->mem, " *   ",
            base_harmless(k->mem, form_pole_report(k->diag, sys, i, k->model_p, x, 0, 0).words));
}

void emit_pole_js(struct mem_text *out, const struct package *k)
{
    mem_put(out,
            "\n/* Does the step from x to y meet a pole? Some function changes its sign or touches"
            " 0. */\nfunction meetsPole(t, h, u, x, y, rate, p) {\n"
            "    const near = x.map((a, j) => a + 0.015625 * h * rate[j]);\n"
            "    const half = x.map((a, j) => a + 0.5 * (y[j] - a));\n");
    mem_put_f(out,
              "    const from = pole(t, u, x, p, []), mid = pole(t + 0.5 * h, u, half, p, []);\n"
              "    const to = pole(t + h, u, y, p, []);\n"
              "    const next = pole(t + 0.015625 * h, u, near, p, []);\n"
              "    for (let i = 0; i < %lu; i++) {\n"
              "        const side = from[i] > 0 ? 1 : -1;\n"
              "        const a = side * from[i], m = side * mid[i], b = side * to[i];\n"
              "        const slope = 4 * m - 3 * a - b, bend = 2 * (a + b - 2 * m);\n"
              "        const first = 64 * (side * next[i] - a), curve = b - a - first;\n"
              "        if (a + first <= 0 && (curve > 4 * a || (first + 2 * curve > 0 &&\n"
              "            first * first > 4 * (a * curve)))) return true;\n"
              "        if (!(a > 0 && m > 0 && b > 0 && b < 256 * a)) return true;\n"
              "        if (slope < 0 && slope + 2 * bend > 0 &&\n"
              "            bend * (4 * a - 0.25 * bend) < slope * slope) return true;\n"
              "    }\n    return false;\n}\n",
              (unsigned long)k->program->block[RT_pole].results);
}
