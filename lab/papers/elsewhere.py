# SPDX-License-Identifier: MIT
"""A paper about the host, rerun on the machines of a scheduler's workers: each with its own clock and compilers."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from ..cache import Cache
from ..errors import LabError
from ..rows import provenance
from ..run import clock, fleet
from ..store import runs
from . import Paper, ledger
from .recipes import RECIPES, Measured


@dataclass(frozen=True)
class Asked:
    paper: Paper
    seed: int


@dataclass(frozen=True)
class Found:
    """What one machine measured, and data about it."""

    context: dict[str, Any]
    measured: Measured


def run(data: bytes) -> bytes:
    """On a worker, which does nothing else meanwhile: an Asked in, a Found out."""
    asked: Asked = pickle.loads(data)
    context = provenance.context() | clock.machine()
    recipe = RECIPES[asked.paper.recipe](asked.paper, ledger.wanted(asked.paper), asked.seed)
    measured = recipe.run(Cache(), lambda _: None)
    for _, row in measured.rows:
        row.provenance |= {"machine": clock.sentence(context), "core": context["host_cpu_model"]}
    return pickle.dumps(Found(context, measured))


def everywhere(lab: fleet.Fleet, paper: Paper, seed: int, say: Callable[[str], None]) -> list[Found | str]:
    """From each machine that offers its clock, or why it gave nothing."""
    sources = runs.sources_hash()
    names = sorted(lab.clocks(sources))
    if not names:
        raise LabError(f"no worker of {lab.address} offers its clock with the sources that are here")

    def one(name: str) -> Found | str:
        say(f"measuring on {name}")
        found = lab.on_clock(__name__, Asked(paper, seed), name, sources)
        said = found if isinstance(found, str) else f"{len(found.measured.rows)} rows of {found.context['host_name']}"
        say(f"measured on {name}: {said}")
        return found if isinstance(found, Found) else f"{name}: {found}"

    with ThreadPoolExecutor(len(names)) as pool:
        return list(pool.map(one, names))
