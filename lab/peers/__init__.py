# SPDX-License-Identifier: MIT
"""Peers: other libraries, measured beside ours in the same run, on the host.

A folder in lab/peers is a peer, or for Rust one for each crate.  It is measured if pkg-config knows its library,
or cargo builds its crates; otherwise it is skipped by name.  A peer offers ciphers and modes that the library has
too, and takes its gate (vectors, checksum), its operations and its windows from there."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache as remember
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

from .. import cache, processes
from ..build import compiler_version
from ..errors import LabError
from ..paths import ROOT, shown
from ..plan import schema
from ..plan.implementations import Implementation

PEERS = ROOT / "lab" / "peers"
RUST_LIBS = ("-lgcc_s", "-lpthread", "-ldl", "-lm")  # of any program with Rust's standard library
KEY_BYTES = (0, 16, 32)
SIZES = (16, 64, 1024, 16384, 1048576)  # enough to see a start-up cost, a slope and the caches
PAGE = "docs/fields.md"
PKG_CONFIG_SECONDS = 20
CARGO_SECONDS = 600

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


class Debian(schema.Table):
    """A library that Debian has."""

    peer: str
    language: Annotated[str, schema.one_of(("c", "c++"))]
    nonces: list[int]  # bytes
    package: str  # as pkg-config knows it
    debian: str
    offers: list[str]


class Rust(schema.Table):
    """Crates, each with what it offers."""

    peer: str
    language: str
    nonces: list[int]
    crates: dict[str, list[str]]


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
    return sorted(f.parent for f in PEERS.glob("*/implementation.toml"))


def facts(folder: Path) -> Debian | Rust:
    file = folder / "implementation.toml"
    found = schema.parsed(file)
    return schema.convert(found, Rust if found.get("language") == "rust" else Debian, file, PAGE)


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


def crates(folder: Path, found: Rust) -> list[Peer]:
    """Rust's crates in one archive, each a peer under its own name and the version that Cargo.toml pins."""
    manifest = schema.parsed(folder / "Cargo.toml")
    build = {
        "language": "rust",
        "libs": RUST_LIBS,
        "archive": cargo_build(folder, manifest["package"]["rust-version"]),
        "archive_sources": (*sorted((folder / "src").glob("*.rs")), folder / "Cargo.lock"),
    }
    made = []
    for alias, offers in found.crates.items():
        pinned = manifest["dependencies"][alias]
        crate = {"package": alias} | (pinned if isinstance(pinned, dict) else {"version": pinned})
        name = f"{found.peer}-{crate['package']} {crate['version'].removeprefix('=')}"
        made.append(Peer(folder, name, tuple(offers), tuple(found.nonces), build))
    return made


@remember
def cargo_build(folder: Path, oldest: str) -> Path:
    """The archive, kept for all that it is made of.  Crates come from the network once."""
    if not processes.there("cargo"):
        raise Absent(f"cargo is not installed; to fix it: install Rust {oldest} or newer")
    command = ["cargo", "build", "--release", "--locked", "--quiet"]

    def make(fresh: Path) -> None:
        target = fresh.parent / "target"
        whole = [*command, "--manifest-path", folder / "Cargo.toml", "--target-dir", target]
        done = processes.run(whole, CARGO_SECONDS)
        if done.returncode != 0:
            reason = next((line for line in done.stderr.splitlines() if line.startswith("error")), "error")
            raise Absent(
                f"cargo says `{reason}`; to fix it: have Rust {oldest} or newer, and the network for the first time, "
                f"and run: {' '.join(command)} --manifest-path {shown(folder)}/Cargo.toml"
            )
        (target / "release" / "libnarae_peers.a").replace(fresh)

    sources = [*sorted((folder / "src").rglob("*.rs")), folder / "Cargo.toml", folder / "Cargo.lock"]
    parts = [compiler_version("rustc"), os.environ.get("RUSTFLAGS", ""), *(f for f in sources if f.exists())]
    return cache.kept("crates", parts, make, ".a")


def discover(library: list[Implementation]) -> tuple[list[Implementation], list[str]]:
    """Every peer's implementations of what `library` holds, and a note for each peer that is not there."""
    made, notes = [], []
    for folder in folders():
        found = facts(folder)
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
