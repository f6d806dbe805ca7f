"""What happens meanwhile: a link runs out, a colleague was faster, an edition is published, a day moves."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal.consultations import comments, facts, moderation, selectors, services
from portal.consultations.models import AffectedCount, Comment, CommentState, Confirmation, Consultation
from portal.editions.models import Edition
from portal.errors import Conflict, NotPossible
from portal.notices.models import Mail, Notice
from portal.review import impact_runs
from tests.consulting import (
    FORM,
    MORE,
    answered,
    changed_draft,
    closed,
    concluded,
    confirmed,
    link_in_mail,
    opened,
    published,
    sent,
)
from tests.factories import House, approved
from tests.portal.doors import signed_in, text
from tests.portal.editions.drafts import change, publish

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HIDDEN = "Ten [[times]] is too little."


def draft_of(row: Consultation) -> Edition:
    assert row.edition_id
    return Edition.objects.get(pk=row.edition_id)


def test_a_link_that_ran_out_is_replaced_before_the_hour_in_which_it_is_deleted(house: House) -> None:
    row = opened(house)
    sent(row, text="Never confirmed.")
    Confirmation.objects.update(sent_at=timezone.now() - timedelta(hours=48, minutes=5))
    comment = sent(row)
    assert comment and list(row.comments.all()) == [comment]
    [mine] = comments.confirm(token=link_in_mail(), comment_ids=[comment.pk])
    assert mine.state == CommentState.WAITING


def test_a_comment_confirmed_after_publication_is_not_passed_on(house: House) -> None:
    row = opened(house)
    comment = sent(row)
    assert comment
    token = link_in_mail()
    concluded(house, row)
    publish(draft_of(row))
    for act in (
        lambda: comments.pending(token),
        lambda: comments.confirm(token=token, comment_ids=[comment.pk]),
    ):
        with pytest.raises(NotPossible, match="published before you opened the link"):
            act()
    assert not row.comments.filter(state=CommentState.WAITING).exists()


def test_a_comment_is_confirmed_after_closing_while_its_link_works(house: House) -> None:
    row = opened(house)
    comment = sent(row)
    assert comment
    closed(house, row)
    comments.confirm(token=link_in_mail(), comment_ids=[comment.pk])
    assert row.comments.get().state == CommentState.WAITING


def test_a_comment_that_is_withdrawn_while_it_is_moderated_is_not_published(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = opened(house)
    comment = confirmed(row)
    unfrozen = services.unfrozen

    def first_withdrawn(*given: Any) -> Consultation:
        comments.withdraw(token=link_in_mail("withdraw"))
        return unfrozen(*given)

    monkeypatch.setattr(moderation, "unfrozen", first_withdrawn)
    with pytest.raises(NotPossible, match="withdrawn"):
        moderation.publish(actor=house.officer, comment_id=comment.pk)
    assert not selectors.published_comments(row)


def test_what_a_colleague_struck_out_stays_struck_out(house: House) -> None:
    comment = confirmed(opened(house))
    page = f"/regulator/consultations/comments/{comment.pk}/"
    officer = signed_in(house.officer)
    read_at = officer.get(page).context["publish"]["read_at"].value()
    moderation.publish(actor=house.approver, comment_id=comment.pk, marked=HIDDEN)
    answer = officer.post(page, {"act": "publish", "marked": FORM["text"], "read_at": read_at})
    assert answer.status_code == 422 and "A colleague changed this" in text(answer)
    comment.refresh_from_db()
    assert moderation.marked_text(comment) == HIDDEN
    assert officer.post(page, {"act": "publish", "marked": HIDDEN, "read_at": "soon"}).status_code == 422


def test_answers_and_statement_of_a_colleague_are_not_overwritten_unread(house: House) -> None:
    row = opened(house)
    comment, before = published(house, row), timezone.now()
    answered(house, row, comment)
    given = row.answers.get()
    for answer_id in (None, given.pk):
        with pytest.raises(Conflict):
            moderation.answer(
                actor=house.officer,
                consultation_id=row.pk,
                comment_ids=[comment.pk],
                text="Mine.",
                answer_id=answer_id,
                read_at=before,
            )
    concluded(house, row)
    with pytest.raises(Conflict):
        services.publish_statement(
            actor=house.regulator_admin, consultation_id=row.pk, text="Mine.", read_at=before
        )
    assert (row.answers.get().text, selectors.consultation(row.slug).statement) == (
        "We keep ten times.",
        "We thank all who wrote.",
    )


def test_no_e_mail_is_left_of_an_address_without_a_comment(house: House) -> None:
    row = opened(house)
    sent(row)
    comments.decline(token=link_in_mail())
    assert not Mail.objects.filter(to=FORM["email"]).exists()
    confirmed(row)
    token = link_in_mail("withdraw")
    second = confirmed(row)
    comments.withdraw(token=token)
    assert Mail.objects.filter(to=FORM["email"]).exists()  # about the second one
    comments.withdraw(token=link_in_mail("withdraw"))
    assert not Mail.objects.filter(to=FORM["email"]).exists()
    second.refresh_from_db()
    assert second.email == ""


def test_whoever_does_not_moderate_sees_what_the_public_sees(house: House) -> None:
    row = opened(house)
    published(house, row, HIDDEN, name_withheld=True)
    confirmed(row, name="Un Seen", text="Not read yet.")
    page = f"/regulator/consultations/{row.pk}/"
    assert FORM["email"] in text(signed_in(house.officer).get(page))
    shown = text(signed_in(house.inspector).get(page))
    assert "Name withheld" in shown and "[struck out]" in shown
    for secret in (FORM["email"], FORM["name"], "times", "Un Seen", "Not read yet."):
        assert secret not in shown


def test_a_name_is_left_out_like_words(house: House, client: Any) -> None:
    row = opened(house)
    comment = published(house, row, name="Buy at evil.example", on_behalf_of="Evil Ltd")
    moderation.publish(actor=house.officer, comment_id=comment.pk, name_struck=True)
    for page in (f"/consultations/{row.slug}/", f"/api/v1/consultations/{row.slug}/comments"):
        shown = client.get(page).content.decode()
        assert FORM["text"] in shown and "evil.example" not in shown and "Evil Ltd" not in shown
    assert "Name left out by the regulator" in text(client.get(f"/consultations/{row.slug}/"))


# Counting ------------------------------------------------------------------------------------------------


def test_a_run_from_before_the_latest_approval_does_not_count(house: House) -> None:
    draft = changed_draft(house)
    impact_runs.ask(actor=house.officer, edition_id=draft.pk)
    approved(house)
    row = opened(house, draft)
    services.count_affected(snapshot_id=row.snapshot.pk)
    assert AffectedCount.objects.get().counts["looked_at"] == 1


def test_one_worker_counts_and_another_takes_over_when_it_died(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    approved(house)
    row = opened(house)
    counting: list[int] = []

    def twice(snapshot: Any) -> Any:
        counting.append(snapshot.pk)
        services.count_affected(snapshot_id=snapshot.pk)  # the sweeper asks again meanwhile
        return facts.count_approvals(snapshot)

    monkeypatch.setattr(services, "count_approvals", twice)
    services.count_affected(snapshot_id=row.snapshot.pk)
    assert len(counting) == 1 and AffectedCount.objects.count() == 1
    draft = change(draft_of(row), *MORE, actor=house.regulator_admin)
    services.update(
        actor=house.regulator_admin, consultation_id=row.pk, digest=draft.contents_digest, text="More."
    )
    Consultation.objects.update(counting_until=timezone.now() - timedelta(seconds=1))
    services.count_affected(snapshot_id=row.snapshot.pk)
    assert AffectedCount.objects.count() == 2


def test_operators_are_told_the_day_as_it_is_and_nothing_of_what_is_over(house: House) -> None:
    approved(house)
    told = Notice.objects.filter(user=house.submitter, text__contains="of your approvals")
    for replace in (False, True):
        row = opened(house)
        first = row.snapshot.pk
        if replace:
            draft = change(draft_of(row), *MORE, actor=house.regulator_admin)
            services.update(
                actor=house.regulator_admin, consultation_id=row.pk, digest=draft.contents_digest, text="x"
            )
        else:
            closed(house, row)
        services.count_affected(snapshot_id=first)
        assert not told.exists()
    services.count_affected(snapshot_id=row.snapshot.pk)
    assert "was updated and is open for comment" in told.get().text


def test_those_who_moderate_are_told_of_the_first_comment_that_waits(house: House) -> None:
    row = opened(house)
    told = Notice.objects.filter(user=house.officer, text__contains="is waiting for moderation")
    for place in range(3):
        confirmed(row, email=f"{place}@example.org")
    assert told.count() == 1
    for comment in Comment.objects.all():
        moderation.mark_spam(actor=house.officer, comment_id=comment.pk)
    confirmed(row)
    assert told.count() == 2
