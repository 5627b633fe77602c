# SPDX-License-Identifier: MIT
"""--port, --ssh and --place: targets whose programs run on a board or on another machine."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from platform import machine

from ..errors import LabError
from ..plan.board import load_board
from ..targets.base import Target
from ..targets.host import Host
from ..targets.pi4 import Pi4
from . import place
from .board import RealBoard, Serial, Ssh
from .line import Port
from .remote import Remote

Targets = dict[str, Callable[[], Target]]


def anything(options: Namespace) -> bool:
    return bool(options.port or options.ssh or options.place)


@contextmanager
def targets(options: Namespace, names: list[str], known: Targets) -> Iterator[Targets]:
    """All targets, with the requested one replaced by its board; a place is released at the end."""
    if not anything(options):
        if options.baud:
            raise LabError("--baud needs --port or --place")
        yield known
        return
    if len(names) != 1:
        raise LabError("--port, --ssh and --place are for one board: name its kind with one --target")
    name = names[0]
    if name not in known:
        raise LabError(f"there is no target `{name}`; the targets are: {', '.join(known)}")
    if options.place and (options.port or options.ssh):
        raise LabError("--place tells where the board is: leave out --port and --ssh")
    if not options.place:
        yield known | {name: board_at(name, known[name], options.port, options.ssh, options.baud)}
        return
    with place.acquired(options.place) as offered:
        ssh = offered.debugger if offered.port else offered.ssh
        yield known | {name: board_at(name, known[name], offered.port, ssh, options.baud, options.place)}


def board_at(
    name: str, kind: Callable[[], Target], port: str, ssh: str, baud: int | None, shared: str = ""
) -> Callable[[], Target]:
    """A board at a port, flashed by ssh if both are given; or a machine that runs Linux."""
    remote = Remote(ssh) if ssh else None
    if port:
        wire = serial(name, port, baud, remote, shared)
        return lambda: RealBoard(kind(), wire)
    if remote and name == Host.name:
        return lambda: Host(of_host(remote))
    if remote and name == Pi4.name:
        if not remote.is_pi4:
            raise LabError(f"{ssh} is no Raspberry Pi 4, but: {remote.model} ({remote.machine})")
        return lambda: RealBoard(kind(), Ssh(remote))
    raise LabError(f"{name} runs no Linux: --port says where its serial line is")


def serial(name: str, url: str, baud: int | None, at: Remote | None = None, shared: str = "") -> Serial:
    board = load_board(name)
    if not board.serial:
        raise LabError(f"{name} has no serial line that programs are loaded over; --ssh HOST is for what runs Linux")
    port = Port(url, baud or board.serial.baud, board.serial.resets)
    port.check()
    return Serial(port, at, shared)


def of_host(remote: Remote) -> Remote:
    """Requires a machine that can run this machine's programs."""
    if remote.machine != machine():
        raise LabError(
            f"{remote.destination} is a {remote.machine}, and programs are built here for {machine()}; "
            "./narae worker there lets it build its own (docs/how-to/many-machines.md)"
        )
    return remote
