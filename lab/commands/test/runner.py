# SPDX-License-Identifier: MIT
"""./narae test: format and lint, the library optimized and under sanitizers, and pytest, at the same time.  For work
in progress: only lint, tests by name, or tests of changed files.  After a landing: slices of the deep tests."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from ...errors import LabError
from ...paths import BUILD, PRIVATE, ROOT
from ...progress import Stages
from . import slices

BIN = PRIVATE / "venv" / "bin"
SANITIZERS = "-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all"
WATCHED = ["-DCMAKE_C_COMPILER=gcc", "-DCMAKE_BUILD_TYPE=None"]
# Links a program in a third of the time: 40 with both sanitizers in 1.2 s of processors instead of 3.3.
GOLD = ["-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=gold"] if shutil.which("ld.gold") else []
PROVIDER = "-DNARAE_OPENSSL_PROVIDER=ON"
BUILDS = {  # of every day
    "gcc": ["-DCMAKE_C_COMPILER=gcc", "-DNARAE_DIFFERENTIAL=ON", PROVIDER],
    "sanitizers": [*WATCHED, *GOLD, "-DNARAE_SHARED=OFF", "-DNARAE_PORTABLE=ON", f"-DCMAKE_C_FLAGS={SANITIZERS}"],
}
# Several tests build the library the same way in separate folders.
LAUNCHERS = dict.fromkeys(("CMAKE_C_COMPILER_LAUNCHER", "CMAKE_CXX_COMPILER_LAUNCHER"), "ccache")
CCACHE = {
    "CCACHE_DIR": str(PRIVATE / "ccache"),
    "CCACHE_NOHASHDIR": "1",  # debug information may name another build's folder
    "CCACHE_DEPEND": "1",  # the compiler lists the headers, no preprocessor before it
    "CCACHE_PREFIX": "precompile",  # lab/build/precompile
}
COMPILE_ONCE = LAUNCHERS | CCACHE if shutil.which("ccache") else {}
PYTHON = PRIVATE / "python"
FOUND = {"PATH": f"{ROOT / 'lab' / 'build'}:{PYTHON}:{os.environ['PATH']}"}
COMPILERS = {"CC": "gcc", "CXX": "g++"}  # to ccache, `cc` is another compiler
WERROR = {"NARAE_WERROR": "ON"}  # everywhere, so that several tests build the same objects
QUICK = {"CMAKE_GENERATOR": "Ninja"}  # make, CMake's default, starts three processes per object; with --deep
CMAKE = BUILD / "ninja"  # a folder for each build
WORKERS = "3"  # one more than two cores, since tests also wait for guests, servers and signals
COUNTS = "NARAE_COUNTS"  # has tests/conftest.py print its steps
STEP = re.compile(r"[.sxFEX]*\s*\[?\s*(\d+)/(\d+)(?:\]| Test )")  # as Ninja, CTest and tests/conftest.py print it
SECONDS_TO_STOP = 5


def find_python3() -> None:
    """Puts this interpreter first in PATH, alone: a version manager's python3 is a script that starts 40 processes."""
    PYTHON.mkdir(parents=True, exist_ok=True)
    link = PYTHON / f"python3.{os.getpid()}"
    link.symlink_to(Path(sys.executable).resolve())
    link.replace(PYTHON / "python3")


Counter = Callable[[str], tuple[int, int, int] | None]  # of the output of a command


class Runner:
    """Runs parts and continues after a failure, so that one run shows all failures.  Threads may share it.  The output
    of a part is shown at its end, if it failed or always has something to say."""

    def __init__(self, stages: Stages, environment: dict[str, str] = QUICK) -> None:
        self.environment = COMPILE_ONCE | COMPILERS | WERROR | FOUND | environment
        self.passed = self.failed = self.skipped = 0
        self.deep = 0  # tests that --deep would run
        self.stages = stages
        self.running: set[subprocess.Popen[str]] = set()
        self.stopped = False
        self.lock = threading.Lock()

    def part(
        self,
        name: str,
        command: list[Any],
        count: Counter | None = None,
        always: bool = False,
        until: float | None = None,
    ) -> None:
        """One command; `count` reads (passed, failed, skipped) from its output, otherwise it is one test.  At the Unix
        time `until` it is stopped, which is no failure."""
        if self.stopped:
            raise KeyboardInterrupt
        self.stages.begin(name)
        start = time.monotonic()
        code, output = self.run(name, [str(c) for c in command], until)
        ending = "stopped" if code is None else "FAILED" if code else "passed"
        figures = count(output) if count else None
        if figures is None:
            figures = (int(ending == "passed"), int(ending == "FAILED"), 0)
        elif ending == "FAILED" and not figures[1]:
            figures = (figures[0], 1, figures[2])
        with self.lock:
            self.deep += sum(map(int, re.findall(r"^(\d+) deep tests left out", output, re.M)))
            self.passed, self.failed, self.skipped = (
                a + b for a, b in zip((self.passed, self.failed, self.skipped), figures, strict=True)
            )
        verdict = f"-- {name}: {ending} in {time.monotonic() - start:.1f} s"
        self.stages.end(name, f"\n== {name}\n{output}{verdict}" if output and (code != 0 or always) else verdict)

    def run(self, name: str, command: list[str], until: float | None = None) -> tuple[int | None, str]:
        """The exit status, None if it was stopped at its time, and the output without the lines that count steps."""
        lines, over = [], threading.Event()

        def stop() -> None:
            over.set()
            self.end(process)

        with subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT), COUNTS: "1"} | self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            process_group=0,
        ) as process:
            self.running.add(process)
            timer = threading.Timer((until or 0) - time.time(), stop)
            if until is not None:
                timer.start()
            for line in process.stdout or ():
                if step := STEP.match(line):
                    self.stages.at(name, int(step[1]), int(step[2]))
                else:
                    lines.append(line)
            timer.cancel()
        self.running.discard(process)
        return None if over.is_set() else process.returncode, "".join(lines)

    def stop(self) -> None:
        self.stopped = True
        self.end(*self.running)

    def end(self, *processes: subprocess.Popen[str]) -> None:
        """Ends them and their children: first as Ctrl-C does, after which pytest cleans up."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            for process in self.running.intersection(processes):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, number)
            end = time.monotonic() + SECONDS_TO_STOP
            while self.running.intersection(processes) and time.monotonic() < end:
                time.sleep(0.05)


def ctest_count(text: str) -> tuple[int, int, int] | None:
    match = re.search(r"(\d+) tests? failed out of (\d+)", text)
    return (int(match[2]) - int(match[1]), int(match[1]), 0) if match else None


def outcome_count(file: Path, _: str) -> tuple[int, int, int] | None:
    """From the file that pytest writes meanwhile: a run that is stopped may not reach its summary."""
    if not file.exists():
        return None
    outcome = json.loads(file.read_text())
    return outcome["passed"], len(outcome["failed"]), outcome["skipped"]


def pytest_count(text: str) -> tuple[int, int, int] | None:
    lines = [line for line in text.splitlines() if re.search(r"\bin [\d.]+s", line)]
    if not lines:
        return None

    def figure(word: str) -> int:
        match = re.search(rf"(\d+) {word}", lines[-1])
        return int(match[1]) if match else 0

    return figure("passed"), figure("failed") + figure("error"), figure("skipped")


def tracked(*patterns: str) -> list[str]:
    """The project's files, committed or not, without ignored ones."""
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise LabError(f"lint and the tests of all files need a git clone; {' '.join(done.stderr.split())}")
    return [f for f in done.stdout.split() if (ROOT / f).exists()]


def c_files() -> list[str]:
    """Sources, headers, and templates in C."""
    assembly = re.compile(r"^ *\.(macro|section|text)\b", re.M)
    templates = [f for f in tracked("*.inc") if not assembly.search((ROOT / f).read_text())]
    return [*tracked("*.c", "*.h", "*.cpp", "*.hpp"), *templates]


def lint(runner: Runner, words: bool) -> None:
    """`words`: unless all Python tests run, which have this one."""
    runner.part("python format", [BIN / "ruff", "format", "--check", "."])
    runner.part("python lint", [BIN / "ruff", "check", "."])
    runner.part("python types", [BIN / "mypy"])
    runner.part("C format", [BIN / "clang-format", "--dry-run", "--Werror", *c_files()])
    runner.part("shell lint", [BIN / "shellcheck", "narae", ".ci/run"])
    if words:
        runner.part("words", [BIN / "python", "-m", "pytest", "-q", "-n", "0", "tests/lab/test_words.py"])


def library(runner: Runner) -> None:
    for name, options in BUILDS.items():
        c_tests(runner, name, options)


def c_tests(runner: Runner, name: str, options: list[str]) -> None:
    """Without the tests of CPU levels, since each implementation is tested by itself; without what pytest repeats,
    tests/constant_time; and under sanitizers without AES's chains, whose code the vectors reach."""
    folder = built(runner, name, options)
    chains = ["test_aes_monte_carlo"] if name == "sanitizers" else []
    repeated = f"^({'|'.join(['constant_time', *chains])})$"
    ctest = ["ctest", "--test-dir", folder, "-j2", "--output-on-failure"]
    ctest += ["--label-exclude", "level", "--exclude-regex", repeated]
    runner.part(f"C tests, {name}", ctest, ctest_count)


def built(runner: Runner, name: str, options: list[str]) -> Path:
    """In a folder that a moved or copied checkout brought along, CMake would refuse to build."""
    folder = CMAKE / name
    quiet = ["--log-level=WARNING", "-DNARAE_TESTS=ON", "-DNARAE_WERROR=ON"]
    with locked(folder):
        cache = folder / "CMakeCache.txt"
        if cache.exists() and f"CMAKE_HOME_DIRECTORY:INTERNAL={ROOT}\n" not in cache.read_text():
            cache.unlink()
        runner.part(f"configure {name}", ["cmake", "-G", "Ninja", "-S", ".", "-B", folder, *quiet, *options])
        runner.part(f"build {name}", ["cmake", "--build", folder, "-j2"])
    return folder


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One build at a time in a folder, of all processes."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# Tests of a folder's contents, besides those that are named after a file or import it.
TESTS_OF = {
    "baselines": ["tests/lab/test_gate.py"],
    "bindings/java": ["tests/lab/test_java.py"],
    "bindings/linux": ["tests/linux/test_linux.py"],
    "bindings/openssl-provider": ["tests/lab/test_openssl.py"],
    "bindings/python": ["tests/lab/test_python.py"],
    "bindings/rust": ["tests/lab/test_rust.py"],
    "bindings/wasm": ["tests/wasm/test_wasm.py"],
    "cmake": ["tests/lab/test_install.py"],
    "docs": ["tests/lab/test_docs.py", "tests/lab/test_site.py"],
    "lab/site": ["tests/lab/test_site.py"],
    "include": ["tests/c/test_builds.py", "tests/lab/test_docs.py", "tests/cross/test_headers.py"],
    "lab/bench": ["tests/lab/test_gate.py"],
    "dev": ["tests/lab/test_layout.py"],
    "src": [
        "tests/c/test_builds.py",
        "tests/constant_time/test_constant_time.py",
        "tests/cross/test_freestanding.py",
        "tests/lab/test_layout.py",
    ],
    "spec": ["tests/lab/test_vectors.py", "tests/lab/test_sboxes.py"],
    "tests/coverage": ["tests/c/test_builds.py"],
    "tests/differential": ["tests/c/test_builds.py"],
    "vectors": ["tests/c/test_builds.py", "tests/lab/test_vectors.py"],
}
PROVED = ("avr", "rv32", "thumb")  # families whose kernels are proved
COMPILED = ("src/", "include/", "tests/c/", "vectors/", "CMakeLists.txt")


def changed_since(revision: str) -> list[str]:
    """The files that differ from a revision or are new, relative to the root; an unknown revision is an error.  `git
    diff` would write the index."""
    git = ["git", "-C", str(ROOT)]
    index = subprocess.run(
        [*git, "diff-index", "--cached", "--name-only", "-z", revision, "--"], capture_output=True, text=True
    )
    if index.returncode:
        first, dots, _ = revision.partition("..")
        if dots:
            raise LabError(
                f"`{revision}` is a range, but --changed compares the files as they are with one revision; "
                f"name only that, as in: ./narae test --changed {first or 'HEAD'}"
            )
        raise LabError(f"unknown revision `{revision}`; use a commit or a branch, as in: ./narae test --changed HEAD~3")
    files = [*git, "ls-files", "--modified", "--others", "--exclude-standard", "-z"]
    names = index.stdout + subprocess.run(files, capture_output=True, text=True).stdout
    return sorted(name for name in {*names.split("\0")} if name and (ROOT / name).exists())


def affected_tests(changed: list[str]) -> list[str]:
    """The Python tests of these files: changed tests, tests named after a file or a folder, and tests that import a
    module of the lab."""
    test_files = sorted(ROOT.glob("tests/**/test_*.py"))
    texts = {file: file.read_text() for file in test_files}
    chosen = {file for file in test_files if str(file.relative_to(ROOT)) in changed}
    for name in changed:
        path = Path(name)
        chosen |= {ROOT / t for folder, tests in TESTS_OF.items() if name.startswith(f"{folder}/") for t in tests}
        if name.startswith("src/"):
            chosen |= {f for f in test_files if f.parent.name == f"{path.parent.name}_kernels"}
            if path.parent.name in PROVED:
                chosen.add(ROOT / "tests/proof/test_proofs.py")
        elif name.startswith("lab/"):
            module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
            package, _, last = module.rpartition(".")
            imports = re.compile(
                rf"^\s*(from {re.escape(module)} import|from {re.escape(package)} import .*\b{last}\b)", re.M
            )
            chosen |= {f for f, text in texts.items() if f.stem == f"test_{path.stem}" or imports.search(text)}
        elif name.startswith("tests/"):
            chosen |= {f for f in test_files if path.suffix != ".py" and path.parent in f.relative_to(ROOT).parents}
        elif path.match("README*.md"):
            chosen.add(ROOT / "tests/lab/test_readme.py")
    return sorted(str(f.relative_to(ROOT)) for f in chosen if f.exists())


def run_tests(
    deep: bool, word: str, lint_only: bool = False, changed: str | None = None, first: int | None = None
) -> int:
    """`first`: the slice of the deep tests to begin at, -1 for that of the commit."""
    start = time.monotonic()
    part = lint_only or bool(word) or changed is not None or first is not None
    if not word:
        tracked("narae")  # which fails before any work is done
    files = changed_since(changed) if changed is not None else []
    tests = affected_tests(files) if changed is not None else [] if lint_only else ["tests"]
    if changed is not None:
        print(f"{len(files)} files differ from {changed}; their Python tests: {' '.join(tests) or 'none'}", flush=True)
    find_python3()
    with Stages() as stages:
        runner = Runner(stages, {} if deep or first is not None else QUICK)
        lanes: list[Callable[[], None]] = []
        if first is not None:
            lanes, tests = [partial(sliced_tests, runner, slices.slice_of_commit() if first < 0 else first)], []
        elif not word:
            lanes = [partial(lint, runner, tests != ["tests"])]
        if not (deep or part):
            lanes.append(partial(library, runner))
        elif any(f.startswith(COMPILED) for f in files):
            lanes.append(partial(c_tests, runner, "gcc", BUILDS["gcc"]))
        if tests:
            lanes.append(partial(python_tests, runner, tests, deep, word))
        with ThreadPoolExecutor(len(lanes)) as pool:
            try:
                for lane in [pool.submit(lane) for lane in lanes]:
                    lane.result()
            except KeyboardInterrupt:
                runner.stop()
                raise
    if not (deep or part):
        print(
            f"\nleft out: {runner.deep} Python tests, clang, fuzzing, each CPU level, sanitizers for\n"
            "kernels and 32-bit words, line coverage, a million random operations, builds with make;\n"
            "./narae test --deep runs them"
        )
    print(f"\n{time.monotonic() - start:.0f} s, {processor_seconds():.0f} s of processors")
    print(f"{runner.passed} passed, {runner.failed} failed, {runner.skipped} skipped")
    if part:
        print("this was a selection; ./narae test runs all tests")
    return 1 if runner.failed or not runner.passed else 0


# anyio comes with PlatformIO, and takes time to load.
PYTEST = [sys.executable, "-m", "pytest", "-q", "-rs", "--durations=5", "-p", "no:cacheprovider", "-p", "no:anyio"]
OUTCOME = "outcome.json"
PARALLEL = ["-n", WORKERS, "--dist", "loadscope", "--no-loadscope-reorder"]


def python_tests(runner: Runner, tests: list[str], deep: bool, word: str) -> None:
    choice = ["-k", word] if word else PARALLEL
    runner.part("Python tests", [*PYTEST, *tests, *(["--deep"] if deep else []), *choice], pytest_count, always=True)


def sliced_tests(runner: Runner, first: int) -> None:
    """The deep tests of what the last day's commits changed, all that did not run from a slice on, and once more what
    failed, by itself."""
    began = time.time()
    files = affected_tests(changed_since(slices.day_before()))
    failed: list[str] = []
    after: list[str] = []
    for name, tests, minutes in (
        ("deep tests of the last day's changes", files, slices.CHANGED_MINUTES),
        (f"deep tests from slice {first} on", ["tests"], slices.MINUTES - slices.REPEAT_MINUTES),
    ):
        if tests:
            failed += deep_tests(runner, name, [*tests, f"--slice={first}", *after, *PARALLEL], began + 60 * minutes)
            if (BUILD / OUTCOME).exists():
                after = [f"--after={(BUILD / OUTCOME).replace(BUILD / 'earlier.json')}"]
    if 0 < len(failed) <= slices.REPEATED:
        failed = deep_tests(runner, "what failed, by itself", failed, began + 60 * slices.MINUTES, required=True)
    runner.failed += len(failed)


def deep_tests(runner: Runner, name: str, words: list[str], until: float, required: bool = False) -> list[str]:
    """Runs pytest until a time.  Returns the tests that failed, which are not counted yet; with `required` also
    those of `words` that did not end."""
    BUILD.mkdir(parents=True, exist_ok=True)
    file = BUILD / OUTCOME
    file.unlink(missing_ok=True)
    before = runner.failed
    command = [*PYTEST, "--deep", *words, f"--until={until}", f"--outcome={file}"]
    runner.part(name, command, partial(outcome_count, file), always=True, until=until)
    if not file.exists():
        return words if required else []
    outcome = json.loads(file.read_text())
    for number, tests, total, files in outcome["slices"]:
        print(f"slice {number} of {slices.SLICES}: {tests} of {total} tests, of {' '.join(files)}")
    for what in ("failed", "stopped"):
        if outcome[what]:
            print(f"{what}:", *outcome[what], sep="\n  ")
    if outcome["failed"]:
        runner.failed = before
    return [*outcome["failed"], *sorted({*words} - {*outcome["ended"]} if required else ())]


def processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
