# SPDX-License-Identifier: MIT
"""Published masked programs: ./narae validate leak, on sources that were written for the tests, and the committed
record with its page."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import sys
from pathlib import Path

import pytest

from lab.errors import LabError
from lab.leak import corpus
from lab.paths import ROOT
from tests.leak.small import assembly
from tests.tools import narae

CODE = """
[code.theirs]
repository = "somebody/masked"
commit     = "0000000000000000000000000000000000000000"
licence    = "MIT"
files      = {{ "src/f.S" = "{digest}" }}
"""
PROGRAM = """
[[program]]
name      = "{name}"
code      = "theirs"
what      = "two moves"
published = "{published}"
where     = "table 1"
verdict   = "{verdict}"
[program.case]
targets = ["m4"]
sources = ["src/f.S"]
values.a = {{ bytes = 4, shares = 2 }}
calls = [{{ function = "f", registers = {{ r0 = "a.0", r1 = "a.1" }} }}]
"""
LEAKING = assembly("m4", ["mov r3, r0", "mov r3, r1"])


@pytest.fixture
def sources(tmp_path):
    file = tmp_path / "clone/src/f.S"
    file.parent.mkdir(parents=True)
    file.write_text(LEAKING)
    return tmp_path


def written(folder: Path, *programs: str, text: str = LEAKING) -> Path:
    file = folder / "corpus.toml"
    file.write_text(CODE.format(digest=hashlib.sha256(text.encode()).hexdigest()) + "".join(programs))
    return file


def checked(file: Path, folder: Path) -> tuple[list[corpus.Checked], dict[str, str]]:
    return corpus.check_all(corpus.programs(file), folder, lambda _: None)


def test_a_program_with_the_right_hash_is_built_and_checked(sources):
    published = {"bad": ("leaks", "leaks 1"), "good": ("none", "none (pairs)")}
    file = written(sources, *(PROGRAM.format(name=n, published=p, verdict=v) for n, (p, v) in published.items()))
    (bad, good), skipped = checked(file, sources)
    assert (bad.leakage, bad.as_recorded, bad.program.agreement) == ("leaks 1", True, "agrees")
    assert bad.leaks[0].line.startswith("f.S:") and bad.leaks[0].instruction == "mov r3, r1"
    assert (good.as_recorded, corpus.agreement("none", good.leakage)) == (False, "differs")
    assert not skipped


def test_another_version_and_a_missing_file_are_named(sources):
    file = written(sources, PROGRAM.format(name="f", published="leaks", verdict="leaks 1"), text="other")
    found, skipped = checked(file, sources)
    assert not found and "src/f.S is of another version; check out somebody/masked at 0000000000" in skipped["f"]
    (sources / "clone/src/f.S").unlink()
    assert "clone somebody/masked at 0000000000" in checked(file, sources)[1]["f"]


def test_what_does_not_build_fails_with_its_reason(sources):
    (sources / "clone/src/f.S").write_text("nonsense\n")
    file = written(sources, PROGRAM.format(name="f", published="leaks", verdict="leaks 1"), text="nonsense\n")
    ((only,), _) = checked(file, sources)
    assert "nonsense" in only.failure and not only.as_recorded


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('code      = "theirs"', 'code      = "ours"', "f: unknown code `ours`"),
        ('"src/f.S"]', '"g.S"]', "f: code.theirs.files has no hash of g.S"),
        ('what      = "two moves"', 'model = "z80"\nwhat = ""', "f: there is no model `z80`"),
        ('= "leaks"', '= "maybe"', "program[f].published: expected one of none | leaks | unknown"),
    ],
)
def test_mistakes_in_a_corpus_are_named(tmp_path, old, new, message):
    text = PROGRAM.format(name="f", published="leaks", verdict="").replace(old, new)
    with pytest.raises(LabError, match=re.escape(message)):
        corpus.programs(written(tmp_path, text))


def test_the_command_compares_with_the_record(sources):
    text = "".join(
        PROGRAM.format(name=n, published="leaks", verdict=v) for n, v in (("f", "leaks 1"), ("g", "leaks 2"))
    )
    with_this = ("validate", "leak", "--sources", sources, "--published", written(sources, text))
    result = sources / "verdicts.json"
    done = narae(*with_this, "--program", "f", "--json", result)
    assert done.returncode == 0 and "1 of 1 published verdicts agree" in done.stdout
    (row,) = json.loads(result.read_text())["rows"]
    assert (row["leakage"], row["recorded"], row["repository"]) == ("leaks 1", "leaks 1", "somebody/masked")
    done = narae(*with_this)
    assert done.returncode == 1 and "g is recorded as leaks 2" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "validate leak needs --sources DIR"),
        (("--sources", "{}", "--program", "nobody"), "has no program `nobody`"),
        (("--sources", "{}"), "has none of the"),
        (("--sources", "{}", "--cipher", "lea"), "does not take --cipher"),
    ],
)
def test_invalid_options_end_with_2(tmp_path, words, message):
    done = narae("validate", "leak", *(word.format(tmp_path) for word in words))
    assert done.returncode == 2 and message in " ".join(done.stderr.split())


def test_every_recorded_difference_has_its_reason():
    """Most published verdicts are reproduced; why others are not stands next to them."""
    known = corpus.programs()
    compared = [p for p in known if p.agreement]
    assert len(compared) >= 30 and sum(p.agreement == "agrees" for p in compared) >= 25
    assert all(p.entry.reason for p in compared if p.agreement == "differs")
    assert all(p.entry.verdict and p.entry.where and p.entry.what for p in known)
    for code in {p.code.commit: p.code for p in known}.values():
        used = {name for p in known if p.code.commit == code.commit for name in p.files}
        assert used == set(code.files) and all(re.fullmatch("[0-9a-f]{64}", h) for h in code.files.values())


def test_the_page_is_that_of_the_record():
    specification = importlib.util.spec_from_file_location("leak_corpus", ROOT / "docs/leak_corpus.py")
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module
    specification.loader.exec_module(module)
    text = module.PAGE.read_text()
    assert module.page(text) == text, "run docs/leak_corpus.py"
