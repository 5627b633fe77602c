# SPDX-License-Identifier: MIT
"""The MSP430 kernels of permutations, hashes, ChaCha, Poly1305 and GHASH in the lab's executor: equal to the
specifications for any number of blocks at any address, ABI, the same cycles for all data, and these cycles."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from lab.paths import ROOT
from spec import ascon, chacha, keccak, lsh, modes, sha2
from tests.msp430_kernels.calls import FILL, Called, Chip, compiled_objects
from tests.tools import skip_without

TRIALS = 12
MULTIPLIERS = {"msp430": 0x130, "msp430x": 0x4C0}
STATE, IN, OUT = 0x1E00, 0x2000, 0x2600  # RAM of both chips
MARGIN = 8  # bytes around a buffer that stay as they are


# Calls a kernel: one block at even addresses if the last argument says so, else any number anywhere.
Trial = Callable[[Chip, random.Random, bool], Called]


@dataclass(frozen=True)
class Kernel:
    """Cycles of a call, with one block at even addresses, on MSP430 and MSP430X."""

    name: str
    family: str
    sources: tuple[str, ...]
    cycles: tuple[int, int]
    trial: Trial

    def __str__(self) -> str:
        return self.name


def words(data: bytes, size: int) -> list[int]:
    return [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]


def octets(numbers: list[int], size: int) -> bytes:
    return b"".join(n.to_bytes(size, "little") for n in numbers)


def between_margins(chip: Chip, at: int, content: bytes) -> None:
    chip.write(at - MARGIN, FILL * MARGIN + content + FILL * MARGIN)


def content_of(chip: Chip, at: int, size: int) -> bytes:
    text = chip.read(at - MARGIN, size + 2 * MARGIN)
    assert text[:MARGIN] == text[-MARGIN:] == FILL * MARGIN, "something next to a buffer was written"
    return text[MARGIN:-MARGIN]


def permutation(name: str, model: Callable[[bytes], bytes], size: int, *arguments: int) -> Trial:
    def trial(chip: Chip, draw: random.Random, _one: bool) -> Called:
        state = draw.randbytes(size)
        between_margins(chip, STATE, state)
        result = chip.call(name, STATE, *arguments)
        assert content_of(chip, STATE, size) == model(state)
        return result

    return trial


def compression(name: str, state_bytes: int, block_bytes: int, model: Callable[[list[int], bytes], list[int]]) -> Trial:
    def trial(chip: Chip, draw: random.Random, one: bool) -> Called:
        count, odd = (1, 0) if one else (draw.randrange(4), draw.randrange(2))
        state, text = draw.randbytes(state_bytes), draw.randbytes(count * block_bytes)
        between_margins(chip, STATE, state)
        between_margins(chip, IN + odd, text)
        result = chip.call(name, STATE, IN + odd, count)
        wanted = words(state, 4)
        for at in range(0, len(text), block_bytes):
            wanted = model(wanted, text[at : at + block_bytes])
        assert content_of(chip, STATE, state_bytes) == octets(wanted, 4), (count, odd)
        assert content_of(chip, IN + odd, len(text)) == text
        return result

    return trial


def stream(name: str, rounds: int) -> Trial:
    def trial(chip: Chip, draw: random.Random, one: bool) -> Called:
        count, source, target = 1, IN, OUT
        if not one:
            count, source = draw.randrange(4), IN + draw.randrange(2)
            target = draw.choice((source, OUT + draw.randrange(2)))
        key, nonce, text = draw.randbytes(32), draw.randbytes(8), draw.randbytes(64 * count)
        counter = draw.choice((draw.getrandbits(64), 2**32 - 1, 2**48 - 2, 2**64 - 1))
        state = b"expand 32-byte k" + key + counter.to_bytes(8, "little") + nonce
        between_margins(chip, STATE, state)
        between_margins(chip, target, bytes(64 * count))
        between_margins(chip, source, text)
        result = chip.call(name, STATE, target, source, count, rounds)
        blocks = [chacha.block(rounds, key, (counter + i) % 2**64, nonce) for i in range(count)]
        wanted = bytes(a ^ b for a, b in zip(text, b"".join(blocks), strict=True))
        assert content_of(chip, target, len(text)) == wanted, (count, source, target)
        after = state[:48] + ((counter + count) % 2**64).to_bytes(8, "little") + nonce
        assert content_of(chip, STATE, 64) == after
        return result

    return trial


def authenticator(name: str) -> Trial:
    prime, clamp = 2**130 - 5, 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF

    def trial(chip: Chip, draw: random.Random, one: bool) -> Called:
        count, odd, top = (1, 0, 1) if one else (draw.randrange(4), draw.randrange(2), draw.randrange(2))
        most = draw.randrange(2)
        h, r = (5 * 2**128 - 1, clamp) if most else (draw.randrange(5 * 2**128), draw.getrandbits(128) & clamp)
        text = b"\xff" * 16 * count if most else draw.randbytes(16 * count)
        between_margins(chip, STATE, h.to_bytes(20, "little") + r.to_bytes(16, "little"))
        between_margins(chip, IN + odd, text)
        result = chip.call(name, STATE, IN + odd, count, top)
        for at in range(0, len(text), 16):
            h = (h + int.from_bytes(text[at : at + 16], "little") + (top << 128)) * r % prime
        after = content_of(chip, STATE, 36)
        reached = int.from_bytes(after[:20], "little")
        assert reached % prime == h % prime and reached < 5 * 2**128
        assert after[20:] == r.to_bytes(16, "little")
        return result

    return trial


def tables_of(h: bytes) -> bytes:
    """16 multiples of h for the lower four bits of a byte, the last one first, then those for the upper ones."""
    return b"".join(modes.ghash(h, bytes([n << shift, *bytes(15)])) for shift in (0, 4) for n in range(15, -1, -1))


def hash_of_gcm(name: str) -> Trial:
    def trial(chip: Chip, draw: random.Random, one: bool) -> Called:
        count, odd_y, odd_in = (1, 0, 0) if one else (draw.randrange(4), draw.randrange(2), draw.randrange(2))
        y, h, text = draw.randbytes(16), draw.randbytes(16), draw.randbytes(16 * count)
        key = tables_of(h)
        between_margins(chip, STATE + odd_y, y)
        between_margins(chip, OUT, key)
        between_margins(chip, IN + odd_in, text)
        result = chip.call(name, STATE + odd_y, OUT, IN + odd_in, count)
        wanted = modes.ghash(h, modes.xor(text[:16], y) + text[16:]) if count else y
        assert content_of(chip, STATE + odd_y, 16) == wanted, (count, odd_y, odd_in)
        assert content_of(chip, OUT, 512) == key
        assert content_of(chip, IN + odd_in, len(text)) == text
        return result

    return trial


def aead_blocks(what: int) -> Trial:
    decrypt, absorb = what == 1, what == 2

    def trial(chip: Chip, draw: random.Random, one: bool) -> Called:
        count, source, target = 1, IN, OUT
        if not one:
            count, source = draw.randrange(4), IN + draw.randrange(2)
            target = draw.choice((source, OUT + draw.randrange(2)))
        state, text = draw.randbytes(40), draw.randbytes(16 * count)
        between_margins(chip, STATE, state)
        between_margins(chip, target, bytes(len(text)))
        between_margins(chip, source, text)
        result = chip.call("narae_ascon_aead128_blocks_msp430", STATE, target, source, count, what)
        wanted = b""
        for at in range(0, len(text), 16):
            block = text[at : at + 16]
            total = bytes(a ^ b for a, b in zip(state, block, strict=False))
            wanted += total
            state = ascon.permute_bytes((block if decrypt else total) + state[16:], 8)
        assert content_of(chip, STATE, 40) == state
        if absorb:
            wanted = text if source == target else bytes(len(text))
        assert content_of(chip, target, len(text)) == wanted, (count, source, target)
        return result

    return trial


def ascon_of(rounds: int) -> Callable[[bytes], bytes]:
    return lambda state: octets(ascon.permute(words(state, 8), rounds), 8)


KERNELS = [
    *(
        Kernel(
            f"ascon-p{rounds}",
            "ascon",
            ("ascon_msp430.S",),
            cycles,
            permutation("narae_ascon_permute_msp430", ascon_of(rounds), 40, rounds),
        )
        for rounds, cycles in ((6, (3068, 2881)), (8, (4004, 3761)), (12, (5876, 5521)))
    ),
    *(
        Kernel(
            f"ascon-aead128-{name}",
            "ascon",
            ("ascon_msp430.S", "ascon_aead128_msp430.S"),
            cycles,
            aead_blocks(what),
        )
        for what, name, cycles in ((0, "encrypt", (4172, 3913)), (1, "decrypt", (4178, 3919)), (2, "ad", (4114, 3871)))
    ),
    Kernel(
        "keccak-f1600",
        "keccak",
        ("keccak_msp430.S",),
        (52147, 48683),
        permutation("narae_keccak_f1600_msp430", keccak.f1600, 200),
    ),
    Kernel(
        "sha-256",
        "sha2",
        ("sha256_msp430.S", "../constants.c"),
        (13736, 13502),
        compression("narae_sha256_blocks_msp430", 32, 64, lambda chain, block: sha2.compress(32, chain, block)),
    ),
    Kernel(
        "lsh-256",
        "lsh",
        ("lsh256_msp430.S", "../lsh_constants.c"),
        (18452, 17076),
        compression(
            "narae_lsh256_blocks_msp430",
            64,
            128,
            lambda chain, block: lsh.compress(32, chain, words(block, 4)),
        ),
    ),
    *(
        Kernel(f"chacha{rounds}", "chacha", ("chacha_msp430.S",), cycles, stream("narae_chacha_blocks_msp430", rounds))
        for rounds, cycles in ((20, (7384, 6798)), (12, (4732, 4354)), (8, (3406, 3132)))
    ),
    Kernel(
        "poly1305",
        "poly1305",
        ("poly1305_msp430.S",),
        (1347, 1177),
        authenticator("narae_poly1305_blocks_msp430"),
    ),
    Kernel("ghash", "ghash", ("ghash_msp430.S",), (1181, 1173), hash_of_gcm("narae_ghash_blocks_msp430")),
]


@pytest.fixture(scope="module")
def chip_of(tmp_path_factory):
    chips: dict[tuple[str, ...], Chip] = {}

    def made(kernel: Kernel, machine: str) -> Chip:
        name = (machine, *kernel.sources)
        if name not in chips:
            sources = [ROOT / "src" / kernel.family / "msp430" / s for s in kernel.sources]
            options = (f"-DNARAE_MSP430_MULTIPLIER={MULTIPLIERS[machine]}",)
            chips[name] = Chip(compiled_objects(sources, options, tmp_path_factory.mktemp("objects")), machine)
        return chips[name]

    yield made
    for chip in chips.values():
        chip.close()


@pytest.mark.parametrize("machine", MULTIPLIERS)
@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_kernel(note, chip_of, kernel: Kernel, machine: str) -> None:
    skip_without("clang")
    chip, draw = chip_of(kernel, machine), random.Random(str(kernel))
    cycles = dict(zip(MULTIPLIERS, kernel.cycles, strict=True))[machine]
    results = [kernel.trial(chip, draw, number % 2 == 0) for number in range(TRIALS)]
    assert {result.cycles for result in results[::2]} == {cycles}
    note(f"{machine}: {kernel}: {cycles} cycles, stack {max(result.stack for result in results)}")
