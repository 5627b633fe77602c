"""./narae reproduce"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from .. import measure, report, store
from ..errors import LabError
from ..papers import papers
from ..paths import RESULTS, shown
from ..progress import Progress
from ..recipes import sketch
from ..recipes.sketch import OPERATIONS, Sketch

Sketches = dict[tuple[str, str], Sketch]
COLUMNS = ("baseline", "library")


def reproduce(name: str | None, list_only: bool, seed: int, json_file: Path | None) -> int:
    known = papers()
    console = Console()
    console = Console(width=max(console.width, 120))
    if list_only:
        list_papers(console, known)
        return 0
    if name is not None and name not in known:
        raise LabError(f"there is no paper `{name}`; the papers are: {', '.join(known)}")
    if not 0 < seed < 2**32:
        raise LabError(f"--seed {seed} is out of range: it must be from 1 to {2**32 - 1}")
    if json_file:
        store.check_writable(json_file)
    results = []
    for paper in [known[name]] if name else known.values():
        with Progress(sketch.steps(paper)) as progress:
            sketches = sketch.run(paper, seed, progress.step)
        results.append(document(paper, seed, sketches))
        path = RESULTS / f"{paper['name']}.html"
        RESULTS.mkdir(exist_ok=True)
        store.write_text(
            path, report.render("paper.html.j2", paper=paper, result=results[-1], context=measure.context())
        )
        show(console, paper, results[-1])
        console.print(f"report: {shown(path)}", highlight=False, soft_wrap=True)
    if json_file:
        store.write_text(json_file, json.dumps({"context": measure.context(), "papers": results}, indent=1) + "\n")
        console.print(f"JSON: {shown(json_file)}", highlight=False, soft_wrap=True)
    return 0


def list_papers(console: Console, known: dict[str, dict]) -> None:
    for paper in known.values():
        console.print(f"[bold]{paper['name']}[/]: {paper['title']}", highlight=False, soft_wrap=True)
        for claim in paper["claims"]:
            console.print(f"  {claim['id']:12} {claim['says']} ({claim['where']})", highlight=False, soft_wrap=True)


def measured(claim: dict, sketches: Sketches, column: str) -> float:
    """A claim's quantity: a sum of mean times in ms, or the ratio of two such sums."""
    measure_ = claim["measure"]

    def total(cipher: str) -> float:
        return sum(sketches[cipher, column].mean_us(o) for o in measure_["operations"])

    if "ratio" in measure_:
        above, below = measure_["ratio"]
        return total(above) / total(below)
    return total(measure_["cipher"]) / 1000


def document(paper: dict, seed: int, sketches: Sketches) -> dict:
    """Everything that was found, as data."""
    return {
        "name": paper["name"],
        "seed": seed,
        "times": [
            {
                "cipher": cipher,
                "column": column,
                "kernel": s.kernel,
                "operation": operation,
                "mean_us": s.mean_us(operation),
                "mode_us": s.mode_us(operation),
                "exact_us": s.exact_us(operation),
                "cycles_min": min(s.cycles[operation]),
                "cycles_max": max(s.cycles[operation]),
            }
            for (cipher, column), s in sketches.items()
            for operation in OPERATIONS
        ],
        "claims": [
            {**claim, **{column: measured(claim, sketches, column) for column in COLUMNS}} for claim in paper["claims"]
        ],
        "finding": finding(sketches),
        "sketches": [asdict(s) for s in sketches.values()],
    }


def finding(sketches: Sketches) -> list[str]:
    """What the comparison shows, in sentences made of the measured figures."""

    def cycles(cipher: str, column: str) -> float:
        s = sketches[cipher, column]
        return sum(max(s.cycles[o]) for o in ("encrypt", "decrypt"))

    style = cycles("aes-256", "baseline") / cycles("lea-128", "baseline")
    library = cycles("aes-256", "library") / cycles("lea-128", "library")
    aes = cycles("aes-256", "baseline") / cycles("aes-256", "library")
    lea = cycles("lea-128", "baseline") / cycles("lea-128", "library")
    mixed = cycles("aes-256", "baseline") / cycles("lea-128", "library")
    ciphers = library >= 30
    return [
        f"In textbook code, AES-256 takes {style:.1f} times as long as LEA-128 to encrypt and decrypt a block.",
        f"In the library, on the same chip and compiler, it takes {library:.2f} times as long.",
        f"The code alone changes AES-256 by a factor of {aes:.1f} and LEA-128 by {lea:.2f}; "
        f"textbook AES-256 against the library's LEA-128 would read {mixed:.1f}.",
        f'"AES is 30 times slower than LEA on an Uno" is therefore a property of '
        f"{'the ciphers' if ciphers else 'the code that was measured, not of the ciphers'}.",
        "The paper also compares a 256-bit key with a 128-bit key, and its own figures differ: 45 ms against 4 ms is "
        "11 times, not 30 or 35.",
    ]


def show(console: Console, paper: dict, result: dict) -> None:
    console.rule(f"{paper['name']}: {paper['title']}", align="left")
    for s in result["sketches"]:
        subject = next(x for x in paper["subjects"] if x["cipher"] == s["cipher"])
        console.print(f"\n[bold]{s['cipher']}, {s['kernel']}[/] (as {subject['figure']})", highlight=False)
        console.print(s["transcript"].rstrip(), highlight=False, markup=False)

    table = Table(
        title=f"\n{paper['repetitions']} repetitions (as figures 10 and 11)", box=box.SIMPLE_HEAD, title_justify="left"
    )
    table.add_column("")
    table.add_column("paper")
    for column in COLUMNS:
        for what in ("mean µs", "mode µs", "exact cycles"):
            table.add_column(f"{column}\n{what}", justify="right")
    for cipher in dict.fromkeys(t["cipher"] for t in result["times"]):
        for operation in OPERATIONS:
            cells = []
            for column in COLUMNS:
                t = next(
                    t
                    for t in result["times"]
                    if (t["cipher"], t["column"], t["operation"]) == (cipher, column, operation)
                )
                cycles = f"{t['cycles_min']:,}" + (
                    "" if t["cycles_min"] == t["cycles_max"] else f"–{t['cycles_max']:,}"
                )
                cells += [f"{t['mean_us']:,.1f}", f"{t['mode_us']:,}", cycles]
            table.add_row(f"{cipher} {operation}", "bar, no number", *cells)
        table.add_section()
    console.print(table)

    claims = Table(title="What the paper says", box=box.SIMPLE_HEAD, title_justify="left")
    claims.add_column("claim")
    for heading in ("paper", "baseline", "library"):
        claims.add_column(heading, justify="right")
    for claim in result["claims"]:
        cells = [f"{claim[k]:.3g} {claim['unit']}" for k in ("value", *COLUMNS)]
        claims.add_row(f"{claim['says']} ({claim['where']})", *cells)
    console.print(claims)
    for sentence in result["finding"]:
        console.print(sentence, highlight=False)
    console.print()
