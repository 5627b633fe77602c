# SPDX-License-Identifier: MIT
"""./narae leak"""

from __future__ import annotations

import argparse

from ..errors import LabError
from . import options as of

HELP = "check that no bit or transition of masked code depends on a secret"
DESCRIPTION = (
    "Decides, for every key and text and uniform masks, whether a bit that an instruction of masked code writes, or a "
    "bit before and after it, depends on a secret: order one, at the places of a model of the chip, on the program "
    "that bench times. It is evidence before a measurement, not a promise: the chip itself, glitches and second order "
    "are left out. Exit code 1 if something depends on a secret, 2 if an option is invalid or a case cannot be run; "
    "what is open is shown with its reason."
)
EXAMPLES = (
    "./narae leak",
    "./narae leak pipo --target uno",
    "./narae leak my-masked-aes/ --target m4",
    "./narae leak pipo --target uno --traces 100000 --plot t.svg --export traces.npy",
    "./narae leak my-masked-aes/ --target m4 --repair",
    "./narae leak my-masked-aes/ --level values --places registers,bus --table --json leaks.json",
)
INTERRUPTED = "nothing was written, but finished checks are cached: run it again to continue"
OF_TRACES = ("noise", "seed", "plot", "export")  # options
MAX_NOISE = 1_000_000
LEVELS = ("values", "distances", "pairs")
PLACES = ("registers", "operands", "bus", "cells", "flags")


def places(value: str) -> list[str]:
    chosen = of.names(value)
    for place in chosen:
        if place not in PLACES:
            raise argparse.ArgumentTypeError(f"`{place}` is none of {', '.join(PLACES)}")
    return chosen


def noise(value: str) -> float:
    try:
        sigma = float(value)
    except ValueError:
        sigma = -1
    if not 0 <= sigma < MAX_NOISE:
        raise argparse.ArgumentTypeError(f"`{value}` is not a number from 0 to {MAX_NOISE:,}")
    return sigma


def arguments(parser: argparse.ArgumentParser) -> None:
    help = "`pipo-64/128`, `pipo`, a folder with leak.toml, or such a file"
    parser.add_argument("names", nargs="*", type=of.text, metavar="CIPHER|FOLDER", help=help)
    of.targets(parser)
    of.kernels(parser)
    help = "each bit by itself, the XOR of old and new one, or both together with it (default: pairs)"
    parser.add_argument("--level", choices=LEVELS, default=LEVELS[-1], help=help)
    of.several(parser, "--places", f"of {', '.join(PLACES)}", places, "default: those of the chip's model")
    help = (
        "propose exchanges of operands and neutral instructions that end what leaks, with their cycles; each is tried"
    )
    parser.add_argument("--repair", action="store_true", help=help)
    of.table(parser)
    of.fresh(parser)
    of.json(parser)
    help = "instead: N simulated traces and their t-test, fixed against random secrets; exit code 1 if |t| exceeds 4.5"
    parser.add_argument("--traces", type=of.positive, metavar="N", help=help)
    help = "with --traces: standard deviation of Gaussian noise, in bits (default: 0)"
    parser.add_argument("--noise", type=noise, metavar="SIGMA", help=help)
    help = "seed of random numbers (with --traces; default: 1)"
    parser.add_argument("--seed", type=of.positive, metavar="N", help=help)
    of.plot(parser, "with --traces: |t| of each instruction")
    help = "with --traces: also write them to FILE: .npy, .trs or .zarr"
    parser.add_argument("--export", type=of.path, metavar="FILE", help=help)


def run(options: argparse.Namespace) -> int:
    if options.traces:
        if options.repair:
            raise LabError("--repair proposes what ends a leak that the exact check found: leave out --traces")
        from ..leak.trace_jobs import trace

        return trace(options)
    if unused := [name for name in OF_TRACES if getattr(options, name) is not None]:
        raise LabError(f"--{unused[0]} is for simulated traces: add --traces N")
    from ..leak.jobs import leak

    return leak(options)
