# SPDX-License-Identifier: MIT
"""A request file as data: its lines and the tests in them.

A test is a paragraph with something to process.  Fields in other paragraphs (NIST's CCM has keys and nonces there) or
in brackets apply to all following tests until they are set again.  Every line must be understood; any other is an error
with its line number.  A test of what the library does not have is left out.  This module does not know how results are
computed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..errors import LabError
from ..paths import shown
from ..progress import Progress
from .naming import (
    CIPHER_MODES,
    DECRYPT,
    ENCRYPT,
    HASH_MODES,
    HASHES,
    KBKDF,
    SEGMENT_BITS,
    SHAKE,
    WRAPPING,
    Subject,
    ciphers,
    hashes,
    key_sizes,
    named_cipher,
    named_key,
    with_cipher,
)

# Role of a field -> its names in NIST's and KCMVP's files, whose case does not matter.
NAMES = {
    "count": ("count",),
    "key": ("key", "k", "ki"),
    "nonce": ("iv", "ctr", "nonce", "n", "i"),
    "plaintext": ("pt", "plaintext", "p", "payload"),
    "ciphertext": ("ct", "ciphertext", "c"),
    "ad": ("aad", "adata", "ad", "a"),
    "message": ("msg", "message", "m"),
    "tag": ("tag", "t", "mac"),
    "digest": ("md", "output"),
    "seed": ("seed",),
    "result": ("result",),
    "entropy": ("entropyinput",),
    "personalization": ("personalizationstring",),
    "reseed entropy": ("entropyinputreseed",),
    "reseed additional": ("additionalinputreseed",),
    "fresh entropy": ("entropyinputpr", "entropyinputpr1", "entropyinputpr2", "entropyinput1", "entropyinput2"),
    "additional": ("additionalinput", "additionalinput1", "additionalinput2"),
    "returned": ("returnedbits",),
    "fixed": ("fixedinputdata", "fixedinput", "fixeddata"),
    "before": ("databeforectrdata",),
    "after": ("dataafterctrdata",),
    "password": ("password", "passwd", "pwd", "passphrase"),
    "salt": ("salt", "s"),
    "derived": ("ko", "mk", "dk", "derivedkey"),
    "label": ("label",),
    "context": ("context",),
    "data unit": ("dataunitseqnumber",),
    "iterations": ("iterations", "iteration", "iterationcount", "itercount", "iter"),
    "key length": ("keylen", "klen"),
    "nonce length": ("ivlen", "nlen", "noncelen"),
    "plaintext length": ("ptlen", "plen", "payloadlen", "dataunitlen", "plaintextlength"),
    "ad length": ("aadlen", "alen", "adatalen"),
    "ciphertext length": ("ctlen", "clen"),
    "message length": ("msglen", "mlen", "len", "inputlength"),
    "tag length": ("taglen", "tlen", "maclen"),
    "digest length": ("l", "outputlen"),
    "derived length": ("mklen", "dklen", "kolen", "derivedkeylen"),
    "fixed length": ("fixedinputdatabytelen", "fixedinputdatalen"),
    "before length": ("databeforectrlen",),
    "after length": ("dataafterctrlen",),
    "label length": ("labellen",),
    "context length": ("contextlen",),
    "password length": ("passwordlen",),
    "salt length": ("saltlen", "slen"),
    "least length": ("minimumoutputlengthbits",),
    "most length": ("maximumoutputlengthbits",),
    "entropy length": ("entropyinputlen",),
    "personalization length": ("personalizationstringlen",),
    "additional length": ("additionalinputlen",),
    "returned length": ("returnedbitslen",),
    "prediction resistance": ("predictionresistance",),
}
ROLES = {name: role for role, names in NAMES.items() for name in names}
ROLES_OF_PBKDF2 = {"p": "password", "c": "iterations"}  # as in RFC 8018
NUMBERS = {"count", "data unit", "iterations", *(role for role in NAMES if role.endswith("length"))}
TEXTS = ("plaintext", "ciphertext", "message", "seed", "entropy", "fixed", "before", "label", "context", "password")
# Roles of key derivation only.
DERIVING = {"fixed", "before", "after", "label", "context", "password", "salt", "derived", "iterations"}
ANSWERS = {"digest", "tag", "result", "returned", "derived"}  # an empty field requests the answer
LATER = {"count", "digest length"}  # fields that a later step of a Monte Carlo test may have
REPEATED = ("fresh entropy", "additional")  # in a test of a DRBG, once per call
CALLS = {  # roles of their inputs, and of the lengths of these
    "reseed entropy": "entropy length",
    "fresh entropy": "entropy length",
    "reseed additional": "additional length",
    "additional": "additional length",
}
FIELD = re.compile(r"(?P<before>\s*(?P<name>[A-Za-z]\w*)\s*=[ \t]*)(?P<value>(?:.*\S)?)(?P<after>\s*)")
# `PT = ? or Invalid`: the word replaces the line if the message is rejected.
PLACEHOLDER = re.compile(r"\?+(?:\s+or\s+(?P<refusal>[A-Za-z]+))?")
VERDICTS = re.compile(r"\s*(?P<passed>valid)\s+or\s+(?P<failed>invalid)\s*", re.IGNORECASE)
HEADING = re.compile(r"\s*(#|//|;|Algo_ID\s*=)", re.IGNORECASE)
ALGORITHM = re.compile(r"\s*Algo_ID\s*=\s*(.*?)\s*", re.IGNORECASE)
DIGITS = re.compile("[0-9a-fA-F]*")
SECTION = re.compile(r"\s*\[(.*)\]\s*")
# KBKDF: PRF, and location and size of the counter; PBKDF2: PRF.
SETTING = re.compile(r"\s*(PRF|CTRLOCATION|RLEN)\s*=\s*([-\w/() ]*?)\s*", re.IGNORECASE)
COUNTERS = re.compile(r"(0|8|16|24|32)(_BITS)?")
PLACES = ("BEFORE_FIXED", "AFTER_FIXED", "MIDDLE_FIXED", "AFTER_ITER")
BEFORE_LAST = "BEFORE_ITER"  # in NIST's files, not in the library
ELSEWHERE = re.compile(
    r"(?<![A-Z])(?:SHA[-_ ]?1(?!\d)|MD5|(?:[23][-_ ]?KEY[-_ ]?)?T?DE[SA]\d?)"
)  # algorithms of NIST's files that the library lacks
HMAC_DIGESTS = {20: "sha-1", 28: "sha-224", 32: "sha-256", 48: "sha-384", 64: "sha-512"}  # bytes, in NIST's HMAC.req
MIN_KEY_BITS = 112  # lengths of derived keys from here on are in bits, shorter ones in bytes

BLOCK = 16
TAG_BYTES = {
    "gcm": (4, 8, 12, 13, 14, 15, 16),
    "gmac": (4, 8, 12, 13, 14, 15, 16),
    "ccm": (4, 6, 8, 10, 12, 14, 16),
    "cmac": tuple(range(1, 17)),
}
NONCE_BYTES = {"gcm": tuple(range(1, 256)), "gmac": tuple(range(1, 256)), "ccm": tuple(range(7, 14)), "xts": (16,)}
CHAINED = ("cbc", "ctr", "ofb", *SEGMENT_BITS)  # their IV is a block
SEALS = ("gcm", "gmac", "ccm", "cmac", *WRAPPING)  # they may reject a message
ASSOCIATING = ("gcm", "gmac", "ccm")  # they take associated data
TAGGED = ("gcm", "gmac", "cmac")  # the tag has a field of its own
MAX_OUTPUT = 65535


@dataclass(frozen=True)
class Field:
    """One `NAME = VALUE`: how the file calls it, and on which line, counted from 1.  `NAME = ?` requests it."""

    name: str
    value: bytes | int | None  # None: requested
    line: int


@dataclass(frozen=True)
class Test:
    """One request.  `first` and `last` are its lines, counted from 1; those up to `end` are left for its answer."""

    direction: str
    key: bytes
    nonce: bytes = b""
    ad: bytes = b""
    text: bytes = b""
    tag: bytes = b""  # the one to be checked
    out_bytes: int = 0  # of the tag, or of other requested output
    iterations: int = 0
    first: int = 0
    last: int = 0
    end: int = 0
    subject: Subject | None = None  # if sections name it
    fields: dict[str, Field] = field(default_factory=dict, repr=False)  # of its paragraph
    names: dict[str, str] = field(
        default_factory=dict, repr=False
    )  # by role, the file's names of all fields that apply

    @property
    def placeholders(self) -> dict[str, Field]:
        """The fields to be filled in."""
        return {role: f for role, f in self.fields.items() if f.value is None}


@dataclass(frozen=True)
class Requests:
    """A parsed file."""

    path: Path
    mark: str  # byte order mark, or empty
    lines: list[str]  # without LF, but with CR
    upper: bool  # upper-case hexadecimal digits
    tests: list[Test]
    left_out: list[Absent]

    def subjects(self) -> dict[Subject, list[Test]]:
        """Tests that one program can answer."""
        groups: dict[Subject, list[Test]] = {}
        for test in self.tests:
            assert test.subject
            groups.setdefault(test.subject, []).append(test)
        return groups


def plain(name: str) -> str:
    """A field's name in small letters; `Key_Len` is `KeyLen`."""
    return name.lower().replace("_", "")


def in_pairs(value: str) -> bool:
    """Are they hexadecimal digits of whole bytes?"""
    return len(value) % 2 == 0 and DIGITS.fullmatch(value) is not None


class Malformed(LabError):
    """An error with file and line."""

    def __init__(self, path: Path, line: int, what: str):
        super().__init__(f"{shown(path)}:{line}: {what}")


class Absent(Malformed):
    """A request for something that the library does not have, or that its standard forbids."""


def reasons(left_out: list[Absent]) -> list[str]:
    """One line for requests left out for the same reason, numbers aside."""
    alike: dict[str, list[Absent]] = {}
    for one in left_out:
        alike.setdefault(re.sub("(?<!-)[0-9]+", "", str(one)), []).append(one)
    return [f"{group[0]} (left out: {len(group)})" for group in alike.values()]


def read(path: Path, subject: Subject, progress: Progress) -> Requests:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise LabError(f"{shown(path)} cannot be read: {error.strerror}") from error
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise Malformed(path, 1, "the file is UTF-16; save it as UTF-8 or ASCII")
    if b"\r" in data and b"\n" not in data:
        raise Malformed(path, 1, "lines end with CR alone; end them with LF or with CR and LF")
    text = data.decode(errors="surrogateescape")
    text = re.sub(r"\x1a\s*\Z", "", text)  # the end of a file in DOS
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    if not text.endswith("\n"):
        text += "\r\n" if "\r\n" in text else "\n"
    lines = text.removeprefix(mark).removesuffix("\n").split("\n")
    reader = Reader(path, subject)
    tests = reader.tests(lines, progress)
    if not tests and reader.left_out:
        raise LabError("\nnarae: ".join(reasons(reader.left_out)))
    if not tests:
        raise Malformed(path, len(lines), "the file ends without any request")
    return Requests(path, mark, lines, writes_upper(lines), tests, reader.left_out)


def writes_upper(lines: list[str]) -> bool:
    """KCMVP's files use upper case; if no digit is a letter, one-letter field names indicate it."""
    matches = [m for line in lines if (m := FIELD.fullmatch(line)) and m["name"].lower() not in NAMES["password"]]
    digits = "".join(m["value"] for m in matches if DIGITS.fullmatch(m["value"]))
    if not re.search("[a-fA-F]", digits):
        return any(m["name"] == "K" for m in matches)
    return not re.search("[a-f]", digits)


class Reader:
    """The state of reading: settings of sections, and fields outside of tests."""

    def __init__(self, path: Path, subject: Subject):
        self.path, self.subject = path, subject
        self.is_open = not subject.cipher  # sections say which
        self.settings: dict[str, str] = {}
        self.common: dict[str, Field] = {}
        self.section: str | None = None
        self.has_texts = False  # passwords are written as texts, not in digits
        self.read_tests: list[Test] = []
        self.absent: dict[str, Absent] = {}  # what sections name: a PRF, a CTRLOCATION
        self.left_out: list[Absent] = []

    def tests(self, lines: list[str], progress: Progress) -> list[Test]:
        paragraph_fields: dict[str, Field] = {}
        passwords = (m["value"] for m in map(FIELD.fullmatch, lines) if m and self.role_of(m["name"]) == "password")
        self.has_texts = any(not in_pairs(word) for word in passwords)
        for number, text in enumerate(progress.through([*lines, ""], f"{shown(self.path)}: lines read"), 1):
            if not text.strip():
                self.paragraph(paragraph_fields)
                paragraph_fields = {}
            elif HEADING.match(text):
                self.read_heading(number, text)
            elif match := SECTION.fullmatch(text):
                self.paragraph(paragraph_fields)
                paragraph_fields = {}
                self.read_section(number, match[1])
            elif self.derives and (match := SETTING.fullmatch(text)):
                self.read_setting(number, *match.groups())
            else:
                verdict = VERDICTS.fullmatch(text)
                entry = Field(text.strip(), None, number) if verdict else self.read_field(number, text)
                role = "result" if verdict else self.role_of(entry.name)
                assert role
                if role == "count" and role in paragraph_fields:
                    self.paragraph(paragraph_fields)
                    paragraph_fields = {}
                if role in REPEATED and self.subject.mode.endswith("-drbg"):
                    calls = sum(which(other) == role for other in paragraph_fields)
                    role = f"{role} {calls + 1}" if calls else role
                if role in paragraph_fields:
                    raise self.wrong(
                        number, f"a second `{entry.name}` in one request; leave a blank line between requests"
                    )
                paragraph_fields[role] = entry
        return self.read_tests

    def wrong(self, line: int, what: str) -> Malformed:
        return Malformed(self.path, line, what)

    @property
    def derives(self) -> bool:
        """Does it derive keys?"""
        return self.subject.mode == "pbkdf2" or self.subject.mode.startswith(KBKDF)

    def role_of(self, name: str) -> str | None:
        if self.subject.mode == "pbkdf2" and name.lower() in ROLES_OF_PBKDF2:
            return ROLES_OF_PBKDF2[name.lower()]
        return ROLES.get(plain(name))

    def read_heading(self, line: int, text: str) -> None:
        """A comment; its `Algo_ID` must not contradict the file's name."""
        algorithm = ALGORITHM.fullmatch(text)
        named = named_cipher(algorithm[1].upper()) if algorithm and not self.is_open else None
        if algorithm and named and named != self.subject.cipher:
            raise self.wrong(
                line, f"`{algorithm[1]}` is not {self.subject.cipher}; correct this line, or add --cipher {named}"
            )

    def read_section(self, line: int, inside: str) -> None:
        word = inside.strip()
        if word.lower() in (ENCRYPT, DECRYPT):
            self.section = word.lower()
            return
        if word.startswith("Tested for "):  # in files of SHAKE
            return
        if self.derives and re.fullmatch("no counter", word, re.IGNORECASE):
            self.settings["RLEN"] = "0"
            return
        if "=" not in word:
            self.choose(line, word)
            if derivation := re.search("(use|no)[-_ ]?df", word, re.IGNORECASE):
                self.subject = replace(self.subject, derives=derivation[1].lower() == "use")
            return
        for part in inside.split(","):
            if self.derives and (match := SETTING.fullmatch(part)):
                self.read_setting(line, *match.groups())
                continue
            setting = self.read_field(
                line, re.sub("(?<=[A-Za-z]) (?=[A-Za-z(])|[()]", "", part)
            )  # [PLAINTEXT LENGTH = 128]
            if setting.value is None:
                raise self.wrong(line, f"`{setting.name}` has a placeholder outside of a request")
            role = self.role_of(setting.name)
            assert role
            self.common[role] = setting

    def choose(self, line: int, word: str) -> None:
        """The hash or cipher that a section names."""
        named = named_cipher(word.upper())
        self.absent.pop("PRF", None)
        if named is None and self.is_open and (foreign := ELSEWHERE.search(word.upper())):
            self.absent["PRF"] = Absent(self.path, line, f"{foreign[0]} is not in the library")
            return
        if named is None:
            raise self.wrong(line, f"`[{word}]` names neither a setting nor a hash or cipher of the library")
        if not self.is_open:
            if named != self.subject.cipher:
                raise self.wrong(line, f"`[{word}]` is not {self.subject.cipher}")
            return
        of_hash, mode = named in HASHES, self.subject.mode
        if named in SHAKE or (of_hash != (mode not in CIPHER_MODES) and not mode.startswith(KBKDF)):
            raise self.wrong(line, f"`[{word}]` does not apply to {self.subject.mode.upper()}")
        self.subject = with_cipher(self.subject, named, named_key(word.upper(), named))

    def read_setting(self, line: int, name: str, value: str) -> None:
        name, value = name.upper(), value.upper()
        if name == "PRF":
            self.choose(line, value)
        elif name == "CTRLOCATION" and value not in (*PLACES, BEFORE_LAST):
            raise self.wrong(line, f"no counter is at `{value}`; known are {', '.join(PLACES)}")
        elif name == "RLEN" and not COUNTERS.fullmatch(value):
            raise self.wrong(line, f"a counter of `{value}` is not in the library; 8, 16, 24 and 32 bits are")
        self.settings[name] = value
        if name == "CTRLOCATION":
            self.absent.pop(name, None)
            if value == BEFORE_LAST:
                self.absent[name] = Absent(self.path, line, f"a counter at `{value}` is not in the library")

    def read_field(self, line: int, text: str) -> Field:
        match = FIELD.fullmatch(text)
        if not match:
            raise self.wrong(line, "neither `NAME = VALUE` nor a section in brackets nor a comment behind #")
        role = self.role_of(match["name"])
        if role is None or (role in DERIVING and not self.derives):
            raise self.wrong(line, f"unknown field `{match['name']}`")
        if PLACEHOLDER.fullmatch(match["value"]) or (not match["value"] and role in ANSWERS):
            return Field(match["name"], None, line)
        if role == "result":
            raise self.wrong(line, f"`{match['name']}` is the answer")
        if role == "prediction resistance":
            if match["value"].lower() not in ("true", "false"):
                raise self.wrong(line, f"`{match['name']}` is neither True nor False")
            return Field(match["name"], int(match["value"].lower() == "true"), line)
        if role in NUMBERS:
            if not re.fullmatch("[0-9]{1,19}" if role == "data unit" else "[0-9]{1,9}", match["value"]):
                raise self.wrong(line, f"`{match['name']}` is not a number, or too large a one")
            return Field(match["name"], int(match["value"]), line)
        if role == "password" and self.has_texts:  # with or without quotation marks
            inside = re.fullmatch('"(.*)"', match["value"])
            word = inside[1] if inside else match["value"]
            return Field(match["name"], word.encode(errors="surrogateescape"), line)
        if not in_pairs(match["value"]):
            raise self.wrong(line, f"`{match['name']}` is not hexadecimal digits in pairs")
        return Field(match["name"], bytes.fromhex(match["value"]), line)

    def paragraph(self, fields: dict[str, Field]) -> None:
        if not fields:
            return
        values = {role: f for role, f in fields.items() if f.value is not None}
        filled = {role for role, f in values.items() if f.value != b""}
        if self.subject.monte_carlo and self.read_tests and filled <= LATER:  # a later step, to be filled in
            self.read_tests[-1] = replace(self.read_tests[-1], end=max(f.line for f in fields.values()))
        elif "count" not in fields and not self.is_processed(fields) and values == fields:
            self.common |= fields
        else:
            try:
                self.read_tests.append(self.test(fields))
            except Absent as absent:
                self.left_out.append(absent)

    def is_processed(self, fields: dict[str, Field]) -> bool:
        """Is there something to process?"""
        return any(role in fields for role in TEXTS) or (self.subject.mode == "gmac" and "ad" in fields)

    def test(self, fields: dict[str, Field]) -> Test:
        for absent in self.absent.values():
            raise absent
        lines = [f.line for f in fields.values()]
        known = self.common | {role: f for role, f in fields.items() if f.value is not None}
        names = {role: f.name for role, f in (self.common | fields).items()}
        mode = self.subject.mode
        kinds = {"hash": self.hashed, "hmac": self.authenticated, "pbkdf2": self.from_password}
        if mode == "hmac" and self.is_open and "digest length" in known:
            self.choose_by_length(known["digest length"])
        if not self.subject.cipher:
            of_hash = mode in HASH_MODES
            kind, names_known = ("hash", hashes()) if of_hash else ("cipher", list(ciphers()))
            problem = f"neither the file's name nor a section says which {kind}"
            raise self.wrong(min(lines), f"{problem}; add --cipher ({', '.join(names_known)})")
        read_one = kinds.get(mode, self.enciphered)
        if mode.endswith("-drbg"):
            read_one = self.drawn
        elif mode.startswith(KBKDF):
            read_one = self.from_key
        test = read_one(fields, known, min(lines))
        subject = self.subject
        if mode in CIPHER_MODES and test.key:
            subject = replace(subject, key_bytes=len(test.key) // (2 if mode == "xts" else 1))
        return replace(
            test, first=min(lines), last=max(lines), end=max(lines), subject=subject, fields=fields, names=names
        )

    def choose_by_length(self, length: Field) -> None:
        """NIST's HMAC.req has a section for each hash, [L = 32], in bytes."""
        assert isinstance(length.value, int)
        name = HMAC_DIGESTS.get(length.value)
        if name is None:
            raise self.wrong(length.line, f"`{length.name}` = {length.value}: no hash has a digest of so many bytes")
        if name not in HASHES:
            raise Absent(
                self.path, length.line, f"`{length.name}` = {length.value}: {name.upper()} is not in the library"
            )
        self.subject = with_cipher(self.subject, name, None)

    def refuse_answers(self, fields: dict[str, Field], answers: set[str], also: set[str], direction: str) -> None:
        """Only answers may have placeholders, and no answer may be given."""
        for role, f in fields.items():
            if f.value is None and role not in answers:
                raise self.wrong(f.line, f"`{f.name}` has a placeholder, but is no result of a request to {direction}")
            if f.value is not None and role in answers | also:
                problem = f"`{f.name}` is the answer of a request to {direction}; leave it empty"
                raise self.wrong(f.line, problem)

    def enciphered(self, fields: dict[str, Field], known: dict[str, Field], first: int) -> Test:
        """A cipher in a mode."""
        mode, direction = self.subject.mode, self.direction(known, first)
        if mode == "xts" and "data unit" in known and "nonce" not in known:
            number = known["data unit"]
            assert isinstance(number.value, int)
            known = known | {"nonce": replace(number, value=number.value.to_bytes(BLOCK, "little"))}
        text_role, answer = ("plaintext", "ciphertext") if direction == ENCRYPT else ("ciphertext", "plaintext")
        if answer in fields and fields[answer].value == b"":  # requested
            fields[answer] = replace(fields[answer], value=None)
        if mode == "xts" and "plaintext length" in known:  # of the unit, in both directions
            known = {"ciphertext length": known["plaintext length"]} | known
        if mode == "gmac":
            renamed = {"message": "ad", "message length": "ad length"} if "ad" not in known else {}
            known = {renamed.get(role, role): f for role, f in known.items()}
            text_role, answer = "ad", "tag" if direction == ENCRYPT else "result"
        if mode == "cmac":
            text_role, answer = "message", "tag" if direction == ENCRYPT else "result"
        taken = {"key", "nonce", text_role, answer, "tag", *({"ad"} if mode in ASSOCIATING else ())}
        for role, f in known.items():
            if role not in taken and isinstance(f.value, bytes) and f.value:
                raise self.wrong(f.line, f"`{f.name}` does not apply to {mode.upper()}")
        answers = {answer}
        if direction == DECRYPT and mode in SEALS:
            answers.add("result")
        elif direction == ENCRYPT and mode == "gcm":
            answers.add("tag")
        self.refuse_answers(fields, answers, {"tag"} if direction == ENCRYPT else set(), direction)
        values = {
            role: self.value(known, role, first, needed)
            for role, needed in (
                ("key", True),
                ("nonce", mode in NONCE_BYTES or mode in CHAINED),
                ("ad", False),
                (text_role, True),
                ("tag", direction == DECRYPT and mode in TAGGED),
            )
        }
        test = Test(
            direction=direction,
            key=values["key"],
            nonce=values["nonce"],
            ad=b"" if mode == "gmac" else values["ad"],
            text=values[text_role],
            tag=values["tag"],
            out_bytes=self.tag_bytes(known, values["tag"], first),
            fields=fields,
            first=first,
        )
        self.check(test, known, text_role)
        test = self.split(test, known[text_role]) if mode == "ccm" and direction == DECRYPT else test
        self.check_other_side(test, known.get(f"{answer} length"), known[text_role])
        return test

    def hashed(self, fields: dict[str, Field], known: dict[str, Field], first: int) -> Test:
        """A hash of a message, or of a seed repeatedly."""
        if self.subject.cipher in SHAKE:
            return self.squeezed(fields, known, first)
        self.refuse_answers(fields, {"digest"}, set(), "hash")
        seeded = self.subject.monte_carlo
        text = self.value(known, "seed" if seeded else "message", first, True)
        out = self.digest_bytes(known.get("digest length"))
        if seeded and len(text) != out:
            raise self.wrong(known["seed"].line, f"`{known['seed'].name}` has {len(text)} bytes, not {out}")
        return Test(direction=ENCRYPT, key=b"", text=text, out_bytes=out)

    def squeezed(self, fields: dict[str, Field], known: dict[str, Field], first: int) -> Test:
        """SHAKE, whose Monte Carlo test has outputs of any length between two."""
        self.refuse_answers(fields, {"digest"}, set(), "hash")
        text = self.value(known, "message", first, True)
        needed = ("least length", "most length") if self.subject.monte_carlo else ("digest length",)
        for role in needed:
            if role not in known:
                raise self.wrong(first, f"this request has no {role} of the output (`{NAMES[role][-1]}`)")
        sizes = [self.whole_bytes(known[role]) for role in needed]
        if self.subject.monte_carlo and (len(text) != BLOCK or not 2 <= sizes[0] <= sizes[1]):
            raise self.wrong(first, "the Monte Carlo test has a message of 16 bytes, and outputs from 16 bits on")
        return Test(direction=ENCRYPT, key=b"", text=text, out_bytes=sizes[-1], iterations=sizes[0])

    def digest_bytes(self, length: Field | None) -> int:
        """L is in bytes or in bits: laboratories differ."""
        bits = int(self.subject.cipher.rpartition("-")[2])
        if length is not None and length.value not in (bits // 8, bits):
            raise self.wrong(length.line, f"{self.subject.cipher} has no digest of {length.value!r} bytes or bits")
        return bits // 8

    def whole_bytes(self, length: Field) -> int:
        bits = length.value
        assert isinstance(bits, int)
        if not 0 < bits <= 8 * MAX_OUTPUT:
            raise self.wrong(length.line, f"`{length.name}` is {bits}, not from 1 to {8 * MAX_OUTPUT} bits")
        if bits % 8:
            raise Absent(self.path, length.line, f"`{length.name}` is {bits}; the library has whole bytes")
        return bits // 8

    def authenticated(self, fields: dict[str, Field], known: dict[str, Field], first: int) -> Test:
        """HMAC.  Its Tlen is in bytes, or in bits if the hash has no digest of so many bytes."""
        direction = self.section or self.subject.direction or (DECRYPT if "tag" in known else ENCRYPT)
        self.refuse_answers(fields, {"tag"} if direction == ENCRYPT else {"result"}, set(), direction)
        digest_size = self.digest_bytes(known.get("digest length"))
        key, text = self.value(known, "key", first, True), self.value(known, "message", first, True)
        tag = self.value(known, "tag", first, direction == DECRYPT)
        length = known.get("tag length")
        size = len(tag) or digest_size
        if length is not None:
            assert isinstance(length.value, int)
            size = length.value if length.value <= digest_size else length.value // 8
            if (
                not 0 < size <= digest_size
                or (length.value > digest_size and length.value % 8)
                or (tag and len(tag) != size)
            ):
                raise self.wrong(length.line, f"`{length.name}` = {length.value} is not possible here")
        return Test(direction=direction, key=key, text=text, tag=tag, out_bytes=size)

    def drawn(self, fields: dict[str, Field], known: dict[str, Field], first: int) -> Test:
        """The calls of a DRBG in the order of the fields; the output of the last one is the answer."""
        self.refuse_answers(fields, {"returned"}, set(), "generate")
        if "returned length" not in known:
            raise self.wrong(first, "no line says how many bits to return (`[ReturnedBitsLen = ...]`)")
        if self.subject.mode == "ctr-drbg" and self.subject.key_bytes is None:
            raise self.wrong(first, f"it is not said how long the key is; add --cipher {self.subject.cipher}-128")
        calls = {role: CALLS[which(role)] for role in fields if which(role) in CALLS}
        values = {role: self.value(known, role, first, False, length) for role, length in calls.items()}
        steps = drbg_steps(values)
        if not steps or steps[-1][0] != "generate":
            raise self.wrong(first, "this request ends without `AdditionalInput`, which stands for a call")
        self.check_calls(fields, known.get("prediction resistance"), steps, first)
        entropy = self.value(known, "entropy", first, True)
        nonce = self.value(known, "nonce", first, False)
        personalization = self.value(known, "personalization", first, False)
        if not self.subject.derives:
            self.check_whole_seed(fields)
            nonce = b""  # which files may have nevertheless
        return Test(
            direction=ENCRYPT,
            key=b"",
            text=encoded_steps(self.subject.derives, entropy, nonce, personalization, steps),
            out_bytes=self.whole_bytes(known["returned length"]),
        )

    def check_calls(self, fields: dict[str, Field], resistance: Field | None, steps: list[Step], first: int) -> None:
        """With prediction resistance each call has fresh entropy, without it none has."""
        lone = fields.get("reseed additional")
        if lone and lone.value and "reseed entropy" not in fields:
            raise self.wrong(lone.line, f"`{lone.name}` belongs to an `EntropyInputReseed`, which is not there")
        fresh = [bool(entropy) for name, entropy, _ in steps if name == "generate"]
        if resistance is not None and not all(has == bool(resistance.value) for has in fresh):
            statement = f"line {resistance.line} says `{resistance.name} = {bool(resistance.value)}`"
            raise self.wrong(
                first, f"{statement}, but a call has {'no' if resistance.value else 'an'} `EntropyInputPR`"
            )

    def check_whole_seed(self, fields: dict[str, Field]) -> None:
        """Without a derivation function, entropy has the size of the state, and additions are no longer."""
        assert self.subject.key_bytes
        size = self.subject.key_bytes + self.subject.block
        for role, f in fields.items():
            if not isinstance(f.value, bytes) or role == "nonce":
                continue
            if ("entropy" in role and len(f.value) != size) or len(f.value) > size:
                needed = f"without a derivation function {self.subject.name} takes {size}"
                raise self.wrong(f.line, f"`{f.name}` has {len(f.value)} bytes; {needed}")

    def from_key(self, fields: dict[str, Field], known: dict[str, Field], first: int) -> Test:
        """KBKDF: a counter before, after or in the middle of the fixed data."""
        self.refuse_answers(fields, {"derived"}, set(), "derive")
        feedback = self.subject.feedback or "nonce" in known or "nonce length" in known
        location, width = self.settings.get("CTRLOCATION"), self.settings.get("RLEN")
        width = "0" if self.subject.counts is False else width
        if width is None and (location is not None or not feedback or self.subject.counts):
            raise self.wrong(first, "no line says how wide the counter is (`[RLEN=32_BITS]`)")
        counter = int((width or "0").removesuffix("_BITS")) // 8
        if counter == 0 and not feedback:
            raise self.wrong(first, "KBKDF in counter mode has no counter of 0 bits")
        key = self.value(known, "key", first, True)
        sizes = key_sizes(self.subject.cipher) if self.subject.mode == f"{KBKDF}-cmac" else ()
        expected = [self.subject.key_bytes] if self.subject.key_bytes else sizes
        if expected and len(key) not in expected:
            allowed = ", ".join(str(8 * n) for n in expected if n)
            raise self.wrong(known["key"].line, f"the key has {8 * len(key)} bits, not {allowed}")
        if "digest length" not in known:
            raise self.wrong(first, "no line says how many bits to derive (`L = 256`)")
        if location == "MIDDLE_FIXED":
            before, after = self.value(known, "before", first, True), self.value(known, "after", first, True)
        else:
            fixed = self.fixed(known, first)
            before, after = (fixed, b"") if location == "AFTER_FIXED" else (b"", fixed)
        return Test(
            direction=ENCRYPT,
            key=key,
            nonce=self.value(known, "nonce", first, False),
            ad=before,
            text=after,
            out_bytes=self.whole_bytes(known["digest length"]),
            iterations=counter + (256 if feedback else 0),
        )

    def fixed(self, known: dict[str, Field], first: int) -> bytes:
        """The fixed data, or KCMVP's form of Label and Context: a zero byte between them, and L in as many bytes as
        needed."""
        if "fixed" in known or not ("label" in known or "context" in known):
            return self.value(known, "fixed", first, True)
        label, context = (self.value(known, role, first, False) for role in ("label", "context"))
        bits = 8 * self.whole_bytes(known["digest length"])
        return label + b"\0" + context + bits.to_bytes(-(-bits.bit_length() // 8), "big")

    def from_password(self, fields: dict[str, Field], known: dict[str, Field], first: int) -> Test:
        """PBKDF2."""
        self.refuse_answers(fields, {"derived"}, set(), "derive")
        length = next((known[f"{r} length"] for r in ("derived", "key", "digest") if f"{r} length" in known), None)
        if length is None:
            raise self.wrong(first, "no line says how long a key to derive (`KLen = 256`)")
        rounds = known.get("iterations")
        if rounds is None:
            raise self.wrong(first, "no line says how many iterations (`Iteration = 1000`)")
        assert isinstance(length.value, int) and isinstance(rounds.value, int)
        if rounds.value == 0:
            raise self.wrong(rounds.line, f"`{rounds.name}` is 0")
        if 0 < length.value < MIN_KEY_BITS:
            length = replace(length, value=8 * length.value)
        return Test(
            direction=ENCRYPT,
            key=self.value(known, "password", first, True),
            nonce=self.value(known, "salt", first, True),
            out_bytes=self.whole_bytes(length),
            iterations=rounds.value,
        )

    def direction(self, known: dict[str, Field], line: int) -> str:
        stated = self.section or self.subject.direction
        if stated:
            return stated
        if self.subject.mode in ("cmac", "gmac"):
            return DECRYPT if "tag" in known else ENCRYPT
        directions = [d for d, role in ((ENCRYPT, "plaintext"), (DECRYPT, "ciphertext")) if role in known]
        if len(directions) == 2:
            directions = [
                d for d, role in ((ENCRYPT, "plaintext"), (DECRYPT, "ciphertext")) if known[role].value
            ] or directions
        if len(directions) == 2:
            raise self.wrong(line, "it has a plaintext and a ciphertext; leave the one out that is to be computed")
        if not directions:
            raise self.wrong(line, "this request has neither a plaintext (`PT`) nor a ciphertext (`CT`)")
        return directions[0]

    def value(self, known: dict[str, Field], role: str, line: int, needed: bool, length_role: str = "") -> bytes:
        """The value must have the given length, in bytes or in bits: laboratories differ.  An empty value may be
        written 00; fresh entropy may be empty."""
        if role not in known:
            if needed:
                names = "`, `".join(n.upper() for n in NAMES[role])
                raise self.wrong(line, f"this request has no {role} (`{names}`)")
            return b""
        f, length = known[role], known.get(length_role or f"{role} length")
        value = f.value
        assert isinstance(value, bytes)
        if length is None or role == "tag" or (not value and which(role) == "fresh entropy"):
            return value
        if length.value == 0 and value == b"\0":
            return b""
        assert isinstance(length.value, int)
        a_bit = self.subject.mode == "hash" and length.value == 1  # no file counts so short a message in bytes
        if length.value % 8 and len(value) == -(-length.value // 8) and (a_bit or len(value) != length.value):
            problem = f"line {length.line} says {length.value} bits; the library has whole bytes"
            raise Absent(self.path, f.line, f"`{f.name}`: {problem}")
        if length.value not in (len(value), 8 * len(value)):
            raise self.wrong(f.line, f"`{f.name}` has {len(value)} bytes, but line {length.line} says {length.value!r}")
        return value

    def tag_bytes(self, known: dict[str, Field], tag: bytes, line: int) -> int:
        """Up to 16 it is in bytes, above in bits: no standard has a tag of 16 bits or less."""
        mode, length = self.subject.mode, known.get("tag length")
        if mode not in TAG_BYTES:
            return 0
        limit = self.subject.block if mode == "cmac" else BLOCK
        if length is None and mode == "ccm":
            raise self.wrong(line, "this request has no length of the tag (`Tlen`)")
        if length is None:
            return len(tag) or limit
        assert isinstance(length.value, int)
        size = length.value if length.value <= BLOCK else length.value / 8
        if size not in TAG_BYTES[mode] or size > limit:
            raise self.wrong(length.line, f"{mode.upper()} has no tag of {size:g} bytes")
        if tag and len(tag) != size:
            raise self.wrong(known["tag"].line, f"the tag has {len(tag)} bytes, but line {length.line} says {size:g}")
        return int(size)

    def check(self, test: Test, known: dict[str, Field], text_role: str) -> None:
        """Refuses what the library would refuse, with the line."""
        mode, key_bytes, block = self.subject.mode, self.subject.key_bytes, self.subject.block
        text, key = known[text_role], known["key"]
        parts = 2 if mode == "xts" else 1  # XTS has two keys
        sizes = key_sizes(self.subject.cipher)
        if len(test.key) not in [parts * n for n in sizes] or (key_bytes and len(test.key) != parts * key_bytes):
            allowed = [str(8 * n) for n in ([key_bytes] if key_bytes else sizes)]
            expected = " or ".join(filter(None, [", ".join(allowed[:-1]), allowed[-1]]))
            two = "; XTS has two keys of" if parts == 2 else ", not"
            raise self.wrong(key.line, f"the key has {8 * len(test.key)} bits{two} {expected}")
        if mode == "xts" and test.key[: len(test.key) // 2] == test.key[len(test.key) // 2 :]:
            raise Absent(self.path, key.line, f"`{key.name}`: XTS has two different keys, and these are equal")
        sizes_of_nonce = NONCE_BYTES.get(mode, (block,) if mode in CHAINED else ())
        if sizes_of_nonce and len(test.nonce) not in sizes_of_nonce:
            nonce = known["nonce"]
            raise self.wrong(nonce.line, f"{mode.upper()} has no `{nonce.name}` of {len(test.nonce)} bytes")
        if mode in TAG_BYTES and test.out_bytes not in TAG_BYTES[mode]:
            raise self.wrong(known["tag"].line, f"{mode.upper()} has no tag of {test.out_bytes} bytes")
        if mode in ("gcm", "gmac", "ccm", "xts", *WRAPPING) and block != BLOCK:
            raise self.wrong(key.line, f"{mode.upper()} is not defined for blocks of {block} bytes")
        if mode == "ccm" and len(test.text) >= 1 << 8 * (15 - len(test.nonce)):
            raise self.wrong(text.line, f"`{text.name}` is too long for a nonce of {len(test.nonce)} bytes")
        if mode in ("ecb", "cbc") and (len(test.text) % block or not test.text):
            raise self.wrong(text.line, f"`{text.name}` has {len(test.text)} bytes, which is not whole blocks")
        if mode == "xts" and len(test.text) < block:
            raise self.wrong(text.line, f"`{text.name}` has {len(test.text)} bytes, less than a block")
        if self.subject.monte_carlo:
            if len(test.text) != self.subject.segment:
                raise self.wrong(
                    text.line, f"`{text.name}` of a Monte Carlo test is one block, not {len(test.text)} bytes"
                )
            for role in ("key", *(["nonce"] if mode in CHAINED else [])):
                if role not in test.fields:
                    raise self.wrong(test.first, f"a Monte Carlo test has its {role} next to its text")

    def check_other_side(self, test: Test, length: Field | None, text: Field) -> None:
        """The given length of the result, in bytes or in bits, must match the text; a ciphertext also has the tag of
        CCM or the check value of a wrapped key."""
        mode, size = self.subject.mode, len(test.text)
        if length is None or mode not in (*CHAINED, "ecb", "gcm", "ccm", *WRAPPING):
            return
        assert isinstance(length.value, int)
        encrypts, wraps = test.direction == ENCRYPT, 8 * (mode in WRAPPING)
        more = test.out_bytes if mode == "ccm" else wraps
        known = {size + more} if encrypts else {size - wraps}
        if mode == "kwp":
            known = {-(-size // 8) * 8 + more} if encrypts else set(range(max(1, size - 15), size - 7))
        if length.value not in known | {8 * n for n in known} | ({size} if mode == "ccm" else set()):
            problem = f"`{text.name}` has {size} bytes{' and a tag' if mode == 'ccm' and not encrypts else ''}"
            raise self.wrong(length.line, f"`{length.name}` = {length.value}, but {problem}")

    def split(self, test: Test, text: Field) -> Test:
        """CCM has the tag at the end of the ciphertext."""
        if len(test.text) < test.out_bytes:
            raise self.wrong(text.line, f"`{text.name}` is shorter than its tag of {test.out_bytes} bytes")
        body, tag = test.text[: -test.out_bytes], test.text[-test.out_bytes :]
        return replace(test, text=body, tag=tag)


Step = tuple[str, bytes, bytes]  # what to call, with which entropy and which additional input


def which(role: str) -> str:
    """The role without the number of its call."""
    return role.rstrip("0123456789 ")


def drbg_steps(fields: dict[str, bytes]) -> list[Step]:
    """The calls that a request describes: each AdditionalInput is a generate, with the EntropyInputPR before or after
    it."""
    steps: list[Step] = []
    waiting: bytes | None = None
    for role, value in fields.items():
        role = which(role)
        if role == "reseed entropy":
            steps.append(("reseed", value, fields.get("reseed additional", b"")))
        elif role == "additional":
            steps.append(("generate", waiting or b"", value))
            waiting = None
        elif role == "fresh entropy":
            if steps and steps[-1][0] == "generate" and not steps[-1][1] and waiting is None:
                steps[-1] = ("generate", value, steps[-1][2])
            else:
                waiting = value
    return [*steps, ("nothing", waiting, b"")] if waiting else steps


def encoded_steps(derives: bool, entropy: bytes, nonce: bytes, personalization: bytes, steps: list[Step]) -> bytes:
    """In the format of lab/cavp/drbg.h: strings with their lengths, each call preceded by its code."""
    calls = {"reseed": 1, "generate": 2}
    strings = [entropy, nonce, personalization]
    data = bytes([derives]) + b"".join(len(s).to_bytes(4, "little") + s for s in strings)
    for name, fresh, additional in steps:
        data += bytes([calls[name]]) + b"".join(len(s).to_bytes(4, "little") + s for s in (fresh, additional))
    return data + b"\0"
