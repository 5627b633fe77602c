"""./narae report; bench and reproduce write the same file when they are done."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from .. import store
from ..errors import LabError
from ..paths import LEDGER, REFERENCE, REPORT, RESULTS, STORE, shown
from ..report import Material, check_destination, read_ledger, write
from ..rows import Row
from ..targets import TARGETS
from ..targets.base import load_board

__all__ = ["Material", "kept_ledger", "material", "report", "write"]
SQLITE = b"SQLite format 3\0"


def report(options: Namespace) -> int:
    if options.out:
        check_destination(options.out)
    else:
        RESULTS.mkdir(parents=True, exist_ok=True)
    out = options.out or REPORT
    shown_material = material(options.rows, read_ledger(options.ledger) if options.ledger else kept_ledger())
    write(out, shown_material)
    papers = len(shown_material.ledger.get("papers", []))
    print(f"{len(shown_material.rows)} rows of {shown_material.context['date']} and {papers} papers")
    print(f"report: {shown(out)}")
    return 0


def material(rows_file: Path | None = None, ledger: dict | None = None) -> Material:
    context, rows = read_rows(rows_file) if rows_file else last_rows()
    there = {row.target for row in rows}
    about = {name: load_board(name).facts["about"] for name in TARGETS if name in there}
    return Material(context, rows, about, ledger or {})


def last_rows() -> tuple[dict, list[Row]]:
    """Those of the last run of the bench in this checkout, or else the committed ones."""
    found = of_store(STORE) if STORE.exists() else None
    return found or store.read_json(REFERENCE)


def read_rows(path: Path) -> tuple[dict, list[Row]]:
    try:
        with path.open("rb") as stream:
            is_store = stream.read(len(SQLITE)) == SQLITE
    except OSError as error:
        raise LabError(f"{path} cannot be read: {error.strerror}") from error
    if not is_store:
        return store.read_json(path)
    found = of_store(path)
    if not found:
        raise LabError(f"{shown(path)} holds no run yet; `./narae bench` makes one")
    return found


def of_store(path: Path) -> tuple[dict, list[Row]] | None:
    database = store.Store(path)
    try:
        return database.last()
    finally:
        database.close()


def kept_ledger() -> dict:
    """What reproduce has found so far, if it ever ran."""
    return read_ledger(LEDGER) if LEDGER.exists() else {}
