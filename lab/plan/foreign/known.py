# SPDX-License-Identifier: MIT
"""The library's ciphers that a user's code can be compared with."""

from __future__ import annotations

from ..implementations import Implementation, discover
from ..names import plain


def known() -> dict[str, tuple[str, str]]:
    """The library's ciphers and modes by folder name, without punctuation."""
    names: dict[str, tuple[str, str]] = {}
    for i in discover():
        if i.has_library_kernels and i.kind in ("block", "message", "permutation"):
            names.setdefault(plain(i.cipher + i.mode), (i.cipher, i.mode))
            names.setdefault(f"{plain(i.cipher)} {i.mode}", (i.cipher, i.mode))
    return names


def only_mode(cipher: str) -> str:
    """The mode of a cipher for messages, if the library has one."""
    messages = (i for i in discover() if i.has_library_kernels and i.kind == "message" and not i.in_shares)
    modes = {i.mode for i in messages if i.cipher == cipher}
    return modes.pop() if len(modes) == 1 else ""


def known_block_ciphers() -> dict[str, Implementation]:
    return {i.cipher: i for i in discover() if i.in_library and i.mode == "block"}


def library_of(cipher: str, mode: str) -> Implementation | None:
    offered = (i for i in discover() if i.has_library_kernels and i.kind != "phases")
    return next((i for i in offered if (i.cipher, i.mode) == (cipher, mode)), None)
