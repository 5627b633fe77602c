# SPDX-License-Identifier: MIT
"""A real browser for tests that look at pages; where there is none that runs, they are skipped by name."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from lab.paths import PRIVATE

DRIVER = Path(__file__).parent / "browser.mjs"
CHROMIUM = shutil.which("chromium") or "chromium"
NODE = PRIVATE / "venv/bin/node"
SECONDS = 200  # more than the driver gives itself


@dataclass(frozen=True)
class Seen:
    result: object  # what the script gave
    errors: list[str]  # of the console
    interactive: float | None  # milliseconds


def drive(jobs: list[dict], folder: Path) -> subprocess.CompletedProcess:
    command = [NODE, DRIVER, CHROMIUM, folder / "profile", json.dumps(jobs)]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)


@cache
def why_not(folder: Path) -> str:
    """The reason why no browser runs here, or nothing."""
    try:
        done = drive([{"url": "data:text/html,<title>here</title>"}], folder)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if done.returncode == 0 else done.stderr.strip()[-300:]


def browse(page: Path, folder: Path, *jobs: dict) -> list[Seen]:
    """Opens the page once for each job (tests/lab/browser.mjs says what is in one)."""
    done = drive([{"url": page.resolve().as_uri()} | job for job in jobs], folder)
    if done.returncode and (reason := why_not(folder)):
        pytest.skip(f"chromium cannot run: {reason}")
    assert done.returncode == 0, done.stderr[-2000:]
    return [Seen(**answer) for answer in json.loads(done.stdout)]


# Opens all papers and draws every plot: a list of ids with the number of points and the traces without any.
DRAWN = """
for (const details of document.querySelectorAll("details")) details.open = true;
await new Promise(done => setTimeout(done, 50));
drawAll();
const plots = [...document.querySelectorAll(".plot")].map(p => [p.id, p.querySelectorAll(".point").length,
  (p.data ?? []).filter(t => !t.x.length).map(t => t.name)]);
"""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
