# SPDX-License-Identifier: MIT
"""The library answers requests on a target: builds lab/cavp/engine.c around an implementation, passes it the requests,
and reads the results.

A machine with an operating system reads all requests in one run; a board holds as many as fit in its flash, so a long
file takes several programs."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from ..build import Program, implementation_config, link_program
from ..errors import BuildError, DoesNotFit, LabError, RunError
from ..paths import BUILD, ROOT, shown
from ..plan.implementations import Implementation, discover, family_of, library_folder, library_sources
from ..rows import sizes
from ..run.measure import WORKERS, missing
from ..targets import TARGETS
from ..targets.base import AnyTarget
from .naming import ENCRYPT, Subject
from .requests import BLOCK, Malformed, Requests, Test
from .responses import Answer, Step

ENGINE = ROOT / "lab/cavp/engine.c"
FED_BUFFER = 65536
END = bytes(1)
MOST_REQUESTS = 200_000  # bytes in one program: more make the compiler slow
AUTHENTICATION = 7  # of narae/status.h, without its sign


@dataclass
class Done:
    """The answers to one file, and what gave them."""

    answers: list[Answer]
    kernel: str
    programs: int
    provenance: dict[str, Any]  # of the first of them


def target_of(name: str) -> AnyTarget:
    if name not in TARGETS:
        raise LabError(f"unknown target `{name}`; the targets are: {', '.join(TARGETS)}")
    return TARGETS[name]()


def implementation_of(target: AnyTarget, subject: Subject, key_bytes: int, kernel: str | None) -> Implementation:
    """The library's cipher in its mode, with the kernel that is requested, or with the target's best."""
    mode = "block" if subject.mode == "ecb" else subject.mode
    cipher = f"{subject.cipher}-{8 * key_bytes}"
    portable = next(
        i for i in discover() if i.in_library and (i.cipher, i.mode, i.kind != "phases") == (cipher, mode, True)
    )
    offered = kernels(target, portable)
    if kernel is None:
        return offered[best(target, offered)]
    board_kernels = target.board.facts.get("kernels", [])
    short = f"{board_kernels[0]}-{kernel}" if board_kernels else kernel  # `small` is enough for `avr-small`
    found = offered.get(kernel) or offered.get(short)
    if found is None:
        raise LabError(
            f"{target.name} has no kernel `{kernel}` for {cipher} in {subject.mode.upper()}; "
            f"it has: {', '.join(offered)}"
        )
    return found


def kernels(target: AnyTarget, portable: Implementation) -> dict[str, Implementation]:
    """By the name that a row has for it."""
    facts = target.board.facts
    made = [portable]
    made += [portable.with_kernel(k) for k in facts.get("kernels", []) if portable.has_kernel(k)]
    made += [replace(portable, kernel=level) for level in facts.get("levels", []) if level in portable.levels]
    return {i.kernel: i for i in made}


def best(target: AnyTarget, offered: dict[str, Implementation]) -> str:
    """The chip's own kernels where there are any; levels get better from the first to the last."""
    chip = [k for k in target.board.facts.get("kernels", []) if k in offered and has_files(offered[k])]
    levels = [k for k, i in offered.items() if i.level]
    return (chip or levels[-1:] or list(offered))[0]


def has_files(implementation: Implementation) -> bool:
    """Is there code for the chip's family in the cipher's folder?"""
    family, folder = implementation.family, implementation.folder
    return any(family_of(f) == family and library_folder(f) == folder for f in library_sources())


def run(target: AnyTarget, requests: Requests, kernel: str | None, say: Callable[[str], None]) -> Done:
    """Answers all of them; `say` is told of each program."""
    implementation = implementation_of(target, requests.subject, requests.key_bytes, kernel)
    engine = Engine(target, implementation, requests)
    try:
        chunks = engine.chunks()

        def one(number: int) -> tuple[list[Answer], dict[str, Any]]:
            say(f"{target.name} {implementation.name}" + (f", {number + 1} of {len(chunks)}" if chunks[1:] else ""))
            return engine.answer(number, chunks[number])

        pool = ThreadPoolExecutor(1 if engine.fed else WORKERS)
        try:
            parts = list(pool.map(one, range(len(chunks))))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    except (BuildError, RunError) as error:
        raise RunError(f"{shown(requests.path)}: {implementation.name} on {target.name}: {error}") from error
    answers = [answer for part, _ in parts for answer in part]
    return Done(answers, implementation.kernel, len(chunks), parts[0][1])


class Engine:
    """Programs of one implementation for the requests of one file."""

    def __init__(self, target: AnyTarget, implementation: Implementation, requests: Requests):
        self.target, self.implementation, self.requests = target, implementation, requests
        self.fed = "flash_bytes" not in target.board.facts

    def chunks(self) -> list[list[Test]]:
        """As many requests as one program can hold."""
        if self.fed:
            return [self.requests.tests]
        with self.program("empty", []) as empty:
            room = self.target.board.facts["flash_bytes"] - sizes.footprint(empty.elf).flash_bytes
        chunks: list[list[Test]] = []
        left = 0
        for test in self.requests.tests:
            need = len(encoded(test, self.requests.subject))
            if need > room:
                raise Malformed(
                    self.requests.path,
                    test.first,
                    f"this request needs {need} bytes of flash on {self.target.name}, which has {room} free",
                )
            if need > left:
                chunks.append([])
                left = min(room, MOST_REQUESTS)
            chunks[-1].append(test)
            left -= need
        return chunks

    def answer(self, number: int, tests: list[Test]) -> tuple[list[Answer], dict[str, Any]]:
        stream = b"".join(encoded(test, self.requests.subject) for test in tests)
        with self.program(str(number), [] if self.fed else tests) as program:
            said = self.target.converse(program, (stream + END).hex() if self.fed else "")
            return read(said, tests), program.provenance

    @contextmanager
    def program(self, name: str, tests: list[Test]) -> Iterator[Program]:
        """Its folder goes when it is done with."""
        subject, implementation = self.requests.subject, self.implementation
        stream = b"".join(encoded(test, subject) for test in tests) + END
        ram = self.target.board.facts.get("ram_bytes")
        config = [
            *implementation_config(implementation),
            f"#define CAVP_{subject.mode.upper()} 1",
            f"#define CAVP_BUFFER {ram // 16 if ram else FED_BUFFER}",
            f"#define CAVP_MOST_NONCE {max(BLOCK, *(len(t.nonce) for t in self.requests.tests))}",
            "" if self.fed else f"#define CAVP_REQUESTS {', '.join(map(str, stream))}",
            "",
        ]
        around = [ENGINE, *self.target.board.sources()]
        name = f"cavp-{os.getpid()}-{name}"
        folder = BUILD / self.target.board.name / f"{name}-{implementation.slug}"
        try:
            program = link_program(implementation, self.target.board, name, around, "\n".join(config))
            if program.lacks_its_kernel:
                raise BuildError(f"all that {implementation.cipher} runs there is portable; say --kernel portable")
            if reason := missing(self.target, program, 0):
                raise DoesNotFit(reason)
            yield program
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def encoded(test: Test, subject: Subject) -> bytes:
    """As lab/cavp/engine.c reads it."""
    operation = (1 if test.direction == ENCRYPT else 2) + (2 if subject.monte_carlo else 0)
    sizes_of_it = bytes([operation, len(test.nonce), test.tag_bytes])
    lengths = len(test.ad).to_bytes(4, "little") + len(test.text).to_bytes(4, "little")
    tag = test.tag.ljust(test.tag_bytes, b"\0")
    return sizes_of_it + lengths + test.key + test.nonce + tag + test.ad + test.text


def read(said: str, tests: list[Test]) -> list[Answer]:
    """The words of the engine; anything unexpected is a RunError."""
    answers: list[Answer] = []
    steps: list[Step] = []
    for line in said.splitlines():
        word, *rest = line.split(" ")
        if word == "step" and len(rest) == 4:
            steps.append(Step(*(unhex(part) for part in rest)))
        elif word == "answer" and len(rest) == 3 and rest[2] in ("0", str(AUTHENTICATION)):
            accepted = rest[2] == "0"
            output = unhex(rest[0]) if accepted else b""
            answers.append(Answer(accepted, output, unhex(rest[1]), tuple(steps)))
            steps = []
        else:
            raise RunError(f"the program said `{line[:200]}`")
    if len(answers) != len(tests):
        raise RunError(f"{len(answers)} answers to {len(tests)} requests")
    return answers


def unhex(text: str) -> bytes:
    return b"" if text == "-" else bytes.fromhex(text)
