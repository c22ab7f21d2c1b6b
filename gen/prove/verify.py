# Every step is verified before it is used, by SymPy and by what follows up to `steps`:
#     yield "text", e      claims that e is 0
#     yield "text", e, t1  claims that e is 0 whatever t1 is
#     yield t1, e          gives e, which may contain names given before, the name t1
#     yield t2, e, f       the same, and claims that e = f: from then on f stands for t2
#     yield t2, e, f, t1   the same, and claims that e = f whatever t1 is
# Symbols are real, and a claim is about all points where what is in it has a value.
import sys
from math import gcd, lcm

from sympy import (
    Dummy, Matrix, Rational, Symbol, ZZ, cos, cosh, exp, expand, expand_trig, factorint, numer,
    rem, simplify, sin, sinh, sympify, tan, tanh, together)
from sympy.polys.rings import PolyRing


def is_zero(e):
    """The numerator of e, with sin(a)^2 = 1 - cos(a)^2 for every angle a, vanishes."""
    e = expand_trig(sympify(e))
    angles = sorted({f.args[0] for f in e.atoms(sin, cos)}, key=str)
    pairs = [(a, Dummy('c'), Dummy('s')) for a in angles]
    for a, c, s in pairs:
        e = e.subs({cos(a): c, sin(a): s})
    top = expand(numer(together(e)))
    for a, c, s in pairs:
        top = expand(rem(top, s**2 + c**2 - 1, s)) if top.has(s) else top
    return top == 0 or simplify(top) == 0


class Wrong(Exception):
    pass


class Meaning(list):
    """Of a name: what it is, and what it is equal to; and when that was said."""
    place = 0


class Lattice:
    """A few angles of which all angles that occur are sums, each taken a whole number of times."""

    def __init__(self, arguments):
        vectors = {a: expand(a).as_coefficients_dict() for a in sorted(arguments, key=str)}
        atoms = sorted({k for v in vectors.values() for k in v}, key=str)
        rows = {a: [Rational(v.get(k, 0)) for k in atoms] for a, v in vectors.items()}
        basis = []
        for a in sorted(rows, key=lambda a: (sum(x != 0 for x in rows[a]), str(a))):
            if Matrix(basis + [rows[a]]).rank() > len(basis):
                basis.append(rows[a])
        solved = {a: self.solve(basis, rows[a]) for a in rows}
        scale = [lcm(*(int(x[i].q) for x in solved.values())) for i in range(len(basis))]
        self.size = len(basis)
        self.turns = {a: [int(x * k) for x, k in zip(solved[a], scale)] for a in rows}

    @staticmethod
    def solve(basis, row):
        if not basis:
            return []
        return list(Matrix(basis).T.gauss_jordan_solve(Matrix([row]).T)[0])


class Fractions:
    """Fractions in symbols, sin and cos of basic angles, exp of basic exponents, and roots.

    A fraction is a polynomial over whole numbers, and {polynomial below it: how often}. Nothing is
    cancelled but what stands above and below alike; it is zero when its polynomial is. Powers that
    something is known of are replaced: sin(a)^2 = 1 - cos(a)^2, r^n = b for the n-th root r of b.
    Functions that nothing is known of are like symbols."""

    def __init__(self, defined, claim, free=None):
        """free: names that may be anything; then equalities are taken as proved."""
        self.symbols, self.angles, self.exponents, self.roots = {}, set(), set(), {}
        self.defined, self.free, self.reached = defined, free or (), set()
        self.waiting = [claim]
        while self.waiting:
            self.look_at(self.waiting.pop(), free is None)
        self.angle, self.exponent = Lattice(self.angles), Lattice(self.exponents)
        names = ['s%d' % i for i in range(self.angle.size)]
        names += ['c%d' % i for i in range(self.angle.size)]
        names += ['e%d' % i for i in range(self.exponent.size)]
        names += ['r%d' % i for i in range(len(self.roots))]
        names += ['x%d' % i for i in range(len(self.symbols))]
        self.ring = PolyRing(names or ['none'], ZZ, 'lex')
        self.one, self.gen = self.ring.one, dict(zip(names, self.ring.gens))
        self.place = {name: i for i, name in enumerate(names)}
        self.rules = []
        for i in range(self.angle.size):
            self.rules.append((self.place['s%d' % i], 2, self.one - self.gen['c%d' % i]**2))
        self.known = {s: (self.gen['x%d' % i], {}) for i, s in enumerate(self.symbols)}
        for i, base in enumerate(self.roots):
            self.set_root(i, base)

    # What occurs.

    def look_at(self, e, whole):
        """whole: also at what something else stands for."""
        if e in self.reached:
            return
        self.reached.add(e)
        if e in self.free:
            self.symbols[e] = None
        elif e in self.defined:
            self.waiting += self.defined[e] if whole else self.defined[e][:2][-1:]
        elif e.is_Rational:
            pass
        elif e.is_Add or e.is_Mul or (e.is_Pow and e.exp.is_Integer):
            self.waiting += e.args
        elif e.is_Pow and e.exp.is_Rational:
            self.waiting.append(e.base)
            self.roots[e.base] = lcm(self.roots.get(e.base, 1), int(e.exp.q))
        elif isinstance(e, (sin, cos, tan)):
            self.angles.add(e.args[0])
        elif isinstance(e, (exp, sinh, cosh, tanh)):
            self.exponents.add(e.args[0])
        else:
            self.symbols[e] = None

    def set_root(self, i, base):
        """r = d b^(1/n) for b = a/d, so that r^n = a d^(n-1)."""
        (a, below), n = self.value(base), self.roots[base]
        d = self.times(self.one, below)
        self.rules.insert(0, (self.place['r%d' % i], n, self.reduced(a * d**(n - 1))))
        self.roots[base] = (self.gen['r%d' % i], below), n

    # Polynomials.

    def reduced(self, p):
        for i, n, instead in self.rules:
            while any(m[i] >= n for m in p):
                parts = {}
                for m, c in p.items():
                    rest = m[:i] + (m[i] % n,) + m[i + 1:]
                    parts.setdefault(m[i] // n, self.ring.zero.copy())[rest] = c
                p = sum((part * instead**k if k else part for k, part in parts.items()),
                        self.ring.zero)
        return p

    def times(self, p, below):
        for factor, n in below.items():
            for _ in range(n):
                p = self.reduced(p * factor)
        return p

    # Fractions.

    def fraction(self, p, below):
        if not p:
            return p, {}
        below = {factor: n for factor, n in below.items() if n}
        for factor in [factor for factor in below if len(factor) == 1 or p == factor]:
            while below[factor] and self.is_divided(p, factor):
                p, below[factor] = self.divided(p, factor), below[factor] - 1
            if not below[factor]:
                del below[factor]
        return p, below

    @staticmethod
    def is_divided(p, factor):
        if len(factor) > 1:
            return p == factor
        (m, c), = factor.items()
        at = [i for i, k in enumerate(m) if k]
        return all(d % c == 0 and all(k[i] >= m[i] for i in at) for k, d in p.items())

    def divided(self, p, factor):
        if len(factor) > 1:
            return self.one
        ((m, c),), q = factor.items(), self.ring.zero.copy()
        for k, d in p.items():
            q[tuple(x - y for x, y in zip(k, m))] = d // c
        return q

    def primes(self, number):
        return {self.one * prime: n for prime, n in factorint(int(number)).items()}

    def product(self, parts):
        p, below = self.one, {}
        for q, under in sorted(parts, key=lambda part: len(part[0])):
            below = {k: below.get(k, 0) + under.get(k, 0) for k in {**below, **under}}
            p, below = self.fraction(self.reduced(p * q), below)
        return p, below

    def sum(self, parts):
        groups, common = {}, {}
        for p, below in parts:
            key = frozenset(below.items())
            groups[key] = groups.get(key, self.ring.zero) + p
        groups = {key: p for key, p in groups.items() if p}
        for key in groups:
            for factor, n in key:
                common[factor] = max(common.get(factor, 0), n)
        total = self.ring.zero
        for key, p in groups.items():
            own = dict(key)
            total += self.times(p, {k: n - own.get(k, 0) for k, n in common.items()})
        return self.fraction(total, common)

    def inverse(self, part):
        p, below = part
        if not p:
            raise Wrong('a division by zero')
        c = gcd(*map(int, p.values())) * (1 if p.LC > 0 else -1)
        if len(p) == 1:
            (m, _), = p.items()
            under = {self.ring.gens[i]: k for i, k in enumerate(m) if k}
        else:
            under = {p.quo_ground(ZZ(c)): 1}
        top = self.times(self.one if c > 0 else -self.one, below)
        return self.fraction(top, {**under, **self.primes(abs(c))})

    def power(self, part, k):
        return self.product([part if k > 0 else self.inverse(part)] * abs(k))

    def difference(self, a, b):
        return self.sum([a, (-b[0], b[1])])

    # Expressions.

    def turn(self, a):
        """cos and sin of an angle, by the cosines and sines of the basic ones."""
        c, s = self.one, self.ring.zero
        for i, k in enumerate(self.angle.turns[a]):
            ci, si = self.gen['c%d' % i], self.gen['s%d' % i]
            si = si if k > 0 else -si
            for _ in range(abs(k)):
                c, s = self.reduced(c * ci - s * si), self.reduced(s * ci + c * si)
        return (c, {}), (s, {})

    def exponential(self, a, sign=1):
        return self.product([self.power((self.gen['e%d' % i], {}), sign * k)
                             for i, k in enumerate(self.exponent.turns[a])])

    def function(self, e):
        a = e.args[0]
        if isinstance(e, (sin, cos, tan)):
            c, s = self.turn(a)
            return (c if isinstance(e, cos) else s if isinstance(e, sin) else
                    self.product([s, self.inverse(c)]))
        up, down = self.exponential(a), self.exponential(a, -1)
        if isinstance(e, exp):
            return up
        above, below = self.difference(up, down), self.sum([up, down])
        half = (self.one, {self.one * 2: 1})
        return self.product([above, self.inverse(below)] if isinstance(e, tanh) else
                            [above if isinstance(e, sinh) else below, half])

    def value(self, e):
        if e not in self.known:
            self.known[e] = self.computed(e)
        return self.known[e]

    def computed(self, e):
        if e in self.defined:
            return self.value(self.defined[e][:2][-1])
        if e.is_Rational:
            return self.one * int(e.p), self.primes(e.q)
        if e.is_Add:
            return self.sum([self.value(part) for part in e.args])
        if e.is_Mul:
            return self.product([self.value(part) for part in e.args])
        if e.is_Pow and e.exp.is_Integer:
            return self.power(self.value(e.base), int(e.exp))
        if e.is_Pow and e.exp.is_Rational:
            root, n = self.roots[e.base]
            return self.power(root, int(e.exp * n))
        return self.function(e)

    def vanishes(self, claim, proved):
        """Equalities first, in their order, so that none is used before it is proved."""
        for name, (e, *same) in self.defined.items():
            if name in self.reached and same and name not in proved:
                if not self.are_equal(e, *same):
                    raise Wrong('%s is not what stands for it' % name)
                proved.add(name)
        return not self.value(claim)[0]

    def are_equal(self, e, same, *free):
        if not free:
            return not self.difference(self.value(e), self.value(same))[0]
        return not Fractions(self.defined, e - same, free).value(e - same)[0]


def is_zero_for_any(defined, e, free):
    """Often it is enough to look at what a few names stand for, the last ones first."""
    near = e
    for _ in range(6):
        names = (near.free_symbols & defined.keys()) - set(free)
        if not names:
            break
        last = max(names, key=lambda name: defined[name].place)
        near = near.xreplace({last: defined[last][0]})
        near = near if near == 0 else expand(near)
    return near == 0 or not Fractions(defined, e, free).value(e)[0]


def main():
    defined, proved, seen, good, bad = {}, set(), set(), 0, []
    sys.setrecursionlimit(100000)
    for what, *parts in steps():
        parts = [sympify(part) for part in parts]
        for part in parts:
            seen |= part.free_symbols
        if not isinstance(what, str):
            if what in seen or what in defined:
                raise Wrong('%s has a meaning already' % what)
            defined[what] = Meaning(parts)
            defined[what].place = len(defined)
            continue
        try:
            e, *free = parts
            if free:
                holds = is_zero_for_any(defined, e, free)
            elif e.free_symbols & defined.keys():
                holds = Fractions(defined, e).vanishes(e, proved)
            else:
                holds = is_zero(e)
            reason = 'not zero: ' + what
        except Wrong as wrong:
            holds, reason = False, 'not proved: %s: %s' % (what, wrong)
        good += holds
        bad += [] if holds else [reason]
    print(good, 'identities hold')
    for reason in bad:
        print(reason)
    return 1 if bad else 0


def steps():
