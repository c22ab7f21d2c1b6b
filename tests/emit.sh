#!/usr/bin/env bash
# tests/emit.sh NOSLIP [NAME...] -- emitted code, compiled and run as a user would.
#
# Every model is emitted with all kinds of options and compiled without warnings by all compilers.
# It must pass its self-test, and its steps must equal those of `noslip run`: to the bit in double,
# nearly in float. To add a way to emit or a compiler, add a row. Without NOSLIP_WHOLE each model is
# tested with one row of four, or two of fifteen, different ones for different models.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
shopt -s nullglob

KINDS=( # allowed: relative difference from a run, 0: none; rows: rows of the run to compare
    # name    models  allowed  rows  compilers             options
    'double   all     0        9999  gcc,clang++'
    'doubles  some    0        9999  clang,g++'
    'float    all     1e-3     40    clang,g++             --real float'
    'floats   some    1e-3     40    gcc,clang++           --real float'
    'plain    some    0        9999  gcc                   --style plain'
    'libm     some    1e-10    200   gcc                   --math libm'
    'flibm    some    1e-3     40    clang++               --math libm --real float --style plain'
    'blocks   some    0        200   gcc,clang++           --blocks all --style plain'
    'rk38     some    0        200   gcc                   --method rk38 --form lagrangian'
    'heun     some    0        200   clang                 --method heun --form gyro'
    'small    all     0        9999  gcc-fma,clang-fma     --target embedded'
    'tiny     all     1e-3     40    gcc-fma,clang         --target embedded --real float'
    'foreign  some    1e-10    200   clang                 --target embedded --math libm'
    'hasty    some    1e-10    200   gcc-fast,clang        --target embedded --fast'
    'hastyf   some    1e-3     40    clang-fast            --target embedded --fast --real float'
)
# Models with all kinds of code: few and many operations, affine, driven, every function, odd names.
SOME=' skater_slope sleigh_magnetic snakeboard trailer10 turntable_ball math series class '
SOME+='3 hostile-names '

# clang 19 crashes on fourbar with -mfma alone; machines that fuse have avx2.
FUSES=
if grep -w fma /proc/cpuinfo | grep -qw avx2; then FUSES='-mfma -mavx2'; fi
WARNINGS='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'
declare -A COMPILERS=(
    [gcc]='gcc -std=c99'
    [clang]='clang -std=c99'
    # these contract unless the text forbids it, on processors with fused multiply-add
    [gcc-fma]="gcc -std=gnu99 $FUSES"
    [clang-fma]="clang -std=gnu99 -ffp-contract=on $FUSES"
    [gcc-fast]='gcc -std=c99 -Ofast'
    [clang-fast]="clang -std=c99 -ffast-math $FUSES"
    [g++]='g++ -x c++ -std=c++11'
    [clang++]='clang++ -x c++ -std=c++11'
)
# Functions that a package may call: those of math.h, and replacements by compilers.
CALLS='(a?(sin|cos|tan)h?|atan2|sincos|exp|log|sqrt|cbrt|pow|fabs)f?'
CALLS_OF_COMPILERS='mem(cpy|set|move)|_GLOBAL_OFFSET_TABLE_'

# Initial states of models without init that are singular at 0.
declare -A STARTS=(
    [chaplygin_ball]='x=0,y=0,phi=0.1,theta=0.7,psi=0.2,u1=0.4,u2=0.3,u3=0.5'
    [rattleback]='x=0,y=0,phi=0.1,theta=0.7,psi=0.2,u1=0.4,u2=0.3,u3=0.5'
)

HERE=tests/emit

fail() { # MESSAGE
    FAILED=$((FAILED + 1))
    echo "FAIL emit $MODEL: $1"
    if [[ -s $TMP/out ]]; then head -n 20 "$TMP/out"; fi
}

must() { # WHAT COMMAND...: counts whether the command succeeds
    if "${@:2}" >"$TMP/out" 2>&1; then PASSED=$((PASSED + 1)); else fail "$1"; fi
}

# No state, and no undefined names except functions of numbers.
is_pure() { # OBJECT HEADER
    local calls="$CALLS|$CALLS_OF_COMPILERS"
    if grep -q 'target embedded.*--math bundled' "$2"; then calls=$CALLS_OF_COMPILERS; fi
    nm -u "$1" | sed -n 's/^ *U //p' | grep -vxE "$calls" && return 1
    nm --defined-only "$1" | grep -E ' [BbDdCGgSs] ' && return 1
    return 0
}

compile_driver() { # FOLDER NAME
    local has=()
    if grep -q _default_inputs "$1/$2.h"; then has+=(-DHAS_INPUTS); fi
    if grep -q _initial_state "$1/$2.h"; then has+=(-DHAS_START); fi
    if grep -q _selftest "$1/$2.h"; then has+=(-DEMBEDDED); fi
    gcc -std=c99 -include "$1/$2.h" -DMODEL="$2" "${has[@]}" -c -o "$1/drive.o" "$HERE/drive.c"
}

compile() { # COMPILER FOLDER NAME
    local command words
    read -ra command <<<"${COMPILERS[$1]}"
    read -ra words <<<"$WARNINGS"
    if grep -q '^typedef float' "$2/$3.h"; then words+=(-Wdouble-promotion); fi
    "${command[0]}" -O2 "${command[@]:1}" "${words[@]}" -c -o "$2/$3.o" "$2/$3.c" &&
        is_pure "$2/$3.o" "$2/$3.h" &&
        gcc -o "$2/drive" "$2/drive.o" "$2/$3.o" -lm
}

emit() { # MODEL FOLDER OPTION...: sets NAME
    "$NOSLIP" emit "$1" -o "$2" "${@:3}" || return
    NAME=$(basename "$2"/*.h .h)
}

# An emitted step is one of the method alone, without the projection that follows it in a run.
run() { # MODEL OPTION...: rows of the emitted steps; drops options that run does not know
    local words=(--method rk4 --project none) i
    for ((i = 2; i <= $#; i++)); do
        case ${!i} in --method | --form) words+=("${@:i:2}") ;; esac
    done
    i=${STARTS[$(basename "$1" .nh)]:-}
    "$NOSLIP" run "$1" "${words[@]}" ${i:+-i "$i"} -o "$TMP/run.csv"
}

drive() { "$1/drive" "$2" "$3" <"$TMP/run.csv"; }
drive_node() { # FOLDER NAME
    cp "$1/$2.js" "$1/$2.mjs"
    node "$HERE/drive.mjs" "$1/$2.mjs" <"$TMP/run.csv"
}

test_kind() { # MODEL KIND MODELS ALLOWED ROWS COMPILERS OPTION...
    local folder=$TMP/$2 compiler before=$FAILED
    must "$2: emit" emit "$1" "$folder" "${@:7}"
    must "$2: run" run "$1" "${@:7}"
    must "$2: driver" compile_driver "$folder" "$NAME"
    ((FAILED == before)) || return 0
    for compiler in ${6//,/ }; do
        must "$2: $compiler" compile "$compiler" "$folder" "$NAME"
        must "$2: $compiler: goes as a run" drive "$folder" "$4" "$5"
    done
}

test_model() { # MODEL
    local row words turn every=4
    MODEL=$1
    turn=$(cksum <<<"$1")
    turn=${turn%% *}
    if [[ $SOME == *" $(basename "$1" .nh) "* ]]; then every=8; fi
    for row in "${KINDS[@]}"; do
        read -ra words <<<"$row"
        [[ ${words[1]} == all || $SOME == *" $(basename "$1" .nh) "* ]] || continue
        turn=$((turn + 1))
        [[ ${NOSLIP_WHOLE:-} ]] || ((turn % every == 0)) || continue
        # a form may not apply to this model
        "$NOSLIP" run "$1" "${words[@]:5}" -t 0 -o - &>/dev/null || [[ $row != *--form* ]] ||
            continue
        test_kind "$1" "${words[@]}"
    done
    must 'js: run' run "$1"
    must 'js: emit' "$NOSLIP" emit "$1" --target js -o "$TMP/js"
    if command -v node >/dev/null; then must 'js: goes as a run' drive_node "$TMP/js" "$NAME"; fi
}

# Files that we did not write are kept, ours are overwritten; the second time the bytes are the
# same.
test_files() {
    local model=models/skater_slope.nh folder=$TMP/files
    MODEL='files'
    must 'a new folder' "$NOSLIP" emit "$model" -o "$folder"
    cp "$folder/skater_slope.c" "$TMP/before"
    must 'again' "$NOSLIP" emit "$model" -o "$folder"
    must 'the same bytes' cmp "$folder/skater_slope.c" "$TMP/before"
    echo 'int mine;' >"$folder/skater_slope.c"
    rm "$folder/skater_slope.h"
    "$NOSLIP" emit "$model" -o "$folder" >"$TMP/out" 2>&1 && fail 'another file is written over'
    must 'it is left alone' grep -qx 'int mine;' "$folder/skater_slope.c"
    must 'nothing else is written' test ! -e "$folder/skater_slope.h"
    must 'and nothing is left' test "$(echo "$folder"/*)" = "$folder/skater_slope.c"
}

# Special to microcontrollers: status bits, projection, statements in the header; and compilers that
# must not reorder arithmetic.
test_embedded() {
    local real folder words sum
    MODEL='embedded'
    for real in float double; do
        folder=$TMP/$real
        words=(-O2 -Wall -Wextra -Wconversion -Werror -std=c99 "-I$folder" -o "$folder/test")
        must "$real: emit" "$NOSLIP" emit "$HERE/bounded.nh" --target embedded --real "$real" \
            -o "$folder"
        must "$real: compile" gcc "${words[@]}" "$HERE/status.c" "$folder/bounded.c"
        must "$real: status" "$folder/test"
        sum=$(sha256sum <"$HERE/bounded.nh")
        must "$real: the sum of the model" grep -qF "${sum%% *}" "$folder/bounded.h"
        gcc -Ofast -c -o "$TMP/no.o" "$folder/bounded.c" >"$TMP/out" 2>&1 && fail "$real: -Ofast"
        must "$real: emit" "$NOSLIP" emit models/snakeboard.nh --target embedded --real "$real" \
            --form projector -o "$folder"
        must "$real: compile" gcc "${words[@]}" "$HERE/project.c" "$folder/snakeboard.c" -lm
        must "$real: projection" "$folder/test"
    done
}

one() { # MODEL, in its own process
    PASSED=0 FAILED=0 NAME=
    TMP=$(mktemp -d)
    trap 'rm -rf "$TMP"' EXIT
    case $1 in files | embedded) "test_$1" ;; *) test_model "$1" ;; esac
    echo "$PASSED passed, $FAILED failed"
}

main() {
    local found=() name passed=0 failed=0 summaries=0 a b
    NOSLIP=${1:?"usage: tests/emit.sh NOSLIP [NAME...]"}
    if [[ ${2:-} == --one ]]; then
        one "$3"
        return
    fi
    for name in "${@:2}"; do
        for a in "$name" {models,tests/models,"$HERE"}/"$name".nh; do
            if [[ $a =~ ^(files|embedded)$ || -e $a ]]; then found+=("$a"); fi
        done
    done
    (($# > 1)) || found=(files embedded models/*.nh tests/models/*.nh "$HERE"/*.nh)
    command -v node >/dev/null || echo 'skipped: there is no node to run JavaScript'
    while read -r name; do
        if [[ $name =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
            a=${BASH_REMATCH[1]} b=${BASH_REMATCH[2]}
            passed=$((passed + a)) failed=$((failed + b)) summaries=$((summaries + 1))
        else
            echo "$name"
        fi
    done < <(printf '%s\0' "${found[@]}" |
        xargs -0 -n 1 -P "$(nproc)" "$BASH" "$0" "$NOSLIP" --one 2>&1)
    ((summaries == ${#found[@]})) || failed=$((failed + ${#found[@]} - summaries))
    echo "$passed passed, $failed failed"
    ((failed == 0 && passed > 0))
}

main "$@"
