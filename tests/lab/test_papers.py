# SPDX-License-Identifier: MIT
"""The ledger: expressions, verdicts and files, without a machine; then a made-up paper from outside the tree."""

from __future__ import annotations

import json
import math
import re
import subprocess

import pytest
from rich.console import Console

from lab.commands.reproduce import session as reproduce
from lab.commands.reproduce.session import recipe
from lab.errors import LabError
from lab.papers import ledger, load, papers
from lab.papers.expressions import Quantity
from lab.papers.recipes import Measured
from lab.papers.verdicts import EXPLAINED, OPEN, SAME_KIND, VERDICTS
from lab.paths import ROOT
from lab.rows import Row
from tests.tools import narae

GUIDE = (ROOT / "docs/how-to/adding-a-paper.md").read_text()
EXAMPLE = re.search(r"```toml\n(.*?)```", GUIDE, re.DOTALL)[1]


def row(operation="encrypt", kernel="baseline:textbook", cycles=100.0, **more) -> Row:
    size = more.pop("bytes", 16)
    return Row(
        **{"cipher": "lea-128", "mode": "block", "operation": operation, "bytes": size, "ad_bytes": 0}
        | {"kernel": kernel, "target": "uno", "cycles": cycles, "time_us": cycles and cycles / 16, "provenance": {}}
        | more
    )


@pytest.fixture
def paper(tmp_path):
    """Writes the guide's example with some words changed, and reads it."""

    def paper_of(*changes: tuple[str, str]):
        text = EXAMPLE
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        file = tmp_path / "my-paper.toml"
        file.write_text(text)
        return load(file)

    return paper_of


def judged(paper, *rows: Row) -> dict[str, ledger.ClaimResult]:
    return {j.claim.id: j for j in ledger.judge(paper, Measured([("", r) for r in rows]))}


def verdicts(results) -> list[str]:
    return [j.verdict.verdict for j in results.values()]


def both(**cycles: float) -> list[Row]:
    """The rows of both operations: textbook, portable."""
    return [
        row(operation, kernel, cycles[f"{name}_{operation}"])
        for name, kernel in (("textbook", "baseline:textbook"), ("portable", "portable"))
        for operation in ("encrypt", "decrypt")
    ]


FITTING = {"textbook_encrypt": 24000, "portable_encrypt": 3900, "textbook_decrypt": 24000, "portable_decrypt": 3900}


def test_the_three_verdicts(paper):
    results = judged(paper(), *both(**FITTING))
    assert verdicts(results) == [SAME_KIND, EXPLAINED]
    assert results["table-1/lea-128/decrypt"].verdict.reason.endswith("[so it is 3,900 cycles]")
    assert verdicts(judged(paper(), *both(**FITTING | {"portable_decrypt": 6000}))) == [SAME_KIND, OPEN]


@pytest.mark.parametrize(("cycles", "expected"), [(30000, SAME_KIND), (30001, OPEN)])
def test_the_tolerance_is_a_share_of_the_papers_value(paper, cycles, expected):
    assert verdicts(judged(paper(), *both(**FITTING | {"textbook_encrypt": cycles})))[0] == expected


def test_a_model_reproduces_with_its_interval(paper):
    rows = both(**FITTING | {"textbook_encrypt": 32000})
    rows[0].error_band = "±10 %: 1800-2200 cpb"
    results = judged(paper(), *rows)["table-1/lea-128/encrypt"]
    assert results.values["baseline"] == Quantity(28800, 32000, 35200)
    assert results.verdict.verdict == SAME_KIND and results.verdict.deviation == pytest.approx(0.2)


def test_a_verdict_on_a_figure_that_spreads_is_marked(paper, capsys):
    """Be it the claim's own, or one of an explanation."""
    for noisy, marked in (("baseline:textbook", [True, True]), ("portable", [True, True]), ("avr", [False, False])):
        rows = [*both(**FITTING), row("encrypt", "avr", 9000)]
        for r in rows:
            r.spread = 0.79 if r.kernel == noisy else 0.05
        results = judged(paper(), *rows)
        assert [j.unsteady for j in results.values()] == marked, noisy
        assert [j.as_dict()["unsteady"] for j in results.values()] == marked
        lines = [" ".join(reproduce.cells(j)) for j in results.values()]
        assert [("by the same kind?" in t or "explained?" in t) for t in lines] == marked


@pytest.mark.parametrize(("most", "reason"), [(4300, "its decryption works on words [3,900 < "), (4100, "missing: ")])
def test_an_inequality_is_a_lead_that_leaves_the_claim_open(paper, most, reason):
    check = f'{{ holds = [[{{ self = {{ kernel = "portable" }} }}, "<", {{ paper = "this" }}], [4200, "<", {most}]] }}'
    other = paper(('{ instead = { self = { kernel = "portable" } } }', check))
    second = judged(other, *both(**FITTING))["table-1/lea-128/decrypt"].verdict
    assert second.verdict == OPEN and second.reason.startswith(reason)


def test_the_library_is_its_fastest_kernel_and_the_factor_follows(paper):
    results = judged(paper(), *both(**FITTING), row("encrypt", "avr", 2400))["table-1/lea-128/encrypt"]
    assert results.values["library"].middle == 2400 and results.kernels["library"] == "avr" and results.factor == 10
    assert results.values["portable"].middle == 3900
    places = {column: row["rows"] for column, row in results.as_dict().items() if column in ledger.COLUMNS and row}
    assert places == {"baseline": [0], "library": [4], "portable": [2]}


def test_a_rate_is_better_when_it_is_higher(paper):
    rows = [r for r in both(**FITTING)]
    results = judged(paper(('unit    = "cycles"', 'unit    = "KB/s"')), *rows)["table-1/lea-128/encrypt"]
    assert results.values["baseline"].middle == pytest.approx(16 / 1000 / (24000 / 16e6))
    assert results.factor == pytest.approx(24000 / 3900)


def test_sums_ratios_and_bytes(paper):
    half = '{ per = 8, sum = [{ operation = "encrypt" }, { operation = "decrypt", times = 0.5 }] }'
    ratio = '{ ratio = [{ operation = "encrypt", kernel = "baseline:textbook" }, { operation = "decrypt" }] }'
    results = judged(
        paper(
            ('measure = { operation = "encrypt" }', f'unit = "cycles/byte", measure = {half}'),
            ('measure = { operation = "decrypt" }', f'unit = "times", measure = {ratio}'),
        ),
        *both(**FITTING),
    )
    assert results["table-1/lea-128/encrypt"].values["baseline"].middle == (24000 + 12000) / 8
    decrypt = results["table-1/lea-128/decrypt"]
    assert decrypt.values["library"].middle == pytest.approx(24000 / 3900) and decrypt.factor is None


def test_what_was_not_measured_fails_with_its_reason(paper):
    refused = row("encrypt", "baseline:textbook", None, provenance={"failure": "a vector failed"})
    results = judged(paper(), refused, *both(**FITTING)[2:])
    assert "a vector failed" in results["table-1/lea-128/encrypt"].failure
    assert not results["table-1/lea-128/encrypt"].verdict


def test_a_kernel_that_failed_is_not_replaced_by_a_slower_one(paper):
    def with_avr(failure: str):
        failed = row("encrypt", "avr", None, provenance={"failure": failure})
        return judged(paper(), *both(**FITTING), failed)["table-1/lea-128/encrypt"]

    assert "a vector failed" in with_avr("a vector failed").failure
    assert with_avr("does not fit: needs 2049 of 2048 bytes of RAM").kernels["library"] == "portable"


def test_a_claim_that_nothing_measures_says_what_is_missing(paper):
    claim = '[[claims]]\nid = "by-eye"\nwhere = "x"\nsays = "y"\nvalue = 1\nunit = "us"\nmissing = "eyes"\n'
    results = judged(paper(("[[tables]]", claim + "[[tables]]")), *both(**FITTING))["by-eye"]
    assert results.verdict.verdict == OPEN and results.verdict.reason == "missing: eyes"


def test_a_cell_without_a_number_is_measured_and_not_judged(paper):
    results = judged(paper((", values = [24000, 4200]", "")), *both(**FITTING))
    assert all(j.verdict is None and j.values["baseline"].middle == 24000 for j in results.values())


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[24000, 4200]", "[24000]", "1 value in a table of 2 columns"),
        ("[24000, 4200]", "[0, 4200]", "values[0]: expected float > 0.0: 0"),
        ("relative = 0.25", "relative = -1", "tolerance.relative: expected float > 0.0"),
        ("bytes = 16", "bytes = -16", "tables[table-1].measure.bytes: expected int >= 0: -16"),
        ('unit    = "cycles"', 'unit    = "hours"', "tables[table-1].unit: expected one of cycles | cycles/byte |"),
        ('"table-1/lea-128/decrypt"', '"table-2/*"', "which is not a claim"),
        ('operation = "encrypt"', 'speed = "encrypt"', ".measure.speed"),
        ('missing  = "the source', 'lost = "the source', "there is no field lost"),
        ('name     = "my-paper"', "name = ", "not valid TOML"),
        ('where   = "table 1"', "", "tables[table-1].where is missing; docs/how-to/adding-a-paper.md lists the fields"),
        ('recipe   = "rows"', 'recipe   = "rowz"', 'recipe: expected one of rows | sketch, got str: "rowz"'),
        (EXAMPLE[EXAMPLE.index("[[tables]]") :], "", "there are no claims"),
        ("[24000, 4200]", "[24000, -1]", "tables[table-1].rows[LEA-128].values[1]: expected float > 0.0: -1"),
        ("[24000, 4200]", "[nan, 0]", "values[0]: expected float > 0.0: NaN"),
        ("relative = 0.25", "relative = inf", "tolerance.relative: expected float <= 1.0"),
        ("relative = 0.25", "relative = 25", "tolerance.relative: expected float <= 1.0: 25"),  # it is no percentage
        ("bytes = 16", "bytes = -16", "tables[table-1].measure.bytes: expected int >= 0: -16"),
        ("{ instead = { self = ", "{ holds = [], instead = { other = ", "check.instead.other"),
        ('{ instead = { self = { kernel = "portable" } } }', "{}", "has a check without `instead` and `holds`"),
        ('table = "table-1"', 'table = "table-7"', "draws `table-7`, which is not a table"),
        ('kind  = "bars"', 'kind = "bars"\nonly = ["AES"]', "has only `AES`, which is no row or column"),
    ],
)
def test_a_broken_file_is_refused_with_its_reason(paper, old, new, complaint):
    with pytest.raises(LabError, match=re.escape(complaint)):
        paper((old, new))


ENCRYPT = '{ operation = "encrypt" }'
PREFIX = "measure of the claim table-1/lea-128/encrypt: "


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('cipher = "lea-128"', 'cipher = "lea-12"', "unknown cipher `lea-12`"),
        ('"lea-128 block"', '"lea-128 ctr"', "names no baseline for `lea-128 block`"),
        (
            '"baseline:textbook"',
            '"baseline:unknown"',
            f"{PREFIX}lea-128 block encrypt 16 bytes, baseline:unknown, on uno: no",
        ),
        ('"encrypt" }', '"verify" }', f"{PREFIX}lea-128 block verify 16 bytes, baseline:textbook, on uno: no such row"),
        ('target   = "uno"', 'target   = "due"', "unknown target `due`"),
        ('target   = "uno"', 'target   = "uno"\nenvironment = "moon"', "uno has no environment `moon`"),
        ('operation = "encrypt"', 'sum = [], paper = "this"', "sum and paper exclude each other"),
        (ENCRYPT, f"{{ ratio = [{ENCRYPT}] }}", "a ratio has two operands, not 1"),
        (ENCRYPT, "{ times = 2 }", "the claim table-1/lea-128/encrypt: a measurement lacks operation"),
        (ENCRYPT, '{ paper = "table-9" }', f"{PREFIX}there is no claim `table-9`"),
        ('"cycles"', '"bytes"', "a time has no unit `bytes`"),
        ('operation = "encrypt"', 'operation = "encrypt", metric = "flash_bytes"', "flash_bytes has no unit `cycles`"),
        ('operation = "encrypt"', 'operation = "encrypt", metric = "mode_us"', "the row has no mode_us"),
        (
            'self = { kernel = "portable"',
            'self = { kernel = "fast"',
            "an explanation of the claim table-1/lea-128/decrypt: ",
        ),
        ("bytes = 16", "bytes = 0", "lea-128 block decrypt 0 bytes, library, on uno: blocks have 16"),
        ("bytes = 16", "bytes = 17", "lea-128 block decrypt 17 bytes, library, on uno: blocks have 16"),
        (ENCRYPT, f"{{ ratio = [{ENCRYPT}, 0] }}", "a ratio to 0 is no number"),
        ("[[explanations]]", '[[findings]]\nsays = "{0} times"\n[[explanations]]', "the finding `{0} times`: "),
        ('"rows"', '"sketch"', "the recipe `sketch` requires plaintext"),
        ('"rows"', '"sketch"\nplaintext = "short"\nrepetitions = 1', "plaintext: lea-128 has blocks of 16 bytes"),
        (
            'target   = "uno"\nrecipe   = "rows"',
            'target = "host"\nrecipe = "sketch"\nplaintext = "x"\nrepetitions = 1',
            "target: host runs no Arduino sketch",
        ),
    ],
)
def test_a_paper_that_cannot_be_judged_is_refused_before_it_is_measured(paper, old, new, complaint):
    with pytest.raises(LabError, match=re.escape(complaint)) as refused:
        recipe(paper((old, new)), 1, True)
    assert "my-paper.toml: " in str(refused.value)


@pytest.mark.parametrize("name", papers())
def test_a_paper_of_the_ledger_is_not_refused(name):
    assert recipe(papers()[name], 1, True).steps()


def test_every_paper_of_the_ledger_is_whole():
    for name, paper in papers().items():
        assert (ROOT / "lab" / "papers" / f"{name}.toml").exists() and paper.tolerance_reason
        assert all(math.isfinite(c.value) or c.measure for c in paper.claims)
        assert ledger.required_terms(paper)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The guide's own example, from a folder that is not the project's."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "my-paper.toml").write_text(EXAMPLE)

    def reproduce(*options: str) -> subprocess.CompletedProcess:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("NARAE_RESULTS", str(folder))
            return narae("reproduce", *options, cwd=folder, seconds=300)

    return folder, reproduce


def test_a_paper_from_outside_the_tree(run):
    folder, reproduce = run
    done = reproduce("my-paper.toml", "--json", "ledger.json")
    assert done.returncode == 0, done.stderr
    (results,) = json.loads((folder / "ledger.json").read_text())["papers"]
    assert [c["verdict"] for c in results["claims"]] == [SAME_KIND, EXPLAINED]
    assert all(c["library"]["kernel"] == "avr" and c["factor"] > 5 for c in results["claims"])
    assert all(v in done.stdout for v in VERDICTS) and "its decryption works on words" in done.stdout
    assert "its decryption works on words" in (folder / "report.html").read_text()


def test_the_ledger_keeps_what_was_found_about_each_paper(run):
    folder, reproduce = run
    (folder / "other.toml").write_text(EXAMPLE.replace('"my-paper"', '"other-paper"'))
    assert reproduce("other.toml").returncode == 0
    kept = json.loads((folder / "ledger.json").read_text())["papers"]
    assert {p["name"] for p in kept} == {"my-paper", "other-paper"}
    assert all(p["context"]["date"] and p["rows"] for p in kept)
    (folder / "ledger.json").write_text("{}")
    done = reproduce("other.toml")
    assert done.returncode == 2 and "ledger.json is not a ledger of this version" in done.stderr
    (folder / "ledger.json").unlink()


def test_a_claim_that_nothing_measures_is_refused_at_once(run):
    folder, reproduce = run
    (folder / "bad.toml").write_text(EXAMPLE.replace('operation = "decrypt"', 'operation = "verify"'))
    done = reproduce("bad.toml")
    assert done.returncode == 2 and "run uno" not in done.stderr
    assert "bad.toml: measure of the claim table-1/lea-128/decrypt: " in done.stderr and "no such row" in done.stderr


def test_mistakes_on_the_command_line(run):
    (run[0] / "loop.toml").symlink_to("loop.toml")
    (run[0] / "twice.toml").write_text(EXAMPLE.replace('"my-paper"', '"uno-lea-aes"'))
    for options, complaint in [
        (["loop.toml"], "loop.toml cannot be read: Too many levels of symbolic links"),
        (["nowhere.toml"], "cannot be read"),
        (["twice.toml"], "twice.toml: uno-lea-aes is the name of a paper of the ledger: use another one"),
        (["uno"], "unknown paper `uno`; use the name of a TOML file or one of:"),
        (["my-paper.toml", "--seed", "0"], "out of range"),
    ]:
        done = run[1](*options)
        assert done.returncode == 2 and complaint in done.stderr


def test_the_list_of_papers_is_one_screen(run):
    done = run[1]("--list")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) <= 24
    assert all(name in done.stdout for name in papers())


def test_the_list_of_a_paper_names_every_claim(run):
    for name, paper in papers().items():
        done = run[1]("--list", name)
        assert done.returncode == 0
        assert all(c.id in done.stdout for c in paper.claims if c.is_claim)


def test_the_list_of_a_paper_fits_the_terminal(monkeypatch, capsys):
    monkeypatch.setattr(reproduce, "terminal_width", lambda: 80)
    reproduce.list_claims(Console(width=300), list(papers().values()))
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith(15 * " ") for line in lines)
    assert all(len(line) <= 80 for line in lines if line.startswith(" "))
