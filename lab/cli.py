# SPDX-License-Identifier: MIT
"""The command line.  Parsing needs only the standard library, so that --help and doctor work
before anything is installed; each command imports what it needs."""

from __future__ import annotations

import argparse
import difflib
import io
import os
import signal
import sys
from functools import cache
from typing import Any

from .errors import LabError, sentence

BAD_INPUT, FAILED, INTERRUPTED = 2, 1, 130
NO_RESULTS = "no results were written, but finished simulations are cached: run it again to continue"
INTERRUPTED_COMMANDS = {
    "advise": "no advice was given",
    "boards": "not all boards were looked for",
    "cavp": "the current file has no response",
    "doctor": "not all tools were looked for",
    "export": "the package was not finished; run it again",
    "prove": "nothing was written, but finished proofs are cached: run it again to continue",
    "report": "no report was written",
    "scheduler": "the scheduler has stopped",
    "test": "the remaining tests did not run",
    "try": "nothing was written, but finished simulations are cached: run it again to continue",
    "worker": "its tasks run on other workers",
}


@cache
def parser() -> argparse.ArgumentParser:
    from .commands import advise, export, options

    top = Parser(prog="./narae", description="Ciphers for small chips, and a lab that measures them.")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    bench = add(
        commands,
        "bench",
        "Measures every cipher on every target, shows the fastest of each kind, stores the rows and writes the report.",
        "./narae bench",
        "./narae bench --full",
        "./narae bench --target uno --cipher lea --mode gcm",
        "./narae bench --quick --json rows.json",
        "./narae bench --target host --cipher aria --table",
        "./narae bench --targets-from my-targets --target rv64",
        "./narae bench --quick --target uno --against results/reference.json",
        "./narae bench --target uno --port /dev/ttyACM0",
        "./narae bench --target pi4 --ssh pi@raspberrypi",
    )
    bench.add_argument(
        "--target", action="extend", type=options.names, default=[], metavar="NAME", help="only these targets"
    )
    bench.add_argument(
        "--targets-from",
        action="append",
        default=[],
        type=options.path,
        metavar="FOLDER",
        help="also the targets in FOLDER, see docs/how-to/adding-a-target.md (repeatable)",
    )
    bench.add_argument(
        "--cipher",
        action="append",
        default=[],
        metavar="NAME",
        help="only this cipher: `lea-128`, or `lea` for all of them (repeatable)",
    )
    bench.add_argument("--mode", action="append", default=[], metavar="NAME", help="only this mode (repeatable)")
    bench.add_argument("--json", type=options.path, metavar="FILE", help="also write the rows to FILE; .gz: compressed")
    bench.add_argument(
        "--against",
        type=options.some,
        metavar="WHAT",
        help="a file of earlier rows: exit code 1 if a simulated row is slower, larger or less constant-time; on the "
        "host their git revision, or one that is named, is built and runs in turn with this version: exit code 1 if "
        "it is significantly slower",
    )
    extent = bench.add_mutually_exclusive_group()
    extent.add_argument("--quick", action="store_true", help="fewer sizes, key sizes and rounds, no second simulator")
    extent.add_argument(
        "--full",
        action="store_true",
        help="also modes with 192-bit keys, textbook code with long keys, portable code next to kernels with long "
        "keys and in other modes than CTR and GCM, lower levels and second compiler of the host; implied by --cipher, "
        "--mode, --against and --update-reference",
    )
    bench.add_argument(
        "--prove", action="store_true", help="first prove the kernels as `prove` does; rows quote what is known anyway"
    )
    bench.add_argument("--no-peers", action="store_true", help="leave out other libraries (OpenSSL, Crypto++, ...)")
    bench.add_argument("--fresh", action="store_true", help="ignore the cache: repeat builds, simulations and checks")
    bench.add_argument(
        "--table", action="store_true", help="print every cipher, kernel and operation (on a terminal through a pager)"
    )
    bench.add_argument("--all-sizes", action="store_true", help="like --table, with every size of each operation")
    bench.add_argument(
        "--update-reference",
        action="store_true",
        help="update results/reference.json with the rows of this run (CONTRIBUTING.md); "
        "with --target, rows of other targets stay",
    )

    options.of_board(bench)
    options.of_scheduler(bench)

    reproduce = add(
        commands,
        "reproduce",
        "Reruns published experiments and compares the paper's values, code in its style and the library, with a "
        "verdict "
        "on each claim.",
        "./narae reproduce",
        "./narae reproduce uno-lea-aes --json paper.json",
        "./narae reproduce --list",
        "./narae reproduce --list uno-lea-aes",
        "./narae reproduce my-paper.toml",
        "./narae reproduce server-aes-aria-lea --scheduler tls://lab:8786",
        "./narae reproduce future-work",
    )
    reproduce.add_argument(
        "paper",
        nargs="?",
        type=options.some,
        help="a paper listed by --list, or the TOML file of your own (default: all)",
    )
    reproduce.add_argument(
        "--list", action="store_true", help="list the papers and the verdicts so far; with a paper, its claims"
    )
    reproduce.add_argument(
        "--seed", type=int, default=20180501, help="seed of a sketch's random keys (default %(default)s)"
    )
    reproduce.add_argument(
        "--fresh", action="store_true", help="ignore the cache: repeat builds, simulations and checks"
    )
    reproduce.add_argument("--json", type=options.path, metavar="FILE", help="also write everything to FILE")
    options.of_scheduler(reproduce)

    advise.add_options(
        add(
            commands,
            "advise",
            "Lists the ciphers that fit a device, from measured rows: the fastest first, and what disqualifies "
            "the others. "
            "Exit code 1 if nothing fits, 2 if an option is invalid.",
            "./narae advise",
            "./narae advise --target uno --flash 6K --ram 400 --need aead --message 64",
            "./narae advise --target hifive1 --need mac --require kcmvp --rate 500/s --energy 3V@8mA --json",
        )
    )
    report = add(
        commands,
        "report",
        "Writes the report, one HTML file, from earlier measurements.",
        "./narae report",
        "./narae report --runs",
        "./narae report --run 3 --out report.html",
        "./narae report --rows results/reference.json --ledger ledger.json --out report.html",
        "./narae report --json rows.json.gz",
    )
    report.add_argument(
        "--rows",
        type=options.path,
        metavar="FILE",
        help="rows written by `bench --json` (default: those of all runs of bench, else results/reference.json)",
    )
    pick = report.add_mutually_exclusive_group()
    pick.add_argument("--runs", action="store_true", help="list the runs of bench")
    pick.add_argument("--run", type=options.positive, metavar="N", help="show only this run")
    pick.add_argument("--all", action="store_true", help="include rows that were only measured with older sources")
    report.add_argument(
        "--ledger",
        type=options.path,
        metavar="FILE",
        help="verdicts written by `reproduce --json` (default: the latest of reproduce)",
    )
    report.add_argument("--out", type=options.path, metavar="FILE", help="output file (default: results/report.html)")
    report.add_argument(
        "--json", type=options.path, metavar="FILE", help="also write the rows to FILE; .gz: compressed"
    )

    export.add_options(
        add(
            commands,
            "export",
            "Packages one cipher in one mode: best kernel, self-test from its vectors, measured figures.",
            "./narae export --cipher lea-128 --mode gcm --target uno --as c --out lea-gcm",
            "./narae export --cipher ascon-aead128 --target uno --as arduino --small --out ascon",
            "./narae export --cipher aria-128 --mode ctr --target host --as cmake --out aria-ctr",
        )
    )

    try_options(
        add(
            commands,
            "try",
            "Recognizes the code in your folder, verifies and measures it, and compares it with the library's kernels "
            "and the best public figures. Exit code 1 if the code is wrong, 2 if it is not recognized.",
            "./narae try my-aes/",
            "./narae try ascon-c/crypto_aead/asconaead128/asm_rv32i --target hifive1",
            "./narae try my-aes/ --latex table.tex --csv rows.csv --plot frontier.svg",
            "./narae try my-aes/ --cipher aes-128 --header aes.h --set-key aes_key --encrypt aes_enc",
            "./narae try ASCON/ --cipher ascon-128 --header aead.h --seal aead_encrypt --open aead_decrypt",
            "./narae try my-cipher/ --model my_cipher.py --bundle artifact.tar.zst",
            "./narae try --bundle artifact.tar.zst",
        )
    )

    options.prove(
        add(
            commands,
            "prove",
            "Proves that kernels compute their specification for every key and input, with no branch or address that "
            "depends on a secret, on the programs that bench times. Exit code 1 if one is refuted, 2 if an option is "
            "invalid; what is open is shown with its reason.",
            "./narae prove",
            "./narae prove lea --target hifive1",
            "./narae prove aes-128 pipo --table --json proofs.json",
            "./narae prove my-aes/ --target hifive1",
        )
    )
    options.sweep(
        add(
            commands,
            "sweep",
            "Measures ciphers with several compilers and flags: the Pareto frontier of speed, flash and RAM on "
            "each target, "
            "and which flags win, by how much. Exit code 1 if nothing could be measured.",
            './narae sweep --cipher lea-128 --target uno --flags "-O2" "-O3" "-Os"',
            './narae sweep --compilers gcc-12,clang-14 --flags "-O2" "-O3 -funroll-loops" --cipher lea aria \\\n'
            "      --target hifive1 --csv sweep.csv --plot sweep.svg",
            "./narae sweep --try my-aes/ --target uno --flags -O2 -Os",
        )
    )

    options.boards(
        add(
            commands,
            "boards",
            "Lists what is plugged in or reachable, what it was recognized as, and how it is measured.",
            "./narae boards",
            "./narae boards --ssh pi@raspberrypi --port rfc2217://lab:2217",
            "./narae boards --json",
        )
    )

    options.worker(
        add(
            commands,
            "worker",
            "Connects to a scheduler and offers this machine's cores for simulations, its clock and boards for timing.",
            "./narae worker tls://127.0.0.1:8786",
            "./narae worker tls://127.0.0.1:8786 --cores 4 --no-clock --board uno=/dev/ttyUSB0",
            "./narae worker tls://lab:8786",
        )
    )
    options.scheduler(
        add(
            commands,
            "scheduler",
            "Runs Dask's scheduler, for workers and `--scheduler` to connect to; by default reachable from this "
            "machine only.",
            "./narae scheduler",
            "./narae scheduler --listen tls://0.0.0.0:8786",
        )
    )

    validate = add(
        commands,
        "validate",
        "Validates a simulator: the HiFive1's model against its core's RTL, row by row; with --sources, any simulator "
        "against published cycles of other people's programs; with --port, --ssh or --place, against a board. "
        "Exit code 1 if anything failed or lies outside, 2 if an option is invalid.",
        "./narae validate hifive1",
        "./narae validate uno --port /dev/ttyACM0 --quick",
        "./narae validate hifive1 --cipher lea --mode block --held-out --json rtl.json",
        "./narae validate pi4 --sources ~/others --json silicon.json",
        "./narae validate uno --sources ~/others --published my-figures.toml",
    )
    validate.add_argument(
        "target", type=options.name, help="hifive1; with --sources or a board also uno, m0plus, m3, m4, pi4"
    )
    options.of_board(validate)
    validate.add_argument("--quick", action="store_true", help="with a board: fewer sizes and key sizes")
    validate.add_argument(
        "--sources",
        type=options.path,
        metavar="DIR",
        help="folder of other people's programs, with TOML files that describe them (docs/how-to/validation.md)",
    )
    validate.add_argument(
        "--program", action="append", default=[], metavar="NAME", help="with --sources: only this program (repeatable)"
    )
    validate.add_argument(
        "--published",
        type=options.path,
        metavar="FILE",
        help="with --sources: published figures (default: lab/models/published.toml)",
    )
    validate.add_argument("--cipher", action="append", default=[], metavar="NAME", help="only this cipher (repeatable)")
    validate.add_argument("--mode", action="append", default=[], metavar="NAME", help="only this mode (repeatable)")
    validate.add_argument(
        "--held-out", action="store_true", help="also at optimization levels on which the model was not tuned"
    )
    validate.add_argument("--json", type=options.path, metavar="FILE", help="also write everything to FILE")

    cavp = add(
        commands,
        "cavp",
        "Answers request files of validation laboratories (NIST's CAVP and ACVP, KCMVP) with the library's ciphers and "
        "hashes. Each response is written next to its request; existing files are never overwritten.",
        "./narae cavp 'LEA128(CBC)MMT.req' 'LEA128(CTR)MCT.req'",
        "./narae cavp CBCMCT128.req gcmDecrypt256.req --kernel portable",
        "./narae cavp --target uno --kernel small 'LEA128(ECB)KAT.req'",
        "./narae cavp --cipher aria-192 --mode gcm --direction decrypt request.txt",
        "./narae cavp prompt.json                     # ACVP: writes response.json",
    )
    cavp.add_argument(
        "file",
        nargs="+",
        type=options.path,
        metavar="FILE",
        help="a request file; its name or options give cipher, key size, mode and kind; or a .json of ACVP",
    )
    cavp.add_argument(
        "--cipher",
        type=options.some,
        metavar="NAME",
        help="aes, aria, lea, ..., optionally with a key size: `lea-128`; or a hash",
    )
    cavp.add_argument(
        "--mode", type=options.some, metavar="NAME", help="ecb, cbc, cfb8, ofb, ctr, gcm, ccm, cmac, hash, ..."
    )
    cavp.add_argument("--kind", type=options.some, metavar="NAME", help="kat, mmt or mct (Monte Carlo)")
    cavp.add_argument(
        "--direction",
        type=options.some,
        metavar="NAME",
        help="encrypt or decrypt, generate or verify; a file's sections take precedence",
    )
    cavp.add_argument(
        "--kernel",
        type=options.name,
        metavar="NAME",
        help="kernel, named as in bench; the best one up to it runs (default: the fastest)",
    )
    cavp.add_argument(
        "--target",
        type=options.name,
        default="host",
        metavar="NAME",
        help="machine that computes the responses (default %(default)s)",
    )
    cavp.add_argument("--json", type=options.path, metavar="FILE", help="also write a summary to FILE")

    doctor = add(
        commands,
        "doctor",
        "Lists missing tools, the commands that need them, and how to install them. Exit code 0 if everything that "
        "bench and test need is installed, else 1.",
        "./narae doctor",
        "./narae doctor --all",
        "./narae doctor --json",
    )
    doctor.add_argument("--all", action="store_true", help="also list installed tools, with versions")
    doctor.add_argument("--json", action="store_true", help="print JSON instead of a table")

    test = add(
        commands,
        "test",
        "Runs all tests, or a selection while you work.",
        "./narae test",
        "./narae test --changed",
        "./narae test --deep",
        "./narae test -k store",
    )
    test.add_argument("--deep", action="store_true", help="include the slow tests")
    selection = test.add_mutually_exclusive_group()
    selection.add_argument("--lint", action="store_true", help="only formatters and linters")
    selection.add_argument(
        "--changed",
        nargs="?",
        const="HEAD",
        metavar="REV",
        help="only lint, C tests and Python tests for files that differ from REV (default HEAD)",
    )
    selection.add_argument("-k", metavar="WORD", default="", help="only Python tests whose name contains WORD")
    return top


def try_options(command: argparse.ArgumentParser) -> None:
    from .commands.options import names, path, positive, some

    command.add_argument("folder", type=path, nargs="?", help="folder with the sources")
    command.add_argument("--target", action="extend", type=names, default=[], metavar="NAME", help="only these targets")
    command.add_argument("--cipher", type=some, metavar="NAME", help="the cipher, if the folder's name does not tell")
    command.add_argument("--mode", type=some, metavar="NAME", help="its mode: aead, stream, hash, mac, block, ...")
    command.add_argument(
        "--against",
        type=some,
        default="library,records",
        metavar="WHAT",
        help="what to compare with, comma-separated: library, records (default: both), a file of earlier rows "
        "(exit code 1 if anything got worse), an earlier version (a folder, or a git revision) that runs in turn with "
        "this one on the host (exit code 1 if this one is significantly slower), or none",
    )
    command.add_argument(
        "--cflags", default="", metavar="FLAGS", help='additional compiler flags: --cflags="-O3 -DUNROLL"'
    )
    command.add_argument(
        "--alignment", type=int, choices=(1, 2, 4, 8, 16), metavar="N", help="required alignment of pointers, in bytes"
    )
    truth = command.add_mutually_exclusive_group()
    truth.add_argument(
        "--vectors", type=path, metavar="FILE", help="test vectors, for a cipher that the lab does not know"
    )
    truth.add_argument("--model", type=path, metavar="FILE.py", help="or a Python model of it")
    pair = command.add_argument_group("your own functions, if the folder has no known layout")
    pair.add_argument("--header", type=some, metavar="FILE", help="header that declares them")
    pair.add_argument("--set-key", type=some, metavar="NAME", help='function, or a call: "aes_key(schedule, key)"')
    pair.add_argument("--encrypt", type=some, metavar="NAME", help='function, or a call: "aes_enc(schedule, in, out)"')
    pair.add_argument("--decrypt", type=some, metavar="NAME", help="function, or a call")
    pair.add_argument(
        "--seal", type=some, metavar="NAME", help="instead: encrypts, hashes or authenticates a message (--mode)"
    )
    pair.add_argument("--open", type=some, metavar="NAME", help="and decrypts it")
    pair.add_argument(
        "--source", action="append", type=some, metavar="FILE", help="compile only this file, or pattern (repeatable)"
    )
    pair.add_argument("--schedule", type=positive, metavar="BYTES", help="size of the key schedule")
    pair.add_argument(
        "--key-bytes", type=positive, metavar="N", help="key size, for a cipher that the lab does not know"
    )
    pair.add_argument("--nonce-bytes", type=positive, metavar="N", help="its nonce size")
    pair.add_argument("--tag-bytes", type=positive, metavar="N", help="its tag or digest size")
    pair.add_argument("--block-bytes", type=positive, metavar="N", help="its block size")
    pair.add_argument("--blocks", type=positive, metavar="N", help="blocks that one call takes, if more than one")
    command.add_argument("--init", action="store_true", help="write an implementation.toml of what was recognized")
    command.add_argument("--quick", action="store_true", help="fewer sizes, no second simulator")
    command.add_argument("--watch", action="store_true", help="repeat whenever a file changes, until Ctrl-C")
    command.add_argument(
        "--bundle",
        type=path,
        metavar="FILE.tar.zst",
        help="write rows, sources and programs as an artifact; without a folder: repeat its measurements",
    )
    command.add_argument("--yes", action="store_true", help="run the code in a bundle without asking")
    command.add_argument("--json", type=path, metavar="FILE", help="write all rows to FILE; .gz: compressed")
    command.add_argument("--csv", type=path, metavar="FILE", help="write all rows to FILE as CSV")
    command.add_argument("--latex", type=path, metavar="FILE", help="write a table for a paper (booktabs, siunitx)")
    command.add_argument("--plot", type=path, metavar="FILE", help="draw cycles against flash: .svg or .pdf")


class Help(argparse.HelpFormatter):
    """Wraps descriptions; examples stay as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if text.startswith("examples:") else super()._fill_text(text, width, indent)


def add(commands: Any, name: str, description: str, *examples: str) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=description,
        description=description,
        epilog="examples:\n" + "\n".join(f"  {line}" for line in examples),
        formatter_class=Help,
    )


class Parser(argparse.ArgumentParser):
    """Of argparse, but a help that cannot be printed is a failure."""

    def print_help(self, file: Any = None) -> None:
        print(self.format_help(), end="", file=file, flush=True)


class Terminated(KeyboardInterrupt):
    """By a signal that ends the command as Ctrl-C does, which a shell's `&` has it ignore."""

    def __init__(self, number: int):
        self.exit_code = 128 + number


def terminated(number: int, _: object) -> None:
    raise Terminated(number)


def main(arguments: list[str] | None = None) -> int:
    sys.stdout = sys.stdout or io.StringIO()  # closed, as by `>&-`
    top = parser()
    from .commands.options import with_flags

    command = ""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup has it
            signal.signal(number, terminated)
    try:
        options, unknown = top.parse_known_args(with_flags(sys.argv[1:] if arguments is None else arguments, top))
        command = options.command
        if unknown:
            refuse(top, command, unknown[0])
        status = dispatch(options)
        sys.stdout.flush()
        return status
    except LabError as error:
        print(f"narae: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt as error:
        from . import processes

        processes.stop_all()
        left = getattr(error, "__notes__", [INTERRUPTED_COMMANDS.get(command, NO_RESULTS)])
        print(f"narae: interrupted; {left[0]}", file=sys.stderr)
        return error.exit_code if isinstance(error, Terminated) else INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return FAILED
    except OSError as error:
        from . import processes

        said = sentence(error)
        if not said:
            raise
        processes.stop_all()
        print(f"narae: {said}", file=sys.stderr)
        return BAD_INPUT


def refuse(top: argparse.ArgumentParser, command: str, word: str) -> None:
    """Of an option that the command does not have, names the one that is spelt nearly so."""
    of = next(a for a in top._actions if isinstance(a, argparse._SubParsersAction)).choices[command]
    near = difflib.get_close_matches(word.partition("=")[0], of._option_string_actions, 1, 0.75)
    hint = f"did you mean {near[0]}?" if near else f"{of.prog} --help lists what it takes"
    of.error(f"unknown argument `{word}`; {hint}")


def check_environment() -> None:
    """The library would ignore a misspelt NARAE_CPU, and other kernels than expected would be measured or tested; no
    program is built in a folder whose name has a line end."""
    from .files import check_name
    from .paths import CACHE, RESULTS, ROOT
    from .plan.cpu import cpu_names

    for place in (ROOT, CACHE, RESULTS):
        check_name(place)
    name = os.environ.get("NARAE_CPU", "")
    if name and name not in cpu_names():
        raise LabError(f"NARAE_CPU={name} is unknown; use {', '.join(cpu_names())}, or unset it")


def check_certificates(options: argparse.Namespace) -> None:
    """Without a scheduler they would be ignored, and the run be this machine's."""
    given = [name for name in ("tls_ca_file", "tls_cert", "tls_key", "plain") if getattr(options, name, None)]
    if given and "scheduler" in options and not options.scheduler:
        raise LabError(f"--{given[0].replace('_', '-')} needs --scheduler URL")


def dispatch(options: argparse.Namespace) -> int:
    check_environment()
    check_certificates(options)
    if options.command == "doctor":
        from .commands.doctor import doctor

        return doctor(options.json, options.all)
    if options.command == "advise":
        from .commands.advise import advise

        return advise(options)
    if options.command == "export":
        from .commands.export import export

        return export(options)
    if options.command == "try":
        from .commands.try_ import try_

        return try_(options)
    if options.command == "test":
        from .commands.test import run_tests

        return run_tests(options.deep, options.k, options.lint, options.changed)
    if options.command == "reproduce":
        from .commands.reproduce import reproduce

        return reproduce(options)
    if options.command == "prove":
        from .commands.prove import prove

        return prove(options)
    if options.command == "report":
        from .commands.report import report

        return report(options)
    if options.command == "validate":
        from .commands.validate import validate

        return validate(options)
    if options.command == "boards":
        from .commands.boards import boards

        return boards(options)
    if options.command == "sweep":
        from .commands.sweep import sweep

        return sweep(options)
    if options.command in ("worker", "scheduler"):
        from .commands import worker

        return getattr(worker, options.command)(options)
    if options.command == "cavp":
        from .commands.cavp import cavp

        return cavp(options)
    from .commands.bench import bench

    return bench(options)
