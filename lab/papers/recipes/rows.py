# SPDX-License-Identifier: MIT
"""The general recipe: the bench, with the targets, environments, kernels and sizes of a paper's terms."""

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
from .measured import Measured, sample_row

ANY_SIZE = 16  # bytes, for operations with a size of their own
MORE: dict[str, Any] = {"context_bytes": 1, "stack_bytes": 1, "provenance": {"instructions": 1}}
WITHOUT_SIZE = ("key-setup", "key+encrypt", "key+decrypt", "set-key", "set-iv", "add-ad")


class Recipe:
    """A plan for each target and environment."""

    def __init__(self, paper: Paper, terms: Iterable[Term], seed: int):
        self.terms = list(terms)
        groups: dict[tuple[str, str], list[Term]] = {}
        for term in self.terms:
            groups.setdefault((term.target, term.environment), []).append(term)
        self.plans = {key: plan(*key, group) for key, group in groups.items()}

    def steps(self) -> int:
        return sum(p.steps() for p in self.plans.values())

    def sample_rows(self) -> Measured:
        """Placeholders for the rows of run()."""
        sample = Measured()
        for (_, environment), the_plan in self.plans.items():
            for target, i in the_plan.pairs():
                sizes = [(s.bytes, s.ad_bytes) for s in the_plan.sizes_of(target, i)]
                cases = {(o, *size) for o in i.operations if o not in WITHOUT_SIZE for size in sizes}
                for operation in (*i.operations, "key-setup"):
                    if operation in WITHOUT_SIZE or not sizes:
                        sizes_of_terms = {
                            (t.bytes, t.ad_bytes) for t in self.terms if t.operation == operation and selects(t, i)
                        }
                        sized = {(operation, n, ad) for n, ad in sizes_of_terms if n is not None}
                        cases |= sized or {(operation, ANY_SIZE, ad) for _, ad in sizes_of_terms}
                sample.rows += [(environment, sample_row(target, i, *case, **MORE)) for case in sorted(cases)]
        return sample

    def run(self, cache: Cache, say: Callable[[str], None]) -> Measured:
        measured = Measured()
        for (_, environment), the_plan in self.plans.items():

            def report(text: str, environment: str = environment) -> None:
                say(f"{text}{f' ({environment})' if environment else ''}")

            measured.rows += [(environment, row) for row in measure.execute(the_plan, cache, report)]
        return measured


def plan(target_name: str, environment: str, terms: list[Term]) -> selection.Plan:
    target = target_in(target_name, environment)
    chosen = [i for i in discover() if any(selects(t, i) for t in terms)]
    sizes: dict[tuple[str, str, str], set[tuple[int, int]]] = {}
    for i in chosen:
        sized = [t for t in terms if selects(t, i) and has_size(t)]
        of_blocks = sized if i.kind == "block" else []
        if invalid := sorted(str(t) for t in of_blocks if not t.bytes or t.bytes % i.block_bytes):
            raise ValueError(f"{invalid[0]}: blocks have {i.block_bytes} bytes")
        requested = {(t.bytes or 0, t.ad_bytes) for t in sized}
        sizes.setdefault((i.cipher, i.mode, i.kind), set()).update(requested or {(i.block_bytes or 16, 0)})
    return selection.Plan(chosen, [target], sizes=sizes)


def has_size(term: Term) -> bool:
    """Not an operation that every program times once."""
    return term.bytes is not None and term.operation not in WITHOUT_SIZE


def is_phase(term: Term) -> bool:
    return term.operation in PHASES and term.operation not in MODE_OPERATIONS.get(term.mode, ())


def selects(term: Term, implementation: Implementation) -> bool:
    if (term.cipher, term.mode) != (implementation.cipher, implementation.mode):
        return False
    if is_phase(term) != (implementation.kind == "phases"):
        return False
    any_of_the_library = implementation.has_library_kernels and not term.kernel.startswith("baseline:")
    return any_of_the_library or implementation.kernel == term.kernel
