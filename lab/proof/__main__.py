# SPDX-License-Identifier: MIT
"""Proves one program in a process of its own, whose memory and time are bounded: a job on standard input, verdicts as
JSON on standard output."""

import base64
import json
import pickle
import sys

from .program import read
from .prove import prove

job = pickle.loads(base64.b64decode(sys.stdin.read()))
print(json.dumps([p.as_dict() for p in prove(job["implementation"], read(job["elf"]), job["target"], job["most"])]))
