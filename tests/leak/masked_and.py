# SPDX-License-Identifier: MIT
"""A masked AND, out = a & b in two shares with a fresh random, for each processor.

Products are computed in one temporary register.  It, and what the operands were, must be cleared between the products
with share 0 of a and those with share 1, or (a0 & b1) ^ a1 shows: `forgotten` is the program without that."""

from __future__ import annotations

from pathlib import Path

from lab.leak.traces import Call, Input, Piece, Placed, Request, placed
from lab.proof.program import read
from lab.sims.run import output

AVR = """
    movw r28, r20
    movw r26, r22
    movw r30, r18
    ld r18, Z           ; the random, and both shares of the result
    mov r19, r18
    ld r2, X+           ; a0
    ld r4, Y            ; b0
    ld r3, X            ; a1
    ldd r5, Y+1         ; b1
    mov r20, r2
    and r20, r4
    eor r18, r20
    mov r20, r2
    and r20, r5
    eor r18, r20
    {clear}
    mov r20, r3
    and r20, r5
    eor r19, r20
    mov r20, r3
    and r20, r4
    eor r19, r20
    clr r20
    clr r20
    movw r30, r24
    st Z, r18
    std Z+2, r1         ; separates the shares on the bus
    std Z+1, r19
    ret
"""
THUMB = """
    push {{r4-r7, lr}}
    ldr r7, [r3]
    movs r3, r7
    ldr r4, [r1]
    ldr r5, [r2]
    ldr r1, [r1, #4]
    ldr r2, [r2, #4]
    movs r6, r4
    ands r6, r5
    eors r7, r6
    movs r6, r4
    ands r6, r2
    eors r7, r6
    {clear}
    movs r6, r1
    ands r6, r2
    eors r3, r6
    movs r6, r1
    ands r6, r5
    eors r3, r6
    str r7, [r0]
    movs r6, #0
    str r6, [r0, #8]
    str r3, [r0, #4]
    pop {{r4-r7, pc}}
"""
RV32 = """
    lw t0, 0(a3)
    mv t1, t0
    lw t2, 0(a1)
    lw t3, 0(a2)
    lw a1, 4(a1)
    lw a2, 4(a2)
    and t4, t2, t3
    xor t0, t0, t4
    xor t4, tp, tp
    and t4, t2, a2
    xor t0, t0, t4
    {clear}
    and t4, a1, a2
    xor t1, t1, t4
    xor t4, tp, tp
    and t4, a1, t3
    xor t1, t1, t4
    sw t0, 0(a0)
    sw tp, 8(a0)
    sw t1, 4(a0)
    ret
"""
ARM = ("arm-none-eabi-gcc", "-mthumb")
# by target: code, its clearing instructions, bytes of a share, compiler and flags
PROGRAMS = {
    "uno": (AVR, "clr r20\n clr r20", 1, ("avr-gcc", "-mmcu=atmega328p")),
    "hifive1": (RV32, "xor t4, tp, tp", 4, ("riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32")),
    "m0plus": (THUMB, "movs r6, #0", 4, (*ARM, "-mcpu=cortex-m0plus")),
    "m3": (THUMB, "movs r6, #0", 4, (*ARM, "-mcpu=cortex-m3")),
    "m4": (THUMB, "movs r6, #0", 4, (*ARM, "-mcpu=cortex-m4")),
}
STARTS = {"uno": "0", "hifive1": "0x20010000", "m0plus": "0x10000000", "m3": "0x08000000", "m4": "0x08000000"}
SWITCHES = {"shared_bus": 1, "split_bus": 1, "whole_words": 1, "immediates": 1, "store_data": 1, "flags": 5}
CLEARED, FORGOTTEN = "cleared", "forgotten"


def assembly(target: str, variant: str) -> str:
    """A file with the function masked_and(out, a, b, random)."""
    code, clear, _, compiler = PROGRAMS[target]
    body = code.format(clear=clear if variant == CLEARED else "").replace(";", "//")
    head = ".syntax unified\n" if "arm" in compiler[0] else ""
    kind = ".thumb_func\n" if head else ""
    names = f".globl masked_and\n{kind}.type masked_and, %function\nmasked_and:\n"
    return f"{head}.text\n{names}{body}\n.size masked_and, . - masked_and\n"


def build(folder: Path, target: str, variant: str) -> Path:
    """The program for the chip's flash."""
    source, elf = folder / f"{target}_{variant}.S", folder / f"{target}_{variant}.elf"
    source.write_text(assembly(target, variant))
    flags = ("-nostdlib", f"-Wl,-Ttext={STARTS[target]},-e,masked_and", source, "-o", elf)
    output([*PROGRAMS[target][3], *flags])
    return elf


def request(folder: Path, target: str, variant: str, shared: bool = True) -> Request:
    """A call on a, b and the random.  Not `shared`: share 0 of a holds a itself."""
    image, size = read(build(folder, target, variant)), PROGRAMS[target][2]
    call = placed(image, {"out": 3 * size, "a": 2 * size, "b": 2 * size, "random": size}, ["out", "a", "b", "random"])
    inputs = (
        Input("a", size, 2 if shared else 1, fixed=bytes(size)),  # a & b, and its weight, differ most from random ones
        Input("b", size, 2, fixed=b"\xff" * size),
        Input("random", size),
    )
    pieces = [pieces_of(call, n, i) for n, i in enumerate(inputs)]
    function = image.address("masked_and")
    return Request(
        image,
        (Call(function, call.end, call.registers),),
        inputs,
        tuple(p for some in pieces for p in some),
        call.memory,
        switches=tuple(SWITCHES.items()),
    )


def pieces_of(call: Placed, number: int, i: Input) -> list[Piece]:
    return [
        Piece(number, share, 0, i.size, call.addresses[i.name] + share * i.size) for share in range(max(i.shares, 1))
    ]
