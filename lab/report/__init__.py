"""The report: one HTML file that works offline, with its data, its style and its plots inside."""

from __future__ import annotations

import json
from pathlib import Path

import jinja2

from .. import comparison, store
from ..errors import LabError
from ..papers.verdicts import REPRODUCED, VERDICTS
from ..paths import NODE_MODULES
from ..rows import Row, shown_kernel, usual_compilers, verdict, worth
from .figures import drawn

FOLDER = Path(__file__).parent
PLOTLY = NODE_MODULES / "plotly.js-basic-dist-min" / "plotly-basic.min.js"


def render(template: str, **values) -> str:
    """A template with the plotting library and the given data; JSON is safe inside a script element."""
    if not PLOTLY.exists():
        raise LabError("the report's plotting library is not installed; `./narae doctor` names the command")
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True
    )
    environment.filters["script_json"] = lambda data: json.dumps(data).replace("</", "<\\/")
    environment.filters["figure"] = lambda x: f"{x:,.0f}" if abs(x) >= 1000 else f"{x:.4g}"
    return environment.get_template(template).render(plotly=PLOTLY.read_text(), **values)


def write_paper(path: Path, context: dict, paper, result: dict) -> None:
    """One paper: its claims, its figures drawn again, and why what differs does."""
    claims, rows = result["claims"], result["rows"]
    page = render(
        "paper.html.j2",
        paper=paper,
        result=result | {"figures": drawn(paper.facts.get("figures", []), claims)},
        context=context,
        verdicts=VERDICTS,
        places=[(w, [c for c in claims if c["where"] == w]) for w in dict.fromkeys(c["where"] for c in claims)],
        reasons=reasons(claims),
        intervals=any(r["error_band"] for r in rows),
        fidelities=list(dict.fromkeys(f"{r['target']}: {r['fidelity']}" for r in rows)),
        compilers=list(dict.fromkeys(compiler(r) for r in rows if not r["provenance"].get("failure"))),
    )
    store.write_text(path, page)


def write_ledger(path: Path, context: dict, documents: list[dict], matrix_name: str) -> None:
    """The papers and their verdicts, with links to their pages."""
    counts = [{"name": d["name"], "verdicts": d["verdicts"]} for d in documents]
    page = render(
        "ledger.html.j2", context=context, papers=documents, counts=counts, verdicts=VERDICTS, matrix=matrix_name
    )
    store.write_text(path, page)


def write_matrix(path: Path, context: dict, boards: dict[str, dict], result: dict) -> None:
    """All ciphers on all machines; `boards` gives what is known of each machine."""
    cells = result["cells"]
    targets = []
    for name, facts in boards.items():
        mine = [c for c in cells if c["target"] == name and c["mode"] != "permutation"]
        longest = max((c["bytes"] for c in mine), default=0)
        fidelity = mine[0]["fidelity"] if mine else ""
        targets.append({"name": name, "about": facts["about"], "fidelity": fidelity, "longest": longest})
    names = dict.fromkeys((c["cipher"], c["mode"]) for c in cells)
    table = [(" ".join(n), [matrix_cell(cells, n, t, result["usual"]) for t in targets]) for n in names]
    page = render("matrix.html.j2", result=result, context=context, targets=targets, table=table)
    store.write_text(path, page)


def matrix_cell(cells: list[dict], name: tuple[str, str], target: dict, usual: int) -> dict | None:
    mine = {c["bytes"]: c for c in cells if (c["cipher"], c["mode"]) == name and c["target"] == target["name"]}
    if not mine:
        return None
    shown = mine.get(usual) or mine[max(mine)]
    longest = mine.get(target["longest"])
    return {
        "usual": shown["cycles_per_byte"],
        "longest": longest and longest["cycles_per_byte"],
        "flash": shown["flash_bytes"],
        "ram": shown["ram_bytes"],
        "kernel": shown["kernel"],
    }


def reasons(claims: list[dict]) -> list[tuple[str, str, list[str]]]:
    """Why claims are not simply reproduced: verdict, words, and the claims with the figures that bear the words out."""
    found: dict[tuple[str, str], list[str]] = {}
    for claim in claims:
        if claim.get("verdict") not in (None, REPRODUCED):
            words, bracket, figures = claim["reason"].partition(" [")
            found.setdefault((claim["verdict"], words), []).append(claim["id"] + bracket + figures)
    return [(*key, about) for key, about in found.items()]


def compiler(row: dict) -> str:
    flags = [f for f in row["provenance"]["flags"].split() if f.startswith("-O")]
    environment = f" ({row['environment']})" if row["environment"] else ""
    return f"{row['target']}{environment} {row['provenance']['compiler']} {' '.join(flags)}"


def write(path: Path, context: dict, rows: list[Row], targets: dict[str, str]) -> None:
    """The comparison of all rows; `targets` gives a sentence about each target."""
    usual = usual_compilers(rows)
    provenances: dict[str, int] = {}  # rows of one program share theirs, which is most of their text
    data = []
    for row in rows:
        more = {
            "verdict": verdict(row),
            "worth": worth(row),
            "failure": row.failure,
            "provenance": provenances.setdefault(json.dumps(row.provenance), len(provenances)),
            "kernel_shown": shown_kernel(row, usual),
            "own": not row.kernel.startswith("peer:") and row.compiler == usual[row.target],  # for the usual plots
        }
        data.append(row.as_dict() | more)
    page = render(
        "bench.html.j2",
        context=context,
        rows=data,
        provenances=[json.loads(text) for text in provenances],
        targets=targets,
        comparisons=[c.as_dict() for c in comparison.comparisons(rows)],
    )
    store.write_text(path, page)
