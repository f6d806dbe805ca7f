"""Delivers webhook messages, with growing delays between attempts. portal/outbox.py claims the rows."""

import logging
import time
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from portal.accounts.models import Role
from portal.accounts.selectors import people_with
from portal.audit.services import record
from portal.notices.models import Delivery, DeliveryState, Endpoint, Topic
from portal.notices.services import notify
from portal.notices.webhooks import request, signature
from portal.outbox import Outbox, queue_again

logger = logging.getLogger(__name__)

TASK_LIMIT = 30  # seconds, enforced by the worker: name lookup, HTTP exchange and saving the result
RETRY_DELAYS = tuple(
    timedelta(seconds=seconds) for seconds in (10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 12 * 3600)
)
MAX_ATTEMPTS = len(RETRY_DELAYS) + 1
CLOSE_AFTER = 5  # failed deliveries in a row
KEEP_FOR = timedelta(days=90)
GONE = 410
ENDPOINT_ACTIVE = Q(endpoint__active=True)

DELIVERIES = Outbox(
    model=Delivery,
    waiting=DeliveryState.WAITING,
    in_work=(DeliveryState.SENDING,),
    lease=timedelta(seconds=TASK_LIMIT + 15),
    max_attempts=MAX_ATTEMPTS,
)


def deliver(delivery_id: int) -> bool:
    """Make one attempt if the delivery is due and its webhook is on. True if the receiver accepted it."""
    delivery: Delivery | None = DELIVERIES.claim(delivery_id, only=ENDPOINT_ACTIVE)
    if delivery is None:
        return False
    try:
        answer = request.post(delivery.endpoint.url, delivery.body.encode(), headers_of(delivery))
    except (request.AddressRefused, request.NoResponse, signature.SecretUnreadable) as problem:
        record_failure(delivery, str(problem))
        return False
    except Exception:
        logger.exception("Webhook delivery %s, attempt %s", delivery.pk, delivery.attempts)
        record_failure(delivery, "Baize could not send it. The site’s log has the reason.")
        return False
    if 200 <= answer.status < 300:
        return record_success(delivery, answer)
    record_failure(delivery, _describe_refusal(answer), answer)
    return False


def headers_of(delivery: Delivery, timestamp: int | None = None) -> dict[str, str]:
    """The headers of Standard Webhooks. For a day after a secret is changed, both secrets sign."""
    endpoint, moment = delivery.endpoint, timezone.now()
    timestamp = timestamp if timestamp is not None else int(time.time())
    secrets = [endpoint.secret]
    if endpoint.former_secret and endpoint.former_until and endpoint.former_until > moment:
        secrets.append(endpoint.former_secret)
    signatures = [
        signature.sign(signature.decrypt(secret), delivery.message_id, timestamp, delivery.body.encode())
        for secret in secrets
    ]
    return {
        "Content-Type": "application/json",
        "User-Agent": "Baize-Webhooks/1",
        "Accept-Encoding": "identity",
        "webhook-id": delivery.message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(signatures),
    }


@transaction.atomic
def record_success(delivery: Delivery, answer: request.WebhookResponse) -> bool:
    updated = DELIVERIES.claimed(delivery).update(
        state=DeliveryState.DELIVERED,
        done_at=timezone.now(),
        failure="",
        claim="",
        lease_until=None,
        **_answer_columns(answer),
    )
    if updated:
        Endpoint.objects.filter(pk=delivery.endpoint_id).exclude(failed_in_a_row=0).update(failed_in_a_row=0)
    return bool(updated)


@transaction.atomic
def record_failure(delivery: Delivery, reason: str, answer: request.WebhookResponse | None = None) -> None:
    """Schedule the next attempt, or mark the delivery as failed after the last one."""
    gone = answer is not None and answer.status == GONE
    last = gone or delivery.attempts >= MAX_ATTEMPTS
    now = timezone.now()
    updated = DELIVERIES.claimed(delivery).update(
        state=DeliveryState.FAILED if last else DeliveryState.WAITING,
        next_attempt_at=now if last else now + RETRY_DELAYS[delivery.attempts - 1],
        done_at=now if last else None,
        failure=reason[:300],
        claim="",
        lease_until=None,
        **_answer_columns(answer),
    )
    if not updated or not last:
        return
    Endpoint.objects.filter(pk=delivery.endpoint_id).update(failed_in_a_row=F("failed_in_a_row") + 1)
    endpoint = Endpoint.objects.select_related("organisation").get(pk=delivery.endpoint_id)
    if gone:
        _close(endpoint, "The receiver answered 410, so it wants no more messages.")
    elif endpoint.failed_in_a_row >= CLOSE_AFTER:
        _close(endpoint, f"{endpoint.failed_in_a_row} deliveries in a row failed. The last: {reason}")


def sweep() -> int:
    """Fail deliveries whose worker died on the last attempt, delete old ones, queue those that are due."""
    from portal.notices import tasks

    for delivery in DELIVERIES.exhausted():
        record_failure(delivery, "The worker stopped during the last attempt.")
    Delivery.objects.filter(done_at__lt=timezone.now() - KEEP_FOR).delete()
    return queue_again(DELIVERIES.due().filter(ENDPOINT_ACTIVE), tasks.deliver_webhook)


def _answer_columns(answer: request.WebhookResponse | None) -> dict[str, object]:
    if answer is None:
        return {"status": None, "answer": "", "milliseconds": None}
    return {"status": answer.status, "answer": answer.text, "milliseconds": answer.milliseconds}


def _describe_refusal(answer: request.WebhookResponse) -> str:
    if 300 <= answer.status < 400:
        return f"The receiver answered {answer.status}. Redirects are not followed. Enter the new address."
    return f"The receiver answered {answer.status}. Only 200 to 299 counts as received."


def _close(endpoint: Endpoint, reason: str) -> None:
    if not Endpoint.objects.filter(pk=endpoint.pk, active=True).update(
        active=False, closed_because=reason[:300]
    ):
        return
    record(actor=None, action="webhook.close", obj=endpoint, after={"because": reason[:300]})
    admins = people_with(Role.OPERATOR_ADMIN, Role.REGULATOR_ADMIN, organisation_id=endpoint.organisation_id)
    notify(
        people=admins,
        subject="A webhook was switched off",
        text=f"The webhook to {endpoint.url[:120]} was switched off. Its page says why.",
        topic=Topic.ACCESS,
        url=f"/organisation/webhooks/{endpoint.pk}/",
    )
