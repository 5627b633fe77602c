#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the native half for each platform.  Maven calls it:
#
#     native.sh BUILD-FOLDER RESOURCES-FOLDER JAVA-HOME PLATFORMS
#
# Platforms, separated by spaces, are linux-x86_64 and linux-aarch64.
set -eu
build=$1 resources=$2 java=$3 platforms=$4
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

[ -f "$java/include/jni.h" ] || {
    echo "native.sh: no include/jni.h in $java; Maven must run with a JDK (Debian: openjdk-17-jdk-headless)" >&2
    exit 1
}
for platform in $platforms; do
    machine=${platform#linux-}
    case $platform in
        linux-x86_64|linux-aarch64) ;;
        *) echo "native.sh: unknown platform $platform; known are linux-x86_64 and linux-aarch64" >&2; exit 1 ;;
    esac
    compiler=$machine-linux-gnu-gcc
    if [ "$machine" = "$(uname -m)" ]; then compiler=${CC:-cc}; fi
    command -v "$compiler" >/dev/null || {
        echo "native.sh: no $compiler; install it (Debian: gcc-$(echo "$machine" | tr _ -)-linux-gnu)," \
            "or leave this platform out: mvn -Dnarae.platforms=linux-$(uname -m)" >&2
        exit 1
    }
    cross=
    if [ "$machine" != "$(uname -m)" ]; then
        cross="-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=$machine"
    fi
    mkdir -p "$build"
    # shellcheck disable=SC2086  # two words or none
    cmake -S "$here" -B "$build/$platform" --log-level=WARNING -DCMAKE_C_COMPILER="$compiler" \
        -DNARAE_JAVA_HOME="$java" $cross
    cmake --build "$build/$platform" --parallel "$(nproc)" >"$build/$platform.log" || {
        tail -n 50 "$build/$platform.log" >&2
        exit 1
    }
    mkdir -p "$resources/narae/$platform"
    cp "$build/$platform/libnarae_java.so" "$resources/narae/$platform/"
done
