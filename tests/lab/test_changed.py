# SPDX-License-Identifier: MIT
"""./narae test --changed: which tests look at a file, and what is said of a revision that is not there."""

import pytest

from lab.cli import BAD_INPUT, main
from lab.commands.test import TESTS_OF, looks_at
from lab.paths import ROOT


@pytest.mark.parametrize(
    "file, test",
    [
        ("lab/run/protocol.py", "tests/lab/test_protocol.py"),  # named after it
        ("lab/processes.py", "tests/lab/test_processes.py"),
        ("lab/run/rates.py", "tests/lab/test_rates.py"),
        ("lab/paths.py", "tests/lab/test_changed.py"),  # imported from it
        ("tests/lab/test_cache.py", "tests/lab/test_cache.py"),  # itself
        ("tests/rv32_kernels/qemu.c", "tests/rv32_kernels/test_rv32_kernels.py"),  # next to it
        ("docs/hifive1.md", "tests/lab/test_docs.py"),
        ("README.ko.md", "tests/lab/test_readme.py"),
    ],
)
def test_a_changed_file_brings_its_tests(file, test):
    assert (ROOT / file).exists(), "the file moved: name its new place here"
    assert test in looks_at([file])


@pytest.mark.parametrize("family", ["avr", "rv32", "arm"])
def test_kernels_bring_the_tests_of_their_chips(family):
    kernels = [str(f.relative_to(ROOT)) for f in (ROOT / "src").glob(f"*/{family}/*")]
    assert kernels, f"no kernel lies in a folder {family}/"
    for name in kernels:
        assert any(t.startswith(f"tests/{family}_kernels/") for t in looks_at([name])), name


def test_what_no_test_looks_at_brings_none():
    assert looks_at(["LICENSE"]) == []


def test_the_table_of_folders_names_what_is_there():
    for folder, tests in TESTS_OF.items():
        assert (ROOT / folder).is_dir(), folder
        assert all((ROOT / t).exists() for t in tests), tests


def test_an_unknown_revision_is_named(capsys):
    assert main(["test", "--changed", "no-such-revision"]) == BAD_INPUT
    assert "unknown revision `no-such-revision`" in capsys.readouterr().err
