# SPDX-License-Identifier: MIT
# Raspberry Pi 4: Cortex-A72, 64-bit Linux.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_C_FLAGS_INIT -mcpu=cortex-a72)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
