"""The general recipe: the bench itself, on the targets and in the environments that a paper's terms name, for the
kernels and the sizes that they ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .. import measure
from ..cache import Cache
from ..environments import target_in
from ..implementations import Implementation, discover
from ..papers import Paper
from ..papers.expressions import Term
from .measured import Measured

WITHOUT_SIZE = ("key-setup", "key+encrypt", "key+decrypt")  # timed with every program


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
    wanted = {(t.cipher, t.mode) for t in terms}
    sizes = {
        (cipher, mode): {
            (t.bytes, t.ad_bytes)
            for t in terms
            if (t.cipher, t.mode) == (cipher, mode) and t.bytes is not None and t.operation not in WITHOUT_SIZE
        }
        for cipher, mode in wanted
    }
    chosen = [i for i in discover() if (i.cipher, i.mode) in wanted and any(asks_for(t, i) for t in terms)]
    return measure.Plan(chosen, [target], sizes={k: v or {smallest(k, chosen)} for k, v in sizes.items()})


def asks_for(term: Term, implementation: Implementation) -> bool:
    if (term.cipher, term.mode) != (implementation.cipher, implementation.mode):
        return False
    any_of_the_library = implementation.in_library and not term.kernel.startswith("baseline:")
    return any_of_the_library or implementation.kernel == term.kernel


def smallest(name: tuple[str, str], chosen: list[Implementation]) -> tuple[int, int]:
    """Something must be timed with every key: one block."""
    return next((i.block_bytes or 16 for i in chosen if (i.cipher, i.mode) == name), 16), 0
