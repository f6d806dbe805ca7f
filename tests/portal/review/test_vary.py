"""Varying an approval: who may, when, and what the differences are."""

from __future__ import annotations

from typing import Any

import pytest

from craps import BadInput, load_ruleset
from portal.audit.models import AuditEntry
from portal.errors import NotFound, NotPermitted, NotPossible
from portal.review import variation, workflow
from portal.submissions import copying, examples, uploads
from portal.submissions.models import OwnExample, State, Submission
from portal.validation.drafts import save_draft
from portal.validation.selectors import run_of
from tests.factories import House, approved, digest, draft, odds, present, submitted
from tests.portal.doors import signed_in, text
from tests.portal.operator.test_documents import PDF
from tests.portal.operator.test_documents import add as add_document

pytestmark = pytest.mark.slow

TERMS = {"edition": "nz-revised", "limits": {"pass_line": {"min": "15", "max": "500"}}}


def held(house: House) -> Submission:
    return approved(house, odds(1) | TERMS).submission


def decided(house: House, made: Submission) -> Submission:
    """This draft handed in, recommended and approved."""
    given: dict[str, Any] = {"reference": made.reference, "digest": digest(made)}
    workflow.submit(actor=house.submitter, name="Ana Holt", role="Compliance", **given)
    workflow.claim(actor=house.officer, reference=made.reference)
    workflow.recommend(actor=house.officer, reason="Within 4.1.", no_conflict=True, **given)
    return workflow.approve(actor=house.approver, no_conflict=True, **given).submission


def test_a_variation_starts_from_what_was_approved(house: House) -> None:
    approval = held(house)
    made = variation.vary(actor=house.submitter, reference=approval.reference)
    approval.refresh_from_db()
    assert (made.varies, made.state, approval.state) == (approval, State.DRAFT, State.IN_FORCE)
    assert digest(made) == digest(approval)
    assert run_of(made.current_version) is not None
    assert present(variation.changes(house.submitter, made)).same


def test_documents_and_own_examples_come_along(house: House) -> None:
    made = draft(house, odds(1))
    report = add_document(house, made)
    taken_off = add_document(house, made, data=PDF + b"2", filename="draft.pdf")
    uploads.remove(actor=house.submitter, reference=made.reference, upload_id=taken_off.pk)
    rolls = [{"bet": "pass_line", "amount": "10"}, {"roll": [3, 4]}]
    examples.save(actor=house.submitter, reference=made.reference, title="A natural", events=rolls)
    approval = decided(house, made)
    page = signed_in(house.submitter).post(f"/operator/submissions/{made.reference}/vary/", follow=True)
    assert "with 1 document and 1 example of your own" in text(page)
    varied = approval.variations.get()
    [again] = uploads.uploads(house.submitter, varied)
    assert (again.filename, again.sha256, again.added_by) == ("report.pdf", report.sha256, house.submitter)
    assert uploads.read(again) == uploads.read(report) == PDF
    assert [(row.title, row.events) for row in examples.own_examples(varied)] == [("A natural", rolls)]
    entry = AuditEntry.objects.get(action="draft.carry_over")
    assert present(entry.after)["documents"] == ["report.pdf"] and present(entry.after)["examples"] == [
        "A natural"
    ]


def test_a_document_taken_off_a_variation_stays_with_the_approval(
    house: House, django_capture_on_commit_callbacks: Any
) -> None:
    made = draft(house, odds(1))
    report = add_document(house, made)
    decided(house, made)
    varied = variation.vary(actor=house.submitter, reference=made.reference)
    [again] = uploads.uploads(house.submitter, varied)
    with django_capture_on_commit_callbacks(execute=True):
        uploads.remove(actor=house.submitter, reference=varied.reference, upload_id=again.pk)
    assert uploads.read(report) == PDF


def test_an_example_the_new_edition_cannot_read_is_left_out_and_named(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = draft(house, odds(1))
    rolls = [{"bet": "pass_line", "amount": "10"}, {"roll": [3, 4]}]
    for title in ("Still played", "No longer played"):
        examples.save(actor=house.submitter, reference=made.reference, title=title, events=rolls)
    approval = decided(house, made)

    def parse_example(edition: Any, row: OwnExample) -> None:
        if row.title.startswith("No longer"):
            raise BadInput("events[0].bet", "is no wager of this edition")

    monkeypatch.setattr(copying, "parse_example", parse_example)
    page = signed_in(house.submitter).post(f"/operator/submissions/{made.reference}/vary/", follow=True)
    assert "1 of your examples cannot be settled under nz-revised" in text(page)
    assert [row.title for row in examples.own_examples(approval.variations.get())] == ["Still played"]


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
    save_draft(actor=house.submitter, reference=made.reference, ruleset=rules, expected_version=1)
    made.refresh_from_db()
    changes = present(variation.changes(house.submitter, made))
    paths = {row["path"] for row in changes.values}
    assert {"odds.pass_line", "payouts.field:12", "limits.pass_line"} <= paths
    # A minimum of 15 hides nothing: the stories are settled without posted limits.
    assert any("odds" in row.title for row in changes.more.settlements)
    assert [(row.bet, row.a > row.b) for row in changes.more.edges] == [("field", True)]


def test_an_approved_variation_takes_the_place_of_what_it_varies(house: House) -> None:
    approval = held(house)
    made = variation.vary(actor=house.submitter, reference=approval.reference)
    save_draft(actor=house.submitter, reference=made.reference, ruleset=odds(2), expected_version=1)
    made.refresh_from_db()
    decided(house, made)
    approval.refresh_from_db()
    made.refresh_from_db()
    assert (approval.state, made.state) == (State.SUPERSEDED, State.IN_FORCE)


def test_changes_of_table_and_layout_are_described_once_and_in_words() -> None:
    area = {"wager": "field", "x": 0, "y": 0, "w": 9, "h": 4}
    was = load_ruleset({"edition": "bc-craps", "layout": {"width": 40, "areas": [area]}})
    layout = {"width": 60, "fire": {"positions": 12, "place": "players"}}
    now = load_ruleset({"edition": "bc-craps", "layout": layout, "table": {"off_for_removal": True}})
    told = {row["path"]: (row["label"], row["was"], row["now"]) for row in variation.values_between(was, now)}
    assert told == {
        "table.off_for_removal": ("OFF button instead of taking a bet down", "", "yes"),
        "layout.fire.positions": ("Fire Bet positions", "", "12"),
        "layout.fire.place": ("Where the Fire Bet is placed", "", "in front of the players"),
        "layout.areas": ("Areas on the layout", "1 area for 1 of the wagers", ""),
        "layout.width": ("Width of the drawing", "40", "60"),
    }
