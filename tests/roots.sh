#!/usr/bin/env bash
# tests/roots.sh [--fresh] [--in FOLDER] [RELEASE...] [-- COMMAND...] -- tries a clone of HEAD in
# minimal Debian systems.
#
# Makes a root for each release (bookworm and trixie unless others are named) with debootstrap,
# clones HEAD into it, and runs the two commands of README.md there, or COMMAND, to find missing
# install steps. Roots are kept in build/roots or FOLDER and used again unless --fresh, with the
# packages installed so far. Mirror, proxies and name servers are those of this machine. Must run
# as root. All mounts are made in a namespace that ends with the command, so that none remains.
# Exit codes: 0 all commands succeeded, 1 one failed, 2 usage, 4 debootstrap is missing.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "$*" >&2; }
die() { # CODE MESSAGE
    say "roots.sh: $2"
    exit "$1"
}

# The mirror of this machine.
mirror() {
    local release
    release=$(. /etc/os-release && echo "${VERSION_CODENAME:-sid}")
    # shellcheck disable=SC2016 # for apt-get
    apt-get indextargets --no-release-info --format '$(REPO_URI) $(RELEASE)' \
        'Created-By: Packages' 'Component: main' |
        awk -v like="^($release|(old)*stable|testing|unstable|sid)$" '$2 ~ like { print $1; exit }'
}

# Proxies and similar settings, but no credentials.
apt_settings() { apt-config dump | grep -E '^Acquire::(.*::)?(Proxy|CaInfo|Check-Valid-Until)'; }

has_mounts() { grep -qF " $(realpath "$1")/" /proc/self/mountinfo; } # ROOT

remove_root() { # ROOT
    [[ -e $1 ]] || return 0
    if has_mounts "$1"; then die 1 "something is mounted in $1"; fi
    rm -rf --one-file-system "$1"
}

# Under another name until it is complete, so that an interrupted one is not used.
make_root() { # RELEASE ROOT
    local from
    from=$(mirror)
    [[ -n $from ]] || die 1 'no Debian mirror is configured here'
    say "$1: making $2 from $from"
    remove_root "$2.half"
    unshare --mount debootstrap --variant=minbase "$1" "$2.half" "$from" >"$2.log" 2>&1 || {
        tail -n 20 "$2.log" >&2
        die 1 "debootstrap failed, log in $2.log"
    }
    mv "$2.half" "$2"
}

# Network settings of the outer system, and the tree.
furnish() { # ROOT
    local file
    for file in resolv.conf hosts; do cp -L "/etc/$file" "$1/etc/$file"; done
    apt_settings >"$1/etc/apt/apt.conf.d/99outer" || true
    while read -r file; do install -D -m 644 "$file" "$1$file"; done < <(
        apt_settings | sed -nE 's/^.*::CaInfo "(.+)";$/\1/p')
    remove_root "$1/root/noslip"
    git clone -q --no-hardlinks . "$1/root/noslip"
}

# Runs a command in the tree within a root, with only the environment that a new login would have.
inside() { # ROOT COMMAND
    local variable settings=()
    for variable in {http,https,ftp,no}_proxy; do
        if [[ -n ${!variable:-} ]]; then settings+=("$variable=${!variable}"); fi
    done
    # shellcheck disable=SC2016 # for the inner shell
    unshare --mount --pid --fork --kill-child bash -euc '
        mount -t proc proc "$1/proc"
        mount -t devpts devpts "$1/dev/pts"
        mount -t tmpfs tmpfs "$1/dev/shm"
        exec chroot "$1" /usr/bin/env -i "${@:3}" bash -c "cd && cd noslip && $2"' \
        bash "$1" "$2" HOME=/root TERM="${TERM:-dumb}" \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${settings[@]}"
}

two_commands() { # of README.md, without comments
    sed -nE '/^## Two commands/,/^## [^T]/s/^(\.\/build\.sh [^#]*[^# ]) *(#.*)?$/\1/p' README.md
}

try_release() { # RELEASE
    local root=$FOLDER/$1 command code=0
    if ((FRESH)); then remove_root "$root"; fi
    if [[ ! -e $root ]]; then make_root "$1" "$root"; fi
    furnish "$root" || return
    for command in "${COMMANDS[@]}"; do
        say "$1: $command"
        if ! inside "$root" "$command" </dev/null; then
            say "$1: failed: $command"
            code=1
        fi
    done
    return "$code"
}

main() {
    local release releases=() failed=() passed
    FRESH=0 FOLDER=build/roots COMMANDS=()
    while (($#)); do
        case $1 in
        --fresh) FRESH=1 ;;
        --in) FOLDER=${2:?"--in needs a folder"} && shift ;;
        --) COMMANDS=("${*:2}") && break ;;
        [a-z]*) releases+=("$1") ;;
        *) die 2 'usage: tests/roots.sh [--fresh] [--in FOLDER] [RELEASE...] [-- COMMAND...]' ;;
        esac
        shift
    done
    ((EUID == 0)) || die 2 'only root can make a root'
    command -v debootstrap >/dev/null || die 4 'run this first: apt-get install -y debootstrap'
    ((${#COMMANDS[@]})) || mapfile -t COMMANDS < <(two_commands)
    ((${#releases[@]})) || releases=(bookworm trixie)
    mkdir -p "$FOLDER"
    for release in "${releases[@]}"; do try_release "$release" || failed+=("$release"); done
    passed=$((${#releases[@]} - ${#failed[@]}))
    echo "$passed passed, ${#failed[@]} failed${failed[*]:+: ${failed[*]}}"
    ((${#failed[@]} == 0))
}

main "$@"
