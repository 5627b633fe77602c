# SPDX-License-Identifier: MIT
# armhf: 32 bits, little-endian.  Debian: gcc-arm-linux-gnueabihf, libc6-dev-*-cross, qemu-user.
# Programs are static, so that qemu needs no libraries of the machine.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-linux-gnueabihf-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm)
