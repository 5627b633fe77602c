# SPDX-License-Identifier: MIT
"""./narae test"""

from __future__ import annotations

import argparse

HELP = "run all tests"
DESCRIPTION = "Runs all tests, or a selection while you work."
EXAMPLES = (
    "./narae test",
    "./narae test --changed",
    "./narae test --deep",
    "./narae test --slice",
    "./narae test -k store",
)
INTERRUPTED = "the remaining tests did not run"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deep", action="store_true", help="include the slow tests")
    selection = parser.add_mutually_exclusive_group()
    selection.add_argument("--lint", action="store_true", help="only formatters and linters")
    selection.add_argument(
        "--changed",
        nargs="?",
        const="HEAD",
        metavar="REV",
        help="only lint, C tests and Python tests for files that differ from REV (default: HEAD)",
    )
    selection.add_argument(
        "--slice",
        type=int,
        nargs="?",
        const=-1,
        metavar="N",
        help="only deep tests, for 40 minutes: those of the last day's changes, then those from slice N on (default: "
        "the commit's)",
    )
    selection.add_argument("-k", metavar="WORD", default="", help="only Python tests whose name contains WORD")


def run(options: argparse.Namespace) -> int:
    from .runner import run_tests

    return run_tests(options.deep, options.k, options.lint, options.changed, options.slice)
