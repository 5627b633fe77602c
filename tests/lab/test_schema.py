# SPDX-License-Identifier: MIT
"""A mistake in a data file is a sentence that names the file, the field, what was expected and what is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lab import peers
from lab.build import variants
from lab.errors import LabError
from lab.papers import load as load_paper
from lab.papers import matrix
from lab.paths import MODELS, ROOT
from lab.plan import environments, foreign, implementations, published, schema
from lab.plan.board import BoardFile, Flash, Layout, Serial, load_board
from lab.plan.foreign import call, description
from lab.views import advice, quoted_figures, security
from lab.views.report import limits, records
from lab.views.report import words as report_words


def board(file: Path) -> None:
    load_board(file.parent.name, file.parent.parent)


def registered(file: Path) -> None:
    implementations.load(ROOT / "src/aes", file)


def called(file: Path) -> None:
    call.implementations(foreign.recognize(file.parent, {}))


def within(module: object, name: str, read: Callable[[], object]) -> Callable[[Path], None]:
    """Reads what a constant of a module names, where the answer may be kept."""

    def reader(file: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, name, file)
            getattr(read, "__wrapped__", read)()

    return reader


CALLED = """header = "mine.h"
[[primitive]]
cipher = "lea-128"
mode = "block"
key = 16
block = 16
call = { encrypt = "mine(key, in, out)" }
"""
# The file, who reads it, what is changed in it, and the sentence behind the file's name.
MISTAKES = [
    ("lab/boards/uno/board.toml", board, "clock_hz       = 16000000", 'clock_hz = "16 MHz"',
     'clock_hz: expected int, got str: "16 MHz"; docs/reference/fields.md lists the fields'),
    ("lab/boards/uno/board.toml", board, "quick_blocks ", "quik_blocks ",
     "there is no field quik_blocks; did you mean `quick_blocks`?"),
    ("lab/boards/uno/board.toml", board, "[32, 10, 0]", "[32, 10.5, 0]",
     "windows[1][1]: expected int, got float: 10.5"),
    ("lab/boards/uno/board.toml", board, "[32, 10, 0]", "[32, 0, 0]", "windows[1][1]: expected int >= 1: 0"),
    ("lab/boards/uno/board.toml", board, ", [inf, 2, 0]]", "]", "windows: the last entry must be for"),
    ("lab/boards/uno/board.toml", board, "quick_messages = [16, 64]", "quick_messages = []",
     "quick_messages: expected array of length >= 1: []"),
    ("lab/boards/uno/board.toml", board, "flash_bytes    = 32768", "flash_bytes = 0",
     "flash_bytes: expected int >= 1: 0"),
    ("lab/boards/uno/board.toml", board, '"avr-small"', '"avr-smal"',
     'kernels[1]: expected one of avr | avr-small | avr-ram | avr-tables | avr-masked | msp430 | '),
    ("lab/boards/host/board.toml", board, '"avx2", "avx2-vaes"', '"avx", "avx2-vaes"',
     "levels[2]: expected one of sse2 | "),
    ("lab/boards/uno/board.toml", board, "about ", 'kernels_of = "due"\nabout ', "kernels_of: there is no board due"),
    ("lab/boards/uno/board.toml", board, "about ", 'shared = "nowhere"\nabout ', "shared: there is no folder "),
    ("lab/boards/hifive1/board.toml", board, 'tables  = "flash"', "tables = 1",
     "layouts.flash-tables.tables: expected str, got int: 1"),
    ("lab/boards/host/board.toml", board, "compiler       =", "mcu =", "compiler is missing"),
    ("lab/ciphers/aes.toml", registered, '"ccm", "cmac"]\nhost_modes', '"cmm", "cmac"]\nhost_modes',
     'modes[4]: expected one of block | ctr | cbc | cfb | ofb | xts | gcm | ccm | cmac, got str: "cmm"'),
    ("lab/ciphers/aes.toml", registered, "keys  = [16]", "key  = [16]", "there is no field variant.small.key"),
    ("lab/ciphers/ascon.toml", registered, "messages = 8", "messages = true",
     "primitive[5].messages: expected int, got bool: true"),
    ("baselines/aes_tables/implementation.toml", registered, "block ", "blok ",
     "there is no field blok; did you mean `block`?"),
    ("lab/peers/botan/implementation.toml", lambda f: peers.read(f.parent), "[8, 12, 16]", '[8, "12", 16]',
     'nonces[1]: expected int, got str: "12"'),
    ("lab/peers/rust/implementation.toml", lambda f: peers.read(f.parent), '["aes block"]', '"aes block"',
     'crates.aes: expected array, got str: "aes block"'),
    ("lab/papers/uno-lea-aes.toml", load_paper, '"ms"', '"msec"', "claims[aes-time].unit: expected one of cycles"),
    ("lab/papers/uno-lea-aes.toml", load_paper, '{ operation = "decrypt" }]', '{ oepration = "decrypt" }]',
     "there is no field claims[aes-time].measure.sum[1].oepration; did you mean `operation`?"),
    ("lab/papers/uno-lea-aes.toml", load_paper, "relative = 0.25", 'relative = "25 %"',
     'tolerance.relative: expected float, got str: "25 %"'),
    ("lab/plan/environments.toml", within(environments, "FILE", environments.environments), '"gcc, musl, static"', "1",
     "musl.about: expected str, got int: 1"),
    ("lab/build/compilers.toml", within(variants, "FILE", variants.known), 'prefix  = "avr-"', 'perfix = "avr-"',
     "there is no field uno.perfix; did you mean `prefix`?"),
    ("lab/models/published.toml", lambda f: published.figures("uno", f), "\ncycles", "\ncycels",
     "did you mean `cycles`?"),
    ("lab/models/limits.toml", within(limits, "FILE", lambda: limits.document({})), "turn = 3", 'trun = 3',
     "limits[0].round"),
    ("lab/models/records.toml", within(records, "FILE", records.known), "value = 2095", 'value = "2095"',
     "group[0].records[0].value: expected int | float | null, got str: \"2095\""),
    ("lab/models/matrix.toml", within(matrix, "FILE", matrix.Matrix), "usual = 64", "usual = 64.5",
     "usual: expected int, got float: 64.5"),
    ("lab/models/security.toml", security.checked, "[mode.ctr]\nnotes", "[mode.ctr]\nnote",
     "there is no field mode.ctr.note; did you mean `notes`?"),
    ("docs/figures.toml", quoted_figures.read_quoted, "row = {", "rwo = {", "there is no field quoted[0].rwo"),
    ("mine/implementation.toml", called, 'mode = "block"', 'mode = "blok"',
     "primitive[0].mode: expected one of block | core"),
    ("mine/implementation.toml", called, "key = 16", "kye = 16", "there is no field primitive[0].kye"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "read", "old", "new", "message"), MISTAKES, ids=[f"{m[0]}-{m[3]}" for m in MISTAKES])
def test_a_mistake_is_a_sentence(name, read, old, new, message, tmp_path):
    file = tmp_path / Path(name).parent.name / Path(name).name
    file.parent.mkdir()
    (file.parent / "mine.c").write_text("int mine;")
    text = CALLED if name.startswith("mine/") else (ROOT / name).read_text()
    assert old in text
    file.write_text(text)
    read(file)
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(LabError, match=re.escape(message)) as raised:
        read(file)
    assert str(raised.value).startswith(f"{file}: ")


def test_every_file_of_data_fits_its_schema():
    assert advice.security.__wrapped__() == security.checked(MODELS / "security.toml")
    assert report_words() and implementations.discover() and [peers.read(folder) for folder in peers.folders()]


def test_what_is_no_toml_and_what_is_not_there(tmp_path):
    file = tmp_path / "a.toml"
    with pytest.raises(LabError, match=r"a\.toml cannot be read: .*No such file"):
        schema.parsed(file)
    file.write_text("\ufeffa = 1\n")  # as editors on Windows begin it
    assert schema.parsed(file) == {"a": 1}
    file.write_text("a = \n")
    with pytest.raises(LabError, match=r"a\.toml is not valid TOML: Invalid value \(at line 1, column 5\)"):
        schema.parsed(file)


@pytest.mark.parametrize("command", [["advise", "--target", "uno", "--need", "aead"], ["doctor"], ["bench", "--help"]])
def test_where_nothing_is_installed_advice_goes_without_schemas(command, tmp_path):
    none = "import sys\nfor name in ('msgspec', 'rich', 'jinja2', 'matplotlib'): sys.modules[name] = None\n"
    script = none + "from lab.cli import main\nraise SystemExit(main(sys.argv[1:]))"
    bare = os.environ | {"PATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script, *command], cwd=ROOT, env=bare, capture_output=True, text=True)
    assert done.returncode == (command == ["doctor"]) and "Traceback" not in done.stderr, done.stderr
    assert len(done.stdout.splitlines()) > 10


@pytest.mark.parametrize(
    "kind",
    [
        BoardFile, Layout, Serial, Flash, peers.Debian, peers.Rust,
        implementations.BlockCipher, implementations.Variant, implementations.Primitive,
        description.Called, description.CalledPrimitive,
    ],
    ids=lambda kind: kind.__name__,
)  # fmt: skip
def test_the_page_lists_every_field(kind):
    """What a message sends its reader to docs/reference/fields.md for is there."""
    words = " ".join(re.findall(r"`([^`]*)`", (ROOT / "docs/reference/fields.md").read_text()))
    assert [name for name in kind.__struct_fields__ if not re.search(rf"\b{name}\b", words)] == []


def test_a_nonce_of_no_bytes_is_a_size_and_none_is_missing(tmp_path):
    """Deterministic encryption: what describes it is not lost when it is written again."""
    text = 'header = "siv.h"\n[[primitive]]\ncipher = "siv"\nmode = "aead"\nkey = 32\ntag = 16\nnonce = 0\n'
    file = tmp_path / "implementation.toml"
    (tmp_path / "siv.c").write_text("int siv;\n")
    file.write_text(text + 'call = { seal = "siv(sealed, text, bytes, key)" }\n')
    recognized = foreign.recognize(tmp_path, {})
    assert call.implementations(recognized)[0].only["nonce"] == [0]
    file.write_text(description.as_toml(recognized.called))
    assert call.implementations(foreign.recognize(tmp_path, {}))[0].only["nonce"] == [0]
    file.write_text(file.read_text().replace("nonce = 0\n", ""))
    with pytest.raises(LabError, match="lacks nonce"):
        call.implementations(foreign.recognize(tmp_path, {}))
