# SPDX-License-Identifier: MIT
"""./narae bench --against: earlier rows, or an earlier revision of the library on this machine's clock."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass, field
from pathlib import Path

from ...errors import LabError
from ...paths import ROOT
from ...plan import selection
from ...progress import Progress
from ...rows import Row
from ...run import paired
from ...store import versions
from ...targets.host import Host
from ...text import print_wrapped
from ...views import regression
from .. import versions as earlier_versions

ONLY_BY_TIME = (
    "revisions are compared by time, on this machine's clock (--target host); for simulated targets use a file of "
    "rows, which --json writes"
)


@dataclass
class Earlier:
    """What --against names."""

    name: str
    rows: list[Row] = field(default_factory=list)
    revision: str = ""  # of the library, for the host
    programs: dict[versions.Name, Path] = field(default_factory=dict)  # the host's, built at the revision
    no_programs: str = ""  # why there are none

    def verdicts(self, plan: selection.Plan, rows: list[Row]) -> list[regression.Verdict]:
        """Compares and prints."""
        results = []
        if self.rows:
            results.append(regression.compare_rows(self.rows, rows))
            for line in results[0].lines(self.name):
                print_wrapped(line)
        if self.programs or self.no_programs:
            results.append(self.on_clock(plan))
        return results

    def on_clock(self, plan: selection.Plan) -> regression.Verdict:
        """The host's programs and those of the revision, alternately on this machine's clock."""
        with Progress(len(self.programs) * paired.PAIRS) as progress:
            verdict = regression.on_clock(earlier_versions.compare_library(plan, self.programs, progress.step))
        verdict.notes += [self.no_programs] if self.no_programs else []
        for line in verdict.lines(self.revision, "operations of the host"):
            print(line)
        return verdict


def read(name: str) -> Earlier:
    """The rows of a file and the revision of the host's, or a revision alone."""
    if name.endswith((".json", ".gz")) or Path(name).is_file():
        rows = regression.read_rows(Path(name))
        revisions = [row.provenance.get("git", "") for row in rows if row.target == Host.name and row.cycles]
        return Earlier(name, rows, revisions[0] if revisions else "")
    if name and not versions.commit(ROOT, name):
        raise LabError(f"--against {name}: use a file of rows (.json) or a git revision of this repository")
    return Earlier(name, revision=name)


def build(earlier: Earlier, plan: selection.Plan, options: Namespace) -> None:
    """Builds the host's programs at the revision.  An error if nothing at all can be compared."""
    if earlier.revision and earlier_versions.clocks(plan):
        with Progress(1) as progress:
            progress.step(f"build {earlier.revision}")
            earlier.programs, earlier.no_programs = earlier_versions.build_library_before(
                plan, earlier.revision, options
            )
    elif earlier.revision and not earlier.rows:
        earlier.no_programs = ONLY_BY_TIME
    if not earlier.programs and (reason := regression.incomparable(earlier.rows, plan.pairs())):
        raise LabError(f"--against {earlier.name}: nothing can be compared: {earlier.no_programs or reason}")
