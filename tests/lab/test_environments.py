# SPDX-License-Identifier: MIT
"""Other ways to build and run a board's programs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lab import files
from lab.cache import Cache
from lab.errors import LabError, RunError
from lab.paths import ROOT
from lab.plan import selection
from lab.plan.board import load_board
from lab.plan.environments import environments, target_in
from lab.plan.implementations import discover
from lab.rows import NOT_RUN
from lab.run import measure
from lab.targets import TARGETS, host
from tests.tools import call, every_day


def test_an_environment_changes_what_it_says_and_nothing_else():
    own, other = TARGETS["uno"]().board, target_in("uno", "arduino").board
    assert "-O2" in own.flags and "-Os" in other.flags and "-O2" not in other.flags
    assert other.name != own.name
    assert other.changed(name=own.name, cflags=own.cflags) == own


def test_names_that_are_not_there_are_errors_that_list_those_that_are():
    with pytest.raises(LabError, match=r"no environment `windows`; its environments are: arduino"):
        target_in("uno", "windows")
    with pytest.raises(LabError, match=r"the targets are: uno"):
        target_in("duo")


def test_the_folder_of_a_runner_is_there_as_a_whole_or_not_at_all(tmp_path):
    """In half a prefix of Wine, as Ctrl-C used to leave one, every program hangs."""
    folder = tmp_path / "wine"
    make = [["sh", "-c", "echo half >{folder}/registry"], ["sh", "-c", "echo whole >{folder}/registry"]]
    board = load_board("host").changed(runner=["env", "PREFIX={folder}"], runner_folder=folder)
    with pytest.raises(RunError, match="false failed"):
        host.runner(board.changed(make=[make[0], ["false"]]))
    assert not folder.exists()
    for _ in range(2):
        assert host.runner(board.changed(make=make)) == ["env", f"PREFIX={folder}"]
        assert (folder / "registry").read_text() == "whole\n"
    assert not any((tmp_path / files.TEMPORARY).iterdir())
    assert host.runner(TARGETS["host"]().board) == []


def needs(target) -> None:
    """Skips, by name, what this machine has no tools for."""
    for tool in (target.board.compiler, *(w for w in target.board.runner if w.startswith("/usr/"))):
        if not (shutil.which(tool) or Path(tool).exists()):
            pytest.skip(f"{tool} is not installed; ./narae reproduce installs it")


ON_HOST = [name for name, environment in environments().items() if environment.board == "host"]


@pytest.mark.parametrize("environment", ON_HOST)
def test_the_firmware_compiles_with_the_flags_of_each(environment):
    """By gcc, which is there every day; with --deep the environment's own compiler builds programs."""
    board = target_in("host", environment).board
    places = [f"-I{ROOT / folder}" for folder in ("include", "src", "lab/bench")]
    sources = [board.folder / "hal.c", ROOT / "lab/bench/bench.c"]
    call(["gcc", *board.flags, "-fsyntax-only", "-Wall", "-Wextra", "-Werror", *places, *sources])


@pytest.mark.parametrize("environment", every_day(["gcc"], ON_HOST))
def test_a_program_passes_its_gate_at_every_level_of_this_cpu(request, environment):
    """One operation of the library in each environment, at each level that changes it; every day at the best one
    alone.  A tracer that is loaded into the program, and linked with another C library, once refused all rows of musl
    above AVX2."""
    target = target_in("host", environment)
    needs(target)
    (chosen,) = (i for i in discover() if (i.cipher, i.mode, i.key_bytes) == ("aes-128", "block", 16) and i.in_library)
    levels = [level for level in target.board.levels if level in chosen.levels]
    levels = levels if request.config.getoption("--deep") else levels[-1:]
    rows = []
    for level in [None, *levels]:
        target.board = target.board.changed(levels=[level] if level else [])
        sizes = {("aes-128", "block", "block"): {(16, 0)}}
        rows += measure.execute(selection.Plan([chosen], [target], sizes=sizes), Cache(), print)
    assert {r.kernel for r in rows} == {"portable", *levels}
    assert all(r.cycles and r.vectors and not r.failure for r in rows), [r.failure for r in rows]
    windows = environment == "windows"
    assert all((r.constant_time["pc_trace"] == NOT_RUN) == windows for r in rows)
    assert all((r.flash_bytes is None) == windows for r in rows)


@pytest.mark.deep
@pytest.mark.parametrize("environment", ON_HOST)
def test_a_baseline_is_timed_everywhere(environment):
    target = target_in("host", environment)
    needs(target)
    chosen = [i for i in discover() if (i.cipher, i.mode, i.kernel) == ("lea-128", "block", "baseline:reference")]
    rows = measure.execute(
        selection.Plan(chosen, [target], sizes={("lea-128", "block", "block"): {(16, 0)}}), Cache(), print
    )
    assert {r.operation for r in rows} == {"key-setup", "key+encrypt", "key+decrypt", "encrypt", "decrypt"}
    assert all(r.cycles and r.vectors and not r.failure for r in rows)
