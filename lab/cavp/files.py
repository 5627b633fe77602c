# SPDX-License-Identifier: MIT
"""./narae cavp: reads request files and writes response files.

A file that cannot be answered gets no response; the others do. Tests of algorithms that the library lacks are left out,
as are tests of an ACVP file that cannot be answered. A response is written atomically and never replaces an existing
file."""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from .. import files
from ..errors import LabError, RunError
from ..paths import shown
from ..progress import Progress
from ..rows import provenance
from ..targets.base import Target
from ..text import counted
from . import acvp, naming, requests, responses, run

FAILED, BAD_INPUT = 1, 2
ARCHIVES = (b"PK\3\4", b"7z\xbc\xaf", b"\x1f\x8b")  # what files of ZIP, 7z and gzip begin with


def cavp(options: argparse.Namespace) -> int:
    target = run.target_of(options.target)
    summaries, worst = [], 0
    with Progress(len(options.file)) as progress:
        for path in options.file:
            progress.step(shown(path))
            try:
                summaries.append(answer_file(path, options, target, progress))
            except (LabError, RunError) as error:
                progress.report(f"narae: {error}")
                worst = max(worst, BAD_INPUT if isinstance(error, LabError) else FAILED)
    for summary in summaries:
        print(in_one_line(summary, options.kernel))
        worst = max(worst, BAD_INPUT if summary["left_out"] else 0)
    if options.json:
        document = {"context": provenance.context(), "files": summaries}
        files.write_json(options.json, document)
    if len(summaries) < len(options.file):
        print(
            f"narae: {len(options.file) - len(summaries)} of {len(options.file)} files got no response",
            file=sys.stderr,
        )
    return worst


def answer_file(path: Path, options: argparse.Namespace, target: Target, progress: Progress) -> dict[str, Any]:
    """Writes the response and returns its summary."""
    if path.is_dir():
        raise LabError(f"{shown(path)} is a folder; name the request files in it")
    if not path.exists():
        raise LabError(f"{shown(path)} cannot be read: there is no such file")
    if is_archive(path):
        raise LabError(f"{shown(path)} is an archive; unpack it and name the request files in it")
    response = response_of(path)
    if response == path:
        raise LabError(f"{shown(path)} is named like a response; rename it to {path.stem}.req")
    if os.path.lexists(response):
        raise LabError(f"{shown(response)} exists; nothing was computed for {shown(path)}. Move it away.")
    try:
        text, summary = (answered_json if path.suffix.lower() == ".json" else answered_text)(
            path, options, target, progress
        )
    except RunError as error:
        raise RunError(f"{shown(path)}: {error}") from error
    write_new(response, text.encode(errors="surrogateescape"))
    hashed = hashlib.sha256(response.read_bytes()).hexdigest()
    return {"request": str(path), "response": str(response), "response_hash": hashed, "target": target.name} | summary


def is_archive(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(4).startswith(ARCHIVES)
    except OSError as error:
        raise LabError(f"{shown(path)} cannot be read: {error.strerror}") from error


def response_of(path: Path) -> Path:
    """LEA128(CBC)MMT.rsp for LEA128(CBC)MMT.req, response.json for prompt.json, else NAME.rsp.json."""
    if path.suffix.lower() != ".json":
        return path.with_suffix(".rsp")
    return path.with_name(path.name.replace("prompt", "response") if "prompt" in path.name else f"{path.stem}.rsp.json")


def answered_text(
    path: Path, options: argparse.Namespace, target: Target, progress: Progress
) -> tuple[str, dict[str, Any]]:
    read = requests.read(
        path, naming.subject(path, options.cipher, options.mode, options.kind, options.direction), progress
    )
    answers_of: dict[int, responses.Answer] = {}
    parts = []
    for subject, tests in read.subjects().items():
        result = computed(path, subject, tests, options, target, progress)
        for test, answer in zip(tests, result.answers, strict=True):
            if answer.refused:
                raise requests.Malformed(path, test.first, answer.refused)
            answers_of[id(test)] = answer
        parts.append((subject, result))
    for line in requests.reasons(read.left_out):
        progress.report(f"narae: {line}")
    text = responses.response(read, [answers_of[id(test)] for test in read.tests], progress)
    left_out = len(read.left_out)
    return text, summary_of(parts, parts[0][0].kind, len(read.tests) + left_out, left_out)


def answered_json(
    path: Path, options: argparse.Namespace, target: Target, progress: Progress
) -> tuple[str, dict[str, Any]]:
    """Runs one program per key size, mode and kind."""
    read = acvp.read(path, progress)
    answers_of: dict[int, list[responses.Answer]] = {}
    parts = []
    for subject, group in read.subjects():
        tests = [test for one in group for test in one.tests]
        result = computed(path, subject, tests, options, target, progress)
        answers = iter(result.answers)
        answers_of |= {id(one): [next(answers) for _ in one.tests] for one in group}
        parts.append((subject, result))
    outcomes = [one.refused_by(answers_of[id(one)]) if isinstance(one, acvp.Request) else one for one in read.requests]
    left_out = [one for one in outcomes if isinstance(one, acvp.Unanswered)]
    lines = acvp.reasons(left_out)
    if len(left_out) == len(outcomes):
        raise LabError("\nnarae: ".join(lines))
    for line in lines:
        progress.report(f"narae: {line}")
    written = [one.to_json(answers_of[id(one)]) if isinstance(one, acvp.Request) else None for one in outcomes]
    return acvp.response(read, written), summary_of(parts, "acvp", len(outcomes), len(left_out))


def computed(
    path: Path,
    subject: naming.Subject,
    tests: list[requests.Test],
    options: argparse.Namespace,
    target: Target,
    progress: Progress,
) -> run.Answers:
    """May take minutes, as for PBKDF2 with many iterations."""
    with progress.during(f"{shown(path)}: computing {subject.name} {subject.mode.upper()} on {target.name}"):
        return run.run(target, subject, tests, options.kernel, progress.report)


def summary_of(
    parts: list[tuple[naming.Subject, run.Answers]], kind: str | None, tests: int, left_out: int
) -> dict[str, Any]:
    return {
        "cipher": ", ".join(dict.fromkeys(subject.name for subject, _ in parts)),
        "mode": ", ".join(dict.fromkeys(subject.mode for subject, _ in parts)),
        "kind": kind,
        "tests": tests,
        "left_out": left_out,
        "rejected": sum(not answer.accepted for _, result in parts for answer in result.answers),
        "kernel": ", ".join(dict.fromkeys(result.kernel for _, result in parts)),
        "programs": sum(result.programs for _, result in parts),
        "provenance": parts[0][1].provenance,
    }


def in_one_line(summary: dict[str, Any], kernel_option: str | None) -> str:
    """Mentions the kernel if it is not the requested one."""
    kernel = summary["kernel"]
    best = (
        ""
        if kernel_option is None or kernel == kernel_option or kernel.endswith(f"-{kernel_option}")
        else f" (the best up to {kernel_option})"
    )
    left_out = f", {summary['left_out']} left out" if summary["left_out"] else ""
    many = counted(summary["tests"], "request")
    return (
        f"{summary['response']}: {many} of {summary['cipher']} {summary['mode'].upper()}, "
        f"{summary['rejected']} with a wrong tag{left_out}; {summary['target']}, {kernel}{best}"
    )


def write_new(path: Path, data: bytes) -> None:
    """Linking fails if the file exists, so a file created in the meantime is not lost."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise LabError(f"{shown(path)} cannot be written: {error.strerror}") from error
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(temporary, 0o644)
        os.link(temporary, path)
    except FileExistsError as error:
        raise LabError(f"{shown(path)} was created in the meantime and not overwritten") from error
    except OSError as error:
        raise LabError(f"{shown(path)} cannot be written: {error.strerror}") from error
    finally:
        os.unlink(temporary)
