# SPDX-License-Identifier: MIT
import sys

try:
    from .cli import main
    from .commands import streams

    streams.prepare()
    status = main()
except KeyboardInterrupt:  # while modules are imported
    print("narae: interrupted; no results were written", file=sys.stderr)
    status = 130
raise SystemExit(status)
