#!/usr/bin/env bash
# build.sh -- the only entry point: ./build.sh help lists its commands.
#
# All files that it makes are in build/, one folder for each variant of the program. make tracks
# dependencies: the rules are in tests/build.mk, the variables of a variant in the makefile that is
# written into its folder. Tables are at the top.
# Exit codes: 0 done, 1 failed, 2 usage, 4 a package is missing and cannot be installed.
#
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2317 # commands, parts and checks are called by the names in the tables
set -euo pipefail
shopt -s nullglob
unset CDPATH MAKEFLAGS

CC=${CC:-gcc}
MACHINE=$(uname -m)
JOBS=$(nproc)
CALLER=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
ROOT=$PWD

COMMANDS='
  setup [build|test|big|bench]  install the Debian packages that are missing, up to that group
  build                         leave the program in build/noslip
  run MODEL [OPTION...]         build, then noslip run MODEL
  test [--all] [PART[/ONE]...]  all tests, or some parts, or one test of a part
  accept                        rewrite the goldens, and add missing rows of models/README.md
  san [PART[/ONE]...]           the tests under ASan and UBSan, with both compilers
  figures [NAME...]             unit tests with 100,000 random cases and a new seed
  lint [CHECK]                  format, clang-tidy, layering and other rules of the house
  embedded [MODEL...]           run shipped models on simulated microcontrollers, with a table
  prove [MODEL...]              let Frama-C prove emitted code free of undefined behaviour
  bench [NAME...]               run the benchmarks of tests/bench
  gallery [MODEL...]            pictures and reports of the models, in build/gallery/index.html
  fuzz [NAME...] [SECONDS=60]   let libFuzzer look for inputs that break a target of tests/fuzz
  install [PREFIX=/usr/local]   program, models, completions, syntax, below DESTDIR if set
  clean                         remove build/
  help                          this text'

# Packages beyond a minimal Debian, and the probe (probe_... below) that finds each. Only missing
# packages are installed. A | separates names in different releases.
GROUPS_IN_ORDER=(build test big)
NEEDS=(
    # group package                            probe
    "build  ${CC##*/}                          links   $CC stdio.h -lm"
    'build  binutils                           runs    ar ld nm objcopy objdump'
    'build  make                               runs    make'
    'build  libc6-dev                          links   any stdio.h -lm -ldl -lpthread'
    'build  libtcc-dev                         links   any libtcc.h -ltcc -ldl'
    'build  libgmp-dev                         links   any gmp.h -lgmp'
    'build  libmpfr-dev                        links   any mpfr.h -lmpfr -lgmp'
    'build  libflint-dev                       links   any flint/fmpz_mpoly.h -lflint'
    'build  libedit-dev                        links   any histedit.h -ledit'
    'test   gcc                                links   gcc stdio.h -fsanitize=address,undefined'
    'test   g++                                runs    g++'
    'test   clang                              runs    clang'
    'test   libclang-rt-dev                    links   clang stdio.h -fsanitize=address,undefined'
    'test   clang-format                       runs    clang-format'
    'test   clang-tidy                         runs    clang-tidy'
    'test   check                              links   any check.h'
    'test   pkg-config                         runs    pkg-config'
    'test   valgrind                           runs    valgrind'
    'test   shellcheck                         runs    shellcheck'
    'test   locales                            holds   /usr/share/i18n/locales/de_DE'
    'test   git                                runs    git'
    'test   python3-sympy                      imports sympy'
    'test   python3-numpy                      imports numpy'
    'bench  libgsl-dev                         links   any gsl/gsl_odeiv2.h -lgsl -lgslcblas -lm'
    'prove  frama-c-base                       runs    frama-c'
    'big    cppcheck                           runs    cppcheck'
    'big    gcc-arm-none-eabi                  runs    arm-none-eabi-gcc'
    'big    qemu-system-arm                    runs    qemu-system-arm'
    'big    gcc-riscv64-unknown-elf            runs    riscv64-unknown-elf-gcc'
    'big    qemu-system-riscv|qemu-system-misc runs    qemu-system-riscv32'
    'big    gcc-avr                            runs    avr-gcc'
    'big    avr-libc                           holds   /usr/lib/avr/include/avr/io.h'
    'big    simavr                             runs    simavr'
    'big    chromium                           runs    chromium'
    'big    chromium-driver                    runs    chromedriver'
    'big    python3-selenium                   imports selenium'
    'big    fonts-dejavu-core                  holds   /usr/share/fonts/truetype/dejavu'
)

# Only the names of packages, one line for each group.
declare -A PACKAGES=()
for row in "${NEEDS[@]}"; do
    read -r group package _ <<<"$row"
    PACKAGES[$group]+=${PACKAGES[$group]:+ }$package
done

# Constants of anonymous enums are named integers, and may be combined with doubles.
WARNINGS='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
    -Wvla -Werror -Wno-enum-float-conversion'
# No contraction: with one fused multiply-add the bits would differ between engines and machines.
FLAGS='-ffp-contract=off -O2 -g -D_POSIX_C_SOURCE=200809L'
SANITIZE='-O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all'

VARIANTS=( # fork: each unit check in its own process; `no` for tools that follow one process
    # name     compiler makes    random  fork  locale       further flags
    "gcc       gcc      tests    3000    yes   C"
    "clang     clang    program  3000    yes   C"
    "hostile   gcc      tests    600     yes   de_DE.UTF-8  -DEX_HOSTILE"
    "san       gcc      tests    600     no    C            $SANITIZE"
    "san-clang clang    tests    600     no    C            $SANITIZE"
    "plain     gcc      program  600     yes   C            -DNOSLIP_PLAIN"
    "fuzz      clang    fuzz     2000    no    C            $SANITIZE -fsanitize=fuzzer-no-link"
)

# Functions that libtcc may call directly: they only compute. The others: see runtime/host/cell.h.
TCC_MAY_CALL='_GLOBAL_OFFSET_TABLE_ __stack_chk_fail __errno_location ldexp qsort
    mem(cpy|set|move|cmp) str(len|cpy|n?cmp|chr|rchr|str|tol|toul|toull|tof|tod|told)
    __isoc(99|23)_(sscanf|str(tol|toul|toull))
    __(mem(cpy|move)|v?sn?printf)_chk'


# ---- helpers ----

say() { printf '%s\n' "$*" >&2; }
die() { # CODE MESSAGE
    say "build.sh: $2"
    exit "$1"
}

# Milliseconds; the separator of EPOCHREALTIME depends on the locale.
now() { echo $((${EPOCHREALTIME//[!0-9]/} / 1000)); }
seconds_since() {
    local ms=$(($(now) - $1))
    echo "$((ms / 1000)).$((ms / 100 % 10)) s"
}

# Replaces a file by stdin only when the contents differ, so that make sees only real changes.
keep() {
    cat >"$1.new"
    if cmp -s "$1.new" "$1"; then rm "$1.new"; else mv "$1.new" "$1"; fi
}

# The lock is on this script: unlike a file in build/ it survives `clean`.
lock() {
    exec 9<build.sh
    flock -n 9 && return
    say 'waiting for another build.sh'
    flock 9
}

# ---- packages ----

FOUND=build/have # a file for each group that was found

# A probe is silent, and fails when its target is missing.
probe_runs() { # PROGRAM...
    local program
    for program; do command -v "$program" || return; done >/dev/null
}
probe_holds() { [[ -e $1 ]]; } # FILE
probe_imports() { # MODULE: without importing it, which takes long
    /usr/bin/python3 -c "import importlib.util as i, sys; sys.exit(not i.find_spec('$1'))" \
        2>/dev/null
}
# Where the requested compiler is missing, another one is used for the probe.
probe_links() { # COMPILER|any HEADER FLAG...
    local compiler=$1 out=$FOUND/$BASHPID
    if [[ $1 == any ]]; then
        compiler=$(command -v "$CC" gcc clang cc | head -n 1)
    fi
    [[ -n $compiler ]] && command -v "$compiler" >/dev/null &&
        printf '#include <stddef.h>\n#include <stdio.h>\n#include <%s>\nint main(void){}\n' "$2" |
        "$compiler" -x c -o "$out" - "${@:3}" 2>/dev/null
}

rows_of() { # GROUP...: their rows of NEEDS
    local IFS='|'
    printf '%s\n' "${NEEDS[@]}" | grep -E "^($*) "
}

missing_packages() { # GROUP...
    local package probe
    mkdir -p "$FOUND"
    rows_of "$@" | {
        while read -r _ package probe; do
            # shellcheck disable=SC2086 # words
            { probe_$probe || echo "$package"; } </dev/null &
        done
        wait
    } | sort -u
    rm -rf "$FOUND"/[0-9]*
}

# Results are remembered until a folder of installed files changes, or a build fails.
remembered() { # GROUP
    local file=$FOUND/$1
    [[ -e $file && ! $file -ot /usr/bin && ! $file -ot /usr/include ]] &&
        [[ $(<"$file") == "$CC $PATH"$'\n'"$(rows_of "$1")" ]]
}
remember() { # GROUP...
    local group
    for group; do printf '%s\n' "$CC $PATH" "$(rows_of "$group")" >"$FOUND/$group"; done
}

# Sets AS_ROOT to the prefix of a command that needs root (sudo); false when there is none.
become_root() {
    AS_ROOT=()
    ((EUID == 0)) && return
    AS_ROOT=(sudo -n)
    sudo -n true 2>/dev/null
}

apt_get() { # apt-get with arguments, its output to the log
    "${AS_ROOT[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120 "$@" \
        >>build/setup.log 2>&1 </dev/null
}

# Of the names of a package in several releases, the first that is known here.
known_names() { # NAME[|NAME...]...
    local names name
    for names; do
        for name in ${names//|/ }; do
            if apt-cache show "$name" >/dev/null 2>&1; then break; fi
        done
        echo "$name"
    done
}

# Lists of packages may be missing or old, which shows only when an installation fails.
install_packages() {
    local names
    mapfile -t names < <(known_names "$@")
    apt_get install -y --no-install-recommends "${names[@]}" && return
    apt_get update || return
    mapfile -t names < <(known_names "$@")
    apt_get install -y --no-install-recommends "${names[@]}"
}

ask_for_packages() { # WHY PACKAGE...: shows the command that the user must run
    local line
    say "build.sh: $1"
    if ! command -v apt-get >/dev/null; then
        say "install these, here under Debian's names: ${*:2}"
        exit 4
    fi
    line="apt-get update && apt-get install -y --no-install-recommends"
    line+=" $(known_names "${@:2}" | paste -sd ' ')"
    if ((EUID != 0)); then
        if command -v sudo >/dev/null; then line="sudo sh -c '$line'"; else line="su -c '$line'"; fi
    fi
    say 'run this, then try again:'
    say "$line"
    exit 4
}

# A compiler can be installed when its name is that of a package.
check_compiler() { # PACKAGE...
    [[ " $* " == *" ${CC##*/} "* ]] || return 0
    [[ $CC =~ ^(gcc|clang)(-[0-9]+)?$ ]] && return
    command -v "$CC" >/dev/null || die 4 "CC=$CC: there is no such compiler"
    die 4 "CC=$CC: it does not compile and link a C program"
}

need() { # GROUP...
    local group missing groups=()
    for group; do remembered "$group" || groups+=("$group"); done
    ((${#groups[@]})) || return 0
    mapfile -t missing < <(missing_packages "${groups[@]}")
    if ((${#missing[@]})); then
        check_compiler "${missing[@]}"
        command -v apt-get >/dev/null || ask_for_packages 'packages are missing' "${missing[@]}"
        become_root || ask_for_packages 'only root can install packages' "${missing[@]}"
        say "installing ${missing[*]}"
        mkdir -p build
        : >build/setup.log
        if ! install_packages "${missing[@]}"; then
            cat build/setup.log >&2
            ask_for_packages 'packages could not be installed' "${missing[@]}"
        fi
        mapfile -t missing < <(missing_packages "${groups[@]}")
        ((${#missing[@]} == 0)) || die 4 "installed, but still not usable: ${missing[*]}"
    fi
    remember "${groups[@]}"
}

# ---- building ----

# The variant of the program to use. For compilers other than gcc and clang, and for a plain build
# without gcc, a row is made from that of gcc.
choose_program() {
    local name=${CC//\//_} plain=
    [[ -z ${NOSLIP_PLAIN:-} ]] || plain=-DNOSLIP_PLAIN
    PROGRAM=${plain:+plain-}$name
    if [[ $PROGRAM == plain-gcc ]]; then PROGRAM=plain; fi
    case $PROGRAM in gcc | clang | plain) ;; *)
        VARIANTS+=("$PROGRAM $CC program 2000 yes C $plain") ;;
    esac
}

# Sets the columns of a row of VARIANTS as variables. The sandbox of libtcc and late loading of
# FLINT exist for two architectures; others have a plain build.
read_variant() { # VARIANT
    local row name
    for row in "${VARIANTS[@]}"; do
        read -r name COMPILER GOAL RANDOM_CASES FORK LOCALE EXTRA <<<"$row"
        [[ $name == "$1" ]] && break
    done
    case $MACHINE in x86_64 | aarch64) ;; *) EXTRA+=' -DNOSLIP_PLAIN' ;; esac
}

# Path of a library; only its name when it is not found.
file_of() { "$COMPILER" -print-file-name="$1"; }

# Libraries to link; see tests/build.mk. The sandbox of libtcc exists for one architecture.
read_libraries() {
    SONAME='' TCC='' LIBS='-ltcc -lflint -lmpfr -lgmp' PLAIN=yes
    [[ $EXTRA != *-DNOSLIP_PLAIN* ]] || return 0
    PLAIN=''
    SONAME=$(objdump -p "$(file_of libflint.so)" | awk '$1 == "SONAME" { print $2 }')
    if [[ $MACHINE == x86_64 ]]; then TCC=$(file_of libtcc.a); fi
    # Static libraries start faster, but not every system has them.
    LIBS='-lmpfr -lgmp'
    if [[ $(file_of libmpfr.a) == /* && $(file_of libgmp.a) == /* ]]; then
        LIBS='-l:libmpfr.a -l:libgmp.a'
    fi
}

prepare() { # VARIANT: its folder and its makefile
    local o=build/$1 twin=
    read_variant "$1"
    read_libraries
    if [[ $1 == hostile ]]; then twin=build/gcc; fi
    mkdir -p "$o"
    {
        printf '%s := %s\n' o "$o" cc "$COMPILER" flags "$FLAGS" extra "$EXTRA" \
            warnings "${WARNINGS//$'\n'/}" soname "$SONAME" libraries "$LIBS" twin "$twin" \
            tcc "$TCC" may_call "$(tr -s ' \n' '|' <<<"$TCC_MAY_CALL" | sed 's/|$//')"
        echo 'include tests/build.mk'
    } | keep "$o/makefile"
}

make_in() { # VARIANT ARGUMENT...
    make -s -rR --no-print-directory -j"$JOBS" -f "build/$1/makefile" "${@:2}"
}

build() { # VARIANT GOAL...: prints a line only when something is out of date
    local start
    start=$(now)
    prepare "$1"
    make_in "$1" -q "${@:2}" 2>/dev/null && return
    say "building with $COMPILER${PLAIN:+, plain}"
    if ! make_in "$1" -Otarget "${@:2}" >&2; then
        rm -rf "$FOUND"
        die 1 'the build failed'
    fi
    say "built in $(seconds_since "$start")"
}

# All variants at once under one job server. A failure is reported by the parts of the tests that
# need the variant. hostile uses most objects of gcc, which is built first.
build_variants() { # VARIANT...
    local variant
    if [[ " $* " == *' hostile '* && " $* " != *' gcc '* ]]; then set -- gcc "$@"; fi
    for variant; do prepare "$variant"; done
    {
        echo ".PHONY: $*"
        for variant; do
            read_variant "$variant"
            if [[ $variant == hostile ]]; then echo 'hostile: gcc'; fi
            echo "$variant: ; +@\$(MAKE) -k -f build/\$@/makefile $GOAL >build/\$@/log 2>&1"
        done
    } | make -s -k -rR --no-print-directory -j"$JOBS" -f - "$@" 2>/dev/null || true
}

build_program() {
    local file
    need build
    lock
    build "$PROGRAM" program
    for file in noslip compile_commands.json; do
        [[ build/$file -ef build/$PROGRAM/$file ]] || ln -f "build/$PROGRAM/$file" "build/$file"
    done
}

# shellcheck source=tests/parts.sh
. tests/parts.sh

# ---- commands ----

cmd_setup() { # [GROUP]: the groups up to it
    local group groups=()
    [[ -v PACKAGES[${1:-build}] ]] || die 2 "no group of packages is called $1"
    for group in "${GROUPS_IN_ORDER[@]}"; do
        [[ ${1:-} == bench && $group == big ]] && group=bench
        groups+=("$group")
        [[ $group == "${1:-build}" ]] && break
    done
    need "${groups[@]}"
}

cmd_build() { build_program; }

cmd_run() {
    build_program
    exec 9<&- # the program must not hold the lock
    cd "$CALLER"
    exec "$ROOT/build/noslip" run "$@"
}

cmd_accept() {
    build_program
    tests/golden.sh --accept build/noslip
    tests/manual.sh build/noslip
    git --no-pager diff --stat -- tests/golden models/README.md
    git ls-files --others --exclude-standard -- tests/golden | sed 's/^/new: /'
}

cmd_lint() { # [CHECK]
    cmd_setup test
    lock
    prepare gcc
    # shellcheck source=tests/lint.sh
    . tests/lint.sh
    lint "$@"
}

cmd_embedded() { # [MODEL...]
    cmd_setup big
    build_program
    exec 9<&-
    tests/embedded.sh build/noslip "$@"
}

cmd_prove() { # [MODEL...]
    need build prove
    build_program
    exec 9<&-
    tests/prove.sh build/noslip build/prove "$@"
}

cmd_bench() { # [NAME...]
    local name programs=()
    cmd_setup bench
    lock
    (($#)) || mapfile -t programs < <(printf '%s\n' tests/bench/*.c)
    for name; do programs+=("tests/bench/$name.c"); done
    programs=("${programs[@]%.c}")
    programs=("${programs[@]/#/build/gcc/}")
    build gcc program "${programs[@]}"
    exec 9<&-
    for name in "${programs[@]}"; do NOSLIP_BIN=$ROOT/build/gcc/noslip "$name"; done
}

# Plot, animation and report of one model. Prints its name if one of them fails.
cmd_gallery_of() { # NAME
    local model=models/$1.nh out=build/gallery/$1
    build/noslip plot "$model" --drift -o "$out.svg" || return
    if grep -q '^draw ' "$model"; then
        build/noslip plot "$model" --animate -o "$out-moving.svg" || return
    fi
    build/noslip report "$model" -o "$out.html"
}

cmd_gallery() { # [MODEL...]
    local name picture names=() out=build/gallery
    build_program
    exec 9<&-
    mapfile -t names < <(basename -s .nh models/*.nh)
    (($#)) || set -- "${names[@]}"
    mkdir -p "$out"
    printf '%s\n' "$@" | xargs -n 1 -P "$JOBS" "$BASH" build.sh gallery_of
    {
        echo '<!doctype html><meta charset="utf-8"><title>noslip: gallery</title>'
        echo '<meta name="viewport" content="width=device-width">'
        echo '<style>:root{color-scheme:light dark}body{font:16px system-ui,sans-serif;margin:1em}'
        echo 'main{display:flex;flex-wrap:wrap;gap:1em}figure{margin:0;width:20em}'
        echo 'img{max-width:100%;max-height:20em}</style>'
        echo '<h1>noslip: gallery</h1><main>'
        for name; do
            picture=$name.svg
            if [[ -e $out/$name-moving.svg ]]; then picture=$name-moving.svg; fi
            echo "<figure><a href=\"$name.html\"><img src=\"$picture\" alt=\"$name\"></a>"
            echo "<figcaption><a href=\"$name.html\">$name</a>, <a href=\"$name.svg\">plots</a>"
            echo '</figcaption></figure>'
        done
        echo '</main>'
    } >"$out/index.html"
    echo "$out/index.html: $# models"
}

cmd_fuzz() { # [NAME...] [SECONDS]: inputs that break a target are left in build/fuzz
    local arg seconds=60 names=() name log out=build/fuzz found=0
    for arg; do if [[ $arg =~ ^[0-9]+$ ]]; then seconds=$arg; else names+=("$arg"); fi; done
    cmd_setup test
    lock
    build fuzz fuzz
    exec 9<&-
    ((${#names[@]})) || mapfile -t names < <(basename -s .c tests/fuzz/*.c)
    # Keywords of the language, from the table of operators.
    sed -nE 's/^OP\([a-z0-9]+, *"([^"]+)".*/"\1"/p' expr/ops.h | sort -u >"$out/words"
    for name in "${names[@]}"; do
        mkdir -p "$out/corpus/$name"
        log=$out/$name.log
        say "$name for $seconds s, log in $log"
        env LC_ALL=C ASAN_OPTIONS=allocator_may_return_null=1 "$out/tests/fuzz/$name" \
            -dict="$out/words" -max_len=300 -timeout=20 -max_total_time="$seconds" \
            -artifact_prefix="$out/$name-" "$out/corpus/$name" "tests/fuzz/corpus/$name" \
            >"$log" 2>&1 && continue
        found=1
        grep -vE '^(#|NEW_FUNC)' "$log" | tail -n 60
    done
    return "$found"
}

cmd_install() { # [PREFIX=...] [DESTDIR=...], or from the environment
    local arg prefix=${PREFIX:-/usr/local} dest=${DESTDIR:-}
    for arg; do
        case $arg in
        PREFIX=*) prefix=${arg#*=} ;;
        DESTDIR=*) dest=${arg#*=} ;;
        *) die 2 "install takes PREFIX=... and DESTDIR=..., not $arg" ;;
        esac
    done
    build_program
    cd "$CALLER"
    install -D -m 755 "$ROOT/build/noslip" "$dest$prefix/bin/noslip"
    install -D -m 644 -t "$dest$prefix/share/noslip/models" "$ROOT"/models/*.nh
    while read -r arg file; do # files that the program makes from its tables
        # shellcheck disable=SC2086 # words
        "$ROOT/build/noslip" ${arg//_/ } | install -D -m 644 /dev/stdin "$dest$prefix/share/$file"
    done <<'EOF_FILES'
completion_bash       bash-completion/completions/noslip
completion_zsh        zsh/site-functions/_noslip
completion_fish       fish/vendor_completions.d/noslip.fish
syntax_vim            vim/vimfiles/syntax/noslip.vim
syntax_vim-detect     vim/vimfiles/ftdetect/noslip.vim
syntax_vscode         noslip/vscode/noslip.tmLanguage.json
syntax_vscode-package noslip/vscode/package.json
EOF_FILES
}

cmd_clean() {
    lock
    rm -rf build
}

cmd_help() {
    echo 'usage: [CC=gcc|clang|...] [NOSLIP_PLAIN=1] ./build.sh COMMAND'
    echo "${COMMANDS#?}"
}

main() {
    local command=${1:-help}
    choose_program
    declare -F "cmd_$command" >/dev/null || die 2 "no command $command; ./build.sh help lists them"
    "cmd_$command" "${@:2}"
    exit
}

main "$@"
