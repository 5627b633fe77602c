# SPDX-License-Identifier: MIT
"""The recipe of an Arduino sketch: lab/bench/sketch.c on the paper's board, for code in the paper's style and for the
library, with times from micros() and exact cycles.

Wrong code is not timed: each ciphertext is checked against the Python model of the cipher, and the chip's timer and
simavr must agree on the cycles, in the first repetitions avr8js, too."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ...build import Program, implementation_config, link_program
from ...build.vectors import model
from ...cache import Cache
from ...errors import BuildError, RunError
from ...paths import ROOT
from ...plan.environments import target_in
from ...plan.implementations import Implementation, discover
from ...rows import Row, sizes
from ...rows.create import failing_row
from ...sims.avr import run_avr8js, run_simavr
from ...sims.run import Run
from ...targets.base import Target, spread
from .. import Paper
from ..expressions import Term
from .measured import Measured, promised
from .rows import asks_for

SKETCH = "sketch/micros.c"  # in the folder of a board that runs one
OPERATIONS = ("key-setup", "encrypt", "decrypt")
CROSS_CHECKED = 10  # repetitions: avr8js takes longer for them than simavr for fifty, mostly to print
REPETITION = re.compile(
    r"Key: (?P<key>[0-9a-f]+)\n"
    r"Key expansion time: (?P<key_us>\d+) us\n"
    r"Plaintext: (?P<plaintext>.*)\n"
    r"Ciphertext: (?P<ciphertext>[0-9a-f]+)\n"
    r"Encryption time: (?P<encrypt_us>\d+) us\n"
    r"Decryption time: (?P<decrypt_us>\d+) us\n"
    r"Decrypted: (?P<decrypted>.*)\n"
    r"Exact cycles: (?P<exact>\d+ \d+ \d+)\n"
)


@dataclass(frozen=True)
class Sketch:
    """One program's run: times by operation, in microseconds and in cycles, and what it printed first."""

    micros: dict[str, list[int]]
    cycles: dict[str, list[int]]
    transcript: str
    provenance: dict[str, Any]


class Recipe:
    """One sketch for each kernel of each cipher that the terms name."""

    def __init__(self, paper: Paper, terms: Iterable[Term], seed: int):
        self.paper, self.seed = paper, seed
        terms = list(terms)
        if lacking := [name for name in ("plaintext", "repetitions") if name not in paper.facts]:
            raise ValueError(f"the recipe `sketch` requires {lacking[0]}")
        self.target = target_in(paper.defaults["target"], paper.defaults.get("environment", ""))
        if not (self.target.board.folder / SKETCH).exists():
            raise ValueError(f"target: {self.target.name} runs no Arduino sketch; use the recipe `rows`")
        known = [i for i in discover() if i.mode == "block" and any(asks_for(t, i) for t in terms)]
        kernels = [k for k in self.target.board.kernels if "-" not in k]  # not their variants
        self.subjects = [j for i in known for j in (i, *(i.with_kernel(k) for k in kernels if i.in_library))]
        for i in self.subjects:
            if len(paper.facts["plaintext"].encode()) != i.block_bytes:
                raise ValueError(f"plaintext: {i.cipher} has blocks of {i.block_bytes} bytes")

    def steps(self) -> int:
        return len(self.subjects)

    def promised(self) -> Measured:
        """Rows such as run() will give."""
        environment = self.paper.defaults.get("environment", "")
        sizes = [(i, o, i.key_bytes if o == "key-setup" else i.block_bytes) for i in self.subjects for o in OPERATIONS]
        more: dict[str, Any] = {"provenance": {"mode_us": 1}}
        return Measured([(environment, promised(self.target, i, o, size, 0, **more)) for i, o, size in sizes])

    def run(self, cache: Cache, say: Callable[[str], None]) -> Measured:
        found, environment = Measured(), self.paper.defaults.get("environment", "")
        for implementation in self.subjects:
            say(f"sketch {implementation.name}")
            try:
                program = build(self.paper, self.target, implementation, self.seed)
                if program.lacks_its_kernel:
                    continue
                seen = cache.get(
                    ["sketch", *self.target.simulators(), Path(__file__), program.elf],
                    partial(run, self.paper, program),
                    lambda _: True,
                )
            except (BuildError, RunError) as error:
                found.rows.append((environment, failing_row(implementation, self.target, str(error), {})))
                continue
            found.rows += [(environment, row) for row in rows(program, self.target, seen)]
            found.transcripts.append((f"{implementation.cipher}, {implementation.kernel}", seen.transcript))
        return found


def rows(program: Program, target: Target, seen: Sketch) -> list[Row]:
    """Cycles are exact; the time is the mean of what micros() gave."""
    implementation, size = program.implementation, sizes.measure(program)
    sizes_of = dict.fromkeys(OPERATIONS, implementation.block_bytes) | {"key-setup": implementation.key_bytes}
    return [
        Row(
            cipher=implementation.cipher,
            mode="block",
            operation=operation,
            bytes=sizes_of[operation],
            ad_bytes=0,
            kernel=implementation.kernel,
            target=target.name,
            cycles=max(seen.cycles[operation]),
            cycles_per_byte=max(seen.cycles[operation]) / sizes_of[operation],
            time_us=statistics.fmean(seen.micros[operation]),
            spread=spread(seen.cycles[operation]),
            runs=len(seen.cycles[operation]),
            fidelity=target.fidelity,
            flash_bytes=size.flash_bytes,
            ram_bytes=size.ram_bytes,
            vectors=len(seen.cycles[operation]),
            provenance={
                **program.provenance,
                **seen.provenance,
                "mode_us": statistics.mode(seen.micros[operation]),
            },
        )
        for operation in OPERATIONS
    ]


def build(paper: Paper, target: Target, implementation: Implementation, seed: int) -> Program:
    text = paper.facts["plaintext"]
    config = [
        *implementation_config(implementation),
        f"#define SKETCH_PLAINTEXT {{{', '.join(str(b) for b in text.encode())}}}",
        f"#define SKETCH_REPETITIONS {paper.facts['repetitions']}",
        f"#define SKETCH_SEED {seed or 1}ul",
        "",
    ]
    folder = target.board.folder
    around = [ROOT / "lab/bench/sketch.c", folder / SKETCH, *target.board.sources()]
    return link_program(implementation, target.board, "sketch", around, "\n".join(config))


def run(paper: Paper, program: Program) -> Sketch:
    seen = run_simavr(program.elf)
    left = max(0, paper.facts["repetitions"] - CROSS_CHECKED)
    return read(paper, program, seen, run_avr8js(program.elf, windows=len(seen.windows) - left * len(OPERATIONS)))


def read(paper: Paper, program: Program, seen: Run, second: Run) -> Sketch:
    """Checks a run and takes its times."""
    if seen.end != "exit":
        raise RunError(f"the firmware did not end: {seen.reason}")
    found = list(REPETITION.finditer(seen.uart))
    if len(found) != paper.facts["repetitions"]:
        raise RunError(f"{len(found)} repetitions on the serial line instead of {paper.facts['repetitions']}")
    encrypt = model(program.implementation.cipher)
    for match in found:
        expected = encrypt(bytes.fromhex(match["key"]), match["plaintext"].encode()).hex()
        if match["ciphertext"] != expected or match["decrypted"] != paper.facts["plaintext"]:
            raise RunError(f"wrong result for key {match['key']}")

    exact = [[int(c) for c in match["exact"].split()] for match in found]
    before = len(seen.windows) - len(OPERATIONS) * len(found)
    for run_, repetitions in (seen, len(found)), (second, min(len(found), CROSS_CHECKED)):
        cycles = [run_.net(w) for w in run_.windows[before:]]
        if cycles != [c for triple in exact[:repetitions] for c in triple]:
            raise RunError(f"the chip's timer and {run_.simulator} disagree")
    return Sketch(
        micros={
            o: [int(m[f]) for m in found]
            for o, f in zip(OPERATIONS, ("key_us", "encrypt_us", "decrypt_us"), strict=True)
        },
        cycles=dict(zip(OPERATIONS, map(list, zip(*exact, strict=True)), strict=True)),
        transcript="".join(line for line in found[0][0].splitlines(keepends=True) if not line.startswith("Exact")),
        provenance={
            "simulator": f"simavr {seen.version}",
            "cross_check": f"avr8js {second.version}: equal to the cycle",
        },
    )
