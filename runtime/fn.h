/* runtime/fn.h -- elementary functions that give the same bits on every machine.
 *
 * Only + - * / and sqrt, which IEEE 754 defines to the last bit, integers and copies of bits: an
 * interpreter, compiled code and a microcontroller agree as long as nothing is contracted into a
 * fused multiply-add and results are rounded to nearest. Names follow C: rt_sin for doubles,
 * rt_sinf for floats, which never touch a double.
 *
 * Errors: as in C without errno: outside of the domain NaN, too large infinity.
 * Needs:  sqrt and fabs, memcpy, C99. fn_double.c and fn_float.c are also text that generated code
 *         brings along; how it is cut is said there.
 *
 *   double s, c;
 *   rt_sincos(0.5, &s, &c);
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RT_FN_H
#define RT_FN_H

/* One row becomes: the constant RT_FN_name, prototypes of rt_name and rt_namef, what generated code
 * may call, and its tests. kind is ONE or TWO arguments, or BOTH: sine and cosine of one argument.
 * `ulps` is what a result is off at most, in units of its last place, of doubles and of floats.
 *
 * A float over RT_FAR_ANGLE knows an angle so badly that its sine is no number. From
 * RT_LONG_ANGLE on, sines of floats are those of a number that is 2^-46 |x| away, or less.
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
    X(exp,    ONE,  0.8, 0.8) \
    X(log,    ONE,  0.6, 0.6) \
    X(pow,    TWO,  1.25, 1)
#define RT_LONG_ANGLE 3000
#define RT_FAR_ANGLE 51471 /* 2^15 quarters of a turn, nearly */
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
