# SPDX-License-Identifier: MIT
"""The Arduino core, as PlatformIO's framework of that name."""

from SCons.Script import DefaultEnvironment

CORE = "/usr/share/arduino/hardware/arduino/avr"

env = DefaultEnvironment()
# gcc 5 of Debian knows DECIMAL_DIG in C only; the core wants it in C++.
defines = [("ARDUINO", 10807), "ARDUINO_ARCH_AVR", ("DECIMAL_DIG", "__DECIMAL_DIG__")]
env.Append(CPPPATH=[f"{CORE}/cores/arduino", f"{CORE}/variants/standard"], CPPDEFINES=defines)
env.Append(LIBS=[env.BuildLibrary("$BUILD_DIR/core", f"{CORE}/cores/arduino")])
