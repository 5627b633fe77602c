# SPDX-License-Identifier: MIT
"""Symbolic integers for specifications: they add, shift, mask and look up as ints do.

A number whose bits are all constant becomes an int.  Branching on a symbolic number raises TypeError."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .core import FALSE, LIT_BYTES, TRUE, Graph, Lits, constant, lits

MARKED = 8  # bits of an S-box whose inputs and outputs are marked


class Number:
    """`sign`: the literal of all higher bits."""

    __slots__ = ("bits", "graph", "sign")

    def __init__(self, graph: Graph, bits: Lits, sign: Lits = FALSE):
        self.graph, self.bits, self.sign = graph, bits, sign

    def width(self) -> int:
        return len(self.bits) // LIT_BYTES

    def low_bits(self, bits: int) -> Lits:
        """The lowest `bits` bits, sign-extended."""
        have = self.width()
        return self.bits[: LIT_BYTES * bits] if bits <= have else self.bits + self.sign * (bits - have)

    def __hash__(self) -> int:
        return hash((id(self.graph), self.bits, self.sign))

    def __eq__(self, other: object) -> bool:
        """Equal literals of one graph, for caches."""
        if not isinstance(other, Number):
            return False
        return (id(self.graph), self.bits, self.sign) == (id(other.graph), other.bits, other.sign)

    def __bool__(self) -> bool:
        raise TypeError("the specification branches on a symbolic number")

    __index__ = __bool__

    def gates(self, operation: str, other: Any) -> Any:
        if not isinstance(other, (int, Number)):
            return NotImplemented
        other = as_number(self.graph, other)
        width = max(self.width(), other.width())
        if self.sign == other.sign == FALSE:
            return number(self.graph, self.graph.gates(operation, self.low_bits(width), other.low_bits(width)))
        whole = self.graph.gates(operation, self.low_bits(width + 1), other.low_bits(width + 1))
        return number(self.graph, whole[:-LIT_BYTES], whole[-LIT_BYTES:])

    def __and__(self, other: Any) -> Any:
        return self.gates("&", other)

    def __or__(self, other: Any) -> Any:
        return self.gates("|", other)

    def __xor__(self, other: Any) -> Any:
        return self.gates("^", other)

    def __invert__(self) -> Any:
        return self ^ -1

    def added(self, other: Any, subtracts: bool) -> Any:
        """A difference adds the complement and a carry, as machines do, for equal nodes."""
        if not isinstance(other, (int, Number)):
            return NotImplemented
        other = as_number(self.graph, other)
        width = max(self.width(), other.width()) + 2
        addend = other.low_bits(width)
        if subtracts:
            addend = self.graph.gates("^", addend, TRUE * width)
        whole, _ = self.graph.add(self.low_bits(width), addend, int(subtracts))
        return number(self.graph, whole[:-LIT_BYTES], whole[-LIT_BYTES:])

    def __add__(self, other: Any) -> Any:
        return self.added(other, False)

    def __sub__(self, other: Any) -> Any:
        return self.added(other, True)

    def __rsub__(self, other: Any) -> Any:
        return as_number(self.graph, other) - self

    def __mod__(self, power: int) -> Any:
        return self & power_of_two(power) - 1

    def __floordiv__(self, power: int) -> Any:
        return self >> power_of_two(power).bit_length() - 1

    def __divmod__(self, power: int) -> Any:
        return self // power, self % power

    def __mul__(self, other: Any) -> Any:
        """Shift and add."""
        other = as_number(self.graph, other)
        few, many = sorted((self, other), key=Number.width)
        total: Any = 0
        for i in range(few.width()):
            bit = few.bits[LIT_BYTES * i : LIT_BYTES * (i + 1)]
            total += number(self.graph, self.graph.gates("&", many.bits, bit * many.width())) << i
        return total

    __rand__, __ror__, __rxor__, __radd__, __rmul__ = __and__, __or__, __xor__, __add__, __mul__

    def __lshift__(self, n: int) -> Any:
        return Number(self.graph, FALSE * n + self.bits, self.sign)

    def __rshift__(self, n: int) -> Any:
        return number(self.graph, self.bits[LIT_BYTES * n :], self.sign)

    def looked_up(self, table: Sequence[int]) -> Any:
        """An entry of a table; inputs and outputs of S-boxes are marked (graph.h)."""
        bits = max(table).bit_length()
        index = self.low_bits((len(table) - 1).bit_length())
        entry = self.graph.look_up(index, list(table), bits)
        if bits == MARKED and len(index) == LIT_BYTES * MARKED:
            self.graph.mark(index)
            self.graph.mark(entry)
        return number(self.graph, entry)


def power_of_two(power: int) -> int:
    """Checks a divisor."""
    if power <= 0 or power & power - 1:
        raise TypeError(f"the specification divides a symbolic number by {power}")
    return power


def as_number(graph: Graph, value: Any) -> Number:
    """An int as a symbolic number."""
    if isinstance(value, Number):
        return value
    return Number(graph, lits(value, value.bit_length()), TRUE if value < 0 else FALSE)


def number(graph: Graph, bits: Lits, sign: Lits = FALSE) -> Any:
    """Normalized: without redundant sign bits; an int if constant."""
    if sign == FALSE:
        size = len(bits.rstrip(b"\0"))
        bits = bits[: size + -size % LIT_BYTES]
    while bits and bits[-LIT_BYTES:] == sign:
        bits = bits[:-LIT_BYTES]
    value = constant(bits + sign)
    if value is None:
        return Number(graph, bits, sign)
    return value - (1 << len(bits) // LIT_BYTES + 1) if sign != FALSE else value


def octets(graph: Graph, bits: Lits) -> Any:
    """Bits as bytes of the specification."""
    return tuple(number(graph, bits[i : i + 8 * LIT_BYTES]) for i in range(0, len(bits), 8 * LIT_BYTES))


def bits_of(graph: Graph, data: Sequence[Any]) -> Lits:
    """The inverse of octets()."""
    return b"".join(as_number(graph, b).low_bits(8) for b in data)
