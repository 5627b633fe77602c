# SPDX-License-Identifier: MIT
"""Nothing wrong is ever timed, and nothing leaky is called constant-time: kernels that are bad on purpose."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from lab.cache import Cache
from lab.plan import selection
from lab.plan.implementations import Implementation, load
from lab.rows import DIFFERS, EQUAL, Row, verdict
from lab.run import measure
from lab.targets import TARGETS
from lab.targets import host as host_module
from tests.tools import every_day

KERNELS = Path(__file__).parent / "kernels"
FOLDERS = sorted(f.name for f in KERNELS.iterdir() if f.is_dir())
HANG_SECONDS = 30  # of a machine that others want, too
EVERY_DAY = ("uno", "msp430", "hifive1", "m4", "pi4", "host")  # one Cortex-M
OF_A_CORE = ("leaky",)  # folders that say something of each Cortex-M
HANGING = ("uno", "m4")  # every day: each burns seconds
OF_EACH_BOARD = ("wrong", "clobbers", "leaves-state", "uneven", "leaky", "crashing")  # kernels
OF_SHARED_CODE = ("uno", "host")  # every day: they find out all that other kernels do wrong
ONLY = {"hanging": HANGING, "multiplies-early": ("m3", "m4"), "compares-early": ("uno",)}  # every day: looked at there


def of_today(kernel: Implementation) -> tuple[str, ...]:
    """The targets that a bad kernel runs on every day."""
    if kernel.folder.name in OF_A_CORE:
        return tuple(TARGETS)
    name = kernel.kernel.removeprefix("test:")
    return ONLY.get(name, EVERY_DAY if name in OF_EACH_BOARD else OF_SHARED_CODE)


@pytest.fixture(scope="module")
def rows(pytestconfig) -> dict[tuple[str, str], list[Row]]:
    """Every bad kernel on every target, in one run with short bounds for what never ends."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(host_module, "RUN_SECONDS", HANG_SECONDS)
        patch.setattr("lab.sims.qemu.tracing.RUN_SECONDS", HANG_SECONDS)
        patch.setattr("lab.targets.uno.MAX_CYCLES", 50_000_000)
        patch.setattr("lab.sims.msp430.run.__kwdefaults__", {"max_cycles": 50_000_000})
        patch.setattr("lab.targets.hifive1.MAX_CYCLES", 20_000_000)
        patch.setattr("lab.targets.cortexm.MAX_CYCLES", 20_000_000)
        rows_of: dict[tuple[str, str], list[Row]] = {}
        implementations = [i for name in FOLDERS for i in load(KERNELS / name)]
        if not pytestconfig.getoption("--deep"):
            implementations = [replace(i, targets=of_today(i)) for i in implementations]
        plan = selection.Plan(implementations, [target() for target in TARGETS.values()], quick=True)
        for row in measure.execute(plan, Cache(), lambda _: None):
            rows_of.setdefault((row.target, row.kernel.removeprefix("test:")), []).append(row)
        return rows_of


REFUSED = {
    "wrong": "a vector failed",
    "wrong-later": "checksum over random operations differs",
    "message-wrong-later": "checksum over random operations differs",
    "overrun": "encrypt wrote outside its output",
    "no-vectors": "there are no vectors",
    "unbuildable": "there_is_no_such_header.h",
    "clobbers": "breaks the ABI: ",
    "leaves-state": "breaks the ABI: ",
    "accepts-forgeries": "a vector failed",
    "keeps-output": "a vector failed",
    "writes-behind": "wrote outside the output",
}


REFUSED_ON = [(target, kernel) for target in TARGETS for kernel in REFUSED]
REFUSED_EVERY_DAY = [
    (target, kernel)
    for target, kernel in REFUSED_ON
    if target in (EVERY_DAY if kernel in OF_EACH_BOARD else OF_SHARED_CODE)
]


@pytest.mark.parametrize(("target", "kernel"), every_day(REFUSED_EVERY_DAY, REFUSED_ON))
def test_refused_with_the_reason_and_not_timed(rows, target, kernel):
    (row,) = rows[target, kernel]
    assert REFUSED[kernel] in row.failure
    assert row.cycles is None and row.runs == 0 and row.vectors == 0


def test_a_batch_whose_lanes_differ_is_refused(rows):
    """Where batches are measured at all."""
    (row,) = rows["host", "lanes-differ"]
    assert row.failure == "the lanes of a batch differ" and row.cycles is None
    assert not any(kernel == "lanes-differ" and target != "host" for target, kernel in rows)


@pytest.mark.parametrize("target", every_day(HANGING, TARGETS))
def test_a_hang_is_killed_and_reported(rows, target):
    (row,) = rows[target, "hanging"]
    assert re.search("killed: no end after|timed out after", row.failure)
    assert row.cycles is None


def test_a_crash_is_reported(rows):
    assert "the firmware crashed: jump to address 0" in rows["uno", "crashing"][0].failure
    for target in ("hifive1", "msp430"):
        assert "the firmware crashed: jump outside the program" in rows[target, "crashing"][0].failure
    cores = [target for target, kernel in rows if kernel == "crashing" and re.fullmatch(r"m\d+(plus)?", target)]
    for target in cores:
        assert "the firmware crashed: branch to an even address" in rows[target, "crashing"][0].failure
    assert "m4" in cores
    for target in ("host", "pi4"):
        assert "the program crashed with signal 11" in rows[target, "crashing"][0].failure


def test_a_branch_on_a_key_bit_with_balanced_cost_is_not_constant_time(rows):
    encrypt = next(r for r in rows["uno", "leaky"] if r.operation == "encrypt")
    assert encrypt.constant_time["cycles"] == EQUAL
    assert encrypt.constant_time["pc_trace"] == DIFFERS
    assert verdict(encrypt) == "NO: pc_trace"


@pytest.mark.parametrize("target", ["m0plus", "m3", "m4", "m33"])
def test_balanced_code_on_a_cortex_m_is_seen_by_its_trace(rows, target):
    """A branch on the M0+, an instruction that an IT block skips on the others."""
    encrypt = next(r for r in rows[target, "leaky"] if r.operation == "encrypt")
    assert encrypt.constant_time["pc_trace"] == DIFFERS and verdict(encrypt).startswith("NO")
    assert target in ("m0plus", "m33") or encrypt.constant_time["cycles"] == EQUAL


def test_a_multiplication_that_ends_early_is_not_constant_time(rows):
    """On an M3, whose long products take as long as their factors; on an M4 they do not."""
    m3, m4 = (next(r for r in rows[t, "multiplies-early"] if r.operation == "encrypt") for t in ("m3", "m4"))
    assert m3.constant_time == {"cycles": DIFFERS, "pc_trace": EQUAL, "address_trace": DIFFERS}
    assert verdict(m3).startswith("NO") and verdict(m4) == "yes"


TARGET_KERNELS = [(target, kernel) for target in TARGETS for kernel in ("uneven", "leaky")]
TARGET_KERNELS_EVERY_DAY = [
    (target, kernel) for target, kernel in TARGET_KERNELS if target in EVERY_DAY or kernel in OF_A_CORE
]


@pytest.mark.parametrize(("target", "kernel"), every_day(TARGET_KERNELS_EVERY_DAY, TARGET_KERNELS))
def test_a_secret_dependent_branch_is_not_constant_time(rows, target, kernel):
    encrypt = next(r for r in rows[target, kernel] if r.operation == "encrypt")
    assert encrypt.constant_time["pc_trace"] == DIFFERS
    assert verdict(encrypt).startswith("NO")


def test_differing_cycles_are_seen(rows):
    encrypt = next(r for r in rows["uno", "uneven"] if r.operation == "encrypt")
    assert encrypt.constant_time["cycles"] == DIFFERS and encrypt.spread > 0


@pytest.mark.parametrize(
    ("target", "kernel"),
    every_day(TARGET_KERNELS_EVERY_DAY, [pair for pair in TARGET_KERNELS if pair != ("host", "uneven")]),
)
def test_a_constant_time_operation_next_to_a_leaky_one_passes(rows, target, kernel):
    decrypt = next(r for r in rows[target, kernel] if r.operation == "decrypt")
    assert verdict(decrypt) == "yes"


def test_a_comparison_that_ends_early_is_seen(rows):
    forged, opened = (
        next(r for r in rows["uno", "compares-early"] if r.operation == operation)
        for operation in ("open-forged", "open")
    )
    assert forged.constant_time["cycles"] == DIFFERS and verdict(forged).startswith("NO")
    assert verdict(opened) == "yes"
