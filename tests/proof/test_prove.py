# SPDX-License-Identifier: MIT
"""`./narae prove`: table, JSON, exit codes, and verdicts in rows."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from lab.errors import LabError
from lab.paths import ROOT
from lab.plan.implementations import discover
from lab.processes import Service
from lab.proof import jobs, pool
from lab.proof.jobs import requested_jobs, require_machine
from lab.proof.prove import Proof
from lab.proof.verdict_store import PROOFS, verdict_for
from lab.rows import Row
from lab.run.trial import of_folder
from lab.targets import TARGETS, host
from lab.views import proofs as view
from tests.tools import every_day, narae


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    file = tmp_path_factory.mktemp("proofs") / "proofs.json"
    done = narae(
        "prove",
        "ascon-p12",
        "hight-128",
        "--kernel",
        "rv32",
        "--kernel",
        "avr",
        "--max-blocks",
        "1",
        "--json",
        str(file),
    )
    return done, json.loads(file.read_text())


def test_the_table_and_the_file_have_every_claim(done):
    process, document = done
    assert process.returncode == 0, process.stdout + process.stderr
    verdicts = {(r["target"], r["cipher"], r["mode"], r["operation"], r["proof"]) for r in document["rows"]}
    assert verdicts == {
        (
            target,
            cipher,
            mode,
            operation,
            ("equal (table)" if (target, mode) == ("uno", "block") else "equal") + limited,
        )
        for target in ("uno", "hifive1")
        for cipher, mode, operation, limited in (
            ("ascon-p12", "permutation", "hash", ""),
            *(("hight-128", "block", operation, ", 0 to 1 blocks") for operation in ("key+encrypt", "key+decrypt")),
            ("hight-128", "ctr", "encrypt", ", 10 sizes to 24 bytes"),
            *(("hight-128", "cbc", operation, ", 0 to 3 blocks") for operation in ("encrypt", "decrypt")),
        )
    }
    assert "12 claims: 2 equal, 8 equal in a range, 2 equal (table) in a range" in process.stdout
    assert re.search(r"cbc decrypt .* equal, 0 to 3 blocks$", process.stdout, re.MULTILINE)
    assert max(map(len, process.stdout.splitlines())) <= 100
    for row in document["rows"]:
        assert row["covers"] and row["instructions"] and len(row["provenance"]["binary_hash"]) == 64


def test_many_claims_are_a_table_of_one_screen():
    """A line per family with a cell per target; unproved claims below, grouped by reason."""
    some = "4 sizes to 128 bytes"
    proofs = [
        Proof(cipher, mode, "encrypt", kernel, target, verdict, limited=some, seconds=1.5, reason=reason)
        for target in ("uno", "m3", "hifive1", "m4", "m0plus")
        for cipher, mode, kernel, verdict, reason in (
            ("lea-128", "block", "own", "equal", ""),
            ("lea-256", "block", "own", "open", "it took too long"),
            ("aes-128", "block", "own", f"equal (table), {some}", ""),
            *((f"other{n}", "block", "own", "equal", "") for n in range(12)),
        )
    ]
    shown = view.lines(proofs)
    assert len(shown) <= 25 and max(map(len, shown)) <= view.WIDTH
    cells = {line.split()[0]: line.split()[1:7] for line in shown if line}
    assert cells["lea"] == ["1/2"] * 5 + ["15"] and cells["aes"] == ["1/1*"] * 5 + ["8"]
    assert cells["all"] == ["14/15*"] * 5 + ["112"] and some in shown[1]
    assert "open: uno lea-256 own encrypt and 4 more: it took too long" in shown
    assert "75 claims: 65 equal, 5 equal (table) in a range, 5 open; 112 s of computing" in shown


def test_the_longest_row_is_whole_on_the_screen():
    verdict = "equal (table), 8 sizes to 256 bytes"
    long = Proof("ascon-hash256", "ctr", "decrypt", "rv32-tables", "hifive1", verdict, "by merging", seconds=1000.0)
    row = view.rows([long])[1]
    assert row.endswith(f" 1000.0 {verdict}") and len(row) <= view.WIDTH


@pytest.mark.parametrize(
    "prover, message",
    [
        ("input()", "exited without an answer"),
        ("input(); import time; time.sleep(60)", "timed out after 3 s"),
        (None, "the proof failed: FileNotFoundError"),
    ],
)
def test_a_proof_that_ends_without_a_verdict_is_open(prover, message, monkeypatch):
    implementation = next(i for i in discover() if i.cipher == "lea-128" and i.mode == "block")
    job = pool.Job(TARGETS["uno"](), implementation)
    if prover:
        monkeypatch.setattr(pool, "_provers", Service([sys.executable, "-c", prover]))
        monkeypatch.setattr(pool, "SECONDS", 3)
    (proof,) = pool.prove_in_process(job, SimpleNamespace(elf=Path("no-such-program.elf")), 1)
    assert proof.proof == "open" and message in proof.reason


def user_code(folder: Path, before: str = "", after: str = "") -> str:
    """A foreign folder: textbook LEA, changed."""
    shutil.copytree(ROOT / "baselines/lea_textbook", folder)
    source = folder / "lea_textbook.c"
    text = source.read_text()
    assert before in text
    source.write_text(text.replace(before, after, 1))
    return str(folder)


def test_each_mode_that_has_claims_is_selected():
    options = SimpleNamespace(names=[], target=["host"], targets_from=[], kernel=[])
    modes = {job.implementation.mode for job in requested_jobs(options)[0]}
    assert modes >= {i.mode for i in discover() if i.in_library and i.mode in jobs.OVER_BLOCKS}
    assert {"xts", "aead-x24", "hash-x8"} <= modes


def test_kernels_are_proved_on_a_cpu_that_lacks_their_instructions(monkeypatch):
    monkeypatch.setattr(host, "cpu_flags", lambda: [])
    options = SimpleNamespace(names=["lea-128"], target=["host"], targets_from=[], kernel=["avx512-gfni"])
    assert {job.implementation.kernel for job in requested_jobs(options)[0]} == {"avx512-gfni"}


@pytest.mark.deep
@pytest.mark.parametrize("target", ["hifive1", "host", "pi4"])
def test_right_code_of_a_user_is_proved(target, tmp_path):
    process = narae("prove", user_code(tmp_path / "my-lea"), "--target", target, "--max-blocks", "1")
    assert process.returncode == 0, process.stdout + process.stderr
    assert "6 claims: 6 equal" in process.stdout


@pytest.mark.parametrize("target", every_day({"host"}, ["hifive1", "host", "pi4"]))
def test_leaking_code_of_a_user_is_refuted_where_it_branches(target, tmp_path):
    folder = user_code(
        tmp_path / "my-lea",
        "load_words(t, key, words);",
        "load_words(t, key, words); for (volatile int i = key[0]; i; i = 0);",
    )
    process = narae("prove", folder, "--target", target, "--max-blocks", "1")
    assert process.returncode == 1, process.stdout + process.stderr
    output = " ".join(process.stdout.split())
    assert "refuted" in output and "a branch depends on a secret" in output
    assert "lea_textbook.c:" in output, "the line is named"


def test_functions_of_a_user_are_proved_where_their_assembly_runs(tmp_path, monkeypatch):
    """--init writes the size of the schedule as an expression of C."""
    folder = shutil.copytree(ROOT / "tests/lab/foreign/my-lea", tmp_path / "my-lea")
    words = ["--cipher", "lea-128", "--header", "lea.h", "--set-key", "lea_key", "--encrypt", "lea_encrypt"]
    assert narae("try", folder, *words, "--init").returncode == 0
    assert "sizeof(uint32_t)" in (folder / "implementation.toml").read_text()
    process = narae("prove", folder, "--target", "hifive1", "--max-blocks", "1")
    assert process.returncode == 0 and "1 claim: 1 equal" in process.stdout, process.stdout + process.stderr
    assert process.stdout.splitlines()[1].endswith(" 1 block a call")
    (folder / "lea_avr.S").write_text("next: adiw r24, 1\n")
    (folder / "implementation.toml").write_text(
        (folder / "implementation.toml").read_text().replace('"lea.c"', '"lea.c", "lea_avr.S"')
    )
    assert [i.targets for everywhere in (False, True) for i in of_folder(folder, everywhere)] == [("uno",), ()]
    with pytest.raises(LabError, match="my-lea is for uno, not on m3"):
        require_machine(of_folder(folder, False), ["m3"], ["uno", "m3"])
    (folder / "lea_avr.S").write_text("next: vpxor %ymm0, %ymm0, %ymm0\n")
    options = SimpleNamespace(names=[folder], target=[], targets_from=[], kernel=[])
    assert {job.target.name for job in requested_jobs(options)[0]} == {"host"}
    monkeypatch.setattr(jobs, "machine_of", lambda target: "" if target.name == "host" else "any")
    with pytest.raises(LabError, match="is for host, whose instructions are not modelled; those with proofs are: uno"):
        requested_jobs(options)
    options.target = ["host"]
    with pytest.raises(LabError, match="target host: its instructions are not modelled; those with proofs are: uno"):
        requested_jobs(options)


@pytest.mark.parametrize(
    "words, message",
    [
        (["no-such-cipher"], "unknown cipher"),
        (["--target", "nowhere"], "unknown target"),
        (
            ["lea", "--target", "uno", "--kernel", "sse2"],
            "no kernel sse2 there; the kernels are: avr, avr-masked, avr-small",
        ),
        (["lea", "--max-blocks", "0"], "`0` is not a number of blocks from 1 to 64"),
        (["src/lea"], "With --init it writes these options to an implementation.toml"),
    ],
)
def test_bad_input_is_explained(words, message):
    process = narae("prove", *words)
    assert process.returncode == 2
    assert message in process.stderr


def test_rows_quote_a_verdict_for_what_it_covers_only(tmp_path, monkeypatch):
    monkeypatch.setattr("lab.verdicts.CACHE", tmp_path)
    program = ROOT / "narae"
    assert PROOFS.verdicts(program) == {}
    verdict = {"proof": "equal (table), 0 to 260 bytes", "covers": "0 to 260 bytes from counter 0"}
    of_message = verdict | {"max_bytes": 260}
    PROOFS.store(program, {"key+encrypt": {"proof": "equal", "max_bytes": None}, "encrypt": of_message})
    verdicts = PROOFS.verdicts(program)
    assert verdict_for(verdicts, "key-setup", 16) == {"proof": "equal"}
    assert verdict_for(verdicts, "key+encrypt", 1 << 20) == {"proof": "equal"}
    assert verdict_for(verdicts, "encrypt", 260) == verdict
    assert verdict_for(verdicts, "encrypt", 1024) == {}
    assert verdict_for(verdicts, "decrypt", 16) == {}
    PROOFS.store(program, {"seal": of_message | {"sizes": [0, 16, 48]}})
    sealed = PROOFS.verdicts(program)
    assert verdict_for(sealed, "seal", 16) == verdict
    assert verdict_for(sealed, "seal", 23) == {}, "not every length is proved"
    PROOFS.store(program, {"key+encrypt": {"proof": "equal", "max_bytes": None}, "encrypt": of_message})
    assert Row("lea-128", "block", "encrypt", 16, 0, "rv32", "hifive1").proof == "not tried"
    file = PROOFS.path_of(program)
    file.write_bytes(file.read_bytes().replace(b"260", b"268"))
    assert PROOFS.verdicts(program) == {}, "a flipped bit is no verdict"
