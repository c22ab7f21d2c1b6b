/* expr/ops.h -- the table of operators. No include guard: it is included with OP(...) defined.
 *
 * One row becomes: its constant EX_name, its syntax, canonical form, derivative, value in doubles
 * and modulo a prime, its spelling in every style, and the test of all these at its sample point.
 * To add a function, add a row (and, if it has special values, the function in `canon`).
 *
 *   name    EX_name                       text    its name in texts
 *   kind    LEAF     numbers, symbols     FOLD    n-ary, stored flattened
 *           PAIR     a op b, stored       SUGAR   read only: `canon` turns it into the others
 *           CONST    no argument          CALL    f(a) or f(a, b)
 *   args    number (0 for FOLD: any)      bind    1 ends a term, 2 a factor, 3 a base; 0: a call
 *   sym     ODD, EVEN: f(-a) = -f(a), f(a); AS_IS otherwise
 *   at0     value at a = 0, an integer, or NOT
 *   undo    g with f(g(a)) = a wherever g(a) exists, or none
 *   canon   function of canon.c for further canonical rules, or plain
 *   value   of doubles a, b               mod     of residues a, b, or NO_MOD
 *   da, db  derivative by a, by b, from handles a, b and e = f(a, b), by macros of diff.c
 *   series  SMOOTH: it equals its Taylor series where that converges; KINKED: not always
 *   range   how it maps an interval. rises: it rises or falls wherever it has a value, and its
 *           domain contains 0 or is unbounded; bowl: it falls up to 0 and rises from there; none:
 *           unknown; else over_word of exact/range.c and rough_word of exact/ball.c
 *   C       spelling in C                 TeX, MathML, SymPy, Maxima, Mathematica   likewise
 *   lo hi   where it is defined and smooth in a (open)         pa pb  sample point
 *
 * SPDX-License-Identifier: MIT
 */
/* clang-format off */
/* name   text     kind   args bind sym    at0  undo  canon
   value            mod            da db series range
   C        TeX                      MathML      SymPy    Maxima   Mathematica lo hi pa pb */
OP(none,  "",      LEAF,  0, 0, AS_IS, NOT, none, plain,
   NAN,             NO_MOD,        ZERO, ZERO, SMOOTH, none,
   "",      "",                      "",         "",      "",      "",       -INF,  INF,  0,   0)
OP(num,   "",      LEAF,  0, 0, AS_IS, NOT, none, plain,
   NAN,             NO_MOD,        ZERO, ZERO, SMOOTH, none,
   "",      "",                      "",         "",      "",      "",       -INF,  INF,  0,   0)
OP(sym,   "",      LEAF,  0, 0, AS_IS, NOT, none, plain,
   NAN,             NO_MOD,        ZERO, ZERO, SMOOTH, none,
   "",      "",                      "",         "",      "",      "",       -INF,  INF,  0,   0)
OP(add,   "+",     FOLD,  0, 1, AS_IS, NOT, none, plain,
   a + b,           mod_add(a, b), ONE, ONE, SMOOTH, sum,
   "+",     "+",                     "+",        "+",     "+",     "+",      -INF,  INF,  0.7, 1.3)
OP(sub,   "-",     SUGAR, 2, 1, AS_IS, NOT, none, canon_sub,
   a - b,           mod_sub(a, b), ONE, NEG(ONE), SMOOTH, none,
   "-",     "-",                     "-",        "-",     "-",     "-",      -INF,  INF,  0.7, 1.3)
OP(mul,   "*",     FOLD,  0, 2, AS_IS, NOT, none, plain,
   a * b,           mod_mul(a, b), b, a, SMOOTH, product,
   "*",     " ",                     " ",        "*",     "*",     "*",      -INF,  INF,  0.7, 1.3)
OP(div,   "/",     SUGAR, 2, 2, AS_IS, NOT, none, canon_div,
   a / b,           mod_div(a, b), DIV(ONE, b), NEG(DIV(a, SQ(b))), SMOOTH, none,
   "/",     "/",                     "/",        "/",     "/",     "/",      -INF,  INF,  0.7, 1.3)
OP(neg,   "-",     SUGAR, 1, 0, ODD,   0,   none, canon_neg,
   -a,              mod_sub(0, a), NEG(ONE), ZERO, SMOOTH, none,
   "-",     "-",                     "-",        "-",     "-",     "-",      -INF,  INF,  0.7, 0)
OP(pow,   "^",     PAIR,  2, 3, AS_IS, NOT, none, canon_pow,
   value_pow(a, b), NO_MOD,        MUL(b, POW(a, SUB(b, ONE))), MUL(e, LOG(a)), SMOOTH, power,
   "pow",   "^",                     "msup",     "**",    "^",     "^",      0,     INF,  0.7, 1.3)
OP(sqrt,  "sqrt",  SUGAR, 1, 0, AS_IS, NOT, none, canon_sqrt,
   sqrt(a),         NO_MOD,        DIV(HALF, SQRT(a)), ZERO, SMOOTH, none,
   "sqrt",  "\\sqrt",                "msqrt",    "sqrt",  "sqrt",  "Sqrt",   0,     INF,  0.7, 0)
OP(pi,    "pi",    CONST, 0, 0, AS_IS, NOT, none, plain,
   PI_VALUE,        NO_MOD,        ZERO, ZERO, SMOOTH, circle,
   "",      "\\pi",                  "\xcf\x80", "pi",    "%pi",   "Pi",     -INF,  INF,  0,   0)
OP(sin,   "sin",   CALL,  1, 0, ODD,   0,   asin, canon_sin,
   sin(a),          NO_MOD,        COS(a), ZERO, SMOOTH, wave,
   "sin",   "\\sin",                 "sin",      "sin",   "sin",   "Sin",    -INF,  INF,  0.7, 0)
OP(cos,   "cos",   CALL,  1, 0, EVEN,  1,   acos, canon_cos,
   cos(a),          NO_MOD,        NEG(SIN(a)), ZERO, SMOOTH, wave,
   "cos",   "\\cos",                 "cos",      "cos",   "cos",   "Cos",    -INF,  INF,  0.7, 0)
OP(tan,   "tan",   CALL,  1, 0, ODD,   0,   atan, canon_tan,
   tan(a),          NO_MOD,        ADD(ONE, SQ(e)), ZERO, SMOOTH, tangent,
   "tan",   "\\tan",                 "tan",      "tan",   "tan",   "Tan",    -1.57, 1.57, 0.7, 0)
OP(asin,  "asin",  CALL,  1, 0, ODD,   0,   none, canon_asin,
   asin(a),         NO_MOD,        POW(SUB(ONE, SQ(a)), NEG(HALF)), ZERO, SMOOTH, rises,
   "asin",  "\\arcsin",              "arcsin",   "asin",  "asin",  "ArcSin", -1,    1,    0.3, 0)
OP(acos,  "acos",  CALL,  1, 0, AS_IS, NOT, none, canon_acos,
   acos(a),         NO_MOD,        NEG(POW(SUB(ONE, SQ(a)), NEG(HALF))), ZERO, SMOOTH, rises,
   "acos",  "\\arccos",              "arccos",   "acos",  "acos",  "ArcCos", -1,    1,    0.3, 0)
OP(atan,  "atan",  CALL,  1, 0, ODD,   0,   none, canon_atan,
   atan(a),         NO_MOD,        DIV(ONE, ADD(ONE, SQ(a))), ZERO, SMOOTH, rises,
   "atan",  "\\arctan",              "arctan",   "atan",  "atan",  "ArcTan", -INF,  INF,  0.7, 0)
OP(atan2, "atan2", CALL,  2, 0, AS_IS, NOT, none, canon_atan2,
   atan2(a, b),     NO_MOD,        DIV(b, ADD(SQ(a), SQ(b))), NEG(DIV(a, ADD(SQ(a), SQ(b)))),
   SMOOTH, angle,
   "atan2", "\\operatorname{atan2}", "atan2",    "atan2", "atan2", "ArcTan", -INF,  INF,  0.7, 1.3)
OP(sinh,  "sinh",  CALL,  1, 0, ODD,   0,   asinh, plain,
   sinh(a),         NO_MOD,        COSH(a), ZERO, SMOOTH, rises,
   "sinh",  "\\sinh",                "sinh",     "sinh",  "sinh",  "Sinh",   -INF,  INF,  0.7, 0)
OP(cosh,  "cosh",  CALL,  1, 0, EVEN,  1,   acosh, plain,
   cosh(a),         NO_MOD,        SINH(a), ZERO, SMOOTH, bowl,
   "cosh",  "\\cosh",                "cosh",     "cosh",  "cosh",  "Cosh",   -INF,  INF,  0.7, 0)
OP(tanh,  "tanh",  CALL,  1, 0, ODD,   0,   atanh, plain,
   tanh(a),         NO_MOD,        SUB(ONE, SQ(e)), ZERO, SMOOTH, rises,
   "tanh",  "\\tanh",                "tanh",     "tanh",  "tanh",  "Tanh",   -INF,  INF,  0.7, 0)
OP(asinh, "asinh", CALL,  1, 0, ODD,   0,   sinh, plain,
   asinh(a),        NO_MOD,        POW(ADD(ONE, SQ(a)), NEG(HALF)), ZERO, SMOOTH, rises,
   "asinh", "\\operatorname{arsinh}", "arsinh", "asinh", "asinh", "ArcSinh", -INF, INF, 0.7, 0)
OP(acosh, "acosh", CALL,  1, 0, AS_IS, NOT, none, canon_acosh,
   acosh(a),        NO_MOD,        POW(SUB(SQ(a), ONE), NEG(HALF)), ZERO, SMOOTH, rises,
   "acosh", "\\operatorname{arcosh}", "arcosh", "acosh", "acosh", "ArcCosh", 1,    INF, 1.7, 0)
OP(atanh, "atanh", CALL,  1, 0, ODD,   0,   tanh, canon_atanh,
   atanh(a),        NO_MOD,        DIV(ONE, SUB(ONE, SQ(a))), ZERO, SMOOTH, rises,
   "atanh", "\\operatorname{artanh}", "artanh", "atanh", "atanh", "ArcTanh", -1,   1,   0.3, 0)
OP(exp,   "exp",   CALL,  1, 0, AS_IS, 1,   log,  plain,
   exp(a),          NO_MOD,        e, ZERO, SMOOTH, rises,
   "exp",   "\\exp",                 "exp",      "exp",   "exp",   "Exp",    -INF,  INF,  0.7, 0)
OP(log,   "log",   CALL,  1, 0, AS_IS, NOT, exp,  canon_log,
   log(a),          NO_MOD,        DIV(ONE, a), ZERO, SMOOTH, rises,
   "log",   "\\log",                 "log",      "log",   "log",   "Log",    0,     INF,  0.7, 0)
OP(abs,   "abs",   CALL,  1, 0, EVEN,  0,   none, canon_abs,
   fabs(a),         NO_MOD,        DIV(a, e), ZERO, KINKED, bowl,
   "fabs",  "",                      "",         "Abs",   "abs",   "Abs",    0,     INF,  0.7, 0)
OP(hold,  "hold",  CALL,  1, 0, AS_IS, 0,   none, canon_hold,
   a,               a,             ONE, ZERO, SMOOTH, same,
   "",      "",                      "",         "",      "",      "",       -INF,  INF,  0.7, 0)
/* clang-format on */
