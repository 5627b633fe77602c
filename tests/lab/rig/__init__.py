# SPDX-License-Identifier: MIT
"""Boards that are not there: simulated chips whose serial line is a pseudo-terminal or a TCP port, stand-ins for the
tools that load programs, and everything that goes wrong on a desk."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import socket
import subprocess
import termios
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path

from lab import cache

HERE = Path(__file__).parent
BAUD = termios.B115200
SECONDS_TO_END = 10  # of a thread
Spoiled = bytes | None  # what comes of a line; None: the cable is pulled


def uno() -> list[str]:
    """The command that runs a file on a simulated Uno."""
    source = HERE / "uno.c"
    command = ["gcc", "-O2", "-std=gnu11", "-Wall", "-Wextra", "-Werror", source]
    program = cache.cached(
        "tools", ["rig", source], lambda fresh: subprocess.run([*command, "-lsimavr", "-o", fresh], check=True)
    )
    return [str(program)]


def qemu(*machine: str) -> list[str]:
    """The command that runs an ELF file on a machine of QEMU, whose clock counts instructions."""
    options = ["-display", "none", "-serial", "stdio", "-monitor", "none", "-icount", "shift=0,sleep=off"]
    return [*machine, *options, "-kernel"]


class Rig:
    """A board: `run` is the command that runs what was loaded; it starts whenever the line is opened, or as soon as it
    was loaded, as boards do.  `tool` is what the tool that loads says; `spoil` gets each line that the chip
    says."""

    def __init__(self, folder: Path, run: list[str], resets: bool = True, boot_seconds: float = 0):
        self.folder, self.run, self.resets, self.boot_seconds = folder, run, resets, boot_seconds
        self.tool = "ok"
        self.spoil: Callable[[bytes], Spoiled] = lambda data: data
        self.loaded: list[bytes] = []
        self.rest = b""
        self.image = folder / "image"
        self.process: subprocess.Popen | None = None
        self.ended = threading.Event()
        self.tools = socket.socket(socket.AF_UNIX)
        self.tools.bind(str(folder / "tools"))
        self.tools.listen()
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.port = os.ttyname(slave)
        os.close(slave)
        self.threads = [threading.Thread(target=work, daemon=True) for work in (self.take, self.serve)]
        for thread in self.threads:
            thread.start()

    @property
    def environment(self) -> dict[str, str]:
        return {"NARAE_RIG": str(self.folder / "tools"), "PATH": f"{HERE / 'bin'}:{os.environ['PATH']}"}

    def take(self) -> None:
        """What tools load."""
        while not self.ended.is_set():
            try:
                tool, _ = self.tools.accept()
            except OSError:
                return
            with tool, contextlib.suppress(OSError):  # of a tool that was killed meanwhile
                _, file = tool.makefile().readline().strip().split("\t")
                if self.tool == "ok":
                    self.loaded.append(Path(file).read_bytes())
                    shutil.copyfile(file, self.image)
                    if not self.resets:
                        self.start()
                tool.sendall(f"{self.tool}\n".encode())

    def served(self) -> int:
        """The serial line as a TCP port, which opens it for each connection: its number."""
        server = socket.create_server(("127.0.0.1", 0))

        def serve() -> None:
            while not self.ended.is_set():
                connection, _ = server.accept()
                device = os.open(self.port, os.O_RDWR | os.O_NOCTTY)
                modes = termios.tcgetattr(device)
                termios.tcsetattr(device, termios.TCSANOW, [*modes[:4], BAUD, BAUD, modes[6]])
                try:
                    with connection:
                        while connection not in select.select([connection], [], [], 0.01)[0] or connection.recv(256):
                            if select.select([device], [], [], 0.01)[0]:
                                connection.sendall(os.read(device, 256))
                except OSError:
                    pass
                finally:
                    os.close(device)

        threading.Thread(target=serve, daemon=True).start()
        return server.getsockname()[1]

    def start(self) -> None:
        self.stop()
        self.rest = b""
        if self.image.exists():
            self.process = subprocess.Popen(
                [*self.run, str(self.image)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )

    def stop(self) -> None:
        if self.process:
            process, self.process = self.process, None
            process.kill()
            process.wait()

    def is_open(self) -> bool:
        poll = select.poll()
        poll.register(self.master, select.POLLHUP)
        return not poll.poll(0)

    def serve(self) -> None:
        """The serial line."""
        was_open, starts = False, float("inf")
        while not self.ended.wait(0.002):
            try:
                now_open = self.is_open()
                if now_open and not was_open and self.resets:
                    starts = time.monotonic() + self.boot_seconds
                if now_open and time.monotonic() >= starts:
                    starts = float("inf")
                    self.start()
                was_open = now_open
                if now_open and self.process and select.select([self.process.stdout], [], [], 0)[0]:
                    data = os.read(self.process.stdout.fileno(), 256)
                    *lines, self.rest = (self.rest + data).split(b"\n")
                    for one in lines if data else [self.rest]:
                        self.send(one + b"\n" if data else one)
                    if not data:
                        self.stop()
            except (OSError, AttributeError, ValueError, termios.error):  # unplugged, or reloaded meanwhile
                continue

    def send(self, data: bytes) -> None:
        spoiled = self.spoil(data)
        if spoiled is None:
            self.pull()
        elif termios.tcgetattr(self.master)[5] != BAUD:
            os.write(self.master, bytes(0x80 | c * 7 & 0x7F for c in spoiled))
        else:
            os.write(self.master, spoiled)

    def pull(self) -> None:
        with contextlib.suppress(OSError):
            os.close(self.master)
        self.stop()

    def close(self) -> None:
        """Files are closed when nobody waits at them: the next board's have the same numbers."""
        self.ended.set()
        self.tools.shutdown(socket.SHUT_RDWR)
        for thread in self.threads:
            thread.join(SECONDS_TO_END)
        self.tools.close()
        self.pull()
