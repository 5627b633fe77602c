# SPDX-License-Identifier: MIT
"""./narae try on code that cannot be measured as it is: it says where, why, and what to do."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from lab.build import build
from lab.cache import Cache
from lab.paths import ROOT
from lab.plan.foreign import recognize
from lab.plan.foreign.call import implementations
from lab.plan.foreign.description import Functions
from lab.targets import TARGETS, hifive1, host, machines
from lab.targets.leaks import with_locations
from tests.tools import every_day, narae

MY_LEA = ROOT / "tests/lab/foreign/my-lea"
WORDS = ["--header", "lea.h", "--set-key", "lea_key", "--encrypt", "lea_encrypt", "--cipher", "lea-128"]
BOARDS = ("uno", "hifive1", "m0plus", "m3", "m4")  # without an operating system


def tried(folder: Path, *options: str | Path) -> tuple[int, str]:
    done = narae("try", folder, "--quick", "--against", "none", *options)
    return done.returncode, " ".join((done.stdout + done.stderr).split())


def on(*targets: str) -> list[str]:
    return [word for target in targets for word in ("--target", target)]


@pytest.fixture
def lea(tmp_path) -> Path:
    """A pair of functions, which a test may break."""
    return shutil.copytree(MY_LEA, tmp_path / "my-lea")


def changed(folder: Path, before: str, after: str, first: str = "") -> int:
    """Changes lea.c; the line of the change."""
    file = folder / "lea.c"
    text = f"{first}{file.read_text()}"
    assert before in text
    file.write_text(text.replace(before, after))
    return text[: text.index(before)].count("\n") + 1


HEAP = {
    "calloc": "uint32_t *more = calloc(1, 16); memcpy(more, x, 16); memcpy(out, more, 16);",
    "realloc": "memcpy(out, realloc(out, 32), 16);",
    "free": "free(out - 1);",
    "malloc": "memcpy(out, strdup((char *)x), 1);",  # by the C library
}


@pytest.mark.parametrize("name", every_day(["calloc", "malloc"], HEAP))
def test_a_missing_heap_is_reported_on_every_board(lea, name):
    changed(lea, "memcpy(out, x, 16);", f"memcpy(out, x, 16);\n    {HEAP[name]}", "#include <stdlib.h>\n")
    code, output = tried(lea, *WORDS, *on(*BOARDS))
    who = "lea.c" if name != "malloc" else "a function of the C library"
    refused = f"refused: {', '.join(BOARDS)} lea-128 block try:my-lea: does not build: {who} calls {name}, and"
    assert code == 1 and f"{refused} the board has no heap: take memory from the caller" in output, output


def test_an_own_or_unused_heap_is_no_fault(lea):
    """What the linker drops needs nothing."""
    unused = "#include <stdlib.h>\nvoid *lea_new(void);\nvoid *lea_new(void)\n{\n    return calloc(1, 576);\n}\n"
    text = (lea / "lea.c").read_text()
    (lea / "lea.c").write_text(unused + text)
    code, output = tried(lea, *WORDS, *on("uno", "m0plus"))
    assert code == 0, output
    changed(lea, "memcpy(out, x, 16);", "uint32_t *more = malloc(16); memcpy(more, x, 16); memcpy(out, more, 16);")
    own = "\nvoid *malloc(size_t bytes)\n{\n    static uint32_t room[4];\n    return bytes > 16 ? 0 : room;\n}\n"
    (lea / "lea.c").write_text((lea / "lea.c").read_text() + own)
    code, output = tried(lea, *WORDS, *on("uno", "m0plus"))
    assert code == 0, output


def test_new_of_a_class_is_a_heap_too(lea):
    text = (lea / "lea.c").read_text().replace("memcpy(out, x, 16);", "*out = *new uint8_t(x[0]);")
    (lea / "lea.c").unlink()
    (lea / "lea.cpp").write_text(f'extern "C" {{\n{text}\n}}\n')
    code, output = tried(lea, *WORDS, *on("uno", "hifive1", "m3"))
    assert code == 1 and output.count("lea.cpp calls new, and the board has no heap") == 1, output


LIMITS = {"uno": ("MAX_CYCLES", 60_000_000), "hifive1": ("MAX_CYCLES", 20_000_000), "pi4": ("END_SECONDS", 3)}
LIMITS |= {name: ("MAX_CYCLES", 20_000_000) for name in ("m0plus", "m3", "m4", "m33")} | {"host": ("RUN_SECONDS", 1)}


@pytest.fixture
def impatient(monkeypatch):
    """Nobody waits a minute."""
    for name, (limit, value) in LIMITS.items():
        monkeypatch.setattr(sys.modules[TARGETS[name].__module__], limit, value)
    monkeypatch.setattr(host, "HANGS_SECONDS", 1)


def failure_on(name: str, folder: Path) -> str:
    """What the row would say of WORDS."""
    options = dict(zip(("header", "set_key", "encrypt", "cipher"), WORDS[1::2], strict=True))
    (code,) = implementations(recognize(folder, machines(), Functions(**options)))
    target = TARGETS[name]()
    program = build(code, target.board, target.board.timed([(16, 0)], "block"))
    if name == "host":
        (outcome,) = target.run([program], True, Cache(), lambda _: None)
    else:
        outcome = target.run_one(program, True)
    return with_locations(program, outcome.failure)


@pytest.mark.parametrize("name", every_day(["uno", "hifive1", "m4", "pi4"], LIMITS))
def test_a_hang_is_found_with_its_function_and_line(lea, impatient, name):
    """Also where it spends its time in what the endless loop calls."""
    loop = "    for (volatile int on = 1; on != 0;)\n        memcpy(out, x, left(on, 4) & 15);\n"
    line = changed(lea, "    memcpy(out, x, 16);\n", f"{loop}    memcpy(out, x, 16);\n")
    output = failure_on(name, lea)
    place = re.match(r"killed: no end after .* at 0x\w+, lea_encrypt \(lea\.c:(\d+)\)$", output)
    assert place and line <= int(place[1]) <= line + 1, output


def test_slow_code_is_not_reported_as_hanging_in_the_bench(lea, impatient, monkeypatch):
    """Which calls it again and again."""
    monkeypatch.setattr(hifive1, "MAX_CYCLES", 1_500_000)
    assert re.fullmatch(r"killed: no end after \d+ cycles[^(]*", failure_on("hifive1", lea))
