# SPDX-License-Identifier: MIT
"""Programs of others next to published figures: ./narae validate --sources.

The programs here were written for the tests, as a stranger's folder has them; their totals follow by counting."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from lab.errors import LabError
from lab.paths import ROOT
from lab.plan import published, schema
from lab.targets import TARGETS
from tests.tools import narae

COMPILERS = {"uno": "avr-gcc", "hifive1": "riscv64-unknown-elf-gcc", "pi4": "aarch64-linux-gnu-gcc"}
HEX = re.compile(r"[0-9a-f]{40}")
HERE = """
[source.here]
code  = "theirs"
by    = "Somebody"
where = "table 1"
"""
CODE = """
[code.theirs]
repository = "somebody/something"
commit     = "0000000000000000000000000000000000000000"
licence    = "MIT"
files      = { "it.S" = "0" }
"""
SOURCE = CODE + HERE


@pytest.mark.parametrize("target", COMPILERS)
def test_the_figures_say_what_they_are_of(target):
    figures = published.figures(target)
    assert all(f.cycles > 0 and 0 <= f.rounding < f.cycles / 20 and f.files and f.what for f in figures)
    assert all(f.source.by and f.source.where for f in figures)
    for code in {f.code.commit: f.code for f in figures}.values():
        assert HEX.fullmatch(code.commit) and code.repository.count("/") == 1 and code.licence
    listed = (ROOT / "docs/how-to/validate.md").read_text()
    assert all(f"`{f.code.repository}`" in listed and f.code.commit[:10] in listed for f in figures)


def test_figures_are_of_targets_that_there_are():
    facts = schema.parsed(published.FILE)
    assert {f["target"] for f in facts["figure"]} <= set(TARGETS)
    assert {f["source"] for f in facts["figure"]} == set(facts["source"])
    assert {s["code"] for s in facts["source"].values()} == set(facts["code"])


def test_the_files_of_every_figure_have_hashes():
    """Reading refuses a figure with a file that has none."""
    figures = [f for target in TARGETS for f in published.figures(target)]
    hashes = {sha256 for f in figures for sha256 in f.code.files.values()}
    assert len(hashes) > 50 and all(re.fullmatch("[0-9a-f]{64}", sha256) for sha256 in hashes)
    for code in {f.code.commit: f.code for f in figures}.values():
        named = [name for f in figures if f.code.commit == code.commit for name in f.files]
        assert all(any(published.holds(name, file) for name in named) for file in code.files), code.repository


def figure(name: str, target: str, cycles: float, **more) -> str:
    words = {
        "name": name,
        "target": target,
        "source": "here",
        "what": "it",
        "files": ["it.S"],
        "cycles": cycles,
        **more,
    }
    return "[[figure]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in words.items())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (figure("a", "uno", 1), "figure a: unknown source `here`"),
        (
            SOURCE + figure("a", "uno", 1).replace("what", "hwat"),
            "no field figure[a].hwat; did you mean `what`?",
        ),
        (SOURCE + figure("a", "uno", 1, call="a();"), "there is no field figure[a].call"),
        (SOURCE + 2 * figure("a", "uno", 1), "two figures named a"),
        (SOURCE.replace("by", "yb"), "there is no field source.here.yb"),
        (HERE + figure("a", "uno", 1), "source here: unknown code `theirs`"),
        (SOURCE + figure("a", "uno", 1, files=["it.S", "it.c"]), "code.theirs.files has no hash of it.c"),
        (SOURCE + figure("a", "uno", 1, files=["it.S/"]), "code.theirs.files has no hash of it.S/"),
        ("[[figure]", "not valid TOML"),
    ],
)
def test_a_file_of_figures_that_is_wrong_is_refused(text, message, tmp_path):
    file = tmp_path / "figures.toml"
    file.write_text(text)
    with pytest.raises(LabError, match=re.escape(message)):
        published.figures("uno", file)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no TOML file with a [[program]]"),
        ('[[program]]\nname = "a"\nfiles = []\n', "program[a].call is missing; docs/how-to/validate.md"),
        (
            '[[program]]\nname = "a"\nfiles = []\ncall = ""\nflags = []\n',
            "no field program[a].flags",
        ),
        (2 * '[[program]]\nname = "a"\nfiles = []\ncall = ""\n', "describes a twice"),
    ],
)
def test_a_description_that_is_wrong_is_refused(text, message, tmp_path):
    (tmp_path / "programs.toml").write_text(text)
    with pytest.raises(LabError, match=re.escape(message)):
        published.programs(tmp_path)


@pytest.mark.parametrize("flag", ["-fplugin=./x.so", "-wrapper", "-B.", "@more", "-Wa,-o,x", "-specs=x", "-o", "-MD"])
def test_flags_of_a_description_only_change_how_code_is_compiled(flag, tmp_path):
    """A program that is only simulated runs nothing on this machine, by its flags neither."""
    text = f'[[program]]\nname = "a"\nfiles = []\ncall = ""\ncflags = ["-O3", "{flag}"]\n'
    (tmp_path / "programs.toml").write_text(text)
    with pytest.raises(LabError, match=re.escape(f"a: cflags: {flag} is none of the flags that change how code is")):
        published.programs(tmp_path)


def test_folders_of_headers_may_be_flags(tmp_path):
    (tmp_path / "headers").mkdir()
    text = '[[program]]\nname = "a"\nfiles = []\ncall = ""\ncflags = ["-Iheaders", "-D", "X=1", "-O3"]\n'
    (tmp_path / "programs.toml").write_text(text)
    program = published.programs(tmp_path)["a"]
    assert program.include == (tmp_path / "headers",) and program.cflags == ("-DX=1", "-O3") and not program.missing
    (tmp_path / "programs.toml").write_text(text.replace('"a"', '"a"\nfolder = "gone"'))
    assert published.programs(tmp_path)["a"].missing == "gone"


# A hundred steps of so many cycles each, and of what the window holds besides.  On the Uno: call and ret, 4 each.
STEPS = {"uno": "nop", "hifive1": "addi a0, a0, 1", "pi4": "add x0, x0, 1"}
TOTALS = {"uno": 108, "hifive1": 100, "pi4": 100}
KERNEL = """    .globl hundred
    .globl vectors
    .globl products
hundred:
    .rept 100
    {}
    .endr
    ret
"""
VECTORS = """
vectors:
    .rept 100
    eor v0.16b, v0.16b, v1.16b
    .endr
    ret
products:
    .rept 100
    mul v0.2s, v0.2s, v1.2s
    .endr
    ret
"""


def program(name: str, function: str = "hundred", **more) -> str:
    words = {"name": name, "folder": "theirs", "files": ["kernel.S"], "call": f"{function}();", **more}
    words |= {"headers": ["kernel.h"], "cflags": ["-DTHEIRS"]}
    return "[[program]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in words.items())


@pytest.fixture
def sources(tmp_path) -> Path:
    (tmp_path / "theirs").mkdir()
    return tmp_path


def validate(
    target: str, sources: Path, figures: str, programs: str, source: str = SOURCE
) -> tuple[subprocess.CompletedProcess, dict]:
    if not shutil.which(COMPILERS[target]):
        pytest.skip(f"{COMPILERS[target]} is not installed")
    text = KERNEL.format(STEPS[target]) + (VECTORS if target == "pi4" else "")
    (sources / "theirs/kernel.S").write_text(f"#ifndef THEIRS\n#error no flags\n#endif\n    .text\n{text}")
    (sources / "theirs/kernel.h").write_text("void hundred(void); void vectors(void); void products(void);\n")
    (sources / "programs.toml").write_text(programs)
    (sources / "figures").write_text(source + figures)
    out = sources / "out.json"
    done = narae("validate", target, "--sources", sources, "--published", sources / "figures", "--json", out)
    return done, json.loads(out.read_text()) if out.exists() else {}


@pytest.mark.parametrize("target", COMPILERS)
def test_a_program_with_a_known_total_lies_inside(target, sources):
    figures = figure("known", target, TOTALS[target], rounding=1)
    done, totals = validate(target, sources, figures, program("known", check="1"))
    assert done.returncode == 0, done.stdout + done.stderr
    (row,) = totals["rows"]
    assert row["inside"] and row["kind"] == "scalar" and row["published"] == TOTALS[target]
    assert row["simulated"] == pytest.approx(TOTALS[target], abs=3)
    assert "scalar: 1 of 1 inside" in done.stdout and " inside" in done.stdout


def test_reading_the_counter_counts_where_the_figure_holds_it(sources):
    figures = figure("read", "uno", TOTALS["uno"] + 8) + HERE.replace("source.here", "source.there") + "reading = 8\n"
    done, totals = validate("uno", sources, figures.replace('source = "here"', 'source = "there"'), program("read"))
    assert done.returncode == 0, done.stdout
    assert totals["rows"][0]["simulated"] == TOTALS["uno"] + 8 and totals["rows"][0]["interval"] == [116, 116]


def test_the_calls_overhead_is_subtracted(sources):
    """Calling and returning, of a function without a body."""
    words = {"declare": '__asm__(".text\\nempty: ret\\n"); void empty(void);', "around": "empty();"}
    done, totals = validate("uno", sources, figure("inline", "uno", 100), program("inline", **words))
    assert done.returncode == 0, done.stdout + done.stderr
    assert totals["rows"][0]["simulated"] == 100 and totals["rows"][0]["interval"] == [100, 100]


def test_the_uno_must_match_to_the_cycle(sources):
    done, totals = validate("uno", sources, figure("off", "uno", TOTALS["uno"] + 1), program("off"))
    assert done.returncode == 1
    assert (
        re.search(r"off +scalar +109 +108", done.stdout) and "outside" in done.stdout and "0 of 1 inside" in done.stdout
    )
    assert totals["rows"][0]["simulated"] == TOTALS["uno"]


def test_the_kind_of_instructions_is_seen(sources):
    figures = figure("logic", "pi4", 300) + figure("products", "pi4", 400)
    programs = program("logic", "vectors") + program("products", "products")
    done, totals = validate("pi4", sources, figures, programs)
    assert [r["kind"] for r in totals["rows"]] == ["NEON logic", "NEON multiplication"]
    assert [s["kind"] for s in totals["summary"]] == ["NEON logic", "NEON multiplication"]
    assert done.returncode == 0, done.stdout


def test_what_is_not_there_is_skipped_and_what_is_broken_is_a_row(sources):
    figures = "".join(
        figure(name, "hifive1", 100, rounding=1) for name in ("good", "gone", "unsaid", "broken", "wrong")
    )
    programs = program("good") + program("gone").replace('"theirs"', '"nowhere"') + program("wrong", check="1 == 2")
    programs += program("broken", declare="int x = nothing;")
    done, totals = validate("hifive1", sources, figures, programs)
    assert done.returncode == 1
    assert [r["name"] for r in totals["rows"]] == ["good"]
    assert totals["skipped"]["gone"] == "nowhere is missing"
    assert totals["skipped"]["unsaid"] == "no TOML file describes it; it is from somebody/something at 0000000000"
    assert re.match(r"bench_config\.h:\d+:\d+: error: .nothing. undeclared", totals["failures"]["broken"])
    assert totals["failures"]["wrong"] == "its check failed: 1 == 2"
    for line in ("failed broken: bench_config.h", "skipped gone: nowhere is missing", "scalar: 1 of 1 inside"):
        assert line in done.stdout


def cited(sources: Path, files: dict[str, bytes], text: bytes) -> str:
    """Writes the files, and cites them with the text's hash."""
    for name, content in files.items():
        (sources / name).parent.mkdir(parents=True, exist_ok=True)
        (sources / name).write_bytes(content)
    hashes = ", ".join(f'"{name}" = "{hashlib.sha256(text).hexdigest()}"' for name in files)
    return CODE.replace('"it.S" = "0"', hashes) + HERE


def test_a_changed_file_is_refused_and_an_unknown_one_is_named(sources):
    text = f"    .text\n{KERNEL.format('nop')}".encode()
    files = {"same.S": text, "changed.S": text + b"/**/\n", "ends.S": text.replace(b"\n", b"\r\n")}
    figures = cited(sources, {f"theirs/{name}": content for name, content in files.items()}, text)
    names = ("same", "changed", "ends", "moved", "other")
    figures += "".join(figure(name, "uno", TOTALS["uno"], files=["theirs/"]) for name in names)
    (sources / "theirs/moved.S").write_bytes(text)
    programs = "".join(program(name, files=[f"{name}.S"]) for name in names[:-1]) + program("other")
    done, totals = validate("uno", sources, figures, programs, source="")
    assert done.returncode == 1
    sentence = "theirs/changed.S is of another version; check out somebody/something at 0000000000"
    assert totals["failures"] == {"changed": sentence} and f"failed changed: {sentence}" in done.stdout
    recognized = {row["name"]: row["recognized"] for row in totals["rows"]}
    assert recognized == {"same": True, "ends": True, "moved": True, "other": False}
    assert "not recognized by its files, 1 of 5: other\n" in done.stdout


def test_headers_below_include_folders_are_recognized(sources):
    """A library of headers is compiled by the user's own wrapper."""
    text = b"inline void it() {}\n"
    (sources / "figures").write_text(
        cited(sources, {"lib/include/it.hpp": text}, text).replace('"lib/include', '"include')
        + figure("a", "uno", 1, files=["include/it.hpp"])
    )
    (sources / "wrapper.cpp").write_text("")
    (sources / "a.toml").write_text(
        '[[program]]\nname = "a"\nfiles = ["wrapper.cpp"]\ncall = ""\ninclude = ["lib/include"]\n'
    )
    [of_it], described = published.figures("uno", sources / "figures"), published.programs(sources)["a"]
    assert of_it.recognized(described) and not of_it.problem(described)
    (sources / "lib/include/it.hpp").write_bytes(text + b"//")
    assert not of_it.recognized(described) and of_it.problem(described).startswith("include/it.hpp is of another")


def test_nothing_that_is_described_is_an_error(sources):
    done, totals = validate("hifive1", sources, figure("a", "hifive1", 100), program("b"))
    assert (done.returncode, totals) == (2, {})
    assert "describes none of the 1 published programs for hifive1" in done.stderr
