"""The rows of a whole run: complete, verified, constant-time, and on simulated boards exactly the committed ones."""

from __future__ import annotations

import pytest

from lab import picture
from lab.paths import REFERENCE
from lab.rows import DIFFERS, verdict
from lab.store import Store, read_json

LIBRARY = [f"{family}-{bits}" for family in ("aes", "lea") for bits in (128, 192, 256)]
OPERATIONS = ["key-setup", "encrypt", "decrypt"]


@pytest.mark.parametrize("target", ["uno", "pi4", "host"])
@pytest.mark.parametrize("cipher", LIBRARY)
def test_every_operation_has_a_complete_and_constant_time_row(full_run, target, cipher):
    for operation in OPERATIONS:
        row = next(
            r
            for r in full_run.rows
            if (r.target, r.cipher, r.operation, r.kernel) == (target, cipher, operation, "portable")
        )
        for field in ("cycles", "cycles_per_byte", "time_us", "flash_bytes", "context_bytes", "vectors"):
            assert getattr(row, field) > 0, field
        assert row.stack_bytes > 0 or target == "pi4"  # where a call leaves its return address in a register
        assert bool(row.error_band) == (row.fidelity == "modelled")
        assert row.ram_bytes is not None and row.runs >= 50
        assert row.fidelity == {"uno": "cycle-exact", "pi4": "modelled", "host": "measured"}[target]
        assert verdict(row).startswith("yes")
        for field in ("source_hash", "binary_hash", "compiler", "flags", "git", "date"):
            assert row.provenance[field], field


def test_the_null_cipher_is_in_every_table(full_run):
    assert {r.target for r in full_run.rows if r.cipher == "null" and r.cycles} == {"uno", "pi4", "host"}


def test_two_simulators_agreed_to_the_cycle_on_every_uno_row(full_run):
    uno = [r for r in full_run.rows if r.target == "uno"]
    assert uno and all("equal to the cycle" in r.provenance["cross_check"] for r in uno)
    assert all(r.spread == 0 for r in uno if not r.kernel.startswith("baseline"))


def test_lea_takes_no_address_from_a_secret(full_run):
    lea = [r for r in full_run.rows if r.cipher.startswith("lea")]
    assert lea and all(DIFFERS not in r.constant_time.values() for r in lea)


def test_simulated_rows_are_the_committed_ones(full_run):
    """Zero tolerance, for the compiler that made the reference; another compiler is another measurement."""
    _, reference = read_json(REFERENCE)
    expected = {r.key(): r for r in reference if r.target == "uno"}
    found = {r.key(): r for r in full_run.rows if r.target == "uno"}
    compilers = {r.provenance["compiler"] for r in [*expected.values(), *found.values()]}
    if len(compilers) > 1:
        pytest.skip(f"the reference was made by another compiler: {sorted(compilers)}")
    assert set(found) == set(expected)
    figures = (
        "cycles",
        "spread",
        "flash_bytes",
        "ram_bytes",
        "context_bytes",
        "stack_bytes",
        "constant_time",
        "vectors",
    )
    differing = [
        f"{key}: {field} is {getattr(found[key], field)}, the reference says {getattr(expected[key], field)}"
        for key in expected
        for field in figures
        if getattr(found[key], field) != getattr(expected[key], field)
    ]
    assert not differing, "after a wanted change run: ./narae bench --update-reference\n" + "\n".join(differing)


def test_the_readmes_picture_shows_the_reference():
    assert picture.PICTURE.read_text() == picture.draw(read_json(REFERENCE)[1])


def test_the_store_holds_the_same_rows_as_the_export(full_run):
    assert Store(full_run.folder / "narae.sqlite").rows(1) == full_run.rows


def test_the_output_ends_with_the_paths(full_run):
    tail = full_run.output.splitlines()[-3:]
    assert [line.split("/")[-1] for line in tail] == ["narae.sqlite", "bench.json", "report.html"]


def test_the_table_shows_what_each_figure_is_worth(full_run):
    for word in ("cycles/B", "flash", "RAM", "context", "stack", "constant time", "cycle-exact", "measured", "aes-256"):
        assert word in full_run.output
