# SPDX-License-Identifier: MIT
"""The recipe of an Arduino sketch: lab/bench/sketch.c on the paper's board, for the paper's style of code and the
library, timed by micros() and by exact cycles.

Each ciphertext is checked against the cipher's model; the chip's timer and simavr must agree on the cycles, and avr8js
in the first repetitions."""

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
from .measured import Measured, sample_row
from .rows import selects

SKETCH = "sketch/micros.c"  # in the folder of a board that runs one
OPERATIONS = ("key-setup", "encrypt", "decrypt")
CROSS_CHECKED = 10  # repetitions: avr8js is slow, mostly in printing
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
    """A run: times by operation in microseconds and in cycles, and the first repetition's output."""

    micros: dict[str, list[int]]
    cycles: dict[str, list[int]]
    transcript: str
    provenance: dict[str, Any]


class Recipe:
    """A sketch for each kernel of each cipher of the terms."""

    def __init__(self, paper: Paper, terms: Iterable[Term], seed: int):
        self.paper, self.seed = paper, seed
        terms = list(terms)
        if missing := [name for name in ("plaintext", "repetitions") if name not in paper.facts]:
            raise ValueError(f"the recipe `sketch` requires {missing[0]}")
        self.target = target_in(paper.defaults["target"], paper.defaults.get("environment", ""))
        if not (self.target.board.folder / SKETCH).exists():
            raise ValueError(f"target: {self.target.name} runs no Arduino sketch; use the recipe `rows`")
        implementations = [i for i in discover() if i.mode == "block" and any(selects(t, i) for t in terms)]
        kernels = [k for k in self.target.board.kernels if "-" not in k]  # not their variants
        self.subjects = [j for i in implementations for j in (i, *(i.with_kernel(k) for k in kernels if i.in_library))]
        for i in self.subjects:
            if len(paper.facts["plaintext"].encode()) != i.block_bytes:
                raise ValueError(f"plaintext: {i.cipher} has blocks of {i.block_bytes} bytes")

    def steps(self) -> int:
        return len(self.subjects)

    def sample_rows(self) -> Measured:
        """Placeholders for the rows of run()."""
        environment = self.paper.defaults.get("environment", "")
        sizes = [(i, o, i.key_bytes if o == "key-setup" else i.block_bytes) for i in self.subjects for o in OPERATIONS]
        more: dict[str, Any] = {"provenance": {"mode_us": 1}}
        return Measured([(environment, sample_row(self.target, i, o, size, 0, **more)) for i, o, size in sizes])

    def run(self, cache: Cache, say: Callable[[str], None]) -> Measured:
        measured, environment = Measured(), self.paper.defaults.get("environment", "")
        for implementation in self.subjects:
            say(f"sketch {implementation.name}")
            try:
                program = build(self.paper, self.target, implementation, self.seed)
                if program.lacks_its_kernel:
                    continue
                result = cache.get(
                    ["sketch", *self.target.simulators(), Path(__file__), program.elf],
                    partial(run, self.paper, program),
                    lambda _: True,
                )
            except (BuildError, RunError) as error:
                measured.rows.append((environment, failing_row(implementation, self.target, str(error), {})))
                continue
            measured.rows += [(environment, row) for row in rows(program, self.target, result)]
            measured.transcripts.append((f"{implementation.cipher}, {implementation.kernel}", result.transcript))
        return measured


def rows(program: Program, target: Target, result: Sketch) -> list[Row]:
    """Exact cycles; the time is the mean of micros()."""
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
            cycles=max(result.cycles[operation]),
            cycles_per_byte=max(result.cycles[operation]) / sizes_of[operation],
            time_us=statistics.fmean(result.micros[operation]),
            spread=spread(result.cycles[operation]),
            runs=len(result.cycles[operation]),
            fidelity=target.fidelity,
            flash_bytes=size.flash_bytes,
            ram_bytes=size.ram_bytes,
            vectors=len(result.cycles[operation]),
            provenance={
                **program.provenance,
                **result.provenance,
                "mode_us": statistics.mode(result.micros[operation]),
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
    result = run_simavr(program.elf)
    left = max(0, paper.facts["repetitions"] - CROSS_CHECKED)
    return read(paper, program, result, run_avr8js(program.elf, windows=len(result.windows) - left * len(OPERATIONS)))


def read(paper: Paper, program: Program, first: Run, second: Run) -> Sketch:
    """Checks a run and extracts its times."""
    if first.end != "exit":
        raise RunError(f"the firmware did not end: {first.reason}")
    repetitions = list(REPETITION.finditer(first.uart))
    if len(repetitions) != paper.facts["repetitions"]:
        raise RunError(f"{len(repetitions)} repetitions on the serial line instead of {paper.facts['repetitions']}")
    encrypt = model(program.implementation.cipher)
    for match in repetitions:
        expected = encrypt(bytes.fromhex(match["key"]), match["plaintext"].encode()).hex()
        if match["ciphertext"] != expected or match["decrypted"] != paper.facts["plaintext"]:
            raise RunError(f"wrong result for key {match['key']}")

    exact = [[int(c) for c in match["exact"].split()] for match in repetitions]
    first_window = len(first.windows) - len(OPERATIONS) * len(repetitions)
    for run_, count in (first, len(repetitions)), (second, min(len(repetitions), CROSS_CHECKED)):
        cycles = [run_.net(w) for w in run_.windows[first_window:]]
        if cycles != [c for triple in exact[:count] for c in triple]:
            raise RunError(f"the chip's timer and {run_.simulator} disagree")
    return Sketch(
        micros={
            o: [int(m[f]) for m in repetitions]
            for o, f in zip(OPERATIONS, ("key_us", "encrypt_us", "decrypt_us"), strict=True)
        },
        cycles=dict(zip(OPERATIONS, map(list, zip(*exact, strict=True)), strict=True)),
        transcript="".join(
            line for line in repetitions[0][0].splitlines(keepends=True) if not line.startswith("Exact")
        ),
        provenance={
            "simulator": f"simavr {first.version}",
            "cross_check": f"avr8js {second.version}: equal to the cycle",
        },
    )
