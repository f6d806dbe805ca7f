"""What webhooks are told, and whose: written in the transaction of the act, so nothing undone is told.

A message names things and says where they stand. It carries no free text and no person's name; whoever may
read those fetches them from the API.
"""

from __future__ import annotations

import json
import uuid
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from portal.accounts.models import Organisation, User
from portal.documents.models import Document
from portal.notices import tasks
from portal.notices.models import WEBHOOK_TEST, Delivery, Endpoint, WebhookEvent
from portal.queueing import queue_on_commit
from portal.register.models import Entry
from portal.review.models import Move
from portal.submissions.models import Submission

# The moves that are told under a name of their own as well.
_ALSO = {
    "open_query": WebhookEvent.QUERY_OPENED,
    "answer_query": WebhookEvent.QUERY_ANSWERED,
    "approve": WebhookEvent.DECISION_MADE,
    "refuse": WebhookEvent.DECISION_MADE,
}


def case_moved(*, submission: Submission, move: Move, **_: Any) -> None:
    told = {
        "move": move.name,
        "from": move.from_state,
        "to": move.to_state,
        "version": move.version.number if move.version else None,
        "digest": move.version.digest if move.version else None,
    }
    _tell(WebhookEvent.SUBMISSION_MOVED, submission, told, at=move.at)
    also = _ALSO.get(move.name)
    if also == WebhookEvent.DECISION_MADE:
        decision = submission.decisions.latest("pk")
        _tell(
            also,
            submission,
            {
                "outcome": decision.outcome,
                "digest": decision.digest,
                "effective_on": decision.effective_on.isoformat() if decision.effective_on else None,
                "ends_on": decision.ends_on.isoformat() if decision.ends_on else None,
            },
            at=move.at,
        )
    elif also is not None:
        query = submission.queries.latest("pk")
        _tell(also, submission, {"query": query.pk, "due_on": query.due_on.isoformat()}, at=move.at)


def document_issued(*, document: Document, **_: Any) -> None:
    told = {
        "document": document.pk,
        "kind": document.kind,
        "filename": document.filename,
        "sha256": document.sha256,
        "size": document.size,
    }
    _tell(WebhookEvent.DOCUMENT_ISSUED, document.submission, told)


def register_entered(*, instance: Entry, created: bool, **_: Any) -> None:
    if not created:
        return
    told = {
        "position": instance.position,
        "kind": instance.kind,
        "outcome": instance.outcome or None,
        "leaf_hash": instance.leaf_hash,
    }
    _tell(WebhookEvent.REGISTER_ENTERED, instance.submission, told)


def write_test(endpoint: Endpoint, actor: User) -> Delivery:
    """A message that says nothing but that it arrived."""
    return _write(endpoint, WEBHOOK_TEST, {"organisation": str(endpoint.organisation)}, asked_by=actor)


def write_again(delivery: Delivery, actor: User) -> Delivery:
    """The same message once more, under the same id."""
    return _queued(
        Delivery(
            endpoint=delivery.endpoint,
            message_id=delivery.message_id,
            event=delivery.event,
            about=delivery.about,
            body=delivery.body,
            asked_by=actor,
        )
    )


# -- the small print --------------------------------------------------------------------------------------


def _tell(
    event: WebhookEvent, submission: Submission, told: dict[str, Any], at: datetime | None = None
) -> None:
    for endpoint in _listening(event, submission):
        data = {**_case(submission, endpoint.organisation), **told}
        _write(endpoint, event, data, about=submission.reference, at=at)


def _listening(event: WebhookEvent, submission: Submission) -> list[Endpoint]:
    """Endpoints of the operator, and of the regulators once the case is theirs to know."""
    concerned = Q(organisation_id=submission.organisation_id)
    if submission.submitted_at is not None:
        concerned |= Q(organisation__oversights__jurisdiction=submission.jurisdiction)
    active = Endpoint.objects.filter(concerned, active=True).select_related("organisation").distinct()
    # Chosen events are compared here: how JSON is asked differs between the databases we run on.
    return [endpoint for endpoint in active.order_by("pk") if event in endpoint.events]


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


def _write(
    endpoint: Endpoint,
    event: str,
    data: dict[str, Any],
    *,
    about: str = "",
    at: datetime | None = None,
    asked_by: User | None = None,
) -> Delivery:
    message_id = f"msg_{uuid.uuid4().hex}"
    when = (at or timezone.now()).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    body = {"id": message_id, "type": str(event), "timestamp": when, "data": data}
    return _queued(
        Delivery(
            endpoint=endpoint,
            message_id=message_id,
            event=event,
            about=about,
            body=json.dumps(body, ensure_ascii=False, separators=(",", ":")),
            asked_by=asked_by,
        )
    )


def _queued(delivery: Delivery) -> Delivery:
    delivery.save(force_insert=True)
    queue_on_commit(tasks.deliver_webhook, delivery.pk)
    return delivery
