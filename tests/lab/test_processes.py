# SPDX-License-Identifier: MIT
"""A program that goes on between questions, and what becomes of one that does not answer."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from lab import cache, processes
from lab.build import call
from lab.errors import LabError, RunError
from lab.paths import ROOT
from lab.processes import Service
from lab.sims.run import compiled

COUNTS = "n=0; while read -r word; do n=$((n + 1)); case $word in hang) sleep 60 ;; leave) exit ;; esac; echo $n; done"


@pytest.fixture(autouse=True)
def heir():
    """Is there before a test replaces what starts programs."""
    processes.tell_reaper("")


def test_a_service_keeps_running_and_restarts_after_a_failure():
    service = Service(["sh", "-c", COUNTS])
    assert [service.request("a", 20), service.request("b", 20)] == ["1\n", "2\n"]
    with pytest.raises(RunError, match=r"sh timed out after 0\.3 s"):
        service.request("hang", 0.3)
    assert service.request("a", 20) == "1\n"
    with pytest.raises(RunError, match="sh exited without an answer"):
        service.request("leave", 20)
    assert service.request("a", 20) == "1\n"


def test_a_program_that_is_not_there_is_named():
    with pytest.raises(LabError, match="no-such-program is not installed"):
        Service(["no-such-program"]).request("a", 1)


@pytest.mark.parametrize("start", [lambda name: processes.run([name], 1), lambda name: Service([name]).request("a", 1)])
def test_what_is_no_program_is_named(tmp_path, start):
    text = tmp_path / "text"
    text.write_text("no program")
    for mode, output in ((0o644, "Permission denied"), (0o755, "Exec format error")):
        text.chmod(mode)
        with pytest.raises(LabError, match=f"`.*text` cannot be run: {output}"):
            start(text)


@pytest.mark.parametrize(
    "start", [lambda: processes.run(["sleep", "60"], 60), lambda: Service(["cat"]).request("a", 60)]
)
def test_ctrl_c_while_a_program_is_started_ends_it(monkeypatch, start):
    """The one that stops all does not know it yet."""
    monkeypatch.setattr(processes, "_stopping", threading.Event())
    monkeypatch.setattr(processes, "_running", set())
    begun, popen = [], subprocess.Popen

    def overtaken(*words, **more):
        begun.append(popen(*words, **more))
        processes.stop_all()
        return begun[0]

    monkeypatch.setattr(subprocess, "Popen", overtaken)
    with pytest.raises(KeyboardInterrupt):
        start()
    assert begun[0].wait(5) != 0 and not processes._running


def test_a_program_that_floods_or_hangs_is_ended(monkeypatch):
    monkeypatch.setattr(processes, "MAX_OUTPUT_BYTES", 1 << 20)
    monkeypatch.setattr(processes, "POLL_OUTPUT_SECONDS", 0.02)
    with pytest.raises(RunError, match="yes printed more than 1 MiB"):
        processes.run(["yes"], 60)
    with pytest.raises(RunError, match=r"sleep timed out after 0\.1 s"):
        processes.run(["sleep", "60"], 0.1)
    text = "a line\n" * 50_000  # more than a pipe holds
    assert processes.run(["sh", "-c", "sleep 0.1; cat"], 60, stdin=text).stdout == text


def test_ctrl_c_asks_programs_to_end_and_kills_what_does_not(monkeypatch, tmp_path):
    """A compiler that is killed leaves its temporary files."""
    monkeypatch.setattr(processes, "_stopping", threading.Event())
    monkeypatch.setattr(processes, "_running", set())
    monkeypatch.setattr(processes, "GRACE_SECONDS", 0.3)
    left = tmp_path / "left"
    begun = []
    for trap in (f"rm {left}; exit 3", ""):
        script = f"trap '{trap}' TERM; touch {left}; echo ready; while :; do sleep 0.02; done"
        process = processes.start(["sh", "-c", script], stdout=subprocess.PIPE, text=True)
        begun.append(process)
        assert process.stdout and process.stdout.readline() == "ready\n"
    processes.stop_all()
    assert [process.wait(5) for process in begun] == [3, -9] and not left.exists()


def test_what_is_killed_leaves_no_program(tmp_path):
    """As by the kernel when memory is short: whatever runs then ends, also what its programs began."""
    lab = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from lab import processes; "
    lab += "processes.run(['true'], 9); processes.run(['sh', '-c', 'sleep 60 & echo $! >pid; mv pid there; wait'], 60)"
    killed, present = subprocess.Popen([sys.executable, "-c", lab], cwd=tmp_path), tmp_path / "there"
    wait_until(present.exists)
    killed.kill()
    killed.wait()
    wait_until(lambda: has_ended(int(present.read_text())))


def wait_until(is_so):
    end = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def has_ended(pid):
    """Also if nobody has asked how."""
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or ") Z " in stat.read_text()


@pytest.mark.parametrize(("trap", "left"), [("rm file; exit", []), ("", ["file"])])
def test_a_program_that_is_waited_for_gets_sigterm(monkeypatch, tmp_path, trap, left):
    for name, value in (("GRACE_SECONDS", 0.2), ("MAX_OUTPUT_BYTES", 1), ("POLL_OUTPUT_SECONDS", 0.02)):
        monkeypatch.setattr(processes, name, value)
    script = f"cd {tmp_path}; trap '{trap}' TERM; touch file; echo ready; while :; do sleep 0.02; done"
    with pytest.raises(RunError, match="printed more than"):
        processes.run(["sh", "-c", script], 60)
    assert [file.name for file in tmp_path.iterdir()] == left


def build_command(folder):
    call(["gcc", "-o", folder / "made"])
    return folder / "made"


def simulator(folder):
    source = folder / "new.c"
    source.touch()
    return compiled.__wrapped__((source,), ())


@pytest.mark.parametrize("ending", ["exit 3", "kill -9 $$", "while :; do sleep 0.02; done"])
def test_temporary_files_of_a_compiler_go_however_it_ends(monkeypatch, tmp_path, ending):
    """Killed, it removes none itself; nobody else's folder has them meanwhile."""
    monkeypatch.setattr(processes, "CACHE", tmp_path)
    monkeypatch.setattr(processes, "GRACE_SECONDS", 0.2)
    script = f'trap "" TERM; touch "$TMPDIR/ccx.s"; ls {tmp_path}/under-way/*; {ending}'
    with contextlib.suppress(RunError):
        assert processes.compiler(["sh", "-c", script], 0.5).stdout == "ccx.s\n"
    assert [f for f in tmp_path.rglob("*") if f.is_file()] == [] and list((tmp_path / "under-way").iterdir()) == []


@pytest.mark.parametrize("build", [build_command, simulator])
def test_every_compiler_has_its_temporary_files_there(monkeypatch, tmp_path, build):
    fake = tmp_path / "bin" / "gcc"
    fake.parent.mkdir()
    fake.write_text('#!/bin/sh\nfor last; do :; done; [ "$last" = --version ] || echo "$TMPDIR" >"$last"\n')
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{fake.parent}:{os.environ['PATH']}")
    for module in (cache, processes):
        monkeypatch.setattr(module, "CACHE", tmp_path)
    assert Path(build(tmp_path).read_text().strip()).is_relative_to(tmp_path / "under-way")


def test_ctrl_c_while_a_program_is_started_leaves_none(monkeypatch):
    monkeypatch.setattr(processes, "_stopping", threading.Event())
    monkeypatch.setattr(processes, "_running", set())
    begun = []

    def popen(*what, **how):
        begun.append(Popen(*what, **how))
        signal.raise_signal(signal.SIGINT)
        return begun[0]

    Popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", popen)
    with pytest.raises(KeyboardInterrupt):
        processes.run(["sleep", "60"], 60)
    processes.stop_all()
    assert [process.wait(5) for process in begun] == [-signal.SIGTERM]
