# tests/unit/support/linear.py -- independent check of `analyze linearize`: differences and NumPy.
#
# Reads lines MODEL STATE. The matrix A must be the central differences of the rates of `eval`, and
# the eigenvalues those that NumPy finds of A without free coordinates.
import json
import os
import subprocess
import sys

import numpy

NOSLIP = os.environ.get("NOSLIP_BIN", "build/noslip")


def ask(*words):
    return json.loads(subprocess.run([NOSLIP, *words], check=True, capture_output=True).stdout)


def rates(model, state):
    text = ",".join(f"{k}={v!r}" for k, v in state.items())
    return numpy.array(list(ask("eval", model, "--state", text)["rhs"].values()))


def differences(model, state, names, columns):
    out = numpy.zeros((len(names), len(columns)))
    for j, name in enumerate(columns):
        h = 1e-5 * max(1, abs(state[name]))
        up, down = (rates(model, {**state, name: state[name] + s * h}) for s in (1, -1))
        out[:, j] = (up - down) / (2 * h)
    return out


def distance(ours, theirs):
    """Matches each of our eigenvalues with one of theirs; returns the largest distance."""
    left, worst = list(theirs), abs(len(ours) - len(theirs))
    for value in ours[:len(theirs)]:
        best = min(range(len(left)), key=lambda i: abs(left[i] - value))
        worst = max(worst, abs(left.pop(best) - value))
    return worst


def look(model, state):
    words = ("analyze", model, "linearize", "--json", "--state", state)
    said = ask(*words)
    if said["form"] == "lagrange-dirac":  # differences would leave the constraints
        said = ask(*words, "--form", "dirac")
    names = list(said["state"])
    A = numpy.array(said["A"])
    kept = [i for i, name in enumerate(names) if name not in said["free"]]
    off = numpy.abs(differences(model, said["state"], names, names) - A).max()
    assert off <= 1e-7 * (1 + numpy.abs(A).max()), f"{model}: A is off by {off}"
    theirs = numpy.linalg.eigvals(A[numpy.ix_(kept, kept)])
    ours = [complex(*pair) for pair in said["eigenvalues"]]
    off = distance(ours, theirs)
    assert off <= 1e-6 * (1 + numpy.abs(A).max()), f"{model}: {ours} are not {theirs}"


count = 0
for line in sys.stdin:
    look(*line.split())
    count += 1
print(count, "linear parts agree")
