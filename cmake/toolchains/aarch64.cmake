# SPDX-License-Identifier: MIT
# aarch64: 64 bits, little-endian.  Debian: gcc-aarch64-linux-gnu, libc6-dev-*-cross, qemu-user.
# Programs are static, so that qemu needs no libraries of the machine.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
