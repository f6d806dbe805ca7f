"""A person's calendar: what is in it, how it follows changes, and who can read it."""

from __future__ import annotations

import logging
from datetime import date, timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from portal.accounts import closing, machines, tokens
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.audit.models import AuditEntry
from portal.calendars import selectors
from portal.calendars import services as calendars
from portal.calendars.models import Entry, Feed
from portal.demo.clock import freeze_time
from portal.errors import NotPermitted, NotPossible
from portal.middleware import HideSecretsFilter
from portal.review import conditions, limit_notices, queue_actions, workflow
from portal.submissions.models import Submission
from tests.factories import (
    PASSWORD,
    House,
    approved,
    close_account,
    create_table,
    digest,
    in_review,
    make_house,
    odds,
    submitted,
)
from tests.portal.calendars.test_ics import parsed
from tests.portal.doors import signed_in, text

pytestmark = pytest.mark.slow


def today() -> date:
    return jurisdiction("nz").today()


def feed(actor: User, *, own_cases_only: bool = False) -> str:
    """Switches the feed on; its path."""
    _, secret = calendars.make_address(actor=actor, own_cases_only=own_cases_only)
    return f"/calendar/{secret}.ics"


def events(path: str) -> dict[str, dict[str, object]]:
    """What another program reads there, by what it is about."""
    answer = Client().get(path)
    assert answer.status_code == 200, answer
    found = {}
    for event in parsed(answer.content).walk("VEVENT"):
        found[str(event["UID"]).partition("@")[0]] = {
            "day": event["DTSTART"].dt,
            "summary": str(event["SUMMARY"]),
            "status": str(event["STATUS"]),
            "sequence": int(event["SEQUENCE"]),
            "changed": event["LAST-MODIFIED"].dt,
            "url": str(event["URL"]),
        }
    return found


def asked(house: House, days: int = 10) -> Submission:
    made = in_review(house)
    due = today() + timedelta(days=days)
    return workflow.open_query(actor=house.officer, reference=made.reference, text="Why?", due_on=due)


def test_an_officer_sees_cases_questions_conditions_and_ends(house: House) -> None:
    mine, free, query = in_review(house), submitted(house), asked(house)
    due, end = today() + timedelta(days=30), today() + timedelta(days=90)
    decision = approved(house, conditions=[{"text": "Post a sign.", "due_on": due}], ends_on=end)
    found = events(feed(house.officer))
    mine.refresh_from_db()
    kinds = {
        f"case-{mine.pk}": ("decision due (assigned to you)", mine.due_on),
        f"case-{free.pk}": ("decision due (unassigned)", free.due_on),
        f"query-{query.queries.get().pk}": ("answer due from the operator", query.queries.get().due_on),
        f"condition-{decision.conditions.get().pk}": ("condition due", due),
        f"end-{decision.submission_id}": ("last day of the approval", end),
    }
    assert set(found) == set(kinds)
    for uid, (what, day) in kinds.items():
        assert what in str(found[uid]["summary"])
        assert found[uid]["day"] == day
    assert str(found[f"case-{mine.pk}"]["url"]).endswith(f"/regulator/cases/{mine.reference}/")
    own = events(feed(house.officer, own_cases_only=True))
    live = {uid for uid, event in own.items() if event["status"] == "CONFIRMED"}
    assert live == set(kinds) - {f"case-{free.pk}"}


def test_an_operator_sees_what_it_has_to_do(house: House) -> None:
    submitted(house)
    query = asked(house).queries.get()
    found = events(feed(house.viewer))
    assert set(found) == {f"query-{query.pk}"}
    assert "answer the regulator’s question" in str(found[f"query-{query.pk}"]["summary"])
    assert events(feed(house.outsider)) == {}


def test_new_limits_are_on_the_day_of_the_jurisdiction(db: None) -> None:
    house = make_house("md", "md-craps")
    table = create_table(property=house.property)
    decision = approved(house, odds(3, "md-craps"))
    moment = timezone.now() + timedelta(days=3)
    [notice] = limit_notices.give(
        actor=house.submitter,
        reference=decision.submission.reference,
        table_id=table.pk,
        limits={"pass_line": {"min": "25", "max": "500"}},
        takes_effect_at=moment,
        posted=True,
    )
    found = events(feed(house.submitter))[f"limits-{notice.pk}"]
    assert found["day"] == jurisdiction("md").today(moment)
    assert table.label in str(found["summary"])
    assert events(feed(house.officer)) == {}


def test_what_moves_and_what_is_over_follows(house: House) -> None:
    made = in_review(house)
    path, uid = feed(house.officer), f"case-{made.pk}"
    first = events(path)[uid]
    assert events(path)[uid] == first
    Submission.objects.filter(pk=made.pk).update(due_on=today() + timedelta(days=3))
    with freeze_time(timezone.now() + timedelta(hours=1)):
        moved = events(path)[uid]
    assert (moved["day"], moved["sequence"]) == (today() + timedelta(days=3), 1)
    assert moved["changed"] > first["changed"]  # type: ignore[operator]  # both are times
    workflow.return_for_amendment(
        actor=house.officer, reference=made.reference, digest=digest(made), reason="Amend."
    )
    over = events(path)[uid]
    assert (over["status"], over["sequence"], over["day"]) == ("CANCELLED", 2, moved["day"])
    with freeze_time(timezone.now() + timedelta(days=61)):
        assert uid not in events(path)
    with freeze_time(timezone.now() + timedelta(days=500)):
        events(path)
    assert not Entry.objects.filter(uid=uid).exists()


def test_a_condition_that_is_open_again_comes_back_with_a_higher_number(house: House) -> None:
    due = today() + timedelta(days=30)
    condition = approved(house, conditions=[{"text": "Post a sign.", "due_on": due}]).conditions.get()
    path, uid = feed(house.submitter), f"condition-{condition.pk}"
    assert events(path)[uid]["status"] == "CONFIRMED"
    conditions.meet_condition(actor=house.officer, condition_id=condition.pk, note="Seen.")
    assert events(path)[uid]["status"] == "CANCELLED"
    conditions.reopen_condition(actor=house.officer, condition_id=condition.pk, note="Gone again.")
    again = events(path)[uid]
    assert (again["status"], again["sequence"]) == ("CONFIRMED", 2)


def test_a_program_that_has_it_already_gets_304(house: House) -> None:
    asked(house)
    path = feed(house.officer)
    first = Client().get(path)
    assert first["Content-Type"] == "text/calendar; charset=utf-8"
    assert first["Cache-Control"] == "private, no-cache"
    again = Client().get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    submitted(house)
    assert Client().get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_no_names_of_people_and_nothing_of_others(house: House) -> None:
    made = submitted(house)
    queue_actions.assign(
        actor=house.regulator_admin, reference=made.reference, assignee_id=house.officer_and_approver.pk
    )
    asked(house)
    for reader in (house.officer, house.submitter):
        content = Client().get(feed(reader)).content.decode().replace("\r\n ", "")
        for person in User.objects.all():
            assert person.name not in content
            assert person.email not in content
        assert "Why?" not in content
    assert events(feed(house.foreign_officer)) == {}
    draft_of_others = selectors.days(house.outsider)
    assert draft_of_others == []


def test_the_address_ends_with_access_renewal_and_switching_off(house: House) -> None:
    asked(house)
    first = feed(house.officer)
    second = feed(house.officer)
    assert Client().get(first).status_code == 404
    assert Client().get(second).status_code == 200
    close_account(house.officer, house.regulator_admin)
    assert Client().get(second).status_code == 404
    closing.reactivate_user(actor=house.regulator_admin, user_id=house.officer.pk)
    assert Client().get(second).status_code == 404  # what has ended does not come back
    third = feed(house.officer)
    assert Client().get(third).status_code == 200
    calendars.switch_off(actor=house.officer)
    calendars.switch_off(actor=house.officer)
    assert Client().get(third).status_code == 404
    actions = AuditEntry.objects.filter(action__startswith="calendar.").order_by("pk")
    assert list(actions.values_list("action", flat=True)) == [
        "calendar.create",
        "calendar.renew",
        "calendar.create",
        "calendar.switch_off",
    ]


def test_the_secret_is_stored_nowhere(house: House) -> None:
    path = feed(house.officer)
    secret = path.removeprefix("/calendar/").removesuffix(".ics")
    assert len(secret) == 43
    row = Feed.objects.get()
    assert secret not in row.secret_hash
    assert not any(secret in str(entry.after) + str(entry.before) for entry in AuditEntry.objects.all())


def test_guessing_gets_404_and_is_slowed_down(house: House) -> None:
    real = feed(house.officer)
    answers = [Client().get(f"/calendar/guess-{n}.ics").status_code for n in range(25)]
    assert answers == [404] * 20 + [429] * 5
    assert Client().get(real).status_code == 200
    assert Client().post(real).status_code == 405


def test_log_lines_do_not_have_the_secret(house: House, caplog: pytest.LogCaptureFixture) -> None:
    path = feed(house.officer)
    calendars.switch_off(actor=house.officer)
    with caplog.at_level(logging.DEBUG):
        Client().get(path)
        Client().get("/invitation/abcdef/")
        Client().get("/nowhere/")
    lines = []
    for record in caplog.records:
        HideSecretsFilter().filter(record)
        lines.append(record.getMessage())
    logged = "\n".join(lines)
    assert "/calendar/[hidden]" in logged
    assert path not in logged and "abcdef" not in logged
    assert "/nowhere/" in logged


def test_only_people_have_a_calendar(house: House) -> None:
    bot = machines.create_machine(actor=house.operator_admin, name="Bot", roles=["operator_viewer"])
    with pytest.raises(NotPermitted):
        calendars.make_address(actor=bot)
    _, raw = tokens.create(actor=house.officer, name="A program", scopes=["read"], days=5)
    found = tokens.authenticate(raw)
    assert found is not None
    with pytest.raises(NotPermitted):
        calendars.make_address(actor=found[0])
    with pytest.raises(NotPossible):
        calendars.make_address(actor=house.site_admin)


def test_the_pages_make_renew_and_switch_off(house: House) -> None:
    client = signed_in(house.officer)
    assert "Your calendar feed is off." in text(client.get("/account/calendar/"))
    wrong = client.post("/account/calendar/new/", {"password": "not it"})
    assert (wrong.status_code, Feed.objects.exists()) == (422, False)
    made = client.post("/account/calendar/new/", {"password": PASSWORD, "own_cases_only": "on"})
    assert made.status_code == 201
    path = made.context["address"].removeprefix(settings.SITE_URL)
    assert Client().get(path).status_code == 200
    page = text(client.get("/account/calendar/"))
    assert "Only those assigned to you" in page and path not in page
    client.post("/account/calendar/off/")
    assert Client().get(path).status_code == 404
    operator = signed_in(house.viewer)
    assert "Only cases that are assigned" not in text(operator.get("/account/calendar/new/"))
