# SPDX-License-Identifier: MIT
"""Reproduces a paper about the host on remote workers, with their own clocks and compilers."""

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
class Request:
    paper: Paper
    seed: int


@dataclass(frozen=True)
class Response:
    """Results of one machine, and its data."""

    context: dict[str, Any]
    measured: Measured


def run(data: bytes) -> bytes:
    """On an otherwise idle worker: Request to Response, pickled."""
    request: Request = pickle.loads(data)
    context = provenance.context() | clock.machine()
    recipe = RECIPES[request.paper.recipe](request.paper, ledger.required_terms(request.paper), request.seed)
    measured = recipe.run(Cache(), lambda _: None)
    for _, row in measured.rows:
        row.provenance |= {"machine": clock.sentence(context), "core": context["host_cpu_model"]}
    return pickle.dumps(Response(context, measured))


def on_all_machines(lab: fleet.Fleet, paper: Paper, seed: int, say: Callable[[str], None]) -> list[Response | str]:
    """The result of each machine that offers its clock, or the error."""
    sources = runs.sources_hash()
    names = sorted(lab.clocks(sources))
    if not names:
        raise LabError(f"no worker of {lab.address} offers its clock with these sources")

    def one(name: str) -> Response | str:
        say(f"measuring on {name}")
        answer = lab.on_clock(__name__, Request(paper, seed), name, sources)
        summary = (
            answer if isinstance(answer, str) else f"{len(answer.measured.rows)} rows of {answer.context['host_name']}"
        )
        say(f"measured on {name}: {summary}")
        return answer if isinstance(answer, Response) else f"{name}: {answer}"

    with ThreadPoolExecutor(len(names)) as pool:
        return list(pool.map(one, names))
