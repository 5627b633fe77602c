# SPDX-License-Identifier: MIT
"""The boards of the MSP430: their rulers, what is refused, and whole programs in mspdebug's simulator."""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from lab.build import build
from lab.paths import ROOT
from lab.plan import selection
from lab.plan.board import load_board
from lab.plan.implementations import discover
from lab.sims import msp430
from lab.targets import TARGETS
from tests import tools

RAM, RAM_BYTES = {"msp430": 0x1100, "msp430x": 0x1C00}, {"msp430": 0x2800, "msp430x": 0x2000}


@pytest.fixture(params=msp430.CHIPS)
def chip(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def firmware(tmp_path, chip):
    return tools.firmware_of(load_board(chip), tmp_path)


def test_the_boards_code_has_no_warnings(chip):
    tools.has_no_warnings(load_board(chip))


def test_known_kernels_take_what_the_tables_say(firmware, chip):
    run = msp430.run(chip, firmware("int main(void) { hal_init(); hal_calibrate(); hal_exit(0); }"))
    lines = re.findall(r"^calibrate (\w+) (\d+) (\d+) (\d+) \*.{4}$", run.uart, re.MULTILINE)
    assert [line for line in lines if not line[1] == line[2] == line[3]] == []
    assert len(lines) == 7 and (run.end, run.exit_status) == ("exit", 0)
    assert int(lines[-1][3]) > 10 * 65536  # the fast timer has come round


def test_timer_and_simulator_agree_wherever_the_timer_comes_round(firmware, chip):
    """Windows around each multiple of 65536 cycles."""
    body = """int main(void) {
        hal_init();
        for (uint16_t n = 21830; n < 21860; n++) {
            hal_begin();
            __asm__ volatile("mov %0, r15\\n 1: dec r15\\n jnz 1b" ::"r"(n) : "r15");
            print_number(hal_end());
            hal_put('\\n');
        }
        hal_exit(0);
    }"""
    run = msp430.run(chip, firmware(body))
    printed = [int(line) for line in run.uart.split()]
    assert printed == [run.net(window) for window in run.windows[-30:]]
    assert {n > 65536 for n in printed} == {False, True}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("mov #0x2001, r12\n mov @r12, r13", "word at an odd address"),
        ("mov &0x3d00, r13", "read outside memory"),
        ("mov r13, &0x5000", "write outside RAM"),
        ("br #0x2000", "jump outside the program"),
        (".short 0x13ff", "illegal instruction"),
        ("mov #__bss_start, sp\n call #hal_stack_depth", "stack runs into data"),
    ],
)
def test_a_fault_is_named_with_its_address(firmware, chip, body, message):
    assembly = f".globl wrong\nwrong:\n {body}\n ret\n"
    run = msp430.run(chip, firmware("void wrong(void);\nint main(void) { wrong(); hal_exit(0); }", assembly))
    assert run.end == "crash" and message in run.reason and re.search(r"at PC 0x[0-9a-f]{8}", run.reason), run.reason


def test_a_program_that_leaves_the_watchdog_alone_is_ended(firmware, chip, tmp_path):
    elf = firmware("int main(void) { for (;;) hal_put('x'); }")
    held = msp430.run(chip, elf, max_cycles=200_000)
    assert held.end == "cycle-limit"
    data = elf.read_bytes()
    watched = tmp_path / "watched.elf"
    watched.write_bytes(data.replace(b"\xb2\x40\x80\x5a", b"\xb2\x40\x80\x00"))
    assert "watchdog" in msp430.run(chip, watched, max_cycles=200_000).reason


def test_pushing_the_generated_4_is_refused_on_the_chip_with_the_erratum(firmware, chip):
    assembly = ".globl wrong\nwrong:\n .short 0x1222\n pop r13\n ret\n"
    run = msp430.run(chip, firmware("void wrong(void);\nint main(void) { wrong(); hal_exit(0); }", assembly))
    assert (run.end == "crash") == (chip == "msp430")


@pytest.fixture
def program(chip):
    implementation = next(i for i in discover() if (i.cipher, i.mode, i.kernel) == ("lea-128", "block", "portable"))
    target = TARGETS[chip]()
    return build(implementation, target.board, selection.usual_sizes(target, implementation, True))


def test_a_wrong_clock_is_refused(program, chip, monkeypatch):
    """Two clocks that differ in a window, and a ruler that is off."""
    target = TARGETS[chip]()
    good = msp430.run(chip, program.elf)
    last = good.windows[-1]
    late = dataclasses.replace(good, windows=(*good.windows[:-1], dataclasses.replace(last, cycles=last.cycles + 1)))
    monkeypatch.setattr("lab.sims.msp430.run", lambda *_, **__: late)
    assert "two clocks disagree on" in target.run_one(program, quick=True).failure
    lines = good.uart.replace("calibrate adds 100 100 100", "calibrate adds 100 100 101")
    assert lines != good.uart
    monkeypatch.setattr("lab.run.protocol.Checker.whole", lambda _, line: line.rsplit(" *", 1)[0])
    monkeypatch.setattr("lab.sims.msp430.run", lambda *_, **__: dataclasses.replace(good, uart=lines))
    assert "the clock is off: `adds` took 101 cycles" in target.run_one(program, quick=True).failure


def test_a_program_lies_where_the_chip_starts_it(program, chip):
    with program.elf.open("rb") as stream:
        elf = ELFFile(stream)
        sections = {s.name: s for s in elf.iter_sections()}
        vector = sections[".vectors"]
        assert vector["sh_addr"] == 0xFFFE
        assert int.from_bytes(vector.data(), "little") == elf["e_entry"] >= 0x4000
        assert RAM[chip] <= sections[".bss"]["sh_addr"] < RAM[chip] + RAM_BYTES[chip]
    assert load_board(chip).ram_bytes == RAM_BYTES[chip]


@pytest.mark.skipif(shutil.which("mspdebug") is None, reason="mspdebug is not installed")
def test_a_whole_program_says_the_same_in_mspdebug(tmp_path):
    """Portable ciphers, which call the runtime, too."""
    source = tmp_path / "main.c"
    source.write_text("""
    #include "hal.h"
    #include "narae/hight.h"
    #include "narae/lea.h"
    #include "print.h"
    uint8_t text[64];
    static narae_lea_key lea;
    static narae_hight_key hight;
    __attribute__((noinline)) void report(int bad);
    void report(int bad) {
        print_hex((uint32_t)bad);
        for (unsigned i = 0; i < 64; i++) {
            hal_put(' ');
            print_hex(text[i]);
        }
    }
    int main(void) {
        uint32_t x = 12345;
        int bad;
        for (unsigned i = 0; i < 64; i++) {
            x = x * 1103515245u + 12345u;
            text[i] = (uint8_t)(x / 65521u);
        }
        bad = narae_lea_set_key(&lea, text, 16) || narae_lea_encrypt(&lea, text + 16, text + 16, 2) ||
              narae_hight_set_key(&hight, text, 16) || narae_hight_encrypt(&hight, text + 48, text + 48, 2);
        report(bad);
        hal_exit(0);
    }""")
    board = load_board("msp430")
    board = board.changed(
        cflags=[*board.cflags, "-DNARAE_PORTABLE"], ldflags=[*board.ldflags, "--gc-sections"], name="portable"
    )
    folders = [ROOT / "src" / name for name in ("lea", "hight", "core")]
    library = [f for folder in folders for f in sorted([*folder.glob("*.c"), *folder.glob("portable/*.c")])]
    elf = tools.firmware(board, [source, *library], tmp_path)
    ours = msp430.run("msp430", elf)
    commands = [
        f"prog {elf}",
        "reset",
        f"setbreak {place_of(elf, 'report'):#x}",
        "run",
        f"md {place_of(elf, 'text'):#x} 64",
    ]
    theirs = subprocess.run(["mspdebug", "-q", "-n", "sim", *commands], capture_output=True, text=True, timeout=60)
    lines = re.findall(r"^ +[0-9a-f]{5}: ((?:[0-9a-f]{2} ){16})\|", theirs.stdout, re.MULTILINE)
    bad, *found = (int(word, 16) for word in ours.uart.split())
    assert (ours.end, bad) == ("exit", 0)
    assert bytes(found) == bytes.fromhex("".join(lines)) and len(set(found)) > 40


def place_of(elf: Path, name: str) -> int:
    with elf.open("rb") as stream:
        return ELFFile(stream).get_section_by_name(".symtab").get_symbol_by_name(name)[0]["st_value"]
