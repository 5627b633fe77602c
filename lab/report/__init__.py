"""The report: one HTML file that works offline, with its data, its style and its plots inside."""

from __future__ import annotations

import json
from pathlib import Path

import jinja2

from .. import comparison, store
from ..errors import LabError
from ..paths import NODE_MODULES
from ..rows import Row, shown_kernel, usual_compilers, verdict, worth

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
    return environment.get_template(template).render(plotly=PLOTLY.read_text(), **values)


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
