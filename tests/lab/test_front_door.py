# SPDX-License-Identifier: MIT
"""`./narae` in a fresh clone: an installation stopped at any moment is complete after the next run."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pip
import pytest

from lab.commands import doctor
from lab.paths import ROOT

SECONDS = 600  # also where others want the processor
CTRL_C, KILLED = signal.SIGINT, signal.SIGKILL
MOMENTS = {  # what is in .narae at a moment of an installation
    "begin": "lock",
    "venv": "venv.new/bin/python",
    "pip": "venv.new/lib/*/site-packages/narae_tiny.py",
    "npm": "node.new/node_modules/avr8js/package.json",
}
EVERY_DAY = [("npm", KILLED)]
STOPS = [
    pytest.param(
        moment,
        number,
        marks=() if (moment, number) in EVERY_DAY else pytest.mark.deep,
        id=f"{moment}-{'Ctrl-C' if number == CTRL_C else 'SIGKILL'}",
    )
    for moment in MOMENTS
    for number in (CTRL_C, KILLED)
]
SLOW_NPM = """#!/bin/sh
mkdir -p node_modules/avr8js && echo half >node_modules/avr8js/package.json
until [ -e "${NPM_UNTIL-$0}" ]; do sleep 0.05; done
echo whole >node_modules/avr8js/package.json
"""
COPYING_VENV = """#!/bin/sh
if [ "$1 $2" = "-m venv" ]; then exec cp -al '{prepared}' "$3"; fi
exec '{python}' "$@"
"""
LITTLE_PIP = r"""import pathlib, sys, sysconfig, zipfile
for line in open(sys.argv[-1]) if "install" in sys.argv else ():
    if line[0] != "#":
        print("Processing", line.strip())
        with zipfile.ZipFile(line.strip()) as wheel:
            wheel.extractall(sysconfig.get_path("purelib"))
        name = pathlib.Path(line).name.partition("-")[0]
        script = pathlib.Path(sys.executable).with_name(name)
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "import {name}; {name}.main()"\n')
        script.chmod(0o755)
"""
LAB = """import sys, pathlib
import narae_tiny
package = pathlib.Path(__file__).parent.parent / ".narae/node/node_modules/avr8js/package.json"
print(narae_tiny.__file__, package.read_text().strip(), *sys.argv[1:])
"""


def wheel(folder: Path, name: str) -> Path:
    """A package of one module and one script, which pip installs without a network."""
    info = f"{name}-1.dist-info"
    files = {
        f"{name}.py": "def main():\n    print('it runs')\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[console_scripts]\n{name} = {name}:main\n",
    }
    path = folder / f"{name}-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in (files | {f"{info}/RECORD": "".join(f"{f},,\n" for f in files)}).items():
            archive.writestr(file, text)
    return path


@pytest.fixture(scope="session")
def prepared(tmp_path_factory, pytestconfig) -> Path:
    """As `python3 -m venv` makes it, which takes four seconds of processor time to install pip: clones copy it, but for
    one.  With --deep its pip is the real one, used once, so that its modules are compiled; every day one that only
    unpacks, since ./narae that starts the tests has been installed by the real one."""
    folder = tmp_path_factory.mktemp("python") / "venv"
    subprocess.run(["python3", "-m", "venv", "--without-pip", folder], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    if not pytestconfig.getoption("--deep"):
        (packages / "pip").mkdir()
        (packages / "pip/__init__.py").touch()
        (packages / "pip/__main__.py").write_text(LITTLE_PIP)
        return folder
    shutil.copytree(Path(pip.__file__).parent, packages / "pip", ignore=shutil.ignore_patterns("__pycache__"))
    use = [folder / "bin/python", "-m", "pip", "install", "--target", folder.parent / "used", wheel(folder.parent, "a")]
    subprocess.run(use, check=True, capture_output=True, env=environment())
    return folder


@pytest.fixture
def clone(tmp_path, prepared) -> Path:
    """A checkout with a lab that needs a package of each kind and says where it found them."""
    root = tmp_path / "a clone"
    for folder in ("lab", "bin"):
        (root / folder).mkdir(parents=True)
    shutil.copy(ROOT / "narae", root)
    (root / "lab/tools.txt").write_text("# none\n")
    (root / "lab/__init__.py").touch()
    (root / "lab/__main__.py").write_text(LAB)
    (root / "lab/requirements.txt").write_text(f"{wheel(tmp_path, 'narae_tiny')}\n")
    (root / "lab/requirements-test.txt").write_text(f"{wheel(tmp_path, 'narae_more')}\n")
    for more in ("fleet", "boards", "places", "docs"):
        (root / f"lab/requirements-{more}.txt").write_text("# none\n")
    (root / "lab/node_packages.txt").write_text("avr8js@1\n")
    for name, text in (
        ("npm", SLOW_NPM),
        ("python3", COPYING_VENV.format(prepared=prepared, python=shutil.which("python3"))),
    ):
        (root / "bin" / name).write_text(text)
        (root / "bin" / name).chmod(0o755)
    return root


def environment(clone: Path | None = None, **more: str) -> dict[str, str]:
    """Of a user.  Compiled modules are in the folder of their sources, and a clone copies both."""
    ours = {k: v for k, v in os.environ.items() if not k.startswith(("PIP_", "PYTHON"))} | {"PIP_NO_INDEX": "1"}
    return ours | ({"PATH": f"{clone}/bin:{os.environ['PATH']}"} if clone else {}) | more


def start(clone: Path, command: str = "report", *words: str, **more: str) -> subprocess.Popen:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(
        [clone / "narae", command, *words], cwd=clone, env=environment(clone, **more), start_new_session=True, **pipes
    )


def finish(process: subprocess.Popen) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=SECONDS)
    return process.returncode, out, err


def must_work(clone: Path, command: str = "report") -> str:
    code, out, err = finish(start(clone, command))
    assert code == 0, err
    assert out.split()[-2:] == ["whole", command] and f"{clone}/.narae/venv/" in out
    script = subprocess.run([clone / ".narae/venv/bin/narae_tiny"], capture_output=True, text=True, timeout=SECONDS)
    assert script.stdout == "it runs\n", "scripts name the folder that they are in"
    left = {f.name for f in (clone / ".narae").iterdir() if f.name.endswith((".new", ".old"))}
    assert left == set()
    return err


def wait_for(clone: Path, file: str, process: subprocess.Popen) -> None:
    """Until the file is in .narae, or the process has ended."""
    end = time.monotonic() + SECONDS
    while not [*(clone / ".narae").glob(file)] and process.poll() is None:
        assert time.monotonic() < end, f"no {file} in {SECONDS} s"
        time.sleep(0.002)


@pytest.mark.parametrize(("moment", "number"), STOPS)
def test_stopped_while_it_installs_it_installs_the_next_time(clone, moment, number):
    if moment == "venv":
        (clone / "bin/python3").unlink()
    process = start(clone, NPM_UNTIL=f"{clone}/never")
    wait_for(clone, MOMENTS[moment], process)
    os.killpg(process.pid, number)
    code, out, err = finish(process)
    if number == signal.SIGINT and not out:
        assert code in (130, -signal.SIGINT), err
    must_work(clone)
    assert "installing" not in must_work(clone)


@pytest.mark.deep
@pytest.mark.parametrize("file", ["venv.new/bin", "venv.new/bin/narae_more"])
def test_stopped_while_it_adds_packages_what_was_there_stays(clone, file):
    must_work(clone)
    process = start(clone, "test")
    wait_for(clone, file, process)
    os.killpg(process.pid, signal.SIGKILL)
    finish(process)
    code, out, err = finish(start(clone))
    assert code == 0 and "whole report" in out and "installing" not in err
    must_work(clone, "test")
    assert (clone / ".narae/venv/bin/narae_more").exists()


def test_a_list_that_cannot_be_installed_leaves_what_was_there(clone):
    must_work(clone)
    before = (clone / "lab/requirements.txt").read_text()
    (clone / "lab/requirements.txt").write_text("narae-no-such-package==1\n")
    code, _, err = finish(start(clone))
    assert code == 2 and "pip could not install lab/requirements.txt; check the network" in err
    (clone / "lab/requirements.txt").write_text(before)
    assert "installing" not in must_work(clone)


def test_npm_says_soon_what_is_wrong(clone):
    (clone / "bin/npm").write_text('#!/bin/sh\necho "npm error $*" >&2; exit 1\n')
    code, _, err = finish(start(clone))
    (output,) = re.findall(r"^npm error (install .*) avr8js@1$", err, re.MULTILINE)
    assert code == 2 and err.endswith("check the network and the free disk space, then run it again\n")
    assert "--silent" not in output and "--fetch-retry-maxtimeout=10000" in output


@pytest.mark.deep
def test_an_environment_without_pip_is_made_again(clone):
    must_work(clone)
    for folder in (clone / ".narae/venv/lib").glob("python*/site-packages/pip*"):
        shutil.rmtree(folder)
    assert "installing" in must_work(clone, "test")


FOREIGN = {
    "PYTHONHOME": "/nowhere",
    "PYTHONPLATLIBDIR": "nowhere",
    "PYTHONINSPECT": "1",
    "GIT_DIR": "/nowhere",
    "GIT_INDEX_FILE": "/nowhere",
    "PIP_TARGET": "/nowhere",
    "PIP_USER": "1",
    "LC_ALL": "ko_KR.UTF-8",
    "LANGUAGE": "de",
}
ASK = """import os, sys
streams = [os.fstat(number).st_rdev == os.stat(os.devnull).st_rdev for number in range(3)]
open(sys.argv[2], "w").write(repr((streams, {n: os.environ[n] for n in sys.argv[3:] if n in os.environ})))
"""


def test_other_projects_settings_and_closed_streams_change_nothing(clone, tmp_path):
    """Installing included; started by a link.  Of a closed stream the number would be the store's, and a message of a
    program would be written into that."""
    (clone / "lab/__main__.py").write_text(ASK)
    link, requested = tmp_path / "link", tmp_path / "asked"
    link.symlink_to(clone / "narae")
    closed = ["sh", "-c", '"$@" <&- >&- 2>&-', "sh", link, "report", requested, *FOREIGN]
    subprocess.run(closed, cwd=tmp_path, env=environment(clone, **FOREIGN), check=True, timeout=SECONDS)
    assert requested.read_text() == repr(([True] * 3, {"PIP_USER": "0", "LC_ALL": "C.UTF-8"}))
    assert (clone / ".narae/venv/bin/narae_tiny").exists()


def test_a_checkout_may_move(clone, tmp_path):
    """Without a network: what starts its scripts finds their Python there, also if the path has spaces or is long."""
    must_work(clone)
    script, place = ".narae/venv/bin/script", tmp_path / "moved here"
    (clone / script).write_text(f"#!{clone}/.narae/venv/bin/python\nimport sys\nprint(sys.argv[1:])\n")
    (clone / script).chmod(0o755)
    assert "installing" not in must_work(clone.rename(place))
    output = subprocess.run([place / script, "a b"], capture_output=True, text=True, check=True).stdout
    assert output == "['a b']\n"


def test_an_upgraded_python_gets_an_environment_of_its_own(clone):
    """Its packages are in a folder that has the version in its name."""
    must_work(clone)
    (folder,) = (clone / ".narae/venv/lib").glob("python3.*")
    folder.rename(folder.with_name("python3.1"))
    assert "installing Python packages" in must_work(clone)


def test_of_two_at_a_time_one_installs(clone):
    go = clone / "go"
    first = start(clone, NPM_UNTIL=str(go))
    wait_for(clone, MOMENTS["npm"], first)
    second = start(clone)
    assert "waiting for another ./narae" in second.stderr.readline()
    go.touch()
    for process, installs in ((first, True), (second, False)):
        code, _, err = finish(process)
        assert code == 0 and ("installing JavaScript packages" in err) == installs, err


def test_cavp_installs_what_the_host_needs(clone, tmp_path):
    """A simulated target needs all; and what is there already is enough."""
    (clone / "lab/requirements-cavp.txt").write_text(f"{wheel(tmp_path, 'narae_little')}\n")
    (clone / "lab/__main__.py").write_text("")
    (clone / "lab/boards/uno").mkdir(parents=True)
    (clone / "lab/boards/host").mkdir()
    code, _, err = finish(start(clone, "cavp", "--target", "host", "a.req"))
    assert code == 0 and "narae_little" in err and "narae_tiny" not in err and "JavaScript" not in err
    code, _, err = finish(start(clone, "cavp", "--target=uno", "a.req"))
    assert code == 0 and "narae_tiny" in err and "JavaScript" in err
    code, _, err = finish(start(clone, "cavp", "a.req"))
    assert code == 0 and "installing" not in err


def test_the_site_needs_packages_of_its_own(clone, tmp_path):
    (clone / "lab/requirements-docs.txt").write_text(f"{wheel(tmp_path, 'narae_little')}\n")
    assert "narae_little" not in must_work(clone) and "narae_little" in must_work(clone, "docs")


def test_lint_installs_nothing_for_other_tests(clone, tmp_path):
    """Whatever stands next to it."""
    (clone / "lab/requirements-proof.txt").write_text(f"{wheel(tmp_path, 'narae_little')}\n")
    (clone / "lab/__main__.py").write_text("")
    code, _, err = finish(start(clone, "test", "--lint", "--deep"))
    assert code == 0 and "narae_tiny" in err and "narae_little" not in err and "skipped" not in err


def test_cavp_needs_little(tmp_path):
    tools = [line.split() for line in (ROOT / "lab/tools.txt").read_text().splitlines() if line.startswith("cavp ")]
    assert {package for _, _, package, *_ in tools} == {"python3", "python3-venv", "gcc", "git", "libc6-dev"}
    pins = (ROOT / "lab/requirements-cavp.txt").read_text().splitlines()[1:]
    assert set(pins) < set((ROOT / "lab/requirements.txt").read_text().splitlines())
    request = tmp_path / "LEA128(ECB)KAT.req"
    request.write_text(f"KEY = {32 * '0'}\nPT = {32 * '0'}\n")
    script = """import sys
for name in ("matplotlib", "jinja2"):
    sys.modules[name] = None
from lab.cli import main
raise SystemExit(main(["cavp", sys.argv[1], "--kernel", "portable", "--json", sys.argv[2]]))"""
    command = [sys.executable, "-c", script, request, tmp_path / "summary.json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", [["--port", "/dev/nothing"], ["--port=/dev/nothing"]])
def test_a_port_that_is_not_there_is_named_before_anything_is_installed(clone, words):
    code, _, err = finish(start(clone, "bench", "--target", "hifive1", *words))
    assert (code, err) == (2, "narae: there is no /dev/nothing; ./narae boards lists what is plugged in\n")
    assert not (clone / ".narae").exists()


def test_a_folder_that_cannot_be_written_is_named(clone):
    (clone / ".narae").write_text("in the way")
    code, _, err = finish(start(clone))
    assert code == 2 and f"{clone}/.narae is not writable" in err


def test_a_file_that_cannot_be_written_is_named_too(clone):
    """As in a checkout on a read-only disk, where the folder is there."""
    (clone / ".narae/lock").mkdir(parents=True)
    code, _, err = finish(start(clone))
    assert code == 2 and f"{clone}/.narae is not writable" in err


def test_doctor_names_folders_that_belong_to_another_user(monkeypatch, tmp_path):
    """As after a first run with sudo, of the folder or of what is in it."""
    (tmp_path / "lock").touch()
    (tmp_path / "link").symlink_to("nothing")
    monkeypatch.setattr(doctor, "PRIVATE", tmp_path)
    assert doctor.unwritable_folders() == []
    monkeypatch.setattr(os, "access", lambda path, how: how == os.R_OK or path.name not in (tmp_path.name, "lock"))
    assert doctor.unwritable_folders() == []  # an owner gives access with chmod
    own_rows, of_nobody = os.getuid(), 4_000_000_000
    monkeypatch.setattr(os, "getuid", lambda: of_nobody)
    (result,) = doctor.unwritable_folders()
    assert result.version == f"belongs to {doctor.name_of(own_rows)}"
    assert result.fix == f"sudo chown -R {of_nobody}: {tmp_path}" and not result.optional


def test_doctor_asks_the_environment_itself(tmp_path):
    """A stamp says what was installed once."""
    assert doctor.in_environment((ROOT / "lab/requirements.txt").read_text(), doctor.ENVIRONMENT)
    assert not doctor.in_environment("rich==0.0.1\n", doctor.ENVIRONMENT)
    assert not doctor.in_environment("narae-no-such-package==1\n", doctor.ENVIRONMENT)
    assert not doctor.in_environment("", tmp_path)


def test_doctor_lists_what_boards_and_fleets_need(monkeypatch):
    """Missing, it says which command installs it, and nothing that everybody needs is missing."""
    monkeypatch.setattr(doctor, "version_of", lambda probe, package: ("missing", False))
    monkeypatch.setattr(doctor, "PRIVATE", Path("/nowhere"))
    result = {f.tool: f for f in [*doctor.debian_tools(), *doctor.lab_packages()]}
    assert result["avrdude"].purpose.endswith("uno") and "hifive1" in result["openocd"].purpose
    assert result["openocd"].fix.endswith(" openocd") and "bench --port" in result["openocd"].commands
    commands = {
        "boards": "./narae boards",
        "places": "./narae bench --place NAME",
        "fleet": "./narae bench --scheduler",
    }
    for name, command in commands.items():
        assert command in result[f"lab/requirements-{name}.txt"].fix
    assert all(result[tool].optional for tool in ("avrdude", "openocd", "lab/requirements-fleet.txt"))


APT = """#!/bin/sh
case $1 in install) ;; *) exit 0 ;; esac
echo "Reading package lists..."
echo "dlstatus:1:40.5:Retrieving file 1 of 2"
sleep 2.5
echo "pmstatus:thing:50.25:Unpacking thing"
exit "${APT_FAILS-0}"
"""


@pytest.mark.parametrize("fails", ["0", "1"])
def test_a_terminal_sees_how_far_installing_is(clone, fails):
    """A bar with stage and remaining time; a failure behind the bar is still one, and the log has what apt printed."""
    (clone / "bin/apt-get").write_text(APT)
    (clone / "bin/apt-get").chmod(0o755)
    (clone / "bin/sudo").write_text('#!/bin/sh\nexec "$@"\n')
    (clone / "bin/sudo").chmod(0o755)
    (clone / "lab/tools.txt").write_text("bench /no/such/tool thing a thing\n")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [clone / "narae", "report"], cwd=clone, stdout=theirs, stderr=theirs, env=environment(clone, APT_FAILS=fails)
    )
    os.close(theirs)
    seen = b""
    with contextlib.suppress(OSError):  # the end of a terminal
        while chunk := os.read(ours, 4096):
            seen += chunk
    os.close(ours)
    assert process.wait(timeout=SECONDS) == (0 if fails == "0" else 2), seen
    assert re.search(r"━{4} +20 %(, \d+:\d\d left)?: installing Debian packages", seen.decode())
    assert re.search(r"━{15} +75 %, \d+:\d\d left: installing Debian packages", seen.decode())
    assert ("installing Python packages" in seen.decode()) == (fails == "0")
    assert (clone / ".narae/apt.log").read_text() == "Reading package lists...\n"


WANTED = {
    "": True,
    "--seed 1": True,
    "--json my.toml": True,
    "server-aes-aria-lea": True,
    "--json o.json server-aes-aria-lea": True,
    "uno-lea-aes --json server-aes-aria-lea": False,
    "future-work": False,
    "--list": False,
    "uno-lea": False,
    "no-such.toml": False,
    "lab": False,
}


@pytest.mark.parametrize("words", WANTED)
def test_only_a_paper_about_this_machine_needs_its_compilers(words):
    """A name that is misspelt installed Wine before it was refused."""
    function = re.search(r"^wants_compilers\(\) \{.*?^\}\n", (ROOT / "narae").read_text(), re.M | re.S)[0]
    script = f'set -eu; root=$PWD\n{function}if wants_compilers "$@"; then echo yes; else echo no; fi'
    output = subprocess.run(["sh", "-c", script, "sh", *words.split()], cwd=ROOT, capture_output=True, text=True).stdout
    assert output == ("yes\n" if WANTED[words] else "no\n")
