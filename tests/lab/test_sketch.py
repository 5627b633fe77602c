# SPDX-License-Identifier: MIT
"""Anybody's Arduino sketch: built as the IDE does, run with its own clock, and timed exactly."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lab import cli
from lab.build import arduino
from lab.errors import BuildError, LabError, RunError
from lab.run import sketch
from tests.tools import call, skip_without

SKETCH = """
#include <Waits.h>

void setup()
{
    Serial.begin(115200);
    unsigned long start = micros();
    wait_16000_cycles();
    unsigned long us = micros() - start;
    Serial.print("waited: ");
    Serial.println(us);
    delay(20);
    Serial.println("after a pause");
}

void loop() {}
"""
WAITS_H = "void wait_16000_cycles();\n"
WAITS_CPP = """#include "Waits.h"
__attribute__((noinline, noclone)) void wait_16000_cycles() { __builtin_avr_delay_cycles(16000); }
"""
RETURN = 4  # cycles
MICROS_STEP = 64


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A sketch, and next to it a folder with a library."""
    root = tmp_path_factory.mktemp("arduino")
    for file, text in (
        ("Timed/Timed.ino", SKETCH),
        ("libraries/Waits/Waits.h", WAITS_H),
        ("libraries/Waits/Waits.cpp", WAITS_CPP),
        ("libraries/not a library/notes.txt", "none"),
    ):
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text(text)
    return root


@pytest.fixture(autouse=True)
def arduino_is_here():
    skip_without("arduino-builder")
    if not arduino.CORE.is_dir():
        pytest.skip("arduino-core-avr is not installed")


def test_a_sketch_prints_and_is_timed_by_its_clock_and_by_cycles(folder, tmp_path, capsys):
    file = tmp_path / "sketch.json"
    words = ["try", folder / "Timed", "--library", folder / "libraries", "--function", "wait_16000_cycles"]
    assert cli.main([str(w) for w in (*words, "--json", file)]) == 0
    printed, result = capsys.readouterr().out, json.loads(file.read_text())
    waited, paused = result["lines"]
    us = int(re.fullmatch(r"waited: (\d+)", waited["text"])[1])
    [interval] = waited["intervals"]
    assert 16000 < interval < 16300 and abs(16 * us - interval) <= MICROS_STEP
    assert paused == {"text": "after a pause", "intervals": []}, "delay() reads the clock itself"
    assert result["functions"] == {"wait_16000_cycles": [16000 + RETURN]}
    assert result["ended"] and sketch.IDLE_SECONDS < result["cycles"] / 16e6 < sketch.IDLE_SECONDS + 1
    assert f"{interval:,}" in printed and "wait_16000_cycles: 1 call: 16,004 cycles, 1,000.2 us" in printed
    assert "arduino-core-avr" in printed and "-Os -flto" in printed


def test_a_sketch_that_does_not_end_is_stopped(folder, capsys):
    sources = arduino.Sketch(folder / "Timed/Timed.ino", (folder / "libraries/Waits",))
    result = sketch.run(arduino.build(sources), seconds=0.01)
    assert not result.ended and result.lines[0].text.startswith("waited")


def test_what_is_missing_is_named(folder):
    with pytest.raises(BuildError, match=r"needs the library with Waits.h: name its folder with --library"):
        arduino.build(arduino.Sketch(folder / "Timed/Timed.ino"))
    with pytest.raises(LabError, match="neither it nor a folder in it has headers"):
        arduino.libraries_in(folder / "Timed")
    with pytest.raises(LabError, match="there is no such folder"):
        arduino.libraries_in(folder / "nothing")
    program = arduino.build(arduino.Sketch(folder / "Timed/Timed.ino", (folder / "libraries",)))
    with pytest.raises(LabError, match=r"no function `wait_16`.*inlined.*wait_16000_cycles"):
        sketch.run(program, ["wait_16"])


def test_more_functions_than_can_be_watched_are_refused(folder, monkeypatch):
    program = arduino.build(arduino.Sketch(folder / "Timed/Timed.ino", (folder / "libraries",)))
    monkeypatch.setattr(sketch, "MAX_WATCHED", 1)
    with pytest.raises(LabError, match=r"the functions are 1 in the program, and \d+ can be watched at a time"):
        sketch.run(program, ["wait_16000_cycles"])


def test_errors_of_the_compiler_are_one_sentence(folder, tmp_path):
    broken = tmp_path / "Broken.ino"
    broken.write_text("void setup() { unknown(); }\nvoid loop() {}\n")
    with pytest.raises(BuildError, match=r"does not compile: .*Broken.ino:1.*error: .unknown. was not declared"):
        arduino.build(arduino.Sketch(broken))
    broken.write_text("char big[3000] = {1}; void setup() { Serial.print(big[analogRead(0)]); }\nvoid loop() {}\n")
    with pytest.raises(BuildError, match=r"does not fit: it uses more RAM than the Uno has"):
        arduino.build(arduino.Sketch(broken))


@pytest.mark.parametrize(
    ("code", "error", "sentence"),
    [
        (
            "static char big[3000]; big[getpid()] = 1; for (;;);",
            BuildError,
            "uses 3,00[0-9] bytes of RAM, and the Uno has 2,048",
        ),
        ("main();", RunError, "crashes after 0.0 s: stack runs into data"),
        ("sei(); for (;;);", RunError, "prints nothing: it waits for hardware that is not simulated"),
        ("sei(); for (;;) x++;", RunError, "prints nothing: it ran for 0.1 s"),
    ],
)
def test_a_program_that_cannot_be_measured_says_why(code, error, sentence, tmp_path, monkeypatch):
    skip_without("avr-gcc")
    monkeypatch.setattr(sketch, "IDLE_SECONDS", 0.05)
    source, program = tmp_path / "main.c", tmp_path / "main.elf"
    body = code.replace("getpid()", "x")
    source.write_text(f"#include <avr/interrupt.h>\nvolatile int x;\nint main(void) {{ {body} }}\n")
    limits = ["-Wl,--defsym=__DATA_REGION_LENGTH__=0xfe00"]
    call(["avr-gcc", "-mmcu=atmega328p", "-O0", *limits, source, "-o", program])
    with pytest.raises(error, match=sentence):
        sketch.run(program, seconds=0.1)


def test_other_options_of_try_are_refused(folder):
    for words, sentence in (
        ([folder / "Timed", "--encrypt", "f"], "Timed.ino is an Arduino sketch.*leave out --encrypt"),
        ([folder / "libraries", "--library", folder], "no Arduino sketch; leave out --library"),
    ):
        with pytest.raises(LabError, match=sentence):
            cli.run("try", cli.parsed("try", [str(w) for w in words]))
