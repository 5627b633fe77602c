# SPDX-License-Identifier: MIT
"""./narae docs: the documents as a site; lab/site builds it."""

from __future__ import annotations

import argparse

from ..paths import PRIVATE, shown
from . import options as of

HELP = "build the documents as a site that works offline"
DESCRIPTION = (
    "Builds the documents as a site with search, which works offline: the pages of docs/, one page per public header "
    "and one per command."
)
EXAMPLES = ("./narae docs", "./narae docs --browser", "./narae docs --out narae-docs")
INTERRUPTED = "the site was not finished; run it again"


def arguments(parser: argparse.ArgumentParser) -> None:
    of.out(parser, "a folder, new or an earlier site; default: .narae/site", "DIR")
    parser.add_argument("--browser", action="store_true", help="also open the first page in a browser")


def run(options: argparse.Namespace) -> int:
    import webbrowser

    from .. import site

    first = site.build(options.out or PRIVATE / "site")
    print(f"wrote {shown(first)}")
    if options.browser:
        webbrowser.open(first.resolve().as_uri())
    return 0
