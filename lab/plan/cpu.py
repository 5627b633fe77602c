# SPDX-License-Identifier: MIT
"""What kernels need of a larger machine's CPU, and the levels that NARAE_CPU names: the library's own tables."""

from __future__ import annotations

import re

from ..paths import ROOT

# A family's table; a level of one may have the name of another's.
TABLES = {family: ROOT / "src/core" / family / "features.h" for family in ("x86", "arm")}


def flags_of(family: str) -> dict[str, set[str]]:
    """By the name of each feature what Linux's /proc/cpuinfo says of a CPU that has it."""
    rows = re.findall(r'^ *X\((\w+), \d+, "([\w ]+)"\)', TABLES[family].read_text(), re.MULTILINE)
    return {name: set(flags.split()) for name, flags in rows}


def levels_of(family: str) -> dict[str, set[str]]:
    """The features of each level, from the lowest on."""
    rows = re.findall(r'^ *X\("([\w-]+)", ([\w |]+)\)', TABLES[family].read_text(), re.MULTILINE)
    return {name: set(re.findall(r"CPU_(\w+)", features)) for name, features in rows}


def needs(family: str, features: set[str]) -> set[str]:
    """What /proc/cpuinfo must say for all of them."""
    return set().union(*(flags_of(family)[name] for name in features))
