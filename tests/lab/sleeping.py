# SPDX-License-Identifier: MIT
"""A task that takes as long as it is told, for tests of what distributes tasks."""

import os
import pickle
import time


def run(data: bytes) -> bytes:
    number, seconds = pickle.loads(data)
    time.sleep(seconds)
    return pickle.dumps((number, os.getpid()))
