# SPDX-License-Identifier: MIT
"""Bundles that somebody else wrote: what is refused before anything of them runs."""

from __future__ import annotations

import errno
import io
import json
import tarfile
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from msgspec import structs

from lab.commands.try_code import session as try_code
from lab.errors import LabError
from lab.paths import ROOT
from lab.plan.foreign import recognize
from lab.plan.foreign.description import as_toml
from lab.store import bundle
from lab.targets import machines
from tests.tools import narae

TOY = ROOT / "tests/lab/foreign/toy"
WORDS = {"schema": 1, "narae": "x", "date": "2026-11-29", "folder": "code/toy", "kernels": ["try:toy"], "tools": [],
         "words": {"target": ["uno"], "quick": True, "vectors": None, "model": "toy.py"}}  # fmt: skip


def holds(**changes: object) -> dict[str, bytes]:
    """What is in a bundle of the toy cipher, without rows; with changes of bundle.json."""
    code = {f"code/toy/{file.name}": file.read_bytes() for file in TOY.iterdir() if file.is_file()}
    rows = b'{"context": {"schema": 2}, "rows": []}\n'
    words = json.dumps({**WORDS, **changes}).encode()
    return {**code, "truth/toy.py": (TOY / "toy.py").read_bytes(), bundle.CONTENTS: words, bundle.ROWS: rows}


def written(path: Path, content: dict[str, bytes]) -> Path:
    path.write_bytes(zstandard.compress(bundle.archive("x", content)))
    return path


def opened(path: Path) -> None:
    with bundle.open_bundle(path):
        pass


def test_a_bundle_is_unpacked_with_files_and_folders(tmp_path):
    path = written(tmp_path / "a.tar.zst", {**holds(), "again.sh": b"#!/bin/sh\n"})
    with bundle.open_bundle(path) as (folder, words):
        assert words == WORDS and (folder / "code/toy/toy.py").read_bytes() == (TOY / "toy.py").read_bytes()
        assert (folder / "again.sh").stat().st_mode & 0o111 and not (folder / bundle.CONTENTS).stat().st_mode & 0o111
        bundle.require_own(folder, recognize(folder / words["folder"], machines()), path)


def named(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> Callable[[], tarfile.TarInfo]:
    def make() -> tarfile.TarInfo:
        entry = tarfile.TarInfo(name)
        entry.type, entry.linkname = kind, link
        return entry

    return make


ENTRIES = {
    "absolute": named("/tmp/evil"),
    "above": named("x/../../evil"),
    "symbolic link": named("x/link", tarfile.SYMTYPE, "code/toy/toy.py"),
    "symbolic link to outside": named("x/link", tarfile.SYMTYPE, "/etc/passwd"),
    "hard link": named("x/link", tarfile.LNKTYPE, "x/rows.json"),
    "character device": named("x/null", tarfile.CHRTYPE),
    "block device": named("x/sda", tarfile.BLKTYPE),
    "pipe": named("x/pipe", tarfile.FIFOTYPE),
    "sparse": named("x/sparse", tarfile.GNUTYPE_SPARSE),
}


@pytest.mark.parametrize("kind", ENTRIES)
def test_an_entry_outside_of_the_archive_is_refused(tmp_path, kind):
    out = io.BytesIO(bundle.archive("x", holds()))
    with tarfile.open(fileobj=out, mode="a") as tar:
        tar.addfile(ENTRIES[kind]())
    path = tmp_path / "a.tar.zst"
    path.write_bytes(zstandard.compress(out.getvalue()))
    with pytest.raises(LabError, match=r"is not in the archive; nothing was run|is a link, a device or sparse, not"):
        opened(path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.tar.zst"]


PLACES = {
    "folder": ({"folder": "../../elsewhere"}, "bundle.json: folder: '../../elsewhere' is not in the archive"),
    "absolute folder": ({"folder": "/tmp"}, "bundle.json: folder: '/tmp' is not in the archive"),
    "model": ({"words": {**WORDS["words"], "model": "/tmp/m.py"}}, "bundle.json: model: '/tmp/m.py' is not in"),
    "vectors": ({"words": {**WORDS["words"], "vectors": "../../../v"}}, "bundle.json: vectors: '../../../v' is not in"),
}


@pytest.mark.parametrize("name", PLACES)
def test_a_bundle_names_only_files_in_it(tmp_path, name):
    changes, says = PLACES[name]
    with pytest.raises(LabError) as error:
        opened(written(tmp_path / "a.tar.zst", holds(**changes)))
    assert says in str(error.value) and "nothing was run" in str(error.value)


@pytest.mark.parametrize(
    "facts, says",
    [
        ({"include": ["../../.."]}, "include of the code: '../../..' is not in the archive"),
        ({"header": "/etc/hostname"}, "header of the code: '/etc/hostname' is not in the archive"),
        ({"vectors": ["../../../v.json"]}, "vectors of the code: '../../../v.json' is not in the archive"),
        ({"cflags": ["-wrapper", "touch,evil"]}, "cflags: -wrapper is none of the flags that change how code is"),
    ],
)
def test_the_code_in_a_bundle_takes_nothing_from_elsewhere(tmp_path, facts, says):
    toml = as_toml(structs.replace(recognize(TOY, machines()).called, **facts)).encode()
    path = written(tmp_path / "a.tar.zst", {**holds(), "code/toy/implementation.toml": toml})
    done = narae("try", "--bundle", path, "--yes")
    assert done.returncode == 2 and says in done.stderr, done.stdout + done.stderr


def test_a_decompression_bomb_is_refused(tmp_path, monkeypatch):
    """Bytes, also of a header, and files."""
    monkeypatch.setattr(bundle, "MAX_BYTES", 1 << 20)
    for content in ({**holds(), "zeros": bytes(2 << 20)}, {**holds(), "n" * (2 << 20): b""}):
        with pytest.raises(LabError, match="unpacks to more than 1 MiB"):
            opened(written(tmp_path / "a.tar.zst", content))
    monkeypatch.setattr(bundle, "MAX_FILES", 3)
    with pytest.raises(LabError, match="holds more than 3 files"):
        opened(written(tmp_path / "a.tar.zst", holds()))


def test_a_full_disk_is_not_blamed_on_the_bundle(tmp_path, monkeypatch):
    path = written(tmp_path / "a.tar.zst", holds())

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match=r"No space left on device: '.*narae-"):
        opened(path)


@pytest.mark.parametrize("content", [b"no bundle", zstandard.compress(b"no archive"), zstandard.compress(b"")])
def test_a_file_that_is_no_bundle_is_refused(tmp_path, content):
    path = tmp_path / "a.tar.zst"
    path.write_bytes(content)
    with pytest.raises(LabError, match="is not a bundle of narae"):
        opened(path)
    with pytest.raises(LabError, match=r"is not a bundle of narae: it has no bundle\.json"):
        opened(written(path, {"x": b""}))
    with pytest.raises(LabError, match="is not a bundle of narae: "):
        opened(written(path, {"a": b"", "a/b": b""}))


def test_nothing_runs_before_the_user_agrees(tmp_path, monkeypatch):
    """Where nobody can be asked, --yes is the only way; it means nothing elsewhere."""
    mark = tmp_path / "mark"
    model = f"open({str(mark)!r}, 'w')\n".encode() + (TOY / "toy.py").read_bytes()
    path = written(tmp_path / "a.tar.zst", {**holds(), "truth/toy.py": model})
    done = narae("try", "--bundle", path)
    assert done.returncode == 2 and not mark.exists(), done.stdout
    assert (
        "is compiled and run on this machine, with your rights, and so is its Python model: if you trust it, add --yes"
        in done.stderr
    )
    monkeypatch.setattr("sys.stdin", Namespace(isatty=lambda: True))
    for answer, agrees in (("y", True), ("yes", True), ("", False), ("n", False)):
        monkeypatch.setattr("builtins.input", lambda _, reply=answer: reply)
        options = Namespace(bundle=path, model=None, yes=False)
        if agrees:
            try_code.confirm(options)
        else:
            with pytest.raises(LabError, match=r"^nothing was run$"):
                try_code.confirm(options)
    done = narae("try", "--bundle", path, "--yes")
    assert mark.exists() and "the cycles" not in done.stderr
    assert "--yes answers what" in narae("try", TOY, "--yes").stderr
