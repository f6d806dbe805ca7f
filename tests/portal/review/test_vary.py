"""Varying an approval: who may, when, and what the differences are."""

from __future__ import annotations

import pytest

from portal.errors import NotFound, NotPermitted, NotPossible
from portal.review import variation, workflow
from portal.submissions.models import State, Submission
from portal.validation.selectors import run_of
from portal.validation.services import save_and_check
from tests.factories import House, approved, draft, odds, submitted

TERMS = {"edition": "nz-revised", "limits": {"pass_line": {"min": "15", "max": "500"}}}


def held(house: House) -> Submission:
    return approved(house, odds(1) | TERMS).submission


def test_a_variation_starts_from_what_was_approved(house: House) -> None:
    approval = held(house)
    made = variation.vary(actor=house.submitter, reference=approval.reference)
    approval.refresh_from_db()
    assert (made.varies, made.state, approval.state) == (approval, State.DRAFT, State.IN_FORCE)
    assert made.current_version.digest == approval.submitted_version.digest
    assert run_of(made.current_version) is not None
    assert variation.changes(house.submitter, made).same


def test_only_one_variation_is_open_at_a_time(house: House) -> None:
    approval = held(house)
    first = variation.vary(actor=house.submitter, reference=approval.reference)
    with pytest.raises(NotPossible) as refused:
        variation.vary(actor=house.submitter, reference=approval.reference)
    assert first.reference in refused.value.message
    workflow.withdraw(actor=house.submitter, reference=first.reference)
    assert variation.vary(actor=house.submitter, reference=approval.reference).varies == approval


def test_what_is_not_approved_cannot_be_varied(house: House) -> None:
    for made in (draft(house), submitted(house)):
        with pytest.raises(NotPossible):
            variation.vary(actor=house.submitter, reference=made.reference)


def test_others_cannot_vary(house: House) -> None:
    approval = held(house)
    with pytest.raises(NotFound):
        variation.vary(actor=house.outsider, reference=approval.reference)
    for person in (house.viewer, house.officer):
        with pytest.raises(NotPermitted):
            variation.vary(actor=person, reference=approval.reference)
    assert not approval.variations.exists()


def test_differences_in_values_settlements_and_edges(house: House) -> None:
    approval = held(house)
    made = variation.vary(actor=house.submitter, reference=approval.reference)
    rules = odds(2) | TERMS | {"payouts": {"field:12": "3:1"}, "limits": {"pass_line": {"min": "20"}}}
    save_and_check(actor=house.submitter, reference=made.reference, ruleset=rules, expected_version=1)
    made.refresh_from_db()
    changes = variation.changes(house.submitter, made)
    paths = {row["path"] for row in changes.values}
    assert {"odds.pass_line", "payouts.field:12", "limits.pass_line"} <= paths
    # A minimum of 15 hides nothing: the stories are settled without posted limits.
    assert any("odds" in row.title for row in changes.more.settlements)
    assert [(row.bet, row.a > row.b) for row in changes.more.edges] == [("field", True)]


def test_an_approved_variation_takes_the_place_of_what_it_varies(house: House) -> None:
    approval = held(house)
    made = variation.vary(actor=house.submitter, reference=approval.reference)
    save_and_check(actor=house.submitter, reference=made.reference, ruleset=odds(2), expected_version=1)
    made.refresh_from_db()
    digest = made.current_version.digest
    workflow.submit(
        actor=house.submitter, reference=made.reference, digest=digest, name="Ana Holt", role="Compliance"
    )
    workflow.claim(actor=house.officer, reference=made.reference)
    workflow.recommend(
        actor=house.officer, reference=made.reference, digest=digest, reason="Within 4.1.", no_conflict=True
    )
    workflow.approve(actor=house.approver, reference=made.reference, digest=digest, no_conflict=True)
    approval.refresh_from_db()
    made.refresh_from_db()
    assert (approval.state, made.state) == (State.SUPERSEDED, State.IN_FORCE)
