"""Comments without an account: seen by nobody before the address is confirmed; no stranger is bothered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal.audit.models import AuditEntry
from portal.consultations import comments, moderation, selectors, tasks
from portal.consultations.models import Comment, CommentState, Confirmation
from portal.demo.clock import freeze_time
from portal.editions.models import Edition
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.notices.models import Mail, Notice
from tests.consulting import (
    FORM,
    answered,
    closed,
    concluded,
    confirmed,
    link_in_mail,
    opened,
    published,
    sent,
)
from tests.factories import House
from tests.portal.editions.drafts import publish

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def mails(to: str = "mere@example.org") -> list[str]:
    return list(Mail.objects.filter(to=to).order_by("pk").values_list("body", flat=True))


def test_a_comment_is_seen_by_nobody_before_its_address_is_confirmed(house: House) -> None:
    row = opened(house)
    comment = sent(row)
    assert comment and comment.state == CommentState.UNCONFIRMED
    assert not selectors.comments_visible_to(house.regulator_admin, row)
    assert not selectors.needs_moderation(house.regulator_admin)
    with pytest.raises(NotFound):
        moderation.publish(actor=house.regulator_admin, comment_id=comment.pk)
    comments.confirm(token=link_in_mail(), comment_ids=[comment.pk])
    assert list(selectors.comments_visible_to(house.officer, row)) == [comment]
    assert selectors.needs_moderation(house.officer).get().waiting_count == 1  # type: ignore[attr-defined]
    assert "is waiting for moderation" in Notice.objects.filter(user=house.regulator_admin).latest("pk").text
    assert not selectors.published_comments(row)


def test_the_e_mail_repeats_nothing_that_was_typed(house: House) -> None:
    sent(opened(house), name="Buy now at evil.example", on_behalf_of="evil.example", text="evil.example")
    [body] = mails()
    assert "evil.example" not in body


def test_an_address_gets_one_link_at_a_time_and_it_confirms_what_its_owner_chooses(house: House) -> None:
    row = opened(house)
    mine, forged = sent(row), sent(row, name="Somebody else", text="Not mine.", email="MERE@example.org ")
    assert mine and forged
    assert len(mails()) == 1
    token = link_in_mail()
    assert comments.pending(token).comments == [mine, forged]
    with pytest.raises(BadValue, match="Choose the comments that you wrote"):
        comments.confirm(token=token, comment_ids=[])
    comments.confirm(token=token, comment_ids=[mine.pk])
    assert list(row.comments.all()) == [mine]
    sent(row, text="Once more.")
    assert sum("/consultations/confirm/" in body for body in mails()) == 2
    sent(row, email="other@example.org")
    assert len(mails("other@example.org")) == 1


def test_at_most_ten_comments_wait_for_one_address(house: House) -> None:
    row = opened(house)
    assert all(sent(row, text=f"Number {number}") for number in range(comments.MOST_WAITING))
    assert sent(row) is None
    assert len(mails()) == 1


def test_a_link_that_is_forged_expired_or_used_confirms_nothing(house: House) -> None:
    row = opened(house)
    comment = sent(row)
    assert comment
    token = link_in_mail()
    chosen = {"comment_ids": [comment.pk]}
    for forged in (token[:-1] + ("A" if token[-1] != "A" else "B"), f"1{token}", "nonsense", ""):
        with pytest.raises(NotFound, match="not one of ours"):
            comments.confirm(token=forged, **chosen)
    with signatures_read(hours=49), pytest.raises(NotPossible, match="expired"):
        comments.confirm(token=token, **chosen)
    with pytest.raises(NotFound):  # a link for one act is not one for the other
        comments.withdraw(token=token)
    comments.confirm(token=token, **chosen)
    with pytest.raises(NotPossible, match="used already"):
        comments.confirm(token=token, **chosen)


@contextmanager
def signatures_read(*, hours: int) -> Iterator[None]:
    """Signatures read the clock of the machine: it is set forward."""
    now = timezone.now().timestamp() + hours * 3600
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.core.signing.time.time", lambda: now)
        yield


def test_what_nobody_confirms_is_deleted_and_the_address_is_free_again(house: House) -> None:
    row = opened(house)
    sent(row)
    tasks.erase()
    assert Comment.objects.count() == 1
    with freeze_time(timezone.now() + timedelta(hours=49)):
        tasks.erase()
        assert not Comment.objects.exists() and not Confirmation.objects.exists()
        sent(row)
    assert len(mails()) == 1  # the first one went with its comment


def test_whoever_did_not_write_it_deletes_it(house: House) -> None:
    row = opened(house)
    sent(row)
    comments.decline(token=link_in_mail())
    assert not Comment.objects.exists()


def test_an_unpublished_comment_is_withdrawn_by_its_link_and_nothing_of_it_is_left(house: House) -> None:
    row = opened(house)
    comment = confirmed(row)
    token = link_in_mail("withdraw")
    comments.withdraw(token=token)
    comment.refresh_from_db()
    assert (comment.text, comment.name, comment.email) == ("", "", "")
    assert not selectors.comments_visible_to(house.officer, row)
    with pytest.raises(NotPossible, match="has been withdrawn"):
        comments.withdraw(token=token)
    with pytest.raises(NotFound):
        moderation.publish(actor=house.officer, comment_id=comment.pk)
    published(house, row)
    with pytest.raises(NotPossible, match="no longer be withdrawn"):
        comments.withdraw(token=link_in_mail("withdraw"))


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"text": " \n "}, "text"),
        ({"text": "x" * 5001}, "text"),
        ({"text": "Read \u202ethis"}, "text"),
        ({"text": "A\x07bell"}, "text"),
        ({"text": "half a \ud800 pair"}, "text"),
        ({"text": "Mine [[too]]"}, "text"),
        ({"name": ""}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"name": "Me\u2066re"}, "name"),
        ({"on_behalf_of": "x" * 121}, "on_behalf_of"),
        ({"email": "nobody"}, "email"),
        ({"email": "a@b.example\nBcc: c@d.example"}, "email"),
        ({"about": "clause-nowhere"}, "about"),
        ({"about": "question-2"}, "about"),
        ({"about": "question-²"}, "about"),
    ],
)
def test_what_cannot_be_taken_names_its_field(house: House, fields: dict[str, Any], field: str) -> None:
    row = opened(house)
    with pytest.raises(BadValue) as refused:
        comments.send(slug=row.slug, **{**FORM, **fields})
    assert refused.value.field == field
    assert not Mail.objects.exists()


def test_a_comment_names_its_place_and_keeps_its_lines(house: House) -> None:
    row = opened(house)
    comment = sent(row, about="clause-4.14", text="One.\r\nTwo. שלום", name="  Mere\tT ")
    assert comment
    assert (comment.clause, comment.text, comment.name) == ("4.14", "One.\nTwo. שלום", "Mere T")
    question = sent(row, about="question-1")
    assert question and question.question == 1


def test_a_closed_consultation_takes_no_comment(house: House) -> None:
    row = opened(house)
    with freeze_time(timezone.now() + timedelta(days=32)), pytest.raises(NotPossible, match="is closed"):
        sent(row)
    closed(house, row)
    with pytest.raises(NotPossible, match="is closed"):
        sent(row)


# Moderation ----------------------------------------------------------------------------------------------


def test_publishing_gives_numbers_in_turn_and_tells_the_writer(house: House) -> None:
    row = opened(house)
    first, second = published(house, row), published(house, row, text="Two", email="b@example.org")
    assert [first.number, second.number] == [1, 2]
    assert "published as comment 2" in mails("b@example.org")[-1]
    moderation.publish(actor=house.officer, comment_id=first.pk)
    first.refresh_from_db()
    assert first.number == 1


def test_struck_words_are_marked_and_not_passed_on(house: House) -> None:
    comment = published(house, opened(house), "Ten times [[is too]] little[[.]]")
    comment.refresh_from_db()
    assert [(part.text, part.struck) for part in comment.public_parts] == [
        ("Ten times ", False),
        ("", True),
        (" little", False),
        ("", True),
    ]
    assert moderation.marked_text(comment) == "Ten times [[is too]] little[[.]]"


@pytest.mark.parametrize(
    "marked", ["Ten times is too much.", "Ten [[times is too little.", "[[Ten [[times]] is]] too little."]
)
def test_a_moderator_cannot_change_the_words(house: House, marked: str) -> None:
    comment = confirmed(opened(house))
    with pytest.raises(BadValue) as refused:
        moderation.publish(actor=house.officer, comment_id=comment.pk, marked=marked)
    assert refused.value.field == "marked"


def test_a_refusal_sends_its_reason_and_spam_says_nothing(house: House) -> None:
    row = opened(house)
    refused = confirmed(row)
    moderation.refuse(actor=house.officer, comment_id=refused.pk, reason="It names a private person.")
    assert "It names a private person." in mails()[-1]
    spam = confirmed(row, email="spam@example.org", text="Buy now")
    count = len(mails("spam@example.org"))
    moderation.mark_spam(actor=house.officer, comment_id=spam.pk)
    assert len(mails("spam@example.org")) == count
    assert not selectors.published_comments(row)
    with pytest.raises(NotPossible):
        moderation.mark_spam(actor=house.officer, comment_id=refused.pk)
    moderation.publish(actor=house.officer, comment_id=spam.pk)  # a mistake is mended
    assert selectors.published_comments(row).get() == spam


def test_outsiders_do_not_moderate(house: House) -> None:
    row = opened(house)
    comment, other = confirmed(row), published(house, row)
    for actor, error in (
        (house.submitter, NotFound),
        (house.foreign_officer, NotFound),
        (house.site_admin, NotFound),
        (house.inspector, NotPermitted),
    ):
        acts: list[Any] = [
            lambda a: moderation.publish(actor=a, comment_id=comment.pk),
            lambda a: moderation.refuse(actor=a, comment_id=comment.pk, reason="x"),
            lambda a: moderation.mark_spam(actor=a, comment_id=comment.pk),
            lambda a: answered(house, row, other, actor=a),
        ]
        for act in acts:
            with pytest.raises(error):
                act(actor)


def test_answers_go_to_one_comment_or_to_several(house: House) -> None:
    row = opened(house)
    first, second = published(house, row), published(house, row)
    waiting = confirmed(row)
    with pytest.raises(BadValue, match="published comments"):
        answered(house, row, first, waiting)
    answered(house, row, first)
    answered(house, row, first, second)
    [given] = row.answers.all()
    assert list(given.comments.order_by("number")) == [first, second]
    moderation.answer(
        actor=house.officer, consultation_id=row.pk, comment_ids=[second.pk], text="Else.", answer_id=given.pk
    )
    first.refresh_from_db()
    assert first.answer is None
    assert row.answers.get().text == "Else."


def test_nothing_changes_once_the_edition_is_published(house: House) -> None:
    row = opened(house)
    comment = published(house, row)
    answered(house, row, comment)
    concluded(house, row)
    publish(Edition.objects.get(pk=row.edition_id))
    for act in (
        lambda: moderation.publish(actor=house.officer, comment_id=comment.pk, marked="[[Ten]]"),
        lambda: answered(house, row, comment),
        lambda: concluded(house, row),
    ):
        with pytest.raises(NotPossible):
            act()


# Addresses -----------------------------------------------------------------------------------------------


def test_addresses_are_erased_some_time_after_closing(house: House, settings: Any) -> None:
    row = opened(house)
    kept = published(house, row)
    hidden = published(house, row, email="hidden@example.org", name="Hid Den", name_withheld=True)
    spam = confirmed(row, email="spam@example.org")
    moderation.mark_spam(actor=house.officer, comment_id=spam.pk)
    refused = confirmed(row, email="refused@example.org", on_behalf_of="A club")
    moderation.refuse(actor=house.officer, comment_id=refused.pk, reason="It names a private person.")
    closed(house, row)
    with freeze_time(timezone.now() + timedelta(days=settings.CONSULTATION_EMAIL_DAYS - 1)):
        tasks.erase()
        assert Comment.objects.exclude(email="").count() == 4
    with freeze_time(timezone.now() + timedelta(days=settings.CONSULTATION_EMAIL_DAYS + 1)):
        tasks.erase()
        tasks.erase()
    assert not Comment.objects.exclude(email="").exists()
    assert not Mail.objects.filter(to__endswith="@example.org", about__startswith="consultation").exists()
    assert not Comment.objects.filter(pk=spam.pk).exists()
    kept.refresh_from_db()
    hidden.refresh_from_db()
    assert (kept.name, hidden.name) == ("Mere Tamihana", "")
    refused.refresh_from_db()
    assert (refused.name, refused.on_behalf_of) == ("", "")
    assert AuditEntry.objects.filter(action="consultation.erase_addresses").count() == 1


def test_the_audit_trail_has_no_address_name_or_text_of_a_writer(house: House) -> None:
    row = opened(house)
    published(house, row)
    moderation.refuse(actor=house.officer, comment_id=confirmed(row).pk, reason="Twice the same.")
    written = str(list(AuditEntry.objects.values_list("object_label", "before", "after", "actor_name")))
    for secret in (FORM["email"], FORM["name"], FORM["text"]):
        assert str(secret) not in written
