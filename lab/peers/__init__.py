# SPDX-License-Identifier: MIT
"""Peers: other libraries, measured alongside ours in the same run, on the host.

Each folder is a peer, or for Rust one per crate.  It is measured if pkg-config knows the library or cargo builds the
crates, else skipped with a note.  Gate (vectors, checksum), operations and windows are those of our implementation of
the same cipher and mode."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache as remember
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import msgspec

from .. import cache, processes
from ..build import compiler_version
from ..errors import LabError, RunError
from ..paths import MACHINE_CACHE, ROOT, shown
from ..plan import implementations, schema
from ..plan.implementations import Implementation

PEERS = ROOT / "lab" / "peers"
CRATES = MACHINE_CACHE / "crates"
RUST_LIBS = ("-lgcc_s", "-lpthread", "-ldl", "-lm")  # of Rust's standard library
KEY_BYTES = (0, 16, 32)
# Shows start-up cost, slope and caches, for blocks of 8 and 16 bytes.
SIZES = (8, 16, 64, 1024, 8192, 16384, 1048576)
PAGE = "docs/reference/fields.md"
FILE = "implementation.toml"
PKG_CONFIG_SECONDS = 20
CARGO_SECONDS = 1200
# Environment variables that change how crates are built.
CARGO_KNOBS = ("AR", "AWS_LC_SYS_", "CARGO_BUILD_", "CARGO_ENCODED_", "CARGO_PROFILE_", "CC", "CFLAGS", "RUSTFLAGS")

# mode -> parameters of lab/bench/adapter.h: key setup, nonce, tag, text, opens, unit
MODE_SHAPES = {
    "ctr": (1, 16, 0, 1, 1, 1),
    "cbc": (1, 16, 0, 1, 1, 16),
    "gcm": (1, 12, 16, 1, 1, 1),
    "ccm": (1, 12, 16, 1, 1, 1),
    "cmac": (1, 0, 16, 0, 1, 1),
    "stream": (0, 12, 0, 1, 0, 1),
    "poly1305": (0, 12, 16, 1, 1, 1),
    "aead": (0, 16, 16, 1, 1, 1),
    "hash": (0, 0, 32, 0, 0, 1),
}
SHAPE_NAMES = ("KEY_SETUP", "NONCE_BYTES", "TAG_BYTES", "TEXT", "OPENS", "UNIT")


Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9.+-]*$")]


class Debian(schema.Table):
    """A Debian package."""

    peer: Name
    language: Annotated[str, schema.one_of(("c", "c++"))]
    nonces: list[int]  # bytes
    package: str  # as pkg-config knows it
    debian: str
    offers: list[str]


class Rust(schema.Table):
    """Crates with their offers."""

    peer: Name
    language: str
    nonces: list[int]
    crates: dict[str, list[str]]
    long: bool = False  # takes long to build


@dataclass(frozen=True)
class Peer:
    """An available library: name in rows, offers, and how to build with it."""

    folder: Path
    name: str  # with its version
    offers: tuple[str, ...]
    nonces: tuple[int, ...]
    build: dict[str, Any] = field(hash=False)  # fields of its implementations


class Absent(LabError):
    """Why a peer is skipped, and how to fix it."""


def folders() -> list[Path]:
    return sorted(f.parent for f in PEERS.glob(f"*/{FILE}"))


def read(folder: Path) -> Debian | Rust:
    file = folder / FILE
    table = schema.parsed(file)
    if table.get("language") == "rust":
        return schema.convert(table, Rust, file, PAGE)
    return schema.convert(table, Debian, file, PAGE)


def all_offers(facts: Debian | Rust) -> list[str]:
    return facts.offers if isinstance(facts, Debian) else list(chain.from_iterable(facts.crates.values()))


@remember
def pkg_config(package: str, *options: str) -> str | None:
    """Output of pkg-config; None if it or the package is missing."""
    try:
        done = processes.run(["pkg-config", *options, package], PKG_CONFIG_SECONDS)
    except LabError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def package(folder: Path, facts: Debian) -> Peer:
    """The peer of a Debian package."""
    name = facts.package
    version = pkg_config(name, "--modversion")
    if version is None:
        raise Absent(f"{name} is not installed; to fix it: apt-get install --no-install-recommends {facts.debian}")
    if facts.language == "c++" and not processes.is_installed("g++"):
        raise Absent("g++ is not installed; to fix it: apt-get install g++")
    build = {
        "language": facts.language,
        "cflags": tuple((pkg_config(name, "--cflags") or "").split()),
        "libs": tuple((pkg_config(name, "--libs") or "").split()),
    }
    return Peer(folder, f"{facts.peer} {version}", tuple(facts.offers), tuple(facts.nonces), build)


class Archive:
    """A static library of crates, built on first use."""

    def __init__(self, folder: Path, peer: str, oldest: str):
        self.folder, self.peer, self.oldest = folder, peer, oldest
        self.lock = threading.Lock()
        self.outcome: Path | Absent | None = None

    @property
    def sources(self) -> tuple[Path, ...]:
        own = [*sorted((self.folder / "src").rglob("*.rs")), self.folder / "Cargo.toml", self.folder / "Cargo.lock"]
        return (*(f for f in own if f.exists()), PEERS / "peer.rs")

    @property
    def takes_long(self) -> bool:
        """Quick runs skip it, unless it is built."""
        return getattr(read(self.folder), "long", False) and not self.is_built()

    @property
    def identity(self) -> list[str | Path]:
        return [*(compiler_version(c) for c in ("rustc", "cc") if processes.is_installed(c)), *self.sources]

    def is_built(self) -> bool:
        """Is it in the cache?"""
        return cache.read_entry(cache.entry_of(CRATES, self.identity))[0] is not None

    def file(self) -> Path:
        """Builds it if necessary; downloads crates once.  Raises Absent."""
        with self.lock:
            if self.outcome is None:
                try:
                    self.outcome = cache.cached(CRATES, self.identity, self.make, ".a")
                except Absent as reason:
                    self.outcome = reason
        if isinstance(self.outcome, Absent):
            raise self.outcome
        return self.outcome

    def make(self, fresh: Path) -> None:
        command = ["cargo", "build", "--release", "--locked", "--quiet"]
        target = fresh.parent / "target"
        command_line = [*command, "--manifest-path", self.folder / "Cargo.toml", "--target-dir", target]
        environment = {name: value for name, value in os.environ.items() if not name.startswith(CARGO_KNOBS)}
        try:
            done = processes.run(command_line, CARGO_SECONDS, env=environment)
        except RunError as error:
            raise Absent(f"{error}; to fix it: run {' '.join(map(str, command_line[:-2]))}") from error
        if done.returncode != 0:
            reason = next((line for line in done.stderr.splitlines() if line.startswith("error")), "error")
            raise Absent(
                f"cargo: `{reason}`; to fix it: install Rust {self.oldest} or newer and a C compiler, and run once "
                f"with network access: {' '.join(command)} --manifest-path {shown(self.folder)}/Cargo.toml"
            )
        (target / "release" / "libnarae_peers.a").replace(fresh)


@remember
def archive_of(folder: Path) -> Archive:
    """One per process."""
    return Archive(folder, read(folder).peer, manifest_of(folder)["package"]["rust-version"])


def manifest_of(folder: Path) -> dict[str, Any]:
    return schema.parsed(folder / "Cargo.toml")


def crates(folder: Path, facts: Rust) -> list[Peer]:
    """A peer per crate, with the version pinned in Cargo.toml."""
    archive = archive_of(folder)
    if not processes.is_installed("cargo"):
        raise Absent(f"cargo is not installed; to fix it: install Rust {archive.oldest} or newer")
    build = {"language": "rust", "libs": RUST_LIBS, "archive": archive}
    dependencies = manifest_of(folder)["dependencies"]
    peers = []
    for alias, offers in facts.crates.items():
        pinned = dependencies[alias]
        crate = {"package": alias} | (pinned if isinstance(pinned, dict) else {"version": pinned})
        name = crate["package"] if crate["package"].startswith(facts.peer) else f"{facts.peer}-{crate['package']}"
        version = crate["version"].removeprefix("=")
        peers.append(Peer(folder, f"{name} {version}", tuple(offers), tuple(facts.nonces), build))
    return peers


def discover(library: list[Implementation]) -> tuple[list[Implementation], list[str]]:
    """The peers' implementations of what `library` has, and a note for each skipped peer."""
    result, notes = [], []
    names: dict[str, Path] = {}
    for folder in folders():
        facts = read(folder)
        if names.setdefault(facts.peer, folder) != folder:
            raise LabError(f"{shown(folder)} and {shown(names[facts.peer])} are both the peer {facts.peer}; rename one")
        if unknown := [offer for offer in all_offers(facts) if not known(offer)]:
            raise LabError(
                f"{shown(folder / FILE)}: the library has no `{unknown[0]}` to compare with; {PAGE} says more"
            )
        if not any(offered(all_offers(facts), i) for i in library):
            continue
        try:
            peers = crates(folder, facts) if isinstance(facts, Rust) else [package(folder, facts)]
        except Absent as reason:
            notes.append(f"peer {facts.peer} skipped: {reason}")
            continue
        whole = [i for i in library if i.kind != "phases"]
        result += [implementation(p, i) for p in peers for i in whole if offered(p.offers, i)]
    return result, notes


def known(offer: str) -> bool:
    return any(i.has_library_kernels and offered([offer], i) for i in implementations.discover())


def offered(offers: Iterable[str], ours: Implementation) -> bool:
    """An offer names a cipher with or without its key size."""
    family = ours.cipher.rsplit("-", 1)[0] if ours.cipher.endswith(("-128", "-256")) else ours.cipher
    return bool({f"{ours.cipher} {ours.mode}", f"{family} {ours.mode}"} & set(offers)) and ours.key_bytes in KEY_BYTES


def implementation(peer: Peer, ours: Implementation) -> Implementation:
    """The library's implementation with the peer's code."""
    if ours.mode == "block":
        header, define = "peer_block.h", {"BENCH_DESCRIPTOR": "peer_block", "BENCH_SCHEDULE_BYTES": "0"}
        only = {}
    else:
        shape = dict(zip(SHAPE_NAMES, MODE_SHAPES[ours.mode], strict=True))
        shape["TAG_BYTES"] = int(ours.define.get("BENCH_DIGEST_BYTES", shape["TAG_BYTES"]))
        header = "peer.h"
        define = {"BENCH_MODE_HEADER": '"narae/status.h"', "BENCH_ADAPTER": '"peer_message.h"'}
        define |= {"ADAPTER_KEY_BYTES": str(ours.key_bytes)} | {f"ADAPTER_{k}": str(v) for k, v in shape.items()}
        nonces = [shape["NONCE_BYTES"]] if shape["TAG_BYTES"] and shape["NONCE_BYTES"] else [0, *peer.nonces]
        only = {"nonce": nonces, "tag": [shape["TAG_BYTES"]]}
    return replace(
        ours,
        kernel=f"peer:{peer.name}",
        folder=peer.folder,
        header=header,
        define=define,
        targets=("host",),
        only=only,
        on_library_kernels=False,
        **peer.build,
    )
