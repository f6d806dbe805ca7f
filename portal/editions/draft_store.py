"""A draft of an edition in the database: locked for a change, and written in one place."""

from craps import BadInput, edition_from_json
from craps.codec import Json
from craps.edition_values import Difference, differences
from craps.edition_words import change_in_words
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.editions.models import Drafter, Edition
from portal.editions.selectors import core_edition_for, edition_visible_to
from portal.errors import BadValue, NotPossible


def locked(actor: User, edition_id: str, permission: str = "edition.manage") -> Edition:
    """Lock an edition. NotFound outside the actor's jurisdictions, whatever the actor's role."""
    visible = edition_visible_to(actor, edition_id)
    require(actor, permission)
    return Edition.objects.select_for_update(no_key=True).get(pk=visible.pk)


def locked_draft(actor: User, edition_id: str) -> Edition:
    row = locked(actor, edition_id)
    if row.built_in:
        raise NotPossible(
            f"“{row.title}” is built in and cannot be edited. Draft a new edition from it instead."
        )
    if row.is_proposed:
        raise NotPossible(
            f"“{row.title}” is proposed by {row.proposed_by} and cannot be edited until it is taken back or "
            "sent back."
        )
    if not row.is_draft:
        raise NotPossible(
            f"“{row.title}” is published and cannot be edited. Draft the next edition from it instead."
        )
    return row


def save_contents(
    row: Edition,
    *,
    actor: User,
    document: dict[str, Json] | None = None,
    book: dict[str, Json] | None = None,
    examples: dict[str, Json] | None = None,
    field: str = "title",
) -> None:
    """Store contents the core can read, with the columns that repeat them; what is not given stays.

    The one place where the contents of a draft are written, and where the actor becomes one of its drafters,
    none of whom may publish it. BadValue names the form's field.
    """
    document = row.document if document is None else document
    book = row.book if book is None else book
    examples = row.examples if examples is None else examples
    try:
        core = edition_from_json(document, book=book, examples=examples)
    except BadInput as error:
        named = {"title": "title", "id": "edition_id"}.get(error.path, field)
        raise BadValue(sentence(error), field=named) from None
    row.document, row.book, row.examples = document, book, examples
    row.digest, row.contents_digest = core.digest, core.contents_digest
    row.title, row.in_force_from = core.title, core.in_force_from
    row.authority, row.source = core.authority or "", core.source or ""
    row.save(force_insert=row._state.adding)
    Drafter.objects.get_or_create(edition=row, user=actor)


def changes(row: Edition) -> list[Difference]:
    """The differences of an edition from its parent."""
    return differences(core_edition_for(row.parent).data, core_edition_for(row).data) if row.parent else []


def changes_in_words(row: Edition) -> list[str]:
    form = core_edition_for(row)
    return [f"{change_in_words(form, change)} ({change.clause})" for change in changes(row)]


def sentence(error: BadInput) -> str:
    """The core's message as a sentence, with the path it names."""
    said = error.message.rstrip(".")
    if error.path and error.path not in ("clause", "title", "why"):
        return f"{error.path}: {said}."
    if said.startswith(("should", "is ", "has ", "holds")):
        return f"It {said}."
    return f"{said[:1].upper()}{said[1:]}."
