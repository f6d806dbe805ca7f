"""Who is told when an edition is proposed, sent back, published or withdrawn: notice, e-mail and webhook."""

from __future__ import annotations

import json

import pytest

from portal.accounts.models import User
from portal.editions import publishing, withdrawing
from portal.editions.models import Edition
from portal.notices.models import Delivery, Mail, Notice
from portal.notices.webhooks import services as webhooks
from tests.factories import House, make_house
from tests.portal.editions.drafts import a_draft, change, proposed

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def house() -> House:
    return make_house("md", "md-craps")


@pytest.fixture
def draft(house: House) -> Edition:
    return change(a_draft("md-craps", actor=house.regulator_admin), "table.dice", "6", "7/A")


def told(person: User) -> str:
    return Notice.objects.filter(user=person).latest("pk").text


def test_each_step_tells_those_who_have_to_act_and_those_who_drafted(house: House, draft: Edition) -> None:
    admin, approver = house.regulator_admin, house.approver
    row = proposed(draft)
    assert "waiting for a second person" in told(approver)
    assert Mail.objects.filter(to=approver.email, subject=f"Editions: {row.title}").exists()
    assert not Notice.objects.filter(user__in=[admin, house.officer, house.submitter]).exists()
    row = publishing.send_back(actor=approver, edition_id=row.pk, remarks="Clause 7/A says eight.")
    assert told(admin) == f"{approver.name} sent “{row.title}” back with remarks: Clause 7/A says eight."
    row = proposed(row)
    row = publishing.publish(actor=approver, edition_id=row.pk, digest=row.proposed_digest)
    assert f"{approver.name} published" in told(admin)
    withdrawing.ask_withdrawal(actor=approver, edition_id=row.pk, reason="A misprint.")
    assert "A second person has to confirm it: A misprint." in told(admin)
    withdrawing.confirm_withdrawal(actor=admin, edition_id=row.pk)
    assert f"{admin.name} confirmed it" in told(approver)


def test_webhooks_have_ids_and_dates_and_operators_hear_only_of_public_steps(
    house: House, draft: Edition
) -> None:
    for person in (house.regulator_admin, house.operator_admin):
        webhooks.add(actor=person, url=f"https://hooks.example.org/{person.pk}/", events=["edition.moved"])
    row = publishing.send_back(actor=house.approver, edition_id=proposed(draft).pk, remarks="Secret remarks.")
    row = proposed(row)
    publishing.publish(actor=house.approver, edition_id=row.pk, digest=row.proposed_digest)
    bodies: dict[str, list[dict[str, str]]] = {}
    for sent in Delivery.objects.filter(event="edition.moved").order_by("pk"):
        assert "Secret remarks" not in sent.body and house.approver.name not in sent.body
        bodies.setdefault(sent.endpoint.url, []).append(json.loads(sent.body)["data"])
    regulator, operator = (
        bodies[f"https://hooks.example.org/{person.pk}/"]
        for person in (house.regulator_admin, house.operator_admin)
    )
    assert [data["move"] for data in regulator] == ["propose", "send_back", "propose", "publish"]
    [data] = operator
    assert (data["edition"], data["from"], data["to"]) == (row.pk, "proposed", "scheduled")
    assert row.in_force_from and data["in_force_from"] == row.in_force_from.isoformat()
    assert data["digest"] == row.contents_digest and data["url"].endswith(f"/rulebook/{row.pk}/")
