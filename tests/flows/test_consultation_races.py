"""Many hands at one consultation: each comment counts once, and nothing is added to what is published."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from portal.accounts.jurisdictions import jurisdiction
from portal.consultations import comments, moderation, services
from portal.consultations.models import Comment, CommentState, Consultation
from portal.editions.models import Edition
from portal.errors import DomainError
from portal.notices.models import Mail
from tests.consulting import FORM, concluded, confirmed, link_in_mail, opened, sent
from tests.factories import House, make_house
from tests.flows.test_races import at_once
from tests.portal.editions.drafts import publish

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

HANDS = 6


@pytest.fixture
def racing_house() -> House:
    return make_house()


def test_a_link_confirms_once_and_numbers_are_given_once(racing_house: House) -> None:
    row = opened(racing_house)
    comment = sent(row)
    assert comment
    token = link_in_mail()
    results = at_once([lambda: comments.confirm(token=token, comment_ids=[comment.pk])] * HANDS)
    assert sum(isinstance(result, list) for result in results) == 1
    assert Mail.objects.filter(to=FORM["email"], subject="Your comment is confirmed").count() == 1
    waiting = [comment, *(confirmed(row, email=f"{place}@example.org") for place in range(HANDS - 1))]
    at_once([partial(moderation.publish, actor=racing_house.officer, comment_id=each.pk) for each in waiting])
    numbers = Comment.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, HANDS + 1))


def test_a_comment_sent_while_the_link_is_used_is_not_left_without_one(racing_house: House) -> None:
    row = opened(racing_house)
    for place in range(3):
        first = sent(row, text=f"First {place}")
        assert first
        confirm = partial(comments.confirm, token=link_in_mail(), comment_ids=[first.pk])
        at_once([confirm, lambda: sent(row, text="Second")])
        for left in Comment.objects.filter(state=CommentState.UNCONFIRMED):
            comments.confirm(token=link_in_mail(), comment_ids=[left.pk])


def test_an_edition_is_not_published_while_its_consultation_is_reopened(racing_house: House) -> None:
    house = racing_house
    row = opened(house)
    concluded(house, row)
    draft = Edition.objects.get(pk=row.edition_id)
    day = jurisdiction(draft.jurisdiction).today() + timedelta(days=9)

    def reopen() -> Consultation:
        return services.reopen(
            actor=house.regulator_admin, consultation_id=row.pk, closes_on=day, reason="A mistake."
        )

    results = at_once([lambda: publish(draft), reopen])
    assert sum(isinstance(result, DomainError) for result in results) == 1, results
    row.refresh_from_db()
    draft.refresh_from_db()
    assert draft.is_draft == (row.state == "open")
