# SPDX-License-Identifier: MIT
"""Calls of a program's functions in the lab's simulators, on bytes: what the executor is compared with before each
proof, and what confirms a counterexample."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from .. import processes
from ..errors import RunError
from ..sims import cortexm, e31
from ..sims.avr import simavr_version
from ..sims.run import compiled
from .case import Case
from .machines import Machine, Number

HERE = Path(__file__).resolve().parent
CORES = {"v6m": "M0PLUS", "v7m": "M3", "v7em": "M4"}
SECONDS = 60
MOST = 100_000_000  # instructions


@cache
def simulator(machine: str) -> Path | None:
    """The program that runs calls; None where the lab has no simulator that can be asked."""
    if machine == "rv32":
        return compiled((HERE / "e31_call.c",), (f'-DE31_VERSION="{e31.version()}"',))
    if machine in CORES:
        flags = (f"-DCORE={CORES[machine]}", f'-DCORTEXM_VERSION="{cortexm.version()}"')
        return compiled((HERE / "cortexm_call.c",), flags)
    if machine == "avr":
        return compiled((HERE / "avr_call.c",), (f'-DSIMAVR_VERSION="{simavr_version()}"', "-lsimavr"))
    return None


def say(program: Path, commands: list[str]) -> list[str]:
    done = processes.run([program], SECONDS, stdin="\n".join(commands) + "\n")
    if done.returncode != 0:
        raise RunError(f"{program.name}: {done.stderr.strip()[-200:] or f'exit code {done.returncode}'}")
    return done.stdout.splitlines()


def outputs(machine: Machine, case: Case, value: Callable[[bytes], bytes]) -> dict[str, bytes]:
    """What a simulator leaves in the buffers of a case, whose contents are `value` of their bits."""

    def shown(number: Number) -> int:
        return number if isinstance(number, int) else int.from_bytes(value(number), "little")

    program = simulator(machine.image.machine)
    assert program
    machine.prepare(case.buffers)
    commands = [f"M {s.start:x} {s.data.hex()}" for s in machine.image.sections if s.data]
    commands.append(f"M {machine.stack_top - machine.stack_bytes:x} {'a5' * machine.stack_bytes}")
    for at, buffer in machine.buffers.values():
        content = value(buffer.content) if buffer.content is not None else b"\xa5" * buffer.size
        commands += [f"M {at:x} {content.hex()}"] if content else []
    arbitrary = {r: machine.graph.inputs.get(f"register {r}") for r in machine.general}
    values = {r: int.from_bytes(value(bits), "little") for r, bits in arbitrary.items() if bits}
    for call in case.calls:
        commands += [f"R {register} {number:x}" for register, number in values.items()]
        entry = machine.entry(machine.numbers(call.arguments))
        commands += [f"R {register} {shown(number):x}" for register, number in entry.registers.items()]
        commands += [f"M {at:x} {value(bits).hex()}" for at, bits in entry.memory if bits]
        commands.append(f"G {call.function:x} {machine.end:x} {MOST}")
    commands += [f"D {machine.buffers[name][0]:x} {machine.buffers[name][1].size}" for name in case.expected]
    said = say(program, commands)
    for line in said[: len(case.calls)]:
        if line != f"{machine.end:x}":
            raise RunError(f"the simulator ended at {line} instead of {machine.end:x}")
    found = [bytes.fromhex(line) for line in said[len(case.calls) :]]
    return dict(zip(case.expected, found, strict=True))
