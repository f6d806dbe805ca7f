"""Digests: in the morning where the person works, each notice once, and never an empty one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal.accounts.models import User
from portal.demo.clock import freeze_time
from portal.notices import digests
from portal.notices.models import Mail, Notice, Topic, When
from portal.notices.services import choose_emails, notify
from tests.factories import House, create_property

# Tuesday, 16:00 in New Zealand (NZDT, 13 hours ahead).
TUESDAY = datetime(2026, 11, 17, 3, 0, tzinfo=UTC)


@pytest.fixture
def clock() -> Iterator[Callable[..., None]]:
    """A clock that stands still until the test moves it on."""
    with ExitStack() as stack:
        stack.enter_context(freeze_time(TUESDAY))

        def move(**delta: int) -> None:
            now = timezone.now() + timedelta(**delta)
            stack.close()
            stack.enter_context(freeze_time(now))

        yield move


def tell(person: User, text: str = "The case moves.", topic: Topic = Topic.PROGRESS) -> None:
    notify(people=[person], subject="A case", text=text, topic=topic, url="/operator/")


def choose(person: User, when: When, topic: Topic = Topic.PROGRESS) -> None:
    choose_emails(actor=person, choices={topic: when})


def test_a_daily_digest_comes_the_next_morning_and_once(house: House, clock: Any) -> None:
    choose(house.submitter, When.DAILY)
    tell(house.submitter, "First.")
    tell(house.submitter, "Second.")
    assert Notice.objects.filter(user=house.submitter).count() == 2, "on the page at once"
    assert (Mail.objects.count(), digests.send_digests()) == (0, 0)
    clock(hours=14, minutes=50)  # 06:50
    assert digests.send_digests() == 0
    clock(minutes=15)  # 07:05
    assert [digests.send_digests(), digests.send_digests()] == [1, 0], "a second scheduler finds nothing"
    mail = Mail.objects.get()
    assert mail.to == house.submitter.email
    assert mail.subject == "Baize: 2 notices, 18 November 2026"
    assert mail.body.index("First.") < mail.body.index("Second.")
    assert "/notices/by-email/" in mail.body


def test_what_comes_after_the_morning_waits_for_the_next_one(house: House, clock: Any) -> None:
    choose(house.submitter, When.DAILY)
    clock(hours=18)  # 10:00 on Wednesday
    tell(house.submitter)
    assert digests.send_digests() == 0
    clock(hours=21)
    assert digests.send_digests() == 1


def test_after_an_outage_one_digest_has_everything(house: House, clock: Any) -> None:
    choose(house.submitter, When.DAILY)
    for number in range(3):
        tell(house.submitter, f"Day {number}.")
        clock(days=1)
    assert digests.send_digests() == 1
    assert Mail.objects.get().body.count("Day ") == 3


def test_a_weekly_digest_comes_on_monday(house: House, clock: Any) -> None:
    choose(house.submitter, When.WEEKLY)
    tell(house.submitter)
    clock(days=5)  # Sunday
    assert digests.send_digests() == 0
    clock(hours=16)  # Monday, 08:00
    assert digests.send_digests() == 1


def test_without_anything_to_say_none_is_sent(house: House, clock: Any) -> None:
    choose(house.submitter, When.DAILY)
    clock(days=2)
    assert (digests.send_digests(), Mail.objects.count()) == (0, 0)


def test_topics_sent_at_once_are_not_sent_again(house: House, clock: Any) -> None:
    choose(house.submitter, When.DAILY)
    tell(house.submitter, "Urgent.", topic=Topic.WORK)
    tell(house.submitter, "Not urgent.")
    assert Mail.objects.count() == 1
    clock(days=1)
    digests.send_digests()
    assert "Urgent." not in Mail.objects.latest("pk").body


def test_work_may_wait_for_the_morning_if_one_chooses_so(house: House, clock: Any) -> None:
    choose(house.officer, When.DAILY, Topic.WORK)
    tell(house.officer, topic=Topic.WORK)
    assert Mail.objects.count() == 0
    clock(days=1)
    assert digests.send_digests() == 1


def test_unsubscribing_loses_no_notice(house: House, clock: Any) -> None:
    choose(house.submitter, When.DAILY)
    tell(house.submitter)
    choose(house.submitter, When.NEVER)
    clock(days=2)
    assert digests.send_digests() == 0
    assert Notice.objects.filter(user=house.submitter, read_at=None).count() == 1


def test_what_waits_follows_the_choice(house: House, clock: Any) -> None:
    choose(house.submitter, When.WEEKLY)
    tell(house.submitter)
    choose(house.submitter, When.DAILY)
    clock(days=1)
    assert digests.send_digests() == 1
    tell(house.submitter)
    choose(house.submitter, When.AT_ONCE)
    clock(days=1)
    assert digests.send_digests() == 1, "what waited is still sent"


def test_a_closed_account_gets_none(house: House, clock: Any) -> None:
    choose(house.submitter, When.DAILY)
    tell(house.submitter)
    User.objects.filter(pk=house.submitter.pk).update(is_active=False)
    clock(days=1)
    assert digests.send_digests() == 0


def test_with_casinos_in_two_zones_the_morning_is_utc(house: House, clock: Any) -> None:
    create_property(organisation=house.operator, jurisdiction="sg")
    choose(house.submitter, When.DAILY)
    tell(house.submitter)
    clock(hours=3, minutes=59)  # 06:59 UTC
    assert digests.send_digests() == 0
    clock(minutes=2)
    assert digests.send_digests() == 1
