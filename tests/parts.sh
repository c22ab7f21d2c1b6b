# tests/parts.sh -- the parts of the tests, and the commands test and san; sourced by build.sh.
#
# SPDX-License-Identifier: MIT
# shellcheck shell=bash

PARTS=( # of the tests; when: test, only in test --all (needs the packages of big), only in san
    # name            variant    kind      when
    'unit             gcc        unit      test'
    'golden           gcc        golden    test'
    'golden-clang     clang      golden    test'
    'unit-hostile     hostile    unit      test'
    'golden-hostile   hostile    golden    test'
    'unit-san         san        unit      test'
    'golden-san       san        golden    test'
    'fuzz-san         san        fuzz      test'
    'unit-san-clang   san-clang  unit      san'
    'golden-san-clang san-clang  golden    san'
    'golden-plain     plain      golden    big'
    'valgrind         gcc        valgrind  test'
    'emit             gcc        emit      test'
    'embedded         gcc        embedded  big'
    'browser          gcc        browser   big'
    'lint             gcc        lint      test'
)

# Of the shipped models, those that test --all runs on microcontrollers: few and many operations,
# inputs, time.
EMBEDDED_MODELS=(sleigh snakeboard rolling_disk disk_control)

# ---- tests: every part ends what it prints with "N passed, N failed" ----

tally() { # PASSED FAILED
    echo "$1 passed, $2 failed"
    (($2 == 0))
}

# An old program that could not be built anew must not be tested instead.
is_built() { # VARIANT TARGET
    make_in "$1" -q "$2" >/dev/null 2>&1 || { echo "FAIL $1: $2 does not build" && false; }
}

make_locales() { # a decimal comma, and a capital I that is no i
    local name
    mkdir -p build/locale
    for name in de_DE tr_TR; do
        [[ -d build/locale/$name.UTF-8 ]] && continue
        localedef --quiet -i "$name" -f UTF-8 build/locale/half
        mv build/locale/half "build/locale/$name.UTF-8"
    done
}

# Runs a command as a test of a variant: with its locale, its sanitizers made strict.
as_test() { # VARIANT COMMAND...
    read_variant "$1"
    env LOCPATH="$ROOT/build/locale" LC_ALL="$LOCALE" NOSLIP_BIN="$ROOT/build/$1/noslip" \
        NOSLIP_RANDOM="${NOSLIP_RANDOM:-$RANDOM_CASES}" CK_FORK="${CK_FORK:-$FORK}" \
        CK_DEFAULT_TIMEOUT=0 ASAN_OPTIONS=allocator_may_return_null=1 \
        UBSAN_OPTIONS=print_stacktrace=1 timeout --foreground 900 "${@:2}"
}

# Adds the checks of one unit program to PASSED and FAILED; one that ends badly without a failed
# check, or without a summary, failed once.
run_unit() { # VARIANT SOURCE
    local program=build/$1/${2%.c} out code=0 checks failures errors bad=0 seen=0
    local summary='^[0-9]+%: Checks: ([0-9]+), Failures: ([0-9]+), Errors: ([0-9]+)$'
    is_built "$1" "$program" || { FAILED=$((FAILED + 1)) && return; }
    out=$(as_test "$1" "$program" 2>&1) || code=$?
    while read -r checks failures errors; do
        seen=1 bad=$((bad + failures + errors))
        PASSED=$((PASSED + checks - failures - errors))
    done < <(sed -nE "s/$summary/\1 \2 \3/p" <<<"$out")
    if ((bad == 0 && (code || !seen))); then bad=1; fi
    FAILED=$((FAILED + bad))
    if ((bad)); then printf 'FAIL %s: exit code %d\n%s\n' "$program" "$code" "$out"; fi
}

part_unit() { # VARIANT [NAME]
    local source sources PASSED=0 FAILED=0
    mapfile -t sources < <(compgen -G "tests/unit/${2:-*}.c")
    ((${#sources[@]})) || { echo "FAIL there is no tests/unit/${2:-*}.c"; FAILED=1; }
    for source in "${sources[@]}"; do run_unit "$1" "$source"; done
    tally "$PASSED" "$FAILED"
}

part_golden() { # VARIANT [NAME]
    if is_built "$1" program; then
        as_test "$1" tests/golden.sh "build/$1/noslip" "${@:2}"
    else
        tally 0 1
    fi
}

part_emit() { # VARIANT [NAME]
    if is_built "$1" program; then
        as_test "$1" tests/emit.sh "build/$1/noslip" "${@:2}"
    else
        tally 0 1
    fi
}

part_embedded() { # VARIANT [MODEL]
    if is_built "$1" program; then
        if (($# == 1)); then set -- "$1" "${EMBEDDED_MODELS[@]}"; fi
        as_test "$1" tests/embedded.sh "build/$1/noslip" "${@:2}"
    else
        tally 0 1
    fi
}

part_browser() { # VARIANT [MODEL]
    if is_built "$1" program; then
        as_test "$1" /usr/bin/python3 tests/browser.py "build/$1/noslip" "${@:2}"
    else
        tally 0 1
    fi
}

# Once more through what was found worth keeping.
part_fuzz() { # VARIANT [NAME]
    local source name out PASSED=0 FAILED=0
    for source in tests/fuzz/${2:-*}.c; do
        name=$(basename "$source" .c) FAILED=$((FAILED + 1))
        is_built "$1" "build/$1/${source%.c}" || continue
        if out=$(as_test "$1" "build/$1/${source%.c}" "tests/fuzz/corpus/$name"/* 2>&1); then
            PASSED=$((PASSED + 1)) FAILED=$((FAILED - 1))
        else
            echo "FAIL fuzz $name"
            tail -n 60 <<<"$out"
        fi
    done
    tally "$PASSED" "$FAILED"
}

# On what generates code at run time, which no sanitizer sees into.
part_valgrind() { # VARIANT
    local PASSED=0 FAILED=0 source
    for source in tests/unit/jit*.c; do run_valgrind "$1" "build/$1/${source%.c}"; done
    run_valgrind "$1" "build/$1/noslip" run models/skater_slope.nh -o -
    tally "$PASSED" "$FAILED"
}

run_valgrind() { # VARIANT PROGRAM ARGUMENT...
    local out
    FAILED=$((FAILED + 1))
    is_built "$1" "$2" || return
    if out=$(NOSLIP_RANDOM=100 CK_FORK=no as_test "$1" valgrind --quiet --error-exitcode=99 \
        --leak-check=full "${@:2}" 2>&1); then
        PASSED=$((PASSED + 1)) FAILED=$((FAILED - 1))
    else
        echo "FAIL valgrind ${*:2}"
        tail -n 60 <<<"$out"
    fi
}

part_lint() { # VARIANT [CHECK]
    # shellcheck source=tests/lint.sh
    . tests/lint.sh
    lint "$@"
}

# Sets the columns of the row of PARTS that PART[/ONE] names.
read_part() {
    local row name
    ONE=
    [[ $1 == */* ]] && ONE=${1#*/}
    for row in "${PARTS[@]}"; do
        read -r name VARIANT KIND _ <<<"$row"
        [[ $name == "${1%%/*}" ]] && return
    done
    die 2 "no part of the tests is called ${1%%/*}; there are: $(parts '.*' | paste -sd ' ')"
}

parts() { # WHEN, a regular expression: names of the parts
    local row name when
    for row in "${PARTS[@]}"; do
        read -r name _ _ when <<<"$row"
        if [[ $when =~ ^($1)$ ]]; then echo "$name"; fi
    done
}

# One part in a process of its own: prints its line, leaves a log and the counts.
cmd_part() { # PART[/ONE] FILE
    local start passed failed
    start=$(now)
    read_part "$1"
    "part_$KIND" "$VARIANT" ${ONE:+"$ONE"} >"$2.log" 2>&1 || true
    read -r passed failed < <(tail -n 1 "$2.log" |
        sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' | grep . || echo 0 1)
    echo "$passed $failed" >"$2.count"
    printf '%-18s %7d passed %5d failed %10s\n' "$1" "$passed" "$failed" "$(seconds_since "$start")"
}

run_parts() { # PART[/ONE]...: the sums are left in PASSED and FAILED
    local start part variant variants=() file i=0 passed failed
    for part; do
        read_part "$part"
        variants+=("$VARIANT")
    done
    mapfile -t variants < <(printf '%s\n' "${variants[@]}" | sort -u)
    start=$(now)
    build_variants "${variants[@]}"
    make_locales
    printf '%-18s %28s %10s\n' build "${variants[*]}" "$(seconds_since "$start")"
    for variant in "${variants[@]}"; do show build "build/$variant/log"; done

    rm -rf build/test
    mkdir -p build/test
    # xargs and not jobs of this shell: those would not hear Ctrl-C.
    for part; do printf '%s\n' "$part" "build/test/$((i++))"; done |
        xargs -d '\n' -n 2 -P "$JOBS" "$BASH" build.sh part || true
    PASSED=0 FAILED=0 i=0
    for part; do
        file=build/test/$((i++)) passed=0 failed=1
        if [[ -s $file.count ]]; then read -r passed failed <"$file.count"; fi
        PASSED=$((PASSED + passed)) FAILED=$((FAILED + failed))
        if ((failed)); then show "$part" "$file.log"; fi
    done
}

show() { # TITLE FILE: the end of it, if there is anything in it
    if [[ -s $2 ]]; then echo "---- $1: $2" && tail -n 100 "$2"; fi
}

cmd_test() {
    local arg all=0 big=0 chosen=() left=() skipped
    for arg; do if [[ $arg == --all ]]; then all=1; else chosen+=("$arg"); fi; done
    for arg in $(parts big); do if [[ " ${chosen[*]%%/*} " == *" $arg "* ]]; then big=1; fi; done
    if ((all || big)); then cmd_setup big; else cmd_setup test; fi
    if ((${#chosen[@]} == 0)); then
        if ((!all)); then mapfile -t left < <(parts big); fi
        mapfile -t chosen < <(if ((all)); then parts 'test|big'; else parts test; fi)
    fi
    lock
    run_parts "${chosen[@]}"
    for arg in "${left[@]}"; do
        echo "left out: $arg needs $(tr -s ' \n' ' ' <<<"${PACKAGES[big]}"), use --all"
    done
    skipped=${left[*]:+, ${#left[@]} skipped}
    echo "$PASSED passed, $FAILED failed$skipped"
    ((FAILED == 0))
}

cmd_san() { # [PART[/ONE]...]
    local chosen=() one name
    (($#)) || mapfile -t chosen < <(parts '.*' | grep -e -san)
    for one; do # unit/NAME is unit-san/NAME and unit-san-clang/NAME
        while read -r name; do chosen+=("$name${one#"${one%%/*}"}"); done < <(
            parts '.*' | grep -xE -e "${one%%/*}(-san)?(-clang)?" | grep -e -san)
    done
    ((${#chosen[@]})) || die 2 "no part of the tests of that name has sanitizers"
    cmd_test "${chosen[@]}"
}
