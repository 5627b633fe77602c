# SPDX-License-Identifier: MIT
"""The documents as a site that works offline: docs/, the public headers and the commands, built by MkDocs."""

from __future__ import annotations

import logging
import os
from pathlib import Path

from ..errors import LabError
from ..paths import shown

MARK = "search/search_index.js"
CONFIGURATION = Path(__file__).parent / "mkdocs.yml"


class Messages(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def build(folder: Path) -> Path:
    """Writes the site and returns its first page.  A dead link is an error.  MkDocs empties the folder first."""
    if folder.exists() and not (folder / MARK).exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise LabError(f"{shown(folder)} exists and is not a site; name a new or empty folder")
    os.environ["NO_MKDOCS_2_WARNING"] = "true"
    from mkdocs.commands.build import build as run
    from mkdocs.config import load_config
    from mkdocs.exceptions import MkDocsException

    log, messages = logging.getLogger("mkdocs"), Messages()
    log.addHandler(messages)
    log.propagate = False
    try:
        run(load_config(str(CONFIGURATION), site_dir=str(folder.resolve())))
    except MkDocsException as error:
        raise LabError("\n  ".join(["the site was not built:", *messages.lines, str(error)])) from error
    finally:
        log.removeHandler(messages)
    return folder / "index.html"
