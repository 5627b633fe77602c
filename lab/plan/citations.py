# SPDX-License-Identifier: MIT
"""Other people's code as citations: a repository, a revision, a licence, and files that are recognized by their hashes.

The code is the user's: clones or copies in a folder."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ..files import files_below
from . import schema

NAMED = 3  # files that a sentence names


class Citation(schema.Table):
    repository: str
    commit: str
    licence: str
    files: dict[str, str]  # SHA-256 of the text with LF at the ends of lines

    @property
    def revision(self) -> str:
        return f"{self.repository} at {self.commit if '.' in self.commit else self.commit[:10]}"

    def problem(self, copies: Mapping[Path, str]) -> str:
        """What is wrong with these copies of its files, in a sentence."""
        missing = [name for file, name in copies.items() if not file.is_file()]
        wrong = [name for file, name in copies.items() if file.is_file() and digest(file) != self.files[name]]
        sentences = [f"{listed(missing)} missing"] if missing else []
        sentences += [f"{listed(wrong)} of another version"] if wrong else []
        return f"{' and '.join(sentences)}; check out {self.revision}" if sentences else ""

    def locate(self, folder: Path, names: Sequence[str] = ()) -> Copy:
        """The copy in a user's folder in which these files, or all, are the cited ones; it is found by the first."""
        names = names or list(self.files)
        depth = len(PurePosixPath(names[0]).parts)
        roots = {file.parents[depth - 1] for file in files_below(folder) if ends_with(file, names[0])}
        problems = {root: self.problem({root / name: name for name in names}) for root in sorted(roots)}
        if right := [root for root, problem in problems.items() if not problem]:
            return Copy(right[0])
        sentences = [f"{root}: {problem}" for root, problem in problems.items()]
        return Copy(None, min(sentences, key=len, default=f"it is not in {folder}: clone {self.revision}"))

    def staged(self, root: Path, work: Path, names: Sequence[str] = ()) -> Path:
        """A copy of these files alone, so that nothing else can be compiled into the program."""
        copy = work / PurePosixPath(self.repository).name
        for name in names or self.files:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, copy / name)
        return copy


@dataclass(frozen=True)
class Copy:
    """A copy of cited files in a user's folder: its root, or what is wrong with it."""

    root: Path | None
    problem: str = ""


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def ends_with(file: Path, name: str) -> bool:
    parts = PurePosixPath(name).parts
    return file.parts[-len(parts) :] == parts


def listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{more} {'is' if len(names) == 1 else 'are'}"
