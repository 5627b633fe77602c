# SPDX-License-Identifier: MIT
"""Writes src/self_test/answers.inc: the expected results of the self-tests, from the models in spec/ and, for SHA-2 and
SHA-3, from hashlib.  Byte i of each message is i.

    python3 dev/self_test/answers.py"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from spec import ascon, chacha20_poly1305, lsh, modes  # noqa: E402
from spec.algorithms import MODULES  # noqa: E402
from spec.arithmetic import split, xor  # noqa: E402
from spec.drbg import CtrDrbg, HashDrbg, HmacDrbg  # noqa: E402
from spec.hmac import cmac, hmac  # noqa: E402
from spec.kdf import counter, feedback, fixed_data, pbkdf2  # noqa: E402

Cipher = Callable[[bytes, bytes], bytes]
OUTPUT = ROOT / "src/self_test/answers.inc"
HEAD = """\
/* SPDX-License-Identifier: MIT */
/* Written by dev/self_test/answers.py from the models in spec/. */

/* clang-format off */
"""
# By name, for each key size: block bytes, key bytes, encryption.
CIPHERS: dict[str, list[tuple[int, int, Cipher]]] = {
    name.upper(): list(module.CIPHERS.values()) for name, module in MODULES.items() if name != "null"
}
SIZES = ("SHORT_BYTES", "LONG_BYTES", "AD_BYTES")
NONCE, PERSONAL, RANDOM = 16, 8, 48  # bytes, of DRBGs
SECRET, ODD, PART = 32, 27, 5  # bytes: wrapped keys, and the partial block of XTS
DERIVED, LABEL, IV, ITERATIONS = 40, 8, 16, 3  # of derived keys


def sizes() -> list[int]:
    """Sizes of the self-tests on 64-bit machines."""
    text = (ROOT / "src/self_test/self_test_internal.h").read_text()
    return [int(re.search(rf"{name} = (\d+)", text)[1]) for name in SIZES]  # type: ignore[index]


SHORT, LONG, AD = sizes()


def message(size: int) -> bytes:
    return bytes(i & 255 for i in range(size))


def chained(e: modes.Block, iv: bytes, text: bytes, cipher: bool) -> bytes:
    """CFB with whole blocks, or OFB."""
    chain, output = iv, b""
    for part in split(text, len(iv)):
        stream = e(chain)
        output += xor(stream, part)
        chain = output[-len(iv) :] if cipher else stream
    return output


def mode_answer(mode: str, block: int, e: modes.Block) -> bytes:
    """The last 16 bytes, the tag, or wrapped keys."""
    iv, ad, text = message(block), message(AD), message(SHORT)
    if mode in ("cfb", "ofb"):
        return chained(e, iv, text, mode == "cfb")[-16:]
    if mode == "ctr":
        return modes.ctr(e, iv, b"", text, 0)[0][-16:]
    if mode == "cbc":
        return modes.cbc(e, iv, b"", text, 0)[0][-16:]
    if mode == "cmac":
        return modes.cmac(block, e, b"", b"", text, block)[1]
    if mode == "gmac":
        return modes.gmac(e, iv[:12], b"", text, 16)[1]
    if mode == "kw":
        return modes.kw(e, b"", b"", message(SECRET), 0)[0] + modes.kwp(e, b"", b"", message(ODD), 0)[0]
    seal = modes.gcm if mode == "gcm" else modes.ccm
    return seal(e, iv[:12], ad, text, 16)[1]


def hashes() -> dict[str, tuple[int, Callable[[bytes], bytes]]]:
    """Block size and function by name."""
    result: dict[str, tuple[int, Callable[[bytes], bytes]]] = {}
    for bits in (224, 256, 384, 512):
        result[f"SHA{bits}"] = 64 if bits <= 256 else 128, hashlib_digest(f"sha{bits}")
        result[f"SHA3_{bits}"] = 200 - bits // 4, hashlib_digest(f"sha3_{bits}")
        result[f"LSH512_{bits}"] = 256, partial(lsh.digest, 64, bits)
    for bits in (224, 256):
        result[f"SHA512_{bits}"] = 128, hashlib_digest(f"sha512_{bits}")
        result[f"LSH256_{bits}"] = 128, partial(lsh.digest, 32, bits)
    return result


def hashlib_digest(name: str) -> Callable[[bytes], bytes]:
    return lambda data: hashlib.new(name, data).digest()


def answers() -> dict[str, bytes]:
    result = {}
    for name, keys in CIPHERS.items():
        result[name] = b"".join(f(message(key_bytes), message(block)) for block, key_bytes, f in keys)
        block, key_bytes, f = keys[0]
        names = ("cbc", "cfb", "cmac", "ctr", "ofb", *(("ccm", "gcm", "gmac", "kw") if block == 16 else ()))
        e = partial(f, message(key_bytes))
        if block == 16:
            encrypt_tweak = partial(f, message(2 * key_bytes)[key_bytes:])
            encrypt_unit = partial(modes.xts, e, encrypt_tweak, message(16))
            result[f"{name}_XTS"] = encrypt_unit(message(SHORT + PART))[-16:] + folded(
                encrypt_unit(message(LONG + PART))
            )
        result |= {f"{name}_{m.upper()}": mode_answer(m, block, e) for m in names}
    result["CHACHA20_POLY1305"] = b"".join(
        chacha20_poly1305.seal(message(32), message(12), message(AD), message(n), 16)[1] for n in (SHORT, LONG)
    )
    aead = ascon.AEADS["ascon-aead128"]
    result["ASCON_AEAD128"] = aead.seal(message(16), message(16), message(AD), message(SHORT), 16)[1]
    result["ASCON_HASH256"] = ascon.hash256(message(SHORT))
    seed = message(SHORT) + message(NONCE) + message(PERSONAL)
    for name, (block, digest) in hashes().items():
        prf = partial(hmac, digest, block)
        result[name] = digest(message(SHORT))
        result[f"HMAC_{name}"] = prf(message(16), message(SHORT))
        result[f"HASH_DRBG_{name}"] = drbg_output(HashDrbg(digest, seed))
        result[f"HMAC_DRBG_{name}"] = drbg_output(HmacDrbg(prf, len(digest(b"")), seed))
        result[f"KBKDF_HMAC_{name}"] = kbkdf_keys(prf)
        result[f"PBKDF2_{name}"] = pbkdf2(prf, message(AD), message(IV), ITERATIONS, DERIVED)
    for name, keys in CIPHERS.items():
        block, _, f = keys[0]
        result[f"KBKDF_CMAC_{name}"] = kbkdf_keys(partial(cmac, block, f))
        result[f"CTR_DRBG_{name}"] = b"".join(ctr_drbg_outputs(*key, seed) for key in keys)
    return result


def folded(text: bytes) -> bytes:
    """The message and the text XORed together, 16 bytes at a time."""
    result = bytearray(message(16))
    for i, byte in enumerate(text):
        result[i % 16] ^= byte
    return bytes(result)


def kbkdf_keys(prf: Callable[[bytes, bytes], bytes]) -> bytes:
    """KBKDF in counter and in feedback mode."""
    keyed = partial(prf, message(16))
    fixed = fixed_data(message(LABEL), message(AD), DERIVED)
    return counter(keyed, fixed, DERIVED) + feedback(keyed, message(IV), fixed, DERIVED)


def ctr_drbg_outputs(block: int, key_bytes: int, f: Cipher, seed: bytes) -> bytes:
    """With and without derivation function."""
    size = key_bytes + block
    seed_without_df = xor(message(size), message(PERSONAL).ljust(size, b"\0"))
    without = CtrDrbg(f, key_bytes, block, seed_without_df, has_df=False)
    return drbg_output(CtrDrbg(f, key_bytes, block, seed)) + drbg_output(without, size)


def drbg_output(drbg: CtrDrbg | HashDrbg | HmacDrbg, entropy_bytes: int = SHORT) -> bytes:
    """The last output after a request, reseeding, a request, and one with additional input."""
    drbg.generate(RANDOM, b"")
    drbg.reseed(message(entropy_bytes), message(AD))
    drbg.generate(RANDOM, b"")
    return drbg.generate(RANDOM, message(AD))


def text() -> str:
    lines = (f"#define ANSWER_{name} {', '.join(f'0x{x:02x}' for x in value)}\n" for name, value in answers().items())
    return HEAD + "".join(lines) + "/* clang-format on */\n"


if __name__ == "__main__":
    OUTPUT.write_text(text())
