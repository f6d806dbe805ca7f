"""The trail as a page and as files: filters, pages that end where they end, and cells that stay text."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from portal.audit.models import AuditEntry
from portal.audit.services import record
from portal.pages.csv_download import escape_formula
from tests.factories import House, in_review
from tests.portal.doors import signed_in, text


@pytest.fixture
def officer(house: House) -> Client:
    return signed_in(house.officer)


def csv_response(client: Client, query: str = "") -> list[dict[str, str]]:
    answer: Any = client.get(f"/audit/trail.csv{query}")
    body = b"".join(answer.streaming_content).decode()
    assert body.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(body[1:])))


def objects(client: Client, query: str = "") -> list[dict[str, Any]]:
    answer: Any = client.get(f"/audit/trail.json{query}")
    assert answer["Content-Type"] == "application/json"
    found: list[dict[str, Any]] = json.loads(b"".join(answer.streaming_content))["entries"]
    return found


def shown(client: Client, query: str = "") -> list[AuditEntry]:
    return [row for row, _ in client.get(f"/audit/{query}").context["rows"]]


@pytest.mark.slow
def test_each_filter_narrows_page_and_files_alike(house: House, officer: Client) -> None:
    case = in_review(house)
    row = AuditEntry.objects.filter(action="submission.claim").latest("pk")
    AuditEntry.objects.create(
        action="test.old", jurisdiction="nz", at="2001-02-03T04:05:06Z", request_id="req-1"
    )
    today = timezone.localdate()
    for query, wanted in (
        ("?action=submission.claim", {"submission.claim"}),
        (f"?thing={case.reference}&action=submission.submit", {"submission.submit"}),
        (f"?person={house.officer.email}&action=submission.claim", {row.action}),
        ("?since=2001-02-01&until=2001-02-28", {"test.old"}),
        ("?request_id=req-1", {"test.old"}),
    ):
        assert {entry.action for entry in shown(officer, query)} == wanted, query
        assert {entry["action"] for entry in csv_response(officer, query)} == wanted
        assert {entry["action"] for entry in objects(officer, query)} == wanted
    assert "test.old" not in {entry.action for entry in shown(officer, f"?since={today.year}-01-01")}
    assert "No entry matches" in text(officer.get("/audit/?action=nothing"))


def test_an_invalid_day_is_reported_beside_its_field(officer: Client) -> None:
    answer = officer.get("/audit/?since=0001-13-99")
    assert answer.status_code == 422 and "such as 2026-11-30" in text(answer)
    assert officer.get("/audit/trail.csv?until=9999-99-99").status_code == 409


def test_pages_neither_repeat_nor_skip(house: House, officer: Client) -> None:
    made = [record(actor=house.officer, action="test.many", label=str(n)).pk for n in range(120)]
    seen: list[int] = []
    query = "?action=test.many"
    while query:
        answer = officer.get(f"/audit/{query}")
        seen += [row.pk for row, _ in answer.context["rows"]]
        record(actor=house.officer, action="test.many", label="meanwhile")
        last, query = answer.context["newer"], answer.context["older"]
    assert seen == made[::-1]
    back = officer.get(f"/audit/{last}")
    assert [row.pk for row, _ in back.context["rows"]] == made[::-1][50:100]


def test_the_cost_of_a_page_does_not_grow_with_its_rows(
    house: House, officer: Client, django_assert_max_num_queries: Any
) -> None:
    for n in range(60):
        record(actor=house.officer, action="test.many", obj=house.property, label=str(n))
    with django_assert_max_num_queries(12):
        officer.get("/audit/")


@pytest.mark.parametrize("opening", ["=", "+", "-", "@", "\t", "\r", "\n", " =", "  @"])
def test_no_cell_opens_a_formula(house: House, officer: Client, opening: str) -> None:
    evil = f"{opening}cmd|' /C calc'!A0"
    record(actor=house.officer, action="test.evil", label=evil, after={"x": evil})
    [row] = csv_response(officer, "?action=test.evil")
    assert row["object"] == f"'{evil}".replace("\r", "\n") or row["object"] == f"'{evil}"
    assert not any(cell and cell.lstrip()[:1] in "=+-@" for cell in row.values())


def test_plain_cells_stay_as_they_are() -> None:
    assert [escape_formula(v) for v in ("MD-2026-0042", "7 to 6", "", None, 12, "a=b")] == [
        "MD-2026-0042", "7 to 6", "", "", "12", "a=b",
    ]  # fmt: skip


def test_before_and_after_are_readable(house: House, officer: Client) -> None:
    record(
        actor=house.officer,
        action="test.act",
        before={"due_on": None, "ok": False},
        after={"due_on": "2026-12-01", "ok": True},
    )
    page = text(officer.get("/audit/?action=test.act"))
    assert "due on 2026-12-01" in page and "ok no → yes" in page
    [row] = objects(officer, "?action=test.act")
    assert row["before"] == {"due_on": None, "ok": False}


def test_files_hold_what_the_reader_may_see_and_no_more(house: House, officer: Client) -> None:
    record(actor=house.submitter, action="draft.save", obj=house.property)
    record(actor=house.foreign_officer, action="submission.claim", jurisdiction="sg", label="elsewhere")
    seen = {row["action"] for row in objects(officer)}
    assert "draft.save" not in seen
    assert "elsewhere" not in {row["object"] for row in objects(officer)}
    assert signed_in(house.submitter).get("/audit/trail.csv").status_code == 403


def test_an_operators_administrator_reads_its_own_peoples_acts(house: House) -> None:
    record(actor=house.submitter, action="draft.save", obj=house.property)
    record(actor=house.officer, action="review.note", obj=house.property)
    admin = signed_in(house.operator_admin)
    assert {row.action for row in shown(admin)} == {"draft.save", "sign_in"}
    assert {row["action"] for row in objects(admin)} >= {"draft.save"}
    assert "review.note" not in {row["action"] for row in csv_response(admin)}
    home = admin.get("/operator/")
    assert '<a href="/audit/"' in home.content.decode()
    assert "NZDT" in text(admin.get("/audit/")) or "NZST" in text(admin.get("/audit/"))


def test_a_site_administrator_reads_everything(house: House) -> None:
    record(actor=house.submitter, action="draft.save", obj=house.property)
    record(actor=house.foreign_officer, action="submission.claim", jurisdiction="sg", label="elsewhere")
    keeper = signed_in(house.site_admin)
    assert {"draft.save", "submission.claim"} <= {row.action for row in shown(keeper)}
    assert '<a href="/audit/"' in keeper.get("/account/").content.decode()


def test_who_may_not_read_it_is_told_which_role_it_takes(house: House) -> None:
    answer = signed_in(house.submitter).get("/audit/")
    assert answer.status_code == 403 and "operator administrator" in text(answer)
    assert '<a href="/audit/"' not in signed_in(house.submitter).get("/operator/").content.decode()


def test_taking_it_away_is_written_down(house: House, officer: Client) -> None:
    csv_response(officer, "?action=submission.claim")
    row = AuditEntry.objects.filter(action="audit.export").latest("pk")
    assert (row.actor, row.after) == (house.officer, {"form": "CSV", "action": "submission.claim"})
