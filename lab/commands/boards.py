# SPDX-License-Identifier: MIT
"""./narae boards"""

from __future__ import annotations

import argparse
from dataclasses import asdict

from . import options as of

HELP = "list connected and reachable boards, and how they were recognized"
DESCRIPTION = "Lists connected and reachable boards, the target of each, and the options that measure it."
EXAMPLES = (
    "./narae boards",
    "./narae boards --ssh pi@raspberrypi --port rfc2217://lab:2217",
    "./narae boards --json -",
)
INTERRUPTED = "not all boards were looked for"


def arguments(parser: argparse.ArgumentParser) -> None:
    of.repeatable(parser, "--port", of.PORT, "PORT")
    of.repeatable(parser, "--ssh", of.SSH, "HOST")
    of.json(parser)


def run(options: argparse.Namespace) -> int:
    from ..files import write_json
    from ..real import discovery
    from ..views.summary import note

    boards = discovery.everything(options.port, options.ssh)
    for board in boards:
        print(f"{board.target or 'not recognized':14}  {board.what}")
        if board.options:
            print(f"{'':14}  ./narae bench --target {board.target or 'NAME'} {board.options}")
        for line in note(f"{'':14}  {board.note}") if board.note else []:
            print(line)
    others = [name for name in discovery.boards() if not any(board.target == name for board in boards)]
    print()
    for line in note(
        f"not there, or not recognized: {', '.join(others)}; docs/how-to/boards.md says how each is connected"
    ):
        print(line)
    if options.json:
        write_json(options.json, {"context": {"command": "boards"}, "boards": [asdict(board) for board in boards]})
    return 0
