# SPDX-License-Identifier: MIT
"""./narae completion: a script for a shell, generated from the parsers of all commands."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Sequence

from ..paths import BOARDS, ROOT
from . import Argument, Description, describe

HELP = "print a script that completes ./narae in bash, zsh or fish"
DESCRIPTION = (
    "Prints a script by which the shell completes commands, options and their values, in every checkout of Narae."
)
EXAMPLES = (
    "./narae completion fish >~/.config/fish/completions/narae.fish",
    "source <(./narae completion bash)             # in ~/.bashrc, with the path of your checkout",
    "source <(./narae completion zsh)              # in ~/.zshrc, after compinit",
)
INTERRUPTED = "no script was printed"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"{', '.join(SHELLS)}")


def run(options: argparse.Namespace) -> int:
    print(SHELLS[options.shell](describe()))
    return 0


def values(argument: Argument) -> Sequence[str]:
    """The possible values of an argument, where they are known."""
    if argument.choices:
        return argument.choices
    if "--target" in argument.flags or argument.name == "TARGET":
        return sorted(file.parent.name for file in BOARDS.glob("*/board.toml"))
    if "--cipher" in argument.flags:
        texts = [file.read_text() for file in (ROOT / "lab" / "ciphers").glob("*.toml")]
        return sorted({name for text in texts for name in re.findall(r'^cipher *= *"(.+)"', text, re.M)})
    if argument.name == "PAPER":
        return sorted(file.stem for file in (ROOT / "lab" / "papers").glob("*.toml"))
    return ()


def is_file(argument: Argument) -> bool:
    return any(word in argument.name for word in ("FILE", "FOLDER", "DIR"))


def quoted(words: Iterable[str]) -> str:
    """One shell word."""
    text = " ".join(words).replace("'", "'\\''")
    return f"'{text}'"


BASH = """\
_narae() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} words=
    if [ "$COMP_CWORD" = 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W {commands} -- "$cur")
        return
    fi
    case "${{COMP_WORDS[1]}} $prev" in
{cases}
    esac
    case ${{COMP_WORDS[1]}} in
{options}
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}}
complete -o default -F _narae narae ./narae"""


def bash(commands: Sequence[Description]) -> str:
    cases, options = [], []
    for command in commands:
        flags = [flag for a in command.arguments for flag in a.flags]
        words = [value for a in command.arguments if not a.flags for value in values(a)]
        options.append(f"        {command.name}) words={quoted([*flags, *words])} ;;")
        for argument in command.arguments:
            if not (argument.flags and argument.name):
                continue
            patterns = "|".join(f"{quoted([f'{command.name} {flag}'])}" for flag in argument.flags)
            known = values(argument)
            reply = f'mapfile -t COMPREPLY < <(compgen -W {quoted(known)} -- "$cur"); ' if known else ""
            cases.append(f"        {patterns}) {reply}return ;;")
    names = quoted(command.name for command in commands)
    return BASH.format(commands=names, cases="\n".join(cases), options="\n".join(options))


ZSH = """\
#compdef narae ./narae
_narae() {{
    local -a commands=(
{commands}
    )
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    shift words
    (( CURRENT-- ))
    case $words[1] in
{cases}
    esac
}}
compdef _narae narae ./narae"""


def zsh(commands: Sequence[Description]) -> str:
    def escaped(text: str) -> str:
        return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")

    def argument(a: Argument) -> str:
        words = values(a)
        action = f"({' '.join(words)})" if words else "_files" if is_file(a) else ""
        value = f":{a.name.lower()}:{action}" if a.name else ""
        if not a.flags:
            return quoted([f"*:{a.name.lower()}:{action or '_files'}"])
        return " ".join(quoted([f"*{flag}[{escaped(a.help)}]{value}"]) for flag in a.flags)

    names = [f"        {quoted([f'{command.name}:{escaped(command.help)}'])}" for command in commands]
    cases = [
        f"        {command.name}) _arguments {' '.join(map(argument, command.arguments))} ;;" for command in commands
    ]
    return ZSH.format(commands="\n".join(names), cases="\n".join(cases))


def fish(commands: Sequence[Description]) -> str:
    lines = []
    for command in commands:
        lines.append(f"complete -c narae -n __fish_use_subcommand -f -a {command.name} -d {fish_quoted(command.help)}")
        for argument in command.arguments:
            line = f"complete -c narae -n '__fish_seen_subcommand_from {command.name}'"
            for flag in argument.flags:
                line += f" -l {flag[2:]}" if flag.startswith("--") else f" -s {flag[1:]}"
            words = values(argument)
            line += " -r" if argument.flags and argument.name else ""
            line += " -F" if is_file(argument) else " -f"
            line += f" -a {fish_quoted(' '.join(words))}" if words else ""
            lines.append(f"{line} -d {fish_quoted(argument.help)}")
    return "\n".join(lines)


def fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SHELLS: dict[str, Callable[[Sequence[Description]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
