# SPDX-License-Identifier: MIT
"""Numbers whose bits are literals of a graph, for specifications: they add, shift, mask and look up as integers do.

A number without unknown bits is an int again.  A branch on an unknown one is an error of the specification."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .core import EACH, FALSE, TRUE, Graph, Lits, constant, lits

MARKED = 8  # bits of an S-box whose inputs and outputs are marked


class Number:
    """`sign`: the literal of all bits above; numbers are not negative but for what ~ and - make of them."""

    __slots__ = ("bits", "graph", "sign")

    def __init__(self, graph: Graph, bits: Lits, sign: Lits = FALSE):
        self.graph, self.bits, self.sign = graph, bits, sign

    def width(self) -> int:
        return len(self.bits) // EACH

    def at(self, bits: int) -> Lits:
        """So many of its lower bits."""
        have = self.width()
        return self.bits[: EACH * bits] if bits <= have else self.bits + self.sign * (bits - have)

    def __hash__(self) -> int:
        return hash((id(self.graph), self.bits, self.sign))

    def __eq__(self, other: object) -> bool:
        """The same bits of the same graph, for caches."""
        if not isinstance(other, Number):
            return False
        return (id(self.graph), self.bits, self.sign) == (id(other.graph), other.bits, other.sign)

    def __bool__(self) -> bool:
        raise TypeError("the specification branches on a symbolic number")

    __index__ = __bool__

    def gates(self, operation: str, other: Any) -> Any:
        if not isinstance(other, (int, Number)):
            return NotImplemented
        other = of(self.graph, other)
        width = max(self.width(), other.width())
        if self.sign == other.sign == FALSE:
            return number(self.graph, self.graph.gates(operation, self.at(width), other.at(width)))
        whole = self.graph.gates(operation, self.at(width + 1), other.at(width + 1))
        return number(self.graph, whole[:-EACH], whole[-EACH:])

    def __and__(self, other: Any) -> Any:
        return self.gates("&", other)

    def __or__(self, other: Any) -> Any:
        return self.gates("|", other)

    def __xor__(self, other: Any) -> Any:
        return self.gates("^", other)

    def __invert__(self) -> Any:
        return self ^ -1

    def added(self, other: Any, subtracts: bool) -> Any:
        """A difference as machines make it, so that the nodes are the same: with the complement and a carry."""
        if not isinstance(other, (int, Number)):
            return NotImplemented
        other = of(self.graph, other)
        width = max(self.width(), other.width()) + 2
        addend = other.at(width)
        if subtracts:
            addend = self.graph.gates("^", addend, TRUE * width)
        whole, _ = self.graph.add(self.at(width), addend, int(subtracts))
        return number(self.graph, whole[:-EACH], whole[-EACH:])

    def __add__(self, other: Any) -> Any:
        return self.added(other, False)

    def __sub__(self, other: Any) -> Any:
        return self.added(other, True)

    def __rsub__(self, other: Any) -> Any:
        return of(self.graph, other) - self

    def __mod__(self, power: int) -> Any:
        return self & of_two(power) - 1

    def __floordiv__(self, power: int) -> Any:
        return self >> of_two(power).bit_length() - 1

    def __divmod__(self, power: int) -> Any:
        return self // power, self % power

    def __mul__(self, other: Any) -> Any:
        """By a sum of shifts; a factor of one bit selects."""
        other = of(self.graph, other)
        few, many = sorted((self, other), key=Number.width)
        total: Any = 0
        for i in range(few.width()):
            bit = few.bits[EACH * i : EACH * (i + 1)]
            total += number(self.graph, self.graph.gates("&", many.bits, bit * many.width())) << i
        return total

    __rand__, __ror__, __rxor__, __radd__, __rmul__ = __and__, __or__, __xor__, __add__, __mul__

    def __lshift__(self, n: int) -> Any:
        return Number(self.graph, FALSE * n + self.bits, self.sign)

    def __rshift__(self, n: int) -> Any:
        return number(self.graph, self.bits[EACH * n :], self.sign)

    def looked_up(self, table: Sequence[int]) -> Any:
        """An entry of a table.  What goes in and comes out of an S-box is marked for the search."""
        bits = max(table).bit_length()
        index = self.at((len(table) - 1).bit_length())
        found = self.graph.look_up(index, list(table), bits)
        if bits == MARKED and len(index) == EACH * MARKED:
            self.graph.mark(index)
            self.graph.mark(found)
        return number(self.graph, found)


def of_two(power: int) -> int:
    """A power of two, the only divisor."""
    if power <= 0 or power & power - 1:
        raise TypeError(f"the specification divides a symbolic number by {power}")
    return power


def of(graph: Graph, value: Any) -> Number:
    """An integer as a number of a graph."""
    if isinstance(value, Number):
        return value
    return Number(graph, lits(value, value.bit_length()), TRUE if value < 0 else FALSE)


def number(graph: Graph, bits: Lits, sign: Lits = FALSE) -> Any:
    """Without leading copies of the sign; an int if nothing in it is unknown."""
    if sign == FALSE:
        size = len(bits.rstrip(b"\0"))
        bits = bits[: size + -size % EACH]
    while bits and bits[-EACH:] == sign:
        bits = bits[:-EACH]
    value = constant(bits + sign)
    if value is None:
        return Number(graph, bits, sign)
    return value - (1 << len(bits) // EACH + 1) if sign != FALSE else value


def octets(graph: Graph, bits: Lits) -> Any:
    """Bits as the symbolic bytes of a specification."""
    return tuple(number(graph, bits[i : i + 8 * EACH]) for i in range(0, len(bits), 8 * EACH))


def bits_of(graph: Graph, data: Sequence[Any]) -> Lits:
    """And back."""
    return b"".join(of(graph, b).at(8) for b in data)
