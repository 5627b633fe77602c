# SPDX-License-Identifier: MIT
"""Connected and reachable boards, with their targets."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from pathlib import Path

from ..errors import LabError, RunError
from ..paths import BOARDS
from ..plan.board import Board, load_board
from ..rows import provenance
from ..targets.pi4 import on_the_board
from . import flash, place
from .line import Port, holder, no_permission, require_pyserial
from .remote import Remote

UNKNOWN_ADAPTER = "an adapter that many boards have: name the board with --target"
NO_IDENTITY = "an unknown device: name the board with --target"


@dataclass(frozen=True)
class ListedBoard:
    target: str  # "": not recognized
    options: str  # options of bench and validate; "": none needed
    what: str
    note: str = ""  # an obstacle, or an unknown property


def boards() -> dict[str, Board]:
    """Boards that programs are loaded onto."""
    every = [load_board(file.parent.name) for file in sorted(BOARDS.glob("*/board.toml"))]
    return {board.name: board for board in every if board.flash}


def everything(ports: list[str], machines: list[str]) -> list[ListedBoard]:
    """Boards that the system lists and the user names."""
    listed = [*this_machine(), *plugged(), *volumes()]
    return [*listed, *map(at_url, ports), *map(by_ssh, machines), *places()]


def this_machine() -> list[ListedBoard]:
    name = "pi4" if on_the_board() else "host"
    return [ListedBoard(name, "", f"this machine, {provenance.cpu_name()}")]


def plugged() -> list[ListedBoard]:
    require_pyserial()
    from serial.tools import list_ports

    kinds: dict[str, list[str]] = {}
    for board in boards().values():
        for usb in board.serial.usb if board.serial else ():
            kinds.setdefault(usb.lower(), []).append(board.name)
    connected = []
    for port in sorted(list_ports.comports()):
        if port.vid is None:
            continue
        usb = f"{port.vid:04x}:{port.pid:04x}"
        what = f"{port.product or port.description} ({usb}{f', {port.serial_number}' if port.serial_number else ''})"
        several = kinds.get(usb, [])
        target = several[0] if len(several) == 1 else ""
        unsure = f"one of {', '.join(several)}: name it with --target" if several else UNKNOWN_ADAPTER
        note = obstacle(port.device) or ("" if target else unsure)
        connected.append(ListedBoard(target, f"--port {port.device}", what, note))
    return connected


def obstacle(device: str) -> str:
    """Why this user cannot use a port now; empty if it is free."""
    if not os.access(device, os.R_OK | os.W_OK):
        return no_permission(device)
    other = holder(device)
    return f"busy: {other}" if other else ""


def volumes() -> list[ListedBoard]:
    """Boards that take programs as files and are waiting for one."""
    boards_found = []
    for board in boards().values():
        for label in (method.volume for method in board.flash if method.volume):
            mounted = flash.volume(label)
            if mounted:
                boards_found.append(ListedBoard(board.name, "", f"volume {label} at {mounted}, which takes programs"))
            elif (Path("/dev/disk/by-label") / label).exists():
                boards_found.append(
                    ListedBoard(
                        board.name, "", f"volume {label}", "not mounted: udisksctl mount -b /dev/disk/by-label/" + label
                    )
                )
    return boards_found


def at_url(url: str) -> ListedBoard:
    port = Port(url, 115200, False)
    try:
        port.check()
        with port.open():
            pass
        return ListedBoard("", f"--port {url}", "a serial line that can be opened", NO_IDENTITY)
    except (LabError, RunError) as error:
        return ListedBoard("", f"--port {url}", "a serial line", str(error))


def by_ssh(destination: str) -> ListedBoard:
    try:
        remote = Remote(destination)
        same = remote.machine == platform.machine()
        target = "pi4" if remote.is_pi4 else "host" if same else ""
        note = "" if target else f"programs for {remote.machine} are built there: ./narae worker"
        return ListedBoard(target, f"--ssh {destination}", remote.about, note)
    except LabError as error:
        return ListedBoard("", f"--ssh {destination}", "another machine", str(error))


def places() -> list[ListedBoard]:
    """The places of the labgrid coordinator in LG_COORDINATOR."""
    if "LG_COORDINATOR" not in os.environ:
        return []
    return [ListedBoard("", f"--place {name}", f"a place of {place.coordinator()}", "name the board with --target")
            for name in place.names()]  # fmt: skip
