# SPDX-License-Identifier: MIT
"""Responses in the notation of the request: every line stays unchanged and in place.  Placeholders (`CT = ?`) are
filled in; other results are appended to their test, with the name, case, spaces around `=`, line ending and verdict
that the request uses."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..paths import shown
from ..progress import Progress
from .naming import ENCRYPT, KBKDF, SHAKE, WRAPPING, Subject
from .requests import FIELD, PLACEHOLDER, ROLES, VERDICTS, Requests, Test, plain

LETTERED = ("key", "plaintext", "ciphertext", "message", "ad", "tag")
MACS = ("cmac", "gmac", "hmac")
WORDS = {"result": "Result", "digest": "MD", "digest length": "Outputlen", "returned": "ReturnedBits", "derived": "MK"}
OTHER_SIDE = {"plain": "cipher", "cipher": "plain", "p": "c", "c": "p"}


@dataclass(frozen=True)
class Step:
    """One outer step of a Monte Carlo test."""

    key: bytes
    nonce: bytes
    text: bytes
    output: bytes


@dataclass(frozen=True)
class Answer:
    accepted: bool  # false: the tag was wrong
    output: bytes
    tag: bytes
    steps: tuple[Step, ...] = ()
    refused: str = ""  # why there is no answer


def response(requests: Requests, answers: list[Answer], progress: Progress) -> str:
    """The text of the .rsp file."""
    tests = progress.through(requests.tests, f"{shown(requests.path)}: answers written")
    lines: list[str] = []
    done = 0  # lines of the request that are done
    for test, answer in zip(tests, answers, strict=True):
        lines += requests.lines[done : test.first - 1]
        if answer.steps and subject_of(test).mode == "hash":
            lines += hashed_again(requests, test, answer.steps)
        elif answer.steps:
            lines += monte_carlo(requests, test, answer.steps)
        else:
            lines += filled(requests, test, answered(requests, test, answer))
        done = test.end
    return requests.mark + "\n".join([*lines, *requests.lines[done:], ""])


def subject_of(test: Test) -> Subject:
    assert test.subject
    return test.subject


def filled(requests: Requests, test: Test, values: dict[str, str]) -> list[str]:
    """The lines of a test with its answers: by role, in their order; a verdict alone has the role ""."""
    placeholders = {f.line: role for role, f in test.placeholders.items()}
    appended = [role for role in values if role not in placeholders.values()]
    lines: list[str] = []
    for number, line in enumerate(requests.lines[test.first - 1 : test.last], test.first):
        role = placeholders.get(number)
        if role is None:
            lines.append(line)
            continue
        order = list(values)
        before = [r for r in appended if role not in order or order.index(r) < order.index(role)]
        lines += [new_line(requests, test, r, values[r]) for r in before]
        appended = [r for r in appended if r not in before]
        if role in values:
            match = FIELD.fullmatch(line)
            lines.append(with_value(match, values[role]) if match else values[role] + "\r" * line.endswith("\r"))
    return lines + [new_line(requests, test, role, values[role]) for role in appended]


def with_value(field: re.Match[str], value: str) -> str:
    """`CT = ` may lack its last space."""
    space = " " if not field["value"] and re.search(r"\s=$", field["before"]) else ""
    return field["before"] + space + value + field["after"]


def new_line(requests: Requests, test: Test, role: str, value: str) -> str:
    """Spaces and line ending follow the test's lines, preferably one with a value; a common column of `=` is kept."""
    lines = [requests.lines[f.line - 1] for f in test.fields.values()]
    end = "\r" if lines[0].endswith("\r") else ""
    if not role:
        return value + end
    all_fields = [match for line in lines if (match := FIELD.fullmatch(line))]
    fields = [match for match in all_fields if match["value"]] or all_fields
    spaces = [re.findall(r"^(\s*)(\w+)(\s*)=(\s*)$", match["before"])[0] for match in fields]
    margin, _, gap, behind = spaces[-1]
    name = name_of(test, role)
    widths = {len(word + padding) for _, word, padding, _ in spaces}
    if len(widths) == 1 and len({word for _, word, _, _ in spaces}) > 1 and len({s[2] for s in spaces}) > 1:
        return f"{margin}{name:{widths.pop()}}={behind}{value}{end}"
    return f"{margin}{name}{gap}={behind}{value}{end}"


def monte_carlo(requests: Requests, test: Test, steps: tuple[Step, ...]) -> list[str]:
    """A paragraph for each outer step, always with COUNT."""
    answer = "ciphertext" if test.direction == ENCRYPT else "plaintext"
    blank = "\r" if requests.lines[test.first - 1].endswith("\r") else ""
    lines: list[str] = []
    for number, step in enumerate(steps):
        values = {
            "count": str(number),
            "key": digits(requests, step.key),
            "nonce": digits(requests, step.nonce),
            "plaintext": digits(requests, step.text),
            "ciphertext": digits(requests, step.text),
            answer: digits(requests, step.output),
        }
        lines += [blank] if lines else []
        lines += [] if "count" in test.fields else [new_line(requests, test, "count", str(number))]
        for line in requests.lines[test.first - 1 : test.last]:
            match = FIELD.fullmatch(line)
            lines.append(with_value(match, values[ROLES[plain(match["name"])]]) if match else line)
        if answer not in test.fields:
            lines.append(new_line(requests, test, answer, values[answer]))
    return lines


def hashed_again(requests: Requests, test: Test, steps: tuple[Step, ...]) -> list[str]:
    """The seed, then a paragraph for each outer step."""
    blank = "\r" if requests.lines[test.first - 1].endswith("\r") else ""
    lines = requests.lines[test.first - 1 : test.last]
    for number, step in enumerate(steps):
        lines += [blank, new_line(requests, test, "count", str(number))]
        if subject_of(test).cipher in SHAKE:
            lines += [new_line(requests, test, "digest length", str(8 * len(step.output)))]
        lines += [new_line(requests, test, "digest", digits(requests, step.output))]
    return lines


def digits(requests: Requests, value: bytes) -> str:
    return value.hex().upper() if requests.upper else value.hex()


def answered(requests: Requests, test: Test, answer: Answer) -> dict[str, str]:
    """The answers by role.  CCM has its tag at the end of the ciphertext; in NIST's format each opened message has a
    verdict, and an empty text is written 00."""
    mode, korean = subject_of(test).mode, is_korean(test)
    tag, output = digits(requests, answer.tag), digits(requests, answer.output)
    if mode == "hash":
        return {"digest": output}
    if mode.endswith("-drbg"):
        return {"returned": output}
    if mode == "pbkdf2" or mode.startswith(KBKDF):
        return {"derived": output}
    if test.direction == ENCRYPT:
        if mode in MACS:
            return {"tag": tag}
        if mode == "ccm":
            return {"ciphertext": output + tag}
        return {"ciphertext": output} | ({"tag": tag} if mode == "gcm" else {})
    word = offered(requests, test, answer.accepted) or verdict(test, korean, answer.accepted)
    if "result" in test.placeholders or (mode in ("ccm", *MACS) and not korean):
        verdicts = {"result": word}
    else:
        verdicts = {"": word} if mode in MACS or not answer.accepted else {}
    if mode in MACS or not answer.accepted:
        return verdicts
    return verdicts | {"plaintext": output or ("00" if mode == "ccm" and not korean else "")}


def offered(requests: Requests, test: Test, accepted: bool) -> str | None:
    """The request's own word for the verdict: `VALID or INVALID`, or `PT = ? or Invalid`."""
    for f in test.placeholders.values():
        line = requests.lines[f.line - 1]
        if match := VERDICTS.fullmatch(line):
            return match["passed" if accepted else "failed"]
        if not accepted and (field := FIELD.fullmatch(line)) and (match := PLACEHOLDER.fullmatch(field["value"])):
            return match["refusal"]
    return None


def verdict(test: Test, korean: bool, accepted: bool) -> str:
    mode = subject_of(test).mode
    if korean:
        word = "VALID" if accepted else "INVALID"
        return word.capitalize() if test.names.get("key") == "Key" else word  # as in KISA's files for GCM with ARIA
    if mode in MACS:
        return "P" if accepted else "F"
    return "Pass" if accepted else "Fail" if mode == "ccm" else "FAIL"


def is_korean(test: Test) -> bool:
    """KCMVP's authenticated modes name fields by one letter, all of them or the ciphertext and the tag of GCM and GMAC,
    where the other data are `Adata`.  So does NIST where it wraps keys."""
    mode = subject_of(test).mode
    if mode in WRAPPING:
        return False
    if any(len(test.names.get(role, "")) == 1 for role in LETTERED):
        return True
    return mode in ("gcm", "gmac") and test.names.get("ad", "").lower() == "adata"


def name_of(test: Test, role: str) -> str:
    """The name of a field that the request does not have, in its notation."""
    letters = any(len(test.names.get(role, "")) == 1 for role in ("key", "nonce", "ad"))
    mode, korean = subject_of(test).mode, is_korean(test)
    if role == "derived" and mode.startswith(KBKDF):
        return spelled(test, "KO")
    if role == "count":
        return spelled(test, "COUNT" if letters or mode == "hash" else "Count")
    if role == "digest" and subject_of(test).cipher in SHAKE:
        return spelled(test, "Output")
    if role in WORDS:
        return spelled(test, WORDS[role])
    if role == "tag":
        return spelled(test, "T" if korean else "Mac" if mode in ("cmac", "hmac") else "Tag")
    name, adata = test.names["plaintext" if role == "ciphertext" else "ciphertext"], test.names.get("ad", "").lower()
    if name.lower() == "payload":
        return spelled(test, "CT")
    if mode == "ccm" and name.lower() == "ct" and (adata == "adata" or test.names["nonce"].lower() == "nonce"):
        return spelled(test, "Payload")
    if mode == "gcm" and name.lower() == "c" and not letters:
        return spelled(test, "PT")
    if mode == "gcm" and name.lower() == "pt" and adata == "adata":
        return spelled(test, "C")
    (head,) = re.findall("(?i)^(?:plain|cipher|p|c)", name)
    other = OTHER_SIDE[head.lower()]
    other = other.upper() if head.isupper() else other.capitalize() if head[0].isupper() else other
    return other + name[len(head) :]


def spelled(test: Test, name: str) -> str:
    """In the case of the file's key field: KEY, Key or key; K does not tell."""
    key = test.names.get("key") or test.names.get("message") or test.names.get("seed") or name
    if key.islower():
        return name.lower()
    return name.upper() if key.isupper() and len(key) > 1 and "key" in test.names else name
