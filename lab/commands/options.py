# SPDX-License-Identifier: MIT
"""The grammar of all commands: options that several of them share, and the types of values.

An option has one meaning and one help text everywhere; a remark in brackets at the end says what is special to a
command."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

Parser = argparse.ArgumentParser

MAX_INTEGER = 2**31 - 1  # limit of serial drivers and of C
EMPTY = "it is empty; is a variable not set?"


# Types


def text(value: str) -> str:
    if not value.strip(" ,"):
        raise argparse.ArgumentTypeError(EMPTY)
    return value


def name(value: str) -> str:
    """Case does not matter."""
    return text(value).lower()


def texts(value: str) -> list[str]:
    """Separated by commas."""
    return [word for part in text(value).split(",") if (word := part.strip())]


def names(value: str) -> list[str]:
    return texts(name(value))


def path(value: str) -> Path:
    """Rejects the empty string, which Path would take for the current folder."""
    if not value:
        raise argparse.ArgumentTypeError(EMPTY)
    return Path(value)


def positive(value: str) -> int:
    if not (value.isdecimal() and len(value) <= len(str(MAX_INTEGER)) and 1 <= int(value) <= MAX_INTEGER):
        raise argparse.ArgumentTypeError(f"`{value}` is not a number from 1 to {MAX_INTEGER}")
    return int(value)


# Options


def add(parser: Any, flag: str, help: str, remark: str = "", **how: Any) -> None:
    parser.add_argument(flag, help=f"{help} ({remark})" if remark else help, **how)


SEVERAL = "several: with commas, or repeated"


def several(parser: Parser, flag: str, help: str, type: Any = texts, remark: str = "") -> None:
    remark = f"{remark}; {SEVERAL}" if remark else SEVERAL
    add(parser, flag, help, remark, action="extend", type=type, default=[], metavar="NAME")


def repeatable(parser: Any, flag: str, help: str, metavar: str, type: Any = text, **how: Any) -> None:
    add(parser, flag, help, "repeatable", action="append", type=type, default=[], metavar=metavar, **how)


TARGET = "target: uno, msp430x, msp430, hifive1, m0plus, m3, m4, m33, pi4, host"
CIPHER = "cipher: `lea-128`, or `lea` for every key size"
MODE = "mode: block, ctr, gcm, cmac, aead, hash, ..."
KERNEL = "kernel: portable, avr, avr-small, rv32, avx2, ..."


def sources(parser: Any, remark: str) -> None:
    add(parser, "--sources", "folder of other people's programs", remark, type=path, metavar="DIR")


def targets(parser: Parser) -> None:
    several(parser, "--target", TARGET, names)


def targets_from(parser: Parser) -> None:
    help = "also the targets in FOLDER, see docs/how-to/adding-a-target.md"
    repeatable(parser, "--targets-from", help, "FOLDER", path)


def ciphers(parser: Parser) -> None:
    several(parser, "--cipher", CIPHER)


def modes(parser: Parser) -> None:
    several(parser, "--mode", MODE)


def kernels(parser: Parser) -> None:
    several(parser, "--kernel", KERNEL)


def compilers(parser: Parser, remark: str = "") -> None:
    several(parser, "--compiler", "compiler: gcc-12, clang-14, ...; default: each target's own", remark=remark)


def flags(parser: Parser, remark: str = "") -> None:
    help = 'sets of flags: "-O2" "-O3 -funroll-loops" "-Os"; a level replaces the target\'s own'
    add(parser, "--flags", help, remark, action="append", default=[], metavar='"FLAGS"')


def one(parser: Parser, flag: str, help: str, remark: str = "", type: Any = name, **how: Any) -> None:
    """One name instead of several."""
    add(parser, flag, help, remark, type=type, metavar="NAME", **how)


def json(parser: Parser) -> None:
    add(
        parser,
        "--json",
        "also write the result to FILE as JSON; FILE.gz: compressed; -: to standard output, and the text to standard "
        "error",
        type=path,
        metavar="FILE",
    )


def csv(parser: Parser) -> None:
    add(parser, "--csv", "write all rows to FILE as CSV", type=path, metavar="FILE")


def plot(parser: Parser, remark: str = "cycles against flash") -> None:
    add(parser, "--plot", "draw a picture: .svg or .pdf", remark, type=path, metavar="FILE")


def rows(parser: Parser, default: str) -> None:
    add(parser, "--rows", "measured rows, written by `bench --json`", f"default: {default}", type=path, metavar="FILE")


def out(parser: Parser, remark: str, metavar: str, required: bool = False) -> None:
    add(parser, "--out", "where to write", remark, type=path, metavar=metavar, required=required)


def quick(parser: Any, remark: str = "") -> None:
    help = "measure less: fewer sizes, key sizes and rounds, no second simulator"
    add(parser, "--quick", help, remark, action="store_true")


def leak(parser: Any, remark: str) -> None:
    add(parser, "--leak", "whether masked kernels leak", remark, action="store_true")


def fresh(parser: Parser) -> None:
    help = "ignore the cache: repeat builds, simulations, proofs and checks"
    add(parser, "--fresh", help, action="store_true")


def table(parser: Parser) -> None:
    add(parser, "--table", "print every result instead of a summary", action="store_true")


AGAINST = (
    "compare with earlier rows (a file), or with an earlier version (a git revision) that is built and runs "
    "alternately with this one on the host; exit code 1 if anything is slower, larger or less constant-time"
)


def against(parser: Parser, remark: str = "", default: str | None = None) -> None:
    add(parser, "--against", AGAINST, remark, type=text, default=default, metavar="WHAT")


PORT = "serial port of a board: /dev/ttyACM0, rfc2217://lab:2217"
SSH = "machine that is reached by ssh: pi@raspberrypi; with --port, boards are flashed there"


def board(parser: Parser) -> None:
    """Where the target is, if it is not simulated."""
    add(parser, "--port", PORT, type=text, metavar="PORT")
    add(parser, "--ssh", SSH, type=text, metavar="HOST")
    add(parser, "--place", "labgrid place of a board", type=text, metavar="NAME")
    help = "speed of the serial port"
    add(parser, "--baud", help, "default: that of the board", type=positive, metavar="N")


def scheduler(parser: Parser) -> None:
    help = "run on the workers of this Dask scheduler: tls://host:8786; see docs/how-to/many-machines.md"
    add(parser, "--scheduler", help, type=text, metavar="URL")
    tls(parser)


def listen(parser: Parser, remark: str, default: str | None = None) -> None:
    add(parser, "--listen", "address to listen at", remark, type=text, default=default, metavar="URL")


def tls(parser: Parser) -> None:
    """The files are those of `dask worker`."""
    help = "certificate of your own authority, instead of .narae/fleet/key.pem"
    add(parser, "--tls-ca-file", help, type=path, metavar="FILE")
    add(parser, "--tls-cert", "this machine's certificate", type=path, metavar="FILE")
    add(parser, "--tls-key", "this machine's key", type=path, metavar="FILE")
    help = "tcp:// instead of tls://: everybody who can reach the port can run programs as you"
    add(parser, "--plain", help, action="store_true")


def flags_as_values(words: list[str], parser: Parser) -> list[str]:
    """Makes every word between --flags and the next option a value of --flags, even if it begins with a dash."""
    known = parser._option_string_actions
    if "--flags" not in known:
        return words
    result, inside = [], False
    for word in words:
        if word == "--flags" or word.partition("=")[0] in known:
            inside = word == "--flags"
            result += [] if inside else [word]
        else:
            result.append(f"--flags={word}" if inside else word)
    return result
