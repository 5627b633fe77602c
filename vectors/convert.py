#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns published test-vector files into the schema of vectors/README.md.

One function per published format: it takes the file's text and gives the
vectors, and its entry in FORMATS is the command that calls it.  This script
knows formats, not ciphers: nothing is encrypted here, and what a vector says
is checked by the tests alone.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

Vector = dict[str, str]

MODES = {"ECB": "block", "CBC": "cbc", "CTR": "ctr"}
WYCHEPROOF_MODES = {
    "GCM": "gcm",
    "CCM": "ccm",
    "CMAC": "cmac",
    "GMAC": "gmac",
    "CBC-PKCS5": "cbc-pkcs7",
    "XTS": "xts",
    "WRAP": "kw",
    "KWP": "kwp",
    "POLY1305": "aead",
}

EXAMPLES = """\
examples:
  convert.py cryptopp lea.txt --cipher lea > lea/cryptopp.json
  convert.py cavp-hash SHA256ShortMsg.rsp --cipher sha-256 > sha2/cavp_sha256.json
  convert.py kcmvp-json lea_ecb_kat.json > lea/kcmvp_ecb.json
  cat testcases_*_test.go | convert.py kcmvp-go /dev/stdin > lsh/kcmvp.json
  convert.py wycheproof aes_gcm_test.json --cipher aes > aes/wycheproof_gcm.json
  convert.py wycheproof-hmac hmac_sha256_test.json --cipher sha-256 > hmac/wycheproof_sha256.json
  convert.py wycheproof-pbkdf2 pbkdf2_hmacsha256_test.json --cipher sha-256 > kdf/wycheproof_pbkdf2_sha256.json
  convert.py wycheproof-cbc-blocks aes_cbc_pkcs5_test.json --cipher aes > aes/wycheproof_cbc_blocks.json

--source and --licence replace what the format gives by default.
"""


def crypto_value(text: str) -> str:
    """Reads a Crypto++ value: "0A0B", "0x0A, 0x0B", or "r16 00" (repeat).

    Two values of its LEA file end in a stray "}}" of the C array they were.
    """
    out = ""
    repeat = 1
    for word in re.split(r"[\s,]+", text.strip(" }")):
        if re.fullmatch(r"r\d+", word):
            repeat = int(word[1:])
        else:
            out += word.lower().removeprefix("0x") * repeat
            repeat = 1
    return bytes.fromhex(out).hex()


def cryptopp(text: str, cipher: str) -> Iterator[Vector]:
    """Crypto++ TestVectors: "Field: value" lines; "Test:" closes a vector."""
    fields: dict[str, str] = {}
    count: dict[str, int] = {}
    for line in re.sub(r"\\\n", " ", text).splitlines():
        name, colon, value = line.partition(":")
        if not colon or line.startswith("#"):
            continue
        name = name.strip()
        fields[name] = value.strip()
        if name == "AlgorithmType":
            fields = {}
        if name != "Test":
            continue
        mode = MODES[fields["Name"].rpartition("/")[2]]
        key = crypto_value(fields["Key"])
        family = f"{cipher}-{len(key) * 4}"
        count[f"{mode}-{family}"] = number = count.get(f"{mode}-{family}", 0) + 1
        vector = {"id": f"{mode}-{len(key) * 4}-{number}", "cipher": family, "mode": mode, "key": key}
        if mode != "block":
            vector["nonce"] = crypto_value(fields["IV"])
        vector["plaintext"] = crypto_value(fields["Plaintext"])
        vector["ciphertext"] = crypto_value(fields["Ciphertext"])
        yield vector


def cavp_hash(text: str, cipher: str) -> Iterator[Vector]:
    """NIST CAVP's SHA files of bytes: "Len", "Msg", "MD"; short messages, and those that end near a block's end."""
    block_bytes = 64 if cipher in ("sha-224", "sha-256") else 128
    for bits, message, digest in re.findall(r"Len = (\d+)\s+Msg = (\w+)\s+MD = (\w+)", text):
        size = int(bits) // 8
        if size <= 4 or size >= block_bytes - 20:
            yield {
                "id": f"{cipher} {bits}",
                "cipher": cipher,
                "mode": "hash",
                "message": message[: 2 * size],
                "digest": digest,
            }


def kcmvp_json(text: str, _cipher: str) -> Iterator[Vector]:
    """{"mode": "ECB", "vectors": {"LEA-128": [{"key", "pt", "ct"}, ...]}}."""
    data = json.loads(text)
    for cipher, tests in data["vectors"].items():
        for number, test in enumerate(tests, 1):
            yield {
                "id": f"{cipher.rpartition('-')[2]}-{number}",
                "cipher": cipher.lower(),
                "mode": MODES[data["mode"]],
                "key": test["key"].lower(),
                "plaintext": test["pt"].lower(),
                "ciphertext": test["ct"].lower(),
            }


def kcmvp_go(text: str, _cipher: str) -> Iterator[Vector]:
    """Go literals of a hash's KCMVP tests, of one function after the other; every third.

    `// LSH(256-224)ShortMsg.txt` names the function, {Msg: `...`, MD: `...`} is a test.
    """
    for section in re.split(r"// (?=\w+\([\d-]+\)ShortMsg)", text)[1:]:
        cipher = re.sub(r"(\w+)\(([\d-]+)\).*", r"\1-\2", section.splitlines()[0]).lower()
        tests = re.findall(r"Msg:\s*`([0-9A-F]*)`,\s*MD:\s*`([0-9A-F]+)`", section)
        for message, digest in tests[::3]:
            yield {
                "id": f"{cipher}-{len(message) // 2}",
                "cipher": cipher,
                "mode": "hash",
                "message": message.lower(),
                "digest": digest.lower(),
            }


def wycheproof_cbc_blocks(text: str, cipher: str) -> Iterator[Vector]:
    """Valid CBC-PKCS5 tests as the block calls inside them.

    The block cipher's input is the padded message block XOR the ciphertext
    block before it (the IV before the first).
    """
    for group in json.loads(text)["testGroups"]:
        for test in group["tests"]:
            if test["result"] != "valid":
                continue
            message, iv, ciphertext = (bytes.fromhex(test[name]) for name in ("msg", "iv", "ct"))
            padding = 16 - len(message) % 16
            padded = message + bytes([padding]) * padding
            before = iv + ciphertext[:-16]
            yield {
                "id": f"tc{test['tcId']}",
                "cipher": f"{cipher}-{group['keySize']}",
                "mode": "block",
                "key": test["key"],
                "plaintext": bytes(p ^ c for p, c in zip(padded, before, strict=True)).hex(),
                "ciphertext": test["ct"],
            }


def wycheproof_hmac(text: str, cipher: str) -> Iterator[Vector]:
    """Wycheproof HMAC tests, valid and invalid; the cipher is the hash."""
    for group in json.loads(text)["testGroups"]:
        for test in group["tests"]:
            vector = {
                "id": f"tc{test['tcId']}",
                "cipher": cipher,
                "mode": "hmac",
                "key": test["key"],
                "message": test["msg"],
                "tag": test["tag"],
            }
            if test["result"] != "valid":
                vector |= {"result": test["result"], "reason": test["flags"][-1]}
            yield vector


def wycheproof_pbkdf2(text: str, cipher: str) -> Iterator[Vector]:
    """Wycheproof PBKDF2 tests of few iterations, every third; the cipher is the hash."""
    for group in json.loads(text)["testGroups"]:
        for test in group["tests"][::3]:
            if test["iterationCount"] <= 4096:
                yield {
                    "id": f"tc{test['tcId']}",
                    "cipher": cipher,
                    "mode": "pbkdf2",
                    "message": test["password"],
                    "nonce": test["salt"],
                    "iterations": test["iterationCount"],
                    "tag": test["dk"],
                }


def wycheproof(document: str, cipher: str) -> Iterator[Vector]:
    """Wycheproof tests of the modes of AES, ARIA, SEED and XChaCha20, valid and invalid.

    The reason of an invalid test is Wycheproof's flag for it.  A tweak of XTS is extended to a block with zeros.
    "Acceptable" are keys of one semiblock in KW, which SP 800-38F excludes: invalid here.
    """
    data = json.loads(document)
    mode = WYCHEPROOF_MODES[data["algorithm"].partition("-")[2]]
    text = "message" if mode in ("cmac", "gmac") else "plaintext"
    fields = {"iv": "nonce", "aad": "ad", "msg": text, "ct": "ciphertext"}
    for group in data["testGroups"]:
        for test in group["tests"]:
            vector = {
                "id": f"tc{test['tcId']}",
                "cipher": cipher if mode == "aead" else f"{cipher}-{group['keySize'] // (2 if mode == 'xts' else 1)}",
                "mode": mode,
                "key": test["key"],
            }
            vector |= {name: test[theirs] for theirs, name in fields.items() if theirs in test}
            if "tag" in test:
                vector["tag"] = test["tag"]
            if mode == "xts":
                vector["nonce"] = vector["nonce"].ljust(32, "0")
            if test["result"] != "valid":
                result = "invalid" if mode == "kw" else test["result"]
                vector |= {"result": result, "reason": test["flags"][-1]}
            yield vector


@dataclass(frozen=True)
class Format:
    read: Callable[[str, str], Iterator[Vector]]  # (text, cipher name without key size)
    source: str
    licence: str
    needs_cipher: bool = True


FORMATS = {
    "cryptopp": Format(cryptopp, "Crypto++ TestVectors, {file}", "public domain"),
    "cavp-hash": Format(
        cavp_hash,
        "NIST CAVP, SHA test vectors for byte-oriented messages (CAVS 11), {file}; messages of up to 4 bytes, and those"
        " that end near a block's end",
        "public domain",
    ),
    "kcmvp-json": Format(
        kcmvp_json,
        "KCMVP LEA ECB known-answer tests, validation criteria V3.0, as carried in RyuaNerin/go-krypto,"
        " commit 6e7566c; every second vector",
        "MIT",
        needs_cipher=False,
    ),
    "kcmvp-go": Format(
        kcmvp_go,
        "KCMVP hash tests of short and long messages, validation criteria V3.0, as carried in RyuaNerin/go-krypto,"
        " commit 6e7566c; every third vector",
        "MIT",
        needs_cipher=False,
    ),
    "wycheproof": Format(wycheproof, "C2SP/wycheproof testvectors_v1/{file}, commit dac1dd4", "Apache-2.0"),
    "wycheproof-hmac": Format(wycheproof_hmac, "C2SP/wycheproof testvectors_v1/{file}, commit dac1dd4", "Apache-2.0"),
    "wycheproof-pbkdf2": Format(
        wycheproof_pbkdf2,
        "C2SP/wycheproof testvectors_v1/{file}, commit dac1dd4; every third test, of at most 4,096 iterations",
        "Apache-2.0",
    ),
    "wycheproof-cbc-blocks": Format(
        wycheproof_cbc_blocks,
        "C2SP/wycheproof testvectors_v1/{file}, commit dac1dd4; the valid tests, as the block calls inside"
        " them: each plaintext block here is the padded message block XOR the ciphertext block before it",
        "Apache-2.0",
    ),
}


def dump(source: str, licence: str, vectors: list[Vector]) -> str:
    """The file's text: one vector a line, so that a change shows as one line."""
    ids = [vector["id"] for vector in vectors]
    if len(set(ids)) != len(ids):
        raise ValueError("two vectors have the same id")
    lines = ",\n".join("    " + json.dumps(vector) for vector in vectors)
    head = f'  "source": {json.dumps(source)},\n  "licence": {json.dumps(licence)},\n'
    return f'{{\n  "schema": 1,\n{head}  "vectors": [\n{lines}\n  ]\n}}\n'


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Turn a published test-vector file into Narae's schema, on standard output.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="format", required=True, metavar="FORMAT")
    for name, form in FORMATS.items():
        summary = (form.read.__doc__ or "").splitlines()[0]
        command = commands.add_parser(name, help=summary, description=form.read.__doc__)
        command.add_argument("file", type=Path)
        command.add_argument("--source", default=form.source)
        command.add_argument("--licence", default=form.licence)
        if form.needs_cipher:
            command.add_argument("--cipher", required=True, help="its name without the key size: lea, aria, aes")
    args = parser.parse_args()
    vectors = list(FORMATS[args.format].read(args.file.read_text(), getattr(args, "cipher", "")))
    sys.stdout.write(dump(args.source.format(file=args.file.name), args.licence, vectors))


if __name__ == "__main__":
    main()
