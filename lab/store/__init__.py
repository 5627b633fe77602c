# SPDX-License-Identifier: MIT
"""Results: one SQLite file with every run, and JSON exports of rows. lab/store/runs.py selects the runs to show.

Writes are atomic: a run is one transaction, a JSON file is renamed into place. Other programs' files are rejected and
left unchanged. A run has a digest; a run that does not match it is left out and reported. Everything that is read, from
SQLite or JSON, passes the same checks (`fault` of lab/rows, lab/store/contexts.py)."""

from __future__ import annotations

import errno
import gzip
import hashlib
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
from ..plan import parse
from ..rows import COLUMNS, NESTED, OPTIONAL, Row, fault, from_dict
from ..text import runs as named
from . import compact, contexts
from .compact import common
from .compact import name_of as program_name

APPLICATION_ID = 0x4E617261  # "Nara"
SCHEMA_VERSION, OLDEST = 4, 1
# Tables and columns added since an earlier version.
ADDED = [("runs", "digest TEXT"), *(("rows", f"{name} DEFAULT {value!r}") for name, value in OPTIONAL.items())]
INDEX = "CREATE INDEX IF NOT EXISTS rows_of_runs ON rows (run)"
BUSY_SECONDS = 60
GZIP = b"\x1f\x8b"
DAMAGE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
MAX_PATH = 504  # SQLite's limit is 512, with the names of journals
NOT_TO_BE_WRITTEN = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)


@dataclass(frozen=True, eq=False)
class Run:
    """Data about a run, without its rows."""

    number: int
    context: dict[str, Any]
    targets: list[str]
    rows: int
    timed: int  # rows that were not refused
    clocked: bool  # has it figures of the host's clock?


class Store:
    """The SQLite file; a table of runs and a table of rows, whose columns are the row's fields."""

    def __init__(self, path: Path):
        self.path = path
        self.damaged: dict[int, str] = {}  # runs that are left out, and why
        self._sound: dict[int, Run] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        with self._translated_errors():
            self.db = sqlite3.connect(path, timeout=BUSY_SECONDS)
            self.db.text_factory = lambda data: data.decode(errors="surrogateescape")  # the digest detects damage
            self._check()

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        """Translates SQLite's errors into what a user can do."""
        try:
            yield
        except UnicodeDecodeError as error:  # in names of columns
            raise self._damaged(str(error)) from error
        except sqlite3.Error as error:
            number = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            if number == sqlite3.SQLITE_FULL:
                raise OSError(errno.ENOSPC, str(error), str(self.path)) from error
            if number == sqlite3.SQLITE_CANTOPEN and len(os.fsencode(os.path.abspath(self.path))) > MAX_PATH:
                raise LabError(
                    f"{self.path}: SQLite opens no file whose path has more than {MAX_PATH} bytes; move this checkout "
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
            message = f"{shown(self.path)} could not be read or written ({error}); it is unchanged"
            raise LabError(message) from error

    def _damaged(self, reason: str) -> LabError:
        return LabError(
            f"{shown(self.path)} is damaged or not a results file ({reason}). Nothing was changed. "
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
        elif not OLDEST <= version <= SCHEMA_VERSION:
            raise LabError(
                f"{shown(self.path)} was written by {'an older' if version < SCHEMA_VERSION else 'a newer'} version "
                f"(schema {version}, this one is {SCHEMA_VERSION}). Nothing was changed. Move it away and run again."
            )
        elif (result := self.db.execute("PRAGMA quick_check").fetchone()[0]) != "ok":
            raise self._damaged(" ".join(result.split()))
        elif version < SCHEMA_VERSION:
            self._upgrade()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """A transaction for statements that SQLite would commit one by one."""
        with self.db:
            self.db.execute("BEGIN IMMEDIATE")
            yield

    def _create(self) -> None:
        """Does nothing if another process has just created the tables."""
        with self._transaction():
            if not self.db.execute("SELECT 1 FROM sqlite_master").fetchone():
                self.db.execute("CREATE TABLE runs (run INTEGER PRIMARY KEY, context TEXT NOT NULL, digest TEXT)")
                self.db.execute(f"CREATE TABLE rows (run INTEGER NOT NULL REFERENCES runs, {', '.join(COLUMNS)})")
                self.db.execute(INDEX)
                self.db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                self.db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def _upgrade(self) -> None:
        """Adds what a store of an earlier version lacks. Runs that match their digest, or have none, get digests of
        their present content."""
        with self._transaction():
            present = self._columns("rows")
            sound = list(self._matching(tuple(c for c in COLUMNS if c in present)))
            for table, column in ADDED:
                if column.split()[0] not in self._columns(table):
                    self.db.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
            self.db.execute(INDEX)
            for run in sound:
                self._seal(run)
            self.db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def _columns(self, table: str) -> set[str]:
        return {name for _, name, *_ in self.db.execute(f"PRAGMA table_info({table})")}

    def _matching(self, columns: tuple[str, ...]) -> Iterator[int]:
        """The runs whose rows, of these columns, match their digest, or that have none."""
        stored = "digest" if "digest" in self._columns("runs") else "NULL"
        for run, of_run in self.db.execute(f"SELECT run, {stored} FROM runs").fetchall():
            if of_run is None or of_run == digest(run, *self._content(run, columns)):
                yield run

    def _seal(self, run: int) -> None:
        """Stores the digest of a run's present content."""
        self.db.execute("UPDATE runs SET digest = ? WHERE run = ?", [digest(run, *self._content(run)), run])

    def _content(self, run: int, columns: tuple[str, ...] = COLUMNS) -> tuple[Any, list[Any]]:
        """A run's context and the columns of its rows, as SQLite has them."""
        (context,) = self.db.execute("SELECT context FROM runs WHERE run = ?", [run]).fetchone() or (None,)
        query = f"SELECT {', '.join(columns)} FROM rows WHERE run = ? ORDER BY rowid"
        return context, self.db.execute(query, [run]).fetchall()

    def _numbers(self) -> list[int]:
        """The numbers of all runs, including those with rows but no context."""
        numbers = self.db.execute("SELECT run FROM runs UNION SELECT run FROM rows").fetchall()
        return sorted(run for (run,) in numbers if isinstance(run, int))

    def add(self, context: dict[str, Any], rows: list[Row]) -> int:
        """Adds one run, atomically."""
        with self._translated_errors(), self.db:
            run = self.db.execute("INSERT INTO runs (context) VALUES (?)", [json.dumps(context)]).lastrowid
            assert run
            marks = ", ".join("?" * (len(COLUMNS) + 1))
            into = f"rows (run, {', '.join(COLUMNS)})"
            self.db.executemany(f"INSERT INTO {into} VALUES ({marks})", [[run, *flat(row)] for row in rows])
            self._seal(run)
        return run

    def check_writable(self) -> None:
        """Fails early if no run can be added to the file."""
        with self._translated_errors():
            self.db.execute("BEGIN IMMEDIATE")
            self.db.execute("INSERT INTO runs (context) VALUES ('{}')")
            self.db.rollback()

    def rows(self, run: int) -> list[Row]:
        with self._translated_errors():
            try:
                return self._read(run)[1] if run in self._numbers() else []
            except DAMAGE as error:
                raise LabError(f"{shown(self.path)}: run {run} is damaged ({error}); nothing was changed") from error

    def _read(self, run: int) -> tuple[dict[str, Any], list[Row]]:
        """A run's context and rows, if they match its digest."""
        about, lines = self._content(run)
        (stored,) = self.db.execute("SELECT digest FROM runs WHERE run = ?", [run]).fetchone() or (None,)
        if stored != digest(run, about, lines):
            raise ValueError("its digest does not match" if stored else "it has no digest")
        rows = []
        for values in lines:
            fields = dict(zip(COLUMNS, values, strict=True))
            rows.append(from_dict({k: parse.from_json(v) if k in NESTED else v for k, v in fields.items()}))
        return contexts.checked(parse.from_json(about)), checked(rows)

    def runs(self) -> list[Run]:
        """All intact runs, the newest last; `damaged` has the others."""
        with self._translated_errors():
            for number in self._numbers():
                if number not in self._sound:
                    try:
                        about, rows = self._read(number)
                    except DAMAGE as error:
                        self.damaged[number] = str(error)
                        continue
                    timed = [r for r in rows if r.cycles is not None]
                    clocked = any(r.fidelity == "measured" for r in timed)
                    targets = list(dict.fromkeys(r.target for r in rows))
                    self._sound[number] = Run(number, about, targets, len(rows), len(timed), clocked)
        return list(self._sound.values())

    def damage(self) -> str:
        """A sentence about the runs that are left out, or nothing."""
        if not self.damaged:
            return ""
        reasons = "; ".join(dict.fromkeys(self.damaged.values()))
        are = "is" if len(self.damaged) == 1 else "are"
        return (
            f"{shown(self.path)}: {named(list(self.damaged))} {are} damaged and left out ({reasons}); "
            "docs/explanation/measurement/runs.md explains how to remove damaged runs"
        )

    def close(self) -> None:
        self.db.close()


def digest(run: int, context: Any, rows: list[Any]) -> str:
    """The digest of a run as SQLite stores it."""
    result = hashlib.sha256()
    for part in ([run, context], *rows):
        result.update(json.dumps(part, default=repr).encode() + b"\n")
    return result.hexdigest()


def checked(rows: list[Row]) -> list[Row]:
    """The rows; a ValueError says which one is invalid."""
    for number, row in enumerate(rows, 1):
        if reason := fault(row):
            raise ValueError(f"row {number}: {reason}")
    return rows


def flat(row: Row) -> list[Any]:
    values = row.as_dict()
    return [json.dumps(values[c]) if c in NESTED else values[c] for c in COLUMNS]


def read_json(path: Path, every_core: bool = False) -> tuple[dict[str, Any], list[Row]]:
    """Context and rows of an exported file, compressed or not. Host rows of other cores than the context's are left out
    unless `every_core`."""
    try:
        document = parse.from_json(read_text(path))
        if not isinstance(document, dict) or not {"context", "rows"} <= document.keys():
            raise ValueError("there are no `context` and `rows`")
        about = contexts.checked(document["context"])
        if "programs" in about:
            rows = compact.rows_of(about, document["rows"])
        else:
            shared = about.pop("provenances", {})
            rows = [from_dict(r) for r in document["rows"]]
            for row in rows:
                if "of" in row.provenance:
                    row.provenance = shared[row.provenance.pop("of")] | row.provenance
        return about, checked(rows) if every_core else of_shown_core(about, checked(rows))
    except OSError as error:
        raise LabError(f"{shown(path)} cannot be read: {error.strerror}") from error
    except DAMAGE as error:
        raise LabError(f"{shown(path)} is damaged or not a results file of this version: {error}") from error


def of_shown_core(about: dict[str, Any], rows: list[Row]) -> list[Row]:
    """Without host rows of other cores than the context's."""
    shown_core = about.get("host_cpu_model")
    return [r for r in rows if r.provenance.get("core", shown_core) == shown_core]


def read_text(path: Path) -> str:
    content = path.read_bytes()
    try:
        return (gzip.decompress(content) if content.startswith(GZIP) else content).decode("utf-8-sig")
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise ValueError(error) from error


def check_writable(path: Path) -> None:
    """Rejects, before any work is done, a JSON file that would overwrite something else or cannot be written."""
    files.check(path)
    if os.path.realpath(path) == os.path.realpath(REFERENCE):
        raise LabError(
            f"{path} has the committed rows; only `./narae bench --update-reference` writes it. Choose another file."
        )
    if path.exists() and path.stat().st_size:
        try:
            is_ours = "context" in parse.from_json(read_text(path))
        except DAMAGE:
            is_ours = False
        if not is_ours:
            raise LabError(
                f"{path} exists and is not a results file; it was not overwritten. Choose another file name."
            )


def write_json(path: Path, context: dict[str, Any], rows: list[Row]) -> None:
    """document() as a file; compressed, if the name ends in .gz."""
    content = document(context, rows).encode()
    files.write_bytes(path, gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)


def document(context: dict[str, Any], rows: list[Row]) -> str:
    """One line per row, with all columns. Provenance that all rows of a program share is stored once in the context,
    under a prefix of the program's hash, which `of` in a row's own provenance names."""
    shared = {name: common(provenances) for name, provenances in programs(rows).items()}
    documents = []
    for row in rows:
        name = program_name(row)
        own = {k: v for k, v in row.provenance.items() if k not in shared.get(name, {})}
        documents.append(row.as_dict() | {"provenance": {"of": name} | own if name else own})
    table = ",\n".join(f"  {json.dumps(name)}: {json.dumps(facts)}" for name, facts in shared.items())
    lines = ",\n".join("  " + json.dumps(d) for d in documents)
    context_text = json.dumps(context | {"provenances": {}}).removesuffix("{}}")
    return f'{{\n "context": {context_text}{{\n{table}\n }}}},\n "rows": [\n{lines}\n ]\n}}\n'


def write_compact(path: Path, context: dict[str, Any], rows: list[Row]) -> None:
    """Compact JSON, one row per line, for readable diffs."""
    files.write_text(path, compact.text(context, rows))


def programs(rows: list[Row]) -> dict[str, list[dict[str, Any]]]:
    """The provenances of each program's rows."""
    return {name: [r.provenance for r in program_rows] for name, program_rows in compact.of_programs(rows).items()}
