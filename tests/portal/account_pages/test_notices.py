"""A person's notices, which come by e-mail, and the outbox of the demonstration."""

from __future__ import annotations

from typing import Any

import pytest

from portal.notices.models import EmailChoice, Notice
from portal.notices.services import queue_mail
from portal.review import workflow
from tests.factories import House, submitted
from tests.portal.doors import signed_in, text


def test_notices_are_listed_and_marked_as_read(house: House) -> None:
    workflow.claim(actor=house.officer, reference=submitted(house).reference)
    client = signed_in(house.submitter)
    shown = text(client.get("/notices/"))
    assert "is under review" in shown
    assert "Mark all 2 as read" in shown
    client.post("/notices/read/")
    assert not Notice.objects.filter(user=house.submitter, read_at=None).exists()
    assert "Mark all" not in text(client.get("/notices/"))
    assert Notice.objects.filter(user=house.operator_admin, read_at=None).exists()


def test_choosing_what_comes_by_email(house: House) -> None:
    client = signed_in(house.submitter)
    shown = client.get("/notices/by-email/").content.decode()
    assert shown.count('<option value="at_once" selected>') == 6
    assert shown.count('<option value="never">') == 5, "never for all but one's tasks"
    every = dict.fromkeys(("work", "progress", "decision", "document", "check", "reminder"), "at_once")
    client.post("/notices/by-email/", {**every, "progress": "daily", "check": "never"})
    chosen = dict(EmailChoice.objects.filter(user=house.submitter).values_list("topic", "when"))
    assert chosen == {"progress": "daily", "check": "never"}
    for bad in ({**every, "work": "never"}, {**every, "check": "hourly"}, {"work": "daily"}):
        assert client.post("/notices/by-email/", bad).status_code == 422


def test_the_outbox_shows_ones_own_mail_in_the_demonstration(house: House) -> None:
    queue_mail(to=house.submitter.email, subject="For you", body="Hello")
    queue_mail(to=house.officer.email, subject="For another", body="Hello")
    own = text(signed_in(house.submitter).get("/notices/outbox/"))
    assert "For you" in own
    assert "For another" not in own
    everyone = text(signed_in(house.site_admin).get("/notices/outbox/"))
    assert "For another" in everyone


def test_the_outbox_links_to_nothing_that_only_others_may_open(house: House) -> None:
    case = "http://testserver/operator/submissions/NZ-2026-0001/"
    for user in (house.submitter, house.site_admin):
        queue_mail(to=user.email, subject=f"For {user.name}", body=f"Answered: {case}")
    assert f'href="{case}"' in signed_in(house.submitter).get("/notices/outbox/").content.decode()
    everyone = signed_in(house.site_admin).get("/notices/outbox/").content.decode()
    assert everyone.count(case) == 3  # as text, and their own as a link
    assert everyone.count(f'href="{case}"') == 1


@pytest.mark.parametrize(("person", "status"), [("submitter", 404), ("site_admin", 200)])
def test_outside_the_demonstration_the_outbox_is_the_site_administrators(
    house: House, settings: Any, person: str, status: int
) -> None:
    settings.DEMO = False
    assert signed_in(getattr(house, person)).get("/notices/outbox/").status_code == status
