# SPDX-License-Identifier: MIT
"""lab/build/precompile, by which ./narae test compiles: the same objects, with intrinsics that are parsed once."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path

import pytest

from lab.paths import ROOT

PREFIX = ROOT / "lab/build/precompile"
HERE = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="intrinsics of x86-64")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Where the tests of kernels have their header precompiled, once for all."""
    return tmp_path_factory.mktemp("ccache")


def compiled(folder: Path, source: Path, *prefix: Path) -> tuple[int, str, bytes]:
    """Exit status, messages with -H's list of headers, and the object."""
    object_file = folder / "made.o"
    object_file.unlink(missing_ok=True)
    flags = ["-O1", "-H", "-DNDEBUG", f"-I{ROOT / 'include'}", "-I", ROOT / "src", "-include", "core/exports.h"]
    command = [*prefix, "gcc", *flags, "-c", "-MD", "-MF", object_file.with_suffix(".d"), "-o", object_file, source]
    command.append("-fdiagnostics-color=never")  # ccache has options behind the source
    done = subprocess.run(
        list(map(str, command)), env=os.environ | {"CCACHE_DIR": str(folder)}, capture_output=True, text=True
    )
    return done.returncode, done.stderr, object_file.read_bytes() if object_file.exists() else b""


@HERE
def test_kernels_are_the_same_with_precompiled_intrinsics(folder):
    for name in ("modes/x86/xts_whiten_avx2.c", "sha2/x86/sha256_shani.c"):
        status, errors, plain = compiled(folder, ROOT / "src" / name)
        assert status == 0 and "/immintrin.h" in errors
        status, errors, object_file = compiled(folder, ROOT / "src" / name, PREFIX)
        (header,) = folder.glob("precompiled/*/*")  # once for both
        assert f"\n! {header}\n" in f"\n{errors}" and header.name == "immintrin.h.gch"
        assert status == 0 and object_file == plain


@HERE
def test_a_compiler_error_in_a_kernel_is_shown(folder, tmp_path):
    source = tmp_path / "x86" / "kernel.c"
    source.parent.mkdir()
    source.write_text("int x = y;\n")
    status, errors, _ = compiled(folder, source, PREFIX)
    assert status == 1 and "kernel.c:1:9: error" in errors


def test_other_sources_are_compiled_as_they_are(tmp_path):
    status, _output, object_file = compiled(tmp_path, ROOT / "src/core/wipe.c", PREFIX)
    assert (status, object_file) == (0, compiled(tmp_path, ROOT / "src/core/wipe.c")[2])
    assert not (tmp_path / "precompiled").exists()
