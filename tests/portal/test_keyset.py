"""Pages that remember where they end: nothing twice, nothing left out, both ways."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import RequestFactory

from portal.audit.models import AuditEntry
from portal.keyset import KeysetPage, keyset_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def entries() -> list[AuditEntry]:
    """Eleven rows; several share their moment, so that only the id tells them apart."""
    start = datetime(2026, 11, 2, tzinfo=UTC)
    return AuditEntry.objects.bulk_create(
        AuditEntry(action="test", object_label=str(n), at=start + timedelta(days=n // 3)) for n in range(11)
    )


def page(query: str, order: tuple[str, str] = ("at", "pk")) -> KeysetPage:
    request = RequestFactory().get(f"/{query}")
    return keyset_page(request, AuditEntry.objects.filter(action="test").order_by(*order), per_page=4)


def labels(found: KeysetPage) -> list[int]:
    return [int(row.object_label) for row in found.rows]


@pytest.mark.parametrize("order", [("at", "pk"), ("-at", "-pk")])
def test_forward_to_the_end_and_back_to_the_start(entries: list[AuditEntry], order: tuple[str, str]) -> None:
    there, back = [], []
    found = page("", order)
    assert not found.first and not found.previous
    there.append(labels(found))
    while found.next:
        found = page(found.next, order)
        there.append(labels(found))
    back.append(labels(found))
    while found.previous:
        found = page(found.previous, order)
        back.append(labels(found))
    expected = list(range(11)) if order[0] == "at" else list(range(10, -1, -1))
    assert [label for part in there for label in part] == expected
    assert [len(part) for part in there] == [4, 4, 3]
    assert back == there[::-1]


def test_links_keep_the_filters_and_nothing_of_the_old_place(entries: list[AuditEntry]) -> None:
    second = page(page("?state=all&q=a+b").next)
    assert second.first == "?state=all&q=a+b"
    assert second.previous.startswith("?state=all&q=a+b&before=")
    assert "after" not in second.previous


@pytest.mark.parametrize(
    "place",
    ["x", "~", "2026-11-02~x", "9999~1", "~~~", "2026-13-45T00:00~1", "2026-11-04T00:00~1", "2026-11-04~1"],
)
def test_an_invalid_position_shows_the_first_page(entries: list[AuditEntry], place: str) -> None:
    assert labels(page(f"?after={place}")) == [0, 1, 2, 3]


def test_before_the_first_rows_is_the_first_page(entries: list[AuditEntry]) -> None:
    found = page("?before=2026-11-02T00:00:00%2B00:00~1")
    assert labels(found) == [0, 1, 2, 3]


def test_past_the_end_leads_back(entries: list[AuditEntry]) -> None:
    found = page("?after=2030-01-01T00:00:00%2B00:00~1")
    assert not found.rows
    assert found.first == "?"


def test_no_rows_no_links() -> None:
    assert page("") == KeysetPage([], "", "", "")
