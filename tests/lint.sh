# tests/lint.sh -- static checks of the tree, each with a name; sourced by build.sh.
#
# A check is a function that prints violations and fails, or is silent. To add one, add its function
# and its name.
#
# SPDX-License-Identifier: MIT
# shellcheck shell=bash

LINT=(format tidy columns words layers rooms names private size lists memory floor locale
    symbols shell headers licence policy)

# Results of these tools depend on their version: the check runs only with this one.
VERSIONS=(
    # check  tool          version
    'format  clang-format  14'
    'tidy    clang-tidy    14'
)

LAYERS=(
    # folder      allowed paths of our own headers, a regular expression
    'expr         [a-z0-9_]+\.h'
    'expr/exact   (\.\./)?[a-z0-9_]+\.h'
    'runtime      [a-z0-9_]+\.h'
    'runtime/host (\.\./|runtime/|runtime/host/)?[a-z0-9_]+\.h'
)

# The rooms of gen/ in the order in which data pass through them: a room uses only those above it.
# Public names of a room begin with its prefix.
STREET=(
    # room    prefix
    'tables   -'
    'base     base'
    'symbolic sym'
    'language lang'
    'algebra  alg'
    'geometry geom'
    'forms    form'
    'start    start'
    'code     code'
    'job      job'
    'print    print'
    'prove    prove'
    'emit     emit'
    'figure   figure'
    'run      run'
    'analyze  analyze'
    'report   report'
    'cli      cli'
    'session  session'
)

# What one formulation needs, or one statement of a model that few formulations take, is known to
# their files only: other files ask questions.c or chart.c of forms/, geometry.h, or model.h.
PRIVATE=(
    # use (a regular expression)    files that may, by how they begin (likewise)
    '(->|\.)ops\b                   gen/forms/'
    '(->|\.)workings\b              gen/forms/'
    '\b(sys|out)->own\b             gen/forms/(general|open|pre|servo|two_|virtual|lag|proj|second)'
    'natural->(chart|unknown)\b     gen/forms/(chart|second|vakonomic)'
    '(->|\.)(form|ops) [!=]=        gen/forms/formulations'
    'form_rows\[[0-9]               gen/tables/'
    '(strcmp|form_named)\(.*FORM    gen/tables/'
    '(->|\.)general\b               gen/(language|geometry)/'
    '(->|\.)two_anchors\b           gen/(language|geometry)/|gen/forms/(generalised|two_anchors)'
    '(->|\.)virtual(s|_fields)\b    gen/language/|gen/forms/(generalised|servo_|virtual_)'
    '\b(m|model)->seconds\b         gen/language/|gen/forms/second_class'
)

# Words that comments and help texts must not have, and the better ones; matched as extended regular
# expressions, whole words, lower case. To add one, add a row.
RIDDLES=(
    # word or phrase            better
    'nobody|somebody|whoever    an actor that exists, or the passive'
    'so_to_say|as_it_were       leave it out'
    '(second|other)_road        independent method'
    'all_is_well|no_wonder      the condition'
    'tests?_of_itself           self-test'
    'no_number                  NaN, not finite'
    'by_chance                  random, at random'
    'whole_numbers?             integer'
    'anew                       again'
    'reels?                     recording'
    'the_usual_one              the default'
)

# Files and folders without such words.
PLAIN=(.ci build.sh expr runtime tests gen)

# Lines that a file may have; tests/lint/long lists those that have more, and how many.
LONGEST_C=500
LONGEST_H=250

# Files that may allocate. All others use expr/mem.h, or memory of the caller.
ALLOCATORS='expr/mem.c|expr/reserve.[ch]|runtime/host/[^/]*'

# Who may make a symbol from a name: the reader, the words of a model, and names that are shown,
# which are looked up before (lang_unused_name, print_doc_free, is_free). All others want ex_fresh.
NAMERS='expr/(symbols\.c|ex\.h|read\.c)|gen/cli/doctor\.c|gen/forms/chart\.c
    gen/forms/(dirac_bergmann|implicit_system|vakonomic)\.c gen/geometry/dirac_relation\.c
    gen/language/(check_model|declare|kinds)\.c
    gen/print/(document|derive_(dirac|triple)|doc_intermediates)\.c|gen/prove/certificate\.c
    gen/report/report_system\.c'

# Functions that the target floor may call: libm, and functions that compilers insert.
FLOOR_CALLS='a?(sin|cos|tan)h? atan2 sincos exp expm1 exp2 log log1p log2 log10 sqrt cbrt pow hypot
    fabs floor ceil trunc round rint nearbyint fmod remainder fmin fmax fma copysign nextafter frexp
    ldexp scalbn ilogb logb mem(cpy|set|move) _GLOBAL_OFFSET_TABLE_'

c_files() { # FOLDER...
    find "$@" -path tests/golden -prune -o -name '*.[ch]' -print | LC_ALL=C sort
}
shell_files() { printf '%s\n' build.sh .ci/run tests/*.sh; }
ROOMS=(expr gen runtime)

none() { # COMMAND...: fails, showing the output, when the command prints something
    local out
    out=$("$@") || true
    [[ -z $out ]] || { printf '%s\n' "$out" && false; }
}

lint_format() { none unformatted; }
unformatted() {
    c_files "${ROOMS[@]}" tests | xargs -r clang-format --dry-run -Werror 2>&1 |
        sed -nE 's/^([^ :]+):[0-9]+:[0-9]+: error:.*/clang-format -i \1/p; /^[Ee]rror/p' | uniq
}

lint_tidy() { without_paths make_in gcc -k -Otarget tidy; }
tidy_one() { without_paths make_in gcc "build/gcc/tidy/${1%.c}.ok"; }
# Without the notes (three lines each) that explain a finding.
without_paths() { "$@" 2>&1 | sed '/: note: /,+2d; /^make: /d'; }

tidy_files() {
    find "${ROOMS[@]}" tests/{unit,bench,fuzz} -name '*.c' ! -path 'tests/bench/hand/*' |
        LC_ALL=C sort
}

# The tidy_files that differ from the last commit on origin/main, or, if that is the current commit,
# from the one before it. For a header that changed, one file that includes it.
changed_files() {
    local base head path depend
    if ! head=$(git rev-parse HEAD 2>/dev/null); then
        say 'clang-tidy: no git history here, so all files'
        tidy_files
        return
    fi
    base=$(git merge-base HEAD origin/main 2>/dev/null || echo "$head")
    if [[ $base == "$head" ]]; then base=$(git rev-parse -q --verify HEAD~1 || echo "$head"); fi
    {
        git diff --name-status -M "$base" | awk -F '\t' '$1 !~ /^(D|R100)/ { print $NF }'
        git ls-files --others --exclude-standard
    } | while read -r path; do
        if [[ $path == *.h ]]; then
            depend=$(grep -rlF --include='*.d' " $path" build/gcc | LC_ALL=C sort | head -n 1)
            depend=${depend#build/gcc/} depend=${depend#tidy/}
            path=${depend%.d}.c
        fi
        echo "$path"
    done | sort -u | comm -12 - <(tidy_files | sort) >build/changed
    base=$(git log -1 --format=%h "$base")
    say "clang-tidy: $(wc -l <build/changed) files changed since $base; all files with --all"
    cat build/changed
}

# Lines where an awk condition holds, but not in tables (between clang-format off and on).
outside_tables() { # CONDITION FILE...
    LC_ALL=C awk '
        FNR == 1 || /clang-format on/ { table = 0 }
        /clang-format off/ { table = 1 }
        !table && ('"$1"') { print FILENAME ":" FNR ": " $0 }' "${@:2}"
}

lint_columns() { # characters, not bytes of UTF-8
    local files
    mapfile -t files < <(c_files "${ROOMS[@]}" tests && shell_files && echo tests/build.mk)
    none outside_tables 'length - gsub(/[\200-\277]/, "&") > 100' "${files[@]}"
}

# Comments of C, scripts and makefiles; in tables (gen/tables, and X-macros of the runtime) also
# strings, which are help texts. A comment must not begin with "What" or "Who" as the name of a thing.
lint_words() { none riddles; }
riddles() {
    local row word pattern=''
    for row in "${RIDDLES[@]}"; do
        read -r word _ <<<"$row"
        pattern+="${pattern:+|}$word"
    done
    pattern="(^|[^a-z_])(${pattern//_/ })(\$|[^a-z_])"
    # shellcheck disable=SC2016 # a program for awk
    find "${PLAIN[@]}" -path tests/golden -prune -o -path tests/fuzz/corpus -prune -o -type f -print |
        grep -E '\.([ch]|sh|py|mk)$|^\.ci/run$' | LC_ALL=C sort |
        xargs awk -v pattern="$pattern" '
            FNR == 1 {
                inside = 0
                c = FILENAME ~ /\.[ch]$/
                table = FILENAME ~ /^gen\/tables\/|^runtime\/(blocks|methods)\.h$/
            }
            # Text of the line that is part of a comment.
            function comment(line,    at, out) {
                if (!table) gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
                if (!c) return match(line, /(^|[ \t])#[^!]/) ? substr(line, RSTART) : ""
                if (table) return line
                for (;;) {
                    if (!inside) {
                        if (!(at = index(line, "/*"))) return out
                        line = substr(line, at + 2); inside = 1
                    }
                    if (!(at = index(line, "*/"))) return out " " line
                    out = out " " substr(line, 1, at - 1); line = substr(line, at + 2); inside = 0
                }
            }
            {
                begins = !inside && $0 ~ /\/\* (---- )?([Ww]hat|[Ww]ho) /
                text = tolower(comment($0))
                if (begins && c || text ~ pattern) print FILENAME ":" FNR ": " $0
            }'
}

lint_layers() {
    local row room allowed
    for row in "${LAYERS[@]}"; do
        read -r room allowed <<<"$row"
        none foreign_includes "$room" "$allowed" || return
    done
}
foreign_includes() { # ROOM ALLOWED
    grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$1"/*.[ch] /dev/null |
        grep -vE "include[[:space:]]*\"$2\""
}

street() { printf '%s\n' "${STREET[@]}"; }

# Compares folders, includes and calls with the order of STREET.
lint_rooms() {
    make_in gcc -s program >/dev/null 2>&1 || { echo 'the program does not build' && return 1; }
    none astray
}
astray() {
    find gen -maxdepth 1 -type f ! -name main.c ! -name README.md -printf '%p is in no room\n'
    diff <(street | awk '{ print $1 }' | sort) <(find gen -mindepth 1 -type d -printf '%f\n' | sort) |
        sed -n 's/^> /no row of STREET has the room /p; s/^< /there is no room /p'
    grep -noE '^#include "gen/[a-z]+/[a-z0-9_]+\.h"' gen/*/*.[ch] | sed 's/#include "//; s/"$//' |
        awk -F '[:/]' -v street="$(street)" '
            BEGIN { n = split(street, row, "\n"); for (i = 1; i <= n; i++) rank[word(row[i])] = i }
            function word(text) { sub(/ .*/, "", text); return text }
            rank[$6] > rank[$2] { print $1 "/" $2 "/" $3 ":" $4 ": " $2 " includes " $6 " below it" }'
    private_includes
    room_calls
}
# A header that says "Private to" is included in its own room only.
private_includes() {
    local header room
    grep -l '^ \* Private to ' gen/*/*.h | while read -r header; do
        room=$(dirname "$header")
        grep -n "^#include \"$header\"" gen/*.c gen/*/*.[ch] | grep -v "^$room/" |
            sed 's/:#include.*/: includes a private header of '"${room#gen/}"'/'
    done
}
# Only objects that have a source: old ones may still be in the folder.
room_objects() {
    local source
    for source in gen/*/*.c; do echo "build/gcc/${source%.c}.o"; done
}
# Symbols that a room defines, and those that it takes from a room below it.
room_calls() {
    room_objects | xargs nm -A | awk -v street="$(street)" '
        BEGIN {
            n = split(street, row, "\n")
            for (i = 1; i <= n; i++) { split(row[i], column, " +"); rank[column[1]] = i }
        }
        {
            file = $1; sub(/:.*/, "", file); sub(/^build\/gcc\//, "", file)
            split(file, part, "/"); name = $NF; kind = $(NF - 1)
        }
        kind ~ /^[TDRBC]$/ { home[name] = part[2] }
        kind == "U" { use[file " " name] = part[2] }
        END {
            for (pair in use) {
                split(pair, p, " ")
                if (p[2] in home && rank[home[p[2]]] > rank[use[pair]])
                    print p[1] ": " use[pair] " calls " p[2] " of " home[p[2]] ", which is below it"
            }
        }' | sort
}

# Public names begin with the prefix of their room, and are used in more than one file.
lint_names() {
    make_in gcc -s program >/dev/null 2>&1 || { echo 'the program does not build' && return 1; }
    none misnamed
}
misnamed() {
    room_objects | xargs nm -A | awk -v street="$(street)" '
        BEGIN {
            n = split(street, row, "\n")
            for (i = 1; i <= n; i++) { split(row[i], column, " +"); prefix[column[1]] = column[2] "_" }
        }
        {
            file = $1; sub(/:.*/, "", file); sub(/^build\/gcc\//, "", file)
            split(file, part, "/"); name = $NF; kind = $(NF - 1)
        }
        kind ~ /^[TDRBC]$/ && index(name, prefix[part[2]]) != 1 {
            print file ": " name " does not begin with " prefix[part[2]]
        }'
    comm -23 \
        <(comm -12 <(room_objects | xargs nm | awk 'NF > 1 && $(NF - 1) ~ /^[TDRBC]$/ { print $NF }' |
            sort -u) <(grep -ohE '\b[a-z]+_[a-z0-9_]+' gen/*/*.h | sort -u)) \
        <({
            { room_objects && echo build/gcc/gen/main.o; } | xargs nm -u
            grep -rohE '\b[a-z]+_[a-z0-9_]+' tests --include='*.[ch]'
        } | awk '{ print $NF }' | sort -u) | sed 's/$/ is used in one file only: make it static/'
}

# Uses of PRIVATE elsewhere; FORM stands for the word of any formulation.
lint_private() { none leaks; }
leaks() {
    local words row use files
    words=$(sed -nE 's/^ *FORM\([a-z_]+, *("[a-z-]+").*/\1/p' gen/tables/forms.h | paste -sd '|')
    for row in "${PRIVATE[@]}"; do
        use=${row%%  *} files=${row##*  }
        grep -rnE --include='*.[ch]' -e "${use//FORM/($words)}" gen | grep -vE "^($files)" |
            sed "s,\$,   -- only in $files,"
    done
}

# Long files are listed with their lines, and the list can only shrink.
lint_size() { none oversized; }
oversized() {
    local file lines most listed
    while read -r lines file; do
        [[ $file == *.h ]] && most=$LONGEST_H || most=$LONGEST_C
        listed=$(awk -v file="$file" '$2 == file { print $1 }' tests/lint/long)
        if ((lines > ${listed:-$most})); then
            echo "$file has $lines lines, more than ${listed:-$most}"
        elif [[ $listed ]] && ((lines <= most)); then
            echo "tests/lint/long: $file is short enough now, take it out"
        elif [[ $listed ]] && ((lines < listed)); then
            echo "tests/lint/long: $file has $lines lines now, write that"
        fi
    done < <(c_files "${ROOMS[@]}" tests | xargs wc -l | grep -v ' total$')
    while read -r _ file; do
        [[ $file == '' || -e $file ]] || echo "tests/lint/long: there is no $file"
    done < <(grep -v '^#' tests/lint/long)
}

# One list of words for each table: no second file makes strings of its rows, and no file compares
# text with a word of a row.
lint_lists() { none second_lists; }
second_lists() {
    row_strings | sort -u | awk '
        $1 == table { print $2 ": makes a list of words of " $1 ", which " file " has, too" }
        $1 != table { table = $1; file = $2 }'
    grep -nE "str(n?)cmp\([^;]*\"($(table_words))\"" gen/*.c gen/*/*.c |
        sed -E 's/:[[:space:]]*([^:]*)$/: compares text with a word of a table: \1/'
}
# TABLE FILE, where a file stringifies the rows of a table (#word, not ##word).
row_strings() {
    local files
    mapfile -t files < <(c_files "${ROOMS[@]}")
    awk '
        FNR == 1 { row = ""; strings = 0; split("", body) }
        /^ *#define [A-Z]+\(/ && FILENAME !~ /^gen\/tables\// {
            row = $0; sub(/^ *#define /, "", row); sub(/\(.*/, "", row); body[row] = $0; open = row
            if ($0 !~ /\\$/) open = ""
            next
        }
        open != "" { body[open] = body[open] $0; if ($0 !~ /\\$/) open = ""; next }
        FILENAME !~ /^gen\/tables\// && match($0, /^ *[A-Z_]+\([A-Z]+\)/) {
            table = substr($0, RSTART, RLENGTH); gsub(/^ */, "", table); row = table
            sub(/\(.*/, "", table); sub(/.*\(/, "", row); sub(/\)/, "", row)
            if (body[row] ~ /[^#]#[a-z]/) print table, FILENAME
        }
        match($0, /^#include "(\.\.\/|runtime\/|expr\/)?(blocks|methods)\.h"/) {
            row = /blocks/ ? "BLOCK" : "METHOD"
            if (body[row] ~ /[^#]#[a-z]/) print row, FILENAME
        }' "${files[@]}"
}
# Words of laws, forms, methods, targets and analyses, with | between them.
table_words() {
    {
        sed -nE 's/^ +FORM\([a-z_]+, +"([^"]+)".*/\1/p' gen/tables/forms.h
        sed -nE 's/^ +(LAW|EMITTER|ANALYSIS)\(([a-z_]+),.*/\2/p' \
            gen/tables/{laws,targets,analyses}.h
        sed -nE 's/^(EXPLICIT|GAUSS|METHOD)\(([a-z0-9]+),.*/\2/p' runtime/methods.h
    } | sort -u | paste -sd'|'
}

lint_memory() { none allocations; }
allocations() {
    grep -rnE --include='*.[ch]' '\b(malloc|calloc|realloc|free|strdup)[[:space:]]*\(' \
        "${ROOMS[@]}" | grep -vE "^($ALLOCATORS):"
}

# No allocation, no input or output, no state: proved from the symbols of the objects.
lint_floor() {
    local objects=() source
    make_in gcc floor || return
    for source in runtime/*.c; do objects+=("build/gcc/${source%.c}.o"); done
    ((${#objects[@]} == 0)) || none floor_symbols "${objects[@]}"
}
floor_symbols() { # OBJECT...
    local calls
    calls=$(tr -s ' \n' '|' <<<"$FLOOR_CALLS")
    nm -u "$@" | sed -n 's/^ *U //p' | grep -vxE "(${calls%|})f?" | sort -u |
        comm -23 - <(nm --defined-only "$@" | awk 'NF == 3 { print $3 }' | sort -u) |
        sed 's/^/the target floor calls /'
    nm -f sysv --defined-only "$@" | # constants that hold pointers are in .data.rel.ro
        awk -F'|' '$7 ~ /bss|data|COM/ && $7 !~ /rodata|rel\.ro/ { print $1 " is state" }'
}

# printf writes a decimal comma in some locales; ex_double_show and similar functions do not.
lint_locale() {
    local files
    mapfile -t files < <(c_files "${ROOMS[@]}")
    none outside_tables '/"[^"]*%[-+#0]*[0-9*]*(\.[0-9*]+)?[lL]?[aAeEfFgG]/' "${files[@]}"
}

# Sizes from which on expressions are treated differently are rows of gen/symbolic/policy.h.
lint_policy() { none local_thresholds; }
local_thresholds() {
    grep -rnE --include='*.[ch]' '\b(LONG|SHORT|SMALL|HOPELESS|TOO_LONG)(_[A-Z]+)? = [0-9]' gen |
        grep -vE 'gen/(report|run|figure|base)/' | grep -v '^gen/symbolic/policy.h:' |
        sed 's/$/  <- a threshold: a row of gen\/symbolic\/policy.h/'
}

# A suffix or a prefix that no model is expected to have is what the next such symbol has, too.
lint_symbols() { none named_symbols; }
named_symbols() {
    local namers
    namers=$(tr -s ' \n' '|' <<<"$NAMERS")
    grep -rnE --include='*.[ch]' '\bex_sym(_n)?\(' "${ROOMS[@]}" | grep -vE "^(${namers%|}):" |
        sed 's/$/  <- by a name, and not in NAMERS of lint.sh: ex_fresh?/'
    grep -rnE --include='*.[ch]' "\"[^\"]*'{3}[^\"]*\"" "${ROOMS[@]}" |
        sed 's/$/  <- primes as a suffix: ex_fresh makes symbols that nothing else is/'
}

lint_shell() { shell_files | xargs shellcheck -x; }

# The first line has the path and a noun phrase.
lint_headers() { none wrong_headers; }
wrong_headers() {
    local file line
    while read -r file; do
        read -r line <"$file" || true
        [[ $line == "/* $file -- "?* ]] || echo "$file:1: must begin with /* $file -- what it is"
        if [[ $line =~ ' -- '(what|that|how|where|whether|who|is|are|do|does|can)' ' ]]; then
            echo "$file:1: must say what it is by a noun, not begin with '${BASH_REMATCH[1]}'"
        fi
    done < <(c_files "${ROOMS[@]}" tests)
}

lint_licence() {
    c_files "${ROOMS[@]}" tests | grep '\.h$' | none xargs -r grep -L 'SPDX-License-Identifier: MIT'
}

# A line for each check that cannot run here.
lint_left_out() {
    local row check tool wanted version
    for row in "${VERSIONS[@]}"; do
        read -r check tool wanted <<<"$row"
        version=$("$tool" --version | sed -nE 's/.*version ([0-9]+).*/\1/p' | head -n 1)
        [[ $version == "$wanted" ]] || echo "$check needs $tool $wanted, here is ${version:-none}"
    done
}

lint_with() { # COMMAND: one check, with its summary
    local out
    # shellcheck disable=SC2086 # words
    if out=$($1 2>&1); then
        tally 1 0
    else
        printf 'FAIL lint %s\n%s\n' "${1#lint_}" "$out"
        tally 0 1
    fi
}

lint() { # [CHECK]
    local check passed=0 failed=0 left
    left=$(lint_left_out)
    for check in "${LINT[@]}"; do
        [[ -z ${1:-} || $check == "$1" ]] || continue
        if grep "^$check " <<<"$left"; then continue; fi
        if lint_with "lint_$check" >build/lint.log; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            sed '$d' build/lint.log
        fi
    done
    tally "$passed" "$failed"
}
