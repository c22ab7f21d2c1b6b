# tests/unit/support/pages.py FOLDER -- reads one document in every notation, compares its values.
#
# In the folder: page.text, page.latex, ..., and `values`: "point", the name of a symbol and its
# value; then "value", the numbers of part, line and entry, and the expected value; separated by
# tabs. The readers are Python's for XML and JSON, SymPy, a C compiler, and TeX and Maxima where
# they are installed. Prints errors, and fails.
#
# SPDX-License-Identifier: MIT
import json
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

import sympy
from sympy.parsing.mathematica import parse_mathematica

FOLDER = pathlib.Path(sys.argv[1])
WRONG = []


def page(style):
    return (FOLDER / f'page.{style}').read_text(encoding='utf-8')


def near(a, b):
    return abs(complex(a) - b) <= 1e-9 * (1 + abs(b))


def read_values():
    point, want = {}, {}
    for line in (FOLDER / 'values').read_text(encoding='utf-8').splitlines():
        kind, *words = line.split('\t')
        if kind == 'point':
            point[words[0]] = float(words[1])
        else:
            want[tuple(int(w) for w in words[:3])] = float(words[3])
    return point, want


POINT, WANT = read_values()
DOC = json.loads(page('json'))
AT = {s['sympy']: POINT[s['name']] for s in DOC['symbols']}


def lines():
    """Numbers of part and line, and the line, for all lines that have an identifier."""
    for i, section in enumerate(DOC['sections']):
        for k, line in enumerate(section['lines']):
            if line.get('left_sympy') and line['kind'] in ('value', 'matrix'):
                yield i, k, line


def size_of(line):
    return len(line['right']) * len(line['right'][0]) if line['kind'] == 'matrix' else 1


def compare(style, i, k, entry, got):
    want = WANT[i, k, entry]
    if not near(got, want):
        WRONG.append(f'{style}: entry {entry} of line {k} of section {i} is {got}, not {want}')


def entries(value):
    return list(value) if isinstance(value, sympy.MatrixBase) else [value]


def number(e, parts=()):
    """Its value at the point AT, with the values of named subexpressions."""
    known = AT | dict(parts)
    e = sympy.sympify(e)
    return e.evalf(30, subs={s: known[s.name] for s in e.free_symbols})


def values_of(parts):
    known = {}
    for name, e in parts:
        known[str(name)] = number(e, known)
    return known


# ---- one check for each notation ----

def check_json():
    if DOC['noslip'] != 1 or not DOC['sections']:
        WRONG.append('json: no version, or no sections')
    names = {n: sympy.Symbol(n) for n in AT}
    parts = [w for s in DOC['sections'] for w in s['where']]
    names |= {w['left_sympy']: sympy.Symbol(w['left_sympy']) for w in parts}
    parts = values_of((w['left_sympy'], sympy.sympify(w['right_sympy'], names)) for w in parts)
    for i, k, line in lines():
        right = line['right_sympy']
        flat = [e for row in right for e in row] if line['kind'] == 'matrix' else [right]
        for n, e in enumerate(flat):
            compare('json', i, k, n, number(sympy.sympify(e, names), parts))


def check_sympy():
    names = {}
    exec(compile(page('sympy'), 'page.sympy', 'exec'), names)
    parts = values_of(names.get('parts', ()))
    for i, k, line in lines():
        for n, e in enumerate(entries(names[line['left_sympy']])):
            compare('sympy', i, k, n, number(e, parts))


def check_mathml():
    root = xml.etree.ElementTree.fromstring(page('mathml'))
    rows = sum(1 for e in root.iter('{http://www.w3.org/1998/Math/MathML}math')
               for t in e for _ in t if t.tag.endswith('mtable'))
    want = sum(1 for s in DOC['sections'] for line in s['lines'] + s['where']
               if line['kind'] != 'text')
    if rows != want:
        WRONG.append(f'mathml: {rows} lines, not {want}')
    if DOC['model'] not in (root.findtext('.//{http://www.w3.org/1999/xhtml}h1') or ''):
        WRONG.append('mathml: the title is not what it was')


def check_latex():
    text = re.sub(r'\\[\\{}$&#%_]', '', page('latex'))
    depth, open_ones = 0, []
    for m in re.finditer(r'[{}]|\\(begin|end)\{(\w+\*?)\}|\\(left|right)\b', text):
        depth += {'{': 1, '}': -1}.get(m[0], 0)
        if m[1] == 'begin':
            open_ones.append(m[2])
        elif m[1] == 'end' and (not open_ones or open_ones.pop() != m[2]):
            WRONG.append(f'latex: \\end{{{m[2]}}} ends something else')
        if depth < 0:
            WRONG.append('latex: a brace closes nothing')
    if depth or open_ones or text.count('\\left') != text.count('\\right'):
        WRONG.append('latex: something is left open')
    if shutil.which('pdflatex'):
        shutil.copy(FOLDER / 'page.latex', FOLDER / 'page.tex')
        run = subprocess.run(['pdflatex', '-interaction=batchmode', '-halt-on-error', 'page.tex'],
                             cwd=FOLDER, capture_output=True)
        if run.returncode:
            log = (FOLDER / 'page.log').read_text(errors='replace').splitlines()
            WRONG.append('pdflatex: ' + '\n'.join(s for s in log if s.startswith(('!', 'l.'))))


def names_in(style):
    """Identifiers of the lines and of the symbols, in the spelling of the program."""
    listed = re.search(r'symbols: (.*?)(?: \*/| \*\))?$', page(style), re.M)
    names = listed[1].split(', ') if listed else []
    return dict(zip(names, (AT[s['sympy']] for s in DOC['symbols'])))


def check_c():
    variables = ', '.join(f'double {n}' for n in names_in('c'))
    body, prints = page('c'), ''
    left = re.findall(r'^const double (\w+)(\[\d+\]\[\d+\])? =', body, re.M)
    wheres = {w['left'] for s in DOC['sections'] for w in s['where']}
    order = [n for n in left if n[0] not in wheres and not n[0].startswith('eq')]
    for name, dims in order:
        rows, cols = re.findall(r'\d+', dims) or (1, 1)
        data = f'&{name}[0][0]' if dims else f'&{name}'
        prints += f'for (int i = 0; i < {rows} * {cols}; i++) printf("%.17g\\n", ({data})[i]);\n'
    unused = ''.join(f'(void){n[0]};\n' for n in left)
    call = ', '.join(v.hex() for v in names_in('c').values())
    source = ('#include <math.h>\n#include <stdio.h>\n'
              f'static void all({variables or "void"}) {{\n{body}\n{prints}{unused}}}\n'
              f'int main(void) {{ all({call}); return 0; }}\n')
    (FOLDER / 'page_c.c').write_text(source, encoding='utf-8')
    subprocess.run(['gcc', '-Wall', '-Werror', '-o', 'page_c', 'page_c.c', '-lm'], cwd=FOLDER,
                   check=True)
    got = iter(subprocess.run([FOLDER / 'page_c'], capture_output=True, text=True,
                              check=True).stdout.split())
    for i, k, line in lines():
        for n in range(size_of(line)):
            compare('c', i, k, n, float(next(got)))


def check_maxima():
    if not shutil.which('maxima'):
        return
    names, text = names_in('maxima'), page('maxima')
    left = re.findall(r'^([^\s:]+) : ', text, re.M)
    left = [n for n in left if n != 'parts' and not n.startswith('eq')]
    at = ', '.join(f'{n} = {v!r}' for n, v in names.items())
    parts = 'parts' if 'parts : []' in text else '[]'
    shown = (f'display2d : false$ linel : 1000$\nat_point : [{at}]$\n'
             f'for p in {parts} do at_point : cons(lhs(p) = float(subst(at_point, rhs(p))), '
             'at_point)$\n')
    shown += ''.join(f'for e in (if matrixp({n}) then apply(append, args({n})) else [{n}]) do '
                     f'print("value", float(subst(at_point, e)))$\n' for n in left)
    (FOLDER / 'page.mac').write_text(text + shown, encoding='utf-8')
    out = subprocess.run(['maxima', '--very-quiet', '--batch-string', 'load("page.mac")$'],
                         cwd=FOLDER, capture_output=True, text=True).stdout
    got = iter(re.findall(r'^value (\S+)', out, re.M))
    for i, k, line in lines():
        for n in range(size_of(line)):
            compare('maxima', i, k, n, float(next(got, 'nan')))


def check_mathematica():
    """Renames names that SymPy cannot read in Mathematica syntax."""
    word = re.compile(r'(?:\\\[\w+\]|[^\W\d_]|\$)(?:\\\[\w+\]|[^\W_]|\$)*')
    number_of, known, got = {}, {}, []

    def define(name, value):
        number_of[name] = f'n{len(number_of)}q'
        known[sympy.Symbol(number_of[name])] = value

    def value(text):
        e = parse_mathematica(word.sub(lambda m: number_of.get(m[0], m[0]), text))
        flat = [x for row in e for x in row] if isinstance(e, (tuple, sympy.Tuple)) else [e]
        return [sympy.sympify(x).evalf(30, subs=known) for x in flat]

    for name, v in names_in('mathematica').items():
        define(name, v)
    text = re.sub(r'\(\*.*?\*\)', '', page('mathematica'), flags=re.S)
    for statement in filter(None, (s.strip() for s in text.split(';\n'))):
        part = re.fullmatch(r'AppendTo\[parts, (\S+) -> (.*)\]', statement)
        line = re.fullmatch(r'([^\s\[]+) = (.*)', statement)
        if part:
            define(part[1], value(part[2])[0])
        elif line[1] not in ('$Assumptions', 'parts') and not line[1].startswith('eq'):
            got += value(line[2])
    got = iter(got)
    for i, k, line in lines():
        for n in range(size_of(line)):
            compare('mathematica', i, k, n, next(got))


for check in (check_json, check_sympy, check_mathml, check_latex, check_c, check_maxima,
              check_mathematica):
    try:
        check()
    except Exception as e:
        WRONG.append(f'{check.__name__}: {e!r}')
print('\n'.join(WRONG), end='\n' if WRONG else '')
sys.exit(bool(WRONG))
