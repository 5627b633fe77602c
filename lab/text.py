# SPDX-License-Identifier: MIT
"""Human-readable figures."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from collections.abc import Sequence


def number(x: float | None) -> str:
    """Four significant digits below 1000; integers stay integers."""
    if x is None:
        return "-"
    if float(x).is_integer() or x >= 1000:
        return f"{x:,.0f}"
    return f"{x:.2f}" if x < 100 else f"{x:.1f}"


def plain(x: float) -> str:
    """Four significant digits at least, without an exponent for a large number."""
    return f"{x:,.0f}" if abs(x) >= 1000 else f"{x:.4g}"


def counted(n: int, noun: str) -> str:
    """A number of things: "1 row", "2 rows"."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def spans(numbers: Sequence[int]) -> str:
    """Ascending numbers: "1, 3 to 7"."""
    found: list[list[int]] = []
    for n in numbers:
        if found and n == found[-1][-1] + 1:
            found[-1].append(n)
        else:
            found.append([n])
    return ", ".join(f"{s[0]} to {s[-1]}" if len(s) > 2 else ", ".join(map(str, s)) for s in found)


def runs(numbers: Sequence[int]) -> str:
    """Runs by their ascending numbers: "run 3", "runs 1, 3 to 7"."""
    return f"run{'s' if len(numbers) > 1 else ''} {spans(numbers)}"


def duration(us: float | None) -> str:
    if us is None:
        return "-"
    if us < 0.9995:
        return f"{1000 * us:.3g} ns"
    if us < 1e6:
        return f"{us:.4g} µs" if us < 1000 else f"{us / 1000:.4g} ms"
    return f"{us / 1e6:.4g} s" if us < 1e10 else f"{us / 1e6:,.0f} s"


# Characters that move the cursor, change colours, titles or the writing direction, or cannot be encoded.
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """Escapes control characters, except tabs and line ends."""
    return CONTROLS.sub(lambda hit: ascii(hit[0])[1:-1], text)


def terminal_width() -> int | None:
    """The width of the terminal; None without one."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def wrapped(line: str, width: int | None, indent: int | None = None) -> str:
    """Text wrapped for the terminal, with a hanging indent."""
    if width is None or len(line) <= width:
        return line
    indent = min(indent or len(line) - len(line.lstrip(" -")) or 2, width // 2)
    return textwrap.fill(line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)


def print_wrapped(line: str) -> None:
    """Prints a line, wrapped for the terminal."""
    print(wrapped(line, terminal_width()))


def kept_columns(widths: dict[str, int], least_first: tuple[str, ...], width: int | None, gap: int = 2) -> list[str]:
    """The columns that fit. The first of `least_first` is dropped first; columns not in it always stay."""
    kept = dict(widths)
    for name in least_first:
        if width is None or sum(kept.values()) + gap * (len(kept) - 1) <= width:
            break
        kept.pop(name, None)
    return list(kept)


def left_out(names: list[str]) -> str:
    return f"columns omitted: {', '.join(names)}; use a wider terminal or --json" if names else ""
