# SPDX-License-Identifier: MIT
"""./narae worker"""

from __future__ import annotations

import argparse

from .. import options as of

HELP = "run sweeps and benches for other machines"
DESCRIPTION = (
    "Connects to a scheduler and offers this machine's cores for simulations, its clock and boards for timing."
)
EXAMPLES = (
    "./narae worker tls://127.0.0.1:8786",
    "./narae worker tls://127.0.0.1:8786 --cores 4 --no-clock --board uno=/dev/ttyUSB0",
    "./narae worker tls://lab:8786",
)
INTERRUPTED = "its tasks run on other workers"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scheduler", metavar="URL", help="the scheduler: tls://host:8786")
    help = "number of parallel simulations (default: all cores)"
    parser.add_argument("--cores", type=of.positive, metavar="N", help=help)
    parser.add_argument("--no-clock", action="store_true", help="simulate only; time nothing on this machine")
    help = "offer this board in addition to those that ./narae boards recognizes"
    of.repeatable(parser, "--board", help, "TARGET=PORT")
    of.listen(parser, "default: any port")
    parser.add_argument("--name", type=of.text, metavar="NAME", help="name of this worker")
    of.tls(parser)


def run(options: argparse.Namespace) -> int:
    from .serve import worker

    return worker(options)
