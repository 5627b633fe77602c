# SPDX-License-Identifier: MIT
"""The general recipe: the bench itself, on the targets, environments, kernels and sizes of a paper's terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...cache import Cache
from ...plan.environments import target_in
from ...plan.implementations import Implementation, discover
from ...rows import MODE_OPERATIONS, PHASES
from ...run import measure
from .. import Paper
from ..expressions import Term
from .measured import Measured

WITHOUT_SIZE = ("key-setup", "key+encrypt", "key+decrypt", "set-key", "set-iv", "add-ad")


class Recipe:
    """One plan for each target and environment."""

    def __init__(self, paper: Paper, terms: Iterable[Term], seed: int):
        places: dict[tuple[str, str], list[Term]] = {}
        for term in terms:
            places.setdefault((term.target, term.environment), []).append(term)
        self.plans = {place: plan(*place, some) for place, some in places.items()}

    def steps(self) -> int:
        return sum(p.steps() for p in self.plans.values())

    def run(self, cache: Cache, say: Callable[[str], None]) -> Measured:
        found = Measured()
        for (_, environment), the_plan in self.plans.items():

            def in_it(text: str, environment: str = environment) -> None:
                say(f"{text}{f' ({environment})' if environment else ''}")

            found.rows += [(environment, row) for row in measure.execute(the_plan, cache, in_it)]
        return found


def plan(target_name: str, environment: str, terms: list[Term]) -> measure.Plan:
    target = target_in(target_name, environment)
    chosen = [i for i in discover() if any(asks_for(t, i) for t in terms)]
    sizes: dict[tuple[str, str, str], set[tuple[int, int]]] = {}
    for i in chosen:
        asked = {(t.bytes or 0, t.ad_bytes) for t in terms if asks_for(t, i) and has_size(t)}
        sizes.setdefault((i.cipher, i.mode, i.kind), set()).update(asked or {(i.block_bytes or 16, 0)})
    return measure.Plan(chosen, [target], sizes=sizes)


def has_size(term: Term) -> bool:
    """Not one of those that every program times once."""
    return term.bytes is not None and term.operation not in WITHOUT_SIZE


def in_phases(term: Term) -> bool:
    return term.operation in PHASES and term.operation not in MODE_OPERATIONS.get(term.mode, ())


def asks_for(term: Term, implementation: Implementation) -> bool:
    if (term.cipher, term.mode) != (implementation.cipher, implementation.mode):
        return False
    if in_phases(term) != (implementation.kind == "phases"):
        return False
    any_of_the_library = implementation.in_library and not term.kernel.startswith("baseline:")
    return any_of_the_library or implementation.kernel == term.kernel
