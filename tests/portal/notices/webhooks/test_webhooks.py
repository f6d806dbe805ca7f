"""Webhooks: who is told what, once it is safe, signed, retried, and given up in words."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from portal.audit.models import AuditEntry
from portal.documents.models import Document
from portal.notices import tasks
from portal.notices.models import Delivery, Endpoint
from portal.notices.webhooks import outbox, request, services, signature
from portal.notices.webhooks.request import NoResponse, WebhookResponse
from portal.review import workflow
from tests.factories import House, approved, draft, in_review, submitted
from tests.portal.notices.webhooks.helpers import ALL, URL, answering, listen, person_of, told
from tests.portal.notices.webhooks.receiver import receiving

# -- who is told what ---------------------------------------------------------------------------------------


def test_webhooks_report_a_case_from_submission_to_register(house: House) -> None:
    operator, regulator = listen(house.operator_admin), listen(house.regulator_admin)
    made = in_review(house)
    workflow.open_query(
        actor=house.officer,
        reference=made.reference,
        text="Which table?",
        due_on=timezone.now().date() + timedelta(days=9),
    )
    workflow.answer_query(actor=house.submitter, reference=made.reference, text="Table two.")
    names = [(event, data.get("move")) for event, data in told(operator)]
    assert names == [
        ("submission.moved", "submit"),
        ("submission.moved", "claim"),
        ("submission.moved", "open_query"),
        ("query.opened", None),
        ("submission.moved", "answer_query"),
        ("query.answered", None),
    ]
    assert [event for event, _ in told(regulator)] == [event for event, _ in told(operator)]
    case = told(operator)[0][1]
    assert (case["reference"], case["from"], case["to"]) == (made.reference, "draft", "submitted")
    assert case["url"].endswith(f"/operator/submissions/{made.reference}/")
    assert told(regulator)[0][1]["url"].endswith(f"/regulator/cases/{made.reference}/")


def test_decisions_entries_and_documents_are_sent(house: House, endpoint: Endpoint) -> None:
    decision = approved(house)
    events = [event for event, _ in told(endpoint)]
    assert events.count("decision.made") == 1 and events.count("register.entered") == 1
    made = dict(told(endpoint))["decision.made"]
    assert (made["outcome"], made["digest"]) == ("approved", decision.digest)
    document = Document.objects.filter(submission=decision.submission).first()
    from portal.documents.events import issued

    issued.send(sender=Document, document=document)
    assert dict(told(endpoint))["document.issued"]["kind"] == document.kind  # type: ignore[union-attr]


def test_no_other_organisation_gets_the_event(house: House) -> None:
    strangers = [
        listen(person_of(house.outsider.organisation, "operator_admin")),
        listen(person_of(house.foreign_officer.organisation, "regulator_admin")),
    ]
    approved(house)
    assert [told(endpoint) for endpoint in strangers] == [[], []]


def test_a_draft_is_the_operators_own_business(house: House) -> None:
    operator, regulator = listen(house.operator_admin), listen(house.regulator_admin)
    made = draft(house)
    workflow.withdraw(actor=house.submitter, reference=made.reference)
    assert [data["to"] for _, data in told(operator)] == ["withdrawn"]
    assert told(regulator) == []


def test_only_chosen_events_are_sent(house: House) -> None:
    endpoint = listen(house.operator_admin, events=["decision.made"])
    approved(house)
    assert [event for event, _ in told(endpoint)] == ["decision.made"]


def test_a_message_holds_no_free_text_and_no_names_of_people(house: House, endpoint: Endpoint) -> None:
    made = in_review(house)
    workflow.return_for_amendment(
        actor=house.officer,
        reference=made.reference,
        digest=made.current_version.digest,  # type: ignore[union-attr]
        reason="Remarkable words",
    )
    text = " ".join(Delivery.objects.values_list("body", flat=True))
    for private in ("Remarkable", "Our floor plan", house.officer.name, house.submitter.name, "@example.org"):
        assert private not in text


def test_a_rolled_back_change_is_not_sent(house: House, endpoint: Endpoint) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        submitted(house)
        raise RuntimeError
    assert not Delivery.objects.exists()


def test_it_is_queued_once_the_act_is_safe(
    house: House,
    endpoint: Endpoint,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queued: list[int] = []
    monkeypatch.setattr(tasks.deliver_webhook, "delay", queued.append)
    with django_capture_on_commit_callbacks(execute=True):
        submitted(house)
        assert queued == []
    assert queued == list(Delivery.objects.values_list("pk", flat=True))


# -- signed -------------------------------------------------------------------------------------------------


def test_the_signature_is_that_of_standard_webhooks(house: House) -> None:
    """The example of the public specification's own library, and our headers by hand."""
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    signed = signature.sign(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_headers_are_signed_with_the_secret_that_was_shown(house: House) -> None:
    endpoint, secret = services.add(actor=house.operator_admin, url=URL, events=ALL)
    delivery = services.send_test(actor=house.operator_admin, endpoint_id=endpoint.pk)
    headers = outbox.headers_of(delivery, timestamp=1_700_000_000)
    key = base64.b64decode(secret.removeprefix("whsec_"))
    assert len(key) == 32
    text = f"{headers['webhook-id']}.1700000000.{delivery.body}".encode()
    expected = base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert json.loads(delivery.body)["id"] == headers["webhook-id"] == delivery.message_id


def test_secrets_are_kept_sealed(house: House, settings: Any) -> None:
    endpoint, secret = services.add(actor=house.operator_admin, url=URL, events=ALL)
    assert secret.removeprefix("whsec_") not in str(
        [*Endpoint.objects.values(), *AuditEntry.objects.values()]
    )
    former = settings.SECRET_KEY
    settings.SECRET_KEY = "another key " * 8
    settings.SECRET_KEY_FALLBACKS = [former]
    assert signature.decrypt(endpoint.secret) == secret
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(signature.SecretUnreadable):
        signature.decrypt(endpoint.secret)


def test_a_broken_seal_is_a_reason_not_a_crash(delivery: Delivery, settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key " * 8, []
    assert not outbox.deliver(delivery.pk)
    delivery.refresh_from_db()
    assert delivery.state == "waiting" and "SECRET_KEY" in delivery.failure


def test_after_a_change_both_secrets_sign_for_a_day(house: House, delivery: Delivery) -> None:
    before = outbox.headers_of(delivery, 1)["webhook-signature"]
    endpoint, _ = services.rotate_secret(actor=house.operator_admin, endpoint_id=delivery.endpoint_id)
    delivery.refresh_from_db()
    new, former = outbox.headers_of(delivery, 1)["webhook-signature"].split(" ")
    assert former == before and new != before
    Endpoint.objects.filter(pk=endpoint.pk).update(former_until=timezone.now())
    delivery.refresh_from_db()
    assert outbox.headers_of(delivery, 1)["webhook-signature"] == new


# -- sent, and retried --------------------------------------------------------------------------------------


def test_a_message_arrives_over_a_real_socket(house: House) -> None:
    with receiving(status=200, answer=b"thank you") as receiver:
        endpoint = listen(house.operator_admin, url=receiver.url)
        sent = services.send_test(actor=house.operator_admin, endpoint_id=endpoint.pk)
        assert outbox.deliver(sent.pk)
        assert not outbox.deliver(sent.pk)  # once
    sent.refresh_from_db()
    assert (sent.state, sent.status, sent.answer, sent.attempts) == ("delivered", 200, "thank you", 1)
    assert sent.done_at is not None and sent.milliseconds is not None
    ((_, headers, body),) = receiver.got
    assert body.decode() == sent.body and headers["content-type"] == "application/json"
    assert headers["webhook-id"] == sent.message_id


def test_pauses_grow_and_then_it_is_given_up(delivery: Delivery, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = answering(monkeypatch, 500)
    pauses = []
    for attempt in range(1, outbox.MAX_ATTEMPTS + 1):
        assert not outbox.deliver(delivery.pk)
        delivery.refresh_from_db()
        assert delivery.attempts == attempt
        assert not outbox.deliver(delivery.pk), "not before its time"
        pauses.append(delivery.next_attempt_at - timezone.now())
        Delivery.objects.filter(pk=delivery.pk).update(next_attempt_at=timezone.now())
    assert pauses[:-1] == sorted(pauses[:-1]) and timedelta(hours=11) < pauses[-2] < timedelta(hours=13)
    assert (delivery.state, delivery.status, delivery.answer) == ("failed", 500, "their words")
    assert delivery.failure.startswith("The receiver answered 500")
    assert len(sent) == outbox.MAX_ATTEMPTS
    assert len({headers["webhook-id"] for _, _, headers in sent}) == 1


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (301, "Redirects are not followed"),
        (404, "answered 404"),
        (NoResponse("Nothing listens there: the connection was refused."), "Nothing listens"),
        (request.AddressRefused("It leads inside."), "leads inside"),
        (RuntimeError("a secret of ours"), "site’s log"),
    ],
)
def test_each_failure_says_why(
    delivery: Delivery, monkeypatch: pytest.MonkeyPatch, answer: Any, words: str
) -> None:
    answering(monkeypatch, answer)
    outbox.deliver(delivery.pk)
    delivery.refresh_from_db()
    assert delivery.state == "waiting" and words in delivery.failure and "secret" not in delivery.failure


def test_a_success_after_failures(delivery: Delivery, monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, 503, 204)
    outbox.deliver(delivery.pk)
    Delivery.objects.filter(pk=delivery.pk).update(next_attempt_at=timezone.now())
    assert outbox.deliver(delivery.pk)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.failure, delivery.attempts) == ("delivered", "", 2)


def test_two_workers_one_message(delivery: Delivery, monkeypatch: pytest.MonkeyPatch) -> None:
    first = outbox.DELIVERIES.claim(delivery.pk)
    assert outbox.DELIVERIES.claim(delivery.pk) is None
    Delivery.objects.filter(pk=delivery.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    second = outbox.DELIVERIES.claim(delivery.pk)
    assert outbox.record_success(second, WebhookResponse(200, "", 1))
    assert not outbox.record_success(first, WebhookResponse(200, "", 1))
    outbox.record_failure(first, "too late")
    delivery.refresh_from_db()
    assert delivery.state == "delivered"


def test_the_lease_outlives_the_tasks_limit_and_that_the_exchange() -> None:
    assert tasks.deliver_webhook.time_limit == outbox.TASK_LIMIT
    assert outbox.DELIVERIES.lease > timedelta(seconds=outbox.TASK_LIMIT)
    soft_limit, hard_limit = tasks.deliver_webhook.soft_time_limit, tasks.deliver_webhook.time_limit
    assert soft_limit and hard_limit
    assert request.TIMEOUT < soft_limit < hard_limit


def test_a_slow_receiver_delays_no_other() -> None:
    """Webhooks and e-mails have queues of their own, which every worker serves unless told otherwise."""
    router = tasks.deliver_webhook.app.amqp.router
    assert router.route({}, tasks.deliver_webhook.name)["queue"].name == "webhooks"
    assert router.route({}, tasks.deliver.name)["queue"].name == "mail"
    assert "webhooks" in {queue.name for queue in tasks.deliver_webhook.app.conf.task_queues}


def test_the_sweeper_finds_what_was_lost(delivery: Delivery, monkeypatch: pytest.MonkeyPatch) -> None:
    queued: list[int] = []
    monkeypatch.setattr(tasks.deliver_webhook, "apply_async", lambda args, **_: queued.extend(args))
    assert tasks.sweep_webhooks() == 1 and queued == [delivery.pk]
    outbox.DELIVERIES.claim(delivery.pk)
    assert tasks.sweep_webhooks() == 0
    Delivery.objects.filter(pk=delivery.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    assert tasks.sweep_webhooks() == 1
    Delivery.objects.filter(pk=delivery.pk).update(attempts=outbox.MAX_ATTEMPTS)
    assert tasks.sweep_webhooks() == 0
    delivery.refresh_from_db()
    assert delivery.state == "failed" and "worker stopped" in delivery.failure


def test_what_is_old_and_over_is_forgotten(delivery: Delivery, monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, 204)
    outbox.deliver(delivery.pk)
    tasks.sweep_webhooks()
    assert Delivery.objects.filter(pk=delivery.pk).exists()
    Delivery.objects.filter(pk=delivery.pk).update(done_at=timezone.now() - timedelta(days=91))
    tasks.sweep_webhooks()
    assert not Delivery.objects.filter(pk=delivery.pk).exists()
