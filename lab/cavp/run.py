# SPDX-License-Identifier: MIT
"""The library answers requests on a target: builds lab/cavp/engine.c around an implementation, passes it the requests,
and reads the results.

A machine with an operating system reads all requests in one run; a board holds as many as fit in its flash, so a long
file takes several programs."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from ..build import Program, file_hash, implementation_config, link_program
from ..errors import BuildError, DoesNotFit, LabError, RunError
from ..paths import BUILD, ROOT
from ..plan.cpu import levels_of
from ..plan.implementations import (
    GHASH_LEVELS,
    LEVELS,
    Implementation,
    discover,
    family_of,
    library_folder,
    library_sources,
)
from ..rows import sizes
from ..run.checks import missing
from ..run.cores import WORKERS
from ..targets import TARGETS
from ..targets.base import Target
from .naming import ASCON, CIPHER_MODES, ENCRYPT, HASH_MODES, HASHES, MONTE_CARLO, SEGMENT_BITS, SHAKE, Subject
from .requests import BLOCK, Test
from .responses import Answer, Step

ENGINE = ROOT / "lab/cavp/engine.c"
FOLDERS = {"sha2": ROOT / "src/sha2", "sha3": ROOT / "src/keccak", "lsh": ROOT / "src/lsh"}  # by header
FAMILIES = {
    "hash": "hash",
    "hmac": "hmac",
    "hash-drbg": "drbg",
    "hmac-drbg": "drbg",
    "kbkdf-hmac": "kdf",
    "pbkdf2": "kdf",
}
FED_BUFFER = 65536
MAX_FIELD = 65535  # its length has two bytes
MAX_KEY = 2 * FED_BUFFER  # HMAC: NIST has keys of 65536 bytes
WHOLE = ("xts", "kw", "kwp", "kbkdf-cmac", "kbkdf-hmac", "ctr-drbg", "hash-drbg", "hmac-drbg")  # processed in one call
MAX_NUMBER = (1 << 32) - 1
END = bytes(1)
PARTS = 4  # runs of a hash's Monte Carlo test on a board, since a run has a limit
MAX_REQUESTS = 200_000  # bytes in one program: more make the compiler slow
AUTHENTICATION, LENGTH = "7", "5"  # negated codes of narae/status.h
LENGTHS = {  # meaning of a wrong length, by header
    "drbg": "too little entropy, or more input or output than the standard allows",
    "kbkdf": "more blocks than the counter can count",
    "kw": "KW wraps whole blocks of 8 bytes, two or more; KWP one byte or more",
    "xts": "a data unit has 16 bytes to 16 MiB",
}


@dataclass
class Answers:
    """The answers to one file, with kernel and provenance."""

    answers: list[Answer]
    kernel: str
    programs: int
    provenance: dict[str, Any]  # of the first program


def target_of(name: str) -> Target:
    if name not in TARGETS:
        raise LabError(f"unknown target `{name}`; the targets are: {', '.join(TARGETS)}")
    return TARGETS[name]()


def implementation_of(target: Target, subject: Subject, kernel: str | None) -> Implementation:
    """The library's code with the target's best kernel at or below the one that is requested."""
    make = of_ascon if subject.cipher in ASCON else of_cipher if subject.mode in CIPHER_MODES else of_hash
    portable = make(subject)
    if kernel is None:
        return best(target, portable)
    if kernel == portable.kernel:
        return portable
    chip, levels, features = chip_kernels(target), target.board.levels, levels_of("x86")
    kernel = f"{chip[0]}-{kernel}" if chip and f"{chip[0]}-{kernel}" in chip else kernel  # `small` for `avr-small`
    if kernel in chip:
        return portable.with_kernel(kernel)
    if levels and kernel in features:
        return at_level(portable, [level for level in levels if features[level] <= features[kernel]])
    raise LabError(f"{target.name} has no kernel `{kernel}`; it has: {', '.join([portable.kernel, *chip, *levels])}")


def of_cipher(subject: Subject) -> Implementation:
    """A cipher in a mode, which the lab need not measure."""
    block = next(i for i in discover() if (i.in_library, i.kind, i.cipher) == (True, "block", subject.name))
    header = CIPHER_MODES[subject.mode]
    define = {
        "CAVP_FAMILY": '"drbg.h"' if header == "drbg" else '"kdf.h"' if header == "kbkdf" else '"cipher.h"',
        f"CAVP_{header.upper() or 'ECB'}": str(SEGMENT_BITS.get(subject.mode, 8) // 8),
        f"CAVP_MODE_{subject.mode.upper().replace('-', '_')}": "1",
        "BENCH_PREFIX": "narae_drbg_ctr" if header == "drbg" else f"narae_{header}",
        "NARAE_MODE_SCHEDULE_BYTES": "BENCH_SCHEDULE_BYTES",
    }
    if header:
        define["BENCH_MODE_HEADER"] = f'"narae/{header}.h"'
    if subject.mode in MONTE_CARLO:
        define["CAVP_SEGMENT"] = str(subject.segment)
    levels = (*block.levels, *(GHASH_LEVELS if subject.mode in ("gcm", "gmac") else ()))
    return replace(block, mode=subject.mode, define=block.define | define, levels=levels)


def of_hash(subject: Subject) -> Implementation:
    """A hash, or a construction on it."""
    folder = FOLDERS[HASHES[subject.cipher]]
    header = HASH_MODES[subject.mode]
    define = {
        "CAVP_FAMILY": f'"{FAMILIES[subject.mode]}.h"',
        "BENCH_HASH": f"narae_{c_name(subject.cipher)}",
        f"CAVP_MODE_{subject.mode.upper().replace('-', '_')}": "1",
    }
    if header == "drbg":
        define["BENCH_PREFIX"] = f"narae_drbg_{subject.mode.removesuffix('-drbg')}"
    if subject.cipher in SHAKE:
        define |= {"CAVP_FAMILY": '"shake.h"', "BENCH_PREFIX": f"narae_{subject.cipher}"}
    if header:
        define["BENCH_MODE_HEADER"] = f'"narae/{header}.h"'
    if subject.monte_carlo and subject.cipher not in SHAKE:
        define["CAVP_HASHED_TOGETHER"] = str(subject.together)
    levels = {level for i in discover() if i.in_library and i.folder == folder for level in i.levels}
    return Implementation(
        cipher=subject.cipher,
        mode=subject.mode,
        kernel="portable",
        kind="message",
        folder=folder,
        header=f"narae/{HASHES[subject.cipher]}.h",
        vector_folders=(),
        vector_name=(subject.cipher, subject.mode),
        define=define,
        levels=tuple(level for level in LEVELS if level in levels),
    )


def of_ascon(subject: Subject) -> Implementation:
    """An algorithm of SP 800-232, with the kernels of the measured one."""
    measured = next(
        i for i in discover() if i.in_library and i.kind == "message" and (i.cipher, i.mode) == ASCON[subject.cipher]
    )
    name = subject.cipher.replace("-", "_")
    define = {
        "CAVP_FAMILY": '"cipher.h"' if subject.mode == "aead" else '"ascon.h"',
        "BENCH_PREFIX": f"narae_{name}",
        f"CAVP_{name.upper()}": "1",
    }
    return replace(measured, cipher=subject.cipher, define=define, vector_folders=())


def c_name(hash_name: str) -> str:
    """ "sha-512-256" -> "sha512_256", "sha3-256" -> "sha3_256"."""
    return re.sub("^(sha|lsh)-", r"\1", hash_name).replace("-", "_")


def chip_kernels(target: Target) -> list[str]:
    """The default variant first."""
    kernels: list[str] = target.board.kernels
    return kernels


def at_level(portable: Implementation, levels: list[str]) -> Implementation:
    """At the highest of these levels that changes its kernels."""
    own = [level for level in levels if level in portable.levels]
    return replace(portable, kernel=own[-1]) if own else portable


def best(target: Target, portable: Implementation) -> Implementation:
    """The chip's own kernels where there are any."""
    candidates = (portable.with_kernel(k) for k in chip_kernels(target) if portable.has_kernel(k))
    return next(filter(has_files, candidates), None) or at_level(portable, target.board.levels)


def has_files(implementation: Implementation) -> bool:
    """Is there code for the chip's family in the cipher's folder?"""
    family, folder = implementation.family, implementation.folder
    return any(family_of(f) == family and library_folder(f) == folder for f in library_sources())


def run(
    target: Target,
    subject: Subject,
    tests: list[Test],
    kernel: str | None,
    report: Callable[[str], None],
) -> Answers:
    """Answers all tests in order; `say` reports each program."""
    implementation = implementation_of(target, subject, kernel)
    refused = {id(test): why for test in tests if (why := too_large(target, subject, test))}
    engine = Engine(target, implementation, subject, [test for test in tests if id(test) not in refused])
    try:
        chunks = engine.chunks(refused)

        def one(number: int) -> tuple[list[Answer], dict[str, Any]]:
            report(f"{target.name} {implementation.name}" + (f", {number + 1} of {len(chunks)}" if chunks[1:] else ""))
            return engine.answer(number, chunks[number])

        pool = ThreadPoolExecutor(1 if engine.reads_input else WORKERS)
        try:
            parts = list(pool.map(one, range(len(chunks))))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    except (BuildError, RunError) as error:
        problem = str(error)
        if "stack runs into data" in problem:
            problem = "the stack and the variables need more RAM than the board has; use another target"
        elif subject.monte_carlo and ("timed out" in problem or "no end after" in problem):
            problem = "the Monte Carlo test takes longer there than a run may; use another target"
        raise RunError(f"{implementation.name} on {target.name}: {problem}") from error
    answered = (answer for part, _ in parts for answer in part)
    answers = [
        Answer(True, b"", b"", refused=refused[id(test)]) if id(test) in refused else next(answered) for test in tests
    ]
    return Answers(answers, engine.kernel, len(chunks) * engine.parts, parts[0][1] if parts else {})


def too_large(target: Target, subject: Subject, test: Test) -> str | None:
    """Why no program could hold the request; None if one can."""
    for field, number, _, limit in numbers_of(test):
        if number > limit:
            return f"{field}: {number} are more than the engine takes, {limit}"
    repeated = subject.mode == "hash" and subject.cipher not in SHAKE and not subject.monte_carlo and test.iterations
    if repeated and target.board.flash_bytes:
        return f"a message of {test.iterations * len(test.text)} bytes is too long for {target.name}; use --target host"
    return None


class Engine:
    """Programs of one implementation for requests of one subject."""

    def __init__(self, target: Target, implementation: Implementation, subject: Subject, tests: list[Test]):
        self.target, self.implementation, self.subject, self.tests = target, implementation, subject, tests
        self.reads_input = not target.board.flash_bytes
        continues = subject.mode == "hash" and subject.monte_carlo and subject.cipher not in SHAKE
        self.parts = PARTS if continues and not self.reads_input and not any(t.iterations for t in tests) else 1
        self.kernel = implementation.kernel  # "portable" where that is all that is linked

    def chunks(self, refused: dict[int, str]) -> list[list[Test]]:
        """As many requests as one program can hold, or one Monte Carlo test, which takes a simulator a minute or more;
        requests that no program can hold are refused."""
        if self.reads_input or not self.tests:
            return [self.tests] if self.tests else []
        with self.program("empty", []) as empty:
            room = self.target.board.flash_bytes - sizes.footprint(empty.elf).flash_bytes
        chunks: list[list[Test]] = []
        remaining = 0
        for test in self.tests:
            need = len(encoded(test, self.subject))
            if need > room:
                refused[id(test)] = (
                    f"this request needs {need} bytes of flash on {self.target.name}, which has {room} free"
                )
                continue
            if need > remaining or self.subject.monte_carlo:
                chunks.append([])
                remaining = min(room, MAX_REQUESTS)
            chunks[-1].append(test)
            remaining -= need
        return chunks

    def answer(self, number: int, tests: list[Test]) -> tuple[list[Answer], dict[str, Any]]:
        """The parts of a Monte Carlo test continue with the last digest."""
        answers, provenance = self.run_program(f"{number}", tests)
        for part in range(1, self.parts):
            (answer,) = answers
            if not answer.steps:
                break
            (more,), _ = self.run_program(f"{number}-{part}", [replace(tests[0], text=answer.steps[-1].output)])
            answers = [replace(answer, steps=answer.steps + more.steps)]
        return answers, provenance

    def run_program(self, name: str, tests: list[Test]) -> tuple[list[Answer], dict[str, Any]]:
        stream = b"".join(encoded(test, self.subject) for test in tests)
        with self.program(name, [] if self.reads_input else tests) as program:
            output = self.target.run_with_input(program, (stream + END).hex() if self.reads_input else "")
            return read(output, len(tests), self.subject.mode), program.provenance

    def most(self) -> dict[str, int]:
        """Bytes for each field of a request. The text's buffer has space for a part, or, if the mode is one call, for a
        whole text and its expansion. A program that reads its input supports any request, so files share it."""
        whole = max(len(t.ad) + len(t.text) for t in self.tests) + 2 * BLOCK if self.subject.mode in WHOLE else 0
        if self.reads_input:
            text = FED_BUFFER << (whole // FED_BUFFER).bit_length()
            return {"KEY": MAX_KEY, "NONCE": MAX_FIELD, "OUT": MAX_FIELD, "TEXT": text}
        return {
            "KEY": max(1, *(len(t.key) for t in self.tests)),
            "NONCE": max(1, *(len(t.nonce) for t in self.tests)),
            "OUT": max(1, *(t.out_bytes for t in self.tests)),
            "TEXT": whole or max(self.target.board.ram_bytes // 16, *self.seeds(), 0),
        }

    def seeds(self) -> list[int]:
        """Bytes of texts that the Monte Carlo test needs repeatedly."""
        return [len(t.text) for t in self.tests if self.subject.monte_carlo and t.iterations]

    @contextmanager
    def program(self, name: str, tests: list[Test]) -> Iterator[Program]:
        """Removed with its folder at the end, if it contains requests."""
        implementation = self.implementation
        stream = b"".join(encoded(test, self.subject) for test in tests) + END
        config = [
            *implementation_config(implementation),
            f"/* {file_hash(sorted(ENGINE.parent.glob('*.h')))} */",
            *(f"#define CAVP_MAX_{field} {bytes}" for field, bytes in self.most().items()),
            f"#define CAVP_PARTS {self.parts}",
            "" if self.reads_input else f"#define CAVP_REQUESTS {', '.join(map(str, stream))}",
            "",
        ]
        around = [ENGINE, *self.target.board.sources()]
        name = "cavp" if self.reads_input else f"cavp-{os.getpid()}-{name}"
        folder = BUILD / self.target.board.name / f"{name}-{implementation.slug}"
        try:
            program = link_program(implementation, self.target.board, name, around, "\n".join(config))
            if program.lacks_its_kernel:
                self.kernel = "portable"
            if reason := missing(self.target, program, 0):
                raise DoesNotFit(reason)
            yield program
        finally:
            if not self.reads_input:
                shutil.rmtree(folder, ignore_errors=True)


def numbers_of(test: Test) -> list[tuple[str, int, int, int]]:
    """Name, value, size in bytes and maximum of each length."""
    return [
        ("bytes of the key", len(test.key), 4, MAX_KEY),
        ("bytes of the nonce", len(test.nonce), 2, MAX_FIELD),
        ("bytes of output", test.out_bytes, 2, MAX_FIELD),
        ("iterations", test.iterations, 4, MAX_NUMBER),
        ("bytes of associated data", len(test.ad), 4, MAX_NUMBER),
        ("bytes of the message", len(test.text), 4, MAX_NUMBER),
    ]


def encoded(test: Test, subject: Subject) -> bytes:
    """In the format of lab/cavp/engine.c."""
    operation = (1 if test.direction == ENCRYPT else 2) + (2 if subject.monte_carlo else 0)
    tag = b"" if test.direction == ENCRYPT else test.tag.ljust(test.out_bytes, b"\0")
    numbers = b"".join(number.to_bytes(size, "little") for _, number, size, _ in numbers_of(test))
    return bytes([operation]) + numbers + test.key + test.nonce + tag + test.ad + test.text


def read(printed: str, tests: int, mode: str) -> list[Answer]:
    """Parses the engine's output for so many tests; anything unexpected is a RunError."""
    answers: list[Answer] = []
    steps: list[Step] = []
    for line in printed.splitlines():
        word, *rest = line.split(" ")
        if word == "step" and len(rest) == 4:
            steps.append(Step(*(unhex(part) for part in rest)))
        elif word == "answer" and len(rest) == 3 and rest[2] in ("0", AUTHENTICATION):
            accepted = rest[2] == "0"
            output = unhex(rest[0]) if accepted else b""
            answers.append(Answer(accepted, output, unhex(rest[1]), tuple(steps)))
            steps = []
        elif word == "answer" and len(rest) == 3 and (name := status_name(rest[2], mode)):
            answers.append(Answer(True, b"", b"", refused=f"the library refuses this request: {name}"))
            steps = []
        else:
            raise RunError(f"the program printed `{line[:200]}`")
    if len(answers) != tests:
        raise RunError(f"{len(answers)} answers to {tests} requests")
    return answers


def status_name(code: str, mode: str) -> str | None:
    """The name in narae/status.h, with its meaning."""
    text = (ROOT / "include/narae/status.h").read_text()
    match = re.search(rf"\b(NARAE_ERROR_\w+) = -{code},?(?: */\* (.*?) \*/)?", text)
    if match is None:
        return None
    what = LENGTHS.get((CIPHER_MODES | HASH_MODES).get(mode, mode), match[2]) if code == LENGTH else match[2]
    return f"{match[1]} ({what})" if what else match[1]


def unhex(text: str) -> bytes:
    return b"" if text == "-" else bytes.fromhex(text)
