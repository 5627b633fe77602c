# SPDX-License-Identifier: MIT
"""What the lab's tests share."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from lab import store
from lab.cavp import run
from lab.paths import ROOT
from lab.rows import Row

EVERY_DAY = ("pipo-64/128", "ascon-aead128")  # the block cipher whose kernels compile fastest, and messages
EVERY_DAY_MODES = ("block", "aead")
EVERY_DAY_TARGETS = ("uno", "hifive1", "pi4", "host")
QUICK_SECONDS, WHOLE_SECONDS = 1500, 4 * 3600  # also where others want the processor


@dataclass(frozen=True)
class FullRun:
    """What `./narae bench` left behind."""

    output: str
    rows: list[Row]
    report: Path
    folder: Path
    quick: bool


@pytest.fixture(scope="session")
def full_run(request, tmp_path_factory) -> FullRun:
    """`./narae bench` as a user runs it, shared by every test that looks at its results; all ciphers, modes, sizes,
    rounds, simulators and peers only with --deep.  A quick run measures textbook and portable code, too, since ciphers
    are named."""
    quick = not request.config.getoption("--deep")
    folder = tmp_path_factory.mktemp("results")
    named = {"cipher": EVERY_DAY, "mode": EVERY_DAY_MODES, "target": EVERY_DAY_TARGETS}
    some = [f"--{option}={name}" for option, names in named.items() for name in names]
    done = subprocess.run(
        [ROOT / "narae", "bench", "--table", *(["--quick", "--no-peers", *some] if quick else ["--full"])],
        env=os.environ | {"NARAE_RESULTS": str(folder)},
        capture_output=True,
        text=True,
        timeout=QUICK_SECONDS if quick else WHOLE_SECONDS,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    _, rows = store.read_json(folder / "bench.json")
    return FullRun(done.stdout, rows, folder / "report.html", folder, quick)


@pytest.fixture
def blocks_of_aes_alone_have_kernels(monkeypatch, pytestconfig):
    """To `./narae cavp` on this machine, where it is not told which: kernels take long to compile, and the C tests run
    vectors on each."""
    best = run.best

    def chosen(target, portable):
        has = target.name != "host" or (portable.cipher.startswith("aes") and portable.mode == "ecb")
        return best(target, portable) if has else portable

    if not pytestconfig.getoption("--deep"):
        monkeypatch.setattr(run, "best", chosen)
