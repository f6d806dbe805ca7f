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
from portal.submissions.models import FrozenExample, OwnExample, Submission, Version

MOST = 30  # examples beside one submission
MOST_EVENTS = 200
LONGEST_TITLE = 120


def own_examples(submission: Submission) -> QuerySet[OwnExample]:
    """As the operator has them now."""
    return OwnExample.objects.filter(submission=submission)


def submitted_examples(version: Version) -> list[OwnExample]:
    """As they were submitted with a version."""
    return [
        OwnExample(
            pk=row.number,
            submission=version.submission,
            title=row.title,
            events=row.events,
            author=row.author,
            saved_at=row.saved_at,
        )
        for row in version.example_rows.select_related("author__organisation")
    ]


def examples_with(version: Version) -> list[OwnExample]:
    """Those a version is judged with: as submitted with it, or as they are now in a draft."""
    return submitted_examples(version) if is_submitted(version) else list(own_examples(version.submission))


def examples_shown_to(actor: User, submission: Submission) -> list[OwnExample]:
    """For the operator as they are now; for the regulator as submitted with the version it reads."""
    if actor.is_regulator:
        version = submission.submitted_version
        return submitted_examples(version) if version is not None else []
    return list(own_examples(submission).select_related("author__organisation"))


def own_example(actor: User, reference: str, example_id: int) -> OwnExample:
    rows = examples_shown_to(actor, selectors.submission(actor, reference))
    row = next((row for row in rows if row.pk == example_id), None)
    if row is None:
        raise NotFound(f"{reference} has no example {example_id}.")
    return row


def freeze(*, version: Version) -> None:
    """Binds the examples as they are now to a version that is submitted. Called in that transaction."""
    FrozenExample.objects.bulk_create(
        FrozenExample(
            version=version,
            number=row.pk,
            title=row.title,
            events=row.events,
            author_id=row.author_id,
            saved_at=row.saved_at,
        )
        for row in own_examples(version.submission)
    )


def is_submitted(version: Version) -> bool:
    """Whether it was ever submitted: then it has a declaration."""
    return hasattr(version, "declaration")


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
