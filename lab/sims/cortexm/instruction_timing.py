# SPDX-License-Identifier: MIT
"""Times every kind of instruction of the Cortex-M0+, M3, M4 and M33 in the simulator, and compares it with the manuals.

    .narae/venv/bin/python -m lab.sims.cortexm.instruction_timing

Each case runs between two markers in a program that is generated here; its cycles are written down as Arm's
Technical Reference Manuals (DDI 0484, DDI 0337, DDI 0439) and measurements on silicon give them (the M33's: Jan
Oleksiewicz, `random`, cortex_m33.md), not as the simulator's own table of rules does.  Every body ends with a data
instruction on r0, which costs a cycle and lets nothing overlap with the marker."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from . import CORES, run

CPUS = {"m0plus": "cortex-m0plus", "m3": "cortex-m3", "m4": "cortex-m4+nofp", "m33": "cortex-m33+nofp"}
# Where the program's flash begins, its vector table lies, and where its last byte goes.
PLACES = {
    "m0plus": (0x10000100, 0x40034000),
    "m3": (0x08000000, 0x40004404),
    "m4": (0x08000000, 0x40004404),
    "m33": (0x10000100, 0x40070000),
}
STACK, SCRATCH = 0x20003F00, 0x20000100
LAST = "adds r0, r0, #0"


@dataclass(frozen=True)
class Case:
    name: str
    body: str
    cycles: tuple[int | None, ...]  # of CORES; None: it has no such thing, or is timed by another case
    prepare: str = ""


@dataclass(frozen=True)
class Result:
    core: str
    case: Case
    expected: int
    got: int

    @property
    def good(self) -> bool:
        return self.got == self.expected


def everywhere(name: str, body: str, *cycles: int, prepare: str = "") -> Case:
    """The same on all cores but the M33, or (M0+, M3 and M4), or all three."""
    three = {1: cycles * 3, 2: (cycles[0], *cycles[1:] * 2), 3: cycles}[len(cycles)]
    return Case(name, body, (*three, None), prepare)


def on_v7(name: str, body: str, *cycles: int, prepare: str = "") -> Case:
    m3, m4 = (*cycles, *cycles)[:2]
    return Case(name, body, (None, m3, m4, None), prepare)


def on_m4(name: str, body: str, cycles: int, prepare: str = "") -> Case:
    return Case(name, body, (None, None, cycles, None), prepare)


def on_m33(name: str, body: str, cycles: int, prepare: str = "") -> Case:
    return Case(name, body, (None, None, None, cycles), prepare)


DATA = ("adds r0, r1, r2", "subs r0, #5", "movs r0, r1", "lsls r0, r1, #3", "rev r0, r1", "uxtb r0, r1", "cmp r0, r1")
WIDE_DATA = (
    "movw r0, #1234",
    "movt r0, #1234",
    "eor.w r0, r1, r2, ror #7",
    "ubfx r0, r1, #3, #5",
    "bfi r0, r1, #3, #5",
)
SIGNALS = (
    "uadd8 r0, r1, r2",
    "sel r0, r1, r2",
    "pkhbt r0, r1, r2, lsl #3",
    "smlad r0, r1, r2, r3",
    "umaal r0, r1, r2, r3",
)
LARGE = "ldr r1, =0x12345678\n ldr r2, =0x9abcdef1"
SMALL = "ldr r1, =0x1234\n ldr r2, =0xdef1"


def cases() -> Iterator[Case]:
    """r6 points to memory, r7 to itself there; r0 to r5 are free."""
    yield everywhere("nothing", "", 0)
    for text in DATA:
        yield everywhere(text, text, 1)
    for text in WIDE_DATA:
        yield on_v7(text, text, 1)
    for text in SIGNALS:
        yield on_m4(text, text, 1)
    yield everywhere("nop", "nop", 1)
    yield everywhere("muls", "muls r0, r1, r0", 1)
    yield from product_cases()
    yield from memory_cases()
    yield from jump_cases()
    yield from condition_cases()
    yield from pipeline_cases()
    yield from pair_cases()


def product_cases() -> Iterator[Case]:
    for name in ("mla", "mls"):
        yield on_v7(name, f"{name} r0, r1, r2, r3", 2, 1)
    for name, small, large in (("umull", 3, 5), ("smull", 3, 5), ("umlal", 4, 6), ("smlal", 5, 7)):
        yield on_v7(f"{name}, short factors", f"{name} r4, r5, r1, r2", small, 1, prepare=SMALL)
        yield on_v7(f"{name}, long factors", f"{name} r4, r5, r1, r2", large, 1, prepare=LARGE)
    yield on_v7("udiv, nothing to divide", "udiv r0, r1, r2", 2, prepare="movs r1, #1\n movs r2, #2")
    yield on_v7("udiv, the longest", "udiv r0, r1, r2", 12, prepare="mov r1, #-1\n movs r2, #1")
    yield on_v7("sdiv, the longest", "sdiv r0, r1, r2", 12, prepare="mov r1, #0x80000000\n movs r2, #1")


def memory_cases() -> Iterator[Case]:
    for name in ("ldr", "ldrb", "ldrh"):
        yield everywhere(name, f"{name} r0, [r6]", 2)
    yield everywhere("ldr, register offset", "ldr r0, [r6, r4]", 2, prepare="movs r4, #4")
    yield everywhere("ldr, literal", "ldr r0, =0x12345678", 2)
    yield everywhere("two loads", "ldr r0, [r6]\n ldr r1, [r6, #4]", 4, 3)
    yield everywhere("four loads", "ldr r0, [r6]\n ldr r1, [r6, #4]\n ldrb r2, [r6]\n ldrh r3, [r6]", 8, 5)
    yield everywhere("two loads, the second's address loaded", "ldr r1, [r7]\n ldr r0, [r1]", 4)
    yield everywhere("two loads, the data in between used", "ldr r0, [r6]\n adds r0, #1\n ldr r1, [r6]", 5)
    yield everywhere("load, nop", "ldr r0, [r6]\n nop", 3, 2)
    yield everywhere("load, compare", "ldr r0, [r6]\n cmp r1, r2", 3)
    yield everywhere("str", "str r0, [r6]", 2, 1)
    yield everywhere("strb, strh", "strb r0, [r6]\n strh r0, [r6]", 4, 2)
    yield everywhere("str, register offset", "str r0, [r6, r4]", 2, prepare="movs r4, #4")
    yield everywhere("str, register offset, nop", "str r0, [r6, r4]\n nop", 3, 2, prepare="movs r4, #4")
    yield everywhere("load, store", "ldr r0, [r6]\n str r0, [r6]", 4, 2)
    yield everywhere("three loads, store", "ldr r0, [r6]\n ldr r1, [r6]\n ldr r2, [r6]\n str r0, [r6]", 8, 4)
    yield everywhere("store, load", "str r0, [r6]\n ldr r0, [r6]", 4)
    yield everywhere("store, ldm", "str r0, [r6]\n ldm r6!, {r1, r2}", 5)
    yield everywhere("store, stm", "str r0, [r6]\n push {r1, r2}\n pop {r1, r2}", 8, 7)
    yield everywhere("address just made, load", "adds r6, #0\n ldr r0, [r6]", 3, 4)
    yield everywhere("address just made, store", "adds r6, #0\n str r0, [r6]", 3)
    yield everywhere("address just made, ldm", "adds r6, #0\n ldm r6!, {r0, r1}", 4, 5)
    yield everywhere("address made before, load", "adds r6, #0\n movs r0, #1\n ldr r0, [r6]", 4)
    yield everywhere("data just made, store", "adds r0, #1\n str r0, [r6]", 3, 2)
    yield everywhere("ldm of one, four, seven", "ldm r6!, {r0}\n ldm r6!, {r0-r3}\n ldm r6!, {r0-r5}", 2 + 5 + 7)
    yield everywhere("push and pop of five", "push {r0-r4}\n pop {r0-r4}", 6 + 6)
    yield on_v7("ldrd, strd", "ldrd r0, r1, [r6]\n strd r0, r1, [r6]", 3 + 3)
    yield on_v7("loads that move their own base", "ldr r0, [r4], #4\n ldr r1, [r4], #4", 4, prepare="mov r4, r6")
    two = "mov r4, r6\n mov r5, r6"
    yield on_v7("loads that move two bases", "ldr r0, [r4], #4\n ldr r1, [r5], #4", 4, 3, prepare=two)
    yield on_v7("stores that move their base", "str r0, [r4], #4\n str r1, [r4], #4", 3, prepare="mov r4, r6")
    yield on_v7("load of a word across two", "ldr r0, [r6, #2]", 3)
    yield on_v7("load of a word at an odd address", "ldr r0, [r6, #1]", 4)
    yield on_m4("vmov", "vmov s0, r0\n vmov r1, s0", 2)
    yield on_m4("vmov of a pair", "vmov d0, r0, r1\n vmov r0, r1, d0", 4)
    yield on_m4("vldm, vstm of four", "vldmia r6, {s0-s3}\n vstmia r6, {s0-s3}", 10)


def jump_cases() -> Iterator[Case]:
    yield everywhere("b", "b 1f\n nop\n .balign 4\n 1:", 2)
    for taken, condition in (("beq", "cmp r0, r0"), ("bne", "cmp r6, #0"), ("bhs", "cmp r0, r0")):
        other = {"beq": "bne", "bne": "beq", "bhs": "blo"}[taken]
        yield everywhere(f"{taken} taken", f"{taken} 1f\n nop\n .balign 4\n 1:", 2, prepare=condition)
        yield everywhere(f"{other} not taken", f"{other} 1f\n 1:", 1, prepare=condition)
    there = "b 2f\n .balign 4\n 1: {}\n .balign 4\n 2:"
    yield everywhere("bl, bx", "bl 1f\n " + there.format("bx lr"), 3 + 2 + 2, 2 + 3 + 2)
    yield everywhere("bl, pop", "bl 1f\n " + there.format("push {r4, lr}\n pop {r4, pc}"), 3 + 3 + 5 + 2, 2 + 3 + 6 + 2)
    yield everywhere("blx", "blx r4\n " + there.format("bx lr"), 2 + 2 + 2, 3 + 3 + 2, prepare="ldr r4, =1f + 1")
    yield on_v7("cbz taken", "cbz r0, 1f\n nop\n nop\n .balign 4\n 1:", 2, prepare="movs r0, #0")
    yield on_v7("cbz not taken, nop", "cbz r6, 1f\n nop\n 1:", 2)
    yield on_v7("tbb", "tbb [pc, r0]\n .byte 2, 2\n .balign 4\n 1:", 6, prepare="movs r0, #0")
    to_straddling = "b.n 1f\n .balign 4\n nop\n 1: add.w r0, r1, r2"
    yield on_v7("b to an instruction across words", to_straddling, 2 + 1, 2 + 1 + 1)


def condition_cases() -> Iterator[Case]:
    equal = "cmp r0, r0"
    yield on_v7("it after 16 bits, executed", "adds r1, #1\n it pl\n movpl r2, #1", 2, prepare=equal)
    yield on_v7("it after 32 bits, executed", "add.w r1, r1, #1\n it eq\n moveq r2, #1", 3, prepare=equal)
    yield on_v7(
        "it after 16 bits, two skipped", "mov r1, r2\n itt ne\n movne r2, #1\n ldrne r3, [r6]", 3, prepare=equal
    )
    yield on_v7(
        "load skipped, load executed", "mov r1, r2\n ite ne\n ldrne r2, [r6]\n ldreq r3, [r6]", 4, prepare=equal
    )


SHIFTED = "eor.w r3, r1, r2, ror #7"


def pipeline_cases() -> Iterator[Case]:
    """Results and those who wait for them; LAST waits for r0."""
    for text in (*DATA, "movw r0, #1234", "movt r0, #1234", "ubfx r0, r1, #3, #5", "bfi r0, r1, #3, #5"):
        yield on_m33(f"M33: {text}", text, 1)
    for text in ("addw r0, r1, #0xff9", "eor.w r0, r1, #0x1b1b1b1b", "movs.w r0, #0x1fc0", "uxtb.w r0, r1, ror #8"):
        yield on_m33(f"M33: {text}", text, 1)
    for text in ("eor.w r0, r1, r2, ror #7", "add.w r0, r1, #0x1fc0", "uadd8 r0, r1, r2", "uxtab r0, r1, r2"):
        yield on_m33(f"M33: {text}, waited for", text, 2)
        yield on_m33(f"M33: {text}, not waited for", text.replace("r0", "r3"), 1)
    yield on_m33("M33: two shifted operands in a chain", f"{SHIFTED}\n eor.w r4, r3, r2, ror #7", 3)
    yield on_m33("M33: products in a chain", f"{SHIFTED}\n mla r3, r1, r2, r3\n mla r3, r1, r2, r3", 3)
    yield on_m33("M33: a product as a factor", "mla r3, r1, r2, r4\n mla r3, r3, r2, r4", 3)
    yield on_m33("M33: muls", "muls r3, r1, r3", 2)
    yield on_m33("M33: flags with a constant at another place", "adds.w r3, r1, #0x1fc0", 2)
    yield on_m33("M33: flags with a shifted register", "adds.w r3, r1, r2, lsl #3", 1)
    yield on_m33("M33: ... used at once", "adds.w r3, r1, r2, lsl #3\n adc r4, r1, r2", 3)
    yield on_m33("M33: flags used at once", "adds r3, r1, r2\n adc r4, r1, r2", 2)
    yield on_m33("M33: ldr, waited for", "ldr r0, [r6]", 2)
    yield on_m33("M33: ldr, not waited for", "ldr r3, [r6]", 1)
    yield on_m33("M33: loads and stores in a row", "ldr r3, [r6]\n ldr r4, [r6]\n str r2, [r6]\n ldr r5, [r6]", 4)
    yield on_m33("M33: the address loaded", "ldr r4, [r7]\n ldr r3, [r4]", 3)
    yield on_m33("M33: what was loaded is stored", "ldr r3, [r6]\n str r3, [r6]", 2)
    yield on_m33("M33: what was shifted is stored", f"{SHIFTED}\n str r3, [r6]", 2)
    yield on_m33("M33: what was loaded is added to a product", "ldr r3, [r6]\n mla r4, r1, r2, r3", 2)
    yield on_m33("M33: ... to an extension", "ldr r3, [r6]\n uxtab r4, r3, r1", 3)
    yield on_m33("M33: what was shifted is added to an extension", f"{SHIFTED}\n uxtab r4, r3, r1", 2)
    yield on_m33("M33: ldrd, strd", "ldrd r4, r5, [r6]\n strd r1, r2, [r6]", 4)
    yield on_m33("M33: ldm and stm of four", "mov r8, r6\n ldm r8, {r2-r5}\n stm r8, {r2-r5}", 9)
    yield on_m33("M33: the last word of ldm", "ldm r7, {r1-r4}\n adds r4, #1", 6)
    yield on_m33("M33: the last but one", "ldm r7, {r1-r4}\n adds r3, #1", 5)
    yield on_m33("M33: push and pop of five", "push {r1-r5}\n pop {r1-r5}", 10)


def pair_cases() -> Iterator[Case]:
    """Two instructions of 16 bits in a cycle, jumps, and IT blocks."""
    yield on_m33("M33: data, nop", "adds r3, #1\n nop", 1)
    yield on_m33("M33: load, nop", "ldr r3, [r6]\n nop", 1)
    yield on_m33("M33: 32 bits, nop", "add.w r3, r3, #1\n nop", 2)
    yield on_m33("M33: nop, data", "adds r3, #1\n nop\n nop\n adds r3, #1", 3)
    yield on_m33("M33: data, data", "adds r3, #1\n adds r4, #1", 2)
    for name, prepare in (("taken", ""), ("not taken", "movs r3, #1")):
        taken = name == "taken"
        yield on_m33(f"M33: flags, branch {name}", "subs r3, #1\n bne 1f\n 1:", 3 if taken else 1, prepare=prepare)
        data = "subs r3, #1\n add r4, r5\n bne 1f\n 1:"
        yield on_m33(f"M33: flags, data, branch {name}", data, 3 if taken else 2, prepare=prepare)
        many = "subs r3, #1\n ldmia r7!, {r1, r2, r4, r5}\n bne 1f\n 1:"
        yield on_m33(f"M33: flags, ldm, branch {name}", many, 6 if taken else 5, prepare=prepare)
        wide = "subs r3, #1\n add r4, r5\n bne.w 1f\n 1:"
        yield on_m33(f"M33: flags, data, long branch {name}", wide, 4 if taken else 3, prepare=prepare)
    yield on_m33("M33: flags of a shifted register, branch", "adds.w r3, r1, r2, lsl #3\n bne 1f\n 1:", 4)
    there = " b 2f\n .balign 4\n 1: {}\n .balign 4\n 2:"
    back = "mov r10, r10\n" * 3
    yield on_m33("M33: bl, bx", "bl 1f\n" + there.format("bx lr"), 2 + 2 + 2)
    yield on_m33("M33: pop, bx", "bl 1f\n" + there.format("push {r4, lr}\n pop {r4, lr}\n bx lr"), 4 + 2 + 4 + 2)
    slow = there.format(f"push {{r4, lr}}\n pop {{r4, lr}}\n {back} bx lr")
    yield on_m33("M33: pop, three, bx", "bl 1f\n" + slow, 4 + 2 + 4 + 2)
    yield on_m33("M33: pop with pc", "bl 1f\n" + there.format("push {r4, lr}\n pop {r4, pc}"), 4 + 5 + 2)
    equal, other = "cmp r0, r0", "cmp r0, r6"
    for name, prepare, first, second in (("executed", equal, 3, 4), ("skipped", other, 2, 3)):
        two_stages = "mov r10, r10\n it eq\n addseq.w r3, r1, #0x1fc0"
        yield on_m33(f"M33: it, flags of two stages, {name}", two_stages, first, prepare=prepare)
        waited = "mov r10, r10\n it eq\n addeq.w r3, r1, r2, ror #23\n add r4, r3"
        yield on_m33(f"M33: it, a result that is waited for, {name}", waited, second, prepare=prepare)
    yield on_m33("M33: it after 32 bits", "add.w r3, r3, #1\n it eq\n moveq r4, #1", 3, prepare=equal)


def program(core: str, chosen: list[Case]) -> str:
    """An assembler program: markers are hints, the end is a byte to the serial line."""
    _, uart = PLACES[core]
    text = [".syntax unified\n .thumb\n .section .text\n .global _start"]
    text += [
        f".word {STACK}\n .word start + 1",
        ".thumb_func\n _start:\n start: ldr r6, =scratch\n mov r7, r6\n str r6, [r7]",
    ]
    for case in chosen:
        prepared = f"{case.prepare}\n .balign 4\n .inst.n 0xbfc0\n .inst.n 0xbf80"
        text.append(
            f"ldr r6, ={SCRATCH}\n mov r7, r6\n str r7, [r7]\n movs r0, #0\n movs r1, #1\n movs r2, #2\n movs r3, #3\n"
            f" {prepared}"
        )
        text.append(f"{case.body}\n {LAST}\n .inst.n 0xbf90\n .inst.n 0xbfb0\n b 9f\n .ltorg\n .balign 4\n 9:")
    text.append(f"movs r0, #0\n .inst.n 0xbfa0\n ldr r1, ={uart}\n movs r2, #4\n str r2, [r1]\n 1: b 1b\n .ltorg")
    text.append(f".equ scratch, {SCRATCH}\n")
    return "\n ".join(text)


def build(core: str, source: str, folder: Path) -> Path:
    file, elf = folder / f"{core}.s", folder / f"{core}.elf"
    file.write_text(source)
    cpu = [f"-mcpu={CPUS[core]}", "-mthumb"]
    if core == "m4":
        cpu = ["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"]
    command = ["arm-none-eabi-gcc", *cpu, "-nostdlib", f"-Wl,-Ttext={PLACES[core][0]:#x}", str(file), "-o", str(elf)]
    subprocess.run(command, check=True)
    return elf


def measure(core: str) -> list[Result]:
    chosen = [c for c in cases() if c.cycles[CORES.index(core)] is not None]
    with tempfile.TemporaryDirectory() as folder:
        seen = run(core, build(core, program(core, chosen), Path(folder)))
    if seen.end != "exit" or len(seen.windows) != len(chosen):
        raise RuntimeError(f"{core}: {seen.reason}, {len(seen.windows)} of {len(chosen)} cases")
    timings = []
    for case, window in zip(chosen, seen.windows, strict=True):
        expected = case.cycles[CORES.index(core)]
        assert expected is not None
        timings.append(Result(core, case, expected, window.cycles - 1))  # without LAST
    return timings


def main() -> int:
    results = [r for core in CORES for r in measure(core)]
    by_case = {(r.case.name, r.core): r for r in results}
    print(f"{'case':52} {'M0+':>9} {'M3':>9} {'M4':>9} {'M33':>9}   (source: simulator)")
    for case in cases():
        cells = [by_case.get((case.name, core)) for core in CORES]
        print(f"{case.name:52} " + " ".join(f"{f'{r.expected}: {r.got}' if r else '-':>9}" for r in cells))
    bad = [r for r in results if not r.good]
    print(f"{len(results)} comparisons, {len(bad)} unexpected")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
