# SPDX-License-Identifier: MIT
"""libc's copies are replaced by what is proved of them, and by nothing else."""

from __future__ import annotations

import pytest
from proved_programs import program_of

from lab.proof.case import Call
from lab.proof.copies import Copies, replace_copies
from lab.proof.core import LIT_BYTES, TRUE, Graph
from lab.proof.machines import MACHINES, Buffer, Stopped
from lab.proof.program import Image, at_level, read

PROGRAMS = {"host": ("lea-128", "portable", "cbc"), "pi4": ("lea-128", "neon", "ccm")}
LENGTHS = (1, 40, 129, 600)


def image_of(target: str) -> Image:
    return at_level(read(program_of(target, *PROGRAMS[target])[1]), "portable")


def held(image: Image) -> list[bool]:
    """Of each copy and length: is it shown?"""
    with Graph() as graph, MACHINES[image.machine](graph, image) as machine:
        copies = Copies(machine)
        return [
            copies.holds(function, n, 165 if fills else None)
            for function, fills in image.copies.items()
            for n in LENGTHS
        ]


@pytest.mark.parametrize("target", PROGRAMS)
def test_copies_hold_at_all_addresses(target):
    image = image_of(target)
    assert len(image.copies) >= 2 and all(held(image))


def test_a_changed_copy_does_not_hold():
    """The last of its stores, sixteen bytes too early."""
    image = image_of("host")
    at = image.code.data.find(bytes.fromhex("440f11443af0c3")) + image.code.start  # movups %xmm8,-16(%rdx,%rdi); ret
    changed = image.patched(at + 5, b"\xe0")
    assert all(held(image)) and held(changed).count(False) == 2


@pytest.mark.parametrize(
    "begin, replaced",
    [
        ("", True),
        ("488d7701", False),  # lea 1(%rdi),%rsi: overlapping
        ("89ca", False),  # mov %ecx,%edx: an unknown length
        ("48c7c2c9000000", False),  # mov $201,%rdx: beyond the buffers
        ("ba10000000488d7c24e0", False),  # 16 bytes below the stack pointer
        ("ba080000004889e7", False),  # the return address
    ],
)
def test_only_calls_that_the_proof_covers_are_replaced(begin, replaced):
    image = image_of("host")
    function = image.symbols["narae_cbc_encrypt_message"].start
    copy = next(at for at, fills in image.copies.items() if not fills)
    code = bytes.fromhex("ba82000000" + begin + "e9")  # mov $130,%edx; jmp copy
    code += (copy - function - len(code) - 4).to_bytes(4, "little", signed=True)
    image = image.patched(function, code)
    with Graph() as graph, MACHINES[image.machine](graph, image) as machine:
        replace_copies(machine)
        calls = []
        whole = machine.replaced[copy]
        machine.replaced[copy] = lambda number: calls.append(whole(number)) or calls[-1]
        content = graph.input("content", 8 * 200)
        machine.prepare([Buffer("in", 200, content), Buffer("out", 200, writable=True)])
        graph.assume(TRUE, machine.where())
        try:
            machine.call(Call(function, (("out", 0), ("in", 0))))
        except Stopped:
            assert not replaced
        assert [back is not None for back in calls] == [replaced]
        copied = 8 * LIT_BYTES * 130
        assert not replaced or machine.content("out")[:copied] == content[:copied]
