"""The readings of a draft: added, written anew and removed. drafting.py chooses an option."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from craps import BadInput
from craps.codec import canonical_bytes, digest_of
from craps.edition_values import with_value, without_value
from craps.games import game_of
from craps.readings import reading_from_data
from portal.accounts.models import User
from portal.editions.draft_store import locked_draft
from portal.editions.drafting import amend
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for
from portal.errors import BadValue, Conflict, NotPossible

_ID = re.compile(r"[a-z0-9]+([-._][a-z0-9]+)*")


def state_of(reading: Mapping[str, Any]) -> str:
    """Names what a reading says; another after each change."""
    return digest_of(canonical_bytes(dict(reading)))[:16]


@transaction.atomic
def save_reading(
    *,
    actor: User,
    edition_id: str,
    reading_id: str,
    question: str,
    clauses: Sequence[str],
    options: Mapping[str, str],
    chosen: str,
    why: str,
    new: bool = False,
    seen: str = "",
) -> Edition:
    """Add a reading, or write one anew. Without options a person judges: fine, refer or breach."""
    row = locked_draft(actor, edition_id)
    core = core_edition_for(row)
    known: Mapping[str, Any] = core.data.get("readings", {})
    if new and not _ID.fullmatch(reading_id):
        raise BadValue("Use lower-case letters and digits, with hyphens or dots between.", field="reading_id")
    if new and reading_id in known:
        raise BadValue("There is already a reading of this id. Choose another.", field="reading_id")
    if not new and reading_id not in known:
        raise NotPossible(f"The edition has no reading {reading_id} any more. Nothing was changed.")
    if not new and seen and seen != state_of(known[reading_id]):
        raise Conflict("Someone changed this reading while you had it open. Your change was not saved.")
    json: dict[str, Any] = {"clauses": list(clauses), "question": question, "chosen": chosen, "why": why}
    if options:
        json["options"] = dict(options)
    try:
        reading_from_data(reading_id, json, "", game_of(core))
    except BadInput as error:
        raise BadValue(
            _sentence(error.message), field=error.path.strip(".").partition(".")[0] or "options"
        ) from None
    document = with_value(row.document, ("readings", reading_id), json)
    action = "edition.add_reading" if new else "edition.change_reading"
    return amend(actor, row, document, action, f"readings.{reading_id}", field="question")


@transaction.atomic
def remove_reading(*, actor: User, edition_id: str, reading_id: str) -> Edition:
    row = locked_draft(actor, edition_id)
    if reading_id not in core_edition_for(row).data.get("readings", {}):
        raise NotPossible(f"The edition has no reading {reading_id}.")
    document = without_value(row.document, ("readings", reading_id))
    return amend(actor, row, document, "edition.remove_reading", f"readings.{reading_id}", field="")


def _sentence(message: str) -> str:
    said = message.rstrip(".")
    return f"It {said}." if said.startswith(("is ", "should", "has ")) else f"{said[:1].upper()}{said[1:]}."
