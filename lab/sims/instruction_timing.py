# SPDX-License-Identifier: MIT
"""Every AVR instruction's cycles, as each simulator counts them and as the datasheet says.

The expected cycles are those of the ATmega328P datasheet, Microchip DS40002061,
"Instruction Set Summary"; interrupt response is its section "Interrupt Response
Time".  A case is a few instructions between two window markers.  Where the
path matters (branch taken, instruction skipped), what would run otherwise
costs enough to make every wrong path a wrong number.

A known fault of a simulator is listed with its wrong number: any other
number fails, the right one included, since a claim about a fault must be true.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lab.sims.avr import run_avr8js, run_simavr
from lab.sims.run import Run


@dataclass(frozen=True)
class Case:
    name: str
    prepare: str
    body: str
    cycles: int


@dataclass(frozen=True)
class Result:
    case: str
    simulator: str
    expected: int
    got: int
    known_fault: str | None

    @property
    def good(self) -> bool:
        return self.got == self.expected


# (simulator, case): the wrong number and why
FAULTS: dict[tuple[str, str], tuple[int, str]] = {
    ("simavr", "interrupt entry"): (3 + 4, "entering an interrupt costs 0 cycles, not 4"),
    ("avr8js", "interrupt entry"): (2 + 3 + 4, "entering an interrupt costs 2 cycles, not 4"),
    ("avr8js", "cbi"): (1, "CBI costs 1 cycle, not 2"),
}

REGISTER = ("add", "adc", "sub", "sbc", "and", "or", "eor", "mov", "cp", "cpc")
ONE_REGISTER = ("com", "neg", "inc", "dec", "asr", "lsr", "ror", "swap", "lsl", "rol", "tst", "clr", "ser")
IMMEDIATE = ("subi", "sbci", "andi", "ori", "cpi", "ldi")
PRODUCTS = ("mul", "muls", "mulsu", "fmul", "fmuls", "fmulsu")
ADDRESSES = ("X", "X+", "-X", "Y", "Y+", "-Y", "Y+5", "Z", "Z+", "-Z", "Z+5")
# SREG bit, branch if set, branch if clear
FLAGS = (
    (0, "brcs", "brcc"),
    (1, "breq", "brne"),
    (2, "brmi", "brpl"),
    (3, "brvs", "brvc"),
    (4, "brlt", "brge"),
    (5, "brhs", "brhc"),
    (6, "brts", "brtc"),
    (7, "brie", "brid"),
)
# instruction, how to make it skip, how to make it not skip
SKIPS = (
    ("cpse r18, r19", "ldi r18, 7\n ldi r19, 7", "ldi r18, 7\n ldi r19, 8"),
    ("sbrc r18, 3", "ldi r18, 0", "ldi r18, 8"),
    ("sbrs r18, 3", "ldi r18, 8", "ldi r18, 0"),
    ("sbic 0x05, 3", "out 0x05, r17", "ldi r18, 8\n out 0x05, r18"),
    ("sbis 0x05, 3", "ldi r18, 8\n out 0x05, r18", "out 0x05, r17"),
)
POINTERS = "".join(f"ldi r{low}, 0x20\n ldi r{low + 1}, 0x02\n " for low in (26, 28, 30))
Z_TO_1 = "ldi r30, pm_lo8(1f)\n ldi r31, pm_hi8(1f)"


def cases() -> Iterator[Case]:
    """Uses r18 to r31 freely; r16 and r17 hold the markers' one and zero."""
    yield Case("nothing", "", "", 0)
    yield Case("nop", "", "nop", 1)
    yield Case("wdr", "", "wdr", 1)
    for name in REGISTER:
        yield Case(name, "", f"{name} r18, r19", 1)
    for name in ONE_REGISTER:
        yield Case(name, "", f"{name} r18", 1)
    for name in IMMEDIATE:
        yield Case(name, "", f"{name} r18, 5", 1)
    yield Case("movw", "", "movw r18, r20", 1)
    yield Case("adiw", "", "adiw r24, 5", 2)
    yield Case("sbiw", "", "sbiw r24, 5", 2)
    for name in PRODUCTS:
        yield Case(name, "", f"{name} r18, r19", 2)
    yield Case("bset", "", "bset 0", 1)
    yield Case("bclr", "", "bclr 0", 1)
    yield Case("bst", "", "bst r18, 3", 1)
    yield Case("bld", "", "bld r18, 3", 1)
    yield from memory_cases()
    yield from jump_cases()
    yield from branch_cases()
    yield from skip_cases()


def memory_cases() -> Iterator[Case]:
    for address in ADDRESSES:
        load, store = ("ldd", "std") if address.endswith("5") else ("ld", "st")
        yield Case(f"{load} {address}", POINTERS, f"{load} r18, {address}", 2)
        yield Case(f"{store} {address}", POINTERS, f"{store} {address}, r18", 2)
    yield Case("lds", "", "lds r18, 0x0220", 2)
    yield Case("sts", "", "sts 0x0220, r18", 2)
    yield Case("lpm", POINTERS, "lpm", 3)
    yield Case("lpm Z", POINTERS, "lpm r18, Z", 3)
    yield Case("lpm Z+", POINTERS, "lpm r18, Z+", 3)
    yield Case("push, pop", "", "push r18\n pop r18", 2 + 2)
    yield Case("push", "", "push r18", 2)
    yield Case("in", "", "in r18, 0x2b", 1)
    yield Case("out", "", "out 0x2b, r18", 1)
    yield Case("sbi", "", "sbi 0x05, 3", 2)
    yield Case("cbi", "", "cbi 0x05, 3", 2)


def jump_cases() -> Iterator[Case]:
    there_and_back = "rjmp 2f\n 1: {}\n 2:"
    yield Case("rjmp", "", "rjmp 1f\n nop\n 1:", 2)
    yield Case("jmp", "", "jmp 1f\n nop\n 1:", 3)
    yield Case("ijmp", Z_TO_1, "ijmp\n nop\n 1:", 2)
    yield Case("rcall, ret", "", "rcall 1f\n " + there_and_back.format("ret"), 3 + 4 + 2)
    yield Case("call, ret", "", "call 1f\n " + there_and_back.format("ret"), 4 + 4 + 2)
    yield Case("icall, ret", Z_TO_1, "icall\n " + there_and_back.format("ret"), 3 + 4 + 2)
    yield Case("rcall, reti", "", "rcall 1f\n " + there_and_back.format("reti"), 3 + 4 + 2)


def branch_cases() -> Iterator[Case]:
    for bit, if_set, if_clear in FLAGS:
        for name, taken, not_taken in ((if_set, "bset", "bclr"), (if_clear, "bclr", "bset")):
            body = f"{name} 1f\n nop\n nop\n 1:"
            yield Case(f"{name} taken", f"{taken} {bit}", body, 2)
            yield Case(f"{name} not taken", f"{not_taken} {bit}", body, 1 + 1 + 1)


def skip_cases() -> Iterator[Case]:
    one_word, two_words = "adiw r24, 1", "jmp 1f\n 1:"
    for skip, skipping, falling in SKIPS:
        name = skip.split()[0]
        yield Case(f"{name} falls through", falling, f"{skip}\n {one_word}", 1 + 2)
        yield Case(f"{name} falls into two words", falling, f"{skip}\n {two_words}", 1 + 3)
        yield Case(f"{name} skips one word", skipping, f"{skip}\n {one_word}", 2)
        yield Case(f"{name} skips two words", skipping, f"{skip}\n {two_words}", 3)


# Timer1 (TCCR1B, TCNT1, TIMSK1) overflows among the NOPs.  Four to enter, JMP
# in the vector table 3, RETI 4.
INTERRUPT = Case(
    "interrupt entry",
    "ldi r18, 1\n sts 0x81, r18\n sts 0x6f, r18\n ldi r18, 0xff\n ldi r19, 0xd0\n"
    " sts 0x85, r18\n sts 0x84, r19\n out 0x16, r16\n sei",
    ".rept 64\n nop\n .endr",
    4 + 3 + 4,
)


def program(all_cases: list[Case]) -> str:
    """Markers go to GPIOR0 (I/O 0x1e); the end is a write to GPIOR1 (0x2a)."""
    text = [".global main\n main:"]
    for case in all_cases:
        text.append(f"cli\n ldi r16, 1\n clr r17\n {case.prepare}\n out 0x1e, r16\n {case.body}\n out 0x1e, r17")
    text.append("cli\n ldi r16, 0x80\n out 0x2a, r16\n 1: sleep\n rjmp 1b")
    text.append(".global __vector_13\n __vector_13: reti\n")
    return "\n ".join(text)


def build(all_cases: list[Case], directory: Path) -> Path:
    source, elf = directory / "instruction_timing.s", directory / "instruction_timing.elf"
    source.write_text(program(all_cases))
    subprocess.run(["avr-gcc", "-mmcu=atmega328p", str(source), "-o", str(elf)], check=True)
    return elf


def compare(all_cases: list[Case], run: Run) -> list[Result]:
    if run.end != "exit" or len(run.windows) != len(all_cases):
        raise RuntimeError(f"{run.simulator}: {run.reason}, {len(run.windows)} of {len(all_cases)} cases")
    results = []
    for case, window in zip(all_cases, run.windows, strict=True):
        got = window.interrupt_cycles if case is INTERRUPT else window.cycles
        wrong, why = FAULTS.get((run.simulator, case.name), (case.cycles, None))
        results.append(Result(case.name, run.simulator, wrong, got, why))
    return results


def measure() -> list[Result]:
    all_cases = [*cases(), INTERRUPT]
    with tempfile.TemporaryDirectory() as directory:
        elf = build(all_cases, Path(directory))
        runs = (run_simavr(elf), run_avr8js(elf))
    return [result for run in runs for result in compare(all_cases, run)]


def main() -> int:
    results = measure()
    by_case = {(result.case, result.simulator): result for result in results}
    print(f"{'case':28} {'datasheet':>9} {'simavr':>7} {'avr8js':>7}")
    for case in [*cases(), INTERRUPT]:
        pair = [by_case[case.name, simulator] for simulator in ("simavr", "avr8js")]
        notes = [f"{r.simulator}: {r.known_fault or 'UNEXPECTED'}" for r in pair if r.known_fault or not r.good]
        print(f"{case.name:28} {case.cycles:9} {pair[0].got:7} {pair[1].got:7}  {'; '.join(notes)}".rstrip())
    bad = [result for result in results if not result.good]
    known = sum(result.known_fault is not None for result in results)
    print(f"{len(results)} comparisons, {known} known faults, {len(bad)} unexpected")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
