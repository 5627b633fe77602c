# SPDX-License-Identifier: MIT
"""Batches: many messages in one call, as an array of structures that point to their parts, which lie anywhere.

Each message has its own key, nonce and text; in some cases lengths differ, too.  AEADs are claimed in place, with
each tag above its text: programs branch on the order, and each order would be a case.  The call must return OK; the
status in each structure is not claimed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spec import algorithms

from ..plan.implementations import Implementation
from .case import Call, Case
from .core import LIT_BYTES, Graph, Lits, lits
from .machines import Buffer
from .program import Image
from .symbolic import bits_of, octets

if TYPE_CHECKING:
    from .claims import Coverage

WORD = 8  # bytes of a pointer or size; batches have kernels on 64-bit machines only
STATUS = "status"  # the last field of an AEAD's message
# Fields of narae_sha2_message and its like, and of narae_ascon_aead128_message; a name of a part is a pointer.
HASH_FIELDS = ("in", "bytes", "out", "out_bytes")
AEAD_FIELDS = ("key", "nonce", "ad", "ad_bytes", "out", "out", "bytes", "tag", STATUS)  # in place
AD_BYTES = 5  # of one case


@dataclass(frozen=True)
class Part:
    """Of a message: content before and after the call; None: arbitrary, and not written."""

    name: str
    size: int
    before: Lits | None = None
    after: Lits | None = None


@dataclass(frozen=True)
class Batch:
    """A program with one call for many messages."""

    implementation: Implementation
    image: Image

    @property
    def model(self) -> algorithms.Message:
        return algorithms.MESSAGES[self.implementation.checksum_name]

    @property
    def is_aead(self) -> bool:
        return self.model.key_bytes > 0

    @property
    def lengths(self) -> list[int]:
        """Bytes of each message where all have as many."""
        size = 16 if self.is_aead else self.model.block
        return [0, 1, size - 1, size, size + 1]

    @property
    def operations(self) -> tuple[str, ...]:
        return ("seal", "open") if self.is_aead else ("hash",)

    def call(self, operation: str) -> Call:
        count = self.implementation.messages
        if self.is_aead:
            function = self.image.address(f"narae_ascon_aead128_{operation}_batch")
            return Call(function, (("messages", 0), (count, 0), (self.model.tag_bytes, 0)), status=True)
        function = self.image.address(f"{self.implementation.define['BENCH_PREFIX']}_batch")
        return Call(function, (("messages", 0), (count, 0)), status=True)

    def parts(self, graph: Graph, operation: str, number: int, n: int, ad_bytes: int) -> list[Part]:
        """Of message `number`, with n bytes."""
        m = self.model
        text = graph.input(f"text {number}", 8 * max(self.lengths))[: 8 * LIT_BYTES * n]
        if not self.is_aead:
            digest = bits_of(graph, m.seal(b"", b"", b"", octets(graph, text), m.tag_bytes)[1])
            return [Part("in", n, text), Part("out", m.tag_bytes, None, digest)]
        key, nonce = graph.input(f"key {number}", 8 * m.key_bytes), graph.input(f"nonce {number}", 8 * m.nonce_bytes)
        ad = graph.input(f"associated data {number}", 8 * AD_BYTES)[: 8 * LIT_BYTES * ad_bytes]
        given = octets(graph, key), octets(graph, nonce), octets(graph, ad), octets(graph, text)
        cipher, tag = (bits_of(graph, part) for part in m.seal(*given, m.tag_bytes))
        opens = operation == "open"
        return [
            Part("key", m.key_bytes, key),
            Part("nonce", m.nonce_bytes, nonce),
            Part("ad", ad_bytes, ad),
            Part("out", n, *((cipher, text) if opens else (text, cipher))),
            Part("tag", m.tag_bytes, tag) if opens else Part("tag", m.tag_bytes, None, tag),
        ]

    def case(self, graph: Graph, operation: str, lengths: list[int], ad_bytes: int = 0) -> Case:
        messages = [self.parts(graph, operation, i, n, ad_bytes) for i, n in enumerate(lengths)]
        fields = AEAD_FIELDS if self.is_aead else HASH_FIELDS
        buffers, pointers, structures, expected = [], [], b"", dict[str, Lits]()
        for number, parts in enumerate(messages):
            sizes = {"bytes": lengths[number], "ad_bytes": ad_bytes, "out_bytes": self.model.tag_bytes}
            for field in fields:
                if field not in sizes and field != STATUS:
                    pointers.append((len(structures) // LIT_BYTES // 8, f"{field} {number}"))
                structures += lits(sizes.get(field, 0), 8 * WORD)
            for part in parts:
                name, is_written = f"{part.name} {number}", part.after is not None
                buffers.append(Buffer(name, part.size, part.before, is_written, None))
                if is_written:
                    expected[name] = part.after or b""
        size = len(structures) // LIT_BYTES // 8
        buffers.append(Buffer("messages", size, structures, self.is_aead, alignment=WORD, pointers=tuple(pointers)))
        what = f"{lengths[0]} bytes" if len(set(lengths)) == 1 else "several lengths"
        associated = f" and {ad_bytes} of associated data" if ad_bytes else ""
        return Case(f"{len(lengths)} messages of {what}{associated}", buffers, [self.call(operation)], expected)

    def cases(self, operation: str, graph: Graph, _: Coverage) -> Iterator[Case]:
        graph.set_merging(True)
        count, longest = self.implementation.messages, max(self.lengths)
        for n in self.lengths:
            yield self.case(graph, operation, [n] * count)
        yield self.case(graph, operation, [longest * i // (count - 1) for i in range(count)])
        if self.is_aead:
            yield self.case(graph, operation, [longest] * count, AD_BYTES)
