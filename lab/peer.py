"""Peers: other libraries, measured beside ours in the same run, on the host.

A folder in lab/peers is a peer.  It is measured if pkg-config knows its library; otherwise it is skipped by name.
A peer offers ciphers and modes that the library has too, and takes its gate (vectors, checksum), its
operations and its windows from there."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path

from . import processes
from .errors import LabError
from .implementations import Implementation, require
from .paths import ROOT

PEERS = ROOT / "lab" / "peers"
FIELDS = {"peer", "package", "debian", "language", "nonces", "offers"}
KEY_BYTES = (0, 16, 32)
SIZES = (16, 64, 1024, 16384, 1048576)  # enough to see a start-up cost, a slope and the caches
PKG_CONFIG_SECONDS = 20

# mode -> what lab/bench/adapter.h asks: key setup, nonce, tag, text, opens, unit
SHAPES = {
    "ctr": (1, 16, 0, 1, 1, 1),
    "cbc": (1, 16, 0, 1, 1, 16),
    "gcm": (1, 12, 16, 1, 1, 1),
    "ccm": (1, 12, 16, 1, 1, 1),
    "cmac": (1, 0, 16, 0, 1, 1),
    "stream": (0, 12, 0, 1, 0, 1),
    "poly1305": (0, 12, 16, 1, 1, 1),
    "hash": (0, 0, 32, 0, 0, 1),
}
SHAPE_NAMES = ("KEY_SETUP", "NONCE_BYTES", "TAG_BYTES", "TEXT", "OPENS", "UNIT")


def folders() -> list[Path]:
    return sorted(f.parent for f in PEERS.glob("*/implementation.toml"))


def facts(folder: Path) -> dict:
    file = folder / "implementation.toml"
    try:
        found = tomllib.loads(file.read_text())
    except tomllib.TOMLDecodeError as error:
        raise LabError(f"{file} is not valid TOML: {error}") from error
    require(file, found, FIELDS)
    return found


@cache
def pkg_config(package: str, *options: str) -> str | None:
    """What pkg-config says, or nothing if it does not know the package or is not there."""
    try:
        done = processes.run(["pkg-config", *options, package], PKG_CONFIG_SECONDS)
    except LabError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def discover(library: list[Implementation]) -> tuple[list[Implementation], list[str]]:
    """Every peer's implementations of what `library` holds, and a note for each peer that is not installed."""
    found, notes = [], []
    for folder in folders():
        peer = facts(folder)
        version = pkg_config(peer["package"], "--modversion")
        if version is None:
            notes.append(
                f"peer {peer['peer']} skipped: {peer['package']} is not installed; "
                f"mend: apt-get install --no-install-recommends {peer['debian']}"
            )
        elif peer["language"] == "c++" and not processes.there("g++"):
            notes.append(f"peer {peer['peer']} skipped: g++ is not installed; mend: apt-get install g++")
        else:
            found += [implementation(folder, peer, version, i) for i in library if offered(peer, i)]
    return found, notes


def offered(peer: dict, ours: Implementation) -> bool:
    """An offer names a cipher with its key size, or the family."""
    family = ours.cipher.rsplit("-", 1)[0] if ours.cipher.endswith(("-128", "-256")) else ours.cipher
    offers = {f"{ours.cipher} {ours.mode}", f"{family} {ours.mode}"}
    return bool(offers & set(peer["offers"])) and ours.key_bytes in KEY_BYTES


def implementation(folder: Path, peer: dict, version: str, ours: Implementation) -> Implementation:
    """The peer in the place of the library's implementation."""
    if ours.mode == "block":
        header, define = "peer_block.h", {"BENCH_DESCRIPTOR": "peer_block", "BENCH_SCHEDULE_BYTES": "0"}
        nonces = ()
    else:
        shape = dict(zip(SHAPE_NAMES, SHAPES[ours.mode], strict=True))
        header = "peer.h"
        define = {"BENCH_MODE_HEADER": '"narae/status.h"', "BENCH_ADAPTER": '"peer_message.h"'}
        define |= {"ADAPTER_KEY_BYTES": str(ours.key_bytes)} | {f"ADAPTER_{k}": str(v) for k, v in shape.items()}
        nonces = (0, *peer["nonces"])
        if shape["TAG_BYTES"] and shape["NONCE_BYTES"]:
            nonces = (shape["NONCE_BYTES"],)
    return replace(
        ours,
        kernel=f"peer:{peer['peer']} {version}",
        folder=folder,
        header=header,
        define=define,
        targets=("host",),
        language=peer["language"],
        cflags=tuple((pkg_config(peer["package"], "--cflags") or "").split()),
        libs=tuple((pkg_config(peer["package"], "--libs") or "").split()),
        vector_nonces=nonces,
    )
