# SPDX-License-Identifier: MIT
"""The executor of x86-64 on single instructions and random states, against this CPU.

The instructions are those of the library's objects by two compilers and of libc's plain memory functions, and others of
a user's code: some of each form, that is, of each mnemonic with the kinds and sizes of its operands, mask and
broadcast.  Half of the registers of each state are symbols whose values are then filled in."""

from __future__ import annotations

import json
import random
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import pytest
from test_graph import value

from lab.cache import cached
from lab.proof.case import Call
from lab.proof.core import (
    FAULTS,
    INPUT,
    LEAKS,
    LIT_BYTES,
    NOT_MODELLED,
    TRUE,
    UNDECIDED,
    Graph,
    Lits,
    constant,
    literal_list,
    lits,
)
from lab.proof.machines import RSP, X86, X86_FLAGS, Buffer, Stopped
from lab.proof.program import Image, Section
from lab.proof.simulation import missing_features, run_simulator, simulator
from lab.targets import TARGETS
from tests.tools import library_object, library_sources

CODE, DATA, SIZE, MIDDLE = 0x20000000, 0x20010000, 512, 192
KEPT = 16  # instructions of each form
LIBC = ("memmove-sse2-unaligned-erms.o", "memset-sse2-unaligned-erms.o")
NOT_CLAIMED = {  # of dispatch, Poly1305 and hashes of several messages
    "cpuid", "xgetbv", "kortestb", "kortestw", "kunpckbw", "popcnt", "vpcmpltuq", "vpcmpnltuq", "vpgatherqq", "vpmovqb",
    "vpmuldq", "vpmullq", "vptest", "vptestmq",
}  # fmt: skip
GENERALS, MASK, VECTOR, REGISTERS = 16, 17, 25, 281
QUADWORDS = ["rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", *(f"r{n}" for n in range(8, 16))]
LEGACY = ["ax", "cx", "dx", "bx", "sp", "bp", "si", "di"]
NUMBERS = {r: n for n, r in enumerate(QUADWORDS)} | {f"e{r}": n for n, r in enumerate(LEGACY)}
NUMBERS |= {f"r{n}d": n for n in range(8, 16)}
CLASSES = {
    **{r: "r64" for r in QUADWORDS},
    **{
        name: size for r in LEGACY for name, size in ((f"e{r}", "r32"), (r, "r16"), (f"{r}l", "r8"), (f"{r[0]}l", "r8"))
    },
    **{f"{r}h": "h8" for r in "abcd"},
    **{f"r{n}{s}": size for n in range(8, 16) for s, size in (("d", "r32"), ("w", "r16"), ("b", "r8"))},
    **{f"{v}mm{n}": v for v in "xyz" for n in range(32)},
    **{f"k{n}": "k" for n in range(8)},
}
NUMBER = re.compile(r"(0x)?[0-9a-f]+$")
VECTOR_SHIFTS = re.compile(r"v?p(sll|srl|rol|ror)")  # a random count is too large
CONTROL = ("ret", "call", "jmp")
OF_USERS = """
cdq
cqo
idiv ebx
idiv rbx
"""


@dataclass(frozen=True)
class Instruction:
    """`displacement`: where the linker sets one that is relative to the next instruction."""

    code: str  # hexadecimal
    text: str
    displacement: int | None = None

    @property
    def name(self) -> str:
        return self.text.split()[1 if self.text.startswith("rep ") else 0]

    @property
    def address(self) -> tuple[str, str, int, int] | None:
        """Base, index, scale and displacement of a memory operand."""
        inside = re.search(r"\[([^]]+)\]", self.text)
        if not inside:
            return None
        base = index = ""
        scale, displacement = 1, 0
        for sign, part in re.findall(r"([+-]?)([^+-]+)", inside[1]):
            if "*" in part:
                index, scale = part.split("*")[0], int(part.split("*")[1])
            elif NUMBER.match(part):
                displacement = int(part, 16) * (-1 if sign == "-" else 1)
            else:
                base = part
        return base, index, scale, displacement


@cache
def form_of(text: str) -> str:
    words = re.sub(r"\[[^]]*\]", "[]", text.partition("#")[0].partition("<")[0]).replace(",", " ").split()
    operands = ["i" if NUMBER.match(w) else re.sub(r"\w+", lambda r: CLASSES.get(r[0], r[0]), w) for w in words[1:]]
    return " ".join([words[0], *operands])


def disassembled(objects: Iterable[Path]) -> Iterator[Instruction]:
    command = ["objdump", "-dr", "-M", "intel", "--insn-width=16", *objects]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        at, *rest = line.split("\t")
        if len(rest) != 2 or not at.endswith(":"):
            continue
        place = None
        if "[rip" in rest[1] and after.startswith("\t"):  # a relocation
            place = int(after.partition(":")[0], 16) - int(at[:-1], 16)
        yield Instruction(rest[0].replace(" ", ""), rest[1].strip(), place)


def collect(objects: list[Path], to: Path) -> None:
    """Writes instructions of each form."""
    forms: dict[str, dict[Instruction, None]] = {}
    for i in (i for i in disassembled(objects) if i.name not in NOT_CLAIMED):
        encoding = i.code[:2] if i.code[:2] in ("62", "c4", "c5") else ""
        if "[rip" not in i.text or i.displacement is not None:
            forms.setdefault(f"{form_of(i.text)} {encoding}", {})[i] = None
    source = random.Random("forms")
    chosen = {form: source.sample(list(every), min(len(every), KEPT)) for form, every in forms.items()}
    to.write_text(json.dumps({form: [asdict(i) for i in every] for form, every in chosen.items()}))


@cache
def forms() -> dict[str, list[Instruction]]:
    board = TARGETS["host"]().board
    sources = [source for source in library_sources("x86") if not source.name.startswith("known_")]
    objects = [library_object(compiler, board.flags, s) for compiler in (board.compiler, "clang") for s in sources]
    libc = subprocess.run(["gcc", "-print-file-name=libc.a"], check=True, capture_output=True, text=True).stdout.strip()
    for name in LIBC:
        objects.append(cached("tools", [Path(libc), name], lambda to, name=name: to.write_bytes(member(libc, name))))
    found = cached("tools", ["forms of x86-64", Path(__file__), *objects], lambda to: collect(objects, to))
    every = {form: [Instruction(**i) for i in some] for form, some in json.loads(found.read_text()).items()}
    lines = OF_USERS.strip().splitlines()
    with tempfile.TemporaryDirectory() as folder:
        codes = assembled(lines, Path(folder))
    return every | {line: [Instruction(code.hex(), line)] for line, code in zip(lines, codes, strict=True)}


def member(archive: str, name: str) -> bytes:
    return subprocess.run(["ar", "p", archive, name], check=True, capture_output=True).stdout


@dataclass
class State:
    registers: list[int]
    data: bytes


def state(source: random.Random, i: Instruction, aligned: bool) -> tuple[State, bytes]:
    """A random state, and the instruction's bytes, where its operands are in the data."""
    special = (0, 1, 2**64 - 1, 1 << 63, (1 << 63) - 1, 0x80000000, 0x7FFFFFFF, 31, 63)
    registers = [source.choice(special) if source.random() < 0.3 else source.getrandbits(64) for _ in range(REGISTERS)]
    registers[X86_FLAGS] &= 127
    registers[RSP] = registers[5] = DATA + MIDDLE + 8 * source.randrange(8)
    data, code = source.randbytes(SIZE), bytes.fromhex(i.code)
    for n in range(VECTOR, REGISTERS):
        if VECTOR_SHIFTS.match(i.name) and source.random() < 0.7:
            registers[n] = source.randrange(70) | source.randrange(40) << 32
    if i.name in CONTROL:
        data = b"".join((CODE + source.randrange(256)).to_bytes(8, "little") for _ in range(SIZE // 8))
        registers[:4] = [CODE + source.randrange(256) for _ in range(4)]
        registers[6:GENERALS] = [CODE + source.randrange(256) for _ in range(6, GENERALS)]
    if i.name.startswith("vmovdqa"):  # an empty mask need not suppress a misaligned access
        registers[MASK:VECTOR] = [mask | 1 for mask in registers[MASK:VECTOR]]
    if i.name == "div" and source.random() < 0.8:
        registers[2] = 0
    if i.name == "idiv" and source.random() < 0.8:
        registers[2] = -(registers[0] >> (63 if i.text.endswith("rbx") else 31) & 1) & 2**64 - 1
    if i.address and i.name not in ("lea", "nop"):
        base, index, scale, displacement = i.address
        at = DATA + MIDDLE + (0 if aligned or i.name in CONTROL else source.randrange(64))
        if base == "rip":
            assert i.displacement is not None
            relative = (at - CODE - len(code)).to_bytes(4, "little")
            code = code[: i.displacement] + relative + code[i.displacement + 4 :]
        else:
            count = source.randrange(4) if index else 0
            if index:
                registers[NUMBERS[index]] = count
            registers[NUMBERS[base]] = (at - displacement - count * scale) % 2**64
    if i.text.startswith("rep "):
        registers[1], registers[6], registers[7] = source.randrange(9), DATA + 8, DATA + MIDDLE
    return State(registers, data), code


def address_registers(i: Instruction) -> set[int]:
    named = i.address[:2] if i.address and i.name not in ("lea", "nop") else ()
    fixed = {NUMBERS[r] for r in named if r in NUMBERS} | {RSP, 5}
    return fixed | ({1, 6, 7, X86_FLAGS} if i.text.startswith("rep ") else set())


def executed(code: bytes, state: State, free: set[int]) -> tuple[int, list[int], bytes, int] | str:
    """A fault; or pc, registers, data, and which flags are defined.  The registers in `free`, and data, are symbols."""
    image = Image(None, "x86-64", (Section(".text", CODE, code, True),), {})
    with Graph() as graph, X86(graph, image) as machine:
        machine.lib.machine_region(machine.handle, DATA, SIZE, 1, None)
        number = int.from_bytes(state.data, "little")
        content = graph.input("data", 8 * SIZE) if free else lits(number, 8 * SIZE)
        machine.lib.machine_set(machine.handle, DATA, content, SIZE)
        known, before = {"data": number}, list[Lits]()
        for n, x in enumerate(state.registers):
            before.append(graph.input(f"x{n}", 64) if n in free else lits(x, 64))
            known[f"x{n}"] = x
            machine.set(n, before[n])
        named = 2 * graph.counts().nodes  # literals above this: new
        machine.lib.x86_step_at(machine.handle, CODE)
        report = machine.report()
        if report.fault:
            return FAULTS[report.fault]
        after = [machine.get(n) for n in range(REGISTERS)]
        machine.buffers = {"data": (DATA, Buffer("data", SIZE))}
        after.append(machine.content("data"))
        inputs = "".join(f"{known[n]:0{len(bits) // LIT_BYTES}b}"[::-1] for n, bits in graph.inputs.items())
        values = graph.evaluate(
            [0 if bit == "0" else 2**64 - 1 for bit in inputs] + [0] * (graph.input_bits() - len(inputs))
        )
        numbers = [
            old if new == literals else value(values, new) if (known_value := constant(new)) is None else known_value
            for new, literals, old in zip(after, [*before, content], [*state.registers, number], strict=True)
        ]
        flags = literal_list(after[X86_FLAGS])
        defined = sum(1 << i for i, x in enumerate(flags) if x < named or graph.node(x >> 1)[0] != INPUT)
        return report.pc, numbers[:-1], numbers[-1].to_bytes(SIZE, "little"), defined


def native(cases: list[tuple[bytes, State]]) -> Iterator[tuple[int, list[int], bytes] | str]:
    commands = []
    for code, before in cases:
        commands += [f"M {at:x} {content.hex()}" for at, content in ((CODE, code), (DATA, before.data))]
        commands += [f"R {n} {x:x}" for n, x in enumerate(before.registers)]
        repeats = code[0] == 0xF3 and code[-1] in (0xA4, 0xA5, 0xAA, 0xAB)  # a trap ends after one round
        commands += [f"G {CODE:x} {CODE + len(code):x} {2 if repeats else 1}", "P", f"D {DATA:x} {SIZE}"]
    program = simulator("x86-64")
    assert program
    answers = iter(run_simulator(program, commands))
    for pc, after, memory in zip(answers, answers, answers, strict=True):
        registers = [int(x, 16) for x in after.split()]
        yield pc if pc.endswith(" fault") else (int(pc, 16), registers, bytes.fromhex(memory))


def difference(got, expected) -> str:
    """What differs between the executor's outcome and the CPU's."""
    if isinstance(got, str) or isinstance(expected, str):
        return "" if isinstance(got, str) and isinstance(expected, str) else f"{got} and {expected}"[:200]
    mask = [got[3] if n == X86_FLAGS else 2**64 - 1 for n in range(REGISTERS)]
    pairs = zip(got[1], expected[1], mask, strict=True)
    registers = [f"register {n}: {a:x}, not {b:x}" for n, (a, b, m) in enumerate(pairs) if (a ^ b) & m]
    return "; ".join(registers) or ("pc" if got[0] != expected[0] else "memory" if got[2] != expected[2] else "")


def outcome(code: bytes, before: State, free: set[int]):
    """The executor's; without symbols where it stops because something must be public."""
    got = executed(code, before, free)
    stops = isinstance(got, str) and (got in LEAKS or got == UNDECIDED)
    return executed(code, before, set()) if free and stops else got


# An instruction and one that does nearly the same, for each part of the executor.
SIBLINGS = """
add rax, rbx; adc rax, rbx
sub eax, ebx; sub rax, rbx
cmp al, bl; cmp ah, bl
xor ax, bx; xor eax, ebx
inc rax; add rax, 1
neg rax; not rax
shl rax, 7; rol rax, 7
shr eax, cl; sar eax, cl
shrd rax, rbx, 9; shrd rax, rbx, 10
bts rax, 9; shl rax, 9
bzhi eax, ebx, ecx; andn eax, ebx, ecx
mul rbx; mul ebx
imul eax, ebx, 7; imul eax, ebx, 9
movzx eax, bl; movsx eax, bl
lea rax, [rbx+rcx*4]; lea rax, [rbx+rcx*2]
cmovbe rax, rbx; cmovb rax, rbx
setnle al; setl al
push rax; push rbx
kmovw k1, eax; kmovb k1, eax
movdqa xmm0, xmm1; vmovdqa xmm0, xmm1
movq xmm0, rax; movd xmm0, eax
movsd xmm0, xmm1; movss xmm0, xmm1
vmovsd xmm0, xmm1, xmm2; vmovlhps xmm0, xmm1, xmm2
movlps xmm0, qword ptr [rbp]; movhps xmm0, qword ptr [rbp]
movsd xmm0, qword ptr [rbp]; movlps xmm0, qword ptr [rbp]
vpxorq zmm0{k1}, zmm1, zmm2; vpxord zmm0{k1}, zmm1, zmm2
vpaddd zmm0{k1}{z}, zmm1, zmm2; vpaddd zmm0{k1}, zmm1, zmm2
paddb xmm0, xmm1; paddd xmm0, xmm1
vpternlogq zmm0, zmm1, zmm2, 0x96; vpternlogq zmm0, zmm1, zmm2, 0x97
vpcmpub k1, zmm1, zmm2, 1; vpcmpub k1, zmm1, zmm2, 2
pslld xmm0, 3; psllq xmm0, 3
vprolq zmm0, zmm1, 3; vprolq zmm0, zmm1, 4
palignr xmm0, xmm1, 3; palignr xmm1, xmm0, 3
punpcklbw xmm0, xmm1; punpckhbw xmm0, xmm1
pshufd xmm0, xmm1, 0x1b; pshufd xmm0, xmm1, 0x1a
vpshuflw zmm0, zmm1, 0x1b; vpshufhw zmm0, zmm1, 0x1b
vpermilps zmm0, zmm1, 0x1b; vpermilps zmm0, zmm1, 0x1a
vunpcklpd zmm0, zmm1, zmm2; vunpcklps zmm0, zmm1, zmm2
pshufb xmm0, xmm1; pshufb xmm0, xmm2
vpermb zmm0, zmm1, zmm2; vpermb zmm0, zmm2, zmm1
vpermpd zmm0, zmm1, 0x1b; vpermpd zmm0, zmm1, zmm2
vpermd zmm0{k1}, zmm1, zmmword ptr [rbp]; vpermd zmm0, zmm1, zmmword ptr [rbp]
vpermt2q zmm0, zmm1, zmm2; vpermi2q zmm0, zmm1, zmm2
vinserti128 ymm0, ymm1, xmm2, 1; vinserti128 ymm0, ymm1, xmm2, 0
vextracti64x4 ymm0, zmm1, 1; vextracti64x4 ymm0, zmm1, 0
vpmadd52luq zmm0, zmm1, zmm2; vpmadd52huq zmm0, zmm1, zmm2
pclmulqdq xmm0, xmm1, 0; pclmulqdq xmm0, xmm1, 1
aesenc xmm0, xmm1; aesenclast xmm0, xmm1
aesdec xmm0, xmm1; aesdeclast xmm0, xmm1
aesimc xmm0, xmm1; aesimc xmm0, xmm2
vgf2p8affineqb zmm0, zmm1, zmm2, 3; vgf2p8affineinvqb zmm0, zmm1, zmm2, 3
vgf2p8affineqb zmm0{k1}, zmm1, zmmword ptr [rbp], 3; vgf2p8affineqb zmm0, zmm1, zmmword ptr [rbp], 3
sha256rnds2 xmm1, xmm2; sha256rnds2 xmm2, xmm1
sha256msg1 xmm0, xmm1; sha256msg2 xmm0, xmm1
vzeroupper; nop
"""


def assembled(lines: list[str], folder: Path) -> list[bytes]:
    separator = b"\x90" * 24
    text = "".join(f"{line}\n.fill 24, 1, 0x90\n" for line in lines)
    (folder / "a.s").write_text(f".intel_syntax noprefix\n{text}")
    subprocess.run(["as", folder / "a.s", "-o", folder / "a.o"], check=True)
    subprocess.run(["objcopy", "-O", "binary", folder / "a.o", folder / "a.bin"], check=True)
    return (folder / "a.bin").read_bytes().removesuffix(separator).split(separator)


needs_cpu = pytest.mark.skipif(
    bool(missing_features()), reason=f"this CPU has no {', '.join(sorted(missing_features()))}"
)


@needs_cpu
def test_every_instruction_does_what_this_cpu_does(again):
    source, cases, texts = random.Random("x86-64"), [], []
    for form, instructions in forms().items():
        for i in source.sample(instructions, min(len(instructions), again)):
            for aligned in (True, False):
                before, code = state(source, i, aligned)
                cases.append((code, before))
                texts.append((form, i))
    ran: dict[str, bool] = {}
    for (code, before), (form, i), expected in zip(cases, texts, native(cases), strict=True):
        free = {n for n in range(REGISTERS) if source.random() < 0.5} - address_registers(i)
        got = outcome(code, before, free)
        assert got != NOT_MODELLED, f"{i.text} ({form}) is not modelled"
        assert not difference(got, expected), f"{i.text} ({code.hex()}, {form}): {difference(got, expected)}"
        ran[form] = ran.get(form, False) or not isinstance(got, str)
    assert len(ran) > 800 and not [form for form, succeeded in ran.items() if not succeeded]


@needs_cpu
def test_an_instruction_that_does_something_else_is_seen(tmp_path):
    pairs = [line.split("; ") for line in SIBLINGS.strip().splitlines()]
    codes = assembled([line for pair in pairs for line in pair], tmp_path)
    source, cases = random.Random("siblings"), []
    for n, (line, _) in enumerate(pairs):
        for _ in range(3):
            before, code = state(source, Instruction(codes[2 * n].hex(), line), True)
            before.registers[1], before.registers[MASK + 1] = 5, source.getrandbits(64)  # an amount and a mask
            cases += [(code, before), (codes[2 * n + 1], before)]
    outcomes, seen = list(native(cases)), set()
    for n in range(0, len(cases), 2):
        got, name = executed(*cases[n], set()), pairs[n // 6]
        assert not difference(got, outcomes[n]), name
        if difference(got, outcomes[n + 1]):
            seen.add(n // 6)
    assert [pair for n, pair in enumerate(pairs) if n not in seen] == []


FUNCTIONS = [
    ("movzx eax, byte ptr [rdi]\ntest al, al\nje 1f\n1: ret", LEAKS[0]),
    ("mov rax, [rdi]\nmov rax, [rdi + rax]\nret", LEAKS[1]),
    ("mov rax, [rdi]\nmov [rdi + rax], eax\nret", LEAKS[1]),
    ("mov rax, [rdi]\nkmovq k1, rax\nvmovdqu8 zmm0{k1}{z}, [rdi]\nret", LEAKS[1]),
    ("mov eax, [rdi]\nxor edx, edx\nmov ecx, 3\ndiv ecx\nret", LEAKS[2]),
    ("mov ecx, [rdi]\nshl eax, cl\nret", LEAKS[3]),
    ("vmovdqu xmm1, [rdi]\npsllq xmm0, xmm1\nret", LEAKS[3]),
    ("mov rax, [rdi]\nkmovq k1, rax\nvpaddd zmm0{k1}, zmm1, dword ptr [rdi]{1to16}\nret", LEAKS[1]),
    ("kmovq k1, rdi\nvmovdqu8 xmm0{k1}, [rdi]\nret", "depends on public numbers"),
    ("kmovq k1, rdi\nvpaddd zmm0{k1}, zmm1, dword ptr [rdi + 16]{1to16}\nret", "reads outside its buffers"),
    ("vmovdqu ymm0, [rdi]\nret", "reads outside its buffers"),
    ("xor eax, eax\nkmovd k1, eax\nvpbroadcastb zmm0{k1}, [rdi + 16]\nret", "reads outside its buffers"),
    ("mov eax, 0x1ffff\nkmovd k1, eax\nvmovdqu8 zmm0{k1}{z}, [rdi]\nret", "reads outside its buffers"),
    ("mov [rdi], eax\nret", "writes outside its buffers"),
    ("movdqa xmm0, [rdi + 8]\nret", "a misaligned access"),
    ("pxor xmm0, [rdi + 8]\nret", "a misaligned access"),
    ("mov ebx, 1\nret", "a register that the caller keeps is not restored"),
    ("pop rax\npush rax\npush rax\nret", "a register that the caller keeps is not restored"),
    ("std\nret", NOT_MODELLED),
    ("movsd\nret", NOT_MODELLED),  # the string
    ("vmovsd xmm0{k1}, xmm1, xmm2\nret", NOT_MODELLED),
    ("vpermilps zmm0, zmm1, zmm2\nret", NOT_MODELLED),
    ("lock add [rsp - 8], eax\nret", NOT_MODELLED),
    ("mov rax, fs:[40]\nret", NOT_MODELLED),
    ("mov eax, 7\njmp rax", "jumps outside the program"),
    ("mov rax, [rsp - 136]\nret", "reads memory below the stack pointer"),
    ("push rax\nmov rdx, [rdi]\npush rdx\nlea rsp, [rsp + 152]\nmov rax, [rsp - 160]\nret", "reads memory below"),
    ("mov rdx, [rdi]\nadd edx, 1\nsetc al\nmul edx\njs 1f\n1: ret", LEAKS[0]),  # undefined
]


def called(text: str, folder: Path) -> int:
    """Runs a function that may read 16 secret bytes, aligned."""
    (code,) = assembled([text], folder)
    image = Image(None, "x86-64", (Section(".text", CODE, code, True),), {})
    with Graph() as graph, X86(graph, image) as machine:
        machine.prepare([Buffer("in", 16, alignment=16)])
        graph.assume(TRUE, machine.fits)
        machine.call(Call(CODE, (("in", 0),)))
        return machine.result()


@pytest.mark.parametrize("text, fault", FUNCTIONS)
def test_what_a_function_must_not_do_ends_its_run(text, fault, tmp_path):
    with pytest.raises(Stopped, match=fault):
        called(text, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "mov eax, 7\nmov [rsp - 128], rax\nxor eax, eax\nmov rax, [rsp - 128]\nret",  # in the red zone
        "mov rdx, [rdi]\nmov eax, 7\nmov ecx, 9\ntest rdx, rdx\ncmovz ecx, eax\npush 7\npop rax\nret",
        "call 1f\nadd eax, 4\nret\n1: mov eax, 3\nret",
        "kmovq k1, rdi\nvpaddd zmm0{k1}, zmm1, dword ptr [rdi]{1to16}\nmov eax, 7\nret",
        "push rbp\nmov rbp, rsp\nand rsp, -16\nmov dword ptr [rbp - 4], 7\nmov eax, [rbp - 4]\nleave\nret",
        "lea rdx, [rip + 1f]\nadd rdx, 5\njmp rdx\n1: mov eax, 3\nmov eax, 7\nret",
        "mov eax, 3\nkmovd k1, eax\nvmovdqu64 zmm0{k1}{z}, [rdi]\nmov eax, 7\nret",  # beyond, but masked
        "mov rax, [rdi]\nmov rdx, [rdi + 8]\nmul rdx\nadd rax, rdx\naesenc xmm0, [rdi]\nmov eax, 7\nret",
        "xor eax, eax\nkmovd k1, eax\nvpaddd zmm0{k1}, zmm1, dword ptr [rdi + 64]{1to16}\nmov eax, 7\nret",  # nothing
        "mov rax, [rdi]\nkmovq k1, rax\nvpbroadcastb zmm0{k1}, [rdi + 15]\nmov eax, 7\nret",
    ],
)
def test_what_a_function_may_do(text, tmp_path):
    assert called(text, tmp_path) == 7


def test_an_address_is_split_by_the_pointer_whose_alignment_it_asks_for(tmp_path):
    """As gcc copies to an aligned address: this one's distance to the stack depends on where the text begins."""
    (code,) = assembled(
        ["lea rax, [rdi + 8]\nand rax, -8\nsub rdi, rax\nlea rcx, [rsp - 64]\nsub rcx, rdi\nmov rax, [rcx]\nret"],
        tmp_path,
    )
    image = Image(None, "x86-64", (Section(".text", CODE, code, True),), {})
    with Graph() as graph, X86(graph, image) as machine:

        def attempt() -> None:
            machine.prepare([Buffer("in", 16, offset=None)])
            graph.assume(TRUE, machine.where())
            machine.call(Call(CODE, (("in", 0),)))

        assert len(list(machine.for_each_part("in", attempt))) == 16
