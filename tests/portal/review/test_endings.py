"""How approvals end: notices of intent, revocation and surrender on a later day."""

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Table
from portal.audit.models import AuditEntry
from portal.demo.clock import freeze_time
from portal.documents.models import Document
from portal.documents.selectors import documents_at_table, public_document, public_documents
from portal.documents.verification import verify_reference
from portal.errors import BadValue, NotPermitted, NotPossible
from portal.notices.models import Notice
from portal.register.models import Entry
from portal.register.selectors import ends_as, entries, entry, stamp
from portal.review import reminders, workflow
from portal.review.endings import ends_of, notices_of
from portal.review.table_rules import rules_at
from portal.review.tasks import keep_dates
from portal.submissions.models import Coverage, State, Submission
from tests.factories import House, approved, create_table, odds

NOON = datetime(2026, 6, 1, 12, tzinfo=ZoneInfo("Pacific/Auckland"))


def today() -> date:
    return jurisdiction("nz").today()


def on(days: int) -> Any:
    return freeze_time(NOON + timedelta(days=days))


def act(name: str, actor: Any, case: Submission, **given: Any) -> None:
    getattr(workflow, name)(actor=actor, reference=case.reference, **given)
    case.refresh_from_db()


def give_notice(house: House, case: Submission, **given: Any) -> None:
    due = today() + timedelta(days=7)
    act("give_notice_of_intent", house.officer, case, **{"reason": "Odd dice.", "due_on": due} | given)


def outcomes(case: Submission) -> list[str]:
    return list(
        Entry.objects.filter(submission=case, kind="decision")
        .order_by("position")
        .values_list("outcome", flat=True)
    )


def letter(kind: str) -> dict[str, Any]:
    snapshot: dict[str, Any] = Document.objects.filter(kind=kind).latest("pk").snapshot
    return snapshot


# -- notices of intent --------------------------------------------------------------------------------------


def test_a_revocation_without_a_notice_says_why_it_cannot_wait(house: House) -> None:
    case = approved(house).submission
    with pytest.raises(BadValue, match="No notice of intent") as refused:
        act("revoke", house.approver, case, reason="Loaded dice.")
    assert refused.value.field == "urgency"
    act("revoke", house.approver, case, reason="Loaded dice.", urgency="Players lose money.")
    assert (letter("revocation")["text"], letter("revocation")["urgency"]) == (
        "Loaded dice.",
        "Players lose money.",
    )
    assert "Players lose money." in case.moves.latest("pk").reason


def test_the_operator_replies_and_the_approver_revokes(house: House) -> None:
    case = approved(house).submission
    give_notice(house, case)
    assert case.state == State.IN_FORCE
    assert letter("intent")["due_on"] == (today() + timedelta(days=7)).isoformat()
    told = Notice.objects.filter(user=house.submitter).latest("pk").text
    assert "intends to revoke" in told and "reply until" in told
    with pytest.raises(NotPermitted):
        act("reply_to_notice", house.viewer, case, text="No.")
    act("reply_to_notice", house.submitter, case, text="They are new.")
    with pytest.raises(NotPossible, match="already"):
        act("reply_to_notice", house.submitter, case, text="Once more.")
    assert Notice.objects.filter(user=house.approver, text__contains="replied").exists()
    act("revoke", house.approver, case, reason="They are not.")
    assert letter("revocation")["notice"]["replied_on"] == today().isoformat()
    assert "urgency" not in letter("revocation")
    [notice] = notices_of(case)
    assert notice.concluded_at and not notice.is_open


def test_before_the_day_is_over_a_silent_operator_can_only_be_revoked_urgently(house: House) -> None:
    with on(0):
        case = approved(house).submission
        give_notice(house, case)
    with on(7), pytest.raises(BadValue, match="can reply until"):
        act("revoke", house.approver, case, reason="Loaded dice.")
    with on(8):
        assert reminders.remind() == 1
        act("revoke", house.approver, case, reason="Loaded dice.")
    assert letter("revocation")["notice"]["replied_on"] == ""


def test_a_notice_about_one_table_does_not_cover_the_others(house: House) -> None:
    first, second = (create_table(property=house.property, label=label) for label in ("C-1", "C-2"))
    case = approved(house).submission
    give_notice(house, case, tables=["C-1"])
    act("reply_to_notice", house.submitter, case, text="So.")
    with pytest.raises(BadValue, match="about C-1 only"):
        act("revoke", house.approver, case, reason="Loaded dice.")
    act("revoke", house.approver, case, reason="Loaded dice.", tables=["C-1"])
    assert (case.state, case.covered.get(table=first).state) == (State.IN_FORCE, Coverage.ENDED)
    assert case.covered.get(table=second).state == Coverage.IN_FORCE


def test_a_notice_can_be_withdrawn_and_another_given(house: House) -> None:
    case = approved(house).submission
    give_notice(house, case)
    with pytest.raises(NotPossible, match="open already"):
        give_notice(house, case)
    with pytest.raises(NotPermitted):
        act("withdraw_notice", house.submitter, case, reason="Please.")
    act("withdraw_notice", house.officer, case, reason="The dice were in order.")
    with pytest.raises(NotPossible, match="no open notice"):
        act("reply_to_notice", house.submitter, case, text="So.")
    give_notice(house, case)
    assert [document.occasion for document in Document.objects.filter(kind="intent").order_by("pk")] == [
        "",
        "2",
    ]
    assert AuditEntry.objects.filter(action="submission.withdraw_notice").exists()
    assert outcomes(case) == ["approved"]  # nothing of it is public


def test_the_operator_gets_at_least_a_day(house: House) -> None:
    case = approved(house).submission
    with pytest.raises(BadValue, match="at least until tomorrow"):
        give_notice(house, case, due_on=today())
    with pytest.raises(NotPermitted):
        act("give_notice_of_intent", house.submitter, case, reason="x", due_on=today() + timedelta(days=3))


# -- ends on a later day ------------------------------------------------------------------------------------


def test_a_surrender_takes_effect_after_its_last_day(house: House) -> None:
    table = create_table(property=house.property)
    with on(0):
        case = approved(house).submission
        act("plan_surrender", house.submitter, case, reason="We close.", last_day=today() + timedelta(days=5))
        last = today() + timedelta(days=5)
        assert (case.state, case.in_force_to) == (State.IN_FORCE, last)
        assert rules_at(table).coverage.in_force_to == last  # type: ignore[union-attr]  # it holds
        assert ends_as(entry(case.reference)) == "surrendered"
        keep_dates()
        assert outcomes(case) == ["approved", "surrender_declared"]
    with on(5):
        keep_dates()
        case.refresh_from_db()
        assert case.state == State.IN_FORCE
        assert rules_at(table).may_run
    with on(9):  # Baize was stopped for days
        assert not rules_at(table).may_run and rules_at(table).approval is None
        keep_dates()
        case.refresh_from_db()
        assert (case.state, case.in_force_to) == (State.SURRENDERED, last)
        assert rules_at(table, last).may_run
        assert not rules_at(table, last + timedelta(days=1)).may_run
        assert list(entries(on=last)) and not list(entries(on=last + timedelta(days=1)))
        move = case.moves.latest("pk")
        assert (move.name, move.actor, move.reason) == ("surrender_takes_effect", None, "We close.")
        keep_dates()
    assert outcomes(case) == ["approved", "surrender_declared", "surrendered"]
    assert not ends_of(case)


def test_it_ends_at_midnight_of_the_jurisdiction(house: House) -> None:
    with on(0):
        case = approved(house).submission
        act("plan_surrender", house.submitter, case, reason="We close.", last_day=today())
    zone = ZoneInfo("Pacific/Auckland")
    for moment, state in (
        (datetime(2026, 6, 1, 23, 59, tzinfo=zone), State.IN_FORCE),
        (datetime(2026, 6, 2, 0, 1, tzinfo=zone), State.SURRENDERED),
    ):
        with freeze_time(moment):
            keep_dates()
            case.refresh_from_db()
            assert case.state == state


def test_a_surrender_is_taken_back_before_its_day(house: House) -> None:
    with on(0):
        case = approved(house, ends_on=today() + timedelta(days=90)).submission
        given = case.in_force_to
        act("plan_surrender", house.submitter, case, reason="We close.", last_day=today() + timedelta(days=5))
        with pytest.raises(NotPossible, match="already"):
            act("plan_surrender", house.submitter, case, reason="We close.", last_day=today())
        with pytest.raises(NotPermitted):
            act("take_back_surrender", house.viewer, case)
        act("take_back_surrender", house.submitter, case)
    assert (case.in_force_to, {row.in_force_to for row in case.covered.all()} <= {given}) == (given, True)
    with on(9):
        keep_dates()
        case.refresh_from_db()
    assert case.state == State.IN_FORCE
    assert outcomes(case) == ["approved", "surrender_declared", "surrender_taken_back"]


def test_a_day_that_has_passed_cannot_be_taken_back(house: House) -> None:
    with on(0):
        case = approved(house).submission
        act("plan_surrender", house.submitter, case, reason="We close.", last_day=today())
    with on(1), pytest.raises(NotPossible, match="has passed"):
        act("take_back_surrender", house.submitter, case)


@pytest.mark.parametrize(("days", "said"), [(-1, "today or a later day"), (91, "ends on")])
def test_the_last_day_is_from_today_to_the_end_of_the_approval(house: House, days: int, said: str) -> None:
    case = approved(house, ends_on=today() + timedelta(days=90)).submission
    with pytest.raises(BadValue, match=said):
        act("plan_surrender", house.submitter, case, reason="x", last_day=today() + timedelta(days=days))


def test_a_revocation_on_a_later_day_is_taken_back_by_another_approver(house: House) -> None:
    case = approved(house).submission
    last = today() + timedelta(days=30)
    terms = {"reason": "Loaded dice.", "urgency": "The licence ends."}
    with pytest.raises(BadValue, match="No notice"):
        act("plan_revocation", house.approver, case, reason="Loaded dice.", last_day=last)
    act("plan_revocation", house.approver, case, last_day=last, **terms)
    assert letter("revocation")["last_day"] == last.isoformat()
    assert ends_as(entry(case.reference)) == "revoked"
    with pytest.raises(NotPermitted):
        act("take_back_revocation", house.officer, case, reason="x")
    with pytest.raises(NotPossible, match="Another approver"):
        act("take_back_revocation", house.approver, case, reason="x")
    act("take_back_revocation", house.officer_and_approver, case, reason="It was extended.")
    assert (case.in_force_to, ends_as(entry(case.reference))) == (None, "")
    assert outcomes(case) == ["approved", "revocation_decided", "revocation_taken_back"]


def test_whichever_comes_first_ends_it_and_the_other_lapses(house: House) -> None:
    with on(0):
        case = approved(house).submission
        first, second = today() + timedelta(days=3), today() + timedelta(days=6)
        act("plan_surrender", house.submitter, case, reason="We close.", last_day=second)
        act("plan_revocation", house.approver, case, reason="x", urgency="y", last_day=first)
        assert case.in_force_to == first
    with on(20):
        keep_dates()
        case.refresh_from_db()
    assert (case.state, case.in_force_to) == (State.REVOKED, first)
    assert {end.kind: end.closed_as for end in case.planned_ends.all()} == {
        "surrender": "lapsed",
        "revoke": "carried_out",
    }


def test_at_one_of_two_tables(house: House) -> None:
    first, second = (create_table(property=house.property, label=label) for label in ("C-1", "C-2"))

    def holds(table: Table) -> bool:
        return rules_at(table).may_run

    with on(0):
        case = approved(house).submission
        last = today() + timedelta(days=2)
        act("plan_surrender", house.submitter, case, reason="x", last_day=last, tables=["C-1"])
        assert case.in_force_to is None
        assert case.covered.get(table=first).in_force_to == last
        act("suspend", house.approver, case, reason="x", tables=["C-2"])
        act("lift_suspension", house.approver, case, tables=["C-2"])
        assert holds(first) and holds(second)
    with on(3):
        assert not holds(first) and holds(second)
        keep_dates()
        case.refresh_from_db()
        assert (case.state, holds(first), holds(second)) == (State.IN_FORCE, False, True)


def test_what_supersedes_it_first_ends_the_plan(house: House) -> None:
    case = approved(house).submission
    act("plan_surrender", house.submitter, case, reason="x", last_day=today() + timedelta(days=5))
    approved(house, odds(1))
    case.refresh_from_db()
    assert (case.state, case.in_force_to, ends_of(case)) == (State.SUPERSEDED, today(), [])


def test_a_table_added_meanwhile_has_the_last_day_and_none_after_it(house: House) -> None:
    with on(0):
        create_table(property=house.property)
        case = approved(house).submission
        act("plan_surrender", house.submitter, case, reason="x", last_day=today() + timedelta(days=2))
        added = create_table(property=house.property)
        assert case.covered.get(table=added).in_force_to == case.in_force_to
    with on(4):
        late = create_table(property=house.property)
        assert not case.covered.filter(table=late).exists()


def test_after_an_outage_each_day_is_made_up_in_its_order(house: House) -> None:
    """A surrender after day 6, another approval on day 3 and a third on day 5; Baize comes back on day 9."""
    with on(0):
        table, start = create_table(property=house.property), today()
        old = approved(house).submission
        act("plan_surrender", house.submitter, old, reason="x", last_day=start + timedelta(days=6))
        later = [
            approved(house, odds(1), effective_on=start + timedelta(days=days)).submission for days in (3, 5)
        ]
    with on(9):
        keep_dates()
        cases = Submission.objects.filter(pk__in=[old.pk, *(each.pk for each in later)]).order_by("pk")
        assert [(case.state, case.in_force_to) for case in cases] == [
            (State.SUPERSEDED, start + timedelta(days=3)),
            (State.SUPERSEDED, start + timedelta(days=5)),
            (State.IN_FORCE, None),
        ]
        held = [rules_at(table, start + timedelta(days=day)).approval for day in (2, 4, 6, 8)]
        assert held == [old, later[0], later[1], later[1]]


# -- after the last day, before Baize carries it out --------------------------------------------------------


def standings(case: Submission) -> set[str]:
    """What the register's list, the entry's page, the filter by status and /verify/ say."""
    reference = case.reference
    shown = {entries().get(reference=reference).standing, entry(reference).standing}
    listed = {state for state in State.values if entries(standing=state).filter(reference=reference).exists()}
    counted = {state for state in State.values if entries(standing=state, without_standing=True).count()}
    assert shown == listed == counted
    return shown | {verify_reference(reference).standing}


@pytest.mark.parametrize("planned", ["surrendered", "revoked", "expired"])
def test_nothing_public_is_in_force_after_its_last_day(house: House, planned: str) -> None:
    with on(0):
        last = today() + timedelta(days=5)
        case = approved(house, ends_on=last if planned == "expired" else None).submission
        if planned == "surrendered":
            act("plan_surrender", house.submitter, case, reason="The pit closes.", last_day=last)
        elif planned == "revoked":
            act("plan_revocation", house.approver, case, reason="Odd dice.", last_day=last, urgency="Losses.")
    with on(5):
        before = stamp()
        assert standings(case) == {"in_force"}
    with on(6):
        assert standings(case) == {planned}
        assert stamp() != before
        keep_dates()
        assert standings(case) == {planned}


def test_signs_are_made_again_for_the_last_day_and_when_it_is_taken_back(house: House) -> None:
    tables = [create_table(property=house.property) for _ in range(2)]
    ends_on = today() + timedelta(days=90)
    case = approved(house, None, *tables, ends_on=ends_on).submission
    last = today() + timedelta(days=5)
    code = tables[0].code

    def days() -> list[str]:
        signs = Document.objects.filter(submission=case, kind="sign").order_by("pk")
        return [sign.snapshot["ends_on"] for sign in signs if sign.table_code == code]

    act("plan_surrender", house.submitter, case, reason="Closing.", last_day=last, tables=[code])
    assert days() == [ends_on.isoformat(), last.isoformat()]
    assert Document.objects.filter(submission=case, kind="sign").count() == 3  # the other table stays
    latest = documents_at_table(case.reference, code)[-1]
    assert (latest.name, latest.table_code, latest.snapshot["ends_on"]) == (
        f"sign-{code}-2",
        code,
        last.isoformat(),
    )
    assert latest in public_documents(case.reference)
    assert public_document(case.reference, latest.name) == latest
    assert len([each for each in public_documents(case.reference) if each.kind == "sign"]) == 2
    act("take_back_surrender", house.submitter, case)
    assert days() == [ends_on.isoformat(), last.isoformat(), ends_on.isoformat()]
