# SPDX-License-Identifier: MIT
# Under sanitizers the kernels of x86-64 take ten times as long to optimize, and
# the tests spend their time in the portable code that they are compared with.
file(GLOB kernels ${CMAKE_CURRENT_SOURCE_DIR}/src/*/x86/*.c)
set_source_files_properties(${kernels} PROPERTIES COMPILE_OPTIONS -O0)
