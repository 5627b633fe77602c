# SPDX-License-Identifier: MIT
"""The crate in bindings/rust: its own tests, its examples, and what `cargo package` makes of it.  Every day without the
crates that it is compared with, which take long to compile."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from lab.paths import BUILD, ROOT
from tests.tools import call, skip_without

CRATE = ROOT / "bindings/rust"
TARGET = BUILD / "cargo-crate"
LEAN = {"CARGO_PROFILE_DEV_DEBUG": "0", "CARGO_INCREMENTAL": "0"}  # nobody debugs what is built here


def cargo(*arguments: str | Path, **environment: str | Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        ["cargo", *map(str, arguments)],
        cwd=CRATE,
        env=os.environ | LEAN | {"CARGO_TARGET_DIR": str(TARGET)} | {k: str(v) for k, v in environment.items()},
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module", autouse=True)
def crates() -> None:
    """The crates that Cargo.lock names come from the network once."""
    skip_without("cargo")
    fetched = cargo("fetch", "--locked")
    assert "--locked was passed" not in fetched.stderr, f"Cargo.lock is older than Cargo.toml: {fetched.stderr}"
    if fetched.returncode != 0:
        pytest.skip(f"cargo cannot fetch the crates: {fetched.stderr.splitlines()[-1]}")


def passed(done: subprocess.CompletedProcess) -> int:
    """How many tests, the examples in the README among them."""
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return sum(map(int, re.findall(r"test result: ok. (\d+) passed", done.stdout)))


@pytest.fixture
def library(cmake_build) -> Path:
    return cmake_build("gcc", ["-DCMAKE_C_COMPILER=gcc"], "narae")


def test_its_own_tests_pass(library):
    done = cargo("test", "--locked", "--features", "std", NARAE_LIB_DIR=library)
    assert passed(done) >= 19
    assert "warning" not in done.stderr


@pytest.mark.deep
def test_the_crate_agrees_with_those_in_rust(library):
    flags = {"RUSTFLAGS": "--cfg narae_pure_rust"}
    assert passed(cargo("test", "--locked", "--test", "pure_rust", NARAE_LIB_DIR=library, **flags)) == 4


@pytest.mark.parametrize("compiler", ["gcc", "aarch64-linux-gnu-gcc", "arm-none-eabi-gcc", "riscv64-unknown-elf-gcc"])
def test_a_schedule_has_the_space_that_it_needs(compiler):
    """A key that does not fit would panic."""
    skip_without(compiler)
    rows = re.findall(r"^    \w+ U\d+ U\d+ (\d+) narae_(\w+) ", (CRATE / "src/block.rs").read_text(), re.MULTILINE)
    assert len(rows) >= 10
    text = "#include <narae/narae.h>\n" + "".join(
        f'_Static_assert(sizeof(narae_{name}_key) <= {size}, "{name}");\n' for size, name in rows
    )
    call([compiler, "-ffreestanding", "-fsyntax-only", f"-I{ROOT / 'include'}", "-xc", "-"], input=text)


def test_the_crate_has_the_version_of_the_library():
    header = (ROOT / "include/narae/version.h").read_text()
    version = ".".join(re.search(rf"_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH"))
    assert f'\nversion = "{version}"\n' in (CRATE / "Cargo.toml").read_text()
    assert f'name = "narae"\nversion = "{version}"\n' in (CRATE / "Cargo.lock").read_text()


@pytest.mark.deep
def test_the_package_builds_without_this_repository(tmp_path):
    """Unpacked elsewhere it compiles its own copy of the library, and passes."""
    done = cargo("package", "--locked", "--allow-dirty", "--no-verify")
    assert done.returncode == 0, done.stderr[-3000:]
    (package,) = (TARGET / "package").glob("narae-*.crate")
    subprocess.run(["tar", "-xzf", package, "-C", tmp_path], check=True)
    (unpacked,) = tmp_path.iterdir()
    assert not any(p.is_symlink() for p in unpacked.rglob("*"))
    (unpacked / "tests").mkdir(exist_ok=True)
    assert passed(cargo("test", "--locked", "--manifest-path", unpacked / "Cargo.toml")) >= 14
