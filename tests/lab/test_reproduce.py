# SPDX-License-Identifier: MIT
"""The rerun of the Uno paper: times as a sketch sees them and exact, findings made of figures."""

from __future__ import annotations

import json
import pickle
import re
from dataclasses import replace

import pytest

from lab import store
from lab.cli import main
from lab.commands.reproduce import session as command
from lab.errors import RunError
from lab.papers import ledger, papers, remote
from lab.papers.recipes import RECIPES, Measured
from lab.papers.recipes import sketch as recipe
from lab.paths import REFERENCE, ROOT
from lab.plan.environments import target_in
from lab.plan.implementations import discover
from lab.run import fleet
from tests.lab.browsing import browse
from tests.tools import narae

CIPHERS = ("aes-256", "lea-128")


@pytest.fixture(scope="module")
def run(tmp_path_factory, pytestconfig):
    """Every day of a copy with fewer repetitions, which take most of the time."""
    folder = tmp_path_factory.mktemp("paper")
    results = {"NARAE_RESULTS": str(folder)}
    paper = folder / "fewer.toml"
    text = (ROOT / "lab/papers/uno-lea-aes.toml").read_text()
    text, named = re.subn('(?m)^(name +)= "uno-lea-aes"', r'\1= "fewer"', text)
    text, counted = re.subn("(?m)^repetitions = .*", "repetitions = 4", text)
    assert named == counted == 1
    paper.write_text(text)
    requested = "uno-lea-aes" if pytestconfig.getoption("--deep") else paper
    done = narae("reproduce", requested, "--json", folder / "paper.json", env=results)
    assert done.returncode == 0, done.stderr
    return folder, done.stdout, json.loads((folder / "paper.json").read_text())["papers"][0]


@pytest.fixture(scope="module")
def sketches():
    """Ten repetitions of the ciphers of the paper by portable code, of one with two seeds: what each program did."""
    paper = papers()["uno-lea-aes"]
    paper = replace(paper, facts=paper.facts | {"repetitions": 10})
    target = target_in("uno", "arduino")
    known = [i for i in discover() if i.cipher in CIPHERS and (i.mode, i.kernel) == ("block", "portable")]
    required_terms = [(i, seed) for i in known for seed in ((1, 2) if i.cipher == "lea-128" else (1,))]
    return {(i.cipher, seed): recipe.run(paper, recipe.build(paper, target, i, seed)) for i, seed in required_terms}


@pytest.mark.parametrize("clock", ["run_simavr", "run_avr8js"])
def test_a_clock_that_disagrees_gives_no_times(clock, monkeypatch):
    paper = papers()["uno-lea-aes"]
    paper = replace(paper, facts=paper.facts | {"repetitions": 2})
    known = next(i for i in discover() if (i.cipher, i.mode, i.kernel) == ("lea-128", "block", "portable"))
    program = recipe.build(paper, target_in("uno", "arduino"), known, 1)
    simulate = getattr(recipe, clock)

    def later(elf, **options):
        seen = simulate(elf, **options)
        last = replace(seen.windows[-1], cycles=seen.windows[-1].cycles + 1)
        return replace(seen, windows=(*seen.windows[:-1], last))

    monkeypatch.setattr(recipe, clock, later)
    with pytest.raises(RunError, match=f"timer and {clock.removeprefix('run_')} disagree"):
        recipe.run(paper, program)


@pytest.mark.parametrize("cipher", CIPHERS)
def test_repetitions_in_steps_of_four_microseconds_around_the_exact_time(sketches, cipher):
    s = sketches[cipher, 1]
    for operation in recipe.OPERATIONS:
        micros, cycles = s.micros[operation], s.cycles[operation]
        assert len(micros) == len(cycles) == 10 and len(set(cycles)) == 1
        assert all(t % 4 == 0 for t in micros)
        for t, c in zip(micros, cycles, strict=True):
            interrupts = c / 16 / 1024 * 100 / 16  # each millisecond costs some hundred cycles at most
            assert -4 <= t - c / 16 <= 4 + 8 + interrupts
    assert len({*s.micros["encrypt"], *s.micros["decrypt"]}) > 1, "micros() is expected to scatter by its step"


def test_another_seed_gives_other_keys_and_the_same_cycles(sketches):
    a, b = (sketches["lea-128", seed] for seed in (1, 2))
    assert a.transcript != b.transcript and a.cycles == b.cycles


def test_the_transcript_is_the_papers(run):
    lines = dict(run[2]["transcripts"])["lea-128, portable"].splitlines()
    fields = ["Key", "Key expansion time", "Plaintext", "Ciphertext", "Encryption time", "Decryption time", "Decrypted"]
    assert [line.split(":")[0] for line in lines] == fields
    assert lines[2] == "Plaintext: asdfasdfasdfasdf" and lines[6] == "Decrypted: asdfasdfasdfasdf"
    assert "\n".join(lines) in run[1]


def test_every_claim_has_a_verdict_and_every_bar_its_figures(run):
    claims = run[2]["claims"]
    assert {c["id"] for c in claims} == {c.id for c in papers()["uno-lea-aes"].claims}
    assert all(("verdict" in c) == (c["paper"] is not None) for c in claims)
    assert all(c["baseline"]["value"] > 0 and c["library"]["kernel"] == "avr" and c["portable"] for c in claims)


def test_thirty_times_is_explained_by_two_styles_of_code(run):
    claims = {c["id"]: c for c in run[2]["claims"]}
    assert claims["conclusion"]["verdict"] == "explained" and claims["conclusion"]["baseline"]["value"] < 10
    assert claims["aes-time"]["verdict"] == "open" and "source" in claims["aes-time"]["reason"]


def test_the_findings_follow_from_the_figures(run):
    rows = {(r["cipher"], r["kernel"], r["operation"]): r["cycles"] for r in run[2]["rows"]}

    def total(cipher, kernel):
        return rows[cipher, kernel, "encrypt"] + rows[cipher, kernel, "decrypt"]

    ratio = total("aes-256", "portable") / total("lea-128", "portable")
    assert f"{ratio:.2f} times in the library's portable C" in run[2]["findings"][0]
    assert "(not measured: encrypt of the program aes256 is not measured)" in run[2]["findings"][1], "no record of it"


def test_the_recipe_runs_what_the_claims_ask_for():
    paper = papers()["uno-lea-aes"]
    result = {(i.cipher, i.kernel) for i in recipe.Recipe(paper, ledger.required_terms(paper), 1).subjects}
    assert result == {(c, k) for c in CIPHERS for k in ("portable", "avr")} | {
        ("aes-256", "baseline:bytewise"),
        ("lea-128", "baseline:textbook"),
    }


@pytest.mark.deep
def test_the_paper_in_the_report(run, tmp_path):
    script = """
    const paper = document.getElementById("paper-uno-lea-aes");
    paper.open = true;
    await new Promise(done => setTimeout(done, 50));
    const plots = [...paper.querySelectorAll(".plot")];
    plots.forEach(draw);
    return plots.map(p => p.querySelectorAll(".point").length);
    """
    (seen,) = browse(run[0] / "report.html", {"script": script})
    assert seen.errors == [] and len(seen.result) == 2 and all(seen.result)


class TwoMachines:
    """A scheduler with two workers, the second of which is lost while it measures."""

    address = "tcp://lab:8786"

    def __init__(self, *_):
        self.report = lambda _: None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def clocks(self, _):
        return {"host/One": 2, "host/Two": 2}

    def on_clock(self, module, asked, name, _):
        return pickle.loads(remote.run(pickle.dumps(asked))) if name == "host/One" else "its worker was lost"


class Committed:
    """A recipe that has measured before."""

    def __init__(self, *_):
        pass

    def run(self, *_):
        rows = [r for r in store.read_json(REFERENCE)[1] if r.target == "host"]
        return Measured([(e, r) for e in ("", "musl", "windows", "clang") for r in rows])


def test_a_paper_about_hosts_is_rerun_on_the_machines_of_workers(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(fleet, "Fleet", TwoMachines)
    monkeypatch.setitem(RECIPES, "rows", Committed)
    for name in ("LEDGER", "REPORT"):
        monkeypatch.setattr(command, name, tmp_path / name)
    monkeypatch.setattr(command.report, "kept_ledger", dict)
    monkeypatch.setattr(command.report, "write", lambda *_: None)
    out = tmp_path / "paper.json"
    assert main(["reproduce", "server-aes-aria-lea", "--scheduler", "tcp://lab:8786", "--json", str(out)]) == 1
    output = capsys.readouterr().out
    (result,) = json.loads(out.read_text())["papers"]
    assert result["context"]["host_name"] in output and "failed host/Two: its worker was lost" in output
    assert all(r["provenance"]["machine"].startswith(result["context"]["host_name"]) for r in result["rows"])
    assert json.loads((tmp_path / "LEDGER").read_text())["papers"][0]["name"] == "server-aes-aria-lea"


@pytest.mark.parametrize("words", [[], ["uno-lea-aes"]])
def test_only_a_paper_about_hosts_goes_to_other_machines(words, capsys):
    assert main(["reproduce", *words, "--scheduler", "tcp://lab:8786"]) == 2
    assert "--scheduler is for one paper about hosts: " in capsys.readouterr().err
