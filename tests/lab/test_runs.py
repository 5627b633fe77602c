# SPDX-License-Identifier: MIT
"""A short run after a long one adds what it has and takes nothing away: what is shown of several runs."""

from __future__ import annotations

import pytest

from lab import text
from lab.commands.bench import session as bench_command
from lab.commands.report import session as report_command
from lab.errors import LabError
from lab.rows import Row
from lab.store import Store, read_json, runs
from lab.text import runs as named
from tests.tools import narae

HERE = {"host_cpu": "one", "host_cpu_model": "x", "sources": "now", "git": "a"}
THERE = HERE | {"host_cpu": "other", "host_cpu_model": "y"}
OLDER = HERE | {"sources": "before"}


def row(cipher: str, cycles: float | None, size: int = 16, target: str = "uno", kernel: str = "portable") -> Row:
    failure = {} if cycles else {"failure": "does not build: no"}
    fidelity = "measured" if target == "host" else "cycle-exact"
    figures = {"cycles": cycles, "fidelity": fidelity, "vectors": 1, "provenance": {"compiler": "gcc 12"} | failure}
    return Row(cipher, "block", "encrypt", size, 0, kernel, target, **figures)


@pytest.fixture
def store(tmp_path) -> Store:
    return Store(tmp_path / "r.sqlite")


def figures(view: runs.View) -> dict:
    return {(r.target, r.cipher, r.bytes): r.cycles for r in view.rows}


def test_of_one_run_everything_is_shown(store):
    rows = [row("aes", 1), row("lea", None), row("lea", 2, target="host")]
    store.add(HERE | {"seconds": {}}, rows)
    view = runs.current(store)
    assert view.rows == rows and view.runs == (1,) and view.context == HERE | {"seconds": {}, "runs": [1]}
    assert runs.current(Store(store.path.with_name("empty"))) is None


def test_a_partial_run_takes_nothing_away(store):
    store.add(HERE, [row("aes", 1), row("lea", 2), row("aes", 3, target="host")])
    store.add(HERE, [row("lea", 20)])
    view = runs.current(store)
    assert figures(view) == {("uno", "aes", 16): 1, ("uno", "lea", 16): 20, ("host", "aes", 16): 3}
    assert [r.target for r in view.rows] == ["uno", "uno", "host"] and view.runs == (1, 2)


def test_a_run_adds_what_no_run_before_had_at_its_target(store):
    store.add(HERE, [row("aes", 1), row("aes", 3, target="host")])
    store.add(HERE, [row("lea", 2)])
    assert [(r.target, r.cipher) for r in runs.current(store).rows] == [("uno", "aes"), ("uno", "lea"), ("host", "aes")]


def test_a_quick_run_counts_only_where_there_is_no_whole_one(store):
    store.add(HERE | {"quick": False}, [row("aes", 1)])
    store.add(HERE | {"quick": True}, [row("aes", 10), row("aes", 11, 32)])
    assert figures(runs.current(store)) == {("uno", "aes", 16): 1, ("uno", "aes", 32): 11}
    store.add(HERE | {"quick": False}, [row("aes", 100)])
    assert figures(runs.current(store))["uno", "aes", 16] == 100


def test_a_refused_row_replaces_nothing_that_was_measured(store):
    store.add(HERE, [row("aes", 1), row("aes", 2, 32)])
    store.add(HERE, [row("aes", None), row("lea", None)])
    assert figures(runs.current(store)) == {("uno", "aes", 16): 1, ("uno", "aes", 32): 2, ("uno", "lea", 16): None}


def test_a_refusal_goes_when_the_program_was_measured(store):
    """Under another size than the refused row has."""
    store.add(HERE, [row("aes", None, 0)])
    store.add(HERE, [row("aes", 1), row("aes", None, 1024)])
    assert figures(runs.current(store)) == {("uno", "aes", 16): 1, ("uno", "aes", 1024): None}


def test_a_run_of_refusals_replaces_nothing_whatever_its_sources(store):
    store.add(OLDER, [row("aes", 1)])
    store.add(HERE, [row("aes", None)])
    store.add(HERE, [])
    view = runs.current(store)
    assert figures(view) == {("uno", "aes", 16): 1} and view.runs == (1,)


def test_other_sources_are_left_out_and_come_with_all(store):
    store.add(OLDER, [row("aes", 1), row("lea", 2)])
    store.add(HERE, [row("lea", 20)])
    view = runs.current(store)
    assert figures(view) == {("uno", "lea", 16): 20} and view.left_out == (1,)
    view = runs.current(store, every_state=True)
    assert figures(view) == {("uno", "aes", 16): 1, ("uno", "lea", 16): 20} and view.left_out == ()
    assert figures(runs.one(store, 1)) == {("uno", "aes", 16): 1, ("uno", "lea", 16): 2}


def test_sources_that_came_back_are_current_again(store):
    store.add(HERE, [row("aes", 1)])
    store.add(OLDER, [row("aes", 5), row("lea", 5)])
    store.add(HERE, [row("lea", 2)])
    assert figures(runs.current(store)) == {("uno", "aes", 16): 1, ("uno", "lea", 16): 2}


def test_figures_of_another_machines_clock_are_left_out(store):
    store.add(THERE, [row("aes", 1), row("lea", 1, target="host")])
    store.add(HERE, [row("aes", 2, target="host")])
    view = runs.current(store)
    assert figures(view) == {("uno", "aes", 16): 1, ("host", "aes", 16): 2}
    store.add(THERE, [row("aes", 3)])
    view = runs.current(store)
    assert figures(view) == {("uno", "aes", 16): 3, ("host", "aes", 16): 2} and view.context["host_cpu"] == "one"


def thread(n: int, rate: float, cipher: str = "aes-128") -> dict:
    return {"cipher": cipher, "mode": "ctr", "kernel": "avx2", "threads": n, "bytes_per_second": rate}


def test_what_only_a_whole_run_measures_survives_a_partial_one(store):
    rates = [{"bits": 64, "kind": "any", "rate": 5}]
    growth = [{"cipher": "lea-128", "mode": "ctr", "kernel": "avx2", "operation": "encrypt", "over": 1}]
    whole = {"threads": [thread(1, 10), thread(2, 20), thread(1, 9, "lea-128")], "rates": rates, "growth": growth}
    store.add(HERE | whole, [row("aes", 1, target="host")])
    store.add(HERE | {"threads": [thread(1, 90, "lea-128")], "rates": [{"failure": "no"}]}, [row("lea", 1)])
    store.add(HERE | {"quick": True}, [row("lea", 1)])
    store.add(THERE | {"threads": [thread(1, 1)]}, [row("lea", 1)])
    context = runs.current(store).context
    assert context["threads"] == [thread(1, 10), thread(2, 20), thread(1, 90, "lea-128")]
    assert context["rates"] == rates and context["growth"] == growth


def test_a_run_that_is_not_there_is_an_error_that_lists_those_that_are(store):
    store.add(HERE, [row("aes", 1)])
    with pytest.raises(LabError, match=r"has no run 7; it has run 1; `./narae report --runs`"):
        runs.one(store, 7)


def test_the_state_of_the_sources_follows_a_change_and_nothing_else(tmp_path, monkeypatch):
    for name in ("src/lea", "lab/build", "lab/models", "lab/views/report"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "src/lea/lea.c").write_text("1")
    monkeypatch.setattr(runs, "ROOT", tmp_path)
    first = runs.sources_hash()
    (tmp_path / "lab/views/report/words.toml").write_text("a word")
    (tmp_path / "lab/models/security.toml").write_text("a word")
    (tmp_path / "README.md").write_text("a word")
    assert runs.sources_hash() == first
    (tmp_path / "src/lea/lea.c").rename(tmp_path / "src/lea/x.c")
    second = runs.sources_hash()
    (tmp_path / "lab/build/__init__.py").write_text("a word")
    third = runs.sources_hash()
    (tmp_path / "src/lea/x.c").write_text("2")
    assert len({first, second, third, runs.sources_hash()}) == 4


def test_a_measurement_is_saved_elsewhere_when_the_results_cannot_be_written(store, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device", "results/narae.sqlite")

    monkeypatch.setattr(store, "add", full)
    monkeypatch.setattr(bench_command, "RESULTS", tmp_path / "full")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LabError, match=r"No space left on device.* The rows of this run are in .*\.json"):
        bench_command.add(store, HERE, [row("aes", 1)])
    (saved,) = tmp_path.glob("narae-rows-*.json")
    assert read_json(saved)[1] == [row("aes", 1)]


def test_the_commands_show_all_runs_list_them_and_go_back(tmp_path, monkeypatch):
    results = tmp_path / "results"
    monkeypatch.setenv("NARAE_RESULTS", str(results))
    uno = ["bench", "--quick", "--target", "uno", "--mode", "block", "--cipher"]
    assert narae(*uno, "null", "--cipher", "lea-128", cwd=tmp_path).returncode == 0
    whole = read_json(results / "bench.json")[1]
    done = narae(*uno, "null", "--json", str(tmp_path / "mine.json"), cwd=tmp_path)
    own_rows = read_json(tmp_path / "mine.json")[1]
    assert {r.cipher for r in whole} == {"null", "lea-128"} and {r.cipher for r in own_rows} == {"null"}
    assert [r.key() for r in read_json(results / "bench.json")[1]] == [r.key() for r in whole]
    assert f"shows {len(whole)} rows of runs 1, 2; for this run only: ./narae report --run 2" in done.stdout
    listed = narae("report", "--runs", cwd=tmp_path).stdout.splitlines()
    assert [line.split()[0] for line in listed] == ["run", "1", "2"]
    assert listed[1].endswith("uno      --quick --target uno --cipher null --cipher lea-128 --mode block")
    for arguments, output in (
        ([], f"{len(whole)} rows of runs 1, 2, "),
        (["--run", "1"], f"{len(whole)} rows of run 1, "),
        (["--run", "2"], f"{len(own_rows)} rows of run 2, "),
        (["--older"], f"{len(whole)} rows of runs 1, 2, "),
    ):
        done = narae("report", *arguments, "--out", "r.html", cwd=tmp_path)
        assert done.returncode == 0 and done.stdout.startswith(output), done.stderr
    for arguments, output in (
        (["--run", "9"], "has no run 9; it has runs 1, 2"),
        (["--rows", "mine.json", "--run", "1"], "mine.json contains a single run; --run and --older require"),
        (["--rows", "nothing", "--older"], "nothing cannot be read"),
        (["--rows", "mine.json", "--runs"], "mine.json contains a single run; --runs requires"),
    ):
        out = [] if "--runs" in arguments else ["--out", "r.html"]
        done = narae("report", *arguments, *out, cwd=tmp_path)
        assert done.returncode == 2 and output in done.stderr and "Traceback" not in done.stderr


def test_the_list_of_runs_fits_the_terminal(store, monkeypatch, capsys):
    """Options go on below themselves."""
    store.add(HERE | {"asked": "--cipher lea-128 " * 6}, [row("lea", 1)])
    for width in (100, 60):
        monkeypatch.setattr(text, "terminal_width", lambda width=width: width)
        report_command.list_runs(store.path)
        lines = capsys.readouterr().out.splitlines()
        assert all(len(line) <= width for line in lines), lines
        assert lines[-1].strip() in "--cipher lea-128 " * 6 and lines[-1].startswith(30 * " ")


@pytest.mark.parametrize(
    ("numbers", "output"),
    [([3], "run 3"), ([1, 2], "runs 1, 2"), ([1, 3, 4, 5, 6, 9, 10], "runs 1, 3 to 6, 9, 10")],
)
def test_many_runs_are_named_as_spans(numbers, output):
    assert named(numbers) == output


def test_a_report_of_one_row_says_so():
    assert report_command.runs_text(runs.View({}, [row("aes", 1)], (3,))) == "1 row of run 3"
