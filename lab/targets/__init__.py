# SPDX-License-Identifier: MIT
"""The machines.  A target knows no cipher.  To add one, write a module here or in another folder, and a folder with its
board (docs/how-to/adding-a-target.md); no registration is needed."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import math
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from ..errors import LabError, file_error_text
from ..paths import shown
from ..plan.board import Board, load_board
from ..rows import FIDELITIES
from .base import PAGE, Target

HERE = Path(__file__).parent
EXTERNAL = f"{__name__}.external."  # before the names of modules outside the lab


def offered(module: ModuleType) -> list[type[Target]]:
    """The targets of a module: its own subclasses of Target with a name."""
    own = [c for c in vars(module).values() if isinstance(c, type) and c.__module__ == module.__name__]
    return [c for c in own if Target in c.__mro__ and isinstance(vars(c).get("name"), str)]


def built_in() -> dict[str, type[Target]]:
    """From the smallest board to the machine the lab runs on."""
    stems = sorted(f.stem for f in HERE.glob("*.py") if f.stem not in ("__init__", "base", "crashes", "leaks"))
    targets = [c for stem in stems for c in offered(importlib.import_module(f"{__name__}.{stem}"))]

    def size(target: type[Target]) -> tuple[float, float]:
        board = load_board(target.name)
        return board.ram_bytes or math.inf, board.clock_hz or math.inf

    return {target.name: target for target in sorted(targets, key=size)}


TARGETS = built_in()
BROKEN = (Exception, SystemExit)
PLANNED = ("fidelity", "board")  # attributes without a default that a plan needs, besides the name


def external(folder: Path) -> dict[str, type[Target]]:
    """The targets of a folder outside the lab; names of the lab's own are refused."""
    if not folder.is_dir():
        raise LabError(f"{folder} is not a folder; --targets-from needs a folder with a target")
    targets: dict[str, type[Target]] = {}
    for file in sorted(folder.glob("*.py")):
        for kind in offered(loaded(file)):
            if kind.name in TARGETS:
                raise LabError(
                    f"{folder} has a target `{kind.name}`, which is the name of one of the lab's targets; rename it"
                )
            if kind.name != kind.name.lower() or "," in kind.name:
                raise LabError(f"{folder} has a target `{kind.name}`: use lower case without commas, as --target does")
            if kind.name in targets:
                raise LabError(f"{folder} has two targets `{kind.name}`; rename one")
            require_whole(kind)
            targets[kind.name] = kind
    if not targets:
        raise LabError(f"{folder} contains no target; see {PAGE}")
    return targets


def require_whole(kind: type[Target]) -> None:
    """Refuses an incomplete target."""
    try:
        target = kind()
        missing = [name for name in PLANNED if not hasattr(target, name)]
        needed = ("rounds", "run", "checks") if target.alone else ("simulators", "run_one")
        missing += [name for name in needed if not kind.has(name)]
        if not missing and not isinstance(target.board, Board):
            raise TypeError(f"board is {target.board!r:.40}, not what load_board gives")
        if not missing and target.alone and not isinstance(rounds := target.rounds(True), int):
            raise TypeError(f"rounds gave {rounds!r:.40}, not a number")
    except BROKEN as error:
        raise LabError(plugin_error(kind, error)) from error
    if missing:
        raise LabError(f"{file_of(kind)}: {kind.__name__} has no {missing[0]}; see {PAGE}")
    if target.fidelity not in FIDELITIES:
        raise LabError(
            f"{file_of(kind)}: {kind.__name__} has the fidelity {target.fidelity!r}; use one of {', '.join(FIDELITIES)}"
        )


def file_of(kind: type[Target]) -> str:
    return shown(Path(inspect.getfile(kind)))


def is_external(target: Any) -> bool:
    return type(target).__module__.startswith(EXTERNAL)


def plugin_error(kind: type[Target], error: BaseException) -> str:
    """The error of a module outside the lab, with its line; any other error is raised again."""
    of_disk = isinstance(error, OSError) and file_error_text(error)
    if not kind.__module__.startswith(EXTERNAL) or isinstance(error, LabError) or of_disk:
        raise error
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == inspect.getfile(kind)]
    origin = f"{file_of(kind)}, line {lines[-1]}" if lines else f"{file_of(kind)}, in what it returns"
    return f"{origin}: {type(error).__name__}: {error}"


def loaded(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(EXTERNAL + file.stem, file.resolve())
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except BROKEN as error:  # whatever somebody else's module does
        raise LabError(f"{shown(file)} cannot be loaded: {type(error).__name__}: {error}") from error
    return module


def machines() -> dict[str, str]:
    """By target, the pattern that recognizes sources for it alone."""
    patterns = {name: target().board.recognized for name, target in TARGETS.items()}
    return {name: pattern for name, pattern in patterns.items() if pattern}
