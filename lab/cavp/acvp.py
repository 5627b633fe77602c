# SPDX-License-Identifier: MIT
"""NIST's ACVP: vector sets as JSON, with groups of tests; the prompt in, the response out.

Formats: the sub-specifications at https://pages.nist.gov/ACVP.  A file is a vector set, or a list of the protocol's
version and vector sets.  Fields of a test take precedence over those of its group.  A test that cannot be answered is
left out of the response, with its reason; the others are answered."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import LabError
from ..paths import shown
from ..plan import parse
from ..progress import Progress
from .naming import (
    ASCON,
    DECRYPT,
    ENCRYPT,
    HASHES,
    SEGMENT_BITS,
    SHAKE,
    WRAPPING,
    Subject,
    has_header,
    key_sizes,
    modes,
)
from .requests import CHAINED, MAX_OUTPUT, NONCE_BYTES, TAG_BYTES, Test, encoded_steps
from .requests import Step as Call
from .responses import Answer
from .run import FED_BUFFER

BLOCK = 16
DIRECTIONS = {"encrypt": ENCRYPT, "decrypt": DECRYPT, "gen": ENCRYPT, "ver": DECRYPT}
FIXED_DATA = b"label\0context of Narae\0\1\0\0"  # of a key derivation
DRBGS = {"ctrdrbg": "ctr-drbg", "hashdrbg": "hash-drbg", "hmacdrbg": "hmac-drbg"}
REVISIONS = ("1.0", "2.0", "FIPS202", "SP800-90Ar1", "SP800-232")
ToJson = Callable[[list[Answer]], dict[str, Any]]


class Unanswered(LabError):
    """The reason why a test is left out."""

    def __init__(self, where: str, what: str, group: object):
        super().__init__(f"{where}: {what}")
        self.where, self.what, self.group = where, what, group


@dataclass(frozen=True)
class Request:
    """One test: its requests to the library, and how their answers are written."""

    case: Case
    subject: Subject
    tests: list[Test]
    to_json: ToJson

    def refused_by(self, answers: list[Answer]) -> Request | Unanswered:
        """The request itself, or the reason if the library refuses a part of it."""
        refused = next((answer.refused for answer in answers if answer.refused), None)
        return self.case.wrong(refused) if refused else self


class Case:
    """One test of a group; a wrong field is an error with its place."""

    def __init__(self, where: str, algorithm: str, group: dict[str, Any], test: dict[str, Any]):
        self.where, self.algorithm, self.group, self.test = where, algorithm, group, test

    def wrong(self, what: str) -> Unanswered:
        return Unanswered(self.where, what, self.group.get("tgId"))

    def get(self, name: str, default: Any = None) -> Any:
        return self.test.get(name, self.group.get(name, default))

    def data(self, name: str, default: bytes | None = None) -> bytes:
        value = self.get(name)
        if value is None and default is not None:
            return default
        try:
            return bytes.fromhex(value)
        except (TypeError, ValueError):
            raise self.wrong(
                f"`{name}` is not hexadecimal digits in pairs" if name in self.test else f"no `{name}`"
            ) from None

    def listed(self, name: str) -> list[dict[str, Any]]:
        value = self.get(name, [])
        if not isinstance(value, list) or not all(isinstance(part, dict) for part in value):
            raise self.wrong(f"`{name}` is not a list of objects")
        return value

    def number(self, name: str, default: int | None = None) -> int:
        value = self.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.wrong(f"`{name}` is not a number" if value is not None else f"no `{name}`")
        return value

    def whole_bytes(self, name: str, default: int | None = None) -> int:
        bits = self.number(name, default)
        if bits % 8 or bits > 8 * MAX_OUTPUT:
            raise self.wrong(f"`{name}` is {bits} bits; the library has whole bytes, up to {MAX_OUTPUT}")
        return bits // 8

    def sized(self, name: str, length: str, parts: int = 1) -> bytes:
        """A field whose length may be given in bits; empty if it is missing."""
        value = self.data(name, b"")
        return self.with_length(name, value, length, parts * self.number(length, 8 * len(value) // parts))

    def message(self, name: str, length: str, any_bits: bool = False) -> bytes:
        """A text with its length in bits."""
        value = self.data(name)
        return self.with_length(name, value, length, self.number(length, 8 * len(value)), any_bits)

    def with_length(self, name: str, value: bytes, length: str, bits: int, any_bits: bool = False) -> bytes:
        """A value that must have so many bits; an empty one may be written 00."""
        if bits == 0 and value == b"\0":
            return b""
        if bits % 8 and not any_bits:
            raise self.wrong(f"`{length}` is {bits} bits; the library has whole bytes")
        if -(-bits // 8) != len(value):
            raise self.wrong(f"`{name}` has {8 * len(value)} bits, but `{length}` says {bits}")
        return value

    def exactly(self, name: str, size: int) -> bytes:
        value = self.data(name)
        if len(value) != size:
            raise self.wrong(f"`{name}` has {8 * len(value)} bits, not {8 * size}")
        return value

    def flag(self, name: str) -> bool:
        value = self.get(name, False)
        if not isinstance(value, bool):
            raise self.wrong(f"`{name}` is neither true nor false")
        return value

    def repeated(self, name: str) -> tuple[bytes, int]:
        """A message of gigabytes, as a text and the number of its repetitions."""
        value = self.get(name)
        if not isinstance(value, dict):
            raise self.wrong(f"no `{name}`")
        large = Case(self.where, self.algorithm, self.group, value)
        content, full = large.message("content", "contentLength"), large.number("fullLength")
        times, rest = divmod(full, 8 * max(1, len(content)))
        if large.get("expansionTechnique") != "repeating" or not 0 < len(content) <= FED_BUFFER or not times or rest:
            raise self.wrong(f"`{name}` is not a `content` that is repeated up to `fullLength`")
        joined = next(n for n in range(FED_BUFFER // len(content), 0, -1) if times % n == 0)
        return content * joined, times // joined

    @property
    def direction(self) -> str:
        direction = DIRECTIONS.get(str(self.get("direction")))
        if direction is None:
            raise self.wrong("`direction` is neither encrypt nor decrypt, gen nor ver")
        return direction

    @property
    def kind(self) -> str:
        return str(self.get("testType", "AFT"))

    def only(self, *kinds: str) -> None:
        if self.kind not in kinds:
            raise self.wrong(
                f"tests of type {self.kind} are not answered for {self.algorithm}; only {', '.join(kinds)}"
            )


def digits(value: bytes) -> str:
    return value.hex().upper()


def in_bits(value: bytes, bits: int) -> bytes:
    """The first bits, padded with zeros to whole bytes."""
    return (int.from_bytes(value, "big") >> -bits % 8 << -bits % 8).to_bytes(len(value), "big")


def subject_of(case: Case, cipher: str, mode: str, key: int | None = None, derives: bool = True) -> Subject:
    if mode not in modes():
        raise case.wrong(f"the library has no {mode.upper()}")
    if cipher in HASHES and not has_header(HASHES[cipher]):
        raise case.wrong(f"the library has no {cipher}")
    return Subject(cipher, mode, "mct" if case.kind == "MCT" else "kat", key, None, derives)


# Block ciphers


def cipher_case(case: Case, mode: str) -> Request:
    more_kinds = ["MCT"] if mode in ("ecb", "cbc", "ofb", *SEGMENT_BITS) else ["CTR"] if mode == "ctr" else []
    case.only("AFT", *more_kinds)
    direction, key, parts = case.direction, case.data("key"), 2 if mode == "xts" else 1
    subject = subject_of(case, "aes", mode, len(key) // parts)
    if subject.key_bytes not in key_sizes("aes"):
        raise case.wrong(f"`key` has {8 * len(key)} bits")
    case.sized("key", "keyLen", parts)
    inside, outside = ("pt", "ct") if direction == ENCRYPT else ("ct", "pt")
    if direction == DECRYPT and mode in ("ccm", *WRAPPING):  # longer than the payload
        text = case.data(inside)
        if mode in WRAPPING and case.get("payloadLen") is not None:
            blocks = 1 + -(-case.number("payloadLen") // 64)
            if 64 * blocks != 8 * len(text):
                declared = f"`payloadLen` says {case.number('payloadLen')}"
                raise case.wrong(
                    f"`{inside}` has {8 * len(text)} bits, but {declared} and {64 * blocks} with the check value"
                )
    elif mode == "gmac":
        text = case.message("aad", "aadLen")
    else:
        text = case.message(inside, "payloadLen", any_bits=mode == "ctr")
    if mode in WRAPPING and case.get("kwCipher", "cipher") != "cipher":
        raise case.wrong("the library wraps with the cipher's forward function only")
    if mode in ("gcm", "gmac") and direction == ENCRYPT and case.get("ivGen", "external") != "external":
        raise case.wrong("there the module chooses the IV; the library generates none")
    if mode == "xts":
        return disk_case(case, subject, direction, key, text, outside)
    nonce = case.data("iv") if mode in CHAINED or mode in NONCE_BYTES else b""
    if mode in ("ecb", "cbc") and (not text or len(text) % BLOCK):
        raise case.wrong(f"`{inside}` has {len(text)} bytes, which is not whole blocks")
    if len(nonce) not in NONCE_BYTES.get(mode, (BLOCK,) if mode in CHAINED else (0,)):
        raise case.wrong(f"{mode.upper()} has no `iv` of {len(nonce)} bytes")
    if mode in NONCE_BYTES:
        case.sized("iv", "ivLen")
    if subject.monte_carlo and len(text) != subject.segment:
        raise case.wrong(f"`{inside}` of a Monte Carlo test is {subject.segment} bytes, not {len(text)}")
    size, tag = 0, b""
    if mode in ("gcm", "gmac", "ccm"):
        size = case.whole_bytes("tagLen", 8 * len(case.data("tag", b"")) or 128)
        if size not in TAG_BYTES[mode]:
            raise case.wrong(f"{mode.upper()} has no tag of {size} bytes")
        if direction == DECRYPT:
            tag = case.data("tag") if mode != "ccm" else text[len(text) - size :]
            text = text if mode != "ccm" else text[: len(text) - size]
            if len(tag) != size:
                raise case.wrong(f"the tag has {len(tag)} bytes, but `tagLen` says {size}")
            bits = 8 * len(text)
            if mode == "ccm" and case.number("payloadLen", bits) != bits:
                raise case.wrong(f"`ct` has {bits} bits and a tag, but `payloadLen` says {case.number('payloadLen')}")
    ad = case.sized("aad", "aadLen") if mode in ("gcm", "ccm") else b""
    test = Test(direction, key, nonce, ad, text, tag, size)

    def to_json(answers: list[Answer]) -> dict[str, Any]:
        (answer,) = answers
        if answer.steps:
            return {"resultsArray": [step_of(case, inside, outside, step) for step in answer.steps]}
        if mode == "gmac":
            return {"tag": digits(answer.tag)} if direction == ENCRYPT else {"testPassed": answer.accepted}
        if not answer.accepted:
            return {"testPassed": False}
        if mode == "ccm" and direction == ENCRYPT:
            return {"ct": digits(answer.output + answer.tag)}
        output = in_bits(answer.output, case.number("payloadLen", 0)) if mode == "ctr" else answer.output
        return {outside: digits(output)} | (
            {"tag": digits(answer.tag)} if mode == "gcm" and direction == ENCRYPT else {}
        )

    return Request(case, subject, [test], to_json)


def step_of(case: Case, inside: str, outside: str, step: Any) -> dict[str, str]:
    nonce = {"iv": digits(step.nonce)} if step.nonce else {}
    return {"key": digits(step.key)} | nonce | {inside: digits(step.text), outside: digits(step.output)}


def disk_case(case: Case, subject: Subject, direction: str, key: bytes, text: bytes, outside: str) -> Request:
    """XTS: a text may consist of several data units, whose tweaks count up."""
    counted = case.get("tweakValue") is None or case.get("tweakMode") == "number"
    if counted and case.number("sequenceNumber") >= 1 << 128:
        raise case.wrong("`sequenceNumber` has more than 128 bits")
    tweak = case.number("sequenceNumber").to_bytes(16, "little") if counted else case.data("tweakValue")
    unit = case.whole_bytes("dataUnitLen", 8 * len(text))
    if len(tweak) != BLOCK or unit < BLOCK or len(text) < BLOCK:
        raise case.wrong("a data unit and its tweak have 16 bytes or more")
    first = int.from_bytes(tweak, "little")
    tests = []
    for number, start in enumerate(range(0, len(text), unit)):
        tweak_of_unit = ((first + number) % (1 << 128)).to_bytes(16, "little")
        tests.append(Test(direction, key, tweak_of_unit, b"", text[start : start + unit]))
    return Request(case, subject, tests, lambda answers: {outside: digits(b"".join(a.output for a in answers))})


def cmac_case(case: Case) -> Request:
    case.only("AFT")
    direction, key = case.direction, case.data("key")
    size = case.whole_bytes("macLen", 128)
    if not 0 < size <= BLOCK or len(key) not in key_sizes("aes"):
        raise case.wrong("CMAC-AES has no such key or tag")
    case.sized("key", "keyLen")
    tag = case.data("mac") if direction == DECRYPT else b""
    if direction == DECRYPT and len(tag) != size:
        raise case.wrong(f"`mac` has {len(tag)} bytes, but `macLen` says {size}")
    test = Test(direction, key, b"", b"", case.message("message", "msgLen"), tag, size)
    return Request(case, subject_of(case, "aes", "cmac", len(key)), [test], mac_to_json(direction))


def mac_to_json(direction: str) -> ToJson:
    if direction == ENCRYPT:
        return lambda answers: {"mac": digits(answers[0].tag)}
    return lambda answers: {"testPassed": answers[0].accepted}


# Hashes, and what is built on them


def hash_name(text: str) -> str | None:
    """SHA2-256, SHA2-512/256, SHA3-256, SHAKE-128."""
    name = text.lower().replace("/", "-")
    name = name.replace("sha2-", "sha-").replace("shake-", "shake")
    return name if name in HASHES else None


def hash_case(case: Case, name: str) -> Request:
    case.only("AFT", "MCT", "VOT" if name in SHAKE else "LDT")
    subject = subject_of(case, name, "hash")
    text, times = case.repeated("largeMsg") if case.kind == "LDT" else (case.message("msg", "len"), 0)
    if name in SHAKE:
        return shake_case(case, subject, text)
    size = int(name.rpartition("-")[2]) // 8
    if subject.monte_carlo:
        version = case.get("mctVersion", "standard")
        if version not in ("standard", "alternate"):
            raise case.wrong(f"`mctVersion` is `{version}`, neither standard nor alternate")
        if version == "standard" and len(text) != size:
            raise case.wrong(f"the standard Monte Carlo test has a seed of {size} bytes, not {len(text)}")
        if len(text) > FED_BUFFER:
            raise case.wrong(f"a seed of {len(text)} bytes is more than the engine takes, {FED_BUFFER}")
        times = int(version == "alternate")

    def to_json(answers: list[Answer]) -> dict[str, Any]:
        (answer,) = answers
        if answer.steps:
            return {"resultsArray": [{"md": digits(step.output)} for step in answer.steps]}
        return {"md": digits(answer.output)}

    return Request(case, subject, [Test(ENCRYPT, b"", text=text, out_bytes=size, iterations=times)], to_json)


def shake_case(case: Case, subject: Subject, text: bytes) -> Request:
    """The Monte Carlo test has outputs of any length between two, for the engine `iterations` and `out_bytes`."""
    usual = int(subject.cipher.removeprefix("shake"))
    least, size = 0, case.whole_bytes("outLen", usual)
    if subject.monte_carlo:
        least, size = case.whole_bytes("minOutLen"), case.whole_bytes("maxOutLen")
        if not 2 <= least <= size:  # two bytes choose the next length
            raise case.wrong("the Monte Carlo test has outputs from `minOutLen`, 16 or more, to `maxOutLen`")
        text = text[:BLOCK].ljust(BLOCK, b"\0")

    def to_json(answers: list[Answer]) -> dict[str, Any]:
        (answer,) = answers
        results = [{"md": digits(step.output), "outLen": 8 * len(step.output)} for step in answer.steps]
        return {"resultsArray": results} if results else {"md": digits(answer.output), "outLen": 8 * size}

    return Request(case, subject, [Test(ENCRYPT, b"", text=text, out_bytes=size, iterations=least)], to_json)


def hmac_case(case: Case, name: str) -> Request:
    case.only("AFT")
    key, text = case.message("key", "keyLen"), case.message("msg", "msgLen")
    digest_bits = int(name.rpartition("-")[2])
    size = case.whole_bytes("macLen", digest_bits)
    if not 0 < size <= digest_bits // 8:
        raise case.wrong(f"{case.algorithm} has no `macLen` of {8 * size} bits")
    subject = subject_of(case, name, "hmac")
    return Request(case, subject, [Test(ENCRYPT, key, text=text, out_bytes=size)], mac_to_json(ENCRYPT))


def drbg_case(case: Case, mode: str) -> Request:
    case.only("AFT")
    mode_named = str(case.get("mode", ""))
    derives = mode != "ctr-drbg" or bool(case.get("derFunc", True))
    if mode == "ctr-drbg":
        bits = mode_named.rpartition("-")[2]
        if not mode_named.upper().startswith("AES-") or bits not in ("128", "192", "256"):
            raise case.wrong(f"CTR_DRBG with `{mode_named}` is not in the library")
        subject = subject_of(case, "aes", mode, int(bits) // 8, derives)
    else:
        name = hash_name(mode_named)
        if name is None or name in SHAKE:
            raise case.wrong(f"{mode} with `{mode_named}` is not in the library")
        subject = subject_of(case, name, mode)
    calls: list[Call] = []
    for other in case.listed("otherInput"):
        inside = Case(case.where, case.algorithm, case.group, other)
        names = {"reseed": "reseed", "generate": "generate"}
        call = names.get(str(other.get("intendedUse")).lower())
        if call is None:
            raise case.wrong(f"`intendedUse` is `{other.get('intendedUse')}`, neither reSeed nor generate")
        fresh = inside.sized("entropyInput", "entropyInputLen") if inside.get("entropyInput") else b""
        if call == "generate" and bool(fresh) != bool(case.get("predResistance", fresh)):
            raise case.wrong("`predResistance` is true where each generate has `entropyInput`, and false elsewhere")
        calls.append((call, fresh, inside.sized("additionalInput", "additionalInputLen")))
    if not calls or calls[-1][0] != "generate":
        raise case.wrong("`otherInput` does not end with generate")
    nonce = case.sized("nonce", "nonceLen") if derives else b""
    person, entropy = case.sized("persoString", "persoStringLen"), case.data("entropyInput")
    case.sized("entropyInput", "entropyInputLen")
    text = encoded_steps(derives, entropy, nonce, person, calls)
    test = Test(ENCRYPT, b"", text=text, out_bytes=case.whole_bytes("returnedBitsLen"))
    return Request(case, subject, [test], lambda answers: {"returnedBits": digits(answers[0].output)})


def password_case(case: Case) -> Request:
    case.only("AFT")
    name = hash_name(str(case.get("hmacAlg", "")))
    if name is None or name in SHAKE:
        raise case.wrong(f"PBKDF2 with `{case.get('hmacAlg')}` is not in the library")
    password = case.get("password")
    if not isinstance(password, str):
        raise case.wrong("no `password`")
    test = Test(
        ENCRYPT,
        password.encode(),
        nonce=case.data("salt"),
        out_bytes=case.whole_bytes("keyLen"),
        iterations=case.number("iterationCount"),
    )
    subject = subject_of(case, name, "pbkdf2")
    return Request(case, subject, [test], lambda answers: {"derivedKey": digits(answers[0].output)})


def derivation_case(case: Case) -> Request:
    """KBKDF.  The implementation chooses the fixed data and, for a counter in the middle, its position."""
    case.only("AFT")
    mac, middle = str(case.get("macMode", "")).upper(), len(FIXED_DATA) // 2
    positions = {"none": 0, "before fixed data": 0, "middle fixed data": middle, "after fixed data": len(FIXED_DATA)}
    position = positions.get(str(case.get("counterLocation", "none")))
    kind, counter = case.get("kdfMode"), case.whole_bytes("counterLength", 0)
    if kind not in ("counter", "feedback") or position is None or counter > 4:
        raise case.wrong(f"KDF in mode `{kind}` with this counter is not in the library")
    if mac.startswith("CMAC-AES"):
        subject = subject_of(case, "aes", "kbkdf-cmac", len(case.data("keyIn")))
        if mac != f"CMAC-AES{8 * len(case.data('keyIn'))}":
            raise case.wrong(f"`keyIn` has {8 * len(case.data('keyIn'))} bits, but `macMode` is {mac}")
    elif (name := hash_name(mac.removeprefix("HMAC-"))) and name not in SHAKE:
        subject = subject_of(case, name, "kbkdf-hmac")
    else:
        raise case.wrong(f"KDF with `{case.get('macMode')}` is not in the library")
    iv, bits = case.data("iv", b"") if kind == "feedback" else b"", case.number("keyOutLength")
    if iv and case.flag("zeroLengthIv"):
        raise case.wrong(f"`iv` has {8 * len(iv)} bits, but `zeroLengthIv` is true")
    test = Test(
        ENCRYPT,
        case.data("keyIn"),
        nonce=iv,
        ad=FIXED_DATA[:position],
        text=FIXED_DATA[position:],
        out_bytes=-(-bits // 8),
        iterations=counter + (256 if kind == "feedback" else 0),
    )

    def to_json(answers: list[Answer]) -> dict[str, Any]:
        broken = {"breakLocation": 8 * position} if position == middle else {}
        return {"fixedData": digits(FIXED_DATA)} | broken | {"keyOut": digits(in_bits(answers[0].output, bits))}

    return Request(case, subject, [test], to_json)


# Ascon

ASCON_TAG_BYTES = range(4, BLOCK + 1)


def ascon_case(case: Case, name: str) -> Request:
    case.only("AFT")
    if name == "ascon-aead128":
        return ascon_aead_case(case, name)
    text = case.message("msg", "len")
    custom = case.message("cs", "csLen") if name == "ascon-cxof128" else b""
    size = 32 if name == "ascon-hash256" else case.whole_bytes("outLen")
    if size == 0:
        raise case.wrong("`outLen` is 0 bits")
    test = Test(ENCRYPT, b"", nonce=custom, text=text, out_bytes=size)
    return Request(
        case, Subject(name, "hash", "kat", None, None), [test], lambda answers: {"md": digits(answers[0].output)}
    )


def ascon_aead_case(case: Case, name: str) -> Request:
    """A second key masks the nonce by an XOR (SP 800-232, 4.2.2)."""
    direction, key, nonce = case.direction, case.exactly("key", BLOCK), case.exactly("nonce", BLOCK)
    masks = case.flag("supportsNonceMasking")
    if masks:
        nonce = bytes(a ^ b for a, b in zip(nonce, case.exactly("secondKey", BLOCK), strict=True))
    elif case.get("secondKey"):
        raise case.wrong("`secondKey` masks the nonce, but `supportsNonceMasking` is not true")
    inside, outside = ("pt", "ct") if direction == ENCRYPT else ("ct", "pt")
    text, ad = case.message(inside, "payloadLen"), case.message("ad", "adLen")
    size = case.whole_bytes("tagLen", 8 * BLOCK)
    if size not in ASCON_TAG_BYTES:
        raise case.wrong(f"{case.algorithm} has no tag of {8 * size} bits; the library has 32 to 128")
    tag = case.exactly("tag", size) if direction == DECRYPT else b""

    def to_json(answers: list[Answer]) -> dict[str, Any]:
        (answer,) = answers
        if direction == ENCRYPT:
            return {"tag": digits(answer.tag), outside: digits(answer.output)}
        return {"testPassed": answer.accepted} | ({outside: digits(answer.output)} if answer.accepted else {})

    test = Test(direction, key, nonce, ad, text, tag, size)
    return Request(case, Subject(name, "aead", "kat", BLOCK, None), [test], to_json)


CIPHER_ALGORITHMS = {
    f"acvp-aes-{mode}": mode
    for mode in ("ecb", "cbc", "ofb", "cfb8", "cfb128", "ctr", "gcm", "gmac", "ccm", "xts", "kw", "kwp")
}


def request_of(case: Case) -> Request:
    name = case.algorithm.lower()
    if name in CIPHER_ALGORITHMS:
        return cipher_case(case, CIPHER_ALGORITHMS[name])
    if name in ASCON:
        return ascon_case(case, name)
    if name == "cmac-aes":
        return cmac_case(case)
    if name in DRBGS:
        return drbg_case(case, DRBGS[name])
    if name == "kdf":
        return derivation_case(case)
    if name == "pbkdf":
        return password_case(case)
    if hash_ := hash_name(name):
        return hash_case(case, hash_)
    if name.startswith("hmac-") and (hash_ := hash_name(name.removeprefix("hmac-"))) and hash_ not in SHAKE:
        return hmac_case(case, hash_)
    raise case.wrong(f"`{case.algorithm}` is not answered; it is none of NIST's names of what the library has")


@dataclass(frozen=True)
class VectorSets:
    """A parsed file."""

    path: Path
    document: Any
    requests: list[Request | Unanswered]  # in the order of the tests, and a group without tests

    def subjects(self) -> Iterator[tuple[Subject, list[Request]]]:
        """Tests that one program can answer."""
        groups: dict[Subject, list[Request]] = {}
        for one in self.requests:
            if isinstance(one, Request):
                groups.setdefault(one.subject, []).append(one)
        yield from groups.items()


def sets_of(document: Any) -> list[dict[str, Any]]:
    parts = document if isinstance(document, list) else [document]
    return [part for part in parts if isinstance(part, dict) and "testGroups" in part]


def tests_of(group: dict[str, Any]) -> list[dict[str, Any]] | None:
    tests = group.get("tests")
    return tests if isinstance(tests, list) and all(isinstance(test, dict) for test in tests) else None


def not_a_number(word: str) -> None:
    raise ValueError(f"it has {word}, which is only Python's")


def read(path: Path, progress: Progress) -> VectorSets:
    try:
        document = parse.from_json(path.read_bytes(), not_a_number)
    except OSError as error:
        raise LabError(f"{shown(path)} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise LabError(f"{shown(path)} is not JSON: {error}") from error
    requests: list[Request | Unanswered] = []
    for vectors in sets_of(document):
        groups = vectors["testGroups"]
        if not isinstance(groups, list) or not all(isinstance(group, dict) for group in groups):
            raise LabError(f"{shown(path)}: `testGroups` is not a list of objects")
        for group in groups:
            requests += read_group(path, vectors, group, progress)
    if not requests:
        raise LabError(f"{shown(path)} has no tests: a vector set of ACVP has `algorithm` and `testGroups`")
    return VectorSets(path, document, requests)


def algorithm_of(vectors: dict[str, Any]) -> str:
    """Ascon's algorithms differ in their mode."""
    name = str(vectors.get("algorithm", ""))
    return f"{name}-{vectors.get('mode')}" if name.lower() == "ascon" else name


def read_group(
    path: Path, vectors: dict[str, Any], group: dict[str, Any], progress: Progress
) -> Iterator[Request | Unanswered]:
    tests, number = tests_of(group), group.get("tgId")
    if tests is None:
        yield Unanswered(f"{shown(path)}: group {number}", "it has no list of tests", number)
        return
    for test in progress.through(tests, f"{shown(path)}: tests of group {number} read"):
        where = f"{shown(path)}: test {test.get('tcId')} of group {number}"
        case = Case(where, algorithm_of(vectors), group, test)
        try:
            for name, table in (("tgId", group), ("tcId", test)):
                if table.get(name) is None:
                    raise case.wrong(f"it has no `{name}`, which identifies its answer")
            if (revision := str(vectors.get("revision", "1.0"))) not in REVISIONS:
                raise case.wrong(f"revision `{revision}` is not answered; known are {', '.join(REVISIONS)}")
            yield request_of(case)
        except Unanswered as reason:
            yield reason


def reasons(left_out: list[Unanswered]) -> list[str]:
    """One line per group for tests left out for the same reason, numbers aside."""
    alike: dict[tuple[str, str], list[Unanswered]] = {}
    for one in left_out:
        alike.setdefault((str(one.group), re.sub("[0-9]+", "", one.what)), []).append(one)
    return [
        f"{group[0].where}{f', and {len(group) - 1} more of it' if group[1:] else ''}: {group[0].what}"
        for group in alike.values()
    ]


def response(sets: VectorSets, results: list[dict[str, Any] | None]) -> str:
    """The document with answers instead of prompts; `results` in the order of the tests."""
    answers = iter(results)

    def answered(vectors: dict[str, Any]) -> dict[str, Any]:
        head = {k: vectors[k] for k in ("vsId", "algorithm", "mode", "revision", "isSample") if k in vectors}
        return head | {"testGroups": [in_group(group) for group in vectors["testGroups"]]}

    def in_group(group: dict[str, Any]) -> dict[str, Any]:
        tests = tests_of(group)
        if tests is None:
            next(answers)
        whole = [(test, next(answers)) for test in tests or []]
        return {
            "tgId": group.get("tgId"),
            "tests": [{"tcId": test.get("tcId")} | answer for test, answer in whole if answer is not None],
        }

    document = sets.document
    if isinstance(document, list):
        whole: Any = [answered(part) if isinstance(part, dict) and "testGroups" in part else part for part in document]
    else:
        whole = answered(document)
    return json.dumps(whole, indent=2) + "\n"
