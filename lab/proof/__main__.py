# SPDX-License-Identifier: MIT
"""The prover's process, which may run out of time or memory: reads a pickled job per line, answers verdicts as JSON."""

import base64
import json
import pickle
import sys

from .program import read
from .prove import prove


def answer(line: str) -> str:
    try:
        job = pickle.loads(base64.b64decode(line))
        proofs = prove(job["implementation"], read(*job["file"]), job["target"], job["most"])
        return json.dumps({"proofs": [p.as_dict() for p in proofs]})
    except Exception as error:
        return json.dumps({"failed": f"{type(error).__name__}: {error}"})


for line in sys.stdin:
    print(answer(line), flush=True)
