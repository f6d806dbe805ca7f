"""A form sent twice acts once: the second sending gets the confirmation of the first."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.test import Client

from portal.audit.models import AuditEntry
from portal.review.models import Comment
from tests.factories import House, digest, draft, in_review, odds, tick_off
from tests.portal.doors import ClientResponse, fields, signed_in, text

pytestmark = pytest.mark.slow


def said(answer: ClientResponse) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def twice(client: Client, page: str, address: str, data: dict[str, Any]) -> ClientResponse:
    """Opens the page, sends its form twice as a double click does, and follows the second answer.

    The browser drops the first answer, and with it the cookie that has its message.
    """
    form = {"csrfmiddlewaretoken": fields(client.get(page))["csrfmiddlewaretoken"]} | data
    before = client.cookies.output()
    first = client.post(address, form)
    assert first.status_code == 302, text(first)
    assert client.cookies.output() != before  # the message
    del client.cookies["messages"]
    return client.post(address, form, follow=True)


def test_submitting_twice_submits_once_and_shows_the_confirmation(house: House) -> None:
    made = draft(house, odds(1))
    page = f"/operator/submissions/{made.reference}/submit/"
    data = {"digest": digest(made), "name": "Ana Holt", "role": "Manager", "declared": "on"}
    answer = twice(signed_in(house.submitter), page, page, data)
    assert answer.status_code == 200
    assert "is with the regulator" in text(answer) or "submitted" in text(answer).lower()
    assert answer.redirect_chain[-1][0] == f"/operator/submissions/{made.reference}/receipt/"
    assert made.moves.filter(name="submit").count() == 1


def test_recommending_twice_recommends_once(house: House) -> None:
    made = in_review(house)
    tick_off(house.officer, made)
    page = f"/regulator/cases/{made.reference}/recommend/"
    data = {"digest": digest(made), "outcome": "approve", "reason": "In order.", "no_conflict": "on"}
    answer = twice(signed_in(house.officer), page, page, data)
    assert "with the approvers" in text(answer)
    assert made.moves.filter(name="recommend").count() == 1


def test_the_same_note_from_a_page_opened_anew_is_another_note(house: House) -> None:
    made, client = in_review(house), signed_in(house.officer)
    page = f"/regulator/cases/{made.reference}/"
    for _ in range(2):
        twice(client, page, f"{page}note/", {"text": "Seen."})
    assert Comment.objects.filter(text="Seen.").count() == 2


def test_what_was_refused_can_be_sent_again(house: House) -> None:
    made, client = in_review(house), signed_in(house.officer)
    page = f"/regulator/cases/{made.reference}/"
    form = {"csrfmiddlewaretoken": fields(client.get(page))["csrfmiddlewaretoken"], "text": ""}
    for _ in range(2):
        assert client.post(f"{page}note/", form).status_code == 422


def test_another_person_never_gets_the_answer(house: House) -> None:
    made = in_review(house)
    page = f"/regulator/cases/{made.reference}/"
    form = {"csrfmiddlewaretoken": "a" * 64, "text": "Seen."}
    for person in (house.officer, house.approver):
        assert signed_in(person).post(f"{page}note/", form).status_code == 302
    assert Comment.objects.filter(text="Seen.").count() == 2


@pytest.mark.django_db(transaction=True)
def test_the_second_waits_for_the_first(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """It arrives while the first is at work."""
    from portal.pages import send_once

    made, client = in_review(house), signed_in(house.officer)
    page = f"/regulator/cases/{made.reference}/"
    form = {"csrfmiddlewaretoken": "a" * 64, "text": "Seen."}
    request = client.post(f"{page}note/", form).wsgi_request
    key = send_once._key(request)  # type: ignore[arg-type]
    assert key is not None
    answer = cache.get(key)
    cache.set(key, "working")
    timer = threading.Timer(0.3, lambda: cache.set(key, answer))
    timer.start()
    second = client.post(f"{page}note/", form)
    timer.join()
    assert (second.status_code, Comment.objects.filter(text="Seen.").count()) == (302, 1)
    assert AuditEntry.objects.filter(action="review.note").count() == 1
    cache.set(key, "working")
    monkeypatch.setattr(send_once, "PATIENCE", 0.1)
    late = client.post(f"{page}note/", form)
    assert late.status_code == 409
    assert "still working" in text(late)
