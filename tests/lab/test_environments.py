"""Other ways to build and run a board's programs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lab import measure
from lab.cache import Cache
from lab.environments import environments, target_in
from lab.errors import LabError
from lab.implementations import discover
from lab.rows import NOT_RUN
from lab.targets import TARGETS


def test_an_environment_changes_what_it_says_and_nothing_else():
    own, other = TARGETS["uno"]().board, target_in("uno", "arduino").board
    assert "-O2" in own.flags and "-Os" in other.flags and "-O2" not in other.flags
    assert other.facts | {"cflags": 0, "runner": 0} == own.facts | {"cflags": 0, "runner": 0}
    assert other.name != own.name and other.folder == own.folder


def test_names_that_are_not_there_are_errors_that_list_those_that_are():
    with pytest.raises(LabError, match=r"no environment `windows`, but: arduino"):
        target_in("uno", "windows")
    with pytest.raises(LabError, match=r"the targets are: uno"):
        target_in("duo")


@pytest.mark.deep
@pytest.mark.parametrize("environment", [e for e, facts in environments().items() if facts["board"] == "host"])
def test_a_program_passes_its_gate_and_is_timed_everywhere(environment):
    target = target_in("host", environment)
    for tool in (target.board.compiler, *(w for w in target.board.facts["runner"] if w.startswith("/usr/"))):
        if not (shutil.which(tool) or Path(tool).exists()):
            pytest.skip(f"{tool} is not installed; ./narae reproduce installs it")
    chosen = [i for i in discover() if (i.cipher, i.mode, i.kernel) == ("lea-128", "block", "baseline:reference")]
    rows = measure.execute(
        measure.Plan(chosen, [target], sizes={("lea-128", "block", "block"): {(16, 0)}}), Cache(), print
    )
    assert {r.operation for r in rows} == {"key-setup", "key+encrypt", "key+decrypt", "encrypt", "decrypt"}
    assert all(r.cycles and r.vectors and not r.failure for r in rows)
    windows = environment == "windows"
    assert all((r.constant_time["pc_trace"] == NOT_RUN) == windows for r in rows)
    assert all((r.flash_bytes is None) == windows for r in rows)
