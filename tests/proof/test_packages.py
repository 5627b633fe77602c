# SPDX-License-Identifier: MIT
"""Which code of packages is that of the proved programs: kernels in assembly.  C is compiled with other flags."""

from __future__ import annotations

from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from lab.paths import ROOT
from lab.proof.program import EXECUTABLE
from lab.targets import TARGETS
from tests.tools import library_object, library_sources

OF_PACKAGES = ["-O3", "-fPIC"]  # CMake's Release, and build.rs
SAID = "the code that is proved"
PAGES = ["docs/explanation/proofs.md", *(f"bindings/{name}/README.md" for name in ("java", "python", "rust", "wasm"))]
PAGES += ["docs/how-to/openssl.md", "docs/how-to/linux.md"]


def code_of(source: Path, flags: list[str]) -> dict[str, bytes]:
    """An object's sections of code, before linking."""
    with open(library_object(TARGETS["host"]().board.compiler, flags, source), "rb") as stream:
        return {s.name: s.data() for s in ELFFile(stream).iter_sections() if s["sh_flags"] & EXECUTABLE}


def different(sources: list[Path]) -> set[str]:
    """Those whose code is another one with the flags of packages."""
    flags = TARGETS["host"]().board.flags
    builds = {s: [code_of(s, f) for f in (flags, [*flags, *OF_PACKAGES])] for s in sources}
    return {s.name for s, (ours, theirs) in builds.items() if ours != theirs}


def test_assembly_alone_is_the_same_code_in_packages():
    sources = [s for s in library_sources("x86") if s.parent.name == "x86"]
    assembly = [s for s in sources if s.suffix == ".S"]
    assert len(assembly) > 20 and not different(assembly)
    assert different([s for s in sources if s.name == "lea_sse2.c"])


@pytest.mark.parametrize("page", PAGES)
def test_packages_say_that_their_c_is_not_the_proved_code(page):
    assert SAID in (ROOT / page).read_text()
