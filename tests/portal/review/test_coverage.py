"""Which tables an approval holds at: taken over, suspended and ended one by one, and tables that change."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from portal.accounts import services as accounts
from portal.accounts.models import Table
from portal.audit.models import AuditEntry
from portal.errors import BadValue, DomainError, NotFound, NotPermitted, NotPossible
from portal.register import integrity
from portal.register import selectors as register
from portal.register.models import Entry
from portal.review import limit_notices, workflow
from portal.review.models import Move
from portal.review.tasks import keep_dates
from portal.submissions.models import HOLDS_AT_TABLE, Coverage, CoveredTable, State, Submission
from portal.submissions.tables import approval_at, replaced_by, tables_of
from portal.validation.drafts import choose_tables, create_draft
from tests.factories import (
    House,
    approved,
    create_table,
    digest,
    draft,
    odds,
    recommended,
    submit_draft,
    submitted,
    today,
)

pytestmark = pytest.mark.slow


@pytest.fixture
def tables(house: House) -> list[Table]:
    return [create_table(property=house.property, label=f"C-10{n}") for n in (1, 2, 3)]


def act(name: str, house: House, case: Submission, *tables: Table, **given: Any) -> Submission:
    actor = house.submitter if name == "surrender" else house.approver
    names = [table.label for table in tables]
    if name == "revoke":
        given = {"urgency": "It cannot wait."} | given
    made: Submission = getattr(workflow, name)(
        **{"actor": actor, "reference": case.reference, "reason": "For a reason.", "tables": names} | given
    )
    case.refresh_from_db()
    return made


def held(case: Submission) -> dict[str, str]:
    """State by label of the tables of a case."""
    return {row.table.label: row.state for row in case.covered.select_related("table")}


def leaf(case: Submission) -> dict[str, Any]:
    found: dict[str, Any] = Entry.objects.filter(submission=case, kind="decision").latest("position").leaf
    return found


def named(*tables: Table) -> list[dict[str, str]]:
    return [{"code": table.code, "label": table.label} for table in tables]


# -- coming into force --------------------------------------------------------------------------------------


def test_an_approval_for_all_tables_covers_those_in_use(house: House, tables: list[Table]) -> None:
    create_table(property=house.property, label="W-1", game="casino war")
    case = approved(house).submission
    assert held(case) == dict.fromkeys(["C-101", "C-102", "C-103"], "in_force")
    assert (leaf(case)["all_tables"], leaf(case)["tables"]) == (True, named(*tables))
    assert all(approval_at(table) == case for table in tables)


def test_one_table_is_taken_over_and_the_others_keep_their_rules(house: House, tables: list[Table]) -> None:
    old = approved(house, odds(1)).submission
    new = recommended(house, odds(2), tables[0])
    assert replaced_by(new) == [(old, [tables[0]])]
    workflow.approve(actor=house.approver, reference=new.reference, digest=digest(new), no_conflict=True)
    old.refresh_from_db()
    new.refresh_from_db()
    assert (old.state, new.state) == (State.IN_FORCE, State.IN_FORCE)
    assert [approval_at(table) for table in tables] == [new, old, old]
    assert leaf(old) == leaf(old) | {
        "outcome": "superseded",
        "tables": named(tables[0]),
        "standing": "in_force",
    }
    move = Move.objects.get(submission=old, name="supersede")
    assert (move.from_state, move.to_state, move.tables) == ("in_force", "in_force", named(tables[0]))
    assert integrity.check_integrity().problems == []


def test_an_approval_with_no_table_left_is_superseded(house: House, tables: list[Table]) -> None:
    old = approved(house, odds(1)).submission
    approved(house, odds(2), tables[0])
    new = approved(house, odds(2), *tables[1:]).submission
    old.refresh_from_db()
    assert (old.state, old.in_force_to) == (State.SUPERSEDED, today())
    assert "tables" not in leaf(old)
    assert set(held(old).values()) == {"ended"}
    assert approval_at(tables[2]) == new
    assert integrity.check_integrity().problems == []


def test_an_approval_for_all_tables_leaves_those_with_rules_of_their_own(
    house: House, tables: list[Table]
) -> None:
    own = approved(house, odds(2), tables[0]).submission
    first = approved(house, odds(1)).submission
    assert [approval_at(table) for table in tables] == [own, first, first]
    second = approved(house, odds(2)).submission
    first.refresh_from_db()
    assert first.state == State.SUPERSEDED
    assert [approval_at(table) for table in tables] == [own, second, second]


def test_an_approval_for_all_tables_can_take_one_over_expressly(house: House, tables: list[Table]) -> None:
    approved(house, odds(2), *tables[:2])
    case = draft(house)
    choose_tables(actor=house.submitter, reference=case.reference, all_tables=True, tables=["c-101"])
    assert list(tables_of(case)) == [tables[0], tables[2]]


def test_a_table_moves_from_one_approval_to_another(house: House, tables: list[Table]) -> None:
    low = approved(house, odds(1), *tables[:2]).submission
    high = approved(house, odds(2), tables[2]).submission
    both = approved(house, odds(2), *tables[1:]).submission
    low.refresh_from_db()
    high.refresh_from_db()
    assert (low.state, high.state, both.state) == (State.IN_FORCE, State.SUPERSEDED, State.IN_FORCE)
    assert [approval_at(table) for table in tables] == [low, both, both]


def test_without_tables_one_approval_replaces_the_other(house: House) -> None:
    old, new = approved(house, odds(1)).submission, approved(house, odds(2)).submission
    old.refresh_from_db()
    assert (old.state, new.state, leaf(new)["tables"]) == (State.SUPERSEDED, State.IN_FORCE, [])


def test_it_holds_from_its_day_on(house: House, tables: list[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    old = approved(house, odds(1)).submission
    day = today() + timedelta(days=3)
    new = approved(house, odds(2), tables[0], effective_on=day).submission
    assert approval_at(tables[0]) == old
    monkeypatch.setattr("portal.accounts.jurisdictions.Jurisdiction.today", lambda self, now=None: day)
    keep_dates()
    assert approval_at(tables[0]) == new
    assert approval_at(tables[0], day - timedelta(days=1)) == old
    assert approval_at(tables[0], day) == new
    assert approval_at(tables[1], day) == old
    on = {entry.reference for entry in register.entries(on=day)}
    assert on == {old.reference, new.reference}
    assert {entry.reference for entry in register.entries(on=day - timedelta(days=1))} == {old.reference}


def test_of_approvals_of_one_day_the_last_counts(house: House, tables: list[Table]) -> None:
    made = [approved(house, odds(1 + n % 2)).submission for n in range(3)]
    assert approval_at(tables[0], today()) == made[-1]


def test_a_trial_ends_at_the_tables_it_still_has(
    house: House, tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = today() + timedelta(days=5)
    trial = approved(house, odds(1), *tables[:2], ends_on=ends).submission
    other = approved(house, odds(2), tables[0]).submission
    after = ends + timedelta(days=1)
    monkeypatch.setattr("portal.accounts.jurisdictions.Jurisdiction.today", lambda self, now=None: after)
    keep_dates()
    trial.refresh_from_db()
    assert (trial.state, trial.in_force_to) == (State.EXPIRED, ends)
    assert [approval_at(table) for table in tables[:2]] == [other, None]
    assert approval_at(tables[1], ends) == trial
    assert approval_at(tables[1], after) is None


# -- suspended, lifted, revoked, surrendered at some tables -------------------------------------------------


def test_suspended_at_one_table(house: House, tables: list[Table]) -> None:
    case = approved(house).submission
    act("suspend", house, case, tables[0])
    assert case.state == State.IN_FORCE
    assert held(case) == {"C-101": "suspended", "C-102": "in_force", "C-103": "in_force"}
    assert approval_at(tables[0]) == case
    assert leaf(case)["tables"] == named(tables[0])
    assert [entry.reference for entry in register.entries(on=today())] == [case.reference]
    assert list(limit_notices.tables_of(case)) == tables[1:]
    trail = AuditEntry.objects.get(action="submission.suspend")
    assert (trail.after or {})["tables"] == ["C-101"]
    act("suspend", house, case, *tables[1:])
    assert case.state == State.SUSPENDED
    assert not register.entries(on=today()).exists()
    act("lift_suspension", house, case, tables[0])
    assert case.state == State.IN_FORCE
    assert [entry.reference for entry in register.entries(on=today())] == [case.reference]
    act("lift_suspension", house, case)
    assert set(held(case).values()) == {"in_force"}
    assert (leaf(case)["outcome"], "tables" in leaf(case)) == ("reinstated", False)
    assert integrity.check_integrity().problems == []


def test_the_whole_is_suspended_and_lifted_with_every_table(house: House, tables: list[Table]) -> None:
    case = approved(house).submission
    act("suspend", house, case, *tables)  # all of them: the approval
    assert (case.state, "tables" in leaf(case)) == (State.SUSPENDED, False)
    assert set(held(case).values()) == {"suspended"}
    act("lift_suspension", house, case)
    assert (case.state, set(held(case).values())) == (State.IN_FORCE, {"in_force"})


@pytest.mark.parametrize(
    ("name", "state"), [("revoke", State.REVOKED), ("surrender", State.SURRENDERED)], ids=str
)
def test_it_ends_table_by_table(house: House, tables: list[Table], name: str, state: str) -> None:
    case = approved(house).submission
    act(name, house, case, tables[0])
    assert (case.state, case.in_force_to) == (State.IN_FORCE, None)
    assert approval_at(tables[0]) is None
    assert approval_at(tables[0], today()) == case
    assert leaf(case)["standing"] == "in_force"
    with pytest.raises(BadValue, match="is in force at no table C-101"):
        act(name, house, case, tables[0])
    act(name, house, case, *tables[1:])
    assert (case.state, case.in_force_to) == (state, today())
    assert "tables" not in leaf(case)
    assert {row.ended_as for row in case.covered.all()} == {state}
    assert list(tables_of(case)) == tables
    assert integrity.check_integrity().problems == []


def test_what_is_left_after_the_rest_is_revoked_may_be_suspended(house: House, tables: list[Table]) -> None:
    case = approved(house).submission
    act("suspend", house, case, tables[0])
    act("revoke", house, case, *tables[1:])
    assert (case.state, leaf(case)["standing"]) == (State.SUSPENDED, "suspended")
    assert not register.entries(on=today()).exists()


def test_twice_and_elsewhere(house: House, tables: list[Table]) -> None:
    case = approved(house, None, *tables[:2]).submission
    act("suspend", house, case, tables[0])
    with pytest.raises(NotPossible, match="suspended at C-101 already"):
        act("suspend", house, case, tables[0])
    with pytest.raises(NotPossible, match="in force at C-102 already"):
        act("lift_suspension", house, case, tables[1])
    with pytest.raises(BadValue, match=r"no table C-103\. Choose from: C-101, C-102"):
        act("suspend", house, case, tables[2])
    assert held(case) == {"C-101": "suspended", "C-102": "in_force"}


def test_the_wrong_person_and_the_wrong_state(house: House, tables: list[Table]) -> None:
    case = approved(house).submission
    for person, refusal in ((house.officer, NotPermitted), (house.foreign_approver, NotFound)):
        with pytest.raises(refusal):
            act("suspend", house, case, tables[0], actor=person)
    later = approved(house, odds(1), tables[0], effective_on=today() + timedelta(days=2)).submission
    with pytest.raises(BadValue, match="not in force at any table yet"):
        act("revoke", house, later, tables[0])
    act("revoke", house, later)
    assert (later.state, held(later)) == (State.REVOKED, {"C-101": "ended"})
    assert approval_at(tables[0]) == case


# -- tables that change -------------------------------------------------------------------------------------


def test_a_table_added_later_falls_under_the_approval_for_all(house: House, tables: list[Table]) -> None:
    case = approved(house).submission
    act("suspend", house, case)
    added = accounts.add_table(actor=house.operator_admin, property_id=house.property.pk, label="C-104")
    assert approval_at(added) == case
    assert held(case)["C-104"] == "suspended"


def test_a_table_added_later_is_not_under_an_approval_for_others(house: House, tables: list[Table]) -> None:
    approved(house, None, *tables)
    added = accounts.add_table(actor=house.operator_admin, property_id=house.property.pk, label="C-104")
    assert approval_at(added) is None


def test_a_table_out_of_use_and_back(house: House, tables: list[Table]) -> None:
    def in_use(table: Table, active: bool) -> None:
        accounts.set_table_active(actor=house.operator_admin, table_id=table.pk, active=active)

    first = approved(house, odds(1)).submission
    in_use(tables[0], False)
    second = approved(house, odds(2)).submission
    first.refresh_from_db()
    assert first.state == State.SUPERSEDED  # no approval stays for a table out of use
    in_use(tables[0], True)
    assert approval_at(tables[0]) == second
    act("revoke", house, second, tables[0])
    in_use(tables[0], False)
    in_use(tables[0], True)
    assert approval_at(tables[0]) is None  # what was revoked does not come back


# -- the draft ----------------------------------------------------------------------------------------------


def test_tables_are_chosen_until_it_is_submitted(house: House, tables: list[Table]) -> None:
    case = draft(house)
    choose_tables(actor=house.submitter, reference=case.reference, all_tables=False, tables=["C-102"])
    case.refresh_from_db()
    assert (case.all_tables, held(case)) == (False, {"C-102": "proposed"})
    trail = AuditEntry.objects.get(action="draft.tables")
    assert trail.after == {"all_tables": False, "tables": ["C-102"]}
    choose_tables(actor=house.submitter, reference=case.reference, all_tables=False, tables=[tables[0].code])
    assert held(case) == {"C-101": "proposed"}
    for wrong in ([], ["C-999"], ["W-1"]):
        with pytest.raises(BadValue):
            choose_tables(actor=house.submitter, reference=case.reference, all_tables=False, tables=wrong)
    sent = submitted(house, None, tables[0])
    with pytest.raises(NotPossible):
        choose_tables(actor=house.submitter, reference=sent.reference, all_tables=True)
    with pytest.raises(NotPermitted):
        choose_tables(actor=house.viewer, reference=case.reference, all_tables=True)
    with pytest.raises(NotFound):
        choose_tables(actor=house.outsider, reference=case.reference, all_tables=True)


def test_other_tables_are_enough_to_submit_what_was_returned(house: House, tables: list[Table]) -> None:
    case = submitted(house, None, tables[0])
    workflow.claim(actor=house.officer, reference=case.reference)
    workflow.return_for_amendment(
        actor=house.officer, reference=case.reference, digest=digest(case), reason="The wrong table."
    )
    choose_tables(actor=house.submitter, reference=case.reference, all_tables=False, tables=["C-102"])
    case.refresh_from_db()
    assert case.current_version is not None and case.current_version.number == 3
    assert submit_draft(house, case).state == State.SUBMITTED


def test_only_tables_in_use_of_the_game_and_casino(house: House) -> None:
    create_table(property=house.property, label="C-1", active=False)
    create_table(property=house.property, label="W-1", game="casino war")
    create_table(label="X-1")
    for label in ("C-1", "W-1", "X-1"):
        with pytest.raises(BadValue, match=f"no table {label}"):
            create_draft(
                actor=house.submitter,
                property_id=house.property.pk,
                edition_id=house.edition.pk,
                all_tables=False,
                tables=[label],
            )


# -- held by the database -----------------------------------------------------------------------------------


def test_the_database_allows_one_rule_set_at_a_table(house: House, tables: list[Table]) -> None:
    approved(house, odds(1), tables[0])
    other = submitted(house, odds(2), tables[0])
    with pytest.raises(IntegrityError, match=r"(?i)unique"), transaction.atomic():
        CoveredTable.objects.filter(submission=other).update(state=Coverage.IN_FORCE, in_force_from=today())


@pytest.mark.parametrize("seed", range(3))
def test_at_no_time_do_two_approvals_hold_one_table(house: House, tables: list[Table], seed: int) -> None:
    """Random acts at random tables: after each, one approval at most at a table, states that agree with the
    tables, and a register in order."""
    chance = random.Random(seed)
    cases: list[Submission] = []
    for _ in range(14):
        some = chance.sample(tables, chance.randint(0, 3))
        try:
            if not cases or chance.random() < 0.4:
                cases.append(approved(house, odds(chance.choice([1, 2])), *some).submission)
            else:
                name = chance.choice(["suspend", "lift_suspension", "revoke", "surrender"])
                act(name, house, chance.choice(cases), *some)
        except DomainError:
            pass
        for table in tables:
            rows = CoveredTable.objects.filter(table=table, state__in=HOLDS_AT_TABLE)
            assert rows.count() <= 1
        for case in Submission.objects.filter(pk__in=[case.pk for case in cases]):
            states = set(held(case).values()) & set(HOLDS_AT_TABLE)
            if states:
                assert case.state == ("in_force" if "in_force" in states else "suspended")
            elif not case.all_tables:
                assert case.state not in HOLDS_AT_TABLE
    assert integrity.check_integrity().problems == []
