# SPDX-License-Identifier: MIT
# x86_64 Windows: 64 bits, little-endian, long of 32.  Debian: gcc-mingw-w64-x86-64-win32, wine, wine64.
# Programs are static, so that they need no library of the compiler's.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_CROSSCOMPILING_EMULATOR wine)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
