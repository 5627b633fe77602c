# SPDX-License-Identifier: MIT
"""The programs that papers cite: recognized by their files, run as they are, recorded, and judged."""

from __future__ import annotations

import hashlib
import json
import math
import re
from argparse import Namespace
from dataclasses import replace

import msgspec
import pytest

from lab import cli
from lab.build import arduino
from lab.cache import Cache
from lab.commands.reproduce import session
from lab.errors import BuildError, LabError, RunError
from lab.papers import ledger, load, papers, programs, search
from lab.papers.programs import Figure, Measurement, Place, Program
from lab.papers.recipes import Measured
from lab.papers.verdicts import IMPOSSIBLE, OPEN, REPRODUCED, verdict
from lab.paths import RECORDED, ROOT
from lab.rows.sizes import Footprint
from lab.run import silicon, sketch
from lab.targets.base import Finding
from lab.targets.hifive1 import HiFive1
from tests.tools import skip_without

CITED = {name: paper for name, paper in papers().items() if paper.programs}
MIN_REPRODUCED = {"uno-lea-aes": 5, "uno-ascon-gcm": 32, "rv32-korean": 5, "uno-pipo": 15, "rv32-pipo": 3}  # reproduced
PAGES = sorted((ROOT / "docs/explanation/papers").glob("*.md"))
SKETCH = """
void setup()
{
    Serial.begin(115200);
    unsigned long start = micros();
    __builtin_avr_delay_cycles(160000);
    Serial.print("took ");
    Serial.print(micros() - start);
    Serial.println(" us");
}
void loop() {}
"""
PAPER = """
name    = "ten-ms"
title   = "Ten milliseconds"
citation = "a test"
target  = "uno"
recipe  = "rows"
missing = "nothing"
tolerance = {{ relative = 0.25, reason = "a test" }}

[[programs]]
name = "wait"
what = "waits"
repository = "https://example.org/wait"
commit = "0123456789abcdef"
licence = "MIT"
sketch = "Wait/Wait.ino"
right = ['^took']
figures = {{ wait = {{ output = 'took ([0-9]+) us' }}, flash = {{ size = "flash" }} }}
files = {{ "Wait/Wait.ino" = "{digest}" }}

[[claims]]
id = "wait"
where = "page 1"
says = "it waits 10 ms"
value = 10
unit = "ms"
cited = {{ program = "wait", figure = "wait" }}

[[claims]]
id = "never"
where = "page 2"
says = "it waits 11 ms on a computer without a name"
value = 11
unit = "ms"
cited = {{ program = "wait", figure = "wait" }}
impossible = "the computer has no name"
"""


def program(**more) -> Program:
    facts = {"name": "p", "what": "", "repository": "https://example.org/p", "commit": "0" * 40, "licence": "MIT"}
    facts |= {"sketch": "one/one.ino", "files": {}, "figures": {"time": {"output": "([0-9]+) us"}}}
    return msgspec.convert(facts | more, Program)


def test_files_are_recognized_by_their_hashes(tmp_path):
    text = b"void setup() {}\nvoid loop() {}\n"
    cited = program(files={"one/one.ino": hashlib.sha256(text).hexdigest()})
    assert "clone https://example.org/p at 0000000000" in programs.locate(cited, tmp_path).problem
    copy = tmp_path / "deep" / "copy"
    (copy / "one").mkdir(parents=True)
    (copy / "one/one.ino").write_bytes(text.replace(b"\n", b"\r\n"))
    assert programs.locate(cited, tmp_path).root == copy, "the ends of lines are git's affair"
    (copy / "one/one.ino").write_bytes(text + b"//")
    problem = programs.locate(cited, tmp_path).problem
    assert "one/one.ino is of another version; check out https://example.org/p at 0000000000" in problem
    more = program(files=cited.files | {"lib/a.h": "0", "lib/b.h": "0"})
    assert (
        "lib/a.h, lib/b.h are missing and one/one.ino is of another version" in programs.locate(more, tmp_path).problem
    )


def test_a_figure_is_in_the_output_the_calls_or_the_size():
    lines = (sketch.Line("encrypt 12.5 us per byte", ()), sketch.Line("key 7 us", ()))
    result = sketch.Result(lines, {"f": [10, 30], "g": []}, 0, True, Footprint(100, 20), "")

    def of(**place) -> Figure:
        return programs.figure("x", msgspec.convert(place, Place), result)

    assert of(output="^encrypt ([0-9.]+) us", unit="us/byte") == Figure(12.5, "us/byte")
    assert of(function="f") == Figure(20, "cycles") and of(function="f", of_calls="longest") == Figure(30, "cycles")
    assert of(size="ram") == Figure(20, "bytes")
    with pytest.raises(RunError, match="nothing matches `decrypt"):
        of(output="decrypt (.*)")
    with pytest.raises(RunError, match="never calls g"):
        of(function="g")


@pytest.mark.parametrize("name", CITED)
def test_the_record_is_that_of_the_ledger(name):
    """Each figure of each program is recorded, and the recorded verdicts follow from the recorded figures."""
    paper, record = CITED[name], json.loads(RECORDED.read_text())["papers"][name]
    recorded = programs.recorded(RECORDED, name)
    assert {p.name: set(p.figures) for p in paper.programs} == {n: set(m.figures) for n, m in recorded.items()}
    assert all(m.provenance["date"] and m.provenance["compiler"] for m in recorded.values())
    figures = ledger.Figures(paper, Measured(programs=recorded))
    cited = {c.id: (c, figures.evaluate(c.cited, "cited", c.unit)) for c in paper.claims if c.cited and c.is_claim}
    nothing = dict.fromkeys(("baseline", "evaluate"))
    of_claim = {i: verdict(replace(paper, explanations=()), claim, q, **nothing) for i, (claim, q) in cited.items()}
    reproduced = {i for i, v in of_claim.items() if v.verdict == REPRODUCED}
    assert reproduced == {c["id"] for c in record["claims"] if c["verdict"] == REPRODUCED}
    assert len(reproduced) >= MIN_REPRODUCED.get(name, 1)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_papers_page_has_its_recorded_figures(page):
    """Each row of its table: what the paper says, and what its program gives if it cites one."""
    paper, record = papers()[page.name.partition(".")[0]], json.loads(RECORDED.read_text())["papers"]
    claims = record[paper.name]["claims"] if paper.programs else []
    stated_values = {claim.value for claim in paper.claims}
    rows = [line.strip("|").split("|")[1:] for line in page.read_text().splitlines() if line.startswith("|")][2:]
    assert len(rows) >= 3
    for cells in rows:
        stated, measured = (re.search(r"[\d.]+", cell)[0] for cell in cells)
        assert float(stated) in stated_values
        decimals = len(measured.partition(".")[2])
        pairs = {(c["paper"], f"{c['cited']:.{decimals}f}") for c in claims if c["cited"]}
        assert not paper.programs or (float(stated), measured) in pairs, f"{stated} | {measured}"


def test_every_paper_has_its_pages_and_the_index_names_them():
    index = (ROOT / "docs/README.md").read_text()
    for name in papers():
        assert f"(explanation/papers/{name}.md)" in index and f"(explanation/papers/{name}.ko.md)" in index


def test_a_program_runs_and_only_then_replaces_its_record(tmp_path, monkeypatch, capsys):
    skip_without("arduino-builder")
    if not arduino.CORE.is_dir():
        pytest.skip("arduino-core-avr is not installed")
    for place in ("RECORDED", "LEDGER", "REPORT"):
        monkeypatch.setattr(session, place, tmp_path / f"{place}.json")
    monkeypatch.setattr(session.report, "kept_ledger", dict)
    monkeypatch.setattr(session.report, "write", lambda *_: None)
    sources, paper = tmp_path / "sources", tmp_path / "ten-ms.toml"
    (sources / "clone/Wait").mkdir(parents=True)
    (sources / "clone/Wait/Wait.ino").write_text(SKETCH)
    paper.write_text(PAPER.format(digest=hashlib.sha256(SKETCH.encode()).hexdigest()))

    def run(*words: object) -> dict[str, str]:
        out = tmp_path / "out.json"
        assert cli.main(["reproduce", str(paper), "--json", str(out), *map(str, words)]) == 0
        [result] = json.loads(out.read_text())["papers"]
        return {c["id"]: c["verdict"] for c in result["claims"]}

    assert run() == {"wait": OPEN, "never": IMPOSSIBLE}
    assert run("--sources", sources, "--record") == {"wait": REPRODUCED, "never": IMPOSSIBLE}
    assert "program wait: rerun" in capsys.readouterr().out
    record = json.loads((tmp_path / "RECORDED.json").read_text())["papers"]["ten-ms"]
    assert record["programs"]["wait"]["figures"]["wait"]["value"] == pytest.approx(10_000, abs=200)
    assert run() == {"wait": REPRODUCED, "never": IMPOSSIBLE}
    assert "program wait: recorded 2" in capsys.readouterr().out
    (sources / "clone/Wait/more.cpp").write_text("this is not compiled: no citation names it")
    assert run("--sources", sources, "--fresh") == {"wait": REPRODUCED, "never": IMPOSSIBLE}
    assert "program wait: rerun" in capsys.readouterr().out
    paper.write_text(paper.read_text().replace("^took", "^took nothing"))
    run("--sources", sources, "--record")
    assert "computes something else: its output has no match of `^took nothing`" in capsys.readouterr().out
    (sources / "clone/Wait/Wait.ino").write_text("void setup() {}\n")
    assert run("--sources", sources, "--record") == {"wait": REPRODUCED, "never": IMPOSSIBLE}
    output = capsys.readouterr().out
    assert "program wait: recorded" in output and "Wait/Wait.ino is of another version" in output
    assert json.loads((tmp_path / "RECORDED.json").read_text())["papers"]["ten-ms"] == record


def test_functions_that_the_folder_describes_run_as_validate_runs_them(tmp_path, monkeypatch):
    cited = program(sketch="", files={"a.S": "0"}, figures={"block": {"call": "stoffelen-aes-tables"}})
    target = HiFive1()
    (tmp_path / "others.toml").write_text('[[program]]\nname = "other"\nfiles = ["a.S"]\ncall = "f();"\n')
    with pytest.raises(LabError, match=r"no TOML file in .* describes stoffelen-aes-tables"):
        programs.measure_cited_calls(cited, tmp_path, tmp_path, target, Cache())
    text = (tmp_path / "others.toml").read_text().replace('"other"', '"stoffelen-aes-tables"')
    (tmp_path / "others.toml").write_text(text)
    with pytest.raises(LabError, match=r"stoffelen-aes-tables: there is no a.S in"):
        programs.measure_cited_calls(cited, tmp_path, tmp_path, target, Cache())
    (tmp_path / "a.S").write_text("")
    with pytest.raises(LabError, match=r"is described with .*a.S, which is none of the cited files"):
        programs.measure_cited_calls(cited, tmp_path / "clone", tmp_path, target, Cache())

    def timed(described, built, target):
        assert (target.name, described.call) == ("hifive1", "f();")
        return silicon.Call(Finding(900, 0, 1, 0, {}), around=5)

    monkeypatch.setattr(silicon, "timed", timed)
    monkeypatch.setattr(silicon, "built", lambda *_: Namespace(elf=tmp_path / "a.S"))
    monkeypatch.setattr(programs.sizes, "measure", lambda _: Footprint(1, 0))
    measurement = programs.measure_cited_calls(cited, tmp_path, tmp_path, target, Cache())
    assert measurement.figures == {"block": Figure(900 + 8 - 5, "cycles")}, "the figure includes reading the counter"


def test_a_call_needs_no_published_figure(tmp_path, monkeypatch):
    cited = program(sketch="", files={"a.S": "0"}, target="uno", figures={"block": {"call": "mine"}})
    (tmp_path / "mine.toml").write_text('[[program]]\nname = "mine"\nfiles = ["a.S"]\ncall = "f();"\n')
    (tmp_path / "a.S").write_text("")

    def timed(described, built, target):
        assert (target.name, described.name) == ("uno", "mine")
        return silicon.Call(Finding(900, 0, 1, 0, {}), around=5)

    monkeypatch.setattr(silicon, "timed", timed)
    monkeypatch.setattr(silicon, "built", lambda *_: Namespace(elf=tmp_path / "a.S"))
    monkeypatch.setattr(programs.sizes, "measure", lambda _: Footprint(1, 0))
    monkeypatch.setattr(programs, "locate", lambda *_: programs.Copy(tmp_path))
    measured, problems = programs.measure_all([cited], tmp_path, "hifive1", Cache(), print)
    assert measured["p"].figures == {"block": Figure(895, "cycles")} and not problems


def test_a_figure_has_the_clock_of_its_programs_target(tmp_path):
    text = PAPER.format(digest="0").replace('= "uno"', '= "m4"', 1).replace("sketch =", 'target = "uno"\nsketch =')
    (tmp_path / "own.toml").write_text(text)
    recorded = {"wait": Measurement({"wait": Figure(160_000, "cycles")}, {})}
    figures = ledger.Figures(load(tmp_path / "own.toml"), Measured(programs=recorded))
    assert figures.evaluate({"program": "wait", "figure": "wait"}, "cited", "ms").middle == 10


def test_a_sketch_is_built_by_the_version_of_the_compiler_that_is_cited(tmp_path):
    skip_without("arduino-builder", "avr-gcc")
    if not arduino.CORE.is_dir():
        pytest.skip("arduino-core-avr is not installed")
    for version in ("9.9.8", "9.9.9"):
        folder = tmp_path / version / "bin"
        folder.mkdir(parents=True)
        for tool in arduino.COMPILER.parent.glob("avr-*"):
            (folder / tool.name).symlink_to(tool)
        (folder / "avr-gcc").unlink()
        (folder / "avr-gcc").write_text(
            f'#!/bin/sh\ntest "$1" = -dumpfullversion && echo {version} && exit\n'
            f'touch {folder}/used\nexec avr-gcc "$@"\n'
        )
        (folder / "avr-gcc").chmod(0o755)
    sketch_text = f"{SKETCH}// {tmp_path}: built once\n"
    (tmp_path / "one").mkdir()
    (tmp_path / "one/one.ino").write_text(sketch_text)
    files = {"one/one.ino": hashlib.sha256(sketch_text.encode()).hexdigest()}
    some = [program(name=v, files=files, compiler=v, seconds=0.1) for v in ("9.9.9", "9.9.7")]
    measured, problems = programs.measure_all(some, tmp_path, "uno", Cache(), print)
    assert measured["9.9.9"].provenance["compiler"] == "avr-gcc 9.9.9"
    assert [f.parts[-3] for f in tmp_path.glob("*/bin/used")] == ["9.9.9"]
    assert "needs avr-gcc 9.9.7, which is not in" in problems["9.9.7"] and set(measured) == {"9.9.9"}


CANDIDATES = """
[[candidate]]
name = "right"
stands_for = "aes256"
sketch = "right.ino"
figures = { key-setup = { function = "k" }, encrypt = { function = "e" }, decrypt = { function = "d" } }

[[candidate]]
name = "twice"
stands_for = "aes256"
sketch = "twice.ino"
figures = { encrypt = { function = "e" } }

[[candidate]]
name = "broken"
stands_for = "aes256"
sketch = "broken.ino"
figures = { encrypt = { function = "e" } }
"""


def test_candidates_are_ranked_by_their_distance_from_all_claims(tmp_path, monkeypatch, capsys):
    recorded = programs.recorded(RECORDED, "uno-lea-aes")["aes256"].figures

    def measure(program, root, _):
        if program.name == "broken":
            raise BuildError("does not compile: error")
        slower = 2 if program.name == "twice" else 1.1 if "-O0" in program.flags else 1
        return Measurement(
            {n: Figure(f.value * slower, f.unit) for n, f in recorded.items() if n in program.figures}, {}
        )

    monkeypatch.setattr(programs, "measure", measure)
    (tmp_path / "some.toml").write_text(CANDIDATES)
    out = tmp_path / "ranks.json"
    assert cli.main(["reproduce", "uno-lea-aes", "--search", str(tmp_path), "--json", str(out)]) == 0
    output, ranked = capsys.readouterr().out, json.loads(out.read_text())["candidates"]
    assert "nearest: right with -Os" in output and "broken -Os and 5 more: broken.ino does not compile" in output
    of_right = [c["setting"] for c in ranked if c["candidate"] == "right"]
    assert set(of_right) == set(search.SKETCH_FLAGS) and of_right[-1] == "-O0"
    twice = next(c for c in ranked if c["candidate"] == "twice")
    assert set(twice["figures"]) == {"aes-time"}, "ratios need figures that it does not have"
    assert math.exp(twice["distance"]) == pytest.approx(2 * 44.35 / 45, rel=0.01)
    assert [c["candidate"] for c in ranked[-len(search.SKETCH_FLAGS) :]] == ["broken"] * len(search.SKETCH_FLAGS)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[[candidate]]", "", "has no TOML file with a \\[\\[candidate\\]\\]"),
        ('stands_for = "aes256"', 'stands_for = "des"', "`des`, not for a program of uno-lea-aes: aes256, lea"),
        ("decrypt = {", "verify = {", "right: aes256 has no figure verify"),
        (
            'stands_for = "aes256"',
            "",
            "right: it needs either `stands_for`, .*, or `claims`",
        ),
        ('stands_for = "aes256"', "claims.none = { figure = 'encrypt' }", "uno-lea-aes has no claim `none`"),
        ('stands_for = "aes256"', "claims.aes-time = { figure = 'sign' }", "right: it has no figure sign"),
        ('sketch = "right.ino"', "", "the figure key-setup of a candidate without `sketch` needs `call`"),
    ],
)
def test_candidates_that_cannot_be_judged_are_refused(old, new, sentence, tmp_path):
    text = CANDIDATES.replace(old, new, 1) if new or old != "[[candidate]]" else ""
    (tmp_path / "some.toml").write_text(text)
    with pytest.raises(LabError, match=sentence):
        search.candidates_in(tmp_path, papers()["uno-lea-aes"])


LOOPS = """
name    = "loops"
title   = "Loops on a HiFive1"
citation = "a test"
target  = "hifive1"
recipe  = "rows"
missing = "nothing"
tolerance = { relative = 0.25, reason = "a test" }

[[tables]]
id = "time"
where = "table 1"
unit = "cycles"
columns = [{ name = "cycles" }, { name = "per byte", unit = "cycles/byte" }, { name = "speed", unit = "KB/s" }]
rows = [{ name = "loop", values = [400, 25, 640] }]
"""
LOOP = """
void loop(unsigned n)
{
    while (n-- != 0)
        __asm__("nop; nop");
}
"""
CALLS = """
[[program]]
name = "hundred"
files = ["loop.c"]
declare = "void loop(unsigned n);"
call = "loop(100);"

[[program]]
name = "thousand"
files = ["loop.c"]
declare = "void loop(unsigned n);"
call = "loop(1000);"

[[candidate]]
name = "hundred times"
figures = { loop = { call = "hundred" } }
claims = { "time/loop/cycles" = { figure = "loop" }, "time/loop/*" = { figure = "loop", per = 16 } }

[[candidate]]
name = "a thousand times"
figures = { loop = { call = "thousand" }, size = { call = "thousand", size = "flash" } }
claims = { "time/loop/cycles" = { figure = "loop" } }
"""


def test_calls_are_candidates_with_warm_and_with_cold_code(tmp_path, capsys):
    skip_without("riscv64-unknown-elf-gcc")
    (tmp_path / "loops.toml").write_text(LOOPS)
    folder, out = tmp_path / "candidates", tmp_path / "ranks.json"
    folder.mkdir()
    (folder / "calls.toml").write_text(CALLS)
    (folder / "loop.c").write_text(
        'void loop(unsigned n)\n{\n    while (n-- != 0)\n        __asm__("nop\\n\\tnop");\n}\n'
    )
    command = ["reproduce", str(tmp_path / "loops.toml"), "--search", str(folder), "--flags=-O2", "--flags=-O0"]
    assert cli.main([*command, "--json", str(out)]) == 0
    output, ranked = capsys.readouterr().out, json.loads(out.read_text())["candidates"]
    assert "nearest: hundred times with -O2, off by a factor of 1" in output
    assert "the next program, a thousand times: " in output
    figures = {(c["candidate"], c["setting"]): c["figures"] for c in ranked}
    warm, cold = (figures["hundred times", f"-O2{state}"] for state in ("", f", {search.COLD}"))
    assert warm["time/loop/cycles"] == pytest.approx(400, abs=40)
    assert warm["time/loop/per-byte"] == warm["time/loop/cycles"] / 16
    assert warm["time/loop/speed"] == pytest.approx(16 / 1000 / (warm["time/loop/cycles"] / 16e6))
    assert cold["time/loop/cycles"] > warm["time/loop/cycles"] + 4000, "a line of code comes from the flash"
    assert figures["a thousand times", "-O0"]["time/loop/cycles"] > 6000


def test_a_call_that_reaches_none_of_its_files_is_not_measured(tmp_path):
    """Or its description, instead of the cited code, would be what is timed."""
    skip_without("riscv64-unknown-elf-gcc")
    (tmp_path / "loop.c").write_text(LOOP)
    text = CALLS.replace('call = "loop(100);"', 'call = "for (volatile int i = 0; i < 100; i++) ;"')
    (tmp_path / "calls.toml").write_text(text)
    figures = {"loop": msgspec.convert({"call": "hundred"}, Place)}
    with pytest.raises(RunError, match="hundred: its call reaches no code of its files"):
        programs.measure_calls(figures, programs.calls_of(figures, tmp_path), HiFive1(), Cache())


def test_a_sketch_has_no_other_compiler():
    candidate = msgspec.convert({"name": "s", "sketch": "s.ino", "figures": {}}, search.Candidate)
    with pytest.raises(LabError, match="s is a sketch, which the Arduino core's compiler builds: leave out --compiler"):
        search.settings(candidate, HiFive1(), ["gcc-12"], [])


def test_one_factor_is_free_where_the_paper_names_no_clock():
    paper = papers()["server-aes-aria-lea"]
    stated = {c.id: c.value for c in paper.claims if c.id in ("table-1/ubuntu-lea/enc", "table-1/ubuntu-lea/dec")}
    assert len(stated) == 2
    off, clock = search.distance(paper, {name: 2 * value for name, value in stated.items()})
    assert off == pytest.approx(0) and clock == pytest.approx(0.5)
    with pytest.raises(LabError, match="two are needed for a ratio"):
        search.distance(paper, dict(list(stated.items())[:1]))
    named = papers()["rv32-korean"].claim("table-6/lea/c-cycles")
    assert search.distance(papers()["rv32-korean"], {named.id: 2 * named.value}) == (pytest.approx(math.log(2)), None)


def test_candidates_are_grouped_by_the_claims_that_they_share():
    def outcome(name: str, *claims: str, distance: float = 1) -> search.Outcome:
        return search.Outcome(name, "", dict.fromkeys(claims, 1.0), distance)

    far = outcome("far", "x", "y", distance=3)
    some = [outcome("a", "x"), outcome("b", "y", distance=2), outcome("c", "z"), far]
    assert [[o.candidate for o in group] for group in search.groups(some)] == [["c"], ["a", "b", "far"]]


def test_units_of_a_cited_figure():
    term = programs.CitedTerm("p", "f", 16, 2)
    assert Figure(160, "cycles").quantity(term, "us", 16e6).middle == 20
    assert Figure(5, "us/byte").quantity(term, "ms", 16e6).middle == pytest.approx(0.16)
    assert Figure(5, "us").quantity(term, "cycles", 16e6).middle == 160
    with pytest.raises(ValueError, match="has the unit bytes, not us"):
        Figure(5, "bytes").quantity(term, "us", 16e6)
