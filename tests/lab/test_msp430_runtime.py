# SPDX-License-Identifier: MIT
"""What compilers for the MSP430 call, in another simulator than the lab's: mspdebug."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.paths import BOARDS
from tests.tools import call, skip_without

CLANG, LD = "clang-19", "ld.lld-19"
SCRIPT = "SECTIONS { . = 0x4000; .text : { *main.o(.text) *(.text*) } }"
RESULTS, TOP, START, CANARY = 0x1100, 0x3800, 0x4000, 0xC0DE
SECONDS = 60
KEPT = range(4, 11)


def words(value: int, count: int) -> list[int]:
    return [value >> 16 * i & 0xFFFF for i in range(count)]


def signed(value: int, bits: int) -> int:
    return value - (value >> (bits - 1) << bits)


def quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a: int, b: int) -> int:
    return a - b * quotient(a, b)


def of_signed(function: Callable[[int, int], int], bits: int) -> Callable[[int, int], int]:
    return lambda a, b: function(signed(a, bits), signed(b, bits))


# bits of each argument, its registers, and the result
FUNCTIONS: dict[str, tuple[tuple[int, list[int]], tuple[int, list[int]], Callable[[int, int], int]]] = {
    "__mspabi_mpyi": ((16, [12]), (16, [13]), lambda a, b: a * b),
    "__mspabi_mpyl": ((32, [12, 13]), (32, [14, 15]), lambda a, b: a * b),
    "__mspabi_mpyll": ((64, [8, 9, 10, 11]), (64, [12, 13, 14, 15]), lambda a, b: a * b),
    "__mspabi_divu": ((16, [12]), (16, [13]), lambda a, b: a // b),
    "__mspabi_remu": ((16, [12]), (16, [13]), lambda a, b: a % b),
    "__mspabi_divi": ((16, [12]), (16, [13]), of_signed(quotient, 16)),
    "__mspabi_remi": ((16, [12]), (16, [13]), of_signed(remainder, 16)),
    "__mspabi_divul": ((32, [12, 13]), (32, [14, 15]), lambda a, b: a // b),
    "__mspabi_remul": ((32, [12, 13]), (32, [14, 15]), lambda a, b: a % b),
    "__mspabi_divli": ((32, [12, 13]), (32, [14, 15]), of_signed(quotient, 32)),
    "__mspabi_remli": ((32, [12, 13]), (32, [14, 15]), of_signed(remainder, 32)),
    "__mspabi_slll": ((32, [12, 13]), (5, [14]), lambda a, n: a << n),
    "__mspabi_srll": ((32, [12, 13]), (5, [14]), lambda a, n: a >> n),
    "__mspabi_sral": ((32, [12, 13]), (5, [14]), lambda a, n: signed(a, 32) >> n),
}


def numbers(bits: int, at_least: int, source: random.Random) -> int:
    """Of any length, small and with many ones, too."""
    special = (at_least, 1, (1 << bits) - 1, 1 << (bits - 1), source.getrandbits(bits) >> source.randrange(bits))
    return max(at_least, source.choice((source.getrandbits(bits), *special)))


@pytest.fixture(scope="module")
def runtime(tmp_path_factory) -> list[Path]:
    skip_without(CLANG, LD, "mspdebug")
    folder = tmp_path_factory.mktemp("runtime")
    return [assembled(BOARDS / "mspcore" / name, folder) for name in ("arithmetic.S", "memory.S")]


def assembled(source: Path, folder: Path) -> Path:
    object_file = folder / f"{source.stem}.o"
    call([CLANG, "--target=msp430", "-c", source, "-o", object_file])
    return object_file


def run(runtime: list[Path], folder: Path, code: str, bytes_read: int) -> bytes:
    """The memory at RESULTS when the code has come to its end."""
    (folder / "main.s").write_text(
        f".text\n.global _start\n_start: jmp begin\nstop: jmp stop\nbegin: mov #{TOP}, sp\n{code}\nbr #stop\n"
    )
    (folder / "all.ld").write_text(SCRIPT)
    elf = folder / "all.elf"
    call([LD, "-T", folder / "all.ld", assembled(folder / "main.s", folder), *runtime, "-o", elf])
    commands = [f"prog {elf}", f"set 0 {START}", f"setbreak {START + 2}", "run", f"md {RESULTS} {bytes_read}"]
    output = call(["mspdebug", "-q", "-n", "sim", *commands], timeout=SECONDS)
    lines = re.findall(r"^ +[0-9a-f]{5}: ((?:[0-9a-f]{2} )+)", output.split("Running")[1], re.MULTILINE)
    return bytes.fromhex("".join(lines))[-bytes_read:]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_arithmetic(name, runtime, tmp_path):
    """Right for random arguments, and R4 to R10 are kept, the stack pointer, too."""
    (bits, first), (more, second), function = FUNCTIONS[name]
    source, code, expected = random.Random(name), [], b""
    divides = "div" in name or "rem" in name
    for _ in range(60):
        a, b = numbers(bits, 0, source), numbers(more, 1 if divides else 0, source)
        given = dict(zip(first, words(a, len(first)), strict=True))
        given |= dict(zip(second, words(b, len(second)), strict=True))
        kept = {n: given.get(n, (CANARY + n) & 0xFFFF) for n in KEPT}
        code += [f"mov #{value}, r{n}" for n, value in (kept | given).items()] + [f"call #{name}"]
        result = first if bits < 64 else second
        place = RESULTS + len(expected)
        code += [f"mov r{n}, &{place + 2 * i}" for i, n in enumerate([*result, *KEPT, 1])]
        values = [*words(function(a, b), len(result)), *kept.values(), TOP]
        expected += b"".join(v.to_bytes(2, "little") for v in values)
    assert run(runtime, tmp_path, "\n".join(code), len(expected)) == expected


SIZES = (0, 1, 2, 3, 7, 8, 16)
PLACES = [(0, 32), (1, 33), (0, 33), (1, 32), (4, 6), (6, 4), (5, 4), (4, 4)]
TEXT = bytes(range(1, 65))


def test_memory(runtime, tmp_path):
    """Each size at each alignment; overlapping for memmove alone.  The destination is returned."""
    code, expected = [], b""
    for (to, from_), size in itertools.product(PLACES, SIZES):
        copied, filled = bytearray(TEXT), bytearray(TEXT)
        copied[to : to + size] = TEXT[from_ : from_ + size]
        filled[to : to + size] = size * b"\xa5"
        cases = {"memmove": copied, "memset": filled} | ({"memcpy": copied} if from_ >= 32 else {})
        for name, after in cases.items():
            base = RESULTS + len(expected)
            code += [f"mov #{base}, r4", "call #fill"]
            code += [f"mov #{base + to}, r12", f"mov #{0x12A5 if name == 'memset' else base + from_}, r13"]
            code += [f"mov #{size}, r14", f"call #{name}", f"mov r12, &{base + 64}"]
            expected += after + (base + to).to_bytes(2, "little")
    fill = ["br #stop", "fill: mov #0x0201, r5", "1: mov r5, 0(r4)", "incd r4", "add #0x0202, r5"]
    fill += ["cmp #0x4241, r5", "jnz 1b", "ret"]
    assert run(runtime, tmp_path, "\n".join(code + fill), len(expected)) == expected


CASES = [(b"same", b"same", 0), (b"\xff123", b"\x01123", 1), (b"123\x01", b"123\x02", -1)]


@pytest.mark.parametrize("a, b, sign", CASES)
def test_memcmp(a, b, sign, runtime, tmp_path):
    code = [f"mov.b #{value}, &{RESULTS + i}" for i, value in enumerate(a + b)]
    code += [f"mov #{RESULTS}, r12", f"mov #{RESULTS + 4}, r13", "mov #4, r14", "call #memcmp", f"mov r12, &{RESULTS}"]
    result = signed(int.from_bytes(run(runtime, tmp_path, "\n".join(code), 2), "little"), 16)
    assert (result > 0) - (result < 0) == sign
