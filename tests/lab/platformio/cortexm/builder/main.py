# SPDX-License-Identifier: MIT
"""arm-none-eabi-gcc for PlatformIO, with the flags that its own platforms give a program without a framework."""

from SCons.Script import Default, DefaultEnvironment

env = DefaultEnvironment()
CHIP = [f"-mcpu={env.BoardConfig().get('build.cpu')}", "-mthumb", "-Os"]
env.Replace(CC="arm-none-eabi-gcc", AR="arm-none-eabi-gcc-ar", RANLIB="arm-none-eabi-gcc-ranlib", PROGSUFFIX=".elf")
env.Append(
    CCFLAGS=[*CHIP, "-Wall", "-ffunction-sections", "-fdata-sections"],
    ASPPFLAGS=["-x", "assembler-with-cpp", *CHIP],
    LINKFLAGS=[*CHIP, "-Wl,--gc-sections,--relax"],
    CPPDEFINES=[("F_CPU", "$BOARD_F_CPU")],
    LIBS=["c", "gcc", "m"],
)
Default(env.BuildProgram())
