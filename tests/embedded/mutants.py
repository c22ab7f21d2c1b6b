# tests/embedded/mutants.py FOLDER NAME [-v] -- mutations of emitted code against its self-test.
#
# The code of FOLDER/NAME.c before its self-test is altered, one place at a time: a constant (by one
# part in 256, and by one unit in its last place), the sign of a term, a factor of two, an index, a
# bit of a quadrant; and all of it by a compiler that reorders arithmetic. Prints the number of
# mutations, and how many the test misses; with -v which. Exit code 1 where it misses that compiler,
# a quadrant or a constant of the model.
#
# Mutations are selected by a variable, so that one program has them all; constants of tables, which
# cannot be selected, need one program each.
import math
import re
import struct
import subprocess
import sys

MOST_OF_A_TABLE = 6
REAL = re.compile(r"(?<![\w.])(0x[0-9a-f]+(?:\.[0-9a-f]+)?p[-+]?\d+|\d+\.\d+|\d\.)(f?)(?![\w.])")
# kind of mutation, pattern of a place, and its replacement, with a condition C and parts of the
# match
RULES = [
    ("sign", re.compile(r"(?<=[\w)\]]) ([-+]) (?=[-\w(])"), r" \1 (C ? -1 : 1) * "),
    ("factor", re.compile(r"(?<=[\w)\]]) \* (?=[-\w(])"), r" * (C ? 2 : 1) * "),
    ("divisor", re.compile(r"(?<=[\w)\]]) / (?=[-\w(])"), r" / (C ? 2 : 1) / "),
    ("minus", re.compile(r"(?<=[=(] )-(?=[a-z(])|(?<=\()-(?=[a-z(])"), r"(C ? 1 : -1) * "),
    ("bit", re.compile(r"(?<=[&] )(\d+)(?=\W)"), r"(C ? \1 ^ 3 : \1)"),
    ("turn", re.compile(r"(?<=turns \+ )(\d+)(?=\W)"), r"(C ? \1 ^ 1 : \1)"),
    ("index", re.compile(r"(?<=\b[xpu]\[)(\d+)(?=\])"), r"(C ? (\1 ? \1 - 1 : 1) : \1)"),
]
# Not altered: loops, sizes and names of numbers, and reports.
LEFT_ALONE = re.compile(r"^\s*(#|for \(|enum|static const|typedef|/?\*|\(void\)|return \(\(s &|if \()")
# No effect when altered: the split of a number into two, NaN, and a pointer within its buffer.
ALIKE = re.compile(r"x - x|cut \* |\bwork \+ |&rows\[|&par->p\[|par->p\[0\] = 0;")
# Names under which mutations are counted, and constants that are not part of the motion: ranges
# only warn, poles are far from the states of the test, and where the motion does not depend on the
# state, stages do not matter.
GROUP = {"compiler": "fast math", "bit": "quadrants", "turn": "quadrants", "digit": "constants",
         "last": "last places"}
SHARED = re.compile(r"^rt_|^range_|^check$|^dot$|^is_finite$|^approach$|^meets_pole$|project$|step$")
MAIN = """
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int count, char **word)
{
    int last = count > 1 ? atoi(word[1]) : 0;
    for (int k = 0; k <= last; k++) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) {
            static NAME_real work[NAME_TEST_WORK];
            uint32_t first;
            setrlimit(RLIMIT_CPU, &(struct rlimit){5, 5}); /* it may never end */
            mutant = k;
            _exit(NAME_selftest(work, &first) != 0);
        }
        waitpid(child, &status, 0);
        if (status == 0)
            printf("%d\\n", k);
    }
    return 0;
}
"""


def value_of(text):
    return float.fromhex(text) if text.startswith("0x") else float(text)


def beside(value, short):
    """Two altered values: by one part in 256, and by one unit in the last place, towards 0."""
    if short:
        bits = struct.unpack("<I", struct.pack("<f", value))[0]
        last = struct.unpack("<f", struct.pack("<I", bits - 1))[0]
    else:
        last = math.nextafter(value, 0)
    return [(value * (1 - 2**-8)).hex() + "f" * short, last.hex() + "f" * short]


class Source:
    def __init__(self, folder, name):
        with open(f"{folder}/{name}.c") as file:
            text = file.read()
        head, mark, tail = text.partition("/* ---- self-test ---- */")
        assert mark, "there is no test"
        self.folder, self.name = folder, name
        self.text = text
        self.lines, self.tail = head.split("\n"), mark + tail
        self.short = "typedef float" in open(f"{folder}/{name}.h").read()
        self.of_code, self.of_tables = [], []  # (line, column, old, new, what)
        self.find()

    def body(self, function):
        """A function that is static, or has the name of the model."""
        found = re.search(r"\n[\w ]*\b(?:%s_)?%s\([^;{]*\)\n{(.*?)\n}" % (self.name, function),
                          self.text, re.S)
        return found.group(1) if found else ""

    def find(self):
        depth, table, other, function = 0, False, False, ""
        free = all(value == "0x0p0" for value in re.findall(
            r"out\[\d+\] = (\w+?)f?;", self.body("constraint")))
        timeless = "(void)t;" in self.body("rates")
        for n, line in enumerate(self.lines):
            other = (other or line == "#else") and line != "#endif"
            if other or (timeless and re.match(r"\s*rates\(", line)):
                continue
            named = re.match(r"[\w ]*?\**(\w+)\(", line)
            if depth == 0 and named and not line.startswith("#"):
                function = named.group(1)
            table = table or ("static const" in line and "[" in line)
            code = line.split("/*")[0]
            if table:
                self.in_table(n, code, function)
            elif free and re.search("(^|_)(dot|approach|project)$", function):
                pass # there is nothing to bring anything back to
            elif depth and not LEFT_ALONE.match(line) and "*/" not in line:
                self.in_code(n, code, function, RULES)
            elif depth and re.match(r"\s*if \(", line):
                self.in_code(n, code, function, [])
            depth += line.count("{") - line.count("}")
            table = table and ";" not in line

    def constants(self, code):
        """Places of constants and their altered values; zeros are for parts that a model lacks."""
        for m in REAL.finditer(code):
            if value_of(m.group(1)):
                new = beside(value_of(m.group(1)), m.group(2) == "f")
                yield m, zip(("digit", "last"), new)

    def in_table(self, n, code, function):
        for m, others in self.constants(code):
            what, new = list(others)[0]
            self.of_tables.append((n, m.start(), m.group(0), new, what, function))

    def in_code(self, n, code, function, rules):
        for m, others in self.constants(code):
            for what, new in others:
                new = f"(C ? {new} : {m.group(0)})"
                self.of_code.append((n, m.start(), m.group(0), new, what, function))
        for what, rule, new in rules:
            for m in rule.finditer(code):
                if not ALIKE.search(code):
                    self.of_code.append((n, m.start(), m.group(0), m.expand(new), what, function))

    def write(self, path, of_code, of_table=None):
        lines = list(self.lines)
        places = {}
        for k, a in enumerate(of_code):
            new = a[3].replace("C ?", f"mutant == {k + 1} ?")
            before = places.get(a[:2])
            if before: # a constant that may become two others
                new = new.replace(f": {a[2]})", f": {before[1]})")
            places[a[:2]] = (a[2], new)
        for n, column in sorted(places, reverse=True):
            old, new = places[n, column]
            lines[n] = lines[n][:column] + new + lines[n][column + len(old):]
        if of_table:
            n, column, old, new = of_table[:4]
            lines[n] = lines[n][:column] + new + lines[n][column + len(old):]
        head = "static volatile int mutant;\n"
        with open(path, "w") as file:
            file.write(head + "\n".join(lines) + self.tail + MAIN.replace("NAME", self.name))

    def survivors(self, count, of_code, of_table=None, flags=("-O0", "-ffp-contract=off")):
        """Numbers of the mutations that are missed; 0 is the original."""
        path = f"{self.folder}/mutant"
        self.write(path + ".c", of_code, of_table)
        subprocess.run(["gcc", "-w", *flags, "-o", path, path + ".c"], check=True)
        out = subprocess.run([path, str(count)], check=True, capture_output=True, text=True)
        return [int(k) for k in out.stdout.split()]


def main():
    source = Source(sys.argv[1], sys.argv[2])
    code = source.of_code
    left = source.survivors(len(code), code)
    assert left and left[0] == 0, "the self-test fails without a mutation"
    unseen = [code[k - 1] for k in left[1:]]
    tables = source.of_tables
    tables = tables[:: max(1, len(tables) // MOST_OF_A_TABLE)]
    unseen += [a for a in tables if source.survivors(0, [], a)]
    if source.survivors(0, [], flags=("-Ofast", "-U__FAST_MATH__")):
        unseen.append((0, 0, "gcc", "gcc -Ofast", "compiler", "all"))
    total = len(tables) + 1 + sum(a[4] != "last" for a in code)
    groups = {"fast math": [], "quadrants": [], "constants": [], "others": [], "last places": []}
    for a in unseen:
        groups[GROUP.get(a[4], "others") if a[4] != "digit" or not SHARED.search(a[5])
               else "others"].append(a)
    counts = ", ".join(f"{name} {len(group)}" for name, group in groups.items())
    print(f"{total} mistakes; not found: {counts}")
    if "-v" in sys.argv:
        for n, _, old, new, what, function in sum(groups.values(), []):
            print(f"{function}: {what}: {old} -> {new} in {source.lines[n].strip()}")
    return 1 if groups["fast math"] or groups["quadrants"] or groups["constants"] else 0


sys.exit(main())
