# SPDX-License-Identifier: MIT
"""Earlier versions of measured code: stored copies of a user's folder, another folder, or a git revision; and the
library at a git revision."""

from __future__ import annotations

import io
import json
import os
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .. import files, processes
from ..errors import LabError, RunError
from ..paths import CACHE, PRIVATE, ROOT
from ..plan.foreign.description import Recognized
from . import bundle

FOLDER = PRIVATE / "versions"
MAX_STORED = 100  # versions; the oldest go
GIT_SECONDS = 60
BUILD_SECONDS = 3600
# Builds the programs of the host, with the lab of that revision, and says where they are.
BUILDER = """
import json, sys
try:
    from lab.plan.selection import select
    from lab.run.cores import built
except ImportError:  # of a lab that had them elsewhere
    from lab.run.measure import built, plan as select
modes, quick, wanted = json.loads(sys.argv[1])
plan = select(["host"], [], modes, quick, False)
for target, i in plan.pairs():
    if [i.cipher, i.mode, i.kind, i.kernel, i.compiler] not in wanted:
        continue
    try:
        program = built(target, i, plan.sizes_of(target, i))
        print(json.dumps([i.cipher, i.mode, i.kind, i.kernel, i.compiler, str(program.elf)]))
    except Exception as error:
        print(f"{i.name}: {error}", file=sys.stderr)
"""
Name = tuple[str, str, str, str, str]  # cipher, mode, kind, kernel, compiler


def store(code: Recognized, name: str) -> None:
    """Stores a user's folder under the hash of its sources."""
    file = FOLDER / f"{name}.tar"
    if file.exists():
        os.utime(file)
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    contents, place_of_code = bundle.code_of(code)
    files.write_bytes(file, bundle.archive("kept", {**contents, "folder": str(place_of_code).encode()}))
    for old in sorted(FOLDER.glob("*.tar"), key=lambda f: f.stat().st_mtime)[:-MAX_STORED]:
        old.unlink(missing_ok=True)


@contextmanager
def stored(name: str) -> Iterator[Path | None]:
    """The stored folder; None if there is none."""
    file = FOLDER / f"{name}.tar"
    if not file.exists():
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="narae-version-") as temporary, tarfile.open(file) as tar:
        tar.extractall(temporary, filter="data")
        inside = Path(temporary) / "kept"
        yield inside / bundle.CODE / (inside / "folder").read_text()


def git(folder: Path, *words: str) -> str:
    """Output of git in the folder's repository; empty on failure."""
    done = processes.run(["git", "-C", folder, *words], GIT_SECONDS)
    return done.stdout.strip() if done.returncode == 0 else ""


def commit(folder: Path, revision: str) -> str:
    """The commit of a revision; empty if there is none."""
    return git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")


@contextmanager
def at_revision(folder: Path, revision: str) -> Iterator[Path]:
    """The folder at a revision of its repository."""
    name, prefix = commit(folder, revision), git(folder, "rev-parse", "--show-prefix")
    with tempfile.TemporaryDirectory(prefix="narae-version-") as temporary:
        extract(folder, name, Path(temporary))
        if not (Path(temporary) / prefix).is_dir():
            raise LabError(f"{folder} did not exist at {revision}")
        yield Path(temporary) / prefix


def extract(folder: Path, name: str, destination: Path) -> None:
    top = git(folder, "rev-parse", "--show-toplevel")
    with tempfile.NamedTemporaryFile(suffix=".tar") as file:
        done = processes.run(["git", "-C", top, "archive", "-o", file.name, name], GIT_SECONDS)
        if done.returncode != 0:
            raise LabError(f"git cannot export {name}: {done.stderr.strip()}")
        with tarfile.open(fileobj=io.BytesIO(Path(file.name).read_bytes())) as tar:
            tar.extractall(destination, filter="data")


def library(revision: str, modes: list[str], quick: bool, names: list[Name]) -> dict[Name, Path]:
    """The named programs of the host, built at a revision of this repository."""
    name = commit(ROOT, revision)
    if not name:
        raise LabError(f"this repository has no revision {revision}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    checkout = FOLDER / f"library-{name[:12]}"
    if not checkout.exists():
        with files.new_folder(checkout) as fresh:
            extract(ROOT, name, fresh)
    command = [sys.executable, "-c", BUILDER, json.dumps([modes, quick, names])]
    environment = {**os.environ, "NARAE_CACHE": str(CACHE), "PYTHONPATH": str(checkout)}
    done = processes.run(["env", "-C", checkout, *command], BUILD_SECONDS, env=environment)
    programs = {tuple(words[:5]): Path(words[5]) for words in map(json.loads, done.stdout.splitlines())}
    if not programs:
        raise RunError(f"revision {revision} builds no program: {done.stderr.strip()[-300:]}")
    return programs
