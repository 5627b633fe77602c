# SPDX-License-Identifier: MIT
"""The workers of a Dask scheduler.  Dask's `distributed` distributes tasks, repeats those of lost workers and monitors
them; this module submits the tasks.

A worker announces resources: `simulate`, its cores; a label for each target that it simulates, with a hash of the
simulating code, so that tasks only go to workers equivalent to this checkout; `host/CPU`, its real clock, once; and
`uno`, its number of boards of that kind."""

from __future__ import annotations

import asyncio
import logging
import pickle
import sys
import threading
import time
import uuid
from argparse import Namespace
from collections.abc import Callable, Iterator
from concurrent.futures import TimeoutError as TimedOut
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from ssl import SSLCertVerificationError
from typing import Any
from urllib.parse import urlsplit

from ..build import Program, elf
from ..cache import entry_of
from ..errors import LabError
from ..paths import shown
from ..targets.base import Outcome, Target
from . import cores, fleet_key, stages, tasks

CONNECT_SECONDS = 10
WATCH_SECONDS = 5
PATIENCE_SECONDS = 600  # without any worker
MAX_PENDING = 512  # pending programs; each has a thread here
LOST = "the scheduler at {} stopped responding; finished simulations are cached: run it again to continue"
ALONE = "no worker connected to {} in {:g} s; finished simulations are cached: run it again to continue"
SOURCES = "sources/"  # prefix of the resource of workers with the same sources
OPEN = "--plain: all who can reach {}, other users of this machine included, can run programs as you"
CLOCK = "host/"  # prefix of the resource of a real clock, followed by the CPU


@dataclass(frozen=True)
class Tls:
    """Access: for holders of the fleet's key, or of certificates in TLS files as for `dask worker` (missing ones
    come from Dask's configuration); with `plain`, anyone who reaches a tcp:// address."""

    ca_file: Path | None = None
    cert: Path | None = None
    key: Path | None = None
    plain: bool = False

    def security(self, address: str, make: bool = False) -> Any:
        """For the scheduler at an address, which makes the fleet's key, or for its clients and workers."""
        from distributed.security import Security

        for file in (self.ca_file, self.cert, self.key):
            if file and not file.is_file():
                raise LabError(f"{file} does not exist")
        given = {f"tls_{who}_{what}": str(file) for who in ("client", "worker", "scheduler")
                 for what, file in (("cert", self.cert), ("key", self.key)) if file}  # fmt: skip
        if self.ca_file:
            given["tls_ca_file"] = str(self.ca_file)
        encrypted = address.startswith("tls://")
        if given and not encrypted:
            raise LabError(f"{address} is not encrypted; certificates require a tls:// address")
        if self.plain == encrypted:
            raise LabError(
                f"--plain is for tcp:// addresses, not {address}"
                if encrypted
                else f"{address} does not authenticate; use tls://, or --plain if all who reach it, other users of "
                "this machine included, may run programs as you"
            )
        try:
            security: Any = Security(require_encryption=encrypted or None, **given)
            if encrypted and not (given or security.tls_ca_file or security.tls_client_cert):
                if make:
                    fleet_key.make(fleet_key.FILE)
                own = fleet_key.find(address, fleet_key.FILE)
                return Tls(own, own, own).security(address)
            if encrypted and not (security.tls_ca_file and security.tls_client_cert):
                raise LabError(
                    "--tls-ca-file, --tls-cert and --tls-key are needed together; see docs/how-to/many-machines.md"
                )
            security.get_connection_args("client")  # reads the files
        except (OSError, ValueError, TypeError) as error:
            raise LabError(f"TLS: {error}") from error
        if self.plain:
            print(f"narae: {OPEN.format(address)}", file=sys.stderr)
        return security


def place_of(address: str, option: str) -> tuple[str, str, int]:
    """Protocol, host and port."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in ("tcp", "tls") or not parts.hostname or port is None:
        raise LabError(f"{option} {address}: use tls://HOST:PORT")
    return parts.scheme, parts.hostname, port


def require_dask() -> None:
    """Raises an error if Dask is not installed."""
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        raise LabError("Dask is not installed; ./narae installs it if --scheduler is among its options") from error


def by_value(module: str) -> Callable[[bytes], bytes]:
    """A module's run(), sent as code, so that the scheduler needs no checkout; it imports what it needs on the worker.
    Errors there are returned as texts."""

    def run(data: bytes) -> bytes:
        import importlib
        import pickle

        try:
            return importlib.import_module(module).run(data)
        except Exception as error:
            return pickle.dumps(f"{type(error).__name__} on its worker: {error}")

    return run


def greet(address: str, security: Any, seconds: float) -> None:
    """Raises an error if something else than Dask answers there: a Dask client would wait for its greeting forever."""
    from distributed.comm import connect

    async def greeted() -> None:
        to = connect(address, timeout=seconds, **security.get_connection_args("client"))
        try:
            (await asyncio.wait_for(to, seconds + 1)).abort()
        except Exception:  # Ctrl-C becomes an error of the connection
            if (task := asyncio.current_task()) and task.cancelling():
                raise asyncio.CancelledError from None
            raise

    from distributed.comm.core import FatalCommClosedError

    try:
        asyncio.run(greeted())
    except FatalCommClosedError as error:
        if isinstance(error.__cause__, SSLCertVerificationError):
            raise LabError(f"the scheduler at {address} has another key or authority than you: copy its own "
                           f"{shown(fleet_key.FILE)} (docs/how-to/many-machines.md)") from error  # fmt: skip
        raise no_scheduler(address, "another server answers, without TLS: is it tcp:// with --plain?") from error
    except TimeoutError as error:
        raise no_scheduler(address, f"another server answers, without Dask's greeting in {seconds:g} s") from error
    except OSError as error:
        raise no_scheduler(address, error) from error
    except Exception as error:  # whatever becomes of reading another protocol as Dask's
        raise no_scheduler(address, "another server answers, without Dask's protocol") from error


def no_scheduler(address: str, why: object) -> LabError:
    return LabError(f"no scheduler answers at {address} ({why}); start one with ./narae scheduler")


def silence_dask() -> None:
    """No log messages of Dask and its event loop; others are left as they are."""
    libraries = ("distributed", "tornado", "asyncio")
    for name in {*libraries, *logging.root.manager.loggerDict}:
        if name.partition(".")[0] in libraries:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


class Fleet:
    """A connection to a scheduler; a context manager."""

    def __init__(self, address: str, tls: Tls):
        require_dask()
        self.address, self.tls = address, tls
        self.report: Callable[[str], None] = lambda text: print(text, file=sys.stderr, flush=True)
        self.labels: dict[str, str] = {}
        self.alone: set[str] = set()  # targets that no worker simulates with the same code
        self.closing = threading.Event()
        self.lost = LOST.format(address)

    def __enter__(self) -> Fleet:
        from distributed import Client

        place_of(self.address, "--scheduler")
        security = self.tls.security(self.address)
        silence_dask()  # lost connections are reported by this class
        greet(self.address, security, CONNECT_SECONDS)
        try:
            self.client = Client(
                self.address, security=security, timeout=CONNECT_SECONDS, set_as_default=False, name="narae"
            )
        except (OSError, TimeoutError, ValueError, RuntimeError) as error:
            raise no_scheduler(self.address, error) from error
        try:
            if not self.workers():
                plain = " --plain" if self.tls.plain else ""
                raise LabError(
                    f"no worker is connected to {self.address}; start one with ./narae worker {self.address}{plain}"
                )
        except BaseException:
            self.client.close()
            raise
        self.function = by_value("lab.run.tasks")
        threading.Thread(target=self.watch, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        with suppress(Exception):  # the scheduler may be gone
            self.client.close(timeout=CONNECT_SECONDS)

    def workers(self) -> dict[str, dict[str, Any]]:
        """The connected workers.  Not from Client.scheduler_info(): a periodic answer without workers may replace its
        own."""
        try:
            scheduler: Any = self.client.scheduler
            return self.client.sync(scheduler.identity, n_workers=-1)["workers"]
        except OSError as error:
            self.ended(error)
            raise

    def cores(self) -> int:
        return sum(int(w["resources"].get(tasks.CORES, 0)) for w in self.workers().values())

    @property
    def threads(self) -> int:
        """Enough pending tasks to keep every worker busy while this machine builds."""
        return min(MAX_PENDING, 4 * self.cores() + cores.WORKERS)

    def watch(self) -> None:
        """Reports workers that join or leave; without any, tasks wait for a while."""
        before: int | None = None
        last = time.monotonic()
        while not self.closing.wait(0 if before is None else WATCH_SECONDS):
            try:
                now = len(self.workers())
            except BaseException:  # of a thread: whatever it is, also of Ctrl-C, the others report it
                now = before or 0
            if before is not None and now != before and not self.closing.is_set():
                more = "; waiting for a worker" if now == 0 else ""
                self.report(f"{now} workers, {before} before{more}")
            before = now
            last = time.monotonic() if now else last
            if time.monotonic() - last > PATIENCE_SECONDS:
                self.lost = ALONE.format(self.address, PATIENCE_SECONDS)
                self.client.close(timeout=CONNECT_SECONDS)  # which ends whatever waits
                return

    def offers(self, target: Target) -> bool:
        """Does a worker simulate it with the same code?  If not, it is simulated here, with a message."""
        if target.name not in self.labels:
            self.labels[target.name] = wanted = tasks.label(target)
            resources_of = [set(w["resources"]) for w in self.workers().values()]
            if not any(wanted in resources for resources in resources_of):
                self.alone.add(target.name)
                other = any(r.startswith(f"{target.name}/") for resources in resources_of for r in resources)
                why = "other sources or simulators than here" if other else "none of its simulators"
                self.report(f"{target.name} is simulated on this machine: the workers have {why}")
        return target.name not in self.alone

    def outcome(self, target: Target, program: Program, quick: bool) -> Outcome:
        """The outcome of a simulation, here or on a worker."""
        if not self.offers(target):
            return cores.OwnCores().outcome(target, program, quick)
        name = entry_of("", [*tasks.identity(target, quick), elf.identity(program.elf)]).name[:32]
        data = tasks.packed(target, program, quick)
        needs: dict[str, float] = {tasks.CORES: 1, self.labels[target.name]: 1}
        result = self.result_of(data, f"{target.name}-{name}", needs)
        if isinstance(result, str):
            return Outcome(failure=result)
        stages.add(f"simulate {target.name}", result.seconds)
        return result.outcome

    def clocks(self, sources: str) -> dict[str, int]:
        """The real clocks of workers with the same sources, with the largest number of cores for each."""
        counts: dict[str, int] = {}
        for resources in (w["resources"] for w in self.workers().values()):
            for name in (r for r in resources if r.startswith(CLOCK)):
                if SOURCES + sources in resources:
                    counts[name] = max(counts.get(name, 0), int(resources[tasks.CORES]))
        return counts

    def on_clock(self, module: str, request: object, name: str, sources: str) -> Any:
        """The result of a module's run() on a machine that runs nothing else of this fleet.  If the worker is lost,
        another one with the same CPU repeats it; a text with the reason if there is none."""

        def needs() -> dict[str, float]:
            cores = self.clocks(sources).get(name)
            return {name: 1, tasks.CORES: cores, SOURCES + sources: 1} if cores else {}

        return self.run_while_offered(module, request, name, needs)

    def boards(self, target: str) -> int:
        """How many boards of a kind the workers have."""
        return sum(int(w["resources"].get(target, 0)) for w in self.workers().values())

    def on_board(self, module: str, request: object, target: str) -> Any:
        """The result of a module's run() on a worker with such a board, which no other task uses meanwhile."""
        return self.run_while_offered(module, request, target, lambda: {target: 1} if self.boards(target) else {})

    def run_while_offered(self, module: str, request: object, name: str, needs: Callable[[], dict[str, float]]) -> Any:
        """The result from a worker with the resources of needs(), as long as there is one; otherwise a text with the
        reason."""
        while wanted := needs():
            try:
                future = self.client.submit(
                    by_value(module),
                    pickle.dumps(request),
                    key=f"{name}-{uuid.uuid4().hex}",
                    resources=wanted,
                    pure=False,
                    priority=1,
                )
                while needs() == wanted:
                    with suppress(TimedOut):
                        return pickle.loads(future.result(timeout=WATCH_SECONDS))
                future.cancel()
            except self.ends() as error:
                return self.ended(error)
        return f"{name}: its worker was lost, and no other has this CPU"

    def result_of(self, data: bytes, key: str, needs: dict[str, float]) -> tasks.TaskResult | str:
        """A worker's result for a task, or a text with the reason if it killed several workers."""
        try:
            future = self.client.submit(self.function, data, key=key, resources=needs, pure=True)
            return pickle.loads(future.result())
        except self.ends() as error:
            return self.ended(error)

    @staticmethod
    def ends() -> tuple[type[BaseException], ...]:
        """The outcome of a task without a result."""
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        return KilledWorker, FutureCancelledError, OSError, RuntimeError

    def ended(self, error: BaseException) -> str:
        """The reason, if the task itself caused the end."""
        from distributed import KilledWorker

        if isinstance(error, KilledWorker):
            return f"each of {error.allowed_failures + 1} workers that ran it was lost"
        if self.closing.is_set():
            raise KeyboardInterrupt from error
        raise LabError(self.lost) from error


@contextmanager
def connected(options: Namespace) -> Iterator[cores.Fleet]:
    """The workers of --scheduler, or this machine's cores."""
    if not options.scheduler:
        yield cores.OwnCores()
        return
    with Fleet(options.scheduler, tls_of(options)) as workers:
        yield workers


def tls_of(options: Namespace) -> Tls:
    return Tls(options.tls_ca_file, options.tls_cert, options.tls_key, options.plain)
