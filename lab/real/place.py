# SPDX-License-Identifier: MIT
"""Shared boards: places of a labgrid coordinator, acquired and released with labgrid's own client.

LG_COORDINATOR names the coordinator, as for every labgrid client."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .. import processes
from ..errors import LabError, RunError
from ..paths import PRIVATE, shown

HERE = Path(__file__).resolve().parent
PYTHON = PRIVATE / "labgrid/bin/python"
SECONDS = 60
USUAL = "127.0.0.1:20408"
AS_JSON = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))"
SCHEMES = {"rfc2217": "rfc2217", "raw": "socket"}


@dataclass(frozen=True)
class Place:
    """The connections that a place offers."""

    port: str = ""  # a URL for pyserial
    ssh: str = ""  # of a board that runs Linux
    debugger: str = ""  # the machine that its debugger hangs on


def coordinator() -> str:
    return os.environ.get("LG_COORDINATOR", USUAL)


def client(*words: str) -> tuple[int, str, str]:
    if not PYTHON.exists():
        raise LabError("labgrid is not installed; ./narae installs it for --place")
    try:
        code, out, err = json.loads(clients().request(json.dumps([words, dict(os.environ)]), SECONDS))
    except RunError as error:
        there = shown(PYTHON.parent.parent)
        raise LabError(f"labgrid's client: {error}; delete {there}, and ./narae installs it again") from error
    return code, out, err


@cache
def clients() -> processes.Service:
    return processes.Service([PYTHON, HERE / "labgrid_client.py"])


def names() -> list[str]:
    """All places; empty if no coordinator answers."""
    code, out, _ = client("places")
    return sorted(out.split()) if code == 0 else []


@contextmanager
def acquired(name: str) -> Iterator[Place]:
    """Acquires the place for the duration of the `with`, also if Ctrl-C ends it.  A place that this user had acquired
    before stays acquired."""
    code, out, err = client("-p", name, "acquire")
    if code and "You have already acquired" not in err:
        raise LabError(refused(name, err or out))
    mine = code == 0
    try:
        yield offered(name)
    finally:
        if mine:
            code, out, err = client("-p", name, "release")
            if code:
                raise LabError(
                    f"the place {name} could not be released ({last(err or out)}): labgrid-client -p {name} release"
                )


def refused(name: str, output: str) -> str:
    if held := re.search(r"already acquired by ([^.\s]+)", output):
        return f"the place {name} is held by {held[1]}; it must be released by that user"
    if re.search(r"pattern .* matches nothing|not found|no matching|matches no", output):
        return f"there is no place {name} at {coordinator()}; there are: {', '.join(names()) or 'none'}"
    if re.search(r"[Cc]onnect|unavailable|UNAVAILABLE", output):
        return f"no labgrid coordinator answers at {coordinator()}; LG_COORDINATOR names another one"
    return f"the place {name} could not be acquired: {last(output)}"


def last(output: str) -> str:
    return output.strip().splitlines()[-1] if output.strip() else "it does not say why"


def offered(name: str) -> Place:
    """From the environment that labgrid's client writes for a place."""
    code, out, err = client("-p", name, "env")
    if code:
        raise LabError(f"the place {name}: {last(err or out)}")
    document = processes.run([PYTHON, "-c", AS_JSON], SECONDS, stdin=out).stdout
    connections: dict[str, str] = {}
    for target in json.loads(document)["targets"].values():
        for resource in target["resources"]:
            for kind, facts in resource.items():
                connections |= connection_of(name, kind, facts or {})
    if not connections:
        raise LabError(f"the place {name} has neither a serial port nor a network service")
    return Place(**connections)


def connection_of(name: str, kind: str, facts: dict[str, Any]) -> dict[str, str]:
    """The connection that a labgrid resource offers."""
    if kind == "NetworkSerialPort":
        protocol = facts.get("protocol", "rfc2217")
        if facts.get("port") is None or protocol not in SCHEMES:
            raise LabError(f"the place {name}: its exporter does not serve the serial port (does it have ser2net?)")
        return {"port": f"{SCHEMES[protocol]}://{facts['host']}:{facts['port']}"}
    if kind == "NetworkService":
        port = f":{facts['port']}" if facts.get("port") else ""
        return {"ssh": f"ssh://{facts['username']}@{facts['address']}{port}"}
    if kind in ("NetworkUSBDebugger", "NetworkUSBMassStorage"):
        return {"debugger": facts["host"]}
    return {}
