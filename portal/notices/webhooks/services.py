"""What an administrator does with the organisation's webhooks."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from portal.accounts.active import hold_active
from portal.accounts.models import Organisation, User
from portal.accounts.permissions import can, require
from portal.accounts.selectors import own_organisation
from portal.audit.services import record
from portal.errors import BadValue, NotFound, NotPossible
from portal.notices.models import Delivery, DeliveryState, Endpoint, WebhookEvent
from portal.notices.webhooks import request, signature
from portal.notices.webhooks.events import create_redelivery, create_test_delivery

MAX_ENDPOINTS = 10  # of one organisation
MAX_WAITING_TESTS = 10
FORMER_SECRET_VALID_FOR = timedelta(hours=24)


def endpoints(actor: User) -> QuerySet[Endpoint]:
    """The webhooks of the actor's organisation; none for people who may not manage them."""
    rows = Endpoint.objects.select_related("organisation", "created_by").order_by("pk")
    if not can(actor, "webhook.manage"):
        return rows.none()
    return rows.filter(organisation_id=actor.organisation_id or 0)


def endpoint(actor: User, endpoint_id: int) -> Endpoint:
    try:
        return endpoints(actor).get(pk=endpoint_id)
    except Endpoint.DoesNotExist:
        raise NotFound("Your organisation has no such webhook.") from None


def deliveries(actor: User, endpoint: Endpoint) -> QuerySet[Delivery]:
    """The log of one webhook, newest first."""
    return Delivery.objects.filter(endpoint__in=endpoints(actor).filter(pk=endpoint.pk)).order_by("-pk")


def delivery(actor: User, delivery_id: int) -> Delivery:
    rows = Delivery.objects.select_related("endpoint__organisation", "asked_by")
    try:
        return rows.get(pk=delivery_id, endpoint__in=endpoints(actor))
    except Delivery.DoesNotExist:
        raise NotFound("Your organisation has no such delivery.") from None


@transaction.atomic
def add(*, actor: User, url: str, events: Iterable[str]) -> tuple[Endpoint, str]:
    """Return a new webhook and its secret, which is shown only now."""
    organisation = _lock_organisation(actor)
    if organisation.endpoints.count() >= MAX_ENDPOINTS:
        raise NotPossible(f"Your organisation has {MAX_ENDPOINTS} webhooks, the maximum. Remove one first.")
    secret = signature.new_secret()
    endpoint = Endpoint.objects.create(
        organisation=organisation,
        url=_clean_url(organisation, url),
        events=_clean_events(events),
        secret=signature.encrypt(secret),
        created_by=actor,
    )
    record(actor=actor, action="webhook.add", obj=endpoint, after=_settings(endpoint))
    return endpoint, secret


@transaction.atomic
def change(*, actor: User, endpoint_id: int, url: str, events: Iterable[str]) -> Endpoint:
    endpoint = _lock_endpoint(actor, endpoint_id)
    before = _settings(endpoint)
    endpoint.url = _clean_url(_lock_organisation(actor), url, besides=endpoint)
    endpoint.events = _clean_events(events)
    endpoint.save(update_fields=["url", "events"])
    if before != _settings(endpoint):
        record(actor=actor, action="webhook.change", obj=endpoint, before=before, after=_settings(endpoint))
    return endpoint


@transaction.atomic
def set_active(*, actor: User, endpoint_id: int, active: bool) -> Endpoint:
    """Switch a webhook off or on. Waiting messages are sent once it is on."""
    _lock_organisation(actor)
    endpoint = _lock_endpoint(actor, endpoint_id)
    if endpoint.active == active:
        return endpoint
    endpoint.active, endpoint.closed_because, endpoint.failed_in_a_row = active, "", 0
    endpoint.save(update_fields=["active", "closed_because", "failed_in_a_row"])
    record(
        actor=actor,
        action="webhook.active",
        obj=endpoint,
        before={"active": not active},
        after={"active": active},
    )
    return endpoint


@transaction.atomic
def rotate_secret(*, actor: User, endpoint_id: int) -> tuple[Endpoint, str]:
    """Replace the secret and return the new one, shown only now. For a day the former one signs too."""
    endpoint = _lock_endpoint(actor, endpoint_id)
    secret = signature.new_secret()
    endpoint.former_secret, endpoint.former_until = endpoint.secret, timezone.now() + FORMER_SECRET_VALID_FOR
    endpoint.secret = signature.encrypt(secret)
    endpoint.save(update_fields=["secret", "former_secret", "former_until"])
    record(actor=actor, action="webhook.secret", obj=endpoint)
    return endpoint, secret


@transaction.atomic
def remove(*, actor: User, endpoint_id: int) -> None:
    """Delete a webhook and its log. The audit trail keeps a record of it."""
    endpoint = _lock_endpoint(actor, endpoint_id)
    record(actor=actor, action="webhook.remove", obj=endpoint, before=_settings(endpoint))
    endpoint.delete()


@transaction.atomic
def send_test(*, actor: User, endpoint_id: int) -> Delivery:
    endpoint = _lock_endpoint(actor, endpoint_id)
    _require_active(endpoint)
    waiting = endpoint.deliveries.filter(asked_by__isnull=False, state=DeliveryState.WAITING)
    if waiting.count() >= MAX_WAITING_TESTS:
        raise NotPossible("Ten messages sent by hand are still waiting. Wait until they are delivered.")
    return create_test_delivery(endpoint, actor)


@transaction.atomic
def redeliver(*, actor: User, delivery_id: int) -> Delivery:
    """Send a delivered or failed message again, with the same id."""
    require(actor, "webhook.manage")
    former = delivery(actor, delivery_id)
    _require_active(former.endpoint)
    if not former.is_over:
        raise NotPossible("This message is still being sent. Send it again once that has ended.")
    record(actor=actor, action="webhook.redeliver", obj=former.endpoint, after={"message": former.message_id})
    return create_redelivery(former, actor)


def _lock_organisation(actor: User) -> Organisation:
    require(actor, "webhook.manage")
    # Locked until the commit, so that two people cannot add the same webhook or one too many at once.
    return hold_active(own_organisation(actor))


def _lock_endpoint(actor: User, endpoint_id: int) -> Endpoint:
    require(actor, "webhook.manage")
    try:
        return Endpoint.objects.select_for_update(no_key=True).get(
            pk=endpoint_id, organisation_id=actor.organisation_id or 0
        )
    except Endpoint.DoesNotExist:
        raise NotFound("Your organisation has no such webhook.") from None


def _require_active(endpoint: Endpoint) -> None:
    if not endpoint.active:
        raise NotPossible("This webhook is switched off. Switch it on, then send.")


def _clean_url(organisation: Organisation, url: str, besides: Endpoint | None = None) -> str:
    url = url.strip()
    if not url:
        raise BadValue("Enter the address to call.", field="url")
    try:
        request.target(url)
    except request.AddressRefused as refusal:
        raise BadValue(str(refusal), field="url") from None
    others = organisation.endpoints.filter(url=url)
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    if others.exists():
        raise BadValue("There is already a webhook to this address. Change that one.", field="url")
    return url


def _clean_events(events: Iterable[str]) -> list[str]:
    chosen = set(events)
    if not chosen:
        raise BadValue("Choose at least one event.", field="events")
    if not chosen <= set(WebhookEvent.values):
        raise BadValue(f"The events to choose from are: {', '.join(WebhookEvent.values)}.", field="events")
    return [event.value for event in WebhookEvent if event.value in chosen]


def _settings(endpoint: Endpoint) -> dict[str, Any]:
    return {"url": endpoint.url, "events": endpoint.events}
