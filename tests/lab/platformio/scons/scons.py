# SPDX-License-Identifier: MIT
"""PlatformIO starts this file to build."""

from SCons.Script import main

main()
