"""What an administrator does with their organisation's webhooks."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from portal.accounts.models import Organisation, User
from portal.accounts.permissions import can, require
from portal.audit.services import record
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.notices.models import Delivery, DeliveryState, Endpoint, WebhookEvent
from portal.notices.webhooks import events as telling
from portal.notices.webhooks import request, signature

MOST = 10  # of one organisation
FORMER_SIGNS_FOR = timedelta(hours=24)


def endpoints(actor: User) -> QuerySet[Endpoint]:
    """The webhooks of the actor's organisation, for those who manage them."""
    rows = Endpoint.objects.select_related("organisation", "created_by").order_by("pk")
    if not can(actor, "webhook.manage"):
        return rows.none()
    return rows.filter(organisation_id=actor.organisation_id or 0)


def endpoint(actor: User, endpoint_id: int) -> Endpoint:
    found = endpoints(actor).filter(pk=endpoint_id).first()
    if found is None:
        raise NotFound("Your organisation has no such webhook.")
    return found


def deliveries(actor: User, found: Endpoint) -> QuerySet[Delivery]:
    """The log of one webhook, newest first."""
    return Delivery.objects.filter(endpoint__in=endpoints(actor).filter(pk=found.pk)).order_by("-pk")


def delivery(actor: User, delivery_id: int) -> Delivery:
    rows = Delivery.objects.select_related("endpoint__organisation", "asked_by")
    found = rows.filter(pk=delivery_id, endpoint__in=endpoints(actor)).first()
    if found is None:
        raise NotFound("Your organisation has no such delivery.")
    return found


@transaction.atomic
def add(*, actor: User, url: str, events: Iterable[str]) -> tuple[Endpoint, str]:
    """A new webhook, and its secret in the clear, which is shown only now."""
    organisation = _manages(actor)
    if organisation.endpoints.count() >= MOST:
        raise NotPossible(f"Your organisation has {MOST} webhooks, which is the most. Remove one first.")
    secret = signature.new_secret()
    made = Endpoint.objects.create(
        organisation=organisation,
        url=_clean_url(organisation, url),
        events=_clean_events(events),
        secret=signature.seal(secret),
        created_by=actor,
    )
    record(actor=actor, action="webhook.add", obj=made, after=_facts(made))
    return made, secret


@transaction.atomic
def change(*, actor: User, endpoint_id: int, url: str, events: Iterable[str]) -> Endpoint:
    found = _own(actor, endpoint_id)
    before = _facts(found)
    found.url = _clean_url(_manages(actor), url, besides=found)
    found.events = _clean_events(events)
    found.save(update_fields=["url", "events"])
    if before != _facts(found):
        record(actor=actor, action="webhook.change", obj=found, before=before, after=_facts(found))
    return found


@transaction.atomic
def set_active(*, actor: User, endpoint_id: int, active: bool) -> Endpoint:
    """Switches a webhook off, or on again. What waits is sent once it is on."""
    found = _own(actor, endpoint_id)
    if found.active == active:
        return found
    found.active, found.closed_because, found.failed_in_a_row = active, "", 0
    found.save(update_fields=["active", "closed_because", "failed_in_a_row"])
    record(
        actor=actor,
        action="webhook.active",
        obj=found,
        before={"active": not active},
        after={"active": active},
    )
    return found


@transaction.atomic
def rotate_secret(*, actor: User, endpoint_id: int) -> tuple[Endpoint, str]:
    """A new secret, shown only now. For a day the former one signs too."""
    found = _own(actor, endpoint_id)
    secret = signature.new_secret()
    found.former_secret, found.former_until = found.secret, timezone.now() + FORMER_SIGNS_FOR
    found.secret = signature.seal(secret)
    found.save(update_fields=["secret", "former_secret", "former_until"])
    record(actor=actor, action="webhook.secret", obj=found)
    return found, secret


@transaction.atomic
def remove(*, actor: User, endpoint_id: int) -> None:
    """Takes a webhook away with its log. The trail keeps that there was one."""
    found = _own(actor, endpoint_id)
    record(actor=actor, action="webhook.remove", obj=found, before=_facts(found))
    found.delete()


@transaction.atomic
def send_test(*, actor: User, endpoint_id: int) -> Delivery:
    found = _own(actor, endpoint_id)
    _must_be_on(found)
    if found.deliveries.filter(asked_by__isnull=False, state=DeliveryState.WAITING).count() >= MOST:
        raise NotPossible("Ten messages asked for by hand wait already. See how they fare first.")
    return telling.write_test(found, actor)


@transaction.atomic
def redeliver(*, actor: User, delivery_id: int) -> Delivery:
    """Sends a message again that was delivered or given up, under the same id."""
    require(actor, "webhook.manage")
    found = delivery(actor, delivery_id)
    _must_be_on(found.endpoint)
    if not found.is_over:
        raise NotPossible("This message is still on its way. It can be sent again once that has ended.")
    again = telling.write_again(found, actor)
    record(actor=actor, action="webhook.redeliver", obj=found.endpoint, after={"message": found.message_id})
    return again


# -- the small print --------------------------------------------------------------------------------------


def _manages(actor: User) -> Organisation:
    require(actor, "webhook.manage")
    if actor.organisation is None:
        raise NotPermitted("Your account belongs to no organisation, so it cannot act for one.")
    # Held until the commit, so that two people adding at once are told of each other.
    return Organisation.objects.select_for_update(no_key=True).get(pk=actor.organisation_id)


def _own(actor: User, endpoint_id: int) -> Endpoint:
    require(actor, "webhook.manage")
    found = Endpoint.objects.select_for_update(no_key=True).filter(
        pk=endpoint_id, organisation_id=actor.organisation_id or 0
    )
    if not found:
        raise NotFound("Your organisation has no such webhook.")
    return found[0]


def _must_be_on(found: Endpoint) -> None:
    if not found.active:
        raise NotPossible("This webhook is switched off. Switch it on, then send.")


def _clean_url(organisation: Organisation, url: str, besides: Endpoint | None = None) -> str:
    url = url.strip()
    if not url:
        raise BadValue("Give the address that should be called.", field="url")
    try:
        request.target(url)
    except request.AddressRefused as refusal:
        raise BadValue(str(refusal), field="url") from None
    twins = organisation.endpoints.filter(url=url).exclude(pk=besides.pk if besides else None)
    if twins.exists():
        raise BadValue("There is a webhook to this address already. Change that one.", field="url")
    return url


def _clean_events(events: Iterable[str]) -> list[str]:
    wanted = set(events)
    if not wanted:
        raise BadValue("Choose at least one event.", field="events")
    if not wanted <= set(WebhookEvent.values):
        raise BadValue(f"The events to choose from are: {', '.join(WebhookEvent.values)}.", field="events")
    return [event.value for event in WebhookEvent if event.value in wanted]


def _facts(found: Endpoint) -> dict[str, Any]:
    return {"url": found.url, "events": found.events}
