# SPDX-License-Identifier: MIT
"""avr-gcc for PlatformIO, with the flags that its own platform gives an Uno."""

from SCons.Script import Default, DefaultEnvironment

CHIP = ["-mmcu=atmega328p", "-Os", "-flto"]

env = DefaultEnvironment()
env.Replace(CC="avr-gcc", CXX="avr-g++", AR="avr-gcc-ar", RANLIB="avr-gcc-ranlib", PROGSUFFIX=".elf")
env.Append(
    CCFLAGS=[*CHIP, "-Wall", "-ffunction-sections", "-fdata-sections"],
    CXXFLAGS=["-std=gnu++11", "-fno-exceptions", "-fno-threadsafe-statics"],
    ASPPFLAGS=["-x", "assembler-with-cpp", *CHIP],
    LINKFLAGS=[*CHIP, "-Wl,--gc-sections"],
    CPPDEFINES=[("F_CPU", "16000000L")],
    LIBS=["m"],
)
Default(env.BuildProgram())
