"""Explains the possible errors of a draft, and takes explanations back.

Whoever explains is one of the drafters, and may not publish the edition.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from portal.accounts.models import User
from portal.audit.services import record
from portal.editions.draft_store import locked_draft
from portal.editions.models import Drafter, Edition, Explanation
from portal.editions.slips import PossibleError, slips_of
from portal.errors import NotPossible

LONGEST_EXPLANATION = 500


class Typed(NamedTuple):
    """What a person wrote about a slip; `digest` is the slip's when the page was opened."""

    text: str
    digest: str


@transaction.atomic
def explain(*, actor: User, edition_id: str, texts: Mapping[str, Typed]) -> int:
    """Explain slips, by their ids. Return how many explanations are new or changed.

    All or none: NotPossible names the id and the problem of each that cannot be saved.
    """
    row = locked_draft(actor, edition_id)
    errors = {each.slip.id: each for each in slips_of(row)}
    wanted = {slip_id: Typed(" ".join(said.text.split()), said.digest) for slip_id, said in texts.items()}
    problems = [
        {"path": slip_id, "message": message}
        for slip_id, said in wanted.items()
        if (message := _problem(errors.get(slip_id), said))
    ]
    if problems:
        raise NotPossible("Nothing was saved.", problems=tuple(problems))
    fresh = {id_: said.text for id_, said in wanted.items() if _text(errors[id_]) != said.text}
    if not fresh:
        return 0
    for slip_id, text in fresh.items():
        _store(row, actor, errors[slip_id], text)
    before = {slip_id: _text(errors[slip_id]) for slip_id in fresh}
    _record(row, actor, "edition.explain", before=before, after=fresh)
    return len(fresh)


@transaction.atomic
def take_back(*, actor: User, edition_id: str, slip_ids: Sequence[str]) -> int:
    """Take explanations back: the possible errors are open again. Return how many were there."""
    row = locked_draft(actor, edition_id)
    said = row.explanations.filter(slip__in=slip_ids)
    before = {each.slip: each.text for each in said}
    if before:
        said.delete()
        after = dict.fromkeys(before, "")
        _record(row, actor, "edition.take_back_explanation", before=before, after=after)
    return len(before)


def drop_outdated(row: Edition) -> None:
    """Before publication: drop what explains no possible error any more, so that it is not published."""
    counts = [each.explanation.pk for each in slips_of(row) if each.explanation]
    row.explanations.exclude(pk__in=counts).delete()


# Parts ---------------------------------------------------------------------------------------------------


def _problem(error: PossibleError | None, said: Typed) -> str:
    if error is None:
        return "This is no longer a possible error. Your explanation was not saved."
    if said.digest != error.slip.digest:
        return (
            f"Someone changed this while you had the page open. It is now {error.slip.now}. Read it again, "
            "then save."
        )
    if not said.text:
        return "Enter why it is right."
    if len(said.text) > LONGEST_EXPLANATION:
        return f"Use at most {LONGEST_EXPLANATION} characters. There are {len(said.text)}."
    return ""


def _text(error: PossibleError) -> str:
    return error.explanation.text if error.explanation else ""


def _store(row: Edition, actor: User, error: PossibleError, text: str) -> None:
    slip = error.slip
    facts = {
        "slip_digest": slip.digest,
        "label": slip.label,
        "clause": slip.clause,
        "was": slip.was,
        "now": slip.now,
        "sentence": slip.sentence,
        "text": text,
        "explained_by": actor,
        "explained_at": timezone.now(),
    }
    Explanation.objects.update_or_create(edition=row, slip=slip.id, defaults=facts)


def _record(row: Edition, actor: User, action: str, *, before: dict[str, str], after: dict[str, str]) -> None:
    Drafter.objects.get_or_create(edition=row, user=actor)
    record(actor=actor, action=action, obj=row, before=before, after=after)
