# SPDX-License-Identifier: MIT
"""Commands of ./narae in processes that begin with the lab's modules loaded and its sources read, and with modules that
are named, which would take most of the processor time of a short command.  Each line of standard input is JSON: a
command, the answer to which is the number of its process; or such a number, the answer to which is the exit status."""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import signal
import sys
import threading
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import jinja2  # noqa: F401  # what some of the commands load
from elftools.elf import elffile  # noqa: F401

from lab import cli, paths
from lab.build import common_hash
from lab.cache import lab_hash
from lab.commands import advise  # noqa: F401  # what the commands load
from lab.commands.bench import session as bench  # noqa: F401
from lab.commands.reproduce import session as reproduce  # noqa: F401
from lab.commands.sweep import session as sweep  # noqa: F401
from lab.commands.try_code import session as try_code  # noqa: F401
from lab.commands.validate import session as validate  # noqa: F401
from lab.plan.implementations import discover, library_sources


def run(order: dict[str, Any]) -> int:
    """In the new process."""
    signal.alarm(order["seconds"])
    for number, file in enumerate((os.devnull, order["out"], order["err"])):
        os.dup2(os.open(file, os.O_WRONLY | os.O_APPEND if number else os.O_RDONLY), number)
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["env"])
    move()
    return cli.main(order["words"])


def move() -> None:
    """Lets the lab's modules use the results and the cache that the environment names: they read it when they are
    loaded."""
    moved = places()
    importlib.reload(paths)
    for module, name, of, inside in moved:
        setattr(module, name, getattr(paths, of) / inside)


@cache
def places() -> list[tuple[ModuleType, str, str, Path]]:
    """Names of modules that are places in the results or the cache: in which, and where there."""
    return [
        (module, name, of, value.relative_to(getattr(paths, of)))
        for module in [module for name, module in sys.modules.items() if name.startswith("lab.")]
        for name, value in vars(module).items()
        for of in ("RESULTS", "CACHE")
        if isinstance(value, Path) and value.is_relative_to(getattr(paths, of))
    ]


def leave(status: int) -> NoReturn:
    """Ends this process as Python does, but without taking apart what was loaded, which would copy all of it."""
    threading._shutdown()  # waits for threads
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def serve() -> None:
    for once in (discover, library_sources, common_hash, lab_hash):
        once()
    for name in sys.argv[1:]:
        importlib.import_module(name)
    places()
    gc.freeze()
    for line in sys.stdin:
        order = json.loads(line)
        print(ended(**order) if "pid" in order else started(order), flush=True)


def started(order: dict[str, Any]) -> int:
    if (child := os.fork()) == 0:
        leave(run(order))
    return child


def ended(pid: int, wait: bool) -> int | str:
    """The exit status, or nothing yet."""
    ended_pid, status = os.waitpid(pid, 0 if wait else os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended_pid else ""


if __name__ == "__main__":
    serve()
