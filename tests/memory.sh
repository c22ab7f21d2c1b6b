#!/usr/bin/env bash
# tests/memory.sh NOSLIP MODEL|SESSION... -- allocations that fail, one after the other.
#
# Each command runs with its first allocation failing, then with its second, and so on; a session
# with one of every so many failing, from each start, so that each of its allocations fails in one
# of the runs. No run ends by a signal, by the dynamic linker (127) or by a mistake of noslip (70).
# A command that ends well has the output of the run without failures; a session prints the result
# of its last line, which is asked until memory suffices. One start in SHARE is tried; with
# NOSLIP_WHOLE every one.
#
# SPDX-License-Identifier: MIT
set -euo pipefail

COMMANDS=(check derive run emit report)
SHARE=16   # of the allocations of a command, one in so many fails
EVERY=499  # allocations from one that fails to the next, in a session
SESSIONS=3 # starts of a session that are tried

PASSED=0 FAILED=0
good() { PASSED=$((PASSED + 1)); }
fail() { # MESSAGE
    FAILED=$((FAILED + 1))
    echo "FAIL memory ${ITEM##*/}: $1"
}

# Standard output to $TMP/NAME.out, error to $TMP/NAME.err, files to $TMP, the exit code to CODE.
call() { # NAME AT EVERY ARGUMENT...
    CODE=0
    (cd "$TMP" && FAIL_AT=$2 FAIL_EVERY=$3 FAIL_COUNT=$TMP/count LD_PRELOAD=$TMP/fail.so \
        "$NOSLIP" "${@:4}" <"$INPUT" >"$1.out" 2>"$1.err") || CODE=$?
}

# Command lines of a model; files have no names of their own, so that their text is compared.
words_of() { # COMMAND
    case $1 in
    run) WORDS=(run "$ITEM" -o -) ;;
    report) WORDS=(report "$ITEM" -o -) ;;
    *) WORDS=("$1" "$ITEM") ;;
    esac
}

test_command() { # COMMAND
    local at count plain
    words_of "$1"
    call plain 0 0 "${WORDS[@]}"
    plain=$CODE count=$(<"$TMP/count")
    for ((at = 1; at <= count; at += SHARE)); do
        call failed "$at" 0 "${WORDS[@]}"
        if ((CODE == 4)) && [[ -s $TMP/failed.err ]]; then
            good
        elif ((CODE == plain)) && cmp -s <(stable plain) <(stable failed); then
            good
        else
            fail "$1, allocation $at of $count: exit code $CODE"
        fi
    done
}

# The output without the time that it took.
stable() { sed -E 's/[0-9.]+ (ms|s)$//' "$TMP/$1.out"; }

test_session() {
    local at starts=$EVERY
    ((SHARE == 1)) || starts=$SESSIONS
    INPUT=$ITEM
    cp -r models "$TMP"
    for ((at = 1; at <= starts; at++)); do
        rm -f "$TMP"/saved.*
        call session "$((100 + at))" "$EVERY" repl
        if ((CODE > 1)); then
            fail "allocations $at, $((at + EVERY)), ...: exit code $CODE"
        elif ! tail -n 6 "$TMP/session.out" | grep -qx '  yes, proved'; then
            fail "allocations $at, $((at + EVERY)), ...: no answer to the last lines"
        else
            good
        fi
    done
}

NOSLIP=$(realpath "${1:?"usage: tests/memory.sh NOSLIP MODEL|SESSION..."}")
TMP=$(mktemp -d)
trap 'rm -rf "$TMP"' EXIT
[[ -z ${NOSLIP_WHOLE:-} ]] || SHARE=1
gcc -shared -fPIC -O1 -fno-builtin -o "$TMP/fail.so" tests/memory/fail.c -ldl
for ITEM in "${@:2}"; do
    ITEM=$(realpath "$ITEM") INPUT=/dev/null
    if [[ $ITEM != *.nh ]]; then
        test_session
    else
        for command in "${COMMANDS[@]}"; do test_command "$command"; done
    fi
done
echo "$PASSED passed, $FAILED failed"
((FAILED == 0))
