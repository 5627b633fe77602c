# SPDX-License-Identifier: MIT
"""All ciphers of the papers on all machines, by the library's fastest kernels: the papers' future work.
lab/models/matrix.toml lists ciphers and questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..cache import Cache
from ..paths import MODELS
from ..plan import schema, selection
from ..plan.implementations import discover
from ..rows import Row, cycles_of
from ..run import measure
from ..targets import TARGETS
from .expressions import Expression, Quantity, Term, evaluate
from .ledger import Unmeasured, fits, value

NAME = "future-work"
FILE = MODELS / "matrix.toml"
MESSAGE_OPERATIONS = ("encrypt", "seal", "hash")
DOES_NOT_FIT = "does not fit"


@dataclass(frozen=True)
class Cell:
    """A cipher and mode on a machine, with messages of one size, by the fastest kernel."""

    target: str
    cipher: str
    mode: str
    bytes: int
    kernel: str
    cycles_per_byte: float | None
    flash_bytes: int | None
    ram_bytes: int  # variables, context and stack
    fidelity: str
    error_band: str | None
    row: int = -1  # index into the rows


class FutureWork(schema.Table):
    """An open question of a paper, and the figures of its answer."""

    paper: str
    says: str
    answer: str
    figures: list[Expression]


class Questions(schema.Table):
    ciphers: list[str]  # with their modes
    usual: int
    sizes: dict[str, list[int]]  # by target
    questions: list[FutureWork]


class Matrix:
    def __init__(self) -> None:
        self.facts = schema.checked(FILE, Questions)
        self.order = [tuple(name.split()) for name in self.facts["ciphers"]]

    @cached_property
    def plans(self) -> list[selection.Plan]:
        offered = [i for i in discover() if i.has_library_kernels and i.kind != "phases"]
        chosen = [i for i in offered if (i.cipher, i.mode) in self.order]
        return [
            selection.Plan(
                chosen,
                [TARGETS[name]()],
                sizes={(i.cipher, i.mode, i.kind): {(n, 0) for n in sizes} for i in chosen},
            )
            for name, sizes in self.facts["sizes"].items()
        ]

    def steps(self) -> int:
        return sum(p.steps() for p in self.plans)

    def run(self, cache: Cache, say: Callable[[str], None]) -> list[Row]:
        return [row for plan in self.plans for row in measure.execute(plan, cache, say)]

    def document(self, rows: list[Row], worded: Callable[[str], str] = str) -> dict[str, Any]:
        """The report's data; `worded` translates the answers."""
        cells = self.cells(rows)
        return {
            "name": NAME,
            "usual": self.facts["usual"],
            "questions": [
                {k: q[k] for k in ("paper", "says")} | {"answer": answer(q, rows), "answer_ko": answer(q, rows, worded)}
                for q in self.questions
            ],
            "cells": [vars(c) for c in cells],
            "failures": [
                f"{r.target} {r.cipher} {r.mode} {r.kernel}: {r.failure}"
                for r in rows
                if r.failure and not r.failure.startswith(DOES_NOT_FIT)
            ],
        }

    @property
    def questions(self) -> list[dict[str, Any]]:
        return self.facts["questions"]

    @property
    def targets(self) -> list[str]:
        return list(self.facts["sizes"])

    def cells(self, rows: list[Row]) -> list[Cell]:
        """By the kernel that is fastest at the usual size, so that all sizes of a line are one program."""
        good = [
            r for r in rows if r.cycles is not None and r.operation in MESSAGE_OPERATIONS and r.bytes and not r.ad_bytes
        ]
        fastest: dict[tuple[Any, ...], Row] = {}
        for row in good:
            key = (row.target, row.cipher, row.mode)
            if row.bytes == self.facts["usual"] or row.mode == "permutation":
                fastest[key] = min(fastest.get(key, row), row, key=cycles_of)
        place = {id(r): i for i, r in enumerate(rows)}
        best = [r for r in good if fastest.get((r.target, r.cipher, r.mode), r).kernel == r.kernel]
        return [
            Cell(
                target=r.target,
                cipher=r.cipher,
                mode=r.mode,
                bytes=r.bytes,
                kernel=r.kernel,
                cycles_per_byte=r.cycles_per_byte,
                flash_bytes=r.flash_bytes,
                ram_bytes=sum(b or 0 for b in (r.ram_bytes, r.context_bytes, r.stack_bytes)),
                fidelity=r.fidelity,
                error_band=r.error_band,
                row=place[id(r)],
            )
            for r in sorted(best, key=lambda r: (self.order.index((r.cipher, r.mode)), r.bytes))
        ]


def answer(question: dict[str, Any], rows: list[Row], worded: Callable[[str], str] = str) -> str:
    def value_of(term: Term, unit: str) -> Quantity:
        matches = [r for r in rows if r.cycles is not None and fits(term, r)]
        if not matches:
            raise Unmeasured(f"{term}: no such row")
        return value(min(matches, key=cycles_of), term, unit)

    try:
        figures = [evaluate(e | {"kernel": "library"}, "cycles/byte", value_of, float) for e in question["figures"]]
        return worded(question["answer"]).format(*(q.middle for q in figures))
    except Unmeasured as error:
        return f"(not measured: {error})"
