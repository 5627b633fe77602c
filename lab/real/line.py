# SPDX-License-Identifier: MIT
"""A serial line, read until the measuring program ends or its output cannot be parsed.

pyserial opens the ports: a device, or a URL such as rfc2217://HOST:PORT and socket://HOST:PORT."""

from __future__ import annotations

import contextlib
import errno
import grp
import os
import re
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ..errors import LabError, RunError
from ..run.protocol import Checker

FIRST_SECONDS = 12  # until the first line: a boot loader waits a second or two
SILENT_SECONDS = 120  # between two lines; the slowest program takes half of that for its checksum
POLL_SECONDS = 0.2
STARTS = 3  # of one program: when it was loaded, when the line was opened, and one more
LONGEST_LINE = 1 << 16
NOISE = 0.3  # share of characters that no text has
BEGINS = re.compile(r"narae-bench \d+ \w+ (\S+) ")
RESET_SECONDS = 0.1
SERVED = ("rfc2217", "socket")  # over the network


def require_pyserial() -> Any:
    """The module pyserial; an error if it is not installed."""
    try:
        import serial
    except ImportError as error:
        raise LabError("pyserial is not installed; ./narae installs it for --port and --place") from error
    return serial


@dataclass(frozen=True)
class Port:
    """A board's serial port, and the effect of opening it."""

    url: str
    baud: int
    resets: bool  # opening it starts the program again

    @property
    def is_device(self) -> bool:
        return "://" not in self.url

    @property
    def opened_as(self) -> str:
        """Tolerates servers that do not answer the request for DTR, which is sent nevertheless."""
        more = "&" if "?" in self.url else "?"
        return f"{self.url}{more}ign_set_control" if self.url.startswith("rfc2217://") else self.url

    def check(self) -> None:
        """An error if the port cannot exist; open() reports anything else."""
        serial = require_pyserial()
        try:
            serial.serial_for_url(self.url, do_not_open=True)
            if urlsplit(self.url).scheme in SERVED and not urlsplit(self.url).port:
                raise ValueError("there is no port number")
        except ValueError as error:
            raise LabError(
                f"--port {self.url}: {error}; it is a device, rfc2217://HOST:PORT or socket://HOST:PORT"
            ) from (error)
        if self.is_device and not os.path.lexists(self.url):
            raise LabError(f"there is no {self.url}; ./narae boards lists what is plugged in")
        if self.is_device and os.path.exists(self.url) and not stat.S_ISCHR(os.stat(self.url).st_mode):
            raise LabError(f"{self.url} is no serial port; ./narae boards lists what is plugged in")

    @contextmanager
    def open(self) -> Iterator[Any]:
        """Exclusively; a context manager."""
        serial = require_pyserial()
        try:
            line = serial.serial_for_url(self.opened_as, baudrate=self.baud, timeout=POLL_SECONDS, exclusive=True)
        except (OSError, ValueError) as error:  # SerialException is an OSError
            raise RunError(self.refused(error)) from error
        try:
            if self.resets:
                reset(line)
            yield line
        finally:
            close(line)

    def refused(self, error: Exception) -> str:
        """The reason why a port cannot be opened."""
        number = getattr(error, "errno", None)
        if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
            return f"there is no {self.url} any more: is the cable pulled?"
        if number in (errno.EACCES, errno.EPERM):
            return no_permission(self.url)
        if number in (errno.EBUSY, errno.EAGAIN):
            return f"{self.url} is busy: {holder(self.url) or 'another program has it open'}; end that first"
        if os.strerror(errno.ENOTTY) in str(error):
            return f"{self.url} is no serial port; ./narae boards lists what is plugged in"
        reason = getattr(error, "strerror", None) or str(error)
        return f"{self.url} cannot be opened: {reason}"


def close(line: Any) -> None:
    """In a thread: pyserial ignores exceptions while it closes a socket, also that of Ctrl-C, which is raised in this
    one."""

    def work() -> None:
        with contextlib.suppress(OSError):
            line.close()

    worker = threading.Thread(target=work)
    worker.start()
    worker.join()


def reset(line: Any) -> None:
    """Pulses DTR, which resets such boards through a capacitor; ports without that line ignore it."""
    with contextlib.suppress(OSError):
        line.dtr = False
        time.sleep(RESET_SECONDS)
        line.reset_input_buffer()
        line.dtr = True


def no_permission(device: str) -> str:
    try:
        group = grp.getgrgid(os.stat(device).st_gid).gr_name
    except (OSError, KeyError):
        group = "dialout"
    return (
        f"no permission for {device}, which belongs to the group {group}: sudo usermod -aG {group} $USER, "
        "then log in again"
    )


def holder(device: str) -> str:
    """The process that has a device open; empty if there is none, or none that is visible."""
    real = os.path.realpath(device)
    for place in Path("/proc").glob("[0-9]*/fd"):
        if int(place.parent.name) == os.getpid():
            continue
        with contextlib.suppress(OSError):
            if any(os.path.realpath(fd) == real for fd in place.iterdir()):
                name = (place.parent / "comm").read_text().strip()
                return f"{name} (process {place.parent.name}) has it open"
    return ""


@dataclass
class Listener:
    """Assembles lines and verifies their checksums."""

    cipher: str
    baud: int
    lines: list[str] = field(default_factory=list)
    noise: bytes = b""  # before the first line
    rest: bytes = b""
    starts: int = 0
    checker: Checker = field(default_factory=Checker)

    def receive(self, data: bytes) -> bool:
        """Processes received bytes; true when the program has ended."""
        *whole, self.rest = (self.rest + data).split(b"\n")
        if len(self.rest) > LONGEST_LINE:
            raise RunError(f"line {len(self.lines) + 1} never ends: {self.rest[:60].decode('latin-1')!r}")
        return any(self.line(one) for one in whole)

    def line(self, data: bytes) -> bool:
        words = data.decode("latin-1").rstrip("\r")
        if begins := BEGINS.search(words):
            self.begin(begins[1])
            words = words[begins.start() :]
        if not self.starts:
            self.noise += data + b"\n"
            return False
        text = self.checker.whole(words)
        if text is None:
            raise RunError(f"line {len(self.lines) + 1} is incomplete or corrupted: {words[:60]!r}")
        self.lines.append(words)
        return text == "end" or text.startswith("fault ")

    def begin(self, cipher: str) -> None:
        self.starts += 1
        if self.starts > STARTS:
            raise RunError(
                f"the board starts again and again, {self.starts} times so far: is its supply weak, or does a "
                "watchdog run?"
            )
        if cipher != self.cipher:
            raise RunError(
                f"the board runs another program, which measures {cipher}, not {self.cipher}: was it flashed?"
            )
        self.lines, self.checker = [], Checker()

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)

    def silence(self, seconds: float) -> str:
        """The error message if no more bytes come."""
        if self.starts:
            half = f", with half a line: {self.rest[:60].decode('latin-1')!r}" if self.rest else ""
            return f"no output for {seconds:g} s after line {len(self.lines)}{half}"
        heard = self.noise + self.rest
        if not heard:
            return f"the board is silent for {seconds:g} s: is that its port, and does it run?"
        if noise_share(heard) > NOISE:
            return f"no text at {self.baud} baud: is that the board's rate (--baud), and is its clock right?"
        return f"the board runs another program, which prints {heard[:60].decode('latin-1')!r}"


def noise_share(data: bytes) -> float:
    """The share of unprintable bytes."""
    return sum(not (32 <= c < 127 or c in b"\r\n\t") for c in data) / len(data)


def conversation(line: Any, cipher: str, baud: int) -> str:
    """The program's output, complete lines only."""
    listener = Listener(cipher, baud)
    heard, last = 0, time.monotonic()
    while True:
        try:
            data = line.read(max(1, min(line.in_waiting, 4096)))
        except (OSError, TypeError) as error:  # pyserial: a port that closes while it is read
            raise RunError(
                f"the serial line broke off after line {len(listener.lines)}: is the cable pulled?"
            ) from error
        if data and listener.receive(data):
            return listener.text
        limit = SILENT_SECONDS if listener.starts else FIRST_SECONDS
        if len(listener.lines) > heard or (data and listener.starts):
            heard, last = len(listener.lines), time.monotonic()
        elif time.monotonic() - last > limit:
            raise RunError(listener.silence(limit))
