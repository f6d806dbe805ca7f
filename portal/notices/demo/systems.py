"""The systems of the demonstration: a machine account with its token, and a webhook with a past.

The webhook's receiver is `docs/webhooks.md`'s own example, on this machine. While the demonstration is
loaded its part is played here: it takes every message, after a first one for which it was not yet there.
"""

from __future__ import annotations

from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from portal.accounts import machines, tokens
from portal.accounts.models import Role, User
from portal.accounts.selectors import DEMO_DOMAIN
from portal.notices.demo.past import at
from portal.notices.models import Delivery, DeliveryState, WebhookEvent
from portal.notices.webhooks import outbox, services
from portal.notices.webhooks.request import Answer

RECEIVER = "http://127.0.0.1:8099/baize"
# What the worker does after the start (documents, their entries) would find nobody listening.
TOLD = [WebhookEvent.QUERY_OPENED, WebhookEvent.QUERY_ANSWERED, WebhookEvent.DECISION_MADE]


def set_up() -> None:
    """Kōwhai's pipeline, and the address that hears of its cases."""
    admin = User.objects.get(email=f"kowhai-admin@{DEMO_DOMAIN}")
    began = timezone.now() - timedelta(days=3)
    with at(began):
        pipeline = machines.create_machine(
            actor=admin, name="Table rules pipeline", roles=[Role.OPERATOR_SUBMITTER]
        )
        # Nobody keeps what it opens with: it is there to be looked at and revoked.
        tokens.create(
            actor=admin,
            name="Nightly build",
            scopes=["read", "submissions.write"],
            days=180,
            user_id=pipeline.pk,
        )
        endpoint, _ = services.add(actor=admin, url=RECEIVER, events=TOLD)
        test = services.send_test(actor=admin, endpoint_id=endpoint.pk)
    moment = began
    for pause in (*outbox.PAUSES, timedelta()):
        with at(moment):
            outbox.record_failure(
                outbox.DELIVERIES.claim(test.pk), "Nothing listens there: the connection was refused."
            )
        moment += pause
    with at(moment + timedelta(hours=1)):
        services.redeliver(actor=admin, delivery_id=test.pk)
        take_messages()


def take_messages() -> None:
    """The receiver's part: whatever waits arrives. Of what was before the webhook it never heard."""
    Delivery.objects.filter(created_at__lt=F("endpoint__created_at")).delete()
    for delivery in Delivery.objects.filter(state=DeliveryState.WAITING).order_by("pk"):
        claimed = outbox.DELIVERIES.claim(delivery.pk)
        if claimed is not None:
            outbox.finish(claimed, Answer(204, "", milliseconds=20 + delivery.pk * 7 % 45))
