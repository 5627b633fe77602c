# SPDX-License-Identifier: MIT
"""./narae validate"""

from __future__ import annotations

import argparse

from .. import options as of

HELP = "compare a simulator with RTL, published figures or a board"
DESCRIPTION = (
    "Validates a simulator: the HiFive1's model against its core's RTL, row by row, or with --leak the places of the "
    "leak checker's model against the RTL's flip-flops; with --sources, any simulator against published cycles of "
    "other people's programs; with --port, --ssh or --place, against a board. `leak` "
    "compares the verdicts of ./narae leak on published masked programs with the published ones. "
    "Exit code 1 if anything failed, lies outside or differs from the record, 2 if an option is invalid."
)
EXAMPLES = (
    "./narae validate hifive1",
    "./narae validate uno --port /dev/ttyACM0 --quick",
    "./narae validate hifive1 --cipher lea --mode block --held-out --json rtl.json",
    "./narae validate hifive1 --leak",
    "./narae validate pi4 --sources ~/others --json silicon.json",
    "./narae validate uno --sources ~/others --published my-figures.toml",
    "./narae validate leak --sources ~/masked --json verdicts.json",
)
INTERRUPTED = "no results were written, but finished simulations are cached: run it again to continue"


def arguments(parser: argparse.ArgumentParser) -> None:
    help = "hifive1; with --sources or a board also uno, m0plus, m3, m4, m33, pi4; with --sources also msp430, msp430x "
    help += "and `leak`"
    parser.add_argument("target", type=of.name, metavar="TARGET", help=help)
    of.board(parser)
    of.quick(parser, "on a board")
    of.sources(parser, "with TOML files that describe them: docs/how-to/validate.md; for `leak` clones alone")
    of.repeatable(parser, "--program", "with --sources: only this program", "NAME")
    parser.add_argument(
        "--published",
        type=of.path,
        metavar="FILE",
        help="with --sources: published figures (default: lab/models/published.toml); for `leak` programs with their "
        "verdicts (default: lab/leak/corpus.toml)",
    )
    of.ciphers(parser)
    of.modes(parser)
    parser.add_argument(
        "--held-out", action="store_true", help="also at optimization levels on which the model was not tuned"
    )
    of.leak(parser, "on hifive1: compares the places of the checker's model with each flip-flop of the core's RTL")
    of.json(parser)


def run(options: argparse.Namespace) -> int:
    from .session import validate

    return validate(options)
