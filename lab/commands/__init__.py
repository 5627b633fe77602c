# SPDX-License-Identifier: MIT
"""The commands of ./narae.  Each is a module or a package with HELP (one line), DESCRIPTION, EXAMPLES, INTERRUPTED
(what Ctrl-C leaves behind), `arguments(parser)` and `run(options)`, the exit code.

Loading one needs only the standard library, so that --help and doctor work before anything is installed; `run` loads
what it needs."""

from __future__ import annotations

import argparse
import importlib
from dataclasses import dataclass
from typing import Protocol, cast

COMMANDS = (
    "bench",
    "try",
    "sweep",
    "prove",
    "leak",
    "advise",
    "export",
    "reproduce",
    "boards",
    "worker",
    "scheduler",
    "report",
    "validate",
    "cavp",
    "docs",
    "doctor",
    "test",
    "completion",
    "man",
)
MODULES = {"try": "try_code"}  # a keyword of Python


class Command(Protocol):
    HELP: str
    DESCRIPTION: str
    EXAMPLES: tuple[str, ...]
    INTERRUPTED: str

    def arguments(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, options: argparse.Namespace) -> int: ...


def load(name: str) -> Command:
    return cast(Command, importlib.import_module(f"{__name__}.{MODULES.get(name, name)}"))


class HelpFormatter(argparse.HelpFormatter):
    """Wraps descriptions and keeps examples as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if text.startswith("examples:") else super()._fill_text(text, width, indent)


class Parser(argparse.ArgumentParser):
    """Fails if the help text cannot be printed, which argparse ignores."""

    def print_help(self, file: object = None) -> None:
        print(self.format_help(), end="", file=file, flush=True)  # type: ignore[call-overload]


def parser(name: str) -> Parser:
    """The parser of one command."""
    command = load(name)
    result = Parser(
        prog=f"./narae {name}",
        description=command.DESCRIPTION,
        epilog="examples:\n" + "\n".join(f"  {line}" for line in command.EXAMPLES),
        formatter_class=HelpFormatter,
    )
    command.arguments(result)
    return result


@dataclass(frozen=True)
class Argument:
    """An option, or a positional argument if it has no flags."""

    flags: tuple[str, ...]
    name: str  # what --help calls the value; empty: the option takes none
    help: str
    choices: tuple[str, ...]
    group: str


@dataclass(frozen=True)
class Description:
    """A command as data, for man pages, shell completion and the documentation."""

    name: str
    help: str
    description: str
    usage: str
    arguments: tuple[Argument, ...]
    examples: tuple[str, ...]


def describe() -> tuple[Description, ...]:
    return tuple(description(name) for name in COMMANDS)


def description(name: str) -> Description:
    command, of_command = load(name), parser(name)
    arguments = tuple(
        Argument(
            flags=tuple(action.option_strings),
            name=value_name(action),
            help=(action.help or "") % {"default": action.default},
            choices=tuple(map(str, action.choices or ())),
            group=group.title or "",
        )
        for group in of_command._action_groups
        for action in group._group_actions
    )
    usage = " ".join(of_command.format_usage().removeprefix("usage: ").split())
    return Description(name, command.HELP, command.DESCRIPTION, usage, arguments, command.EXAMPLES)


def value_name(action: argparse.Action) -> str:
    if action.nargs == 0:
        return ""
    return str(action.metavar or action.dest.upper())
