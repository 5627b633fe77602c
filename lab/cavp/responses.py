"""Answers in the words of the request: every line of it stays where and as it is, and the answer stands behind its
test, with the name, the case of letters and the verdict that the file's own kind of laboratory writes."""

from __future__ import annotations

from dataclasses import dataclass

from .naming import ENCRYPT
from .requests import FIELD, ROLES, Requests, Test

# How a request calls its text -> how the other side of it is called, where the mode has no words of its own.
OTHER_TEXT = {
    "pt": "CT",
    "plaintext": "Ciphertext",
    "p": "C",
    "payload": "CT",
    "ct": "PT",
    "ciphertext": "Plaintext",
    "c": "P",
}


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


def response(requests: Requests, answers: list[Answer]) -> str:
    """The text of the .rsp file."""
    made: list[str] = []
    at = 0  # lines of the request that are done
    for test, answer in zip(requests.tests, answers, strict=True):
        if answer.steps:
            made += requests.lines[at : test.first - 1]
            made += monte_carlo(requests, test, answer.steps)
        else:
            made += requests.lines[at : test.last]
            made += answer_lines(requests, test, answer)
        at = test.last
    return requests.newline.join([*made, *requests.lines[at:], ""])


def monte_carlo(requests: Requests, test: Test, steps: tuple[Step, ...]) -> list[str]:
    """A paragraph for each outer step, with COUNT though the request may have none."""
    made = []
    for number, step in enumerate(steps):
        values = {
            "count": str(number),
            "key": digits(requests, step.key),
            "nonce": digits(requests, step.nonce),
            "plaintext": digits(requests, step.text),
            "ciphertext": digits(requests, step.text),
        }
        made += [""] if made else []
        made += [] if "count" in test.fields else [f"COUNT = {number}"]
        for line in requests.lines[test.first - 1 : test.last]:
            match = FIELD.fullmatch(line)
            made.append(match["before"] + values[ROLES[match["name"].lower()]] if match else line)
        made.append(f"{text_name(requests, test)} = {digits(requests, step.output)}")
    return made


def digits(requests: Requests, value: bytes) -> str:
    return value.hex().upper() if requests.upper else value.hex()


def answer_lines(requests: Requests, test: Test, answer: Answer) -> list[str]:
    mode = requests.subject.mode
    if mode == "cmac":
        if test.direction == ENCRYPT:
            return [f"{tag_name(test)} = {digits(requests, answer.tag)}"]
        return [verdict_of_mac(test, answer.accepted)]
    text = f"{text_name(requests, test)} = {digits(requests, answer.output)}"
    if mode == "gcm" and test.direction == ENCRYPT:
        return [text, f"{tag_name(test)} = {digits(requests, answer.tag)}"]
    if mode == "ccm":
        return ccm_lines(requests, test, answer)
    if not answer.accepted:
        return ["INVALID" if is_korean(test) else "FAIL"]
    return [text]


def ccm_lines(requests: Requests, test: Test, answer: Answer) -> list[str]:
    """The tag stands at the end of the ciphertext; NIST says of each whether it passed, and writes no bytes as 00."""
    korean = is_korean(test)
    output = digits(requests, answer.output + answer.tag) or ("" if korean else "00")
    text = f"{text_name(requests, test)} = {output}"
    if test.direction == ENCRYPT or (korean and answer.accepted):
        return [text]
    if korean:
        return ["INVALID"]
    return ["Result = Pass", text] if answer.accepted else ["Result = Fail"]


def verdict_of_mac(test: Test, accepted: bool) -> str:
    if is_korean(test):
        return "VALID" if accepted else "INVALID"
    return "Result = P" if accepted else "Result = F"


def is_korean(test: Test) -> bool:
    """KCMVP's authenticated modes name texts by one letter, in GCM the ciphertext."""
    return any(len(test.names.get(role, "")) == 1 for role in ("plaintext", "ciphertext", "message"))


def text_name(requests: Requests, test: Test) -> str:
    mode, name = requests.subject.mode, test.names["plaintext" if test.direction == ENCRYPT else "ciphertext"].lower()
    if mode == "ccm" and name == "ct":
        return spelled(test, "Payload")
    if mode == "gcm" and name == "c":
        return spelled(test, "PT")
    if mode == "gcm" and test.names.get("ad", "").lower() == "adata":
        return spelled(test, "C")
    return spelled(test, OTHER_TEXT[name])


def tag_name(test: Test) -> str:
    """In GCM and CMAC."""
    if "message" in test.names:
        return spelled(test, "T" if is_korean(test) else "Mac")
    return spelled(test, "T" if test.names.get("ad", "").lower() == "adata" else "Tag")


def spelled(test: Test, name: str) -> str:
    """In the case of letters that the file has for its keys: KEY, Key, key, or K, which does not tell."""
    key = test.names["key"]
    if key.islower():
        return name.lower()
    return name.upper() if key.isupper() and len(key) > 1 else name
