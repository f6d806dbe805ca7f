"""A regulator's standard conditions and paragraphs: its administrator keeps them, others use them.

Each change adds a version. A form copies the text of the newest one, where it can be edited; what was sent
keeps its words whatever becomes of the standard text.
"""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.audit.services import record
from portal.errors import BadValue, BadValues, Conflict, NotFound, NotPermitted, NotPossible
from portal.review.models import StandardKind, StandardText, StandardTextVersion

LONGEST_TITLE = 120
LONGEST_TEXT = 10_000
MANAGE = "standard_text.manage"


@transaction.atomic
def add_standard(*, actor: User, kind: str, title: str, text: str) -> StandardText:
    require(actor, MANAGE)
    if actor.organisation is None:
        raise NotPermitted("Only a regulator keeps standard texts.")
    if kind not in StandardKind.values:
        raise BadValue("Choose where the text is used.", field="kind")
    title, text = _checked(actor, kind, title, text)
    row = StandardText.objects.create(organisation=actor.organisation, kind=kind)
    _add_version(row, actor, 1, title, text)
    record(actor=actor, action="standard_text.add", obj=row, after={"kind": kind, **_words(row)})
    return row


@transaction.atomic
def change_standard(*, actor: User, standard_id: int, number: int, title: str, text: str) -> StandardText:
    """Adds a version. `number` is the version that the actor read: Conflict if there is a newer one."""
    row = _locked(actor, standard_id)
    if row.retired_at:
        raise NotPossible("This text is retired. Restore it before you change it.")
    before = row.current
    if number != before.number:
        raise Conflict(
            f"{before.made_by} changed this text while you were editing. Nothing of yours is saved yet.",
            theirs=before,
        )
    title, text = _checked(actor, row.kind, title, text, but=row)
    if (title, text) == (before.title, before.text):
        raise BadValue("Nothing is changed. Change the title or the text, or go back.", field="text")
    was = _words(row)
    _add_version(row, actor, before.number + 1, title, text)
    row = standard(actor, standard_id)
    record(actor=actor, action="standard_text.change", obj=row, before=was, after=_words(row))
    return row


@transaction.atomic
def retire_standard(*, actor: User, standard_id: int) -> StandardText:
    """Forms no longer offer it. It stays readable and can be restored."""
    row = _locked(actor, standard_id)
    if row.retired_at:
        raise NotPossible("This text is retired already.")
    row.retired_at = timezone.now()
    row.save(update_fields=["retired_at"])
    record(actor=actor, action="standard_text.retire", obj=row)
    return row


@transaction.atomic
def restore_standard(*, actor: User, standard_id: int) -> StandardText:
    row = _locked(actor, standard_id)
    if not row.retired_at:
        raise NotPossible("This text is in use already.")
    if _has_title(actor, row.kind, row.current.title, but=row):
        raise NotPossible(
            f"Another text of the list has the title “{row}” now. Retire that one or change its title first."
        )
    row.retired_at = None
    row.save(update_fields=["retired_at"])
    record(actor=actor, action="standard_text.restore", obj=row)
    return row


def standards(actor: User) -> QuerySet[StandardText]:
    """Those of the actor's organisation, with every version."""
    require(actor, "review.view")
    rows = StandardText.objects.filter(organisation=actor.organisation_id).select_related("organisation")
    return rows.prefetch_related("versions__made_by")


def standard(actor: User, standard_id: int) -> StandardText:
    row = standards(actor).filter(pk=standard_id).first()
    if row is None:
        raise NotFound("There is no such standard text.")
    return row


def standards_for(actor: User, kind: str) -> list[StandardText]:
    """Those that a form of this kind offers, by title."""
    rows = standards(actor).filter(kind=kind, retired_at=None)
    return sorted(rows, key=lambda row: row.current.title.casefold())


def _locked(actor: User, standard_id: int) -> StandardText:
    """A text of the actor's organisation, for a change."""
    row = standard(actor, standard_id)
    require(actor, MANAGE)
    StandardText.objects.select_for_update(no_key=True).get(pk=row.pk)
    return standard(actor, standard_id)


def _add_version(row: StandardText, actor: User, number: int, title: str, text: str) -> None:
    StandardTextVersion.objects.create(standard=row, number=number, title=title, text=text, made_by=actor)


def _checked(
    actor: User, kind: str, title: str, text: str, *, but: StandardText | None = None
) -> tuple[str, str]:
    title, text = " ".join(title.split()), text.strip()
    problems = {}
    if not title:
        problems["title"] = "Enter a title. It is what people choose by."
    elif len(title) > LONGEST_TITLE:
        problems["title"] = f"Use at most {LONGEST_TITLE} characters."
    if not text:
        problems["text"] = "Enter the text."
    elif len(text) > LONGEST_TEXT:
        problems["text"] = f"Use at most {LONGEST_TEXT} characters."
    if problems:
        raise BadValues(problems)
    if _has_title(actor, kind, title, but=but):
        raise BadValue(
            f"Another text of the list has the title “{title}”. Choose another title.", field="title"
        )
    return title, text


def _has_title(actor: User, kind: str, title: str, *, but: StandardText | None) -> bool:
    """Whether another text of the same list has this title: people could not tell them apart."""
    others = [row for row in standards_for(actor, kind) if but is None or row.pk != but.pk]
    return any(row.current.title.casefold() == title.casefold() for row in others)


def _words(row: StandardText) -> dict[str, str | int]:
    current = row.current
    return {"version": current.number, "title": current.title, "text": current.text}
