# SPDX-License-Identifier: MIT
"""Peers: other libraries, measured alongside ours in the same run, on the host.

A folder in lab/peers is a peer, or for Rust one for each crate.  It is measured if pkg-config knows its library,
or cargo builds its crates, while other programs are built; otherwise it is skipped by name.  A peer offers ciphers and
modes that the library has too, and takes its gate (vectors, checksum), its operations and its windows from there."""

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
from ..paths import ROOT, shown
from ..plan import implementations, schema
from ..plan.implementations import Implementation

PEERS = ROOT / "lab" / "peers"
RUST_LIBS = ("-lgcc_s", "-lpthread", "-ldl", "-lm")  # of any program with Rust's standard library
KEY_BYTES = (0, 16, 32)
# Enough to see a start-up cost, a slope and the caches, with blocks of 8 and of 16 bytes.
SIZES = (8, 16, 64, 1024, 8192, 16384, 1048576)
PAGE = "docs/reference/fields.md"
FILE = "implementation.toml"
PKG_CONFIG_SECONDS = 20
CARGO_SECONDS = 1200
# What would build crates otherwise than their users have them.
CARGO_KNOBS = ("AR", "AWS_LC_SYS_", "CARGO_BUILD_", "CARGO_ENCODED_", "CARGO_PROFILE_", "CC", "CFLAGS", "RUSTFLAGS")

# mode -> what lab/bench/adapter.h asks: key setup, nonce, tag, text, opens, unit
SHAPES = {
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
    """A library that Debian has."""

    peer: Name
    language: Annotated[str, schema.one_of(("c", "c++"))]
    nonces: list[int]  # bytes
    package: str  # as pkg-config knows it
    debian: str
    offers: list[str]


class Rust(schema.Table):
    """Crates, each with what it offers."""

    peer: Name
    language: str
    nonces: list[int]
    crates: dict[str, list[str]]
    long: bool = False  # to build


@dataclass(frozen=True)
class Peer:
    """A library that is there: what its rows are called, what it offers, and what it takes to build with it."""

    folder: Path
    name: str  # with its version
    offers: tuple[str, ...]
    nonces: tuple[int, ...]
    build: dict[str, Any] = field(hash=False)  # fields of its implementations


class Absent(LabError):
    """The reason why a peer is skipped, and what to do about it."""


def folders() -> list[Path]:
    return sorted(f.parent for f in PEERS.glob(f"*/{FILE}"))


def facts(folder: Path) -> Debian | Rust:
    file = folder / FILE
    found = schema.parsed(file)
    if found.get("language") == "rust":
        return schema.convert(found, Rust, file, PAGE)
    return schema.convert(found, Debian, file, PAGE)


def all_offers(found: Debian | Rust) -> list[str]:
    return found.offers if isinstance(found, Debian) else list(chain.from_iterable(found.crates.values()))


@remember
def pkg_config(package: str, *options: str) -> str | None:
    """What pkg-config says, or nothing if it does not know the package or is not there."""
    try:
        done = processes.run(["pkg-config", *options, package], PKG_CONFIG_SECONDS)
    except LabError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def package(folder: Path, found: Debian) -> Peer:
    """A library of Debian's."""
    name = found.package
    version = pkg_config(name, "--modversion")
    if version is None:
        raise Absent(f"{name} is not installed; to fix it: apt-get install --no-install-recommends {found.debian}")
    if found.language == "c++" and not processes.there("g++"):
        raise Absent("g++ is not installed; to fix it: apt-get install g++")
    build = {
        "language": found.language,
        "cflags": tuple((pkg_config(name, "--cflags") or "").split()),
        "libs": tuple((pkg_config(name, "--libs") or "").split()),
    }
    return Peer(folder, f"{found.peer} {version}", tuple(found.offers), tuple(found.nonces), build)


class Archive:
    """Crates in one archive, built once, at the first request."""

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
        """Quick runs skip it, unless it was built before."""
        return getattr(facts(self.folder), "long", False) and not self.is_built()

    @property
    def identity(self) -> list[str | Path]:
        return [*(compiler_version(c) for c in ("rustc", "cc") if processes.there(c)), *self.sources]

    def is_built(self) -> bool:
        """Was it built before?"""
        return cache.whole(cache.entry_of("crates", self.identity))[0] is not None

    def file(self) -> Path:
        """An Absent says why there is none; crates come from the network once."""
        with self.lock:
            if self.outcome is None:
                try:
                    self.outcome = cache.kept("crates", self.identity, self.make, ".a")
                except Absent as reason:
                    self.outcome = reason
        if isinstance(self.outcome, Absent):
            raise self.outcome
        return self.outcome

    def make(self, fresh: Path) -> None:
        command = ["cargo", "build", "--release", "--locked", "--quiet"]
        target = fresh.parent / "target"
        whole = [*command, "--manifest-path", self.folder / "Cargo.toml", "--target-dir", target]
        usual = {name: value for name, value in os.environ.items() if not name.startswith(CARGO_KNOBS)}
        try:
            done = processes.run(whole, CARGO_SECONDS, env=usual)
        except RunError as error:
            raise Absent(f"{error}; to fix it: run {' '.join(map(str, whole[:-2]))}") from error
        if done.returncode != 0:
            reason = next((line for line in done.stderr.splitlines() if line.startswith("error")), "error")
            raise Absent(
                f"cargo says `{reason}`; to fix it: have Rust {self.oldest} or newer, a C compiler, and the network "
                f"for the first time, and run: {' '.join(command)} --manifest-path {shown(self.folder)}/Cargo.toml"
            )
        (target / "release" / "libnarae_peers.a").replace(fresh)


@remember
def archive_of(folder: Path) -> Archive:
    """One for all programs of this process."""
    return Archive(folder, facts(folder).peer, manifest_of(folder)["package"]["rust-version"])


def manifest_of(folder: Path) -> dict[str, Any]:
    return schema.parsed(folder / "Cargo.toml")


def crates(folder: Path, found: Rust) -> list[Peer]:
    """Each a peer under its own name and the version that Cargo.toml pins."""
    archive = archive_of(folder)
    if not processes.there("cargo"):
        raise Absent(f"cargo is not installed; to fix it: install Rust {archive.oldest} or newer")
    build = {"language": "rust", "libs": RUST_LIBS, "archive": archive}
    dependencies = manifest_of(folder)["dependencies"]
    made = []
    for alias, offers in found.crates.items():
        pinned = dependencies[alias]
        crate = {"package": alias} | (pinned if isinstance(pinned, dict) else {"version": pinned})
        name = crate["package"] if crate["package"].startswith(found.peer) else f"{found.peer}-{crate['package']}"
        version = crate["version"].removeprefix("=")
        made.append(Peer(folder, f"{name} {version}", tuple(offers), tuple(found.nonces), build))
    return made


def discover(library: list[Implementation]) -> tuple[list[Implementation], list[str]]:
    """Every peer's implementations of what `library` holds, and a note for each peer that is not there."""
    made, notes = [], []
    names: dict[str, Path] = {}
    for folder in folders():
        found = facts(folder)
        if names.setdefault(found.peer, folder) != folder:
            raise LabError(f"{shown(folder)} and {shown(names[found.peer])} are both the peer {found.peer}; rename one")
        if unknown := [offer for offer in all_offers(found) if not known(offer)]:
            raise LabError(
                f"{shown(folder / FILE)}: the library has no `{unknown[0]}` to compare with; {PAGE} says more"
            )
        if not any(offered(all_offers(found), i) for i in library):
            continue
        try:
            peers = crates(folder, found) if isinstance(found, Rust) else [package(folder, found)]
        except Absent as reason:
            notes.append(f"peer {found.peer} skipped: {reason}")
            continue
        whole = [i for i in library if i.kind != "phases"]
        made += [implementation(p, i) for p in peers for i in whole if offered(p.offers, i)]
    return made, notes


def known(offer: str) -> bool:
    return any(i.in_library and offered([offer], i) for i in implementations.discover())


def offered(offers: Iterable[str], ours: Implementation) -> bool:
    """An offer names a cipher with its key size, or the family."""
    family = ours.cipher.rsplit("-", 1)[0] if ours.cipher.endswith(("-128", "-256")) else ours.cipher
    return bool({f"{ours.cipher} {ours.mode}", f"{family} {ours.mode}"} & set(offers)) and ours.key_bytes in KEY_BYTES


def implementation(peer: Peer, ours: Implementation) -> Implementation:
    """The peer in the place of the library's implementation."""
    if ours.mode == "block":
        header, define = "peer_block.h", {"BENCH_DESCRIPTOR": "peer_block", "BENCH_SCHEDULE_BYTES": "0"}
        only = {}
    else:
        shape = dict(zip(SHAPE_NAMES, SHAPES[ours.mode], strict=True))
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
        **peer.build,
    )
