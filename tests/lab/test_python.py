# SPDX-License-Identifier: MIT
"""The Python package: its wheel, built in isolation, in an environment of its own, where its tests and the guide's
commands run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from lab.paths import BUILD, ROOT
from spec import algorithms
from tests.tools import call

BINDING = ROOT / "bindings" / "python"
PLACE = BUILD / "python"
GUIDE = ROOT / "docs/how-to/python.md"
(BACKEND,) = tomllib.loads((BINDING / "pyproject.toml").read_text())["build-system"]["requires"]
PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory) -> Path:
    """The build's folder is kept, so that only what changed is compiled again."""
    folder = tmp_path_factory.mktemp("wheel")
    # Of the packages that the build is isolated with, few modules are loaded.
    environment = os.environ | {"CMAKE_BUILD_PARALLEL_LEVEL": "2", "PIP_NO_COMPILE": "1"}
    build = [f"--config-settings=build-dir={PLACE / 'build'}", "--config-settings=cmake.define.NARAE_WERROR=ON"]
    done = subprocess.run(
        [sys.executable, *PIP, "wheel", "--no-deps", "--wheel-dir", folder, *build, BINDING],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    (wheel_file,) = folder.iterdir()
    return wheel_file


@pytest.fixture(scope="session")
def python(wheel, tmp_path_factory) -> Path:
    """An interpreter of its own that has the wheel, installed by the guide's own commands, and sees the packages of
    the one that runs these tests."""
    venv = PLACE / f"venv-{sys.version.split()[0]}"
    interpreter = venv / "bin" / "python"
    if not (venv / "complete").exists():
        shutil.rmtree(venv, ignore_errors=True)
        call([sys.executable, "-m", "venv", "--without-pip", venv])  # tests.pth brings one, four seconds sooner
        (venv / "complete").touch()
    own = Path(call([interpreter, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).strip())
    (own / "tests.pth").write_text(sysconfig.get_path("purelib") + "\n")
    if list(own.glob("narae-*")):
        call([interpreter, *PIP, "uninstall", "--yes", "narae"])

    (script,) = re.findall(r"```sh\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    build, *install = script.splitlines()
    assert build == "python3 -m pip wheel --no-deps --wheel-dir wheels bindings/python"
    folder = tmp_path_factory.mktemp("guide")
    (folder / "wheels").mkdir()
    shutil.copy(wheel, folder / "wheels")
    environment = os.environ | {"PATH": f"{interpreter.parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", "-ec", "\n".join(install)], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.fullmatch(r"\d+\.\d+\.\d+", done.stdout.splitlines()[-1])
    return interpreter


def test_the_library_is_compiled_where_all_others_compile_it(wheel):
    """By the link in the package's folder ccache would know none of its objects, and compile 200 again."""
    assert f"narae_SOURCE_DIR:STATIC={ROOT}\n" in (PLACE / "build" / "CMakeCache.txt").read_text()


@pytest.mark.deep
def test_the_wheel_serves_every_later_python(wheel):
    assert re.fullmatch(r"narae-[\d.]+-cp311-abi3-\w+\.whl", wheel.name)
    names = (
        call(["unzip", "-Z1", wheel]) if shutil.which("unzip") else call([sys.executable, "-m", "zipfile", "-l", wheel])
    )
    for name in ("narae/_narae.abi3.so", "narae/__init__.py", "narae/_narae.pyi", "narae/py.typed"):
        assert name in names


LICENCE = (ROOT / "LICENSE").read_bytes()


def test_the_licence_is_in_the_wheel(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        assert "\nLicense-Expression: MIT\nLicense-File: LICENSE\n" in archive.read(metadata).decode()
        assert archive.read(metadata.replace("METADATA", "licenses/LICENSE")) == LICENCE


@pytest.mark.deep
def test_the_archive_of_its_sources_is_complete(tmp_path):
    """A wheel can be built from it, as `python3 -m build` does, and the licence is in it."""
    script = f"import scikit_build_core.build as b; b.build_sdist({str(tmp_path)!r})"
    packages = tmp_path / "packages"
    call([sys.executable, *PIP, "install", "--target", packages, BACKEND])
    call([sys.executable, "-c", script], cwd=BINDING, env=os.environ | {"PYTHONPATH": str(packages)})
    (sources,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sources) as archive:
        name = sources.name.removesuffix(".tar.gz")
        assert not any(member.issym() for member in archive.getmembers())
        member = archive.getmember(f"{name}/LICENSE")
        assert member.isfile() and archive.extractfile(member).read() == LICENCE
        assert b"\nLicense-File: LICENSE\n" in archive.extractfile(f"{name}/PKG-INFO").read()
    call([sys.executable, *PIP, "wheel", "--no-deps", "--wheel-dir", tmp_path, sources])
    assert list(tmp_path.glob("*.whl"))


def test_its_own_tests_pass(python, tmp_path):
    """Far from the checkout's package, which has no extension in it."""
    command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", tmp_path, BINDING / "tests"]
    own = {"PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=os.environ | own, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 90


@pytest.mark.parametrize("page", [GUIDE, BINDING / "README.md"], ids=lambda p: p.name)
def test_the_examples_work(python, tmp_path, page):
    examples = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    assert examples
    for number, example in enumerate(examples):
        script = tmp_path / f"example{number}.py"
        script.write_text(example)
        call([python, "-W", "error", script])


def test_the_page_of_the_package_names_all_that_it_has():
    """A mode of block ciphers by itself, as it stands after their names; hashes from the shortest to the longest."""
    names = re.findall(r"^(?:class|def) ([A-Za-z]\w*)", (BINDING / "src/narae/_narae.pyi").read_text(), re.MULTILINE)
    ciphers = "|".join(name.upper() for name in algorithms.MODULES)
    modes = {re.sub(f"^({ciphers})", "", name) for name in names if not re.match("sha|lsh", name)}
    assert {"KW", "HMAC", "kbkdf"} <= modes
    page = (BINDING / "README.md").read_text()
    assert [mode for mode in sorted(modes) if not re.search(rf"\b\w*{mode}\b", page)] == []


def test_the_stubs_are_true(python, tmp_path):
    """mypy compares them with the package, and takes the guide's examples, one after another as a reader types
    them, in its strict mode."""
    call([python, "-m", "mypy.stubtest", "narae"], cwd=tmp_path)
    script = tmp_path / "examples.py"
    script.write_text("".join(re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)))
    call([python, "-W", "error", script])
    call([python, "-m", "mypy", "--strict", "--python-version", "3.12", script], cwd=tmp_path)


def test_the_measurement_compiles(python, tmp_path):
    source = tmp_path / "measure.c"
    source.write_text(call([python, "-c", "import measure; print(measure.C_SOURCE)"], cwd=BINDING))
    call(["gcc", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}", "-fsyntax-only", source])


@pytest.mark.deep
def test_the_measurement_runs(python, note):
    lines = call([python, BINDING / "measure.py"]).splitlines()
    assert len(lines) == 9
    for line in lines:
        note(line)
