# SPDX-License-Identifier: MIT
"""./narae sweep"""

from __future__ import annotations

import argparse

from .. import options as of

HELP = "compare compilers and flags: which wins where, and by how much"
DESCRIPTION = (
    "Measures ciphers with several compilers and flags: the Pareto frontier of speed, flash and RAM on each target, "
    "and which flags win, by how much. Exit code 1 if nothing could be measured."
)
EXAMPLES = (
    './narae sweep --cipher lea-128 --target uno --flags "-O2" "-O3" "-Os"',
    './narae sweep --compiler gcc-12,clang-14 --flags "-O2" "-O3 -funroll-loops" --cipher lea,aria \\\n'
    "      --target hifive1 --csv sweep.csv --plot sweep.svg",
    "./narae sweep --try my-aes/ --target uno --flags -O2 -Os",
)
INTERRUPTED = "no results were written, but finished simulations are cached: run it again to continue"


def arguments(parser: argparse.ArgumentParser) -> None:
    of.compilers(parser)
    of.flags(parser)
    of.ciphers(parser)
    of.modes(parser)
    of.kernels(parser)
    of.targets(parser)
    of.repeatable(parser, "--try", "also the code in FOLDER", "FOLDER", of.path, dest="folders")
    of.quick(parser)
    of.fresh(parser)
    of.table(parser)
    of.json(parser)
    of.csv(parser)
    of.plot(parser)
    of.scheduler(parser)


def run(options: argparse.Namespace) -> int:
    from .session import sweep

    return sweep(options)
