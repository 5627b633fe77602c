# SPDX-License-Identifier: MIT
"""The general recipe: the bench itself, on the targets, environments, kernels and sizes of a paper's terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...cache import Cache
from ...plan import selection
from ...plan.environments import target_in
from ...plan.implementations import Implementation, discover
from ...rows import MODE_OPERATIONS, PHASES
from ...run import measure
from .. import Paper
from ..expressions import Term
from .measured import Measured, promised

SOME = 16  # bytes, of an operation that says itself how many it takes
MORE: dict[str, Any] = {"context_bytes": 1, "stack_bytes": 1, "provenance": {"instructions": 1}}
WITHOUT_SIZE = ("key-setup", "key+encrypt", "key+decrypt", "set-key", "set-iv", "add-ad")


class Recipe:
    """One plan for each target and environment."""

    def __init__(self, paper: Paper, terms: Iterable[Term], seed: int):
        self.terms = list(terms)
        places: dict[tuple[str, str], list[Term]] = {}
        for term in self.terms:
            places.setdefault((term.target, term.environment), []).append(term)
        self.plans = {place: plan(*place, some) for place, some in places.items()}

    def steps(self) -> int:
        return sum(p.steps() for p in self.plans.values())

    def promised(self) -> Measured:
        """Rows such as run() will give."""
        found = Measured()
        for (_, environment), the_plan in self.plans.items():
            for target, i in the_plan.pairs():
                sizes = [(s.bytes, s.ad_bytes) for s in the_plan.sizes_of(target, i)]
                given = {(o, *size) for o in i.operations if o not in WITHOUT_SIZE for size in sizes}
                for operation in (*i.operations, "key-setup"):
                    if operation in WITHOUT_SIZE or not sizes:
                        asked = {
                            (t.bytes, t.ad_bytes) for t in self.terms if t.operation == operation and asks_for(t, i)
                        }
                        named = {(operation, n, ad) for n, ad in asked if n is not None}
                        given |= named or {(operation, SOME, ad) for _, ad in asked}
                found.rows += [(environment, promised(target, i, *one, **MORE)) for one in sorted(given)]
        return found

    def run(self, cache: Cache, say: Callable[[str], None]) -> Measured:
        found = Measured()
        for (_, environment), the_plan in self.plans.items():

            def in_it(text: str, environment: str = environment) -> None:
                say(f"{text}{f' ({environment})' if environment else ''}")

            found.rows += [(environment, row) for row in measure.execute(the_plan, cache, in_it)]
        return found


def plan(target_name: str, environment: str, terms: list[Term]) -> selection.Plan:
    target = target_in(target_name, environment)
    chosen = [i for i in discover() if any(asks_for(t, i) for t in terms)]
    sizes: dict[tuple[str, str, str], set[tuple[int, int]]] = {}
    for i in chosen:
        sized = [t for t in terms if asks_for(t, i) and has_size(t)]
        of_blocks = sized if i.kind == "block" else []
        if odd := sorted(str(t) for t in of_blocks if not t.bytes or t.bytes % i.block_bytes):
            raise ValueError(f"{odd[0]}: blocks have {i.block_bytes} bytes")
        asked = {(t.bytes or 0, t.ad_bytes) for t in sized}
        sizes.setdefault((i.cipher, i.mode, i.kind), set()).update(asked or {(i.block_bytes or 16, 0)})
    return selection.Plan(chosen, [target], sizes=sizes)


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
