# SPDX-License-Identifier: MIT
# Arduino Uno: ATmega328P, avr-gcc.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR avr)
set(CMAKE_C_COMPILER avr-gcc)
set(CMAKE_C_FLAGS_INIT -mmcu=atmega328p)
set(CMAKE_ASM_FLAGS_INIT "${CMAKE_C_FLAGS_INIT}") # without them kernels are for no chip, and empty
set(CMAKE_C_FLAGS_RELEASE_INIT -O2)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
