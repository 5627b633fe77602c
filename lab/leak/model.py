# SPDX-License-Identifier: MIT
"""Models of chips: which places an instruction changes, and how that is known (models/*.toml)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Annotated

from ..errors import LabError
from ..plan import schema

FOLDER = Path(__file__).resolve().parent / "models"
PLACES = ("registers", "operands", "bus", "cells", "flags")
STANDINGS = ("documented", "assumed", "seen in RTL", "seen on a board")
FLAGS = {"avr": "CZNVSHT", "thumb": "NZCV"}  # in the order of the executors


class Place(schema.Table):
    """How it is known that a place exists and leaks."""

    standing: Annotated[str, schema.one_of(STANDINGS)]
    source: str
    default: bool = True


class Bus(schema.Table):
    shared: bool  # loads and stores follow each other on the same wires
    split: bool  # and among themselves on two sets of wires
    whole_words: bool  # a narrow load puts the aligned word there
    repeated: bool = False  # a narrow store has its data on all wires, several times


class Operands(schema.Table):
    immediates: bool = False  # an immediate operand replaces what latch B holds
    store_data: bool = False  # and so does what is stored
    old_targets: bool = False  # a move latches its old target in A, a load its own in B
    shifter: bool = False  # a latch behind the shifter
    bypass: bool = False  # latches that keep what they hold if an operand is the result of one of the last two
    results: bool = False  # pipeline registers behind the ALU take the result of each instruction
    ports: bool = False  # register-file ports that follow the fields of each instruction


class Model(schema.Table, kw_only=True):
    chip: str
    core: str
    targets: tuple[str, ...]
    machine: str
    places: dict[Annotated[str, schema.one_of(PLACES)], Place]
    bus: Bus
    operands: Operands
    flags: str = ""  # those that are watched
    leaves_out: tuple[str, ...]
    not_places: dict[str, str] = {}  # flip-flops of the RTL, as patterns of names, with the reason

    def switches(self) -> dict[str, int]:
        """As events.h has them."""
        order = FLAGS.get("avr" if self.machine == "avr" else "thumb", "")
        return {
            "whole_words": self.bus.whole_words,
            "repeated": self.bus.repeated,
            "shared_bus": self.bus.shared,
            "split_bus": self.bus.split,
            "immediates": self.operands.immediates,
            "store_data": self.operands.store_data,
            "old_targets": self.operands.old_targets,
            "shifter": self.operands.shifter,
            "bypass": self.operands.bypass,
            "results": self.operands.results,
            "ports": self.operands.ports,
            "flags": sum(1 << order.index(flag) for flag in self.flags),
        }

    def chosen(self, places: Iterable[str]) -> tuple[str, ...]:
        """The places to watch: those required, or the defaults."""
        asked = tuple(places)
        for place in asked:
            if place not in self.places:
                raise LabError(f"{self.chip} has no place `{place}`; those of its model are: {', '.join(self.places)}")
        return tuple(p for p in PLACES if (p in asked if asked else p in self.places and self.places[p].default))


@cache
def by_file() -> dict[str, Model]:
    """All models, also of chips that are no targets, by the names of their files."""
    return {file.stem: schema.read(file, Model) for file in sorted(FOLDER.glob("*.toml"))}


def models() -> dict[str, Model]:
    """By target."""
    return {target: model for model in by_file().values() for target in model.targets}
