# SPDX-License-Identifier: MIT
"""Paths in a checkout."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRIVATE = ROOT / ".narae"  # virtual environment, node modules, build products
BUILD = PRIVATE / "build"
CACHE = Path(os.environ.get("NARAE_CACHE") or PRIVATE / "cache")  # objects and results, by the hash of their inputs
MACHINE_CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "narae"  # what takes minutes
BOARDS = ROOT / "lab" / "boards"
CIPHERS = ROOT / "lab" / "ciphers"  # data about the library, which knows nothing of the lab
MODELS = ROOT / "lab" / "models"  # approvals, limits, records, questions: data
NODE_MODULES = PRIVATE / "node" / "node_modules"
RESULTS = Path(os.environ.get("NARAE_RESULTS") or ROOT / "results")
REFERENCE = ROOT / "results" / "reference.json"
STORE = RESULTS / "narae.sqlite"
EXPORT = RESULTS / "bench.json"
RECORDED = ROOT / "results" / "papers.json"  # the committed run of the programs that the papers cite
LEDGER = RESULTS / "ledger.json"  # the latest verdicts on each paper
REPORT = RESULTS / "report.html"


def shown(path: Path) -> str:
    """A path as a user would type it."""
    try:
        return str(Path(os.path.realpath(path)).relative_to(Path.cwd()))  # which a loop of links does not upset
    except (OSError, ValueError):  # this folder is gone, or the path is not in it
        return str(path)
