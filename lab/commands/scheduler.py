# SPDX-License-Identifier: MIT
"""./narae scheduler"""

from __future__ import annotations

import argparse

from . import options as of

HELP = "distribute sweeps and benches among workers"
DESCRIPTION = (
    "Runs Dask's scheduler, for workers and `--scheduler` to connect to; by default reachable from this machine only."
)
EXAMPLES = ("./narae scheduler", "./narae scheduler --listen tls://0.0.0.0:8786")
INTERRUPTED = "the scheduler has stopped"


def arguments(parser: argparse.ArgumentParser) -> None:
    of.listen(parser, "default: %(default)s", "tls://127.0.0.1:8786")
    of.tls(parser)


def run(options: argparse.Namespace) -> int:
    from .worker.serve import scheduler

    return scheduler(options)
