# SPDX-License-Identifier: MIT
"""Results: one SQLite file with every run, and JSON exports of rows.  lab/store/runs.py selects the runs to show.

Writes are atomic: a run is one transaction, a JSON file is renamed into place.  Files that are not ours are rejected
and left unchanged."""

from __future__ import annotations

import errno
import gzip
import json
import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import files
from ..errors import LabError
from ..paths import REFERENCE, shown
from ..rows import COLUMNS, NESTED, NOT_TRIED, Row, fault, from_dict
from . import compact
from .compact import common
from .compact import name_of as program_name

APPLICATION_ID = 0x4E617261  # "Nara"
SCHEMA_VERSION = 2
WITHOUT_PROOFS = 1
# What a context holds of the host besides rows, and what tells its records apart.
RECORDS = {
    "threads": ("cipher", "mode", "kernel", "threads"),
    "growth": ("cipher", "mode", "kernel", "operation"),
    "rates": ("bits", "kind"),
}
BUSY_SECONDS = 60
GZIP = b"\x1f\x8b"
DAMAGE = (AttributeError, KeyError, RecursionError, TypeError, ValueError)
MOST_PATH = 504  # of SQLite's 512, for the names of its journals
NOT_TO_BE_WRITTEN = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)


@dataclass(frozen=True, eq=False)
class Run:
    """Data about a run, without its rows."""

    number: int
    context: dict[str, Any]
    targets: list[str]
    rows: int
    timed: int  # rows that were not refused
    clocked: bool  # has it figures of this machine's clock?


class Store:
    """The SQLite file; a table of runs and a table of rows, whose columns are the row's fields."""

    def __init__(self, path: Path):
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        with self._speaking():
            self.db = sqlite3.connect(path, timeout=BUSY_SECONDS)
            self._check()

    @contextmanager
    def _speaking(self) -> Iterator[None]:
        """Translates SQLite's errors by what a user can do."""
        try:
            yield
        except sqlite3.Error as error:
            number = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            if number == sqlite3.SQLITE_FULL:
                raise OSError(errno.ENOSPC, str(error), str(self.path)) from error
            if number == sqlite3.SQLITE_CANTOPEN and len(os.fsencode(os.path.abspath(self.path))) > MOST_PATH:
                raise LabError(
                    f"{self.path}: SQLite opens no file whose path has more than {MOST_PATH} bytes; move this checkout "
                    "to a folder with a shorter path, or set NARAE_RESULTS to such a folder"
                ) from error
            if number in NOT_TO_BE_WRITTEN:
                fixed = os.statvfs(self.path.parent).f_flag & os.ST_RDONLY
                raise OSError(errno.EROFS if fixed else errno.EACCES, str(error), str(self.path)) from error
            if number == sqlite3.SQLITE_BUSY:
                raise LabError(
                    f"another ./narae is writing {shown(self.path)}; run it again when it is done"
                ) from error
            if number in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
                raise self._damaged(str(error)) from error
            said = f"{shown(self.path)} could not be read or written ({error}); it is unchanged"
            raise LabError(said) from error

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Texts may be damaged where SQLite's own structures are not."""
        with self._speaking():
            try:
                yield
            except DAMAGE as error:
                raise self._damaged(str(error)) from error

    def _damaged(self, why: str) -> LabError:
        return LabError(
            f"{shown(self.path)} is damaged or not a results file ({why}). Nothing was changed. "
            f"Move it away, for example `mv {shown(self.path)} {shown(self.path)}.bad`, and run again."
        )

    def _check(self) -> None:
        (application,) = self.db.execute("PRAGMA application_id").fetchone()
        (version,) = self.db.execute("PRAGMA user_version").fetchone()
        empty = not self.db.execute("SELECT 1 FROM sqlite_master").fetchone()
        if empty and application == 0:
            self._create()
        elif application != APPLICATION_ID:
            raise self._damaged("it is another program's database")
        elif version == WITHOUT_PROOFS:
            self._add_proofs()
        elif version != SCHEMA_VERSION:
            raise LabError(
                f"{shown(self.path)} was written by {'an older' if version < SCHEMA_VERSION else 'a newer'} version "
                f"(schema {version}, this one is {SCHEMA_VERSION}). Nothing was changed. Move it away and run again."
            )
        elif (found := self.db.execute("PRAGMA quick_check").fetchone()[0]) != "ok":
            raise self._damaged(found)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """A transaction for statements that would each be one, and remain if the process is killed."""
        with self.db:
            self.db.execute("BEGIN IMMEDIATE")
            yield

    def _create(self) -> None:
        """Unless another process has just done so."""
        with self._alone():
            if not self.db.execute("SELECT 1 FROM sqlite_master").fetchone():
                self.db.execute("CREATE TABLE runs (run INTEGER PRIMARY KEY, context TEXT NOT NULL)")
                self.db.execute(f"CREATE TABLE rows (run INTEGER NOT NULL REFERENCES runs, {', '.join(COLUMNS)})")
                self.db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                self.db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def _add_proofs(self) -> None:
        with self._alone():
            if self.db.execute("PRAGMA user_version").fetchone() == (WITHOUT_PROOFS,):
                self.db.execute(f"ALTER TABLE rows ADD COLUMN proof DEFAULT '{NOT_TRIED}'")
                self.db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def add(self, context: dict[str, Any], rows: list[Row]) -> int:
        """Adds one run, atomically."""
        with self._speaking(), self.db:
            run = self.db.execute("INSERT INTO runs (context) VALUES (?)", [json.dumps(context)]).lastrowid
            marks = ", ".join("?" * (len(COLUMNS) + 1))
            into = f"rows (run, {', '.join(COLUMNS)})"
            self.db.executemany(f"INSERT INTO {into} VALUES ({marks})", [[run, *flat(row)] for row in rows])
        assert run
        return run

    def check_writable(self) -> None:
        """Fails early if no run can be added to the file."""
        with self._speaking():
            self.db.execute("BEGIN IMMEDIATE")
            self.db.execute("INSERT INTO runs (context) VALUES ('{}')")
            self.db.rollback()

    def rows(self, run: int) -> list[Row]:
        query = f"SELECT {', '.join(COLUMNS)} FROM rows WHERE run = ? ORDER BY rowid"
        made = []
        with self._reading():
            for values in self.db.execute(query, [run]):
                fields = dict(zip(COLUMNS, values, strict=True))
                made.append(Row(**{k: json.loads(v) if k in NESTED else v for k, v in fields.items()}))
        return made

    def runs(self) -> list[Run]:
        """All runs, the newest last."""
        counts = "count(r.run), count(r.cycles), count(CASE WHEN r.fidelity = 'measured' THEN r.cycles END)"
        query = (
            f"SELECT runs.run, runs.context, group_concat(DISTINCT r.target), {counts} "
            "FROM runs LEFT JOIN rows r ON r.run = runs.run GROUP BY runs.run ORDER BY runs.run"
        )
        with self._reading():
            return [
                Run(number, json.loads(context), (targets or "").split(","), rows, timed, clocked > 0)
                for number, context, targets, rows, timed, clocked in self.db.execute(query)
            ]

    def close(self) -> None:
        self.db.close()


def flat(row: Row) -> list[Any]:
    values = row.as_dict()
    return [json.dumps(values[c]) if c in NESTED else values[c] for c in COLUMNS]


def read_json(path: Path, every_core: bool = False) -> tuple[dict[str, Any], list[Row]]:
    """Context and rows of an exported file, compressed or not.  The host's rows are those of the core that the context
    names; the reference has such of others, too."""
    try:
        document = json.loads(read_text(path))
        if not isinstance(document, dict) or not {"context", "rows"} <= document.keys():
            raise ValueError("there are no `context` and `rows`")
        context = document["context"]
        if not isinstance(context, dict) or not isinstance(context.get("date", ""), str):
            raise ValueError("its `context` is not a table with a `date`")
        for name in RECORDS.keys() & context.keys():
            if not isinstance(context[name], list) or not all(isinstance(record, dict) for record in context[name]):
                raise ValueError(f"`{name}` of its context is not a list of tables")
        if "programs" in context:
            rows = compact.rows_of(context, document["rows"])
        else:
            shared = context.pop("provenances", {})
            rows = [from_dict(r) for r in document["rows"]]
            for row in rows:
                if "of" in row.provenance:
                    row.provenance = shared[row.provenance.pop("of")] | row.provenance
        for number, row in enumerate(rows, 1):
            if said := fault(row):
                raise ValueError(f"row {number}: {said}")
        return context, rows if every_core else of_shown_core(context, rows)
    except OSError as error:
        raise LabError(f"{shown(path)} cannot be read: {error.strerror}") from error
    except DAMAGE as error:
        raise LabError(f"{shown(path)} is damaged or not a results file of this version: {error}") from error


def of_shown_core(context: dict[str, Any], rows: list[Row]) -> list[Row]:
    """Without those of the host that another core than the one that the context names has given."""
    mine = context.get("host_cpu_model")
    return [r for r in rows if r.provenance.get("core", mine) == mine]


def read_text(path: Path) -> str:
    content = path.read_bytes()
    try:
        return (gzip.decompress(content) if content.startswith(GZIP) else content).decode("utf-8-sig")
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise ValueError(error) from error


def check_writable(path: Path) -> None:
    """Refuses, before any work is done, a JSON destination that would overwrite something else or cannot be written."""
    files.check(path)
    if os.path.realpath(path) == os.path.realpath(REFERENCE):
        raise LabError(
            f"{path} has the committed rows; only `./narae bench --update-reference` writes it. Choose another file."
        )
    if path.exists() and path.stat().st_size:
        try:
            ours = "context" in json.loads(read_text(path))
        except DAMAGE:
            ours = False
        if not ours:
            raise LabError(
                f"{path} exists and is not a results file; it was not overwritten. Choose another file name."
            )


def write_json(path: Path, context: dict[str, Any], rows: list[Row]) -> None:
    """document() as a file; compressed, if the name ends in .gz."""
    content = document(context, rows).encode()
    files.write_bytes(path, gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)


def document(context: dict[str, Any], rows: list[Row]) -> str:
    """One line for each row, with all of its columns.  What all rows of a program have in their provenance stands
    once, in the context, under the beginning of the program's hash; `of` in a row's own provenance names it."""
    shared = {name: common(some) for name, some in programs(rows).items()}
    documents = []
    for row in rows:
        name = program_name(row)
        own = {k: v for k, v in row.provenance.items() if k not in shared.get(name, {})}
        documents.append(row.as_dict() | {"provenance": {"of": name} | own if name else own})
    table = ",\n".join(f"  {json.dumps(name)}: {json.dumps(facts)}" for name, facts in shared.items())
    lines = ",\n".join("  " + json.dumps(d) for d in documents)
    head = json.dumps(context | {"provenances": {}}).removesuffix("{}}")
    return f'{{\n "context": {head}{{\n{table}\n }}}},\n "rows": [\n{lines}\n ]\n}}\n'


def write_compact(path: Path, context: dict[str, Any], rows: list[Row]) -> None:
    """As few bytes as a file can have whose rows are read and compared line by line."""
    files.write_text(path, compact.text(context, rows))


def programs(rows: list[Row]) -> dict[str, list[dict[str, Any]]]:
    """The provenances of each program's rows."""
    return {name: [r.provenance for r in some] for name, some in compact.of_programs(rows).items()}
