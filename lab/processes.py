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
from .errors import LabError, RunError, of_disk
from .paths import CACHE, ROOT

LOOK_SECONDS, MOST_BYTES = 0.25, 1 << 28  # output that would fill the memory
GRACE_SECONDS, POLL_SECONDS = 0.5, 0.01  # for processes to end
_running: set[subprocess.Popen[str]] = set()
_heir: list[subprocess.Popen[str]] = []  # what inherits them, once there is one
# It reads which groups of processes begin and end, until the lab has ended, however that came about: the lab's end of
# the pipe is then closed, which no signal can prevent.  It asks those that are left to end, then kills them.
HEIR = f"""
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
    """Runs a command in its own process group; ends the whole group when it takes longer than `seconds`, or prints
    more than anybody reads."""
    if _stopping.is_set():
        raise KeyboardInterrupt
    with given(stdin) as source:
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
        out, err = said(process, os.path.basename(str(command[0])), seconds)
    finally:
        if process.poll() is None:
            end(process)
        forget(process)
    if _stopping.is_set():
        raise KeyboardInterrupt
    if full := of_disk(os.path.basename(str(command[0])), process.returncode, err):
        raise full
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def compiler(command: list[Any], seconds: float) -> subprocess.CompletedProcess[str]:
    """run() of a compiler, whose temporary files go with it, however it ends."""
    with files.workshop(CACHE) as work:
        return run(command, seconds, env=os.environ | {"TMPDIR": str(work)})


@contextlib.contextmanager
def given(text: str | None) -> Iterator[IO[str] | int]:
    """Standard input: a file, of which a program reads as much as it likes, or nothing."""
    if text is None:
        yield subprocess.DEVNULL
        return
    with tempfile.TemporaryFile("w+") as file:
        file.write(text)
        file.seek(0)
        yield file


def said(process: subprocess.Popen[str], name: str, seconds: float) -> tuple[str, str]:
    """Standard output and error, in time; how much there is so far is looked at every LOOK_SECONDS."""
    end = time.monotonic() + seconds
    while True:
        left = end - time.monotonic()
        try:
            return process.communicate(timeout=max(0, min(left, LOOK_SECONDS)))
        except subprocess.TimeoutExpired as error:
            if len(error.output or b"") + len(error.stderr or b"") > MOST_BYTES:
                raise RunError(f"{name} printed more than {MOST_BYTES >> 20} MiB") from error
            if left <= LOOK_SECONDS:
                raise RunError(f"{name} timed out after {seconds:g} s") from error


class Service:
    """A program that answers each line with a line and keeps running between requests.  One process runs per
    concurrent request; they end with the lab, when their standard input is closed."""

    def __init__(self, command: list[Any]):
        self.command = [str(c) for c in command]
        self.idle: list[subprocess.Popen[str]] = []

    def ask(self, question: str, seconds: float) -> str:
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
    """Starts it in a session of its own and registers it; one that Ctrl-C overtook meanwhile is killed."""
    with postponed_signals():
        try:
            process = subprocess.Popen(command, start_new_session=True, **how)
        except OSError as error:
            raise cannot_start(command[0], error) from error
        with _lock:
            _running.add(process)
            tell_heir(f"+ {process.pid}")
    if _stopping.is_set():
        kill(process)
        forget(process)
        raise KeyboardInterrupt
    return process


def forget(process: subprocess.Popen[str]) -> None:
    """One that has ended."""
    with _lock:
        _running.discard(process)
        tell_heir(f"- {process.pid}")


def tell_heir(line: str) -> None:
    """Starts it first.  Without one the lab works as well, unless it is killed."""
    with contextlib.suppress(OSError):
        if not _heir:
            null, pipe = subprocess.DEVNULL, subprocess.PIPE
            _heir.append(
                subprocess.Popen(
                    ["awk", HEIR], stdin=pipe, stdout=null, stderr=null, text=True, start_new_session=True, cwd="/"
                )
            )
        print(line, file=_heir[0].stdin, flush=True)


@contextlib.contextmanager
def postponed_signals() -> Iterator[None]:
    """In the main thread, where it would interrupt anything, a signal takes effect afterwards: within Popen() it would
    leave a process that nobody knows."""
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
    """With its Debian package, if lab/tools.txt names it."""
    lines = (line.split() for line in (ROOT / "lab/tools.txt").read_text().splitlines())
    package = next((words[2] for words in lines if words[1:2] == [program]), None)
    fix = f"apt-get install --no-install-recommends {package}" if package else "`./narae doctor` prints the command"
    return f"{program} is not installed; to fix it: {fix}"


def there(program: str) -> bool:
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
