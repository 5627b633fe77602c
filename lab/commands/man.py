# SPDX-License-Identifier: MIT
"""./narae man: manual pages, generated from the parsers of all commands."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Sequence

from . import COMMANDS, Argument, Description, describe

HELP = "print the manual page of ./narae, or of one command"
DESCRIPTION = "Prints a manual page in the format of man(7)."
EXAMPLES = (
    "./narae man | man -l -",
    "./narae man bench | man -l -",
    "./narae man bench >~/.local/share/man/man1/narae-bench.1",
)
INTERRUPTED = "no page was printed"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("command", nargs="?", choices=COMMANDS, metavar="COMMAND", help="default: ./narae itself")


def run(options: argparse.Namespace) -> int:
    commands = describe()
    if options.command:
        (command,) = (c for c in commands if c.name == options.command)
        print(page(command))
    else:
        print(overview(commands))
    return 0


def roff(text: str) -> str:
    """Protects what troff would interpret."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


def title(name: str, help: str) -> list[str]:
    return [f'.TH {name.upper()} 1 "" "narae"', ".SH NAME", f"{roff(name)} \\- {roff(help)}"]


def page(command: Description) -> str:
    lines = title(f"narae-{command.name}", command.help)
    lines += [".SH SYNOPSIS", roff(command.usage), ".SH DESCRIPTION", roff(command.description)]
    for group, arguments in itertools.groupby(command.arguments, key=lambda a: a.group):
        lines.append(f".SH {roff(group.upper())}")
        for argument in arguments:
            lines += [".TP", heading(argument), roff(argument.help)]
    return "\n".join([*lines, *examples(command.examples)])


def heading(argument: Argument) -> str:
    value = f" \\fI{roff(argument.name)}\\fR" if argument.name else ""
    return ", ".join(f"\\fB{roff(flag)}\\fR" for flag in argument.flags) + value


def examples(lines: Sequence[str]) -> list[str]:
    return [".SH EXAMPLES", ".nf", *map(roff, "\n".join(lines).split("\n")), ".fi"]


def overview(commands: Sequence[Description]) -> str:
    lines = title("narae", "lightweight and Korean-standard ciphers, and a lab that measures them")
    lines += [".SH SYNOPSIS", roff("./narae COMMAND [options]"), ".SH COMMANDS"]
    for command in commands:
        lines += [".TP", f"\\fB{roff(command.name)}\\fR", roff(command.description)]
    return "\n".join([*lines, *examples([command.examples[0] for command in commands])])
