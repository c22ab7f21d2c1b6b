#!/usr/bin/env bash
# tests/same.sh NOSLIP MODEL... -- the same answer always: other clocks, and limits of work.
#
# Output and exit code of each command must be the same while the wall clock jumps. At limits of
# work from far too low upwards, exit code 0 means the same bytes as without the limit; every other
# exit code has an error that names the limit, and no expression is printed as ?.
#
# SPDX-License-Identifier: MIT
set -euo pipefail

COMMANDS=(check 'check --json' derive emit report eval)
LIMITS=6 # for each command; with NOSLIP_WHOLE 16

PASSED=0 FAILED=0
good() { PASSED=$((PASSED + 1)); }
fail() { # MESSAGE
    FAILED=$((FAILED + 1))
    echo "FAIL same $MODEL: $1"
}

# Standard output and error to $TMP/NAME.out and .err, the exit code to CODE.
call() { # NAME COMMAND...
    CODE=0
    "${@:2}" >"$TMP/$1.out" 2>"$TMP/$1.err" || CODE=$?
}

test_clock() { # COMMAND...
    call clock env LD_PRELOAD="$TMP/clock.so" "$NOSLIP" "$@" "$MODEL"
    if [[ $CODE == "$PLAIN" ]] && cmp -s "$TMP/plain.out" "$TMP/clock.out"; then
        good
    else
        fail "$*: another answer while the clock jumps"
    fi
}

test_limit() { # UNITS COMMAND...
    call limit env NOSLIP_WORK="$1" "$NOSLIP" "${@:2}" "$MODEL"
    if grep -q 'units of work was reached' "$TMP/limit.err"; then
        if [[ $CODE != 3 ]]; then
            fail "$*: exit code $CODE"
        elif grep -qE '(^|[ =(])\?($|[ ,;)])' "$TMP/limit.out"; then
            fail "$*: an expression is missing"
        else
            good
        fi
    elif [[ $CODE != "$PLAIN" ]] || ! cmp -s "$TMP/plain.out" "$TMP/limit.out"; then
        fail "$*: another answer, and no error"
    else
        good
    fi
}

test_command() { # COMMAND...
    local k
    call plain "$NOSLIP" "$@" "$MODEL"
    PLAIN=$CODE
    test_clock "$@"
    for ((k = 0; k < LIMITS; k++)); do # from a thousand to 30 million
        test_limit "$(awk -v k=$k -v n=$LIMITS \
            'BEGIN { printf "%d", 1000 * 30000 ^ (k / (n - 1)) }')" "$@"
    done
}

NOSLIP=${1:?"usage: tests/same.sh NOSLIP MODEL..."}
TMP=$(mktemp -d)
trap 'rm -rf "$TMP"' EXIT
if [[ ${NOSLIP_WHOLE:-} ]]; then LIMITS=16; fi
gcc -shared -fPIC -O1 -o "$TMP/clock.so" tests/same/clock.c -ldl
for MODEL in "${@:2}"; do
    for command in "${COMMANDS[@]}"; do
        read -ra words <<<"$command"
        test_command "${words[@]}"
    done
done
echo "$PASSED passed, $FAILED failed"
((FAILED == 0))
