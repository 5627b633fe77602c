# SPDX-License-Identifier: MIT
# s390x: 64 bits, big-endian.  Debian: gcc-s390x-linux-gnu, libc6-dev-*-cross, qemu-user.
# Programs are static, so that qemu needs no libraries of the machine.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(CMAKE_C_COMPILER s390x-linux-gnu-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-s390x)
# For this machine gcc 12 unrolls loops and warns of rounds that cannot come.
set(CMAKE_C_FLAGS_INIT -Wno-stringop-overflow)
