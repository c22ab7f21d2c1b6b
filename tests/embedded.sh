#!/usr/bin/env bash
# tests/embedded.sh NOSLIP [MODEL...] -- emitted code on simulated microcontrollers.
#
# Every model is emitted for each machine, compiled without a warning in the dialect in which gcc
# contracts unless told otherwise, and run: its test of itself must find nothing, and every word of
# its state after STEPS steps must be that of the host. To add a machine, add a row and its start.
# Prints bytes of a step with all that it calls, stack used, and instructions a step.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
shopt -s nullglob

MACHINES=( # prefix of the compiler; name of the board for the emulator, whose start is START.c
    # name  real    start  prefix               emulator             board       flags
    'm4f    float   arm    arm-none-eabi        qemu-system-arm      mps2-an386
        -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16'
    'm7     double  arm    arm-none-eabi        qemu-system-arm      mps2-an500
        -mcpu=cortex-m7 -mthumb -mfloat-abi=hard -mfpu=fpv5-d16'
    'rv32f  float   riscv  riscv64-unknown-elf  qemu-system-riscv32  virt
        -march=rv32imafc_zicsr -mabi=ilp32f -mcmodel=medany -mno-relax'
)
STEPS=1000
LONG='sleigh' # goes a million steps where LONG_ON
LONG_ON='m7'

HERE=tests/embedded
WARNINGS=(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror)

fail() { # MESSAGE
    FAILED=$((FAILED + 1))
    echo "FAIL embedded $MODEL: $1"
    if [[ -s $TMP/out ]]; then head -n 20 "$TMP/out"; fi
}

must() { # WHAT COMMAND...: counts whether the command succeeds
    if "${@:2}" >"$TMP/out" 2>&1; then PASSED=$((PASSED + 1)); else fail "$1" && false; fi
}

# Words for the driver: which package it drives, and how far.
driver_words() { # FOLDER STEPS
    DRIVER=("-I$HERE" -include "$1/$NAME.h" "-DMODEL=$NAME" "-DSTEPS=$2")
    if grep -q _default_inputs "$1/$NAME.h"; then DRIVER+=(-DHAS_INPUTS); fi
    if grep -q _initial_state "$1/$NAME.h"; then DRIVER+=(-DHAS_START); fi
}

build_host() { # FOLDER
    gcc -std=c99 -O1 -ffp-contract=off "${DRIVER[@]}" -o "$1/host" \
        "$HERE/host.c" "$HERE/steps.c" "$1/$NAME.c"
}

# The package as a user may compile it; with the driver around it, without any library.
build_target() { # FOLDER START COMPILER FLAG...
    "$3" "${@:4}" -std=gnu99 -O2 -ffunction-sections -fdata-sections -fstack-usage \
        "${WARNINGS[@]}" -c -o "$1/model.o" "$1/$NAME.c" -ffreestanding &&
        "$3" "${@:4}" -std=gnu99 -O2 -ffreestanding -nostdlib -Wl,--gc-sections \
            -T "$HERE/$2.ld" "${DRIVER[@]}" -o "$1/target" \
            "$HERE/$2.c" "$HERE/bare.c" "$HERE/steps.c" "$1/model.o" -lgcc &&
        "$3" "${@:4}" -ffreestanding -nostdlib -Wl,--gc-sections -Wl,--build-id=none \
            -Wl,-e,"${NAME}_step" \
            -Wl,--defsym=stack_low=0,--defsym=stack_top=0 -ffunction-sections -Os \
            -o "$1/step" "$1/model.o" "$HERE/bare.c" -lgcc
}

run_target() { # EMULATOR BOARD FILE
    local bios=()
    if [[ $1 == *riscv* ]]; then bios=(-bios none); fi
    timeout 300 "$1" -M "$2" "${bios[@]}" -kernel "$3" -nographic -monitor none -serial none \
        -semihosting-config enable=on,target=native -icount shift=0 2>&1 </dev/null
}

small_frames() { # FILE: as the compiler says, none over 2 KiB and none of unknown size
    awk '$2 > 2048 || $3 !~ /^static/ { print; bad = 1 } END { exit bad }' "$1"
}

test_machine() { # MODEL STEPS NAME REAL START PREFIX EMULATOR BOARD FLAG...
    local folder=$TMP/$3
    MODEL="$1 on $3"
    must 'emit' "$NOSLIP" emit "$1" --target embedded --real "$4" -o "$folder" || return 0
    NAME=$(basename "$folder"/*.h .h)
    driver_words "$folder" "$2"
    must 'host' build_host "$folder" || return 0
    must 'target' build_target "$folder" "$5" "$6-gcc" "${@:9}" || return 0
    must 'frames of at most 2 KiB' small_frames "$folder/model.su" || true
    "$folder/host" >"$folder/host.out"
    run_target "$7" "$8" "$folder/target" >"$folder/target.out" || true
    must 'the test of itself' grep -qx 'wrong 0' "$folder/target.out" || true
    grep -vE '^(stack|instructions) ' "$folder/target.out" >"$folder/words" || true
    must "$2 steps as the host" diff "$folder/host.out" "$folder/words" || true
    printf '%-24s %-6s %-7s %8s %8s %8s %12s\n' "$NAME" "$3" "$4" "$2" \
        "$("$6-size" "$folder/step" | awk 'NR == 2 { print $1 }')" \
        "$(sed -n 's/^stack //p' "$folder/target.out")" \
        "$(sed -n 's/^instructions //p' "$folder/target.out")"
}

# Mistakes that the test of itself must find: a compiler that takes numbers for real ones, a weight
# of the method or a quadrant that is not what it was.
MUTANTS=(
    # real   what is altered                           flags
    'float   s/0x1\.555556p-3f/0x1.555558p-3f/         -O1'
    'double  s/0x1\.5555555555555p-3/0x1.5555555555554p-3/ -O1'
    'float   s/(a\.turns\s&\s2)/((a.turns+1)\&2)/     -O1'
    'double  s/(a\.turns\s&\s2)/((a.turns+1)\&2)/     -O1'
    'float   s/__FAST_MATH__/NEVER/                    -Ofast'
    'double  s/__FAST_MATH__/NEVER/                    -Ofast'
)
finds() { # FOLDER ALTERATION FLAG: false when it does not
    sed "$2" "$1/$NAME.c" >"$1/mutant.c"
    gcc -std=c99 "$3" "${DRIVER[@]}" "-I$1" -o "$1/mutant" "$HERE/host.c" "$HERE/steps.c" \
        "$1/mutant.c" && ! "$1/mutant" | grep -qx 'wrong 0'
}
test_mutants() { # MODEL
    local row real change flag folder
    for row in "${MUTANTS[@]}"; do
        read -r real change flag <<<"$row"
        MODEL="$1 altered by $change" folder=$TMP/mutants-$real
        "$NOSLIP" emit "$1" --target embedded --real "$real" -o "$folder" 2>/dev/null
        NAME=$(basename "$folder"/*.h .h)
        driver_words "$folder" 1
        # a model without angles has no quadrants
        sed "$change" "$folder/$NAME.c" | cmp -s - "$folder/$NAME.c" && continue
        must 'its test of itself finds that' finds "$folder" "$change" "$flag" || true
    done
}

one() { # MODEL, in a process of its own
    local row words
    PASSED=0 FAILED=0 NAME=
    TMP=$(mktemp -d)
    trap 'rm -rf "$TMP"' EXIT
    for row in "${MACHINES[@]}"; do
        read -rd '' -a words <<<"$row" || true
        test_machine "$1" "$STEPS" "${words[@]}"
        if [[ $(basename "$1" .nh) == "$LONG" && ${words[0]} == "$LONG_ON" ]]; then
            test_machine "$1" 1000000 "${words[@]}"
        fi
    done
    test_mutants "$1"
    echo "$PASSED passed, $FAILED failed"
}

main() {
    local found=() name passed=0 failed=0 summaries=0
    NOSLIP=${1:?"usage: tests/embedded.sh NOSLIP [MODEL...]"}
    if [[ ${2:-} == --one ]]; then
        one "$3"
        return
    fi
    for name in "${@:2}"; do found+=("models/$name.nh"); done
    (($# > 1)) || found=(models/*.nh)
    printf '%-24s %-6s %-7s %8s %8s %8s %12s\n' model on real steps bytes stack instructions
    while read -r name; do
        if [[ $name =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
            passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
            summaries=$((summaries + 1))
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
