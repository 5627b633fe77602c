# SPDX-License-Identifier: MIT
"""A task that takes as long as it is told, for tests of what distributes tasks; as simulations do, in another process,
if it is asked."""

import os
import pickle
import time

from lab import processes


def run(data: bytes) -> bytes:
    number, seconds, elsewhere = pickle.loads(data)
    if elsewhere:
        processes.run(["sleep", seconds], 60)
    else:
        time.sleep(seconds)
    return pickle.dumps((number, os.getpid()))
