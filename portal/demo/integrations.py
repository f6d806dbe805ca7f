"""The demo's integrations: a machine account with a token, and a webhook with a delivery log.

The webhook's receiver is the example of `docs/webhooks.md`, on this machine. While the demonstration loads,
its answers are simulated: the first message fails because nothing listens yet, every later one succeeds.
"""

from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from portal.accounts import machines, tokens
from portal.accounts.models import Role, User
from portal.accounts.selectors import DEMO_DOMAIN
from portal.calendars import services as calendars
from portal.demo.clock import freeze_time
from portal.notices.models import Delivery, DeliveryState, WebhookEvent
from portal.notices.webhooks import outbox, services
from portal.notices.webhooks.request import WebhookResponse

RECEIVER = "http://127.0.0.1:8099/baize"
# Not the events that the worker sends after the start (documents, register entries): nothing listens then.
EVENTS = [WebhookEvent.QUERY_OPENED, WebhookEvent.QUERY_ANSWERED, WebhookEvent.DECISION_MADE]


def set_up() -> None:
    """Kōwhai's machine account, and the webhook for its cases."""
    admin = User.objects.get(email=f"kowhai-admin@{DEMO_DOMAIN}")
    start = timezone.now() - timedelta(days=3)
    with freeze_time(start):
        pipeline = machines.create_machine(
            actor=admin, name="Table rules pipeline", roles=[Role.OPERATOR_SUBMITTER]
        )
        # The token itself is thrown away: it is there to be viewed and revoked.
        tokens.create(
            actor=admin,
            name="Nightly build",
            scopes=["read", "submissions.write"],
            days=180,
            user_id=pipeline.pk,
        )
        # So is the address of the officer's calendar: make a new one to subscribe to it.
        calendars.make_address(actor=User.objects.get(email=f"nz-officer@{DEMO_DOMAIN}"))
        endpoint, _ = services.add(actor=admin, url=RECEIVER, events=EVENTS)
        test = services.send_test(actor=admin, endpoint_id=endpoint.pk)
    moment = start
    for pause in (*outbox.RETRY_DELAYS, timedelta()):
        with freeze_time(moment):
            outbox.record_failure(
                outbox.DELIVERIES.claim(test.pk),
                "Nothing is listening at this address: the connection was refused.",
            )
        moment += pause
    with freeze_time(moment + timedelta(hours=1)):
        services.redeliver(actor=admin, delivery_id=test.pk)
        deliver_waiting()


def deliver_waiting() -> None:
    """Deliver every waiting message, and drop those older than the webhook."""
    Delivery.objects.filter(created_at__lt=F("endpoint__created_at")).delete()
    for delivery in Delivery.objects.filter(state=DeliveryState.WAITING).order_by("pk"):
        claimed = outbox.DELIVERIES.claim(delivery.pk)
        if claimed is not None:
            outbox.record_success(claimed, WebhookResponse(204, "", milliseconds=20 + delivery.pk * 7 % 45))
