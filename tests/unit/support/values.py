# tests/unit/support/values.py -- reads texts in several styles, compares their values.
#
# A line of standard input: style, value, "name=value ...", text, separated by tabs. SymPy reads
# text printed for it, for Maxima and for Mathematica. Prints differences, and fails.
#
# SPDX-License-Identifier: MIT
import math
import re
import sys

import sympy
from sympy.parsing.mathematica import parse_mathematica

HEX = re.compile(r'0x[0-9a-f.]+p[-+]?[0-9]+')


def neutral(text, names, word):
    """The text with names replaced by n0, n1, ...; and their values."""
    number = {n: f'n{i}' for i, n in enumerate(names)}
    text = re.sub(word, lambda m: number.get(m[0], m[0]), text)
    return text, {number[n]: v for n, v in names.items()}


def exact(names):
    return {sympy.Symbol(n): sympy.Rational(v) for n, v in names.items()}


def from_c(text, names):
    text = HEX.sub(lambda m: repr(float.fromhex(m[0])), text)
    text, names = neutral(text, names, r'[^\W\d]\w*')
    return eval(text, dict(vars(math)), names)


def from_sympy(text, names):
    # Without declared symbols: no name may have a predefined meaning.
    return sympy.sympify(text).evalf(30, subs=exact(names))


def from_maxima(text, names):
    text, names = neutral(text, names, r'[^\W\d]\w*')
    text = text.replace('%pi', 'pi').replace('^', '**')
    return sympy.sympify(text).evalf(30, subs=exact(names))


def from_mathematica(text, names):
    text, names = neutral(text, names, r'(?:\\\[\w+\]|[^\W\d_]|\$)(?:\\\[\w+\]|[^\W_]|\$)*')
    e = parse_mathematica(text).replace(sympy.Function('Abs'), sympy.Abs)
    return e.evalf(30, subs=exact(names))


READERS = {'c': from_c, 'sympy': from_sympy, 'maxima': from_maxima, 'mathematica': from_mathematica}


def main():
    wrong = 0
    for line in sys.stdin:
        style, value, names, text = line.rstrip('\n').split('\t')
        names = {n: float(v) for n, v in (w.rsplit('=', 1) for w in names.split())}
        try:
            got = READERS[style](text, names)
            good = abs(complex(got) - float(value)) <= 1e-9 * (1 + abs(float(value)))
        except Exception as e:
            got, good = repr(e), False
        if not good:
            wrong += 1
            print(f'{style}: {text} is {got}, not {value}')
    sys.stdout.flush()
    sys.exit(wrong > 0)


main()
