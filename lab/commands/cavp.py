# SPDX-License-Identifier: MIT
"""./narae cavp: request files in, response files out.

A file that cannot be answered gets no response, the others do.  A response is written atomically and never replaces an
existing file."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from .. import files, store
from ..cavp import naming, requests, responses, run
from ..errors import LabError, RunError
from ..paths import shown
from ..progress import Progress
from ..run import measure
from ..targets.base import AnyTarget

FAILED, BAD_INPUT = 1, 2


def cavp(options: argparse.Namespace) -> int:
    target = run.target_of(options.target)
    if options.json:
        store.check_writable(options.json)
    summaries, worst = [], 0
    with Progress(len(options.file)) as progress:
        for path in options.file:
            progress.step(shown(path))
            try:
                summaries.append(answer_file(path, options, target, progress))
            except (LabError, RunError) as error:
                progress.say(f"narae: {error}")
                worst = max(worst, BAD_INPUT if isinstance(error, LabError) else FAILED)
    for summary in summaries:
        print(
            f"{summary['response']}: {summary['tests']} requests of {summary['cipher']} {summary['mode'].upper()}, "
            f"{summary['rejected']} with a wrong tag; {summary['target']}, {summary['kernel']}"
        )
    if options.json:
        document = {"context": measure.context(), "files": summaries}
        files.write_text(options.json, json.dumps(document, indent=1) + "\n")
    if worst:
        print(
            f"narae: {len(options.file) - len(summaries)} of {len(options.file)} files got no response",
            file=sys.stderr,
        )
    return worst


def answer_file(path: Path, options: argparse.Namespace, target: AnyTarget, progress: Progress) -> dict[str, Any]:
    """Writes the response and returns its summary."""
    response = path.with_suffix(".rsp")
    if response.exists():
        raise LabError(f"{shown(response)} exists; nothing was computed for {shown(path)}. Move it away.")
    subject = naming.subject(path, options.cipher, options.mode, options.kind, options.direction)
    asked = requests.read(path, subject)
    done = run.run(target, asked, options.kernel, progress.say)
    text = responses.response(asked, done.answers)
    write_new(response, text.encode(errors="surrogateescape"))
    return {
        "request": str(path),
        "response": str(response),
        "response_hash": hashlib.sha256(response.read_bytes()).hexdigest(),
        "cipher": f"{subject.cipher}-{8 * asked.key_bytes}",
        "mode": subject.mode,
        "kind": subject.kind,
        "tests": len(asked.tests),
        "rejected": sum(not answer.accepted for answer in done.answers),
        "target": target.name,
        "kernel": done.kernel,
        "programs": done.programs,
        "provenance": done.provenance,
    }


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
