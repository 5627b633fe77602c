# SPDX-License-Identifier: MIT
"""Sweeps on the workers of a scheduler: the same rows as here, also when workers are lost; who is admitted; and what
goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import re
import signal
import socket
import ssl
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from lab.build import Program
from lab.cache import Cache
from lab.commands.bench import machines as bench
from lab.commands.worker import serve as worker_command
from lab.commands.worker.serve import reason
from lab.errors import LabError
from lab.paths import CACHE, ROOT
from lab.plan import selection
from lab.real import on_workers
from lab.rows import Row
from lab.run import clock, cores, fleet, fleet_key, stages, tasks
from lab.store import read_json
from lab.targets import TARGETS
from lab.targets.base import Outcome
from tests.lab import rig
from tests.tools import Command, every_day, narae, own_cache

if find_spec("distributed") is None:  # importing it takes a second
    pytest.skip("distributed is not installed", allow_module_level=True)
DASK = ("distributed",)
ONE = ["--cipher", "lea-128", "--mode", "block", "--quick", "--target", "uno", "--kernel", "portable"]
SECONDS = 60


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Service:
    """A command that goes on until it is ended."""

    def __init__(self, *words: str | Path, env: dict[str, str] | None = None):
        self.command = Command(*words, env=env, modules=DASK)
        self.old = [0, 0]

    def all_lines(self) -> list[list[str]]:
        return [file.read_text().splitlines() for file in (self.command.out, self.command.err)]

    @property
    def lines(self) -> list[str]:
        """Those that are not forgotten."""
        return [line for lines, old in zip(self.all_lines(), self.old, strict=True) for line in lines[old:]]

    def forget(self) -> None:
        self.old = [*map(len, self.all_lines())]

    def until(self, pattern: str) -> str:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            if hit := next((line for line in self.lines if re.search(pattern, line)), None):
                return hit
            assert self.command.ended(wait=False) is None, self.lines
            time.sleep(0.02)
        raise AssertionError(f"it never pattern {pattern}: {self.lines}")

    def end(self, number: int = signal.SIGINT) -> int:
        if self.command.ended(wait=False) is None:
            os.kill(self.command.pid, number)
        return self.command.ended()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A scheduler with two workers of a core each."""
    place = f"tls://127.0.0.1:{free_port()}"
    services = [Service("scheduler", "--listen", place)]
    services[0].until("listening at")
    services += [Service("worker", place, "--cores", "1", "--no-clock") for _ in range(2)]
    for one in services[1:]:
        one.until("connected to")
    yield place
    for one in reversed(services):
        assert one.end() == 0, one.lines


def of_its_own(folder: Path) -> dict[str, str]:
    """An environment that remembers no outcome yet."""
    folder.mkdir()
    return os.environ | {"NARAE_CACHE": str(own_cache(folder))}


def swept(env: dict[str, str], out: Path, *more: str) -> tuple[list[tuple], str]:
    done = narae("sweep", *ONE, "--flags", "-Os", "--json", out, *more, env=env, modules=DASK)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = read_json(out)[1]
    assert rows and not any(r.failure for r in rows)
    return [(r.key(), r.cycles, r.stack_bytes, r.flash_bytes, r.constant_time, lasting(r)) for r in rows], done.stderr


def lasting(row: Row) -> dict:
    """What a row says of where it comes from, but for when, and for names of files in the program."""
    return {k: v for k, v in row.provenance.items() if k not in ("date", "binary_hash")}


def test_workers_give_the_rows_that_this_machine_gives(address, tmp_path):
    env, other = of_its_own(tmp_path / "a"), of_its_own(tmp_path / "b")
    there, err = swept(env, tmp_path / "o.json", "--scheduler", address)
    assert "0 of 2 simulations and checks came from the cache" in err and "simulated on this machine" not in err
    assert there == swept(other, tmp_path / "p.json")[0]
    again, err = swept(env, tmp_path / "o.json", "--scheduler", address)
    assert "2 of 2 simulations and checks came from the cache" in err and again == there


def connected(place: str) -> fleet.Fleet:
    return fleet.Fleet(place, fleet.Tls())


def test_workers_are_seen_despite_dasks_periodic_request(address, monkeypatch):
    """Its periodic request, which is for no workers, comes right after ours."""
    with connected(address) as lab:
        ask = type(lab.client)._update_scheduler_info

        async def asked_twice(client, n_workers=0):
            await ask(client, n_workers)
            await ask(client, 0)

        monkeypatch.setattr(type(lab.client), "_update_scheduler_info", asked_twice)
        assert lab.workers() and lab.cores()


@pytest.mark.parametrize("number", every_day([signal.SIGKILL], [signal.SIGKILL, signal.SIGINT]))
def test_a_worker_that_ends_loses_nothing(address, number):
    """Its tasks run elsewhere, also those whose programs Ctrl-C stopped."""
    lost = Service("worker", address, "--cores", "2", "--no-clock", "--name", f"lost {number}")
    lost.until("connected to")
    with connected(address) as lab:
        lab.function = fleet.by_value("tests.lab.sleeping")
        results: list[tuple[int, int]] = []

        def one(place: int) -> None:
            key = f"sleeping-{time.time_ns()}-{place}"
            results.append(lab.result_of(pickle.dumps((place, 0.1, True)), key, {tasks.CORES: 1}))

        threads = [threading.Thread(target=one, args=[n]) for n in range(40)]
        for thread in threads:
            thread.start()
        while not any(pid == lost.command.pid for _, pid in results):
            time.sleep(0.01)
        lost.end(number)
        for thread in threads:
            thread.join(SECONDS)
    assert sorted(place for place, _ in results) == list(range(40)), "each once"
    assert 0 < sum(pid == lost.command.pid for _, pid in results) < 40
    assert [*CACHE.glob("workers/*/worker-*")], "where the next worker removes what a killed one leaves"


def test_without_workers_a_task_waits_for_a_while(address, monkeypatch):
    monkeypatch.setattr(fleet, "WATCH_SECONDS", 0.05)
    monkeypatch.setattr(fleet, "PATIENCE_SECONDS", 0.2)
    with connected(address) as lab:
        monkeypatch.setattr(lab, "workers", dict)
        with pytest.raises(LabError, match=r"no worker connected to \S+ in 0.2 s; "):
            lab.result_of(b"", "waiting", {"what no worker has": 1})


def test_the_reason_is_that_of_the_innermost_error():
    """Of a scheduler that does not answer Dask says what was cancelled, without a word."""
    error = OSError("timed out after 15 s\nand more")
    error.__cause__ = TimeoutError()
    assert reason(error) == "timed out after 15 s" and reason(TimeoutError()) == "TimeoutError"
    error.__cause__.__cause__ = ValueError("no such host")
    assert reason(error) == "no such host"


def test_ctrl_c_ends_a_worker_that_waits_for_its_scheduler():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        one = Service("worker", f"tls://127.0.0.1:{silent.getsockname()[1]}", "--cores", "1", "--no-clock")
        connection, _ = silent.accept()  # kept: a closed one would end the worker
        with connection:
            begin = time.monotonic()
            assert one.end() == 0 and "stopped" in one.lines[-1], one.lines
            assert time.monotonic() - begin < 5


@pytest.mark.deep
def test_a_worker_joins_a_scheduler_that_comes_back():
    place = f"tls://127.0.0.1:{free_port()}"
    first = Service("scheduler", "--listen", place)
    first.until("listening at")
    worker = Service("worker", place, "--cores", "1", "--no-clock")
    worker.until("connected to")
    assert first.end() == 0
    worker.until("reconnecting")
    worker.forget()
    second = Service("scheduler", "--listen", place)
    worker.until("connected to")
    assert worker.end() == 0 and second.end() == 0


def test_ctrl_c_keeps_what_is_finished_and_the_workers_go_on(address, tmp_path):
    env = of_its_own(tmp_path / "a") | {}
    command = [ROOT / "narae", "sweep", *ONE[:-2], "--flags", "-Os", "-O3", "--scheduler", address]
    process = subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True, start_new_session=True)
    while not [f for f in (tmp_path / "a/cache/outcomes").glob("*/*") if f.is_file()] and process.poll() is None:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 130 and "finished simulations are cached" in err and "Traceback" not in err, err
    with connected(address) as lab:
        assert lab.cores() == 2


ANSWERS = {"silence": b"", "text": b"HTTP/1.1 400 Bad Request\r\n\r\n", "zeros": bytes(4096)}


@pytest.mark.parametrize(("command", "protocol"), [("sweep", "tls"), ("worker", "tcp")])
@pytest.mark.parametrize("answer", ANSWERS)
def test_another_server_at_the_port_is_reported_soon(answer, command, protocol, monkeypatch, capsys):
    from lab import cli

    fleet_key.make(fleet_key.FILE)

    def serve(listener):
        with contextlib.suppress(OSError):
            while True:
                there.append(listener.accept()[0])
                there[-1].sendall(ANSWERS[answer])

    there: list[socket.socket] = []
    for module in (fleet, worker_command):
        monkeypatch.setattr(module, "CONNECT_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, args=[listener], daemon=True).start()
        address = f"{protocol}://127.0.0.1:{listener.getsockname()[1]}"
        begin = time.monotonic()
        words = ["worker", address] if command == "worker" else ["sweep", *ONE, "--scheduler", address]
        words += ["--plain"] if protocol == "tcp" else []
        assert cli.main(words) == cli.BAD_INPUT
        assert re.search(
            rf"no scheduler answers at {address} \((another server answers|Timed out)", capsys.readouterr().err
        )
        assert time.monotonic() - begin < 30
    for one in there:
        one.close()


PLAIN = r"does not authenticate; use tls://, or --plain if all who reach it, other users of this machine included, "


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--scheduler", "tcp://127.0.0.1:1"], PLAIN),
        (["--scheduler", "tcp://127.0.0.1:1", "--plain"], "no scheduler answers at tcp://127.0.0.1:1"),
        (["--scheduler", "tls://127.0.0.1:1"], "no scheduler answers at tls://127.0.0.1:1"),
        (["--scheduler", "tls://127.0.0.1:1", "--plain"], "--plain is for tcp:// addresses"),
        (["--scheduler", "nowhere"], "--scheduler nowhere: use tls://HOST:PORT"),
        (["--scheduler", "tls://127.0.0.1:1", "--tls-cert", "README.md"], "--tls-key are needed together"),
        (["--scheduler", "tls://127.0.0.1:1", "--tls-cert", "no.pem"], "no.pem does not exist"),
    ],
)
def test_errors_are_reported_in_a_sentence(options, message, monkeypatch, capsys):
    from lab import cli

    fleet_key.make(fleet_key.FILE)
    monkeypatch.setattr(fleet, "CONNECT_SECONDS", 0.5)
    assert cli.main(["sweep", *ONE, *options]) == cli.BAD_INPUT
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["scheduler", "--listen", "tcp://127.0.0.1:0"], PLAIN),
        (["worker", "tcp://127.0.0.1:1"], PLAIN),
        (["worker", "tls://127.0.0.1:1", "--listen", "tcp://127.0.0.1:0"], "use tls://, as the scheduler does"),
    ],
)
def test_nothing_listens_on_all_interfaces_by_default(words, message, capsys):
    from lab import cli

    fleet_key.make(fleet_key.FILE)
    assert cli.main(words) == cli.BAD_INPUT and message in capsys.readouterr().err


def test_plain_tcp_works_on_request_with_a_warning():
    place, warned = (
        f"tcp://127.0.0.1:{free_port()}",
        "all who can reach tcp://.*, other users .*, can run programs as you",
    )
    services = [Service("scheduler", "--listen", place, "--plain")]
    services[0].until(warned)
    services[0].until("listening at")
    with pytest.raises(LabError, match=rf"no worker is connected.*narae worker {place} --plain"):
        fleet.Fleet(place, fleet.Tls(plain=True)).__enter__()
    services += [Service("worker", place, "--cores", "1", "--no-clock", "--plain")]
    services[1].until(warned)
    services[1].until("connected to .* as tcp://127.0.0.1")
    with fleet.Fleet(place, fleet.Tls(plain=True)) as lab:
        assert lab.cores() == 1
        enabled = [n for n in ("distributed.client", "tornado", "mkdocs") if logging.getLogger(n).isEnabledFor(40)]
        assert enabled == ["mkdocs"], "the messages of others are none of its business"
    assert [one.end() for one in reversed(services)] == [0, 0]


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path):
    file = tmp_path / "fleet/key.pem"
    before = os.umask(0)
    try:
        threads = [threading.Thread(target=fleet_key.make, args=[file]) for _ in range(4)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
    finally:
        os.umask(before)
    first = file.read_bytes()
    fleet_key.make(file)
    assert file.read_bytes() == first and [*file.parent.iterdir()] == [file], "one key, and nothing that is left over"
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert fleet_key.find("tls://lab:1", file) == file
    file.chmod(0o640)
    with pytest.raises(LabError, match=r"is open to other users, .*: chmod 600 it"):
        fleet_key.find("tls://lab:1", file)


@pytest.mark.parametrize("command", ["sweep", "worker"])
def test_without_the_key_or_with_another_one_a_sentence_says_what_to_copy(
    address, command, tmp_path, monkeypatch, capsys
):
    from lab import cli

    monkeypatch.setattr(fleet_key, "FILE", tmp_path / "fleet/key.pem")
    words = ["worker", address] if command == "worker" else ["sweep", *ONE, "--scheduler", address]
    assert cli.main(words) == cli.BAD_INPUT
    assert "key.pem does not exist: copy it from the scheduler's checkout" in capsys.readouterr().err
    fleet_key.make(fleet_key.FILE)
    begin = time.monotonic()
    assert cli.main(words) == cli.BAD_INPUT
    assert f"the scheduler at {address} has another key or authority than you" in capsys.readouterr().err
    assert time.monotonic() - begin < 30


def test_without_a_key_neither_scheduler_nor_workers_are_reached(address, tmp_path):
    """What they would run is a pickled object: nothing of it is read before a certificate is."""
    from distributed.comm import connect

    def outsider(certificate: Path | None) -> ssl.SSLContext:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # takes whatever answers
        if certificate:
            context.load_cert_chain(certificate)
        return context

    async def answered(place: str, certificate: Path | None) -> bool:
        try:
            (await connect(place, timeout=5, ssl_context=outsider(certificate))).abort()
        except OSError:
            return False
        return True

    other = tmp_path / "fleet/key.pem"
    fleet_key.make(other)
    with connected(address) as lab:
        places = [address, *lab.workers()]
    assert len(places) == 3
    for place in places:
        assert place.startswith("tls://")
        assert not asyncio.run(answered(place, None)) and not asyncio.run(answered(place, other))
        assert asyncio.run(answered(place, fleet_key.FILE))


def test_dasks_status_page_shows_nothing(address):
    with connected(address) as lab:
        scheduler = lab.client.sync(lab.client.scheduler.identity, n_workers=-1)
    ports = [one["services"]["dashboard"] for one in (scheduler, *scheduler["workers"].values())]
    assert len(ports) == 3
    for port in ports:
        for page in ("health", "metrics", "info/main/workers.html", "json/counts.json", "proxy/22/127.0.0.1/"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/{page}", timeout=10)


class Elsewhere(fleet.Fleet):
    """A fleet whose workers announce what they are told, and that answers what a test says."""

    def __init__(self, *resources: dict[str, float]):
        self.messages: list[str] = []
        super().__init__("tcp://nowhere:1", fleet.Tls())
        self.report = self.messages.append
        self.stations = {f"tcp://{n}:1": {"resources": r} for n, r in enumerate(resources)}
        self.function = None

    def workers(self) -> dict[str, dict]:
        return self.stations


def test_a_target_without_an_equivalent_worker_is_simulated_here():
    uno, hifive1 = TARGETS["uno"](), TARGETS["hifive1"]()
    lab = Elsewhere({"simulate": 4, "uno/000000000000": 1e6}, {"simulate": 2, tasks.label(hifive1): 1e6})
    assert lab.cores() == 6 and lab.threads == 24 + cores.WORKERS
    assert not lab.offers(uno) and lab.offers(hifive1) and not lab.offers(uno)
    assert lab.messages == ["uno is simulated on this machine: the workers have other sources or simulators than here"]
    assert tasks.label(uno) != tasks.label(hifive1) == tasks.label(TARGETS["hifive1"]())


def test_a_program_that_no_worker_survives_is_a_row_with_its_reason(monkeypatch):
    from distributed import KilledWorker

    lab = Elsewhere({"simulate": 1, tasks.label(TARGETS["uno"]()): 1e6})

    class Client:
        def submit(self, *_, **__):
            raise KilledWorker("task", None, 3)

    lab.client = Client()
    monkeypatch.setattr(tasks, "packed", lambda *_: b"")
    monkeypatch.setattr(fleet.elf, "identity", lambda _: "x")
    program = Program(None, None, Path(), (), False, {})
    assert lab.outcome(TARGETS["uno"](), program, True).failure == "each of 4 workers that ran it was lost"


CPU = "host/A CPU"


def test_only_clocks_of_the_same_sources_are_used():
    """Of workers with the same CPU those count that have the most cores: all of them are taken."""
    same = {"sources/abc": 1e6, CPU: 1}
    lab = Elsewhere({"simulate": 2, **same}, {"simulate": 8, **same}, {"simulate": 4, "sources/xyz": 1e6, "host/B": 1})
    assert lab.clocks("abc") == {CPU: 8} and lab.clocks("xyz") == {"host/B": 4} and lab.clocks("") == {}
    plan = selection.Plan([], [TARGETS["uno"](), TARGETS["host"]()])
    rest, clocks = bench.with_clocks(plan, lab, "abc")
    assert [t.name for t in rest.targets] == ["uno"] and clocks == [CPU]
    assert bench.with_clocks(plan, lab, "none") == (plan, []) == bench.with_clocks(plan, cores.OwnCores(), "abc")


class Clocks:
    """A client whose tasks on a clock never end as long as the machine with 8 cores is there."""

    def __init__(self, lab: Elsewhere):
        self.lab, self.requests = lab, []

    def submit(self, function, data, resources, **_):
        self.requests.append(resources)
        return self

    def result(self, timeout):
        if len(self.lab.stations) == 2:
            del self.lab.stations["tcp://1:1"]  # is lost while it measures
            raise TimeoutError
        return pickle.dumps("rows")

    def cancel(self):
        self.requests.append("cancelled")


def test_a_lost_machines_measurement_is_repeated_by_another_one(monkeypatch):
    same = {"sources/abc": 1e6, CPU: 1}
    lab = Elsewhere({"simulate": 2, **same}, {"simulate": 8, **same})
    lab.client = Clocks(lab)
    assert lab.on_clock("module", None, CPU, "abc") == "rows"
    alone = [{CPU: 1, "simulate": n, "sources/abc": 1} for n in (8, 2)]
    assert lab.client.requests == [alone[0], "cancelled", alone[1]], "a clock and all cores with it"
    lab.stations.clear()
    assert "its worker was lost" in lab.on_clock("module", None, CPU, "abc")


def test_rows_of_a_clock_name_their_machine():
    figures = clock.measured(clock.Request(("null",), ("block",), quick=True, peers=False), lambda _: None)
    assert {r.target for r in figures.rows} == {"host"} and all(r.cycles for r in figures.rows)
    assert figures.context.keys() >= {"host_name", "host_cpu", "host_cpu_model", "host_os", "host_microcode"}
    for row in figures.rows:
        assert row.provenance["core"] == figures.context["host_cpu_model"]
        assert row.provenance["machine"].startswith(figures.name) and "governor" in row.provenance["machine"]
        assert row.provenance["compiler"].startswith("gcc")


def test_seconds_of_tasks_are_added_on_the_requesting_machine(monkeypatch):
    lab = Elsewhere({"simulate": 1, tasks.label(TARGETS["uno"]()): 1e6})
    monkeypatch.setattr(lab, "result_of", lambda *_: tasks.TaskResult(Outcome(), 2.5))
    monkeypatch.setattr(tasks, "packed", lambda *_: b"")
    monkeypatch.setattr(fleet.elf, "identity", lambda _: "x")
    before = stages.seconds().get("simulate uno", 0)
    lab.outcome(TARGETS["uno"](), Program(None, None, Path(), (), False, {}), True)
    assert stages.seconds()["simulate uno"] == pytest.approx(before + 2.5, abs=0.1)


def test_equal_programs_are_simulated_once(tmp_path, monkeypatch):
    """Two that ask at the same time: the second one waits for the first one's answer."""
    from lab import cache as cache_module

    monkeypatch.setattr(cache_module, "CACHE", tmp_path)
    cache, calls = Cache(), []

    def make() -> int:
        calls.append(1)
        time.sleep(0.1)
        return 7

    results: list[int] = []
    threads = [
        threading.Thread(target=lambda: results.append(cache.get(["x"], make, lambda _: True))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (results, calls, cache.hits, cache.requests) == ([7] * 8, [1], 7, 8)


@pytest.fixture
def certificates(tmp_path) -> dict[str, list[str | Path]]:
    """Of each machine its options, by the commands of the guide."""
    page = (ROOT / "docs/how-to/many-machines.md").read_text()
    commands = re.search(r"^openssl req -x509.*?(?=^```)", page, re.DOTALL | re.MULTILINE)[0]
    subprocess.run(["sh", "-ec", commands], cwd=tmp_path, check=True, capture_output=True)
    return {
        name: [
            "--tls-ca-file",
            tmp_path / "ca.pem",
            "--tls-cert",
            tmp_path / f"{name}.pem",
            "--tls-key",
            tmp_path / f"{name}.key",
        ]
        for name in ("lab", "desk", "rack")
    }


def test_tls_admits_only_holders_of_a_certificate(certificates):
    place = f"tls://127.0.0.1:{free_port()}"
    service = Service("scheduler", "--listen", place, *certificates["lab"])
    service.until("listening at tls://")
    worker = Service("worker", place, "--cores", "1", "--no-clock", *certificates["rack"])
    worker.until("connected to .* as tls://")
    tls = fleet.Tls(*certificates["desk"][1::2])
    with fleet.Fleet(place, tls) as lab:
        lab.function = fleet.by_value("tests.lab.sleeping")
        assert lab.result_of(pickle.dumps((5, 0, False)), "sleeping-tls", {tasks.CORES: 1}) == (5, worker.command.pid)
    outsider = fleet.Fleet(place.replace("tls", "tcp"), fleet.Tls(plain=True))
    with pytest.MonkeyPatch.context() as patch, pytest.raises(LabError, match="no scheduler answers"):
        patch.setattr(fleet, "CONNECT_SECONDS", 2)
        outsider.__enter__()
    assert worker.end() == 0 and service.end() == 0


@pytest.mark.deep
def test_boards_of_workers_are_measured_with_their_simulations(tmp_path):
    """Two of them, at once; a worker announces what it has."""
    pytest.importorskip("serial", reason="pyserial is not installed")
    desks = []
    for name in ("left", "right"):
        (tmp_path / name).mkdir()
        desks.append(rig.Rig(tmp_path / name, rig.uno()))
    place, out = f"tls://127.0.0.1:{free_port()}", tmp_path / "rows.json"
    services = [Service("scheduler", "--listen", place)]
    try:
        services[0].until("listening at")
        for desk in desks:
            words = ["--cores", "1", "--no-clock", "--board", f"uno={desk.port}"]
            services.append(Service("worker", place, *words, env=os.environ | desk.environment))
        for one in services[1:]:
            assert ", uno" in one.until("offers 1 core and") and one.until("connected to")
        words = ["--cipher", "null", "--mode", "block", "--target", "uno", "--quick", "--scheduler", place]
        done = subprocess.run(
            [ROOT / "narae", "bench", *words, "--json", out],
            env=os.environ | {"NARAE_RESULTS": str(tmp_path / "results")},
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        rows = read_json(out)[1]
        simulated = {r.operation: r.cycles for r in rows if r.fidelity == "cycle-exact"}
        measured = {r.operation: r.cycles for r in rows if r.fidelity == "measured"}
        assert simulated == measured and simulated
        ports = {f"Arduino Uno at {d.port} of {os.uname().nodename}" for d in desks}
        assert {r.board for r in rows if r.fidelity == "measured"} <= ports
        with fleet.Fleet(place, fleet.Tls()) as lab:
            assert lab.boards("uno") == 2
            task = on_workers.Task("uno", b"no program", "null")
            assert "avr-objcopy failed" in lab.on_board("lab.real.on_workers", task, "uno")
    finally:
        for one in reversed(services):
            one.end()
        for desk in desks:
            desk.close()
