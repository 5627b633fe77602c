# SPDX-License-Identifier: MIT
"""An artifact for reviewers: rows, sources, programs, tool versions, and a script that repeats the measurements."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

import msgspec
import zstandard

from .. import files
from ..errors import LabError
from ..paths import BUILD
from ..plan import parse, schema
from ..plan.foreign.description import DESCRIPTION, Recognized, as_toml
from ..rows import Row
from . import document

SUFFIX = ".tar.zst"
CONTENTS, ROWS, CODE, EXPECTED = "bundle.json", "rows.json", "code", "truth"
MAX_BYTES, MAX_FILES = 256 << 20, 10_000  # unpacked
NAME_ERRORS = (errno.EEXIST, errno.EISDIR, errno.ENOTDIR, errno.ENAMETOOLONG)  # errors that an archive's names make
SCHEMA = 1
SCRIPT = """#!/bin/sh
# Measures this bundle again, with a checkout of Narae: ./again.sh NARAE-FOLDER BUNDLE{suffix}
# What is simulated has to give the same cycles; the exit code is 1 if it does not.  With --yes at the end it does not
# ask whether the code in the bundle may run here.
narae="$1/narae"
shift
exec "$narae" try --bundle "$@"
"""


class Options(schema.Table):
    """The command's options, except the folder."""

    target: list[str]
    quick: bool
    vectors: str | None
    model: str | None


class Contents(schema.Table):
    """bundle.json."""

    schema: int
    narae: str
    date: str
    folder: str
    words: Options
    kernels: list[str]
    tools: list[str]


def check(path: Path) -> None:
    if not path.name.endswith(SUFFIX):
        raise LabError(f"--bundle {path}: the name must end in {SUFFIX}")
    files.check(path)
    if path.exists():
        raise LabError(
            f"{path} exists; it was not overwritten. Choose another file name, or omit the folder to repeat its "
            "measurements"
        )


def write(
    path: Path,
    code: Recognized,
    words: dict[str, Any],
    expected: list[Path],
    context: dict[str, Any],
    rows: list[Row],
    kernels: set[str],
) -> None:
    """`words`: the command's options, except the folder; `expected`: files with expected results."""
    contents, place_of_code = code_of(code)
    contents |= {f"{EXPECTED}/{file.name}": file.read_bytes() for file in expected}
    above = [file for file in expected if file.suffix == ".txt" and file.parent != code.folder]
    contents |= {
        f"{CODE}/{place_of_code / file.name}": file.read_bytes() for file in above
    }  # where it is looked for first
    for name, program in programs(rows, kernels).items():
        contents[f"programs/{name}"] = program.read_bytes()
    contents[ROWS] = document(context, rows).encode()
    code_rows = [r for r in rows if r.kernel in kernels]
    tools = sorted(
        {r.provenance[k] for r in code_rows for k in ("compiler", "simulator", "checker") if k in r.provenance}
    )
    about = {"schema": SCHEMA, "narae": context["git"], "date": context["date"], "folder": f"{CODE}/{place_of_code}",
             "words": words, "kernels": sorted(kernels), "tools": tools}  # fmt: skip
    contents[CONTENTS] = (json.dumps(about, indent=1) + "\n").encode()
    contents["again.sh"] = SCRIPT.format(suffix=SUFFIX).encode()
    files.write_bytes(path, zstandard.compress(archive(path.name.removesuffix(SUFFIX), contents), 10))


def code_of(code: Recognized) -> tuple[dict[str, bytes], Path]:
    """The files of a user's folder and its include folders, under CODE, and the folder's path in it."""
    folders = [code.folder, *((code.folder / d).resolve() for d in (code.called.include if code.called else ()))]
    root = Path(*common_folder(folders))
    contents: dict[str, bytes] = {}
    for folder in folders:
        around = folder != code.folder and code.folder.is_relative_to(folder)  # holds other implementations, too
        inside = folder.iterdir() if around else files.files_below(folder)
        for file in sorted(f for f in inside if f.is_file() and not f.name.startswith(".")):
            contents[f"{CODE}/{file.relative_to(root)}"] = file.read_bytes()
    place_of_code = code.folder.relative_to(root)
    if called := code.called:
        description = as_toml(msgspec.structs.replace(called, targets=called.targets or list(code.targets)))
        contents[f"{CODE}/{place_of_code / DESCRIPTION}"] = description.encode()
    return contents, place_of_code


def common_folder(folders: list[Path]) -> tuple[str, ...]:
    """The parts of the path that all folders share."""
    parts = [f.parts for f in folders]
    same = next((i for i, level in enumerate(zip(*parts, strict=False)) if len(set(level)) > 1), min(map(len, parts)))
    return parts[0][:same]


def programs(rows: list[Row], kernels: set[str]) -> dict[str, Path]:
    """The ELF files that the rows come from, by target and kernel."""
    by_hash = {r.provenance.get("binary_hash"): r for r in rows if r.kernel in kernels and r.cycles}
    result = {}
    for target in {r.target for r in by_hash.values()}:
        for file in (BUILD / target).glob("bench-*/*/bench.elf"):
            row = by_hash.get(hashlib.sha256(file.read_bytes()).hexdigest())
            if row:
                result[f"{target}/{row.cipher}-{row.mode}.elf".replace(":", "-")] = file
    return result


def archive(name: str, contents: dict[str, bytes]) -> bytes:
    """A tar file; the same contents give the same bytes."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name_inside in sorted(contents):
            entry = tarfile.TarInfo(f"{name}/{name_inside}")
            entry.size, entry.mode = len(contents[name_inside]), 0o755 if name_inside.endswith(".sh") else 0o644
            tar.addfile(entry, io.BytesIO(contents[name_inside]))
    return out.getvalue()


@contextmanager
def open_bundle(path: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The unpacked folder, and the content of its bundle.json."""
    if not path.is_file():
        raise LabError(f"{path} {files.missing_reason(path)}; name a folder to create it from")
    with tempfile.TemporaryDirectory(prefix="narae-") as temporary:
        try:
            with (
                path.open("rb") as file,
                zstandard.ZstdDecompressor().stream_reader(file) as stream,
                tarfile.open(fileobj=cast(IO[bytes], LimitedStream(stream, path)), mode="r|") as tar,
            ):
                unpack(tar, Path(temporary), path)
            (folder,) = Path(temporary).iterdir()
            words = parse.from_json((folder / CONTENTS).read_bytes()) if (folder / CONTENTS).is_file() else None
        except (zstandard.ZstdError, tarfile.TarError, EOFError, ValueError) as error:
            raise LabError(f"{path} is not a bundle of narae: {error}") from error
        except OSError as error:
            if error.errno in NAME_ERRORS:
                raise LabError(f"{path} is not a bundle of narae: {error.strerror}: {error.filename}") from error
            raise OSError(error.errno, error.strerror, error.filename or temporary) from error
        if words is None:
            raise LabError(f"{path} is not a bundle of narae: it has no {CONTENTS}")
        if isinstance(words, dict) and words.get("schema") != SCHEMA:
            raise LabError(f"{path} was written by another version of narae: {words.get('narae')}")
        schema.convert(words, Contents, path / CONTENTS)
        require_inside(folder, folder, [words["folder"]], f"{path}: {CONTENTS}: folder")
        for name in ("vectors", "model"):
            if value := words["words"][name]:
                require_inside(folder / EXPECTED, folder / EXPECTED, [value], f"{path}: {CONTENTS}: {name}")
        yield folder, words


class LimitedStream:
    """A stream that ends in an error after MAX_BYTES: a few kilobytes may unpack to gigabytes."""

    def __init__(self, stream: IO[bytes], path: Path):
        self.stream, self.path, self.left = stream, path, MAX_BYTES

    def read(self, size: int) -> bytes:
        data = self.stream.read(size)
        self.left -= len(data)
        if self.left < 0:
            raise LabError(f"{self.path} unpacks to more than {MAX_BYTES >> 20} MiB, which no bundle of narae does")
        return data


def unpack(tar: tarfile.TarFile, folder: Path, path: Path) -> None:
    """Unpacks files and folders below `folder`; rejects everything else."""
    for number, entry in enumerate(tar, 1):
        name = PurePosixPath(entry.name)
        if number > MAX_FILES:
            raise LabError(f"{path} holds more than {MAX_FILES:,} files, which no bundle of narae does")
        if name.is_absolute() or ".." in name.parts or not name.parts:
            raise LabError(f"{path}: {entry.name!r:.80} is not in the archive; nothing was run")
        if entry.issparse() or not (entry.isreg() or entry.isdir()):
            raise LabError(f"{path}: {entry.name!r:.80} is a link, a device or sparse, not a file; nothing was run")
        target = folder / name
        (target if entry.isdir() else target.parent).mkdir(parents=True, exist_ok=True)
        if content := tar.extractfile(entry):
            target.write_bytes(content.read())
            target.chmod(0o755 if entry.mode & 0o100 else 0o644)


def require_inside(root: Path, folder: Path, names: Iterable[str], what: str) -> None:
    """Rejects a name, relative to `folder`, that leads out of `root`."""
    for name in names:
        if not (folder / name).resolve().is_relative_to(root.resolve()):
            raise LabError(f"{what}: {name!r:.80} is not in the archive; nothing was run")


def require_own(folder: Path, code: Recognized, path: Path) -> None:
    """Rejects a bundle whose code takes files from elsewhere."""
    facts = msgspec.to_builtins(code.called) if code.called else schema.parsed(code.folder / DESCRIPTION)
    for name in ("header", "include", "sources", "vectors"):
        value = facts.get(name, [])
        names = [value] if isinstance(value, str) else value
        require_inside(folder, code.folder, names, f"{path}: {name} of the code")
