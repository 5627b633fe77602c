# SPDX-License-Identifier: MIT
"""The documents, in the repository and as the site of `./narae docs`: links, index, generated pages, search."""

from __future__ import annotations

import os
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from lab import site
from lab.commands.test.runner import tracked
from lab.errors import LabError
from lab.paths import ROOT
from lab.site import commands, headers
from tests.lab.browsing import SIDEWAYS, browse
from tests.tools import narae

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
INDEXED = re.findall(r"^- \[.*?\]\(([^)]+\.md)\)", (DOCS / "README.md").read_text(), re.MULTILINE)
EXTERNAL = ("http://", "https://", "mailto:", "javascript:")
SEARCH = """
const query = document.querySelector("[data-md-component=search-query]");
query.focus();
query.value = %r;
query.dispatchEvent(new KeyboardEvent("keyup", { key: "Enter" }));
for (let i = 0; i < 600 && !document.querySelector(".md-search-result__item"); i++)
  await new Promise(done => setTimeout(done, 50));
return [...document.querySelectorAll(".md-search-result__item a")].map(a => a.getAttribute("href").split("?")[0]);
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    done = narae("docs", "--out", folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.parametrize("name", ["mine", "."])
def test_a_folder_with_other_files_is_left_alone(name, tmp_path):
    (tmp_path / "mine").write_text("1")
    with pytest.raises(LabError, match="is not a site"):
        site.build(tmp_path / name)
    assert (tmp_path / "mine").read_text() == "1"


def test_a_site_is_recognized_when_it_is_replaced(built):
    assert (built / site.MARK).is_file()


class Links(HTMLParser):
    """What an HTML page refers to, and the names of its parts."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.loaded: list[str] = []
        self.names: set[str] = set()
        self.feed(page.read_text())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.names |= {values[key] for key in ("id", "name") if values.get(key)}
        if values.get("href") and tag == "a":
            self.targets.append(values["href"])
        elif values.get("href") or values.get("src"):
            self.loaded.append(values.get("href") or values["src"])


def dead_links(folder: Path) -> list[str]:
    """Links of a site to pages or parts of them that are missing, and what a browser would load from elsewhere."""
    pages = {page: Links(page) for page in folder.rglob("*.html") if page.name != "404.html"}
    dead = []
    for page, links in pages.items():
        dead += [f"{page.relative_to(folder)} loads {x}" for x in links.loaded if x.startswith(EXTERNAL)]
        for target in [*links.targets, *links.loaded]:
            if target.startswith((*EXTERNAL, "data:")):
                continue
            parts = urlsplit(target)
            file = Path(os.path.normpath(page.parent / unquote(parts.path))) if parts.path else page
            names = pages[file].names if file in pages else None
            if not file.is_file() or (names is not None and parts.fragment and unquote(parts.fragment) not in names):
                dead.append(f"{page.relative_to(folder)}: {target}")
    return dead


def test_links_of_the_site_lead_somewhere(built):
    assert len(list(built.rglob("*.html"))) > len(PAGES) + len(headers.pages()) + len(commands.pages())
    assert dead_links(built) == []


@pytest.mark.parametrize(
    "link", ["missing.html", "#missing", "other.html#missing", "https://fonts.example/font.css"], ids=lambda x: x
)
def test_a_dead_link_of_the_site_is_found(link, tmp_path):
    (tmp_path / "other.html").write_text("<p id='there'>")
    element = f"<link href='{link}'>" if "://" in link else f"<a href='{link}'>"
    (tmp_path / "index.html").write_text(f"<a href='other.html#there'>{element}")
    (dead,) = dead_links(tmp_path)
    assert link in dead


def test_a_page_with_a_dead_link_is_not_built(tmp_path, monkeypatch):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# Index\n\n[a page](missing.md)\n")
    (tmp_path / "mkdocs.yml").write_text("site_name: test\nstrict: true\n")
    monkeypatch.setattr(site, "CONFIGURATION", tmp_path / "mkdocs.yml")
    with pytest.raises(LabError, match=r"(?s)the site was not built:.*missing.md"):
        site.build(tmp_path / "site")


def slug(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def prose(page: Path) -> str:
    return re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> list[str]:
    return [slug(heading) for heading in re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)]


def dead_in_repository(page: Path) -> list[str]:
    dead = []
    for target in re.findall(r"\]\(([^()\s]+)\)", prose(page)):
        path, _, anchor = target.partition("#")
        if target.startswith(EXTERNAL):
            continue
        file = Path(os.path.normpath(page.parent / path)) if path else page
        slugs = anchors(file) if anchor and file.suffix == ".md" and file.is_file() else []
        if not file.exists() or (anchor and anchor not in slugs):
            dead.append(f"{page}: {target}")
    return dead


def test_links_in_the_repository_lead_somewhere():
    pages = [ROOT / name for name in tracked("*.md") if not name.startswith("tests/lab/foreign/")]
    assert [link for page in pages for link in dead_in_repository(page)] == []


@pytest.mark.parametrize("target", ["missing.md", "#missing", "other.md#missing"])
def test_a_dead_link_in_the_repository_is_found(target, tmp_path):
    (tmp_path / "other.md").write_text("# Here it is\n")
    (tmp_path / "page.md").write_text(f"# Page\n\n[good](other.md#here-it-is), [bad]({target})\n")
    assert len(dead_in_repository(tmp_path / "page.md")) == 1


def test_pages_that_sources_and_messages_name_exist():
    name = re.compile(r"\bdocs/(?:start|how-to|reference|explanation)/[\w/.-]+\.md\b")
    texts = {file: (ROOT / file).read_text(errors="ignore") for file in tracked("*") if (ROOT / file).is_file()}
    assert {
        file: bad for file, t in texts.items() if (bad := [n for n in name.findall(t) if not (ROOT / n).exists()])
    } == {}


def test_the_index_lists_every_page_once():
    assert len(INDEXED) == len(set(INDEXED))
    own = {str(page.relative_to(DOCS)) for page in PAGES if page != DOCS / "README.md"}
    assert {link for link in INDEXED if not link.startswith("../")} == own


def test_the_navigation_is_the_index(built):
    titles = re.findall(r"^- \[(.*?)\]", (DOCS / "README.md").read_text(), re.MULTILINE)
    shown = re.findall(r'<span class="md-ellipsis">\s*([^<]*?)\s*<', (built / "index.html").read_text())
    assert set(titles) <= set(shown)


@pytest.mark.parametrize("name", ["README.md", *INDEXED])
def test_a_page_says_for_whom_it_is(name):
    page = DOCS / name
    title, blank, first, *_ = page.read_text().split("\n")
    assert title.startswith("# ") and not blank
    assert "위한" in first if page.suffixes[:-1] == [".ko"] else first.startswith("For ")


@pytest.mark.parametrize("header", sorted(headers.HEADERS.glob("*.h")), ids=lambda h: h.stem)
def test_every_public_function_is_on_its_page(header):
    declared = set(re.findall(r"^\S.*\b(narae_\w+)\(", header.read_text(), re.MULTILINE))
    assert declared <= set(re.findall(r"narae_\w+", headers.page(header)))


def test_search_finds_words_in_pages_opened_from_files(built):
    """Without any resource from elsewhere, in both languages."""
    loaded = "return performance.getEntriesByType('resource').map(e => e.name).filter(x => !x.startsWith('file:'))"
    english, korean, other = browse(
        built / "index.html", {"script": SEARCH % "canaries"}, {"script": SEARCH % "자가시험"}, {"script": loaded}
    )
    assert any("measurement" in page for page in english.result)
    assert any("kcmvp.ko" in page for page in korean.result)
    assert other.result == [] and not english.errors + korean.errors + other.errors


@pytest.mark.parametrize("page", ["index.html", "explanation/kernels.html", "reference/api/gcm.html"])
def test_a_page_fits_a_phone(built, page):
    (seen,) = browse(built / page, {"width": 390, "height": 844, "script": f"return {SIDEWAYS}"})
    assert seen.result <= 0


def test_the_page_on_misuse_cites_every_test():
    tests = re.findall(r"cmocka_unit_test\((\w+)\)", (ROOT / "tests/c/test_misuse.c").read_text())
    cited = re.findall(r"^\d+\. .* Test: `(\w+)`\.$", (DOCS / "explanation/misuse.md").read_text(), re.MULTILINE)
    assert cited == tests and len(tests) == 10


def test_a_compiler_warns_of_a_dropped_status(tmp_path):
    (tmp_path / "app.c").write_text(
        "#include <narae/gcm.h>\n"
        "void f(const narae_gcm *gcm, uint8_t *p) { narae_gcm_open(gcm, p, p, 12, p, 0, p, 9, p, 16); }\n"
    )
    done = subprocess.run(
        ["gcc", "-c", "-o", tmp_path / "app.o", f"-I{ROOT / 'include'}", tmp_path / "app.c"],
        capture_output=True,
        text=True,
    )
    assert "-Wunused-result" in done.stderr
