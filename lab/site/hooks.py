# SPDX-License-Identifier: MIT
"""Called by MkDocs: generated pages, the navigation, and links that lead out of docs/."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from lab.paths import PRIVATE, ROOT
from lab.site import commands, headers

DOCS = ROOT / "docs"
FOLDER = Path(__file__).parent
API, COMMANDS, REPOSITORY = "reference/api", "reference/commands", "repository"
GENERATED = {API: headers, COMMANDS: commands}
ASSETS = {
    "assets/iframe-worker.js": PRIVATE / "node/node_modules/iframe-worker/shim/index.js",
    "assets/site.css": FOLDER / "site.css",
}
# Pages outside of docs/ that the site contains.
OTHERS = sorted([*ROOT.glob("*.md"), *ROOT.glob("bindings/*/README.md"), ROOT / "vectors/README.md"])
LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\])\(([^()\s]+)\)")
PAGE = re.compile(r"\bdocs/[\w/.-]+\.md\b")  # as headers and help texts refer to it
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def on_config(config: MkDocsConfig) -> None:
    config.nav = navigation((DOCS / "README.md").read_text())


def on_files(files: Files, config: MkDocsConfig) -> None:
    for folder, module in GENERATED.items():
        for name, text in module.pages().items():
            files.append(File.generated(config, f"{folder}/{name}", content=text))
    for page in OTHERS:
        files.append(File.generated(config, place(page) or "", abs_src_path=str(page)))
    for name, path in ASSETS.items():
        files.append(File.generated(config, name, abs_src_path=str(path)))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    if page.file.abs_src_path:
        return rewritten(markdown, Path(page.file.abs_src_path), page.file.src_uri)
    return rewritten(PAGE.sub(r"[\g<0>](\g<0>)", markdown), ROOT / "README.md", page.file.src_uri)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    if page.file.src_uri.endswith(".ko.md"):
        return output.replace('<html lang="en"', '<html lang="ko"', 1)
    return output


def place(path: Path) -> str | None:
    """Where the site has a file of the repository; None if it does not."""
    if path.is_relative_to(DOCS) and path.suffix in (".md", ".svg"):
        return path.relative_to(DOCS).as_posix()
    if path in (headers.HEADERS, commands.FOLDER):
        return f"{API if path == headers.HEADERS else COMMANDS}/README.md"
    if path.parent == headers.HEADERS:
        return f"{API}/{path.stem}.md"
    return f"{REPOSITORY}/{path.relative_to(ROOT).as_posix()}" if path in OTHERS else None


def rewritten(markdown: str, source: Path, uri: str) -> str:
    """With links as the site needs them.  What the site does not have keeps its text."""

    def link(match: re.Match[str]) -> str:
        text, target = match.groups()
        path, mark, anchor = target.partition("#")
        if not path or "://" in path or path.startswith("mailto:"):
            return match[0]
        to = place(Path(os.path.normpath(source.parent / path)))
        if to is None:
            return text[1:-1]
        return f"{text}({os.path.relpath(to, os.path.dirname(uri) or '.')}{mark}{anchor})"

    parts = FENCE.split(markdown)
    return "".join(part if i % 2 else LINK.sub(link, part) for i, part in enumerate(parts))


def navigation(index: str) -> list[Any]:
    """The index as MkDocs wants it: headings are sections, list items are pages."""
    nav: list[Any] = [{"Documents": "README.md"}]
    sections = [nav]
    for line in index.splitlines():
        if heading := re.match(r"(##+) (.*)", line):
            level = len(heading[1]) - 1
            pages: list[Any] = []
            del sections[level:]
            sections[-1].append({heading[2]: pages})
            sections.append(pages)
        elif item := re.match(r"- \[(.*?)\]\((.*?)\)", line):
            uri = place(Path(os.path.normpath(DOCS / item[2])))
            folder = os.path.dirname(uri or "")
            module = GENERATED.get(folder)
            sections[-1].append({item[1]: [f"{folder}/{name}" for name in module.pages()] if module else uri})
    return nav
