"""Drafts the next edition from a published one, and publishes it from a date.

A draft is a complete edition as core JSON; its changes are its differences from its parent. A published
edition is never edited; until the day it comes into force it can be unpublished and is a draft again.
"""

import re
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from craps import BadInput, edition_from_json
from craps.codec import Json, parse
from craps.edition_values import (
    READING,
    Difference,
    Value,
    contradictions,
    differences,
    part_at,
    value_at,
    with_value,
    without_value,
)
from craps.edition_words import change_in_words, value_label, value_text
from portal.accounts.jurisdictions import JURISDICTIONS
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.audit.services import record
from portal.editions import events
from portal.editions.draft_values import entered_json
from portal.editions.models import Edition, EditionState
from portal.editions.selectors import core_edition_for, edition_visible_to
from portal.errors import BadValue, Conflict, NotPossible
from portal.text import format_day

MAX_PART_LENGTH = 60_000  # characters of JSON in one edit


@transaction.atomic
def start(
    *, actor: User, parent_id: str, edition_id: str, title: str, in_force_from: date | None = None
) -> Edition:
    """Create a draft with the content of its parent, under its own id and title."""
    require(actor, "edition.manage")
    parent = edition_visible_to(actor, parent_id)
    if parent.is_draft:
        raise NotPossible(f"“{parent.title}” is a draft. Publish it first, or edit that draft.")
    edition_id, title = edition_id.strip(), title.strip()
    prefix = f"{parent.jurisdiction}-"
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", edition_id) or not edition_id.startswith(prefix):
        raise BadValue(
            f"Use lower-case letters, digits and single hyphens, starting with {prefix}, such as "
            f"{suggested_id(parent)}.",
            field="edition_id",
        )
    if len(edition_id) > 40:
        raise BadValue("Use at most 40 characters.", field="edition_id")
    head = {"id": edition_id, "supersedes": parent.pk, **_head(title, in_force_from)}
    document = {k: v for k, v in parent.document.items() if k != "in_force_from"} | head
    row = Edition(
        pk=edition_id,
        jurisdiction=parent.jurisdiction,
        authority=parent.authority,
        game=parent.game,
        source=parent.source,
        parent=parent,
        drafted_by=actor,
    )
    _write(row, document, save=False)
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        raise BadValue(
            f"There is already an edition {edition_id}. Choose another id, such as {suggested_id(parent)}.",
            field="edition_id",
        ) from None
    record(actor=actor, action="edition.draft", obj=row, after={"from": parent.pk, "title": title})
    return row


@transaction.atomic
def change_head(*, actor: User, edition_id: str, title: str, in_force_from: date | None) -> Edition:
    """Change the title or the planned day of coming into force."""
    row = _draft(actor, edition_id)
    before = {"title": row.title, "in_force_from": row.in_force_from}
    document = {k: v for k, v in row.document.items() if k != "in_force_from"}
    _write(row, document | _head(title.strip(), in_force_from))
    after = {"title": row.title, "in_force_from": row.in_force_from}
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
    row = _draft(actor, edition_id)
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
        raise BadValue(_sentence(error), field=field) from None
    document = with_value(row.document, current.keys, json)
    return _amend(actor, row, document, "edition.change", current.path, field="value")


@transaction.atomic
def rewrite_part(*, actor: User, edition_id: str, path: str, text: str, seen: str = "") -> Edition:
    """Replace a section or one of its entries with JSON; an empty text removes it.

    `seen` is the digest of the draft that the person edited, to detect conflicts.
    """
    row = _draft(actor, edition_id)
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
        raise BadValue(_sentence(error), field="text") from None
    return _amend(actor, row, document, "edition.rewrite", path, field="text")


@transaction.atomic
def undo(*, actor: User, edition_id: str, path: str) -> Edition:
    """Restore one value of the parent, or remove it if the parent has none."""
    row = _draft(actor, edition_id)
    change = next((change for change in changes(row) if change.path == path), None)
    if change is None:
        raise NotPossible("This value is the same as in the parent edition. There is nothing to undo.")
    if change.was is None:
        document = without_value(row.document, change.keys)
    else:
        document = with_value(row.document, change.keys, change.was.json)
    return _amend(actor, row, document, "edition.undo", path, field="")


@transaction.atomic
def delete(*, actor: User, edition_id: str) -> None:
    row = _draft(actor, edition_id)
    before = {"from": row.parent_id, "title": row.title, "changes": _in_words(row)}
    record(actor=actor, action="edition.delete", obj=row, before=before)
    row.delete()


@transaction.atomic
def publish(*, actor: User, edition_id: str, digest: str, on: date) -> Edition:
    """Publish a draft to come into force on a day; today means immediately.

    `digest` is that of the draft whose changes and impact the person reviewed.
    """
    row = _draft(actor, edition_id)
    if digest != row.digest:
        raise Conflict(
            "This draft was changed after you opened the page. Review its changes and its impact again; "
            "nothing was published.",
            theirs=row.digest,
            mine=digest,
        )
    today = JURISDICTIONS[row.jurisdiction].today()
    if on < today:
        raise BadValue(
            f"Choose today, {format_day(today)}, or a later day: rules cannot apply before they are "
            "published.",
            field="on",
        )
    # Locked, so that of two successors published at the same time the second sees the first.
    parent = Edition.objects.select_for_update(no_key=True).get(pk=row.parent_id)
    problems = obstacles(row)
    if parent.is_scheduled and parent.in_force_from and on <= parent.in_force_from:
        problems += [
            {
                "path": "on",
                "message": f"“{parent.title}” comes into force on {format_day(parent.in_force_from)}. "
                "Choose a later day.",
            }
        ]
    if problems:
        raise NotPossible("This draft cannot be published yet.", problems=tuple(problems))
    _write(row, row.document | {"in_force_from": on.isoformat()}, save=False)
    row.published_by, row.published_at = actor, timezone.now()
    row.state = EditionState.IN_FORCE if on == today else EditionState.SCHEDULED
    row.save()
    after = {"in_force_from": on, "digest": row.digest, "changes": _in_words(row)}
    record(actor=actor, action="edition.publish", obj=row, before={"state": EditionState.DRAFT}, after=after)
    events.published.send(Edition, edition=row)
    if row.state == EditionState.IN_FORCE:
        _came_into_force(actor, row)
    return row


@transaction.atomic
def unpublish(*, actor: User, edition_id: str) -> Edition:
    """Make a published edition a draft again, before the day it comes into force."""
    row = _locked(actor, edition_id)
    if not row.is_scheduled:
        raise NotPossible(
            f"“{row.title}” is {row.get_state_display().lower()}. Only an edition that is published and not "
            "yet in force can be called back."
        )
    row.state, row.published_by, row.published_at = EditionState.DRAFT, None, None
    row.save(update_fields=["state", "published_by", "published_at"])
    record(
        actor=actor,
        action="edition.call_back",
        obj=row,
        before={"state": EditionState.SCHEDULED, "in_force_from": row.in_force_from},
        after={"state": row.state},
    )
    events.unpublished.send(Edition, edition=row)
    return row


@transaction.atomic
def come_into_force(*, edition_id: str) -> Edition:
    """Bring a published edition into force on its day. NotPossible if it is not due or already in force."""
    row = Edition.objects.select_for_update(no_key=True).get(pk=edition_id)
    today = JURISDICTIONS[row.jurisdiction].today()
    if not row.is_scheduled or row.in_force_from is None or row.in_force_from > today:
        raise NotPossible(f"“{row.title}” is not due to come into force.")
    row.state = EditionState.IN_FORCE
    row.save(update_fields=["state"])
    _came_into_force(None, row)
    return row


def due() -> list[Edition]:
    """Published editions whose day has come in their jurisdiction."""
    rows = Edition.objects.filter(state=EditionState.SCHEDULED)
    return [
        row
        for row in rows
        if row.in_force_from and row.in_force_from <= JURISDICTIONS[row.jurisdiction].today()
    ]


# Reading a draft -----------------------------------------------------------------------------------------


def changes(row: Edition) -> list[Difference]:
    """The differences of an edition from its parent."""
    return differences(core_edition_for(row.parent).data, core_edition_for(row).data) if row.parent else []


def obstacles(row: Edition) -> list[dict[str, str]]:
    """The problems that prevent publication: path and message of each."""
    problems = []
    if not changes(row):
        message = "It has no changes. Change at least one value first."
        problems.append({"path": "", "message": message})
    problems += [
        {"path": path, "message": f"{path}: {text}."} for path, text in contradictions(core_edition_for(row))
    ]
    other = (
        Edition.objects.filter(parent=row.parent).exclude(state=EditionState.DRAFT).exclude(pk=row.pk).first()
    )
    if other is not None and other.in_force_from:
        message = (
            f"“{other.title}” is published and replaces the same edition from "
            f"{format_day(other.in_force_from)}. Draft the next edition from that one."
        )
        problems.append({"path": "", "message": message})
    return problems


def suggested_id(parent: Edition) -> str:
    """An unused id: the parent's with the coming year."""
    base = re.sub(r"-\d{4}(-\d+)?$", "", parent.pk) if not parent.built_in else parent.pk
    year = JURISDICTIONS[parent.jurisdiction].today().year + 1
    taken = set(Edition.objects.filter(pk__startswith=base).values_list("pk", flat=True))
    tries = [f"{base}-{year}", *(f"{base}-{year}-{n}" for n in range(2, 100))]
    return next(each for each in tries if each not in taken)


# Parts ---------------------------------------------------------------------------------------------------


def _locked(actor: User, edition_id: str) -> Edition:
    """Lock an edition. NotFound outside the actor's jurisdictions, whatever the actor's role."""
    visible = edition_visible_to(actor, edition_id)
    require(actor, "edition.manage")
    return Edition.objects.select_for_update(no_key=True).get(pk=visible.pk)


def _draft(actor: User, edition_id: str) -> Edition:
    row = _locked(actor, edition_id)
    if row.built_in:
        raise NotPossible(
            f"“{row.title}” is built in and cannot be edited. Draft a new edition from it instead."
        )
    if not row.is_draft:
        raise NotPossible(
            f"“{row.title}” is published and cannot be edited. Draft the next edition from it instead."
        )
    return row


def _value(row: Edition, path: str) -> Value:
    try:
        return value_at(core_edition_for(row).data, path)
    except BadInput as error:
        raise NotPossible(_sentence(error)) from None


def _amend(
    actor: User, row: Edition, document: dict[str, Json], action: str, path: str, *, field: str
) -> Edition:
    before = {change.path: change for change in changes(row)}
    _write(row, document, field=field)
    after = {change.path: change for change in changes(row)}
    touched = [p for p in {**before, **after} if before.get(p) != after.get(p)]
    if touched:
        form = core_edition_for(row)
        record(
            actor=actor,
            action=action,
            obj=row,
            before={p: _value_words(form, before.get(p)) for p in touched},
            after={p: _value_words(form, after.get(p)) for p in touched},
        )
    return row


def _value_words(form: Any, change: Difference | None) -> str:
    """A changed value in words, for the audit trail."""
    if change is None:
        return "as in the parent edition"
    clause = f" ({change.now.clause})" if change.now and change.now.clause else ""
    why = f": {change.now.json['why']}" if change.now and change.now.kind == READING else ""
    return f"{value_text(form, change.now)}{clause}{why}"


def _write(row: Edition, document: dict[str, Json], *, field: str = "title", save: bool = True) -> None:
    """Store a document the core can read, with the columns that repeat it."""
    try:
        core = edition_from_json(document)
    except BadInput as error:
        named = {"title": "title", "id": "edition_id"}.get(error.path, field)
        raise BadValue(_sentence(error), field=named) from None
    row.document, row.digest = document, core.digest
    row.title, row.in_force_from = core.title, core.in_force_from
    if save:
        row.save()


def _came_into_force(actor: User | None, row: Edition) -> None:
    record(
        actor=actor,
        action="edition.in_force",
        obj=row,
        before={"in_force": row.parent_id},
        after={"in_force": row.pk, "from": row.in_force_from},
    )
    events.came_into_force.send(Edition, edition=row)


def _head(title: str, in_force_from: date | None) -> dict[str, Json]:
    head: dict[str, Json] = {"title": title}
    return head | ({"in_force_from": in_force_from.isoformat()} if in_force_from else {})


def _in_words(row: Edition) -> list[str]:
    form = core_edition_for(row)
    return [f"{change_in_words(form, change)} ({change.clause})" for change in changes(row)]


def _sentence(error: BadInput) -> str:
    """The core's message as a sentence, with the path it names."""
    said = error.message.rstrip(".")
    if error.path and error.path not in ("clause", "title", "why"):
        return f"{error.path}: {said}."
    if said.startswith(("should", "is ", "has ", "holds")):
        return f"It {said}."
    return f"{said[:1].upper()}{said[1:]}."
