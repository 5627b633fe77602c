# SPDX-License-Identifier: MIT
"""Other people's code as citations: a repository, a revision, a licence, and files that are recognized by their hashes.

The code is the user's: clones or copies in a folder."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

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


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def ends_with(file: Path, name: str) -> bool:
    parts = PurePosixPath(name).parts
    return file.parts[-len(parts) :] == parts


def listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{more} {'is' if len(names) == 1 else 'are'}"
