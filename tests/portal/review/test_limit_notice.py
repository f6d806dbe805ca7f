"""Limits changed by notice: where it is allowed, what it keeps, and what takes a variation instead."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Table
from portal.audit.models import AuditEntry
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.notices.models import Notice
from portal.register import selectors as register
from portal.register.models import Entry
from portal.review import limit_notices, workflow
from portal.review.models import LimitNotice
from portal.submissions.models import Submission
from tests.factories import House, approved, create_table, make_house, odds, present
from tests.portal.doors import fields, signed_in, text

pytestmark = pytest.mark.slow

VIG = {"collect": "placement", "rate": "1/20", "base": "wager"}
RULES = odds(3, "md-craps") | {
    "vig": {"buy": VIG, "lay": VIG},
    "limits": {"pass_line": {"min": "15", "max": "5000"}, "fire": {"min": "1", "max": "5"}},
}


@pytest.fixture
def maryland(db: None) -> House:
    return make_house("md", "md-craps")


@pytest.fixture
def held(maryland: House) -> Submission:
    found = approved(maryland, RULES).submission
    found.refresh_from_db()
    return found


@pytest.fixture
def table(maryland: House) -> Table:
    return create_table(property=maryland.property)


def give(house: House, held: Submission, table: Table, **changed: Any) -> LimitNotice:
    given: dict[str, Any] = {
        "actor": house.submitter,
        "reference": held.reference,
        "table_id": table.pk,
        "limits": {"pass_line": {"min": "25", "max": "5000"}},
        "takes_effect_at": timezone.now() + timedelta(hours=1),
        "posted": True,
    }
    [notice] = limit_notices.give(**(given | changed))
    return notice


def test_a_notice_is_recorded_and_notified_and_entered_in_the_log(
    maryland: House, held: Submission, table: Table
) -> None:
    published = Entry.objects.count()
    notice = give(maryland, held, table)
    assert notice.limits == {"pass_line": {"min": "25", "max": "5000"}}
    assert (notice.table, notice.given_by, notice.clause) == (table, maryland.submitter, "3/C")
    entry = AuditEntry.objects.get(action="limits.notice")
    assert present(entry.before)["limits"] == {"pass_line": {"min": "15", "max": "5000"}}
    assert Notice.objects.filter(user=maryland.officer, topic="limits").count() == 1
    assert Entry.objects.count() == published + 1
    entered = Entry.objects.latest("position")
    assert (entered.kind, entered.submission, entered.position) == ("limits", held, notice.log_position)
    assert entered.leaf["table"] == {"code": table.code, "label": table.label}
    assert entered.leaf["limits"] == notice.limits
    held.refresh_from_db()
    assert (held.state, present(held.current_version).ruleset["limits"]["pass_line"]["min"]) == (
        "in_force",
        "15",
    )


def test_limits_hold_at_that_table_from_that_moment(maryland: House, held: Submission, table: Table) -> None:
    other, now = create_table(property=maryland.property), timezone.now()
    give(maryland, held, table)
    give(maryland, held, table, limits={"fire": {}}, takes_effect_at=now + timedelta(hours=2))

    def least(where: Table, hours: int) -> str:
        return limit_notices.limits_at(held, where, now + timedelta(hours=hours))["pass_line"]["min"]

    assert (least(table, 0), least(table, 3), least(other, 3)) == ("15", "25", "15")
    assert "fire" not in limit_notices.limits_at(held, table, now + timedelta(hours=3))
    words = [notice.words for notice in limit_notices.notices_of(held)]
    assert words == [["Fire Bet: no limit stated"], ["Pass Bet: at least US$25, at most US$5,000"]]


def test_a_notice_about_the_whole_table_is_told_everywhere(
    maryland: House, held: Submission, table: Table, client: Client
) -> None:
    notice = give(maryland, held, table, limits={"table": {"min": "10", "max": "5000"}})
    assert notice.words == ["Limits of the whole table: at least US$10, at most US$5,000"]
    for person, address in (
        (maryland.submitter, f"/operator/submissions/{held.reference}/"),
        (maryland.officer, f"/regulator/cases/{held.reference}/"),
    ):
        assert notice.words[0] in text(signed_in(person).get(address))
    assert notice.words[0] in text(client.get(f"/register/property/{register.entry(held.reference).place}/"))


def test_the_casinos_page_says_what_is_posted(
    maryland: House, held: Submission, table: Table, client: Client
) -> None:
    address = f"/register/property/{register.entry(held.reference).place}/"
    assert "Limits changed by notice" not in text(client.get(address))  # and the page is kept
    notice = give(maryland, held, table, takes_effect_at=timezone.now() + timedelta(days=2))
    page = text(client.get(address))
    assert f"{table.label} Pass Bet: at least US$25, at most US$5,000 from" in page
    assert maryland.submitter.name not in page
    today = notice.given_at.astimezone(jurisdiction("md").zone).date()
    assert "Limits changed by notice" not in text(client.get(f"{address}?on={today}"))


def test_limits_the_check_has_something_against_take_a_variation(
    maryland: House, held: Submission, table: Table
) -> None:
    with pytest.raises(NotPossible) as refused:
        give(maryland, held, table, limits={"fire": {"min": "1", "max": "50"}})
    assert "vary" in refused.value.message
    assert refused.value.problems[0]["path"] == "limits.fire.max"
    assert not LimitNotice.objects.exists()


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"limits": {"pass_line": {"min": "fifteen"}}}, "limits.pass_line.min"),
        ({"limits": {"pass_line": {"min": "15", "max": "5000"}}}, "limits"),
        ({"posted": False}, "posted"),
        ({"takes_effect_at": timezone.now() - timedelta(days=1)}, "takes_effect_at"),
        ({"table_id": 999_999}, "table"),
    ],
)
def test_what_is_missing_or_wrong_is_named(
    maryland: House, held: Submission, table: Table, changed: dict[str, Any], field: str
) -> None:
    with pytest.raises(BadValue) as refused:
        give(maryland, held, table, **changed)
    assert refused.value.field == field


def test_not_at_another_casinos_table_nor_at_one_out_of_use(
    maryland: House, held: Submission, table: Table
) -> None:
    for wrong in (create_table(), create_table(property=maryland.property, active=False)):
        with pytest.raises(BadValue):
            give(maryland, held, wrong)


def test_only_the_operators_submitter(maryland: House, held: Submission, table: Table) -> None:
    with pytest.raises(NotFound):
        give(maryland, held, table, actor=maryland.outsider)
    for person in (maryland.viewer, maryland.officer):
        with pytest.raises(NotPermitted):
            give(maryland, held, table, actor=person)


def test_not_while_suspended(maryland: House, held: Submission, table: Table) -> None:
    workflow.suspend(actor=maryland.approver, reference=held.reference, reason="Signs missing.")
    with pytest.raises(NotPossible):
        give(maryland, held, table)


def test_not_where_the_jurisdiction_wants_an_approval(house: House) -> None:
    held = approved(house).submission
    with pytest.raises(NotPossible) as refused:
        give(house, held, create_table(property=house.property))
    assert "New Zealand" in refused.value.message
    held.refresh_from_db()
    assert not limit_notices.can_give(house.submitter, held)


# Notices that are still to come ---------------------------------------------------------------------------


def form_of(client: Client, held: Submission, table: Table) -> tuple[str, dict[str, str]]:
    """The form's address, and what a browser sends of it untouched."""
    address = f"/operator/submissions/{held.reference}/limits/"
    return address, fields(client.get(address, {"table": table.pk}), "notice-form") | {"posted": "on"}


def on_day(days: int) -> dict[str, str]:
    local = (timezone.now() + timedelta(days=days)).astimezone(jurisdiction("md").zone)
    return {"day": local.date().isoformat(), "time": "12:00"}


def at_noon(held: Submission, table: Table, days: int) -> limit_notices.Limits:
    local = (timezone.now() + timedelta(days=days)).astimezone(jurisdiction("md").zone)
    return limit_notices.limits_at(held, table, local.replace(hour=12, minute=1))


def test_a_second_notice_leaves_a_pending_one_as_it_is(
    maryland: House, held: Submission, table: Table
) -> None:
    give(maryland, held, table, takes_effect_at=timezone.now() + timedelta(days=2))
    client = signed_in(maryland.submitter)
    address, form = form_of(client, held, table)
    assert form["limits.pass_line.min"] == "15"  # what holds now
    assert client.post(address, form | on_day(5) | {"limits.field.max": "400"}).status_code == 302
    assert LimitNotice.objects.latest("pk").limits == {"field": {"max": "400"}}
    assert at_noon(held, table, 6)["pass_line"] == {"min": "25", "max": "5000"}


def test_the_form_shows_what_holds_on_the_chosen_day_with_what_is_typed(
    maryland: House, held: Submission, table: Table
) -> None:
    give(maryland, held, table, takes_effect_at=timezone.now() + timedelta(days=2))
    client = signed_in(maryland.submitter)
    address, form = form_of(client, held, table)
    answer = client.post(address, form | on_day(5) | {"limits.field.max": "400", "show": "yes"})
    assert answer.status_code == 200
    then = fields(answer, "notice-form")
    assert (then["limits.pass_line.min"], then["limits.field.max"]) == ("25", "400")
    assert client.post(address, then | {"posted": "on"}).status_code == 302
    assert at_noon(held, table, 6) == {
        "pass_line": {"min": "25", "max": "5000"},
        "fire": {"min": "1", "max": "5"},
        "field": {"max": "400"},
    }


def test_a_change_of_what_a_notice_not_shown_changes_is_asked_about_first(
    maryland: House, held: Submission, table: Table
) -> None:
    """Pending when the form was opened, or given by a colleague meanwhile."""
    client = signed_in(maryland.submitter)
    address, form = form_of(client, held, table)
    pending = give(maryland, held, table, takes_effect_at=timezone.now() + timedelta(days=2))
    answer = client.post(address, form | on_day(5) | {"limits.pass_line.max": "6000"})
    assert answer.status_code == 422
    assert "Another notice changes limits" in text(answer)
    assert LimitNotice.objects.latest("pk") == pending
    then = fields(answer, "notice-form")
    assert (then["limits.pass_line.min"], then["limits.pass_line.max"]) == ("25", "6000")
    assert client.post(address, then | {"posted": "on"}).status_code == 302
    assert at_noon(held, table, 6)["pass_line"] == {"min": "25", "max": "6000"}


def test_for_all_tables_each_keeps_what_it_had(maryland: House, held: Submission, table: Table) -> None:
    other = create_table(property=maryland.property)
    give(maryland, held, other, takes_effect_at=timezone.now() + timedelta(days=2))
    client = signed_in(maryland.submitter)
    address, form = form_of(client, held, table)
    answer = client.post(address, form | on_day(5) | {"table": "all", "limits.field.max": "400"})
    assert answer.status_code == 302
    least = [at_noon(held, where, 6)["pass_line"]["min"] for where in (table, other)]
    assert least == ["15", "25"]
