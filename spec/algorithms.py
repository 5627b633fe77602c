# SPDX-License-Identifier: MIT
"""All models by the names that rows and vectors use."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType

from . import ascon, chacha, chacha20_poly1305, ciphers, keccak, lsh, modes, sha2
from .modes import Sealed

MODULES: dict[str, ModuleType] = {
    file.stem: importlib.import_module(f"{ciphers.__name__}.{file.stem}")
    for file in sorted(Path(ciphers.__path__[0]).glob("[!_]*.py"))
}
BLOCK_CIPHERS: dict[str, tuple[int, int, Callable[[bytes, bytes], bytes]]] = {
    name: cipher for module in MODULES.values() for name, cipher in module.CIPHERS.items()
}


@dataclass(frozen=True)
class Message:
    """An algorithm on messages, with the sizes of its inputs in bytes."""

    key_bytes: int
    nonce_bytes: int
    tag_bytes: int
    unit: int  # texts are multiples of it
    has_text: bool
    seal: Callable[[bytes, bytes, bytes, bytes, int], Sealed]  # (key, nonce, ad, text, tag bytes)
    block: int = 0  # that a hash takes at a time

    @property
    def has_ad(self) -> bool:
        return self.has_text and self.tag_bytes != 0


def mode_of(cipher: str, mode: str) -> Message:
    block_bytes, key_bytes, encrypt = BLOCK_CIPHERS[cipher]
    if mode == "xts":

        def xts(key: bytes, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
            first, second = partial(encrypt, key[:key_bytes]), partial(encrypt, key[key_bytes:])
            return modes.xts(first, second, nonce, text), b""

        return Message(2 * key_bytes, 16, 0, 16, True, xts)
    # nonce, tag and unit in bytes, function
    parameters: dict[str, tuple[int, int, int, modes.ModeSeal]] = {
        "ctr": (block_bytes, 0, 1, modes.ctr),
        "cbc": (block_bytes, 0, block_bytes, modes.cbc),
        "cfb": (block_bytes, 0, 1, partial(modes.cfb, 0)),
        "cfb8": (block_bytes, 0, 1, partial(modes.cfb, 1)),
        "ofb": (block_bytes, 0, 1, modes.ofb),
        "kw": (0, 0, 8, modes.kw),
        "kwp": (0, 0, 1, modes.kwp),
        "gmac": (12, 16, 1, modes.gmac),
        "cmac": (0, block_bytes, 1, partial(modes.cmac, block_bytes)),
        "gcm": (12, 16, 1, modes.gcm),
        "ccm": (12, 16, 1, modes.ccm),
    }
    nonce_bytes, tag_bytes, unit, function = parameters[mode]

    def seal(key: bytes, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
        return function(partial(encrypt, key), nonce, ad, text, tag_bytes)

    return Message(key_bytes, nonce_bytes, tag_bytes, unit, mode not in ("cmac", "gmac"), seal)


def stream_of(rounds: int) -> Message:
    return Message(
        32, 12, 0, 1, True, lambda key, nonce, ad, text, tag: (chacha.xor_stream(rounds, key, nonce, text), b"")
    )


def hash_of(block: int, function: Callable[[bytes, int], bytes], digest_bytes: int = 32) -> Message:
    def seal(key: bytes, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
        return b"", function(text, tag_bytes)

    return Message(0, 0, digest_bytes, 1, False, seal, block)


# With a checksum, by "cipher mode".
MESSAGES = {
    **{f"{cipher} {mode}": mode_of(cipher, mode) for m in MODULES.values() for cipher in m.CIPHERS for mode in m.GATED},
    **{
        f"{cipher} {mode}": mode_of(cipher, mode)
        for m in MODULES.values()
        for cipher in list(m.CIPHERS)[:1]
        for mode in getattr(m, "GATED_SHORTEST_KEY", ())
    },
    **{f"chacha{rounds} stream": stream_of(rounds) for rounds in (20, 12, 8)},
    "chacha20 poly1305": Message(32, 12, 16, 1, True, chacha20_poly1305.seal),
    **{f"{name} aead": Message(16, 16, 16, 1, True, aead.seal) for name, aead in ascon.AEADS.items()},
    "ascon-hash256 hash": hash_of(8, lambda text, tag: ascon.hash256(text)),
    "sha-256 hash": hash_of(64, lambda text, tag: sha2.sha256(text)),
    "sha-512 hash": hash_of(128, lambda text, tag: sha2.sha512(text), 64),
    "sha3-256 hash": hash_of(136, partial(keccak.sponge, 136, 0x06)),
    "shake128 hash": hash_of(168, partial(keccak.sponge, 168, 0x1F)),
    "lsh-256-256 hash": hash_of(128, lambda text, tag: lsh.digest(32, 256, text)),
    "lsh-512-512 hash": hash_of(256, lambda text, tag: lsh.digest(64, 512, text), 64),
}
# Bytes of the shortest message in modes that few ciphers are measured in.
SHORTEST = {"cfb": 0, "cfb8": 0, "ofb": 0, "xts": 16, "kw": 16, "kwp": 1, "gmac": 0, "cmac": 0}
# By name: bytes of the state, permutation.
PERMUTATIONS: dict[str, tuple[int, Callable[[bytes], bytes]]] = {
    "keccak-f1600": (200, keccak.f1600),
    **{f"ascon-p{n}": (40, partial(ascon.permute_bytes, rounds=n)) for n in (12, 8, 6)},
}


def message(name: str) -> Message:
    return MESSAGES[name] if name in MESSAGES else mode_of(*name.split())


def is_message(name: str) -> bool:
    cipher, mode = name.split()
    return name in MESSAGES or (cipher in BLOCK_CIPHERS and mode in SHORTEST)
