# SPDX-License-Identifier: MIT
"""Whatever stands in a file of JSON or TOML, the command names the file and ends without a traceback."""

from __future__ import annotations

import subprocess

import pytest

from lab import store
from lab.build import expected
from lab.cavp import acvp
from lab.errors import LabError
from lab.paths import ROOT
from lab.plan import foreign, parse, schema
from lab.progress import Progress
from lab.views import report

DEEP = 3000
JSON = {
    "nothing": b"",
    "a zero byte": b"\0",
    "no UTF-8": b'{"\xff": 1}',
    "brackets": DEEP * b"[" + DEEP * b"]",
    "tables": DEEP * b'{"a":' + b"1" + DEEP * b"}",
    "open brackets": DEEP * b"[",
    "nested more than ours": 65 * b"[" + 65 * b"]",
    "digits": b'{"context": ' + 5000 * b"9" + b"}",
    "half a character": b'{"context": {"date": "\\ud800"}, "rows": [], "papers": [], "vectors": []}',
    "half a name": b'{"\\uDFFF": 1}',
    "a list": b"[]",
    "a number": b"5",
}
TOML = {
    "a zero byte": b"\0",
    "no UTF-8": b"a = '\xff'",
    "brackets": b"a = " + DEEP * b"[" + DEEP * b"]",
    "tables": b"a" + DEEP * b".a" + b" = 1",
    "digits": b"a = " + 5000 * b"9",
    "half a character": b'a = "\\ud800"',
    "no date": b"a = 2026-13-45",
}


def test_what_is_right_is_read():
    assert parse.from_json(b'\xef\xbb\xbf{"a": ["\\ud83d\\ude00", "\\u00b5", 1e3]}') == {"a": ["😀", "µ", 1000.0]}
    assert parse.from_json(64 * "[" + 64 * "]")
    assert parse.from_toml("\ufeffa = [1, 'µ']".encode()) == {"a": [1, "µ"]}


def test_an_error_is_a_phrase():
    messages = {
        "brackets": "nested more than 64 deep",
        "digits": "too many digits",
        "half a character": "half a character",
    }
    for what, text in messages.items():
        with pytest.raises(ValueError, match=text):
            parse.from_json(JSON[what])
    for what in ("brackets", "tables", "digits"):
        with pytest.raises(ValueError, match=messages.get(what, "nested more than 64 deep")):
            parse.from_toml(TOML[what])


PRIMITIVE = {"cipher": "lea-128", "mode": "block", "key": 16}
READERS = {
    "rows": store.read_json,
    "ledger": report.read_ledger,
    "vectors": lambda file: expected.of_file(file, PRIMITIVE),
    "ACVP": lambda file: acvp.read(file, Progress(1)),
}


@pytest.mark.parametrize("what", JSON)
@pytest.mark.parametrize("reader", READERS)
def test_every_reader_of_json_names_the_file(tmp_path, reader, what):
    file = tmp_path / "odd.json"
    file.write_bytes(JSON[what])
    with pytest.raises(LabError, match=r"odd\.json"):
        READERS[reader](file)


@pytest.mark.parametrize("what", TOML)
def test_every_reader_of_toml_names_the_file(tmp_path, what):
    file = tmp_path / "odd.toml"
    file.write_bytes(TOML[what])
    with pytest.raises(LabError, match=r"odd\.toml is not valid TOML: "):
        schema.read(file, dict)


@pytest.mark.parametrize("name", ["my\naes", "my\raes", b"my\xffaes".decode(errors="surrogateescape")])
def test_a_folder_that_no_compiler_takes_is_refused_at_once(tmp_path, name):
    """Also a file in it."""
    folder = tmp_path / name
    folder.mkdir()
    (tmp_path / "aes").mkdir()
    (tmp_path / "aes" / f"{name}.c").touch()
    for place in (folder, tmp_path / "aes"):
        with pytest.raises(LabError, match="rename it: its name has a line end, or bytes that are not UTF-8") as caught:
            foreign.recognize(place, {})
        assert "\n" not in str(caught.value)


def test_no_json_or_toml_of_others_is_loaded_past_the_one_place():
    """What else is loaded is the lab's own: a program's output, a cache, a data file of the checkout."""
    own = {
        "lab/views/report/packed.py": "what the page is made of",
        "lab/sims/avr.py": "a simulator's output",
        "lab/sims/cortexm/__init__.py": "a simulator's output",
        "lab/sims/run.py": "a simulator's output",
        "lab/sims/a72/estimate.py": "a simulator's output",
        "lab/build/vectors.py": "the checksums of the checkout",
        "lab/targets/base.py": "what was just made",
        "lab/real/place.py": "another process of ours",
        "lab/real/labgrid_client.py": "another process of ours",
        "lab/store/versions.py": "another process of ours",
        "lab/proof/pool.py": "another process of ours",
        "lab/verdicts.py": "behind a checksum",
        "lab/views/advice.py": "data of the checkout",
        "lab/commands/doctor.py": "data of the checkout",
        "lab/commands/reproduce/session.py": "data of the checkout",
        "lab/commands/test/runner.py": "another process of ours",
        "lab/plan/parse.py": "here",
    }
    matches = subprocess.run(
        ["git", "grep", "-lE", r"\b(json|tomllib)\.loads?\b", "--", "lab"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    ).stdout.split()
    assert sorted(matches) == sorted(own)
