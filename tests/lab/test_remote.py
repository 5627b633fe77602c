# SPDX-License-Identifier: MIT
"""Other machines by ssh: an sshd on the loopback interface, with keys of its own."""

from __future__ import annotations

import getpass
import os
import pwd
import re
import socket
import subprocess
import tempfile
import time
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from lab import store
from lab.cache import Cache
from lab.errors import LabError, RunError
from lab.plan import selection
from lab.plan.board import Flash, load_board
from lab.real import connect, discovery, flash, remote
from lab.real.board import RealBoard, Ssh
from lab.real.remote import Remote
from lab.rows import provenance
from lab.run import cores
from lab.targets import TARGETS
from tests.tools import call, narae, skip_without, unpacked

SECONDS = 400


@dataclass(frozen=True)
class Server:
    """Another machine, as far as ssh knows; `folder` holds its files, and an ssh that finds it."""

    folder: Path
    destination: str


def with_its_user(folder: Path) -> list[str | Path]:
    """As root sshd wants a user `sshd`, which its package makes: here a list of users of its own has one."""
    if os.geteuid() != 0 or any(user.pw_name == "sshd" for user in pwd.getpwall()):
        return []
    (folder / "passwd").write_text(
        Path("/etc/passwd").read_text() + "sshd:x:65534:65534::/run/sshd:/usr/sbin/nologin\n"
    )
    return ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /etc/passwd && exec "$@"', folder / "passwd"]


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Server]:
    skip_without("ssh", "ssh-keygen", "apt-get")
    unpacked_files = unpacked("openssh-server", "libwrap0")
    (libraries,) = {str(f.parent) for f in unpacked_files.rglob("libwrap.so.0")}
    folder = tmp_path_factory.mktemp("ssh")
    for key in ("host", "mine", "other"):
        call(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / key])
    (folder / "authorized").write_text((folder / "mine.pub").read_text())
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    Path("/run/sshd").mkdir(exist_ok=True)
    options = {"Port": port, "ListenAddress": "127.0.0.1", "HostKey": folder / "host", "PidFile": "none"}
    options |= {"AuthorizedKeysFile": folder / "authorized", "StrictModes": "no", "UsePAM": "no"}
    (folder / "sshd").write_text("".join(f"{name} {value}\n" for name, value in options.items()))
    (folder / "known").write_text(f"[127.0.0.1]:{port} {(folder / 'host.pub').read_text()}")
    for name, key in (("desk", "mine"), ("stranger", "other")):
        with (folder / "config").open("a") as config:
            config.write(
                f"Host {name}\n HostName 127.0.0.1\n Port {port}\n User {getpass.getuser()}\n"
                f" IdentityFile {folder / key}\n"
                f" IdentitiesOnly yes\n UserKnownHostsFile {folder / 'known'}\n"
            )
    (folder / "ssh").write_text(f'#!/bin/sh\nexec /usr/bin/ssh -F "{folder / "config"}" "$@"\n')
    (folder / "ssh").chmod(0o755)
    command = [*with_its_user(folder), unpacked_files / "usr/sbin/sshd", "-D", "-e", "-f", folder / "sshd"]
    environment = os.environ | {"LD_LIBRARY_PATH": libraries}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    assert "Server listening" in (line := process.stderr.readline()), line
    yield Server(folder, "desk")
    process.terminate()
    process.wait()


@pytest.fixture
def desk(server, monkeypatch) -> Remote:
    monkeypatch.setenv("PATH", f"{server.folder}:{os.environ['PATH']}")
    return Remote("desk")


def test_a_machine_says_what_it_is(desk):
    here = provenance.context()
    there = desk.context
    assert {k: there[k] for k in ("host_cpu", "host_cpu_model", "host_os")} == {
        k: here[k] for k in ("host_cpu", "host_cpu_model", "host_os")
    }
    assert discovery.by_ssh("desk").target == ("pi4" if desk.is_pi4 else "host") and "flags" in desk.cpuinfo


def test_a_host_is_measured_there_by_programs_built_here(desk, tmp_path):
    out = tmp_path / "rows.json"
    words = ["--target", "host", "--ssh", "desk", "--cipher", "null", "--mode", "block", "--quick", "--no-peers"]
    done = narae("bench", *words, "--json", out, env={"NARAE_RESULTS": str(tmp_path / "results")})
    assert done.returncode == 0, done.stdout + done.stderr
    context, rows = store.read_json(out)
    assert rows and all(r.cycles and r.fidelity == "measured" and r.target == "host" for r in rows)
    assert context["host_name"] == desk.context["host_name"]
    assert all(r.provenance["machine"].startswith(f"{context['host_name']}: ") for r in rows)
    assert not list(Path("/tmp").glob("narae.??????"))


def test_arguments_and_input_reach_a_remote_program(desk, tmp_path):
    script = tmp_path / "program with a space"
    script.write_text('#!/bin/sh\necho "$NARAE_CPU,$NARAE_LATER_ROUND"\nexit 3\n')
    environment = os.environ | {"NARAE_CPU": "avx2", "NARAE_LATER_ROUND": "1; touch /tmp/narae-no"}
    done = subprocess.run([*desk.runner, script], env=environment, capture_output=True, text=True, timeout=SECONDS)
    assert (done.stdout, done.returncode) == ("avx2,\n", 3)


def test_a_machine_of_another_kind_is_refused_before_anything_is_built(desk):
    options = Namespace(port="", ssh="desk", place="", baud=None)
    with (
        pytest.raises(LabError, match="desk is no Raspberry Pi 4, but: "),
        connect.targets(options, ["pi4"], dict(TARGETS)),
    ):
        pass


def test_a_program_that_does_not_run_there_is_a_row_with_its_reason(desk, tmp_path):
    """This machine is no Pi: it cannot run the program, or has no cycle counter for it."""
    plan = selection.select(["pi4"], ["null"], ["block"], quick=True)
    target, implementation = plan.pairs()[0]
    there = RealBoard(target, Ssh(desk))
    built = cores.built(target, implementation, plan.sizes_of(target, implementation))
    outcome = there.measured(built, True, Cache(), lambda _: None)
    assert re.search("desk cannot run it: is it a pi4, |no cycle counter", outcome.failure), outcome.failure
    with pytest.raises(RunError, match="ended early, with exit code 7: it is tired"):
        tired = tmp_path / "tired"
        tired.write_text("#!/bin/sh\necho it is tired >&2\nexit 7\n")
        desk.run(tired, "pi4")


def test_a_board_is_flashed_where_its_debugger_is(desk, tmp_path, monkeypatch):
    board = load_board("hifive1")
    tool = tmp_path / "loader"
    tool.write_text(f'#!/bin/sh\ncp "$2" {tmp_path}/loaded\necho "{{}} $1" >&2\ntest "$3" = "a b"\n')
    tool.chmod(0o755)
    file = tmp_path / "bench.elf"
    file.write_text("the program")
    method = Flash(tool=str(tool), image="elf", args=["-x", "{image}", "a b"])
    flash.flash_at(desk, board.changed(flash=[method]), file)
    assert (tmp_path / "loaded").read_text() == "the program"
    method = Flash(tool=str(tool), image="elf", args=["-x", "{image}", "other"])
    with pytest.raises(RunError, match=r"loader failed: {} -x"):
        flash.flash_at(desk, board.changed(flash=[method]), file)


def folder_of(machine: Remote) -> Path:
    """Where its shared connection is."""
    return next(Path(word.partition("=")[2]).parent for word in machine.command if word.startswith("-oControlPath="))


UNREACHABLE = {
    "stranger": "stranger knows no key of yours: ssh-copy-id stranger",
    "narae.invalid": "narae.invalid: there is no machine of that name",
    "ssh://127.0.0.1:9": "ssh://127.0.0.1:9 has no ssh server that answers",
}


@pytest.mark.parametrize("place", UNREACHABLE)
def test_a_machine_that_cannot_be_reached_is_named_with_the_reason(desk, place):
    remote.close(desk.command)  # which a stranger of the same name would share
    with pytest.raises(LabError, match=UNREACHABLE[place]):
        Remote(place).facts  # noqa: B018


def test_the_shared_connection_ends_with_the_lab(desk):
    assert desk.facts
    folder = folder_of(desk)
    assert any(folder.iterdir())
    remote.close(desk.command)
    end = time.monotonic() + SECONDS
    while any(folder.iterdir()) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(folder.iterdir())


def test_no_other_user_can_prepare_the_folder_of_shared_connections(tmp_path, monkeypatch):
    """A name that can be foretold could be a folder, and a socket in it, of somebody else."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folders = []
    for _ in range(2):
        remote.connections.cache_clear()
        folders.append(folder_of(Remote("desk.invalid")))
    remote.connections.cache_clear()
    assert folders[0] != folders[1] and all(f.parent == tmp_path for f in folders)
    assert [f.stat().st_mode & 0o777 for f in folders] == [0o700, 0o700]
