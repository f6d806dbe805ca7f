"""Writes webhook messages in the transaction of the event, so a rolled-back event sends nothing.

A message has identifiers, states and dates, no free text and no person's name. Receivers that may read those
fetch them from the API.
"""

import json
import uuid
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone

from portal.accounts.models import Organisation, User
from portal.documents.events import issued
from portal.documents.models import Document
from portal.notices import tasks
from portal.notices.models import WEBHOOK_TEST, Delivery, Endpoint, WebhookEvent
from portal.queueing import queue_on_commit
from portal.register.models import Entry
from portal.review.events import condition_moved, moved
from portal.review.models import ConditionStep, Move
from portal.submissions.models import Submission
from portal.submissions.tables import facts_of_tables, tables_of

# Moves that also send an event of their own.
_MOVE_EVENTS = {
    "open_query": WebhookEvent.QUERY_OPENED,
    "answer_query": WebhookEvent.QUERY_ANSWERED,
    "approve": WebhookEvent.DECISION_MADE,
    "refuse": WebhookEvent.DECISION_MADE,
}


@receiver(moved)
def case_moved(*, submission: Submission, move: Move, **_: Any) -> None:
    data = {
        "move": move.name,
        "from": move.from_state,
        "to": move.to_state,
        "version": move.version.number if move.version else None,
        "digest": move.version.digest if move.version else None,
        "tables": move.tables,  # if it concerns only some
        "day": move.day.isoformat() if move.day else None,  # last day in force, or day to reply
    }
    endpoints = _endpoints(submission)
    _send(WebhookEvent.SUBMISSION_MOVED, submission, data, at=move.at, endpoints=endpoints)
    event = _MOVE_EVENTS.get(move.name)
    if event is None or not endpoints:
        return
    if event == WebhookEvent.DECISION_MADE:
        decision = submission.decisions.latest("pk")
        data = {
            "outcome": decision.outcome,
            "digest": decision.digest,
            "effective_on": decision.effective_on.isoformat() if decision.effective_on else None,
            "ends_on": decision.ends_on.isoformat() if decision.ends_on else None,
            "all_tables": submission.all_tables,
            "tables": facts_of_tables(tables_of(submission)),
        }
    else:
        query = submission.queries.latest("pk")
        data = {"query": query.pk, "due_on": query.due_on.isoformat()}
    _send(event, submission, data, at=move.at, endpoints=endpoints)


@receiver(condition_moved)
def condition_step(*, step: ConditionStep, **_: Any) -> None:
    condition = step.condition
    data = {
        "condition": condition.pk,
        "step": step.kind,
        "state": condition.state.value,
        "due_on": condition.due_on.isoformat() if condition.due_on else None,
    }
    _send(WebhookEvent.CONDITION_MOVED, condition.decision.submission, data, at=step.at)


@receiver(issued)
def document_issued(*, document: Document, **_: Any) -> None:
    data = {
        "document": document.pk,
        "kind": document.kind,
        "filename": document.filename,
        "sha256": document.sha256,
        "size": document.size,
    }
    _send(WebhookEvent.DOCUMENT_ISSUED, document.submission, data)


@receiver(post_save, sender=Entry)
def register_entered(*, instance: Entry, created: bool, **_: Any) -> None:
    if not created or instance.submission is None:  # editions have events of their own
        return
    data = {
        "position": instance.position,
        "kind": instance.kind,
        "outcome": instance.outcome or None,
        "leaf_hash": instance.leaf_hash,
        "tables": instance.leaf.get("tables", []),
    }
    _send(WebhookEvent.REGISTER_ENTERED, instance.submission, data)


def create_test_delivery(endpoint: Endpoint, actor: User) -> Delivery:
    """Queue a test message. It names only the organisation."""
    return create_message(
        endpoint, WEBHOOK_TEST, {"organisation": str(endpoint.organisation)}, asked_by=actor
    )


def create_redelivery(delivery: Delivery, actor: User) -> Delivery:
    """Queue the same message again, with the same id."""
    return _queue(
        Delivery(
            endpoint=delivery.endpoint,
            message_id=delivery.message_id,
            event=delivery.event,
            about=delivery.about,
            body=delivery.body,
            asked_by=actor,
        )
    )


def _send(
    event: WebhookEvent,
    submission: Submission,
    details: dict[str, Any],
    at: datetime | None = None,
    endpoints: list[Endpoint] | None = None,
) -> None:
    for endpoint in _endpoints(submission) if endpoints is None else endpoints:
        if event in endpoint.events:
            data = {**_case(submission, endpoint.organisation), **details}
            create_message(endpoint, event, data, about=submission.reference, at=at)


def _endpoints(submission: Submission) -> list[Endpoint]:
    """Active endpoints of the operator and, once the case was submitted, of its regulators."""
    recipients = Q(organisation_id=submission.organisation_id)
    if submission.submitted_at is not None:
        recipients |= Q(organisation__oversights__jurisdiction=submission.jurisdiction)
    active = Endpoint.objects.filter(recipients, active=True).select_related("organisation").distinct()
    return list(active.order_by("pk"))


def _case(submission: Submission, organisation: Organisation) -> dict[str, Any]:
    page = "regulator/cases" if organisation.is_regulator else "operator/submissions"
    return {
        "reference": submission.reference,
        "state": submission.state,
        "jurisdiction": submission.jurisdiction,
        "edition": submission.edition_id,
        "operator": str(submission.organisation),
        "property": str(submission.property),
        "url": f"{settings.SITE_URL}/{page}/{submission.reference}/",
    }


def create_message(
    endpoint: Endpoint,
    event: str,
    data: dict[str, Any],
    *,
    about: str = "",
    at: datetime | None = None,
    asked_by: User | None = None,
) -> Delivery:
    """Queue one message to one endpoint."""
    message_id = f"msg_{uuid.uuid4().hex}"
    when = (at or timezone.now()).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    body = {"id": message_id, "type": str(event), "timestamp": when, "data": data}
    return _queue(
        Delivery(
            endpoint=endpoint,
            message_id=message_id,
            event=event,
            about=about,
            body=json.dumps(body, ensure_ascii=False, separators=(",", ":")),
            asked_by=asked_by,
        )
    )


def _queue(delivery: Delivery) -> Delivery:
    delivery.save(force_insert=True)
    queue_on_commit(tasks.deliver_webhook, delivery.pk)
    return delivery
