# SPDX-License-Identifier: MIT
"""./narae report"""

from __future__ import annotations

import argparse

from .. import options as of

HELP = "write the report from earlier measurements"
DESCRIPTION = "Writes the report, one HTML file, from earlier measurements."
EXAMPLES = (
    "./narae report",
    "./narae report --runs",
    "./narae report --run 3 --out report.html",
    "./narae report --rows results/reference.json --ledger ledger.json --out report.html",
    "./narae report --json rows.json.gz",
)
INTERRUPTED = "no report was written"


def arguments(parser: argparse.ArgumentParser) -> None:
    of.rows(parser, "those of all runs of bench, else results/reference.json")
    runs = parser.add_mutually_exclusive_group()
    runs.add_argument("--runs", action="store_true", help="list the runs of bench")
    runs.add_argument("--run", type=of.positive, metavar="N", help="show only this run")
    runs.add_argument("--older", action="store_true", help="include rows that were only measured with older sources")
    help = "verdicts written by `reproduce --json` (default: the latest of reproduce)"
    parser.add_argument("--ledger", type=of.path, metavar="FILE", help=help)
    of.out(parser, "default: results/report.html", "FILE")
    of.json(parser)


def run(options: argparse.Namespace) -> int:
    from .session import report

    return report(options)
