# SPDX-License-Identifier: MIT
"""./narae worker and ./narae scheduler: Dask, configured with this machine's resources and addresses."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from ... import processes
from ...errors import LabError
from ...paths import CACHE
from ...real import connect, discovery, on_workers
from ...rows import provenance
from ...run import fleet, tasks
from ...store import runs
from ...text import counted

if TYPE_CHECKING:
    from distributed import Worker
    from distributed.security import Security

Listen = tuple[str, str, int]  # protocol, host, port

LOOPBACK = ("127.0.0.1", "localhost", "::1")
CONNECT_SECONDS, AGAIN_SECONDS = 15, 5
FROZEN_SECONDS = 30  # a worker silent for so long is lost; its tasks run elsewhere
STATUS_PAGE = "127.0.0.1:0"  # of Dask, which requires one without authentication
NO_PAGES: dict[str, Any] = {
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
}  # so it has nothing to show


def resources_of_machine(cores: int, clock: bool) -> tuple[dict[str, float], list[str]]:
    """The resources that this machine announces, and those it lacks."""
    resources: dict[str, float] = {tasks.CORES: cores}
    missing = []
    for name, reason in tasks.simulated():
        if reason:
            missing.append(f"{name} is not offered: {reason}")
        else:
            resources[name] = tasks.UNLIMITED
    resources[sources_label()] = tasks.UNLIMITED
    if clock:
        resources[f"{fleet.CLOCK}{provenance.cpu_name()}, {provenance.cpu_model()}"] = 1
    return resources, missing


def resources_of_boards(arguments: list[str]) -> tuple[dict[str, float], list[str]]:
    """The number of boards of each kind: recognized ones, and those named as TARGET=PORT; and why others are not
    offered."""
    boards = [word.partition("=")[::2] for word in arguments]
    kinds = discovery.boards()
    for target, url in boards:
        if not url or target not in kinds:
            raise LabError(f"--board {target}={url}: that has to be TARGET=PORT; the targets are: {', '.join(kinds)}")
    missing = []
    for one in discovery.plugged():
        url = one.options.removeprefix("--port ")
        if one.note and one.target:
            missing.append(f"{one.target} at {url} is not offered: {one.note}")
        elif one.target and url not in {port for _, port in boards}:
            boards.append((one.target, url))
    counts: dict[str, float] = {}
    for target, url in boards:
        on_workers.offer(target, connect.serial(target, url, None))
        counts[target] = counts.get(target, 0) + 1
    return counts, missing


def sources_label() -> str:
    """The resource of workers that have the same sources as this checkout."""
    return fleet.SOURCES + runs.sources_hash()


def worker(options: Namespace) -> int:
    fleet.require_dask()
    scheme, host, port = fleet.place_of(options.scheduler, "worker")
    security = fleet.tls_of(options).security(options.scheduler)
    listen = fleet.place_of(options.listen, "--listen") if options.listen else None
    if listen and listen[0] != scheme:
        raise LabError(f"--listen {options.listen}: use {scheme}://, as the scheduler does")
    try:
        fleet.greet(options.scheduler, security, CONNECT_SECONDS)
    except KeyboardInterrupt:
        print("stopped before it joined", file=sys.stderr)
        return 0
    cores = options.cores or os.cpu_count() or 1
    resources, missing = resources_of_machine(cores, not options.no_clock)
    boards, without_boards = resources_of_boards(options.board)
    missing += without_boards
    listen = listen or (scheme, reachable_from(host, port), 0)
    for line in missing:
        print(f"  {line}")
    resources |= boards
    names = [r for r in resources if not r.startswith("sources/")]
    print(f"offers {counted(cores, 'core')} and {', '.join(names[1:])}", flush=True)
    logging.disable()
    threads = cores + int(sum(boards.values()))
    return asyncio.run(serve_worker(options.scheduler, listen, threads, resources, security, options.name))


def reachable_from(host: str, port: int) -> str:
    """The address of the interface towards a host; the worker listens only there."""
    from distributed.utils import get_ip

    return "127.0.0.1" if host in LOOPBACK else get_ip(host, port)


async def serve_worker(
    address: str,
    listen: Listen,
    cores: int,
    resources: dict[str, float],
    security: Security | None,
    name: str | None,
) -> int:
    """Joins the scheduler, and rejoins after a lost connection, until Ctrl-C."""
    import dask

    dask.config.set(NO_PAGES | {"distributed.worker.profile.enabled": False})
    stopped = stopping()
    joined = False
    while not stopped.is_set():
        joining = asyncio.ensure_future(join(address, listen, cores, resources, security, name))
        ends = asyncio.ensure_future(stopped.wait())
        await asyncio.wait([joining, ends], return_when=asyncio.FIRST_COMPLETED)
        if not joining.done():
            joining.cancel()
            break
        try:
            one = joining.result()
        except (OSError, TimeoutError, ValueError, RuntimeError) as error:
            if not joined:
                raise LabError(f"cannot connect to {address}: {reason(error)}") from error
            await asyncio.wait([ends], timeout=AGAIN_SECONDS)
            continue
        joined = True
        print(f"connected to {address} as {one.address}; Ctrl-C to stop", flush=True)
        waits = [asyncio.ensure_future(one.finished()), ends]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        if stopped.is_set():
            await one.close(timeout=2, executor_wait=False)  # before its tasks fail because their programs are stopped
            processes.stop_all()
        else:
            print(f"{address} has stopped or dropped this worker; reconnecting", file=sys.stderr, flush=True)
    print("stopped; its tasks run on other workers", file=sys.stderr)
    return 0


async def join(
    address: str,
    listen: Listen,
    cores: int,
    resources: dict[str, float],
    security: Security | None,
    name: str | None,
) -> Worker:
    from distributed import Worker

    protocol, host, port = listen
    return await Worker(
        address,
        nthreads=cores,
        resources=resources,
        security=security,
        name=name or f"{os.uname().nodename}-{os.getpid()}",
        protocol=protocol,
        host=host,
        port=port,
        local_directory=str(CACHE / "workers"),  # where Dask removes what killed ones have left
        memory_limit=0,
        dashboard=False,
        dashboard_address=STATUS_PAGE,
        death_timeout=CONNECT_SECONDS,
    )


def reason(error: BaseException) -> str:
    """The message of the innermost error that has one."""
    message = type(error).__name__
    cause: BaseException | None = error
    while cause:
        message = str(cause).partition("\n")[0] or message
        cause = cause.__cause__
    return message


def stopping() -> asyncio.Event:
    event = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, event.set)
    return event


def scheduler(options: Namespace) -> int:
    fleet.require_dask()
    protocol, host, port = fleet.place_of(options.listen, "--listen")
    security = fleet.tls_of(options).security(options.listen, make=True)
    logging.disable()
    return asyncio.run(serve_scheduler(protocol, host, port, security))


async def serve_scheduler(protocol: str, host: str, port: int, security: Security | None) -> int:
    import dask
    from distributed import Scheduler

    dask.config.set(NO_PAGES | {"distributed.scheduler.worker-ttl": f"{FROZEN_SECONDS}s"})
    try:
        one = await Scheduler(
            host=host,
            port=port,
            protocol=protocol,
            security=security,
            dashboard=False,
            dashboard_address=STATUS_PAGE,
        )
    except (OSError, ValueError, RuntimeError) as error:
        raise LabError(f"cannot listen at {protocol}://{host}:{port}: {reason(error)}") from error
    print(f"listening at {one.address}; Ctrl-C to stop", flush=True)
    stopped = stopping()
    await stopped.wait()
    await one.close()
    return 0
