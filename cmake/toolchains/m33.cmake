# SPDX-License-Identifier: MIT
# Cortex-M33 as in a Raspberry Pi Pico 2, with picolibc.  With an FPU in use, add its flags to CMAKE_C_FLAGS.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_C_FLAGS_INIT "-mcpu=cortex-m33 -mthumb -mfloat-abi=soft --specs=picolibc.specs")
set(CMAKE_ASM_FLAGS_INIT "${CMAKE_C_FLAGS_INIT}") # without them kernels are for no chip, and empty
set(CMAKE_C_FLAGS_RELEASE_INIT -O2)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
