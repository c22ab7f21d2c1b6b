# tests/unit/support/syntax.py GRAMMAR STATEMENTS MODEL... -- test of the grammar for editors.
#
# GRAMMAR is the output of `noslip syntax vscode`. Every statement of the list must be a keyword at
# the start of a line and nowhere else; in all models every line that begins a statement must begin
# with a keyword.
import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    rules = [(r["name"], re.compile(r["match"])) for r in json.load(file)["patterns"]]


def colours(line):
    """Scopes as in an editor: the leftmost match of the first rule, then from its end on."""
    out, at = [], 0
    while True:
        found = [(m.start(), i, m) for i, (_, r) in enumerate(rules) if (m := r.search(line, at))]
        if not found:
            return out
        _, i, m = min(found, key=lambda f: f[:2])
        out.append((rules[i][0].rsplit(".", 1)[0], m.group()))
        at = m.end() if m.end() > m.start() else m.end() + 1


for word in sys.argv[2].split():
    assert ("keyword.control", word) in colours(f"{word} x"), word
    assert ("keyword.control", word) not in colours(f"  {word} x"), word
for path in sys.argv[3:]:
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if re.match(r"[a-z]", line):
                assert colours(line)[0][0] == "keyword.control", (path, line)
text = 'metric m (dx^2 + sin(phi)^2 1.5e-3) # two'
assert colours(text) == [("keyword.control", "metric"), ("constant.numeric", "2"),
                         ("support.function", "sin"), ("constant.numeric", "2"),
                         ("constant.numeric", "1.5e-3"), ("comment.line.number-sign", "# two")], \
    colours(text)
