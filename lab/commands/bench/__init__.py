# SPDX-License-Identifier: MIT
"""./narae bench"""

from __future__ import annotations

import argparse

from .. import options as of

HELP = "measure every cipher on every target and write the report"
DESCRIPTION = (
    "Measures every cipher on every target, shows the fastest of each kind, stores the rows and writes the report."
)
EXAMPLES = (
    "./narae bench",
    "./narae bench --full",
    "./narae bench --target uno --cipher lea --mode gcm",
    "./narae bench --quick --json rows.json",
    "./narae bench --target host --cipher aria --table",
    "./narae bench --targets-from my-targets --target rv64",
    "./narae bench --quick --target uno --against results/reference.json",
    "./narae bench --target uno --port /dev/ttyACM0",
    "./narae bench --target pi4 --ssh pi@raspberrypi",
)
INTERRUPTED = "no results were written, but finished simulations are cached: run it again to continue"


def arguments(parser: argparse.ArgumentParser) -> None:
    of.targets(parser)
    of.targets_from(parser)
    of.ciphers(parser)
    of.modes(parser)
    of.json(parser)
    of.against(parser)
    extent = parser.add_mutually_exclusive_group()
    of.quick(extent)
    extent.add_argument(
        "--full",
        action="store_true",
        help="also modes with 192-bit keys, textbook code with long keys, portable code next to kernels with long "
        "keys and in modes, most modes on boards with another one's kernels (m3, m33, msp430x), lower levels and "
        "second compiler of the host; implied by --cipher, --mode, --against and --update-reference",
    )
    parser.add_argument(
        "--prove",
        action="store_true",
        help="first prove the kernels; rows quote stored verdicts in any case",
    )
    of.leak(parser, "checks them before they are measured")
    parser.add_argument("--no-peers", action="store_true", help="leave out other libraries (OpenSSL, Crypto++, ...)")
    of.fresh(parser)
    of.table(parser)
    parser.add_argument("--all-sizes", action="store_true", help="like --table, with every size of each operation")
    parser.add_argument(
        "--update-reference",
        action="store_true",
        help="update results/reference.json with the rows of this run (CONTRIBUTING.md); "
        "with --target, rows of other targets stay, and with --mode those of other modes",
    )
    of.board(parser)
    of.scheduler(parser)


def run(options: argparse.Namespace) -> int:
    from .session import bench

    return bench(options)
