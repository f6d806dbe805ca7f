"""A draft whose edition is replaced, what a new submission would replace, and the days of approvals."""

from __future__ import annotations

from datetime import timedelta

import pytest

from portal.accounts.jurisdictions import jurisdiction
from portal.editions.selectors import editions_for
from portal.errors import NotPossible
from portal.review import newer_edition, workflow
from portal.submissions import uploads
from portal.submissions.models import Submission
from portal.text import format_day
from tests.factories import House, approved, complete, create_table, draft, in_review, odds
from tests.portal.doors import signed_in, text
from tests.portal.editions.drafts import published_draft
from tests.portal.routes import PDF

pytestmark = pytest.mark.slow


def where(made: Submission, *more: str) -> str:
    return "/".join(["/operator/submissions", made.reference, *more, ""])


def test_a_draft_says_that_its_edition_will_be_replaced(house: House) -> None:
    made = draft(house)
    later = published_draft("nz-revised", days=30)
    assert later.in_force_from is not None
    shown = text(signed_in(house.submitter).get(where(made, "draft", "odds")))
    assert f"replaces the rulebook of this draft on {format_day(later.in_force_from)}" in shown
    with pytest.raises(NotPossible):
        newer_edition.move_draft(actor=house.submitter, reference=made.reference)


def test_a_draft_moves_to_the_edition_that_replaced_its_own(house: House) -> None:
    table = create_table(property=house.property)
    made = draft(house, complete(odds(2)), table)
    uploads.add(
        actor=house.submitter,
        reference=made.reference,
        kind="laboratory",
        confidential=True,
        filename="report.pdf",
        data=PDF,
    )
    later = published_draft("nz-revised", days=0)
    client = signed_in(house.submitter)
    assert "replaced the rulebook of this draft" in text(client.get(where(made, "draft", "odds")))
    assert where(made, "newer-edition") in client.get(where(made, "submit")).content.decode()
    assert later.title in text(client.get(where(made, "newer-edition")))
    client.post(where(made, "newer-edition"))
    moved = Submission.objects.latest("pk")
    assert (moved.edition_id, moved.all_tables) == (later.pk, False)
    assert [row.table for row in moved.covered.all()] == [table]
    assert [row.filename for row in uploads.uploads(house.submitter, moved)] == ["report.pdf"]
    assert moved.current_version is not None
    assert made.current_version is not None
    assert moved.current_version.ruleset["odds"] == made.current_version.ruleset["odds"]
    made.refresh_from_db()
    assert made.state == "withdrawn"
    assert workflow.unstated(moved) == []


def test_what_was_submitted_stays_under_its_edition(house: House) -> None:
    made = in_review(house)
    workflow.return_for_amendment(
        actor=house.officer,
        reference=made.reference,
        digest=made.current_version.digest if made.current_version else "",
        reason="State the limits.",
    )
    published_draft("nz-revised", days=0)
    assert "replaced the rulebook" not in text(signed_in(house.submitter).get(where(made, "draft", "odds")))
    with pytest.raises(NotPossible):
        newer_edition.move_draft(actor=house.submitter, reference=made.reference)


def test_a_replaced_edition_is_not_offered(house: House) -> None:
    later = published_draft("nz-revised", days=0)
    offered = set(editions_for(house.property).values_list("pk", flat=True))
    assert later.pk in offered
    assert "nz-revised" not in offered
    page = signed_in(house.submitter).get("/operator/submissions/new/").content.decode()
    assert f':{later.pk}"' in page
    assert ':nz-revised"' not in page


def test_the_start_says_which_approval_would_be_replaced_at_which_tables(house: House) -> None:
    table = create_table(property=house.property, label="C-107")
    held = approved(house, odds(1), table).submission
    client = signed_in(house.submitter)
    start = "/operator/submissions/new/"
    shown = text(client.get(start))
    assert f"{held.reference} at C-107" in shown
    today = jurisdiction("nz").today()
    assert f"in force from {format_day(today)}" in shown
    free = {"choice": f"{house.property.pk}:{house.edition.pk}"}
    made = text(client.post(start, free, follow=True))
    assert f"it replaces {held.reference}" not in made  # a table under its own approval keeps it
    other = approved(house, odds(1)).submission
    made = text(client.post(start, free, follow=True))
    assert f"it replaces {other.reference}" in made


def test_suspended_is_not_in_force(house: House) -> None:
    create_table(property=house.property, label="C-107")
    ends = jurisdiction("nz").today() + timedelta(days=200)
    held = approved(house, odds(1), ends_on=ends).submission
    client = signed_in(house.submitter)
    days = f"{format_day(jurisdiction('nz').today())} to {format_day(ends)}"
    pages = ("/operator/", where(held), f"/operator/properties/{house.property.pk}/")
    for page in pages:
        assert days in text(client.get(page)), page
    workflow.suspend(actor=house.approver, reference=held.reference, reason="Other dice were found.")
    dashboard = text(client.get("/operator/"))
    assert "None of your casinos has rules in force." in dashboard
    assert dashboard.index("Suspended") > dashboard.index("None of your casinos")
    for page in pages:
        shown = text(client.get(page))
        assert days in shown, page
        assert f"In force {held.reference}" not in shown, page
