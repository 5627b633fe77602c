# SPDX-License-Identifier: MIT
"""The command line: parses it, runs the command, and turns errors and signals into messages and exit codes."""

from __future__ import annotations

import argparse
import contextlib
import difflib
import io
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from . import commands
from .commands.options import flags_as_values
from .errors import LabError, file_error_text

BAD_INPUT, FAILED, INTERRUPTED = 2, 1, 130
STANDARD_OUTPUT = Path("-")


class Terminated(KeyboardInterrupt):
    """SIGTERM or SIGHUP, handled like Ctrl-C, which background jobs ignore."""

    def __init__(self, number: int):
        self.exit_code = 128 + number


def terminated(number: int, _: object) -> None:
    raise Terminated(number)


def main(arguments: list[str] | None = None) -> int:
    sys.stdout = sys.stdout or io.StringIO()  # closed, as by `>&-`
    name, *words = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup ignores SIGHUP
            signal.signal(number, terminated)
    try:
        if name in ("-h", "--help", "help"):
            print(overview(), flush=True)
            return 0
        if name not in commands.COMMANDS:
            raise LabError(f"unknown command `{name}`; ./narae --help lists them")
        status = run(name, parsed(name, words))
        sys.stdout.flush()
        return status
    except LabError as error:
        print(f"narae: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt as error:
        from . import processes

        processes.stop_all()
        (consequence, *_) = getattr(error, "__notes__", [commands.load(name).INTERRUPTED])
        print(f"narae: interrupted; {consequence}", file=sys.stderr)
        return error.exit_code if isinstance(error, Terminated) else INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return FAILED
    except OSError as error:
        from . import processes

        message = file_error_text(error)
        if not message:
            raise
        processes.stop_all()
        print(f"narae: {message}", file=sys.stderr)
        return BAD_INPUT


def overview() -> str:
    lines = [f"  {name:<11} {commands.load(name).HELP}" for name in commands.COMMANDS]
    return "\n".join(["usage: ./narae COMMAND [options]", "", *lines, "", "details: ./narae COMMAND --help"])


def parsed(name: str, words: list[str]) -> argparse.Namespace:
    parser = commands.parser(name)
    options, unknown = parser.parse_known_args(flags_as_values(words, parser))
    if unknown:
        similar = difflib.get_close_matches(unknown[0].partition("=")[0], parser._option_string_actions, 1, 0.75)
        hint = f"did you mean {similar[0]}?" if similar else f"{parser.prog} --help lists what it takes"
        parser.error(f"unknown argument `{unknown[0]}`; {hint}")
    return options


def run(name: str, options: argparse.Namespace) -> int:
    check_environment()
    check_certificates(options)
    with json_file(options):
        return commands.load(name).run(options)


@contextlib.contextmanager
def json_file(options: argparse.Namespace) -> Iterator[None]:
    """Checks, before any work is done, that the file of --json can be written.  `-` is standard output, where only the
    JSON goes then."""
    if getattr(options, "json", None) is None:
        yield
        return
    from . import store

    if options.json != STANDARD_OUTPUT:
        store.check_writable(options.json)
        yield
        return
    output = sys.stdout
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(sys.stderr):
        options.json = Path(folder, "standard-output.json")
        try:
            yield
        finally:
            if options.json.exists():
                print(options.json.read_text(), end="", file=output, flush=True)


def check_environment() -> None:
    """The library would ignore a misspelt NARAE_CPU and run other kernels.  No program is built in a folder whose name
    has a line end."""
    from .files import check_name
    from .paths import CACHE, RESULTS, ROOT
    from .plan.cpu import cpu_names

    for folder in (ROOT, CACHE, RESULTS):
        check_name(folder)
    name = os.environ.get("NARAE_CPU", "")
    if name and name not in cpu_names():
        raise LabError(f"NARAE_CPU={name} is unknown; use {', '.join(cpu_names())}, or unset it")


def check_certificates(options: argparse.Namespace) -> None:
    """Without a scheduler they would be ignored, and everything run on this machine."""
    given = [name for name in ("tls_ca_file", "tls_cert", "tls_key", "plain") if getattr(options, name, None)]
    if given and "scheduler" in options and not options.scheduler:
        raise LabError(f"--{given[0].replace('_', '-')} needs --scheduler URL")
