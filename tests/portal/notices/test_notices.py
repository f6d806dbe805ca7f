"""Who is told, and that mail is neither lost nor doubled."""

from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from portal.documents import outbox
from portal.documents.signing import Signer
from portal.errors import NotFound
from portal.notices import selectors, services, tasks
from portal.notices.models import Mail, Notice
from portal.review import workflow
from tests.factories import House, approved, digest, in_review, recommended, submitted

pytestmark = pytest.mark.slow


def told(house: House) -> dict[str, set[str]]:
    """For each person of the house the texts they have got."""
    people = {getattr(house, name).pk: name for name in ("submitter", "viewer", "operator_admin", "officer")}
    people |= {getattr(house, name).pk: name for name in ("approver", "officer_and_approver", "outsider")}
    people |= {house.foreign_officer.pk: "foreign_officer", house.regulator_admin.pk: "regulator_admin"}
    found: dict[str, set[str]] = {}
    for notice in Notice.objects.all():
        found.setdefault(people[notice.user_id], set()).add(notice.text)
    return found


def test_officers_hear_of_a_submission(house: House) -> None:
    made = submitted(house)
    assert set(told(house)) == {"officer", "officer_and_approver", "submitter", "operator_admin"}
    notice = selectors.notices(house.officer).get()
    assert made.reference in notice.text
    assert notice.url == f"/regulator/cases/{made.reference}/"
    letter = Mail.objects.get(to=house.officer.email)
    assert made.reference in letter.subject
    assert notice.url in letter.body


def test_approvers_hear_of_a_recommendation_and_the_operator_of_the_decision(house: House) -> None:
    made = recommended(house)
    assert any("waiting for a decision" in text for text in told(house)["approver"])
    workflow.approve(actor=house.approver, reference=made.reference, digest=digest(made), no_conflict=True)
    assert any("was approved" in text for text in told(house)["submitter"])
    assert any("was approved" in text for text in told(house)["operator_admin"])
    assert not {"viewer", "outsider", "foreign_officer"} & set(told(house))
    urls = set(Notice.objects.filter(user=house.submitter).values_list("url", flat=True))
    case = f"/operator/submissions/{made.reference}/"
    assert urls == {case, f"{case}receipt/"}


def test_people_get_no_notice_of_their_own_acts(house: House) -> None:
    made = in_review(house)
    Notice.objects.all().delete()
    workflow.withdraw(actor=house.submitter, reference=made.reference)
    assert set(told(house)) == {"officer"}


def test_documents_announce_themselves(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("portal.documents.pdf.render", lambda *args: b"%PDF")
    monkeypatch.setattr(
        "portal.documents.signing.sign", lambda data, **about: (data, Signer("5" * 64, "A signer", "a chain"))
    )
    made = approved(house).submission
    outbox.produce(made.documents.get(kind="certificate").pk)
    assert any("certificate" in text and "ready" in text for text in told(house)["submitter"])


def test_a_failed_document_notifies_those_who_can_retry(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any) -> bytes:
        raise RuntimeError("no ink")

    monkeypatch.setattr("portal.documents.pdf.render", broken)
    monkeypatch.setattr(outbox, "MAX_FAILURES", 1)
    outbox.produce(approved(house).submission.documents.get(kind="certificate").pk)
    assert any("could not be prepared" in text for text in told(house)["regulator_admin"])


def test_mail_goes_out_once(house: House) -> None:
    row = services.queue_mail(to="a@example.org", subject="S", body="B")
    assert services.deliver(row.pk)
    assert not services.deliver(row.pk)
    assert len(mail.outbox) == 1


def test_a_mail_server_that_is_away_is_tried_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    row = services.queue_mail(to="a@example.org", subject="S", body="B")

    def away(self: Any, **options: Any) -> int:
        raise ConnectionRefusedError("nobody there")

    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.EmailMessage.send", away)
        assert not services.deliver(row.pk)
    row.refresh_from_db()
    assert "nobody there" in row.failure
    assert not services.deliver(row.pk)  # not before its pause is over
    Mail.objects.filter(pk=row.pk).update(next_attempt_at=timezone.now())
    queued: list[tuple[int]] = []
    monkeypatch.setattr(tasks.deliver, "apply_async", lambda args, **options: queued.append(args))
    assert tasks.sweep() == 1
    assert queued == [(row.pk,)]
    assert services.deliver(row.pk)


def test_notices_are_read_by_their_own_person(house: House) -> None:
    submitted(house)
    assert selectors.unread(house.officer) == 1
    theirs = selectors.notices(house.officer_and_approver).get()
    with pytest.raises(NotFound):
        services.mark_read(actor=house.officer, notice_id=theirs.pk)
    assert services.mark_read(actor=house.officer) == 1
    assert selectors.unread(house.officer) == 0
    assert selectors.unread(house.officer_and_approver) == 1


def test_the_mail_page_shows_a_person_their_own(house: House, settings: Any) -> None:
    submitted(house)
    settings.DEMO = True
    assert {m.to for m in selectors.outbox(house.officer)} == {house.officer.email}
    assert selectors.outbox(house.site_admin).count() == Mail.objects.count()
    settings.DEMO = False
    assert not selectors.outbox(house.officer).exists()
