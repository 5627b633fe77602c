"""The recipe of an Arduino sketch: lab/bench/sketch.c on the paper's board, for the paper's style of
code and for the library, times as micros() gives them and as exact cycles.

Nothing wrong is timed: each ciphertext is checked against the Python model of the cipher, and the
exact cycles of the chip's timer, simavr and avr8js must be the same."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable
from dataclasses import dataclass

from ..build import BuildError, Program, implementation_config, link_program
from ..errors import LabError, RunError
from ..implementations import Implementation, discover
from ..paths import ROOT
from ..sims.avr import Run, run_avr8js, run_simavr
from ..targets.base import load_board
from ..vectors import model

OPERATIONS = ("key-setup", "encrypt", "decrypt")
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

    cipher: str
    kernel: str
    clock_hz: int
    micros: dict[str, list[int]]
    cycles: dict[str, list[int]]
    transcript: str
    provenance: dict

    def mean_us(self, operation: str) -> float:
        return statistics.fmean(self.micros[operation])

    def mode_us(self, operation: str) -> int:
        return statistics.mode(self.micros[operation])

    def exact_us(self, operation: str) -> float:
        return statistics.fmean(self.cycles[operation]) * 1e6 / self.clock_hz


def run(paper: dict, seed: int, say: Callable[[str], None]) -> dict[tuple[str, str], Sketch]:
    """(cipher, "baseline" or "library") -> what it did."""
    known = {(i.cipher, i.kernel): i for i in discover() if i.mode == "block"}
    sketches = {}
    for subject in paper["subjects"]:
        for column, kernel in (("baseline", subject["baseline"]), ("library", "portable")):
            say(f"{subject['cipher']} {kernel}")
            if (subject["cipher"], kernel) not in known:
                raise LabError(f"{paper['name']}: there is no implementation {kernel} of {subject['cipher']}")
            sketches[subject["cipher"], column] = one(paper, known[subject["cipher"], kernel], seed)
    return sketches


def steps(paper: dict) -> int:
    return 2 * len(paper["subjects"])


def one(paper: dict, implementation: Implementation, seed: int) -> Sketch:
    board = load_board(paper["board"])
    text = paper["plaintext"]
    config = [
        *implementation_config(implementation),
        f"#define SKETCH_PLAINTEXT {{{', '.join(str(b) for b in text.encode())}}}",
        f"#define SKETCH_REPETITIONS {paper['repetitions']}",
        f"#define SKETCH_SEED {seed or 1}ul",
        "",
    ]
    around = [ROOT / "lab/bench/sketch.c", board.folder / "sketch/micros.c", *board.sources()]
    what = f"{implementation.cipher} {implementation.kernel}"
    try:
        program = link_program(implementation, board, "sketch", around, "\n".join(config))
        seen = run_simavr(program.elf)
        second = run_avr8js(program.elf)
        return read(paper, program, seen, second)
    except (BuildError, RunError) as error:
        raise LabError(f"{paper['name']}: {what} could not be timed: {error}") from error


def read(paper: dict, program: Program, seen: Run, second: Run) -> Sketch:
    """Checks a run and takes its times."""
    if seen.end != "exit":
        raise RunError(f"the firmware did not end: {seen.reason}")
    found = list(REPETITION.finditer(seen.uart))
    if len(found) != paper["repetitions"]:
        raise RunError(f"{len(found)} repetitions on the serial line instead of {paper['repetitions']}")
    encrypt = model(program.implementation.cipher)
    for match in found:
        expected = encrypt(bytes.fromhex(match["key"]), match["plaintext"].encode()).hex()
        if match["ciphertext"] != expected or match["decrypted"] != paper["plaintext"]:
            raise RunError(f"wrong result for key {match['key']}")

    exact = [[int(c) for c in match["exact"].split()] for match in found]
    for run_ in (seen, second):
        cycles = [w.cycles - run_.zero for w in run_.windows][-3 * len(found) :]
        if cycles != [c for triple in exact for c in triple]:
            raise RunError(f"the chip's timer and {run_.simulator} disagree")
    board = program.board.facts
    return Sketch(
        cipher=program.implementation.cipher,
        kernel=program.implementation.kernel,
        clock_hz=board["clock_hz"],
        micros={
            o: [int(m[f]) for m in found]
            for o, f in zip(OPERATIONS, ("key_us", "encrypt_us", "decrypt_us"), strict=True)
        },
        cycles=dict(zip(OPERATIONS, map(list, zip(*exact, strict=True)), strict=True)),
        transcript="".join(line for line in found[0][0].splitlines(keepends=True) if not line.startswith("Exact")),
        provenance={
            **program.provenance,
            "simulator": f"simavr {seen.version}",
            "cross_check": f"avr8js {second.version}: equal to the cycle",
        },
    )
