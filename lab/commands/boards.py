# SPDX-License-Identifier: MIT
"""./narae boards: what is plugged in or reachable, and what it was recognized as."""

from __future__ import annotations

import json
from argparse import Namespace
from dataclasses import asdict

from ..real import found
from ..views.summary import note


def boards(asked: Namespace) -> int:
    there = found.everything(asked.port, asked.ssh)
    if asked.json:
        print(json.dumps([asdict(one) for one in there], indent=1))
        return 0
    for one in there:
        print(f"{one.target or 'not recognized':14}  {one.what}")
        if one.options:
            target = one.target or "NAME"
            print(f"{'':14}  ./narae bench --target {target} {one.options}")
        for line in note(f"{'':14}  {one.note}") if one.note else []:
            print(line)
    others = [name for name in found.boards() if not any(one.target == name for one in there)]
    print()
    for line in note(
        f"not there, or not recognized: {', '.join(others)}; docs/how-to/boards.md says how each is connected"
    ):
        print(line)
    return 0
