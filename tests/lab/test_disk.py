# SPDX-License-Identifier: MIT
"""What a user reads when the disk is full, read-only or limited, and that nothing half made stays behind.

The disks are file systems in a namespace of their own, which needs no root."""

from __future__ import annotations

import errno
import os
import re
import resource
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest

from lab import errors, files, processes, streams
from lab.commands.bench import session as bench
from lab.errors import LabError
from lab.export import check_folder
from lab.paths import CACHE, RESULTS, ROOT, shown
from lab.store import MAX_PATH, Store, bundle, check_writable, read_json
from lab.views import paper
from lab.views.report import check_destination
from tests.tools import own_cache

BENCH = [ROOT / "narae", "bench", "--quick", "--target", "uno", "--cipher", "null", "--mode", "block", "--table"]
SECONDS = 240


def in_namespace(script: str, folder: Path, *command) -> subprocess.CompletedProcess:
    """Runs a command where `script` has mounted something."""
    (folder / "results").mkdir(exist_ok=True)
    environment = os.environ | {"NARAE_RESULTS": str(folder / "results"), "NARAE_CACHE": str(own_cache(folder))}
    alone = ["unshare", "--map-root-user", "--mount", "sh", "-e", "-c"]
    if subprocess.run([*alone, f"mount -t tmpfs tmpfs {folder}/cache"], capture_output=True).returncode:
        pytest.skip("this system lets nobody make a namespace of mounts")
    whole = [*alone, f'{script}\nexec "$@"', "sh", *command]
    return subprocess.run(whole, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS)


def left(folder: Path) -> list[Path]:
    """Temporary files."""
    return [f for f in folder.rglob("*") if f.is_file() and (files.TEMPORARY in f.parts or f.name.startswith("."))]


def test_a_full_cache_is_named_with_what_to_do(tmp_path):
    script = f"mount -t tmpfs -o size=64k tmpfs {tmp_path}/cache"
    count = f'"$@"; status=$?; find {tmp_path}/cache -type f -path "*{files.TEMPORARY}*" -size +0; exit $status'
    done = in_namespace(script, tmp_path, "sh", "-c", count, "sh", *BENCH)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert f"{tmp_path}/cache" in done.stderr.splitlines()[-1]
    assert "No space left on device; free some space" in done.stderr
    assert done.stdout == ""


def test_rows_are_printed_and_kept_when_the_report_does_not_fit_the_disk(tmp_path):
    done = in_namespace(f"mount -t tmpfs -o size=300k tmpfs {tmp_path}/results", tmp_path, *BENCH)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "report.html: No space left on device; free some space" in done.stderr
    assert "run it again. The rows are stored as run 1; then write the report with ./narae report" in done.stderr
    assert re.search(r"^ null +portable +encrypt +16 +\d+ ", done.stdout, re.MULTILINE)


def test_rows_that_cannot_be_stored_are_saved_elsewhere(tmp_path):
    script = f"mount -t tmpfs -o size=28k tmpfs {tmp_path}/results"
    done = in_namespace(script, tmp_path, *BENCH, "--cipher", "lea-128")
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "narae.sqlite: No space left on device" in done.stderr
    (name,) = re.findall(r"The rows of this run are in (\S+): ", done.stderr)
    assert Path(name).parent == tmp_path and len(read_json(Path(name))[1]) > 20


@pytest.mark.parametrize("before", [False, True])
def test_read_only_results_are_no_damaged_database(tmp_path, before):
    (tmp_path / "results").mkdir()
    if before:
        assert in_namespace(":", tmp_path, *BENCH).returncode == 0
    present = sorted(f.name for f in (tmp_path / "results").iterdir())
    results = tmp_path / "results"
    done = in_namespace(f"mount --bind {results} {results}\nmount -o remount,ro,bind {results}", tmp_path, *BENCH)
    assert done.returncode == 2 and "Traceback" not in done.stderr and "damaged" not in done.stderr
    assert f"{results}/narae.sqlite: Read-only file system; fix that, or set NARAE_RESULTS" in done.stderr
    assert "run uno" not in done.stderr, "nothing is measured that could not be kept"
    assert sorted(f.name for f in results.iterdir()) == present


def test_a_limit_of_file_sizes_is_named(tmp_path):
    environment = os.environ | {"NARAE_RESULTS": str(tmp_path / "results"), "NARAE_CACHE": str(own_cache(tmp_path))}
    limit = 40 * 1024
    done = subprocess.run(
        BENCH,
        env=environment,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "File too large; raise the limit (`ulimit -f unlimited`)" in done.stderr
    assert left(tmp_path) == []


@pytest.mark.parametrize(
    "number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EFBIG, errno.EIO, errno.EISDIR]
)
def test_each_error_of_a_disk_has_a_sentence_with_its_file(number):
    output = errors.file_error_text(OSError(number, "", "results/x"))
    assert output.startswith(f"results/x: {os.strerror(number)}; ") and len(output) > 60


@pytest.mark.parametrize(("size", "fits"), [(MAX_PATH, True), (MAX_PATH + 1, False)])
def test_a_path_that_is_too_long_for_sqlite_is_named(tmp_path, size, fits):
    """Without that it would be a lack of permission."""
    folder = tmp_path
    while size - len(str(folder)) > 60:
        folder /= 40 * "x"
    path = folder / ((size - len(f"{folder}/")) * "x")
    with nullcontext() if fits else pytest.raises(LabError, match="whose path has more than 504 bytes; move this"):
        Store(path)


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.EPERM])
def test_only_for_lab_folders_another_one_is_suggested(number):
    """As `try --init` writes into the user's folder."""
    theirs = errors.file_error_text(OSError(number, "", "/home/me/my-aes/implementation.toml"))
    assert theirs.endswith(errors.ACCESS) and "NARAE" not in theirs
    for place in (RESULTS / "x", CACHE, f"gcc, which writes to {CACHE} and /tmp", None):
        assert errors.file_error_text(OSError(number, "", place and str(place))).endswith(errors.ELSEWHERE)


def test_an_error_that_is_none_of_disks_stays_one():
    assert errors.file_error_text(FileNotFoundError(errno.ENOENT, "", "x")) is None


@pytest.mark.parametrize("place", [CACHE, RESULTS, RESULTS.parent])
def test_a_lab_folder_that_cannot_be_created_is_reported(place):
    """In /proc nobody makes a folder, and the system says that there is none."""
    output = errors.file_error_text(FileNotFoundError(errno.ENOENT, "", str(place)))
    assert output == f"{place}: No such file or directory; {errors.ELSEWHERE}"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("/proc/x", "No such file or directory; choose another file"),
        ("link", "No such file or directory; choose another file"),
        ("loop", "Too many levels of symbolic links; choose another file"),
        (250 * "x", "File name too long; choose another file"),  # with that of the temporary file
        (300 * "x", "File name too long; choose another file"),
        ("", "it is a folder"),
        ("file/x", "its folder does not exist"),
    ],
)
def test_a_file_that_cannot_be_made_is_refused_early(tmp_path, name, why):
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "nowhere" / "x")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    path = tmp_path / name
    with pytest.raises(LabError, match=re.escape(f"{path} cannot be written: {why}")):
        files.check(path)


def test_what_is_no_file_is_named(tmp_path):
    """As by --model, --vectors and --bundle."""
    (tmp_path / "link").symlink_to("nothing")
    (tmp_path / "loop").symlink_to("loop")
    for name, why in (
        ("none", "does not exist"),
        ("link", "is a link to nothing, which does not exist"),
        ("loop", "is a symbolic link that leads back to itself"),
        ("", "is not a file"),
    ):
        path = tmp_path / name
        assert files.missing_reason(path) == why
        with pytest.raises(LabError, match=re.escape(f"{path} {why}; name a folder")), bundle.open_bundle(path):
            pass


@pytest.mark.parametrize(
    ("check", "name"),
    [
        (check_destination, "x.html"),
        (check_writable, "x.json"),
        (partial(paper.check, kind="plot"), "x.svg"),
        (bundle.check, "x.tar.zst"),
    ],
)
def test_every_option_that_writes_refuses_such_a_file(check, name):
    with pytest.raises(LabError, match=f"/proc/{name} cannot be written"):
        check(Path("/proc", name))


def test_a_device_is_no_file_that_has_to_be_made():
    files.check(Path("/dev/null"))


def test_an_error_while_writing_names_the_file(tmp_path, monkeypatch):
    """A full disk is found out by write(), whose error has no name."""

    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    path = tmp_path / "report.html"
    path.write_text("old")
    with pytest.raises(OSError) as caught:
        files.write_text(path, "new")
    assert caught.value.filename == str(path)
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_a_compiler_that_finds_the_disk_full_is_no_row_that_does_not_build(monkeypatch):
    monkeypatch.setenv("TMPDIR", "/full")  # Python would use another one
    output = "a.c:1:1: fatal error: error writing to /tmp/ccx.s: No space left on device"
    with pytest.raises(OSError, match=r"sh, which writes to .* and /full'") as caught:
        processes.run(["sh", "-c", f"echo '{output}' >&2; exit 1"], 20)
    assert caught.value.errno == errno.ENOSPC
    assert processes.run(["sh", "-c", f"echo '{output}' >&2"], 20).returncode == 0


def test_a_working_folder_that_is_gone_stops_no_command(tmp_path, monkeypatch):
    """It was removed meanwhile, in another terminal."""
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert shown(RESULTS) == str(RESULTS)
    with pytest.raises(LabError, match=r"^package cannot be written: this folder no longer exists"):
        check_folder(Path("package"), False)
    monkeypatch.setattr(bench, "RESULTS", Path("/proc/no/results"))
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    with pytest.raises(LabError, match=f"The rows of this run are in {re.escape(str(tmp_path))}/narae-rows-"):
        bench.add(Mock(Store, add=Mock(side_effect=LabError("full"))), {}, [])


def test_full_standard_output_is_named_once_and_messages_are_dropped(monkeypatch):
    with open("/dev/full", "w") as out, open("/dev/full", "w") as err:
        for name, stream in (("stdout", out), ("stderr", err)):
            monkeypatch.setattr(sys, name, stream)
        streams.prepare()
        print("a message", file=sys.stderr, flush=True)
        with pytest.raises(OSError, match="No space left on device: 'standard output'"):
            print("a result", flush=True)
        sys.stdout.flush()  # as Python does at its end


@pytest.mark.parametrize("words", ["advise --target uno --need aead", "bench --help"])
def test_a_short_result_that_cannot_be_printed_is_a_failure(words):
    """What is in a buffer when the command ends."""
    command = [sys.executable, "-m", "lab", *words.split()]
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, cwd=ROOT, env=usual, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr.partition(";")[0]) == (2, "narae: standard output: No space left on device")
