# SPDX-License-Identifier: MIT
"""./narae leak: selection, screen, JSON, exit codes, and mistakes in cases."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace

import pytest

from lab import cache
from lab.errors import LabError
from lab.leak import jobs
from lab.leak.case import cases_in, library_cases
from lab.leak.model import FOLDER, PLACES, by_file
from lab.leak.verdict_store import LEAKS
from lab.plan import selection
from lab.rows import Row, create
from tests.leak.small import written
from tests.tools import every_day, narae

SHARES = "values.a = { bytes = 4, shares = 2 }\n"
CALL = 'calls = [{ function = "f", registers = { r0 = "a.0", r1 = "a.1" } }]'
LEAK, NO_LEAK = ["mov r3, r0", "mov r3, r1"], ["mov r3, r0", "mov r4, #0", "mov r5, r1"]


def test_a_leak_is_named_with_instruction_line_values_and_secret(tmp_path):
    written(tmp_path, "m4", LEAK, SHARES + CALL)
    file = tmp_path / "leaks.json"
    done = narae("leak", tmp_path, "--places", "registers", "--json", file)
    text = " ".join(done.stdout.split())
    assert done.returncode == 1, done.stderr
    assert "leaks: f.S:10, f+0x2: mov r3, r1: register r3, 32 bits: old and new value together" in text
    assert "the old one by f; depends on a bit 0" in text
    assert "left out: glitches" in text
    (row,) = json.loads(file.read_text())["rows"]
    assert (row["leakage"], row["level"], row["places"], row["shares"]) == ("leaks 1", "pairs", ["registers"], 2)
    assert row["leaks"][0]["instruction"] == "mov r3, r1"
    assert row["provenance"]["method"] == LEAKS.method()


def test_try_names_the_line_of_a_masked_folder(tmp_path):
    """A folder without functions to time is checked all the same."""
    written(tmp_path, "m4", LEAK, SHARES + CALL)
    done = narae("try", tmp_path)
    assert (done.returncode, "leaks: f.S:10, f+0x2" in done.stdout) == (1, True), done.stdout + done.stderr
    assert "not timed" in done.stdout


def test_a_safe_program_ends_with_0_and_again_from_the_cache(tmp_path):
    written(tmp_path, "m4", NO_LEAK, SHARES + CALL)
    for cached in (False, True):
        done = narae("leak", tmp_path / "leak.toml", "--target", "m4")
        assert (done.returncode, "from the cache" in done.stdout) == (0, cached), done.stdout + done.stderr
        assert "none (pairs)" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--level", "words"), "invalid choice"),
        (("--places", "wires"), "is none of registers"),
        (("--target", "host"), "there is no model of target `host`"),
        (("--places", "flags"), "has no place `flags`"),
        (("no-such-cipher",), "there is no masked kernel of `no-such-cipher`"),
        (("absent.elf",), "there is no file absent.elf"),
    ],
)
def test_invalid_options_end_with_2(tmp_path, words, message):
    written(tmp_path, "hifive1", [], 'calls = [{ function = "f" }]')
    done = narae("leak", *([] if words[0][0] != "-" else [tmp_path]), *words)
    assert (done.returncode, message in " ".join(done.stderr.split())) == (2, True), done.stderr


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (SHARES, "calls is missing"),
        ("calls = []", "has no calls"),
        (SHARES + CALL.replace("a.1", "a.2"), "a has 2 shares, numbered from 0"),
        (SHARES + CALL.replace("a.1", "b"), "`b` is neither a buffer nor a value"),
        (SHARES.replace("shares = 2", "shares = 2, secret = true") + CALL, "cannot have both `shares` and `secret`"),
        (SHARES.replace("shares", "share") + CALL, "did you mean `shares`?"),
        ("buffers.b = { at = 4 }\n" + SHARES + CALL, "b has no `bytes`"),
        (SHARES + CALL + '\ncuts = [{ at = "f", shares = [["r0"]] }]', "fewer than two shares"),
        (SHARES + CALL.replace('"f"', '"g"'), "its program has no symbol `g`"),
        (SHARES + CALL.replace("r1 =", "x1 ="), "there is no register `x1`"),
        (SHARES + CALL + '\ncuts = [{ at = "f", shares = [["q0"], ["r1"]] }]', "`q0` names no register"),
        (SHARES + CALL + '\ncuts = [{ at = "f", shares = [["r0", "r2"], ["r1"]] }]', "have 8 and 4 bytes"),
    ],
)
def test_a_mistake_in_a_case_is_named(tmp_path, facts, message):
    with pytest.raises(LabError) as error:
        case = written(tmp_path, "m4", LEAK, facts)
        done = narae("leak", case.file)
        assert done.returncode == 2
        raise LabError(" ".join(done.stderr.split()))
    assert message in str(error.value)


def test_each_place_of_a_model_has_a_source():
    assert len({model.chip for model in by_file().values()}) == len(list(FOLDER.glob("*.toml"))) > 5
    for model in by_file().values():
        assert set(model.places) >= set(PLACES) - {"flags"}
        assert all(place.source for place in model.places.values())
        assert model.leaves_out


def test_the_cases_of_the_library_can_be_read():
    for case in library_cases():
        assert case.facts.cipher and case.facts.kernel


LIBRARY = [
    f"{case.facts.cipher} {case.facts.kernel} {target}" for case in library_cases() for target in case.facts.targets
]


@pytest.mark.parametrize("which", every_day(["pipo-64/128 avr-masked uno"], dict.fromkeys(LIBRARY)))
def test_a_masked_kernel_of_the_library_does_not_leak(which):
    """With cuts, at all places of its chip's model, and pairs."""
    cipher, kernel, target = which.split()
    done = narae("leak", cipher, "--kernel", kernel, "--target", target)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not re.search("^ +(open|leaks):", done.stdout, re.MULTILINE), done.stdout
    assert "none (pairs)" in done.stdout


def test_a_bench_checks_the_cases_of_its_targets(monkeypatch):
    """Kernels of two chips may have one name: PIPO's on ARMv6-M and ARMv7-M."""
    checked = []
    monkeypatch.setattr(jobs, "check_jobs", lambda found, _: checked.extend(found))
    jobs.check_plan(selection.select(["m0plus", "m4"], ["pipo-64/128"], ["masked"], quick=True), True, cache.Cache())
    assert [job.target for job in checked] == ["m0plus", "m4"]
    assert all(job.target in job.case.facts.targets for job in checked)


def test_a_row_quotes_the_verdict_on_its_operation(monkeypatch):
    row = Row("c", "masked", "encrypt", 8, 0, "avr-masked", "uno", shares=2)
    verdict = {"leakage": "none (pairs)", "level": "pairs", "cuts": 13}
    monkeypatch.setattr(create, "rows_without_proofs", lambda *_: [row])
    monkeypatch.setattr(create.sizes, "measure", lambda _: None)
    monkeypatch.setattr(create, "PROOFS", SimpleNamespace(verdicts=lambda _: {}))
    kept = {"encrypt": verdict, "key-setup": {"leakage": "open 1"}}
    monkeypatch.setattr(create, "LEAKS", SimpleNamespace(verdicts=lambda _: kept))
    program = SimpleNamespace(elf=None, implementation=SimpleNamespace(is_peer=False, user_code=False))
    assert create.rows_of(program, None, SimpleNamespace(failure="")) == [row]
    assert (row.leakage, row.provenance["leakage"]) == ("none (pairs)", verdict)


def test_verdicts_of_several_cases_of_a_program_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("lab.verdicts.CACHE", tmp_path)
    monkeypatch.setattr("lab.verdicts.elf.identity", str)
    LEAKS.add(tmp_path / "elf", {"encrypt": {"leakage": "none (pairs)"}})
    LEAKS.add(tmp_path / "elf", {"key-setup": {"leakage": "open 1"}})
    assert set(LEAKS.verdicts(tmp_path / "elf")) == {"encrypt", "key-setup"}


def test_a_program_that_branches_on_a_share_is_not_tried(tmp_path):
    """It stops there, and says so: no verdict on the rest."""
    lines = ["cmp r0, #0", "beq end", "nop", "end:", "nop"]
    written(tmp_path, "m4", lines, SHARES + CALL)
    done = narae("leak", tmp_path)
    assert done.returncode == 2
    assert "not tried" in done.stdout
    assert "a branch depends on a secret" in done.stdout
    assert cases_in(tmp_path / "leak.toml")[0].shares == 2
