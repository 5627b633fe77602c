# SPDX-License-Identifier: MIT
"""Ambiguities of a prototype: which pointer is the input, whether a length is in bytes or bits.  Functions that build a
call ask a Choice; lab/run/trial.py takes the reading with which the code passes its vectors."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
MAX_READINGS = 24  # readings that are tried


class Choice:
    """Answers by question; the default is the first, which is the likeliest.  It records the questions."""

    def __init__(self, answers: dict[str, str] | None = None) -> None:
        self.answers = answers or {}
        self.questions: dict[str, tuple[str, ...]] = {}

    def __call__(self, question: str, *answers: str) -> str:
        self.questions.setdefault(question, answers)
        return self.answers.get(question, answers[0])


def readings(make: Callable[[Choice], T]) -> list[tuple[T, str]]:
    """The result of `make` for each combination of answers, with the answers; the likeliest first."""
    likeliest = Choice()
    likely = make(likeliest)
    if not likeliest.questions:
        return [(likely, "")]
    every = itertools.islice(itertools.product(*likeliest.questions.values()), MAX_READINGS)
    combined = [dict(zip(likeliest.questions, answers, strict=True)) for answers in every]
    return [(make(Choice(a)), ", ".join(f"{question} {answer}" for question, answer in a.items())) for a in combined]
