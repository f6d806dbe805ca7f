"""Pages of webhooks and their log."""

from __future__ import annotations

import re

import pytest

from portal.notices.models import Delivery, Endpoint
from portal.notices.webhooks import outbox, services, signature
from portal.notices.webhooks.request import WebhookResponse
from tests.factories import House
from tests.portal.doors import signed_in, text

URL = "https://hooks.example.org/baize"
EVENTS = ["decision.made", "document.issued"]


@pytest.fixture
def endpoint(house: House) -> Endpoint:
    return services.add(actor=house.operator_admin, url=URL, events=EVENTS)[0]


def test_a_webhook_is_added_and_its_secret_shown_once(house: House) -> None:
    client = signed_in(house.operator_admin)
    assert "Your organisation has no webhook" in text(client.get("/organisation/webhooks/"))
    answer = client.post("/organisation/webhooks/new/", {"url": URL, "events": EVENTS})
    assert answer.status_code == 201 and "no-store" in answer["Cache-Control"]
    secret = re.search(r"whsec_[A-Za-z0-9+/=]+", answer.content.decode())
    made = Endpoint.objects.get()
    assert secret is not None and signature.decrypt(made.secret) == secret[0]
    page = client.get(f"/organisation/webhooks/{made.pk}/")
    assert "Nothing has been sent yet" in text(page) and "whsec_" not in page.content.decode()
    assert URL in text(client.get("/organisation/webhooks/"))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"url": "", "events": EVENTS}, "Enter the address"),
        ({"url": "http://hooks.example.org/", "events": EVENTS}, "Use https"),
        ({"url": "https://169.254.169.254/", "events": EVENTS}, "public internet"),
        ({"url": URL}, "Choose at least one event"),
        ({"url": URL, "events": ["all"]}, "Choose from the list"),
    ],
)
def test_errors_are_shown_beside_the_field(house: House, given: dict[str, object], words: str) -> None:
    answer = signed_in(house.operator_admin).post("/organisation/webhooks/new/", given)
    assert answer.status_code == 422 and words in text(answer)
    assert not Endpoint.objects.exists()


def test_it_is_changed_tested_switched_off_and_removed(house: House, endpoint: Endpoint) -> None:
    client = signed_in(house.operator_admin)
    here = f"/organisation/webhooks/{endpoint.pk}/"
    client.post(here, {"url": URL + "/2", "events": ["query.opened"]})
    endpoint.refresh_from_db()
    assert (endpoint.url, endpoint.events) == (URL + "/2", ["query.opened"])
    assert client.post(here, {"url": "ftp://x", "events": ["query.opened"]}).status_code == 422

    sent = client.post(f"{here}test/")
    page = text(client.get(sent["Location"]))
    assert "webhook.test" in page and "Attempts 0 of 8" in page
    client.post(f"{here}active/", {"active": "off"})
    off = text(client.get(here))
    assert "Switch the webhook on" in off and "Send a test" not in off
    assert client.post(f"{here}test/").status_code == 409
    client.post(f"{here}active/", {"active": "on"})

    assert "The new secret is shown once" in text(client.get(f"{here}secret/"))
    assert "whsec_" in text(client.post(f"{here}secret/"))
    assert "The audit trail keeps" in text(client.get(f"{here}remove/"))
    assert client.post(f"{here}remove/")["Location"] == "/organisation/webhooks/"
    assert not Endpoint.objects.exists()


def test_the_log_says_what_came_back_and_sends_again(house: House, endpoint: Endpoint) -> None:
    client = signed_in(house.operator_admin)
    sent = services.send_test(actor=house.operator_admin, endpoint_id=endpoint.pk)
    claimed = outbox.DELIVERIES.claim(sent.pk)
    outbox.record_failure(claimed, "The receiver answered 500.", WebhookResponse(500, "<b>broken</b>", 31))
    page = client.get(f"/organisation/deliveries/{sent.pk}/")
    assert "Next attempt:" in text(page) and "Send the message again" not in text(page)
    assert "&lt;b&gt;broken" in page.content.decode()
    assert client.post(f"/organisation/deliveries/{sent.pk}/again/").status_code == 409

    Delivery.objects.filter(pk=sent.pk).update(next_attempt_at=sent.created_at)
    outbox.record_success(outbox.DELIVERIES.claim(sent.pk), WebhookResponse(204, "", 31))
    delivered = text(client.get(f"/organisation/deliveries/{sent.pk}/"))
    assert "204, after 31 ms" in delivered and "Send the message again" in delivered
    assert "204, 31 ms" in text(client.get(f"/organisation/webhooks/{endpoint.pk}/"))
    again = client.post(f"/organisation/deliveries/{sent.pk}/again/")
    assert again.status_code == 302 and Delivery.objects.count() == 2


def test_one_that_baize_switched_off_says_why(house: House, endpoint: Endpoint) -> None:
    Endpoint.objects.filter(pk=endpoint.pk).update(active=False, closed_because="5 deliveries were given up.")
    page = text(signed_in(house.operator_admin).get(f"/organisation/webhooks/{endpoint.pk}/"))
    assert "Baize switched this webhook off" in page and "5 deliveries were given up." in page


def test_webhooks_are_an_administrators(house: House, endpoint: Endpoint) -> None:
    for person in (house.submitter, house.viewer, house.officer):
        client = signed_in(person)
        assert client.get("/organisation/webhooks/").status_code == 403
        assert client.get("/organisation/webhooks/new/").status_code == 403
        assert client.get(f"/organisation/webhooks/{endpoint.pk}/").status_code == 404
        assert "Webhooks tell your systems" not in text(client.get("/team/"))
    assert signed_in(house.site_admin).get("/organisation/webhooks/").status_code == 404
    assert "Webhooks tell your systems" in text(signed_in(house.operator_admin).get("/team/"))
