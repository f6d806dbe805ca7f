"""Remarks on a case and on places in it: what stays inside, what the operator reads, and that all stays."""

import pytest

from portal.audit.append_only import AppendOnlyError
from portal.audit.models import AuditEntry
from portal.audit.selectors import trail_of
from portal.errors import BadValue, NotFound, NotPermitted
from portal.notices.models import Notice
from portal.review import ticks
from portal.review.comments import comment, comments
from portal.review.models import Comment
from tests.factories import House, draft, in_review, odds, present


def test_inside_and_outside(house: House) -> None:
    made = in_review(house)
    comment(actor=house.officer, reference=made.reference, text="Between us.")
    shown = comment(
        actor=house.approver, reference=made.reference, text="Please post a sign.", shown_to_operator=True
    )
    assert [row.text for row in comments(house.officer, made)] == ["Between us.", "Please post a sign."]
    assert list(comments(house.submitter, made)) == [shown]
    assert list(comments(house.viewer, made)) == [shown]


def test_on_a_field_a_finding_and_a_clause(house: House) -> None:
    made = in_review(house, odds(4))
    key, finding = next(iter(ticks.unticked(present(made.submitted_version)).items()))
    places = [
        ("field", "odds.pass_line"),
        ("field", "wagers"),
        ("finding", key),
        ("clause", finding.clause),
        ("clause", "4.12"),
    ]
    for kind, about in places:
        comment(actor=house.officer, reference=made.reference, about_kind=kind, about=about, text="Look.")
    assert [(row.about_kind, row.about) for row in comments(house.officer, made)] == places
    assert {row.version for row in comments(house.officer, made)} == {made.submitted_version}


@pytest.mark.parametrize(
    ("kind", "about"),
    [
        ("field", "colour"),
        ("field", ""),
        ("finding", "nz.odds@nowhere"),
        ("clause", "99.9"),
        ("clause", ""),
        ("case", "odds"),
        ("mood", "good"),
    ],
)
def test_a_place_that_is_not_there(house: House, kind: str, about: str) -> None:
    made = in_review(house)
    with pytest.raises(BadValue) as refusal:
        comment(actor=house.officer, reference=made.reference, about_kind=kind, about=about, text="Look.")
    assert refusal.value.field in ("about", "about_kind")
    assert not Comment.objects.exists()


def test_an_empty_one_is_refused(house: House) -> None:
    with pytest.raises(BadValue) as refusal:
        comment(actor=house.officer, reference=in_review(house).reference, text="  ")
    assert refusal.value.field == "text"


def test_who_may(house: House) -> None:
    made = in_review(house)
    for who in ("submitter", "viewer", "regulator_admin"):
        with pytest.raises(NotPermitted):
            comment(actor=getattr(house, who), reference=made.reference, text="Me too.")
    for who in ("foreign_officer", "foreign_approver", "outsider", "site_admin"):
        with pytest.raises(NotFound):
            comment(actor=getattr(house, who), reference=made.reference, text="Me too.")
    with pytest.raises(NotFound):
        comment(actor=house.officer, reference=draft(house).reference, text="Too early.")


def test_it_is_written_once(house: House) -> None:
    row = comment(actor=house.officer, reference=in_review(house).reference, text="So it is.")
    row.text = "So it is not."
    with pytest.raises(AppendOnlyError):
        row.save()
    with pytest.raises(AppendOnlyError):
        row.delete()


def test_the_operator_is_notified_only_of_what_it_may_read(house: House) -> None:
    made = in_review(house)
    Notice.objects.all().delete()
    comment(actor=house.officer, reference=made.reference, text="Between us.")
    assert not Notice.objects.exists()
    comment(actor=house.officer, reference=made.reference, text="A sign, please.", shown_to_operator=True)
    assert set(Notice.objects.values_list("user", flat=True)) == {house.submitter.pk, house.operator_admin.pk}
    # The trail says that something was written, not what; the operator's trail does not even say that.
    assert "Between us." not in str(list(AuditEntry.objects.values_list("after", flat=True)))
    actions = {row.action for row in trail_of(house.operator_admin, made)}
    assert not {"review.note", "review.comment"} & actions
