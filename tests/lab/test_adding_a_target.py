# SPDX-License-Identifier: MIT
"""docs/how-to/adding-a-target.md, followed: a machine in a folder of its own is a target like the lab's."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from lab import store
from lab.cache import Cache
from lab.errors import LabError
from lab.paths import ROOT
from lab.plan import selection
from lab.plan.implementations import load
from lab.rows import DIFFERS, FIDELITIES, Row, verdict
from lab.run import cores, measure, tasks
from lab.run.protocol import Operation
from lab.targets import TARGETS, external
from lab.targets.base import Finding, Outcome
from tests.tools import narae, own_cache

PAGE = (ROOT / "docs/how-to/adding-a-target.md").read_text()
RV64 = ROOT / "tests/lab/rv64_target"
KERNELS = ROOT / "tests/lab/kernels"
pytestmark = pytest.mark.skipif(not shutil.which("riscv64-unknown-elf-gcc"), reason="no compiler for RV64")


@pytest.fixture
def my_targets(tmp_path) -> Path:
    return Path(shutil.copytree(RV64, tmp_path / "my-targets"))


def bench(folder: Path, *arguments, env: dict | None = None) -> subprocess.CompletedProcess:
    return narae("bench", *arguments, cwd=folder, env={"NARAE_RESULTS": str(folder / "results")} | (env or {}))


def edit(folder: Path, old: str, new: str) -> None:
    module = folder / "rv64.py"
    assert old in module.read_text()
    module.write_text(module.read_text().replace(old, new, 1))


@pytest.fixture(scope="module")
def followed(tmp_path_factory) -> tuple[str, list[Row]]:
    """What the page's commands print, typed in another folder, and the rows they leave."""
    folder = tmp_path_factory.mktemp("page")
    (block,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    script = block.replace("./narae", str(ROOT / "narae")).replace("tests/lab", str(ROOT / "tests/lab"))
    environment = os.environ | {"NARAE_RESULTS": str(folder / "results")}
    command = ["sh", "-e", "-c", script]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout, store.read_json(folder / "results/bench.json")[1]


def test_the_pages_commands_measure_on_the_new_target(followed):
    printed, rows = followed
    assert {r.target for r in rows} == {"rv64"} and {r.cipher for r in rows} == {"null", "lea-128"}
    assert {r.mode for r in rows if r.cipher == "lea-128"} == {"block", "ctr", "cbc", "gcm", "ccm", "cmac"}
    for row in rows:
        assert row.cycles > 0 and row.vectors > 0 and row.runs == 50, row.key()
        assert row.fidelity == "counted" and row.time_us is None and row.spread == 0
        assert verdict(row) == "yes" and row.provenance["simulator"].startswith("qemu-riscv64 version")
    assert printed.startswith("rv64 (counted: instructions, not cycles): ")
    lines = [line for line in printed.splitlines() if " lea-128 " in line]
    assert [line.split()[0] for line in lines] == ["AEAD", "encryption", "MAC", "block"]


def test_counts_are_those_of_the_code(followed):
    """The null cipher's encryption copies 16 bytes: a call, a loop, a return; LEA costs hundreds more."""
    _, rows = followed
    count = {r.cipher: r.cycles for r in rows if (r.mode, r.operation, r.kernel) == ("block", "encrypt", "portable")}
    assert 20 < count["null"] < 150
    assert 24 * 22 < count["lea-128"] < 2 * 24 * 22


def test_the_gate_holds_on_the_new_target(my_targets):
    target = external(my_targets)["rv64"]()
    rows = {}
    for name in ("wrong", "overrun", "clobbers", "uneven"):
        for row in measure.execute(selection.Plan(load(KERNELS / name), [target], True), Cache(), lambda _: None):
            rows[name, row.operation] = row
    assert "a vector failed" in rows["wrong", "encrypt"].failure
    assert "encrypt wrote outside its output" in rows["overrun", "encrypt"].failure
    assert "breaks the ABI: x" in rows["clobbers", "encrypt"].failure
    assert rows["uneven", "encrypt"].constant_time["pc_trace"] == DIFFERS
    assert verdict(rows["uneven", "decrypt"]) == "yes"


def test_a_ruler_that_is_off_refuses_every_row(my_targets):
    board = my_targets / "rv64/hal.c"
    board.write_text(board.read_text().replace("ruler_nops, RULER_STEPS + 2", "ruler_nops, RULER_STEPS + 1"))
    done = bench(my_targets.parent, "--targets-from", my_targets, "--target", "rv64", "--cipher", "null", "--quick")
    assert done.returncode == 1
    assert " ".join(done.stdout.split()).count("the clock is off: `nops` took 1002 cycles instead of 1001 to 1001") == 3


def test_compressed_instructions_are_refused(my_targets):
    facts = my_targets / "rv64/board.toml"
    facts.write_text(facts.read_text().replace("-march=rv64im", "-march=rv64imac"))
    arguments = ["--targets-from", my_targets, "--target", "rv64", "--cipher", "null", "--mode", "block", "--quick"]
    done = bench(my_targets.parent, *arguments)
    assert done.returncode == 1 and "an instruction is not of four bytes" in done.stdout


def test_a_changed_module_is_not_answered_from_the_cache(my_targets):
    arguments = ["--targets-from", my_targets, "--target", "rv64", "--cipher", "null", "--mode", "block", "--quick"]
    private = {"NARAE_CACHE": str(own_cache(my_targets.parent))}
    outputs = [bench(my_targets.parent, *arguments, env=private).stderr for _ in range(2)]
    module = my_targets / "rv64.py"
    module.write_text(module.read_text().replace("max(instructions)", "min(instructions)"))
    outputs.append(bench(my_targets.parent, *arguments, env=private).stderr)
    assert [re.search(r"(\d) of 1 ", text)[1] for text in outputs] == ["0", "1", "0"]


def test_a_changed_header_is_compiled_again(my_targets):
    arguments = ["--targets-from", my_targets, "--target", "rv64", "--cipher", "null", "--mode", "block", "--quick"]
    assert bench(my_targets.parent, *arguments).returncode == 0
    header = my_targets / "rv64/window.h"
    header.write_text(header.read_text().replace("RULER_STEPS 1000", "RULER_STEPS 500"))
    hal = my_targets / "rv64/hal.c"
    hal.write_text(hal.read_text().replace("RULER_STEPS + 2", "1000 + 2"))
    done = bench(my_targets.parent, *arguments)
    assert "`nops` took 502 cycles instead of 1002" in done.stdout


def replaced(old: str, new: str):
    return lambda folder: edit(folder, old, new)


COUNTED = '    fidelity = "counted"\n'
BAD = {
    "twice": (lambda f: shutil.copy(f / "rv64.py", f / "rv65.py"), "has two targets `rv64`; rename one"),
    "upper case": (replaced('name = "rv64"', 'name = "RV64"'), "has a target `RV64`: use lower case"),
    "no simulators": (replaced("def simulators", "def versions"), "rv64.py: Rv64 has no simulators; see docs"),
    "another fidelity": (replaced('"counted"', '"perfect"'), "the fidelity 'perfect'; use one of measured"),
    "nowhere": (lambda f: shutil.rmtree(f), "is not a folder"),
    "empty": (lambda f: (f / "rv64.py").unlink(), "contains no target; see docs/how-to/adding-a-target.md"),
    "broken": (lambda f: (f / "rv64.py").write_text("import nothing_of_this_name"), "ModuleNotFoundError"),
    "ends": (lambda f: (f / "rv64.py").write_text("raise SystemExit(3)"), "SystemExit: 3"),
    "bare": (replaced(COUNTED, ""), "rv64.py: Rv64 has no fidelity; see docs"),
    "clockless": (replaced(COUNTED, f"{COUNTED}    alone = True\n"), "Rv64 has no rounds"),
    "uncheckable": (
        replaced(COUNTED, f"{COUNTED}    alone = True\n    rounds = run = lambda *_: 1\n"),
        "Rv64 has no checks",
    ),
    "unmade": (replaced("self.board =", "1 / 0;"), r"rv64.py, line \d+: ZeroDivisionError: "),
    "boardless": (replaced("self.board =", "self.board = None;"), "rv64.py, .*: board is None, not what load_board"),
    "uncounted": (
        replaced(COUNTED, f"{COUNTED}    alone = True\n    rounds = run = checks = lambda *_: None\n"),
        "rv64.py, .*: rounds gave None, not a number",
    ),
    "taken": (replaced('name = "rv64"', 'name = "uno"'), "one of the lab's targets"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_wrong_folder_is_reported(my_targets, what):
    spoil, message = BAD[what]
    spoil(my_targets)
    with pytest.raises(LabError, match=message):
        external(my_targets)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ('raise KeyError("mine")', r"rv64.py, line LINE: KeyError: 'mine'"),
        ("raise SystemExit(3)", r"rv64.py, line LINE: SystemExit: 3"),
        ("return None", r"the target rv64 is wrong: run_one gave None, not an Outcome"),
    ],
)
def test_a_target_that_fails_midway_is_named_and_other_rows_are_kept(my_targets, change, message):
    edit(
        my_targets,
        "        try:\n",
        f'        if program.implementation.mode == "block":\n            {change}\n        try:\n',
    )
    (line,) = (n for n, text in enumerate((my_targets / "rv64.py").read_text().splitlines(), 1) if change in text)
    targets = [external(my_targets)["rv64"](), TARGETS["m0plus"]()]
    plan = selection.select(["m0plus"], ["null"], ["block", "ctr"], True)
    rows = measure.execute(replace(plan, targets=targets), Cache(), lambda _: None)
    refused = [r for r in rows if r.failure]
    assert {(r.target, r.mode) for r in refused} == {("rv64", "block")}
    assert all(re.fullmatch(".*" + message.replace("LINE", str(line)), r.failure) for r in refused)
    assert {(r.target, r.mode) for r in rows if r.cycles} >= {("rv64", "ctr"), ("m0plus", "block")}


def test_simulators_that_are_no_list_are_named(my_targets):
    edit(my_targets, "        return [MACHINE.version()]", "        return None")
    with pytest.raises(TypeError, match="simulators gave None, not a list of texts"):
        tasks.identity(external(my_targets)["rv64"](), True)


def test_a_clock_that_fails_is_named(my_targets):
    method = "    def rounds(self, quick):\n        return 1\n\n    def run(self, *_):\n        return []\n"
    method += "\n    def checks(self, _):\n        return None\n"
    edit(my_targets, COUNTED, f"{COUNTED}    alone = True\n\n{method}")
    plan = selection.Plan(load(ROOT / "lab/bench/null"), [external(my_targets)["rv64"]()], True)
    (row,) = [r for r in measure.execute(plan, Cache(), lambda _: None) if r.mode == "block"]
    assert "rv64.py, in what it returns: ValueError: " in row.failure


def outcome_of(**changes) -> Outcome:
    checks = {"cycles": "not-run", "pc_trace": "equal", "address_trace": "equal"}
    values = {"cycles": 9, "spread": 0.0, "runs": 1, "stack_bytes": 0, "constant_time": checks} | changes
    return Outcome(findings={Operation("block", "encrypt", 16, 0): Finding(**values)})


OUTCOMES = {
    "right": (outcome_of(), ""),
    "none": (None, "run_one gave None, not an Outcome"),
    "empty": (Outcome(), "neither findings nor a failure"),
    "text": (outcome_of(cycles="9"), "cycles is '9', not a finite number"),
    "nan": (outcome_of(cycles=float("nan")), "cycles is nan, not a finite number"),
    "negative": (outcome_of(cycles=-1), "cycles is -1: is too much subtracted?"),
    "checks": (outcome_of(constant_time={}), "constant_time is {}, not equal, differs or not-run"),
    "provenance": (outcome_of(provenance={"path": ROOT}), "the provenance of encrypt: Object of type"),
    "modelled": (outcome_of(), "no error_band"),
}


@pytest.mark.parametrize("what", OUTCOMES)
def test_an_outcome_of_which_no_row_can_be_made_is_a_failure(my_targets, what):
    given, message = OUTCOMES[what]
    replaced("        outcome = Outcome(", "        if isinstance(program, Exception):\n            raise program\n"
             "        return program\n        outcome = Outcome(")(my_targets)  # fmt: skip
    target = external(my_targets)["rv64"]()
    if what == "modelled":
        target.fidelity = what
    assert re.search(message, cores.OwnCores().outcome(target, given, True).failure)


def test_a_missing_board_is_reported(my_targets):
    shutil.rmtree(my_targets / "rv64")
    done = bench(my_targets.parent, "--targets-from", my_targets, "--target", "rv64")
    assert done.returncode == 2 and "my-targets/rv64/board.toml cannot be read" in done.stderr


def test_the_page_names_what_there_is():
    for name in re.findall(r"`(hal_\w+)`", PAGE):
        assert name in (ROOT / "lab/bench/hal.h").read_text() + (ROOT / "lab/bench/abi.h").read_text(), name
    for name in re.findall(r"`((?:lab|tests)/[\w/.]+)`", PAGE):
        assert "NAME" in name or (ROOT / name).exists(), name
    for fidelity in FIDELITIES:
        assert f"| `{fidelity}` |" in PAGE
    assert not external(RV64).keys() & TARGETS.keys()
