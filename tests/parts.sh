# tests/parts.sh -- the parts of the tests, the queue that runs them, and the commands test, san and
# figures; sourced by build.sh.
#
# A part is one kind of test on one variant of the program. Its kind has two functions: items_KIND
# lists its jobs, job_KIND runs one of them and ends its output with "N passed, N failed". The jobs
# of all parts form one queue, longest first, for $JOBS workers. To add a part, add a row; to add a
# kind, add its two functions. tests/README.md says which test runs where.
#
# SPDX-License-Identifier: MIT
# shellcheck shell=bash

PARTS=( # when: test: always; big: only in test --all, with the packages of big; san: only in san
    # name            variant    kind      when
    'unit             gcc        unit      test'
    'golden           gcc        golden    test'
    'golden-clang     clang      golden    big'
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
    'same             gcc        same      test'
    'memory           gcc        memory    test'
    'embedded         gcc        embedded  big'
    'browser          gcc        browser   big'
    'lint             gcc        lint      test'
)

# Shipped models that test --all runs on microcontrollers: few and many operations, inputs, time.
EMBEDDED_MODELS=(sleigh snakeboard rolling_disk disk_control)

# No test measures time. A job that has not ended after this many seconds is killed, and counts as
# failed.
GUARD=${NOSLIP_GUARD:-3600}

QUEUE=build/test

# ---- helpers of all kinds of jobs ----

tally() { # PASSED FAILED
    echo "$1 passed, $2 failed"
    (($2 == 0))
}

# A program that could not be rebuilt must not be tested.
is_built() { # VARIANT TARGET
    make_in "$1" -q "$2" >/dev/null 2>&1 || { echo "FAIL $1: $2 does not build" && false; }
}

make_locales() { # with a decimal comma, and with a Turkish capital I
    local name
    mkdir -p build/locale
    for name in de_DE tr_TR; do
        [[ -d build/locale/$name.UTF-8 ]] && continue
        localedef --quiet -i "$name" -f UTF-8 build/locale/half
        mv build/locale/half "build/locale/$name.UTF-8"
    done
}

# Runs a command as a test of a variant: with its locale, with strict sanitizers, in a process group
# that Ctrl-C and the guard end as a whole. Tests that do not depend on the build run in the first
# variant only, and long comparisons are complete only there. The other variants run one in three of
# them, each a different third; `san` runs all of them.
as_test() { # VARIANT COMMAND...
    local code=0 start=$SECONDS once=no whole='' turn=''
    read_variant "$1"
    if [[ $1 == gcc ]]; then
        once=yes whole=${NOSLIP_WHOLE:-}
    elif [[ -z ${NOSLIP_EVERY:-} ]]; then
        turn=$((${#1} % 3)) # san 0, hostile 1, san-clang 0
    fi
    if [[ ${NOSLIP_WHOLE:-} ]]; then RANDOM_CASES=$((3 * RANDOM_CASES)); fi
    set -m
    env LOCPATH="$ROOT/build/locale" LC_ALL="$LOCALE" NOSLIP_BIN="$ROOT/build/$1/noslip" \
        NOSLIP_RANDOM="${NOSLIP_RANDOM:-$RANDOM_CASES}" NOSLIP_WHOLE="$whole" NOSLIP_ONCE="$once" \
        NOSLIP_TURN="$turn" CK_FORK="${CK_FORK:-$FORK}" CK_DEFAULT_TIMEOUT=0 \
        ASAN_OPTIONS=allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
        timeout --kill-after=10 "$GUARD" "${@:2}" </dev/null &
    trap 'kill -- -$! 2>/dev/null; exit 130' INT TERM
    wait $! || code=$?
    trap - INT TERM
    set +m
    if ((code && SECONDS - start >= GUARD)); then
        echo "FAIL ${*:2}: the guard ended it after $GUARD s; NOSLIP_GUARD sets another time"
    fi
    return "$code"
}

# A script of tests that prints its own summary.
as_script() { # VARIANT COMMAND...
    if is_built "$1" program; then as_test "$@"; else tally 0 1; fi
}

# One test that passes or fails as a whole.
as_one() { # VARIANT TARGET COMMAND...
    if is_built "$1" "$2" && as_test "$1" "${@:3}"; then tally 1 0; else tally 0 1; fi
}

# The K-th of N slices of the input lines.
slice() { # KofN
    awk -v k="${1%of*}" -v n="${1#*of}" 'NR % n == k % n'
}
slices() { # N
    local k
    for ((k = 1; k <= $1; k++)); do echo "${k}of$1"; done
}

# ---- the kinds: items_KIND VARIANT and job_KIND VARIANT ITEM ----

items_unit() { basename -s .c tests/unit/*.c; }
# Each check counts; a program that fails without a failed check, or without a summary, failed.
job_unit() { # VARIANT NAME
    local program=build/$1/tests/unit/$2 out=$QUEUE/$ID.out code=0 checks failures errors
    local passed=0 failed=0 seen=0
    local summary='^[0-9]+%: Checks: ([0-9]+), Failures: ([0-9]+), Errors: ([0-9]+)$'
    [[ -e tests/unit/$2.c ]] || { echo "FAIL there is no tests/unit/$2.c" && tally 0 1 && return; }
    is_built "$1" "$program" || { tally 0 1 && return; }
    as_test "$1" "$program" >"$out" 2>&1 || code=$?
    while read -r checks failures errors; do
        seen=1 failed=$((failed + failures + errors))
        passed=$((passed + checks - failures - errors))
    done < <(sed -nE "s/$summary/\1 \2 \3/p" "$out")
    if ((failed == 0 && (code || !seen))); then failed=1; fi
    if ((failed)); then echo "FAIL $program: exit code $code"; fi
    cat "$out"
    tally "$passed" "$failed"
}

# With sanitizers a golden takes ten times as long.
items_golden() { if [[ $1 == san* ]]; then slices 8; else slices 2; fi; }
job_golden() { # VARIANT KofN|NAME
    local names=("$2")
    if [[ $2 =~ ^[0-9]+of[0-9]+$ ]]; then
        mapfile -t names < <(find tests/golden -maxdepth 1 -type f -name '*.*' -printf '%f\n' |
            LC_ALL=C sort | slice "$2")
    fi
    as_script "$1" tests/golden.sh "build/$1/noslip" "${names[@]}"
}

items_emit() { printf '%s\n' files embedded {models,tests/models,tests/emit}/*.nh; }
job_emit() { # VARIANT PATH|NAME
    local name=$2
    for name in "$2" {models,tests/models,tests/emit}/"$2".nh; do
        if [[ -f $name ]]; then break; fi
    done
    if [[ ! -f $name ]]; then name=$2; fi
    as_script "$1" tests/emit.sh "build/$1/noslip" --one "$name"
}

# Of all models only in test --all; these have few and many operations, events, another law.
SAME_MODELS=(sleigh skater_slope snakeboard)
items_same() {
    if [[ ${NOSLIP_WHOLE:-} ]]; then
        basename -s .nh models/*.nh
    else
        printf '%s\n' "${SAME_MODELS[@]}"
    fi
}
job_same() { as_script "$1" tests/same.sh "build/$1/noslip" "models/$2.nh"; }

items_memory() { printf '%s\n' models/skater_slope.nh tests/memory/session; }
job_memory() { as_script "$1" tests/memory.sh "build/$1/noslip" "$2"; }

items_embedded() { printf '%s\n' "${EMBEDDED_MODELS[@]}"; }
job_embedded() { as_script "$1" tests/embedded.sh "build/$1/noslip" --one "models/$2.nh"; }

items_browser() { echo all; }
job_browser() { # VARIANT all|MODEL
    if [[ $2 == all ]]; then set -- "$1"; fi
    as_script "$1" /usr/bin/python3 tests/browser.py "build/$1/noslip" "${@:2}"
}

# Replays the inputs of the corpus.
items_fuzz() { basename -s .c tests/fuzz/*.c; }
job_fuzz() { # VARIANT NAME
    as_one "$1" "build/$1/tests/fuzz/$2" "build/$1/tests/fuzz/$2" "tests/fuzz/corpus/$2"/*
}

# For code that is generated at run time, which sanitizers do not check.
items_valgrind() {
    echo run
    basename -s .c tests/unit/jit*.c
}
job_valgrind() { # VARIANT run|NAME
    local program=build/$1/tests/unit/$2 arguments=()
    if [[ $2 == run ]]; then
        program=build/$1/noslip arguments=(run models/skater_slope.nh -o -)
    fi
    NOSLIP_RANDOM=100 NOSLIP_WHOLE='' CK_FORK=no as_one "$1" "$program" valgrind --quiet \
        --error-exitcode=99 --leak-check=full "$program" "${arguments[@]}"
}

# clang-tidy is one job for each file: in test for changed files, in test --all for all.
items_lint() {
    # shellcheck source=tests/lint.sh
    . tests/lint.sh
    local left
    left=$(lint_left_out)
    # shellcheck disable=SC2046 # words
    printf '%s\n' "${LINT[@]}" | grep -vx -e tidy $(sed -nE 's/^([a-z]+) .*/-e \1/p' <<<"$left")
    if [[ $left == *'tidy needs'* ]]; then return; fi
    if [[ ${NOSLIP_WHOLE:-} ]]; then tidy_files; else changed_files; fi
}
job_lint() { # VARIANT CHECK|FILE
    # shellcheck source=tests/lint.sh
    . tests/lint.sh
    if [[ -f $2 ]]; then lint_with "tidy_one $2"; else lint_with "lint_$2"; fi
}

# ---- the queue ----

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

# The jobs of these parts, longest first: by seconds as the last run measured them, or from the file
# tests/weights, whose names are patterns.
write_queue() { # PART[/ONE]...
    local part item weight seconds pattern rows=()
    local -A measured=()
    if [[ -e build/weights ]]; then
        while read -r seconds item; do measured[$item]=$seconds; done <build/weights
    fi
    mapfile -t rows < <(grep -v '^#' tests/weights)
    for part; do
        read_part "$part"
        while read -r item; do
            item=${part%%/*}/$item weight=${measured["$item"]:-}
            if [[ -z $weight ]]; then
                for seconds in "${rows[@]}"; do
                    read -r weight pattern <<<"$seconds"
                    # shellcheck disable=SC2053 # a pattern
                    if [[ $item == $pattern ]]; then break; fi
                done
            fi
            printf '%s\t%s\t%s\n' "$weight" "${item%%/*}" "${item#*/}"
        done < <(if [[ $ONE ]]; then echo "$ONE"; else "items_$KIND" "$VARIANT"; fi)
    done | LC_ALL=C sort -t $'\t' -k 1,1 -rn -s | cut -f 2-
}

# One job, in its own process. The last one of a part prints the line of the part.
cmd_job() { # ID: number of the line in the queue
    local part item passed failed user system
    ID=$1
    IFS=$'\t' read -r part item < <(sed -n "${ID}p" $QUEUE/queue)
    read_part "$part"
    echo "$part/$item" >$QUEUE/"$ID.now"
    "job_$KIND" "$VARIANT" "$item" >$QUEUE/"$ID.log" 2>&1 || true
    read -r passed failed < <(tail -n 1 $QUEUE/"$ID.log" |
        sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' | grep . || echo 0 1)
    rm -f $QUEUE/"$ID.now"
    if ((failed)); then line "FAIL $part/$item: $QUEUE/$ID.log"; fi
    times >$QUEUE/"$ID.times" # second line: time of child processes
    { read -r _ && read -r user system; } <$QUEUE/"$ID.times"
    exec 8>$QUEUE/lock
    flock 8
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$ID" "$passed" "$failed" \
        "$(milliseconds "$user" "$system")" "$part" "$item" >>$QUEUE/done
    if (($(count_part "$part" 5 <$QUEUE/done) == $(count_part "$part" 1 <$QUEUE/queue))); then
        line "$(part_line "$part")"
    fi
}

milliseconds() { # TIME...: as `times` prints them, 1m2.345s, with the point of the locale
    printf '%s\n' "$@" | tr , . |
        LC_ALL=C awk -F '[ms]' '{ sum += $1 * 60 + $2 } END { printf "%.0f", 1000 * sum }'
}

count_part() { # PART COLUMN
    awk -F '\t' -v part="$1" -v column="$2" '$column == part { n++ } END { print n + 0 }'
}

part_line() { # PART: jobs without a result failed
    awk -F '\t' -v part="$1" -v jobs="$(count_part "$1" 1 <$QUEUE/queue)" '
        $5 == part { passed += $2; failed += $3; cpu += $4; ended++ }
        END {
            printf "%-18s %7d passed %5d failed %8.1f s of CPU", part, passed,
                failed + jobs - ended, cpu / 1000
            if (ended < jobs) printf ", %d of %d jobs did not end", jobs - ended, jobs
        }' $QUEUE/done
}

# On a terminal the line of progress is overwritten.
line() { if [[ -t 1 ]]; then printf '\r\033[K%s\n' "$*"; else echo "$*"; fi; }

# Prints every few seconds the finished and the running jobs, until the shell that started it ends.
progress() {
    local pause=5 show='%s\n' text total ended now
    if [[ -t 1 ]]; then pause=1 show='\r\033[K%.79s'; fi
    exec 7<> <(:)
    while ! read -rt "$pause" -u 7 && kill -0 $$ 2>/dev/null; do
        if [[ -e $QUEUE/queue ]]; then
            total=$(wc -l <$QUEUE/queue) ended=$(wc -l <$QUEUE/done)
            now=$(cat $QUEUE/*.now 2>/dev/null | paste -sd ' ') || true # a job ended meanwhile
            text="$ended of $total jobs done, now $now"
        else
            text="building, $(find build -name '*.o' -newer $QUEUE/start | wc -l) files compiled"
        fi
        # shellcheck disable=SC2059 # one of two constants
        printf "$show" "  $((SECONDS)) s: $text"
    done
}

run_parts() { # PART[/ONE]...: the sums are left in PASSED and FAILED
    local start part variant variants=() names=() ended ticker
    for part; do
        read_part "$part"
        variants+=("$VARIANT")
    done
    mapfile -t variants < <(printf '%s\n' "${variants[@]}" | sort -u)
    mapfile -t names < <(printf '%s\n' "${@%%/*}" | awk '!seen[$0]++')
    rm -rf $QUEUE
    mkdir -p $QUEUE
    touch $QUEUE/start
    echo "building ${variants[*]}"
    progress &
    ticker=$!
    # shellcheck disable=SC2064 # now
    trap "kill $ticker 2>/dev/null" EXIT

    start=$(now)
    build_variants "${variants[@]}"
    if [[ -e build/noslip && -e build/gcc/noslip ]]; then ln -f build/gcc/noslip build/noslip; fi
    make_locales
    line "$(printf '%-18s %28s %10s' build "${variants[*]}" "$(seconds_since "$start")")"
    for variant in "${variants[@]}"; do show build "build/$variant/log"; done

    : >$QUEUE/done
    write_queue "$@" >$QUEUE/queue.new
    mv $QUEUE/queue{.new,}
    # xargs, since background jobs of this shell would ignore Ctrl-C
    seq "$(wc -l <$QUEUE/queue)" | xargs -n 1 -P "$JOBS" "$BASH" build.sh job || true
    kill $ticker 2>/dev/null || true
    wait
    trap - EXIT
    for part in "${names[@]}"; do
        ended=$(count_part "$part" 5 <$QUEUE/done)
        if ((ended < $(count_part "$part" 1 <$QUEUE/queue) || ended == 0)); then
            line "$(part_line "$part")"
        fi
    done
    keep_weights
    read -r PASSED FAILED < <(awk -F '\t' -v jobs="$(wc -l <$QUEUE/queue)" '
        { passed += $2; failed += $3 } END { print passed + 0, failed + jobs - NR }' $QUEUE/done)
    while IFS=$'\t' read -r ID _ _ _ part variant; do
        show "$part/$variant" "$QUEUE/$ID.log"
    done < <(awk -F '\t' '$3' $QUEUE/done)
}

# Seconds of this run replace older ones.
keep_weights() {
    touch build/weights
    awk -F '\t' '
        FILENAME != "build/weights" {
            seen[$5 "/" $6] = 1
            printf "%.1f %s/%s\n", $4 / 1000, $5, $6
            next
        }
        { name = $0; sub(/^[^ ]* /, "", name); if (!(name in seen)) print }' \
        $QUEUE/done build/weights | keep build/weights
}

show() { # TITLE FILE: the end of the file, unless it is empty
    if [[ -s $2 ]]; then echo "---- $1: $2" && tail -n 100 "$2"; fi
}

# ---- commands ----

cmd_test() {
    local arg all=0 big=0 chosen=() left=() skipped
    for arg; do if [[ $arg == --all ]]; then all=1; else chosen+=("$arg"); fi; done
    for arg in $(parts big); do if [[ " ${chosen[*]%%/*} " == *" $arg "* ]]; then big=1; fi; done
    if ((all)); then export NOSLIP_WHOLE=1; fi
    if ((all || big)); then cmd_setup big; else cmd_setup test; fi
    if ((${#chosen[@]} == 0)); then
        if ((!all)); then mapfile -t left < <(parts big); fi
        mapfile -t chosen < <(if ((all)); then parts 'test|big'; else parts test; fi)
    fi
    lock
    run_parts "${chosen[@]}"
    if ((${#left[@]})); then echo "left out: ${left[*]}; test --all runs them"; fi
    if [[ " ${chosen[*]} " == *' lint '* ]]; then
        while read -r arg; do
            left+=("$arg")
            echo "left out: lint $arg"
        done < <(. tests/lint.sh && lint_left_out)
    fi
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
    export NOSLIP_EVERY=1
    cmd_test "${chosen[@]}"
}

# Large numbers of random cases, with a new seed; prints the output of the programs.
cmd_figures() { # [NAME...]: unit programs
    local part item chosen=(unit)
    if (($#)); then chosen=("${@/#/unit/}"); fi
    export NOSLIP_SEED=${NOSLIP_SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
    export NOSLIP_RANDOM=${NOSLIP_RANDOM:-100000} NOSLIP_WHOLE=1
    echo "seed $NOSLIP_SEED, $NOSLIP_RANDOM random cases"
    cmd_setup test
    lock
    run_parts "${chosen[@]}"
    while IFS=$'\t' read -r ID _ _ _ part item; do
        sed -E "/^Running suite|^[0-9]+%: Checks: |^[0-9]+ passed, /d; s|^|$item: |" \
            "$QUEUE/$ID.log"
    done < <(sort -t $'\t' -k 6 $QUEUE/done)
    echo "NOSLIP_SEED=$NOSLIP_SEED ./build.sh figures repeats this"
    echo "$PASSED passed, $FAILED failed"
    ((FAILED == 0))
}
