"""The pages that are made, and the pages that speak of them."""

from __future__ import annotations

import importlib.util
import re

import pytest

from lab.paths import ROOT

PAGES = sorted(p for p in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


@pytest.fixture(scope="module")
def generator():
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs/api/generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pages_of_the_interface_are_those_of_the_headers(generator):
    made = generator.pages()
    assert {p: p.read_text() for p in (ROOT / "docs/api").glob("*.md")} == made, "run python3 docs/api/generate.py"


def test_every_public_function_stands_on_its_page(generator):
    for header in (ROOT / "include/narae").glob("*.h"):
        declared = set(re.findall(r"^\S.*\b(narae_\w+)\(", header.read_text(), re.MULTILINE))
        assert declared <= set(re.findall(r"narae_\w+", generator.page(header))), header.name


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        if "://" not in link:
            assert (page.parent / link).exists(), link


def test_the_version_of_the_changes_is_that_of_the_header():
    header = (ROOT / "include/narae/version.h").read_text()
    version = ".".join(re.findall(r"#define NARAE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))
    assert re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[1] == version
