# SPDX-License-Identifier: MIT
"""Boards that several people share: labgrid's own coordinator and exporter on the loopback interface, and a simulated
Uno at a TCP port; and one behind a real RFC 2217 server."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.cache import Cache
from lab.errors import LabError
from lab.paths import ROOT
from lab.plan import selection
from lab.real import connect, discovery, place
from lab.real.board import RealBoard
from lab.run import cores
from lab.targets.uno import Uno
from tests.lab import rig
from tests.tools import skip_without

pytest.importorskip("serial", reason="pyserial is not installed")
SECONDS = 240
NAME = "shared-uno"


class Service:
    """A program of labgrid that goes on until the test is done."""

    def __init__(self, folder: Path, module: str, *words: str, until: str):
        log = folder / f"{module}.log"
        with log.open("w") as out:
            command = [str(place.PYTHON), "-u", "-m", f"labgrid.remote.{module}", *words]
            self.process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=subprocess.STDOUT)
        end = time.monotonic() + SECONDS
        while until not in log.read_text():
            assert time.monotonic() < end and self.process.poll() is None, log.read_text()
            time.sleep(0.05)


@pytest.fixture(scope="module")
def desk(tmp_path_factory) -> Iterator[rig.Rig]:
    """A board at a place of its own."""
    if not place.PYTHON.exists():
        pytest.skip("labgrid is not installed")
    folder = tmp_path_factory.mktemp("places")
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    board = rig.Rig(folder, rig.uno(), boot_seconds=1)
    facts = {"host": "127.0.0.1", "port": board.served(), "protocol": "raw", "speed": 115200}
    (folder / "exporter.yaml").write_text(json.dumps({"desk": {"NetworkSerialPort": facts}}))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (board.environment | {"LG_COORDINATOR": address}).items():
            patch.setenv(name, value)
        services = [Service(folder, "coordinator", "-l", address, until="ready")]
        words = ["-c", address, "-n", "bench", "--hostname", "127.0.0.1", "exporter.yaml"]
        services.append(Service(folder, "exporter", *words, until="Exporter ready"))
        for step in (["create"], ["add-match", "bench/desk/*"]):
            code, out, err = place.client("-p", NAME, *step)
            assert code == 0, out + err
        yield board
    for one in reversed(services):  # the coordinator gives an exporter that is still there five seconds
        one.process.terminate()
        one.process.wait(SECONDS)
    board.close()


@pytest.mark.deep
def test_a_port_on_another_desk_by_rfc_2217(tmp_path, monkeypatch):
    """As an exporter of labgrid serves it, by ser2net."""
    skip_without("ser2net")
    board = rig.Rig(tmp_path, rig.uno(), boot_seconds=1)
    for name, value in board.environment.items():
        monkeypatch.setenv(name, value)
    with socket.create_server(("127.0.0.1", 0)) as free:
        number = free.getsockname()[1]
    accepter = f"connection: &con\n  accepter: telnet(rfc2217),tcp,127.0.0.1,{number}\n"
    (tmp_path / "ser2net.yaml").write_text(f"{accepter}  connector: serialdev,{board.port},115200n81,local\n")
    server = subprocess.Popen(["ser2net", "-d", "-n", "-c", tmp_path / "ser2net.yaml"], stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + SECONDS
        while f":{number:04X} 00000000:0000 0A" not in Path("/proc/net/tcp").read_text():  # it listens
            assert time.monotonic() < end and server.poll() is None
            time.sleep(0.05)
        url = f"rfc2217://127.0.0.1:{number}"
        assert_measured(RealBoard(Uno(), connect.serial("uno", url, None)), f"Arduino Uno at {url}")
    finally:
        server.terminate()
        server.wait()
        board.close()


def assert_measured(there: RealBoard, name: str) -> None:
    plan = selection.select(["uno"], ["null"], ["block"], quick=True)
    ((target, implementation),) = plan.pairs()
    program = cores.built(target, implementation, plan.sizes_of(target, implementation))
    outcome = there.measured(program, True, Cache(), lambda _: None)
    assert not outcome.failure and outcome.provenance["board"] == name
    assert all(f.cycles == f.provenance["simulated"]["cycles"] for f in outcome.findings.values())


def holder() -> str:
    return re.search(r"acquired: (\S+)", place.client("-p", NAME, "show")[1])[1]


def test_a_place_is_acquired_measured_and_released(desk):
    with place.acquired(NAME) as offered:
        assert offered.port.startswith("socket://127.0.0.1:") and holder() != "None"
        there = RealBoard(Uno(), connect.serial("uno", offered.port, None, shared=NAME))
        assert_measured(there, f"Arduino Uno at the place {NAME}")
        with place.acquired(NAME):  # once more by the same user
            pass
        assert holder() != "None"
    assert holder() == "None"


def test_a_place_is_released_after_ctrl_c(desk, monkeypatch, tmp_path):
    monkeypatch.setattr(desk, "spoil", lambda _: b"")
    words = ["--target", "uno", "--place", NAME, "--cipher", "null", "--mode", "block", "--quick"]
    loaded = len(desk.loaded)
    process = subprocess.Popen(
        [ROOT / "narae", "bench", *words],
        env=os.environ | {"NARAE_RESULTS": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    end = time.monotonic() + SECONDS
    while len(desk.loaded) == loaded and process.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 130 and "Traceback" not in err, err
    assert holder() == "None"


def test_a_place_that_another_one_holds_is_not_taken(desk, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setenv("LG_USERNAME", "min")
        patch.setenv("LG_HOSTNAME", "elsewhere")
        assert place.client("-p", NAME, "acquire")[0] == 0
    try:
        with pytest.raises(LabError, match=f"the place {NAME} is held by elsewhere/min"), place.acquired(NAME):
            pass
    finally:
        place.client("-p", NAME, "release", "--kick")


def test_places_are_listed_and_an_unknown_one_names_them(desk):
    assert [one.options for one in discovery.places()] == [f"--place {NAME}"]
    with (
        pytest.raises(LabError, match=f"there is no place nowhere at .*; there are: {NAME}"),
        place.acquired("nowhere"),
    ):
        pass


def test_without_a_coordinator_it_is_named(desk, monkeypatch):
    monkeypatch.setenv("LG_COORDINATOR", "127.0.0.1:9")
    with pytest.raises(LabError, match=r"no labgrid coordinator answers at 127\.0\.0\.1:9"), place.acquired(NAME):
        pass


def test_a_labgrid_that_does_not_start_is_named(monkeypatch):
    """This Python has none."""
    monkeypatch.setattr(place, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(place, "clients", place.clients.__wrapped__)
    with pytest.raises(LabError, match=r"labgrid's client: \S+ exited without an answer; delete \S+, and"):
        place.client("places")


def test_what_places_offer():
    options = place.connection_of("x", "NetworkSerialPort", {"host": "lab", "port": 2217, "protocol": "raw"})
    assert options == {"port": "socket://lab:2217"}
    assert place.connection_of("x", "NetworkService", {"address": "pi", "username": "me"}) == {"ssh": "ssh://me@pi"}
    assert place.connection_of("x", "NetworkUSBDebugger", {"host": "lab"}) == {"debugger": "lab"}
    with pytest.raises(LabError, match="does not serve the serial port"):
        place.connection_of("x", "NetworkSerialPort", {"host": "lab", "port": None})
