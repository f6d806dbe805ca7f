"""Ticking off findings, and the recommendation that waits for it."""

import pytest

from portal.audit.models import AuditEntry
from portal.errors import NotFound, NotPermitted, NotPossible
from portal.review import ticks, workflow
from portal.review.models import Tick
from portal.review.transitions import blocked_moves
from portal.submissions.models import Submission
from portal.validation.drafts import save_draft
from tests.factories import House, digest, in_review, odds, present, recommended, submitted, tick_off

pytestmark = pytest.mark.slow


def keys(made: Submission) -> list[str]:
    return list(ticks.unticked(present(made.submitted_version)))


def recommend(house: House, made: Submission) -> None:
    workflow.recommend(
        actor=house.officer, reference=made.reference, digest=digest(made), reason="Fine.", no_conflict=True
    )


def test_a_recommendation_waits_until_each_finding_is_ticked_off(house: House) -> None:
    made = in_review(house, odds(4))
    left = keys(made)
    assert len(left) > 1
    for done, key in enumerate(left):
        with pytest.raises(NotPossible) as refusal:
            recommend(house, made)
        waiting = len(left) - done
        assert refusal.value.message.startswith("One" if waiting == 1 else str(waiting))
        assert blocked_moves(house.officer, made) == {"recommend": refusal.value.message}
        assert "recommend" not in workflow.moves_open_to(house.officer, made)
        ticks.tick(actor=house.officer, reference=made.reference, finding_key=key, note=" Seen. ")
    assert blocked_moves(house.officer, made) == {}
    assert {row.note for row in ticks.ticks(present(made.submitted_version)).values()} == {"Seen."}
    recommend(house, made)


def test_a_note_needs_no_tick(house: House) -> None:
    """A finding that is for information asks nobody to judge it."""
    made = in_review(house, odds(2) | {"limits": {"fire": {"min": "5"}}})
    assert keys(made) == []
    recommend(house, made)


def test_a_tick_can_be_taken_back(house: House) -> None:
    made = in_review(house, odds(4))
    tick_off(house.officer, made)
    key = next(iter(ticks.ticks(present(made.submitted_version))))
    ticks.untick(actor=house.officer, reference=made.reference, finding_key=key)
    assert keys(made) == [key]
    with pytest.raises(NotPossible, match="One finding"):
        recommend(house, made)
    with pytest.raises(NotFound):
        ticks.untick(actor=house.officer, reference=made.reference, finding_key=key)


def test_twice_is_once_with_the_later_note(house: House) -> None:
    made = in_review(house, odds(4))
    key = keys(made)[0]
    for note in ("First.", "Second."):
        ticks.tick(actor=house.officer, reference=made.reference, finding_key=key, note=note)
    assert Tick.objects.get(finding=key).note == "Second."
    trail = AuditEntry.objects.filter(action="review.tick").order_by("pk")
    assert [present(row.after)["note"] for row in trail] == ["First.", "Second."]


def test_a_new_version_is_looked_at_anew(house: House) -> None:
    made = in_review(house, odds(4))
    tick_off(house.officer, made)
    workflow.return_for_amendment(
        actor=house.officer, reference=made.reference, digest=digest(made), reason="Lower."
    )
    save_draft(actor=house.submitter, reference=made.reference, ruleset=odds(3), expected_version=2)
    made.refresh_from_db()
    explained = [{**p, "kind": p["needs"], "text": "Because."} for p in workflow.submit_gate(made)]
    workflow.submit(
        actor=house.submitter,
        reference=made.reference,
        digest=digest(made),
        name="Ana",
        role="Manager",
        explanations=explained,
    )
    workflow.claim(actor=house.officer, reference=made.reference)
    made.refresh_from_db()
    assert len(keys(made)) == len(explained)


def test_who_may_tick_and_when(house: House) -> None:
    made = submitted(house, odds(4))
    key = keys(made)[0]

    def tick(who: str) -> None:
        ticks.tick(actor=getattr(house, who), reference=made.reference, finding_key=key)

    with pytest.raises(NotPossible, match="In review"):
        tick("officer")
    workflow.claim(actor=house.officer, reference=made.reference)
    with pytest.raises(NotPossible, match="Take the case over"):
        tick("officer_and_approver")
    for who in ("approver", "regulator_admin", "submitter"):
        with pytest.raises(NotPermitted):
            tick(who)
    for who in ("foreign_officer", "outsider", "site_admin"):
        with pytest.raises(NotFound):
            tick(who)
    with pytest.raises(NotFound, match="no such finding"):
        ticks.tick(actor=house.officer, reference=made.reference, finding_key="nz.odds@nowhere")
    assert not Tick.objects.exists()


def test_what_was_recommended_on_stays_as_it_was(house: House) -> None:
    made = recommended(house, odds(4))
    key = next(iter(ticks.ticks(present(made.submitted_version))))
    with pytest.raises(NotPossible):
        ticks.untick(actor=house.officer, reference=made.reference, finding_key=key)
