/* tests/embedded/prove.c -- every function of a package once, with any numbers at all.
 *
 * For Frama-C, compiled with -include NAME.h -DMODEL=NAME: what is not defined here may give
 * anything, infinities and what is no number among it.
 */
#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define OF(name) JOIN(MODEL, name)

typedef OF(real) real;

extern real anything(void);

int main(void)
{
    real p[OF(PARAMETERS) + 1], u[OF(INPUTS) + 1], x[OF(STATES)], work[OF(WORK)];
    real out[OF(STATES) * (OF(LENGTH_constraint) + 1)];
    OF(par) par;
    for (int i = 0; i < OF(PARAMETERS) + 1; i++)
        p[i] = anything();
    for (int i = 0; i < OF(INPUTS) + 1; i++)
        u[i] = anything();
    for (int i = 0; i < OF(STATES); i++)
        x[i] = anything();
    (void)OF(prepare)(p, &par);
    (void)OF(rhs)(&par, anything(), u, x, out);
    (void)OF(energy)(&par, anything(), u, x, out);
    (void)OF(constraint)(&par, anything(), u, x, out);
    (void)OF(step)(&par, anything(), anything(), u, x, work);
    (void)OF(project)(&par, anything(), u, x, work);
    return 0;
}
