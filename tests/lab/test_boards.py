# SPDX-License-Identifier: MIT
"""Boards on a serial line: the very program of the simulation, the same figures; and what goes wrong on a desk."""

from __future__ import annotations

import contextlib
import fcntl
import os
import random
import re
import signal
import socket
import subprocess
import threading
from argparse import Namespace
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from types import SimpleNamespace

import pytest

from lab import store
from lab.build import Program, build
from lab.cache import Cache
from lab.commands.validate import session as validate
from lab.errors import LabError, RunError
from lab.plan import selection
from lab.plan.board import Flash
from lab.real import board as real_board
from lab.real import connect, discovery, flash, line
from lab.real.board import Output, RealBoard, Serial, simulated
from lab.real.line import Listener, Port
from lab.rows import Row, create, is_unsteady
from lab.run import cores, protocol
from lab.store import runs
from lab.targets import TARGETS
from lab.targets.base import Outcome
from lab.targets.uno import Uno
from lab.views import boards
from lab.views.report import Material, document
from tests.lab import rig
from tests.tools import checked, narae, skip_without

pytest.importorskip("serial", reason="pyserial is not installed")
SHORT_TIMEOUT = 3  # seconds, where silence is the fault
ONE = ["--target", "uno", "--cipher", "null", "--mode", "block", "--quick"]


@pytest.fixture(scope="module")
def program() -> Program:
    """The smallest one that measures a cipher."""
    plan = selection.select(["uno"], ["lea-128"], ["block"], quick=True)
    target, implementation = next(p for p in plan.pairs() if p[1].kernel == "avr-small")
    return cores.built(target, implementation, plan.sizes_of(target, implementation))


@pytest.fixture(scope="module")
def expected(program) -> Outcome:
    return simulated(Uno(), program, True, Cache())


@pytest.fixture
def board(tmp_path, monkeypatch) -> Iterator[rig.Rig]:
    one = rig.Rig(tmp_path, rig.uno())
    for name, value in one.environment.items():
        monkeypatch.setenv(name, value)
    yield one
    one.close()


def at(port: str, baud: int = 115200) -> RealBoard:
    return RealBoard(Uno(), Serial(Port(port, baud, resets=True)))


def measured(there: RealBoard, program: Program) -> Outcome:
    return there.measured(program, True, Cache(), lambda _: None)


def test_a_board_gives_the_figures_of_its_simulation_by_the_same_program(board, program, expected):
    outcome = measured(at(board.port), program)
    assert not outcome.failure and outcome.provenance["board"] == f"Arduino Uno at {board.port}"
    assert {o: f.cycles for o, f in outcome.findings.items()} == {o: f.cycles for o, f in expected.findings.items()}
    for operation, finding in outcome.findings.items():
        there = expected.findings[operation]
        assert finding.provenance["simulated"]["cycles"] == there.cycles and finding.stack_bytes == there.stack_bytes
    hexadecimal = flash.image_of(program.board, Flash(image="hex"), program.elf, board.folder).read_bytes()
    assert board.loaded == [hexadecimal]


def pulled_after(number: int) -> Callable[[bytes], rig.Spoiled]:
    seen = 0

    def spoil(data: bytes) -> rig.Spoiled:
        nonlocal seen
        seen += len(data)
        return data if seen < number else None

    return spoil


def once(change: Callable[[bytes], bytes]) -> Callable[[bytes], rig.Spoiled]:
    """Of what is said, the first time that a board speaks."""
    done = False

    def spoil(data: bytes) -> rig.Spoiled:
        nonlocal done
        data, done = (data, True) if done else (change(data), True)
        return data

    return spoil


def silent_after(number: int) -> Callable[[bytes], rig.Spoiled]:
    seen = 0

    def spoil(data: bytes) -> rig.Spoiled:
        nonlocal seen
        data, seen = data[: max(0, number - seen)], seen + len(data)
        return data

    return spoil


def starts_again(text: str) -> Callable[[bytes], rig.Spoiled]:
    first = checked(text).encode()
    return lambda data: first if data else data


FAULTS = {
    "the cable is pulled": (pulled_after(300), "the serial line broke off after line"),
    "half a line": (silent_after(700), "no output for .* s after line .* with half a line: 'row"),
    "a character is another one": (lambda data: data.replace(b"vectors", b"vektors"), "line 2 is incomplete"),
    "a line is lost": (lambda data: b"" if data.startswith(b"calibrate adds") else data, "is incomplete"),
    "wrong firmware": (lambda data: b"Hello, world 17\n" if data else data, "program, which prints 'Hello, world"),
    "another program of ours": (starts_again("narae-bench 2 cycles aria-128 9"), "measures aria-128, not lea-128"),
    "it starts again and again": (starts_again("narae-bench 2 cycles lea-128 9"), "starts again and again, 4 times"),
    "it says nothing": (lambda data: b"", "the board is silent for 3 s"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_what_goes_wrong_on_the_line_is_a_sentence_and_no_figure(board, program, fault, monkeypatch):
    monkeypatch.setattr("lab.real.board.ATTEMPTS", 1)
    monkeypatch.setattr(line, "FIRST_SECONDS", SHORT_TIMEOUT)
    monkeypatch.setattr(line, "SILENT_SECONDS", SHORT_TIMEOUT)
    board.spoil, message = FAULTS[fault]
    outcome = measured(at(board.port), program)
    assert re.search(message, outcome.failure), outcome.failure
    (row,) = create.rows_of(program, at(board.port), outcome)
    assert row.cycles is None and row.failure == outcome.failure and row.fidelity == "measured"


def test_garbage_before_the_first_line_is_ignored(board, program):
    board.spoil = once(lambda data: b"\x00\xf0\x8fboot" + data)
    assert not measured(at(board.port), program).failure
    board.spoil = once(lambda data: b"\xff~\nOptiboot\n" + data)
    assert not measured(at(board.port), program).failure


def test_a_disturbed_line_is_requested_again(board, program, monkeypatch):
    monkeypatch.setattr(line, "FIRST_SECONDS", SHORT_TIMEOUT)
    board.spoil = once(lambda data: data.replace(b"narae", b"narxe"))
    assert not measured(at(board.port), program).failure and len(board.loaded) == 2


def test_a_wrong_rate_is_distinguished_from_wrong_firmware(board, program, monkeypatch):
    monkeypatch.setattr(line, "FIRST_SECONDS", SHORT_TIMEOUT)
    assert (
        "no text at 57600 baud: is that the board's rate (--baud)" in measured(at(board.port, 57600), program).failure
    )


TOOLS = {
    "avrdude: stk500_getsync() attempt 10 of 10: not in sync: resp=0x00": "no boot loader of uno answers at",
    "avrdude: Device signature = 0x1e9307 (probably m8)": "is not that of uno",
    "avrdude: Expected signature for ATmega328P is 1E 95 0F": "is not that of uno",
    "avrdude: something new": "avrdude failed: avrdude: something new",
}


@pytest.mark.parametrize("says", TOOLS)
def test_what_avrdude_says_is_a_sentence(board, program, says):
    board.tool = says
    outcome = measured(at(board.port), program)
    assert TOOLS[says] in outcome.failure and not board.loaded


@pytest.mark.deep
def test_the_real_avrdude_prints_the_expected_errors(board, program, monkeypatch):
    """At a port where no boot loader answers."""
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    skip_without("avrdude")
    args = ["-p", "atmega328p", "-c", "arduino", "-P", "{port}", "-x", "attempts=1"]
    method = Flash(image="hex", tool="avrdude", args=args)
    with pytest.raises(RunError, match="no boot loader of uno answers at"):
        flash.call(program.board, method, {"port": board.port, "image": "none"})


def test_a_device_of_another_kind_is_named():
    with (
        pytest.raises(RunError, match="/dev/null is no serial port"),
        Port("/dev/null", 9, True).open(),
    ):
        pass


def test_a_busy_port_is_reported_with_its_holder(board, program):
    with open(board.port) as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        sleeper = subprocess.Popen(["sleep", "60"], stdin=held)
        try:
            failure = measured(at(board.port), program).failure
        finally:
            sleeper.kill()
            sleeper.wait()
    assert failure == f"{board.port} is busy: sleep (process {sleeper.pid}) has it open; end that first"


def test_without_permission_the_group_is_named(board):
    """Root may do everything, so somebody else asks."""
    os.chmod(board.port, 0)
    reader, writer = os.pipe()
    if (child := os.fork()) == 0:
        if os.getuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        with contextlib.suppress(BaseException), os.fdopen(writer, "w") as out:
            try:
                with Port(board.port, 115200, True).open():
                    out.write("it opened")
            except RunError as error:
                out.write(str(error))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as output:
        assert f"no permission for {board.port}, which belongs to the group" in (text := output.read())
        assert "sudo usermod -aG" in text
    os.waitpid(child, 0)


def test_a_pulled_cable_ends_one_row_and_the_others_go_on(board, program):
    """Plugged in again, the next program is measured."""
    there = at(board.port)
    board.spoil = pulled_after(300)
    messages = []
    first = there.run([program, program], True, Cache(), messages.append)
    assert [bool(o.failure) for o in first] == [True, True] and "is the cable pulled" in first[1].failure
    assert len(messages) == 3


@pytest.mark.parametrize("number", range(20))
def test_no_loss_of_characters_gives_a_figure(expected, number):
    """Whatever is taken out of what was said, or is changed in it."""
    whole = spoken(expected).encode()
    chance = random.Random(number)
    for _ in range(30):
        at_byte, length = chance.randrange(len(whole) - 3), chance.randrange(1, 9)
        broken = (
            whole[:at_byte]
            + bytes(chance.choices(range(32, 127), k=chance.choice((0, length))))
            + whole[at_byte + length :]
        )
        listener = Listener("lea-128", 115200)
        with contextlib.suppress(RunError):
            if listener.receive(broken):
                assert listener.text.encode() == whole


def spoken(outcome: Outcome) -> str:
    """Lines as that program says them."""
    lines = ["narae-bench 2 cycles lea-128 384", "vectors 9 9", "checksum 12345678"]
    for o, times in outcome.transcript.times.items():
        lines.append(f"row {o.mode} {o.name} {o.bytes} {o.ad_bytes} {' '.join(map(str, times))}")
    return checked("\n".join([*lines, "end"]))


# Commands


def command(board: rig.Rig, *words: str) -> subprocess.CompletedProcess:
    return narae(*words, env={"NARAE_RESULTS": str(board.folder / "results")})


def test_bench_and_validate_show_both_sides(board, tmp_path):
    out = tmp_path / "rows.json"
    done = command(board, "bench", *ONE, "--port", board.port, "--json", str(out))
    assert done.returncode == 0, done.stdout + done.stderr
    _, rows = store.read_json(out)
    assert {r.fidelity for r in rows} == {"measured"} and {r.target for r in rows} == {"uno"}
    assert f"Arduino Uno at {board.port} (measured) against the simulation (cycle-exact):" in done.stdout
    assert f"{len(rows)} of {len(rows)} rows equal to the cycle" in done.stdout
    view = runs.current(store.Store(board.folder / "results/narae.sqlite"))
    assert len(view.boards) == len(rows) and not view.rows
    seen = document(Material(view.context, [], boards=view.boards))["boards"]
    assert len(seen) == len(rows) and all(b["fidelity"] == "cycle-exact" and b["inside"] for b in seen)


@pytest.mark.parametrize(
    ("runs", "own", "repeats", "marked"),
    [
        ([""], 0, 1, set()),
        (["encrypt", "decrypt"], 0, 2, set()),
        (["encrypt", "encrypt"], 0, 2, {"encrypt"}),
        (["encrypt"], 1, 1, {"encrypt"}),
    ],
    ids=["steady", "once each", "again", "as simulated"],
)
def test_disturbed_samples_are_repeated(program, expected, monkeypatch, runs, own, repeats, marked):
    """Of each operation those that spread less count; what the program spreads by itself is no disturbance."""
    outcome, outputs = deepcopy(expected), iter(runs)
    for finding in outcome.findings.values():
        finding.spread += own

    def run(text: str) -> protocol.Transcript:
        times = expected.transcript.times.items()
        slow = {o: [2 * t if n % 3 == 0 and o.name == text else t for n, t in enumerate(ts)] for o, ts in times}
        return replace(expected.transcript, times=slow)

    monkeypatch.setattr(real_board.protocol, "parse", run)
    wire = SimpleNamespace(name="somewhere", boards=1, run=lambda *_: Output(next(outputs), "somewhere"))
    there = RealBoard(Uno(), wire)
    real_board.measure(there, program, outcome)
    assert not outcome.failure and len(list(outputs)) == len(runs) - repeats
    rows = create.rows_of(program, there, outcome)
    assert {r.operation for r in rows if is_unsteady(r)} == marked and len(rows) > 2


def test_validate_says_where_a_board_differs_and_by_how_many_cycles(board, monkeypatch, capsys):
    """A chip that takes three cycles more in one operation."""
    real = Serial.run

    def slower(self: Serial, *what) -> Output:
        text = real(self, *what).text.replace(" *", "\0").splitlines()
        bare = [one.partition("\0")[0] for one in text]
        words = next(i for i, one in enumerate(bare) if one.startswith("row block encrypt"))
        first, times = bare[words].split()[:5], bare[words].split()[5:]
        bare[words] = " ".join([*first, *(str(int(t) + 3 * (n % 2 == 0)) for n, t in enumerate(times))])
        return Output(checked("\n".join(bare)), self.name)

    monkeypatch.setattr(Serial, "run", slower)
    options = Namespace(target="uno", port=board.port, ssh="", place="", baud=None, cipher=["null"], mode=["block"])
    options.quick, options.json = True, None
    options.sources = options.program = options.published = options.held_out = options.leak = None
    assert validate.validate(options) == 1
    output = capsys.readouterr().out
    assert "+3 (" in output and "outside" in output and "the largest difference is +3 cycles" in output


def test_boards_lists_what_is_there(board, monkeypatch):
    from serial.tools import list_ports
    from serial.tools.list_ports_common import ListPortInfo

    info = ListPortInfo(board.port)
    info.vid, info.pid, info.product, info.serial_number = 0x2341, 0x0043, "Arduino Uno", "75330"
    other = ListPortInfo("/dev/ttyUSB7")
    other.vid, other.pid, other.description = 0x1A86, 0x7523, "USB Serial"
    monkeypatch.setattr(list_ports, "comports", lambda: [info, other])
    monkeypatch.setattr(discovery, "obstacle", lambda _: "")
    listed = {one.options: one for one in discovery.everything([], [])}
    assert listed[f"--port {board.port}"].target == "uno" and "2341:0043" in listed[f"--port {board.port}"].what
    assert listed["--port /dev/ttyUSB7"].target == "" and "with --target" in listed["--port /dev/ttyUSB7"].note
    assert listed[""].target in ("host", "pi4")


WRONG = {
    "no such port": (["bench", *ONE, "--port", "/dev/narae-none"], "there is no /dev/narae-none; ./narae boards lists"),
    "no such protocol": (["bench", *ONE, "--port", "ftp://x"], "it is a device, rfc2217://HOST:PORT or socket://HOST:PORT"),
    "no port number": (["bench", *ONE, "--port", "socket://lab"], "there is no port number; it is a device, rfc2217:"),
    "a file": (["bench", *ONE, "--port", __file__], "test_boards.py is no serial port; ./narae boards lists"),
    "no target": (["bench", "--port", "/dev/null"], "name its kind with one --target"),
    "a host has no port": (["bench", "--target", "host", "--port", "/dev/null"], "has no serial line"),
    "an Uno has no ssh": (["bench", "--target", "uno", "--ssh", "127.0.0.1"], "--port says where its serial line is"),
    "an option as a host": (["bench", "--target", "host", "--ssh=-oProxyCommand=x"], "has to be HOST or USER@HOST"),
    "nothing to compare": (["validate", "host", "--ssh", "127.0.0.1"], "a host is not simulated"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_question_is_refused_in_a_sentence(what, capsys):
    from lab.cli import main

    words, message = WRONG[what]
    assert main(words) == 2 and message in capsys.readouterr().err


# Other ways to a board


def test_a_tool_reaches_a_port_on_another_desk():
    """Through a TCP port of this machine; the board is reset when the tool begins."""
    with socket.create_server(("127.0.0.1", 0)) as desk:
        port = Port(f"socket://127.0.0.1:{desk.getsockname()[1]}", 115200, True)
        answers = threading.Thread(target=lambda: echo(desk), daemon=True)
        answers.start()
        with flash.reachable(port, Flash(image="hex", args=["-P", "{port}"])) as place:
            kind, host, number = place.split(":")
            assert kind == "net"
            with socket.create_connection((host, int(number)), 5) as tool:
                tool.sendall(b"0 ")
                assert tool.recv(1) + tool.recv(1) == b"0 "


def test_a_port_closed_before_a_tool_came_is_no_error():
    """As Ctrl-C does at any moment."""
    server = socket.create_server(("127.0.0.1", 0))
    threading.Timer(0.02, server.close).start()
    flash.bridge(None, server, threading.Event())


def echo(server: socket.socket) -> None:
    connection, _ = server.accept()
    with connection:
        while data := connection.recv(100):
            connection.sendall(data)


def test_ctrl_c_is_not_lost_while_a_port_closes():
    class Closing:
        def shutdown(self, _) -> None:
            signal.raise_signal(signal.SIGINT)

        def close(self) -> None:
            pass

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with socket.create_server(("127.0.0.1", 0)) as server, pytest.raises(KeyboardInterrupt):
            port = Port(f"socket://127.0.0.1:{server.getsockname()[1]}", 115200, False)
            with port.open() as opened, opened._socket:
                opened._socket = Closing()
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_uf2_file_holds_the_program_in_blocks():
    image = flash.uf2(bytes(range(256)) + b"tail", 0x10000000, 0xE48BFF56)
    assert len(image) == 2 * 512 and image[:4] == b"UF2\n" and image[32:288] == bytes(range(256))
    first, second = (image[n : n + 512] for n in (0, 512))
    words = [int.from_bytes(second[i : i + 4], "little") for i in range(0, 32, 4)]
    assert words[2:] == [0x2000, 0x10000100, 256, 1, 2, 0xE48BFF56] and second[32:37] == b"tail\0"
    assert first[-4:] == second[-4:] == (0x0AB16F30).to_bytes(4, "little")


def test_a_volume_takes_a_file_or_says_what_to_do(tmp_path, program, monkeypatch):
    method = Flash(volume="RPI-RP2", image="hex", hint="hold BOOTSEL while it is plugged in")
    board = program.board.changed(flash=[method])
    with pytest.raises(RunError, match=r"no volume RPI-RP2 is mounted \(hold BOOTSEL"):
        flash.flash(board, program.elf, Port("unused", 1, False))
    monkeypatch.setattr(flash, "volume", lambda _: tmp_path)
    flash.flash(board, program.elf, Port("unused", 1, False))
    assert (tmp_path / "uno.hex").read_text().startswith(":")


def test_every_board_that_is_flashed_says_how():
    assert {"uno", "hifive1"} <= set(discovery.boards())
    for name, board in discovery.boards().items():
        assert board.serial, name
        for method in board.flash:
            assert method.image in {"elf", *flash.FORMS}, name
            assert method.volume or (method.tool and method.args and method.packages), name


def test_openocd_opens_no_port_to_other_users():
    """Its servers run Tcl, which starts programs, for all who reach them."""
    methods = [m for board in discovery.boards().values() for m in board.flash if m.tool == "openocd"]
    assert methods
    for method in methods:
        words = flash.command(method)
        closed = [words[n + 1] for n, word in enumerate(words[: words.index("-f")]) if word == "-c"]
        assert closed == ["gdb_port disabled", "tcl_port disabled", "telnet_port disabled"]


def test_a_hifive1_on_qemu_runs_the_protocol_and_its_clock_is_refused(tmp_path, monkeypatch):
    """QEMU counts instructions, so a ruler of two cycles takes one: nothing is measured by such a clock."""
    skip_without("qemu-system-riscv32")
    one = rig.Rig(tmp_path, rig.qemu("qemu-system-riscv32", "-M", "sifive_e,revb=true"), resets=False)
    for name, value in one.environment.items():
        monkeypatch.setenv(name, value)
    try:
        plan = selection.select(["hifive1"], ["null"], ["block"], quick=True)
        ((target, implementation),) = plan.pairs()
        program = cores.built(target, implementation, plan.sizes_of(target, implementation))
        there = RealBoard(target, connect.serial("hifive1", one.port, None))
        outcome = measured(there, program)
        assert one.loaded == [program.elf.read_bytes()]
        transcript = outcome.transcript
        assert transcript.ended and transcript.vectors_passed == transcript.vectors_total > 0
        assert outcome.failure.startswith("the clock is off: `loads` took")
    finally:
        one.close()


def test_a_place_needs_no_other_way():
    words = Namespace(port="/dev/null", ssh="", place="desk", baud=None)
    with pytest.raises(LabError, match="--place tells where"), connect.targets(words, ["uno"], dict(TARGETS)):
        pass


def test_rows_of_boards_stay_apart_from_simulations():
    row = Row("lea-128", "block", "encrypt", 16, 0, "avr", "uno", cycles=2630.0)
    row.provenance = {
        "board": "Arduino Uno at x",
        "simulated": {"cycles": 2626.0, "fidelity": "cycle-exact", "interval": None},
    }
    assert boards.difference(row) == 4 and not boards.inside(row)
    assert "+4 (+0.15 %)" in "\n".join(boards.lines([row]))


def test_a_cortex_m4_on_qemu_runs_the_protocol(tmp_path, monkeypatch):
    """The bench of the M4 with the UART of an MPS2, whose chip QEMU has; its cycle counter stands still there."""
    skip_without("qemu-system-arm", "arm-none-eabi-gcc")
    plan = selection.select(["m4"], ["null"], ["block"], quick=True)
    ((target, implementation),) = plan.pairs()
    chip = tmp_path / "mps2"
    chip.mkdir()
    (tmp_path / "cortexm").symlink_to(target.board.folder.parent / "cortexm")
    (chip / "chip.c").write_text((rig.HERE / "mps2.c").read_text())
    (chip / "link.ld").write_text((target.board.folder / "link.ld").read_text().replace("0x08000000", "0"))
    board = target.board.changed(folder=chip)
    program = build(implementation, board, plan.sizes_of(target, implementation))
    one = rig.Rig(tmp_path, rig.qemu("qemu-system-arm", "-M", "mps2-an386"), resets=False)
    for name, value in one.environment.items():
        monkeypatch.setenv(name, value)
    try:
        transcript = protocol.parse(connect.serial("m4", one.port, None).run(board, program.elf, "null").text)
        assert one.loaded == [program.elf.read_bytes()]
        assert transcript.ended and transcript.vectors_passed == transcript.vectors_total > 0
        assert transcript.calibration_fault().startswith("the clock is off: ")
    finally:
        one.close()
