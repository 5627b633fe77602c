# SPDX-License-Identifier: MIT
"""The library against the best peer: ratios of medians of the same run, on the same machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..rows import Row, cycles_of, usual_compilers

# Left out: a peer's key setup may include both directions, and the cost of a forgery depends on its interface
# (exceptions), not on the cipher.
LEFT_OUT = ("key-setup", "open-forged")


@dataclass(frozen=True)
class Comparison:
    ours: Row
    theirs: Row

    @property
    def kernel(self) -> str:
        return self.ours.kernel

    @property
    def peer(self) -> str:
        return self.theirs.kernel.removeprefix("peer:")

    @property
    def ratio(self) -> float:
        """Times as long as the best peer; below 1 the library is faster."""
        return cycles_of(self.ours) / cycles_of(self.theirs)

    @property
    def spread(self) -> float:
        """The larger of both."""
        return max(self.ours.spread or 0, self.theirs.spread or 0)


def comparisons(rows: list[Row]) -> list[Comparison]:
    """One for each cipher, mode, operation and size that the library and at least one peer have, in the order of the
    rows. Each side is represented by its fastest kernel; the library as built by the target's own compiler."""
    usual = usual_compilers(rows)
    ours: dict[tuple[Any, ...], list[Row]] = {}
    theirs: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        key = (row.target, row.cipher, row.mode, row.operation, row.bytes)
        if not row.cycles or row.ad_bytes or row.operation in LEFT_OUT:
            continue
        if row.kernel.startswith("peer:"):
            theirs.setdefault(key, []).append(row)
        elif not row.kernel.startswith("baseline:") and row.compiler == usual[row.target]:
            ours.setdefault(key, []).append(row)
    return [Comparison(*(min(side[key], key=cycles_of) for side in (ours, theirs))) for key in ours if key in theirs]
