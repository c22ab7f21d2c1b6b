/* tests/embedded/prove.c -- one call of every function of a package, for Frama-C.
 *
 * Compiled with -DMODEL=NAME, -DHEADER and -DSOURCE its files. Without RANGES arguments are any
 * numbers, including infinities and NaN. With RANGES (a file that tests/prove.sh makes from the
 * ranges in the header) arguments are in these ranges, and every operation must have a finite
 * result. Interval analysis cannot follow the bit operations of the elementary functions: their
 * bounds are stated here, and measured by unit/elementary_functions.
 */
#include HEADER

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define OF(name) JOIN(MODEL, name)

#ifdef RANGES
/* clang-format off */
/*@ requires \is_finite(x);
    assigns *s \from x; assigns *c \from x;
    ensures \initialized(s) && \is_finite(*s) && -1 <= *s <= 1;
    ensures \initialized(c) && \is_finite(*c) && -1 <= *c <= 1; */
static inline void SINCOS(OF(real) x, OF(real) *s, OF(real) *c);

/*@ assigns \result \from x; ensures \is_finite(\result) && 0 <= \result; */
float __builtin_fabsf(float x);
/*@ assigns \result \from x; ensures \is_finite(\result) && 0 <= \result; */
double __builtin_fabs(double x);

/*@ assigns \result \from low, high;
    ensures \is_finite(\result) && low <= \result <= high; */
extern OF(real) between(OF(real) low, OF(real) high);
/* clang-format on */
#else
extern OF(real) anything(void);
#define between(low, high) anything()
#endif

#include SOURCE

static void draw(real *p, real *u, real *x)
{
    u[0] = 0;
#ifdef RANGES
#include RANGES
#else
    for (int i = 0; i < OF(PARAMETERS) + 1; i++)
        p[i] = anything();
    for (int i = 0; i < OF(INPUTS) + 1; i++)
        u[i] = anything();
    for (int i = 0; i < OF(STATES); i++)
        x[i] = anything();
#endif
}

int main(void)
{
    real p[OF(PARAMETERS) + 1], u[OF(INPUTS) + 1], x[OF(STATES)], work[OF(WORK)];
    real out[OF(STATES) * (OF(LENGTH_constraint) + 1)];
    const real t = between(0, 1000), h = between(0, (real)0.0625f);
    OF(par) par;
    draw(p, u, x);
    (void)OF(prepare)(p, &par);
    (void)OF(rhs)(&par, t, u, x, out);
    (void)OF(energy)(&par, t, u, x, out);
    (void)OF(constraint)(&par, t, u, x, out);
    (void)OF(step)(&par, t, h, u, x, work);
    draw(p, u, x);
    (void)OF(project)(&par, t, u, x, work);
    return 0;
}
