# SPDX-License-Identifier: MIT
"""./narae advise: options, questions and terminal output; lab/views/advice.py computes the advice."""

from __future__ import annotations

import argparse
import re
import sys
from argparse import Namespace
from collections.abc import Callable
from typing import Any, TypeVar

from .. import store
from ..errors import LabError
from ..files import write_json
from ..paths import BOARDS, REFERENCE, shown
from ..rows import MARKED
from ..text import duration, kept_columns, left_out, print_wrapped, terminal_width
from ..views import advice
from ..views.advice import ABOUT_NEEDS, MAX_KEY_BITS, NEEDS, Candidate, Question
from . import options as of

HELP = "list the ciphers that fit a device, from measured figures"
DESCRIPTION = (
    "Lists the ciphers that fit a device, from measured rows: the fastest first, and what disqualifies the others. "
    "Exit code 1 if nothing fits, 2 if an option is invalid."
)
EXAMPLES = (
    "./narae advise",
    "./narae advise --target uno --flash 6K --ram 400 --need aead --message 64",
    "./narae advise --target hifive1 --need mac --require kcmvp --rate 500/s --energy 3V@8mA",
    "./narae advise --target m4 --need hash --json -",
)
INTERRUPTED = "no advice was given"

T = TypeVar("T")

REQUIRE = ("kcmvp", "nist", "any")
OPTIONS = ("target", "flash", "ram", "need", "message", "rate", "require", "key", "energy", "no_tables", "rows")
UNITS = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3}
SECONDS = {"": 1, "s": 1, "min": 60, "h": 3600, "d": 86400}
MAX_OUT = 30
REDUCED = "†"  # behind a cipher's name, as in the report
NOTHING_FITS = 1  # the exit code
NUMBER = r"(\d{1,15}(?:\.\d{1,15})?)"  # no device has more


def size(text: str) -> int:
    """ "6K", "6 KiB", "200"."""
    match = re.fullmatch(rf"{NUMBER}\s*([kmg]?)(?:i?b)?", text.strip(), re.IGNORECASE)
    if not match or ("." in match[1] and not match[2]):
        raise argparse.ArgumentTypeError(f"`{text}` is not a size; use 200, 6K or 1.5M (K is 1024 bytes)")
    return round(float(match[1]) * UNITS[match[2].lower()])


def rate(text: str) -> float:
    """ "20/s", "5/min": messages per second."""
    match = re.fullmatch(rf"{NUMBER}\s*(?:/\s*(s|min|h|d))?", text.strip())
    if not match or float(match[1]) <= 0:
        raise argparse.ArgumentTypeError(f"`{text}` is not a rate; use 20/s, 5/min or 100/h")
    return float(match[1]) / SECONDS[match[2] or ""]


def key_range(text: str) -> tuple[int, int]:
    """ "128", "128..256", "192..", "..128"."""
    match = re.fullmatch(r"(\d{0,15})(\.\.)?(\d{0,15})", text.strip())
    if not match or not (match[1] or match[3]):
        raise argparse.ArgumentTypeError(f"`{text}` is not a range of key bits; use 128, 128..256 or 192..")
    low = int(match[1] or 0)
    high = int(match[3]) if match[3] else MAX_KEY_BITS if match[2] else low
    if low > high:
        raise argparse.ArgumentTypeError(f"`{text}` is not a range of key bits: {low} is greater than {high}")
    return low, high


def power(text: str) -> float:
    """ "3V@8mA", "24mW": milliwatts."""
    product = re.fullmatch(rf"{NUMBER}\s*V\s*[@x*]\s*{NUMBER}\s*(mA|A|uA|µA)", text.strip())
    plain = re.fullmatch(rf"{NUMBER}\s*(mW|W)", text.strip())
    if product:
        milliwatts = float(product[1]) * float(product[2]) * {"mA": 1, "A": 1000, "uA": 0.001, "µA": 0.001}[product[3]]
    elif plain:
        milliwatts = float(plain[1]) * {"mW": 1, "W": 1000}[plain[2]]
    else:
        milliwatts = 0.0
    if not milliwatts:
        raise argparse.ArgumentTypeError(f"`{text}` is not a power; use 3V@8mA or 24mW, the supply while computing")
    return milliwatts


def arguments(parser: argparse.ArgumentParser) -> None:
    of.one(parser, "--target", of.TARGET)
    help = f"purpose: {', '.join(NEEDS)} (default: aead)"
    parser.add_argument("--need", choices=NEEDS, type=str.lower, metavar="PURPOSE", help=help)
    parser.add_argument("--message", type=size, metavar="BYTES", help="message size (default: 64)")
    parser.add_argument("--flash", type=size, metavar="SIZE", help="flash limit (default: the board's)")
    help = "RAM limit for variables, context and stack (default: the board's)"
    parser.add_argument("--ram", type=size, metavar="SIZE", help=help)
    parser.add_argument("--rate", type=rate, metavar="N/s", help="required message rate: 20/s, 5/min")
    help = f"only ciphers approved by this authority: {', '.join(REQUIRE)} (default: any)"
    parser.add_argument("--require", choices=REQUIRE, type=str.lower, metavar="AUTHORITY", help=help)
    parser.add_argument("--key", type=key_range, metavar="BITS", help="key sizes: 128, 128..256")
    parser.add_argument("--energy", type=power, metavar="V@A", help="supply while computing: 3V@8mA, 24mW")
    help = "no secret-dependent addresses, even where they do not affect time"
    parser.add_argument("--no-tables", action="store_true", help=help)
    of.rows(parser, str(shown(REFERENCE)))
    of.json(parser)


def targets() -> list[str]:
    return sorted(f.parent.name for f in BOARDS.glob("*/board.toml"))


def run(options: Namespace) -> int:
    answered = any(getattr(options, name) not in (None, False) for name in OPTIONS)
    if not answered and not options.json and sys.stdin.isatty():
        options = interview(options)
    if not options.target:
        raise LabError(
            f"name the device: --target {'|'.join(targets())}, for example "
            "`./narae advise --target uno --flash 6K --ram 400 --need aead --message 64`; "
            "without options on a terminal, advise asks"
        )
    file = options.rows or REFERENCE
    _, rows = store.read_json(file)
    measured_targets = sorted({r.target for r in rows})
    if options.target not in measured_targets:
        raise LabError(
            f"{shown(file)} has no rows of target `{options.target}`; its targets are {', '.join(measured_targets)}"
        )
    question = Question(
        target=options.target,
        need=options.need or "aead",
        message=64 if options.message is None else options.message,
        flash=options.flash,
        ram=options.ram,
        rate=options.rate,
        require=options.require or "any",
        key_bits=options.key,
        milliwatts=options.energy,
        tables=not options.no_tables,
    )
    candidates = advice.candidates(rows, question)
    if not candidates:
        raise LabError(f"{shown(file)} has no rows of {question.need} on {question.target}")
    fitting, out = advice.ranked(candidates)
    for c in fitting:
        c.rows_file = str(options.rows or "")
    show(question, str(shown(file)), fitting, out)
    if options.json:
        write_json(options.json, document(question, str(shown(file)), fitting, out))
    return 0 if fitting else NOTHING_FITS


def interview(options: Namespace) -> Namespace:
    """Asks the main questions; an empty answer is the default."""
    print("Which cipher for this device?  Enter accepts the default in brackets.\n")
    needs = "; ".join(f"{n}: {about}" for n, about in ABOUT_NEEDS.items())
    options.target = ask(f"device ({', '.join(targets())})", "uno", one_of(targets()))
    options.need = ask(f"purpose ({needs})", "aead", one_of(list(NEEDS)))
    options.message = ask("message size in bytes", "64", size)
    options.flash = ask("flash limit (6K)", "all", or_none(size, "all"))
    options.ram = ask("RAM limit, including context and stack (400)", "all", or_none(size, "all"))
    options.rate = ask("message rate (20/s)", "any", or_none(rate, "any"))
    options.require = ask(f"approved by ({', '.join(REQUIRE)})", "any", one_of(list(REQUIRE)))
    options.key = ask("key bits (128, 192..256)", "any", or_none(key_range, "any"))
    options.energy = ask("supply while computing (3V@8mA)", "unknown", or_none(power, "unknown"))
    print()
    return options


def ask(question: str, default: str, read: Callable[[str], T]) -> T:
    while True:
        try:
            return read(input(f"{question} [{default}]: ").strip() or default)
        except argparse.ArgumentTypeError as error:
            print(f"  {error}")
        except EOFError as error:
            raise LabError("no answer; use options instead, see `./narae advise --help`") from error


def one_of(names: list[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.lower() not in names:
            raise argparse.ArgumentTypeError(f"`{text}` is not one of {', '.join(names)}")
        return text.lower()

    return read


def or_none(read: Callable[[str], T], nothing: str) -> Callable[[str], T | None]:
    return lambda text: None if text.lower() == nothing else read(text)


def as_dict(c: Candidate) -> dict[str, Any]:
    security = c.security
    fields = {
        "cipher": c.cipher,
        "mode": c.mode,
        "kernel": c.kernel,
        "target": c.target,
        "operation": c.operation,
        "reduced_rounds": c.reduced_rounds,
        "fits": not c.disqualified,
        "cycles": c.cycles,
        "cycles_from": c.cycles_from,
        "cycles_back": c.cycles_back,
        "key_setup_cycles": c.key_setup_cycles,
        "time_us": c.time_us,
        "load": c.load,
        "energy_uj": c.energy_uj,
        "flash_bytes": c.flash_bytes,
        "ram_bytes": c.ram_bytes,
        "static_bytes": c.static_bytes,
        "context_bytes": c.context_bytes,
        "stack_bytes": c.stack_bytes,
        "fidelity": c.fidelity,
        "unsteady": c.unsteady,
        "constant_time": c.constant_time,
        "leakage": c.leakage or None,
        "secret_dependent_addresses": c.tables,
        "vectors": c.vectors,
        "security": security,
    }
    return fields | ({"disqualified": c.disqualified} if c.disqualified else {"export": c.export or None})


def document(question: Question, file: str, fitting: list[Candidate], out: list[Candidate]) -> dict[str, Any]:
    milliwatts, assumption = advice.supply(question)
    return {
        "context": {"command": "advise"},
        "question": {
            "target": question.target,
            "need": question.need,
            "message_bytes": question.message,
            "flash_bytes": question.flash,
            "ram_bytes": question.ram,
            "rate_per_second": question.rate,
            "require": question.require,
            "key_bits": list(question.key_bits) if question.key_bits else None,
            "milliwatts": milliwatts,
            "tables": question.tables,
        },
        "rows": file,
        "assumptions": assumptions(question, assumption, [*fitting, *out]),
        "candidates": [{"rank": rank} | as_dict(c) for rank, c in enumerate(fitting, 1)],
        "disqualified": [as_dict(c) for c in out],
    }


def assumptions(question: Question, supply: str, candidates: list[Candidate]) -> list[str]:
    clock = "time is at the board's clock"
    energy = f"energy is an estimate: time x {supply}" if supply else "energy needs --energy, as in --energy 3V@8mA"
    energy += "; consumption between messages is not included" if supply else ""
    if all(c.time_us is None for c in candidates):
        clock = f"the rows of {question.target} have no time"
        of_time = {"--rate": question.rate, "--energy": question.milliwatts}
        ignored = " and ".join(name for name, value in of_time.items() if value)
        energy = f"{ignored} could not be considered without one" if ignored else ""
    return [
        f"a message is one call with no associated data, its key already set; {clock}",
        "RAM is variables, one context and the maximum stack of key setup and both directions; "
        "the message itself and the rest of the program are not included",
        *([energy] if energy else []),
    ]


def size_mark(c: Candidate) -> str:
    """`*`: an estimate; `+`: without the mode itself."""
    return " *" if c.like else "+" if c.on else ""


COLUMNS: list[tuple[str, Callable[[Candidate, int], str]]] = [
    ("", lambda c, n: f"{n}."),
    ("cipher", lambda c, n: f"{c.cipher}{REDUCED}" if c.reduced_rounds else c.cipher),
    ("mode", lambda c, n: c.mode),
    ("kernel", lambda c, n: c.kernel),
    (">cycles", lambda c, n: f"{c.cycles:,.0f}" + "?" * c.unsteady + ("" if c.cycles_from == "measured" else " *")),
    (">time", lambda c, n: duration(c.time_us)),
    (">energy", lambda c, n: energy(c.energy_uj)),
    (">load", lambda c, n: load(c.load)),
    (">flash", lambda c, n: f"{c.flash_bytes:,}" + size_mark(c)),
    (">RAM", lambda c, n: f"{c.ram_bytes:,}" + size_mark(c)),
    (">stack", lambda c, n: f"{c.stack_bytes:,}"),
    ("approved by", lambda c, n: ", ".join(e["by"].upper() for e in c.security["certified"]) or "-"),
    ("constant time", lambda c, n: c.constant_time),
    ("leakage", lambda c, n: c.leakage),
    ("fidelity", lambda c, n: c.fidelity),
]


# Columns that a narrow terminal omits, the first one first.
DROPPED_FIRST = ("load", "energy", "stack", "approved by", "constant time", "RAM", "time")


def load(part: float | None) -> str:
    if part is None:
        return "-"
    return f"{100 * part:.3g} %" if part >= 1e-5 else "< 0.001 %"


def energy(uj: float | None) -> str:
    if uj is None:
        return "-"
    for factor, unit in ((1000, "nJ"), (1, "µJ")):
        if uj * factor < 999.5:
            return f"{uj * factor:.3g} {unit}"
    return f"{uj / 1000:.4g} mJ" if uj < 1e6 else f"{uj / 1e6:,.4g} J" if uj < 1e10 else f"{uj / 1e6:,.0f} J"


def show(question: Question, file: str, fitting: list[Candidate], out: list[Candidate]) -> None:
    about = advice.board(question.target).get("about", question.target)
    print_wrapped(f"{question.need} of {question.message:,} bytes on {question.target}: {about}")
    print()
    if fitting:
        cells = {heading: [text(c, n) for n, c in enumerate(fitting, 1)] for heading, text in COLUMNS}
        cells = {heading: column for heading, column in cells.items() if any(column)}
        widths = {h.lstrip(">"): max(len(h.lstrip(">")), *map(len, column)) for h, column in cells.items()}
        kept = kept_columns(widths, DROPPED_FIRST, terminal_width())
        headings = [h for h in cells if h.lstrip(">") in kept]
        table([[cells[h][n] for h in headings] for n in range(len(fitting))], headings)
        if omitted := left_out([name for name in widths if name not in kept]):
            print_wrapped(f"({omitted})")
        estimates = {c.cycles_from for c in fitting} - {"measured"}
        for how in sorted(estimates):
            print_wrapped(f"* {how}")
        if any(c.unsteady for c in fitting):
            print_wrapped(f"{MARKED}: another run may give another rank")
        if any(c.reduced_rounds for c in fitting):
            print_wrapped(f"{REDUCED} has fewer rounds than its standard: a smaller security margin")
    else:
        print("Nothing fits.")
    print()
    show_notes(fitting)
    rest = advice.nearest_of_each(out, fitting)
    if rest:
        print("Does not fit, closest first, each with its closest kernel:" if fitting else "Closest first:")
        table([["  ", c.cipher, c.mode, c.kernel, c.disqualified["text"]] for c in rest[:MAX_OUT]])
        if len(rest) > MAX_OUT:
            print(f"   and {len(rest) - MAX_OUT} more; --json has all")
        print()
    for line in assumptions(question, advice.supply(question)[1], [*fitting, *out]):
        print_wrapped(f"- {line}")
    print_wrapped(f"- measured rows: {file}; docs/explanation/measurement/README.md explains the figures")
    if fitting and fitting[0].export:
        print(f"\nTo export the first:\n  {fitting[0].export}")


def show_notes(fitting: list[Candidate]) -> None:
    """Each fact once, with the ciphers that it applies to."""
    facts: dict[str, dict[str, None]] = {}

    def add(text: str, name: str) -> None:
        facts.setdefault(text, {})[name] = None

    for c in fitting:
        s = c.security
        for entry in s["certified"]:
            add(f"approved by {entry['by'].upper()} ({entry['standard']}) [{entry['source']}]", c.cipher)
        for entry in s["notes"]:
            is_mode = entry["note"] in str(advice.security()["mode"].get(c.mode, ""))
            add(f"{entry['note']} [{entry['source']}]", c.mode if is_mode else c.cipher)
        if "data_limit" in s:
            limit = s["data_limit"]
            add(
                f"{s['block_bits']}-bit block: at most {amount(limit['bytes_per_key'])} per key, "
                f"{limit['messages_per_key']:,} such messages",
                c.cipher,
            )
    if not facts:
        return
    print("What to know:")
    for text, names in facts.items():
        print_wrapped(f"- {', '.join(names)}: {text}")
    limits = [c.security["data_limit"] for c in fitting if "data_limit" in c.security]
    if limits:
        print_wrapped(f"- data limit: {limits[0]['reason']} [{limits[0]['source']}]")
    print()


def amount(count: int) -> str:
    """Bytes; large numbers as powers of two."""
    return f"{count:,} bytes" if count < 2**40 else f"2^{count.bit_length() - 1} bytes"


def table(rows: list[list[str]], headings: list[str] | None = None) -> None:
    """Columns of minimum width; a heading that begins with > is right-aligned."""
    headings = headings or [""] * len(rows[0])
    right = [h.startswith(">") for h in headings]
    everything = [[h.lstrip(">") for h in headings], *rows] if any(headings) else rows
    widths = [max(len(row[i]) for row in everything) for i in range(len(headings))]
    width = terminal_width()
    for row in everything:
        cells = (t.rjust(w) if r else t.ljust(w) for t, w, r in zip(row, widths, right, strict=True))
        line = "  ".join(cells).rstrip()
        print(line if width is None or len(line) <= width else f"{line[: width - 1]}…")
