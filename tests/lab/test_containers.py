# SPDX-License-Identifier: MIT
"""compose.yaml and the Dockerfile, as far as that is possible without a container engine."""

from __future__ import annotations

import re

import pytest

from lab.cli import parsed
from lab.paths import ROOT
from lab.run import fleet_key

yaml = pytest.importorskip("yaml", reason="distributed, which brings PyYAML, is not installed")


def test_services_run_commands_that_there_are_and_publish_nothing_to_others():
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    parsed_commands = {}
    for name, service in services.items():
        command, *words = service["command"]
        assert command == name
        parsed_commands[name] = parsed(command, words)
    (port,) = services["scheduler"]["ports"]
    inside = parsed_commands["scheduler"].listen.rpartition(":")[2]
    assert port == f"127.0.0.1:{inside}:{inside}" and "ports" not in services["worker"]
    assert parsed_commands["worker"].scheduler == f"tls://scheduler:{inside}" and parsed_commands["worker"].no_clock
    assert not parsed_commands["worker"].plain and parsed_commands["scheduler"].listen.startswith("tls://")
    key = f"fleet:/narae/{fleet_key.FILE.parent.relative_to(ROOT)}"
    assert all(service["volumes"] == [key] for service in services.values()), "where the scheduler makes it"
    assert services["worker"]["deploy"]["replicas"] == 2 and "scheduler" in services["worker"]["depends_on"]


def test_the_image_is_debian_installs_by_the_front_door_and_does_not_run_as_root():
    steps = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text())
    words = [line.split(None, 1) for line in steps.splitlines() if line and not line.startswith("#")]
    assert words[0] == ["FROM", "debian:bookworm-slim"] and words[-1] == ["ENTRYPOINT", '["./narae"]']
    install = next(rest for kind, rest in words if kind == "RUN" and "./narae" in rest)
    command = re.search(r"\./narae ((?:\S+ )+)\|\|", install)[1].split()
    assert command[0] == "worker" and parsed(*command[:1], command[1:])
    assert [rest for kind, rest in words if kind == "USER"] == ["1000"]
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert ".narae" in ignored and ".git" not in ignored
