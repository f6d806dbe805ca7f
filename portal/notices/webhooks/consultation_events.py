"""Webhook messages about consultations, to operators in the jurisdiction and to its regulators."""

from typing import Any

from django.conf import settings
from django.db.models import Q
from django.dispatch import receiver

from portal.consultations import events
from portal.consultations.models import Consultation, Step
from portal.notices.models import Endpoint, WebhookEvent
from portal.notices.webhooks.events import create_message


@receiver(events.moved)
def consultation_moved(*, consultation: Consultation, step: Step, **_: Any) -> None:
    code = consultation.jurisdiction
    snapshot = consultation.snapshot
    data = {
        "consultation": consultation.slug,
        "jurisdiction": code,
        "edition": snapshot.edition_key,
        "step": step.kind,
        "state": consultation.state,
        "closes_on": consultation.closes_on.isoformat(),
        "digest": snapshot.digest,
        "url": f"{settings.SITE_URL}/consultations/{consultation.slug}/",
    }
    concerned = Q(organisation__properties__jurisdiction=code) | Q(
        organisation__oversights__jurisdiction=code
    )
    for endpoint in Endpoint.objects.filter(concerned, active=True).distinct().order_by("pk"):
        if WebhookEvent.CONSULTATION_MOVED in endpoint.events:
            create_message(endpoint, WebhookEvent.CONSULTATION_MOVED, data, at=step.at)
