# SPDX-License-Identifier: MIT
"""One context that threads share: what the program checks before it measures, and what is made of its figures."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace

import pytest

from lab.build import implementation_config
from lab.paths import ROOT
from lab.plan.implementations import discover
from lab.run import scaling
from lab.targets.host import Host
from tests.tools import PORTABLE, call, compile_all, every_day, library_sources, needed


@pytest.fixture(scope="module")
def lea():
    return next(i for i in discover() if (i.cipher, i.mode, i.kernel) == ("lea-128", "ctr", "portable"))


@pytest.mark.parametrize("cipher", every_day(["pipo-64/128"], ["pipo-64/128", "lea-128"]))
def test_each_number_of_threads_has_figures_from_a_context_that_all_shared(cipher, monkeypatch):
    """Every day of the cipher whose kernels a whole run of that day needs, too (conftest.py)."""
    monkeypatch.setattr(scaling, "SHOWN", [*scaling.SHOWN, ("pipo-64/128", "ctr")])
    records = scaling.measure([i for i in discover() if i.cipher == cipher], Host().board, lambda _: None, rounds=2)
    cores = len(os.sched_getaffinity(0))
    assert {(r["cipher"], r["mode"]) for r in records} == {s for s in scaling.SHOWN if s[0] == cipher}
    assert {r["threads"] for r in records} == {n for n in (1, 2, 4, 8, 16, 32, 64, 128, cores) if n <= cores}
    assert all(r["bytes_per_second"] > 1e5 and r["runs"] == 2 and r["bytes"] == 16384 for r in records)


def compiled(implementation, folder, *flags: str):
    config = [*implementation_config(implementation), "#define BENCH_MESSAGE_BYTES 1024"]
    (folder / "bench_config.h").write_text("\n".join(config) + "\n")
    how, include = [*PORTABLE, *flags], [f"-I{folder}", f"-I{ROOT / 'lab/bench'}"]
    (own,) = compile_all("gcc", [*how, *include], [scaling.SOURCE], folder)
    program = folder / "threads.elf"
    call(["gcc", *how, own, *needed("gcc", how, [own], library_sources("")), "-pthread", "-o", program])
    return program


def test_a_mode_that_writes_to_its_context_is_caught(lea, tmp_path):
    adapter = (ROOT / "lab/bench/adapters/ctr.h").read_text()
    call = "    return narae_ctr_crypt_message(ctx, out,"
    assert call in adapter
    corrupted = adapter.replace(call, "    ((adapter_context *)ctx)->message.blocks_left++;\n" + call, 1)
    (tmp_path / "spoilt.h").write_text(corrupted)
    other = replace(lea, define=lea.define | {"BENCH_ADAPTER": '"spoilt.h"'})
    done = subprocess.run([compiled(other, tmp_path), "2", "1", "1"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and done.stdout.splitlines()[-1] in ("changed", "wrong")


@pytest.mark.deep
@pytest.mark.parametrize("mode", ["ctr", "gcm"])
def test_no_thread_writes_what_another_reads(mode, tmp_path):
    """As ThreadSanitizer sees it."""
    chosen = next(i for i in discover() if (i.cipher, i.mode, i.kernel) == ("lea-128", mode, "portable"))
    program = compiled(chosen, tmp_path, "-fsanitize=thread", "-g")
    done = subprocess.run([program, "4", "1", "20"], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0 and done.stdout.endswith("end\n"), done.stderr[-2000:]
