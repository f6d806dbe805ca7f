"""The PDF of a book: asked for once, made by the worker, kept and handed out by its hash."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.files.storage import storages
from django.test import Client

from craps.rulebook import book_ids, clause_ids
from portal.public import rulebook, rulebook_pdf, tasks
from tests.factories import House
from tests.portal.doors import text

pytestmark = pytest.mark.slow

BOOK = "/rulebook/bc-red-dog/book.pdf"


@pytest.fixture(autouse=True)
def nothing_kept(db: None) -> None:
    cache.clear()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The books that the worker was asked for."""
    found: list[str] = []
    monkeypatch.setattr(rulebook_pdf, "queue_on_commit", lambda task, book_id: found.append(book_id))
    return found


def test_the_first_request_asks_the_worker_once_and_says_so(
    house: House, client: Client, asked: list[str]
) -> None:
    for _ in range(3):
        answer = client.get(BOOK)
        assert answer.status_code == 202
    assert asked == ["bc-red-dog"]
    assert "The PDF is being prepared" in text(answer)
    part = client.get(BOOK, headers={"hx-request": "true"}).content.decode()
    assert 'hx-trigger="every 2s"' in part
    assert "<html" not in part


@pytest.mark.slow
def test_a_finished_book_is_served_and_an_altered_one_never(
    house: House, client: Client, asked: list[str]
) -> None:
    tasks.make_book("bc-red-dog")
    answer = client.get(BOOK)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-")
    assert client.get(BOOK, headers={"if-none-match": answer["ETag"]}).status_code == 304
    assert "Open the PDF" in client.get(BOOK, headers={"hx-request": "true"}).content.decode()
    assert asked == []
    name = rulebook_pdf._name(rulebook_pdf.html_of(rulebook.volume("bc-red-dog")))
    Path(storages["default"].path(name)).write_bytes(b"%PDF-1.7 altered")
    assert client.get(BOOK).status_code == 202
    assert asked == ["bc-red-dog"]


def test_a_book_withdrawn_meanwhile_is_not_made(house: House) -> None:
    tasks.make_book("atlantis")


@pytest.mark.parametrize("book_id", book_ids())
def test_paper_has_every_clause_and_no_link_that_leads_nowhere(house: House, book_id: str) -> None:
    html = rulebook_pdf.html_of(rulebook.volume(book_id))
    ids = set(re.findall(r' id="([^"]+)"', html))
    assert ids == set(clause_ids(book_id))
    links = re.findall(r'href="([^"]+)"', html)
    assert {link[1:] for link in links if link.startswith("#")} <= ids
    assert all(link.startswith(("#", "http://127.0.0.1:8000/glossary/#", "static://")) for link in links)


def test_there_is_none_of_an_unknown_book(house: House, client: Client) -> None:
    assert client.get("/rulebook/atlantis/book.pdf").status_code == 404
