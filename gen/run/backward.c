/* gen/run/backward.c -- a model with reversed time.
 *
 * y(s) = x(from - s) has the rates -f(from - s, y). All quantities that are linear in the rates,
 * and the Taylor coefficients of odd order, change their sign likewise.
 */
#include "gen/run/run.h"

static void prepare(void *self, double *p)
{
    const struct backward *b = self;
    rt_prepare_model(b->of, p);
}

static void call(void *self, enum rt_block_name name, double t, const double *u, const double *x,
                 const double *p, double *out)
{
    const struct backward *b = self;
    const unsigned negated = 1U << RT_rhs | 1U << RT_jac | 1U << RT_bivector | 1U << RT_drift;
    const size_t n = b->of->length[name];
    rt_call(b->of, name, b->from - t, u, x, p, out);
    for (size_t i = 0; i < n && negated >> name & 1; i++)
        out[i] = -out[i];
    for (size_t i = 0; i < n && name == RT_jet; i++)
        if (i / b->of->states % 2 == 0)
            out[i] = -out[i];
}

void run_backward(struct backward *b, const struct rt_model *of, double from)
{
    *b = (struct backward){.of = of, .from = from, .model = *of};
    b->interpreter = (struct rt_interpreter){prepare, call, b};
    b->model.interpreter = &b->interpreter;
}

bool run_can_go_back(const struct rt_model *m, const struct rt_method *method)
{
    return !(method->needs >> RT_jet & 1) || !m->tape;
}
