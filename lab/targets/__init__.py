# SPDX-License-Identifier: MIT
"""The machines.  A target knows no cipher.  To add one, write a module here or in another folder, and a folder with its
board (docs/adding-a-target.md); no registration is needed."""

from __future__ import annotations

import importlib
import importlib.util
import math
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from ..errors import LabError
from ..paths import shown
from .base import load_board

HERE = Path(__file__).parent


def offered(module: ModuleType) -> list[type[Any]]:
    """The targets of a module: its own classes that have a name and can run programs."""
    own = [c for c in vars(module).values() if isinstance(c, type) and c.__module__ == module.__name__]
    return [c for c in own if isinstance(vars(c).get("name"), str) and (hasattr(c, "run_one") or hasattr(c, "run"))]


def built_in() -> dict[str, type[Any]]:
    """From the smallest board to the machine the lab runs on."""
    stems = sorted(f.stem for f in HERE.glob("*.py") if f.stem not in ("__init__", "base", "leaks"))
    found = [c for stem in stems for c in offered(importlib.import_module(f"{__name__}.{stem}"))]

    def size(target: type[Any]) -> tuple[float, float]:
        facts = load_board(target.name).facts
        return facts.get("ram_bytes", math.inf), facts.get("clock_hz", math.inf)

    return {target.name: target for target in sorted(found, key=size)}


TARGETS = built_in()


def external(folder: Path) -> dict[str, type[Any]]:
    """The targets of a folder outside the lab, which may not take the name of one of the lab's."""
    if not folder.is_dir():
        raise LabError(f"{folder} is not a folder; --targets-from needs a folder with a target")
    found = {c.name: c for file in sorted(folder.glob("*.py")) for c in offered(loaded(file))}
    if not found:
        raise LabError(f"{folder} contains no target; see docs/adding-a-target.md")
    for name in found:
        if name in TARGETS:
            raise LabError(f"{folder} has a target `{name}`, which is the name of one of the lab's targets; rename it")
    return found


def loaded(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"{__name__}.external.{file.stem}", file.resolve())
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever somebody else's module does
        raise LabError(f"{shown(file)} cannot be loaded: {type(error).__name__}: {error}") from error
    return module


def machines() -> dict[str, str]:
    """By target, what only sources for it look like."""
    facts = {name: target().board.facts for name, target in TARGETS.items()}
    return {name: f["recognized"] for name, f in facts.items() if "recognized" in f}
