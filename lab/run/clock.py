# SPDX-License-Identifier: MIT
"""Everything measured on a host by itself, also for a client."""

from __future__ import annotations

import pickle
import platform
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..cache import Cache
from ..plan import selection
from ..rows import Row, provenance
from ..targets.host import Host
from . import growth, measure, rates, scaling, stages

# Measurements of the host besides rows.
NO_ROWS = {"threads": scaling.measure, "growth": growth.measure, "rates": rates.measure}
GOVERNOR = Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")


@dataclass(frozen=True)
class Request:
    """What to measure, as options of bench."""

    ciphers: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    quick: bool = False
    peers: bool = True
    full: bool = True


@dataclass(frozen=True)
class Result:
    """What one machine measured, with its context."""

    context: dict[str, Any]
    rows: list[Row]
    notes: list[str]

    @property
    def name(self) -> str:
        return self.context["host_name"]


def run(data: bytes) -> bytes:
    """On a worker that runs nothing else: a Request in, a Result out."""
    return pickle.dumps(measured(pickle.loads(data), lambda _: None))


def measured(request: Request, report: Callable[[str], None]) -> Result:
    plan = selection.select(
        [Host.name], [*request.ciphers], [*request.modes], request.quick, request.peers, full=request.full
    )
    context = provenance.context() | machine()
    rows = measure.execute(plan, Cache(), report)
    if not request.quick:
        context |= besides_rows(plan, report)
    for row in rows:
        row.provenance |= {"machine": sentence(context), "core": context["host_cpu_model"]}
    return Result(context, rows, plan.notes)


def besides_rows(plan: selection.Plan, report: Callable[[str], None]) -> dict[str, Any]:
    """Measurements of the host that are no rows: scaling of threads, growth with size, operations per cycle."""
    by_kind = {}
    for host in (t for t in plan.targets if t.name == Host.name):
        for name, measured_by in NO_ROWS.items():
            with stages.stage(name):
                by_kind[name] = measured_by(plan.implementations, host.board, report)
    return {name: records for name, records in by_kind.items() if records}


def machine() -> dict[str, str]:
    """Properties of a machine besides its CPU and system."""
    return {
        "host_name": platform.node(),
        "host_microcode": provenance.cpuinfo().get("microcode", "unknown"),
        "host_governor": GOVERNOR.read_text().strip() if GOVERNOR.exists() else "unknown",
    }


def sentence(context: dict[str, Any]) -> str:
    parts = [f"{context['host_cpu']} ({context['host_cpu_model']})", f"microcode {context['host_microcode']}"]
    return f"{context['host_name']}: " + ", ".join([*parts, context["host_os"], f"governor {context['host_governor']}"])
