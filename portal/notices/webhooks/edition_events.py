"""Webhook messages about the moves of an edition: all to its regulators, public ones to operators too."""

from typing import Any

from django.conf import settings
from django.db.models import Q
from django.dispatch import receiver

from portal.editions import events
from portal.editions.models import Edition
from portal.editions.moves import MOVES
from portal.notices.models import Endpoint, WebhookEvent
from portal.notices.webhooks.events import create_message


@receiver(events.moved)
def edition_moved(*, edition: Edition, move: str, from_state: str, **_: Any) -> None:
    code = edition.jurisdiction
    data = {
        "edition": edition.pk,
        "replaces": edition.parent_id,
        "jurisdiction": code,
        "move": move,
        "from": from_state,
        "to": edition.state,
        "in_force_from": edition.in_force_from.isoformat() if edition.in_force_from else None,
        "digest": edition.contents_digest,
    }
    concerned = Q(organisation__oversights__jurisdiction=code)
    if MOVES[move].is_public:
        concerned |= Q(organisation__properties__jurisdiction=code)
    for endpoint in Endpoint.objects.filter(concerned, active=True).distinct().order_by("pk"):
        if WebhookEvent.EDITION_MOVED in endpoint.events:
            page = "regulator/editions" if endpoint.organisation.is_regulator else "rulebook"
            url = f"{settings.SITE_URL}/{page}/{edition.pk}/"
            create_message(endpoint, WebhookEvent.EDITION_MOVED, {**data, "url": url})
