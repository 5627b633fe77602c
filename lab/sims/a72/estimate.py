# SPDX-License-Identifier: MIT
"""From a trace to an interval of cycles.

The pipeline model runs at two corners of what Arm does not publish.  The minimum width for each kind of instructions is
the model's deviation from published figures (./narae validate pi4 --sources).  llvm-mca's result is reported but does
not enter the interval: on the same programs it was off by up to half."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from ...rows import band
from ..run import compiled, output

HERE = Path(__file__).resolve().parent
SECONDS = 240
SCALAR, LOGIC, MULTIPLICATION = "scalar", "NEON logic", "NEON multiplication"
MIN_BAND = {SCALAR: 0.10, LOGIC: 0.15, MULTIPLICATION: 0.22}
MANY_VECTORS, MANY_MULTIPLICATIONS = 0.10, 0.01  # shares of instructions, above which it is of that kind
MAX_UNKNOWN = 0.001  # share of instructions without a row in decode.c


@dataclass(frozen=True)
class Model:
    """The pipeline model's result: cycles at the two corners of what Arm does not publish."""

    instructions: int
    unknown: int
    unknown_opcodes: list[str]
    low: float
    high: float
    vectors: int = 0  # instructions for a vector pipe
    multiplications: int = 0  # and of these, for the multiplier

    @property
    def kind(self) -> str:
        """The predominant kind of instructions, which determines the error band."""
        if self.multiplications > MANY_MULTIPLICATIONS * self.instructions:
            return MULTIPLICATION
        return LOGIC if self.vectors > MANY_VECTORS * self.instructions else SCALAR

    @property
    def too_much_unknown(self) -> bool:
        return self.unknown > MAX_UNKNOWN * self.instructions


@dataclass(frozen=True)
class Estimate:
    """An interval of cycles for one operation, with its sources."""

    model: Model
    mca: float | None  # None in a quick run
    instructions: int  # of the operation; the trace may hold fewer

    @property
    def scale(self) -> float:
        return self.instructions / self.model.instructions

    @property
    def low(self) -> float:
        return min(self.scale * self.model.low, self.middle * (1 - MIN_BAND[self.model.kind]))

    @property
    def high(self) -> float:
        return max(self.scale * self.model.high, self.middle * (1 + MIN_BAND[self.model.kind]))

    @property
    def middle(self) -> float:
        return self.scale * (self.model.low + self.model.high) / 2

    def band(self, size: int) -> str:
        """As rows show it."""
        return band(self.low, self.high, size)


def model(traces: list[Path]) -> list[Model]:
    """The pipeline model on each trace."""
    if not traces:
        return []
    program = compiled(tuple(HERE / name for name in ("model.c", "pipeline.c", "decode.c")), ("-O3",))
    models = []
    for report in json.loads(output([program, *traces], SECONDS)):
        cycles = [corner["cycles"] for corner in report.pop("corners")]
        models.append(Model(**report, low=min(cycles), high=max(cycles)))
    return models
