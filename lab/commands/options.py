# SPDX-License-Identifier: MIT
"""Options of commands whose modules need packages: parsing needs none."""

from __future__ import annotations

import argparse
from pathlib import Path


def with_flags(words: list[str], top: argparse.ArgumentParser) -> list[str]:
    """Everything between --flags and the next option of the command is a value, even if it begins with a dash."""
    commands = next(a.choices for a in top._actions if isinstance(a, argparse._SubParsersAction))
    known = commands[words[0]]._option_string_actions if words and words[0] in commands else {}
    if "--flags" not in known:
        return words
    found, inside = [], False
    for word in words:
        if word == "--flags" or word.partition("=")[0] in known:
            inside = word == "--flags"
            found += [] if inside else [word]
        else:
            found.append(f"--flags={word}" if inside else word)
    return found


def sweep(command: argparse.ArgumentParser) -> None:
    """Each takes several words, separated by commas or spaces."""
    command.add_argument(
        "--compilers",
        nargs="+",
        type=some,
        default=[],
        metavar="NAME",
        help="gcc-12, clang-14, ...; default: each target's own",
    )
    command.add_argument(
        "--flags",
        action="append",
        default=[],
        metavar='"FLAGS"',
        help='sets of flags: "-O2" "-O3 -funroll-loops" "-Os"; a level replaces the target\'s own',
    )
    command.add_argument(
        "--cipher", nargs="+", type=some, default=[], metavar="NAME", help="`lea-128`, or `lea` for all of them"
    )
    command.add_argument("--mode", nargs="+", type=some, default=[], metavar="NAME", help="only these modes")
    command.add_argument("--kernel", nargs="+", type=some, default=[], metavar="NAME", help="only these kernels")
    command.add_argument("--target", nargs="+", type=name, default=[], metavar="NAME", help="only these targets")
    command.add_argument(
        "--try", nargs="+", default=[], type=path, dest="folders", metavar="FOLDER", help="also the code in FOLDER"
    )
    command.add_argument(
        "--quick", action="store_true", help="fewer sizes and key sizes, no optional tables, no second simulator"
    )
    command.add_argument("--fresh", action="store_true", help="ignore the cache: repeat builds, simulations and checks")
    command.add_argument("--table", action="store_true", help="print the complete frontier of every cipher and mode")
    command.add_argument("--json", type=path, metavar="FILE", help="write all rows to FILE; .gz: compressed")
    command.add_argument("--csv", type=path, metavar="FILE", help="write all rows to FILE as CSV")
    command.add_argument("--plot", type=path, metavar="FILE", help="draw cycles against flash: .svg or .pdf")
    of_scheduler(command)


MOST = 2**31 - 1  # what serial lines and C take


def positive(text: str) -> int:
    if not (text.isdecimal() and len(text) <= len(str(MOST)) and 1 <= int(text) <= MOST):
        raise argparse.ArgumentTypeError(f"`{text}` is not a number from 1 to {MOST}")
    return int(text)


EMPTY = "it is empty; is a variable not set?"


def some(text: str) -> str:
    if not text.strip(" ,"):
        raise argparse.ArgumentTypeError(EMPTY)
    return text


def name(text: str) -> str:
    """In either case."""
    return some(text).lower()


def names(text: str) -> list[str]:
    """Separated by commas, in either case."""
    return [word for part in name(text).split(",") if (word := part.strip())]


def path(text: str) -> Path:
    """Path("") would be the current folder."""
    if not text:
        raise argparse.ArgumentTypeError(EMPTY)
    return Path(text)


MOST_BLOCKS = 64  # of a proof of some numbers


def blocks(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text) <= MOST_BLOCKS):
        raise argparse.ArgumentTypeError(f"`{text}` is not a number of blocks from 1 to {MOST_BLOCKS}")
    return int(text)


def prove(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "words",
        nargs="*",
        type=some,
        metavar="CIPHER|FOLDER",
        help="`lea-128`, `lea` for all of them, or a folder as for `try`",
    )
    command.add_argument("--target", action="extend", type=names, default=[], metavar="NAME", help="only these targets")
    command.add_argument("--kernel", action="append", default=[], metavar="NAME", help="only this kernel (repeatable)")
    command.add_argument(
        "--blocks",
        type=blocks,
        metavar="N",
        help="only 0 to N blocks (default: every number; where that is not shown, 0 to 33)",
    )
    command.add_argument("--table", action="store_true", help="print every claim, not one line for each family")
    command.add_argument("--fresh", action="store_true", help="ignore the cache: repeat builds and proofs")
    command.add_argument("--json", type=path, metavar="FILE", help="write all verdicts to FILE")


def of_scheduler(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--scheduler",
        type=some,
        metavar="URL",
        help="run on the workers of this Dask scheduler: tls://host:8786; see docs/how-to/many-machines.md",
    )
    tls(command)


def of_board(command: argparse.ArgumentParser) -> None:
    """Where the target is, if it is not simulated."""
    command.add_argument(
        "--port", type=some, metavar="PORT", help="on the board at this serial port: /dev/ttyACM0, rfc2217://lab:2217"
    )
    command.add_argument(
        "--ssh", type=some, metavar="HOST", help="built here, run on HOST, a pi4 or a host; with --port: flashed there"
    )
    command.add_argument("--place", type=some, metavar="NAME", help="on the board of this place of labgrid")
    command.add_argument("--baud", type=positive, metavar="N", help="of the serial port (default: the board's own)")


def boards(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--port",
        action="append",
        type=some,
        default=[],
        metavar="PORT",
        help="also this one, rfc2217://lab:2217 (repeatable)",
    )
    command.add_argument(
        "--ssh",
        action="append",
        type=some,
        default=[],
        metavar="HOST",
        help="also this machine, pi@raspberrypi (repeatable)",
    )
    command.add_argument("--json", action="store_true", help="print JSON instead of a list")


def tls(command: argparse.ArgumentParser) -> None:
    """Who is admitted; the files as for `dask worker`."""
    command.add_argument(
        "--tls-ca-file",
        type=path,
        metavar="FILE",
        help="instead of .narae/fleet/key.pem: the certificate of an authority of yours",
    )
    command.add_argument("--tls-cert", type=path, metavar="FILE", help="this machine's certificate")
    command.add_argument("--tls-key", type=path, metavar="FILE", help="and its key")
    command.add_argument(
        "--plain",
        action="store_true",
        help="tcp:// instead of tls://: all who can reach the port can run programs as you",
    )


def worker(command: argparse.ArgumentParser) -> None:
    command.add_argument("scheduler", metavar="URL", help="the scheduler: tls://host:8786")
    command.add_argument(
        "--cores", type=positive, metavar="N", help="number of parallel simulations (default: all cores)"
    )
    command.add_argument("--no-clock", action="store_true", help="simulate only; time nothing on this machine")
    command.add_argument(
        "--board",
        action="append",
        default=[],
        metavar="TARGET=PORT",
        help="also offer this board; those that ./narae boards recognizes are offered anyway (repeatable)",
    )
    command.add_argument(
        "--listen", type=some, metavar="URL", help="address of this worker for the scheduler (default: any port)"
    )
    command.add_argument("--name", type=some, metavar="NAME", help="name of this worker")
    tls(command)


def scheduler(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--listen", default="tls://127.0.0.1:8786", metavar="URL", help="address to listen at (default %(default)s)"
    )
    tls(command)
