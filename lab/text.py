"""Figures as people read them."""

from __future__ import annotations


def number(x: float | None) -> str:
    """Four significant digits are kept below 1000; whole numbers stay whole."""
    if x is None:
        return "-"
    if float(x).is_integer() or x >= 1000:
        return f"{x:,.0f}"
    return f"{x:.2f}" if x < 100 else f"{x:.1f}"


def duration(us: float | None) -> str:
    if us is None:
        return "-"
    if us < 1:
        return f"{1000 * us:.3g} ns"
    if us < 1e6:
        return f"{us:.4g} µs" if us < 1000 else f"{us / 1000:.4g} ms"
    return f"{us / 1e6:.4g} s" if us < 1e10 else f"{us / 1e6:,.0f} s"
