# SPDX-License-Identifier: MIT
"""./narae prove"""

from __future__ import annotations

import argparse

from . import options as of

HELP = "prove kernels equal to their specification, for all keys and inputs"
DESCRIPTION = (
    "Proves that kernels compute their specification for every key and input, with no branch or address that depends "
    "on a secret, on the programs that bench times. Exit code 1 if one is refuted, 2 if an option is invalid; what is "
    "open is shown with its reason."
)
EXAMPLES = (
    "./narae prove",
    "./narae prove lea --target hifive1",
    "./narae prove aes-128 pipo --table --json proofs.json",
    "./narae prove my-aes/ --target hifive1",
    "./narae prove aes-128 --targets-from lab/counted --target armv8-ce",
)
INTERRUPTED = "nothing was written, but finished proofs are cached: run it again to continue"
MAX_BLOCKS = 64


def blocks(value: str) -> int:
    if not (value.isdecimal() and 1 <= int(value) <= MAX_BLOCKS):
        raise argparse.ArgumentTypeError(f"`{value}` is not a number of blocks from 1 to {MAX_BLOCKS}")
    return int(value)


def arguments(parser: argparse.ArgumentParser) -> None:
    help = "`lea-128`, `lea` for all of them, or a folder as for `try`"
    parser.add_argument("names", nargs="*", type=of.text, metavar="CIPHER|FOLDER", help=help)
    of.targets(parser)
    of.targets_from(parser)
    of.kernels(parser)
    parser.add_argument(
        "--max-blocks",
        type=blocks,
        metavar="N",
        help="only 0 to N blocks (default: every number; where that cannot be proved, 0 to 33)",
    )
    of.table(parser)
    of.fresh(parser)
    of.json(parser)


def run(options: argparse.Namespace) -> int:
    from ..proof.jobs import prove

    return prove(options)
