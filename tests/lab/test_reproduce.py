"""The rerun of the Uno paper: data complete, times as a sketch sees them and exact, a finding made of figures."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from lab.papers import papers
from lab.paths import ROOT
from lab.recipes import sketch as recipe
from tests.lab.test_report import look


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("paper")
    done = subprocess.run(
        [ROOT / "narae", "reproduce", "uno-lea-aes", "--json", folder / "paper.json"],
        env=os.environ | {"NARAE_RESULTS": str(folder)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return folder, done.stdout, json.loads((folder / "paper.json").read_text())["papers"][0]


def sketch(result, cipher, kernel):
    return next(s for s in result["sketches"] if (s["cipher"], s["kernel"]) == (cipher, kernel))


KERNELS = [
    ("aes-256", "baseline:bytewise"),
    ("lea-128", "baseline:textbook"),
    ("aes-256", "portable"),
    ("lea-128", "portable"),
]


@pytest.mark.parametrize(("cipher", "kernel"), KERNELS)
def test_fifty_repetitions_in_steps_of_four_microseconds_around_the_exact_time(run, cipher, kernel):
    s = sketch(run[2], cipher, kernel)
    for operation in ("key-setup", "encrypt", "decrypt"):
        micros, cycles = s["micros"][operation], s["cycles"][operation]
        assert len(micros) == len(cycles) == 50
        assert all(t % 4 == 0 for t in micros)
        for t, c in zip(micros, cycles, strict=True):
            interrupts = c / 16 / 1024 * 100 / 16  # each millisecond costs some hundred cycles at most
            assert -4 <= t - c / 16 <= 4 + 8 + interrupts
    assert len({*s["micros"]["encrypt"]}) > 1, "micros() is expected to scatter by its step"


@pytest.mark.parametrize(("cipher", "kernel"), KERNELS[2:])
def test_the_librarys_times_do_not_depend_on_the_key(run, cipher, kernel):
    assert all(len(set(c)) == 1 for c in sketch(run[2], cipher, kernel)["cycles"].values())


def test_the_transcript_is_the_papers(run):
    lines = sketch(run[2], "lea-128", "portable")["transcript"].splitlines()
    fields = ["Key", "Key expansion time", "Plaintext", "Ciphertext", "Encryption time", "Decryption time", "Decrypted"]
    assert [line.split(":")[0] for line in lines] == fields
    assert lines[2] == "Plaintext: asdfasdfasdfasdf" and lines[6] == "Decrypted: asdfasdfasdfasdf"
    assert "\n".join(lines) in run[1]


def test_every_claim_has_three_columns(run):
    claims = run[2]["claims"]
    assert {c["id"] for c in claims} == {c["id"] for c in papers()["uno-lea-aes"]["claims"]}
    assert all(c["value"] > 0 and c["baseline"] > 0 and c["library"] > 0 for c in claims)


def test_the_finding_follows_from_the_figures(run):
    result = run[2]
    cycles = {(c, k): sum(max(sketch(result, c, k)["cycles"][o]) for o in ("encrypt", "decrypt")) for c, k in KERNELS}
    ratio = cycles["aes-256", "portable"] / cycles["lea-128", "portable"]
    text = " ".join(result["finding"])
    assert f"it takes {ratio:.2f} times as long" in text
    assert ("not of the ciphers" in text) == (ratio < 30)
    assert all(sentence.split()[0] in run[1] for sentence in result["finding"])


def test_another_seed_gives_other_keys_and_the_same_cycles(tmp_path):
    paper = papers()["uno-lea-aes"] | {"repetitions": 2}
    known = {(i.cipher, i.kernel): i for i in recipe.discover() if i.mode == "block"}
    a, b = (recipe.one(paper, known["lea-128", "portable"], seed) for seed in (1, 2))
    assert a.transcript != b.transcript and a.cycles == b.cycles


@pytest.mark.parametrize("width", [1280, 390], ids=["desktop", "phone"])
def test_the_page_in_a_browser(run, width, tmp_path):
    seen, errors = look(run[0] / "uno-lea-aes.html", width, tmp_path)
    assert errors == [] and seen["overflow"] <= 0
    assert len(seen["plots"]) == 2 and all(seen["plots"])
