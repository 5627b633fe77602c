# SPDX-License-Identifier: MIT
"""The types of a user's folder: its implementation.toml, the options about its functions, and the reference for
correctness."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec

from .. import schema
from ..vector import Vector

DESCRIPTION = "implementation.toml"
PREFIX = "try:"
# The calls of each kind, and the names that each may use.
CALL_NAMES: dict[str, dict[str, tuple[str, ...]]] = {
    "permutation": {"permute": ("state",)},
    "message": {
        "seal": ("sealed", "written", "text", "bytes", "ad", "ad_bytes", "nonce", "key"),
        "open": ("text", "written", "sealed", "sealed_bytes", "bytes", "ad", "ad_bytes", "nonce", "key"),
    },
    "block": {
        "set_key": ("schedule", "key"),
        "set_decrypt_key": ("schedule", "key"),
        "encrypt": ("schedule", "key", "out", "in", "blocks"),
        "decrypt": ("schedule", "key", "out", "in", "blocks"),
    },
    "key": {"set_key": ("schedule", "key")},
}
# The modes, and the sizes that each needs.
NEEDED = {
    "block": ("key", "block"),
    "core": ("block", "output"),
    "permutation": ("state",),
    **dict.fromkeys(("aead", "gcm", "ccm", "poly1305"), ("key", "nonce", "tag")),
    **dict.fromkeys(("stream", "ctr", "cbc"), ("key", "nonce")),
    **dict.fromkeys(("mac", "cmac"), ("key", "tag")),
    "hash": ("tag",),
}


class CalledPrimitive(schema.Table, omit_defaults=True):
    """A primitive and the C expressions that call it."""

    cipher: str
    mode: Annotated[str, schema.one_of(NEEDED)]
    call: dict[str, str]
    key: int = 0
    nonce: int | None = None  # 0: it takes none
    tag: int = 0
    block: int = 0
    output: int = 0
    constant: int = 0
    state: int = 0
    schedule: int | str = 1
    words: int = 0
    blocks: list[int] = []
    length: str = ""
    supercop: str = ""

    def sizes(self, *names: str) -> dict[str, int]:
        return {name: getattr(self, name) or 0 for name in names}

    def lacks(self, name: str) -> bool:
        return getattr(self, name) == (None if name == "nonce" else 0)

    @property
    def sets_key_alone(self) -> bool:
        return self.mode == "block" and set(self.call) == {"set_key"}


class Called(schema.Table, omit_defaults=True):
    """A folder whose code is called by expressions."""

    header: str
    primitive: list[CalledPrimitive]
    kernel: str = ""
    sources: list[str] = []
    include: list[str] = []
    cflags: list[str] = []
    targets: list[str] = []
    alignment: int = 1
    vectors: list[str] = []


def is_called(facts: dict[str, Any]) -> bool:
    """Is the code of this implementation.toml called by expressions instead of through the library's types?"""
    if "descriptor" in facts:  # a block cipher's
        return False
    primitives = facts.get("primitive", ())
    return not isinstance(primitives, list) or any("call" in p for p in primitives if isinstance(p, dict))


def as_toml(called: Called) -> str:
    """As an implementation.toml; JSON strings and lists are valid TOML."""
    facts = msgspec.to_builtins(called)
    lines = ["# How ./narae try calls the code in this folder; docs/reference/fields.md lists the fields."]
    lines += [f"{name} = {json.dumps(value)}" for name, value in facts.items() if name != "primitive"]
    for primitive in facts["primitive"]:
        lines += ["", "[[primitive]]", *(f"{n} = {json.dumps(v)}" for n, v in primitive.items() if n != "call")]
        lines += ["", "[primitive.call]", *(f"{n} = {json.dumps(v)}" for n, v in primitive["call"].items())]
    return "\n".join([*lines, ""])


@dataclass(frozen=True)
class Functions:
    """The options about a user's functions; 0 and empty: not given."""

    header: str = ""
    set_key: str = ""
    encrypt: str = ""
    decrypt: str = ""
    seal: str = ""
    open: str = ""
    source: list[str] = field(default_factory=list)
    schedule: int = 0
    key_bytes: int = 0
    nonce_bytes: int = 0
    tag_bytes: int = 0
    block_bytes: int = 0
    blocks: int = 0
    cipher: str = ""
    mode: str = ""
    vectors: Path | None = None  # they tell the sizes of messages
    usual: dict[str, int] = field(default_factory=dict)  # sizes of the library's messages


FUNCTIONS = tuple(f.name for f in fields(Functions) if f.name not in ("vectors", "usual"))


@dataclass(frozen=True)
class Expected:
    """The reference for correctness: its own vectors or the library's, and a model's checksum."""

    vectors: tuple[Vector, ...] | None = None
    checksum: str | None = None
    source: str = ""
    files: tuple[Path, ...] = ()


@dataclass
class Recognized:
    """A folder, and how it was recognized."""

    folder: Path
    layout: str
    why: list[str]
    called: Called | None  # None: it uses the library's types
    name: str = ""  # the kernel's in rows, which marks it as the user's
    skipped: list[str] = field(default_factory=list)  # files not compiled, with reasons
    targets: tuple[str, ...] = ()
    targets_why: str = ""
    readings: list[tuple[CalledPrimitive, str]] = field(default_factory=list)  # of the arguments, the likeliest first
    reading: str = ""  # the one that is taken
    unsized: bool = False  # the size of the schedule is still LARGE_SCHEDULE

    def __post_init__(self) -> None:
        name = self.name or (self.called.kernel if self.called else "") or self.folder.name
        self.name = PREFIX + name.removeprefix(PREFIX)

    @property
    def primitives(self) -> list[CalledPrimitive]:
        return self.called.primitive if self.called else []

    def only(self, primitive: CalledPrimitive) -> Recognized:
        """The same with one primitive."""
        assert self.called
        return replace(self, called=msgspec.structs.replace(self.called, primitive=[primitive]))

    def read_as(self, reading: str) -> None:
        """Takes a reading, if it exists."""
        if self.called and (primitive := next((p for p, name in self.readings if name == reading), None)):
            self.called.primitive, self.reading = [primitive], reading

    @property
    def calls(self) -> list[str]:
        """How functions named on the command line are called."""
        read = [f"arguments read with {self.reading}"] if self.reading else []
        return [f"{w}: {c}" for p, _ in self.readings[:1] for w, c in self.primitives[0].call.items()] + read
