"""./narae doctor: needs nothing but Python, because it is for machines where nothing works."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from ..paths import NODE_MODULES, PRIVATE, ROOT

# Oldest version that is known to work; tools that are not named may be of any.
OLDEST = {"/usr/bin/python3": (3, 11), "gcc": (11,), "avr-gcc": (5, 4), "cmake": (3, 22), "clang": (14,)}

# Sets of lab/tools.txt that may be missing, and which command wants them.
OPTIONAL = {
    "peers": "bench",
    "export": "export",
    "reproduce": "reproduce",
    "validate": "validate",
    "cross": "test",
    "deep": "test --deep",
}

ENVIRONMENT = PRIVATE / "venv"


@dataclass
class Finding:
    tool: str
    version: str
    good: bool
    purpose: str
    mend: str  # the command, or nothing


def debian_tools() -> list[Finding]:
    found = []
    for line in (ROOT / "lab/tools.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        used_by, probe, package, purpose = line.split(None, 3)
        version, there = look(probe, package)
        purpose = f"{purpose} (./narae {OPTIONAL.get(used_by, used_by)})"
        mend = "" if there else f"apt-get install --no-install-recommends {package}"
        found.append(Finding(probe, version, there or used_by in OPTIONAL, purpose, mend))
    return found


def look(probe: str, package: str) -> tuple[str, bool]:
    """Version and whether it is good."""
    if probe.startswith("python:"):
        there = importlib.util.find_spec(probe.removeprefix("python:")) is not None
        return ("present" if there else "missing"), there
    path = probe if probe.startswith("/") else shutil.which(probe)
    if not path or not Path(path).exists():
        return "missing", False
    if probe.startswith("/") and not probe.startswith("/usr/bin/"):
        return package_version(package), True
    version = program_version(path) or package_version(package)
    oldest = OLDEST.get(probe)
    number = tuple(int(n) for n in re.findall(r"\d+", version)[:3])
    if oldest and number < oldest:
        return f"{version}, too old: {'.'.join(map(str, oldest))} is needed", False
    return version, bool(version)


def program_version(path: str) -> str:
    done = subprocess.run([path, "--version"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    line = done.stdout.split("\n")[0]
    match = re.search(r"\d+(\.\d+)+", line) or re.search(r"(?<= )\d+", line)  # MinGW's gcc says just "12-win32"
    return match[0] if match else ""


def package_version(package: str) -> str:
    try:
        done = subprocess.run(["dpkg-query", "-W", "-f=${Version}", package], capture_output=True, text=True)
    except FileNotFoundError:
        return "present"
    return done.stdout or "present"


def lab_packages() -> list[Finding]:
    found = []
    for name, purpose in [
        ("requirements.txt", "the lab's Python packages"),
        ("node_packages.txt", "the second simulator and the report's plots"),
        ("requirements-test.txt", "formatters, linters and pytest (./narae test)"),
    ]:
        wanted = (ROOT / "lab" / name).read_text()
        stamp = PRIVATE / f"installed-{name}"
        there = stamp.exists() and stamp.read_text() == wanted
        if name == "node_packages.txt":
            there = there and all((NODE_MODULES / p.split("@")[0]).is_dir() for p in wanted.split())
            made = NODE_MODULES.parent
        else:
            there, made = there and in_environment(wanted), ENVIRONMENT
        made_anew = f"rm -rf {made.relative_to(ROOT)}; ./narae {'test' if 'test' in name else 'bench'}"
        mend = "" if there else made_anew
        found.append(Finding(f"lab/{name}", "as listed" if there else "missing or outdated", there, purpose, mend))
    return found


def in_environment(wanted: str) -> bool:
    """Are the packages of a list there as its lines say, by what the virtual environment itself knows?"""
    pinned = [line.split("==") for line in wanted.splitlines() if "==" in line]
    script = "import sys\nfrom importlib.metadata import version\nfor name in sys.argv[1:]: print(version(name))"
    try:
        command = [ENVIRONMENT / "bin/python", "-c", script, *(name for name, _ in pinned)]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except OSError:
        return False
    return done.returncode == 0 and done.stdout.split() == [version for _, version in pinned]


def doctor(as_json: bool) -> int:
    findings = debian_tools() + lab_packages()
    if as_json:
        print(json.dumps([asdict(f) for f in findings], indent=1))
    else:
        width = max(len(f.tool) for f in findings)
        for f in findings:
            print(f"{'good' if f.good else 'BAD ':4}  {f.tool:{width}}  {f.version:24}  {f.purpose}")
            if f.mend:
                print(f"      {'':{width}}  mend: {f.mend}")
        bad = sum(not f.good for f in findings)
        if bad:
            print(f"\n{bad} of {len(findings)} need mending; ./narae bench and ./narae test install what they need.")
        else:
            print("\nEverything is there.")
        print(f"Python {sys.version.split()[0]} at {sys.executable}")
    return 0 if all(f.good for f in findings) else 1
