# SPDX-License-Identifier: MIT
"""CPU features that kernels require, and the levels of NARAE_CPU: read from the library's own tables."""

from __future__ import annotations

import re

from ..paths import ROOT

CPU_KNOWN = 1 << 15  # src/core/cpu.h
# Each family's table; families may share names of levels.
TABLES = {family: ROOT / "src/core" / family / "features.h" for family in ("x86", "arm")}


def flags_of(family: str) -> dict[str, set[str]]:
    """For each feature, the flags of Linux's /proc/cpuinfo on a CPU that has it."""
    rows = re.findall(r'^ *X\((\w+), \d+, "([\w ]+)"\)', TABLES[family].read_text(), re.MULTILINE)
    return {name: set(flags.split()) for name, flags in rows}


def levels_of(family: str) -> dict[str, set[str]]:
    """The features of each level, lowest first."""
    rows = re.findall(r'^ *X\("([\w-]+)", ([\w |]+)\)', TABLES[family].read_text(), re.MULTILINE)
    return {name: set(re.findall(r"CPU_(\w+)", features)) for name, features in rows}


def feature_word(family: str, level: str) -> int:
    """The library's word for a CPU of this level, as narae_cpu_known holds it."""
    bits = dict(re.findall(r"^ *X\((\w+), (\d+), ", TABLES[family].read_text(), re.MULTILINE))
    return CPU_KNOWN | sum(1 << int(bits[name]) for name in levels_of(family)[level])


def cpu_names() -> tuple[str, ...]:
    """All values of NARAE_CPU, on any machine."""
    return tuple(dict.fromkeys([*levels_of("x86"), *levels_of("arm")]))


def needs(family: str, features: set[str]) -> set[str]:
    """The flags that /proc/cpuinfo must have for all of them."""
    return set().union(*(flags_of(family)[name] for name in features))
