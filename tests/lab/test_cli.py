# SPDX-License-Identifier: MIT
"""The front door: what a user meets when something is wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import replace
from unittest.mock import Mock

import pytest

from lab import cli, commands, processes
from lab.commands import doctor
from lab.commands.bench import session as bench
from lab.commands.reproduce import session as reproduce
from lab.files import TEMPORARY
from lab.paths import ROOT
from lab.store import read_json
from tests import tools
from tests.tools import every_day, own_cache

SECONDS = 240
SALSA = "tests/lab/foreign/crypto_core/salsa20/plain"


def narae(*arguments, env=None, **options) -> subprocess.CompletedProcess:
    environment = os.environ | (env or {})
    return subprocess.run(
        [ROOT / "narae", *arguments], capture_output=True, text=True, timeout=SECONDS, env=environment, **options
    )


@pytest.fixture
def results(tmp_path) -> dict[str, str]:
    return {"NARAE_RESULTS": str(tmp_path / "results")}


def test_help_needs_nothing_and_has_examples():
    for arguments in (["--help"], ["bench", "--help"], ["cavp", "--help"], ["worker", "--help"]):
        done = narae(*arguments)
        assert done.returncode == 0
        assert "examples:" in done.stdout and "./narae" in done.stdout


def test_without_arguments_it_says_what_to_type_first():
    done = narae()
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and len(lines) <= 10 and max(map(len, lines)) <= 100
    assert "./narae bench --quick   start here" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (
            ["bench", "--target", "esp32"],
            "unknown target `esp32`; the targets are: uno, msp430x, msp430, m3, hifive1, m4, m0plus, m33, pi4, host",
        ),
        *(
            (words, "unknown target `esp32`")
            for words in (
                ["bench", "--target", "UNO,esp32"],
                ["try", SALSA, "--target", "M4", "--target", "uno,ESP32"],
                ["prove", "--target", "Uno, esp32"],
                ["sweep", "--target", "UNO", "--target", "m4,esp32"],
            )
        ),
        (["try", SALSA, "--target", ","], "argument --target: it is empty"),
        (["validate", "UNO"], "`uno` has no reference"),
        (["bench", "--cipher", "des"], "unknown cipher `des`; the ciphers are: null, aes-128"),
        (
            ["bench", "--cipher", "lea-gcm"],
            "`lea-gcm` is a cipher and a mode: --cipher lea-128 (or lea-192, lea-256) --mode gcm",
        ),
        (["bench", "--cipher", "hmac-lsh256"], "--mode hmac; it is estimated, not measured: ./narae advise"),
        (
            ["bench", "--cipher", "sha-224"],
            "`sha-224` is not measured by itself; it runs the code of sha-256: name that",
        ),
        (["sweep", "--cipher", "LSH256-224"], "it runs the code of lsh-256-256: name that"),
        (["bench", "--cipher", "lea-129"], "unknown cipher `lea-129`; did you mean lea-128 or lea-192 or lea-256?"),
        (["bench", "--cipher", "xchacha20"], "did you mean chacha20 or chacha12 or chacha8?"),
        (["bench", "--mode", "kw"], "mode `kw` is estimated, not measured: ./narae advise --need kw"),
        (["bench", "--cipher", "pipo", "--mode", "GCM"], "pipo has no mode gcm; its modes are"),
        (["try", "--cipher", "chacha20-poly1305", "src"], "--cipher chacha20 --mode poly1305"),
        (["prove", "aes-ccm"], "--mode ccm; prove takes the cipher alone"),
        (["bench", "--mode", "ocb"], "unknown mode `ocb`; the modes are: block, ctr"),
        (["bench", "--cipher", "pipo", "--mode", "gcm"], "pipo has no mode gcm; its modes are: block, ctr, cbc, cmac"),
        (["bench", "--cipher", "null", "--mode", "xts"], "null has no mode xts; its modes are: block, ctr, gcm"),
        (
            ["bench", "--target", "uno", "--cipher", "lea", "--mode", "xts"],
            "lea-128 xts: not measured on uno; to measure it: --target host",
        ),
        (
            ["validate", "hifive1", "--mode", "hash-x8", "--cipher", "sha-256"],
            "sha-256 hash-x8: not measured on hifive1; to measure it: --target host",
        ),
        (
            ["reproduce", "no-such-paper"],
            "unknown paper `no-such-paper`; use the name of a TOML file or one of: a72-vehicle",
        ),
        (["reproduce", "uno-lea-aes", "--seed", "0"], "--seed 0 is out of range"),
        (["bench", "--against", ""], "argument --against: it is empty; is a variable not set?"),
        (["try", ".", "--against", ","], "argument --against: it is empty; is a variable not set?"),
        (["bench", "--port", ""], "argument --port: it is empty; is a variable not set?"),
        (["bench", "--scheduler", ""], "argument --scheduler: it is empty; is a variable not set?"),
        (["export", "--cipher", "lea-128", "--kernel", ""], "argument --kernel: it is empty; is a variable not set?"),
        (["cavp", "a.req", "--cipher", ""], "argument --cipher: it is empty; is a variable not set?"),
        (["reproduce", ""], "argument PAPER: it is empty; is a variable not set?"),
        (["validate", "uno", "--sources", ""], "argument --sources: it is empty; is a variable not set?"),
        (["sweep", "--cipher", ""], "argument --cipher: it is empty; is a variable not set?"),
        (["bench", "--port", "/dev/null", "--baud", "0"], "argument --baud: `0` is not a number from 1 to 2147483647"),
        (["bench", "--port", "/dev/null", "--baud", "2147483648"], "argument --baud: `2147483648` is not a number"),
        (["worker", "tcp://127.0.0.1:1", "--cores", "-1"], "argument --cores: `-1` is not a number from 1"),
        (["bench", "--tls-cert", "me.pem"], "--tls-cert needs --scheduler URL"),
        (["report", "--runs", "--json", "x.json"], "--runs lists the runs and writes nothing: leave out --json"),
        (["report", "--runs", "--rows", "nowhere"], "nowhere cannot be read: No such file"),
        (["report", "--ledger", "."], "cannot be read: Is a directory"),
        (["report", "--ledger", "lab/node_packages.txt"], "is not a ledger of this version (Expecting value"),
        (["report", "--ledger", "vectors/checksums.json"], "is not a ledger of this version (there are no `papers`)"),
        (["reproduce", "--list", "--json", "x.json"], "--list measures and writes nothing: leave out --json"),
        (
            ["try", "baselines/aes_tables", "--mode", "aead"],
            "aes_tables: its layout (implementation.toml) says what the code is; leave out --mode",
        ),
        (["try", SALSA, "--header", "x.h", "--mode", "x"], "; leave out --header, --mode"),
        (["try", ".", "--encrypt", "f", "--open", "g"], "are functions of a block cipher; leave out --open"),
        (["try", ".", "--set-key", "f", "--mode", "ctr"], "are of mode block; --mode ctr is for --seal"),
        (["try", ".", "--seal", "f", "--decrypt", "g", "--blocks", "2"], "of messages; leave out --decrypt, --blocks"),
        (["try", SALSA, "--init", "--watch"], "--init writes implementation.toml and measures nothing; leave out --w"),
        (["try", SALSA, "--csv", "new", "--latex", "./new"], "new is named by two options; name another file for one"),
        (["sweep", "--cipher", "null", "--json", "new", "--csv", "new"], "new is named by two options"),
        (["sweep", "--flags", "-O2 -o x"], "--flags: -o changes what the compiler writes, which the lab decides"),
        (["try", SALSA, "--cflags=-MD"], "--cflags: -MD is none of the flags that change how code is compiled"),
        (["try", "--bundle", "x", "--json", "y"], "--bundle without a folder repeats what it holds; leave out --json"),
        (["try", ".", "--vectors", "x", "--model", "y"], "argument --model: not allowed with argument --vectors"),
        (["report", "--run", "0"], "argument --run: `0` is not a number from 1"),
        (
            ["validate", "uno"],
            "`uno` has no reference; the targets are: hifive1, or with --sources",
        ),
        (
            ["validate", "host", "--sources", "."],
            "`host` is not simulated; the targets are: uno, msp430x, msp430, m3, hifive1, m4, m0plus, m33, pi4",
        ),
        (["validate", "uno", "--sources", "nowhere"], "nowhere is not a folder; --sources needs the folder of"),
        (
            ["validate", "hifive1", "--program", "x"],
            "--ssh or --place), validate does not take --program; it takes --cipher, --mode, --held-out and",
        ),
        (["validate", "hifive1", "--quick", "--published", "x"], "validate does not take --published, --quick;"),
        (
            ["validate", "uno", "--sources", ".", "--cipher", "lea", "--mode", "block", "--held-out"],
            "with --sources, validate does not take --cipher, --mode, --held-out; it takes --sources, --program",
        ),
        (["validate", "uno", "--port", "/dev/null", "--held-out"], "on a board, validate does not take --held-out;"),
        (
            ["bench", "--target", "uno", "--cipher", "null", "--against", "HEAD"],
            "revisions are compared by time, on this machine's clock (--target host); for simulated",
        ),
        (["reproduce", "nowhere.toml"], "nowhere.toml cannot be read: No such file or directory"),
        (["bench", "--json", "README.md"], "README.md exists and is not a results file; it was not overwritten"),
        (["report", "--json", "results/reference.json"], "only `./narae bench --update-reference` writes it"),
        (["bench", "--json", "nowhere/o.json"], "its folder does not exist"),
        (["bench", "--update-reference", "--quick"], "--update-reference requires all rows of a target"),
        (["bench", "--update-reference", "--mode", "ctr"], "--update-reference requires all modes of the host"),
        (["bench", "--targt", "uno"], "./narae bench: error: unknown argument `--targt`; did you mean --target?"),
        (["report", "--kernel=avr"], "unknown argument `--kernel=avr`; ./narae report --help lists"),
        (["bench", "uno"], "unknown argument `uno`; ./narae bench --help lists what it takes"),
        (["brnch"], "unknown command `brnch`"),
    ],
)
def test_bad_input_says_what_is_wrong(arguments, output, tmp_path_factory, monkeypatch):
    monkeypatch.setenv("NARAE_RESULTS", str(tmp_path_factory.getbasetemp() / "of bad input"))
    done = narae(*arguments, cwd=ROOT) if arguments == ["brnch"] else tools.narae(*arguments)
    assert done.returncode == 2
    assert output in done.stderr
    assert "Traceback" not in done.stderr


def test_a_damaged_store_stops_the_run_before_any_work(results, tmp_path):
    store = tmp_path / "results" / "narae.sqlite"
    store.parent.mkdir()
    store.write_text("damaged " * 100)
    done = narae("bench", env=results | {"NARAE_CACHE": str(tmp_path / "cache")})
    assert done.returncode == 2 and "Nothing was changed" in done.stderr
    assert not (tmp_path / "cache").exists()
    assert store.read_text() == "damaged " * 100


def test_a_missing_compiler_is_named_with_its_package(results, tmp_path, monkeypatch, capsys):
    """A PATH without avr-gcc, and an apt-get that has no network.  Starting the tools that are there takes a second."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for folder in reversed(os.environ["PATH"].split(":")):
        for tool in os.scandir(folder) if os.path.isdir(folder) else ():
            if tool.name not in ("avr-gcc", "apt-get") and not (tools / tool.name).is_symlink():
                (tools / tool.name).symlink_to(tool.path)
    (tools / "apt-get").write_text("#!/bin/sh\necho 'E: Could not resolve host' >&2\nexit 100\n")
    (tools / "apt-get").chmod(0o755)
    done = narae("bench", env=results | {"PATH": str(tools)})
    assert done.returncode == 2
    assert "apt-get install --no-install-recommends gcc-avr" in done.stderr
    monkeypatch.setenv("PATH", str(tools))
    for requested, answer in (("program_version", "99.0"), ("package_version", "99.0"), ("in_environment", True)):
        monkeypatch.setattr(doctor, requested, lambda *_, answer=answer: answer)
    assert cli.main(["doctor"]) == 1
    missing, _, install = capsys.readouterr().out.partition("To install everything")
    assert re.search(r"Missing, required:\n(  .*\n)*  avr-gcc +bench +builds the Uno's programs\n", missing)
    assert re.search(r"apt-get install --no-install-recommends .*\bgcc-avr\b", install)
    listed = re.findall(r"^  (\S+) +\S", missing, re.M)
    assert len(set(listed)) == len(listed) > 1, "something is listed twice"


def test_without_a_network_what_is_installed_works(results):
    dead = {
        k: "http://127.0.0.1:9" for k in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "PIP_INDEX_URL")
    }
    some = ["--cipher", "pipo-64/128", "--mode", "block", "--no-peers"]
    done = narae("bench", "--quick", "--target", "uno", *some, env=results | dead)
    assert done.returncode == 0, done.stderr
    assert "installing" not in done.stderr


@pytest.fixture(scope="module")
def findings() -> list[doctor.Finding]:
    return doctor.debian_tools() + doctor.lab_packages()


@pytest.fixture
def found_before(findings, monkeypatch):
    """Looking at everything takes two seconds."""
    monkeypatch.setattr(doctor, "debian_tools", lambda: findings)
    monkeypatch.setattr(doctor, "lab_packages", list)


@pytest.mark.parametrize("shell", ['"$@"', '"$@" >&-'])
def test_a_locale_that_is_not_utf8_or_no_output_stops_nothing(shell, monkeypatch):
    """As on a Korean machine with EUC-KR, which lacks the micro sign."""
    for name, value in {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONIOENCODING": "euc-kr"}.items():
        monkeypatch.setenv(name, value)
    words = [ROOT / "narae", "advise", "--target", "host", "--need", "aead"]
    done = subprocess.run(["sh", "-c", shell, "sh", *words], capture_output=True)
    assert done.returncode == 0, done.stderr
    assert bool(done.stdout.decode()) == (">&-" not in shell)


def test_doctor_lists_every_tool(found_before, capsys):
    cli.main(["doctor", "--json", "-"])
    findings = json.loads(capsys.readouterr().out)["tools"]
    tools = {f["tool"] for f in findings}
    assert {"gcc", "avr-gcc", "valgrind", "cmake", "lab/requirements.txt"} <= tools
    assert len(tools) == len(findings)
    for f in findings:
        assert f["version"] and f["purpose"] and f["commands"]
        assert f["good"] == (not f["version"].startswith(("missing", "not as listed"))) == (not f["fix"])


def test_doctor_lists_installed_tools_only_with_all(found_before, capsys):
    status, output = cli.main(["doctor"]), capsys.readouterr().out
    assert status == cli.main(["doctor", "--all"])
    assert "pkg-config" not in output and "good" not in output
    assert re.search(r"  pkg-config +\d", capsys.readouterr().out)


def test_doctor_fits_a_screen_whatever_is_missing(findings, capsys):
    doctor.show([replace(f, version="missing", good=False) for f in findings], everything=False)
    lines = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("  apt-get")]
    assert len(lines) > len(findings) and max(map(len, lines)) <= 100


def processes_of(mark: str) -> list[str]:
    """Processes that inherited the mark in their environment."""
    result = []
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                with open(f"/proc/{entry.name}/environ", "rb") as stream:
                    if f"NARAE_TEST_RUN={mark}".encode() in stream.read():
                        result.append(entry.name)
            except OSError:
                pass
    return result


def left_over(mark: str) -> list[str]:
    """What was killed may need a moment."""
    for _ in range(200):
        if not processes_of(mark):
            break
        time.sleep(0.1)
    return processes_of(mark)


def test_an_interrupted_run_goes_on_where_it_was(results, tmp_path):
    """Three runs with a memory of their own: interrupted, finished, repeated."""
    kept = tmp_path / "cache/outcomes"
    environment = os.environ | results | {"NARAE_CACHE": str(own_cache(tmp_path))}
    command = [ROOT / "narae", "bench", "--quick", "--target", "uno", "--cipher", "pipo-64/128", "--mode", "block"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True)

    def entries() -> int:
        return sum(f.is_file() for f in kept.glob("*/*"))

    while entries() < 2 and process.poll() is None:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 130 and "finished simulations are cached: run it again to continue" in err
    done_before = entries()
    output, rows, spent = [], [], []
    for _ in range(2):
        done = tools.narae(*command[1:], env=environment)
        assert done.returncode == 0, done.stderr
        output.append(
            re.search(r"^(\d+) of (\d+) simulations and checks came from the cache", done.stderr, re.MULTILINE)
        )
        context, result = read_json(tmp_path / "results/bench.json")
        rows.append([(r.key(), r.cycles, r.constant_time) for r in result])
        spent.append((set(context["seconds"]), "simulate uno" in done.stdout))
    assert spent == [({"build uno", "simulate uno"}, True), ({"build uno"}, False)]
    hits, requested = int(output[0][1]), int(output[0][2])
    assert done_before == hits and 2 <= hits < requested
    assert int(output[1][1]) == int(output[1][2]) == requested
    assert rows[0] == rows[1]


@pytest.mark.parametrize("delay", every_day([0.5], [0.5, 1.5, 5]))
def test_ctrl_c_leaves_no_half_written_store_and_no_orphans(results, tmp_path, delay):
    mark = str(time.time_ns())
    environment = os.environ | results | {"NARAE_TEST_RUN": mark, "NARAE_CACHE": str(tmp_path / "cache")}
    process = subprocess.Popen(
        [ROOT / "narae", "bench"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not (tmp_path / "cache").exists() and process.poll() is None:  # it builds
        time.sleep(0.05)
    time.sleep(delay)
    assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 130
    assert "interrupted; no results were written" in err and "Traceback" not in err
    assert left_over(mark) == []


def test_an_interrupted_exec_ends_like_any_other_interruption(tmp_path):
    """As the import of a module with dataclasses does: Python remembers it, and would end by SIGINT."""
    (tmp_path / "program.py").write_text(
        "import runpy\n"
        "import lab.cli\n"
        "def main():\n"
        "    try:\n"
        "        exec('raise KeyboardInterrupt')\n"
        "    except KeyboardInterrupt:\n"
        "        return 130\n"
        "lab.cli.main = main\n"
        "runpy.run_module('lab', run_name='__main__')\n"
    )
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}:{ROOT}"}
    assert subprocess.run([sys.executable, "-m", "program"], env=environment).returncode == 130
    assert [f for f in (tmp_path / "cache").rglob("*") if f.is_file() and TEMPORARY in f.parts] == []
    left = list(tmp_path.glob("results/*"))
    assert {f.name for f in left} <= {"narae.sqlite"}
    for file in left:
        with sqlite3.connect(file) as database:
            assert database.execute("SELECT count(*) FROM rows").fetchone() == (0,)


def test_ctrl_c_while_a_report_of_verdicts_is_written_says_that_they_are_stored(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(processes, "_stopping", threading.Event())
    monkeypatch.setattr(processes, "_running", set())
    monkeypatch.setattr(reproduce, "LEDGER", tmp_path / "ledger.json")
    monkeypatch.setattr(reproduce.report, "material", Mock(side_effect=KeyboardInterrupt))
    monkeypatch.setattr(cli, "run", lambda *_: reproduce.keep({"papers": []}))
    assert cli.main(["reproduce"]) == cli.INTERRUPTED
    assert (tmp_path / "ledger.json").exists()
    message = "narae: interrupted; the verdicts are stored; write the report with ./narae report\n"
    assert capsys.readouterr().err == message


def test_ctrl_c_after_the_rows_are_stored_says_so(monkeypatch, capsys):
    def run(*_):
        with bench.stored(7):
            raise KeyboardInterrupt

    monkeypatch.setattr(processes, "_stopping", threading.Event())
    monkeypatch.setattr(processes, "_running", set())
    monkeypatch.setattr(cli, "run", run)
    assert cli.main(["bench"]) == cli.INTERRUPTED
    message = "narae: interrupted; the rows are stored as run 7; write the report with ./narae report\n"
    assert capsys.readouterr().err == message


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_ends_a_command_that_ignores_ctrl_c(tmp_path, number, code):
    """As a shell has it that starts the command in the background; what the command runs ends with it."""
    script = f"""import signal
from lab import cli, processes
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
part = "cd {tmp_path}; touch running; sleep 60"
cli.run = lambda *_: processes.run(["sh", "-c", part], 60)
raise SystemExit(cli.main(["bench"]))"""
    mark = str(time.time_ns())
    environment = os.environ | {"NARAE_TEST_RUN": mark}
    command = [sys.executable, "-c", script]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "running").exists() and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(number)
    _, output = process.communicate(timeout=60)
    assert (process.returncode, output.count("narae: interrupted; no results were written")) == (code, 1)
    assert left_over(mark) == []


def test_a_misspelt_cpu_is_refused_with_the_names_there_are(results):
    done = narae("bench", "--target", "uno", env=results | {"NARAE_CPU": "avx521"})
    assert done.returncode == 2
    assert "NARAE_CPU=avx521" in done.stderr and "avx512-gfni" in done.stderr and "crypto" in done.stderr


def test_help_fits_100_columns(monkeypatch):
    """Descriptions are wrapped, and examples are short enough."""
    monkeypatch.setenv("COLUMNS", "100")
    pages = {name: commands.parser(name).format_help() for name in commands.COMMANDS}
    pages["narae"] = narae("--help").stdout
    assert len(pages) > 12
    for name, page in pages.items():
        assert max(map(len, page.splitlines())) <= 100, name
        assert name == "narae" or "\nexamples:\n  ./narae " in page, name
