# SPDX-License-Identifier: MIT
"""Flashing a program onto a board: [[flash]] in its board.toml, with one or several methods.

A method is a tool with its arguments (avrdude, openocd), or the label of a volume to which a file is copied (a J-Link,
a Pico).  Known errors of a tool are translated; for others its last line is shown."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .. import processes
from ..errors import RunError
from ..plan.board import Board, Flash
from .line import Port, no_permission, reset
from .remote import Remote

FLASH_SECONDS = 120
FORMS = {"hex": "ihex", "bin": "binary", "uf2": "binary"}  # objcopy's names

# OpenOCD's servers would run Tcl, which starts programs, for every user of the machine.
CLOSED = {"openocd": [w for server in ("gdb", "tcl", "telnet") for w in ("-c", f"{server}_port disabled")]}

# Errors of tools, by pattern, as sentences.
ERROR_SENTENCES = {
    "avrdude": [
        (r"[Ee]xpected signature|Device signature = .*probably", "the chip at {port} is not that of {board}"),
        (r"not in sync|not responding|timeout|unable to open programmer|initialization failed",
         "no boot loader of {board} answers at {port}: is that the board, and are its pins 0 and 1 free?"),
        (r"verification error|mismatch", "the flash at {port} differs from what was written: is the chip worn out?"),
    ],
    "openocd": [
        (r"unable to open|no device found|No J-Link device found|open failed|couldn't find an available",
         "openocd finds no debugger of {board}: is it plugged in?"),
        (r"LIBUSB_ERROR_ACCESS|Permission denied",
         "no permission for the debugger: udev rules come with the package openocd; plug it in again"),
        (r"LIBUSB_ERROR_BUSY|already in use|Address already in use", "the debugger is busy: another openocd runs"),
        (r"UNEXPECTED|expected-id|IDCODE|init mode failed|Could not find MEM-AP",
         "the chip that the debugger finds is not that of {board}"),
        (r"verify failed|contents differ", "the flash differs from what was written"),
    ],
}  # fmt: skip


def flash(board: Board, program: Path, port: Port, at: Remote | None = None) -> None:
    """Writes a program into the board's flash, by a debugger here or on another machine."""
    if at:
        flash_at(at, board, program)
        return
    methods = board.flash
    volumes = {m.volume: mounted for m in methods if m.volume if (mounted := volume(m.volume))}
    tools = [m for m in methods if m.tool and processes.is_installed(m.tool)]
    method = next((m for m in methods if m in tools or m.volume in volumes), None)
    if method is None:
        raise RunError(f"{board.name} cannot be flashed: {'; '.join(map(lacking, methods))}")
    with tempfile.TemporaryDirectory(prefix="narae-flash-") as folder:
        image = image_of(board, method, program, Path(folder))
        if method.volume:
            copy(image, volumes[method.volume], method.volume)
        else:
            with reachable(port, method) as place:
                call(board, method, {"port": place, "image": str(image)})


def flash_at(remote: Remote, board: Board, program: Path) -> None:
    """By ssh, with a temporary copy of the program."""
    method = next((m for m in board.flash if m.tool and not any("{port}" in word for word in m.args)), None)
    if method is None:
        raise RunError(f"{board.name} cannot be flashed by ssh: only its port leads to it")
    with tempfile.TemporaryDirectory(prefix="narae-flash-") as folder:
        image = image_of(board, method, program, Path(folder))
        tool = shlex.join(command(method)).replace("{image}", "'$f'")
        command_there = f'f=$(mktemp -t narae.XXXXXX) && trap "rm -f $f" EXIT && cat >"$f" && {tool}'
        judged(board, method, remote.run_with_input(image, command_there), {"port": remote.destination})


def lacking(method: Flash) -> str:
    if method.tool:
        return f"{method.tool} is not installed (apt-get install --no-install-recommends {' '.join(method.packages)})"
    return f"no volume {method.volume} is mounted" + (f" ({method.hint})" if method.hint else "")


def command(method: Flash) -> list[str]:
    return [method.tool, *CLOSED.get(method.tool, []), *method.args]


def call(board: Board, method: Flash, names: dict[str, str]) -> None:
    judged(board, method, processes.run([w.format(**names) for w in command(method)], FLASH_SECONDS), names)


def judged(board: Board, method: Flash, process: subprocess.CompletedProcess[str], words: dict[str, str]) -> None:
    """Raises a tool's failure as a readable error."""
    output = process.stderr + process.stdout
    if process.returncode == 0:
        return
    if re.search(r"[Pp]ermission denied", output) and method.tool == "avrdude":
        raise RunError(no_permission(words["port"]))
    for pattern, sentence in ERROR_SENTENCES.get(method.tool, []):
        if re.search(pattern, output):
            raise RunError(sentence.format(port=words["port"], board=board.name))
    last = next((line.strip() for line in reversed(output.splitlines()) if line.strip()), "it does not say why")
    raise RunError(f"{method.tool} failed: {last}")


# Images


def image_of(board: Board, method: Flash, program: Path, folder: Path) -> Path:
    """The program in the format of the method: elf, hex, bin or uf2."""
    kind = method.image
    if kind == "elf":
        return program
    image = folder / f"{board.name}.{kind}"
    objcopy = board.compiler.replace("gcc", "objcopy")
    done = processes.run([objcopy, "-O", FORMS[kind], program, image], FLASH_SECONDS)
    if done.returncode:
        raise RunError(f"{objcopy} failed: {done.stderr.strip()[-200:]}")
    if kind == "uf2":
        image.write_bytes(uf2(image.read_bytes(), method.address, method.family))
    return image


UF2_MAGIC = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
UF2_HAS_FAMILY = 0x2000
UF2_PAYLOAD, UF2_SPACE = 256, 476


def uf2(data: bytes, address: int, family: int) -> bytes:
    """Microsoft's USB Flashing Format: blocks of 512 bytes, each with 256 bytes of flash and where they go."""
    pages = [data[i : i + UF2_PAYLOAD] for i in range(0, len(data), UF2_PAYLOAD)]
    first, second, last = UF2_MAGIC
    blocks = []
    for number, page in enumerate(pages):
        target_address = address + number * UF2_PAYLOAD
        header = (first, second, UF2_HAS_FAMILY, target_address, UF2_PAYLOAD, number, len(pages), family)
        blocks.append(struct.pack("<8I", *header) + page.ljust(UF2_SPACE, b"\0") + struct.pack("<I", last))
    return b"".join(blocks)


# Volumes


def volume(label: str) -> Path | None:
    """The mount point of a volume, by the label of its device or the name of the folder."""
    device = Path("/dev/disk/by-label") / label
    names = {str(device.resolve())} if device.exists() else set()
    for line in Path("/proc/self/mounts").read_text().splitlines():
        source, mount = (word.encode().decode("unicode_escape") for word in line.split()[:2])
        if source in names or Path(mount).name == label:
            return Path(mount)
    return None


def copy(image: Path, mount: Path, label: str) -> None:
    """The board starts the program once it is written, and may be gone before the file is closed."""
    try:
        target = mount / image.name
        shutil.copyfile(image, target)
        with contextlib.suppress(OSError), target.open("rb") as stream:
            os.fsync(stream.fileno())
    except OSError as error:
        raise RunError(f"the volume {label} at {mount} takes no file: {error.strerror}") from error


# A port that is no device


@contextmanager
def reachable(port: Port, method: Flash) -> Iterator[str]:
    """The tool's name for the port.  A remote port is opened here, reset, and offered as a local TCP port."""
    if port.is_device or not any("{port}" in word for word in method.args):
        yield port.url
        return
    with port.open() as line, socket.create_server(("127.0.0.1", 0)) as server:
        stop = threading.Event()
        worker = threading.Thread(target=bridge, args=(line, server, stop), daemon=True)
        worker.start()
        try:
            yield f"net:127.0.0.1:{server.getsockname()[1]}"
        finally:
            stop.set()
            worker.join()


def bridge(line: Any, server: socket.socket, stop: threading.Event) -> None:
    """Forwards bytes both ways for one connection."""
    server.settimeout(0.1)
    connection = None
    while connection is None:
        if stop.is_set():
            return
        try:
            connection, _ = server.accept()
        except TimeoutError:
            continue
        except OSError:  # Ctrl-C may close the port before it sets stop
            return
    with connection, contextlib.suppress(OSError, TypeError):  # pyserial: a port that closes while it is read
        reset(line)
        connection.settimeout(0.005)
        line.timeout = 0.005
        while not stop.is_set():
            with contextlib.suppress(TimeoutError):
                data = connection.recv(4096)
                if not data:
                    return
                line.write(data)
            if data := line.read(max(1, line.in_waiting)):
                connection.sendall(data)
