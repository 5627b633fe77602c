# SPDX-License-Identifier: MIT
"""./narae doctor: needs only Python, because it is for machines where nothing works yet.

Exit code 0 if everything that `bench` and `test` need is installed, else 1."""

from __future__ import annotations

import argparse
import importlib.util
import os
import pwd
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from ..files import write_json
from ..paths import BOARDS, NODE_MODULES, PRIVATE, RESULTS, ROOT
from . import options as of

HELP = "list missing tools and how to install them"
DESCRIPTION = (
    "Lists missing tools, the commands that need them, and how to install them. Exit code 0 if everything that "
    "bench and test need is installed, else 1."
)
EXAMPLES = ("./narae doctor", "./narae doctor --all", "./narae doctor --json -")
INTERRUPTED = "not all tools were looked for"

# Oldest version known to work; other tools may have any version.
OLDEST = {"/usr/bin/python3": (3, 11), "gcc": (11,), "avr-gcc": (5, 4), "cmake": (3, 22), "clang": (14,)}

# Optional sets of lab/tools.txt, and the command that uses them.
OPTIONAL = {
    "peers": "bench",
    "page": "report",
    "try": "try",
    "export": "export",
    "reproduce": "reproduce",
    "validate": "validate",
    "cross": "test",
    "deep": "test --deep",
}

WIDTH = 100  # of a screen
LONGEST = 30  # characters of a path that are shown, the last ones
ENVIRONMENT = PRIVATE / "venv"


@dataclass
class Finding:
    tool: str
    version: str
    good: bool
    purpose: str
    fix: str  # the command, or nothing
    commands: list[str]  # those that need it
    optional: bool  # none of them requires it


def debian_tools() -> list[Finding]:
    """Each tool once, with all commands that need it."""
    findings = flash_tools()
    for line in (ROOT / "lab/tools.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        used_by, probe, package, purpose = line.split(None, 3)
        if probe not in findings:
            findings[probe] = finding_of(probe, package, purpose)
        finding = findings[probe]
        command = OPTIONAL.get(used_by, used_by)
        finding.commands += [command] if command not in finding.commands else []
        finding.optional &= used_by in OPTIONAL
    return list(findings.values())


def flash_tools() -> dict[str, Finding]:
    """The programs that flash real boards, from each board.toml; installed when a board is first used."""
    boards: dict[tuple[str, str], list[str]] = {}
    for file in sorted(BOARDS.glob("*/board.toml")):
        for method in tomllib.loads(file.read_text()).get("flash", []):
            if "tool" in method:
                boards.setdefault((method["tool"], " ".join(method["packages"])), []).append(file.parent.name)
    findings = {}
    for (tool, packages), names in boards.items():
        findings[tool] = finding_of(tool, packages, f"flashes real boards: {', '.join(names)}")
        findings[tool].commands.append("bench --port")
    return findings


def finding_of(probe: str, package: str, purpose: str) -> Finding:
    version, is_present = version_of(probe, package)
    fix = "" if is_present else f"apt-get install --no-install-recommends {package}"
    return Finding(probe, version, is_present, purpose, fix, [], True)


def version_of(probe: str, package: str) -> tuple[str, bool]:
    """The version, and whether it is recent enough."""
    if probe.startswith("python:"):
        is_present = importlib.util.find_spec(probe.removeprefix("python:")) is not None
        return ("present" if is_present else "missing"), is_present
    path = probe if probe.startswith("/") else shutil.which(probe)
    if not path or not Path(path).exists():
        return "missing", False
    if probe.startswith("/") and not probe.startswith("/usr/bin/"):
        return package_version(package), True
    version = program_version(path) or package_version(package)
    oldest = OLDEST.get(probe)
    number = tuple(int(n) for n in re.findall(r"\d+", version)[:3])
    if oldest and number < oldest:
        return f"{version}, too old: {'.'.join(map(str, oldest))} is required", False
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
    findings = []
    for name, purpose, command in [
        ("requirements.txt", "the lab's Python packages", "bench"),
        ("node_packages.txt", "the second simulator, the report's plots, search in the documents", "bench"),
        ("requirements-test.txt", "formatters, linters and pytest", "test"),
        ("requirements-proof.txt", "bitwuzla: cross-checks of proofs", "test --deep"),
        ("requirements-boards.txt", "pyserial: serial lines of real boards", "boards"),
        ("requirements-places.txt", "labgrid: boards that several people share", "bench --place NAME"),
        ("requirements-fleet.txt", "Dask: many machines", "bench --scheduler URL"),
        ("requirements-docs.txt", "MkDocs: the documents as a site", "docs"),
    ]:
        listed = (ROOT / "lab" / name).read_text()
        stamp = PRIVATE / f"installed-{name}"
        is_installed = stamp.exists() and stamp.read_text() == listed
        if name == "node_packages.txt":
            is_installed = is_installed and all((NODE_MODULES / p.split("@")[0]).is_dir() for p in listed.split())
            folder = NODE_MODULES.parent
        else:
            folder = PRIVATE / "labgrid" if "places" in name else ENVIRONMENT
            is_installed = is_installed and in_environment(listed, folder)
        broken = "" if not stamp.exists() or stamp.read_text() != listed else f"rm -rf {folder.relative_to(ROOT)}; "
        fix = "" if is_installed else f"{broken}./narae {command}"
        version = "as listed" if is_installed else "not as listed"
        findings.append(
            Finding(f"lab/{name}", version, is_installed, purpose, fix, [command], command not in ("bench", "test"))
        )
    return findings


def in_environment(listed: str, environment: Path) -> bool:
    """Are the packages of a list installed in a virtual environment, in the listed versions?"""
    pinned = [line.split("==") for line in listed.splitlines() if "==" in line]
    script = "import sys\nfrom importlib.metadata import version\nfor name in sys.argv[1:]: print(version(name))"
    try:
        command: list[str | Path] = [environment / "bin/python", "-c", script, *(name for name, _ in pinned)]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except OSError:
        return False
    return done.returncode == 0 and done.stdout.split() == [version for _, version in pinned]


def unwritable_folders() -> list[Finding]:
    """Folders of the lab that belong to another user, for example after a run with sudo."""
    findings = []
    for folder, purpose in ((PRIVATE, "what the lab installs and builds"), (RESULTS, "results of bench and reproduce")):
        inside = folder.iterdir() if os.access(folder, os.R_OK) else ()
        unwritable = (path for path in (folder, *inside) if os.path.exists(path) and not os.access(path, os.W_OK))
        owner = next((path.stat().st_uid for path in unwritable), os.getuid())
        if owner != os.getuid():
            name = os.path.relpath(folder, ROOT) if folder.is_relative_to(ROOT) else str(folder)
            fix = f"sudo chown -R {name_of(os.getuid())}: {shlex.quote(name)}"
            findings.append(Finding(name, f"belongs to {name_of(owner)}", False, purpose, fix, ["bench"], False))
    return findings


def name_of(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:  # as in a container
        return str(user)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help="also list installed tools, with versions")
    of.json(parser)


def run(options: argparse.Namespace) -> int:
    findings = unwritable_folders() + debian_tools() + lab_packages()
    show(findings, options.all)
    if options.json:
        write_json(options.json, {"context": {"command": "doctor"}, "tools": [asdict(f) for f in findings]})
    return 0 if all(f.good or f.optional for f in findings) else 1


def show(findings: list[Finding], everything: bool) -> None:
    installed = [f for f in findings if f.good]
    missing = [f for f in findings if not f.good]
    if everything:
        table("Installed:", installed, lambda f: f.version)
    else:
        print(f"{len(installed)} of {len(findings)} tools and package lists are installed; --all lists them.\n")
    table("Missing, required:", [f for f in missing if not f.optional], needed_by)
    table("Missing, optional:", [f for f in missing if f.optional], needed_by)
    packages = sorted({p for f in missing if f.fix.startswith("apt-get") for p in f.fix.split()[3:]})
    own = list(dict.fromkeys(f.fix for f in missing if f.fix and not f.fix.startswith("apt-get")))
    if missing:
        print("To install everything (each command also installs what it needs itself):")
        if packages:
            print(f"  apt-get install --no-install-recommends {' '.join(packages)}")
        for command in own:
            print(f"  {command}")
        print()
    print(f"Python {sys.version.split()[0]} at {sys.executable}")


def needed_by(f: Finding) -> str:
    commands = ", ".join(f.commands)
    return commands if f.version == "missing" else f"{commands}; {f.version}"


def table(title: str, findings: list[Finding], middle: Callable[[Finding], str]) -> None:
    if not findings:
        return
    print(title)
    names = [f.tool if len(f.tool) <= LONGEST else "…" + f.tool[1 - LONGEST :] for f in findings]
    width = max(map(len, names))
    second = max(len(middle(f)) for f in findings)
    for name, f in zip(names, findings, strict=True):
        before = f"  {name:{width}}  {middle(f):{second}}  "
        first, *more = textwrap.wrap(f.purpose, WIDTH - len(before))
        print(before + first, *(" " * len(before) + line for line in more), sep="\n")
    print()
