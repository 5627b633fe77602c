# SPDX-License-Identifier: MIT
"""The library for browsers (bindings/wasm) as one function in JavaScript, built once for each state of its sources."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from .. import cache, processes
from ..errors import RunError
from ..paths import PRIVATE, ROOT
from ..progress import Progress

BINDING = ROOT / "bindings" / "wasm"
TOOLS = {"clang-14": "clang-14", "wasm-ld-14": "lld-14", "llvm-ar-14": "llvm-14"}  # with their Debian packages
SECONDS = 600
NAME = "naraePackage"


@dataclass(frozen=True)
class Package:
    """`text` defines an async function `NAME` that returns the package's exports; if it is empty, `why` has the reason."""

    text: str
    why: str = ""


def package() -> Package:
    if missing := [package for tool, package in TOOLS.items() if not processes.is_installed(tool)]:
        return Package("", f"apt-get install {' '.join(missing)}")
    try:
        module = cache.cached("tools", ["wasm", *sources()], build, ".js").read_text()
    except RunError as error:
        return Package("", str(error))
    return Package(as_function(module))


def sources() -> list[Path]:
    folders = (ROOT / "include", ROOT / "src", BINDING / "c", BINDING / "src")
    files = [f for folder in folders for f in sorted(folder.rglob("*")) if f.suffix in (".c", ".h", ".js")]
    return [BINDING / "build.mjs", BINDING / "package.json", *files]


def build(path: Path) -> None:
    with Progress(1) as progress:
        command = [PRIVATE / "venv/bin/node", BINDING / "build.mjs", "--out", path.parent, "narae"]
        done = processes.run(command, SECONDS, environment() | {"TMPDIR": str(path.parent)})
        if done.returncode:
            raise RunError(done.stderr.strip())
        progress.step("the library for browsers")
    shutil.move(path.parent / "narae.js", path)


def environment() -> dict[str, str]:
    """The environment of build.mjs, with ccache: several builds compile the same files."""
    variables = {"NARAE_CCACHE": "1", "CCACHE_DIR": str(PRIVATE / "ccache"), "CCACHE_DEPEND": "1"}
    return os.environ | (variables if processes.is_installed("ccache") else {})


def as_function(module: str) -> str:
    """Wraps a module without imports in a function that returns its exports, for a page that may load no other file."""
    body, exports, rest = module.rpartition("\nexport {")
    assert exports and not re.search(r"^(import|export)\b|</script|<!--", body, re.MULTILINE)
    return f'async function {NAME}() {{\n"use strict";\n{body}\nreturn {{{rest}}}\n'
