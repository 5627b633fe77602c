# SPDX-License-Identifier: MIT
# i686: 32 bits, little-endian.  Debian: gcc-i686-linux-gnu, libc6-dev-*-cross, qemu-user.
# Programs are static, so that qemu needs no libraries of the machine.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER i686-linux-gnu-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-i386)
