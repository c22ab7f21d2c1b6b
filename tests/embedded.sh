#!/usr/bin/env bash
# tests/embedded.sh NOSLIP [MODEL...] -- emitted code on simulated microcontrollers.
#
# Every model is emitted in each type and checked by analysers. It is compiled by all compilers of
# the host, in the dialect in which they contract unless the text forbids it, and for each machine.
# Its self-test must pass, and every word of its state after STEPS steps must be the same; in double
# it must equal that of a run by each engine. The self-test must detect mutations. To add a machine,
# add a row and its startup file; to add a compiler, a row.
#
# Prints the bytes of code of a step with the functions it calls, the bytes of stack, and the
# instructions (cycles on an AVR); for the sleigh also those of code written by hand.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
shopt -s nullglob

MACHINES=( # prefix of the compiler; name of the board for the emulator; START.c is its startup file
    # name  real    start  prefix               emulator             board       flags
    'm4f    float   arm    arm-none-eabi        qemu-system-arm      mps2-an386
        -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16'
    'm7     double  arm    arm-none-eabi        qemu-system-arm      mps2-an500
        -mcpu=cortex-m7 -mthumb -mfloat-abi=hard -mfpu=fpv5-d16'
    'rv32f  float   riscv  riscv64-unknown-elf  qemu-system-riscv32  virt
        -march=rv32imafc_zicsr -mabi=ilp32f -mcmodel=medany -mno-relax'
    'rv64d  double  riscv  riscv64-unknown-elf  qemu-system-riscv64  virt
        -march=rv64imafdc_zicsr -mabi=lp64d -mcmodel=medany -mno-relax'
    'avr    float   avr    avr                  simavr               atmega1284p
        -mmcu=atmega1284p'
)
FLASH=131072 MEMORY=16384 STACK=2048 # bytes of that AVR; STACK: reserved for the stack

FUSES=
if grep -qw fma /proc/cpuinfo; then FUSES=-mfma; fi
HOSTS=(
    'gcc -std=c99 -O0'
    "gcc -std=gnu99 -O2 $FUSES"
    "gcc -std=gnu99 -O3 $FUSES"
    "clang -std=gnu99 -O2 -ffp-contract=on $FUSES"
)
ENGINES=(interp tcc cc)

GUARD=${NOSLIP_GUARD:-3000} # seconds
STEPS=1000
STEP=0.0009765625 END=0.9765625 # of a run: 2^-10, as in steps.c
LONG='sleigh'                   # makes a million steps on LONG_ON
LONG_ON='m7'
# Machines for which the header estimates bytes, stack and instructions.
ANNOUNCED='m4f m7'

HERE=tests/embedded
HAND=tests/bench/hand/small
WARNINGS=(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion -Werror)
COLUMNS_OF_TABLE='%-24s %-6s %-7s %8s %8s %8s %12s\n'

fail() { # MESSAGE
    FAILED=$((FAILED + 1))
    echo "FAIL embedded $MODEL: $1"
    if [[ -s $TMP/out ]]; then head -n 20 "$TMP/out"; fi
}

must() { # WHAT COMMAND...: counts whether the command succeeds
    if "${@:2}" >"$TMP/out" 2>&1; then PASSED=$((PASSED + 1)); else fail "$1" && false; fi
}

# Macros for the driver: its package, and the number of steps.
driver_words() { # FOLDER STEPS
    DRIVER=("-I$HERE" -include "$1/$NAME.h" "-DMODEL=$NAME" "-DSTEPS=$2")
    if grep -q _default_inputs "$1/$NAME.h"; then DRIVER+=(-DHAS_INPUTS); fi
    if grep -q _initial_state "$1/$NAME.h"; then DRIVER+=(-DHAS_START); fi
}

# ---- the host ----

build_host() { # FOLDER OUT COMMAND...
    "${@:3}" "${DRIVER[@]}" -o "$2" "$HERE/host.c" "$HERE/steps.c" "$1/$NAME.c"
}

# The check of MISRA rules takes long: in double, where only the functions differ, for one model.
analyse() { # FOLDER REAL
    gcc -std=c99 -O2 -fanalyzer "${WARNINGS[@]}" -c -o "$1/analysed.o" "$1/$NAME.c" &&
        clang-tidy --quiet --config-file=tests/lint/clang-tidy "$1/$NAME.c" -- -std=c99 || return
    [[ $2 == double && $NAME != "$LONG" ]] || follows_rules "$1"
}
# MISRA C:2012, as far as cppcheck knows its rules; the header claims that there are no deviations.
follows_rules() { # FOLDER
    (cd "$1" && cppcheck --addon=misra --std=c99 --quiet \
        --suppress=normalCheckLevelMaxBranches "$NAME.c" 2>&1) >"$1/rules"
    ! grep . "$1/rules" && grep -q 'MISRA.*no deviations' "$1/$NAME.h"
}

emit() { # MODEL REAL: leaves FOLDER, NAME, and the words of the host in FOLDER/host.out
    FOLDER=$TMP/$2
    "$NOSLIP" emit "$1" --target embedded --real "$2" -o "$FOLDER" || return
    NAME=$(basename "$FOLDER"/*.h .h)
}

as_first() { # FOLDER COMMAND...: is the output that of the first compiler's program?
    build_host "$1" "$1/other" "${@:2}" && "$1/other" | diff "$1/host.out" -
}

as_run() { # MODEL ENGINE: in double, is the output after test and status that of a run?
    "$NOSLIP" run "$1" --method rk4 --project none --engine "$2" -t "$END" --dt "$STEP" \
        -q -o "$TMP/run.csv" &&
        tail -n +3 "$FOLDER/host.out" >"$TMP/states" &&
        python3 "$HERE/words.py" "$(wc -l <"$TMP/states")" <"$TMP/run.csv" | diff "$TMP/states" -
}

test_host() { # MODEL REAL
    local row command
    MODEL="$1 in $2"
    must 'emit' emit "$1" "$2" || return 1
    must 'analysers' analyse "$FOLDER" "$2" || true
    driver_words "$FOLDER" "$STEPS"
    for row in "${HOSTS[@]}"; do
        read -ra command <<<"$row"
        if [[ -e $FOLDER/host ]]; then
            must "$row" as_first "$FOLDER" "${command[@]}" || true
        else
            must "$row" build_host "$FOLDER" "$FOLDER/host" "${command[@]}" || return 1
            "$FOLDER/host" >"$FOLDER/host.out"
            must 'the self-test' grep -qx 'wrong 0' "$FOLDER/host.out" || true
        fi
    done
    # where numbers are not finite, a run ends, and a step leaves its state unchanged
    [[ $2 == double && ${DRIVER[*]} == *HAS_START* ]] || return 0
    grep -qx 'status [02]' "$FOLDER/host.out" || return 0
    for row in "${ENGINES[@]}"; do must "a run by $row" as_run "$1" "$row" || true; done
}

# ---- machines ----

# The package as a user may compile it; then with the driver, without any library.
build_object() { # FOLDER OUT COMPILER FLAG...
    "$3" "${@:4}" -std=gnu99 -O2 -ffunction-sections -fdata-sections -fstack-usage \
        "${WARNINGS[@]}" -ffreestanding -c -o "$2.o" "$1/$NAME.c"
}
build_target() { # OUT START COMPILER FLAG...
    local link=(-ffreestanding -nostdlib -T "$HERE/$2.ld")
    # avr-libc has the startup code and floating-point arithmetic
    if [[ $2 == avr ]]; then link=('-Wl,--defsym=stack_low=_end'); fi
    "$3" "${@:4}" -std=gnu99 -O2 -Wl,--gc-sections "${DRIVER[@]}" "${link[@]}" -o "$1" \
        "$HERE/$2.c" "$HERE/bare.c" "$HERE/steps.c" "$1.o" "${LIBRARIES[$2]}"
}
declare -A LIBRARIES=([arm]=-lgcc [riscv]=-lgcc [avr]=-lm)
# A program with nothing but a step.
build_step() { # OUT START ENTRY COMPILER FLAG...
    "$4" "${@:5}" -ffreestanding -nostdlib -Wl,--gc-sections -Wl,--build-id=none -Wl,-e,"$3" \
        -Wl,--defsym=stack_low=0 -ffunction-sections -Os -o "$1.step" "$1.o" "$HERE/bare.c" \
        "${LIBRARIES[$2]}" -lgcc
}

# No data to copy or to clear; stack frames, by the compiler's report, of known size up to 2 KiB.
no_variables() { # OBJECT PREFIX
    "$2-size" -A "$1" | awk '/^\.(data|bss|sdata|sbss)/ && $2 { print; bad = 1 } END { exit bad }'
}
small_frames() { # FILE
    awk '$2 > 2048 || $3 !~ /^static/ { print; bad = 1 } END { exit bad }' "$1"
}

# An AVR has its constants in memory, too.
has_room() { # TARGET
    avr-size "$1" | awk -v flash="$FLASH" -v memory="$((MEMORY - STACK))" \
        'NR == 2 { exit !($1 + $2 <= flash && $2 + $3 <= memory) }'
}
build_avr() { # OUT COMPILER FLAG...: without the self-test if it does not fit; 2: nothing fits
    WITHOUT_TEST=
    build_target "$1" avr "${@:2}" || return 1
    has_room "$1" && return
    WITHOUT_TEST=1 DRIVER+=(-DNO_TEST)
    build_target "$1" avr "${@:2}" || return 1
    has_room "$1" || return 2
}

# Ends an emulator that hangs, and appends a note to its output.
guarded() { # COMMAND...
    local code=0
    timeout "$GUARD" "$@" || code=$?
    ((code != 124)) || echo "the guard ended $1 after $GUARD s" >&2
    return "$code"
}
run_target() { # EMULATOR BOARD FILE
    local bios=()
    if [[ $1 == simavr ]]; then # it prints lines in colours, each with a point at its end
        guarded "$1" -m "$2" -f 16000000 "$3" 2>&1 >/dev/null </dev/null |
            sed -e 's/\x1b\[[0-9]*m//g' -e 's/\.$//' -e '/^$/d'
        return
    fi
    if [[ $1 == *riscv* ]]; then bios=(-bios none); fi
    guarded "$1" -M "$2" "${bios[@]}" -kernel "$3" -nographic -monitor none -serial none \
        -semihosting-config enable=on,target=native -icount shift=0 2>&1 </dev/null
}

# A row of the output; sets BYTES, STACKED and COUNT.
row_of_table() { # NAME ON REAL STEPS OUT PREFIX
    BYTES=$("$6-size" "$5.step" | awk 'NR == 2 { print $1 + $2 }')
    STACKED=$(sed -n 's/^stack //p' "$5.out")
    COUNT=$(sed -n 's/^count //p' "$5.out")
    # shellcheck disable=SC2059 # the format is a constant
    printf "$COLUMNS_OF_TABLE" "$1" "$2" "$3" "$4" "$BYTES" "$STACKED" "$COUNT"
}

# Is a step within half of the estimates in the header, where it has some for this machine?
as_announced() { # FOLDER BYTES STACK INSTRUCTIONS
    sed -nE -e 's/.* a step has about ([0-9]+) bytes.*/\1/p' \
        -e 's/^ \* ([0-9]+) instructions and needs some ([0-9]+) bytes.*/\1 \2/p' "$1"/*.h |
        paste -sd ' ' | awk -v bytes="$2" -v stack="$3" -v count="$4" '
            function near(a, b) { return a < 1.5 * b && b < 1.5 * a }
            { good = NF == 3 && near($1, bytes) && near($2, count) && stack <= $3 }
            !good { print "announced", $0, "measured", bytes, count, stack }
            END { exit !good }'
}

test_machine() { # MODEL STEPS NAME REAL START PREFIX EMULATOR BOARD FLAG...
    local out=$TMP/$3 folder=$TMP/$4 host=$TMP/$4/host.out code=0
    MODEL="$1 on $3"
    driver_words "$folder" "$2"
    if (($2 != STEPS)); then
        must 'host' build_host "$folder" "$out.host" gcc -std=gnu99 -O2 || return 0
        host=$out.host.out
        "$out.host" >"$host"
    fi
    must 'the package' build_object "$folder" "$out" "$6-gcc" "${@:9}" || return 0
    must 'no variables' no_variables "$out.o" "$6" || true
    must 'frames of at most 2 KiB' small_frames "$out.su" || true
    if [[ $5 == avr ]]; then
        build_avr "$out" "$6-gcc" "${@:9}" >"$TMP/out" 2>&1 || code=$?
        if ((code == 2)); then
            printf '%-24s %-6s does not fit: %s\n' "$NAME" "$3" "$(avr-size "$out" | awk \
                'NR == 2 { print $1 + $2 " bytes of code, " $2 + $3 " of memory" }')"
            return
        fi
        must 'target' test "$code" = 0 || return 0
    else
        must 'target' build_target "$out" "$5" "$6-gcc" "${@:9}" || return 0
    fi
    must 'a step alone' build_step "$out" "$5" "${NAME}_step" "$6-gcc" "${@:9}" || return 0
    run_target "$7" "$8" "$out" >"$out.out" || true
    grep -vE '^(stack|count) ' "$out.out" >"$out.words" || true
    if [[ $5 == avr && $WITHOUT_TEST ]]; then sed -i '1i wrong 0' "$out.words"; fi
    must "$2 steps as the host" diff "$host" "$out.words" || true
    row_of_table "$NAME" "$3" "$4" "$2" "$out" "$6"
    if [[ " $ANNOUNCED " == *" $3 "* && $COUNT ]]; then
        must 'as the header says, about' as_announced "$folder" "$BYTES" "$STACKED" "$COUNT" || true
    fi
}

# The sleigh written by hand, beside the emitted one.
by_hand() { # NAME REAL START PREFIX EMULATOR BOARD FLAG...
    local out=$TMP/hand NAME=by_hand
    MODEL='by hand'
    driver_words "$HAND" "$STEPS"
    DRIVER+=(-DNO_TEST)
    must 'object' build_object "$HAND" "$out" "$4-gcc" "${@:7}" || return 0
    must 'target' build_target "$out" "$3" "$4-gcc" "${@:7}" || return 0
    must 'a step alone' build_step "$out" "$3" sleigh_advance "$4-gcc" "${@:7}" || return 0
    run_target "$5" "$6" "$out" >"$out.out" || true
    row_of_table 'sleigh by hand' "$1" "$2" "$STEPS" "$out" "$4"
}

# ---- mutations ----

test_mutants() { # MODEL REAL
    local name
    MODEL="$1 in $2, altered"
    name=$(basename "$TMP/$2"/*.h .h)
    must 'its self-test finds that' python3 "$HERE/mutants.py" "$TMP/$2" "$name" -v || true
    printf '%-24s %-6s %-7s %s\n' "$name" test "$2" "$(head -n 1 "$TMP/out")"
}

one() { # MODEL, in its own process
    local row words real
    PASSED=0 FAILED=0 NAME=
    TMP=$(mktemp -d)
    trap 'rm -rf "$TMP"' EXIT
    for real in float double; do
        if ! test_host "$1" "$real"; then echo "$PASSED passed, $FAILED failed" && return; fi
        test_mutants "$1" "$real"
    done
    for row in "${MACHINES[@]}"; do
        read -rd '' -a words <<<"$row" || true
        test_machine "$1" "$STEPS" "${words[@]}"
        [[ $(basename "$1" .nh) == "$LONG" ]] || continue
        if [[ ${words[0]} == "$LONG_ON" ]]; then test_machine "$1" 1000000 "${words[@]}"; fi
        if [[ ${words[0]} == m4f ]]; then by_hand "${words[@]}"; fi
    done
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
    # shellcheck disable=SC2059 # the format is a constant
    printf "$COLUMNS_OF_TABLE" model on real steps bytes stack instructions
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
