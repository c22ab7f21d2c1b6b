/* expr/styles.h -- the table of printing styles. No include guard: included with STYLE defined.
 *
 * One row becomes the constant EX_NAME, the word for it on the command line, and the pieces that
 * print.c puts together. `frac`, `sup`, `root` and `bars` are the pieces of two-dimensional
 * notation; a style without them writes a / b, a^b and calls. TEXT reads back to the same
 * expression; PLAIN is TEXT without marks of held expressions.
 *
 * SPDX-License-Identifier: MIT
 */
/* clang-format off */
STYLE(TEXT,   .word = "text",   .plus = " + ", .minus = " - ", .neg = "-",
              .times = " ", .dot = "*",
              .over = " / ", .power = "^", .open = "(", .close = ")", .comma = ", ",
              .name = name_as_is, .number = number_plain, .spell = OFFSET(text), .holds = true)
STYLE(PLAIN,  .word = "plain",  .plus = " + ", .minus = " - ", .neg = "-",
              .times = " ", .dot = "*",
              .over = " / ", .power = "^", .open = "(", .close = ")", .comma = ", ",
              .name = name_as_is, .number = number_plain, .spell = OFFSET(text))
STYLE(C,      .word = "c",      .plus = " + ", .minus = " - ", .neg = "-",
              .times = " * ", .dot = " * ",
              .over = " / ", .open = "(", .close = ")", .comma = ", ",
              .name = name_c, .number = number_c, .spell = OFFSET(c), .literal = true)
STYLE(LATEX,  .word = "latex",  .plus = " + ", .minus = " - ", .neg = "-",
              .times = " ", .dot = " \\cdot ",
              .frac = {"\\frac{", "}{", "}"}, .sup = {"", "^{", "}"}, .root = {"\\sqrt{", "}"},
              .bars = {"\\left|", "\\right|"}, .e = "\\mathrm{e}",
              .open = "\\left(", .close = "\\right)", .snug = {"(", ")"}, .comma = ", ",
              .name = name_latex, .number = number_plain, .spell = OFFSET(tex))
STYLE(MATHML, .word = "mathml", .plus = "<mo>+</mo>", .minus = "<mo>&#x2212;</mo>",
              .neg = "<mo>&#x2212;</mo>", .times = "<mo>&#x2062;</mo>",
              .gap = "<mspace width=\"0.17em\"/>", .dot = "<mo>&#x22C5;</mo>",
              .frac = {"<mfrac><mrow>", "</mrow><mrow>", "</mrow></mfrac>"},
              .sup = {"<msup><mrow>", "</mrow><mrow>", "</mrow></msup>"},
              .root = {"<msqrt>", "</msqrt>"},
              .bars = {"<mrow><mo form=\"prefix\">|</mo>", "<mo form=\"postfix\">|</mo></mrow>"},
              .e = "<mi mathvariant=\"normal\">e</mi>",
              .open = "<mrow><mo>(</mo>", .close = "<mo>)</mo></mrow>", .comma = "<mo>,</mo>",
              .name = name_mathml, .number = number_mathml, .spell = OFFSET(mathml),
              .called = {"<mi>", "</mi>", "<mo>&#x2061;</mo>"})
STYLE(SYMPY,  .word = "sympy",  .plus = " + ", .minus = " - ", .neg = "-", .times = "*", .dot = "*",
              .over = "/", .power = "**", .open = "(", .close = ")", .comma = ", ",
              .name = name_sympy, .number = number_plain, .spell = OFFSET(sympy),
              .ratio = "Rational(")
STYLE(MAXIMA, .word = "maxima", .plus = " + ", .minus = " - ", .neg = "-", .times = "*", .dot = "*",
              .over = "/", .power = "^", .open = "(", .close = ")", .comma = ", ",
              .name = name_maxima, .number = number_plain, .spell = OFFSET(maxima))
STYLE(MATHEMATICA, .word = "mathematica",
              .plus = " + ", .minus = " - ", .neg = "-", .times = "*", .dot = "*",
              .over = "/", .power = "^", .open = "(", .close = ")", .comma = ", ",
              .call = {"[", "]"}, .turned = EX_atan2,
              .name = name_mathematica, .number = number_plain, .spell = OFFSET(mathematica))
/* clang-format on */
