# SPDX-License-Identifier: MIT
"""Provenance of rows: the revision of the measured code, and the machine of a run."""

from __future__ import annotations

import datetime
import functools
import platform
import re
from pathlib import Path
from typing import Any

from .. import processes
from ..paths import ROOT

MEASURED = ("include", "src", "lab", "baselines", "spec", "vectors")  # folders that determine rows


def now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


@functools.cache
def git_revision(folder: Path = ROOT) -> str:
    """The commit of a folder's repository, marked if the working tree differs; "unknown" outside a repository."""
    folders = MEASURED if folder == ROOT else (".",)
    git = ["git", "--no-optional-locks", "-C", folder]  # a killed status would leave its lock
    status = processes.run(
        [*git, "status", "--porcelain=v2", "--branch", "--no-ahead-behind", "--", *folders], 20
    ).stdout
    commit = re.search(r"^# branch\.oid ([0-9a-f]{12})", status)
    changed = re.search(r"^[^#]", status, re.M)
    return commit[1] + ("-dirty" if changed else "") if commit else "unknown"


def revision_of(*folders: Path) -> str:
    """The revision of the measured code: of this repository, or of another folder."""
    other = next((f for f in folders if not f.resolve().is_relative_to(ROOT)), None)
    return git_revision() if other is None else f"{git_revision(other)} of {other.name}, outside of this repository"


def context() -> dict[str, Any]:
    """The context of a run: revision and machine."""
    return {
        "schema": 2,
        "date": now(),
        "git": git_revision(),
        "host_cpu": cpu_name(),
        "host_cpu_model": cpu_model(),
        "host_os": f"{platform.system()} {platform.release()}",
    }


def cpu_model() -> str:
    """The microarchitecture as numbers: "AuthenticAMD family 26 model 2"."""
    fields = cpuinfo()
    try:
        return f"{fields['vendor_id']} family {fields['cpu family']} model {fields['model']}"
    except KeyError:
        return platform.machine()


def cpu_name() -> str:
    return cpuinfo().get("model name", platform.machine())


def cpuinfo() -> dict[str, str]:
    """The fields of /proc/cpuinfo for the first core; empty where there is no such file."""
    try:
        first = Path("/proc/cpuinfo").read_text().partition("\n\n")[0]
    except OSError:
        return {}
    return {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in first.splitlines())}
