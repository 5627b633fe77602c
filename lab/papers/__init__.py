"""The ledger: one TOML file per paper, data only."""

from __future__ import annotations

import tomllib
from pathlib import Path

from ..errors import LabError

FOLDER = Path(__file__).parent
FIELDS = {"name", "title", "citation", "board", "recipe", "claims"}


def papers() -> dict[str, dict]:
    """Every paper by name."""
    found = {}
    for file in sorted(FOLDER.glob("*.toml")):
        try:
            paper = tomllib.loads(file.read_text())
        except tomllib.TOMLDecodeError as error:
            raise LabError(f"{file} is not valid TOML: {error}") from error
        if missing := FIELDS - paper.keys():
            raise LabError(f"{file} lacks {', '.join(sorted(missing))}")
        found[paper["name"]] = paper
    return found
