# SPDX-License-Identifier: MIT
"""Proves programs one after the other in a process of its own, which may run out of time or memory: a job on each line
of standard input, verdicts as JSON on each line of standard output."""

import base64
import json
import pickle
import sys

from .program import read
from .prove import prove


def answer(line: str) -> str:
    try:
        job = pickle.loads(base64.b64decode(line))
        made = prove(job["implementation"], read(job["elf"]), job["target"], job["most"])
        return json.dumps({"proofs": [p.as_dict() for p in made]})
    except Exception as error:
        return json.dumps({"failed": f"{type(error).__name__}: {error}"})


for line in sys.stdin:
    print(answer(line), flush=True)
