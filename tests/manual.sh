#!/usr/bin/env bash
# tests/manual.sh NOSLIP -- rows of models/README.md for statements and formulations without one.
#
# The text of a new row is that of `noslip help`; a longer one may take its place. Rows that are
# there stay as they are. Must run from the root of the tree.
#
# SPDX-License-Identifier: MIT
set -euo pipefail

PAGE=models/README.md
NOSLIP=${1:?"usage: tests/manual.sh NOSLIP"}

# Words of a list in the last lines of `noslip help`.
words_of() { # LIST
    "$NOSLIP" help | sed -n "s/^$1: //p" | tr ' ' '\n'
}

# Appends a row to the table that begins with a header.
append_row() { # HEADER ROW
    awk -v header="$1" -v row="$2" '
        inside && !/^\|/ { print row; inside = 0 }
        index($0, header) == 1 { inside = 1 }
        { print }
        END { if (inside) print row }' $PAGE >$PAGE.new
    mv $PAGE.new $PAGE
}

add_rows() { # LIST HEADER SED: from the help of a word to the cells after the first one
    local word text first
    for word in $(words_of "$1"); do
        if grep -qE "^\\|.*\`${word}[ \`]" $PAGE; then continue; fi
        text=$("$NOSLIP" help "$word")
        first=$word
        if [[ $1 == statements ]]; then first=$(sed -n '1s/^ *//; s/|/\\|/g; 1p' <<<"$text"); fi
        append_row "$2" "| \`$first\` | $(sed -nE "$3" <<<"$text") |"
        echo "$PAGE: a row for $word"
    done
}

add_rows statements '| statement |' 's/^statement, [^:]*: (.*)/\1/p'
add_rows forms '| form |' 's/^form, motion on ([^:]*): needs (.*)/\1 | \2/p'
