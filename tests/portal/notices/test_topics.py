"""Which notices come by e-mail is each person's own choice, but for those that wait for an answer."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from portal.accounts.models import User
from portal.errors import BadValue
from portal.notices import selectors, services
from portal.notices.models import Mail, Muted, Notice, Topic
from portal.review import workflow
from portal.review.transitions import TRANSITIONS
from tests.factories import House, in_review, submitted


def mails_to(person: User) -> int:
    return Mail.objects.filter(to=person.email).count()


def test_a_muted_topic_sends_no_mail_but_stands_on_the_page(house: House) -> None:
    services.choose_topics(actor=house.submitter, topics=[Topic.DECISION, Topic.DOCUMENT])
    assert selectors.muted(house.submitter) == {Topic.PROGRESS, Topic.CHECK, Topic.REMINDER}
    made = submitted(house)
    workflow.claim(actor=house.officer, reference=made.reference)
    assert Notice.objects.filter(user=house.submitter, topic=Topic.PROGRESS).count() == 1
    assert mails_to(house.submitter) == 0
    assert mails_to(house.operator_admin) == 1


def test_what_waits_for_you_is_always_mailed(house: House) -> None:
    services.choose_topics(actor=house.submitter, topics=[])
    assert Topic.WORK not in selectors.muted(house.submitter)
    made = in_review(house)
    due = timezone.now().date() + timedelta(days=9)
    workflow.open_query(actor=house.officer, reference=made.reference, text="Which table?", due_on=due)
    assert mails_to(house.submitter) == 1


def test_choosing_again_replaces_the_choice(house: House) -> None:
    services.choose_topics(actor=house.officer, topics=[])
    services.choose_topics(actor=house.officer, topics=[Topic.LIMITS])
    services.choose_topics(actor=house.officer, topics=[Topic.LIMITS])
    assert Topic.LIMITS not in selectors.muted(house.officer)
    assert Muted.objects.filter(user=house.officer).count() == 4


def test_an_unknown_topic_is_refused(house: House) -> None:
    with pytest.raises(BadValue):
        services.choose_topics(actor=house.officer, topics=["weather"])


def test_each_side_is_offered_the_topics_it_can_get(house: House) -> None:
    assert Topic.LIMITS not in selectors.topics_for(house.submitter)
    assert Topic.CHECK not in selectors.topics_for(house.officer)
    assert selectors.topics_for(house.site_admin) == []


def test_moves_that_ask_somebody_to_act_are_work() -> None:
    work = {name for name, transition in TRANSITIONS.items() if transition.topic == Topic.WORK}
    assert work == {"submit", "open_query", "answer_query", "return_for_amendment", "recommend", "send_back"}
