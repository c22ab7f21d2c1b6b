/* runtime/fn.h -- elementary functions that give the same bits on every machine.
 *
 * They use only + - * / and sqrt, which IEEE 754 defines to the last bit, integers and copies of
 * bits: an interpreter, compiled code and a microcontroller agree as long as no operations are
 * contracted into a fused multiply-add and results are rounded to nearest. Names follow C: rt_sin
 * for doubles, rt_sinf for floats, which compute without doubles.
 *
 * Errors: as in C without errno: NaN outside of the domain, infinity on overflow.
 * Needs:  sqrt and fabs, memcpy, C99. Pieces of the text of fn_double* and fn_float* are copied
 *         into generated code, see fn_double.h.
 *
 *   double s, c;
 *   rt_sincos(0.5, &s, &c);
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RT_FN_H
#define RT_FN_H

/* One row becomes the constant RT_FN_name, prototypes of rt_name and rt_namef, a function that
 * generated code may call, and its tests. kind is ONE or TWO arguments, or BOTH: sine and cosine of
 * one argument. `ulps` bounds the error, in units in the last place of the result.
 *
 * Above RT_FAR_ANGLE neighbouring floats are too far apart for a meaningful sine: it is NaN. From
 * RT_LONG_ANGLE on, sines of floats are those of a number at most 2^-46 |x| away.
 *
 *  name, kind, ulps of doubles, of floats */
/* clang-format off */
#define RT_FNS(X)             \
    X(sincos, BOTH, 0.7, 1.1) \
    X(sin,    ONE,  0.7, 1.1) \
    X(cos,    ONE,  0.7, 1.1) \
    X(tan,    ONE,  0.8, 0.8) \
    X(asin,   ONE,  0.7, 0.7) \
    X(acos,   ONE,  0.7, 0.7) \
    X(atan,   ONE,  0.7, 0.7) \
    X(atan2,  TWO,  0.7, 0.7) \
    X(sinh,   ONE,  1,   1)   \
    X(cosh,   ONE,  1,   1)   \
    X(tanh,   ONE,  1,   1)   \
    X(asinh,  ONE,  0.6, 0.6) \
    X(acosh,  ONE,  0.6, 0.6) \
    X(atanh,  ONE,  0.6, 0.6) \
    X(exp,    ONE,  0.8, 0.8) \
    X(log,    ONE,  0.6, 0.6) \
    X(pow,    TWO,  1.25, 1)
#define RT_LONG_ANGLE 3000
#define RT_FAR_ANGLE 51471 /* nearly 2^15 pi/2 */
/* clang-format on */

enum rt_fn {
#define X(name, kind, ...) RT_FN_##name,
    RT_FNS(X)
#undef X
        RT_FN_COUNT
};

#define RT_FN_ONE(name)                                                                            \
    double rt_##name(double x);                                                                    \
    float rt_##name##f(float x);
#define RT_FN_TWO(name)                                                                            \
    double rt_##name(double x, double y);                                                          \
    float rt_##name##f(float x, float y);
#define RT_FN_BOTH(name)                                                                           \
    void rt_##name(double x, double *s, double *c);                                                \
    void rt_##name##f(float x, float *s, float *c);
#define X(name, kind, ...) RT_FN_##kind(name)
RT_FNS(X)
#undef X
#undef RT_FN_ONE
#undef RT_FN_TWO
#undef RT_FN_BOTH

#endif
