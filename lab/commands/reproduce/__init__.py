# SPDX-License-Identifier: MIT
"""./narae reproduce"""

from __future__ import annotations

import argparse

from .. import options as of

HELP = "rerun the tables of published papers, with a verdict on each figure"
DESCRIPTION = (
    "Reruns published experiments and compares the paper's values, the programs that it cites, code in its style and "
    "the library, with a verdict on each claim."
)
EXAMPLES = (
    "./narae reproduce",
    "./narae reproduce uno-lea-aes --json paper.json",
    "./narae reproduce --list",
    "./narae reproduce --list uno-lea-aes",
    "./narae reproduce uno-lea-aes --sources ~/programs",
    "./narae reproduce uno-lea-aes --search ~/candidates --json ranks.json",
    './narae reproduce rv32-korean --search ~/candidates --flags "-O2" "-O2 -fno-inline"',
    "./narae reproduce my-paper.toml",
    "./narae reproduce server-aes-aria-lea --scheduler tls://lab:8786",
    "./narae reproduce future-work",
)
INTERRUPTED = "no results were written, but finished simulations are cached: run it again to continue"


def arguments(parser: argparse.ArgumentParser) -> None:
    help = "a paper listed by --list, or the TOML file of your own (default: all)"
    parser.add_argument("paper", nargs="?", type=of.text, metavar="PAPER", help=help)
    parser.add_argument(
        "--list", action="store_true", help="list the papers and the verdicts so far; with a paper, its claims"
    )
    help = "seed of random numbers (a sketch's keys; default: %(default)s)"
    parser.add_argument("--seed", type=int, default=20180501, metavar="N", help=help)
    of.sources(parser, "those that the papers cite run again: docs/how-to/adding-a-paper.md")
    parser.add_argument(
        "--record", action="store_true", help="with --sources: keep their figures in results/papers.json (development)"
    )
    parser.add_argument(
        "--search",
        type=of.path,
        metavar="DIR",
        help="with a paper: rank the candidates for its programs in this folder, each with several flags, by distance",
    )
    of.compilers(parser, "with --search")
    of.flags(parser, "with --search")
    of.fresh(parser)
    of.json(parser)
    of.scheduler(parser)


def run(options: argparse.Namespace) -> int:
    from .session import reproduce

    return reproduce(options)
