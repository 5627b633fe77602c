# SPDX-License-Identifier: MIT
"""Modes of operation: SP 800-38A to F, IEEE 1619.  Each seals: (E, nonce, ad, text, tag bytes) -> (ciphertext, tag),
E being the cipher under a key."""

from __future__ import annotations

from collections.abc import Callable

from .arithmetic import Order, joined, number, octets, split, xor

Block = Callable[[bytes], bytes]
Sealed = tuple[bytes, bytes]
ModeSeal = Callable[[Block, bytes, bytes, bytes, int], Sealed]


def plus(counter: bytes, n: int, count_bytes: int) -> bytes:
    """Adds n to the last bytes, which are big-endian."""
    fixed, field = counter[: len(counter) - count_bytes], counter[len(counter) - count_bytes :]
    return joined([fixed, octets(number(field, "big") + n, count_bytes, "big")])


def counter_stream(e: Block, first: bytes, count_bytes: int, text: bytes) -> bytes:
    blocks = enumerate(split(text, len(first)))
    return joined(xor(block, e(plus(first, i, count_bytes))) for i, block in blocks)


def ctr(e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38A, 6.5."""
    return counter_stream(e, nonce, len(nonce), text), b""


def cfb(segment: int, e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38A, 6.3, with segments of so many bytes; 0: of a block."""
    out, register = b"", nonce
    for part in split(text, segment or len(nonce)):
        out = joined([out, xor(part, e(register))])
        register = joined([register, out[-len(part) :]])[-len(nonce) :]
    return out, b""


def ofb(e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38A, 6.4."""
    out = []
    for block in split(text, len(nonce)):
        nonce = e(nonce)
        out.append(xor(block, nonce))
    return joined(out), b""


def cbc(e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38A, 6.2."""
    out = [nonce]
    for block in split(text, len(nonce)):
        out.append(e(xor(block, out[-1])))
    return joined(out[1:]), b""


def doubled(t: int) -> int:
    """IEEE 1619, 5.2: a tweak times x."""
    return (t << 1 ^ (t >> 127) * 0x87) % (1 << 128)


def xts(e: Block, of_tweak: Block, tweak: bytes, text: bytes) -> bytes:
    """IEEE 1619, 5.3; `of_tweak` is the cipher under the second key."""
    first = number(of_tweak(tweak))

    def block(at: int, text: bytes) -> bytes:
        t = first
        for _ in range(at):
            t = doubled(t)
        return xor(e(xor(text, octets(t, 16))), octets(t, 16))

    out: list[bytes] = [block(i, part) for i, part in enumerate(split(text, 16)) if len(part) == 16]
    rest = text[16 * len(out) :]
    if rest:
        last = out.pop()
        out += [block(len(out) + 1, rest + last[len(rest) :]), last[: len(rest)]]
    return joined(out)


def wrapped(e: Block, a: bytes, text: bytes) -> bytes:
    """SP 800-38F, 6.1, algorithm 1."""
    parts = split(text, 8)
    for t in range(1, 6 * len(parts) + 1):
        x = e(a + parts.pop(0))
        a = xor(x[:8], t.to_bytes(8, "big"))
        parts.append(x[8:])
    return joined([a, *parts])


def kw(e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38F, 6.2."""
    return wrapped(e, b"\xa6" * 8, text), b""


def kwp(e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38F, 6.3."""
    a = b"\xa6\x59\x59\xa6" + len(text).to_bytes(4, "big")
    text += bytes(-len(text) % 8)
    return (e(a + text) if len(text) == 8 else wrapped(e, a, text)), b""


def gmac(e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38D, 3: a message that is associated data."""
    return gcm(e, nonce, text, b"", tag_bytes)


def cmac(size: int, e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38B, 6, for blocks of `size` bytes."""
    polynomial = {16: 0x87, 8: 0x1B}[size]

    def double(block: bytes) -> bytes:
        x = number(block, "big") << 1
        return octets((x ^ (x >> 8 * size) * polynomial) % (1 << 8 * size), size, "big")

    k1 = double(e(bytes(size)))
    blocks = split(text, size) or [b""]
    if len(blocks[-1]) == size:
        blocks[-1] = xor(blocks[-1], k1)
    else:
        blocks[-1] = xor(joined([blocks[-1], b"\x80", bytes(size - 1 - len(blocks[-1]))]), double(k1))
    x = bytes(size)
    for block in blocks:
        x = e(xor(x, block))
    return b"", x[:tag_bytes]


def ghash(h: bytes, data: bytes) -> bytes:
    """SP 800-38D, 6.3 and 6.4."""
    y, factor = 0, number(h, "big")
    for block in split(data, 16):
        x, v, product = y ^ number(block, "big"), factor, 0
        for i in range(127, -1, -1):
            product ^= (x >> i & 1) * v
            v = v >> 1 ^ (v & 1) * (0xE1 << 120)
        y = product
    return octets(y, 16, "big")


def padded(data: bytes) -> bytes:
    return joined([data, bytes(-len(data) % 16)])


def lengths(order: Order, ad: bytes, text: bytes, unit: int) -> bytes:
    return (unit * len(ad)).to_bytes(8, order) + (unit * len(text)).to_bytes(8, order)


def gcm(
    e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int, of_blocks: Callable[[bytes, bytes], bytes] = ghash
) -> Sealed:
    """SP 800-38D, 7.1."""
    h = e(bytes(16))
    first = joined([nonce, b"\0\0\0\1"])
    if len(nonce) != 12:
        first = of_blocks(h, joined([padded(nonce), lengths("big", b"", nonce, 8)]))
    out = counter_stream(e, plus(first, 1, 4), 4, text)
    tag = of_blocks(h, joined([padded(ad), padded(out), lengths("big", ad, out, 8)]))
    return out, xor(tag, e(first))[:tag_bytes]


def ccm(e: Block, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int) -> Sealed:
    """SP 800-38C, 6.1 and appendix A; associated data below 65280 bytes."""
    q = 15 - len(nonce)
    flags = (64 if ad else 0) + 8 * ((tag_bytes - 2) // 2) + q - 1
    data = joined([bytes([flags]), nonce, len(text).to_bytes(q, "big")])
    if ad:
        data = joined([data, padded(joined([len(ad).to_bytes(2, "big"), ad]))])
    x = bytes(16)
    for block in split(joined([data, padded(text)]), 16):
        x = e(xor(x, block))
    first = joined([bytes([q - 1]), nonce, bytes(q)])
    return counter_stream(e, plus(first, 1, q), q, text), xor(x, e(first))[:tag_bytes]
