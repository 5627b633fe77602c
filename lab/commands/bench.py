"""./narae bench"""

from __future__ import annotations

from pathlib import Path

from .. import measure, picture, report, store, table
from ..errors import LabError
from ..paths import EXPORT, REFERENCE, REPORT, STORE, shown
from ..progress import Progress


def bench(targets: list[str], ciphers: list[str], json_file: Path | None, quick: bool, update_reference: bool) -> int:
    console = table.wide_console()
    if json_file:
        store.check_writable(json_file)
    plan = measure.plan(targets, ciphers)
    if update_reference and (targets or ciphers or quick):
        raise LabError("--update-reference needs a whole run: leave out --target, --cipher and --quick")
    database = store.Store(STORE)
    context = measure.context()
    with Progress(measure.steps(plan)) as progress:
        rows = measure.execute(plan, quick, progress.step)
    database.add(context, rows)
    database.close()
    for path in [EXPORT, json_file] if json_file else [EXPORT]:
        store.write_json(path, context, rows)
    if update_reference:
        store.write_json(REFERENCE, context, rows)
        picture.write(rows)
    report.write(REPORT, context, rows, {t.name: t.board.facts["about"] for t in plan.targets})

    table.show(console, rows)
    for target in plan.targets:
        console.print(f"{target.name}: {target.board.facts['about']}", highlight=False, soft_wrap=True)
    console.print()
    paths = {"rows": STORE, "rows of this run": json_file or EXPORT, "report": REPORT}
    for what, path in paths.items():
        console.print(f"{what}: {shown(path)}", highlight=False, soft_wrap=True)
    refused = [r for r in rows if r.failure]
    if refused:
        console.print(f"[bold red]{len(refused)} of {len(rows)} rows were refused; the reasons are above[/]")
    return 1 if refused else 0
