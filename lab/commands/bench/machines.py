# SPDX-License-Identifier: MIT
"""Other machines and boards of a bench: workers' clocks, boards and hosts that are reached by ssh."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...plan import selection
from ...real.board import RealBoard
from ...real.on_workers import Workers
from ...rows import Row
from ...run import clock, cores, fleet
from ...store import runs
from ...targets.host import Host
from .reference import HOST_FIELDS


def with_clocks(plan: selection.Plan, workers: cores.Fleet, sources: str) -> tuple[selection.Plan, list[str]]:
    """The plan without the host if workers with the same sources offer clocks, and those clocks."""
    includes_host = any(t.name == Host.name for t in plan.targets)
    clocks = sorted(workers.clocks(sources)) if includes_host and isinstance(workers, fleet.Fleet) else []
    if not clocks:
        return plan, []
    return replace(plan, targets=[t for t in plan.targets if t.name != Host.name]), clocks


def with_boards(plan: selection.Plan, workers: cores.Fleet) -> selection.Plan:
    """The plan with the boards that workers have, next to the simulations of the same targets."""
    if not isinstance(workers, fleet.Fleet):
        return plan
    simulated = [t for t in plan.targets if not t.alone and workers.boards(t.name)]
    return replace(plan, targets=[*plan.targets, *(RealBoard(t, Workers(workers, t.name)) for t in simulated)])


def on_clock(
    workers: Any, request: clock.Request, name: str, sources: str, report: Callable[[str], None]
) -> clock.Result | str:
    answer = workers.on_clock("lab.run.clock", request, name, sources)
    result = answer if isinstance(answer, str) else f"{len(answer.rows)} rows of {answer.name}"
    report(f"timed {name}: {result}")
    return answer if isinstance(answer, clock.Result) else f"{name}: {answer}"


def board_context(plan: selection.Plan) -> dict[str, Any]:
    """The context of a board, or of the machine to which programs are sent."""
    boards = [t.about for t in plan.targets if t.simulation]
    remotes = [t.remote.context for t in plan.targets if t.remote]
    context = {"board": ", ".join(boards)} if len(boards) == len(plan.targets) else {}
    return context | (remotes[0] if remotes else {})


def name_machine(plan: selection.Plan, context: dict[str, Any], rows: list[Row]) -> None:
    """Records the machine in rows of another machine's clock."""
    if any(t.remote for t in plan.targets):
        for row in rows:
            row.provenance |= {"machine": clock.sentence(context), "core": context["host_cpu_model"]}


def without_board_rows(rows: list[Row]) -> list[Row]:
    """Without rows of boards whose target was also simulated: they have their own table."""
    simulated = {row.target for row in rows if not row.board}
    return [row for row in rows if not row.board or row.target not in simulated]


def machines_context(machines: list[clock.Result]) -> dict[str, Any]:
    """A context of several machines; the first one's rows are shown."""
    if not machines:
        return {}
    first = {k: v for k, v in machines[0].context.items() if k in HOST_FIELDS}
    fields = ("host_name", *runs.MACHINE, "host_microcode", "host_governor", "date")
    return first | {"machines": [{k: m.context[k] for k in fields if k in m.context} for m in machines]}
