# SPDX-License-Identifier: MIT
"""Welch's t-test of first and second order from the sums of welch.h.

Of second order: the test of the squares of centred samples, each group by its own mean, whose mean and variance follow
from the central moments (Schneider, Moradi: Leakage Assessment Methodology, CHES 2015, section 4.1)."""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt
from pathlib import Path
from typing import Any

import numpy as np  # matplotlib brings it along

POWERS = 4
THRESHOLD = 4.5  # usual limit of |t| for a leak
MAX_T = 1e6  # for two different constants


@dataclass(frozen=True)
class Sums:
    """Of the fixed and the random group: `counts` of traces, and at [group, power - 1, point] the sum of powers of
    samples minus those of a reference trace."""

    counts: tuple[int, int]
    powers: Any

    def __add__(self, other: Sums) -> Sums:
        counts = (self.counts[0] + other.counts[0], self.counts[1] + other.counts[1])
        return Sums(counts, self.powers + other.powers)

    def t_values(self) -> tuple[Any, Any]:
        """t of each point, of first and second order; 0 if a group has fewer than two traces."""
        if min(self.counts) < 2:
            return np.zeros(self.powers.shape[2]), np.zeros(self.powers.shape[2])
        groups = [central_moments(n, powers) for n, powers in zip(self.counts, self.powers, strict=True)]
        first = [(mean, second) for mean, second, _ in groups]
        centred_squares = [(second, np.maximum(fourth - second**2, 0)) for _, second, fourth in groups]
        return welch(self.counts, first), welch(self.counts, centred_squares)


def read_sums(file: Path) -> Sums:
    """As welch.h writes them."""
    data = np.fromfile(file, dtype=np.float64).reshape(2, -1)
    counts = data[:, 0].copy().view(np.uint64)
    return Sums((int(counts[0]), int(counts[1])), data[:, 1:].reshape(2, POWERS, -1))


def central_moments(n: int, powers: Any) -> tuple[Any, Any, Any]:
    """Mean, and the second and fourth central moment, from the sums of powers."""
    m1, m2, m3, m4 = powers / n
    second = m2 - m1**2
    fourth = m4 - 4 * m1 * m3 + 6 * m1**2 * m2 - 3 * m1**4
    return m1, np.maximum(second, 0), np.maximum(fourth, 0)


def welch(counts: tuple[int, int], groups: list[tuple[Any, Any]]) -> Any:
    """t of the means of two groups, given mean and variance (divided by the number) of each."""
    (mean_a, variance_a), (mean_b, variance_b) = groups
    difference = mean_a - mean_b
    error = np.sqrt(variance_a / (counts[0] - 1) + variance_b / (counts[1] - 1))
    constant = error < 1e-9  # what rounding leaves
    t = difference / np.where(constant, 1, error)
    different = np.where(np.abs(difference) < 1e-9, 0, np.sign(difference) * MAX_T)
    return np.clip(np.where(constant, different, t), -MAX_T, MAX_T)


def by_chance(points: int) -> float:
    """The probability that one of so many independent points exceeds the threshold without a leak, for many traces."""
    return float(1 - (1 - erfc(THRESHOLD / sqrt(2))) ** points)
