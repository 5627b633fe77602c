"""Each public header compiles alone, without a warning, in C and C++ and on the smallest chip."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.paths import ROOT
from tests.tools import call, skip_without

HEADERS = sorted(h.relative_to(ROOT / "include").as_posix() for h in (ROOT / "include/narae").glob("*.h"))
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic-errors", "-Werror"]
STRICT = ["-Wstrict-prototypes", "-Wmissing-prototypes", "-Wundef"]
EVERYTHING = ["-Weverything", "-Wno-padded", "-Wno-unsafe-buffer-usage", "-Wno-unknown-warning-option"]
LANGUAGES = {
    "avr-c11": ["avr-gcc", "-mmcu=atmega328p", "-std=c11", *STRICT],
    "gcc-c11": ["gcc", "-std=c11", *STRICT],
    "gcc-c++17": ["g++", "-std=c++17", "-Wold-style-cast"],
    "clang-c11": ["clang", "-std=c11", *EVERYTHING, "-Wno-declaration-after-statement"],
    "clang-c++17": ["clang++", "-std=c++17", *EVERYTHING, "-Wno-c++98-compat", "-Wno-c++98-compat-pedantic"],
}


def test_there_are_headers():
    assert len(HEADERS) >= 15


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("header", HEADERS)
def test_compiles_alone(tmp_path: Path, header, language):
    compiler, *flags = LANGUAGES[language]
    skip_without(compiler)
    suffix = ".cpp" if "++" in compiler else ".c"
    source = tmp_path / f"alone{suffix}"
    # Twice: the include guard.  A declaration of its own: a C file may not be empty.
    source.write_text(f'#include "{header}"\n#include "{header}"\nextern int something;\n')
    call([compiler, *flags, *WARNINGS, f"-I{ROOT / 'include'}", "-fsyntax-only", source])
