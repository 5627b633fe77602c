# SPDX-License-Identifier: MIT
"""Each public header compiles alone, without a warning, in C and C++ and on the smallest chip; and what they promise of
sizes holds on every chip."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lab.paths import ROOT
from lab.plan.implementations import FAMILIES, discover
from tests.tools import call, every_day, skip_without

HEADERS = sorted(h.relative_to(ROOT / "include").as_posix() for h in (ROOT / "include/narae").glob("*.h"))
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic-errors", "-Werror"]
STRICT = ["-Wstrict-prototypes", "-Wmissing-prototypes", "-Wundef"]
EVERYTHING = ["-Weverything", "-Wno-padded", "-Wno-unsafe-buffer-usage", "-Wno-unknown-warning-option"]
LANGUAGES = {
    "avr-c11": ["avr-gcc", "-mmcu=atmega328p", "-std=c11", *STRICT],
    "avr-c++11": ["avr-g++", "-mmcu=atmega328p", "-std=gnu++11"],
    "gcc-c11": ["gcc", "-std=c11", *STRICT],
    "gcc-c++17": ["g++", "-std=c++17", "-Wold-style-cast"],
    "clang-c11": ["clang", "-std=c11", *EVERYTHING, "-Wno-declaration-after-statement"],
    "clang-c++17": ["clang++", "-std=c++17", *EVERYTHING, "-Wno-c++98-compat", "-Wno-c++98-compat-pedantic"],
}


EVERY_DAY = [language for language in LANGUAGES if "clang" not in language]


def test_there_are_headers():
    assert len(HEADERS) >= 15


def test_the_library_is_c99():
    """As packages are compiled, with whatever a pedantic compiler has to say; glibc's headers would silence it."""
    skip_without("riscv64-unknown-elf-gcc")
    compiler = ["riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32", "--specs=picolibc.specs"]
    sources = [f for f in (ROOT / "src").rglob("*.c") if f.parent.name not in {*FAMILIES} - {"portable"}]
    assert len(sources) > 80
    included = [f"-I{ROOT / folder}" for folder in ("include", "src")]
    strict = ["-fsyntax-only", "-std=c99", *WARNINGS[:2], *WARNINGS[4:], "-DNARAE_PORTABLE"]
    call([*compiler, *strict, *included, *sources])


@pytest.mark.parametrize("language", every_day(EVERY_DAY, LANGUAGES))
def test_each_compiles_alone(tmp_path: Path, language):
    compiler, *flags = LANGUAGES[language]
    skip_without(compiler)
    suffix = ".cpp" if "++" in compiler else ".c"
    sources = [tmp_path / Path(header).with_suffix(suffix).name for header in HEADERS]
    for source, header in zip(sources, HEADERS, strict=True):
        # Twice: the include guard.  A declaration of its own: a C file may not be empty.
        source.write_text(f'#include "{header}"\n#include "{header}"\nextern int something;\n')
    call([compiler, *flags, *WARNINGS, f"-I{ROOT / 'include'}", "-fsyntax-only", *sources])


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - EVERY_DAY))
def test_clang_has_no_warning_of_all_together(tmp_path: Path, language):
    """Alone is what --deep has it compile."""
    compiler, *flags = LANGUAGES[language]
    skip_without(compiler)
    source = tmp_path / ("all.cpp" if "++" in compiler else "all.c")
    source.write_text("".join(f'#include "{header}"\n' for header in HEADERS))
    call([compiler, *flags, *WARNINGS, f"-I{ROOT / 'include'}", "-fsyntax-only", source])


SMALLER = {  # a header with an example of a smaller context, what uses it, and what that needs before it
    "mode": ("gcm", "lea", "narae_gcm"),
    "hash": ("hmac", "sha3", "narae_hmac"),
}


@pytest.mark.parametrize("together", [False, True], ids=["header-by-header", "narae.h"])
@pytest.mark.parametrize("header", SMALLER)
def test_the_example_of_a_smaller_context_compiles(tmp_path: Path, header, together):
    user, needed, context = SMALLER[header]
    text = (ROOT / f"include/narae/{header}.h").read_text()
    (example,) = re.findall(r"^ \* +(#define NARAE_\w+_BYTES .*)", text, re.MULTILINE)
    headers = ["narae"] if together else [needed, user]
    sizes = []
    for name, first in (("smaller.c", example), ("usual.c", "")):
        includes = "".join(f'#include "narae/{h}.h"\n' for h in headers)
        (tmp_path / name).write_text(f"{first}\n{includes}char size[sizeof({context})];\n")
        call(["gcc", "-std=c11", *WARNINGS, f"-I{ROOT / 'include'}", "-c", name], cwd=tmp_path)
        sizes.append((tmp_path / name).with_suffix(".o"))
    smaller, usual = (int(call(["nm", "-S", "--radix=d", output]).split()[1]) for output in sizes)
    assert smaller < usual


CHIPS = {
    "avr": ["avr-gcc", "-mmcu=atmega328p"],
    "rv32": ["riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32"],
    "aarch64": ["aarch64-linux-gnu-gcc"],
    "x86-64": ["gcc"],
}
CONFIGURATIONS = ("", "NARAE_PORTABLE", "NARAE_SMALL", "NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY")


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
@pytest.mark.parametrize("chip", CHIPS)
def test_every_schedule_fits_the_default_context(tmp_path: Path, chip, configuration):
    """On RV32 the schedule of AES was three times as large as the space for it."""
    compiler, *flags = CHIPS[chip]
    skip_without(compiler)
    source = tmp_path / "sizes.c"
    ciphers = [i for i in discover() if i.in_library and i.mode == "block"]
    schedules = sorted({(i.folder.name.upper(), i.key_bytes) for i in ciphers})
    asserts = "".join(
        f'_Static_assert(NARAE_MODE_SCHEDULE_BYTES >= NARAE_{cipher}_SCHEDULE_BYTES({key_bytes}), "{cipher}");\n'
        for cipher, key_bytes in schedules
    )
    headers = "".join(f'#include "{header}"\n' for header in sorted({i.header for i in ciphers}))
    source.write_text(headers + '#include "narae/mode.h"\n' + asserts)
    define = [f"-D{configuration}"] if configuration else []
    call([compiler, *flags, "-std=c11", *define, f"-I{ROOT / 'include'}", "-ffreestanding", "-fsyntax-only", source])
