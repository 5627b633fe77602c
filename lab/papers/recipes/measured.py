# SPDX-License-Identifier: MIT
"""The result of a recipe."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...plan.implementations import Implementation
from ...rows import Row
from ...targets.base import Target
from ..programs import Measurement


@dataclass
class Measured:
    rows: list[tuple[str, Row]] = field(default_factory=list)  # environment, row
    transcripts: list[tuple[str, str]] = field(default_factory=list)  # heading, program output
    programs: dict[str, Measurement] = field(default_factory=dict)  # cited ones
    rerun: set[str] = field(default_factory=set)  # of these, the ones of today; the others are recorded


def sample_row(
    target: Target, implementation: Implementation, operation: str, size: int, ad_bytes: int, **more: Any
) -> Row:
    """A placeholder row in which every figure is 1."""
    return Row(
        cipher=implementation.cipher,
        mode=implementation.mode,
        operation=operation,
        bytes=size,
        ad_bytes=ad_bytes,
        kernel=implementation.kernel,
        target=target.name,
        cycles=1,
        time_us=1,
        fidelity=target.fidelity,
        flash_bytes=1,
        ram_bytes=1,
        **more,
    )
