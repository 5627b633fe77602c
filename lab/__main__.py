# SPDX-License-Identifier: MIT
import signal
import sys

INTERRUPTED = 130

try:
    from . import streams
    from .cli import main

    streams.prepare()
    status = main()
except KeyboardInterrupt:  # while modules are imported
    print("narae: interrupted; no results were written", file=sys.stderr)
    status = INTERRUPTED
if status == INTERRUPTED:  # Python ends itself by SIGINT if exec() was interrupted, which dataclasses use
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
raise SystemExit(status)
