# SPDX-License-Identifier: MIT
# SiFive HiFive1 Rev B: FE310-G002, RV32IMAC, with picolibc.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv32)
set(CMAKE_C_COMPILER riscv64-unknown-elf-gcc)
set(CMAKE_C_FLAGS_INIT "-march=rv32imac -misa-spec=2.2 -mabi=ilp32 --specs=picolibc.specs")
set(CMAKE_ASM_FLAGS_INIT "${CMAKE_C_FLAGS_INIT}") # without them kernels are for no chip, and empty
set(CMAKE_C_FLAGS_RELEASE_INIT -O2)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
