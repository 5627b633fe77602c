# SPDX-License-Identifier: MIT
"""A request file as data: its lines and the tests in them.

A test is a paragraph with a text to process.  Fields in other paragraphs (NIST's CCM has keys and nonces there) or in
brackets apply to all following tests until they are set again.  Every line must be understood; any other is an error
with its line number.  This module does not know how results are computed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..errors import LabError
from ..paths import shown
from .naming import DECRYPT, ENCRYPT, Subject

# What a field is -> how NIST's and KCMVP's files call it, in any case of letters.
NAMES = {
    "count": ("count",),
    "key": ("key", "k"),
    "nonce": ("iv", "ctr", "nonce", "n"),
    "plaintext": ("pt", "plaintext", "p", "payload"),
    "ciphertext": ("ct", "ciphertext", "c"),
    "ad": ("aad", "adata", "ad", "a"),
    "message": ("msg", "message", "m"),
    "tag": ("tag", "t", "mac"),
    "result": ("result",),
    "key length": ("keylen", "klen"),
    "nonce length": ("ivlen", "nlen", "noncelen"),
    "plaintext length": ("ptlen", "plen", "payloadlen"),
    "ad length": ("aadlen", "alen", "adatalen"),
    "message length": ("msglen", "mlen"),
    "tag length": ("taglen", "tlen", "maclen"),
}
ROLES = {name: role for role, names in NAMES.items() for name in names}
NUMBERS = {"count", *(role for role in NAMES if role.endswith("length"))}
TEXTS = ("plaintext", "ciphertext", "message")
FIELD = re.compile(r"(?P<before>\s*(?P<name>[A-Za-z]+)\s*=[ \t]*)(?P<value>.*?)(?P<after>\s*)")
ASKED = re.compile(r"\?+")
SECTION = re.compile(r"\s*\[(.*)\]\s*")

KEY_BYTES = (16, 24, 32)
BLOCK = 16
TAG_BYTES = {"gcm": (4, 8, 12, 13, 14, 15, 16), "ccm": (4, 6, 8, 10, 12, 14, 16), "cmac": tuple(range(1, 17))}
NONCE_BYTES = {"cbc": (16,), "ctr": (16,), "gcm": tuple(range(1, 256)), "ccm": tuple(range(7, 14))}


@dataclass(frozen=True)
class Field:
    """One `NAME = VALUE`: how the file calls it, and on which line, counted from 1.  `NAME = ?` requests it."""

    name: str
    value: bytes | int | None  # None: requested
    line: int


@dataclass(frozen=True)
class Test:
    """One request.  `first` and `last` are its lines, counted from 1; those up to `end` are left for its answer."""

    first: int
    last: int
    end: int
    direction: str
    key: bytes
    nonce: bytes
    ad: bytes
    text: bytes
    tag: bytes  # the one to be checked
    tag_bytes: int
    fields: dict[str, Field] = field(repr=False)  # those of its own paragraph
    names: dict[str, str] = field(repr=False)  # how the file calls what holds for it

    @property
    def asked(self) -> dict[str, Field]:
        """Its lines that are to be filled in."""
        return {role: found for role, found in self.fields.items() if found.value is None}


@dataclass(frozen=True)
class Requests:
    """A file that was understood."""

    path: Path
    subject: Subject
    mark: str  # before the first line: that of Unicode, or nothing
    lines: list[str]  # without LF; a CR is still there
    upper: bool  # how it writes hexadecimal digits
    tests: list[Test]

    @property
    def key_bytes(self) -> int:
        return len(self.tests[0].key)


class Malformed(LabError):
    """Names the file and the line."""

    def __init__(self, path: Path, line: int, what: str):
        super().__init__(f"{shown(path)}:{line}: {what}")


def read(path: Path, subject: Subject) -> Requests:
    try:
        text = path.read_bytes().decode(errors="surrogateescape")
    except OSError as error:
        raise LabError(f"{shown(path)} cannot be read: {error.strerror}") from error
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    if not text.endswith("\n"):
        text += "\r\n" if "\r\n" in text else "\n"
    lines = text.removeprefix(mark).removesuffix("\n").split("\n")
    tests = Reader(path, subject).tests(lines)
    if not tests:
        raise Malformed(path, len(lines), "the file ends without any request")
    for test in tests:
        if len(test.key) != len(tests[0].key):
            what = f"the key has {len(test.key)} bytes, those before it {len(tests[0].key)}: make it two files"
            raise Malformed(path, test.fields["key"].line if "key" in test.fields else test.first, what)
    return Requests(path, subject, mark, lines, writes_upper(lines), tests)


def writes_upper(lines: list[str]) -> bool:
    """KCMVP's files have upper case; a file without any letter among its digits tells nothing."""
    values = [m["value"] for line in lines if (m := FIELD.fullmatch(line))]
    digits = "".join(v for v in values if re.fullmatch("[0-9a-fA-F]*", v))
    return not re.search("[a-f]", digits) and bool(re.search("[A-F]", digits))


class Reader:
    """What has been said so far: in brackets, and outside of tests."""

    def __init__(self, path: Path, subject: Subject):
        self.path, self.subject = path, subject
        self.common: dict[str, Field] = {}
        self.section: str | None = None
        self.made: list[Test] = []

    def tests(self, lines: list[str]) -> list[Test]:
        own: dict[str, Field] = {}
        for number, text in enumerate([*lines, ""], 1):
            if not text.strip():
                self.paragraph(own)
                own = {}
            elif text.lstrip().startswith("#"):
                continue
            elif match := SECTION.fullmatch(text):
                self.paragraph(own)
                own = {}
                self.read_section(number, match[1])
            else:
                found = self.read_field(number, text)
                role = ROLES[found.name.lower()]
                if role == "count" and role in own:
                    self.paragraph(own)
                    own = {}
                if role in own:
                    raise self.wrong(number, f"a second `{found.name}` in one request")
                own[role] = found
        return self.made

    def wrong(self, line: int, what: str) -> Malformed:
        return Malformed(self.path, line, what)

    def read_section(self, line: int, inside: str) -> None:
        if inside.strip().lower() in (ENCRYPT, DECRYPT):
            self.section = inside.strip().lower()
            return
        for part in inside.split(","):
            found = self.read_field(line, part)
            if found.value is None:
                raise self.wrong(line, f"`{found.name}` has a placeholder outside of a request")
            self.common[ROLES[found.name.lower()]] = found

    def read_field(self, line: int, text: str) -> Field:
        match = FIELD.fullmatch(text)
        if not match:
            raise self.wrong(line, "neither `NAME = VALUE` nor a section in brackets nor a comment")
        role = ROLES.get(match["name"].lower())
        if role is None:
            raise self.wrong(line, f"unknown field `{match['name']}`")
        if ASKED.fullmatch(match["value"]):
            return Field(match["name"], None, line)
        if role == "result":
            raise self.wrong(line, f"`{match['name']}` is the answer")
        if role in NUMBERS:
            if not re.fullmatch("[0-9]{1,9}", match["value"]):
                raise self.wrong(line, f"`{match['name']}` is not a number")
            return Field(match["name"], int(match["value"]), line)
        if not re.fullmatch("(?:[0-9a-fA-F]{2})*", match["value"]):
            raise self.wrong(line, f"`{match['name']}` is not hexadecimal digits in pairs")
        return Field(match["name"], bytes.fromhex(match["value"]), line)

    def paragraph(self, own: dict[str, Field]) -> None:
        if not own:
            return
        given = {role: found for role, found in own.items() if found.value is not None}
        if self.subject.monte_carlo and self.made and given.keys() <= {"count"}:  # a later step, all to be filled in
            self.made[-1] = replace(self.made[-1], end=max(found.line for found in own.values()))
        elif "count" not in own and not any(role in own for role in TEXTS) and given == own:
            self.common |= own
        else:
            self.made.append(self.test(own))

    def test(self, own: dict[str, Field]) -> Test:
        lines = [f.line for f in own.values()]
        there = self.common | {role: found for role, found in own.items() if found.value is not None}
        first = min(lines)
        mode, direction = self.subject.mode, self.direction(there, first)
        wanted, answer = ("plaintext", "ciphertext") if direction == ENCRYPT else ("ciphertext", "plaintext")
        if mode == "cmac":
            wanted, answer = "message", "tag" if direction == ENCRYPT else "result"
        answers = {answer}
        if direction == DECRYPT and mode in TAG_BYTES:
            answers.add("result")
        elif direction == ENCRYPT and mode == "gcm":
            answers.add("tag")
        for role, found in own.items():
            if found.value is None and role not in answers:
                raise self.wrong(
                    found.line, f"`{found.name}` has a placeholder, but is no result of a request to {direction}"
                )
            if found.value is not None and (role == answer or (role == "tag" and direction == ENCRYPT)):
                raise self.wrong(found.line, f"`{found.name}` is the answer; this is not a request to {direction}")
        values = {
            role: self.value(there, role, first, needed)
            for role, needed in (
                ("key", True),
                ("nonce", mode in NONCE_BYTES),
                ("ad", False),
                (wanted, True),
                ("tag", direction == DECRYPT and mode in ("gcm", "cmac")),
            )
        }
        made = Test(
            first=first,
            last=max(lines),
            end=max(lines),
            direction=direction,
            key=values["key"],
            nonce=values["nonce"],
            ad=values["ad"],
            text=values[wanted],
            tag=values["tag"],
            tag_bytes=self.tag_bytes(there, values["tag"], first),
            fields=own,
            names={role: found.name for role, found in (self.common | own).items()},
        )
        self.check(made, there, wanted)
        return self.split(made, there[wanted]) if mode == "ccm" and direction == DECRYPT else made

    def direction(self, there: dict[str, Field], line: int) -> str:
        said = self.section or self.subject.direction
        if said:
            return said
        if self.subject.mode == "cmac":
            return DECRYPT if "tag" in there else ENCRYPT
        found = [d for d, role in ((ENCRYPT, "plaintext"), (DECRYPT, "ciphertext")) if role in there]
        if len(found) != 1:
            raise self.wrong(line, "it is not said whether to encrypt or to decrypt; add --direction")
        return found[0]

    def value(self, there: dict[str, Field], role: str, line: int, needed: bool) -> bytes:
        """Where a length is said the value must have it: in bytes or in bits, as laboratories differ.  A value
        of no bytes may be written 00."""
        if role not in there:
            if needed:
                names = "`, `".join(n.upper() for n in NAMES[role])
                raise self.wrong(line, f"this request has no {role} (`{names}`)")
            return b""
        found, length = there[role], there.get(f"{role} length")
        value = found.value
        assert isinstance(value, bytes)
        if length is None or role == "tag":
            return value
        if length.value == 0 and value == b"\0":
            return b""
        if length.value not in (len(value), 8 * len(value)):
            raise self.wrong(
                found.line, f"`{found.name}` has {len(value)} bytes, but line {length.line} says {length.value!r}"
            )
        return value

    def tag_bytes(self, there: dict[str, Field], tag: bytes, line: int) -> int:
        """Up to 16 it is bytes, above bits: no standard has a tag of 16 bits or less."""
        mode, said = self.subject.mode, there.get("tag length")
        if mode not in TAG_BYTES:
            return 0
        if said is None and mode == "ccm":
            raise self.wrong(line, "this request has no length of the tag (`Tlen`)")
        if said is None:
            return len(tag) or BLOCK
        assert isinstance(said.value, int)
        size = said.value if said.value <= BLOCK else said.value / 8
        if size not in TAG_BYTES[mode]:
            raise self.wrong(said.line, f"{mode.upper()} has no tag of {size:g} bytes")
        if tag and len(tag) != size:
            raise self.wrong(there["tag"].line, f"the tag has {len(tag)} bytes, but line {said.line} says {size:g}")
        return int(size)

    def check(self, test: Test, there: dict[str, Field], wanted: str) -> None:
        """What the library would refuse is refused here, with its line."""
        mode, key_bytes = self.subject.mode, self.subject.key_bytes
        text, key = there[wanted], there["key"]
        if len(test.key) not in KEY_BYTES or (key_bytes and len(test.key) != key_bytes):
            expected = 8 * key_bytes if key_bytes else "128, 192 or 256"
            raise self.wrong(key.line, f"the key has {8 * len(test.key)} bits, not {expected}")
        if mode in NONCE_BYTES and len(test.nonce) not in NONCE_BYTES[mode]:
            nonce = there["nonce"]
            raise self.wrong(nonce.line, f"{mode.upper()} has no `{nonce.name}` of {len(test.nonce)} bytes")
        if mode in TAG_BYTES and test.tag_bytes not in TAG_BYTES[mode]:
            raise self.wrong(there["tag"].line, f"{mode.upper()} has no tag of {test.tag_bytes} bytes")
        if mode == "ccm" and len(test.text) >= 1 << 8 * (15 - len(test.nonce)):
            raise self.wrong(text.line, f"`{text.name}` is too long for a nonce of {len(test.nonce)} bytes")
        if mode in ("ecb", "cbc") and (len(test.text) % BLOCK or not test.text):
            raise self.wrong(text.line, f"`{text.name}` has {len(test.text)} bytes, which is not whole blocks")
        if self.subject.monte_carlo:
            if len(test.text) != BLOCK:
                raise self.wrong(
                    text.line, f"`{text.name}` of a Monte Carlo test is one block, not {len(test.text)} bytes"
                )
            for role in ("key", *(["nonce"] if mode in NONCE_BYTES else [])):
                if role not in test.fields:
                    raise self.wrong(test.first, f"a Monte Carlo test has its {role} next to its text")

    def split(self, test: Test, text: Field) -> Test:
        """CCM has the tag at the end of the ciphertext."""
        if len(test.text) < test.tag_bytes:
            raise self.wrong(text.line, f"`{text.name}` is shorter than its tag of {test.tag_bytes} bytes")
        body, tag = test.text[: -test.tag_bytes], test.text[-test.tag_bytes :]
        return replace(test, text=body, tag=tag)
