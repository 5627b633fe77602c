# SPDX-License-Identifier: MIT
"""The Cortex-M: what instructions do and how long they take, the boards' start-up, and evidence of constant time."""

from __future__ import annotations

import dataclasses
import random
import re
import struct
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from lab import processes
from lab.build import build
from lab.paths import ROOT
from lab.plan import published, selection
from lab.plan.board import load_board
from lab.plan.implementations import discover
from lab.rows import DIFFERS, EQUAL
from lab.sims import cortexm
from lab.sims.cortexm import instruction_timing
from lab.sims.cortexm.instruction_timing import PLACES, STACK
from lab.sims.run import Window
from lab.targets import TARGETS
from lab.targets.cortexm import why_outside

# How long they take


@pytest.mark.parametrize("core", cortexm.CORES)
def test_every_kind_of_instruction_takes_what_the_manual_says(core):
    results = instruction_timing.measure(core)
    assert len(results) > 40
    assert [(r.case.name, r.expected, r.got) for r in results if not r.good] == []


def test_the_table_of_rules_in_the_docs_is_the_one_that_runs():
    page = (ROOT / "docs/reference/cortex-m-rules.md").read_text()
    shown = re.findall(r"^\| `([A-Z_0-9]+)` \| (.*) \|$", page, re.M)
    tables = {False: cortexm.CORES[:3], True: ("m33",)}  # the M33 has a table of its own
    rules = {
        r.name: [*(str(r.cycles.get(c, "-")) for c in tables["m33" in r.cycles]), r.status, r.what]
        for r in cortexm.rules()
    }
    assert {name: cells.split(" | ") for name, cells in shown} == rules


def test_the_published_totals_in_the_docs_are_those_of_the_data():
    page = (ROOT / "docs/explanation/measurement/cortex-m.md").read_text()
    shown = re.findall(r"^\| Cortex-M\S+ \| `([\w-]+)` \| ([\d,]+) \|", page, re.M)
    known = {f.name: f"{f.cycles:,.0f}" for core in cortexm.CORES for f in published.figures(core)}
    assert dict(shown) == known and len(known) >= 70
    assert len({f.source.by for core in cortexm.CORES for f in published.figures(core)}) >= 4


# What they do: the same program in another simulator

FLAGS = 0xF80F0000 & ~(1 << 27)  # but not Q, which nothing here reads
LOW = [f"r{n}" for n in range(6)]
CONDITIONS = ("eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le")
SHIFTS = ("lsl", "lsr", "asr", "ror")


def short_forms(r: random.Random) -> list[str]:
    """ARMv6-M, with registers and immediates drawn at random."""
    a, b, c = r.sample(LOW, 3)
    five, eight = r.randrange(1, 32), r.randrange(256)
    three_registers = [f"{op} {a}, {b}, {c}" for op in ("adds", "subs")]
    two = ("ands", "eors", "orrs", "bics", "adcs", "sbcs", "muls", "lsls", "lsrs", "asrs", "rors")
    two_registers = [f"{op} {a}, {a}, {b}" for op in two if op != "muls"] + [f"muls {a}, {b}, {a}"]
    one = ("mvns", "rev", "rev16", "revsh", "sxtb", "sxth", "uxtb", "uxth", "movs", "tst", "cmp", "cmn")
    return [
        *three_registers,
        *two_registers,
        *(f"{op} {a}, {b}" for op in one),
        f"rsbs {a}, {b}, #0",
        *(f"{op} {a}, {b}, #{five}" for op in ("lsls", "lsrs", "asrs")),
        *(f"{op} {a}, #{eight}" for op in ("movs", "adds", "subs", "cmp")),
        f"adds {a}, {b}, #{eight % 8}",
        f"add {a}, r9",
        f"mov r8, {a}\n add r8, {b}\n cmp r8, {c}\n mov {a}, r8",
        *(f"{op} {a}, [r6, #{4 * (five % 8)}]" for op in ("ldr", "str")),
        *(f"{op} {a}, [r6, #{2 * five % 32}]" for op in ("ldrh", "strh")),
        *(f"{op} {a}, [r6, #{five}]" for op in ("ldrb", "strb")),
        f"movs {b}, #{4 * (five % 8)}\n "
        + "\n ".join(f"{op} {c}, [r6, {b}]" for op in ("ldr", "ldrh", "ldrsh", "ldrb")),
        f"movs {b}, #{five}\n ldrsb {c}, [r6, {b}]\n strb {a}, [r6, {b}]",
        f"movs {b}, #{2 * five % 32}\n strh {c}, [r6, {b}]",
        f"ldr {a}, ={r.getrandbits(32):#x}",
        "stmia r6!, {r0, r2, r5}\n subs r6, #24\n ldmia r6!, {r1, r3, r4}\n adds r6, #12",
        "push {r0-r3}\n pop {r2-r5}",
        f"add {a}, sp, #{4 * five}\n mov {b}, sp\n sub sp, #16\n add sp, #16\n subs {a}, {a}, {b}\n movs {b}, #0",
        f"adr {a}, 1f\n mov {b}, pc\n subs {a}, {b}\n movs {b}, #0\n b 1f\n .balign 4\n 1:",
        *(f"b{cc} 1f\n adds {a}, #1\n 1:" for cc in CONDITIONS),
        f"bl 1f\n b 2f\n 1: adds {a}, #3\n bx lr\n 2: nop",
    ]


def wide_forms(r: random.Random) -> list[str]:
    """ARMv7-M."""
    a, b, c, d = r.sample(LOW, 4)
    shift, n = r.choice(SHIFTS), r.randrange(1, 32)
    low, width = r.randrange(16), r.randrange(1, 17)
    imm = r.choice([r.randrange(256), 0x00FF00FF, 0xAB00AB00, 0x5A5A5A5A, r.randrange(128, 256) << r.randrange(24)])
    data = ("and", "orr", "orn", "eor", "bic", "add", "adc", "sub", "sbc", "rsb")
    forms = [f"{op}{s} {a}, {b}, {c}, {shift} #{n}" for op in data for s in ("", "s")]
    forms += [f"{op}s {a}, {b}, #{imm}" for op in data]
    forms += [f"{op} {b}, #{imm}" for op in ("tst", "teq", "cmp", "cmn")]
    forms += [f"{op} {b}, {c}, {shift} #{n}" for op in ("tst", "teq", "cmp", "cmn")]
    forms += [f"{op}s.w {a}, {b}, {c}" for op in SHIFTS]
    forms += [f"movs.w {a}, {b}, rrx" if s else f"mov.w {a}, #{imm}" for s in (0, 1)]
    forms += [f"mvns {a}, {b}, {shift} #{n}", f"addw {a}, {b}, #{n * 131}", f"subw {a}, {b}, #{n * 131}"]
    forms += [
        f"movw {a}, #{n * 2113}",
        f"movt {a}, #{n * 2113}",
        f"clz {a}, {b}",
        f"rbit {a}, {b}",
        f"rev16.w {a}, {b}",
    ]
    forms += [f"{op} {a}, {b}, #{low}, #{width}" for op in ("bfi", "ubfx", "sbfx")] + [f"bfc {a}, #{low}, #{width}"]
    forms += [f"ssat {a}, #{n}, {b}, lsl #{low}", f"usat {a}, #{n}, {b}, asr #{low + 1}", f"usat {a}, #{n}, {b}"]
    forms += [f"{op} {a}, {b}, ror #{r.choice([0, 8, 16, 24])}" for op in ("sxtb", "uxtb", "sxth", "uxth")]
    forms += [f"mul {a}, {b}, {c}", f"mla {a}, {b}, {c}, {d}", f"mls {a}, {b}, {c}, {d}"]
    forms += [f"{op} {a}, {b}, {c}, {d}" for op in ("umull", "smull", "umlal", "smlal")]
    forms += [f"{op} {a}, {b}, {c}" for op in ("udiv", "sdiv")]
    forms += [f"lsrs {c}, {c}, #{n}\n {op} {a}, {b}, {c}" for op in ("udiv", "sdiv")]
    loads = ("ldr", "ldrb", "ldrh", "ldrsb", "ldrsh")
    forms += [f"{op} {a}, [r6, #{n}]" for op in (*loads, "str", "strb", "strh")]
    forms += [f"{op} {a}, [r6, #-{n}]" for op in (*loads, "str")]
    forms += [f"mov {b}, r6\n {op} {a}, [{b}, #{n}]!\n sub {b}, r6" for op in (*loads, "str", "strb")]
    forms += [f"mov {b}, r6\n {op} {a}, [{b}], #-{n}\n sub {b}, r6" for op in (*loads, "str", "strh")]
    forms += [f"movs {b}, #{n % 8}\n {op} {a}, [r6, {b}, lsl #2]" for op in (*loads, "str")]
    forms += [f"ldrd {a}, {b}, [r6, #{4 * n}]", f"strd {a}, {b}, [r6, #-{4 * n}]"]
    forms += [f"mov {d}, r6\n ldrd {a}, {b}, [{d}], #8\n strd {b}, {a}, [{d}, #-16]!\n sub {d}, r6"]
    forms += [
        "mov r7, r6\n stmdb r7!, {r0-r5}\n ldmia r7!, {r1, r3, r5}\n sub r7, r6",
        "ldmdb r6, {r0, r3, r9}\n mov r9, r0",
    ]
    forms += [f"it {cc}\n add{cc} {a}, {b}" for cc in CONDITIONS]
    forms += [f"itete {cc}\n mov{cc} {a}, #1\n lsl{no} {a}, {a}, #2\n ldr{cc} {b}, [r6]\n cmp{no} {b}, {c}"
              for cc, no in (("eq", "ne"), ("hi", "ls"), ("ge", "lt"))]  # fmt: skip
    forms += [f"movs {a}, #{n % 3}\n tbb [pc, {a}]\n 1: .byte (2f-1b)/2, (3f-1b)/2, (4f-1b)/2\n .balign 2\n"
              f" 2: adds {b}, #1\n 3: adds {b}, #2\n 4: adds {b}, #4"]  # fmt: skip
    forms += [f"cb{z} {a}, 1f\n adds {b}, #9\n 1:" for z in ("z", "nz")]
    return forms


def signal_forms(r: random.Random) -> list[str]:
    """What ARMv7E-M adds."""
    a, b, c, d = r.sample(LOW, 4)
    forms = [f"{p}{op} {a}, {b}, {c}\n sel {d}, {b}, {c}" for p in ("s", "u", "q", "uq", "sh", "uh")
             for op in ("add16", "asx", "sax", "sub16", "add8", "sub8")]  # fmt: skip
    forms += [f"{op} {a}, {b}, {c}" for op in ("qadd", "qsub", "qdadd", "qdsub", "smmul", "smmulr", "smuad", "smuadx")]
    forms += [f"{op} {a}, {b}, {c}" for op in ("smusd", "smusdx", "usad8", "smulwb", "smulwt")]
    forms += [f"smul{x}{y} {a}, {b}, {c}" for x in "bt" for y in "bt"]
    forms += [f"smla{x}{y} {a}, {b}, {c}, {d}" for x in "bt" for y in "bt"]
    forms += [f"smlal{x}{y} {a}, {b}, {c}, {d}" for x in "bt" for y in "bt"]
    forms += [f"{op} {a}, {b}, {c}, {d}" for op in ("smlad", "smladx", "smlsd", "smlsdx", "smlawb", "smlawt", "smmla")]
    forms += [
        f"{op} {a}, {b}, {c}, {d}" for op in ("smmls", "smmlar", "usada8", "umaal", "smlald", "smlaldx", "smlsld")
    ]
    forms += [f"pkhbt {a}, {b}, {c}, lsl #{r.randrange(1, 32)}", f"pkhtb {a}, {b}, {c}, asr #{r.randrange(1, 32)}"]
    forms += [f"{op} {a}, {b}, {c}, ror #{r.choice([0, 8, 16, 24])}"
              for op in ("sxtab", "uxtab", "sxtah", "uxtah", "sxtab16", "uxtab16")]  # fmt: skip
    forms += [f"{op} {a}, {b}" for op in ("sxtb16", "uxtb16")]
    forms += [f"ssat16 {a}, #{r.randrange(1, 16)}, {b}", f"usat16 {a}, #{r.randrange(16)}, {b}"]
    return forms


def comparison(core: str, seed: int) -> str:
    """A program that does each form on random registers and flags, and pushes what came out."""
    r = random.Random(seed)
    forms = (
        short_forms(r)
        + (wide_forms(r) if core != "m0plus" else [])
        + (signal_forms(r) if core in ("m4", "m33") else [])
    )
    text = [".syntax unified\n .thumb\n .section .text\n .global _start, done", f".word {STACK}\n .word start + 1"]
    text.append(
        ".thumb_func\n _start:\n start: ldr r0, =0x20000100\n movs r1, #0\n ldr r2, =0x01020384\n ldr r3, =0x20000300"
    )
    text.append("1: str r2, [r0]\n adds r2, #83\n rev r2, r2\n adds r0, #4\n cmp r0, r3\n blo 1b")
    for form in forms:
        values = [r.choice([r.getrandbits(32), r.getrandbits(32), r.randrange(40), 0xFFFFFFFF]) for _ in range(6)]
        text += [f"ldr r{n}, ={v:#x}" for n, v in enumerate(values)]
        text.append("ldr r6, =0x20000200\n mov r7, r6\n mov r9, r0\n cmp r1, r2")
        text.append(f"{form}\n push {{r0-r7}}\n mrs r0, apsr\n push {{r0}}\n b 9f\n .ltorg\n .balign 4\n 9:")
    text.append(f".thumb_func\n done: movs r0, #0\n .inst.n 0xbfa0\n ldr r1, ={PLACES[core][1]}\n movs r2, #4")
    text.append("str r2, [r1]\n 1: b 1b\n .ltorg\n")
    return "\n ".join(text)


def by_unicorn(elf: Path, core: str) -> bytes:
    unicorn = pytest.importorskip("unicorn")
    from unicorn import arm_const

    machine = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS)
    models = {
        "m0plus": arm_const.UC_CPU_ARM_CORTEX_M0,
        "m3": arm_const.UC_CPU_ARM_CORTEX_M3,
        "m33": arm_const.UC_CPU_ARM_CORTEX_M33,
    }
    machine.ctl_set_cpu_model(models.get(core, arm_const.UC_CPU_ARM_CORTEX_M4))
    machine.mem_map(0x20000000, 0x10000)
    machine.mem_map(PLACES[core][0] & ~0xFFFF, 0x40000)
    with elf.open("rb") as stream:
        program = ELFFile(stream)
        for segment in program.iter_segments("PT_LOAD"):
            machine.mem_write(segment["p_paddr"], segment.data())
        symbols = program.get_section_by_name(".symtab")
        start, done = (symbols.get_symbol_by_name(n)[0]["st_value"] for n in ("_start", "done"))
    machine.reg_write(arm_const.UC_ARM_REG_SP, STACK)
    machine.emu_start(start | 1, done & ~1)
    return bytes(machine.mem_read(0x20000000, STACK - 0x20000000))


@pytest.mark.parametrize("core", cortexm.CORES)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_instruction_does_what_another_simulator_does(core, seed, tmp_path):
    source = comparison(core, seed)
    elf = instruction_timing.build(core, source, tmp_path)
    seen = cortexm.run(core, elf, dump=(0x20000000, STACK - 0x20000000, tmp_path / "memory"))
    assert seen.end == "exit", seen.reason
    mine, theirs = (tmp_path / "memory").read_bytes(), by_unicorn(elf, core)
    forms = source.count("mrs r0, apsr")
    assert forms > {"m0plus": 50, "m3": 150, "m4": 250, "m33": 250}[core]
    texts = [t.split("cmp r1, r2\n ", 1)[1] for t in source.split("\n push {r0-r7}\n mrs")[:-1]]
    words = [struct.unpack(f"<{len(m) // 4}I", m) for m in (mine, theirs)]
    wrong = []
    for number, form in enumerate(texts):
        at = len(mine) // 4 - 9 * (number + 1)
        got, want = (list(w[at : at + 9]) for w in words)
        got[0], want[0] = got[0] & FLAGS, want[0] & FLAGS
        if got != want:
            wrong.append((form, [hex(x) for x in got], [hex(x) for x in want]))
    assert wrong == []
    assert mine[0x100:0x300] == theirs[0x100:0x300], "stores went elsewhere"


# What a core lacks, or a program must not do


@pytest.mark.parametrize(
    ("core", "body", "message"),
    [
        ("m3", ".inst.w 0xfa82f143", "the core lacks"),  # UADD8 is of the M4
        ("m0plus", ".inst.w 0xfbb1f0f2", "the core lacks"),  # UDIV
        ("m0plus", "ldr r0, =0x20000101\n ldr r0, [r0]", "unaligned access"),
        ("m4", "ldr r0, =0x20000102\n ldm r0, {r1, r2}", "unaligned access of several words"),
        ("m4", "ldr r0, =0x30000000\n ldr r0, [r0]", "read outside memory"),
        ("m4", "ldr r0, =0x08000000\n str r0, [r0]", "write outside memory"),
        ("m4", "bkpt #0", "trap"),
        ("m4", "ldr r0, =0x60000001\n bx r0", "jump outside memory"),
        ("m3", "ldrex r0, [r1]", "the core lacks"),
    ],
)
def test_a_fault_is_named_with_its_address(core, body, message, tmp_path):
    text = f".syntax unified\n .thumb\n .section .text\n .global _start\n .word {STACK}\n .word start + 1\n"
    text += f" .thumb_func\n _start:\n start: nop\n {body}\n 1: b 1b\n .ltorg\n"
    seen = cortexm.run(core, instruction_timing.build(core, text, tmp_path))
    assert seen.end == "crash" and message in seen.reason and re.search(r"at PC 0x[0-9a-f]{8}", seen.reason), seen


def test_a_program_that_does_not_end_is_ended(tmp_path):
    text = f".syntax unified\n .thumb\n .section .text\n .global _start\n .word {STACK}\n .word start + 1\n"
    elf = instruction_timing.build("m4", text + " .thumb_func\n _start:\n start: b start\n", tmp_path)
    assert cortexm.run("m4", elf, max_cycles=1000).end == "cycle-limit"


# What shows in time

LEAKS = "mov r10, r10\n it eq\n addeq.w r3, r1, r2, ror #23\n add r4, r3"


@pytest.mark.parametrize("core", ["m4", "m33"])
def test_flags_of_an_it_block_show_in_the_cycles_of_the_m33_alone(core, tmp_path):
    """Both sides take the same instructions; what waits for the result of one tells them apart."""
    sides = [instruction_timing.Case("leak", LEAKS, (), prepare) for prepare in ("cmp r0, r0", "cmp r0, r6")]
    elf = instruction_timing.build(core, instruction_timing.program(core, sides), tmp_path)
    windows = list(cortexm.run(core, elf).windows)
    assert len(windows) == 2 and len({w.instructions for w in windows}) == 1
    seen = TARGETS[core]().finding(windows, 0).constant_time
    assert seen["cycles"] == {"m4": EQUAL, "m33": DIFFERS}[core]
    assert seen["address_trace"] == EQUAL


# The boards


def test_the_boot_block_of_the_rp2040_has_its_checksum(tmp_path):
    """Without it the boot ROM goes on to USB and never starts the program."""
    block = tmp_path / "block"
    source = ROOT / "lab/boards/m0plus/boot2.S"
    for command in (
        ["arm-none-eabi-gcc", "-mcpu=cortex-m0plus", "-c", source, "-o", f"{block}.o"],
        ["arm-none-eabi-objcopy", "-O", "binary", "-j", ".boot2", f"{block}.o", block],
    ):
        assert processes.run(command, 60).returncode == 0
    data = block.read_bytes()
    check = 0xFFFFFFFF
    for byte in data[:252]:
        check ^= byte << 24
        for _ in range(8):
            check = (check << 1 ^ (0x04C11DB7 if check >> 31 else 0)) & 0xFFFFFFFF
    assert len(data) == 256 and int.from_bytes(data[252:], "little") == check


def test_the_image_definition_of_the_rp2350_is_well_formed(programs):
    """Without it the boot ROM goes on to USB and never starts the program: RP2350 Datasheet, 5.9."""
    with programs["m33"].elf.open("rb") as stream:
        elf = ELFFile(stream)
        boot, vectors = (elf.get_section_by_name(n) for n in (".boot", ".vectors"))
        words = list(struct.unpack("<7I", boot.data()))
        assert boot["sh_addr"] == 0x10000000 and vectors["sh_addr"] == words[3]
    start, *rest, link, end = words
    assert (start, link, end) == (0xFFFFDED3, 0, 0xAB123579)
    items, before = {}, 0
    while rest:
        size = rest[0] >> 8 & 0xFF
        kind = rest[0] & 0xFF
        if kind == 0xFF:
            assert rest[0] >> 8 == before and len(rest) == 1
            break
        items[kind], rest, before = rest[:size], rest[size:], before + size
    assert set(items) == {0x42, 0x03} and items[0x42] == [0x10210142]


@pytest.mark.parametrize("name", cortexm.CORES)
def test_a_program_lies_where_the_chip_starts_it(name, programs):
    """The vector table first, constants and tables in RAM, nothing outside of flash and RAM."""
    board, program = load_board(name), programs[name]
    start = {"m0plus": 0x10000100, "m33": 0x10000100}.get(name, 0x08000000)
    with program.elf.open("rb") as stream:
        elf = ELFFile(stream)
        sections = {s.name: s for s in elf.iter_sections()}
        vectors = sections[".vectors"]
        stack, reset = struct.unpack("<2I", vectors.data()[:8])
        assert vectors["sh_addr"] == start and reset & 1 and reset - 1 == elf["e_entry"] & ~1
        assert stack == 0x20000000 + board.ram_bytes
        assert 0x20000000 <= sections[".data"]["sh_addr"] < stack and ".rodata" not in sections
        assert (sections[".text"]["sh_addr"] >= 0x20000000) == (name in ("m0plus", "m33"))
        loads = [s for s in elf.iter_segments("PT_LOAD") if s["p_filesz"]]
        assert all(start & ~0xFFF <= s["p_paddr"] < start + board.flash_bytes for s in loads)


@pytest.mark.parametrize("name", cortexm.CORES)
def test_a_wrong_clock_is_refused(name, programs, monkeypatch):
    """Two clocks that differ in a window, and a ruler that is off."""
    target = TARGETS[name]()
    good = cortexm.run(name, programs[name].elf)
    first = good.windows[-1]
    late = dataclasses.replace(good, windows=(*good.windows[:-1], dataclasses.replace(first, cycles=first.cycles + 1)))
    monkeypatch.setattr("lab.sims.cortexm.run", lambda *_, **__: late)
    assert "two clocks disagree on" in target.run_one(programs[name], quick=True).failure
    lines = good.uart.replace("calibrate adds 98 102 100", "calibrate adds 98 102 103")
    assert lines != good.uart
    monkeypatch.setattr("lab.run.protocol.Checker.whole", lambda _, line: line.rsplit(" *", 1)[0])
    monkeypatch.setattr("lab.sims.cortexm.run", lambda *_, **__: dataclasses.replace(good, uart=lines))
    assert "the clock is off: `adds` took 103 cycles" in target.run_one(programs[name], quick=True).failure


def test_what_is_in_dispute_puts_a_row_outside_the_domain():
    def window(**facts):
        return Window(1000, 700, "", "", 0, 0, 0, **facts)

    assert why_outside(window(exposure=45, code_reads=20, pairs=14), 0.045) == ""
    assert "46 runs" in why_outside(window(exposure=46), 0.045)
    assert "15 LDRD" in why_outside(window(pairs=15), 0.045)
    assert "21 loads" in why_outside(window(code_reads=21), 0.045)
    assert "1 instructions whose" in why_outside(window(unmeasured=1), 0.045)


@pytest.fixture(scope="module")
def programs():
    """LEA-128's portable code on each of them."""
    implementation = next(i for i in discover() if (i.cipher, i.mode) == ("lea-128", "block"))
    targets = {name: TARGETS[name]() for name in cortexm.CORES}
    return {
        n: build(implementation, t.board, selection.usual_sizes(t, implementation, True)) for n, t in targets.items()
    }
