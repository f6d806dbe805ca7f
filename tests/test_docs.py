"""What the documents say stays true."""

import re
from pathlib import Path

import pytest

from craps import edition_ids, load_edition
from portal.demo.people import DEMO_PASSWORD
from scripts import interpretations

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_every_setting_is_documented() -> None:
    source = (ROOT / "portal" / "settings.py").read_text()
    asked = set(re.findall(r'env\.\w+\("([A-Z_]+)"', source)) - {"PORT"}  # PORT belongs to make run
    documented = (ROOT / "docs" / "production.md").read_text()
    assert {name for name in asked if f"`{name}`" not in documented} == set()


def test_the_readme_knows_the_demo_password() -> None:
    assert f"`{DEMO_PASSWORD}`" in (ROOT / "README.md").read_text()


def test_the_readme_leads_to_every_page_of_docs() -> None:
    text = (ROOT / "README.md").read_text()
    pages = [f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")]
    assert [page for page in pages if f"({page})" not in text] == []


def test_the_page_of_readings_is_that_of_the_editions() -> None:
    """`make interpretations` writes it."""
    page = (ROOT / "docs" / "interpretations.md").read_text()
    assert page == interpretations.document()
    for edition in map(load_edition, edition_ids()):
        assert f"## {edition.title}\n" in page


def test_files_named_in_contributing_exist() -> None:
    """Where a name holds a place, such as <edition>, the folder is there."""
    for named in re.findall(
        r"`((?:craps|portal|templates|tests|docs|scripts)/[^` ]*)`", DOCUMENTS[1].read_text()
    ):
        target = named.partition("<")[0].rpartition("/")[0] if "<" in named else named
        assert (ROOT / target).exists(), named


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_files_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", document.read_text()):
        if "://" not in target:
            assert (document.parent / target).exists(), target


def test_every_make_target_named_in_a_document_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for document in DOCUMENTS:
        named = set(re.findall(r"(?:`|^|\s)make ([a-z-]+)(?:`|\s)", document.read_text()))
        code = {name for name in named if f"`make {name}" in document.read_text()}
        assert code <= targets, f"{document.name}: {code - targets}"
