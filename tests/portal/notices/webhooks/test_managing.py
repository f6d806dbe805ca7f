"""Webhooks in an administrator's hands: switched off and on, sent again, and whose they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from portal.accounts.models import User
from portal.audit.models import AuditEntry
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.notices import tasks
from portal.notices.models import Delivery, Endpoint, Mail, Notice
from portal.notices.webhooks import outbox, services
from tests.factories import House, submitted
from tests.portal.notices.webhooks.helpers import ALL, URL, answering, listen, person_of

# -- switched off -------------------------------------------------------------------------------------------


def give_up(house: House, endpoint: Endpoint) -> Delivery:
    sent = services.send_test(actor=house.operator_admin, endpoint_id=endpoint.pk)
    Delivery.objects.filter(pk=sent.pk).update(attempts=outbox.MAX_ATTEMPTS - 1)
    outbox.deliver(sent.pk)
    return sent


def test_a_webhook_that_never_answers_is_switched_off_and_its_people_notified(
    house: House, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 500)
    for _ in range(outbox.CLOSE_AFTER - 1):
        give_up(house, endpoint)
    endpoint.refresh_from_db()
    assert endpoint.active and endpoint.failed_in_a_row == outbox.CLOSE_AFTER - 1
    give_up(house, endpoint)
    endpoint.refresh_from_db()
    assert not endpoint.active and "answered 500" in endpoint.closed_because
    notice = Notice.objects.get(user=house.operator_admin)
    assert notice.url == f"/organisation/webhooks/{endpoint.pk}/"
    assert Mail.objects.filter(to=house.operator_admin.email, subject="A webhook was switched off").exists()
    assert AuditEntry.objects.filter(action="webhook.close", organisation=house.operator).count() == 1


def test_one_success_and_the_count_begins_anew(
    house: House, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 500)
    give_up(house, endpoint)
    answering(monkeypatch, 200)
    outbox.deliver(services.send_test(actor=house.operator_admin, endpoint_id=endpoint.pk).pk)
    endpoint.refresh_from_db()
    assert endpoint.failed_in_a_row == 0


def test_gone_means_gone(house: House, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, 410)
    sent = services.send_test(actor=house.operator_admin, endpoint_id=endpoint.pk)
    outbox.deliver(sent.pk)
    sent.refresh_from_db()
    endpoint.refresh_from_db()
    assert sent.state == "failed" and not endpoint.active and "410" in endpoint.closed_because


def test_while_off_nothing_is_written_or_sent_and_then_what_waits_goes_out(
    house: House, endpoint: Endpoint, delivery: Delivery, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = answering(monkeypatch, 204)
    services.set_active(actor=house.operator_admin, endpoint_id=endpoint.pk, active=False)
    submitted(house)
    assert Delivery.objects.count() == 1
    assert not outbox.deliver(delivery.pk) and tasks.sweep_webhooks() == 0 and sent == []
    attempts: tuple[Callable[[], Delivery], ...] = (
        lambda: services.send_test(actor=house.operator_admin, endpoint_id=endpoint.pk),
        lambda: services.redeliver(actor=house.operator_admin, delivery_id=delivery.pk),
    )
    for attempt in attempts:
        with pytest.raises(NotPossible, match="switched off"):
            attempt()
    services.set_active(actor=house.operator_admin, endpoint_id=endpoint.pk, active=True)
    assert outbox.deliver(delivery.pk)


def test_a_message_is_sent_again_under_its_own_id(
    house: House, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, 500)
    failed = give_up(house, endpoint)
    again = services.redeliver(actor=house.operator_admin, delivery_id=failed.pk)
    assert again.pk != failed.pk
    assert (again.message_id, again.body, again.attempts) == (failed.message_id, failed.body, 0)
    assert AuditEntry.objects.get(action="webhook.redeliver").after == {"message": failed.message_id}
    with pytest.raises(NotPossible, match="still being sent"):
        services.redeliver(actor=house.operator_admin, delivery_id=again.pk)


# -- whose --------------------------------------------------------------------------------------------------


def test_webhooks_take_an_administrator_of_the_house(
    house: House, endpoint: Endpoint, delivery: Delivery
) -> None:
    acts: list[Callable[[User], object]] = [
        lambda actor: services.change(actor=actor, endpoint_id=endpoint.pk, url=URL, events=ALL),
        lambda actor: services.set_active(actor=actor, endpoint_id=endpoint.pk, active=False),
        lambda actor: services.rotate_secret(actor=actor, endpoint_id=endpoint.pk),
        lambda actor: services.remove(actor=actor, endpoint_id=endpoint.pk),
        lambda actor: services.send_test(actor=actor, endpoint_id=endpoint.pk),
        lambda actor: services.redeliver(actor=actor, delivery_id=delivery.pk),
    ]
    for act in acts:
        for person in (house.submitter, house.viewer, house.officer, house.site_admin):
            with pytest.raises(NotPermitted):
                act(person)
        for stranger in (house.regulator_admin, person_of(house.outsider.organisation, "operator_admin")):
            with pytest.raises(NotFound):
                act(stranger)
    with pytest.raises(NotPermitted):
        listen(house.submitter)
    assert not services.endpoints(house.submitter).exists()
    assert list(services.endpoints(house.operator_admin)) == [endpoint]
    assert list(services.deliveries(house.operator_admin, endpoint)) == [delivery]
    assert not services.deliveries(house.regulator_admin, endpoint).exists()


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"url": ""}, "url"),
        ({"url": "http://hooks.example.org/"}, "url"),
        ({"url": "https://10.0.0.1/"}, "url"),
        ({"events": []}, "events"),
        ({"events": ["everything"]}, "events"),
    ],
)
def test_what_cannot_be_entered(house: House, given: dict[str, Any], field: str) -> None:
    with pytest.raises(BadValue) as refusal:
        services.add(actor=house.operator_admin, **{"url": URL, "events": ALL, **given})
    assert refusal.value.field == field


def test_one_webhook_for_one_address_and_ten_in_all(house: House, endpoint: Endpoint) -> None:
    with pytest.raises(BadValue, match="already"):
        listen(house.operator_admin)
    other = listen(house.operator_admin, url=f"{URL}/2")
    with pytest.raises(BadValue, match="already"):
        services.change(actor=house.operator_admin, endpoint_id=other.pk, url=URL, events=ALL)
    for number in range(3, services.MAX_ENDPOINTS + 1):
        listen(house.operator_admin, url=f"{URL}/{number}")
    with pytest.raises(NotPossible, match="the maximum"):
        listen(house.operator_admin, url=f"{URL}/more")


def test_changes_are_in_the_trail_and_removal_leaves_only_that(house: House, endpoint: Endpoint) -> None:
    services.change(
        actor=house.operator_admin, endpoint_id=endpoint.pk, url=f"{URL}/2", events=["decision.made"]
    )
    services.send_test(actor=house.operator_admin, endpoint_id=endpoint.pk)
    services.remove(actor=house.operator_admin, endpoint_id=endpoint.pk)
    assert not Endpoint.objects.exists() and not Delivery.objects.exists()
    actions = AuditEntry.objects.filter(action__startswith="webhook.").order_by("pk")
    assert [row.action for row in actions] == ["webhook.add", "webhook.change", "webhook.remove"]
    assert {row.organisation for row in actions} == {house.operator}
