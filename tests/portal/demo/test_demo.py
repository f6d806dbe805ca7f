"""The demonstration loads, loads again without a change, and shows every state."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.test import Client

from craps import all_edition_ids
from portal.accounts.models import Role, Token, User
from portal.accounts.selectors import demo_accounts, people_with
from portal.demo.load import SCENES
from portal.demo.people import DEMO_PASSWORD, REGULATORS
from portal.documents.models import Document
from portal.notices.models import Delivery
from portal.review.models import StandardText
from portal.submissions.models import State, Submission
from portal.validation.models import Run

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def load() -> str:
    out = StringIO()
    call_command("load_demo", stdout=out)
    return out.getvalue()


def test_it_loads_once(settings: Any, client: Client) -> None:
    settings.DEMO = True
    assert f"people and {len(SCENES)} cases added" in load()
    people, cases = User.objects.count(), Submission.objects.count()
    assert "0 people and 0 cases added" in load()
    assert (User.objects.count(), Submission.objects.count()) == (people, cases)

    states = set(Submission.objects.values_list("state", flat=True))
    assert states == set(State.values)
    roles = {role for account in demo_accounts() for role in account["roles"]}
    assert roles == {role.label for role in Role}
    assert User.objects.filter(email__startswith="nz-officer").get().check_password(DEMO_PASSWORD)
    under_review = Submission.objects.filter(state=State.IN_REVIEW)
    assert Run.objects.filter(version__in=under_review.values("submitted_version"), breaches__gt=0).exists()
    approved = Submission.objects.filter(decisions__outcome__startswith="approved").count()
    assert Document.objects.filter(state="waiting", kind="certificate").count() == approved
    in_force = Submission.objects.filter(state=State.IN_FORCE)
    assert set(in_force.values_list("edition_id", flat=True)) == set(all_edition_ids())

    assert not Delivery.objects.exclude(state__in=["delivered", "failed"]).exists()
    assert set(Delivery.objects.values_list("state", flat=True)) == {"delivered", "failed"}
    assert not Delivery.objects.filter(created_at__lt=F("endpoint__created_at")).exists()
    texts = StandardText.objects.filter(versions__number=2).values_list("organisation__name", flat=True)
    assert sorted(texts) == sorted(regulator.name for regulator in REGULATORS)
    assert Token.objects.get().user.is_machine and Token.objects.get().is_live

    for regulator in REGULATORS:  # nobody's desk is empty
        officer = people_with(Role.REGULATOR_OFFICER, jurisdiction=regulator.jurisdiction)[0]
        client.force_login(officer)
        assert any(tile["count"] for tile in client.get("/regulator/").context["tiles"]), regulator


def test_it_is_not_for_production(settings: Any) -> None:
    settings.DEMO = False
    with pytest.raises(CommandError, match="demo mode only"):
        load()
    assert not User.objects.exists()
