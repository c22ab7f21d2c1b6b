#!/usr/bin/env bash
# tests/golden.sh [--accept] NOSLIP [NAME...] -- output of the program against tests/golden.
#
# The file name is the command line: MODEL.SUFFIX, and RULES has the meaning of suffixes. To add a
# golden, touch the file and accept. To add a kind, add a row. Must run from the root of the tree,
# so that paths in messages are always the same.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
shopt -s nullglob

RULES=( # NAME is the part before the suffix, * the text that matches the star in the suffix
    # suffix   exit  stream  compared  arguments
    'derive    0     stdout  bytes     derive models/NAME.nh'
    'derive.*  0     stdout  bytes     derive models/NAME.nh --as *'
    'only.*    0     stdout  bytes     derive models/NAME.nh --only *'
    'form.*    0     stdout  bytes     derive models/NAME.nh --form *'
    'help      0     stdout  bytes     help NAME'
    'eq        0     stdout  bytes     analyze models/NAME.nh equilibria'
    'lin       0     stdout  bytes     analyze models/NAME.nh linearize'
    'check     0     stdout  bytes     check models/NAME.nh'
    'emit      0     stdout  bytes     emit models/NAME.nh --math libm'
    'emit.*    0     stdout  bytes     emit models/NAME.nh --target *'
    'jet       0     stdout  bytes     emit tests/emit/NAME.nh --math libm --blocks jet --order 3'
    'run.csv   0     stdout  numbers   run models/NAME.nh -o -'
    'plot.svg  0     stdout  bytes     plot models/NAME.nh --drift'
    'both.svg  0     stdout  bytes     compare models/NAME.nh -o -'
    'scene.svg 0     stdout  bytes     plot models/NAME.nh --scene'
    'film.svg  0     stdout  bytes     plot models/NAME.nh --animate'
    'report    0     stdout  page      report models/NAME.nh'
    'err       3     stderr  bytes     check tests/golden/bad/NAME.nh'
    'repl      1     stdout  bytes     repl models/NAME.nh' # input: sessions/NAME
)

GOLDEN=tests/golden
TOLERANCE=1e-9 # of the largest value in the column: libm differs between machines
ROWS=20        # rows of a thinned table of numbers

# Sets EXIT, STREAM, COMPARE, ARGUMENTS and INPUT from the first row that fits MODEL.SUFFIX.
read_rule() {
    local name=${1%%.*} suffix=${1#*.} row pattern
    for row in "${RULES[@]}"; do
        read -r pattern EXIT STREAM COMPARE ARGUMENTS <<<"$row"
        # shellcheck disable=SC2053 # the suffix in a row is a pattern
        [[ $suffix == $pattern ]] || continue
        ARGUMENTS=${ARGUMENTS//NAME/$name}
        INPUT=/dev/null
        if [[ $pattern == repl ]]; then INPUT=$GOLDEN/sessions/$name; fi
        ARGUMENTS=${ARGUMENTS//\*/"${suffix#"${pattern%\*}"}"}
        return
    done
    echo "no rule for the suffix .$suffix"
    false
}

# Leaves the expected contents in $TMP/got; false when the command has another exit code.
produce() {
    local words code=0
    read -ra words <<<"$ARGUMENTS"
    "$NOSLIP" "${words[@]}" >"$TMP/stdout" 2>"$TMP/stderr" <"$INPUT" || code=$?
    "shape_$COMPARE" <"$TMP/$STREAM" >"$TMP/got"
    ((code == EXIT)) && return
    echo "exit code $code, not $EXIT, from: noslip $ARGUMENTS"
    head -n 20 "$TMP/stderr"
    false
}

shape_bytes() { cat; }
shape_numbers() { # the header, about ROWS rows at even distances, and the last one
    LC_ALL=C awk -v rows="$ROWS" '
        { line[NR] = $0 }
        END {
            step = int((NR - 2) / rows); if (step < 1) step = 1
            for (i = 1; i <= NR; i++)
                if (i == 1 || (i - 2) % step == 0 || i == NR) print line[i]
        }'
}

shape_page() { # without scripts, styles, their hashes, and code, which have their own tests
    sed -E '/^<(style|script|details)/,/^<\/(style|script|details)>/d; /Content-Security-Policy/d'
}

same_bytes() { cmp -s "$1" "$2"; }
same_page() { same_bytes "$@"; }
same_numbers() { # equal, except for numbers, which may differ by TOLERANCE of their column
    LC_ALL=C awk -F, -v tolerance="$TOLERANCE" '
        function magnitude(x) { return x < 0 ? -x : x }
        function number(s) { return s ~ /^-?[0-9.]+([eE][-+]?[0-9]+)?$/ }
        NR == FNR {
            line[FNR] = $0; lines = FNR
            for (i = 1; i <= NF; i++)
                if (number($i) && magnitude($i) > scale[i]) scale[i] = magnitude($i)
            next
        }
        {
            n = split(line[FNR], want, ",")
            if (n != NF) exit bad = 1
            for (i = 1; i <= NF; i++) {
                if ($i == want[i] "") continue
                if (!number($i) || !number(want[i])) exit bad = 1
                if (magnitude($i - want[i]) > tolerance * scale[i]) exit bad = 1
            }
        }
        END { exit bad || FNR != lines }' "$1" "$2"
}

# Leaves a golden that agrees within the tolerance as it is.
judge() { # FILE
    local file=$GOLDEN/$1
    read_rule "$1" && produce || return
    if [[ -s $file ]] && "same_$COMPARE" "$file" "$TMP/got"; then return; fi
    if ((ACCEPT)); then
        cp "$TMP/got" "$file"
    else
        diff -u --label "$file" --label "noslip $ARGUMENTS" "$file" "$TMP/got" | head -n 40
        false
    fi
}

main() {
    local file name passed=0 failed=0 found
    ACCEPT=0
    if [[ ${1:-} == --accept ]]; then ACCEPT=1 && shift; fi
    NOSLIP=${1:?"usage: tests/golden.sh [--accept] NOSLIP [NAME...]"}
    TMP=$(mktemp -d)
    trap 'rm -rf "$TMP"' EXIT
    mapfile -t found < <(for name in "${@:2}"; do echo "$GOLDEN/$name"; done)
    (($# > 1)) || found=("$GOLDEN"/*.*)
    for file in "${found[@]}"; do
        name=${file##*/}
        if judge "$name" >"$TMP/why" 2>&1; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAIL golden $name"
            cat "$TMP/why"
        fi
    done
    echo "$passed passed, $failed failed"
    ((failed == 0))
}

main "$@"
