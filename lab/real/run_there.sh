#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a program on another machine, which keeps nothing of it: run_there.sh SSH-WORD... PROGRAM.
# What the program is told by its environment goes along; what it says and its exit code come back.
set -eu

words=
for program; do words=$((${words:-0} + 1)); done
told=
for name in NARAE_CPU NARAE_LATER_ROUND; do
    eval "value=\${$name-}"
    # shellcheck disable=SC2154  # eval sets it
    case $value in ''|*[!a-z0-9-]*) ;; *) told="$told $name=$value" ;; esac
done
while [ "$words" -gt 1 ]; do
    set -- "$@" "$1"
    shift
    words=$((words - 1))
done
shift
# shellcheck disable=SC2016  # for the shell there
exec "$@" 'f=$(mktemp -t narae.XXXXXX) && trap "rm -f $f" EXIT HUP INT TERM && cat >"$f" && chmod 700 "$f" &&
    env -u NARAE_CPU -u NARAE_LATER_ROUND'"$told"' "$f"' <"$program"
