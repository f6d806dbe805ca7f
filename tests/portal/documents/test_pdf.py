"""The certificate as paper: complete, the same bytes each time, and deaf to what operators write."""

import hashlib
import io
from typing import Any

import pytest
from pyhanko.pdf_utils.reader import PdfFileReader

from portal.documents import pdf
from portal.documents.models import Document
from tests.factories import House, approved

pytestmark = pytest.mark.slow


@pytest.fixture
def snapshot(house: House) -> dict[str, Any]:
    decision = approved(house, conditions=[{"text": "Post the limits.", "due_on": None}])
    found: dict[str, Any] = Document.objects.get(submission=decision.submission).snapshot
    return found


def catalogue(data: bytes) -> Any:
    return PdfFileReader(io.BytesIO(data)).root


def test_the_same_snapshot_gives_the_same_bytes(snapshot: dict[str, Any]) -> None:
    first = pdf.render(snapshot)
    assert first == pdf.render(snapshot)
    assert first != pdf.render(snapshot | {"reference": "NZ-2026-4242"})


def test_it_is_tagged_has_a_language_and_says_which_standards_it_is_built_to(
    snapshot: dict[str, Any],
) -> None:
    data = pdf.render(snapshot)
    assert data.startswith(b"%PDF-1.7")
    root = catalogue(data)
    assert (root["/MarkInfo"]["/Marked"], root["/Lang"]) == (True, "en")
    said = root["/Metadata"].data
    assert b'pdfaid:part="3"' in said
    assert b'pdfuaid:part="1"' in said
    assert snapshot["reference"].encode() in said


def test_the_rule_set_is_attached_and_has_the_digest(snapshot: dict[str, Any]) -> None:
    root = catalogue(pdf.render(snapshot))
    names = root["/Names"]["/EmbeddedFiles"]["/Names"]
    name, file = names[0], names[1]
    assert name == f"{snapshot['reference']}-rule-set.json"
    assert hashlib.sha256(file["/EF"]["/F"].data).hexdigest() == snapshot["ruleset_digest"]
    assert len(root["/AF"]) == 1


@pytest.mark.parametrize(
    "nasty",
    [
        "<img src=file:///etc/passwd>",
        "<link rel=stylesheet href=http://127.0.0.1:9/x.css>",
        "<style>@import url(http://127.0.0.1:9/x)</style>",
        "</title><object data=file:///etc/hostname></object>",
        "{% include '/etc/passwd' %}{{ settings.SECRET_KEY }}",
    ],
)
def test_what_people_wrote_is_text(
    snapshot: dict[str, Any], nasty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    fetch = pdf.StaticFilesOnly.fetch

    def watch(self: Any, url: str, headers: Any = None) -> Any:
        opened.append(url)
        return fetch(self, url, headers)

    monkeypatch.setattr(pdf.StaticFilesOnly, "fetch", watch)
    wild = snapshot | {
        "operator": nasty,
        "property": nasty,
        "address": nasty,
        "conditions": [{"text": nasty, "due_on": None}],
        "chosen": [{"label": nasty, "value": nasty, "clause": nasty, "differs": True}],
    }
    assert pdf.render(wild).startswith(b"%PDF")
    assert opened
    assert all(url.startswith(pdf.ORIGIN) and "passwd" not in url for url in opened)


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "http://127.0.0.1/",
        "https://example.org/x.css",
        "data:text/css,body{}",
        "static://baize/../portal/settings.css",
        "static://baize/js/app.js",
        "static://elsewhere/pdf/certificate.css",
        "static://baize/pdf/none.css",
    ],
)
def test_the_fetcher_opens_our_static_files_only(url: str) -> None:
    with pytest.raises(ValueError, match=r"may not open|no static file"):
        pdf.StaticFilesOnly().fetch(url)


def test_the_fetcher_opens_those() -> None:
    assert pdf.StaticFilesOnly().fetch("static://baize/pdf/certificate.css").read().startswith(b"/*")


def test_long_rules_run_to_more_pages(snapshot: dict[str, Any]) -> None:
    rows = [
        {"label": f"Subject {n}", "value": f"{n} words " * 12, "clause": "4.1", "differs": False}
        for n in range(60)
    ]
    assert catalogue(pdf.render(snapshot | {"chosen": rows}))["/Pages"]["/Count"] > 1
    assert catalogue(pdf.render(snapshot))["/Pages"]["/Count"] == 1


@pytest.mark.parametrize(("where", "width"), [("nz", 595), ("md", 612)])
def test_paper_is_what_the_jurisdiction_prints_on(snapshot: dict[str, Any], where: str, width: int) -> None:
    page = catalogue(pdf.render(snapshot | {"jurisdiction": where}))["/Pages"]["/Kids"][0]
    assert int(page["/MediaBox"][2]) == width
