"""The webhooks of an organisation that is deactivated stop, and what waits for them is given up."""

from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from portal.accounts.events import organisation_deactivated, organisation_reactivated
from portal.accounts.models import Organisation
from portal.notices.models import Delivery, DeliveryState, Endpoint

BECAUSE = "The organisation was deactivated."


@receiver((organisation_deactivated, organisation_reactivated))
def stop(*, organisation: Organisation, **_: Any) -> None:
    """Also when it is activated again: an administrator switches on what is still wanted."""
    own = Endpoint.objects.filter(organisation=organisation)
    own.filter(active=True).update(active=False, closed_because=BECAUSE)
    waiting = Delivery.objects.filter(
        endpoint__in=own, state__in=(DeliveryState.WAITING, DeliveryState.SENDING)
    )
    waiting.update(
        state=DeliveryState.FAILED, done_at=timezone.now(), failure=BECAUSE, claim="", lease_until=None
    )
