# SPDX-License-Identifier: MIT
"""The commands of ./narae as one grammar, and what is generated from their parsers."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys

import pytest

from lab import cli, commands
from lab.commands import completion, man
from lab.paths import ROOT
from tests.tools import skip_without


def test_a_module_holds_help_examples_arguments_and_run():
    for name in commands.COMMANDS:
        command = commands.load(name)
        assert command.HELP and command.HELP.strip() == command.HELP and command.HELP[-1] != ".", name
        assert command.DESCRIPTION.endswith(".") and command.INTERRUPTED and callable(command.run), name
        for example in command.EXAMPLES:
            assert f"./narae {name}" in example


@pytest.mark.parametrize("name", commands.COMMANDS)
def test_examples_are_accepted(name):
    for example in commands.load(name).EXAMPLES:
        command = re.sub(r" [|>].*|source <\(|\) +#.*", "", example.replace("\\\n", ""))
        _, called, *words = shlex.split(command, comments=True)
        assert called == name and cli.parsed(name, words)


def test_an_option_means_the_same_in_every_command():
    """Help texts are equal but for remarks in brackets at their ends; an option takes a value everywhere or nowhere."""
    meanings: dict[str, set[tuple[str, bool]]] = {}
    for command in commands.describe():
        for argument in command.arguments:
            for flag in argument.flags:
                common = re.sub(r" \([^()]*\)$", "", argument.help)
                meanings.setdefault(flag, set()).add((common, bool(argument.name)))
    assert {flag: texts for flag, texts in meanings.items() if len(texts) > 1} == {}


def test_the_shell_lists_the_same_commands():
    """It prints the list where Python is missing."""
    usage = subprocess.run([ROOT / "narae", "--help"], capture_output=True, text=True).stdout
    listed = re.findall(r"^  (\w+) +(.+)$", usage.partition("examples:")[0], re.M)
    assert listed == [(c.name, c.help) for c in commands.describe()]


def test_parsing_needs_only_the_standard_library():
    script = (
        "import sys; from lab import commands; commands.describe()\n"
        "print({m.partition('.')[0] for m in sys.modules} - {'lab', '__main__'} - set(sys.stdlib_module_names))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "set()\n", done.stderr


def complete(*words: str) -> list[str]:
    """What bash offers for the last word."""
    script = f"""{completion.bash(commands.describe())}
COMP_WORDS=(./narae "$@") COMP_CWORD=$#
_narae
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(["bash", "-c", script, "bash", *words], capture_output=True, text=True)
    assert not done.stderr
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["ex"], ["export"]),
        (["bench", "--target", "m"], ["m0plus", "m3", "m33", "m4", "msp430", "msp430x"]),
        (["advise", "--require", ""], ["kcmvp", "nist", "any"]),
        (["export", "--as", "a"], ["arduino"]),
        (["bench", "--targ"], ["--target", "--targets-from"]),
        (["reproduce", "uno-l"], ["uno-lea-aes"]),
        (["bench", "--cipher", "le"], ["lea"]),
        (["bench", "--json", "x"], []),  # bash's own completion of files follows
    ],
)
def test_bash_completes(words, offered):
    assert complete(*words) == offered


def test_every_shell_has_every_option():
    for name, script in completion.SHELLS.items():
        text = script(commands.describe())
        for command in commands.describe():
            for flag in (flag for argument in command.arguments for flag in argument.flags):
                assert re.search(rf"(?<![\w-]){flag if name != 'fish' else flag.lstrip('-')}\b", text), (name, flag)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_script_has_no_syntax_error(shell, tmp_path):
    skip_without(shell)
    (tmp_path / "script").write_text(completion.SHELLS[shell](commands.describe()))
    assert subprocess.run([shell, "-n", tmp_path / "script"]).returncode == 0


@pytest.mark.parametrize("name", ["", *commands.COMMANDS])
def test_a_manual_page_is_complete_and_valid(name, capsys):
    assert cli.main(["man", *([name] if name else [])]) == 0
    page = capsys.readouterr().out
    assert page.startswith(f".TH NARAE{'-' if name else ''}{name.upper()} 1")
    for command in commands.describe():
        if name == command.name:
            assert man.roff(command.description) in page
            assert all(man.heading(argument) in page for argument in command.arguments)
    if shutil.which("groff"):
        formatter = ["groff", "-man", "-Tascii", "-ww", "-P-cbou"]
        done = subprocess.run(formatter, input=page, capture_output=True, text=True)
        assert not done.stderr and "EXAMPLES" in done.stdout
        assert all(line.split("\n")[0] in done.stdout for line in commands.load(name).EXAMPLES) if name else True


def test_json_goes_to_standard_output_and_the_text_to_standard_error(capsys):
    cli.main(["advise", "--target", "uno", "--json", "-"])
    captured = capsys.readouterr()
    assert captured.out.startswith('{\n "context"') and captured.err.startswith("aead of 64 bytes on uno")
