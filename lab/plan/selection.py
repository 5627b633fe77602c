# SPDX-License-Identifier: MIT
"""Selection: which implementations are measured on which targets, and at which sizes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from .. import peers as peer
from .. import processes
from ..errors import LabError
from ..rows import MODE_OPERATIONS
from ..targets import TARGETS
from ..targets.base import Target
from .board import Size
from .implementations import Implementation, discover, on_board
from .names import ciphers_like, hint, unknown_cipher, unknown_mode

SECOND_COMPILER = "clang"  # builds the library a second time on the host, in a whole run
SECOND_SIZES = (16, 64, 1024, 16384)
PACKET_MODES = ("ctr", "gcm", "poly1305")  # modes used for network packets
SECTOR_MODES = ("xts", "ctr")  # disk sectors, and modes to compare with


@dataclass(frozen=True)
class Plan:
    """Implementations, targets and sizes (default: the board's)."""

    implementations: list[Implementation]
    targets: list[Target]
    quick: bool = False
    notes: list[str] = field(default_factory=list)  # what is skipped, and why
    sizes: dict[tuple[str, str, str], set[tuple[int, int]]] | None = None  # (cipher, mode, kind) -> (bytes, ad_bytes)
    kernels: frozenset[str] = frozenset()  # only these, if not empty
    full: bool = True  # False: leave out what repeats other results

    def sizes_of(self, target: Target, implementation: Implementation) -> list[Size]:
        usual = usual_sizes(target, implementation, self.quick)
        if self.sizes is None or not usual:
            return usual
        needed = self.sizes[primitive_of(implementation)]
        if not target.alone and needed <= {(s.bytes, s.ad_bytes) for s in usual}:
            return usual  # their program has already been simulated
        return target.board.timed(needed, implementation.mode)

    def pairs(self) -> list[tuple[Target, Implementation]]:
        """Each target with its implementations, in the order of the rows."""
        all_levels = self.full and not self.quick and self.sizes is None
        pairs = [(t, i) for t in self.targets for i in on_board(t.name, t.board, self.implementations, all_levels)]
        if self.quick:
            pairs = [(t, i) for t, i in pairs if (i.in_quick if self.full else i.in_first)]
        if not self.full:
            pairs = [(t, i) for t, i in pairs if i.in_first or not self.repeats(t)]
            pairs = without_superseded(pairs, self.quick)
        return [(t, i) for t, i in pairs if not self.kernels or i.kernel in self.kernels]

    def repeats(self, target: Target) -> bool:
        """Does another target of this run have the same kernels?"""
        return target.board.kernels_of in {t.board.name for t in self.targets}

    def fallback(self, implementation: Implementation) -> Implementation | None:
        """The portable code that pairs() left out, for a target that turns out to have no such kernel, or too little
        memory for it."""
        included = self.full or (implementation.compares_portable and not self.quick)
        if included or not implementation.family or implementation.variant(implementation.kernel):
            return None
        same = (
            i
            for i in self.implementations
            if i.kernel == "portable" and primitive_of(i) == primitive_of(implementation)
        )
        return next(same, None)

    def of(self, target: Target) -> list[Implementation]:
        return [i for t, i in self.pairs() if t is target]

    def steps(self) -> int:
        """The number of progress steps of measure.execute()."""
        pairs = self.pairs()
        alone = {t.clock: t for t in self.targets if t.alone}.values()
        return len(pairs) + sum(t.rounds(self.quick) for t in alone) + sum(t.alone for t, _ in pairs)


def primitive_of(implementation: Implementation) -> tuple[str, str, str]:
    return implementation.cipher, implementation.mode, implementation.kind


def without_superseded(pairs: list[tuple[Target, Implementation]], quick: bool) -> list[tuple[Target, Implementation]]:
    """Without portable code where the target has a kernel, unless both are to be compared."""
    with_kernel = {(t.name, *primitive_of(i)) for t, i in pairs if i.has_library_kernels and i.family}
    compared = set() if quick else {primitive_of(i) for _, i in pairs if i.compares_portable}
    return [
        (t, i)
        for t, i in pairs
        if i.kernel != "portable" or primitive_of(i) in compared or (t.name, *primitive_of(i)) not in with_kernel
    ]


def require_pairs(plan: Plan, targets: Mapping[str, Callable[[], Target]] = TARGETS) -> None:
    """An error for a plan that measures nothing, with the targets on which there is something to measure."""
    if plan.pairs():
        return
    names = dict.fromkeys(f"{i.cipher} {i.mode}" for i in plan.implementations if i.cipher != "null")
    others = [n for n, make in targets.items() if replace(plan, targets=[make()]).pairs()]
    hint = f"; to measure it: --target {' or '.join(others)}" if others else ""
    raise LabError(f"{', '.join(names)}: not measured on {', '.join(t.name for t in plan.targets)}{hint}")


def select(
    target_names: list[str],
    cipher_names: list[str],
    mode_names: list[str],
    quick: bool,
    peers: bool = True,
    targets: Mapping[str, Callable[[], Target]] = TARGETS,
    full: bool = True,
) -> Plan:
    """All implementations, filtered; an unknown name is an error that lists the known ones.  `full`: with those that
    repeat other results."""
    unknown = [n for n in target_names if n not in targets]
    if unknown:
        raise LabError(f"unknown target `{unknown[0]}`; the targets are: {', '.join(targets)}")
    implementations = filtered(cipher_names, mode_names)
    library = [i for i in implementations if i.has_library_kernels]
    second: list[Implementation] = []
    others: list[Implementation] = []
    notes: list[str] = []
    if "host" in (target_names or targets):
        if peers:
            others, notes = peers_of(library, skip_slow=quick and not cipher_names)
        if full and not quick and processes.is_installed(SECOND_COMPILER):
            second = [replace(i, targets=("host",), compiler=SECOND_COMPILER) for i in library]
        elif full and not quick:
            fix = f"apt-get install --no-install-recommends {SECOND_COMPILER}"
            notes.append(f"rows of {SECOND_COMPILER} skipped: it is not installed; to fix it: {fix}")
    selected = [targets[n]() for n in dict.fromkeys(target_names or targets)]
    notes += [note for t in selected for note in t.notes]
    everything = [*implementations, *second, *others]
    return Plan([i for i in everything if full or i.in_usual], selected, quick, notes, full=full)


def filtered(cipher_names: list[str], mode_names: list[str]) -> list[Implementation]:
    """The implementations of these ciphers and modes, with the null cipher; all of them by default."""
    known = discover()
    ciphers = {c for name in cipher_names for c in ciphers_named(name, list(dict.fromkeys(i.cipher for i in known)))}
    modes = [name.lower() for name in mode_names]
    known_modes = list(dict.fromkeys(i.mode for i in known))
    for name in modes:
        if name not in known_modes:
            raise LabError(unknown_mode(name, known_modes))
    chosen = [i for i in known if (not ciphers or i.cipher in ciphers | {"null"}) and (not modes or i.mode in modes)]
    if ciphers and not any(i.cipher in (ciphers - {"null"} or ciphers) for i in chosen):
        offered = dict.fromkeys(i.mode for i in known if i.cipher in ciphers)
        raise LabError(f"{', '.join(cipher_names)} has no mode {', '.join(modes)}; its modes are: {', '.join(offered)}")
    return chosen


def ciphers_named(name: str, known: list[str]) -> set[str]:
    """The cipher with this name, or all of a family."""
    hits = {c for c in known if name in (c, re.split("[-/]", c)[0], c.rsplit("/", 1)[0])} or set(ciphers_like(name))
    if hits:
        return hits
    if split := hint(name):
        estimated = "" if hint(name, also_estimated=False) else "; it is estimated, not measured: ./narae advise"
        raise LabError(split + estimated)
    raise LabError(unknown_cipher(name, known))


def peers_of(library: list[Implementation], skip_slow: bool) -> tuple[list[Implementation], list[str]]:
    """Implementations of peers, and notes about those that are skipped."""
    others, notes = peer.discover(library)
    if skip_slow:
        slow = {i.archive.peer for i in others if i.archive and i.archive.takes_long}
        others = [i for i in others if not (i.archive and i.archive.peer in slow)]
        fix = "./narae bench without --quick, or with --cipher, builds it once"
        notes += [f"peer {name} skipped: it takes a minute to build; to fix it: {fix}" for name in sorted(slow)]
    return others, notes


def usual_sizes(target: Target, implementation: Implementation, quick: bool) -> list[Size]:
    if implementation.foreign and implementation.foreign.blocks:  # blocks per call
        sizes = {(n * implementation.block_bytes, 0) for n in implementation.foreign.blocks}
        return target.board.timed(sizes, implementation.mode)
    aead = "seal" in MODE_OPERATIONS[implementation.mode]
    unit = implementation.messages if implementation.kind == "batch" else implementation.block_bytes
    chosen = target.board.sizes(implementation.kind, unit, aead, quick)
    if implementation.kind == "block" and implementation.kernel.startswith("baseline:"):
        blocks = target.board.baseline_blocks
        chosen = [s for s in chosen if not blocks or s.bytes // implementation.block_bytes in blocks]
    if implementation.is_peer:
        chosen = [s for s in chosen if s.bytes in peer.SIZES and s.ad_bytes == 0]
    elif implementation.compiler:
        chosen = [s for s in chosen if s.bytes // implementation.messages in SECOND_SIZES and s.ad_bytes == 0]
    if not quick and takes_packets(target, implementation):
        packets = {(n, 0) for n in target.board.packets}
        chosen = target.board.timed({(s.bytes, s.ad_bytes) for s in chosen} | packets, implementation.mode)
    if not quick and takes_sectors(target, implementation):
        sectors = {(n, 0) for n in target.board.sectors}
        chosen = target.board.timed({(s.bytes, s.ad_bytes) for s in chosen} | sectors, implementation.mode)
    return [s for s in chosen if s.bytes != 0 or implementation.mode != "xts"]


def takes_packets(target: Target, implementation: Implementation) -> bool:
    """Is it a peer, or the library's kernel that peers are compared with on this CPU?"""
    applies = bool(target.board.packets) and implementation.kind == "message" and implementation.mode in PACKET_MODES
    return applies and (implementation.is_peer or is_best(target, implementation))


def takes_sectors(target: Target, implementation: Implementation) -> bool:
    applies = bool(target.board.sectors) and implementation.mode in SECTOR_MODES
    return applies and implementation.in_library and is_best(target, implementation)


def is_best(target: Target, implementation: Implementation) -> bool:
    """Is it the library's kernel of the CPU's highest level, by the target's own compiler?"""
    if implementation.compiler:
        return False
    best = [level for level in target.board.levels if level in implementation.levels][-1:]
    return [implementation.level] == best
