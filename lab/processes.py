# SPDX-License-Identifier: MIT
"""Runs programs so that none outlives the lab or hangs it."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from typing import IO, Any

from . import files
from .errors import LabError, RunError, disk_error
from .paths import CACHE, ROOT

POLL_OUTPUT_SECONDS, MAX_OUTPUT_BYTES = 0.25, 1 << 28  # output that would fill the memory
GRACE_SECONDS, POLL_SECONDS = 0.5, 0.01  # for processes to end
_running: set[subprocess.Popen[str]] = set()
_reaper: list[subprocess.Popen[str]] = []  # ends the groups if the lab is killed; started on first use
# Reads which process groups begin and end, until the lab exits for any reason, even SIGKILL, which closes the pipe.
# Terminates the remaining groups, then kills them.
REAPER = f"""
$1 == "+" {{ left[$2] }}
$1 == "-" {{ delete left[$2] }}
END {{
    for (group in left) all = all " -" group
    if (all) system("kill -s TERM --" all "; sleep {GRACE_SECONDS}; kill -s KILL --" all)
}}"""
_lock = threading.Lock()
_stopping = threading.Event()


def run(
    command: list[Any], seconds: float, env: dict[str, Any] | None = None, stdin: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs a command in its own process group, and ends the group when it takes longer than `seconds` or prints too
    much."""
    if _stopping.is_set():
        raise KeyboardInterrupt
    with standard_input(stdin) as source:
        process = start(
            [str(c) for c in command],
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            env=env,
        )
    try:
        out, err = output_of(process, os.path.basename(str(command[0])), seconds)
    finally:
        if process.poll() is None:
            end(process)
        forget(process)
    if _stopping.is_set():
        raise KeyboardInterrupt
    if full := disk_error(os.path.basename(str(command[0])), process.returncode, err):
        raise full
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def compiler(command: list[Any], seconds: float) -> subprocess.CompletedProcess[str]:
    """run() for a compiler: its temporary files are removed, however it ends."""
    with files.temporary_folder(CACHE) as work:
        return run(command, seconds, env=os.environ | {"TMPDIR": str(work)})


@contextlib.contextmanager
def standard_input(text: str | None) -> Iterator[IO[str] | int]:
    """Standard input: a file, of which a program may read any part, or nothing."""
    if text is None:
        yield subprocess.DEVNULL
        return
    with tempfile.TemporaryFile("w+") as file:
        file.write(text)
        file.seek(0)
        yield file


def output_of(process: subprocess.Popen[str], name: str, seconds: float) -> tuple[str, str]:
    """Standard output and error, within the time limit. Their size is checked every POLL_OUTPUT_SECONDS."""
    end = time.monotonic() + seconds
    while True:
        left = end - time.monotonic()
        try:
            return process.communicate(timeout=max(0, min(left, POLL_OUTPUT_SECONDS)))
        except subprocess.TimeoutExpired as error:
            if len(error.output or b"") + len(error.stderr or b"") > MAX_OUTPUT_BYTES:
                raise RunError(f"{name} printed more than {MAX_OUTPUT_BYTES >> 20} MiB") from error
            if left <= POLL_OUTPUT_SECONDS:
                raise RunError(f"{name} timed out after {seconds:g} s") from error


class Service:
    """A program that answers each line with a line and keeps running between requests.  One process runs per
    concurrent request; they end with the lab, when their standard input is closed."""

    def __init__(self, command: list[Any]):
        self.command = [str(c) for c in command]
        self.idle: list[subprocess.Popen[str]] = []

    def request(self, question: str, seconds: float) -> str:
        """Raises RunError if there is no answer in time."""
        with _lock:
            process = self.idle.pop() if self.idle else None
        process = process or self.start()
        end = time.monotonic() + seconds
        late = threading.Timer(seconds, kill, [process])
        late.start()
        answer = ""
        assert process.stdin and process.stdout
        try:
            process.stdin.write(question + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except (OSError, ValueError):  # the process has ended or was killed
            pass
        finally:
            late.cancel()
        if _stopping.is_set():
            raise KeyboardInterrupt
        if not answer.endswith("\n"):
            kill(process)
            forget(process)
            name = os.path.basename(self.command[0])
            reason = "exited without an answer" if time.monotonic() < end else f"timed out after {seconds:g} s"
            raise RunError(f"{name} {reason}")
        with _lock:
            self.idle.append(process)
        return answer

    def start(self) -> subprocess.Popen[str]:
        if _stopping.is_set():
            raise KeyboardInterrupt
        pipe = subprocess.PIPE
        return start(self.command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)


def start(command: list[str], **how: Any) -> subprocess.Popen[str]:
    """Starts it in its own session and registers it. Ctrl-C in the meantime kills it."""
    with postponed_signals():
        try:
            process = subprocess.Popen(command, start_new_session=True, **how)
        except OSError as error:
            raise cannot_start(command[0], error) from error
        with _lock:
            _running.add(process)
            tell_reaper(f"+ {process.pid}")
    if _stopping.is_set():
        kill(process)
        forget(process)
        raise KeyboardInterrupt
    return process


def forget(process: subprocess.Popen[str]) -> None:
    """Unregisters a process that has ended."""
    with _lock:
        _running.discard(process)
        tell_reaper(f"- {process.pid}")


def tell_reaper(line: str) -> None:
    """Starts the reaper first. Without it everything works, unless the lab is killed."""
    with contextlib.suppress(OSError):
        if not _reaper:
            null, pipe = subprocess.DEVNULL, subprocess.PIPE
            _reaper.append(
                subprocess.Popen(
                    ["awk", REAPER], stdin=pipe, stdout=null, stderr=null, text=True, start_new_session=True, cwd="/"
                )
            )
        print(line, file=_reaper[0].stdin, flush=True)


@contextlib.contextmanager
def postponed_signals() -> Iterator[None]:
    """Delays signals in the main thread to the end of the block: within Popen() they would leave an unregistered
    process."""
    received: list[int] = []
    handlers: dict[signal.Signals, Any] = {}
    try:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                if callable(handler := signal.getsignal(number)):
                    handlers[number] = handler
                    signal.signal(number, lambda received_number, _: received.append(received_number))
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for pending in received:
            signal.raise_signal(pending)


def cannot_start(program: object, error: OSError) -> LabError:
    name = str(program)
    missing = isinstance(error, FileNotFoundError)
    return LabError(not_installed(name) if missing else f"`{name}` cannot be run: {error.strerror}")


def not_installed(program: str) -> str:
    """Names the Debian package if lab/tools.txt does."""
    lines = (line.split() for line in (ROOT / "lab/tools.txt").read_text().splitlines())
    package = next((words[2] for words in lines if words[1:2] == [program]), None)
    fix = f"apt-get install --no-install-recommends {package}" if package else "`./narae doctor` prints the command"
    return f"{program} is not installed; to fix it: {fix}"


def is_installed(program: str) -> bool:
    return shutil.which(program) is not None


def end(process: subprocess.Popen[str]) -> None:
    """Asks a process and its children to end; kills what does not."""
    try:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(GRACE_SECONDS)
    finally:
        kill(process)


def kill(process: subprocess.Popen[str]) -> None:
    """Kills a process and its children."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            stream.close()


def stop_all() -> None:
    """Called on Ctrl-C and when a disk is full: asks all processes to end, kills what does not, prevents new ones."""
    _stopping.set()
    with _lock:
        for number in (signal.SIGTERM, signal.SIGKILL):
            for process in _running:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, number)
            end = time.monotonic() + GRACE_SECONDS
            while any(process.poll() is None for process in _running) and time.monotonic() < end:
                time.sleep(POLL_SECONDS)
