# SPDX-License-Identifier: MIT
# powerpc: 32 bits, big-endian.  Debian: gcc-powerpc-linux-gnu, libc6-dev-*-cross, qemu-user.
# Programs are static, so that qemu needs no libraries of the machine.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR powerpc)
set(CMAKE_C_COMPILER powerpc-linux-gnu-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-ppc)
