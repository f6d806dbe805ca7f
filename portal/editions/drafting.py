"""Changes the values of a draft, one at a time or a part at once. starting.py starts one.

A draft is a complete edition as core JSON; its changes are its differences from its parent. publishing.py
publishes it.
"""

from copy import copy
from datetime import date
from typing import Any

from django.db import transaction

from craps import BadInput
from craps.codec import Json, parse
from craps.edition_values import (
    READING,
    Difference,
    Value,
    differences,
    part_at,
    value_at,
    with_value,
    without_value,
)
from craps.edition_words import value_label, value_text
from portal.accounts.models import User
from portal.audit.services import record
from portal.editions import events
from portal.editions.draft_store import changes, changes_in_words, locked_draft, save_contents, sentence
from portal.editions.draft_values import entered_json
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for
from portal.editions.starting import head_dates
from portal.errors import BadValue, Conflict, NotPossible

MAX_PART_LENGTH = 60_000  # characters of JSON in one edit


@transaction.atomic
def change_head(
    *,
    actor: User,
    edition_id: str,
    title: str,
    in_force_from: date | None,
    authority: str = "",
    source: str = "",
) -> Edition:
    """Change the title or the planned day, and of one that follows on none its authority and source."""
    row = locked_draft(actor, edition_id)
    before = _head_of(row)
    document = {k: v for k, v in row.document.items() if k != "in_force_from"}
    document |= head_dates(title.strip(), in_force_from)
    if row.parent is None:
        given = {"authority": authority.strip(), "source": source.strip()}
        document |= {name: text for name, text in given.items() if text}
    save_contents(row, actor=actor, document=document)
    after = _head_of(row)
    if before != after:
        record(actor=actor, action="edition.rename", obj=row, before=before, after=after)
    return row


@transaction.atomic
def change_value(
    *,
    actor: User,
    edition_id: str,
    path: str,
    value: Json,
    clause: str = "",
    why: str = "",
    seen: Json = None,
) -> Edition:
    """Change one value and its clause, or the option of a reading and why it is chosen.

    `seen` is its JSON as the page showed it, to detect conflicts.
    """
    row = locked_draft(actor, edition_id)
    current = _value(row, path)
    if seen is not None and seen != current.json:
        core = core_edition_for(row)
        raise Conflict(
            f"Someone changed “{value_label(core, current)}” while you had it open. It is now "
            f"{value_text(core, current)}. Your change was not saved.",
            theirs=current.json,
            mine=value,
        )
    theirs = next((change.was for change in changes(row) if change.keys == current.keys), current)
    try:
        json = entered_json(current, theirs, value=value, clause=clause.strip(), why=" ".join(why.split()))
    except BadInput as error:
        field = error.path if error.path in ("clause", "why") else "value"
        raise BadValue(sentence(error), field=field) from None
    document = with_value(row.document, current.keys, json)
    return amend(actor, row, document, "edition.change", current.path, field="value")


@transaction.atomic
def rewrite_part(*, actor: User, edition_id: str, path: str, text: str, seen: str = "") -> Edition:
    """Replace a section or one of its entries with JSON; an empty text removes it.

    `seen` is the digest of the draft that the person edited, to detect conflicts.
    """
    row = locked_draft(actor, edition_id)
    if seen and seen != row.digest:
        raise Conflict(
            "Someone changed this draft while you had it open. Your change was not saved.",
            theirs=row.digest,
            mine=text,
        )
    if len(text) > MAX_PART_LENGTH:
        raise BadValue(
            f"This is longer than {MAX_PART_LENGTH:,} characters. Change one entry at a time.", field="text"
        )
    try:
        keys, _ = part_at(row.document, path)
        document = (
            with_value(row.document, keys, parse(text)) if text.strip() else without_value(row.document, keys)
        )
    except BadInput as error:
        raise BadValue(sentence(error), field="text") from None
    return amend(actor, row, document, "edition.rewrite", path, field="text")


@transaction.atomic
def undo(*, actor: User, edition_id: str, path: str) -> Edition:
    """Restore one value of the parent, or remove it if the parent has none."""
    row = locked_draft(actor, edition_id)
    change = next((change for change in changes(row) if change.path == path), None)
    if change is None:
        raise NotPossible("This value is the same as in the parent edition. There is nothing to undo.")
    if change.was is None:
        document = without_value(row.document, change.keys)
    else:
        document = with_value(row.document, change.keys, change.was.json)
    return amend(actor, row, document, "edition.undo", path, field="")


@transaction.atomic
def delete(*, actor: User, edition_id: str) -> None:
    row = locked_draft(actor, edition_id)
    events.deleting.send(Edition, edition=row)
    before = {"from": row.parent_id, "title": row.title, "changes": changes_in_words(row)}
    record(actor=actor, action="edition.delete", obj=row, before=before)
    row.delete()


# Parts ---------------------------------------------------------------------------------------------------


def _value(row: Edition, path: str) -> Value:
    try:
        return value_at(core_edition_for(row).data, path)
    except BadInput as error:
        raise NotPossible(sentence(error)) from None


def amend(
    actor: User, row: Edition, document: dict[str, Json], action: str, path: str, *, field: str
) -> Edition:
    """Store a changed document, with the values before and after in the audit trail."""
    base = row.parent or copy(row)  # one that follows on none is compared with what it was
    before = {change.path: change for change in _since(base, row)}
    save_contents(row, actor=actor, document=document, field=field)
    after = {change.path: change for change in _since(base, row)}
    touched = [p for p in {**before, **after} if before.get(p) != after.get(p)]
    if touched:
        form = core_edition_for(row)
        record(
            actor=actor,
            action=action,
            obj=row,
            before={p: _value_words(form, before.get(p), after.get(p)) for p in touched},
            after={p: _value_words(form, after.get(p)) for p in touched},
        )
    return row


def _head_of(row: Edition) -> dict[str, Any]:
    names = ("title", "in_force_from", *(() if row.parent else ("authority", "source")))
    return {name: getattr(row, name) for name in names}


def _since(base: Edition, row: Edition) -> list[Difference]:
    return differences(core_edition_for(base).data, core_edition_for(row).data)


def _value_words(form: Any, change: Difference | None, later: Difference | None = None) -> str:
    """A changed value in words, for the audit trail."""
    if change is None and later is not None and not form.supersedes:
        return value_text(form, later.was)
    if change is None:
        return "as in the parent edition"
    clause = f" ({change.now.clause})" if change.now and change.now.clause else ""
    why = f": {change.now.json['why']}" if change.now and change.now.kind == READING else ""
    return f"{value_text(form, change.now)}{clause}{why}"
