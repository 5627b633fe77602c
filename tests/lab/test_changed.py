# SPDX-License-Identifier: MIT
"""./narae test --changed: which files differ, which tests look at a file, and what is said of a revision that is not
there."""

import os
import subprocess

import pytest

from lab.cli import BAD_INPUT, main
from lab.commands.test import runner as command
from lab.commands.test.runner import TESTS_OF, affected_tests, changed_since
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
        ("tests/fuzz/fuzz_cbc.c", "tests/fuzz/test_fuzzing.py"),
        ("docs/how-to/hifive1.md", "tests/lab/test_docs.py"),
        ("README.ko.md", "tests/lab/test_readme.py"),
    ],
)
def test_a_changed_file_brings_its_tests(file, test):
    assert (ROOT / file).exists(), "the file moved: name its new place here"
    assert test in affected_tests([file])


@pytest.mark.parametrize("family", ["avr", "rv32", "arm"])
def test_kernels_bring_the_tests_of_their_chips(family):
    kernels = [str(f.relative_to(ROOT)) for f in (ROOT / "src").glob(f"*/{family}/*")]
    assert kernels, f"no kernel lies in a folder {family}/"
    for name in kernels:
        assert any(t.startswith(f"tests/{family}_kernels/") for t in affected_tests([name])), name


def test_what_no_test_looks_at_brings_none():
    assert affected_tests(["LICENSE"]) == []


def test_the_table_of_folders_names_what_is_there():
    for folder, tests in TESTS_OF.items():
        assert (ROOT / folder).is_dir(), folder
        assert all((ROOT / t).exists() for t in tests), tests


@pytest.mark.parametrize("second", [["-k", "nothing"], ["--changed"]])
def test_two_selections_are_refused(second, capsys):
    """Nothing may be left to run, or more than one of them says."""
    with pytest.raises(SystemExit, match="2"):
        main(["test", "--lint", *second])
    assert "not allowed with argument --lint" in capsys.readouterr().err


def test_an_unknown_revision_is_named(capsys):
    assert main(["test", "--changed", "no-such-revision"]) == BAD_INPUT
    assert "unknown revision `no-such-revision`" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--lint", "--changed"])
def test_without_a_repository_nothing_is_begun(option, tmp_path, monkeypatch, capsys):
    """As in an unpacked archive, or for root in somebody else's clone, which Git refuses with what to do."""
    monkeypatch.setattr(command, "ROOT", tmp_path)
    assert main(["test", option]) == BAD_INPUT
    output = capsys.readouterr()
    assert "need a git clone; fatal: not a git repository" in output.err and not output.out


@pytest.mark.parametrize("revision", ["HEAD~1..HEAD", "HEAD~1...HEAD", "..HEAD", "HEAD~1.."])
def test_a_range_is_refused(history, capsys, revision):
    """`git diff A..B` ignores the files as they are, which the tests would run with."""
    assert main(["test", "--changed", revision]) == BAD_INPUT
    output = capsys.readouterr().err
    assert f"`{revision}` is a range" in output and "unknown" not in output
    assert f"./narae test --changed {revision.partition('..')[0] or 'HEAD'}" in output


@pytest.fixture
def history(tmp_path, monkeypatch):
    """A repository with two commits, the second of which changes `second`."""
    monkeypatch.setattr(command, "ROOT", tmp_path)
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):  # of a hook
        monkeypatch.delenv(name, raising=False)
    for name in ("first", "second", "removed", "touched", "naïve name"):
        (tmp_path / name).write_text("1\n")
    (tmp_path / ".gitignore").write_text("ignored\n")
    git = ["git", "-C", tmp_path, "-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run([*git, *words], check=True)
    (tmp_path / "second").write_text("2\n")
    subprocess.run([*git, "commit", "-qam", "two"], check=True)
    return tmp_path


def test_files_that_differ_are_found_without_writing_the_index(history):
    """A file with a new time and its old text makes `git diff` write the index."""
    for name in ("first", "naïve name", "new", "ignored"):
        (history / name).write_text("other\n")
    (history / "staged").write_text("1\n")
    subprocess.run(["git", "-C", history, "add", "staged"], check=True)
    (history / "removed").unlink()
    os.utime(history / "touched", (1e9, 1e9))
    inside = [f for f in (history / ".git").rglob("*") if f.is_file()]
    before = [(f, f.read_bytes(), f.stat().st_mtime_ns) for f in inside]
    assert changed_since("HEAD") == ["first", "naïve name", "new", "staged"]
    assert changed_since("HEAD~1") == ["first", "naïve name", "new", "second", "staged"]
    inside = [f for f in (history / ".git").rglob("*") if f.is_file()]
    assert [(f, f.read_bytes(), f.stat().st_mtime_ns) for f in inside] == before
