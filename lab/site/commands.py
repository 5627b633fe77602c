# SPDX-License-Identifier: MIT
"""A page for each command of ./narae, from its parser."""

from __future__ import annotations

from itertools import groupby

from ..commands import Argument, Description, describe
from ..paths import ROOT

FOLDER = ROOT / "lab" / "commands"


def pages() -> dict[str, str]:
    """File name and Markdown of each page; README.md lists the others."""
    commands = describe()
    return {"README.md": index(commands)} | {f"{command.name}.md": page(command) for command in commands}


def index(commands: tuple[Description, ...]) -> str:
    about = "For users of the lab: one page per command, with the text of `./narae COMMAND --help`."
    rows = [f"- [`{command.name}`]({command.name}.md): {command.help}" for command in commands]
    return "\n".join(["# Commands", "", about, "", *rows, ""])


def page(command: Description) -> str:
    lines = [f"# {command.name}", "", command.description, "", "```sh", *command.examples, "```", ""]
    for group, arguments in groupby(command.arguments, lambda argument: argument.group):
        lines += [f"## {group[0].upper()}{group[1:]}", "", "| argument | meaning |", "|---|---|"]
        lines += [f"| `{label(argument)}` | {argument.help} |" for argument in arguments]
        lines += [""]
    return "\n".join(lines)


def label(argument: Argument) -> str:
    return " ".join([", ".join(argument.flags), argument.name]).strip()
