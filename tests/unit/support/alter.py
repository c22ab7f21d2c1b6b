# tests/unit/support/alter.py -- altered certificates: true ones must pass, false ones must not.
#
# Arguments: a script of `noslip check --certificate`, the number of places of each kind to alter.
# One sign, or one 0, is changed at a time. Numbers with many digits decide whether the statement is
# still true (an intermediate may be arbitrary where a claim does not depend on it). Prints where
# the script disagrees, and fails; also fails if no alteration was false.
#
# SPDX-License-Identifier: MIT
import contextlib
import io
import re
import sys

import mpmath

mpmath.mp.dps = 80
TINY = mpmath.mpf(10)**-50
SWAPPED = {' + ': ' - ', ' - ': ' + ', ', -': ', ', ', 0': ', 1', ', ': ', -'}


def places(text):
    """{kind: [(place, text)]}"""
    found = {'claim': [], 'part': [], 'lemma': []}
    for line in re.finditer(r'^    yield (.*)$', text, re.M):
        first, *rest = re.split(r'(?<=[\w"]), (?![^(]*\))', line[1])
        kinds = ['claim'] if first.startswith('"') else ['part', 'lemma']
        at = line.start(1) + len(first)
        for kind, piece in zip(kinds, rest):
            sign = r' [-+] |^, (?:-|0$)?' if kind == 'lemma' else r' [-+] '
            found[kind] += [(at + m.start(), m[0]) for m in re.finditer(sign, ', ' + piece)]
            at += 2 + len(piece)
    return found


def number(e, known):
    if e in known:
        return known[e]
    if e.is_Rational:
        return mpmath.mpf(int(e.p)) / int(e.q)
    if e.is_Symbol:
        return known.setdefault(e, mpmath.sqrt(7 + len(known)) / 5)
    args = [number(a, known) for a in e.args]
    if e.is_Add:
        return mpmath.fsum(args)
    return mpmath.fprod(args) if e.is_Mul else (
        args[0]**args[1] if e.is_Pow else getattr(mpmath, type(e).__name__)(*args))


def is_true(script):
    known, sympify = {}, script['sympify']
    for what, *parts in script['steps']():
        value = [number(sympify(part), known) for part in parts]
        if isinstance(what, str):
            value = [value[0], 0]
        if value[1:] and abs(value[0] - value[1]) > TINY:
            return False
        known[what] = value[0]
    return True


def load(text):
    script = {}
    exec(text.replace('\nsys.exit(main())', ''), script)
    return script


def main():
    path, count = sys.argv[1], int(sys.argv[2])
    with open(path, encoding='utf-8') as file:
        text = file.read()
    begin = text.index('\ndef steps():')
    wrong = 0
    for kind, found in places(text[begin:]).items():
        caught = 0
        for at, sign in found[::max(1, len(found) // count)][:count]:
            at += begin
            new = text[:at] + SWAPPED[sign] + text[at + len(sign):]
            script = load(new)
            with contextlib.redirect_stdout(io.StringIO()):
                verified = script['main']() == 0
            caught += not verified
            if verified != is_true(script):
                wrong += 1
                print('verified, though false:' if verified else 'true, but not verified:',
                      kind, text[text.rindex('\n', 0, at) + 1:text.index('\n', at)])
        print(kind, len(found), 'places,', caught, 'caught')
        wrong += caught == 0
    return 1 if wrong else 0


sys.exit(main())
