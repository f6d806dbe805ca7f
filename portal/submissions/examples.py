"""The operator's own worked examples: bets and rolls stored with the draft, in the contract's form."""

import hashlib
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from craps import BadInput, Example
from craps.codec import canonical_bytes
from craps.edition import Edition
from craps.examples import example_from_json
from portal.accounts.models import User
from portal.audit.services import record
from portal.editions.selectors import core_edition
from portal.errors import BadValue, Conflict, NotFound, NotPossible
from portal.submissions import selectors
from portal.submissions.models import OwnExample, Submission

MOST = 30  # examples beside one submission
MOST_EVENTS = 200
LONGEST_TITLE = 120


def own_examples(submission: Submission) -> QuerySet[OwnExample]:
    return OwnExample.objects.filter(submission=submission)


def own_example(actor: User, reference: str, example_id: int) -> OwnExample:
    row = own_examples(selectors.submission(actor, reference)).filter(pk=example_id).first()
    if row is None:
        raise NotFound(f"{reference} has no example {example_id}.")
    return row


def parse_example(edition: Edition, row: OwnExample) -> Example:
    """As the core settles it."""
    data = {"id": f"own-{row.pk}", "title": row.title, "why": "Added by the operator.", "events": row.events}
    return example_from_json(data, edition)


def state_of(row: OwnExample) -> str:
    """Names what an example says; another after each change."""
    return hashlib.sha256(canonical_bytes([row.pk, row.title, row.events])).hexdigest()[:16]


@transaction.atomic
def save(
    *,
    actor: User,
    reference: str,
    title: str,
    events: list[Any],
    example_id: int | None = None,
    seen: str | None = None,
) -> OwnExample:
    """Adds an example to a draft, or changes one. What cannot be read is refused with its place.

    `seen` is the state the change was made from: if someone changed the example since, nothing is stored.
    """
    submission = _editable(actor, reference)
    title = " ".join(title.split())
    if not title:
        raise BadValue("Enter a title, so that the regulator knows what the example shows.", field="title")
    if len(title) > LONGEST_TITLE:
        raise BadValue(f"Shorten the title to {LONGEST_TITLE} characters.", field="title")
    if not events:
        raise BadValue("Add at least one bet and one roll.", field="events")
    if len(events) > MOST_EVENTS:
        raise BadValue(f"Use at most {MOST_EVENTS} bets and rolls; this has {len(events)}.", field="events")
    try:
        read = example_from_json({"title": title, "events": events}, core_edition(submission.edition_id)).read
    except BadInput as error:
        raise BadValue(error.message, field=error.path) from None
    if example_id is None:
        if own_examples(submission).count() >= MOST:
            raise BadValue(f"There are already {MOST} examples, which is the limit.", field="title")
        row = OwnExample(submission=submission)
    else:
        row = _unchanged(own_example(actor, reference, example_id), seen)
    row.title, row.events = title, [event.to_json() for event in read]
    row.author, row.saved_at = actor, timezone.now()
    row.save()
    record(actor=actor, action="example.save", obj=submission, after={"title": title, "events": len(events)})
    return row


@transaction.atomic
def remove(*, actor: User, reference: str, example_id: int, seen: str | None = None) -> None:
    submission = _editable(actor, reference)
    row = _unchanged(own_example(actor, reference, example_id), seen)
    record(actor=actor, action="example.remove", obj=submission, before={"title": row.title})
    row.delete()


def _unchanged(row: OwnExample, seen: str | None) -> OwnExample:
    if seen is not None and seen != state_of(row):
        raise Conflict(
            f"{row.author} has changed the example “{row.title}”. Your change was not saved. "
            "Read it again, then decide.",
            theirs=row,
        )
    return row


def _editable(actor: User, reference: str) -> Submission:
    submission = selectors.lock_submission(actor, reference, "submission.edit")
    if not submission.is_editable:
        raise NotPossible(
            f"{reference} is {submission.get_state_display().lower()}: its examples can be changed in a "
            "draft, or when it is returned for amendment."
        )
    return submission
