# SPDX-License-Identifier: MIT
"""Ways to read what a prototype leaves open: which pointer is the input, whether a length is in bytes or bits.  What
builds a call asks a Choice; lab/run/trial.py takes the reading with which the code passes its vectors."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TypeVar

Made = TypeVar("Made")
MOST = 24  # readings that are tried


class Choice:
    """Answers to questions, by question; without one the likeliest answer, which is the first.  It remembers what it
    was asked."""

    def __init__(self, answers: dict[str, str] | None = None) -> None:
        self.answers = answers or {}
        self.asked: dict[str, tuple[str, ...]] = {}

    def __call__(self, question: str, *answers: str) -> str:
        self.asked.setdefault(question, answers)
        return self.answers.get(question, answers[0])


def readings(make: Callable[[Choice], Made]) -> list[tuple[Made, str]]:
    """What `make` gives for each combination of answers, with the answers; the likeliest one first."""
    likeliest = Choice()
    made = make(likeliest)
    if not likeliest.asked:
        return [(made, "")]
    every = itertools.islice(itertools.product(*likeliest.asked.values()), MOST)
    combined = [dict(zip(likeliest.asked, answers, strict=True)) for answers in every]
    return [(make(Choice(a)), ", ".join(f"{question} {answer}" for question, answer in a.items())) for a in combined]
