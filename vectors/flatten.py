#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns vector files into lines for programs that do not read JSON, a file of them for each folder.

One vector a line, fields separated by a space, in the order of the file:

    id=F.2.1 cipher=aes-128 mode=cbc key=2b7e... nonce=... plaintext= ...

A field may be empty, which is not the same as absent.  Spaces in a value
become underscores.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def flatten(path: Path) -> list[str]:
    """The lines of one file; the folder and file go before the id."""
    lines = []
    for vector in json.loads(path.read_text())["vectors"]:
        named = vector | {"id": f"{path.parent.name}/{path.stem}/{vector['id']}"}
        lines.append(" ".join(f"{name}={str(value).replace(' ', '_')}" for name, value in named.items()))
    return lines


def main() -> None:
    if len(sys.argv) < 3:
        sys.exit("usage: flatten.py out-folder file.json ...\nwrites vectors_FOLDER.txt for each folder of these files")
    out, files = Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]]
    for folder in dict.fromkeys(file.parent for file in files):
        lines = [line for file in files if file.parent == folder for line in flatten(file)]
        (out / f"vectors_{folder.name}.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
