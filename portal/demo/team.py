"""The demo's invitations, one open and one expired, somebody who collects e-mail once a day, and a deputy.

The audit trail records the function's name: do not rename it.
"""

from datetime import timedelta

from django.utils import timezone

from portal.accounts.absences import name_deputy
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Role, User
from portal.accounts.selectors import DEMO_DOMAIN
from portal.accounts.services import invite
from portal.demo.clock import freeze_time
from portal.notices.models import Topic, When
from portal.notices.services import choose_emails


def people_are_invited_and_choose_their_email() -> None:
    administrator = _person("nz-admin")
    with freeze_time(timezone.now() - timedelta(days=12)):
        invite(
            actor=administrator,
            email="wiremu.kerr@example.org",
            name="Wiremu Kerr",
            roles=[Role.REGULATOR_INSPECTOR],
        )
    with freeze_time(timezone.now() - timedelta(days=1)):
        invite(
            actor=administrator,
            email="sina.leavai@example.org",
            name="Sina Leavai",
            roles=[Role.REGULATOR_OFFICER],
        )
    daily: dict[str, str] = {Topic.PROGRESS: When.DAILY, Topic.DOCUMENT: When.DAILY, Topic.CHECK: When.WEEKLY}
    choose_emails(actor=_person("kowhai-admin"), choices=daily)


def an_officer_is_away() -> None:
    """For two weeks from the day the demonstration is loaded."""
    officer = _person("sg-officer")
    until = jurisdiction("sg").today() + timedelta(days=14)
    name_deputy(actor=officer, user_id=officer.pk, deputy_id=_person("sg-officer-2").pk, until=until)


def _person(name: str) -> User:
    return User.objects.get(email=f"{name}@{DEMO_DOMAIN}")


TEAMS = (people_are_invited_and_choose_their_email, an_officer_is_away)
