# SPDX-License-Identifier: MIT
"""Another Linux machine by ssh: its description, and programs that are built here and run there.

ssh does not prompt: the machine must accept a key of this user.  Programs share one connection, which ends with the
lab."""

from __future__ import annotations

import atexit
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from .. import processes
from ..errors import LabError, RunError

CONNECT_SECONDS, PERSIST_SECONDS = 10, 60
RUN_SECONDS = 300
SCRIPT = Path(__file__).parent / "run_there.sh"
LOST = 255  # ssh's own exit code
NO_PROGRAM = r"Exec format error|Syntax error|Permission denied|cannot execute"  # messages of shells
CORTEX_A72 = "0xd08"  # the part in /proc/cpuinfo
FACTS_SCRIPT = """uname -m; uname -n; uname -sr
cat /sys/devices/system/cpu/cpu0/cpufreq/scaling_governor 2>/dev/null || echo unknown
tr -d '\\0' </proc/device-tree/model 2>/dev/null; echo
cat /proc/cpuinfo"""

# Errors of ssh, by pattern, as sentences.
ERROR_SENTENCES = [
    (r"Permission denied", "{place} knows no key of yours: ssh-copy-id {place}"),
    (r"Host key verification failed", "{place} is unknown here, or another one than before: ssh {place}, once"),
    (r"Could not resolve|Name or service not known", "{place}: there is no machine of that name"),
    (r"refused", "{place} has no ssh server that answers"),
    (r"timed out|No route", "{place} does not answer"),
]  # fmt: skip


@dataclass(frozen=True)
class Remote:
    destination: str

    def __post_init__(self) -> None:
        if not self.destination or self.destination.startswith("-"):
            raise LabError(f"--ssh {self.destination}: that has to be HOST or USER@HOST")

    @cached_property
    def command(self) -> list[str]:
        """The ssh command, with a shared connection."""
        options = {
            "BatchMode": "yes",
            "ConnectTimeout": CONNECT_SECONDS,
            "ServerAliveInterval": CONNECT_SECONDS,
            "ControlMaster": "auto",
            "ControlPath": f"{connections()}/%C",
            "ControlPersist": PERSIST_SECONDS,
        }
        command = ["ssh", "-T", *(f"-o{name}={value}" for name, value in options.items()), self.destination]
        atexit.register(close, command)
        return command

    @property
    def runner(self) -> list[str]:
        """The prefix that runs a program of this machine there."""
        return [str(SCRIPT), *self.command]

    def run(self, program: Path, kind: str) -> str:
        """The output of a program that runs there."""
        result = processes.run([*self.runner, program], RUN_SECONDS)
        if result.returncode == LOST:
            raise RunError(self.lost(result.stderr))
        if re.search(NO_PROGRAM, result.stderr):
            raise RunError(f"{self.destination} cannot run it: is it a {kind}, and may programs run in its /tmp?")
        if result.returncode not in (0, 1):
            raise RunError(
                f"the program ended early, with exit code {result.returncode}: {result.stderr.strip()[-200:]}"
            )
        return result.stdout

    def run_with_input(self, file: Path, command: str) -> subprocess.CompletedProcess[str]:
        """Runs a command there with a file of this machine as its standard input."""
        return processes.run(["sh", "-c", 'exec "$@" <"$0"', file, *self.command, command], RUN_SECONDS)

    @cached_property
    def facts(self) -> list[str]:
        result = processes.run([*self.command, FACTS_SCRIPT], RUN_SECONDS)
        if result.returncode:
            raise LabError(self.lost(result.stderr))
        return result.stdout.splitlines()

    @property
    def machine(self) -> str:
        return self.facts[0]

    @property
    def cpuinfo(self) -> str:
        return "\n".join(self.facts[5:])

    @property
    def model(self) -> str:
        """Its own description: board or CPU."""
        cpu = re.search(r"^model name\s*: (.*)$", self.cpuinfo, re.M)
        return self.facts[4] or (cpu[1] if cpu else self.machine)

    @property
    def about(self) -> str:
        _, name, system, governor, *_ = self.facts
        return f"{name} ({self.model}, {system}, governor {governor})"

    @property
    def context(self) -> dict[str, str]:
        """The context of a run on that machine, as in lab/run/clock.py."""
        _, name, system, governor, *_ = self.facts
        known = dict(re.findall(r"^(.+?)\s*: (.*)$", self.cpuinfo, re.M))
        context = {"host_name": name, "host_os": system, "host_governor": governor, "host_cpu": self.model}
        context["host_microcode"] = known.get("microcode", "unknown")
        family = (known.get("vendor_id"), known.get("cpu family"), known.get("model"))
        context["host_cpu_model"] = "{} family {} model {}".format(*family) if all(family) else self.machine
        return context

    @property
    def is_pi4(self) -> bool:
        return self.machine == "aarch64" and CORTEX_A72 in self.cpuinfo

    @property
    def flags(self) -> list[str]:
        match = re.search(r"^flags\s*: (.*)$", self.cpuinfo, re.M)
        return match[1].split() if match else []

    def lost(self, output: str) -> str:
        for pattern, sentence in ERROR_SENTENCES:
            if re.search(pattern, output):
                return sentence.format(place=self.destination)
        last = output.strip().rpartition("\n")[2] or "the connection broke off"
        return f"ssh {self.destination}: {last}"


@cache
def connections() -> Path:
    """The folder of shared connections: of mode 700, with a name that no other user can take before."""
    folder = Path(tempfile.mkdtemp(prefix="narae-ssh-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)  # after close(), which is registered later
    return folder


def close(command: list[str]) -> None:
    """Ends the shared connection."""
    subprocess.run([*command[:-1], "-O", "exit", command[-1]], capture_output=True)
