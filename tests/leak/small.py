# SPDX-License-Identifier: MIT
"""Small programs with a case, and their verdicts."""

from __future__ import annotations

from pathlib import Path

from msgspec import structs

from lab.leak.case import Case, cases_in
from lab.leak.check import Verdict, check
from lab.leak.model import Model, models
from lab.leak.program import program_of

HEAD = {
    "uno": ".text\n.global f\n.type f, @function\nf:\n",
    "hifive1": ".text\n.global f\n.type f, @function\nf:\n",
    "m0plus": ".syntax unified\n.thumb\n.cpu cortex-m0plus\n.text\n.global f\n.thumb_func\n.type f, %function\nf:\n",
    "m3": ".syntax unified\n.thumb\n.cpu cortex-m3\n.text\n.global f\n.thumb_func\n.type f, %function\nf:\n",
    "m4": ".syntax unified\n.thumb\n.cpu cortex-m4\n.text\n.global f\n.thumb_func\n.type f, %function\nf:\n",
}
RETURN = {"uno": "ret", "hifive1": "ret", "m0plus": "bx lr", "m3": "bx lr", "m4": "bx lr"}


def assembly(target: str, lines: list[str]) -> str:
    body = "".join(f"{line}\n" if line.endswith(":") else f"    {line}\n" for line in [*lines, RETURN[target]])
    return f"{HEAD[target]}{body}.size f, . - f\n"


def written(folder: Path, target: str, lines: list[str], facts: str) -> Case:
    """A case of `f`, made of these instructions and a return; `facts` are the other fields."""
    (folder / "f.S").write_text(assembly(target, lines))
    (folder / "leak.toml").write_text(f'[[case]]\nsources = ["f.S"]\ntargets = ["{target}"]\n{facts}\n')
    return cases_in(folder / "leak.toml")[0]


def verdicts(
    case: Case, level: str = "pairs", places: tuple[str, ...] = (), model: Model | None = None, **operands: bool
) -> list[Verdict]:
    """`operands`: switches of the model to change."""
    target = case.facts.targets[0]
    used = model or models()[target]
    if operands:
        used = structs.replace(used, operands=structs.replace(used.operands, **operands))
    return check(case, target, program_of(case, target), used, level, used.chosen(places))


def leaking_places(verdict: Verdict) -> set[str]:
    return {leak.place for leak in verdict.leaks if not leak.open}
