#!/usr/bin/env bash
# tests/prove.sh NOSLIP OUT [MODEL...] -- emitted code without run-time errors, by Frama-C.
#
# Models are analysed twice: there is no undefined behaviour for any input; and with numbers in the
# ranges that the model declares (velocities and momenta, which have none, between -SPEED and SPEED)
# all results of operations in a step are finite. Both hold for all inputs at once, by interval
# analysis. Prints the number of alarms, which must be 0.
#
# SPDX-License-Identifier: MIT
set -euo pipefail

HERE=tests/embedded
MODELS=(models/{sleigh,snakeboard,rolling_disk}.nh "$HERE"/bounded/{sleigh,skater,disk}.nh)
SPEED=10

# An assignment for each line of the header about a state, a parameter or an input.
ranges() { # HEADER
    sed -nE "s/^ \*   ([xpu]\[[0-9]+\]) [^:]*: (-?[0-9.e+-]+) to (-?[0-9.e+-]+)(;.*)?$/\1 \2 \3/p
        s/^ \*   (x\[[0-9]+\]) (eta|p)?_?[^:]*: any finite number(;.*)?$/\1 -$SPEED $SPEED/p" "$1" |
        awk '{ print $1 " = between((real)" $2 ", (real)" $3 ");" }'
}

analyse() { # FOLDER NAME SPECIAL OPTION...: number of alarms
    local folder=$1 name=$2 words
    words="-I$PWD/$HERE -DMODEL=$name -DHEADER='\"$folder/$name.h\"' -DSOURCE='\"$folder/$name.c\"'"
    frama-c -machdep gcc_x86_64 -eva -eva-precision 3 -warn-special-float "$3" \
        -cpp-extra-args="$words ${*:4:1}" "${@:5}" "$HERE/prove.c" >"$folder/log-$3" 2>&1 || true
    sed -nE 's/^ *([0-9]+) alarms? generated.*/\1/p' "$folder/log-$3"
}

prove() { # MODEL REAL OUT: a row of the output; false if there is an alarm, or no answer
    local folder sincos any finite='-'
    folder=$(realpath -m "$3/$2-${1//\//-}")
    mkdir -p "$3"
    "$NOSLIP" emit "$1" --target embedded --real "$2" -o "$folder"
    any=$(analyse "$folder" "$(basename "$1" .nh)" none '')
    if [[ $1 == */bounded/* ]]; then
        sincos=rt_sincos
        if [[ $2 == float ]]; then sincos+=f; fi
        ranges "$folder/$(basename "$1" .nh).h" >"$folder/ranges.h"
        finite=$(analyse "$folder" "$(basename "$1" .nh)" non-finite \
            "-DSINCOS=$sincos -DRANGES='\"$folder/ranges.h\"'" -eva-use-spec "$sincos")
    fi
    printf '%-36s %-7s %16s %16s\n' "$1" "$2" "${any:-?}" "${finite:-?}"
    [[ $any == 0 && $finite == [0-] ]] || { echo "see $folder" && false; }
}

main() {
    local model real out=${2:?"usage: tests/prove.sh NOSLIP OUT [MODEL...]"} failed=0
    NOSLIP=$1
    shift 2
    (($#)) || set -- "${MODELS[@]}"
    printf '%-36s %-7s %16s %16s\n' 'alarms of' in 'any numbers' 'those in ranges'
    for model; do
        [[ -e $model ]] || model=models/$model.nh
        for real in float double; do prove "$model" "$real" "$out" || failed=1; done
    done
    return "$failed"
}

main "$@"
