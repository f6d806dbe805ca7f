"""The public page of a gaming table: what is in force there, its limits, and its sign."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Table
from portal.accounts.services import set_table_active
from portal.public.game_tables import game_table
from portal.review import limit_notices, workflow
from portal.submissions.models import CoveredTable, Submission
from tests.factories import House, approved, create_table, make_house, odds
from tests.portal.doors import text
from tests.portal.review.test_limit_notice import RULES, give

pytestmark = pytest.mark.slow


@pytest.fixture
def maryland(db: None) -> House:
    return make_house("md", "md-craps")


@pytest.fixture
def table(maryland: House) -> Table:
    return create_table(property=maryland.property, label="C-101")


@pytest.fixture
def held(maryland: House, table: Table) -> Submission:
    submission = approved(maryland, RULES).submission
    submission.refresh_from_db()
    return submission


def shown(client: Client, table: Table, query: str = "", status: int = 200) -> str:
    response = client.get(f"/t/{table.code}/{query}")
    assert response.status_code == status
    return text(response)


def test_the_page_says_what_is_in_force(client: Client, held: Submission, table: Table) -> None:
    said = shown(client, table)
    assert "C-101" in said
    assert "Rules in force" in said
    assert "Craps may be played at this table." in said
    assert f"{held.reference} , in force since" in said
    assert "At least US$15, at most US$5,000 as approved" in said
    assert "Every bet: what it pays and what it costs" in said
    assert f"/try/{table.code}/" in client.get(f"/t/{table.code}/").content.decode()


def test_limits_by_notice_from_their_moment_on(
    client: Client, maryland: House, held: Submission, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = create_table(property=maryland.property, label="C-102")
    notice = give(maryland, held, table)
    before = shown(client, table)
    assert "At least US$15, at most US$5,000 as approved" in before
    assert "by notice: Pass Bet: at least US$25, at most US$5,000" in before  # announced
    later = notice.takes_effect_at + timedelta(minutes=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    now = shown(client, table)
    assert "At least US$25, at most US$5,000 by notice since" in now
    assert "At least US$1, at most US$5" in now  # the fire bet, as approved
    assert "US$25" not in shown(client, other)
    assert game_table(table.code).ruleset.own_limits("pass_line").min == 25
    assert game_table(held.reference).ruleset.own_limits("pass_line").min == 15


def test_a_past_day(client: Client, held: Submission, table: Table, maryland: House) -> None:
    today = jurisdiction("md").today()
    start = today - timedelta(days=10)
    Submission.objects.filter(pk=held.pk).update(in_force_from=start)
    CoveredTable.objects.filter(submission=held).update(in_force_from=start)
    workflow.suspend(actor=maryland.approver, reference=held.reference, reason="No sign.")
    assert "Suspended" in shown(client, table)
    assert "may not be played at this table" in shown(client, table)
    yesterday = shown(client, table, f"?on={today - timedelta(days=1)}")
    assert "Rules were in force" in yesterday
    assert "Try this table" not in yesterday
    before = shown(client, table, f"?on={start - timedelta(days=1)}")
    assert "No approval was in force at this table on that day." in before
    assert "Choose today or an earlier day." in shown(client, table, "?on=2999-01-01", status=400)


def test_two_tables_under_two_approvals(
    client: Client, held: Submission, table: Table, maryland: House
) -> None:
    other = create_table(property=maryland.property, label="C-102")
    second = approved(maryland, RULES | odds(10, "md-craps"), other).submission
    assert f"{held.reference} , in force since" in shown(client, table)
    assert f"{second.reference} , in force since" in shown(client, other)
    workflow.suspend(actor=maryland.approver, reference=second.reference, reason="No sign.")
    assert "Suspended" in shown(client, other)
    assert "Rules in force" in shown(client, table)


def test_suspended_at_one_table_only(client: Client, held: Submission, table: Table, maryland: House) -> None:
    other = create_table(property=maryland.property, label="C-102")
    workflow.suspend(actor=maryland.approver, reference=held.reference, reason="Worn.", tables=["C-102"])
    assert f"{held.reference} , suspended since" in shown(client, other)
    assert "Rules in force" in shown(client, table)
    today = jurisdiction("md").today()
    assert "Suspended" in shown(client, other, f"?on={today}")
    assert "Rules were in force" in shown(client, table, f"?on={today}")


def test_nothing_in_force_and_out_of_use(
    client: Client, held: Submission, table: Table, maryland: House
) -> None:
    set_table_active(actor=maryland.operator_admin, table_id=table.pk, active=False)
    out = shown(client, table)
    assert "Out of use" in out
    assert client.get(f"/try/{table.code}/").status_code == 404
    set_table_active(actor=maryland.operator_admin, table_id=table.pk, active=True)
    assert "Rules in force" in shown(client, table)  # at once, not when the cache is next emptied
    workflow.surrender(actor=maryland.submitter, reference=held.reference, reason="We close.")
    gone = shown(client, table)
    assert "No approval is in force at this table today. Craps may not be played." in gone
    assert "Limits now" not in gone


def test_a_game_without_approval_says_so(client: Client, held: Submission, maryland: House) -> None:
    other = create_table(property=maryland.property, label="M-1", game="mini-craps")
    said = shown(client, other)
    assert "No rules in force" in said
    assert "M-1" not in text(client.get(f"/register/property/{maryland.property.place.slug}/"))


def test_unknown_codes(client: Client, held: Submission, table: Table) -> None:
    missing = client.get("/t/zzzzzzzz/")
    assert missing.status_code == 404
    assert "The register has no table zzzzzzzz" in text(missing)
    elsewhere = create_table()  # nothing was ever approved at its casino
    assert client.get(f"/t/{elsewhere.code}/").status_code == 404
    moved = client.get(f"/t/{table.code.upper()}/")
    if table.code.upper() != table.code:
        assert moved.status_code == 301
        assert moved["Location"] == f"/t/{table.code}/"


def test_limits_in_words_have_one_row_for_equal_limits(held: Submission, table: Table) -> None:
    rows = limit_notices.posted_limits(held, table, timezone.now())
    assert [(row.names, row.words, row.notice) for row in rows] == [
        ("Pass Bet", "at least US$15, at most US$5,000", None),
        ("Fire Bet", "at least US$1, at most US$5, in steps of US$1", None),
    ]
