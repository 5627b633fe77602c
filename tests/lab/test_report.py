"""The report in a real browser: no errors, every plot has data, filters work, no sideways scrolling on a phone."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from lab.targets import TARGETS

CHROMIUM = shutil.which("chromium") or "chromium"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--allow-file-access-from-files",
    "--enable-logging=stderr",
    "--virtual-time-budget=20000",
]
# Loads the report in a frame of a given width, tries its filters, and writes what it saw into its own title.
PROBE = """<!doctype html><meta charset="utf-8"><iframe id="f" width="{width}" height="900" src="{report}"></iframe>
<script>
const frame = document.getElementById("f");
frame.addEventListener("load", () => setTimeout(() => {{
  const d = frame.contentDocument;
  const seen = {{
    plots: [...d.querySelectorAll(".plot")].map(p => p.querySelectorAll(".point").length),
    bars: [...d.querySelectorAll(".plot")].map(p => [p.id, p.querySelectorAll(".errorbar").length]),
    overflow: d.documentElement.scrollWidth - d.documentElement.clientWidth,
    rows: d.querySelectorAll("#rows tbody tr").length,
    ratios: d.querySelectorAll(".ratios tbody tr").length,
    frontiers: [...d.querySelectorAll(".plot[id^=frontier]")].map(p => [p.id, Object.fromEntries(
      p.data.filter(t => t.visible === true && t.text).map(t => [t.name, t.text.map((kernel, i) =>
        [kernel, t.marker.symbol[i], t.x[i], t.y[i]])]))]),
    labels: [...d.querySelectorAll(".plot[id^=frontier] .textpoint text")].map(t => t.textContent),
  }};
  const select = d.querySelector("#filters select");
  if (select) {{
    select.value = "uno";
    select.dispatchEvent(new Event("change"));
    seen.filtered = [...d.querySelectorAll("#rows tbody tr")].every(r => r.cells[0].textContent === "uno");
    d.querySelectorAll("#rows th button")[7].click();
    const number = cell => Number(cell.textContent.replaceAll(",", ""));
    seen.cycles = [...d.querySelectorAll("#rows tbody tr")].map(r => number(r.cells[7]));
    d.querySelector("#rows tbody tr").click();
    seen.provenance = d.querySelector("#provenance pre").textContent.includes("binary_hash");
  }}
  document.title = JSON.stringify(seen);
}}, 3000));
</script>"""


def look(report: Path, width: int, folder: Path) -> tuple[dict, list[str]]:
    """What the probe saw, and the browser's console errors."""
    probe = folder / f"probe-{width}.html"
    probe.write_text(PROBE.format(width=width, report=report.resolve().as_uri()))
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={folder / 'profile'}", "--dump-dom", probe.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    title = re.search(r"<title>(.*?)</title>", done.stdout, re.DOTALL)
    assert title, done.stderr[-2000:]
    errors = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return json.loads(html.unescape(title[1])), errors


@pytest.mark.parametrize("width", [1280, 390], ids=["desktop", "phone"])
def test_the_comparison(full_run, width, tmp_path):
    seen, errors = look(full_run.report, width, tmp_path)
    assert errors == []
    peers = any(r.kernel.startswith("peer:") for r in full_run.rows)
    targets = {r.target for r in full_run.rows}  # each with three plots and two frontiers
    assert len(seen["plots"]) == 5 * len(targets) + peers and all(seen["plots"])
    modelled = {r.target for r in full_run.rows if r.fidelity == "modelled"}
    banded = {plot.split("-")[1] for plot, bars in seen["bars"] if bars}
    assert modelled and banded == modelled
    assert all(bars for plot, bars in seen["bars"] if plot.split("-")[1] in modelled)
    assert seen["overflow"] <= 0
    assert seen["rows"] == len(full_run.rows)
    assert bool(seen["ratios"]) == peers
    assert seen["filtered"] and seen["provenance"]
    cycles = [c for c in seen["cycles"] if c is not None]  # a refused row has none
    assert cycles == sorted(cycles) and len(cycles) > 10


def test_the_plots_of_speed_against_memory(full_run, tmp_path):
    """Every form is a labelled point; those on the line cost more speed the less memory they take."""
    seen, _ = look(full_run.report, 1280, tmp_path)
    frontiers = dict(seen["frontiers"])
    assert set(frontiers) == {f"frontier-{what}-{target}" for what in ("flash", "RAM") for target in TARGETS}
    kernels = {name: {kernel for kernel, *_ in points} for name, points in frontiers["frontier-flash-uno"].items()}
    assert kernels["lea-128 block"] == kernels["pipo-64/128 block"] == {"portable", "avr", "avr-small"}
    assert kernels["aes-128 block"] == {"portable", "avr", "avr-ram"}
    assert kernels["chacha20 stream"] == kernels["ascon-aead128 aead"] == {"portable", "avr", "avr-small"}
    shown = [kernel for plot in frontiers.values() for points in plot.values() for kernel, *_ in points]
    assert sorted(seen["labels"]) == sorted(shown)
    for plot in frontiers.values():
        for points in plot.values():
            line = [(memory, cycles) for _, symbol, memory, cycles in points if symbol == "circle"]
            assert line and line == sorted(line) and line[::-1] == sorted(line, key=lambda p: p[1])
            for _, symbol, memory, cycles in points:
                beaten = any(m <= memory and c <= cycles and (m, c) != (memory, cycles) for m, c in line)
                assert beaten == (symbol == "circle-open")


def test_it_is_one_file_that_needs_no_network(full_run):
    text = full_run.report.read_text()
    assert len(text) < 5_000_000
    assert not re.search(r"<(script|link|img|iframe)[^>]+(src|href)=[\"']?https?:", text)
