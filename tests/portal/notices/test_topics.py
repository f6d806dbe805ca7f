"""Which notices come by e-mail is each person's own choice, but for those that wait for an answer."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from portal.accounts.models import User
from portal.errors import BadValue
from portal.notices import selectors, services
from portal.notices.models import EmailChoice, Mail, Notice, Topic, When
from portal.review import workflow
from portal.review.transitions import TRANSITIONS
from tests.factories import House, in_review, submitted


def mails_to(person: User) -> int:
    return Mail.objects.filter(to=person.email).count()


def test_a_muted_topic_sends_no_mail_but_stands_on_the_page(house: House) -> None:
    services.choose_emails(actor=house.submitter, choices={Topic.PROGRESS: When.NEVER})
    assert selectors.email_choices(house.submitter)[Topic.PROGRESS] == When.NEVER
    assert selectors.email_choices(house.submitter)[Topic.DECISION] == When.AT_ONCE
    made = submitted(house)
    Notice.objects.all().delete()
    Mail.objects.all().delete()
    workflow.claim(actor=house.officer, reference=made.reference)
    assert Notice.objects.filter(user=house.submitter, topic=Topic.PROGRESS).count() == 1
    assert mails_to(house.submitter) == 0
    assert mails_to(house.operator_admin) == 1


def test_what_waits_for_you_is_always_mailed(house: House) -> None:
    with pytest.raises(BadValue):
        services.choose_emails(actor=house.submitter, choices={Topic.WORK: When.NEVER})
    made = in_review(house)
    due = timezone.now().date() + timedelta(days=9)
    workflow.open_query(actor=house.officer, reference=made.reference, text="Which table?", due_on=due)
    assert mails_to(house.submitter) == 3, "the receipt, its progress, and the question"


def test_choosing_again_replaces_the_choice(house: House) -> None:
    for when in (When.NEVER, When.WEEKLY, When.WEEKLY):
        services.choose_emails(actor=house.officer, choices={Topic.LIMITS: when})
    assert selectors.email_choices(house.officer)[Topic.LIMITS] == When.WEEKLY
    services.choose_emails(actor=house.officer, choices={Topic.LIMITS: When.AT_ONCE})
    assert not EmailChoice.objects.filter(user=house.officer).exists()


def test_an_unknown_topic_is_refused(house: House) -> None:
    for topic, when in (("weather", "daily"), ("limits", "hourly")):
        with pytest.raises(BadValue):
            services.choose_emails(actor=house.officer, choices={topic: when})


def test_each_side_is_offered_the_topics_it_can_get(house: House) -> None:
    assert Topic.LIMITS not in selectors.topics_for(house.submitter)
    assert Topic.CHECK not in selectors.topics_for(house.officer)
    assert selectors.topics_for(house.site_admin) == []


def test_moves_that_ask_somebody_to_act_are_work() -> None:
    work = {name for name, transition in TRANSITIONS.items() if transition.topic == Topic.WORK}
    of_a_notice = {"give_notice_of_intent", "reply_to_notice"}
    of_a_case = {"submit", "open_query", "answer_query", "return_for_amendment", "recommend", "send_back"}
    assert work == of_a_case | of_a_notice
