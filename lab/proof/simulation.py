# SPDX-License-Identifier: MIT
"""Concrete calls in the lab's simulators: they validate the symbolic executor before each proof and confirm
counterexamples."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

from spec.arithmetic import xor

from .. import processes
from ..errors import RunError
from ..plan.cpu import levels_of, needs
from ..sims import cortexm, e31, msp430
from ..sims.avr import simavr_version
from ..sims.run import compiled
from ..targets.host import cpu_flags
from .case import Case, halves
from .core import Lits
from .machines import Machine, Number, Place, Stopped

HERE = Path(__file__).resolve().parent
CORES = {"v6m": "M0PLUS", "v7m": "M3", "v7em": "M4", "v8m": "M33"}
MSP430_CHIPS = {"msp430": "F1611", "msp430x": "FR5994"}
AARCH64 = ("qemu-aarch64", "-cpu", "max,sve=off,sme=off")
AARCH64_COMPILER = "aarch64-linux-gnu-gcc"
AARCH64_FLAGS = ("-static", "-Wl,-Ttext-segment=0x7000000000")  # away from the program that is called
Command = tuple[str | Path, ...]
MAX_WRITE = 32 << 10  # bytes of a command
SECONDS = 60
MAX_INSTRUCTIONS = 100_000_000  # instructions


@cache
def simulator(machine: str) -> Command | None:
    """The command that makes calls (call.h); None without a simulator."""
    if machine == "rv32":
        return (compiled((HERE / "e31_call.c",), (f'-DE31_VERSION="{e31.version()}"',)),)
    if machine in CORES:
        flags = (f"-DCORE={CORES[machine]}", f'-DCORTEXM_VERSION="{cortexm.version()}"')
        return (compiled((HERE / "cortexm_call.c",), flags),)
    if machine in MSP430_CHIPS:
        flags = (f"-DCHIP={MSP430_CHIPS[machine]}", f'-DMSP430_VERSION="{msp430.version()}"')
        return (compiled((HERE / "msp430_call.c",), flags),)
    if machine == "avr":
        return (compiled((HERE / "avr_call.c",), (f'-DSIMAVR_VERSION="{simavr_version()}"', "-lsimavr")),)
    if machine == "aarch64":
        return (*AARCH64, compiled((HERE / "aarch64_call.c",), AARCH64_FLAGS, AARCH64_COMPILER))
    if machine == "x86-64" and not missing_features():
        return (compiled((HERE / "x86_call.c",), ()),)
    return None


def missing_features() -> set[str]:
    """What this CPU lacks for the highest level of NARAE_CPU."""
    return needs("x86", [*levels_of("x86").values()][-1]) - set(cpu_flags())


def run_simulator(command: Command, commands: list[str]) -> list[str]:
    done = processes.run(list(command), SECONDS, stdin="\n".join(commands) + "\n")
    if done.returncode != 0:
        name = Path(command[-1]).name
        raise RunError(f"{name}: {done.stderr.strip()[-200:] or f'exit code {done.returncode}'}")
    return done.stdout.splitlines()


def write_commands(at: int, data: bytes) -> list[str]:
    return [f"M {at + i:x} {data[i : i + MAX_WRITE].hex()}" for i in range(0, len(data), MAX_WRITE)]


def outputs(machine: Machine, case: Case, value: Callable[[Lits], bytes]) -> dict[str, bytes]:
    """Final contents of the buffers of the last case that was run, at random addresses, aligned as their pointers are;
    `value` gives the initial bytes of symbolic bits."""
    pointers = {b.name: int.from_bytes(value(machine.bases[b.name]), "little") for b in case.buffers}
    return outputs_of_cases(machine, [case], [value], pointers)[0]


def outputs_of_cases(
    machine: Machine, cases: list[Case], values: list[Callable[[Lits], bytes]], pointers: dict[str, int]
) -> list[dict[str, bytes]]:
    """The same for several cases in one simulator, each at other addresses; a buffer without a pointer is placed as it
    may be."""
    command = simulator(machine.image.machine)
    assert command
    commands = [c for s in machine.image.sections for c in write_commands(s.start, s.data)]
    for number, (case, value) in enumerate(zip(cases, values, strict=True)):
        places = machine.concrete(case.buffers, random.Random(f"{case.name} {number}"), pointers)
        commands += case_commands(machine, case, value, *places)
    answers = run_simulator(command, commands)
    results, at = [], 0
    for case in cases:
        for line in answers[at : at + len(case.calls)]:
            if line.endswith(" fault"):
                place = int(line.split()[0], 16)
                raise Stopped("the simulator stops", place, machine.image.inside(place))
            if line != f"{machine.end:x}":
                raise RunError(f"the simulator ended at {line} instead of {machine.end:x}")
        at += len(case.calls)
        found = {name: bytes.fromhex(line) for name, line in zip(case.expected, answers[at:], strict=False)}
        if case.share_bytes:
            found = {name: xor(*halves(data, case.share_bytes)) for name, data in found.items()}
        results.append(found)
        at += len(case.expected)
    return results


def case_commands(
    machine: Machine, case: Case, value: Callable[[Lits], bytes], places: dict[str, int], stack: int
) -> list[str]:
    def value_of(number: Number) -> int:
        return number if isinstance(number, int) else int.from_bytes(value(number), "little")

    pointers = {name: at & (1 << 8 * machine.word) - 1 for name, at in places.items()}
    commands = write_commands(stack - machine.stack_bytes, b"\xa5" * machine.stack_bytes)
    for buffer in case.buffers:
        content = value(buffer.content) if buffer.content is not None else b"\xa5" * buffer.size
        commands += write_commands(places[buffer.name], content)
        for position, name in buffer.pointers:
            commands += write_commands(places[buffer.name] + position, pointers[name].to_bytes(machine.word, "little"))
    for number, call in enumerate(case.calls):
        arbitrary = {r: machine.graph.inputs.get(machine.arbitrary(r, number)) for r in machine.general}
        commands += [f"R {register} {value_of(bits):x}" for register, bits in arbitrary.items() if bits]
        arguments = [(pointers[a] if isinstance(a, str) else a, machine.width(size)) for a, size in call.arguments]
        entry = machine.entry(arguments, Place(stack, stack), machine.end)
        commands += [f"R {register} {value_of(number):x}" for register, number in machine.real(entry).items()]
        commands += [f"M {at:x} {value(bits).hex()}" for at, bits in entry.memory if bits]
        commands.append(f"G {call.function:x} {machine.end:x} {MAX_INSTRUCTIONS}")
    sizes = {buffer.name: buffer.size for buffer in case.buffers}
    return [*commands, *(f"D {places[name]:x} {sizes[name]}" for name in case.expected)]
